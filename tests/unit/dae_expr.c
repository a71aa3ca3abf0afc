/* Expressions, folding, values, names, shapes. */
#include <math.h>
#include <string.h>

#include "dae/dae.h"
#include "test.h"

static void expect_text(const Dae *d, const DaePool *p, DaeExpr e, const char *want) {
    Text t = {0};
    dae_print_expr(d, p, e, &t);
    if (strcmp(base_text_str(&t), want)) fprintf(stderr, "got  %s\nwant %s\n", base_text_str(&t), want);
    check(!strcmp(base_text_str(&t), want), want);
    base_text_free(&t);
}

static DaeVar variable(Dae *d, const char *name) {
    DaeName n = dae_name(d, 0, base_name(d->ctx->names, name), NULL, 0);
    return dae_add_var(d, &(DaeVariable){.name = n, .start = DAE_NO_OPERAND, .kind = DAE_KIND_CONTINUOUS});
}

static void test_pool(void) {
    DaePool p;
    dae_pool_init(&p);
    DaeExpr x = dae_var(&p, 1, DAE_REAL), y = dae_var(&p, 2, DAE_REAL);
    DaeExpr s = dae_op2(&p, DAE_ADD, x, y);
    check(s == dae_op2(&p, DAE_ADD, x, y), "equal nodes are one");
    check(s != dae_op2(&p, DAE_ADD, y, x), "order matters");
    DaePoolMark m = dae_pool_mark(&p);
    for (int round = 0; round < 3; round++) {
        for (uint32_t i = 0; i < 5000; i++) dae_op2(&p, DAE_MUL, dae_var(&p, 10 + i, DAE_REAL), s);
        check(p.nodes.n == m.nodes + 10000, "ten thousand new nodes");
        dae_pool_release(&p, m);
        check(dae_op2(&p, DAE_ADD, x, y) == s && p.nodes.n == m.nodes, "old nodes survive a release");
    }
    DaeExpr many = dae_op(&p, DAE_ARRAY, p.args.at, 2);
    check(dae_arg(&p, many, 0) == x, "arguments may lie in the pool");
    dae_pool_free(&p);
}

static void test_fold(Dae *d) {
    DaePool p;
    dae_pool_init(&p);
    DaeExpr x = dae_var(&p, variable(d, "x"), DAE_REAL), y = dae_var(&p, variable(d, "y"), DAE_REAL);
    DaeExpr zero = dae_real(&p, 0), one = dae_real(&p, 1), two = dae_real(&p, 2);
    check(dae_op2(&p, DAE_ADD, x, zero) == x, "x + 0");
    check(dae_op2(&p, DAE_MUL, one, x) == x, "1*x");
    check(dae_op2(&p, DAE_MUL, zero, x) == zero, "0*x");
    check(dae_op2(&p, DAE_POW, two, dae_real(&p, 10)) == dae_real(&p, 1024), "2^10");
    check(dae_at(&p, dae_op2(&p, DAE_DIV, one, zero))->op == DAE_DIV, "1/0 stays");
    check(dae_op1(&p, DAE_NEG, dae_op1(&p, DAE_NEG, x)) == x, "-(-x)");
    expect_text(d, &p, dae_op2(&p, DAE_ADD, x, dae_op1(&p, DAE_NEG, y)), "x - y");
    expect_text(d, &p, dae_op2(&p, DAE_SUB, x, dae_op2(&p, DAE_SUB, y, x)), "x - (y - x)");
    expect_text(d, &p, dae_op2(&p, DAE_POW, dae_op1(&p, DAE_NEG, x), two), "(-x)^2.0");
    expect_text(d, &p, dae_op2(&p, DAE_MUL, dae_op2(&p, DAE_ADD, x, y), dae_op2(&p, DAE_DIV, x, y)), "(x + y)*(x/y)");
    DaeExpr c = dae_op2(&p, DAE_LT, x, y);
    expect_text(d, &p, dae_op3(&p, DAE_IF, c, x, y), "if x < y then x else y");
    expect_text(d, &p, dae_op1(&p, DAE_NOEVENT, dae_op3(&p, DAE_IF, c, x, y)), "if noEvent(x < y) then x else y");
    check(dae_op3(&p, DAE_IF, dae_bool(&p, true), x, y) == x, "if true");
    DaeExpr mixed = dae_op2(&p, DAE_ADD, dae_int(&p, 1), two);
    check(mixed == dae_real(&p, 3), "1 + 2.0 is a Real");
    check(dae_op2(&p, DAE_MOD, dae_int(&p, -7), dae_int(&p, 3)) == dae_int(&p, 2), "mod(-7, 3)");
    check(dae_op2(&p, DAE_REM, dae_int(&p, -7), dae_int(&p, 3)) == dae_int(&p, -1), "rem(-7, 3)");
    double v;
    DaeExpr deep = x;
    for (int i = 0; i < 200000; i++) deep = dae_op2(&p, DAE_ADD, deep, y);
    check(!dae_value(&p, deep, NULL, NULL, &v), "unknown leaves have no value");
    Text t = {0};
    dae_print_expr(d, &p, deep, &t);
    check(t.n == 1 + 4 * 200000, "long sums print without recursion");
    base_text_free(&t);
    DaeEquation eq = dae_shape(d, &p, dae_op2(&p, DAE_EQUATE, deep, zero), NULL, 0, 0);
    check(d->shapes.at[eq.shape].nholes == 2, "long sums shape without recursion");
    dae_pool_free(&p);
}

