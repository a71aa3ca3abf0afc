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

/* An FMU with events between steps that can be set back takes the step that comes ahead of time, so that all can
 * communicate at an event inside of it. */
static bool looks_ahead(const XchObject *o) {
    const XchInterface *x = &o->fmu->model->cs;
    return o->may_look && xch_event_mode(o->unit) && x->get_set_state && x->variable_step;
}

/* The step that was taken ahead is taken back where another one communicates before its end. */
static bool arrive(XchObject *o, double t, double *got) {
    const XchGroup *g = &o->plan->groups.at[XCH_EVENT];
    if (o->phase == XCH_INITIALISING) return first_point(o, t, got);
    if (!o->ahead) return step_to(o, t, got);
    o->ahead = false;
    if (o->reached > t + 1e-12 * fmax(1, fabs(t))) return xch_restore(o->unit, o->behind) && step_to(o, t, got);
    o->time = t;
    o->ended = o->ended || o->event.terminate;
    XchPoint p = {.time = NAN, .nget = (uint32_t)g->vars.n, .get = g->vars.at, .got = got};
    if (o->event.needed && !o->ended) {
        if (!xch_event_with_clocks(o, t, &p, NULL, &o->event)) return false;
        o->ended = o->event.terminate;
        return true;
    }
    memcpy(got, o->kept, g->n * sizeof *got);
    xch_count_ticks(o, got, false);
    return true;
}

/* One step, as far as the FMU comes before an event. */
static bool look_ahead(XchObject *o, double end) {
    const XchGroup *g = &o->plan->groups.at[XCH_EVENT];
    XchPoint p = {.time = NAN, .nget = (uint32_t)g->vars.n, .get = g->vars.at, .got = o->kept};
    if (o->ended || !xch_save(o->unit, &o->behind)) return o->ended;
    if (!xch_step(o->unit, o->time, end - o->time, &p, &o->reached, &o->event)) return false;
    o->ahead = o->reached > o->time;
    if (!o->ahead) return xch_restore(o->unit, o->behind); /* it takes none: later, then */
    bool inside = o->reached < end - 1e-12 * fmax(1, fabs(end));
    if (inside) o->answer[0] = o->answer[o->plan->nevent - 1] = o->reached;
    return true;
}

/* ---- outputs that follow inputs at once -------------------------------------------------------------------------- */

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

XchFollow xch_follow(const XchObject *o) {
    const XchModel *m = o->fmu->model;
    if (!o->may_look || !has_feedthrough(m)) return XCH_LATER;
    return xch_event_mode(o->unit) ? XCH_AT_ONCE : m->cs.get_set_state ? XCH_AGAIN : XCH_LATER;
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
    if (again) {
        be_careful(o);
        if (!xch_restore(o->unit, o->before)) return false;
        o->time = o->began;
        o->ended = false;
        memcpy(o->u, o->held, xch_count_values(o->fmu->model, &o->plan->inputs) * sizeof *u);
    }
    if (o->share < 1 && !step_to(o, t - o->share * (t - o->began), got)) return false;
    return o->share == 0 || (set_continuous(o, u) && step_to(o, t, got));
}

/* The way to a communication point. */
static bool reach(XchObject *o, double t, const double *u) {
    if (o->follow != XCH_AGAIN || o->phase != XCH_RUNNING) return arrive(o, t, o->answer + 2);
    o->began = o->time;
    o->tries = 0;
    memcpy(o->held, o->u, xch_count_values(o->fmu->model, &o->plan->inputs) * sizeof *u);
    return xch_save(o->unit, &o->before) && step_with(o, t, u, false);
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

/* A communication point: inputs hold from one to the next. */
void xch_object_step(void *object, int mode, double t, double step, const double *u, double *y, int n) {
    XchObject *o = object;
    size_t bytes = xch_count_values(o->fmu->model, &o->plan->inputs) * sizeof *u;
    if (o->phase == XCH_MADE) xch_object_need(o, xch_initialising(o, &o->plan->groups.at[XCH_EVENT], t, NULL, u));
    bool again = o->answered && o->mode == mode, ahead = looks_ahead(o);
    if (again && memcmp(o->inputs, u, bytes) == 0) {
        memcpy(y, o->answer, (size_t)n * sizeof *y);
        return;
    }
    if (!again) {
        bool first = o->phase != XCH_RUNNING;
        xch_object_need(o, reach(o, t, u));
        if (first) o->began = t;                                             /* nothing lies before it */
        while (o->origin + o->points * step <= t + 1e-6 * step) o->points++; /* not by adding: that drifts */
        o->answered = true, o->mode = mode;
        if (ahead && !o->ended) xch_object_need(o, xch_save(o->unit, &o->before));
    } else if (ahead && !o->ended) { /* inputs settle: as if the others had not been */
        xch_object_need(o, xch_restore(o->unit, o->before));
        o->ahead = false;
        xch_forget_inputs(o);
    } else if (o->follow == XCH_AGAIN && o->began < t && o->share > 0) xch_object_need(o, step_with(o, t, u, true));
    else if (o->follow == XCH_LATER) say_late(o, "it can neither be set back nor has event mode");
    memcpy(o->inputs, u, bytes);
    o->answer[0] = o->origin + o->points * step, o->answer[1] = o->ended, o->answer[o->plan->nevent - 1] = XCH_NEVER;
    xch_object_need(o, tell_inputs(o, t, u));
    if (xch_event_mode(o->unit) && o->schedule && o->fmu->model->cs.variable_step)
        o->answer[0] = fmin(o->origin + o->points * step, xch_schedule_next(o->schedule));
    if (ahead) xch_object_need(o, look_ahead(o, o->answer[0]));
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
