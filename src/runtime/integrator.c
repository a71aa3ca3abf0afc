/* integrator.c - what the integrators with step control share: weights of errors, first steps, failures. */
#include "runtime/runtime_impl.h"

#include <string.h>

enum { MAX_STILL = 200 };

static const double RUN_AWAY = 1e4;  /* times what a state usually is */
static const double OFTEN = 0.045;   /* steps refused for each that is made: many ... */
static const double SELDOM = 0.005;  /* ... and few */
static const double ADDED_UP = 9e-4; /* sum of errors of steps that nobody notices ... */
enum {
    LONG_RUN = 3000,  /* ... of so many steps */
    MANY_OF_ONE = 100 /* states of one declaration: places of one quantity */
};

static bool has_nominal(const Runtime *rt, MdVar v) {
    const MdModel *m = rt->model;
    while (m->vars[v].kind == MD_KIND_DERIVATIVE && m->attrs[m->vars[v].attrs].nominal == MD_NO_OPERAND &&
           m->vars[v].of)
        v = m->vars[v].of;
    return m->attrs[m->vars[v].attrs].nominal != MD_NO_OPERAND;
}

/* Angles are of size one whatever they are: zero is an arbitrary one. */
bool rt_is_angle(const Runtime *rt, MdVar v) {
    const MdModel *m = rt->model;
    Name unit = m->attrs[m->vars[v].attrs].unit;
    return unit && !strcmp(base_str(rt->model->words, unit), "rad");
}

/* What a state without nominal value is compared with: states of its unit, or, without unit, of its declaration.
 * 0: it has a size of its own. */
static uint64_t size_group(const Runtime *rt, MdVar v) {
    const MdModel *m = rt->model;
    const MdVariable *var = &m->vars[v];
    if (has_nominal(rt, v) || rt_is_angle(rt, v)) return 0;
    Name unit = m->attrs[var->attrs].unit;
    uint64_t kind = (uint64_t)var->kind << 32; /* a derivative may have the unit of what it is of */
    return unit ? kind | unit : 1ULL << 63 | kind | m->origins[var->origin].span;
}

/* Groups of states are put together; a few elements of one declaration without unit stand alone: they may be anything,
 * very many are one thing at many places. */
void rt_find_unsized(Runtime *rt) {
    uint32_t n = rt->states.n, *group = base_realloc(NULL, ((size_t)n + 1) * sizeof *group), ngroups = 0;
    Map sizes = {0}, groups = {0};
    rt->states.unsized = BASE_ARRAY(&rt->arena, uint32_t, n + 1);
    rt->states.unsized_end = BASE_ARRAY(&rt->arena, uint32_t, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        uint64_t key = size_group(rt, rt->states.x[i]), count = 0;
        (void)base_map_get(&sizes, key, &count);
        base_map_put(&sizes, key, count + 1);
    }
    for (uint32_t i = 0; i < n; i++) {
        uint64_t key = size_group(rt, rt->states.x[i]), known = ngroups, count = 0;
        group[i] = UINT32_MAX;
        if (!key) continue;
        bool alone = key >> 63 && base_map_get(&sizes, key, &count) && count < MANY_OF_ONE;
        if (alone || !base_map_get(&groups, key, &known)) ngroups++;
        if (!alone) base_map_put(&groups, key, known);
        group[i] = (uint32_t)known;
        rt->states.unsized_end[group[i]]++;
    }
    for (uint32_t g = 0, at = 0; g < ngroups; g++) { /* beginnings, which become ends as the groups are filled */
        uint32_t size = rt->states.unsized_end[g];
        rt->states.unsized_end[g] = at;
        at += size;
    }
    for (uint32_t i = 0; i < n; i++)
        if (group[i] != UINT32_MAX) rt->states.unsized[rt->states.unsized_end[group[i]]++] = i;
    rt->states.nunsized = ngroups;
    base_map_free(&sizes);
    base_map_free(&groups);
    base_realloc(group, 0);
}

void rt_begin_sizes(Runtime *rt) {
    for (uint32_t i = 0; i < rt->states.n; i++) rt->states.scale[i] = rt_nominal(rt, rt->states.x[i]);
    rt->states.followed = 0;
}

