/* pairs.c - relations that change and change back between two points at which they are looked at.
 *
 * The ends of a step alone do not show an even number of crossings inside it.  Two kinds of relations are told apart.
 *
 * Those that depend on states are as smooth as the solution, which the integrator resolves.  A parabola through the
 * crossing function at the last three points says whether it turns in the last stretch, and how near to zero; where it
 * may get there, the turn itself is looked at, by successive parabolas (Jarratt 1967).
 *
 * Those of time alone may change at any rate, whatever the steps are.  They are looked at in strides of their own,
 * which begin small and grow as long as the parabola through the last three points foretells the next one.  A relation
 * of states whose changes are located astray again and again, beyond its values at both ends of the stretch, turns
 * faster than the solution does (sin(1000*x)): it joins them.  What the least stride does not resolve is told of.
 */
#include "runtime/runtime_impl.h"

static const double FIRST_STRIDE = 1e-6; /* of the run */
static const double FORETOLD = 0.1;      /* largest error of a prediction, against the size of the crossing function */
static const double MISJUDGED = 0.03;    /* error of a parabola at its turn, in parts of what it bends in a stretch */
enum {
    MOST_LOOKS = 200000, /* in strides of their own, ... */
    LOOKS_AN_EVENT = 40, /* ... and as many more for each event: noise is not followed for ever */
    MOST_NARROWINGS = 6,
    SURPRISES = 4,  /* changes in a row that were located astray */
    MOST_LOST = 40, /* the same, in strides */
    FOLLOWED = 255,
};

void rt_pairs_init(Runtime *rt) {
    RtPairs *p = &rt->events.pairs;
    uint32_t n = rt->events.n;
    for (int i = 0; i < 3; i++) p->past[i] = base_realloc(NULL, (n + 1) * sizeof(double));
    p->alone = base_realloc(NULL, (n + 1) * sizeof *p->alone);
    p->surprises = base_realloc(NULL, n + 1);
    memset(p->surprises, 0, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        if (rt->events.kind[i] == MD_REL_TIME) p->surprises[i] = FOLLOWED; /* its instants are computed */
        if (!rt->model->relations[i].alone) continue;
        p->surprises[i] = FOLLOWED;
        p->alone[p->nalone++] = i;
    }
}

void rt_pairs_free(Runtime *rt) {
    RtPairs *p = &rt->events.pairs;
    for (int i = 0; i < 3; i++) base_realloc(p->past[i], 0);
    base_realloc(p->alone, 0);
    base_realloc(p->surprises, 0);
}

/* Value at t of the parabola through the last three points. */
static double foretell(const RtPairs *p, uint32_t i, double t) {
    double s01 = (p->past[1][i] - p->past[0][i]) / (p->t[1] - p->t[0]);
    double s12 = (p->past[2][i] - p->past[1][i]) / (p->t[2] - p->t[1]);
    double c = (s12 - s01) / (p->t[2] - p->t[0]);
    return p->past[2][i] + (t - p->t[2]) * (s12 + c * (t - p->t[1]));
}

/* Part of its size by which relation i at t, in events.g, is missed. */
static double missed(const Runtime *rt, uint32_t i, double t) {
    const RtPairs *p = &rt->events.pairs;
    double g = rt->events.g[i], size = fabs(g);
    for (int k = 0; k < 3; k++) size = fmax(size, fabs(p->past[k][i]));
    return size > 0 ? fabs(foretell(p, i, t) - g) / size : 0;
}

/* Relations of states that turn faster than the points tell are looked at in strides too. */
static void note_surprise(Runtime *rt, uint32_t i, bool surprised) {
    RtPairs *p = &rt->events.pairs;
    if (p->surprises[i] == FOLLOWED) return;
    p->surprises[i] = surprised ? (uint8_t)(p->surprises[i] + 1) : 0;
    if (p->surprises[i] < SURPRISES) return;
    p->surprises[i] = FOLLOWED;
    p->alone[p->nalone++] = i;
    p->stride = FIRST_STRIDE * (rt->span.stop - rt->span.start);
    rt_report_unresolved(rt, i, 0);
}

void rt_pairs_located(Runtime *rt, uint32_t i, bool astray) {
    RtPairs *p = &rt->events.pairs;
    if (p->surprises[i] != FOLLOWED) note_surprise(rt, i, astray);
    else if (!astray) p->lost = 0;
    else if (++p->lost == MOST_LOST) rt_report_unresolved(rt, i, p->stride);
}

void rt_pairs_note(Runtime *rt, double t) {
    RtPairs *p = &rt->events.pairs;
    double *oldest = p->past[0];
    p->past[0] = p->past[1], p->past[1] = p->past[2], p->past[2] = oldest;
    p->t[0] = p->t[1], p->t[1] = p->t[2], p->t[2] = t;
    memcpy(p->past[2], rt->events.g, rt->events.n * sizeof(double));
    if (p->n < 3) p->n++;
}

void rt_pairs_begin(Runtime *rt) {
    RtPairs *p = &rt->events.pairs;
    double least = FIRST_STRIDE * (rt->span.stop - rt->span.start);
    p->n = 0;
    p->looks = p->looks > LOOKS_AN_EVENT ? p->looks - LOOKS_AN_EVENT : 0;
    p->stride = fmax(p->stride / 4, least);
    if (rt->events.n) rt_pairs_note(rt, rt->ev.env.v[0]);
}

