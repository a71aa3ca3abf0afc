/* lenient.c - values that others convert without being asked, as tolerated by default (INST0595; MLS 3.6, 4.9.5, 6.7).
 *
 * A number stands for the literal of an enumeration with that place and a literal for its number, a literal for that of
 * the same name and place in another enumeration, an array of one element for the element, what floor and ceil give for
 * an Integer.  With --strict nothing
 * is converted: the caller reports what does not fit.
 */
#include "elaborate/elaborate_impl.h"

#include <math.h>

InstExpr *inst_number_of_literal(InstElab *x, InstExpr *e) {
    Inst *in = x->in;
    if (e->kind == INST_E_ENUM) return inst_int_node(in, e->integer, e->span);
    InstType t = e->type;
    t.base = INST_INTEGER;
    t.cls = NULL;
    return inst_builtin_node(in, INST_B_TO_INT, t, e->span, &e, 1);
}

/* The literals whose numbers e gives; NULL when a number is known to be none. */
static InstExpr *literal_of_number(Inst *in, InstExpr *e, const InstType *want) {
    int64_t i;
    if (inst_is_int(e, &i))
        return i < 1 || i > (int64_t)inst_enum_size(want->cls) ? NULL : inst_enum_node(in, want->cls, i, e->span);
    InstType t = e->type;
    t.base = INST_ENUM;
    t.cls = want->cls;
    if (e->kind == INST_E_ARRAY) {
        InstExpr **args = BASE_ARRAY(in->nodes, InstExpr *, e->nargs + 1);
        for (uint32_t k = 0; k < e->nargs; k++)
            if ((args[k] = literal_of_number(in, e->args[k], want)) == NULL) return NULL;
        return inst_node_args(in, INST_E_ARRAY, t, e->span, args, e->nargs);
    }
    InstExpr *r = inst_builtin_node(in, INST_B_ENUM_OF_INTEGER, t, e->span, &e, 1);
    r->cls = want->cls;
    return r;
}

/* Do two enumerations begin with the same literals, one of them perhaps with more behind them? */
static bool begin_alike(InstClass *a, InstClass *b) {
    if (!a || !b) return false;
    a = inst_enum_class(a), b = inst_enum_class(b);
    uint32_t n = inst_enum_size(a) < inst_enum_size(b) ? inst_enum_size(a) : inst_enum_size(b);
    for (uint32_t i = 0; i < n; i++)
        if (inst_enum_literal(a, i) != inst_enum_literal(b, i)) return false;
    return n > 0;
}

static bool is_single(const InstType *t) {
    for (uint32_t k = 0; k < t->ndims; k++)
        if (t->dims[k] != 1) return false;
    return t->ndims > 0;
}

/* The element of an array that has one, for a scalar. */
static InstExpr *element_of_single(InstElab *x, InstExpr *e, const InstType *want) {
    InstExpr *one = inst_int_node(x->in, 1, e->span), **subs = BASE_ARRAY(x->in->nodes, InstExpr *, e->type.ndims);
    for (uint32_t k = 0; k < e->type.ndims; k++) subs[k] = one;
    InstExpr *r = inst_subscript(x, e, subs, e->type.ndims, e->span);
    return r->kind == INST_E_ERROR ? NULL : inst_convert(x->in, r, want);
}

/* Is a Real a whole number whatever its variables are?  Sums and products of what floor and ceil give, and Integers. */
static bool is_whole_real(const InstExpr *e) {
    switch ((InstExprKind)e->kind) {
    case INST_E_REAL: return e->real == floor(e->real) && fabs(e->real) < 9007199254740992.0;
    case INST_E_CAST: return e->args[0]->type.base == INST_INTEGER;
    case INST_E_INTEGER: return true;
    case INST_E_UNARY: return is_whole_real(e->args[0]);
    case INST_E_BINARY:
        return (e->op == SYN_ADD || e->op == SYN_SUB || e->op == SYN_MUL) && is_whole_real(e->args[0]) &&
               is_whole_real(e->args[1]);
    case INST_E_IF: return is_whole_real(e->args[1]) && is_whole_real(e->args[2]);
    case INST_E_BUILTIN: return e->builtin == INST_B_FLOOR || e->builtin == INST_B_CEIL;
    default: return e->type.base == INST_INTEGER;
    }
}

