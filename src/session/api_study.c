/* api_study.c - causeway.h: the points of studies, and studies. */
#include "session/study_impl.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

/* ---- designs ----------------------------------------------------------------------------------------------------- */

static bool fill(causeway_design *d, size_t nvalues, const char *const *values, size_t nrandom,
                 const char *const *random) {
    bool ok = true;
    for (size_t i = 0; ok && i < nvalues; i++) ok = ana_factor_values(d->ctx, &d->design, values[i]);
    for (size_t i = 0; ok && i < nrandom; i++) ok = ana_factor_random(d->ctx, &d->design, random[i]);
    ok = ok && ana_design_finish(d->ctx, &d->design);
    d->names = BASE_ARRAY(&d->ctx->arena, const char *, d->design.factors.n + 1);
    for (size_t i = 0; i < d->design.factors.n; i++) d->names[i] = d->design.factors.at[i].name;
    return ok;
}

causeway_design *causeway_design_new(causeway_session *s, causeway_plan plan, uint64_t runs, uint64_t seed,
                                     size_t nvalues, const char *const *values, size_t nrandom,
                                     const char *const *random) {
    static const AnaPlan modes[] = {ANA_GRID, ANA_ZIP, ANA_LATIN};
    BaseGuard g;
    if (!BASE_GUARDED(&g)) return ses_guard_fell(&s->reports, &g), NULL;
    causeway_design *d = base_realloc(NULL, sizeof *d);
    memset(d, 0, sizeof *d);
    d->ctx = base_context_new();
    d->design.mode = modes[plan <= CAUSEWAY_LATIN ? plan : CAUSEWAY_GRID];
    d->design.count = runs;
    d->design.seed = seed;
    bool ok = fill(d, nvalues, values, nrandom, random);
    ses_collect(&s->reports, d->ctx);
    if (!ok) causeway_design_free(d);
    base_guard_pop(&g);
    return ok ? d : NULL;
}

void causeway_design_free(causeway_design *d) {
    if (!d) return;
    ana_design_free(&d->design);
    base_text_free(&d->value);
    base_context_free(d->ctx);
    base_realloc(d, 0);
}

uint64_t causeway_design_runs(const causeway_design *d) { return d->design.count; }

size_t causeway_design_factors(const causeway_design *d, const char *const **names) {
    if (names) *names = d->names;
    return d->design.factors.n;
}

const char *causeway_design_value(causeway_design *d, uint64_t run, size_t factor) {
    BaseGuard g;
    if (!BASE_GUARDED(&g)) return "";
    d->value.n = 0;
    if (run < d->design.count && factor < d->design.factors.n) ana_design_value(&d->design, run, factor, &d->value);
    const char *text = base_text_str(&d->value);
    base_guard_pop(&g);
    return text;
}

/* ---- studies ----------------------------------------------------------------------------------------------------- */

void causeway_study_options_init(causeway_study_options *o) {
    memset(o, 0, sizeof *o);
    o->size = sizeof *o;
}

void ses_tell_study(causeway_study *s) { ses_collect(&s->model->session->reports, s->ctx); }

static const char *const *copy_words(Arena *a, size_t n, const char *const *words) {
    const char **copy = BASE_ARRAY(a, const char *, n + 1);
    for (size_t i = 0; i < n; i++) copy[i] = base_strdup(a, words[i]);
    return copy;
}

static void copy_options(causeway_study *s, const causeway_study_options *given) {
    causeway_study_options *o = &s->how;
    Arena *a = &s->ctx->arena;
    causeway_study_options_init(o);
    if (given) memcpy(o, given, given->size < sizeof *o ? given->size : sizeof *o);
    causeway_run_options_init(&s->run);
    if (o->run) memcpy(&s->run, o->run, o->run->size < sizeof s->run ? o->run->size : sizeof s->run);
    if (s->run.solver) s->run.solver = base_strdup(a, s->run.solver);
    s->run.progress = NULL; /* these would be called by several threads at once */
    s->run.message = NULL;
    o->run = NULL;
    o->record = copy_words(a, o->nrecord, o->record);
    o->parameter_files = copy_words(a, o->nparameter_files, o->parameter_files);
    o->input_files = copy_words(a, o->ninput_files, o->input_files);
    if (o->start_from) o->start_from = base_strdup(a, o->start_from);
    if (o->journal) o->journal = base_strdup(a, o->journal);
    s->ranks = o->ranks;
    /* mpirun starts a process a processor */
    s->threads = o->jobs > 0 ? o->jobs : s->ranks ? 1 : (int)sysconf(_SC_NPROCESSORS_ONLN);
    if (s->threads < 1) s->threads = 1;
}

static bool prepare(causeway_study *s) {
    const char *reduce = s->how.reduce ? s->how.reduce : "final";
    bool ok = ana_reductions(s->ctx, reduce, &s->reductions) && ses_study_names(s) && ses_study_files(s);
    s->how.reduce = NULL;
    ses_tell_study(s);
    return ok;
}

