/* component.c - components: type, modifiers, dimensions, prefixes, condition, binding, inner/outer (MLS 3.6, 4.4, 5.4).
 *
 * inst_component makes one from its element on first use.  A component whose type cannot be found exists all the same,
 * with type ANY, so that one mistake gives one message.  While a component is being made others may already see it (a
 * dimension that depends on the size of another array): its type is set first, its dimensions last.
 */
#include <string.h>

#include "instance/instance_impl.h"

static bool is_record(const InstClass *c) {
    return c->restriction == SYN_RECORD || c->restriction == SYN_OPERATOR_RECORD;
}

/* ---- prefixes ---------------------------------------------------------------------------------------------------- */

static uint8_t declared_variability(uint32_t prefixes, const InstType *t) {
    if (prefixes & SYN_CONSTANT) return INST_VAR_CONSTANT;
    if (prefixes & SYN_PARAMETER) return INST_VAR_PARAMETER;
    if (prefixes & SYN_DISCRETE) return INST_VAR_DISCRETE;
    switch (t->base) {
    case INST_INTEGER:
    case INST_BOOLEAN:
    case INST_STRING:
    case INST_ENUM: return INST_VAR_DISCRETE;
    case INST_OBJECT: return INST_VAR_PARAMETER; /* made once, before the simulation (12.9.7) */
    default: return INST_VAR_CONTINUOUS;
    }
}

/* Also what lies in a record of a function. */
static bool in_function(const InstClass *c) {
    const InstClass *d = inst_derived((InstClass *)c);
    while (d->owner) d = inst_derived(d->owner->parent);
    return d->restriction == SYN_FUNCTION || d->restriction == SYN_OPERATOR_FUNCTION;
}

/* In a function ':' stays open: callers decide (12.4.2).  Fields of a result have the sizes that its declaration
 * gives. */
static bool size_is_open(const InstComp *comp) {
    if (!in_function(comp->parent)) return false;
    const InstComp *top = comp;
    while (inst_derived(top->parent)->owner) top = inst_derived(top->parent)->owner;
    return top == comp || (top->prefixes & SYN_INPUT);
}

/* Prefixes and variability reach into the components of structured components (4.4.2, 4.5). */
static void take_prefixes(InstComp *comp, InstClass *type, uint32_t declared) {
    /* of a model or block such a prefix says nothing (4.4.2): tolerated */
    bool part = (type->restriction == SYN_MODEL || type->restriction == SYN_BLOCK) && !type->builtin;
    if (part && declared & INST_VARIABILITY && !inst_is_data_only(type)) declared &= ~(uint32_t)INST_VARIABILITY;
    comp->prefixes = declared;
    comp->variability = declared_variability(declared, &comp->type);
    if (comp->variability == INST_VAR_CONTINUOUS && inst_assigned_in_when(inst_derived(comp->parent), comp->name) &&
        (comp->type.base == INST_REAL || is_record(type)))
        comp->variability = INST_VAR_DISCRETE;
    const InstComp *owner = comp->parent->owner;
    if (!owner) return;
    uint32_t causal = SYN_INPUT | SYN_OUTPUT, flow = SYN_FLOW | SYN_STREAM;
    if (!(comp->prefixes & causal)) comp->prefixes |= owner->prefixes & causal;
    if (!(comp->prefixes & flow)) comp->prefixes |= owner->prefixes & flow;
    comp->prefixes |= owner->prefixes & (SYN_PROTECTED | SYN_FINAL);
    if (owner->variability < comp->variability) comp->variability = owner->variability;
    /* a constant of a record that a function is given: of an heir, R2 = R(n = 3), it has another value */
    if (comp->variability == INST_VAR_CONSTANT && owner->variability > INST_VAR_CONSTANT && size_is_open(comp))
        comp->variability = INST_VAR_PARAMETER;
    if (owner->evaluate) comp->evaluate = true;
    if (owner->hide_result) comp->hide_result = true;
}

/* ---- inner and outer --------------------------------------------------------------------------------------------- */

/* The instance around c: where its component is declared, or for a class without component (a local package) the
 * instance it is written in. */
static InstClass *around(InstClass *c) {
    c = inst_derived(c);
    if (c->owner) return inst_derived(c->owner->parent);
    if (c == inst_tree(c->inst)->top || !c->scope || c->scope == c->inst->root) return NULL;
    return inst_derived(c->scope);
}

InstElement *inst_find_inner(InstClass *c, Name name, uint8_t kind) {
    for (InstClass *s = around(c); s; s = around(s)) {
        InstElement *e = inst_find(s, name);
        if (e && e->kind == kind && (e->prefixes & SYN_INNER)) return e;
    }
    return NULL;
}

static InstClass *outermost(InstClass *c) {
    for (InstClass *up = around(c); up; up = around(up)) c = up;
    return inst_derived(c);
}

