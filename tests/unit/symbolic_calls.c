/* Derivatives of functions and statements, checked by numbers with a small interpreter of functions. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "symbolic/symbolic.h"

static int passed, failed;
static void check(bool ok, const char *what, const char *which) {
    if (ok)
        passed++;
    else {
        failed++;
        fprintf(stderr, "failed: %s (%s)\n", what, which);
    }
}

/* ---- an interpreter for scalars and vectors ---------------------------------------------------- */

typedef struct {
    int n; /* -1: scalar in x[0] */
    double x[16];
} Value;

typedef struct {
    const Dae *d;
    Value *locals; /* of the function running, iterators behind */
    double *holes;
    bool broken, returned;
} Machine;

static Value scalar(double x) {
    Value v = {.n = -1};
    v.x[0] = x;
    return v;
}

static Value eval(Machine *m, DaeExpr e);
static void run_function(const Dae *d, uint32_t function, const Value *args, uint32_t nargs, Value *out);

static Value elementwise(const DaeNode *n, const Value *args) {
    Value v = {.n = -1};
    for (uint32_t k = 0; k < n->nargs; k++)
        if (args[k].n >= 0)
            v.n = args[k].n;
    DaeNode plain = *n;
    static const uint16_t names[][2] = {{DAE_EADD, DAE_ADD}, {DAE_ESUB, DAE_SUB}, {DAE_EMUL, DAE_MUL}, {DAE_EDIV, DAE_DIV}};
    for (size_t i = 0; i < 4; i++)
        if (plain.op == names[i][0])
            plain.op = names[i][1];
    for (int i = 0; i < (v.n < 0 ? 1 : v.n); i++) {
        double x[3] = {0, 0, 0};
        for (uint32_t k = 0; k < n->nargs && k < 3; k++)
            x[k] = args[k].x[args[k].n < 0 ? 0 : i];
        if (!dae_apply(&plain, x, &v.x[i]))
            v.x[i] = NAN;
    }
    return v;
}

static Value eval(Machine *m, DaeExpr e) {
    const DaePool *p = &m->d->pool;
    const DaeNode *n = dae_at(p, e);
    Value args[16], v = {.n = -1};
    if (n->op == DAE_CONST)
        return scalar(n->base == DAE_REAL ? n->value.r : (double)n->value.i);
    if (n->op == DAE_LOCAL)
        return m->locals[n->id];
    if (n->op == DAE_HOLE)
        return scalar(m->holes[n->id]);
    if (n->op == DAE_IF)
        return eval(m, dae_arg(p, e, eval(m, dae_arg(p, e, 0)).x[0] != 0 ? 1 : 2));
    for (uint32_t k = 0; k < n->nargs; k++)
        args[k] = eval(m, dae_arg(p, e, k));
    switch ((DaeOp)n->op) {
    case DAE_CALL: {
        Value out[8];
        run_function(m->d, n->id, args, n->nargs, out);
        return out[n->value.i];
    }
    case DAE_ARRAY:
        v.n = (int)n->nargs;
        for (int i = 0; i < v.n; i++)
            v.x[i] = args[i].x[0];
        return v;
    case DAE_INDEX: return scalar(args[0].x[(int)args[1].x[0] - 1]);
    case DAE_SIZE: return scalar(args[0].n);
    case DAE_FILL:
        v.n = (int)args[1].x[0];
        for (int i = 0; i < v.n; i++)
            v.x[i] = args[0].x[0];
        return v;
    case DAE_SUM:
        v.x[0] = 0;
        for (int i = 0; i < args[0].n; i++)
            v.x[0] += args[0].x[i];
        return v;
    case DAE_RANGE:
        v.n = 0;
        for (double x = args[0].x[0]; args[1].x[0] > 0 ? x <= args[2].x[0] : x >= args[2].x[0]; x += args[1].x[0])
            v.x[v.n++] = x;
        return v;
    case DAE_MUL:
        if (args[0].n >= 0 && args[1].n >= 0) {
            v.x[0] = 0;
            for (int i = 0; i < args[0].n; i++)
                v.x[0] += args[0].x[i] * args[1].x[i];
            return v;
        }
        return elementwise(n, args);
    default: return elementwise(n, args);
    }
}

