/* remedies.c - the table of remedies: what is tried where an attempt fails, and when its result is kept.
 *
 * A failure says what may be wrong with the way in which the model was translated or run.  The first remedy of the
 * table that applies makes another attempt with a changed request, on which remedies may apply in turn: a stack of
 * attempts, on which each remedy is tried once.  Where an attempt succeeds it takes the place of all before it.  Where
 * it fails too, the remedy says whether its failure stands or that of the attempt before; of that one the remedies that
 * are left are tried.
 *
 * What was said of an attempt is put aside while another one is made, and comes back when that one does not stand.  Its
 * result is left where it is until another one is better.
 */
#include "run/run_impl.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_GROWN = 20 };

/* ---- when they apply --------------------------------------------------------------------------------------------- */

static bool torn_linear(RunAttempt *a) { return a->failure.torn && a->failure.torn_linear; }
static bool torn_nonlinear(RunAttempt *a) { return a->failure.torn && !a->failure.torn_linear; }

/* It ended for modes: that says nothing about its tearing. */
static bool torn_and_waits(RunAttempt *a) {
    return a->failure.torn && !a->request.unguarded && a->failure.waits_for_modes;
}

static bool lacks_rank(RunAttempt *a) { return a->failure.needs_rank; }

/* The conditions that explain why it failed. */
static bool has_plan(RunAttempt *a) {
    const RunSource *host = &a->stretch->run->source;
    const Dae *flat;
    ModeHow how;
    bool may = !a->request.to_rest && !a->request.unguarded && a->failure.needs_modes && !a->failure.torn;
    if (!may || a->left || !a->one) return a->plan != NULL;
    if (!a->planned && host->modes && host->modes(host->arg, &a->model, &flat, &how))
        a->plan = mode_plan_of(flat, a->model.sym, a->one, true);
    a->planned = true;
    return a->plan != NULL;
}

static bool without_plan(RunAttempt *a) { return a->planned && !a->plan && !a->request.modal; }

static bool starts_lead_nowhere(RunAttempt *a) {
    const RunFailure *f = &a->failure;
    bool starts = a->model.sym && (a->model.sym->counts.other_starts || a->request.translation.other_starts);
    if (!starts || a->request.own_starts || a->request.modal || a->status != RUN_INIT_FAILED) return false;
    return f->torn ? !f->torn_linear && !torn_and_waits(a) : a->request.unguarded || !f->needs_modes;
}

static bool modes_in_vain(RunAttempt *a) { return a->request.modal && a->perhaps; }

static bool more_conditions(RunAttempt *a) {
    return a->modes.run && !a->left && a->grown < MOST_GROWN && mode_can_grow(&a->modes);
}

/* That of the torn system that failed is not the only one. */
static bool one_of_many(RunAttempt *a) {
    uint32_t torn = 0;
    if (!torn_nonlinear(a) || a->begun) return false;
    for (size_t i = 0; i < a->model.sym->systems.n; i++)
        torn += a->model.sym->systems.at[i].ninner && !a->model.sym->systems.at[i].standby;
    return torn >= 2;
}

static bool no_rest(RunAttempt *a) {
    return a->request.translation.steady_state &&
           (a->status == RUN_INIT_FAILED || (a->status == RUN_UNTRANSLATABLE && !a->before));
}

/* ---- what they change -------------------------------------------------------------------------------------------- */

static void by_value(RunAttempt *a, RunRequest *q) {
    (void)a;
    q->translation.rank = RUN_RANK_BY_VALUE;
}

static void as_is(RunAttempt *a, RunRequest *q) {
    (void)a;
    q->translation.rank = RUN_RANK_AS_IS;
}

static void other_starts(RunAttempt *a, RunRequest *q) {
    (void)a;
    q->translation.other_starts = true;
}

static void own_starts(RunAttempt *a, RunRequest *q) {
    (void)a;
    q->own_starts = true;
}

