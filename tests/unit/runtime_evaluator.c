/* runtime_evaluator.c - two evaluators of one run, on threads of their own: the bits of one after the other.
 *
 * `make test SAN=thread` runs it under ThreadSanitizer.
 */
#include "compile/compile.h"
#include "inspect/inspect.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

static int passed, failed;
#define CHECK(cond) ((cond) ? (void)passed++ : (void)(failed++, printf("%s:%d: %s\n", __FILE__, __LINE__, #cond)))

/* A relation, a nonlinear system of two, a linear one of three, a dependent parameter. */
static const char *const text = "dae In\n"
                                "  parameter Real p = 0.7;\n"
                                "  parameter Real q = 2.0*p;\n"
                                "  Real x(start = 1.0, fixed = true);\n"
                                "  Real w(start = 0.5, fixed = true);\n"
                                "  Real a(start = 1.0);\n"
                                "  Real b(start = 1.0);\n"
                                "  Real i1;\n"
                                "  Real i2;\n"
                                "  Real i3;\n"
                                "  Real y;\n"
                                "equation\n"
                                "  a + q*b^3.0 = x + 2.0;\n"
                                "  b + exp(0.1*a) = w + 3.0;\n"
                                "  i1 + p*i2 - i3 = x;\n"
                                "  q*i1 - i2 + x*i3 = p;\n"
                                "  i1 + i2*w + i3*3.0 = a;\n"
                                "  y = if x > 0.9 then p*b else q*i2;\n"
                                "  der(x) = -0.1*x*a + 0.05*i1;\n"
                                "  der(w) = 0.2*sin(p*x)*b - 0.1*i3;\n"
                                "end dae;\n";

enum { POINTS = 200, NUMBERS = 12 };

typedef struct {
    Runtime *e;
    int number;
    double found[POINTS][NUMBERS];
    bool ok;
} Worker;

/* At one point after the other: derivatives, Jacobian, derivatives by a parameter and along a direction. */
static void *work(void *arg) {
    Worker *w = arg;
    Runtime *e = w->e;
    MdVar rows[3] = {rt_find(e, "y"), rt_find(e, "der(x)"), rt_find(e, "i3")};
    RtKnown known[2] = {{rt_find(e, "p"), false}, {rt_find(e, "w"), false}};
    double along[2] = {1, 0.25 * w->number}, y[2];
    RtDerivation how;
    w->ok = true;
    for (int k = 0; k < POINTS; k++) {
        double *to = w->found[k];
        y[0] = 1 + 0.4 * sin(k + 10 * w->number), y[1] = 0.5 + 0.2 * cos(3 * k * (w->number + 1));
        w->ok &= rt_rhs(e, 0.01 * k, y, to) == 0;
        w->ok &= rt_jacobian_dense(e, to + 2);
        w->ok &= rt_along(e, false, 1, known, along, 3, rows, to + 6, &how) && how.how == RT_EXACT;
        w->ok &= rt_along(e, false, 2, known, along, 3, rows, to + 9, &how) && how.how == RT_EXACT;
    }
    return NULL;
}

static void start(Worker *w, Runtime *rt, int number) {
    memset(w, 0, sizeof *w);
    w->e = rt_evaluator_new(rt);
    w->number = number;
}

static void look(Runtime *rt, const CwModel *tangents) {
    static Worker serial[2], both[2];
    pthread_t thread[2];
    for (int i = 0; i < 2; i++) {
        start(&serial[i], rt, i);
        start(&both[i], rt, i);
    }
    rt_set_tangents(rt, tangents);
    for (int i = 0; i < 2; i++) {
        rt_evaluator_take(serial[i].e);
        rt_evaluator_take(both[i].e);
    }
    double before = rt_value(rt, rt_find(rt, "x"));
    for (int i = 0; i < 2; i++) CHECK(pthread_create(&thread[i], NULL, work, &both[i]) == 0);
    for (int i = 0; i < 2; i++) pthread_join(thread[i], NULL);
    for (int i = 0; i < 2; i++) (void)work(&serial[i]);
    for (int i = 0; i < 2; i++) {
        CHECK(serial[i].ok && both[i].ok);
        CHECK(!memcmp(serial[i].found, both[i].found, sizeof both[i].found));
        rt_evaluator_free(serial[i].e);
        rt_evaluator_free(both[i].e);
    }
    CHECK(memcmp(both[0].found, both[1].found, sizeof both[0].found) != 0);
    CHECK(rt_value(rt, rt_find(rt, "x")) == before);
}

int main(void) {
    Context *ctx = base_context_new();
    Dae *d = dae_parse(ctx, base_source_string(ctx->sources, "in", text, strlen(text)));
    SymModel *s = d ? sym_translate(d, &(SymOptions){0}) : NULL;
    GenModel *g = s ? gen_model(s, &(GenOptions){0}) : NULL;
    GenModel *t = g ? gen_model(s, &(GenOptions){.tangents = true}) : NULL;
    CompModel *code = t ? comp_model(g, &(CompOptions){.tier = COMP_TCC}) : NULL;
    CompModel *tangents = code ? comp_model(t, &(CompOptions){.tier = COMP_TCC}) : NULL;
    base_diag_flush(ctx, stdout);
    CHECK(tangents != NULL);
    if (!tangents) return 1;
    Runtime *rt = ins_runtime(g, comp_code(code), ctx);
    RtOptions o = {.stop = 10, .tolerance = 1e-8};
    CHECK(rt_initialise(rt, 0) == RT_OK && rt_begin(rt, &o) == RT_OK);
    look(rt, comp_code(tangents));
    CHECK(rt_advance(rt, 1) == RT_OK); /* and once more from another point of the run */
    look(rt, comp_code(tangents));
    CHECK(rt_advance(rt, 2) == RT_OK);
    rt_free(rt);
    comp_model_free(tangents);
    comp_model_free(code);
    gen_free(t);
    gen_free(g);
    sym_free(s);
    dae_free(d);
    base_context_free(ctx);
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
