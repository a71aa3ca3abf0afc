/* classic_connect.c - connection expressions: results and effects as in the operator table of 1979.
 *
 * The only effect is "X at Y", which joins two cuts.  Joined variable cuts and nodes are kept in sets whose order is
 * that of the listings of 1993: a new cut becomes a set of its own behind all others; X at Y gives list(Y) followed
 * by list(X) in the place of X's set; a node is always taken as Y.
 */
#include "classic/classic_impl.h"

#include <string.h>

typedef enum { POINT_LEAF, POINT_LIST, POINT_DOT } PointKind;
typedef struct Point {
    PointKind kind;
    uint32_t leaf;
    struct Point **items;
    uint32_t n;
} Point;

typedef enum { END_NONE, END_CUT, END_PATH } EndKind;
typedef struct {
    EndKind kind;
    Point *in, *out; /* CUT: in; of a list with paths in it, out too (leaving) */
} End;

typedef struct {
    ClsModel *m;
    uint32_t instance;
    Name medium;
    bool failed;
    int depth;
} Walk;

static const char *str(const Walk *w, Name n) { return base_str(w->m->ctx->names, n); }

static Diag *fail(Walk *w, const char *code, Span span, const char *text) {
    w->failed = true;
    return base_error(w->m->ctx, code, span, "%s", text);
}

/* ---- leaves and sets --------------------------------------------------------------------------------------------- */

static uint32_t new_leaf(ClsModel *m, uint32_t instance, const ClsCut *cut, uint64_t key, bool node, bool inner) {
    uint32_t at = (uint32_t)m->leaves.n;
    vec_push(&m->leaves, ((ClsLeaf){instance, cut, key, node, inner, at, CLS_NONE, CLS_NONE}));
    return at;
}

/* The leaf of a variable cut, found by its number. */
static uint32_t cut_leaf(Walk *w, uint32_t instance, const ClsCut *cut, bool node, bool inner) {
    ClsModel *m = w->m;
    ClsInstance *i = &m->instances.at[instance];
    if (i->first_slot == CLS_NONE) {
        i->first_slot = (uint32_t)m->slots.n;
        for (uint32_t k = 0; k < 2 * i->decl->nvariable_cuts; k++) vec_push(&m->slots, CLS_NONE);
    }
    uint32_t *slot = &m->slots.at[i->first_slot + 2 * cut->number + inner];
    if (*slot == CLS_NONE) *slot = new_leaf(m, instance, cut, (uint64_t)(uintptr_t)cut, node, inner);
    return *slot;
}

/* A node without shape, by its name or by the node and part that it is. */
static uint32_t node_leaf(Walk *w, uint32_t instance, uint64_t key) {
    ClsModel *m = w->m;
    uint64_t k = base_mix(key, instance), at;
    while (base_map_get(&m->leaf_of, k, &at)) { /* different leaves never share a hash for long */
        const ClsLeaf *l = &m->leaves.at[at];
        if (l->instance == instance && !l->cut && l->key == key) return (uint32_t)at;
        k++;
    }
    at = new_leaf(m, instance, NULL, key, true, false);
    base_map_put(&m->leaf_of, k, at);
    return (uint32_t)at;
}

static uint32_t root_of(ClsModel *m, uint32_t leaf) {
    while (m->leaves.at[leaf].root != leaf) {
        m->leaves.at[leaf].root = m->leaves.at[m->leaves.at[leaf].root].root;
        leaf = m->leaves.at[leaf].root;
    }
    return leaf;
}

static uint32_t set_of(ClsModel *m, uint32_t leaf, uint32_t group, Span span) {
    uint32_t r = root_of(m, leaf);
    if (m->leaves.at[r].set == CLS_NONE) {
        m->leaves.at[r].set = (uint32_t)m->sets.n;
        vec_push(&m->sets, ((ClsSet){leaf, leaf, group, span}));
    }
    return m->leaves.at[r].set;
}