/* A text of a library, written for a box with lines, as one line. */
static const char *one_line(Inst *in, const char *text) {
    Text t = {0};
    for (const char *p = text; *p; p++) {
        bool blank = *p == '\n' || *p == ' ' || *p == '\t';
        if (!blank) base_text_char(&t, *p);
        else if (t.n && t.at[t.n - 1] != ' ') base_text_char(&t, ' ');
    }
    while (t.n && t.at[t.n - 1] == ' ') t.n--;
    const char *line = base_strndup(&in->arena, base_text_str(&t), t.n);
    base_text_free(&t);
    return line;
}

/* The class that an earlier run found to fit all outer components of this name. */
static InstClass *widest_inner(Inst *in, Name name, InstClass *type) {
    for (uint32_t i = 0; i < in->retry.ninners; i++) {
        if (in->retry.inners[i].name != name) continue;
        InstClass *c = inst_class_by_name(in, inst_name(in, in->retry.inners[i].cls), (Span){0});
        if (c) inst_prepare(c);
        return c ? c : type;
    }
    return type;
}

/* No inner declaration exists: one is made at the top of the model from the outer's class (5.4). */
static InstComp *default_inner(InstClass *top, const InstComp *outer, InstClass *type) {
    Inst *in = top->inst;
    type = widest_inner(in, outer->name, type);
    const SynMod *text =
        type->syn ? syn_annotation(type->syn->annotation, in->ctx->names, "missingInnerMessage") : NULL;
    const char *message = text && text->mod && text->mod->value && text->mod->value->kind == SYN_STRING
                              ? inst_name(in, text->mod->value->string)
                              : NULL;
    const char *name = inst_name(in, outer->name);
    if (message) message = one_line(in, message);
    if ((in->ctx->strict || !in->checking) && ((type->prefixes & SYN_PARTIAL_CLASS) || type->builtin)) {
        Diag *d = inst_error(outer->parent, "INST0401", outer->syn->span,
                             "'outer %s' has no matching 'inner' declaration, and none can be made because its class "
                             "'%s' is %s (MLS 5.4)",
                             name, inst_class_text(type), type->builtin ? "a predefined type" : "partial");
        if (message) base_hint(in->ctx, d, "%s", message);
        return NULL;
    }
    if (!in->checking) {
        Diag *d = inst_warning(
            outer->parent, "INST0402", outer->syn->span,
            "no 'inner %s' is declared around this component: one with default values was added to the model", name);
        if (message) base_hint(in->ctx, d, "%s", message);
        else base_hint(in->ctx, d, "declare one at the top of the model: inner %s %s;", inst_class_text(type), name);
    }
    InstElement *e = BASE_NEW(&in->arena, InstElement);
    *e = *outer->element;
    e->prefixes = (e->prefixes & ~(uint32_t)SYN_OUTER) | SYN_INNER;
    if (type->builtin) e->prefixes |= SYN_INPUT; /* of a class checked alone: its user gives the value */
    e->scope = outer->element->scope;
    e->home = top;
    e->comp = NULL;
    e->busy = 0;
    e->mod = NULL;
    e->original = NULL;
    e->is_protected = false;
    e->cls = type;
    InstElement **list = BASE_ARRAY(&in->arena, InstElement *, top->nelements + 1);
    memcpy(list, top->elements, top->nelements * sizeof *list);
    list[top->nelements] = e;
    top->elements = list;
    top->nelements++;
    return inst_component(top, e);
}

static InstComp *added_inner(InstClass *top, Name name) {
    for (uint32_t i = top->nelements; i-- > 0;) {
        InstElement *e = top->elements[i];
        if (e->name == name && e->kind == SYN_COMPONENT && (e->prefixes & SYN_INNER)) return inst_component(top, e);
    }
    return NULL;
}

/* ---- dimensions -------------------------------------------------------------------------------------------------- */

/* A dimension given by a type: Boolean or an enumeration (10.1). */
static bool type_dimension(InstClass *scope, const SynExpr *e, int64_t *size) {
    if (e->kind != SYN_CREF) return false;
    InstElement *first = e->cref.global ? NULL : inst_lookup(scope, e->cref.parts[0].name, NULL);
    if (!e->cref.global && (!first || first->kind != SYN_CLASS_DEF)) return false;
    InstClass *t = inst_lookup_class_quiet(scope, &e->cref);
    if (!t) return false;
    inst_prepare(t);
    if (t->builtin == INST_BOOLEAN + 1) *size = 2;
    else if (t->builtin == INST_ENUM + 1) *size = (int64_t)inst_enum_size(inst_enum_class(t));
    else return false;
    return true;
}

