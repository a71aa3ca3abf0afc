/* saved_run.c - a run as bytes and back.
 *
 *     bytes:  mark | how it was translated, settings, a line each | empty line | the run of rt_save or mode_save
 *
 * What is restored goes on in the translation that it was saved in.  What led there is not known: no remedy follows
 * that would have to repeat it.
 */
#include "run/run_impl.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char MARK[] = "causeway run 1\n";

RunStatus run_save(Run *r, Text *out) {
    RunAttempt *a = run_last(r)->now;
    const RunTranslation *t = &a->request.translation;
    base_text_add(out, MARK);
    base_text_printf(out, "%d %d %d %d %s\n", t->no_tearing, t->other_starts, t->steady_state, (int)t->rank,
                     t->whole ? t->whole : "");
    for (size_t i = 0; i < r->settings.n; i++) base_text_printf(out, "%s\n", r->settings.at[i]);
    base_text_char(out, '\n');
    return (RunStatus)(a->modes.run ? mode_save(a->modes.run, out) : rt_save(a->one, out));
}

static RunStatus refuse(const Run *r) {
    base_error(r->ctx, "RT0006", (Span){0}, "the saved state cannot be used: it is that of another model, or damaged");
    return RUN_FILE;
}

/* A line of the head, in the arena of the run; *data goes behind it.  NULL: there is none. */
static char *line(Run *r, const char **data, const char *end) {
    const char *stop = memchr(*data, '\n', (size_t)(end - *data));
    if (!stop) return NULL;
    char *text = base_strndup(&r->arena, *data, (size_t)(stop - *data));
    *data = stop + 1;
    return text;
}

static bool read_head(Run *r, RunTranslation *t, const char **data, const char *end) {
    int flags[4], n = 0;
    size_t mark = sizeof MARK - 1;
    if ((size_t)(end - *data) < mark || memcmp(*data, MARK, mark) != 0) return false;
    *data += mark;
    char *text = line(r, data, end);
    if (!text || sscanf(text, "%d %d %d %d %n", &flags[0], &flags[1], &flags[2], &flags[3], &n) != 4) return false;
    *t = (RunTranslation){.no_tearing = flags[0],
                          .other_starts = flags[1],
                          .steady_state = flags[2],
                          .rank = (RunRank)flags[3],
                          .whole = text[n] ? text + n : NULL,
                          .settings = &r->settings};
    while ((text = line(r, data, end)) && *text) vec_push(&r->settings, text);
    return text != NULL;
}

static RtStatus restore_modes(RunAttempt *a, const char *data, size_t n) {
    const Run *r = a->stretch->run;
    const RunSource *host = &r->source;
    const Dae *flat;
    ModeHow how;
    bool to_be_had = host->modes && host->modes(host->arg, &a->model, &flat, &how);
    ModePlan *plan = to_be_had ? mode_saved_plan(flat, data, n) : NULL;
    RtRecord record = r->how.record;
    if (!plan || !run_attempt_modes(a, plan)) return (RtStatus)refuse(r);
    mode_make(&a->modes);
    a->modes.run->detail = r->how.detail;
    return mode_restore(a->modes.run, data, n, r->how.recorded ? &record : NULL, &a->options);
}

static RtStatus restore_one(RunAttempt *a, const char *data, size_t n) {
    const Run *r = a->stretch->run;
    RtRecord record = r->how.record;
    rt_unguard(a->one);
    if (r->source.begins) r->source.begins(r->source.arg, a->one, &a->options);
    RtStatus status = r->how.recorded ? rt_record(a->one, &record) : RT_OK;
    return status == RT_OK ? rt_restore(a->one, data, n, &a->options) : status;
}

/* Another translation, or one through modes, takes the place of the first attempt. */
static RunStatus fitting(RunStretch *s, RunRequest *request, bool modal) {
    RunAttempt *first = s->now;
    request->modal = modal;
    bool same = !s->run->settings.n && run_same_translation(&first->request.translation, &request->translation);
    if (same && !modal && first->one) return RUN_OK;
    RunAttempt *a = run_attempt_new(s, same ? first : NULL, request);
    s->now = a;
    RunStatus status = run_attempt_make(a);
    a->before = NULL;
    return status;
}

/* To the stop time that it was saved with, unless another is given, or it was at its end: then to that of the model. */
static void go_to_stop(const Run *r, RunAttempt *a) {
    Runtime *rt = run_attempt_runtime(a);
    if (!isnan(r->how.options.stop) || rt_finished(rt)) rt_set_stop(rt, a->options.stop);
    a->options.stop = rt_stop(rt);
}

RunStatus run_restore(Run *r, const char *data, size_t n) {
    RunStretch *s = run_last(r);
    RunRequest request = s->now->request;
    const char *at = data;
    if (!read_head(r, &request.translation, &at, data + n)) return r->failed = refuse(r);
    size_t left = (size_t)(data + n - at);
    Text bytes = {0}; /* aligned */
    base_text_addn(&bytes, at, left);
    RunStatus status = fitting(s, &request, mode_is_saved(bytes.at, bytes.n));
    RunAttempt *a = s->now;
    s->remembers = false;
    s->path = a->path = r->how.recorded ? (char *)r->how.record.path : NULL;
    if (status == RUN_OK) {
        a->options = run_attempt_options(a);
        status = (RunStatus)(request.modal ? restore_modes(a, bytes.at, bytes.n) : restore_one(a, bytes.at, bytes.n));
        a->begun = status == RUN_OK;
    }
    if (status == RUN_OK) go_to_stop(r, a);
    base_text_free(&bytes);
    r->started = status == RUN_OK;
    return r->failed = status;
}
