/* codegen.h - from sorted, solved blocks to C text and operand tables.
 *
 * Sections, in the order data flows:
 *   emit_model.c       gen_model: all evaluations of a model, each a sequence of items (equation, purpose)
 *   template.c         one shape for one purpose -> C text with marks for its operands, made once
 *   emit_expr.c        ... from scalar expressions; temporaries for what is shared
 *   emit_whole.c       ... Integer arithmetic, exact to 64 bits
 *   emit_array.c       ... array expressions: calls of the helper routines
 *   emit_statement.c   ... statements
 *   schedule.c         an order of items that respects dependencies and makes runs of equal templates long
 *   histories.c        which of them delays need that store what they are given
 *   runs.c             a sequence of items -> loops over operand tables and straight-line statements
 *   scratch.c          memory of arrays and strings, given back by functions and loops
 *   emit_function.c    Modelica functions -> C functions
 *   variants.c         ... with the numbers among their arguments put in
 *   recall.c           ... that remember results
 *   emit_external.c    external C and Fortran 77 functions: arguments by the specification's mapping
 *   helpers.c          the routines that generated code calls; pasted into written-out C
 *   code_texts.c      abi.h and helpers.c as texts
 *   description.c      the model as plain data, for the runtime: model.h
 *   write.c            gen_write: one self-contained C file
 *   code_save.c        text and tables as bytes, for the cache
 *   locate.c           which equation gave the first value that is not a finite number
 *   targets/program.c  a sorted model as a program of assignments and systems
 *   targets/targets.c, targets/dialect.c   programs for other simulation languages; expressions in their syntax
 *   targets/c.c, targets/acsl.c, targets/equation_languages.c   one language, or a few that are alike
 */
#ifndef CAUSEWAY_CODEGEN_H
#define CAUSEWAY_CODEGEN_H

#include "model/abi.h"
#include "symbolic/symbolic.h"

/* ---- emit_model.c ------------------------------------------------------------------------------------------------ */

typedef struct {
    bool comments;   /* equations and source lines as comments (for reading; costs compile time) */
    bool no_tangent; /* leave the tangent of the ODE out (explicit solvers, Jacobian by differences)
                      */
    bool no_loops;   /* everything straight-line (tests) */
    bool response;   /* tangents of all variables, also of a model without inputs and outputs at its top */
    /* Only tangents: each function of the unit computes those of the evaluation whose name it has, in d, from d of
     * whatever Real it reads: time, states, inputs, parameters, start values.  `ode`, `output` and `event` hold those
     * of their own blocks.  `crossings` leaves those of the crossing functions in r.  Values, in v, are those of a unit
     * with the values.  No description. */
    bool tangents;
} GenOptions;

/* An external function that the code calls, through cw_external[2*i] where i is its number in
 * GenModel.externals; cw_external[2*i+1] is null or a function that is told the CwEnv before each
 * call. */
typedef struct {
    uint32_t function;  /* DaeFunction; its DaeExternal says where the code is to be found */
    const char *symbol; /* name for the linker: as written, or name_ in small letters for FORTRAN 77 */
    const char *types;  /* of its arguments as the code gives them: "double, int" */
    const char *result; /* what the code takes from it: "double", "void" */
    bool fortran;
} GenExternal;

typedef struct GenModel {
    Context *ctx;
    const SymModel *sym;
    Arena arena; /* owns everything below but the text */
    char *text;  /* the C unit; exports cw_code; from base_realloc */
    size_t text_size;
    const int *const *tab;  /* operand tables: CwEnv.tab */
    const size_t *tab_size; /* number of ints in each */
    uint32_t ntab;
    size_t table_ints;          /* their total length, for statistics */
    uint32_t nvars, nconstants; /* v is [nvars variables | nconstants constants] */
    uint32_t nvalues;           /* their sum: length of v and d */
    const double *constants;
    CwSystem *systems;    /* data of the systems; functions are put in by gen_bind */
    size_t *operand_size; /* per system: number of ints in its operands */
    uint32_t nsystems;
    VecU32 functions;                    /* DaeFunctions that the code calls, directly or through others */
    VEC(GenExternal) externals;          /* the unit exports an array cw_external when there are any */
    MdModel *description;                /* what a run needs to know besides the code */
    uint32_t nruns, nloops, nstatements; /* statistics: pieces, loops, statements of straight-line code */
    bool response, histories;            /* MdModel.response, .histories */
} GenModel;

