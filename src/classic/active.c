/* active.c - which equations are in force.
 *
 * From the equations of the model and the settings: with Eliminate, a = b is taken out, b is kept, but a variable that
 * is known is always kept; an output or a state derivative that equals a kept variable gives an equation that comes
 * last.  With EvaluateExpr, a = 0 and what follows from it is found; solving puts the zeros in.
 */
#include "classic/classic_impl.h"

#include <string.h>

void cls_changed(ClsModel *m) { m->fresh = m->partitioned = false; }

bool cls_is_unknown(const ClsModel *m, uint32_t var) { return m->vars.at[var].role == CLS_UNKNOWN; }

bool cls_is_state(const ClsModel *m, uint32_t var) {
    const ClsVar *v = &m->vars.at[var];
    return v->der && v->role != CLS_UNKNOWN && (m->vars.at[v->der].role == CLS_UNKNOWN || cls_is_state(m, v->der));
}

/* ---- walking expressions ----------------------------------------------------------------------------------------- */

bool cls_walk(const DaePool *p, DaeExpr e, bool (*visit)(void *arg, DaeExpr e), void *arg) {
    DaeExpr small[64], *stack = small;
    size_t n = 1, cap = 64;
    bool found = false;
    small[0] = e;
    while (n && !found) {
        e = stack[--n];
        uint32_t nargs = dae_at(p, e)->nargs;
        if (n + nargs > cap) {
            DaeExpr *more = base_realloc(stack == small ? NULL : stack, 2 * (n + nargs) * sizeof *more);
            if (stack == small) memcpy(more, small, n * sizeof *more);
            stack = more;
            cap = 2 * (n + nargs);
        }
        found = visit(arg, e);
        for (uint32_t k = nargs; k--;) stack[n++] = dae_arg(p, e, k);
    }
    if (stack != small) base_realloc(stack, 0);
    return found;
}

static DaeExpr exchange(DaePool *to, const DaePool *from, DaeExpr e, ClsExchange *leaf, void *arg) {
    const DaeNode *n = dae_at(from, e);
    DaeExpr other = leaf && n->op == DAE_VAR ? leaf(arg, n->id) : 0;
    return other ? other : to == from ? e : dae_node(to, *n, NULL, 0);
}

/* e again in another pool or the same: variables as leaf gives them (0: as they are), else only what has changed. */
static DaeExpr rebuild(DaePool *to, const DaePool *from, DaeExpr e, bool fold, ClsExchange *leaf, void *arg) {
    if (!dae_at(from, e)->nargs) return exchange(to, from, e, leaf, arg);
    DaeWalk w = {0};
    dae_walk(&w, from, e);
    DaeExpr *made = base_realloc(NULL, w.n * sizeof *made);
    VecU32 args = {0};
    for (uint32_t i = 0; i < w.n; i++) {
        DaeNode n = *dae_at(from, w.at[i]);
        bool same = to == from;
        vec_clear(&args);
        for (uint32_t k = 0; k < n.nargs; k++) {
            DaeExpr a = dae_arg(from, w.at[i], k);
            vec_push(&args, made[dae_walk_slot(&w, a)]);
            same &= args.at[k] == a;
        }
        made[i] = !n.nargs ? exchange(to, from, w.at[i], leaf, arg)
                  : same   ? w.at[i]
                  : fold   ? dae_with_args(to, n, args.at, n.nargs)
                           : dae_node(to, n, args.at, n.nargs);
    }
    e = made[w.n - 1];
    dae_walk_free(&w);
    vec_free(&args);
    base_realloc(made, 0);
    return e;
}

DaeExpr cls_substitute(DaePool *p, DaeExpr e, bool fold, ClsExchange *leaf, void *arg) {
    return rebuild(p, p, e, fold, leaf, arg);
}

DaeExpr cls_copy(DaePool *to, const DaePool *from, DaeExpr e) { return rebuild(to, from, e, false, NULL, NULL); }

typedef struct {
    const DaePool *p;
    void (*visit)(void *arg, uint32_t var);
    void *arg;
} VarVisit;

static bool visit_var(void *arg, DaeExpr e) {
    const VarVisit *v = arg;
    const DaeNode *n = dae_at(v->p, e);
    if (n->op == DAE_VAR) v->visit(v->arg, n->id);
    return false;
}

void cls_each_var(const DaePool *p, DaeExpr e, void (*visit)(void *arg, uint32_t var), void *arg) {
    VarVisit v = {p, visit, arg};
    cls_walk(p, e, visit_var, &v);
}

/* ---- elimination ------------------------------------------------------------------------------------------------- */

