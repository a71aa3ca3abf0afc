/* expand.c - expandable connectors get the members that connect() gives them (MLS 3.6, 9.1.3).
 *
 * Before: a model instance whose equations have not been elaborated.  After: every expandable connector has a component
 * for each name connected to it, of the type of the other side, and all expandable connectors of one connection
 * set have the same members; declared members that nothing is connected to are absent.
 *
 * Works on the text of connect equations: members must exist before references to them can be typed.
 */
#include <string.h>

#include "instance/instance_impl.h"

enum { MAX_ROUNDS = 50, MAX_DEPTH = 200 };

typedef struct {
    InstClass *scope;
    const SynExpr *a, *b;
} Connect;

typedef struct {
    Inst *in;
    VEC(Connect) connects;
    bool any;          /* an expandable connector exists */
    bool changed;
    Map used;          /* InstComp * -> 1: connected */
} Expand;

static bool is_expandable(const InstComp *c) {
    return c->cls && c->cls->restriction == SYN_EXPANDABLE_CONNECTOR && c->type.base == INST_RECORD;
}

/* ---- collecting connect equations -------------------------------------------------------------- */

static void collect_equations(Expand *x, InstClass *c, const SynEquation *eq) {
    for (; eq; eq = eq->next) {
        if (eq->kind == SYN_EQ_CONNECT && !inst_is_deselected(c, eq)) vec_push(&x->connects, ((Connect){c, eq->lhs, eq->rhs}));
        if (eq->kind == SYN_EQ_FOR) collect_equations(x, c, eq->body);
        if (eq->kind == SYN_EQ_IF)
            for (uint32_t i = 0; i < eq->nbranches; i++) collect_equations(x, c, eq->branches[i].equations);
    }
}

static void collect_class(Expand *x, InstClass *c) {
    for (uint32_t i = 0; i < c->nbases; i++)
        if (!c->bases[i]->duplicate) collect_class(x, c->bases[i]);
    if (c->syn) collect_equations(x, c, c->syn->equations);
}

static void visit(Expand *x, InstClass *c, bool collect, int depth);

static void visit_component(Expand *x, InstComp *comp, bool collect, int depth) {
    if (!comp->present || comp->inner || comp->type.base != INST_RECORD || !comp->cls) return;
    if (is_expandable(comp)) x->any = true;
    if (!comp->elements) {
        visit(x, comp->cls, collect, depth);
        return;
    }
    uint64_t n = 1;
    for (int k = 0; k < comp->type.ndims; k++) n *= comp->type.dims[k] > 0 ? (uint64_t)comp->type.dims[k] : 0;
    for (uint64_t i = 0; i < n; i++) visit_component(x, comp->elements[i], collect, depth);
}

static void visit(Expand *x, InstClass *c, bool collect, int depth) {
    if (depth > MAX_DEPTH) return;
    inst_components(c);
    for (uint32_t i = 0; i < c->nelements; i++)
        if (c->elements[i]->kind == SYN_COMPONENT) {
            InstComp *comp = inst_component(c, c->elements[i]);
            if (comp) visit_component(x, comp, collect, depth + 1);
        }
    if (collect) collect_class(x, c);
}

/* ---- resolving references ---------------------------------------------------------------------------- */

typedef struct {
    InstComp *comp;      /* last component found */
    uint32_t found;      /* parts found */
    bool ok;             /* all of them */
} Path;

static Path resolve(InstClass *scope, const SynExpr *e) {
    Path p = {0};
    if (!e || e->kind != SYN_CREF) return p;
    const SynCref *r = &e->cref;
    InstClass *home;
    InstElement *el = inst_lookup(scope, r->parts[0].name, &home);
    while (el && el->kind == SYN_COMPONENT) {
        InstComp *c = inst_component(el->home, el);
        if (!c || !c->present) return (Path){0};
        if (c->inner) c = c->inner;
        if (c->elements && c->elements[0]) c = c->elements[0];
        p.comp = c;
        if (++p.found == r->n) {
            p.ok = true;
            return p;
        }
        el = c->cls ? inst_find(c->cls, r->parts[p.found].name) : NULL;
    }
    return p;
}

/* ---- adding members ---------------------------------------------------------------------------------- */

static SynExpr *literal(Inst *in, int64_t n) {
    SynExpr *e = BASE_NEW(&in->arena, SynExpr);
    e->kind = SYN_INTEGER;
    e->integer = n;
    return e;
}

static void add_element(Expand *x, InstClass *bus, InstElement *e) {
    Inst *in = x->in;
    if (!bus->added) bus->added = BASE_NEW(&in->arena, InstTable);
    inst_table_put(in, bus->added, e->name, e);
    InstElement **list = BASE_ARRAY(&in->arena, InstElement *, bus->nelements + 1);
    memcpy(list, bus->elements, bus->nelements * sizeof *list);
    list[bus->nelements++] = e;
    bus->elements = list;
    bus->fields = NULL;
    bus->nfields = 0;
    x->changed = true;
}