static void join(Walk *w, uint32_t x, uint32_t y, Span span) {
    ClsModel *m = w->m;
    vec_push(&m->trace, x);
    vec_push(&m->trace, y);
    if (m->leaves.at[x].node && !m->leaves.at[y].node) {
        uint32_t t = x;
        x = y;
        y = t;
    }
    uint32_t sx = set_of(m, x, w->instance, span), sy = set_of(m, y, w->instance, span);
    if (sx == sy) return;
    ClsSet *a = &m->sets.at[sx], *b = &m->sets.at[sy];
    m->leaves.at[b->tail].next = a->head;
    a->head = b->head;
    a->group = w->instance;
    b->head = CLS_NONE;
    uint32_t rx = root_of(m, x), ry = root_of(m, y);
    m->leaves.at[ry].root = rx;
    m->leaves.at[rx].set = sx;
}

static void leaf_text(const ClsModel *m, uint32_t leaf, Text *out) {
    const ClsLeaf *l = &m->leaves.at[leaf];
    cls_instance_text(m, l->instance, out);
    if (l->cut) base_text_printf(out, " (%u across, %u through)", l->cut->nacross, l->cut->nthrough);
}

static void check_shape(Walk *w, uint32_t x, uint32_t y, Span span) {
    const ClsCut *a = w->m->leaves.at[x].cut, *b = w->m->leaves.at[y].cut;
    if (!a || !b || (a->nacross == b->nacross && a->nthrough == b->nthrough)) return;
    Text t = {0};
    base_text_add(&t, "cuts of different shape are connected: ");
    leaf_text(w->m, x, &t);
    base_text_add(&t, " and ");
    leaf_text(w->m, y, &t);
    Diag *d = fail(w, "CLS0020", span, base_text_str(&t));
    base_note(w->m->ctx, d, a->span, "the first cut");
    base_note(w->m->ctx, d, b->span, "the second cut");
    base_hint(w->m->ctx, d, "cuts that meet need as many variables before and behind '/'; '.' leaves a place empty");
    base_text_free(&t);
}

static Point *new_point(Walk *w, PointKind kind, uint32_t n) {
    Point *p = BASE_NEW(&w->m->arena, Point);
    p->kind = kind;
    p->n = n;
    if (n) p->items = BASE_ARRAY(&w->m->arena, Point *, n);
    return p;
}

/* The k-th part of a node without shape that meets a list. */
static Point *node_part(Walk *w, const Point *node, uint32_t k) {
    const ClsLeaf *l = &w->m->leaves.at[node->leaf];
    Point *p = new_point(w, POINT_LEAF, 0);
    p->leaf = node_leaf(w, l->instance, base_mix(node->leaf, k + 1));
    return p;
}

static void at(Walk *w, const Point *x, const Point *y, Span span) {
    if (w->failed || x->kind == POINT_DOT || y->kind == POINT_DOT) return;
    if (x->kind == POINT_LEAF && y->kind == POINT_LEAF) {
        check_shape(w, x->leaf, y->leaf, span);
        if (!w->failed) join(w, x->leaf, y->leaf, span);
        return;
    }
    const Point *list = x->kind == POINT_LIST ? x : y, *other = list == x ? y : x;
    bool node = other->kind == POINT_LEAF && w->m->leaves.at[other->leaf].node && !w->m->leaves.at[other->leaf].cut;
    if (!node && (other->kind != POINT_LIST || other->n != list->n)) {
        Text t = {0};
        base_text_printf(&t, "a cut of %u parts is connected to one of %u", x->kind == POINT_LIST ? x->n : 1,
                         y->kind == POINT_LIST ? y->n : 1);
        Diag *d = fail(w, "CLS0020", span, base_text_str(&t));
        base_hint(w->m->ctx, d,
                  "hierarchical cuts are connected part by part; branch and join connect one cut to several");
        base_text_free(&t);
        return;
    }
    for (uint32_t k = 0; k < list->n; k++) {
        const Point *part = node ? node_part(w, other, k) : other->items[k];
        if (list == x) at(w, list->items[k], part, span);
        else at(w, part, list->items[k], span);
    }
}

