/* input.c - values from outside while a run is at work: top-level inputs, states and parameters that are set between
 * calls, inputs given as tables over time.
 *
 * What is set between two calls takes effect at the beginning of the next one, as an event at the time reached: values
 * before it count as pre(), relations and when-clauses see the change, the integrator starts afresh where it has to.
 *
 * A table is a curve through its points for a Real that may change continuously, and holds its last value for all
 * others; two points at one time are a jump.  Between events a table stays in one of its segments, so that a step never
 * sees both sides of a corner: every point is a time event.
 */
#include "runtime/runtime_impl.h"

/* ---- one value --------------------------------------------------------------------------------------------------- */

static double through(RtSource s, double value) { return s.sign > 0 ? value : s.sign < 0 ? -value : 1 - value; }

static bool is_state(const Runtime *rt, MdVar v) {
    for (uint32_t i = 0; i < rt->states.n; i++)
        if (rt->states.x[i] == v) return true;
    return false;
}

static bool refuse(Runtime *rt, MdVar v, const char *why) {
    Diag *d = base_error(rt->ctx, "RT0004", rt_origin_span(rt, rt->model->vars[v].origin),
                         "'%s' cannot be set while the model is simulated: %s", rt_var_name(rt, v), why);
    base_hint(rt->ctx, d, "set inputs, states, or parameters that the structure of the model does not depend on");
    return false;
}

bool rt_set(Runtime *rt, MdVar v, double value) {
    RtSource s = rt_resolve(rt, v);
    const MdVariable *kept = &rt->model->vars[s.var];
    RtReinit change = {s.var, through(s, value)};
    bool parameter = kept->kind <= MD_KIND_PARAMETER;
    if (kept->base == MD_STRING || kept->base == MD_OBJECT) return refuse(rt, v, "it is not a number");
    if (parameter && (kept->kind == MD_KIND_CONSTANT || kept->flags & (MD_FINAL | MD_STRUCTURAL)))
        return refuse(rt, v, "the structure of the model depends on it");
    if (!rt->initialised) {
        if (!parameter) vec_push(&rt->input.starts, change);
        else rt->ev.env.v[s.var] = change.value, rt->ev.parameter_stamp++;
        rt->input.given[s.var] = 1;
        return true;
    }
    if (!parameter && !(kept->flags & MD_INPUT) && !is_state(rt, s.var))
        return refuse(rt, v, "an equation computes it");
    if (rt->ev.env.v[s.var] == change.value && !rt->input.changes.n) return true;
    vec_push(&rt->input.changes, change);
    if (rt->run && rt->savable) vec_push(&rt->run->calls, ((RtCall){RT_CALL_SET, v, value}));
    return true;
}

/* At the event, pre() being what was before. */
static void apply_changes(Runtime *rt) {
    bool parameters = false;
    for (size_t i = 0; i < rt->input.changes.n; i++) {
        const RtReinit *c = &rt->input.changes.at[i];
        rt->ev.env.v[c->var] = c->value;
        if (rt->model->vars[c->var].kind != MD_KIND_PARAMETER) continue;
        rt->input.given[c->var] = 1;
        parameters = true;
    }
    vec_clear(&rt->input.changes);
    if (!parameters) return;
    rt->ev.parameter_stamp++;
    (void)rt_eval(rt, rt->code->parameters);
    rt_keep_strings(rt);
}

/* ---- tables ------------------------------------------------------------------------------------------------------ */

bool rt_set_input_table(Runtime *rt, MdVar v, size_t n, const double *t, const double *u) {
    const MdVariable *var = &rt->model->vars[v];
    RtSource s = rt_resolve(rt, v);
    bool rising = n > 0;
    for (size_t i = 1; i < n; i++) rising = rising && t[i] >= t[i - 1];
    if (!(rt->model->vars[s.var].flags & MD_INPUT) || !rising || rt->initialised) {
        base_error(rt->ctx, "RT0005", rt_origin_span(rt, var->origin), "no table can be given for '%s': %s",
                   rt_var_name(rt, v),
                   !rising           ? "its times must not fall"
                   : rt->initialised ? "the model is initialised already"
                                     : "it is not a top-level input");
        return false;
    }
    RtTable table = {.var = s.var, .n = n, .hold = var->base != MD_REAL || var->kind == MD_KIND_DISCRETE};
    table.t = rt_zeros(n);
    table.u = rt_zeros(n);
    memcpy(table.t, t, n * sizeof *t);
    for (size_t i = 0; i < n; i++) table.u[i] = through(s, u[i]);
    vec_push(&rt->input.tables, table);
    return true;
}

static RtTable *table_of(Runtime *rt, MdVar v) {
    for (size_t i = 0; i < rt->input.tables.n; i++)
        if (rt->input.tables.at[i].var == v) return &rt->input.tables.at[i];
    return NULL;
}

