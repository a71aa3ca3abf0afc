/* esdirk.c - a diagonally implicit Runge-Kutta pair of orders 4 and 3 on the DAE form (ESDIRK4(3)6L[2]SA, Kennedy and
 * Carpenter 2016).
 *
 * Unknowns, residual and matrix are those of IDA (daeform.c).  Stages are
 *
 *     x_i = a_i + h*gamma*x'_i,    a_i = x_0 + h*sum of A[i][j]*x'_j,  j < i,      F(t_i, x_i, z_i, x'_i) = 0
 *
 * so that the matrix is IDA's with cj = 1/(h*gamma), the same for all stages and, as long as h is, for all steps.  The
 * method is L-stable: oscillations that it does not resolve are damped, those that it does are not, however high their
 * frequency; backward differentiation of order 3 to 5 is unstable there and takes small steps.  The first stage is the
 * last one of the step before. Newton's iteration starts from the polynomial through the derivatives of the stages
 * before.
 *
 * Between the ends of a step states come from the polynomial of degree 5 that has values and derivatives of the last
 * three ends of steps; algebraic unknowns, which are solved for again wherever anybody looks, from a straight line.
 */
#include "runtime/runtime_impl.h"

#include <arkode/arkode_butcher_dirk.h>
#include <limits.h>

#if !defined(__clang__)
#pragma GCC optimize("O3")
#endif

enum { STAGES = 6, MOST_CORRECTIONS = 7, KEEP_JACOBIAN = 40, MOST_ATTEMPTS = 40 };

static const double LEFT = 0.01; /* part of the tolerance that Newton's iteration may leave */
static const double SLOW = 0.1;  /* contraction above which the Jacobian is made again */
static const double SAFETY = 0.9;

typedef struct {
    RtIntegrator base;
    ARKodeButcherTable table;
    RtCorrector corrector;
    double *matrix; /* values of the matrix before it is factored */
    double tolerance, max_step, min_step, first_step;
    double h;                   /* of the next step */
    double factored;            /* h for which factors are there, or 0 */
    double rate;                /* contraction of the last corrections */
    double last_error;          /* of the last step, or 0 */
    int made_age;               /* steps since the Jacobian was made; -1: not there */
    int past;                   /* ends of steps that are known before the last step: 0, 1 */
    double t_before;            /* the one before t0 */
    double *x0, *x_before;      /* unknowns at t0, states at t_before */
    double *f0, *f_before, *f1; /* derivatives at t0, t_before, t1 */
    double *k[STAGES];          /* derivatives of stages; k[0] belongs to t0 */
    double *z[STAGES];          /* algebraic unknowns of stages */
    double *a, *y, *yp, *r, *w;
    uint64_t errors, conv;
} Esdirk;

/* ---- vectors ----------------------------------------------------------------------------------------------------- */

/* to := base + sum of c[j]*v[j]; base may be NULL. */
static void combine(uint32_t n, double *restrict to, const double *base, int m, const double *c, double *const *v) {
    enum { BLOCK = 512 };
    double sum[BLOCK];
    for (uint32_t start = 0; start < n; start += BLOCK) {
        uint32_t len = n - start < BLOCK ? n - start : BLOCK;
        if (base) memcpy(sum, base + start, len * sizeof *sum);
        else memset(sum, 0, len * sizeof *sum);
        for (int j = 0; j < m; j++) {
            if (c[j] == 0) continue;
            const double *p = v[j] + start;
            double f = c[j];
            for (uint32_t i = 0; i < len; i++) sum[i] += f * p[i];
        }
        memcpy(to + start, sum, len * sizeof *sum);
    }
}

static double weighted(const double *e, const double *w, uint32_t n) {
    double part[4] = {0};
    uint32_t i = 0;
    for (; i + 4 <= n; i += 4)
        for (int k = 0; k < 4; k++) part[k] += e[i + k] * w[i + k] * (e[i + k] * w[i + k]);
    for (; i < n; i++) part[0] += e[i] * w[i] * (e[i] * w[i]);
    return n ? sqrt((part[0] + part[1] + part[2] + part[3]) / n) : 0;
}

