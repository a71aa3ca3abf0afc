/* modify.c - modifications: from text to trees, merging, redeclaration (MLS 3.6, 7.2 and 7.3).
 *
 * Trees are shared (all components of a short class have its modifiers): merging and everything else here makes new
 * nodes and leaves the old ones alone.
 */
#include <string.h>

#include "instance/instance_impl.h"

/* ---- from text --------------------------------------------------------------------------------------------------- */

static bool has_content(const InstMod *m) { return m->value || m->children || m->redeclare || m->is_break; }

bool inst_mod_is_empty(const InstMod *m) { return !m || !has_content(m); }

InstMod *inst_mod_child(const InstMod *m, Name name) {
    if (!m) return NULL;
    for (InstMod *k = m->children; k; k = k->next)
        if (k->name == name) return k;
    return NULL;
}

/* Two arguments must not give the same thing twice (7.2.4). */
static void report_duplicate(InstClass *scope, const InstMod *first, Span second) {
    Diag *d = inst_error(scope, "INST0201", second, "'%s' is modified twice in the same modification (MLS 7.2.4)",
                         inst_name(scope->inst, first->name));
    base_note(scope->inst->ctx, d, first->span, "the other modifier is here");
}

static void check_twice(InstClass *scope, const InstMod *a, const InstMod *b) {
    bool value_a = a->value || a->is_break, value_b = b->value || b->is_break;
    if ((value_a && value_b) || a->redeclare || b->redeclare) {
        report_duplicate(scope, a, b->span);
        return;
    }
    for (const InstMod *k = b->children; k; k = k->next) {
        const InstMod *same = inst_mod_child(a, k->name);
        if (same) check_twice(scope, same, k);
    }
}

static InstMod *merge_siblings(Inst *in, InstMod *a, const InstMod *b);

static void add_child(InstClass *scope, InstMod *parent, InstMod *child) {
    InstMod **at = &parent->children;
    for (; *at; at = &(*at)->next) {
        if ((*at)->name != child->name) continue;
        check_twice(scope, *at, child);
        InstMod *next = (*at)->next;
        *at = merge_siblings(scope->inst, *at, child);
        (*at)->next = next;
        return;
    }
    *at = child;
}

/* r(start = 2) and r = 1.5 in one list are one modifier. */
static InstMod *merge_siblings(Inst *in, InstMod *a, const InstMod *b) {
    if (!a->value && b->value) {
        a->value = b->value;
        a->from = b->from;
        a->span = b->span;
        a->final |= b->final;
        a->each |= b->each;
    }
    if (!a->redeclare) a->redeclare = b->redeclare;
    for (InstMod *k = b->children, *next; k; k = next) {
        next = k->next;
        k->next = NULL;
        InstMod **at = &a->children;
        while (*at && (*at)->name != k->name) at = &(*at)->next;
        if (*at) {
            InstMod *after = (*at)->next;
            *at = merge_siblings(in, *at, k);
            (*at)->next = after;
        } else {
            *at = k;
        }
    }
    return a;
}

static InstMod *node_new(InstClass *scope, Name name, Span span, InstComp *from) {
    InstMod *m = BASE_NEW(&scope->inst->arena, InstMod);
    m->name = name;
    m->scope = scope;
    m->span = span;
    m->from = from;
    return m;
}

static void fill(InstMod *m, InstClass *scope, const SynModification *s, InstComp *from, int depth);

static void build_argument(InstMod *parent, InstClass *scope, const SynMod *s, InstComp *from, int depth) {
    if (s->is_break) return; /* deselection: extend.c */
    if (s->element) {
        Name name = s->element->kind == SYN_CLASS_DEF ? s->element->cls->name : s->element->name;
        InstMod *m = node_new(scope, name, s->span, NULL);
        m->redeclare = s->element;
        m->final = s->final;
        m->each = s->each;
        add_child(scope, parent, m);
        return;
    }
    if (!s->name.n) return;
    if (s->each) from = NULL;
    InstMod *first = NULL, *m = NULL;
    for (uint32_t i = 0; i < s->name.n; i++) {
        bool last = i + 1 == s->name.n;
        InstMod *k = node_new(scope, s->name.parts[i].name, last ? s->span : s->name.parts[i].span, from);
        if (m) m->children = k;
        else first = k;
        m = k;
    }
    m->each = s->each;
    m->final = s->final;
    if (s->mod) fill(m, scope, s->mod, from, depth + 1);
    add_child(scope, parent, first);
}

