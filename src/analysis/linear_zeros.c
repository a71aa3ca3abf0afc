/* linear_zeros.c - finite zeros of a linear model, of any number of inputs and outputs together.
 *
 * A zero is a number s for which [A - s I, B; C, D] loses rank: some motion exp(s t) of states and inputs does not
 * reach the outputs.  Infinite zeros (relative degrees) and parts that cannot be moved or seen would blur the finite
 * ones in a generalised eigenvalue problem of the whole, so they are taken off first, by orthogonal transformations
 * (Emami-Naeini and Van Dooren 1982): what is left has a D that can be inverted, and goes through QZ.
 */
#include "analysis/analysis.h"

#include <float.h>
#include <math.h>
#include <string.h>

extern void dgebal_(const char *job, const int *n, double *a, const int *lda, int *ilo, int *ihi, double *scale,
                    int *info);
extern void dgeqp3_(const int *m, const int *n, double *a, const int *lda, int *jpvt, double *tau, double *work,
                    const int *lwork, int *info);
extern void dormqr_(const char *side, const char *trans, const int *m, const int *n, const int *k, const double *a,
                    const int *lda, const double *tau, double *c, const int *ldc, double *work, const int *lwork,
                    int *info);
extern void dggev_(const char *jobvl, const char *jobvr, const int *n, double *a, const int *lda, double *b,
                   const int *ldb, double *alphar, double *alphai, double *beta, double *vl, const int *ldvl,
                   double *vr, const int *ldvr, double *work, const int *lwork, int *info);

/* Against matrices whose entries are about 1. */
static const double SMALL = 1e-12;

/* States that come first, then inputs: columns; states, then outputs: rows. */
typedef struct {
    int n, m, p;
    int lead;  /* distance of columns */
    double *s; /* [A, B; C, D] */
} System;

/* Q of a matrix with `rows` rows, and its rank. */
typedef struct {
    int rows, columns, rank;
    double *qr, *tau;
} Factor;

static double *at(const System *x, int row, int column) { return x->s + row + (size_t)x->lead * (size_t)column; }

static double *numbers(size_t n) {
    double *a = base_realloc(NULL, (n + 1) * sizeof *a);
    memset(a, 0, (n + 1) * sizeof *a);
    return a;
}

static double length_of(const System *x, int row, int column, int n, bool along_row) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum = hypot(sum, along_row ? *at(x, row, column + i) : *at(x, row + i, column));
    return sum;
}

/* Of the block of x at (row, column), or of its transpose.  Rank: by pivots, against `unit`, and each other. */
static Factor factor(const System *x, int row, int column, int rows, int columns, bool transposed, double unit) {
    Factor f = {.rows = transposed ? columns : rows, .columns = transposed ? rows : columns};
    int info = 0, room = 3 * f.columns + 64 * (f.columns + 1), least = f.rows < f.columns ? f.rows : f.columns;
    f.qr = numbers((size_t)rows * (size_t)columns);
    f.tau = numbers((size_t)least);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            f.qr[transposed ? j + (size_t)f.rows * (size_t)i : i + (size_t)f.rows * (size_t)j] =
                *at(x, row + i, column + j);
    double *work = numbers((size_t)room);
    int *pivot = base_realloc(NULL, ((size_t)f.columns + 1) * sizeof *pivot);
    memset(pivot, 0, ((size_t)f.columns + 1) * sizeof *pivot);
    if (least) dgeqp3_(&f.rows, &f.columns, f.qr, &f.rows, pivot, f.tau, work, &room, &info);
    double limit = SMALL * (unit > 0 ? unit : least ? fabs(f.qr[0]) : 0);
    while (f.rank < least && fabs(f.qr[f.rank + (size_t)f.rows * (size_t)f.rank]) > limit) f.rank++;
    base_realloc(pivot, 0);
    base_realloc(work, 0);
    return f;
}

static void free_factor(Factor *f) {
    base_realloc(f->qr, 0);
    base_realloc(f->tau, 0);
}

