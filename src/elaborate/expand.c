/* expand.c - expandable connectors get the members that connect() gives them (MLS 3.6, 9.1.3).
 *
 * Before: a model instance whose equations have not been elaborated.  After: every expandable connector has a component
 * for each name connected to it, of the type of the other side, and all expandable connectors of one connection
 * set have the same members; declared members that nothing is connected to are absent.
 *
 * Works on the text of connect equations: members must exist before references to them can be typed.
 */
#include <string.h>

#include "elaborate/elaborate_impl.h"

enum { MAX_ROUNDS = 50, MAX_DEPTH = 200, MAX_LEVELS = 20 };

typedef struct {
    InstClass *scope;
    const SynExpr *a, *b;
    const InstLoop *loop; /* innermost, or NULL */
} Connect;

/* a reference in an equation or statement other than connect */
typedef struct {
    InstClass *scope;
    const SynExpr *cref;
    bool left; /* all that stands on the left side */
} Mention;

typedef struct {
    Inst *in;
    VEC(Connect) connects;
    VEC(Mention) mentions;
    bool any; /* an expandable connector exists */
    bool changed;
    Map used;     /* InstComp * -> 1: connected */
    bool endless; /* connectors that are connected to parts of themselves would grow for ever */
} Expand;

static bool is_expandable(const InstComp *c) {
    return c->cls && c->cls->restriction == SYN_EXPANDABLE_CONNECTOR && c->type.base == INST_RECORD;
}

/* ---- collecting connect equations -------------------------------------------------------------------------------- */

/* References with a dot; the parser bounds the nesting. */
static void collect_mentions(Expand *x, InstClass *c, const SynExpr *e, bool left) {
    if (!e) return;
    if (e->kind == SYN_CREF && e->cref.n > 1) vec_push(&x->mentions, ((Mention){c, e, left}));
    for (uint32_t i = 0; i < e->nargs; i++) collect_mentions(x, c, e->args[i], false);
    for (uint32_t i = 0; e->kind == SYN_CALL && i < e->nnamed; i++) collect_mentions(x, c, e->named[i].value, false);
}

static void collect_statements(Expand *x, InstClass *c, const SynStatement *s) {
    for (; s; s = s->next) {
        collect_mentions(x, c, s->lhs, true);
        collect_mentions(x, c, s->rhs, false);
        for (uint32_t i = 0; i < s->nbranches; i++) {
            collect_mentions(x, c, s->branches[i].condition, false);
            collect_statements(x, c, s->branches[i].statements);
        }
        collect_statements(x, c, s->body);
    }
}

static void collect_equations(Expand *x, InstClass *c, const SynEquation *eq, const InstLoop *loop) {
    for (; eq; eq = eq->next) {
        if (eq->kind != SYN_EQ_CONNECT) {
            collect_mentions(x, c, eq->lhs, true);
            collect_mentions(x, c, eq->rhs, false);
        }
        for (uint32_t i = 0; i < eq->nbranches; i++) collect_mentions(x, c, eq->branches[i].condition, false);
        if (eq->kind == SYN_EQ_WHEN)
            for (uint32_t i = 0; i < eq->nbranches; i++) collect_equations(x, c, eq->branches[i].equations, loop);
        if (eq->kind == SYN_EQ_CONNECT && !inst_is_deselected(c, eq))
            vec_push(&x->connects, ((Connect){c, eq->lhs, eq->rhs, loop}));
        if (eq->kind == SYN_EQ_FOR) {
            InstLoop *inner = BASE_NEW(&x->in->arena, InstLoop);
            *inner = (InstLoop){eq, loop};
            collect_equations(x, c, eq->body, inner);
        }
        if (eq->kind == SYN_EQ_IF)
            for (uint32_t i = 0; i < eq->nbranches; i++) collect_equations(x, c, eq->branches[i].equations, loop);
    }
}