static void unguarded(RunAttempt *a, RunRequest *q) {
    (void)a;
    q->unguarded = true;
    q->modal = false;
}

static void without_tearing(RunAttempt *a, RunRequest *q) {
    (void)a;
    q->translation.no_tearing = true;
    q->translation.whole = NULL;
    q->unguarded = true;
}

static void one_whole(RunAttempt *a, RunRequest *q) {
    q->translation.whole = a->failure.variable;
    q->unguarded = true;
}

static void through_modes(RunAttempt *a, RunRequest *q) {
    (void)a;
    q->modal = true;
}

static void to_rest(RunAttempt *a, RunRequest *q) {
    (void)a;
    q->translation.steady_state = false;
    q->to_rest = true;
    q->unguarded = true;
    q->modal = false;
}

/* ---- what is said when they help --------------------------------------------------------------------------------- */

static void say_badly_torn(const RunAttempt *a, const RunAttempt *better) {
    base_warning(better->ctx, "RT0033", (Span){0},
                 "at time %g the linear system for '%s' cannot be solved well as it was torn: the model is translated "
                 "again without tearing",
                 a->failure.time, a->failure.variable);
}

static void say_without_tearing(const RunAttempt *a, const RunAttempt *better) {
    if (a->begun)
        base_warning(better->ctx, "RT0034", (Span){0},
                     "with torn systems of equations the simulation stopped at time %g; without tearing it came to "
                     "its end",
                     a->failure.time);
    else
        base_warning(better->ctx, "RT0034", (Span){0},
                     "initialisation did not succeed with torn systems of equations; it did without tearing");
}

/* ---- the table --------------------------------------------------------------------------------------------------- */

enum { LAST = 1, AFTER_ALL = 2, AGAIN = 4 }; /* RunRemedy.flags */

const RunRemedy run_remedies[] = {
    {"by value", "a system is singular, and values of parameters may show why", lacks_rank, by_value, KEEP_IF_DONE, 0,
     NULL},
    {"as it is", "... and they do not", lacks_rank, as_is, KEEP_ALWAYS, 0, NULL},
    {"other start values", "start values that were taken lead nowhere, and others could be taken", starts_lead_nowhere,
     other_starts, KEEP_IF_DONE, LAST, NULL},
    {"start values that fit", "... and these lead nowhere either", starts_lead_nowhere, own_starts, KEEP_ALWAYS, 0,
     NULL},
    {"as one", "it waits for modes, but a torn system failed", torn_and_waits, unguarded, KEEP_ALWAYS, 0, NULL},
    {"linear systems whole", "a linear system is ill-conditioned as it was torn", torn_linear, without_tearing,
     KEEP_ALWAYS, LAST, say_badly_torn},
    {"one system whole", "a torn nonlinear system could not be initialised, one of several", one_of_many, one_whole,
     KEEP_IF_DONE, LAST, say_without_tearing},
    {"without tearing", "a torn nonlinear system has no solution", torn_nonlinear, without_tearing, KEEP_IF_FARTHER,
     LAST, say_without_tearing},
    {"through modes", "conditions govern the structure of the model", has_plan, through_modes, KEEP_ALWAYS, 0, NULL},
    {"as one, for want of modes", "... but none explains the failure", without_plan, unguarded, KEEP_ALWAYS, 0, NULL},
    {"more modes", "further conditions govern the structure of a mode", more_conditions, through_modes, KEEP_ALWAYS,
     AGAIN, NULL},
    {"as one after all", "modes come no farther, and it may be that none are needed", modes_in_vain, unguarded,
     KEEP_IF_DONE, 0, NULL},
    {"rest by other ways", "the initial system of a point of rest has no solution", no_rest, to_rest, KEEP_IF_DONE,
     LAST | AFTER_ALL, NULL},
};
const size_t run_nremedies = sizeof run_remedies / sizeof *run_remedies;

