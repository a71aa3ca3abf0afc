/* init.c - consistent initial values; homotopy.
 *
 * Before: parameters as the user wants them.  After: v fulfils the initial system, relations and
 * discrete variables are consistent with it, pre(z) = z, and all event clocks are set for the start
 * time.
 */
#include "runtime/runtime_impl.h"

enum {
    ALL_AT_ONCE = 30, /* rounds in which all inconsistent relations are changed together, then one at a time */
    MAX_ROUNDS = 330,
    MAX_FAILED = 5,
    MAX_REFUSED = 60, /* rounds that end at a function which refuses its arguments: each gets as far as the next one */
};

static void put_start_values(Runtime *rt) {
    double *v = rt->ev.env.v;
    for (uint32_t i = 1; i < rt->nvars; i++) {
        const MdVariable *var = &rt->model->vars[i];
        if (var->start == MD_NO_OPERAND || md_is_computed(rt->model, i)) continue;
        if (var->kind == MD_KIND_CONSTANT || (var->kind == MD_KIND_PARAMETER && (var->flags & MD_FIXED))) continue;
        if (!rt->input.given[i]) v[i] = rt_operand(rt, var->start, 0);
    }
    for (size_t i = 0; i < rt->input.starts.n; i++) v[rt->input.starts.at[i].var] = rt->input.starts.at[i].value;
    for (size_t i = 0; i < rt->discrete.pres.n; i++) {
        const RtPre *p = &rt->discrete.pres.at[i];
        if (rt->model->vars[p->pre].start == MD_NO_OPERAND) v[p->pre] = rt_source_value(v, p->of);
    }
}

static void note_nonfinite(Runtime *rt, RtWhere where) {
    rt->ev.failure.kind = RT_FAIL_NUMBER;
    rt->ev.failure.text.n = 0;
    rt_find_nonfinite(rt, where, UINT32_MAX);
    rt->ev.failure.time = rt->ev.env.v[0];
}

static bool evaluate_parameters(Runtime *rt) {
    rt->ev.asserts = RT_ACCEPTED;
    rt->ev.stamp++;
    if (!rt_eval(rt, rt->code->parameters)) {
        rt_report_failure(rt, "RT0040", "parameters could not be computed", RT_IN_PARAMETERS);
        return false;
    }
    rt_keep_strings(rt);
    if (!rt_finite(rt->ev.env.v, rt->nvars) && rt_shown_nonfinite(rt)) {
        note_nonfinite(rt, RT_IN_PARAMETERS);
        rt_report_failure(rt, "RT0040", "parameters could not be computed", RT_IN_PARAMETERS);
        return false;
    }
    return true;
}

/* A limit of a parameter: its attribute as a number, or what an absent one means. */
static double limit(const Runtime *rt, MdOperand o, double absent) {
    return o == MD_NO_OPERAND ? absent : rt_operand(rt, o, absent);
}

/* The predefined types assert that values lie between min and max (MLS 3.6, 4.9); what does not change is looked at
 * once. Libraries in wide use break their own limits, so it is said and the run goes on.  computed: parameters with
 * fixed = false. */
static void warn_limits(Runtime *rt, bool computed) {
    enum { MOST_NAMED = 5 };
    const MdModel *m = rt->model;
    uint32_t found = 0;
    for (uint32_t i = 1; i < rt->nvars && found < MOST_NAMED; i++) {
        const MdVariable *var = &m->vars[i];
        bool parameter = var->kind == MD_KIND_PARAMETER || var->kind == MD_KIND_CONSTANT;
        const MdAttrs *a = &m->attrs[var->attrs];
        if (!parameter || !(var->flags & MD_FIXED) != computed || var->flags & MD_HIDDEN || var->base == MD_STRING ||
            var->base == MD_OBJECT)
            continue;
        if (a->min == MD_NO_OPERAND && a->max == MD_NO_OPERAND) continue;
        double x = rt->ev.env.v[i], low = limit(rt, a->min, -INFINITY), high = limit(rt, a->max, INFINITY);
        double slack = RT_ROUNDED * fabs(x); /* rounding of what was computed */
        if (!(x < low - slack) && !(x > high + slack)) continue;
        Text text = {0};
        base_text_printf(&text, "'%s' is ", rt_var_name(rt, i));
        rt_add_value(rt, i, x, &text);
        base_text_printf(&text, ", %s its %s of ", x < low ? "below" : "above", x < low ? "min" : "max");
        rt_add_value(rt, i, x < low ? low : high, &text);
        rt_add_component(
            rt, base_warning(rt->ctx, "RT0042", rt_origin_span(rt, var->origin), "%s (MLS 4.9)", base_text_str(&text)),
            i);
        base_text_free(&text);
        found++;
    }
}

