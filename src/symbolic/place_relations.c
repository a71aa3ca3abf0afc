/* place_relations.c - relations in the initial system, evaluated where their operands are known.
 *
 * While events are looked for, relations have values of their own, and a fixed point is found between them and the
 * equations.  In the initial system that begins with guesses: a medium at its start values is taken for a liquid until
 * the first round has shown that it boils, and a function that is called for a liquid on the way may refuse its
 * arguments.  Most relations depend on nothing that depends on them: these become assignments in front of what reads
 * them.  The others stay as they are.
 *
 * Before: model->initial is sorted.  After: it is sorted, with such assignments in it.
 */
#include "symbolic/symbolic_impl.h"

#include <string.h>

typedef struct {
    SymWork *w;
    SymBlocks *blocks;
    uint32_t nblocks;
    VecU32 relations; /* nodes behind the blocks: index in model->relations */
    uint32_t *node;   /* by variable: the node that computes it, or SYM_NONE */
    SymGraph before;  /* by node: what must come before it, a node for each reason */
    SymGraph after;   /* the same the other way round */
    uint32_t *waits;  /* by node: how many of `before` are not placed yet */
    uint8_t *placed;  /* by node; of a relation that is left out too */
    VecU32 ready, order;
} Place;

static void computes(Place *p, DaeOperand o, uint32_t node) { p->node[o] = node; }

static void computed_by_equation(Place *p, const DaeEquation *eq, uint32_t node) {
    const Dae *d = p->w->dae;
    for (uint32_t k = 0; k < d->shapes.at[eq->shape].nout; k++) computes(p, dae_operands(d, eq)[k], node);
}

static void find_nodes(Place *p) {
    const SymModel *m = p->w->model;
    for (uint32_t i = 0; i < p->nblocks; i++) {
        const SymBlock *b = &p->blocks->at[i];
        if (b->system == UINT32_MAX) {
            computed_by_equation(p, &b->eq, i);
            continue;
        }
        const SymSystem *s = &m->systems.at[b->system];
        for (uint32_t k = 0; k < s->n; k++) computes(p, s->unknowns[k], i);
        for (uint32_t k = 0; k < s->ninner; k++) computed_by_equation(p, &s->inner[k], i);
    }
    for (uint32_t i = 0; i < m->relations.n; i++) {
        DaeVar var = m->relations.at[i].var;
        bool known = p->w->role.at[var] & (SYM_ROLE_GONE | SYM_ROLE_PARAM);
        if (m->relations.at[i].kind != SYM_REL_STATE || known || p->node[var] != SYM_NONE) continue;
        computes(p, var, p->nblocks + (uint32_t)p->relations.n);
        vec_push(&p->relations, i);
    }
}

static void read_equation(Place *p, const DaeEquation *eq, uint32_t node) {
    const Dae *d = p->w->dae;
    for (uint32_t k = 0; k < d->shapes.at[eq->shape].nholes; k++) {
        DaeOperand o = dae_operands(d, eq)[k];
        if (!dae_operand_is_const(o) && p->node[o] != SYM_NONE && p->node[o] != node)
            sym_graph_edge(&p->before, p->node[o]);
    }
}

static void find_order(Place *p) {
    const SymModel *m = p->w->model;
    sym_graph_init(&p->before);
    for (uint32_t i = 0; i < p->nblocks; i++) {
        const SymBlock *b = &p->blocks->at[i];
        if (b->system == UINT32_MAX) {
            read_equation(p, &b->eq, i);
        } else {
            const SymSystem *s = &m->systems.at[b->system];
            for (uint32_t k = 0; k < s->n; k++) read_equation(p, &s->residuals[k], i);
            for (uint32_t k = 0; k < s->ninner; k++) read_equation(p, &s->inner[k], i);
        }
        sym_graph_close_row(&p->before);
    }
    for (uint32_t i = 0; i < p->relations.n; i++) {
        read_equation(p, &m->relations.at[p->relations.at[i]].eq, p->nblocks + i);
        sym_graph_close_row(&p->before);
    }
    sym_graph_transpose(&p->before, sym_graph_rows(&p->before), &p->after);
}

