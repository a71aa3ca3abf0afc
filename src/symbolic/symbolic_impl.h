/* symbolic_impl.h - what the files of symbolic/ share among themselves. */
#ifndef CAUSEWAY_SYMBOLIC_IMPL_H
#define CAUSEWAY_SYMBOLIC_IMPL_H

#include "symbolic/symbolic.h"

/* ---- translate.c: the work in progress --------------------------------------------------------------------------- */

/* SymWork.role, by variable */
enum {
    SYM_ROLE_UNKNOWN = 1,          /* must be computed by an equation of the simulation system */
    SYM_ROLE_PARAM = 2,            /* known once parameters are: constants, parameters, variables made of them */
    SYM_ROLE_FROZEN = 4,           /* event variable of a relation or sample: changes at events only */
    SYM_ROLE_STATE = 8,            /* chosen as state: known while simulating */
    SYM_ROLE_OUT = 16,             /* output of a multi-equation */
    SYM_ROLE_GONE = 32,            /* eliminated: alias or constant */
    SYM_ROLE_LATE = 64,            /* parameter whose value is known only after initialisation */
    SYM_ROLE_DIFFERENTIATED = 128, /* its derivative occurs in the equations */
};

enum { SYM_DECLARED_UNKNOWN = 128 };

typedef struct {
    uint8_t known;        /* bits of what has been found out below */
    uint8_t base;         /* DaeBase of what an EQUATE compares */
    uint8_t timeless;     /* the value depends on operands alone */
    uint8_t triggered;    /* it comes from a when-clause */
    uint32_t occurrence;  /* first of nholes bytes in SymWork.occurrence, 255 = not yet */
    uint32_t coefficient; /* first of nholes entries in SymWork.coefficient; SYM_NONE: none was asked for */
} SymFacts;

/* The coefficient of one hole of a shape that is linear in it. */
typedef struct {
    uint64_t holes; /* what it reads; bit 63: hole 63 or one behind it */
    uint8_t state;  /* 0: not looked at yet, 1: not linear, 2: linear */
    int8_t sign;    /* coefficient is this times a leaf: 1 or -1; 0: it is made of more */
    DaeExpr expr, leaf;
    uint64_t last; /* key of the parameters met last: many equations read the same ones */
    double last_value;
} SymFactor;

/* alias.c: a shape with things put in for its holes */
typedef struct {
    uint32_t shape;    /* result */
    uint32_t from;     /* shape it was made of */
    uint32_t n, nfrom; /* operands of the result, holes of from */
    uint32_t *source;  /* n: hole of `from`, or a constant operand */
    uint32_t *code;    /* nfrom substitutions */
} SymSpecial;

/* eliminate.c: the residual of one unknown with everything put in */
typedef struct {
    uint32_t shape;    /* UINT32_MAX: it grew too long */
    uint32_t n, ncode; /* holes of the shape; length of the structure */
    uint32_t *source;  /* per hole: number of the operand in the structure (0: the unknown), or a constant */
    uint32_t *code;
} SymElimination;

/* Numbers of some variables: their places are counted by bits, for parameters are few. */
typedef struct {
    VEC(uint64_t) has; /* bit by variable */
    VecU32 before;     /* per 64 variables: how many have a number before them */
    VEC(double) at;    /* NaN unknown */
} SymValues;