/* ---- cuts and paths by name -------------------------------------------------------------------------------------- */

static Point *cut_point(Walk *w, uint32_t instance, const ClsCut *cut, bool inner);

static uint32_t descend(Walk *w, uint32_t instance, const Name *path, uint32_t n, Span span) {
    for (uint32_t k = 0; k < n; k++) {
        uint32_t child = cls_child(w->m, instance, path[k]);
        if (child == CLS_NONE) {
            fail(w, "CLS0013", span,
                 base_sprintf(&w->m->arena, "%s has no submodel '%s'", str(w, w->m->instances.at[instance].decl->name),
                              str(w, path[k])));
            return CLS_NONE;
        }
        instance = child;
    }
    return instance;
}

static Point *named_cut(Walk *w, uint32_t instance, uint32_t index, bool inner);

static uint64_t node_key(Name name) { return (uint64_t)name * 16 + 1; }

/* A node of a given shape: its parts are nodes, words among them are other nodes of the model. */
static Point *node_point(Walk *w, uint32_t instance, const ClsCut *cut) {
    if (++w->depth > 200) {
        fail(w, "CLS0023", cut->span, "this node refers to itself");
        return new_point(w, POINT_DOT, 0);
    }
    Point *p = new_point(w,
                         cut->kind == CLS_CUT_LIST   ? POINT_LIST
                         : cut->kind == CLS_CUT_VARS ? POINT_LEAF
                                                     : POINT_DOT,
                         cut->nitems);
    uint64_t k;
    if (cut->kind == CLS_CUT_VARS) p->leaf = cut_leaf(w, instance, cut, true, false);
    for (uint32_t i = 0; i < cut->nitems && cut->kind == CLS_CUT_LIST; i++)
        p->items[i] = node_point(w, instance, cut->items[i]);
    if (cut->kind == CLS_CUT_REF) {
        const ClsDecl *d = w->m->instances.at[instance].decl;
        if (cut->npath == 1 && !cut->word && base_map_get(&d->cut_of, cut->path[0], &k))
            p = named_cut(w, instance, (uint32_t)k, true);
        else
            fail(w, "CLS0025", cut->span,
                 base_sprintf(&w->m->arena, "'%s' is no node of %s", str(w, cut->path[0]), str(w, d->name)));
    }
    w->depth--;
    return p;
}

static Point *named_cut(Walk *w, uint32_t instance, uint32_t index, bool inner) {
    const ClsCutDecl *c = &w->m->instances.at[instance].decl->cuts.at[index];
    if (!c->node) return cut_point(w, instance, c->cut, inner);
    if (c->cut) return node_point(w, instance, c->cut);
    Point *p = new_point(w, POINT_LEAF, 0);
    p->leaf = node_leaf(w, instance, node_key(c->name));
    return p;
}

/* A cut with no name: the main one. */
static Point *main_cut(Walk *w, uint32_t instance, Span span) {
    const ClsDecl *d = w->m->instances.at[instance].decl;
    if (d->main_cut != CLS_NONE) return named_cut(w, instance, d->main_cut, false);
    Diag *g = fail(w, "CLS0021", span, base_sprintf(&w->m->arena, "model type %s has no main cut", str(w, d->name)));
    base_hint(w->m->ctx, g, "declare one with `main cut`, or name the cut behind ':'");
    return new_point(w, POINT_DOT, 0);
}