/* NULL after reporting errors (codes GEN...., exit code 3: a construct that has no code). */
GenModel *gen_model(const SymModel *m, const GenOptions *options);
void gen_free(GenModel *g);
/* Is this action an assert that must be looked at after every step (CwModel.checks)?  One of parameters holds for the
 * whole run when it holds at the start. */
bool gen_is_check(const Dae *d, const DaeEquation *eq);

/* Puts the constants behind the variables of v. */
void gen_constants(const GenModel *g, double *v);

/* Joins compiled code with the tables of its model.  Allocated in g->arena; may be called again for
 * the code of another tier. */
const CwModel *gen_bind(GenModel *g, const CwCode *code);

/* ---- description.c ----------------------------------------------------------------------------------------------- */

void gen_describe(GenModel *g); /* makes g->description; tables of variables are those of the Dae */

/* ---- helpers.c --------------------------------------------------------------------------------------------------- */

typedef struct {
    const char *name;
    const void *address;
} GenSymbol;

/* Routines that the unit may call besides cw_code's own: cw_... helpers and the C library's
 * mathematics. */
const GenSymbol *gen_symbols(size_t *n);

/* Texts pasted into units that are compiled outside the process. */
const char *gen_abi_text(void);     /* abi.h */
const char *gen_systems_text(void); /* targets/systems.c.txt: systems of equations in C programs */
const char *gen_helpers_text(void); /* helpers.c */

/* ---- write.c ----------------------------------------------------------------------------------------------------- */

/* A readable C file that contains everything (abi, helpers, tables, names of variables) and exports
 * cw_model; the GenModel should have been made with comments.  External functions are named, their
 * code is not included. */
void gen_write(const GenModel *g, FILE *out);
/* Tables, systems and equations alone, for a file that has abi and helpers in front and goes on behind: cw_tables,
 * cw_constants, cw_systems (without functions) and cw_code, with residual[] and residual_tangent[] by system. */
void gen_write_inside(const GenModel *g, FILE *out);

/* ---- code_save.c ------------------------------------------------------------------------------------------------- */

void gen_save(const GenModel *g, Blob *b);
GenModel *gen_load(const SymModel *m, BlobReader *r); /* NULL when r went bad */

/* ---- targets/dialect.c ------------------------------------------------------------------------------------------- */

typedef enum { GEN_IF_WORDS, GEN_IF_C, GEN_IF_CALL, GEN_IF_SWITCH } GenIf;

typedef struct {
    const char *power; /* infix operator, or NULL: pow(a, b) */
    /* if c then a else b; (c ? a : b); call(c, a, b); c*a + (1 - c)*b, where c is 0 or 1 and made with the function
     * if_call(x), which is 1 for x > 0 and 0 else */
    GenIf condition;
    const char *if_call;
    const char *relations[6]; /* < <= > >= = <> */
    const char *logic[5];     /* and, or, not, true, false */
    struct {
        int op; /* DaeOp */
        const char *name;
    } functions[32];    /* other names than those of C, ended by op 0; NULL: the language has no such function */
    bool real;          /* literals always with point or exponent */
    const char *prefix; /* in front of the names of variables, or NULL */
    const char *time;   /* name of the time, or NULL: the program's */
} GenDialect;

/* e in the dialect; name writes a DAE_VAR leaf.  DAE_TEXT leaves are written as they are. */
void gen_dialect_expr(const GenDialect *d, const Names *names, const DaePool *p, DaeExpr e,
                      void (*name)(void *arg, uint32_t var, Text *out), void *arg, Text *out);
/* "it has no function entier" when e needs one that the language does not have, or NULL. */
const char *gen_dialect_lacks(const GenDialect *d, const DaePool *p, DaeExpr e);
/* A number as the dialect writes it. */
void gen_dialect_number(const GenDialect *d, double x, Text *out);

/* ---- targets/: a sorted model as a program in another language --------------------------------------------------- */

