/* reference.c - component references, subscripts and fields (MLS 3.6, 3.6.5, 5.3, 10.5).
 *
 * Before: the scope of the expression is prepared.  After: a reference is a chain of parts, each a component with
 * all of its own subscripts or none; outer components have been replaced by their inner ones; scalar constants
 * by their values.
 */
#include "elaborate/elaborate_impl.h"

#include <string.h>

/* ---- subscripts -------------------------------------------------------------------------------------------------- */

InstExpr *inst_size_node(Inst *in, InstExpr *array, uint32_t dim, Span span) {
    if (dim < array->type.ndims && array->type.dims[dim] != INST_UNKNOWN_DIM)
        return inst_int_node(in, array->type.dims[dim], span);
    InstExpr *args[2] = {array, inst_int_node(in, (int64_t)dim + 1, span)};
    InstExpr *e = inst_builtin_node(in, INST_B_SIZE, inst_type(INST_INTEGER), span, args, 2);
    bool local = array->kind == INST_E_CREF && inst_is_function(array->parts[0].comp->parent);
    e->variability = local ? INST_VAR_DISCRETE /* sizes change inside functions only */
                     : array->variability == INST_VAR_CONSTANT ? INST_VAR_CONSTANT
                                                               : INST_VAR_PARAMETER_EVALUATED;
    return e;
}

/* References inside subscripts need far more stack than a plain expression: they count as so many levels. */
enum { SUBSCRIPT_DEPTH = 20 };

static InstExpr *check_subscript(InstElab *x, InstExpr *s, int64_t size, uint32_t dim, const char *of) {
    Context *ctx = x->in->ctx;
    if (s->type.base == INST_ANY) return s;
    bool index = s->type.base == INST_INTEGER || s->type.base == INST_BOOLEAN || s->type.base == INST_ENUM;
    if (!index || s->type.ndims > 1) {
        Diag *d =
            inst_error(x->scope, "INST0510", s->span,
                       "a subscript must be an Integer, Boolean or enumeration value or a vector of such, found %s",
                       inst_type_string(x->in, &s->type));
        if (s->type.base == INST_REAL) base_hint(ctx, d, "integer(...) converts a Real to an Integer");
        return inst_error_node(x->in, s->span);
    }
    int64_t i;
    /* behind a condition in a function: an array may be left empty where the branch that reads it is not meant */
    bool guarded = size == 0 && (x->place & INST_IN_FUNCTION) && (x->place & INST_IN_IF);
    if (inst_is_int(s, &i) && size != INST_UNKNOWN_DIM && (i < 1 || i > size) && !guarded) {
        inst_error(x->scope, "INST0511", s->span, "subscript %lld of dimension %u of %s is outside 1:%lld",
                   (long long)i, dim + 1, of, (long long)size);
        return inst_error_node(x->in, s->span);
    }
    return s;
}

/* The type whose values number dimension k of a component: Boolean or an enumeration where it was declared by such a
 * type (10.1), else Integer. */
InstType inst_dimension_type(const InstComp *c, uint32_t k) {
    const SynExpr *s = c ? inst_dimension_syntax(c, k) : NULL;
    if (s == NULL || s->kind != SYN_CREF || s->cref.parts[s->cref.n - 1].nsubs) return inst_type(INST_INTEGER);
    InstClass *scope = inst_dimension_scope(c);
    InstElement *el = s->cref.global ? NULL : inst_lookup(scope, s->cref.parts[0].name, NULL);
    if (!s->cref.global && (el == NULL || el->kind != SYN_CLASS_DEF)) return inst_type(INST_INTEGER);
    InstClass *t = inst_lookup_class_quiet(scope, &s->cref);
    if (t) inst_prepare(t);
    if (t == NULL || !t->builtin || (t->type.base != INST_ENUM && t->type.base != INST_BOOLEAN))
        return inst_type(INST_INTEGER);
    InstType r = inst_type(t->type.base);
    if (r.base == INST_ENUM) r.cls = t;
    return r;
}

/* false is the first, true the second element (10.5): later stages see Integers only. */
static InstExpr *boolean_index(InstElab *x, InstExpr *s) {
    Inst *in = x->in;
    if (s->kind == INST_E_BOOLEAN) return inst_int_node(in, s->integer ? 2 : 1, s->span);
    if (s->kind == INST_E_RANGE || s->kind == INST_E_ARRAY) {
        InstExpr *r = base_copy(in->nodes, s, sizeof *s);
        r->args = BASE_ARRAY(in->nodes, InstExpr *, s->nargs + 1);
        for (uint32_t i = 0; i < s->nargs; i++) r->args[i] = s->args[i] ? boolean_index(x, s->args[i]) : NULL;
        r->type.base = INST_INTEGER;
        return r;
    }
    if (s->type.ndims) return s;
    InstExpr *args[3] = {s, inst_int_node(in, 2, s->span), inst_int_node(in, 1, s->span)};
    return inst_node_args(in, INST_E_IF, inst_type(INST_INTEGER), s->span, args, 3);
}

/* An index of the wrong kind: x[1] where x is declared x[E]. */
static bool wrong_index_type(InstElab *x, const InstComp *comp, uint32_t k, InstExpr *s) {
    if (comp == NULL || s->type.base == INST_ANY || comp->syn == NULL) return false;
    InstType want = inst_dimension_type(comp, k), have = inst_type_element(s->type);
    if (want.base == have.base && inst_base_agrees(&want, &have)) return false;
    const SynExpr *d = inst_dimension_syntax(comp, k);
    if (d == NULL || d->kind == SYN_COLON) return false; /* deduced: the value may have been numbered otherwise */
    bool places = want.base == INST_ENUM || have.base == INST_ENUM; /* the literal's place, as others take it */
    bool number = places && want.base != INST_BOOLEAN && have.base != INST_BOOLEAN;
    Diag *r = (number ? inst_tolerate : inst_error)(
        x->scope, "INST0517", s->span, "dimension %u of %s is numbered by %s, found %s", k + 1,
        inst_name(x->in, comp->name), inst_type_string(x->in, &want), inst_type_string(x->in, &have));
    if (comp->syn) base_note(x->in->ctx, r, comp->syn->name_span, "declared here");
    return !number || inst_strict(x->scope);
}

