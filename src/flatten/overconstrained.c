/* overconstrained.c - connectors with redundant variables: the virtual connection graph (MLS 3.6, 9.4).
 *
 * Nodes are records (or types) with a function equalityConstraint; Connections.branch gives edges that stay,
 * connect() edges that may be broken.  Spanning trees with one root each decide which are: an edge that stays joins
 * the connection sets, a broken one gives `zeros = equalityConstraint(a, b)`.
 */
#include "flatten/flatten_impl.h"

typedef struct {
    FlatElement at;
    DaeVar key;       /* first variable of the record */
    uint32_t parent;  /* union-find */
    bool root;        /* definite or chosen */
    bool definite;    /* given by Connections.root */
    int64_t priority; /* of a potential root, or INT64_MAX */
    uint32_t depth;   /* distance from the root in the spanning tree; UINT32_MAX before */
} Node;

typedef struct {
    uint32_t a, b;
    bool required, broken;
    int face_a, face_b;
    Span span;
    DaeName place; /* instance that the connect stands in */
} Edge;

/* A variable that takes the value of uniqueRootIndices. */
typedef struct {
    InstComp *comp;
    uint8_t variability; /* as declared */
    VecU32 roots, nodes;
    Span span;
} Asked;

struct FlatGraph {
    VEC(Node) nodes;
    VEC(Edge) edges;
    Map node_of;
    Map connected; /* pairs of nodes */
    VEC(Asked) asked;
};

void flat_graph_free(struct FlatGraph *g) {
    if (!g) return;
    vec_free(&g->nodes);
    vec_free(&g->edges);
    for (size_t i = 0; i < g->asked.n; i++) {
        vec_free(&g->asked.at[i].roots);
        vec_free(&g->asked.at[i].nodes);
    }
    vec_free(&g->asked);
    base_map_free(&g->connected);
    base_map_free(&g->node_of);
}

static struct FlatGraph *graph(Flat *f) {
    if (!f->connect->graph) f->connect->graph = BASE_NEW(&f->arena, struct FlatGraph);
    return f->connect->graph;
}

static InstElement *constraint_of(Flat *f, InstClass *c) {
    InstElement *e = c ? inst_find(c, base_name(f->ctx->names, "equalityConstraint")) : NULL;
    return e && e->kind == SYN_CLASS_DEF ? e : NULL;
}

bool flat_overdetermined(Flat *f, InstClass *c) {
    return c->restriction != SYN_CONNECTOR && c->restriction != SYN_EXPANDABLE_CONNECTOR && constraint_of(f, c) != NULL;
}

/* Scalars of one overdetermined type with dimensions (type T = Real[3, 3]); 1 for records and scalar types. */
uint64_t flat_type_size(const InstComp *c) {
    uint64_t n = 1;
    if (c->cls && c->cls->builtin)
        for (uint32_t i = 0; i < c->cls->type.ndims; i++) n *= (uint64_t)c->cls->type.dims[i];
    return n;
}

static void vars_of(Flat *f, FlatElement at, VecU32 *vars) {
    uint64_t n = flat_type_size(at.comp);
    if (at.comp->type.base == INST_RECORD || n == 1) {
        flat_component_vars(f, at.comp, at.linear, vars);
        return;
    }
    for (uint64_t i = 0; i < n; i++) vec_push(vars, flat_var(at.comp, at.linear * n + i));
}

static uint32_t node(Flat *f, FlatElement at) {
    struct FlatGraph *g = graph(f);
    VecU32 vars = {0};
    vars_of(f, at, &vars);
    uint32_t n = UINT32_MAX;
    if (vars.n) {
        uint64_t found;
        if (base_map_get(&g->node_of, vars.at[0], &found)) {
            n = (uint32_t)found;
        } else {
            n = (uint32_t)g->nodes.n;
            vec_push(&g->nodes,
                     ((Node){.at = at, .key = vars.at[0], .parent = n, .priority = INT64_MAX, .depth = UINT32_MAX}));
            base_map_put(&g->node_of, vars.at[0], n);
        }
    }
    vec_free(&vars);
    return n;
}

void flat_graph_connect(Flat *f, FlatElement a, int fa, FlatElement b, int fb, Span span) {
    uint32_t x = node(f, a), y = node(f, b);
    uint64_t pair = x < y ? (uint64_t)x << 32 | y : (uint64_t)y << 32 | x, known;
    if (x == UINT32_MAX || y == UINT32_MAX || base_map_get(&graph(f)->connected, pair, &known)) return; /* said twice */
    base_map_put(&graph(f)->connected, pair, 1);
    vec_push(&graph(f)->edges, ((Edge){x, y, false, false, fa, fb, span, f->name}));
}

