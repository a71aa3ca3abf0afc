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

/* Expressions are as deep as parentheses nest, which the parser bounds, but for chains of + - * / to the left: the sum
 * of the flows of a node has as many terms as the node has parts.  Those are worked off in loops. */
enum { LONG_CHAIN = 100 };

static bool is_chain(const DaeNode *n) { return n->nargs == 2 && n->op >= DAE_ADD && n->op <= DAE_DIV; }

bool cls_is_long(const DaePool *p, DaeExpr e) {
    for (int k = 0; k < LONG_CHAIN; k++) {
        if (!is_chain(dae_at(p, e))) return false;
        e = dae_arg(p, e, 0);
    }
    return true;
}

DaeExpr cls_chain(const DaePool *p, DaeExpr e, VecU32 *chain) {
    for (; is_chain(dae_at(p, e)); e = dae_arg(p, e, 0)) vec_push(chain, e);
    return e;
}

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

static DaeExpr substitute_chain(DaePool *p, DaeExpr e, bool fold, DaeExpr (*leaf)(void *arg, uint32_t var), void *arg) {
    VecU32 chain = {0};
    DaeExpr was = cls_chain(p, e, &chain), left = cls_substitute(p, was, fold, leaf, arg);
    while (chain.n) {
        DaeExpr x = vec_pop(&chain), right = dae_arg(p, x, 1),
                args[2] = {left, cls_substitute(p, right, fold, leaf, arg)};
        left = left == was && args[1] == right ? x : cls_rebuild(p, x, args, fold);
        was = x;
    }
    vec_free(&chain);
    return left;
}

DaeExpr cls_substitute(DaePool *p, DaeExpr e, bool fold, DaeExpr (*leaf)(void *arg, uint32_t var), void *arg) {
    DaeNode n = *dae_at(p, e);
    if (n.op == DAE_VAR) {
        DaeExpr other = leaf(arg, n.id);
        return other ? other : e;
    }
    if (cls_is_long(p, e)) return substitute_chain(p, e, fold, leaf, arg);
    if (!n.nargs) return e;
    DaeExpr small[8], *args = n.nargs <= 8 ? small : base_realloc(NULL, n.nargs * sizeof *args);
    bool same = true;
    for (uint32_t k = 0; k < n.nargs; k++) {
        DaeExpr a = dae_arg(p, e, k);
        args[k] = cls_substitute(p, a, fold, leaf, arg);
        same &= args[k] == a;
    }
    DaeExpr result = same ? e : cls_rebuild(p, e, args, fold);
    if (args != small) base_realloc(args, 0);
    return result;
}

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

typedef struct {
    const DaePool *p;
    uint32_t var;
} VarSought;

static bool is_sought(void *arg, DaeExpr e) {
    const VarSought *s = arg;
    const DaeNode *n = dae_at(s->p, e);
    return n->op == DAE_VAR && n->id == s->var;
}

bool cls_contains(const DaePool *p, DaeExpr e, uint32_t var) {
    VarSought s = {p, var};
    return cls_walk(p, e, is_sought, &s);
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
