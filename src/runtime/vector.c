/* vector.c - vector operations for SUNDIALS: deferred, fused, in loops that become SIMD code.
 *
 * An integrator's step is a long chain of elementwise operations on vectors: predict, correct,
 * rescale.  One after the other, each of them streams whole vectors through memory, and for large
 * sparse models that is most of the cost of a step.  So operations on long vectors are only noted
 * (Pending); when somebody looks at values - a norm, the model, the linear solver - all noted ones
 * are carried out together, block by block, while the block is in the first cache.
 *
 * Elementwise operations give the same bits in either order.  Results may be the same array as
 * operands; sums are formed in a fixed order, so that runs stay reproducible.
 *
 * Vectors are serial ones (so says their id) whose content is followed by a link to the operations
 * pending for all of their family: a vector given to rt_fast_vector and its clones.
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

enum {
    BLOCK = 512,       /* elements: some ten vectors' blocks fit in the first cache */
    DEFER_FROM = 2048, /* elements: shorter vectors stay in the cache anyway */
    MAX_PENDING = 96,
    MAX_TERMS = 16, /* CVODE combines at most 14 vectors at once */
    FEW = 8,        /* elements: nothing to gain from SIMD */
};

/* z = sum of factor[k]*x[k]; without terms z = factor[0]. */
typedef struct {
    N_Vector z, x[MAX_TERMS];
    double factor[MAX_TERMS];
    int nterms;
} Operation;

typedef struct {
    uint32_t nvectors; /* that share it */
    int n;
    Operation at[MAX_PENDING];
} Pending;

typedef struct {
    struct _N_VectorContent_Serial serial; /* first: N_VectorContent_Serial points to it */
    Pending *pending;
} Content;

static Pending *pending_of(N_Vector v) { return ((Content *)v->content)->pending; }

bool rt_finite(const double *x, size_t n) {
    double bad[8] = {0}; /* stay 0 unless a value is not finite: sums side by side, that none waits for another */
    size_t i = 0;
    for (; i + 8 <= n; i += 8)
        for (size_t k = 0; k < 8; k++) bad[k] += x[i + k] * 0.0;
    for (; i < n; i++) bad[0] += x[i] * 0.0;
    for (size_t k = 1; k < 8; k++) bad[0] += bad[k];
    return bad[0] == 0;
}

/* ---- carrying out ------------------------------------------------------------------------------------------------ */

static void two_terms(double a, const double *p, double b, const double *q, double *r, Index n) {
    if (n < FEW) {
        for (Index i = 0; i < n; i++) r[i] = a * p[i] + b * q[i];
    } else if (a == 1 && b == 1) {
        SIMD for (Index i = 0; i < n; i++) r[i] = p[i] + q[i];
    } else if (b == 1) {
        SIMD for (Index i = 0; i < n; i++) r[i] = a * p[i] + q[i];
    } else if (a == 1) {
        SIMD for (Index i = 0; i < n; i++) r[i] = p[i] + b * q[i];
    } else {
        SIMD for (Index i = 0; i < n; i++) r[i] = a * p[i] + b * q[i];
    }
}

static void one_term(double c, const double *p, double *r, Index n) {
    if (n < FEW) {
        for (Index i = 0; i < n; i++) r[i] = c * p[i];
    } else if (c != 1) {
        SIMD for (Index i = 0; i < n; i++) r[i] = c * p[i];
    } else if (p != r) {
        memcpy(r, p, (size_t)n * sizeof *r);
    }
}

/* Sums in the same order as below, and so to the same bits. */
static void few_elements(int nterms, const double *factor, const N_Vector *x, double *r, Index m) {
    for (Index i = 0; i < m; i++) {
        double sum = factor[0] * NV_DATA_S(x[0])[i];
        for (int k = 1; k < nterms; k++) sum += factor[k] * NV_DATA_S(x[k])[i];
        r[i] = sum;
    }
}

