/* delay.c - histories behind delay() and spatialDistribution() (MLS 3.6, 3.7.4.2 and 3.7.4.3).
 *
 * Histories grow at accepted points only (rt->history.recording); at tentative points the present value
 * closes the gap between the last stored point and now.
 *
 * What is stored is dense: of each step its middle is looked at (simulate.c), and the middles of its halves, and so on,
 * until the polynomial through the points that are stored foretells the value there.  Polynomials do not reach across
 * jumps and events, which are two entries at one place.
 */
#include "runtime/runtime_impl.h"

/* ---- polynomials through stored points --------------------------------------------------------------------------- */

enum { NEIGHBOURS = 2, MOST_STEPS_ASIDE = 40 };
static const double APART = 0.2; /* of the interval: neighbours that are nearer to each other than that add rounding */

/* Appends to which up to NEIGHBOURS points on one side of entry k, going by `way`; entries from `first` to `last`. */
static int take_neighbours(const double *x, size_t first, size_t last, size_t k, int way, double h, size_t *which) {
    int n = 0;
    double at = x[k];
    for (int aside = 0; n < NEIGHBOURS && aside < MOST_STEPS_ASIDE && k != (way < 0 ? first : last); aside++) {
        size_t next = way < 0 ? k - 1 : k + 1;
        if (x[next] == x[k]) break;
        k = next;
        if (fabs(x[k] - at) < APART * h) continue;
        at = x[k];
        which[n++] = k;
    }
    return n;
}

/* At x = `at` between entries low and low + 1: the polynomial through these and up to two neighbours on either side. */
static double polynomial(const double *x, const double *y, size_t first, size_t last, size_t low, double at) {
    size_t which[2 + 2 * NEIGHBOURS] = {low, low + 1};
    double h = x[low + 1] - x[low], sum = 0;
    if (!(h > 0)) return y[low + 1];
    int n = 2;
    n += take_neighbours(x, first, last, low, -1, h, which + n);
    n += take_neighbours(x, first, last, low + 1, 1, h, which + n);
    for (int i = 0; i < n; i++) {
        double l = 1;
        for (int k = 0; k < n; k++)
            if (k != i) l *= (at - x[which[k]]) / (x[which[i]] - x[which[k]]);
        sum += l * (y[which[i]] - y[low]);
    }
    return y[low] + sum; /* what is constant stays so to the last digit */
}

/* The last entry from first to last - 1 that is not behind `at`. */
static size_t entry_before(const double *x, size_t first, size_t last, double at) {
    size_t low = first, high = last;
    while (high - low > 1) {
        size_t mid = low + (high - low) / 2;
        if (x[mid] <= at) low = mid;
        else high = mid;
    }
    return low;
}

/* ---- delay ------------------------------------------------------------------------------------------------------- */

static RtDelay *delay_buffer(Runtime *rt, int number) {
    while (rt->history.delays.n <= (size_t)number) (void)vec_extend(&rt->history.delays, 1);
    return &rt->history.delays.at[number];
}

/* Two entries before the oldest time that may be asked for stay: the slope there needs both. */
static void forget_old(RtDelay *b, double oldest) {
    while (b->first + 3 < b->t.n && b->t.at[b->first + 2] < oldest) b->first++;
    if (b->first < 1024 || b->first < b->t.n / 2) return;
    size_t left = b->t.n - b->first;
    memmove(b->t.at, b->t.at + b->first, left * sizeof(double));
    memmove(b->y.at, b->y.at + b->first, left * sizeof(double));
    b->t.n = b->y.n = left;
    b->first = 0;
}

/* Two entries at one time are a jump, or an event, where slopes may change (breaks); the same value evaluated twice,
 * with another rounding, is neither. */