static Point *referred_cut(Walk *w, uint32_t instance, const ClsCut *cut, bool inner) {
    const ClsDecl *d = w->m->instances.at[instance].decl;
    uint64_t k;
    if (!cut->word && cut->npath == 1 && base_map_get(&d->cut_of, cut->path[0], &k))
        return named_cut(w, instance, (uint32_t)k, inner);
    uint32_t to = descend(w, instance, cut->path, cut->npath, cut->span);
    if (to == CLS_NONE) return new_point(w, POINT_DOT, 0);
    if (!cut->word) return main_cut(w, to, cut->span);
    if (base_map_get(&w->m->instances.at[to].decl->cut_of, cut->word, &k)) return named_cut(w, to, (uint32_t)k, false);
    fail(w, "CLS0022", cut->span,
         base_sprintf(&w->m->arena, "model type %s has no cut '%s'", str(w, w->m->instances.at[to].decl->name),
                      str(w, cut->word)));
    return new_point(w, POINT_DOT, 0);
}

/* inner: an own cut seen from inside its model; cuts by reference are the submodel's and keep their signs. */
static Point *cut_point(Walk *w, uint32_t instance, const ClsCut *cut, bool inner) {
    Point *p;
    if (++w->depth > 200) {
        fail(w, "CLS0023", cut->span, "this cut refers to itself");
        return new_point(w, POINT_DOT, 0);
    }
    switch (cut->kind) {
    case CLS_CUT_VARS:
        p = new_point(w, POINT_LEAF, 0);
        p->leaf = cut_leaf(w, instance, cut, false, inner);
        break;
    case CLS_CUT_LIST:
        p = new_point(w, POINT_LIST, cut->nitems);
        for (uint32_t k = 0; k < cut->nitems; k++) p->items[k] = cut_point(w, instance, cut->items[k], inner);
        break;
    case CLS_CUT_REF: p = referred_cut(w, instance, cut, inner); break;
    default: p = new_point(w, POINT_DOT, 0); break;
    }
    w->depth--;
    return p;
}

static bool end_of_path(Walk *w, uint32_t instance, uint32_t index, bool inner, End *out) {
    const ClsPathDecl *p = &w->m->instances.at[instance].decl->paths.at[index];
    if (++w->depth > 200) {
        fail(w, "CLS0023", p->span, "this path refers to itself");
        return false;
    }
    bool ok = true;
    if (p->in) {
        *out = (End){END_PATH, cut_point(w, instance, p->in, inner), cut_point(w, instance, p->out, inner)};
    } else {
        uint32_t to = instance;
        uint64_t k;
        const ClsDecl *d = w->m->instances.at[instance].decl;
        if (!p->word && p->npath == 1 && base_map_get(&d->path_of, p->path[0], &k)) {
            ok = end_of_path(w, instance, (uint32_t)k, inner, out);
        } else {
            to = descend(w, instance, p->path, p->npath, p->span);
            ok = to != CLS_NONE;
            if (ok) {
                d = w->m->instances.at[to].decl;
                bool found =
                    p->word ? base_map_get(&d->path_of, p->word, &k) : (k = d->main_path, d->main_path != CLS_NONE);
                if (found) ok = end_of_path(w, to, (uint32_t)k, false, out);
                else
                    fail(w, "CLS0022", p->span,
                         base_sprintf(&w->m->arena, "model type %s has no such path", str(w, d->name))),
                        ok = false;
            }
        }
    }
    w->depth--;
    return ok;
}

static bool find_in(Walk *w, uint32_t instance, Name name, bool inner, End *out) {
    const ClsDecl *d = w->m->instances.at[instance].decl;
    uint64_t k;
    if (base_map_get(&d->cut_of, name, &k)) {
        *out = (End){END_CUT, named_cut(w, instance, (uint32_t)k, inner), NULL};
        return true;
    }
    return base_map_get(&d->path_of, name, &k) && end_of_path(w, instance, (uint32_t)k, inner, out);
}