/* Nodes of a connector of the model itself.  They come first, so that a tree without other claims has its root at one
 * of them: where the model is used. */
void flat_graph_own(Flat *f, InstComp *c, uint64_t linear) {
    uint32_t n;
    InstComp **fields = flat_fields(f, c->cls, &n);
    for (uint32_t i = 0; i < n; i++) {
        InstComp *g = fields[i];
        if (!g->cls || g->variability <= INST_VAR_PARAMETER) continue;
        bool leaf = flat_overdetermined(f, g->cls);
        uint64_t size = leaf ? flat_type_size(g) : 1,
                 count = g->type.ndims ? flat_dims(&g->type) / (size ? size : 1) : 1;
        for (uint64_t k = 0; k < count; k++) {
            FlatElement at = {g->elements ? g->elements[k] : g, g->elements ? linear : linear * count + k};
            if (leaf) (void)node(f, at);
            else if (g->type.base == INST_RECORD) flat_graph_own(f, at.comp, at.linear);
        }
    }
}

/* Nodes that a reference names: one, or one for each element of an array (which may have none). */
static bool nodes_of_cref(Flat *f, InstExpr *e, VecU32 *out) {
    FlatElements at = {0};
    bool ok = e->kind == INST_E_CREF && flat_overdetermined(f, e->parts[e->nparts - 1].comp->cls) &&
              flat_reference_elements(f, e, &at);
    size_t present = 0;
    for (size_t i = 0; i < at.n; i++)
        if (at.at[i].comp) at.at[present++] = at.at[i];
    at.n = present;
    if (ok && at.n) {
        uint64_t size = at.at[0].comp->type.base == INST_RECORD ? 1 : flat_type_size(at.at[0].comp);
        ok = size && at.n % size == 0;
        for (uint64_t i = 0; ok && i < at.n; i += size) {
            uint32_t n = node(f, (FlatElement){at.at[i].comp, at.at[i].linear / size});
            if (n != UINT32_MAX) vec_push(out, n);
        }
    }
    vec_free(&at);
    if (!ok) flat_error(f, "FLAT0110", e->span, "this must name an overdetermined type or record of a connector");
    return ok;
}

static void add_branches(Flat *f, const VecU32 *from, const VecU32 *to, Span span) {
    if (from->n != to->n)
        flat_error(f, "FLAT0110", span, "Connections.branch needs as many nodes on one side as on the other");
    for (size_t i = 0; i < from->n && from->n == to->n; i++)
        vec_push(&graph(f)->edges, ((Edge){from->at[i], to->at[i], true, false, 0, 0, span, f->name}));
}

static bool is_removed(const InstExpr *e) {
    if (e->kind == INST_E_CREF)
        for (uint32_t p = 0; p < e->nparts; p++)
            if (!e->parts[p].comp->present) return true;
    return false;
}

void flat_graph_call(Flat *f, InstExpr *call) {
    for (uint32_t i = 0; i < call->nargs; i++)
        if (call->args[i] && is_removed(call->args[i])) return;
    VecU32 a = {0}, b = {0};
    if (nodes_of_cref(f, call->args[0], &a)) {
        struct FlatGraph *g = graph(f);
        int64_t priority = 0;
        if (call->builtin == INST_B_CONN_BRANCH) {
            if (nodes_of_cref(f, call->args[1], &b)) add_branches(f, &a, &b, call->span);
        } else if (call->builtin == INST_B_CONN_ROOT) {
            for (size_t i = 0; i < a.n; i++) g->nodes.at[a.at[i]].root = g->nodes.at[a.at[i]].definite = true;
        } else {
            if (call->nargs > 1 && call->args[1]) flat_integer(f, call->args[1], &priority);
            for (size_t i = 0; i < a.n; i++) g->nodes.at[a.at[i]].priority = priority;
        }
    }
    vec_free(&a);
    vec_free(&b);
}

/* ---- spanning trees ---------------------------------------------------------------------------------------------- */

static uint32_t find(struct FlatGraph *g, uint32_t n) {
    while (g->nodes.at[n].parent != n) {
        g->nodes.at[n].parent = g->nodes.at[g->nodes.at[n].parent].parent;
        n = g->nodes.at[n].parent;
    }
    return n;
}

