/* event.c - relations, samples, event iteration, crossings, Zeno and chattering guards.
 *
 * Between events every relation is frozen in its variable.  A relation is ARMED once its crossing
 * function has left a narrow band around zero; an armed relation triggers as soon as its truth
 * changes, an unarmed one only when the crossing function leaves the band on the wrong side.  So
 * the instant of a clean crossing is exact, and rounding right after an event triggers nothing.  At
 * events relations are evaluated as they stand.
 *
 * Relations of time alone are not searched for: their switching times are computed, and they are
 * evaluated just after the present time, so that `time > T` holds after the event at T.
 */
#include "runtime/runtime_impl.h"

#include <float.h>

static const double BEYOND = 3; /* half widths: more than what an unarmed relation has behind it when it triggers */
enum {
    MAX_EVENT_ITERATIONS = 200,
    MAX_UNSOLVED = 5,      /* evaluations without solution, at one instant, after which other relations are not tried */
    EXACT_ITERATIONS = 20, /* after these, relations that rounding decides keep their values */
    ALL_AT_ONCE = 10,      /* rounds in which all inconsistent relations are changed together */
    MAX_CIRCLE = 100,      /* relations running in circles that are looked at */
    MAX_SEARCH = 10,       /* of which all combinations are tried */
    MAX_RELATION_ROUNDS = 300, /* then: rounds in which only the first inconsistent one is changed */
    RING = 64,
    MAX_STUCK = 200, /* state events at one instant */
    FOLD_AFTER = 6,  /* of them, from which on another branch is looked for */
    ZENO_COUNT = 6,
    ZENO_STRAYS = 200, /* events behind a series that has shrunk to nothing, after which the run has come to its end */
    ROUNDED = 3,       /* events at one instant, without any change, after which a band is wider than it was */
    SLIDES = 8,        /* changes taken back at once after which a relation is said to slide */
    MOST_EVENTS = 50000, /* a run that would need more for sliding gets wider bands */
};

static const MdRelation *relation(const Runtime *rt, uint32_t i) { return &rt->model->relations[i]; }

static void relation_text(const Runtime *rt, uint32_t i, Text *out) {
    if (rt->explain.relation) rt->explain.relation(rt->explain.arg, i, out);
    else base_text_printf(out, "relation %u", i + 1);
}

static void *zeroed(size_t bytes) {
    void *p = base_realloc(NULL, bytes ? bytes : 1);
    memset(p, 0, bytes);
    return p;
}

void rt_events_init(Runtime *rt) {
    RtEvents *ev = &rt->events;
    size_t n = rt->model->nrelations;
    ev->n = (uint32_t)n;
    double **parts[] = {&ev->g,      &ev->scale,   &ev->eps,  &ev->truth, &ev->frozen,
                        &ev->before, &ev->shifted, &ev->left, &ev->right};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) *parts[i] = zeroed(n * sizeof(double));
    ev->armed = zeroed(n);
    ev->was_armed = zeroed(n);
    ev->supposed = zeroed(n);
    ev->kind = zeroed(n);
    ev->slides = zeroed(n * sizeof *ev->slides);
    ev->bands = zeroed(n * sizeof *ev->bands);
    ev->zeno = zeroed(2 * n * sizeof *ev->zeno);
    ev->clocks = zeroed(rt->model->nsamples * sizeof *ev->clocks);
    ev->next = INFINITY;
    for (uint32_t i = 0; i < n; i++) {
        ev->kind[i] = (uint8_t)relation(rt, i)->kind;
        if (ev->kind[i] == MD_REL_TIME) ev->ntime++;
        else ev->nstate++;
    }
    rt_pairs_init(rt);
}

void rt_events_free(Runtime *rt) {
    RtEvents *ev = &rt->events;
    void *parts[] = {ev->g,       ev->scale, ev->eps,    ev->truth,    ev->frozen,    ev->before,
                     ev->shifted, ev->left,  ev->right,  ev->armed,    ev->was_armed, ev->slides,
                     ev->kind,    ev->zeno,  ev->clocks, ev->supposed, ev->bands};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) base_realloc(parts[i], 0);
    rt_pairs_free(rt);
}

/* ---- crossing functions ------------------------------------------------------------------------------------------ */

/* Nominal size of a relation: the largest nominal among its variables. */
static double relation_scale(const Runtime *rt, uint32_t i) {
    const MdModel *m = rt->model;
    double scale = 0;
    for (uint32_t k = m->relations[i].reads; k < m->relations[i + 1].reads; k++)
        scale = fmax(scale, rt_nominal(rt, m->relation_reads[k]));
    return scale > 0 ? scale : 1;
}

static bool truth(uint8_t op, double g) {
    switch (op) {
    case MD_LT: return g < 0;
    case MD_LE: return g <= 0;
    case MD_GT: return g > 0;
    default: return g >= 0;
    }
}

/* Distance of the crossing function from the side on which the relation changes; negative beyond
 * it. */
double rt_crossing_distance(const Runtime *rt, uint32_t i, double g) {
    const MdRelation *r = relation(rt, i);
    double frozen = rt->ev.env.v[r->var];
    if (r->kind == MD_REL_FLOOR) return fmin(g - frozen, frozen + 1 - g);
    bool negative = r->op == MD_LT || r->op == MD_LE; /* true while g is negative */
    return (frozen != 0) == negative ? -g : g;
}

double rt_crossing_value(const Runtime *rt, uint32_t i, double g) {
    return rt_crossing_distance(rt, i, g) + (rt->events.armed[i] ? 0 : rt->events.eps[i]);
}

bool rt_crossing_violated(const Runtime *rt, uint32_t i, double g) {
    const MdRelation *r = relation(rt, i);
    double frozen = rt->ev.env.v[r->var];
    if (!rt->events.armed[i]) return rt_crossing_distance(rt, i, g) < -rt->events.eps[i];
    if (r->kind == MD_REL_FLOOR) return floor(g) != frozen;
    return truth(r->op, g) != (frozen != 0);
}

