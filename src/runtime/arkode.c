/* arkode.c - Runge-Kutta pairs with step control, explicit and diagonally implicit: ARKODE behind RtIntegrator.
 *
 * The implicit ones are L-stable and keep no past: they suit stiff models with many events, and oscillations that
 * backward differentiation damps or cannot follow.
 */
#include "runtime/sundials_impl.h"

#include <arkode/arkode_arkstep.h>

/* Order of ARKODE's interpolation: one less than that of the method, and at most this.  Methods below order four are
 * interpolated here: what a straight line or a parabola says of a long step is of no use for events. */
enum { INTERPOLATED = 5, CUBIC_BELOW = 4 };

typedef struct {
    RtSundials base;
    bool implicit;
    /* Of methods whose order is above that of ARKODE's interpolation (else NULL): between the ends of a step the state
     * is that of a shorter step from its beginning. */
    ARKodeButcherTable table;
    bool cubic;                  /* it is the cubic polynomial with values and derivatives of both ends */
    double *y0, *slopes, *stage; /* at the beginning of the last step; by stages, or at both ends; where one is
                                    evaluated */
    double sloped;               /* cubic: end of the step that slopes belong to */
} Arkode;

static int advance(RtSundials *s, double tstop, double *t) {
    return ARKStepEvolve(s->mem, tstop, s->y, t, ARK_ONE_STEP);
}

static int again(RtSundials *s, double t) {
    bool implicit = ((Arkode *)s)->implicit;
    return ARKStepReInit(s->mem, implicit ? NULL : rt_sundials_rhs, implicit ? rt_sundials_rhs : NULL, t, s->y);
}

static const RtPackage package = {RT_PACKAGE(ARKStep), .get_corrector_fails = ARKStepGetNumStepSolveFails,
                                  .advance = advance, .again = again};

static int step(RtIntegrator *it, double tstop) {
    Arkode *a = (Arkode *)it;
    if (a->y0) memcpy(a->y0, it->y, a->base.n * sizeof *it->y);
    return rt_sundials_step(it, tstop);
}

static bool shorter_step(Arkode *a, double t, double *y) {
    Runtime *rt = a->base.base.rt;
    const ARKodeButcherTable b = a->table;
    uint32_t n = rt->states.n;
    double h = t - a->base.base.t0;
    for (int s = 0; s < b->stages; s++) {
        memcpy(a->stage, a->y0, n * sizeof *y);
        for (int k = 0; k < s; k++)
            for (uint32_t i = 0; b->A[s][k] != 0 && i < n; i++)
                a->stage[i] += h * b->A[s][k] * a->slopes[(size_t)k * n + i];
        if (rt_rhs(rt, a->base.base.t0 + b->c[s] * h, a->stage, a->slopes + (size_t)s * n)) return false;
    }
    memcpy(y, a->y0, n * sizeof *y);
    for (int s = 0; s < b->stages; s++)
        for (uint32_t i = 0; i < n; i++) y[i] += h * b->b[s] * a->slopes[(size_t)s * n + i];
    return true;
}

static bool cubic(Arkode *a, double t, double *y) {
    const RtIntegrator *it = &a->base.base;
    Runtime *rt = it->rt;
    uint32_t n = rt->states.n;
    const double *f0 = a->slopes, *f1 = a->slopes + n;
    if (a->sloped != it->t1) {
        a->sloped = NAN;
        if (rt_rhs(rt, it->t0, a->y0, a->slopes) || rt_rhs(rt, it->t1, it->y, a->slopes + n)) return false;
        a->sloped = it->t1;
    }
    double h = it->t1 - it->t0, s = (t - it->t0) / h, part = s * s * (3 - 2 * s);
    for (uint32_t i = 0; i < n; i++)
        y[i] = a->y0[i] + part * (it->y[i] - a->y0[i]) + s * (1 - s) * h * ((1 - s) * f0[i] - s * f1[i]);
    return true;
}

