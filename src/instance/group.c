/* group.c - components declared one by one that share one instance.
 *
 * Models that programs write (grids, netlists) declare thousands of components in one class body, all of a few classes
 * and with the same elements modified.  Such components are *members* of a hidden component array: the array has the
 * one class instance, a member is little more than its name and number, and a reference to it becomes one to an element
 * of the array. Numbers given to scalar Real variables and their attributes may differ between members: they stay in
 * the syntax tree and are typed when they are asked for.  Everything else that modifiers say must be the same text.
 *
 * Whatever must not be told for all members at once (a message, structure that depends on one of them) makes the run
 * start again without sharing (Inst.refused): users see no difference.  Flattening keeps names, numbers and order of
 * variables.
 */
#include "instance/instance_impl.h"

#include <string.h>

enum {
    FEWEST = 16,     /* members: fewer are not worth it */
    MOST_KINDS = 16, /* ways in which components of one class differ; others stay alone */
    DEEPEST = 16     /* path of a modifier */
};

typedef VEC(InstElement *) Members;

typedef struct {
    InstClass *type;
    Name path[DEEPEST]; /* of the modifier at hand */
    uint32_t depth;
} Shape;

/* ---- which components may be members ----------------------------------------------------------------------------- */

static bool is_plain_modification(const SynModification *m, int depth) {
    if (!m) return true;
    if (m->is_break || depth > DEEPEST) return false;
    for (const SynMod *k = m->args; k; k = k->next) {
        if (k->each || k->redeclare || k->replaceable || k->is_break || k->element || !k->name.n || k->name.global)
            return false;
        for (uint32_t i = 0; i < k->name.n; i++)
            if (k->name.parts[i].nsubs) return false;
        if (!is_plain_modification(k->mod, depth + 1)) return false;
    }
    return true;
}

static bool annotated(const InstTree *t, const SynElement *s) {
    for (const SynMod *m = s->annotation; m; m = m->next)
        if (m->name.n == 1 && (m->name.parts[0].name == t->evaluate || m->name.parts[0].name == t->hide_result))
            return true;
    return false;
}

static bool may_be_member(const InstClass *c, const InstElement *e) {
    const SynElement *s = e->syn;
    if (e->kind != SYN_COMPONENT || !s || e->comp || e->busy || e->same || e->deselected || e->expanded ||
        e->original || e->mod || e->scope != c || (e->prefixes & ~(uint32_t)(SYN_FINAL | SYN_PROTECTED)))
        return false;
    if (s->ndims || s->ntype_dims || s->condition || s->constraint.n || (s->mod && s->mod->value)) return false;
    return is_plain_modification(s->mod, 0) && !annotated(inst_tree(c->inst), s);
}

/* A class whose components may share: a model, or part of one, that is there once. */
static bool may_hold_groups(InstClass *c) {
    Inst *in = c->inst;
    InstClass *d = inst_derived(c);
    if (in->checking || !inst_tree(in)->top || c->nown < FEWEST) return false;
    for (InstClass *k = d; k != inst_tree(in)->top; k = inst_derived(k->owner->parent))
        if (!k->owner || k->owner->type.ndims || k->owner->elements) return false;
    return d->restriction == SYN_MODEL || d->restriction == SYN_BLOCK || d->restriction == SYN_CLASS;
}

/* ---- what may differ between members ----------------------------------------------------------------------------- */

static bool is_number(const InstTree *t, Name attribute) {
    return attribute == t->attr[INST_ATTR_START] || attribute == t->attr[INST_ATTR_MIN] ||
           attribute == t->attr[INST_ATTR_MAX] || attribute == t->attr[INST_ATTR_NOMINAL];
}

