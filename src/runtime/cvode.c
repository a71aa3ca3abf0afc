/* cvode.c - variable order, variable step: CVODE's BDF and Adams methods behind RtIntegrator.
 *
 * BDF uses the analytic Jacobian, sparse with KLU where that pays, else dense.  Adams iterates
 * without one.
 */
#include "runtime/runtime_impl.h"

#include <cvode/cvode.h>
#include <cvode/cvode_ls.h>
#include <nvector/nvector_serial.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

/* Part of a step's tolerance that the corrector may leave.  CVODE's own tenth shows in the error test where a model is
 * at rest or has kinks: steps stay small, and what only ever counts one way (heat that comes with a flow back) adds
 * up. */
static const double CORRECTED = 0.01;
enum { MOST_CORRECTIONS = 4 };

typedef struct {
    RtIntegrator base;
    SUNContext sun;
    void *mem;
    N_Vector y, work;
    RtCorrector corrector;
    SUNNonlinearSolver fixed_point;
    double tolerance;
    int fresh;                               /* steps since the last restart */
    double first_step;                       /* given by the user, or 0 */
    double retried_at;                       /* time of the last restart after a failure */
    long past_errors, past_steps, past_conv; /* counters before the last CVodeReInit */
} Cvode;

static int rhs(realtype t, N_Vector y, N_Vector dy, void *data) {
    Cvode *c = data;
    return rt_rhs(c->base.rt, t, N_VGetArrayPointer(y), N_VGetArrayPointer(dy));
}

static int jacobian(realtype t, N_Vector y, N_Vector fy, SUNMatrix m, void *data, N_Vector a, N_Vector b, N_Vector d) {
    (void)fy, (void)a, (void)b, (void)d;
    Cvode *c = data;
    if (rt_jacobian_values(c->base.rt, t, N_VGetArrayPointer(y), c->corrector.values)) return 1;
    rt_corrector_put(&c->corrector, m, 0);
    return 0;
}

static int weights(N_Vector y, N_Vector w, void *data) {
    Cvode *c = data;
    rt_weights(c->base.rt, c->tolerance, rt_freshness(&c->base, c->fresh), N_VGetArrayPointer(y),
               N_VGetArrayPointer(w));
    return 0;
}

/* ---- stepping ---------------------------------------------------------------------------------------------------- */

static int step_failed(Cvode *c, int code) {
    double h = 0;
    CVodeGetCurrentStep(c->mem, &h);
    bool evaluation = code == CV_RHSFUNC_FAIL || code == CV_FIRST_RHSFUNC_ERR || code == CV_REPTD_RHSFUNC_ERR ||
                      code == CV_UNREC_RHSFUNC_ERR;
    const char *why = code == CV_ERR_FAILURE    ? "the error test fails again and again"
                      : code == CV_CONV_FAILURE ? "the corrector does not converge"
                      : code == CV_TOO_MUCH_ACC ? "the tolerance is too small"
                                                : c->base.message;
    return rt_step_failed(&c->base, evaluation, h, why,
                          rt_worst_state(&c->base, c->mem, c->y, CVodeGetErrWeights, CVodeGetEstLocalErrors));
}

static void keep_counts(Cvode *c) {
    long errors = 0, conv = 0, steps = 0;
    CVodeGetNumErrTestFails(c->mem, &errors);
    CVodeGetNumNonlinSolvConvFails(c->mem, &conv);
    CVodeGetNumSteps(c->mem, &steps);
    c->past_errors += errors;
    c->past_conv += conv;
    c->past_steps += steps;
}

static void restart(RtIntegrator *it, double t, const double *y) {
    Cvode *c = (Cvode *)it;
    double *to = N_VGetArrayPointer(c->y);
    if (y != to) memcpy(to, y, it->rt->nstates * sizeof *y);
    keep_counts(c);
    c->fresh = 0;
    rt_forget_strain(it);
    CVodeReInit(c->mem, t, c->y);
    it->t0 = it->t1 = t;
}

static void resume(RtIntegrator *it) {
    Cvode *c = (Cvode *)it;
    CVodeReInit(c->mem, it->t1, c->y);
}

static long refused(const Cvode *c) {
    long errors = 0, conv = 0;
    CVodeGetNumErrTestFails(c->mem, &errors);
    CVodeGetNumNonlinSolvConvFails(c->mem, &conv);
    return c->past_errors + c->past_conv + errors + conv;
}

static int step(RtIntegrator *it, double tstop) {
    Cvode *c = (Cvode *)it;
    double t = it->t1;
    for (;;) {
        it->rt->failure.kind = RT_FAIL_NONE;
        it->rt->failure.text.n = 0;
        CVodeSetStopTime(c->mem, tstop);
        int code = CVode(c->mem, tstop, c->y, &t, CV_ONE_STEP);
        if (code >= 0) break;
        if (c->retried_at == it->t1 || code == CV_ILL_INPUT) return step_failed(c, code);
        c->retried_at = it->t1; /* once more from the last good point, with order one and a small step */
        restart(it, it->t1, it->y);
        CVodeSetInitStep(c->mem, fmin(rt_careful_step(it, it->t1), tstop - it->t1));
    }
    if (c->retried_at == it->t1) CVodeSetInitStep(c->mem, c->first_step);
    if (rt_stands_still(it, t)) return it->rt->failure.kind != RT_FAIL_NONE ? -1 : step_failed(c, CV_ERR_FAILURE);
    it->t0 = it->t1;
    it->t1 = t;
    it->y = N_VGetArrayPointer(c->y);
    c->fresh++;
    rt_watch_strain(it, refused(c));
    return 0;
}

