/* integrator.c - what the integrators with step control share: weights of errors, first steps, failures. */
#include "runtime/runtime_impl.h"

#include <string.h>

enum { MAX_STILL = 200 };

static const double RUN_AWAY = 1e4;  /* times what a state usually is */
static const double ORDINARY = 200;  /* times a state: more than one, and it is no small one */
static const double FORGET = 0.9;    /* part of a size that is left a step later ... */
static const double SOON = 0.5;      /* ... of one that was taken without knowing anything */
static const double LEAST = 1e-13;   /* largest value of states; less is rounding */
static const double OFTEN = 0.045;   /* steps refused for each that is made: many ... */
static const double SELDOM = 0.005;  /* ... and few */
static const double ADDED_UP = 9e-4; /* sum of errors of steps that nobody notices ... */
enum {
    LONG_RUN = 3000,     /* ... of so many steps */
    MANY_OF_ONE = 100,   /* states of one declaration: places of one quantity */
    MOST_FOLLOWED = 1000 /* steps in a row: more, and what is followed is noise of something at rest */
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
    rt->states.ever = BASE_ARRAY(&rt->arena, double, n + 1);
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

/* The size of states of which the largest was so large.  Small ones are held to the tolerance as ordinary ones are,
 * where they are so small that they cannot be meant to be of size one. */
static double size_by(double largest) {
    double times = fmin(fmax(ORDINARY * (ORDINARY * largest), 1), ORDINARY);
    return fmin(times * largest, 1);
}

/* Or nothing but rounding as yet. */
static bool is_ordinary(const RtStates *s, uint32_t group) {
    return ORDINARY * s->ever[group] >= 1 || s->ever[group] < LEAST;
}

void rt_begin_sizes(Runtime *rt) {
    RtStates *s = &rt->states;
    for (uint32_t i = 0; i < s->n; i++) s->scale[i] = rt_nominal(rt, s->x[i]);
    for (uint32_t g = 0, from = 0; g < s->nunsized; from = s->unsized_end[g++])
        for (uint32_t k = from; k < s->unsized_end[g] && s->ever[g] > LEAST; k++)
            s->scale[s->unsized[k]] = size_by(s->ever[g]);
    s->followed = 0;
}

/* How large states of a group may become, as far as it can be seen from here; *largest: how large they are. */
static double reach(const Runtime *rt, const uint32_t *states, uint32_t n, double *largest) {
    const double *v = rt->ev.env.v;
    double far = 0;
    *largest = 0;
    for (uint32_t k = 0; k < n && !(ORDINARY * far >= 1); k++) {
        double x = fabs(v[rt->states.x[states[k]]]);
        double way = fabs(rt_source_value(v, rt->states.dx[states[k]])) * (rt->span.stop - v[0]);
        *largest = fmax(*largest, x);
        far = fmax(far, isfinite(way) ? fmax(x, way) : x);
    }
    return far;
}

/* The same of states that are zero and rest: as far as what moves them is seen to set in.  By state; NULL: unknown. */
static double *second_reach(Runtime *rt) {
    static const double AHEAD = 1e-6;
    RtStates *s = &rt->states;
    size_t bytes = rt->nvars * sizeof(double);
    double *now = base_realloc(NULL, bytes), *far = rt_zeros(s->n + 1), *v = rt->ev.env.v;
    double rest = rt->span.stop - v[0], h = AHEAD * rest;
    memcpy(now, v, bytes);
    v[0] += h;
    if (rt->input.tables.n) rt_put_tables(rt, v[0]);
    for (uint32_t i = 0; i < s->n; i++) v[s->x[i]] += h * rt_source_value(now, s->dx[i]);
    rt->ev.asserts = RT_TENTATIVE;
    rt->ev.stamp++;
    bool ok = isfinite(rest) && rest > 0 && rt_eval(rt, rt->code->ode);
    for (uint32_t i = 0; i < s->n && ok; i++) {
        double bend = (rt_source_value(v, s->dx[i]) - rt_source_value(now, s->dx[i])) / h;
        far[i] = isfinite(bend) ? fabs(bend) * rest * rest / 2 : 0;
    }
    memcpy(v, now, bytes);
    rt->ev.failure.kind = RT_FAIL_NONE;
    rt->ev.failure.text.n = 0;
    base_realloc(now, 0);
    return far;
}

void rt_state_groups(const Runtime *rt, SolSizes *out) {
    const RtStates *s = &rt->states;
    *out = (SolSizes){s->unsized, s->unsized_end, s->nunsized, s->followed, s->scale};
}

/* A state of which nothing is said, and that is small and will stay so as far as is seen, is not begun with as if its
 * size were one: the first steps would lose it.  Where nothing moves, nothing is known. */
void rt_begin_small_sizes(Runtime *rt) {
    static const double SURE = 0.01; /* of the way, as long as it is not known how fast it ends */
    RtStates *s = &rt->states;
    double *second = NULL;
    for (uint32_t g = 0, from = 0; g < s->nunsized; from = s->unsized_end[g++]) {
        const uint32_t *i = s->unsized + from, n = s->unsized_end[g] - from;
        double largest, far = reach(rt, i, n, &largest), size;
        if (far == 0 && s->ever[g] == 0) {
            if (!second) second = second_reach(rt);
            for (uint32_t k = 0; k < n; k++) far = fmax(far, second[i[k]]);
        }
        s->ever[g] = fmax(s->ever[g], largest);
        bool wave = n >= MANY_OF_ONE && s->ever[g] == 0; /* what it has not reached yet says nothing */
        if (far * ORDINARY >= 1 || wave) s->ever[g] = fmax(s->ever[g], 1 / ORDINARY); /* it will be so large */
        if (!(far > LEAST) || far * ORDINARY >= 1 || wave) continue;
        if (ORDINARY * s->ever[g] >= 1) size = fmax(ORDINARY * far, SOL_LEAST_SIZE);
        else size = size_by(s->ever[g] > 0 ? s->ever[g] : SURE * far);
        for (uint32_t k = 0; k < n; k++) s->scale[i[k]] = size;
    }
    base_realloc(second, 0);
}

/* The size behind a step of states that were as large as `largest` in it, and had another size before. */
static double followed_size(const RtStates *s, uint32_t group, double largest, double before) {
    if (is_ordinary(s, group)) return fmin(fmax(fmax(ORDINARY * largest, FORGET * before), SOL_LEAST_SIZE), 1);
    double most = size_by(s->ever[group]);
    if (before > most) return fmax(most, SOON * before);
    return fmin(fmax(fmax(ORDINARY * largest, FORGET * before), fmax(SOL_LEAST_SIZE * most, LEAST)), most);
}

/* A state of which nothing is said is taken to be of size one (MLS 3.6, 4.9: nominal); one that is far smaller, or
 * becomes so, is held to the tolerance as well: what counts is the largest that it was in the last steps, and, where it
 * was never of size one, in the run.  States of one unit are compared with each other: what a wave has not reached yet
 * is no small state.  Events begin anew: what is small in one phase of a run need not be in the next. */
void rt_follow_sizes(Runtime *rt, const double *y) {
    RtStates *s = &rt->states;
    if (s->followed > MOST_FOLLOWED) return;
    if (s->nunsized && ++s->followed > MOST_FOLLOWED) { /* sizes as they are known */
        rt_begin_sizes(rt);
        s->followed = MOST_FOLLOWED + 1;
        return;
    }
    for (uint32_t g = 0, from = 0; g < s->nunsized; from = s->unsized_end[g++]) {
        const uint32_t *i = s->unsized + from, n = s->unsized_end[g] - from;
        double before = s->scale[i[0]], largest = 0;
        for (uint32_t k = 0; k < n && largest * ORDINARY < 1; k++) largest = fmax(largest, fabs(y[i[k]]));
        if (largest > s->ever[g]) s->ever[g] = largest;
        double size = followed_size(s, g, largest, before);
        for (uint32_t k = 0; k < n && size != before; k++) s->scale[i[k]] = size;
    }
}

bool rt_rest_ends(const Runtime *rt, const double *before) {
    const RtStates *s = &rt->states;
    for (uint32_t g = 0, from = 0; g < s->nunsized; from = s->unsized_end[g++])
        for (uint32_t k = from; k < s->unsized_end[g] && s->ever[g] == 0; k++)
            if (rt_source_value(rt->ev.env.v, s->dx[s->unsized[k]]) != before[s->unsized[k]]) return true;
    return false;
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
    double part = fmax(RT_LEAST_SHARE, tolerance * share);
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

/* Has the model no derivatives a little further along its course (a root of what becomes negative)?  The failure found
 * there says why steps shrink. */
static bool ends_ahead(RtIntegrator *it) {
    enum { DECADES = 8 };
    Runtime *rt = it->rt;
    uint32_t n = rt->states.n;
    double *f = base_realloc(NULL, (2 * (size_t)n + 2) * sizeof *f), *y = f + n + 1;
    bool ends = false;
    double h = 1e-14 * fmax(fabs(it->t1), 1e-3 * fmin(1, rt->span.stop - rt->span.start));
    bool begins = rt_rhs(rt, it->t1, it->y, f) == 0;
    for (int k = 0; begins && !ends && k < DECADES; k++, h *= 10) {
        for (uint32_t i = 0; i < n; i++) y[i] = it->y[i] + h * f[i];
        rt->ev.failure.kind = RT_FAIL_NONE;
        rt->ev.failure.text.n = 0;
        double *after = base_realloc(NULL, ((size_t)n + 1) * sizeof *after);
        ends = rt_rhs(rt, it->t1 + h, y, after) != 0 && rt->ev.failure.kind != RT_FAIL_NONE;
        base_realloc(after, 0);
    }
    base_realloc(f, 0);
    return ends;
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
    if (ends_ahead(it)) return -1;
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
    return fmax(h, RT_LEAST_STEP * fmax(fabs(t), RT_LEAST_OF_RUN * fmin(1, rt->span.stop - rt->span.start)));
}

bool rt_stands_still(RtIntegrator *it, double t) {
    double eps = RT_LEAST_STEP * fmax(fabs(t), RT_LEAST_OF_RUN * fmin(1, it->rt->span.stop - it->rt->span.start));
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
