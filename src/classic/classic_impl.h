/* classic_impl.h - what the files of the classic front end share; sections as in classic.h. */
#ifndef CAUSEWAY_CLASSIC_IMPL_H
#define CAUSEWAY_CLASSIC_IMPL_H

#include "classic/classic.h"
#include "codegen/codegen.h"

#define CLS_NONE UINT32_MAX
#define CLS_ORDER_ONLY 0x80000000u /* in ClsModel.incidence: must be computed before, cannot be solved for */

/* ---- classic_lexer.c --------------------------------------------------------------------------------------------- */

typedef enum { CLS_END, CLS_SEPARATOR, CLS_WORD, CLS_NUMBER, CLS_STRING, CLS_SIGN } ClsTokenKind;

#define CLS_TWO(a, b) ((a) << 8 | (b)) /* a sign of two characters */

typedef struct {
    ClsTokenKind kind;
    int sign;  /* CLS_SIGN: the character, or CLS_TWO */
    Name text; /* word, number or string as written */
    double value;
    Span span;
} ClsToken;

typedef VEC(ClsToken) ClsTokens;
/* false after reporting. */
bool cls_lex(Context *ctx, SourceId source, uint32_t from, uint32_t to, ClsTokens *out);

/* ---- classic_parse.c --------------------------------------------------------------------------------------------- */

enum { CLS_OP_DER = 1000, CLS_OP_NEW, CLS_OP_INIT }; /* besides DaeOp */

typedef struct ClsExpr {
    int op; /* DAE_CONST, DAE_VAR, DAE_CALL, an operator, or CLS_OP_... */
    uint32_t nargs;
    struct ClsExpr **args;
    Name *path; /* submodels in front of a variable */
    uint32_t npath;
    Name word;    /* variable or function */
    double value; /* constant; order of a derivative */
    Span span;
} ClsExpr;

/* clang-format off */
typedef enum {
    CLS_PARAMETER, CLS_CONSTANT, CLS_LOCAL, CLS_TERMINAL, CLS_INPUT, CLS_OUTPUT, CLS_DEFAULT, CLS_EXTERNAL,
    CLS_INTERNAL,
    CLS_DERIVATIVE, /* of another variable */
    CLS_NEXT        /* new(b) of a discrete variable b */
} ClsKind;
/* clang-format on */

typedef struct {
    Name name, text; /* text: number as written, or 0 */
    ClsKind kind;
    double value;
    Span span;
} ClsVarDecl;

typedef struct {
    Name var; /* 0 for '.' */
    int8_t sign;
} ClsElement;

typedef enum { CLS_CUT_VARS, CLS_CUT_LIST, CLS_CUT_REF, CLS_CUT_DOT } ClsCutKind;
typedef struct ClsCut {
    ClsCutKind kind;
    uint32_t number;      /* VARS: among those of its declaration */
    ClsElement *elements; /* VARS: across, then through */
    uint32_t nacross, nthrough;
    struct ClsCut **items; /* LIST */
    uint32_t nitems;
    Name *path; /* REF: submodels; then a cut of the last one, or 0 for its main cut */
    uint32_t npath;
    Name word;
    Span span;
} ClsCut;

typedef struct {
    Name name;
    ClsCut *cut; /* nodes: NULL when without shape */
    bool node;
} ClsCutDecl;

typedef struct {
    Name name;
    ClsCut *in, *out; /* or a reference: */
    Name *path;
    uint32_t npath;
    Name word;
    Span span;
} ClsPathDecl;

/* clang-format off */
typedef enum {
    CLS_AT, CLS_TO, CLS_FROM, CLS_PAR, CLS_LOOP, CLS_BRANCH, CLS_JOIN, /* binary, as in the table of operators */
    CLS_REVERSED, CLS_LIST, CLS_OPERAND, CLS_DOT
} ClsConnectOp;
/* clang-format on */
typedef struct ClsConnect {
    ClsConnectOp op;
    struct ClsConnect **args;
    uint32_t nargs;
    Name *path; /* OPERAND: words joined by :: ... */
    uint32_t npath;
    int accessor; /* ... then ':' or CLS_TWO('.', '.') and word, or 0 */
    Name word;
    Span span;
} ClsConnect;

