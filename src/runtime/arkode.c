/* arkode.c - Runge-Kutta pairs with step control, explicit and diagonally implicit: ARKODE behind RtIntegrator.
 *
 * The implicit ones are L-stable and keep no past: they suit stiff models with many events, and oscillations that
 * backward differentiation damps or cannot follow.
 */
#include "runtime/sundials_impl.h"

#include <arkode/arkode_arkstep.h>

enum { INTERPOLATED = 5 }; /* order of ARKODE's interpolation */

typedef struct {
    RtSundials base;
    bool implicit;
    /* Of methods whose order is above that of ARKODE's interpolation (else NULL): between the ends of a step the state
     * is that of a shorter step from its beginning. */
    ARKodeButcherTable table;
    double *y0, *slopes, *stage; /* at the beginning of the last step; by stages; where one is evaluated */
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
    if (a->table) memcpy(a->y0, it->y, a->base.n * sizeof *it->y);
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

static void interpolate(RtIntegrator *it, double t, double *y) {
    Arkode *a = (Arkode *)it;
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

static void keep_table(Arkode *a, ARKODE_ERKTableID which, uint32_t n) {
    a->table = ARKodeButcherTable_LoadERK(which);
    if (a->table && a->table->q <= INTERPOLATED) ARKodeButcherTable_Free(a->table), a->table = NULL;
    if (!a->table) return;
    a->y0 = base_realloc(NULL, ((size_t)a->table->stages + 2) * (n + 1) * sizeof(double));
    a->stage = a->y0 + n;
    a->slopes = a->stage + n;
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
    if (!implicit) keep_table(a, (ARKODE_ERKTableID)method->detail, rt->states.n);
    return &s->base;
}
