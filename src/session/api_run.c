/* api_run.c - causeway.h: runs. */
#include "session/api.h"

#include <errno.h>
#include <math.h>
#include <string.h>

/* ---- making ------------------------------------------------------------------------------------------------------ */

void causeway_run_options_init(causeway_run_options *o) {
    memset(o, 0, sizeof *o);
    o->size = sizeof *o;
    o->start = o->stop = o->interval = o->tolerance = NAN;
}

size_t causeway_solvers(size_t i, const char **name, const char **about) {
    size_t n;
    const RtMethod *methods = rt_methods(&n);
    if (i < n && name) *name = methods[i].name;
    if (i < n && about) *about = methods[i].text;
    return n;
}

static void collect_now(void *arg) {
    causeway_run *r = arg;
    ses_collect(&r->reports, r->ctx);
}

/* Printing reads sources of the model: one run at a time. */
void ses_collect_run(causeway_run *r) {
    for (size_t i = 0; i < r->modal.n; i++) ses_collect(&r->reports, r->modal.at[i].ctx);
    if (base_diag_waiting(r->ctx)) ses_locked(run_model(r->run)->host, collect_now, r);
}

/* What a run holds is counted from call to call, behind their guards; how much the session allows it. */
static void begin_bound(causeway_run *r, BaseGuard *g) {
    size_t most = r->model->session->max_memory;
    if (!most) return;
    base_guard_bound(g, most);
    g->left = r->held < most ? most - r->held : 0;
}

static void end_bound(causeway_run *r, BaseGuard *g) {
    if (g->bound) r->held = g->bound - g->left;
    base_guard_pop(g);
}

causeway_run *causeway_run_new(causeway_model *m) {
    BaseGuard g;
    if (!m || ses_translate(m) != CAUSEWAY_OK) return NULL;
    if (!BASE_GUARDED(&g)) return ses_guard_fell(&m->session->reports, &g), NULL;
    causeway_run *r = base_realloc(NULL, sizeof *r);
    memset(r, 0, sizeof *r);
    r->model = causeway_model_retain(m);
    causeway_run_options_init(&r->options);
    r->ctx = base_context_new();
    r->sources = r->ctx->sources;
    begin_bound(r, &g);
    RunSource source = ses_source(r);
    RunHow how = {.keeps = true, .stopped = &r->stop};
    how.translation = (RunTranslation){.no_tearing = m->asked.no_tearing, .steady_state = m->asked.steady_state};
    r->run = run_new(r->ctx, &source, &how);
    end_bound(r, &g);
    return r;
}

void causeway_run_free(causeway_run *r) {
    if (!r) return;
    run_free(r->run);
    if (r->from.file) res_close(r->from.file);
    ses_leave_modes(r);
    vec_free(&r->modal);
    r->ctx->sources = r->sources;
    base_context_free(r->ctx);
    vec_free(&r->given);
    vec_free(&r->later);
    vec_free(&r->curves);
    ses_free_reports(&r->reports);
    base_text_free(&r->text);
    base_free_arena(&r->arena);
    causeway_model_free(r->model);
    base_realloc(r, 0);
}

size_t causeway_run_diagnostic_count(const causeway_run *r) { return r->reports.list.n; }

const causeway_diagnostic *causeway_run_get_diagnostic(const causeway_run *r, size_t i) {
    return i < r->reports.list.n ? r->reports.list.at[i] : NULL;
}

causeway_status ses_refuse_run(causeway_run *r, const char *code, const char *text, const char *hint) {
    BaseGuard g;
    if (!BASE_GUARDED(&g)) return CAUSEWAY_MEMORY;
    Context *ctx = base_context_new();
    Diag *d = base_error(ctx, code, (Span){0}, "%s", text);
    if (hint) base_hint(ctx, d, "%s", hint);
    ses_collect(&r->reports, ctx);
    base_context_free(ctx);
    base_guard_pop(&g);
    return CAUSEWAY_USAGE;
}

