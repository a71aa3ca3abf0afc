/* arkode.c - explicit Runge-Kutta pairs with step control: ARKODE's ERKStep behind RtIntegrator. */
#include "runtime/runtime_impl.h"

#include <arkode/arkode_erkstep.h>
#include <nvector/nvector_serial.h>

typedef struct {
    RtIntegrator base;
    SUNContext sun;
    void *mem;
    N_Vector y, atol, work;
    double retried_at;
    long past_errors;
    char message[256];
} Arkode;

/* Names of methods and their Butcher tables. */
static const struct {
    const char *name;
    ARKODE_ERKTableID table;
} methods[] = {
    {"dopri5", ARKODE_DORMAND_PRINCE_7_4_5},
    {"bogacki-shampine", ARKODE_BOGACKI_SHAMPINE_4_2_3},
    {"fehlberg78", ARKODE_FEHLBERG_13_7_8},
};

static int rhs(realtype t, N_Vector y, N_Vector dy, void *data) {
    Arkode *a = data;
    return rt_rhs(a->base.rt, t, N_VGetArrayPointer(y), N_VGetArrayPointer(dy));
}

static void keep_message(int code, const char *module, const char *function, char *text,
                         void *data) {
    (void)code, (void)module, (void)function;
    Arkode *a = data;
    snprintf(a->message, sizeof a->message, "%s", text);
}

static void keep_counts(Arkode *a) {
    long errors = 0;
    ERKStepGetNumErrTestFails(a->mem, &errors);
    a->past_errors += errors;
}

static void restart(RtIntegrator *it, double t, const double *y) {
    Arkode *a = (Arkode *)it;
    double *to = N_VGetArrayPointer(a->y);
    if (y != to) memcpy(to, y, it->rt->nstates * sizeof *y);
    keep_counts(a);
    ERKStepReInit(a->mem, rhs, t, a->y);
    it->t0 = it->t1 = t;
}

static int step(RtIntegrator *it, double tstop) {
    Arkode *a = (Arkode *)it;
    Runtime *rt = it->rt;
    double t = it->t1;
    rt->failure.kind = RT_FAIL_NONE;
    rt->failure.text.n = 0;
    ERKStepSetStopTime(a->mem, tstop);
    int code = ERKStepEvolve(a->mem, tstop, a->y, &t, ARK_ONE_STEP);
    if (code < 0) {
        if (rt->failure.kind == RT_FAIL_NONE) {
            double h = 0;
            ERKStepGetCurrentStep(a->mem, &h);
            rt_fail(rt, RT_FAIL_ERROR, 0, "the step size has shrunk to %.3g: %s", h, a->message);
        }
        rt->failure.time = it->t1;
        return -1;
    }
    it->t0 = it->t1;
    it->t1 = t;
    it->y = N_VGetArrayPointer(a->y);
    return 0;
}

static void interpolate(RtIntegrator *it, double t, double *y) {
    Arkode *a = (Arkode *)it;
    if (t == it->t1) {
        memcpy(y, it->y, it->rt->nstates * sizeof *y);
        return;
    }
    N_VSetArrayPointer(y, a->work);
    if (ERKStepGetDky(a->mem, t, 0, a->work) != ARK_SUCCESS)
        memcpy(y, it->y, it->rt->nstates * sizeof *y);
    else (void)N_VGetArrayPointer(a->work);
}

static void count(RtIntegrator *it) {
    Arkode *a = (Arkode *)it;
    keep_counts(a);
    it->rt->stats.rejected += (uint64_t)a->past_errors;
}

static void release(RtIntegrator *it) {
    Arkode *a = (Arkode *)it;
    ERKStepFree(&a->mem);
    N_VDestroy(a->y);
    N_VDestroy(a->atol);
    N_VDestroy(a->work);
    SUNContext_Free(&a->sun);
    base_realloc(it->y, 0);
    base_realloc(a, 0);
}

RtIntegrator *rt_arkode_new(Runtime *rt, const RtOptions *o, const char *method) {
    Arkode *a = base_realloc(NULL, sizeof *a);
    memset(a, 0, sizeof *a);
    uint32_t n = rt->nstates;
    a->base = (RtIntegrator){.rt = rt,
                             .step = step,
                             .interpolate = interpolate,
                             .restart = restart,
                             .count = count,
                             .free = release};
    a->base.y = base_realloc(NULL, (n + 1) * sizeof(double));
    rt_get_states(rt, a->base.y);
    SUNContext_Create(NULL, &a->sun);
    a->y = N_VMake_Serial(n, a->base.y, a->sun);
    rt_fast_vector(a->y); /* clones inherit it */
    a->work = N_VCloneEmpty(a->y);
    a->atol = N_VClone(a->y);
    double *atol = N_VGetArrayPointer(a->atol);
    for (uint32_t i = 0; i < n; i++) atol[i] = o->tolerance * rt->atol_scale[i];
    a->mem = ERKStepCreate(rhs, rt->env.v[0], a->y, a->sun);
    ERKStepSVtolerances(a->mem, o->tolerance, a->atol);
    ERKStepSetErrHandlerFn(a->mem, keep_message, a);
    ERKStepSetUserData(a->mem, a);
    ERKStepSetMaxNumSteps(a->mem, -1);
    ERKStepSetMaxErrTestFails(a->mem, 20);
    if (o->max_step > 0) ERKStepSetMaxStep(a->mem, o->max_step);
    if (o->min_step > 0) ERKStepSetMinStep(a->mem, o->min_step);
    if (o->first_step > 0) ERKStepSetInitStep(a->mem, o->first_step);
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (strcmp(methods[i].name, method) == 0) {
            ERKStepSetTableNum(a->mem, methods[i].table);
            a->base.name = methods[i].name;
        }
    a->base.t0 = a->base.t1 = rt->env.v[0];
    return &a->base;
}