static bool unite(struct FlatGraph *g, uint32_t a, uint32_t b) {
    a = find(g, a);
    b = find(g, b);
    if (a == b) return false;
    g->nodes.at[a > b ? a : b].parent = a < b ? a : b;
    return true;
}

/* One root for each tree without a definite one: the potential root of least priority, else its first node. */
static void choose_roots(struct FlatGraph *g) {
    VecU32 best = {0};
    for (uint32_t i = 0; i < g->nodes.n; i++) vec_push(&best, UINT32_MAX);
    for (uint32_t i = 0; i < g->nodes.n; i++)
        if (g->nodes.at[i].root) best.at[find(g, i)] = i;
    for (uint32_t i = 0; i < g->nodes.n; i++) {
        uint32_t r = find(g, i), b = best.at[r];
        if (b != UINT32_MAX && g->nodes.at[b].root) continue;
        if (b == UINT32_MAX || g->nodes.at[i].priority < g->nodes.at[b].priority) best.at[r] = i;
    }
    for (uint32_t i = 0; i < g->nodes.n; i++)
        if (best.at[find(g, i)] == i) g->nodes.at[i].root = true;
    vec_free(&best);
}

/* Distances from the roots along the edges that stay. */
static void measure_depth(struct FlatGraph *g) {
    VecU32 start = {0}, to = {0}, queue = {0};
    (void)vec_extend(&start, g->nodes.n + 2);
    for (size_t i = 0; i < g->edges.n; i++)
        if (!g->edges.at[i].broken) {
            start.at[g->edges.at[i].a + 1]++;
            start.at[g->edges.at[i].b + 1]++;
        }
    for (size_t i = 0; i < g->nodes.n; i++) start.at[i + 1] += start.at[i];
    (void)vec_extend(&to, start.at[g->nodes.n] + 1);
    VecU32 fill = {0};
    for (size_t i = 0; i < g->nodes.n; i++) vec_push(&fill, start.at[i]);
    for (size_t i = 0; i < g->edges.n; i++)
        if (!g->edges.at[i].broken) {
            to.at[fill.at[g->edges.at[i].a]++] = g->edges.at[i].b;
            to.at[fill.at[g->edges.at[i].b]++] = g->edges.at[i].a;
        }
    for (uint32_t i = 0; i < g->nodes.n; i++)
        if (g->nodes.at[i].root) {
            g->nodes.at[i].depth = 0;
            vec_push(&queue, i);
        }
    for (size_t q = 0; q < queue.n; q++) {
        uint32_t n = queue.at[q];
        for (uint32_t k = start.at[n]; k < start.at[n + 1]; k++)
            if (g->nodes.at[to.at[k]].depth == UINT32_MAX) {
                g->nodes.at[to.at[k]].depth = g->nodes.at[n].depth + 1;
                vec_push(&queue, to.at[k]);
            }
    }
    vec_free(&start);
    vec_free(&to);
    vec_free(&fill);
    vec_free(&queue);
}

static InstFunction *constraint_function(Flat *f, InstClass *c) {
    InstElement *el = constraint_of(f, c);
    InstClass *k = el ? inst_element_class(c, el) : NULL;
    return k ? inst_function(k) : NULL;
}

/* A tree of the model's own connectors without a root gets its root where the model is used: then one record of
 * unknowns is given there, less what the residue of the constraint stands for. */
static void count_open(Flat *f, struct FlatGraph *g) {
    for (uint32_t i = 0; i < g->nodes.n; i++) {
        const Node *k = &g->nodes.at[i];
        const InstComp *top = k->at.comp;
        while (top->parent->owner) top = top->parent->owner;
        bool own = top->cls && top->cls->restriction == SYN_CONNECTOR && inst_derived(top->parent) == f->model &&
                   !top->element->is_protected;
        if (!k->root || k->definite || k->priority != INT64_MAX || !own) continue;
        VecU32 vars = {0};
        vars_of(f, k->at, &vars);
        InstFunction *fn = constraint_function(f, k->at.comp->cls);
        uint64_t residue = fn && fn->noutputs == 1 ? flat_dims(&fn->outputs[0]->type) : 0;
        if (vars.n > residue) f->dae->open_unknowns += (uint32_t)(vars.n - residue);
        vec_free(&vars);
    }
}

/* Connections that follow from others, connect(a, b), connect(b, c), connect(a, c), say nothing new and close no loop
 * of parts.  The first ones stay. */
