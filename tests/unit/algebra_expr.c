/* Simplification, occurrence, solving, linear forms and derivatives of shapes, checked by numbers: random values
 * are put into the holes, and what symbolic work says must hold for them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "symbolic/symbolic.h"
#include "test.h"

static uint64_t seed = 88172645463325252u;
static double random_value(void) { /* in (0.1, 0.9): inside the domain of all functions used below */
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return 0.1 + 0.8 * (double)(seed >> 11) / 9007199254740992.0;
}

static bool get_hole(void *arg, const DaeNode *leaf, double *v) {
    *v = ((double *)arg)[leaf->id];
    return leaf->op == DAE_HOLE;
}

static double value_of(const Dae *d, DaeExpr e, double *holes) {
    double v;
    return dae_value(&d->pool, e, get_hole, holes, &v) ? v : NAN;
}

static double residual(const Dae *d, uint32_t shape, double *holes) {
    DaeExpr root = d->shapes.at[shape].root;
    return value_of(d, dae_arg(&d->pool, root, 0), holes) - value_of(d, dae_arg(&d->pool, root, 1), holes);
}

static bool near(double a, double b, double tolerance) { return fabs(a - b) <= tolerance * (1 + fabs(a) + fabs(b)); }

static Context *ctx;
static Dae *parse(const char *declarations, const char *equations) {
    Text t = {0};
    base_text_printf(&t, "dae T %s equation %s end dae;", declarations, equations);
    static int n;
    char name[32];
    snprintf(name, sizeof name, "text %d", n++);
    Dae *d = dae_parse(ctx, base_source_string(ctx->sources, name, t.at, t.n));
    base_diag_flush(ctx, stderr);
    base_text_free(&t);
    if (!d) exit(1);
    return d;
}

#define XYZ "Real a; Real b; Real c; Real x; Real y; Real z; Boolean p; Boolean q; Integer i; Integer j;"

static uint32_t hole_of(Dae *d, const DaeEquation *eq, const char *name) {
    DaeVar v = dae_find_var(d, name);
    for (uint32_t k = 0; k < d->shapes.at[eq->shape].nholes; k++)
        if (dae_operands(d, eq)[k] == v) return k;
    return UINT32_MAX;
}

static void fill_holes(const Dae *d, const DaeEquation *eq, double *holes) {
    for (uint32_t k = 0; k < d->shapes.at[eq->shape].nholes; k++) {
        DaeOperand o = dae_operands(d, eq)[k];
        holes[k] = dae_operand_is_const(o) ? dae_constant_value(d, o) : random_value();
    }
}

/* The text of the solution of an equation for x, or "none". */
static void solve_text(const char *equation, const char *unknown, const char *want) {
    Dae *d = parse(XYZ, equation);
    AlgMemo *m = alg_memo_new(d);
    DaeEquation eq = d->equations.at[0];
    uint32_t hole = hole_of(d, &eq, unknown);
    const uint32_t *map;
    uint32_t s = alg_solved_shape(m, eq.shape, hole, &map);
    Text t = {0};
    if (s != UINT32_MAX) {
        DaeEquation out = {.shape = s, .operands = (uint32_t)d->operands.n};
        for (uint32_t k = 0; k < d->shapes.at[s].nholes; k++)
            vec_push(&d->operands, d->operands.at[eq.operands + map[k]]);
        dae_print_equation(d, &out, &t);
        check(d->shapes.at[s].nout == 1, "solution is an assignment", equation);
        double holes[32], again[32];
        for (int round = 0; round < 5 && d->vars.at[dae_find_var(d, unknown)].base == DAE_REAL; round++) {
            fill_holes(d, &eq, holes);
            for (uint32_t k = 0; k < d->shapes.at[s].nholes; k++) again[k] = holes[map[k]];
            holes[hole] = value_of(d, dae_arg(&d->pool, d->shapes.at[s].root, 1), again);
            check(!isfinite(holes[hole]) || near(residual(d, eq.shape, holes), 0, 1e-9), "solution holds", equation);
        }
    } else {
        base_text_add(&t, "none");
    }
    if (want && strcmp(base_text_str(&t), want)) fprintf(stderr, "got  %s\nwant %s\n", t.at, want);
    check(!want || !strcmp(t.at, want), "solution", equation);
    base_text_free(&t);
    alg_memo_free(m);
    dae_free(d);
}

