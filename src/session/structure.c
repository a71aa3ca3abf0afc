/* structure.c - simulations of models whose structure changes while they run.
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

/* What may govern structure in the systems of equations that is_suspect picks. */
static ModePlan *plan_modes(SesModel *m, const Runtime *rt,
                            bool (*is_suspect)(const SesModel *m, const Runtime *rt, uint32_t system)) {
    const Dae *flat = flat_again(m);
    if (!flat) return NULL;
    double *values = base_realloc(NULL, flat->vars.n * sizeof *values);
    uint32_t known = rt_model(rt)->nvars;
    for (size_t v = 0; v < flat->vars.n; v++) values[v] = v && v < known ? rt_value(rt, (MdVar)v) : NAN;
    ModePlan *p = mode_plan(flat, values);
    bool any = false;
    for (uint32_t k = 0; p && k < m->sym->systems.n; k++)
        if (is_suspect(m, rt, k)) any |= mode_choose_system(p, m->sym, k);
    base_realloc(values, 0);
    if (any) return p;
    mode_free_plan(p);
    return NULL;
}

static bool was_singular(const SesModel *m, const Runtime *rt, uint32_t system) {
    (void)m;
    return rt_was_singular(rt, system);
}

ModePlan *ses_plan_modes(SesModel *m, const Runtime *rt) { return plan_modes(m, rt, was_singular); }

/* ---- a run ------------------------------------------------------------------------------------------------------- */

typedef struct {
    SesModel *m;
    const SesSimulation *how;
    RtOptions *run;
    Runtime *watched; /* the first one: what the client wants of a run it wants of this one */
    ModePlan *plan;
} Modal;

static bool is_modal(void *arg, uint32_t system) {
    const Mode *mode = arg;
    return mode_has_branches(mode->model.sym, system);
}

static bool prepare(void *arg, Runtime *rt) {
    Modal *a = arg;
    if (!ses_set_parameters(a->m, rt)) return false;
    if (!a->watched) {
        a->watched = rt;
        if (a->how->begins) a->how->begins(a->how->arg, rt, a->run);
        return true;
    }
    RtHost host = *rt_host(a->watched);
    host.ended = host.freed = NULL; /* once is enough */
    rt_set_host(rt, &host);
    return true;
}

static void initialised(void *arg) {
    const Modal *a = arg;
    if (a->how->initialised) a->how->initialised(a->how->arg);
}

static void count_modes(SesStats *s, const ModeRun *r) {
    ses_count(s, "modes", (double)r->modes.n);
    ses_count(s, "mode_changes", (double)r->nchanges);
    ses_count(s, "mode_translations", (double)r->translations);
    ses_count(s, "mode_cache_hits", (double)r->hits);
    ses_count(s, "mode_milliseconds", r->translations ? 1e3 * r->seconds / (double)r->translations : 0);
}

static ModePlan *same_plan(const Modal *a) {
    ModePlan *p = mode_plan(a->m->flat, a->plan->values.at);
    for (uint32_t i = 0; p && i < p->conditions.n; i++) p->conditions.at[i].chosen = a->plan->conditions.at[i].chosen;
    return p;
}

/* One attempt with the conditions chosen so far; *grown: more of them, when it showed that they are needed. */
static RtStatus attempt(Modal *a, const RtRecord *record, const RtOptions *run, SesOutcome *out, ModePlan **grown) {
    SesModel *m = a->m;
    SesTranslation t = ses_translation(m->asked);
    CompOptions comp = {.tier = m->asked->tier == COMP_CC ? COMP_CC : COMP_TCC, .patience = 1};
    ModeHow how = {
        .ctx = m->ctx, .sym = t.sym, .gen = t.gen, .comp = comp, .prepare = prepare, .modal = is_modal, .arg = a};
    RtOptions options = *run;
    a->run = &options;
    a->watched = NULL;
    mode_fix(a->plan);
    ModeRun *r = mode_run(a->plan, &how);
    SesClock began = ses_clock();
    r->detail = a->how->modes || a->how->combined;
    RtStatus status = mode_simulate(r, record, &options, initialised);
    ses_phase(m->stats, SES_SIMULATE, began);
    *grown = NULL;
    if (status != RT_OK) {
        ModePlan *more = same_plan(a);
        if (more && mode_grows(r, more)) *grown = more;
        else mode_free_plan(more);
    }
    out->stats = *mode_stats(r);
    if (status == RT_OK || !*grown) {
        out->mode_changes = r->nchanges;
        out->modes = r->translations;
        if (status == RT_OK) ses_count_run(m->stats, &out->stats);
        count_modes(m->stats, r);
        if (a->how->modes) mode_report(r, a->how->modes);
        if (a->how->combined && status == RT_OK) (void)mode_combine(r, a->how->combined);
        base_text_add(&out->solver, out->stats.solver ? out->stats.solver : "no solver");
    }
    mode_free_run(r);
    return status;
}

causeway_status ses_run_modes(SesModel *m, const SesSimulation *how, const RtOptions *run, ModePlan *plan,
                              SesOutcome *out) {
    Modal a = {.m = m, .how = how, .plan = plan};
    RtStatus status = RT_STOPPED;
    RtRecord record = how->record;
    record.path = base_text_str(&out->output);
    size_t mark = base_diag_mark(m->ctx);
    for (int k = 0; k < MOST_ATTEMPTS && a.plan; k++) {
        ModePlan *grown;
        status = attempt(&a, &record, run, out, &grown);
        mode_free_plan(a.plan);
        a.plan = grown;
        if (grown) base_diag_rollback(m->ctx, mark);
        if (how->ends) how->ends(how->arg, grown != NULL);
    }
    mode_free_plan(a.plan);
    return (causeway_status)status;
}

/* ---- without a run ----------------------------------------------------------------------------------------------- */

static bool may_be_singular(const SesModel *m, const Runtime *rt, uint32_t system) {
    (void)rt;
    return mode_has_branches(m->sym, system);
}

static bool set_parameters(void *arg, Runtime *rt) { return ses_set_parameters(arg, rt); }

static void survey(SesModel *m, ModePlan *plan, size_t most, Text *out) {
    SesTranslation t = ses_translation(m->asked);
    CompOptions comp = {.tier = COMP_TCC, .patience = 1};
    ModeHow how = {.ctx = m->ctx, .sym = t.sym, .gen = t.gen, .comp = comp, .prepare = set_parameters, .arg = m};
    mode_fix(plan);
    ModeRun *r = mode_run(plan, &how);
    mode_survey(r, most);
    base_text_printf(out, "%zu condition%s may govern structure\n", plan->chosen.n, plan->chosen.n == 1 ? "" : "s");
    mode_report_conditions(plan, true, out);
    base_text_printf(out, "%zu modes translated\n", r->modes.n);
    for (size_t i = 0; i < r->modes.n; i++) mode_report_mode(plan, r->modes.at[i], out);
    mode_free_run(r);
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
    ModePlan *plan = plan_modes(m, rt, may_be_singular);
    rt_free(rt);
    if (plan) survey(m, plan, most, out);
    else base_text_add(out, "no condition governs structure\n");
    mode_free_plan(plan);
    return CAUSEWAY_OK;
}
