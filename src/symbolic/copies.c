/* copies.c - reads of plain copies inside algorithms become reads of the original.
 *
 * Before: an algorithm section as one multi-equation, in which each discrete variable starts as its
 * pre value (v := pre(v), MLS 3.6, 11.1.2).  After: as long as v has not been assigned again,
 * conditions and values read pre(v) itself.  So a relation such as time >= t_next depends on
 * nothing that the section assigns, and event extraction can take it out.
 */
#include "symbolic/symbolic_impl.h"

#include <string.h>

typedef struct {
    Dae *d;
    uint32_t nout;
    DaeExpr *copy_of;  /* per output: the hole whose value it has, or 0 */
    VecU32 statements; /* rewritten */
    DaeWalk walk;
    bool changed;
} Copies;

static DaeExpr read_original(void *arg, DaePool *to, const DaePool *from, DaeExpr leaf) {
    Copies *c = arg;
    (void)to;
    const DaeNode *n = dae_at(from, leaf);
    if (n->op != DAE_HOLE || n->id >= c->nout || !c->copy_of[n->id]) return leaf;
    c->changed = true;
    return c->copy_of[n->id];
}

static DaeExpr rewrite(Copies *c, DaeExpr e) { return dae_map(&c->d->pool, &c->d->pool, e, read_original, c); }

/* Everything that statement s may assign loses its origin. */
static void forget_targets(Copies *c, DaeExpr s) {
    const DaePool *p = &c->d->pool;
    dae_walk(&c->walk, p, s);
    VecU32 targets = {0};
    for (uint32_t i = 0; i < c->walk.n; i++) {
        DaeExpr e = c->walk.at[i];
        uint16_t op = dae_at(p, e)->op;
        uint32_t from = op == DAE_ASSIGN ? 0 : 1, to = op == DAE_ASSIGN ? 1 : dae_at(p, e)->nargs;
        if (op != DAE_ASSIGN && op != DAE_ASSIGN_CALL) continue;
        for (uint32_t k = from; k < to; k++)
            if (dae_arg(p, e, k)) vec_push(&targets, dae_arg(p, e, k));
    }
    while (targets.n) {
        DaeExpr t = vec_pop(&targets);
        const DaeNode *n = dae_at(p, t);
        if (n->op == DAE_HOLE && n->id < c->nout) c->copy_of[n->id] = 0;
        for (uint32_t k = 0; k < n->nargs; k++) vec_push(&targets, dae_arg(p, t, k));
    }
    vec_free(&targets);
}

/* Conditions of an if are read before anything in it is assigned; its branches are left alone. */
static DaeExpr rewrite_conditions(Copies *c, DaeExpr s, int depth) {
    DaePool *p = &c->d->pool;
    DaeNode n = *dae_at(p, s);
    DaeExpr args[3] = {rewrite(c, dae_arg(p, s, 0)), dae_arg(p, s, 1), dae_arg(p, s, 2)};
    if (args[2] && dae_at(p, args[2])->op == DAE_IF_STMT && depth < c->d->ctx->max_depth)
        args[2] = rewrite_conditions(c, args[2], depth + 1);
    return dae_node(p, n, args, 3);
}

static void add_statement(Copies *c, DaeExpr s) {
    DaePool *p = &c->d->pool;
    DaeNode n = *dae_at(p, s);
    DaeExpr made = s;
    if (n.op == DAE_ASSIGN) {
        DaeExpr sides[2] = {dae_arg(p, s, 0), rewrite(c, dae_arg(p, s, 1))};
        made = dae_node(p, n, sides, 2);
    } else if (n.op == DAE_IF_STMT && n.nargs == 3) {
        made = rewrite_conditions(c, s, 0);
    }
    vec_push(&c->statements, made);
    forget_targets(c, made);
    if (n.op != DAE_ASSIGN) return;
    const DaeNode *target = dae_at(p, dae_arg(p, made, 0)), *value = dae_at(p, dae_arg(p, made, 1));
    if (target->op == DAE_HOLE && target->id < c->nout && value->op == DAE_HOLE && value->id >= c->nout)
        c->copy_of[target->id] = dae_arg(p, made, 1);
}

static uint32_t without_copies(Dae *d, uint32_t shape) {
    DaeShape s = d->shapes.at[shape];
    DaeNode root = *dae_at(&d->pool, s.root);
    if (s.nout == 0 || root.op != DAE_SEQ) return shape;
    Copies c = {.d = d, .nout = s.nout};
    c.copy_of = base_realloc(NULL, (s.nout + 1) * sizeof *c.copy_of);
    memset(c.copy_of, 0, (s.nout + 1) * sizeof *c.copy_of);
    for (uint32_t i = 0; i < root.nargs; i++) add_statement(&c, dae_arg(&d->pool, s.root, i));
    uint32_t result = shape;
    if (c.changed)
        result = dae_shape_id(d, dae_node(&d->pool, root, c.statements.at, (uint32_t)c.statements.n), s.nholes, s.nout);
    base_realloc(c.copy_of, 0);
    vec_free(&c.statements);
    dae_walk_free(&c.walk);
    return result;
}

void sym_read_originals(Dae *d) {
    Map done = {0};
    for (size_t i = 0; i < d->equations.n; i++) {
        uint32_t shape = d->equations.at[i].shape;
        if (d->shapes.at[shape].nout == 0) continue;
        uint64_t made;
        if (!base_map_get(&done, shape, &made)) {
            made = without_copies(d, shape);
            base_map_put(&done, shape, made);
        }
        d->equations.at[i].shape = (uint32_t)made;
    }
    base_map_free(&done);
}
