/* Equations as C: loops, straight lines, both tiers, against dae_value.  Models are texts of the
 * flat DAE whose equations are already solved ("multi (x) x := ..."), taken as the blocks of a
 * hand-made SymModel. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compile/compile.h"
#include "test.h"

typedef struct {
    Context *ctx;
    SymModel sym;
    GenModel *g;
    CompModel *c;
    const CwModel *code;
    CwEnv env;
    CwCalls calls;
    char scratch[1 << 16];
    size_t used;
} Case;

static void *memory(CwEnv *e, unsigned long bytes) {
    Case *k = e->host;
    void *p = k->scratch + k->used;
    k->used += (bytes + 15) & ~15ul;
    BASE_ASSERT(k->used < sizeof k->scratch);
    return p;
}
static void *mark(CwEnv *e) { return &((Case *)e->host)->scratch[((Case *)e->host)->used]; }
static void release(CwEnv *e, void *m) { ((Case *)e->host)->used = (size_t)((char *)m - ((Case *)e->host)->scratch); }
static const char *string_real(CwEnv *e, double x, int digits, int length, int left) {
    char *s = memory(e, 64);
    snprintf(s, 64, left ? "%-*.*g" : "%*.*g", length, digits, x);
    return s;
}
static const char *keep(CwEnv *e, const char *s) { return base_strdup(&((Case *)e->host)->ctx->arena, s); }
static void solve(CwEnv *e, int system) {
    /* linear, one unknown: a secant step is exact */
    const CwSystem *s = &((Case *)e->host)->code->systems[system];
    double r[2], out[4], *old = e->r;
    e->r = out, e->operands = s->operands;
    for (int i = 0; i < 2; i++) e->v[s->vars[0]] = i, s->residual(e), r[i] = out[0];
    e->v[s->vars[0]] = -r[0] / (r[1] - r[0]);
    s->residual(e);
    e->r = old;
}
static char last_assert[100];
static void assertion(CwEnv *e, int level, const char *message, int origin) {
    (void)e;
    snprintf(last_assert, sizeof last_assert, "%d %s %d", level, message, origin > 0);
}
static void bad(CwEnv *e, const char *message, int origin) {
    (void)e, (void)origin;
    fprintf(stderr, "error: %s\n", message);
    exit(1);
}

static Dae *parsed(Context *ctx, const char *text) {
    Dae *d = dae_parse(ctx, base_source_string(ctx->sources, "test.dae", text, strlen(text)));
    base_diag_flush(ctx, stderr);
    BASE_ASSERT(d != NULL);
    return d;
}

static void take_blocks(SymModel *s) {
    for (size_t i = 0; i < s->dae->equations.n; i++) {
        DaeEquation eq = s->dae->equations.at[i];
        vec_push(&s->blocks, ((SymBlock){.flags = SYM_NEEDED, .system = UINT32_MAX, .eq = eq}));
    }
    s->actions = s->dae->actions;
}

static void start(Case *k, const char *text) {
    *k = (Case){.ctx = base_context_new()};
    k->sym.dae = parsed(k->ctx, text);
    take_blocks(&k->sym);
    k->sym.memo = alg_memo_new(k->sym.dae);
}

static bool build(Case *k, const GenOptions *options, CompTier tier, const char *flags) {
    k->g = gen_model(&k->sym, options);
    CompOptions how = {.tier = tier, .flags = flags, .keep_text = getenv("KEEP")};
    k->c = k->g ? comp_model(k->g, &how) : NULL;
    base_diag_flush(k->ctx, stderr);
    check(k->c != NULL, "compiles");
    if (!k->c) return false;
    k->code = comp_code(k->c);
    k->calls = (CwCalls){.memory = memory,
                         .mark = mark,
                         .release = release,
                         .string_real = string_real,
                         .keep = keep,
                         .solve = solve,
                         .error = bad,
                         .assertion = assertion};
    size_t n = k->g->nvalues + 1;
    k->env = (CwEnv){.v = calloc(n, sizeof(double)),
                     .d = calloc(n, sizeof(double)),
                     .s = calloc(n, sizeof(char *)),
                     .o = calloc(n, sizeof(void *)),
                     .r = calloc(n, sizeof(double)),
                     .tab = k->g->tab,
                     .lambda = 1,
                     .call = &k->calls,
                     .host = k};
    gen_constants(k->g, k->env.v);
    return true;
}

