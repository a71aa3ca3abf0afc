/* lu.c - factors of an integrator's matrix: narrow bands, sparse and dense ones, each with as little traffic as it can
 * do with.
 *
 * Needs: a pattern by column that stays the same, values that change from factorisation to factorisation.
 *
 * A matrix whose entries lie near the diagonal, as they stand or after renumbering (Cuthill and McKee 1969, reversed),
 * is factored as a band without exchange of rows: chains, lines and rods of any length.  A pivot is good enough under
 * the same condition as KLU's: no multiplier, with rows scaled by their largest entry, is above a thousand.  Where one
 * is, the matrix is sparse from then on.
 *
 * Sparse matrices are ordered and factored by KLU; for the many solutions between two factorisations its factors are
 * copied into packed rows, with 32-bit column numbers behind each other in the order in which they are used.  The rows
 * are computed anew from other numbers as long as the pivots suit them.
 */
#include "runtime/runtime_impl.h"

#include <float.h>
#include <klu.h>

#if !defined(__clang__)
#pragma GCC optimize("O3")
#endif

enum {
    WIDEST = 4, /* entries beside the diagonal up to which a band is taken */
    MANY = 8    /* entries of a row: more than one sum at a time */
};
static const double LARGEST_MULTIPLIER = 1000;

static void *allocate(size_t count, size_t size) {
    void *p = base_realloc(NULL, (count + 1) * size);
    memset(p, 0, (count + 1) * size);
    return p;
}

/* ---- renumbering ------------------------------------------------------------------------------------------------- */

typedef struct {
    uint32_t n, *first, *to; /* neighbours of i: to[first[i]] .. to[first[i+1]-1] */
} Graph;

static Graph neighbours(const RtLu *l) {
    Graph g = {.n = l->n};
    g.first = allocate(l->n + 1, sizeof *g.first);
    g.to = allocate(2 * (size_t)l->nnz, sizeof *g.to);
    uint32_t *at = allocate(l->n + 1, sizeof *at);
    for (uint32_t c = 0; c < l->n; c++)
        for (uint32_t p = l->colptr[c]; p < l->colptr[c + 1]; p++)
            if (l->rowind[p] != c) g.first[c + 1]++, g.first[l->rowind[p] + 1]++;
    for (uint32_t i = 0; i < l->n; i++) g.first[i + 1] += g.first[i], at[i + 1] = g.first[i + 1];
    for (uint32_t c = 0; c < l->n; c++)
        for (uint32_t p = l->colptr[c]; p < l->colptr[c + 1]; p++)
            if (l->rowind[p] != c) g.to[at[c]++] = l->rowind[p], g.to[at[l->rowind[p]]++] = c;
    base_realloc(at, 0);
    return g;
}

static uint32_t degree(const Graph *g, uint32_t i) { return g->first[i + 1] - g->first[i]; }

/* Breadth first from `from`: fills order from place `begin` on, neighbours of small degree first.  The place behind the
 * last. */
static uint32_t levels(const Graph *g, uint32_t from, uint32_t begin, uint32_t *order, uint8_t *seen) {
    uint32_t end = begin;
    order[end++] = from;
    seen[from] = 1;
    for (uint32_t k = begin; k < end; k++) {
        uint32_t i = order[k], start = end;
        for (uint32_t p = g->first[i]; p < g->first[i + 1]; p++) {
            uint32_t j = g->to[p];
            if (seen[j]) continue;
            seen[j] = 1;
            uint32_t at = end++;
            for (; at > start && degree(g, order[at - 1]) > degree(g, j); at--) order[at] = order[at - 1];
            order[at] = j;
        }
    }
    return end;
}