typedef struct {
    Context *ctx;
    Dae *dae;
    AlgMemo *memo;
    SymModel *model;
    SymOptions opt;
    DaeEquations eqs;       /* the simulation equations in hand */
    DaeEquations initial;   /* initial equations in hand */
    DaeEquations weak;      /* bindings of parameters with fixed = false: conditions where no others determine them */
    VecU32 settled;         /* parameters that decided which bindings depend on which */
    DaeEquations redundant; /* hidden.c: equations that others say already, as they were when it last looked */
    DaeEquations found;     /* solved: variables that turned out to be parameter expressions */
    VEC(uint8_t) role;      /* by variable; sym_grow keeps it as long as dae->vars */
    /* variables whose value before the start an initial equation asks for: never constants (8.6) */
    Map past;
    Map read_past; /* discrete variables whose pre value an equation reads */
    /* by variable of the flat model: its kind there, SYM_DECLARED_UNKNOWN for unknowns (structure.c) */
    VEC(uint8_t) declared;
    VecU32 parent;       /* by variable: alias forest, 2*parent + (1 when negated) */
    Map constant_of;     /* root of an alias class -> constant operand: sym_set_constant, sym_constant_of */
    VecU32 is_constant;  /* bit by variable: it is in constant_of */
    VEC(SymFacts) facts; /* by shape */
    VEC(uint8_t) occurrence;
    VEC(SymFactor) coefficient; /* facts.c: by shape and hole */
    Map inverses;               /* place of operands << 32 | shape of a solved equation -> index in checks */
    DaeEquations checks;        /* asserts that these are solutions */
    VecU32 tested;              /* bit by place in dae->operands: its coefficient is in model->tested */
    Map coefficients, linear, coefficient_value, value_inputs, reads; /* facts.c */
    uint32_t pair_shape[2][DAE_VOID + 1]; /* facts.c: 1 + shape of HOLE0 = HOLE1 and HOLE0 := HOLE1, by base */
    Map special_ids;                      /* alias.c: shapes with operands put in */
    VEC(SymSpecial) specials;
    Map elimination_ids; /* eliminate.c: structures of systems torn to one */
    VEC(SymElimination) eliminations;
    bool zero_counts;   /* equations may be solved for what their parameters make vanish */
    bool implicit;      /* multi-equations may be used to find their arguments (else: their outputs only) */
    VecU32 lifted;      /* index.c: preferred states that nobody differentiates */
    bool jumps;         /* ... something was differentiated that changes at events only */
    VecU32 loops;       /* tear.c: variables that are not Real and depend on themselves (see loops.c) */
    bool collect_loops; /* ... are listed instead of reported */
    VecU32 local;       /* tear.c: by variable, scratch numbering, SYM_NONE outside of use; as long as was needed */
    SymValues values;   /* facts.c: of parameters, as the model gives them */
    const DaeOperand *evaluating; /* facts.c: operands of the binding being evaluated */
} SymWork;

/* Lengthens the tables by variable after variables were added. */
void sym_grow(SymWork *w);
/* Sorts equations into blocks.  owner: per variable the equation that computes it, SYM_NONE when known. */
bool sym_sort(SymWork *w, const DaeEquations *eqs, const uint32_t *owner, SymBlocks *out);

/* What stands for v after aliases were found; a sign is not told. */
static inline DaeVar sym_representative(const SymWork *w, DaeVar v) {
    while (w->parent.at[v] >> 1 != v) v = w->parent.at[v] >> 1;
    return v;
}

/* ---- facts.c ----------------------------------------------------------------------------------------------------- */

const SymFacts *sym_facts(SymWork *w, uint32_t shape);
AlgOccurrence sym_occurs(SymWork *w, uint32_t shape, uint32_t hole);
/* Holes that expression e reads; bit 63 stands for all from 63 on. */
uint64_t sym_holes(const Dae *d, DaeExpr e);
/* Is the shape linear in the holes of mask?  *coefficients: holes that the coefficients read. */
bool sym_is_linear(SymWork *w, uint32_t shape, uint64_t mask, uint64_t *coefficients);
/* The same for any number of holes, masked by a byte each; says nothing of coefficients. */
bool sym_linear_by_degree(SymWork *w, uint32_t shape, const uint8_t *masked);
/* How many first inputs of function g are values, when g is the derivative of another function: in the inputs behind
 * them it is linear.  SYM_NONE when g is no such function. */
uint32_t sym_value_inputs(SymWork *w, uint32_t g);
/* Known before simulation starts, the same all through it. */
bool sym_is_param(const SymWork *w, DaeOperand o);
/* May eq be solved for its hole by a division that needs no check while running?  strict: the divisor's value must be
 * known at translation and not be zero (a choice among several equations; else there is no other). */
