/* linear.c - matrices of the runtime (solve/matrix.c): large sparse ones are factored by KLU, which scales rows itself,
 * large dense ones by LAPACK, which works in blocks.  Rows that depend on each other, by singular values.
 */
#include "runtime/runtime_impl.h"

#include <float.h>

extern void dgetrf_(const int *m, const int *n, double *a, const int *lda, int *ipiv, int *info);
extern void dgetrs_(const char *trans, const int *n, const int *nrhs, const double *a, const int *lda, const int *ipiv,
                    double *b, const int *ldb, int *info, size_t trans_length);
extern void dgesvd_(const char *jobu, const char *jobvt, const int *m, const int *n, double *a, const int *lda,
                    double *s, double *u, const int *ldu, double *vt, const int *ldvt, double *work, const int *lwork,
                    int *info, size_t jobu_length, size_t jobvt_length);

enum {
    DEPENDENT_MAX = 500,
    SPARSE_FROM = 50, /* unknowns from which a sparse factorisation may pay */
    LARGE = 256,      /* from here on LAPACK */
};

static void *resize(void *arg, void *old, size_t bytes) {
    (void)arg;
    return base_realloc(old, bytes);
}

const SolMemory rt_memory = {resize, NULL};

static void *allocate(size_t bytes) {
    void *p = base_realloc(NULL, bytes ? bytes : 1);
    memset(p, 0, bytes);
    return p;
}

/* ---- factors ----------------------------------------------------------------------------------------------------- */

static int factor_sparse(SolMatrix *m) {
    RtKlu *klu = m->own;
    int bad = rt_klu_factor(klu, m->values);
    if (bad >= 0) return bad;
    m->weakest = rt_klu_condition(klu);
    return !klu->afresh || m->weakest > DBL_EPSILON * RT_WEAKEST ? -1 : 0;
}

static void solve_sparse(SolMatrix *m, double *b) { rt_klu_solve(m->own, b); }

static int factor_large(SolMatrix *m) {
    int info;
    dgetrf_(&m->n, &m->n, m->lu, &m->n, m->pivot, &info); /* zeros are seen where this is called */
    return -1;
}

static void solve_large(SolMatrix *m, double *b) {
    int one = 1, info;
    dgetrs_("N", &m->n, &one, m->lu, &m->n, m->pivot, b, &m->n, &info, 1);
}

static const SolFactors by_klu = {factor_sparse, solve_sparse}, by_lapack = {factor_large, solve_large};

/* Pays when fewer than a tenth of the entries are there. */
static bool worth_sparse(int n, const int *colptr) {
    return colptr && n > SPARSE_FROM && (double)colptr[n] < 0.1 * (double)n * (double)n;
}

void rt_linear_init(SolMatrix *m, int n, const int *colptr, const int *rowind) {
    *m = (SolMatrix){.n = n, .sparse = worth_sparse(n, colptr)};
    if (colptr) {
        m->nnz = colptr[n];
        size_t first = (size_t)n + 1, all = first + (size_t)m->nnz;
        int *pattern = allocate(all * sizeof *pattern);
        memcpy(pattern, colptr, first * sizeof *pattern);
        memcpy(pattern + first, rowind, (size_t)m->nnz * sizeof *pattern);
        m->colptr = pattern;
        m->rowind = pattern + first;
    }
    if (m->sparse) {
        m->values = allocate((size_t)m->nnz * sizeof(double));
        m->own = allocate(sizeof(RtKlu));
        m->by = &by_klu;
        rt_klu_init(m->own, n, (int *)m->colptr, (int *)m->rowind, false);
        return;
    }
    sol_matrix_room(m, &rt_memory);
    if (n >= LARGE) m->by = &by_lapack;
}

RtKlu *rt_linear_klu(const SolMatrix *m) { return m->sparse ? m->own : NULL; }

void rt_linear_free(SolMatrix *m) {
    if (m->sparse) rt_klu_free(m->own);
    base_realloc(m->own, 0);
    base_realloc((int *)m->colptr, 0);
    base_realloc(m->values, 0);
    *m = (SolMatrix){0};
}

void rt_linear_forget(SolMatrix *m) {
    if (m->sparse) rt_klu_forget(m->own);
    m->factored = false;
}

/* ---- rows that depend on each other ------------------------------------------------------------------------------ */

/* Dense copy with rows scaled by their maximum and columns by col_scale. */
static void dense_copy(const SolMatrix *l, const double *col_scale, double *a, double *row) {
    size_t n = (size_t)l->n;
    sol_matrix_spread(l, a);
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < n; i++) a[i + j * n] *= col_scale[j];
    for (size_t i = 0; i < n; i++) {
        double largest = 0;
        for (size_t j = 0; j < n; j++) largest = fmax(largest, fabs(a[i + j * n]));
        row[i] = largest > 0 ? 1 / largest : 1;
        for (size_t j = 0; j < n; j++) a[i + j * n] *= row[i];
    }
}

bool rt_linear_dependent_rows(const SolMatrix *l, const double *col_scale, double *y) {
    int n = l->n, one = 1, info = 0, lwork = 8 * n + 64;
    if (n > DEPENDENT_MAX) return false;
    size_t nn = (size_t)n * (size_t)n;
    double *a = allocate((nn + 2 * (size_t)n + (size_t)lwork) * sizeof *a);
    double *row = a + nn, *singular = row + n, *work = singular + n, none = 0;
    dense_copy(l, col_scale, a, row);
    dgesvd_("O", "N", &n, &n, a, &n, singular, &none, &one, &none, &one, work, &lwork, &info, 1, 1);
    bool found = info == 0 && singular[n - 1] <= RT_NULL * singular[0];
    if (found) memcpy(y, a + (size_t)(n - 1) * (size_t)n, (size_t)n * sizeof *y); /* U stands in a */
    base_realloc(a, 0);
    return found;
}

int rt_linear_null_space(const SolMatrix *l, const double *col_scale, double *basis, int most) {
    int n = l->n, one = 1, info = 0, lwork = 8 * n + 64, found = 0;
    if (n > DEPENDENT_MAX) return 0;
    size_t nn = (size_t)n * (size_t)n;
    double *a = allocate((2 * nn + 2 * (size_t)n + (size_t)lwork) * sizeof *a);
    double *vt = a + nn, *row = vt + nn, *singular = row + n, *work = singular + n, none = 0;
    dense_copy(l, col_scale, a, row);
    dgesvd_("N", "A", &n, &n, a, &n, singular, &none, &one, vt, &n, work, &lwork, &info, 1, 1);
    for (int k = n - 1; info == 0 && k >= 0 && found < most && singular[k] <= RT_NULL * singular[0]; k--, found++)
        for (int j = 0; j < n; j++) basis[j + found * n] = vt[k + (size_t)j * (size_t)n] * col_scale[j];
    base_realloc(a, 0);
    return found;
}
