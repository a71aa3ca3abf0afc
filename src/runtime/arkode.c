/* arkode.c - Runge-Kutta pairs with step control, explicit and diagonally implicit: ARKODE behind RtIntegrator.
 *
 * The implicit ones are L-stable and keep no past: they suit stiff models with many events, and oscillations that
 * backward differentiation damps or cannot follow.
 */
#include "runtime/runtime_impl.h"

#include <arkode/arkode_arkstep.h>
#include <limits.h>
#include <nvector/nvector_serial.h>

enum { INTERPOLATED = 5 }; /* order of ARKODE's interpolation */

typedef struct {
    RtIntegrator base;
    SUNContext sun;
    void *mem;
    N_Vector y, work;
    RtCorrector corrector; /* implicit methods */
    bool implicit;
    double tolerance;
    double retried_at, first_step;
    long past_errors, past_conv;
    /* Of methods whose order is above that of ARKODE's interpolation (else NULL): between the ends of a step the state
     * is that of a shorter step from its beginning. */
    ARKodeButcherTable table;
    double *y0, *slopes, *stage; /* at the beginning of the last step; by stages; where one is evaluated */
} Arkode;

static int rhs(realtype t, N_Vector y, N_Vector dy, void *data) {
    Arkode *a = data;
    return rt_rhs(a->base.rt, t, N_VGetArrayPointer(y), N_VGetArrayPointer(dy));
}

static int jacobian(realtype t, N_Vector y, N_Vector fy, SUNMatrix m, void *data, N_Vector w1, N_Vector w2,
                    N_Vector w3) {
    (void)fy, (void)w1, (void)w2, (void)w3;
    Arkode *a = data;
    if (rt_jacobian_values(a->base.rt, t, N_VGetArrayPointer(y), a->corrector.values)) return 1;
    rt_corrector_put(&a->corrector, m, 0);
    return 0;
}

/* One-step methods need no stricter first steps. */
static int weights(N_Vector y, N_Vector w, void *data) {
    Arkode *a = data;
    rt_weights(a->base.rt, a->tolerance, RT_NOT_FRESH, N_VGetArrayPointer(y), N_VGetArrayPointer(w));
    return 0;
}

/* ---- stepping ---------------------------------------------------------------------------------------------------- */

static void keep_counts(Arkode *a) {
    long errors = 0, conv = 0;
    ARKStepGetNumErrTestFails(a->mem, &errors);
    ARKStepGetNumStepSolveFails(a->mem, &conv);
    a->past_errors += errors;
    a->past_conv += conv;
}

static void restart(RtIntegrator *it, double t, const double *y) {
    Arkode *a = (Arkode *)it;
    double *to = N_VGetArrayPointer(a->y);
    if (y != to) memcpy(to, y, it->rt->nstates * sizeof *y);
    keep_counts(a);
    ARKStepReInit(a->mem, a->implicit ? NULL : rhs, a->implicit ? rhs : NULL, t, a->y);
    it->t0 = it->t1 = t;
}

static void resume(RtIntegrator *it) {
    Arkode *a = (Arkode *)it;
    ARKStepReInit(a->mem, a->implicit ? NULL : rhs, a->implicit ? rhs : NULL, it->t1, a->y);
}

static int step_failed(Arkode *a, int code) {
    double h = 0;
    ARKStepGetCurrentStep(a->mem, &h);
    bool evaluation = code == ARK_RHSFUNC_FAIL || code == ARK_FIRST_RHSFUNC_ERR || code == ARK_REPTD_RHSFUNC_ERR ||
                      code == ARK_UNREC_RHSFUNC_ERR;
    const char *why = code == ARK_ERR_FAILURE    ? "the error test fails again and again"
                      : code == ARK_CONV_FAILURE ? "the corrector does not converge"
                      : code == ARK_TOO_MUCH_ACC ? "the tolerance is too small"
                                                 : a->base.message;
    return rt_step_failed(&a->base, evaluation, h, why,
                          rt_worst_state(&a->base, a->mem, a->y, ARKStepGetErrWeights, ARKStepGetEstLocalErrors));
}

static int step(RtIntegrator *it, double tstop) {
    Arkode *a = (Arkode *)it;
    double t = it->t1;
    if (a->table) memcpy(a->y0, it->y, it->rt->nstates * sizeof *it->y);
    for (;;) {
        it->rt->failure.kind = RT_FAIL_NONE;
        it->rt->failure.text.n = 0;
        ARKStepSetStopTime(a->mem, tstop);
        int code = ARKStepEvolve(a->mem, tstop, a->y, &t, ARK_ONE_STEP);
        if (code >= 0) break;
        if (a->retried_at == it->t1 || code == ARK_ILL_INPUT) return step_failed(a, code);
        a->retried_at = it->t1; /* once more from the last good point with a small step */
        restart(it, it->t1, it->y);
        ARKStepSetInitStep(a->mem, fmin(rt_careful_step(it, it->t1), tstop - it->t1));
    }
    if (a->retried_at == it->t1) ARKStepSetInitStep(a->mem, a->first_step);
    if (rt_stands_still(it, t)) return it->rt->failure.kind != RT_FAIL_NONE ? -1 : step_failed(a, ARK_ERR_FAILURE);
    it->t0 = it->t1;
    it->t1 = t;
    it->y = N_VGetArrayPointer(a->y);
    return 0;
}

