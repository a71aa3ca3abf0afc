/* model.c - a GenModel made ready to run, at the best tier that is there.
 *
 * auto: tcc at once; when the run has lasted longer than `patience`, cc works in a thread of its
 * own and its code is used from the next call of comp_code on.  When cc is missing or fails the run
 * goes on with tcc's code.
 */
#include "compile/compile_impl.h"
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
    const char *tier;
    double started, seconds;
    bool tried;  /* the background compilation was started */
    bool joined; /* and its thread has been waited for */
    pthread_t thread;
    atomic_bool done;              /* set by the thread as its last act */
    atomic_bool given_up;          /* nobody wants the result any more */
    atomic_int compiler;           /* process group of cc, 0 before it is started */
    char folder[256], object[280]; /* where the thread works */
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

static const CwModel *bind_unit(CompModel *m, CompUnit *u) {
    const CwCode *code = u ? comp_symbol(u, "cw_code") : NULL;
    void **external = u ? comp_symbol(u, "cw_external") : NULL;
    if (external) memcpy(external, m->addresses, 2 * m->g->externals.n * sizeof(void *));
    return code ? gen_bind(m->g, code) : NULL;
}

static void keep_text(const CompModel *m) {
    Text all = {0};
    comp_whole_text(m->g->text, &all);
    if (!comp_write_text(m->options.keep_text, all.at, all.n))
        base_warning(m->ctx, "COMP0003", (Span){0}, "cannot write %s", m->options.keep_text);
    base_text_free(&all);
}

enum { LARGE = 300000, HUGE_TEXT = 8000000, BYTES_A_SECOND = 150000 }; /* of C text */

/* Compilers get slower than linear on long functions: less optimisation for long texts. */
static const char *flags_for(const CompModel *m) {
    if (m->options.flags) return m->options.flags;
    return m->g->text_size > LARGE ? "-O1" : "-O2";
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
        m->units[cc] =
            cc ? comp_cc(m->ctx, g->text, flags_for(m)) : comp_tcc(m->ctx, g->text, NULL, 0);
        m->code = bind_unit(m, m->units[cc]);
        m->tier = cc ? "cc" : "tcc";
    }
    m->seconds = base_seconds() - t;
    if (!m->code) {
        comp_model_free(m);
        return NULL;
    }
    return m;
}

/* ---- the background ---- */

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
                    m->object,
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
    snprintf(m->object, sizeof m->object, "%s/model.so", m->folder);
    m->source = base_sprintf(&m->g->arena, "%s/model.c", m->folder);
    m->log = base_sprintf(&m->g->arena, "%s/log", m->folder);
    Text all = {0};
    comp_whole_text(m->g->text, &all);
    bool ok = comp_write_text(m->source, all.at, all.n);
    base_text_free(&all);
    if (ok && pthread_create(&m->thread, NULL, work, m) == 0) m->joined = false;
}

static void finish_background(CompModel *m) {
    if (m->tried && !m->joined) {
        /* The run ended first: do not wait for the compiler. */
        atomic_store(&m->given_up, true);
        if (!atomic_load(&m->done) && atomic_load(&m->compiler) > 0)
            kill(-atomic_load(&m->compiler), SIGKILL);
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
        if (m->status == 0) m->units[1] = comp_load(m->object, &why);
        finish_background(m);
        const CwModel *better = bind_unit(m, m->units[1]);
        if (better) m->code = better, m->tier = "cc";
        base_text_free(&why);
    }
    return m->code;
}

double comp_seconds(const CompModel *m) { return m->seconds; }
const char *comp_tier(const CompModel *m) { return m->tier; }

void comp_model_free(CompModel *m) {
    if (!m) return;
    finish_background(m);
    comp_free(m->units[0]);
    comp_free(m->units[1]);
    comp_externals_free(m->externals);
    base_realloc(m, 0);
}
