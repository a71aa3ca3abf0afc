/* differ.c - derivatives of expressions.
 *
 * One rule per operator, forward: from the tangents of the arguments to the tangent of the node.  The same
 * rules serve derivatives in time (tangents of holes are their time derivatives), directional derivatives
 * (tangents are new holes) and, with unit tangents, the partial derivatives that solve.c sums up backwards.
 *
 * A tangent that is structurally zero is no node (0), so that nothing is built for what does not depend.
 * Relations made here are plain ones: a derivative never generates events of its own.
 */
#include <math.h>
#include <string.h>

#include "algebra/algebra_impl.h"

/* ---- building with zeros ----------------------------------------------------------------------------------------- */

static DaeExpr add(DaePool *p, DaeExpr a, DaeExpr b) { return !a ? b : !b ? a : dae_op2(p, DAE_ADD, a, b); }
static DaeExpr neg(DaePool *p, DaeExpr a) { return a ? dae_op1(p, DAE_NEG, a) : 0; }
static DaeExpr sub(DaePool *p, DaeExpr a, DaeExpr b) { return !b ? a : !a ? neg(p, b) : dae_op2(p, DAE_SUB, a, b); }
/* An operator on numbers, or the same element by element where an operand is an array. */
static DaeExpr each(DaePool *p, DaeOp op, DaeOp elementwise, DaeExpr a, DaeExpr b) {
    return dae_op2(p, dae_at(p, a)->rank || dae_at(p, b)->rank ? elementwise : op, a, b);
}
/* a*t with t a tangent */
static DaeExpr times(DaePool *p, DaeExpr a, DaeExpr t) { return t ? each(p, DAE_MUL, DAE_EMUL, a, t) : 0; }
static DaeExpr over(DaePool *p, DaeExpr t, DaeExpr b) { return t ? each(p, DAE_DIV, DAE_EDIV, t, b) : 0; }

static DaeExpr plain_relation(DaePool *p, DaeOp op, DaeExpr a, DaeExpr b) {
    return dae_with_args(p, (DaeNode){.op = (uint16_t)op, .value.i = 1}, (DaeExpr[]){a, b}, 2);
}

DaeExpr alg_zero_like(DaePool *p, DaeExpr e) {
    DaeExpr zero = dae_real(p, 0);
    return dae_at(p, e)->rank ? dae_op2(p, DAE_MUL, zero, e) : zero;
}

/* if c then a else b, where a and b are tangents of x and y */
static DaeExpr choose(DaePool *p, DaeExpr c, DaeExpr a, DaeExpr b, DaeExpr x, DaeExpr y) {
    if (!a && !b) return 0;
    return dae_op3(p, DAE_IF, c, a ? a : alg_zero_like(p, x), b ? b : alg_zero_like(p, y));
}

DaeExpr alg_differ_fail(AlgDiffer *s, const char *why) {
    if (!s->failed) s->why = why;
    s->failed = true;
    return 0;
}

static DaeExpr fail(AlgDiffer *s) { return alg_differ_fail(s, NULL); }

/* ---- rules ------------------------------------------------------------------------------------------------------- */

static DaeExpr product_rule(DaePool *p, DaeOp op, DaeExpr a, DaeExpr b, DaeExpr da, DaeExpr db) {
    return add(p, da ? dae_op2(p, op, da, b) : 0, db ? dae_op2(p, op, a, db) : 0);
}

/* a/b: (da - (a/b)*db)/b */
static DaeExpr quotient_rule(DaePool *p, DaeOp mul, DaeOp div, DaeExpr e, DaeExpr b, DaeExpr da, DaeExpr db) {
    DaeExpr top = sub(p, da, db ? dae_op2(p, mul, e, db) : 0);
    return top ? dae_op2(p, div, top, b) : 0;
}

/* Slopes of roots at zero in a Jacobian.  At the tip of sqrt(a^2 + b^2) the slope is 0/0, and shall be 0; where it is
 * infinite it becomes so large that the runtime takes it for that (RT_STEEPEST).  Derivatives in time are equations of
 * the model and stay as they are. Here: x >= 0 to divide by. */
static DaeExpr not_zero(const AlgDiffer *s, DaeExpr x) {
    return s->time || dae_at(s->pool, x)->rank ? x : dae_op2(s->pool, DAE_MAX, x, dae_real(s->pool, 1e-290));
}

