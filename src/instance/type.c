/* type.c - types of expressions: conversions, agreement of dimensions, building typed nodes (MLS 3.6, 6.6 and 10).
 *
 * Before: the classes that types point at are instantiated.  After: a node made here carries a type whose dims live in
 * the arena of the Inst; INST_UNKNOWN_DIM agrees with every size, INST_ANY with every type.
 */
#include "instance/instance_impl.h"

#include <float.h>

#include <string.h>

/* ---- types ------------------------------------------------------------------------------------------------------- */

InstType inst_type(InstBase base) { return (InstType){.base = (uint8_t)base}; }

InstType inst_type_dims(Inst *in, InstType element, const int64_t *dims, uint32_t n) {
    if (n == 0) return element;
    InstType t = element;
    t.dims = BASE_ARRAY(&in->arena, int64_t, n + element.ndims);
    memcpy(t.dims, dims, n * sizeof *dims);
    if (element.ndims) memcpy(t.dims + n, element.dims, element.ndims * sizeof *dims);
    t.ndims = (uint8_t)(n + element.ndims);
    return t;
}

InstType inst_type_vector(Inst *in, InstType element, int64_t n) { return inst_type_dims(in, element, &n, 1); }

InstType inst_type_element(InstType t) {
    t.ndims = 0;
    t.dims = NULL;
    return t;
}

InstType inst_type_tail(InstType t, uint32_t drop) {
    if (drop >= t.ndims) return inst_type_element(t);
    t.dims += drop;
    t.ndims = (uint8_t)(t.ndims - drop);
    return t;
}

bool inst_type_numeric(const InstType *t) { return t->base == INST_REAL || t->base == INST_INTEGER; }

bool inst_is_overloaded(const InstType *t) {
    const InstClass *c = t->base == INST_RECORD ? t->cls : NULL;
    while (c && c->restriction == SYN_CONNECTOR && c->nbases == 1) c = c->bases[0]; /* connector C = input Complex */
    return c && c->restriction == SYN_OPERATOR_RECORD;
}

bool inst_dims_agree(const InstType *a, const InstType *b) {
    if (a->base == INST_ANY || b->base == INST_ANY) return true;
    if (a->ndims != b->ndims) return false;
    for (uint32_t i = 0; i < a->ndims; i++)
        if (a->dims[i] != b->dims[i] && a->dims[i] != INST_UNKNOWN_DIM && b->dims[i] != INST_UNKNOWN_DIM) return false;
    return true;
}

/* ---- enumerations ------------------------------------------------------------------------------------------------ */

InstClass *inst_enum_class(InstClass *c) {
    for (int guard = 0; c && guard < 100; guard++) {
        if (c->syn == NULL || c->syn->form == SYN_ENUMERATION) return c;
        if (c->nbases == 0) {
            if (c->type.cls && c->type.cls != c) {
                c = c->type.cls;
                continue;
            }
            return c;
        }
        c = c->bases[0];
    }
    return c;
}

static const char *const state_select_literals[] = {"never", "avoid", "default", "prefer", "always"};

uint32_t inst_enum_size(const InstClass *c) {
    c = inst_enum_class((InstClass *)c);
    if (c == NULL) return 0;
    return c->syn ? c->syn->nliterals : 5;
}

Name inst_enum_literal(const InstClass *c, uint32_t i) {
    c = inst_enum_class((InstClass *)c);
    if (c->syn) return c->syn->literals[i].name;
    return base_name(c->inst->ctx->names, state_select_literals[i]);
}

/* Equal when they list the same literals (MLS 6.3). */
static bool same_enum(const InstClass *a, const InstClass *b) {
    if (a == NULL || b == NULL) return true;
    a = inst_enum_class((InstClass *)a);
    b = inst_enum_class((InstClass *)b);
    if (a == b || (a->syn && a->syn == b->syn)) return true;
    if ((a->syn && a->syn->open_enumeration) || (b->syn && b->syn->open_enumeration)) return true;
    uint32_t n = inst_enum_size(a);
    if (n != inst_enum_size(b)) return false;
    for (uint32_t i = 0; i < n; i++)
        if (inst_enum_literal(a, i) != inst_enum_literal(b, i)) return false;
    return true;
}

/* ---- records ----------------------------------------------------------------------------------------------------- */

InstComp **inst_fields(InstClass *c, uint32_t *n) {
    if (c->fields == NULL) {
        inst_prepare(c);
        inst_components(c);
        InstComp **fields = BASE_ARRAY(&c->inst->arena, InstComp *, c->nelements + 1);
        uint32_t count = 0;
        for (uint32_t i = 0; i < c->nelements; i++) {
            InstElement *e = c->elements[i];
            if (e->kind != SYN_COMPONENT) continue;
            InstComp *f = inst_component(c, e);
            if (f && f->present) fields[count++] = f;
        }
        c->fields = fields;
        c->nfields = count;
    }
    *n = c->nfields;
    return c->fields;
}

int inst_field_index(InstClass *c, Name name) {
    uint32_t n;
    InstComp **f = inst_fields(c, &n);
    for (uint32_t i = 0; i < n; i++)
        if (f[i]->name == name) return (int)i;
    return -1;
}

/* The definition behind short class definitions without changes: two records of one definition agree at a glance. */
static const SynClass *definition(const InstClass *c) {
    while (c->syn && c->syn->form == SYN_SHORT && c->nbases == 1) c = c->bases[0];
    return c->syn;
}

