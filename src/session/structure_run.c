/* structure_run.c - simulations of models whose structure changes while they run.
 *
 * A model is first run as one: where a system of equations that hangs on conditions turns out to be singular, the
 * conditions are taken to govern structure, and the model is run through modes from its start on.  More conditions may
 * come to light on the way; then it is begun again.  Where no condition explains the failure, or modes come no further,
 * what was said of the model as one holds.
 */
#include "session/session_impl.h"

#include <math.h>
#include <string.h>

enum { MOST_ATTEMPTS = 20 };

static bool has_branches(void *arg, uint32_t system) {
    const SesModel *m = arg;
    return mode_has_branches(m->sym, system);
}

void ses_guard_modes(SesModel *m, Runtime *rt) { rt_guard_modes(rt, has_branches, m); }

/* The flat model again: translated models of the cache come without. */
static const Dae *flat_again(SesModel *m) {
    if (m->flat) return m->flat;
    SesModel again = {.ctx = m->ctx, .asked = m->asked, .stats = m->stats};
    Diags *aside = base_diag_aside(m->ctx, 0); /* what was said of the run is no error of the text */
    if (ses_flat(&again) == CAUSEWAY_OK) {
        m->flat = again.dae;
        again.dae = NULL;
    }
    ses_free(&again);
    base_diag_decide(m->ctx, 0, aside, true);
    return m->flat;
}

ModePlan *ses_plan_modes(SesModel *m, const Runtime *rt) {
    const Dae *flat = flat_again(m);
    return flat ? mode_plan_of(flat, m->sym, rt, true) : NULL;
}

ModeHow ses_mode_how(Context *ctx, const SesRequest *asked, bool (*make_ready)(void *arg, Runtime *rt), void *arg) {
    SesTranslation t = ses_translation(asked);
    CompOptions comp = {.tier = asked->tier == COMP_CC ? COMP_CC : COMP_TCC, .patience = 1};
    return (ModeHow){.ctx = ctx,
                     .sym = t.sym,
                     .gen = t.gen,
                     .comp = comp,
                     .cache = ses_cache_seed(ctx, asked),
                     .prepare = make_ready,
                     .arg = arg};
}

/* ---- a whole simulation ------------------------------------------------------------------------------------------ */

typedef struct {
    SesModel *m;
    const SesSimulation *how;
    const RtOptions *run;
    RtOptions options; /* of the attempt that is made */
    SesStart from;
    Runtime *watched; /* the first one: what the client wants of a run it wants of this one */
    ModeAttempt modes;
    double saved; /* when */
} Modal;

static bool prepare(void *arg, Runtime *rt) {
    Modal *a = arg;
    if (!ses_set_parameters(a->m, rt)) return false;
    for (size_t i = 0; i < a->how->inputs.n && !a->modes.run->now; i++)
        if (!ses_give_inputs(rt, a->how->inputs.at[i])) return false;
    if (a->from.file) ses_put_starts(rt, &a->from);
    if (a->how->save) rt_keep_past(rt);
    if (!a->watched) {
        a->watched = rt;
        if (a->how->begins) a->how->begins(a->how->arg, rt, &a->options);
        a->modes.run->options = a->options; /* the client may have changed them */
        return true;
    }
    RtHost host = *rt_host(a->watched);
    host.ended = host.freed = NULL; /* once is enough */
    rt_set_host(rt, &host);
    return true;
}

/* ["not closed", "closed"]: by number. */
static void count_names(SesStats *s, const ModeRun *r) {
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
    if (r->modes.n) count_names(s, r);
    ses_count(s, "modes", (double)r->modes.n);
    ses_count(s, "mode_changes", (double)r->nchanges);
    ses_count(s, "mode_translations", (double)r->translations);
    ses_count(s, "mode_cache_hits", (double)r->hits);
    ses_count(s, "mode_from_disk", (double)r->loaded);
    ses_count(s, "mode_milliseconds", r->translations ? 1e3 * r->seconds / (double)r->translations : 0);
}

