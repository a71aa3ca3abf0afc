/* fallback.c - two other ways to the solution of a nonlinear system, for when damped Newton finds none: Levenberg and
 * Marquardt's trust region, and KINSOL's line search.
 *
 * Both work on unknowns scaled by their nominal values and on equations scaled by the largest entry of their row, start
 * from s->z and leave there the nearest point to a solution that they found.  The last digits are Newton's affair.
 */
#include "runtime/runtime_impl.h"

#include <kinsol/kinsol.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

extern void dposv_(const char *uplo, const int *n, const int *nrhs, double *a, const int *lda, double *b,
                   const int *ldb, int *info, size_t uplo_length);

enum { TRUST_MAX = 300, TRUST_ITERATIONS = 200, KINSOL_ITERATIONS = 300 };
static const double NEAR_ENOUGH = 1e-6; /* scaled residual from which Newton is tried again */

/* a := the system's matrix, dense, by columns. */
void rt_linear_dense(const RtLinear *m, double *a) {
    size_t n = (size_t)m->n;
    if (!m->sparse) {
        memcpy(a, m->values, n * n * sizeof *a);
        return;
    }
    memset(a, 0, n * n * sizeof *a);
    for (size_t j = 0; j < n; j++)
        for (int p = m->colptr[j]; p < m->colptr[j + 1]; p++) a[(size_t)m->rowind[p] + j * n] = m->values[p];
}

/* 1 over the largest entry of each row, columns measured by nominal values. */
void rt_row_scales(const RtSystem *s, double *row) {
    const RtLinear *m = &s->matrix;
    int n = m->n;
    for (int i = 0; i < n; i++) row[i] = 0;
    for (int j = 0; j < n; j++) {
        int first = m->sparse ? m->colptr[j] : j * n, last = m->sparse ? m->colptr[j + 1] : (j + 1) * n;
        for (int p = first; p < last; p++) {
            int i = m->sparse ? m->rowind[p] : p - j * n;
            row[i] = fmax(row[i], fabs(m->values[p]) * s->scale[j]);
        }
    }
    for (int i = 0; i < n; i++) row[i] = row[i] > 0 && isfinite(row[i]) ? 1 / row[i] : 1;
}

/* ---- trust region ------------------------------------------------------------------------------------------------ */

typedef struct {
    Runtime *rt;
    RtSystem *s;
    int n;
    double *row;           /* scales of equations, from the first matrix */
    double *f, *trial_f;   /* scaled residuals */
    double *jacobian;      /* scaled, by columns */
    double *squared;       /* J'J, below its diagonal and on it */
    double *normal, *step; /* J'J + mu D, and the step */
    double *z, *r;
} Trust;

static double squares(const double *x, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += x[i] * x[i];
    return sum;
}

static bool scaled_residual(Trust *t, const double *z, double *f) {
    if (!rt_system_residual(t->rt, t->s, z, t->r)) return false;
    for (int i = 0; i < t->n; i++) f[i] = t->r[i] * t->row[i];
    return isfinite(squares(f, t->n));
}

/* The product of two columns.  Four sums, for the processor to work on side by side. */
static double product(const double *a, const double *b, size_t n) {
    double sum[4] = {0};
    size_t i = 0;
    for (; i + 4 <= n; i += 4)
        for (size_t k = 0; k < 4; k++) sum[k] += a[i + k] * b[i + k];
    for (; i < n; i++) sum[0] += a[i] * b[i];
    return sum[0] + sum[1] + (sum[2] + sum[3]);
}

static bool scaled_matrix(Trust *t, const double *z, bool first) {
    RtSystem *s = t->s;
    size_t n = (size_t)t->n;
    if (!rt_system_residual(t->rt, s, z, t->r) || rt_system_matrix(t->rt, s, z, t->r) == -2) return false;
    if (first) rt_row_scales(s, t->row);
    rt_linear_dense(&s->matrix, t->jacobian);
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < n; i++) t->jacobian[i + j * n] *= t->row[i] * s->scale[j];
    for (size_t b = 0; b < n; b++)
        for (size_t a = b; a < n; a++) t->squared[a + b * n] = product(t->jacobian + a * n, t->jacobian + b * n, n);
    s->matrix.factored = false;
    return isfinite(squares(t->jacobian, (int)(n * n)));
}

