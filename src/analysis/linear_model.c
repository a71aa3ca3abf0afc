/* linear_model.c - what follows from a linear model: eigenvalues with participation, frequency and step responses. */
#include "analysis/analysis.h"

#include <complex.h>
#include <float.h>
#include <math.h>
#include <string.h>

extern void dgeev_(const char *jobvl, const char *jobvr, const int *n, double *a, const int *lda, double *wr,
                   double *wi, double *vl, const int *ldvl, double *vr, const int *ldvr, double *work, const int *lwork,
                   int *info);
extern void zgesv_(const int *n, const int *nrhs, double complex *a, const int *lda, int *ipiv, double complex *b,
                   const int *ldb, int *info);
extern void dgesv_(const int *n, const int *nrhs, double *a, const int *lda, int *ipiv, double *b, const int *ldb,
                   int *info);

static const double TWO_PI = 6.283185307179586;

AnaLinear *ana_linear_new(Arena *arena, int n, int m, int p) {
    AnaLinear *l = BASE_NEW(arena, AnaLinear);
    l->model = "";
    l->n = n;
    l->m = m;
    l->p = p;
    l->a = BASE_ARRAY(arena, double, n *n + 1);
    l->b = BASE_ARRAY(arena, double, n *m + 1);
    l->c = BASE_ARRAY(arena, double, p *n + 1);
    l->d = BASE_ARRAY(arena, double, p *m + 1);
    l->x = BASE_ARRAY(arena, const char *, n + 1);
    l->u = BASE_ARRAY(arena, const char *, m + 1);
    l->y = BASE_ARRAY(arena, const char *, p + 1);
    l->x0 = BASE_ARRAY(arena, double, n + 1);
    l->u0 = BASE_ARRAY(arena, double, m + 1);
    l->y0 = BASE_ARRAY(arena, double, p + 1);
    l->f0 = BASE_ARRAY(arena, double, n + 1);
    l->held = "";
    return l;
}

/* ---- eigenvalues ------------------------------------------------------------------------------------------------- */

static AnaMode mode_of(double re, double im) {
    double size = hypot(re, im);
    return (AnaMode){.re = re,
                     .im = im,
                     .frequency = size / TWO_PI,
                     .damping = size > 0 ? -re / size : 0,
                     .time = re != 0 ? -1 / re : INFINITY};
}

/* LAPACK gives a pair as real and imaginary part in two columns. */
static double complex entry(const double *v, const double *wi, int n, int row, int k) {
    if (wi[k] == 0) return v[row + (size_t)n * k];
    if (wi[k] > 0) return v[row + (size_t)n * k] + I * v[row + (size_t)n * (k + 1)];
    return v[row + (size_t)n * (k - 1)] - I * v[row + (size_t)n * k];
}

/* Returns how much an error in A is magnified in the eigenvalue: large where several are nearly one. */
static double participation(int n, const double *wi, const double *left, const double *right, int k, double *part) {
    double sum = 0;
    double complex product = 0;
    for (int i = 0; i < n; i++) {
        double complex p = conj(entry(left, wi, n, i, k)) * entry(right, wi, n, i, k);
        product += p;
        part[i] = cabs(p);
        sum += part[i];
    }
    for (int i = 0; i < n && sum > 0; i++) part[i] /= sum;
    return 1 / fmax(cabs(product), DBL_EPSILON);
}

static double largest_column(int n, const double *a) {
    double most = 0;
    for (int j = 0; j < n; j++) {
        double sum = 0;
        for (int i = 0; i < n; i++) sum += fabs(a[i + (size_t)n * (size_t)j]);
        most = fmax(most, sum);
    }
    return most;
}

/* Slowest decay first; of one real part the lower frequency; the positive imaginary part first. */
static bool before(const double *wr, const double *wi, int a, int b) {
    if (wr[a] != wr[b]) return wr[a] > wr[b];
    if (fabs(wi[a]) != fabs(wi[b])) return fabs(wi[a]) < fabs(wi[b]);
    return wi[a] > wi[b];
}

