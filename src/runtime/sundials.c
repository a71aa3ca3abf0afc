/* sundials.c - steps, failures and memory of the integrators that are packages of SUNDIALS. */
#include "runtime/sundials_impl.h"

#include <arkode/arkode.h>
#include <cvode/cvode.h>
#include <ida/ida.h>

/* Their codes are the same numbers; what else lies between FIRST_EVALUATION and LAST_EVALUATION is not used here. */
enum {
    TOO_ACCURATE = CV_TOO_MUCH_ACC,
    ERROR_TEST = CV_ERR_FAILURE,
    CORRECTOR = CV_CONV_FAILURE,
    SETUP = CV_LSETUP_FAIL,
    SOLVE = CV_LSOLVE_FAIL,
    FIRST_EVALUATION = CV_RHSFUNC_FAIL,
    LAST_EVALUATION = IDA_FIRST_RES_FAIL,
    ILL_INPUT = CV_ILL_INPUT,
};
_Static_assert(ARK_ERR_FAILURE == ERROR_TEST && IDA_ERR_FAIL == ERROR_TEST, "codes of packages");
_Static_assert(ARK_CONV_FAILURE == CORRECTOR && IDA_CONV_FAIL == CORRECTOR, "codes of packages");
_Static_assert(ARK_TOO_MUCH_ACC == TOO_ACCURATE && IDA_TOO_MUCH_ACC == TOO_ACCURATE, "codes of packages");
_Static_assert(ARK_LSETUP_FAIL == SETUP && IDA_LSETUP_FAIL == SETUP && IDA_LSOLVE_FAIL == SOLVE, "codes of packages");
_Static_assert(ARK_RHSFUNC_FAIL == FIRST_EVALUATION && IDA_RES_FAIL == FIRST_EVALUATION, "codes of packages");
_Static_assert(ARK_ILL_INPUT == ILL_INPUT && IDA_ILL_INPUT == ILL_INPUT, "codes of packages");

int rt_sundials_rhs(double t, N_Vector y, N_Vector dy, void *data) {
    return rt_rhs(((RtSundials *)data)->base.rt, t, N_VGetArrayPointer(y), N_VGetArrayPointer(dy));
}

int rt_sundials_jacobian(double t, N_Vector y, N_Vector fy, SUNMatrix m, void *data, N_Vector a, N_Vector b,
                         N_Vector c) {
    (void)fy, (void)a, (void)b, (void)c;
    RtSundials *s = data;
    if (rt_jacobian_values(s->base.rt, t, N_VGetArrayPointer(y), s->corrector.values)) return 1;
    rt_corrector_put(&s->corrector, m, 1, 0);
    return 0;
}

static int weights(N_Vector y, N_Vector w, void *data) {
    RtSundials *s = data;
    double step = 0;
    s->package->get_step(s->mem, &step);
    rt_weights(s->base.rt, s->tolerance, rt_freshness(&s->base, s->fresh), step, N_VGetArrayPointer(y),
               N_VGetArrayPointer(w));
    return 0;
}

static void keep_message(int code, const char *module, const char *function, char *text, void *data) {
    (void)code, (void)module, (void)function;
    RtIntegrator *it = data;
    snprintf(it->message, sizeof it->message, "%s", text);
}

/* ---- stepping ---------------------------------------------------------------------------------------------------- */

/* Since the run began: steps that failed the error test, or whose corrector did not converge.  The results may be the
 * counts of the past themselves. */
static void failures(const RtSundials *s, long *errors, long *corrector) {
    long now_errors = 0, now_corrector = 0;
    s->package->get_error_fails(s->mem, &now_errors);
    s->package->get_corrector_fails(s->mem, &now_corrector);
    *errors = s->past_errors + now_errors;
    *corrector = s->past_conv + now_corrector;
}

static void restart(RtIntegrator *it, double t, const double *y) {
    RtSundials *s = (RtSundials *)it;
    double *to = N_VGetArrayPointer(s->y);
    if (y != to) memcpy(to, y, s->n * sizeof *y);
    failures(s, &s->past_errors, &s->past_conv);
    s->fresh = s->one_step ? RT_NOT_FRESH : 0;
    rt_forget_strain(it);
    if (s->package->begin) s->package->begin(s, t);
    s->package->again(s, t);
    it->t0 = it->t1 = t;
}

static void resume(RtIntegrator *it) {
    RtSundials *s = (RtSundials *)it;
    s->package->again(s, it->t1);
}

/* The state whose error is largest against its tolerance: a hint to where the trouble is. */
static MdVar worst_state(const RtSundials *s) {
    N_Vector w = N_VClone(s->y), e = N_VClone(s->y);
    double largest = -1;
    MdVar worst = 0;
    if (s->package->get_weights(s->mem, w) == 0 && s->package->get_errors(s->mem, e) == 0) {
        const double *weight = N_VGetArrayPointer(w), *error = N_VGetArrayPointer(e);
        for (uint32_t i = 0; i < s->base.rt->states.n; i++)
            if (fabs(error[i]) * weight[i] > largest)
                largest = fabs(error[i]) * weight[i], worst = s->base.rt->states.x[i];
    }
    N_VDestroy(w);
    N_VDestroy(e);
    return worst;
}

