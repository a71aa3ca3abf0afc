/* simulate.c - the loop: steps, events, output points.
 *
 * A step of the integrator is looked at before it is believed: when some relation changed during
 * it, the first instant at which one did is located on the interpolant and the rest of the step is
 * dropped.  Then output points that lie inside are written, the end is checked, and an event, if
 * there is one, is handled there.
 */
#include "runtime/runtime_impl.h"

#include <float.h>
#if defined(__SSE2__)
#include <immintrin.h>
#endif

typedef RtRun Run;

enum { STEPS_TO_LOOK_BACK = 1 << 17 };

RtOptions rt_options(const MdModel *m) {
    RtOptions o = {.start = 0, .stop = 1, .tolerance = RT_DEFAULT_TOLERANCE};
    const MdExperiment *x = &m->experiment;
    if (x->has & 1) o.start = x->start;
    if (x->has & 2) o.stop = x->stop;
    if (x->has & 4 && x->tolerance > 0) o.tolerance = x->tolerance;
    if (x->has & 8 && x->interval > 0) o.interval = x->interval;
    return o;
}

/* ---- evaluation at a point --------------------------------------------------------------------------------------- */

static void fail(Run *r, const char *code, const char *doing) {
    bool system = r->rt->ev.failure.kind == RT_FAIL_SYSTEM;
    rt_report_failure(r->rt, code, doing, RT_IN_SIMULATION);
    if (system) rt_blame_tearing(r->rt);
    r->status = RT_STOPPED;
}

/* All of v at (t, y), relations frozen.  What is there already is not computed again. */
static bool evaluate_frozen(Run *r, double t, const double *y, bool output) {
    Runtime *rt = r->rt;
    rt->ev.asserts = RT_TENTATIVE;
    rt->ev.failure.kind = RT_FAIL_NONE;
    rt->ev.failure.text.n = 0;
    if (r->at != t) {
        r->at = NAN;
        rt_put_states(rt, t, y);
        rt->ev.stamp++;
        rt->ev.look = r->look;
        bool done = rt_eval(rt, rt->code->ode);
        rt->ev.look = (RtLook){0};
        if (!done) return false;
        r->at = t;
        r->at_look = r->look;
        r->at_output = false;
    }
    if (!output || r->at_output) return true;
    r->at_output = rt_eval(rt, rt->code->output);
    return r->at_output;
}

/* The same, also where the frozen branch of a condition has no value. */
static bool evaluate(Run *r, double t, const double *y, bool output) {
    if (evaluate_frozen(r, t, y, output)) return true;
    if (!rt_relations_live(r->rt)) return false;
    bool done = evaluate_frozen(r, t, y, output);
    rt_relations_freeze(r->rt);
    return done || evaluate_frozen(r, t, y, output);
}

/* The same inside the last step.  Interpolation may itself evaluate the model: what v held is lost
 * then. */
static bool evaluate_inside(Run *r, double t, bool output) {
    if ((r->at_look.glance && !r->look.glance) || (r->at_look.watch && !r->look.watch)) r->at = NAN;
    if (r->at != t) {
        r->at = NAN;
        r->it->interpolate(r->it, t, r->y);
    }
    return evaluate(r, t, r->y, output);
}

static bool look_inside(Run *r, double t, RtLook look, bool output) {
    r->look = look;
    bool done = evaluate_inside(r, t, output);
    r->look = (RtLook){0};
    return done;
}

/* The same to see whether something happened there, which asserts decide by the last digits. */
static bool watch_inside(Run *r, double t) {
    return look_inside(r, t, (RtLook){.glance = !r->checks, .watch = true}, false);
}

/* The same for a row. */
static bool glance_or_fail(Run *r, double t) {
    if (look_inside(r, t, (RtLook){.glance = !r->checks}, true)) return true;
    fail(r, "RT0060", "the simulation stopped");
    return false;
}

static bool evaluate_or_fail(Run *r, double t) {
    if (evaluate_inside(r, t, true)) return true;
    fail(r, "RT0060", "the simulation stopped");
    return false;
}

/* At an event the branch that held before it may have no value any more: by the last digit x is negative. */
static void evaluate_behind(Run *r) {
    Runtime *rt = r->rt;
    if (rt_finite(rt->ev.env.v, rt->nvars) || !rt_relations_live(rt)) return;
    (void)(rt_eval(rt, rt->code->ode) && rt_eval(rt, rt->code->output));
    rt_relations_freeze(rt);
}

/* Are all values numbers?  Derivatives are looked at when they are computed; what depends on nothing but results is
 * looked at here: the root of a negative number must not get into a result unsaid. */
static bool numbers_are_finite(Run *r) {
    Runtime *rt = r->rt;
    const double *v = rt->ev.env.v;
    if (rt_finite(v + rt->varying, rt->nvars - rt->varying)) return true;
    if (rt->init.results_open && v[0] == rt->span.start) return true; /* said before */
    bool made = !r->infinite && rt_has_culprit(rt);
    if (!made && !rt_shown_nonfinite(rt)) {
        r->infinite = true; /* the time of an event that never comes, which nobody sees */
        return true;
    }
    rt->ev.failure.kind = RT_FAIL_NUMBER;
    rt->ev.failure.text.n = 0;
    rt->ev.failure.time = v[0];
    fail(r, "RT0060", "the simulation stopped");
    return false;
}

static bool record(Run *r) {
    if (!numbers_are_finite(r)) return false;
    rt_sizes_look(r->rt);
    if (!rt_bounds_look(r->rt) && r->o->limits == RT_LIMITS_STOP) {
        rt_bounds_report(r->rt, true);
        return false;
    }
    if (rt_row(r->rt)) return true;
    r->status = RT_STOPPED;
    return false;
}

/* ---- output points ----------------------------------------------------------------------------------------------- */

/* The last output point is the end of the run, also where that is no multiple of the interval. */
static int64_t count_points(double start, double stop, double interval) {
    double n = floor((stop - start) / interval * (1 + RT_COUNTED) + RT_OF_INTERVAL);
    return (int64_t)n + (stop - (start + n * interval) > RT_OF_INTERVAL * interval);
}

static double output_time(const Run *r, int64_t k) {
    return k >= r->npoints ? r->stop : r->rt->span.start + (double)k * r->o->interval;
}

/* Rows for the output points up to `to`; the one at `to` itself only when there is no event, whose
 * rows stand for it. */
