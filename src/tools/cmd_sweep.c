/* cmd_sweep.c - `causeway sweep`: many runs of one model, translated once, on threads; what is done is kept on disk. */
#include "tools/tools.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    ToolRun *run;
    AnaDesign design;
    AnaReductions reductions;
    VecStr names; /* of what is recorded */
    AnaJournal *journal;
    bool *structural;     /* by factor: changed by translating */
    pthread_mutex_t lock; /* of the session and of variants */
    causeway_session *session;
    VecStr words;                 /* of variants ... */
    VEC(causeway_model *) models; /* ... and their models, NULL: not translated */
    VecStr why;                   /* ... and what was said then */
    bool disk_full;
    AnaWorld *world;    /* the processes of mpirun, or NULL */
    bool joined;        /* this process has begun to talk to the others */
    int threads;        /* of this process */
    VEC(uint64_t) todo; /* runs that are not done ... */
    size_t next;        /* ... the first that nobody has taken, under the lock */
} Study;

/* ---- models ------------------------------------------------------------------------------------------------------ */

/* What the session, or a run, has said: the first error. */
static const char *first_error(Study *s, const causeway_run *r) {
    size_t n = r ? causeway_run_diagnostic_count(r) : causeway_diagnostic_count(s->session);
    for (size_t i = 0; i < n; i++) {
        const causeway_diagnostic *d = r ? causeway_run_get_diagnostic(r, i) : causeway_get_diagnostic(s->session, i);
        if (d->severity == CAUSEWAY_ERROR) return d->text;
    }
    return "the run failed";
}

/* The translated model of a word, made once; NULL: *why says so.  Under the lock. */
static causeway_model *model_of(Study *s, const char *word, const char **why) {
    for (size_t i = 0; i < s->words.n; i++)
        if (strcmp(s->words.at[i], word) == 0) return *why = s->why.at[i], s->models.at[i];
    causeway_clear_diagnostics(s->session);
    causeway_model *m = causeway_model_new(s->session, word);
    bool ok = m && causeway_model_translate(m, NULL) == CAUSEWAY_OK;
    vec_push(&s->words, base_strdup(&s->run->ctx->arena, word));
    vec_push(&s->why, base_strdup(&s->run->ctx->arena, ok ? "" : first_error(s, NULL)));
    if (!ok && m) causeway_model_free(m);
    vec_push(&s->models, ok ? m : NULL);
    *why = vec_last(&s->why);
    return vec_last(&s->models);
}

/* The word of the model of a run: parameters that the structure depends on stand in it as modifiers. */
static void word_of(const Study *s, uint64_t run, Text *out) {
    const char *subject = s->run->asked.subject;
    size_t n = strlen(subject);
    bool any = n && subject[n - 1] == ')', structural = false; /* it has modifiers already */
    for (size_t f = 0; f < s->design.factors.n; f++) structural |= s->structural[f];
    base_text_addn(out, subject, structural && any ? n - 1 : n);
    if (!structural) return;
    for (size_t f = 0; f < s->design.factors.n; f++) {
        if (!s->structural[f]) continue;
        base_text_printf(out, "%s%s = ", any ? ", " : "(", s->design.factors.at[f].name);
        ana_design_value(&s->design, run, f, out);
        any = true;
    }
    base_text_char(out, ')');
}

/* ---- one run ----------------------------------------------------------------------------------------------------- */

static bool set_values(Study *s, causeway_run *r, uint64_t run) {
    bool ok = true;
    for (size_t f = 0; ok && f < s->design.factors.n; f++) {
        if (s->structural[f]) continue;
        Text t = {0};
        ana_design_value(&s->design, run, f, &t);
        ok = causeway_run_set_text(r, s->design.factors.at[f].name, base_text_str(&t)) == CAUSEWAY_OK;
        base_text_free(&t);
    }
    return ok;
}

/* What all runs have in common; factors win over it. */
static causeway_status give_files(const Study *s, causeway_run *r) {
    const ToolOptions *o = s->run->options;
    causeway_status code = CAUSEWAY_OK;
    for (size_t i = 0; code == CAUSEWAY_OK && i < o->parameter_files.n; i++)
        code = causeway_run_set_file(r, o->parameter_files.at[i]);
    for (size_t i = 0; code == CAUSEWAY_OK && i < o->inputs.n; i++)
        code = causeway_run_set_input_file(r, o->inputs.at[i]);
    if (code == CAUSEWAY_OK && o->start_from) code = causeway_run_start_from(r, o->start_from);
    return code;
}