/* One solution of the initial system with relations as they are. */
static bool solve_initial(Runtime *rt) {
    rt->ev.stamp++;
    rt->ev.asserts = RT_TENTATIVE;
    if (!rt_eval(rt, rt->code->initial)) return false;
    rt_keep_strings(rt);
    rt_systems_accept(rt);
    return true;
}

/* Is it worth while to try this system without tearing? */
static bool may_be_whole(const Runtime *rt, const RtSystem *s) {
    enum { MOST = 2000 }; /* equations */
    size_t number = s ? (size_t)(s - rt->ev.systems) : SIZE_MAX;
    return number < rt->model->nsystems && s->ninner && rt->model->systems[number].full_size <= MOST;
}

bool rt_left_to_whole(const Runtime *rt, const RtSystem *s) {
    return rt->ev.env.initial && rt->guard.torn && s && !s->cw->linear && s->cw->n > RT_FEW_UNKNOWNS &&
           may_be_whole(rt, s);
}

/* The same.  *refused: it failed, and not because a system of equations has no solution. */
static bool solve_round(Runtime *rt, bool *refused) {
    const RtSystem *before = rt->ev.unsolved;
    rt->ev.unsolved = NULL;
    bool solved = solve_initial(rt);
    *refused = !solved && !rt->ev.unsolved;
    if (!rt->ev.unsolved) rt->ev.unsolved = before;
    return solved;
}

/* Fixed point of relations and initial system at the present lambda. */
static bool settle(Runtime *rt) {
    int failed = 0, stopped = 0;
    bool refused;
    rt_update_relations(rt, true);
    for (int k = 0; k < MAX_ROUNDS; k++) {
        bool solved = solve_round(rt, &refused);
        bool changed = k < ALL_AT_ONCE ? rt_update_relations(rt, true) : rt_update_first_relation(rt, true);
        if (solved && !changed) return true;
        /* no solution with relations as they were may mean that they were wrong: those of the point
         * that the search had reached decide.  Behind it they rest on what is not known yet */
        bool enough = !solved && (refused ? ++stopped > MAX_REFUSED : ++failed > MAX_FAILED);
        if (!solved && (!changed || enough)) {
            if (rt->ev.brief || rt_left_to_whole(rt, rt->ev.unsolved)) return false;
            rt->init.way = "other starting points";
            return rt_solve_otherwise(rt, true, solve_initial);
        }
    }
    rt_fail(rt, RT_FAIL_ERROR, 0, "the relations found no consistent set of values in %d rounds", MAX_ROUNDS);
    return false;
}

/* From the simplified model (lambda 0) to the actual one in steps that shrink where Newton fails, or where it had to be
 * damped: then it may have come to another solution than the one that the path leads to (a power flow has one of high
 * and one of low voltage). Where such care leads nowhere (limits that hold on the way, not at its end), trusted: any
 * solution will do.  *begun: the simplified model has a solution.
 */
