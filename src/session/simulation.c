/* simulation.c - a whole simulation: values set, initialised, run to the end.
 *
 * The run itself is src/run.  Here is what it asks of its host: translations of the model, in the Context of the first
 * one, and values from the command line and from files.
 */
#include "session/session_impl.h"

#include <errno.h>
#include <math.h>
#include <regex.h>
#include <stdio.h>
#include <string.h>

/* A translation that a remedy has asked for, or a model that recompilation has made of the first one. */
typedef struct {
    SesRequest asked;
    SesModel model;
} Other;

typedef struct SesHost {
    SesModel *m; /* as it was asked for */
    const SesSimulation *how;
    SesOutcome *out;
    VEC(Other *) others;
    SesClock began;
} Host;

/* ---- translations ------------------------------------------------------------------------------------------------ */

static RunTranslation translation_of(const SesRequest *asked) {
    return (RunTranslation){.no_tearing = asked->no_tearing,
                            .other_starts = asked->open_first,
                            .steady_state = asked->steady_state,
                            .rank = asked->rank,
                            .whole = asked->whole};
}

void ses_ask(SesRequest *asked, const RunTranslation *how) {
    asked->no_tearing = how->no_tearing;
    asked->open_first = how->other_starts;
    asked->steady_state = how->steady_state;
    asked->rank = how->rank;
    asked->whole = how->whole;
}

static RunModel described(SesModel *m) {
    return (RunModel){.sym = m->sym, .gen = m->gen, .host = m, .said = m->flat ? m->said : 0};
}

void ses_change_setting(Arena *a, VecStr *parameters, const char *setting) {
    size_t n = strcspn(setting, "=") + 1, k = 0;
    while (k < parameters->n && strncmp(parameters->at[k], setting, n) != 0) k++;
    if (k == parameters->n) vec_push(parameters, NULL);
    parameters->at[k] = base_strdup(a, setting);
}

/* The flat DAE of the first translation goes on there, where it was kept. */
static Other *new_other(Host *h, const RunTranslation *how) {
    Other *o = base_realloc(NULL, sizeof *o);
    const SesModel *m = h->m;
    o->asked = *m->asked;
    o->asked.parameters = (VecStr){0};
    for (size_t i = 0; i < m->asked->parameters.n; i++) vec_push(&o->asked.parameters, m->asked->parameters.at[i]);
    ses_ask(&o->asked, how);
    for (size_t i = 0; how->settings && i < how->settings->n; i++)
        ses_change_setting(&m->ctx->arena, &o->asked.parameters, how->settings->at[i]);
    bool flat = m->flat && !(how->settings && how->settings->n);
    o->model = (SesModel){.ctx = m->ctx, .asked = &o->asked, .stats = m->stats, .keep = true};
    if (flat) {
        o->model.dae = dae_copy(m->flat);
        o->model.set = m->set;
        o->model.said = m->said;
    }
    vec_push(&h->others, o);
    return o;
}

static Other *find_other(const Host *h, const RunTranslation *how) {
    for (size_t i = 0; i < h->others.n && !(how->settings && how->settings->n); i++) {
        RunTranslation made = translation_of(&h->others.at[i]->asked);
        if (run_same_translation(&made, how)) return h->others.at[i];
    }
    return NULL;
}

static RunStatus translate(void *arg, const RunTranslation *how, RunModel *out) {
    Host *h = arg;
    RunTranslation own = translation_of(h->m->asked);
    bool first = !h->m->comp && !h->others.n;
    SesModel *m = h->m;
    if (!first && (!run_same_translation(&own, how) || (how->settings && how->settings->n))) {
        if (h->how->ends) h->how->ends(h->how->arg, true);
        Other *known = find_other(h, how);
        m = known ? &known->model : &new_other(h, how)->model;
    }
    m->keep = true;
    causeway_status code = ses_ready(m);
    *out = described(m);
    return (RunStatus)code;
}

static const CwModel *newest_code(void *arg, const RunModel *m) {
    (void)arg;
    return comp_code(((const SesModel *)m->host)->comp);
}

