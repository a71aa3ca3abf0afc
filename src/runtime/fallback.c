/* fallback.c - another way to the solution of a nonlinear system, for when all of solve/ finds none: KINSOL's line
 * search.
 *
 * It works on unknowns scaled by their nominal values and on equations scaled by the largest entry of their row, starts
 * from z and leaves there the nearest point to a solution that it found.  The last digits are Newton's affair.
 */
#include "runtime/runtime_impl.h"

#include <kinsol/kinsol.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

enum { KINSOL_ITERATIONS = 300 };

typedef struct {
    SolSystem *s;
    double *r;
} Kinsol;

static int system_function(N_Vector z, N_Vector f, void *data) {
    Kinsol *k = data;
    return sol_residual(k->s, N_VGetArrayPointer(z), N_VGetArrayPointer(f)) ? 0 : 1;
}

static int system_jacobian(N_Vector z, N_Vector f, SUNMatrix j, void *data, N_Vector a, N_Vector b) {
    (void)f, (void)a, (void)b;
    Kinsol *k = data;
    SolMatrix *m = &k->s->matrix;
    const double *at = N_VGetArrayPointer(z);
    if (!sol_residual(k->s, at, k->r) || sol_make_matrix(k->s, at, k->r) == SOL_UNDEFINED) return 1;
    m->factored = 0;
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
static void limit_signs(void *mem, const SolSystem *s, N_Vector work) {
    double *c = N_VGetArrayPointer(work);
    bool any = false;
    for (int i = 0; i < s->n; i++) {
        c[i] = s->low && s->low[i] == 0 && s->z[i] > 0 ? 1 : s->high && s->high[i] == 0 && s->z[i] < 0 ? -1 : 0;
        any |= c[i] != 0;
    }
    if (any) KINSetConstraints(mem, work);
}

int rt_kinsol(SolSystem *s) {
    int n = s->n;
    SolMatrix *m = &s->matrix;
    Kinsol k = {s, rt_zeros((size_t)n)};
    bool ready = sol_residual(s, s->z, k.r) && sol_make_matrix(s, s->z, k.r) != SOL_UNDEFINED;
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
        sol_row_scales(s, N_VGetArrayPointer(equations));
        KINSetErrHandlerFn(mem, silent, NULL);
        KINSetUserData(mem, &k);
        KINInit(mem, system_function, z);
        KINSetFuncNormTol(mem, 0.1 * RT_NEAR_ENOUGH);
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
    s->matrix.factored = 0;
    return ready;
}