static void store(RtDelay *b, double t, double y, bool breaks) {
    size_t n = b->t.n;
    bool again = n && b->t.at[n - 1] == t, twice = again && n > 1 && b->t.at[n - 2] == t;
    b->size = fmax(b->size, fabs(y));
    if (again && fabs(b->y.at[n - 1] - y) <= 1e-7 * fabs(y) + 1e-12 * fmin(b->size, 1) && (twice || !breaks)) return;
    while (b->t.n && vec_last(&b->t) > t) {
        b->t.n--;
        b->y.n--;
    }
    vec_push(&b->t, t);
    vec_push(&b->y, y);
}

static double interpolate(const RtDelay *b, double t) {
    size_t last = b->t.n - 1;
    return polynomial(b->t.at, b->y.at, b->first, last, entry_before(b->t.at, b->first, last, t), t);
}

/* How far a step may go, for what it asks for to be seen: over so many of the points that are stored there. */
static double resolved_ahead(const RtDelay *b, double at) {
    enum { POINTS = 16 };
    size_t last = b->t.n - 1;
    if (last == b->first || at < b->t.at[b->first]) return INFINITY;
    size_t low = entry_before(b->t.at, b->first, last, at);
    return low + POINTS > last ? INFINITY : b->t.at[low + POINTS] - at;
}

/* The first place behind `at` where the signal may bend: an event, or the start.  Where it jumps there is an event
 * again, or the control of errors sees it. */
static double next_break(const RtDelay *b, double at, double tiny) {
    const double *t = b->t.at;
    size_t last = b->t.n - 1, k = b->first;
    if (t[k] > at + tiny) return t[k];
    for (k = entry_before(t, b->first, last, at); k < last; k++)
        if (t[k] == t[k + 1] && b->y.at[k] == b->y.at[k + 1] && t[k] > at + tiny) return t[k];
    return INFINITY;
}

double rt_delay(CwEnv *e, int buffer, double value, double delay_time, double delay_max) {
    Runtime *rt = e->host;
    RtDelay *b = delay_buffer(rt, buffer);
    double now = e->v[0];
    if (delay_time < 0) {
        rt_fail(rt, RT_FAIL_ERROR, 0, "delay(): the delay time %g is negative", delay_time);
        rt_unwind(rt);
    }
    b->probe = value;
    if (rt->history.recording) {
        store(b, now, value, rt->history.breaks);
        forget_old(b, now - fmax(delay_max, delay_time));
        /* so that what is asked for has stored neighbours on both sides, which give its slopes */
        if (delay_time > 0) rt->history.longest_step = fmin(rt->history.longest_step, delay_time / 3);
        rt->history.longest_step = fmin(rt->history.longest_step, resolved_ahead(b, now - delay_time));
        double far = next_break(b, now - delay_time, 4 * rt->span.tiny) + delay_time;
        if (far < rt->history.next_break) rt->history.next_break = far;
    }
    double at = now - delay_time;
    if (b->t.n == 0) return value;
    if (at <= b->t.at[b->first]) return b->y.at[b->first];
    double last = vec_last(&b->t);
    if (at < last) return interpolate(b, at);
    if (!(now > last)) return vec_last(&b->y);
    return vec_last(&b->y) + (value - vec_last(&b->y)) * (at - last) / (now - last);
}

/* ---- spatialDistribution ----------------------------------------------------------------------------------------- */

static const double PART_OF_PIPE = 0.02; /* that a step may fill: what enters meanwhile is stored as a straight line */

/* The profile is stored over the material coordinate m = y - x, in which nothing moves; the pipe is
 * the window [-x, 1-x]. */

static RtSpatial *spatial_buffer(Runtime *rt, int number) {
    while (rt->history.spatials.n <= (size_t)number) (void)vec_extend(&rt->history.spatials, 1);
    return &rt->history.spatials.at[number];
}

static bool is_initial(const RtSpatial *b, double m) { return m >= b->initial[0] && m <= b->initial[1]; }