static causeway_status run_one(Study *s, causeway_run *r, uint64_t run, double *values) {
    const ToolOptions *o = s->run->options;
    causeway_run_options options;
    causeway_run_options_init(&options);
    if (tool_given(o->start)) options.start = o->start;
    if (tool_given(o->stop)) options.stop = o->stop;
    if (tool_given(o->tolerance)) options.tolerance = o->tolerance;
    if (tool_given(o->interval)) options.interval = o->interval;
    options.solver = o->solver;
    causeway_status code = give_files(s, r);
    if (code == CAUSEWAY_OK) code = set_values(s, r, run) ? causeway_run_configure(r, &options) : CAUSEWAY_USAGE;
    if (code == CAUSEWAY_OK) code = causeway_run_record(r, s->names.n, (const char *const *)s->names.at, NULL);
    if (code == CAUSEWAY_OK) code = causeway_run_to_end(r);
    causeway_result *result = code == CAUSEWAY_OK ? causeway_run_result(r) : NULL;
    if (code == CAUSEWAY_OK && !result) code = CAUSEWAY_STOPPED;
    const char *const *all;
    const double *time = result && causeway_result_names(result, &all) ? causeway_result_column(result, all[0]) : NULL;
    for (size_t i = 0; result && i < s->names.n; i++) {
        const double *y = causeway_result_column(result, s->names.at[i]);
        for (size_t k = 0; k < s->reductions.n; k++)
            values[i * s->reductions.n + k] =
                time && y ? ana_reduce(&s->reductions.at[k], time, y, causeway_result_rows(result)) : NAN;
    }
    if (result) causeway_result_free(result);
    return code;
}

/* A run that is done. */
typedef struct {
    AnaRecord record;
    double *values;
    char *text;
} Done;

static void free_done(Done *d) {
    base_realloc(d->values, 0);
    base_realloc(d->text, 0);
}

static Done compute(Study *s, uint64_t number) {
    Text word = {0};
    const char *why = "";
    word_of(s, number, &word);
    pthread_mutex_lock(&s->lock);
    causeway_model *m = model_of(s, base_text_str(&word), &why);
    causeway_run *r = m ? causeway_run_new(m) : NULL;
    pthread_mutex_unlock(&s->lock);
    double *values = base_realloc(NULL, (s->names.n * s->reductions.n + 1) * sizeof *values);
    causeway_status code = r ? run_one(s, r, number, values) : CAUSEWAY_INVALID;
    const char *said = code ? r ? first_error(s, r) : why : "";
    Done d = {{number, (uint32_t)code, code ? NULL : values, NULL}, values, base_realloc(NULL, strlen(said) + 1)};
    d.record.text = strcpy(d.text, said);
    if (r) causeway_run_free(r);
    base_text_free(&word);
    return d;
}

/* The next runs that nobody has taken, at most n; returns how many. */
static size_t take(Study *s, uint64_t *runs, size_t n) {
    pthread_mutex_lock(&s->lock);
    size_t got = 0;
    while (got < n && s->next < s->todo.n && !s->disk_full) runs[got++] = s->todo.at[s->next++];
    pthread_mutex_unlock(&s->lock);
    return got;
}

/* A thread of the process that keeps the journal. */
static void work_here(void *arg, size_t thread) {
    Study *s = arg;
    (void)thread;
    for (uint64_t number; take(s, &number, 1);) {
        Done d = compute(s, number);
        if (!ana_journal_add(s->journal, &d.record)) s->disk_full = true;
        free_done(&d);
    }
}

/* ---- several processes ------------------------------------------------------------------------------------------- */

/* Rank 0 has the journal.  The others send what they have done, at first nothing, and get numbers of runs; none: that
 * was all.  A message of one byte says that a process cannot take part. */

typedef struct {
    Study *s;
    const uint64_t *runs;
    size_t columns;
    Text out;
    pthread_mutex_t lock;
} Batch;

static void put(Text *t, const void *data, size_t n) { base_text_addn(t, data, n); }

