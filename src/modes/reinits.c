/* reinits.c - what when-equations reinitialise at the event that leads out of a mode.
 *
 * A variable that is to be reinitialised may be a state in the next mode only: in the mode that is left it may even be
 * a constant.  So the actions of the flat model are looked at here, with the values of that mode.
 */
#include "modes/modes.h"

typedef struct {
    ModeRun *r;
    const Runtime *rt;
    DaePool pool;
} Reinits;

static bool value_now(void *arg, const DaeNode *leaf, double *value) {
    const Reinits *x = arg;
    if (leaf->op != DAE_VAR) return false;
    *value = rt_value(x->rt, leaf->id);
    return true;
}

static bool holds(Reinits *x, DaeExpr e) {
    const DaeNode *n = dae_at(&x->pool, e);
    const Dae *d = x->r->plan->base->dae;
    double value, before;
    if (n->op == DAE_OR) return holds(x, dae_arg(&x->pool, e, 0)) || holds(x, dae_arg(&x->pool, e, 1));
    if (n->op != DAE_TRIGGER) return dae_run(d, &x->pool, e, value_now, x, &value) && value != 0;
    return dae_run(d, &x->pool, dae_arg(&x->pool, e, 0), value_now, x, &value) &&
           dae_run(d, &x->pool, dae_arg(&x->pool, e, 1), value_now, x, &before) && value != 0 && before == 0;
}

/* Depth is that of if-statements in the text. */
static void act(Reinits *x, DaeExpr e) {
    const DaeNode *n = dae_at(&x->pool, e);
    double value;
    if (n->op == DAE_SEQ)
        for (uint32_t i = 0; i < n->nargs; i++) act(x, dae_arg(&x->pool, e, i));
    if (n->op == DAE_IF_STMT) {
        DaeExpr branch = dae_arg(&x->pool, e, holds(x, dae_arg(&x->pool, e, 0)) ? 1 : 2);
        if (branch) act(x, branch);
    }
    if (n->op != DAE_REINIT) return;
    const DaeNode *to = dae_at(&x->pool, dae_arg(&x->pool, e, 0));
    if (to->op != DAE_VAR) return;
    if (dae_run(x->r->plan->base->dae, &x->pool, dae_arg(&x->pool, e, 1), value_now, x, &value))
        x->r->values[to->id] = value;
}

void mode_take_reinits(ModeRun *r, const Runtime *rt) {
    const Dae *d = r->plan->base->dae;
    if (!d->actions.n) return;
    Reinits x = {.r = r, .rt = rt};
    dae_pool_init(&x.pool);
    for (size_t i = 0; i < d->actions.n; i++) act(&x, dae_expand(&x.pool, d, &d->actions.at[i]));
    dae_pool_free(&x.pool);
}