static double profile(const RtSpatial *b, double m, double end_m, double end_y) {
    size_t n = b->x.n;
    const double *x = b->x.at, *y = b->y.at;
    if (m <= x[0]) return end_m < x[0] ? y[0] + (end_y - y[0]) * (x[0] - m) / (x[0] - end_m) : y[0];
    if (m >= x[n - 1])
        return end_m > x[n - 1] ? y[n - 1] + (end_y - y[n - 1]) * (m - x[n - 1]) / (end_m - x[n - 1]) : y[n - 1];
    size_t low = entry_before(x, 0, n - 1, m), first = low, last = low + 1;
    double h = x[low + 1] - x[low];
    if (!(h > 0)) return y[low + 1];
    bool linear = is_initial(b, x[low]) && is_initial(b, x[low + 1]); /* as it was given */
    while (!linear && first > 0 && low - first < MOST_STEPS_ASIDE && !is_initial(b, x[first])) first--;
    while (!linear && last + 1 < n && last - low < MOST_STEPS_ASIDE && !is_initial(b, x[last])) last++;
    return polynomial(x, y, first, last, low, m);
}

static void insert_front(RtSpatial *b, double m, double y) {
    vec_push(&b->x, 0);
    vec_push(&b->y, 0);
    memmove(b->x.at + 1, b->x.at, (b->x.n - 1) * sizeof(double));
    memmove(b->y.at + 1, b->y.at, (b->y.n - 1) * sizeof(double));
    b->x.at[0] = m;
    b->y.at[0] = y;
}

/* Takes in what flowed into the pipe since the last accepted point; drops what left it. */
static void record_spatial(RtSpatial *b, double in0, double in1, double x, bool positive) {
    if (positive) {
        if (-x < b->x.at[0] || b->y.at[0] != in0) insert_front(b, -x, in0);
        while (b->x.n > 2 && b->x.at[b->x.n - 2] > 1 - x) {
            b->x.n--;
            b->y.n--;
        }
        return;
    }
    if (1 - x > vec_last(&b->x) || vec_last(&b->y) != in1) {
        vec_push(&b->x, 1 - x);
        vec_push(&b->y, in1);
    }
    size_t drop = 0;
    while (drop + 2 < b->x.n && b->x.at[drop + 1] < -x) drop++;
    if (!drop) return;
    b->x.n -= drop;
    b->y.n -= drop;
    memmove(b->x.at, b->x.at + drop, b->x.n * sizeof(double));
    memmove(b->y.at, b->y.at + drop, b->y.n * sizeof(double));
}

void rt_spatial(CwEnv *e, int buffer, const double *in, double *out, const double *points, const double *values,
                int n) {
    Runtime *rt = e->host;
    RtSpatial *b = spatial_buffer(rt, buffer);
    double in0 = in[0], in1 = in[1], x = in[2];
    bool positive = in[3] != 0;
    if (!b->started) {
        vec_clear(&b->x);
        vec_clear(&b->y);
        for (int i = 0; i < n; i++) {
            vec_push(&b->x, points[i] - x);
            vec_push(&b->y, values[i]);
        }
        if (n == 0) {
            vec_push(&b->x, -x);
            vec_push(&b->y, in0);
        }
        b->started = rt->history.recording;
        b->initial[0] = b->x.at[0];
        b->initial[1] = vec_last(&b->x);
    }
    b->probe[0] = in0, b->probe[1] = in1, b->probe[2] = x;
    b->positive = positive;
    out[0] = positive ? in0 : profile(b, -x, 1 - x, in1);
    out[1] = positive ? profile(b, 1 - x, -x, in0) : in1;
    if (!rt->history.recording) return;
    record_spatial(b, in0, in1, x, positive);
    double moved = fabs(x - b->last_x), passed = e->v[0] - b->last_t;
    if (moved > 0 && passed > 0)
        rt->history.longest_step = fmin(rt->history.longest_step, passed / moved * PART_OF_PIPE);
    if (passed > 0 || !b->started) b->last_t = e->v[0], b->last_x = x;
}

