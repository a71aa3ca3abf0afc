/* runtime_fallback.c - trust region and KINSOL on systems where plain Newton goes astray. */
#include "runtime/runtime_impl.h"
#include "runtime_bed.h"

typedef int (*Method)(SolSystem *s);

static void solve_first(CwEnv *e) { e->call->solve(e, 0); }

/* Rosenbrock 1960: a curved valley. */
static void rosenbrock(CwEnv *e) {
    e->r[0] = 10 * (e->v[2] - e->v[1] * e->v[1]);
    e->r[1] = 1 - e->v[1];
}

/* Newton's correction overshoots ever farther from |z| > 1.4 on. */
static void arctangent(CwEnv *e) { e->r[0] = atan(e->v[1]) * 1e6; }

/* Brown: almost linear, a product instead of the last equation. */
static void brown(CwEnv *e) {
    double sum = 0, product = 1;
    for (int i = 1; i <= 4; i++) sum += e->v[i], product *= e->v[i];
    for (int i = 0; i < 3; i++) e->r[i] = e->v[i + 1] + sum - 5;
    e->r[3] = product - 1;
}

/* z1 > 0 by its sign: the logarithm is not there below. */
static void logarithm(CwEnv *e) { e->r[0] = log(e->v[1]) - 3; }

static void no_solution(CwEnv *e) { e->r[0] = e->v[1] * e->v[1] + 1; }

/* Runs the method from z = start, at which initialisation has already found (or not found) a solution. */
static bool run(Method method, CwFn residual, int n, const double *start, double *z) {
    Bed b;
    bed_new(&b);
    int vars[4] = {1, 2, 3, 4};
    for (int i = 0; i < n; i++) {
        char name[16];
        snprintf(name, sizeof name, "z%d", i + 1);
        bed_var(&b, name, DAE_KIND_CONTINUOUS, DAE_REAL, 1);
    }
    CwSystem s = {.n = n, .vars = vars, .residual = residual};
    b.code.systems = &s;
    b.code.nsystems = 1;
    b.code.initial = b.code.event = b.code.ode = solve_first;
    Runtime *rt = bed_runtime(&b);
    (void)rt_initialise(rt, 0);
    memcpy(rt->ev.systems[0].sol.z, start, (size_t)n * sizeof *start);
    bool near = method(&rt->ev.systems[0].sol);
    memcpy(z, rt->ev.systems[0].sol.z, (size_t)n * sizeof *z);
    bed_free(&b);
    return near;
}

static void test(Method method) {
    double z[4];
    CHECK(run(method, rosenbrock, 2, (double[]){-1.2, 1}, z));
    NEAR(z[0], 1, 1e-4);
    NEAR(z[1], 1, 1e-4);
    CHECK(run(method, arctangent, 1, (double[]){50}, z));
    NEAR(z[0], 0, 1e-3);
    CHECK(run(method, brown, 4, (double[]){2, 1.5, 0.5, 0.7}, z));
    NEAR(z[0] * z[1] * z[2] * z[3], 1, 1e-4);
    CHECK(run(method, logarithm, 1, (double[]){0.01}, z));
    NEAR(z[0], exp(3), 1e-2);
    CHECK(!run(method, no_solution, 1, (double[]){3}, z));
}

int main(void) {
    test(sol_trust_region);
    test(rt_kinsol);
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
