/* klu.c - sparse factors by KLU: the one place that makes them, for systems of equations (linear.c) and for integrators
 * (lu.c).
 *
 * Needs: a pattern by column that stays the same.  The order of pivots is kept as long as it suits the numbers.
 */
#include "runtime/runtime_impl.h"

#include <klu.h>

void rt_klu_init(RtKlu *k, int n, int *colptr, int *rowind, bool colamd) {
    klu_common *common = base_realloc(NULL, sizeof *common);
    memset(common, 0, sizeof *common);
    klu_defaults(common);
    if (colamd) common->ordering = 1;
    *k = (RtKlu){.n = n, .colptr = colptr, .rowind = rowind, .common = common, .keep = k->keep};
}

void rt_klu_forget(RtKlu *k) {
    klu_numeric *numeric = k->numeric;
    if (numeric) klu_free_numeric(&numeric, k->common);
    k->numeric = NULL;
}

void rt_klu_free(RtKlu *k) {
    klu_symbolic *symbolic = k->symbolic;
    rt_klu_forget(k);
    if (symbolic) klu_free_symbolic(&symbolic, k->common);
    base_realloc(k->common, 0);
    base_realloc(k->pivoted, 0);
    *k = (RtKlu){0};
}

int rt_klu_factor(RtKlu *k, double *values) {
    klu_common *common = k->common;
    if (!k->symbolic) k->symbolic = klu_analyze(k->n, k->colptr, k->rowind, common);
    if (!k->symbolic) return 0;
    /* The old pivot order first; afresh when it no longer suits the numbers. */
    k->afresh = !(k->numeric && klu_refactor(k->colptr, k->rowind, values, k->symbolic, k->numeric, common) &&
                  klu_rcond(k->symbolic, k->numeric, common) && common->rcond > 1e-13);
    if (!k->afresh) return -1;
    rt_klu_forget(k);
    k->numeric = klu_factor(k->colptr, k->rowind, values, k->symbolic, common);
    if (k->keep) {
        size_t bytes = (size_t)k->colptr[k->n] * sizeof(double);
        k->pivoted = base_realloc(k->pivoted, bytes + 1);
        memcpy(k->pivoted, values, bytes);
    }
    if (k->numeric && common->status != KLU_SINGULAR) return -1;
    return common->singular_col >= 0 && common->singular_col < k->n ? common->singular_col : 0;
}

double rt_klu_condition(RtKlu *k) {
    klu_common *common = k->common;
    klu_rcond(k->symbolic, k->numeric, common);
    return common->rcond;
}

void rt_klu_solve(RtKlu *k, double *b) { klu_solve(k->symbolic, k->numeric, k->n, 1, b, k->common); }
