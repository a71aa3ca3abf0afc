/* fold.c - smart constructors: base and rank of a result, constants, the trivial identities.
 *
 * Folding never changes the value of an expression for finite operands (beyond the rounding of sums and
 * products of literals) and leaves in place what would fail: 1/0 stays, so that it is reported where and
 * when it is evaluated.  Terms are not sorted or collected here; that is simplify.c of symbolic.
 */
#include <math.h>
#include <string.h>

#include "dae/dae_impl.h"

/* ---- leaves ------------------------------------------------------------------------------------------------------ */

static DaeExpr leaf(DaePool *p, DaeOp op, DaeBase base, int rank, uint32_t id, int64_t value) {
    return dae_node(
        p, (DaeNode){.op = (uint16_t)op, .base = (uint8_t)base, .rank = (uint8_t)rank, .id = id, .value.i = value},
        NULL, 0);
}

DaeExpr dae_real(DaePool *p, double x) {
    return dae_node(p, (DaeNode){.op = DAE_CONST, .base = DAE_REAL, .value.r = x == 0 ? 0.0 : x}, NULL, 0);
}
DaeExpr dae_int(DaePool *p, int64_t i) { return leaf(p, DAE_CONST, DAE_INTEGER, 0, 0, i); }
DaeExpr dae_bool(DaePool *p, bool b) { return leaf(p, DAE_CONST, DAE_BOOLEAN, 0, 0, b); }
DaeExpr dae_enum(DaePool *p, int64_t literal) { return leaf(p, DAE_CONST, DAE_ENUM, 0, 0, literal); }
DaeExpr dae_enum_of(DaePool *p, uint32_t type, int64_t literal) {
    return leaf(p, DAE_CONST, DAE_ENUM, 0, type, literal);
}
DaeExpr dae_text(DaePool *p, Name s) { return leaf(p, DAE_TEXT, DAE_STRING, 0, s, 0); }
DaeExpr dae_var(DaePool *p, uint32_t var, DaeBase base) { return leaf(p, DAE_VAR, base, 0, var, 0); }
DaeExpr dae_hole(DaePool *p, uint32_t k, DaeBase base) { return leaf(p, DAE_HOLE, base, 0, k, 0); }
DaeExpr dae_local(DaePool *p, uint32_t k, DaeBase base, int rank) { return leaf(p, DAE_LOCAL, base, rank, k, 0); }

bool dae_is_const(const DaePool *p, DaeExpr e, double *value) {
    const DaeNode *n = dae_at(p, e);
    *value = 0;
    if (n->op != DAE_CONST) return false;
    *value = n->base == DAE_REAL ? n->value.r : (double)n->value.i;
    bool small = n->base == DAE_REAL || (n->value.i <= 1LL << 53 && n->value.i >= -(1LL << 53));
    return small || (*value < 9.2233720368547758e18 && (int64_t)*value == n->value.i); /* else no double holds it */
}

bool dae_is_real(const DaePool *p, DaeExpr e, double value) {
    double x;
    return dae_is_const(p, e, &x) && x == value;
}

bool dae_has_assert(const DaePool *p, DaeExpr statement) {
    const DaeNode *n = dae_at(p, statement);
    if (n->op == DAE_ASSERT) return true;
    if (n->op != DAE_SEQ && n->op != DAE_IF_STMT && n->op != DAE_FOR) return false;
    for (uint32_t k = 0; k < n->nargs; k++)
        if (dae_has_assert(p, dae_arg(p, statement, k))) return true;
    return false;
}

/* ---- base and rank of a result ----------------------------------------------------------------------------------- */

static int rank_of_product(int a, int b) {
    if (a == 0 || b == 0) return a + b;
    return a + b - 2; /* vector*vector scalar, matrix*vector vector, matrix*matrix matrix */
}

static int rank_of_index(const DaePool *p, const DaeExpr *args, uint32_t nargs) {
    int rank = dae_at(p, args[0])->rank;
    for (uint32_t i = 1; i < nargs; i++) {
        const DaeNode *s = dae_at(p, args[i]);
        if (s->op != DAE_COLON && s->rank == 0) rank--;
    }
    return rank < 0 ? 0 : rank;
}

static int widest_rank(const DaePool *p, const DaeExpr *args, uint32_t nargs) {
    int rank = 0;
    for (uint32_t i = 0; i < nargs; i++)
        if (args[i] && dae_at(p, args[i])->rank > rank) rank = dae_at(p, args[i])->rank;
    return rank;
}

