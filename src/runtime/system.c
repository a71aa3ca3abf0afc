/* system.c - systems of equations of a run: what solve/ asks of them, where searches begin, what failures mean.
 *
 * A system is given by its residual function, which also computes the variables inside (CwSystem). Before it is
 * solved, v holds everything the system depends on and, in its unknowns, a guess; d is zero. After it, v holds the
 * solution and d is zero again. When none is found the evaluation is unwound with the reason in rt->ev.failure.
 */
#include "runtime/runtime_impl.h"

#include <float.h>

enum { USELESS_TRIALS = 10 }; /* in a row */

/* ---- what the methods ask ---------------------------------------------------------------------------------------- */

static void put_unknowns(Runtime *rt, const RtSystem *s, const double *z) {
    for (int i = 0; i < s->cw->n; i++) rt->ev.env.v[s->cw->vars[i]] = z[i];
}

static void get_unknowns(const Runtime *rt, const RtSystem *s, double *z) {
    for (int i = 0; i < s->cw->n; i++) z[i] = rt->ev.env.v[s->cw->vars[i]];
}

static bool evaluate(Runtime *rt, const RtSystem *s, CwFn f) {
    rt->ev.env.operands = s->cw->operands;
    return rt_eval(rt, f);
}

/* false: the evaluation failed or gave a value that is not finite. */
static int residual(SolSystem *e, const double *z, double *r) {
    Runtime *rt = e->host;
    RtSystem *s = (RtSystem *)e;
    put_unknowns(rt, s, z);
    if (!evaluate(rt, s, s->cw->residual)) return false;
    memcpy(r, rt->ev.env.r, (size_t)s->cw->n * sizeof *r);
    if (rt_finite(r, (size_t)s->cw->n)) return true;
    rt->ev.failure.kind = RT_FAIL_NUMBER;
    return false;
}

static void clear_inner(Runtime *rt, RtSystem *s) {
    if (s->inner || s->ninner)
        for (uint32_t i = 0; i < s->ninner; i++) rt->ev.env.d[s->inner[i]] = 0;
    else evaluate(rt, s, s->cw->tangent); /* all seeds are zero: so become the tangents inside */
}

static const CwSystem *tangent_code(const Runtime *rt, const RtSystem *s) {
    return rt->ev.sensing ? &rt->tangents->systems[s - rt->ev.systems] : s->cw;
}

static const double *tangent(SolSystem *e, int colour) {
    Runtime *rt = e->host;
    RtSystem *s = (RtSystem *)e;
    if (colour < 0) {
        clear_inner(rt, s);
        return rt->ev.env.r;
    }
    if (colour == 0 && rt->ev.env.initial && rt->init.meanwhile) rt->init.meanwhile(rt->init.meanwhile_arg, rt);
    const CwSystem *cw = tangent_code(rt, s);
    double *d = rt->ev.env.d;
    if (!cw->colour) d[cw->vars[colour]] = 1;
    for (int j = 0; cw->colour && j < cw->n; j++)
        if (cw->colour[j] == colour) d[cw->vars[j]] = 1;
    rt->ev.env.operands = cw->operands;
    bool ok = rt_eval(rt, cw->tangent);
    if (!cw->colour) d[cw->vars[colour]] = 0;
    for (int j = 0; cw->colour && j < cw->n; j++)
        if (cw->colour[j] == colour) d[cw->vars[j]] = 0;
    return ok ? rt->ev.env.r : NULL;
}

static void start_values(SolSystem *e, double *z) {
    const Runtime *rt = e->host;
    const CwSystem *cw = ((RtSystem *)e)->cw;
    for (int i = 0; i < cw->n; i++) z[i] = rt_operand(rt, rt->model->vars[cw->vars[i]].start, 0);
}

/* ---- singular systems -------------------------------------------------------------------------------------------- */

