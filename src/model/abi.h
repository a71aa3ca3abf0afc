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
    void (*solve)(CwEnv *e, int system);         /* find the unknowns of a system; leaves them in v */
    void (*solve_tangent)(CwEnv *e, int system); /* tangents d of a system's unknowns, given those of its inputs */
    /* an assert of level 1 (error), 2 (warning) or 3 (error, but not at tentative points) failed; origin: index in
     * dae->origins of its place in the source */
    void (*assertion)(CwEnv *e, int level, const char *message, int origin);
    void (*terminate)(CwEnv *e, const char *message, int origin);
    void (*reinit)(CwEnv *e, int var, double value);
    void (*error)(CwEnv *e, const char *message, int origin); /* does not return: evaluation is abandoned */
    /* delay(value, time, max) of buffer: the value `delay_time` ago; value is stored at accepted steps */
    double (*delay)(CwEnv *e, int buffer, double value, double delay_time, double delay_max);
    /* in: in0, in1, x, positiveVelocity (0/1); out: out0, out1; points/values: n initial ones */
    void (*spatial)(CwEnv *e, int buffer, const double *in, double *out, const double *points, const double *values,
                    int n);
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
    /* ModelicaMessage (level 0) and ModelicaWarning (1) of external code; 2: what a function says of itself, once */
    void (*message)(CwEnv *e, int level, const char *text);
    /* a loop that may be endless has gone round many times: does not return when the run is to end */
    void (*linger)(CwEnv *e);
} CwCalls;

struct CwEnv {
    double *v;             /* values by variable number, then constants */
    double *d;             /* tangents, laid out like v */
    const char **s;        /* strings by variable number */
    void **o;              /* external objects by variable number */
    double *r;             /* out: residuals, crossing functions, times of time events */
    const int *const *tab; /* operand tables for runs of equal shapes: GenModel.tab */
    const int *operands;   /* CwSystem.operands of the system in hand: set before calling its functions */
    double lambda;         /* homotopy: 1 actual, 0 simplified */
    int initial, terminal; /* phase */
    int no_events;         /* 1: relations evaluate themselves (used while initialising event variables) */
    const CwCalls *call;
    void *host;                 /* the runtime's own */
    const unsigned char *given; /* by variable: 1 for a parameter set from outside (-p): `parameters` leaves it alone */
    int in_when;                /* 1 under the condition of a when, which holds in one event iteration only */
    const char *place;          /* Modelica function that is being evaluated, for messages of the helpers; or NULL */
    const char *stack;          /* Modelica functions that get below this address call too deeply; NULL: no limit */
    double *memo;               /* what functions remember of their calls; NULL: nothing */
    unsigned complaints;        /* asserts that failed */
    const char *quotient;       /* a function whose tangent, a difference, was asked for; or NULL */
};

/* A system of equations as generated. */
typedef struct CwSystem {
    int n; /* iteration variables = residuals */
    int linear, constant;
    const int *vars;     /* n variable numbers */
    const int *operands; /* systems of equal structure share their code: caller puts this in CwEnv.operands */
    CwFn residual;       /* v -> r[0..n-1]; also computes the inner variables */
    CwFn tangent;        /* d -> tangents of inner variables in d, of residuals in r[0..n-1] */
    const int *colptr, *rowind, *colour; /* sparsity by column; NULL: dense */
    int ncolours;
} CwSystem;

/* The functions of a model, by the evaluation they belong to. */
#define CW_MODEL_FUNCTIONS(X)                                                                                          \
    X(parameters) /* dependent parameters from independent ones */                                                     \
    X(initial)    /* the initial system, in order */                                                                   \
    X(ode)        /* blocks needed for derivatives and crossings */                                                    \
    X(output)     /* blocks needed for results only (after ode) */                                                     \
    X(event)      /* all blocks, discrete ones included */                                                             \
    X(actions)    /* asserts, terminate, reinit: at events */                                                          \
    X(checks)     /* asserts only: at every accepted step */                                                           \
    X(crossings)  /* r[i] = lhs - rhs of relation i (for kind TIME: the switching time) */                             \
    X(relations)  /* v[relation var] = current truth, from v */                                                        \
    X(samples)    /* start and interval of samples into their variables */                                             \
    X(tangent)    /* d of all variables between states and derivatives, given d of the states */                       \
    X(response)   /* d of all variables, given d of states and inputs: where MdModel.response */                       \
    X(histories)  /* what delays store, from states, time and what holds between events: where MdModel.histories */

/* A model ready to run.  Code compiled in the process gives CwCode; gen_bind joins it with the tables. */
typedef struct CwModel {
    int nsystems;
    const CwSystem *systems;
    const int *const *tab; /* operand tables: CwEnv.tab */
    int memory;            /* numbers in CwEnv.memo; all bits set before the first call */
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
    int memory;
} CwCode;

