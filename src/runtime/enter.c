/* enter.c - a run that goes on in another mode.
 *
 * Before: a run that was left at an event, because a condition that governs the structure of the model has changed.
 * After: the run of another model, which shares variables, relations and samples with the first by their numbers, goes
 * on at the same instant.  Values pass by number; what the other mode computes from them it computes itself.
 */
#include "runtime/runtime_impl.h"

void rt_set_modes(Runtime *rt, const RtModes *modes) {
    rt->leaves = modes->leaves;
    rt->leaves_arg = modes->arg;
    rt->nshared = modes->nshared;
    rt->shared = BASE_ARRAY(&rt->arena, RtSource, modes->nshared + 1);
    rt->instant = BASE_ARRAY(&rt->arena, double, rt->nvars + 1);
    for (uint32_t i = 0; i < modes->nshared; i++) rt->shared[i] = rt_resolve(rt, i);
    rt->made = base_mark(&rt->arena);
}

bool rt_left(const Runtime *rt) { return rt->left; }

/* What when-equations and relations have decided in the mode that was left holds in the next one: an edge that was seen
 * is behind it. */
static void put_discrete(const Runtime *rt, double *values) {
    const double *v = rt->env.v;
    for (uint32_t i = 1; i < rt->nshared; i++)
        if (rt->model->vars[i].kind == MD_KIND_DISCRETE) values[i] = rt_source_value(v, rt->shared[i]);
    for (size_t i = 0; i < rt->pres.n; i++) {
        const RtPre *p = &rt->pres.at[i];
        if (p->pre < rt->nshared && p->discrete) values[p->pre] = rt_source_value(v, p->of);
    }
    for (uint32_t i = 0; i < rt->events.n; i++) values[rt->model->relations[i].var] = v[rt->model->relations[i].var];
    for (uint32_t i = 0; i < rt->model->nsamples; i++) values[rt->model->samples[i].var] = 0;
}

bool rt_instant(const Runtime *rt, double *values) {
    for (uint32_t i = 0; rt->instant_is_new && i < rt->nshared; i++)
        values[i] = rt_source_value(rt->instant, rt->shared[i]);
    put_discrete(rt, values);
    return rt->instant_is_new;
}

bool rt_has_jumped(const Runtime *rt, MdVar v, double by) {
    if (!rt->instant_is_new || rt->reinitialised || rt->env.initial) return false;
    double before = rt_source_value(rt->instant, rt->shared[v]), now = rt_source_value(rt->env.v, rt->shared[v]);
    return fabs(now - before) > by * (fabs(before) + rt_nominal(rt, v));
}

/* What is known of events does not depend on the mode. */
static void take_events(Runtime *rt, const Runtime *from) {
    if (rt == from) return; /* an impulse in the mode that holds */
    RtEvents *to = &rt->events;
    const RtEvents *of = &from->events;
    size_t n = to->n;
    memcpy(to->eps, of->eps, n * sizeof *to->eps);
    memcpy(to->scale, of->scale, n * sizeof *to->scale);
    memcpy(to->slides, of->slides, n * sizeof *to->slides);
    memset(to->armed, 0, n);
    memcpy(to->zeno, of->zeno, 2 * n * sizeof *to->zeno);
    memcpy(to->clocks, of->clocks, rt->model->nsamples * sizeof *to->clocks);
    memcpy(to->recent, of->recent, sizeof to->recent);
    to->nrecent = of->nrecent;
    to->stuck = of->stuck;
    to->trigger = of->trigger;
    to->chatter_warned = of->chatter_warned;
    to->slide_warned = of->slide_warned;
}

static void take_values(Runtime *rt, const Runtime *from, const double *values) {
    double *v = rt->env.v;
    memcpy(v, values, rt->nshared * sizeof *v);
    for (uint32_t i = 0; i < rt->nstrings; i++) {
        MdVar s = rt->strings[i];
        if (s < rt->nshared) rt->env.s[s] = from->env.s[from->shared[s].var];
    }
    /* external objects remember: there is one, whatever mode holds, and it is destroyed by the run that made it */
    for (size_t i = 0; i < from->nshared; i++)
        if (from->model->vars[i].base == MD_OBJECT) rt->env.o[rt->shared[i].var] = from->env.o[from->shared[i].var];
    for (size_t i = 0; i < rt->pres.n; i++) { /* made by the translation of this mode */
        const RtPre *p = &rt->pres.at[i];
        MdVar of = rt->model->vars[p->pre].of;
        if (p->pre >= rt->nshared && of < rt->nshared) v[p->pre] = values[of];
    }
}

/* States that are picked: those that are picked at first have the values of what they stand for. */
static void put_picked(Runtime *rt) {
    double *v = rt->env.v;
    for (uint32_t i = 0; i < rt->model->nselections; i++) {
        const MdSelection *s = &rt->model->selections[i];
        for (uint32_t k = 0; k < s->npicks; k++) {
            uint32_t state = 0;
            while (k >= s->first[state + 1]) state++;
            if (v[s->pick[k]] != 0) v[s->z[state]] = v[s->x[s->of[k]]];
        }
    }
}

