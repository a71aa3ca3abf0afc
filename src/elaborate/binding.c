/* binding.c - values given to components and attributes, typed against the component (MLS 3.6, 4.4, 7.2.5).
 *
 * Before: the component's type and dimensions are known (':' where they follow from the value).  After: the
 * binding's dimensions are those of the components from binding.from down to the component.
 */
#include "elaborate/elaborate_impl.h"

#include <math.h>
#include <string.h>

/* Dimensions of the components on the way from `from` down to c, c excluded. */
static uint32_t leading_dims(const InstComp *c, const InstComp *from, int64_t *dims) {
    const InstComp *path[64];
    uint32_t n = 0, nd = 0;
    if (from == NULL || from == c || from == c->array) return 0;
    for (const InstComp *o = c->parent->owner; o && n < 64; o = o->parent->owner) {
        path[n++] = o;
        if (o == from || o->array == from) break;
    }
    while (n-- > 0)
        for (uint32_t k = 0; k < path[n]->type.ndims && nd < 64; k++) dims[nd++] = path[n]->type.dims[k];
    return nd;
}

/* ---- arrays of records ------------------------------------------------------------------------------------------- */

static bool sizes_agree(InstClass *a, InstClass *b) {
    uint32_t n, m;
    InstComp **of_a = inst_fields(a, &n), **of_b = inst_fields(b, &m);
    if (a == b || n != m) return true;
    for (uint32_t i = 0; i < n; i++) {
        const InstType *t = &of_a[i]->type, *u = &of_b[i]->type;
        if (t->ndims == u->ndims && !inst_dims_agree(t, u)) return false;
        if (t->base == INST_RECORD && u->base == INST_RECORD && !sizes_agree(t->cls, u->cls)) return false;
    }
    return true;
}

