/* band.c - how wide the bands of relations are: as the magnitudes at hand ask for.
 *
 * The band of a relation (event.c) keeps rounding from being taken for motion.  Its width follows the crossing function
 * as it was while the relation held the present value, now and the last time: an ideal diode that blocks 1 V and
 * conducts 1e-10 A has a wide band while it blocks and a narrow one while it conducts.  Where nothing is known yet, or
 * values are ordinary, the width is a part of the nominal value.
 *
 * Values inside the widest band are rounding or a small quantity.  They are taken for a quantity when they move
 * steadily in one direction from one point to the next, several times in a row.  Where this turns out wrong, because
 * the relation changes back at once, more is asked for.  What lasts only for a moment says nothing: motion along a
 * switching surface goes to and fro inside whatever band there is.
 */
#include "runtime/runtime_impl.h"

static const double WIDEST = 1e-10; /* half width, in parts of the nominal size of the crossing function ... */
static const double PART = 1e-6;    /* ... and of what the function has reached */
enum {
    STEADY = 4,       /* moves in a row, all in one direction ... */
    VERY_STEADY = 24, /* ... of what looks like rounding */
    MOST_DOUBT = 60,
    FEW = 3, /* points between two changes: too few for motion that the steps resolve */
};
static const double MOMENT = 1e-5; /* of the run */
/* Less is rounding: in parts of what the function was before it changed, or of the nominal size. */
static const double LEAST = 1e-13;

static double known_size(const RtEvents *ev, uint32_t i) {
    const RtBand *b = &ev->bands[i];
    return fmax(b->peak, b->last[b->held]);
}

static bool is_small(const RtEvents *ev, uint32_t i) {
    return fmax(ev->bands[i].last[0], ev->bands[i].last[1]) <= WIDEST * ev->scale[i];
}

double rt_band_size(const RtEvents *ev, uint32_t i) {
    double size = ev->bands[i].trusted ? known_size(ev, i) : 0;
    return size > 0 ? fmin(size, ev->scale[i]) : ev->scale[i];
}

/* Small sizes as they are, ordinary ones with their nominal values, larger ones as they are again. */
double rt_band_limit(const RtEvents *ev, uint32_t i) {
    static const double ORDINARY = 200;
    const RtBand *b = &ev->bands[i];
    double known = fmax(fmax(b->last[0], b->last[1]), b->trusted ? b->peak : 0), scale = ev->scale[i];
    if (!(known > 0)) return ev->widest * scale;
    double times = fmin(fmax(ORDINARY * (ORDINARY * known / scale), 1), ORDINARY);
    return ev->widest * fmax(fmin(times * known, scale), known);
}

double rt_band_width(const RtEvents *ev, uint32_t i) {
    const RtBand *b = &ev->bands[i];
    double widest = WIDEST * ev->scale[i], known = b->trusted ? known_size(ev, i) : b->last[b->held];
    return known > 0 ? fmin(widest, PART * known) : widest;
}

void rt_band_start(RtEvents *ev, uint32_t i) {
    ev->bands[i] = (RtBand){0};
    ev->eps[i] = rt_band_width(ev, i);
}

/* Is it in a series of events that come ever faster?  Its band stays what it was when that began: where the series
 * ends, the function is rounding. */
static bool in_series(const RtEvents *ev, uint32_t i) {
    enum { SOME = 3 };
    return ev->zeno[2 * i].count >= SOME || ev->zeno[2 * i + 1].count >= SOME;
}

/* The relation has another value than when it was last looked at. */
static void enter(RtEvents *ev, uint32_t i, bool holds, double now) {
    RtBand *b = &ev->bands[i];
    const RtPairs *p = &ev->pairs;
    bool widened = b->widened;
    for (int k = 3 - p->n; k < 3; k++) b->peak = fmax(b->peak, fabs(p->past[k][i]));
    bool small = b->peak <= WIDEST * ev->scale[i];
    bool brief = b->trusted && small && b->points < FEW && is_small(ev, i);
    if (brief) { /* it was rounding after all */
        if (b->doubt < MOST_DOUBT) b->doubt = (uint8_t)(b->doubt + STEADY);
        b->last[0] = b->last[1] = 0;
    } else if (b->trusted && !(b->last[b->held] > b->peak && in_series(ev, i))) {
        b->last[b->held] = b->peak;
    } else if (b->last[b->held] > 0) {
        b->last[b->held] = fmax(b->last[b->held], b->peak);
    }
    *b = (RtBand){.last = {b->last[0], b->last[1]}, .since = now, .held = holds, .doubt = b->doubt};
    b->widened = widened;
    if (!widened) ev->eps[i] = rt_band_width(ev, i);
}