static void fill(InstMod *m, InstClass *scope, const SynModification *s, InstComp *from, int depth) {
    if (depth > scope->inst->ctx->max_depth) {
        inst_error(scope, "INST0405", s->span, "modifications are nested too deeply");
        return;
    }
    m->value = s->value;
    m->is_break = s->is_break;
    for (const SynMod *k = s->args; k; k = k->next) build_argument(m, scope, k, from, depth);
}

InstMod *inst_mod_build(InstClass *scope, const SynModification *s, InstComp *from) {
    if (!s) return NULL;
    InstMod *m = node_new(scope, 0, s->span, from);
    fill(m, scope, s, from, 0);
    return has_content(m) ? m : NULL;
}

/* ---- merging: outer over inner ----------------------------------------------------------------------------------- */

bool inst_mod_repeats(const InstMod *outer, const InstMod *inner) {
    if (outer->redeclare || inner->redeclare || outer->is_break || outer->nsubs || inner->nsubs) return false;
    bool heir = outer->scope && inner->scope && inst_derived(outer->scope) == inst_derived(inner->scope);
    if (outer->value && !(heir && inst_same_expr(outer->value, inner->value))) return false;
    for (const InstMod *o = outer->children; o; o = o->next) {
        const InstMod *i = inst_mod_child(inner, o->name);
        if (!i || !inst_mod_repeats(o, i)) return false;
    }
    return true;
}

/* What is final and given again as it is: others do not mind. */
static void report_final(InstClass *at, const InstMod *outer, const InstMod *inner) {
    Diag *d = (inst_mod_repeats(outer, inner) ? inst_tolerate : inst_error)(
        at, "INST0203", outer->span, "'%s' is final and cannot be modified (MLS 7.2.6)",
        inst_name(at->inst, inner->name));
    base_note(at->inst->ctx, d, inner->span, "it is made final here");
}

static InstMod *copy_node(Inst *in, const InstMod *m) {
    InstMod *k = BASE_NEW(&in->arena, InstMod);
    *k = *m;
    k->next = NULL;
    return k;
}

/* A value for a whole record hides older values of its fields (7.2.3). */
static InstMod *shadow(Inst *in, const InstMod *list) {
    InstMod *head = NULL, **tail = &head;
    for (; list; list = list->next) {
        InstMod *k = copy_node(in, list);
        k->shadowed = true;
        k->children = shadow(in, list->children);
        *tail = k;
        tail = &k->next;
    }
    return head;
}

static InstMod *merge_node(InstClass *at, InstMod *outer, InstMod *inner);

static InstMod *merge_lists(InstClass *at, const InstMod *outer, const InstMod *inner) {
    Inst *in = at->inst;
    InstMod *head = NULL, **tail = &head;
    for (const InstMod *o = outer; o; o = o->next) {
        const InstMod *i = inner;
        while (i && i->name != o->name) i = i->next;
        InstMod *k = i ? merge_node(at, (InstMod *)o, (InstMod *)i) : copy_node(in, o);
        *tail = k;
        tail = &k->next;
    }
    for (const InstMod *i = inner; i; i = i->next) {
        const InstMod *o = outer;
        while (o && o->name != i->name) o = o->next;
        if (o) continue;
        *tail = copy_node(in, i);
        tail = &(*tail)->next;
    }
    return head;
}

/* The parts of `from` that come with its value. */
static void take_value(InstMod *m, const InstMod *from) {
    m->value = from->value;
    m->is_break = from->is_break;
    m->scope = from->scope;
    m->from = from->from;
    m->subs = from->subs;
    m->nsubs = from->nsubs;
    m->span = from->span;
    m->each = from->each;
    m->shadowed = from->shadowed;
}

static InstMod *merge_node(InstClass *at, InstMod *outer, InstMod *inner) {
    Inst *in = at->inst;
    /* of a base class that is final the heir's modifiers are no modification: they are for all its bases */
    bool base = !outer->name && inner->name;
    if (inner->final && !base && has_content(outer)) report_final(at, outer, inner);
    if (outer->redeclare) {
        InstMod *m = copy_node(in, outer);
        m->inner = outer->inner ? merge_node(at, outer->inner, inner) : inner;
        return m;
    }
    InstMod *m = copy_node(in, inner);
    if (inner->redeclare) {
        m->outer = inner->outer ? merge_node(at, outer, inner->outer) : outer;
        return m;
    }
    m->final = inner->final || outer->final;
    bool has_value = outer->value || outer->is_break;
    if (has_value) take_value(m, outer);
    const InstMod *old = inner->children;
    m->covers = outer->covers || inner->covers;
    if (old && (outer->value || outer->covers)) old = shadow(in, old);
    m->children = merge_lists(at, outer->children, old);
    return m;
}