/* The slope of the root of a where root (0: always) says that it is one. */
static DaeExpr at_tip(const AlgDiffer *s, DaeExpr root, DaeExpr a, DaeExpr slope) {
    DaePool *p = s->pool;
    if (s->time) return slope;
    DaeExpr tip = plain_relation(p, DAE_LE, a, dae_real(p, 1e-290));
    return dae_op3(p, DAE_IF, root ? dae_op2(p, DAE_AND, root, tip) : tip, dae_real(p, 1e290), slope);
}

/* a^(b-1), where e = a^b: a quotient in Jacobians, for e is computed there anyway and a power takes long; not where a
 * whole exponent makes products of it, nor near zero. */
static DaeExpr lower_power(const AlgDiffer *s, DaeExpr e, DaeExpr a, DaeExpr b) {
    DaePool *p = s->pool;
    double exponent;
    bool known = dae_is_const(p, b, &exponent);
    DaeExpr lower = dae_op2(p, DAE_POW, a, dae_op2(p, DAE_SUB, b, dae_real(p, 1)));
    if (s->time || dae_at(p, b)->op == DAE_TO_REAL || (known && exponent == floor(exponent))) return lower;
    DaeExpr positive = plain_relation(p, DAE_GT, a, dae_real(p, 1e-290)), quotient = dae_op2(p, DAE_DIV, e, a);
    return known && exponent > 0 && exponent < 1 ? quotient : dae_op3(p, DAE_IF, positive, quotient, lower);
}

/* a^(b-1), also at the tip of a root. */
static DaeExpr base_slope(const AlgDiffer *s, DaeExpr e, DaeExpr a, DaeExpr b) {
    DaePool *p = s->pool;
    double exponent;
    DaeExpr lower = lower_power(s, e, a, b);
    if (dae_is_const(p, b, &exponent)) return exponent > 0 && exponent < 1 ? at_tip(s, 0, a, lower) : lower;
    /* may be a root, then of what is not negative */
    DaeExpr root =
        dae_op2(p, DAE_AND, plain_relation(p, DAE_GT, b, dae_real(p, 0)), plain_relation(p, DAE_LT, b, dae_real(p, 1)));
    return at_tip(s, root, a, lower);
}

static DaeExpr power_rule(AlgDiffer *s, DaeExpr e, DaeExpr a, DaeExpr b, DaeExpr da, DaeExpr db) {
    DaePool *p = s->pool;
    if (dae_at(p, a)->rank && (da || db)) return fail(s); /* powers of matrices */
    DaeExpr by_base = da ? times(p, dae_op2(p, DAE_MUL, b, base_slope(s, e, a, b)), da) : 0;
    if (!db) return by_base;
    /* nothing at 0^b, where the logarithm has no value: a local variable of a function may be an exponent that never
     * moves */
    DaeExpr log =
        dae_op3(p, DAE_IF, plain_relation(p, DAE_GT, a, dae_real(p, 0)), dae_op1(p, DAE_LOG, a), dae_real(p, 0));
    return add(p, by_base, times(p, dae_op2(p, DAE_MUL, e, log), db));
}

/* a .^ b with b that does not move */
static DaeExpr elementwise_power_rule(AlgDiffer *s, DaeExpr a, DaeExpr b, const DaeExpr *t) {
    DaePool *p = s->pool;
    if (t[1]) return fail(s);
    DaeExpr lower = dae_op2(p, DAE_EPOW, a, each(p, DAE_SUB, DAE_ESUB, b, dae_real(p, 1)));
    return times(p, times(p, b, lower), t[0]);
}

static uint64_t formula_number(void *arg, double x) { return dae_real(((AlgDiffer *)arg)->pool, x); }

static uint64_t formula_guard(void *arg, uint64_t a) { return not_zero(arg, (DaeExpr)a); }

/* Elementwise where an argument is an array. */
static uint64_t formula_apply(void *arg, DaeOp op, uint64_t first, uint64_t second) {
    DaePool *p = ((AlgDiffer *)arg)->pool;
    DaeExpr a = (DaeExpr)first, b = (DaeExpr)second;
    switch (op) {
    case DAE_ADD: return each(p, DAE_ADD, DAE_EADD, a, b);
    case DAE_SUB: return each(p, DAE_SUB, DAE_ESUB, a, b);
    case DAE_MUL: return each(p, DAE_MUL, DAE_EMUL, a, b);
    case DAE_DIV: return each(p, DAE_DIV, DAE_EDIV, a, b);
    case DAE_POW: return each(p, DAE_POW, DAE_EPOW, a, b);
    default: return dae_op1(p, op, a);
    }
}