/* Coefficients of the polynomial through values at nodes, at the place `at`. */
static void lagrange(int m, const double *node, double at, double *c) {
    for (int j = 0; j < m; j++) {
        c[j] = 1;
        for (int k = 0; k < m; k++)
            if (k != j) c[j] *= (at - node[k]) / (node[j] - node[k]);
    }
}

/* ---- the matrix -------------------------------------------------------------------------------------------------- */

static bool make_jacobian(Esdirk *e, double t, const double *y) {
    Runtime *rt = e->base.rt;
    const RtJacobian *j = &rt->form.jacobian;
    double *values = e->corrector.values;
    e->made_age = -1;
    e->factored = 0;
    if (rt_form_jacobian(rt, t, y, values)) return false;
    for (uint32_t p = 0; p < j->nnz; p++)
        if (j->rowind[p] < rt->states.n) values[p] = -values[p];
    e->made_age = 0;
    return true;
}

static bool factor(Esdirk *e, double h) {
    if (e->factored == h) return true;
    rt_corrector_fill(&e->corrector, e->matrix, 1, 1 / (h * e->table->A[1][1]));
    e->factored = rt_lu_factor(&e->corrector.lu, e->matrix) ? h : 0;
    return e->factored == h;
}

/* ---- one stage --------------------------------------------------------------------------------------------------- */

/* Derivatives and algebraic unknowns of stage i as those before it (and the end of the step before) let expect them. */
static void predict(Esdirk *e, int i, double h) {
    Runtime *rt = e->base.rt;
    uint32_t n = rt->states.n, m = rt->states.nunknowns - n;
    double node[STAGES + 1], c[STAGES + 1], *v[STAGES + 1];
    int known = 0;
    for (int j = 0; j < i; j++)
        if (j != 4) node[known] = e->table->c[j], v[known++] = e->k[j]; /* stage 4 lies too near the last one */
    int of_z = known;
    if (i < 3 && e->past) node[known] = (e->t_before - e->base.t1) / h, v[known++] = e->f_before;
    lagrange(known, node, e->table->c[i], c);
    combine(n, e->yp, NULL, known, c, v);
    for (int j = 0, at = 0; j < i; j++)
        if (j != 4) v[at++] = e->z[j];
    lagrange(of_z, node, e->table->c[i], c);
    combine(m, e->y + n, NULL, of_z, c, v);
    double g = h * e->table->A[1][1];
    for (uint32_t q = 0; q < n; q++) e->y[q] = e->a[q] + g * e->yp[q];
}

/* Solves stage i.  1: done, 0: no convergence, -1: the model could not be evaluated. */
static int solve_stage(Esdirk *e, int i, double t, double h) {
    Runtime *rt = e->base.rt;
    uint32_t n = rt->states.n, all = rt->states.nunknowns;
    double g = h * e->table->A[1][1], before = 0, c[STAGES];
    for (int j = 0; j < i; j++) c[j] = h * e->table->A[i][j];
    combine(n, e->a, e->x0, i, c, e->k);
    predict(e, i, h);
    for (int m = 0; m < MOST_CORRECTIONS; m++) {
        if (rt_form_residual(rt, t + h * e->table->c[i], e->y, e->yp, e->r)) return -1;
        rt_lu_solve(&e->corrector.lu, e->r);
        for (uint32_t q = 0; q < all; q++) e->y[q] -= e->r[q];
        for (uint32_t q = 0; q < n; q++) e->yp[q] = (e->y[q] - e->a[q]) / g;
        double size = weighted(e->r, e->w, all);
        if (m > 0) e->rate = size > 0 ? size / before : 0;
        if (!(e->rate < 0.9) && m > 0) return 0;
        double left = m > 0 ? e->rate / (1 - e->rate) : fmax(e->rate, 1e-6);
        if (size * left <= LEFT || size <= 1e-6 * LEFT) {
            memcpy(e->k[i], e->yp, n * sizeof(double));
            memcpy(e->z[i], e->y + n, (all - n) * sizeof(double));
            return 1;
        }
        before = size;
    }
    return 0;
}

/* ---- one step ---------------------------------------------------------------------------------------------------- */