void rt_band_look(Runtime *rt, uint32_t i, double distance) {
    RtEvents *ev = &rt->events;
    RtBand *b = &ev->bands[i];
    double g = ev->g[i], now = rt->ev.env.v[0];
    bool holds = rt->ev.env.v[rt->model->relations[i].var] != 0;
    if (b->held != holds) enter(ev, i, holds, now);
    else if (b->points && g == b->now) return; /* the same point once more */
    if (b->points < UINT8_MAX) b->points++;
    double other = b->last[!b->held], least = LEAST * (other > 0 ? fmin(other, ev->scale[i]) : ev->scale[i]);
    bool up = g > b->now;
    b->moves = up == b->up ? (uint8_t)(b->moves + (b->moves < UINT8_MAX)) : 0;
    b->up = up;
    b->now = g;
    b->peak = fmax(b->peak, fabs(g));
    bool large = distance > WIDEST * ev->scale[i], lasts = now - b->since > MOMENT * (rt->span.stop - rt->span.start);
    if (lasts && (large || b->moves >= (b->peak > least ? STEADY : VERY_STEADY) + b->doubt)) b->trusted = true;
    if (b->trusted && !b->widened) ev->eps[i] = rt_band_width(ev, i);
}

void rt_band_widen(RtEvents *ev, uint32_t i, double eps) {
    ev->eps[i] = eps;
    ev->bands[i].widened = true;
}

void rt_band_reset(RtEvents *ev, uint32_t i) {
    ev->bands[i].widened = false;
    ev->eps[i] = rt_band_width(ev, i);
}

bool rt_band_is_wide(const RtEvents *ev, uint32_t i) {
    const RtBand *b = &ev->bands[i];
    return b->trusted && PART * b->peak >= WIDEST * ev->scale[i];
}

/* ---- at the start ------------------------------------------------------------------------------------------------ */

/* Crossing functions a short time ahead, as relations and derivatives are now. */
static bool look_ahead(Runtime *rt, double h, const double *now, double *g) {
    double *v = rt->ev.env.v;
    v[0] = now[0] + h;
    if (rt->input.tables.n) rt_put_tables(rt, v[0]);
    for (uint32_t i = 0; i < rt->states.n; i++)
        v[rt->states.x[i]] = now[rt->states.x[i]] + h * rt_source_value(now, rt->states.dx[i]);
    rt->ev.asserts = RT_TENTATIVE;
    rt->ev.stamp++;
    bool ok = rt_eval(rt, rt->code->ode) && rt_crossings(rt);
    if (ok) memcpy(g, rt->events.g, rt->events.n * sizeof *g);
    return ok;
}

static bool some_is_at_zero(const Runtime *rt) {
    const RtEvents *ev = &rt->events;
    for (uint32_t i = 0; i < ev->n; i++)
        if (ev->kind[i] == MD_REL_STATE && !ev->armed[i] && fabs(ev->g[i]) <= ev->eps[i]) return true;
    return false;
}

void rt_bands_begin(Runtime *rt) {
    static const double AHEAD = 1e-9, STRAIGHT = 1e-3;
    RtEvents *ev = &rt->events;
    double h = fmax(AHEAD * (rt->span.stop - rt->span.start), 1e3 * rt->span.tiny);
    if (!some_is_at_zero(rt) || !isfinite(h)) return;
    double *now = rt_zeros(rt->nvars), *g0 = rt_zeros(3 * (size_t)ev->n), *g1 = g0 + ev->n, *g2 = g1 + ev->n;
    memcpy(now, rt->ev.env.v, rt->nvars * sizeof *now);
    memcpy(g0, ev->g, ev->n * sizeof *g0);
    bool ok = look_ahead(rt, h, now, g1) && look_ahead(rt, 2 * h, now, g2);
    memcpy(rt->ev.env.v, now, rt->nvars * sizeof *now);
    memcpy(ev->g, g0, ev->n * sizeof *g0);
    rt->ev.failure.kind = RT_FAIL_NONE;
    rt->ev.failure.text.n = 0;
    for (uint32_t i = 0; i < ev->n && ok; i++) {
        double first = g1[i] - g0[i], both = g2[i] - g0[i];
        bool straight = both != 0 && fabs(both - 2 * first) < STRAIGHT * fabs(both);
        double far = fmax(fabs(g0[i]), fabs(both) / (2 * h) * (rt->span.stop - rt->span.start));
        if (ev->kind[i] != MD_REL_STATE || ev->armed[i] || !straight || !(far > LEAST * ev->scale[i])) continue;
        RtBand *b = &ev->bands[i];
        b->held = rt->ev.env.v[rt->model->relations[i].var] != 0;
        b->peak = fmax(fabs(g0[i]), fabs(both));
        b->trusted = true;
        ev->eps[i] = rt_band_width(ev, i);
    }
    base_realloc(now, 0);
    base_realloc(g0, 0);
}
