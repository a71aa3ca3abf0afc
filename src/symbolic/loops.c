/* loops.c - loops of discrete variables that are not Real.
 *
 * A latch such as q = not (r or nq), nq = not (s or q) has no equation to start with, and nothing that Newton's method
 * could iterate.  Before: sorted equations with such loops.  After: in each loop one variable v is read as pre(v), its
 * value in the last round of the event iteration (MLS 3.6, appendix B), which goes on until pre(v) = v; one that never
 * gets there is reported with the variable's name.
 */
#include "symbolic/symbolic_impl.h"

#include <string.h>

typedef struct {
    SymWork *w;
    DaeVar v, pre;
} Reading;

static DaeExpr read_before(void *arg, DaePool *to, const DaePool *from, DaeExpr leaf) {
    const Reading *r = arg;
    const DaeNode n = *dae_at(from, leaf);
    if (n.op == DAE_VAR && n.id == r->v) return dae_var(to, r->pre, (DaeBase)n.base);
    return to == from ? leaf : dae_node(to, n, NULL, 0);
}

/* The equation that gives v, with v on the other side read as pre(v).  false: v stands alone on neither side. */
static bool read_in_owner(Reading *r, DaeEquation *eq) {
    Dae *d = r->w->dae;
    if (d->shapes.at[eq->shape].nout) return false;
    DaePool pool;
    dae_pool_init(&pool);
    DaeExpr root = dae_expand(&pool, d, eq), v = dae_var(&pool, r->v, (DaeBase)d->vars.at[r->v].base);
    DaeExpr a = dae_arg(&pool, root, 0), b = dae_arg(&pool, root, 1);
    bool left = a == v, right = b == v;
    if (left || right) {
        DaeExpr value = dae_map(&pool, &pool, left ? b : a, read_before, r);
        *eq = dae_shape(d, &pool, dae_op2(&pool, DAE_EQUATE, v, value), NULL, 0, eq->origin);
    }
    dae_pool_free(&pool);
    return left || right;
}

static void read_elsewhere(const Reading *r, DaeEquation *eq) {
    Dae *d = r->w->dae;
    uint32_t n = d->shapes.at[eq->shape].nholes, from = eq->operands;
    bool reads = false;
    for (uint32_t k = 0; k < n; k++) reads |= d->operands.at[from + k] == r->v;
    if (!reads) return;
    eq->operands = (uint32_t)d->operands.n;
    for (uint32_t k = 0; k < n; k++) {
        DaeOperand o = d->operands.at[from + k];
        vec_push(&d->operands, o == r->v ? r->pre : o);
    }
}

bool sym_break_loops(SymWork *w, uint32_t **owner, uint32_t *nowner) {
    Dae *d = w->dae;
    for (size_t i = 0; i < w->loops.n; i++) {
        Reading r = {w, w->loops.at[i], 0};
        uint32_t own = (*owner)[r.v];
        r.pre = dae_pre(d, r.v);
        sym_grow(w);
        if (*nowner < d->vars.n) {
            *owner = base_realloc(*owner, d->vars.n * sizeof **owner);
            for (; *nowner < d->vars.n; ++*nowner) (*owner)[*nowner] = SYM_NONE;
        }
        if (own == SYM_NONE || !read_in_owner(&r, &w->eqs.at[own])) return false;
        for (uint32_t e = 0; e < w->eqs.n; e++)
            if (e != own) read_elsewhere(&r, &w->eqs.at[e]);
    }
    return true;
}