/* Q' from the left to rows of x from `first` on, or Q from the right to its columns. */
static void turn(System *x, const Factor *f, bool left, int first) {
    int info = 0, k = f->rank, rows = left ? f->rows : x->n + x->p, columns = left ? x->n + x->m : f->rows;
    int room = 64 * (rows > columns ? rows : columns) + 64;
    if (!k || !rows || !columns) return;
    double *work = numbers((size_t)room);
    dormqr_(left ? "L" : "R", left ? "T" : "N", &rows, &columns, &k, f->qr, &f->rows, f->tau,
            at(x, left ? first : 0, left ? 0 : first), &x->lead, work, &room, &info);
    base_realloc(work, 0);
}

static void exchange(System *x, int a, int b) {
    for (int j = 0; j < x->n + x->m; j++) {
        double kept = *at(x, a, j);
        *at(x, a, j) = *at(x, b, j);
        *at(x, b, j) = kept;
    }
    for (int i = 0; i < x->n + x->p; i++) {
        double kept = *at(x, i, a);
        *at(x, i, a) = *at(x, i, b);
        *at(x, i, b) = kept;
    }
}

/* States that outputs from `row` on see come first: others are not turned then, so that their zeros stay exact. */
static void bring_forward(System *x, int row) {
    int seen = 0;
    for (int j = 0; j < x->n; j++)
        if (length_of(x, row, j, x->n + x->p - row, false) > 0) exchange(x, seen++, j);
}

/* What is left when the outputs that inputs do not reach at once are held at zero: the states that these see are zero
 * too, and their derivatives become outputs.  Afterwards D has full row rank. */
static void reduce(System *x) {
    for (;;) {
        Factor d = factor(x, x->n, x->n, x->p, x->m, false, 1);
        int sigma = d.rank, quiet = x->p - sigma;
        turn(x, &d, true, x->n);
        free_factor(&d);
        for (int i = sigma; i < x->p; i++)
            for (int j = 0; j < x->m; j++) *at(x, x->n + i, x->n + j) = 0;
        if (!quiet) return;
        bring_forward(x, x->n + sigma);
        Factor c = factor(x, x->n + sigma, 0, quiet, x->n, true, 0);
        int rho = c.rank;
        turn(x, &c, true, 0);
        turn(x, &c, false, 0);
        free_factor(&c);
        /* the first rho states go: they are outputs' rows now, behind those that inputs reach */
        System y = {.n = x->n - rho, .m = x->m, .p = sigma + rho, .lead = x->lead};
        y.s = numbers((size_t)x->lead * (size_t)(x->n + x->m));
        for (int j = 0; j < y.n + y.m; j++) {
            for (int i = 0; i < y.n; i++) *at(&y, i, j) = *at(x, rho + i, rho + j);
            for (int i = 0; i < sigma; i++) *at(&y, y.n + i, j) = *at(x, x->n + i, rho + j);
            for (int i = 0; i < rho; i++) *at(&y, y.n + sigma + i, j) = *at(x, i, rho + j);
        }
        base_realloc(x->s, 0);
        *x = y;
        if (!rho) return; /* what is quiet stays so, whatever happens */
    }
}

static System transposed(const System *x) {
    System y = {.n = x->n, .m = x->p, .p = x->m, .lead = x->n + x->m + 1};
    y.s = numbers((size_t)y.lead * (size_t)(y.n + y.m));
    for (int i = 0; i < x->n + x->p; i++)
        for (int j = 0; j < x->n + x->m; j++) *at(&y, j, i) = *at(x, i, j);
    return y;
}

/* ---- scaling ----------------------------------------------------------------------------------------------------- */

/* Units of states, of time (the result), of inputs and outputs in which entries are about 1: zeros do not hang on
 * those of inputs and outputs. */
static double scale(System *x) {
    int n = x->n, low, high, info;
    double *by = numbers((size_t)n), *a = numbers((size_t)n * (size_t)n), speed = 0;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) a[i + (size_t)n * (size_t)j] = *at(x, i, j);
    for (int i = 0; i < n; i++) by[i] = 1;
    if (n) dgebal_("S", &n, a, &n, &low, &high, by, &info);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) speed = fmax(speed, fabs(a[i + (size_t)n * (size_t)j]));
    if (!(speed > 0)) speed = 1;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n + x->m; j++) *at(x, i, j) /= by[i] * speed;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n + x->p; i++) *at(x, i, j) *= by[j];
    for (int j = n; j < n + x->m; j++) {
        double size = length_of(x, 0, j, n, false);
        if (!(size > 0)) size = length_of(x, n, j, x->p, false);
        for (int i = 0; size > 0 && i < n + x->p; i++) *at(x, i, j) /= size;
    }
    for (int i = n; i < n + x->p; i++) {
        double size = length_of(x, i, 0, n, true);
        if (!(size > 0)) size = length_of(x, i, n, x->m, true);
        for (int j = 0; size > 0 && j < n + x->m; j++) *at(x, i, j) /= size;
    }
    base_realloc(a, 0);
    base_realloc(by, 0);
    return speed;
}