/* A submodel given by its name only. */
static End submodel_end(Walk *w, uint32_t instance, Span span) {
    const ClsDecl *d = w->m->instances.at[instance].decl;
    End e = {END_NONE, NULL, NULL};
    if (w->medium) {
        if (find_in(w, instance, w->medium, false, &e)) return e;
        if (!w->failed) {
            Diag *g = fail(w, "CLS0024", span,
                           base_sprintf(&w->m->arena, "model type %s has no cut or path '%s'", str(w, d->name),
                                        str(w, w->medium)));
            base_hint(w->m->ctx, g, "connect (%s) uses the cut or path of that name of each submodel",
                      str(w, w->medium));
        }
    } else if (d->main_path != CLS_NONE) {
        end_of_path(w, instance, d->main_path, false, &e);
    } else if (d->main_cut != CLS_NONE) {
        e = (End){END_CUT, named_cut(w, instance, d->main_cut, false), NULL};
    } else {
        Diag *g = fail(w, "CLS0021", span,
                       base_sprintf(&w->m->arena, "model type %s has no main path and no main cut", str(w, d->name)));
        base_hint(w->m->ctx, g, "declare `main path P <A - B>` in %s, or name a cut: submodel:cut", str(w, d->name));
    }
    return e;
}

static End operand(Walk *w, const ClsConnect *c) {
    End e = {END_NONE, NULL, NULL};
    if (!c->accessor && c->npath == 1 && cls_child(w->m, w->instance, c->path[0]) == CLS_NONE) {
        if (find_in(w, w->instance, c->path[0], true, &e) || w->failed) return e;
        Diag *g = fail(w, "CLS0025", c->span,
                       base_sprintf(&w->m->arena, "'%s' is no submodel, node, cut or path of %s", str(w, c->path[0]),
                                    str(w, w->m->instances.at[w->instance].decl->name)));
        base_hint(w->m->ctx, g, "declare it: node %s", str(w, c->path[0]));
        return e;
    }
    uint32_t to = descend(w, w->instance, c->path, c->npath, c->span);
    if (to == CLS_NONE) return e;
    if (!c->accessor) return submodel_end(w, to, c->span);
    uint64_t k;
    const ClsDecl *d = w->m->instances.at[to].decl;
    if (c->accessor == ':' && base_map_get(&d->cut_of, c->word, &k))
        return (End){END_CUT, named_cut(w, to, (uint32_t)k, false), NULL};
    if (c->accessor != ':' && base_map_get(&d->path_of, c->word, &k)) {
        end_of_path(w, to, (uint32_t)k, false, &e);
        return e;
    }
    fail(w, "CLS0022", c->span,
         base_sprintf(&w->m->arena, "model type %s has no %s '%s'", str(w, d->name),
                      c->accessor == ':' ? "cut" : "path", str(w, c->word)));
    return e;
}

/* ---- operators --------------------------------------------------------------------------------------------------- */

static End evaluate(Walk *w, const ClsConnect *c);

/* (C1 C2 ...) and (<C1 - C2> <C3 - C4> ...); among cuts a path counts by its first cut, or by its last one where the
 * list is what something goes out of (leaving). */
static End list_end(Walk *w, const ClsConnect *c) {
    if (c->nargs == 1 && c->args[0]->op != CLS_DOT) return evaluate(w, c->args[0]);
    End *ends = BASE_ARRAY(&w->m->arena, End, c->nargs);
    bool paths = true;
    for (uint32_t k = 0; k < c->nargs && !w->failed; k++) {
        if (c->args[k]->op == CLS_DOT)
            ends[k] = (End){END_PATH, new_point(w, POINT_DOT, 0), new_point(w, POINT_DOT, 0)};
        else ends[k] = evaluate(w, c->args[k]);
        if (!w->failed && ends[k].kind == END_NONE)
            fail(w, "CLS0026", c->args[k]->span, "this connection leaves nothing to put into a list");
        paths &= ends[k].kind == END_PATH;
    }
    if (w->failed) return (End){END_NONE, NULL, NULL};
    Point *in = new_point(w, POINT_LIST, c->nargs), *out = new_point(w, POINT_LIST, c->nargs);
    for (uint32_t k = 0; k < c->nargs; k++) {
        in->items[k] = ends[k].in;
        out->items[k] = ends[k].out ? ends[k].out : ends[k].in;
    }
    return (End){paths ? END_PATH : END_CUT, in, out};
}