/* A system is singular.  Where other equations hold in other modes, those of this mode may determine it. */
static bool waits_for_modes(Runtime *rt, RtSystem *s) {
    uint32_t number = (uint32_t)(s - rt->ev.systems);
    if (!rt->guard.modal || number >= rt->model->nsystems || !rt->guard.modal(rt->guard.modal_arg, number))
        return false;
    s->singular = true;
    return true;
}

/* Does a relation read an unknown of this system?  At the start such modes are still being found: frictions that stick
 * there, and move at once, leave nothing open. */
static bool decides_modes(const Runtime *rt, const RtSystem *s) {
    const MdModel *m = rt->model;
    uint32_t n = m->nrelations ? m->relations[m->nrelations].reads : 0;
    for (uint32_t k = 0; k < n; k++)
        for (int i = 0; i < s->cw->n; i++)
            if ((MdVar)s->cw->vars[i] == m->relation_reads[k]) return true;
    return false;
}

static void warn_least_norm(Runtime *rt, RtSystem *s) {
    uint32_t number = (uint32_t)(s - rt->ev.systems);
    if (rt->ev.suspect || (rt->ev.env.initial && decides_modes(rt, s))) return;
    if (!rt_known_redundant(rt, s) && (waits_for_modes(rt, s) || rt->guard.rank)) {
        if (rt->ev.env.initial) {
            rt_wants_another(rt, s);
            rt_unwind(rt);
        }
        rt->ev.suspect = s;
        return;
    }
    if (s->warned) return;
    s->warned = true;
    uint32_t origin =
        number < rt->model->nsystems && rt->model->systems[number].n ? rt->model->systems[number].origins[0] : 0;
    Diag *d = base_warning(rt->ctx, "RT0032", rt_origin_span(rt, origin),
                           "at time %g the system for '%s' is singular but its equations agree: the "
                           "solution of least norm is used",
                           rt->ev.env.v[0], rt_var_name(rt, (MdVar)s->cw->vars[0]));
    if (!d) return;
    rt_add_instance(rt, d, origin);
    rt_note_dependent(rt, d, number);
    base_hint(rt->ctx, d,
              "how these share is left open by the model; where that matters, let something between them yield (a "
              "spring, a resistor)");
}

static void is_open(SolSystem *e, int agree) {
    Runtime *rt = e->host;
    RtSystem *s = (RtSystem *)e;
    if (!agree) {
        (void)waits_for_modes(rt, s);
        return;
    }
    s->undetermined = rt->ev.stamp;
    warn_least_norm(rt, s);
}

static const SolEquations with_tangent = {residual, tangent, start_values, is_open},
                          without_tangent = {residual, NULL, start_values, is_open};

/* ---- work space -------------------------------------------------------------------------------------------------- */

/* Of a torn linear system it is watched how errors grow inside, where a run can be given up for that. */
static void watch_inner(Runtime *rt, RtSystem *s) {
    if (!rt->guard.torn || !s->cw->linear || !s->ninner) return;
    s->inner_scale = BASE_ARRAY(&rt->arena, double, s->ninner);
    for (uint32_t i = 0; i < s->ninner; i++) s->inner_scale[i] = rt_nominal(rt, s->inner[i]);
}

/* Limits of the unknowns, and which are angles; NULL when there are none. */
static void collect_limits(Runtime *rt, RtSystem *s) {
    int n = s->cw->n;
    bool limited = false, turns = false;
    double *low = BASE_ARRAY(&rt->arena, double, n), *high = BASE_ARRAY(&rt->arena, double, n);
    uint8_t *angles = BASE_ARRAY(&rt->arena, uint8_t, n);
    for (int i = 0; i < n; i++) {
        MdVar v = (MdVar)s->cw->vars[i];
        const MdAttrs *a = md_attrs(rt->model, v);
        low[i] = rt_operand(rt, a->min, -INFINITY);
        high[i] = rt_operand(rt, a->max, INFINITY);
        angles[i] = rt_is_angle(rt, v);
        limited |= isfinite(low[i]) || isfinite(high[i]);
        turns |= angles[i];
    }
    s->sol.low = limited ? low : NULL;
    s->sol.high = limited ? high : NULL;
    s->sol.turns = turns ? angles : NULL;
}