/* What the client asks of the run where it has come to. */
static bool look_at_end(const Modal *a) {
    const Mode *now = a->modes.run->now;
    SesModel shown = {.ctx = a->m->ctx,
                      .asked = a->m->asked,
                      .stats = a->m->stats,
                      .dae = now->model.sym->dae,
                      .sym = now->model.sym,
                      .gen = now->model.gen,
                      .comp = now->model.comp};
    return !a->how->reached || a->how->reached(a->how->arg, now->model.rt, &shown);
}

static RtStatus save(Modal *a, const char *path) {
    Text t = {0};
    RtStatus status = mode_save(a->modes.run, &t);
    if (status == RT_OK && !ses_write_run(a->m->ctx, path, &t)) status = RT_FILE;
    a->saved = rt_time(a->modes.run->now->model.rt);
    base_text_free(&t);
    return status;
}

/* To the end; what is to be saved is saved there, or at the time given. */
static RtStatus advance_and_save(Modal *a) {
    ModeRun *r = a->modes.run;
    double time = NAN;
    const char *path = a->how->save ? ses_split_time(a->m->ctx, a->how->save, &time) : NULL;
    RtStatus status = RT_OK;
    if (path && !isnan(time)) {
        status = mode_advance(r, time);
        if (status == RT_OK) status = save(a, path);
        path = NULL;
    }
    if (status == RT_OK) status = mode_advance(r, INFINITY);
    if (status == RT_OK && !look_at_end(a)) status = RT_FILE;
    return status == RT_OK && path ? save(a, path) : status;
}

static RtStatus simulate(Modal *a, const RtRecord *record, const Text *saved) {
    ModeRun *r = a->modes.run;
    RtStatus status =
        saved ? mode_restore(r, saved->at, saved->n, record, &a->options) : mode_initialise(r, record, &a->options);
    if (status != RT_OK) return status;
    if (a->how->initialised) a->how->initialised(a->how->arg);
    if (saved) rt_set_stop(r->now->model.rt, a->options.stop);
    else status = mode_begin(r);
    if (status == RT_OK) status = advance_and_save(a);
    RtStatus ended = mode_end(r);
    return status == RT_OK ? ended : status;
}

static void tell(Modal *a, RtStatus status, SesOutcome *out) {
    ModeRun *r = a->modes.run;
    out->mode_changes = r->nchanges;
    out->saved = a->saved;
    out->modes = r->translations;
    if (status == RT_OK) ses_count_run(a->m->stats, &out->stats);
    count_modes(a->m->stats, r);
    if (a->how->modes) mode_report(r, a->how->modes);
    if (a->how->combined && status == RT_OK) (void)mode_combine(r, a->how->classic, a->how->combined);
    base_text_add(&out->solver, out->stats.solver ? out->stats.solver : "no solver");
}

/* One attempt with the conditions chosen so far; *again: with more of them, for it showed that they are needed. */
static RtStatus attempt(Modal *a, const RtRecord *record, const Text *saved, SesOutcome *out, bool *again) {
    a->options = *a->run;
    a->watched = NULL;
    mode_make(&a->modes);
    SesClock began = ses_clock();
    a->modes.run->detail = a->how->modes || a->how->combined;
    RtStatus status = simulate(a, record, saved);
    ses_phase(a->m->stats, SES_SIMULATE, began);
    out->stats = *mode_stats(a->modes.run);
    *again = status != RT_OK && !saved && mode_grow(&a->modes);
    if (!*again) tell(a, status, out);
    return status;
}

