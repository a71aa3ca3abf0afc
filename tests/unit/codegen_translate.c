/* Every text of tests/dae through translation, code generation and both compilers: all must
 * compile, and the tiers must agree on what they compute from the same values. */
#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compile/compile.h"
#include "test.h"

/* ---- an environment without solvers ------------------------------------------------------------------------------ */

static void *memory(CwEnv *e, unsigned long bytes) { return base_alloc(e->host, bytes); }
static void *mark(CwEnv *e) { return e->host; }
static void release(CwEnv *e, void *m) { (void)e, (void)m; }
static void no_solve(CwEnv *e, int system) { (void)e, (void)system; }
static void nothing(CwEnv *e, const char *text, int origin) { (void)e, (void)text, (void)origin; }
static void assertion(CwEnv *e, int level, const char *m, int origin) { (void)e, (void)level, (void)m, (void)origin; }
static double delay(CwEnv *e, int b, double x, double t, double max) {
    (void)e, (void)b, (void)t, (void)max;
    return x;
}
static void reinit(CwEnv *e, int var, double x) { e->v[var] = x; }
static const char *string_real(CwEnv *e, double x, int d, int l, int f) {
    (void)e, (void)x, (void)d, (void)l, (void)f;
    return "r";
}
static const char *string_int(CwEnv *e, long long x, int l, int f) {
    (void)e, (void)x, (void)l, (void)f;
    return "i";
}
static const char *keep(CwEnv *e, const char *s) { return base_strdup(e->host, s); }
static void external(CwEnv *e, const char *name) { (void)e, (void)name; }

static const CwCalls calls = {.solve = no_solve,
                              .solve_tangent = no_solve,
                              .assertion = assertion,
                              .terminate = nothing,
                              .reinit = reinit,
                              .error = nothing,
                              .delay = delay,
                              .memory = memory,
                              .mark = mark,
                              .release = release,
                              .string_real = string_real,
                              .string_int = string_int,
                              .keep = keep,
                              .external = external};

/* Evaluates everything once from made-up values; all results go into out. */
static void evaluate(const GenModel *g, const CwModel *code, double *v, double *d, double *r, Arena *scratch) {
    const char **s = BASE_ARRAY(scratch, const char *, g->nvalues + 1);
    void **o = BASE_ARRAY(scratch, void *, g->nvalues + 1);
    CwEnv e = {.v = v, .d = d, .s = s, .o = o, .r = r, .tab = g->tab, .lambda = 1, .call = &calls, .host = scratch};
    for (uint32_t i = 0; i < g->nvars; i++) v[i] = 0.5 + 0.125 * (i % 5), d[i] = i % 3, s[i] = "";
    gen_constants(g, v);
    code->parameters(&e), code->samples(&e), code->initial(&e), code->relations(&e), code->ode(&e), code->output(&e);
    code->event(&e), code->actions(&e), code->checks(&e), code->tangent(&e), code->crossings(&e);
    for (int k = 0; k < code->nsystems; k++) {
        e.operands = code->systems[k].operands;
        e.r = r + g->sym->relations.n; /* the last system's stay, which is enough */
        code->systems[k].residual(&e);
        code->systems[k].tangent(&e);
    }
}

static bool same(const double *a, const double *b, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (!(fabs(a[i] - b[i]) <= 1e-12 * (1 + fabs(a[i])) || (isnan(a[i]) && isnan(b[i])) || a[i] == b[i]))
            return false;
    return true;
}

/* gen_write: the file must compile without a warning that matters, in strict mode for types. */
static bool stands_alone(const GenModel *g) {
    char path[] = "/tmp/causeway_written.XXXXXX", command[200];
    int fd = mkstemp(path);
    FILE *f = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (!f) return false;
    gen_write(g, f);
    fclose(f);
    snprintf(command, sizeof command, "cc -xc -std=gnu11 -Wall -Wno-unused -Werror -O0 -c %s -o /dev/null", path);
    bool ok = system(command) == 0;
    if (ok) remove(path);
    return ok;
}

static void one(const char *path) {
    Context *ctx = base_context_new();
    SourceId id = base_source_open(ctx->sources, path);
    Dae *d = id ? dae_parse(ctx, id) : NULL;
    SymModel *m = d ? sym_translate(d, &(SymOptions){0}) : NULL;
    GenModel *g = m ? gen_model(m, &(GenOptions){.comments = true}) : NULL;
    base_diag_flush(ctx, stderr);
    check(m != NULL, "translates", path);
    if (m) check(g != NULL, "has code", path);
    if (g) {
        static const struct {
            CompTier tier;
            const char *flags;
        } tiers[] = {{COMP_TCC, 0}, {COMP_CC, "-O0"}, {COMP_CC, "-O2"}};
        Arena scratch = {0};
        size_t n = g->nvalues + 1, nr = g->sym->relations.n + 1;
        for (uint32_t k = 0; k < g->nsystems; k++) nr += (size_t)g->systems[k].n;
        double *v[3], *dd[3], *r[3];
        bool good = true;
        for (int t = 0; t < 3 && good; t++) {
            v[t] = BASE_ARRAY(&scratch, double, n), dd[t] = BASE_ARRAY(&scratch, double, n),
            r[t] = BASE_ARRAY(&scratch, double, nr);
            CompOptions how = {
                .tier = tiers[t].tier, .flags = tiers[t].flags, .keep_text = t == 0 ? getenv("KEEP") : NULL};
            CompModel *c = comp_model(g, &how);
            base_diag_flush(ctx, stderr);
            good = c != NULL;
            check(good, "compiles", path);
            if (good) evaluate(g, comp_code(c), v[t], dd[t], r[t], &scratch);
            comp_model_free(c);
            if (good && t)
                check(same(v[0], v[t], n) && same(dd[0], dd[t], n) && same(r[0], r[t], nr), "tiers agree", path);
        }
        base_free_arena(&scratch);
        check(stands_alone(g), "the written file compiles by itself", path);
    }
    gen_free(g);
    if (m) sym_free(m);
    dae_free(d);
    base_context_free(ctx);
}

int main(int argc, char **argv) {
    const char *folder = argc > 1 ? argv[1] : "tests/dae";
    for (int i = 1; i < argc; i++) one(argv[i]);
    DIR *dir = argc > 1 ? NULL : opendir(folder);
    if (!dir && argc < 2) dir = opendir(folder = "../tests/dae");
    for (struct dirent *f; dir && (f = readdir(dir));) {
        size_t n = strlen(f->d_name);
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", folder, f->d_name);
        if (n > 4 && !strcmp(f->d_name + n - 4, ".dae")) one(path);
    }
    if (dir) closedir(dir);
    return test_done();
}
