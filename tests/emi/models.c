/* models.c - external models for the tests: compiled once for each, with -DLAG and so on. */
#include "causeway/emi.h"

#ifdef LAG /* T*x' = u - x, y = x */
void emiInitializeSizes(emc *C) {
    emcSetNumContStates(C, 1);
    emcSetNumInputs(C, 1);
    emcSetNumOutputs(C, 1);
    emcSetNumParams(C, 1);
    emcSetNoDirectFeedThrough(C);
}
void emiInitializeConditions(emc *C) { emcGetContStates(C)[0] = 0.5; }
void emiDerivatives(emc *C) {
    emcGetDerivatives(C)[0] = (emcGetInputs(C)[0] - emcGetContStates(C)[0]) / emcGetParams(C)[0];
}
void emiOutputs(emc *C) { emcGetOutputs(C)[0] = emcGetContStates(C)[0]; }
#endif

#ifdef BALL /* h' = v, v' = -g; at h = 0 v is turned; z counts */
void emiInitializeSizes(emc *C) {
    emcSetNumContStates(C, 2);
    emcSetNumDiscStates(C, 1);
    emcSetNumOutputs(C, 3);
    emcSetNumParams(C, 1);
    emcSetNumRoots(C, 1);
}
void emiInitializeConditions(emc *C) {
    emcGetContStates(C)[0] = 1;
    emcGetContStates(C)[1] = 0;
}
void emiZeroCrossings(emc *C) { emcGetRoots(C)[0] = emcGetContStates(C)[0]; }
void emiDerivatives(emc *C) {
    double *x = emcGetContStates(C);
    if (emcIsEvent(C) && emcGetRoots(C)[0] <= 0 && x[1] < 0) {
        x[1] = -emcGetParams(C)[0] * x[1];
        emcGetDiscStates(C)[0] += 1;
        emcSetSolverNeedsReset(C);
    }
    emcGetDerivatives(C)[0] = x[1];
    emcGetDerivatives(C)[1] = -9.81;
}
void emiOutputs(emc *C) {
    emcGetOutputs(C)[0] = emcGetContStates(C)[0];
    emcGetOutputs(C)[1] = emcGetContStates(C)[1];
    emcGetOutputs(C)[2] = emcGetDiscStates(C)[0];
}
#endif

#ifdef DELAY /* y = u a while ago, from what emiUpdate has stored */
typedef struct {
    int n;
    double t[100000], u[100000];
} Past;
void emiInitializeSizes(emc *C) {
    emcSetNumInputs(C, 1);
    emcSetNumOutputs(C, 1);
    emcSetNumParams(C, 1);
    emcSetNoDirectFeedThrough(C);
}
void emiStart(emc *C) { emcSetUserData(C, calloc(1, sizeof(Past))); }
void emiTerminate(emc *C) { free(emcGetUserData(C)); }
void emiUpdate(emc *C) {
    Past *b = (Past *)emcGetUserData(C);
    while (b->n > 0 && b->t[b->n - 1] >= emcGetTime(C)) b->n--;
    if (b->n == 100000) {
        emcSetError(C, "the past is too long");
        return;
    }
    b->t[b->n] = emcGetTime(C);
    b->u[b->n++] = emcGetInputs(C)[0];
}
void emiOutputs(emc *C) {
    const Past *b = (const Past *)emcGetUserData(C);
    double t = emcGetTime(C) - emcGetParams(C)[0];
    int i = b->n - 1;
    while (i > 0 && b->t[i] > t) i--;
    if (b->n < 2 || t <= b->t[0]) emcGetOutputs(C)[0] = 0;
    else if (i + 1 >= b->n) emcGetOutputs(C)[0] = b->u[b->n - 1];
    else emcGetOutputs(C)[0] = b->u[i] + (b->u[i + 1] - b->u[i]) * (t - b->t[i]) / (b->t[i + 1] - b->t[i]);
}
#endif

#ifdef PAIR /* y1 = 2*u1, y2 = 3*u1 + u2: y1 does not follow u2 */
void emiInitializeSizes(emc *C) {
    emcSetNumInputs(C, 2);
    emcSetNumOutputs(C, 2);
    emcSetDirectFeedThrough(C, 0, 0);
    emcSetDirectFeedThrough(C, 1, 0);
    emcSetDirectFeedThrough(C, 1, 1);
}
void emiOutputs(emc *C) {
    const double *u = emcGetInputs(C);
    emcGetOutputs(C)[0] = 2 * u[0];
    emcGetOutputs(C)[1] = 3 * u[0] + u[1];
}
#endif

#ifdef COUNTER /* counts samples at 0.05 + k*0.1 */
void emiInitializeSizes(emc *C) {
    emcSetNumDiscStates(C, 1);
    emcSetNumOutputs(C, 1);
    emcSetNumSampleTimes(C, 1);
}
void emiInitializeSampleTimes(emc *C) { emcSetSampleTime(C, 0, 0.05, 0.1); }
void emiDerivatives(emc *C) {
    if (emcIsEvent(C) && emcGetSampleHits(C)[0]) emcGetDiscStates(C)[0] += 1;
}
void emiOutputs(emc *C) { emcGetOutputs(C)[0] = emcGetDiscStates(C)[0]; }
#endif