static void drop(Case *k) {
    free(k->env.v), free(k->env.d), free(k->env.s), free(k->env.o), free(k->env.r);
    comp_model_free(k->c);
    gen_free(k->g);
    k->c = NULL, k->g = NULL;
}

static void finish(Case *k) {
    drop(k);
    vec_free(&k->sym.blocks);
    vec_free(&k->sym.systems);
    vec_free(&k->sym.relations);
    alg_memo_free(k->sym.memo);
    dae_free(k->sym.dae);
    base_context_free(k->ctx);
}

static double *value(Case *k, const char *name) { return &k->env.v[dae_find_var(k->sym.dae, name)]; }
static bool near(double a, double b) { return fabs(a - b) <= 1e-12 * (1 + fabs(b)) || (isnan(a) && isnan(b)); }

/* ---- every scalar operator against dae_value --------------------------------------------------------------------- */

static bool get(void *arg, const DaeNode *leaf, double *out) {
    Case *k = ((void **)arg)[0];
    const DaeEquation *eq = ((void **)arg)[1];
    DaeOperand o = dae_operands(k->sym.dae, eq)[leaf->id];
    *out = dae_operand_is_const(o) ? dae_constant_value(k->sym.dae, o) : k->env.v[o];
    return leaf->op == DAE_HOLE;
}

static const char scalars[] =
    "dae Scalars\n"
    "  Real a; Real b; Real c; Boolean p; Boolean q; Integer i; Integer j;\n"
    "  Real x[1]; Real x[2]; Real x[3]; Real x[4]; Real x[5]; Real x[6]; Real x[7]; Real x[8]; "
    "Real x[9]; Real x[10];\n"
    "  Real x[11]; Real x[12]; Real x[13]; Real x[14]; Real x[15]; Real x[16]; Real x[17]; Real "
    "x[18];\n"
    "equation\n"
    "  multi (x[1]) x[1] := a + b*c - (a - (b - c))/(-a);\n"
    "  multi (x[2]) x[2] := -(a - b)^2 + a^3 - (a*b)^4 + a^5 + a^(-2) + b^0.5;\n"
    "  multi (x[3]) x[3] := noEvent(if a > b and not a < c or p then sin(a) else if q then cos(b) "
    "else -1.5e-7);\n"
    "  multi (x[4]) x[4] := max(min(a, b), c) + max(a*b, c*c) + abs(-a) + sign(a - b);\n"
    "  multi (x[5]) x[5] := sqrt(b) + exp(a) - log(b) + log10(b) + tan(a) + asin(a/10) + "
    "acos(a/10) + atan(a);\n"
    "  multi (x[6]) x[6] := atan2(a, b) + sinh(a) + cosh(a) + tanh(b);\n"
    "  multi (x[7]) x[7] := real(mod(i, j)) + real(rem(i, j)) + real(div(i, j));\n"
    "  multi (x[8]) x[8] := (a*b + c)*(a*b + c) + sin(a*b + c);\n"
    "  multi (x[9]) x[9] := a - (-b) - (b - (-3.5));\n"
    "  multi (x[10]) x[10] := a/(b*c)/(a/b);\n"
    "  multi (x[11]) x[11] := semiLinear(a - 1.0, b, c) + semiLinear(1.0 - a, b, c);\n"
    "  multi (x[12]) x[12] := noEvent(real(if (a < b) == p then 3 else 4));\n"
    "  multi (x[13]) x[13] := a^i + 2.0^a;\n"
    "  multi (x[14]) x[14] := noEvent(if p then (if q then a*b else a/b) else 7.0);\n"
    "  multi (x[15]) x[15] := a*b*c*(a + b + c)*(a*b)/(c + a)/(a + b);\n"
    "  multi (x[16]) x[16] := -a*b + (-a)^2;\n"
    "  multi (x[17]) x[17] := 1e300*a*1e-300 + 0.1 + 1.0/3.0;\n"
    "  multi (x[18]) x[18] := noEvent(if a <> b then (if a >= b then 1.0 else 2.0) else 3.0);\n"
    "end dae;\n";

