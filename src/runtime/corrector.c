/* corrector.c - matrix and linear solver of the implicit integrators: KLU where the Jacobian is sparse, else dense. */
#include "runtime/runtime_impl.h"

#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

enum { SPARSE_FROM = 40 };

void rt_corrector_init(RtCorrector *c, const RtJacobian *j, uint32_t nstates, void *vector, void *sun) {
    sunindextype n = j->n;
    c->j = j;
    c->nstates = nstates;
    c->sparse = j->colptr && n > SPARSE_FROM && (double)j->nnz < 0.2 * (double)n * (double)n;
    if (c->sparse) {
        c->matrix = SUNSparseMatrix(n, n, j->nnz, CSC_MAT, sun);
        c->linear = SUNLinSol_KLU(vector, c->matrix, sun);
    } else {
        c->matrix = SUNDenseMatrix(n, n, sun);
        c->linear = SUNLinSol_Dense(vector, c->matrix, sun);
    }
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
    base_realloc(c->values, 0);
    base_realloc(c->diagonal, 0);
}

void rt_corrector_put(const RtCorrector *c, void *matrix, double shift) {
    const RtJacobian *j = c->j;
    if (c->sparse) {
        sunindextype *colptr = SUNSparseMatrix_IndexPointers(matrix),
                     *rowind = SUNSparseMatrix_IndexValues(matrix);
        realtype *to = SUNSparseMatrix_Data(matrix);
        for (uint32_t k = 0; k <= j->n; k++) colptr[k] = j->colptr[k];
        for (uint32_t k = 0; k < j->nnz; k++) rowind[k] = j->rowind[k];
        memcpy(to, c->values, j->nnz * sizeof *to);
        for (uint32_t i = 0; shift != 0 && i < c->nstates; i++) to[c->diagonal[i]] += shift;
        return;
    }
    for (uint32_t col = 0; col < j->n; col++) {
        realtype *to = SUNDenseMatrix_Column(matrix, col);
        for (uint32_t p = j->colptr[col]; p < j->colptr[col + 1]; p++)
            to[j->rowind[p]] = c->values[p];
        if (col < c->nstates) to[col] += shift;
    }
}
