/* couple.c - FMUs for co-simulation as external objects: what happens at communication points.
 *
 * Inputs hold from one point to the next.  An FMU whose outputs depend on inputs at once is asked for them while those
 * settle, so that chains and loops of FMUs are equations that hold at every point: with event mode (FMI 3.0) inputs are
 * set there; else the step to the point is taken again from a saved state (FMI 3.0.2, 4.2.2; 2.0 allows no value to be
 * asked for behind one that was set).  Its first part has the inputs of its start, its last those of its end, so that
 * in the mean they are those of a trapezoid.  Where nothing of this is possible outputs are late by one step.
 */
#include "exchange/objects_impl.h"

#include <math.h>
#include <string.h>

/* From the last communication point to t, in as many steps as the FMU takes. */
static bool step_to(XchObject *o, double t, double *got) {
    const XchGroup *g = &o->plan->groups.at[XCH_EVENT];
    XchPoint p = {.time = NAN, .nget = (uint32_t)g->vars.n, .get = g->vars.at, .got = got};
    int idle = 0;
    while (o->time < t && !o->ended) {
        double reached = o->time;
        XchEvent e = {0};
        if (!xch_step(o->unit, o->time, t - o->time, &p, &reached, &e)) return false;
        idle = reached > o->time ? 0 : idle + 1;
        if (idle > 10) xch_object_fail(o, "it takes no steps any more");
        o->time = reached < t ? reached : t;
        o->ended = o->ended || e.terminate;
        if (e.needed && xch_event_mode(o->unit) && !o->ended) {
            if (!xch_event_with_clocks(o, o->time, &p, NULL, &e)) return false;
            o->ended = e.terminate;
        } else xch_count_ticks(o, got, false);
    }
    return true;
}

static bool first_point(XchObject *o, double t, double *got) {
    const XchGroup *g = &o->plan->groups.at[XCH_EVENT];
    XchPoint p = {.time = NAN, .nget = (uint32_t)g->vars.n, .get = g->vars.at, .got = got};
    XchEvent e = {.first = true};
    o->phase = XCH_RUNNING;
    o->time = o->origin = t;
    if (!xch_exit_initialisation(o->unit)) return false;
    if (!xch_event_mode(o->unit)) return xch_get(o->unit, p.nget, p.get, got);
    return xch_begin_clocks(o, g, t, o->u) && xch_event_with_clocks(o, t, &p, NULL, &e);
}

/* ---- steps ahead of time ----------------------------------------------------------------------------------------- */

static bool can_go_back(const XchModel *m) { return m->cs.get_set_state && m->cs.variable_step; }

/* An FMU that can be set back takes the step that comes ahead of time where it has events between steps, so that all
 * can communicate at one inside of it, or where steps are as long as connections allow. */
static bool looks_ahead(const XchObject *o) {
    return o->may_look && (xch_event_mode(o->unit) || o->coupling > 0) && can_go_back(o->fmu->model);
}

static bool same_time(double a, double b) { return fabs(a - b) <= 1e-12 * fmax(1, fabs(b)); }

static const double smallest_size = 1e-3; /* of a value, against its nominal one */

/* How far values that are connected leave what the others take them for in the step that was taken ahead, in units of
 * the tolerance: what they were, or where that is known a straight line; *power: of the step that this grows with. */
static double excess(const XchObject *o, double *power) {
    const XchGroup *g = &o->plan->groups.at[XCH_EVENT];
    const double *y = o->answer + 2;
    double worst = 0, h = o->reached - o->time;
    *power = 1;
    for (size_t i = 0, at = 0; i < g->vars.n; at += o->fmu->model->variables.at[g->vars.at[i]].nvalues, i++) {
        const XchVariable *v = &o->fmu->model->variables.at[g->vars.at[i]];
        for (uint32_t k = 0; o->watched[g->vars.at[i]] && k < v->nvalues; k++) {
            bool straight = o->smooth && !isnan(o->slopes[at + k]);
            double error = o->kept[at + k] - y[at + k] - (straight ? h * o->slopes[at + k] : 0);
            double least = smallest_size * (v->numbers.nominal > 0 ? v->numbers.nominal : 1);
            double size = fmax(fmax(o->largest[at + k], fabs(o->kept[at + k])), least);
            error = fabs(error) / (o->coupling * size);
            if (error > worst) worst = error, *power = straight ? 2 : 1;
        }
    }
    return worst;
}

