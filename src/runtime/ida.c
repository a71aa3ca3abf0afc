/* ida.c - variable order, variable step on the DAE form: IDA's BDF behind RtIntegrator.
 *
 * Unknowns are the states and the iteration variables of kept systems (daeform.c); the Jacobian is sparse
 * and analytic.  Only states take part in the error test: algebraic unknowns are solved to the tolerance of
 * the corrector, and at every point that anybody sees (output, crossings, events) the systems are solved to
 * the last digit from there.  A restart begins at values that the event iteration made consistent.
 */
#include "runtime/runtime_impl.h"

#include <ida/ida.h>
#include <ida/ida_ls.h>
#include <nvector/nvector_serial.h>

enum {
    KEEP_JACOBIAN = 40,
    MOST_CORRECTIONS = 7, /* kept systems are nonlinear: an iteration more is cheaper than a smaller step */
};

typedef struct {
    RtIntegrator base;
    SUNContext sun;
    void *mem;
    N_Vector y, yp, work;
    RtCorrector corrector; /* its values: dF/dy without the part of y' */
    double tolerance;
    int fresh;                   /* steps since the last restart */
    double first_step;           /* given by the user, or 0 */
    double retried_at;           /* time of the last restart after a failure */
    double made_at;              /* time at which the matrix was last asked for; NAN: values are not there */
    int made_step;               /* value of `fresh` when values were computed */
    long made_failures;          /* failures of the corrector when the matrix was last asked for */
    long past_errors, past_conv; /* counters before the last IDAReInit */
    long seen_failures;          /* of the corrector, at the end of the last step */
    double failures;             /* of the corrector for a step, an average of the last fifty or so */
} Ida;

static int residual(realtype t, N_Vector y, N_Vector yp, N_Vector r, void *data) {
    Ida *c = data;
    return rt_form_residual(c->base.rt, t, N_VGetArrayPointer(y), N_VGetArrayPointer(yp), N_VGetArrayPointer(r));
}

/* ---- the matrix ----------------------------------------------------------------------------------
 * dF/dy + cj dF/dy' = (cj I - df/dx, -df/dz; dr/dx, dr/dz).  IDA asks for it whenever its step changes
 * enough; what does not depend on the step is kept for a while, as CVODE does. */

static bool stale(Ida *c, double t) {
    long failures = 0;
    IDAGetNumNonlinSolvConvFails(c->mem, &failures);
    bool is = isnan(c->made_at) || t == c->made_at || failures != c->made_failures || c->fresh < c->made_step ||
              c->fresh - c->made_step > KEEP_JACOBIAN;
    c->made_failures = failures;
    return is;
}

static int update_values(Ida *c, double t, N_Vector y) {
    Runtime *rt = c->base.rt;
    const RtJacobian *j = &rt->form.jacobian;
    if (!stale(c, t)) {
        c->made_at = t;
        return 0;
    }
    c->made_at = NAN;
    double *values = c->corrector.values;
    if (rt_form_jacobian(rt, t, N_VGetArrayPointer(y), values)) return 1;
    for (uint32_t p = 0; p < j->nnz; p++)
        if (j->rowind[p] < rt->nstates) values[p] = -values[p];
    c->made_at = t;
    c->made_step = c->fresh;
    return 0;
}

static int matrix(realtype t, realtype cj, N_Vector y, N_Vector yp, N_Vector r, SUNMatrix m, void *data, N_Vector w1,
                  N_Vector w2, N_Vector w3) {
    (void)yp, (void)r, (void)w1, (void)w2, (void)w3;
    Ida *c = data;
    if (update_values(c, t, y)) return 1;
    rt_corrector_put(&c->corrector, m, cj);
    return 0;
}

static int weights(N_Vector y, N_Vector w, void *data) {
    Ida *c = data;
    rt_weights(c->base.rt, c->tolerance, rt_freshness(&c->base, c->fresh), N_VGetArrayPointer(y),
               N_VGetArrayPointer(w));
    return 0;
}

/* ---- stepping ---------------------------------------------------------------------------------------------------- */

static void keep_counts(Ida *c) {
    long errors = 0, conv = 0;
    IDAGetNumErrTestFails(c->mem, &errors);
    IDAGetNumNonlinSolvConvFails(c->mem, &conv);
    c->past_errors += errors;
    c->past_conv += conv;
}