static void eval_dimension(InstClass *scope, const SynExpr *e, bool function, bool argument, int64_t *size) {
    *size = INST_UNKNOWN_DIM;
    if (e->kind == SYN_COLON) return;
    if (e->kind == SYN_INTEGER) {
        *size = e->integer;
        return;
    }
    if (type_dimension(scope, e, size)) return;
    int flags = argument                                 ? INST_EVAL_CONSTANT
                : function || inst_in_split_array(scope) ? INST_EVAL_SILENT
                                                         : INST_EVAL_REPORT | INST_EVAL_MARK;
    if (!inst_eval_integer(scope, e, size, flags)) {
        *size = INST_UNKNOWN_DIM;
        return;
    }
    if (*size < 0) {
        inst_error(scope, "INST0403", e->span, "the size of a dimension is negative: %lld (MLS 10.1)",
                   (long long)*size);
        *size = 0;
    }
}

/* Dimensions of a class made by `type T = Real[3]`, the outer definition's first. */
bool inst_class_dims(InstClass *t) {
    if (t->dims_known) return t->type.ndims > 0;
    inst_prepare(t);
    t->dims_known = true;
    if (!t->syn || !t->nbases) return false;
    InstClass *b = t->bases[0];
    if (t->syn->form != SYN_SHORT) { /* type T extends Real[3]; end T; */
        if (!t->builtin || !inst_class_dims(b)) return false;
        t->type.ndims = b->type.ndims;
        t->type.dims = b->type.dims;
        return true;
    }
    inst_class_dims(b);
    uint32_t own = t->syn->ndims, n = own + b->type.ndims;
    if (!n) return false;
    if (n > 32) {
        inst_error(t, "INST0408", t->syn->span, "'%s' has %u dimensions; at most 32 are possible",
                   inst_name(t->inst, t->name), n);
        return false;
    }
    int64_t *dims = BASE_ARRAY(&t->inst->arena, int64_t, n);
    bool function = in_function(t->scope);
    for (uint32_t i = 0; i < own; i++) eval_dimension(t->scope, t->syn->dims[i], function, false, &dims[i]);
    if (b->type.ndims) memcpy(dims + own, b->type.dims, b->type.ndims * sizeof *dims);
    t->type.ndims = (uint8_t)n;
    t->type.dims = dims;
    return true;
}

/* A redeclaration without dimensions keeps those of the original (7.3). */
static const InstElement *dims_source(const InstElement *e) {
    for (; e->original; e = e->original)
        if (e->syn->ndims || e->syn->ntype_dims) break;
    return e;
}

/* Text of dimension k: those behind the name stand before those behind the type. */
static SynExpr *dimension(const SynElement *s, uint32_t k) {
    return k < s->ndims ? s->dims[k] : s->type_dims[k - s->ndims];
}

static void set_dimensions(InstComp *comp, const InstElement *e, InstClass *type) {
    const InstElement *from = dims_source(e);
    const SynElement *s = from->syn;
    if (!from->syn->ndims && !from->syn->ntype_dims) s = e->syn;
    inst_class_dims(type);
    uint32_t n = s->ndims + s->ntype_dims + type->type.ndims;
    if (!n) return;
    if (n > 32) {
        inst_error(comp->parent, "INST0408", e->syn->span, "'%s' has %u dimensions; at most 32 are possible",
                   inst_name(comp->inst, comp->name), n);
        return;
    }
    int64_t *dims = BASE_ARRAY(&comp->inst->arena, int64_t, n);
    for (uint32_t i = 0; i < n; i++) dims[i] = INST_UNKNOWN_DIM;
    comp->type.dims = dims;
    comp->type.ndims = (uint8_t)n;
    const InstClass *home = inst_derived(comp->parent), *outermost = home;
    while (outermost->owner) outermost = inst_derived(outermost->owner->parent);
    bool constructed = is_record(outermost); /* by a constructor, whose arguments will tell */
    bool function = in_function(comp->parent) || !comp->present || constructed; /* sizes need not be known */
    uint32_t k = 0;
    bool argument = comp->present && size_is_open(comp) && home->owner; /* of a record: not those of its defaults */
    for (uint32_t i = 0; i < s->ndims + s->ntype_dims; i++) /* other dimensions may follow from these: size(x, 2) */
        if (dimension(s, i)->kind == SYN_INTEGER) dims[i] = dimension(s, i)->integer;
    for (uint32_t i = 0; i < type->type.ndims; i++) dims[s->ndims + s->ntype_dims + i] = type->type.dims[i];
    size_t mark = base_diag_mark(comp->inst->ctx);
    for (; k < s->ndims + s->ntype_dims; k++)
        eval_dimension(from->scope, dimension(s, k), function, argument, &dims[k]);
    /* the size of what is not there may name what is not there for the same reason: C c[p.n] if on, P p if on */
    if (!comp->present) base_diag_rollback(comp->inst->ctx, mark);
    if (inst_dims_count(dims, n) > comp->inst->ctx->max_scalars) {
        inst_error(comp->parent, "INST0409", e->syn->span, "'%s' has more elements than a model can have",
                   inst_name(comp->inst, comp->name));
        for (uint32_t i = 0; i < n; i++) dims[i] = 0;
    }
}

