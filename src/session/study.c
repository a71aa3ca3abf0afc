/* study.c - runs of a study: the model of each, values set, trajectories reduced to numbers. */
#include "session/study_impl.h"

#include <math.h>
#include <string.h>

/* ---- models ------------------------------------------------------------------------------------------------------ */

/* What the session of variants, or a run, has said: the first error. */
static const char *first_error(const causeway_study *s, const causeway_run *r) {
    const SesReports *said = r ? &r->reports : &s->own->reports;
    for (size_t i = 0; i < said->list.n; i++)
        if (said->list.at[i]->severity == CAUSEWAY_ERROR) return said->list.at[i]->text;
    return "the run failed";
}

/* The translated model of a word, made once; its model NULL: `why` says so.  Under the lock. */
static const SesVariant *variant_of(causeway_study *s, const char *word) {
    for (size_t i = 0; i < s->variants.n; i++)
        if (strcmp(s->variants.at[i].word, word) == 0) return &s->variants.at[i];
    causeway_clear_diagnostics(s->own);
    causeway_model *m = ses_variant(s->own, s->model, word);
    bool ok = causeway_model_translate(m, NULL) == CAUSEWAY_OK;
    SesVariant v = {base_strdup(&s->ctx->arena, word), ok ? m : NULL, ""};
    if (!ok) v.why = base_strdup(&s->ctx->arena, first_error(s, NULL));
    if (!ok) causeway_model_free(m);
    vec_push(&s->variants, v);
    return &vec_last(&s->variants);
}

/* The word of the model of a run: parameters that the structure depends on stand in it as modifiers. */
static void word_of(const causeway_study *s, uint64_t run, Text *out) {
    const char *subject = s->model->asked.subject;
    size_t n = strlen(subject);
    bool any = n && subject[n - 1] == ')', structural = false; /* it has modifiers already */
    for (size_t f = 0; f < s->design->factors.n; f++) structural |= s->structural[f];
    base_text_addn(out, subject, structural && any ? n - 1 : n);
    if (!structural) return;
    for (size_t f = 0; f < s->design->factors.n; f++) {
        if (!s->structural[f]) continue;
        base_text_printf(out, "%s%s = ", any ? ", " : "(", s->design->factors.at[f].name);
        ana_design_value(s->design, run, f, out);
        any = true;
    }
    base_text_char(out, ')');
}

/* ---- one run ----------------------------------------------------------------------------------------------------- */

static bool set_values(causeway_study *s, causeway_run *r, uint64_t run) {
    bool ok = true;
    for (size_t f = 0; ok && f < s->design->factors.n; f++) {
        if (s->structural[f]) continue;
        Text t = {0};
        ana_design_value(s->design, run, f, &t);
        ok = causeway_run_set_text(r, s->design->factors.at[f].name, base_text_str(&t)) == CAUSEWAY_OK;
        base_text_free(&t);
    }
    return ok;
}

/* What all runs have in common; factors win over it. */
static causeway_status give_files(const causeway_study *s, causeway_run *r) {
    const causeway_study_options *o = &s->how;
    causeway_status code = CAUSEWAY_OK;
    for (size_t i = 0; code == CAUSEWAY_OK && i < o->nparameter_files; i++)
        code = causeway_run_set_file(r, o->parameter_files[i]);
    for (size_t i = 0; code == CAUSEWAY_OK && i < o->ninput_files; i++)
        code = causeway_run_set_input_file(r, o->input_files[i]);
    if (code == CAUSEWAY_OK && o->start_from) code = causeway_run_start_from(r, o->start_from);
    return code;
}

static void reduce_all(const causeway_study *s, causeway_result *result, double *values) {
    const char *const *all;
    const double *time = causeway_result_names(result, &all) ? causeway_result_column(result, all[0]) : NULL;
    for (size_t i = 0; i < s->names.n; i++) {
        const double *y = causeway_result_column(result, s->names.at[i]);
        for (size_t k = 0; k < s->reductions.n; k++)
            values[i * s->reductions.n + k] =
                time && y ? ana_reduce(&s->reductions.at[k], time, y, causeway_result_rows(result)) : NAN;
    }
}