RtStatus rt_place(Runtime *rt, const Runtime *from, const double *values) {
    bool first = !rt->initialised;
    rt->start = from->start;
    rt->stop = from->stop;
    rt->tiny = from->tiny;
    rt->reached = from->reached;
    rt->env.initial = 0;
    rt->env.no_events = 0;
    rt->left = rt->instant_is_new = false;
    take_values(rt, from, values);
    if (rt->tables.n) rt_advance_tables(rt, rt->env.v[0]);
    rt->asserts = RT_COLLECT;
    rt->stamp++;
    if (!rt_eval(rt, rt->code->parameters)) return RT_STOPPED;
    rt_keep_strings(rt);
    rt->parameter_stamp++;
    put_picked(rt);
    rt_begin_sizes(rt);
    if (first && !rt_events_start(rt)) return RT_STOPPED;
    rt->initialised = true;
    take_events(rt, from);
    rt_systems_forget(rt);
    if (!rt_evaluate_here(rt)) return RT_STOPPED;
    if (!rt->model->nselections) return RT_OK;
    /* others may be better here: slopes are known now, and values that this mode was given count */
    for (uint32_t i = 0; i < rt->model->nselections; i++) {
        const MdSelection *p = &rt->model->selections[i];
        for (uint32_t k = 0; k < p->n; k++)
            if (p->x[k] < rt->nshared) rt->env.v[p->x[k]] = values[p->x[k]];
    }
    (void)rt_select(rt);
    return rt_evaluate_here(rt) ? RT_OK : RT_STOPPED;
}

bool rt_evaluate_here(Runtime *rt) {
    rt->asserts = RT_COLLECT;
    rt->stamp++;
    return rt_eval(rt, rt->code->event);
}

void rt_relations_here(Runtime *rt, double *truth) {
    double *v = rt->env.v;
    uint32_t n = rt->events.n;
    for (uint32_t i = 0; i < n; i++) truth[i] = v[rt->model->relations[i].var];
    (void)rt_update_relations(rt, false);
    for (uint32_t i = 0; i < n; i++) {
        MdVar var = rt->model->relations[i].var;
        double now = v[var];
        v[var] = truth[i];
        truth[i] = now;
    }
}

bool rt_crossings_here(Runtime *rt, double *g) {
    if (!rt_crossings(rt)) return false;
    memcpy(g, rt->events.g, rt->events.n * sizeof *g);
    return true;
}

void rt_suppose(Runtime *rt, MdVar v, bool value) {
    RtSource s = rt_resolve(rt, v);
    for (uint32_t i = 0; i < rt->events.n; i++)
        if (rt->model->relations[i].var == s.var && rt->events.kind[i] == MD_REL_STATE) {
            rt->env.v[s.var] = s.sign > 0 ? value : !value;
            rt->events.armed[i] = 0;
            rt->events.supposed[i] = 1;
        }
}

RtStatus rt_settle(Runtime *rt) {
    bool sampled = false;
    for (uint32_t i = 0; i < rt->model->nsamples; i++) sampled |= rt->env.v[rt->model->samples[i].var] != 0;
    rt->instant_is_new = false;
    if (rt_event_goes_on(rt, sampled)) return RT_OK;
    rt_report_failure(rt, "RT0052", "the simulation stopped at an event", RT_IN_SIMULATION);
    return RT_STOPPED;
}

void rt_hand_result(Runtime *rt, Runtime *from) {
    vec_clear(&rt->columns);
    vec_clear(&rt->signals);
    for (size_t i = 0; i < from->columns.n; i++) {
        RtColumn c = from->columns.at[i];
        c.from = rt->shared[c.var];
        vec_push(&rt->columns, c);
        vec_push(&rt->signals, from->signals.at[i]);
    }
    rt->gathered = from->gathered;
    rt->sink = from->sink;
    rt->header_written = from->header_written;
    rt->in_memory = from->in_memory;
    rt->result_path = from->result_path;
    from->gathered = NULL;
    from->sink = NULL;
}

void rt_guard_modes(Runtime *rt, bool (*modal)(void *arg, uint32_t system), void *arg) {
    rt->modal = modal;
    rt->modal_arg = arg;
}

bool rt_is_undetermined(const Runtime *rt) { return rt_has_freedom(rt); }

bool rt_was_singular(const Runtime *rt, uint32_t system) { return rt->systems[system].singular; }

bool rt_needs_modes(const Runtime *rt) {
    for (uint32_t i = 0; i < rt->model->nsystems; i++)
        if (rt->systems[i].singular) return true;
    return false;
}

bool rt_waits_for_modes(const Runtime *rt) { return rt->needs_modes != NULL; }