bool sym_safe_to_solve(SymWork *w, const DaeEquation *eq, uint32_t hole, bool strict);
/* Coefficient of a hole that occurs linearly, when only parameters are in it and their values are known. */
bool sym_coefficient(SymWork *w, const DaeEquation *eq, uint32_t hole, double *value);
/* eq solved for the hole; false when that cannot be done symbolically. */
bool sym_solve_eq(SymWork *w, const DaeEquation *eq, uint32_t hole, DaeEquation *out);
uint32_t sym_hole_of(const Dae *d, const DaeEquation *eq, DaeVar v); /* SYM_NONE when absent */
/* Equation lhs = rhs of two operands, and lhs := rhs. */
DaeEquation sym_equate(SymWork *w, DaeVar lhs, DaeOperand rhs, uint32_t origin);
DaeEquation sym_assign(SymWork *w, DaeVar lhs, DaeOperand rhs, uint32_t origin);
/* The rows of eq as edges of g: one for an EQUATE, nout for a multi-equation (see w->implicit).  unknown: by variable.
 * mixed: Real equations may give discrete Reals too (initialisation).  Returns the number of rows. */
uint32_t sym_add_rows(SymWork *w, const DaeEquation *eq, const uint8_t *unknown, bool mixed, SymGraph *g);
/* Value of an operand when it is known at translation (parameters with their default bindings). */
bool sym_operand_value(SymWork *w, DaeOperand o, double *value);
void sym_forget_values(SymWork *w); /* parameters were added: values are found again when asked for */

/* ---- inputs.c ---------------------------------------------------------------------------------------------------- */

/* What is known from outside: inputs without equations of their own, and their derivatives. */
void sym_inputs(SymWork *w);
Name sym_unit_by_second(const Dae *d, Name unit); /* 0: none */
void sym_derivative_units(Dae *d);                /* of variables that stand for derivatives */
/* dae_der, for any variable: that of an input is an input. */
DaeVar sym_der(SymWork *w, DaeVar v);
/* Derivatives of inputs that the model needs are named in warnings; others are given up. */
void sym_tell_inputs(SymWork *w);

/* ---- copies.c ---------------------------------------------------------------------------------------------------- */

/* In algorithms of d->equations: what is still a plain copy of another operand is read there. */
void sym_read_originals(Dae *d);

/* ---- alias.c ----------------------------------------------------------------------------------------------------- */

void sym_alias(SymWork *w);
void sym_semilinear(SymWork *w); /* semilinear.c */
/* Puts representatives and constants in the place of eliminated operands. */
void sym_set_constant(SymWork *w, DaeVar root, DaeOperand value);
bool sym_constant_of(const SymWork *w, DaeVar root, DaeOperand *value);
DaeEquation sym_apply(SymWork *w, DaeEquation eq);
/* The same; operands that occur twice become one hole, literal operands 0, 1, -1 part of the shape. */
DaeEquation sym_normalise(SymWork *w, DaeEquation eq);

/* ---- implicit.c -------------------------------------------------------------------------------------------------- */

/* Is it a continuous Real: solved for, where its equation reads it? */
bool sym_is_solved_for(const Dae *d, DaeOperand o);
/* Results that a call with several of them reads become holes of their own. */
void sym_separate_results(Dae *d, DaeEquations *eqs);
/* Multi-equations of w->eqs that read what they compute give hidden variables, and equations say that both agree. */
void sym_divert_results(SymWork *w);

/* ---- hidden.c ---------------------------------------------------------------------------------------------------- */

/* Constraints between states that follow from sums of equations take the place of one of them.  removed: per equation
 * of w->eqs, whether it counts no more.  true when something was found. */
bool sym_hidden_constraints(SymWork *w, const uint8_t *removed);

/* ---- ground.c ---------------------------------------------------------------------------------------------------- */

/* Sums of flows that say nothing, because nothing fixes the level of the network, become "a potential is zero". */
void sym_ground(SymWork *w);

/* ---- index.c, states.c ------------------------------------------------------------------------------------------- */

typedef struct {
    SymWork *w;
    SymGraph g;            /* rows of all equations over all unknowns, states included */
    VecU32 row_eq;         /* equation of a row */
    VecU32 row_derivative; /* row of its derivative, SYM_NONE when there is none */
    VecU32 row_order;      /* how often the equation of a row was differentiated to get it */
    uint32_t original;     /* rows before any equation was differentiated */
    VecU32 row_match, col_match;
    VEC(uint8_t) unknown; /* by variable: some equation or its derivative must give it */
    VEC(uint8_t) usable;  /* ... and it is the highest derivative of its kind */
    SymSearch search;
    VecU32 pending; /* variables that got a derivative though no search reached them */
    uint32_t group; /* multi-equation that had to be differentiated, or SYM_NONE */
    bool complete;  /* the first matching was perfect: nothing to reduce */
} SymIndex;

