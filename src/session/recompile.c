/* recompile.c - a simulation that goes on as another model.
 *
 * recompilation(parameter, value) ends a run.  The model is translated again with that value and goes on at the same
 * time: variables of equal names keep their values, others start as the model says.  Each stretch has its own file;
 * in the end they become one result, in which a variable is zero where there is none of its name.
 */
#include "session/session_impl.h"

#include <errno.h>
#include <math.h>
#include <regex.h>
#include <stdio.h>
#include <string.h>

enum { MOST_STRETCHES = 10000 };

typedef struct {
    Context *ctx;
    VecStr files; /* of stretches, in the arena of ctx */
} Stretches;

/* ---- one result -------------------------------------------------------------------------------------------------- */

/* Results one behind the other. */
typedef struct {
    const SesParts *parts;
    VEC(const char *) names; /* of all of them, without the time */
    Map by_name;             /* hash -> place in names */
    VEC(ResSignal) signals;
} Joined;

static void add_names(Joined *s, const ResResult *r, const regex_t *filter) {
    size_t n;
    const char *const *names = res_names(r, &n);
    for (size_t i = 1; i < n; i++) {
        uint64_t key = base_hash(names[i], strlen(names[i]), 7), known;
        if (base_map_get(&s->by_name, key, &known)) continue;
        if (filter && regexec(filter, names[i], 0, NULL, 0) != 0) continue;
        base_map_put(&s->by_name, key, s->names.n);
        vec_push(&s->names, names[i]);
        vec_push(&s->signals, ((ResSignal){(uint32_t)s->names.n, 1, false}));
    }
}

static void word(const void *arg, size_t signal, ResWord what, Text *out) {
    const Joined *s = arg;
    const char *name = s->names.at[signal], *found = what == RES_NAME ? name : "";
    for (size_t i = 0; i < s->parts->n && !*found; i++)
        found = what == RES_UNIT           ? res_unit(s->parts->at[i], name)
                : what == RES_DISPLAY_UNIT ? res_display_unit(s->parts->at[i], name)
                                           : res_description(s->parts->at[i], name);
    base_text_add(out, found);
}

static bool write_rows(const Joined *s, ResWriter *w, const ResSchema *schema) {
    double *v = base_realloc(NULL, (s->names.n + 1) * sizeof *v);
    const double **columns = base_realloc(NULL, (s->names.n + 1) * sizeof *columns);
    bool ok = true, begun = false;
    for (size_t k = 0; k < s->parts->n && ok; k++) {
        ResResult *r = s->parts->at[k];
        columns[0] = res_time(r);
        for (size_t i = 0; i < s->names.n; i++) columns[i + 1] = res_column(r, s->names.at[i]);
        for (size_t row = 0; row < res_rows(r) && ok; row++) {
            for (size_t i = 0; i <= s->names.n; i++) v[i] = columns[i] ? columns[i][row] : 0;
            if (!begun) ok = w->header(w, schema, v);
            begun = true;
            ok = ok && w->row(w, schema, v);
        }
    }
    base_realloc(v, 0);
    base_realloc(columns, 0);
    return ok;
}

static ResSchema find_names(Joined *j, const SesParts *parts, const char *filter, double start, double stop) {
    regex_t only;
    Text whole = {0};
    base_text_printf(&whole, "^(%s)$", filter ? filter : "");
    bool filtered = filter && regcomp(&only, base_text_str(&whole), REG_EXTENDED | REG_NOSUB) == 0;
    base_text_free(&whole);
    j->parts = parts;
    for (size_t i = 0; i < parts->n; i++) add_names(j, parts->at[i], filtered ? &only : NULL);
    if (filtered) regfree(&only);
    return (ResSchema){.signals = j->signals.at, .n = j->names.n, .word = word, .arg = j, .start = start, .stop = stop};
}

static void free_names(Joined *j) {
    vec_free(&j->names);
    vec_free(&j->signals);
    base_map_free(&j->by_name);
}

bool ses_join_file(Context *ctx, const SesParts *parts, const char *filter, const char *path, double start,
                   double stop) {
    Joined j = {0};
    ResSchema schema = find_names(&j, parts, filter, start, stop);
    ResWriter *w = res_create(path);
    bool written = w && write_rows(&j, w, &schema);
    if (w && !w->close(w)) written = false;
    if (!written) base_error(ctx, "RT0090", (Span){0}, "%s could not be written: %s", path, strerror(errno));
    free_names(&j);
    return written;
}

ResResult *ses_join_memory(Context *ctx, const SesParts *parts) {
    Joined j = {0};
    ResSchema schema = find_names(&j, parts, NULL, 0, 0);
    ResWriter *w = res_memory();
    ResResult *all = write_rows(&j, w, &schema) ? res_memory_result(ctx, w, &schema) : NULL;
    w->close(w);
    free_names(&j);
    return all;
}