typedef struct {
    Name medium; /* 0: main cuts and paths */
    ClsConnect *expr;
} ClsConnectStatement;

typedef struct {
    Name name; /* 0: positional */
    Name text;
    double value;
    Span span;
} ClsArgument;

typedef struct ClsDecl ClsDecl;
typedef struct {
    Name name, type;
    ClsDecl *own; /* a nested `model`: its own declaration */
    ClsArgument *args;
    uint32_t nargs;
    Span span;
} ClsSubmodel;

typedef enum { CLS_EQUATION, CLS_PROCEDURE, CLS_WHEN } ClsStatementKind;
typedef struct {
    ClsStatementKind kind;
    ClsExpr *lhs, *rhs;
    ClsExpr **outs; /* PROCEDURE: results, rhs is the call */
    uint32_t nouts;
    ClsExpr *condition; /* of a when around it, or NULL */
    Span span;
} ClsStatement;

struct ClsDecl {
    Name name;
    bool type;        /* model type: not a model by itself */
    ClsDecl *outer;   /* where it was declared, or NULL */
    const char *help; /* comment behind the head, or NULL */
    VEC(ClsVarDecl) vars;
    VEC(ClsSubmodel) submodels;
    VEC(ClsCutDecl) cuts; /* and nodes */
    VEC(ClsPathDecl) paths;
    uint32_t main_cut, main_path; /* CLS_NONE without */
    uint32_t nvariable_cuts;      /* numbered, in cuts, nodes and paths */
    VEC(ClsStatement) statements;
    VEC(ClsConnectStatement) connects;
    VEC(ClsDecl *) nested;
    Map var_of, submodel_of, cut_of, path_of; /* Name -> index */
    Span span;
};

typedef struct {
    Context *ctx;
    ClsTokens tokens;
    size_t at;
    Arena *arena;
    int depth;
} ClsParser;

/* A model or model type at the parser's place; NULL after reporting. */
ClsDecl *cls_parse_model(ClsParser *p, ClsDecl *outer);
void cls_free_decl(ClsDecl *d);
ClsExpr *cls_parse_expression(ClsParser *p);
const ClsToken *cls_peek(const ClsParser *p);
bool cls_is_word(const ClsParser *p, const char *word);
bool cls_is_sign(const ClsParser *p, int sign);
bool cls_accept_word(ClsParser *p, const char *word);
bool cls_accept_sign(ClsParser *p, int sign);
bool cls_fail(ClsParser *p, const char *what);
bool cls_at_end(const ClsParser *p); /* of a statement */

/* ---- parse_connect.c --------------------------------------------------------------------------------------------- */

bool cls_parse_cuts(ClsParser *p, ClsDecl *d, bool main, bool node);
bool cls_parse_paths(ClsParser *p, ClsDecl *d, bool main);
bool cls_parse_connect(ClsParser *p, ClsDecl *d);

/* ---- classic_instance.c ------------------------------------------------------------------------------------------ */

typedef enum { CLS_UNKNOWN, CLS_KNOWN, CLS_STATE } ClsRole;

typedef struct {
    uint32_t instance;
    Name word;
    ClsKind kind;
    uint8_t role; /* ClsRole */
    bool chosen;  /* role given by the user */
    bool boolean, discrete;
    bool has_value;     /* parameter with a value, or `initial` */
    bool set;           /* `initial` was given */
    uint32_t of;        /* DERIVATIVE, NEXT: whose */
    uint32_t der, next; /* variable of der(this), new(this); 0 none */
    Name text;          /* value as written, or 0 */
    double value;
} ClsVar;

