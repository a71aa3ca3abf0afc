/* operator.c - operators by type and rank (MLS 3.6, 3.4, 3.5, 10.6).
 *
 * Before: operands are typed.  After: operands have a common element type (Integer was converted where Real is
 * needed); dims of the result follow 10.6.  Operands that are operator records go to overload.c.
 */
#include "elaborate/elaborate_impl.h"

#include <string.h>

const char *inst_op_text(SynOp op) {
    static const char *const text[] = {
        [SYN_ADD] = "+",   [SYN_SUB] = "-",   [SYN_MUL] = "*",   [SYN_DIV] = "/",   [SYN_POW] = "^",
        [SYN_EADD] = ".+", [SYN_ESUB] = ".-", [SYN_EMUL] = ".*", [SYN_EDIV] = "./", [SYN_EPOW] = ".^",
        [SYN_LT] = "<",    [SYN_LE] = "<=",   [SYN_GT] = ">",    [SYN_GE] = ">=",   [SYN_EQ] = "==",
        [SYN_NE] = "<>",   [SYN_AND] = "and", [SYN_OR] = "or",   [SYN_NOT] = "not", [SYN_NEG] = "-",
        [SYN_PLUS] = "+"};
    return text[op];
}

static InstExpr *mismatch(InstElab *x, SynOp op, InstExpr *a, InstExpr *b, Span span, const char *why) {
    Inst *in = x->in;
    Diag *d = inst_error(x->scope, "INST0520", span, "operator %s cannot be applied to %s and %s", inst_op_text(op),
                         inst_type_string(in, &a->type), inst_type_string(in, &b->type));
    base_note(in->ctx, d, a->span, "%s", inst_type_string(in, &a->type));
    base_note(in->ctx, d, b->span, "%s", inst_type_string(in, &b->type));
    if (why) base_hint(in->ctx, d, "%s", why);
    return inst_error_node(in, span);
}

static InstExpr *node2(InstElab *x, SynOp op, InstType t, InstExpr *a, InstExpr *b, Span span) {
    InstExpr *args[2] = {a, b};
    InstExpr *e = inst_node_args(x->in, INST_E_BINARY, t, span, args, 2);
    e->op = (uint8_t)op;
    e->no_event = (x->place & INST_IN_NOEVENT) != 0;
    return e;
}

/* both operands as Real when one is, or when the result is (division, power) */
static InstBase common_number(Inst *in, InstExpr **a, InstExpr **b, bool force_real) {
    if (!force_real && (*a)->type.base == INST_INTEGER && (*b)->type.base == INST_INTEGER) return INST_INTEGER;
    InstType want = (*a)->type;
    want.base = INST_REAL;
    want.cls = NULL;
    *a = inst_convert(in, *a, &want);
    want = (*b)->type;
    want.base = INST_REAL;
    want.cls = NULL;
    *b = inst_convert(in, *b, &want);
    return INST_REAL;
}

static bool merge_dims(Inst *in, const InstType *a, const InstType *b, InstType *out) {
    if (!inst_dims_agree(a, b)) return false;
    InstType ra = inst_type(INST_REAL), common;
    InstType ta = *a, tb = *b;
    ta.base = tb.base = ra.base;
    ta.cls = tb.cls = NULL;
    if (!inst_type_common(in, &ta, &tb, &common)) return false;
    out->ndims = common.ndims;
    out->dims = common.dims;
    return true;
}

static InstExpr *fold_integers(InstElab *x, SynOp op, InstExpr *a, InstExpr *b, Span span) {
    int64_t i, j, r;
    if (!inst_is_int(a, &i) || !inst_is_int(b, &j)) return NULL;
    bool overflow;
    switch (op) {
    case SYN_ADD: overflow = __builtin_add_overflow(i, j, &r); break;
    case SYN_SUB: overflow = __builtin_sub_overflow(i, j, &r); break;
    case SYN_MUL: overflow = __builtin_mul_overflow(i, j, &r); break;
    default: return NULL;
    }
    return overflow ? NULL : inst_int_node(x->in, r, span);
}

/* + - : equal dimensions; .+ .- .* ./ .^ : equal ones or a scalar (10.6.2, 10.6.3, 10.6.5, 10.6.7) */
/* A scalar as an array with the sizes of another. */
static InstExpr *repeat(InstElab *x, InstExpr *scalar, InstExpr *like) {
    InstExpr *args[64] = {scalar};
    uint32_t n = like->type.ndims;
    for (uint32_t k = 0; k < n; k++) args[k + 1] = inst_size_node(x->in, like, k, scalar->span);
    InstType t = inst_type_dims(x->in, scalar->type, like->type.dims, n);
    return n ? inst_builtin_node(x->in, INST_B_FILL, t, scalar->span, args, n + 1) : scalar;
}