static void relation_failed(Runtime *rt) {
    const RtEvents *ev = &rt->events;
    uint32_t i = 0;
    while (i + 1 < ev->n && (ev->kind[i] == MD_REL_TIME || isfinite(ev->g[i]))) i++;
    Text why = {0};
    if (rt->explain.undecided) rt->explain.undecided(rt->explain.arg, i, rt->ev.env.v, &why);
    else base_text_add(&why, "a side is not a finite number");
    rt_fail(rt, RT_FAIL_NUMBER, relation(rt, i)->origin, "a relation cannot be decided: %s", base_text_str(&why));
    base_text_free(&why);
}

bool rt_crossings(Runtime *rt) {
    RtEvents *ev = &rt->events;
    if (!ev->n) return true;
    if (!rt_eval(rt, rt->code->crossings)) return false;
    double bad = 0;
    for (uint32_t i = 0; i < ev->n; i++) {
        ev->g[i] = rt->ev.env.r[i];
        if (ev->kind[i] != MD_REL_TIME) bad += ev->g[i] * 0.0;
    }
    if (bad == 0) return true;
    relation_failed(rt);
    return false;
}

bool rt_crossed(const Runtime *rt, const double *g) {
    for (uint32_t i = 0; i < rt->events.n; i++)
        if (rt->events.kind[i] != MD_REL_TIME && rt_crossing_violated(rt, i, g[i])) return true;
    return false;
}

bool rt_same_crossings(const Runtime *rt, const double *g, double tolerance) {
    const RtEvents *ev = &rt->events;
    for (uint32_t i = 0; i < ev->n; i++) {
        if (ev->kind[i] == MD_REL_TIME) continue;
        double size = fabs(g[i]) + rt_band_size(ev, i);
        if (!(fabs(ev->g[i] - g[i]) <= tolerance * size)) return false;
    }
    return true;
}

void rt_events_arm(Runtime *rt) {
    RtEvents *ev = &rt->events;
    for (uint32_t i = 0; i < ev->n; i++) {
        if (ev->armed[i] == RT_ARMED_WIDE || ev->kind[i] == MD_REL_TIME) continue;
        double distance = rt_crossing_distance(rt, i, ev->g[i]);
        if (ev->kind[i] == MD_REL_STATE) rt_band_look(rt, i, distance);
        double band = ev->slides[i] ? BEYOND * ev->eps[i] : ev->eps[i];
        if (!ev->armed[i]) {
            if (!(distance > band)) continue;
            ev->armed[i] = RT_ARMED;
            rt_band_reset(ev, i); /* sliding, if it slid, has ended */
        }
        if (ev->kind[i] != MD_REL_STATE || rt_band_is_wide(ev, i)) ev->armed[i] = RT_ARMED_WIDE;
    }
}

/* ---- relations at events ----------------------------------------------------------------------------------------- */

static void evaluate_relations(Runtime *rt, bool exact_time) {
    RtEvents *ev = &rt->events;
    double *v = rt->ev.env.v;
    if (ev->ntime && !exact_time) {
        double now = v[0];
        v[0] = now + rt->span.tiny;
        rt_eval(rt, rt->code->relations);
        v[0] = now;
        for (uint32_t i = 0; i < ev->n; i++) ev->shifted[i] = v[relation(rt, i)->var];
    }
    rt_eval(rt, rt->code->relations);
    if (ev->ntime && !exact_time)
        for (uint32_t i = 0; i < ev->n; i++)
            if (ev->kind[i] == MD_REL_TIME) v[relation(rt, i)->var] = ev->shifted[i];
}

typedef enum {
    ALL,      /* every relation takes its value */
    SUPPOSED, /* those that decide which mode holds, and have not left their band since it does, keep theirs in it: an
                 ideal diode beside a closed switch has neither voltage nor current */
    OUTSIDE,  /* those whose crossing function is inside the hysteresis band keep theirs: rounding
                runs no circles */
    /* of these only the first takes its new value, which finds the solution of linear complementarity   problems
     * where changing all at once runs in circles (Murty 1974) */
    FIRST,
} Update;

/* New values of all relations from v; true when some changed. */
static bool update_relations(Runtime *rt, bool exact_time, Update how) {
    RtEvents *ev = &rt->events;
    double *v = rt->ev.env.v;
    if (!ev->n) return false;
    for (uint32_t i = 0; i < ev->n; i++) ev->truth[i] = v[relation(rt, i)->var];
    evaluate_relations(rt, exact_time);
    bool changed = false, known = how != ALL && rt_crossings(rt);
    for (uint32_t i = 0; i < ev->n; i++) {
        double *now = &v[relation(rt, i)->var];
        if (*now == ev->truth[i]) continue;
        bool inside = known && ev->kind[i] == MD_REL_STATE && fabs(ev->g[i]) <= ev->eps[i];
        if (how == SUPPOSED && (ev->armed[i] || !ev->supposed[i])) inside = false;
        if (inside || (changed && how == FIRST)) {
            *now = ev->truth[i];
            continue;
        }
        changed = true;
        ev->armed[i] = 0;
    }
    return changed;
}

bool rt_update_relations(Runtime *rt, bool exact_time) { return update_relations(rt, exact_time, ALL); }

bool rt_update_first_relation(Runtime *rt, bool exact_time) { return update_relations(rt, exact_time, FIRST); }

