/* External functions: mapping of arguments, Include texts, C sources of a library (compiled once),
 * errors. */
#include <math.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compile/compile.h"
#include "test.h"

static jmp_buf unwind;
static char last_error[200];
static void *memory(CwEnv *e, unsigned long bytes) { return base_alloc(e->host, bytes); }
static void *mark(CwEnv *e) { return e->host; }
static void release(CwEnv *e, void *m) { (void)e, (void)m; }
static void external(CwEnv *e, const char *name) { (void)e, (void)name; }
static void error(CwEnv *e, const char *text, int origin) {
    (void)e, (void)origin;
    snprintf(last_error, sizeof last_error, "%s", text);
    longjmp(unwind, 1);
}
static const char *keep(CwEnv *e, const char *s) { return base_strdup(e->host, s); }
static void (*destroy)(CwEnv *, void *);
static void object(CwEnv *e, int var, void *made, void (*destructor)(CwEnv *e, void *object)) {
    e->o[var] = made;
    destroy = destructor;
}

static const char model[] =
    "dae External\n"
    "  function f.cosine\n    input Real x;\n    output Real y;\n  external \"C\" y = \"cos\"(x) "
    "include \"#include <math.h>\";\n  end function;\n"
    "  function f.weigh\n    input Real a[:];\n    input Integer k[:];\n    input Boolean b;\n    "
    "input String s;\n"
    "    output Real sum;\n    output Integer n;\n    output Integer m[2];\n"
    "  external \"C\" \"weigh\"(a, size(a, 1), k, size(k, 1), b, s, sum, n, m)\n"
    "    include \"#include <string.h>\\nstatic void weigh(const double *a, size_t n, const int "
    "*k, size_t nk, int b, const char *s, double *sum, int *count, int *m)"
    " { *sum = 0; for (size_t i = 0; i < n; i++) *sum += a[i]*k[i % nk]; *count = b ? "
    "(int)strlen(s) : -1; m[0] = 7; m[1] = (int)n; }\";\n  end function;\n"
    "  function f.transposed(impure)\n    input Real a[:, :];\n    output Real y;\n"
    "  external \"FORTRAN 77\" y = \"Corner\"(a, size(a, 1))\n    include \"double corner_(double "
    "*a, int *n) { return a[*n]; }\";\n  end function;\n"
    "  function f.fail\n    input Real x;\n    output Real y;\n"
    "  external \"C\" y = \"fail\"(x) include \"#include \\\"ModelicaUtilities.h\\\"\\ndouble "
    "fail(double x) { if (x > 2) ModelicaFormatError(\\\"x is %g\\\", x); return x; }\";\n  end "
    "function;\n"
    "  function f.name\n    input Integer i;\n    output String s;\n"
    "  external \"C\" s = \"label\"(i) include \"#include <stdio.h>\\n#include "
    "\\\"ModelicaUtilities.h\\\"\\nconst char *label(int i) { char *s = "
    "ModelicaAllocateString(20); sprintf(s, \\\"no %d\\\", i); return s; }\";\n  end function;\n"
    "  function f.Counted\n    input Real x;\n    output Real y;\n"
    "  external \"C\" y = \"counted\"(x) library \"Counting\" baseDirectory \"FOLDER\";\n  end "
    "function;\n"
    "  Real x; Real y[1]; Real y[2]; Real y[3]; Real y[4]; Real y[5]; Integer n; Integer m[1]; "
    "Integer m[2]; String s;\n"
    "equation\n"
    "  multi (y[1]) y[1] := f.cosine(x);\n"
    "  multi (y[2], n, m[1], m[2]) (y[2], n, {m[1], m[2]}) := f.weigh({x, 2.0*x, 3.0}, {1, 10}, "
    "true, \"four\");\n"
    "  multi (y[3]) y[3] := f.transposed({{1.0, 2.0, 3.0}, {4.0, x, 6.0}});\n"
    "  multi (y[4]) y[4] := f.fail(x);\n"
    "  multi (s) s := f.name(42);\n"
    "  multi (y[5]) y[5] := f.Counted(x);\n"
    "end dae;\n";

