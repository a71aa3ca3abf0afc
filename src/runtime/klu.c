/* klu.c - sparse factors by KLU: the one place that makes them, for systems of equations (linear.c) and for integrators
 * (lu.c).
 *
 * Needs: a pattern by column that stays the same.  The order of pivots is kept as long as it suits the numbers.
 */
#include "runtime/runtime_impl.h"

#include <klu.h>

static const double MUCH_FILL = 2; /* entries of factors for those of the matrix: another order may have less */

void rt_klu_init(RtKlu *k, int n, int *colptr, int *rowind, bool corrects) {
    klu_common *common = base_realloc(NULL, sizeof *common);
    memset(common, 0, sizeof *common);
    klu_defaults(common);
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

/* Do the pivots of a former matrix suit this one? */
static bool order_suits(RtKlu *k) {
    klu_common *common = k->common;
    return klu_rcond(k->symbolic, k->numeric, common) && common->rcond > RT_SAFE_PIVOT;
}

/* Entries of the factors with that ordering, for values that hang together by nothing but the pattern; 0: none. */
static double fill_of(const RtKlu *k, int ordering, double *values, klu_symbolic **symbolic) {
    klu_common *common = k->common;
    common->ordering = ordering;
    *symbolic = klu_analyze(k->n, k->colptr, k->rowind, common);
    if (!*symbolic) return 0;
    klu_numeric *numeric = klu_factor(k->colptr, k->rowind, values, *symbolic, common);
    double fill = numeric ? (double)numeric->lnz + numeric->unz + numeric->nzoff : 0;
    if (numeric) klu_free_numeric(&numeric, common);
    return fill;
}

/* By columns (COLAMD) or symmetric (AMD)?  The former is the better one for most matrices of circuits, but a row that
 * all columns share, as a sum over all parts of a model has, hides the pattern from it.  Decided by the pattern alone:
 * a run that was saved decides the same when it goes on. */
static void choose_order(RtKlu *k) {
    enum { SYMMETRIC, BY_COLUMNS };
    klu_symbolic *found[2] = {0};
    int first = k->corrects ? BY_COLUMNS : SYMMETRIC, entries = k->colptr[k->n];
    double *values = base_realloc(NULL, ((size_t)entries + 1) * sizeof *values);
    for (int i = 0; i < entries; i++) values[i] = 1 + (double)(base_mix(1, (uint64_t)i) >> 11) / 9007199254740992.0;
    double fill = fill_of(k, first, values, &found[first]);
    if (fill > MUCH_FILL * entries || !found[first]) {
        double other = fill_of(k, !first, values, &found[!first]);
        if (other > 0 && (fill == 0 || other < fill)) first = !first;
    }
    if (found[!first]) klu_free_symbolic(&found[!first], k->common);
    k->symbolic = found[first];
    base_realloc(values, 0);
}

int rt_klu_factor(RtKlu *k, double *values) {
    klu_common *common = k->common;
    if (!k->symbolic) choose_order(k);
    if (!k->symbolic) return 0;
    k->afresh =
        !(k->numeric && klu_refactor(k->colptr, k->rowind, values, k->symbolic, k->numeric, common) && order_suits(k));
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