static bool has_open_dimension(const InstComp *comp) {
    for (uint32_t i = 0; i < comp->type.ndims; i++)
        if (comp->type.dims[i] == INST_UNKNOWN_DIM) return true;
    return false;
}

/* The last dimensions of a value are the component's, those before them belong to enclosing arrays. */
static void take_dimensions(InstComp *comp, const InstType *t) {
    uint32_t n = comp->type.ndims;
    if (t->base == INST_ANY || t->ndims < n) return;
    for (uint32_t i = 0; i < n; i++)
        if (comp->type.dims[i] == INST_UNKNOWN_DIM) comp->type.dims[i] = t->dims[t->ndims - n + i];
}

/* ':' dimensions come from the binding, or from the enclosing record's value (10.1). */
static void deduce_dimensions(InstComp *comp) {
    if (!has_open_dimension(comp) || size_is_open(comp)) return;
    if (!comp->binding.value && !comp->covered) { /* Real x[:](start = {1, 2}) */
        bool start = comp->attrs && comp->attrs[INST_ATTR_START]->value && comp->attrs[INST_ATTR_START]->from == comp;
        InstExpr *s = start ? inst_attr_expr(comp, INST_ATTR_START) : NULL;
        if (s) take_dimensions(comp, inst_expr_type(s));
        return;
    }
    InstExpr *b = inst_binding_expr(comp);
    if (b) take_dimensions(comp, inst_expr_type(b));
    if (!has_open_dimension(comp)) return;
    InstValue *v = comp->covered ? inst_eval_component(comp, INST_EVAL_MARK)
                   : b           ? inst_eval(comp->inst, b, INST_EVAL_MARK)
                                 : NULL;
    if (v) take_dimensions(comp, &v->type);
}

/* ---- outer components -------------------------------------------------------------------------------------------- */

/* Outer components are modified at their inner declaration (5.4). */
static void forbid_outer_modifiers(InstComp *comp, const InstElement *e) {
    const SynModification *own = e->syn->mod;
    bool declared = own && (own->value || own->args);
    if (!declared && inst_mod_is_empty(e->mod) && !e->original) return;
    Diag *d = inst_tolerate(comp->parent, "INST0406",
                            declared                    ? own->span
                            : inst_mod_is_empty(e->mod) ? e->syn->span
                                                        : e->mod->span,
                            "'outer %s' must not be modified: the modifier has no effect (MLS 5.4)",
                            inst_name(comp->inst, comp->name));
    base_note(comp->inst->ctx, d, e->syn->span, "the outer declaration is here");
    base_hint(comp->inst->ctx, d, "modify the inner declaration");
}

/* Is it an inner component that default_inner made? */
static bool is_added(const InstComp *comp) {
    return (comp->syn->prefixes & SYN_OUTER) && !(comp->element->prefixes & SYN_OUTER);
}

/* An inner component that was added from the first outer one is to be of the class of this one, which is derived from
 * it: the run that starts again adds it so. */
static bool widen(const InstComp *inner, InstClass *type) {
    Inst *in = inner->inst;
    InstRetry *r = &in->retry;
    if (!is_added(inner) || type->builtin || !type->lib || !inst_is_subtype(type, inner->cls, NULL)) return false;
    uint32_t i = 0;
    while (i < r->ninners && r->inners[i].name != inner->name) i++;
    Name cls = base_name(in->ctx->names, inst_class_text(type));
    if (i == sizeof r->inners / sizeof *r->inners || (i < r->ninners && r->inners[i].cls == cls)) return false;
    r->inners[i].name = inner->name;
    r->inners[i].cls = cls;
    if (i == r->ninners) r->ninners++;
    return in->again = true;
}

/* The inner component must be usable as what the outer one asks for (5.4). */
static void check_inner_type(InstComp *outer, InstComp *inner, InstClass *type) {
    if (inner->type.base == INST_ANY || !inner->cls) return;
    Inst *in = outer->inst;
    bool fits = inst_is_subtype(inner->cls, type, NULL), dims = outer->type.ndims == inner->type.ndims;
    for (uint32_t i = 0; dims && i < outer->type.ndims; i++) {
        int64_t a = outer->type.dims[i], b = inner->type.dims[i];
        dims = a == b || a == INST_UNKNOWN_DIM || b == INST_UNKNOWN_DIM;
    }
    if ((fits && dims) || (dims && widen(inner, type))) return;
    /* an outer class that lists all that any inner one may have: what is used of it is looked up in the inner one */
    bool tolerated = dims && !inner->cls->builtin && !type->builtin;
    Diag *d = (tolerated ? inst_tolerate : inst_error)(
        outer->parent, "INST0407", outer->syn->span, "'inner %s' %s what 'outer %s' asks for (MLS 5.4)",
        inst_name(in, outer->name), fits ? "has other dimensions than" : "is not a subtype of",
        inst_name(in, outer->name));
    base_note(in->ctx, d, inner->syn->span, "the inner declaration is here");
    if (!fits) inst_is_subtype(inner->cls, type, d);
}

