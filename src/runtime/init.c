/* init.c - consistent initial values; homotopy.
 *
 * Before: parameters as the user wants them.  After: v fulfils the initial system, relations and
 * discrete variables are consistent with it, pre(z) = z, and all event clocks are set for the start
 * time.
 */
#include "runtime/runtime_impl.h"

enum { MAX_ROUNDS = 60, MAX_FAILED = 5 };

static void mark_outputs(const Runtime *rt, const DaeEquation *eq, uint8_t *marks) {
    const DaeOperand *o = dae_operands(rt->dae, eq);
    for (uint32_t k = 0; k < rt->dae->shapes.at[eq->shape].nout; k++) marks[o[k]] = 1;
}

/* Marks what `parameters` computes: parameters, and variables that turned out to depend on nothing
 * else. */
static void mark_parameters(const Runtime *rt, uint8_t *marks) {
    for (size_t i = 0; i < rt->sym->parameters.n; i++) {
        const SymBlock *b = &rt->sym->parameters.at[i];
        if (b->system == UINT32_MAX) {
            mark_outputs(rt, &b->eq, marks);
            continue;
        }
        const SymSystem *s = &rt->sym->systems.at[b->system];
        for (uint32_t k = 0; k < s->n; k++) marks[s->unknowns[k]] = 1;
        for (uint32_t k = 0; k < s->ninner; k++) mark_outputs(rt, &s->inner[k], marks);
    }
}

static void put_start_values(Runtime *rt) {
    double *v = rt->env.v;
    uint8_t *computed = base_realloc(NULL, rt->nvars);
    memset(computed, 0, rt->nvars);
    mark_parameters(rt, computed);
    for (uint32_t i = 1; i < rt->nvars; i++) {
        const DaeVariable *var = &rt->dae->vars.at[i];
        if (var->start == DAE_NO_OPERAND || computed[i]) continue;
        if (var->kind == DAE_KIND_CONSTANT ||
            (var->kind == DAE_KIND_PARAMETER && (var->flags & DAE_FIXED)))
            continue;
        if (!rt->given[i]) v[i] = rt_operand(rt, var->start, 0);
    }
    base_realloc(computed, 0);
    for (size_t i = 0; i < rt->starts.n; i++) v[rt->starts.at[i].var] = rt->starts.at[i].value;
    for (size_t i = 0; i < rt->pres.n; i++) {
        const RtPre *p = &rt->pres.at[i];
        if (rt->dae->vars.at[p->pre].start == DAE_NO_OPERAND) v[p->pre] = rt_source_value(v, p->of);
    }
}

static bool evaluate_parameters(Runtime *rt) {
    rt->asserts = RT_ACCEPTED;
    rt->stamp++;
    if (!rt_eval(rt, rt->code->parameters)) {
        rt_report_failure(rt, "RT0040", "parameters could not be computed", GEN_IN_PARAMETERS);
        return false;
    }
    rt_keep_strings(rt);
    return true;
}

static bool finite_values(const Runtime *rt) {
    double bad = 0;
    for (uint32_t i = 0; i < rt->nvars; i++) bad += rt->env.v[i] * 0.0;
    return bad == 0;
}

/* One solution of the initial system with relations as they are. */
static bool solve_initial(Runtime *rt) {
    rt->stamp++;
    rt->asserts = RT_TENTATIVE;
    if (!rt_eval(rt, rt->code->initial)) return false;
    rt_keep_strings(rt);
    rt_systems_accept(rt);
    return true;
}

/* Fixed point of relations and initial system at the present lambda. */
static bool settle(Runtime *rt) {
    int failed = 0;
    rt_update_relations(rt, true);
    for (int k = 0; k < MAX_ROUNDS; k++) {
        bool solved = solve_initial(rt);
        bool changed = rt_update_relations(rt, true);
        if (solved && !changed) return true;
        /* no solution with relations as they were may mean that they were wrong: those of the point
         * that the search had reached decide */
        if (!solved && (!changed || ++failed > MAX_FAILED)) return false;
    }
    rt_fail(rt, RT_FAIL_ERROR, 0, "the relations found no consistent set of values in %d rounds",
            MAX_ROUNDS);
    return false;
}