static void work_for_another(void *arg, size_t i) {
    Batch *b = arg;
    Done d = compute(b->s, b->runs[i]);
    uint32_t n = (uint32_t)strlen(d.text);
    pthread_mutex_lock(&b->lock);
    put(&b->out, &d.record.run, sizeof d.record.run);
    put(&b->out, &d.record.status, sizeof d.record.status);
    put(&b->out, &n, sizeof n);
    put(&b->out, d.text, n);
    if (!d.record.status) put(&b->out, d.values, b->columns * sizeof *d.values);
    pthread_mutex_unlock(&b->lock);
    free_done(&d);
}

static void serve_another(Study *s, bool able) {
    Batch b = {.s = s, .columns = s->names.n * s->reductions.n, .lock = PTHREAD_MUTEX_INITIALIZER};
    Text runs = {0};
    int from;
    s->joined = true;
    if (!able) ana_world_send(s->world, 0, "n", 1);
    while (able && ana_world_send(s->world, 0, b.out.n ? b.out.at : "", b.out.n)) {
        while (!ana_world_receive(s->world, &from, &runs)) ana_world_wait();
        if (!runs.n) break;
        base_text_free(&b.out);
        b.runs = (const uint64_t *)(const void *)runs.at;
        base_parallel(s->threads, runs.n / sizeof *b.runs, work_for_another, &b);
    }
    base_text_free(&b.out);
    base_text_free(&runs);
}

/* What another process has done goes into the journal; false: the message is no such thing. */
static bool store(Study *s, const Text *t) {
    size_t columns = s->names.n * s->reductions.n, at = 0;
    double *values = base_realloc(NULL, (columns + 1) * sizeof *values);
    while (at < t->n && !s->disk_full) {
        AnaRecord r = {0};
        uint32_t n;
        if (t->n - at < sizeof r.run + sizeof r.status + sizeof n) break;
        memcpy(&r.run, t->at + at, sizeof r.run);
        memcpy(&r.status, t->at + at + sizeof r.run, sizeof r.status);
        memcpy(&n, t->at + at + sizeof r.run + sizeof r.status, sizeof n);
        at += sizeof r.run + sizeof r.status + sizeof n;
        size_t bytes = r.status ? 0 : columns * sizeof *values;
        if (t->n - at < n + bytes) break;
        char *text = base_realloc(NULL, n + 1u);
        memcpy(text, t->at + at, n);
        text[n] = 0;
        memcpy(values, t->at + at + n, bytes);
        at += n + bytes;
        r.values = r.status ? NULL : values;
        r.text = text;
        if (!ana_journal_add(s->journal, &r)) s->disk_full = true;
        base_realloc(text, 0);
    }
    base_realloc(values, 0);
    return at == t->n;
}

/* More at once while much is left, so that messages do not matter; few at the end, so that nobody waits long. */
static size_t batch_size(const Study *s) {
    enum { MOST = 64 };
    size_t left = s->todo.n - s->next, share = left / (8 * (size_t)ana_world_size(s->world)) + 1;
    return share < MOST ? share : MOST;
}

static void *work_beside(void *arg) {
    Study *s = arg;
    base_parallel(s->threads, (size_t)s->threads, work_here, s);
    return NULL;
}

/* Of rank 0: gives out runs until all are done, while threads of its own work too. */
static void give_out(Study *s) {
    uint64_t runs[64];
    pthread_t beside;
    Text message = {0};
    s->joined = true;
    bool own = pthread_create(&beside, NULL, work_beside, s) == 0;
    for (int left = ana_world_size(s->world) - 1, from; left > 0;) {
        if (!ana_world_receive(s->world, &from, &message)) {
            ana_world_wait();
            continue;
        }
        bool able = message.n != 1 && store(s, &message);
        size_t n = able ? take(s, runs, batch_size(s)) : 0;
        if (n == 0) left--;
        if (message.n != 1) ana_world_send(s->world, from, runs, n * sizeof *runs);
    }
    base_text_free(&message);
    if (own) pthread_join(beside, NULL);
    else work_here(s, 0);
}

/* Of a process that has failed before it talked to the others: nobody waits for it. */
static void leave(Study *s) {
    if (!s->world || s->joined) return;
    s->threads = 0;
    if (ana_world_rank(s->world) > 0) serve_another(s, false);
    else give_out(s); /* there is nothing to do */
}