/* ---- relations of time alone ------------------------------------------------------------------------------------- */

double rt_pairs_reach(const Runtime *rt, double from) {
    const RtPairs *p = &rt->events.pairs;
    return p->nalone && p->looks < MOST_LOOKS ? from + p->stride : INFINITY;
}

bool rt_pairs_follow(Runtime *rt, double t) {
    RtPairs *p = &rt->events.pairs;
    double h = t - p->t[2], worst = 0;
    if (!p->nalone || p->looks >= MOST_LOOKS) return true;
    p->looks++;
    if (p->n < 3) return true;
    for (uint32_t m = 0; m < p->nalone; m++) worst = fmax(worst, missed(rt, p->alone[m], t));
    if (worst > FORETOLD && h > 1.5 * FIRST_STRIDE * (rt->span.stop - rt->span.start)) {
        p->stride = h / 2;
        return false;
    }
    if (worst < FORETOLD / 8) p->stride = fmin(2 * p->stride, 4 * h);
    return true;
}

/* ---- turns ------------------------------------------------------------------------------------------------------- */

/* How far the crossing function is from where the relation changes: of a whole part there are two such places. */
static double distance(const Runtime *rt, uint32_t i, int side, double g) {
    double frozen = rt->ev.env.v[rt->model->relations[i].var];
    if (rt->events.kind[i] != MD_REL_FLOOR) return rt_crossing_distance(rt, i, g);
    return side ? frozen + 1 - g : g - frozen;
}

/* Where the parabola through three points is least, how much, and half its curvature; false: it is least nowhere. */
static bool least_of(const double *t, const double *d, double *at, double *least, double *bend) {
    double s01 = (d[1] - d[0]) / (t[1] - t[0]), s12 = (d[2] - d[1]) / (t[2] - t[1]);
    double c = (s12 - s01) / (t[2] - t[0]);
    if (!(c > 0)) return false;
    double slope = s01 + c * (t[1] - t[0]); /* at t[1] */
    *bend = c;
    *at = t[1] - slope / (2 * c);
    *least = d[1] - slope * slope / (4 * c);
    return true;
}

/* Does relation i turn between the last point noted and t, at which events.g is, so near to zero that it may cross? */
static bool may_turn(const Runtime *rt, uint32_t i, int side, double t, RtTurn *turn) {
    const RtPairs *p = &rt->events.pairs;
    double d[3] = {distance(rt, i, side, p->past[1][i]), distance(rt, i, side, p->past[2][i]),
                   distance(rt, i, side, rt->events.g[i])};
    double low = fmin(d[1], d[2]);
    if (!(low > 0)) return false;
    double times[3] = {p->t[1], p->t[2], t}, h = t - p->t[2], at, least, bend;
    if (!least_of(times, d, &at, &least, &bend) || at < p->t[2] - 0.3 * h || at > t + 0.3 * h) return false;
    if (!(low < 1.5 * (low - least) + MISJUDGED * bend * h * h)) return false;
    at = fmin(fmax(at, p->t[2] + 0.02 * h), t - 0.02 * h);
    *turn = (RtTurn){.relation = i, .side = side, .t = at, .a = p->t[2], .b = t, .da = d[1], .db = d[2]};
    return true;
}

bool rt_next_turn(const Runtime *rt, double t, RtTurn *turn) {
    const RtEvents *ev = &rt->events;
    if (ev->pairs.n < 2 || ev->pairs.t[1] == ev->pairs.t[2]) return false;
    const double *g0 = ev->pairs.past[1], *g1 = ev->pairs.past[2], *g2 = ev->g;
    for (uint32_t i = turn->next; i < ev->n; i++) {
        double spread = fabs(g1[i] - g0[i]) + fabs(g2[i] - g1[i]);
        bool far = fabs(g1[i]) >= spread && fabs(g2[i]) >= spread; /* the usual case */
        if (far && (spread == 0 || ev->kind[i] != MD_REL_FLOOR)) continue;
        if (!ev->armed[i] || ev->kind[i] == MD_REL_TIME) continue;
        bool found = may_turn(rt, i, 0, t, turn) || (ev->kind[i] == MD_REL_FLOOR && may_turn(rt, i, 1, t, turn));
        if (!found) continue;
        turn->next = i + 1;
        return true;
    }
    return false;
}

bool rt_narrow_turn(const Runtime *rt, RtTurn *turn) {
    double d = distance(rt, turn->relation, turn->side, rt->events.g[turn->relation]), at, least, bend;
    double times[3] = {turn->a, turn->t, turn->b}, values[3] = {turn->da, d, turn->db};
    double width = turn->b - turn->a;
    if (++turn->narrowings > MOST_NARROWINGS || !least_of(times, values, &at, &least, &bend)) return false;
    if (!(least < 0.7 * d + 1e-6 * bend * width * width) || fabs(at - turn->t) < 1e-9 * width)
        return false; /* it will not get there */
    at = fmin(fmax(at, turn->a + 1e-3 * width), turn->b - 1e-3 * width);
    if (at < turn->t) turn->b = turn->t, turn->db = d;
    else turn->a = turn->t, turn->da = d;
    turn->t = at;
    return true;
}
