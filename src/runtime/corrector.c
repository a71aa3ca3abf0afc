/* corrector.c - matrix and linear solver of the implicit integrators, as SUNDIALS sees them: factors are those of
 * lu.c. */
#include "runtime/runtime_impl.h"

#include <sundials/sundials_linearsolver.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

enum { SPARSE_FROM = 40 };

static SUNLinearSolver_Type type_of(SUNLinearSolver s) {
    (void)s;
    return SUNLINEARSOLVER_DIRECT;
}

static int setup(SUNLinearSolver s, SUNMatrix m) {
    RtCorrector *c = s->content;
    return rt_lu_factor(&c->lu, c->sparse ? SUNSparseMatrix_Data(m) : SUNDenseMatrix_Data(m)) ? SUNLS_SUCCESS
                                                                                              : SUNLS_PACKAGE_FAIL_REC;
}

static int solve(SUNLinearSolver s, SUNMatrix m, N_Vector x, N_Vector b, realtype tolerance) {
    (void)m, (void)tolerance;
    const RtCorrector *c = s->content;
    if (x != b) N_VScale(1, b, x);
    rt_lu_solve(&c->lu, N_VGetArrayPointer(x));
    return SUNLS_SUCCESS;
}

static int release(SUNLinearSolver s) {
    SUNLinSolFreeEmpty(s);
    return SUNLS_SUCCESS;
}

static SUNLinearSolver linear_solver(RtCorrector *c, SUNContext sun) {
    SUNLinearSolver s = SUNLinSolNewEmpty(sun);
    s->content = c;
    s->ops->gettype = type_of;
    s->ops->setup = setup;
    s->ops->solve = solve;
    s->ops->free = release;
    return s;
}

/* Integrators clear the matrix before they ask for its values; all of them are written anyway. */
static int need_not_clear(SUNMatrix m) {
    (void)m;
    return SUNMAT_SUCCESS;
}

static SUNMatrix sparse_matrix(const RtJacobian *j, SUNContext sun) {
    SUNMatrix m = SUNSparseMatrix(j->n, j->n, j->nnz, CSC_MAT, sun);
    sunindextype *colptr = SUNSparseMatrix_IndexPointers(m), *rowind = SUNSparseMatrix_IndexValues(m);
    for (uint32_t k = 0; k <= j->n; k++) colptr[k] = j->colptr[k];
    for (uint32_t k = 0; k < j->nnz; k++) rowind[k] = j->rowind[k];
    m->ops->zero = need_not_clear;
    return m;
}

void rt_corrector_init(RtCorrector *c, const RtJacobian *j, uint32_t nstates, void *sun) {
    sunindextype n = j->n;
    c->j = j;
    c->nstates = nstates;
    c->sparse = j->colptr && n > SPARSE_FROM && (double)j->nnz < 0.2 * (double)n * (double)n;
    if (c->sparse) {
        if (sun) c->matrix = sparse_matrix(j, sun);
        rt_lu_init(&c->lu, j->n, j->nnz, j->colptr, j->rowind);
    } else {
        if (sun) c->matrix = SUNDenseMatrix(n, n, sun);
        rt_lu_init(&c->lu, j->n, 0, NULL, NULL);
    }
    if (sun) c->linear = linear_solver(c, sun);
    if (!j->colptr) return;
    c->values = base_realloc(NULL, ((size_t)j->nnz + 1) * sizeof(double));
    c->diagonal = base_realloc(NULL, ((size_t)nstates + 1) * sizeof *c->diagonal);
    for (uint32_t i = 0; i < nstates; i++)
        for (uint32_t p = j->colptr[i]; p < j->colptr[i + 1]; p++)
            if (j->rowind[p] == i) c->diagonal[i] = p;
}

void rt_corrector_free(RtCorrector *c) {
    if (c->linear) SUNLinSolFree(c->linear);
    if (c->matrix) SUNMatDestroy(c->matrix);
    rt_lu_free(&c->lu);
    base_realloc(c->values, 0);
    base_realloc(c->diagonal, 0);
}

void rt_corrector_fill(const RtCorrector *c, double *to, double factor, double shift) {
    const RtJacobian *j = c->j;
    if (c->sparse) {
        for (uint32_t p = 0; p < j->nnz; p++) to[p] = factor * c->values[p];
        for (uint32_t i = 0; shift != 0 && i < c->nstates; i++) to[c->diagonal[i]] += shift;
        return;
    }
    memset(to, 0, (size_t)j->n * j->n * sizeof *to);
    for (uint32_t col = 0; col < j->n; col++, to += j->n) {
        for (uint32_t p = j->colptr[col]; p < j->colptr[col + 1]; p++) to[j->rowind[p]] = factor * c->values[p];
        if (col < c->nstates) to[col] += shift;
    }
}

void rt_corrector_put(const RtCorrector *c, void *matrix, double factor, double shift) {
    rt_corrector_fill(c, c->sparse ? SUNSparseMatrix_Data(matrix) : SUNDenseMatrix_Data(matrix), factor, shift);
}
