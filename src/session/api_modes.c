/* api_modes.c - causeway.h: runs through modes.
 *
 * A run begins with the model as one.  Where that ends because conditions govern the structure of the model, the run is
 * begun again through modes, and what the client did with it so far is done again, unseen.  Modes belong to one run:
 * the flat model is carried as bytes into a Context of the run's own, so that runs on other threads are not touched.
 */
#include "session/api.h"

#include <math.h>
#include <string.h>

enum { MOST_ATTEMPTS = 20 };

/* ---- the past ---------------------------------------------------------------------------------------------------- */

static bool has_branches(void *arg, uint32_t system) {
    const causeway_run *r = arg;
    return mode_has_branches(r->runs->m.sym, system);
}

void ses_expect_modes(causeway_run *r) {
    r->expects = r->runs->may_change && r->runs == r->model;
    vec_clear(&r->past);
    rt_guard_modes(r->one, r->expects ? has_branches : NULL, r);
}

void ses_note_past(causeway_run *r, SesPast what) {
    if (!r->expects) return;
    bool further = what.kind == SES_PAST_ADVANCE && r->past.n && vec_last(&r->past).kind == SES_PAST_ADVANCE;
    if (further) vec_last(&r->past) = what;
    else vec_push(&r->past, what);
}

void ses_forget_past(causeway_run *r) {
    r->expects = false;
    vec_clear(&r->past);
    rt_guard_modes(r->one, NULL, NULL);
}

static RtStatus live_again(causeway_run *r, SesCall call, double until) {
    RtStatus status = RT_OK;
    for (size_t i = 0; i < r->past.n && status == RT_OK; i++) {
        const SesPast *p = &r->past.at[i];
        if (p->kind == SES_PAST_ADVANCE) status = ses_call(r, SES_CALL_ADVANCE, p->value);
        else if (!rt_set(r->rt, p->variable, p->value)) status = RT_STOPPED;
    }
    return status == RT_OK ? ses_call(r, call, until) : status;
}

/* ---- the flat model ---------------------------------------------------------------------------------------------- */

static bool prepare(void *arg, Runtime *rt) {
    causeway_run *r = arg;
    ses_set_host(r, rt);
    if (r->exact) rt_keep_past(rt);
    if (!r->modal->modes.run->now) rt_share_tables(rt, r->one);
    return ses_apply_given(r, rt);
}

static SesModal *load_modal(causeway_run *r) {
    Context *ctx = ses_context(r->model->session);
    Dae *flat = ses_copy_flat(r->model, ctx);
    if (!flat) {
        base_context_free(ctx);
        return NULL;
    }
    SesModal *m = base_realloc(NULL, sizeof *m);
    memset(m, 0, sizeof *m);
    m->ctx = ctx;
    m->flat = flat;
    m->modes = (ModeAttempt){.flat = m->flat, .how = ses_mode_how(m->ctx, &r->model->asked, prepare, r)};
    m->modes.how.traced = r->options.impulses;
    return m;
}

static void free_modal(SesModal *m) {
    if (!m) return;
    mode_drop(&m->modes);
    dae_free(m->flat);
    base_context_free(m->ctx);
    base_realloc(m, 0);
}

void ses_leave_modes(causeway_run *r) {
    free_modal(r->modal);
    r->modal = NULL;
    r->rt = r->one;
}

/* ---- through modes ----------------------------------------------------------------------------------------------- */

/* The Runtime at work is the client's. */
static RtStatus follow(causeway_run *r, RtStatus status) {
    const Mode *now = r->modal->modes.run->now;
    if (now) r->rt = now->model.rt;
    return status;
}

RtStatus ses_call_modes(causeway_run *r, SesCall call, double until) {
    ModeRun *run = r->modal->modes.run;
    RtStatus status = RT_OK;
    if (call == SES_CALL_STEP) status = mode_step(run);
    else if (call == SES_CALL_EVENT) status = mode_next_event(run, until);
    else if (call != SES_CALL_START) status = mode_advance(run, until);
    RtStatus ended = call == SES_CALL_END ? mode_end(run) : RT_OK;
    return follow(r, status == RT_OK ? ended : status);
}

static RtStatus begin_in_modes(causeway_run *r) {
    ModeRun *run = r->modal->modes.run;
    RtRecord record = ses_record(r);
    RtStatus status = mode_initialise(run, r->record ? &record : NULL, &r->run);
    if (status == RT_OK) status = mode_begin(run);
    return follow(r, status);
}

