/* abi.h - the contract between generated C and the program that runs it.
 *
 * This file is included by our own C and pasted, as it stands, at the head of generated C: so it uses no
 * other header and only what every C compiler (tcc too) understands.
 *
 * All numeric variables live in one array of doubles, v, by variable number (DaeVar; Boolean 0/1, Integer and
 * enumeration as whole numbers; v[0] is time).  Behind the variables stand the constants of the model, so that an
 * operand table can name either:
 *
 *     v:  [ time | variables 1 .. nvars-1 | constants 0 .. nconstants-1 ]       GenModel.nvalues doubles in all
 *
 * Strings live in s, external objects in o, by the same number.  Tangents live in d, laid out like v; d is zero
 * outside the variables that a caller differentiates with respect to, and always zero for constants.
 */
#ifndef CAUSEWAY_ABI_H
#define CAUSEWAY_ABI_H

typedef struct CwEnv CwEnv;
typedef void (*CwFn)(CwEnv *e);

/* Services that generated code calls. */
typedef struct CwCalls {
    void (*solve)(CwEnv *e, int system);          /* find the unknowns of a system; leaves them in v */
    void (*solve_tangent)(CwEnv *e, int system);  /* tangents d of a system's unknowns, given those of its inputs */
    /* an assert of level 1 (error) or 2 (warning) failed; origin: index in dae->origins of its place in the source */
    void (*assertion)(CwEnv *e, int level, const char *message, int origin);
    void (*terminate)(CwEnv *e, const char *message, int origin);
    void (*reinit)(CwEnv *e, int var, double value);
    void (*error)(CwEnv *e, const char *message, int origin);   /* does not return: evaluation is abandoned */
    /* delay(value, time, max) of buffer: the value `delay_time` ago; value is stored at accepted steps */
    double (*delay)(CwEnv *e, int buffer, double value, double delay_time, double delay_max);
    /* in: in0, in1, x, positiveVelocity (0/1); out: out0, out1; points/values: n initial ones */
    void (*spatial)(CwEnv *e, int buffer, const double *in, double *out, const double *points, const double *values, int n);
    void *(*memory)(CwEnv *e, unsigned long bytes); /* scratch, aligned to 16, freed when the evaluation ends */
    const char *(*string_real)(CwEnv *e, double x, int digits, int length, int left);
    const char *(*string_int)(CwEnv *e, long long x, int length, int left);
    const char *(*string_format)(CwEnv *e, double x, const char *format);
    /* scratch that a function used is given back at its end: mark before, release to it after */
    void *(*mark)(CwEnv *e);
    void (*release)(CwEnv *e, void *mark);
    /* copy of a scratch string that lives as long as the run (values of String variables) */
    const char *(*keep)(CwEnv *e, const char *text);
    /* an external object was made for variable var: kept in o[var], destroyed once by the runtime at the end */
    void (*object)(CwEnv *e, int var, void *object, void (*destructor)(CwEnv *e, void *object));
    /* external code is entered (name of the function) and left (NULL): crashes and ModelicaError name it */
    void (*external)(CwEnv *e, const char *name);
} CwCalls;

struct CwEnv {
    double *v;               /* values by variable number, then constants */
    double *d;               /* tangents, laid out like v */
    const char **s;          /* strings by variable number */
    void **o;                /* external objects by variable number */
    double *r;               /* out: residuals, crossing functions, times of time events */
    const int *const *tab;   /* operand tables for runs of equal shapes: GenModel.tab */
    const int *operands;     /* CwSystem.operands of the system in hand: set before calling its functions */
    double lambda;           /* homotopy: 1 actual, 0 simplified */
    int initial, terminal;   /* phase */
    int no_events;           /* 1: relations evaluate themselves (used while initialising event variables) */
    const CwCalls *call;
    void *host;              /* the runtime's own */
    const unsigned char *given; /* by variable: 1 for a parameter set from outside (-p): `parameters` leaves it alone */
};

/* A system of equations as generated. */
typedef struct CwSystem {
    int n;                   /* iteration variables = residuals */
    int linear, constant;
    const int *vars;         /* n variable numbers */
    const int *operands;     /* systems of equal structure share their code: caller puts this in CwEnv.operands */
    CwFn residual;           /* v -> r[0..n-1]; also computes the inner variables */
    CwFn tangent;            /* d -> tangents of inner variables in d, of residuals in r[0..n-1] */
    const int *colptr, *rowind, *colour; /* sparsity by column; NULL: dense */
    int ncolours;
} CwSystem;

/* The functions of a model, by the evaluation they belong to. */
#define CW_MODEL_FUNCTIONS(X)                                                                                \
    X(parameters) /* dependent parameters from independent ones */                                           \
    X(initial)    /* the initial system, in order */                                                         \
    X(ode)        /* blocks needed for derivatives and crossings */                                          \
    X(output)     /* blocks needed for results only (after ode) */                                           \
    X(event)      /* all blocks, discrete ones included */                                                   \
    X(actions)    /* asserts, terminate, reinit: at events */                                                \
    X(checks)     /* asserts only: at every accepted step */                                                 \
    X(crossings)  /* r[i] = lhs - rhs of relation i (for kind TIME: the switching time) */                   \
    X(relations)  /* v[relation var] = current truth, from v */                                              \
    X(samples)    /* start and interval of samples into their variables */                                   \
    X(tangent)    /* d of all variables that depend on states, given d of the states */

/* A model ready to run.  Code compiled in the process gives CwCode; gen_bind joins it with the tables. */
typedef struct CwModel {
    int nsystems;
    const CwSystem *systems;
#define CW_FIELD(name) CwFn name;
    CW_MODEL_FUNCTIONS(CW_FIELD)
#undef CW_FIELD
} CwModel;

/* What the generated unit exports under the name cw_code. */
typedef struct CwCode {
#define CW_FIELD(name) CwFn name;
    CW_MODEL_FUNCTIONS(CW_FIELD)
#undef CW_FIELD
    const CwFn *residual, *residual_tangent; /* by system */
} CwCode;

/* An array inside functions: elements in row-major order.  A cell is a double, or the pointer of a String or an
 * external object: all are eight bytes wide, so that moving cells about needs no knowledge of what they hold. */
#define CW_MAX_RANK 8
typedef union CwCell {
    double r;
    const char *s;
    void *o;
} CwCell;
typedef struct CwArray {
    CwCell *at;
    int rank;
    int n[CW_MAX_RANK];
} CwArray;

#endif