bool rt_relations_live(Runtime *rt) {
    RtEvents *ev = &rt->events;
    double *v = rt->ev.env.v;
    if (!ev->nstate) return false;
    for (uint32_t i = 0; i < ev->n; i++) ev->frozen[i] = v[relation(rt, i)->var];
    bool done = rt_eval(rt, rt->code->relations), changed = false;
    for (uint32_t i = 0; i < ev->n; i++) {
        double *now = &v[relation(rt, i)->var];
        if (!done || ev->kind[i] == MD_REL_TIME) *now = ev->frozen[i];
        changed = changed || *now != ev->frozen[i];
    }
    return changed;
}

void rt_relations_freeze(Runtime *rt) {
    for (uint32_t i = 0; i < rt->events.n; i++) rt->ev.env.v[relation(rt, i)->var] = rt->events.frozen[i];
}

/* ---- time events ------------------------------------------------------------------------------------------------- */

static double sample_time(const RtSampleClock *c) { return c->start + (double)c->next * c->interval; }

bool rt_events_start(Runtime *rt) {
    RtEvents *ev = &rt->events;
    double now = rt->ev.env.v[0];
    for (uint32_t i = 0; i < ev->n; i++) {
        ev->scale[i] = relation_scale(rt, i);
        rt_band_start(ev, i);
    }
    if (!rt_eval(rt, rt->code->samples)) return false;
    for (size_t i = 0; i < rt->model->nsamples; i++) {
        const MdSample *s = &rt->model->samples[i];
        RtSampleClock *c = &ev->clocks[i];
        c->start = rt->ev.env.v[s->start];
        c->interval = rt->ev.env.v[s->interval];
        if (!(c->interval > 0) || !isfinite(c->start)) {
            rt_fail(rt, RT_FAIL_ERROR, s->origin, "sample(%g, %g): the interval must be positive", c->start,
                    c->interval);
            return false;
        }
        double rounding = 1e-9 + 4 * DBL_EPSILON * (fabs(now) + fabs(c->start)) / c->interval;
        double k = ceil((now - c->start) / c->interval - fmin(rounding, 0.25));
        c->next = k > 0 ? (int64_t)k : 0;
        rt->ev.env.v[s->var] = 0;
    }
    return true;
}

void rt_events_schedule(Runtime *rt) {
    RtEvents *ev = &rt->events;
    double now = rt->ev.env.v[0], next = INFINITY;
    for (uint32_t i = 0; i < ev->n && ev->ntime; i++)
        if (ev->kind[i] == MD_REL_TIME && ev->g[i] > now + rt->span.tiny && ev->g[i] < next) next = ev->g[i];
    for (size_t i = 0; i < rt->model->nsamples; i++) next = fmin(next, sample_time(&ev->clocks[i]));
    if (rt->input.tables.n) next = fmin(next, rt_next_of_tables(rt, now));
    ev->next = next;
}

/* A sample instant, or a relation of time that switches, at the present time. */
bool rt_time_event_now(const Runtime *rt) {
    const RtEvents *ev = &rt->events;
    double now = rt->ev.env.v[0];
    for (size_t i = 0; i < rt->model->nsamples; i++)
        if (sample_time(&ev->clocks[i]) <= now + rt->span.tiny) return true;
    for (uint32_t i = 0; i < ev->n && ev->ntime; i++)
        if (ev->kind[i] == MD_REL_TIME && fabs(ev->g[i] - now) <= rt->span.tiny) return true;
    return false;
}

/* Sets the variables of samples that are due.  They are true in the first event iteration only. */
static bool take_samples(Runtime *rt) {
    bool any = false;
    for (size_t i = 0; i < rt->model->nsamples; i++) {
        RtSampleClock *c = &rt->events.clocks[i];
        bool due = sample_time(c) <= rt->ev.env.v[0] + rt->span.tiny;
        rt->ev.env.v[rt->model->samples[i].var] = due;
        if (due) c->next++;
        any |= due;
    }
    return any;
}

static void clear_samples(Runtime *rt) {
    for (size_t i = 0; i < rt->model->nsamples; i++) rt->ev.env.v[rt->model->samples[i].var] = 0;
}

/* ---- event iteration (MLS 3.6, appendix B) ----------------------------------------------------------------------- */

void rt_pre_update(Runtime *rt) {
    double *v = rt->ev.env.v;
    for (size_t i = 0; i < rt->discrete.pres.n; i++) {
        const RtPre *p = &rt->discrete.pres.at[i];
        if (rt->model->vars[p->pre].base == MD_STRING) rt->ev.env.s[p->pre] = rt->ev.env.s[p->of.var];
        else v[p->pre] = rt_source_value(v, p->of);
    }
}

/* A discrete variable that differs from its pre value; 0 when there is none. */
static MdVar changed_discrete(const Runtime *rt) {
    const double *v = rt->ev.env.v;
    for (size_t i = 0; i < rt->discrete.pres.n; i++) {
        const RtPre *p = &rt->discrete.pres.at[i];
        if (!p->discrete) continue;
        if (rt->model->vars[p->pre].base == MD_STRING) {
            if (strcmp(rt->ev.env.s[p->pre] ? rt->ev.env.s[p->pre] : "",
                       rt->ev.env.s[p->of.var] ? rt->ev.env.s[p->of.var] : ""))
                return p->of.var;
        } else {
            double before = v[p->pre], now = rt_source_value(v, p->of);
            bool neither = isnan(before) && isnan(now); /* without a value it stays */
            if (before != now && !neither) return p->of.var;
        }
    }
    return 0;
}

static bool apply_reinits(Runtime *rt) {
    bool any = false;
    for (size_t i = 0; i < rt->discrete.reinits.n; i++) {
        const RtReinit *r = &rt->discrete.reinits.at[i];
        RtSource s = rt_resolve(rt, r->var);
        rt->ev.env.v[s.var] = s.sign == -1 ? -r->value : r->value;
        any = rt->modes.reinitialised = true;
    }
    vec_clear(&rt->discrete.reinits);
    return any;
}