static bool continuation(Runtime *rt, double trusted, bool *begun) {
    size_t bytes = rt->nvars * sizeof(double);
    double *good = base_realloc(NULL, bytes ? bytes : 1);
    double lambda = 0, step = 1;
    rt->ev.env.lambda = 0;
    bool ok = *begun = settle(rt);
    while (ok && lambda < 1) {
        memcpy(good, rt->ev.env.v, bytes);
        double next = lambda + step < 1 ? lambda + step : 1;
        rt->ev.env.lambda = next;
        rt->ev.damped = false;
        if (settle(rt) && (!rt->ev.damped || next - lambda < trusted)) {
            lambda = next;
            step *= 2;
            continue;
        }
        memcpy(rt->ev.env.v, good, bytes);
        step *= 0.25;
        ok = step > RT_LEAST_LAMBDA;
    }
    rt->ev.env.lambda = 1;
    base_realloc(good, 0);
    return ok;
}

/* From the simplified model, twice: with care, then without.  *begun: see continuation. */
static bool solve_by_homotopy(Runtime *rt, const double *guess, bool *begun) {
    size_t bytes = rt->nvars * sizeof(double);
    memcpy(rt->ev.env.v, guess, bytes);
    if (continuation(rt, RT_TRUSTED, begun)) return true;
    memcpy(rt->ev.env.v, guess, bytes);
    return *begun && continuation(rt, INFINITY, begun);
}

/* Where the model offers a simplified form, the solution that is reached from there: it says which of
 * several is meant (an amplifier with feedback starts at the limit that was chosen, not on the unstable
 * branch between).  Else, and where that fails, lambda = 1 at once.  guess: start values.  A simplified model that is
 * hard to solve itself is of no help: all that can be done for it is done last. */
static bool solve(Runtime *rt, const double *guess) {
    size_t bytes = rt->nvars * sizeof(double);
    bool begun = false, homotopy = rt->model->homotopy, ok = false;
    rt->ev.brief = true;
    rt->init.way = "homotopy";
    ok = homotopy && solve_by_homotopy(rt, guess, &begun);
    rt->ev.brief = false;
    if (!ok && begun) ok = solve_by_homotopy(rt, guess, &begun);
    if (!ok) {
        rt->init.way = "Newton";
        memcpy(rt->ev.env.v, guess, bytes);
        rt->ev.env.lambda = 1;
        ok = settle(rt);
    }
    if (!ok && homotopy && !begun) {
        rt->init.way = "homotopy";
        ok = solve_by_homotopy(rt, guess, &begun);
    }
    return ok;
}

/* ---- which of several solutions ---------------------------------------------------------------------------------- */

/* Continuous variables outside their limits. */
static uint32_t count_outside(const Runtime *rt) {
    const MdModel *m = rt->model;
    uint32_t outside = 0;
    for (uint32_t i = 1; i < rt->nvars; i++) {
        const MdVariable *var = &m->vars[i];
        const MdAttrs *a = &m->attrs[var->attrs];
        if (var->kind != MD_KIND_CONTINUOUS || var->base != MD_REAL) continue;
        if (a->min == MD_NO_OPERAND && a->max == MD_NO_OPERAND) continue;
        double x = rt_value(rt, i), slack = RT_OUTSIDE * (fabs(x) + rt_nominal(rt, i));
        outside += x < rt_operand(rt, a->min, -INFINITY) - slack || x > rt_operand(rt, a->max, INFINITY) + slack;
    }
    return outside;
}

/* Solves again, beginning with the values `from` (NULL: those of now), with other guesses for the unknown of
 * system s; true when less lies outside than `outside`, which is renewed.  Else v is as before. */
static bool try_guesses(Runtime *rt, const RtSystem *s, const double *from, uint32_t *outside) {
    static const double far[] = {-1, 1, -2, 2, -3, 3, -6, 6};
    size_t bytes = rt->nvars * sizeof(double);
    double *before = base_realloc(NULL, bytes), at = (from ? from : rt->ev.env.v)[s->cw->vars[0]];
    double unit = rt_nominal(rt, (MdVar)s->cw->vars[0]);
    bool better = false;
    memcpy(before, rt->ev.env.v, bytes);
    for (size_t k = 0; k < sizeof far / sizeof *far && !better; k++) {
        memcpy(rt->ev.env.v, from ? from : before, bytes);
        rt->ev.env.v[s->cw->vars[0]] = at + far[k] * unit;
        uint32_t now = settle(rt) && rt_finite(rt->ev.env.v, rt->nvars) ? count_outside(rt) : UINT32_MAX;
        better = now < *outside;
        if (better) *outside = now;
    }
    if (!better) memcpy(rt->ev.env.v, before, bytes);
    base_realloc(before, 0);
    return better;
}

