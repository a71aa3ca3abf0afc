/* linear.c - one interface for dense (LAPACK) and sparse (KLU) factorisations.
 *
 * Rows are scaled by their largest entry before a dense matrix is factored, so that "singular"
 * means the same whatever units the equations are written in.  KLU scales rows itself.
 */
#include "runtime/runtime_impl.h"

#include <float.h>

extern void dgetrf_(const int *m, const int *n, double *a, const int *lda, int *ipiv, int *info);
extern void dgetrs_(const char *trans, const int *n, const int *nrhs, const double *a, const int *lda, const int *ipiv,
                    double *b, const int *ldb, int *info, size_t trans_length);
extern void dgelsy_(const int *m, const int *n, const int *nrhs, double *a, const int *lda, double *b, const int *ldb,
                    int *jpvt, const double *rcond, int *rank, double *work, const int *lwork, int *info);

extern void dgesvd_(const char *jobu, const char *jobvt, const int *m, const int *n, double *a, const int *lda,
                    double *s, double *u, const int *ldu, double *vt, const int *ldvt, double *work, const int *lwork,
                    int *info, size_t jobu_length, size_t jobvt_length);

enum {
    DEPENDENT_MAX = 500,
    SPARSE_FROM = 50, /* unknowns from which a sparse factorisation may pay */
    LARGE = 256,      /* from here on LAPACK, which works in blocks */
    LEAST_NORM_MAX = 2000,
};

static void *allocate(size_t bytes) {
    void *p = base_realloc(NULL, bytes ? bytes : 1);
    memset(p, 0, bytes);
    return p;
}

/* Pays when fewer than a tenth of the entries are there. */
static bool worth_sparse(int n, const int *colptr) {
    return colptr && n > SPARSE_FROM && (double)colptr[n] < 0.1 * (double)n * (double)n;
}

void rt_linear_init(RtLinear *l, int n, const int *colptr, const int *rowind) {
    memset(l, 0, sizeof *l);
    l->n = n;
    l->sparse = worth_sparse(n, colptr);
    if (colptr) {
        l->nnz = colptr[n];
        l->colptr = allocate(((size_t)n + 1) * sizeof(int));
        l->rowind = allocate((size_t)l->nnz * sizeof(int));
        memcpy(l->colptr, colptr, ((size_t)n + 1) * sizeof(int));
        memcpy(l->rowind, rowind, (size_t)l->nnz * sizeof(int));
    }
    if (l->sparse) {
        l->values = allocate((size_t)l->nnz * sizeof(double));
        rt_klu_init(&l->klu, n, l->colptr, l->rowind, false);
        return;
    }
    l->values = allocate((size_t)n * (size_t)n * sizeof(double));
    l->lu = allocate((size_t)n * (size_t)n * sizeof(double));
    l->pivot = allocate((size_t)n * sizeof(int));
    l->row_scale = allocate((size_t)n * sizeof(double));
}

void rt_linear_free(RtLinear *l) {
    rt_klu_free(&l->klu);
    void *parts[] = {l->colptr, l->rowind, l->values, l->lu, l->pivot, l->row_scale};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) base_realloc(parts[i], 0);
    memset(l, 0, sizeof *l);
}

void rt_linear_forget(RtLinear *l) {
    rt_klu_forget(&l->klu);
    l->factored = false;
}

void rt_linear_clear(RtLinear *l) {
    size_t count = l->sparse ? (size_t)l->nnz : (size_t)l->n * (size_t)l->n;
    memset(l->values, 0, count * sizeof(double));
    l->factored = false;
}

/* ---- dense ------------------------------------------------------------------------------------------------------- */

/* Row-scaled copy of values into lu.  The number of an empty or non-finite row, or -1. */
static int scale_rows(RtLinear *l) {
    int n = l->n, bad = -1;
    for (int i = 0; i < n; i++) {
        double largest = 0;
        for (int j = 0; j < n; j++) {
            double x = fabs(l->values[i + (size_t)j * (size_t)n]);
            if (!(x <= largest)) largest = x; /* a NaN is taken over */
        }
        if (!(largest > 0 && isfinite(largest)) && bad < 0) bad = i;
        l->row_scale[i] = largest > 0 && isfinite(largest) ? 1 / largest : 1;
    }
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            l->lu[i + (size_t)j * (size_t)n] = l->values[i + (size_t)j * (size_t)n] * l->row_scale[i];
    return bad;
}

/* A pivot this small against its column's entries before elimination is rounding only. */
static int weak_pivot(const RtLinear *l) {
    int n = l->n;
    for (int k = 0; k < n; k++) {
        double column = 0;
        for (int i = 0; i < n; i++) {
            double x = fabs(l->values[i + (size_t)k * (size_t)n] * l->row_scale[i]);
            if (x > column) column = x;
        }
        double pivot = fabs(l->lu[k + (size_t)k * (size_t)n]);
        if (!(pivot > 4 * DBL_EPSILON * (double)n * column)) return k;
    }
    return -1;
}

static int factor_dense(RtLinear *l) {
    int n = l->n;
    int bad = scale_rows(l);
    int info;
    if (n < LARGE) (void)rt_dense_factor(l->lu, (size_t)n, (uint32_t *)l->pivot); /* weak_pivot sees zeros */
    else dgetrf_(&n, &n, l->lu, &n, l->pivot, &info);
    if (bad >= 0) return bad;
    return weak_pivot(l);
}

/* ---- sparse ------------------------------------------------------------------------------------------------------ */