static bool write_points(Run *r, double to, bool event) {
    Runtime *rt = r->rt;
    for (; r->point <= r->npoints; r->point++) {
        double t = output_time(r, r->point);
        bool at_end = fabs(t - to) <= rt->span.tiny;
        if (t > to && !at_end) break;
        if (at_end && event && !r->o->no_event_rows) continue;
        if (at_end) t = to;
        if (!glance_or_fail(r, t) || !record(r)) return false;
    }
    return true;
}

/* ---- location of state events ------------------------------------------------------------------------------------ */

/* Where the secant through the bracket's ends says the first changed relation changes. */
static double secant(const Runtime *rt, double a, double b, const double *left, const double *right, double weight) {
    double first = b;
    for (uint32_t i = 0; i < rt->events.n; i++) {
        if (rt->events.kind[i] == MD_REL_TIME || !rt_crossing_violated(rt, i, right[i])) continue;
        double fa = rt_crossing_value(rt, i, left[i]), fb = rt_crossing_value(rt, i, right[i]);
        if (weight < 0) fa *= -weight;
        else fb *= weight;
        double t = fa > 0 && fa > fb ? a + (b - a) * fa / (fa - fb) : a;
        if (t < first) first = t;
    }
    return first;
}

/* Shrinks (a, b] to the first instant at which some relation no longer holds; events.g is that at b
 * on entry, events.left that at a.  Illinois variant of regula falsi with bisection when that is
 * slow. */
static double locate(Run *r, double a, double b) {
    Runtime *rt = r->rt;
    RtEvents *ev = &rt->events;
    size_t bytes = ev->n * sizeof(double);
    memcpy(ev->right, ev->g, bytes);
    double weight = 1; /* Illinois: > 0 scales the right end, < 0 the left one */
    int side = 0;
    uint32_t first = 0; /* a relation that changes here: does it go straight from one end to the other? */
    while (first < ev->n && !(ev->kind[first] != MD_REL_TIME && rt_crossing_violated(rt, first, ev->right[first])))
        first++;
    double low = first < ev->n ? fmin(ev->left[first], ev->right[first]) : 0;
    double high = first < ev->n ? fmax(ev->left[first], ev->right[first]) : 0, slack = 0.1 * (high - low);
    bool astray = false;
    for (int k = 0; k < 120; k++) {
        double tolerance = 2 * DBL_EPSILON * fmax(fabs(a), fabs(b)) + 1e-15 * (r->it->t1 - r->it->t0);
        if (b - a <= tolerance) break;
        double t = k % 4 == 3 ? a + (b - a) / 2 : secant(rt, a, b, ev->left, ev->right, weight);
        t = fmin(fmax(t, a + tolerance / 2), b - tolerance / 2);
        if (!(t > a && t < b)) break;
        bool ok = look_inside(r, t, (RtLook){.watch = true}, false) && rt_crossings(rt);
        if (ok && first < ev->n) astray |= ev->g[first] < low - slack || ev->g[first] > high + slack;
        if (!ok || rt_crossed(rt, ev->g)) {
            b = t;
            if (ok) memcpy(ev->right, ev->g, bytes);
            weight = side == 1 ? -0.5 : 1;
            side = 1;
        } else {
            a = t;
            memcpy(ev->left, ev->g, bytes);
            weight = side == -1 ? 0.5 : 1;
            side = -1;
        }
    }
    for (uint32_t i = ev->n; i-- > 0;)
        if (ev->kind[i] != MD_REL_TIME && rt_crossing_violated(rt, i, ev->right[i])) ev->trigger = i;
    if (first < ev->n) rt_pairs_located(rt, first, astray);
    return b;
}

/* ---- events ------------------------------------------------------------------------------------------------------ */

/* Derivatives now against those in `before`: what a step of size h makes of the difference is far below the
 * tolerance. */
static bool nearly_equal(const Run *r, const double *before, double h) {
    const Runtime *rt = r->rt;
    const double *v = rt->ev.env.v;
    for (uint32_t i = 0; i < rt->states.n; i++) {
        double change = fabs(rt_source_value(v, rt->states.dx[i]) - before[i]) * h;
        if (!(change <= RT_MINOR * r->o->tolerance * (fabs(v[rt->states.x[i]]) + rt->states.scale[i]))) return false;
    }
    return true;
}

static bool states_jumped(const Run *r) {
    const Runtime *rt = r->rt;
    for (uint32_t i = 0; i < rt->states.n; i++)
        if (rt->ev.env.v[rt->states.x[i]] != r->states[i]) return true;
    return false;
}

static void store_delays(Run *r) {
    Runtime *rt = r->rt;
    if (!rt->history.delays.n && !rt->history.spatials.n) return;
    rt->history.recording = true;
    rt->history.longest_step = rt->history.next_break = INFINITY;
    rt_eval(rt, rt->code->ode);
    rt_eval(rt, rt->code->output);
    bool failed = rt->ev.assert_failed, in_when = rt->ev.when_assert_failed;
    rt->ev.asserts = RT_COLLECT; /* delays in conditions of asserts have histories too; judged elsewhere */
    if (r->checks) rt_eval(rt, rt->code->checks);
    rt->ev.assert_failed = failed;
    rt->ev.when_assert_failed = in_when;
    rt->history.recording = false;
}

/* Evaluates at t, inside the last step or at its end, what histories hold; store: they take it in. */
static bool look_at_histories(Run *r, double t, bool store) {
    Runtime *rt = r->rt;
    rt->ev.asserts = RT_TENTATIVE;
    if (r->at != t) {
        r->at = NAN;
        r->it->interpolate(r->it, t, r->y); /* may evaluate the model elsewhere */
        rt->ev.asserts = RT_TENTATIVE;
        rt_put_states(rt, t, r->y);
        rt->ev.stamp++;
    }
    rt->ev.look.glance = !r->checks;
    rt->history.recording = store;
    bool done = rt->model->histories ? rt_eval(rt, rt->code->histories)
                                     : rt_eval(rt, rt->code->ode) && rt_eval(rt, rt->code->output);
    rt->history.recording = false;
    rt->ev.look = (RtLook){0};
    if (!rt->model->histories) r->at = NAN;
    return done;
}

/* Stores points between a and b, at which values are `end`, until those between them are foretold.  values: room for
 * what is seen at the middles. */