#define CW_REMEMBERED 128 /* calls that a function remembers in CwEnv.memo */

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

/* A function value: code with some inputs bound; called as code(e, closure, other inputs..., other results...). */
typedef struct CwClosure {
    void (*code)(void);
    const CwCell *bound;
} CwClosure;

/* One subscript of a slice: all == 1: ':'; v: a vector of subscripts; else the number i. */
typedef struct CwSub {
    int all;
    double i;
    const CwArray *v;
} CwSub;

/* Functions of Reals that C lacks: in generated code, and for values during translation (dae/elementary.c). */
static inline double cw_sign(double a) { return a > 0 ? 1 : a < 0 ? -1 : 0; }

/* What generated code may call besides the services: defined in helpers.c.  CW_CODE is defined at the head of
 * generated units; CW_HELPER is static where helpers.c is pasted into the same unit. */
#ifdef CW_CODE
#ifndef CW_HELPER
#define CW_HELPER extern
#endif
/* a function with the bodies of all that it calls in it, where a compiler can do that */
#if defined(__GNUC__) && !defined(__TINYC__)
#define CW_ALL_IN_ONE __attribute__((flatten))
#else
#define CW_ALL_IN_ONE
#endif
#ifndef CW_STANDARD_HEADERS
double fabs(double), sqrt(double), sin(double), cos(double), tan(double), asin(double), acos(double), atan(double);
double atan2(double, double), sinh(double), cosh(double), tanh(double), exp(double), log(double), log10(double);
double floor(double), ceil(double), pow(double, double);
void *memcpy(void *, const void *, unsigned long);
void *memset(void *, int, unsigned long);
void *memmove(void *, const void *, unsigned long);
unsigned long strlen(const char *);
int strcmp(const char *, const char *);
#endif

CW_HELPER double cw_min(double a, double b);
CW_HELPER double cw_max(double a, double b);
CW_HELPER double cw_div(double a, double b); /* div, mod, rem of MLS 3.7.2 */
CW_HELPER double cw_mod(double a, double b);
CW_HELPER double cw_rem(double a, double b);
/* Whole numbers: as long long, where an overflow is an error, and as doubles, where one that a double does not hold
 * exactly is.  origin: index in dae->origins of the statement. */
CW_HELPER long long cw_long(CwEnv *e, double x, int origin);
CW_HELPER double cw_whole(CwEnv *e, long long x, int origin);
CW_HELPER double cw_whole_kept(CwEnv *e, double x, int origin); /* x, which was summed in doubles */
#define CW_WHOLE(name)                                                                                                 \
    CW_HELPER long long cw_long_##name(CwEnv *e, long long a, long long b, int origin);                                \
    CW_HELPER double cw_whole_##name(CwEnv *e, double a, double b, int origin);
CW_WHOLE(add)
CW_WHOLE(sub)
CW_WHOLE(mul)
CW_WHOLE(div)
CW_WHOLE(mod)
CW_WHOLE(rem)
#undef CW_WHOLE
CW_HELPER double cw_power(double x, int n);
CW_HELPER double cw_pow(double x, double y); /* by products where y is a whole number */
CW_HELPER double cw_not(double a);
CW_HELPER double cw_tanh(double x);
#define CW_LINEAR_MOST 4
CW_HELPER int cw_linear(int n, double *a,
                        double *b); /* a*x = b, a by rows, n at most CW_LINEAR_MOST; x into b, 1; or 0: singular */
CW_HELPER int cw_linear_tangent(int n, double *a, double *b); /* the same for tangents: of b = 0 they are zero */
CW_HELPER int cw_linear_near(int n, double *a, double *b, const double *x); /* the same, but x where it is a solution */
CW_HELPER double cw_difference(CwEnv *e, int nin, const int *in, int nout, const int *out, double *save);
CW_HELPER void cw_difference_end(CwEnv *e, double h, int nin, const int *in, int nout, const int *out, double *save);
/* The place of a call of a function whose memory begins at CwEnv.memo[at], with n inputs x and m results; *known: its
 * results, or NULL.  NULL: there is no memory. */
CW_HELPER double *cw_recall(CwEnv *e, int at, int n, int m, const double *x, const double **known);
CW_HELPER void cw_deeper(CwEnv *e, const char *function); /* error when calls are nested too deeply */
CW_HELPER int cw_compare(const char *a, const char *b);
CW_HELPER const char *cw_join(CwEnv *e, const char *a, const char *b);
CW_HELPER const char *cw_string_boolean(CwEnv *e, double b, int length, int left);
CW_HELPER const char *cw_string_enum(CwEnv *e, const char *const *names, double i, int length, int left);

