/* runtime_event.c - state events, time events, samples, Zeno, on hand-written models with closed
 * forms. */
#include "runtime_bed.h"

/* ---- bouncing ball: when h <= 0 then reinit(v, -c*pre(v)) -------------------------------------------------------- */

enum { H = 1, DH, V, DV, PRE_V, IMPACT, PRE_IMPACT };
static const double G = 9.81, C = 0.9;

static void ball_ode(CwEnv *e) {
    e->v[DH] = e->v[V];
    e->v[DV] = -G;
}
static void ball_relations(CwEnv *e) { e->v[IMPACT] = e->v[H] <= 0; }
static void ball_crossings(CwEnv *e) { e->r[0] = e->v[H]; }
static void ball_actions(CwEnv *e) {
    if (!e->initial && e->v[IMPACT] != 0 && e->v[PRE_IMPACT] == 0) e->call->reinit(e, V, -C * e->v[PRE_V]);
}

static void make_ball(Bed *b) {
    bed_new(b);
    bed_state(b, "h", 0.9);
    bed_state(b, "v", 0);
    dae_pre(b->dae, V);
    bed_relation(b, "impact", SYM_REL_STATE, DAE_LE, H);
    dae_pre(b->dae, IMPACT);
    b->code.ode = b->code.event = b->code.initial = ball_ode;
    b->code.relations = ball_relations;
    b->code.crossings = ball_crossings;
    b->code.actions = ball_actions;
}

/* Times at which the velocity jumps upwards, from the rows of the result. */
static size_t impacts(const char *path, Context *ctx, double *times, size_t most) {
    ResResult *r = res_open(ctx, path);
    CHECK(r != NULL);
    if (!r) return 0;
    const double *t = res_time(r), *v = res_column(r, "v");
    size_t n = 0;
    for (size_t i = 1; i < res_rows(r) && n < most; i++)
        if (t[i] == t[i - 1] && v[i] > v[i - 1] + 1e-9) times[n++] = t[i];
    res_close(r);
    return n;
}

static void test_ball(const char *solver, double tolerance, double accuracy) {
    Bed b;
    make_ball(&b);
    Runtime *rt = bed_runtime(&b);
    RtOptions o = rt_options(b.gen.description);
    o.stop = 8;
    o.tolerance = tolerance;
    o.solver = solver;
    CHECK(rt_record(rt, &(RtRecord){.path = "runtime_ball.csv"}) == RT_OK);
    CHECK(rt_initialise(rt, 0) == RT_OK);
    CHECK(rt_simulate(rt, &o) == RT_OK);
    double times[100], worst = 0;
    size_t n = impacts("runtime_ball.csv", b.ctx, times, 100);
    double fall = sqrt(2 * 0.9 / G), t = fall, flight = 2 * fall * C;
    CHECK(n == 39);
    for (size_t i = 0; i < n; i++, t += flight, flight *= C) worst = fmax(worst, fabs(times[i] - t));
    printf("ball, %s at %g: %zu impacts, worst error of their times %.3g, %llu steps\n", solver, tolerance, n, worst,
           (unsigned long long)rt_stats(rt)->steps);
    CHECK(worst < accuracy);
    unlink("runtime_ball.csv");
    bed_free(&b);
}

/* Past the accumulation point nothing sensible can follow: it must be said, and not fall through
 * the floor. */
static void test_zeno(double tolerance) {
    Bed b;
    make_ball(&b);
    Runtime *rt = bed_runtime(&b);
    RtOptions o = rt_options(b.gen.description);
    o.stop = 20;
    o.tolerance = tolerance;
    CHECK(rt_initialise(rt, 0) == RT_OK);
    CHECK(rt_simulate(rt, &o) == RT_STOPPED);
    CHECK(rt_time(rt) < 9);
    CHECK(base_error_count(b.ctx) == 1);
    bed_free(&b);
}

/* ---- sampled system: when sample(0.1, 0.1) then n = pre(n) + 1 --------------------------------------------------- */

enum { N = 1, PRE_N, S, START, INTERVAL, LATE };

static void clock_event(CwEnv *e) { e->v[N] = !e->initial && e->v[S] != 0 ? e->v[PRE_N] + 1 : e->v[PRE_N]; }
static void clock_samples(CwEnv *e) {
    e->v[START] = 0.1;
    e->v[INTERVAL] = 0.1;
}
static void clock_relations(CwEnv *e) { e->v[LATE] = e->v[0] > 0.55; /* strict: false at 0.55 itself */ }
static void clock_crossings(CwEnv *e) { e->r[0] = 0.55; }

