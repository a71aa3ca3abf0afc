/* fixed.c - fixed steps: explicit Euler, Runge-Kutta of order four, implicit Euler; and models
 * without states.
 *
 * Between the ends of a step values come from the cubic that has the right values and derivatives
 * at both.
 */
#include "runtime/runtime_impl.h"

#include <float.h>

typedef struct {
    RtIntegrator base;
    int method;           /* RT_EULER, ... */
    double h;             /* step size */
    double origin;        /* steps end at origin + k*h: no drift */
    double *y0, *f0, *f1; /* start of the step; derivatives at its ends */
    double *k[4], *work;
    bool f1_valid;
    SolMatrix matrix; /* implicit Euler: I - h*J */
    double *jacobian;
    double tolerance;
} Fixed;

static void add(uint32_t n, double *to, const double *y, double h, const double *f) {
    for (uint32_t i = 0; i < n; i++) to[i] = y[i] + h * f[i];
}

static bool step_euler(Fixed *f, double t, double h) {
    (void)t;
    add(f->base.rt->states.n, f->base.y, f->y0, h, f->f0);
    return true;
}

static bool step_rk4(Fixed *f, double t, double h) {
    Runtime *rt = f->base.rt;
    uint32_t n = rt->states.n;
    double *y = f->base.y;
    add(n, f->work, f->y0, h / 2, f->f0);
    if (rt_rhs(rt, t + h / 2, f->work, f->k[1])) return false;
    add(n, f->work, f->y0, h / 2, f->k[1]);
    if (rt_rhs(rt, t + h / 2, f->work, f->k[2])) return false;
    add(n, f->work, f->y0, h, f->k[2]);
    if (rt_rhs(rt, t + h, f->work, f->k[3])) return false;
    for (uint32_t i = 0; i < n; i++)
        y[i] = f->y0[i] + h / 6 * (f->f0[i] + 2 * f->k[1][i] + 2 * f->k[2][i] + f->k[3][i]);
    return true;
}

/* ---- implicit Euler ---------------------------------------------------------------------------------------------- */

/* Factors I - h*J at (t, y). */
static bool make_matrix(Fixed *f, double t, const double *y, double h) {
    Runtime *rt = f->base.rt;
    const RtJacobian *j = &rt->jacobian;
    if (rt_jacobian_values(rt, t, y, f->jacobian)) return false;
    for (uint32_t c = 0; c < j->n; c++)
        for (uint32_t p = j->colptr[c]; p < j->colptr[c + 1]; p++) {
            double x = (j->rowind[p] == c) - h * f->jacobian[p];
            if (f->matrix.sparse) f->matrix.values[p] = x;
            else f->matrix.values[j->rowind[p] + (size_t)c * j->n] = x;
        }
    return sol_matrix_factor(&f->matrix) < 0;
}

static bool step_implicit(Fixed *f, double t, double h) {
    Runtime *rt = f->base.rt;
    uint32_t n = rt->states.n;
    double *y = f->base.y;
    add(n, y, f->y0, h, f->f0);
    if (!make_matrix(f, t + h, f->y0, h)) return false;
    for (int k = 0; k < 20; k++) {
        if (rt_rhs(rt, t + h, y, f->k[1])) return false;
        for (uint32_t i = 0; i < n; i++) f->work[i] = f->y0[i] + h * f->k[1][i] - y[i];
        sol_matrix_solve(&f->matrix, f->work);
        double size = 0;
        for (uint32_t i = 0; i < n; i++) {
            y[i] += f->work[i];
            size = fmax(size, fabs(f->work[i]) / (rt->states.scale[i] + fabs(y[i])));
        }
        if (size < 1e-3 * f->tolerance) return true;
        if (k == 3 && !make_matrix(f, t + h, y, h)) return false;
    }
    rt_fail(rt, RT_FAIL_ERROR, 0, "implicit Euler: Newton's method does not converge with step size %g", h);
    return false;
}

/* ---- the interface ----------------------------------------------------------------------------------------------- */

/* The first whole number of steps from the origin that lies behind t, at most tstop.  Far from zero an instant is off
 * by rounding, which may be more than a small part of a step. */
static double next_instant(const Fixed *f, double t, double tstop) {
    double rounding = fmin(0.25 * f->h, RT_STEP_END * f->h + 4 * DBL_EPSILON * fmax(fabs(t), fabs(tstop)));
    double k = floor((t - f->origin + rounding) / f->h) + 1;
    double to = f->origin + k * f->h;
    return to >= tstop - rounding ? tstop : to;
}

static int step(RtIntegrator *it, double tstop) {
    Fixed *f = (Fixed *)it;
    Runtime *rt = it->rt;
    uint32_t n = rt->states.n;
    double t = it->t1;
    double to = next_instant(f, t, tstop);
    rt->ev.failure.kind = RT_FAIL_NONE;
    memcpy(f->y0, it->y, n * sizeof(double));
    if (f->f1_valid) memcpy(f->f0, f->f1, n * sizeof(double));
    else if (rt_rhs(rt, t, f->y0, f->f0)) return -1;
    double h = to - t;
    bool ok = f->method == RT_EULER ? step_euler(f, t, h)
              : f->method == RT_RK4 ? step_rk4(f, t, h)
                                    : step_implicit(f, t, h);
    if (!ok || rt_rhs(rt, to, it->y, f->f1)) {
        rt->ev.failure.time = t;
        return -1;
    }
    f->f1_valid = true;
    it->t0 = t;
    it->t1 = to;
    return 0;
}