static void store_between(Run *r, double a, double b, const double *end, int depth, double *values) {
    enum { DEEPEST = 6 };
    double middle = a + (b - a) / 2;
    if (depth > DEEPEST || !(b - a > 4 * r->rt->span.tiny) || !look_at_histories(r, middle, false)) return;
    rt_history_values(r->rt, values);
    bool agrees = rt_history_agrees(r->rt, b, end, middle, values, r->o->tolerance);
    double *further = values + rt_history_width(r->rt);
    if (!agrees) store_between(r, a, middle, values, depth + 1, further);
    (void)look_at_histories(r, middle, true);
    if (!agrees) store_between(r, middle, b, end, depth + 1, further);
}

/* The part of the last step up to t, its end left out. */
static void store_inside(Run *r, double t) {
    enum { LEVELS = 9 };
    Runtime *rt = r->rt;
    size_t n = rt_history_width(rt);
    double from = fmax(r->stored, r->it->t0);
    if (!rt_controls_errors(r->o) || !(t > from) || !look_at_histories(r, t, false)) return;
    double *end = base_realloc(NULL, (LEVELS + 1) * n * sizeof *end);
    rt_history_values(rt, end);
    store_between(r, from, t, end, 0, end + n);
    base_realloc(end, 0);
    rt->ev.failure.kind = RT_FAIL_NONE;
    rt->ev.failure.text.n = 0;
}

/* The same at the end of a step, where the code has what is stored apart: nothing else is computed.  false: it cannot
 * be. */
static bool store_apart(Run *r, double t) {
    Runtime *rt = r->rt;
    if (!rt->model->histories) return false;
    bool breaks = fabs(t - rt->history.next_break) <= 4 * rt->span.tiny;
    rt->history.longest_step = rt->history.next_break = INFINITY;
    bool done = look_at_histories(r, t, true);
    if (!breaks || !done) return done;
    rt->history.breaks = true; /* what was one delay ago bends here too */
    done = look_at_histories(r, t, true);
    rt->history.breaks = false;
    return done;
}

/* Histories are known up to the last step: one that reaches beyond a delay would see only a straight line of it.
 * Delays far below what the run can show do not matter. */
static double end_of_history(const Run *r) {
    const Runtime *rt = r->rt;
    if (!rt->history.delays.n && !rt->history.spatials.n) return INFINITY;
    double now = r->it->t1, end = now + fmax(rt->history.longest_step, (r->o->stop - r->o->start) / 2000);
    /* a delayed signal jumps or bends one delay behind the event at which it did: no step goes across */
    return rt->history.next_break > now + rt->span.tiny ? fmin(end, rt->history.next_break) : end;
}

/* The values of all relations in one number. */
static uint64_t relation_pattern(const Runtime *rt) {
    uint64_t h = 0, bits;
    for (size_t i = 0; i < rt->model->nrelations; i++) {
        memcpy(&bits, &rt->ev.env.v[rt->model->relations[i].var], sizeof bits);
        h = base_mix(h, bits);
    }
    return h;
}

static bool evaluate_ahead(Run *r, double t, const double *y) {
    Runtime *rt = r->rt;
    rt->ev.asserts = RT_TENTATIVE;
    rt_put_states(rt, t, y);
    rt->ev.stamp++;
    return rt_eval(rt, rt->code->ode);
}

/* Whether the equations that hold behind the event give nearly the derivatives and crossing functions that those before
 * it would, at a point ahead: (t, y).  Other equations may begin with the same values, as a source does that starts at
 * zero, or friction that gives way. */
static bool same_course(Run *r, double t, const double *y) {
    Runtime *rt = r->rt;
    RtEvents *ev = &rt->events;
    size_t bytes = rt->nvars * sizeof(double), gbytes = ev->n * sizeof(double);
    double *v = rt->ev.env.v, *derivatives = r->before;
    RtFailure kept = rt->ev.failure;
    rt->ev.failure = (RtFailure){0};
    memcpy(ev->left, ev->g, gbytes); /* g belongs to the event */
    memcpy(r->right, v, bytes);
    memcpy(v, r->left, bytes);
    bool same = evaluate_ahead(r, t, y) && rt_crossings(rt);
    memcpy(ev->right, ev->g, gbytes);
    for (uint32_t i = 0; i < rt->states.n; i++) derivatives[i] = rt_source_value(v, rt->states.dx[i]);
    memcpy(v, r->right, bytes);
    same = same && evaluate_ahead(r, t, y) && nearly_equal(r, derivatives, r->span) && rt_crossings(rt) &&
           rt_same_crossings(rt, ev->right, RT_MINOR * r->o->tolerance);
    memcpy(v, r->right, bytes);
    memcpy(ev->g, ev->left, gbytes);
    base_text_free(&rt->ev.failure.text);
    rt->ev.failure = kept;
    return same;
}

/* Whether the integrator may go on as if there had been no event: no state jumped, and derivatives are nearly what they
 * would have been.  before: its values of relations. */
static bool is_minor(Run *r, bool inside_step, uint64_t before) {
    Runtime *rt = r->rt;
    if (!(r->span > 0) || states_jumped(r) || !nearly_equal(r, r->before, r->span)) return false;
    if (rt_rest_ends(rt, r->before)) return false;
    if (relation_pattern(rt) == before) return !inside_step; /* inside: a crossing that led nowhere will come again */
    if (!r->it->has_past) return false;
    /* differences that begin at zero must have had time to grow */
    double t = rt->ev.env.v[0], to = t + fmax(r->span, 0.01 * r->o->interval);
    to = fmin(fmin(to, r->stop), rt->events.next);
    if (!(to - t > rt->span.tiny)) return false;
    for (uint32_t i = 0; i < rt->states.nunknowns; i++)
        r->ahead[i] = rt->ev.env.v[rt->states.x[i]] + (i < rt->states.n ? (to - t) * r->before[i] : 0);
    return same_course(r, to, r->ahead);
}

/* The same integrator on a form of the model without the system that has become singular. */
static void exchange_integrator(Run *r) {
    r->it->count(r->it);
    r->it->free(r->it);
    rt_form_drop(r->rt);
    r->it = rt_form_init(r->rt) ? rt_ida_new(r->rt, r->o) : rt_cvode_new(r->rt, r->o, false);
    rt_race_free(&r->race);
}