static InstExpr *elementwise(InstElab *x, SynOp op, InstExpr *a, InstExpr *b, Span span) {
    Inst *in = x->in;
    bool broadcast = op >= SYN_EADD && op <= SYN_EPOW;
    InstType t = {0};
    if (a->type.base == INST_STRING && b->type.base == INST_STRING && (op == SYN_ADD || op == SYN_EADD)) {
        if (op == SYN_EADD && !a->type.ndims) a = repeat(x, a, b);
        if (op == SYN_EADD && !b->type.ndims) b = repeat(x, b, a);
        op = SYN_ADD;
        if (!merge_dims(in, &a->type, &b->type, &t)) return mismatch(x, op, a, b, span, NULL);
        t.base = INST_STRING;
        return node2(x, op, t, a, b, span);
    }
    if (!inst_type_numeric(&a->type) || !inst_type_numeric(&b->type)) {
        const char *hint = op == SYN_ADD && (a->type.base == INST_STRING || b->type.base == INST_STRING)
                               ? "String(x) converts a value to a String"
                               : NULL;
        return mismatch(x, op, a, b, span, hint);
    }
    if (broadcast && a->type.ndims == 0) {
        t = b->type;
    } else if (broadcast && b->type.ndims == 0) {
        t = a->type;
    } else if (!merge_dims(in, &a->type, &b->type, &t)) {
        const char *hint = NULL;
        if (!broadcast && (a->type.ndims == 0 || b->type.ndims == 0))
            hint = op == SYN_ADD ? "use .+ to add a scalar to every element"
                                 : "use .- to subtract a scalar from every element";
        return mismatch(x, op, a, b, span, hint);
    }
    t.base = (uint8_t)common_number(in, &a, &b, op == SYN_EDIV || op == SYN_EPOW);
    t.cls = NULL;
    return node2(x, op, t, a, b, span);
}

static bool same_size(int64_t a, int64_t b) { return a == b || a == INST_UNKNOWN_DIM || b == INST_UNKNOWN_DIM; }

static InstExpr *multiply(InstElab *x, InstExpr *a, InstExpr *b, Span span) {
    Inst *in = x->in;
    if (!inst_type_numeric(&a->type) || !inst_type_numeric(&b->type)) return mismatch(x, SYN_MUL, a, b, span, NULL);
    uint32_t na = a->type.ndims, nb = b->type.ndims;
    int64_t dims[2];
    InstType t = {0};
    const InstType *ta = &a->type, *tb = &b->type;
    if (na == 0) {
        t = *tb;
    } else if (nb == 0) {
        t = *ta;
    } else if (na > 2 || nb > 2 || !same_size(ta->dims[na - 1], tb->dims[0])) {
        return mismatch(x, SYN_MUL, a, b, span,
                        a->type.ndims == 1 && b->type.ndims == 1
                            ? "use .* to multiply element by element"
                            : "the columns of the first must be as many as the rows of the second");
    } else {
        uint32_t n = 0;
        if (na == 2) dims[n++] = ta->dims[0];
        if (nb == 2) dims[n++] = tb->dims[1];
        t = inst_type_dims(in, inst_type(INST_REAL), dims, n);
    }
    t.base = (uint8_t)common_number(in, &a, &b, false);
    t.cls = NULL;
    return node2(x, SYN_MUL, t, a, b, span);
}

static InstExpr *power(InstElab *x, InstExpr *a, InstExpr *b, Span span) {
    if (!inst_type_numeric(&a->type) || !inst_type_numeric(&b->type)) return mismatch(x, SYN_POW, a, b, span, NULL);
    if (a->type.ndims == 0 && b->type.ndims == 0) {
        common_number(x->in, &a, &b, true);
        return node2(x, SYN_POW, inst_type(INST_REAL), a, b, span);
    }
    bool square = a->type.ndims == 2 && same_size(a->type.dims[0], a->type.dims[1]);
    if (!square || b->type.ndims || b->type.base != INST_INTEGER)
        return mismatch(x, SYN_POW, a, b, span,
                        "^ needs scalars, or a square matrix and an Integer; .^ works element by element");
    InstType t = a->type;
    t.cls = NULL;
    return node2(x, SYN_POW, t, a, b, span);
}

static InstExpr *relation(InstElab *x, SynOp op, InstExpr *a, InstExpr *b, Span span) {
    Inst *in = x->in;
    if (a->type.ndims || b->type.ndims)
        return mismatch(x, op, a, b, span, "relations compare scalars; compare the elements");
    bool ok =
        a->type.base <= INST_ENUM && (inst_base_agrees(&a->type, &b->type) || inst_base_agrees(&b->type, &a->type));
    if (!ok) return mismatch(x, op, a, b, span, NULL);
    if (inst_type_numeric(&a->type)) common_number(in, &a, &b, false);
    InstExpr *e = node2(x, op, inst_type(INST_BOOLEAN), a, b, span);
    if (e->variability > INST_VAR_DISCRETE) e->variability = INST_VAR_DISCRETE;
    /* MLS 3.5: equality of Reals has no meaning at events */
    if ((op == SYN_EQ || op == SYN_NE) && a->type.base == INST_REAL && !(x->place & INST_IN_FUNCTION) &&
        (a->variability > INST_VAR_PARAMETER || b->variability > INST_VAR_PARAMETER)) {
        Diag *d = inst_tolerate(x->scope, "INST0521", span, "Real values cannot be compared with %s outside functions",
                                inst_op_text(op));
        base_hint(in->ctx, d, "compare with a tolerance: abs(a - b) < eps");
        if (inst_strict(x->scope)) return inst_error_node(in, span);
        InstExpr *less = relation(x, SYN_LT, a, b, span), *more = relation(x, SYN_GT, a, b, span);
        InstExpr *apart = node2(x, SYN_OR, inst_type(INST_BOOLEAN), less, more, span); /* what makes events */
        return op == SYN_NE ? apart : inst_unary(x, SYN_NOT, apart, span);
    }
    return e;
}