static bool modes_of(void *arg, const RunModel *m, const Dae **flat, ModeHow *how) {
    const Host *h = arg;
    SesModel *of = m->host;
    *flat = ses_flat_again(of);
    *how = ses_mode_how(of->ctx, of->asked, NULL, NULL);
    how->traced = h->how->impulses;
    return *flat != NULL;
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

static bool give(void *arg, const RunModel *m, Runtime *rt) {
    (void)arg;
    return ses_set_parameters(m->host, rt);
}

static bool give_inputs(void *arg, Runtime *rt) {
    const Host *h = arg;
    bool ok = true;
    for (size_t i = 0; i < h->how->inputs.n && ok; i++) ok = ses_give_inputs(rt, h->how->inputs.at[i]);
    return ok;
}

static void begins(void *arg, Runtime *rt, RtOptions *run) {
    const Host *h = arg;
    run->only_behind = h->m->asked->fmu.points;
    if (h->how->begins) h->how->begins(h->how->arg, rt, run);
}

static RtStatus rest(void *arg, Runtime *rt, const char **way) {
    static const SesRest nothing_more = {{0}, {0}, {0}};
    const Host *h = arg;
    return ses_rest(rt, h->how->rest ? h->how->rest : &nothing_more, way);
}

static void initialised(void *arg) {
    const Host *h = arg;
    if (h->how->initialised) h->how->initialised(h->how->arg);
}

static void work(void *arg, RunWork what, bool begins_now) {
    Host *h = arg;
    if (begins_now) h->began = ses_clock();
    else ses_phase(h->m->stats, what == RUN_INITIALISES ? SES_INITIALISE : SES_SIMULATE, h->began);
}

/* ---- what is told of it ------------------------------------------------------------------------------------------ */

void ses_count_run(SesStats *s, const RtStats *stats) {
    const struct {
        const char *name;
        uint64_t number;
    } counts[] = {
        {"steps", stats->steps},
        {"rejected", stats->rejected},
        {"rhs", stats->rhs},
        {"jacobians", stats->jacobians},
        {"state_events", stats->state_events},
        {"time_events", stats->time_events},
        {"event_iterations", stats->event_iterations},
        {"nonlinear_solves", stats->nonlinear_solves},
        {"nonlinear_iterations", stats->nonlinear_iterations},
        {"linear_solves", stats->linear_solves},
        {"error_failures", stats->error_failures},
        {"corrector_failures", stats->corrector_failures},
        {"restarts", stats->restarts},
        {"rows", stats->rows},
    };
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) ses_count(s, counts[i].name, (double)counts[i].number);
    ses_count(s, "smallest_step", stats->smallest_step);
    ses_count(s, "largest_step", stats->largest_step);
    Text t = {0};
    base_text_json(&t, stats->solver ? stats->solver : "", stats->solver ? strlen(stats->solver) : 0);
    ses_count_json(s, "solver", base_text_str(&t));
    base_text_free(&t);
}

/* ["not closed", "closed"]: by number. */
static void count_mode_names(SesStats *s, const ModeRun *r) {
    Text list = {0}, name = {0};
    for (size_t i = 0; i < r->modes.n; i++) {
        name.n = 0;
        mode_text(r->plan, r->modes.at[i]->bits, SIZE_MAX, &name);
        base_text_char(&list, i ? ',' : '[');
        base_text_json(&list, base_text_str(&name), name.n);
    }
    base_text_char(&list, ']');
    ses_count_json(s, "mode_names", base_text_str(&list));
    base_text_free(&list);
    base_text_free(&name);
}

static void count_modes(SesStats *s, const ModeRun *r) {
    if (r->modes.n) count_mode_names(s, r);
    ses_count(s, "modes", (double)r->modes.n);
    ses_count(s, "mode_changes", (double)r->nchanges);
    ses_count(s, "mode_translations", (double)r->translations);
    ses_count(s, "mode_cache_hits", (double)r->hits);
    ses_count(s, "mode_from_disk", (double)r->loaded);
    ses_count(s, "mode_milliseconds", r->translations ? 1e3 * r->seconds / (double)r->translations : 0);
}

/* Which start values stood in for conditions that the model does not give. */
static void list_starts(const SymModel *m, Text *out) {
    enum { MOST_NAMED = 6 };
    size_t n = m->init_guess_fixed.n;
    for (size_t i = 0; i < n && i < MOST_NAMED; i++) {
        if (i) base_text_add(out, ", ");
        dae_var_text(m->dae, m->init_guess_fixed.at[i], out);
    }
    if (n > MOST_NAMED) base_text_add(out, ", ...");
}

static void tell_modes(const Host *h, const ModeRun *modes, bool done) {
    const SesSimulation *how = h->how;
    h->out->modes = modes->translations;
    h->out->mode_changes = modes->nchanges;
    count_modes(h->m->stats, modes);
    if (how->modes) mode_report(modes, how->modes);
    if (how->combined && done) (void)mode_combine(modes, how->classic, how->combined);
}