/* var: what changed in the last round, 0: nothing discrete did. */
static bool iteration_failed(Runtime *rt, MdVar var) {
    uint32_t origin = 0;
    Text what = {0};
    if (var) {
        base_text_printf(&what, "'%s' changes again and again", rt_var_name(rt, var));
        origin = rt->model->vars[var].origin;
    }
    for (uint32_t i = 0; i < rt->events.n; i++)
        if (!var && rt->events.truth[i] != rt->ev.env.v[relation(rt, i)->var]) {
            origin = relation(rt, i)->origin;
            base_text_add(&what, "this relation changes again and again: ");
            relation_text(rt, i, &what);
            break;
        }
    rt_fail(rt, RT_FAIL_ERROR, origin, "the event iteration does not end: %s", base_text_str(&what));
    base_text_free(&what);
    return false;
}

/* A system has no solution with relations as they were: those of the point that the search had reached may lead to one
 * (a load whose power cannot be had when it is cut off, but that needs none without voltage).  true when some
 * changed. */
static bool relations_of_unsolved(Runtime *rt, bool at_start, Update how) {
    RtSystem *s = (RtSystem *)rt->ev.unsolved;
    if (!s || rt->ev.failure.kind != RT_FAIL_SYSTEM || !sol_residual(&s->sol, s->sol.reached, s->sol.r)) return false;
    return update_relations(rt, at_start, how);
}

/* Up to `rounds` evaluations of all equations with pre() fixed; 1 when relations and variables
 * agree, 0 when not yet, -1 when an evaluation failed. */
static int settle(Runtime *rt, bool at_start, int rounds, Update how) {
    int failed = 0;
    for (int k = 0; k < rounds; k++) {
        rt->ev.stamp++;
        rt->ev.unsolved = NULL;
        if (!rt_eval(rt, rt->code->event)) {
            if (++failed > MAX_UNSOLVED || !relations_of_unsolved(rt, at_start, how)) return -1;
            continue;
        }
        rt_keep_strings(rt);
        rt_use_freedom(rt);
        if (!update_relations(rt, at_start, how)) return 1;
    }
    return 0;
}

/* Relations that run in circles: marks those that change in the next few rounds, in flips; returns
 * how many. */
static uint32_t find_circle(Runtime *rt, bool at_start, uint32_t *flips, uint32_t most) {
    RtEvents *ev = &rt->events;
    uint32_t n = 0;
    for (int k = 0; k < 4; k++) {
        if (settle(rt, at_start, 1, OUTSIDE) != 0) return 0;
        for (uint32_t i = 0; i < ev->n; i++) {
            if (ev->truth[i] == rt->ev.env.v[relation(rt, i)->var] || ev->kind[i] == MD_REL_FLOOR) continue;
            bool known = false;
            for (uint32_t m = 0; m < n; m++) known |= flips[m] == i;
            if (known) continue;
            if (n == most) return n;
            flips[n++] = i;
        }
    }
    return n;
}

static void choose(Runtime *rt, const uint32_t *flips, uint32_t n, uint32_t choice) {
    for (uint32_t m = 0; m < n; m++) rt->ev.env.v[relation(rt, flips[m])->var] = m < 32 && (choice >> m & 1);
}

/* Adds the relations of the same equations, which may lead to a branch that the circle never enters. */
static uint32_t widen_circle(const Runtime *rt, uint32_t *flips, uint32_t n) {
    uint32_t all = n;
    for (uint32_t i = 0; i < rt->events.n && all < MAX_SEARCH; i++) {
        bool known = rt->events.kind[i] != MD_REL_STATE, same = false;
        for (uint32_t m = 0; m < n; m++) {
            known |= flips[m] == i;
            same |= relation(rt, flips[m])->origin == relation(rt, i)->origin;
        }
        if (same && !known) flips[all++] = i;
    }
    return all;
}

static bool try_combinations(Runtime *rt, bool at_start, const uint32_t *flips, uint32_t n) {
    for (uint32_t choice = 0; n <= MAX_SEARCH && choice < 1u << n; choice++) {
        choose(rt, flips, n, choice);
        if (settle(rt, at_start, 3, OUTSIDE) == 1) return true;
    }
    return false;
}

/* A consistent choice for relations that run in circles: first with those that are equalities up to
 * rounding held; from all false, changing one at a time; every combination, from each a few rounds
 * on; the same with other relations of their equations; last from where the circle was, one at a time. */
static int search(Runtime *rt, bool at_start) {
    uint32_t flips[MAX_CIRCLE];
    int done = settle(rt, at_start, ALL_AT_ONCE, OUTSIDE);
    if (done) return done;
    uint32_t n = find_circle(rt, at_start, flips, MAX_CIRCLE);
    if (n == 0) return settle(rt, at_start, MAX_RELATION_ROUNDS, FIRST);
    choose(rt, flips, n, 0);
    if (settle(rt, at_start, (int)(3 * n), FIRST) == 1) return 1;
    if (try_combinations(rt, at_start, flips, n)) return 1;
    uint32_t wide = widen_circle(rt, flips, n);
    if (wide > n && try_combinations(rt, at_start, flips, wide)) return 1;
    return settle(rt, at_start, MAX_RELATION_ROUNDS, FIRST);
}

/* No values of the relations agree with pre() as it is: a switch with hysteresis whose input falls back into the band
 * by the switching itself (not pre(y) and u > high or pre(y) and u > low).  With pre() of what the circle passes
 * through there may be some; what counts in the end is an iteration in which nothing changes. */
static int lead_on(Runtime *rt, bool at_start) {
    for (int k = 0; k < 4; k++) {
        if (settle(rt, at_start, 1, ALL) < 0) return -1;
        if (changed_discrete(rt)) return 1;
    }
    return 0;
}