/* Real when one of them is, else the first one's base. */
static DaeBase common_base(const DaePool *p, const DaeExpr *args, uint32_t nargs) {
    DaeBase base = nargs ? dae_at(p, args[0])->base : DAE_REAL;
    for (uint32_t i = 1; i < nargs; i++)
        if (dae_at(p, args[i])->base == DAE_REAL) base = DAE_REAL;
    return base;
}

static DaeBase base_by(DaeBaseRule rule, const DaePool *p, const DaeExpr *args, uint32_t nargs) {
    switch (rule) {
    case DAE_BASE_OF_BOOLEAN: return DAE_BOOLEAN;
    case DAE_BASE_OF_INTEGER: return DAE_INTEGER;
    case DAE_BASE_OF_STRING: return DAE_STRING;
    case DAE_BASE_OF_NOTHING: return DAE_VOID;
    case DAE_BASE_OF_FIRST: return dae_at(p, args[0])->base;
    case DAE_BASE_OF_SECOND: return dae_at(p, args[1])->base;
    case DAE_BASE_OF_ALL: return common_base(p, args, nargs);
    case DAE_BASE_OF_REST: return common_base(p, args + 1, nargs - 1);
    default: return DAE_REAL;
    }
}

static int rank_by(DaeRankRule rule, const DaePool *p, const DaeExpr *args, uint32_t nargs) {
    switch (rule) {
    case DAE_RANK_SCALAR: return 0;
    case DAE_RANK_VECTOR: return 1;
    case DAE_RANK_MATRIX: return 2;
    case DAE_RANK_AS_FIRST: return dae_at(p, args[0])->rank;
    case DAE_RANK_AS_SECOND: return dae_at(p, args[1])->rank;
    case DAE_RANK_WIDEST_REST: return widest_rank(p, args + 1, nargs - 1);
    case DAE_RANK_PRODUCT: return rank_of_product(dae_at(p, args[0])->rank, dae_at(p, args[1])->rank);
    case DAE_RANK_ELEMENTS: return 1 + widest_rank(p, args, nargs);
    case DAE_RANK_INDEX: return rank_of_index(p, args, nargs);
    case DAE_RANK_SIZE: return nargs < 2;
    case DAE_RANK_FILL: return dae_at(p, args[0])->rank + (int)nargs - 1;
    case DAE_RANK_LOOPS: return dae_at(p, args[0])->rank + (int)(nargs - 1) / 2;
    default: return widest_rank(p, args, nargs);
    }
}

/* Fills in base and rank of `head` from its operator and arguments.  Operators that cannot be typed from
 * their arguments (calls, leaves) keep what head says. */
static void type_of(const DaePool *p, DaeNode *head, const DaeExpr *args, uint32_t nargs) {
    const DaeOpInfo *r = &dae_ops[head->op];
    if (r->base == DAE_BASE_AS_MADE || (r->rank == DAE_RANK_ELEMENTS && !nargs && head->rank)) return;
    head->base = (uint8_t)base_by((DaeBaseRule)r->base, p, args, nargs);
    head->rank = (uint8_t)rank_by((DaeRankRule)r->rank, p, args, nargs);
}

/* ---- folding ----------------------------------------------------------------------------------------------------- */

/* Statements where a single one stands for a sequence of one. */
static DaeExpr as_sequence(DaePool *p, DaeExpr s) {
    if (!s || dae_at(p, s)->op == DAE_SEQ) return s;
    return dae_node(p, (DaeNode){.op = DAE_SEQ, .base = DAE_VOID}, &s, 1);
}

DaeExpr dae_convert(DaePool *p, DaeExpr e, DaeBase to) {
    const DaeNode *n = dae_at(p, e);
    if (n->base == to) return e;
    if (to == DAE_REAL && (n->base == DAE_INTEGER || n->base == DAE_BOOLEAN || n->base == DAE_ENUM))
        return dae_op1(p, DAE_TO_REAL, e);
    if (to == DAE_INTEGER && (n->base == DAE_BOOLEAN || n->base == DAE_ENUM)) return dae_op1(p, DAE_TO_INT, e);
    return e;
}

