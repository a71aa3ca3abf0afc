/* symbolic.h - from the flat DAE to sorted, solved blocks.
 *
 * Sections, in the order data flows:
 *   copies.c     copies inside algorithms read as their originals
 *   events.c     relations, sample and floor taken out of equations into frozen event variables
 *   alias.c      alias elimination with sign
 *   implicit.c   calls whose arguments contain their own results
 *   hidden.c     constraints between states that sums of equations hide
 *   ground.c     networks whose level nothing fixes
 *   graph.c      matching (Hopcroft-Karp), strong components (Tarjan), Dulmage-Mendelsohn, on integers
 *   facts.c      facts about shapes and variables that the graph passes ask for
 *   split_equation.c  calls with several results as single equations, where their group stands in the way
 *   index.c      Pantelides: which equations to differentiate
 *   states.c     dummy derivatives; the choice of states
 *   discretise.c  derivatives of clocked partitions as steps of their solver methods
 *   share_calls.c  equal function calls of several equations are made once
 *   selection.c  states picked while running, where no fixed choice stays regular
 *   loops.c      loops of discrete variables that are not Real
 *   growth.c     sizes of coefficients: how errors grow where equations are solved one after the other
 *   tear.c       tearing with a numerical guard; linear blocks
 *   nest.c       linear systems inside nonlinear ones
 *   eliminate.c  linear systems torn to a few unknowns, solved by formulas
 *   initial.c    the initial system
 *   jacobian.c   sparsity and colours of the ODE's Jacobian
 *   structure.c  the structural debugger: edits of the source that would make a model square; structure_sets.c: where
 *   one is not enough
 *   diagnose.c   messages for models that are not square or singular; structure_print.c: the diagnosis as text and JSON
 *   translate.c  the pass that runs them all: Dae -> SymModel
 *   explain.c    what was done, as text and JSON
 *   shown.c      relations and samples in messages as they were written
 *   query.c      answers about one variable, with source lines
 *   incidence.c  which equation names which unknown: text, JSON, SVG
 *   save.c       the result as bytes, for the cache; fits.c: whether it holds for other values of parameters
 */
#ifndef CAUSEWAY_SYMBOLIC_H
#define CAUSEWAY_SYMBOLIC_H

#include "algebra/algebra.h"

/* ---- the result -------------------------------------------------------------------------------------------------- */

/* SymBlock.flags: in which evaluations a block takes part */
enum {
    SYM_NEEDED = 1,   /* derivatives of states or crossing functions depend on it */
    SYM_DISCRETE = 2, /* computes only discrete variables: evaluated at events only */
    SYM_OUTPUT = 4,   /* only results depend on it: evaluated at output points and events */
};

/* A system of equations solved together.  After tearing: given iteration variables, the inner
 * equations are evaluated in order, then the residuals must vanish. */
typedef struct {
    bool linear;            /* residuals are linear in the iteration variables */
    bool constant;          /* linear with a matrix that changes only with parameters: factorise once */
    bool nested;            /* stands inside another system */
    bool standby;           /* solved by a formula (DAE_LINEAR) wherever it is not singular */
    uint32_t full_size;     /* number of equations before tearing */
    uint32_t n;             /* iteration variables = residuals */
    DaeVar *unknowns;       /* n iteration variables */
    DaeEquation *residuals; /* n EQUATE equations */
    uint32_t ninner;
    DaeEquation *inner; /* solved (nout >= 1), in order; some may be systems of their own: sym_nested */
    /* Pattern of d residual / d unknown by column (CSC) and a colouring of the columns. */
    uint32_t *colptr, *rowind, *colour, ncolours;
} SymSystem;

/* The system that an inner equation stands for (in model->systems, DAE_SOLVE), UINT32_MAX when it is an equation. */
uint32_t sym_nested(const Dae *d, const DaeEquation *inner);