/* From x0, f0 at t by h: 1 and the error, or what solve_stage gives. */
static int attempt(Esdirk *e, double t, double h, double *error) {
    Runtime *rt = e->base.rt;
    uint32_t n = rt->states.n;
    double c[STAGES];
    if (!factor(e, h)) return 0;
    memcpy(e->k[0], e->f0, n * sizeof(double));
    memcpy(e->z[0], e->x0 + n, (rt->states.nunknowns - n) * sizeof(double));
    for (int i = 1; i < STAGES; i++) {
        int code = solve_stage(e, i, t, h);
        if (code != 1) return code;
    }
    for (int j = 0; j < STAGES; j++) c[j] = h * (e->table->b[j] - e->table->d[j]);
    combine(n, e->r, NULL, STAGES, c, e->k);
    *error = weighted(e->r, e->w, n);
    return isfinite(*error) ? 1 : -1;
}

/* A state that lies off the course of what decays or oscillates fast has an error that does not shrink with the step,
 * and that the step itself takes away.  The error without it: times the inverse of 1 - h*gamma*J, as Hairer and Wanner
 * do it (Solving ODEs II, IV.8) where a step was refused before. */
static double error_of_course(Esdirk *e) {
    const Runtime *rt = e->base.rt;
    uint32_t n = rt->states.n;
    double c[STAGES];
    for (int j = 0; j < STAGES; j++) c[j] = (e->table->b[j] - e->table->d[j]) / e->table->A[1][1];
    combine(n, e->r, NULL, STAGES, c, e->k);
    memset(e->r + n, 0, (rt->states.nunknowns - n) * sizeof *e->r);
    rt_lu_solve(&e->corrector.lu, e->r);
    return weighted(e->r, e->w, n);
}

/* The end of a step: its last stage. */
static void take(Esdirk *e, double t, double h) {
    RtIntegrator *it = &e->base;
    size_t bytes = it->rt->states.n * sizeof(double);
    memcpy(it->y, e->y, it->rt->states.nunknowns * sizeof(double));
    memcpy(e->f1, e->k[STAGES - 1], bytes);
    it->t0 = t;
    it->t1 = t + h;
    if (e->made_age >= 0) e->made_age++;
}

/* What was the end becomes the beginning. */
static void advance(Esdirk *e) {
    RtIntegrator *it = &e->base;
    size_t bytes = it->rt->states.n * sizeof(double);
    if (it->t1 > it->t0) {
        memcpy(e->x_before, e->x0, bytes);
        memcpy(e->f_before, e->f0, bytes);
        memcpy(e->f0, e->f1, bytes);
        e->t_before = it->t0;
        e->past = 1;
    }
    memcpy(e->x0, it->y, it->rt->states.nunknowns * sizeof(double));
}

static double next_step(Esdirk *e, double h, double error) {
    double small = fmax(error, 1e-6), old = e->last_error > 0 ? fmax(e->last_error, 1e-4) : small;
    double by = SAFETY * pow(small, -0.7 / 4) * pow(old, 0.4 / 4);
    by = fmin(fmax(by, 0.2), 4);
    e->last_error = error;
    if (by > 1 && by < 1.2) by = 1; /* the factors stay good */
    h *= by;
    return e->max_step > 0 ? fmin(h, e->max_step) : h;
}

static int too_small(Esdirk *e, double h, bool evaluation) {
    return rt_step_failed(&e->base, evaluation, h,
                          "the corrector does not converge or the error test fails again and again", 0);
}