/* Relation i has a band of hysteresis from now on. */
static void warn_sliding(Runtime *rt, uint32_t i) {
    RtEvents *ev = &rt->events;
    if (ev->slide_warned) return;
    ev->slide_warned = true;
    Text text = {0};
    relation_text(rt, i, &text);
    Diag *d =
        base_warning(rt->ctx, "RT0055", rt_origin_span(rt, relation(rt, i)->origin),
                     "chattering: from time %.9g on every change of %s is taken back at once; it is given a hysteresis "
                     "of at most %.2g either way",
                     rt->ev.env.v[0], base_text_str(&text), rt_band_limit(ev, i));
    rt_add_instance(rt, d, relation(rt, i)->origin);
    base_hint(rt->ctx, d,
              "the motion slides along the surface where the relation changes; a smaller tolerance keeps it closer");
    rt_reported(rt);
    base_text_free(&text);
}

/* No values of the relations agree with the equations: whichever holds, the jump that it makes says that the other one
 * does (an efficiency that jumps at a flow, which jumps with it by a millionth).  Where that is a contradiction by less
 * than motion along the surface may be off (widen_sliding), they are held until it is more.  1: done, 0: it is not so,
 * -1: an evaluation failed. */
static int hold_circle(Runtime *rt, bool at_start) {
    RtEvents *ev = &rt->events;
    uint32_t flips[MAX_CIRCLE], n = find_circle(rt, at_start, flips, MAX_CIRCLE);
    double off[MAX_CIRCLE] = {0};
    if (n == 0 || n == MAX_CIRCLE) return 0;
    for (int k = 0; k < 4; k++) {
        int done = settle(rt, at_start, 1, OUTSIDE);
        if (done) return done;
        for (uint32_t m = 0; m < n; m++)
            if (ev->truth[flips[m]] != rt->ev.env.v[relation(rt, flips[m])->var])
                off[m] = fmax(off[m], fabs(ev->g[flips[m]]));
    }
    for (uint32_t m = 0; m < n; m++)
        if (ev->kind[flips[m]] != MD_REL_STATE || !(2 * off[m] <= rt_band_limit(ev, flips[m]))) return 0;
    for (uint32_t m = 0; m < n; m++) {
        rt_band_widen(ev, flips[m], fmax(ev->eps[flips[m]], 2 * off[m]));
        ev->armed[flips[m]] = 0;
    }
    warn_sliding(rt, flips[0]);
    return settle(rt, at_start, ALL_AT_ONCE, OUTSIDE);
}

static uint32_t values_of(const Runtime *rt, const uint32_t *relations, uint32_t n) {
    uint32_t bits = 0;
    for (uint32_t m = 0; m < n; m++) bits |= (uint32_t)(rt->ev.env.v[relation(rt, relations[m])->var] != 0) << m;
    return bits;
}

bool rt_solve_otherwise(Runtime *rt, bool exact_time, bool (*solve)(Runtime *rt)) {
    enum { MOST = 6 };
    size_t number = rt->ev.unsolved ? (size_t)(rt->ev.unsolved - rt->ev.systems) : SIZE_MAX;
    if (rt->ev.failure.kind != RT_FAIL_SYSTEM || number >= rt->model->nsystems) return false;
    _Static_assert((int)MD_MOST_READ > (int)MOST, "one more than are tried is known");
    const uint32_t *flips = rt->model->systems[number].relations, n = rt->model->systems[number].nrelations;
    if (!n || n > MOST) return false;
    uint32_t before = values_of(rt, flips, n);
    for (uint32_t choice = 0; choice < 1u << n; choice++) {
        if (choice == before) continue;
        choose(rt, flips, n, choice);
        if (solve(rt) && !update_relations(rt, exact_time, OUTSIDE)) return true;
    }
    choose(rt, flips, n, before);
    (void)solve(rt); /* says again what failed */
    return false;
}

static bool evaluate_event(Runtime *rt) {
    rt->ev.stamp++;
    if (!rt_eval(rt, rt->code->event)) return false;
    rt_keep_strings(rt);
    return true;
}

/* Before a relation changes: where a system leaves something undetermined it may not have to. */
static void keep_relations(Runtime *rt) {
    if (rt_has_freedom(rt) && evaluate_event(rt)) rt_use_freedom(rt);
}

/* Does a relation of time switch at this instant? */
static bool time_switches(const Runtime *rt) {
    const RtEvents *ev = &rt->events;
    for (uint32_t i = 0; i < ev->n && ev->ntime; i++)
        if (ev->kind[i] == MD_REL_TIME && fabs(ev->g[i] - rt->ev.env.v[0]) <= rt->span.tiny) return true;
    return false;
}

static bool values_exist(const Runtime *rt) { return rt_finite(rt->ev.env.v + rt->varying, rt->nvars - rt->varying); }

/* `time > T` is taken for true at T already, where x/(time - T) has no value: then the event is a moment later, when
 * the relation does hold.  done: how the event ended at T. */
static int step_behind(Runtime *rt, Update how, int done) {
    double now = rt->ev.env.v[0];
    if (done == 0 || (done > 0 && values_exist(rt)) || !time_switches(rt)) return done;
    size_t bytes = rt->nvars * sizeof(double);
    double *here = zeroed(bytes);
    memcpy(here, rt->ev.env.v, bytes);
    rt->ev.env.v[0] = now + rt->span.tiny;
    bool exist = settle(rt, false, ALL_AT_ONCE, how) == 1 && values_exist(rt);
    if (!exist) {
        memcpy(rt->ev.env.v, here, bytes);
        if (done < 0) (void)settle(rt, false, 1, how); /* says again what failed */
    }
    base_realloc(here, 0);
    return exist ? 1 : done;
}

