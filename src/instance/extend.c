/* extend.c - inheritance: from a fresh class instance to one whose elements are known (MLS 3.6, 7.1, 7.3.1, 7.4).
 *
 * Before: an InstClass with definition, scope and modifiers.  After inst_prepare: its base class instances exist, its
 * own elements and the inherited ones are merged in the order of the text, redeclarations are applied, and every
 * modifier was given to the element it names.  Nothing is evaluated here and no component is instantiated.
 */
#include <string.h>

#include "instance/instance_impl.h"

/* ---- own elements ------------------------------------------------------------------------------------------------ */

static void make_own(InstClass *c) {
    Inst *in = c->inst;
    InstDef *d = c->def;
    c->nown = c->functions ? d->nplaces : d->nown;
    c->own = BASE_ARRAY(&in->arena, InstElement, c->nown + 1);
    for (uint32_t i = 0; i < d->nown; i++) {
        if (c->functions && d->place[i] == UINT32_MAX) continue;
        SynElement *s = d->own[i];
        InstElement *e = inst_own(c, i);
        e->kind = s->kind;
        e->name = s->kind == SYN_CLASS_DEF ? s->cls->name : s->name;
        e->prefixes = s->prefixes;
        e->is_protected = (s->prefixes & SYN_PROTECTED) != 0;
        e->is_replaceable = (s->prefixes & SYN_REPLACEABLE) != 0;
        e->syn = s;
        e->home = e->scope = c;
        if (c->mod) e->mod = inst_mod_child(c->mod, e->name);
    }
}

/* Redeclarations can only be applied when lookup in the enclosing scopes works: after the bases are known. */
static void apply_redeclarations(InstClass *c) {
    if (!c->mod) return;
    for (uint32_t i = 0; i < c->nown; i++)
        if (c->own[i].mod && c->own[i].mod->redeclare) inst_mod_redeclare(c, &c->own[i]);
}

/* ---- bases ------------------------------------------------------------------------------------------------------- */

/* True when t is already among the classes that c is inherited by: a class that extends itself. */
static bool extends_itself(const InstClass *c, const InstClass *t) {
    for (; c; c = c->heir)
        if (c->syn && c->syn == t->syn && c->scope == t->scope && c->syn->form != SYN_CLASS_EXTENDS) return true;
    return false;
}

static int heirs(const InstClass *c) {
    int n = 0;
    for (; c; c = c->heir) n++;
    return n;
}

static InstClass *add_base(InstClass *c, InstClass *t, InstMod *mod, bool is_protected, Span at) {
    if (heirs(c) > c->inst->ctx->max_depth) {
        inst_error(c, "INST0312", at, "class '%s' is reached through more than %d levels of inheritance",
                   inst_class_text(t), c->inst->ctx->max_depth);
        return NULL;
    }
    if (extends_itself(c, t)) {
        Diag *d = inst_error(c, "INST0301", at, "class '%s' inherits from itself (MLS 7.1)", inst_class_text(t));
        if (t->syn) base_note(c->inst->ctx, d, t->syn->name_span, "it is defined here");
        return NULL;
    }
    InstClass *b = inst_class_copy(t, mod);
    if (is_protected) b->functions = NULL; /* its elements become protected: none is shared with others */
    b->heir = c;
    b->owner = c->owner;
    c->bases[c->nbases++] = b;
    inst_prepare(b);
    inst_restrict_base(c, b, at);
    if (b->state == INST_FAILED) c->state = INST_FAILED;
    return b;
}

/* A class made from a predefined type is one itself. */
static void take_builtin(InstClass *c, const InstClass *b) {
    if (!b->builtin) return;
    c->builtin = b->builtin;
    c->type.base = b->type.base;
    c->type.cls = b->builtin == INST_OBJECT + 1 ? c : b->type.cls;
}

static void prepare_short(InstClass *c) {
    SynClass *s = c->syn;
    c->bases = BASE_ARRAY(&c->inst->arena, InstClass *, 1);
    InstClass *t = inst_lookup_class(c->scope, &s->base, s->span);
    InstClass *b = t ? add_base(c, t, c->mod, false, s->base.parts[s->base.n - 1].span) : NULL;
    if (!b) {
        c->state = INST_FAILED;
        return;
    }
    take_builtin(c, b);
    c->type_prefixes = s->base_prefixes | b->type_prefixes;
    c->elements = b->elements;
    c->nelements = b->nelements;
}