/* ---- how dense they are ------------------------------------------------------------------------------------------ */

size_t rt_history_width(const Runtime *rt) { return rt->history.delays.n + 3 * rt->history.spatials.n; }

void rt_history_values(const Runtime *rt, double *values) {
    size_t nd = rt->history.delays.n;
    for (size_t i = 0; i < nd; i++) values[i] = rt->history.delays.at[i].probe;
    for (size_t i = 0; i < rt->history.spatials.n; i++)
        memcpy(values + nd + 3 * i, rt->history.spatials.at[i].probe, sizeof rt->history.spatials.at[i].probe);
}

static bool close_to(double foretold, double value, double size, double tolerance) {
    return fabs(foretold - value) <= 0.1 * tolerance * (fabs(value) + fmin(size, 1)) + 1e-15 * size;
}

static bool delay_agrees(RtDelay *b, double to, double at_end, double t, double value, double tolerance) {
    if (!b->t.n || !(vec_last(&b->t) < t)) return true;
    vec_push(&b->t, to);
    vec_push(&b->y, at_end);
    double foretold = interpolate(b, t);
    b->t.n--, b->y.n--;
    return close_to(foretold, value, fmax(b->size, fabs(value)), tolerance);
}

static bool spatial_agrees(RtSpatial *b, const double *end, const double *middle, double tolerance) {
    double size = fabs(end[b->positive ? 0 : 1]), foretold;
    if (!b->started || !b->x.n) return true;
    for (size_t i = 0; i < b->y.n; i++) size = fmax(size, fabs(b->y.at[i]));
    if (b->positive) {
        if (!(-end[2] < -middle[2] && -middle[2] < b->x.at[0])) return true;
        insert_front(b, -end[2], end[0]);
        foretold = profile(b, -middle[2], 0, 0);
        memmove(b->x.at, b->x.at + 1, --b->x.n * sizeof(double));
        memmove(b->y.at, b->y.at + 1, --b->y.n * sizeof(double));
        return close_to(foretold, middle[0], size, tolerance);
    }
    if (!(1 - end[2] > 1 - middle[2] && 1 - middle[2] > vec_last(&b->x))) return true;
    vec_push(&b->x, 1 - end[2]);
    vec_push(&b->y, end[1]);
    foretold = profile(b, 1 - middle[2], 0, 0);
    b->x.n--, b->y.n--;
    return close_to(foretold, middle[1], size, tolerance);
}

bool rt_history_agrees(Runtime *rt, double to, const double *end, double t, const double *middle, double tolerance) {
    size_t nd = rt->history.delays.n;
    for (size_t i = 0; i < nd; i++)
        if (!delay_agrees(&rt->history.delays.at[i], to, end[i], t, middle[i], tolerance)) return false;
    for (size_t i = 0; i < rt->history.spatials.n; i++)
        if (!spatial_agrees(&rt->history.spatials.at[i], end + nd + 3 * i, middle + nd + 3 * i, tolerance))
            return false;
    return true;
}

/* Before the start, delay() asks for what was then (MLS 3.6, 3.7.4.2: expr(time.start)): what events at the start
 * itself change is behind that, as a jump. */
void rt_delays_begin(Runtime *rt) {
    if (!rt->history.delays.n) return;
    rt->history.recording = true;
    (void)rt_eval(rt, rt->code->initial);
    rt->history.recording = false;
}

void rt_delays_free(Runtime *rt) {
    for (size_t i = 0; i < rt->history.delays.n; i++) {
        vec_free(&rt->history.delays.at[i].t);
        vec_free(&rt->history.delays.at[i].y);
    }
    for (size_t i = 0; i < rt->history.spatials.n; i++) {
        vec_free(&rt->history.spatials.at[i].x);
        vec_free(&rt->history.spatials.at[i].y);
    }
    vec_free(&rt->history.delays);
    vec_free(&rt->history.spatials);
}
