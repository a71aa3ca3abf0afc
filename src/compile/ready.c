/* ready.c - a GenModel made ready to run, at the best tier that is there.
 *
 * auto: tcc at once; when the run has lasted longer than `patience`, cc works in a thread of its
 * own and its code is used from the next call of comp_code on.  When cc is missing or fails the run
 * goes on with tcc's code.
 */
#include "compile/compile_impl.h"
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

struct CompModel {
    GenModel *g;
    Context *ctx;
    CompOptions options;
    CompExternals *externals; /* libraries of external functions, or NULL */
    void **addresses;         /* for cw_external of each unit */
    CompUnit *units[2];       /* tcc, cc */
    const CwModel *code;      /* in use */
    double started, seconds;
    bool tried;  /* the background compilation was started */
    bool joined; /* and its thread has been waited for */
    pthread_t thread;
    atomic_bool done;                            /* set by the thread as its last act */
    atomic_bool given_up;                        /* nobody wants the result any more */
    atomic_int compiler;                         /* process group of cc, 0 before it is started */
    char folder[COMP_FOLDER], shared[COMP_PATH]; /* where the thread works */
    char *source, *log;
    int status; /* of the compiler */
};

static bool resolve_externals(CompModel *m) {
    size_t n = m->g->externals.n;
    if (!n) return true;
    m->addresses = BASE_ARRAY(&m->g->arena, void *, 2 * n);
    m->externals = comp_externals(m->ctx, m->g, m->addresses);
    return m->externals != NULL;
}

/* The file that holds an address, or NULL. */
static const char *file_of(const void *address) {
    Dl_info where;
    return address && dladdr(address, &where) ? where.dli_fname : NULL;
}

void comp_external_place(const CompModel *m, uint32_t function, const char **unit, const char **holder) {
    uint32_t i = 0;
    while (i < m->g->externals.n && m->g->externals.at[i].function != function) i++;
    *unit = *holder = NULL;
    if (i == m->g->externals.n) return;
    *unit = file_of(m->addresses[2 * i + 1]);
    *holder = file_of(m->addresses[2 * i]);
}

const char *comp_override_file(void) {
    return file_of(base_symbol(RTLD_DEFAULT, "usertab")); /* load_overrides made it visible to all */
}

static const CwModel *bind_unit(CompModel *m, CompUnit *u) {
    const CwCode *code = u ? comp_symbol(u, "cw_code") : NULL;
    void **external = u ? comp_symbol(u, "cw_external") : NULL;
    if (external) memcpy(external, m->addresses, 2 * m->g->externals.n * sizeof(void *));
    return code ? gen_bind(m->g, code) : NULL;
}

static void keep_text(const CompModel *m) {
    Text all = {0};
    comp_whole_text(m->g->text, &all);
    if (!base_write_file(m->options.keep_text, all.at, all.n))
        base_warning(m->ctx, "COMP0003", (Span){0}, "cannot write %s", m->options.keep_text);
    base_text_free(&all);
}

enum { KEEP_OBJECT = 100000, LARGE = 1000000, HUGE_TEXT = 8000000, BYTES_A_SECOND = 150000 }; /* of C text */

/* Compilers get slower than linear on long functions: less optimisation for long texts. */
static const char *flags_for(const CompModel *m) {
    if (m->options.flags) return m->options.flags;
    return m->g->text_size > LARGE ? "-O1" : "-O2";
}

/* Where the code that a compiler makes of this text is kept; false: nowhere. */
static bool code_path(const CompModel *m, bool cc, char *path, size_t n) {
    uint64_t key = base_hash(m->g->text, m->g->text_size, 7);
    const char *parts[] = {gen_abi_text(), cc ? gen_helpers_text() : "", cc ? flags_for(m) : ""};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) key = base_hash(parts[i], strlen(parts[i]), key);
    return m->options.keep && comp_cache_path(m->g->ctx->cache, key, "code", cc ? ".so" : ".o", path, n);
}

static CompUnit *kept_cc_code(const CompModel *m) {
    char path[1200];
    Text why = {0};
    if (!code_path(m, true, path, sizeof path) || !comp_is_sealed(path)) return NULL;
    CompUnit *u = comp_load(path, &why);
    if (u) comp_cache_used(path);
    base_text_free(&why);
    return u;
}

/* tcc's code by way of a file in the cache, where linking takes clearly less than compiling; NULL: there is none. */
static CompUnit *kept_tcc_code(const CompModel *m) {
    char path[1200], folder[COMP_FOLDER], object[COMP_PATH];
    if (m->g->text_size < KEEP_OBJECT || !code_path(m, false, path, sizeof path)) return NULL;
    if (comp_is_sealed(path)) {
        comp_cache_used(path);
        return comp_tcc_link(path);
    }
    sigset_t old;
    comp_hold_signals(&old);
    if (!comp_temporary(folder)) {
        comp_let_signals(&old);
        return NULL;
    }
    snprintf(object, sizeof object, "%s/model.o", folder);
    CompUnit *u = comp_tcc_object(m->g->text, object) ? comp_tcc_link(object) : NULL;
    if (u) comp_cache_keep(object, path);
    comp_remove_folder(folder);
    comp_let_signals(&old);
    return u;
}

