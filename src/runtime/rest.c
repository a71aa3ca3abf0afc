/* rest.c - a point where nothing changes: all derivatives zero, and what else is asked to have a value.
 *
 * Before: the run is initialised, and not begun.  Unknowns are the states and what is set free (inputs, parameters);
 * equations say that derivatives are zero and that some variables have given values.  The ways are tried in turn, each
 * from the initial point: Newton; the model's own homotopy; a ramp, where what is out of balance at the start is taken
 * away step by step (of a network that starts at zero these are its sources); and pseudo-transient continuation, the
 * model's own motion with time standing still and steps that grow (Kelley and Keyes 1998).
 *
 * Relations are held while a way is tried, and looked at again at its end.
 */
#include "runtime/runtime_impl.h"

extern void dgesv_(const int *n, const int *nrhs, double *a, const int *lda, int *ipiv, double *b, const int *ldb,
                   int *info);
extern void dgelsy_(const int *m, const int *n, const int *nrhs, double *a, const int *lda, double *b, const int *ldb,
                    int *jpvt, const double *rcond, int *rank, double *work, const int *lwork, int *info);

enum { ITERATIONS = 60, ROUNDS = 30, STEPS = 2000 };

typedef struct {
    Runtime *rt;
    const RtTrim *trim;
    uint32_t n;     /* unknowns, and equations */
    MdVar *unknown; /* states that must rest first */
    MdVar *row;     /* what the equations are about: derivatives, fixed variables */
    double *scale;  /* of unknowns */
    double *z, *f, *step, *trial, *trial_f;
    double *jacobian, *factor; /* by columns */
    double *start_f;           /* out of balance at the start of a ramp */
    double left;               /* part of it that is still there */
    double damping;            /* 1/h of the pseudo-transient; 0: none */
    double *from;              /* states at the beginning of its step */
    uint32_t nrest;            /* rows that are derivatives */
    bool singular;             /* the last matrix was */
    int *pivot;
} Rest;

/* ---- equations --------------------------------------------------------------------------------------------------- */

static void put(Rest *s, const double *z) {
    for (uint32_t i = 0; i < s->n; i++) {
        RtSource at = rt_resolve(s->rt, s->unknown[i]);
        s->rt->ev.env.v[at.var] = at.sign > 0 ? z[i] : -z[i];
    }
}

/* Parameters that are free change what is computed of them. */
static bool evaluate(Rest *s, const double *z, double *f) {
    Runtime *rt = s->rt;
    put(s, z);
    rt->ev.stamp++;
    rt->ev.asserts = RT_TENTATIVE;
    bool ok = true;
    if (s->trim->parameters) {
        rt->ev.parameter_stamp++;
        ok = rt_eval(rt, rt->code->parameters);
        put(s, z);
    }
    ok = ok && rt_eval(rt, rt->code->ode) && (s->n == s->nrest || rt_eval(rt, rt->code->output));
    for (uint32_t i = 0; ok && i < s->n; i++) {
        double value = rt_value(rt, s->row[i]);
        f[i] = i < s->nrest ? value : value - s->trim->value[i - s->nrest];
        if (s->start_f) f[i] -= s->left * s->start_f[i];
        if (s->damping > 0 && i < s->nrest) f[i] -= s->damping * (z[i] - s->from[i]);
        ok = isfinite(f[i]);
    }
    return ok;
}

static bool differentiate(Rest *s) {
    static const double one = 1;
    put(s, s->z);
    bool ok = true;
    for (uint32_t j = 0; ok && j < s->n; j++) {
        double *column = s->jacobian + (size_t)j * s->n;
        ok = rt_directional(s->rt, 1, &s->unknown[j], &one, s->n, s->row, column);
        if (s->damping > 0 && j < s->nrest) column[j] -= s->damping;
        for (uint32_t i = 0; ok && i < s->n; i++) {
            column[i] *= s->scale[j];
            ok = isfinite(column[i]);
        }
    }
    return ok;
}

