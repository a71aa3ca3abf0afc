/* cvode.c - variable order, variable step: CVODE's BDF and Adams methods behind RtIntegrator.
 *
 * BDF uses the analytic Jacobian, sparse with KLU where that pays, else dense.  Adams iterates
 * without one.
 */
#include "runtime/sundials_impl.h"

#include <cvode/cvode.h>
#include <cvode/cvode_ls.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

/* Part of a step's tolerance that the corrector may leave.  CVODE's own tenth shows in the error test where a model is
 * at rest or has kinks: steps stay small, and what only ever counts one way (heat that comes with a flow back) adds
 * up. */
static const double CORRECTED = 0.01;
enum { MOST_CORRECTIONS = 4 };

/* A Jacobian is kept for steps that are up to so many times as long as the one it was made for.  Where a time constant
 * grows with time (a vessel that begins to fill) an old one is far too large: the corrector takes the small correction
 * that comes of it for agreement, and the state goes on as predicted. */
static const double KEPT_FOR = 10;

static int advance(RtSundials *s, double tstop, double *t) { return CVode(s->mem, tstop, s->y, t, CV_ONE_STEP); }

static int again(RtSundials *s, double t) { return CVodeReInit(s->mem, t, s->y); }

static const RtPackage package = {RT_PACKAGE(CVode), .get_corrector_fails = CVodeGetNumNonlinSolvConvFails,
                                  .advance = advance, .again = again};

typedef struct {
    RtSundials base;
    SUNNonlinearSolver fixed_point; /* of Adams */
    double made_for;                /* gamma when the Jacobian was made */
} Cvode;

static void release(RtIntegrator *it) {
    SUNNonlinSolFree(((Cvode *)it)->fixed_point);
    rt_sundials_release(it);
}

static void iterate(Cvode *c) {
    RtSundials *s = &c->base;
    c->fixed_point = SUNNonlinSol_FixedPoint(s->y, 0, s->sun);
    CVodeSetNonlinearSolver(s->mem, c->fixed_point);
    s->base.free = release;
    s->base.name = "cvode-adams (fixed point)";
}

/* I - gamma J.  What CVODE keeps of J between matrices is the corrector's values. */
static int matrix(double t, N_Vector y, N_Vector fy, SUNMatrix m, booleantype kept, booleantype *made, double gamma,
                  void *data, N_Vector a, N_Vector b, N_Vector c) {
    (void)fy, (void)a, (void)b, (void)c;
    RtSundials *s = data;
    Cvode *cvode = data;
    if (gamma > KEPT_FOR * cvode->made_for) kept = false;
    if (!kept) cvode->made_for = gamma;
    if (!kept && rt_jacobian_values(s->base.rt, t, N_VGetArrayPointer(y), s->corrector.values)) return 1;
    *made = !kept;
    rt_corrector_put(&s->corrector, m, -gamma, 1);
    return 0;
}

static void correct(RtSundials *s) {
    static const char *const names[] = {"cvode (band)", "cvode (klu)", "cvode (dense)", "cvode (dense, differences)"};
    rt_sundials_matrix(s, &s->base.rt->jacobian, names);
    if (s->corrector.values) CVodeSetLinSysFn(s->mem, matrix);
    CVodeSetNonlinConvCoef(s->mem, CORRECTED);
    CVodeSetMaxNonlinIters(s->mem, MOST_CORRECTIONS);
}

RtIntegrator *rt_cvode_new(Runtime *rt, const RtOptions *o, bool adams) {
    Cvode *c = base_realloc(NULL, sizeof *c);
    memset(c, 0, sizeof *c);
    RtSundials *s = &c->base;
    s->package = &package;
    rt_sundials_init(s, rt, o, rt->states.n, sizeof *s - offsetof(RtSundials, tolerance), 0.3);
    s->base.kind = adams ? RT_ADAMS : RT_CVODE;
    s->mem = CVodeCreate(adams ? CV_ADAMS : CV_BDF, s->sun);
    CVodeInit(s->mem, rt_sundials_rhs, rt->ev.env.v[0], s->y);
    CVodeSetMaxHnilWarns(s->mem, -1);
    rt_sundials_limits(s, o);
    if (adams) iterate(c);
    else correct(s);
    return &s->base;
}