/* All runs that are not done, on all threads of all processes. */
static void do_all(Study *s) {
    for (uint64_t i = 0; i < s->design.count; i++)
        if (!ana_journal_has(s->journal, i)) vec_push(&s->todo, i);
    if (ana_world_size(s->world) > 1) give_out(s);
    else base_parallel(s->threads, (size_t)s->threads, work_here, s);
}

/* ---- the study --------------------------------------------------------------------------------------------------- */

static bool read_design(Study *s) {
    const ToolOptions *o = s->run->options;
    Context *ctx = s->run->ctx;
    bool ok = true;
    if (o->grid + o->zip + tool_given(o->latin) > 1) {
        base_error(ctx, "TOOL0008", (Span){0}, "only one of --grid, --zip and --latin can be meant");
        return false;
    }
    s->design.mode = tool_given(o->latin) ? ANA_LATIN : o->zip ? ANA_ZIP : ANA_GRID;
    s->design.seed = tool_given(o->seed) ? (uint64_t)o->seed : 1;
    s->design.count = tool_given(o->latin) ? (uint64_t)o->latin : tool_given(o->runs) ? (uint64_t)o->runs : 0;
    for (size_t i = 0; ok && i < o->parameters.n; i++) ok = ana_factor_values(ctx, &s->design, o->parameters.at[i]);
    for (size_t i = 0; ok && i < o->random.n; i++) ok = ana_factor_random(ctx, &s->design, o->random.at[i]);
    return ok && ana_design_finish(ctx, &s->design) &&
           ana_reductions(ctx, o->reduce ? o->reduce : "final", &s->reductions);
}

static bool unknown_name(Study *s, const causeway_model *m, const char *name) {
    const char *near = causeway_nearest_variable(m, name);
    Diag *d = base_error(s->run->ctx, "TOOL0012", (Span){0}, "%s has no variable '%s'", s->run->asked.subject, name);
    if (near) base_hint(s->run->ctx, d, "did you mean '%s'?", near);
    return false;
}

/* x.start, where x is a variable that is no parameter. */
static bool is_start(const causeway_model *m, const char *name) {
    size_t n = strlen(name);
    causeway_variable v;
    if (n < 7 || strcmp(name + n - 6, ".start") != 0) return false;
    Text of = {0};
    base_text_addn(&of, name, n - 6);
    int64_t i = causeway_find_variable(m, base_text_str(&of));
    base_text_free(&of);
    return i > 0 && causeway_describe_variable(m, (size_t)i, &v) == CAUSEWAY_OK && v.kind > CAUSEWAY_PARAMETER;
}

/* Which factors are structural, and which variables the patterns mean.  false after a diagnostic. */
static bool read_names(Study *s, const causeway_model *m) {
    const VecStr *patterns = &s->run->options->record;
    Arena *a = &s->run->ctx->arena;
    s->structural = BASE_ARRAY(a, bool, s->design.factors.n + 1);
    for (size_t f = 0; f < s->design.factors.n; f++) {
        causeway_variable v;
        int64_t i = causeway_find_variable(m, s->design.factors.at[f].name);
        if (i < 0 && is_start(m, s->design.factors.at[f].name)) continue;
        if (i < 0) return unknown_name(s, m, s->design.factors.at[f].name);
        causeway_describe_variable(m, (size_t)i, &v);
        s->structural[f] = v.kind == CAUSEWAY_CONSTANT || (v.kind == CAUSEWAY_PARAMETER && !v.settable);
    }
    for (size_t k = 0; k < patterns->n; k++) {
        size_t before = s->names.n;
        for (size_t i = 1; i < causeway_variable_count(m); i++) {
            causeway_variable v;
            causeway_describe_variable(m, i, &v);
            bool pattern = strpbrk(patterns->at[k], "*?") != NULL;
            if (v.type == CAUSEWAY_STRING || (pattern && v.hidden)) continue;
            if (pattern ? base_matches(patterns->at[k], v.name) : strcmp(patterns->at[k], v.name) == 0)
                vec_push(&s->names, base_strdup(a, v.name));
        }
        if (s->names.n == before) return unknown_name(s, m, patterns->at[k]);
    }
    if (s->names.n) return true;
    Diag *d = base_error(s->run->ctx, "TOOL0008", (Span){0}, "nothing is recorded");
    base_hint(s->run->ctx, d, "name variables with --record, for example --record 'inertia.*'");
    return false;
}

