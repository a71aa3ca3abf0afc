/* abi.h - the contract between generated C and the program that runs it.
 *
 * This file is included by our own C and pasted, as it stands, at the head of generated C: so it uses no
 * other header and only what every C compiler (tcc too) understands.
 *
 * All numeric variables live in one array of doubles, v, by variable number (DaeVar; Boolean 0/1, Integer and
 * enumeration as whole numbers; v[0] is time).  Strings live in s, external objects in o, by the same number.
 * Tangents live in d by the same number.
 */
#ifndef CAUSEWAY_ABI_H
#define CAUSEWAY_ABI_H

typedef struct CwEnv CwEnv;
typedef void (*CwFn)(CwEnv *e);

/* Services that generated code calls. */
typedef struct CwCalls {
    void (*solve)(CwEnv *e, int system);          /* find the unknowns of a system; leaves them in v */
    void (*solve_tangent)(CwEnv *e, int system);  /* tangents d of a system's unknowns, given those of its inputs */
    /* an assert of level 1 (error) or 2 (warning) failed; text of the place in source */
    void (*assertion)(CwEnv *e, int level, const char *message, int origin);
    void (*terminate)(CwEnv *e, const char *message, int origin);
    void (*reinit)(CwEnv *e, int var, double value);
    void (*error)(CwEnv *e, const char *message, int origin);   /* does not return: evaluation is abandoned */
    double (*delay)(CwEnv *e, int buffer, double value, double time, double max);
    void (*spatial)(CwEnv *e, int buffer, const double *in, double *out, const double *points, const double *values, int n);
    void *(*memory)(CwEnv *e, unsigned long bytes); /* scratch, freed when the evaluation ends */
    const char *(*string_real)(CwEnv *e, double x, int digits, int length, int left);
    const char *(*string_int)(CwEnv *e, long long x, int length, int left);
    const char *(*string_format)(CwEnv *e, double x, const char *format);
} CwCalls;

struct CwEnv {
    double *v;               /* values by variable number */
    double *d;               /* tangents by variable number */
    const char **s;          /* strings by variable number */
    void **o;                /* external objects by variable number */
    double *r;               /* out: residuals, crossing functions, times of time events */
    const int *const *tab;   /* operand tables for runs of equal shapes */
    const double *c;         /* constant pool, by number without DAE_CONSTANT_BIT */
    double lambda;           /* homotopy: 1 actual, 0 simplified */
    int initial, terminal;   /* phase */
    int no_events;           /* 1: relations evaluate themselves (used while initialising event variables) */
    const CwCalls *call;
    void *host;              /* the runtime's own */
};

/* A system of equations as generated. */
typedef struct CwSystem {
    int n;                   /* iteration variables = residuals */
    int linear, constant;
    const int *vars;         /* n variable numbers */
    CwFn residual;           /* v -> r[0..n-1]; also computes the inner variables */
    CwFn tangent;            /* d -> tangents of inner variables in d, of residuals in r[0..n-1] */
    const int *colptr, *rowind, *colour; /* sparsity by column; NULL: dense */
    int ncolours;
} CwSystem;

/* Every generated model exports this table under the name cw_model. */
typedef struct CwModel {
    int nsystems;
    const CwSystem *systems;
    CwFn parameters;         /* dependent parameters from independent ones */
    CwFn initial;            /* the initial system, in order */
    CwFn ode;                /* blocks needed for derivatives and crossings */
    CwFn output;             /* blocks needed for results only (after ode) */
    CwFn event;              /* all blocks, discrete ones included */
    CwFn actions;            /* asserts, terminate, reinit: at events */
    CwFn checks;             /* asserts only: at every accepted step */
    CwFn crossings;          /* r[i] = lhs - rhs of relation i (for kind TIME: the switching time) */
    CwFn relations;          /* v[relation var] = current truth, from v */
    CwFn samples;            /* start and interval of samples into their variables */
    CwFn tangent;            /* d of all variables that depend on states, given d of the states */
} CwModel;

#endif