typedef struct {
    Name name;
    uint32_t parent; /* CLS_NONE of the model */
    const ClsDecl *decl;
    uint32_t first_var, first_child;
    uint32_t first_slot; /* classic_connect.c: of its variable cuts in slots; CLS_NONE before one is connected */
} ClsInstance;

typedef struct {
    DaeExpr lhs, rhs; /* PROCEDURE: one equation per result; rhs is the call, value.i the number of the result */
    uint32_t group;   /* instance */
    ClsStatementKind kind;
    DaeExpr condition; /* WHEN; PROCEDURE: ARRAY of all results */
    Span span;
    uint32_t var;        /* what partition solves it for; CLS_NONE */
    bool coupling;       /* from a connection */
    uint32_t derivative; /* classic_differ.c: number of the equation that is its derivative, CLS_NONE */
    bool zero;           /* active.c: a = 0, taken out by EvaluateExpr */
    uint8_t tail; /* active.c: 1 + side (left, right) of an output or state derivative that equals a kept variable */
} ClsEquation;
typedef VEC(ClsEquation) ClsEquations;

/* one connectable leaf: a variable cut of an instance, or a node */
typedef struct {
    uint32_t instance;
    const ClsCut *cut; /* NULL for a node without shape */
    uint64_t key;      /* tells leaves of an instance apart */
    bool node, inner;  /* inner: own cut seen from inside, through signs turned */
    uint32_t root;     /* union-find */
    uint32_t set;      /* of a root */
    uint32_t next;     /* in the set's list */
} ClsLeaf;

typedef struct {
    uint32_t head, tail; /* CLS_NONE when merged into another */
    uint32_t group;
    Span span; /* of a connection that made it */
} ClsSet;

/* one block of the sorted equations */
typedef struct {
    uint32_t first, n; /* in order */
} ClsBlock;

/* a function of the flat DAE, as text */
typedef struct {
    Name name;
    const char *text;
} ClsFlatFunction;

/* function or procedure of the user, written in C or in Modelica */
typedef struct {
    const char *name;
    uint32_t nin, nout;
    bool function;    /* C: its result is the function's; else results are pointers behind the arguments */
    const char *text; /* the C or Modelica file, or NULL */
    bool modelica;
    const char *path;      /* Modelica: qualified name */
    ClsFlatFunction *flat; /* Modelica: it and what it calls */
    uint32_t nflat;
} ClsFunction;
typedef VEC(ClsFunction) ClsFunctions;

typedef struct ClsModel {
    Context *ctx;
    const ClsFunctions *functions; /* of the session */
    Arena arena;
    DaePool pool;
    const ClsDecl *decl;
    VEC(ClsInstance) instances;
    VEC(ClsVar) vars;       /* vars.at[0] is Time */
    VecU32 leaf;            /* by variable: its expression, or 0 */
    ClsEquations equations; /* as written and coupled */
    VEC(ClsLeaf) leaves;
    VEC(ClsSet) sets;
    VecU32 slots;        /* leaf of each variable cut of an instance, seen from outside and from inside; CLS_NONE */
    Map leaf_of;         /* other leaves */
    VecU32 trace;        /* pairs of leaves connected, in order (tests and messages) */
    bool differentiated; /* derivatives print as derX */
    /* active.c */
    bool eliminate, evaluate;
    ClsEquations active;
    VecU32 kept;       /* by variable: what stands for it */
    VEC(uint8_t) zero; /* by variable: known to be 0 */
    bool fresh;        /* active holds for the present settings */
    /* partition.c */
    bool partitioned;
    VecU32 order; /* numbers of active equations */
    VEC(ClsBlock) blocks;
    VecU32 unassigned;       /* variables */
    VecU32 constraints;      /* equations */
    VecU32 incidence, start; /* unknowns of each active equation, as written */
    VecU32 owner;            /* by variable: active equation that gives it */
} ClsModel;

/* where model types are looked up */
typedef struct {
    void *arg;
    const ClsDecl *(*find)(void *arg, Name name);
} ClsTypes;

