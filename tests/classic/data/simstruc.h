/* A small stand-in for the S-function interface: one block, one input port, one output port. */
#ifndef SIMSTRUC_H
#define SIMSTRUC_H

typedef double real_T;
typedef int int_T;
typedef const real_T *const *InputRealPtrsType;
typedef struct {
    int nx, nu, ny;
    real_T t, x[16], dx[16], y[16], u[16];
    const real_T *pu[16];
    const char *error;
} SimStruct;

#define CONTINUOUS_SAMPLE_TIME 0.0
#define ssSetNumSFcnParams(S, n) ((void)(S))
#define ssSetNumContStates(S, n) ((S)->nx = (n))
#define ssSetNumDiscStates(S, n) ((void)(S))
#define ssSetNumInputPorts(S, n) ((void)(S), 1)
#define ssSetInputPortWidth(S, p, n) ((S)->nu = (n))
#define ssSetInputPortDirectFeedThrough(S, p, n) ((void)(S))
#define ssSetNumOutputPorts(S, n) ((void)(S), 1)
#define ssSetOutputPortWidth(S, p, n) ((S)->ny = (n))
#define ssSetNumSampleTimes(S, n) ((void)(S))
#define ssSetSampleTime(S, i, t) ((void)(S))
#define ssSetOffsetTime(S, i, t) ((void)(S))
#define ssGetContStates(S) ((S)->x)
#define ssGetdX(S) ((S)->dx)
#define ssGetT(S) ((S)->t)
#define ssGetInputPortRealSignalPtrs(S, p) ((S)->pu)
#define ssGetOutputPortRealSignal(S, p) ((S)->y)
#define ssSetErrorStatus(S, text) ((S)->error = (text))

#endif
