/* attempts.c - one way to carry out a stretch of a run: a translation, as one or through modes.
 *
 * Before: a request.  After run_attempt_start: a Runtime that has begun, with the values, the host and the record that
 * the run's host wants.  Guards are on as long as a remedy can follow: what they notice ends the attempt.
 */
#include "run/run_impl.h"

#include <math.h>
#include <string.h>

RunAttempt *run_attempt_new(RunStretch *s, RunAttempt *before, const RunRequest *request) {
    RunAttempt *a = base_realloc(NULL, sizeof *a);
    *a = (RunAttempt){.before = before, .request = *request, .ctx = s->run->ctx, .stretch = s, .next = 1};
    if (before) a->tried = before->tried;
    return a;
}

/* What the Runtimes of the model as one and of its modes share is freed with the last of them. */
void run_attempt_free(RunAttempt *a) {
    if (!a) return;
    mode_drop(&a->modes);
    mode_free_plan(a->plan);
    rt_free(a->one);
    base_map_free(&a->reported);
    base_realloc(a, 0);
}

Runtime *run_attempt_runtime(const RunAttempt *a) {
    const ModeRun *r = a->modes.run;
    return r && r->now ? r->now->model.rt : a->one;
}

static bool same_text(const char *a, const char *b) { return a == b || (a && b && strcmp(a, b) == 0); }

bool run_same_translation(const RunTranslation *a, const RunTranslation *b) {
    return a->no_tearing == b->no_tearing && a->other_starts == b->other_starts && a->steady_state == b->steady_state &&
           (a->rank == RUN_RANK_BY_VALUE) == (b->rank == RUN_RANK_BY_VALUE) && same_text(a->whole, b->whole);
}

/* ---- making ------------------------------------------------------------------------------------------------------ */

static void exchange_code(void *arg, Runtime *rt) {
    RunAttempt *a = arg;
    const RunSource *host = &a->stretch->run->source;
    rt_swap(rt, host->code(host->arg, &a->model)); /* the same code again is no exchange */
}

/* Values from outside, to a new Runtime of a. */
static bool give(RunAttempt *a, Runtime *rt) {
    const Run *r = a->stretch->run;
    const RunSource *host = &r->source;
    const RunAttempt *first = a->stretch->first;
    if (r->how.exact) rt_keep_past(rt);
    if (host->give && !host->give(host->arg, &a->model, rt)) return false;
    if (first && first->one && first->one != rt && first != a) rt_share_tables(rt, first->one);
    else if (host->give_inputs && (!a->modes.run || !a->modes.run->now)) return host->give_inputs(host->arg, rt);
    return true;
}

RunStatus run_attempt_make(RunAttempt *a) {
    Run *r = a->stretch->run;
    RunAttempt *before = a->before;
    RunStatus status = RUN_OK;
    if (before && run_same_translation(&before->request.translation, &a->request.translation)) a->model = before->model;
    else status = r->source.translate(r->source.arg, &a->request.translation, &a->model);
    if (status != RUN_OK || a->request.modal) return status;
    const CwModel *code = r->source.code(r->source.arg, &a->model);
    a->one = ins_runtime(a->model.gen, code, a->ctx);
    rt_meanwhile(a->one, exchange_code, a);
    return RUN_OK;
}

/* ---- on the way -------------------------------------------------------------------------------------------------- */

static void verify(RunAttempt *a, Runtime *rt) {
    InsVerified v = ins_verify_jacobians(a->model.gen, rt, &a->reported);
    a->points++;
    a->verified.entries += v.entries;
    a->verified.wrong += v.wrong;
}

/* Better code is looked for at every step at first, later now and then: the look may wait for other threads. */
static void at_step(void *arg, Runtime *rt) {
    enum { LOOK = 32 };
    RunAttempt *a = arg;
    const RunHow *how = &a->stretch->run->how;
    a->steps++;
    if (a->steps < LOOK || a->steps % LOOK == 0) exchange_code(a, rt);
    if (how->options.at_step) how->options.at_step(how->options.at_step_arg, rt);
    if (!how->check_jacobian || a->steps < a->next) return;
    a->next = 2 * a->steps;
    verify(a, rt);
}

