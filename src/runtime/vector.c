/* vector.c - vector operations for SUNDIALS in loops that the compiler turns into SIMD code.
 *
 * The packaged library's own are several times slower, and for large sparse models they are most of
 * the cost of a step. Results may be the same array as operands; sums are formed in a fixed order,
 * so that runs stay reproducible.
 */
#include "runtime/runtime_impl.h"

#include <nvector/nvector_serial.h>

#if defined(__clang__)
#define SIMD _Pragma("clang loop vectorize(assume_safety)")
#else
#pragma GCC optimize("O3")
#define SIMD _Pragma("GCC ivdep")
#endif

typedef sunindextype Index;

static void linear_sum(realtype a, N_Vector x, realtype b, N_Vector y, N_Vector z) {
    const double *p = NV_DATA_S(x), *q = NV_DATA_S(y);
    double *r = NV_DATA_S(z);
    Index n = NV_LENGTH_S(z);
    if (b == 1) {
        SIMD for (Index i = 0; i < n; i++) r[i] = a * p[i] + q[i];
    } else if (a == 1) {
        SIMD for (Index i = 0; i < n; i++) r[i] = p[i] + b * q[i];
    } else {
        SIMD for (Index i = 0; i < n; i++) r[i] = a * p[i] + b * q[i];
    }
}

static void scale(realtype c, N_Vector x, N_Vector z) {
    const double *p = NV_DATA_S(x);
    double *r = NV_DATA_S(z);
    Index n = NV_LENGTH_S(z);
    if (c == 1) {
        if (p != r) memcpy(r, p, (size_t)n * sizeof *r);
        return;
    }
    SIMD for (Index i = 0; i < n; i++) r[i] = c * p[i];
}

static void constant(realtype c, N_Vector z) {
    double *r = NV_DATA_S(z);
    Index n = NV_LENGTH_S(z);
    for (Index i = 0; i < n; i++) r[i] = c;
}

/* Eight partial sums: SIMD without changing the order from run to run. */
static realtype wrms_norm(N_Vector x, N_Vector w) {
    const double *p = NV_DATA_S(x), *q = NV_DATA_S(w);
    Index n = NV_LENGTH_S(x), i = 0;
    double part[8] = {0};
    for (; i + 8 <= n; i += 8)
        for (int k = 0; k < 8; k++) part[k] += p[i + k] * q[i + k] * (p[i + k] * q[i + k]);
    for (; i < n; i++) part[0] += p[i] * q[i] * (p[i] * q[i]);
    double sum =
        ((part[0] + part[4]) + (part[1] + part[5])) + ((part[2] + part[6]) + (part[3] + part[7]));
    return n ? sqrt(sum / (double)n) : 0;
}

/* z = sum of c[k]*X[k], in blocks that stay in the first cache. */
static int linear_combination(int nvec, realtype *c, N_Vector *x, N_Vector z) {
    enum { BLOCK = 512 };
    Index n = NV_LENGTH_S(z);
    double *r = NV_DATA_S(z), sum[BLOCK];
    for (Index start = 0; start < n; start += BLOCK) {
        Index m = n - start < BLOCK ? n - start : BLOCK;
        const double *p = NV_DATA_S(x[0]) + start;
        SIMD for (Index i = 0; i < m; i++) sum[i] = c[0] * p[i];
        for (int k = 1; k < nvec; k++) {
            p = NV_DATA_S(x[k]) + start;
            double f = c[k];
            SIMD for (Index i = 0; i < m; i++) sum[i] += f * p[i];
        }
        memcpy(r + start, sum, (size_t)m * sizeof *r);
    }
    return 0;
}

/* Z[k] = a[k]*x + Y[k] */
static int scale_add_multi(int nvec, realtype *a, N_Vector x, N_Vector *y, N_Vector *z) {
    for (int k = 0; k < nvec; k++) linear_sum(a[k], x, 1, y[k], z[k]);
    return 0;
}

static int scale_many(int nvec, realtype *c, N_Vector *x, N_Vector *z) {
    for (int k = 0; k < nvec; k++) scale(c[k], x[k], z[k]);
    return 0;
}

static void inverse(N_Vector x, N_Vector z) {
    const double *p = NV_DATA_S(x);
    double *r = NV_DATA_S(z);
    Index n = NV_LENGTH_S(z);
    SIMD for (Index i = 0; i < n; i++) r[i] = 1 / p[i];
}

static void absolute(N_Vector x, N_Vector z) {
    const double *p = NV_DATA_S(x);
    double *r = NV_DATA_S(z);
    Index n = NV_LENGTH_S(z);
    SIMD for (Index i = 0; i < n; i++) r[i] = fabs(p[i]);
}

void rt_fast_vector(void *vector) {
    N_Vector v = vector;
    v->ops->nvlinearsum = linear_sum;
    v->ops->nvscale = scale;
    v->ops->nvconst = constant;
    v->ops->nvwrmsnorm = wrms_norm;
    v->ops->nvinv = inverse;
    v->ops->nvabs = absolute;
    v->ops->nvlinearcombination = linear_combination;
    v->ops->nvscaleaddmulti = scale_add_multi;
    v->ops->nvscalevectorarray = scale_many;
}