static void test_sample(void) {
    Bed b;
    bed_new(&b);
    bed_var(&b, "n", DAE_KIND_DISCRETE, DAE_INTEGER, 0);
    dae_pre(b.dae, N);
    bed_var(&b, "s", DAE_KIND_DISCRETE, DAE_BOOLEAN, 0);
    bed_var(&b, "start", DAE_KIND_PARAMETER, DAE_REAL, 0);
    bed_var(&b, "interval", DAE_KIND_PARAMETER, DAE_REAL, 0);
    bed_relation(&b, "late", SYM_REL_TIME, DAE_GT, N);
    SymSample s = {.var = S, .start_var = START, .interval_var = INTERVAL};
    vec_push(&b.sym.samples, s);
    b.code.event = b.code.initial = clock_event;
    b.code.samples = clock_samples;
    b.code.relations = clock_relations;
    b.code.crossings = clock_crossings;
    Runtime *rt = bed_runtime(&b);
    RtOptions o = rt_options(b.gen.description);
    o.stop = 1000;
    o.intervals = 10;
    CHECK(rt_record(rt, &(RtRecord){.path = "runtime_clock.mat"}) == RT_OK);
    CHECK(rt_initialise(rt, 0) == RT_OK);
    CHECK(rt_simulate(rt, &o) == RT_OK);
    NEAR(rt_value(rt, N), 10000, 0);
    CHECK(rt_stats(rt)->time_events == 10001);
    ResResult *r = res_open(b.ctx, "runtime_clock.mat");
    CHECK(r != NULL);
    const double *t = res_time(r), *late = res_column(r, "late"), *n = res_column(r, "n");
    size_t rows = res_rows(r);
    for (size_t i = 0; i < rows; i++)
        if (t[i] > 0.54 && t[i] < 0.56) CHECK(t[i] == 0.55 && late[i] == (double)(i > 0 && t[i - 1] == t[i]));
    CHECK(n[rows - 1] == 10000);
    res_close(r);
    unlink("runtime_clock.mat");
    bed_free(&b);
}

/* ---- an event in the middle of nothing: sin(time) > 0.5 without states ------------------------------------------- */

enum { Y = 1, UP };

static void wave_ode(CwEnv *e) { e->v[Y] = sin(e->v[0]) - 0.5; }
static void wave_relations(CwEnv *e) { e->v[UP] = e->v[Y] > 0; }
static void wave_crossings(CwEnv *e) { e->r[0] = e->v[Y]; }

static void test_stateless(void) {
    Bed b;
    bed_new(&b);
    bed_var(&b, "y", DAE_KIND_CONTINUOUS, DAE_REAL, 0);
    bed_relation(&b, "up", SYM_REL_STATE, DAE_GT, Y);
    b.code.ode = b.code.event = b.code.initial = wave_ode;
    b.code.relations = wave_relations;
    b.code.crossings = wave_crossings;
    Runtime *rt = bed_runtime(&b);
    RtOptions o = rt_options(b.gen.description);
    o.stop = 10;
    CHECK(rt_record(rt, &(RtRecord){.path = "runtime_wave.csv"}) == RT_OK);
    CHECK(rt_initialise(rt, 0) == RT_OK);
    CHECK(rt_simulate(rt, &o) == RT_OK);
    CHECK(rt_stats(rt)->state_events == 4);
    ResResult *r = res_open(b.ctx, "runtime_wave.csv");
    const double *t = res_time(r), *up = res_column(r, "up");
    int found = 0;
    for (size_t i = 1; i < res_rows(r); i++)
        if (up[i] != up[i - 1]) {
            double want[] = {M_PI / 6, 5 * M_PI / 6, 13 * M_PI / 6, 17 * M_PI / 6};
            if (found < 4) NEAR(t[i], want[found], 1e-13);
            found++;
        }
    CHECK(found == 4);
    res_close(r);
    unlink("runtime_wave.csv");
    bed_free(&b);
}

/* ---- a crossing function that rounding makes another one at events: x < 0 where x is known to 1e-8 --------------- */

enum { X = 1, DX, SEEN, BELOW };
static const double NOISE = 5e-9;

static void noisy_ode(CwEnv *e) {
    e->v[DX] = -1;
    e->v[SEEN] = e->v[X] - NOISE;
}
static void noisy_event(CwEnv *e) {
    e->v[DX] = -1;
    e->v[SEEN] = e->v[X] + NOISE;
}
static void noisy_relations(CwEnv *e) { e->v[BELOW] = e->v[SEEN] < 0; }
static void noisy_crossings(CwEnv *e) { e->r[0] = e->v[SEEN]; }

static void test_noise(void) {
    Bed b;
    bed_new(&b);
    bed_state(&b, "x", 1);
    bed_var(&b, "seen", DAE_KIND_CONTINUOUS, DAE_REAL, 0);
    bed_relation(&b, "below", SYM_REL_STATE, DAE_LT, SEEN);
    b.code.ode = noisy_ode;
    b.code.event = b.code.initial = noisy_event;
    b.code.relations = noisy_relations;
    b.code.crossings = noisy_crossings;
    Runtime *rt = bed_runtime(&b);
    RtOptions o = rt_options(b.gen.description);
    o.stop = 2;
    CHECK(rt_record(rt, &(RtRecord){.path = "runtime_noise.csv"}) == RT_OK);
    CHECK(rt_initialise(rt, 0) == RT_OK);
    CHECK(rt_simulate(rt, &o) == RT_OK);
    CHECK(rt_stats(rt)->state_events < 10);
    NEAR(rt_time(rt), 2, 1e-12);
    NEAR(rt_value(rt, X), -1, 1e-6);
    CHECK(rt_value(rt, BELOW) == 1);
    unlink("runtime_noise.csv");
    bed_free(&b);
}

int main(void) {
    test_ball("cvode", 1e-8, 1e-6); /* errors of backward differentiation pile up over 39 restarts */
    test_ball("cvode", 1e-10, 3e-8);
    test_ball("cvode", 1e-12, 1e-9);
    test_ball("dopri5", 1e-8, 1e-8);
    test_ball("rk4", 1e-8, 1e-8);
    for (double tolerance = 1e-3; tolerance > 1e-12; tolerance *= 0.1) test_zeno(tolerance);
    test_sample();
    test_stateless();
    test_noise();
    return bed_report();
}
