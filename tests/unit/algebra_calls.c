/* Derivatives of functions and statements, checked by numbers; running functions on numbers. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "symbolic/symbolic.h"
#include "test.h"

/* ---- values ------------------------------------------------------------------------------------------------------ */

static bool get_hole(void *arg, const DaeNode *leaf, double *v) {
    *v = ((double *)arg)[leaf->id];
    return leaf->op == DAE_HOLE && !isnan(*v);
}

static bool set_hole(void *arg, uint32_t hole, double v) {
    ((double *)arg)[hole] = v;
    return true;
}

static double side(const Dae *d, DaeExpr e, double *holes) {
    double v;
    return dae_run(d, &d->pool, e, get_hole, holes, &v) ? v : NAN;
}

static void run(const Dae *d, DaeExpr statement, double *holes) {
    check(dae_run_statement(d, statement, get_hole, set_hole, holes), "statement runs", "");
}

/* ---- cases ------------------------------------------------------------------------------------------------------- */

static const char functions[] =
    "function poly input Real x; input Real y; output Real z; protected Real w = x*y; algorithm "
    "  z := w^2 + sin(x); end function;"
    "function horner input Real c[:]; input Real x; output Real y = 0.0; protected Integer n = size(c, 1); algorithm "
    "  for $i4 in n:-1:1 loop y := y*x + c[$i4]; end for; end function;"
    "function clip input Real x; output Real y; algorithm "
    "  if x > 0.5 then y := x^2; return; elseif x < 0.3 then y := -x; else y := poly(x, 2.0*x); end if; end function;"
    "function both input Real x; input Integer k; input Real y; output Real s; output Integer j; output Real p; "
    "algorithm "
    "  s := x + y; j := k; p := x*y; while j > 0 loop p := p*x; j := j - 1; end while; end function;"
    "function twice input Real x; output Real y; protected Real a; protected Real b; algorithm "
    "  (a, , b) := both(x, 2, x^2); y := a*b; end function;"
    "function vec input Real x; input Integer n; output Real v[n]; algorithm "
    "  for $i3 in 1:n loop v[$i3] := x^real($i3); end for; end function;"
    "function dot input Real a[:]; input Real b[:]; output Real y; algorithm y := a*b + sum(2.0*a - b); end function;"
    "function fact input Real x; input Integer n; output Real y; algorithm "
    "  if n <= 1 then y := x; else y := x*fact(x, n - 1); end if; end function;"
    "function c_sq input Real x; input Real y; output Real z; external \"C\" z = \"c_sq\"(x, y); end function;"
    "function c_sq_body input Real x; input Real y; output Real z; algorithm z := x^2*y; end function;"
    "function known(derivative(order = 1, zero = y) = known_der) input Real x; input Real y; output Real z; algorithm "
    "  z := x^3*y; end function;"
    "function known_der(derivative(order = 1) = known_der2) input Real x; input Real y; input Real dx; output Real dz; "
    "algorithm "
    "  dz := 3.0*x^2*y*dx; end function;"
    "function known_der2 input Real x; input Real y; input Real dx; input Real dy; input Real ddx; output Real dz; "
    "algorithm "
    "  dz := 6.0*x*y*dx*dx + 3.0*x^2*dy*dx + 3.0*x^2*y*ddx; end function;";

static const char second_order[] = "function cube(derivative(order = 1) = cube_der) input Integer i; input Real x; "
                                   "output Real z; external \"C\" z = \"c\"(i, x); end function;"
                                   "function cube_der(derivative(order = 2) = cube_der2) input Integer i; input Real "
                                   "x; input Real dx; output Real z; external \"C\" z = \"d\"(i, x, dx); end function;"
                                   "function cube_der2 input Integer i; input Real x; input Real dx; input Real ddx; "
                                   "output Real z; external \"C\" z = \"e\"(i, x, dx, ddx); end function;";

/* As Modelica.Blocks.Interfaces.Adaptors have it: the derivative is handed in, the body does not tell it. */
static const char handed_in[] = "function state(derivative(order = 1, skip = u) = state_der) input Real u[2]; input "
                                "Real dummy; output Real y; algorithm "
                                "  y := u[1]; end function;"
                                "function state_der input Real u[2]; input Real dummy; input Real dummy_der; output "
                                "Real y; algorithm y := u[2]; end function;";

static Context *ctx;
static double values[] = {0.7, 0.2, 0.4, 0.9}, directions[] = {0.3, -0.8, 0.5, 1.1};