void rt_system_prepare(Runtime *rt, RtSystem *s) {
    if (s->ready) return;
    const CwSystem *cw = s->cw;
    size_t number = (size_t)(s - rt->ev.systems), n = (size_t)cw->n;
    double *work = BASE_ARRAY(&rt->arena, double, n *RT_SYSTEM_PARTS);
    s->sol = (SolSystem){.equations = cw->tangent ? &with_tangent : &without_tangent,
                         .host = rt,
                         .n = cw->n,
                         .linear = cw->linear,
                         .constant = cw->constant,
                         .colour = cw->colour ? base_copy(&rt->arena, cw->colour, n * sizeof(int)) : NULL,
                         .ncolours = cw->ncolours,
                         .last_digits = RT_LAST_DIGITS,
                         .memory = &rt_memory};
    rt_linear_init(&s->sol.matrix, cw->n, cw->colptr, cw->rowind);
    if (s->sol.matrix.sparse) rt_linear_klu(&s->sol.matrix)->keep = rt->savable;
    for (size_t i = 0; i < n; i++) work[i] = rt_nominal(rt, (MdVar)cw->vars[i]);
    s->work = work;
    s->sol.scale = work;
    for (size_t k = 0; k < 3; k++) s->old[k] = work + n * (k + 1);
    sol_system_place(&s->sol, work + 4 * n);
    collect_limits(rt, s);
    if (number < rt->model->nsystems) {
        const MdSystem *sym = &rt->model->systems[number];
        s->inner = sym->inner;
        s->ninner = sym->ninner;
        s->inside = sym->nested && !sym->standby;
    }
    watch_inner(rt, s);
    s->last_time = NAN;
    s->ready = true;
}

void rt_system_free(RtSystem *s) {
    if (!s->ready) return;
    rt_linear_free(&s->sol.matrix);
    sol_system_free(&s->sol);
}

/* What is asked now. */
static void pose(Runtime *rt, RtSystem *s) {
    SolSystem *e = &s->sol;
    e->trial = rt->ev.trial;
    e->glance = rt->ev.look.glance;
    e->initial = rt->ev.env.initial;
    e->at_event = true;
    e->now = rt->ev.env.v[0];
    e->stamp = rt->ev.stamp;
    e->last = s->nold ? s->old[0] : NULL;
    e->iterations = 0;
    e->damped = 0;
    if (s->parameter_stamp != rt->ev.parameter_stamp) e->known = 0;
    s->parameter_stamp = rt->ev.parameter_stamp;
}

/* ---- linear systems ---------------------------------------------------------------------------------------------- */

/* How much a relative change of the unknowns shows in the variables inside, in parts of what they are here.  The signs
 * of the changes are mixed, but the same each time.  least: what an unknown is taken to be at least, in parts of its
 * nominal value. */
static double amplification(Runtime *rt, RtSystem *s, double least) {
    double most = 0;
    for (int j = 0; j < s->cw->n; j++) {
        double size = fmax(fabs(s->sol.z[j]), least * s->sol.scale[j]);
        rt->ev.env.d[s->cw->vars[j]] = j * 5 % 7 & 1 ? -size : size;
    }
    bool ok = evaluate(rt, s, s->cw->tangent);
    for (uint32_t i = 0; i < s->ninner && ok; i++) {
        double x = fabs(rt->ev.env.d[s->inner[i]]) / (fabs(rt->ev.env.v[s->inner[i]]) + s->inner_scale[i]);
        if (x > most) most = x;
    }
    for (int j = 0; j < s->cw->n; j++) rt->ev.env.d[s->cw->vars[j]] = 0;
    clear_inner(rt, s);
    return most;
}