enum { SYM_MOST_GUARD = (1 << 29) - 1 };
typedef struct {
    DaeEquation eq;    /* explicit block: solved, nout >= 1 */
    uint32_t system;   /* index in model->systems, or UINT32_MAX for an explicit block */
    DaeVar guard : 29; /* Boolean that must be true for the block to be evaluated: the tick of its clock; 0: always */
    uint32_t flags : 3;
} SymBlock;
typedef VEC(SymBlock) SymBlocks;

typedef MdRelationKind SymRelationKind;
#define SYM_REL_STATE MD_REL_STATE
#define SYM_REL_TIME MD_REL_TIME
#define SYM_REL_FLOOR MD_REL_FLOOR
/* A relation that generates events.  Its value is frozen in `var` between events. */
typedef struct {
    DaeVar var;   /* Boolean (relations) or Integer-valued Real (floor) */
    uint8_t kind; /* SymRelationKind */
    uint8_t flags;
    uint16_t op;      /* DaeOp: LT, LE, GT, GE */
    DaeEquation eq;   /* EQUATE(lhs, rhs): the crossing function is lhs - rhs; FLOOR: EQUATE(x, 0) */
    DaeEquation time; /* SYM_REL_TIME: nout=1 ASSIGN giving the time at which it switches */
} SymRelation;

typedef struct {
    /* Boolean; true only in the FIRST iteration of the event at a sample instant, so that a when that reads it runs
     * once */
    DaeVar var;
    DaeEquation start, interval; /* ASSIGNs to hidden parameters */
    DaeVar start_var, interval_var;
} SymSample;

typedef MdAlias SymAlias;

typedef MdState SymState; /* why: SymStateReason */
/* clang-format off */
typedef enum {
    SYM_WHY_DIFFERENTIATED, SYM_WHY_PREFER, SYM_WHY_ALWAYS, SYM_WHY_LEFT_OVER,
    SYM_WHY_DYNAMIC       /* stands for candidates of a SymSelection */
} SymStateReason;
/* clang-format on */

typedef MdSelection SymSelection; /* selection.c */

/* A coefficient of parameters whose value was looked at: equations were solved in one way because it is zero, or
 * because it is not. */
typedef struct {
    DaeEquation eq;      /* its shape and operands ... */
    DaeExpr coefficient; /* ... over which this is an expression */
    bool zero;
} SymTested;

typedef struct {
    uint32_t check; /* in initial_checks */
    DaeEquation eq; /* a start value in force or initial equation that must go when the check is to stay */
} SymConflict;

/* sizes before and after each step, for explain and --stats */
typedef struct {
    uint32_t variables, equations;           /* of the flat DAE, after event extraction */
    uint32_t alias_removed, constants_found; /* variables eliminated */
    uint32_t equations_after_alias;          /* left when only a = b, a = -b, a + b = 0 as written are used ... */
    uint32_t equations_left;                 /* ... and when constants and what follows from them are gone too */
    uint32_t parameters;                     /* bindings, and variables found to be parameter expressions */
    uint32_t differentiated, dummy, states;
    uint32_t scalar_blocks, shapes_in, shapes_out;
} SymCounts;

typedef struct {
    Dae *dae;
    AlgMemo *memo;
    VEC(SymState) states;
    VEC(SymSelection) selections;
    VEC(SymAlias) aliases;
    SymBlocks parameters;   /* parameter bindings in order; evaluated when a parameter changes */
    SymBlocks initial;      /* the whole initial system */
    SymBlocks blocks;       /* the simulation system, sorted: continuous and discrete */
    VEC(SymSystem) systems; /* systems of all three */
    VEC(SymRelation) relations;
    VEC(SymSample) samples;
    DaeEquations actions; /* asserts, reinit, terminate with event variables put in */
    VecU32 discrete;      /* discrete variables whose pre is used or that can change at events */
    /* Jacobian d(dx)/dx: CSC over states (rows: dx, columns: x), columns coloured; NULL when not built */
    uint32_t *jac_colptr, *jac_rowind, *jac_colour, jac_ncolours;
    uint8_t *depends_on_state;          /* per DaeVar: tangent may be nonzero */
    VEC(DaeVar) init_guess_fixed;       /* start values fixed automatically because too few conditions were given */
    DaeEquations initial_checks;        /* EQUATEs that initialisation did not need: they must hold after it */
    VEC(SymConflict) initial_conflicts; /* conditions that determine the same as a check, by check */
    VEC(SymTested) tested;              /* what translation took from values of parameters */
    SymCounts counts;
} SymModel;