static const RunRemedy *find(RunAttempt *a) {
    for (size_t i = 0; i < run_nremedies; i++) {
        const RunRemedy *m = &run_remedies[i];
        if ((a->tried >> i & 1) && !(m->flags & AGAIN)) continue;
        if ((a->flags & LAST) && (!(m->flags & AFTER_ALL) || (a->flags & AFTER_ALL))) continue;
        if (m->applies(a)) return m;
    }
    return NULL;
}

/* ---- attempts ---------------------------------------------------------------------------------------------------- */

static bool is_device(const char *path) { return !path || strncmp(path, "/dev/", 5) == 0; }

/* Where the next one is recorded: beside a result that it may not replace. */
static char *place(const RunAttempt *failed, const RunRemedy *m) {
    if (m->keep == KEEP_ALWAYS || !failed->begun || is_device(failed->path)) return failed->path;
    return (char *)run_beside(&failed->stretch->run->arena, failed->path, 0);
}

/* The attempt has failed and another one follows: its result is complete, its external objects are gone. */
static void leave(RunAttempt *a) {
    const Run *r = a->stretch->run;
    if (a->left) return;
    (void)run_attempt_close(a);
    a->stats = run_attempt_stats(a);
    a->left = true;
    if (!a->begun) mode_drop(&a->modes); /* closes its result */
    if (a->one && !r->how.keeps) rt_free(a->one), a->one = NULL;
    else if (a->one && (!a->begun || rt_calls_external(a->one))) rt_reset(a->one, true);
}

static void put_aside(RunAttempt *a, bool translated) {
    a->aside = translated && a->ctx == a->stretch->run->ctx ? a->model.said : a->mark;
    a->said = base_diag_aside(a->ctx, a->aside);
}

/* back: what was put aside is what holds. */
static void take_up(RunAttempt *a, bool back) {
    if (a->said) base_diag_decide(a->ctx, a->aside, a->said, back);
    a->said = NULL;
}

static RunAttempt *attempt_after(RunAttempt *failed, const RunRemedy *m) {
    RunRequest request = failed->request;
    failed->tried |= 1u << (m - run_remedies);
    m->change(failed, &request);
    RunAttempt *a = run_attempt_new(failed->stretch, failed, &request);
    a->by = m;
    a->flags = m->flags;
    a->grown = failed->grown + (m->flags & AGAIN ? 1 : 0);
    a->path = place(failed, m);
    a->perhaps = m->flags & AGAIN ? failed->perhaps : request.modal && failed->failure.waits_for_modes;
    return a;
}

/* Everything that was done so far, and the call. */
static RunStatus carry_out(RunAttempt *a, RunCall call) {
    RunAttempt *failed = a->before;
    ModePlan *plan = failed->plan;
    failed->plan = NULL;
    a->mark = base_diag_mark(a->ctx);
    RunStatus status = run_attempt_make(a);
    if ((a->by->flags & AGAIN) && mode_grow(&failed->modes)) plan = failed->modes.plan, failed->modes.plan = NULL;
    if (status != RUN_OK || !a->request.modal) mode_free_plan(plan);
    if (status != RUN_OK) return status;
    if (a->request.modal && !run_attempt_modes(a, plan)) return RUN_STOPPED;
    a->mark = base_diag_mark(a->ctx);
    status = run_attempt_start(a);
    if (status == RUN_OK) status = run_attempt_repeat(a);
    return status == RUN_OK ? run_attempt_call(a, call) : status;
}

static void move_result(RunAttempt *a, char *to) {
    if (!a->path || !to || strcmp(a->path, to) == 0) return;
    if (rename(a->path, to) != 0)
        base_error(a->ctx, "RT0090", (Span){0}, "%s could not be written: %s", to, strerror(errno));
    a->path = to;
}

/* false: nobody wants its result. */
static void drop(RunAttempt *a) {
    RunStretch *s = a->stretch;
    if (a->path && !is_device(a->path) && strcmp(a->path, s->path) != 0) (void)remove(a->path);
    take_up(a, false);
    a->before = NULL;
    if (a != s->first) run_attempt_free(a);
    else if (a->one && a->begun) rt_reset(a->one, true);
}