/* Records agree when they have the same fields with agreeing types (MLS 6.6); sizes: and sizes. */
static bool same_record(InstClass *want, InstClass *have, bool sizes, int depth) {
    if (want == have || want == NULL || have == NULL || depth > 50) return true;
    uint32_t nw, nh;
    InstComp **w = inst_fields(want, &nw), **h = inst_fields(have, &nh);
    if (nw != nh) return false;
    for (uint32_t i = 0; i < nw; i++) {
        InstComp *f = w[i], *g = h[i];
        if (g->name != f->name) {
            int j = inst_field_index(have, f->name);
            if (j < 0) return false;
            g = h[j];
        }
        if (f->type.ndims != g->type.ndims || (sizes && !inst_dims_agree(&f->type, &g->type))) return false;
        if (f->type.base == INST_RECORD && g->type.base == INST_RECORD) {
            if (!same_record(f->type.cls, g->type.cls, sizes, depth + 1)) return false;
        } else if (!inst_base_agrees(&f->type, &g->type)) {
            return false;
        }
    }
    return true;
}

static bool same_object(const InstClass *a, const InstClass *b) {
    if (a == NULL || b == NULL || a == b) return true;
    return definition(a) == definition(b);
}

bool inst_base_agrees(const InstType *want, const InstType *have) {
    if (want->base == INST_ANY || have->base == INST_ANY) return true;
    if (want->base == INST_REAL && have->base == INST_INTEGER) return true;
    if (want->base != have->base) return false;
    switch (want->base) {
    case INST_ENUM: return same_enum(want->cls, have->cls);
    case INST_RECORD: return same_record(want->cls, have->cls, true, 0);
    case INST_OBJECT: return same_object(want->cls, have->cls);
    default: return true;
    }
}

bool inst_type_agrees(const InstType *want, const InstType *have) {
    return inst_dims_agree(want, have) && inst_base_agrees(want, have);
}

bool inst_type_common(Inst *in, const InstType *a, const InstType *b, InstType *out) {
    if (a->base == INST_ANY || b->base == INST_ANY) {
        *out = a->base == INST_ANY ? *b : *a;
        return true;
    }
    if (!inst_dims_agree(a, b)) return false;
    const InstType *base = a;
    if (!inst_base_agrees(a, b)) {
        if (!inst_base_agrees(b, a)) return false;
        base = b;
    }
    *out = *base;
    out->ndims = a->ndims;
    out->dims = a->dims;
    for (uint32_t i = 0; i < a->ndims; i++)
        if (a->dims[i] == INST_UNKNOWN_DIM && b->dims[i] != INST_UNKNOWN_DIM) {
            if (out->dims == a->dims) out->dims = base_copy(&in->arena, a->dims, a->ndims * sizeof *a->dims);
            out->dims[i] = b->dims[i];
        }
    return true;
}

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

InstExpr *inst_convert_alike(Inst *in, InstExpr *e, const InstType *want) {
    bool alike = want->base == INST_RECORD && e->type.base == INST_RECORD && inst_dims_agree(want, &e->type) &&
                 same_record(want->cls, e->type.cls, false, 0);
    return alike ? convert_record(in, e, want) : NULL;
}

InstExpr *inst_convert(Inst *in, InstExpr *e, const InstType *want) {
    if (!inst_type_agrees(want, &e->type)) return NULL;
    if (want->base == INST_REAL && e->type.base == INST_INTEGER) return cast_to_real(in, e);
    if (want->base == INST_RECORD && e->type.base == INST_RECORD) return convert_record(in, e, want);
    return e;
}

const char *inst_type_string(Inst *in, const InstType *t) {
    Text text = {0};
    inst_type_text(t, &text);
    const char *s = base_strdup(&in->arena, base_text_str(&text));
    base_text_free(&text);
    return s;
}

InstExpr *inst_convert_or_report(InstElab *x, InstExpr *e, const InstType *want, const char *what) {
    if (e->type.base == INST_ANY) return e;
    InstExpr *r = inst_convert(x->in, e, want);
    if (r) return r;
    inst_error(x->scope, "INST0501", e->span, "%s: expected %s, found %s", what, inst_type_string(x->in, want),
               inst_type_string(x->in, &e->type));
    return inst_error_node(x->in, e->span);
}

static const char *base_name_of(const InstType *t) {
    switch (t->base) {
    case INST_REAL: return "Real";
    case INST_INTEGER: return "Integer";
    case INST_BOOLEAN: return "Boolean";
    case INST_STRING: return "String";
    case INST_CLOCK: return "Clock";
    case INST_TUPLE: return "several results";
    case INST_NORETURN: return "no result";
    case INST_FUNCTION: return "function";
    case INST_ANY: return "unknown type";
    default: return NULL;
    }
}

void inst_type_text(const InstType *t, Text *out) {
    const char *name = base_name_of(t);
    if (t->base == INST_FUNCTION && t->cls) name = NULL;
    if (name) base_text_add(out, name);
    else if (t->cls) inst_class_path(t->base == INST_ENUM ? inst_enum_class(t->cls) : t->cls, out);
    else base_text_add(out, t->base == INST_ENUM ? "enumeration" : "record");
    if (t->ndims == 0) return;
    base_text_char(out, '[');
    for (uint32_t i = 0; i < t->ndims; i++) {
        if (i) base_text_add(out, ", ");
        if (t->dims[i] == INST_UNKNOWN_DIM) base_text_char(out, ':');
        else base_text_printf(out, "%lld", (long long)t->dims[i]);
    }
    base_text_char(out, ']');
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
