/* ticks.c - clocks of an FMU (FMI 3.0.2, 2.2.8, 5.2): who ticks when.
 *
 * A clock with a constant interval ticks at first + k*interval, which does not drift; one that changes its interval,
 * or counts down, is asked behind every event.  Of several that are due the one with the lowest priority number ticks
 * first.  Ticks of output clocks are counted.
 */
#include "exchange/exchange_impl.h"

#include <math.h>
#include <string.h>

enum { MOST_TICKS = 10000 }; /* of clocks at one time */

typedef struct {
    uint32_t variable;
    XchInterval kind;
    int priority;
    bool asked; /* a triggered one */
    double interval, first, ticks, next;
} Clock;

struct XchSchedule {
    const XchModel *m;
    VEC(Clock) clocks;
    VecU32 outputs;
    VecU32 watched; /* clocks whose intervals may change */
    double *intervals;
};

static bool by_time(const Clock *c) { return c->kind != XCH_CLOCK_TRIGGERED; }
static bool may_change(const Clock *c) {
    return c->kind == XCH_CLOCK_COUNTDOWN || c->kind == XCH_CLOCK_CHANGING || c->kind == XCH_CLOCK_TUNABLE;
}

XchSchedule *xch_schedule_new(const XchModel *m) {
    XchSchedule s = {.m = m};
    for (uint32_t i = 0; i < m->variables.n; i++) {
        const XchVariable *v = &m->variables.at[i];
        if (v->type != XCH_CLOCK || !v->clock || v->nvalues != 1) continue;
        if (v->causality == XCH_OUTPUT) vec_push(&s.outputs, i);
        if (v->causality != XCH_INPUT) continue;
        Clock c = {.variable = i, .kind = v->clock->kind, .priority = v->clock->priority, .next = INFINITY};
        c.interval = v->clock->has_interval ? v->clock->interval : NAN;
        c.first = v->clock->shift;
        vec_push(&s.clocks, c);
        if (may_change(&c)) vec_push(&s.watched, i);
    }
    if (!s.clocks.n && !s.outputs.n) return NULL;
    XchSchedule *made = base_realloc(NULL, sizeof *made);
    s.intervals = base_realloc(NULL, (s.watched.n + 1) * sizeof *s.intervals);
    *made = s;
    return made;
}

void xch_schedule_free(XchSchedule *s) {
    if (!s) return;
    vec_free(&s->clocks), vec_free(&s->outputs), vec_free(&s->watched);
    base_realloc(s->intervals, 0);
    base_realloc(s, 0);
}

/* A new interval, from time on. */
static void restart(Clock *c, double interval, double time) {
    c->interval = interval;
    c->first = time + interval;
    c->ticks = 0;
    c->next = c->first;
}

bool xch_schedule_begin(XchSchedule *s, XchUnit *u, double time) {
    for (size_t i = 0; i < s->clocks.n; i++) {
        Clock *c = &s->clocks.at[i];
        if (!by_time(c)) continue;
        double interval = NAN;
        bool told = c->kind != XCH_CLOCK_CONSTANT && (c->kind != XCH_CLOCK_FIXED || !(c->interval > 0));
        if (told && !xch_interval(u, c->variable, &interval, c->kind == XCH_CLOCK_COUNTDOWN ? NULL : &c->first))
            return false;
        if (c->kind == XCH_CLOCK_COUNTDOWN) {
            if (interval >= 0) restart(c, interval, time);
            continue;
        }
        if (interval > 0) c->interval = interval;
        c->first += time;
        if (c->interval > 0) c->next = c->first;
    }
    return true;
}

void xch_schedule_ask(XchSchedule *s, uint32_t clock) {
    for (size_t i = 0; i < s->clocks.n; i++)
        if (s->clocks.at[i].variable == clock) s->clocks.at[i].asked = true;
}

double xch_schedule_next(const XchSchedule *s) {
    double next = INFINITY;
    for (size_t i = 0; i < s->clocks.n; i++) next = fmin(next, s->clocks.at[i].next);
    return next;
}

static void tick(Clock *c) {
    c->asked = false;
    c->ticks++;
    if (by_time(c)) c->next = c->kind == XCH_CLOCK_COUNTDOWN ? INFINITY : c->first + c->ticks * c->interval;
}

uint32_t xch_schedule_take(XchSchedule *s, double time) {
    Clock *best = NULL;
    double late = time + 1e-12 * fmax(1, fabs(time));
    for (size_t i = 0; i < s->clocks.n; i++) {
        Clock *c = &s->clocks.at[i];
        if ((c->asked || c->next <= late) && (!best || c->priority < best->priority)) best = c;
    }
    if (!best) return XCH_NONE;
    tick(best);
    return best->variable;
}

void xch_schedule_watch(XchSchedule *s, XchPoint *p) {
    p->nclocks = (uint32_t)s->watched.n;
    p->clocks = s->watched.at;
    p->intervals = s->intervals;
}

void xch_schedule_heed(XchSchedule *s, double time) {
    size_t k = 0;
    for (size_t i = 0; i < s->clocks.n; i++) {
        Clock *c = &s->clocks.at[i];
        if (!may_change(c)) continue;
        double interval = s->intervals[k++];
        if (interval > 0 || (interval == 0 && c->kind == XCH_CLOCK_COUNTDOWN)) restart(c, interval, time);
    }
}

/* The same outside of events: scheduled execution. */
static bool look(XchSchedule *s, XchUnit *u, double time) {
    for (size_t i = 0; i < s->watched.n; i++)
        if (!xch_interval(u, s->watched.at[i], &s->intervals[i], NULL)) return false;
    xch_schedule_heed(s, time);
    return true;
}

bool xch_schedule_run(XchSchedule *s, XchUnit *u, double time, double *counts) {
    for (int k = 0; k < MOST_TICKS; k++) {
        uint32_t clock = xch_schedule_take(s, time);
        if (clock == XCH_NONE) return true;
        if (!xch_activate(u, clock, time) || !look(s, u, time)) return false;
        for (size_t i = 0; i < s->outputs.n; i++) {
            double ticked = 0;
            if (!xch_get(u, 1, &s->outputs.at[i], &ticked)) return false;
            counts[s->outputs.at[i]] += ticked != 0;
        }
    }
    return false;
}