bool inst_elements_differ(const InstExpr *e) {
    if (e->kind != INST_E_ARRAY || !e->nargs || e->type.base != INST_RECORD || e->args[0]->type.ndims) return false;
    for (uint32_t i = 1; i < e->nargs; i++)
        if (e->args[i]->type.base == INST_RECORD && !sizes_agree(e->args[0]->type.cls, e->args[i]->type.cls))
            return true;
    return false;
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

static InstExpr *apply_split(InstElab *x, InstExpr *e, const InstBinding *b) {
    if (b->nsubs == 0 || e->type.base == INST_ANY) return e;
    InstExpr **subs = BASE_ARRAY(x->in->nodes, InstExpr *, b->nsubs + 1);
    for (uint32_t i = 0; i < b->nsubs; i++) subs[i] = inst_int_node(x->in, b->subs[i], e->span);
    if (b->nsubs > e->type.ndims) return e;
    return inst_subscript(x, e, subs, b->nsubs, e->span);
}

/* What others convert without being asked (lenient.c), and 1.0 for an attribute of an Integer.  NULL: nothing of that
 * kind. */
static InstExpr *convert_freely(InstComp *c, InstElab *x, InstExpr *e, const InstType *want, bool is_attribute) {
    Inst *in = c->inst;
    if (in->ctx->strict) return NULL;
    const char *name = inst_name(in, c->name);
    if (is_attribute && want->base == INST_INTEGER && e->kind == INST_E_REAL && e->real == floor(e->real) &&
        fabs(e->real) < 1e15) {
        Diag *w = inst_tolerate(c->parent, "INST0595", e->span,
                                "%s is an Integer, its attribute is given a Real number (MLS 4.9.2)", name);
        base_hint(in->ctx, w, "write %.0f", e->real);
        return inst_int_node(in, (int64_t)e->real, e->span);
    }
    x->scope = c->parent;
    return inst_convert_freely(x, e, want, name);
}

/* The elements of a value, those of enclosing arrays, each for all elements of the dimensions that it has not; k: the
 * first one that is left. */
static InstExpr *spread(InstElab *x, InstExpr *e, const InstType *want, uint32_t k) {
    if (e->type.ndims == 0) return inst_repeated(x->in, e, want, k);
    InstExpr **args = BASE_ARRAY(x->in->nodes, InstExpr *, want->dims[k] + 1);
    for (int64_t i = 0; i < want->dims[k]; i++) {
        InstExpr *at[] = {inst_int_node(x->in, i + 1, e->span)};
        args[i] = spread(x, inst_subscript(x, e, at, 1, e->span), want, k + 1);
    }
    InstType of = inst_type_dims(x->in, inst_type_element(*want), want->dims + k, want->ndims - k);
    return inst_node_args(x->in, INST_E_ARRAY, of, e->span, args, (uint32_t)want->dims[k]);
}

/* An attribute with one value for each element of the arrays around an array: p[2](x(start = {1, 2})) where x is a
 * vector ('each' is left out at its declaration, 7.2.5).  NULL: it is nothing of that kind. */
static InstExpr *for_own_elements(InstComp *c, InstElab *x, InstExpr *e, const InstBinding *b, const InstType *want) {
    enum { MOST_ELEMENTS = 10000 };
    Inst *in = c->inst;
    uint32_t n = e->type.ndims;
    if (in->ctx->strict || !b->from || b->from == c || !n || n + c->type.ndims != want->ndims) return NULL;
    for (uint32_t i = 0; i < want->ndims; i++)
        if (want->dims[i] < 0 || (i < n && e->type.dims[i] != want->dims[i])) return NULL;
    if (inst_dims_count(want->dims, want->ndims) > MOST_ELEMENTS) return NULL;
    InstExpr *r = inst_convert(in, spread(x, e, want, 0), want);
    if (!r) return NULL;
    Diag *w = inst_tolerate(c->parent, "INST0593", b->value->span,
                            "one value for all elements of %s needs 'each' (MLS 7.2.5)", inst_name(in, c->name));
    base_hint(in->ctx, w, "give a value for each element");
    return r;
}

/* Elaborates a value and checks it against the type wanted. */
static InstExpr *elaborate(InstComp *c, InstBinding *b, InstType want, const char *what, bool is_attribute) {
    Inst *in = c->inst;
    InstElab x = inst_elab_in(b->scope, NULL);
    if (want.base == INST_FUNCTION) x.place |= INST_IN_ARGUMENT;
    InstExpr *e = apply_split(&x, inst_elab(&x, b->value), b);
    if (e->type.base == INST_ANY || want.base == INST_ANY) return e;
    if (want.base == INST_RECORD) b->typed = e; /* sizes of the record's own fields may follow from this value */
    InstExpr *r = inst_convert(in, e, &want);
    if (r) return r;
    if (is_attribute && e->type.ndims == 0) { /* one value for all elements: 'each' is often left out at attributes */
        InstType scalar = inst_type_element(want);
        if ((r = inst_convert(in, e, &scalar))) {
            b->from = NULL;
            return r;
        }
    }
    if (e->type.base == INST_TUPLE) return inst_error_node(in, e->span);
    /* one value for the elements of an array that is modified as a whole: 'each' is left out (7.2.5) */
    InstType one = inst_type_dims(in, inst_type_element(want), c->type.dims, c->type.ndims);
    if (!in->ctx->strict && e->type.ndims == c->type.ndims && want.ndims > one.ndims && b->from && b->from != c &&
        (r = inst_convert(in, e, &one))) {
        Diag *w = inst_tolerate(c->parent, "INST0593", b->value->span,
                                "one value of %s for all elements of an array needs 'each' (MLS 7.2.5)",
                                inst_name(in, c->name));
        base_hint(in->ctx, w, "write each %s = ...", inst_name(in, c->name));
        b->from = c->type.ndims ? c : NULL;
        return r;
    }
    if (is_attribute && (r = for_own_elements(c, &x, e, b, &want))) return r;
    if ((r = convert_freely(c, &x, e, &want, is_attribute))) return r;
    const char *name = inst_name(in, c->name);
    Diag *d = inst_error(c->parent, "INST0590", b->value->span, "%s of %s: expected %s, found %s", what, name,
                         inst_type_string(in, &want), inst_type_string(in, &e->type));
    if (c->syn) base_note(in->ctx, d, c->syn->name_span, "%s is declared here", name);
    inst_note_difference(in, d, &want, &e->type, (Span){0});
    if (e->type.ndims < want.ndims && inst_base_agrees(&want, &e->type))
        base_hint(in->ctx, d, "write 'each' to give every element the same value");
    else if (e->type.ndims == 1 && want.ndims == 1 && inst_base_agrees(&want, &e->type))
        base_hint(in->ctx, d, "the sizes differ: give %lld values, or declare %s[%lld]", (long long)want.dims[0], name,
                  (long long)e->type.dims[0]);
    else if (want.base == INST_INTEGER && e->type.base == INST_REAL)
        base_hint(in->ctx, d,
                  e->kind == INST_E_BINARY && e->op == SYN_DIV ? "a/b is a Real; div(a, b) is the whole number"
                                                               : "integer(...) makes a whole number of a Real");
    return inst_error_node(in, e->span);
}

/* The value of a record.  While its type is being compared with the record's (sizes of fields may depend on other
 * fields) the value as written will do. */
static InstExpr *record_value(InstComp *o) {
    InstBinding *b = &o->binding;
    if (!b->busy || b->value == NULL) return inst_binding_expr(o);
    InstElab x = inst_elab_in(b->scope, NULL);
    return apply_split(&x, inst_elab(&x, b->value), b);
}

/* The part of a split array's value that belongs to its element c; dimensions of arrays around c stand in front. */
static InstExpr *element_of_split(InstElab *x, InstExpr *e, const InstComp *c) {
    int64_t dims[64];
    uint32_t own = c->array->type.ndims, lead = leading_dims(c, c->binding.from, dims);
    if (e->type.ndims < lead + own) return e;
    InstExpr **subs = BASE_ARRAY(x->in->nodes, InstExpr *, lead + own + 1);
    for (uint32_t i = 0; i < lead; i++)
        subs[i] = inst_node(x->in, INST_E_COLON, inst_type(INST_INTEGER), INST_VAR_CONSTANT, e->span);
    for (uint32_t i = 0; i < own; i++) subs[lead + i] = inst_int_node(x->in, c->index[i], e->span);
    return inst_subscript(x, e, subs, lead + own, e->span);
}

/* The value of an enclosing record gives this field's. */
static InstExpr *covering_field(InstComp *c) {
    InstComp *o = c->parent->owner;
    if (o == NULL) return NULL;
    InstExpr *e = record_value(o);
    if (e == NULL) return NULL;
    c->binding.from = o->binding.from;
    c->binding.scope = o->binding.scope;
    c->binding.span = o->binding.span;
    c->binding.final = o->binding.final;
    if (e->type.base == INST_ANY) return e;
    InstElab x = inst_elab_in(c->parent, NULL);
    InstExpr *f = inst_field(&x, e, c->name, e->span);
    if (f->kind == INST_E_ERROR) return f;
    if (c->array) f = element_of_split(&x, f, c);
    InstType want = f->type;
    want.base = c->type.base;
    want.cls = c->type.cls;
    InstExpr *r = c->type.base == INST_REAL ? inst_convert(c->inst, f, &want) : f;
    return r ? r : f;
}

/* The component whose redeclaration gives the value: its own, or that of the class of one around c. */
static InstComp *redeclared_around(const InstComp *c, const InstBinding *b) {
    if (b->from && b->from->element && b->from->element->original) return b->from;
    if (b->from && b->from != c) return NULL;
    for (InstComp *o = c->parent->owner; o; o = o->parent->owner)
        if (o->cls && o->cls->element && o->cls->element->original) return o;
    return NULL;
}

/* Of an array of values the one for these elements. */
static void take_elements(const InstComp *c, InstBinding *b, InstComp *const *split, uint32_t n, uint32_t ndims) {
    b->subs = BASE_ARRAY(&c->inst->arena, int64_t, ndims);
    b->nsubs = 0;
    while (n-- > 0)
        for (uint32_t k = 0; k < split[n]->array->type.ndims; k++) b->subs[b->nsubs++] = split[n]->index[k];
}

/* A value in the redeclaration of a component or class inside a modified array, of the component or of something in it,
 * is for the whole array when it has the array's dimensions (7.2.5), as the value of any other modifier there. */
static void widen_redeclared(InstComp *c, InstBinding *b) {
    InstComp *from = redeclared_around(c, b);
    if (!from || !from->parent->owner || inst_group_of(c)) return;
    int64_t dims[64];
    uint32_t need = leading_dims(c, from, dims) + c->type.ndims;
    InstElab x = inst_elab_in(b->scope, NULL);
    size_t mark = base_diag_mark(c->inst->ctx);
    InstExpr *e = inst_elab(&x, b->value);
    base_diag_rollback(c->inst->ctx, mark); /* faults are reported where the value is typed */
    uint32_t have = e->type.base == INST_ANY ? 0 : e->type.ndims;
    InstComp *split[8]; /* elements of arrays that were taken apart, innermost first */
    uint32_t nsplit = 0, plain = 0, inside = need;
    for (InstComp *o = from->parent->owner; o && need < have && nsplit < 8; o = o->parent->owner) {
        if (o->array) split[nsplit++] = o;
        plain += o->type.ndims;
        need += o->array ? o->array->type.ndims : o->type.ndims;
        if (need != have) continue;
        if (!nsplit) b->from = o;
        else if (!plain && !b->nsubs) take_elements(c, b, split, nsplit, have - inside);
    }
}

static const char *variability_text(InstVariability v) {
    static const char *const text[] = {"constant", "parameter", "parameter", "discrete-time", "continuous-time"};
    return text[v];
}

/* 3.8: a value must not vary more than what it is given to. */
static bool varies_too_much(InstComp *c, InstExpr *e) {
    const InstClass *home = inst_derived(c->parent);
    while (home->owner) home = inst_derived(home->owner->parent); /* a field of a function's record is the function's */
    if (home->restriction == SYN_RECORD && c->binding.scope) home = inst_derived(c->binding.scope);
    bool function = home->restriction == SYN_FUNCTION || home->restriction == SYN_OPERATOR_FUNCTION;
    if ((function && c->variability != INST_VAR_CONSTANT) || e->kind == INST_E_ERROR) return false;
    if (c->type.base == INST_OBJECT) return false; /* made once, at the start, from the values of then (12.9.7) */
    InstVariability most = c->variability, is = e->variability;
    if (most == INST_VAR_PARAMETER_EVALUATED) most = INST_VAR_PARAMETER;
    if (c->type.base == INST_RECORD && most > INST_VAR_PARAMETER) return false;
    /* clocks decide: flatten looks */
    if (is <= most || (most == INST_VAR_DISCRETE && c->type.base != INST_REAL)) return false;
    Inst *in = c->inst;
    /* in a function what is called constant is given its value in each call, and then stays; a constant that is given a
     * parameter makes that one be evaluated */
    bool evaluated = !function && most == INST_VAR_CONSTANT && is <= INST_VAR_PARAMETER && c->type.base <= INST_ENUM;
    Diag *d = (function || evaluated ? inst_tolerate : inst_error)(
        c->parent, "INST0591", e->span, "%s is %s but its value is %s", inst_name(in, c->name), variability_text(most),
        variability_text(is));
    if (c->syn) base_note(in->ctx, d, c->syn->name_span, "declared here");
    if (!(function || evaluated) || inst_strict(c->parent)) return true;
    bool known = evaluated && inst_eval(in, e, INST_EVAL_MARK);
    c->variability = (uint8_t)(known ? INST_VAR_PARAMETER_EVALUATED : is); /* else what the run makes of it */
    return false;
}

/* 12.3: a value that is an equation must not call an impure function. */
static bool calls_impure(InstComp *c, const InstExpr *e) {
    bool parameter = c->variability <= INST_VAR_PARAMETER && c->variability != INST_VAR_CONSTANT;
    if (parameter || e->kind != INST_E_CALL || e->function->pure || c->type.base == INST_OBJECT) return false;
    const InstClass *home = inst_derived(c->parent);
    while (home->owner) home = inst_derived(home->owner->parent);
    if (home->restriction == SYN_FUNCTION || home->restriction == SYN_OPERATOR_FUNCTION) return false;
    Diag *d =
        inst_error(c->parent, "INST0575", e->span, "%s is impure and cannot be called from %s (MLS 12.3)",
                   inst_name(c->inst, e->function->name),
                   c->variability == INST_VAR_CONSTANT ? "the value of a constant" : "an equation that always holds");
    base_note(c->inst->ctx, d, e->function->cls->syn->name_span, "the function is declared here");
    base_hint(c->inst->ctx, d, "call it inside when or in an initial section, or write pure(...) around the call");
    return true;
}

InstExpr *inst_binding_expr(InstComp *c) {
    InstBinding *b = &c->binding;
    if (b->typed) return b->typed;
    if (b->value == NULL && !c->covered) return NULL;
    if (inst_is_own(b)) return inst_refuse_sharing(c->inst), NULL;
    if (b->busy) { /* a sibling's size follows from this field while the whole record is being compared */
        InstComp *o = c->covered ? c->parent->owner : NULL;
        return o && o->binding.busy ? covering_field(c) : NULL;
    }
    b->busy = true;
    Arena *nodes = inst_keep_nodes(c->inst);
    InstExpr *e;
    if (b->value) {
        int64_t dims[64];
        widen_redeclared(c, b);
        InstType want = inst_type_dims(c->inst, c->type, dims, leading_dims(c, b->from, dims));
        e = elaborate(c, b, want, "value", false);
        if (varies_too_much(c, e) || calls_impure(c, e)) e = inst_error_node(c->inst, e->span);
    } else {
        e = covering_field(c);
    }
    c->inst->nodes = nodes;
    b->busy = false;
    b->typed = e;
    return e;
}

static InstType attribute_type(const InstComp *c, InstAttr a) {
    switch (a) {
    case INST_ATTR_FIXED:
    case INST_ATTR_UNBOUNDED: return inst_type(INST_BOOLEAN);
    case INST_ATTR_UNIT:
    case INST_ATTR_DISPLAY_UNIT:
    case INST_ATTR_QUANTITY: return inst_type(INST_STRING);
    case INST_ATTR_STATE_SELECT: {
        InstType t = inst_type(INST_ENUM);
        t.cls = c->inst->state_select;
        return t;
    }
    default: return inst_type_element(c->type);
    }
}

static const char *const attribute_names[] = {"start", "fixed",       "min",      "max",         "nominal",
                                              "unit",  "displayUnit", "quantity", "stateSelect", "unbounded"};

/* A value for every element: a scalar, or (from a type with dimensions) an array of the type's own sizes, which is
 * repeated for the dimensions of the component in front of them. */
static InstExpr *type_attribute(InstComp *c, InstAttr a, InstType want, const char *what) {
    InstBinding *b = c->attrs[a];
    Inst *in = c->inst;
    InstElab x = inst_elab_in(b->scope, NULL);
    size_t mark = base_diag_mark(in->ctx);
    InstExpr *e = inst_elab(&x, b->value);
    uint32_t n = e->type.ndims, nd = c->type.ndims;
    if (e->type.base == INST_ANY) return e;
    /* each: for one element of the component */
    if (n == 0 || n > nd || (b->each && c->cls && n > c->cls->type.ndims)) {
        base_diag_rollback(in->ctx, mark);
        return elaborate(c, b, want, what, true);
    }
    InstType all = inst_type_dims(in, want, c->type.dims, nd), own = inst_type_tail(all, nd - n);
    e = inst_convert_or_report(&x, e, &own, what);
    if (e->kind == INST_E_ERROR) return e;
    if (n < nd) {
        InstExpr *args[64] = {e};
        for (uint32_t k = 0; k < nd - n; k++) args[k + 1] = inst_int_node(in, c->type.dims[k], e->span);
        e = inst_builtin_node(in, INST_B_FILL, all, e->span, args, nd - n + 1);
    }
    InstBinding *own_binding = base_copy(&in->arena, b, sizeof *b); /* others may share the old one */
    c->attrs = base_copy(&in->arena, c->attrs, INST_ATTR_COUNT * sizeof *c->attrs);
    c->attrs[a] = own_binding;
    own_binding->from = c;
    own_binding->typed = e;
    own_binding->busy = false;
    return e;
}

/* Attributes are parameters of the predefined types (4.9). */
static bool attribute_varies(const InstComp *c, InstAttr a, const InstExpr *e) {
    if (e->kind == INST_E_ERROR || e->variability <= INST_VAR_PARAMETER) return false;
    const InstClass *home = inst_derived(c->parent);
    while (home->owner) home = inst_derived(home->owner->parent);
    if (home->restriction == SYN_FUNCTION || home->restriction == SYN_OPERATOR_FUNCTION) return false;
    bool start = a == INST_ATTR_START && c->type.base <= INST_ENUM && c->type.base != INST_STRING;
    Diag *d = (start ? inst_tolerate : inst_error)(
        c->parent, "INST0591", e->span, "%s of %s is a parameter but its value is %s (MLS 4.9)", attribute_names[a],
        inst_name(c->inst, c->name), variability_text(e->variability));
    if (c->syn) base_note(c->inst->ctx, d, c->syn->name_span, "declared here");
    if (start) base_hint(c->inst->ctx, d, "write an initial equation; the value of the start is taken");
    return !start || inst_strict(c->parent);
}

InstExpr *inst_elab_binding(InstComp *c, int attr, InstBinding *b) {
    InstExpr *e = attr < 0 ? elaborate(c, b, c->type, "value", false)
                           : elaborate(c, b, attribute_type(c, (InstAttr)attr), attribute_names[attr], true);
    bool wrong = attr < 0 ? varies_too_much(c, e) || calls_impure(c, e) : attribute_varies(c, (InstAttr)attr, e);
    return wrong ? inst_error_node(c->inst, e->span) : e;
}

InstExpr *inst_attr_expr(InstComp *c, InstAttr a) {
    InstBinding *b = c->attrs[a];
    if (b->typed || b->value == NULL || b->busy) return b->typed;
    if (inst_is_own(b)) return inst_refuse_sharing(c->inst), NULL;
    b->busy = true;
    Arena *nodes = inst_keep_nodes(c->inst);
    int64_t dims[64];
    InstType want = attribute_type(c, a);
    widen_redeclared(c, b);
    if (b->from) {
        want = inst_type_dims(c->inst, want, c->type.dims, c->type.ndims);
        want = inst_type_dims(c->inst, want, dims, leading_dims(c, b->from, dims));
    }
    InstExpr *e =
        b->from ? elaborate(c, b, want, attribute_names[a], true) : type_attribute(c, a, want, attribute_names[a]);
    b->busy = false;
    if (attribute_varies(c, a, e)) e = inst_error_node(c->inst, e->span);
    c->inst->nodes = nodes;
    if (b == c->attrs[a]) b->typed = e;
    return e;
}

InstExpr *inst_member_expr(InstComp *c, int attr, uint32_t k) {
    InstBinding b = inst_member_binding(c, attr, k);
    return inst_elab_binding(c, attr, &b);
}