static void tell(Host *h, Run *r, bool done) {
    SesOutcome *out = h->out;
    const SymModel *first = run_first_model(r)->sym;
    Text remedies = {0};
    out->stats = run_stats(r);
    out->verified = run_verified(r, &out->points);
    out->stop = run_ends(r);
    if (h->how->rest || h->m->asked->steady_state) out->rest = run_way(r);
    base_text_add(&out->solver, out->stats.solver ? out->stats.solver : "no solver");
    ses_count_run(h->m->stats, &out->stats);
    if (run_modes(r)) tell_modes(h, run_modes(r), done);
    else if (run_stretches(r) > 1) out->modes = run_stretches(r), out->mode_changes = out->modes - 1;
    ses_count(h->m->stats, "starts_taken", (double)first->init_guess_fixed.n);
    list_starts(first, &out->starts_taken);
    run_report_remedies_json(r, &remedies);
    if (remedies.n > 2) ses_count_json(h->m->stats, "remedies", base_text_str(&remedies));
    if (h->how->remedies) run_report_remedies(r, h->how->remedies);
    base_text_free(&remedies);
}

/* ---- one run ----------------------------------------------------------------------------------------------------- */

static RunStatus save(Host *h, Run *r, const char *path) {
    Text t = {0};
    RunStatus status = run_save(r, &t);
    if (status == RUN_OK && !base_replace_file(path, t.at, t.n)) {
        Context *ctx = h->m->ctx;
        Diag *d = base_error(ctx, "ANA0045", (Span){0}, "the run could not be saved in %s: %s", path, strerror(errno));
        base_hint(ctx, d, "make room or choose another place");
        status = RUN_FILE;
    }
    h->out->saved = run_time(r);
    base_text_free(&t);
    return status;
}

/* At its end; or at the end of the first step that reaches the time given, so that the run goes on as if nobody had
 * looked, and what is restored goes on with the same bits. */
static RunStatus advance_and_save(Host *h, Run *r) {
    static const RunUntil one = {.time = INFINITY, .steps = 1}, all = {.time = INFINITY};
    double time;
    const char *path = h->how->save ? ses_split_time(h->m->ctx, h->how->save, &time) : NULL;
    RunStatus status = RUN_OK;
    bool between = path && !isnan(time);
    while (between && status == RUN_OK && !run_finished(r) && run_time(r) < time) status = run_advance(r, &one);
    if (between && status == RUN_OK && !run_finished(r)) {
        status = save(h, r, path);
        path = NULL;
    }
    if (status == RUN_OK) status = run_advance(r, &all);
    return status == RUN_OK && path ? save(h, r, path) : status;
}

static RunStatus restore(Host *h, Run *r) {
    Text t = {0};
    Context *ctx = h->m->ctx;
    bool read = base_read_file(h->how->restore, SIZE_MAX, &t);
    if (!read) base_error(ctx, "ANA0045", (Span){0}, "cannot read %s: %s", h->how->restore, strerror(errno));
    RunStatus status = read ? run_restore(r, t.at, t.n) : RUN_FILE;
    base_text_free(&t);
    if (status != RUN_OK) return status;
    h->out->start = run_time(r);
    double stop = isnan(h->how->options.stop) ? run_ends(r) : h->how->options.stop;
    if (!(run_time(r) < stop)) {
        Diag *d = base_error(ctx, "ANA0045", (Span){0}, "%s was saved at %g, and the stop time is %g", h->how->restore,
                             run_time(r), stop);
        base_hint(ctx, d, "give a later one with --stop");
        return RUN_FILE;
    }
    return ses_change_parameters(run_model(r)->host, run_runtime(r)) ? RUN_OK : RUN_FILE;
}

/* What the client asks of the run where it has come to. */
static bool look_at_end(const Host *h, const Run *r) {
    SesModel shown = *(const SesModel *)run_model(r)->host;
    const ModeRun *modes = run_modes(r);
    if (modes) {
        shown.sym = modes->now->model.sym;
        shown.gen = modes->now->model.gen;
        shown.comp = modes->now->model.comp;
        shown.dae = shown.sym->dae;
    }
    return !h->how->reached || h->how->reached(h->how->arg, run_runtime(r), &shown);
}

static RunStatus go(Host *h, Run *r) {
    h->out->start = NAN;
    RunStatus status = h->how->restore ? restore(h, r) : run_start(r);
    if (isnan(h->out->start)) h->out->start = run_begins(r);
    if (status == RUN_OK) status = advance_and_save(h, r);
    if (status == RUN_OK && !look_at_end(h, r)) status = RUN_FILE;
    RunStatus ended = run_end(r);
    uint64_t points;
    if (status == RUN_OK) status = ended;
    return status == RUN_OK && run_verified(r, &points).wrong ? RUN_STOPPED : status;
}

/* Where the run is recorded. */
static void name_result(const Host *h, RunHow *run) {
    SesOutcome *out = h->out;
    const char *model = h->m->dae ? base_str(h->m->ctx->names, h->m->dae->model) : "";
    base_text_add(&out->model, model);
    if (h->how->record.path) base_text_add(&out->output, h->how->record.path);
    else base_text_printf(&out->output, "%s.mat", *model ? model : "result");
    run->record.path = base_strdup(&h->m->ctx->arena, base_text_str(&out->output));
}