/* step := -(jacobian)^-1 f, in scaled unknowns; of a singular one the shortest that comes nearest. */
static bool solve(Rest *s, const double *f, double *step) {
    int n = (int)s->n, one = 1, info = 0;
    size_t square = (size_t)n * (size_t)n;
    for (int i = 0; i < n; i++) step[i] = -f[i];
    memcpy(s->factor, s->jacobian, square * sizeof(double));
    for (int i = 0; i < n; i++) { /* rows of one size: singular means singular */
        double most = 0;
        for (int j = 0; j < n; j++) most = fmax(most, fabs(s->factor[i + (size_t)n * (size_t)j]));
        if (!(most > 0)) continue;
        for (int j = 0; j < n; j++) s->factor[i + (size_t)n * (size_t)j] /= most;
        step[i] /= most;
    }
    double *whole = rt_zeros(square + (size_t)n), *right = whole + square;
    memcpy(whole, s->factor, square * sizeof *whole);
    memcpy(right, step, (size_t)n * sizeof *right);
    dgesv_(&n, &one, s->factor, &n, s->pivot, step, &n, &info);
    double least = INFINITY, most = 0;
    for (int i = 0; i < n && info == 0; i++) {
        least = fmin(least, fabs(s->factor[i + (size_t)n * (size_t)i]));
        most = fmax(most, fabs(s->factor[i + (size_t)n * (size_t)i]));
    }
    s->singular = info != 0 || least < RT_SAFE_PIVOT * most;
    if (s->singular) {
        int rank, room = 8 * n + 64;
        double rcond = RT_RANK_AT_REST, *work = rt_zeros((size_t)room);
        int *order = base_realloc(NULL, (size_t)n * sizeof *order);
        memset(order, 0, (size_t)n * sizeof *order);
        memcpy(step, right, (size_t)n * sizeof *step);
        dgelsy_(&n, &n, &one, whole, &n, step, &n, order, &rcond, &rank, work, &room, &info);
        base_realloc(order, 0);
        base_realloc(work, 0);
    }
    base_realloc(whole, 0);
    return info == 0;
}

static double size_of(const Rest *s, const double *step) {
    double most = 0;
    for (uint32_t i = 0; i < s->n; i++) most = fmax(most, fabs(step[i]) / (1 + fabs(s->z[i]) / s->scale[i]));
    return most;
}

/* In a singular system a short correction may leave equations unfulfilled. */
static bool is_balanced(const Rest *s, const double *f) {
    for (uint32_t i = 0; i < s->n; i++) {
        double unit = 0;
        for (uint32_t j = 0; j < s->n; j++)
            unit += fabs(s->jacobian[i + (size_t)s->n * j]) * (1 + fabs(s->z[j]) / s->scale[j]);
        if (fabs(f[i]) > RT_AT_REST * unit + RT_ROUNDED * rt_nominal(s->rt, s->row[i])) return false;
    }
    return true;
}

/* Damped by the natural monotonicity test (Deuflhard 1974). */
static bool newton(Rest *s) {
    if (!evaluate(s, s->z, s->f)) return false;
    for (int k = 0; k < ITERATIONS; k++) {
        if (!differentiate(s) || !solve(s, s->f, s->step)) return false;
        double size = size_of(s, s->step), lambda = 1;
        if (size < RT_NO_CORRECTION) { /* the last digits */
            for (uint32_t i = 0; i < s->n; i++) s->z[i] += s->scale[i] * s->step[i];
            return is_balanced(s, s->f);
        }
        for (;; lambda /= 2) {
            if (lambda < RT_LEAST_LAMBDA) return false;
            for (uint32_t i = 0; i < s->n; i++) s->trial[i] = s->z[i] + lambda * s->scale[i] * s->step[i];
            double *next = s->trial_f + s->n;
            if (!evaluate(s, s->trial, s->trial_f) || !solve(s, s->trial_f, next)) continue;
            if (size_of(s, next) <= (1 - lambda / 4) * size || size_of(s, next) < RT_NO_CORRECTION) break;
        }
        memcpy(s->z, s->trial, s->n * sizeof *s->z);
        memcpy(s->f, s->trial_f, s->n * sizeof *s->f);
    }
    return false;
}

/* ---- the ways ---------------------------------------------------------------------------------------------------- */

static bool by_newton(Rest *s) { return newton(s); }

