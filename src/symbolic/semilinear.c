/* semilinear.c - chains of semiLinear (MLS 3.6, 3.7.4.5).
 *
 * y = semiLinear(x, a, s1); y = semiLinear(x, s1, s2); ... y = semiLinear(x, sN, b) leave s1 to sN open where x = 0:
 * a system that is singular there.  They mean s1 = if x >= 0 then a else b; s2 = s1; ...; y = semiLinear(x, a, b).
 *
 * Before: aliases are gone, so that equal flows are one variable.  After: as many equations, none of them singular.
 */
#include "symbolic/symbolic_impl.h"

#include <stdlib.h>

enum { LONGEST = 500 }; /* links of one flow that are looked at: each with each */

typedef struct {
    DaeVar y, x;
    bool minus;       /* -y instead of y */
    bool back;        /* written with -x, and slopes the other way */
    DaeOperand a, b;  /* slopes */
    uint32_t eq;      /* number of the equation */
    uint32_t b_place; /* which operand of it b is */
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

static bool read_link(const Dae *d, const DaeEquation *eq, Link *out) {
    const DaeShape *s = &d->shapes.at[eq->shape];
    const DaePool *p = &d->pool;
    if (s->nout || s->nholes != 4 || dae_at(p, s->root)->op != DAE_EQUATE) return false;
    DaeExpr l = dae_arg(p, s->root, 0), r = dae_arg(p, s->root, 1);
    if (dae_at(p, l)->op == DAE_SEMILINEAR) {
        DaeExpr t = l;
        l = r;
        r = t;
    }
    if (dae_at(p, r)->op != DAE_SEMILINEAR) return false;
    uint32_t y, x, a, b;
    bool minus = false, back = false, plain = false;
    if (!read_hole(p, l, &y, &minus) || !read_hole(p, dae_arg(p, r, 0), &x, &back) ||
        !read_hole(p, dae_arg(p, r, 1), &a, &plain) || !read_hole(p, dae_arg(p, r, 2), &b, &plain) || plain)
        return false;
    const DaeOperand *o = dae_operands(d, eq);
    if (dae_operand_is_const(o[y]) || dae_operand_is_const(o[x])) return false;
    uint32_t first = back ? b : a, second = back ? a : b; /* semiLinear(-x, a, b) = -semiLinear(x, b, a) */
    *out = (Link){
        .y = o[y], .x = o[x], .minus = minus != back, .back = back, .a = o[first], .b = o[second], .b_place = second};
    return true;
}

static int compare(const void *p, const void *q) {
    const Link *a = p, *b = q;
    if (a->y != b->y) return a->y < b->y ? -1 : 1;
    if (a->x != b->x) return a->x < b->x ? -1 : 1;
    if (a->minus != b->minus) return a->minus ? 1 : -1;
    return a->eq < b->eq ? -1 : a->eq > b->eq;
}

static bool is_unknown(const SymWork *w, DaeOperand o) {
    return !dae_operand_is_const(o) && (w->role.at[o] & SYM_ROLE_UNKNOWN);
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

/* s = if x >= 0 then a else b; back: s = if -x >= 0 then b else a, which differs where x is zero */
static DaeEquation upstream(SymWork *w, DaeOperand s, DaeVar x, DaeOperand a, DaeOperand b, bool back,
                            uint32_t origin) {
    Dae *d = w->dae;
    DaePool *p = &d->pool;
    DaeExpr zero = dae_real(p, 0), holds = dae_op2(p, back ? DAE_LE : DAE_GE, dae_hole(p, 1, DAE_REAL), zero);
    DaeExpr value = dae_op3(p, DAE_IF, holds, dae_hole(p, 2, DAE_REAL), dae_hole(p, 3, DAE_REAL));
    DaeEquation eq = {.origin = origin};
    DaeExpr root = dae_op2(p, DAE_EQUATE, dae_hole(p, 0, DAE_REAL), value);
    eq.shape = dae_shape_id(d, root, 4, 0);
    eq.operands = (uint32_t)d->operands.n;
    vec_push(&d->operands, s);
    vec_push(&d->operands, x);
    vec_push(&d->operands, back ? b : a);
    vec_push(&d->operands, back ? a : b);
    return eq;
}

/* The first equation gets the far end of the chain in place of its own. */
static void stretch(SymWork *w, const Link *first, DaeOperand end) {
    Dae *d = w->dae;
    DaeEquation *eq = &w->eqs.at[first->eq];
    uint32_t from = eq->operands, to = (uint32_t)d->operands.n;
    for (uint32_t k = 0; k < 4; k++) {
        DaeOperand o = k == first->b_place ? end : d->operands.at[from + k];
        vec_push(&d->operands, o);
    }
    eq->operands = to;
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
        uint32_t origin = w->eqs.at[link->eq].origin;
        DaeEquation made = k == 1 ? upstream(w, link->a, link->x, first->a, last->b, 2 * backwards > chain.n, origin)
                                  : sym_equate(w, (DaeVar)link->a, g[chain.at[k - 1]].a, origin);
        w->eqs.at[link->eq] = made;
    }
    if (chain.n > 1) stretch(w, first, last->b);
    vec_free(&chain);
}

void sym_semilinear(SymWork *w) {
    Links all = {0};
    for (size_t i = 0; i < w->eqs.n; i++) {
        Link link;
        if (!read_link(w->dae, &w->eqs.at[i], &link)) continue;
        link.eq = (uint32_t)i;
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
