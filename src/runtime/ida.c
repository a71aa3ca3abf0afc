/* ida.c - variable order, variable step on the DAE form: IDA's BDF behind RtIntegrator.
 *
 * Unknowns are the states and the iteration variables of kept systems (daeform.c); the Jacobian is sparse
 * and analytic.  Only states take part in the error test: algebraic unknowns are solved to the tolerance of
 * the corrector, and at every point that anybody sees (output, crossings, events) the systems are solved to
 * the last digit from there.  A restart begins at values that the event iteration made consistent.
 */
#include "runtime/sundials_impl.h"

#include <ida/ida.h>
#include <ida/ida_ls.h>

enum {
    KEEP_JACOBIAN = 40,   /* steps, and longer as long as iterations with it have cost less than another one would */
    MOST_CORRECTIONS = 9, /* kept systems are nonlinear: an iteration more is cheaper than a matrix or a smaller step */
};

/* Part of the tolerance that corrections may leave undone in one unknown, where some are derivatives: those are weighed
 * by what they do to states, so that nothing else keeps the past of states smooth, which error tests look at.  The norm
 * is a mean: where a few of many devices switch, all that it shows is theirs. */
static const double LEFT = 0.4;

typedef struct {
    RtSundials base;
    /* These too are RtIntegrator.kept, up to yp. */
    double made_at;     /* time at which the matrix was last asked for; NAN: values are not there */
    int made_step;      /* value of `fresh` when values were computed */
    long made_after;    /* ... and iterations of the corrector */
    long made_failures; /* failures of the corrector when the matrix was last asked for */
    long seen_failures; /* of the corrector, at the end of the last step */
    double failures;    /* part of steps in which the corrector failed, of the last hundred or so */
    N_Vector yp;
    SUNNonlinearSolver newton;
    RtRenewal renewal;
} Ida;

static int residual(double t, N_Vector y, N_Vector yp, N_Vector r, void *data) {
    RtSundials *s = data;
    return rt_form_residual(s->base.rt, t, N_VGetArrayPointer(y), N_VGetArrayPointer(yp), N_VGetArrayPointer(r));
}

/* ---- the matrix ----------------------------------------------------------------------------------
 * dF/dy + cj dF/dy' = (cj I - df/dx, -df/dz; dr/dx, dr/dz).  IDA asks for it whenever its step changes
 * enough; what does not depend on the step is kept for a while, as CVODE does. */

/* A corrector needs an iteration a step; those beyond it are the price of a matrix that has aged (or was never better:
 * equations bend).  Another one costs an evaluation for each of its colours. */
static bool worn(const Ida *c) {
    int steps = c->base.fresh - c->made_step;
    long iterations = 0;
    IDAGetNumNonlinSolvIters(c->base.mem, &iterations);
    return steps > KEEP_JACOBIAN && iterations - c->made_after - steps >= (long)c->base.corrector.j->ncolours;
}

static bool stale(Ida *c, double t) {
    long failures = 0;
    IDAGetNumNonlinSolvConvFails(c->base.mem, &failures);
    bool is = c->renewal.demanded || isnan(c->made_at) || t == c->made_at || failures != c->made_failures ||
              c->base.fresh < c->made_step || worn(c);
    c->made_failures = failures;
    return is;
}

/* The corrector's values: dF/dy without the part of y'. */
static int update_values(Ida *c, double t, N_Vector y) {
    Runtime *rt = c->base.base.rt;
    const RtJacobian *j = &rt->form.jacobian;
    if (!stale(c, t)) {
        c->made_at = t;
        return 0;
    }
    c->made_at = NAN;
    double *values = c->base.corrector.values;
    if (rt_form_jacobian(rt, t, N_VGetArrayPointer(y), values)) return 1;
    for (uint32_t p = 0; p < j->nnz; p++)
        if (j->rowind[p] < rt->states.n) values[p] = -values[p];
    c->made_at = t;
    c->made_step = c->base.fresh;
    IDAGetNumNonlinSolvIters(c->base.mem, &c->made_after);
    c->renewal.made = true;
    return 0;
}