static void at_each(Walk *w, const Point *one, const Point *list, bool one_first, Span span) {
    if (list->kind != POINT_LIST) {
        if (one_first) at(w, one, list, span);
        else at(w, list, one, span);
        return;
    }
    for (uint32_t k = 0; k < list->n; k++) at_each(w, one, list->items[k], one_first, span);
}

static End path_or_cut(Point *in, Point *out) {
    if (in && out) return (End){END_PATH, in, out};
    if (in || out) return (End){END_CUT, in ? in : out, NULL};
    return (End){END_NONE, NULL, NULL};
}

static const Point *leaving(End e) { return e.out ? e.out : e.in; }

static const char *const operator_names[] = {"at", "to", "from", "par", "loop", "branch", "join"};

static End apply(Walk *w, const ClsConnect *c, End a, End b) {
    bool pa = a.kind == END_PATH, pb = b.kind == END_PATH;
    End none = {END_NONE, NULL, NULL};
    if (a.kind == END_NONE || b.kind == END_NONE) {
        Diag *d = fail(w, "CLS0026", c->span,
                       base_sprintf(&w->m->arena, "there is nothing left to connect by '%s'", operator_names[c->op]));
        base_hint(w->m->ctx, d, "a cut at, to or from a cut gives no result; separate connections by ','");
        return none;
    }
    switch (c->op) {
    case CLS_AT:
        if (pa || pb) break;
        at(w, a.in, b.in, c->span);
        return none;
    case CLS_TO: at(w, leaving(a), b.in, c->span); return path_or_cut(pa ? a.in : NULL, pb ? b.out : NULL);
    case CLS_FROM: at(w, leaving(b), a.in, c->span); return path_or_cut(pb ? b.in : NULL, pa ? a.out : NULL);
    case CLS_PAR:
        if (!pa || !pb) break;
        at(w, a.in, b.in, c->span);
        at(w, a.out, b.out, c->span);
        return a;
    case CLS_LOOP:
        if (!pa || !pb) break;
        at(w, a.in, b.out, c->span);
        at(w, a.out, b.in, c->span);
        return a;
    case CLS_BRANCH:
        at_each(w, leaving(a), b.in, true, c->span);
        return path_or_cut(pa ? a.in : NULL, pb ? b.out : NULL);
    case CLS_JOIN:
        at_each(w, b.in, leaving(a), false, c->span);
        return path_or_cut(pa ? a.in : NULL, pb ? b.out : NULL);
    default: break;
    }
    if (c->op == CLS_AT) { /* a submodel with a main path, where a cut is meant */
        Diag *d = fail(w, "CLS0027", c->span, "'at' connects cuts, not paths");
        base_hint(w->m->ctx, d, "name a cut behind ':', or use 'to' or 'par'");
    } else {
        Diag *d =
            fail(w, "CLS0027", c->span,
                 base_sprintf(&w->m->arena, "'%s' connects paths; a main path is missing", operator_names[c->op]));
        base_hint(w->m->ctx, d, "declare `main path P <A - B>` in the model type");
    }
    return none;
}

static End reversed(Walk *w, const ClsConnect *c) {
    End e = evaluate(w, c->args[0]);
    if (w->failed) return e;
    if (e.kind != END_PATH) {
        Diag *d = fail(w, "CLS0027", c->span, "only a path can be reversed; a main path is missing");
        base_hint(w->m->ctx, d, "declare `main path P <A - B>` in the model type");
        return e;
    }
    return (End){END_PATH, e.out, e.in};
}