/* All arguments are scalar literals: their value, unless it is an error or not finite. */
static DaeExpr fold_literals(DaePool *p, const DaeNode *head, const DaeExpr *args, uint32_t nargs) {
    double x[3], y;
    if (nargs == 0 || nargs > 3 || head->rank || head->base == DAE_STRING || head->base == DAE_VOID) return 0;
    for (uint32_t i = 0; i < nargs; i++)
        if (!dae_is_const(p, args[i], &x[i])) return 0;
    if (head->op == DAE_HOMOTOPY && x[0] != x[1]) return 0; /* initialisation goes from one to the other */
    DaeNode typed = *head;
    typed.nargs = nargs;
    if (!dae_apply(&typed, x, &y) || !isfinite(y)) return 0;
    if (head->base == DAE_REAL) return dae_real(p, y);
    if (fabs(y) > 9e15) return 0; /* Integers beyond the exact range of doubles */
    return leaf(p, DAE_CONST, head->base, 0, 0, (int64_t)y);
}

static bool is_op(const DaePool *p, DaeExpr e, DaeOp op) { return dae_at(p, e)->op == op; }

/* (c op x) or (x op c) with literal c as the left operand: gives c and x. */
static bool literal_first(const DaePool *p, DaeExpr e, DaeOp op, double *c, DaeExpr *x) {
    if (!is_op(p, e, op) || dae_at(p, e)->rank) return false;
    *x = dae_arg(p, e, 1);
    return dae_is_const(p, dae_arg(p, e, 0), c);
}

static DaeExpr fold_add(DaePool *p, DaeExpr a, DaeExpr b, DaeBase base) {
    double ca, cb;
    DaeExpr x;
    if (dae_is_real(p, a, 0)) return dae_convert(p, b, base);
    if (dae_is_real(p, b, 0)) return dae_convert(p, a, base);
    if (is_op(p, b, DAE_NEG)) return dae_op2(p, DAE_SUB, a, dae_arg(p, b, 0));
    if (is_op(p, a, DAE_NEG)) return dae_op2(p, DAE_SUB, b, dae_arg(p, a, 0));
    if (dae_is_const(p, a, &ca) && literal_first(p, b, DAE_ADD, &cb, &x) && base == DAE_REAL)
        return dae_op2(p, DAE_ADD, dae_real(p, ca + cb), x);
    return 0;
}

static DaeExpr fold_sub(DaePool *p, DaeExpr a, DaeExpr b, DaeBase base) {
    if (dae_is_real(p, b, 0)) return dae_convert(p, a, base);
    if (dae_is_real(p, a, 0)) return dae_op1(p, DAE_NEG, dae_convert(p, b, base));
    if (a == b) return base == DAE_REAL ? dae_real(p, 0) : dae_int(p, 0);
    if (is_op(p, b, DAE_NEG)) return dae_op2(p, DAE_ADD, a, dae_arg(p, b, 0));
    return 0;
}

static DaeExpr fold_mul(DaePool *p, DaeExpr a, DaeExpr b, DaeBase base) {
    double ca, cb;
    DaeExpr x;
    if (dae_is_real(p, a, 0) || dae_is_real(p, b, 0)) return base == DAE_REAL ? dae_real(p, 0) : dae_int(p, 0);
    if (dae_is_real(p, a, 1)) return dae_convert(p, b, base);
    if (dae_is_real(p, b, 1)) return dae_convert(p, a, base);
    if (dae_is_real(p, a, -1)) return dae_op1(p, DAE_NEG, dae_convert(p, b, base));
    if (dae_is_real(p, b, -1)) return dae_op1(p, DAE_NEG, dae_convert(p, a, base));
    if (is_op(p, a, DAE_NEG)) return dae_op1(p, DAE_NEG, dae_op2(p, DAE_MUL, dae_arg(p, a, 0), b));
    if (is_op(p, b, DAE_NEG)) return dae_op1(p, DAE_NEG, dae_op2(p, DAE_MUL, a, dae_arg(p, b, 0)));
    if (base == DAE_REAL && dae_is_const(p, a, &ca) && literal_first(p, b, DAE_MUL, &cb, &x) && isfinite(ca * cb))
        return dae_op2(p, DAE_MUL, dae_real(p, ca * cb), x);
    return 0;
}