/* Each connected part from the far end of a walk that began anywhere in it. */
static void cuthill_mckee(const Graph *g, uint32_t *order) {
    uint8_t *seen = allocate(g->n, 1);
    uint32_t begin = 0;
    for (uint32_t i = 0; i < g->n; i++) {
        if (seen[i]) continue;
        uint32_t end = levels(g, i, begin, order, seen), last = order[end - 1];
        for (uint32_t k = begin; k < end; k++) seen[order[k]] = 0;
        begin = levels(g, last, begin, order, seen);
    }
    base_realloc(seen, 0);
}

/* Entries below and above the diagonal when row and column i stand at place[i] (NULL: at i). */
static void measure(const RtLu *l, const uint32_t *place, uint32_t *below, uint32_t *above) {
    *below = *above = 0;
    for (uint32_t c = 0; c < l->n; c++)
        for (uint32_t p = l->colptr[c]; p < l->colptr[c + 1]; p++) {
            uint32_t i = place ? place[l->rowind[p]] : l->rowind[p], j = place ? place[c] : c;
            if (i > j && i - j > *below) *below = i - j;
            if (j > i && j - i > *above) *above = j - i;
        }
}

/* ---- bands ------------------------------------------------------------------------------------------------------- */

/* Where the entry of a row and a column lies in `band`: parts below the diagonal by row, diagonal, parts above by
 * row. */
static uint32_t slot_of(const RtLu *l, uint32_t i, uint32_t j) {
    if (i > j) return i * l->below + (l->below - (i - j));
    if (i == j) return l->n * l->below + i;
    return l->n * (l->below + 1) + i * l->above + (j - i - 1);
}

static bool find_band(RtLu *l) {
    uint32_t *place = NULL;
    bool small = (double)l->n * (2 * WIDEST + 1) < (double)UINT32_MAX && l->nnz <= (2 * WIDEST + 1) * (uint64_t)l->n;
    if (!small) return false;
    measure(l, NULL, &l->below, &l->above);
    if (l->below > WIDEST || l->above > WIDEST) {
        Graph g = neighbours(l);
        place = allocate(l->n, sizeof *place);
        l->order = allocate(l->n, sizeof *l->order);
        cuthill_mckee(&g, l->order);
        for (uint32_t k = 0; k < l->n; k++) place[l->order[k]] = k;
        measure(l, place, &l->below, &l->above);
        base_realloc(g.first, 0);
        base_realloc(g.to, 0);
    }
    bool is = l->below <= WIDEST && l->above <= WIDEST;
    if (is) {
        l->slot = allocate(l->nnz, sizeof *l->slot);
        for (uint32_t c = 0; c < l->n; c++)
            for (uint32_t p = l->colptr[c]; p < l->colptr[c + 1]; p++)
                l->slot[p] = place ? slot_of(l, place[l->rowind[p]], place[c]) : slot_of(l, l->rowind[p], c);
        l->band = allocate((size_t)l->n * (l->below + 1 + l->above), sizeof *l->band);
        if (place) l->x = allocate(l->n, sizeof *l->x);
    } else {
        base_realloc(l->order, 0);
        l->order = NULL;
    }
    base_realloc(place, 0);
    return is;
}

/* Rows one after the other, from those above.  The diagonal is kept inverted, and rows of U are divided by it.  false:
 * a pivot is too small. */