/* The slope by argument k times its tangent. */
static DaeExpr slope_rule(AlgDiffer *s, const DaeElementary *f, DaeExpr e, uint32_t k, DaeExpr t) {
    DaePool *p = s->pool;
    const char *slope = dae_slope_formula(f, k);
    if (!t || !slope) return 0;
    DaeBuilder b = {s, formula_number, formula_apply, formula_guard};
    DaeExpr x = dae_arg(p, e, 0), z = dae_at(p, e)->nargs > 1 ? dae_arg(p, e, 1) : 0;
    if (!strncmp(slope, "/ 1 ", 4)) return over(p, t, (DaeExpr)dae_formula(slope + 4, &b, x, z, e));
    return times(p, (DaeExpr)dae_formula(slope, &b, x, z, e), t);
}

static DaeExpr function_rule(AlgDiffer *s, DaeExpr e, const DaeExpr *t) {
    DaePool *p = s->pool;
    DaeOp op = dae_at(p, e)->op;
    DaeExpr a = dae_arg(p, e, 0), sum = 0;
    if (dae_at(p, a)->rank && t[0] && (op == DAE_ABS || op == DAE_SIGN)) return fail(s);
    if (op == DAE_ABS && t[0]) return choose(p, plain_relation(p, DAE_GE, a, dae_real(p, 0)), t[0], neg(p, t[0]), a, a);
    for (uint32_t k = 0; k < dae_at(p, e)->nargs; k++) sum = add(p, sum, slope_rule(s, dae_elementary(op), e, k, t[k]));
    return sum;
}

static DaeExpr smooth_rule(DaePool *p, DaeExpr order, DaeExpr dx) {
    double n;
    if (!dx || !dae_is_const(p, order, &n) || n < 1) return dx;
    return dae_op2(p, DAE_SMOOTH, dae_int(p, (int64_t)n - 1), dx);
}

static DaeExpr semilinear_rule(DaePool *p, DaeExpr x, DaeExpr up, DaeExpr down, const DaeExpr *t) {
    DaeExpr right = product_rule(p, DAE_MUL, x, up, t[0], t[1]);
    DaeExpr left = product_rule(p, DAE_MUL, x, down, t[0], t[2]);
    return choose(p, plain_relation(p, DAE_GE, x, dae_real(p, 0)), right, left, x, x);
}

/* x - q*y with q = floor(x/y) (mod) or div(x, y) (rem), q constant between its jumps */
static DaeExpr remainder_rule(DaePool *p, DaeOp op, DaeExpr x, DaeExpr y, DaeExpr dx, DaeExpr dy) {
    if (!dy) return dx;
    DaeNode head = {.op = op == DAE_MOD ? DAE_FLOOR : DAE_DIVT, .value.i = 1};
    DaeExpr quotient = dae_op2(p, DAE_DIV, x, y);
    DaeExpr whole = op == DAE_MOD ? dae_with_args(p, head, &quotient, 1) : dae_with_args(p, head, (DaeExpr[]){x, y}, 2);
    return sub(p, dx, times(p, whole, dy));
}

/* ---- arrays ------------------------------------------------------------------------------------------------------ */

/* Operators that are linear in the arguments from `first` on (every `stride`-th): the same operator on the tangents. */
static DaeExpr linear_rule(DaePool *p, DaeExpr e, const DaeExpr *t, uint32_t first, uint32_t last) {
    DaeNode n = *dae_at(p, e);
    VecU32 args = {0};
    bool any = false;
    for (uint32_t i = 0; i < n.nargs; i++) {
        DaeExpr a = dae_arg(p, e, i);
        bool moves = i >= first && i <= last;
        any = any || (moves && t[i]);
        vec_push(&args, !moves ? a : t[i] ? t[i] : alg_zero_like(p, a));
    }
    DaeExpr made = any ? dae_with_args(p, n, args.at, n.nargs) : 0;
    vec_free(&args);
    return made;
}

