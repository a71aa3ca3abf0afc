/* system.c - linear and nonlinear systems of equations: Newton, tangents of solutions.
 *
 * A system is given by its residual function, which also computes the variables inside (CwSystem).
 * Before a solve, v holds everything the system depends on and, in its unknowns, a guess; d is
 * zero.  After it, v holds the solution and d is zero again.  When none is found the evaluation is
 * unwound with the reason in rt->ev.failure.
 *
 * Newton's method is damped by the natural monotonicity test (Deuflhard 1974): a trial point is
 * good when the correction computed there with the old matrix is shorter.  It does not depend on
 * how equations are scaled.
 */
#include "runtime/runtime_impl.h"

#include <float.h>

static const double STEP_TOLERANCE = 1e-11; /* relative correction at which a solution is taken */
static const double LAST_DIGITS = 1e-15;    /* the same at points that are seen: asserts may ask for them */
static const double GLANCE_STALL =
    1e-10; /* what rounding may leave where a row is written and nothing else depends on it */
static const double STALL_TOLERANCE = 1e-6; /* relative correction that rounding may not let us pass */
static const double FARTHEST_TURN = 1e9;    /* rad: digits are left for a ten millionth of it */
static const double CHORD_RATE = 0.2;       /* contraction that an old matrix must show to be kept */
static const double LOST_DIGITS =
    1e-6;                           /* error by rounding, in parts of a variable's size, that no tearing may bring */
static const double OLD_RATE = 0.1; /* contraction that an old matrix of a linear system must show */
enum { MAX_ITERATIONS = 60, MAX_HALVINGS = 12, MOST_OLD = 8, USELESS_TRIALS = 10 /* in a row */ };
enum { NEAR_GUESSES = 5, ALL_GUESSES = 11 }; /* those far away are for equations that cannot be evaluated near by */

/* ---- work space -------------------------------------------------------------------------------------------------- */

/* Of a torn linear system it is watched how errors grow inside, where a run can be given up for that. */
static void watch_inner(Runtime *rt, RtSystem *s) {
    if (!rt->guard.torn || !s->cw->linear || !s->ninner) return;
    s->inner_scale = BASE_ARRAY(&rt->arena, double, s->ninner);
    for (uint32_t i = 0; i < s->ninner; i++) s->inner_scale[i] = rt_nominal(rt, s->inner[i]);
}

/* Limits of the unknowns; NULL when no variable has any. */
static void collect_limits(Runtime *rt, RtSystem *s) {
    int n = s->cw->n;
    bool any = false;
    double *low = BASE_ARRAY(&rt->arena, double, n), *high = BASE_ARRAY(&rt->arena, double, n);
    for (int i = 0; i < n; i++) {
        const MdAttrs *a = &rt->model->attrs[rt->model->vars[s->cw->vars[i]].attrs];
        low[i] = rt_operand(rt, a->min, -INFINITY);
        high[i] = rt_operand(rt, a->max, INFINITY);
        any |= isfinite(low[i]) || isfinite(high[i]);
    }
    s->low = any ? low : NULL;
    s->high = any ? high : NULL;
}

void rt_system_prepare(Runtime *rt, RtSystem *s) {
    if (s->ready) return;
    int n = s->cw->n;
    rt_linear_init(&s->matrix, n, s->cw->colptr, s->cw->rowind);
    s->matrix.klu.keep = rt->savable;
    double *work = BASE_ARRAY(&rt->arena, double, (size_t)n *RT_SYSTEM_PARTS);
    double **parts[] = {&s->scale,  &s->first,  &s->z,      &s->r,       &s->step,   &s->trial, &s->bar,
                        &s->old[0], &s->old[1], &s->old[2], &s->reached, &s->solved, &s->left};
    for (size_t i = 0; i < RT_SYSTEM_PARTS; i++) *parts[i] = work + (size_t)n * i;
    for (int i = 0; i < n; i++) s->scale[i] = rt_nominal(rt, (MdVar)s->cw->vars[i]);
    collect_limits(rt, s);
    size_t number = (size_t)(s - rt->ev.systems);
    if (number < rt->model->nsystems) {
        s->inner = rt->model->systems[number].inner;
        s->ninner = rt->model->systems[number].ninner;
    }
    watch_inner(rt, s);
    s->last_time = NAN;
    s->inside =
        number < rt->model->nsystems && rt->model->systems[number].nested && !rt->model->systems[number].standby;
    s->ready = true;
}

void rt_system_free(RtSystem *s) {
    if (s->ready) rt_linear_free(&s->matrix);
}

/* ---- residuals and matrices -------------------------------------------------------------------------------------- */

static void put_unknowns(Runtime *rt, const RtSystem *s, const double *z) {
    for (int i = 0; i < s->cw->n; i++) rt->ev.env.v[s->cw->vars[i]] = z[i];
}

/* Is v what the residual at z left there? */
static bool is_at(const Runtime *rt, const RtSystem *s, const double *z) {
    for (int i = 0; i < s->cw->n; i++)
        if (rt->ev.env.v[s->cw->vars[i]] != z[i]) return false;
    return true;
}

static void get_unknowns(const Runtime *rt, const RtSystem *s, double *z) {
    for (int i = 0; i < s->cw->n; i++) z[i] = rt->ev.env.v[s->cw->vars[i]];
}

static bool evaluate(Runtime *rt, const RtSystem *s, CwFn f) {
    rt->ev.env.operands = s->cw->operands;
    return rt_eval(rt, f);
}

/* r := residual at z.  false: the evaluation failed or gave a value that is not finite. */
static bool residual(Runtime *rt, RtSystem *s, const double *z, double *r) {
    put_unknowns(rt, s, z);
    if (!evaluate(rt, s, s->cw->residual)) return false;
    memcpy(r, rt->ev.env.r, (size_t)s->cw->n * sizeof *r);
    bool finite = rt_finite(r, (size_t)s->cw->n);
    for (int i = 0; s->offset && i < s->cw->n; i++) r[i] -= s->offset_part * s->offset[i];
    if (finite) return true;
    rt->ev.failure.kind = RT_FAIL_NUMBER;
    return false;
}