/* The slope of a curve holds from point to point; it is zero in front of the first and behind the last one. */
static RtTable slope_of(const RtTable *b, MdVar der) {
    RtTable slope = {.var = der, .n = b->n + 1, .hold = true, .t = rt_zeros(b->n + 1), .u = rt_zeros(b->n + 1)};
    slope.t[0] = -INFINITY;
    memcpy(slope.t + 1, b->t, b->n * sizeof *b->t);
    for (size_t i = 0; !b->hold && i + 1 < b->n; i++) {
        double h = b->t[i + 1] - b->t[i];
        slope.u[i + 1] = h > 0 ? (b->u[i + 1] - b->u[i]) / h : 0;
    }
    return slope;
}

static void warn_of_corners(Runtime *rt, MdVar v, MdVar der) {
    Diag *d = base_warning(rt->ctx, "RT0008", rt_origin_span(rt, rt->model->vars[v].origin),
                           "the table is straight between its points, so '%s' jumps and '%s' is taken to be zero",
                           rt_var_name(rt, v), rt_var_name(rt, der));
    base_hint(rt->ctx, d, "give tables of '%s' and '%s' too", rt_var_name(rt, v), rt_var_name(rt, der));
}

void rt_slope_tables(Runtime *rt) {
    for (size_t i = 0; i < rt->input.tables.n; i++) { /* those that it adds are looked at too */
        RtTable b = rt->input.tables.at[i];
        MdVar der = rt->model->vars[b.var].derivative;
        if (!der || !(rt->model->vars[der].flags & MD_INPUT) || table_of(rt, der) || rt->input.given[der]) continue;
        if (b.hold) warn_of_corners(rt, b.var, der);
        RtTable slope = slope_of(&b, der);
        vec_push(&rt->input.tables, slope);
    }
}

void rt_share_tables(Runtime *rt, const Runtime *from) {
    for (size_t i = 0; i < from->input.tables.n; i++) {
        const RtTable *b = &from->input.tables.at[i];
        if (isfinite(b->t[0])) (void)rt_set_input_table(rt, b->var, b->n, b->t, b->u); /* others are slopes */
    }
    rt_slope_tables(rt);
}

void rt_free_tables(Runtime *rt) {
    for (size_t i = 0; i < rt->input.tables.n; i++) {
        base_realloc(rt->input.tables.at[i].t, 0);
        base_realloc(rt->input.tables.at[i].u, 0);
    }
    vec_clear(&rt->input.tables);
}

static double table_value(const RtTable *b, double t) {
    size_t k = b->at;
    if (b->hold || k + 1 >= b->n || t <= b->t[k]) return b->u[k];
    double h = b->t[k + 1] - b->t[k];
    return h > 0 ? b->u[k] + (b->u[k + 1] - b->u[k]) * ((t - b->t[k]) / h) : b->u[k + 1];
}

void rt_put_tables(Runtime *rt, double t) {
    for (size_t i = 0; i < rt->input.tables.n; i++)
        rt->ev.env.v[rt->input.tables.at[i].var] = table_value(&rt->input.tables.at[i], t);
}

/* To the last segment that begins now or before. */
void rt_advance_tables(Runtime *rt, double now) {
    for (size_t i = 0; i < rt->input.tables.n; i++) {
        RtTable *b = &rt->input.tables.at[i];
        while (b->at + 1 < b->n && b->t[b->at + 1] <= now + rt->span.tiny) b->at++;
    }
    rt_put_tables(rt, now);
}

double rt_next_of_tables(const Runtime *rt, double now) {
    double next = INFINITY;
    for (size_t i = 0; i < rt->input.tables.n; i++) {
        const RtTable *b = &rt->input.tables.at[i];
        for (size_t k = b->at + 1; k < b->n; k++)
            if (b->t[k] > now + rt->span.tiny) {
                next = fmin(next, b->t[k]);
                break;
            }
    }
    return next;
}

void rt_take_inputs(Runtime *rt) {
    if (rt->input.tables.n) rt_advance_tables(rt, rt->ev.env.v[0]);
    if (rt->input.changes.n) apply_changes(rt);
}

/* A curve that says nothing of a part of the run: what is taken for it there is said once. */
void rt_warn_of_tables(Runtime *rt) {
    double slack = RT_COVERED * (rt->span.stop - rt->span.start);
    for (size_t i = 0; i < rt->input.tables.n && isfinite(rt->span.stop); i++) {
        const RtTable *b = &rt->input.tables.at[i];
        double first = b->t[0], last = b->t[b->n - 1];
        bool late = first > rt->span.start + slack, early = last < rt->span.stop - slack;
        if (b->n < 2 || (!late && !early)) continue;
        Diag *d =
            base_warning(rt->ctx, "RT0009", (Span){0},
                         "the curve of the input '%s' goes from time %g to %g, the run from %g to %g: its %s value "
                         "is taken %s",
                         rt_var_name(rt, b->var), first, last, rt->span.start, rt->span.stop, early ? "last" : "first",
                         early ? "behind it" : "before it");
        base_hint(rt->ctx, d, "give rows for all of the run, or let it %s", early ? "stop earlier" : "start later");
        return;
    }
}