/* A singular system that would not be one if tearing had not made it. */
static bool should_not_be_torn(Runtime *rt, RtSystem *s) {
    size_t number = (size_t)(s - rt->ev.systems);
    if (!rt->guard.torn || number >= rt->model->nsystems) return false;
    const MdSystem *sym = &rt->model->systems[number];
    return (sym->nested && !sym->standby) || (s->inner_scale && amplification(rt, s, 1) * DBL_EPSILON > RT_LOST_DIGITS);
}

/* Where rounding of the unknowns alone makes the variables inside useless, they follow from each other in an unstable
 * recursion.  This run is given up then: not torn, the system may be solved better.  A single trial of an integrator
 * says nothing: it may be far from any solution, with a variable inside that happens to vanish. */
static void watch_amplification(Runtime *rt, RtSystem *s) {
    if (!s->inner_scale || !s->cw->tangent) return;
    s->sol.amplified = amplification(rt, s, 0);
    bool useless = s->sol.amplified * DBL_EPSILON > RT_LOST_DIGITS;
    s->useless = useless ? s->useless + 1 : 0;
    if (!useless || (rt->ev.trial && s->useless < USELESS_TRIALS)) return;
    rt_blame_torn(rt, s);
    rt_describe_system(rt, s, s->sol.r, "tearing has made it too ill-conditioned");
    rt_unwind(rt);
}

/* No values at a point that must have some. */
BASE_NORETURN static void undefined(Runtime *rt, const RtSystem *s) {
    if (rt->ev.failure.kind == RT_FAIL_NUMBER)
        rt_find_nonfinite(rt, rt->ev.env.initial ? RT_IN_INITIAL : RT_IN_SIMULATION, (uint32_t)(s - rt->ev.systems));
    rt_unwind(rt);
}

BASE_NORETURN static void contradiction(Runtime *rt, RtSystem *s) {
    rt_describe_singular(rt, s, s->sol.column);
    (void)waits_for_modes(rt, s);
    if (should_not_be_torn(rt, s)) rt_blame_torn(rt, s);
    else if (rt->guard.rank && s->cw->constant && !s->singular) rt_give_up(rt, RT_NEEDS_RANK, s);
    if (rt->ev.env.initial) {
        memcpy(s->sol.first, s->sol.z, (size_t)s->cw->n * sizeof *s->sol.z);
        rt->ev.unsolved = s;
    }
    if (rt->guard.torn && !rt->verdict.torn && s->ninner && rt->ev.frame && rt->ev.frame->outer)
        rt->ev.singular_inside = s;
    rt_unwind(rt);
}

static void solve_linear(Runtime *rt, RtSystem *s) {
    rt->stats.linear_solves++;
    get_unknowns(rt, s, s->sol.z);
    SolResult found = sol_linear(&s->sol);
    if (found == SOL_NO_VALUE) undefined(rt, s);
    if (found == SOL_CONTRADICTION) contradiction(rt, s);
    if (s->sol.fresh) watch_amplification(rt, s);
}

/* ---- nonlinear systems ------------------------------------------------------------------------------------------- */

/* Weights of the last solutions in the polynomial through them, at time t.  Fewer are used where t
 * lies too far from them; 0 when none helps. */
static int extrapolation(const RtSystem *s, double t, double w[3]) {
    const double *o = s->old_time;
    int n = s->nold;
    while (n > 1 && fabs(t - o[0]) > 2 * (o[0] - o[n - 1])) n--;
    if (n < 2) return 0;
    for (int i = 0; i < n; i++) {
        w[i] = 1;
        for (int j = 0; j < n; j++)
            if (j != i) w[i] *= (t - o[j]) / (o[i] - o[j]);
    }
    return n;
}

/* First guess: extrapolated from the last accepted solutions when time has moved on, else what is
 * there.  The integrator's own solution is the best of all. */