/* With the conditions that explain the failure, and those that come to light on the way. */
static RtStatus go_through_modes(causeway_run *r, SesCall call, double until) {
    SesModal *m = r->modal;
    r->run.at_step = NULL;
    for (int k = 0; k < MOST_ATTEMPTS; k++) {
        mode_make(&m->modes);
        RtStatus status = begin_in_modes(r);
        if (status == RT_OK) status = live_again(r, call, until);
        r->rt = status == RT_OK || !m->modes.run->now ? r->rt : m->modes.run->now->model.rt;
        if (status == RT_OK) return status;
        r->rt = r->one;
        if (!mode_grow(&m->modes)) return follow(r, status);
        base_diag_clear(m->ctx);
    }
    return RT_STOPPED;
}

/* Whatever is singular. */
static RtStatus go_as_one(causeway_run *r, SesCall call, double until) {
    ses_leave_modes(r);
    rt_guard_modes(r->one, NULL, NULL);
    RtStatus status = ses_start(r);
    return status == RT_OK ? live_again(r, call, until) : status;
}

RtStatus ses_try_modes(causeway_run *r, SesCall call, double until, RtStatus failed) {
    if (r->modal || !r->expects || !rt_needs_modes(r->one)) return failed;
    bool perhaps = rt_waits_for_modes(r->one);
    r->expects = false;
    r->modal = load_modal(r);
    ModeAttempt *modes = r->modal ? &r->modal->modes : NULL;
    if (modes && modes->flat) modes->plan = mode_plan_of(modes->flat, r->runs->m.sym, r->one, true);
    rt_reset(r->one, true);                    /* closes its result */
    Diags *aside = base_diag_aside(r->ctx, 0); /* what was said of the model as one */
    if (modes && modes->plan) {
        RtStatus status = go_through_modes(r, call, until);
        if (status == RT_OK || !perhaps) {
            base_diag_decide(r->ctx, 0, aside, false);
            vec_clear(&r->past);
            return status;
        }
    }
    SesModal *kept = r->modal; /* its messages */
    r->modal = NULL;
    RtStatus status = perhaps ? go_as_one(r, call, until) : failed;
    if (status != RT_OK && kept && base_diag_waiting(kept->ctx)) {
        base_diag_clear(r->ctx);
        ses_collect(&r->reports, kept->ctx);
    }
    base_diag_decide(r->ctx, 0, aside, !perhaps);
    free_modal(kept);
    vec_clear(&r->past);
    return status;
}

/* ---- saved and restored ------------------------------------------------------------------------------------------ */

RtStatus ses_restore_modal(causeway_run *r, const char *bytes, size_t n) {
    RtRecord record = ses_record(r);
    r->modal = load_modal(r);
    ModeAttempt *modes = r->modal ? &r->modal->modes : NULL;
    if (modes && modes->flat) modes->plan = mode_saved_plan(modes->flat, bytes, n);
    r->expects = false;
    if (!modes || !modes->plan) {
        base_error(r->ctx, "RT0006", (Span){0},
                   "the saved state cannot be used: it is that of another model, or damaged");
        return RT_FILE;
    }
    r->run.at_step = NULL;
    mode_make(modes);
    return follow(r, mode_restore(modes->run, bytes, n, r->record ? &record : NULL, &r->run));
}

/* ---- what is seen of it ------------------------------------------------------------------------------------------ */

const Dae *ses_running_dae(const causeway_run *r) {
    return r->modal ? r->modal->modes.run->now->model.sym->dae : r->runs->m.dae;
}

void ses_modal_derivatives(const causeway_run *r, double *dx) {
    const VecU32 *states = &r->model->sets[CAUSEWAY_STATES];
    for (size_t i = 0; i < states->n; i++) {
        DaeVar x = states->at[i], rate = x < r->modal->flat->vars.n ? r->modal->flat->vars.at[x].derivative : 0;
        dx[i] = rate ? rt_value(r->rt, rate) : NAN;
    }
}

uint32_t causeway_run_mode(causeway_run *r, const char **conditions) {
    r = ses_latest(r);
    const Mode *now = r->modal ? r->modal->modes.run->now : NULL;
    r->text.n = 0;
    if (now) mode_text(r->modal->modes.plan, now->bits, SIZE_MAX, &r->text);
    if (conditions) *conditions = base_text_str(&r->text);
    return now ? now->number : 0;
}