/* Is the end of the path a scalar Real that is no constant, or a number among its attributes? */
static bool may_differ(const Shape *s) {
    InstClass *c = s->type;
    for (uint32_t i = 0; i < s->depth; i++) {
        InstElement *e = inst_find(c, s->path[i]);
        if (!e || e->kind != SYN_COMPONENT || !e->syn || e->syn->ndims || e->syn->ntype_dims ||
            (e->prefixes & (SYN_CONSTANT | SYN_OUTER)))
            return false;
        c = inst_lookup_class_quiet(e->scope, &e->syn->type);
        if (!c) return false;
        inst_prepare(c);
        if (inst_class_dims(c)) return false;
        if (!c->builtin) continue;
        bool end = i + 1 == s->depth, attribute = i + 2 == s->depth && is_number(inst_tree(c->inst), s->path[i + 1]);
        return c->builtin == INST_REAL + 1 && (end || attribute);
    }
    return false;
}

static bool same_shape(Shape *s, const SynModification *a, const SynModification *b) {
    const SynMod *x = a ? a->args : NULL, *y = b ? b->args : NULL;
    for (; x && y; x = x->next, y = y->next) {
        if (x->final != y->final || !inst_same_cref(&x->name, &y->name) || s->depth + x->name.n > DEEPEST) return false;
        const SynExpr *v = x->mod ? x->mod->value : NULL, *w = y->mod ? y->mod->value : NULL;
        if (!v != !w) return false;
        for (uint32_t i = 0; i < x->name.n; i++) s->path[s->depth++] = x->name.parts[i].name;
        bool same = (inst_same_expr(v, w) || may_differ(s)) && same_shape(s, x->mod, y->mod);
        s->depth -= x->name.n;
        if (!same) return false;
    }
    return !x && !y;
}

/* Values that may differ belong to the members, those that do not to each element of the array. */
static void own_values(Shape *s, InstMod *m, InstComp *g) {
    for (InstMod *k = m->children; k; k = k->next) {
        if (s->depth == DEEPEST) return;
        s->path[s->depth++] = k->name;
        if (k->value) k->from = may_differ(s) ? g : NULL;
        own_values(s, k, g);
        s->depth--;
    }
}

/* ---- making groups ----------------------------------------------------------------------------------------------- */

static void make_member(InstComp *g, InstElement *e, uint32_t k) {
    Inst *in = g->inst;
    InstComp *m = base_alloc(&in->arena, offsetof(InstComp, extra));
    m->inst = in;
    m->name = e->name;
    m->parent = e->home;
    m->element = e;
    m->syn = e->syn;
    m->cls = g->cls;
    m->type = inst_type_element(g->type);
    m->variability = g->variability;
    m->prefixes = g->prefixes;
    m->present = true;
    m->attrs = g->attrs;
    m->group = g;
    m->member = k;
    e->comp = m;
}

static void make_group(InstClass *c, InstClass *type, const Members *all) {
    Inst *in = c->inst;
    InstElement *first = all->at[0];
    InstComp *g = BASE_NEW(&in->arena, InstComp);
    g->inst = in;
    g->name = first->name;
    g->parent = c;
    g->element = first;
    g->syn = first->syn;
    g->attrs = inst_tree(in)->no_attrs;
    InstMod *mod = inst_mod_build(c, first->syn->mod, g);
    Shape s = {.type = type};
    if (mod) own_values(&s, mod, g);
    if (!inst_make_shared(g, type, mod, (uint32_t)all->n)) return;
    g->members = base_copy(&in->arena, all->at, all->n * sizeof *all->at);
    in->ngroups++;
    for (uint32_t k = 0; k < all->n; k++) make_member(g, g->members[k], k);
}

/* Components of one class with the same elements modified: those whose other modifiers agree become groups. */
static void divide(InstClass *c, const Members *same) {
    InstClass *type = inst_lookup_class_quiet(c, &same->at[0]->syn->type);
    if (!type) return;
    inst_prepare(type);
    if (type->state != INST_READY || type->builtin ||
        (type->restriction != SYN_MODEL && type->restriction != SYN_BLOCK && type->restriction != SYN_CLASS))
        return;
    Members kinds[MOST_KINDS] = {0};
    size_t n = 0;
    for (size_t i = 0; i < same->n; i++) {
        const InstElement *e = same->at[i];
        size_t k = 0;
        for (; k < n; k++) {
            Shape s = {.type = type};
            const InstElement *first = kinds[k].at[0];
            if (e->prefixes == first->prefixes && inst_same_cref(&e->syn->type, &first->syn->type) &&
                same_shape(&s, first->syn->mod, e->syn->mod))
                break;
        }
        if (k == MOST_KINDS) continue;
        n += k == n;
        vec_push(&kinds[k], same->at[i]);
    }
    for (size_t k = 0; k < n; k++) {
        if (kinds[k].n >= FEWEST) make_group(c, type, &kinds[k]);
        vec_free(&kinds[k]);
    }
}