ClsModel *cls_instantiate(Context *ctx, const ClsDecl *decl, const ClsTypes *types);
void cls_free_model(ClsModel *m);
DaeExpr cls_var(ClsModel *m, uint32_t var);
uint32_t cls_der(ClsModel *m, uint32_t var);
uint32_t cls_next(ClsModel *m, uint32_t var);
/* The variable of a dotted name as a user types it (C2.deru, circuit.u, Time); CLS_NONE. */
uint32_t cls_find_var(const ClsModel *m, const char *name);
/* A variable by its word; an external one is that of a model further out.  CLS_NONE. */
uint32_t cls_own_var(const ClsModel *m, uint32_t instance, Name name);
uint32_t cls_child(const ClsModel *m, uint32_t instance, Name name);
/* "R1" or "a.b": an instance seen from the model; the model's own name for the model. */
void cls_instance_text(const ClsModel *m, uint32_t instance, Text *out);
/* A variable as listings print it inside the group of an instance. */
void cls_var_text(const ClsModel *m, uint32_t var, uint32_t group, Text *out);
/* ... in full, never with the model's name: C.u, u. */
void cls_full_text(const ClsModel *m, uint32_t var, Text *out);

/* ---- classic_function.c ------------------------------------------------------------------------------------------ */

/* The Modelica function `path` of a file (NULL: of a library on the search path).  text is the file's, kept for
 * `language modelica`. false after reporting, or with the reason in *why. */
bool cls_modelica_function(Context *ctx, Arena *arena, const char *path, const char *file, const char *text,
                           ClsFunction *out, const char **why);
const ClsFunction *cls_find_function(const ClsModel *m, Name name);
/* Every call names a function with as many arguments and results; false after reporting. */
bool cls_check_calls(const ClsModel *m);

/* ---- classic_connect.c ------------------------------------------------------------------------------------------- */

bool cls_connect(ClsModel *m, uint32_t instance, const ClsConnectStatement *s);
/* Coupling equations of the sets that belong to a group. */
void cls_couple(ClsModel *m);
/* What the connection expressions connected, in order: "R1:C2 at C:C1". */
void cls_list_effects(const ClsModel *m, Text *out);
bool cls_is_connected(const ClsModel *m, uint32_t instance, Name var);

/* ---- active.c ---------------------------------------------------------------------------------------------------- */

void cls_refresh(ClsModel *m); /* fills active, kept, zero */
void cls_changed(ClsModel *m); /* settings or roles changed */
/* Calls visit for each node of e, parents first, from left to right, until it returns true.  Chains may be of any
 * length. */
bool cls_walk(const DaePool *p, DaeExpr e, bool (*visit)(void *arg, DaeExpr e), void *arg);
/* e with variables exchanged (leaf returns 0 to keep one); fold: what changes is folded (dae_with_args). */
typedef DaeExpr ClsExchange(void *arg, uint32_t var);
DaeExpr cls_substitute(DaePool *p, DaeExpr e, bool fold, ClsExchange *leaf, void *arg);
DaeExpr cls_copy(DaePool *to, const DaePool *from, DaeExpr e);
/* Calls visit for each variable of e, as written. */
void cls_each_var(const DaePool *p, DaeExpr e, void (*visit)(void *arg, uint32_t var), void *arg);
bool cls_is_unknown(const ClsModel *m, uint32_t var);
bool cls_is_state(const ClsModel *m, uint32_t var); /* integrated: its derivative is computed, or a state itself */

/* ---- partition.c ------------------------------------------------------------------------------------------------- */

bool cls_partition(ClsModel *m); /* false when singular: see unassigned, constraints */

/* ---- linear_block.c ---------------------------------------------------------------------------------------------- */

