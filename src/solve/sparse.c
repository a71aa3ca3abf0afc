/* sparse.c - factors of sparse matrices.
 *
 * Left looking, column by column: the rows that a column fills are found by a search through the factors before
 * (Gilbert and Peierls 1988), pivots are taken on the diagonal where it is not much smaller than the largest entry.
 * The caller has ordered the columns, and has left small and full matrices to dense.c.
 */
#ifndef SOL_CARRIED
#include "solve/solve.h"
#endif

SOL void sol_sparse_free(SolSparse *f) {
    void *parts[7];
    const SolMemory *memory;
    if (!f) return;
    memory = f->memory;
    parts[0] = f->lp, parts[1] = f->li, parts[2] = f->ui, parts[3] = f->lx, parts[4] = f->ux, parts[5] = f->x;
    parts[6] = f;
    for (int i = 0; i < 7; i++)
        if (parts[i]) memory->resize(memory->arg, parts[i], 0);
}

SOL SolSparse *sol_sparse_new(int n, const int *order, const SolMemory *memory) {
    SolSparse *f = (SolSparse *)memory->resize(memory->arg, 0, sizeof *f);
    size_t m = (size_t)n + 1;
    if (!f) return 0;
    memset(f, 0, sizeof *f);
    f->memory = memory;
    f->n = n;
    f->order = order;
    f->lp = (int *)memory->resize(memory->arg, 0, 8 * m * sizeof(int));
    f->x = (double *)memory->resize(memory->arg, 0, 3 * m * sizeof(double));
    if (!f->lp || !f->x) {
        sol_sparse_free(f);
        return 0;
    }
    memset(f->lp, 0, 8 * m * sizeof(int));
    memset(f->x, 0, 3 * m * sizeof(double));
    f->up = f->lp + m;
    f->at = f->up + m;
    f->row_of = f->at + m;
    f->mark = f->row_of + m;
    f->found = f->mark + m;
    f->stack = f->found + m;
    f->next = f->stack + m;
    f->diagonal = f->x + m;
    f->row = f->diagonal + m;
    return f;
}

/* Room for one more column. */
static int sol_sparse_room(const SolMemory *memory, int used, int n, int *room, int **i, double **x) {
    int want = used + n;
    void *p;
    if (want <= *room) return 1;
    want += want / 2;
    p = memory->resize(memory->arg, *i, (size_t)want * sizeof(int));
    if (!p) return 0;
    *i = (int *)p;
    p = memory->resize(memory->arg, *x, (size_t)want * sizeof(double));
    if (!p) return 0;
    *x = (double *)p;
    *room = want;
    return 1;
}

/* Rows that follow from row i through the factors, behind those found before, last ones first: the new top. */
static int sol_sparse_reach(SolSparse *f, int i, int k, int top) {
    int depth = 0;
    f->stack[0] = i;
    f->mark[i] = k;
    f->next[0] = f->at[i] >= 0 ? f->lp[f->at[i]] : 0;
    while (depth >= 0) {
        int row = f->stack[depth], pivot = f->at[row], end = pivot >= 0 ? f->lp[pivot + 1] : 0, p = f->next[depth];
        while (p < end && f->mark[f->li[p]] == k) p++;
        if (p < end) {
            int below = f->li[p];
            f->next[depth] = p + 1;
            f->mark[below] = k;
            f->stack[++depth] = below;
            f->next[depth] = f->at[below] >= 0 ? f->lp[f->at[below]] : 0;
        } else {
            f->found[--top] = row;
            depth--;
        }
    }
    return top;
}