static void drop_implied(struct FlatGraph *g) {
    size_t kept = 0;
    for (size_t i = 0; i < g->edges.n; i++) {
        Edge e = g->edges.at[i];
        if (e.required || unite(g, e.a, e.b)) g->edges.at[kept++] = e;
    }
    g->edges.n = kept;
    for (uint32_t i = 0; i < g->nodes.n; i++) g->nodes.at[i].parent = i;
}

void flat_graph_prepare(Flat *f) {
    struct FlatGraph *g = graph(f);
    drop_implied(g);
    uint32_t first_root = UINT32_MAX;
    for (uint32_t i = 0; i < g->nodes.n;
         i++) /* a path between two definite roots must be broken: treat them as joined */
        if (g->nodes.at[i].root) {
            if (first_root == UINT32_MAX) first_root = i;
            else unite(g, first_root, i);
        }
    for (size_t i = 0; i < g->edges.n; i++) {
        Edge *e = &g->edges.at[i];
        if (e->required && !unite(g, e->a, e->b)) {
            flat_error(f, "FLAT0111", e->span,
                       "Connections.branch closes a loop (or joins two roots) in the connection graph");
            return;
        }
    }
    for (size_t i = 0; i < g->edges.n; i++) {
        Edge *e = &g->edges.at[i];
        if (!e->required) e->broken = !unite(g, e->a, e->b);
    }
    choose_roots(g);
    count_open(f, g);
    measure_depth(g);
    for (size_t i = 0; i < g->edges.n; i++) {
        Edge *e = &g->edges.at[i];
        if (e->required || e->broken) continue;
        VecU32 a = {0}, b = {0};
        FlatElement x = g->nodes.at[e->a].at, y = g->nodes.at[e->b].at;
        vars_of(f, x, &a);
        vars_of(f, y, &b);
        f->name = e->place;
        for (size_t k = 0; k < a.n && k < b.n; k++)
            flat_connect_union(f, a.at[k], e->face_a, b.at[k], e->face_b, e->span);
        vec_free(&a);
        vec_free(&b);
    }
}

static void record_value(Flat *f, FlatElement at, FlatVal *out) {
    VecU32 vars = {0};
    vars_of(f, at, &vars);
    InstType t = at.comp->type;
    t.ndims = 0;
    if (vars.n > 1 && t.base != INST_RECORD) { /* an array type */
        t.ndims = at.comp->cls->type.ndims;
        t.dims = at.comp->cls->type.dims;
    }
    *out = flat_new_val(f, &t, (uint32_t)vars.n);
    for (size_t i = 0; i < vars.n; i++) out->e[i] = flat_var_expr(f, vars.at[i]);
    vec_free(&vars);
}

void flat_graph_finish(Flat *f) {
    struct FlatGraph *g = graph(f);
    for (size_t i = 0; i < g->edges.n; i++) {
        Edge *e = &g->edges.at[i];
        if (!e->broken) continue;
        FlatElement a = g->nodes.at[e->a].at, b = g->nodes.at[e->b].at;
        InstElement *el = constraint_of(f, a.comp->cls);
        InstClass *c = el ? inst_element_class(a.comp->cls, el) : NULL;
        InstFunction *fn = c ? inst_function(c) : NULL;
        if (!fn || fn->ninputs != 2 || fn->noutputs != 1) {
            flat_error(f, "FLAT0112", e->span, "equalityConstraint must have two inputs and one output");
            return;
        }
        FlatVal args[2], out;
        record_value(f, a, &args[0]);
        record_value(f, b, &args[1]);
        InstExpr at = {.kind = INST_E_CALL, .span = e->span, .function = fn, .type = fn->outputs[0]->type};
        if (!flat_call_values(f, &at, fn, args, &out)) return;
        for (uint32_t k = 0; k < out.n; k++)
            flat_emit(f, dae_op2(&f->pool, DAE_EQUATE, out.e[k], dae_real(&f->pool, 0)), NULL, 0, e->span);
        dae_pool_release(&f->pool, (DaePoolMark){1, 0});
    }
}