static DaeExpr fold_div(DaePool *p, DaeExpr a, DaeExpr b) {
    double cb;
    if (dae_is_real(p, b, 1)) return dae_convert(p, a, DAE_REAL);
    if (dae_is_real(p, b, -1)) return dae_op1(p, DAE_NEG, dae_convert(p, a, DAE_REAL));
    if (dae_is_real(p, a, 0) && dae_is_const(p, b, &cb) && cb != 0) return dae_real(p, 0);
    if (is_op(p, a, DAE_NEG) && is_op(p, b, DAE_NEG)) return dae_op2(p, DAE_DIV, dae_arg(p, a, 0), dae_arg(p, b, 0));
    if (is_op(p, a, DAE_NEG)) return dae_op1(p, DAE_NEG, dae_op2(p, DAE_DIV, dae_arg(p, a, 0), b));
    if (is_op(p, b, DAE_NEG)) return dae_op1(p, DAE_NEG, dae_op2(p, DAE_DIV, a, dae_arg(p, b, 0)));
    return 0;
}

static DaeExpr fold_pow(DaePool *p, DaeExpr a, DaeExpr b) {
    if (dae_is_real(p, b, 0)) return dae_real(p, 1);
    if (dae_is_real(p, b, 1)) return dae_convert(p, a, DAE_REAL);
    if (dae_is_real(p, a, 1)) return dae_real(p, 1);
    return 0;
}

static DaeExpr fold_logic(DaePool *p, DaeOp op, DaeExpr a, DaeExpr b) {
    bool neutral = op == DAE_AND; /* and: true is neutral, false absorbs; or: the reverse */
    if (dae_is_real(p, a, neutral) || a == b) return b;
    if (dae_is_real(p, b, neutral)) return a;
    if (dae_is_real(p, a, !neutral) || dae_is_real(p, b, !neutral)) return dae_bool(p, !neutral);
    return 0;
}

static DaeExpr fold_if(DaePool *p, DaeExpr c, DaeExpr a, DaeExpr b, DaeBase base) {
    double v;
    if (dae_is_const(p, c, &v)) return dae_convert(p, v != 0 ? a : b, base);
    if (a == b) return a;
    if (is_op(p, c, DAE_NOT)) return dae_op3(p, DAE_IF, dae_arg(p, c, 0), b, a);
    return 0;
}

static DaeExpr fold_unary(DaePool *p, const DaeNode *head, DaeExpr a) {
    const DaeNode *n = dae_at(p, a);
    switch ((DaeOp)head->op) {
    case DAE_NEG:
        if (n->op == DAE_NEG) return dae_arg(p, a, 0);
        if (n->op == DAE_SUB && n->rank == 0) return dae_op2(p, DAE_SUB, dae_arg(p, a, 1), dae_arg(p, a, 0));
        return 0;
    case DAE_NOT: return n->op == DAE_NOT ? dae_arg(p, a, 0) : 0;
    case DAE_TO_REAL: return n->base == DAE_REAL ? a : 0;
    case DAE_TO_INT: return n->base == DAE_INTEGER ? a : 0;
    case DAE_FLOOR:
    case DAE_CEIL: return n->op == DAE_TO_REAL && dae_at(p, dae_arg(p, a, 0))->base == DAE_INTEGER ? a : 0;
    case DAE_INTEGER_OF: return n->base == DAE_INTEGER ? a : 0;
    default: return 0;
    }
}

/* The folded form of a scalar operator, or 0 to keep it. */
static DaeExpr fold_scalar(DaePool *p, const DaeNode *head, const DaeExpr *args, uint32_t nargs) {
    DaeExpr e = fold_literals(p, head, args, nargs);
    if (e) return e;
    switch ((DaeOp)head->op) {
    case DAE_ADD: return fold_add(p, args[0], args[1], head->base);
    case DAE_SUB: return fold_sub(p, args[0], args[1], head->base);
    case DAE_MUL: return fold_mul(p, args[0], args[1], head->base);
    case DAE_DIV: return fold_div(p, args[0], args[1]);
    case DAE_POW: return fold_pow(p, args[0], args[1]);
    case DAE_AND:
    case DAE_OR: return fold_logic(p, head->op, args[0], args[1]);
    case DAE_IF: return fold_if(p, args[0], args[1], args[2], head->base);
    case DAE_HOMOTOPY: return args[0] == args[1] ? args[0] : 0;
    default: return nargs == 1 ? fold_unary(p, head, args[0]) : 0;
    }
}