static void test_scalars(const GenOptions *options, CompTier tier, const char *flags) {
    Case *k = calloc(1, sizeof *k);
    start(k, scalars);
    if (build(k, options, tier, flags)) {
        *value(k, "a") = 1.25, *value(k, "b") = 2.5, *value(k, "c") = -0.75, *value(k, "p") = 1;
        *value(k, "i") = -7, *value(k, "j") = 3;
        k->code->ode(&k->env);
        for (size_t i = 0; i < k->sym.blocks.n; i++) {
            const DaeEquation *eq = &k->sym.blocks.at[i].eq;
            const Dae *d = k->sym.dae;
            double expected, got = k->env.v[dae_operands(d, eq)[0]];
            void *arg[2] = {k, (void *)eq};
            bool known = dae_value(&d->pool, dae_arg(&d->pool, d->shapes.at[eq->shape].root, 1), get, arg, &expected);
            char what[120];
            snprintf(what, sizeof what, "x[%zu]: %.17g instead of %.17g", i + 1, got, known ? expected : -999.0);
            check(known && near(got, expected), what);
        }
    }
    finish(k);
    free(k);
}

/* ---- functions --------------------------------------------------------------------------------------------------- */

static const char functions[] =
    "dae Functions\n"
    "  function horner\n    input Real c[:];\n    input Real x;\n    output Real y = 0.0;\n    "
    "protected Integer n = size(c, 1);\n"
    "  algorithm\n    for $i4 in n:-1:1 loop\n      y := y*x + c[$i4];\n    end for;\n  end "
    "function;\n"
    "  function squares\n    input Integer n;\n    output Real s[n];\n    protected Integer k = "
    "0;\n"
    "  algorithm\n    while k < n loop\n      k := k + 1;\n      s[k] := real(k)^2.0;\n    end "
    "while;\n  end function;\n"
    "  function both\n    input Real x;\n    output Real y;\n    output Real z;\n    output Real "
    "w[2];\n"
    "  algorithm\n    y := x + 1.0;\n    if x > 10.0 then\n      return;\n    end if;\n    z := "
    "x*y;\n    w := {y, z};\n  end function;\n"
    "  function fact\n    input Integer n;\n    output Integer y;\n"
    "  algorithm\n    y := if n <= 1 then 1 else n*fact(n - 1);\n  end function;\n"
    "  Real x; Real y[1]; Real y[2]; Real y[3]; Real y[4]; Real y[5]; Real y[6]; Real y[7]; Real "
    "y[8]; Real s[1]; Real s[2]; Real s[3];\n"
    "  Real a; Real b; Real c[1]; Real c[2]; Real z;\n"
    "equation\n"
    "  multi (y[1]) y[1] := horner({1.0, 2.0, 3.0}, x);\n"
    "  multi (s[1], s[2], s[3]) {s[1], s[2], s[3]} := squares(3);\n"
    "  multi (y[2]) y[2] := sum(squares(3)) + squares(2)[2] + sum(real($i0)*x for $i0 in 1:3) + "
    "s[1];\n"
    "  multi (a, b, c[1], c[2]) (a, b, {c[1], c[2]}) := both(x);\n"
    "  multi (y[3]) y[3] := real(fact(10));\n"
    "  multi (y[4]) y[4] := {x, 2.0, 3.0}*{1.0, x, 1.0} + sum(identity(3)*{1.0, 2.0, x});\n"
    "  multi (y[5]) y[5] := sum(transpose({{1.0, 2.0}, {3.0, x}})[1, :]) + {{1.0, 2.0}, {3.0, "
    "4.0}}[2, 1];\n"
    "  multi (y[6]) y[6] := sum({real($i0*$i1)*x for $i0 in 1:3, $i1 in 1:4}[:, 2]);\n"
    "  multi (y[7]) y[7] := max($i0*1.0 for $i0 in {3, 5, 4}) + product(cat(1, {x}, {2.0, 3.0}));\n"
    "  multi (z) z := maximum(sum(real($i0)*{x, 2.0*x} for $i0 in 1:3));\n"
    "  multi (y[8]) y[8] := sum(cross({1.0, 2.0, x}, {x, 0.0, 1.0})) + sum(linspace(0.0, 1.0, 5)) "
    "+ sum(fill(x, 2, 3));\n"
    "end dae;\n";