/* A parameter of the problem goes to 1 in steps that shrink where Newton fails. */
static bool follow(Rest *s, void (*set)(Rest *s, double part)) {
    double part = 0, step = 0.25, *good = rt_zeros(s->n);
    set(s, 0);
    bool ok = newton(s);
    while (ok && part < 1) {
        memcpy(good, s->z, s->n * sizeof *good);
        double next = fmin(1, part + step);
        set(s, next);
        if (newton(s)) {
            part = next;
            step *= 2;
            continue;
        }
        memcpy(s->z, good, s->n * sizeof *good);
        step *= 0.25;
        ok = step > RT_LEAST_RAMP;
    }
    set(s, 1);
    base_realloc(good, 0);
    return ok;
}

static void set_lambda(Rest *s, double part) { s->rt->ev.env.lambda = part; }

static bool by_homotopy(Rest *s) { return s->rt->model->homotopy && follow(s, set_lambda); }

static void set_left(Rest *s, double part) { s->left = 1 - part; }

static bool by_ramp(Rest *s) {
    double *out_of_balance = rt_zeros(s->n);
    bool ok = evaluate(s, s->z, out_of_balance);
    s->start_f = out_of_balance;
    ok = ok && follow(s, set_left);
    s->start_f = NULL;
    base_realloc(out_of_balance, 0);
    return ok;
}

/* How fast it goes, in nominal values a second. */
static double speed(const Rest *s, const double *f) {
    double most = 0;
    for (uint32_t i = 0; i < s->nrest; i++) most = fmax(most, fabs(f[i]) / (s->scale[i] + fabs(s->z[i])));
    return most;
}

static bool by_motion(Rest *s) {
    double *before = rt_zeros(s->n), h = 0, last;
    s->from = before;
    bool ok = evaluate(s, s->z, s->f), rests = false;
    last = ok ? speed(s, s->f) : 0;
    if (ok) h = last > 0 ? 0.01 / last : 1;
    for (int k = 0; ok && !rests && k < STEPS; k++) {
        memcpy(before, s->z, s->n * sizeof *before);
        s->damping = 1 / h;
        bool stepped = newton(s);
        s->damping = 0;
        if (!stepped || !evaluate(s, s->z, s->f)) {
            memcpy(s->z, before, s->n * sizeof *before);
            h /= 8;
            ok = h > RT_LEAST_PSEUDO;
            continue;
        }
        (void)rt_update_relations(s->rt, true);
        double now = speed(s, s->f);
        h *= now > 0 ? fmax(0.5, fmin(10, last / now * 1.5)) : 10;
        last = now;
        if (k % 4 == 3 || now == 0) {
            memcpy(before, s->z, s->n * sizeof *before);
            rests = newton(s);
            if (!rests) memcpy(s->z, before, s->n * sizeof *before);
        }
    }
    base_realloc(before, 0);
    return rests;
}

/* ---- all of it --------------------------------------------------------------------------------------------------- */

static bool moves(const RtTrim *t, MdVar state) {
    for (uint32_t i = 0; i < t->nmoving; i++)
        if (t->moving[i] == state) return true;
    return false;
}

static bool set_up(Rest *s, const RtTrim *t) {
    Runtime *rt = s->rt;
    uint32_t room = rt->states.n + t->nfree + t->nfixed + 1, k = 0;
    s->trim = t;
    s->unknown = base_realloc(NULL, room * sizeof *s->unknown);
    s->row = base_realloc(NULL, room * sizeof *s->row);
    for (uint32_t i = 0; i < rt->states.n; i++) {
        if (moves(t, rt->states.x[i])) continue;
        s->unknown[k] = rt->states.x[i];
        s->row[k++] = rt->model->states[i].dx;
    }
    s->nrest = k;
    s->n = k + t->nfree;
    for (uint32_t i = 0; i < t->nfree; i++) s->unknown[k + i] = t->free[i];
    for (uint32_t i = 0; i < t->nfixed; i++) s->row[k + i] = t->fixed[i];
    size_t n = s->n;
    double *all = rt_zeros(7 * n + 2 * n * n + 1);
    s->scale = all, s->z = all + n, s->f = all + 2 * n, s->step = all + 3 * n, s->trial = all + 4 * n;
    s->trial_f = all + 5 * n; /* two of them */
    s->jacobian = all + 7 * n, s->factor = s->jacobian + n * n;
    s->pivot = base_realloc(NULL, (n + 1) * sizeof *s->pivot);
    for (uint32_t i = 0; i < n; i++) s->scale[i] = rt_nominal(rt, s->unknown[i]);
    return t->nfree == t->nfixed;
}