static void interpolate(RtIntegrator *it, double t, double *y) {
    Fixed *f = (Fixed *)it;
    uint32_t n = it->rt->states.n;
    double h = it->t1 - it->t0, s = h > 0 ? (t - it->t0) / h : 1;
    for (uint32_t i = 0; i < n; i++) {
        double y0 = f->y0[i], y1 = it->y[i];
        y[i] =
            s == 1 ? y1 : y0 + s * s * (3 - 2 * s) * (y1 - y0) + s * (1 - s) * h * ((1 - s) * f->f0[i] - s * f->f1[i]);
    }
}

static void restart(RtIntegrator *it, double t, const double *y) {
    Fixed *f = (Fixed *)it;
    if (y != it->y) memcpy(it->y, y, it->rt->states.n * sizeof *y);
    f->f1_valid = false;
    it->t0 = it->t1 = t;
}

static void count(RtIntegrator *it) { (void)it; }

static void resume(RtIntegrator *it) { ((Fixed *)it)->f1_valid = false; }

static void release(RtIntegrator *it) {
    Fixed *f = (Fixed *)it;
    if (f->method == RT_IMPLICIT_EULER) rt_linear_free(&f->matrix);
    base_realloc(f->jacobian, 0);
    base_realloc(it->y, 0);
    base_realloc(f, 0);
}

static void prepare_implicit(Fixed *f) {
    const RtJacobian *j = &f->base.rt->jacobian;
    int n = (int)j->n;
    int *colptr = base_realloc(NULL, ((size_t)n + 1) * sizeof *colptr);
    int *rowind = base_realloc(NULL, ((size_t)j->nnz + 1) * sizeof *rowind);
    for (int i = 0; i <= n; i++) colptr[i] = (int)j->colptr[i];
    for (uint32_t i = 0; i < j->nnz; i++) rowind[i] = (int)j->rowind[i];
    rt_linear_init(&f->matrix, n, colptr, rowind);
    f->jacobian = base_realloc(NULL, ((size_t)j->nnz + 1) * sizeof(double));
    base_realloc(colptr, 0);
    base_realloc(rowind, 0);
}

RtIntegrator *rt_fixed_new(Runtime *rt, const RtOptions *o, const RtMethod *method) {
    Fixed *f = base_realloc(NULL, sizeof *f);
    memset(f, 0, sizeof *f);
    uint32_t n = rt->states.n;
    f->base = (RtIntegrator){.rt = rt,
                             .step = step,
                             .interpolate = interpolate,
                             .restart = restart,
                             .count = count,
                             .free = release,
                             .resume = resume,
                             .kept = &f->h,
                             .kept_size = 2 * sizeof(double)}; /* h, origin */
    f->method = method->detail;
    f->base.name = method->name;
    double *space = base_realloc(NULL, ((size_t)n + 1) * 9 * sizeof(double));
    memset(space, 0, ((size_t)n + 1) * 9 * sizeof(double));
    double **parts[] = {&f->base.y, &f->y0, &f->f0, &f->f1, &f->work, &f->k[0], &f->k[1], &f->k[2], &f->k[3]};
    for (size_t i = 0; i < 9; i++) *parts[i] = space + i * n;
    rt_get_states(rt, f->base.y);
    f->h = o->fixed_step > 0 ? o->fixed_step : o->interval;
    f->origin = f->base.t0 = f->base.t1 = rt->ev.env.v[0];
    f->tolerance = o->tolerance;
    if (f->method == RT_IMPLICIT_EULER) prepare_implicit(f);
    return &f->base;
}

/* ---- no states --------------------------------------------------------------------------------------------------- */

static int stateless_step(RtIntegrator *it, double tstop) {
    Fixed *f = (Fixed *)it;
    it->t0 = it->t1;
    it->t1 = next_instant(f, it->t0, tstop);
    return 0;
}

static void stateless_interpolate(RtIntegrator *it, double t, double *y) { (void)it, (void)t, (void)y; }

/* Goes from output point to output point; state events (relations of nonlinear functions of time)
 * are searched for in between as for any other method. */
RtIntegrator *rt_stateless_new(Runtime *rt, const RtOptions *o) {
    Fixed *f = (Fixed *)rt_fixed_new(rt, o, &(RtMethod){.name = "no states", .detail = RT_EULER});
    f->base.kind = RT_STATELESS;
    f->base.step = stateless_step;
    f->base.interpolate = stateless_interpolate;
    f->h = o->max_step > 0 && o->max_step < o->interval ? o->max_step : o->interval;
    return &f->base;
}