static bool shorter_step(Arkode *a, double t, double *y) {
    Runtime *rt = a->base.rt;
    const ARKodeButcherTable b = a->table;
    uint32_t n = rt->nstates;
    double h = t - a->base.t0;
    for (int s = 0; s < b->stages; s++) {
        memcpy(a->stage, a->y0, n * sizeof *y);
        for (int k = 0; k < s; k++)
            for (uint32_t i = 0; b->A[s][k] != 0 && i < n; i++)
                a->stage[i] += h * b->A[s][k] * a->slopes[(size_t)k * n + i];
        if (rt_rhs(rt, a->base.t0 + b->c[s] * h, a->stage, a->slopes + (size_t)s * n)) return false;
    }
    memcpy(y, a->y0, n * sizeof *y);
    for (int s = 0; s < b->stages; s++)
        for (uint32_t i = 0; i < n; i++) y[i] += h * b->b[s] * a->slopes[(size_t)s * n + i];
    return true;
}

static void interpolate(RtIntegrator *it, double t, double *y) {
    Arkode *a = (Arkode *)it;
    if (t != it->t1 && a->table && shorter_step(a, t, y)) return;
    if (t != it->t1) {
        N_VSetArrayPointer(y, a->work);
        bool done = ARKStepGetDky(a->mem, t, 0, a->work) == ARK_SUCCESS;
        (void)N_VGetArrayPointer(a->work);
        if (done) return;
    }
    memcpy(y, it->y, it->rt->nstates * sizeof *y);
}

static void count(RtIntegrator *it) {
    Arkode *a = (Arkode *)it;
    keep_counts(a);
    rt_count_rejected(it->rt, a->past_errors, a->past_conv);
}

static void release(RtIntegrator *it) {
    Arkode *a = (Arkode *)it;
    ARKStepFree(&a->mem);
    rt_corrector_free(&a->corrector);
    if (a->table) ARKodeButcherTable_Free(a->table);
    base_realloc(a->y0, 0);
    N_VDestroy(a->y);
    N_VDestroy(a->work);
    SUNContext_Free(&a->sun);
    base_realloc(it->y, 0);
    base_realloc(a, 0);
}

/* ---- making it --------------------------------------------------------------------------------------------------- */

static void set_limits(Arkode *a, const RtOptions *o) {
    ARKStepSetErrHandlerFn(a->mem, rt_keep_message, a);
    ARKStepSetUserData(a->mem, a);
    ARKStepSetMaxNumSteps(a->mem, -1);
    ARKStepSetMaxErrTestFails(a->mem, 20);
    ARKStepSetMaxConvFails(a->mem, 20);
    if (o->max_step > 0) ARKStepSetMaxStep(a->mem, o->max_step);
    if (o->min_step > 0) ARKStepSetMinStep(a->mem, o->min_step);
    a->first_step = o->first_step > 0 ? o->first_step : 0;
    if (a->first_step > 0) ARKStepSetInitStep(a->mem, a->first_step);
}

static void make_implicit(Arkode *a) {
    Runtime *rt = a->base.rt;
    rt_corrector_init(&a->corrector, &rt->jacobian, rt->nstates, a->sun);
    ARKStepSetLinearSolver(a->mem, a->corrector.linear, a->corrector.matrix);
    if (a->corrector.values) ARKStepSetJacFn(a->mem, jacobian);
    ARKStepSetNonlinConvCoef(a->mem, 0.01); /* what the stages leave undone adds to the error unseen */
    /* A rate of convergence remembered from other steps would accept the first iterate made with factors of another
     * step width, as after a step that ends at a point of output. */
    ARKStepSetNonlinCRDown(a->mem, 1.0);
    ARKStepSetMaxNonlinIters(a->mem, 8);
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
    uint32_t n = rt->nstates;
    a->base = (RtIntegrator){.rt = rt,
                             .name = method->name,
                             .has_past = true,
                             .exact_points = implicit,
                             .step = step,
                             .interpolate = interpolate,
                             .restart = restart,
                             .count = count,
                             .free = release,
                             .resume = resume,
                             .kept = &a->implicit,
                             .kept_size = offsetof(Arkode, table) - offsetof(Arkode, implicit)};
    a->implicit = implicit;
    a->tolerance = a->implicit ? 0.3 * o->tolerance : o->tolerance;
    a->base.y = base_realloc(NULL, (n + 1) * sizeof(double));
    rt_get_states(rt, a->base.y);
    a->retried_at = NAN;
    SUNContext_Create(NULL, &a->sun);
    a->y = N_VMake_Serial(n, a->base.y, a->sun);
    rt_fast_vector(a->y); /* clones inherit it */
    a->work = N_VCloneEmpty(a->y);
    a->mem = ARKStepCreate(a->implicit ? NULL : rhs, a->implicit ? rhs : NULL, rt->env.v[0], a->y, a->sun);
    ARKStepWFtolerances(a->mem, weights);
    set_limits(a, o);
    if (a->implicit) {
        make_implicit(a);
        a->base.lu = &a->corrector.lu;
        a->corrector.lu.klu.keep = rt->savable;
    }
    ARKStepSetTableNum(a->mem, a->implicit ? method->detail : ARKODE_DIRK_NONE,
                       a->implicit ? ARKODE_ERK_NONE : method->detail);
    if (!implicit) keep_table(a, (ARKODE_ERKTableID)method->detail, n);
    a->base.t0 = a->base.t1 = rt->env.v[0];
    return &a->base;
}