/* x' from the model; z' = 0, which costs the corrector an iteration in the first step.  Algebraic unknowns
 * are solved for once more: the point may come from an interpolation. */
static bool start_derivatives(Ida *c, double t) {
    Runtime *rt = c->base.rt;
    double *yp = N_VGetArrayPointer(c->yp);
    memset(yp, 0, rt->nunknowns * sizeof *yp);
    rt_put_states(rt, t, c->base.y);
    rt->stamp++;
    rt->asserts = RT_TENTATIVE;
    if (!rt_eval(rt, rt->code->ode)) return false;
    for (uint32_t i = 0; i < rt->nstates; i++) yp[i] = rt_source_value(rt->env.v, rt->dx[i]);
    rt_get_states(rt, c->base.y);
    return true;
}

static void restart(RtIntegrator *it, double t, const double *y) {
    Ida *c = (Ida *)it;
    double *to = N_VGetArrayPointer(c->y);
    if (y != to) memcpy(to, y, it->rt->nunknowns * sizeof *y);
    keep_counts(c);
    c->fresh = 0;
    rt_forget_strain(it);
    c->made_at = NAN;
    (void)start_derivatives(c, t); /* where this fails the first step does, and says why */
    IDAReInit(c->mem, t, c->y, c->yp);
    it->t0 = it->t1 = t;
}

static void resume(RtIntegrator *it) {
    Ida *c = (Ida *)it;
    IDAReInit(c->mem, it->t1, c->y, c->yp);
}

static int step_failed(Ida *c, int code) {
    double h = 0;
    IDAGetCurrentStep(c->mem, &h);
    bool evaluation = code == IDA_RES_FAIL || code == IDA_FIRST_RES_FAIL || code == IDA_REP_RES_ERR;
    const char *why = code == IDA_ERR_FAIL                                 ? "the error test fails again and again"
                      : code == IDA_CONV_FAIL                              ? "the corrector does not converge"
                      : code == IDA_LSETUP_FAIL || code == IDA_LSOLVE_FAIL ? "its matrix is singular"
                      : code == IDA_TOO_MUCH_ACC                           ? "the tolerance is too small"
                                                                           : c->base.message;
    return rt_step_failed(&c->base, evaluation, h, why,
                          rt_worst_state(&c->base, c->mem, c->y, IDAGetErrWeights, IDAGetEstLocalErrors));
}

/* Almost a failure every other step: the algebraic equations are too far from linear for a corrector that takes them
 * together. */
static void watch_corrector(Ida *c) {
    long failures = 0;
    IDAGetNumNonlinSolvConvFails(c->mem, &failures);
    failures += c->past_conv;
    c->failures += 0.02 * ((double)(failures - c->seen_failures) - c->failures);
    c->seen_failures = failures;
    c->base.struggles = c->failures > 0.4;
    long errors = 0;
    IDAGetNumErrTestFails(c->mem, &errors);
    rt_watch_strain(&c->base, failures + c->past_errors + errors);
}

static int step(RtIntegrator *it, double tstop) {
    Ida *c = (Ida *)it;
    double t = it->t1;
    for (;;) {
        it->rt->failure.kind = RT_FAIL_NONE;
        it->rt->failure.text.n = 0;
        IDASetStopTime(c->mem, tstop);
        int code = IDASolve(c->mem, tstop, &t, c->y, c->yp, IDA_ONE_STEP);
        if (code >= 0) break;
        if (c->retried_at == it->t1 || code == IDA_ILL_INPUT) return step_failed(c, code);
        c->retried_at = it->t1; /* once more from the last good point, with order one and a small step */
        restart(it, it->t1, it->y);
        IDASetInitStep(c->mem, fmin(rt_careful_step(it, it->t1), tstop - it->t1));
    }
    if (c->retried_at == it->t1) IDASetInitStep(c->mem, c->first_step);
    if (rt_stands_still(it, t)) return it->rt->failure.kind != RT_FAIL_NONE ? -1 : step_failed(c, IDA_ERR_FAIL);
    it->t0 = it->t1;
    it->t1 = t;
    it->y = N_VGetArrayPointer(c->y);
    c->fresh++;
    watch_corrector(c);
    return 0;
}

static void interpolate(RtIntegrator *it, double t, double *y) {
    Ida *c = (Ida *)it;
    if (t != it->t1) {
        N_VSetArrayPointer(y, c->work);
        bool done = IDAGetDky(c->mem, t, 0, c->work) == IDA_SUCCESS;
        (void)N_VGetArrayPointer(c->work);
        if (done) return;
    }
    memcpy(y, it->y, it->rt->nunknowns * sizeof *y);
}