/* isRoot(a): a is the root of its tree; rooted(a): a is nearer to the root than the other end of its branch. */
bool flat_graph_query(Flat *f, InstExpr *call, bool *out) {
    VecU32 named = {0};
    bool ok = nodes_of_cref(f, call->args[0], &named);
    uint32_t n = named.n ? named.at[0] : UINT32_MAX; /* elements of an array go together */
    vec_free(&named);
    struct FlatGraph *g = graph(f);
    *out = n != UINT32_MAX && g->nodes.at[n].root;
    if (!ok || n == UINT32_MAX || call->builtin != INST_B_CONN_ROOTED) return ok;
    for (size_t i = 0; i < g->edges.n; i++) {
        Edge *e = &g->edges.at[i];
        if (e->required && (e->a == n || e->b == n)) {
            uint32_t other = e->a == n ? e->b : e->a;
            *out = g->nodes.at[n].depth < g->nodes.at[other].depth;
            return true;
        }
    }
    return true;
}

/* uniqueRootIndices(roots, nodes): numbers of the roots in whose trees the nodes lie, then those of the others. */
static bool order_of(Flat *f, const VecU32 *roots, const VecU32 *nodes, Span span, VecU32 *order) {
    struct FlatGraph *g = graph(f);
    for (size_t i = 0; i < nodes->n; i++) {
        uint32_t k = 0;
        while (k < roots->n && find(g, roots->at[k]) != find(g, nodes->at[i])) k++;
        if (k == roots->n) {
            flat_error(f, "FLAT0114", span, "node %zu is connected with none of the roots", i + 1);
            return false;
        }
        vec_push(order, k + 1);
    }
    for (uint32_t k = 1; k <= roots->n; k++) {
        size_t i = 0;
        while (i < order->n && order->at[i] != k) i++;
        if (i == order->n) vec_push(order, k);
    }
    return true;
}

bool flat_graph_indices(Flat *f, InstExpr *call, FlatVal *out) {
    VecU32 roots = {0}, nodes = {0}, order = {0};
    bool ok = nodes_of_cref(f, call->args[0], &roots) && nodes_of_cref(f, call->args[1], &nodes) &&
              order_of(f, &roots, &nodes, call->span, &order);
    if (ok) {
        *out = flat_new_val(f, &call->type, (uint32_t)order.n);
        for (size_t i = 0; i < order.n; i++) out->e[i] = dae_int(&f->pool, order.at[i]);
    }
    vec_free(&roots);
    vec_free(&nodes);
    vec_free(&order);
    return ok;
}

bool flat_graph_answers(const InstEq *eq) {
    return eq->rhs && eq->rhs->kind == INST_E_BUILTIN && eq->rhs->builtin == INST_B_CONN_UNIQUE_INDICES &&
           eq->lhs->kind == INST_E_CREF;
}

/* Not in an array of components, whose elements may be connected differently. */
void flat_graph_ask(Flat *f, const InstEq *eq) {
    if (!flat_graph_answers(eq) || eq->lhs->nparts != 1 || eq->lhs->parts[0].nsubs || f->loops) return;
    for (const InstComp *o = eq->lhs->parts[0].comp->parent->owner; o; o = o->parent->owner)
        if (o->type.ndims) return;
    Asked a = {.comp = eq->lhs->parts[0].comp, .span = eq->span};
    if (nodes_of_cref(f, eq->rhs->args[0], &a.roots) && nodes_of_cref(f, eq->rhs->args[1], &a.nodes))
        vec_push(&graph(f)->asked, a);
}

static void answer(Flat *f, Asked *a) {
    VecU32 order = {0};
    if (order_of(f, &a->roots, &a->nodes, a->span, &order) && order.n) {
        int64_t n = (int64_t)order.n;
        InstValue *v = BASE_NEW(&f->in->arena, InstValue);
        v->type = inst_type_dims(f->in, inst_type(INST_INTEGER), &n, 1);
        v->n = order.n;
        v->num = BASE_ARRAY(&f->in->arena, double, order.n);
        for (size_t i = 0; i < order.n; i++) v->num[i] = order.at[i];
        a->variability = a->comp->variability;
        a->comp->variability = INST_VAR_PARAMETER_EVALUATED;
        a->comp->structural = true;
        a->comp->value = v;
    }
    vec_free(&order);
}

void flat_graph_answer(Flat *f) {
    struct FlatGraph *g = graph(f);
    for (size_t i = 0; i < g->asked.n; i++) answer(f, &g->asked.at[i]);
}

void flat_graph_forget(Flat *f) {
    struct FlatGraph *g = graph(f);
    for (size_t i = 0; i < g->asked.n; i++) {
        Asked *a = &g->asked.at[i];
        if (!a->comp->value) continue;
        a->comp->variability = a->variability;
        a->comp->structural = false;
        a->comp->value = NULL;
    }
}