InstMod *inst_mod_merge(InstClass *at, InstMod *outer, InstMod *inner) {
    if (!outer) return inner;
    if (!inner) return outer;
    return merge_node(at, outer, inner);
}

/* ---- dimensions a value begins with ------------------------------------------------------------------------------ */

static bool is_open(const InstMod *m) {
    if (!m->from) return true;
    for (const InstMod *k = m->children; k; k = k->next)
        if (!k->each && is_open(k)) return true;
    return false;
}

InstMod *inst_mod_resolve_from(Inst *in, InstMod *m, InstComp *comp) {
    if (!m || !is_open(m)) return m;
    InstMod *r = copy_node(in, m), **tail = &r->children;
    if (!r->from) r->from = comp;
    for (InstMod *k = m->children; k; k = k->next) {
        *tail = copy_node(in, k->each ? k : inst_mod_resolve_from(in, k, comp));
        tail = &(*tail)->next;
    }
    return r;
}

/* fill(value, sizes) */
static SynExpr *repeated(Inst *in, SynExpr *value, SynExpr *const *sizes, uint32_t n) {
    SynExpr *call = BASE_NEW(&in->arena, SynExpr);
    call->kind = SYN_CALL;
    call->span = value->span;
    call->cref.global = true;
    call->cref.n = 1;
    call->cref.parts = BASE_ARRAY(&in->arena, SynPart, 1);
    call->cref.parts[0] = (SynPart){.name = base_name(in->ctx->names, "fill"), .span = value->span};
    call->nargs = (uint16_t)(n + 1);
    call->args = BASE_ARRAY(&in->arena, SynExpr *, n + 1);
    call->args[0] = value;
    memcpy(call->args + 1, sizes, n * sizeof *sizes);
    return call;
}

InstMod *inst_mod_repeat(InstComp *comp, InstMod *m, SynExpr *const *sizes, uint32_t n) {
    Inst *in = comp->inst;
    InstMod *r = copy_node(in, m), **tail = &r->children;
    bool lead = false; /* it begins with dimensions of enclosing arrays */
    for (const InstComp *o = comp->parent->owner; o && m->from; o = o == m->from ? NULL : o->parent->owner)
        lead |= o->type.ndims > 0;
    if (r->value && !lead) r->value = repeated(in, r->value, sizes, n);
    for (InstMod *k = m->children; k; k = k->next) {
        *tail = copy_node(in, k->each ? k : inst_mod_repeat(comp, k, sizes, n));
        tail = &(*tail)->next;
    }
    return r;
}

/* ---- checks ------------------------------------------------------------------------------------------------------ */

static bool is_attribute(const InstClass *c, Name name) {
    const InstTree *t = inst_tree(c->inst);
    static const uint16_t allowed[] = {
        /* bits of InstAttr that each predefined type has (4.9) */
        [INST_REAL] = 0x3FF,
        [INST_INTEGER] = 1 << INST_ATTR_START | 1 << INST_ATTR_FIXED | 1 << INST_ATTR_MIN | 1 << INST_ATTR_MAX |
                         1 << INST_ATTR_QUANTITY,
        [INST_BOOLEAN] = 1 << INST_ATTR_START | 1 << INST_ATTR_FIXED | 1 << INST_ATTR_QUANTITY,
        [INST_STRING] = 1 << INST_ATTR_START | 1 << INST_ATTR_FIXED | 1 << INST_ATTR_QUANTITY,
        [INST_ENUM] = 1 << INST_ATTR_START | 1 << INST_ATTR_FIXED | 1 << INST_ATTR_MIN | 1 << INST_ATTR_MAX |
                      1 << INST_ATTR_QUANTITY,
        [INST_CLOCK] = 0,
    };
    if (c->builtin - 1 > INST_CLOCK) return false;
    for (int a = 0; a < INST_ATTR_COUNT; a++)
        if (t->attr[a] == name) return allowed[c->builtin - 1] >> a & 1;
    return false;
}