/* ---- inputs that go on in straight lines ------------------------------------------------------------------------- */

static bool is_continuous(const XchModel *m, uint32_t var) {
    return m->variables.at[var].variability == XCH_CONTINUOUS && m->variables.at[var].causality == XCH_INPUT;
}

static bool feeds_through(const XchModel *m, const XchUnknown *u) {
    bool any = false;
    if (u->has_dependencies)
        for (uint32_t i = 0; i < u->n; i++) any = any || is_continuous(m, u->on[i]);
    else
        for (uint32_t i = 0; i < m->variables.n; i++) any = any || is_continuous(m, i);
    return any;
}

static bool has_feedthrough(const XchModel *m) {
    for (size_t i = 0; i < m->outputs.n; i++)
        if (feeds_through(m, &m->outputs.at[i])) return true;
    return false;
}

/* Where outputs do not show inputs at once these have in a step the value that the line has in its middle: in the mean
 * that is the line. */
static bool draws_lines(const XchObject *o) { return o->smooth && looks_ahead(o) && !has_feedthrough(o->fmu->model); }

bool xch_follows_lines(const XchModel *m) { return can_go_back(m); }

/* Slopes since the last point.  One that changes by much is that of a jump: then there is no line. */
static void draw_lines(size_t n, const double *now, const double *then, double h, const double *old, double *lines) {
    for (size_t i = 0; i < n; i++) {
        double slope = h > 0 ? (now[i] - then[i]) / h : NAN;
        bool steady = isnan(old[i]) || fabs(slope - old[i]) <= 0.5 * fmax(fabs(slope), fabs(old[i]));
        lines[i] = steady ? slope : NAN;
    }
}

/* ... of inputs and values, as they are now. */
static void draw_all(XchObject *o, const double *u) {
    const XchGroup *g = &o->plan->groups.at[XCH_EVENT];
    double h = o->time - o->began, *y = o->answer + 2;
    if (!(o->coupling > 0)) return;
    draw_lines(xch_count_values(o->fmu->model, &o->plan->inputs), u, o->previous, h, o->old_lines, o->lines);
    draw_lines(g->n, y, o->last, h, o->old_slopes, o->slopes);
    for (size_t i = 0; i < g->n; i++) {
        if (!isnan(o->rates[i])) o->slopes[i] = o->rates[i];
        o->largest[i] = fmax(o->largest[i], fabs(y[i]));
    }
}

/* Continuous inputs where the line is after a while. */
static bool set_lines(XchObject *o, double h) {
    const XchGroup *g = &o->plan->groups.at[XCH_EVENT];
    size_t n = xch_count_values(o->fmu->model, &o->plan->inputs);
    XchNews news = {0};
    for (size_t i = 0; i < n; i++) o->middle[i] = o->inputs[i] + (isnan(o->lines[i]) ? 0 : o->lines[i] * h);
    xch_collect_news(o, g, o->middle, false, &news);
    bool ok = !news.vars.n || xch_set(o->unit, (uint32_t)news.vars.n, news.vars.at, news.values.at);
    xch_drop_news(&news);
    return ok;
}

/* Does it follow lines by itself (FMI 2.0.4, 4.2.1: canInterpolateInputs)? */
static bool rides(const XchObject *o) {
    return o->fmu->model->version == 2 && o->fmu->model->cs.interpolates && !o->still;
}

/* Slopes of continuous inputs in the step that comes; NULL: they hold.  An FMU that refuses them is not asked again. */
static bool set_motion(XchObject *o, const double *slopes) {
    const XchModel *m = o->fmu->model;
    XchNews news = {0};
    for (size_t i = 0, at = 0; i < o->plan->inputs.n; at += m->variables.at[o->plan->inputs.at[i]].nvalues, i++) {
        uint32_t var = o->plan->inputs.at[i];
        if (!is_continuous(m, var) || m->variables.at[var].type != XCH_FLOAT64) continue;
        vec_push(&news.vars, var);
        vec_push(&news.values, slopes && !isnan(slopes[at]) ? slopes[at] : 0);
    }
    o->still = news.vars.n && !xch_set_motion(o->unit, (uint32_t)news.vars.n, news.vars.at, news.values.at);
    xch_drop_news(&news);
    return !o->still;
}

