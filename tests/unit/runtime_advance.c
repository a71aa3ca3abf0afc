/* runtime_advance.c - begin, advance, end: a run in pieces is the run as a whole. */
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

static Runtime *make_ball(Bed *b, const char *path) {
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
    Runtime *rt = bed_runtime(b);
    if (path) CHECK(rt_record(rt, &(RtRecord){.path = path}) == RT_OK);
    CHECK(rt_initialise(rt, 0) == RT_OK);
    return rt;
}

static RtOptions options(const Bed *b, const char *solver) {
    RtOptions o = rt_options(b->gen.description);
    o.stop = 3;
    o.solver = solver;
    return o;
}

static bool same_files(const char *a, const char *b) {
    FILE *x = fopen(a, "rb"), *y = fopen(b, "rb");
    if (!x || !y) return false;
    int c, d;
    do c = fgetc(x), d = fgetc(y);
    while (c == d && c != EOF);
    fclose(x);
    fclose(y);
    return c == d;
}

/* Step by step: the same bytes. */
static void test_steps(const char *solver) {
    Bed whole, steps;
    Runtime *rt = make_ball(&whole, "advance_whole.csv");
    RtOptions o = options(&whole, solver);
    CHECK(rt_simulate(rt, &o) == RT_OK);
    rt = make_ball(&steps, "advance_steps.csv");
    o = options(&steps, solver);
    CHECK(rt_begin(rt, &o) == RT_OK);
    uint64_t n = 0;
    for (; !rt_finished(rt) && n < 100000 && rt_step(rt) == RT_OK; n++) continue;
    CHECK(rt_end(rt) == RT_OK);
    CHECK(n == rt_stats(rt)->steps);
    CHECK(same_files("advance_whole.csv", "advance_steps.csv"));
    unlink("advance_whole.csv");
    unlink("advance_steps.csv");
    bed_free(&whole);
    bed_free(&steps);
}

/* Height after t seconds, by the closed form. */
static double height(double t) {
    double fall = sqrt(2 * 0.9 / G), speed = G * fall, at = fall;
    if (t < fall) return 0.9 - G * t * t / 2;
    for (speed *= C; t > at + 2 * speed / G; speed *= C) at += 2 * speed / G;
    return speed * (t - at) - G * (t - at) * (t - at) / 2;
}

/* To communication points inside steps: values and time are those of the point. */
static void test_points(const char *solver, double accuracy) {
    Bed b;
    Runtime *rt = make_ball(&b, NULL);
    RtOptions o = options(&b, solver);
    o.tolerance = 1e-8;
    o.fixed_step = 1e-3;
    CHECK(rt_begin(rt, &o) == RT_OK);
    double worst = 0;
    for (int k = 1; k <= 37; k++) {
        double t = k == 37 ? 3 : 3.0 / 37 * k;
        CHECK(rt_advance(rt, t) == RT_OK);
        CHECK(rt_time(rt) == t);
        worst = fmax(worst, fabs(rt_value(rt, H) - height(t)));
        CHECK(rt_value(rt, DH) == rt_value(rt, V));
    }
    CHECK(rt_finished(rt));
    CHECK(rt_end(rt) == RT_OK);
    printf("points, %s: worst error %.3g, %llu steps\n", solver, worst, (unsigned long long)rt_stats(rt)->steps);
    CHECK(worst < accuracy);
    bed_free(&b);
}

/* From impact to impact. */
static void test_events(void) {
    Bed b;
    Runtime *rt = make_ball(&b, NULL);
    RtOptions o = options(&b, NULL);
    CHECK(rt_begin(rt, &o) == RT_OK);
    double fall = sqrt(2 * 0.9 / G), t = fall, flight = 2 * fall * C;
    for (int k = 0; k < 4; k++, t += flight, flight *= C) {
        CHECK(rt_next_event(rt, 3) == RT_OK);
        CHECK(rt_event_handled(rt));
        if (rt_value(rt, IMPACT) == 0) CHECK(rt_next_event(rt, 3) == RT_OK); /* that was the ball leaving the floor */
        NEAR(rt_time(rt), t, 1e-4);
        CHECK(rt_value(rt, V) > 0); /* behind it */
    }
    CHECK(rt_next_event(rt, 3) == RT_OK);
    double to = rt_time(rt) + 1e-3;
    CHECK(rt_next_event(rt, to) == RT_OK);
    CHECK(!rt_event_handled(rt));
    CHECK(rt_time(rt) == to);
    CHECK(rt_end(rt) == RT_OK);
    bed_free(&b);
}

int main(void) {
    static const char *const solvers[] = {"cvode", "cvode-adams", "dopri5", "sdirk4", "rk4"};
    for (size_t i = 0; i < sizeof solvers / sizeof *solvers; i++) test_steps(solvers[i]);
    test_points("cvode", 1e-6);
    test_points("dopri5", 1e-6);
    test_points("sdirk4", 1e-3); /* its interpolation, on which impacts are located, is of lower order */
    test_points("rk4", 1e-6);
    test_events();
    return bed_report();
}
