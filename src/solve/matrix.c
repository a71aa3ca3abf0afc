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

/* A reflection I - tau*v*v', v[0] = 1, that leaves of x, n numbers, only the first: it is there then, and v behind it.
 * tau. */
static double sol_reflection(double *x, int n) {
    double sum = 0, most = 0, length, first = x[0];
    int i;
    for (i = 1; i < n; i++) most = sol_larger(most, fabs(x[i]));
    if (!(most > 0)) return 0;
    most = sol_larger(most, fabs(first));
    for (i = 0; i < n; i++) sum += x[i] / most * (x[i] / most);
    length = first > 0 ? -most * sqrt(sum) : most * sqrt(sum);
    for (i = 1; i < n; i++) x[i] /= first - length;
    x[0] = length;
    return (length - first) / length;
}

/* to := (I - tau*v*v') to; v[0] counts as 1. */
static void sol_reflect(const double *v, int n, double tau, double *to) {
    double sum = to[0];
    int i;
    if (tau == 0) return;
    for (i = 1; i < n; i++) sum += v[i] * to[i];
    sum *= tau;
    to[0] -= sum;
    for (i = 1; i < n; i++) to[i] -= sum * v[i];
}

static double sol_square(const double *x, int n) {
    double sum = 0;
    while (n-- > 0) sum += x[n] * x[n];
    return sum;
}

static void sol_exchange(double *a, double *b, int n) {
    while (n-- > 0) {
        double x = a[n];
        a[n] = b[n];
        b[n] = x;
    }
}

/* Of n by n numbers by column: reflections and R, largest columns first (Businger and Golub 1965).  order: which column
 * stands where; size: squares of what is left of columns.  The rank, columns whose rest is below 1e-12 of the first
 * being none. */
static int sol_orthogonal_factors(double *a, int n, double *tau, double *order, double *size) {
    int j, k;
    double first = 0, *column = a, *other;
    for (j = 0, other = a; j < n; j++, other += n) {
        order[j] = j;
        size[j] = sol_square(other, n);
    }
    for (k = 0; k < n; k++, column += n) {
        int best = k;
        for (j = k; j < n; j++)
            if (size[j] > size[best]) best = j;
        size[best] = sol_square(a + (size_t)best * (size_t)n + k, n - k); /* it was counted down */
        if (k == 0) first = sqrt(size[best]);
        if (!(sqrt(size[best]) > 1e-12 * first)) return k;
        if (best != k) {
            sol_exchange(column, a + (size_t)best * (size_t)n, n);
            sol_exchange(order + k, order + best, 1);
            sol_exchange(size + k, size + best, 1);
        }
        tau[k] = sol_reflection(column + k, n - k);
        for (j = k + 1, other = column + n; j < n; j++, other += n) {
            double before = size[j];
            sol_reflect(column + k, n - k, tau[k], other + k);
            size[j] -= other[k] * other[k];
            if (!(size[j] > 1e-8 * before)) size[j] = sol_square(other + k + 1, n - k - 1);
        }
    }
    return n;
}

/* Of the first `rank` rows of R, the rest being nothing: T and reflections from the right, R = [T 0] Z.  Each acts on
 * its column of T and on those behind the rank; row: what stands of it there, n - rank + 1 numbers for each. */
static void sol_clear_right(double *a, int n, int rank, double *tau, double *row) {
    int i, j, k, m = n - rank;
    double *behind = a + (size_t)rank * (size_t)n;
    for (k = rank; k-- > 0;) {
        double *column = a + (size_t)k * (size_t)n;
        row[0] = column[k];
        for (j = 0; j < m; j++) row[1 + j] = behind[k + (size_t)j * (size_t)n];
        tau[k] = sol_reflection(row, m + 1);
        column[k] = row[0];
        for (j = 0; j < m; j++) behind[k + (size_t)j * (size_t)n] = row[1 + j];
        for (i = 0; i < k && tau[k] != 0; i++) {
            double sum = column[i];
            for (j = 0; j < m; j++) sum += row[1 + j] * behind[i + (size_t)j * (size_t)n];
            sum *= tau[k];
            column[i] -= sum;
            for (j = 0; j < m; j++) behind[i + (size_t)j * (size_t)n] -= sum * row[1 + j];
        }
    }
}

/* a := m with columns times scale and rows divided by their largest entry, b the same; size: the divisors' inverses.
 * 0: a number is not finite. */
static int sol_scaled_copy(const SolMatrix *m, const double *scale, double *a, double *b, double *size) {
    int i, j, n = m->n, finite = 1;
    double *column = a;
    sol_matrix_spread(m, a);
    for (i = 0; i < n; i++) size[i] = 0;
    for (j = 0; j < n; j++, column += n)
        for (i = 0; i < n; i++) {
            column[i] *= scale[j];
            if (!(fabs(column[i]) <= size[i])) size[i] = fabs(column[i]); /* a NaN is taken over */
        }
    for (i = 0; i < n; i++) {
        finite = finite && sol_is_finite(size[i]) && sol_is_finite(b[i]);
        size[i] = size[i] > 0 ? 1 / size[i] : 1;
        b[i] *= size[i];
    }
    for (j = 0, column = a; j < n; j++, column += n)
        for (i = 0; i < n; i++) column[i] *= size[i];
    return finite;
}

/* Complete orthogonal factors (Golub and Van Loan, Matrix Computations, 5.4). */
SOL int sol_least_norm(const SolMatrix *m, const double *scale, double *b, double *residual, double *work) {
    int i, j, k, n = m->n, rank;
    double *a = work, *tau = a + (size_t)n * (size_t)n, *order = tau + n, *size = order + n, *x = size + n,
           *left = x + n;
    double *column, *behind;
    *residual = HUGE_VAL;
    if (!sol_scaled_copy(m, scale, a, b, size)) return 0;
    rank = sol_orthogonal_factors(a, n, tau, order, size);
    for (k = 0, column = a; k < rank; k++, column += n + 1) sol_reflect(column, n - k, tau[k], b + k);
    for (i = 0; i < n; i++) left[i] = i < rank ? 0 : b[i];
    for (k = rank; k-- > 0;) {
        column -= n + 1;
        sol_reflect(column, n - k, tau[k], left + k);
    }
    for (*residual = 0, i = 0; i < n; i++)
        if (!(fabs(left[i]) <= *residual)) *residual = fabs(left[i]);
    sol_clear_right(a, n, rank, tau, size);
    behind = column = a + (size_t)rank * (size_t)n;
    for (k = rank; k-- > 0;) {
        column -= n;
        x[k] = b[k] / column[k];
        for (i = 0; i < k; i++) b[i] -= column[i] * x[k];
    }
    for (k = rank; k < n; k++) x[k] = 0;
    for (k = 0; k < rank; k++) { /* x := Z' x */
        double sum = x[k];
        for (j = rank, column = behind; j < n; j++, column += n) sum += column[k] * x[j];
        sum *= tau[k];
        x[k] -= sum;
        for (j = rank, column = behind; j < n; j++, column += n) x[j] -= sum * column[k];
    }
    for (k = 0; k < n; k++) b[(int)order[k]] = x[k] * scale[(int)order[k]];
    return rank;
}
