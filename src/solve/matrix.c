/* matrix.c - a square matrix with its factors, dense or sparse; solutions of least norm.
 *
 * Rows are scaled by their largest entry before a dense matrix is factored, so that "singular" means the same whatever
 * units the equations are written in.
 */
#ifndef SOL_CARRIED
#include "solve/solve.h"
#endif

SOL size_t sol_matrix_entries(const SolMatrix *m) { return m->sparse ? (size_t)m->nnz : (size_t)m->n * (size_t)m->n; }

SOL int sol_matrix_room(SolMatrix *m, const SolMemory *memory) {
    size_t n = (size_t)m->n, numbers = 2 * n * n + 2 * n, bytes = numbers * sizeof(double) + 3 * n * sizeof(int);
    double *room = (double *)memory->resize(memory->arg, 0, bytes + 1);
    if (!room) return 0;
    memset(room, 0, bytes + 1);
    m->values = room;
    m->lu = room + n * n;
    m->row_scale = m->lu + n * n;
    m->pivot = (int *)(room + numbers);
    return 1;
}

SOL void sol_matrix_clear(SolMatrix *m) {
    memset(m->values, 0, sol_matrix_entries(m) * sizeof *m->values);
    m->factored = 0;
}

/* Row-scaled copy of values into lu; largest: the largest entry of each column of it.  The number of an empty or
 * non-finite row, or -1. */
static int sol_scale_rows(SolMatrix *m, double *largest) {
    int i, j, n = m->n, bad = -1;
    double *row = m->row_scale, *to = m->lu;
    const double *a = m->values;
    for (i = 0; i < n; i++) row[i] = 0;
    for (j = 0; j < n; j++, a += n)
        for (i = 0; i < n; i++) {
            double x = fabs(a[i]);
            if (!(x <= row[i])) row[i] = x; /* a NaN is taken over */
        }
    for (i = 0; i < n; i++) {
        int usable = row[i] > 0 && sol_is_finite(row[i]);
        if (!usable && bad < 0) bad = i;
        row[i] = usable ? 1 / row[i] : 1;
    }
    for (a = m->values, j = 0; j < n; j++, a += n, to += n) {
        double most = 0;
        for (i = 0; i < n; i++) {
            double x = to[i] = a[i] * row[i];
            if (fabs(x) > most) most = fabs(x);
        }
        largest[j] = most;
    }
    return bad;
}

SOL int sol_matrix_factor(SolMatrix *m) {
    int k, n = m->n, bad;
    double *largest = m->row_scale ? m->row_scale + n : 0;
    m->factored = 0;
    if (m->by && m->sparse) {
        bad = m->by->factor(m);
    } else {
        bad = sol_scale_rows(m, largest);
        if (m->by) m->by->factor(m);
        else sol_dense_factor(m->lu, n, m->pivot); /* zeros are seen now */
        /* a pivot this small against its column's entries before elimination is rounding only */
        m->weakest = 1;
        for (k = 0; k < n && bad < 0; k++) {
            double pivot = fabs(m->lu[k + (size_t)k * (size_t)n]);
            if (!(pivot > 4 * SOL_EPSILON * n * largest[k])) bad = k;
            else if (pivot < m->weakest * largest[k]) m->weakest = pivot / largest[k];
        }
    }
    m->factored = bad < 0;
    return bad;
}

SOL void sol_matrix_solve(SolMatrix *m, double *b) {
    int i;
    if (!m->sparse)
        for (i = 0; i < m->n; i++) b[i] *= m->row_scale[i];
    if (m->by) m->by->solve(m, b);
    else sol_dense_solve(m->lu, m->n, m->pivot, b);
}

SOL void sol_matrix_spread(const SolMatrix *m, double *a) {
    size_t n = (size_t)m->n;
    if (!m->sparse) {
        memcpy(a, m->values, n * n * sizeof *a);
        return;
    }
    memset(a, 0, n * n * sizeof *a);
    for (size_t j = 0; j < n; j++)
        for (int p = m->colptr[j]; p < m->colptr[j + 1]; p++) a[(size_t)m->rowind[p] + j * n] = m->values[p];
}

/* ---- least norm -------------------------------------------------------------------------------------------------- */

/* A reflection I - tau*v*v', v[0] = 1, that leaves of x, n numbers at that distance, only the first: it is there then,
 * and v behind it.  tau. */
static double sol_reflection(double *x, int n, size_t stride) {
    double sum = 0, most = 0, length, first = x[0];
    int i;
    for (i = 1; i < n; i++) most = sol_larger(most, fabs(x[i * stride]));
    if (!(most > 0)) return 0;
    most = sol_larger(most, fabs(first));
    for (i = 0; i < n; i++) {
        double part = x[i * stride] / most;
        sum += part * part;
    }
    length = first > 0 ? -most * sqrt(sum) : most * sqrt(sum);
    for (i = 1; i < n; i++) x[i * stride] /= first - length;
    x[0] = length;
    return (length - first) / length;
}

/* to := (I - tau*v*v') to; v[0] counts as 1. */
static void sol_reflect(const double *v, size_t stride, int n, double tau, double *to, size_t distance) {
    double sum = to[0];
    int i;
    if (tau == 0) return;
    for (i = 1; i < n; i++) sum += v[i * stride] * to[i * distance];
    sum *= tau;
    to[0] -= sum;
    for (i = 1; i < n; i++) to[i * distance] -= sum * v[i * stride];
}