/* Inputs at the start of a step of length h. */
static bool depart(XchObject *o, double h) {
    if (!draws_lines(o)) return true;
    return rides(o) && set_lines(o, 0) && set_motion(o, o->lines) ? true : set_lines(o, h / 2);
}

/* One step to *end, as far as the FMU comes. */
static bool try_step(XchObject *o, double end) {
    const XchGroup *g = &o->plan->groups.at[XCH_EVENT];
    XchPoint p = {.time = NAN, .nget = (uint32_t)g->vars.n, .get = g->vars.at, .got = o->kept};
    double h = end - o->time, middle = o->time + h / 2;
    bool shows = o->coupling > 0 && o->smooth && o->follow == XCH_AGAIN; /* outputs show inputs at once */
    if (!depart(o, h)) return false;
    if (shows && rides(o) && set_motion(o, o->lines)) shows = false;
    if (!shows) return xch_step(o->unit, o->time, h, &p, &o->reached, &o->event);
    if (!xch_step(o->unit, o->time, h / 2, &p, &o->reached, &o->event)) return false;
    if (o->reached < middle && !same_time(o->reached, middle)) return true;
    return o->event.needed || o->event.terminate ||
           (set_lines(o, h) && xch_step(o->unit, middle, h / 2, &p, &o->reached, &o->event));
}

/* The step ahead is none. */
static bool take_back(XchObject *o) {
    o->ahead = false;
    if (o->coupling > 0) xch_forget_inputs(o);
    return xch_restore(o->unit, o->behind);
}

/* Before the first step: how large values become in the longest one. */
static bool learn_sizes(XchObject *o, double end) {
    const XchGroup *g = &o->plan->groups.at[XCH_EVENT];
    XchPoint p = {.time = NAN, .nget = (uint32_t)g->vars.n, .get = g->vars.at, .got = o->kept};
    double longest = o->longest > 0 ? o->longest : end - o->time;
    o->sized = true;
    if (!xch_step(o->unit, o->time, longest, &p, &o->reached, &o->event)) return take_back(o);
    for (size_t i = 0; i < g->n; i++) o->largest[i] = fmax(o->largest[i], fabs(o->kept[i]));
    return take_back(o);
}

/* The step that was taken ahead is taken back where another one communicates before its end. */
static bool arrive(XchObject *o, double t, double *got) {
    const XchGroup *g = &o->plan->groups.at[XCH_EVENT];
    if (o->phase == XCH_INITIALISING) return first_point(o, t, got);
    if (!o->ahead) return step_to(o, t, got);
    o->ahead = false;
    if (o->reached > t && !same_time(o->reached, t))
        return take_back(o) && depart(o, t - o->time) && step_to(o, t, got);
    o->time = t;
    o->ended = o->ended || o->event.terminate;
    XchPoint p = {.time = NAN, .nget = (uint32_t)g->vars.n, .get = g->vars.at, .got = got};
    if (o->event.needed && !o->ended && xch_event_mode(o->unit)) {
        if (!xch_event_with_clocks(o, t, &p, NULL, &o->event)) return false;
        o->ended = o->event.terminate;
        return true;
    }
    memcpy(got, o->kept, g->n * sizeof *got);
    xch_count_ticks(o, got, false);
    return true;
}

/* One step, as far as the FMU comes before an event; *end: where all shall communicate. */
static bool look_ahead(XchObject *o, double *end) {
    enum { MOST_TRIES = 8 };
    if (o->ended || !xch_save(o->unit, &o->behind)) return o->ended;
    if (o->coupling > 0 && !o->sized && !learn_sizes(o, *end)) return false;
    for (int k = 0;; k++) {
        if (!try_step(o, *end)) return false;
        o->ahead = o->reached > o->time;
        if (!o->ahead) return take_back(o); /* it takes none: later, then */
        if (o->reached < *end && !same_time(o->reached, *end)) *end = o->reached;
        if (!(o->coupling > 0)) return true;
        double power, error = excess(o, &power), factor = error > 0 ? 0.9 / pow(error, 1 / power) : 2;
        o->wish = (*end - o->time) * fmin(fmax(factor, 0.2), 2);
        if (error <= 1 || k == MOST_TRIES || o->wish < o->shortest) return true;
        *end = o->time + o->wish;
        if (!take_back(o)) return false;
    }
}