static double entry(double slope) { return fabs(slope) < RT_STEEPEST ? slope : copysign(INFINITY, slope); }

/* Where entry (row k of column j's pattern) lives: sparse by position, dense by row and column. */
static void put_column(RtSystem *s, int j, const double *r, double factor) {
    RtLinear *m = &s->matrix;
    int n = m->n;
    if (!m->colptr) {
        for (int i = 0; i < n; i++) m->values[i + (size_t)j * (size_t)n] = entry(r[i] * factor);
        return;
    }
    for (int p = m->colptr[j]; p < m->colptr[j + 1]; p++) {
        int row = m->rowind[p];
        if (m->sparse) m->values[p] = entry(r[row] * factor);
        else m->values[row + (size_t)j * (size_t)n] = entry(r[row] * factor);
    }
}

static int colour_of(const CwSystem *cw, int j) { return cw->colour ? cw->colour[j] : j; }

static void clear_inner(Runtime *rt, RtSystem *s) {
    if (s->inner || s->ninner)
        for (uint32_t i = 0; i < s->ninner; i++) rt->ev.env.d[s->inner[i]] = 0;
    else evaluate(rt, s, s->cw->tangent); /* all seeds are zero: so become the tangents inside */
}

/* A tangent that is no number though the equations have values: 1/(1 + exp(u)) has none for large u, as inf/inf. */
static bool is_undefined(const double *r, int n) {
    if (rt_finite(r, (size_t)n)) return false;
    for (int i = 0; i < n; i++)
        if (isnan(r[i])) return true;
    return false;
}

/* The matrix by tangents, one pass per colour of columns. */
static bool matrix_by_tangents(Runtime *rt, RtSystem *s) {
    const CwSystem *cw = s->cw;
    int ncolours = cw->colour ? cw->ncolours : cw->n;
    bool ok = true;
    for (int c = 0; c < ncolours && ok; c++) {
        for (int j = 0; j < cw->n; j++)
            if (colour_of(cw, j) == c) rt->ev.env.d[cw->vars[j]] = 1;
        ok = evaluate(rt, s, cw->tangent) && !is_undefined(rt->ev.env.r, cw->n);
        for (int j = 0; j < cw->n; j++) {
            if (colour_of(cw, j) != c) continue;
            rt->ev.env.d[cw->vars[j]] = 0;
            if (ok) put_column(s, j, rt->ev.env.r, 1);
        }
    }
    clear_inner(rt, s);
    return ok;
}

/* The matrix by differences, for systems whose tangent has no code or fails. */
static bool matrix_by_differences(Runtime *rt, RtSystem *s, const double *z, const double *r) {
    const CwSystem *cw = s->cw;
    int n = cw->n;
    double *moved = s->trial, *changed = s->bar;
    memcpy(moved, z, (size_t)n * sizeof *z);
    for (int j = 0; j < n; j++) {
        double h = (cw->linear ? 1 : 1e-7) * (fabs(z[j]) > s->scale[j] ? fabs(z[j]) : s->scale[j]);
        moved[j] = z[j] + h;
        h = moved[j] - z[j];
        if (!residual(rt, s, moved, changed)) {
            moved[j] = z[j] - h;
            h = moved[j] - z[j];
            if (!residual(rt, s, moved, changed)) return false;
        }
        for (int i = 0; i < n; i++) changed[i] -= r[i];
        put_column(s, j, changed, 1 / h);
        moved[j] = z[j];
    }
    put_unknowns(rt, s, z);
    return evaluate(rt, s, cw->residual);
}

/* Matrix at the present point (unknowns z with residual r are in v) and its factors.
 * -1 done, -2 could not be evaluated, else the number of a dependent column. */
static int make_matrix(Runtime *rt, RtSystem *s, const double *z, const double *r) {
    rt_linear_clear(&s->matrix);
    if (!(s->cw->tangent && matrix_by_tangents(rt, s)) && !matrix_by_differences(rt, s, z, r)) return -2;
    s->rate = 1;
    s->stale = false;
    s->matrix_stamp = rt->ev.stamp;
    s->parameter_stamp = rt->ev.parameter_stamp;
    return rt_linear_factor(&s->matrix);
}

bool rt_system_residual(Runtime *rt, RtSystem *s, const double *z, double *r) { return residual(rt, s, z, r); }

int rt_system_matrix(Runtime *rt, RtSystem *s, const double *z, const double *r) { return make_matrix(rt, s, z, r); }

/* b := -A^-1 r, by least norm where A is singular but the equations agree.  false: they do not. */
static bool correct(RtSystem *s, int dependent, const double *r, double *b) {
    int n = s->cw->n;
    for (int i = 0; i < n; i++) b[i] = -r[i];
    if (dependent < 0) {
        rt_linear_solve(&s->matrix, b);
        return true;
    }
    double left, size = 0;
    int rank = rt_linear_least_norm(&s->matrix, s->scale, b, &left);
    for (int i = 0; i < n; i++) size = fmax(size, fabs(b[i]) / s->scale[i]);
    return rank >= 0 && left <= 1e-9 * (1 + size);
}

static double norm(const RtSystem *s, const double *z, const double *step) {
    double worst = 0;
    for (int i = 0; i < s->cw->n; i++) {
        double x = fabs(step[i]) / (s->scale[i] + fabs(z[i]));
        if (!(x <= worst)) worst = x;
    }
    return worst;
}

/* ---- linear systems ---------------------------------------------------------------------------------------------- */

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

/* The residual at z, or unwound with the reason. */
static void linear_residual(Runtime *rt, RtSystem *s) {
    if (residual(rt, s, s->z, s->r)) return;
    if (rt->ev.failure.kind == RT_FAIL_NUMBER)
        rt_find_nonfinite(rt, rt->ev.env.initial ? RT_IN_INITIAL : RT_IN_SIMULATION, (uint32_t)(s - rt->ev.systems));
    rt_unwind(rt);
}

