/* enter.c - a run that goes on in another mode.
 *
 * Before: a run that was left at an event, because a condition that governs the structure of the model has changed.
 * After: the run of another model, which shares variables, relations and samples with the first by their numbers, goes
 * on at the same instant.  Values pass by number; what the other mode computes from them it computes itself.
 */
#include "runtime/runtime_impl.h"

void rt_set_modes(Runtime *rt, const RtModes *modes) {
    rt->modes.leaves = modes->leaves;
    rt->modes.leaves_arg = modes->arg;
    rt->modes.nshared = modes->nshared;
    rt->modes.shared = BASE_ARRAY(&rt->arena, RtSource, modes->nshared + 1);
    rt->modes.instant = BASE_ARRAY(&rt->arena, double, rt->nvars + 1);
    for (uint32_t i = 0; i < modes->nshared; i++) rt->modes.shared[i] = rt_resolve(rt, i);
    rt->made = base_mark(&rt->arena);
}

bool rt_left(const Runtime *rt) { return rt->modes.left; }

/* What when-equations and relations have decided in the mode that was left holds in the next one: an edge that was seen
 * is behind it. */
static void put_discrete(const Runtime *rt, double *values) {
    const double *v = rt->ev.env.v;
    for (uint32_t i = 1; i < rt->modes.nshared; i++)
        if (rt->model->vars[i].kind == MD_KIND_DISCRETE) values[i] = rt_source_value(v, rt->modes.shared[i]);
    for (size_t i = 0; i < rt->discrete.pres.n; i++) {
        const RtPre *p = &rt->discrete.pres.at[i];
        if (p->pre < rt->modes.nshared && p->discrete) values[p->pre] = rt_source_value(v, p->of);
    }
    for (uint32_t i = 0; i < rt->events.n; i++) values[rt->model->relations[i].var] = v[rt->model->relations[i].var];
    for (uint32_t i = 0; i < rt->model->nsamples; i++) values[rt->model->samples[i].var] = 0;
}

bool rt_instant(const Runtime *rt, double *values) {
    for (uint32_t i = 0; rt->modes.instant_is_new && i < rt->modes.nshared; i++)
        values[i] = rt_source_value(rt->modes.instant, rt->modes.shared[i]);
    put_discrete(rt, values);
    return rt->modes.instant_is_new;
}

bool rt_has_jumped(const Runtime *rt, MdVar v, double by) {
    if (!rt->modes.instant_is_new || rt->modes.reinitialised || rt->ev.env.initial) return false;
    double before = rt_source_value(rt->modes.instant, rt->modes.shared[v]),
           now = rt_source_value(rt->ev.env.v, rt->modes.shared[v]);
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
    memcpy(to->bands, of->bands, n * sizeof *to->bands);
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
    double *v = rt->ev.env.v;
    memcpy(v, values, rt->modes.nshared * sizeof *v);
    for (uint32_t i = 0; i < rt->texts.n; i++) {
        MdVar s = rt->texts.var[i];
        if (s < rt->modes.nshared) rt->ev.env.s[s] = from->ev.env.s[from->modes.shared[s].var];
    }
    /* external objects remember: there is one, whatever mode holds, and it is destroyed by the run that made it */
    for (size_t i = 0; i < from->modes.nshared; i++)
        if (from->model->vars[i].base == MD_OBJECT)
            rt->ev.env.o[rt->modes.shared[i].var] = from->ev.env.o[from->modes.shared[i].var];
    for (size_t i = 0; i < rt->discrete.pres.n; i++) { /* made by the translation of this mode */
        const RtPre *p = &rt->discrete.pres.at[i];
        MdVar of = rt->model->vars[p->pre].of;
        if (p->pre >= rt->modes.nshared && of < rt->modes.nshared) v[p->pre] = values[of];
    }
}

/* States that are picked: those that are picked at first have the values of what they stand for. */
static void put_picked(Runtime *rt) {
    double *v = rt->ev.env.v;
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
    rt->span.start = from->span.start;
    rt->span.stop = from->span.stop;
    rt->span.tiny = from->span.tiny;
    rt->span.reached = from->span.reached;
    rt->ev.env.initial = 0;
    rt->ev.env.no_events = 0;
    rt->modes.left = rt->modes.instant_is_new = false;
    take_values(rt, from, values);
    if (rt->input.tables.n) rt_advance_tables(rt, rt->ev.env.v[0]);
    rt->ev.asserts = RT_COLLECT;
    rt->ev.stamp++;
    if (!rt_eval(rt, rt->code->parameters)) return RT_STOPPED;
    rt_keep_strings(rt);
    rt->ev.parameter_stamp++;
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
            if (p->x[k] < rt->modes.nshared) rt->ev.env.v[p->x[k]] = values[p->x[k]];
    }
    (void)rt_select(rt);
    return rt_evaluate_here(rt) ? RT_OK : RT_STOPPED;
}

bool rt_evaluate_here(Runtime *rt) {
    rt->ev.asserts = RT_COLLECT;
    rt->ev.stamp++;
    return rt_eval(rt, rt->code->event);
}

void rt_relations_here(Runtime *rt, double *truth) {
    double *v = rt->ev.env.v;
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
            rt->ev.env.v[s.var] = s.sign > 0 ? value : !value;
            rt->events.armed[i] = 0;
            rt->events.supposed[i] = 1;
        }
}

RtStatus rt_settle(Runtime *rt) {
    bool sampled = false;
    for (uint32_t i = 0; i < rt->model->nsamples; i++) sampled |= rt->ev.env.v[rt->model->samples[i].var] != 0;
    rt->modes.instant_is_new = false;
    if (rt_event_goes_on(rt, sampled)) return RT_OK;
    rt_report_failure(rt, "RT0052", "the simulation stopped at an event", RT_IN_SIMULATION);
    return RT_STOPPED;
}

void rt_hand_result(Runtime *rt, Runtime *from) {
    vec_clear(&rt->result.columns);
    vec_clear(&rt->result.signals);
    for (size_t i = 0; i < from->result.columns.n; i++) {
        RtColumn c = from->result.columns.at[i];
        c.from = rt->modes.shared[c.var];
        vec_push(&rt->result.columns, c);
        vec_push(&rt->result.signals, from->result.signals.at[i]);
    }
    rt->result.gathered = from->result.gathered;
    rt->result.sink = from->result.sink;
    rt->result.header_written = from->result.header_written;
    rt->result.in_memory = from->result.in_memory;
    rt->result.path = from->result.path;
    from->result.gathered = NULL;
    from->result.sink = NULL;
}

void rt_guard_modes(Runtime *rt, bool (*modal)(void *arg, uint32_t system), void *arg) {
    rt->guard.modal = modal;
    rt->guard.modal_arg = arg;
}

bool rt_is_undetermined(const Runtime *rt) { return rt_has_freedom(rt); }

bool rt_was_singular(const Runtime *rt, uint32_t system) { return rt->ev.systems[system].singular; }

bool rt_needs_modes(const Runtime *rt) {
    for (uint32_t i = 0; i < rt->model->nsystems; i++)
        if (rt->ev.systems[i].singular) return true;
    return false;
}

bool rt_waits_for_modes(const Runtime *rt) { return rt->verdict.over == RT_NEEDS_MODES; }