/* All equations with pre() fixed: relations and the variables they depend on, until they agree. */
static bool solve_at_event(Runtime *rt, bool at_start, Update how) {
    keep_relations(rt);
    update_relations(rt, at_start, how);
    int done = settle(rt, at_start, ALL_AT_ONCE, how);
    if (done == 0) done = search(rt, at_start);
    if (done == 0) done = lead_on(rt, at_start);
    if (done == 0) done = hold_circle(rt, at_start);
    if (done < 0 && rt_solve_otherwise(rt, at_start, evaluate_event)) done = 1;
    if (!at_start) done = step_behind(rt, how, done);
    if (done == 0) return iteration_failed(rt, changed_discrete(rt));
    return done > 0;
}

/* Relations of the equation of the last event. */
static uint32_t relations_beside(const Runtime *rt, uint32_t *found) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < rt->events.n && n < MAX_SEARCH; i++)
        if (relation(rt, i)->origin == relation(rt, rt->events.trigger)->origin && rt->events.kind[i] == MD_REL_STATE)
            found[n++] = i;
    return n;
}

/* Two branches of an equation that lead back to each other at once: where feedback is positive both
 * end here (the limit of a trigger).  A third one, where the equations agree too, goes on.  before:
 * values of the relations at the left of this event. */
static void leave_fold(Runtime *rt, const uint32_t *beside, uint32_t n, uint32_t before) {
    size_t bytes = rt->nvars * sizeof(double);
    double *here = zeroed(bytes);
    uint32_t after = values_of(rt, beside, n);
    memcpy(here, rt->ev.env.v, bytes);
    for (uint32_t choice = 0; choice < 1u << n; choice++) {
        if (choice == before || choice == after) continue;
        choose(rt, beside, n, choice);
        if (settle(rt, false, 1, ALL) == 1) break;
        memcpy(rt->ev.env.v, here, bytes);
    }
    base_realloc(here, 0);
}

/* pre() in the next iteration is what this one ended with. */
static void renew_pre(Runtime *rt) {
    rt_pre_update(rt);
    if (!rt->modes.leaves) return;
    memcpy(rt->modes.instant, rt->ev.env.v, rt->nvars * sizeof(double));
    rt->modes.instant_is_new = true;
}

/* Relations as the event finds them. */
static void note_relations(Runtime *rt) {
    RtEvents *ev = &rt->events;
    for (uint32_t i = 0; i < ev->n; i++) ev->before[i] = rt->ev.env.v[relation(rt, i)->var];
    if (ev->n) memcpy(ev->was_armed, ev->armed, ev->n);
}

/* An iteration runs in circles.  Relations that had not left their band and are in it still were changed by rounding
 * alone (x < 0 where x is held at zero): they are what they were, or the other way round.  The rest keep the values
 * that they have got. */
static void undo_rounding(Runtime *rt, bool other) {
    RtEvents *ev = &rt->events;
    if (!rt_crossings(rt)) return;
    for (uint32_t i = 0; i < ev->n; i++)
        if (ev->kind[i] == MD_REL_STATE && !ev->was_armed[i] && fabs(ev->g[i]) <= ev->eps[i])
            rt->ev.env.v[relation(rt, i)->var] = (ev->before[i] != 0) != other;
}

/* Iterations until nothing changes any more, or the mode is left.  entered: in the middle of the event, from another
 * mode. */
static bool iterate(Runtime *rt, bool at_start, bool sampled, bool entered) {
    bool again = true;
    uint32_t beside[MAX_SEARCH], nbeside = 0, before = 0;
    MdVar moved = 0;
    if (rt->events.stuck >= FOLD_AFTER) {
        nbeside = relations_beside(rt, beside);
        before = values_of(rt, beside, nbeside);
    }
    rt->ev.asserts = RT_COLLECT;
    rt->ev.when_assert_failed = rt->modes.reinitialised = false;
    vec_clear(&rt->discrete.reinits);
    note_relations(rt);
    for (int k = 0; again; k++) {
        if (k == MAX_EVENT_ITERATIONS) return iteration_failed(rt, moved);
        rt->stats.event_iterations++;
        rt->ev.assert_failed = false;
        bool circles = k == EXACT_ITERATIONS || k == 2 * EXACT_ITERATIONS;
        if (circles && !at_start && !entered) undo_rounding(rt, k > EXACT_ITERATIONS);
        bool exact = k < EXACT_ITERATIONS && !(entered && k == 0);
        if (!solve_at_event(rt, at_start, !exact ? OUTSIDE : rt->modes.leaves ? SUPPOSED : ALL)) return false;
        if (k == 0 && nbeside > 1) leave_fold(rt, beside, nbeside, before);
        rt->modes.left = rt->modes.leaves && rt->modes.leaves(rt->modes.leaves_arg, rt);
        if (rt->modes.left) return true;
        if (!rt_eval(rt, rt->code->actions)) return false;
        again = k == 0 && sampled;
        moved = changed_discrete(rt);
        if (moved) again = true;
        if (apply_reinits(rt)) again = true;
        if (again) renew_pre(rt);
        if (k == 0 && sampled) clear_samples(rt); /* behind pre(): `not sample(...)` has an edge */
    }
    if (rt->ev.assert_failed || rt->ev.when_assert_failed) return false;
    if (!rt_crossings(rt)) return false; /* for arming and for the times of time events */
    rt_events_arm(rt);
    rt_events_schedule(rt);
    return true;
}

bool rt_event_iteration(Runtime *rt, bool at_start) {
    renew_pre(rt);
    rt_take_inputs(rt);
    bool sampled = !at_start && take_samples(rt);
    return iterate(rt, at_start, sampled, false);
}

bool rt_event_goes_on(Runtime *rt, bool sampled) { return iterate(rt, false, sampled, true); }

/* ---- guards ------------------------------------------------------------------------------------------------------ */