static void restart(Run *r) {
    Runtime *rt = r->rt;
    rt_systems_forget(rt);
    if (rt_form_outdated(rt)) exchange_integrator(r);
    rt_get_states(rt, r->y);
    rt_begin_sizes(rt);
    rt_begin_small_sizes(rt);
    rt->states.picks = (RtPicks){.part = 1};
    r->course = RT_COURSE_OPEN;
    r->stride = 0;
    r->it->restart(r->it, rt->ev.env.v[0], r->y);
    r->restarted = true;
    rt->stats.restarts++;
}

/* Another mode holds from here on. */
static void leave(Run *r) {
    r->looked = r->end = r->rt->ev.env.v[0];
    r->stepped = NULL;
    r->at = NAN;
    r->events = true;
    r->shown = r->rt->ev.env.v[0];
}

/* v is the left limit at the event.  After it v is the right limit, the integrator is ready to go on: from here, or,
 * when the event was minor, from the end of its step. */
static bool handle_event(Run *r, bool state_event, bool inside_step) {
    Runtime *rt = r->rt;
    if (state_event) evaluate_behind(r);
    rt_get_states(rt, r->states);
    for (uint32_t i = 0; i < rt->states.n; i++) r->before[i] = rt_source_value(rt->ev.env.v, rt->states.dx[i]);
    if (!r->o->no_event_rows && !r->o->only_behind && !record(r)) return false;
    store_delays(r);
    memcpy(r->left, rt->ev.env.v, rt->nvars * sizeof(double));
    if (state_event) {
        rt->stats.state_events++;
        const char *endless = rt_guard_events(rt, r->o->tolerance);
        if (endless) return fail(r, endless, "the simulation stopped"), false;
    } else {
        rt->stats.time_events++;
    }
    rt_guard_flood(rt);
    uint64_t relations = relation_pattern(rt);
    if (!rt_event_iteration(rt, false)) return fail(r, "RT0052", "the simulation stopped at an event"), false;
    if (rt->modes.left) return leave(r), true;
    if (state_event && relation_pattern(rt) == relations) rt_guard_rounding(rt);
    bool other_states = rt_select(rt);
    rt->history.breaks = true;
    store_delays(r);
    rt->history.breaks = false;
    rt_systems_accept(rt);
    if (!r->o->no_event_rows && !record(r)) return false;
    if (other_states || rt_form_outdated(rt) || !is_minor(r, inside_step, relations)) restart(r);
    rt_pairs_begin(rt);
    r->at = NAN;
    r->events = true;
    r->shown = rt->ev.env.v[0];
    return true;
}

/* ---- one step ---------------------------------------------------------------------------------------------------- */

static bool asserts_hold(Run *r, double t) {
    Runtime *rt = r->rt;
    if (!look_inside(r, t, (RtLook){.watch = true}, false)) return false;
    rt->ev.asserts = RT_ACCEPTED;
    return rt_eval(rt, rt->code->checks);
}

/* An assert that fails at the end of a step began to fail somewhere inside it: the run ends there.
 */
static bool check_step(Run *r, double from, double to) {
    if (!r->checks || asserts_hold(r, to)) return true;
    double good = from, bad = to;
    while (bad - good > RT_LOCATED * (to - from) && bad - good > r->rt->span.tiny) {
        double t = good + (bad - good) / 2;
        if (asserts_hold(r, t)) good = t;
        else bad = t;
    }
    if (!write_points(r, good, false)) return false;
    (void)asserts_hold(r, bad);
    fail(r, "RT0010", "the simulation stopped");
    return false;
}

/* The end of the accepted part of a step, evaluated where somebody needs it. */
static bool accept(Run *r, double t, bool event) {
    Runtime *rt = r->rt;
    bool select = rt->model->nselections && rt->states.picks.wait == 0,
         delays = rt->history.delays.n || rt->history.spatials.n;
    if (delays) store_inside(r, t);
    bool stored = delays && !event && !select && store_apart(r, t);
    if (event || select || (delays && !stored)) {
        if (!(event ? evaluate_or_fail(r, t) : glance_or_fail(r, t))) return false;
        if (!event) store_delays(r);
    }
    if (delays) r->stored = t;
    if (rt->ev.env.v[0] == t) rt_systems_accept(rt);
    return true;
}

/* Dynamic state selection: other states may be picked at the end of a step.  Where nothing points to it, only every
 * few steps are evaluated to see. */
static void select_states(Run *r) {
    Runtime *rt = r->rt;
    if (!rt->model->nselections) return;
    if (rt->states.picks.wait > 0) rt->states.picks.wait--;
    else if (rt_select(rt)) restart(r);
}

/* A turn of some crossing function between `from` and t, to which events.g belongs, that reaches beyond zero: *where
 * is a point there, to which events.g belongs then. */
static bool find_pair(Run *r, double t, double *where) {
    Runtime *rt = r->rt;
    RtEvents *ev = &rt->events;
    RtTurn turn = {0};
    while (rt_next_turn(rt, t, &turn)) {
        memcpy(ev->right, ev->g, ev->n * sizeof(double));
        do {
            if (!(watch_inside(r, turn.t) && rt_crossings(rt))) break;
            *where = turn.t;
            if (rt_crossed(rt, ev->g)) return true;
        } while (rt_narrow_turn(rt, &turn));
        memcpy(ev->g, ev->right, ev->n * sizeof(double));
    }
    return false;
}

/* Looks at relations at t, or before it when it is too far away for some; *t is where then.  row: t has one, for which
 * all is computed.  true: one changed. */
static bool relation_changes(Run *r, double from, bool row, double *t, bool *failed) {
    Runtime *rt = r->rt;
    RtEvents *ev = &rt->events;
    double far = *t, where;
    memcpy(ev->left, ev->g, ev->n * sizeof(double));
    do {
        *t = fmin(far, rt_pairs_reach(rt, from));
        RtLook look = {.glance = !r->checks, .watch = !row || *t < far};
        *failed = !(look_inside(r, *t, look, false) && rt_crossings(rt));
        if (*failed) return false;
    } while (!rt_pairs_follow(rt, *t));
    bool crossed = rt_crossed(rt, ev->g);
    if (find_pair(r, *t, &where)) { /* perhaps before another one that crosses once */
        *t = where;
        return true;
    }
    if (crossed) return true;
    rt_pairs_note(rt, *t);
    rt_events_arm(rt);
    return false;
}