/* saved: bytes of a run through modes that goes on, or NULL. */
static causeway_status run_modes(SesModel *m, const SesSimulation *how, const RtOptions *run, ModePlan *plan,
                                 const Text *saved, SesOutcome *out) {
    Modal a = {.m = m, .how = how, .run = run};
    RtRecord record = how->record;
    RtStatus status = RT_STOPPED;
    size_t mark = base_diag_mark(m->ctx);
    bool again = true;
    a.modes = (ModeAttempt){.flat = m->flat, .how = ses_mode_how(m->ctx, m->asked, prepare, &a), .plan = plan};
    a.modes.how.traced = how->impulses;
    record.path = base_text_str(&out->output);
    if (how->start_from && !ses_open_start(m->ctx, how->start_from, &a.from)) again = false;
    for (int k = 0; k < MOST_ATTEMPTS && again; k++) {
        status = attempt(&a, &record, saved, out, &again);
        if (again) base_diag_rollback(m->ctx, mark);
        if (!again) mode_drop(&a.modes);
        if (how->ends) how->ends(how->arg, again);
    }
    mode_drop(&a.modes);
    if (a.from.file) res_close(a.from.file);
    return (causeway_status)status;
}

causeway_status ses_run_modes(SesModel *m, const SesSimulation *how, const RtOptions *run, ModePlan *plan,
                              SesOutcome *out) {
    return run_modes(m, how, run, plan, NULL, out);
}

causeway_status ses_restore_modes(SesModel *m, const SesSimulation *how, const RtOptions *run, const Text *saved,
                                  SesOutcome *out) {
    const Dae *flat = flat_again(m);
    ModePlan *plan = flat ? mode_saved_plan(flat, saved->at, saved->n) : NULL;
    if (plan) return run_modes(m, how, run, plan, saved, out);
    base_error(m->ctx, "RT0006", (Span){0}, "the saved state cannot be used: it is that of another model, or damaged");
    return CAUSEWAY_USAGE;
}

/* ---- without a run ----------------------------------------------------------------------------------------------- */

static bool set_parameters(void *arg, Runtime *rt) { return ses_set_parameters(arg, rt); }

static void survey(SesModel *m, ModePlan *plan, size_t most, Text *out) {
    ModeAttempt modes = {.flat = m->flat, .how = ses_mode_how(m->ctx, m->asked, set_parameters, m), .plan = plan};
    mode_make(&modes);
    const ModeRun *r = modes.run;
    mode_survey(modes.run, most);
    base_text_printf(out, "%zu condition%s may govern structure\n", plan->chosen.n, plan->chosen.n == 1 ? "" : "s");
    mode_report_conditions(plan, true, out);
    base_text_printf(out, "%zu modes translated\n", r->modes.n);
    for (size_t i = 0; i < r->modes.n; i++) mode_report_mode(plan, r->modes.at[i], out);
    mode_drop(&modes);
}

bool ses_has_modes(SesModel *m, const Runtime *rt) {
    enum { MOST = 12 };
    bool any = false;
    for (uint32_t i = 0; i < m->sym->systems.n && !any; i++) any = mode_has_branches(m->sym, i);
    const Dae *flat = any ? flat_again(m) : NULL;
    ModePlan *plan = flat ? mode_plan_of(flat, m->sym, rt, false) : NULL;
    if (!plan) return false;
    size_t mark = base_diag_mark(m->ctx);
    ModeAttempt modes = {.flat = flat, .how = ses_mode_how(m->ctx, m->asked, set_parameters, m), .plan = plan};
    mode_make(&modes);
    any = mode_states_differ(modes.run, MOST, m->sym->states.n); /* else the model as one handles them */
    mode_drop(&modes);
    base_diag_rollback(m->ctx, mark);
    return any;
}

causeway_status ses_check_modes(SesModel *m, size_t most, Text *out) {
    m->keep = true;
    causeway_status code = ses_ready(m);
    if (code != CAUSEWAY_OK) return code;
    Runtime *rt = ins_runtime(m->gen, comp_code(m->comp), m->ctx);
    size_t mark = base_diag_mark(m->ctx);
    /* only for the values of parameters: whether it succeeds is not asked for */
    if (ses_set_parameters(m, rt)) (void)rt_initialise(rt, 0);
    base_diag_rollback(m->ctx, mark);
    const Dae *flat = flat_again(m);
    ModePlan *plan = flat ? mode_plan_of(flat, m->sym, rt, false) : NULL;
    rt_free(rt);
    if (plan) survey(m, plan, most, out);
    else base_text_add(out, "no condition governs structure\n");
    return CAUSEWAY_OK;
}