/* z = sum of factor[k]*x[k] for m <= BLOCK elements behind start. */
static void carry_out(N_Vector z, int nterms, const double *factor, const N_Vector *x, Index start, Index m) {
    double *r = NV_DATA_S(z) + start, sum[BLOCK];
    if (nterms == 0) {
        for (Index i = 0; i < m; i++) r[i] = factor[0];
    } else if (nterms == 1) {
        one_term(factor[0], NV_DATA_S(x[0]) + start, r, m);
    } else if (nterms == 2) {
        two_terms(factor[0], NV_DATA_S(x[0]) + start, factor[1], NV_DATA_S(x[1]) + start, r, m);
    } else if (m < FEW && start == 0) {
        few_elements(nterms, factor, x, r, m);
    } else {
        one_term(factor[0], NV_DATA_S(x[0]) + start, sum, m);
        for (int k = 1; k < nterms; k++) {
            const double *p = NV_DATA_S(x[k]) + start;
            double f = factor[k];
            SIMD for (Index i = 0; i < m; i++) sum[i] += f * p[i];
        }
        memcpy(r, sum, (size_t)m * sizeof *r);
    }
}

static Index block_at(Index start, Index n) { return n - start < BLOCK ? n - start : BLOCK; }

/* Eight partial sums: SIMD without changing the order from run to run. */
static void add_squares(const double *p, const double *q, Index n, double part[8]) {
    Index i = 0;
    for (; i + 8 <= n; i += 8)
        for (int k = 0; k < 8; k++) part[k] += p[i + k] * q[i + k] * (p[i + k] * q[i + k]);
    for (; i < n; i++) part[0] += p[i] * q[i] * (p[i] * q[i]);
}

/* Carries out what is pending for v's family; with w also the sum of (v[i]*w[i])^2, which needs the
 * values of v while they are in the cache. */
static double flush(N_Vector v, N_Vector w) {
    Pending *pending = pending_of(v);
    Index n = NV_LENGTH_S(v);
    double part[8] = {0};
    if (!pending->n && !w) return 0;
    for (Index start = 0; start < n; start += BLOCK) {
        Index m = block_at(start, n);
        for (int k = 0; k < pending->n; k++) {
            const Operation *o = &pending->at[k];
            carry_out(o->z, o->nterms, o->factor, o->x, start, m);
        }
        if (w) add_squares(NV_DATA_S(v) + start, NV_DATA_S(w) + start, m, part);
    }
    pending->n = 0;
    return ((part[0] + part[4]) + (part[1] + part[5])) + ((part[2] + part[6]) + (part[3] + part[7]));
}

/* ---- noting -----------------------------------------------------------------------------------*/

static bool is_fast(N_Vector v);

/* Nothing is ever pending for short vectors, and all that meet are equally long. */
static void at_once(int n, const double *c, const N_Vector *x, N_Vector z) {
    Index length = NV_LENGTH_S(z);
    for (Index start = 0; start < length; start += BLOCK) carry_out(z, n, c, x, start, block_at(start, length));
}

/* Notes z = sum of c[k]*x[k], n <= MAX_TERMS terms; without terms z = c[0]. */
static void note(int n, const double *c, const N_Vector *x, N_Vector z) {
    if (NV_LENGTH_S(z) < DEFER_FROM) {
        at_once(n, c, x, z);
        return;
    }
    Pending *pending = pending_of(z);
    bool now = false;
    for (int k = 0; k < n; k++) { /* a stranger's values are as they are only now */
        if (is_fast(x[k]) && pending_of(x[k]) == pending) continue;
        if (is_fast(x[k])) (void)flush(x[k], NULL);
        now = true;
    }
    if (pending->n == MAX_PENDING) (void)flush(z, NULL);
    Operation *o = &pending->at[pending->n++];
    o->z = z;
    o->nterms = n;
    if (n) memcpy(o->x, x, (size_t)n * sizeof *x);
    memcpy(o->factor, c, (size_t)(n ? n : 1) * sizeof *c);
    if (now) (void)flush(z, NULL);
}

static void linear_sum(realtype a, N_Vector x, realtype b, N_Vector y, N_Vector z) {
    note(2, (double[]){a, b}, (N_Vector[]){x, y}, z);
}

static void scale(realtype c, N_Vector x, N_Vector z) {
    if (c != 1 || x != z) note(1, &c, &x, z);
}