/* z := z - A^-1 r and the residual there. */
static void correct_linear(Runtime *rt, RtSystem *s) {
    for (int i = 0; i < s->cw->n; i++) s->z[i] += s->step[i];
    linear_residual(rt, s);
}

/* The largest unknown, in parts of its nominal value. */
static double largest(const RtSystem *s) {
    double most = 0;
    for (int i = 0; i < s->cw->n; i++) most = fmax(most, fabs(s->z[i]) / s->scale[i]);
    return most;
}

/* The step changes no unknown by more than that part of it.  Those that vanish are measured by nominal values, in
 * proportion to the others: all may be far below them, and where somebody looks (not in trials), a solution that
 * depends on where the matrix came from shows events where there are none. */
static bool negligible(const Runtime *rt, const RtSystem *s, double part) {
    double least = rt->ev.trial ? 1e-14 : (rt->ev.look.glance ? 1e-14 : 1e-15) * fmin(1, largest(s));
    for (int i = 0; i < s->cw->n; i++) {
        if (!(fabs(s->step[i]) <= part * fabs(s->z[i]) + least * s->scale[i])) return false;
        if (fabs(s->step[i]) * s->amplified > LOST_DIGITS * fabs(s->z[i])) return false;
    }
    return true;
}

/* The matrix of an earlier solve: most matrices change at events only, and then two corrections show that the old one
 * is still right.  Where a row is written and matrices change slowly, more corrections follow, as long as they shrink
 * fast enough. Where they do not, the old matrix is not tried again for a while. */
static bool try_old_matrix(Runtime *rt, RtSystem *s) {
    if (!s->matrix.factored || s->cw->constant) return false;
    if (s->wait > 0) {
        s->wait--;
        return false;
    }
    double before = INFINITY;
    int most = rt->ev.look.glance ? MOST_OLD : 3;
    for (int k = 0; k < most; k++) {
        correct(s, -1, s->r, s->step);
        if (k > 0 && negligible(rt, s, rt->ev.trial ? 1e-10 : 10 * LAST_DIGITS)) {
            s->failures = 0;
            return true;
        }
        double size = norm(s, s->z, s->step);
        if (rt->ev.look.glance && k > 0 && !(size < OLD_RATE * before)) {
            /* after corrections that did shrink: rounding, of which a new matrix would leave as much */
            if (k > 1 && size > 0.5 * before && size <= GLANCE_STALL * fmin(1, largest(s))) return true;
            break;
        }
        before = size;
        if (k + 1 < most) correct_linear(rt, s);
    }
    if (!rt->ev.trial) return false;
    s->failures = s->failures < 6 ? s->failures + 1 : 6;
    s->wait = 1 << s->failures;
    return false;
}

/* How much a relative change of the unknowns shows in the variables inside, in parts of what they are here.  The signs
 * of the changes are mixed, but the same each time.  least: what an unknown is taken to be at least, in parts of its
 * nominal value. */
