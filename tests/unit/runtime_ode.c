/* runtime_ode.c - integrators on hand-written models with known solutions. */
#include "runtime_bed.h"

/* ---- decay: der(x) = -x ------------------------------------------------------------------------------------------ */

static void decay_ode(CwEnv *e) { e->v[2] = -e->v[1]; }
static void decay_tangent(CwEnv *e) { e->d[2] = -e->d[1]; }

static double run_decay(const char *solver, double tolerance, double step) {
    Bed b;
    bed_new(&b);
    bed_state(&b, "x", 1);
    b.code.ode = b.code.event = b.code.initial = decay_ode;
    b.code.tangent = decay_tangent;
    Runtime *rt = bed_runtime(&b);
    RtOptions o = rt_options(b.gen.description);
    o.solver = solver;
    o.tolerance = tolerance;
    o.fixed_step = step;
    o.stop = 2;
    CHECK(rt_initialise(rt, 0) == RT_OK);
    CHECK(rt_simulate(rt, &o) == RT_OK);
    CHECK(rt_stats(rt)->rows == 501);
    double x = rt_value(rt, 1);
    bed_free(&b);
    return x;
}

/* ---- van der Pol, stiff ------------------------------------------------------------------------------------------ */

static void vdp_ode(CwEnv *e) {
    double x = e->v[1], y = e->v[3];
    e->v[2] = y;
    e->v[4] = 1000 * ((1 - x * x) * y) - x;
}
static void vdp_tangent(CwEnv *e) {
    double x = e->v[1], y = e->v[3];
    e->d[2] = e->d[3];
    e->d[4] = 1000 * (-2 * x * e->d[1] * y + (1 - x * x) * e->d[3]) - e->d[1];
}

static void test_van_der_pol(void) {
    Bed b;
    bed_new(&b);
    bed_state(&b, "x", 2);
    bed_state(&b, "y", 0);
    b.code.ode = b.code.event = b.code.initial = vdp_ode;
    b.code.tangent = vdp_tangent;
    Runtime *rt = bed_runtime(&b);
    RtOptions o = rt_options(b.gen.description);
    o.stop = 2000;
    o.tolerance = 1e-8;
    CHECK(rt_initialise(rt, 0) == RT_OK);
    CHECK(rt_simulate(rt, &o) == RT_OK);
    NEAR(rt_value(rt, 1), 1.706167732, 1e-5); /* reference solution of the stiff test set */
    CHECK(rt_stats(rt)->steps < 5000);
    bed_free(&b);
}

/* ---- Roessler ---------------------------------------------------------------------------------------------------- */

static void roessler_ode(CwEnv *e) {
    double x = e->v[1], y = e->v[3], z = e->v[5];
    e->v[2] = -y - z;
    e->v[4] = x + 0.2 * y;
    e->v[6] = 0.2 + x * z - 8 * z;
}

static void test_roessler(const char *solver) {
    Bed b;
    bed_new(&b);
    bed_state(&b, "x", 2);
    bed_state(&b, "y", 2.5);
    bed_state(&b, "z", 0);
    b.code.ode = b.code.event = b.code.initial = roessler_ode;
    Runtime *rt = bed_runtime(&b);
    RtOptions o = rt_options(b.gen.description);
    o.stop = 40;
    o.solver = solver;
    o.tolerance = 1e-11;
    CHECK(rt_initialise(rt, 0) == RT_OK);
    CHECK(rt_simulate(rt, &o) == RT_OK);
    NEAR(rt_value(rt, 1), 9.014612, 2e-6);
    NEAR(rt_value(rt, 3), -5.540819, 2e-6);
    NEAR(rt_value(rt, 5), 0.134267, 2e-6);
    bed_free(&b);
}

/* ---- heat rod, sparse -------------------------------------------------------------------------------------------- */

enum { CELLS = 100000 };