static void test_functions(CompTier tier, const char *flags) {
    Case *k = calloc(1, sizeof *k);
    start(k, functions);
    if (build(k, NULL, tier, flags)) {
        double x = *value(k, "x") = 1.5;
        k->code->ode(&k->env);
        check(near(*value(k, "y[1]"), 1 + 2 * x + 3 * x * x), "horner");
        check(near(*value(k, "s[3]"), 9), "array result");
        check(near(*value(k, "y[2]"), 14 + 4 + 6 * x + 1), "sums");
        check(near(*value(k, "a"), 2.5) && near(*value(k, "b"), 3.75) && near(*value(k, "c[2]"), 3.75),
              "several results");
        check(near(*value(k, "y[3]"), 3628800), "recursion");
        check(near(*value(k, "y[4]"), x + 2 * x + 3 + 1 + 2 + x), "products");
        check(near(*value(k, "y[5]"), 4 + 3), "slices");
        check(near(*value(k, "y[6]"), x * 2 * 10), "comprehension");
        check(near(*value(k, "z"), 12 * x), "sum of arrays");
        check(near(*value(k, "y[7]"), 5 + 6 * x), "reductions");
        check(near(*value(k, "y[8]"), (2.0) + (x * x - 1) + (-2 * x) + 2.5 + 6 * x), "forms");
    }
    finish(k);
    free(k);
}

/* Arrays of variables that lie together are passed as they lie. */
static void test_packed(void) {
    static const char text[] = "dae Packed\n  function total\n    input Real a[:, :];\n    output Real y = 0.0;\n  "
                               "algorithm\n    y := sum(a[2, :]);\n  end function;\n"
                               "  Real a[1]; Real a[2]; Real a[3]; Real a[4]; Real a[5]; Real a[6]; Real y; Real "
                               "z;\nequation\n"
                               "  multi (y) y := total({{a[1], a[2], a[3]}, {a[4], a[5], a[6]}});\n"
                               "  multi (z) z := total({{a[1], a[2], a[3]}, {a[6], a[5], y}});\nend dae;\n";
    Case *k = calloc(1, sizeof *k);
    start(k, text);
    if (build(k, &(GenOptions){.no_tangent = true}, COMP_TCC, NULL)) {
        for (int i = 1; i <= 6; i++) value(k, "a[1]")[i - 1] = i;
        k->code->ode(&k->env);
        check(*value(k, "y") == 15 && *value(k, "z") == 26, "arrays in place");
        check(strstr(k->g->text, "(CwCell *)(v+1)") != NULL, "one of them in place");
    }
    finish(k);
    free(k);
}

/* ---- loops ------------------------------------------------------------------------------------------------------- */

static void rod_text(Text *t, int n) {
    base_text_add(t, "dae Rod\n");
    for (int i = 1; i <= n; i++) base_text_printf(t, "  Real T[%d];\n", i);
    for (int i = 0; i <= n; i++) base_text_printf(t, "  Real Q[%d];\n", i);
    for (int i = 1; i <= n; i++) base_text_printf(t, "  Real D[%d];\n", i);
    base_text_add(t, "  Real k;\nequation\n  multi (Q[0]) Q[0] := 1.0;\n");
    for (int i = 1; i < n; i++) base_text_printf(t, "  multi (Q[%d]) Q[%d] := k*(T[%d] - T[%d]);\n", i, i, i, i + 1);
    base_text_printf(t, "  multi (Q[%d]) Q[%d] := 0.25*T[%d];\n", n, n, n);
    for (int i = 1; i <= n; i++) base_text_printf(t, "  multi (D[%d]) D[%d] := (Q[%d] - Q[%d])/2.0;\n", i, i, i - 1, i);
    base_text_add(t, "end dae;\n");
}

static void test_loops(const GenOptions *options, CompTier tier) {
    Text t = {0};
    int n = 50;
    rod_text(&t, n);
    Case *k = calloc(1, sizeof *k);
    start(k, t.at);
    if (build(k, options, tier, NULL)) {
        char name[20];
        *value(k, "k") = 3;
        double T[64] = {0};
        for (int i = 1; i <= n; i++) {
            snprintf(name, sizeof name, "T[%d]", i);
            *value(k, name) = T[i] = i * i;
        }
        k->code->ode(&k->env);
        bool good = true;
        for (int i = 1; i <= n; i++) {
            double in = i == 1 ? 1 : 3 * (T[i - 1] - T[i]), out = i == n ? 0.25 * T[n] : 3 * (T[i] - T[i + 1]);
            snprintf(name, sizeof name, "D[%d]", i);
            good = good && near(*value(k, name), (in - out) / 2);
        }
        check(good, "rod");
        if (!options || !options->no_loops) check(k->g->nloops == 2 && k->g->text_size < 4500, "rod is two loops");
    }
    finish(k);
    free(k);
    base_text_free(&t);
}