static void assign(Machine *m, DaeExpr target, Value v) {
    const DaePool *p = &m->d->pool;
    const DaeNode *n = dae_at(p, target);
    if (n->op == DAE_HOLE)
        m->holes[n->id] = v.x[0];
    else if (n->op == DAE_LOCAL)
        m->locals[n->id] = v;
    else if (n->op == DAE_INDEX) {
        Value at = eval(m, dae_arg(p, target, 1));
        m->locals[dae_at(p, dae_arg(p, target, 0))->id].x[(int)at.x[0] - 1] = v.x[0];
    } else
        for (uint32_t k = 0; k < n->nargs; k++)
            assign(m, dae_arg(p, target, k), scalar(v.x[k]));
}

static void run(Machine *m, DaeExpr e) {
    const DaePool *p = &m->d->pool;
    const DaeNode *n = dae_at(p, e);
    if (!e || m->broken || m->returned)
        return;
    switch ((DaeOp)n->op) {
    case DAE_SEQ:
        for (uint32_t k = 0; k < n->nargs; k++)
            run(m, dae_arg(p, e, k));
        break;
    case DAE_ASSIGN: assign(m, dae_arg(p, e, 0), eval(m, dae_arg(p, e, 1))); break;
    case DAE_ASSIGN_CALL: {
        DaeExpr call = dae_arg(p, e, 0);
        Value args[16], out[8];
        for (uint32_t k = 0; k < dae_at(p, call)->nargs; k++)
            args[k] = eval(m, dae_arg(p, call, k));
        run_function(m->d, dae_at(p, call)->id, args, dae_at(p, call)->nargs, out);
        for (uint32_t k = 1; k < n->nargs; k++)
            if (dae_arg(p, e, k))
                assign(m, dae_arg(p, e, k), out[k - 1]);
        break;
    }
    case DAE_IF_STMT:
        if (eval(m, dae_arg(p, e, 0)).x[0] != 0)
            run(m, dae_arg(p, e, 1));
        else
            run(m, dae_arg(p, e, 2));
        break;
    case DAE_FOR: {
        Value range = eval(m, dae_arg(p, e, 1));
        for (int i = 0; i < range.n && !m->broken; i++) {
            m->locals[dae_at(p, dae_arg(p, e, 0))->id] = scalar(range.x[i]);
            run(m, dae_arg(p, e, 2));
        }
        m->broken = false;
        break;
    }
    case DAE_WHILE:
        while (eval(m, dae_arg(p, e, 0)).x[0] != 0 && !m->broken)
            run(m, dae_arg(p, e, 1));
        m->broken = false;
        break;
    case DAE_BREAK: m->broken = true; break;
    case DAE_RETURN: m->returned = true; break;
    default: break;
    }
}

/* External functions are known by name: "c_sq" squares. */
static void run_function(const Dae *d, uint32_t function, const Value *args, uint32_t nargs, Value *out) {
    const DaeFunction *f = &d->functions.at[function];
    Value locals[64];
    Machine m = {.d = d, .locals = locals};
    memset(locals, 0, sizeof locals);
    for (uint32_t i = 0; i < f->nlocals; i++)
        locals[i].n = f->locals[i].rank ? 0 : -1;
    for (uint32_t i = 0; i < f->ninputs && i < nargs; i++)
        locals[i] = args[i];
    for (int round = 0; round < 2; round++) /* sizes may depend on locals declared later */
        for (uint32_t i = f->ninputs; i < f->nlocals; i++) {
            if (f->locals[i].rank && f->locals[i].dims && f->locals[i].dims[0])
                locals[i].n = (int)eval(&m, f->locals[i].dims[0]).x[0];
            if (f->locals[i].init)
                locals[i] = eval(&m, f->locals[i].init);
        }
    if (f->external)
        locals[f->ninputs] = scalar(locals[0].x[0] * locals[0].x[0] * locals[1].x[0]);
    else
        run(&m, f->body);
    for (uint32_t i = 0; i < f->noutputs; i++)
        out[i] = locals[f->ninputs + i];
}