/* ---- structure.c: what is wrong with a model that is not square -------------------------------------------------- */

/* What the source says about a span: the equation or declaration that it lies in, and its class. */
typedef struct {
    Span span;           /* of the whole equation, connect or declaration */
    Span class_span;     /* of the name of the class it is written in */
    const char *cls;     /* qualified name of that class, or NULL */
    uint32_t associated; /* equations written in the body of that class, this one included */
    bool connection;     /* made by connect, or by leaving a connector unconnected */
    bool connector;      /* declared in a connector class */
    bool foreign;        /* stands outside the user's own file or library */
} SymPlace;

/* Answers of the front end; every pointer but place may be NULL. */
typedef struct {
    void *arg;
    void (*place)(void *arg, Span span, SymPlace *out);
    /* The class of a component instance (0: the model itself).  false when it is not known. */
    bool (*instance)(void *arg, const Dae *d, DaeName instance, SymPlace *out);
    bool (*is_input)(void *arg, const Dae *d, DaeVar v); /* declared as input of a component */
} SymSource;

typedef enum {
    SYM_EDIT_CONNECT,         /* give an input of a component a value */
    SYM_EDIT_ADD_EQUATION,    /* in the class at `place`, for `variable` */
    SYM_EDIT_REMOVE_EQUATION, /* the one at `place` */
    SYM_EDIT_REMOVE_VARIABLE, /* the declaration at `place` */
    SYM_EDIT_COUPLE,          /* remove the variable, and let the equation at `place` contain one of `others` */
} SymEditKind;

typedef struct {
    SymEditKind kind;
    SymPlace place;
    const char *text;     /* the equation as written, or the name of the variable */
    uint32_t n;           /* flat equations or variables that the edit takes away or adds */
    uint32_t *items;      /* their numbers: in equations of the diagnosis, or variables (the first one when adding) */
    uint32_t component;   /* connected component of its part, UINT32_MAX when it reaches several */
    uint32_t left;        /* further edits that its part needs after this one; 0: it is enough */
    bool disconnects;     /* its part falls apart */
    uint32_t flexibility; /* larger: more likely to be what was meant */
    const char *against;  /* why it is put behind others, or NULL */
    DaeVar variable;
    uint32_t equation; /* COUPLE: which equation */
    DaeVar *others;    /* ADD_EQUATION, COUPLE: what could stand in it */
    uint32_t nothers;
    uint32_t *nodes; /* rows (REMOVE_EQUATION) or variables that need no partner any more; nnodes 0: not known */
    uint32_t nnodes;
    DaeName owner; /* component whose class is edited */
} SymEdit;

/* edits that make the model square together */
typedef struct {
    uint32_t n, *edits; /* numbers in edits of the diagnosis */
} SymEditSet;

typedef struct {
    uint32_t nequations, nvariables;
    uint32_t *equations; /* numbers in equations of the diagnosis, one per row */
    DaeVar *variables;
} SymPartList;

typedef struct {
    const Dae *dae;
    bool square; /* nothing is wrong */
    uint32_t nequations, nunknowns;
    uint32_t excess, missing;      /* equations, variables that no maximum matching reaches */
    SymPartList over, well, under; /* Dulmage-Mendelsohn: the same for every matching */
    DaeEquation *equations;
    uint8_t *open;  /* by equation: stands for whatever a connector of the model itself is connected to */
    SymEdit *edits; /* best first */
    size_t nedits;
    /* Small over-determined parts: sets of `excess` flat equations whose removal leaves the rest solvable; of these
     * those that leave it connected, those without connections and last equations of a class, both.  All 0: not
     * counted. */
    uint32_t ways, ways_connected, ways_allowed, ways_both;
    SymEditSet *sets[4]; /* by strategy, best first; empty where one edit is enough */
    uint32_t nsets[4];
    SymPartList *alone; /* of a square model: small parts without connection to the rest */
    uint32_t nalone;
} SymDiagnosis;