static void constant(realtype c, N_Vector z) { note(0, &c, NULL, z); }

/* z = sum of c[k]*X[k] */
static int linear_combination(int nvec, realtype *c, N_Vector *x, N_Vector z) {
    int first = nvec < MAX_TERMS ? nvec : MAX_TERMS;
    note(first, c, x, z);
    for (int k = first; k < nvec; k++) linear_sum(c[k], x[k], 1, z, z);
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

/* ---- operations that need values --------------------------------------------------------------*/

static realtype wrms_norm(N_Vector x, N_Vector w) {
    Index n = NV_LENGTH_S(x);
    if (is_fast(w) && pending_of(w) != pending_of(x)) (void)flush(w, NULL);
    return n ? sqrt(flush(x, w) / (double)n) : 0;
}

static realtype *array_pointer(N_Vector v) {
    (void)flush(v, NULL);
    return NV_DATA_S(v);
}

static void set_array_pointer(realtype *data, N_Vector v) {
    (void)flush(v, NULL);
    NV_DATA_S(v) = data;
}

static void inverse(N_Vector x, N_Vector z) {
    (void)flush(x, NULL);
    N_VInv_Serial(x, z);
}

static void absolute(N_Vector x, N_Vector z) {
    (void)flush(x, NULL);
    N_VAbs_Serial(x, z);
}

static void product(N_Vector x, N_Vector y, N_Vector z) {
    (void)flush(x, NULL);
    N_VProd_Serial(x, y, z);
}

static void quotient(N_Vector x, N_Vector y, N_Vector z) {
    (void)flush(x, NULL);
    N_VDiv_Serial(x, y, z);
}

static void add_constant(N_Vector x, realtype b, N_Vector z) {
    (void)flush(x, NULL);
    N_VAddConst_Serial(x, b, z);
}

static realtype dot_product(N_Vector x, N_Vector y) {
    (void)flush(x, NULL);
    return N_VDotProd_Serial(x, y);
}

static realtype max_norm(N_Vector x) {
    (void)flush(x, NULL);
    return N_VMaxNorm_Serial(x);
}

static realtype smallest(N_Vector x) {
    (void)flush(x, NULL);
    return N_VMin_Serial(x);
}

static realtype l1_norm(N_Vector x) {
    (void)flush(x, NULL);
    return N_VL1Norm_Serial(x);
}

static realtype wl2_norm(N_Vector x, N_Vector w) { return sqrt(flush(x, w)); }

/* Of the elements that mask marks with 1, and of those only: others do not dilute the mean. */
static realtype wrms_norm_mask(N_Vector x, N_Vector w, N_Vector mask) {
    (void)flush(x, NULL);
    const double *p = NV_DATA_S(x), *q = NV_DATA_S(w), *m = NV_DATA_S(mask);
    Index n = NV_LENGTH_S(x), i = 0;
    double part[8] = {0}, many[8] = {0}, sum = 0, count = 0;
    for (; i + 8 <= n; i += 8)
        for (int k = 0; k < 8; k++) {
            double e = p[i + k] * q[i + k] * m[i + k];
            part[k] += e * e;
            many[k] += m[i + k];
        }
    for (; i < n; i++) part[0] += p[i] * q[i] * m[i] * (p[i] * q[i] * m[i]), many[0] += m[i];
    for (int k = 0; k < 8; k++) sum += part[k], count += many[k];
    return count > 0 ? sqrt(sum / count) : 0;
}

static void compare(realtype c, N_Vector x, N_Vector z) {
    (void)flush(x, NULL);
    N_VCompare_Serial(c, x, z);
}

static booleantype inverse_test(N_Vector x, N_Vector z) {
    (void)flush(x, NULL);
    return N_VInvTest_Serial(x, z);
}

static booleantype constraint_mask(N_Vector c, N_Vector x, N_Vector m) {
    (void)flush(x, NULL);
    return N_VConstrMask_Serial(c, x, m);
}

static realtype min_quotient(N_Vector num, N_Vector denom) {
    (void)flush(num, NULL);
    return N_VMinQuotient_Serial(num, denom);
}

/* ---- life -------------------------------------------------------------------------------------*/

static void link_content(N_Vector v, const struct _N_VectorContent_Serial *serial, Pending *pending) {
    Content *content = base_realloc(NULL, sizeof *content);
    content->serial = *serial;
    content->pending = pending;
    pending->nvectors++;
    v->content = content;
}

static N_Vector clone_empty(N_Vector w) {
    N_Vector v = N_VNewEmpty(w->sunctx);
    if (!v || N_VCopyOps(w, v)) return NULL;
    struct _N_VectorContent_Serial serial = {.length = NV_LENGTH_S(w)};
    link_content(v, &serial, pending_of(w));
    return v;
}

static N_Vector clone(N_Vector w) {
    N_Vector v = clone_empty(w);
    if (!v) return NULL;
    NV_DATA_S(v) = base_realloc(NULL, ((size_t)NV_LENGTH_S(v) + 1) * sizeof(double));
    NV_OWN_DATA_S(v) = SUNTRUE;
    return v;
}

static void destroy(N_Vector v) {
    if (!v) return;
    Pending *pending = pending_of(v);
    (void)flush(v, NULL);
    if (NV_OWN_DATA_S(v)) base_realloc(NV_DATA_S(v), 0);
    if (--pending->nvectors == 0) base_realloc(pending, 0);
    base_realloc(v->content, 0);
    v->content = NULL;
    N_VFreeEmpty(v);
}

static bool is_fast(N_Vector v) { return v->ops->nvclone == clone; }

void rt_fast_vector(void *vector) {
    N_Vector v = vector;
    Pending *pending = base_realloc(NULL, sizeof *pending);
    pending->n = 0;
    pending->nvectors = 0;
    void *plain = v->content;
    link_content(v, plain, pending);
    free(plain); /* which N_VMake_Serial allocated */
    struct _generic_N_Vector_Ops *ops = v->ops;
    ops->nvclone = clone;
    ops->nvcloneempty = clone_empty;
    ops->nvdestroy = destroy;
    ops->nvgetarraypointer = array_pointer;
    ops->nvsetarraypointer = set_array_pointer;
    ops->nvlinearsum = linear_sum;
    ops->nvscale = scale;
    ops->nvconst = constant;
    ops->nvlinearcombination = linear_combination;
    ops->nvscaleaddmulti = scale_add_multi;
    ops->nvscalevectorarray = scale_many;
    ops->nvwrmsnorm = wrms_norm;
    ops->nvwrmsnormmask = wrms_norm_mask;
    ops->nvwl2norm = wl2_norm;
    ops->nvl1norm = l1_norm;
    ops->nvmaxnorm = max_norm;
    ops->nvmin = smallest;
    ops->nvdotprod = dot_product;
    ops->nvinv = inverse;
    ops->nvabs = absolute;
    ops->nvprod = product;
    ops->nvdiv = quotient;
    ops->nvaddconst = add_constant;
    ops->nvcompare = compare;
    ops->nvinvtest = inverse_test;
    ops->nvconstrmask = constraint_mask;
    ops->nvminquotient = min_quotient;
    /* not worth their own: fused or array operations that read values where they are */
    ops->nvlinearsumvectorarray = NULL;
    ops->nvconstvectorarray = NULL;
    ops->nvwrmsnormvectorarray = NULL;
    ops->nvwrmsnormmaskvectorarray = NULL;
    ops->nvdotprodmulti = NULL;
    ops->nvscaleaddmultivectorarray = NULL;
    ops->nvlinearcombinationvectorarray = NULL;
    ops->nvdotprodlocal = NULL;
    ops->nvmaxnormlocal = NULL;
    ops->nvminlocal = NULL;
    ops->nvl1normlocal = NULL;
    ops->nvinvtestlocal = NULL;
    ops->nvconstrmasklocal = NULL;
    ops->nvminquotientlocal = NULL;
    ops->nvwsqrsumlocal = NULL;
    ops->nvwsqrsummasklocal = NULL;
    ops->nvdotprodmultilocal = NULL;
}
