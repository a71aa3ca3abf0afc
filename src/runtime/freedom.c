/* freedom.c - what singular systems leave undetermined is chosen so that relations keep their values.
 *
 * Two frictions in line that both stick, two brakes on one shaft, two ideal switches in parallel: the equations agree
 * but do not say how the load is shared.  The solution nearest to the last one (system.c) may carry one part to its
 * limit although the other could take more; it gives way, nothing moves, it sticks again, and so on without end.  The
 * shares are no property of the model, so any choice is right that breaks no relation: while there is one, the modes of
 * all parts hold.
 *
 * The solutions are z + N a, N a basis of the directions that the matrix maps to zero.  Crossing functions are linear
 * in a as long as relations hold, and distances d + D a from where they change must stay positive.  Taken is the least
 * a that comes nearly as deep into that polyhedron as is possible: at its edge the next step would leave it again.  The
 * depth is found by bisection, the nearest point for a depth by Hildreth's method (1957), which is exact enough for the
 * few directions and relations that there are.
 */
#include "runtime/runtime_impl.h"

enum {
    MOST_DIRECTIONS = 8,
    MOST_RELATIONS = 400,
    SWEEPS = 400, /* of Hildreth's method */
    BISECTIONS = 30,
    ATTEMPTS = 3, /* corrections, where expressions without events bend */
};

static const double ENOUGH = 0.9; /* of the depth that is possible */

typedef struct {
    int system;
    const double *along; /* one direction, by the unknowns of the system */
} Direction;

typedef struct {
    Runtime *rt;
    double *before; /* v as it came */
    double *bases;
    Direction directions[MOST_DIRECTIONS];
    int k;            /* directions */
    uint32_t m;       /* relations that depend on them */
    uint32_t *which;  /* their numbers */
    double *distance; /* from where they change, in units of a */
    double *slope;    /* of the distances, rows of length one, k each */
    double *unit;     /* length of the row before */
    double *multiplier;
    double a[MOST_DIRECTIONS];
} Freedom;

static bool is_undetermined(const Runtime *rt, int i) {
    const RtSystem *s = &rt->ev.systems[i];
    return s->ready && s->undetermined == rt->ev.stamp;
}

static bool find_directions(Freedom *f) {
    Runtime *rt = f->rt;
    size_t space = 0;
    for (int i = 0; i < rt->code->nsystems; i++)
        if (is_undetermined(rt, i)) space += (size_t)rt->ev.systems[i].cw->n;
    if (!space) return false;
    f->bases = rt_zeros(space * MOST_DIRECTIONS);
    double *basis = f->bases;
    for (int i = 0; i < rt->code->nsystems && f->k < MOST_DIRECTIONS; i++) {
        if (!is_undetermined(rt, i)) continue;
        const RtSystem *s = &rt->ev.systems[i];
        int found = rt_linear_null_space(&s->sol.matrix, s->sol.scale, basis, MOST_DIRECTIONS - f->k);
        for (int d = 0; d < found; d++, basis += s->cw->n) f->directions[f->k++] = (Direction){i, basis};
    }
    return f->k > 0;
}

/* Everything with the unknowns of singular systems moved by a from where they were: a singular system keeps what is
 * along its free directions. */
static bool evaluate_at(Freedom *f, const double *a) {
    Runtime *rt = f->rt;
    memcpy(rt->ev.env.v, f->before, rt->nvars * sizeof(double));
    for (int d = 0; d < f->k; d++) {
        const CwSystem *cw = rt->ev.systems[f->directions[d].system].cw;
        for (int i = 0; i < cw->n; i++) rt->ev.env.v[cw->vars[i]] += a[d] * f->directions[d].along[i];
    }
    rt->ev.stamp++;
    return rt_eval(rt, rt->code->event) && rt_crossings(rt);
}

static double distance_of(const Runtime *rt, uint32_t i) { return rt_crossing_distance(rt, i, rt->events.g[i]); }

static bool is_state_relation(const Runtime *rt, uint32_t i) { return rt->events.kind[i] != MD_REL_TIME; }

/* Slopes of all distances by one evaluation for each direction, then only relations that have one. */
static bool find_relations(Freedom *f) {
    Runtime *rt = f->rt;
    uint32_t n = rt->events.n;
    size_t k = (size_t)f->k;
    double *all = rt_zeros((size_t)n * (k + 1)), *at = all + (size_t)n * k, a[MOST_DIRECTIONS] = {0};
    bool ok = evaluate_at(f, a);
    for (uint32_t i = 0; ok && i < n; i++) at[i] = distance_of(rt, i);
    for (size_t d = 0; ok && d < k; d++) {
        a[d] = 1;
        ok = evaluate_at(f, a);
        a[d] = 0;
        for (uint32_t i = 0; ok && i < n; i++) all[i * k + d] = distance_of(rt, i) - at[i];
    }
    f->m = 0;
    for (uint32_t i = 0; ok && i < n && f->m < MOST_RELATIONS; i++) {
        double length = 0;
        for (size_t d = 0; d < k; d++) length = hypot(length, all[i * k + d]);
        if (!is_state_relation(rt, i) || !(length > RT_NOISE * (fabs(at[i]) + rt->events.scale[i]))) continue;
        for (size_t d = 0; d < k; d++) f->slope[f->m * k + d] = all[i * k + d] / length;
        f->distance[f->m] = at[i] / length;
        f->unit[f->m] = length;
        f->which[f->m++] = i;
    }
    base_realloc(all, 0);
    return ok && f->m > 0;
}