static bool factor_band(RtLu *l, const double *values) {
    uint32_t n = l->n, below = l->below, above = l->above;
    double *low = l->band, *pivot = low + (size_t)n * below, *up = pivot + n, largest[WIDEST + 1] = {0};
    memset(l->band, 0, (size_t)n * (below + 1 + above) * sizeof *l->band);
    for (uint32_t p = 0; p < l->nnz; p++) l->band[l->slot[p]] = values[p];
    for (uint32_t i = 0; i < n; i++) {
        double *row = low + (size_t)i * below, *right = up + (size_t)i * above, most = fabs(pivot[i]);
        for (uint32_t k = 0; k < below; k++) most = fmax(most, fabs(row[k]));
        for (uint32_t k = 0; k < above; k++) most = fmax(most, fabs(right[k]));
        largest[i % (WIDEST + 1)] = most;
        for (uint32_t k = i > below ? i - below : 0; k < i; k++) {
            double x = row[below - (i - k)], multiplier = x * pivot[k];
            if (x == 0) continue;
            if (!(fabs(multiplier) * largest[k % (WIDEST + 1)] <= LARGEST_MULTIPLIER * most)) return false;
            const double *u = up + (size_t)k * above; /* already divided by the pivot: so row k times x is subtracted */
            for (uint32_t m = 0; m < above; m++) {
                uint32_t j = k + 1 + m;
                if (j < i) row[below - (i - j)] -= x * u[m];
                else if (j == i) pivot[i] -= x * u[m];
                else right[j - i - 1] -= x * u[m];
            }
        }
        if (!(fabs(pivot[i]) > DBL_EPSILON * most)) return false;
        pivot[i] = 1 / pivot[i];
        for (uint32_t k = 0; k < above; k++) right[k] *= pivot[i];
    }
    return true;
}

/* low keeps the entries themselves (L with the pivots on its diagonal), up is unit upper: y_i = (b_i - low y)/pivot,
 * x_i = y_i - up x. */
static void solve_three(const double *low, const double *pivot, const double *up, double *x, uint32_t n) {
    double y = 0;
    for (uint32_t i = 0; i < n; i++) {
        y = x[i] * pivot[i] - low[i] * pivot[i] * y;
        x[i] = y;
    }
    for (uint32_t i = n - 1; i-- > 0;) x[i] = y = x[i] - up[i] * y;
}

static void solve_band(const RtLu *l, double *b) {
    uint32_t n = l->n, below = l->below, above = l->above;
    const double *low = l->band, *pivot = low + (size_t)n * below, *up = pivot + n;
    double *x = l->order ? l->x : b;
    for (uint32_t k = 0; l->order && k < n; k++) x[k] = b[l->order[k]];
    if (below == 1 && above == 1) {
        solve_three(low, pivot, up, x, n);
    } else {
        for (uint32_t i = 0; i < n; i++) {
            double sum = x[i];
            for (uint32_t k = i < below ? below - i : 0; k < below; k++)
                sum -= low[(size_t)i * below + k] * x[i + k - below];
            x[i] = sum * pivot[i];
        }
        for (uint32_t i = n; above && i-- > 0;) {
            double sum = x[i];
            uint32_t most = n - 1 - i < above ? n - 1 - i : above;
            for (uint32_t k = 0; k < most; k++) sum -= up[(size_t)i * above + k] * x[i + 1 + k];
            x[i] = sum;
        }
    }
    for (uint32_t k = 0; l->order && k < n; k++) b[l->order[k]] = x[k];
}

/* ---- sparse ------------------------------------------------------------------------------------------------------ */

static void start_sparse(RtLu *l) {
    l->kind = RT_LU_SPARSE;
    l->icolptr = allocate(l->n + 1, sizeof(int));
    l->irowind = allocate(l->nnz, sizeof(int));
    for (uint32_t k = 0; k <= l->n; k++) l->icolptr[k] = (int)l->colptr[k];
    for (uint32_t k = 0; k < l->nnz; k++) l->irowind[k] = (int)l->rowind[k];
    rt_klu_init(&l->klu, (int)l->n, l->icolptr, l->irowind, true);
    if (!l->x) l->x = allocate(l->n, sizeof *l->x);
}

/* One part of KLU's factors by column, as klu_extract writes it. */
typedef struct {
    int *from, *rows;
    double *entries;
} Columns;

/* Entries by column to entries by row.  Those to the left of the diagonal are those of L, those to the right of U; what
 * lies outside the blocks belongs to blocks that are solved before: it stands behind those to the left. */