/* Two chains that feed each other: the pattern of two shapes repeats. */
static void test_period(void) {
    Text t = {0};
    base_text_add(&t, "dae Chain\n  Real a[0]; Real b[0];\n");
    for (int i = 1; i <= 20; i++) base_text_printf(&t, "  Real a[%d]; Real b[%d];\n", i, i);
    base_text_add(&t, "equation\n");
    for (int i = 1; i <= 20; i++)
        base_text_printf(&t, "  multi (a[%d]) a[%d] := b[%d] + 1.0;\n  multi (b[%d]) b[%d] := 2.0*a[%d];\n", i, i,
                         i - 1, i, i, i);
    base_text_add(&t, "end dae;\n");
    Case *k = calloc(1, sizeof *k);
    start(k, t.at);
    if (build(k, &(GenOptions){.no_tangent = true}, COMP_TCC, NULL)) {
        k->code->ode(&k->env);
        double b = 0;
        for (int i = 1; i <= 20; i++) b = 2 * (b + 1);
        check(*value(k, "b[20]") == b, "chain");
        check(k->g->nloops == 1, "chain is one loop");
    }
    finish(k);
    free(k);
    base_text_free(&t);
}

/* ---- scheduling, systems, relations, actions --------------------------------------------------------------------- */

static void test_schedule(void) {
    Text t = {0};
    base_text_add(&t, "dae Mixed\n");
    for (int i = 1; i <= 40; i++) base_text_printf(&t, "  Real x[%d]; Real y[%d]; Real z[%d];\n", i, i, i);
    base_text_add(&t, "equation\n");
    for (int i = 1; i <= 40; i++) { /* an order in which no pattern repeats */
        base_text_printf(&t, "  multi (x[%d]) x[%d] := %d.5;\n", i, i, i);
        if (i % 3 == 0)
            for (int j = i - 2; j <= i; j++)
                base_text_printf(&t, "  multi (y[%d]) y[%d] := x[%d]*x[%d];\n", j, j, j, i - j + 1);
        if (i % 7 == 0) base_text_printf(&t, "  multi (z[%d]) z[%d] := sin(x[%d]);\n", i, i, i);
    }
    base_text_add(&t, "end dae;\n");
    Case *k = calloc(1, sizeof *k);
    start(k, t.at);
    if (build(k, &(GenOptions){.no_tangent = true}, COMP_TCC, NULL)) {
        k->code->ode(&k->env);
        bool good = true;
        for (int i = 3; i <= 40; i += 3)
            for (int j = i - 2; j <= i; j++) {
                char name[20];
                snprintf(name, sizeof name, "y[%d]", j);
                good = good && near(*value(k, name), (j + 0.5) * (i - j + 1.5));
            }
        check(good, "rescheduled");
        check(k->g->nloops <= 4 && k->g->nloops >= 2, "rescheduled into loops");
    }
    finish(k);
    free(k);
    base_text_free(&t);
}

static const char events[] =
    "dae Events\n  Real x; Real y; Boolean b; Boolean c; Real u[1]; Real u[2]; Real u[3]; Real "
    "u[4]; Real w[1]; Real w[2]; Real w[3]; Real w[4];\n"
    "  String s;\n"
    "equation\n  x = y;\n  multi (s) s := \"x = \" + String(x, 3, 0, true);\n"
    "  2.0*u[1] + w[1] = x;\n  multi (w[1]) w[1] := 3.0*u[1];\n  2.0*u[2] + w[2] = y;\n  multi "
    "(w[2]) w[2] := 3.0*u[2];\n"
    "action\n  assert(x < 3.0, \"too large\", 1);\n"
    "end dae;\n";