/* A member `name` like component `from`; subs: subscripts written behind the member's name. */
static void add_member(Expand *x, InstComp *bus, Name name, const InstComp *from, bool indexed, SynExpr **subs, uint32_t nsubs) {
    Inst *in = x->in;
    InstElement *e = BASE_NEW(&in->arena, InstElement);
    SynElement *s = BASE_NEW(&in->arena, SynElement);
    *e = *from->element;
    *s = *from->element->syn;
    s->name = e->name = name;
    s->condition = NULL;
    s->next = NULL;
    if (indexed) s->ndims = s->ntype_dims = 0; /* connected to one element */
    if (nsubs) {
        SynExpr **dims = BASE_ARRAY(&in->arena, SynExpr *, nsubs);
        for (uint32_t i = 0; i < nsubs; i++) dims[i] = literal(in, subs[i]->kind == SYN_INTEGER ? subs[i]->integer : 1);
        s->dims = dims;
        s->ndims = nsubs;
    }
    s->mod = NULL;
    e->syn = s;
    e->home = bus->cls;
    e->comp = NULL;
    e->busy = 0;
    e->original = NULL;
    e->same = NULL;
    e->mod = NULL;
    e->is_protected = false;
    e->prefixes &= ~(uint32_t)(SYN_INPUT | SYN_OUTPUT | SYN_INNER | SYN_OUTER | SYN_PROTECTED | SYN_FINAL | SYN_PARAMETER | SYN_CONSTANT);
    e->expanded = true;
    add_element(x, bus->cls, e);
}

/* An implicit array grows to the largest subscript used. */
static void grow_member(Expand *x, InstElement *e, const SynPart *part) {
    if (!e->expanded || e->comp) return;
    for (uint32_t i = 0; i < part->nsubs && i < e->syn->ndims; i++)
        if (part->subs[i]->kind == SYN_INTEGER && part->subs[i]->integer > e->syn->dims[i]->integer) {
            e->syn->dims[i] = literal(x->in, part->subs[i]->integer);
            x->changed = true;
        }
}

static void share_members(Expand *x, InstComp *from, InstComp *to) {
    for (uint32_t i = 0; i < from->cls->nelements; i++) {
        InstElement *e = from->cls->elements[i];
        if (e->kind != SYN_COMPONENT || inst_find(to->cls, e->name)) continue;
        InstElement *copy = BASE_NEW(&x->in->arena, InstElement);
        *copy = *e;
        copy->home = to->cls;
        copy->comp = NULL;
        copy->busy = 0;
        copy->expanded = true;
        add_element(x, to->cls, copy);
    }
}

static void mark(Expand *x, InstComp *c) {
    uint64_t one;
    if (base_map_get(&x->used, (uint64_t)(uintptr_t)c, &one)) return;
    base_map_put(&x->used, (uint64_t)(uintptr_t)c, 1);
    x->changed = true;
}

static bool is_used(Expand *x, InstComp *c) {
    uint64_t one;
    return base_map_get(&x->used, (uint64_t)(uintptr_t)c, &one);
}

static void one_side(Expand *x, InstClass *scope, const SynExpr *mine, Path *m, const SynExpr *other, Path *o) {
    (void)scope;
    if (m->ok || !m->comp || !is_expandable(m->comp) || m->found + 1 != mine->cref.n || !o->ok) return;
    const SynPart *part = &mine->cref.parts[m->found];
    bool indexed = other->cref.parts[other->cref.n - 1].nsubs > 0;
    add_member(x, m->comp, part->name, o->comp, indexed, part->subs, part->nsubs);
}

static void share_used(Expand *x, InstComp *a, InstComp *b) {
    for (uint32_t i = 0; i < a->cls->nelements; i++) {
        InstElement *e = a->cls->elements[i], *f = inst_find(b->cls, e->name);
        if (e->kind != SYN_COMPONENT || !f || f->kind != SYN_COMPONENT) continue;
        InstComp *p = inst_component(a->cls, e), *q = inst_component(b->cls, f);
        if (!p || !q) continue;
        if (is_used(x, p)) mark(x, q);
        if (is_used(x, q)) mark(x, p);
        if (is_expandable(p) && is_expandable(q)) share_used(x, p, q);
    }
}