static Dae *parse(const char *equations) {
    static int n;
    char name[32];
    Text t = {0};
    base_text_printf(&t, "dae T %s %s %s Real a; Real b; Real x; Real y; equation %s end dae;", functions, second_order,
                     handed_in, equations);
    snprintf(name, sizeof name, "text %d", n++);
    Dae *d = dae_parse(ctx, base_source_string(ctx->sources, name, t.at, t.n));
    base_diag_flush(ctx, stderr);
    base_text_free(&t);
    if (!d) exit(1);
    return d;
}

static double residual(const Dae *d, uint32_t shape, double *holes) {
    DaeExpr root = d->shapes.at[shape].root;
    return side(d, dae_arg(&d->pool, root, 0), holes) - side(d, dae_arg(&d->pool, root, 1), holes);
}

static void set_holes(Dae *d, const DaeEquation *eq, double *holes, double h) {
    uint32_t n = d->shapes.at[eq->shape].nholes;
    for (uint32_t k = 0; k < n; k++) {
        DaeOperand o = dae_operands(d, eq)[k];
        bool constant = dae_operand_is_const(o);
        uint32_t i = constant ? 0 : (o - dae_find_var(d, "a")) & 3;
        holes[n + k] = constant ? 0 : directions[i];
        holes[k] = constant ? dae_constant_value(d, o) : values[i] + h * directions[i];
    }
}

/* An equation whose tangent must agree with differences; in_time: the time derivative exists too. */
static void tangent_of(const char *equation, bool in_time, const char *calls) {
    Dae *d = parse(equation);
    AlgMemo *m = alg_memo_new(d);
    DaeEquation eq = d->equations.at[0];
    uint32_t n = d->shapes.at[eq.shape].nholes;
    double holes[32];
    uint64_t active = 0;
    for (uint32_t k = 0; k < n; k++)
        if (!dae_operand_is_const(dae_operands(d, &eq)[k])) active |= 1u << k;
    DaeExpr t = alg_tangent(m, eq.shape, active);
    check(t != 0, "has a tangent", equation);
    /* the external function gets a body only now, so that numbers can be had */
    DaeFunction *external = &d->functions.at[dae_find_function(d, base_name(ctx->names, "c_sq"))];
    DaeExternal *outside = external->external;
    external->external = NULL;
    external->body = d->functions.at[dae_find_function(d, base_name(ctx->names, "c_sq_body"))].body;
    set_holes(d, &eq, holes, 1e-6);
    double ahead = residual(d, eq.shape, holes);
    set_holes(d, &eq, holes, -1e-6);
    double slope = (ahead - residual(d, eq.shape, holes)) / 2e-6;
    set_holes(d, &eq, holes, 0);
    double exact = t ? side(d, t, holes) : NAN;
    if (!(fabs(slope - exact) < 1e-7 * (1 + fabs(slope)))) fprintf(stderr, "%g against %g\n", exact, slope);
    check(fabs(slope - exact) < 1e-7 * (1 + fabs(slope)), "tangent agrees with differences", equation);
    Text text = {0};
    dae_print_expr(d, &d->pool, t, &text);
    check(!calls || strstr(text.at, calls), "calls the expected function", text.at);
    const AlgDerHole *map;
    uint32_t nder, der = alg_time_derivative(m, eq.shape, active, &map, &nder);
    check((der != UINT32_MAX) == in_time, "time derivative", equation);
    if (der != UINT32_MAX) {
        double used[32];
        for (uint32_t k = 0; k < nder; k++) used[k] = holes[map[k].hole + (map[k].order ? n : 0)];
        check(fabs(residual(d, der, used) - exact) < 1e-9 * (1 + fabs(exact)), "time derivative agrees", equation);
        uint64_t all = nder >= 64 ? UINT64_MAX : ((uint64_t)1 << nder) - 1;
        check(alg_time_derivative(m, der, all, &map, &nder) != UINT32_MAX, "second derivative", equation);
    }
    d->functions.at[dae_find_function(d, base_name(ctx->names, "c_sq"))].external = outside;
    d->functions.at[dae_find_function(d, base_name(ctx->names, "c_sq"))].body = 0;
    /* what was made prints and reads back */
    Text whole = {0};
    dae_print(d, &whole);
    Dae *again = dae_parse(ctx, base_source_string(ctx->sources, equation, whole.at, whole.n));
    base_diag_flush(ctx, stderr);
    check(again != NULL, "made functions read back", equation);
    dae_free(again);
    base_text_free(&whole);
    base_text_free(&text);
    alg_memo_free(m);
    dae_free(d);
}