/* max({a, b, ...}), min, product of elements that are written down: by the rules for two. */
static DaeExpr listed_rule(AlgDiffer *s, DaeExpr e, DaeExpr t) {
    DaePool *p = s->pool;
    DaeOp op = dae_at(p, e)->op;
    DaeExpr list = dae_arg(p, e, 0);
    if (dae_at(p, list)->op != DAE_ARRAY || dae_at(p, t)->op != DAE_ARRAY || dae_at(p, list)->rank != 1) return fail(s);
    DaeExpr value = dae_arg(p, list, 0), tangent = dae_arg(p, t, 0);
    for (uint32_t i = 1; i < dae_at(p, list)->nargs; i++) {
        DaeExpr a = dae_arg(p, list, i), da = dae_arg(p, t, i);
        if (op == DAE_PRODUCT) {
            tangent = product_rule(p, DAE_MUL, value, a, tangent, da);
            value = dae_op2(p, DAE_MUL, value, a);
        } else {
            DaeExpr kept = plain_relation(p, op == DAE_MAXARR ? DAE_GT : DAE_LT, value, a);
            tangent = choose(p, kept, tangent, da, value, a);
            value = dae_op2(p, op == DAE_MAXARR ? DAE_MAX : DAE_MIN, value, a);
        }
    }
    return tangent;
}

static DaeExpr array_rule(AlgDiffer *s, DaeExpr e, const DaeExpr *t) {
    DaePool *p = s->pool;
    const DaeNode *n = dae_at(p, e);
    DaeOp op = n->op;
    uint32_t nargs = n->nargs;
    switch (op) {
    case DAE_ARRAY: return linear_rule(p, e, t, 0, nargs);
    case DAE_CAT: return linear_rule(p, e, t, 1, nargs);
    case DAE_INDEX:
    case DAE_FILL:
    case DAE_COMPREHENSION:
    case DAE_SUM:
    case DAE_TRANSPOSE:
    case DAE_SYMMETRIC:
    case DAE_SKEW:
    case DAE_DIAGONAL:
    case DAE_SCALAR:
    case DAE_VECTOR:
    case DAE_MATRIX: return linear_rule(p, e, t, 0, 0);
    case DAE_LINSPACE: return linear_rule(p, e, t, 0, 1);
    case DAE_REDUCE:
        if (n->value.i == DAE_RSUM) return linear_rule(p, e, t, 0, 0);
        break;
    case DAE_PRODUCT:
    case DAE_MAXARR:
    case DAE_MINARR:
        if (nargs == 1 && t[0]) return listed_rule(s, e, t[0]);
        break;
    case DAE_OUTER:
    case DAE_CROSS: return product_rule(p, op, dae_arg(p, e, 0), dae_arg(p, e, 1), t[0], t[1]);
    default: break;
    }
    for (uint32_t i = 0; i < nargs; i++)
        if (t[i]) return fail(s);
    return 0;
}

/* ---- one node ---------------------------------------------------------------------------------------------------- */