/* Some relation does not hold, or holds by rounding only. */
static bool is_in_need(const Freedom *f) {
    for (uint32_t i = 0; i < f->m; i++)
        if (f->distance[i] * f->unit[i] <= f->rt->events.eps[f->which[i]]) return true;
    return false;
}

/* nearest() along one direction, where the polyhedron is an interval. */
static bool nearest_on_line(Freedom *f, double depth) {
    double low = -INFINITY, high = INFINITY;
    for (uint32_t i = 0; i < f->m; i++) {
        double limit = (depth - f->distance[i]) / f->slope[i]; /* slopes have length one */
        if (f->slope[i] > 0) low = fmax(low, limit);
        else high = fmin(high, limit);
    }
    f->a[0] = fmin(fmax(0, low), high);
    return low <= high;
}

/* a := the least one at which all distances are at least depth; false when none was found. */
static bool nearest(Freedom *f, double depth) {
    if (f->k == 1) return nearest_on_line(f, depth);
    size_t k = (size_t)f->k;
    memset(f->a, 0, sizeof f->a);
    memset(f->multiplier, 0, f->m * sizeof *f->multiplier);
    double tolerance = 1e-3 * depth;
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        double worst = 0;
        for (uint32_t i = 0; i < f->m; i++) {
            double d = f->distance[i] - depth;
            for (size_t c = 0; c < k; c++) d += f->slope[i * k + c] * f->a[c];
            worst = fmin(worst, d);
            double change = fmax(-d, -f->multiplier[i]);
            f->multiplier[i] += change;
            for (size_t c = 0; c < k; c++) f->a[c] += change * f->slope[i * k + c];
        }
        if (worst >= -tolerance) return true;
    }
    return false;
}

/* a := the choice described above; false when the relations cannot all hold. */
static bool choose(Freedom *f) {
    double low = 0, high = 0;
    for (uint32_t i = 0; i < f->m; i++) {
        high = fmax(high, fabs(f->distance[i]));
        low = fmax(low, 2 * f->rt->events.eps[f->which[i]] / f->unit[i]);
    }
    if (!nearest(f, low)) return false;
    for (int b = 0; b < BISECTIONS && high - low > 1e-3 * high; b++) {
        double middle = 0.5 * (low + high);
        if (nearest(f, middle)) low = middle;
        else high = middle;
    }
    return nearest(f, ENOUGH * low);
}

static bool all_hold(const Freedom *f) {
    for (uint32_t i = 0; i < f->m; i++)
        if (!(distance_of(f->rt, f->which[i]) > f->rt->events.eps[f->which[i]])) return false;
    return true;
}

/* Where the room becomes narrow, choices follow each other ever faster; these are no events of the model. */
static void forget_series(const Freedom *f) {
    for (uint32_t i = 0; i < f->m; i++) {
        RtZeno *z = &f->rt->events.zeno[2 * f->which[i]];
        z[0].count = z[1].count = 0;
        f->rt->events.slides[f->which[i]] = 0;
    }
}

static bool use(Freedom *f) {
    Runtime *rt = f->rt;
    size_t bytes = rt->nvars * sizeof(double);
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        if (!find_relations(f) || !is_in_need(f) || !choose(f) || !evaluate_at(f, f->a)) return false;
        if (all_hold(f)) return true;
        memcpy(f->before, rt->ev.env.v, bytes);
    }
    return false;
}

bool rt_has_freedom(const Runtime *rt) {
    for (int i = 0; i < rt->code->nsystems; i++) {
        const RtSystem *s = &rt->ev.systems[i];
        if (s->ready && s->undetermined && s->undetermined == s->solve_stamp) return true;
    }
    return false;
}

void rt_use_freedom(Runtime *rt) {
    Freedom f = {.rt = rt};
    uint32_t n = rt->events.n < MOST_RELATIONS ? rt->events.n : MOST_RELATIONS;
    if (!n) return;
    if (find_directions(&f)) {
        size_t bytes = rt->nvars * sizeof(double);
        double *came = rt_zeros(rt->nvars);
        f.before = rt_zeros(rt->nvars);
        f.distance = rt_zeros((size_t)n * (size_t)(f.k + 3));
        f.unit = f.distance + n;
        f.multiplier = f.unit + n;
        f.slope = f.multiplier + n;
        f.which = base_realloc(NULL, n * sizeof *f.which);
        memcpy(came, rt->ev.env.v, bytes);
        memcpy(f.before, rt->ev.env.v, bytes);
        if (use(&f)) forget_series(&f);
        else memcpy(rt->ev.env.v, came, bytes);
        void *parts[] = {came, f.before, f.distance, f.which};
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) base_realloc(parts[i], 0);
    }
    base_realloc(f.bases, 0);
}
