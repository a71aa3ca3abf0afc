/* mode_run.c - a run through modes, with one result.
 *
 * Before: a plan whose conditions are chosen.  After: a trajectory in which every variable of the flat model has its
 * value in whatever mode holds.
 */
#include "modes/modes.h"

#include <math.h>
#include <string.h>

ModeRun *mode_run(ModePlan *plan, const ModeHow *how) {
    ModeRun *r = base_realloc(NULL, sizeof *r);
    memset(r, 0, sizeof *r);
    r->plan = plan;
    r->how = *how;
    r->values = base_realloc(NULL, (4 * (size_t)plan->nshared + 1) * sizeof *r->values);
    r->before = r->values + plan->nshared;
    r->first = r->before + plan->nshared;
    r->beginning = r->first + plan->nshared;
    mode_open_kept(r);
    return r;
}

void mode_free_run(ModeRun *r) {
    if (!r) return;
    mode_close_kept(r);
    for (size_t i = 0; i < r->modes.n; i++) mode_free(r->modes.at[i]);
    vec_free(&r->modes);
    vec_free(&r->changes);
    base_text_free(&r->jumps);
    base_map_free(&r->by_bits);
    base_realloc(r->values, 0);
    base_realloc(r, 0);
}

/* ---- the run ----------------------------------------------------------------------------------------------------- */

static void enter_first(ModeRun *r, Mode *m) {
    double time = rt_time(m->model.rt);
    r->now = m;
    m->entered = 1;
    m->first = m->last = time;
    vec_push(&r->changes, ((ModeChange){time, 0, m->number, NULL, false}));
}

RtStatus mode_initialise(ModeRun *r, const RtRecord *record, const RtOptions *options) {
    r->options = *options;
    Mode *m = mode_find_first(r);
    if (!m) return RT_INIT_FAILED;
    RtStatus status = record ? mode_record(m, record) : RT_OK;
    if (status != RT_OK) return status;
    for (DaeVar v = 0; v < r->plan->nshared; v++) r->beginning[v] = rt_value(m->model.rt, v);
    enter_first(r, m);
    return RT_OK;
}

/* The mode of r->now was left. */
static RtStatus change(ModeRun *r) {
    Runtime *old = r->now->model.rt;
    RtStatus status = mode_change(r);
    if (status != RT_OK) return status;
    Runtime *rt = r->now->model.rt;
    if (rt != old) rt_hand_result(rt, old);
    return rt_go_on(rt, old, &r->options);
}

RtStatus mode_begin(ModeRun *r) {
    Runtime *rt = r->now->model.rt;
    if (!rt_left(rt)) return rt_begin(rt, &r->options);
    rt_foresee(rt, &r->options);
    return change(r) == RT_OK ? RT_OK : RT_INIT_FAILED;
}

RtStatus mode_advance(ModeRun *r, double until) {
    RtStatus status = RT_OK;
    while (status == RT_OK) {
        Runtime *rt = r->now->model.rt;
        if (!rt_left(rt)) status = rt_advance(rt, until);
        if (status != RT_OK || !rt_left(rt)) break;
        status = change(r);
    }
    return status;
}

/* Goes on by `how`, which comes behind one event at most; if it leads into another mode, all of it until time goes on
 * is part of it. */
static RtStatus go_once(ModeRun *r, RtStatus (*how)(Runtime *rt, double limit), double limit) {
    RtStatus status = rt_left(r->now->model.rt) ? RT_OK : how(r->now->model.rt, limit);
    while (status == RT_OK && rt_left(r->now->model.rt)) status = change(r);
    return status;
}

RtStatus mode_next_event(ModeRun *r, double limit) { return go_once(r, rt_next_event, limit); }
RtStatus mode_step(ModeRun *r, double until) { return go_once(r, rt_step_to, until); }

RtStatus mode_end(ModeRun *r) {
    for (size_t i = 0; i < r->modes.n; i++) {
        Mode *m = r->modes.at[i];
        if (m->ready && m != r->now) rt_retire(m->model.rt);
    }
    mode_keep(r);
    return rt_end(r->now->model.rt);
}