/* ---- cases ------------------------------------------------------------------------------------- */

static const char functions[] =
    "function poly input Real x; input Real y; output Real z; protected Real w = x*y; algorithm "
    "  z := w^2 + sin(x); end function;"
    "function horner input Real c[:]; input Real x; output Real y = 0.0; protected Integer n = size(c, 1); algorithm "
    "  for $i4 in n:-1:1 loop y := y*x + c[$i4]; end for; end function;"
    "function clip input Real x; output Real y; algorithm "
    "  if x > 0.5 then y := x^2; return; elseif x < 0.3 then y := -x; else y := poly(x, 2.0*x); end if; end function;"
    "function both input Real x; input Integer k; input Real y; output Real s; output Integer j; output Real p; algorithm "
    "  s := x + y; j := k; p := x*y; while j > 0 loop p := p*x; j := j - 1; end while; end function;"
    "function twice input Real x; output Real y; protected Real a; protected Real b; algorithm "
    "  (a, , b) := both(x, 2, x^2); y := a*b; end function;"
    "function vec input Real x; input Integer n; output Real v[n]; algorithm "
    "  for $i3 in 1:n loop v[$i3] := x^real($i3); end for; end function;"
    "function dot input Real a[:]; input Real b[:]; output Real y; algorithm y := a*b + sum(2.0*a - b); end function;"
    "function fact input Real x; input Integer n; output Real y; algorithm "
    "  if n <= 1 then y := x; else y := x*fact(x, n - 1); end if; end function;"
    "function c_sq input Real x; input Real y; output Real z; external \"C\" z = \"c_sq\"(x, y); end function;"
    "function known(derivative(order = 1, zero = y) = known_der) input Real x; input Real y; output Real z; algorithm "
    "  z := x^3*y; end function;"
    "function known_der(derivative(order = 1) = known_der2) input Real x; input Real y; input Real dx; output Real dz; algorithm "
    "  dz := 3.0*x^2*y*dx; end function;"
    "function known_der2 input Real x; input Real y; input Real dx; input Real dy; input Real ddx; output Real dz; algorithm "
    "  dz := 6.0*x*y*dx*dx + 3.0*x^2*dy*dx + 3.0*x^2*y*ddx; end function;";

static Context *ctx;
static double values[] = {0.7, 0.2, 0.4, 0.9}, directions[] = {0.3, -0.8, 0.5, 1.1};

static Dae *parse(const char *equations) {
    static int n;
    char name[32];
    Text t = {0};
    base_text_printf(&t, "dae T %s Real a; Real b; Real x; Real y; equation %s end dae;", functions, equations);
    snprintf(name, sizeof name, "text %d", n++);
    Dae *d = dae_parse(ctx, base_source_string(ctx->sources, name, t.at, t.n));
    base_diag_flush(ctx, stderr);
    base_text_free(&t);
    if (!d)
        exit(1);
    return d;
}