/* Is it floor or ceil that makes a Real of it?  2.0 for an Integer stays an error. */
static bool has_rounding(const InstExpr *e) {
    if (e->kind == INST_E_BUILTIN) return e->builtin == INST_B_FLOOR || e->builtin == INST_B_CEIL;
    for (uint32_t k = 0; k < e->nargs; k++)
        if (e->args[k] && has_rounding(e->args[k])) return true;
    return false;
}

static InstExpr *integer_of(Inst *in, InstExpr *e) {
    InstExpr *r = inst_builtin_node(in, INST_B_INTEGER_OF, inst_type(INST_INTEGER), e->span, &e, 1);
    if (r->variability > INST_VAR_DISCRETE) r->variability = INST_VAR_DISCRETE;
    return r;
}

/* The same number as Integer. */
static InstExpr *as_integer(Inst *in, InstExpr *e) {
    if (e->type.base == INST_INTEGER) return e;
    if (e->kind == INST_E_REAL) return inst_int_node(in, (int64_t)e->real, e->span);
    if (e->kind == INST_E_CAST) return e->args[0];
    if (e->kind == INST_E_BUILTIN && e->builtin == INST_B_FLOOR) return integer_of(in, e->args[0]);
    if (e->kind == INST_E_BUILTIN) return integer_of(in, e); /* ceil */
    InstExpr *r = base_copy(in->nodes, e, sizeof *e);
    r->args = BASE_ARRAY(in->nodes, InstExpr *, e->nargs + 1);
    r->variability = INST_VAR_CONSTANT;
    for (uint32_t k = 0; k < e->nargs; k++) {
        r->args[k] = e->kind == INST_E_IF && !k ? e->args[k] : as_integer(in, e->args[k]);
        if (r->args[k]->variability > r->variability) r->variability = r->args[k]->variability;
    }
    r->type.base = INST_INTEGER;
    return r;
}

InstExpr *inst_convert_freely(InstElab *x, InstExpr *e, const InstType *want, const char *what) {
    Inst *in = x->in;
    if (inst_strict(x->scope)) return NULL;
    bool dims = inst_dims_agree(want, &e->type);
    InstExpr *r;
    if (dims && want->base == INST_INTEGER && e->type.base == INST_REAL && !e->type.ndims && is_whole_real(e) &&
        has_rounding(e)) {
        Diag *w = inst_tolerate(x->scope, "INST0595", e->span,
                                "%s is an Integer and is given a Real, though a whole one (MLS 6.7)", what);
        base_hint(in->ctx, w, "write integer(...) for floor(...), which is a Real");
        return as_integer(in, e);
    }
    if (dims && want->base == INST_ENUM && e->type.base == INST_INTEGER) {
        if (!(r = literal_of_number(in, e, want))) return NULL;
        Diag *w = inst_tolerate(x->scope, "INST0595", e->span, "%s is an enumeration and is given a number (MLS 4.9.5)",
                                what);
        base_hint(in->ctx, w, "name the literal, or write %s(number)", inst_type_string(in, want));
        return r;
    }
    if (dims && want->base <= INST_INTEGER && e->type.base == INST_ENUM) {
        InstType element = *want;
        if (!(r = inst_convert(in, inst_number_of_literal(x, e), &element))) return NULL;
        Diag *w = inst_tolerate(x->scope, "INST0595", e->span,
                                "%s is a number and is given a literal of an enumeration (MLS 4.9.5)", what);
        base_hint(in->ctx, w, "write Integer(literal)");
        return r;
    }
    if (dims && want->base == INST_ENUM && e->type.base == INST_ENUM && begin_alike(want->cls, e->type.cls)) {
        if (!(r = literal_of_number(in, inst_number_of_literal(x, e), want))) return NULL;
        Diag *w =
            inst_tolerate(x->scope, "INST0595", e->span, "%s is of another enumeration than its value (MLS 6.7)", what);
        base_hint(in->ctx, w, "name the literal of %s", inst_type_string(in, want));
        return r;
    }
    if (want->ndims == 0 && is_single(&e->type) && want->base <= INST_ENUM && (r = element_of_single(x, e, want))) {
        Diag *w = inst_tolerate(x->scope, "INST0595", e->span,
                                "%s is no array and is given one of one element (MLS 6.7)", what);
        base_hint(in->ctx, w, "leave out the braces, or write scalar(...)");
        return r;
    }
    return NULL;
}