/* Scalar operators on arrays of rank 0 that go by other names on arrays and strings. */
static DaeOp usual_op(const DaePool *p, DaeOp op, const DaeExpr *args, uint32_t nargs) {
    if (op == DAE_ADD && dae_at(p, args[0])->base == DAE_STRING) return DAE_STRCAT;
    if (nargs == 2 && dae_at(p, args[0])->rank == 0 && dae_at(p, args[1])->rank == 0) {
        static const uint16_t scalar[][2] = {
            {DAE_EADD, DAE_ADD}, {DAE_ESUB, DAE_SUB}, {DAE_EMUL, DAE_MUL}, {DAE_EDIV, DAE_DIV}, {DAE_EPOW, DAE_POW}};
        for (size_t i = 0; i < sizeof scalar / sizeof *scalar; i++)
            if (op == scalar[i][0]) return scalar[i][1];
    }
    return op;
}

static DaeExpr fold_statement(DaePool *p, DaeNode head, const DaeExpr *args, uint32_t nargs) {
    DaeExpr a[3];
    double v;
    if (nargs != 3 || (head.op != DAE_IF_STMT && head.op != DAE_FOR)) {
        if (head.op != DAE_WHILE) return dae_node(p, head, args, nargs);
        a[0] = args[0];
        a[1] = as_sequence(p, args[1]);
        return dae_node(p, head, a, 2);
    }
    memcpy(a, args, sizeof a);
    if (head.op == DAE_FOR) {
        a[2] = as_sequence(p, a[2]);
        return dae_node(p, head, a, 3);
    }
    if (dae_is_const(p, a[0], &v)) {
        DaeExpr taken = v != 0 ? a[1] : a[2];
        return taken ? taken : dae_node(p, (DaeNode){.op = DAE_SEQ, .base = DAE_VOID}, NULL, 0);
    }
    a[1] = as_sequence(p, a[1]);
    if (a[2] && dae_at(p, a[2])->op != DAE_IF_STMT) a[2] = as_sequence(p, a[2]);
    return dae_node(p, head, a, 3);
}

/* {a, b, c}[2] is b. */
static DaeExpr fold_index(DaePool *p, DaeNode head, const DaeExpr *args, uint32_t nargs) {
    const DaeNode *array = dae_at(p, args[0]), *sub = nargs > 1 ? dae_at(p, args[1]) : NULL;
    if (!sub || array->op != DAE_ARRAY || sub->op != DAE_CONST || sub->base != DAE_INTEGER || sub->value.i < 1 ||
        sub->value.i > (int64_t)array->nargs)
        return 0;
    DaeExpr element = dae_arg(p, args[0], (uint32_t)sub->value.i - 1), rest[9] = {element};
    if (nargs == 2) return element;
    if (nargs > 9) return 0;
    memcpy(rest + 1, args + 2, (nargs - 2) * sizeof *args);
    return dae_with_args(p, head, rest, nargs - 1);
}

DaeExpr dae_with_args(DaePool *p, DaeNode head, const DaeExpr *args, uint32_t nargs) {
    head.op = (uint16_t)(nargs ? usual_op(p, head.op, args, nargs) : head.op);
    type_of(p, &head, args, nargs);
    if (head.op == DAE_NOEVENT) return dae_no_event(p, args[0]);
    if (head.base == DAE_VOID) return fold_statement(p, head, args, nargs);
    if (head.op == DAE_INDEX) {
        DaeExpr e = fold_index(p, head, args, nargs);
        if (e) return e;
    }
    if (head.rank == 0 && head.op < DAE_CALL && widest_rank(p, args, nargs) == 0) {
        DaeExpr e = fold_scalar(p, &head, args, nargs);
        if (e) return e;
    }
    return dae_node(p, head, args, nargs);
}

DaeExpr dae_op(DaePool *p, DaeOp op, const DaeExpr *args, uint32_t nargs) {
    return dae_with_args(p, (DaeNode){.op = (uint16_t)op}, args, nargs);
}

DaeExpr dae_raw(DaePool *p, DaeOp op, const DaeExpr *args, uint32_t nargs) {
    DaeNode head = {.op = (uint16_t)(nargs ? usual_op(p, op, args, nargs) : op)};
    type_of(p, &head, args, nargs);
    return dae_node(p, head, args, nargs);
}

