/* tangent.c - directional derivatives by states, inputs, parameters and start values.
 *
 * They are taken by an evaluator of their own, so that the run does not notice.  Tangents of states and inputs are
 * a part of the model's code; those of parameters and start values are code that is made when they are asked for
 * (GenOptions.tangents).  Where there is none, or it fails, differences stand in, and the caller is told.
 */
#include "runtime/runtime_impl.h"

#include <float.h>

void rt_set_tangents(Runtime *rt, const CwModel *code) { rt->tangents = code; }

bool rt_has_tangents(const Runtime *rt) { return rt->tangents != NULL; }

/* ---- code of tangents -------------------------------------------------------------------------------------------- */

void rt_use_tangents(Runtime *rt, bool on) {
    RtEvaluator *ev = &rt->ev;
    if (ev->sensing == on) return;
    ev->sensing = on;
    if (on && rt->tangents->memory && !ev->sense_memo) {
        size_t bytes = (size_t)rt->tangents->memory * sizeof *ev->sense_memo;
        ev->sense_memo = memset(base_realloc(NULL, bytes), 0xff, bytes);
    }
    double *memo = ev->env.memo;
    ev->env.memo = on ? (rt->tangents->memory ? ev->sense_memo : NULL) : ev->memo;
    if (on) ev->memo = memo;
    ev->env.tab = on ? rt->tangents->tab : rt->code->tab;
}

static bool sense(Runtime *e, CwFn f) {
    rt_use_tangents(e, true);
    bool ok = rt_eval(e, f);
    rt_use_tangents(e, false);
    return ok;
}

/* ---- what is asked ----------------------------------------------------------------------------------------------- */

typedef struct {
    Runtime *e;
    bool initial;
    uint32_t n;
    const RtKnown *known;
    const double *direction;
    double *at; /* values where the derivative is taken */
    bool held;  /* out: what events at the start set has no tangent here */
} Along;

static bool is_state(const Runtime *rt, MdVar v) {
    for (uint32_t k = 0; k < rt->states.n; k++)
        if (rt->states.x[k] == v) return true;
    return false;
}

static bool is_continuous_input(const Runtime *rt, MdVar v) {
    const MdVariable *var = &rt->model->vars[v];
    return var->flags & MD_INPUT && var->base == MD_REAL && var->kind == MD_KIND_CONTINUOUS;
}

static bool is_parameter(const Runtime *rt, MdVar v) { return v && rt->model->vars[v].kind == MD_KIND_PARAMETER; }

/* One that the initial system gives. */
static bool is_initial_parameter(const Runtime *rt, MdVar v) {
    return is_parameter(rt, v) && rt->model->vars[v].base == MD_REAL && !(rt->model->vars[v].flags & MD_FIXED) &&
           !md_is_computed(rt->model, v);
}

const char *rt_why_unknown(const Runtime *rt, RtKnown known, bool initial) {
    const MdVariable *v = &rt->model->vars[known.var];
    if (v->base != MD_REAL) return "it is no Real";
    if (known.start) return v->kind <= MD_KIND_PARAMETER ? "a parameter has no start value" : NULL;
    if (v->kind == MD_KIND_CONSTANT) return "it is a constant";
    if (v->kind == MD_KIND_PARAMETER) {
        if (v->flags & MD_STRUCTURAL) return "the structure of the model depends on it";
        if (is_initial_parameter(rt, known.var)) return "the initial system computes it";
        for (uint32_t i = 0; i < rt->model->naliases; i++)
            if (rt->model->aliases[i].var == known.var) return "its value is another parameter's: ask for that one";
        return NULL;
    }
    MdVar source = rt_resolve(rt, known.var).var;
    if (known.var == 0 || is_continuous_input(rt, source) || is_parameter(rt, source)) return NULL;
    if (is_state(rt, source)) return initial ? "it is a state: at the start it follows from its start value" : NULL;
    return "equations compute it";
}