static double amplification(Runtime *rt, RtSystem *s, double least) {
    double most = 0;
    for (int j = 0; j < s->cw->n; j++) {
        double size = fmax(fabs(s->z[j]), least * s->scale[j]);
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
    return (sym->nested && !sym->standby) || (s->inner_scale && amplification(rt, s, 1) * DBL_EPSILON > LOST_DIGITS);
}

/* Where rounding of the unknowns alone makes the variables inside useless, they follow from each other in an unstable
 * recursion.  This run is given up then: not torn, the system may be solved better.  A single trial of an integrator
 * says nothing: it may be far from any solution, with a variable inside that happens to vanish. */
static void watch_amplification(Runtime *rt, RtSystem *s) {
    if (!s->inner_scale || !s->cw->tangent) return;
    s->amplified = amplification(rt, s, 0);
    bool useless = s->amplified * DBL_EPSILON > LOST_DIGITS;
    s->useless = useless ? s->useless + 1 : 0;
    if (!useless || (rt->ev.trial && s->useless < USELESS_TRIALS)) return;
    rt_blame_torn(rt, s);
    rt_describe_system(rt, s, s->r, "tearing has made it too ill-conditioned");
    rt_unwind(rt);
}

/* The matrix here, made again, is the one that was there. */
static bool same_matrix(Runtime *rt, RtSystem *s) {
    RtLinear *m = &s->matrix;
    if (s->cw->constant) return m->factored && s->parameter_stamp == rt->ev.parameter_stamp;
    size_t n = (size_t)m->n, size = (m->sparse ? (size_t)m->nnz : n * n) * sizeof *m->values;
    double *before = base_realloc(NULL, size);
    memcpy(before, m->values, size);
    bool same = make_matrix(rt, s, s->z, s->r) == -1 && !memcmp(before, m->values, size);
    base_realloc(before, 0);
    return same;
}

/* Residual and matrix are those of the last solve, at the same instant: nothing that the system reads has changed.  Its
 * solution is kept to the last bit, since relations between unknowns would otherwise change from one event iteration to
 * the next by rounding. */
static bool is_solved(Runtime *rt, RtSystem *s) {
    size_t size = (size_t)s->cw->n * sizeof *s->z;
    return s->last_time == rt->ev.env.v[0] && s->matrix.factored && !memcmp(s->z, s->solved, size) &&
           !memcmp(s->r, s->left, size) && same_matrix(rt, s);
}

static void find_solution(Runtime *rt, RtSystem *s) {
    s->stale = try_old_matrix(rt, s);
    if (s->stale) return;
    int dependent = -1;
    bool fresh = false;
    if (!(s->cw->constant && s->matrix.factored && s->parameter_stamp == rt->ev.parameter_stamp))
        dependent = make_matrix(rt, s, s->z, s->r), fresh = true;
    if (dependent == -2) rt_unwind(rt);
    for (int round = 0; round < 3; round++) {
        if (!correct(s, dependent, s->r, s->step)) {
            rt_describe_singular(rt, s, dependent);
            (void)waits_for_modes(rt, s);
            if (should_not_be_torn(rt, s)) rt_blame_torn(rt, s);
            else if (rt->guard.rank && s->cw->constant && !s->singular) rt_give_up(rt, RT_NEEDS_RANK, s);
            if (rt->ev.env.initial) {
                memcpy(s->first, s->z, (size_t)s->cw->n * sizeof *s->z);
                rt->ev.unsolved = s;
            }
            if (rt->guard.torn && !rt->verdict.torn && s->ninner && rt->ev.frame && rt->ev.frame->outer)
                rt->ev.singular_inside = s;
            rt_unwind(rt);
        }
        if (round > 0 && negligible(rt, s, 1e-12)) break; /* nothing to refine; v is consistent with z */
        correct_linear(rt, s);
        if (dependent >= 0) {
            s->undetermined = rt->ev.stamp;
            warn_least_norm(rt, s);
            return;
        }
    }
    if (fresh) watch_amplification(rt, s);
}

static void solve_linear(Runtime *rt, RtSystem *s) {
    int n = s->cw->n;
    rt->stats.linear_solves++;
    get_unknowns(rt, s, s->z);
    for (int i = 0; i < n; i++)
        if (!isfinite(s->z[i])) s->z[i] = 0;
    linear_residual(rt, s);
    if (is_solved(rt, s)) return;
    find_solution(rt, s);
    memcpy(s->solved, s->z, (size_t)n * sizeof *s->z);
    memcpy(s->left, s->r, (size_t)n * sizeof *s->r);
}

/* ---- nonlinear systems ------------------------------------------------------------------------------------------- */

/* Longest part of the step that keeps the unknowns inside their limits, when they are inside now.
 */
static double guard_limits(const RtSystem *s, const double *z, const double *step) {
    double part = 1;
    if (!s->low) return part;
    for (int i = 0; i < s->cw->n; i++) {
        double to = z[i] + part * step[i];
        double limit = step[i] < 0 ? s->low[i] : s->high[i];
        bool inside = step[i] < 0 ? z[i] > limit : z[i] < limit;
        bool leaves = step[i] < 0 ? to < limit : to > limit;
        if (isfinite(limit) && inside && leaves) part = fmin(part, 0.9 * (limit - z[i]) / step[i]);
    }
    return part > 1e-4 ? part : 1; /* pinned at a limit: limits are no equations, go on without them */
}

/* Iterations that are still needed at this rate cost more than a new matrix would. */
static bool too_slow(const RtSystem *s, double size, double rate) {
    if (!(rate < CHORD_RATE)) return true;
    int columns = s->cw->colour ? s->cw->ncolours : s->cw->n;
    return log(STEP_TOLERANCE / size) / log(rate) > 2 + columns;
}

/* After the k-th correction, of this size.  The rate of an earlier solve says too little about this one to be trusted
 * for the last digits.  Where somebody looks, corrections go on until rounding stops them. */
static bool near_enough(const Runtime *rt, int k, double size, double rate) {
    if (rt->ev.trial) return size <= STEP_TOLERANCE || (k > 0 && size * rate <= 0.1 * STEP_TOLERANCE);
    if (size <= LAST_DIGITS) return true;
    return k > 0 && (size * rate <= LAST_DIGITS || (size <= STEP_TOLERANCE && rate > 0.3));
}

/* Iterations with the matrix of an earlier solve: cheap where the solution moved only a little.
 * true: converged, v and z hold the solution. */
static bool chord(Runtime *rt, RtSystem *s) {
    int n = s->cw->n;
    double before = INFINITY, rate = s->rate; /* contraction that this matrix showed last time */
    for (int k = 0; k < 8; k++) {
        for (int i = 0; i < n; i++) s->step[i] = -s->r[i];
        rt_linear_solve(&s->matrix, s->step);
        double size = norm(s, s->z, s->step);
        if (k > 0) rate = s->rate = fmax(size / before, 1e-2);
        if (!(size < 0.1) || (k > 0 && size > STEP_TOLERANCE && too_slow(s, size, rate))) return false;
        for (int i = 0; i < n; i++) s->z[i] += s->step[i];
        rt->stats.nonlinear_iterations++;
        if (!residual(rt, s, s->z, s->r)) return false;
        if (near_enough(rt, k, size, rate)) return true;
        before = size;
    }
    return false;
}

/* Finds a damped step from z with correction s->step; leaves the new point in z, its residual in r.
 * Returns the size of the correction there, or -1 when no damping helps. */
static double damped_step(Runtime *rt, RtSystem *s, double size, double *part) {
    int n = s->cw->n;
    double lambda = fmin(*part, guard_limits(s, s->z, s->step));
    for (int k = 0; k <= MAX_HALVINGS; k++, lambda *= 0.5) {
        for (int i = 0; i < n; i++) s->trial[i] = s->z[i] + lambda * s->step[i];
        if (!residual(rt, s, s->trial, s->bar)) continue;
        memcpy(s->r, s->bar, (size_t)n * sizeof *s->r);
        for (int i = 0; i < n; i++) s->bar[i] = -s->r[i];
        rt_linear_solve(&s->matrix, s->bar);
        double after = norm(s, s->z, s->bar); /* the same weights as for size */
        if (!(after <= (1 - lambda / 4) * size) && !(after <= STEP_TOLERANCE)) continue;
        memcpy(s->z, s->trial, (size_t)n * sizeof *s->z);
        rt->ev.damped |= lambda < 1;
        *part = fmin(1, lambda * 4);
        return after;
    }
    return -1;
}

/* So near the solution, and so little of the step was of use, that z has not moved: what damping made smaller is what
 * rounding left. */
static bool stands_still(double size, double part) { return size <= STALL_TOLERANCE && part * size <= STEP_TOLERANCE; }

/* A small multiple of the identity makes a singular matrix usable for a first step. */
static bool regularise(RtSystem *s) {
    RtLinear *m = &s->matrix;
    if (m->sparse) return false;
    int n = m->n;
    double largest = 0;
    for (size_t i = 0; i < (size_t)n * (size_t)n; i++) largest = fmax(largest, fabs(m->values[i]));
    if (!(largest > 0 && isfinite(largest))) return false;
    for (int i = 0; i < n; i++) m->values[i + (size_t)i * (size_t)n] += 1e-6 * largest;
    return rt_linear_factor(m) < 0;
}

/* The residual, each equation in parts of what a change of an unknown by its nominal value makes there, by the last
 * matrix. */
static double residual_size(const RtSystem *s, const double *r) {
    const RtLinear *m = &s->matrix;
    int n = m->n;
    double worst = 0;
    for (int i = 0; i < n; i++) s->left[i] = 0;
    for (int j = 0; j < n; j++) {
        size_t first = m->sparse ? (size_t)m->colptr[j] : (size_t)j * (size_t)n;
        size_t last = m->sparse ? (size_t)m->colptr[j + 1] : first + (size_t)n;
        for (size_t p = first; p < last; p++) {
            int row = m->sparse ? m->rowind[p] : (int)(p - first);
            s->left[row] = fmax(s->left[row], fabs(m->values[p]) * s->scale[j]);
        }
    }
    for (int i = 0; i < n; i++) {
        double x = fabs(r[i]) / (s->left[i] > 0 ? s->left[i] : 1);
        if (!(x <= worst)) worst = x;
    }
    return worst;
}

/* No equation is off by more than the rounding of its terms. */
static bool is_rounding(const RtSystem *s, const double *z, const double *r) {
    const RtLinear *m = &s->matrix;
    int n = m->n;
    for (int i = 0; i < n; i++) s->left[i] = 0;
    for (int j = 0; j < n; j++) {
        size_t first = m->sparse ? (size_t)m->colptr[j] : (size_t)j * (size_t)n;
        size_t last = m->sparse ? (size_t)m->colptr[j + 1] : first + (size_t)n;
        for (size_t p = first; p < last; p++)
            s->left[m->sparse ? m->rowind[p] : (int)(p - first)] += fabs(m->values[p] * z[j]);
    }
    for (int i = 0; i < n; i++)
        if (!(fabs(r[i]) <= 16 * DBL_EPSILON * s->left[i])) return false;
    return true;
}

/* A step where the matrix is singular but the equations agree (a closed valve between two tanks from which nothing
 * flows: its pressures do not matter).  1: v and z hold the solution of least distance, 0: z has moved, -1: they do not
 * agree, or no part of the step leads where they can be evaluated. */
static int least_norm_step(Runtime *rt, RtSystem *s, int dependent) {
    int n = s->cw->n;
    if (!correct(s, dependent, s->r, s->step)) return (void)waits_for_modes(rt, s), -1;
    double size = norm(s, s->z, s->step), before = residual_size(s, s->r), lambda = 1;
    if (!isfinite(size)) return -1;
    for (int k = 0; k <= MAX_HALVINGS; k++, lambda *= 0.5) {
        for (int i = 0; i < n; i++) s->trial[i] = s->z[i] + lambda * s->step[i];
        if (!residual(rt, s, s->trial, s->bar)) continue;
        /* no test of monotony: near such points it forbids too much */
        rt->ev.damped |= lambda < 1 || (size > STEP_TOLERANCE && residual_size(s, s->bar) > before);
        memcpy(s->z, s->trial, (size_t)n * sizeof *s->z);
        memcpy(s->r, s->bar, (size_t)n * sizeof *s->r);
        if (size > STEP_TOLERANCE) return 0;
        s->undetermined = rt->ev.stamp;
        warn_least_norm(rt, s);
        return 1;
    }
    return -1;
}

/* Near a pole (x = t/x at a tiny x) each correction is as small as x itself, far below nominal values, and yet the
 * equations are off by far.  Where unknowns change by a good part of themselves and the residual did not get much
 * smaller (before: at z, after: behind the step), it is looked at a hundred steps ahead: beyond a solution it must have
 * grown. */
static bool is_pole(Runtime *rt, RtSystem *s, const double *z, const double *step, const double *before,
                    const double *after) {
    const double far = 100;
    int n = s->cw->n;
    bool large = false, left = false;
    double size = 0, grown = 0;
    for (int i = 0; i < n; i++) {
        large |= fabs(step[i]) > 0.01 * fabs(z[i]);
        left |= fabs(after[i]) > 0.1 * fabs(before[i]);
        size = fmax(size, fabs(before[i]));
    }
    if (!large || !left) return false;
    double *there = base_realloc(NULL, 2 * (size_t)n * sizeof *there), *r = there + n;
    for (int i = 0; i < n; i++) there[i] = z[i] + far * step[i];
    bool ok = residual(rt, s, there, r);
    for (int i = 0; i < n && ok; i++) grown = fmax(grown, fabs(r[i]));
    base_realloc(there, 0);
    return ok && grown < size;
}

/* The equations have no values behind a step that no unknown would notice: the solution lies at the edge of where they
 * have some (0 = x^(1/3)), and z is as near to it as can be told. */
static bool is_at_edge(Runtime *rt, RtSystem *s) {
    const double noticed = 1e-9;
    for (int i = 0; i < s->cw->n; i++)
        if (fabs(s->step[i]) > noticed * fabs(s->z[i])) return false;
    return residual(rt, s, s->z, s->r);
}

/* z := z + step.  true: it is the solution, v holds it. */
static bool take_last_step(Runtime *rt, RtSystem *s) {
    int n = s->cw->n;
    memcpy(s->left, s->r, (size_t)n * sizeof *s->r);
    for (int i = 0; i < n; i++) s->trial[i] = s->z[i] + s->step[i];
    if (!residual(rt, s, s->trial, s->r)) return is_at_edge(rt, s);
    bool pole = is_pole(rt, s, s->z, s->step, s->left, s->r);
    memcpy(s->z, s->trial, (size_t)n * sizeof *s->z);
    return !pole && (is_at(rt, s, s->z) || residual(rt, s, s->z, s->r));
}

/* No part of Newton's step helps, which is long.  true: only because the matrix, singular but for rounding, makes much
 * of what rounding left of the equations; where something determines the unknowns, z is the solution. */
static bool holds_where_determined(Runtime *rt, RtSystem *s) {
    if (!residual(rt, s, s->z, s->r) || !correct(s, 0, s->r, s->step)) return false;
    if (!(norm(s, s->z, s->step) <= STALL_TOLERANCE)) return false;
    s->undetermined = rt->ev.stamp;
    warn_least_norm(rt, s);
    return true;
}

/* Would the step turn an angle so far that nothing is left of it but rounding (a linkage at a dead point, where the
 * matrix is singular but for its last digits)? */
static bool spins(const Runtime *rt, const RtSystem *s) {
    for (int i = 0; i < s->cw->n; i++)
        if (!(fabs(s->z[i] + s->step[i]) < FARTHEST_TURN) && rt_is_angle(rt, (MdVar)s->cw->vars[i])) return true;
    return false;
}

/* Newton from z (residual in r).  true: v, z hold the solution. */
static bool newton(Runtime *rt, RtSystem *s) {
    enum { STANDS = 10 }; /* times at one place: at a corner of the equations one or two short steps lead on */
    int n = s->cw->n, still = 0;
    double part = 1;
    for (int k = 0; k < MAX_ITERATIONS; k++) {
        if (rt->ev.env.initial && rt->init.meanwhile) rt->init.meanwhile(rt->init.meanwhile_arg, rt);
        put_unknowns(rt, s, s->z);
        int dependent = make_matrix(rt, s, s->z, s->r);
        if (dependent == -2) return false;
        int least = dependent >= 0 ? least_norm_step(rt, s, dependent) : -1;
        if (least > 0) return true;
        if (least == 0) continue;
        if (dependent >= 0 && !regularise(s)) return false;
        for (int i = 0; i < n; i++) s->step[i] = -s->r[i];
        rt_linear_solve(&s->matrix, s->step);
        rt->stats.nonlinear_iterations++;
        double size = norm(s, s->z, s->step);
        if (!isfinite(size) || spins(rt, s)) return false;
        /* all equations hold, and yet the step is long: the matrix is singular but for rounding.  A first step is no
         * exception: what is left open would drift from one evaluation to the next, and other solutions lie there */
        if (size > STALL_TOLERANCE && is_rounding(s, s->z, s->r) && least_norm_step(rt, s, 0) > 0) return true;
        if (size <= STEP_TOLERANCE) return take_last_step(rt, s);
        double after = damped_step(rt, s, size, &part);
        if (after < 0) {
            if (size > STALL_TOLERANCE) return holds_where_determined(rt, s);
            return residual(rt, s, s->z, s->r); /* rounding lets us get no nearer */
        }
        still = part < 1 && stands_still(size, part) ? still + 1 : 0;
        if (still == STANDS) return is_at(rt, s, s->z) || residual(rt, s, s->z, s->r);
        if (after <= (rt->ev.trial ? STEP_TOLERANCE : LAST_DIGITS)) return true;
        if (dependent < 0 && part == 1 && after < CHORD_RATE * size && chord(rt, s)) return true;
    }
    return false;
}

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
    get_unknowns(rt, s, s->z);
    for (int i = 0; i < n; i++) {
        if (used) s->z[i] = 0;
        else if (moved && s->nold) s->z[i] = s->old[0][i]; /* not what a rejected step left there */
        for (int k = 0; k < used; k++) s->z[i] += w[k] * s->old[k][i];
        if (!isfinite(s->z[i])) s->z[i] = s->nold ? s->old[0][i] : 0;
    }
}