static bool is_any_attribute(const InstClass *c, Name name) {
    const InstTree *t = inst_tree(c->inst);
    for (int a = 0; a < INST_ATTR_COUNT; a++)
        if (t->attr[a] == name) return true;
    return false;
}

/* Drafts of Modelica 2.0 let a function say whether a result is given: output Real V[n, n](enable = wanted).  Results
 * stand where they stand; who does not want one does not take it. */
static bool is_switch_of_output(const InstClass *in, Name name) {
    return in && in->restriction == SYN_FUNCTION && strcmp(inst_name(in->inst, name), "enable") == 0;
}

static void hint_attribute(const InstClass *c, Diag *d, Name wrong) {
    const InstTree *t = inst_tree(c->inst);
    const char *names[INST_ATTR_COUNT];
    size_t n = 0;
    for (int a = 0; a < INST_ATTR_COUNT; a++)
        if (is_attribute(c, t->attr[a])) names[n++] = inst_name(c->inst, t->attr[a]);
    const char *near = base_nearest(inst_name(c->inst, wrong), names, n);
    if (near) base_hint(c->inst->ctx, d, "did you mean '%s'?", near);
}

/* A class has no value: only its elements can be modified, or it can be redeclared (7.2, 7.3).  Libraries in wide use
 * do it all the same (a medium with FluidConstants = {...}); it means nothing, so it is said and left out. */
static void class_with_value(const InstClass *c, const InstElement *e, const InstMod *k) {
    if (e->kind != SYN_CLASS_DEF || !k->value || k->redeclare) return;
    Inst *in = c->inst;
    Diag *d = inst_warning(c, "INST0213", k->span, "'%s' is a class: the value given to it has no effect (MLS 7.2)",
                           inst_name(in, k->name));
    if (e->syn) base_note(in->ctx, d, e->syn->span, "it is declared here");
    base_hint(in->ctx, d, "to replace it write: redeclare ... %s = ...", inst_name(in, k->name));
}

/* No name is near: which parameters there are.  Another version of a library may have called them otherwise. */
static void hint_parameters(InstClass *c, Diag *d) {
    enum { MOST = 8 };
    Text t = {0};
    uint32_t named = 0;
    for (uint32_t i = 0; i < c->nelements; i++) {
        const InstElement *e = c->elements[i];
        if (e->kind != SYN_COMPONENT || !(e->prefixes & SYN_PARAMETER) || e->is_protected) continue;
        if (named++ < MOST) base_text_printf(&t, "%s%s", named > 1 ? ", " : "", inst_name(c->inst, e->name));
    }
    if (named)
        base_hint(c->inst->ctx, d,
                  "its parameters are %s%s; when it was called so in an older version of the library, causeway convert "
                  "knows the new name",
                  base_text_str(&t), named > MOST ? ", ..." : "");
    base_text_free(&t);
}

/* The class of an array without elements: nobody has what it lacks. */
static bool has_no_instance(const InstClass *c) {
    for (const InstComp *o = c->owner; o; o = o->parent->owner)
        for (uint32_t i = 0; i < o->type.ndims; i++)
            if (o->type.dims[i] == 0) return true;
    return false;
}

/* A class inside one that extends a predefined type: connector C replaceable type T = Real; extends T; end C; */
static bool declares_class(InstClass *c, Name name) {
    const InstElement *e = inst_find_own(c, name);
    if (e && e->kind == SYN_CLASS_DEF) return true;
    for (uint32_t i = 0; i < c->nbases; i++)
        if (declares_class(c->bases[i], name)) return true;
    return false;
}

void inst_mod_check(InstClass *c, const InstMod *m) { inst_mod_check_in(c, m, NULL); }