static int factor_sparse(RtLinear *l) {
    int bad = rt_klu_factor(&l->klu, l->values);
    if (bad >= 0 || !l->klu.afresh) return bad;
    return rt_klu_condition(&l->klu) > DBL_EPSILON * 1e-2 ? -1 : 0;
}

/* ---- both -------------------------------------------------------------------------------------------------------- */

int rt_linear_factor(RtLinear *l) {
    int bad = l->sparse ? factor_sparse(l) : factor_dense(l);
    l->factored = bad < 0;
    return bad;
}

void rt_linear_solve(RtLinear *l, double *b) {
    int n = l->n, one = 1, info;
    if (l->sparse) {
        rt_klu_solve(&l->klu, b);
        return;
    }
    for (int i = 0; i < n; i++) b[i] *= l->row_scale[i];
    if (n < LARGE) rt_dense_solve(l->lu, (size_t)n, (const uint32_t *)l->pivot, b);
    else dgetrs_("N", &n, &one, l->lu, &n, l->pivot, b, &n, &info, 1);
}

/* Dense copy with rows scaled by their maximum and columns by col_scale. */
static void dense_copy(const RtLinear *l, const double *col_scale, double *a, double *row) {
    size_t n = (size_t)l->n;
    memset(a, 0, n * n * sizeof *a);
    if (l->sparse) {
        for (size_t j = 0; j < n; j++)
            for (int p = l->colptr[j]; p < l->colptr[j + 1]; p++)
                a[(size_t)l->rowind[p] + j * n] = l->values[p] * col_scale[j];
    } else {
        for (size_t j = 0; j < n; j++)
            for (size_t i = 0; i < n; i++) a[i + j * n] = l->values[i + j * n] * col_scale[j];
    }
    for (size_t i = 0; i < n; i++) {
        double largest = 0;
        for (size_t j = 0; j < n; j++) largest = fmax(largest, fabs(a[i + j * n]));
        row[i] = largest > 0 ? 1 / largest : 1;
        for (size_t j = 0; j < n; j++) a[i + j * n] *= row[i];
    }
}

bool rt_linear_dependent_rows(const RtLinear *l, const double *col_scale, double *y) {
    int n = l->n, one = 1, info = 0, lwork = 8 * n + 64;
    if (n > DEPENDENT_MAX) return false;
    size_t nn = (size_t)n * (size_t)n;
    double *a = allocate((nn + 2 * (size_t)n + (size_t)lwork) * sizeof *a);
    double *row = a + nn, *singular = row + n, *work = singular + n, none = 0;
    dense_copy(l, col_scale, a, row);
    dgesvd_("O", "N", &n, &n, a, &n, singular, &none, &one, &none, &one, work, &lwork, &info, 1, 1);
    bool found = info == 0 && singular[n - 1] <= 1e-10 * singular[0];
    if (found) memcpy(y, a + (size_t)(n - 1) * (size_t)n, (size_t)n * sizeof *y); /* U stands in a */
    base_realloc(a, 0);
    return found;
}

int rt_linear_null_space(const RtLinear *l, const double *col_scale, double *basis, int most) {
    int n = l->n, one = 1, info = 0, lwork = 8 * n + 64, found = 0;
    if (n > DEPENDENT_MAX) return 0;
    size_t nn = (size_t)n * (size_t)n;
    double *a = allocate((2 * nn + 2 * (size_t)n + (size_t)lwork) * sizeof *a);
    double *vt = a + nn, *row = vt + nn, *singular = row + n, *work = singular + n, none = 0;
    dense_copy(l, col_scale, a, row);
    dgesvd_("N", "A", &n, &n, a, &n, singular, &none, &one, vt, &n, work, &lwork, &info, 1, 1);
    for (int k = n - 1; info == 0 && k >= 0 && found < most && singular[k] <= 1e-10 * singular[0]; k--, found++)
        for (int j = 0; j < n; j++) basis[j + found * n] = vt[k + (size_t)j * (size_t)n] * col_scale[j];
    base_realloc(a, 0);
    return found;
}

int rt_linear_least_norm(const RtLinear *l, const double *col_scale, double *b, double *residual) {
    int n = l->n, one = 1, rank = 0, info = 0, lwork = n * 8 + 64;
    if (n > LEAST_NORM_MAX) return -1;
    size_t nn = (size_t)n * (size_t)n;
    double *a = allocate(2 * nn * sizeof *a), *copy = a + nn;
    double *row = allocate((size_t)n * sizeof *row), *rhs = allocate((size_t)n * sizeof *rhs);
    double *work = allocate((size_t)lwork * sizeof *work);
    int *columns = allocate((size_t)n * sizeof *columns);
    dense_copy(l, col_scale, a, row);
    memcpy(copy, a, nn * sizeof *a);
    for (int i = 0; i < n; i++) rhs[i] = b[i] *= row[i];
    double rcond = 1e-12;
    dgelsy_(&n, &n, &one, a, &n, b, &n, columns, &rcond, &rank, work, &lwork, &info);
    double worst = 0;
    for (int i = 0; i < n; i++) {
        double sum = -rhs[i];
        for (int j = 0; j < n; j++) sum += copy[i + (size_t)j * (size_t)n] * b[j];
        if (!(fabs(sum) <= worst)) worst = fabs(sum);
    }
    *residual = worst;
    for (int i = 0; i < n; i++) b[i] *= col_scale[i];
    void *parts[] = {a, row, rhs, work, columns};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) base_realloc(parts[i], 0);
    return info == 0 ? rank : -1;
}