/* `redeclare` elements act like modifiers of the inherited elements, written in c (7.3). */
static InstMod *redeclared_elements(InstClass *c) {
    InstDef *d = c->def;
    if (!d->nredeclared) return NULL;
    Inst *in = c->inst;
    InstMod *root = BASE_NEW(&in->arena, InstMod), **tail = &root->children;
    root->scope = c;
    for (uint32_t i = 0; i < d->nredeclared; i++) {
        SynElement *s = d->redeclared[i];
        InstMod *m = BASE_NEW(&in->arena, InstMod);
        m->name = s->kind == SYN_CLASS_DEF ? s->cls->name : s->name;
        m->scope = c;
        m->redeclare = s;
        m->span = s->kind == SYN_CLASS_DEF ? s->cls->name_span : s->name_span;
        if (inst_mod_child(root, m->name)) {
            inst_error(c, "INST0302", m->span, "'%s' is redeclared twice in the same class", inst_name(in, m->name));
            continue;
        }
        *tail = m;
        tail = &m->next;
    }
    return root;
}

static void check_redeclared_and_modified(InstClass *c, const InstMod *redeclared, const InstMod *ext) {
    for (const InstMod *r = redeclared ? redeclared->children : NULL; r; r = r->next) {
        const InstMod *m = inst_mod_child(ext, r->name);
        if (!m) continue;
        Diag *d = inst_error(c, "INST0303", r->span,
                             "'%s' is redeclared here and modified in the extends clause as well (MLS 7.3)",
                             inst_name(c->inst, r->name));
        base_note(c->inst->ctx, d, m->span, "the modifier is here");
    }
}

/* Removes elements that `break name` deselects (7.4): they stay in the base, marked, so that its text still
 * resolves. */
static void deselect(InstClass *c, InstClass *b, const SynElement *ext) {
    for (const SynMod *m = ext->mod ? ext->mod->args : NULL; m; m = m->next) {
        if (!m->is_break || !m->name.n) continue;
        InstElement *e = inst_find(b, m->name.parts[0].name);
        if (!e || e->kind != SYN_COMPONENT) {
            Diag *d =
                inst_error(c, "INST0304", m->span, "'break %s' removes nothing: '%s' has no such component (MLS 7.4)",
                           inst_name(c->inst, m->name.parts[0].name), inst_class_text(b));
            inst_hint_name(b, d, m->name.parts[0].name, INST_HINT_COMPONENTS);
            continue;
        }
        e->deselected = true;
    }
}

/* A base that is a replaceable class of c itself (tolerated, INST0118) is what it was redeclared as. */
static void settle_base(InstClass *c, const SynCref *name) {
    InstElement *e = name->n && !name->global ? inst_find_own(c, name->parts[0].name) : NULL;
    if (e && e->kind == SYN_CLASS_DEF && e->home == c && !e->cls) inst_mod_redeclare(c, e);
}

static InstClass *extend(InstClass *c, SynElement *ext, InstMod *redeclared) {
    Span at = ext->type.n ? ext->type.parts[ext->type.n - 1].span : ext->span;
    if (!inst_strict(c)) settle_base(c, &ext->type);
    InstClass *t = inst_lookup_base(c, &ext->type, ext->span);
    if (!t) {
        c->state = INST_FAILED;
        return NULL;
    }
    inst_warn_obsolete(c, t, at);
    InstMod *mod = inst_mod_build(c, ext->mod, NULL);
    if (redeclared && mod) check_redeclared_and_modified(c, redeclared, mod);
    InstMod *inner = inst_mod_merge(c, redeclared, mod);
    InstClass *b = add_base(c, t, inst_mod_merge(c, c->mod, inner), ext->prefixes & SYN_PROTECTED, at);
    if (!b) {
        c->state = INST_FAILED;
        return NULL;
    }
    b->extends = ext;
    take_builtin(c, b);
    if (mod && b->state == INST_READY) inst_mod_check(b, mod);
    if (ext->mod) deselect(c, b, ext);
    if (ext->prefixes & SYN_PROTECTED)
        for (uint32_t i = 0; i < b->nelements; i++) b->elements[i]->is_protected = true;
    return b;
}