/* What makes two studies the same. */
static void identity(const Study *s, Text *t) {
    const ToolOptions *o = s->run->options;
    base_text_printf(t, "%s\n%llu runs, mode %d, seed %llu, %g %g %g %g %s\n", s->run->asked.subject,
                     (unsigned long long)s->design.count, (int)s->design.mode, (unsigned long long)s->design.seed,
                     o->start, o->stop, o->tolerance, o->interval, o->solver ? o->solver : "");
    for (size_t i = 0; i < o->parameters.n; i++) base_text_printf(t, "%s\n", o->parameters.at[i]);
    for (size_t i = 0; i < o->random.n; i++) base_text_printf(t, "%s\n", o->random.at[i]);
    for (size_t i = 0; i < o->parameter_files.n; i++) base_text_printf(t, "%s\n", o->parameter_files.at[i]);
    for (size_t i = 0; i < o->inputs.n; i++) base_text_printf(t, "%s\n", o->inputs.at[i]);
    if (o->start_from) base_text_printf(t, "%s\n", o->start_from);
    for (size_t i = 0; i < s->names.n; i++) base_text_printf(t, "%s\n", s->names.at[i]);
    for (size_t i = 0; i < s->reductions.n; i++) base_text_printf(t, "%s ", s->reductions.at[i].name);
}

typedef struct {
    Study *s;
    FILE *out;
    uint64_t failed;
} Table;

static void quoted(FILE *out, const char *text) {
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"') fputc('"', out);
        fputc(*text == '\n' ? ' ' : *text, out);
    }
    fputc('"', out);
}

static void write_row(void *arg, const AnaRecord *r) {
    Table *t = arg;
    const Study *s = t->s;
    Text line = {0};
    fprintf(t->out, "%llu", (unsigned long long)r->run);
    for (size_t f = 0; f < s->design.factors.n; f++) {
        base_text_char(&line, ',');
        ana_design_value(&s->design, r->run, f, &line);
    }
    for (size_t i = 0; i < s->names.n * s->reductions.n; i++) {
        base_text_char(&line, ',');
        if (r->values) base_text_double(&line, r->values[i], false);
    }
    fprintf(t->out, "%s,%u,", base_text_str(&line), r->status);
    quoted(t->out, r->text);
    fputc('\n', t->out);
    base_text_free(&line);
    t->failed += r->status != 0;
}

static ToolExit write_table(Study *s, const char *path, uint64_t *failed) {
    FILE *f = tool_open_output(s->run->ctx, path);
    if (!f) return TOOL_USAGE;
    fputs("run", f);
    for (size_t i = 0; i < s->design.factors.n; i++) fputc(',', f), quoted(f, s->design.factors.at[i].name);
    for (size_t i = 0; i < s->names.n; i++)
        for (size_t k = 0; k < s->reductions.n; k++) {
            Text name = {0};
            base_text_printf(&name, "%s %s", s->names.at[i], s->reductions.at[k].name);
            fputc(',', f);
            quoted(f, base_text_str(&name));
            base_text_free(&name);
        }
    fputs(",status,error\n", f);
    Table table = {s, f, 0};
    ana_journal_each(s->journal, write_row, &table);
    *failed = table.failed;
    return tool_close_output(s->run->ctx, path, f) ? TOOL_DONE : TOOL_USAGE;
}

/* ---- the table as numbers ---------------------------------------------------------------------------------------- */

typedef struct {
    Study *s;
    ResWriter *out;
    ResSchema schema;
    double *v; /* run, factors, values, status */
    bool begun, ok;
    uint64_t failed;
    Text errors; /* CSV of what failed, beside the numbers */
} Numbers;

static void column_word(const void *arg, size_t signal, ResWord what, Text *out) {
    const Study *s = arg;
    size_t factors = s->design.factors.n, per = s->reductions.n;
    if (what != RES_NAME) return;
    if (signal < factors) base_text_add(out, s->design.factors.at[signal].name);
    else if (signal < factors + s->names.n * per)
        base_text_printf(out, "%s %s", s->names.at[(signal - factors) / per],
                         s->reductions.at[(signal - factors) % per].name);
    else base_text_add(out, "status");
}