static void start_values(Runtime *rt, RtSystem *s, double *z) {
    for (int i = 0; i < s->cw->n; i++) {
        const MdVariable *v = &rt->model->vars[s->cw->vars[i]];
        z[i] = rt_operand(rt, v->start, 0);
    }
}

/* Other places to start from when the first guess leads nowhere. */
static bool other_guess(Runtime *rt, RtSystem *s, int attempt) {
    int n = s->cw->n;
    switch (attempt) {
    case 0:
        if (!s->nold) return false;
        memcpy(s->z, s->old[0], (size_t)n * sizeof *s->z);
        return true;
    case 1: start_values(rt, s, s->z); return true;
    default:
        /* away from a point where the matrix is singular: a fixed, different shift for each unknown
         */
        start_values(rt, s, s->z);
        double shift = attempt < NEAR_GUESSES ? 0.1 * (double)(attempt - 1)
                                              : (attempt & 1 ? 1 : -1) * pow(10, (attempt - NEAR_GUESSES) / 2);
        for (int i = 0; i < n; i++) s->z[i] += s->scale[i] * shift * (1 + 0.37 * (double)(i % 7));
        return true;
    }
}

/* One unknown: the nearest point, by and large, at which the equation can be evaluated. */
static bool enter_domain(Runtime *rt, RtSystem *s, double unit, double *z, double *r) {
    double centre = *z;
    if (residual(rt, s, z, r)) return true;
    for (int k = 0; k < 140; k++) {
        *z = centre + (k & 1 ? -1 : 1) * unit * pow(1.25, k / 2);
        if (residual(rt, s, z, r)) return true;
    }
    return false;
}