/* ---- outputs that follow inputs at once -------------------------------------------------------------------------- */

XchFollow xch_follow(const XchObject *o) {
    const XchModel *m = o->fmu->model;
    if (!o->may_look || !has_feedthrough(m)) return XCH_LATER;
    if (xch_event_mode(o->unit) && (o->schedule || !can_go_back(m))) return XCH_AT_ONCE; /* ticks are not taken back */
    return m->cs.get_set_state ? XCH_AGAIN : XCH_LATER;
}

/* Who waits for whom, said once. */
static void say_late(XchObject *o, const char *why) {
    const XchModel *m = o->fmu->model;
    Text t = {0};
    if (o->lagging || !o->may_look || !has_feedthrough(m)) return;
    o->lagging = true;
    base_text_printf(&t, "the FMU %s is in a loop: its inputs depend on its outputs", m->name);
    for (size_t i = 0, n = 0; i < m->outputs.n && n < 3; i++)
        if (feeds_through(m, &m->outputs.at[i]))
            base_text_printf(&t, "%s %s", n++ ? "," : "", m->variables.at[m->outputs.at[i].variable].name);
    base_text_printf(&t,
                     ", which depend on its inputs, and %s: they are late by one communication step (a shorter "
                     "one makes that smaller)",
                     why);
    xch_env()->call->message(xch_env(), 1, base_text_str(&t));
    base_text_free(&t);
}

static bool set_continuous(XchObject *o, const double *u) {
    XchNews news = {0};
    xch_collect_news(o, &o->plan->groups.at[XCH_EVENT], u, false, &news);
    bool ok = !news.vars.n || xch_set(o->unit, (uint32_t)news.vars.n, news.vars.at, news.values.at);
    xch_drop_news(&news);
    return ok;
}

/* Where a loop does not settle inputs get their new values for the end of the step only, and at last behind it. */
static void be_careful(XchObject *o) {
    enum { MOST_TRIES = 60 };
    static const double end_only = 1e-3;
    if (++o->tries <= MOST_TRIES || o->share == 0) return;
    o->share = o->share == 0.5 ? end_only : 0;
    o->tries = 0;
    if (o->share == 0) say_late(o, "no values were found that agree");
}

/* The step to t, its last part with these inputs. */
static bool step_with(XchObject *o, double t, const double *u, bool again) {
    double *got = o->answer + 2;
    size_t n = xch_count_values(o->fmu->model, &o->plan->inputs);
    if (again) {
        be_careful(o);
        if (!xch_restore(o->unit, o->before)) return false;
        o->time = o->began;
        o->ended = o->ahead = false;
        memcpy(o->u, o->held, n * sizeof *u);
    }
    if (o->share == 0.5 && rides(o)) {
        double h = t - o->began;
        for (size_t i = 0; i < n; i++) o->middle[i] = (u[i] - o->held[i]) / h;
        if (set_motion(o, o->middle)) return step_to(o, t, got);
    }
    if (o->share < 1 && !step_to(o, t - o->share * (t - o->began), got)) return false;
    return o->share == 0 || (set_continuous(o, u) && step_to(o, t, got));
}

/* The way to a communication point. */
static bool reach(XchObject *o, double t, const double *u) {
    if (o->follow != XCH_AGAIN || o->phase != XCH_RUNNING) return arrive(o, t, o->answer + 2);
    size_t bytes = xch_count_values(o->fmu->model, &o->plan->inputs) * sizeof *u;
    o->began = o->time;
    o->tries = 0;
    memcpy(o->held, o->inputs, bytes);
    if (!o->ahead) {
        if (xch_save(o->unit, &o->before)) return step_with(o, t, u, false);
        o->follow = XCH_LATER; /* it cannot be set back, whatever it says */
        return step_to(o, t, o->answer + 2);
    }
    void *start = o->behind;
    o->ahead = false;
    o->behind = o->before, o->before = start;
    memcpy(o->u, o->held, bytes);
    return xch_restore(o->unit, start) && step_with(o, t, u, false);
}

