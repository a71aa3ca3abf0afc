/* dense.c - factors of dense matrices by columns, for systems of equations and for integrators.
 *
 * Gauss elimination with partial pivoting, column after column, in loops that become SIMD code: up to a few hundred
 * rows it is faster than the reference LAPACK, whose blocks do not pay there.  Columns are worked on only as far as
 * something stands in them.
 */
#ifndef SOL_CARRIED
#include "solve/solve.h"

#if !defined(__clang__)
#pragma GCC optimize("O3")
#endif
#endif

/* first, last: where something stands in each column. */
static void sol_find_ends(const double *a, int n, int *first, int *last) {
    for (int j = 0; j < n; j++, a += n) {
        int i = 0, k = n - 1;
        while (i < n - 1 && a[i] == 0) i++;
        while (k > 0 && a[k] == 0) k--;
        first[j] = i;
        last[j] = k;
    }
}

static void sol_exchange_rows(double *a, int n, int k, int p, int *first, int *last) {
    double *up = a + k, *down = a + p;
    for (int j = 0; j < n; j++, up += n, down += n) {
        double x = *up;
        if (x == 0 && *down == 0) continue;
        *up = *down;
        *down = x;
        if (p > last[j]) last[j] = p;
        if (k < first[j]) first[j] = k;
    }
}

SOL int sol_dense_factor(double *a, int n, int *pivot) {
    int bad = -1, *first = pivot + n, *last = first + n;
    sol_find_ends(a, n, first, last);
    for (int k = 0; k < n; k++) {
        double *column = a + (size_t)k * (size_t)n, diagonal;
        int p = k, end = last[k] < k ? k : last[k];
        for (int i = k + 1; i <= end; i++)
            if (fabs(column[i]) > fabs(column[p])) p = i;
        pivot[k] = p;
        last[k] = end;
        if (!(fabs(column[p]) > 0)) {
            if (bad < 0) bad = k;
            continue;
        }
        if (p != k) sol_exchange_rows(a, n, k, p, first, last);
        diagonal = column[k]; /* divided by: equal rows leave zeros then, which show dependent equations */
        for (int i = k + 1; i <= end; i++) column[i] /= diagonal;
        for (int j = k + 1; j < n; j++) {
            double *restrict to = a + (size_t)j * (size_t)n, x = to[k];
            if (x == 0) continue;
            for (int i = k + 1; i <= end; i++) to[i] -= column[i] * x;
            if (end > last[j]) last[j] = end;
        }
    }
    return bad;
}

SOL_INLINE void sol_substitute(const double *a, int n, const int *pivot, int inverted, double *restrict b) {
    const int *first = pivot + n, *last = first + n;
    const double *column = a;
    for (int k = 0; k < n; k++) {
        double x = b[pivot[k]];
        b[pivot[k]] = b[k];
        b[k] = x;
    }
    for (int k = 0; k + 1 < n; k++, column += n) {
        double x = b[k];
        int end = last[k];
        for (int i = k + 1; i <= end; i++) b[i] -= column[i] * x;
    }
    column = a + (size_t)n * (size_t)n;
    for (int k = n; k-- > 0;) {
        double x;
        column -= n;
        x = b[k] = inverted ? b[k] * column[k] : b[k] / column[k];
        for (int i = first[k]; i < k; i++) b[i] -= column[i] * x;
    }
}

SOL void sol_dense_solve(const double *a, int n, const int *pivot, double *b) { sol_substitute(a, n, pivot, 0, b); }

SOL void sol_dense_invert_diagonal(double *a, int n) {
    for (int k = 0; k < n; k++) a[k + (size_t)k * (size_t)n] = 1 / a[k + (size_t)k * (size_t)n];
}

SOL void sol_dense_correct(const double *a, int n, const int *pivot, double *b) { sol_substitute(a, n, pivot, 1, b); }
