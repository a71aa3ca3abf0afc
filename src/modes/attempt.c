/* attempt.c - runs with more and more conditions, until they are enough.
 *
 * Which conditions govern structure shows when a system of equations that hangs on them is singular.  A run through the
 * modes of those found so far may meet others: it is begun again with these too.
 */
#include "modes/modes.h"

#include <math.h>

ModePlan *mode_plan_of(const Dae *flat, const SymModel *sym, const Runtime *rt, bool singular) {
    double *values = base_realloc(NULL, flat->vars.n * sizeof *values);
    uint32_t known = rt_model(rt)->nvars;
    for (size_t v = 0; v < flat->vars.n; v++) values[v] = v && v < known ? rt_value(rt, (MdVar)v) : NAN;
    ModePlan *p = mode_plan(flat, values);
    bool any = false;
    for (uint32_t k = 0; p && k < sym->systems.n; k++)
        if (singular ? rt_was_singular(rt, k) : mode_has_branches(sym, k)) any |= mode_choose_system(p, sym, k);
    base_realloc(values, 0);
    if (any) return p;
    mode_free_plan(p);
    return NULL;
}

void mode_make(ModeAttempt *a) {
    mode_fix(a->plan, a->how.traced);
    a->run = mode_run(a->plan, &a->how);
}

/* A plan of the same flat model in which the same conditions are chosen. */
static ModePlan *same_plan(const ModeAttempt *a) {
    ModePlan *p = mode_plan(a->flat, a->plan->values.at);
    for (uint32_t i = 0; p && i < p->conditions.n; i++) p->conditions.at[i].chosen = a->plan->conditions.at[i].chosen;
    return p;
}

/* Chooses what made systems of equations of the modes singular; false: nothing that is not chosen. */
static bool choose_more(const ModeRun *r, ModePlan *plan) {
    bool any = false;
    for (size_t i = 0; i < r->modes.n; i++) {
        const Mode *m = r->modes.at[i];
        if (!m->ready) continue;
        for (uint32_t k = 0; k < m->model.sym->systems.n; k++)
            if (rt_was_singular(m->model.rt, k)) any |= mode_choose_system(plan, m->model.sym, k);
    }
    return any;
}

static ModePlan *larger_plan(const ModeAttempt *a) {
    ModePlan *more = same_plan(a);
    if (more && choose_more(a->run, more)) return more;
    mode_free_plan(more);
    return NULL;
}

bool mode_can_grow(const ModeAttempt *a) {
    ModePlan *more = larger_plan(a);
    mode_free_plan(more);
    return more != NULL;
}

bool mode_grow(ModeAttempt *a) {
    ModePlan *more = larger_plan(a);
    if (!more) return false;
    mode_drop(a);
    a->plan = more;
    return true;
}

void mode_drop(ModeAttempt *a) {
    mode_free_run(a->run);
    mode_free_plan(a->plan);
    a->run = NULL;
    a->plan = NULL;
}