static void collect_class(Expand *x, InstClass *c) {
    for (uint32_t i = 0; i < c->nbases; i++)
        if (!c->bases[i]->duplicate) collect_class(x, c->bases[i]);
    if (!c->syn) return;
    collect_equations(x, c, c->syn->equations, NULL);
    for (const SynAlgorithm *a = c->syn->algorithms; a; a = a->next) collect_statements(x, c, a->statements);
}

static void visit(Expand *x, InstClass *c, bool collect, int depth);

static void visit_component(Expand *x, InstComp *comp, bool collect, int depth) {
    if (!comp->present || comp->inner || comp->type.base != INST_RECORD || !comp->cls) return;
    if (is_expandable(comp)) x->any = true;
    if (comp->group) { /* the first member stands for all, as long as what is connected to them makes no difference */
        bool any = x->any;
        x->any = false;
        if (!comp->member) visit(x, comp->cls, collect, depth);
        if (x->any) inst_refuse_sharing(x->in);
        x->any |= any;
        return;
    }
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

/* ---- resolving references ---------------------------------------------------------------------------------------- */

typedef struct {
    InstComp *comp; /* last component found */
    uint32_t found; /* parts found */
    bool ok;        /* all of them */
    bool bus;       /* one of them is an expandable connector */
} Path;

/* The element of a split array that plain numbers select; else the first stands for all. */
static InstComp *chosen_element(const InstComp *c, const SynPart *part) {
    uint64_t at = 0;
    for (uint32_t i = 0; i < c->type.ndims; i++) {
        bool number = i < part->nsubs && part->subs[i]->kind == SYN_INTEGER;
        int64_t k = number ? part->subs[i]->integer : 0;
        if (k < 1 || k > c->type.dims[i]) return c->elements[0];
        at = at * (uint64_t)c->type.dims[i] + (uint64_t)(k - 1);
    }
    return c->elements[at];
}

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
        if (c->elements) c = chosen_element(c, &r->parts[p.found]);
        p.comp = c;
        p.bus |= is_expandable(c);
        if (++p.found == r->n) {
            p.ok = true;
            return p;
        }
        el = c->cls ? inst_find(c->cls, r->parts[p.found].name) : NULL;
    }
    return p;
}

/* ---- sizes ------------------------------------------------------------------------------------------------------- */

const SynExpr *inst_in_loops(Inst *in, const InstLoop *loop, const SynExpr *e, uint32_t *n) {
    *n = 0;
    for (const InstLoop *l = loop; l; l = l->outer) *n += l->equation->niterators;
    if (!*n || *n > 32) return e;
    SynExpr *f = BASE_NEW(&in->arena, SynExpr);
    f->kind = SYN_FOR;
    f->span = e->span;
    f->nargs = 1;
    f->args = BASE_ARRAY(&in->arena, SynExpr *, 1);
    f->args[0] = (SynExpr *)e;
    f->niterators = (uint8_t)*n;
    f->iterators = BASE_ARRAY(&in->arena, SynIterator, *n);
    uint32_t k = 0;
    for (const InstLoop *l = loop; l; l = l->outer)
        for (uint32_t i = l->equation->niterators; i-- > 0;) f->iterators[k++] = l->equation->iterators[i];
    return f;
}

/* Types an expression of a connection; NULL when that is not possible yet (faults are reported later). */
static InstExpr *typed(Expand *x, const Connect *c, const SynExpr *e, uint32_t place, uint32_t *loops) {
    InstElab elab = inst_elab_in(c->scope, NULL);
    elab.place |= place;
    size_t mark = base_diag_mark(x->in->ctx);
    InstExpr *r = inst_elab(&elab, inst_in_loops(x->in, c->loop, e, loops));
    base_diag_rollback(x->in->ctx, mark);
    return r->kind == INST_E_ERROR || r->type.base == INST_ANY || r->type.ndims < *loops ? NULL : r;
}