/* Looks at the last step from `from` on, as far as *to: writes the output points on the way, and finds the first
 * instant at which a relation changes, which is put into *to then.  Relations are looked at in output points too: one
 * that changes and changes back within a step is seen there.  events.g belongs to `from`.  false: the run ends. */
static bool look_at(Run *r, double from, double *to, bool *state_event) {
    Runtime *rt = r->rt;
    RtEvents *ev = &rt->events;
    for (;;) {
        double t = r->point <= r->npoints ? output_time(r, r->point) : INFINITY;
        bool inside = t < *to - rt->span.tiny;
        if (!inside) t = *to;
        if (ev->nstate) {
            double at = t;
            bool failed;
            *state_event = relation_changes(r, from, inside, &at, &failed);
            if (failed) return fail(r, "RT0060", "the simulation stopped"), false;
            if (*state_event) {
                *to = locate(r, from, at);
                return true;
            }
            if (at < t) { /* not there yet */
                from = at;
                continue;
            }
        }
        if (!inside) return true;
        if (!check_step(r, from, t) || !glance_or_fail(r, t) || !record(r)) return false;
        r->point++;
        from = t;
    }
}

/* The part of a step behind `from`, up to its end, to where the caller wants to stop or to the first event, which is
 * handled.  false: the run ends. */
static bool one_stretch(Run *r, double from, double *to) {
    Runtime *rt = r->rt;
    RtIntegrator *it = r->it;
    double end = it->t1;
    bool state_event = false;
    *to = fmin(fmin(end, r->until), rt->events.next);
    if (!look_at(r, from, to, &state_event)) return false;
    if (!state_event && rt->events.nstate && *to == end && rt_zeno_passed(rt))
        return fail(r, "RT0053", "the simulation stopped"), false;
    bool event = state_event || *to >= rt->events.next - rt->span.tiny;
    if (!event && !check_step(r, from, *to)) return false;
    if (!write_points(r, *to, event)) return false;
    if (!accept(r, *to, event)) return false;
    rt->span.reached = *to;
    if (event) return handle_event(r, state_event, *to != end);
    select_states(r);
    rt_events_arm(rt);
    return true;
}

/* Systems that are singular though their equations agree are solved on the causal form only, and some others are solved
 * better one by one: where the DAE form was chosen for the user and cannot go on, or hardly, the run does on that
 * one. */
static bool causal_form(Run *r) {
    Runtime *rt = r->rt;
    RtIntegrator *old = r->it;
    if (!rt_is_auto(r->o) || rt->states.nunknowns == rt->states.n) return false;
    rt_put_states(rt, old->t1, old->y);
    old->count(old);
    old->free(old);
    rt_form_drop(rt);
    r->it = rt_cvode_new(rt, r->o, false);
    rt_race_free(&r->race);
    return true;
}

static bool step_is_open(const Run *r) { return r->looked < r->end; }

/* Where all states rest or go straight on, the error of any step is zero, and a step of any length would pass over what
 * sets them in motion without an event (a gust, a drive cycle): until one of them has left its straight course, by more
 * than a step may be wrong, steps are short parts of the run. */
static double end_of_straight(Run *r, const RtIntegrator *it) {
    const Runtime *rt = r->rt;
    double longest = RT_STRAIGHT_STEP * (rt->span.stop - rt->span.start);
    if (r->course == RT_COURSE_OPEN) {
        r->course = rt->states.n && !it->exact_points ? RT_COURSE_RESTS : RT_COURSE_BENT;
        for (uint32_t i = 0; i < rt->states.n; i++) {
            r->slopes[i] = rt_source_value(rt->ev.env.v, rt->states.dx[i]);
            if (r->slopes[i] != 0 && r->course == RT_COURSE_RESTS) r->course = RT_COURSE_STRAIGHT;
        }
    }
    /* steps grow by ten times at the most: short ones need no bound yet */
    bool bounded = r->course == RT_COURSE_RESTS || (r->course == RT_COURSE_STRAIGHT && r->stride > longest / 20);
    return bounded ? it->t1 + longest : INFINITY;
}

static void look_for_bend(Run *r, RtIntegrator *it) {
    const RtStates *s = &r->rt->states;
    double h = r->stride = it->t1 - it->t0;
    if (r->course != RT_COURSE_STRAIGHT && r->course != RT_COURSE_RESTS) return;
    it->interpolate(it, it->t0, r->y);
    for (uint32_t i = 0; i < s->n; i++)
        if (!(fabs(it->y[i] - r->y[i] - h * r->slopes[i]) <= r->o->tolerance * s->scale[i])) r->course = RT_COURSE_BENT;
}

/* The integrator makes a step; nobody has looked at it yet.  false: the run ends.  No step was made, and the run goes
 * on, when it has to on another form of the model. */
static bool make_step(Run *r) {
    Runtime *rt = r->rt;
    if (r->it->struggles) (void)causal_form(r);
    RtIntegrator *it = r->it;
    double limit = fmin(fmin(r->stop, rt->events.next), end_of_history(r));
    if (it->exact_points && r->point <= r->npoints) limit = fmin(limit, output_time(r, r->point));
    if (it->exact_points || r->clip) limit = fmin(limit, r->until);
    limit = fmin(limit, end_of_straight(r, it));
    r->at = r->shown = NAN;
    r->stepped = it;
    r->end = r->looked = it->t1;
    if (it->step(it, limit) < 0) return causal_form(r) || (fail(r, "RT0061", "the simulation stopped"), false);
    double h = it->t1 - it->t0;
    look_for_bend(r, it);
    if (it->strained) rt_begin_sizes(rt);
    else rt_follow_sizes(rt, it->y);
    r->end = it->t1;
    r->looked = it->t0;
    /* before output points are evaluated: they leave their own solutions in the variables */
    if (!rt->events.nstate && rt->ev.env.v[0] == r->end) rt_systems_accept(rt);
    rt->stats.steps++;
    if (rt->stats.steps % STEPS_TO_LOOK_BACK == 0 && !r->crawls) {
        r->crawls = rt_crawls(it, r->milestone, STEPS_TO_LOOK_BACK);
        r->milestone = it->t1;
    }
    r->span = fmax(h, 0.5 * r->span);
    if (h > rt->stats.largest_step) rt->stats.largest_step = h;
    if (h < rt->stats.smallest_step || rt->stats.smallest_step == 0) rt->stats.smallest_step = h;
    return true;
}