/* d := the direction, and what is known counts as given from outside. */
static void seed(const Along *a) {
    Runtime *e = a->e;
    double *d = e->ev.env.d;
    memset(d, 0, e->nvars * sizeof *d);
    for (uint32_t i = 0; i < a->n; i++) {
        RtSource s = rt_resolve(e, a->known[i].var);
        if (a->known[i].start && !a->initial) continue;
        d[s.var] += s.sign * a->direction[i];
        if (a->known[i].start || is_parameter(e, s.var)) e->input.given[s.var] = 1;
    }
}

static bool any_parameter(const Along *a) {
    for (uint32_t i = 0; i < a->n; i++)
        if (a->known[i].start || is_parameter(a->e, rt_resolve(a->e, a->known[i].var).var)) return true;
    return false;
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

/* Everything with the values that stand in v now. */
static bool evaluate_all(Runtime *e) {
    e->ev.stamp++;
    e->ev.asserts = RT_TENTATIVE;
    return rt_eval(e, e->code->ode) && rt_eval(e, e->code->output);
}

/* The initial system, solved from its solution v. */
static bool evaluate_initial(Runtime *e) {
    CwEnv *env = &e->ev.env;
    int initial = env->initial, no_events = env->no_events;
    env->initial = env->no_events = 1;
    e->ev.stamp++;
    e->ev.asserts = RT_TENTATIVE;
    bool ok = rt_eval(e, e->code->initial);
    if (ok) rt_systems_refresh(e);
    env->initial = initial, env->no_events = no_events;
    return ok;
}

/* ---- by tangents ------------------------------------------------------------------------------------------------- */

static bool initial_tangents(const Along *a) {
    Runtime *e = a->e;
    CwEnv *env = &e->ev.env;
    memcpy(env->v, e->init.values, e->nvars * sizeof *env->v);
    if (!evaluate_initial(e)) return false;
    Along at_start = *a;
    at_start.initial = true;
    seed(&at_start);
    if (!sense(e, e->tangents->parameters)) return false;
    int initial = env->initial;
    env->initial = 1;
    bool ok = sense(e, e->tangents->initial);
    env->initial = initial;
    return ok;
}

/* Has it, between events at the start and the next one, the value that it was given? */
static bool is_carried(const Runtime *e, MdVar v) {
    const MdVariable *var = &e->model->vars[v];
    if (var->base != MD_REAL) return false;
    return var->kind == MD_KIND_PARAMETER || var->kind == MD_KIND_DISCRETE || var->kind == MD_KIND_PRE ||
           is_state(e, v) || is_continuous_input(e, v);
}

/* The initial system says how states move; with these, and relations as they are behind events at the start, the
 * equations of the simulation say it of the rest. */
static bool settled_tangents(Along *a) {
    Runtime *e = a->e;
    double *d = e->ev.env.d, *carried = rt_zeros(e->nvars);
    const double *before = e->init.values, *now = e->init.settled;
    bool ok = initial_tangents(a);
    for (uint32_t i = 0; ok && i < e->nvars; i++) {
        if (i && !is_carried(e, i)) continue;
        bool parameter = e->model->vars[i].kind == MD_KIND_PARAMETER; /* clocks of samples are filled in meanwhile */
        if (parameter || before[i] == now[i]) carried[i] = d[i];
        else a->held = true;
    }
    memcpy(e->ev.env.v, now, e->nvars * sizeof *now);
    memset(d, 0, e->nvars * sizeof *d);
    ok = ok && evaluate_all(e);
    if (ok) rt_systems_refresh(e);
    memcpy(d, carried, e->nvars * sizeof *d);
    base_realloc(carried, 0);
    return ok && sense(e, e->tangents->ode) && sense(e, e->tangents->output);
}

/* Tangents of parameters that the initial system gives, into out; false: none of them moves. */
static bool initial_parameters(const Along *a, double *out) {
    Runtime *e = a->e;
    bool any = false;
    for (uint32_t i = 1; i < e->nvars && !any; i++) any = is_initial_parameter(e, i);
    if (!any || !any_parameter(a) || !e->init.values || !initial_tangents(a)) return false;
    for (uint32_t i = 1; i < e->nvars; i++)
        if (is_initial_parameter(e, i)) out[i] = e->ev.env.d[i];
    memset(e->ev.env.d, 0, e->nvars * sizeof *out); /* matrices of systems need it so */
    memcpy(e->ev.env.v, a->at, e->nvars * sizeof *a->at);
    return true;
}

static bool present_tangents(const Along *a) {
    Runtime *e = a->e;
    double *d = e->ev.env.d, *from_start = rt_zeros(e->nvars);
    bool moved = initial_parameters(a, from_start);
    bool ok = evaluate_all(e);
    if (ok) rt_systems_refresh(e);
    seed(a);
    for (uint32_t i = 1; moved && i < e->nvars; i++) d[i] += from_start[i];
    base_realloc(from_start, 0);
    return ok && sense(e, e->tangents->parameters) && sense(e, e->tangents->ode) && sense(e, e->tangents->output);
}

/* By tangents of the model's own code: f is `tangent`, or `response`. */
static bool own_tangents(const Along *a, CwFn f) {
    Runtime *e = a->e;
    if (!f || !evaluate_all(e)) return false;
    rt_systems_refresh(e);
    seed(a);
    return rt_eval(e, f);
}

/* Do the tangents of the code begin at all that move? */
static bool may_move(const Along *a, bool inputs_too) {
    for (uint32_t i = 0; i < a->n; i++) {
        MdVar v = rt_resolve(a->e, a->known[i].var).var;
        if (a->known[i].start || (!is_state(a->e, v) && !(inputs_too && is_continuous_input(a->e, v)))) return false;
    }
    return true;
}

/* Do all that are asked for lie on the way from states to derivatives? */
static bool on_the_way(const Runtime *rt, uint32_t n, const MdVar *unknown) {
    for (uint32_t i = 0; i < n; i++) {
        RtSource s = rt_resolve(rt, unknown[i]);
        bool found = is_state(rt, s.var);
        for (uint32_t k = 0; k < rt->states.n && !found; k++) found = rt->states.dx[k].var == s.var;
        if (!found) return false;
    }
    return true;
}

bool rt_has_own_tangents(const Runtime *rt, uint32_t nknown, const RtKnown *known, uint32_t nunknown,
                         const MdVar *unknown) {
    Along a = {.e = (Runtime *)rt, .n = nknown, .known = known};
    bool all = rt->model->response;
    return (all ? rt->code->response : rt->code->tangent) && may_move(&a, all) &&
           (all || on_the_way(rt, nunknown, unknown));
}

/* ---- by differences ---------------------------------------------------------------------------------------------- */

/* Everything with what is known moved by h along the direction; out := all values. */
static bool moved_values(const Along *a, double h, double *out) {
    Runtime *e = a->e;
    double *v = e->ev.env.v;
    memcpy(v, a->at, e->nvars * sizeof *v);
    for (uint32_t i = 0; i < a->n; i++) {
        RtSource s = rt_resolve(e, a->known[i].var);
        v[s.var] += s.sign * h * a->direction[i];
    }
    e->ev.parameter_stamp++;
    bool ok =
        (!any_parameter(a) || rt_eval(e, e->code->parameters)) && (a->initial ? evaluate_initial(e) : evaluate_all(e));
    memcpy(out, v, e->nvars * sizeof *v);
    return ok;
}

static double step_along(const Along *a) {
    const Runtime *e = a->e;
    double h = INFINITY;
    for (uint32_t i = 0; i < a->n; i++) {
        MdVar v = rt_resolve(e, a->known[i].var).var;
        if (a->direction[i] != 0)
            h = fmin(h, cbrt(DBL_EPSILON) * fmax(fabs(a->at[v]), rt_nominal(e, v)) / fabs(a->direction[i]));
    }
    return isfinite(h) ? h : 1;
}

static bool differences(const Along *a) {
    Runtime *e = a->e;
    double h = step_along(a), *up = rt_zeros(e->nvars), *down = rt_zeros(e->nvars), *d = e->ev.env.d;
    seed(a);
    memset(d, 0, e->nvars * sizeof *d);
    bool ok = moved_values(a, h, up) && moved_values(a, -h, down);
    for (uint32_t i = 0; i < e->nvars; i++) d[i] = (up[i] - down[i]) / (2 * h);
    base_realloc(up, 0);
    base_realloc(down, 0);
    return ok;
}

/* ---- all of it --------------------------------------------------------------------------------------------------- */

static RtDerivation judge(const Along *a) {
    const Runtime *e = a->e;
    RtDerivation how = {a->held ? RT_HELD : RT_EXACT, NULL};
    if (e->ev.env.quotient) how = (RtDerivation){RT_QUOTIENTS, *e->ev.env.quotient ? e->ev.env.quotient : NULL};
    for (int i = 0; i < e->code->nsystems; i++) {
        const RtSystem *s = &e->ev.systems[i];
        if (!s->ready || s->solve_stamp != e->ev.stamp) continue;
        if (s->sol.differences && how.how < RT_QUOTIENTS) how.how = RT_QUOTIENTS;
        if (s->undetermined == e->ev.stamp) how.how = RT_AMBIGUOUS;
    }
    return how;
}

static bool defined(const Runtime *e, uint32_t n, const MdVar *unknown) {
    for (uint32_t i = 0; i < n; i++)
        if (isnan(e->ev.env.d[rt_resolve(e, unknown[i]).var])) return false;
    return true;
}

static bool by_tangents(Along *a, uint32_t nunknown, const MdVar *unknown) {
    Runtime *e = a->e;
    bool all = e->model->response, ok = false;
    e->ev.env.quotient = NULL;
    if (!a->initial && rt_has_own_tangents(e, a->n, a->known, nunknown, unknown))
        ok = own_tangents(a, all ? e->code->response : e->code->tangent);
    else if (e->tangents) ok = a->initial ? settled_tangents(a) : present_tangents(a);
    return ok && defined(e, nunknown, unknown);
}

bool rt_along(Runtime *rt, bool initial, uint32_t nknown, const RtKnown *known, const double *direction,
              uint32_t nunknown, const MdVar *unknown, double *result, RtDerivation *how) {
    Runtime *e = rt_aside(rt);
    if (!e || (initial && !e->init.settled)) return false;
    double *at = rt_zeros(e->nvars), *d = e->ev.env.d;
    memcpy(at, initial ? e->init.values : e->ev.env.v, e->nvars * sizeof *at);
    Along a = {e, initial, nknown, known, direction, at, false};
    bool ok = by_tangents(&a, nunknown, unknown);
    *how = ok ? judge(&a) : (RtDerivation){RT_DIFFERENCES, NULL};
    if (!ok) {
        memcpy(e->ev.env.v, at, e->nvars * sizeof *at);
        ok = differences(&a);
    }
    for (uint32_t i = 0; i < nunknown && ok; i++) {
        RtSource s = rt_resolve(e, unknown[i]);
        result[i] = s.sign * d[s.var];
    }
    memset(d, 0, e->nvars * sizeof *d);
    memcpy(e->ev.env.v, initial ? rt->ev.env.v : at, e->nvars * sizeof *at);
    memcpy(e->input.given, (rt->of ? rt->of : rt)->input.given, e->nvars);
    base_realloc(at, 0);
    return ok;
}

bool rt_directional(Runtime *rt, uint32_t nknown, const MdVar *known, const double *direction, uint32_t nunknown,
                    const MdVar *unknown, double *result) {
    RtDerivation how;
    RtKnown *all = base_realloc(NULL, (nknown + 1) * sizeof *all);
    for (uint32_t i = 0; i < nknown; i++) all[i] = (RtKnown){known[i], false};
    bool ok = rt_along(rt, false, nknown, all, direction, nunknown, unknown, result, &how);
    base_realloc(all, 0);
    return ok;
}