static void test_solve(void) {
    solve_text("a = b*x;", "x", "x := a/b");
    solve_text("a = b*x;", "a", "a := b*x");
    solve_text("a*x + b = c;", "x", "x := (c - b)/a");
    solve_text("a - b = c - x;", "x", "x := c - (a - b)");
    solve_text("x = a*x + b;", "x", "x := b/(1.0 - a)");
    solve_text("x/a + b*x = c;", "x", "x := c/(1.0/a + b)");
    solve_text("2.0*x - 3.0 = x;", "x", "x := 3.0");
    solve_text("exp(x*2.0) = y;", "x", "x := log(y)/2.0");
    solve_text("sin(x) = y;", "x", "none");
    solve_text("x^2 = y;", "x", "none");
    solve_text("x^3 = y - 1.0;", "x", NULL);
    solve_text("tanh(x) = y;", "x", NULL);
    solve_text("sinh(x) = y;", "x", NULL);
    solve_text("log10(a*x) = y;", "x", NULL);
    solve_text("sqrt(x) = y;", "x", "x := y^2.0");
    solve_text("a/x = b;", "x", "x := a/b");
    solve_text("2.0^x = b;", "x", NULL);
    solve_text("x*y = x*x;", "x", "none");
    solve_text("x*y + x = z;", "x", "x := z/(y + 1.0)");
    solve_text("y = if p then x else x*a;", "x", NULL);
    solve_text("y = if p then x + 1.0 else 2.0;", "x", NULL);
    solve_text("y = floor(x);", "x", "none");
    solve_text("y = if x > 0.0 then 1.0 else 2.0;", "x", "none");
    solve_text("p = not q;", "q", "q := not p");
    solve_text("p = q and p;", "q", "none");
    solve_text("i = j + 3;", "j", "j := i - 3");
    solve_text("i = 2*j;", "j", "none");
    solve_text("y = smooth(1, 2.0*x);", "x", "x := y/2.0");
    solve_text("a*(x - b) + c*(x - y) = 0.0;", "x", NULL);
    solve_text("y = homotopy(a*x, x);", "x", NULL);
    solve_text("x - x = y;", "x", "none");
}

static void occurs(const char *equation, const char *unknown, AlgOccurrence want) {
    Dae *d = parse(XYZ, equation);
    AlgMemo *m = alg_memo_new(d);
    DaeEquation eq = d->equations.at[0];
    check(alg_occurrence(m, eq.shape, hole_of(d, &eq, unknown)) == want, equation, unknown);
    alg_memo_free(m);
    dae_free(d);
}

static void test_occurrence(void) {
    occurs("a = b*x;", "a", ALG_LINEAR);
    occurs("a = b*x;", "x", ALG_LINEAR_PARAM);
    occurs("a = x*x;", "x", ALG_NONLINEAR);
    occurs("a = x - x + b;", "x", ALG_ABSENT);
    occurs("a = -2.0*x;", "x", ALG_LINEAR);
    occurs("a = if p then x else 0.0;", "x", ALG_LINEAR_PARAM);
    occurs("a = if p then x else 0.0;", "p", ALG_UNSOLVABLE);
    occurs("a = if x > 0.0 then x else 0.0;", "x", ALG_UNSOLVABLE);
    occurs("a = min(x, 1.0);", "x", ALG_NONLINEAR);
    occurs("a = sin(x);", "x", ALG_NONLINEAR);
    occurs("a = real(i)*x;", "i", ALG_UNSOLVABLE);
    occurs("p = x > y;", "p", ALG_LINEAR);
    occurs("p = x > y;", "x", ALG_UNSOLVABLE);
}

/* ---- derivatives ------------------------------------------------------------------------------------------------- */

static const char *const smooth_equations[] = {"a = x + y - z;",
                                               "a = x*y*z;",
                                               "a = x/(y + z);",
                                               "a = (x - y)^3;",
                                               "a = x^y;",
                                               "a = x^(-2);",
                                               "a = x^2.5;",
                                               "a = sin(x)*cos(y) + tan(z);",
                                               "a = asin(x) + acos(y) + atan(z);",
                                               "a = atan2(x, y);",
                                               "a = sinh(x) + cosh(y) + tanh(z);",
                                               "a = exp(x*y) + log(x) + log10(y);",
                                               "a = sqrt(x + y);",
                                               "a = abs(x - 2.0);",
                                               "a = min(x, y + 1.0) + max(x, y + 1.0);",
                                               "a = if x < 2.0 then x*y else z;",
                                               "a = smooth(2, x*x);",
                                               "a = homotopy(x*y, z);",
                                               "a = semiLinear(x, y, z);",
                                               "a = mod(x, 2.0) + rem(x, y + 1.0);",
                                               "a = x*exp(-(y/x)^2)*z;",
                                               "sin(a)*x = a*y;",
                                               "a = -(x*y) + 3.25*z;",
                                               "a = real(i)*x + floor(y);"};

