/* dense.c - factors of dense matrices by columns, for systems of equations (linear.c) and for integrators (lu.c).
 *
 * Gauss elimination with partial pivoting, column after column, in loops that become SIMD code: up to a few hundred
 * rows it is faster than the reference LAPACK, whose blocks do not pay there.
 */
#include "runtime/runtime_impl.h"

#if !defined(__clang__)
#pragma GCC optimize("O3")
#endif

int rt_dense_factor(double *a, size_t n, uint32_t *pivot) {
    int bad = -1;
    for (size_t k = 0; k < n; k++) {
        double *column = a + k * n;
        size_t p = k;
        for (size_t i = k + 1; i < n; i++)
            if (fabs(column[i]) > fabs(column[p])) p = i;
        pivot[k] = (uint32_t)p;
        if (!(fabs(column[p]) > 0)) {
            if (bad < 0) bad = (int)k;
            continue;
        }
        if (p != k)
            for (size_t j = 0; j < n; j++) {
                double x = a[k + j * n];
                a[k + j * n] = a[p + j * n];
                a[p + j * n] = x;
            }
        double diagonal = column[k]; /* divided by: equal rows leave zeros then, which show dependent equations */
        for (size_t i = k + 1; i < n; i++) column[i] /= diagonal;
        for (size_t j = k + 1; j < n; j++) {
            double *restrict to = a + j * n, x = to[k];
            if (x == 0) continue;
            for (size_t i = k + 1; i < n; i++) to[i] -= column[i] * x;
        }
    }
    return bad;
}

static inline void solve(const double *a, size_t n, const uint32_t *pivot, bool inverted, double *restrict b) {
    for (size_t k = 0; k < n; k++) {
        double x = b[pivot[k]];
        b[pivot[k]] = b[k];
        b[k] = x;
    }
    for (size_t k = 0; k + 1 < n; k++) {
        double x = b[k];
        const double *column = a + k * n;
        for (size_t i = k + 1; i < n; i++) b[i] -= column[i] * x;
    }
    for (size_t k = n; k-- > 0;) {
        const double *column = a + k * n;
        double x = b[k] = inverted ? b[k] * column[k] : b[k] / column[k];
        for (size_t i = 0; i < k; i++) b[i] -= column[i] * x;
    }
}

void rt_dense_solve(const double *a, size_t n, const uint32_t *pivot, double *b) { solve(a, n, pivot, false, b); }

void rt_dense_invert_diagonal(double *a, size_t n) {
    for (size_t k = 0; k < n; k++) a[k + k * n] = 1 / a[k + k * n];
}

void rt_dense_correct(const double *a, size_t n, const uint32_t *pivot, double *b) { solve(a, n, pivot, true, b); }