/* Solves (J'J + mu D) step = -J'f, D the diagonal of J'J and a little more; returns the decrease that the linear model
 * promises, or -1. */
static double trust_step(Trust *t, double mu) {
    int n = t->n, one = 1, info = 0;
    size_t m = (size_t)n;
    memcpy(t->normal, t->squared, m * m * sizeof *t->normal);
    for (size_t a = 0; a < m; a++) t->step[a] = -product(t->jacobian + a * m, t->f, m);
    for (size_t a = 0; a < m; a++) t->normal[a + a * m] += mu * (t->normal[a + a * m] + 1e-3);
    dposv_("L", &n, &one, t->normal, &n, t->step, &n, &info, 1);
    if (info != 0) return -1;
    memcpy(t->r, t->f, m * sizeof *t->r); /* what the linear model leaves */
    for (size_t j = 0; j < m; j++)
        for (size_t i = 0; i < m; i++) t->r[i] += t->jacobian[i + j * m] * t->step[j];
    return squares(t->f, n) - squares(t->r, n);
}

static void move_inside(const RtSystem *s, const double *step, double *z) {
    for (int i = 0; i < s->cw->n; i++) {
        z[i] = s->z[i] + step[i] * s->scale[i];
        if (s->low && s->z[i] >= s->low[i] && z[i] < s->low[i]) z[i] = s->low[i];
        if (s->high && s->z[i] <= s->high[i] && z[i] > s->high[i]) z[i] = s->high[i];
    }
}

static bool run_trust(Trust *t) {
    RtSystem *s = t->s;
    double mu = 1e-3, grow = 2;
    for (int i = 0; i < t->n; i++) t->row[i] = 1;
    if (!scaled_matrix(t, s->z, true) || !scaled_residual(t, s->z, t->f)) return false;
    for (int k = 0; k < TRUST_ITERATIONS; k++) {
        double size = squares(t->f, t->n);
        if (sqrt(size) < NEAR_ENOUGH) return true;
        double promised = trust_step(t, mu);
        move_inside(s, t->step, t->z);
        bool ok = promised > 0 && scaled_residual(t, t->z, t->trial_f);
        double ratio = ok ? (size - squares(t->trial_f, t->n)) / promised : -1;
        if (ratio > 1e-4) { /* Nielsen 1999 */
            memcpy(s->z, t->z, (size_t)t->n * sizeof(double));
            memcpy(t->f, t->trial_f, (size_t)t->n * sizeof(double));
            mu *= fmax(1.0 / 3, 1 - pow(2 * ratio - 1, 3));
            grow = 2;
            if (!scaled_matrix(t, s->z, false)) return false;
        } else {
            mu *= grow;
            grow *= 2;
            if (mu > 1e16) return false;
        }
    }
    return false;
}

bool rt_trust_region(Runtime *rt, RtSystem *s) {
    size_t n = (size_t)s->cw->n;
    if (n > TRUST_MAX) return false;
    double *space = rt_zeros(6 * n + 3 * n * n);
    Trust t = {.rt = rt,
               .s = s,
               .n = s->cw->n,
               .row = space,
               .f = space + n,
               .trial_f = space + 2 * n,
               .step = space + 3 * n,
               .z = space + 4 * n,
               .r = space + 5 * n,
               .jacobian = space + 6 * n,
               .squared = space + 6 * n + n * n,
               .normal = space + 6 * n + 2 * n * n};
    bool near = run_trust(&t);
    base_realloc(space, 0);
    return near;
}

/* ---- KINSOL ------------------------------------------------------------------------------------------------------ */

typedef struct {
    Runtime *rt;
    RtSystem *s;
    double *r;
} Kinsol;

static int system_function(N_Vector z, N_Vector f, void *data) {
    Kinsol *k = data;
    return rt_system_residual(k->rt, k->s, N_VGetArrayPointer(z), N_VGetArrayPointer(f)) ? 0 : 1;
}