/* The largest value that a subscript takes, at least 1. */
static int64_t largest(Expand *x, const Connect *c, const SynExpr *sub) {
    if (sub->kind == SYN_INTEGER) return sub->integer;
    uint32_t loops;
    int64_t most = 1;
    InstExpr *e = sub->kind == SYN_COLON ? NULL : typed(x, c, sub, 0, &loops);
    InstValue *v =
        e && (e->type.base == INST_INTEGER || e->type.base == INST_ENUM) ? inst_eval(x->in, e, INST_EVAL_MARK) : NULL;
    for (uint64_t i = 0; v && i < v->n; i++)
        if (inst_whole(v->num[i]) > most) most = inst_whole(v->num[i]);
    return most;
}

/* ---- adding members ---------------------------------------------------------------------------------------------- */

static SynExpr *literal(Inst *in, int64_t n) {
    SynExpr *e = BASE_NEW(&in->arena, SynExpr);
    e->kind = SYN_INTEGER;
    e->integer = n;
    return e;
}

static void add_element(Expand *x, InstClass *bus, InstElement *e) {
    Inst *in = x->in;
    int level = 0;
    for (const InstComp *o = bus->owner; o && is_expandable(o); o = o->parent->owner) level++;
    if (level > MAX_LEVELS && !x->endless)
        inst_error(
            bus, "INST0954", e->syn->span,
            "expandable connectors that are connected to members of themselves have members without end (MLS 9.1.3)");
    if (level > MAX_LEVELS) x->endless = true;
    if (x->endless) return;
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

/* Number of dimensions that the connectors in front of a new member have: connect(bus.x, a) runs over the elements of
 * bus. */
static bool leading_dims(Expand *x, const Connect *c, const SynExpr *mine, uint32_t *n) {
    SynExpr head = *mine;
    head.cref.n--;
    uint32_t loops;
    InstExpr *e = typed(x, c, &head, INST_IN_CONNECT, &loops);
    if (e) *n = e->type.ndims - loops;
    return e != NULL;
}

/* Dimensions of a new member, the last part of `mine`: those of its subscripts, else those of the other side as a whole
 * (a.b where a is an array). */
static bool member_dims(Expand *x, const Connect *c, const SynExpr *mine, const SynExpr *other, SynExpr ***dims,
                        uint32_t *n) {
    Inst *in = x->in;
    const SynPart *part = &mine->cref.parts[mine->cref.n - 1];
    if (part->nsubs) {
        *n = part->nsubs;
        *dims = BASE_ARRAY(&in->arena, SynExpr *, *n);
        for (uint32_t i = 0; i < *n; i++) (*dims)[i] = literal(in, largest(x, c, part->subs[i]));
        return true;
    }
    uint32_t loops, lead;
    InstExpr *e = typed(x, c, other, INST_IN_CONNECT, &loops);
    if (!e || !leading_dims(x, c, mine, &lead) || e->type.ndims < loops + lead) return false;
    loops += lead;
    *n = e->type.ndims - loops;
    *dims = BASE_ARRAY(&in->arena, SynExpr *, *n + 1);
    for (uint32_t i = 0; i < *n; i++) {
        int64_t size = e->type.dims[loops + i];
        if (size == INST_UNKNOWN_DIM) return false;
        (*dims)[i] = literal(in, size);
    }
    return true;
}

/* The other side of a connection as a name that can be read anywhere in the class: of arrays, and inside loops, the
 * first element; false where there is none. */
static bool first_of(Expand *x, const Connect *c, const SynExpr *other, SynCref *out) {
    const SynCref *r = &other->cref;
    InstElement *el = inst_lookup(c->scope, r->parts[0].name, NULL);
    *out = (SynCref){.n = r->n + 1, .parts = BASE_ARRAY(&x->in->arena, SynPart, r->n + 1)};
    for (uint32_t i = 0; i < r->n; i++) {
        InstComp *comp = el && el->kind == SYN_COMPONENT ? inst_component(el->home, el) : NULL;
        if (!comp) return false;
        SynPart *p = &out->parts[i];
        *p = r->parts[i];
        if (comp->inner) comp = comp->inner;
        bool numbers = p->nsubs == comp->type.ndims;
        for (uint32_t k = 0; k < p->nsubs; k++) numbers &= p->subs[k]->kind == SYN_INTEGER;
        if (!numbers) p->subs = BASE_ARRAY(&x->in->arena, SynExpr *, comp->type.ndims + 1);
        for (uint32_t k = 0; k < comp->type.ndims; k++) {
            if (!numbers) p->subs[k] = literal(x->in, 1);
            if (comp->type.dims[k] < 1) return false;
        }
        p->nsubs = comp->type.ndims;
        if (comp->elements) comp = chosen_element(comp, p);
        el = comp->cls && i + 1 < r->n ? inst_find(comp->cls, r->parts[i + 1].name) : NULL;
    }
    return true;
}

/* Does the member have to be given this parameter of the component that it is like? */
static bool is_given(const InstElement *e, const InstComp *p) {
    bool constant = p->variability == INST_VAR_CONSTANT; /* by a redeclaration, which the member does not have */
    if (constant && !(e->original && !(e->original->prefixes & SYN_CONSTANT))) return false;
    bool value = p->binding.value || p->covered || p->type.base == INST_RECORD;
    return p->present && value && p->variability <= INST_VAR_PARAMETER && !e->is_protected &&
           !(e->syn->prefixes & SYN_FINAL);
}

/* Parameters of a connector, which decide its sizes, are those of the one it is connected with (9.3). */
static InstMod *parameters_of(Expand *x, const Connect *c, const InstComp *from, const SynExpr *other, bool each) {
    Inst *in = x->in;
    SynCref name;
    InstMod *all = NULL;
    if (from->type.base != INST_RECORD || !from->cls || !first_of(x, c, other, &name)) return NULL;
    for (uint32_t i = 0; i < from->cls->nelements; i++) {
        InstElement *e = from->cls->elements[i];
        InstComp *p = e->kind == SYN_COMPONENT && e->syn ? inst_component(from->cls, e) : NULL;
        if (!p || !is_given(e, p)) continue;
        SynExpr *value = BASE_NEW(&in->arena, SynExpr);
        value->kind = SYN_CREF;
        value->span = other->span;
        value->cref = name;
        value->cref.parts = base_copy(&in->arena, name.parts, name.n * sizeof *name.parts);
        value->cref.parts[name.n - 1] = (SynPart){.name = e->name, .span = other->span};
        InstMod *m = BASE_NEW(&in->arena, InstMod);
        *m = (InstMod){.name = e->name, .value = value, .scope = c->scope, .span = other->span, .each = each};
        if (!all) all = BASE_NEW(&in->arena, InstMod);
        m->next = all->children;
        all->children = m;
    }
    return all;
}

/* A copy of another element becomes a member with this declaration. */
static void place_member(InstElement *e, SynElement *s, InstComp *bus) {
    e->syn = s;
    e->name = s->name;
    e->home = bus->cls;
    e->comp = NULL;
    e->busy = 0;
    e->original = NULL;
    e->same = NULL;
    e->mod = NULL;
    e->is_protected = false;
    e->prefixes &= ~(uint32_t)(SYN_INPUT | SYN_OUTPUT | SYN_INNER | SYN_OUTER | SYN_PROTECTED | SYN_FINAL |
                               SYN_PARAMETER | SYN_CONSTANT);
    e->expanded = true;
}

/* The member that `mine` names, like component `from`, which `other` refers to. */
static void add_member(Expand *x, const Connect *c, InstComp *bus, const SynExpr *mine, const InstComp *from,
                       const SynExpr *other) {
    Inst *in = x->in;
    const SynPart *part = &mine->cref.parts[mine->cref.n - 1];
    InstElement *e = BASE_NEW(&in->arena, InstElement);
    SynElement *s = BASE_NEW(&in->arena, SynElement);
    *e = *from->element;
    *s = *from->element->syn;
    s->name = part->name;
    s->condition = NULL;
    s->next = NULL;
    SynExpr **dims;
    uint32_t n;
    if (member_dims(x, c, mine, other, &dims, &n)) {
        uint32_t own = from->cls ? from->cls->type.ndims : 0; /* of its type: they come with it */
        s->dims = dims;
        s->ndims = part->nsubs || n < own ? n : n - own;
        s->ntype_dims = 0;
    } else if (other->cref.parts[other->cref.n - 1].nsubs) {
        s->ndims = s->ntype_dims = 0; /* connected to one element */
    }
    s->mod = NULL;
    place_member(e, s, bus);
    e->mod = parameters_of(x, c, from, other, s->ndims > 0);
    add_element(x, bus->cls, e);
}

/* A part of a longer name, bus.part.x, that nothing says more about: an expandable connector like the one it is in.
 * MLS 3.6, 9.1.3 speaks of members only; other tools take parts that are connectors so. */
static bool add_part(Expand *x, const Connect *c, const SynExpr *mine, const Path *m, const Path *o) {
    if (m->ok || !m->comp || !is_expandable(m->comp) || m->found + 1 >= mine->cref.n || !o->ok) return false;
    const SynPart *part = &mine->cref.parts[m->found];
    InstElement *e = BASE_NEW(&x->in->arena, InstElement);
    SynElement *s = BASE_NEW(&x->in->arena, SynElement);
    *e = *m->comp->element;
    *s = *m->comp->element->syn;
    s->name = part->name;
    s->condition = NULL;
    s->next = NULL;
    s->mod = NULL;
    s->ntype_dims = 0;
    s->ndims = part->nsubs;
    s->dims = BASE_ARRAY(&x->in->arena, SynExpr *, part->nsubs + 1);
    for (uint32_t i = 0; i < part->nsubs; i++) s->dims[i] = literal(x->in, largest(x, c, part->subs[i]));
    place_member(e, s, m->comp);
    add_element(x, m->comp->cls, e);
    return true;
}

/* An implicit array grows to the largest subscript used. */
static void grow_member(Expand *x, const Connect *c, InstElement *e, const SynPart *part) {
    if (!e->expanded) return;
    for (uint32_t i = 0; i < part->nsubs && i < e->syn->ndims; i++) {
        int64_t size = largest(x, c, part->subs[i]);
        if (e->syn->dims[i]->kind == SYN_INTEGER && size > e->syn->dims[i]->integer) {
            e->syn->dims[i] = literal(x->in, size);
            e->comp = NULL; /* to be made again */
            x->changed = true;
        }
    }
}

/* Both members become as large as the larger one. */
static void same_size(Expand *x, InstElement *e, InstElement *f) {
    if (!e->expanded || !f->expanded || e->syn->ndims != f->syn->ndims) return;
    for (uint32_t i = 0; i < e->syn->ndims; i++) {
        SynExpr **a = &e->syn->dims[i], **b = &f->syn->dims[i];
        if ((*a)->kind != SYN_INTEGER || (*b)->kind != SYN_INTEGER || (*a)->integer == (*b)->integer) continue;
        bool first = (*a)->integer < (*b)->integer;
        *(first ? a : b) = first ? *b : *a;
        (first ? e : f)->comp = NULL;
        x->changed = true;
    }
}

/* Is the component older than the size its declaration has now?  (Copies of a member share its text.) */
static void renew(InstElement *e) {
    if (!e->expanded || !e->comp || e->comp->type.ndims < e->syn->ndims) return;
    for (uint32_t i = 0; i < e->syn->ndims; i++)
        if (e->syn->dims[i]->kind == SYN_INTEGER && e->comp->type.dims[i] != e->syn->dims[i]->integer) e->comp = NULL;
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

static void one_side(Expand *x, const Connect *c, const SynExpr *mine, Path *m, const SynExpr *other, Path *o) {
    if (m->ok || !m->comp || !is_expandable(m->comp) || m->found + 1 != mine->cref.n || !o->ok) return;
    add_member(x, c, m->comp, mine, o->comp, other);
}

static void share_nested(Expand *x, InstComp *a, InstComp *b, int depth) {
    share_members(x, a, b);
    share_members(x, b, a);
    if (depth > MAX_DEPTH || x->endless) return;
    for (uint32_t i = 0; i < a->cls->nelements; i++) {
        InstElement *e = a->cls->elements[i], *f = inst_find(b->cls, e->name);
        if (e->kind != SYN_COMPONENT || !f || f->kind != SYN_COMPONENT) continue;
        renew(e);
        renew(f);
        same_size(x, e, f);
        InstComp *p = inst_component(a->cls, e), *q = inst_component(b->cls, f);
        if (p && q && p->cls && q->cls && is_expandable(p) && is_expandable(q)) share_nested(x, p, q, depth + 1);
    }
}

static void add_round(Expand *x) {
    for (size_t i = 0; i < x->connects.n; i++) {
        Connect *c = &x->connects.at[i];
        Path a = resolve(c->scope, c->a), b = resolve(c->scope, c->b);
        one_side(x, c, c->a, &a, c->b, &b);
        one_side(x, c, c->b, &b, c->a, &a);
        if (a.ok && c->a->cref.n) grow_member(x, c, a.comp->element, &c->a->cref.parts[c->a->cref.n - 1]);
        if (b.ok && c->b->cref.n) grow_member(x, c, b.comp->element, &c->b->cref.parts[c->b->cref.n - 1]);
        if (a.ok && b.ok && is_expandable(a.comp) && is_expandable(b.comp)) share_nested(x, a.comp, b.comp, 0);
    }
}

/* The first part that no other connection says what it is. */
static bool add_parts(Expand *x) {
    for (size_t i = 0; i < x->connects.n && !x->endless && !x->in->ctx->strict; i++) {
        Connect *c = &x->connects.at[i];
        Path a = resolve(c->scope, c->a), b = resolve(c->scope, c->b);
        if (add_part(x, c, c->a, &a, &b) || add_part(x, c, c->b, &b, &a)) return true;
    }
    return false;
}

static void add_all(Expand *x) {
    do {
        x->changed = true;
        for (int round = 0; round < MAX_ROUNDS && x->changed; round++) {
            x->changed = false;
            add_round(x);
        }
    } while (add_parts(x));
}

/* A declared member with unknown dimensions gets those of what is connected to it. */
static bool is_open(const InstComp *member) {
    if (!member->parent->owner || !is_expandable(member->parent->owner)) return false;
    for (uint32_t i = 0; i < member->type.ndims; i++)
        if (member->type.dims[i] == INST_UNKNOWN_DIM) return true;
    return false;
}

static void size_as(Expand *x, InstComp *member, const int64_t *dims) {
    for (uint32_t i = 0; i < member->type.ndims; i++) {
        if (member->type.dims[i] != INST_UNKNOWN_DIM || dims[i] == INST_UNKNOWN_DIM) continue;
        member->type.dims[i] = dims[i];
        x->changed = true;
    }
}

static void size_open(Expand *x, InstComp *member, const InstComp *other) {
    if (is_open(member) && member->type.ndims == other->type.ndims) size_as(x, member, other->type.dims);
}

/* The same where the other side is the member of an array of components: a[2].y is a vector by the size of a. */
static void size_by_type(Expand *x, const Connect *c, InstComp *member, const SynExpr *other) {
    uint32_t loops = 0;
    InstExpr *e = is_open(member) ? typed(x, c, other, INST_IN_CONNECT, &loops) : NULL;
    if (e && e->type.ndims == member->type.ndims + loops) size_as(x, member, e->type.dims + loops);
}

static void share_used(Expand *x, InstComp *a, InstComp *b) {
    for (uint32_t i = 0; i < a->cls->nelements; i++) {
        InstElement *e = a->cls->elements[i], *f = inst_find(b->cls, e->name);
        if (e->kind != SYN_COMPONENT || !f || f->kind != SYN_COMPONENT) continue;
        InstComp *p = inst_component(a->cls, e), *q = inst_component(b->cls, f);
        if (!p || !q) continue;
        size_open(x, p, q);
        size_open(x, q, p);
        if (is_used(x, p)) mark(x, q);
        if (is_used(x, q)) mark(x, p);
        if (is_expandable(p) && is_expandable(q)) share_used(x, p, q);
    }
}

static void use_round(Expand *x) {
    for (size_t i = 0; i < x->connects.n; i++) {
        Connect *c = &x->connects.at[i];
        Path a = resolve(c->scope, c->a), b = resolve(c->scope, c->b);
        if (!a.ok || !b.ok) continue;
        size_open(x, a.comp, b.comp);
        size_open(x, b.comp, a.comp);
        size_by_type(x, c, a.comp, c->b);
        size_by_type(x, c, b.comp, c->a);
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
        if (!comp || !comp->present || comp->inner || comp->type.base != INST_RECORD || !comp->cls || comp->group)
            continue;
        bool open = c->inst->checking && !c->owner; /* whoever uses the class connects to it */
        if (is_expandable(comp) && !open) {
            for (uint32_t k = 0; k < comp->cls->nelements; k++) {
                InstComp *m = comp->cls->elements[k]->kind == SYN_COMPONENT
                                  ? inst_component(comp->cls, comp->cls->elements[k])
                                  : NULL;
                if (m && m->variability > INST_VAR_PARAMETER && !is_expandable(m) && !is_used(x, m)) m->present = false;
            }
            comp->cls->fields = NULL;
            comp->cls->nfields = 0;
        }
        drop_unused(x, comp->cls, depth + 1);
    }
}

/* Declared members that equations name though nothing is connected to them: others take them as present. */
static void use_mentioned(Expand *x) {
    for (size_t i = 0; i < x->mentions.n && !x->in->ctx->strict; i++) {
        const Mention *m = &x->mentions.at[i];
        Path p = resolve(m->scope, m->cref);
        const InstComp *bus = p.ok ? p.comp->parent->owner : NULL;
        if (!bus || !is_expandable(bus) || p.comp->variability <= INST_VAR_PARAMETER) continue;
        if (m->left || !is_used(x, p.comp)) p.comp->given = true;
        if (is_used(x, p.comp)) continue;
        Diag *d = inst_tolerate(m->scope, "INST0516", m->cref->span,
                                "%s is a member of an expandable connector that nothing is connected to (MLS 9.1.3)",
                                inst_name(x->in, p.comp->name));
        base_hint(x->in->ctx, d, "connect something to it");
        mark(x, p.comp);
    }
}

/* One side of a connection must be declared (9.1.3). */
static void report_undeclared(Expand *x) {
    for (size_t i = 0; i < x->connects.n; i++) {
        Connect *c = &x->connects.at[i];
        Path a = resolve(c->scope, c->a), b = resolve(c->scope, c->b);
        if (a.ok || b.ok || !a.comp || !b.comp || !is_expandable(a.comp) || !is_expandable(b.comp)) continue;
        Diag *d =
            inst_error(c->scope, "INST0953", c->a->span,
                       "both sides of this connection are undeclared members of expandable connectors (MLS 9.1.3)");
        base_note(x->in->ctx, d, c->b->span, "the other side");
    }
}

/* Connections that pass no expandable connector, nearly all of a large model, have no say. */
static void keep_buses(Expand *x) {
    size_t kept = 0;
    for (size_t i = 0; i < x->connects.n; i++) {
        const Connect *c = &x->connects.at[i];
        if (resolve(c->scope, c->a).bus || resolve(c->scope, c->b).bus) x->connects.at[kept++] = *c;
    }
    x->connects.n = kept;
}

void inst_expand(InstClass *model) {
    Expand x = {.in = model->inst};
    visit(&x, model, false, 0);
    if (x.any) {
        visit(&x, model, true, 0);
        keep_buses(&x);
        add_all(&x);
        x.changed = true;
        for (int round = 0; round < MAX_ROUNDS && x.changed; round++) {
            x.changed = false;
            use_round(&x);
            if (!x.changed) use_mentioned(&x);
        }
        report_undeclared(&x);
        drop_unused(&x, model, 0);
    }
    vec_free(&x.connects);
    vec_free(&x.mentions);
    base_map_free(&x.used);
}