static uint64_t hash_cref(uint64_t h, const SynCref *r) {
    for (uint32_t i = 0; i < r->n; i++) h = base_mix(h, r->parts[i].name);
    return base_mix(h, r->global);
}

static uint64_t hash_names(uint64_t h, const SynModification *m) {
    for (const SynMod *k = m ? m->args : NULL; k; k = k->next) h = hash_names(hash_cref(h, &k->name), k->mod);
    return base_mix(h, 1);
}

void inst_share(InstClass *c) {
    if (c->grouped) return;
    c->grouped = true;
    if (!may_hold_groups(c)) return;
    Map found = {0}; /* hash -> number of the list, plus 1 */
    VEC(Members) lists = {0};
    for (uint32_t i = 0; i < c->nown; i++) {
        InstElement *e = &c->own[i];
        if (!may_be_member(c, e)) continue;
        uint64_t key = hash_names(hash_cref(e->prefixes, &e->syn->type), e->syn->mod), at;
        if (!base_map_get(&found, key, &at)) {
            vec_push(&lists, (Members){0});
            base_map_put(&found, key, at = lists.n);
        }
        vec_push(&lists.at[at - 1], e);
    }
    for (size_t i = 0; i < lists.n; i++) {
        if (lists.at[i].n >= FEWEST) divide(c, &lists.at[i]);
        vec_free(&lists.at[i]);
    }
    vec_free(&lists);
    base_map_free(&found);
}

void inst_refuse_sharing(Inst *in) { in->refused = true; }

/* ---- what members say -------------------------------------------------------------------------------------------- */

bool inst_is_own(const InstBinding *b) { return b->from && b->from->members; }

InstComp *inst_group_of(const InstComp *c) {
    for (; c; c = c->parent->owner)
        if (c->members) return (InstComp *)c;
    return NULL;
}

/* The modifier with a value at the end of a path. */
static const SynMod *modifier(const SynModification *m, const Name *path, uint32_t n) {
    for (const SynMod *k = m ? m->args : NULL; k; k = k->next) {
        uint32_t i = 0;
        while (i < k->name.n && i < n && k->name.parts[i].name == path[i]) i++;
        if (i < k->name.n) continue;
        if (i == n && k->mod && k->mod->value) return k;
        const SynMod *inside = i < n ? modifier(k->mod, path + i, n - i) : NULL;
        if (inside) return inside;
    }
    return NULL;
}

static const SynMod *member_modifier(const InstComp *c, int attr, uint32_t k) {
    Name path[DEEPEST + 1];
    uint32_t n = DEEPEST + 1, from = n;
    if (attr >= 0) path[--from] = inst_tree(c->inst)->attr[attr];
    for (; !c->members; c = c->parent->owner) {
        if (!from) return NULL;
        path[--from] = c->name;
    }
    return modifier(c->members[k]->syn->mod, path + from, n - from);
}

Span inst_member_span(const InstComp *c, int attr, uint32_t k, Span else_at) {
    const InstComp *g = inst_group_of(c);
    const InstBinding *b = attr < 0 ? &c->binding : c->attrs[attr];
    const SynMod *m = g && b->scope == g->parent ? member_modifier(c, attr, k) : NULL;
    return m ? m->span : else_at;
}

InstBinding inst_member_binding(const InstComp *c, int attr, uint32_t k) {
    InstBinding b = attr < 0 ? c->binding : *c->attrs[attr];
    const SynMod *m = member_modifier(c, attr, k);
    BASE_ASSERT(m);
    b.value = m->mod->value;
    b.span = m->span;
    b.from = NULL;
    b.typed = NULL;
    return b;
}
