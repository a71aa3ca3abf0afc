/* Integrates a DSblock in ODE form with Runge and Kutta and prints the outputs at the end. */
#include "dsblock.h"

#include <stdio.h>
#include <stdlib.h>

static int failed;

static void slope(double t, const double *x, double *dx, double *y) {
    failed |= dsblock.derivatives(t, dsblock.parameters, dsblock.inputs, x, dx, y);
}

int main(int argc, char **argv) {
    double x[16], y[16], z[16], k[4][16], stop = argc > 1 ? atof(argv[1]) : 1, h = stop / 10000;
    for (int i = 0; i < dsblock.nx; i++) x[i] = dsblock.start[i];
    for (int n = 0; n < 10000; n++) {
        for (int s = 0; s < 4; s++) {
            double f = s == 0 ? 0 : s == 3 ? h : h / 2;
            for (int i = 0; i < dsblock.nx; i++) z[i] = x[i] + (s ? f * k[s - 1][i] : 0);
            slope(n * h + f, z, k[s], y);
        }
        for (int i = 0; i < dsblock.nx; i++) x[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
    }
    slope(stop, x, k[0], y);
    for (int i = 0; i < dsblock.ny; i++) printf("%s%.12g", i ? "," : "", y[i]);
    printf("\n");
    return failed;
}