/* An equation with several solutions (cos(phi) = 0) was solved for one that puts other variables outside their limits
 * (x = sin(phi), min = 0): another one is meant, if there is one that does not. */
static void prefer_limits(Runtime *rt) {
    uint32_t outside = count_outside(rt);
    for (uint32_t i = 0; outside && i < rt->model->ninitial_systems; i++) {
        const RtSystem *s = &rt->ev.systems[rt->model->initial_systems[i]];
        if (s->ready && !s->cw->linear && s->cw->n == 1) (void)try_guesses(rt, s, NULL, &outside);
    }
    rt_systems_accept(rt);
}

/* Behind an equation with several solutions another one has none: a rotor may stand at an angle or half a turn from it,
 * where it would need a field that its limiter does not give.  Which of them was found says little where a pole of the
 * torn system lies beside the start value.  true: with another one all equations hold.  Else v, and what is said of
 * the failure, are as before. */
static bool solve_elsewhere(Runtime *rt, const double *guess) {
    enum { MOST_TRIED = 8 }; /* equations with one unknown */
    const RtSystem *failed = rt->ev.unsolved;
    uint32_t tried = 0;
    bool ok = false;
    rt->ev.brief = true;
    for (uint32_t i = 0; failed && !ok && tried < MOST_TRIED && i < rt->model->ninitial_systems; i++) {
        const RtSystem *s = &rt->ev.systems[rt->model->initial_systems[i]];
        uint32_t outside = UINT32_MAX;
        if (s == failed || !s->ready || s->cw->linear || s->cw->n != 1) continue;
        ok = try_guesses(rt, s, guess, &outside);
        tried++;
    }
    if (tried && !ok) (void)settle(rt); /* fails again, as before */
    rt->ev.brief = false;
    if (ok) rt->init.way = "another solution";
    return ok;
}

static RtStatus fail(Runtime *rt) {
    rt_report_failure(rt, "RT0041", "initialisation failed", RT_IN_INITIAL);
    return RT_INIT_FAILED;
}

/* From the values that v holds: start values. */
static bool solve_somehow(Runtime *rt) {
    size_t bytes = rt->nvars * sizeof(double);
    double *guess = base_realloc(NULL, bytes ? bytes : 1);
    memcpy(guess, rt->ev.env.v, bytes);
    bool ok = solve(rt, guess) || (!rt_left_to_whole(rt, rt->ev.unsolved) && solve_elsewhere(rt, guess));
    base_realloc(guess, 0);
    return ok;
}

/* Initialisation failed.  The torn nonlinear system that is to blame: the one without solution, or, where something
 * behind it fails, the largest: it may have come to another solution than start values of the variables inside mean. */
static const RtSystem *torn_to_blame(const Runtime *rt) {
    if (rt->ev.unsolved && !rt->ev.unsolved->cw->linear)
        return may_be_whole(rt, rt->ev.unsolved) ? rt->ev.unsolved : NULL;
    const RtSystem *largest = NULL;
    for (uint32_t i = 0; i < rt->model->ninitial_systems; i++) {
        const RtSystem *s = &rt->ev.systems[rt->model->initial_systems[i]];
        if (!s->ready || s->cw->linear || !may_be_whole(rt, s)) continue;
        if (!largest || s->ninner > largest->ninner) largest = s;
    }
    return largest;
}

void rt_blame_tearing(Runtime *rt) {
    if (!rt->guard.torn || rt->verdict.torn) return;
    const RtSystem *unsolved = rt->ev.unsolved && !rt->ev.unsolved->cw->linear ? rt->ev.unsolved : NULL;
    const RtSystem *blamed = rt->ev.singular_inside;
    if (!blamed && may_be_whole(rt, unsolved)) blamed = unsolved;
    if (blamed) rt_blame_torn(rt, blamed);
}

