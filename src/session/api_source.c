/* api_source.c - causeway.h: what a run asks of its model: translations, values, flat equations for modes; the host of
 * its Runtimes; sinks.
 *
 * A model is shared by runs on several threads: other translations of it are made under its lock, once.  Modes belong
 * to one run: the flat model is carried as bytes into a Context of the run's own.
 */
#include "session/api.h"

#include <math.h>
#include <string.h>

/* ---- translations ------------------------------------------------------------------------------------------------ */

/* Values that the client gave to parameters count where translation looks at values. */
static void list_given(causeway_run *r, VecStr *out) {
    for (size_t i = 0; i < r->given.n; i++) {
        const SesGivenValue *g = &r->given.at[i];
        if (r->model->m.gen->description->vars[g->variable].kind > MD_KIND_PARAMETER) continue;
        vec_push(out, base_sprintf(&r->arena, "%s=%s", r->model->names[g->variable], g->text));
    }
}

static bool is_own(const causeway_model *m, const RunTranslation *how) {
    RunTranslation own = {.no_tearing = m->asked.no_tearing, .steady_state = m->asked.steady_state};
    return run_same_translation(&own, how) && !(how->settings && how->settings->n);
}

static RunStatus translate(void *arg, const RunTranslation *how, RunModel *out) {
    causeway_run *r = arg;
    causeway_model *m = r->model;
    VecStr given = {0};
    if (how->rank == RUN_RANK_BY_VALUE) list_given(r, &given);
    if (!is_own(m, how)) m = ses_translated(m, how, &given);
    vec_free(&given);
    *out = (RunModel){.sym = m->m.sym, .gen = m->m.gen, .host = m};
    if (m->failed && m != r->model) ses_repeat(&r->reports, &m->said);
    if (!m->failed) r->ctx->sources = m->ctx->sources;
    return (RunStatus)m->failed;
}

static const CwModel *newest_code(void *arg, const RunModel *m) {
    (void)arg;
    return ses_newest_code(m->host);
}

static void chosen(void *arg, const RunModel *m) {
    causeway_run *r = arg;
    causeway_model *now = m->host;
    r->ctx->sources = now->ctx->sources;
    if (now != r->model) ses_repeat(&r->reports, &now->said);
}

/* ---- modes ------------------------------------------------------------------------------------------------------- */

static SesModal *load_modal(causeway_run *r, causeway_model *m) {
    for (size_t i = 0; i < r->modal.n; i++)
        if (r->modal.at[i].of == m) return &r->modal.at[i];
    Context *ctx = ses_context(r->model->session);
    Dae *flat = ses_copy_flat(m, ctx);
    if (!flat) {
        base_context_free(ctx);
        return NULL;
    }
    vec_push(&r->modal, ((SesModal){m, ctx, flat}));
    return &vec_last(&r->modal);
}

static bool modes_of(void *arg, const RunModel *m, const Dae **flat, ModeHow *how) {
    causeway_run *r = arg;
    causeway_model *of = m->host;
    SesModal *modal = load_modal(r, of);
    if (!modal) return false;
    *flat = modal->flat;
    *how = ses_mode_how(modal->ctx, &of->asked, NULL, NULL);
    how->traced = r->options.impulses;
    return true;
}

void ses_leave_modes(causeway_run *r) {
    for (size_t i = 0; i < r->modal.n; i++) {
        dae_free(r->modal.at[i].flat);
        base_context_free(r->modal.at[i].ctx);
    }
    vec_clear(&r->modal);
}

const Dae *ses_running_dae(const causeway_run *r) { return run_symbolic(r->run)->dae; }

/* ---- values ------------------------------------------------------------------------------------------------------ */

static bool is_other(const causeway_run *r, const RunModel *m) {
    return m->host != r->model && r->run && run_settings(r->run)->n;
}

/* What was given, and accepted by the model that the client has; what another translation has put into its structure
 * has its value there. */
static bool give(void *arg, const RunModel *m, Runtime *rt) {
    causeway_run *r = arg;
    size_t later = is_other(r, m) ? r->later.n : 0, mark = base_diag_mark(rt_context(rt));
    if (!r->run || (m->host == r->model && !run_begun(r->run) && rt == run_runtime(r->run)))
        return true; /* given at once */
    for (size_t i = 0; i < r->given.n + later; i++) {
        const SesGivenValue *g = i < r->given.n ? &r->given.at[i] : &r->later.at[i - r->given.n];
        (void)rt_set_parameter(rt, r->model->names[g->variable], g->text);
    }
    base_diag_rollback(rt_context(rt), mark);
    return true;
}

