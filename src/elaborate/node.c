/* node.c - building typed nodes; conversions of types (MLS 3.6, 10.6.13, 12.4). */
#include "elaborate/elaborate_impl.h"

#include <float.h>
#include <string.h>

/* ---- conversions ------------------------------------------------------------------------------------------------- */

static InstExpr *cast_to_real(Inst *in, InstExpr *e) {
    if (e->kind == INST_E_INTEGER) return inst_real_node(in, (double)e->integer, e->span);
    if (e->kind == INST_E_ARRAY && e->nargs) { /* keep literals literal: {1, 2} becomes {1.0, 2.0} */
        InstExpr **args = BASE_ARRAY(in->nodes, InstExpr *, e->nargs);
        for (uint32_t i = 0; i < e->nargs; i++)
            args[i] = e->args[i]->type.base == INST_INTEGER ? cast_to_real(in, e->args[i]) : e->args[i];
        InstType t = e->type;
        t.base = INST_REAL;
        t.cls = NULL;
        InstExpr *r = inst_node_args(in, INST_E_ARRAY, t, e->span, args, e->nargs);
        r->no_event = e->no_event;
        return r;
    }
    InstType t = e->type;
    t.base = INST_REAL;
    t.cls = NULL;
    return inst_node_args(in, INST_E_CAST, t, e->span, &e, 1);
}

/* Do values of both record classes look alike: fields in the same order with the same types? */
static bool same_layout(InstClass *a, InstClass *b, int depth) {
    if (a == b || a == NULL || b == NULL || depth > 50) return true;
    uint32_t na, nb;
    InstComp **f = inst_fields(a, &na), **g = inst_fields(b, &nb);
    if (na != nb) return false;
    for (uint32_t i = 0; i < na; i++) {
        if (f[i]->name != g[i]->name || f[i]->type.base != g[i]->type.base) return false;
        if (f[i]->type.base == INST_RECORD && !same_layout(f[i]->type.cls, g[i]->type.cls, depth + 1)) return false;
    }
    return true;
}

/* A record of another class with the same fields (6.6): taken over by name. */
static InstExpr *convert_record(Inst *in, InstExpr *e, const InstType *want) {
    if (same_layout(want->cls, e->type.cls, 0)) return e;
    InstElab x = {.in = in, .scope = in->root};
    if (e->type.ndims == 0) {
        uint32_t n;
        InstComp **fields = inst_fields(want->cls, &n);
        InstExpr **args = BASE_ARRAY(in->nodes, InstExpr *, n + 1);
        for (uint32_t i = 0; i < n; i++) {
            InstExpr *f = inst_field(&x, e, fields[i]->name, e->span);
            InstType t = f->type;
            t.base = fields[i]->type.base;
            t.cls = fields[i]->type.cls;
            if ((args[i] = inst_convert(in, f, &t)) == NULL) return NULL;
        }
        InstExpr *r = inst_node_args(in, INST_E_RECORD, inst_type_element(*want), e->span, args, n);
        r->cls = want->cls;
        return r;
    }
    if (e->type.dims[0] == INST_UNKNOWN_DIM) return e;
    InstType part = inst_type_tail(e->type, 1);
    part.cls = want->cls;
    InstExpr **args = BASE_ARRAY(in->nodes, InstExpr *, e->type.dims[0] + 1);
    for (int64_t i = 0; i < e->type.dims[0]; i++) {
        InstExpr *k = inst_int_node(in, i + 1, e->span);
        if ((args[i] = convert_record(in, inst_subscript(&x, e, &k, 1, e->span), &part)) == NULL) return NULL;
    }
    InstType t = e->type;
    t.cls = want->cls;
    return inst_node_args(in, INST_E_ARRAY, t, e->span, args, (uint32_t)e->type.dims[0]);
}

