/* mode_source.c - models whose structure conditions may govern: what a run through modes is made of, and what can be
 * said of modes without a run. */
#include "session/session_impl.h"

#include <math.h>
#include <string.h>

/* The flat model again: translated models of the cache come without. */
const Dae *ses_flat_again(SesModel *m) {
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
    const Dae *flat = any ? ses_flat_again(m) : NULL;
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
    const Dae *flat = ses_flat_again(m);
    ModePlan *plan = flat ? mode_plan_of(flat, m->sym, rt, false) : NULL;
    rt_free(rt);
    if (plan) survey(m, plan, most, out);
    else base_text_add(out, "no condition governs structure\n");
    return CAUSEWAY_OK;
}
