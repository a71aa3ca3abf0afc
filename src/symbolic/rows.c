/* rows.c - the flat model as rows of a graph, for those who ask why its equations and unknowns do not fit.
 *
 * Before: work that has begun (events are out of the equations), or that failed later: kinds of variables are set back
 * to what they were.
 */
#include "symbolic/symbolic_impl.h"

void sym_rows(SymWork *w, SymFlat *out) {
    Dae *d = w->dae;
    uint32_t n = (uint32_t)d->vars.n;
    *out = (SymFlat){.dae = d, .unknown = base_realloc(NULL, n + 1)};
    sym_flat_equations(w, &out->eqs);
    for (DaeVar v = 0; v < w->declared.n; v++) /* what was found to be constant is an unknown again */
        d->vars.at[v].kind = w->declared.at[v] & (uint8_t)~SYM_DECLARED_UNKNOWN;
    for (DaeVar v = 0; v < n; v++) {
        DaeVar root = sym_chain_root(d, v);
        out->unknown[v] = root < w->declared.n && (w->declared.at[root] & SYM_DECLARED_UNKNOWN);
    }
    sym_graph_init(&out->g);
    for (uint32_t i = 0; i < out->eqs.n; i++) {
        uint32_t rows = sym_add_rows(w, &out->eqs.at[i], out->unknown, false, &out->g);
        while (rows--) vec_push(&out->row_eq, i);
    }
    for (size_t k = 0; k < out->g.col.n; k++) out->g.col.at[k] = sym_chain_root(d, out->g.col.at[k]);
}

void sym_free_flat(SymFlat *f) {
    if (!f) return;
    sym_graph_free(&f->g);
    vec_free(&f->eqs);
    vec_free(&f->row_eq);
    base_realloc(f->unknown, 0);
    f->unknown = NULL;
    if (f->model) sym_free(f->model); /* and f with it */
}