/* `inner outer output x` in a state of a state machine: what states further in give is given further out (17.3.5). */
static bool passes_through(const InstElement *e) {
    const SynModification *own = e->syn->mod;
    return (e->prefixes & SYN_INNER) && (e->prefixes & SYN_OUTPUT) && !(own && (own->value || own->args)) &&
           inst_mod_is_empty(e->mod);
}

/* An outer component is a reference: it shares class and type with its inner one. */
static void bind_outer(InstComp *comp, InstClass *type) {
    InstElement *e = inst_find_inner(comp->parent, comp->name, SYN_COMPONENT);
    InstComp *inner = e ? inst_component(e->home, e) : NULL;
    if (!inner && !e) {
        InstClass *top = outermost(comp->parent);
        if (top == comp->inst->root || top->restriction == SYN_PACKAGE || top->restriction == SYN_FUNCTION) return;
        inner = added_inner(top, comp->name);
        if (!inner) inner = default_inner(top, comp, type);
    }
    if (!inner) {
        comp->type.base = INST_ANY;
        return;
    }
    if (comp->syn != inner->syn) {
        set_dimensions(comp, comp->element, type);
        check_inner_type(comp, inner, type);
    }
    comp->inner = inner->inner ? inner->inner : inner;
    comp->outer_class = type;
}

InstComp *inst_outer_in(InstClass *caller, const InstOuter *of) {
    caller = inst_derived(caller);
    uint8_t r = caller->restriction;
    if (r == SYN_FUNCTION || r == SYN_OPERATOR_FUNCTION || r == SYN_PACKAGE) return NULL;
    InstElement *own = inst_find(caller, of->syn->name);
    if (own && own->kind == SYN_COMPONENT && (own->prefixes & (SYN_INNER | SYN_OUTER)))
        return inst_component(caller, own);
    /* too late to add one to the model: its variables are declared */
    if (!caller->inst->checking && !inst_find_inner(caller, of->syn->name, SYN_COMPONENT)) return NULL;
    InstElement *e = BASE_NEW(&caller->inst->arena, InstElement);
    *e = (InstElement){.name = of->syn->name,
                       .kind = SYN_COMPONENT,
                       .prefixes = of->syn->prefixes,
                       .syn = of->syn,
                       .home = caller,
                       .scope = of->scope};
    return inst_component(caller, e);
}

/* ---- bindings ---------------------------------------------------------------------------------------------------- */

static void set_binding(InstBinding *b, const InstMod *m) {
    if (!m || !m->value) return;
    b->value = m->value;
    b->scope = m->scope;
    b->from = m->from;
    b->subs = m->subs;
    b->nsubs = m->nsubs;
    b->final = m->final;
    b->each = m->each;
    b->span = m->span;
}

/* Attributes merged along the chain of type definitions. */
static InstBinding **type_attributes(InstClass *type) {
    if (type->attrs) return type->attrs;
    Inst *in = type->inst;
    const InstTree *t = inst_tree(in);
    const InstClass *leaf = type;
    while (leaf->nbases) leaf = leaf->bases[0];
    type->attrs = base_copy(&in->arena, t->no_attrs, sizeof t->no_attrs);
    for (int a = 0; a < INST_ATTR_COUNT; a++) {
        const InstMod *m = inst_mod_child(leaf->mod, t->attr[a]);
        if (!m || !m->value) continue;
        type->attrs[a] = BASE_NEW(&in->arena, InstBinding);
        set_binding(type->attrs[a], m);
    }
    return type->attrs;
}

/* Attributes: from the component's modifiers, else from its type. */
static void set_attributes(InstComp *comp, const InstMod *mod, InstClass *type) {
    const InstTree *t = inst_tree(comp->inst);
    InstBinding **shared = type_attributes(type);
    comp->attrs = shared;
    if (!mod || !mod->children) return;
    for (int a = 0; a < INST_ATTR_COUNT; a++) {
        const InstMod *m = inst_mod_child(mod, t->attr[a]);
        if (!m || (!m->value && !m->is_break)) continue;
        if (comp->attrs == shared)
            comp->attrs = base_copy(&comp->inst->arena, shared, INST_ATTR_COUNT * sizeof *shared);
        if (shared[a]->final) {
            Diag *d = inst_error(comp->parent, "INST0203", m->span,
                                 "attribute '%s' of '%s' is final and cannot be modified (MLS 7.2.6)",
                                 inst_name(comp->inst, t->attr[a]), inst_class_text(type));
            base_note(comp->inst->ctx, d, shared[a]->span, "it is made final here");
        }
        comp->attrs[a] = BASE_NEW(&comp->inst->arena, InstBinding);
        set_binding(comp->attrs[a], m);
    }
}