static causeway_status run_one(causeway_study *s, causeway_run *r, uint64_t run, double *values) {
    causeway_status code = give_files(s, r);
    if (code == CAUSEWAY_OK) code = set_values(s, r, run) ? causeway_run_configure(r, &s->run) : CAUSEWAY_USAGE;
    if (code == CAUSEWAY_OK) code = causeway_run_record(r, s->names.n, (const char *const *)s->names.at, NULL);
    if (code == CAUSEWAY_OK) code = causeway_run_to_end(r);
    causeway_result *result = code == CAUSEWAY_OK ? causeway_run_result(r) : NULL;
    if (code == CAUSEWAY_OK && !result) code = CAUSEWAY_STOPPED;
    if (result) reduce_all(s, result, values);
    causeway_result_free(result);
    return code;
}

void ses_free_done(SesDone *d) {
    base_realloc(d->values, 0);
    base_realloc(d->text, 0);
}

SesDone ses_study_compute(causeway_study *s, uint64_t number) {
    Text word = {0};
    word_of(s, number, &word);
    pthread_mutex_lock(&s->lock);
    SesVariant v = *variant_of(s, base_text_str(&word));
    causeway_run *r = v.model ? causeway_run_new(v.model) : NULL;
    pthread_mutex_unlock(&s->lock);
    double *values = base_realloc(NULL, (s->ncolumns + 1) * sizeof *values);
    causeway_status code = r ? run_one(s, r, number, values) : CAUSEWAY_INVALID;
    const char *said = code ? r ? first_error(s, r) : v.why : "";
    SesDone d = {{number, (uint32_t)code, code ? NULL : values, NULL}, values, base_realloc(NULL, strlen(said) + 1)};
    d.record.text = strcpy(d.text, said);
    causeway_run_free(r);
    base_text_free(&word);
    return d;
}

/* ---- all runs ---------------------------------------------------------------------------------------------------- */

void ses_study_keep(causeway_study *s, const AnaRecord *r) {
    bool kept = ana_journal_add(s->journal, r);
    pthread_mutex_lock(&s->lock);
    if (!kept) s->disk_full = true;
    else if (s->how.progress && !s->interrupted && !s->how.progress(s->how.arg, ++s->done, s->design->count))
        s->interrupted = true;
    pthread_mutex_unlock(&s->lock);
}

size_t ses_study_take(causeway_study *s, uint64_t *runs, size_t n) {
    pthread_mutex_lock(&s->lock);
    size_t got = 0;
    while (got < n && s->next < s->todo.n && !s->disk_full && !s->interrupted) runs[got++] = s->todo.at[s->next++];
    pthread_mutex_unlock(&s->lock);
    return got;
}