/* Chains of operators lean to the left: their operands are worked off in a loop. */
static End evaluate(Walk *w, const ClsConnect *c) {
    VEC(const ClsConnect *) chain = {0};
    for (; c->op <= CLS_JOIN; c = c->args[0]) vec_push(&chain, c);
    End e = c->op == CLS_REVERSED ? reversed(w, c) : c->op == CLS_LIST ? list_end(w, c) : operand(w, c);
    while (chain.n && !w->failed) {
        const ClsConnect *op = vec_pop(&chain);
        End right = evaluate(w, op->args[1]);
        if (!w->failed) e = apply(w, op, e, right);
    }
    vec_free(&chain);
    return e;
}

bool cls_connect(ClsModel *m, uint32_t instance, const ClsConnectStatement *s) {
    Walk w = {.m = m, .instance = instance, .medium = s->medium};
    evaluate(&w, s->expr);
    return !w.failed;
}

/* ---- coupling equations ------------------------------------------------------------------------------------------ */

static DaeExpr element_var(ClsModel *m, const ClsLeaf *l, Name name) {
    return cls_var(m, cls_own_var(m, l->instance, name));
}

static void add(ClsModel *m, const ClsSet *s, DaeExpr lhs, DaeExpr rhs) {
    ClsEquation e = {.lhs = lhs,
                     .rhs = rhs,
                     .group = s->group,
                     .span = s->span,
                     .var = CLS_NONE,
                     .derivative = CLS_NONE,
                     .coupling = true};
    vec_push(&m->equations, e);
}

static DaeExpr plus(ClsModel *m, DaeExpr sum, DaeExpr x) {
    DaeExpr args[2] = {sum, x};
    return sum ? dae_raw(&m->pool, DAE_ADD, args, 2) : x;
}

/* Across: from the end of the list, L(n-1) = Ln, ..., L1 = L2. */
static void across(ClsModel *m, const ClsSet *s, const VecU32 *list, uint32_t place) {
    DaeExpr last = 0;
    for (size_t k = list->n; k--;) {
        const ClsLeaf *l = &m->leaves.at[list->at[k]];
        if (!l->cut->elements[place].var) continue;
        DaeExpr v = element_var(m, l, l->cut->elements[place].var);
        if (l->cut->elements[place].sign < 0) v = dae_op1(&m->pool, DAE_NEG, v);
        if (last) add(m, s, v, last);
        last = v;
    }
}

/* Through: one sum, positive terms left, negative ones right; none when a member leaves the place empty. */
static void through(ClsModel *m, const ClsSet *s, const VecU32 *list, uint32_t place) {
    DaeExpr left = 0, right = 0;
    for (size_t k = list->n; k--;) {
        const ClsLeaf *l = &m->leaves.at[list->at[k]];
        const ClsElement *e = &l->cut->elements[l->cut->nacross + place];
        if (!e->var) return;
        DaeExpr v = element_var(m, l, e->var);
        if ((e->sign < 0) != l->inner) right = plus(m, right, v);
        else left = plus(m, left, v);
    }
    DaeExpr zero = dae_real(&m->pool, 0);
    if (!left) left = right, right = zero;
    add(m, s, left, right ? right : zero);
}

/* Does a node of the set leave the place empty?  Then it connects nothing there. */
static bool left_out(const ClsModel *m, const VecU32 *nodes, uint32_t place) {
    for (size_t k = 0; k < nodes->n; k++)
        if (!m->leaves.at[nodes->at[k]].cut->elements[place].var) return true;
    return false;
}

/* Nodes without shape let cuts of any shape in. */
static bool same_shape(ClsModel *m, const VecU32 *list, const ClsCut *first) {
    for (size_t k = 0; k < list->n; k++) {
        const ClsCut *c = m->leaves.at[list->at[k]].cut;
        if (c->nacross == first->nacross && c->nthrough == first->nthrough) continue;
        Diag *d = base_error(m->ctx, "CLS0020", c->span, "cuts of different shape meet at a node");
        base_note(m->ctx, d, first->span, "the other cut");
        base_hint(m->ctx, d, "cuts that meet need as many variables before and behind '/'; '.' leaves a place empty");
        return false;
    }
    return true;
}