static void put_by_row(RtLu *l, Columns lower, Columns upper, Columns outside) {
    uint32_t n = l->n, *columns = l->columns;
    memset(l->left, 0, ((size_t)n + 1) * sizeof *l->left);
    memset(l->right, 0, ((size_t)n + 1) * sizeof *l->right);
    for (uint32_t k = 0; k < n; k++) {
        for (int p = lower.from[k] + 1; p < lower.from[k + 1]; p++) l->left[lower.rows[p] + 1]++;
        for (int p = outside.from[k]; p < outside.from[k + 1]; p++) l->left[outside.rows[p] + 1]++;
        for (int p = upper.from[k]; p < upper.from[k + 1] - 1; p++) l->right[upper.rows[p] + 1]++;
    }
    for (uint32_t k = 0; k < n; k++) l->left[k + 1] += l->left[k];
    l->right[0] = l->left[n];
    for (uint32_t k = 0; k < n; k++) l->right[k + 1] += l->right[k];
    uint32_t *left = base_realloc(NULL, 2 * ((size_t)n + 1) * sizeof *left), *right = left + n, to;
    memcpy(left, l->left, n * sizeof *left);
    memcpy(right, l->right, n * sizeof *right);
    for (uint32_t k = 0; k < n; k++) {
        for (int p = lower.from[k] + 1; p < lower.from[k + 1]; p++)
            columns[to = left[lower.rows[p]]++] = k, l->entries[to] = lower.entries[p];
        for (int p = outside.from[k]; p < outside.from[k + 1]; p++)
            columns[to = left[outside.rows[p]]++] = k, l->entries[to] = outside.entries[p];
        for (int p = upper.from[k]; p < upper.from[k + 1] - 1; p++)
            columns[to = right[upper.rows[p]]++] = k, l->entries[to] = upper.entries[p];
    }
    base_realloc(left, 0);
}

/* The matrix by row, in the order of elimination. */
static void find_rows(RtLu *l) {
    uint32_t n = l->n, *place = base_realloc(NULL, 2 * ((size_t)n + 1) * sizeof *place), *next = place + n;
    memset(l->first, 0, ((size_t)n + 1) * sizeof *l->first);
    for (uint32_t k = 0; k < n; k++) place[l->rowperm[k]] = k;
    for (uint32_t p = 0; p < l->nnz; p++) l->first[place[l->rowind[p]] + 1]++;
    for (uint32_t k = 0; k < n; k++) l->first[k + 1] += l->first[k];
    memcpy(next, l->first, n * sizeof *next);
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t c = (uint32_t)l->colperm[k], p = l->colptr[c]; p < l->colptr[c + 1]; p++) {
            uint32_t to = next[place[l->rowind[p]]]++;
            l->column[to] = k;
            l->number[to] = p;
        }
    base_realloc(place, 0);
}

static void make_room(RtLu *l, size_t need) {
    if (!l->lp) {
        int **parts[] = {&l->lp, &l->up, &l->fp, &l->rowperm, &l->colperm};
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) *parts[i] = allocate(l->n + 1, sizeof(int));
        l->left = allocate(l->n + 1, sizeof *l->left);
        l->right = allocate(l->n + 1, sizeof *l->right);
        l->scale = allocate(l->n, sizeof *l->scale);
        l->inverse = allocate(l->n, sizeof *l->inverse);
        l->first = allocate(l->n + 1, sizeof *l->first);
        l->column = allocate(l->nnz, sizeof *l->column);
        l->number = allocate(l->nnz, sizeof *l->number);
        l->row = allocate(3 * (size_t)l->n, sizeof *l->row);
    }
    if (need <= l->room) return;
    l->room = need + need / 8;
    l->rows = base_realloc(l->rows, (l->room + 1) * sizeof *l->rows);
    l->columns = base_realloc(l->columns, (l->room + 1) * sizeof *l->columns);
    l->entries = base_realloc(l->entries, (l->room + 1) * sizeof *l->entries);
    l->extracted = base_realloc(l->extracted, (l->room + 1) * sizeof *l->extracted);
}