/* Distances of events that shrink by a steady factor have a finite sum.  Near its end rounding and
 * tolerance make them irregular: once a series is recognised and near its end, distances that are short against all
 * of it belong to it (not in the series of an engine that runs ever faster). */
static void watch_zeno(RtZeno *z, double now) {
    double gap = now - z->last;
    double ratio = z->gap > 0 ? gap / z->gap : 0;
    bool shrinks = ratio > 0.01 && ratio < 0.999;
    bool known = z->count >= ZENO_COUNT;
    double rest = z->gap * z->ratio / (1 - z->ratio); /* to the accumulation point */
    if (shrinks && (z->count == 0 || fabs(ratio - z->ratio) < 0.05)) {
        if (z->count++ == 0) z->first = z->last;
        z->ratio = ratio;
        z->limit = now + gap * ratio / (1 - ratio);
        z->strays = 0;
    } else if (known && gap < 0.01 * (now - z->first) && rest < 0.01 * (now - z->first)) {
        z->count++;
        z->strays++;
    } else {
        z->count = z->strays = 0;
        z->ratio = ratio;
    }
    z->last = now;
    z->gap = gap;
}

static const char *report_chattering(Runtime *rt, const char *what) {
    uint32_t i = rt->events.trigger;
    Text text = {0};
    relation_text(rt, i, &text);
    rt_fail(rt, RT_FAIL_ERROR, relation(rt, i)->origin, "%s: %s", what, base_text_str(&text));
    base_text_free(&text);
    return "RT0050";
}

static const char *report_zeno(Runtime *rt, uint32_t i, double limit, uint32_t count) {
    Text text = {0};
    relation_text(rt, i, &text);
    rt_fail(
        rt, RT_FAIL_ERROR, relation(rt, i)->origin,
        "the events of %s come ever faster and accumulate at time %.9g (Zeno point); after %u of them the model does "
        "not say what follows",
        base_text_str(&text), limit, count);
    base_text_free(&text);
    return "RT0053";
}

/* Motion along a switching surface (a sign in feedback, relay control): on either side the model drives the crossing
 * function back, so that it never leaves the band on the side just entered, the relation is never armed, and the events
 * follow each other as fast as the band is narrow.  In the limit of a vanishing band this is the sliding motion of
 * Filippov; its error is of the size of the band.  The band is widened, up to a hundred times the tolerance, until the
 * run can be carried to its end; it narrows again when the motion leaves the surface (rt_events_arm).  large: the
 * function was far beyond its nominal size, so that its rounding may be wider than the band. */
static void widen_sliding(Runtime *rt, bool large) {
    RtEvents *ev = &rt->events;
    uint32_t i = ev->trigger;
    ev->slides[i] = ev->armed[i] ? 0 : ev->slides[i] + 1;
    bool zeno = ev->zeno[2 * i].count >= ZENO_COUNT || ev->zeno[2 * i + 1].count >= ZENO_COUNT;
    if (ev->slides[i] < SLIDES || ev->nrecent < SLIDES || zeno) return;
    double now = rt->ev.env.v[0], widest = rt_band_limit(ev, i);
    double pace = (now - ev->recent[(ev->nrecent - SLIDES) % RING]) / SLIDES;
    if (!(ev->eps[i] < widest) || pace * MOST_EVENTS >= rt->span.stop - rt->span.start) return;
    ev->slides[i] = 0;
    double rounding = large ? 10 * DBL_EPSILON * widest / ev->widest : 0;
    rt_band_widen(ev, i, fmin(fmax(4 * ev->eps[i], rounding), widest));
    warn_sliding(rt, i);
}

/* Called behind a state event at which no relation changed.  When such events follow each other at once, the crossing
 * function is known to less than the width of its band (the current through a closed switch, 1e-5 ohm behind 560 V, to
 * 1e-8 A): the band gets as wide as its rounding.  What the function was before the event and is behind it differ by
 * that; where it lies beyond the band behind the event it is armed there, each time, with the narrow one. */
void rt_guard_rounding(Runtime *rt) {
    RtEvents *ev = &rt->events;
    uint32_t i = ev->trigger;
    if (ev->stuck < ROUNDED || rt->modes.reinitialised) return;
    ev->armed[i] = 0;
    rt_band_widen(ev, i, fmin(fmax(4 * ev->eps[i], 2 * fabs(ev->g[i] - ev->triggered)), rt_band_limit(ev, i)));
}

/* Called at a state event, before its iteration; events.trigger is the relation.  Counts events
 * that bring no progress and warns of series so dense that the run will hardly end. */
const char *rt_guard_events(Runtime *rt, double tolerance) {
    RtEvents *ev = &rt->events;
    double now = rt->ev.env.v[0];
    uint32_t i = ev->trigger;
    ev->widest = 100 * tolerance;
    ev->triggered = ev->g[i];
    RtZeno *z = &ev->zeno[2 * i + (rt->ev.env.v[relation(rt, i)->var] == 0)];
    watch_zeno(z, now);
    if (z->strays > ZENO_STRAYS) return report_zeno(rt, i, z->limit, z->count + 1 - z->strays);
    double last = ev->nrecent ? ev->recent[(ev->nrecent - 1) % RING] : -INFINITY;
    ev->stuck = now - last <= 10 * rt->span.tiny ? ev->stuck + 1 : 0;
    /* no motion at all, or one that the model does not determine */
    bool large = rt_band_limit(ev, i) > ev->widest * ev->scale[i]; /* its band is far below what rounding asks for */
    if ((ev->stuck && !large) || rt_has_freedom(rt)) ev->slides[i] = 0;
    else widen_sliding(rt, large);
    double oldest = ev->nrecent >= RING ? ev->recent[ev->nrecent % RING] : -INFINITY;
    ev->recent[ev->nrecent++ % RING] = now;
    if (ev->stuck > MAX_STUCK)
        return report_chattering(rt, "events follow each other without progress in time (chattering)");
    if (!ev->chatter_warned && now - oldest < 1e-7 * (rt->span.stop - rt->span.start)) {
        ev->chatter_warned = true;
        Text text = {0};
        relation_text(rt, i, &text);
        Diag *d = base_warning(rt->ctx, "RT0051", rt_origin_span(rt, relation(rt, i)->origin),
                               "chattering: %d events between time %.9g and %.9g, the last one by %s", RING, oldest,
                               now, base_text_str(&text));
        rt_add_instance(rt, d, relation(rt, i)->origin);
        rt_reported(rt);
        base_text_free(&text);
    }
    return NULL;
}