static double reach(void *arg, unsigned i) {
    const Runtime *rt = arg;
    const double *v = rt->ev.env.v;
    double far = fabs(rt_source_value(v, rt->states.dx[i])) * (rt->span.stop - v[0]);
    return fmax(fabs(v[rt->states.x[i]]), isfinite(far) ? far : 0);
}

static SolSizes sizes_of(const Runtime *rt) {
    const RtStates *s = &rt->states;
    return (SolSizes){s->unsized, s->unsized_end, s->nunsized, s->followed, s->scale};
}

void rt_state_groups(const Runtime *rt, SolSizes *out) { *out = sizes_of(rt); }

void rt_begin_small_sizes(Runtime *rt) {
    SolSizes s = sizes_of(rt);
    sol_small_sizes(&s, reach, rt);
}

void rt_follow_sizes(Runtime *rt, const double *y) {
    SolSizes s = sizes_of(rt);
    sol_follow_sizes(&s, y);
    rt->states.followed = s.followed;
}

/* Errors of very many steps in a row add up, as the phase of an oscillation does: the part of the tolerance that one of
 * them may have. */
static double share_of_long_run(double tolerance, int steps) {
    double sum = tolerance * steps;
    return steps <= LONG_RUN || sum <= ADDED_UP ? 1 : fmax(0.01, ADDED_UP / sum);
}

/* An error of a derivative moves what it is the derivative of by a step's length of it, and nothing else: the voltage
 * of a capacitor at rest may change by a microvolt or by two in a nanosecond. */
static void weigh_rates(const RtForm *f, double part, double step, double *w, uint32_t nstates) {
    double *rate = w + nstates;
    for (uint32_t i = 0; i < f->nalgebraic; i++)
        if (f->state[i] != UINT32_MAX) rate[i] = fmin(rate[i], step * w[f->state[i]]);
        else if (f->moved[i] > 0) rate[i] = fmin(rate[i], step / (part * f->moved[i]));
}

/* In one pass over memory.  The first steps after a restart are made with order one or two and all err to the
 * same side: they are held to a stricter tolerance, which costs a few cheap steps and keeps the error of a
 * model with many events in proportion to its tolerance. */
void rt_weights(const Runtime *rt, double tolerance, int fresh, double step, const double *y, double *w) {
    const double *scale = rt->states.scale;
    double share = fresh < 14 ? 0.01 : fresh < 16 ? 0.1 : share_of_long_run(tolerance, fresh);
    double part = fmax(1e-15, tolerance * share);
    for (uint32_t i = 0; i < rt->states.n; i++) w[i] = 1 / (part * (fabs(y[i]) + scale[i]));
    for (uint32_t i = rt->states.n; i < rt->states.nunknowns; i++) w[i] = 1 / (tolerance * (fabs(y[i]) + scale[i]));
    if (rt->form.has_rates && step > 0) weigh_rates(&rt->form, part, step, w, rt->states.n);
}

void rt_count_rejected(Runtime *rt, long errors, long corrector) {
    rt->stats.error_failures += (uint64_t)errors;
    rt->stats.corrector_failures += (uint64_t)corrector;
    rt->stats.rejected += (uint64_t)(errors + corrector);
}

void rt_watch_strain(RtIntegrator *it, long refused) {
    if (refused > it->refused) it->rt->doubt.due = true;
    it->strain += 0.01 * ((double)(refused - it->refused) - it->strain);
    it->refused = refused;
    if (it->strain > 0.3) it->strained = true;
}

void rt_forget_strain(RtIntegrator *it) {
    it->strain = 0;
    it->strained = false;
}

/* A run in which steps are refused often goes from one transition to the next: the errors before one do not add up with
 * those behind it.  Where hardly one is refused, the steps are shorter than the errors ask for. */
int rt_freshness(const RtIntegrator *it, int fresh) {
    if (fresh <= RT_NOT_FRESH || it->strained) return fresh < RT_NOT_FRESH ? fresh : RT_NOT_FRESH;
    double refused = (double)it->refused / fresh;
    return refused > OFTEN || refused < SELDOM ? RT_NOT_FRESH : fresh;
}

/* Far beyond what it started with, and beyond its nominal value? */
static bool has_run_away(const RtIntegrator *it, MdVar state, double *value) {
    const Runtime *rt = it->rt;
    uint32_t i = 0;
    while (i < rt->states.n && rt->states.x[i] != state) i++;
    if (i == rt->states.n) return false;
    *value = it->y[i];
    double usual = fmax(rt_nominal(rt, state), fabs(rt_operand(rt, rt->model->vars[state].start, 0)));
    return fabs(*value) > RUN_AWAY * usual;
}

