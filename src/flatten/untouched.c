/* untouched.c - elements of arrays that an algorithm assigns in part.
 *
 * An algorithm that assigns an element of an array gives values to the whole of it: the complete array is initialised
 * with start values, or pre values where it is discrete (MLS 3.6, 11.1.2).  Models also have elements of one array
 * determined in several places.  So only those elements get such a value that nothing else determines: they occur in
 * no equation, or they are just as many as equations are missing.
 */
#include "flatten/flatten_impl.h"

#include <string.h>

void flat_note_array(Flat *f, const InstExpr *lhs) {
    bool part = false;
    for (uint32_t i = 0; i < lhs->nparts; i++) part |= lhs->parts[i].nsubs > 0;
    uint64_t key = (uint64_t)(uintptr_t)lhs->parts[lhs->nparts - 1].comp;
    if (!part || f->initial || base_map_get(&f->targets->arrays, key, NULL)) return;
    base_map_put(&f->targets->arrays, key, 1);
    InstExpr whole = *lhs;
    whole.parts = base_copy(&f->temp, lhs->parts, sizeof *lhs->parts * lhs->nparts);
    for (uint32_t i = 0; i < lhs->nparts; i++) whole.parts[i].nsubs = 0;
    (void)flat_reference(f, &whole, &f->siblings, NULL);
}

/* By variable: 1 it occurs in an equation, 2 an algorithm assigns it. */
static uint8_t *find_uses(const Dae *d) {
    uint8_t *used = base_realloc(NULL, d->vars.n);
    memset(used, 0, d->vars.n);
    for (size_t i = 0; i < d->equations.n; i++) {
        const DaeEquation *e = &d->equations.at[i];
        const DaeOperand *o = dae_operands(d, e);
        DaeShape s = d->shapes.at[e->shape];
        for (uint32_t k = 0; k < s.nholes; k++) {
            if (o[k] == DAE_NO_OPERAND || dae_operand_is_const(o[k])) continue;
            used[o[k]] |= k < s.nout ? 2 : s.nout ? 0 : 1;
            if (d->vars.at[o[k]].of) used[d->vars.at[o[k]].of] |= 1; /* a derivative or previous value */
        }
    }
    return used;
}

/* Keeps of the siblings, each once, those that may get a value here. */
static void keep_candidates(Flat *f, uint8_t *used) {
    size_t kept = 0;
    for (size_t i = 0; i < f->siblings.n; i++) {
        DaeVar v = f->siblings.at[i];
        const DaeVariable *x = &f->dae->vars.at[v];
        bool unknown = x->kind == DAE_KIND_CONTINUOUS || x->kind == DAE_KIND_DISCRETE;
        if (!unknown || used[v] & 2 || x->flags & (DAE_INPUT | DAE_CLOCKED)) continue;
        used[v] |= 2;
        f->siblings.at[kept++] = v;
    }
    f->siblings.n = kept;
}

void flat_untouched(Flat *f) {
    Dae *d = f->dae;
    size_t equations = dae_count_equations(d), unknowns = dae_count_unknowns(d);
    if (!f->siblings.n || equations >= unknowns) return;
    uint8_t *used = find_uses(d);
    keep_candidates(f, used);
    size_t missing = unknowns - equations;
    bool all = f->siblings.n == missing;
    for (size_t i = 0; i < f->siblings.n && missing; i++) {
        DaeVar v = f->siblings.at[i];
        if (!all && used[v] & 1) continue;
        missing--;
        flat_emit(f, dae_op2(&f->pool, DAE_ASSIGN, flat_var_expr(f, v), flat_first_value(f, v)), &v, 1, (Span){0});
    }
    base_realloc(used, 0);
}