/* One unknown, and an equation that has no value at `nowhere`: *z := the point nearest to it, as far as halving tells,
 * that has one, on the way from *z, which has. */
static void go_to_edge(Runtime *rt, RtSystem *s, double nowhere, double *z, double *r) {
    double value;
    for (int m = 0; m < 60; m++) {
        double middle = nowhere + (*z - nowhere) / 2;
        if (residual(rt, s, &middle, &value)) *z = middle, *r = value;
        else nowhere = middle;
    }
}

/* One unknown: halves between a and b, where the equation has values of different sign.  Where it has none between
 * them, a solution may still lie on either side of the gap.  false: it does not. */
static bool halve(Runtime *rt, RtSystem *s, double a, double fa, double b, double fb) {
    double before = fmax(fabs(fa), fabs(fb)), r;
    for (int m = 0; m < 200 && fabs(b - a) > 4 * DBL_EPSILON * fabs(b) && fb != 0; m++) {
        double middle = a + (b - a) / 2;
        if (!residual(rt, s, &middle, &r)) {
            double edge[2] = {a, b}, value[2] = {fa, fb};
            for (int side = 0; side < 2; side++) go_to_edge(rt, s, middle, &edge[side], &value[side]);
            if ((value[1] > 0) == (fa > 0)) a = edge[1], fa = value[1];
            else if ((value[0] > 0) != (fa > 0)) b = edge[0], fb = value[0];
            else return false;
            continue;
        }
        if ((r > 0) == (fa > 0)) a = middle, fa = r;
        else b = middle, fb = r;
    }
    if (fabs(fb) > before) return false; /* a pole, not a root */
    s->z[0] = b;
    return true;
}