static void tear_down(Rest *s) {
    base_realloc(s->unknown, 0);
    base_realloc(s->row, 0);
    base_realloc(s->scale, 0);
    base_realloc(s->pivot, 0);
}

/* One way from the initial point, until relations agree with what it found. */
static bool go(Rest *s, bool (*way)(Rest *s), const double *initial, size_t bytes) {
    memcpy(s->rt->ev.env.v, initial, bytes);
    for (uint32_t i = 0; i < s->n; i++) s->z[i] = rt_value(s->rt, s->unknown[i]);
    for (int k = 0; k < ROUNDS; k++) {
        if (!(k == 0 ? way(s) : newton(s)) || !evaluate(s, s->z, s->f)) return false;
        if (!rt_update_relations(s->rt, true)) return true;
    }
    return false;
}

/* What is most out of balance where the last way, the model's own motion, has led. */
static RtStatus refuse(Rest *s) {
    Runtime *rt = s->rt;
    uint32_t worst = 0;
    double most = -1;
    (void)evaluate(s, s->z, s->f);
    for (uint32_t i = 0; i < s->n; i++) {
        double out = fabs(s->f[i]) / (i < s->nrest ? s->scale[i] : rt_nominal(rt, s->row[i]));
        if (out > most) most = out, worst = i;
    }
    MdVar v = worst < s->nrest ? s->unknown[worst] : s->row[worst];
    Text value = {0};
    rt_add_value(rt, s->row[worst], s->f[worst], &value);
    Diag *d = base_error(rt->ctx, "RT0044", rt_origin_span(rt, rt->model->vars[v].origin),
                         "no point of rest was found by Newton, %sramp or pseudo-transient: %s%s stays %s",
                         rt->model->homotopy ? "homotopy, " : "", rt_var_name(rt, s->row[worst]),
                         worst < s->nrest ? "" : " - value", base_text_str(&value));
    base_text_free(&value);
    rt_add_component(rt, d, v);
    base_hint(rt->ctx, d,
              s->singular ? "the equations leave something undetermined or contradict each other: a state that "
                            "integrates can be let move"
                          : "give start values nearer to it");
    return RT_INIT_FAILED;
}

RtStatus rt_rest(Runtime *rt, const RtTrim *trim, const char **method) {
    static const struct {
        const char *name;
        bool (*way)(Rest *s);
    } ways[] = {{"Newton", by_newton}, {"homotopy", by_homotopy}, {"ramp", by_ramp}, {"pseudo-transient", by_motion}};
    static const RtTrim nothing = {0};
    Rest s = {.rt = rt};
    *method = NULL;
    if (!set_up(&s, trim ? trim : &nothing)) {
        base_error(rt->ctx, "RT0045", (Span){0}, "%u variables are given values, but %u are free to give them",
                   trim->nfixed, trim->nfree);
        tear_down(&s);
        return RT_FILE;
    }
    size_t bytes = rt->nvars * sizeof(double);
    double *initial = rt_zeros(rt->nvars);
    memcpy(initial, rt->ev.env.v, bytes);
    for (size_t k = 0; k < sizeof ways / sizeof *ways && !*method; k++)
        if (go(&s, ways[k].way, initial, bytes)) *method = ways[k].name;
    RtStatus status = *method ? RT_OK : refuse(&s);
    if (status == RT_OK) {
        for (uint32_t i = 0; i < s.trim->nfree; i++) { /* values given from outside, from now on */
            RtSource at = rt_resolve(rt, s.trim->free[i]);
            if (rt->model->vars[at.var].kind == MD_KIND_PARAMETER) rt->input.given[at.var] = 1;
        }
        if (!rt_event_iteration(rt, true)) {
            rt_report_failure(rt, "RT0041", "the point of rest is not consistent", RT_IN_INITIAL);
            status = RT_INIT_FAILED;
        }
        rt_systems_accept(rt);
    }
    base_realloc(initial, 0);
    tear_down(&s);
    return status;
}
