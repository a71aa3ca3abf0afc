/* symbolic.h - from the flat DAE to sorted, solved blocks.
 *
 * Sections, in the order data flows:
 *   copies.c             copies inside algorithms read as their originals
 *   events.c             relations, sample and floor taken out of equations into frozen event variables
 *   inputs.c             inputs at the top and the derivatives of them that are needed
 *   alias.c              alias elimination with sign
 *   semilinear.c         chains of semiLinear that leave something open at zero
 *   implicit.c           calls whose arguments contain their own results
 *   hidden.c             constraints between states that sums of equations hide
 *   ground.c             networks whose level nothing fixes
 *   graph.c              matching (Hopcroft-Karp), strong components (Tarjan), Dulmage-Mendelsohn, on integers
 *   facts.c              facts about shapes and variables that the graph passes ask for
 *   split_equation.c     calls with several results as single equations, where their group stands in the way
 *   index.c              Pantelides: which equations to differentiate
 *   states.c             dummy derivatives; the choice of states
 *   independent.c        ... that coefficients allow, not structure alone
 *   discretise.c         derivatives of clocked partitions as steps of their solver methods
 *   share_calls.c        equal function calls of several equations are made once
 *   selection.c          states picked while running, where no fixed choice stays regular
 *   loops.c              loops of discrete variables that are not Real
 *   growth.c             sizes of coefficients: how errors grow where equations are solved one after the other
 *   tear.c               tearing with a numerical guard; linear blocks
 *   nest.c               linear systems inside nonlinear ones
 *   eliminate.c          linear systems torn to a few unknowns, solved by formulas
 *   initial.c            the initial system
 *   standstill.c         ... with derivatives that are zero there put in
 *   inverses.c           warnings where what was solved by an inverse is no solution
 *   place_relations.c    relations in it, evaluated where their operands are known
 *   jacobian_pattern.c   sparsity and colours of the ODE's Jacobian
 *   structural_errors.c  messages for systems that are not square
 *   physical.c           potentials that are prescribed twice
 *   rows.c               the flat model as rows, for structural debugging
 *   translate.c          the pass that runs them all: Dae -> SymModel
 *   shown.c              relations and samples in messages as they were written
 *   sym_save.c           the result as bytes, for the cache; fits.c: whether it holds for other values of parameters
 */
#ifndef CAUSEWAY_SYMBOLIC_H
#define CAUSEWAY_SYMBOLIC_H

#include "algebra/algebra.h"

#define SYM_NONE UINT32_MAX

/* ---- graph.c ----------------------------------------------------------------------------------------------------- */

/* Rows are scalar equations, columns variables; row r is adjacent to col.at[ptr.at[r] .. ptr.at[r+1]-1]. */
typedef struct {
    VecU32 ptr; /* one more than rows once the first row was closed */
    VecU32 col;
} SymGraph;

void sym_graph_init(SymGraph *g);
void sym_graph_free(SymGraph *g);
void sym_fill_none(VecU32 *v, size_t n); /* n times SYM_NONE */
static inline uint32_t sym_graph_rows(const SymGraph *g) { return (uint32_t)g->ptr.n - 1; }
static inline void sym_graph_edge(SymGraph *g, uint32_t col) { vec_push(&g->col, col); }
static inline void sym_graph_close_row(SymGraph *g) { vec_push(&g->ptr, (uint32_t)g->col.n); }
/* Columns as rows: t must be a zeroed graph. */
void sym_graph_transpose(const SymGraph *g, uint32_t ncols, SymGraph *t);

/* Maximum matching.  row_match and col_match (SYM_NONE where free) may hold a matching to start from.
 * Returns the number of matched rows. */
uint32_t sym_match(const SymGraph *g, uint32_t ncols, uint32_t *row_match, uint32_t *col_match);

/* Search for one augmenting path at a time, with marks that are cleared cheaply. */
typedef struct {
    uint32_t *stamp; /* per column: search that last visited it */
    uint32_t now, ncols;
    VecU32 queue, from; /* rows reached, nearest first, and the place in the queue that each was reached from */
    VecU32 seen;        /* columns visited by the last search */
} SymSearch;

void sym_search_init(SymSearch *s, uint32_t ncols);
void sym_search_grow(SymSearch *s, uint32_t ncols);
void sym_search_free(SymSearch *s);
/* Tries to match `row`.  usable (or NULL) tells which columns may be entered.  keep_marks: a failed search leaves its
 * columns marked, so that later ones do not enter them again (their rows can never be released).
 * After a failure s->seen lists the visited columns; their rows and `row` are a minimal overdetermined set. */
bool sym_augment(const SymGraph *g, SymSearch *s, uint32_t row, const uint8_t *usable, bool keep_marks,
                 uint32_t *row_match, uint32_t *col_match);

/* Parts of the coarse Dulmage-Mendelsohn decomposition under a maximum matching. */
enum { SYM_PART_WELL, SYM_PART_OVER, SYM_PART_UNDER };
void sym_decompose(const SymGraph *g, uint32_t ncols, const uint32_t *row_match, const uint32_t *col_match,
                   uint8_t *row_part, uint8_t *col_part);

/* Strong components of the dependencies between n nodes.  Node i depends on owner[items[k]] for k in
 * [off[i], off[i]+cnt[i]), where items beyond nowner and owners SYM_NONE count as known.  order gets the nodes, what
 * is depended on first; ends (VecU32) the end of each component in order. */
void sym_components(uint32_t n, const uint32_t *off, const uint32_t *cnt, const uint32_t *items, const uint32_t *owner,
                    uint32_t nowner, uint32_t *order, VecU32 *ends);