/* One unknown: looks for a change of sign ever farther from the guess, then halves.  Finds the
 * other branch when the one we were on has ended (a trigger that switches). */
static bool scan(Runtime *rt, RtSystem *s) {
    double centre = s->nold ? s->old[0][0] : s->first[0], unit = 1e-3 * (s->scale[0] + fabs(centre));
    double here[2], value[2], trial, r;
    if (!enter_domain(rt, s, unit, &centre, &r)) return false;
    here[0] = here[1] = centre;
    value[0] = value[1] = r;
    for (int k = 0; k < 140; k++) {
        int side = k & 1;
        trial = here[side] + (side ? -1 : 1) * unit * pow(1.25, k / 2);
        if (!residual(rt, s, &trial, &r)) continue;
        double a = here[side], fa = value[side], b = trial, fb = r;
        here[side] = trial;
        value[side] = r;
        if ((fa > 0) == (fb > 0) && fb != 0) continue;
        if (!halve(rt, s, a, fa, b, fb)) continue;
        s->matrix.factored = false;
        return residual(rt, s, s->z, s->r);
    }
    return false;
}

/* Follows F(z) = (1 - part)*F(z0) from part 0, where z0 is a solution, to 1. */
static bool follow(Runtime *rt, RtSystem *s) {
    int n = s->cw->n;
    if (!residual(rt, s, s->z, s->r)) return false;
    double *offset = base_realloc(NULL, 2 * (size_t)n * sizeof *offset), *good = offset + n;
    memcpy(offset, s->r, (size_t)n * sizeof *offset);
    memcpy(good, s->z, (size_t)n * sizeof *good);
    s->offset = offset;
    double part = 0, step = 0.1;
    while (part < 1 && step > 1e-4) {
        double next = fmin(1, part + step);
        s->offset_part = 1 - next;
        s->matrix.factored = false;
        memcpy(s->z, good, (size_t)n * sizeof *good);
        if (residual(rt, s, s->z, s->r) && newton(rt, s)) {
            memcpy(good, s->z, (size_t)n * sizeof *good);
            part = next;
            step *= 1.5;
        } else {
            step *= 0.25;
        }
    }
    s->offset = NULL;
    base_realloc(offset, 0);
    return part == 1 && residual(rt, s, s->z, s->r);
}

/* From the first guess and from others by another method, then Newton for the last digits. */
static bool fall_back(Runtime *rt, RtSystem *s, int guesses, bool (*method)(Runtime *rt, RtSystem *s)) {
    for (int attempt = -1; attempt < guesses; attempt++) {
        if (attempt < 0) memcpy(s->z, s->first, (size_t)s->cw->n * sizeof *s->z);
        else if (!other_guess(rt, s, attempt)) continue;
        if (!residual(rt, s, s->z, s->r) || !method(rt, s)) continue;
        s->matrix.factored = false;
        if (residual(rt, s, s->z, s->r) && newton(rt, s)) return true;
    }
    return false;
}

/* Solutions behind a pole (x = a/y with y of the other sign than its start value): no path of decreasing residuals
 * leads there. Starts with unknowns of other signs: one by one, or in all combinations when there are few. */
static bool mirror(Runtime *rt, RtSystem *s) {
    enum { FEW = 4, MANY = 20 };
    int n = s->cw->n;
    if (!rt->ev.env.initial || n > MANY) return false;
    int tries = n <= FEW ? (1 << n) - 1 : n;
    for (int k = 1; k <= tries; k++) {
        start_values(rt, s, s->z);
        for (int i = 0; i < n; i++)
            if (n <= FEW ? k >> i & 1 : k == i + 1) s->z[i] = s->z[i] != 0 ? -s->z[i] : -s->scale[i];
        s->matrix.factored = false;
        if (residual(rt, s, s->z, s->r) && newton(rt, s)) return true;
    }
    return false;
}

/* By methods that take long. */
static bool search_farther(Runtime *rt, RtSystem *s) {
    if (fall_back(rt, s, 2, rt_trust_region)) return true;
    for (int attempt = 0; attempt < 2; attempt++)
        if (other_guess(rt, s, attempt) && follow(rt, s)) return true;
    int paths = s->cw->n <= RT_FEW_UNKNOWNS ? NEAR_GUESSES : 2;
    return fall_back(rt, s, paths, rt_arc_length) || fall_back(rt, s, 2, rt_kinsol) || mirror(rt, s);
}