static void guess(Runtime *rt, RtSystem *s) {
    double t = rt->ev.env.v[0], w[3];
    bool moved = t != s->last_time && !rt_form_keeps(&rt->form, (int)(s - rt->ev.systems));
    /* what is left undetermined would be carried ever farther, for nothing brings it back */
    int n = s->cw->n, used = moved && !s->undetermined ? extrapolation(s, t, w) : 0;
    get_unknowns(rt, s, s->sol.z);
    for (int i = 0; i < n; i++) {
        if (used) s->sol.z[i] = 0;
        else if (moved && s->nold) s->sol.z[i] = s->old[0][i]; /* not what a rejected step left there */
        for (int k = 0; k < used; k++) s->sol.z[i] += w[k] * s->old[k][i];
        if (!isfinite(s->sol.z[i])) s->sol.z[i] = s->nold ? s->old[0][i] : 0;
    }
}

/* By methods that take long. */
static bool search_farther(RtSystem *s) {
    SolSystem *e = &s->sol;
    int paths = e->n <= RT_FEW_UNKNOWNS ? SOL_NEAR_GUESSES : 2;
    return sol_search(e) || sol_fall_back(e, paths, sol_arc_length) || sol_fall_back(e, 2, rt_kinsol) || sol_mirror(e);
}

static void solve_nonlinear(Runtime *rt, RtSystem *s) {
    SolSystem *e = &s->sol;
    rt->stats.nonlinear_solves++;
    guess(rt, s);
    bool found = sol_nonlinear(e) == SOL_FOUND;
    rt->ev.damped |= e->damped;
    found = found || (!rt->ev.brief && !rt_left_to_whole(rt, s) && search_farther(s));
    rt->stats.nonlinear_iterations += (uint64_t)e->iterations;
    if (found) return;
    e->matrix.factored = 0;
    rt->ev.unsolved = s;
    memcpy(e->z, e->reached, (size_t)e->n * sizeof *e->z);
    if (!sol_residual(e, e->z, e->r)) undefined(rt, s);
    rt_describe_system(rt, s, e->r, "Newton's method, trust region, continuation and line search found no solution");
    rt_unwind(rt);
}

/* ---- services ---------------------------------------------------------------------------------------------------- */

/* Nobody asks for what it gives.  Nonlinear ones that the integrator does not know are followed from step to step. */
static bool may_be_left(const Runtime *rt, int system) {
    if ((uint32_t)system >= rt->model->nsystems || rt->model->systems[system].watched) return false;
    return rt->ev.systems[system].cw->linear || rt_form_keeps(&rt->form, system);
}

/* The residual is all that is wanted: the evaluation ends here. */
static void probe(Runtime *rt, RtSystem *s) {
    const double *at = rt->ev.probed_at;
    rt->ev.probed = NULL;
    if (!sol_residual(&s->sol, at, s->sol.r)) rt->ev.probed = s;
    else memcpy(s->sol.z, at, (size_t)s->cw->n * sizeof *at);
    rt_unwind(rt);
}

void rt_solve(CwEnv *e, int system) {
    Runtime *rt = e->host;
    if (rt->form.active && rt_form_keeps(&rt->form, system)) {
        rt_form_solve(rt, system);
        return;
    }
    RtSystem *s = &rt->ev.systems[system];
    if (rt->ev.look.watch && may_be_left(rt, system)) return;
    rt_system_prepare(rt, s);
    s->sol.offset = NULL;
    if (rt->ev.probed == s) probe(rt, s);
    pose(rt, s);
    if (s->cw->linear) solve_linear(rt, s);
    else solve_nonlinear(rt, s);
    s->solve_stamp = rt->ev.stamp;
    s->last_time = e->v[0];
}

