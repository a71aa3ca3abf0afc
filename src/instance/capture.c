/* capture.c - functions that read variables of the model around them.
 *
 * A function sees constants of the classes around it only (MLS 3.6, 5.3.1); others let it read parameters and variables
 * of the model that it stands in.  It means: the values of that instance, when it is called.  So each such variable
 * becomes an input more, whose default is the variable, looked up in the instance.  A function that calls one hands it
 * on.  Of a component that is a model, or outer, the value that is read becomes an input: `env.k`, by this name; of an
 * array of models those of all its elements.
 *
 * An outer component that a function declares itself (12.2 forbids it) is the inner one around the instance that calls
 * the function, so it has no default: whoever elaborates a call looks for it (inst_outer_of).  Functions of packages
 * are looked into for that in a run that starts again, when one was met.
 *
 * An external object that is a constant of a package is an input too, so that the model has one of it (12.9.7).
 */
#include <string.h>

#include "instance/instance_impl.h"

/* ---- names in the text of a function ----------------------------------------------------------------------------- */

typedef struct Names Names;
struct Names {
    void (*meet)(Names *n, const SynCref *name); /* a variable or the function of a call */
    InstClass *text;                             /* the function, or a base of it, whose text is read */
    const InstDef *around;
    bool found;
    bool handing; /* it is another function that reads it: that is told there */
};

static void in_expr(Names *n, const SynExpr *e);

static void in_exprs(Names *n, SynExpr *const *list, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) in_expr(n, list[i]);
}

static void in_iterators(Names *n, const SynIterator *list, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) in_expr(n, list[i].range);
}

static void in_expr(Names *n, const SynExpr *e) {
    if (!e) return;
    bool named = e->kind == SYN_CREF || e->kind == SYN_CALL || e->kind == SYN_PARTIAL;
    if (named || e->kind == SYN_INDEXED) {
        if (named && e->cref.n && !e->cref.global) n->meet(n, &e->cref);
        for (uint32_t i = 0; i < e->cref.n; i++) in_exprs(n, e->cref.parts[i].subs, e->cref.parts[i].nsubs);
    }
    if (e->nargs) in_exprs(n, e->args, e->nargs);
    for (uint32_t i = 0; i < e->nnamed; i++) in_expr(n, e->named[i].value);
    if (e->niterators) in_iterators(n, e->iterators, e->niterators);
}

static void in_statements(Names *n, const SynStatement *s) {
    for (; s; s = s->next) {
        in_expr(n, s->lhs);
        in_expr(n, s->rhs);
        in_iterators(n, s->iterators, s->niterators);
        in_statements(n, s->body);
        for (uint32_t i = 0; i < s->nbranches; i++) {
            in_expr(n, s->branches[i].condition);
            in_statements(n, s->branches[i].statements);
        }
    }
}

static void in_modification(Names *n, const SynModification *m) {
    if (!m) return;
    in_expr(n, m->value);
    for (const SynMod *k = m->args; k; k = k->next)
        if (!k->is_break && !k->element) in_modification(n, k->mod);
}

static void in_function(Names *n, const SynClass *s) {
    for (const SynElement *e = s->elements; e; e = e->next) {
        if (e->kind != SYN_COMPONENT) continue;
        in_exprs(n, e->type_dims, e->ntype_dims);
        in_exprs(n, e->dims, e->ndims);
        in_modification(n, e->mod);
    }
    for (const SynAlgorithm *a = s->algorithms; a; a = a->next) in_statements(n, a->statements);
    if (s->external) in_exprs(n, s->external->args, s->external->nargs);
}

/* ---- may instances share their functions? ------------------------------------------------------------------------ */

static void meet_own(Names *n, const SynCref *name) {
    void *at;
    if (n->found || !inst_table_get(&n->around->index, name->parts[0].name, &at)) return;
    const SynElement *e = n->around->own[(uintptr_t)at - 1];
    n->found = e->kind == SYN_COMPONENT && !(e->prefixes & SYN_CONSTANT);
}