/* What waited for this node waits no longer. */
static void release(Place *p, uint32_t node) {
    p->placed[node] = 1;
    for (uint32_t k = p->after.ptr.at[node]; k < p->after.ptr.at[node + 1]; k++) {
        uint32_t next = p->after.col.at[k];
        if (--p->waits[next] == 0 && !p->placed[next]) vec_push(&p->ready, next);
    }
}

static void place_ready(Place *p) {
    while (p->ready.n) {
        uint32_t node = vec_pop(&p->ready);
        if (p->placed[node]) continue;
        bool read = p->after.ptr.at[node] < p->after.ptr.at[node + 1];
        if (node < p->nblocks || read) vec_push(&p->order, node);
        release(p, node);
    }
}

/* All that is left waits for relations that depend on it in turn.  The first block in the order found before waits for
 * nothing else: relations that it reads are left out. */
static void leave_out(Place *p, uint32_t block) {
    for (uint32_t k = p->before.ptr.at[block]; k < p->before.ptr.at[block + 1]; k++)
        if (!p->placed[p->before.col.at[k]]) release(p, p->before.col.at[k]);
}

static SymBlock assignment(SymWork *w, const SymRelation *r) {
    Dae *d = w->dae;
    DaePool pool;
    dae_pool_init(&pool);
    DaeExpr e = dae_expand(&pool, d, &r->eq);
    DaeExpr sides[2] = {dae_var(&pool, r->var, DAE_BOOLEAN),
                        dae_op2(&pool, (DaeOp)r->op, dae_arg(&pool, e, 0), dae_arg(&pool, e, 1))};
    DaeNode head = {.op = DAE_ASSIGN, .base = DAE_VOID};
    DaeVar var = r->var;
    SymBlock b = {.system = UINT32_MAX,
                  .eq = dae_shape(d, &pool, dae_node(&pool, head, sides, 2), &var, 1, r->eq.origin)};
    dae_pool_free(&pool);
    return b;
}

static void rebuild(Place *p) {
    SymBlocks out = {0};
    vec_reserve(&out, p->order.n);
    for (size_t i = 0; i < p->order.n; i++) {
        uint32_t node = p->order.at[i];
        SymBlock b = node < p->nblocks
                         ? p->blocks->at[node]
                         : assignment(p->w, &p->w->model->relations.at[p->relations.at[node - p->nblocks]]);
        vec_push(&out, b);
    }
    vec_free(p->blocks);
    *p->blocks = out;
}

void sym_place_relations(SymWork *w) {
    Place p = {.w = w, .blocks = &w->model->initial, .nblocks = (uint32_t)w->model->initial.n};
    if (!w->model->relations.n || w->opt.base) return; /* modes decide about their relations themselves */
    VecU32 node = {0};
    sym_fill_none(&node, w->dae->vars.n);
    p.node = node.at;
    find_nodes(&p);
    find_order(&p);
    uint32_t n = sym_graph_rows(&p.before);
    p.waits = base_realloc(NULL, ((size_t)n + 1) * sizeof *p.waits);
    p.placed = base_realloc(NULL, (size_t)n + 1);
    memset(p.placed, 0, (size_t)n + 1);
    for (uint32_t i = n; i-- > 0;) {
        p.waits[i] = p.before.ptr.at[i + 1] - p.before.ptr.at[i];
        if (!p.waits[i]) vec_push(&p.ready, i);
    }
    place_ready(&p);
    for (uint32_t i = 0; i < p.nblocks; i++) {
        if (p.placed[i]) continue;
        leave_out(&p, i);
        place_ready(&p);
    }
    base_realloc(p.waits, 0);
    base_realloc(p.placed, 0);
    vec_free(&node);
    vec_free(&p.ready);
    sym_graph_free(&p.before);
    sym_graph_free(&p.after);
    if (p.order.n > p.nblocks) rebuild(&p);
    vec_free(&p.relations);
    vec_free(&p.order);
}