/* What the client wants over what the model's experiment annotation says. */
RtOptions run_attempt_options(RunAttempt *a) {
    const RunStretch *s = a->stretch;
    RtOptions run = s->run->how.options, own = rt_options(a->model.gen->description);
    if (s->from.file && (isnan(run.start) || s->number > 1)) run.start = s->from.time;
    if (isnan(run.start)) run.start = own.start;
    if (isnan(run.stop)) run.stop = own.stop;
    if (isnan(run.tolerance)) run.tolerance = own.tolerance;
    if (isnan(run.interval)) run.interval = run.intervals > 0 ? 0 : own.interval;
    if (!a->request.modal) {
        run.at_step = at_step;
        run.at_step_arg = a;
    }
    return run;
}

static void work(const Run *r, RunWork what, bool begins) {
    if (r->source.work) r->source.work(r->source.arg, what, begins);
}

/* ---- as one ------------------------------------------------------------------------------------------------------ */

static bool has_branches(void *arg, uint32_t system) { return mode_has_branches(arg, system); }

static void guard(RunAttempt *a) {
    const RunRequest *q = &a->request;
    bool starts = a->model.sym->counts.other_starts || q->translation.other_starts;
    if (!a->stretch->remembers) return;
    if (!q->translation.no_tearing) rt_guard_torn(a->one);
    if (q->translation.rank == RUN_RANK_OPEN && !q->unguarded) rt_guard_rank(a->one);
    if (!q->unguarded && !q->to_rest) rt_guard_modes(a->one, has_branches, (void *)(uintptr_t)a->model.sym);
    if (starts && !q->own_starts) rt_guard_starts(a->one);
}

static RtRecord record_of(const RunAttempt *a) {
    RtRecord what = a->stretch->run->how.record;
    what.path = a->path;
    return what;
}

static RtStatus initialise(RunAttempt *a) {
    const Run *r = a->stretch->run;
    RtStatus status = rt_initialise(a->one, a->options.start);
    a->way = rt_initial_way(a->one);
    if (status == RT_OK && a->request.to_rest && r->source.rest)
        status = r->source.rest(r->source.arg, a->one, &a->way);
    return status;
}

static RtStatus start_as_one(RunAttempt *a) {
    const Run *r = a->stretch->run;
    const RunStart *from = &a->stretch->from;
    Runtime *rt = a->one;
    RtRecord record = record_of(a);
    RtStatus status = give(a, rt) ? RT_OK : RT_FILE;
    guard(a);
    if (status == RT_OK && r->how.recorded) status = rt_record(rt, &record);
    if (r->source.begins) r->source.begins(r->source.arg, rt, &a->options);
    if (status == RT_OK && from->file) run_put_starts(rt, from);
    work(r, RUN_INITIALISES, true);
    if (status == RT_OK) status = initialise(a);
    work(r, RUN_INITIALISES, false);
    if (status == RT_OK && r->source.initialised) r->source.initialised(r->source.arg);
    if (status == RT_OK && r->how.check_jacobian) verify(a, rt);
    if (status == RT_OK && r->how.initialise_only) return status;
    if (status == RT_OK) status = rt_begin(rt, &a->options);
    a->begun = status == RT_OK;
    if (status == RT_OK && from->file && !run_put_states(rt, from)) status = RT_FILE;
    return status;
}

/* ---- through modes ----------------------------------------------------------------------------------------------- */

/* What the client wants of a run it wants of the Runtime of its first mode; the others have the same host. */
static bool prepare(void *arg, Runtime *rt) {
    RunAttempt *a = arg;
    const Run *r = a->stretch->run;
    if (!give(a, rt)) return false;
    if (a->stretch->from.file) run_put_starts(rt, &a->stretch->from);
    if (!a->watched) {
        a->watched = rt;
        if (r->source.begins) r->source.begins(r->source.arg, rt, &a->options);
        a->modes.run->options = a->options; /* the host may have changed them */
        return true;
    }
    RtHost host = *rt_host(a->watched);
    host.ended = host.freed = NULL; /* once is enough */
    rt_set_host(rt, &host);
    return true;
}

bool run_attempt_modes(RunAttempt *a, ModePlan *plan) {
    const RunSource *host = &a->stretch->run->source;
    const Dae *flat;
    ModeHow how;
    if (!host->modes || !host->modes(host->arg, &a->model, &flat, &how)) return mode_free_plan(plan), false;
    how.prepare = prepare;
    how.arg = a;
    a->modes = (ModeAttempt){.flat = flat, .how = how, .plan = plan};
    a->ctx = how.ctx;
    return true;
}