static void test_events(void) {
    Case *k = calloc(1, sizeof *k);
    *k = (Case){.ctx = base_context_new()};
    Dae *d = k->sym.dae = parsed(k->ctx, events);
    k->sym.memo = alg_memo_new(d);
    DaeVar b = dae_find_var(d, "b"), c = dae_find_var(d, "c");
    vec_push(&k->sym.relations, ((SymRelation){.var = b, .op = DAE_GT, .eq = d->equations.at[0]}));
    vec_push(&k->sym.relations, ((SymRelation){.var = c, .op = DAE_LE, .eq = d->equations.at[0]}));
    vec_push(&k->sym.blocks, ((SymBlock){.flags = SYM_DISCRETE, .system = UINT32_MAX, .eq = d->equations.at[1]}));
    DaeVar u[2] = {dae_find_var(d, "u[1]"), dae_find_var(d, "u[2]")};
    for (uint32_t i = 0; i < 2; i++) {
        SymSystem s = {.linear = true,
                       .n = 1,
                       .unknowns = &u[i],
                       .residuals = &d->equations.at[2 + 2 * i],
                       .ninner = 1,
                       .inner = &d->equations.at[3 + 2 * i]};
        vec_push(&k->sym.systems, s);
        vec_push(&k->sym.blocks, ((SymBlock){.flags = SYM_NEEDED, .system = i}));
    }
    k->sym.actions = d->actions;
    if (build(k, NULL, COMP_TCC, NULL)) {
        *value(k, "x") = 2.5, *value(k, "y") = 5;
        k->code->crossings(&k->env);
        k->code->relations(&k->env);
        check(k->env.r[0] == -2.5 && k->env.r[1] == -2.5, "crossings");
        check(k->env.v[b] == 0 && k->env.v[c] == 1, "relations");
        k->code->checks(&k->env);
        check(!last_assert[0], "assert holds");
        *value(k, "x") = 3.5;
        k->code->checks(&k->env);
        check(!strncmp(last_assert, "1 too large", 11), "assert fails");
        k->code->ode(&k->env);
        check(near(*value(k, "u[1]"), 0.7) && near(*value(k, "u[2]"), 1), "systems");
        check(k->code->systems[0].residual == k->code->systems[1].residual, "systems share code");
        check(!k->env.s[dae_find_var(d, "s")], "discrete blocks wait for events");
        k->code->event(&k->env);
        check(!strcmp(k->env.s[dae_find_var(d, "s")], "x = 3.5"), "strings");
    }
    finish(k);
    free(k);
}

/* ---- tangents ---------------------------------------------------------------------------------------------------- */

static const char tangents[] = "dae Tangents\n  Real x; Real y; Real z; Real w;\n"
                               "  function f\n    input Real a;\n    input Real b;\n    output "
                               "Real c;\n  algorithm\n    c := a*a*b;\n  end function;\n"
                               "equation\n  multi (y) y := x*x + sin(x);\n  multi (z) z := "
                               "y*x/3.5;\n  multi (w) w := f(x, y) + z;\n"
                               "end dae;\n";

static void test_tangents(void) {
    Case *k = calloc(1, sizeof *k);
    start(k, tangents);
    uint8_t all[64];
    memset(all, 1, sizeof all);
    k->sym.depends_on_state = all;
    if (build(k, NULL, COMP_TCC, NULL)) {
        double x = *value(k, "x") = 1.5;
        k->code->ode(&k->env);
        k->env.d[dae_find_var(k->sym.dae, "x")] = 2;
        k->code->tangent(&k->env);
        double y = x * x + sin(x), dy = 2 * (2 * x + cos(x)), dz = (dy * x + 2 * y) / 3.5,
               dw = 2 * x * 2 * y + x * x * dy + dz;
        check(near(k->env.d[dae_find_var(k->sym.dae, "y")], dy), "tangent of y");
        check(near(k->env.d[dae_find_var(k->sym.dae, "z")], dz), "tangent of z");
        check(fabs(k->env.d[dae_find_var(k->sym.dae, "w")] - dw) < 1e-5 * dw, "tangent through a function");
        check(near(*value(k, "w"), x * x * y + y * x / 3.5), "values are left alone");
    }
    finish(k);
    free(k);
}

/* ---- size -------------------------------------------------------------------------------------------------------- */