/* Lengthens the tables by variable after variables were added. */
void sym_index_grow(SymIndex *x);
/* Fills model->states from what index reduction left.  first_new: variables from there on were made by it. */
bool sym_choose_states(SymIndex *x, uint32_t first_new);
/* independent.c.  chosen: as many of the variables as there are constraints, matched with them.  Where their
 * coefficients are numbers and singular, the first ones, in the order of vars, whose coefficients are not. */
void sym_choose_independent(SymWork *w, const DaeEquation *eqs, uint32_t neqs, const DaeVar *vars, uint32_t nvars,
                            uint8_t *chosen);

/* Index reduction and choice of states: adds differentiated equations to w->eqs, fills model->states, and gives in
 * owner (to be freed by the caller) per variable the equation that computes it.  false after reporting errors. */
bool sym_reduce_index(SymWork *w, uint32_t **owner);
/* Marks variables whose derivative occurs in the equations in hand. */
void sym_mark_differentiated(SymWork *w);

/* Who computes what, after equations and unknowns were added to those of sym_reduce_index; the states stay.  false
 * after reporting. */
bool sym_match_again(SymWork *w, uint32_t **owner);

/* ---- discretise.c ------------------------------------------------------------------------------------------------ */

/* Replaces the derivatives of clocked partitions by their solver methods. */
bool sym_discretise(SymWork *w, uint32_t **owner);
/* Is v a variable of a clocked partition with derivatives, or the derivative of one? */
bool sym_is_solved_clocked(const SymWork *w, DaeVar v);
/* Is v what stands for time in such a partition? */
bool sym_is_clock_time(const SymWork *w, DaeVar v);

/* ---- selection.c ------------------------------------------------------------------------------------------------- */

/* A part of constraints and candidates, as states.c finds it. */
typedef struct {
    uint32_t n, nstates;   /* candidates; states among them */
    uint32_t nrows, ncols; /* constraints; columns: candidates, then variables that are always determined */
    const DaeEquation *rows;
    const DaeVar *columns;
    const uint8_t *taken; /* per candidate: the constraints determine it at first */
} SymPart;
/* Adds a selection for it, with its variables and equations (the last ones of w->eqs).  false, and nothing added, when
 * its Jacobian cannot be had. */
bool sym_make_selection(SymWork *w, const SymPart *part);

/* ---- share_calls.c ----------------------------------------------------------------------------------------------- */

/* In w->eqs: equal calls of several equations become one multi-equation. */
void sym_share_calls(SymWork *w);

/* ---- split_equation.c -------------------------------------------------------------------------------------------- */

/* Appends equations that say the same as the multi-equation eq; false (and nothing appended) when that cannot be. */
bool sym_split(SymWork *w, const DaeEquation *eq, DaeEquations *out);

/* ---- loops.c ----------------------------------------------------------------------------------------------------- */

/* Reads the variables of w->loops as their pre values, so that sorting finds a beginning.  owner grows with the
 * variables. false when one cannot be treated so. */
bool sym_break_loops(SymWork *w, uint32_t **owner, uint32_t *nowner);
/* A torn loop whose unknowns are not Real as one statement that iterates it.  false after reporting that it cannot
 * be. */
bool sym_iterate_loop(SymWork *w, const SymSystem *s, DaeEquation *out);
/* Equations v = expression with v in it, for v that is not Real, outside of when: v is read as pre(v). */
void sym_read_own_before(SymWork *w);

/* ---- growth.c ---------------------------------------------------------------------------------------------------- */

enum { SYM_PROBES = 4 };
typedef struct {
    double value[2]; /* of a coefficient, with conditions false and true; NaN: not known, or zero */
} SymCoefficient;
/* a variable in the trial of an order of solving */
typedef struct {
    double value[SYM_PROBES], error[SYM_PROBES];
} SymProbe;
/* Coefficients of n equations, one per edge of g, in units that make rows and columns alike.  by_var: g transposed;
 * hole: per edge. */
void sym_coefficients(SymWork *w, const DaeEquation *eqs, uint32_t n, uint32_t nvars, const SymGraph *g,
                      const SymGraph *by_var, const uint32_t *hole, SymCoefficient *c);
/* What an iteration variable begins with. */
SymProbe sym_probe(uint32_t variable);
/* Solves `row` for the variable of edge `of`: *out is what it gets from the others (all), the result how large that
 * is. */