typedef enum { SYM_STRATEGY_ALL, SYM_STRATEGY_REMOVE, SYM_STRATEGY_COUPLE, SYM_STRATEGY_ADD } SymStrategy;
/* Does the strategy propose edits of this kind? */
bool sym_strategy_has(SymStrategy strategy, SymEditKind kind);
/* One edit as a sentence; rest: with what is needed besides. */
void sym_edit_text(const SymDiagnosis *x, const SymEdit *e, bool rest, Text *out);
void sym_print_diagnosis(const SymDiagnosis *x, SymStrategy strategy, bool json, Text *out);

typedef struct {
    bool keep_aliases; /* for listings and tests */
    bool no_tearing;
    bool fixed_states;       /* no dynamic state selection */
    bool steady_state;       /* der(x) = 0 for all states instead of their start values */
    bool open_connectors;    /* structure only: the model is a part, its own connectors are connected to something */
    double max_growth;       /* tearing guard */
    const SymSource *source; /* what the front end knows, or NULL */
} SymOptions;

/* ---- events.c ---------------------------------------------------------------------------------------------------- */

/* Takes what generates events out of m->dae: relations of Reals (not in noEvent, not in smooth of order
 * 1 and up), floor, ceil, integer, div, mod, rem of Reals, sample.  Each becomes a hidden variable, found once
 * for equal shape and operands; equations, initial equations and actions of m->dae are rewritten in place; m->relations
 * and m->samples are filled.  Relations of discrete variables and parameters stay where they are.
 * To be called before aliases are looked for.  false after reporting errors. */
bool sym_events(SymModel *m);

/* Runs the whole road.  NULL after reporting errors (codes SYM...., exit code 3). */
SymModel *sym_translate(Dae *d, const SymOptions *options);
void sym_free(SymModel *m);
/* Only the structure of the flat model: can its equations and unknowns be matched?  Reports (SYM04..) when not.  The
 * diagnosis lives in the Context's arena, NULL after other errors; d is good for nothing but messages afterwards. */
SymDiagnosis *sym_check_structure(Dae *d, const SymOptions *options);

typedef MdPattern SymPattern; /* in dae->arena; colptr NULL: too full to be worth it */

/* Pattern of the model's Jacobian with some systems left unsolved (kept[system] set; NULL: none).  Columns: states,
 * then the iteration variables of kept systems; rows: derivatives of states, then the residuals of kept systems;
 * systems in the order of their blocks.  A system may be kept when its unknowns depend on states (depends_on_state). */
SymPattern sym_pattern(const SymModel *m, const uint8_t *kept);

/* Would translation have gone the same way with these values of parameters?  given (by variable): NAN where the model's
 * own value stands. */
bool sym_fits(const SymModel *m, const double *given);

/* What the runtime needs of a model: everything but the memo, which serves translation. */
void sym_save(const SymModel *m, Blob *b);
SymModel *sym_load(Dae *d, BlobReader *r); /* NULL when r went bad */

/* Text report of structure for `causeway explain` (json: one object). */
void sym_explain(const SymModel *m, bool json, Text *out);

/* ---- query.c, incidence.c ---------------------------------------------------------------------------------------- */

typedef enum {
    SYM_ASK_WHY,     /* why is it a state, or why not */
    SYM_ASK_DEPENDS, /* what does it depend on: states, parameters, inputs, and through which equations */
    SYM_ASK_COMPUTES /* which equation computes it, while simulating and at the start */
} SymQuestion;
/* Answers in text or as one JSON object.  name may be der(x) or pre(x); false when there is no such variable. */
bool sym_query(const SymModel *m, SymQuestion question, const char *name, bool json, Text *out);

typedef enum { SYM_FORM_TEXT, SYM_FORM_JSON, SYM_FORM_SVG } SymForm;
/* Incidence of the sorted simulation system and its blocks. */
void sym_incidence(const SymModel *m, SymForm form, Text *out);

#endif
