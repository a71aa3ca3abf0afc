/* classic_solve.c - one equation solved for one variable by taking its side apart.
 *
 * The order of writing is kept: what comes out reads as the equation did.  Inverse functions take their principal
 * branch, as in the paper of 1993.
 */
#include "classic/classic_impl.h"

#include <string.h>

static bool number(const DaePool *p, DaeExpr e, double *x) {
    const DaeNode *n = dae_at(p, e);
    return n->op == DAE_CONST && n->base == DAE_REAL && dae_is_const(p, e, x);
}

static bool is(const DaePool *p, DaeExpr e, double x) {
    double y;
    return number(p, e, &y) && y == x;
}

DaeExpr cls_op1(DaePool *p, DaeOp op, DaeExpr a) {
    double x;
    if (op == DAE_NEG && number(p, a, &x)) return dae_real(p, x == 0 ? 0 : -x);
    if (op == DAE_NEG && dae_at(p, a)->op == DAE_NEG) return dae_arg(p, a, 0);
    DaeNode head = {.op = (uint16_t)op, .base = op == DAE_NOT ? DAE_BOOLEAN : DAE_REAL};
    return dae_node(p, head, &a, 1);
}

DaeExpr cls_op2(DaePool *p, DaeOp op, DaeExpr a, DaeExpr b) {
    double x, y, z;
    DaeExpr args[2] = {a, b};
    DaeNode head = {.op = (uint16_t)op, .base = op >= DAE_LT && op <= DAE_NOT ? DAE_BOOLEAN : DAE_REAL};
    if (op >= DAE_ADD && op <= DAE_POW && number(p, a, &x) && number(p, b, &y)) {
        double v[2] = {x, y};
        if (dae_apply(&head, v, &z)) return dae_real(p, z);
    }
    switch (op) {
    case DAE_ADD:
        if (is(p, a, 0)) return b;
        if (is(p, b, 0)) return a;
        if (dae_at(p, b)->op == DAE_NEG) return cls_op2(p, DAE_SUB, a, dae_arg(p, b, 0));
        break;
    case DAE_SUB:
        if (is(p, b, 0)) return a;
        if (is(p, a, 0)) return cls_op1(p, DAE_NEG, b);
        if (dae_at(p, b)->op == DAE_NEG) return cls_op2(p, DAE_ADD, a, dae_arg(p, b, 0));
        break;
    case DAE_MUL:
        if (is(p, a, 0) || is(p, b, 0)) return dae_real(p, 0);
        if (is(p, a, 1)) return b;
        if (is(p, b, 1)) return a;
        if (is(p, a, -1)) return cls_op1(p, DAE_NEG, b);
        break;
    case DAE_DIV:
        if (is(p, a, 0)) return a;
        if (is(p, b, 1)) return a;
        if (is(p, b, -1)) return cls_op1(p, DAE_NEG, a);
        break;
    case DAE_POW:
        if (is(p, b, 1)) return a;
        break;
    default: break;
    }
    return dae_node(p, head, args, 2);
}

DaeExpr cls_rebuild(DaePool *p, DaeExpr e, const DaeExpr *args, bool fold) {
    DaeNode n = *dae_at(p, e);
    if (fold && n.nargs == 2 && n.op >= DAE_ADD && n.op <= DAE_POW) return cls_op2(p, n.op, args[0], args[1]);
    if (fold && n.op == DAE_NEG) return cls_op1(p, DAE_NEG, args[0]);
    if (fold && n.op == DAE_IF && args[1] == args[2]) return args[1];
    return dae_node(p, n, args, n.nargs);
}

/* e = coefficient*var + rest; false when it is not linear. */
static bool collect(DaePool *p, DaeExpr e, uint32_t var, DaeExpr *c, DaeExpr *r) {
    DaeNode n = *dae_at(p, e);
    DaeExpr zero = dae_real(p, 0), c2, r2;
    if (n.op == DAE_VAR && n.id == var) {
        *c = dae_real(p, 1);
        *r = zero;
        return true;
    }
    if (!cls_contains(p, e, var)) {
        *c = zero;
        *r = e;
        return true;
    }
    DaeExpr a = n.nargs > 0 ? dae_arg(p, e, 0) : 0, b = n.nargs > 1 ? dae_arg(p, e, 1) : 0;
    switch (n.op) {
    case DAE_ADD:
    case DAE_SUB:
        if (!collect(p, a, var, c, r) || !collect(p, b, var, &c2, &r2)) return false;
        *c = cls_op2(p, n.op, *c, c2);
        *r = cls_op2(p, n.op, *r, r2);
        return true;
    case DAE_NEG:
        if (!collect(p, a, var, c, r)) return false;
        *c = cls_op1(p, DAE_NEG, *c);
        *r = cls_op1(p, DAE_NEG, *r);
        return true;
    case DAE_MUL:
        if (cls_contains(p, b, var)) {
            if (cls_contains(p, a, var) || !collect(p, b, var, c, r)) return false;
            *c = cls_op2(p, DAE_MUL, a, *c);
            *r = cls_op2(p, DAE_MUL, a, *r);
            return true;
        }
        if (!collect(p, a, var, c, r)) return false;
        *c = cls_op2(p, DAE_MUL, *c, b);
        *r = cls_op2(p, DAE_MUL, *r, b);
        return true;
    case DAE_DIV:
        if (cls_contains(p, b, var) || !collect(p, a, var, c, r)) return false;
        *c = cls_op2(p, DAE_DIV, *c, b);
        *r = cls_op2(p, DAE_DIV, *r, b);
        return true;
    default: return false;
    }
}