void cls_couple(ClsModel *m) {
    VecU32 list = {0}, nodes = {0};
    for (size_t i = 0; i < m->sets.n; i++) {
        const ClsSet *s = &m->sets.at[i];
        vec_clear(&list);
        vec_clear(&nodes);
        for (uint32_t l = s->head; l != CLS_NONE; l = m->leaves.at[l].next) {
            if (!m->leaves.at[l].node) vec_push(&list, l);
            else if (m->leaves.at[l].cut) vec_push(&nodes, l);
        }
        if (!list.n) continue;
        const ClsCut *first = m->leaves.at[list.at[0]].cut;
        if (!same_shape(m, &list, first) || !same_shape(m, &nodes, first)) continue;
        for (uint32_t k = 0; k < first->nacross; k++)
            if (!left_out(m, &nodes, k)) across(m, s, &list, k);
        for (uint32_t k = 0; k < first->nthrough; k++)
            if (!left_out(m, &nodes, first->nacross + k)) through(m, s, &list, k);
    }
    vec_free(&list);
    vec_free(&nodes);
}

/* ---- effects as text --------------------------------------------------------------------------------------------- */

/* The word under which a declaration knows a cut: C1, or H[2] for a part of a hierarchical one. */
static bool cut_word(const ClsModel *m, const ClsCut *in, const ClsCut *cut, Text *out) {
    if (in == cut) return true;
    for (uint32_t k = 0; in && k < in->nitems; k++) {
        size_t n = out->n;
        base_text_printf(out, "[%u]", k + 1);
        if (cut_word(m, in->items[k], cut, out)) return true;
        out->n = n;
    }
    return false;
}

/* A cut that stands inside a path: ..P in, ..P out[2]. */
static bool path_word(const ClsModel *m, const ClsDecl *d, const ClsCut *cut, Text *out) {
    size_t n = out->n;
    for (size_t k = 0; cut && k < 2 * d->paths.n; k++) {
        const ClsPathDecl *p = &d->paths.at[k / 2];
        base_text_printf(out, "..%s %s", base_str(m->ctx->names, p->name), k % 2 ? "out" : "in");
        if (cut_word(m, k % 2 ? p->out : p->in, cut, out)) return true;
        out->n = n;
    }
    return false;
}

static void leaf_name(const ClsModel *m, uint32_t leaf, Text *out) {
    const ClsLeaf *l = &m->leaves.at[leaf];
    const ClsDecl *d = m->instances.at[l->instance].decl;
    if (l->instance) cls_instance_text(m, l->instance, out);
    if (path_word(m, d, l->cut, out)) return;
    if (l->instance) base_text_char(out, ':');
    size_t n = out->n;
    for (size_t k = 0; k < d->cuts.n; k++) {
        base_text_add(out, base_str(m->ctx->names, d->cuts.at[k].name));
        if (l->cut ? cut_word(m, d->cuts.at[k].cut, l->cut, out) : l->key == node_key(d->cuts.at[k].name)) return;
        out->n = n;
    }
    base_text_add(out, "part of a node");
}

void cls_list_effects(const ClsModel *m, Text *out) {
    for (size_t k = 0; k + 1 < m->trace.n; k += 2) {
        leaf_name(m, m->trace.at[k], out);
        base_text_add(out, " at ");
        leaf_name(m, m->trace.at[k + 1], out);
        base_text_char(out, '\n');
    }
}

bool cls_is_connected(const ClsModel *m, uint32_t instance, Name var) {
    for (size_t i = 0; i < m->leaves.n; i++) {
        const ClsLeaf *l = &m->leaves.at[i];
        if (l->instance != instance || !l->cut || l->inner || (l->set == CLS_NONE && l->root == i)) continue;
        for (uint32_t k = 0; k < l->cut->nacross + l->cut->nthrough; k++)
            if (l->cut->elements[k].var == var) return true;
    }
    return false;
}