static void run(const char *folder, CompTier tier) {
    Context *ctx = base_context_new();
    char text[8000];
    const char *at = strstr(model, "FOLDER");
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - model), model, folder, at + strlen("FOLDER"));
    SymModel m = {.dae = dae_parse(ctx, base_source_string(ctx->sources, "test.dae", text, strlen(text)))};
    base_diag_flush(ctx, stderr);
    check(m.dae != NULL, "reads");
    if (!m.dae) return;
    for (size_t i = 0; i < m.dae->equations.n; i++)
        vec_push(&m.blocks, ((SymBlock){.flags = SYM_NEEDED, .system = UINT32_MAX, .eq = m.dae->equations.at[i]}));
    m.memo = alg_memo_new(m.dae);
    GenModel *g = gen_model(&m, &(GenOptions){.no_tangent = true});
    CompModel *c = g ? comp_model(g, &(CompOptions){.tier = tier}) : NULL;
    base_diag_flush(ctx, stderr);
    check(c != NULL, "compiles");
    if (c) {
        Arena scratch = {0};
        CwCalls calls = {.memory = memory,
                         .mark = mark,
                         .release = release,
                         .external = external,
                         .error = error,
                         .keep = keep,
                         .object = object};
        double *v = BASE_ARRAY(&scratch, double, g->nvalues + 1);
        const char **s = BASE_ARRAY(&scratch, const char *, g->nvalues + 1);
        CwEnv e = {.v = v, .s = s, .tab = g->tab, .lambda = 1, .call = &calls, .host = &scratch};
        double x = v[dae_find_var(m.dae, "x")] = 1.5;
#define V(name) v[dae_find_var(m.dae, name)]
        if (!setjmp(unwind)) comp_code(c)->ode(&e);
        check(V("y[1]") == cos(x), "function of the C library");
        check(V("y[2]") == x + 20 * x + 3 && V("n") == 4 && V("m[1]") == 7 && V("m[2]") == 3, "mapping of arguments");
        check(V("y[3]") == 2, "FORTRAN 77 gets arrays by columns");
        check(V("y[4]") == x, "no error");
        check(s[dae_find_var(m.dae, "s")] && !strcmp(s[dae_find_var(m.dae, "s")], "no 42"), "string result");
        check(V("y[5]") == x + 1, "C source of a library");
        V("x") = 3;
        if (!setjmp(unwind)) comp_code(c)->ode(&e);
        check(!strcmp(last_error, "x is 3"), "ModelicaFormatError unwinds");
        base_free_arena(&scratch);
    }
    comp_model_free(c);
    gen_free(g);
    vec_free(&m.blocks);
    alg_memo_free(m.memo);
    dae_free(m.dae);
    base_context_free(ctx);
}

static void missing(void) {
    Context *ctx = base_context_new();
    const char text[] = "dae Missing\n  function f\n    input Real x;\n    output Real y;\n  external \"C\" y = "
                        "\"no_such_function\"(x) library \"none\";\n"
                        "  end function;\n  Real x; Real y;\nequation\n  multi (y) y := f(x);\nend dae;\n";
    SymModel m = {.dae = dae_parse(ctx, base_source_string(ctx->sources, "test.dae", text, strlen(text)))};
    vec_push(&m.blocks, ((SymBlock){.flags = SYM_NEEDED, .system = UINT32_MAX, .eq = m.dae->equations.at[0]}));
    GenModel *g = gen_model(&m, &(GenOptions){.no_tangent = true});
    CompModel *c = comp_model(g, NULL);
    check(!c && base_error_count(ctx) == 1, "a function that is nowhere is reported");
    gen_free(g);
    vec_free(&m.blocks);
    dae_free(m.dae);
    base_context_free(ctx);
}

int main(void) {
    char folder[] = "/tmp/causeway_test.XXXXXX", path[200];
    check(mkdtemp(folder) != NULL, "temporary folder");
    setenv("XDG_CACHE_HOME", folder, 1);
    snprintf(path, sizeof path, "%s/Resources", folder), mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/Resources/C-Sources", folder), mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/Resources/C-Sources/Counting.c", folder);
    FILE *f = fopen(path, "w");
    fputs("double counted(double x) { return x + 1; }\n", f);
    fclose(f);
    run(folder, COMP_TCC);
    double t = base_seconds();
    run(folder, COMP_TCC); /* from the cache */
    check(base_seconds() - t < 0.5, "the cache is used");
    run(folder, COMP_CC);
    missing();
    snprintf(path, sizeof path, "rm -r %s", folder);
    check(system(path) == 0, "clean");
    return test_done();
}
