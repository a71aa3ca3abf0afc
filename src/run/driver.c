/* driver.c - a run: a chain of stretches, each of one model, that goes on by calls.
 *
 * A call goes to the last stretch.  What succeeds is noted, so that a remedy can repeat it; what fails is handed to the
 * remedies.  Where a model asks to go on as another one (recompilation), its stretch ends and the next one begins at
 * the same time: variables of equal names keep their values, others start as the model says.
 */
#include "run/run_impl.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { MOST_STRETCHES = 10000, MOST_PAST = 1 << 20 };

/* ---- stretches --------------------------------------------------------------------------------------------------- */

static bool is_file(const char *path) { return path && strncmp(path, "/dev/", 5) != 0; }

static RunStretch *new_stretch(Run *r, const RunStart *from, char *path) {
    RunStretch *s = base_realloc(NULL, sizeof *s);
    *s = (RunStretch){.run = r, .number = r->stretches.n + 1, .from = *from, .remembers = true, .path = path};
    vec_push(&r->stretches, s);
    RunRequest request = {.translation = r->how.translation, .to_rest = r->how.to_rest && s->number == 1};
    request.translation.settings = &r->settings;
    RunAttempt *a = run_attempt_new(s, NULL, &request);
    a->path = path;
    a->mark = base_diag_mark(r->ctx);
    s->first = s->now = a;
    a->status = run_attempt_make(a);
    a->mark = base_diag_mark(r->ctx);
    return s;
}

static void free_stretch(RunStretch *s) {
    for (RunAttempt *a = s->now, *before; a; a = before) {
        before = a->before;
        if (a != s->first) run_attempt_free(a);
    }
    run_attempt_free(s->first);
    if (s->number > 1 && s->from.file) res_close(s->from.file);
    vec_free(&s->past);
    base_realloc(s, 0);
}

Run *run_new(Context *ctx, const RunSource *source, const RunHow *how) {
    Run *r = base_realloc(NULL, sizeof *r);
    *r = (Run){.ctx = ctx, .source = *source, .how = *how};
    RunStart nothing = {0};
    (void)new_stretch(r, &nothing, NULL);
    return r;
}

static bool join_files(Run *r);

void run_free(Run *r) {
    if (!r) return;
    if (r->stretches.n > 1) (void)join_files(r);
    for (size_t i = r->stretches.n; i-- > 0;) free_stretch(r->stretches.at[i]);
    vec_free(&r->stretches);
    vec_free(&r->settings);
    vec_free(&r->tried);
    base_free_arena(&r->arena);
    base_realloc(r, 0);
}

RunHow *run_how(Run *r) { return &r->how; }

/* The past is not known, or is too long to be repeated: no remedy can follow. */
static void forget_past(RunStretch *s) {
    s->remembers = false;
    vec_clear(&s->past);
    if (s->now->one) rt_unguard(s->now->one);
}

static void remember(RunStretch *s, RunPast what) {
    if (!s->remembers) return;
    bool further = what.kind == PAST_ADVANCE && s->past.n && vec_last(&s->past).kind == PAST_ADVANCE;
    if (further) vec_last(&s->past) = what;
    else vec_push(&s->past, what);
    if (s->past.n > MOST_PAST) forget_past(s);
}

/* ---- on as another model ----------------------------------------------------------------------------------------- */

static void word(const void *arg, size_t signal, ResWord what, Text *out) {
    if (what == RES_NAME) base_text_add(out, rt_var_name(arg, (MdVar)signal + 1));
}

/* All values of a Runtime as a result of one row. */
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

static const char *asks_for(const RunStretch *s) {
    const Runtime *rt = run_attempt_runtime(s->now);
    return rt && s->now->begun ? rt_recompilation(rt) : NULL;
}

static void change_setting(Run *r, const char *setting) {
    size_t n = strcspn(setting, "=") + 1, k = 0;
    while (k < r->settings.n && strncmp(r->settings.at[k], setting, n) != 0) k++;
    if (k == r->settings.n) vec_push(&r->settings, NULL);
    r->settings.at[k] = base_strdup(&r->arena, setting);
}