/* Vectors of unknowns, which are more on the DAE form. */
static void fit_unknowns(Run *r) {
    size_t bytes = (r->rt->states.nunknowns + 1) * sizeof(double);
    r->y = base_realloc(r->y, bytes);
    r->before = base_realloc(r->before, bytes);
    r->slopes = base_realloc(r->slopes, bytes);
    r->states = base_realloc(r->states, bytes);
    r->ahead = base_realloc(r->ahead, bytes);
}

/* The integrator to go on with. */
static void race(Run *r) {
    uint32_t before = r->rt->states.nunknowns;
    r->it = rt_race(&r->race, r->it);
    if (r->rt->states.nunknowns > before) fit_unknowns(r);
}

/* Looks at what is left of the last step, as far as `until`, or to the first event when nothing behind it is wanted. */
static bool look_at_step(Run *r, bool to_event) {
    Runtime *rt = r->rt;
    while (step_is_open(r) && r->looked < r->until && !rt->end.terminated && !rt->modes.left &&
           !(to_event && r->events)) {
        double to;
        if (!one_stretch(r, r->looked, &to)) return false;
        r->looked = to;
        if (rt->modes.left) return true;
        if (r->it != r->stepped || r->it->t1 != r->end) /* restarted at an event inside */
            r->looked = r->end = r->it->t1;
    }
    if (step_is_open(r)) return true;
    if (r->it == r->stepped && !rt->end.terminated) race(r);
    return true;
}

/* ---- the run ----------------------------------------------------------------------------------------------------- */

static void finish_terminal(Run *r) {
    Runtime *rt = r->rt;
    if (!rt->model->terminal || r->status != RT_OK) return;
    rt->ev.env.terminal = 1;
    if (!rt_event_iteration(rt, false)) fail(r, "RT0054", "the actions at the end of the simulation failed");
    else record(r);
    rt->ev.env.terminal = 0;
}

/* The clock is looked at about ten times a second.  False when the host wants an end, or time is over. */
static bool look_at_clock(Run *r, bool *late) {
    Runtime *rt = r->rt;
    if (r->count++ < r->skip) return true;
    r->count = 0;
    double now = base_seconds(), since = now - r->seen;
    if (since < 0.05 && r->skip < 1 << 16) r->skip = r->skip * 2 + 1;
    else if (since > 0.2) r->skip /= 2;
    r->seen = now;
    rt_flush_result(rt);
    double spent = r->o->used + rt->stats.initialise_seconds + rt->stats.simulate_seconds + now - r->called;
    *late = r->o->timeout > 0 && spent > r->o->timeout;
    if (*late) return false;
    double time = rt->ev.env.v[0], all = r->stop - rt->span.start;
    return !rt->host.progress || rt->host.progress(rt->host.arg, time, all > 0 ? (time - rt->span.start) / all : 1);
}

static bool watch(Run *r) {
    Runtime *rt = r->rt;
    if (r->o->at_step) r->o->at_step(r->o->at_step_arg, rt);
    bool late = false, go = !rt_is_stopped(rt) && look_at_clock(r, &late);
    if (!go && !late)
        base_error(rt->ctx, "RT0070", (Span){0}, "interrupted at time %.9g; the result up to there is kept",
                   rt->ev.env.v[0]);
    else if (late)
        base_error(rt->ctx, "RT0071", (Span){0},
                   "the time limit of %g s was reached at time %.9g; the result up to there is kept", r->o->timeout,
                   rt->ev.env.v[0]);
    else if (r->o->max_steps && rt->stats.steps >= r->o->max_steps)
        base_error(rt->ctx, "RT0072", (Span){0}, "the limit of %llu steps was reached at time %.9g",
                   (unsigned long long)r->o->max_steps, rt->ev.env.v[0]);
    else return true;
    r->status = RT_STOPPED;
    return false;
}

/* Where the run may be saved: the state just behind a restart.  What is left of the present call comes after it. */
static void keep_restart(Run *r, bool unfinished) {
    bool keep = r->restarted && r->rt->savable && !step_is_open(r);
    r->restarted = r->restarted && step_is_open(r);
    /* what external objects remember cannot be saved: the way from the start on is gone again */
    if (!keep || (r->rt->objects.n && r->checkpoint.n)) return;
    rt_checkpoint(r);
    if (unfinished) vec_push(&r->calls, r->call);
}

/* From where the run stands to `until`, to the first event or by one step.  false: the run ends. */
static bool go_on(Run *r, bool to_event, bool one_step) {
    Runtime *rt = r->rt;
    r->events = false;
    while (!rt->end.terminated && !rt->modes.left && r->looked < r->until - rt->span.tiny && !(to_event && r->events)) {
        keep_restart(r, true);
        if (!step_is_open(r) && !make_step(r)) return false;
        if (!look_at_step(r, to_event)) return false;
        if (step_is_open(r)) continue; /* ends here, but for events that leave the rest of a step as it is */
        if (!watch(r)) return false;
        if (one_step) break;
    }
    keep_restart(r, !one_step && !(to_event && r->events));
    if (rt->end.terminated && !r->announced) {
        r->announced = true;
        rt_reported(rt);
        if (rt_recompilation(rt)) return true;
        Text words = {0};
        base_text_printf(&words, "simulation terminated at time %.9g: %s\n", rt->ev.env.v[0],
                         base_text_str(&rt->end.text));
        rt_message(rt, base_text_str(&words));
        base_text_free(&words);
    }
    return true;
}

/* Numbers below 1e-308 count as zero during a run: a decaying exponential would otherwise end in a
 * range where every operation is a hundred times slower. */
static unsigned int flush_tiny_numbers(void) {
#if defined(__SSE2__)
    unsigned int before = _mm_getcsr();
    _mm_setcsr(before | 0x8040); /* flush to zero, denormals are zero */
    return before;
#else
    return 0;
#endif
}

static void restore_tiny_numbers(unsigned int before) {
#if defined(__SSE2__)
    _mm_setcsr(before);
#else
    (void)before;
#endif
}

static void free_run(Run *r) {
    base_text_free(&r->checkpoint);
    vec_free(&r->calls);
    void *parts[] = {r->y, r->before, r->slopes, r->states, r->ahead, r->left, r->right};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) base_realloc(parts[i], 0);
    base_realloc(r, 0);
}