static void share_nested(Expand *x, InstComp *a, InstComp *b, int depth) {
    share_members(x, a, b);
    share_members(x, b, a);
    if (depth > MAX_DEPTH) return;
    for (uint32_t i = 0; i < a->cls->nelements; i++) {
        InstElement *e = a->cls->elements[i], *f = inst_find(b->cls, e->name);
        if (e->kind != SYN_COMPONENT || !f || f->kind != SYN_COMPONENT || e->expanded) continue;
        InstComp *p = inst_component(a->cls, e), *q = inst_component(b->cls, f);
        if (p && q && p->cls && q->cls && is_expandable(p) && is_expandable(q)) share_nested(x, p, q, depth + 1);
    }
}

static void add_round(Expand *x) {
    for (size_t i = 0; i < x->connects.n; i++) {
        Connect *c = &x->connects.at[i];
        Path a = resolve(c->scope, c->a), b = resolve(c->scope, c->b);
        one_side(x, c->scope, c->a, &a, c->b, &b);
        one_side(x, c->scope, c->b, &b, c->a, &a);
        if (a.ok && c->a->cref.n && a.comp->element->expanded) grow_member(x, a.comp->element, &c->a->cref.parts[c->a->cref.n - 1]);
        if (b.ok && c->b->cref.n && b.comp->element->expanded) grow_member(x, b.comp->element, &c->b->cref.parts[c->b->cref.n - 1]);
        if (a.ok && b.ok && is_expandable(a.comp) && is_expandable(b.comp)) share_nested(x, a.comp, b.comp, 0);
    }
}

/* A declared member with unknown dimensions gets those of what is connected to it. */
static void size_open(InstComp *member, const InstComp *other) {
    if (member->type.ndims != other->type.ndims || !member->parent->owner || !is_expandable(member->parent->owner)) return;
    for (uint32_t i = 0; i < member->type.ndims; i++)
        if (member->type.dims[i] == INST_UNKNOWN_DIM) member->type.dims[i] = other->type.dims[i];
}

static void use_round(Expand *x) {
    for (size_t i = 0; i < x->connects.n; i++) {
        Connect *c = &x->connects.at[i];
        Path a = resolve(c->scope, c->a), b = resolve(c->scope, c->b);
        if (!a.ok || !b.ok) continue;
        size_open(a.comp, b.comp);
        size_open(b.comp, a.comp);
        mark(x, a.comp);
        mark(x, b.comp);
        if (is_expandable(a.comp) && is_expandable(b.comp)) share_used(x, a.comp, b.comp);
    }
}

/* Declared members that nothing is connected to do not exist (9.1.3). */
static void drop_unused(Expand *x, InstClass *c, int depth) {
    if (depth > MAX_DEPTH) return;
    for (uint32_t i = 0; i < c->nelements; i++) {
        if (c->elements[i]->kind != SYN_COMPONENT) continue;
        InstComp *comp = inst_component(c, c->elements[i]);
        if (!comp || !comp->present || comp->inner || comp->type.base != INST_RECORD || !comp->cls) continue;
        if (is_expandable(comp)) {
            for (uint32_t k = 0; k < comp->cls->nelements; k++) {
                InstComp *m = comp->cls->elements[k]->kind == SYN_COMPONENT ? inst_component(comp->cls, comp->cls->elements[k]) : NULL;
                if (m && m->variability > INST_VAR_PARAMETER && !is_expandable(m) && !is_used(x, m)) m->present = false;
            }
            comp->cls->fields = NULL;
            comp->cls->nfields = 0;
        }
        drop_unused(x, comp->cls, depth + 1);
    }
}

/* One side of a connection must be declared (9.1.3). */
static void report_undeclared(Expand *x) {
    for (size_t i = 0; i < x->connects.n; i++) {
        Connect *c = &x->connects.at[i];
        Path a = resolve(c->scope, c->a), b = resolve(c->scope, c->b);
        if (a.ok || b.ok || !a.comp || !b.comp || !is_expandable(a.comp) || !is_expandable(b.comp)) continue;
        Diag *d = inst_error(c->scope, "INST0953", c->a->span, "both sides of this connection are undeclared members of expandable connectors (MLS 9.1.3)");
        base_note(x->in->ctx, d, c->b->span, "the other side");
    }
}

void inst_expand(InstClass *model) {
    Expand x = {.in = model->inst};
    visit(&x, model, false, 0);
    if (x.any) {
        visit(&x, model, true, 0);
        x.changed = true;
        for (int round = 0; round < MAX_ROUNDS && x.changed; round++) {
            x.changed = false;
            add_round(&x);
        }
        x.changed = true;
        for (int round = 0; round < MAX_ROUNDS && x.changed; round++) {
            x.changed = false;
            use_round(&x);
        }
        report_undeclared(&x);
        drop_unused(&x, model, 0);
    }
    vec_free(&x.connects);
    base_map_free(&x.used);
}