void rt_guard_flood(Runtime *rt) {
    enum { ENOUGH = 10000 };
    static const double MANY = 1e6;
    const RtStats *s = &rt->stats;
    RtEvents *ev = &rt->events;
    uint64_t n = s->state_events + s->time_events;
    double now = rt->ev.env.v[0], gone = now - rt->span.start,
           expected = (double)n * (rt->span.stop - rt->span.start) / gone;
    if (n < ENOUGH || ev->flood_warned) return;
    ev->flood_warned = true;
    if (!(expected > MANY)) return;
    Text text = {0};
    uint32_t origin = 0, fastest = 0;
    for (uint32_t i = 1; i < rt->model->nsamples; i++)
        if (ev->clocks[i].interval < ev->clocks[fastest].interval) fastest = i;
    bool sampled = s->time_events > s->state_events && rt->model->nsamples;
    if (sampled) {
        origin = rt->model->samples[fastest].origin;
        base_text_printf(&text, "sample() with an interval of %g s", ev->clocks[fastest].interval);
    } else if (s->state_events >= s->time_events) {
        origin = relation(rt, ev->trigger)->origin;
        relation_text(rt, ev->trigger, &text);
    } else {
        base_text_add(&text, "a relation of time");
    }
    Diag *d = base_warning(rt->ctx, "RT0057", origin ? rt_origin_span(rt, origin) : (Span){0},
                           "%llu events up to time %.6g, about %.1g in the whole run; the last one by %s",
                           (unsigned long long)n, now, expected, base_text_str(&text));
    rt_add_instance(rt, d, origin);
    base_hint(rt->ctx, d,
              sampled ? "sample less often, or stop earlier"
                      : "a condition that switches so often is better smooth: noEvent(...), or a hysteresis");
    rt_reported(rt);
    base_text_free(&text);
}

void rt_report_unresolved(Runtime *rt, uint32_t i, double stride) {
    Text text = {0};
    uint32_t origin = relation(rt, i)->origin;
    double now = rt->ev.env.v[0];
    relation_text(rt, i, &text);
    Diag *d = stride > 0
                  ? base_warning(rt->ctx, "RT0059", rt_origin_span(rt, origin),
                                 "at time %.6g %s changes faster than in %.2g s, which is not looked into: events "
                                 "are missed",
                                 now, base_text_str(&text), stride)
                  : base_warning(rt->ctx, "RT0059", rt_origin_span(rt, origin),
                                 "%s changes faster than what it depends on: events before time %.6g may have "
                                 "been missed; from there on it is looked at closely",
                                 base_text_str(&text), now);
    rt_add_instance(rt, d, origin);
    base_hint(rt->ctx, d, "%s",
              stride > 0 ? "let the run be shorter, or describe so fast a signal by its mean value"
                         : "a function of time alone is looked at closely from the beginning; else give a smaller "
                           "--interval");
    rt_reported(rt);
    base_text_free(&text);
}

/* Does the crossing function of relation i run towards a second threshold, that of another relation (`when {h < 0,
 * h < -eps}`)?  Then the model says what follows where the first one was passed unseen: functions whose changes between
 * the last points are the same differ by a constant. */
static bool is_caught(const Runtime *rt, uint32_t i) {
    const RtEvents *ev = &rt->events;
    const RtPairs *p = &ev->pairs;
    if (p->n < 2) return false;
    const double *old = p->past[3 - p->n], *new = p->past[2];
    double change = fabs(new[i] - old[i]);
    for (uint32_t j = 0; j < ev->n; j++) {
        if (j == i || ev->kind[j] != MD_REL_STATE) continue;
        double from = rt_crossing_distance(rt, j, old[j]), to = rt_crossing_distance(rt, j, new[j]);
        double rounding = 1e-9 * change + 4 * DBL_EPSILON * (fabs(from) + fabs(to));
        if (to > 0 && to < from && fabs(from - to - change) <= rounding) return true;
    }
    return false;
}

/* The crossing functions in events.g belong to a point just reached.  A relation that had switched
 * ever faster, towards an accumulation point now behind us, and that has since gone on through the
 * band without switching back, was lost in rounding: the trajectory after this point would be
 * wrong. */
bool rt_zeno_passed(Runtime *rt) {
    RtEvents *ev = &rt->events;
    double now = rt->ev.env.v[0];
    for (uint32_t i = 0; i < ev->n; i++) {
        if (ev->kind[i] != MD_REL_STATE) continue;
        RtZeno *z = &ev->zeno[2 * i + (rt->ev.env.v[relation(rt, i)->var] != 0)];
        if (z->count < ZENO_COUNT) continue;
        double limit = z->last + z->gap * z->ratio / (1 - z->ratio);
        if (now <= limit || limit - z->last > 1e-3 * (rt->span.stop - rt->span.start)) continue;
        if (!(rt_crossing_distance(rt, i, ev->g[i]) > 100 * ev->eps[i])) continue;
        if (is_caught(rt, i)) {
            z->count = 0;
            continue;
        }
        (void)report_zeno(rt, i, limit, z->count + 1);
        return true;
    }
    return false;
}