/* With A the matrix: A dz = - (tangent of the residuals when only the inputs move). */
void rt_solve_tangent(CwEnv *e, int system) {
    Runtime *rt = e->host;
    if (rt->form.active && rt_form_keeps(&rt->form, system)) {
        rt_form_solve_tangent(rt, system);
        return;
    }
    RtSystem *s = &rt->ev.systems[system];
    const CwSystem *cw = tangent_code(rt, s);
    rt_system_prepare(rt, s);
    SolSystem *y = &s->sol;
    for (int i = 0; i < cw->n; i++) e->d[cw->vars[i]] = 0;
    e->operands = cw->operands;
    cw->tangent(e);
    memcpy(y->trial_z, e->r, (size_t)cw->n * sizeof *e->r);
    if (s->inside && y->stale) { /* the matrix of this very point: these stand beside each of its columns */
        sol_matrix_clear(&y->matrix);
        y->stale = 0;
        if (sol_matrix_by_tangents(y, y->trial_z)) (void)sol_matrix_factor(&y->matrix);
    }
    bool regular = y->matrix.factored;
    (void)sol_correct(y, regular ? -1 : 0, y->trial_z, y->bar);
    if (!regular && (cw->n > SOL_LEAST_NORM_MAX || !rt_finite(y->bar, (size_t)cw->n)))
        memset(y->bar, 0, (size_t)cw->n * sizeof *y->bar);
    for (int i = 0; i < cw->n; i++) e->d[cw->vars[i]] = y->bar[i];
    e->operands = cw->operands; /* a system inside may have set its own */
    cw->tangent(e);
}

void rt_systems_refresh(Runtime *rt) {
    for (int i = 0; i < rt->code->nsystems; i++) {
        RtSystem *s = &rt->ev.systems[i];
        SolSystem *e = &s->sol;
        if (!s->ready || s->solve_stamp != rt->ev.stamp) continue;
        /* iterations end a little beyond the point at which the matrix was made */
        if (e->made == rt->ev.stamp && (s->cw->linear || !rt->ev.exact)) continue;
        pose(rt, s);
        if (e->known && e->matrix.factored) continue;
        get_unknowns(rt, s, e->z);
        if (sol_residual(e, e->z, e->r)) (void)sol_make_matrix(e, e->z, e->r);
    }
}

/* The solution in v lies far from where the last ones led: another branch was taken, they say
 * nothing about it. */
static bool jumped(const Runtime *rt, const RtSystem *s) {
    double w[3];
    int used = extrapolation(s, rt->ev.env.v[0], w);
    for (int i = 0; used && i < s->cw->n; i++) {
        double now = rt->ev.env.v[s->cw->vars[i]], expected = 0,
               most = fmax(fabs(now), RT_LEAST_JUMPING * s->sol.scale[i]);
        for (int k = 0; k < used; k++) {
            expected += w[k] * s->old[k][i];
            most = fmax(most, fabs(s->old[k][i])); /* milliamperes jump, too, though nominal values are amperes */
        }
        if (fabs(now - expected) > 0.1 * (fmin(s->sol.scale[i], most) + fabs(now))) return true;
    }
    return false;
}

void rt_systems_accept(Runtime *rt) {
    double t = rt->ev.env.v[0];
    for (int i = 0; i < rt->code->nsystems; i++) {
        RtSystem *s = &rt->ev.systems[i];
        if (!s->ready || s->solve_stamp != rt->ev.stamp) continue;
        if (s->nold && s->old_time[0] == t) {
            get_unknowns(rt, s, s->old[0]);
            continue;
        }
        if (s->nold > 1 && jumped(rt, s)) s->nold = 0;
        double *oldest = s->old[2];
        s->old[2] = s->old[1];
        s->old[1] = s->old[0];
        s->old[0] = oldest;
        s->old_time[2] = s->old_time[1];
        s->old_time[1] = s->old_time[0];
        s->old_time[0] = t;
        get_unknowns(rt, s, s->old[0]);
        if (s->nold < 3) s->nold++;
    }
}

void rt_systems_forget(Runtime *rt) {
    for (int i = 0; i < rt->code->nsystems; i++)
        if (rt->ev.systems[i].nold > 1) rt->ev.systems[i].nold = 1;
}

void rt_systems_restore(Runtime *rt) {
    for (int i = 0; i < rt->code->nsystems; i++) {
        RtSystem *s = &rt->ev.systems[i];
        if (s->ready && s->nold) put_unknowns(rt, s, s->old[0]);
    }
}
