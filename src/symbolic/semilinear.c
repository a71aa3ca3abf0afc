/* semilinear.c - chains of semiLinear (MLS 3.6, 3.7.4.5).
 *
 * y = semiLinear(x, a, s1); y = semiLinear(x, s1, s2); ... y = semiLinear(x, sN, b) leave s1 to sN open where x = 0:
 * a system that is singular there.  They mean s1 = if x >= 0 then a else b; s2 = s1; ...; y = semiLinear(x, a, b).
 *
 * A port that is connected to nothing has no flow: 0 = semiLinear(0, s, b) means s = b.
 *
 * Before: aliases are gone, so that equal flows are one variable.  After: as many equations, none of them singular.
 */
#include "symbolic/symbolic_impl.h"

#include <stdlib.h>

enum { LONGEST = 500 }; /* links of one flow that are looked at: each with each */

enum { EXPRESSION = UINT32_MAX }; /* in place of an operand: more than that; ends a chain as a constant does */

typedef struct {
    DaeVar y, x;
    bool minus;      /* -y instead of y */
    bool back;       /* written with -x, and slopes the other way */
    DaeOperand a, b; /* slopes, or EXPRESSION */
    DaeExpr ea, eb;  /* the same in the shape of the equation */
    DaeEquation eq;
    uint32_t number; /* of the equation */
} Link;

typedef VEC(Link) Links;

/* A hole or its negative. */
static bool read_hole(const DaePool *p, DaeExpr e, uint32_t *hole, bool *minus) {
    const DaeNode *n = dae_at(p, e);
    if (n->op == DAE_NEG) {
        *minus = !*minus;
        e = dae_arg(p, e, 0);
        n = dae_at(p, e);
    }
    *hole = n->id;
    return n->op == DAE_HOLE;
}

static DaeOperand slope(const Dae *d, const DaeEquation *eq, DaeExpr e) {
    const DaeNode *n = dae_at(&d->pool, e);
    return n->op == DAE_HOLE ? dae_operands(d, eq)[n->id] : EXPRESSION;
}

static bool read_link(const Dae *d, const DaeEquation *eq, Link *out) {
    const DaeShape *s = &d->shapes.at[eq->shape];
    const DaePool *p = &d->pool;
    if (s->nout || dae_at(p, s->root)->op != DAE_EQUATE) return false;
    DaeExpr l = dae_arg(p, s->root, 0), r = dae_arg(p, s->root, 1);
    if (dae_at(p, l)->op == DAE_SEMILINEAR) {
        DaeExpr t = l;
        l = r;
        r = t;
    }
    if (dae_at(p, r)->op != DAE_SEMILINEAR) return false;
    uint32_t y, x;
    bool minus = false, back = false;
    if (!read_hole(p, l, &y, &minus) || !read_hole(p, dae_arg(p, r, 0), &x, &back)) return false;
    const DaeOperand *o = dae_operands(d, eq);
    if (dae_operand_is_const(o[y]) || dae_operand_is_const(o[x])) return false;
    DaeExpr a = dae_arg(p, r, back ? 2 : 1), b = dae_arg(p, r, back ? 1 : 2);
    *out = (Link){.y = o[y], /* semiLinear(-x, a, b) = -semiLinear(x, b, a) */
                  .x = o[x],
                  .minus = minus != back,
                  .back = back,
                  .a = slope(d, eq, a),
                  .b = slope(d, eq, b),
                  .ea = a,
                  .eb = b,
                  .eq = *eq};
    return true;
}

static bool is_zero(const Dae *d, const DaeEquation *eq, DaeExpr e) {
    const DaeNode *n = dae_at(&d->pool, e);
    if (n->op == DAE_CONST) return n->base == DAE_REAL && n->value.r == 0;
    if (n->op != DAE_HOLE) return false;
    DaeOperand o = dae_operands(d, eq)[n->id];
    return dae_operand_is_const(o) && dae_constant_value(d, o) == 0;
}

static bool is_unknown(const SymWork *w, DaeOperand o) {
    return !dae_operand_is_const(o) && (w->role.at[o] & SYM_ROLE_UNKNOWN);
}

/* 0 = semiLinear(0, a, b) says nothing of the one unknown that it is there for. */
static void close_end(SymWork *w, DaeEquation *eq) {
    Dae *d = w->dae;
    const DaePool *of = &d->pool;
    DaeExpr root = d->shapes.at[eq->shape].root;
    if (dae_at(of, root)->op != DAE_EQUATE || d->shapes.at[eq->shape].nout) return;
    DaeExpr l = dae_arg(of, root, 0), r = dae_arg(of, root, 1), flow = dae_at(of, l)->op == DAE_SEMILINEAR ? l : r;
    if (dae_at(of, flow)->op != DAE_SEMILINEAR || !is_zero(d, eq, flow == l ? r : l)) return;
    if (!is_zero(d, eq, dae_arg(of, flow, 0))) return;
    DaeExpr a = dae_arg(of, flow, 1), b = dae_arg(of, flow, 2);
    if (!is_unknown(w, slope(d, eq, a)) && !is_unknown(w, slope(d, eq, b))) return;
    DaePool p;
    dae_pool_init(&p);
    DaeExpr same = dae_op2(&p, DAE_EQUATE, dae_expand_part(&p, d, eq, a), dae_expand_part(&p, d, eq, b));
    *eq = dae_shape(d, &p, same, NULL, 0, eq->origin);
    dae_pool_free(&p);
}