causeway_study *causeway_study_new(causeway_model *m, const causeway_design *d, const causeway_study_options *options) {
    BaseGuard g;
    if (ses_translate(m) != CAUSEWAY_OK) return NULL;
    if (!BASE_GUARDED(&g)) return ses_guard_fell(&m->session->reports, &g), NULL;
    causeway_study *s = base_realloc(NULL, sizeof *s);
    memset(s, 0, sizeof *s);
    pthread_mutex_init(&s->lock, NULL);
    s->ctx = base_context_new();
    s->model = causeway_model_retain(m);
    s->design = &d->design;
    s->own = ses_session_like(m->session);
    vec_push(&s->variants, ((SesVariant){m->asked.subject, causeway_model_retain(m), ""}));
    copy_options(s, options);
    bool ok = prepare(s);
    if (!ok) causeway_study_free(s);
    base_guard_pop(&g);
    return ok ? s : NULL;
}

void causeway_study_free(causeway_study *s) {
    if (!s) return;
    if (s->journal) ana_journal_close(s->journal);
    for (size_t i = 0; i < s->variants.n; i++) causeway_model_free(s->variants.at[i].model);
    causeway_session_free(s->own);
    causeway_model_free(s->model);
    pthread_mutex_destroy(&s->lock);
    vec_free(&s->variants);
    vec_free(&s->reductions);
    vec_free(&s->names);
    vec_free(&s->todo);
    base_context_free(s->ctx);
    base_realloc(s, 0);
}

/* All runs that are not done, on all threads of all processes. */
static causeway_status do_all(causeway_study *s) {
    s->todo.n = s->next = 0;
    s->done = ana_journal_count(s->journal);
    s->interrupted = s->disk_full = false;
    for (uint64_t i = 0; i < s->design->count; i++)
        if (!ana_journal_has(s->journal, i)) vec_push(&s->todo, i);
    if (causeway_ranks_count(s->ranks) > 1) ses_study_give_out(s);
    else base_parallel(s->threads, (size_t)s->threads, ses_study_work, s);
    if (!s->disk_full) return s->interrupted ? CAUSEWAY_STOPPED : CAUSEWAY_OK;
    Diag *d = base_error(s->ctx, "ANA0010", (Span){0}, "cannot write %s: %s", s->how.journal,
                         strerror(errno ? errno : ENOSPC));
    base_hint(s->ctx, d, "make room and give the same command again: what is done is not done twice");
    return CAUSEWAY_USAGE;
}

static causeway_status run_study(causeway_study *s) {
    if (causeway_ranks_own(s->ranks) > 0) return ses_study_serve(s), CAUSEWAY_OK;
    Text same = {0};
    ses_study_identity(s, &same);
    if (!s->journal) {
        s->journal = ana_journal_open(s->ctx, s->how.journal, base_text_str(&same), (uint32_t)s->ncolumns);
        s->resumed = s->journal ? ana_journal_count(s->journal) : 0;
    }
    base_text_free(&same);
    return s->journal ? do_all(s) : CAUSEWAY_USAGE;
}

causeway_status causeway_study_run(causeway_study *s) {
    BaseGuard g;
    if (!BASE_GUARDED(&g)) return ses_guard_fell(&s->model->session->reports, &g);
    causeway_status code = run_study(s);
    ses_tell_study(s);
    base_guard_pop(&g);
    return code;
}

size_t causeway_study_columns(const causeway_study *s, const char *const **names) {
    if (names) *names = s->columns;
    return s->ncolumns;
}

static void count_failed(void *arg, const AnaRecord *r) { *(uint64_t *)arg += r->status != 0; }

uint64_t causeway_study_done(const causeway_study *s, uint64_t *resumed, uint64_t *failed) {
    uint64_t bad = 0;
    if (s->journal && failed) ana_journal_each(s->journal, count_failed, &bad);
    if (failed) *failed = bad;
    if (resumed) *resumed = s->resumed;
    return s->journal ? ana_journal_count(s->journal) : 0;
}

causeway_status causeway_study_row(const causeway_study *s, uint64_t run, double *values, const char **why) {
    const AnaRecord *r = s->journal ? ana_journal_record(s->journal, run) : NULL;
    for (size_t i = 0; i < s->ncolumns; i++) values[i] = r && r->values ? r->values[i] : NAN;
    if (why) *why = r ? r->text : "it was not run";
    return r ? (causeway_status)r->status : CAUSEWAY_STOPPED;
}

causeway_status causeway_study_write(causeway_study *s, const char *path) {
    BaseGuard g;
    if (!BASE_GUARDED(&g)) return ses_guard_fell(&s->model->session->reports, &g);
    bool ok = ses_ends_with(path, ".csv") || ses_ends_with(path, ".h5");
    if (!ok) base_error(s->ctx, "TOOL0008", (Span){0}, "the name of the table of a study must end in .csv or .h5");
    else if (s->journal) ok = ses_write_study(s, path);
    ses_tell_study(s);
    base_guard_pop(&g);
    return ok && s->journal ? CAUSEWAY_OK : CAUSEWAY_USAGE;
}