/* An assertion refuses the solution.  Where that lies outside of limits too it may be one that was not meant, to which
 * tearing has led. */
static RtStatus refuse(Runtime *rt) {
    const RtSystem *torn = rt->guard.torn && !rt->verdict.torn && count_outside(rt) ? torn_to_blame(rt) : NULL;
    (void)fail(rt);
    if (torn) rt_blame_torn(rt, torn);
    return RT_INIT_FAILED;
}

const char *rt_initial_way(const Runtime *rt) { return rt->init.way ? rt->init.way : "Newton"; }

/* Guesses that the initial system itself determines: start values that depend on parameters with fixed = false. */
typedef VEC(RtReinit) Guesses;

static bool is_guess(const Runtime *rt, uint32_t i) {
    const MdVariable *var = &rt->model->vars[i];
    bool unknown = var->kind != MD_KIND_CONSTANT && var->kind != MD_KIND_PARAMETER;
    return unknown && var->start != MD_NO_OPERAND && !md_is_constant(var->start) && !md_is_computed(rt->model, i) &&
           !rt->input.given[i];
}

static void note_guesses(const Runtime *rt, Guesses *out) {
    vec_clear(out);
    for (uint32_t i = 1; i < rt->nvars; i++)
        if (is_guess(rt, i)) vec_push(out, ((RtReinit){i, rt_operand(rt, rt->model->vars[i].start, 0)}));
}

/* Solves; where values have come out that make other start values, once more from those.  Which of several solutions is
 * meant is what they say (MLS 3.6, 8.6). */
static bool solve_from_starts(Runtime *rt) {
    Guesses before = {0}, now = {0};
    note_guesses(rt, &before);
    bool ok = solve_somehow(rt), changed = false;
    if (before.n) note_guesses(rt, &now);
    for (size_t i = 0; i < now.n; i++) changed |= isfinite(now.at[i].value) && now.at[i].value != before.at[i].value;
    if (changed) {
        size_t size = rt->nvars * sizeof(double);
        double *found = base_realloc(NULL, size);
        memcpy(found, rt->ev.env.v, size);
        for (size_t i = 0; i < now.n; i++)
            if (isfinite(now.at[i].value)) rt->ev.env.v[now.at[i].var] = now.at[i].value;
        for (size_t i = 0; i < rt->input.starts.n; i++)
            rt->ev.env.v[rt->input.starts.at[i].var] = rt->input.starts.at[i].value;
        bool again = solve_somehow(rt);
        if (!again && ok) memcpy(rt->ev.env.v, found, size);
        ok = again || (ok && solve_somehow(rt));
        base_realloc(found, 0);
    }
    vec_free(&before);
    vec_free(&now);
    return ok;
}

/* Do the values that are not numbers belong to results only?  Without them what is computed at every step comes out;
 * with it they do so again.  0/0 may have a limit; what is infinite has none. */
static bool only_results_open(Runtime *rt) {
    double *v = rt->ev.env.v, *kept = base_realloc(NULL, rt->nvars * sizeof *kept);
    memcpy(kept, v, rt->nvars * sizeof *kept);
    for (uint32_t i = 0; i < rt->nvars; i++)
        if (!isfinite(v[i])) v[i] = 0;
    rt->ev.stamp++;
    bool only = rt_eval(rt, rt->code->ode) && rt_finite(v, rt->nvars) && rt_eval(rt, rt->code->output);
    for (uint32_t i = 0; only && i < rt->nvars; i++) {
        bool pole = isinf(kept[i]) && !(rt->model->vars[i].flags & MD_HIDDEN);
        only = !pole && (isfinite(kept[i]) || !isfinite(v[i]));
    }
    memcpy(v, kept, rt->nvars * sizeof *kept);
    base_realloc(kept, 0);
    return only;
}