/* `redeclare model extends M(mods)`: the base is what M was before (7.3.1). */
static void extend_original(InstClass *c) {
    SynClass *s = c->syn;
    InstElement *e = c->element ? c->element->original : NULL;
    if (!e) {
        inst_error(c, "INST0305", s->name_span,
                   "'%s' extends an inherited class, but none of that name is inherited (MLS 7.3.1)",
                   inst_name(c->inst, s->name));
        c->state = INST_FAILED;
        return;
    }
    InstClass *t = inst_element_class(e->home, e);
    if (!t) {
        c->state = INST_FAILED;
        return;
    }
    InstMod *mod = inst_mod_build(c, s->mod, NULL);
    InstClass *b = add_base(c, t, inst_mod_merge(c, c->mod, mod), false, s->name_span);
    if (!b) {
        c->state = INST_FAILED;
        return;
    }
    take_builtin(c, b);
    if (mod && b->state == INST_READY) inst_mod_check(b, mod);
}

/* ---- merging elements -------------------------------------------------------------------------------------------- */

typedef struct {
    InstElement **at;
    uint32_t n;
    InstTable seen;
    bool use_table; /* only when names may collide: more than one source */
} List;

static bool is_class_extends(const InstElement *e) {
    return e->kind == SYN_CLASS_DEF && e->syn && e->syn->cls->form == SYN_CLASS_EXTENDS;
}

/* `model extends M` without `redeclare` (older texts): a new M in c only; classes of the base keep the old one. */
static void link_class_extends(InstClass *c) {
    for (uint32_t i = 0; i < c->nown; i++) {
        InstElement *e = &c->own[i];
        if (!is_class_extends(e) || e->original) continue;
        for (uint32_t k = 0; k < c->nbases && !e->original; k++) e->original = inst_find(c->bases[k], e->name);
        if (!e->original || e->original->is_replaceable) continue;
        Diag *d =
            inst_tolerate(c, "INST0209", e->syn->cls->name_span,
                          "'%s' is not replaceable and cannot be redeclared (MLS 7.3.1)", inst_name(c->inst, e->name));
        if (e->original->syn) base_note(c->inst->ctx, d, e->original->syn->span, "it is declared here");
    }
}

/* Two constants or parameters of one predefined type: units and sizes written otherwise make no other thing of them. */
static bool like_declared(InstElement *a, InstElement *b) {
    if (a->kind != SYN_COMPONENT || b->kind != SYN_COMPONENT || !a->syn || !b->syn) return false;
    uint32_t settled = SYN_CONSTANT | SYN_PARAMETER;
    if (!(a->prefixes & settled) || (a->prefixes & settled) != (b->prefixes & settled)) return false;
    if (a->syn->ndims + a->syn->ntype_dims != b->syn->ndims + b->syn->ntype_dims) return false;
    InstClass *s = inst_lookup_class_quiet(a->scope, &a->syn->type),
              *t = inst_lookup_class_quiet(b->scope, &b->syn->type);
    if (!s || !t) return false;
    inst_prepare(s);
    inst_prepare(t);
    return s->builtin && s->builtin == t->builtin && (s->builtin != INST_ENUM + 1 || s->type.cls == t->type.cls);
}

/* Do the clauses through which two equal declarations are inherited give them different values? */
static bool modified_otherwise(const InstElement *a, const InstElement *b) {
    const SynExpr *x = a->mod ? a->mod->value : NULL, *y = b->mod ? b->mod->value : NULL;
    return a->kind == SYN_COMPONENT && !inst_same_expr(x, y);
}

static void take_place(Inst *in, List *l, const InstElement *old, InstElement *e) {
    for (uint32_t i = 0; i < l->n; i++)
        if (l->at[i] == old) l->at[i] = e;
    inst_table_put(in, &l->seen, e->name, e);
}

/* A class of c that has the name of an inherited one, without 'redeclare': names in c mean the new one. */
static bool declares_class_again(const InstClass *c, const InstElement *first, const InstElement *e) {
    return first->kind == SYN_CLASS_DEF && e->kind == SYN_CLASS_DEF && (first->home == c) != (e->home == c) &&
           !inst_strict(c);
}

/* Two declarations that differ in their modifiers only: those of the first count, as by others; what a declaration in c
 * itself adds to inherited ones is taken too. */
static void take_modifiers(InstClass *c, InstElement *first, const InstElement *e) {
    bool own = e->home == c && first->home != c;
    Diag *d = inst_tolerate(c, "INST0309", e->syn->span,
                            own ? "'%s' is inherited and declared with different modifiers: both are taken, the "
                                  "inherited ones first (MLS 7.1)"
                                : "'%s' is inherited twice with different attributes: the first declaration is kept",
                            inst_name(c->inst, e->name));
    base_note(c->inst->ctx, d, first->syn->span, "the first one is here");
    if (own) base_hint(c->inst->ctx, d, "give these modifiers in the extends clause");
    if (!own || !e->syn->mod) return;
    InstMod *above = inst_mod_build(first->scope, first->syn->mod, NULL);
    InstMod *mine = inst_mod_build(e->scope, e->syn->mod, NULL);
    if (above && mine && inst_mod_repeats(mine, above)) return;
    InstMod *added = inst_mod_merge(c, above, mine);
    first->mod = inst_mod_merge(c, first->mod, added);
}