bool inst_is_captured(InstDef *d) {
    if (d->capture_known) return d->captured;
    d->capture_known = true;
    uint8_t r = d->syn->restriction;
    if (r != SYN_MODEL && r != SYN_BLOCK && r != SYN_CLASS) return false;
    Names n = {.meet = meet_own, .around = d};
    for (uint32_t i = 0; i < d->nown && !n.found; i++)
        if (d->own[i]->kind == SYN_CLASS_DEF && d->own[i]->cls->restriction == SYN_FUNCTION)
            in_function(&n, d->own[i]->cls);
    return d->captured = n.found;
}

/* ---- inputs more ------------------------------------------------------------------------------------------------- */

static bool is_model(const InstClass *c) {
    return c->restriction == SYN_MODEL || c->restriction == SYN_BLOCK || c->restriction == SYN_CLASS;
}

static bool is_function(const InstClass *c) {
    return c->restriction == SYN_FUNCTION || c->restriction == SYN_OPERATOR_FUNCTION;
}

/* What can be handed to a function: no models, no connectors. */
static bool may_be_input(InstElement *e) {
    InstClass *type = inst_lookup_class_quiet(e->scope, &e->syn->type);
    if (!type) return false;
    inst_prepare(type);
    return type->builtin || type->restriction == SYN_RECORD || type->restriction == SYN_OPERATOR_RECORD ||
           type->restriction == SYN_TYPE;
}

/* The class of a component on the way to a value.  Of an outer one of the function itself: as it is declared. */
static InstClass *class_on_way(InstElement *e, uint8_t *rank) {
    if ((e->prefixes & SYN_OUTER) && is_function(inst_derived(e->home))) {
        InstClass *type = e->syn->ndims + e->syn->ntype_dims ? NULL : inst_lookup_class_quiet(e->scope, &e->syn->type);
        *rank = 0;
        return type && !type->builtin ? type : NULL;
    }
    InstComp *comp = inst_component(e->home, e);
    if (comp && comp->inner) comp = comp->inner;
    if (!comp || !comp->present || !comp->cls || comp->type.base != INST_RECORD) return NULL;
    *rank = comp->type.ndims;
    return comp->cls;
}

/* How many words of a name lead to a value that a function can be given: two for env.k or env.k[1], where env is a
 * model, and for pipes[i].d; `rank` is the number of dimensions on the way.  0: none do. */
static uint32_t words_to_value(InstElement *e, const SynCref *name, InstElement **leaf, uint32_t *rank) {
    bool chosen = false;
    for (uint32_t i = *rank = 0; i < name->n; i++) {
        if (e->kind != SYN_COMPONENT || !e->syn) return 0;
        *leaf = e;
        if (may_be_input(e)) return i + 1;
        uint8_t dims;
        InstClass *cls = i + 1 == name->n ? NULL : class_on_way(e, &dims);
        if (!cls) return 0;
        /* of arrays in arrays all have subscripts, or none has */
        if (dims && *rank && chosen != (name->parts[i].nsubs > 0)) return 0;
        if (name->parts[i].nsubs && name->parts[i].nsubs != dims) return 0;
        if (dims) chosen = name->parts[i].nsubs > 0;
        *rank += dims;
        inst_prepare(cls);
        e = inst_find(cls, name->parts[i + 1].name);
        if (!e || e->is_protected) return 0;
    }
    return 0;
}

Name inst_captured_name(Inst *in, const SynCref *name, uint32_t n) {
    if (n == 1) return name->parts[0].name;
    Text t = {0};
    for (uint32_t i = 0; i < n; i++) base_text_printf(&t, "%s%s", i ? "." : "", inst_name(in, name->parts[i].name));
    Name r = base_name(in->ctx->names, base_text_str(&t));
    base_text_free(&t);
    return r;
}