/* ---- a communication point --------------------------------------------------------------------------------------- */

/* Inputs as they will be in the step that comes. */
static bool tell_inputs(XchObject *o, double t, const double *u) {
    const XchGroup *g = &o->plan->groups.at[XCH_EVENT];
    XchNews news = {0};
    bool events = xch_event_mode(o->unit), ok = true;
    if (o->follow != XCH_AT_ONCE) {
        xch_collect_news(o, g, u, !events, &news);
        ok = !news.vars.n || xch_set(o->unit, (uint32_t)news.vars.n, news.vars.at, news.values.at);
        news.vars.n = news.values.n = 0;
    }
    if (ok && events) xch_collect_news(o, g, u, true, &news);
    bool due = ok && events && o->schedule && xch_schedule_next(o->schedule) <= t + 1e-12 * fmax(1, fabs(t));
    if (ok && (news.vars.n || due)) { /* discrete inputs change, and clocks tick, in event mode */
        XchPoint p = {.time = NAN,
                      .nset = (uint32_t)news.vars.n,
                      .set = news.vars.at,
                      .set_values = news.values.at,
                      .nget = (uint32_t)g->vars.n,
                      .get = g->vars.at,
                      .got = o->answer + 2};
        XchEvent e = {0};
        ok = xch_event_with_clocks(o, t, &p, NULL, &e);
        o->ended = o->ended || e.terminate;
    }
    xch_drop_news(&news);
    return ok;
}

/* When the next point is, as far as this FMU is concerned. */
static bool plan_next(XchObject *o, double t, double step) {
    while (o->origin + o->points * step <= t + 1e-6 * step) o->points++; /* not by adding: that drifts */
    double *next = &o->answer[0], *early = &o->answer[o->plan->nevent - 1], end = o->origin + o->points * step;
    bool ahead = looks_ahead(o);
    if (xch_event_mode(o->unit) && o->schedule && o->fmu->model->cs.variable_step)
        end = fmin(end, xch_schedule_next(o->schedule));
    if (ahead && o->coupling > 0) end = fmin(end, t + o->wish);
    *next = end, *early = XCH_NEVER;
    if (ahead && !look_ahead(o, &end)) return false;
    if (end < *next || (ahead && o->coupling > 0)) *next = *early = end;
    return true;
}

/* Behind a step: slopes of values that others read, where the FMU tells them and they do not hang on inputs. */
static void ask_rates(XchObject *o) {
    const XchModel *m = o->fmu->model;
    const XchGroup *g = &o->plan->groups.at[XCH_EVENT];
    XchNews news = {0};
    if (!m->cs.output_order || has_feedthrough(m) || o->mute || o->ended) return;
    for (size_t i = 0; i < g->vars.n; i++)
        if (o->watched[g->vars.at[i]] && m->variables.at[g->vars.at[i]].type == XCH_FLOAT64) {
            vec_push(&news.vars, g->vars.at[i]);
            for (uint32_t k = 0; k < m->variables.at[g->vars.at[i]].nvalues; k++) vec_push(&news.values, NAN);
        }
    o->mute = news.vars.n && !xch_get_rates(o->unit, (uint32_t)news.vars.n, news.vars.at, news.values.at);
    for (size_t i = 0; o->mute && i < g->n; i++) o->rates[i] = NAN;
    for (size_t i = 0, at = 0, from = 0; !o->mute && i < g->vars.n; i++) {
        uint32_t n = m->variables.at[g->vars.at[i]].nvalues;
        bool told = o->watched[g->vars.at[i]] && m->variables.at[g->vars.at[i]].type == XCH_FLOAT64;
        for (uint32_t k = 0; told && k < n; k++) o->rates[at + k] = news.values.at[from++];
        at += n;
    }
    xch_drop_news(&news);
}