InstExpr *inst_convert_wider(Inst *in, InstExpr *e, const InstType *want) {
    if (want->base != INST_RECORD || e->type.base != INST_RECORD || !want->cls || !e->type.cls ||
        !inst_dims_agree(want, &e->type))
        return NULL;
    uint32_t n;
    InstComp **fields = inst_fields(want->cls, &n);
    for (uint32_t i = 0; i < n; i++) {
        InstElement *el = inst_find(e->type.cls, fields[i]->name);
        InstComp *c = el && el->kind == SYN_COMPONENT ? inst_component(e->type.cls, el) : NULL;
        if (!c || !c->present || !inst_type_agrees(&fields[i]->type, &c->type)) return NULL;
    }
    return n ? convert_record(in, e, want) : NULL;
}

InstExpr *inst_convert_alike(Inst *in, InstExpr *e, const InstType *want) {
    bool alike = want->base == INST_RECORD && e->type.base == INST_RECORD && inst_dims_agree(want, &e->type) &&
                 inst_same_record(want->cls, e->type.cls, false);
    return alike ? convert_record(in, e, want) : NULL;
}

InstExpr *inst_convert(Inst *in, InstExpr *e, const InstType *want) {
    if (!inst_type_agrees(want, &e->type)) return NULL;
    if (want->base == INST_REAL && e->type.base == INST_INTEGER) return cast_to_real(in, e);
    if (want->base == INST_RECORD && e->type.base == INST_RECORD) return convert_record(in, e, want);
    return e;
}

InstExpr *inst_convert_or_report(InstElab *x, InstExpr *e, const InstType *want, const char *what) {
    if (e->type.base == INST_ANY) return e;
    InstExpr *r = inst_convert(x->in, e, want);
    if (r || (r = inst_convert_freely(x, e, want, "what is wanted here"))) return r;
    Diag *d = inst_error(x->scope, "INST0501", e->span, "%s: expected %s, found %s", what,
                         inst_type_string(x->in, want), inst_type_string(x->in, &e->type));
    inst_note_difference(x->in, d, want, &e->type, (Span){0});
    return inst_error_node(x->in, e->span);
}

/* ---- nodes ------------------------------------------------------------------------------------------------------- */

InstExpr *inst_node(Inst *in, InstExprKind kind, InstType type, InstVariability v, Span span) {
    InstExpr *e = BASE_NEW(in->nodes, InstExpr);
    e->kind = (uint8_t)kind;
    e->type = type;
    e->variability = (uint8_t)v;
    e->span = span;
    return e;
}

InstVariability inst_max_variability(InstExpr *const *args, uint32_t n) {
    InstVariability v = INST_VAR_CONSTANT;
    for (uint32_t i = 0; i < n; i++)
        if (args[i] && args[i]->variability > v) v = args[i]->variability;
    return v;
}

InstExpr *inst_node_args(Inst *in, InstExprKind kind, InstType type, Span span, InstExpr **args, uint32_t n) {
    InstExpr *e = inst_node(in, kind, type, inst_max_variability(args, n), span);
    e->nargs = n;
    e->args = n ? base_copy(in->nodes, args, n * sizeof *args) : NULL;
    return e;
}

InstExpr *inst_builtin_node(Inst *in, InstBuiltin b, InstType type, Span span, InstExpr **args, uint32_t n) {
    InstExpr *e = inst_node_args(in, INST_E_BUILTIN, type, span, args, n);
    e->builtin = (uint16_t)b;
    return e;
}

InstExpr *inst_error_node(Inst *in, Span span) {
    return inst_node(in, INST_E_ERROR, inst_type(INST_ANY), INST_VAR_CONSTANT, span);
}

InstExpr *inst_int_node(Inst *in, int64_t i, Span span) {
    InstExpr *e = inst_node(in, INST_E_INTEGER, inst_type(INST_INTEGER), INST_VAR_CONSTANT, span);
    e->integer = i;
    return e;
}

InstExpr *inst_real_node(Inst *in, double r, Span span) {
    InstExpr *e = inst_node(in, INST_E_REAL, inst_type(INST_REAL), INST_VAR_CONSTANT, span);
    e->real = r;
    return e;
}

InstExpr *inst_bool_node(Inst *in, bool b, Span span) {
    InstExpr *e = inst_node(in, INST_E_BOOLEAN, inst_type(INST_BOOLEAN), INST_VAR_CONSTANT, span);
    e->integer = b;
    return e;
}