void ses_study_work(void *arg, size_t thread) {
    causeway_study *s = arg;
    (void)thread;
    for (uint64_t number; ses_study_take(s, &number, 1);) {
        SesDone d = ses_study_compute(s, number);
        ses_study_keep(s, &d.record);
        ses_free_done(&d);
    }
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

static bool unknown_name(causeway_study *s, const char *name) {
    const char *near = causeway_nearest_variable(s->model, name);
    Diag *d = base_error(s->ctx, "TOOL0012", (Span){0}, "%s has no variable '%s'", s->model->asked.subject, name);
    if (near) base_hint(s->ctx, d, "did you mean '%s'?", near);
    return false;
}

/* x.start, where x is a variable that is no parameter. */
static bool is_start(const causeway_model *m, const char *name) {
    size_t n = strlen(name);
    causeway_variable v = {.size = sizeof v};
    if (n < 7 || strcmp(name + n - 6, ".start") != 0) return false;
    Text of = {0};
    base_text_addn(&of, name, n - 6);
    int64_t i = causeway_find_variable(m, base_text_str(&of));
    base_text_free(&of);
    return i > 0 && causeway_describe_variable(m, (size_t)i, &v) == CAUSEWAY_OK && v.kind > CAUSEWAY_PARAMETER;
}

static bool find_factors(causeway_study *s) {
    s->structural = BASE_ARRAY(&s->ctx->arena, bool, s->design->factors.n + 1);
    for (size_t f = 0; f < s->design->factors.n; f++) {
        causeway_variable v = {.size = sizeof v};
        const char *name = s->design->factors.at[f].name;
        int64_t i = causeway_find_variable(s->model, name);
        if (i < 0 && is_start(s->model, name)) continue;
        if (i < 0) return unknown_name(s, name);
        causeway_describe_variable(s->model, (size_t)i, &v);
        s->structural[f] = v.kind == CAUSEWAY_CONSTANT || (v.kind == CAUSEWAY_PARAMETER && !v.settable);
    }
    return true;
}

static void add_columns(causeway_study *s) {
    Arena *a = &s->ctx->arena;
    s->columns = BASE_ARRAY(a, const char *, s->names.n * s->reductions.n + 1);
    for (size_t i = 0; i < s->names.n; i++)
        for (size_t k = 0; k < s->reductions.n; k++)
            s->columns[s->ncolumns++] = base_sprintf(a, "%s %s", s->names.at[i], s->reductions.at[k].name);
}

bool ses_study_names(causeway_study *s) {
    if (!find_factors(s)) return false;
    for (size_t k = 0; k < s->how.nrecord; k++) {
        const char *wanted = s->how.record[k];
        bool pattern = strpbrk(wanted, "*?") != NULL;
        size_t before = s->names.n;
        for (size_t i = 1; i < causeway_variable_count(s->model); i++) {
            causeway_variable v = {.size = sizeof v};
            causeway_describe_variable(s->model, i, &v);
            if (v.type == CAUSEWAY_STRING || (pattern && v.hidden)) continue;
            if (pattern ? base_matches(wanted, v.name) : strcmp(wanted, v.name) == 0)
                vec_push(&s->names, base_strdup(&s->ctx->arena, v.name));
        }
        if (s->names.n == before) return unknown_name(s, wanted);
    }
    add_columns(s);
    if (s->names.n) return true;
    Diag *d = base_error(s->ctx, "TOOL0008", (Span){0}, "nothing is recorded");
    base_hint(s->ctx, d, "name variables with --record, for example --record 'inertia.*'");
    return false;
}

/* A file that cannot be used is an error of the study, not of each run. */
bool ses_study_files(causeway_study *s) {
    if (!s->how.nparameter_files && !s->how.ninput_files && !s->how.start_from) return true;
    causeway_run *r = causeway_run_new(s->model);
    bool ok = r && give_files(s, r) == CAUSEWAY_OK;
    if (r) ses_repeat(&s->model->session->reports, &r->reports);
    causeway_run_free(r);
    return ok;
}

static void add_files(Text *t, size_t n, const char *const *names) {
    for (size_t i = 0; i < n; i++) base_text_printf(t, "%s\n", names[i]);
}

void ses_study_identity(const causeway_study *s, Text *t) {
    const causeway_study_options *o = &s->how;
    base_text_printf(t, "%s\n%llu runs, mode %d, seed %llu, %g %g %g %g %s\n", s->model->asked.subject,
                     (unsigned long long)s->design->count, (int)s->design->mode, (unsigned long long)s->design->seed,
                     s->run.start, s->run.stop, s->run.tolerance, s->run.interval, s->run.solver ? s->run.solver : "");
    for (size_t f = 0; f < s->design->factors.n; f++) {
        const AnaFactor *x = &s->design->factors.at[f];
        base_text_printf(t, "%s=", x->name);
        if (x->random) base_text_printf(t, "%d(%.17g, %.17g, %.17g)", (int)x->distribution, x->p[0], x->p[1], x->p[2]);
        for (size_t i = 0; i < x->values.n; i++) base_text_printf(t, "%s,", x->values.at[i]);
        base_text_char(t, '\n');
    }
    add_files(t, o->nparameter_files, o->parameter_files);
    add_files(t, o->ninput_files, o->input_files);
    if (o->start_from) base_text_printf(t, "%s\n", o->start_from);
    add_files(t, s->ncolumns, s->columns);
}
