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

Runtime *ses_runtime(causeway_run *r) { return r->rt; }

static void collect_now(void *arg) {
    causeway_run *r = arg;
    ses_collect(&r->reports, r->ctx);
}

/* Printing reads sources of the model: one run at a time. */
void ses_collect_run(causeway_run *r) {
    if (r->modal) ses_collect(&r->reports, r->modal->ctx);
    if (base_diag_waiting(r->ctx)) ses_locked(r->runs, collect_now, r);
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

static void make_runtime(causeway_run *r) {
    r->ctx->sources = r->runs->ctx->sources;
    r->rt = r->one = ins_runtime(r->runs->m.gen, ses_newest_code(r->runs), r->ctx);
    if (!r->runs->asked.no_tearing) rt_guard_torn(r->rt);
    if (r->exact) rt_keep_past(r->rt);
    ses_expect_modes(r);
    r->phase = SES_FRESH;
    r->failed = CAUSEWAY_OK;
    atomic_store(&r->stop, false);
}

causeway_run *causeway_run_new(causeway_model *m) {
    BaseGuard g;
    if (!m || ses_translate(m) != CAUSEWAY_OK) return NULL;
    if (!BASE_GUARDED(&g)) return ses_guard_fell(&m->session->reports, &g), NULL;
    causeway_run *r = base_realloc(NULL, sizeof *r);
    memset(r, 0, sizeof *r);
    r->model = r->runs = causeway_model_retain(m);
    causeway_run_options_init(&r->options);
    r->ctx = base_context_new();
    r->sources = r->ctx->sources;
    begin_bound(r, &g);
    make_runtime(r);
    end_bound(r, &g);
    return r;
}

void causeway_run_free(causeway_run *r) {
    if (!r) return;
    if (r->then) {
        if (!r->first) (void)ses_join_stretches(r);
        causeway_run_free(r->then);
    }
    if (r->from.file) res_close(r->from.file);
    ses_leave_modes(r);
    rt_free(r->one);
    vec_free(&r->past);
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

size_t causeway_run_diagnostic_count(const causeway_run *r) {
    size_t n = 0;
    for (; r; r = r->then) n += r->reports.list.n;
    return n;
}

const causeway_diagnostic *causeway_run_get_diagnostic(const causeway_run *r, size_t i) {
    for (; r && i >= r->reports.list.n; r = r->then) i -= r->reports.list.n;
    return r ? r->reports.list.at[i] : NULL;
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
    if (r->phase != SES_FRESH)
        return ses_refuse_run(r, "RT0097", "options of a run are set before it is initialised", NULL);
    if (!BASE_GUARDED(&g)) return ses_guard_fell(&r->reports, &g);
    causeway_run_options_init(o);
    memcpy(o, options, options->size < sizeof *o ? options->size : sizeof *o);
    if (o->solver) o->solver = base_strdup(&r->arena, o->solver);
    bool known = ses_check_impulses(r->ctx, o->impulses);
    o->impulses = o->impulses && known ? base_strdup(&r->arena, o->impulses) : NULL;
    if (o->exact_save) rt_keep_past(r->rt);
    r->exact = o->exact_save;
    ses_collect_run(r);
    base_guard_pop(&g);
    return known ? CAUSEWAY_OK : CAUSEWAY_USAGE;
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

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

bool ses_apply_given(const causeway_run *r, Runtime *rt) {
    bool ok = true;
    for (size_t i = 0; i < r->given.n && ok; i++)
        ok = rt_set_parameter(rt, r->model->names[r->given.at[i].variable], r->given.at[i].text);
    return ok;
}

/* Gives the runtime a value; what it says of it is collected. */
static bool apply(causeway_run *r, size_t variable, const char *text) {
    bool ok = rt_set_parameter(r->rt, r->model->names[variable], text);
    if (!ok) ses_collect_run(r);
    return ok;
}

void ses_give_text(causeway_run *r, size_t variable, const char *text) {
    size_t mark = base_diag_mark(r->ctx);
    bool ok = rt_set_parameter(r->rt, r->model->names[variable], text);
    base_diag_rollback(r->ctx, mark); /* what is structural there has its value */
    if (ok) vec_push(&r->given, ((SesGivenValue){variable, base_strdup(&r->arena, text)}));
}

static causeway_status set_text(causeway_run *r, size_t variable, bool start, const char *text) {
    BaseGuard g;
    if (r->failed) return r->failed;
    if (r->phase != SES_FRESH)
        return ses_refuse_run(r, "RT0097", "texts are given before a run is initialised",
                              "numbers may be set at any time");
    if (!BASE_GUARDED(&g)) return ses_guard_fell(&r->reports, &g);
    bool ok = (start || rt_start_counts(r->rt, (MdVar)variable)) && apply(r, variable, text);
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
    return v > 0 && r->runs->m.gen->description->vars[v].kind > MD_KIND_PARAMETER ? v : -1;
}

causeway_status causeway_run_set_text(causeway_run *r, const char *name, const char *literal) {
    if (r->then) return causeway_run_set_text(ses_latest(r), name, literal);
    int64_t v = causeway_find_variable(r->model, name), of = v < 0 ? started(r, name) : -1;
    if (of >= 0) return set_text(r, (size_t)of, true, literal);
    return v < 0 ? no_variable(r, name) : set_text(r, (size_t)v, false, literal);
}

/* Where the model goes on as another one it is to have the value too. */
static void note_later(causeway_run *r, size_t variable, double value) {
    if (r->runs->m.gen->description->vars[variable].kind > MD_KIND_PARAMETER) return;
    Text t = {0};
    base_text_double(&t, value, false);
    vec_push(&r->later, ((SesGivenValue){variable, base_strdup(&r->arena, base_text_str(&t))}));
    base_text_free(&t);
}

/* Inputs, states and parameters while the run goes on. */
static causeway_status set_running(causeway_run *r, size_t variable, double value) {
    const SesPast past = {SES_PAST_SET, (uint32_t)variable, value};
    BaseGuard g;
    if (r->failed) return r->failed;
    if (!BASE_GUARDED(&g)) return r->failed = ses_guard_fell(&r->reports, &g);
    bool ok = rt_set(r->rt, (MdVar)variable, value);
    if (ok) ses_note_past(r, past);
    if (ok) note_later(r, variable, value);
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

causeway_status causeway_run_set_number(causeway_run *r, size_t variable, double value) {
    if (variable == 0 || variable >= causeway_variable_count(r->model))
        return ses_refuse_run(r, "RT0001", "there is no variable of that number", NULL);
    if (r->then) return causeway_run_set(ses_latest(r), r->model->names[variable], value);
    return r->phase == SES_FRESH ? set_fresh(r, r->model->names[variable], value) : set_running(r, variable, value);
}

causeway_status causeway_run_set(causeway_run *r, const char *name, double value) {
    causeway_run *latest = ses_latest(r);
    int64_t v = causeway_find_variable(latest->model, name);
    return v >= 0 ? causeway_run_set_number(latest, (size_t)v, value) : set_fresh(latest, name, value);
}

causeway_status causeway_run_set_input(causeway_run *r, const char *name, size_t n, const double *time,
                                       const double *value) {
    BaseGuard g;
    int64_t v = causeway_find_variable(r->model, name);
    if (v < 0) return no_variable(r, name);
    if (r->phase != SES_FRESH)
        return ses_refuse_run(r, "RT0097", "curves of inputs are given before a run is initialised", NULL);
    if (!BASE_GUARDED(&g)) return ses_guard_fell(&r->reports, &g);
    bool ok = rt_set_input_table(r->rt, (MdVar)v, n, time, value);
    SesCurve c = {base_strdup(&r->arena, name), NULL, n, NULL, NULL};
    c.time = base_copy(&r->arena, time, n * sizeof *time);
    c.value = base_copy(&r->arena, value, n * sizeof *value);
    if (ok) vec_push(&r->curves, c);
    ses_collect_run(r);
    base_guard_pop(&g);
    return ok ? CAUSEWAY_OK : CAUSEWAY_USAGE;
}

double causeway_run_get_number(const causeway_run *r, size_t variable) {
    if (variable >= causeway_variable_count(r->model)) return NAN;
    if (r->then) return causeway_run_get(ses_latest(r), r->model->names[variable]);
    if (r->modal && variable >= r->modal->flat->vars.n) return NAN; /* a help of the translation as one */
    return rt_value(r->rt, (MdVar)variable);
}

double causeway_run_get(const causeway_run *r, const char *name) {
    r = ses_latest(r);
    int64_t v = causeway_find_variable(r->model, name);
    return v < 0 ? NAN : causeway_run_get_number(r, (size_t)v);
}

const char *causeway_run_get_text(const causeway_run *r, const char *name) {
    int64_t v = causeway_find_variable(r->model, name);
    if (v < 0 || (r->modal && (size_t)v >= r->modal->flat->vars.n)) return NULL;
    return rt_text(r->rt, (MdVar)v);
}

void causeway_run_get_numbers(const causeway_run *r, size_t n, const uint32_t *variables, double *values) {
    for (size_t i = 0; i < n; i++) values[i] = causeway_run_get_number(r, variables[i]);
}

/* ---- going on ---------------------------------------------------------------------------------------------------- */

static bool progress(void *arg, double time, double part) {
    causeway_run *r = arg;
    return !r->options.progress || r->options.progress(r->options.arg, time, part);
}

static void message(void *arg, const char *text) {
    causeway_run *r = arg;
    if (r->options.message) r->options.message(r->options.arg, text);
}

static void at_step(void *arg, Runtime *rt) {
    enum { LOOK = 32 };
    causeway_run *r = arg;
    if (++r->steps % LOOK == 0) rt_swap(rt, ses_newest_code(r->runs));
}

static void fill_options(causeway_run *r) {
    const causeway_run_options *o = &r->options;
    RtOptions run = rt_options(r->runs->m.gen->description);
    if (!isnan(o->start)) run.start = o->start;
    if (!isnan(o->stop)) run.stop = o->stop;
    if (!isnan(o->interval)) run.interval = o->interval;
    if (!isnan(o->tolerance)) run.tolerance = o->tolerance;
    run.solver = o->solver;
    run.max_step = o->max_step;
    run.first_step = o->first_step;
    run.fixed_step = o->fixed_step;
    run.max_steps = o->max_steps;
    run.timeout = o->timeout;
    run.no_event_rows = o->no_event_rows;
    run.only_behind = r->runs->m.asked->fmu.points;
    run.at_step = at_step;
    run.at_step_arg = r;
    r->run = run;
}

static RtStatus record_into(causeway_run *r) {
    RtRecord what = ses_record(r);
    return r->record ? rt_record(r->rt, &what) : RT_OK;
}

void ses_set_host(causeway_run *r, Runtime *rt) {
    rt_set_host(rt, &(RtHost){.arg = r,
                              .message = message,
                              .progress = progress,
                              .stop = r->first ? &r->first->stop : &r->stop,
                              .timeout = r->options.timeout,
                              .convert = causeway_convert_unit});
}

RtRecord ses_record(const causeway_run *r) {
    return (RtRecord){.filter = r->filter, .path = r->path, .memory = !r->path, .all = r->options.all_variables};
}

RtStatus ses_start(causeway_run *r) {
    fill_options(r);
    ses_set_host(r, r->rt);
    if (r->from.file && isnan(r->options.start)) r->run.start = r->from.time;
    RtStatus status = record_into(r);
    if (status == RT_OK && r->from.file) ses_put_starts(r->rt, &r->from);
    if (status == RT_OK) status = rt_initialise(r->rt, r->run.start);
    r->way = rt_initial_way(r->rt);
    if (status == RT_OK && r->rest) status = ses_rest(r->rt, r->rest, &r->way);
    if (status == RT_OK) status = rt_begin(r->rt, &r->run);
    if (status == RT_OK && r->from.file && !ses_put_states(r->rt, &r->from)) status = RT_FILE;
    return status;
}

/* The same run on the model without tearing, from its beginning.  false: there is none. */
static bool change_over(causeway_run *r) {
    causeway_model *whole = ses_whole(r->model);
    if (!whole) return false;
    ses_leave_modes(r);
    Runtime *torn = r->one;
    r->runs = whole;
    make_runtime(r);
    rt_share_tables(r->rt, torn);
    rt_free(torn);
    for (size_t i = 0; i < r->given.n; i++) apply(r, r->given.at[i].variable, r->given.at[i].text);
    return true;
}

static bool torn_badly(const causeway_run *r) {
    bool linear;
    const char *variable;
    double time;
    return !r->modal && rt_torn_badly(r->rt, &linear, &variable, &time);
}

/* A start that failed, once more where tearing may be to blame. */
static RtStatus without_tearing(causeway_run *r, RtStatus failed) {
    if (!torn_badly(r)) return failed;
    ses_collect_run(r);
    return change_over(r) ? ses_start(r) : failed;
}

static causeway_status finish_call(causeway_run *r, RtStatus status) {
    ses_collect_run(r);
    if (status != RT_OK) r->failed = (causeway_status)status;
    return r->failed;
}

causeway_status causeway_run_initialise(causeway_run *r) {
    BaseGuard g;
    if (r->failed || r->phase != SES_FRESH) return r->failed;
    if (!BASE_GUARDED(&g)) return r->failed = ses_guard_fell(&r->reports, &g);
    begin_bound(r, &g);
    RtStatus status = ses_start(r);
    if (status != RT_OK && !rt_waits_for_modes(r->rt)) status = without_tearing(r, status);
    if (status != RT_OK && !r->rest) status = ses_try_modes(r, SES_CALL_START, 0, status);
    if (status != RT_OK && r->runs == r->model) status = without_tearing(r, status); /* as one, after modes in vain */
    if (status == RT_OK) r->phase = SES_RUNNING;
    causeway_status code = finish_call(r, status);
    end_bound(r, &g);
    return code;
}

RtStatus ses_call(causeway_run *r, SesCall call, double until) {
    RtStatus status = RT_OK;
    if (r->modal) return ses_call_modes(r, call, until);
    if (call == SES_CALL_STEP) {
        status = rt_step(r->rt);
        return status == RT_OK ? rt_refresh(r->rt) : status;
    }
    if (call == SES_CALL_EVENT) return rt_next_event(r->rt, until);
    if (call != SES_CALL_START) status = rt_advance(r->rt, until);
    RtStatus ended = call == SES_CALL_END ? rt_end(r->rt) : RT_OK;
    return status == RT_OK ? ended : status;
}

static void note_advance(causeway_run *r) { ses_note_past(r, (SesPast){SES_PAST_ADVANCE, 0, rt_time(r->rt)}); }

/* One way to go on, to where the model ends; initialises when needed. */
static causeway_status go_on_as_it_is(causeway_run *r, SesCall call, double until) {
    BaseGuard g;
    causeway_status code = causeway_run_initialise(r);
    if (code != CAUSEWAY_OK || r->phase == SES_ENDED) return code;
    if (!BASE_GUARDED(&g)) return r->failed = ses_guard_fell(&r->reports, &g);
    begin_bound(r, &g);
    RtStatus status = ses_call(r, call, until);
    if (status != RT_OK) status = ses_try_modes(r, call, until, status);
    else if (call != SES_CALL_END) note_advance(r);
    code = finish_call(r, status);
    end_bound(r, &g);
    return code;
}

/* The model asks to go on as another one. */
static causeway_status become_other(causeway_run *r, bool ended) {
    BaseGuard g;
    if (!BASE_GUARDED(&g)) return ses_guard_fell(&r->reports, &g);
    causeway_status code = ses_become_other(r, ended);
    ses_collect_run(r);
    base_guard_pop(&g);
    return code;
}

/* The same of a run whose model goes on as others. */
static causeway_status go_on(causeway_run *r, SesCall call, double until) {
    if (r->failed) return r->failed;
    causeway_run *last = ses_latest(r);
    causeway_status code = go_on_as_it_is(last, call, until);
    while (code == CAUSEWAY_OK && ses_recompiles(last)) {
        code = become_other(last, call == SES_CALL_END);
        if (!last->then) break;
        last = last->then;
        bool there =
            call == SES_CALL_STEP || call == SES_CALL_EVENT || (call == SES_CALL_ADVANCE && until <= rt_time(last->rt));
        if (code != CAUSEWAY_OK || there) break;
        code = go_on_as_it_is(last, call, until);
    }
    if (last != r) r->failed = code;
    return code;
}

const char *causeway_run_external(const causeway_run *r) {
    r = ses_latest(r);
    return r->rt ? rt_external_name(r->rt) : NULL;
}

void causeway_run_give_up(causeway_run *r, const char *why) {
    r = ses_latest(r);
    if (r->rt) (void)rt_external_crashed(r->rt, why);
}

causeway_status causeway_run_advance(causeway_run *r, double time) { return go_on(r, SES_CALL_ADVANCE, time); }
causeway_status causeway_run_step(causeway_run *r) { return go_on(r, SES_CALL_STEP, 0); }
causeway_status causeway_run_next_event(causeway_run *r, double limit) { return go_on(r, SES_CALL_EVENT, limit); }

causeway_status causeway_run_to_end(causeway_run *r) {
    bool fresh = r->phase == SES_FRESH;
    causeway_status code = go_on(r, SES_CALL_END, INFINITY);
    if (code != CAUSEWAY_OK && code != CAUSEWAY_MEMORY && code != CAUSEWAY_FAULT && fresh && r->runs == r->model &&
        torn_badly(r) && change_over(r))
        code = go_on(r, SES_CALL_END, INFINITY);
    if (code == CAUSEWAY_OK && r->then) code = ses_join_stretches(r);
    if (code == CAUSEWAY_OK) r->phase = SES_ENDED;
    return code;
}

double causeway_run_time(const causeway_run *r) {
    r = ses_latest(r);
    return r->phase == SES_FRESH ? NAN : rt_time(r->rt);
}

bool causeway_run_terminated(const causeway_run *r, const char **why) {
    const char *text = rt_terminated(ses_latest(r)->rt);
    if (why) *why = text;
    return text != NULL;
}

void causeway_run_stop(causeway_run *r) { atomic_store(&r->stop, true); }

causeway_status causeway_run_reset(causeway_run *r) {
    BaseGuard g;
    if (!BASE_GUARDED(&g)) return r->failed = ses_guard_fell(&r->reports, &g);
    if (r->then) {
        (void)ses_join_stretches(r);
        causeway_run_free(r->then);
        r->then = NULL;
    }
    vec_clear(&r->later);
    ses_leave_modes(r);
    rt_reset(r->rt, true);
    ses_expect_modes(r);
    r->phase = SES_FRESH;
    r->failed = CAUSEWAY_OK;
    atomic_store(&r->stop, false);
    base_guard_pop(&g);
    return CAUSEWAY_OK;
}

void causeway_run_statistics(const causeway_run *r, causeway_statistics *out) {
    causeway_statistics all = {.size = out->size, .solver = ""};
    for (; r; r = r->then) {
        const RtStats *s = r->modal ? mode_stats(r->modal->modes.run) : rt_stats(r->rt);
        all.steps += s->steps;
        all.rejected += s->rejected;
        all.rhs += s->rhs;
        all.jacobians += s->jacobians;
        all.state_events += s->state_events;
        all.time_events += s->time_events;
        all.restarts += s->restarts;
        all.rows += s->rows;
        if (s->smallest_step > 0 && (all.smallest_step == 0 || s->smallest_step < all.smallest_step))
            all.smallest_step = s->smallest_step;
        all.largest_step = fmax(all.largest_step, s->largest_step);
        all.initialise_seconds += s->initialise_seconds;
        all.simulate_seconds += s->simulate_seconds;
        if (s->solver) all.solver = s->solver;
    }
    ses_hand_out(out, &all, sizeof all);
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
    if (r->phase == SES_FRESH) return ses_refuse_run(r, "RT0097", "a run has derivatives when it is initialised", NULL);
    const VecU32 *states = &r->model->sets[CAUSEWAY_STATES];
    for (size_t i = 0; r->then && i < states->n; i++) {
        Text t = {0};
        base_text_printf(&t, "der(%s)", r->model->names[states->at[i]]);
        dx[i] = causeway_run_get(r, base_text_str(&t));
        base_text_free(&t);
    }
    if (r->then) return r->failed;
    if (r->modal) ses_modal_derivatives(r, dx);
    else rt_derivatives(r->rt, dx);
    return r->failed;
}

causeway_status causeway_run_jacobian(causeway_run *r, size_t nrows, const uint32_t *rows, size_t ncolumns,
                                      const uint32_t *columns, double *j) {
    static const double one = 1;
    BaseGuard g;
    if (r->then)
        return ses_refuse_run(r, "RT0097", "the run has gone on as another model, which has other numbers of variables",
                              "linearise the run: that goes by names");
    if (r->phase == SES_FRESH) return ses_refuse_run(r, "RT0097", "a run has derivatives when it is initialised", NULL);
    if (!BASE_GUARDED(&g)) return r->failed = ses_guard_fell(&r->reports, &g);
    bool ok = true;
    for (size_t k = 0; ok && k < ncolumns; k++)
        ok = rt_directional(r->rt, 1, &columns[k], &one, (uint32_t)nrows, rows, j + k * nrows);
    ses_collect_run(r);
    base_guard_pop(&g);
    return ok ? CAUSEWAY_OK : CAUSEWAY_USAGE;
}

causeway_linear *causeway_run_linearise(causeway_run *r, size_t npatterns, const char *const *patterns) {
    BaseGuard g;
    if (r->phase == SES_FRESH)
        return ses_refuse_run(r, "RT0097", "a run is made linear when it is initialised", NULL), NULL;
    if (!BASE_GUARDED(&g)) return r->failed = ses_guard_fell(&r->reports, &g), NULL;
    r = ses_latest(r);
    causeway_linear *l = ses_wrap_linear(r->rt, ses_running_dae(r), npatterns, patterns);
    ses_collect_run(r);
    base_guard_pop(&g);
    return l;
}

/* ---- saved and restored ------------------------------------------------------------------------------------------ */

causeway_status causeway_run_save(causeway_run *r, void **bytes, size_t *n) {
    BaseGuard g;
    *bytes = NULL;
    *n = 0;
    if (r->phase != SES_RUNNING)
        return ses_refuse_run(r, "RT0097", "a run is saved between initialisation and end", NULL);
    if (r->then)
        return ses_refuse_run(r, "RT0006", "a run that has gone on as another model (recompilation) cannot be saved",
                              "save it before it does");
    if (!BASE_GUARDED(&g)) return r->failed = ses_guard_fell(&r->reports, &g);
    Text out = {0};
    RtStatus status = r->modal ? mode_save(r->modal->modes.run, &out) : rt_save(r->rt, &out);
    ses_collect_run(r);
    if (status == RT_OK) *bytes = out.at, *n = out.n;
    else base_text_free(&out);
    base_guard_pop(&g);
    return (causeway_status)status;
}

causeway_status causeway_run_restore(causeway_run *r, const void *bytes, size_t n) {
    BaseGuard g;
    if (r->phase != SES_FRESH)
        return ses_refuse_run(r, "RT0097", "a run that goes on already cannot become another", NULL);
    if (!BASE_GUARDED(&g)) return r->failed = ses_guard_fell(&r->reports, &g);
    begin_bound(r, &g);
    fill_options(r);
    RtStatus status = RT_OK;
    if (mode_is_saved(bytes, n)) {
        status = ses_restore_modal(r, bytes, n);
    } else {
        if (!rt_can_restore(r->rt, bytes, n) && r->runs == r->model)
            (void)change_over(r); /* perhaps it was without tearing */
        ses_set_host(r, r->rt);
        status = record_into(r);
        if (status == RT_OK) status = rt_restore(r->rt, bytes, n, &r->run);
        ses_forget_past(r); /* what led there is not known: the model goes on as one */
    }
    ses_collect_run(r);
    if (status == RT_OK) r->phase = SES_RUNNING;
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
    FILE *f = fopen(path, "wbe");
    bool ok = f && fwrite(bytes, 1, n, f) == n;
    if (f && fclose(f) != 0) ok = false;
    causeway_free(bytes);
    return ok ? CAUSEWAY_OK : file_failed(r, path, "write");
}

causeway_status causeway_run_restore_file(causeway_run *r, const char *path) {
    BaseGuard g;
    FILE *f = fopen(path, "rbe");
    if (!f) return file_failed(r, path, "read");
    Text t = {0};
    char buffer[1 << 16];
    if (!BASE_GUARDED(&g)) return (void)fclose(f), ses_guard_fell(&r->reports, &g);
    for (size_t n; (n = fread(buffer, 1, sizeof buffer, f)) > 0;) base_text_addn(&t, buffer, n);
    fclose(f);
    causeway_status code = causeway_run_restore(r, base_text_str(&t), t.n);
    base_text_free(&t);
    base_guard_pop(&g);
    return code;
}

causeway_run *causeway_run_clone(causeway_run *r) {
    BaseGuard g;
    causeway_run *c = causeway_run_new(r->model);
    if (!c || !BASE_GUARDED(&g)) return causeway_run_free(c), NULL;
    c->options = r->options;
    if (r->options.solver) c->options.solver = base_strdup(&c->arena, r->options.solver);
    for (size_t i = 0; i < r->given.n; i++) {
        SesGivenValue given = {r->given.at[i].variable, base_strdup(&c->arena, r->given.at[i].text)};
        vec_push(&c->given, given);
        if (r->phase == SES_FRESH) apply(c, given.variable, given.text);
    }
    if (r->phase == SES_FRESH) rt_share_tables(c->rt, r->rt);
    base_guard_pop(&g);
    if (r->phase == SES_FRESH) return c;
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

causeway_status causeway_run_record(causeway_run *r, size_t n, const char *const *patterns, const char *path) {
    BaseGuard g;
    if (r->phase != SES_FRESH)
        return ses_refuse_run(r, "RT0097", "what is recorded is said before a run is initialised", NULL);
    if (!BASE_GUARDED(&g)) return ses_guard_fell(&r->reports, &g);
    r->record = true;
    r->filter = n ? expression_of(&r->arena, n, patterns) : NULL;
    r->path = path ? base_strdup(&r->arena, path) : NULL;
    base_guard_pop(&g);
    return CAUSEWAY_OK;
}
