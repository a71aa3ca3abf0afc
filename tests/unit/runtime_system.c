/* runtime_system.c - linear and nonlinear systems: dense, sparse, singular, unsolvable; tangents of
 * their solutions. */
#include "runtime_bed.h"

static void add_unknowns(Bed *b, int n) {
    for (int i = 0; i < n; i++) {
        char name[16];
        snprintf(name, sizeof name, "z%d", i + 1);
        bed_var(b, name, DAE_KIND_CONTINUOUS, DAE_REAL, 0.5);
    }
}

static void solve_first(CwEnv *e) { e->call->solve(e, 0); }

/* ---- 3 x 3 linear ------------------------------------------------------------------------------------------------ */

static const double A[3][3] = {{2, 1, 0}, {1e6, -3e6, 1e6}, {0, 1e-3, 4e-3}};
static const double B[3] = {4, -2e6, 14e-3};

static void linear_residual(CwEnv *e) {
    for (int i = 0; i < 3; i++) {
        e->r[i] = -B[i];
        for (int j = 0; j < 3; j++) e->r[i] += A[i][j] * e->v[1 + j];
    }
}
static int tangents_evaluated;
static void linear_tangent(CwEnv *e) {
    tangents_evaluated++;
    for (int i = 0; i < 3; i++) {
        e->r[i] = 0;
        for (int j = 0; j < 3; j++) e->r[i] += A[i][j] * e->d[1 + j];
    }
}

static void test_linear(bool tangent) {
    Bed b;
    bed_new(&b);
    add_unknowns(&b, 3);
    int vars[] = {1, 2, 3};
    CwSystem s = {.n = 3,
                  .linear = 1,
                  .constant = 1,
                  .vars = vars,
                  .residual = linear_residual,
                  .tangent = tangent ? linear_tangent : NULL};
    b.code.systems = &s;
    b.code.nsystems = 1;
    b.code.initial = b.code.event = b.code.ode = solve_first;
    Runtime *rt = bed_runtime(&b);
    CHECK(rt_initialise(rt, 0) == RT_OK);
    double z1 = rt_value(rt, 1), z2 = rt_value(rt, 2), z3 = rt_value(rt, 3);
    NEAR(2 * z1 + z2, 4, 1e-12);
    NEAR(z1 - 3 * z2 + z3, -2, 1e-12);
    NEAR(z2 + 4 * z3, 14, 1e-12);
    bed_free(&b);
}

/* A constant matrix is made once (three columns, and one pass that clears tangents), however often the system is
 * solved; one that may change is looked at again. */
static void state_ode(CwEnv *e) {
    e->call->solve(e, 0);
    e->v[5] = -e->v[4];
}

static int count_tangents(int constant) {
    Bed b;
    bed_new(&b);
    add_unknowns(&b, 3);
    bed_state(&b, "x", 1);
    int vars[] = {1, 2, 3};
    CwSystem s = {.n = 3,
                  .linear = 1,
                  .constant = constant,
                  .vars = vars,
                  .residual = linear_residual,
                  .tangent = linear_tangent};
    b.code.systems = &s;
    b.code.nsystems = 1;
    b.code.initial = b.code.event = b.code.ode = state_ode;
    Runtime *rt = bed_runtime(&b);
    RtOptions o = rt_options(b.gen.description);
    o.solver = "rk4"; /* takes no Jacobian */
    o.intervals = 50;
    tangents_evaluated = 0;
    CHECK(rt_initialise(rt, 0) == RT_OK);
    CHECK(rt_simulate(rt, &o) == RT_OK);
    CHECK(rt_stats(rt)->linear_solves > 50);
    bed_free(&b);
    return tangents_evaluated;
}

/* ---- singular: z1 + z2 = 2 twice, or = 2 and = 3 ----------------------------------------------------------------- */

static double second;

static void singular_residual(CwEnv *e) {
    e->r[0] = e->v[1] + e->v[2] - 2;
    e->r[1] = e->v[1] + e->v[2] - second;
}

static void test_singular(double right, RtStatus want) {
    Bed b;
    bed_new(&b);
    add_unknowns(&b, 2);
    int vars[] = {1, 2};
    second = right;
    CwSystem s = {.n = 2, .linear = 1, .vars = vars, .residual = singular_residual};
    b.code.systems = &s;
    b.code.nsystems = 1;
    b.code.initial = b.code.event = b.code.ode = solve_first;
    Runtime *rt = bed_runtime(&b);
    CHECK(rt_initialise(rt, 0) == want);
    if (want == RT_OK) {
        NEAR(rt_value(rt, 1), 1, 1e-9);
        NEAR(rt_value(rt, 2), 1, 1e-9);
    }
    bed_free(&b);
}

