/* walk.c - the distinct nodes of an expression, children first.
 *
 * Every pass over expressions is a loop over this order with one array of results, so no pass recurses
 * and none visits a shared node twice.  The set of visited nodes is a small hash table that is emptied
 * by advancing an epoch: a walk costs what the expression costs, however large the pool is.
 */
#include <string.h>

#include "dae/dae.h"

/* Nodes of one expression have been made one after the other: the table is hashed by groups of 16 neighbours, so that a
 * walk over a wide expression stays in the cache.  Groups that collide step on together. */
static inline uint32_t *entry(const DaeWalk *w, DaeExpr e) {
    uint32_t mask = (1u << w->table_bits) - 1;
    uint32_t i = ((e >> 4) * 2654435769u) >> (36 - w->table_bits) << 4 | (e & 15);
    for (;; i = (i + 17) & mask) {
        uint32_t *t = w->table + 3 * (size_t)i;
        if (t[1] != w->epoch || t[0] == e) return t;
    }
}

static void grow_table(DaeWalk *w) {
    w->table_bits = w->table_bits ? w->table_bits + 1 : 7;
    size_t bytes = 3 * sizeof(uint32_t) << w->table_bits;
    w->table = base_realloc(w->table, bytes);
    memset(w->table, 0, bytes);
    w->epoch = 1;
    for (uint32_t k = 0; k < w->n; k++) {
        uint32_t *t = entry(w, w->at[k]);
        t[0] = w->at[k], t[1] = w->epoch, t[2] = k;
    }
}

static void append(DaeWalk *w, DaeExpr e) {
    if (w->n == w->cap) {
        w->cap = w->cap ? 2 * w->cap : 64;
        w->at = base_realloc(w->at, w->cap * sizeof *w->at);
    }
    if (2 * (w->n + 1) > (1u << w->table_bits)) grow_table(w);
    uint32_t *t = entry(w, e);
    t[0] = e, t[1] = w->epoch, t[2] = w->n;
    w->at[w->n++] = e;
}

static inline void push(DaeWalk *w, uint32_t *depth, DaeExpr e) {
    if (2 * (*depth + 1) > w->stack_cap) {
        w->stack_cap = w->stack_cap ? 2 * w->stack_cap : 64;
        w->stack = base_realloc(w->stack, w->stack_cap * sizeof *w->stack);
    }
    w->stack[2 * *depth] = e;
    w->stack[2 * *depth + 1] = 0;
    ++*depth;
}

void dae_walk(DaeWalk *w, const DaePool *p, DaeExpr root) {
    w->n = 0;
    if (!w->table || ++w->epoch == 0) grow_table(w);
    if (!root) return;
    uint32_t depth = 0;
    push(w, &depth, root);
    while (depth) {
        DaeExpr e = w->stack[2 * depth - 2];
        uint32_t k = w->stack[2 * depth - 1];
        const DaeNode *n = dae_at(p, e);
        if (k == n->nargs) {
            depth--;
            if (entry(w, e)[1] != w->epoch) append(w, e);
            continue;
        }
        w->stack[2 * depth - 1] = k + 1;
        DaeExpr a = p->args.at[n->args + k];
        if (!a || entry(w, a)[1] == w->epoch) continue;
        if (dae_at(p, a)->nargs == 0) append(w, a);
        else push(w, &depth, a);
    }
}

uint32_t dae_walk_slot(const DaeWalk *w, DaeExpr e) {
    if (!e || !w->table) return UINT32_MAX;
    const uint32_t *t = entry(w, e);
    return t[1] == w->epoch ? t[2] : UINT32_MAX;
}

void dae_walk_free(DaeWalk *w) {
    base_realloc(w->at, 0);
    base_realloc(w->stack, 0);
    base_realloc(w->table, 0);
    memset(w, 0, sizeof *w);
}