typedef enum {
    GEN_VAR_UNUSED,
    GEN_VAR_PARAMETER,
    GEN_VAR_INPUT,
    GEN_VAR_STATE,
    GEN_VAR_DERIVATIVE,
    GEN_VAR_ALGEBRAIC
} GenRole;

typedef struct {
    const char *name; /* unique in the program: R1zR */
    const char *full; /* R1.R */
    GenRole role;
    bool output;
    double value;     /* parameter; start of a state */
    const char *text; /* the value as written, or NULL */
    uint32_t of;      /* DERIVATIVE: the state */
    uint32_t line;    /* PARAMETER: of the declarations */
} GenProgramVar;

typedef enum {
    GEN_STEP_COMMENT,
    GEN_STEP_ASSIGN,
    GEN_STEP_CALL,
    GEN_STEP_LINEAR,
    GEN_STEP_ITERATE,
    GEN_STEP_TAIL
} GenStepKind;
typedef struct {
    GenStepKind kind; /* TAIL: from here on eliminated derivatives and outputs */
    const char *text; /* COMMENT */
    uint32_t var;     /* ASSIGN */
    DaeExpr value;    /* ASSIGN; CALL: the call, its results are unknowns */
    uint32_t n;       /* systems and calls */
    const uint32_t *unknowns;
    const DaeExpr *a, *b;     /* LINEAR: n*n by rows, n; 0 where zero */
    const DaeExpr *residuals; /* ITERATE: n */
} GenStep;

typedef struct {
    const char *name;
    const Names *names;
    const DaePool *pool; /* DAE_VAR leaves are numbers in vars */
    GenProgramVar *vars;
    uint32_t nvars;
    const uint32_t *states; /* variables; derivatives[i] belongs to states[i] */
    const uint32_t *derivatives;
    uint32_t nstates;
    GenStep *steps;
    uint32_t nsteps;
    uint32_t max_system; /* largest n of a system */
    bool discrete;       /* it has discrete variables or when-clauses */
    double stop;
    const char *c_text;  /* C of the functions that it calls, or NULL */
    const char *foreign; /* a function that it calls and that is not written in C, or NULL */
    const char *unsaid;  /* something that no language of programs can say, or NULL */
} GenProgram;

typedef struct {
    const char *name;   /* acsl */
    const char *ending; /* of the file: .csl */
    const char *help;
    bool residuals; /* systems of equations are given as residuals, whatever could be solved */
    /* false when the program holds something that the language cannot say; *why says what. */
    bool (*write)(const GenProgram *p, Text *out, const char **why);
} GenTarget;

/* targets/program.c: a model that was translated without tearing and with fixed states; values: by variable, at the
 * start of a run. */
GenProgram *gen_program(const SymModel *m, const double *values, bool residuals, Arena *arena);
void gen_free_program(GenProgram *p);

extern const GenTarget gen_targets[];
extern const size_t gen_target_count;

/* ---- locate.c ---------------------------------------------------------------------------------------------------- */

typedef enum { GEN_IN_PARAMETERS, GEN_IN_INITIAL, GEN_IN_SIMULATION } GenWhere;

typedef struct {
    DaeEquation eq;  /* the first equation, in order of evaluation, that makes a bad value of good ones */
    DaeVar var;      /* what it computes */
    uint32_t system; /* UINT32_MAX when outside systems */
    bool residual;   /* eq is a residual of the system */
} GenCulprit;

/* After an evaluation left a value that is not finite.  system: look there first, or UINT32_MAX.
 * false when every value is finite. */
bool gen_locate(const GenModel *g, GenWhere where, uint32_t system, const double *v, GenCulprit *out);
/* The same while simulating, for equations alone: not for values that were infinite before. */
bool gen_locate_solved(const GenModel *g, const double *v, GenCulprit *out);
/* "R.v = R.R*R.i  with R.R = 0, R.i = inf": an equation, cut short, with the values of its variables from hole `from`
 * on (those of the first ones it computes), for messages. */
void gen_equation_text(const GenModel *g, const DaeEquation *eq, const double *v, uint32_t from, Text *out);
/* "the argument of sqrt is -0.3, it must not be negative": why a located equation gives no number; false when that is
 * not known (calls of functions). */
bool gen_reason_text(const GenModel *g, const DaeEquation *eq, const double *v, Text *out);

#endif