static bool give_inputs(void *arg, Runtime *rt) {
    causeway_run *r = arg;
    bool ok = true;
    if (!r->run || run_stretches(r->run) == 1) return true; /* given at once */
    for (size_t i = 0; i < r->curves.n && ok; i++) {
        const SesCurve *c = &r->curves.at[i];
        MdVar v = c->path ? 0 : rt_find(rt, c->name);
        if (c->path) ok = ses_give_inputs(rt, c->path);
        else if (v) ok = rt_set_input_table(rt, v, c->n, c->time, c->value);
    }
    return ok;
}

static RtStatus rest(void *arg, Runtime *rt, const char **way) {
    static const SesRest nothing_more = {{0}, {0}, {0}};
    const causeway_run *r = arg;
    return ses_rest(rt, r->rest ? r->rest : &nothing_more, way);
}

/* ---- the host of its Runtimes ------------------------------------------------------------------------------------ */

static bool progress(void *arg, double time, double part) {
    causeway_run *r = arg;
    return !r->options.progress || r->options.progress(r->options.arg, time, part);
}

static void message(void *arg, const char *text) {
    causeway_run *r = arg;
    if (r->options.message) r->options.message(r->options.arg, text);
}

void ses_set_host(causeway_run *r, Runtime *rt) {
    rt_set_host(rt, &(RtHost){.arg = r,
                              .message = message,
                              .progress = progress,
                              .stop = &r->stop,
                              .timeout = r->options.timeout,
                              .convert = causeway_convert_unit});
}

static void begins(void *arg, Runtime *rt, RtOptions *run) {
    causeway_run *r = arg;
    run->only_behind = r->model->asked.fmu.points;
    ses_set_host(r, rt);
}

RunSource ses_source(causeway_run *r) {
    return (RunSource){.arg = r,
                       .translate = translate,
                       .code = newest_code,
                       .give = give,
                       .give_inputs = give_inputs,
                       .modes = modes_of,
                       .chosen = chosen,
                       .begins = begins,
                       .rest = rest};
}

/* ---- sinks ------------------------------------------------------------------------------------------------------- */

typedef struct {
    ResWriter base;
    const causeway_sink *sink;
    double *values;
} SinkWriter;

static bool sink_header(ResWriter *w, const ResSchema *s, const double *v) {
    SinkWriter *k = (SinkWriter *)w;
    VEC(const char *) names = {0};
    Arena texts = {0};
    (void)v;
    vec_push(&names, "time");
    for (size_t i = 0; i < s->n; i++) {
        Text t = {0};
        s->word(s->arg, i, RES_NAME, &t);
        vec_push(&names, base_strdup(&texts, base_text_str(&t)));
        base_text_free(&t);
    }
    k->values = base_realloc(k->values, (s->n + 1) * sizeof *k->values);
    bool ok = !k->sink->begin || k->sink->begin(k->sink->arg, names.n, names.at);
    vec_free(&names);
    base_free_arena(&texts);
    return ok;
}

static bool sink_row(ResWriter *w, const ResSchema *s, const double *v) {
    SinkWriter *k = (SinkWriter *)w;
    k->values[0] = v[0];
    for (size_t i = 0; i < s->n; i++) k->values[i + 1] = res_value(v, s->signals[i]);
    return k->sink->row(k->sink->arg, s->n + 1, k->values);
}

static bool sink_flush(ResWriter *w) {
    (void)w;
    return true;
}

static bool sink_close(ResWriter *w) {
    SinkWriter *k = (SinkWriter *)w;
    if (k->sink->end) k->sink->end(k->sink->arg);
    base_realloc(k->values, 0);
    base_realloc(k, 0);
    return true;
}

static ResWriter *open_sink(void *arg) {
    causeway_run *r = arg;
    SinkWriter *k = base_realloc(NULL, sizeof *k);
    *k = (SinkWriter){{sink_header, sink_row, sink_flush, sink_close}, &r->sink, NULL};
    return &k->base;
}

void ses_record_to_sink(causeway_run *r, RtRecord *record) {
    record->open = open_sink;
    record->arg = r;
}