bool ana_modes(const AnaLinear *l, AnaMode *modes, double *part) {
    int n = l->n, info = 0, room = 8 * n + 16;
    if (n == 0) return true;
    size_t square = (size_t)n * (size_t)n;
    double *work = base_realloc(NULL, (3 * square + 2 * (size_t)n + (size_t)room) * sizeof(double));
    double *a = work, *left = a + square, *right = left + square, *wr = right + square, *wi = wr + n, *w = wi + n;
    int *order = base_realloc(NULL, (size_t)n * sizeof *order);
    memcpy(a, l->a, square * sizeof *a);
    double rounding = 10 * DBL_EPSILON * largest_column(n, a);
    dgeev_(part ? "V" : "N", part ? "V" : "N", &n, a, &n, wr, wi, left, &n, right, &n, w, &room, &info);
    for (int i = 0; info == 0 && i < n; i++) { /* by insertion: n is small where people look at modes */
        int at = i;
        for (; at > 0 && before(wr, wi, i, order[at - 1]); at--) order[at] = order[at - 1];
        order[at] = i;
    }
    for (int i = 0; info == 0 && i < n; i++) {
        modes[i] = mode_of(wr[order[i]], wi[order[i]]);
        if (!part) continue;
        modes[i].error = rounding * participation(n, wi, left, right, order[i], part + (size_t)n * (size_t)i);
    }
    base_realloc(order, 0);
    base_realloc(work, 0);
    return info == 0;
}

/* ---- responses --------------------------------------------------------------------------------------------------- */

bool ana_response(const AnaLinear *l, int output, int input, double frequency, double *re, double *im) {
    int n = l->n, one = 1, info = 0;
    double complex g = l->d[output + (size_t)l->p * input];
    if (n > 0) {
        size_t square = (size_t)n * (size_t)n;
        double complex *m = base_realloc(NULL, (square + (size_t)n) * sizeof *m), *x = m + square;
        int *pivot = base_realloc(NULL, (size_t)n * sizeof *pivot);
        for (size_t i = 0; i < square; i++) m[i] = -l->a[i];
        for (int i = 0; i < n; i++) {
            m[i + (size_t)n * i] += I * TWO_PI * frequency;
            x[i] = l->b[i + (size_t)n * input];
        }
        zgesv_(&n, &one, m, &n, pivot, x, &n, &info);
        for (int i = 0; info == 0 && i < n; i++) g += l->c[output + (size_t)l->p * i] * x[i];
        base_realloc(pivot, 0);
        base_realloc(m, 0);
    }
    *re = creal(g);
    *im = cimag(g);
    return info == 0;
}

static void multiply(int n, const double *a, const double *b, double *out) {
    memset(out, 0, (size_t)n * (size_t)n * sizeof *out);
    for (int j = 0; j < n; j++)
        for (int k = 0; k < n; k++) {
            double f = b[k + (size_t)n * j];
            if (f == 0) continue;
            for (int i = 0; i < n; i++) out[i + (size_t)n * j] += a[i + (size_t)n * k] * f;
        }
}

