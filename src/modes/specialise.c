/* specialise.c - the equations of one mode.
 *
 * Before: the base of all modes with its chosen conditions.  After: a copy of it in which each if that hangs on a
 * chosen condition is the branch that holds in the mode; factors that are zero by the values of parameters are zero.
 */
#include "modes/modes.h"

#include <string.h>

/* Does the condition of an if hold?  -1: it is not part of the mode. */
static int branch_of(const ModePlan *p, const uint8_t *bits, DaeExpr condition) {
    bool negated;
    uint32_t c = mode_find_condition(p, condition, &negated);
    if (c == UINT32_MAX || !p->conditions.at[c].chosen) return -1;
    return (bits[p->conditions.at[c].place] != 0) != negated;
}

/* A Real made of parameters, and no literal, that is zero. */
static bool vanishes(const ModePlan *p, DaeExpr e) {
    const DaeNode *n = dae_at(&p->pool, e);
    return n->base == DAE_REAL && n->op != DAE_CONST && mode_is_zero(p, e);
}

static DaeExpr choose_branches(const ModePlan *p, const uint8_t *bits, DaePool *to, DaeExpr root, DaeWalk *w,
                               VecU32 *made) {
    const DaePool *from = &p->pool;
    VecU32 args = {0};
    vec_clear(made);
    dae_walk(w, from, root);
    for (uint32_t i = 0; i < w->n; i++) {
        DaeExpr e = w->at[i];
        DaeNode n = *dae_at(from, e);
        vec_clear(&args);
        for (uint32_t k = 0; k < n.nargs; k++) {
            DaeExpr a = dae_arg(from, e, k);
            vec_push(&args, a ? made->at[dae_walk_slot(w, a)] : 0);
        }
        int branch = n.op == DAE_IF ? branch_of(p, bits, dae_arg(from, e, 0)) : -1;
        DaeExpr now = branch >= 0          ? args.at[branch ? 1 : 2]
                      : vanishes(p, e)     ? dae_real(to, 0)
                      : n.op <= DAE_COLON  ? dae_node(to, n, NULL, 0)
                      : n.op == DAE_EQUATE ? dae_node(to, n, args.at, n.nargs)
                                           : dae_with_args(to, n, args.at, n.nargs);
        vec_push(made, now);
    }
    vec_free(&args);
    return vec_last(made);
}

static void put_number(const ModePlan *p, Dae *d, uint32_t number) {
    DaePool scratch;
    dae_pool_init(&scratch);
    DaeExpr sides[2] = {dae_var(&scratch, p->number, DAE_INTEGER), dae_int(&scratch, number)};
    dae_add_equation(d, &d->equations, &scratch, dae_raw(&scratch, DAE_EQUATE, sides, 2), NULL, 0, 0);
    dae_pool_free(&scratch);
}

/* A mode that is entered later begins with the values of another one. */
static void drop_start(Dae *d) {
    d->initial.n = 0;
    for (size_t v = 1; v < d->vars.n; v++) {
        DaeVariable *x = &d->vars.at[v];
        if (x->kind == DAE_KIND_PARAMETER) x->flags |= DAE_FIXED;
        else if (x->kind >= DAE_KIND_DISCRETE) x->flags &= (uint16_t)~DAE_FIXED;
    }
}

Dae *mode_dae(const ModePlan *p, const uint8_t *bits, uint32_t number, bool start) {
    Dae *d = dae_copy(p->base->dae);
    DaePool scratch;
    DaeWalk w = {0};
    VecU32 made = {0};
    dae_pool_init(&scratch);
    DaePoolMark mark = dae_pool_mark(&scratch);
    for (size_t i = 0; i < p->equations.n; i++) {
        DaeEquation *eq = &d->equations.at[p->equations.at[i].equation];
        DaeExpr root = choose_branches(p, bits, &scratch, p->equations.at[i].root, &w, &made);
        DaeEquation now = dae_shape(d, &scratch, root, NULL, 0, eq->origin);
        d->equations.at[p->equations.at[i].equation] = now;
        dae_pool_release(&scratch, mark);
    }
    put_number(p, d, number);
    if (!start) drop_start(d);
    dae_walk_free(&w);
    vec_free(&made);
    dae_pool_free(&scratch);
    return d;
}