/* Each stretch has a file of its own until they are joined. */
static bool part_files(Run *r, char **next) {
    RunStretch *s = run_last(r);
    *next = (char *)r->how.record.path;
    if (!is_file(r->how.record.path) || r->how.record.open) return true;
    if (s->number == 1) {
        char *own = (char *)run_beside(&r->arena, r->how.record.path, 1);
        if (rename(s->path, own) != 0) {
            base_error(r->ctx, "RT0090", (Span){0}, "%s could not be written: %s", own, strerror(errno));
            return false;
        }
        s->path = s->now->path = own;
    }
    *next = (char *)run_beside(&r->arena, r->how.record.path, s->number + 1);
    return true;
}

static RunStatus become_other(Run *r) {
    RunStretch *s = run_last(r);
    const Runtime *rt = run_attempt_runtime(s->now);
    RunStatus status = s->ended ? RUN_OK : run_attempt_close(s->now);
    s->ended = true;
    char *path;
    if (status != RUN_OK) return status;
    if (!part_files(r, &path)) return RUN_FILE;
    change_setting(r, asks_for(s));
    r->how.options.stop = s->now->options.stop;
    r->how.options.interval = s->now->options.interval;
    r->how.options.tolerance = s->now->options.tolerance;
    RunStart from = {.file = snapshot(rt, r->ctx), .path = "", .time = rt_time(rt), .partial = true};
    RunStretch *next = new_stretch(r, &from, path);
    status = next->now->status;
    if (status == RUN_OK) status = run_attempt_start(next->now);
    if (status != RUN_OK) status = run_remedy(next, (RunCall){CALL_START, 0}, status);
    if (status == RUN_OK && r->source.chosen) r->source.chosen(r->source.arg, &next->now->model);
    return status;
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */

/* Of the last stretch, with its remedies. */
static RunStatus call_stretch(RunStretch *s, RunCall call) {
    RunStatus status = run_attempt_call(s->now, call);
    if (status != RUN_OK) status = run_remedy(s, call, status);
    if (call.kind == CALL_END) s->ended = true;
    else if (status == RUN_OK) remember(s, (RunPast){PAST_ADVANCE, 0, rt_passed(run_attempt_runtime(s->now))});
    return status;
}

static RunStatus carry_out(Run *r, RunCall call) {
    RunStatus status = call_stretch(run_last(r), call);
    while (status == RUN_OK && asks_for(run_last(r)) && r->stretches.n < MOST_STRETCHES) {
        if (r->how.record.path && !is_file(r->how.record.path) && strcmp(r->how.record.path, "/dev/null") != 0)
            break; /* nothing to go on to */
        status = become_other(r);
        bool there = call.kind == CALL_STEP || call.kind == CALL_EVENT ||
                     (call.kind == CALL_ADVANCE && call.until <= run_time(r));
        if (status != RUN_OK || there) break;
        status = call_stretch(run_last(r), call);
    }
    return r->failed = status;
}

RunStatus run_start(Run *r) {
    RunStretch *s = run_last(r);
    RunCall call = {CALL_START, 0};
    if (r->failed || r->started) return r->failed;
    s->path = s->now->path = r->how.recorded ? (char *)r->how.record.path : NULL;
    s->from = r->how.from;
    s->now->request.to_rest = r->how.to_rest;
    RunStatus status = s->now->status;
    if (status == RUN_OK) status = run_attempt_start(s->now);
    if (status != RUN_OK) status = run_remedy(s, call, status);
    r->started = status == RUN_OK;
    return r->failed = status;
}

static double sleep_until(double time, const RunUntil *until) {
    static const double SLICE = 0.01; /* seconds: a client that wants the call to return does not wait longer */
    double now = base_seconds();
    while (now < time && !(until->rest && atomic_load(until->rest))) {
        double left = fmin(time - now, SLICE);
        (void)nanosleep(&(struct timespec){0, (long)(left * 1e9)}, NULL);
        now = base_seconds();
    }
    return now;
}

/* Step by step, as long as nothing says that it is enough. */
static RunStatus advance_by_steps(Run *r, const RunUntil *until) {
    double began = base_seconds(), from = run_time(r), now = began;
    RunStatus status = RUN_OK;
    for (uint64_t k = 0; status == RUN_OK && !run_finished(r) && run_time(r) < until->time; k++) {
        if (until->steps && k >= until->steps) break;
        if (until->rest && atomic_load(until->rest)) break;
        if (until->seconds > 0 && k && now - began >= until->seconds) break;
        status = carry_out(r, (RunCall){CALL_STEP, until->time});
        if (status != RUN_OK) break;
        if (until->event && rt_event_handled(run_runtime(r))) break;
        now = base_seconds();
        double due = until->pace > 0 ? began + (run_time(r) - from) / until->pace : now;
        if (due > now) now = sleep_until(until->seconds > 0 ? fmin(due, began + until->seconds) : due, until);
    }
    r->unsettled = true;
    return status;
}

RunStatus run_advance(Run *r, const RunUntil *until) {
    RunStatus status = run_start(r);
    if (status != RUN_OK || r->ended) return status;
    if (until->steps || until->seconds > 0 || until->pace > 0 || until->rest) return advance_by_steps(r, until);
    r->unsettled = false;
    return carry_out(r, (RunCall){until->event ? CALL_EVENT : CALL_ADVANCE, until->time});
}

RunStatus run_settle(Run *r) {
    Runtime *rt = run_runtime(r);
    if (!r->unsettled || r->failed || !rt || run_last(r)->ended) return r->failed;
    r->unsettled = false;
    return (RunStatus)rt_refresh(rt);
}

/* Files of all stretches into the one that was asked for. */
static bool join_files(Run *r) {
    const char *path = r->how.record.path;
    if (r->ended || !is_file(path) || r->how.record.open) return true;
    RunParts parts = {0};
    bool ok = true;
    for (size_t i = 0; i < r->stretches.n && ok; i++) {
        RunStretch *s = r->stretches.at[i];
        if (!s->ended) (void)run_attempt_close(s->now), s->ended = true;
        ResResult *part = res_open(r->ctx, s->path);
        ok = part != NULL;
        if (part) vec_push(&parts, part);
    }
    ok = ok && run_join_file(r->ctx, &parts, NULL, path, run_begins(r), run_ends(r));
    for (size_t i = 0; i < parts.n; i++) res_close(parts.at[i]);
    for (size_t i = 0; i < r->stretches.n && ok; i++) (void)remove(r->stretches.at[i]->path);
    vec_free(&parts);
    return ok;
}

RunStatus run_end(Run *r) {
    RunStatus status = r->failed;
    if (r->ended || !r->started) return status;
    if (status == RUN_OK) status = carry_out(r, (RunCall){CALL_END, INFINITY});
    else if (!run_last(r)->ended) (void)run_attempt_close(run_last(r)->now), run_last(r)->ended = true;
    if (r->stretches.n > 1 && !join_files(r) && status == RUN_OK) status = RUN_FILE;
    r->ended = true;
    return r->failed = status;
}

bool run_set(Run *r, MdVar v, double value) {
    if (!rt_set(run_runtime(r), v, value)) return false;
    remember(run_last(r), (RunPast){PAST_SET, v, value});
    return true;
}

void run_reset(Run *r) {
    if (r->stretches.n > 1) (void)join_files(r);
    while (r->stretches.n > 1) {
        RunStretch *last = vec_pop(&r->stretches);
        free_stretch(last);
    }
    RunStretch *s = run_last(r);
    RunAttempt *first = s->first;
    if (s->now != first) {
        for (RunAttempt *a = s->now, *before; a; a = before) {
            before = a->before;
            if (a != first) run_attempt_free(a);
        }
    }
    RunAttempt plain = {.request = first->request,
                        .model = first->model,
                        .one = first->one,
                        .ctx = r->ctx,
                        .stretch = s,
                        .next = 1,
                        .status = first->model.gen ? RUN_OK : first->status,
                        .mark = base_diag_mark(r->ctx)};
    first->one = NULL;
    run_attempt_free(first);
    s->first = s->now = base_realloc(NULL, sizeof plain);
    *s->first = plain;
    rt_reset(plain.one, true);
    vec_clear(&s->past);
    vec_clear(&r->settings);
    s->remembers = true;
    s->ended = r->started = r->ended = r->unsettled = false;
    r->failed = RUN_OK;
}

/* ---- what is seen of it ------------------------------------------------------------------------------------------ */

bool run_begun(const Run *r) { return r->started; }

Runtime *run_runtime(const Run *r) {
    const RunStretch *s = run_last(r);
    Runtime *rt = run_attempt_runtime(s->now);
    return rt ? rt : s->first->one;
}

bool run_finished(const Run *r) { return rt_finished(run_runtime(r)); }
double run_time(const Run *r) { return rt_passed(run_runtime(r)); }
double run_begins(const Run *r) { return r->stretches.at[0]->now->options.start; }

double run_ends(const Run *r) {
    const RunAttempt *a = run_last(r)->now;
    const Runtime *rt = run_attempt_runtime(a);
    return rt && rt_terminated(rt) ? rt_time(rt) : a->options.stop;
}

const char *run_terminated(const Run *r) { return rt_terminated(run_runtime(r)); }
const RunModel *run_model(const Run *r) { return &run_last(r)->now->model; }
const RunModel *run_first_model(const Run *r) { return &r->stretches.at[0]->now->model; }
ModeRun *run_modes(const Run *r) { return run_last(r)->now->modes.run; }
const char *run_way(const Run *r) { return run_last(r)->now->way; }
size_t run_stretches(const Run *r) { return r->stretches.n; }
const RunTranslation *run_translation(const Run *r) { return &run_last(r)->now->request.translation; }
const VecStr *run_settings(const Run *r) { return &r->settings; }

const SymModel *run_symbolic(const Run *r) {
    const ModeRun *modes = run_modes(r);
    return modes && modes->now ? modes->now->model.sym : run_model(r)->sym;
}

static double smaller_step(double a, double b) { return a > 0 && (b == 0 || a < b) ? a : b; }

/* Of all stretches together. */
RtStats run_stats(const Run *r) {
    RtStats all = {0};
    for (size_t i = 0; i < r->stretches.n; i++) {
        RtStats s = run_attempt_stats(r->stretches.at[i]->now);
        uint64_t *to[] = {&all.steps,
                          &all.rejected,
                          &all.error_failures,
                          &all.corrector_failures,
                          &all.restarts,
                          &all.rhs,
                          &all.jacobians,
                          &all.state_events,
                          &all.time_events,
                          &all.event_iterations,
                          &all.nonlinear_solves,
                          &all.nonlinear_iterations,
                          &all.linear_solves,
                          &all.rows};
        const uint64_t from[] = {s.steps,
                                 s.rejected,
                                 s.error_failures,
                                 s.corrector_failures,
                                 s.restarts,
                                 s.rhs,
                                 s.jacobians,
                                 s.state_events,
                                 s.time_events,
                                 s.event_iterations,
                                 s.nonlinear_solves,
                                 s.nonlinear_iterations,
                                 s.linear_solves,
                                 s.rows};
        for (size_t k = 0; k < sizeof from / sizeof *from; k++) *to[k] += from[k];
        all.smallest_step = smaller_step(s.smallest_step, all.smallest_step);
        all.largest_step = fmax(all.largest_step, s.largest_step);
        all.initialise_seconds += s.initialise_seconds;
        all.simulate_seconds += s.simulate_seconds;
        if (s.solver) all.solver = s.solver;
    }
    return all;
}

InsVerified run_verified(const Run *r, uint64_t *points) {
    InsVerified all = {0, 0};
    *points = 0;
    for (size_t i = 0; i < r->stretches.n; i++) {
        const RunAttempt *a = r->stretches.at[i]->now;
        all.entries += a->verified.entries;
        all.wrong += a->verified.wrong;
        *points += a->points;
    }
    return all;
}

ResResult *run_recorded(const Run *r, Context *ctx) {
    RunParts parts = {0};
    if (r->stretches.n == 1) {
        const Runtime *rt = run_runtime(r);
        return rt ? rt_recorded(rt, ctx) : NULL;
    }
    for (size_t i = 0; i < r->stretches.n; i++) {
        const Runtime *rt = run_attempt_runtime(r->stretches.at[i]->now);
        ResResult *part = rt ? rt_recorded(rt, ctx) : NULL;
        if (part) vec_push(&parts, part);
    }
    ResResult *all = parts.n ? run_join_memory(ctx, &parts) : NULL;
    for (size_t i = 0; i < parts.n; i++) res_close(parts.at[i]);
    vec_free(&parts);
    return all;
}