causeway_status causeway_run_configure(causeway_run *r, const causeway_run_options *options) {
    causeway_run_options *o = &r->options;
    BaseGuard g;
    if (run_begun(r->run))
        return ses_refuse_run(r, "RT0097", "options of a run are set before it is initialised", NULL);
    if (!BASE_GUARDED(&g)) return ses_guard_fell(&r->reports, &g);
    causeway_run_options_init(o);
    memcpy(o, options, options->size < sizeof *o ? options->size : sizeof *o);
    if (o->solver) o->solver = base_strdup(&r->arena, o->solver);
    bool known = ses_check_impulses(r->ctx, o->impulses);
    o->impulses = o->impulses && known ? base_strdup(&r->arena, o->impulses) : NULL;
    ses_collect_run(r);
    base_guard_pop(&g);
    return known ? CAUSEWAY_OK : CAUSEWAY_USAGE;
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

/* The model that is run now has another number for a variable, or has none of that name: -1. */
static int64_t present(const causeway_run *r, const char *name) {
    const causeway_model *now = run_model(r->run)->host;
    const ModeRun *modes = run_modes(r->run);
    int64_t v = causeway_find_variable(now, name);
    return modes && modes->now && v >= (int64_t)modes->plan->nshared ? -1 : v; /* a help of the translation as one */
}

static int64_t present_number(const causeway_run *r, size_t variable) {
    const causeway_model *now = run_model(r->run)->host;
    if (now == r->model && !run_modes(r->run)) return (int64_t)variable;
    return present(r, r->model->names[variable]);
}

static causeway_status no_variable(causeway_run *r, const char *name) {
    Text t = {0}, h = {0};
    BaseGuard g;
    if (!BASE_GUARDED(&g)) return CAUSEWAY_MEMORY;
    const char *near = causeway_nearest_variable(r->model, name);
    base_text_printf(&t, "there is no variable '%s' in %s", name, causeway_model_name(r->model));
    if (near) base_text_printf(&h, "did you mean '%s'?", near);
    causeway_status code = ses_refuse_run(r, "RT0001", base_text_str(&t), near ? base_text_str(&h) : NULL);
    base_text_free(&t);
    base_text_free(&h);
    base_guard_pop(&g);
    return code;
}

/* Gives the runtime a value; what it says of it is collected. */
static bool apply(causeway_run *r, size_t variable, const char *text) {
    bool ok = rt_set_parameter(run_runtime(r->run), r->model->names[variable], text);
    if (!ok) ses_collect_run(r);
    return ok;
}

static causeway_status set_text(causeway_run *r, size_t variable, bool start, const char *text) {
    BaseGuard g;
    if (r->failed) return r->failed;
    if (run_begun(r->run))
        return ses_refuse_run(r, "RT0097", "texts are given before a run is initialised",
                              "numbers may be set at any time");
    if (!BASE_GUARDED(&g)) return ses_guard_fell(&r->reports, &g);
    bool ok = (start || rt_start_counts(run_runtime(r->run), (MdVar)variable)) && apply(r, variable, text);
    if (!ok) ses_collect_run(r);
    size_t i = 0;
    while (i < r->given.n && r->given.at[i].variable != variable) i++;
    if (ok && i == r->given.n) vec_push(&r->given, ((SesGivenValue){variable, NULL}));
    if (ok) r->given.at[i].text = base_strdup(&r->arena, text);
    base_guard_pop(&g);
    return ok ? CAUSEWAY_OK : CAUSEWAY_USAGE;
}

/* x in x.start, where that is no variable itself and x is no parameter; -1: it is something else. */
static int64_t started(causeway_run *r, const char *name) {
    size_t n = strlen(name);
    if (n < 7 || strcmp(name + n - 6, ".start") != 0) return -1;
    char *of = base_realloc(NULL, n);
    memcpy(of, name, n - 6);
    of[n - 6] = 0;
    int64_t v = causeway_find_variable(r->model, of);
    base_realloc(of, 0);
    return v > 0 && r->model->m.gen->description->vars[v].kind > MD_KIND_PARAMETER ? v : -1;
}

causeway_status causeway_run_set_text(causeway_run *r, const char *name, const char *literal) {
    int64_t v = causeway_find_variable(r->model, name), of = v < 0 ? started(r, name) : -1;
    if (of >= 0) return set_text(r, (size_t)of, true, literal);
    return v < 0 ? no_variable(r, name) : set_text(r, (size_t)v, false, literal);
}

/* Where the model goes on as another one it is to have the value too. */
static void note_later(causeway_run *r, size_t variable, double value) {
    if (r->model->m.gen->description->vars[variable].kind > MD_KIND_PARAMETER) return;
    Text t = {0};
    base_text_double(&t, value, false);
    vec_push(&r->later, ((SesGivenValue){variable, base_strdup(&r->arena, base_text_str(&t))}));
    base_text_free(&t);
}

/* Inputs, states and parameters while the run goes on. */
static causeway_status set_running(causeway_run *r, const char *name, double value) {
    BaseGuard g;
    if (r->failed) return r->failed;
    int64_t v = present(r, name), own = causeway_find_variable(r->model, name);
    if (v <= 0) return no_variable(r, name);
    if (!BASE_GUARDED(&g)) return r->failed = ses_guard_fell(&r->reports, &g);
    bool ok = run_settle(r->run) == RUN_OK && run_set(r->run, (MdVar)v, value);
    if (ok && own > 0) note_later(r, (size_t)own, value);
    ses_collect_run(r);
    base_guard_pop(&g);
    return ok ? CAUSEWAY_OK : CAUSEWAY_USAGE;
}

/* A number before the run is initialised, by the name of its variable: as the text that means it. */
static causeway_status set_fresh(causeway_run *r, const char *name, double value) {
    Text t = {0};
    BaseGuard g;
    if (!BASE_GUARDED(&g)) return ses_guard_fell(&r->reports, &g);
    base_text_double(&t, value, false);
    causeway_status code = causeway_run_set_text(r, name, base_text_str(&t));
    base_text_free(&t);
    base_guard_pop(&g);
    return code;
}

causeway_status causeway_run_set(causeway_run *r, const char *name, double value) {
    return run_begun(r->run) ? set_running(r, name, value) : set_fresh(r, name, value);
}

causeway_status causeway_run_set_number(causeway_run *r, size_t variable, double value) {
    if (variable == 0 || variable >= causeway_variable_count(r->model))
        return ses_refuse_run(r, "RT0001", "there is no variable of that number", NULL);
    return causeway_run_set(r, r->model->names[variable], value);
}

causeway_status causeway_run_set_input(causeway_run *r, const char *name, size_t n, const double *time,
                                       const double *value) {
    BaseGuard g;
    int64_t v = causeway_find_variable(r->model, name);
    if (v < 0) return no_variable(r, name);
    if (run_begun(r->run))
        return ses_refuse_run(r, "RT0097", "curves of inputs are given before a run is initialised", NULL);
    if (!BASE_GUARDED(&g)) return ses_guard_fell(&r->reports, &g);
    bool ok = rt_set_input_table(run_runtime(r->run), (MdVar)v, n, time, value);
    SesCurve c = {base_strdup(&r->arena, name), NULL, n, NULL, NULL};
    c.time = base_copy(&r->arena, time, n * sizeof *time);
    c.value = base_copy(&r->arena, value, n * sizeof *value);
    if (ok) vec_push(&r->curves, c);
    ses_collect_run(r);
    base_guard_pop(&g);
    return ok ? CAUSEWAY_OK : CAUSEWAY_USAGE;
}

/* After steps values are those of the last evaluation, until somebody looks. */
Runtime *ses_settled(const causeway_run *r) {
    BaseGuard g;
    if (!BASE_GUARDED(&g)) return run_runtime(r->run);
    (void)run_settle(r->run);
    base_guard_pop(&g);
    return run_runtime(r->run);
}

double causeway_run_get_number(const causeway_run *r, size_t variable) {
    if (variable >= causeway_variable_count(r->model)) return NAN;
    if (variable == 0) return causeway_run_time(r);
    int64_t v = present_number(r, variable);
    return v < 0 ? NAN : rt_value(ses_settled(r), (MdVar)v);
}

double causeway_run_get(const causeway_run *r, const char *name) {
    int64_t v = present(r, name);
    if (v == 0) return causeway_run_time(r);
    return v < 0 ? NAN : rt_value(ses_settled(r), (MdVar)v);
}

const char *causeway_run_get_text(const causeway_run *r, const char *name) {
    int64_t v = present(r, name);
    return v < 0 ? NULL : rt_text(ses_settled(r), (MdVar)v);
}

void causeway_run_get_numbers(const causeway_run *r, size_t n, const uint32_t *variables, double *values) {
    for (size_t i = 0; i < n; i++) values[i] = causeway_run_get_number(r, variables[i]);
}

/* ---- going on ---------------------------------------------------------------------------------------------------- */

static void fill_how(causeway_run *r) {
    const causeway_run_options *o = &r->options;
    RunHow *how = run_how(r->run);
    how->options = (RtOptions){.start = o->start,
                               .stop = o->stop,
                               .interval = o->interval,
                               .tolerance = o->tolerance,
                               .solver = o->solver,
                               .max_step = o->max_step,
                               .first_step = o->first_step,
                               .fixed_step = o->fixed_step,
                               .max_steps = o->max_steps,
                               .timeout = o->timeout,
                               .no_event_rows = o->no_event_rows};
    how->record.all = o->all_variables;
    how->exact = o->exact_save;
    how->from = r->from;
    how->to_rest = r->rest;
}

static causeway_status finish_call(causeway_run *r, RunStatus status) {
    ses_collect_run(r);
    if (status != RUN_OK) r->failed = (causeway_status)status;
    return r->failed;
}

/* begin, or go as far as *until says, or to the end where that is NULL. */
static causeway_status go_on(causeway_run *r, bool start, const RunUntil *until) {
    static const RunUntil all = {.time = INFINITY};
    BaseGuard g;
    if (r->failed || r->ended) return r->failed;
    if (!BASE_GUARDED(&g)) return r->failed = ses_guard_fell(&r->reports, &g);
    begin_bound(r, &g);
    if (!run_begun(r->run)) fill_how(r);
    RunStatus status = run_start(r->run);
    if (status == RUN_OK && !start) status = run_advance(r->run, until ? until : &all);
    if (!start && !until) status = run_end(r->run);
    causeway_status code = finish_call(r, status);
    end_bound(r, &g);
    return code;
}

causeway_status causeway_run_initialise(causeway_run *r) { return go_on(r, true, NULL); }

const char *causeway_run_external(const causeway_run *r) { return rt_external_name(run_runtime(r->run)); }

void causeway_run_give_up(causeway_run *r, const char *why) { (void)rt_external_crashed(run_runtime(r->run), why); }

causeway_status causeway_run_advance(causeway_run *r, double time) {
    return go_on(r, false, &(RunUntil){.time = time});
}

causeway_status causeway_run_step(causeway_run *r) {
    return go_on(r, false, &(RunUntil){.time = INFINITY, .steps = 1});
}

causeway_status causeway_run_next_event(causeway_run *r, double limit) {
    return go_on(r, false, &(RunUntil){.time = limit, .event = true});
}

causeway_status causeway_run_to_end(causeway_run *r) {
    causeway_status code = go_on(r, false, NULL);
    r->ended |= code == CAUSEWAY_OK;
    return code;
}

void causeway_until_init(causeway_until *until) {
    memset(until, 0, sizeof *until);
    until->size = sizeof *until;
    until->time = INFINITY;
}

causeway_status causeway_run_advance_until(causeway_run *r, const causeway_until *until) {
    causeway_until u;
    causeway_until_init(&u);
    memcpy(&u, until, until->size < sizeof u ? until->size : sizeof u);
    causeway_status code = go_on(r, false,
                                 &(RunUntil){.time = u.time,
                                             .event = u.event,
                                             .steps = u.steps,
                                             .seconds = u.seconds,
                                             .pace = u.pace,
                                             .rest = &r->pause});
    atomic_store(&r->pause, false);
    return code;
}

void causeway_run_pause(causeway_run *r) { atomic_store(&r->pause, true); }

double causeway_run_stop_time(const causeway_run *r) { return run_begun(r->run) ? run_ends(r->run) : NAN; }

double causeway_run_time(const causeway_run *r) { return run_begun(r->run) ? run_time(r->run) : NAN; }

bool causeway_run_terminated(const causeway_run *r, const char **why) {
    const char *text = run_terminated(r->run);
    if (why) *why = text;
    return text != NULL;
}

void causeway_run_stop(causeway_run *r) { atomic_store(&r->stop, true); }

causeway_status causeway_run_reset(causeway_run *r) {
    BaseGuard g;
    if (!BASE_GUARDED(&g)) return r->failed = ses_guard_fell(&r->reports, &g);
    run_reset(r->run);
    ses_leave_modes(r);
    vec_clear(&r->later);
    r->ctx->sources = r->model->ctx->sources;
    r->ended = false;
    r->failed = CAUSEWAY_OK;
    atomic_store(&r->stop, false);
    atomic_store(&r->pause, false);
    base_guard_pop(&g);
    return CAUSEWAY_OK;
}

causeway_model *causeway_run_model(causeway_run *r) {
    return run_settings(r->run)->n ? run_model(r->run)->host : r->model;
}

uint32_t causeway_run_mode(causeway_run *r, const char **conditions) {
    const ModeRun *modes = run_modes(r->run);
    const Mode *now = modes ? modes->now : NULL;
    r->text.n = 0;
    if (now) mode_text(modes->plan, now->bits, SIZE_MAX, &r->text);
    if (conditions) *conditions = base_text_str(&r->text);
    return now ? now->number : 0;
}

void causeway_run_statistics(const causeway_run *r, causeway_statistics *out) {
    RtStats s = run_stats(r->run);
    causeway_statistics all = {.size = out->size,
                               .steps = s.steps,
                               .rejected = s.rejected,
                               .rhs = s.rhs,
                               .jacobians = s.jacobians,
                               .state_events = s.state_events,
                               .time_events = s.time_events,
                               .restarts = s.restarts,
                               .rows = s.rows,
                               .smallest_step = s.smallest_step,
                               .largest_step = s.largest_step,
                               .initialise_seconds = s.initialise_seconds,
                               .simulate_seconds = s.simulate_seconds,
                               .solver = s.solver ? s.solver : ""};
    ses_hand_out(out, &all, sizeof all);
}

size_t causeway_run_remedies(const causeway_run *r, size_t i, causeway_remedy *remedy) {
    causeway_remedy all = {.size = remedy ? remedy->size : 0};
    size_t n = run_remedies_tried(r->run, i, &all.name, &all.helped, &all.seconds, &all.time);
    if (remedy && i < n) ses_hand_out(remedy, &all, sizeof all);
    return n;
}

/* ---- states ------------------------------------------------------------------------------------------------------ */

size_t causeway_run_states(const causeway_run *r, double *x) {
    const VecU32 *states = &r->model->sets[CAUSEWAY_STATES];
    causeway_run_get_numbers(r, x ? states->n : 0, states->at, x);
    return states->n;
}

causeway_status causeway_run_set_states(causeway_run *r, const double *x) {
    const VecU32 *states = &r->model->sets[CAUSEWAY_STATES];
    causeway_status code = CAUSEWAY_OK;
    for (size_t i = 0; i < states->n && code == CAUSEWAY_OK; i++)
        code = causeway_run_set_number(r, states->at[i], x[i]);
    return code;
}

causeway_status causeway_run_derivatives(causeway_run *r, double *dx) {
    if (!run_begun(r->run)) return ses_refuse_run(r, "RT0097", "a run has derivatives when it is initialised", NULL);
    const VecU32 *states = &r->model->sets[CAUSEWAY_STATES];
    for (size_t i = 0; i < states->n; i++) {
        Text t = {0};
        MdVar rate = r->model->m.gen->description->vars[states->at[i]].derivative;
        base_text_printf(&t, "der(%s)", r->model->names[states->at[i]]);
        dx[i] = rate ? causeway_run_get_number(r, rate) : causeway_run_get(r, base_text_str(&t));
        base_text_free(&t);
    }
    return r->failed;
}

causeway_linear *causeway_run_linearise(causeway_run *r, size_t npatterns, const char *const *patterns) {
    BaseGuard g;
    if (!run_begun(r->run))
        return ses_refuse_run(r, "RT0097", "a run is made linear when it is initialised", NULL), NULL;
    if (!BASE_GUARDED(&g)) return r->failed = ses_guard_fell(&r->reports, &g), NULL;
    Runtime *rt = ses_settled(r);
    if (!rt_model(rt)->response) ses_use_tangents(r, rt);
    causeway_linear *l = ses_wrap_linear(rt, ses_running_dae(r), npatterns, patterns);
    ses_collect_run(r);
    base_guard_pop(&g);
    return l;
}

/* ---- saved and restored ------------------------------------------------------------------------------------------ */

causeway_status causeway_run_save(causeway_run *r, void **bytes, size_t *n) {
    BaseGuard g;
    *bytes = NULL;
    *n = 0;
    if (!run_begun(r->run) || r->ended || r->failed)
        return ses_refuse_run(r, "RT0097", "a run is saved between initialisation and end", NULL);
    if (!BASE_GUARDED(&g)) return r->failed = ses_guard_fell(&r->reports, &g);
    Text out = {0};
    RunStatus status = run_save(r->run, &out);
    ses_collect_run(r);
    if (status == RUN_OK) *bytes = out.at, *n = out.n;
    else base_text_free(&out);
    base_guard_pop(&g);
    return (causeway_status)status;
}

causeway_status causeway_run_restore(causeway_run *r, const void *bytes, size_t n) {
    BaseGuard g;
    if (run_begun(r->run)) return ses_refuse_run(r, "RT0097", "a run that goes on already cannot become another", NULL);
    if (!BASE_GUARDED(&g)) return r->failed = ses_guard_fell(&r->reports, &g);
    begin_bound(r, &g);
    fill_how(r);
    RunStatus status = run_restore(r->run, bytes, n);
    ses_collect_run(r);
    end_bound(r, &g);
    return (causeway_status)status;
}

static causeway_status file_failed(causeway_run *r, const char *path, const char *doing) {
    Text t = {0};
    base_text_printf(&t, "cannot %s %s: %s", doing, path, strerror(errno));
    causeway_status code = ses_refuse_run(r, "TOOL0006", base_text_str(&t), NULL);
    base_text_free(&t);
    return code;
}

causeway_status causeway_run_save_file(causeway_run *r, const char *path) {
    void *bytes;
    size_t n;
    causeway_status code = causeway_run_save(r, &bytes, &n);
    if (code != CAUSEWAY_OK) return code;
    bool ok = base_replace_file(path, bytes, n);
    causeway_free(bytes);
    return ok ? CAUSEWAY_OK : file_failed(r, path, "write");
}

causeway_status causeway_run_restore_file(causeway_run *r, const char *path) {
    BaseGuard g;
    Text t = {0};
    if (!BASE_GUARDED(&g)) return ses_guard_fell(&r->reports, &g);
    bool read = base_read_file(path, SIZE_MAX, &t);
    causeway_status code = read ? causeway_run_restore(r, t.at, t.n) : file_failed(r, path, "read");
    base_text_free(&t);
    base_guard_pop(&g);
    return code;
}

causeway_run *causeway_run_clone(causeway_run *r) {
    BaseGuard g;
    causeway_run *c = causeway_run_new(r->model);
    if (!c || !BASE_GUARDED(&g)) return causeway_run_free(c), NULL;
    bool fresh = !run_begun(r->run);
    c->options = r->options;
    if (r->options.solver) c->options.solver = base_strdup(&c->arena, r->options.solver);
    for (size_t i = 0; i < r->given.n; i++) {
        SesGivenValue given = {r->given.at[i].variable, base_strdup(&c->arena, r->given.at[i].text)};
        vec_push(&c->given, given);
        if (fresh) apply(c, given.variable, given.text);
    }
    if (fresh) rt_share_tables(run_runtime(c->run), run_runtime(r->run));
    base_guard_pop(&g);
    if (fresh) return c;
    void *bytes;
    size_t n;
    bool ok = causeway_run_save(r, &bytes, &n) == CAUSEWAY_OK && causeway_run_restore(c, bytes, n) == CAUSEWAY_OK;
    causeway_free(bytes);
    if (ok) return c;
    causeway_run_free(c);
    return NULL;
}

/* ---- recording --------------------------------------------------------------------------------------------------- */

/* Patterns with * and ? as one regular expression on whole names. */
static char *expression_of(Arena *a, size_t n, const char *const *patterns) {
    Text t = {0};
    base_text_add(&t, "^(");
    for (size_t i = 0; i < n; i++) {
        if (i) base_text_char(&t, '|');
        for (const char *p = patterns[i]; *p; p++) {
            if (*p == '*') base_text_add(&t, ".*");
            else if (*p == '?') base_text_char(&t, '.');
            else if (strchr(".[]()\\^$+{}|", *p)) base_text_printf(&t, "\\%c", *p);
            else if (*p != ' ') base_text_char(&t, *p);
        }
    }
    base_text_add(&t, ")$");
    char *s = base_strdup(a, base_text_str(&t));
    base_text_free(&t);
    return s;
}

static causeway_status record(causeway_run *r, size_t n, const char *const *patterns, const char *path,
                              const causeway_sink *sink) {
    BaseGuard g;
    if (run_begun(r->run))
        return ses_refuse_run(r, "RT0097", "what is recorded is said before a run is initialised", NULL);
    if (!BASE_GUARDED(&g)) return ses_guard_fell(&r->reports, &g);
    RunHow *how = run_how(r->run);
    how->recorded = true;
    how->record = (RtRecord){.filter = n ? expression_of(&r->arena, n, patterns) : NULL,
                             .path = path ? base_strdup(&r->arena, path) : NULL,
                             .memory = !path && !sink};
    if (sink) {
        r->sink = (causeway_sink){.size = sizeof r->sink};
        memcpy(&r->sink, sink, sink->size < sizeof r->sink ? sink->size : sizeof r->sink);
        ses_record_to_sink(r, &how->record);
    }
    base_guard_pop(&g);
    return CAUSEWAY_OK;
}

causeway_status causeway_run_record(causeway_run *r, size_t n, const char *const *patterns, const char *path) {
    return record(r, n, patterns, path, NULL);
}

causeway_status causeway_run_record_to(causeway_run *r, size_t n, const char *const *patterns,
                                       const causeway_sink *sink) {
    return record(r, n, patterns, NULL, sink);
}