DaeExpr dae_op1(DaePool *p, DaeOp op, DaeExpr a) { return dae_op(p, op, &a, 1); }
DaeExpr dae_op2(DaePool *p, DaeOp op, DaeExpr a, DaeExpr b) { return dae_op(p, op, (DaeExpr[]){a, b}, 2); }
DaeExpr dae_op3(DaePool *p, DaeOp op, DaeExpr a, DaeExpr b, DaeExpr c) {
    return dae_op(p, op, (DaeExpr[]){a, b, c}, 3);
}

/* ---- rewriting --------------------------------------------------------------------------------------------------- */

/* Loops over a walk of `from` and builds each node again in `to`; `leaf_of` replaces leaves, `head_of`
 * changes marks of nodes. */
typedef struct {
    DaeExpr (*leaf_of)(void *arg, DaePool *to, const DaePool *from, DaeExpr leaf);
    void (*head_of)(DaeNode *head);
    void *arg;
} Rewrite;

static DaeExpr rewrite(DaePool *to, const DaePool *from, DaeExpr root, const Rewrite *how) {
    if (!root) return 0;
    DaeWalk w = {0};
    VecU32 done = {0};
    VecU32 args = {0};
    dae_walk(&w, from, root);
    vec_reserve(&done, w.n);
    for (uint32_t i = 0; i < w.n; i++) {
        DaeNode n = *dae_at(from, w.at[i]);
        if (n.op <= DAE_COLON) {
            vec_push(&done, how->leaf_of ? how->leaf_of(how->arg, to, from, w.at[i]) : dae_node(to, n, NULL, 0));
            continue;
        }
        vec_clear(&args);
        for (uint32_t k = 0; k < n.nargs; k++) {
            DaeExpr a = dae_arg(from, w.at[i], k);
            vec_push(&args, a ? done.at[dae_walk_slot(&w, a)] : 0);
        }
        if (how->head_of) { /* only marks change: nothing to fold */
            how->head_of(&n);
            vec_push(&done, dae_node(to, n, args.at, n.nargs));
        } else {
            vec_push(&done, dae_with_args(to, n, args.at, n.nargs));
        }
    }
    DaeExpr result = done.at[w.n - 1];
    dae_walk_free(&w);
    vec_free(&done);
    vec_free(&args);
    return result;
}

/* A leaf that map returns unchanged is copied when the pools differ. */
typedef struct {
    DaeExpr (*map)(void *arg, DaePool *to, const DaePool *from, DaeExpr leaf);
    void *arg;
} MapCall;

static DaeExpr map_leaf(void *arg, DaePool *to, const DaePool *from, DaeExpr leaf_node) {
    const MapCall *call = arg;
    return call->map(call->arg, to, from, leaf_node);
}

DaeExpr dae_map(DaePool *to, const DaePool *from, DaeExpr e,
                DaeExpr (*map)(void *arg, DaePool *to, const DaePool *from, DaeExpr leaf), void *arg) {
    MapCall call = {map, arg};
    return rewrite(to, from, e, &(Rewrite){map ? map_leaf : NULL, NULL, &call});
}

static void mark_plain(DaeNode *head) {
    if ((head->op >= DAE_LT && head->op <= DAE_NE) || (head->op >= DAE_FLOOR && head->op <= DAE_REM)) head->value.i = 1;
}

DaeExpr dae_no_event(DaePool *p, DaeExpr e) { return rewrite(p, p, e, &(Rewrite){NULL, mark_plain, NULL}); }

typedef struct {
    VecU32 *old_of; /* new hole -> old hole */
    Map new_of;     /* and back */
} Renumber;

static DaeExpr renumber_leaf(void *arg, DaePool *to, const DaePool *from, DaeExpr e) {
    Renumber *r = arg;
    DaeNode n = *dae_at(from, e);
    if (n.op != DAE_HOLE) return dae_node(to, n, NULL, 0);
    uint64_t k = r->old_of->n;
    if (!base_map_get(&r->new_of, n.id, &k)) {
        base_map_put(&r->new_of, n.id, k);
        vec_push(r->old_of, n.id);
    }
    return dae_hole(to, (uint32_t)k, n.base);
}

DaeExpr dae_renumber(DaePool *p, DaeExpr e, VecU32 *holes) {
    Renumber r = {.old_of = holes};
    for (uint32_t k = 0; k < holes->n; k++) base_map_put(&r.new_of, holes->at[k], k);
    e = dae_map(p, p, e, renumber_leaf, &r);
    base_map_free(&r.new_of);
    return e;
}