InstExpr **inst_elab_subscripts(InstElab *x, const SynPart *p, const InstType *t, InstExpr *array, InstComp *comp,
                                uint32_t *n) {
    Inst *in = x->in;
    const char *of = p->name ? base_str(in->ctx->names, p->name) : "the array";
    if (p->nsubs > t->ndims && t->base != INST_ANY) {
        if (t->ndims == 0)
            inst_error(x->scope, "INST0512", p->subs[0]->span, "%s is not an array and takes no subscripts", of);
        else
            inst_error(x->scope, "INST0512", p->subs[0]->span, "%s has %u dimension%s but %u subscript%s", of, t->ndims,
                       t->ndims == 1 ? "" : "s", p->nsubs, p->nsubs == 1 ? " is given" : "s are given");
        *n = 0;
        return NULL;
    }
    uint32_t nd = t->base == INST_ANY ? p->nsubs : t->ndims;
    InstExpr **subs = BASE_ARRAY(in->nodes, InstExpr *, nd + 1);
    in->depth += SUBSCRIPT_DEPTH;
    for (uint32_t k = 0; k < nd; k++) {
        int64_t size = t->base == INST_ANY ? INST_UNKNOWN_DIM : t->dims[k];
        if (k >= p->nsubs || p->subs[k]->kind == SYN_COLON) {
            InstType ct = inst_type_vector(in, inst_type(INST_INTEGER), size);
            subs[k] = inst_node(in, INST_E_COLON, ct, INST_VAR_CONSTANT, k < p->nsubs ? p->subs[k]->span : p->span);
            continue;
        }
        InstEnd end = {.array = array, .size = size, .dim = k, .outer = x->end};
        if (comp && comp->syn) end.index_type = inst_dimension_type(comp, k);
        InstEnd *saved = x->end;
        uint32_t place = x->place;
        x->end = &end;
        x->place &= ~(uint32_t)(INST_IN_LHS | INST_IN_CONNECT | INST_IN_ARGUMENT | INST_TOP_CALL);
        subs[k] = check_subscript(x, inst_elab(x, p->subs[k]), size, k, of);
        if (wrong_index_type(x, comp, k, subs[k])) subs[k] = inst_error_node(x->in, p->subs[k]->span);
        if (subs[k]->type.base == INST_BOOLEAN) subs[k] = boolean_index(x, subs[k]);
        x->end = saved;
        x->place = place;
    }
    in->depth -= SUBSCRIPT_DEPTH;
    *n = nd;
    return subs;
}

/* dims left of t after its first n dimensions were subscripted */
static uint32_t subscripted_dims(const InstType *t, InstExpr **subs, uint32_t n, int64_t *dims) {
    uint32_t nd = 0;
    for (uint32_t k = 0; k < t->ndims; k++) {
        if (k >= n || subs[k]->kind == INST_E_COLON) dims[nd++] = t->dims[k];
        else if (subs[k]->type.ndims == 1) dims[nd++] = subs[k]->type.dims[0];
    }
    return nd;
}

static bool all_scalar(InstExpr **subs, uint32_t n) {
    for (uint32_t k = 0; k < n; k++)
        if (subs[k]->kind == INST_E_COLON || subs[k]->type.ndims) return false;
    return true;
}

static InstComp *split_element(InstElab *x, InstComp *comp, InstExpr **subs, uint32_t n);

/* The rest of a reference, written for the undivided array, inside an element of it: parts from `at` on are looked up
 * again. */
static bool follow_element(InstPart *parts, uint32_t at, uint32_t n) {
    for (; at < n; at++) {
        InstClass *c = parts[at - 1].comp->cls;
        InstElement *e = c ? inst_find(c, parts[at].comp->name) : NULL;
        InstComp *comp = e && e->kind == SYN_COMPONENT ? inst_component(c, e) : NULL;
        if (comp == parts[at].comp) return true;
        if (!comp || comp->type.ndims != parts[at].comp->type.ndims) return false;
        parts[at].comp = comp;
    }
    return true;
}

/* `a.b` with subscripts that belong to a: `a[i].b`.  Subscripts go to the dimensions of parts without subscripts, from
 * the left; NULL where they do not come out even or where a part is a slice. */
static InstExpr *subscript_parts(InstElab *x, InstExpr *e, InstExpr **subs, uint32_t n, Span span) {
    Inst *in = x->in;
    if (!all_scalar(subs, n)) return NULL;
    InstPart *parts = base_copy(in->nodes, e->parts, e->nparts * sizeof *e->parts);
    subs = base_copy(in->nodes, subs, n * sizeof *subs); /* the caller's may be gone soon */
    uint32_t used = 0;
    for (uint32_t i = 0; i < e->nparts && used < n; i++) {
        uint32_t nd = parts[i].comp->type.ndims;
        if (nd == 0) continue;
        if (parts[i].nsubs && !all_scalar(parts[i].subs, parts[i].nsubs)) return NULL;
        if (parts[i].nsubs) continue;
        if (used + nd > n) return NULL;
        InstComp *element = parts[i].comp->elements ? split_element(x, parts[i].comp, subs + used, nd) : NULL;
        if (parts[i].comp->elements && !element) return NULL;
        parts[i] =
            element ? (InstPart){.comp = element} : (InstPart){.comp = parts[i].comp, .subs = subs + used, .nsubs = nd};
        if (element && !follow_element(parts, i + 1, e->nparts)) return NULL;
        used += nd;
    }
    if (used < n) return NULL;
    InstType t = inst_type_tail(e->type, n);
    t.cls = t.base == INST_RECORD ? parts[e->nparts - 1].comp->type.cls : t.cls;
    InstExpr *c = inst_node(in, INST_E_CREF, t, e->variability, span);
    InstVariability v = inst_max_variability(subs, n);
    if (v > c->variability) c->variability = (uint8_t)v;
    c->no_event = e->no_event;
    c->parts = parts;
    c->nparts = e->nparts;
    return c;
}