void mode_differential(const ModePlan *p, const Dae *d, VecU32 *out) {
    uint8_t *seen = base_realloc(NULL, d->vars.n + 1);
    memset(seen, 0, d->vars.n + 1);
    for (size_t i = 0; i < d->equations.n; i++) {
        const DaeEquation *eq = &d->equations.at[i];
        for (uint32_t k = 0; k < d->shapes.at[eq->shape].nholes; k++) {
            DaeOperand o = dae_operands(d, eq)[k];
            if (dae_operand_is_const(o) || d->vars.at[o].kind != DAE_KIND_DERIVATIVE) continue;
            seen[d->vars.at[o].of] = 1;
        }
    }
    for (DaeVar v = 1; v < p->nshared; v++)
        if (seen[v]) vec_push(out, v);
    base_realloc(seen, 0);
}

/* ---- over a short time ------------------------------------------------------------------------------------------- */

static DaeVar leap_variable(Dae *d, const char *word, int32_t number, DaeKind kind, DaeOperand start) {
    Name name = base_name(d->ctx->names, word);
    uint16_t flags = DAE_HIDDEN;
    if (kind == DAE_KIND_PARAMETER) flags |= DAE_FIXED | DAE_HAS_START;
    return dae_add_var(d, &(DaeVariable){.name = dae_name(d, 0, name, &number, number > 0),
                                         .start = start,
                                         .base = DAE_REAL,
                                         .kind = (uint8_t)kind,
                                         .flags = flags});
}

static void add_leap(Dae *d, DaeVar x, DaeVar old, DaeVar step, DaeVar rate) {
    DaePool s;
    dae_pool_init(&s);
    DaeExpr moved = dae_op2(&s, DAE_MUL, dae_var(&s, step, DAE_REAL), dae_var(&s, rate, DAE_REAL));
    DaeExpr sides[2] = {dae_var(&s, x, DAE_REAL), dae_op2(&s, DAE_ADD, dae_var(&s, old, DAE_REAL), moved)};
    dae_add_equation(d, &d->equations, &s, dae_raw(&s, DAE_EQUATE, sides, 2), NULL, 0, d->vars.at[x].origin);
    dae_pool_free(&s);
}

ModeLeap mode_leap(const Dae *mode, const VecU32 *differential) {
    ModeLeap l = {.dae = dae_copy(mode)};
    Dae *d = l.dae;
    Map rate_of = {0};
    l.step = leap_variable(d, "$step", 0, DAE_KIND_PARAMETER, dae_constant(d, 1e-4));
    for (size_t i = 0; i < differential->n; i++) {
        DaeVar x = differential->at[i];
        DaeVar old = leap_variable(d, "$old", (int32_t)i + 1, DAE_KIND_PARAMETER, dae_constant(d, 0));
        DaeVar rate = leap_variable(d, "$rate", (int32_t)i + 1, DAE_KIND_CONTINUOUS, DAE_NO_OPERAND);
        vec_push(&l.olds, old);
        base_map_put(&rate_of, d->vars.at[x].derivative, rate);
        add_leap(d, x, old, l.step, rate);
        d->vars.at[x].derivative = 0;
    }
    for (size_t i = 0; i < d->operands.n; i++) { /* of relations too */
        uint64_t rate;
        DaeOperand *o = &d->operands.at[i];
        if (!dae_operand_is_const(*o) && base_map_get(&rate_of, *o, &rate)) *o = (DaeVar)rate;
    }
    d->actions.n = 0;
    drop_start(d);
    base_map_free(&rate_of);
    return l;
}