typedef struct {
    uint32_t n;
    DaeExpr *a;          /* n*n by rows; 0 where zero */
    DaeExpr *b;          /* n; 0 where zero */
    bool modes;          /* coefficients depend on conditions: not to be divided symbolically */
    DaeExpr denominator; /* of the solution, or 0 when not solved */
    DaeExpr *numerator;  /* n */
} ClsLinear;

/* The block as linear system in its unknowns; false when it is not linear. */
bool cls_linear(ClsModel *m, const ClsBlock *block, bool solve, Arena *arena, ClsLinear *out);

/* ---- classic_differ.c -------------------------------------------------------------------------------------------- */

/* Adds differentiated equations; their numbers from `first` on.  false after reporting. */
bool cls_differentiate(ClsModel *m, uint32_t *first);

/* ---- classic_listing.c ------------------------------------------------------------------------------------------- */

typedef struct {
    bool solve_linear, matrix, sub_expr;
} ClsListing;

extern const GenDialect cls_dialect;
void cls_expr_text(const ClsModel *m, DaeExpr e, uint32_t group, uint32_t bracket, Text *out);
void cls_equation_text(const ClsModel *m, const ClsEquation *e, uint32_t bracket, Text *out);
void cls_list_equations(ClsModel *m, const ClsEquations *e, uint32_t first, bool brackets, Text *out);
void cls_list_solved(ClsModel *m, const ClsListing *options, Text *out);
void cls_list_reduced(ClsModel *m, Text *out);
void cls_list_systems(ClsModel *m, Text *out); /* numbers of equations and systems, sizes of systems */
/* What the block gives for its only unknown, zeros put in, as an expression of p (the model's pool or another); 0 when
 * it has to be iterated. */
DaeExpr cls_explicit(ClsModel *m, const ClsEquation *e, DaePool *p);

/* ---- classic_program.c ------------------------------------------------------------------------------------------- */

/* residuals: systems of equations as such, none solved. */
GenProgram *cls_program(ClsModel *m, bool solve_linear, bool residuals, Arena *arena);

/* ---- flat.c ------------------------------------------------------------------------------------------------------ */

typedef struct {
    double start, stop, tolerance, interval;
    const char *solver;
    void (*watch)(struct Runtime *rt, const struct RtOptions *o); /* ClassicHost.watch */
} ClsExperiment;

/* The model as flat DAE; *vars, in the Context's arena: by variable the one that stands for it, or 0.  NULL after
 * reporting. */
Dae *cls_flat(ClsModel *m, const ClsExperiment *x, DaeVar **vars);

/* What equations read. */
typedef struct {
    uint8_t *used;    /* by variable; to be freed */
    bool free_states; /* states depend on each other: only those with a given initial value start from it */
} ClsUse;
ClsUse cls_use(ClsModel *m);
typedef enum { CLS_NOT_SHOWN, CLS_AS_PARAMETER, CLS_AS_VARIABLE } ClsShown;
ClsShown cls_shown(const ClsModel *m, const ClsUse *u, uint32_t v); /* how it is declared */
/* der(x) as operator, or a variable of its own: when it is a state itself, or where `differentiate` made equations for
 * it. */
bool cls_is_operator(const ClsModel *m, uint32_t v);
void cls_flat_name(const ClsModel *m, uint32_t v, Text *out);        /* "a.b.derx" */
uint32_t cls_next_of(const ClsModel *m, const ClsEquation *e);       /* new(x) = ...: x; else CLS_NONE */
void cls_c_function(const ClsFunction *f, bool modelica, Text *out); /* its declaration */

/* ---- classic_simulate.c ------------------------------------------------------------------------------------------ */

void cls_modelica_text(ClsModel *m, const ClsExperiment *x, Text *out); /* that any front end reads */
/* A variable as results of simulations call it. */
void cls_result_name(ClsModel *m, uint32_t var, Text *out);
/* Simulates; the result at path.  Last values go to `values` (by variable, NAN unknown) when not NULL. */
bool cls_simulate(ClsModel *m, const ClsExperiment *x, const char *path, double *values, FILE *out);

#endif