static void interpolate(RtIntegrator *it, double t, double *y) {
    Cvode *c = (Cvode *)it;
    if (t == it->t1) {
        memcpy(y, it->y, it->rt->nstates * sizeof *y);
        return;
    }
    N_VSetArrayPointer(y, c->work);
    if (CVodeGetDky(c->mem, t, 0, c->work) != CV_SUCCESS) memcpy(y, it->y, it->rt->nstates * sizeof *y);
    else (void)N_VGetArrayPointer(c->work);
}

static void count(RtIntegrator *it) {
    Cvode *c = (Cvode *)it;
    keep_counts(c);
    rt_count_rejected(it->rt, c->past_errors, c->past_conv);
}

static void release(RtIntegrator *it) {
    Cvode *c = (Cvode *)it;
    CVodeFree(&c->mem);
    if (c->fixed_point) SUNNonlinSolFree(c->fixed_point);
    rt_corrector_free(&c->corrector);
    N_VDestroy(c->y);
    N_VDestroy(c->work);
    SUNContext_Free(&c->sun);
    base_realloc(it->y, 0);
    base_realloc(c, 0);
}

/* ---- making it --------------------------------------------------------------------------------------------------- */

static void choose_linear_solver(Cvode *c) {
    Runtime *rt = c->base.rt;
    RtCorrector *k = &c->corrector;
    rt_corrector_init(k, &rt->jacobian, rt->nstates, c->sun);
    CVodeSetLinearSolver(c->mem, k->linear, k->matrix);
    if (k->values) CVodeSetJacFn(c->mem, jacobian);
    c->base.name = k->lu.kind == RT_LU_BAND ? "cvode (band)"
                   : k->sparse              ? "cvode (klu)"
                   : k->values              ? "cvode (dense)"
                                            : "cvode (dense, differences)";
}

static void set_limits(Cvode *c, const RtOptions *o) {
    CVodeSetErrHandlerFn(c->mem, rt_keep_message, c);
    CVodeSetUserData(c->mem, c);
    CVodeSetMaxNumSteps(c->mem, -1);
    CVodeSetMaxHnilWarns(c->mem, -1);
    CVodeSetMaxErrTestFails(c->mem, 20);
    CVodeSetMaxConvFails(c->mem, 20);
    if (o->max_step > 0) CVodeSetMaxStep(c->mem, o->max_step);
    if (o->min_step > 0) CVodeSetMinStep(c->mem, o->min_step);
    c->first_step = o->first_step > 0 ? o->first_step : 0;
    if (c->first_step > 0) CVodeSetInitStep(c->mem, c->first_step);
}

RtIntegrator *rt_cvode_new(Runtime *rt, const RtOptions *o, bool adams) {
    Cvode *c = base_realloc(NULL, sizeof *c);
    memset(c, 0, sizeof *c);
    uint32_t n = rt->nstates;
    c->base = (RtIntegrator){.rt = rt,
                             .has_past = true,
                             .step = step,
                             .interpolate = interpolate,
                             .restart = restart,
                             .count = count,
                             .free = release,
                             .resume = resume,
                             .kind = adams ? RT_ADAMS : RT_CVODE,
                             .kept = &c->tolerance,
                             .kept_size = sizeof *c - offsetof(Cvode, tolerance)};
    c->base.y = base_realloc(NULL, (n + 1) * sizeof(double));
    rt_get_states(rt, c->base.y);
    c->tolerance = 0.3 * o->tolerance; /* errors of steps add up: a run shall come near its tolerance */
    c->retried_at = NAN;
    SUNContext_Create(NULL, &c->sun);
    c->y = N_VMake_Serial(n, c->base.y, c->sun);
    rt_fast_vector(c->y); /* clones inherit it */
    c->work = N_VCloneEmpty(c->y);
    c->mem = CVodeCreate(adams ? CV_ADAMS : CV_BDF, c->sun);
    CVodeInit(c->mem, rhs, rt->env.v[0], c->y);
    CVodeWFtolerances(c->mem, weights);
    set_limits(c, o);
    if (adams) {
        c->fixed_point = SUNNonlinSol_FixedPoint(c->y, 0, c->sun);
        CVodeSetNonlinearSolver(c->mem, c->fixed_point);
        c->base.name = "cvode-adams (fixed point)";
    } else {
        choose_linear_solver(c);
        c->base.lu = &c->corrector.lu;
        c->corrector.lu.klu.keep = rt->savable;
        CVodeSetNonlinConvCoef(c->mem, CORRECTED);
        CVodeSetMaxNonlinIters(c->mem, MOST_CORRECTIONS);
    }
    c->base.t0 = c->base.t1 = rt->env.v[0];
    return &c->base;
}