static RunHow run_as(const Host *h) {
    const SesSimulation *how = h->how;
    return (RunHow){.options = how->options,
                    .record = how->record,
                    .recorded = true,
                    .to_rest = how->rest,
                    .exact = how->save,
                    .detail = how->modes || how->combined,
                    .check_jacobian = how->check_jacobian,
                    .translation = translation_of(h->m->asked)};
}

static void free_others(Host *h) {
    for (size_t i = 0; i < h->others.n; i++) {
        Other *o = h->others.at[i];
        ses_free(&o->model);
        vec_free(&o->asked.parameters);
        base_realloc(o, 0);
    }
    vec_free(&h->others);
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
    Host h = {.m = m, .how = how, .out = out};
    RunStart from = {0};
    if (!ses_check_impulses(m->ctx, how->impulses)) return CAUSEWAY_USAGE;
    if (how->start_from && !ses_open_start(m->ctx, how->start_from, &from)) return CAUSEWAY_USAGE;
    const RunSource source = {&h,   translate, newest_code, give,        give_inputs, modes_of,
                              NULL, begins,    rest,        initialised, work};
    RunHow run = run_as(&h);
    Run *r = run_new(m->ctx, &source, &run);
    run_how(r)->from = from;
    name_result(&h, run_how(r));
    RunStatus status = go(&h, r);
    if (run_model(r)->sym) tell(&h, r, status == RUN_OK);
    bool ran = run_model(r)->gen != NULL;
    if (ran) ses_blame(run_model(r)->host);
    run_free(r);
    if (ran && how->ends) how->ends(how->arg, false);
    free_others(&h);
    if (from.file) res_close(from.file);
    return (causeway_status)status;
}

/* ---- no more than a start ---------------------------------------------------------------------------------------- */

/* The translation that a run would have after its first steps, in which a system may turn out singular. */
static RunTranslation look_ahead(const Host *h, const RunSource *source, const RunHow *how) {
    static const RunUntil few = {.time = INFINITY, .steps = 3};
    RunHow plain = *how;
    RunTranslation found = how->translation;
    size_t said = base_diag_mark(h->m->ctx);
    plain.initialise_only = plain.keeps = false;
    Run *r = run_new(h->m->ctx, source, &plain);
    if (run_start(r) == RUN_OK && run_advance(r, &few) == RUN_OK) found = *run_translation(r);
    if (found.whole) found.whole = base_strdup(&h->m->ctx->arena, found.whole);
    found.settings = NULL;
    run_free(r);
    if (h->m->comp) base_diag_rollback(h->m->ctx, said);
    return found;
}

causeway_status ses_begin(SesModel *m, SesBegun *begun) {
    static const SesSimulation plain = {.options = {.start = NAN, .stop = NAN, .tolerance = NAN, .interval = NAN}};
    Host *h = base_realloc(NULL, sizeof *h);
    *h = (Host){.m = m, .how = &plain};
    const RunSource source = {
        .arg = h, .translate = translate, .code = newest_code, .give = give, .rest = rest, .work = work};
    RunHow how = {.options = plain.options, .keeps = true, .initialise_only = true};
    how.translation = translation_of(m->asked);
    m->keep = true;
    causeway_status ready = ses_ready(m);
    *begun = (SesBegun){0};
    if (ready != CAUSEWAY_OK && !m->asked->steady_state) return base_realloc(h, 0), ready;
    if (ready == CAUSEWAY_OK) how.translation = look_ahead(h, &source, &how);
    Run *r = run_new(m->ctx, &source, &how);
    size_t said = base_diag_mark(m->ctx);
    *begun = (SesBegun){.host = h, .run = r, .model = m};
    bool translated = m->comp != NULL;
    RunStatus status = run_start(r);
    if (status == RUN_OK) begun->model = run_model(r)->host;
    if (translated && begun->model == m) base_diag_rollback(m->ctx, said);
    if (translated || status == RUN_OK) begun->rt = run_runtime(r);
    if (!begun->rt) ses_end_begun(begun);
    return !begun->rt ? (causeway_status)status : status == RUN_OK ? CAUSEWAY_OK : CAUSEWAY_INITIALISATION;
}

void ses_end_begun(SesBegun *begun) {
    if (!begun->host) return;
    run_free(begun->run);
    free_others(begun->host);
    base_realloc(begun->host, 0);
    *begun = (SesBegun){0};
}

void ses_free_outcome(SesOutcome *out) {
    base_text_free(&out->model);
    base_text_free(&out->output);
    base_text_free(&out->solver);
    base_text_free(&out->starts_taken);
    *out = (SesOutcome){0};
}