static void test_million(int n) {
    Context *ctx = base_context_new();
    SymModel m = {.dae = dae_new(ctx)};
    Dae *d = m.dae;
    DaeVar T = 0, Q = 0, D = 0, kk;
    for (int i = 0; i < n; i++) {
        DaeVar v = dae_add_var(d, &(DaeVariable){.kind = DAE_KIND_CONTINUOUS});
        if (!i) T = v;
    }
    for (int i = 0; i <= n; i++) {
        DaeVar v = dae_add_var(d, &(DaeVariable){.kind = DAE_KIND_CONTINUOUS});
        if (!i) Q = v;
    }
    for (int i = 0; i < n; i++) {
        DaeVar v = dae_add_var(d, &(DaeVariable){.kind = DAE_KIND_CONTINUOUS});
        if (!i) D = v;
    }
    kk = dae_add_var(d, &(DaeVariable){.kind = DAE_KIND_PARAMETER});
    DaePool p;
    dae_pool_init(&p);
    DaePoolMark pool_mark = dae_pool_mark(&p);
    for (int i = 0; i < 2 * n; i++) { /* flow, derivative, flow, derivative ... */
        DaeVar c = (DaeVar)i / 2, out = i % 2 ? D + c : Q + c;
        DaeExpr a = dae_var(&p, i % 2 ? Q + c : T + (c ? c - 1 : 0), DAE_REAL),
                b = dae_var(&p, i % 2 ? Q + c + 1 : T + c, DAE_REAL);
        DaeExpr x = dae_op2(&p, DAE_SUB, a, b);
        if (i % 2 == 0) x = dae_op2(&p, DAE_MUL, dae_var(&p, kk, DAE_REAL), x);
        DaeExpr s[2] = {dae_var(&p, out, DAE_REAL), x};
        DaeEquation eq = dae_shape(d, &p, dae_op(&p, DAE_ASSIGN, s, 2), &out, 1, 0);
        vec_push(&m.blocks, ((SymBlock){.flags = SYM_NEEDED, .system = UINT32_MAX, .eq = eq}));
        dae_pool_release(&p, pool_mark);
    }
    m.depends_on_state = calloc(d->vars.n, 1);
    memset(m.depends_on_state, 1, d->vars.n);
    m.depends_on_state[kk] = 0;
    m.memo = alg_memo_new(d);
    double t = base_seconds();
    GenModel *g = gen_model(&m, NULL);
    double generate = base_seconds() - t;
    CompModel *c = comp_model(g, NULL);
    printf("%d cells: generate %.3f s, compile %.4f s, text %zu bytes, tables %zu ints, %u loops\n", n, generate,
           comp_seconds(c), g->text_size, g->table_ints, g->nloops);
    check(g->text_size < 20000, "text follows shapes");
    check(generate < 5 && comp_seconds(c) < 1, "fast"); /* generous: the machine may be busy */
    CwEnv env = {.v = calloc(g->nvalues, sizeof(double)), .d = calloc(g->nvalues, sizeof(double)), .tab = g->tab};
    t = base_seconds();
    comp_code(c)->ode(&env);
    printf("one evaluation: %.2f ns an equation\n", (base_seconds() - t) / (2.0 * n) * 1e9);
    free(env.v), free(env.d), free(m.depends_on_state);
    comp_model_free(c);
    gen_free(g);
    dae_pool_free(&p);
    vec_free(&m.blocks);
    alg_memo_free(m.memo);
    dae_free(d);
    base_context_free(ctx);
}

int main(int argc, char **argv) {
    GenOptions plain = {.no_tangent = true}, straight = {.no_loops = true},
               comments = {.comments = true, .no_tangent = true};
    test_scalars(NULL, COMP_TCC, NULL);
    test_scalars(&comments, COMP_TCC, NULL);
    test_scalars(NULL, COMP_CC, "-O0");
    test_scalars(NULL, COMP_CC, "-O2");
    test_functions(COMP_TCC, NULL);
    test_functions(COMP_CC, "-O2");
    test_packed();
    test_loops(&plain, COMP_TCC);
    test_loops(&straight, COMP_TCC);
    test_loops(&comments, COMP_CC);
    test_period();
    test_schedule();
    test_events();
    test_tangents();
    test_million(argc > 1 ? atoi(argv[1]) : 100000);
    return test_done();
}
