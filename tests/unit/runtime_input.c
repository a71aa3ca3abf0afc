/* runtime_input.c - inputs, states and parameters set while running; tables; Jacobian and directional derivatives. */
#include "compile/compile.h"
#include "inspect/inspect.h"

#include <math.h>
#include <string.h>

static int passed, failed;
#define CHECK(cond) ((cond) ? (void)passed++ : (void)(failed++, printf("%s:%d: %s\n", __FILE__, __LINE__, #cond)))
#define NEAR(value, want, tolerance)                                                                                   \
    do {                                                                                                               \
        double value_ = (value), want_ = (want);                                                                       \
        if (fabs(value_ - want_) <= (tolerance)) passed++;                                                             \
        else failed++, printf("%s:%d: %s = %.12g, want %.12g\n", __FILE__, __LINE__, #value, value_, want_);           \
    } while (0)

static const char *const text = "dae In\n"
                                "  input Real u(start = 1.0);\n"
                                "  input Boolean b(start = false);\n"
                                "  input Integer k(start = 2);\n"
                                "  parameter Real a = 1.0;\n"
                                "  output Real y;\n"
                                "  Real x(start = 0.0, fixed = true);\n"
                                "  Real w;\n"
                                "  discrete Real n(start = 0.0, fixed = true);\n"
                                "equation\n"
                                "  y = 2.0*u + real(k) + x;\n"
                                "  w = real(if u > 3.0 then 5 else 6);\n"
                                "  der(x) = a*(u - x);\n"
                                "  n := if trigger(b, pre(b)) then pre(n) + 1.0 else pre(n);\n"
                                "end dae;\n";

typedef struct {
    Context *ctx;
    Dae *d;
    SymModel *s;
    GenModel *g;
    CompModel *code;
} Model;

static Model translate(void) {
    Model m = {.ctx = base_context_new()};
    m.d = dae_parse(m.ctx, base_source_string(m.ctx->sources, "in", text, strlen(text)));
    m.s = m.d ? sym_translate(m.d, &(SymOptions){0}) : NULL;
    m.g = m.s ? gen_model(m.s, &(GenOptions){0}) : NULL;
    m.code = m.g ? comp_model(m.g, &(CompOptions){.tier = COMP_TCC}) : NULL;
    base_diag_flush(m.ctx, stdout);
    CHECK(m.code != NULL);
    return m;
}

static void drop(Model *m) {
    comp_model_free(m->code);
    gen_free(m->g);
    sym_free(m->s);
    dae_free(m->d);
    base_context_free(m->ctx);
}

static Runtime *begin(Model *m, const char *solver) {
    Runtime *rt = ins_runtime(m->g, comp_code(m->code), m->ctx);
    RtOptions o = {.stop = 10, .tolerance = 1e-8, .solver = solver};
    CHECK(rt_initialise(rt, 0) == RT_OK);
    CHECK(rt_begin(rt, &o) == RT_OK);
    return rt;
}

static double get(Runtime *rt, const char *name) { return rt_value(rt, rt_find(rt, name)); }
static void set(Runtime *rt, const char *name, double value) { CHECK(rt_set(rt, rt_find(rt, name), value)); }

/* x follows u = 1, then 2 from time 1 on, then -1 from time 2.5 on. */
static void test_hold(Model *m, const char *solver) {
    Runtime *rt = begin(m, solver);
    CHECK(rt_advance(rt, 1) == RT_OK);
    double x = 1 - exp(-1);
    NEAR(get(rt, "x"), x, 1e-6);
    set(rt, "u", 2);
    NEAR(get(rt, "y"), 2 + 2 + x, 1e-6); /* not yet */
    CHECK(rt_advance(rt, 1) == RT_OK);
    CHECK(rt_time(rt) == 1);
    NEAR(get(rt, "y"), 4 + 2 + x, 1e-6);
    NEAR(get(rt, "der(x)"), 2 - x, 1e-6);
    CHECK(rt_advance(rt, 2.5) == RT_OK);
    x = 2 + (x - 2) * exp(-1.5);
    NEAR(get(rt, "x"), x, 1e-6);
    CHECK(get(rt, "w") == 6);
    set(rt, "u", -1);
    CHECK(rt_advance(rt, 4) == RT_OK);
    x = -1 + (x + 1) * exp(-1.5);
    NEAR(get(rt, "x"), x, 1e-6);
    set(rt, "u", 4); /* a relation of the input */
    set(rt, "k", 7);
    CHECK(rt_advance(rt, 4) == RT_OK);
    CHECK(get(rt, "w") == 5);
    NEAR(get(rt, "y"), 8 + 7 + x, 1e-6);
    CHECK(rt_end(rt) == RT_OK);
    rt_free(rt);
}

/* A Boolean input triggers a when-clause once for each edge; states and parameters can be set too. */
static void test_events(Model *m) {
    Runtime *rt = begin(m, NULL);
    for (int i = 1; i <= 4; i++) {
        set(rt, "b", i % 2);
        CHECK(rt_advance(rt, i) == RT_OK);
        CHECK(get(rt, "n") == (i + 1) / 2);
    }
    set(rt, "x", 5);
    CHECK(rt_advance(rt, 5) == RT_OK);
    NEAR(get(rt, "x"), 1 + 4 * exp(-1), 1e-6);
    double x = get(rt, "x");
    set(rt, "a", 3);
    CHECK(rt_advance(rt, 6) == RT_OK);
    NEAR(get(rt, "x"), 1 + (x - 1) * exp(-3), 1e-6);
    CHECK(!rt_set(rt, rt_find(rt, "y"), 1)); /* an equation computes it: RT0004 */
    CHECK(!rt_set_input_table(rt, rt_find(rt, "u"), 1, (double[]){0}, (double[]){1})); /* too late: RT0005 */
    Text said = {0};
    base_diag_take(m->ctx, &said);
    CHECK(strstr(base_text_str(&said), "RT0004") && strstr(base_text_str(&said), "RT0005"));
    fputs(base_text_str(&said), stdout); /* the cases of these codes look for it */
    base_text_free(&said);
    CHECK(rt_end(rt) == RT_OK);
    rt_free(rt);
}

/* u = t up to 1, jumps to 3, falls to 2 at time 2 and stays; b holds. */
static void test_table(Model *m, const char *solver) {
    Runtime *rt = ins_runtime(m->g, comp_code(m->code), m->ctx);
    const double t[] = {0, 1, 1, 2}, u[] = {0, 1, 3, 2}, tb[] = {0, 0.5, 0.7, 1.5}, ub[] = {0, 1, 0, 1};
    CHECK(rt_set_input_table(rt, rt_find(rt, "u"), 4, t, u));
    CHECK(rt_set_input_table(rt, rt_find(rt, "b"), 4, tb, ub));
    RtOptions o = {.stop = 4, .tolerance = 1e-9, .solver = solver, .fixed_step = 1e-3};
    CHECK(rt_initialise(rt, 0) == RT_OK);
    CHECK(rt_begin(rt, &o) == RT_OK);
    CHECK(rt_advance(rt, 0.6) == RT_OK);
    NEAR(get(rt, "u"), 0.6, 1e-12);
    CHECK(get(rt, "n") == 1);
    CHECK(rt_advance(rt, 1) == RT_OK);
    NEAR(get(rt, "x"), exp(-1), 1e-6); /* t - 1 + exp(-t) */
    CHECK(get(rt, "u") == 3);          /* behind the jump */
    CHECK(rt_advance(rt, 1.25) == RT_OK);
    NEAR(get(rt, "u"), 2.75, 1e-12);
    CHECK(rt_advance(rt, 2) == RT_OK);
    CHECK(get(rt, "n") == 2);
    double x =
        (3 + 1 - 1) + (exp(-1) - 4) * exp(-1); /* x' = 4 - t' - x from t' = 0 on: x = 4 - t' + (x0 - 4)*exp(-t') */
    NEAR(get(rt, "x"), x, 1e-6);
    CHECK(rt_advance(rt, 4) == RT_OK);
    NEAR(get(rt, "x"), 2 + (x - 2) * exp(-2), 1e-6);
    CHECK(rt_end(rt) == RT_OK);
    rt_free(rt);
}

static void test_derivatives(Model *m) {
    Runtime *rt = begin(m, NULL);
    CHECK(rt_advance(rt, 1) == RT_OK);
    double j = 0, result[2] = {0}, one = 1, x, dx;
    CHECK(rt_state_count(rt) == 1 && rt_state(rt, 0) == rt_find(rt, "x"));
    rt_states(rt, &x);
    rt_derivatives(rt, &dx);
    NEAR(dx, 1 - x, 1e-12);
    CHECK(rt_jacobian_dense(rt, &j));
    NEAR(j, -1, 1e-12);
    MdVar u = rt_find(rt, "u"), state = rt_find(rt, "x"), unknown[] = {rt_find(rt, "der(x)"), rt_find(rt, "y")};
    CHECK(rt_directional(rt, 1, &u, &one, 2, unknown, result));
    NEAR(result[0], 1, 1e-8);
    NEAR(result[1], 2, 1e-8);
    CHECK(rt_directional(rt, 1, &state, &one, 2, unknown, result));
    NEAR(result[0], -1, 1e-8);
    NEAR(result[1], 1, 1e-8);
    double after;
    rt_states(rt, &after);
    CHECK(after == x);
    CHECK(rt_end(rt) == RT_OK);
    rt_free(rt);
}

int main(void) {
    Model m = translate();
    if (m.code) {
        static const char *const solvers[] = {"cvode", "dopri5", "sdirk4", "ida", "esdirk-dae"};
        for (size_t i = 0; i < sizeof solvers / sizeof *solvers; i++) test_hold(&m, solvers[i]);
        test_events(&m);
        for (size_t i = 0; i < sizeof solvers / sizeof *solvers; i++) test_table(&m, solvers[i]);
        test_table(&m, "rk4");
        test_derivatives(&m);
        base_diag_flush(m.ctx, stdout);
        drop(&m);
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed ? 1 : 0;
}
