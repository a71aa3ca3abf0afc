/* runtime_lu.c - factors of integrators' matrices: bands as they stand and after renumbering, sparse and dense ones,
 * singular ones. */
#include "runtime/runtime_impl.h"
#include "runtime_bed.h"

enum { MOST = 400, ENTRIES = 6000 };

typedef struct {
    uint32_t n, colptr[MOST + 1], rowind[ENTRIES];
    double values[ENTRIES];
} Matrix;

static double entry(uint32_t i, uint32_t j) { return i == j ? 4 : ((double)((i * 7 + j * 13) % 11) - 5) / 7; }

/* Rows and columns are numbered by i -> i*step mod n; entries at most `below` below and `above` above the diagonal
 * before that. */
static void band(Matrix *m, uint32_t n, uint32_t below, uint32_t above, uint32_t step) {
    uint32_t k = 0, first[MOST] = {0};
    m->n = n;
    for (uint32_t i = 0; i < n; i++) first[i * step % n] = i;
    for (uint32_t c = 0; c < n; c++) {
        m->colptr[c] = k;
        uint32_t j = first[c];
        for (uint32_t i = j > above ? j - above : 0; i <= j + below && i < n; i++) {
            m->rowind[k] = i * step % n;
            m->values[k++] = entry(i, j);
        }
    }
    m->colptr[n] = k;
}

/* The largest error of the solution of A x = b with known x. */
static double error_of(RtLu *l, Matrix *m) {
    double b[MOST] = {0}, worst = 0;
    for (uint32_t c = 0; c < m->n; c++)
        for (uint32_t p = m->colptr[c]; p < m->colptr[c + 1]; p++) b[m->rowind[p]] += m->values[p] * (1 + 0.01 * c);
    CHECK(rt_lu_factor(l, m->values));
    rt_lu_solve(l, b);
    for (uint32_t c = 0; c < m->n; c++) worst = fmax(worst, fabs(b[c] - (1 + 0.01 * c)));
    return worst;
}

static void bands(void) {
    static Matrix m;
    for (uint32_t below = 0; below <= 4; below++)
        for (uint32_t above = 0; above <= 4; above++)
            for (uint32_t step = 1; step <= 151; step += 150) {
                RtLu l;
                band(&m, 397, below, above, step);
                rt_lu_init(&l, m.n, m.colptr[m.n], m.colptr, m.rowind);
                CHECK(step > 1 || l.kind == RT_LU_BAND);
                CHECK(error_of(&l, &m) < 1e-10);
                m.values[5] *= 1.5; /* the same pattern again */
                CHECK(error_of(&l, &m) < 1e-10);
                rt_lu_free(&l);
            }
}

/* A chain that is numbered at random is a band all the same. */
static void renumbered(void) {
    static Matrix m;
    RtLu l;
    band(&m, 397, 1, 1, 151);
    rt_lu_init(&l, m.n, m.colptr[m.n], m.colptr, m.rowind);
    CHECK(l.kind == RT_LU_BAND && l.below == 1 && l.above == 1);
    CHECK(error_of(&l, &m) < 1e-12);
    rt_lu_free(&l);
}

/* A zero on the diagonal: the band needs an exchange of rows, which it does not do. */
static void without_diagonal(void) {
    static Matrix m;
    RtLu l;
    band(&m, 40, 1, 1, 1);
    for (uint32_t p = m.colptr[10]; p < m.colptr[11]; p++)
        if (m.rowind[p] == 10) m.values[p] = 0;
    for (uint32_t p = m.colptr[9]; p < m.colptr[10]; p++)
        if (m.rowind[p] == 10) m.values[p] = 1;
    m.values[m.colptr[10]] = 0.9;
    for (uint32_t c = 0; c < 10; c++) /* nothing comes from above: the pivot is zero */
        for (uint32_t p = m.colptr[c]; p < m.colptr[c + 1]; p++)
            if (m.rowind[p] < c) m.values[p] = 0;
    m.values[m.colptr[10]] = 0;
    m.values[m.colptr[11]] = 0.7;
    rt_lu_init(&l, m.n, m.colptr[m.n], m.colptr, m.rowind);
    CHECK(l.kind == RT_LU_BAND);
    CHECK(error_of(&l, &m) < 1e-10 && l.kind == RT_LU_SPARSE);
    rt_lu_free(&l);
}