/* The declaration of an input with as many dimensions as the variable has, and `rank` in front of them. */
static SynElement *input_like(Inst *in, const SynElement *old, uint32_t rank) {
    SynElement *s = BASE_NEW(&in->arena, SynElement);
    *s = *old;
    s->prefixes = SYN_INPUT;
    s->mod = NULL;
    s->annotation = NULL;
    s->condition = NULL;
    s->constraint = (SynCref){0};
    s->next = NULL;
    s->ndims = old->ndims + old->ntype_dims + rank;
    s->ntype_dims = 0;
    s->dims = BASE_ARRAY(&in->arena, SynExpr *, s->ndims + 1);
    for (uint32_t i = 0; i < s->ndims; i++) {
        s->dims[i] = BASE_NEW(&in->arena, SynExpr);
        s->dims[i]->kind = SYN_COLON;
        s->dims[i]->span = old->span;
    }
    return s;
}

/* The first n words of a name, without subscripts. */
static SynExpr *words_of(Inst *in, const SynCref *name, uint32_t n) {
    Span at = name->parts[0].span;
    SynExpr *value = BASE_NEW(&in->arena, SynExpr);
    value->kind = SYN_CREF;
    value->span = at;
    value->cref.n = n;
    value->cref.parts = BASE_ARRAY(&in->arena, SynPart, n);
    for (uint32_t i = 0; i < n; i++) value->cref.parts[i] = (SynPart){.name = name->parts[i].name, .span = at};
    return value;
}

static InstMod *value_of(Inst *in, const InstElement *e, const SynCref *name, uint32_t n) {
    InstMod *m = BASE_NEW(&in->arena, InstMod);
    *m = (InstMod){.value = words_of(in, name, n), .scope = inst_derived(e->home), .span = name->parts[0].span};
    return m;
}

static void add(InstClass *text, InstElement *e) {
    Inst *in = text->inst;
    if (!text->added) text->added = BASE_NEW(&in->arena, InstTable);
    inst_table_put(in, text->added, e->name, e);
    for (InstClass *c = text; c; c = c->heir) {
        InstElement **list = BASE_ARRAY(&in->arena, InstElement *, c->nelements + 1);
        memcpy(list, c->elements, c->nelements * sizeof *list);
        list[c->nelements++] = e;
        c->elements = list;
    }
}

/* `name`, whose first n words lead from e, a component of the model around, to a value. */
static void capture(Names *n, const InstElement *e, const SynCref *name, uint32_t words, InstElement *leaf,
                    uint32_t rank) {
    InstClass *text = n->text;
    Inst *in = text->inst;
    Name own = inst_captured_name(in, name, words);
    if (inst_find(text, own)) return;
    if (!n->handing) {
        Diag *d = inst_tolerate(text, "INST0505", name->parts[0].span,
                                "%s is declared in an enclosing class and is not a constant (MLS 5.3.1)",
                                inst_name(in, e->name));
        base_note(in->ctx, d, e->syn->name_span, "declared here");
        base_hint(in->ctx, d, "make it an input of the function");
    }
    InstElement *now = BASE_NEW(&in->arena, InstElement);
    *now = (InstElement){.name = own,
                         .kind = SYN_COMPONENT,
                         .prefixes = SYN_INPUT,
                         .syn = input_like(in, leaf->syn, rank),
                         .home = text,
                         .scope = leaf->scope,
                         .mod = value_of(in, e, name, words),
                         .captured = true};
    add(text, now);
}

/* ---- outer components of functions ------------------------------------------------------------------------------- */

InstOuter *inst_outer_of(const InstElement *e) {
    uint64_t at;
    bool known = base_map_get(&inst_tree(e->home->inst)->outers, (uint64_t)(uintptr_t)e, &at);
    return known ? (InstOuter *)(uintptr_t)at : NULL;
}

static void ask_outer(InstElement *e, InstOuter *of) {
    e->captured = true;
    base_map_put(&inst_tree(e->home->inst)->outers, (uint64_t)(uintptr_t)e, (uint64_t)(uintptr_t)of);
}

