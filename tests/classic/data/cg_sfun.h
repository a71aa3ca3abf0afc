/* Runs the S-function that includes this file until the first argument with the second one as input: Runge and Kutta, outputs at the end. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    static SimStruct S;
    double x[16], k[4][16], stop = argc > 1 ? atof(argv[1]) : 1, h = stop / 10000;
    for (int i = 0; i < 16; i++) S.u[i] = argc > 2 ? atof(argv[2]) : 1, S.pu[i] = &S.u[i];
    mdlInitializeSizes(&S);
    mdlInitializeSampleTimes(&S);
    mdlInitializeConditions(&S);
    for (int i = 0; i < S.nx; i++) x[i] = S.x[i];
    for (int n = 0; n < 10000; n++) {
        for (int s = 0; s < 4; s++) {
            double f = s == 0 ? 0 : s == 3 ? h : h / 2;
            S.t = n * h + f;
            for (int i = 0; i < S.nx; i++) S.x[i] = x[i] + (s ? f * k[s - 1][i] : 0);
            mdlDerivatives(&S);
            for (int i = 0; i < S.nx; i++) k[s][i] = S.dx[i];
        }
        for (int i = 0; i < S.nx; i++) x[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
    }
    for (int i = 0; i < S.nx; i++) S.x[i] = x[i];
    S.t = stop;
    mdlOutputs(&S, 0);
    mdlTerminate(&S);
    for (int i = 0; i < S.ny; i++) printf("%s%.12g", i ? "," : "", S.y[i]);
    printf("\n");
    return S.error != 0;
}