/* Copies of KLU's factors by row, so that a solution is a sum for each unknown: subtracting a column from many would
 * have to wait for each of them, where sums over all parts of a model meet. */
static bool pack(RtLu *l) {
    klu_numeric *numeric = l->klu.numeric;
    make_room(l, (size_t)numeric->lnz + (size_t)numeric->unz + (size_t)numeric->nzoff);
    Columns lower = {l->lp, l->rows, l->extracted},
            upper = {l->up, lower.rows + numeric->lnz, lower.entries + numeric->lnz},
            outside = {l->fp, upper.rows + numeric->unz, upper.entries + numeric->unz};
    if (!klu_extract(numeric, l->klu.symbolic, lower.from, lower.rows, lower.entries, upper.from, upper.rows,
                     upper.entries, outside.from, outside.rows, outside.entries, l->rowperm, l->colperm, l->scale,
                     l->blocks, l->klu.common))
        return false;
    /* the diagonal of L (ones) comes first in its columns, that of U last in its */
    for (uint32_t k = 0; k < l->n; k++) {
        l->inverse[k] = 1 / upper.entries[upper.from[k + 1] - 1];
        l->scale[k] = l->scale[k] != 0 ? 1 / l->scale[k] : 1;
    }
    put_by_row(l, lower, upper, outside);
    find_rows(l);
    return true;
}

static inline double larger(double a, double b) { return a > b ? a : b; }

/* Row i of the factors, from those above it; x: zero, and zero again behind it.  in, out: the largest of each column of
 * a block, of the matrix and of U.  false: no pivot. */
static bool refactor_row(RtLu *l, uint32_t i, uint32_t block_end, const double *values, double *restrict x, double *in,
                         double *out) {
    const uint32_t *columns = l->columns, *right = l->right;
    double *entries = l->entries;
    for (uint32_t q = l->first[i]; q < l->first[i + 1]; q++) {
        uint32_t c = l->column[q];
        double a = x[c] = values[l->number[q]] * l->scale[i];
        if (c < block_end) in[c] = larger(in[c], fabs(a));
    }
    uint32_t p = l->left[i], end = l->left[i + 1];
    for (; p < end && columns[p] < i; p++) {
        uint32_t k = columns[p];
        double m = entries[p] = x[k] * l->inverse[k];
        x[k] = 0;
        for (uint32_t q = right[k]; m != 0 && q < right[k + 1]; q++) x[columns[q]] -= m * entries[q];
    }
    for (; p < end; p++) entries[p] = x[columns[p]], x[columns[p]] = 0;
    double pivot = x[i];
    x[i] = 0;
    out[i] = larger(out[i], fabs(pivot));
    l->inverse[i] = 1 / pivot;
    for (p = right[i]; p < right[i + 1]; p++) {
        uint32_t c = columns[p];
        double u = entries[p] = x[c];
        x[c] = 0;
        out[c] = larger(out[c], fabs(u));
    }
    return fabs(pivot) > 0;
}

/* Other numbers with the pivots that are there.  false: they do not suit. */
static bool refactor(RtLu *l, const double *values) {
    uint32_t n = l->n;
    double *x = l->row, *in = x + n, *out = in + n;
    memset(in, 0, 2 * (size_t)n * sizeof *in);
    for (uint32_t block = 0; block < l->nblocks; block++)
        for (uint32_t i = (uint32_t)l->blocks[block], end = (uint32_t)l->blocks[block + 1]; i < end; i++)
            if (!refactor_row(l, i, end, values, x, in, out)) return false;
    for (uint32_t k = 0; k < n; k++)
        if (!(in[k] >= RT_LEAST_GROWTH * out[k])) return false;
    return true;
}