/* Whatever their classes are, both mean the inner component around them. */
static bool are_outer(const InstElement *a, const InstElement *b) {
    return a->kind == SYN_COMPONENT && b->kind == SYN_COMPONENT && (a->prefixes & b->prefixes & SYN_OUTER) &&
           !((a->prefixes | b->prefixes) & SYN_INNER);
}

static void add(InstClass *c, List *l, InstElement *e) {
    Inst *in = c->inst;
    void *found;
    if (e->same || e->deselected) return;
    if (l->use_table) {
        if (inst_table_get(&l->seen, e->name, &found)) {
            InstElement *first = found;
            if (first == e) return;
            if (is_class_extends(e) && e->home == c) { /* takes the place of what it extends */
                take_place(in, l, first, e);
                return;
            }
            if (is_class_extends(first) && first->home == c) return;
            bool warn;
            if (inst_same_declaration(first, e, &warn)) {
                if (warn) take_modifiers(c, first, e);
                if (first->syn != e->syn && modified_otherwise(first, e)) {
                    Diag *d =
                        inst_tolerate(c, "INST0309", e->syn->span,
                                      "'%s' is inherited twice with different values: the first one is kept (MLS 7.1)",
                                      inst_name(in, e->name));
                    base_note(in->ctx, d, first->syn->span, "the first one is here");
                }
                e->same = first;
                return;
            }
            bool again = declares_class_again(c, first, e);
            bool tolerable =
                again || like_declared(first, e) || are_outer(first, e) || inst_similar_declaration(first, e);
            Diag *d = (tolerable ? inst_tolerate : inst_error)(
                c, "INST0306", e->syn->span, "'%s' is already declared differently (MLS 7.1)", inst_name(in, e->name));
            base_note(in->ctx, d, first->syn->span, "the other declaration is here, in '%s'",
                      inst_class_text(first->home));
            if (again && e->home == c) take_place(in, l, first, e);
            else if (!again) e->same = first;
            return;
        }
        inst_table_put(in, &l->seen, e->name, e);
    }
    l->at[l->n++] = e;
}

static bool same_base(const InstClass *a, const InstClass *b) {
    return a->syn && a->syn == b->syn && a->scope == b->scope;
}

/* Marks bases of b that c already has through an earlier base (diamond). */
static void mark_duplicates(InstClass *first, InstClass *b) {
    if (same_base(first, b)) b->duplicate = true;
    for (uint32_t i = 0; i < first->nbases; i++) mark_duplicates(first->bases[i], b);
    if (b->duplicate) return;
    for (uint32_t i = 0; i < b->nbases; i++) mark_duplicates(first, b->bases[i]);
}

static void merge_elements(InstClass *c) {
    Inst *in = c->inst;
    InstDef *d = c->def;
    uint32_t total = d->nown;
    for (uint32_t i = 0; i < c->nbases; i++) total += c->bases[i]->nelements;
    List l = {.at = BASE_ARRAY(&in->arena, InstElement *, total + 1), .use_table = c->nbases > 0};
    uint32_t next_base = 0, next_own = 0;
    if (d->syn->form == SYN_CLASS_EXTENDS && c->nbases) {
        for (uint32_t i = 0; i < c->bases[0]->nelements; i++) add(c, &l, c->bases[0]->elements[i]);
        next_base = 1;
    }
    for (SynElement *s = d->syn->elements; s; s = s->next) {
        if (s->kind == SYN_EXTENDS) {
            if (next_base >= c->nbases || c->bases[next_base]->extends != s) continue;
            InstClass *b = c->bases[next_base++];
            for (uint32_t i = 0; i < b->nelements; i++) add(c, &l, b->elements[i]);
        } else if (next_own < d->nown && d->own[next_own] == s) {
            add(c, &l, inst_own(c, next_own++));
        }
    }
    c->elements = l.at;
    c->nelements = l.n;
    for (uint32_t i = 0; i < c->nbases; i++)
        for (uint32_t j = 0; j < i; j++) mark_duplicates(c->bases[j], c->bases[i]);
}