/* ---- zeros ------------------------------------------------------------------------------------------------------- */

/* D can be inverted.  Columns turned so that [C, D] becomes [0, D*]: the first of them are a pencil of n. */
static bool solve(System *x, double speed, int *count, double *re, double *im) {
    int n = x->n, m = x->m, info = 0, one = 1, room = 8 * n + 16;
    Factor f = factor(x, n, 0, x->p, n + m, true, 0);
    double *work = numbers(2 * (size_t)n * (size_t)n + (size_t)n + (size_t)room);
    double *a = work, *e = a + (size_t)n * (size_t)n, *beta = e + (size_t)n * (size_t)n, *w = beta + n;
    System unit = {.n = n, .m = m, .p = 0, .lead = n + 1, .s = numbers((size_t)(n + 1) * (size_t)(n + m))};
    for (int i = 0; i < n; i++) *at(&unit, i, i) = 1;
    turn(x, &f, false, 0);
    turn(&unit, &f, false, 0);
    for (int j = 0; j < n; j++) /* behind the first p columns, which [C, D] fills */
        for (int i = 0; i < n; i++) {
            a[i + (size_t)n * (size_t)j] = *at(x, i, x->p + j);
            e[i + (size_t)n * (size_t)j] = *at(&unit, i, x->p + j);
        }
    dggev_("N", "N", &n, a, &n, e, &n, re, im, beta, NULL, &one, NULL, &one, w, &room, &info);
    *count = 0;
    for (int i = 0; info == 0 && i < n; i++) {
        if (fabs(beta[i]) <= DBL_EPSILON * hypot(re[i], im[i])) continue;
        re[*count] = speed * re[i] / beta[i];
        im[(*count)++] = speed * im[i] / beta[i];
    }
    base_realloc(unit.s, 0);
    base_realloc(work, 0);
    free_factor(&f);
    return info == 0;
}

static bool zeros_of(System *x, int *count, double *re, double *im) {
    double speed = scale(x);
    reduce(x);
    System y = transposed(x);
    base_realloc(x->s, 0);
    reduce(&y);
    System z = transposed(&y);
    base_realloc(y.s, 0);
    *count = 0;
    bool ok = !z.n || z.m != z.p || solve(&z, speed, count, re, im);
    base_realloc(z.s, 0);
    return ok;
}

/* Inputs and outputs of l from `input` and `output` on, so many of them. */
static System part_of(const AnaLinear *l, int output, int noutputs, int input, int ninputs) {
    System x = {.n = l->n, .m = ninputs, .p = noutputs, .lead = l->n + noutputs + 1};
    x.s = numbers((size_t)x.lead * (size_t)(x.n + x.m));
    for (int j = 0; j < x.n + x.m; j++) {
        const double *upper =
            j < x.n ? l->a + (size_t)l->n * (size_t)j : l->b + (size_t)l->n * (size_t)(input + j - x.n);
        const double *lower =
            j < x.n ? l->c + (size_t)l->p * (size_t)j : l->d + (size_t)l->p * (size_t)(input + j - x.n);
        for (int i = 0; i < x.n; i++) *at(&x, i, j) = upper[i];
        for (int i = 0; i < x.p; i++) *at(&x, x.n + i, j) = lower[output + i];
    }
    return x;
}

bool ana_zeros(const AnaLinear *l, int output, int input, int *count, double *re, double *im) {
    System x = part_of(l, output, 1, input, 1);
    return zeros_of(&x, count, re, im);
}

bool ana_all_zeros(const AnaLinear *l, int *count, double *re, double *im) {
    System x = part_of(l, 0, l->p, 0, l->m);
    return zeros_of(&x, count, re, im);
}