static bool factor_sparse(RtLu *l, double *values) {
    if (l->klu.numeric && refactor(l, values)) return true;
    rt_klu_forget(&l->klu);
    if (rt_klu_factor(&l->klu, values) >= 0) return false;
    if (!l->blocks) {
        l->nblocks = (uint32_t)((klu_symbolic *)l->klu.symbolic)->nblocks;
        l->blocks = allocate(l->n + 1, sizeof(int));
    }
    return pack(l);
}

/* Entries p to end of a row times x: in four sums where there are many. */
static inline double row_times(const RtLu *l, uint32_t p, uint32_t end, const double *x) {
    const double *entries = l->entries;
    const uint32_t *columns = l->columns;
    double rest = 0;
    if (end - p >= MANY) {
        double sum[4] = {0};
        for (; p + 4 <= end; p += 4)
            for (uint32_t k = 0; k < 4; k++) sum[k] += entries[p + k] * x[columns[p + k]];
        rest = sum[0] + sum[1] + (sum[2] + sum[3]);
    }
    for (; p < end; p++) rest += entries[p] * x[columns[p]];
    return rest;
}

/* Blocks of the triangular form one after the other: those behind it are known. */
static void solve_sparse(const RtLu *l, double *b) {
    double *x = l->x;
    for (uint32_t block = l->nblocks; block-- > 0;) {
        uint32_t from = (uint32_t)l->blocks[block], to = (uint32_t)l->blocks[block + 1];
        for (uint32_t k = from; k < to; k++)
            x[k] = b[l->rowperm[k]] * l->scale[k] - row_times(l, l->left[k], l->left[k + 1], x);
        for (uint32_t k = to; k-- > from;)
            x[k] = (x[k] - row_times(l, l->right[k], l->right[k + 1], x)) * l->inverse[k];
    }
    for (uint32_t k = 0; k < l->n; k++) b[l->colperm[k]] = x[k];
}

/* ---- all --------------------------------------------------------------------------------------------------------- */

void rt_lu_init(RtLu *l, uint32_t n, uint32_t nnz, const uint32_t *colptr, const uint32_t *rowind) {
    *l = (RtLu){.n = n, .nnz = nnz, .colptr = colptr, .rowind = rowind};
    if (!colptr) {
        l->kind = RT_LU_DENSE;
        l->band = allocate((size_t)n * n, sizeof *l->band);
        l->slot = allocate(3 * (size_t)n, sizeof *l->slot);
    } else if (find_band(l)) {
        l->kind = RT_LU_BAND;
    } else {
        start_sparse(l);
    }
}

void rt_lu_free(RtLu *l) {
    rt_klu_free(&l->klu);
    void *parts[] = {l->order,   l->slot,  l->band,   l->x,      l->icolptr, l->irowind, l->rows,    l->entries,
                     l->columns, l->first, l->column, l->number, l->row,     l->left,    l->right,   l->extracted,
                     l->lp,      l->up,    l->fp,     l->scale,  l->inverse, l->rowperm, l->colperm, l->blocks};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) base_realloc(parts[i], 0);
    *l = (RtLu){0};
}

bool rt_lu_factor(RtLu *l, double *values) {
    if (l->kind == RT_LU_DENSE) {
        memcpy(l->band, values, (size_t)l->n * l->n * sizeof *values);
        if (sol_dense_factor(l->band, (int)l->n, (int *)l->slot) >= 0) return false;
        sol_dense_invert_diagonal(l->band, (int)l->n);
        return true;
    }
    if (l->kind == RT_LU_BAND) {
        if (factor_band(l, values)) return true;
        start_sparse(l);
    }
    return factor_sparse(l, values);
}

void rt_lu_solve(const RtLu *l, double *b) {
    if (l->kind == RT_LU_DENSE) sol_dense_correct(l->band, (int)l->n, (const int *)l->slot, b);
    else if (l->kind == RT_LU_BAND) solve_band(l, b);
    else solve_sparse(l, b);
}