/* a, n by n by column, := reflections and R of a*P, largest columns first (Businger and Golub 1965).  order: which
 * column stands where; size: work, n.  The rank, columns whose rest is below 1e-12 of the first being none. */
static int sol_orthogonal_factors(double *a, int n, double *tau, double *order, double *size) {
    int i, j, k;
    double first = 0;
    for (j = 0; j < n; j++) order[j] = j;
    for (k = 0; k < n; k++) {
        int best = k;
        for (j = k; j < n; j++) {
            double sum = 0;
            for (i = k; i < n; i++) sum += a[i + (size_t)j * (size_t)n] * a[i + (size_t)j * (size_t)n];
            size[j] = sum;
            if (sum > size[best]) best = j;
        }
        if (k == 0) first = sqrt(size[best]);
        if (!(sqrt(size[best]) > 1e-12 * first)) return k;
        for (i = 0; i < n && best != k; i++) {
            double *to = a + i + (size_t)k * (size_t)n, *from = a + i + (size_t)best * (size_t)n, x = *to;
            *to = *from;
            *from = x;
        }
        size[k] = order[k], order[k] = order[best], order[best] = size[k];
        tau[k] = sol_reflection(a + k + (size_t)k * (size_t)n, n - k, 1);
        for (j = k + 1; j < n; j++)
            sol_reflect(a + k + (size_t)k * (size_t)n, 1, n - k, tau[k], a + k + (size_t)j * (size_t)n, 1);
    }
    return n;
}

/* The first `rank` rows of R, the rest being nothing, := T and reflections from the right, R = [T 0] Z.  Each row is
 * its diagonal entry and what stands right of the rank. */
static void sol_clear_right(double *a, int n, int rank, double *tau, double *row) {
    int i, j, k, m = n - rank;
    for (k = rank; k-- > 0;) {
        row[0] = a[k + (size_t)k * (size_t)n];
        for (j = 0; j < m; j++) row[1 + j] = a[k + (size_t)(rank + j) * (size_t)n];
        tau[k] = sol_reflection(row, m + 1, 1);
        a[k + (size_t)k * (size_t)n] = row[0];
        for (j = 0; j < m; j++) a[k + (size_t)(rank + j) * (size_t)n] = row[1 + j];
        for (i = 0; i < k && tau[k] != 0; i++) {
            double *diagonal = a + i + (size_t)k * (size_t)n, sum = *diagonal;
            for (j = 0; j < m; j++) sum += row[1 + j] * a[i + (size_t)(rank + j) * (size_t)n];
            sum *= tau[k];
            *diagonal -= sum;
            for (j = 0; j < m; j++) a[i + (size_t)(rank + j) * (size_t)n] -= sum * row[1 + j];
        }
    }
}

/* Complete orthogonal factors (Golub and Van Loan, Matrix Computations, 5.4). */
SOL int sol_least_norm(const SolMatrix *m, const double *scale, double *b, double *residual, double *work) {
    int i, j, k, n = m->n, rank, finite = 1;
    double *a = work, *tau = a + (size_t)n * (size_t)n, *order = tau + n, *size = order + n, *x = size + n,
           *left = x + n;
    double worst = 0;
    sol_matrix_spread(m, a);
    for (i = 0; i < n; i++) size[i] = 0;
    for (j = 0; j < n; j++)
        for (i = 0; i < n; i++) {
            double *at = a + i + (size_t)j * (size_t)n;
            *at *= scale[j];
            if (!(fabs(*at) <= size[i])) size[i] = fabs(*at); /* a NaN is taken over */
        }
    for (i = 0; i < n; i++) {
        finite = finite && sol_is_finite(size[i]) && sol_is_finite(b[i]);
        size[i] = size[i] > 0 ? 1 / size[i] : 1;
        b[i] *= size[i];
        for (j = 0; j < n; j++) a[i + (size_t)j * (size_t)n] *= size[i];
    }
    *residual = HUGE_VAL;
    if (!finite) return 0;
    rank = sol_orthogonal_factors(a, n, tau, order, size);
    for (k = 0; k < rank; k++) sol_reflect(a + k + (size_t)k * (size_t)n, 1, n - k, tau[k], b + k, 1);
    for (i = 0; i < n; i++) left[i] = i < rank ? 0 : b[i];
    for (k = rank; k-- > 0;) sol_reflect(a + k + (size_t)k * (size_t)n, 1, n - k, tau[k], left + k, 1);
    for (i = 0; i < n; i++)
        if (!(fabs(left[i]) <= worst)) worst = fabs(left[i]);
    *residual = worst;
    sol_clear_right(a, n, rank, tau, size);
    for (k = rank; k-- > 0;) {
        x[k] = b[k] / a[k + (size_t)k * (size_t)n];
        for (i = 0; i < k; i++) b[i] -= a[i + (size_t)k * (size_t)n] * x[k];
    }
    for (k = rank; k < n; k++) x[k] = 0;
    for (k = 0; k < rank; k++) { /* x := Z' x */
        double sum = x[k];
        for (j = rank; j < n; j++) sum += a[k + (size_t)j * (size_t)n] * x[j];
        sum *= tau[k];
        x[k] -= sum;
        for (j = rank; j < n; j++) x[j] -= sum * a[k + (size_t)j * (size_t)n];
    }
    for (k = 0; k < n; k++) b[(int)order[k]] = x[k];
    for (i = 0; i < n; i++) b[i] *= scale[i];
    return rank;
}