static InstExpr *logical(InstElab *x, SynOp op, InstExpr *a, InstExpr *b, Span span) {
    InstType t = inst_type(INST_BOOLEAN);
    if (a->type.base != INST_BOOLEAN || b->type.base != INST_BOOLEAN || !merge_dims(x->in, &a->type, &b->type, &t))
        return mismatch(x, op, a, b, span, NULL);
    return node2(x, op, t, a, b, span);
}

/* The place of a literal beside a number (INST0595): e + 1, e == 2. */
static void literals_beside_numbers(InstElab *x, SynOp op, InstExpr **a, InstExpr **b) {
    bool left = (*a)->type.base == INST_ENUM && inst_type_numeric(&(*b)->type);
    bool right = (*b)->type.base == INST_ENUM && inst_type_numeric(&(*a)->type);
    if ((!left && !right) || inst_strict(x->scope)) return;
    InstExpr **e = left ? a : b;
    Diag *w =
        inst_tolerate(x->scope, "INST0595", (*e)->span,
                      "operator %s is given a number and a literal of an enumeration (MLS 4.9.5)", inst_op_text(op));
    base_hint(x->in->ctx, w, "write Integer(literal)");
    *e = inst_number_of_literal(x, *e);
}

InstExpr *inst_binary(InstElab *x, SynOp op, InstExpr *a, InstExpr *b, Span span) {
    if (a->type.base == INST_ANY || b->type.base == INST_ANY) {
        if (a->kind == INST_E_ERROR) return a;
        if (b->kind == INST_E_ERROR) return b;
        return inst_error_node(x->in, span);
    }
    if (inst_is_overloaded(&a->type) || inst_is_overloaded(&b->type)) return inst_overloaded_binary(x, op, a, b, span);
    literals_beside_numbers(x, op, &a, &b);
    InstExpr *folded = fold_integers(x, op, a, b, span);
    if (folded) return folded;
    switch (op) {
    case SYN_MUL: return multiply(x, a, b, span);
    case SYN_DIV:
        if (!inst_type_numeric(&a->type) || !inst_type_numeric(&b->type) || b->type.ndims)
            return mismatch(x, op, a, b, span, b->type.ndims ? "use ./ to divide element by element" : NULL);
        common_number(x->in, &a, &b, true);
        return node2(x, op, a->type, a, b, span);
    case SYN_POW: return power(x, a, b, span);
    case SYN_LT:
    case SYN_LE:
    case SYN_GT:
    case SYN_GE:
    case SYN_EQ:
    case SYN_NE: return relation(x, op, a, b, span);
    case SYN_AND:
    case SYN_OR: return logical(x, op, a, b, span);
    default: return elementwise(x, op, a, b, span);
    }
}

InstExpr *inst_unary(InstElab *x, SynOp op, InstExpr *a, Span span) {
    Inst *in = x->in;
    if (a->type.base == INST_ANY) return a;
    if (inst_is_overloaded(&a->type)) return inst_overloaded_unary(x, op, a, span);
    bool ok = op == SYN_NOT ? a->type.base == INST_BOOLEAN : inst_type_numeric(&a->type);
    if (!ok) {
        inst_error(x->scope, "INST0522", span, "operator %s cannot be applied to %s", inst_op_text(op),
                   inst_type_string(in, &a->type));
        return inst_error_node(in, span);
    }
    if (op == SYN_PLUS || op == SYN_EADD) return a;
    if (op == SYN_ESUB || op == SYN_SUB) op = SYN_NEG;
    if (op == SYN_NEG && a->kind == INST_E_INTEGER) return inst_int_node(in, -a->integer, span);
    if (op == SYN_NEG && a->kind == INST_E_REAL) return inst_real_node(in, -a->real, span);
    if (op == SYN_NOT && a->kind == INST_E_BOOLEAN) return inst_bool_node(in, !a->integer, span);
    InstType t = a->type;
    t.cls = NULL;
    InstExpr *e = inst_node_args(in, INST_E_UNARY, t, span, &a, 1);
    e->op = (uint8_t)op;
    e->no_event = (x->place & INST_IN_NOEVENT) != 0;
    return e;
}