static int matrix(double t, double cj, N_Vector y, N_Vector yp, N_Vector r, SUNMatrix m, void *data, N_Vector w1,
                  N_Vector w2, N_Vector w3) {
    (void)yp, (void)r, (void)w1, (void)w2, (void)w3;
    Ida *c = data;
    if (update_values(c, t, y)) return 1;
    rt_corrector_put(&c->base.corrector, m, 1, cj);
    return 0;
}

/* ---- stepping ---------------------------------------------------------------------------------------------------- */

/* x' from the model; z' = 0, which costs the corrector an iteration in the first step.  Algebraic unknowns
 * are solved for once more: the point may come from an interpolation. */
static void begin(RtSundials *s, double t) {
    Ida *c = (Ida *)s;
    Runtime *rt = s->base.rt;
    double *yp = N_VGetArrayPointer(c->yp);
    c->made_at = NAN;
    memset(yp, 0, s->n * sizeof *yp);
    rt_put_states(rt, t, s->base.y);
    rt->ev.stamp++;
    rt->ev.asserts = RT_TENTATIVE;
    if (!rt_eval(rt, rt->code->ode)) return; /* the first step fails as well, and says why */
    for (uint32_t i = 0; i < rt->states.n; i++) yp[i] = rt_source_value(rt->ev.env.v, rt->states.dx[i]);
    rt_get_states(rt, s->base.y);
}

static int advance(RtSundials *s, double tstop, double *t) {
    return IDASolve(s->mem, tstop, t, s->y, ((Ida *)s)->yp, IDA_ONE_STEP);
}

static int again(RtSundials *s, double t) { return IDAReInit(s->mem, t, s->y, ((Ida *)s)->yp); }

/* Almost every other step failed first: the algebraic equations are too far from linear for a corrector that takes them
 * together. */
static void stepped(RtSundials *s, long corrector_fails) {
    Ida *c = (Ida *)s;
    c->failures += 0.01 * ((corrector_fails > c->seen_failures) - c->failures);
    c->seen_failures = corrector_fails;
    s->base.struggles = c->failures > 0.4;
}

static void release(RtIntegrator *it) {
    Ida *c = (Ida *)it;
    N_VDestroy(c->yp);
    SUNNonlinSolFree(c->newton);
    rt_sundials_release(it);
}

static const RtPackage package = {RT_PACKAGE(IDA),    .get_corrector_fails = IDAGetNumNonlinSolvConvFails,
                                  .advance = advance, .again = again,
                                  .begin = begin,     .stepped = stepped};

/* Algebraic unknowns are left out of the error test. */
static void mark_states(RtSundials *s) {
    if (!s->base.rt->form.nalgebraic) return;
    N_Vector id = N_VClone(s->y);
    for (uint32_t i = 0; i < s->n; i++) N_VGetArrayPointer(id)[i] = i < s->base.rt->states.n;
    IDASetId(s->mem, id);
    IDASetSuppressAlg(s->mem, SUNTRUE);
    N_VDestroy(id);
}

RtIntegrator *rt_ida_new(Runtime *rt, const RtOptions *o) {
    static const char *const names[] = {"ida (band)", "ida (klu)", "ida (dense)", "ida (dense)"};
    Ida *c = base_realloc(NULL, sizeof *c);
    memset(c, 0, sizeof *c);
    RtSundials *s = &c->base;
    s->package = &package;
    rt_sundials_init(s, rt, o, rt->states.nunknowns, offsetof(Ida, yp) - offsetof(RtSundials, tolerance), 0.3);
    s->base.kind = RT_IDA;
    s->base.free = release;
    c->yp = N_VClone(s->y);
    s->base.derivatives = N_VGetArrayPointer(c->yp);
    s->mem = IDACreate(s->sun);
    begin(s, rt->ev.env.v[0]);
    IDAInit(s->mem, residual, rt->ev.env.v[0], s->y, c->yp);
    c->newton = rt_newton(s->y, &c->renewal, s->sun);
    IDASetNonlinearSolver(s->mem, c->newton);
    rt_sundials_limits(s, o);
    IDASetMaxNonlinIters(s->mem, MOST_CORRECTIONS);
    if (rt->form.has_rates) IDASetNonlinConvCoef(s->mem, fmin(0.33, LEFT / sqrt(rt->states.nunknowns)));
    mark_states(s);
    rt_sundials_matrix(s, &rt->form.jacobian, names);
    IDASetJacFn(s->mem, matrix);
    return &s->base;
}