/* What is sure to stand was said before it was tried. */
static void tell(const RunAttempt *a, const RunAttempt *failed, const RunAttempt *better) {
    if (a->by && a->by->tell && a->by->keep != KEEP_ALWAYS) a->by->tell(failed, better);
}

/* The last attempt has come further than all before it. */
static void prefer(RunAttempt *a) {
    const Run *r = a->stretch->run;
    char *path = a->stretch->path;
    for (RunAttempt *b = a, *before; (before = b->before); b = before) tell(b, before, a);
    if (!is_device(path)) move_result(a, path);
    for (RunAttempt *b = a->before, *next; b; b = next) {
        next = b->before;
        drop(b);
    }
    a->before = NULL;
    if (r->source.chosen) r->source.chosen(r->source.arg, &a->model);
}

/* ---- where it fails too ------------------------------------------------------------------------------------------ */

static bool stands(const RunAttempt *a) {
    if (base_cancelled(a->ctx) || a->by->keep == KEEP_ALWAYS) return true;
    return a->by->keep == KEEP_IF_FARTHER && a->begun && a->before->status == RUN_INIT_FAILED;
}

/* The messages of both, where no mode is found to begin in: modes may have been the wrong thing to look for. */
static bool both_count(const RunAttempt *a) {
    return a->request.modal && !a->perhaps && a->before->status == RUN_INIT_FAILED && a->status == RUN_INIT_FAILED;
}

static void say_both(RunAttempt *a) {
    RunAttempt *b = a->before;
    Diags *after = base_diag_aside(a->ctx, a->ctx == b->ctx ? b->aside : a->mark);
    take_up(b, true);
    base_diag_decide(a->ctx, base_diag_mark(a->ctx), after, true);
}

/* It takes the place of the one before. */
static void replace(RunAttempt *a) {
    RunAttempt *b = a->before;
    if (both_count(a)) say_both(a);
    else tell(a, b, a);
    if (!is_device(b->path)) move_result(a, b->path);
    a->before = b->before;
    a->by = b->by;
    drop(b);
}

/* What was before is what holds. */
static void fall_back(RunAttempt *a) {
    RunAttempt *b = a->before;
    leave(a);
    if (a->ctx != b->ctx) base_diag_clear(a->ctx);
    take_up(b, true);
    b->stretch->now = b;
    drop(a);
}

static bool try_one(RunStretch *s, const RunRemedy *m, RunCall call) {
    Run *r = s->run;
    RunAttempt *failed = s->now, *a = attempt_after(failed, m);
    double began = base_seconds(), time = failed->one ? rt_passed(failed->one) : NAN;
    put_aside(failed, !run_same_translation(&failed->request.translation, &a->request.translation));
    if (!(m->flags & AGAIN)) leave(failed);
    s->now = a;
    if (m->tell && m->keep == KEEP_ALWAYS) m->tell(failed, a);
    RunStatus status = carry_out(a, call);
    run_attempt_judge(a, status);
    vec_push(&r->tried, ((RunTried){m, status == RUN_OK, base_seconds() - began, time}));
    if (status == RUN_OK) prefer(a);
    return status == RUN_OK;
}

RunStatus run_remedy(RunStretch *s, RunCall call, RunStatus failed) {
    const Run *r = s->run;
    run_attempt_judge(s->now, failed);
    while (s->remembers) {
        RunAttempt *a = s->now;
        bool over = base_cancelled(r->ctx) || (r->how.stopped && atomic_load(r->how.stopped));
        const RunRemedy *m = over ? NULL : find(a);
        if (m && try_one(s, m, call)) return RUN_OK;
        if (m) continue;
        if (!a->before) break;
        if (stands(a)) replace(a);
        else fall_back(a);
    }
    return s->now->status;
}