InstExpr *inst_string_node(Inst *in, Name s, Span span) {
    InstExpr *e = inst_node(in, INST_E_STRING, inst_type(INST_STRING), INST_VAR_CONSTANT, span);
    e->string = s;
    return e;
}

InstExpr *inst_enum_node(Inst *in, InstClass *type, int64_t literal, Span span) {
    InstType t = inst_type(INST_ENUM);
    t.cls = type;
    InstExpr *e = inst_node(in, INST_E_ENUM, t, INST_VAR_CONSTANT, span);
    e->cls = type;
    e->integer = literal;
    return e;
}

bool inst_is_int(const InstExpr *e, int64_t *i) {
    if (e->kind != INST_E_INTEGER) return false;
    *i = e->integer;
    return true;
}

static InstExpr *scalar_node(Inst *in, const InstValue *v, uint64_t i, Span span) {
    switch (v->type.base) {
    case INST_REAL: return inst_real_node(in, v->num[i], span);
    case INST_INTEGER: return inst_int_node(in, inst_whole(v->num[i]), span);
    case INST_BOOLEAN: return inst_bool_node(in, v->num[i] != 0, span);
    case INST_STRING: return inst_string_node(in, v->str[i], span);
    case INST_ENUM: return inst_enum_node(in, v->type.cls, inst_whole(v->num[i]), span);
    case INST_RECORD: {
        InstExpr **args = BASE_ARRAY(in->nodes, InstExpr *, v->nfields + 1);
        for (uint32_t k = 0; k < v->nfields; k++) args[k] = inst_value_node(in, v->rec[i * v->nfields + k], span);
        InstExpr *e = inst_node_args(in, INST_E_RECORD, inst_type_element(v->type), span, args, v->nfields);
        e->cls = v->type.cls;
        return e;
    }
    default: return inst_error_node(in, span);
    }
}

static InstExpr *array_node(Inst *in, const InstValue *v, uint32_t dim, uint64_t first, uint64_t count, Span span) {
    if (dim == v->type.ndims) return scalar_node(in, v, first, span);
    uint32_t n = (uint32_t)v->type.dims[dim];
    InstExpr **args = BASE_ARRAY(in->nodes, InstExpr *, n + 1);
    for (uint32_t i = 0; i < n; i++) args[i] = array_node(in, v, dim + 1, first + i * (count / n), count / n, span);
    InstExpr *e = inst_node(in, INST_E_ARRAY, inst_type_tail(v->type, dim), INST_VAR_CONSTANT, span);
    e->args = args;
    e->nargs = n;
    return e;
}

InstExpr *inst_value_node(Inst *in, const InstValue *v, Span span) {
    return array_node(in, v, 0, 0, inst_dims_count(v->type.dims, v->type.ndims), span);
}

/* What a reduction over nothing gives: of min and max the largest and the smallest value of the type (MLS 3.6,
 * 10.3.4.1). */
double inst_reduction_of_nothing(InstBuiltin reduce, const InstType *t) {
    bool min = reduce == INST_B_MIN;
    if (reduce == INST_B_SUM || reduce == INST_B_PRODUCT) return reduce == INST_B_PRODUCT;
    switch (t->base) {
    case INST_INTEGER: return min ? 2147483647 : -2147483648.0;
    case INST_BOOLEAN: return min;
    case INST_ENUM: return min && t->cls ? inst_enum_size(t->cls) : 1;
    default: return min ? DBL_MAX : -DBL_MAX;
    }
}

const InstType *inst_expr_type(const InstExpr *e) { return &e->type; }

InstExpr *inst_repeated(Inst *in, InstExpr *e, const InstType *t, uint32_t k) {
    if (k == t->ndims) return e;
    InstExpr *inner = inst_repeated(in, e, t, k + 1);
    InstExpr **args = BASE_ARRAY(in->nodes, InstExpr *, t->dims[k] + 1);
    for (int64_t i = 0; i < t->dims[k]; i++) args[i] = inner;
    InstType of = inst_type_dims(in, inst_type_element(*t), t->dims + k, t->ndims - k);
    return inst_node_args(in, INST_E_ARRAY, of, e->span, args, (uint32_t)t->dims[k]);
}