static void rod_ode(CwEnv *e) {
    double *v = e->v, *x = v + 1, *dx = v + 1 + CELLS;
    for (int i = 0; i < CELLS; i++) {
        double left = i ? x[i - 1] : 1, right = i + 1 < CELLS ? x[i + 1] : 0;
        dx[i] = 100 * (left - 2 * x[i] + right);
    }
}
static void rod_tangent(CwEnv *e) {
    double *d = e->d, *x = d + 1, *dx = d + 1 + CELLS;
    for (int i = 0; i < CELLS; i++) dx[i] = 100 * ((i ? x[i - 1] : 0) - 2 * x[i] + (i + 1 < CELLS ? x[i + 1] : 0));
}

static void test_heat_rod(void) {
    Bed b;
    bed_new(&b);
    for (int i = 0; i < CELLS; i++) {
        DaeVariable v = {.kind = DAE_KIND_CONTINUOUS, .base = DAE_REAL, .start = DAE_NO_OPERAND};
        int32_t sub = i + 1;
        v.name = dae_name(b.dae, 0, base_name(b.ctx->names, "T"), &sub, 1);
        dae_add_var(b.dae, &v);
    }
    for (DaeVar i = 1; i <= CELLS; i++) {
        SymState s = {i, dae_der(b.dae, i), 0};
        vec_push(&b.sym.states, s);
    }
    uint32_t *ptr = malloc((CELLS + 1) * sizeof *ptr), *row = malloc(3 * CELLS * sizeof *row),
             *colour = malloc(CELLS * sizeof *colour), k = 0;
    for (uint32_t i = 0; i < CELLS; i++) {
        ptr[i] = k;
        for (uint32_t j = i ? i - 1 : 0; j <= i + 1 && j < CELLS; j++) row[k++] = j;
        colour[i] = i % 3;
    }
    ptr[CELLS] = k;
    b.sym.jac_colptr = ptr;
    b.sym.jac_rowind = row;
    b.sym.jac_colour = colour;
    b.sym.jac_ncolours = 3;
    b.code.ode = b.code.event = b.code.initial = rod_ode;
    b.code.tangent = rod_tangent;
    Runtime *rt = bed_runtime(&b);
    RtOptions o = rt_options(b.gen.description);
    o.stop = 10;
    o.intervals = 1;
    CHECK(rt_initialise(rt, 0) == RT_OK);
    CHECK(rt_simulate(rt, &o) == RT_OK);
    /* half-infinite rod: T = erfc(x/(2*sqrt(a*t))) with cell width 1 and a = 100 */
    NEAR(rt_value(rt, 10), erfc(10 / (2 * sqrt(1000.0))), 1e-4);
    printf("rod of %d: %g s, %llu steps, %llu jacobians, %s\n", CELLS, rt_stats(rt)->simulate_seconds,
           (unsigned long long)rt_stats(rt)->steps, (unsigned long long)rt_stats(rt)->jacobians, rt_stats(rt)->solver);
    bed_free(&b);
    free(ptr);
    free(row);
    free(colour);
}

int main(void) {
    double exact = exp(-2);
    NEAR(run_decay("cvode", 1e-8, 0), exact, 2e-7);
    NEAR(run_decay("cvode-adams", 1e-8, 0), exact, 1e-7);
    NEAR(run_decay("dopri5", 1e-8, 0), exact, 1e-7);
    NEAR(run_decay("fehlberg78", 1e-8, 0), exact, 1e-7);
    NEAR(run_decay("rk4", 1e-8, 0.01), exact, 1e-8);
    NEAR(run_decay("euler", 1e-8, 0.001), exact, 2e-4);
    NEAR(run_decay("implicit-euler", 1e-8, 0.001), exact, 2e-4);
    CHECK(run_decay("cvode", 1e-6, 0) == run_decay("cvode", 1e-6, 0)); /* bit for bit */
    test_van_der_pol();
    test_roessler("cvode");
    test_roessler("dopri5");
    test_heat_rod();
    return bed_report();
}