/* ---- nonlinear --------------------------------------------------------------------------------------------------- */

/* Powell's badly scaled function: 1e4*x*y = 1, exp(-x) + exp(-y) = 1.0001 */
static void powell_residual(CwEnv *e) {
    double x = e->v[1], y = e->v[2];
    e->r[0] = 1e4 * x * y - 1;
    e->r[1] = exp(-x) + exp(-y) - 1.0001;
}
static void powell_tangent(CwEnv *e) {
    double x = e->v[1], y = e->v[2];
    e->r[0] = 1e4 * (e->d[1] * y + x * e->d[2]);
    e->r[1] = -exp(-x) * e->d[1] - exp(-y) * e->d[2];
}
/* A logarithm that fails left of zero: steps into x <= 0 must be cut short. */
static void log_residual(CwEnv *e) {
    if (e->v[1] <= 0) e->call->error(e, "logarithm of a number that is not positive", 0);
    e->r[0] = log(e->v[1]) + 5;
}
static void log_tangent(CwEnv *e) { e->r[0] = e->d[1] / e->v[1]; }
static void no_solution(CwEnv *e) { e->r[0] = e->v[1] * e->v[1] + 1; }
static void no_solution_tangent(CwEnv *e) { e->r[0] = 2 * e->v[1] * e->d[1]; }

static RtStatus solve_nonlinear(Bed *b, int n, CwFn residual, CwFn tangent, double start) {
    static const int vars[] = {1, 2};
    bed_new(b);
    add_unknowns(b, n);
    b->dae->vars.at[1].start = dae_constant(b->dae, start);
    CwSystem *s = BASE_NEW(&b->ctx->arena, CwSystem);
    *s = (CwSystem){.n = n, .vars = vars, .residual = residual, .tangent = tangent};
    b->code.systems = s;
    b->code.nsystems = 1;
    b->code.initial = b->code.event = b->code.ode = solve_first;
    return rt_initialise(bed_runtime(b), 0);
}

static void test_nonlinear(void) {
    Bed b;
    CHECK(solve_nonlinear(&b, 2, powell_residual, powell_tangent, 0) == RT_OK);
    double x = rt_value(b.rt, 1), y = rt_value(b.rt, 2);
    NEAR(1e4 * x * y, 1, 1e-9);
    NEAR(exp(-x) + exp(-y), 1.0001, 1e-9);
    bed_free(&b);
    CHECK(solve_nonlinear(&b, 1, log_residual, log_tangent, 20) == RT_OK);
    NEAR(rt_value(b.rt, 1), exp(-5), 1e-12);
    bed_free(&b);
    CHECK(solve_nonlinear(&b, 1, no_solution, no_solution_tangent, 1) == RT_INIT_FAILED);
    CHECK(base_error_count(b.ctx) == 1);
    bed_free(&b);
}

/* ---- sparse linear system behind the derivatives, with its tangent ----------------------------------------------- */

/* der(x_i) = z_i, (2 + k) z_i - z_(i-1) - z_(i+1) = -x_i: unknowns z behind states x and their
 * derivatives. */
enum { N = 400 };
static const int X = 1, DX = 1 + N, Z = 1 + 2 * N;

static void chain_residual(CwEnv *e) {
    const double *x = e->v + X, *z = e->v + Z;
    for (int i = 0; i < N; i++) e->r[i] = 2.1 * z[i] - (i ? z[i - 1] : 0) - (i + 1 < N ? z[i + 1] : 0) + x[i];
}
static void chain_tangent(CwEnv *e) {
    const double *x = e->d + X, *z = e->d + Z;
    for (int i = 0; i < N; i++) e->r[i] = 2.1 * z[i] - (i ? z[i - 1] : 0) - (i + 1 < N ? z[i + 1] : 0) + x[i];
}
static void chain_ode(CwEnv *e) {
    e->call->solve(e, 0);
    memcpy(e->v + DX, e->v + Z, N * sizeof(double));
}
static void chain_ode_tangent(CwEnv *e) {
    e->call->solve_tangent(e, 0);
    memcpy(e->d + DX, e->d + Z, N * sizeof(double));
}