static void interpolate(RtIntegrator *it, double t, double *y) {
    Arkode *a = (Arkode *)it;
    if (a->cubic && t != it->t1 && it->t1 > it->t0 && cubic(a, t, y)) return;
    if (t == it->t1 || !a->table || !shorter_step(a, t, y)) rt_sundials_interpolate(it, t, y);
}

static void release(RtIntegrator *it) {
    Arkode *a = (Arkode *)it;
    if (a->table) ARKodeButcherTable_Free(a->table);
    base_realloc(a->y0, 0);
    rt_sundials_release(it);
}

static void make_implicit(RtSundials *s, const char *name) {
    rt_sundials_matrix(s, &s->base.rt->jacobian, (const char *const[]){name, name, name, name});
    if (s->corrector.values) ARKStepSetJacFn(s->mem, rt_sundials_jacobian);
    ARKStepSetNonlinConvCoef(s->mem, 0.01); /* what the stages leave undone adds to the error unseen */
    /* A rate of convergence remembered from other steps would accept the first iterate made with factors of another
     * step width, as after a step that ends at a point of output. */
    ARKStepSetNonlinCRDown(s->mem, 1.0);
    ARKStepSetMaxNonlinIters(s->mem, 8);
}

/* Room for the state at the beginning of a step, where that is wanted. */
static void keep_beginning(Arkode *a, size_t vectors, uint32_t n) {
    if (!a->table && !a->cubic) return;
    a->y0 = base_realloc(NULL, vectors * (n + 1) * sizeof(double));
    a->stage = a->y0 + n;
    a->slopes = a->stage + n;
    a->sloped = NAN;
}

static void keep_implicit(Arkode *a, ARKODE_DIRKTableID which, uint32_t n) {
    ARKodeButcherTable table = ARKodeButcherTable_LoadDIRK(which);
    a->cubic = table && table->q < CUBIC_BELOW;
    if (table) ARKodeButcherTable_Free(table);
    keep_beginning(a, 4, n);
}

static void keep_table(Arkode *a, ARKODE_ERKTableID which, uint32_t n) {
    a->table = ARKodeButcherTable_LoadERK(which);
    a->cubic = a->table && a->table->q < CUBIC_BELOW;
    size_t vectors = a->cubic ? 4 : a->table ? (size_t)a->table->stages + 2 : 0;
    if (a->table && a->table->q <= INTERPOLATED) ARKodeButcherTable_Free(a->table), a->table = NULL;
    keep_beginning(a, vectors, n);
}

RtIntegrator *rt_arkode_new(Runtime *rt, const RtOptions *o, const RtMethod *method) {
    bool implicit = method->detail >= ARKODE_MIN_DIRK_NUM && method->detail <= ARKODE_MAX_DIRK_NUM;
    Arkode *a = base_realloc(NULL, sizeof *a);
    memset(a, 0, sizeof *a);
    RtSundials *s = &a->base;
    s->package = &package;
    s->one_step = true;
    a->implicit = implicit;
    rt_sundials_init(s, rt, o, rt->states.n, sizeof *s - offsetof(RtSundials, tolerance), implicit ? 0.3 : 1);
    s->base.name = method->name;
    s->base.exact_points = implicit;
    s->base.step = step;
    s->base.interpolate = interpolate;
    s->base.free = release;
    s->mem = ARKStepCreate(implicit ? NULL : rt_sundials_rhs, implicit ? rt_sundials_rhs : NULL, rt->ev.env.v[0], s->y,
                           s->sun);
    rt_sundials_limits(s, o);
    if (implicit) make_implicit(s, method->name);
    ARKStepSetTableNum(s->mem, implicit ? method->detail : ARKODE_DIRK_NONE,
                       implicit ? ARKODE_ERK_NONE : method->detail);
    if (implicit) keep_implicit(a, (ARKODE_DIRKTableID)method->detail, rt->states.n);
    else keep_table(a, (ARKODE_ERKTableID)method->detail, rt->states.n);
    return &s->base;
}