int rt_step_failed(RtIntegrator *it, bool evaluation, double h, const char *why, MdVar worst) {
    Runtime *rt = it->rt;
    if ((evaluation || rt->ev.failure.kind == RT_FAIL_ASSERT) && rt->ev.failure.kind != RT_FAIL_NONE)
        return -1; /* the model's own failure says more */
    double value;
    if (worst && has_run_away(it, worst, &value)) {
        rt_fail(
            rt, RT_FAIL_ERROR, rt->model->vars[worst].origin,
            "'%s' grows without bound: it has come to %.3g, and steps have shrunk to %.3g; the solution ends there, "
            "or the model is unstable (look at the signs of what makes it grow)",
            rt_var_name(rt, worst), value, h);
        rt->ev.failure.time = it->t1;
        return -1;
    }
    rt_fail(rt, RT_FAIL_ERROR, worst ? rt->model->vars[worst].origin : 0, "the step size has shrunk to %.3g: %s%s%s%s",
            h, why, worst ? "; the state with the largest error is '" : "", worst ? rt_var_name(rt, worst) : "",
            worst ? "'" : "");
    rt->ev.failure.time = it->t1;
    return -1;
}

double rt_careful_step(RtIntegrator *it, double t) {
    Runtime *rt = it->rt;
    double *f = base_realloc(NULL, (rt->states.n + 1) * sizeof *f), h = 1e-3;
    if (rt_rhs(rt, t, it->y, f) == 0)
        for (uint32_t i = 0; i < rt->states.n; i++)
            if (f[i] != 0) h = fmin(h, 1e-3 * (fabs(it->y[i]) + rt->states.scale[i]) / fabs(f[i]));
    base_realloc(f, 0);
    return fmax(h, 1e-14 * fmax(fabs(t), 1e-3 * fmin(1, rt->span.stop - rt->span.start)));
}

bool rt_stands_still(RtIntegrator *it, double t) {
    double eps = 1e-14 * fmax(fabs(t), 1e-3 * fmin(1, it->rt->span.stop - it->rt->span.start));
    it->still = t - it->t1 <= eps ? it->still + 1 : 0;
    if (it->still < MAX_STILL) return false;
    double *f = base_realloc(NULL, (it->rt->states.n + 1) * sizeof *f);
    if (rt_rhs(it->rt, t + 10 * eps, it->y, f) == 0) it->rt->ev.failure.kind = RT_FAIL_NONE;
    base_realloc(f, 0);
    return true;
}

/* The state that changes most against its own size: what small steps are made for, as a rule. */
static MdVar fastest_state(RtIntegrator *it, double t) {
    Runtime *rt = it->rt;
    double *f = base_realloc(NULL, (rt->states.n + 1) * sizeof *f), most = -1;
    MdVar fastest = 0;
    if (rt_rhs(rt, t, it->y, f) == 0)
        for (uint32_t i = 0; i < rt->states.n; i++) {
            double speed = fabs(f[i]) / (fabs(it->y[i]) + rt->states.scale[i]);
            if (speed > most) most = speed, fastest = rt->states.x[i];
        }
    base_realloc(f, 0);
    return fastest;
}

bool rt_crawls(RtIntegrator *it, double from, double steps) {
    static const double TOO_MANY = 2e8;
    Runtime *rt = it->rt;
    double expected = steps * (rt->span.stop - it->t1) / (it->t1 - from);
    if (!isfinite(rt->span.stop) || !(expected > TOO_MANY)) return false;
    MdVar x = fastest_state(it, it->t1);
    Diag *d = base_warning(rt->ctx, "RT0058", x ? rt_origin_span(rt, rt->model->vars[x].origin) : (Span){0},
                           "%.0f steps from time %.9g to %.9g, about %.0e to the stop time%s%s%s", steps, from, it->t1,
                           expected, x ? "; the state that changes fastest is '" : "", x ? rt_var_name(rt, x) : "",
                           x ? "'" : "");
    base_hint(rt->ctx, d,
              "a jump that noEvent hides makes such steps: leave noEvent out, or make the expression smooth; else look "
              "at the units and time constants of that state");
    rt_reported(rt);
    return true;
}