/* Another point: where steps are as long as connections allow, what the last one brought. */
static bool come_to(XchObject *o, double t, double step, const double *u) {
    const XchGroup *g = &o->plan->groups.at[XCH_EVENT];
    bool first = o->phase != XCH_RUNNING;
    double from = o->time;
    if (!first && o->coupling > 0) {
        size_t bytes = xch_count_values(o->fmu->model, &o->plan->inputs) * sizeof *u;
        memcpy(o->last, o->answer + 2, g->n * sizeof *o->last);
        memcpy(o->previous, o->inputs, bytes), memcpy(o->old_lines, o->lines, bytes);
        memcpy(o->old_slopes, o->slopes, g->n * sizeof *o->slopes);
    }
    o->longest = step;
    if (!reach(o, t, u)) return false;
    o->began = first ? t : from; /* nothing lies before the first */
    if (o->coupling > 0) {
        if (!first) ask_rates(o);
        o->shortest = 1e-9 * step;
        o->wish = first ? 1e-3 * step : fmin(o->wish, 2 * (t - from)); /* others may need shorter ones */
    }
    return true;
}

/* Inputs changed while all settle at this point. */
static bool settle(XchObject *o, double t, const double *u, bool settles) {
    if (o->ended) return true;
    if (o->follow == XCH_AGAIN && o->began < t && o->share > 0) return step_with(o, t, u, true);
    if (o->follow == XCH_LATER) say_late(o, "it can neither be set back nor has event mode");
    if (!settles && !o->ahead) return true;
    o->ahead = false;
    xch_forget_inputs(o);
    return xch_restore(o->unit, settles ? o->before : o->behind); /* as if the others had not been */
}

/* A communication point: inputs hold from one to the next. */
void xch_object_step(void *object, int mode, double t, double step, const double *u, double *y, int n) {
    XchObject *o = object;
    size_t bytes = xch_count_values(o->fmu->model, &o->plan->inputs) * sizeof *u;
    if (o->phase == XCH_MADE) xch_object_need(o, xch_initialising(o, &o->plan->groups.at[XCH_EVENT], t, NULL, u));
    bool again = o->answered && o->mode == mode, settles = looks_ahead(o) && o->follow != XCH_AGAIN;
    if (again && memcmp(o->inputs, u, bytes) == 0) {
        memcpy(y, o->answer, (size_t)n * sizeof *y);
        return;
    }
    if (!again) {
        xch_object_need(o, come_to(o, t, step, u));
        o->answered = true, o->mode = mode;
        if (settles && !o->ended) xch_object_need(o, xch_save(o->unit, &o->before));
    } else xch_object_need(o, settle(o, t, u, settles));
    memcpy(o->inputs, u, bytes);
    xch_object_need(o, tell_inputs(o, t, u));
    draw_all(o, u);
    xch_object_need(o, plan_next(o, t, step));
    o->answer[1] = o->ended;
    memcpy(y, o->answer, (size_t)n * sizeof *y);
}

/* By differences that are larger than the errors of a solver inside. */
void xch_object_step_direction(void *object, int mode, double t, double step, const double *u, int nu, double dt,
                               double dstep, const double *du, double *y, int n) {
    XchObject *o = object;
    CwEnv *env = xch_env();
    double steepest = 0;
    memset(y, 0, (size_t)n * sizeof *y);
    (void)dt, (void)dstep; /* a point is at its time */
    for (int i = 0; i < nu; i++) steepest = fmax(steepest, fabs(du[i]) / fmax(1e-3, fabs(u[i])));
    if (steepest == 0 || o->follow == XCH_LATER || o->share == 0) return;
    double h = 1e-4 / steepest, *moved = env->call->memory(env, (size_t)(nu + n) * sizeof *moved), *here = moved + nu;
    for (int i = 0; i < nu; i++) moved[i] = u[i] + h * du[i];
    xch_object_step(object, mode, t, step, u, here, n);
    xch_object_step(object, mode, t, step, moved, y, n);
    for (int i = 2; i < n - 1; i++) y[i] = (y[i] - here[i]) / h;
    y[0] = y[1] = y[n - 1] = 0;
}