static void wide(void) {
    static Matrix m;
    RtLu l;
    band(&m, 200, 9, 7, 1);
    rt_lu_init(&l, m.n, m.colptr[m.n], m.colptr, m.rowind);
    CHECK(l.kind == RT_LU_SPARSE);
    for (uint32_t c = 0; c < m.n; c++) m.values[m.colptr[c]] += c % 9 ? 0 : 9;
    CHECK(error_of(&l, &m) < 1e-8);
    for (uint32_t c = 0; c < m.n; c++) m.values[m.colptr[c]] += 0.1; /* other values, other factors */
    CHECK(error_of(&l, &m) < 1e-8);
    for (uint32_t p = m.colptr[3]; p < m.colptr[4]; p++) m.values[p] = 0;
    CHECK(!rt_lu_factor(&l, m.values));
    rt_lu_free(&l);
}

/* Three blocks, each of which needs those behind it: other numbers with the same pivots, then numbers that they do not
 * suit. */
static void blocks(void) {
    static Matrix m;
    RtLu l;
    uint32_t k = 0;
    m.n = 90;
    for (uint32_t c = 0; c < m.n; c++) {
        m.colptr[c] = k;
        for (uint32_t i = 0; i < m.n; i++) {
            bool inside = i / 30 == c / 30 && (i + 30 - c) % 30 < 8, outside = i / 30 < c / 30 && (i + c) % 17 == 0;
            if (!inside && !outside) continue;
            m.rowind[k] = i * 7 % m.n;
            m.values[k++] = i == c ? 9 : entry(i, c);
        }
    }
    m.colptr[m.n] = k;
    rt_lu_init(&l, m.n, k, m.colptr, m.rowind);
    CHECK(error_of(&l, &m) < 1e-10 && l.kind == RT_LU_SPARSE && l.nblocks == 3);
    const void *pivots = l.klu.numeric;
    for (uint32_t p = 0; p < k; p++) m.values[p] *= 1 + 0.3 * (p % 5);
    CHECK(error_of(&l, &m) < 1e-10 && l.klu.numeric == pivots);
    for (uint32_t c = 0; c < m.n; c++)
        for (uint32_t p = m.colptr[c]; p < m.colptr[c + 1]; p++)
            if (m.rowind[p] == c * 7 % m.n) m.values[p] *= 1e-14;
    CHECK(error_of(&l, &m) < 1e-6);
    rt_lu_free(&l);
}

/* Pairs that all meet in one unknown, whose row and column are full: the factors have no more entries than that. */
static void meeting(void) {
    static Matrix m;
    RtLu l;
    uint32_t k = 0;
    m.n = 81;
    for (uint32_t c = 0; c < m.n; c++) {
        uint32_t pair = c ? (c - 1) / 2 * 2 + 1 : 0; /* its first */
        m.colptr[c] = k;
        for (uint32_t i = 0; i < m.n; i++) {
            if (c && i && i != pair && i != pair + 1) continue;
            m.rowind[k] = i;
            m.values[k++] = entry(i, c);
        }
    }
    m.colptr[m.n] = k;
    rt_lu_init(&l, m.n, k, m.colptr, m.rowind);
    CHECK(l.kind == RT_LU_SPARSE && error_of(&l, &m) < 1e-10);
    CHECK(l.right[m.n] <= k - m.n);
    m.values[7] += 0.3;
    CHECK(error_of(&l, &m) < 1e-10);
    rt_lu_free(&l);
}

static void dense(void) {
    enum { N = 23 };
    double a[N * N], b[N] = {0};
    for (uint32_t j = 0; j < N; j++)
        for (uint32_t i = 0; i < N; i++) a[i + j * N] = (i + j) % N == 0 ? 0 : entry(i, (j + 5) % N);
    for (uint32_t j = 0; j < N; j++)
        for (uint32_t i = 0; i < N; i++) b[i] += a[i + j * N] * (j + 1.0);
    RtLu l;
    rt_lu_init(&l, N, 0, NULL, NULL);
    CHECK(rt_lu_factor(&l, a));
    rt_lu_solve(&l, b);
    for (uint32_t j = 0; j < N; j++) CHECK(fabs(b[j] - (j + 1.0)) < 1e-9);
    for (uint32_t i = 0; i < N; i++) a[i + 4 * N] = 0;
    CHECK(!rt_lu_factor(&l, a));
    rt_lu_free(&l);
}

/* Whatever stands in it, a row that is another one again leaves a column of zeros. */
static void twice(void) {
    int pivot[6];
    for (int i = 1; i < 200; i++) {
        double a[] = {i, i, 3, 3};
        CHECK(sol_dense_factor(a, 2, pivot) == 1);
    }
}

int main(void) {
    bands();
    renumbered();
    without_diagonal();
    wide();
    blocks();
    meeting();
    dense();
    twice();
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