static RtStatus start_through_modes(RunAttempt *a) {
    const Run *r = a->stretch->run;
    RtRecord record = record_of(a);
    mode_make(&a->modes);
    a->modes.run->detail = r->how.detail;
    RtStatus status = mode_initialise(a->modes.run, r->how.recorded ? &record : NULL, &a->options);
    if (status == RT_OK && r->source.initialised) r->source.initialised(r->source.arg);
    if (status == RT_OK) status = mode_begin(a->modes.run);
    a->begun = status == RT_OK;
    return status;
}

/* ---- carried out ------------------------------------------------------------------------------------------------- */

RunStatus run_attempt_start(RunAttempt *a) {
    a->options = run_attempt_options(a);
    return (RunStatus)(a->request.modal ? start_through_modes(a) : start_as_one(a));
}

static RtStatus call_modes(ModeRun *r, RunCall call) {
    if (call.kind == CALL_STEP) return mode_step(r, call.until);
    return call.kind == CALL_EVENT ? mode_next_event(r, call.until) : mode_advance(r, call.until);
}

RunStatus run_attempt_call(RunAttempt *a, RunCall call) {
    Run *r = a->stretch->run;
    RtStatus status;
    if (call.kind == CALL_START) return RUN_OK;
    if (call.kind == CALL_END) return run_attempt_close(a);
    work(r, RUN_SIMULATES, true);
    if (a->modes.run) status = call_modes(a->modes.run, call);
    else if (call.kind == CALL_STEP) status = rt_step_to(a->one, call.until);
    else if (call.kind == CALL_EVENT) status = rt_next_event(a->one, call.until);
    else status = rt_advance(a->one, call.until);
    work(r, RUN_SIMULATES, false);
    return (RunStatus)status;
}

/* By steps: nothing is evaluated that a run without pause would not. */
static RunStatus go_again(RunAttempt *a, double time) {
    RunStatus status = RUN_OK;
    for (const Runtime *rt = run_attempt_runtime(a); status == RUN_OK && !rt_finished(rt) && rt_passed(rt) < time;
         rt = run_attempt_runtime(a))
        status = run_attempt_call(a, (RunCall){CALL_STEP, time});
    return status;
}

RunStatus run_attempt_repeat(RunAttempt *a) {
    RunStatus status = RUN_OK;
    for (size_t i = 0; i < a->stretch->past.n && status == RUN_OK; i++) {
        RunPast p = a->stretch->past.at[i];
        if (p.kind == PAST_ADVANCE) status = go_again(a, p.value);
        else if (!rt_set(run_attempt_runtime(a), p.variable, p.value)) status = RUN_STOPPED;
    }
    return status;
}

RunStatus run_attempt_close(RunAttempt *a) {
    ModeRun *modes = a->modes.run;
    if (modes && !modes->now) return RUN_OK;
    if (modes) return (RunStatus)mode_end(modes);
    if (!a->one) return RUN_OK;
    const RtHost *host = rt_host(a->one);
    if (!a->begun && host->ended) host->ended(host->arg);
    return (RunStatus)rt_end(a->one);
}

void run_attempt_judge(RunAttempt *a, RunStatus status) {
    const Runtime *rt = a->one;
    RunFailure *f = &a->failure;
    const char *variable;
    a->status = status;
    *f = (RunFailure){0};
    if (!rt) return;
    f->needs_rank = rt_needs_rank(rt);
    f->needs_modes = rt_needs_modes(rt);
    f->waits_for_modes = rt_waits_for_modes(rt);
    f->torn = rt_torn_badly(rt, &f->torn_linear, &variable, &f->time);
    if (f->torn) f->variable = base_strdup(&a->stretch->run->arena, variable);
}

RtStats run_attempt_stats(const RunAttempt *a) {
    return a->modes.run ? *mode_stats(a->modes.run) : a->one ? *rt_stats(a->one) : a->stats;
}

const char *run_beside(Arena *a, const char *path, size_t number) {
    const char *dot = strrchr(path, '.'), *slash = strrchr(path, '/');
    int stem = dot && dot > (slash ? slash : path) ? (int)(dot - path) : (int)strlen(path);
    return base_sprintf(a, "%.*s.stretch-%zu%s", stem, path, number, path + stem);
}