InstExpr *inst_subscript(InstElab *x, InstExpr *e, InstExpr **subs, uint32_t n, Span span) {
    Inst *in = x->in;
    if (n == 0 || e->kind == INST_E_ERROR) return e;
    int64_t dims[64];
    InstType t = inst_type_dims(in, inst_type_element(e->type), dims, subscripted_dims(&e->type, subs, n, dims));
    int64_t i;
    if (e->kind == INST_E_ARRAY && inst_is_int(subs[0], &i) && i >= 1 && i <= (int64_t)e->nargs)
        return n == 1 ? e->args[i - 1] : inst_subscript(x, e->args[i - 1], subs + 1, n - 1, span);
    if (e->kind == INST_E_CREF) {
        InstPart *last = &e->parts[e->nparts - 1];
        bool others_scalar = true;
        for (uint32_t k = 0; k + 1 < e->nparts; k++)
            if (e->parts[k].comp->type.ndims && !(e->parts[k].nsubs && all_scalar(e->parts[k].subs, e->parts[k].nsubs)))
                others_scalar = false;
        if (last->nsubs == 0 && others_scalar && last->comp->elements == NULL) {
            InstExpr *c = inst_node(in, INST_E_CREF, t, e->variability, span);
            c->no_event = e->no_event;
            c->nparts = e->nparts;
            c->parts = base_copy(in->nodes, e->parts, e->nparts * sizeof *e->parts);
            uint32_t nd = last->comp->type.ndims;
            InstExpr **all = BASE_ARRAY(in->nodes, InstExpr *, nd + 1);
            for (uint32_t k = 0; k < nd; k++)
                all[k] = k < n ? subs[k]
                               : inst_node(in, INST_E_COLON,
                                           inst_type_vector(in, inst_type(INST_INTEGER), last->comp->type.dims[k]),
                                           INST_VAR_CONSTANT, span);
            c->parts[c->nparts - 1].subs = all;
            c->parts[c->nparts - 1].nsubs = nd;
            InstVariability v = inst_max_variability(subs, n);
            if (v > c->variability) c->variability = (uint8_t)v;
            return c;
        }
    }
    if (e->kind == INST_E_CREF) {
        InstExpr *c = subscript_parts(x, e, subs, n, span);
        if (c) return c;
    }
    InstExpr **args = BASE_ARRAY(in->nodes, InstExpr *, n + 1);
    args[0] = e;
    memcpy(args + 1, subs, n * sizeof *subs);
    return inst_node_args(in, INST_E_SUBSCRIPT, t, span, args, n + 1);
}