static uint64_t formula_number(void *arg, double x) { return dae_real(arg, x); }

static uint64_t formula_apply(void *arg, DaeOp op, uint64_t a, uint64_t b) {
    return b ? cls_op2(arg, op, (DaeExpr)a, (DaeExpr)b) : cls_op1(arg, op, (DaeExpr)a);
}

DaeExpr cls_formula(DaePool *p, const char *formula, DaeExpr x, DaeExpr y) {
    DaeBuilder b = {p, formula_number, formula_apply, NULL};
    return (DaeExpr)dae_formula(formula, &b, x, y);
}

static DaeExpr root(DaePool *p, DaeExpr r, double power) {
    if (power == 2) return cls_op1(p, DAE_SQRT, r);
    return cls_op2(p, DAE_POW, r, cls_op2(p, DAE_DIV, dae_real(p, 1), dae_real(p, power)));
}

/* One step: the operator at the root of *l goes over to *r.  Only one argument contains var. */
static bool peel(DaePool *p, DaeExpr *l, DaeExpr *r, uint32_t var) {
    DaeNode n = *dae_at(p, *l);
    DaeExpr a = n.nargs > 0 ? dae_arg(p, *l, 0) : 0, b = n.nargs > 1 ? dae_arg(p, *l, 1) : 0;
    bool left = a && cls_contains(p, a, var);
    double x;
    switch (n.op) {
    case DAE_ADD: *r = cls_op2(p, DAE_SUB, *r, left ? b : a); break;
    case DAE_SUB: *r = left ? cls_op2(p, DAE_ADD, *r, b) : cls_op2(p, DAE_SUB, a, *r); break;
    case DAE_MUL: *r = cls_op2(p, DAE_DIV, *r, left ? b : a); break;
    case DAE_DIV: *r = left ? cls_op2(p, DAE_MUL, *r, b) : cls_op2(p, DAE_DIV, a, *r); break;
    case DAE_NEG: *r = cls_op1(p, DAE_NEG, *r); break;
    case DAE_POW:
        if (left && number(p, b, &x) && x != 0) *r = root(p, *r, x);
        else if (left) *r = cls_op2(p, DAE_POW, *r, cls_op2(p, DAE_DIV, dae_real(p, 1), b));
        else *r = cls_op2(p, DAE_DIV, cls_op1(p, DAE_LOG, *r), cls_op1(p, DAE_LOG, a));
        break;
    default: {
        const DaeElementary *f = dae_elementary((DaeOp)n.op);
        if (!f || !f->inverse) return false;
        *r = cls_formula(p, f->inverse, *r, 0); /* the principal one of several */
    }
    }
    *l = left ? a : b;
    return true;
}

/* The same for a whole long chain, each term looked at once; false when var occurs in several terms. */
static bool peel_chain(DaePool *p, DaeExpr *l, DaeExpr *r, uint32_t var) {
    VecU32 chain = {0};
    DaeExpr first = cls_chain(p, *l, &chain), with = cls_contains(p, first, var) ? first : 0;
    uint32_t terms = with != 0;
    for (size_t k = 0; k < chain.n; k++)
        if (cls_contains(p, dae_arg(p, chain.at[k], 1), var)) {
            with = dae_arg(p, chain.at[k], 1);
            terms++;
        }
    for (size_t k = 0; k < chain.n && terms == 1; k++) {
        DaeNode n = *dae_at(p, *l);
        DaeExpr a = dae_arg(p, *l, 0), b = dae_arg(p, *l, 1);
        bool left = b != with;
        switch (n.op) {
        case DAE_ADD: *r = cls_op2(p, DAE_SUB, *r, left ? b : a); break;
        case DAE_SUB: *r = left ? cls_op2(p, DAE_ADD, *r, b) : cls_op2(p, DAE_SUB, a, *r); break;
        case DAE_MUL: *r = cls_op2(p, DAE_DIV, *r, left ? b : a); break;
        default: *r = left ? cls_op2(p, DAE_MUL, *r, b) : cls_op2(p, DAE_DIV, a, *r); break;
        }
        *l = left ? a : b;
        if (!left) break;
    }
    vec_free(&chain);
    return terms == 1;
}

DaeExpr cls_solve(DaePool *p, DaeExpr lhs, DaeExpr rhs, uint32_t var) {
    bool in_left = cls_contains(p, lhs, var), in_right = cls_contains(p, rhs, var);
    DaeExpr l = in_left ? lhs : rhs, r = in_left ? rhs : lhs, c, rest;
    if (in_left && in_right) {
        l = cls_op2(p, DAE_SUB, lhs, rhs);
        r = dae_real(p, 0);
    }
    if (cls_is_long(p, l) && !peel_chain(p, &l, &r, var)) return 0;
    while (!(dae_at(p, l)->op == DAE_VAR && dae_at(p, l)->id == var)) {
        uint32_t with = 0;
        for (uint32_t k = 0; k < dae_at(p, l)->nargs; k++) with += cls_contains(p, dae_arg(p, l, k), var);
        if (!with) return 0;
        if (with == 1 && peel(p, &l, &r, var)) continue;
        if (with == 1 || !collect(p, l, var, &c, &rest)) return 0;
        if (is(p, c, 0)) return 0;
        return cls_op2(p, DAE_DIV, cls_op2(p, DAE_SUB, r, rest), c);
    }
    return r;
}
