/* model_save.c - the description of a model as bytes: what was loaded runs without the compiler, bit for bit. */
#include "compile/compile.h"
#include "inspect/inspect.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int passed, failed;
#define CHECK(cond) ((cond) ? (void)passed++ : (void)(failed++, printf("%s:%d: %s\n", __FILE__, __LINE__, #cond)))

/* A ball with friction, an enumeration, a String parameter, a system of equations and a sample. */
static const char *const model = "dae Mixed\n"
                                 "  enumeration E(one, two);\n"
                                 "  parameter Real c = 0.8 \"bounce\";\n"
                                 "  parameter Real g(unit = \"m/s2\", min = 0.0) = 9.81;\n"
                                 "  Real h(start = 1.0, fixed = true, unit = \"m\");\n"
                                 "  Real v(start = 0.0, fixed = true);\n"
                                 "  Real y(start = 1.0);\n"
                                 "  Real z(start = 1.0);\n"
                                 "  discrete Real n(start = 0.0, fixed = true);\n"
                                 "  hidden Boolean hit;\n"
                                 "  hidden Boolean tick;\n"
                                 "equation\n"
                                 "  der(h) = v;\n"
                                 "  der(v) = -g - 0.01*y;\n"
                                 "  y^3 + z = 2.0 + v;\n"
                                 "  z^3 + y = 2.0 + h;\n"
                                 "  hit = h <= 0.0;\n"
                                 "  tick = sample(0.1, 0.25);\n"
                                 "  n := if trigger(tick, pre(tick)) then pre(n) + h else pre(n);\n"
                                 "action\n"
                                 "  if trigger(hit, pre(hit)) then\n"
                                 "    reinit(v, -c*pre(v));\n"
                                 "  end if;\n"
                                 "end dae;\n";

static void run(Runtime *rt, const MdModel *m, const char *path) {
    RtOptions o = rt_options(m);
    o.stop = 2;
    CHECK(rt_record(rt, &(RtRecord){.path = path}) == RT_OK);
    CHECK(rt_set_parameter(rt, "c", "0.7"));
    CHECK(rt_initialise(rt, 0) == RT_OK);
    CHECK(rt_simulate(rt, &o) == RT_OK);
    rt_free(rt);
}

static bool same_files(const char *a, const char *b) {
    FILE *x = fopen(a, "rb"), *y = fopen(b, "rb");
    if (!x || !y) return false;
    int c, d;
    long n = 0;
    do c = fgetc(x), d = fgetc(y), n++;
    while (c == d && c != EOF);
    fclose(x);
    fclose(y);
    return c == d && n > 1000;
}

int main(void) {
    Context *ctx = base_context_new();
    Dae *d = dae_parse(ctx, base_source_string(ctx->sources, "mixed", model, strlen(model)));
    SymModel *s = d ? sym_translate(d, &(SymOptions){0}) : NULL;
    GenModel *g = s ? gen_model(s, &(GenOptions){0}) : NULL;
    CompModel *code = g ? comp_model(g, &(CompOptions){.tier = COMP_TCC}) : NULL;
    CHECK(code != NULL);
    base_diag_flush(ctx, stdout);
    if (!code) return 1;
    run(ins_runtime(g, comp_code(code), ctx), g->description, "model_with.csv");
    ins_complete(g);
    Blob b = {0};
    Text bytes = {0};
    md_save(g->description, &b);
    base_blob_finish(&b, ctx->names, &bytes);
    base_blob_free(&b);
    Context *other = base_context_new();
    Arena arena = {0};
    BlobReader r;
    base_blob_open(&r, other->names, bytes.at, bytes.n);
    MdModel *m = md_load(other, &arena, &r);
    CHECK(m != NULL);
    if (m) {
        run(rt_new(m, comp_code(code), other), m, "model_without.csv");
        CHECK(same_files("model_with.csv", "model_without.csv"));
        MdVar v = md_find(m, "g");
        CHECK(v && strcmp(base_str(m->words, md_attrs(m, v)->unit), "m/s2") == 0);
        CHECK(md_find(m, "der(h)") == m->vars[md_find(m, "h")].derivative);
        CHECK(md_find(m, "nothing") == 0);
    }
    base_blob_close(&r);
    for (size_t n = 0; n < bytes.n; n += 1 + bytes.n / 97) { /* cut short anywhere: refused, never a crash */
        Context *third = base_context_new();
        Arena room = {0};
        base_blob_open(&r, third->names, bytes.at, n);
        CHECK(md_load(third, &room, &r) == NULL);
        base_blob_close(&r);
        base_free_arena(&room);
        base_context_free(third);
    }
    base_diag_flush(other, stdout);
    unlink("model_with.csv");
    unlink("model_without.csv");
    base_text_free(&bytes);
    base_free_arena(&arena);
    base_context_free(other);
    comp_model_free(code);
    gen_free(g);
    sym_free(s);
    dae_free(d);
    base_context_free(ctx);
    printf("%d passed, %d failed\n", passed, failed);
    return failed ? 1 : 0;
}