/* A mean, integral/time, has no value at the start.  Where nothing depends on it that is said, and the run goes on. */
static bool tolerates_nonfinite(Runtime *rt) {
    if (rt_finite(rt->ev.env.v, rt->nvars)) return true;
    note_nonfinite(rt, RT_IN_INITIAL);
    if (!rt->ev.failure.origin && !rt_shown_nonfinite(rt)) return true;
    Text why = {0};
    base_text_add(&why, base_text_str(&rt->ev.failure.text));
    Span where = rt_origin_span(rt, rt->ev.failure.origin);
    rt->init.results_open = only_results_open(rt);
    if (rt->init.results_open) {
        Diag *d = base_warning(rt->ctx, "RT0049", where, "at the start %s", base_text_str(&why));
        base_hint(rt->ctx, d, "nothing but results depends on it: the first row has no number there");
        rt->ev.failure.kind = RT_FAIL_NONE;
    } else {
        note_nonfinite(rt, RT_IN_INITIAL);
    }
    base_text_free(&why);
    return rt->init.results_open;
}

/* For derivatives of the initial point. */
static void keep_values(Runtime *rt, double **to) {
    if (!*to) *to = BASE_ARRAY(&rt->arena, double, rt->nvars);
    memcpy(*to, rt->ev.env.v, rt->nvars * sizeof **to);
}

bool rt_compute_parameters(Runtime *rt, double start) {
    rt->span.start = rt->span.reached = start;
    rt->ev.env.v[0] = start;
    rt->ev.env.initial = 1;
    rt_suppose_anew(rt);
    return evaluate_parameters(rt);
}

RtStatus rt_initialise(Runtime *rt, double start) {
    double began = base_seconds();
    if (!rt_compute_parameters(rt, start)) return RT_INIT_FAILED;
    warn_limits(rt, false);
    put_start_values(rt);
    if (rt->input.tables.n) rt_slope_tables(rt), rt_advance_tables(rt, start);
    memset(rt->states.ever, 0, rt->states.nunsized * sizeof *rt->states.ever);
    rt_begin_sizes(rt);
    rt->ev.env.no_events = 1;
    rt->ev.unsolved = NULL;
    if (!solve_from_starts(rt)) {
        const RtSystem *torn = rt->guard.torn && !rt->verdict.torn ? torn_to_blame(rt) : NULL;
        if (torn || rt->guard.starts || !rt_suppose_otherwise(rt, settle)) {
            (void)fail(rt);
            if (torn) rt_blame_torn(rt, torn);
            return RT_INIT_FAILED;
        }
    }
    rt->init.results_open = false;
    if (!tolerates_nonfinite(rt)) return fail(rt);
    prefer_limits(rt);
    if (rt->explain.conditions && !rt->explain.conditions(rt->explain.arg, rt)) return RT_INIT_FAILED;
    warn_limits(rt, true);
    keep_values(rt, &rt->init.values);
    rt->ev.env.no_events = 0;
    rt_pre_update(rt);
    rt->ev.asserts = RT_COLLECT;
    rt->ev.assert_failed = rt->ev.when_assert_failed = false;
    if (!rt_eval(rt, rt->code->actions)) return fail(rt); /* asserts and when initial() actions */
    if (rt->ev.assert_failed || rt->ev.when_assert_failed) return refuse(rt);
    for (size_t i = 0; i < rt->discrete.reinits.n; i++)
        rt->ev.env.v[rt->discrete.reinits.at[i].var] = rt->discrete.reinits.at[i].value;
    vec_clear(&rt->discrete.reinits);
    rt->ev.env.initial = 0;
    if (!rt_events_start(rt)) return fail(rt);
    rt_delays_begin(rt);
    if (!rt_event_iteration(rt, true)) {
        (void)fail(rt);
        rt_blame_tearing(rt);
        return RT_INIT_FAILED;
    }
    rt_systems_accept(rt);
    keep_values(rt, &rt->init.settled);
    rt->initialised = true;
    rt->stats.initialise_seconds += base_seconds() - began;
    return RT_OK;
}