/* A literal as a number; what is none is not known. */
static double as_number(const char *literal) {
    char *end;
    if (strcmp(literal, "true") == 0) return 1;
    if (strcmp(literal, "false") == 0) return 0;
    double x = strtod(literal, &end);
    return end != literal && !*end ? x : NAN;
}

static void add_numbers(void *arg, const AnaRecord *r) {
    Numbers *n = arg;
    const Study *s = n->s;
    size_t k = 0, values = s->names.n * s->reductions.n;
    n->v[k++] = (double)r->run;
    for (size_t f = 0; f < s->design.factors.n; f++) {
        Text t = {0};
        ana_design_value(&s->design, r->run, f, &t);
        n->v[k++] = as_number(base_text_str(&t));
        base_text_free(&t);
    }
    for (size_t i = 0; i < values; i++) n->v[k++] = r->values ? r->values[i] : NAN;
    n->v[k] = r->status;
    if (!n->begun) n->ok = n->out->header(n->out, &n->schema, n->v);
    n->begun = true;
    n->ok = n->ok && n->out->row(n->out, &n->schema, n->v);
    if (!r->status) return;
    n->failed++;
    base_text_printf(&n->errors, "%llu,%u,", (unsigned long long)r->run, r->status);
    base_text_json(&n->errors, r->text, strlen(r->text));
    base_text_char(&n->errors, '\n');
}

/* Why runs failed is text, and stands in FILE.errors.csv. */
static bool write_errors(Numbers *n, const char *path) {
    Context *ctx = n->s->run->ctx;
    const char *beside = base_sprintf(&ctx->arena, "%s.errors.csv", path);
    FILE *f = n->failed ? tool_open_output(ctx, beside) : NULL;
    if (!n->failed) return true;
    if (!f) return false;
    fputs("run,status,error\n", f);
    fwrite(n->errors.at, 1, n->errors.n, f);
    return tool_close_output(ctx, beside, f);
}

static ToolExit write_numbers(Study *s, const char *path, uint64_t *failed) {
    Context *ctx = s->run->ctx;
    size_t columns = s->design.factors.n + s->names.n * s->reductions.n + 1;
    ResSignal *signals = BASE_ARRAY(&ctx->arena, ResSignal, columns);
    for (size_t i = 0; i < columns; i++) signals[i] = (ResSignal){(uint32_t)i + 1, 1, false};
    errno = 0;
    Numbers n = {.s = s, .out = res_create(path), .v = BASE_ARRAY(&ctx->arena, double, columns + 1), .ok = true};
    n.schema = (ResSchema){signals, columns, column_word, s, 0, (double)s->design.count};
    if (n.out) ana_journal_each(s->journal, add_numbers, &n);
    bool ok = n.out && n.ok;
    if (n.out && !n.out->close(n.out)) ok = false;
    if (!ok) {
        Diag *d = base_error(ctx, "TOOL0006", (Span){0}, "cannot write %s: %s", path, strerror(errno ? errno : EIO));
        base_hint(ctx, d, "make room or choose another place: what is done is kept in the journal");
    }
    ok = ok && write_errors(&n, path);
    base_text_free(&n.errors);
    *failed = n.failed;
    return ok ? TOOL_DONE : TOOL_USAGE;
}

static void say_diagnostics(Study *s) {
    if (ana_world_rank(s->world) > 0) return; /* rank 0 says the same */
    for (size_t i = 0; i < causeway_diagnostic_count(s->session); i++)
        fputs(causeway_format_diagnostic(s->session, causeway_get_diagnostic(s->session, i), CAUSEWAY_TEXT), stderr);
}

/* A file that cannot be used is an error of the study, not of each run. */
static bool try_files(Study *s, causeway_model *m) {
    causeway_run *r = causeway_run_new(m);
    bool ok = r && give_files(s, r) == CAUSEWAY_OK;
    for (size_t i = 0; r && ana_world_rank(s->world) == 0 && i < causeway_run_diagnostic_count(r); i++)
        fputs(causeway_format_diagnostic(s->session, causeway_run_get_diagnostic(r, i), CAUSEWAY_TEXT), stderr);
    if (r) causeway_run_free(r);
    return ok;
}