static int compare(const void *p, const void *q) {
    const Link *a = p, *b = q;
    if (a->y != b->y) return a->y < b->y ? -1 : 1;
    if (a->x != b->x) return a->x < b->x ? -1 : 1;
    if (a->minus != b->minus) return a->minus ? 1 : -1;
    return a->number < b->number ? -1 : a->number > b->number;
}

/* The only link of the group that begins with o, or ends there; n when there is none or several. */
static uint32_t only(const Link *g, uint32_t n, DaeOperand o, bool begins) {
    uint32_t found = n;
    for (uint32_t i = 0; i < n; i++) {
        if ((begins ? g[i].a : g[i].b) != o) continue;
        if (found < n) return n;
        found = i;
    }
    return found;
}

/* s = if x >= 0 then a else b, with the slopes at both ends of a chain; back: s = if -x >= 0 then b else a, which
 * differs where x is zero */
static DaeEquation upstream(SymWork *w, const Link *of, const Link *first, const Link *last, bool back) {
    DaePool p;
    dae_pool_init(&p);
    DaeExpr a = dae_expand_part(&p, w->dae, &first->eq, first->ea);
    DaeExpr b = dae_expand_part(&p, w->dae, &last->eq, last->eb);
    DaeExpr holds = dae_op2(&p, back ? DAE_LE : DAE_GE, dae_var(&p, of->x, DAE_REAL), dae_real(&p, 0));
    DaeExpr value = dae_op3(&p, DAE_IF, holds, back ? b : a, back ? a : b);
    DaeExpr root = dae_op2(&p, DAE_EQUATE, dae_var(&p, of->a, DAE_REAL), value);
    DaeEquation eq = dae_shape(w->dae, &p, root, NULL, 0, of->eq.origin);
    dae_pool_free(&p);
    return eq;
}

/* The first equation gets the far end of the chain in place of its own. */
static DaeEquation stretched(SymWork *w, const Link *first, const Link *last) {
    DaePool p;
    dae_pool_init(&p);
    DaeExpr a = dae_expand_part(&p, w->dae, &first->eq, first->ea);
    DaeExpr b = dae_expand_part(&p, w->dae, &last->eq, last->eb);
    DaeExpr y = dae_var(&p, first->y, DAE_REAL), x = dae_var(&p, first->x, DAE_REAL);
    if (first->minus != first->back) y = dae_op1(&p, DAE_NEG, y);
    if (first->back) x = dae_op1(&p, DAE_NEG, x);
    DaeExpr flow = dae_op3(&p, DAE_SEMILINEAR, x, first->back ? b : a, first->back ? a : b);
    DaeEquation eq = dae_shape(w->dae, &p, dae_op2(&p, DAE_EQUATE, y, flow), NULL, 0, first->eq.origin);
    dae_pool_free(&p);
    return eq;
}

/* Follows the chain that begins with link i of a group. */
static void replace_chain(SymWork *w, const Link *g, uint32_t n, uint32_t i) {
    VecU32 chain = {0};
    for (uint32_t k = i; chain.n < n;) {
        vec_push(&chain, k);
        uint32_t next = is_unknown(w, g[k].b) && only(g, n, g[k].b, false) == k ? only(g, n, g[k].b, true) : n;
        if (next == n || next == i) break;
        k = next;
    }
    size_t backwards = 0;
    for (size_t k = 0; k < chain.n; k++) backwards += g[chain.at[k]].back;
    const Link *first = &g[i], *last = &g[chain.at[chain.n - 1]];
    for (size_t k = 1; k < chain.n; k++) {
        const Link *link = &g[chain.at[k]];
        w->eqs.at[link->number] = k == 1 ? upstream(w, link, first, last, 2 * backwards > chain.n)
                                         : sym_equate(w, link->a, g[chain.at[k - 1]].a, link->eq.origin);
    }
    if (chain.n > 1) w->eqs.at[first->number] = stretched(w, first, last);
    vec_free(&chain);
}

void sym_semilinear(SymWork *w) {
    Links all = {0};
    for (size_t i = 0; i < w->eqs.n; i++) {
        Link link;
        close_end(w, &w->eqs.at[i]);
        if (!read_link(w->dae, &w->eqs.at[i], &link)) continue;
        link.number = (uint32_t)i;
        vec_push(&all, link);
    }
    if (all.n > 1) qsort(all.at, all.n, sizeof *all.at, compare);
    for (uint32_t from = 0, to; from < all.n; from = to) {
        Link *g = &all.at[from];
        for (to = from + 1; to < all.n && all.at[to].y == g->y && all.at[to].x == g->x && all.at[to].minus == g->minus;)
            to++;
        uint32_t n = to - from;
        if (n > LONGEST) continue;
        for (uint32_t i = 0; n > 1 && i < n; i++) /* chains begin where no other link ends */
            if (!is_unknown(w, g[i].a) || only(g, n, g[i].a, false) == n) replace_chain(w, g, n, i);
    }
    vec_free(&all);
}