/* Does the value of the enclosing record component give this component's value too? */
static bool enclosing_record_has_value(const InstComp *comp) {
    const InstComp *owner = comp->parent->owner;
    return owner && owner->cls && is_record(inst_derived(owner->cls)) && (owner->binding.value || owner->covered);
}

/* The value of an enclosing record is this component's too; a modifier cannot replace a part of it (7.2.3). */
static void cover(InstComp *comp, const InstElement *e) {
    if (!enclosing_record_has_value(comp)) return;
    comp->covered = true;
    if (!e->mod || !e->mod->value || e->mod->shadowed) return;
    const InstComp *owner = comp->parent->owner;
    /* both by one modifier, a = b, a.x = b.x: the whole says it all */
    bool beside = owner->binding.value && owner->binding.scope == e->mod->scope;
    Diag *d = (beside ? inst_tolerate : inst_error)(
        comp->parent, "INST0210", e->mod->span, "'%s' is part of '%s', which has a value as a whole (MLS 7.2.3)%s",
        inst_name(comp->inst, comp->name), inst_name(comp->inst, owner->name), beside ? ": that is taken" : "");
    if (owner->binding.value)
        base_note(comp->inst->ctx, d, owner->binding.span, "the value of '%s'", inst_name(comp->inst, owner->name));
}

/* ---- annotations and conditions ---------------------------------------------------------------------------------- */

static bool annotation_true(const SynMod *list, Name name) {
    for (const SynMod *m = list; m; m = m->next)
        if (m->name.n == 1 && m->name.parts[0].name == name)
            return m->mod && m->mod->value && m->mod->value->kind == SYN_BOOLEAN && m->mod->value->boolean;
    return false;
}

static void read_annotations(InstComp *comp, const SynElement *s) {
    const InstTree *t = inst_tree(comp->inst);
    if (!s->annotation) return;
    if (annotation_true(s->annotation, t->evaluate)) comp->evaluate = true;
    if (annotation_true(s->annotation, t->hide_result)) comp->hide_result = true;
}

/* Component arrays around c that are not split, outermost first. */
static uint32_t arrays_around(const InstClass *c, const InstComp **at, uint32_t most) {
    uint32_t n = 0;
    for (const InstComp *o = c->owner; o; o = o->parent->owner)
        if (o->type.ndims && n < most) at[n++] = o;
    for (uint32_t i = 0; i < n / 2; i++) {
        const InstComp *swap = at[i];
        at[i] = at[n - 1 - i];
        at[n - 1 - i] = swap;
    }
    return n;
}

/* The one value that a condition has in all elements of the arrays around it, though what it depends on differs among
 * them: 1 or 0; -1 when it is not known, -2 when it differs. */
static int value_everywhere(InstClass *scope, const SynExpr *e, int flags) {
    const InstComp *arrays[16];
    uint32_t n = arrays_around(scope, arrays, 16), k = 0;
    int64_t index[64];
    uint64_t count = 1;
    for (uint32_t i = 0; i < n; i++) count *= inst_dims_count(arrays[i]->type.dims, arrays[i]->type.ndims);
    InstExpr *typed = n && count && count <= 100000 ? inst_expr(scope, e, NULL) : NULL;
    int result = -1;
    for (uint64_t j = 0; typed && inst_expr_type(typed)->base != INST_ANY && j < count; j++) {
        uint64_t rest = j;
        k = 0;
        for (uint32_t i = 0; i < n; i++) k += arrays[i]->type.ndims;
        if (k > 64) return -1;
        for (uint32_t i = n, at = k; i-- > 0;)
            for (uint32_t d = arrays[i]->type.ndims; d-- > 0;) {
                index[--at] = (int64_t)(rest % (uint64_t)arrays[i]->type.dims[d]) + 1;
                rest /= (uint64_t)arrays[i]->type.dims[d];
            }
        InstValue *v = inst_eval_at(scope->inst, typed, scope, index, k, flags);
        if (!v || v->type.base != INST_BOOLEAN || v->type.ndims) return -1;
        if (result >= 0 && result != (v->num[0] != 0)) return -2;
        result = v->num[0] != 0;
    }
    return result;
}

static void eval_condition(InstComp *comp, const InstElement *e) {
    while (!e->syn->condition && e->original) e = e->original;
    if (!e->syn->condition) return;
    bool present = true;
    int flags = inst_in_split_array(e->scope) ? INST_EVAL_SILENT : INST_EVAL_REPORT | INST_EVAL_MARK;
    size_t errors = base_error_count(comp->inst->ctx);
    if (inst_eval_boolean(e->scope, e->syn->condition, &present, flags)) {
        comp->present = present;
        return;
    }
    if (base_error_count(comp->inst->ctx) > errors) return;
    int value = flags == INST_EVAL_SILENT ? -1 : value_everywhere(e->scope, e->syn->condition, flags);
    if (value >= 0) comp->present = value != 0;
    if (value == -2) {
        const InstComp *arrays[16];
        uint32_t n = comp->inst->retry.by_reals ? arrays_around(e->scope, arrays, 16) : 0;
        comp->inst->again |= !comp->inst->retry.by_reals || inst_learn_split(arrays, n);
        comp->inst->retry.by_reals = true;
        base_unsupported(comp->inst->ctx, "INST0410", e->syn->condition->span,
                         "this condition differs between the elements of an array of components");
    }
}