/* `name` begins with e, an outer component that the function declares; its first words lead to a value. */
static void capture_outer(Names *n, InstElement *e, const SynCref *name) {
    Inst *in = n->text->inst;
    InstElement *leaf;
    uint32_t rank, words = words_to_value(e, name, &leaf, &rank);
    if (!words) return;
    Name own = inst_captured_name(in, name, words);
    if (words > 1 && inst_find(n->text, own)) return;
    InstOuter *of = BASE_NEW(&in->arena, InstOuter);
    *of = (InstOuter){.value = words_of(in, name, words), .syn = e->syn, .scope = e->scope};
    if (words == 1) { /* the component itself becomes the input */
        e->syn = input_like(in, e->syn, 0);
        e->prefixes = SYN_INPUT;
        ask_outer(e, of);
        return;
    }
    InstElement *now = BASE_NEW(&in->arena, InstElement);
    *now = (InstElement){.name = own,
                         .kind = SYN_COMPONENT,
                         .prefixes = SYN_INPUT,
                         .syn = input_like(in, leaf->syn, rank),
                         .home = n->text,
                         .scope = leaf->scope};
    ask_outer(now, of);
    add(n->text, now);
}

/* What a function that is called asks of its caller, this one asks of its own. */
static void hand_on_outer(Names *n, const InstElement *e) {
    if (inst_find(n->text, e->name)) return;
    InstElement *now = BASE_NEW(&n->text->inst->arena, InstElement);
    *now = (InstElement){.name = e->name,
                         .kind = SYN_COMPONENT,
                         .prefixes = SYN_INPUT,
                         .syn = e->syn,
                         .home = n->text,
                         .scope = e->scope};
    ask_outer(now, inst_outer_of(e));
    add(n->text, now);
}

/* ---- objects of packages ----------------------------------------------------------------------------------------- */

Name inst_object_name(const InstElement *e) {
    Text t = {0};
    inst_class_path(e->home, &t);
    base_text_printf(&t, ".%s", inst_name(e->home->inst, e->name));
    base_text_printf(&t, "#%u", e->home->number); /* of this instance of the package */
    Name r = base_name(e->home->inst->ctx->names, base_text_str(&t));
    base_text_free(&t);
    return r;
}

static bool is_package_object(const InstElement *e) {
    if (e->kind != SYN_COMPONENT || !(e->prefixes & SYN_CONSTANT) || !e->syn || e->syn->ndims) return false;
    InstClass *type = inst_lookup_class_quiet(e->scope, &e->syn->type);
    if (type) inst_prepare(type);
    return type && type->builtin == INST_OBJECT + 1;
}

static void capture_object(Names *n, InstElement *e) {
    Inst *in = n->text->inst;
    Name own = inst_object_name(e);
    if (inst_find(n->text, own)) return;
    SynPart part = {.name = e->name, .span = e->syn->name_span};
    SynCref name = {.n = 1, .parts = &part};
    InstElement *now = BASE_NEW(&in->arena, InstElement);
    *now = (InstElement){.name = own,
                         .kind = SYN_COMPONENT,
                         .prefixes = SYN_INPUT,
                         .syn = input_like(in, e->syn, 0),
                         .home = n->text,
                         .scope = e->scope,
                         .mod = value_of(in, e, &name, 1),
                         .captured = true};
    add(n->text, now);
}

/* The element that a name of several words leads to through classes, or NULL. */
static InstElement *element_through_classes(InstElement *e, const SynCref *name) {
    for (uint32_t i = 0; e && e->kind == SYN_CLASS_DEF && i + 1 < name->n; i++) {
        InstClass *c = inst_element_class(e->home, e);
        if (!c) return NULL;
        inst_prepare(c);
        e = inst_find(c, name->parts[i + 1].name);
        if (e && e->kind == SYN_COMPONENT) return e;
    }
    return NULL;
}