void inst_mod_check_in(InstClass *c, const InstMod *m, const InstClass *user) {
    if (!m || c->state == INST_FAILED) return;
    Inst *in = c->inst;
    for (const InstMod *k = m->children; k; k = k->next) {
        if (c->builtin && c->builtin != INST_OBJECT + 1) {
            if (is_attribute(c, k->name) || (k->redeclare && declares_class(c, k->name))) continue;
            /* one that another type has: it says nothing here */
            bool known = is_any_attribute(c, k->name) || (k->name == inst_tree(in)->value && k->value) ||
                         is_switch_of_output(user, k->name);
            Diag *d = (known ? inst_tolerate : inst_error)(c, "INST0204", k->span,
                                                           "type '%s' has no attribute '%s' (MLS 4.9)",
                                                           inst_class_text(c), inst_name(in, k->name));
            hint_attribute(c, d, k->name);
            continue;
        }
        InstElement *e = inst_find(c, k->name);
        if (e && !e->deselected) {
            class_with_value(c, e, k);
            continue;
        }
        /* the default's own modifiers go over to what replaces it (7.3.2); others drop those that mean nothing there */
        Diag *d = (k->implied || has_no_instance(c) ? inst_tolerate : inst_error)(
            c, "INST0205", k->span, "class '%s' has no element '%s' to %s", inst_class_text(c), inst_name(in, k->name),
            k->redeclare ? "redeclare" : "modify");
        if (e) base_note(in->ctx, d, e->syn->span, "it was deselected by 'break'");
        else inst_hint_name(c, d, k->name, INST_HINT_ELEMENTS);
        if (!e && d && !d->hint && !k->redeclare) hint_parameters(c, d);
    }
}

/* ---- redeclaration ----------------------------------------------------------------------------------------------- */

enum {
    GROUP_SCOPE = SYN_INNER | SYN_OUTER,
    GROUP_FLOW = SYN_FLOW | SYN_STREAM,
    GROUP_VARIABILITY = SYN_DISCRETE | SYN_PARAMETER | SYN_CONSTANT,
    GROUP_CAUSALITY = SYN_INPUT | SYN_OUTPUT
};

/* Prefixes that a redeclaration does not state are kept from the original (7.3). */
static uint32_t inherit_prefixes(uint32_t now, uint32_t before) {
    static const uint32_t groups[] = {GROUP_SCOPE, GROUP_FLOW, GROUP_VARIABILITY, GROUP_CAUSALITY, SYN_PROTECTED};
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        if (!(now & groups[i])) now |= before & groups[i];
    return now;
}

/* 7.3.3: what is redeclared once may be redeclared again only where the first redeclaration said `redeclare
 * replaceable`.  Libraries in wide use leave that out, so it is a warning; what never was replaceable is refused. */
static void not_replaceable(InstClass *c, const InstElement *old, const InstMod *m) {
    Inst *in = c->inst;
    const InstElement *first = old;
    while (first->original) first = first->original;
    bool once = first->is_replaceable;
    const char *name = inst_name(in, old->name);
    Diag *d = once ? inst_tolerate(
                         c, "INST0211", m->span,
                         "'%s' was redeclared without 'replaceable' before and is redeclared again (MLS 7.3.3)", name)
                   : inst_tolerate(c, "INST0209", m->span,
                                   "'%s' is not replaceable and cannot be redeclared (MLS 7.3.3)", name);
    base_note(in->ctx, d, old->syn ? old->syn->span : (Span){0},
              once ? "it was redeclared here" : "it is declared here");
    base_hint(in->ctx, d, once ? "write 'redeclare replaceable' there" : "declare it 'replaceable' there");
}

static void check_redeclare(InstClass *c, const InstElement *old, const InstMod *m) {
    Inst *in = c->inst;
    const SynElement *now = m->redeclare;
    const char *name = inst_name(in, old->name);
    Span old_span = old->syn ? old->syn->span : (Span){0};
    if (old->kind != now->kind) {
        Diag *d = inst_error(c, "INST0206", m->span, "'%s' is a %s and cannot be redeclared as a %s (MLS 7.3)", name,
                             old->kind == SYN_COMPONENT ? "component" : "class",
                             now->kind == SYN_COMPONENT ? "component" : "class");
        base_note(in->ctx, d, old_span, "it is declared here");
        return;
    }
    if (old->prefixes & SYN_FINAL) {
        Diag *d = inst_error(c, "INST0207", m->span, "'%s' is final and cannot be redeclared (MLS 7.3.3)", name);
        base_note(in->ctx, d, old_span, "it is declared here");
    } else if (old->kind == SYN_COMPONENT && (old->prefixes & SYN_CONSTANT)) {
        Diag *d =
            inst_tolerate(c, "INST0208", m->span, "'%s' is a constant and cannot be redeclared (MLS 7.3.3)", name);
        base_note(in->ctx, d, old_span, "it is declared here");
    } else if (!old->is_replaceable && old->kind == SYN_CLASS_DEF) {
        not_replaceable(c, old, m);
    }
}