/* A multi-equation with outputs a and b: tangents by alg_tangent_call. */
static void statement_of(const char *equation) {
    Dae *d = parse(equation);
    AlgMemo *m = alg_memo_new(d);
    DaeEquation eq = d->equations.at[0];
    uint32_t n = d->shapes.at[eq.shape].nholes, nout = d->shapes.at[eq.shape].nout;
    double ahead[32], behind[32], holes[32];
    DaeExpr t = alg_tangent_call(m, eq.shape, UINT64_MAX);
    check(t != 0, "has a tangent statement", equation);
    set_holes(d, &eq, ahead, 1e-6);
    set_holes(d, &eq, behind, -1e-6);
    set_holes(d, &eq, holes, 0);
    run(d, d->shapes.at[eq.shape].root, ahead);
    run(d, d->shapes.at[eq.shape].root, behind);
    if (t) run(d, t, holes);
    for (uint32_t k = 0; k < nout; k++) {
        double slope = (ahead[k] - behind[k]) / 2e-6;
        check(fabs(slope - holes[n + k]) < 1e-7 * (1 + fabs(slope)), "tangents of outputs", equation);
        check(fabs(holes[k] - (ahead[k] + behind[k]) / 2) < 1e-9, "values of outputs", equation);
    }
    /* the outputs as expressions have the same values */
    DaeExpr outs[4];
    set_holes(d, &eq, behind, 0);
    check(alg_outputs(m, eq.shape, outs), "has outputs", equation);
    for (uint32_t k = 0; k < nout; k++) {
        behind[k] = NAN; /* must not be read */
        check(fabs(side(d, outs[k], behind) - holes[k]) < 1e-12, "outputs as expressions", equation);
    }
    alg_memo_free(m);
    dae_free(d);
}

/* An expression without variables. */
static void value_is(const char *text, double want) {
    Text t = {0};
    base_text_printf(&t, "a = %s;", text);
    Dae *d = parse(t.at);
    double got = side(d, dae_arg(&d->pool, d->shapes.at[d->equations.at[0].shape].root, 1), (double[16]){0});
    if (fabs(got - want) > 1e-12) fprintf(stderr, "got %.17g, want %.17g\n", got, want);
    check(fabs(got - want) <= 1e-12, "value", text);
    base_text_free(&t);
    dae_free(d);
}

static void test_values(void) {
    value_is("sum({1, 2, 3}*2)", 12);
    value_is("{1, 2, 3}*{4, 5, 6}", 32);
    value_is("({{1, 2}, {3, 4}}*{5, 6})[2]", 39);
    value_is("({{1, 2}, {3, 4}}*{{0, 1}, {1, 0}})[2, 1]", 4);
    value_is("sum(transpose({{1, 2, 3}, {4, 5, 6}})[:, 2])", 15);
    value_is("size({{1, 2, 3}, {4, 5, 6}}, 2)", 3);
    value_is("cat(1, {1, 2}, {3})[3]", 3);
    value_is("cat(2, {{1}, {2}}, {{3}, {4}})[2, 2]", 4);
    value_is("fill(2, 3, 2)[3, 2] + identity(3)[2, 2]", 3);
    value_is("sum($i0^2 for $i0 in 1:4)", 30);
    value_is("max($i0*(5 - $i0) for $i0 in 1:4)", 6);
    value_is("sum({$i0*10 for $i0 in {1, 3}})", 40);
    value_is("cross({1, 0, 0}, {0, 1, 0})[3] + skew({1, 2, 3})[3, 2]", 2);
    value_is("minimum({3, 1, 2}) + maximum({3, 1, 2}) + product({2, 3})", 10);
    value_is("linspace(0.0, 1.0, 5)[2] + diagonal({1, 2})[2, 2] + symmetric({{1, 2}, {9, 3}})[2, 1]", 4.25);
    value_is("({1, 2, 3, 4})[{2, 4}]*{1, 1} + ({1, 2, 3, 4})[1:2:4]*{1, 1}", 10);
    value_is("outerProduct({1, 2}, {3, 4})[2, 1] + scalar({7})", 13);
    value_is("if 1 > 2 then 1/0 else fact(2.0, 5)", 32);
}