static double side(const Dae *d, DaeExpr e, double *holes) {
    Machine m = {.d = d, .holes = holes};
    return eval(&m, e).x[0];
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
    SymMemo *m = sym_memo_new(d);
    DaeEquation eq = d->equations.at[0];
    uint32_t n = d->shapes.at[eq.shape].nholes;
    double holes[32];
    uint64_t active = 0;
    for (uint32_t k = 0; k < n; k++)
        if (!dae_operand_is_const(dae_operands(d, &eq)[k]))
            active |= 1u << k;
    DaeExpr t = sym_tangent(m, eq.shape, active);
    check(t != 0, "has a tangent", equation);
    set_holes(d, &eq, holes, 1e-6);
    double ahead = residual(d, eq.shape, holes);
    set_holes(d, &eq, holes, -1e-6);
    double slope = (ahead - residual(d, eq.shape, holes)) / 2e-6;
    set_holes(d, &eq, holes, 0);
    double exact = t ? side(d, t, holes) : NAN;
    if (!(fabs(slope - exact) < 1e-7 * (1 + fabs(slope))))
        fprintf(stderr, "%g against %g\n", exact, slope);
    check(fabs(slope - exact) < 1e-7 * (1 + fabs(slope)), "tangent agrees with differences", equation);
    Text text = {0};
    dae_print_expr(d, &d->pool, t, &text);
    check(!calls || strstr(text.at, calls), "calls the expected function", text.at);
    const SymDerHole *map;
    uint32_t nder, der = sym_time_derivative(m, eq.shape, active, &map, &nder);
    check((der != UINT32_MAX) == in_time, "time derivative", equation);
    if (der != UINT32_MAX) {
        double used[32];
        for (uint32_t k = 0; k < nder; k++)
            used[k] = holes[map[k].hole + (map[k].order ? n : 0)];
        check(fabs(residual(d, der, used) - exact) < 1e-9 * (1 + fabs(exact)), "time derivative agrees", equation);
        uint64_t all = nder >= 64 ? UINT64_MAX : ((uint64_t)1 << nder) - 1;
        check(sym_time_derivative(m, der, all, &map, &nder) != UINT32_MAX, "second derivative", equation);
    }
    /* what was made prints and reads back */
    Text whole = {0};
    dae_print(d, &whole);
    Dae *again = dae_parse(ctx, base_source_string(ctx->sources, equation, whole.at, whole.n));
    base_diag_flush(ctx, stderr);
    check(again != NULL, "made functions read back", equation);
    dae_free(again);
    base_text_free(&whole);
    base_text_free(&text);
    sym_memo_free(m);
    dae_free(d);
}

/* A multi-equation with outputs a and b: tangents by sym_tangent_call. */
static void statement_of(const char *equation) {
    Dae *d = parse(equation);
    SymMemo *m = sym_memo_new(d);
    DaeEquation eq = d->equations.at[0];
    uint32_t n = d->shapes.at[eq.shape].nholes, nout = d->shapes.at[eq.shape].nout;
    double ahead[32], behind[32], holes[32];
    DaeExpr t = sym_tangent_call(m, eq.shape, UINT64_MAX);
    check(t != 0, "has a tangent statement", equation);
    Value locals[16];
    memset(locals, 0, sizeof locals);
    set_holes(d, &eq, ahead, 1e-6);
    set_holes(d, &eq, behind, -1e-6);
    set_holes(d, &eq, holes, 0);
    run(&(Machine){.d = d, .locals = locals, .holes = ahead}, d->shapes.at[eq.shape].root);
    run(&(Machine){.d = d, .locals = locals, .holes = behind}, d->shapes.at[eq.shape].root);
    if (t)
        run(&(Machine){.d = d, .locals = locals, .holes = holes}, t);
    for (uint32_t k = 0; k < nout; k++) {
        double slope = (ahead[k] - behind[k]) / 2e-6;
        check(fabs(slope - holes[n + k]) < 1e-7 * (1 + fabs(slope)), "tangents of outputs", equation);
        check(fabs(holes[k] - (ahead[k] + behind[k]) / 2) < 1e-9, "values of outputs", equation);
    }
    /* the outputs as expressions have the same values */
    DaeExpr outs[4];
    set_holes(d, &eq, behind, 0);
    check(sym_outputs(m, eq.shape, outs), "has outputs", equation);
    for (uint32_t k = 0; k < nout; k++) {
        behind[k] = NAN; /* must not be read */
        check(fabs(side(d, outs[k], behind) - holes[k]) < 1e-12, "outputs as expressions", equation);
    }
    sym_memo_free(m);
    dae_free(d);
}

int main(void) {
    ctx = base_context_new();
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
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
