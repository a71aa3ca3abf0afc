/* emi.h - the External Model Interface: a model as a library of C functions, with states and events that the solver of
 * another program knows.
 *
 *     x' = f(x, u, p, z, r, t)    y = g(x, u, p, z, r, t)    z = h1(x, u, p, r, s, t)    r = h2(x, u, p, z, t)
 *
 * x continuous states, u inputs, y outputs, p parameters, z discrete states, r roots, s sample hits, t time.  After T.
 * Blochwitz, G. Kurzbach and T. Neidhold, An External Model Interface for Modelica (2008).
 *
 * A library implements the functions at the end of this file; only emiInitializeSizes, emiDerivatives (with states) and
 * emiOutputs (with outputs) are asked for.  It reaches its data through the functions here, and needs no other library:
 *
 *     gcc -shared -fPIC lag.c -o lag.so
 */
#ifndef CAUSEWAY_EMI_H
#define CAUSEWAY_EMI_H

#ifndef FM_BARE /* the compiler inside causeway has no headers */
#include <stdlib.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef double real_T;
typedef int int_T;

/* What a model and its solver share.  Reach it by the functions below: the order of its parts may change. */
typedef struct emc {
    int_T nx, nz, nu, ny, np, nr, ns;
    real_T *x, *dx, *z, *u, *y, *p, *r;
    real_T *low, *high;         /* limits of states, nx each; 0: none were given */
    real_T *start, *period;     /* sample times, ns each */
    int_T *hit;                 /* ns: this sample time is hit */
    unsigned char *feedthrough; /* ny rows of nu; 0: every output follows every input */
    real_T time;
    int_T event;        /* emiDerivatives is called in an event iteration: it may change z, and x */
    int_T reset;        /* the model has changed x */
    void *user;         /* the model's own */
    const char *failed; /* what went wrong: the run ends with these words */
} emc;

/* Sizes: in emiInitializeSizes. */
static inline void emcSetNumContStates(emc *C, int_T n) { C->nx = n; }
static inline void emcSetNumDiscStates(emc *C, int_T n) { C->nz = n; }
static inline void emcSetNumInputs(emc *C, int_T n) { C->nu = n; }
static inline void emcSetNumOutputs(emc *C, int_T n) { C->ny = n; }
static inline void emcSetNumParams(emc *C, int_T n) { C->np = n; }
static inline void emcSetNumRoots(emc *C, int_T n) { C->nr = n; }
static inline void emcSetNumSampleTimes(emc *C, int_T n) { C->ns = n; }

/* Output i follows input j (from 0) without delay; the first call takes back that all do.  After the sizes. */
static inline void emcSetDirectFeedThrough(emc *C, int_T i, int_T j) {
    if (!C->feedthrough) C->feedthrough = (unsigned char *)calloc((size_t)C->ny * (size_t)C->nu + 1, 1);
    if (C->feedthrough && i >= 0 && i < C->ny && j >= 0 && j < C->nu) C->feedthrough[i * C->nu + j] = 1;
}
/* No output follows any input. */
static inline void emcSetNoDirectFeedThrough(emc *C) { emcSetDirectFeedThrough(C, -1, -1); }

/* Data. */
static inline real_T *emcGetContStates(emc *C) { return C->x; }
static inline real_T *emcGetDerivatives(emc *C) { return C->dx; }
static inline real_T *emcGetDiscStates(emc *C) { return C->z; }
static inline const real_T *emcGetInputs(emc *C) { return C->u; }
static inline real_T *emcGetOutputs(emc *C) { return C->y; }
static inline const real_T *emcGetParams(emc *C) { return C->p; }
static inline real_T *emcGetRoots(emc *C) { return C->r; }
static inline const int_T *emcGetSampleHits(emc *C) { return C->hit; }
static inline real_T emcGetTime(const emc *C) { return C->time; }
static inline int_T emcIsEvent(const emc *C) { return C->event; }
static inline void emcSetSampleTime(emc *C, int_T i, real_T start, real_T period) {
    if (i >= 0 && i < C->ns) C->start[i] = start, C->period[i] = period;
}
static inline void emcSetStateLimits(emc *C, int_T i, real_T low, real_T high) {
    if (i >= 0 && i < C->nx && C->low) C->low[i] = low, C->high[i] = high;
}
static inline void emcSetSolverNeedsReset(emc *C) { C->reset = 1; }
static inline void emcSetError(emc *C, const char *text) { C->failed = text; }
static inline void emcSetUserData(emc *C, void *data) { C->user = data; }
static inline void *emcGetUserData(const emc *C) { return C->user; }

/* What a model implements. */
void emiInitializeSizes(emc *C);       /* several times, also during translation: sizes, feed-through */
void emiStart(emc *C);                 /* once: memory, files */
void emiInitializeSampleTimes(emc *C); /* once: emcSetSampleTime */
void emiInitializeConditions(emc *C);  /* once: x and z, from p */
void emiDerivatives(emc *C);           /* often: dx; where emcIsEvent also z, and x with emcSetSolverNeedsReset */
void emiOutputs(emc *C);               /* often: y.  Like emiDerivatives it stores nothing else */
void emiZeroCrossings(emc *C);         /* often: r; a change of sign is an event */
void emiUpdate(emc *C);                /* after each successful step, with valid data: buffers */
void emiTerminate(emc *C);             /* once: frees what emiStart took */

#ifdef __cplusplus
}
#endif

#endif
