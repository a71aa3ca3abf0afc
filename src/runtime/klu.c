/* klu.c - sparse factors by KLU: the one place that makes them, for systems of equations (linear.c) and for integrators
 * (lu.c).
 *
 * Needs: a pattern by column that stays the same.  The order of pivots is kept as long as it suits the numbers.
 */
#include "runtime/runtime_impl.h"

#include <klu.h>

static const double SAFE = 1e-13;        /* ratio of the least pivot to the largest that needs no second look */
static const double LEAST_GROWTH = 1e-4; /* largest entry of a column of the matrix for the largest of its factor */

void rt_klu_init(RtKlu *k, int n, int *colptr, int *rowind, bool corrects) {
    klu_common *common = base_realloc(NULL, sizeof *common);
    memset(common, 0, sizeof *common);
    klu_defaults(common);
    if (corrects) common->ordering = 1;
    *k = (RtKlu){.n = n, .colptr = colptr, .rowind = rowind, .common = common, .corrects = corrects, .keep = k->keep};
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

/* Do the pivots of a former matrix suit this one?  Where columns are of very different size (capacitors beside
 * resistors) their ratio is tiny from the first.  A corrector repeats until it is satisfied: for it the ratio may be
 * nearly what it was, if no entry has grown.  Other solutions are taken as they come. */
static bool order_suits(RtKlu *k, double *values) {
    klu_common *common = k->common;
    if (!klu_rcond(k->symbolic, k->numeric, common)) return false;
    if (common->rcond > SAFE) return true;
    return k->corrects && common->rcond > 0.01 * k->condition &&
           klu_rgrowth(k->colptr, k->rowind, values, k->symbolic, k->numeric, common) && common->rgrowth > LEAST_GROWTH;
}

int rt_klu_factor(RtKlu *k, double *values) {
    klu_common *common = k->common;
    if (!k->symbolic) k->symbolic = klu_analyze(k->n, k->colptr, k->rowind, common);
    if (!k->symbolic) return 0;
    k->afresh = !(k->numeric && klu_refactor(k->colptr, k->rowind, values, k->symbolic, k->numeric, common) &&
                  order_suits(k, values));
    if (!k->afresh) return -1;
    rt_klu_forget(k);
    k->numeric = klu_factor(k->colptr, k->rowind, values, k->symbolic, common);
    k->condition = k->numeric && klu_rcond(k->symbolic, k->numeric, common) ? common->rcond : 0;
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