/* ---- making one -------------------------------------------------------------------------------------------------- */

/* A model that contains itself would never end (4.4.3).  Not by its own text: what is added stands once, at the top. */
static bool contains_itself(const InstComp *comp, const InstClass *type) {
    if (!type->syn || comp->syn->condition || comp->element->expanded || is_added(comp)) return false;
    for (const InstClass *c = inst_derived(comp->parent); c; c = inst_enclosing((InstClass *)c)) {
        if (c->syn == type->syn && c->scope == type->scope) return true;
        if (c->owner && is_added(c->owner)) return false;
    }
    return false;
}

/* Connectors that extend a type of their own (RealSignal of Modelica 2) have it redeclared where they are used. */
static bool redeclares(const InstMod *mod) {
    for (const InstMod *k = mod ? mod->children : NULL; k; k = k->next)
        if (k->redeclare) return true;
    return false;
}

/* Values in the definition of a class with dimensions, model V = A[2](x = {1, 2}), are for its elements: the same ones
 * in each element of a component that has dimensions of its own, V v[3]. */
static InstMod *for_elements(InstComp *comp, InstMod *mod) {
    const InstElement *from = dims_source(comp->element);
    const SynElement *s = from->syn;
    uint32_t n = s->ndims + s->ntype_dims;
    SynExpr **sizes = BASE_ARRAY(&comp->inst->arena, SynExpr *, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        int64_t size = INST_UNKNOWN_DIM;
        eval_dimension(from->scope, dimension(s, i), true, false, &size);
        if (size == INST_UNKNOWN_DIM) return mod;
        sizes[i] = BASE_NEW(&comp->inst->arena, SynExpr);
        sizes[i]->kind = SYN_INTEGER;
        sizes[i]->integer = size;
        sizes[i]->span = s->span;
    }
    if (n) mod = inst_mod_repeat(comp, mod, sizes, n);
    return inst_mod_resolve_from(comp->inst, mod, comp);
}

static void set_type(InstComp *comp, InstClass *type, InstMod *mod) {
    if (type->builtin) {
        if (redeclares(mod)) {
            type = inst_class_copy(type, mod);
            inst_prepare(type);
        }
        comp->cls = type;
        comp->type.base = type->type.base;
        comp->type.cls = type->builtin == INST_ENUM + 1 || type->builtin == INST_OBJECT + 1 ? type->type.cls : type;
        if (type->builtin == INST_OBJECT + 1) inst_mod_check(type, mod);
        if (type->builtin - 1 <= INST_CLOCK) {
            inst_mod_check_in(type, mod, comp->parent);
            /* x(value = ...): 4.9 writes the types with an element of this name, and others take it for x = ... */
            const InstMod *value = mod ? inst_mod_child(mod, inst_tree(comp->inst)->value) : NULL;
            if (value && !comp->binding.value && !comp->covered) set_binding(&comp->binding, value);
            set_attributes(comp, mod, type);
        }
        return;
    }
    bool function = type->restriction == SYN_FUNCTION || type->restriction == SYN_OPERATOR_FUNCTION;
    comp->type.base = function ? INST_FUNCTION : INST_RECORD;
    InstClass *c = inst_class_copy(type, mod);
    if (comp->element && type->mod && inst_class_dims(type))
        c->mod = inst_mod_merge(c, mod, for_elements(comp, type->mod));
    if (!function) c->owner = comp; /* a functional input is no structured component: its prefixes stay outside */
    comp->cls = comp->type.cls = c;
}

/* `each` distributes a value over the elements of an array: there must be one around (7.2.5). */
static void refuse_each(const InstComp *comp, const InstMod *mod) {
    const InstMod *each = NULL;
    for (const InstMod *k = mod ? mod->children : NULL; k && !each; k = k->next)
        if (k->each) each = k;
    if (!each) return;
    for (const InstComp *c = comp; c; c = c->parent->owner)
        if ((c->type.ndims && !c->members) || c->array) return;
    InstElement *e = comp->cls && !comp->cls->builtin ? inst_find(comp->cls, each->name) : NULL;
    InstComp *element = e && e->kind == SYN_COMPONENT ? inst_component(comp->cls, e) : NULL;
    if (element && element->type.ndims) return; /* for each element of an array inside it */
    Inst *in = comp->inst;
    Diag *d = inst_tolerate(comp->parent, "INST0212", each->span,
                            "'each' modifies '%s' of '%s', which is not an array (MLS 7.2.5)",
                            inst_name(in, each->name), inst_name(in, comp->name));
    if (comp->syn) base_note(in->ctx, d, comp->syn->name_span, "it is declared here");
    base_hint(in->ctx, d, "leave 'each' out");
}