/* With everything but an integrator. */
static Run *new_run(Runtime *rt, const RtOptions *o) {
    Run *r = base_realloc(NULL, sizeof *r);
    *r = (Run){.rt = rt, .options = *o, .stop = o->stop, .at = NAN, .shown = NAN, .stored = -INFINITY};
    r->o = &r->options;
    r->npoints = count_points(o->start, o->stop, o->interval);
    r->milestone = o->start;
    r->checks = rt->model->checks;
    return r;
}

static void give_integrator(Run *r, RtIntegrator *it) {
    Runtime *rt = r->rt;
    r->it = it;
    fit_unknowns(r);
    r->left = base_realloc(NULL, (rt->nvars + 1) * sizeof(double));
    r->right = base_realloc(NULL, (rt->nvars + 1) * sizeof(double));
}

/* The first row, and what happens at the start. */
static bool start_run(Run *r) {
    if (!record(r)) return false;
    r->point = 1;
    if (rt_time_event_now(r->rt) && !handle_event(r, false, true)) return false;
    if (!r->rt->modes.left) r->looked = r->end = r->it->t1;
    return true;
}

static void set_span(Runtime *rt, const RtOptions *o) {
    rt->span.stop = o->stop;
    rt->span.tiny = rt_tiny_time(o->start, o->stop);
}

void rt_foresee(Runtime *rt, const RtOptions *options) { set_span(rt, options); }

RtStatus rt_begin(Runtime *rt, const RtOptions *options) {
    BASE_ASSERT(rt->initialised && !rt->run);
    double began = base_seconds();
    RtOptions o = *options;
    o.start = rt->span.start;
    if (!rt_complete_options(rt, &o)) return RT_FILE;
    set_span(rt, &o);
    rt_warn_of_tables(rt);
    rt_events_schedule(rt);
    rt_bands_begin(rt);
    rt_pairs_begin(rt);
    Run *r = rt->run = new_run(rt, &o);
    (void)rt_select(rt);
    rt_begin_small_sizes(rt);
    give_integrator(r, rt_integrator_new(rt, r->o));
    if (!r->it) return r->status = RT_FILE;
    store_delays(r);
    if (o.limits != RT_LIMITS_OFF) rt_bounds_init(rt, o.tolerance);
    if (rt_controls_errors(&o)) rt_sizes_begin(rt, &o);
    if (rt_is_auto(&o) && (r->it->kind == RT_ESDIRK || r->it->kind == RT_CVODE))
        rt_race_init(&r->race, rt, r->o, r->it);
    unsigned int mode = flush_tiny_numbers();
    if (!start_run(r) && r->status == RT_OK) r->status = RT_STOPPED;
    r->restarted = r->status == RT_OK;
    if (r->restarted) keep_restart(r, false);
    restore_tiny_numbers(mode);
    rt->stats.simulate_seconds += base_seconds() - began;
    return r->status;
}

/* All values where the run stands; events leave them so. */
static void settle(Run *r) {
    Runtime *rt = r->rt;
    if (r->status != RT_OK || rt->end.terminated || rt->modes.left ||
        (rt->ev.env.v[0] == r->looked && r->shown == r->looked))
        return;
    if (evaluate_or_fail(r, r->looked)) r->shown = r->looked;
}

/* What was set from outside is an event at the time reached.  From now on steps end where the caller stops: he will set
 * inputs there again. */
static bool take_changes(Run *r) {
    if (!r->rt->input.changes.n) return true;
    r->clip = true;
    settle(r);
    if (r->status != RT_OK || !handle_event(r, false, step_is_open(r))) return false;
    if (r->it != r->stepped || r->it->t1 != r->end) r->looked = r->end = r->it->t1;
    return true;
}

static void note_call(Run *r, RtCallKind kind, double until) {
    r->call = (RtCall){kind, 1, until};
    if (!r->rt->savable) return;
    const RtCall *last = r->calls.n ? &vec_last(&r->calls) : NULL;
    if (kind == RT_CALL_STEPS && last && last->kind == kind && last->value == until) vec_last(&r->calls).n++;
    else vec_push(&r->calls, r->call);
}

static RtStatus advance(Runtime *rt, double until, bool to_event, bool one_step) {
    Run *r = rt->run;
    if (!r) return RT_STOPPED;
    if (r->status != RT_OK) return r->status;
    double began = r->called = base_seconds();
    double spent = r->o->used + rt->stats.initialise_seconds + rt->stats.simulate_seconds;
    if (r->o->timeout > 0) rt->ev.deadline = began + r->o->timeout - spent;
    unsigned int mode = flush_tiny_numbers();
    r->until = fmin(until, r->stop);
    note_call(r, one_step ? RT_CALL_STEPS : to_event ? RT_CALL_EVENT : RT_CALL_ADVANCE, until);
    if (!(take_changes(r) && go_on(r, to_event, one_step)) && r->status == RT_OK) r->status = RT_STOPPED;
    if (!one_step) settle(r);
    restore_tiny_numbers(mode);
    rt->stats.simulate_seconds += base_seconds() - began;
    return r->status;
}

void rt_set_stop(Runtime *rt, double stop) {
    Run *r = rt->run;
    if (!r || !(stop > r->looked)) return;
    double last = r->rt->span.start + (double)r->npoints * r->o->interval;
    bool early =
        r->point > r->npoints && last > r->stop + RT_OF_INTERVAL * r->o->interval; /* the end stood for that one */
    if (early) r->point = r->npoints;
    rt->span.stop = r->stop = r->options.stop = stop;
    r->npoints = count_points(r->o->start, stop, r->o->interval);
}

RtStatus rt_advance(Runtime *rt, double until) { return advance(rt, until, false, false); }

RtStatus rt_next_event(Runtime *rt, double until) { return advance(rt, until, true, false); }

RtStatus rt_step(Runtime *rt) { return advance(rt, INFINITY, false, true); }

RtStatus rt_step_to(Runtime *rt, double until) { return advance(rt, until, false, true); }

RtStatus rt_refresh(Runtime *rt) {
    Run *r = rt->run;
    if (!r || r->status != RT_OK) return r ? r->status : RT_OK;
    unsigned int mode = flush_tiny_numbers();
    note_call(r, RT_CALL_REFRESH, 0);
    settle(r);
    restore_tiny_numbers(mode);
    return r->status;
}

