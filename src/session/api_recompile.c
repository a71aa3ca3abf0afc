/* api_recompile.c - causeway.h: runs that go on as another model.
 *
 * Where a model asks for it (recompilation), its run ends, and a run of the model with the other value of the parameter
 * goes on from there: it is chained behind the first, which the client keeps.  What is asked of the first is asked of
 * the last of the chain, by name; what was recorded is joined.
 */
#include "session/api.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_STRETCHES = 10000 };

causeway_run *ses_latest(const causeway_run *r) {
    while (r->then) r = r->then;
    return (causeway_run *)r;
}

causeway_model *causeway_run_model(causeway_run *r) { return ses_latest(r)->model; }

const char *ses_recompiles(const causeway_run *r) {
    const char *ended = r->phase == SES_FRESH ? NULL : rt_terminated(r->rt);
    size_t n = strlen(MD_RECOMPILATION);
    return ended && strncmp(ended, MD_RECOMPILATION, n) == 0 ? ended + n : NULL;
}

/* ---- the other model --------------------------------------------------------------------------------------------- */

typedef struct {
    causeway_run *r;
    const char *setting;
    causeway_model *made;
} Other;

/* Sources are read and reports made as for any model, but nothing of the session is written: it may be at work on
 * other threads. */
static void make_other(void *arg) {
    Other *o = arg;
    o->made = ses_other_model(o->r->model, o->setting, &o->r->reports);
}

/* ---- what it begins with ----------------------------------------------------------------------------------------- */

static void word(const void *arg, size_t signal, ResWord what, Text *out) {
    if (what == RES_NAME) base_text_add(out, rt_var_name(arg, (MdVar)signal + 1));
}

/* All values of a run as a result of one row. */
static ResResult *snapshot(const Runtime *rt, Context *ctx) {
    uint32_t n = rt_model(rt)->nvars;
    ResSignal *signals = base_realloc(NULL, n * sizeof *signals);
    double *v = base_realloc(NULL, n * sizeof *v);
    for (MdVar i = 1; i < n; i++) signals[i - 1] = (ResSignal){i, 1, false};
    for (MdVar i = 1; i < n; i++) v[i] = rt_value(rt, i);
    v[0] = rt_time(rt);
    ResSchema s = {.signals = signals, .n = n - 1, .word = word, .arg = rt, .start = v[0], .stop = v[0]};
    ResWriter *w = res_memory();
    ResResult *row = w->header(w, &s, v) && w->row(w, &s, v) ? res_memory_result(ctx, w, &s) : NULL;
    w->close(w);
    base_realloc(signals, 0);
    base_realloc(v, 0);
    return row;
}

/* What the client has given, as far as the other model knows it. */
static bool give_again(causeway_run *from, causeway_run *to) {
    for (size_t i = 0; i < from->given.n + from->later.n; i++) {
        const SesGivenValue *g = i < from->given.n ? &from->given.at[i] : &from->later.at[i - from->given.n];
        const char *name = from->model->names[g->variable];
        int64_t v = causeway_find_variable(to->model, name);
        if (v >= 0) ses_give_text(to, (size_t)v, g->text);
    }
    for (size_t i = 0; i < from->curves.n; i++) {
        const SesCurve *c = &from->curves.at[i];
        if (c->path) {
            if (causeway_run_set_input_file(to, c->path) != CAUSEWAY_OK) return false;
        } else if (causeway_find_variable(to->model, c->name) >= 0) {
            if (causeway_run_set_input(to, c->name, c->n, c->time, c->value) != CAUSEWAY_OK) return false;
        }
    }
    return true;
}

/* Each has a file of its own until they are joined. */
static bool record_again(causeway_run *first, causeway_run *from, causeway_run *to, size_t number) {
    to->record = from->record;
    to->filter = from->filter ? base_strdup(&to->arena, from->filter) : NULL;
    if (!from->record || !first->path) return true;
    if (!from->stretch) from->stretch = ses_stretch_file(&first->arena, first->path, number);
    if (from == first && rename(first->path, from->stretch) != 0) return false;
    to->path = base_strdup(&to->arena, ses_stretch_file(&to->arena, first->path, number + 1));
    to->stretch = to->path;
    return true;
}

static causeway_run *begin(causeway_run *first, causeway_run *from, causeway_model *m, size_t number) {
    causeway_run *to = causeway_run_new(m);
    if (!to) return NULL;
    causeway_run_options o = from->options;
    o.start = rt_time(from->rt);
    o.stop = from->run.stop;
    o.interval = from->run.interval;
    o.tolerance = from->run.tolerance;
    bool ok =
        causeway_run_configure(to, &o) == CAUSEWAY_OK && give_again(from, to) && record_again(first, from, to, number);
    to->first = first;
    to->from =
        (SesStart){.file = ok ? snapshot(from->rt, to->ctx) : NULL, .path = "", .time = o.start, .partial = true};
    if (ok && to->from.file) return to;
    causeway_run_free(to);
    return NULL;
}

causeway_status ses_become_other(causeway_run *r, bool ended) {
    causeway_run *first = r->first ? r->first : r;
    size_t number = 1;
    for (const causeway_run *k = first; k != r; k = k->then) number++;
    Other o = {.r = r, .setting = ses_recompiles(r)};
    RtStatus status = ended ? RT_OK : ses_call(r, SES_CALL_END, rt_time(r->rt));
    if (status != RT_OK) return (causeway_status)status;
    if (number >= MOST_STRETCHES) return CAUSEWAY_OK;
    ses_locked(first->model, make_other, &o);
    if (!o.made) return CAUSEWAY_INVALID;
    r->then = begin(first, r, o.made, number);
    causeway_model_free(o.made); /* the run has it */
    return r->then ? causeway_run_initialise(r->then) : CAUSEWAY_STOPPED;
}

/* ---- one result -------------------------------------------------------------------------------------------------- */

ResResult *ses_joined_result(const causeway_run *r, Context *ctx) {
    SesParts parts = {0};
    for (; r; r = r->then) {
        ResResult *part = rt_recorded(r->rt, ctx);
        if (part) vec_push(&parts, part);
    }
    ResResult *all = parts.n ? ses_join_memory(ctx, &parts) : NULL;
    for (size_t i = 0; i < parts.n; i++) res_close(parts.at[i]);
    vec_free(&parts);
    return all;
}

causeway_status ses_join_stretches(causeway_run *r) {
    if (!r->then || !r->stretch) return CAUSEWAY_OK;
    Context *ctx = base_context_new();
    SesParts parts = {0};
    bool ok = true;
    for (const causeway_run *k = r; k && ok; k = k->then) {
        ResResult *part = res_open(ctx, k->stretch);
        ok = part != NULL;
        if (part) vec_push(&parts, part);
    }
    ok = ok && ses_join_file(ctx, &parts, NULL, r->path, r->run.start, r->run.stop);
    for (size_t i = 0; i < parts.n; i++) res_close(parts.at[i]);
    for (causeway_run *k = r; k && ok; k = k->then) (void)remove(k->stretch);
    vec_free(&parts);
    ses_collect(&r->reports, ctx);
    base_context_free(ctx);
    r->stretch = NULL;
    return ok ? CAUSEWAY_OK : CAUSEWAY_USAGE;
}