/* Greedy distance-1 colouring of the columns of a CSC pattern: columns that share a row get different colours.  0 and
 * no colours when the work would exceed `budget` steps. */
uint32_t sym_colour(uint32_t nrows, uint32_t ncols, const uint32_t *colptr, const uint32_t *rowind, uint64_t budget,
                    uint32_t *colour);

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
    uint32_t zero;
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
    uint32_t other_starts; /* 1: other start values could have been taken (SymOptions.open_first) */
} SymCounts;

typedef struct {
    Dae *dae; /* its own: the flat DAE with what translation adds to it */
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

/* The flat model as rows of a graph, for those who ask what is wrong with it. */
typedef struct {
    Dae *dae;         /* what the equations are in: good for messages */
    DaeEquations eqs; /* flat equations, relations and the like taken out of them */
    SymGraph g;       /* a row per scalar equation; a variable and its derivatives are one column */
    VecU32 row_eq;    /* equation of each row */
    uint8_t *unknown; /* by variable */
    SymModel *model;  /* whose dae it is, or NULL: that of a translation under way */
} SymFlat;
/* Of a flat DAE, which stays as it is; NULL after reporting errors. */
SymFlat *sym_flat(const Dae *flat);
void sym_free_flat(SymFlat *f);
/* Says in words of potentials and flows why variables lack equations while equations are too many; false: it is
 * something else. */
bool sym_report_physical(const Dae *d, const DaeVar *under, uint32_t nunder, const DaeEquation *const *over,
                         uint32_t nover);
/* The connectors that are left open, as far as equations among these say that nothing flows there; their number. */
uint32_t sym_put_open_ends(const Dae *d, const DaeEquation *const *over, uint32_t nover, Text *out);
static inline DaeVar sym_chain_root(const Dae *d, DaeVar v) { /* what v is a derivative of */
    while (d->vars.at[v].kind == DAE_KIND_DERIVATIVE) v = d->vars.at[v].of;
    return v;
}

typedef struct {
    /* The equations are those of a copy of its dae, events taken out of them already (sym_base); or NULL. */
    const SymModel *base;
    bool keep_aliases; /* for listings and tests */
    bool no_tearing;
    const char *whole; /* the systems that this variable is an unknown of are not torn; NULL: none */
    bool fixed_states; /* no dynamic state selection */
    bool by_value;     /* hidden constraints are looked for with the values of all parameters (hidden.c) */
    bool steady_state; /* der(x) = 0 for all states instead of their start values */
    bool open_first;   /* start values are taken where no condition has found its place, before all others */
    double max_growth; /* tearing guard */
    /* Told (unless NULL) when equations and unknowns do not fit; what was reported from mark on may be taken back. */
    void (*unsolvable)(void *arg, const SymFlat *flat, size_t mark);
    void *unsolvable_arg;
} SymOptions;

/* ---- events.c ---------------------------------------------------------------------------------------------------- */

/* Takes what generates events out of m->dae: relations of Reals (not in noEvent, not in smooth of order
 * 1 and up), floor, ceil, integer, div, mod, rem of Reals, sample.  Each becomes a hidden variable, found once
 * for equal shape and operands; equations, initial equations and actions of m->dae are rewritten in place; m->relations
 * and m->samples are filled.  Relations of discrete variables and parameters stay where they are.
 * To be called before aliases are looked for.  false after reporting errors. */
bool sym_events(SymModel *m);

/* A copy of the flat DAE with events taken out, and nothing else done: what several translations begin with, so that
 * variables, relations and samples have the same numbers in all of them.  NULL after reporting errors. */
SymModel *sym_base(const Dae *flat);

/* Runs the whole road over a copy of the flat DAE.  NULL after reporting errors (codes SYM...., exit code 3). */
SymModel *sym_translate(const Dae *flat, const SymOptions *options);
/* The same without a copy, for large models that nobody wants flat again: d becomes the model's own.  After an error it
 * is the caller's, good for nothing but messages. */
SymModel *sym_translate_own(Dae *d, const SymOptions *options);
void sym_free(SymModel *m); /* with its dae */

typedef MdPattern SymPattern; /* in dae->arena; colptr NULL: too full to be worth it */

/* Pattern of the model's Jacobian with some systems left unsolved (kept[system] set; NULL: none).  Columns: states,
 * then the iteration variables of kept systems; rows: derivatives of states, then the residuals of kept systems;
 * systems in the order of their blocks.  A system may be kept when its unknowns depend on states (depends_on_state). */
SymPattern sym_pattern(const SymModel *m, const uint8_t *kept);

/* depends (by variable): set for those that may move; from them and from all states on to what is computed of them. */
void sym_spread(const SymModel *m, uint8_t *depends);

/* Would translation have gone the same way with these values of parameters?  given (by variable): NAN where the model's
 * own value stands. */
bool sym_fits(const SymModel *m, const double *given);

static inline DaeStateSelect sym_state_select(const Dae *d, DaeVar v) {
    return (DaeStateSelect)d->attrs.at[d->vars.at[v].attrs].state_select;
}
/* Whose value v holds, or NULL. */
const SymRelation *sym_relation_of(const SymModel *m, DaeVar v);
const SymSample *sym_sample_of(const SymModel *m, DaeVar v);

/* What the runtime needs of a model: everything but the memo, which serves translation. */
void sym_save(const SymModel *m, Blob *b);
void sym_complete(SymModel *m);            /* a model that was loaded can be translated further: it has a memo again */
SymModel *sym_load(Dae *d, BlobReader *r); /* takes d over; NULL when r went bad: d is still the caller's */

#endif