static int step_failed(RtSundials *s, int code) {
    double h = 0;
    s->package->get_step(s->mem, &h);
    const char *why = code == ERROR_TEST               ? "the error test fails again and again"
                      : code == CORRECTOR              ? "the corrector does not converge"
                      : code == SETUP || code == SOLVE ? "its matrix is singular"
                      : code == TOO_ACCURATE           ? "the tolerance is too small"
                                                       : s->base.message;
    return rt_step_failed(&s->base, code <= FIRST_EVALUATION && code >= LAST_EVALUATION, h, why, worst_state(s));
}

int rt_sundials_step(RtIntegrator *it, double tstop) {
    RtSundials *s = (RtSundials *)it;
    const RtPackage *p = s->package;
    double t = it->t1;
    for (;;) {
        it->rt->ev.failure.kind = RT_FAIL_NONE;
        it->rt->ev.failure.text.n = 0;
        p->set_stop(s->mem, tstop);
        int code = p->advance(s, tstop, &t);
        if (code >= 0) break;
        if (s->retried_at == it->t1 || code == ILL_INPUT) return step_failed(s, code);
        s->retried_at = it->t1; /* once more from the last good point, with order one and a small step */
        restart(it, it->t1, it->y);
        p->set_first(s->mem, fmin(rt_careful_step(it, it->t1), tstop - it->t1));
    }
    if (s->retried_at == it->t1) p->set_first(s->mem, s->first_step);
    if (rt_stands_still(it, t)) return it->rt->ev.failure.kind != RT_FAIL_NONE ? -1 : step_failed(s, ERROR_TEST);
    it->t0 = it->t1;
    it->t1 = t;
    it->y = N_VGetArrayPointer(s->y);
    if (s->one_step) return 0;
    long errors, corrector;
    failures(s, &errors, &corrector);
    s->fresh++;
    if (p->stepped) p->stepped(s, corrector);
    rt_watch_strain(it, errors + corrector);
    return 0;
}

void rt_sundials_interpolate(RtIntegrator *it, double t, double *y) {
    RtSundials *s = (RtSundials *)it;
    if (t != it->t1) {
        N_VSetArrayPointer(y, s->work);
        bool done = s->package->get_derivative(s->mem, t, 0, s->work) == 0;
        (void)N_VGetArrayPointer(s->work); /* what is pending is done (vector.c) */
        if (done) return;
    }
    memcpy(y, it->y, s->n * sizeof *y);
}

static void count(RtIntegrator *it) {
    RtSundials *s = (RtSundials *)it;
    failures(s, &s->past_errors, &s->past_conv);
    rt_count_rejected(it->rt, s->past_errors, s->past_conv);
}

void rt_sundials_release(RtIntegrator *it) {
    RtSundials *s = (RtSundials *)it;
    s->package->release(&s->mem);
    rt_corrector_free(&s->corrector);
    N_VDestroy(s->y);
    N_VDestroy(s->work);
    SUNContext_Free(&s->sun);
    base_realloc(it->y, 0);
    base_realloc(s, 0);
}

/* ---- making it --------------------------------------------------------------------------------------------------- */

void rt_sundials_init(RtSundials *s, Runtime *rt, const RtOptions *o, uint32_t n, size_t kept, double share) {
    s->base = (RtIntegrator){.rt = rt,
                             .has_past = true,
                             .step = rt_sundials_step,
                             .interpolate = rt_sundials_interpolate,
                             .restart = restart,
                             .count = count,
                             .free = rt_sundials_release,
                             .resume = resume,
                             .kept = &s->tolerance,
                             .kept_size = kept,
                             .y = base_realloc(NULL, (n + 1) * sizeof(double)),
                             .t0 = rt->ev.env.v[0],
                             .t1 = rt->ev.env.v[0]};
    rt_get_states(rt, s->base.y);
    s->n = n;
    s->tolerance = share * o->tolerance;
    s->fresh = s->one_step ? RT_NOT_FRESH : 0;
    s->retried_at = NAN;
    SUNContext_Create(NULL, &s->sun);
    s->y = N_VMake_Serial(n, s->base.y, s->sun);
    rt_fast_vector(s->y); /* clones inherit it */
    s->work = N_VCloneEmpty(s->y);
}

void rt_sundials_limits(RtSundials *s, const RtOptions *o) {
    const RtPackage *p = s->package;
    p->set_weights(s->mem, weights);
    p->set_message(s->mem, keep_message, s);
    p->set_user_data(s->mem, s);
    p->set_most_steps(s->mem, -1);
    p->set_error_fails(s->mem, 20);
    p->set_corrector_fails(s->mem, 20);
    if (o->max_step > 0) p->set_longest(s->mem, o->max_step);
    if (o->min_step > 0) p->set_shortest(s->mem, o->min_step);
    s->first_step = o->first_step > 0 ? o->first_step : 0;
    if (s->first_step > 0) p->set_first(s->mem, s->first_step);
}

void rt_sundials_matrix(RtSundials *s, const RtJacobian *j, const char *const *names) {
    RtCorrector *c = &s->corrector;
    rt_corrector_init(c, j, s->base.rt->states.n, s->sun);
    s->package->set_linear_solver(s->mem, c->linear, c->matrix);
    s->base.lu = &c->lu;
    c->lu.klu.keep = s->base.rt->savable;
    s->base.name = names[c->lu.kind == RT_LU_BAND ? 0 : c->sparse ? 1 : c->values ? 2 : 3];
}