/* Those next to a mode differ in one condition. */
void mode_survey(ModeRun *r, size_t most) {
    size_t n = r->plan->chosen.n;
    uint8_t *bits = base_realloc(NULL, 2 * n + 1);
    mode_first_guess(r->plan, r->options.start, bits, bits + n);
    (void)mode_get(r, bits, false);
    for (size_t i = 0; i < r->modes.n && r->modes.n < most; i++)
        for (size_t k = 0; k < n && r->modes.n < most; k++) {
            memcpy(bits, r->modes.at[i]->bits, n);
            bits[k] = !bits[k];
            (void)mode_get(r, bits, false);
        }
    base_realloc(bits, 0);
}

/* The number of states of a mode, whose equations are translated but not compiled; SIZE_MAX: they cannot be. */
static size_t count_states(ModeRun *r, const uint8_t *bits, uint32_t number) {
    SymOptions how = r->how.sym;
    size_t mark = base_diag_mark(r->how.ctx), n = SIZE_MAX;
    how.base = r->plan->base;
    Dae *d = mode_dae(r->plan, bits, number, false);
    SymModel *sym = sym_translate_own(d, &how);
    if (sym) n = sym->states.n, sym_free(sym);
    else dae_free(d);
    base_diag_rollback(r->how.ctx, mark);
    return n;
}

static bool is_among(const uint8_t *all, size_t count, size_t n, const uint8_t *bits) {
    for (size_t i = 0; i < count; i++)
        if (!memcmp(all + i * n, bits, n)) return true;
    return false;
}

bool mode_states_differ(ModeRun *r, size_t most, size_t nstates) {
    size_t n = r->plan->chosen.n, count = 1, seen;
    uint8_t *all = base_realloc(NULL, (most + 2) * (n + 1)), *bits = all + (most + 1) * n;
    mode_first_guess(r->plan, r->options.start, all, bits);
    seen = count_states(r, all, 1);
    bool differ = seen != SIZE_MAX && seen != nstates;
    for (size_t i = 0; i < count && count < most && !differ; i++)
        for (size_t k = 0; k < n && count < most && !differ; k++) {
            memcpy(bits, all + i * n, n);
            bits[k] = !bits[k];
            if (is_among(all, count, n, bits)) continue;
            memcpy(all + count++ * n, bits, n);
            seen = count_states(r, bits, (uint32_t)count);
            differ = seen != SIZE_MAX && seen != nstates;
        }
    base_realloc(all, 0);
    return differ;
}

const RtStats *mode_stats(ModeRun *r) {
    RtStats *t = &r->stats;
    *t = (RtStats){0};
    for (size_t i = 0; i < r->modes.n; i++) {
        if (!r->modes.at[i]->ready) continue;
        const RtStats *s = rt_stats(r->modes.at[i]->model.rt);
        t->steps += s->steps;
        t->rejected += s->rejected;
        t->error_failures += s->error_failures;
        t->corrector_failures += s->corrector_failures;
        t->restarts += s->restarts;
        t->rhs += s->rhs;
        t->jacobians += s->jacobians;
        t->state_events += s->state_events;
        t->time_events += s->time_events;
        t->event_iterations += s->event_iterations;
        t->nonlinear_solves += s->nonlinear_solves;
        t->nonlinear_iterations += s->nonlinear_iterations;
        t->linear_solves += s->linear_solves;
        t->rows += s->rows;
        if (s->solver) t->solver = s->solver;
        t->largest_step = fmax(t->largest_step, s->largest_step);
        if (s->smallest_step > 0 && (t->smallest_step == 0 || s->smallest_step < t->smallest_step))
            t->smallest_step = s->smallest_step;
        t->initialise_seconds += s->initialise_seconds;
        t->simulate_seconds += s->simulate_seconds;
    }
    return t;
}