static int system_jacobian(N_Vector z, N_Vector f, SUNMatrix j, void *data, N_Vector a, N_Vector b) {
    (void)f, (void)a, (void)b;
    Kinsol *k = data;
    RtLinear *m = &k->s->matrix;
    const double *at = N_VGetArrayPointer(z);
    if (!rt_system_residual(k->rt, k->s, at, k->r) || rt_system_matrix(k->rt, k->s, at, k->r) == -2) return 1;
    m->factored = false;
    if (m->sparse) {
        for (int c = 0; c <= m->n; c++) SUNSparseMatrix_IndexPointers(j)[c] = m->colptr[c];
        for (int p = 0; p < m->nnz; p++) SUNSparseMatrix_IndexValues(j)[p] = m->rowind[p];
        memcpy(SUNSparseMatrix_Data(j), m->values, (size_t)m->nnz * sizeof(double));
        return 0;
    }
    memcpy(SUNDenseMatrix_Data(j), m->values, (size_t)m->n * (size_t)m->n * sizeof(double));
    return 0;
}

static void silent(int code, const char *module, const char *function, char *text, void *data) {
    (void)code, (void)module, (void)function, (void)text, (void)data;
}

/* Limits that KINSOL knows: of sign. */
static void limit_signs(void *mem, const RtSystem *s, N_Vector work) {
    double *c = N_VGetArrayPointer(work);
    bool any = false;
    for (int i = 0; i < s->cw->n; i++) {
        c[i] = s->low && s->low[i] == 0 && s->z[i] > 0 ? 1 : s->high && s->high[i] == 0 && s->z[i] < 0 ? -1 : 0;
        any |= c[i] != 0;
    }
    if (any) KINSetConstraints(mem, work);
}

bool rt_kinsol(Runtime *rt, RtSystem *s) {
    int n = s->cw->n;
    RtLinear *m = &s->matrix;
    Kinsol k = {rt, s, rt_zeros((size_t)n)};
    bool ready = rt_system_residual(rt, s, s->z, k.r) && rt_system_matrix(rt, s, s->z, k.r) != -2;
    SUNContext sun;
    SUNContext_Create(NULL, &sun);
    N_Vector z = N_VNew_Serial(n, sun), unknowns = N_VNew_Serial(n, sun), equations = N_VNew_Serial(n, sun),
             work = N_VNew_Serial(n, sun);
    SUNMatrix matrix = m->sparse ? SUNSparseMatrix(n, n, m->nnz, CSC_MAT, sun) : SUNDenseMatrix(n, n, sun);
    SUNLinearSolver linear = m->sparse ? SUNLinSol_KLU(z, matrix, sun) : SUNLinSol_Dense(z, matrix, sun);
    void *mem = KINCreate(sun);
    if (ready) {
        memcpy(N_VGetArrayPointer(z), s->z, (size_t)n * sizeof(double));
        for (int i = 0; i < n; i++) N_VGetArrayPointer(unknowns)[i] = 1 / s->scale[i];
        rt_row_scales(s, N_VGetArrayPointer(equations));
        KINSetErrHandlerFn(mem, silent, NULL);
        KINSetUserData(mem, &k);
        KINInit(mem, system_function, z);
        KINSetFuncNormTol(mem, 0.1 * NEAR_ENOUGH);
        KINSetNumMaxIters(mem, KINSOL_ITERATIONS);
        KINSetMaxSetupCalls(mem, 1);
        KINSetLinearSolver(mem, linear, matrix);
        KINSetJacFn(mem, system_jacobian);
        limit_signs(mem, s, work);
        int code = KINSol(mem, z, KIN_LINESEARCH, unknowns, equations);
        ready = code == KIN_SUCCESS || code == KIN_INITIAL_GUESS_OK;
        if (ready) memcpy(s->z, N_VGetArrayPointer(z), (size_t)n * sizeof(double));
    }
    KINFree(&mem);
    SUNLinSolFree(linear);
    SUNMatDestroy(matrix);
    N_VDestroy(z), N_VDestroy(unknowns), N_VDestroy(equations), N_VDestroy(work);
    SUNContext_Free(&sun);
    base_realloc(k.r, 0);
    s->matrix.factored = false;
    return ready;
}