static void solve_nonlinear(Runtime *rt, RtSystem *s) {
    int n = s->cw->n;
    rt->stats.nonlinear_solves++;
    guess(rt, s);
    memcpy(s->first, s->z, (size_t)n * sizeof *s->z);
    memcpy(s->reached, s->z, (size_t)n * sizeof *s->z);
    bool defined = residual(rt, s, s->z, s->r);
    if (defined) {
        if (s->matrix.factored && chord(rt, s)) return;
        memcpy(s->z, s->first, (size_t)n * sizeof *s->z);
        if (residual(rt, s, s->z, s->r) && newton(rt, s)) return;
        if (!rt->ev.trial) memcpy(s->reached, s->z, (size_t)n * sizeof *s->z);
    }
    rt->ev.damped = true;
    /* a start value where the equation is flat, cos(x) = 0 at 0, means the solution next to it */
    if (n == 1 && defined && !s->nold && rt->ev.env.initial && scan(rt, s)) return;
    for (int attempt = 0; attempt < (defined ? NEAR_GUESSES : ALL_GUESSES); attempt++) {
        s->matrix.factored = false;
        if (!other_guess(rt, s, attempt) || !residual(rt, s, s->z, s->r)) continue;
        defined = true;
        if (newton(rt, s)) return;
    }
    if (n == 1 && scan(rt, s)) return;
    if (!rt->ev.brief && !rt_left_to_whole(rt, s) && search_farther(rt, s)) return;
    s->matrix.factored = false;
    rt->ev.unsolved = s;
    memcpy(s->z, s->reached, (size_t)n * sizeof *s->z);
    if (residual(rt, s, s->z, s->r))
        rt_describe_system(rt, s, s->r,
                           "Newton's method, trust region, continuation and line search found no solution");
    else if (rt->ev.failure.kind == RT_FAIL_NUMBER)
        rt_find_nonfinite(rt, rt->ev.env.initial ? RT_IN_INITIAL : RT_IN_SIMULATION, (uint32_t)(s - rt->ev.systems));
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
    if (!residual(rt, s, at, s->r)) rt->ev.probed = s;
    else memcpy(s->z, at, (size_t)s->cw->n * sizeof *at);
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
    if (rt->ev.probed == s) probe(rt, s);
    if (s->cw->linear) solve_linear(rt, s);
    else solve_nonlinear(rt, s);
    s->solve_stamp = rt->ev.stamp;
    s->last_time = e->v[0];
}

/* The matrix at the present point of a system whose inputs have tangents: these put `s->bar`, with the other sign,
 * beside each column. */
static void renew_matrix(Runtime *rt, RtSystem *s) {
    const CwSystem *cw = s->cw;
    CwEnv *e = &rt->ev.env;
    int ncolours = cw->colour ? cw->ncolours : cw->n;
    rt_linear_clear(&s->matrix);
    for (int c = 0; c < ncolours; c++) {
        for (int j = 0; j < cw->n; j++)
            if (colour_of(cw, j) == c) e->d[cw->vars[j]] = 1;
        e->operands = cw->operands;
        cw->tangent(e);
        for (int i = 0; i < cw->n; i++) s->trial[i] = e->r[i] + s->bar[i];
        for (int j = 0; j < cw->n; j++) {
            if (colour_of(cw, j) != c) continue;
            e->d[cw->vars[j]] = 0;
            put_column(s, j, s->trial, 1);
        }
    }
    s->stale = false;
    (void)rt_linear_factor(&s->matrix);
}

/* With A the matrix: A dz = - (tangent of the residuals when only the inputs move). */
void rt_solve_tangent(CwEnv *e, int system) {
    Runtime *rt = e->host;
    if (rt->form.active && rt_form_keeps(&rt->form, system)) {
        rt_form_solve_tangent(rt, system);
        return;
    }
    RtSystem *s = &rt->ev.systems[system];
    const CwSystem *cw = s->cw;
    rt_system_prepare(rt, s);
    for (int i = 0; i < cw->n; i++) e->d[cw->vars[i]] = 0;
    e->operands = cw->operands;
    cw->tangent(e);
    for (int i = 0; i < cw->n; i++) s->bar[i] = -e->r[i];
    if (s->inside && s->stale) renew_matrix(rt, s);
    if (s->matrix.factored) {
        rt_linear_solve(&s->matrix, s->bar);
    } else {
        double left;
        if (rt_linear_least_norm(&s->matrix, s->scale, s->bar, &left) < 0)
            memset(s->bar, 0, (size_t)cw->n * sizeof *s->bar);
    }
    for (int i = 0; i < cw->n; i++) e->d[cw->vars[i]] = s->bar[i];
    e->operands = cw->operands; /* a system inside may have set its own */
    cw->tangent(e);
}

void rt_systems_refresh(Runtime *rt) {
    for (int i = 0; i < rt->code->nsystems; i++) {
        RtSystem *s = &rt->ev.systems[i];
        if (!s->ready || s->solve_stamp != rt->ev.stamp || s->matrix_stamp == rt->ev.stamp) continue;
        if (s->cw->constant && s->matrix.factored && s->parameter_stamp == rt->ev.parameter_stamp) continue;
        get_unknowns(rt, s, s->z);
        if (residual(rt, s, s->z, s->r)) make_matrix(rt, s, s->z, s->r);
    }
}

/* The solution in v lies far from where the last ones led: another branch was taken, they say
 * nothing about it. */
static bool jumped(const Runtime *rt, const RtSystem *s) {
    double w[3];
    int used = extrapolation(s, rt->ev.env.v[0], w);
    for (int i = 0; used && i < s->cw->n; i++) {
        double now = rt->ev.env.v[s->cw->vars[i]], expected = 0, most = fmax(fabs(now), 1e-6 * s->scale[i]);
        for (int k = 0; k < used; k++) {
            expected += w[k] * s->old[k][i];
            most = fmax(most, fabs(s->old[k][i])); /* milliamperes jump, too, though nominal values are amperes */
        }
        if (fabs(now - expected) > 0.1 * (fmin(s->scale[i], most) + fabs(now))) return true;
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