static void test_tangent(const char *equation) {
    Dae *d = parse(XYZ, equation);
    AlgMemo *m = alg_memo_new(d);
    DaeEquation eq = d->equations.at[0];
    uint32_t n = d->shapes.at[eq.shape].nholes;
    uint64_t active = 0;
    double holes[32], moved[32];
    for (uint32_t k = 0; k < n; k++)
        if (!dae_operand_is_const(dae_operands(d, &eq)[k]) && d->vars.at[dae_operands(d, &eq)[k]].base == DAE_REAL)
            active |= 1u << k;
    DaeExpr tangent = alg_tangent(m, eq.shape, active);
    check(tangent != 0 && alg_tangent(m, eq.shape, active) == tangent, "has a tangent", equation);
    const AlgDerHole *map;
    uint32_t nder, der = alg_time_derivative(m, eq.shape, active, &map, &nder);
    check(der != UINT32_MAX && nder == d->shapes.at[der].nholes, "has a time derivative", equation);
    for (int round = 0; round < 3 && tangent && der != UINT32_MAX; round++) {
        fill_holes(d, &eq, holes);
        const double h = 1e-6;
        for (uint32_t k = 0; k < n; k++) holes[n + k] = active >> k & 1 ? random_value() : 0;
        memcpy(moved, holes, sizeof moved);
        for (uint32_t k = 0; k < n; k++) moved[k] = holes[k] + h * holes[n + k];
        double ahead = residual(d, eq.shape, moved);
        for (uint32_t k = 0; k < n; k++) moved[k] = holes[k] - h * holes[n + k];
        double slope = (ahead - residual(d, eq.shape, moved)) / (2 * h), exact = value_of(d, tangent, holes);
        check(near(slope, exact, 1e-7), "tangent agrees with differences", equation);
        double used[32];
        for (uint32_t k = 0; k < nder; k++) used[k] = holes[map[k].hole + (map[k].order ? n : 0)];
        check(near(residual(d, der, used), exact, 1e-10), "time derivative agrees with tangent", equation);
        double sum = 0;
        for (uint32_t k = 0; k < n; k++)
            if (active >> k & 1) {
                DaeExpr root = d->shapes.at[eq.shape].root;
                DaeExpr l = alg_partial(m, dae_arg(&d->pool, root, 0), k),
                        r = alg_partial(m, dae_arg(&d->pool, root, 1), k);
                sum += (value_of(d, l, holes) - value_of(d, r, holes)) * holes[n + k];
            }
        check(near(sum, exact, 1e-10), "partial derivatives add up", equation);
    }
    alg_memo_free(m);
    dae_free(d);
}

static void test_linear(const char *equation, const char *unknowns, bool want) {
    Dae *d = parse(XYZ, equation);
    AlgMemo *m = alg_memo_new(d);
    DaeEquation eq = d->equations.at[0];
    uint32_t n = d->shapes.at[eq.shape].nholes;
    uint64_t mask = 0;
    for (const char *u = unknowns; *u; u++) {
        uint32_t k = hole_of(d, &eq, (char[]){*u, 0});
        mask |= k == UINT32_MAX ? 0 : (uint64_t)1 << k;
    }
    DaeExpr coeff[32], rest;
    bool got = alg_linear(m, eq.shape, mask, coeff, &rest);
    check(got == want, "linear", equation);
    for (int round = 0; round < 3 && got; round++) {
        double holes[32];
        fill_holes(d, &eq, holes);
        double sum = value_of(d, rest, holes);
        for (uint32_t k = 0; k < n; k++)
            if (coeff[k]) sum += value_of(d, coeff[k], holes) * holes[k];
        check(near(sum, residual(d, eq.shape, holes), 1e-12), "linear form holds", equation);
    }
    alg_memo_free(m);
    dae_free(d);
}

static void simplifies(const char *text, const char *want) {
    Text eq = {0}, t = {0};
    base_text_printf(&eq, "a = %s;", text);
    Dae *d = parse(XYZ, eq.at);
    DaePool p;
    dae_pool_init(&p);
    DaeExpr e = dae_arg(&p, dae_expand(&p, d, &d->equations.at[0]), 1);
    e = alg_simplify(&p, e);
    dae_print_expr(d, &p, e, &t);
    if (strcmp(t.at, want)) fprintf(stderr, "got  %s\nwant %s\n", t.at, want);
    check(!strcmp(t.at, want), "simplify", text);
    dae_pool_free(&p);
    base_text_free(&eq);
    base_text_free(&t);
    dae_free(d);
}

static void test_simplify(void) {
    simplifies("x + y + x", "2.0*x + y");
    simplifies("x - x + y", "y");
    simplifies("2.0*x - 3.0*x + 1.0 + 2.0", "3.0 - x");
    simplifies("x*y - y*x", "0.0");
    simplifies("x*y/x", "y");
    simplifies("(x + y)*(x + y)", "(x + y)^2.0");
    simplifies("x*2.0*3.0", "6.0*x");
    simplifies("0.0/x", "0.0");
    simplifies("-(x - y)", "y - x");
    simplifies("sin(x + 0.0*y)", "sin(x)");
    simplifies("x*0.5 + 0.5*x", "x");
    simplifies("a*(b/a)", "b");
}

int main(void) {
    ctx = base_context_new();
    test_simplify();
    test_occurrence();
    test_solve();
    for (size_t i = 0; i < sizeof smooth_equations / sizeof *smooth_equations; i++) test_tangent(smooth_equations[i]);
    test_linear("a*x + b*y - c = 0.0;", "xy", true);
    test_linear("a*x + b*y - c*x*y = 0.0;", "xy", false);
    test_linear("a*x + b*y - c*x*y = 0.0;", "x", true);
    test_linear("(x + y)/a = if p then 2.5*x else y - 1.0;", "xy", true);
    test_linear("sin(x) = y;", "y", true);
    test_linear("sin(x) = y;", "xy", false);
    test_linear("z = a;", "xyz", true);
    base_context_free(ctx);
    return test_done();
}
