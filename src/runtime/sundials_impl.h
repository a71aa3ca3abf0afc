/* sundials_impl.h - what the integrators of SUNDIALS have in common (sundials.c): cvode.c, ida.c, arkode.c. */
#ifndef CAUSEWAY_SUNDIALS_IMPL_H
#define CAUSEWAY_SUNDIALS_IMPL_H

#include "runtime/runtime_impl.h"

#include <nvector/nvector_serial.h>
#include <sundials/sundials_linearsolver.h>

typedef struct RtSundials RtSundials;

/* One of its packages.  What they offer has the same form under other names. */
typedef struct {
    int (*set_user_data)(void *mem, void *data);
    int (*set_message)(void *mem, void (*f)(int, const char *module, const char *function, char *text, void *data),
                       void *data);
    int (*set_weights)(void *mem, int (*f)(N_Vector y, N_Vector w, void *data));
    int (*set_most_steps)(void *mem, long n);
    int (*set_error_fails)(void *mem, int n), (*set_corrector_fails)(void *mem, int n);
    int (*set_longest)(void *mem, double h), (*set_shortest)(void *mem, double h), (*set_first)(void *mem, double h);
    int (*set_stop)(void *mem, double t);
    int (*set_linear_solver)(void *mem, SUNLinearSolver s, SUNMatrix m);
    int (*get_step)(void *mem, double *h);
    int (*get_weights)(void *mem, N_Vector w), (*get_errors)(void *mem, N_Vector e);
    int (*get_derivative)(void *mem, double t, int order, N_Vector y);
    int (*get_error_fails)(void *mem, long *n), (*get_corrector_fails)(void *mem, long *n);
    void (*release)(void **mem);
    /* What differs. */
    int (*advance)(RtSundials *s, double tstop, double *t); /* one step */
    int (*again)(RtSundials *s, double t);                  /* without past, from (t, y) */
    void (*begin)(RtSundials *s, double t);                 /* before that at a restart, or NULL */
    void (*stepped)(RtSundials *s, long corrector_fails);   /* after a step, with all failures so far; or NULL */
} RtPackage;

/* The calls of a package that differ in its name P only. */
#define RT_PACKAGE(P)                                                                                                  \
    .set_user_data = P##SetUserData, .set_message = P##SetErrHandlerFn, .set_weights = P##WFtolerances,                \
    .set_most_steps = P##SetMaxNumSteps, .set_error_fails = P##SetMaxErrTestFails,                                     \
    .set_corrector_fails = P##SetMaxConvFails, .set_longest = P##SetMaxStep, .set_shortest = P##SetMinStep,            \
    .set_first = P##SetInitStep, .set_stop = P##SetStopTime, .set_linear_solver = P##SetLinearSolver,                  \
    .get_step = P##GetCurrentStep, .get_weights = P##GetErrWeights, .get_errors = P##GetEstLocalErrors,                \
    .get_derivative = P##GetDky, .get_error_fails = P##GetNumErrTestFails, .release = P##Free

struct RtSundials {
    RtIntegrator base;
    const RtPackage *package;
    SUNContext sun;
    void *mem;
    uint32_t n;       /* unknowns */
    N_Vector y, work; /* work: without memory of its own */
    RtCorrector corrector;
    bool one_step; /* no past: no step is fresher than another */
    /* From here to the end of what stands around it: RtIntegrator.kept. */
    double tolerance;
    int fresh;                   /* steps since the last restart */
    double first_step;           /* given by the user, or 0 */
    double retried_at;           /* time of the last restart after a failure */
    long past_errors, past_conv; /* counters before the last restart */
};

/* Unknowns at the present point; kept: bytes from tolerance on.  share: of the tolerance that a step may have, because
 * errors of steps add up: a run shall come near its tolerance. */
void rt_sundials_init(RtSundials *s, Runtime *rt, const RtOptions *o, uint32_t n, size_t kept, double share);
void rt_sundials_limits(RtSundials *s, const RtOptions *o); /* once mem is there */
/* names: of the integrator with a band matrix, a sparse and a dense one, one by differences. */
void rt_sundials_matrix(RtSundials *s, const RtJacobian *j, const char *const *names);
int rt_sundials_rhs(double t, N_Vector y, N_Vector dy, void *data);
int rt_sundials_jacobian(double t, N_Vector y, N_Vector fy, SUNMatrix m, void *data, N_Vector, N_Vector, N_Vector);
int rt_sundials_step(RtIntegrator *it, double tstop);
void rt_sundials_interpolate(RtIntegrator *it, double t, double *y);
void rt_sundials_release(RtIntegrator *it);

#endif