double sym_growth(const SymGraph *g, const SymCoefficient *c, uint32_t row, uint32_t of, const SymProbe *all,
                  SymProbe *out);

/* ---- tear.c ------------------------------------------------------------------------------------------------------ */

/* A hidden variable of the same type: what an equation computes for a variable that is known from elsewhere. */
DaeVar sym_own_value(SymWork *w, DaeVar of);
/* Makes the block of one strong component of several equations, or of one that cannot be solved symbolically.
 * vars: the variables it computes. */
bool sym_tear(SymWork *w, const DaeEquation *eqs, uint32_t n, const DaeVar *vars, uint32_t nvars, SymBlocks *out);

/* ---- nest.c ------------------------------------------------------------------------------------------------------ */

/* A component as tearing sees it. */
typedef struct {
    SymWork *w;
    const DaeEquation *eqs;
    const DaeVar *vars;
    uint32_t n;              /* equations, and variables: as many */
    const SymGraph *g;       /* equation -> local variables */
    const uint32_t *hole;    /* per edge */
    const uint8_t *solvable; /* per edge: may be solved for it inside */
    const uint8_t *constant; /* per equation: linear in the component's variables, coefficients made of parameters */
    const SymCoefficient *coefficient; /* per edge; NULL when not known */
    const uint32_t *torn;              /* what tearing on one level would iterate */
    uint32_t ntorn;
    bool linear; /* all its equations are linear in its variables */
} SymComponent;
/* Makes a system of fewer iteration variables (at most `most`), with linear systems inside.  false: there is none that
 * is better, nothing was changed. */
bool sym_nest(const SymComponent *c, uint32_t most, SymSystem *out);

/* ---- eliminate.c ------------------------------------------------------------------------------------------------- */

/* A formula for the unknown of a linear system torn to one; false when there is none that is safe. */
bool sym_eliminate(SymWork *w, const SymSystem *s, DaeEquation *out);
/* One equation that gives all unknowns of a linear system of a few; number: of the system, which stands by. */
bool sym_solve_tiny(SymWork *w, const SymSystem *s, uint32_t number, DaeEquation *out);

/* ---- initial.c, standstill.c, jacobian_pattern.c ----------------------------------------------------------------- */

/* owner: who computes what while simulating, for the first nowner variables. */
bool sym_initial(SymWork *w, const uint32_t *owner, uint32_t nowner);
/* standstill.c: *out := eqs with derivatives put in that equations from `first` on say to be zero, and what follows
 * from them.  false: there are none. */
bool sym_stand_still(SymWork *w, const DaeEquations *eqs, uint32_t first, DaeEquations *out);
void sym_place_relations(SymWork *w);

/* inverses.c */
void sym_note_inverse(SymWork *w, const DaeEquation *eq, uint32_t hole, const DaeEquation *solved);
void sym_check_inverses(SymWork *w);
void sym_jacobian(SymModel *m);

/* ---- translate.c ------------------------------------------------------------------------------------------------- */

void sym_free_tables(SymModel *m); /* all of it but its dae */
/* Memory of finished passes of a large model goes back to the system. */
void sym_trim(const SymWork *w);

/* ---- shown.c ----------------------------------------------------------------------------------------------------- */

/* From now on messages show relations and samples as they were written. */
void sym_show_events(SymModel *m);
/* ---- rows.c ------------------------------------------------------------------------------------------------------ */

/* The flat equations as the passes begin with them: without empty ones, single assignments as equations. */
void sym_flat_equations(SymWork *w, DaeEquations *out);
/* The flat model as it was before aliases were found, as rows. */
void sym_rows(SymWork *w, SymFlat *out);

/* ---- structural_errors.c ----------------------------------------------------------------------------------------- */

/* Reports what is over- and under-determined.  row_eq: equation of each row. */
void sym_diagnose(SymWork *w, const char *what, const SymGraph *g, const DaeEquations *eqs, const uint32_t *row_eq,
                  const uint32_t *row_match, const uint32_t *col_match, const uint8_t *unknown);
Span sym_span(const Dae *d, uint32_t origin);
char *sym_eq_text(const SymWork *w, const DaeEquation *eq); /* in the Context's arena */
char *sym_var_text(const SymWork *w, DaeVar v);

#endif