/* ---- what a name means ------------------------------------------------------------------------------------------- */

static void meet(Names *n, const SynCref *name);

/* What a function that is called takes from the model, this one has to hand on. */
static void meet_function(Names *n, InstElement *e, const SynCref *name) {
    bool anywhere = n->text->inst->retry.functions;
    InstClass *c = name->n == 1 ? inst_element_class(e->home, e)
                   : anywhere   ? inst_lookup_class_quiet(n->text, name)
                                : NULL;
    if (!c || c->restriction != SYN_FUNCTION) return;
    inst_capture(c);
    bool before = n->handing;
    n->handing = true;
    for (uint32_t i = 0; i < c->nelements; i++) {
        const InstElement *k = c->elements[i];
        if (!k->captured) continue;
        if (inst_outer_of(k)) hand_on_outer(n, k);
        else if (!is_model(k->mod->scope))
            capture_object(n, inst_find(k->mod->scope, k->mod->value->cref.parts[0].name));
        else if (name->n == 1) meet(n, &k->mod->value->cref);
    }
    n->handing = before;
}

/* A name that the function declares itself. */
static void meet_own_element(Names *n, InstElement *e, const SynCref *name) {
    if (e->kind == SYN_CLASS_DEF) meet_function(n, e, name);
    else if ((e->prefixes & SYN_OUTER) && e->syn && !inst_strict(n->text)) capture_outer(n, e, name);
}

static void meet(Names *n, const SynCref *name) {
    InstElement *e = inst_find(n->text, name->parts[0].name), *leaf;
    if (e) meet_own_element(n, e, name);
    if (e && e->kind == SYN_COMPONENT) return;
    if (!e) {
        e = inst_lookup(n->text, name->parts[0].name, NULL);
        if (!e) return;
        if (e->kind == SYN_CLASS_DEF) meet_function(n, e, name);
    }
    InstElement *constant = e->kind == SYN_CLASS_DEF ? element_through_classes(e, name) : e;
    if (constant && is_package_object(constant)) capture_object(n, constant);
    if (e->kind != SYN_COMPONENT || (e->prefixes & SYN_CONSTANT) || !e->syn || inst_strict(n->text) ||
        !is_model(inst_derived(e->home)))
        return;
    InstClass *home = inst_derived(e->home), *around = n->text->scope;
    while (around && inst_derived(around) != home) around = around->scope;
    uint32_t rank, words = around ? words_to_value(e, name, &leaf, &rank) : 0;
    if (words) capture(n, e, name, words, leaf, rank);
}

static void capture_in(InstClass *text) {
    for (uint32_t i = 0; i < text->nbases; i++) capture_in(text->bases[i]);
    Names n = {.meet = meet, .text = text};
    if (text->syn) in_function(&n, text->syn);
}

static bool is_inside_model(const InstClass *c) {
    for (const InstClass *s = c->scope; s; s = s->scope)
        if (is_model(s)) return true;
    return false;
}

void inst_look_into_functions(Inst *in) {
    if (!in->retry.functions) in->again = in->retry.functions = true;
}

void inst_capture(InstClass *c) {
    if (c->capturing) return;
    c->capturing = true;
    inst_prepare(c);
    Inst *in = c->inst;
    bool inside = is_inside_model(c), strict = inst_strict(c);
    for (uint32_t i = 0; i < c->nbases && !inside; i++) inside = is_inside_model(c->bases[i]);
    for (uint32_t i = 0; i < c->nelements && !strict; i++)
        if (c->elements[i]->prefixes & SYN_OUTER) inst_look_into_functions(in);
    if (!((inside && !strict) || in->retry.functions) || c->state != INST_READY) return;
    capture_in(c);
    for (uint32_t i = 0; i < c->nelements && !strict; i++) /* all that is read of them is an input now */
        if (c->elements[i]->prefixes & SYN_OUTER) c->elements[i]->deselected = true;
}