/* A redeclaration may not move an element between public and protected (7.3.3). */
static void check_visibility(InstClass *c, const InstElement *e, const InstMod *r) {
    bool now = (r->redeclare->prefixes & SYN_PROTECTED) != 0;
    if (now == e->is_protected) return;
    Diag *d = inst_tolerate(c, "INST0310", r->span, "'%s' is %s and cannot be redeclared as %s (MLS 7.3.3)",
                            inst_name(c->inst, r->name), e->is_protected ? "protected" : "public",
                            now ? "protected" : "public");
    const InstElement *old = e->original ? e->original : e;
    if (old->syn) base_note(c->inst->ctx, d, old->syn->span, "it is declared here");
}

static void check_redeclared_found(InstClass *c, const InstMod *redeclared) {
    for (const InstMod *r = redeclared ? redeclared->children : NULL; r; r = r->next) {
        InstElement *e = NULL;
        for (uint32_t i = 0; i < c->nbases && !e; i++) e = inst_find(c->bases[i], r->name);
        if (e) {
            check_visibility(c, e, r);
            continue;
        }
        Diag *d = inst_error(c, "INST0307", r->span,
                             "'redeclare' needs an inherited element, and no '%s' is inherited (MLS 7.3)",
                             inst_name(c->inst, r->name));
        inst_hint_name(c, d, r->name, INST_HINT_ELEMENTS);
    }
}

static void prepare_long(InstClass *c) {
    InstDef *d = c->def;
    bool class_extends = c->syn->form == SYN_CLASS_EXTENDS;
    make_own(c);
    if (d->nextends || class_extends) {
        c->bases = BASE_ARRAY(&c->inst->arena, InstClass *, d->nextends + 1);
        InstMod *redeclared = redeclared_elements(c);
        if (class_extends) extend_original(c);
        for (uint32_t i = 0; i < d->nextends; i++) extend(c, d->extends[i], redeclared);
        if (redeclared && c->state != INST_FAILED) check_redeclared_found(c, redeclared);
    } else if (d->nredeclared) {
        check_redeclared_found(c, redeclared_elements(c));
    }
    apply_redeclarations(c);
    link_class_extends(c);
    merge_elements(c);
}

void inst_prepare(InstClass *c) {
    if (c->state != INST_NEW) return;
    Inst *in = c->inst;
    if (in->depth > in->ctx->max_depth) {
        inst_error(c, "INST0405", c->syn ? c->syn->name_span : (Span){0}, "classes are nested too deeply");
        c->state = INST_FAILED;
        return;
    }
    in->depth++;
    c->state = INST_PREPARING;
    if (c->syn) {
        inst_restrict_definition(c);
        switch (c->syn->form) {
        case SYN_SHORT: prepare_short(c); break;
        case SYN_ENUMERATION:
            c->builtin = INST_ENUM + 1;
            if (!((InstDef *)c->def)->canonical) ((InstDef *)c->def)->canonical = c;
            c->type = (InstType){.base = INST_ENUM, .cls = ((InstDef *)c->def)->canonical};
            break;
        case SYN_DER: break; /* partial derivative of a function: elaboration makes it (12.7.2) */
        default: prepare_long(c);
        }
    }
    if (c->state == INST_PREPARING) c->state = INST_READY;
    in->depth--;
    if (!c->heir && c->mod && c->state == INST_READY) inst_mod_check(c, c->mod);
}

bool inst_is_deselected(const InstClass *c, const SynEquation *connect) {
    for (; c && c->heir; c = c->heir) {
        if (!c->extends || !c->extends->mod) continue;
        for (const SynMod *m = c->extends->mod->args; m; m = m->next) {
            if (!m->is_break || !m->break_a) continue;
            if ((inst_same_expr(m->break_a, connect->lhs) && inst_same_expr(m->break_b, connect->rhs)) ||
                (inst_same_expr(m->break_a, connect->rhs) && inst_same_expr(m->break_b, connect->lhs)))
                return true;
        }
    }
    return false;
}

bool inst_is_repeated(InstClass *c, const SynEquation *q) {
    if (q->kind != SYN_EQ_EQUALS) return false;
    for (InstClass *h = c->heir; h; h = h->heir) {
        for (const SynEquation *k = h->syn ? h->syn->equations : NULL; k; k = k->next) {
            if (k->kind != SYN_EQ_EQUALS || !inst_same_equation(k, q)) continue;
            Diag *d =
                inst_warning(h, "INST0311", k->span, "this equation is inherited as well: it counts once (MLS 7.1)");
            base_note(h->inst->ctx, d, q->span, "the inherited one is here");
            return true;
        }
    }
    return false;
}
