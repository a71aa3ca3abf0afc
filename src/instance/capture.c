/* capture.c - functions that read variables of the model around them.
 *
 * A function sees constants of the classes around it only (MLS 3.6, 5.3.1); others let it read parameters and variables
 * of the model that it stands in.  It means: the values of that instance, when it is called.  So each such variable
 * becomes an input more, whose default is the variable, looked up in the instance.  A function that calls one hands it
 * on.  Of a component that is a model, or outer, the value that is read becomes an input: `env.k`, by this name.
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

/* What can be handed to a function: no models, no connectors. */
static bool may_be_input(InstElement *e) {
    InstClass *type = inst_lookup_class_quiet(e->scope, &e->syn->type);
    if (!type) return false;
    inst_prepare(type);
    return type->builtin || type->restriction == SYN_RECORD || type->restriction == SYN_OPERATOR_RECORD ||
           type->restriction == SYN_TYPE;
}

/* How many words of a name lead to a value that a function can be given: two for env.k or env.k[1], where env is a
 * model.  0: none do. */
static uint32_t words_to_value(InstElement *e, const SynCref *name, InstElement **leaf) {
    for (uint32_t i = 0; i < name->n; i++) {
        if (e->kind != SYN_COMPONENT || !e->syn) return 0;
        *leaf = e;
        if (may_be_input(e)) return i + 1;
        InstComp *comp = name->parts[i].nsubs || i + 1 == name->n ? NULL : inst_component(e->home, e);
        if (comp && comp->inner) comp = comp->inner;
        if (!comp || !comp->present || !comp->cls || comp->type.base != INST_RECORD || comp->type.ndims) return 0;
        inst_prepare(comp->cls);
        e = inst_find(comp->cls, name->parts[i + 1].name);
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

static SynElement *input_like(Inst *in, const SynElement *old) {
    SynElement *s = BASE_NEW(&in->arena, SynElement);
    *s = *old;
    s->prefixes = SYN_INPUT;
    s->mod = NULL;
    s->annotation = NULL;
    s->condition = NULL;
    s->constraint = (SynCref){0};
    s->next = NULL;
    s->ndims = old->ndims + old->ntype_dims;
    s->ntype_dims = 0;
    s->dims = BASE_ARRAY(&in->arena, SynExpr *, s->ndims + 1);
    for (uint32_t i = 0; i < s->ndims; i++) { /* as many as the variable has */
        s->dims[i] = BASE_NEW(&in->arena, SynExpr);
        s->dims[i]->kind = SYN_COLON;
        s->dims[i]->span = old->span;
    }
    return s;
}

static InstMod *value_of(Inst *in, const InstElement *e, const SynCref *name, uint32_t n) {
    Span at = name->parts[0].span;
    SynExpr *value = BASE_NEW(&in->arena, SynExpr);
    value->kind = SYN_CREF;
    value->span = at;
    value->cref.n = n;
    value->cref.parts = BASE_ARRAY(&in->arena, SynPart, n);
    for (uint32_t i = 0; i < n; i++) value->cref.parts[i] = (SynPart){.name = name->parts[i].name, .span = at};
    InstMod *m = BASE_NEW(&in->arena, InstMod);
    *m = (InstMod){.value = value, .scope = inst_derived(e->home), .span = at};
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
static void capture(Names *n, const InstElement *e, const SynCref *name, uint32_t words, InstElement *leaf) {
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
                         .syn = input_like(in, leaf->syn),
                         .home = text,
                         .scope = leaf->scope,
                         .mod = value_of(in, e, name, words),
                         .captured = true};
    add(text, now);
}

static void meet(Names *n, const SynCref *name);

/* What a function that is called takes from the model, this one has to hand on. */
static void meet_function(Names *n, InstElement *e, const SynCref *name) {
    InstClass *c = inst_element_class(e->home, e);
    if (!c || name->n != 1 || c->restriction != SYN_FUNCTION) return;
    inst_capture(c);
    bool before = n->handing;
    n->handing = true;
    for (uint32_t i = 0; i < c->nelements; i++)
        if (c->elements[i]->captured) meet(n, &c->elements[i]->mod->value->cref);
    n->handing = before;
}

static void meet(Names *n, const SynCref *name) {
    if (inst_find(n->text, name->parts[0].name)) return;
    InstElement *e = inst_lookup(n->text, name->parts[0].name, NULL), *leaf;
    if (!e) return;
    if (e->kind == SYN_CLASS_DEF) meet_function(n, e, name);
    if (e->kind != SYN_COMPONENT || (e->prefixes & SYN_CONSTANT) || !e->syn || !is_model(inst_derived(e->home))) return;
    InstClass *home = inst_derived(e->home), *around = n->text->scope;
    while (around && inst_derived(around) != home) around = around->scope;
    uint32_t words = around ? words_to_value(e, name, &leaf) : 0;
    if (words) capture(n, e, name, words, leaf);
}

static void capture_in(InstClass *text) {
    for (uint32_t i = 0; i < text->nbases; i++) capture_in(text->bases[i]);
    Names n = {.meet = meet, .text = text};
    if (text->syn) in_function(&n, text->syn);
}

void inst_capture(InstClass *c) {
    if (c->capturing || inst_strict(c)) return;
    c->capturing = true;
    inst_prepare(c);
    bool inside = false;
    for (const InstClass *s = c->scope; s && !inside; s = s->scope) inside = is_model(s);
    for (uint32_t i = 0; i < c->nbases && !inside; i++)
        for (const InstClass *s = c->bases[i]->scope; s && !inside; s = s->scope) inside = is_model(s);
    if (inside && c->state == INST_READY) capture_in(c);
}