static CompUnit *tcc_code(CompModel *m) {
    CompUnit *u = kept_tcc_code(m);
    return u ? u : comp_tcc(m->ctx, m->g->text, NULL, 0);
}

static CompUnit *cc_code(CompModel *m) {
    char path[1200];
    CompUnit *u = kept_cc_code(m);
    return u ? u : comp_cc(m->ctx, m->g->text, flags_for(m), code_path(m, true, path, sizeof path) ? path : NULL);
}

CompModel *comp_model(GenModel *g, const CompOptions *options) {
    CompModel *m = base_realloc(NULL, sizeof *m);
    memset(m, 0, sizeof *m);
    m->g = g, m->ctx = g->ctx;
    if (options) m->options = *options;
    if (m->options.patience <= 0) m->options.patience = 1;
    double t = base_seconds();
    if (m->options.keep_text) keep_text(m);
    if (resolve_externals(m)) {
        bool cc = m->options.tier == COMP_CC;
        if (m->options.tier == COMP_AUTO) m->units[1] = kept_cc_code(m);
        if (cc) m->units[1] = cc_code(m);
        if (!cc && !m->units[1]) m->units[0] = tcc_code(m);
        cc = m->units[1] != NULL;
        m->code = bind_unit(m, m->units[cc]);
    }
    m->seconds = base_seconds() - t;
    if (!m->code) {
        comp_model_free(m);
        return NULL;
    }
    return m;
}

/* ---- the background ---------------------------------------------------------------------------------------------- */

static void *work(void *arg) {
    CompModel *m = arg;
    const char *cc = getenv("CC");
    char *argv[] = {(char *)(cc && *cc ? cc : "cc"),
                    (char *)flags_for(m),
                    "-w",
                    "-shared",
                    "-fPIC",
                    "-ffp-contract=off",
                    "-o",
                    m->shared,
                    m->source,
                    "-lm",
                    NULL};
    m->status = atomic_load(&m->given_up) ? -1 : comp_run(argv, m->log, &m->compiler);
    atomic_store(&m->done, true);
    return NULL;
}

static void start_background(CompModel *m) {
    m->tried = true;
    m->joined = true;
    if (!comp_temporary(m->folder)) return;
    snprintf(m->shared, sizeof m->shared, "%s/model.so", m->folder);
    m->source = base_sprintf(&m->g->arena, "%s/model.c", m->folder);
    m->log = base_sprintf(&m->g->arena, "%s/log", m->folder);
    Text all = {0};
    comp_whole_text(m->g->text, &all);
    bool ok = base_write_file(m->source, all.at, all.n);
    base_text_free(&all);
    if (ok && pthread_create(&m->thread, NULL, work, m) == 0) m->joined = false;
}

static void finish_background(CompModel *m) {
    if (m->tried && !m->joined) {
        /* The run ended first: do not wait for the compiler. */
        atomic_store(&m->given_up, true);
        if (!atomic_load(&m->done) && atomic_load(&m->compiler) > 0) kill(-atomic_load(&m->compiler), SIGKILL);
        pthread_join(m->thread, NULL);
        m->joined = true;
    }
    if (m->folder[0]) comp_remove_folder(m->folder);
    m->folder[0] = 0;
}

const CwModel *comp_code(CompModel *m) {
    if (m->options.tier != COMP_AUTO || m->units[1] || (m->tried && m->joined)) return m->code;
    if (!m->tried) {
        double now = base_seconds();
        if (m->started == 0) m->started = now;
        /* As long as compiling will take about, the run should have taken already. */
        double wait = m->options.patience + (double)m->g->text_size / BYTES_A_SECOND;
        if (m->g->text_size < HUGE_TEXT && now - m->started > wait) start_background(m);
    } else if (atomic_load(&m->done)) {
        Text why = {0};
        char path[1200];
        if (m->status == 0 && code_path(m, true, path, sizeof path)) comp_cache_keep(m->shared, path);
        if (m->status == 0) m->units[1] = comp_load(m->shared, &why);
        finish_background(m);
        const CwModel *better = bind_unit(m, m->units[1]);
        if (better) m->code = better;
        base_text_free(&why);
    }
    return m->code;
}

double comp_seconds(const CompModel *m) { return m->seconds; }

void comp_model_free(CompModel *m) {
    if (!m) return;
    finish_background(m);
    comp_free(m->units[0]);
    comp_free(m->units[1]);
    comp_externals_free(m->externals);
    base_realloc(m, 0);
}
