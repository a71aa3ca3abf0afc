/* loops.c - loops of discrete variables that are not Real.
 *
 * A latch such as q = not (r or nq), nq = not (s or q) has no equation to start with, and nothing that Newton's method
 * could iterate.  Before: sorted equations with such loops.  After: in each loop one variable v is read as pre(v), its
 * value in the last round of the event iteration (MLS 3.6, appendix B), which goes on until pre(v) = v; one that never
 * gets there is reported with the variable's name.
 *
 * Equations of a when hold in one round only (MLS 3.6, 8.3.5.1).  A loop of them, or one through an algorithm, is
 * therefore iterated where it stands, beginning with pre(v), by a statement that computes all its variables; where it
 * does not end, it says so.
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

/* ---- equations of one variable ----------------------------------------------------------------------------------- */

/* Both sides are the same, of one variable (two inverters in a ring): whatever it was fulfils them.  v = pre(v)
 * then. */
static bool keep_value(SymWork *w, DaeEquation *eq, DaeShape s) {
    Dae *d = w->dae;
    DaeOperand v = dae_operands(d, eq)[0];
    if (s.nholes != 1 || dae_arg(&d->pool, s.root, 0) != dae_arg(&d->pool, s.root, 1)) return false;
    if (dae_operand_is_const(v) || !(w->role.at[v] & SYM_ROLE_UNKNOWN)) return false;
    DaeVar pre = dae_pre(d, v);
    sym_grow(w);
    *eq = sym_equate(w, v, pre, eq->origin);
    return true;
}

static void read_own_before(SymWork *w, DaeEquation *eq, DaeShape s) {
    Dae *d = w->dae;
    for (uint32_t side = 0; side < 2; side++) {
        const DaeNode *n = dae_at(&d->pool, dae_arg(&d->pool, s.root, side));
        if (n->op != DAE_HOLE || n->id >= 63 || !(sym_holes(d, dae_arg(&d->pool, s.root, 1 - side)) >> n->id & 1))
            continue;
        DaeOperand v = dae_operands(d, eq)[n->id];
        if (dae_operand_is_const(v) || !(w->role.at[v] & SYM_ROLE_UNKNOWN)) continue;
        Reading r = {w, v, dae_pre(d, v)};
        sym_grow(w);
        (void)read_in_owner(&r, eq);
        return;
    }
}

void sym_read_own_before(SymWork *w) {
    const Dae *d = w->dae;
    for (size_t i = 0; i < w->eqs.n; i++) {
        DaeEquation *eq = &w->eqs.at[i];
        DaeShape s = d->shapes.at[eq->shape];
        if (s.nout || s.nholes == 0 || dae_at(&d->pool, s.root)->op != DAE_EQUATE) continue;
        if (sym_facts(w, eq->shape)->base == DAE_REAL || sym_facts(w, eq->shape)->triggered) continue;
        if (!keep_value(w, eq, s)) read_own_before(w, eq, s);
    }
}

/* ---- loops iterated where they stand ----------------------------------------------------------------------------- */

enum { MOST_ROUNDS = 200 };

typedef struct {
    SymWork *w;
    DaePool pool;
    VecU32 outs;
    VecU32 body;     /* statements of a round */
    DaeExpr settled; /* the new value of every unknown is the one that was used */
    VecU32 take;     /* v := value, for every unknown */
    DaeExpr trigger; /* condition of a when in the loop, or 0 */
} Loop;

static void find_trigger(Loop *l, DaeExpr e) {
    DaeWalk walk = {0};
    dae_walk(&walk, &l->pool, e);
    for (uint32_t i = 0; i < walk.n && !l->trigger; i++)
        if (dae_at(&l->pool, walk.at[i])->op == DAE_TRIGGER) l->trigger = walk.at[i];
    dae_walk_free(&walk);
}

static void add_statement(Loop *l, const DaeEquation *eq) {
    const Dae *d = l->w->dae;
    DaeExpr e = dae_expand(&l->pool, d, eq);
    find_trigger(l, e);
    vec_push(&l->body, e);
    for (uint32_t k = 0; k < d->shapes.at[eq->shape].nout; k++) vec_push(&l->outs, dae_operands(d, eq)[k]);
}