/* ---- modes ------------------------------------------------------------------------------------------------------- */

void rt_restart_run(Run *r) {
    restart(r);
    r->looked = r->end = r->it->t1;
    r->stepped = r->it;
    r->at = NAN;
    r->span = 0;
    r->status = RT_OK;
    rt_pairs_begin(r->rt);
}

RtStatus rt_go_on(Runtime *rt, const Runtime *from, const RtOptions *options) {
    const Run *before = from->run;
    unsigned int mode = flush_tiny_numbers();
    if (!rt->run) {
        RtOptions o = *options;
        o.start = rt->span.start;
        if (!rt_complete_options(rt, &o)) return RT_FILE;
        rt->run = new_run(rt, &o);
        (void)rt_select(rt);
        give_integrator(rt->run, rt_integrator_new(rt, rt->run->o));
        if (!rt->run->it) return rt->run->status = RT_FILE;
    }
    Run *r = rt->run;
    store_delays(r);
    rt_restart_run(r);
    rt_systems_accept(rt);
    bool same = before && before->o->interval == r->o->interval; /* not where a saved run goes on */
    r->point =
        same ? before->point
        : before
            ? (int64_t)floor((rt->ev.env.v[0] - r->o->start) / r->o->interval * (1 + RT_COUNTED) + RT_OF_INTERVAL) + 1
            : 1;
    r->events = true;
    r->shown = rt->ev.env.v[0];
    bool ok = r->o->no_event_rows || record(r);
    if (ok && !before && rt_time_event_now(rt)) ok = handle_event(r, false, true); /* what else happens at the start */
    if (!ok && r->status == RT_OK) r->status = RT_STOPPED;
    if (r->status == RT_OK && !rt->modes.left) keep_restart(r, false);
    restore_tiny_numbers(mode);
    return r->status;
}

void rt_retire(Runtime *rt) {
    Run *r = rt->run;
    if (!r) return;
    if (r->it) r->it->count(r->it);
    if (r->it) rt->stats.solver = r->it->name;
    rt_drop_run(rt);
}

/* ---- saved runs -------------------------------------------------------------------------------------------------- */

bool rt_run_again(Runtime *rt, const RtOptions *o, uint32_t kind, bool form) {
    Run *r = rt->run = new_run(rt, o);
    give_integrator(r, rt_integrator_again(rt, r->o, kind, form));
    return r->it != NULL;
}

RtStatus rt_restart_here(Run *r) {
    unsigned int mode = flush_tiny_numbers();
    settle(r);
    if (r->status == RT_OK) {
        restart(r);
        r->looked = r->end = r->it->t1;
        r->stepped = r->it;
        rt_checkpoint(r);
        r->restarted = false;
    }
    restore_tiny_numbers(mode);
    return r->status;
}

static void repeat(Run *r, const RtCall *c) {
    Runtime *rt = r->rt;
    switch (c->kind) {
    case RT_CALL_ADVANCE: (void)rt_advance(rt, c->value); break;
    case RT_CALL_EVENT: (void)rt_next_event(rt, c->value); break;
    case RT_CALL_REFRESH: (void)rt_refresh(rt); break;
    case RT_CALL_SET: (void)rt_set(rt, c->n, c->value); break;
    case RT_CALL_STEPS:
        for (uint32_t k = 0; k < c->n; k++) (void)rt_step_to(rt, c->value);
    }
}

RtStatus rt_replay(Run *r, const RtCall *calls, size_t n) {
    Runtime *rt = r->rt;
    RtHost host = rt->host;
    ResWriter *sink = rt->result.sink;
    size_t said = base_diag_mark(rt->ctx);
    rt->host = (RtHost){.stop = host.stop};
    rt->result.sink = NULL;
    unsigned int mode = flush_tiny_numbers();
    rt_checkpoint(r);
    restore_tiny_numbers(mode);
    for (size_t i = 0; i < n && r->status == RT_OK; i++) repeat(r, &calls[i]);
    rt->host = host;
    rt->result.sink = sink;
    if (r->status == RT_OK) base_diag_rollback(rt->ctx, said);
    return r->status;
}

bool rt_event_handled(const Runtime *rt) { return rt->run && rt->run->events; }

const char *rt_terminated(const Runtime *rt) {
    return !rt->end.terminated ? NULL : rt->end.text.n ? rt->end.text.at : "";
}

const char *rt_recompilation(const Runtime *rt) {
    const char *text = rt_terminated(rt);
    size_t n = strlen(MD_RECOMPILATION);
    return text && strncmp(text, MD_RECOMPILATION, n) == 0 ? text + n : NULL;
}

double rt_stop(const Runtime *rt) { return rt->span.stop; }

double rt_passed(const Runtime *rt) { return rt->run ? rt->run->looked : rt->ev.env.v[0]; }

bool rt_finished(const Runtime *rt) {
    const Run *r = rt->run;
    return rt->end.terminated || (r && r->looked >= r->stop - rt->span.tiny);
}

void rt_drop_run(Runtime *rt) {
    Run *r = rt->run;
    if (!r) return;
    if (r->it) r->it->free(r->it);
    rt_race_free(&r->race);
    rt->run = NULL;
    free_run(r);
}

RtStatus rt_end(Runtime *rt) {
    Run *r = rt->run;
    if (!r) return RT_OK;
    double began = base_seconds();
    unsigned int mode = flush_tiny_numbers();
    if (r->it) finish_terminal(r);
    restore_tiny_numbers(mode);
    RtStatus status = r->status;
    rt_bounds_report(rt, false);
    rt_sizes_report(rt);
    rt_host_ended(rt);
    if (r->it) {
        r->it->count(r->it);
        rt->stats.solver = r->race.name ? r->race.name : r->it->name;
        rt_race_free(&r->race);
        r->it->free(r->it);
    }
    rt->run = NULL;
    free_run(r);
    if (!rt_close_result(rt) && status == RT_OK) status = RT_STOPPED;
    rt->stats.simulate_seconds += base_seconds() - began;
    return status;
}

RtStatus rt_simulate(Runtime *rt, const RtOptions *options) {
    RtStatus status = rt_begin(rt, options);
    if (status == RT_OK) (void)rt_advance(rt, rt->span.stop);
    return rt->run ? rt_end(rt) : status;
}
