/* trust.c - Levenberg and Marquardt's trust region, for when damped Newton iterations find nothing.
 *
 * Unknowns are scaled by their nominal values and equations by the largest entry of their row.  The last digits are
 * Newton's affair.
 */
#ifndef SOL_CARRIED
#include "solve/solve.h"

#if !defined(__clang__)
#pragma GCC optimize("O3")
#endif
#endif

enum { SOL_TRUST_MAX = 300, SOL_TRUST_ITERATIONS = 200 };
static const double SOL_NEAR_ENOUGH = 1e-6; /* scaled residual from which Newton is tried again */

typedef struct SolTrust {
    SolSystem *s;
    double *row;           /* scales of equations, from the first matrix */
    double *f, *trial_f;   /* scaled residuals */
    double *jacobian;      /* scaled, by columns */
    double *squared;       /* J'J, below its diagonal and on it */
    double *normal, *step; /* J'J + mu D, and the step */
    double *z, *r;
} SolTrust;

/* The product of two columns.  Four sums, for the processor to work on side by side. */
static double sol_product(const double *a, const double *b, size_t n) {
    double sum[4] = {0, 0, 0, 0};
    size_t i = 0;
    for (; i + 4 <= n; i += 4)
        for (size_t k = 0; k < 4; k++) sum[k] += a[i + k] * b[i + k];
    for (; i < n; i++) sum[0] += a[i] * b[i];
    return sum[0] + sum[1] + (sum[2] + sum[3]);
}

static int sol_scaled_residual(SolTrust *t, const double *z, double *f) {
    int i, n = t->s->n;
    if (!sol_residual(t->s, z, t->r)) return 0;
    for (i = 0; i < n; i++) f[i] = t->r[i] * t->row[i];
    return sol_is_finite(sol_product(f, f, (size_t)n));
}

static int sol_scaled_matrix(SolTrust *t, int first) {
    SolSystem *s = t->s;
    size_t n = (size_t)s->n;
    if (!sol_residual(s, s->z, t->r) || sol_make_matrix(s, s->z, t->r) == SOL_UNDEFINED) return 0;
    if (first) sol_row_scales(s, t->row);
    sol_matrix_spread(&s->matrix, t->jacobian);
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < n; i++) t->jacobian[i + j * n] *= t->row[i] * s->scale[j];
    for (size_t b = 0; b < n; b++)
        for (size_t a = b; a < n; a++) t->squared[a + b * n] = sol_product(t->jacobian + a * n, t->jacobian + b * n, n);
    s->matrix.factored = 0;
    return sol_is_finite(sol_product(t->jacobian, t->jacobian, n * n));
}

/* Cholesky's factors of what stands below the diagonal of a and on it, and b := a^-1 b.  0: it is not positive. */
static int sol_solve_positive(double *a, size_t n, double *b) {
    for (size_t k = 0; k < n; k++) {
        double *column = a + k * n, root;
        if (!(column[k] > 0 && sol_is_finite(column[k]))) return 0;
        root = sqrt(column[k]);
        for (size_t i = k; i < n; i++) column[i] /= root;
        for (size_t j = k + 1; j < n; j++)
            for (size_t i = j; i < n; i++) a[i + j * n] -= column[i] * column[j];
    }
    for (size_t k = 0; k < n; k++) {
        b[k] /= a[k + k * n];
        for (size_t i = k + 1; i < n; i++) b[i] -= a[i + k * n] * b[k];
    }
    for (size_t k = n; k-- > 0;) {
        for (size_t i = k + 1; i < n; i++) b[k] -= a[i + k * n] * b[i];
        b[k] /= a[k + k * n];
    }
    return 1;
}

/* Solves (J'J + mu D) step = -J'f, D the diagonal of J'J and a little more; returns the decrease that the linear model
 * promises, or -1. */
static double sol_trust_step(SolTrust *t, double mu) {
    size_t n = (size_t)t->s->n;
    memcpy(t->normal, t->squared, n * n * sizeof *t->normal);
    for (size_t a = 0; a < n; a++) t->step[a] = -sol_product(t->jacobian + a * n, t->f, n);
    for (size_t a = 0; a < n; a++) t->normal[a + a * n] += mu * (t->normal[a + a * n] + 1e-3);
    if (!sol_solve_positive(t->normal, n, t->step)) return -1;
    memcpy(t->r, t->f, n * sizeof *t->r); /* what the linear model leaves */
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < n; i++) t->r[i] += t->jacobian[i + j * n] * t->step[j];
    return sol_product(t->f, t->f, n) - sol_product(t->r, t->r, n);
}

static void sol_move_inside(SolTrust *t) {
    const SolSystem *s = t->s;
    for (int i = 0; i < s->n; i++) {
        t->z[i] = s->z[i] + t->step[i] * s->scale[i];
        if (s->low && s->z[i] >= s->low[i] && t->z[i] < s->low[i]) t->z[i] = s->low[i];
        if (s->high && s->z[i] <= s->high[i] && t->z[i] > s->high[i]) t->z[i] = s->high[i];
    }
}

/* Damping by Nielsen (1999). */
static int sol_run_trust(SolTrust *t) {
    SolSystem *s = t->s;
    size_t n = (size_t)s->n;
    double mu = 1e-3, grow = 2;
    for (size_t i = 0; i < n; i++) t->row[i] = 1;
    if (!sol_scaled_matrix(t, 1) || !sol_scaled_residual(t, s->z, t->f)) return 0;
    for (int k = 0; k < SOL_TRUST_ITERATIONS; k++) {
        double size = sol_product(t->f, t->f, n), promised, ratio = -1;
        if (sqrt(size) < SOL_NEAR_ENOUGH) return 1;
        promised = sol_trust_step(t, mu);
        sol_move_inside(t);
        if (promised > 0 && sol_scaled_residual(t, t->z, t->trial_f))
            ratio = (size - sol_product(t->trial_f, t->trial_f, n)) / promised;
        if (ratio > 1e-4) {
            memcpy(s->z, t->z, n * sizeof(double));
            memcpy(t->f, t->trial_f, n * sizeof(double));
            mu *= sol_larger(1.0 / 3, 1 - pow(2 * ratio - 1, 3));
            grow = 2;
            if (!sol_scaled_matrix(t, 0)) return 0;
        } else {
            mu *= grow;
            grow *= 2;
            if (mu > 1e16) return 0;
        }
    }
    return 0;
}

SOL int sol_trust_region(SolSystem *s) {
    size_t n = (size_t)s->n;
    double *room = n <= SOL_TRUST_MAX ? sol_system_more(s, 6 * n + 3 * n * n) : 0;
    SolTrust t;
    if (!room) return 0;
    t.s = s;
    t.row = room;
    t.f = room + n;
    t.trial_f = room + 2 * n;
    t.step = room + 3 * n;
    t.z = room + 4 * n;
    t.r = room + 5 * n;
    t.jacobian = room + 6 * n;
    t.squared = t.jacobian + n * n;
    t.normal = t.squared + n * n;
    return sol_run_trust(&t);
}