static int step(RtIntegrator *it, double tstop) {
    Esdirk *e = (Esdirk *)it;
    Runtime *rt = it->rt;
    double t = it->t1, error = 0,
           least = fmax(e->min_step,
                        RT_LEAST_STEP * fmax(fabs(t), RT_LEAST_OF_RUN * fmin(1, rt->span.stop - rt->span.start)));
    bool again = false, refused = false;
    rt->ev.failure.kind = RT_FAIL_NONE;
    rt->ev.failure.text.n = 0;
    advance(e);
    rt_weights(rt, e->tolerance, RT_NOT_FRESH, e->h, e->x0, e->w);
    for (int k = 0; k < MOST_ATTEMPTS; k++) {
        double room = tstop - t, h = e->h;
        if (h > room * (1 - RT_STEP_END)) h = room;
        else if (h > 0.5 * room) h = 0.5 * room;
        bool fresh = e->made_age == 0;
        if ((e->made_age < 0 || e->made_age > KEEP_JACOBIAN || (again && !fresh)) && !make_jacobian(e, t, e->x0))
            return too_small(e, h, true);
        int code = attempt(e, t, h, &error);
        if (code == 1 && error > 1 && refused) error = error_of_course(e);
        if (code == 1 && error <= 1) {
            bool still = rt_stands_still(it, t + h);
            take(e, t, h);
            if (e->rate > SLOW) e->made_age = KEEP_JACOBIAN + 1;
            if (h == e->h || error > 0.5) e->h = next_step(e, h, error);
            if (still) return rt->ev.failure.kind != RT_FAIL_NONE ? -1 : too_small(e, h, false);
            return 0;
        }
        if (code == 1) {
            e->errors++;
            refused = true;
            e->h = h * fmin(0.9, fmax(0.2, SAFETY * pow(error, -0.25)));
            e->last_error = 0;
        } else {
            e->conv++;
            e->rate = 0.5;
            if (code < 0 || fresh) e->h = h * 0.25;
            again = true;
        }
        if (e->h < least) return too_small(e, e->h, code < 0);
    }
    return too_small(e, e->h, false);
}

/* ---- between the ends -------------------------------------------------------------------------------------------- */

/* Hermite's interpolation by divided differences over doubled nodes: values at m ends x with derivatives f.
 * Coefficients of x and of f for the place t. */
static void hermite(int m, const double *node, double t, double *cx, double *cf) {
    for (int j = 0; j < m; j++) {
        double l = 1, slope = 0;
        for (int k = 0; k < m; k++) {
            if (k == j) continue;
            l *= (t - node[k]) / (node[j] - node[k]);
            slope += 1 / (node[j] - node[k]);
        }
        cx[j] = (1 - 2 * (t - node[j]) * slope) * l * l;
        cf[j] = (t - node[j]) * l * l;
    }
}

static void interpolate(RtIntegrator *it, double t, double *y) {
    Esdirk *e = (Esdirk *)it;
    Runtime *rt = it->rt;
    uint32_t n = rt->states.n;
    if (t == it->t1 || !(it->t1 > it->t0)) {
        memcpy(y, it->y, rt->states.nunknowns * sizeof *y);
        return;
    }
    double node[3] = {it->t0, it->t1, e->t_before}, c[6], part = (t - it->t0) / (it->t1 - it->t0);
    int m = e->past ? 3 : 2;
    double *v[6] = {e->x0, it->y, e->x_before, NULL, NULL, NULL}, *f[3] = {e->f0, e->f1, e->f_before};
    for (int j = 0; j < m; j++) v[m + j] = f[j];
    hermite(m, node, t, c, c + m);
    combine(n, y, NULL, 2 * m, c, v);
    for (uint32_t i = n; i < rt->states.nunknowns; i++) y[i] = e->x0[i] + part * (it->y[i] - e->x0[i]);
}

/* ---- life -------------------------------------------------------------------------------------------------------- */

/* x' from the model; algebraic unknowns are solved for once more: the point may come from an interpolation. */
static void start_derivatives(Esdirk *e, double t) {
    Runtime *rt = e->base.rt;
    rt_put_states(rt, t, e->base.y);
    rt->ev.stamp++;
    rt->ev.asserts = RT_TENTATIVE;
    if (!rt_eval(rt, rt->code->ode)) return; /* the first step fails and says why */
    for (uint32_t i = 0; i < rt->states.n; i++) e->f0[i] = rt_source_value(rt->ev.env.v, rt->states.dx[i]);
    rt_get_states(rt, e->base.y);
}