/* The residual that gives unknown v, as an assignment to another variable. */
static bool add_unknown(Loop *l, DaeVar v, const SymSystem *s, uint8_t *used) {
    Dae *d = l->w->dae;
    for (uint32_t i = 0; i < s->n; i++) {
        uint32_t hole = sym_hole_of(d, &s->residuals[i], v);
        DaeEquation eq;
        if (used[i] || hole == SYM_NONE || !sym_solve_eq(l->w, &s->residuals[i], hole, &eq)) continue;
        used[i] = 1;
        DaeVar made = sym_own_value(l->w, v);
        uint32_t n = d->shapes.at[eq.shape].nholes, from = eq.operands;
        eq.operands = (uint32_t)d->operands.n;
        for (uint32_t k = 0; k < n; k++) {
            DaeOperand o = k == 0 ? made : d->operands.at[from + k];
            vec_push(&d->operands, o);
        }
        add_statement(l, &eq);
        vec_push(&l->outs, v);
        DaeBase base = (DaeBase)d->vars.at[v].base;
        DaeExpr old = dae_var(&l->pool, v, base), new = dae_var(&l->pool, made, base),
                same = dae_op2(&l->pool, DAE_EQ, old, new);
        l->settled = l->settled ? dae_op2(&l->pool, DAE_AND, l->settled, same) : same;
        vec_push(&l->take, dae_op2(&l->pool, DAE_ASSIGN, old, new));
        return true;
    }
    return false;
}

static DaeExpr message(Loop *l, const SymSystem *s) {
    Text t = {0};
    for (uint32_t i = 0; i < s->n && i < 4; i++)
        base_text_printf(&t, "%s%s", i ? ", " : "", sym_var_text(l->w, s->unknowns[i]));
    base_text_printf(&t, "%s depend%s on %s in a loop, and no values were found that fulfil its equations",
                     s->n > 4 ? ", ..." : "", s->n > 1 ? "" : "s", s->n > 1 ? "each other" : "itself");
    DaeExpr text = dae_text(&l->pool, base_name(l->w->ctx->names, base_text_str(&t)));
    base_text_free(&t);
    return text;
}

static DaeExpr sequence(DaePool *p, const VecU32 *statements) {
    return dae_op(p, DAE_SEQ, statements->at, (uint32_t)statements->n);
}

/* value := pre(v); for i in 1:n loop (v := value; value := ...; if v == value then break) end for; assert(v ==
 * value) */
static DaeExpr whole_statement(Loop *l, const SymSystem *s) {
    Dae *d = l->w->dae;
    DaePool *p = &l->pool;
    VecU32 all = {0}, round = {0};
    for (uint32_t i = 0; i < s->n; i++) {
        DaeVar v = s->unknowns[i], pre = dae_pre(d, v);
        sym_grow(l->w);
        DaeBase base = (DaeBase)d->vars.at[v].base;
        DaeExpr value = dae_arg(p, l->take.at[i], 1);
        vec_push(&all, dae_op2(p, DAE_ASSIGN, value, dae_var(p, pre, base)));
        vec_push(&round, l->take.at[i]);
    }
    for (size_t i = 0; i < l->body.n; i++) vec_push(&round, l->body.at[i]);
    DaeExpr leave = dae_op(p, DAE_BREAK, NULL, 0), range[3] = {dae_int(p, 1), dae_int(p, 1), dae_int(p, MOST_ROUNDS)};
    vec_push(&round, dae_op3(p, DAE_IF_STMT, l->settled, dae_op(p, DAE_SEQ, &leave, 1), 0));
    vec_push(&all,
             dae_op3(p, DAE_FOR, dae_local(p, 0, DAE_INTEGER, 0), dae_op(p, DAE_RANGE, range, 3), sequence(p, &round)));
    DaeExpr check = dae_op3(p, DAE_ASSERT, l->settled, message(l, s), dae_int(p, DAE_ASSERT_ERROR));
    vec_push(&all, l->trigger ? dae_op3(p, DAE_IF_STMT, l->trigger, dae_op(p, DAE_SEQ, &check, 1), 0) : check);
    DaeExpr root = sequence(p, &all);
    vec_free(&all);
    vec_free(&round);
    return root;
}

bool sym_iterate_loop(SymWork *w, const SymSystem *s, DaeEquation *out) {
    Loop l = {.w = w};
    uint8_t *used = base_realloc(NULL, s->n + 1);
    memset(used, 0, s->n + 1);
    dae_pool_init(&l.pool);
    for (uint32_t i = 0; i < s->ninner; i++) add_statement(&l, &s->inner[i]);
    bool ok = true;
    for (uint32_t i = 0; i < s->n && ok; i++) ok = add_unknown(&l, s->unknowns[i], s, used);
    if (ok) {
        DaeExpr root = whole_statement(&l, s);
        *out = dae_shape(w->dae, &l.pool, root, l.outs.at, (uint32_t)l.outs.n, w->dae->vars.at[s->unknowns[0]].origin);
    } else {
        base_unsupported(w->ctx, "SYM0501", sym_span(w->dae, w->dae->vars.at[s->unknowns[0]].origin),
                         "%s depends on itself in a loop that is not of Real variables",
                         sym_var_text(w, s->unknowns[0]));
    }
    dae_pool_free(&l.pool);
    vec_free(&l.outs);
    vec_free(&l.body);
    vec_free(&l.take);
    base_realloc(used, 0);
    return ok;
}