static ToolExit run_study(Study *s, const char *path) {
    Context *ctx = s->run->ctx;
    const ToolOptions *o = s->run->options;
    const char *why, *kept = base_sprintf(&ctx->arena, "%s.journal", path);
    causeway_model *m = model_of(s, s->run->asked.subject, &why);
    if (!m) return say_diagnostics(s), TOOL_INVALID;
    if (!read_names(s, m) || !try_files(s, m)) return TOOL_USAGE;
    if (ana_world_rank(s->world) > 0) return serve_another(s, true), TOOL_DONE;
    Text same = {0};
    identity(s, &same);
    s->journal = ana_journal_open(ctx, kept, base_text_str(&same), (uint32_t)(s->names.n * s->reductions.n));
    base_text_free(&same);
    if (!s->journal) return TOOL_USAGE;
    uint64_t resumed = ana_journal_count(s->journal), failed = 0;
    double began = base_seconds();
    do_all(s);
    if (s->disk_full) {
        Diag *d = base_error(ctx, "ANA0010", (Span){0}, "cannot write %s: %s", kept, strerror(errno ? errno : ENOSPC));
        base_hint(ctx, d, "make room and give the same command again: what is done is not done twice");
        return TOOL_USAGE;
    }
    ToolExit code = ses_ends_with(path, ".csv") ? write_table(s, path, &failed) : write_numbers(s, path, &failed);
    if (code == TOOL_DONE) unlink(kept);
    if (code == TOOL_DONE && !o->quiet)
        printf("%s: %llu runs, %llu resumed, %llu failed, %.3g s -> %s\n", s->run->asked.subject,
               (unsigned long long)s->design.count, (unsigned long long)resumed, (unsigned long long)failed,
               base_seconds() - began, path);
    return code;
}

ToolExit tool_sweep(ToolRun *r) {
    Study s = {.run = r, .lock = PTHREAD_MUTEX_INITIALIZER};
    const char *path = r->options->output ? r->options->output : "study.csv";
    ToolExit code = TOOL_USAGE;
    causeway_session_options options;
    causeway_session_options_init(&options);
    options.nlibraries = r->options->libraries.n;
    options.libraries = (const char *const *)r->options->libraries.at;
    options.strict = r->options->strict;
    options.untrusted = r->options->untrusted;
    bool ok = ana_world_open(r->ctx, &s.world) && (s.session = causeway_session_new(&options)) != NULL;
    /* mpirun starts a process a processor */
    s.threads = s.world ? 1 : (int)sysconf(_SC_NPROCESSORS_ONLN);
    if (tool_given(r->options->jobs)) s.threads = (int)r->options->jobs;
    if (s.threads < 1) s.threads = 1;
    for (size_t i = 0; ok && i < r->asked.files.n; i++)
        ok = causeway_load_file(s.session, r->asked.files.at[i], NULL) == CAUSEWAY_OK;
    if (!ok && s.session) say_diagnostics(&s);
    if (ok && !ses_ends_with(path, ".csv") && !ses_ends_with(path, ".h5"))
        base_error(r->ctx, "TOOL0008", (Span){0}, "the name of the table of a study must end in .csv or .h5");
    else if (ok && read_design(&s)) code = run_study(&s, path);
    leave(&s);
    if (ana_world_rank(s.world) > 0) { /* rank 0 says the same; mpirun ends all when one fails before it has */
        base_diag_clear(r->ctx);
        code = TOOL_DONE;
    }
    if (s.world) base_diag_flush(r->ctx, stderr); /* mpirun may not wait for the words of a process that has failed */
    ana_world_close(s.world);
    if (s.journal) ana_journal_close(s.journal);
    vec_free(&s.todo);
    for (size_t i = 0; i < s.models.n; i++)
        if (s.models.at[i]) causeway_model_free(s.models.at[i]);
    if (s.session) causeway_session_free(s.session);
    ana_design_free(&s.design);
    vec_free(&s.reductions);
    vec_free(&s.names);
    vec_free(&s.words);
    vec_free(&s.why);
    vec_free(&s.models);
    return code;
}
