/* inverses.c - warnings where what was solved by an inverse is no solution.
 *
 * sqrt(y) = v is solved as y = v^2, which is none where v is negative.  Solvers may pass such values on their way, so
 * the formula stays as it is, and an assert beside the model's own tells where the run has come to rest on one.
 */
#include "symbolic/symbolic_impl.h"

static uint64_t key_of(const DaeEquation *solved) { return (uint64_t)solved->operands << 32 | solved->shape; }

/* eq was solved for a hole: keeps the assert for it, if it needs one. */
void sym_note_inverse(SymWork *w, const DaeEquation *eq, uint32_t hole, const DaeEquation *solved) {
    Dae *d = w->dae;
    const uint32_t *map;
    uint32_t shape = alg_solution_check(w->memo, eq->shape, hole, &map);
    if (shape == UINT32_MAX || base_map_get(&w->inverses, key_of(solved), NULL)) return;
    DaeEquation check = {shape, (uint32_t)d->operands.n, eq->origin};
    for (uint32_t k = 0; k < d->shapes.at[shape].nholes; k++) {
        DaeOperand o = d->operands.at[eq->operands + map[k]];
        vec_push(&d->operands, o);
    }
    base_map_put(&w->inverses, key_of(solved), w->checks.n);
    vec_push(&w->checks, check);
}

static void check(SymWork *w, const DaeEquation *solved) {
    uint64_t at;
    if (base_map_get(&w->inverses, key_of(solved), &at)) vec_push(&w->model->actions, w->checks.at[at]);
}

/* Before: the simulation system is sorted.  After: asserts for what its blocks compute stand among the actions. */
void sym_check_inverses(SymWork *w) {
    const SymModel *m = w->model;
    if (!w->checks.n) return;
    for (size_t i = 0; i < m->blocks.n; i++) {
        const SymBlock *b = &m->blocks.at[i];
        if (b->system == UINT32_MAX) {
            check(w, &b->eq);
            continue;
        }
        const SymSystem *s = &m->systems.at[b->system];
        for (uint32_t k = 0; k < s->ninner; k++) check(w, &s->inner[k]);
    }
}