void inst_mod_redeclare(InstClass *c, InstElement *e) {
    InstMod *m = e->mod;
    if (!m || !m->redeclare) return;
    Inst *in = c->inst;
    InstElement *old = BASE_NEW(&in->arena, InstElement);
    *old = *e;
    old->mod = m->inner;
    inst_mod_redeclare(c, old);
    check_redeclare(c, old, m);
    if (old->kind != m->redeclare->kind) {
        *e = *old;
        return;
    }
    e->original = old;
    e->syn = m->redeclare;
    e->scope = m->scope;
    e->prefixes = inherit_prefixes(e->syn->prefixes, old->prefixes) | (m->final ? SYN_FINAL : 0);
    e->is_replaceable = (e->syn->prefixes & SYN_REPLACEABLE) != 0;
    e->is_protected = old->is_protected;
    e->mod = m->outer;
}

/* Modifiers of the declaration itself: of a component, or of a short class definition. */
static const SynModification *declared(const InstElement *e) {
    if (!e->syn) return NULL;
    if (e->kind == SYN_COMPONENT) return e->syn->mod;
    return e->syn->cls->form == SYN_SHORT ? e->syn->cls->mod : NULL;
}

static InstMod *imply(InstMod *m) {
    for (InstMod *k = m ? m->children : NULL; k; k = k->next) {
        k->implied = true;
        imply(k);
    }
    return m;
}

/* What a redeclaration of e inherits: modifiers of the constraining type (7.3.2). */
static InstMod *inherited(InstElement *e, InstComp *from) {
    InstClass *at = e->home;
    InstMod *m = e->mod;
    if (from) m = inst_mod_resolve_from(at->inst, m, from);
    if (e->syn && e->syn->constraint.n) {
        m = inst_mod_merge(at, m, inst_mod_build(e->scope, e->syn->constraint_mod, from));
    } else if (!e->original && e->syn) {
        m = inst_mod_merge(at, m, imply(inst_mod_build(e->scope, declared(e), from)));
    }
    if (e->original) m = inst_mod_merge(at, m, inherited(e->original, from));
    return m;
}

InstMod *inst_mod_in_force(InstElement *e, InstComp *from) {
    InstClass *at = e->home;
    InstMod *outer = e->mod;
    if (from) outer = inst_mod_resolve_from(at->inst, outer, from);
    if ((e->prefixes & SYN_FINAL) && outer && has_content(outer)) {
        Diag *d = inst_error(at, "INST0203", outer->span, "'%s' is final and cannot be modified (MLS 7.2.6)",
                             inst_name(at->inst, e->name));
        if (e->syn) base_note(at->inst->ctx, d, e->syn->span, "it is declared here");
    }
    if (from && from->covered) { /* the values below stand in the value of an enclosing record */
        InstMod *covering = BASE_NEW(&at->inst->arena, InstMod);
        if (outer) *covering = *outer;
        covering->next = NULL;
        covering->covers = true;
        outer = covering;
    }
    InstMod *m = inst_mod_merge(at, outer, inst_mod_build(e->scope, declared(e), from));
    if (e->syn && e->syn->constraint.n)
        m = inst_mod_merge(at, m, inst_mod_build(e->scope, e->syn->constraint_mod, from));
    if (e->original) m = inst_mod_merge(at, m, inherited(e->original, from));
    return m;
}

/* ---- from the command line --------------------------------------------------------------------------------------- */

InstMod *inst_mod_text(Inst *in, const char *text) {
    SourceId source = base_source_string(in->ctx->sources, "(modifiers)", text, strlen(text));
    SynModification *m = syn_parse_modification(in->ctx, source, &in->arena);
    return m ? inst_mod_build(in->root, m, NULL) : NULL;
}

InstMod *inst_mod_option(Inst *in, InstMod *mods, const char *name, const char *value) {
    const char *place = base_sprintf(&in->ctx->arena, "(value of %s)", name);
    SourceId source = base_source_string(in->ctx->sources, place, value, strlen(value));
    SynExpr *e = syn_parse_expr(in->ctx, source, &in->arena);
    if (!e) return NULL;
    InstMod *root = node_new(in->root, 0, e->span, NULL), *m = root;
    for (const char *at = name; *at;) {
        size_t n = strcspn(at, ".");
        InstMod *k = node_new(in->root, base_intern(in->ctx->names, at, n), e->span, NULL);
        m->children = k;
        m = k;
        at += n;
        if (*at == '.') at++;
    }
    m->value = e;
    return inst_mod_merge(in->root, root, mods);
}