static void test_sparse(void) {
    Bed b;
    bed_new(&b);
    static int vars[N], colptr[N + 1], rowind[3 * N], colour[N];
    for (int i = 0; i < N; i++) {
        char name[16];
        snprintf(name, sizeof name, "x%d", i + 1);
        bed_var(&b, name, DAE_KIND_CONTINUOUS, DAE_REAL, i == N / 2);
    }
    for (DaeVar i = 1; i <= N; i++) {
        SymState s = {i, dae_der(b.dae, i), 0};
        vec_push(&b.sym.states, s);
    }
    add_unknowns(&b, N);
    int k = 0;
    for (int i = 0; i < N; i++) {
        vars[i] = Z + i;
        colptr[i] = k;
        for (int j = i ? i - 1 : 0; j <= i + 1 && j < N; j++) rowind[k++] = j;
        colour[i] = i % 3;
    }
    colptr[N] = k;
    CwSystem s = {.n = N,
                  .linear = 1,
                  .constant = 1,
                  .vars = vars,
                  .residual = chain_residual,
                  .tangent = chain_tangent,
                  .colptr = colptr,
                  .rowind = rowind,
                  .colour = colour,
                  .ncolours = 3};
    b.code.systems = &s;
    b.code.nsystems = 1;
    b.code.initial = b.code.event = b.code.ode = chain_ode;
    b.code.tangent = N <= 300 ? chain_ode_tangent : NULL;
    Runtime *rt = bed_runtime(&b);
    RtOptions o = rt_options(b.gen.description);
    o.solver = "cvode";
    o.intervals = 2;
    CHECK(rt_initialise(rt, 0) == RT_OK);
    CHECK(rt_simulate(rt, &o) == RT_OK);
    /* symmetric about the middle, and the chain loses what z says */
    NEAR(rt_value(rt, (DaeVar)(X + N / 2 - 5)), rt_value(rt, (DaeVar)(X + N / 2 + 5)), 1e-6);
    double sum = 0;
    for (int i = 0; i < N; i++) sum += rt_value(rt, (DaeVar)(X + i));
    NEAR(sum, exp(-1 / 0.1), 1e-4); /* sum of all equations: 0.1*sum(z) = -sum(x) away from the ends */
    bed_free(&b);
    (void)chain_ode_tangent;
}

/* Analytic against numeric: the same small chain with a tangent through the system. */
static void pair_residual(CwEnv *e) { e->r[0] = e->v[3] * e->v[3] * e->v[3] + e->v[3] - e->v[1]; }
static void pair_tangent(CwEnv *e) { e->r[0] = (3 * e->v[3] * e->v[3] + 1) * e->d[3] - e->d[1]; }
static void pair_ode(CwEnv *e) {
    e->call->solve(e, 0);
    e->v[2] = -1000 * e->v[3];
}
static void pair_ode_tangent(CwEnv *e) {
    e->call->solve_tangent(e, 0);
    e->d[2] = -1000 * e->d[3];
}

static double run_pair(bool tangent) {
    static const int vars[] = {3};
    Bed b;
    bed_new(&b);
    bed_state(&b, "x", 2);
    bed_var(&b, "z", DAE_KIND_CONTINUOUS, DAE_REAL, 0);
    CwSystem s = {.n = 1, .vars = vars, .residual = pair_residual, .tangent = pair_tangent};
    b.code.systems = &s;
    b.code.nsystems = 1;
    b.code.initial = b.code.event = b.code.ode = pair_ode;
    b.code.tangent = tangent ? pair_ode_tangent : NULL;
    Runtime *rt = bed_runtime(&b);
    RtOptions o = rt_options(b.gen.description);
    o.stop = 0.01;
    o.tolerance = 1e-9;
    CHECK(rt_initialise(rt, 0) == RT_OK);
    CHECK(rt_simulate(rt, &o) == RT_OK);
    CHECK(rt_stats(rt)->nonlinear_solves > 100);
    double x = rt_value(rt, 1);
    bed_free(&b);
    return x;
}

int main(void) {
    test_linear(true);
    test_linear(false);
    CHECK(count_tangents(1) == 4);
    CHECK(count_tangents(0) > 50);
    test_singular(2, RT_OK);
    test_singular(3, RT_INIT_FAILED);
    test_nonlinear();
    test_sparse();
    NEAR(run_pair(true), run_pair(false), 1e-8);
    return bed_report();
}