/* From the simplified model (lambda 0) to the actual one in steps that shrink where Newton fails.
 */
static bool continuation(Runtime *rt) {
    size_t bytes = rt->nvars * sizeof(double);
    double *good = base_realloc(NULL, bytes ? bytes : 1);
    double lambda = 0, step = 1;
    rt->env.lambda = 0;
    bool ok = settle(rt);
    while (ok && lambda < 1) {
        memcpy(good, rt->env.v, bytes);
        double next = lambda + step < 1 ? lambda + step : 1;
        rt->env.lambda = next;
        if (settle(rt)) {
            lambda = next;
            step *= 2;
            continue;
        }
        memcpy(rt->env.v, good, bytes);
        step *= 0.25;
        ok = step > 1e-5;
    }
    rt->env.lambda = 1;
    base_realloc(good, 0);
    return ok;
}

static bool uses_homotopy(const Runtime *rt) {
    const DaePool *p = &rt->dae->pool;
    for (size_t i = 1; i < p->nodes.n; i++)
        if (p->nodes.at[i].op == DAE_HOMOTOPY) return true;
    return false;
}

/* Where the model offers a simplified form, the solution that is reached from there: it says which of
 * several is meant (an amplifier with feedback starts at the limit that was chosen, not on the unstable
 * branch between).  Else, and where that fails, lambda = 1 at once. */
static bool solve(Runtime *rt) {
    size_t bytes = rt->nvars * sizeof(double);
    double *guess = base_realloc(NULL, bytes ? bytes : 1);
    memcpy(guess, rt->env.v, bytes);
    bool ok = uses_homotopy(rt) && continuation(rt);
    if (!ok) {
        memcpy(rt->env.v, guess, bytes);
        rt->env.lambda = 1;
        ok = settle(rt);
    }
    base_realloc(guess, 0);
    return ok;
}

static RtStatus fail(Runtime *rt) {
    rt_report_failure(rt, "RT0041", "initialisation failed", GEN_IN_INITIAL);
    return RT_INIT_FAILED;
}

static void note_nonfinite(Runtime *rt) {
    rt->failure.kind = RT_FAIL_NUMBER;
    rt->failure.text.n = 0;
    rt_find_nonfinite(rt, GEN_IN_INITIAL, UINT32_MAX);
    rt->failure.time = rt->env.v[0];
}

RtStatus rt_initialise(Runtime *rt, double start) {
    double began = base_seconds();
    rt->start = start;
    rt->env.v[0] = start;
    rt->env.initial = 1;
    if (!evaluate_parameters(rt)) return RT_INIT_FAILED;
    put_start_values(rt);
    for (uint32_t i = 0; i < rt->nstates; i++) rt->atol_scale[i] = rt_nominal(rt, rt->x[i]);
    rt->env.no_events = 1;
    if (!solve(rt)) return fail(rt);
    if (!finite_values(rt)) {
        note_nonfinite(rt);
        if (rt->failure.origin) return fail(rt);
    }
    rt->env.no_events = 0;
    rt_pre_update(rt);
    rt->asserts = RT_COLLECT;
    rt->assert_failed = rt->when_assert_failed = false;
    if (!rt_eval(rt, rt->code->actions)) return fail(rt); /* asserts and when initial() actions */
    if (rt->assert_failed || rt->when_assert_failed) return fail(rt);
    for (size_t i = 0; i < rt->reinits.n; i++)
        rt->env.v[rt->reinits.at[i].var] = rt->reinits.at[i].value;
    vec_clear(&rt->reinits);
    rt->env.initial = 0;
    if (!rt_events_start(rt)) return fail(rt);
    if (!rt_event_iteration(rt, true)) return fail(rt);
    rt_systems_accept(rt);
    rt->initialised = true;
    rt->stats.initialise_seconds += base_seconds() - began;
    return RT_OK;
}