/* m := exp(m), by a diagonal Pade approximation of order 6 after scaling (Moler and Van Loan 2003, method 3). */
static bool exponential(int n, double *m) {
    size_t square = (size_t)n * (size_t)n;
    double norm = 0;
    for (int j = 0; j < n; j++) {
        double sum = 0;
        for (int i = 0; i < n; i++) sum += fabs(m[i + (size_t)n * j]);
        norm = fmax(norm, sum);
    }
    if (!isfinite(norm)) return false;
    int halvings = norm > 0.5 ? (int)ceil(log2(norm / 0.5)) : 0, info = 0;
    double *work = base_realloc(NULL, 4 * square * sizeof *work), scale = ldexp(1, -halvings);
    double *power = work, *next = power + square, *up = next + square, *down = up + square;
    int *pivot = base_realloc(NULL, (size_t)n * sizeof *pivot);
    for (size_t i = 0; i < square; i++) m[i] *= scale;
    memset(up, 0, 2 * square * sizeof *up);
    memset(power, 0, square * sizeof *power);
    for (int i = 0; i < n; i++) power[i + (size_t)n * i] = up[i + (size_t)n * i] = down[i + (size_t)n * i] = 1;
    enum { ORDER = 6 };
    double f = 1;
    for (int k = 1; k <= ORDER; k++) {
        f *= (double)(ORDER - k + 1) / (k * (2 * ORDER - k + 1));
        multiply(n, m, power, next);
        memcpy(power, next, square * sizeof *power);
        for (size_t i = 0; i < square; i++) {
            up[i] += f * power[i];
            down[i] += (k % 2 ? -f : f) * power[i];
        }
    }
    dgesv_(&n, &n, down, &n, pivot, up, &n, &info);
    for (int k = 0; info == 0 && k < halvings; k++) {
        multiply(n, up, up, next);
        memcpy(up, next, square * sizeof *up);
    }
    memcpy(m, up, square * sizeof *m);
    base_realloc(pivot, 0);
    base_realloc(work, 0);
    return info == 0;
}

/* exp([A, b; 0, 0] h) carries (x, 1) one interval on with the input held: exact for a step. */
bool ana_step(const AnaLinear *l, int output, int input, double h, int count, double *y) {
    int n = l->n, k = n + 1;
    size_t square = (size_t)k * (size_t)k;
    double *m = base_realloc(NULL, (square + 2 * (size_t)k) * sizeof *m), *x = m + square, *next = x + k;
    memset(m, 0, (square + (size_t)k) * sizeof *m);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) m[i + (size_t)k * j] = l->a[i + (size_t)n * j] * h;
    for (int i = 0; i < n; i++) m[i + (size_t)k * n] = l->b[i + (size_t)n * input] * h;
    bool ok = exponential(k, m);
    x[n] = 1;
    for (int t = 0; ok && t < count; t++) {
        y[t] = l->d[output + (size_t)l->p * input];
        for (int i = 0; i < n; i++) y[t] += l->c[output + (size_t)l->p * i] * x[i];
        for (int i = 0; i < k; i++) {
            next[i] = 0;
            for (int j = 0; j < k; j++) next[i] += m[i + (size_t)k * j] * x[j];
        }
        memcpy(x, next, (size_t)k * sizeof *x);
    }
    base_realloc(m, 0);
    return ok;
}

void ana_linear_span(const AnaLinear *l, double *low, double *high, double *settle) {
    AnaMode *modes = base_realloc(NULL, ((size_t)l->n + 1) * sizeof *modes);
    double *part = base_realloc(NULL, ((size_t)l->n * (size_t)l->n + 1) * sizeof *part);
    double slow = INFINITY, fast = 0, longest = 0;
    bool ok = ana_modes(l, modes, part);
    for (int i = 0; ok && i < l->n; i++) fast = fmax(fast, modes[i].frequency);
    for (int i = 0; ok && i < l->n; i++) {
        if (TWO_PI * modes[i].frequency <= modes[i].error) continue; /* integrates: no time of its own */
        slow = fmin(slow, modes[i].frequency);
        double decay = fabs(modes[i].re) > 1e-3 * TWO_PI * modes[i].frequency ? 6 / fabs(modes[i].re) : 0;
        longest = fmax(longest, fmax(decay, 3 / modes[i].frequency));
    }
    if (!isfinite(slow)) slow = fast = 1 / TWO_PI;
    *low = pow(10, floor(log10(fmax(slow, 1e-6 * fast)) - 0.7));
    *high = pow(10, ceil(log10(fast) + 0.7));
    *settle = longest > 0 ? longest : 10;
    base_realloc(part, 0);
    base_realloc(modes, 0);
}
