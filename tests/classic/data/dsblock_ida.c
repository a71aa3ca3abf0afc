/* Integrates a DSblock in DAE form with IDA: consistent start, then the outputs at the end. */
#include "dsblock.h"

#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <stdlib.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

enum { MAX = 64 };

static int residual(realtype t, N_Vector yy, N_Vector yp, N_Vector rr, void *arg) {
    const double *v = N_VGetArrayPointer(yy), *d = N_VGetArrayPointer(yp);
    double y[MAX];
    (void)arg;
    return dsblock.residuals(t, dsblock.parameters, dsblock.inputs, v, d, v + dsblock.nx, N_VGetArrayPointer(rr), y);
}

int main(int argc, char **argv) {
    double stop = argc > 1 ? atof(argv[1]) : 1, t, y[MAX], r[MAX];
    int nx = dsblock.nx, n = nx + dsblock.nz, flag = 0;
    SUNContext ctx;
    SUNContext_Create(NULL, &ctx);
    if (n == 0) { /* nothing to solve */
        dsblock.residuals(stop, dsblock.parameters, dsblock.inputs, r, r, r, r, y);
    } else {
        N_Vector v = N_VNew_Serial(n, ctx), d = N_VNew_Serial(n, ctx), id = N_VNew_Serial(n, ctx);
        N_VConst(0, d);
        for (int i = 0; i < n; i++) {
            N_VGetArrayPointer(v)[i] = i < nx ? dsblock.start[i] : dsblock.guess[i - nx];
            N_VGetArrayPointer(id)[i] = i < nx;
        }
        void *ida = IDACreate(ctx);
        flag |= IDAInit(ida, residual, 0, v, d);
        flag |= IDASStolerances(ida, 1e-10, 1e-12);
        SUNMatrix A = SUNDenseMatrix(n, n, ctx);
        SUNLinearSolver solver = SUNLinSol_Dense(v, A, ctx);
        flag |= IDASetLinearSolver(ida, solver, A);
        flag |= IDASetId(ida, id);
        flag |= IDASetMaxNumSteps(ida, 100000);
        flag |= IDACalcIC(ida, IDA_YA_YDP_INIT, stop * 1e-3);
        flag |= IDASetStopTime(ida, stop);
        flag |= IDASolve(ida, stop, &t, v, d, IDA_NORMAL) < 0;
        dsblock.residuals(stop, dsblock.parameters, dsblock.inputs, N_VGetArrayPointer(v), N_VGetArrayPointer(d), N_VGetArrayPointer(v) + nx, r, y);
        IDAFree(&ida);
        SUNLinSolFree(solver);
        SUNMatDestroy(A);
        N_VDestroy(v);
        N_VDestroy(d);
        N_VDestroy(id);
    }
    SUNContext_Free(&ctx);
    for (int i = 0; i < dsblock.ny; i++) printf("%s%.12g", i ? "," : "", y[i]);
    printf("\n");
    return flag != 0;
}
