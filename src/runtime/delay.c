/* delay.c - histories behind delay() and spatialDistribution() (MLS 3.6, 3.7.4.2 and 3.7.4.3).
 *
 * Histories grow at accepted points only (rt->history.recording); at tentative points the present value
 * closes the gap between the last stored point and now.
 */
#include "runtime/runtime_impl.h"

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

/* Two entries at one time are a jump; the same value evaluated twice, with another rounding, is none. */
static void store(RtDelay *b, double t, double y) {
    if (b->t.n && vec_last(&b->t) == t && fabs(vec_last(&b->y) - y) <= 1e-7 * fabs(y) + 1e-12) return;
    while (b->t.n && vec_last(&b->t) > t) {
        b->t.n--;
        b->y.n--;
    }
    vec_push(&b->t, t);
    vec_push(&b->y, y);
}

/* Slope at entry k from its neighbours, not across jumps. */
static double slope(const RtDelay *b, size_t k) {
    const double *t = b->t.at, *y = b->y.at;
    bool left = k > b->first && t[k] > t[k - 1], right = k + 1 < b->t.n && t[k + 1] > t[k];
    double a = left ? (y[k] - y[k - 1]) / (t[k] - t[k - 1]) : 0;
    double c = right ? (y[k + 1] - y[k]) / (t[k + 1] - t[k]) : 0;
    if (left && right) {
        double ha = t[k] - t[k - 1], hc = t[k + 1] - t[k];
        return (a * hc + c * ha) / (ha + hc);
    }
    return left ? a : c;
}

static double interpolate(const RtDelay *b, double t) {
    size_t low = b->first, high = b->t.n - 1;
    while (high - low > 1) {
        size_t mid = low + (high - low) / 2;
        if (b->t.at[mid] <= t) low = mid;
        else high = mid;
    }
    double h = b->t.at[high] - b->t.at[low];
    if (!(h > 0)) return b->y.at[high];
    double s = (t - b->t.at[low]) / h, y0 = b->y.at[low], y1 = b->y.at[high];
    double m0 = h * slope(b, low), m1 = h * slope(b, high);
    return y0 + s * s * (3 - 2 * s) * (y1 - y0) + s * (1 - s) * ((1 - s) * m0 - s * m1);
}

double rt_delay(CwEnv *e, int buffer, double value, double delay_time, double delay_max) {
    Runtime *rt = e->host;
    RtDelay *b = delay_buffer(rt, buffer);
    double now = e->v[0];
    if (delay_time < 0) {
        rt_fail(rt, RT_FAIL_ERROR, 0, "delay(): the delay time %g is negative", delay_time);
        rt_unwind(rt);
    }
    if (rt->history.recording) {
        store(b, now, value);
        forget_old(b, now - fmax(delay_max, delay_time));
        /* so that what is asked for has stored neighbours on both sides, which give its slopes */
        if (delay_time > 0) rt->history.longest_step = fmin(rt->history.longest_step, delay_time / 3);
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

static double profile(const RtSpatial *b, double m, double end_m, double end_y) {
    size_t n = b->x.n;
    const double *x = b->x.at, *y = b->y.at;
    if (m <= x[0]) return end_m < x[0] ? y[0] + (end_y - y[0]) * (x[0] - m) / (x[0] - end_m) : y[0];
    if (m >= x[n - 1])
        return end_m > x[n - 1] ? y[n - 1] + (end_y - y[n - 1]) * (m - x[n - 1]) / (end_m - x[n - 1]) : y[n - 1];
    size_t low = 0, high = n - 1;
    while (high - low > 1) {
        size_t mid = low + (high - low) / 2;
        if (x[mid] <= m) low = mid;
        else high = mid;
    }
    double h = x[high] - x[low];
    return h > 0 ? y[low] + (y[high] - y[low]) * (m - x[low]) / h : y[high];
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
    }
    out[0] = positive ? in0 : profile(b, -x, 1 - x, in1);
    out[1] = positive ? profile(b, 1 - x, -x, in0) : in1;
    if (!rt->history.recording) return;
    record_spatial(b, in0, in1, x, positive);
    double moved = fabs(x - b->last_x), passed = e->v[0] - b->last_t;
    if (moved > 0 && passed > 0)
        rt->history.longest_step = fmin(rt->history.longest_step, passed / moved * PART_OF_PIPE);
    if (passed > 0 || !b->started) b->last_t = e->v[0], b->last_x = x;
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