static void count(RtIntegrator *it) {
    Ida *c = (Ida *)it;
    keep_counts(c);
    rt_count_rejected(it->rt, c->past_errors, c->past_conv);
}

static void release(RtIntegrator *it) {
    Ida *c = (Ida *)it;
    IDAFree(&c->mem);
    rt_corrector_free(&c->corrector);
    N_VDestroy(c->y);
    N_VDestroy(c->yp);
    N_VDestroy(c->work);
    SUNContext_Free(&c->sun);
    base_realloc(it->y, 0);
    base_realloc(c, 0);
}

/* ---- making it --------------------------------------------------------------------------------------------------- */

static void choose_linear_solver(Ida *c) {
    Runtime *rt = c->base.rt;
    rt_corrector_init(&c->corrector, &rt->form.jacobian, rt->nstates, c->sun);
    IDASetLinearSolver(c->mem, c->corrector.linear, c->corrector.matrix);
    IDASetJacFn(c->mem, matrix);
    c->base.name = c->corrector.lu.kind == RT_LU_BAND ? "ida (band)"
                   : c->corrector.sparse              ? "ida (klu)"
                                                      : "ida (dense)";
}

static void set_limits(Ida *c, const RtOptions *o) {
    IDASetErrHandlerFn(c->mem, rt_keep_message, c);
    IDASetUserData(c->mem, c);
    IDASetMaxNumSteps(c->mem, -1);
    IDASetMaxErrTestFails(c->mem, 20);
    IDASetMaxConvFails(c->mem, 20);
    IDASetMaxNonlinIters(c->mem, MOST_CORRECTIONS);
    if (o->max_step > 0) IDASetMaxStep(c->mem, o->max_step);
    if (o->min_step > 0) IDASetMinStep(c->mem, o->min_step);
    c->first_step = o->first_step > 0 ? o->first_step : 0;
    if (c->first_step > 0) IDASetInitStep(c->mem, c->first_step);
}

/* Algebraic unknowns are left out of the error test. */
static void mark_states(Ida *c) {
    if (!c->base.rt->form.nalgebraic) return;
    N_Vector id = N_VClone(c->y);
    for (uint32_t i = 0; i < c->base.rt->nunknowns; i++) N_VGetArrayPointer(id)[i] = i < c->base.rt->nstates;
    IDASetId(c->mem, id);
    IDASetSuppressAlg(c->mem, SUNTRUE);
    N_VDestroy(id);
}

RtIntegrator *rt_ida_new(Runtime *rt, const RtOptions *o) {
    Ida *c = base_realloc(NULL, sizeof *c);
    memset(c, 0, sizeof *c);
    uint32_t n = rt->nunknowns;
    c->base = (RtIntegrator){.rt = rt,
                             .has_past = true,
                             .step = step,
                             .interpolate = interpolate,
                             .restart = restart,
                             .count = count,
                             .free = release,
                             .resume = resume,
                             .kind = RT_IDA,
                             .kept = &c->tolerance,
                             .kept_size = sizeof *c - offsetof(Ida, tolerance)};
    c->base.y = base_realloc(NULL, (n + 1) * sizeof(double));
    rt_get_states(rt, c->base.y);
    c->tolerance = 0.3 * o->tolerance; /* errors of steps add up: a run shall come near its tolerance */
    c->retried_at = c->made_at = NAN;
    SUNContext_Create(NULL, &c->sun);
    c->y = N_VMake_Serial(n, c->base.y, c->sun);
    rt_fast_vector(c->y); /* clones inherit it */
    c->yp = N_VClone(c->y);
    c->work = N_VCloneEmpty(c->y);
    c->mem = IDACreate(c->sun);
    (void)start_derivatives(c, rt->env.v[0]);
    IDAInit(c->mem, residual, rt->env.v[0], c->y, c->yp);
    IDAWFtolerances(c->mem, weights);
    set_limits(c, o);
    mark_states(c);
    choose_linear_solver(c);
    c->base.derivatives = N_VGetArrayPointer(c->yp);
    c->base.lu = &c->corrector.lu;
    c->corrector.lu.klu.keep = rt->savable;
    c->base.t0 = c->base.t1 = rt->env.v[0];
    return &c->base;
}
