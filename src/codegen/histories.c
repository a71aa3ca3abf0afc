/* histories.c - what delay() and spatialDistribution() store, as an evaluation of its own.
 *
 * Before: the items of all blocks in an order of evaluation.  After: those of them that store, and those that compute
 * what these read, as far as states, time and what holds between events do not give it.  An average over the last hour
 * stores a state: then all that a step has to do for its history is that.
 */
#include "codegen/codegen_impl.h"

enum { PART_OF_ALL = 4 }; /* what is more than that part of all items is not worth code of its own */

typedef struct {
    const Gen *g;
    uint8_t *needed; /* by variable */
} Need;

static bool stores(const Gen *g, const DaeEquation *eq) {
    return (g->node_flags.at[g->dae->shapes.at[eq->shape].root] & GEN_STORES) != 0;
}

static bool writes_needed(const Need *need, const DaeEquation *eq) {
    const DaeOperand *o = dae_operands(need->g->dae, eq);
    for (uint32_t k = 0; k < need->g->dae->shapes.at[eq->shape].nout; k++)
        if (need->needed[o[k]]) return true;
    return false;
}

static void need_all(Need *need, const DaeEquation *eq) {
    const DaeOperand *o = dae_operands(need->g->dae, eq);
    for (uint32_t k = 0; k < need->g->dae->shapes.at[eq->shape].nholes; k++)
        if (!dae_operand_is_const(o[k])) need->needed[o[k]] = 1;
}

/* A system that is needed, of which all operands are needed then. */
static bool system_needed(Need *need, const SymSystem *s) {
    bool any = false;
    for (uint32_t i = 0; i < s->n; i++) any |= need->needed[s->unknowns[i]] != 0;
    for (uint32_t i = 0; i < s->ninner; i++) any |= writes_needed(need, &s->inner[i]);
    if (!any) return false;
    for (uint32_t i = 0; i < s->ninner; i++) need_all(need, &s->inner[i]);
    for (uint32_t i = 0; i < s->n; i++) need_all(need, &s->residuals[i]);
    return true;
}

/* From the last item to the first. */
static void mark_items(Need *need, const GenItems *blocks, uint8_t *wanted) {
    const Gen *g = need->g;
    for (size_t i = blocks->n; i-- > 0;) {
        const GenItem *it = &blocks->at[i];
        const GenTemplate *t = &g->templates.at[it->tmpl];
        if (it->part != GEN_PART_ODE && it->part != GEN_PART_OUTPUT) continue;
        if (t->purpose == GEN_SOLVE) {
            wanted[i] = system_needed(need, &g->sym->systems.at[it->extra]);
            continue;
        }
        DaeEquation eq = {t->shape, it->operands, it->origin};
        wanted[i] = stores(g, &eq) || writes_needed(need, &eq);
        if (wanted[i]) need_all(need, &eq);
    }
}

/* Blocks alone store: a system would store what it only tries, and what asserts store is stored with them. */
static bool only_blocks_store(const Gen *g) {
    for (size_t i = 0; i < g->sym->systems.n; i++) {
        const SymSystem *s = &g->sym->systems.at[i];
        for (uint32_t k = 0; k < s->ninner; k++)
            if (stores(g, &s->inner[k])) return false;
        for (uint32_t k = 0; k < s->n; k++)
            if (stores(g, &s->residuals[k])) return false;
    }
    for (size_t i = 0; i < g->sym->actions.n; i++)
        if (stores(g, &g->sym->actions.at[i])) return false;
    return true;
}

bool gen_histories(Gen *g, const GenItems *blocks, GenItems *out) {
    gen_node_flags(g);
    if (!g->dae->ndelays || !only_blocks_store(g)) return false;
    Need need = {.g = g, .needed = BASE_ARRAY(&g->scratch, uint8_t, g->dae->vars.n)};
    uint8_t *wanted = BASE_ARRAY(&g->scratch, uint8_t, blocks->n + 1);
    mark_items(&need, blocks, wanted);
    size_t evaluated = 0;
    for (size_t i = 0; i < blocks->n; i++) {
        evaluated += blocks->at[i].part == GEN_PART_ODE || blocks->at[i].part == GEN_PART_OUTPUT;
        if (wanted[i]) vec_push(out, blocks->at[i]);
    }
    return out->n && out->n * PART_OF_ALL <= evaluated + PART_OF_ALL;
}