CW_HELPER CwArray *cw_new(CwEnv *e, int rank, const int *n);
CW_HELPER CwArray *cw_new_strings(CwEnv *e, int rank, const int *n);
CW_HELPER CwArray *cw_new_blank(CwEnv *e, int rank, const int *n); /* elements without a value: NaN */
/* Bits of a number that never got a value: a NaN that no arithmetic of others makes. */
#define CW_BLANK 0x7ff8000000000bedULL
/* x, or an error where it is that */
CW_HELPER double cw_given(CwEnv *e, double x, const char *message, const char *function);
CW_HELPER double cw_or_zero(CwEnv *e, double x, double zero, const char *message);
CW_HELPER CwArray *cw_copy(CwEnv *e, const CwArray *a);
CW_HELPER CwArray *cw_assign(CwEnv *e, CwArray *to, const CwArray *from); /* copies; new storage when sizes differ */
CW_HELPER void cw_fit(CwEnv *e, CwArray *to, const CwArray *from);        /* copies; error when sizes differ */
CW_HELPER CwArray *cw_sized(CwEnv *e, CwArray *a, int n);                 /* error unless a has n elements */
CW_HELPER CwArray *cw_stack(CwEnv *e, int n, CwArray *const *parts);      /* {a, b, ...} of arrays */
CW_HELPER CwArray *cw_fill(CwEnv *e, const CwCell *x, int rank, const int *n);
CW_HELPER CwArray *cw_fill_array(CwEnv *e, const CwArray *x, int rank, const int *n);
CW_HELPER CwArray *cw_cat(CwEnv *e, int dim, int n, CwArray *const *parts);
CW_HELPER void cw_collect(CwEnv *e, CwArray **to, int at, int rank, const int *n, const CwArray *part);
CW_HELPER int cw_range_size(CwEnv *e, double from, double step, double to);
CW_HELPER CwArray *cw_range(CwEnv *e, double from, double step, double to);
CW_HELPER CwArray *cw_linspace(CwEnv *e, double from, double to, double n);

CW_HELPER CwCell *cw_el1(CwEnv *e, const CwArray *a, double i);
CW_HELPER CwCell *cw_el2(CwEnv *e, const CwArray *a, double i, double j);
CW_HELPER CwCell *cw_el(CwEnv *e, const CwArray *a, int n, const double *i);
CW_HELPER CwArray *cw_get(CwEnv *e, const CwArray *a, int n, const CwSub *subs);
CW_HELPER void cw_put(CwEnv *e, CwArray *a, int n, const CwSub *subs, const CwArray *value);
CW_HELPER double cw_size(CwEnv *e, const CwArray *a, double dim);
CW_HELPER CwArray *cw_sizes(CwEnv *e, const CwArray *a);

CW_HELPER CwArray *cw_each(CwEnv *e, int op, const CwArray *a, const CwArray *b); /* op: + - * / ^ < (min) > (max) */
CW_HELPER CwArray *cw_each_left(CwEnv *e, int op, double a, const CwArray *b);
CW_HELPER CwArray *cw_each_right(CwEnv *e, int op, const CwArray *a, double b);
CW_HELPER CwArray *cw_map(CwEnv *e, double (*f)(double), const CwArray *a);
CW_HELPER CwArray *cw_map2(CwEnv *e, double (*f)(double, double), const CwArray *a, const CwArray *b);
CW_HELPER double cw_dot(CwEnv *e, const CwArray *a, const CwArray *b);
CW_HELPER CwArray *cw_matmul(CwEnv *e, const CwArray *a, const CwArray *b);
CW_HELPER CwArray *cw_matpow(CwEnv *e, const CwArray *a, double n);
CW_HELPER double cw_sum(const CwArray *a);
CW_HELPER double cw_product(const CwArray *a);
CW_HELPER double cw_min_of(const CwArray *a);
CW_HELPER double cw_max_of(const CwArray *a);
CW_HELPER CwCell *cw_scalar(CwEnv *e, const CwArray *a);
CW_HELPER CwArray *cw_vector(CwEnv *e, const CwArray *a);
CW_HELPER CwArray *cw_matrix(CwEnv *e, const CwArray *a);
CW_HELPER CwArray *cw_transpose(CwEnv *e, const CwArray *a);
CW_HELPER CwArray *cw_outer(CwEnv *e, const CwArray *a, const CwArray *b);
CW_HELPER CwArray *cw_symmetric(CwEnv *e, const CwArray *a);
CW_HELPER CwArray *cw_cross(CwEnv *e, const CwArray *a, const CwArray *b);
CW_HELPER CwArray *cw_skew(CwEnv *e, const CwArray *a);
CW_HELPER CwArray *cw_identity(CwEnv *e, double n);
CW_HELPER CwArray *cw_diagonal(CwEnv *e, const CwArray *a);

/* Elements as external code wants them: integers (1) or eight-byte cells (0), by columns (1) or by rows (0). */
CW_HELPER void *cw_outward(CwEnv *e, const CwArray *a, int integers, int columns);
CW_HELPER void cw_inward(CwArray *a, const void *elements, int integers, int columns);
#endif

#endif