static void test_shapes(Dae *d) {
    DaePool p;
    dae_pool_init(&p);
    uint32_t first = 0;
    for (int i = 0; i < 3; i++) {
        DaePoolMark m = dae_pool_mark(&p);
        char name[8];
        snprintf(name, sizeof name, "v%d", i);
        DaeExpr v = dae_var(&p, variable(d, name), DAE_REAL), u = dae_var(&p, variable(d, "u"), DAE_REAL);
        DaeExpr rhs = dae_op2(&p, DAE_MUL, dae_real(&p, 100.5 + i), dae_op2(&p, DAE_MUL, u, v));
        dae_add_equation(d, &d->equations, &p, dae_op2(&p, DAE_EQUATE, v, rhs), NULL, 0, 0);
        dae_pool_release(&p, m);
        uint32_t shape = vec_last(&d->equations).shape;
        first = i ? first : shape;
        check(shape == first, "instances share a shape");
        check(d->shapes.at[shape].nholes == 3, "a variable that occurs twice is one hole");
    }
    Text t = {0};
    dae_print_equation(d, &d->equations.at[1], &t);
    check(!strcmp(t.at, "v1 = 101.5*(u*v1)"), "equation prints with its operands");
    DaeExpr back = dae_expand(&p, d, &d->equations.at[1]);
    DaeEquation again = dae_shape(d, &p, back, NULL, 0, 0);
    check(again.shape == first, "expanding and shaping again gives the same shape");
    check(!memcmp(d->operands.at + again.operands, dae_operands(d, &d->equations.at[1]), 3 * sizeof(uint32_t)),
          "and the same operands");
    DaeVar out = dae_find_var(d, "v2");
    DaeExpr assign = dae_op2(&p, DAE_ASSIGN, dae_var(&p, out, DAE_REAL), dae_var(&p, 0, DAE_REAL));
    dae_add_equation(d, &d->equations, &p, assign, &out, 1, 0);
    check(d->shapes.at[vec_last(&d->equations).shape].nout == 1, "assignment has one output");
    check(dae_operands(d, &vec_last(&d->equations))[0] == out, "whose operand comes first");
    base_text_free(&t);
    dae_pool_free(&p);
}

static void test_names(Dae *d) {
    Names *names = d->ctx->names;
    DaeName rod = dae_name(d, 0, base_name(names, "rod"), NULL, 0);
    DaeName cell = dae_name(d, rod, base_name(names, "cell"), (int32_t[]){17, -2}, 2);
    DaeName t = dae_name(d, cell, base_name(names, "'a.b[1]'"), NULL, 0);
    check(dae_name(d, rod, base_name(names, "cell"), (int32_t[]){17, -2}, 2) == cell, "equal names are one");
    check(dae_name(d, rod, base_name(names, "cell"), (int32_t[]){17, 2}, 2) != cell, "other subscripts");
    Text text = {0};
    dae_name_text(d, t, &text);
    check(!strcmp(text.at, "rod.cell[17,-2].'a.b[1]'"), "name prints");
    DaeVar v = dae_add_var(d, &(DaeVariable){.name = t, .start = DAE_NO_OPERAND, .kind = DAE_KIND_CONTINUOUS});
    check(dae_find_var(d, text.at) == v, "and is found");
    check(dae_find_var(d, "rod.cell[1,2].x") == 0, "unknown names are not");
    DaeVar dv = dae_der(d, v);
    check(dae_der(d, v) == dv && dae_find_var(d, "der(rod.cell[17,-2].'a.b[1]')") == dv, "der() is found");
    check(dae_find_var(d, "time") == 0 && d->vars.at[0].kind == DAE_KIND_TIME, "time is variable 0");
    dae_set_string(d, v, "abc");
    check(!strcmp(dae_string(d, v), "abc"), "string value");
    base_text_free(&text);
}

static bool get_var(void *arg, const DaeNode *leaf, double *v) {
    *v = ((double *)arg)[leaf->id];
    return leaf->op == DAE_VAR;
}

static void test_value(void) {
    DaePool p;
    dae_pool_init(&p);
    double vars[] = {0, 2.0, 3.0}, v;
    DaeExpr x = dae_var(&p, 1, DAE_REAL), y = dae_var(&p, 2, DAE_REAL);
    DaeExpr e = dae_op2(&p, DAE_ADD, dae_op1(&p, DAE_SIN, x), dae_op2(&p, DAE_POW, y, x));
    check(dae_value(&p, e, get_var, vars, &v) && v == sin(2.0) + 9.0, "sin(x) + y^x");
    DaeExpr bad = dae_op2(&p, DAE_DIV, x, dae_op2(&p, DAE_SUB, y, dae_real(&p, 3)));
    check(!dae_value(&p, bad, get_var, vars, &v), "division by zero has no value");
    DaeExpr guarded = dae_op3(&p, DAE_IF, dae_op2(&p, DAE_EQ, y, dae_real(&p, 3)), x, bad);
    check(dae_value(&p, guarded, get_var, vars, &v) && v == 2, "unless it is not taken");
    dae_pool_free(&p);
}

int main(void) {
    Context *c = base_context_new();
    Dae *d = dae_new(c);
    test_pool();
    test_fold(d);
    test_shapes(d);
    test_names(d);
    test_value();
    dae_free(d);
    base_context_free(c);
    return test_done();
}