InstExpr *inst_field(InstElab *x, InstExpr *e, Name name, Span span) {
    Inst *in = x->in;
    if (e->type.base == INST_ANY) return e;
    int k = e->type.base == INST_RECORD && e->type.cls ? inst_field_index(e->type.cls, name) : -1;
    if (k < 0) {
        inst_error(x->scope, "INST0503", span, "%s has no element %s", inst_type_string(in, &e->type),
                   base_str(in->ctx->names, name));
        return inst_error_node(in, span);
    }
    if (e->kind == INST_E_RECORD) return e->args[k];
    uint32_t nf;
    InstType t = inst_type_dims(in, inst_fields(e->type.cls, &nf)[k]->type, e->type.dims, e->type.ndims);
    if (e->kind == INST_E_ARRAY && e->nargs) {
        InstExpr **args = BASE_ARRAY(in->nodes, InstExpr *, e->nargs);
        bool even = true;
        for (uint32_t i = 0; i < e->nargs; i++) {
            args[i] = inst_field(x, e->args[i], name, span);
            even &= inst_dims_agree(&args[0]->type, &args[i]->type);
        }
        if (even) return inst_make_array(x, args, e->nargs, span);
        /* records with fields of other sizes */
        for (uint32_t d = e->type.ndims; d < t.ndims; d++) t.dims[d] = INST_UNKNOWN_DIM;
    }
    if (e->kind == INST_E_CREF) {
        InstComp *field = NULL;
        InstClass *c = e->parts[e->nparts - 1].comp->cls;
        if (c) {
            uint32_t n;
            InstComp **fields = inst_fields(c, &n);
            int j = inst_field_index(c, name);
            if (j >= 0 && (uint32_t)j < n) field = fields[j];
        }
        if (field) {
            InstExpr *r = inst_node(in, INST_E_CREF, t, e->variability, span);
            r->no_event = e->no_event;
            r->nparts = e->nparts + 1;
            r->parts = BASE_ARRAY(in->nodes, InstPart, r->nparts);
            memcpy(r->parts, e->parts, e->nparts * sizeof *e->parts);
            r->parts[e->nparts].comp = field;
            if (field->variability < r->variability) r->variability = field->variability;
            return r;
        }
    }
    if (e->kind == INST_E_IF && e->nargs == 3) { /* a field of each branch: its size may be known there only */
        InstExpr *args[3] = {e->args[0], inst_field(x, e->args[1], name, span), inst_field(x, e->args[2], name, span)};
        if (inst_dims_agree(&args[1]->type, &args[2]->type)) {
            InstExpr *f = inst_node_args(in, INST_E_IF, args[1]->type, span, args, 3);
            f->no_event = e->no_event;
            return f;
        }
    }
    InstExpr *f = inst_node_args(in, INST_E_FIELD, t, span, &e, 1);
    f->field = name;
    f->integer = k;
    return f;
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

static const char *cref_string(Inst *in, const SynCref *c, uint32_t n) {
    Text t = {0};
    SynCref head = *c;
    head.n = n;
    syn_print_cref(in->ctx->names, &head, &t);
    const char *s = base_strdup(&in->arena, base_text_str(&t));
    base_text_free(&t);
    return s;
}

static InstNamed failed(Inst *in, Span span) { return (InstNamed){.expr = inst_error_node(in, span), .failed = true}; }

/* rest of a reference to a value that is not a component: fields and subscripts */
static InstNamed access_value(InstElab *x, InstExpr *e, const SynCref *c, uint32_t at, Span span) {
    for (uint32_t i = at; i < c->n; i++) {
        const SynPart *p = &c->parts[i];
        if (i > at || e->kind != INST_E_ITER) {
            if (i > 0) e = inst_field(x, e, p->name, p->span);
        }
        if (p->nsubs) {
            uint32_t n;
            InstExpr **subs = inst_elab_subscripts(x, p, &e->type, e, NULL, &n);
            if (subs == NULL) return failed(x->in, span);
            e = inst_subscript(x, e, subs, n, span);
        }
    }
    return (InstNamed){.expr = e};
}

static InstNamed enum_literal(InstElab *x, InstClass *cls, const SynCref *c, uint32_t i) {
    Inst *in = x->in;
    const SynPart *p = &c->parts[i];
    uint32_t n = inst_enum_size(cls);
    for (uint32_t k = 0; k < n; k++)
        if (inst_enum_literal(cls, k) == p->name) {
            if (i + 1 < c->n) break;
            if (p->nsubs) {
                inst_error(x->scope, "INST0512", p->span, "%s is a literal of an enumeration and has no elements",
                           base_str(in->ctx->names, p->name));
                return failed(in, p->span);
            }
            return (InstNamed){.expr = inst_enum_node(in, cls, (int64_t)k + 1, p->span)};
        }
    Diag *d = inst_error(x->scope, "INST0514", p->span, "enumeration %s has no literal %s", cref_string(in, c, i),
                         base_str(in->ctx->names, p->name));
    InstClass *listed = inst_enum_class(cls);
    if (listed && listed->syn) base_note(in->ctx, d, listed->syn->name_span, "its literals are listed here");
    VEC(const char *) words = {0};
    for (uint32_t k = 0; k < n; k++) vec_push(&words, base_str(in->ctx->names, inst_enum_literal(cls, k)));
    const char *near = base_nearest(base_str(in->ctx->names, p->name), words.at, words.n);
    if (near) base_hint(in->ctx, d, "did you mean '%s'?", near);
    else if (words.n && words.n <= 8) {
        Text t = {0};
        for (size_t k = 0; k < words.n; k++)
            base_text_printf(&t, "%s%s", k == 0 ? "" : k + 1 == words.n ? " and " : ", ", words.at[k]);
        base_hint(in->ctx, d, "it has %s", base_text_str(&t));
        base_text_free(&t);
    }
    vec_free(&words);
    return failed(in, p->span);
}

/* A reference under construction. */
typedef struct {
    InstPart parts[64];
    uint32_t n;
    int64_t dims[64];
    uint32_t ndims;
    InstVariability variability, subs_variability;
    InstClass *seen_as; /* last component is outer: its class as declared */
    bool absent;
} Chain;

static InstExpr *chain_node(Inst *in, const Chain *ch, InstType element, Span span) {
    InstVariability v = ch->variability > ch->subs_variability ? ch->variability : ch->subs_variability;
    InstExpr *e = inst_node(in, INST_E_CREF, inst_type_dims(in, element, ch->dims, ch->ndims), v, span);
    e->nparts = ch->n;
    e->parts = base_copy(in->nodes, ch->parts, ch->n * sizeof *ch->parts);
    return e;
}

static InstVariability record_variability(InstClass *record, InstVariability declared, int depth) {
    uint32_t n;
    if (declared <= INST_VAR_PARAMETER || !record || depth > 16) return declared;
    InstComp **fields = inst_fields(record, &n);
    InstVariability most = INST_VAR_CONSTANT;
    for (uint32_t i = 0; i < n; i++) {
        InstVariability v = fields[i]->variability;
        if (fields[i]->type.base == INST_RECORD) v = record_variability(fields[i]->cls, v, depth + 1);
        if (v > most) most = v;
    }
    return n && most <= INST_VAR_PARAMETER ? INST_VAR_PARAMETER : declared;
}

InstVariability inst_record_variability(InstClass *record, InstVariability declared) {
    return record_variability(record, declared, 0);
}

static InstVariability component_variability(const InstComp *c) {
    if (c->variability == INST_VAR_PARAMETER && (c->evaluate || c->structural)) return INST_VAR_PARAMETER_EVALUATED;
    return c->variability;
}

/* The element of a split component array that known subscripts select, or NULL. */
static InstComp *split_element(InstElab *x, InstComp *comp, InstExpr **subs, uint32_t n) {
    if (!all_scalar(subs, n)) return NULL;
    int64_t at = 0;
    for (uint32_t k = 0; k < n; k++) {
        int64_t i;
        if (!inst_is_int(subs[k], &i)) {
            if (subs[k]->variability > INST_VAR_PARAMETER) return NULL;
            InstValue *v = inst_eval(x->in, subs[k], INST_EVAL_MARK);
            if (v == NULL) return NULL;
            i = inst_whole(v->num[0]) + (v->type.base == INST_BOOLEAN);
        }
        if (i < 1 || i > comp->type.dims[k]) return NULL;
        at = at * comp->type.dims[k] + i - 1;
    }
    return comp->elements[at];
}

static bool add_component(InstElab *x, Chain *ch, InstComp *comp, const SynPart *p, Span span) {
    Inst *in = x->in;
    if (ch->n == 64) {
        inst_error(x->scope, "INST0515", span, "this reference has more than 64 parts");
        return false;
    }
    if (!comp->present || (comp->inner && !comp->inner->present)) { /* 4.4.5: its sizes and elements are not known */
        ch->parts[ch->n++] = (InstPart){.comp = comp->present ? comp->inner : comp};
        ch->absent = true;
        return true;
    }
    if (comp->inner && comp->inner != comp) {
        InstClass *seen_as = comp->outer_class;
        comp = comp->inner; /* MLS 5.4: the inner component is meant, wherever it stands */
        memset(ch, 0, sizeof *ch);
        ch->seen_as = seen_as;
    } else if (comp->enclosing) {
        comp = comp->enclosing; /* 5.5: references to an inner outer component mean the outer one */
        memset(ch, 0, sizeof *ch);
    } else {
        ch->seen_as = NULL;
    }
    InstVariability v = component_variability(comp);
    if (ch->n == 0 || v < ch->variability || ch->parts[ch->n - 1].comp->type.base != INST_RECORD ||
        ch->variability > INST_VAR_PARAMETER)
        ch->variability = v;
    InstPart *part = &ch->parts[ch->n];
    *part = (InstPart){.comp = comp};
    if (comp->group && !p->nsubs) { /* an element of the hidden array */
        *part = (InstPart){.comp = comp->group, .nsubs = 1, .subs = BASE_ARRAY(in->nodes, InstExpr *, 1)};
        part->subs[0] = inst_int_node(in, (int64_t)comp->member + 1, span);
        ch->n++;
        return true;
    }
    if (comp->syn && comp->syn->condition && !(x->place & INST_IN_CONNECT) && p->name) {
        Diag *d =
            inst_tolerate(x->scope, "INST0516", span, "%s is conditional and can be used in connect only (MLS 4.4.5)",
                          inst_name(in, comp->name));
        base_note(in->ctx, d, comp->syn->name_span, "declared here");
        base_hint(in->ctx, d, "connect it to a component that is always there, and read that one");
        if (inst_strict(x->scope)) return false;
    }
    if (p->nsubs && comp->type.base != INST_ANY) {
        InstExpr *array = NULL;
        for (uint32_t k = 0; k < comp->type.ndims && array == NULL; k++)
            if (comp->type.dims[k] == INST_UNKNOWN_DIM) {
                Chain whole = *ch;
                whole.n++;
                whole.ndims = 0;
                array = chain_node(in, &whole, comp->type, span);
                array->variability = (uint8_t)component_variability(comp);
            }
        uint32_t n;
        part->subs = inst_elab_subscripts(x, p, &comp->type, array, comp, &n);
        if (part->subs == NULL) return false;
        part->nsubs = n;
        for (uint32_t k = 0; k < n; k++)
            if (part->subs[k]->kind == INST_E_ERROR) return false;
        InstComp *element = comp->elements ? split_element(x, comp, part->subs, n) : NULL;
        if (element) {
            *part = (InstPart){.comp = element};
        } else {
            ch->ndims += subscripted_dims(&comp->type, part->subs, n, ch->dims + ch->ndims);
            InstVariability sv = inst_max_variability(part->subs, n);
            if (sv > ch->subs_variability) ch->subs_variability = sv;
        }
    } else {
        for (uint32_t k = 0; k < comp->type.ndims; k++) ch->dims[ch->ndims++] = comp->type.dims[k];
    }
    ch->n++;
    return true;
}

/* A replaceable package that is partial still: a medium, say. */
static bool is_left_open(const InstClass *c) {
    return c->restriction == SYN_PACKAGE && c->prefixes & SYN_PARTIAL_CLASS;
}

static InstNamed missing(InstElab *x, const SynCref *c, uint32_t i, InstClass *in_class, InstComp *in_comp) {
    Inst *in = x->in;
    const SynPart *p = &c->parts[i];
    const char *name = base_str(in->ctx->names, p->name);
    Diag *d;
    if (i == 0) {
        if (inst_failed_import(x->scope, p->name) || inst_is_in_lost_base(x->scope)) return failed(in, p->span);
        d = inst_error(x->scope, "INST0502", p->span, "%s is not declared here", name);
        bool clock = c->n == 1 && (!strcasecmp(name, "t") || !strcasecmp(name, "time"));
        if (clock) base_hint(in->ctx, d, "what runs from the start to the end is called time");
        else
            inst_hint_name(x->scope, d, p->name,
                           INST_HINT_ELEMENTS | INST_HINT_AROUND | (c->n > 1 ? INST_HINT_LIBRARY : 0));
    } else {
        if (!in_comp && in_class && in->checking && !in->ctx->strict && is_left_open(in_class))
            return failed(in, p->span); /* the user of the class chooses another, which has it */
        if (in_class && inst_is_made_of_nothing(in_class) && base_error_count(in->ctx)) return failed(in, p->span);
        if (in_class && inst_has_lost_base(in_class)) return failed(in, p->span);
        if (in_comp && in_comp->type.base != INST_RECORD && in_comp->type.base != INST_ANY)
            d = inst_error(x->scope, "INST0503", p->span, "%s is of type %s and has no element %s",
                           cref_string(in, c, i), inst_type_string(in, &in_comp->type), name);
        else d = inst_error(x->scope, "INST0503", p->span, "%s has no element %s", cref_string(in, c, i), name);
        if (in_comp && in_comp->syn)
            base_note(in->ctx, d, in_comp->syn->name_span, "%s is declared here", cref_string(in, c, i));
        if (in_class && !in_class->builtin && in_comp) inst_hint_name(in_class, d, p->name, INST_HINT_COMPONENTS);
        else if (in_class && !in_class->builtin) inst_hint_path(in_class, d, c, i, INST_HINT_ELEMENTS);
    }
    return failed(in, p->span);
}

static InstNamed start_component(InstElab *x, InstClass *home, InstElement *el, const SynCref *c, uint32_t i,
                                 bool through_class, Span span);

/* What stands in the way of finding a class through a component (MLS 3.6, 5.3.2), or NULL. */
static const char *hides_classes(const InstComp *comp) {
    if ((comp->type.ndims && !comp->members) || comp->array) return "an array";
    if (comp->syn && comp->syn->condition) return "conditional";
    if (comp->cls->restriction == SYN_OPERATOR_RECORD) return "an operator record";
    return NULL;
}

/* A function of a component's class, `el` on; others find constants of its packages so, too, and literals of its
 * enumerations. */
static InstNamed through_component(InstElab *x, InstComp *comp, InstElement *el, const SynCref *c, uint32_t i,
                                   Span span) {
    Inst *in = x->in;
    InstClass *f = comp->cls;
    const char *why = hides_classes(comp);
    if (why || el->is_protected) {
        (why ? inst_error : inst_tolerate)(x->scope, "INST0518", span, "%s cannot be found through %s, which is %s",
                                           inst_name(in, el->name), inst_name(in, comp->name),
                                           why ? why : "of a class that protects it (MLS 4.1)");
        if (why || inst_strict(x->scope)) return failed(in, span);
    }
    for (;;) {
        f = inst_element_class(f, el);
        if (f == NULL) return failed(in, span);
        if (++i == c->n) return (InstNamed){.cls = f, .comp = comp};
        inst_prepare(f);
        bool literal = f->type.base == INST_ENUM && f->builtin;
        el = literal ? NULL : inst_find(f, c->parts[i].name);
        if (el == NULL && !literal) return missing(x, c, i, f, NULL);
        if (el && el->kind == SYN_CLASS_DEF) continue;
        Diag *d = inst_tolerate(x->scope, "INST0518", c->parts[i].span,
                                "%s is found through a component, where only functions are looked for (MLS 5.3.2)",
                                cref_string(in, c, i + 1));
        base_hint(in->ctx, d, "name the package itself");
        if (inst_strict(x->scope)) return failed(in, span);
        return literal ? enum_literal(x, f, c, i) : start_component(x, f, el, c, i, true, span);
    }
}

/* Elements of components, from part i on; the last component is in the chain. */
static InstNamed access_component(InstElab *x, Chain *ch, const SynCref *c, uint32_t i, Span span) {
    Inst *in = x->in;
    for (; i < c->n && !ch->absent; i++) {
        InstComp *comp = ch->parts[ch->n - 1].comp;
        InstClass *cls = comp->cls;
        if (cls == NULL || comp->type.base == INST_ANY) return failed(in, span);
        InstElement *el = cls->builtin ? NULL : inst_find(cls, c->parts[i].name);
        if (el && ch->seen_as && !el->expanded && !inst_find(ch->seen_as, c->parts[i].name)) { /* 5.4 */
            Diag *d = inst_tolerate(x->scope, "INST0519", c->parts[i].span,
                                    "the class of 'outer %s' has no element %s: that of the inner component is taken "
                                    "(MLS 5.4)",
                                    inst_name(in, comp->name), inst_name(in, c->parts[i].name));
            base_hint(in->ctx, d, "declare the outer component with a class that has it");
            if (inst_strict(x->scope)) return failed(in, span);
        }
        if (el == NULL) return missing(x, c, i, cls, comp);
        if (el->kind == SYN_CLASS_DEF) return through_component(x, comp, el, c, i, span);
        if (el->is_protected) {
            Diag *d = inst_tolerate(x->scope, "INST0504", c->parts[i].span, "%s is protected in %s (MLS 4.1)",
                                    base_str(in->ctx->names, el->name), cref_string(in, c, i));
            if (el->syn) base_note(in->ctx, d, el->syn->name_span, "declared here");
            base_hint(in->ctx, d, "make it public");
            if (inst_strict(x->scope)) return failed(in, span);
        }
        InstComp *next = inst_component(cls, el);
        if (next == NULL || !add_component(x, ch, next, &c->parts[i], span)) return failed(in, span);
    }
    const InstComp *last = ch->parts[ch->n - 1].comp;
    InstType element = inst_type_element(last->type);
    if (ch->absent) {
        if (!(x->place & INST_IN_CONNECT)) {
            bool broken = last->element && last->element->deselected;
            Diag *d = inst_error(x->scope, "INST0516", span, "%s is not present: %s", inst_name(in, last->name),
                                 broken ? "break has taken it out" : "the condition of its declaration is false");
            if (last->syn) base_note(in->ctx, d, last->syn->name_span, "declared here");
            if (broken)
                base_hint(in->ctx, d, "what is taken out may be used in connect only (MLS 7.4); redeclare it instead");
            else base_hint(in->ctx, d, "a conditional component can be used in connect only (MLS 4.4.5)");
            return failed(in, span);
        }
        element = inst_type(INST_ANY); /* flattening drops the connection */
        ch->ndims = 0;
    }
    if (element.base == INST_RECORD && !inst_is_function(x->scope))
        ch->variability = inst_record_variability(last->cls, ch->variability);
    InstExpr *e = chain_node(in, ch, element, span);
    e->no_event = (x->place & INST_IN_NOEVENT) != 0;
    return (InstNamed){.expr = e, .comp = ch->parts[ch->n - 1].comp};
}

/* In a function an element of a constant array may be chosen at run time: the whole array, which is known,
 * subscripted. */
static InstExpr *constant_element(InstElab *x, InstExpr *e) {
    Inst *in = x->in;
    InstExpr *subs[64];
    uint32_t n = 0;
    bool chosen = false;
    for (uint32_t i = 0; i < e->nparts; i++) {
        const InstPart *p = &e->parts[i];
        for (uint32_t k = 0; k < p->comp->type.ndims; k++) {
            if (n == 63) return e;
            subs[n] = p->nsubs ? p->subs[k]
                               : inst_node(in, INST_E_COLON,
                                           inst_type_vector(in, inst_type(INST_INTEGER), p->comp->type.dims[k]),
                                           INST_VAR_CONSTANT, e->span);
            chosen |= subs[n]->kind != INST_E_COLON && subs[n]->kind != INST_E_INTEGER && subs[n]->kind != INST_E_ENUM;
            n++;
        }
    }
    if (!chosen) return e;
    InstExpr *whole = base_copy(in->nodes, e, sizeof *e);
    int64_t dims[64];
    uint32_t nd = 0;
    whole->parts = base_copy(in->nodes, e->parts, e->nparts * sizeof *e->parts);
    for (uint32_t i = 0; i < e->nparts; i++) {
        whole->parts[i].nsubs = 0;
        whole->parts[i].subs = NULL;
        for (uint32_t k = 0; k < e->parts[i].comp->type.ndims; k++) dims[nd++] = e->parts[i].comp->type.dims[k];
    }
    whole->type = inst_type_dims(in, inst_type_element(e->type), dims, nd);
    whole->variability = INST_VAR_CONSTANT;
    InstExpr *args[64] = {whole};
    memcpy(args + 1, subs, n * sizeof *subs);
    InstExpr *r = inst_node_args(in, INST_E_SUBSCRIPT, e->type, e->span, args, n + 1);
    r->no_event = e->no_event;
    return r;
}

/* A constant of a model that has no value is tolerated as long as nobody reads it (4.4.4). */
static bool is_read_without_value(InstElab *x, const InstExpr *e) {
    const InstComp *c = e->parts[e->nparts - 1].comp;
    uint8_t home = inst_derived(c->parent)->restriction;
    if (x->in->checking || (home != SYN_MODEL && home != SYN_BLOCK && home != SYN_CLASS)) return false;
    if (c->variability != INST_VAR_CONSTANT || c->binding.value || c->covered) return false;
    Diag *d =
        inst_error(x->scope, "INST0944", e->span, "constant '%s' has no value (MLS 4.4.4)", inst_name(x->in, c->name));
    if (c->syn) base_note(x->in->ctx, d, c->syn->name_span, "it is declared here");
    return true;
}

/* MLS 3.8.4: constants are known; replacing them early keeps every later stage small. */
static InstNamed fold_constant(InstElab *x, InstNamed r) {
    InstExpr *e = r.expr;
    if (e == NULL || e->kind != INST_E_CREF) return r;
    if ((x->place & INST_IN_FUNCTION) && !(x->place & (INST_KEEP_CONSTANTS | INST_IN_LHS)) &&
        (e->type.base <= INST_ENUM || e->type.base == INST_RECORD) &&
        e->parts[e->nparts - 1].comp->variability == INST_VAR_CONSTANT && !inst_is_function(e->parts[0].comp->parent)) {
        InstExpr *chosen = constant_element(x, e);
        if (chosen != e) return (InstNamed){.expr = chosen, .comp = r.comp};
    }
    if (e->variability != INST_VAR_CONSTANT || e->type.ndims) return r;
    if (x->place & (INST_KEEP_CONSTANTS | INST_IN_LHS | INST_IN_CONNECT)) return r;
    if (e->type.base > INST_ENUM) return r;
    InstValue *v = inst_eval(x->in, e, INST_EVAL_SILENT);
    if (v && v->type.ndims == 0) r.expr = inst_value_node(x->in, v, e->span);
    else if (!v && is_read_without_value(x, e)) r.expr = inst_error_node(x->in, e->span);
    return r;
}

/* A default inside the record class of a function's variable names the record's fields: of that variable, so the
 * reference begins with it (b = 2*a in record R; R r in the function: r.a). */
static void local_record(Chain *ch, const InstComp *comp) {
    InstComp *path[8];
    uint32_t n = 0;
    for (InstComp *o = comp->parent->owner; o && n < 8 && o->type.ndims == 0; o = o->parent->owner) path[n++] = o;
    if (n == 0 || path[n - 1]->parent->owner || !inst_is_function(path[n - 1]->parent)) return;
    while (n-- > 0) ch->parts[ch->n++] = (InstPart){.comp = path[n]};
    ch->variability = ch->parts[0].comp->variability;
}

/* A variable of the model that the class of a component stands in, where that component is part of an instance of the
 * model: others read it there (MLS 3.6, 5.3.1 allows constants only). */
static bool is_of_instance_around(InstElab *x, InstClass *home, const SynCref *c, uint32_t i) {
    InstClass *around = inst_enclosing(x->scope);
    while (around && around != inst_derived(home)) around = inst_enclosing(around);
    if (!around || inst_strict(x->scope)) return false;
    Diag *d = inst_tolerate(x->scope, "INST0505", c->parts[i].span,
                            "%s is declared in an enclosing class and is not a constant (MLS 5.3.1)",
                            cref_string(x->in, c, i + 1));
    base_hint(x->in->ctx, d, "pass its value as a parameter, or through inner/outer");
    return true;
}

/* A parameter of a record or model that is named through its class, Prm.N: others take the value of its declaration
 * (MLS 3.6, 5.3.2 allows constants only).  Not of a package, which has none. */
static InstNamed of_declaration(InstElab *x, InstComp *comp, const SynCref *c, uint32_t i, Span span) {
    if (inst_strict(x->scope) || comp->variability > INST_VAR_PARAMETER || (x->place & INST_IN_LHS) ||
        inst_derived(comp->parent)->restriction == SYN_PACKAGE)
        return (InstNamed){0};
    Chain ch = {0};
    InstNamed r = {0};
    size_t mark = base_diag_mark(x->in->ctx);
    if (add_component(x, &ch, comp, &c->parts[i], span)) r = access_component(x, &ch, c, i + 1, span);
    InstValue *v = r.expr && r.expr->type.base <= INST_ENUM ? inst_eval(x->in, r.expr, INST_EVAL_SILENT) : NULL;
    if (!v) {
        base_diag_rollback(x->in->ctx, mark);
        return (InstNamed){0};
    }
    Diag *d = inst_tolerate(x->scope, "INST0505", c->parts[i].span,
                            "%s is not a constant: the value of its declaration is taken (MLS 5.3.2)",
                            cref_string(x->in, c, i + 1));
    base_hint(x->in->ctx, d, "declare it as constant");
    r.expr = inst_value_node(x->in, v, span);
    return r;
}

/* An external object of a package is handed to functions, so that the model has one of it (capture.c). */
static InstComp *handed_object(InstElab *x, InstComp *object) {
    if (object->variability != INST_VAR_CONSTANT || object->type.ndims) return object;
    InstElement *input = inst_find(inst_derived(x->scope), inst_object_name(object->element));
    if (!input) inst_look_into_functions(x->in);
    InstComp *comp = input ? inst_component(input->home, input) : NULL;
    return comp ? comp : object;
}

static InstNamed start_component(InstElab *x, InstClass *home, InstElement *el, const SynCref *c, uint32_t i,
                                 bool through_class, Span span) {
    Inst *in = x->in;
    InstComp *comp = inst_component(home, el);
    if (comp == NULL) return failed(in, span);
    bool own = !through_class && inst_derived(home) == inst_derived(x->scope);
    if (!own && comp->variability != INST_VAR_CONSTANT && !(comp->prefixes & SYN_OUTER && comp->inner) &&
        (through_class || !is_of_instance_around(x, home, c, i))) {
        InstNamed known = through_class ? of_declaration(x, comp, c, i, span) : (InstNamed){0};
        if (known.expr) return known;
        Diag *d = inst_error(x->scope, "INST0505", c->parts[i].span,
                             through_class ? "%s is not a constant: only constants can be used through a class name"
                                           : "%s is declared in an enclosing class and is not a constant",
                             cref_string(in, c, i + 1));
        if (el->syn) base_note(in->ctx, d, el->syn->name_span, "declared here");
        base_hint(in->ctx, d, "pass its value as a parameter, an input or through inner/outer");
        return failed(in, span);
    }
    Chain ch = {0};
    if (own) local_record(&ch, comp);
    if (!own && comp->type.base == INST_OBJECT && inst_is_function(x->scope)) comp = handed_object(x, comp);
    if (!add_component(x, &ch, comp, &c->parts[i], span)) return failed(in, span);
    return fold_constant(x, access_component(x, &ch, c, i + 1, span));
}

static bool time_allowed(InstClass *scope) {
    switch ((SynRestriction)inst_derived(scope)->restriction) {
    case SYN_MODEL:
    case SYN_BLOCK:
    case SYN_CLASS: return true;
    default: return false;
    }
}

/* A record that is part of a model: others take the time of the model for it. */
static bool record_of_model(InstClass *c) {
    if (inst_derived(c)->restriction != SYN_RECORD || !c->owner) return false;
    while (c->owner) c = c->owner->parent;
    return !inst_is_function(c);
}

/* An input of a function that stands for a value of a component of the model around it, env.k (capture.c); `last` is
 * the last word of its name. */
static InstElement *captured(const InstElab *x, const SynCref *c, uint32_t *last) {
    InstClass *text = x->scope;
    if (c->global || (!text->added && !text->nbases) || !inst_is_function(text)) return NULL;
    for (uint32_t n = 2; n <= c->n; n++) {
        InstElement *e = inst_find(text, inst_captured_name(x->in, c, n));
        *last = n - 1;
        if (e && e->captured) return e;
    }
    return NULL;
}

/* `pipes[i].d[k].x` as that of the input that holds pipes.d of all elements: [i, k].x, its first part. */
static InstNamed of_captured(InstElab *x, InstElement *e, const SynCref *c, uint32_t last, Span span) {
    Inst *in = x->in;
    uint32_t n = 0, rank = e->syn->ndims;
    for (uint32_t i = 0; i <= last; i++) n += c->parts[i].nsubs;
    SynPart part = c->parts[last];
    part.nsubs = n && n < rank ? rank : n;
    part.subs = BASE_ARRAY(in->nodes, SynExpr *, part.nsubs + 1);
    for (uint32_t i = 0, at = 0; i <= last; i++)
        for (uint32_t k = 0; k < c->parts[i].nsubs; k++) part.subs[at++] = c->parts[i].subs[k];
    for (; n && n < rank; n++) part.subs[n] = e->syn->dims[n]; /* colons */
    SynCref short_name = {.n = c->n - last, .parts = BASE_ARRAY(in->nodes, SynPart, c->n - last)};
    memcpy(short_name.parts, c->parts + last, short_name.n * sizeof *short_name.parts);
    short_name.parts[0] = part;
    return start_component(x, e->home, e, &short_name, 0, false, span);
}

InstExpr *inst_elab_from(InstElab *x, InstComp *comp, const SynCref *c, Span span) {
    Chain ch = {0};
    if (!add_component(x, &ch, comp, &c->parts[0], span)) return inst_error_node(x->in, span);
    InstNamed r = fold_constant(x, access_component(x, &ch, c, 1, span));
    return r.expr ? r.expr : inst_error_node(x->in, span);
}

InstNamed inst_resolve(InstElab *x, const SynCref *c, Span span, bool quiet) {
    Inst *in = x->in;
    const SynPart *p = &c->parts[0];
    if (!c->global) {
        for (InstIterScope *s = x->iters; s; s = s->outer)
            if (s->iter->name == p->name) {
                InstVariability v = s->iter->range && s->iter->range->variability > INST_VAR_PARAMETER
                                        ? INST_VAR_DISCRETE
                                        : INST_VAR_CONSTANT;
                InstExpr *e = inst_node(in, INST_E_ITER, s->iter->type, v, span);
                e->iter = s->iter;
                return access_value(x, s->iter->means ? s->iter->means : e, c, 0, span);
            }
    }
    InstClass *home = NULL;
    uint32_t last;
    InstElement *el = captured(x, c, &last);
    if (el) return of_captured(x, el, c, last, span);
    el = inst_lookup(c->global ? in->root : x->scope, p->name, &home);
    if (el == NULL) {
        if (p->name == inst_elab_state(in)->time && c->n == 1 && p->nsubs == 0 && !time_allowed(x->scope)) {
            bool known = record_of_model(x->scope);
            (known ? inst_tolerate : inst_error)(x->scope, "INST0507", span,
                                                 "time can be used in models and blocks only, not in a %s (MLS 3.6.7)",
                                                 syn_restriction_name(inst_derived(x->scope)->restriction));
            if (!known || inst_strict(x->scope)) return failed(in, span);
        }
        if (p->name == inst_elab_state(in)->time && c->n == 1 && p->nsubs == 0)
            return (InstNamed){.expr = inst_node(in, INST_E_TIME, inst_type(INST_REAL), INST_VAR_CONTINUOUS, span)};
        if (quiet) return (InstNamed){0};
        el = c->global ? NULL : inst_find_in_heir(x->scope, p->name, p->span);
        if (el == NULL) return missing(x, c, 0, NULL, NULL);
        home = el->home;
    }
    if (el->kind == SYN_COMPONENT) return start_component(x, home, el, c, 0, false, span);
    InstClass *cls = home;
    for (uint32_t i = 0;; i++) {
        cls = inst_element_class(cls, el);
        if (cls == NULL) return failed(in, span);
        inst_prepare(cls);
        if (i + 1 == c->n) return (InstNamed){.cls = cls};
        if (cls->type.base == INST_ENUM && cls->builtin) return enum_literal(x, cls, c, i + 1);
        el = inst_find(cls, c->parts[i + 1].name);
        if (el == NULL) return missing(x, c, i + 1, cls, NULL);
        if (!inst_access(x->scope, cls, el, c->parts[i + 1].span)) return failed(in, span);
        if (el->kind == SYN_COMPONENT) return start_component(x, cls, el, c, i + 1, true, span);
    }
}

InstExpr *inst_type_range(InstElab *x, const InstType *of, Span span) {
    Inst *in = x->in;
    InstExpr *args[3] = {NULL, NULL, NULL};
    int64_t n = 2;
    if (of->base == INST_ENUM) {
        n = inst_enum_size(of->cls);
        args[0] = inst_enum_node(in, of->cls, 1, span);
        args[2] = inst_enum_node(in, of->cls, n, span);
    } else {
        args[0] = inst_bool_node(in, false, span);
        args[2] = inst_bool_node(in, true, span);
    }
    InstType t = inst_type_vector(in, args[0]->type, n);
    InstExpr *e = inst_node(in, INST_E_RANGE, t, INST_VAR_CONSTANT, span);
    e->args = base_copy(in->nodes, args, sizeof args);
    e->nargs = 3;
    return e;
}

InstExpr *inst_elab_cref(InstElab *x, const SynExpr *e) {
    Inst *in = x->in;
    InstNamed r = inst_resolve(x, &e->cref, e->span, false);
    if (r.expr) return r.expr;
    InstClass *c = r.cls;
    if (c == NULL) return inst_error_node(in, e->span);
    if (c->builtin && (c->type.base == INST_ENUM || c->type.base == INST_BOOLEAN)) {
        InstType t = inst_type(c->type.base);
        t.cls = c;
        return inst_type_range(x, &t, e->span);
    }
    bool is_function = c->restriction == SYN_FUNCTION || c->restriction == SYN_OPERATOR_FUNCTION;
    if (is_function && (x->place & INST_IN_ARGUMENT)) return inst_function_value(x, c, e->span);
    inst_error(x->scope, "INST0506", e->span, "%s is a %s; a value is needed here",
               cref_string(in, &e->cref, e->cref.n), syn_restriction_name(c->restriction));
    return inst_error_node(in, e->span);
}