/* The derivative of a derivative by the annotation of order 2, as tables have it. */
static void test_second_order(void) {
    Dae *d = parse("a = cube(3, x);");
    AlgMemo *m = alg_memo_new(d);
    const AlgDerHole *map;
    uint32_t n, first = alg_time_derivative(m, d->equations.at[0].shape, UINT64_MAX, &map, &n);
    uint32_t second = first == UINT32_MAX ? first : alg_time_derivative(m, first, UINT64_MAX, &map, &n);
    Text t = {0};
    if (second != UINT32_MAX) dae_print_expr(d, &d->pool, d->shapes.at[second].root, &t);
    check(strstr(base_text_str(&t), "cube_der2(3, ") != NULL, "second derivative by annotation", base_text_str(&t));
    base_text_free(&t);
    alg_memo_free(m);
    dae_free(d);
}

/* What index reduction sees of such a call, how it is solved, and its derivative. */
static void test_handed_in(void) {
    Dae *d = parse("a = state({x, y}, b);");
    AlgMemo *m = alg_memo_new(d);
    DaeEquation eq = d->equations.at[0];
    static const struct {
        const char *name;
        AlgOccurrence want;
    } cases[] = {{"a", ALG_LINEAR}, {"x", ALG_ABSENT}, {"y", ALG_ABSENT}, {"b", ALG_UNSOLVABLE}};
    for (uint32_t k = 0; k < 4; k++)
        for (size_t i = 0; i < 4; i++)
            if (dae_operands(d, &eq)[k] == dae_find_var(d, cases[i].name))
                check(alg_occurrence(m, eq.shape, k) == cases[i].want, "occurrence in a call", cases[i].name);
    const uint32_t *map;
    Text t = {0};
    uint32_t solved = alg_solved_shape(m, eq.shape, 0, &map);
    if (solved != UINT32_MAX) dae_print_expr(d, &d->pool, d->shapes.at[solved].root, &t);
    check(!strcmp(base_text_str(&t), "?0 := ?1;\n"), "solved through the call", base_text_str(&t));
    const AlgDerHole *holes;
    uint32_t n, der = alg_time_derivative(m, eq.shape, UINT64_MAX, &holes, &n);
    t.n = 0;
    if (der != UINT32_MAX) dae_print_expr(d, &d->pool, d->shapes.at[der].root, &t);
    check(strstr(base_text_str(&t), "state_der({") != NULL, "derivative by annotation", base_text_str(&t));
    base_text_free(&t);
    alg_memo_free(m);
    dae_free(d);
}

int main(void) {
    ctx = base_context_new();
    test_handed_in();
    test_second_order();
    test_values();
    tangent_of("a = poly(x, y);", true, "poly$d(");
    tangent_of("a = poly(poly(x, y), x)*y;", true, NULL);
    tangent_of("a = horner({1.0, x, 3.0, y}, x + y);", true, NULL);
    tangent_of("a = clip(x) + clip(y) + clip(b);", true, NULL);
    tangent_of("a = both(x, 3, y) + result(3, both(x, 3, y));", true, NULL);
    tangent_of("a = twice(x + y);", true, NULL);
    tangent_of("a = vec(x*y, 4)[3];", true, NULL);
    tangent_of("a = sum(vec(x, 3));", true, NULL);
    tangent_of("a = dot({x, y}, {y, b});", true, NULL);
    tangent_of("a = fact(x, 4);", true, NULL);
    tangent_of("a = c_sq(x, y);", false, NULL);
    tangent_of("a = known(x, 2.0);", true, "known_der(");
    tangent_of("a = known(x, y);", true, "known$d");
    statement_of("algorithm (a, b) a := x*y; b := 0.0; for $i0 in 1:3 loop b := b + a*real($i0)*x; end for; "
                 "if b > 0.1 then b := b*b; end if; a := a + b; end algorithm;");
    statement_of("algorithm (a, b) (a, , b) := both(x, 2, y); end algorithm;");
    statement_of("algorithm (a, b) a := x; b := 0.5; while b < 3.0 loop b := b + a*y + 0.5; end while; end algorithm;");
    statement_of("algorithm (a, b) a := x; if x > y then b := 2.0*a; elseif y > 2.0 then a := 0.0; b := y; "
                 "else b := 1.0; end if; a := a + b; end algorithm;");
    statement_of("multi (a, b) {a, b} := vec(x + y, 2);");
    base_context_free(ctx);
    return test_done();
}