DaeExpr alg_differentiate_node(AlgDiffer *s, DaeExpr e, const DaeExpr *t) {
    DaePool *p = s->pool;
    const DaeNode *n = dae_at(p, e);
    if (n->base != DAE_REAL || n->nargs == 0) return 0;
    DaeExpr a = dae_arg(p, e, 0), b = n->nargs > 1 ? dae_arg(p, e, 1) : 0;
    DaeOp op = n->op;
    switch (op) {
    case DAE_ADD:
    case DAE_EADD: return !t[0] || !t[1] ? linear_rule(p, e, t, 0, 1) : dae_op2(p, op, t[0], t[1]);
    case DAE_SUB:
    case DAE_ESUB: return !t[0] || !t[1] ? linear_rule(p, e, t, 0, 1) : dae_op2(p, op, t[0], t[1]);
    case DAE_NEG: return neg(p, t[0]);
    case DAE_MUL:
    case DAE_EMUL: return product_rule(p, op, a, b, t[0], t[1]);
    case DAE_DIV: return quotient_rule(p, DAE_MUL, DAE_DIV, e, b, t[0], t[1]);
    case DAE_EDIV: return quotient_rule(p, DAE_EMUL, DAE_EDIV, e, b, t[0], t[1]);
    case DAE_POW: return power_rule(s, e, a, b, t[0], t[1]);
    case DAE_IF: return choose(p, a, t[1], t[2], b, dae_arg(p, e, 2));
    case DAE_MIN: return choose(p, plain_relation(p, DAE_LT, a, b), t[0], t[1], a, b);
    case DAE_MAX: return choose(p, plain_relation(p, DAE_GT, a, b), t[0], t[1], a, b);
    case DAE_MOD:
    case DAE_REM: return remainder_rule(p, op, a, b, t[0], t[1]);
    case DAE_FLOOR:
    case DAE_CEIL:
    case DAE_DIVT:
    case DAE_TO_REAL: return 0;
    case DAE_SMOOTH: return smooth_rule(p, a, t[1]);
    case DAE_HOMOTOPY: return linear_rule(p, e, t, 0, 1);
    case DAE_SEMILINEAR: return semilinear_rule(p, a, b, dae_arg(p, e, 2), t);
    case DAE_DELAY:
    case DAE_SPATIAL: /* what was stored before does not move */
        return !s->time ? 0
                        : alg_differ_fail(s, op == DAE_DELAY
                                                 ? "the derivative of what delay() gives is not known"
                                                 : "the derivative of what spatialDistribution() gives is not known");
    case DAE_EPOW: return elementwise_power_rule(s, a, b, t);
    case DAE_APPLY: return array_rule(s, e, t);
    default: return dae_elementary(op) ? function_rule(s, e, t) : array_rule(s, e, t);
    }
}

/* ---- expressions ------------------------------------------------------------------------------------------------- */

DaeExpr alg_differentiate(AlgDiffer *s, DaeExpr e) {
    if (!e) return 0;
    DaePool *p = s->pool;
    DaeWalk w = {0};
    VecU32 tangent = {0}, args = {0};
    dae_walk(&w, p, e);
    (void)vec_extend(&tangent, w.n);
    for (uint32_t i = 0; i < w.n && !s->failed; i++) {
        DaeExpr x = w.at[i];
        const DaeNode *n = dae_at(p, x);
        if (n->op == DAE_HOLE || n->op == DAE_LOCAL || (n->op == DAE_VAR && s->call)) {
            tangent.at[i] = n->base == DAE_REAL ? s->leaf(s->arg, p, x) : 0;
            continue;
        }
        bool any = n->op == DAE_DELAY || n->op == DAE_SPATIAL;
        vec_clear(&args);
        for (uint32_t k = 0; k < n->nargs; k++) {
            DaeExpr a = dae_arg(p, x, k);
            DaeExpr t = a ? tangent.at[dae_walk_slot(&w, a)] : 0;
            any = any || t;
            vec_push(&args, t);
        }
        if (any && n->op == DAE_PARTIAL) { /* only says that something bound to it moves: see differ_call.c */
            tangent.at[i] = x;
            continue;
        }
        if (any)
            tangent.at[i] = n->op != DAE_CALL ? alg_differentiate_node(s, x, args.at)
                            : s->call         ? s->call(s->arg, p, x, args.at)
                                              : alg_differentiate_call(s, x, args.at);
    }
    DaeExpr result = s->failed ? 0 : tangent.at[w.n - 1];
    dae_walk_free(&w);
    vec_free(&tangent);
    vec_free(&args);
    return result;
}

bool alg_derivative(DaePool *p, DaeExpr e, const AlgLeaves *l, DaeExpr *out) {
    AlgDiffer s = {.pool = p, .leaf = l->variable, .call = l->call, .arg = l->arg, .time = true};
    *out = alg_differentiate(&s, e);
    if (!*out) *out = dae_real(p, 0);
    return !s.failed;
}

/* Unit tangent for one hole. */
static DaeExpr unit_leaf(void *arg, DaePool *p, DaeExpr leaf) {
    const DaeNode *n = dae_at(p, leaf);
    return n->op == DAE_HOLE && n->id == *(const uint32_t *)arg ? dae_real(p, 1) : 0;
}

DaeExpr alg_partial(AlgMemo *m, DaeExpr e, uint32_t hole) {
    AlgDiffer s = {.memo = m, .d = m->d, .pool = &m->d->pool, .leaf = unit_leaf, .arg = &hole};
    DaeExpr t = alg_differentiate(&s, e);
    return s.failed ? 0 : t ? t : dae_real(&m->d->pool, 0);
}