static void make(InstComp *comp, InstElement *e) {
    SynElement *s = e->syn;
    comp->type.base = INST_ANY;
    comp->present = !e->deselected;
    InstClass *type = e->cls ? e->cls : inst_lookup_class(e->scope, &s->type, s->span);
    if (!type) return;
    inst_prepare(type);
    if (inst_is_made_of_nothing(type) && base_error_count(comp->inst->ctx)) return;
    inst_warn_obsolete(comp->parent, type, s->type.parts[s->type.n - 1].span);
    read_annotations(comp, s);
    if ((e->prefixes & SYN_OUTER) && (!(e->prefixes & SYN_INNER) || passes_through(e))) {
        eval_condition(comp, e);
        comp->type.base = type->type.base;
        take_prefixes(comp, type, e->prefixes);
        if (!comp->present) return;
        forbid_outer_modifiers(comp, e);
        bind_outer(comp, type);
        if (comp->inner) {
            comp->cls = comp->inner->cls;
            comp->type = comp->inner->type;
            comp->variability = comp->inner->variability;
            return;
        }
        if (comp->type.base == INST_ANY) return;
    }
    if (e->prefixes & SYN_OUTER) { /* inner outer: both (5.5) */
        bind_outer(comp, type);
        comp->enclosing = comp->inner;
        comp->inner = NULL;
        comp->outer_class = NULL;
    }
    if (contains_itself(comp, type)) {
        comp->type.base = INST_ANY;
        if (e->prefixes & SYN_OUTER) return; /* of a class that is looked at alone: whoever uses it has the inner one */
        Diag *d = inst_error(
            comp->parent, "INST0404", s->span, "'%s' contains itself: a component '%s' of class '%s' (MLS 4.4.3)",
            inst_class_text(inst_derived(comp->parent)), inst_name(comp->inst, comp->name), inst_class_text(type));
        base_note(comp->inst->ctx, d, type->syn->name_span, "the class is defined here");
        return;
    }
    comp->type.base = type->type.base;
    take_prefixes(comp, type, e->prefixes | type->type_prefixes);
    cover(comp, e);
    InstMod *mod = inst_mod_in_force(e, comp);
    inst_restrict_modifiers(comp->parent, type, mod);
    if (e->original || s->constraint.n) {
        inst_restrict_redeclaration(e, type);
        inst_restrict_same_type(e, type);
    }
    if (!comp->covered) set_binding(&comp->binding, mod);
    set_type(comp, type, mod);
    eval_condition(comp, e);
    inst_restrict_component(comp, type);
    set_dimensions(comp, e, type);
    if (!comp->present) return;
    deduce_dimensions(comp);
    refuse_each(comp, mod);
    inst_restrict_value(comp);
    inst_split(comp, type, mod);
}

bool inst_make_shared(InstComp *g, InstClass *type, InstMod *mod, uint32_t n) {
    g->present = true;
    if (contains_itself(g, type)) return false;
    inst_warn_obsolete(g->parent, type, g->syn->type.parts[g->syn->type.n - 1].span);
    g->type.base = type->type.base;
    take_prefixes(g, type, g->element->prefixes | type->type_prefixes);
    inst_restrict_modifiers(g->parent, type, mod);
    set_type(g, type, mod);
    inst_restrict_component(g, type);
    g->type.dims = BASE_ARRAY(&g->inst->arena, int64_t, 1);
    g->type.dims[0] = n;
    g->type.ndims = 1;
    return true;
}

InstComp *inst_component(InstClass *c, InstElement *e) {
    (void)c;
    e = inst_kept(e);
    if (e->comp || e->kind != SYN_COMPONENT) return e->comp;
    Inst *in = e->home->inst;
    if (in->share && !e->home->grouped) inst_share(e->home);
    if (e->comp) return e->comp;
    InstComp *comp = BASE_NEW(&in->arena, InstComp);
    comp->inst = in;
    comp->name = e->name;
    comp->parent = e->home;
    comp->element = e;
    comp->syn = e->syn;
    comp->attrs = inst_tree(in)->no_attrs;
    e->comp = comp;
    if (in->depth > in->ctx->max_depth) {
        inst_error(e->home, "INST0405", e->syn->span, "components are nested too deeply");
        comp->type.base = INST_ANY;
        return comp;
    }
    in->depth++;
    make(comp, e);
    in->depth--;
    return comp;
}

void inst_components(InstClass *c) {
    inst_prepare(c);
    inst_restrict_when(c);
    for (uint32_t i = 0; i < c->nelements; i++)
        if (c->elements[i]->kind == SYN_COMPONENT) inst_component(c, c->elements[i]);
}