static uint32_t kept_of(ClsModel *m, uint32_t var) {
    while (m->kept.at[var] != var) {
        m->kept.at[var] = m->kept.at[m->kept.at[var]];
        var = m->kept.at[var];
    }
    return var;
}

static bool must_stay(const ClsModel *m, uint32_t var) {
    const ClsVar *v = &m->vars.at[var];
    return v->role != CLS_UNKNOWN || (v->der && !m->differentiated) || var == 0;
}

/* Wanted by name in every result. */
static bool is_remembered(const ClsModel *m, uint32_t var) {
    const ClsVar *v = &m->vars.at[var];
    if (v->kind == CLS_NEXT) return true;
    if (v->kind == CLS_DERIVATIVE) return cls_is_state(m, v->of);
    return v->kind == CLS_OUTPUT && v->instance == 0;
}

/* Takes e out when it says a = b.  Returns whether it stays in the list. */
static bool eliminate(ClsModel *m, ClsEquation *e) {
    const DaeNode *l = dae_at(&m->pool, e->lhs), *r = dae_at(&m->pool, e->rhs);
    if (e->kind != CLS_EQUATION || l->op != DAE_VAR || r->op != DAE_VAR) return true;
    uint32_t a = kept_of(m, l->id), b = kept_of(m, r->id);
    if (a == b || (must_stay(m, a) && must_stay(m, b)) || m->vars.at[a].boolean != m->vars.at[b].boolean) return true;
    bool swap = must_stay(m, a) || (is_remembered(m, a) && a != l->id);
    uint32_t gone = swap ? b : a, keep = swap ? a : b;
    m->kept.at[gone] = keep;
    e->tail = !is_remembered(m, gone) ? 0 : swap ? 2 : 1;
    return e->tail != 0;
}

static DaeExpr kept_leaf(void *arg, uint32_t var) {
    ClsModel *m = arg;
    uint32_t k = kept_of(m, var);
    return k == var ? 0 : cls_var(m, k);
}

/* ---- zeros ------------------------------------------------------------------------------------------------------- */

static DaeExpr zero_leaf(void *arg, uint32_t var) {
    ClsModel *m = arg;
    return m->zero.at[var] ? dae_real(&m->pool, 0) : 0;
}

static bool says_zero(ClsModel *m, const ClsEquation *e, uint32_t *var) {
    const DaeNode *l = dae_at(&m->pool, e->lhs);
    if (e->kind != CLS_EQUATION || e->tail || l->op != DAE_VAR || !cls_is_unknown(m, l->id) || m->zero.at[l->id])
        return false;
    *var = l->id;
    if (is_remembered(m, *var) || m->vars.at[*var].boolean) return false;
    DaeExpr value = cls_substitute(&m->pool, e->rhs, true, zero_leaf, m);
    return dae_is_real(&m->pool, value, 0);
}

static void find_zeros(ClsModel *m) {
    for (bool any = true; any;) {
        any = false;
        for (size_t i = 0; i < m->active.n; i++) {
            ClsEquation *e = &m->active.at[i];
            uint32_t var;
            if (e->zero || !says_zero(m, e, &var)) continue;
            m->zero.at[var] = 1;
            e->zero = any = true;
        }
    }
}

void cls_refresh(ClsModel *m) {
    if (m->fresh) return;
    vec_clear(&m->kept);
    vec_reserve(&m->kept, m->vars.n);
    for (uint32_t v = 0; v < m->vars.n; v++) vec_push(&m->kept, v);
    vec_clear(&m->zero);
    (void)vec_extend(&m->zero, m->vars.n);
    vec_clear(&m->active);
    for (size_t i = 0; i < m->equations.n; i++) {
        ClsEquation e = m->equations.at[i];
        e.var = CLS_NONE;
        e.tail = 0;
        e.zero = false;
        if (!m->eliminate || eliminate(m, &e)) vec_push(&m->active, e);
    }
    for (size_t i = 0; i < m->active.n && m->eliminate; i++) {
        ClsEquation *e = &m->active.at[i];
        if (e->tail != 1) e->lhs = cls_substitute(&m->pool, e->lhs, false, kept_leaf, m);
        if (e->tail != 2) e->rhs = cls_substitute(&m->pool, e->rhs, false, kept_leaf, m);
        if (e->condition && e->kind == CLS_WHEN)
            e->condition = cls_substitute(&m->pool, e->condition, false, kept_leaf, m);
    }
    if (m->evaluate) find_zeros(m);
    m->fresh = true;
    m->partitioned = false;
}