/* A first step in which states change by a hundredth of the tolerance's fourth root. */
static double first_step(Esdirk *e) {
    Runtime *rt = e->base.rt;
    rt_weights(rt, 1, RT_NOT_FRESH, 0, e->base.y, e->w);
    double speed = weighted(e->f0, e->w, rt->states.n), h = 1e-3 * (rt->span.stop - rt->span.start);
    if (speed > 0) h = fmin(h, 0.01 * pow(e->tolerance, 0.25) / speed);
    return h;
}

static void restart(RtIntegrator *it, double t, const double *y) {
    Esdirk *e = (Esdirk *)it;
    if (y != it->y) memcpy(it->y, y, it->rt->states.nunknowns * sizeof *y);
    it->t0 = it->t1 = t;
    e->past = 0;
    e->last_error = 0;
    e->made_age = -1;
    start_derivatives(e, t);
    double h = first_step(e);
    e->h = e->first_step > 0 ? e->first_step : e->h > 0 ? fmin(h, e->h) : h;
}

static void resume(RtIntegrator *it) { (void)it; } /* all is in what was put back */

static void count(RtIntegrator *it) {
    Esdirk *e = (Esdirk *)it;
    rt_count_rejected(it->rt, (long)e->errors, (long)e->conv);
}

static void release(RtIntegrator *it) {
    Esdirk *e = (Esdirk *)it;
    ARKodeButcherTable_Free(e->table);
    rt_corrector_free(&e->corrector);
    void *parts[] = {it->y, e->matrix, e->x0, e->x_before, e->f0, e->f_before, e->f1, e->a, e->y, e->yp, e->r, e->w};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) base_realloc(parts[i], 0);
    for (int i = 0; i < STAGES; i++) base_realloc(e->k[i], 0), base_realloc(e->z[i], 0);
    base_realloc(e, 0);
}

RtIntegrator *rt_esdirk_new(Runtime *rt, const RtOptions *o, double h) {
    Esdirk *e = base_realloc(NULL, sizeof *e);
    memset(e, 0, sizeof *e);
    uint32_t n = rt->states.nunknowns;
    e->base = (RtIntegrator){.rt = rt,
                             .has_past = true,
                             .step = step,
                             .interpolate = interpolate,
                             .restart = restart,
                             .count = count,
                             .free = release,
                             .resume = resume,
                             .kind = RT_ESDIRK,
                             .kept = &e->tolerance,
                             .kept_size = offsetof(Esdirk, x0) - offsetof(Esdirk, tolerance)};
    e->table = ARKodeButcherTable_LoadDIRK(ARKODE_ESDIRK436L2SA_6_3_4);
    /* errors of steps add up: a run shall be as exact as with IDA, which takes 0.3 */
    e->tolerance = 0.2 * o->tolerance;
    e->max_step = o->max_step;
    e->min_step = o->min_step;
    e->first_step = o->first_step;
    rt_corrector_init(&e->corrector, &rt->form.jacobian, rt->states.n, NULL);
    const RtCorrector *c = &e->corrector;
    e->matrix = base_realloc(NULL, (c->sparse ? (size_t)c->j->nnz + 1 : (size_t)n * n + 1) * sizeof(double));
    double **all[] = {&e->base.y, &e->x0, &e->y, &e->yp, &e->r, &e->w},
           **states[] = {&e->x_before, &e->f0, &e->f_before, &e->f1, &e->a};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) *all[i] = rt_zeros(n);
    for (size_t i = 0; i < sizeof states / sizeof *states; i++)
        *states[i] = rt_zeros(n); /* f0 is saved as all unknowns */
    e->base.derivatives = e->f0;
    e->base.lu = &e->corrector.lu;
    e->corrector.lu.klu.keep = rt->savable;
    for (int i = 0; i < STAGES; i++) e->k[i] = rt_zeros(rt->states.n), e->z[i] = rt_zeros(n - rt->states.n);
    e->base.name = c->lu.kind == RT_LU_BAND ? "esdirk-dae (band)"
                   : c->sparse              ? "esdirk-dae (klu)"
                                            : "esdirk-dae (dense)";
    rt_get_states(rt, e->base.y);
    restart(&e->base, rt->ev.env.v[0], e->base.y);
    if (h > 0) e->h = h;
    e->rate = 0.5;
    return &e->base;
}