/* Column k of the factors, whose entries stand in x at the rows found[top..n).  0: no pivot. */
static int sol_sparse_column(SolSparse *f, int k, int top) {
    int p, q, n = f->n, diagonal = f->order[k], best = -1;
    double largest = 0, column = 0;
    if (!sol_sparse_room(f->memory, f->nl, n - top, &f->rooml, &f->li, &f->lx) ||
        !sol_sparse_room(f->memory, f->nu, n - top, &f->roomu, &f->ui, &f->ux))
        return 0;
    for (p = top; p < n; p++) {
        int row = f->found[p], pivot = f->at[row];
        double value = f->x[row];
        if (pivot < 0) continue;
        if (fabs(value) > column) column = fabs(value);
        f->ui[f->nu] = pivot;
        f->ux[f->nu++] = value;
        for (q = f->lp[pivot]; q < f->lp[pivot + 1]; q++) f->x[f->li[q]] -= f->lx[q] * value;
    }
    for (p = top; p < n; p++) {
        int row = f->found[p];
        if (f->at[row] >= 0) continue;
        if (best < 0 || fabs(f->x[row]) > largest) largest = fabs(f->x[row]), best = row;
    }
    if (best < 0 || !(largest > 8.9e-16 * n * (largest > column ? largest : column))) return 0;
    if (f->mark[diagonal] == k + 1 && f->at[diagonal] < 0 && fabs(f->x[diagonal]) >= 0.1 * largest) best = diagonal;
    f->diagonal[k] = f->x[best];
    f->row_of[k] = best;
    for (p = top; p < n; p++) {
        int row = f->found[p];
        if (f->at[row] < 0 && row != best && f->x[row] != 0) {
            f->li[f->nl] = row;
            f->lx[f->nl++] = f->x[row] / f->diagonal[k];
        }
        f->x[row] = 0;
    }
    f->at[best] = k;
    f->lp[k + 1] = f->nl;
    f->up[k + 1] = f->nu;
    return 1;
}

SOL int sol_sparse_factor(SolSparse *f, const int *colptr, const int *rowind, const double *a, double part,
                          double identity) {
    int i, j, k, n = f->n;
    double *row = f->row;
    for (i = 0; i < n; i++) row[i] = 0, f->at[i] = -1, f->mark[i] = 0, f->x[i] = 0;
    for (j = 0; j < n; j++) {
        double diagonal = identity;
        for (k = colptr[j]; k < colptr[j + 1]; k++) {
            double value = part * a[k];
            if (rowind[k] == j) diagonal += value;
            else if (!(fabs(value) <= row[rowind[k]])) row[rowind[k]] = fabs(value);
        }
        if (!(fabs(diagonal) <= row[j])) row[j] = fabs(diagonal);
    }
    for (i = 0; i < n; i++) {
        if (!(row[i] > 0 && row[i] < 1e300)) return i;
        row[i] = 1 / row[i];
    }
    f->nl = f->nu = 0;
    for (k = 0; k < n; k++) {
        int top = n, column = f->order[k];
        for (i = colptr[column]; i < colptr[column + 1]; i++)
            if (f->mark[rowind[i]] != k + 1) top = sol_sparse_reach(f, rowind[i], k + 1, top);
        if (identity != 0 && f->mark[column] != k + 1) top = sol_sparse_reach(f, column, k + 1, top);
        for (i = colptr[column]; i < colptr[column + 1]; i++) f->x[rowind[i]] = part * a[i] * row[rowind[i]];
        if (identity != 0) f->x[column] += identity * row[column];
        if (!sol_sparse_column(f, k, top)) return column;
    }
    return -1;
}

SOL void sol_sparse_solve(const SolSparse *f, double *b) {
    int i, k, n = f->n;
    double *y = f->x;
    for (i = 0; i < n; i++) b[i] *= f->row[i];
    for (k = 0; k < n; k++) {
        double t = y[k] = b[f->row_of[k]];
        if (t == 0) continue;
        for (i = f->lp[k]; i < f->lp[k + 1]; i++) b[f->li[i]] -= f->lx[i] * t;
    }
    for (k = n; k-- > 0;) {
        double t = y[k] /= f->diagonal[k];
        if (t == 0) continue;
        for (i = f->up[k]; i < f->up[k + 1]; i++) y[f->ui[i]] -= f->ux[i] * t;
    }
    for (k = 0; k < n; k++) b[f->order[k]] = y[k], y[k] = 0;
}