static bool join(Stretches *s, const RtRecord *record, const char *path, double start, double stop) {
    SesParts parts = {0};
    bool ok = true;
    for (size_t i = 0; i < s->files.n && ok; i++) {
        ResResult *r = res_open(s->ctx, s->files.at[i]);
        ok = r != NULL;
        if (r) vec_push(&parts, r);
    }
    ok = ok && ses_join_file(s->ctx, &parts, record->filter, path, start, stop);
    for (size_t i = 0; i < parts.n; i++) res_close(parts.at[i]);
    vec_free(&parts);
    return ok;
}

static void drop(Stretches *s) {
    for (size_t i = 0; i < s->files.n; i++) (void)remove(s->files.at[i]);
    vec_free(&s->files);
}

/* ---- stretches --------------------------------------------------------------------------------------------------- */

const char *ses_stretch_file(Arena *a, const char *path, size_t number) {
    const char *dot = strrchr(path, '.'), *slash = strrchr(path, '/');
    int stem = dot && dot > (slash ? slash : path) ? (int)(dot - path) : (int)strlen(path);
    return base_sprintf(a, "%.*s.stretch-%zu%s", stem, path, number, path + stem);
}

static const char *stretch_file(Stretches *s, const char *path) {
    const char *name = ses_stretch_file(&s->ctx->arena, path, s->files.n + 1);
    vec_push(&s->files, (char *)name);
    return name;
}

static void give(Context *ctx, SesRequest *asked, const char *setting) {
    size_t n = strcspn(setting, "=") + 1, k = 0;
    while (k < asked->parameters.n && strncmp(asked->parameters.at[k], setting, n) != 0) k++;
    if (k == asked->parameters.n) vec_push(&asked->parameters, NULL);
    asked->parameters.at[k] = base_strdup(&ctx->arena, setting);
}

/* The model of the last stretch is asked->parameters; goes on where it ended. */
static causeway_status next_stretch(SesModel *m, const SesSimulation *how, const SesRequest *asked, Stretches *s,
                                    const char *path, SesOutcome *last) {
    SesModel next = {.ctx = m->ctx, .asked = asked, .stats = m->stats};
    SesSimulation stretch = *how;
    double time = last->stop;
    stretch.start_from = base_sprintf(&m->ctx->arena, "%s@%.17g", vec_last(&s->files), time);
    stretch.goes_on = true;
    stretch.options.start = time;
    stretch.record.path = stretch_file(s, path);
    stretch.record.filter = stretch.record.signals = NULL;
    ses_free_outcome(last);
    causeway_status code = ses_simulate_once(&next, &stretch, last);
    ses_free(&next);
    return code;
}

static causeway_status go_on(SesModel *m, const SesSimulation *how, SesOutcome *out) {
    Stretches s = {.ctx = m->ctx};
    SesRequest asked = *m->asked;
    SesOutcome last = *out;
    Text starts = out->starts_taken; /* later stretches start with what the one before has left */
    last.starts_taken = (Text){0};
    const char *path = base_strdup(&m->ctx->arena, base_text_str(&out->output));
    double start = out->start;
    causeway_status code = CAUSEWAY_OK;
    asked.parameters = (VecStr){0};
    for (size_t i = 0; i < m->asked->parameters.n; i++) vec_push(&asked.parameters, m->asked->parameters.at[i]);
    if (rename(path, stretch_file(&s, path)) != 0) code = CAUSEWAY_USAGE;
    uint64_t models = 1;
    for (; code == CAUSEWAY_OK && last.recompiled.n && models < MOST_STRETCHES; models++) {
        give(m->ctx, &asked, base_text_str(&last.recompiled));
        code = next_stretch(m, how, &asked, &s, path, &last);
    }
    if (!join(&s, &how->record, path, start, last.stop) && code == CAUSEWAY_OK) code = CAUSEWAY_USAGE;
    base_text_free(&last.starts_taken);
    *out = last;
    out->starts_taken = starts;
    out->start = start;
    out->output.n = 0;
    base_text_add(&out->output, path);
    out->modes = models;
    out->mode_changes = models - 1;
    drop(&s);
    vec_free(&asked.parameters);
    return code;
}

bool ses_check_impulses(Context *ctx, const char *pattern) {
    regex_t re;
    char words[200];
    int code = pattern ? regcomp(&re, pattern, REG_EXTENDED | REG_NOSUB) : 0;
    if (pattern && !code) regfree(&re);
    if (!code) return true;
    regerror(code, &re, words, sizeof words);
    base_error(ctx, "RT0080", (Span){0}, "--impulses '%s': %s", pattern, words);
    return false;
}

causeway_status ses_simulate(SesModel *m, const SesSimulation *how, SesOutcome *out) {
    *out = (SesOutcome){0};
    if (!ses_check_impulses(m->ctx, how->impulses)) return CAUSEWAY_USAGE;
    causeway_status code = ses_simulate_once(m, how, out);
    if (code != CAUSEWAY_OK || !out->recompiled.n) return code;
    if (how->record.path && strncmp(how->record.path, "/dev/", 5) == 0) return code; /* nothing to go on from */
    return go_on(m, how, out);
}
