/* elaborate.h - what expressions, equations and functions mean: types, references, calls, values.
 *
 * Sections, in the order data flows:
 *   node.c            building typed nodes; conversions
 *   lenient.c         conversions that others make without being asked
 *   typed_expr.c      text of an expression + scope -> typed expression (ch. 3, 10)
 *   reference.c       component references, subscripts, fields
 *   binding.c         values of components and attributes, typed
 *   operator.c        operators by type and rank (10.6)
 *   builtin.c         table of built-in functions and operators (3.7, 10.3, 16, 17)
 *   call.c            function calls: named and default arguments, vectorisation, record constructors (12)
 *   known.c           functions that are known although no text says what they do
 *   check_function.c  what the declaration of a function may say (12.2, 12.7 to 12.9)
 *   overload.c        operator records (14)
 *   derivative.c      functions that are partial derivatives: function d = der(f, x) (12.7.2)
 *   typed_equation.c  typed equations and statements (ch. 8, 11)
 *   assigned.c        variables of functions that get no value (12.4.4)
 *   assigned_parts.c  fields and elements of their results that get none
 *   way_facts.c       what conditions say on a way through an algorithm
 *   value.c           values: scalars, arrays, records
 *   eval.c            evaluation of typed expressions; eval_builtin.c: of built-in functions
 *   eval_whole.c      Integers, exact to 64 bits
 *   interpret.c       running functions at translation time; external*.c: external ones we know
 *   typed_print.c     typed expressions as text
 *   expand.c          members of expandable connectors (9.1.3)
 *   cardinality.c     how often a connector is connected, before connections are made
 *   check_class.c     a class on its own
 *
 * Elaboration and instances need each other: a size is an expression, a name in an expression is a component.  Names
 * begin with inst_ in both rooms; what instances ask of this one is declared in instance.h.
 */
#ifndef CAUSEWAY_ELABORATE_H
#define CAUSEWAY_ELABORATE_H

#include "dae/dae.h"
#include "instance/instance.h"

/* ---- typed expressions: typed_expr.c, call.c --------------------------------------------------------------------- */

/* clang-format off */
typedef enum {
    INST_E_REAL, INST_E_INTEGER, INST_E_BOOLEAN, INST_E_STRING, INST_E_ENUM, /* literals: num / str / integer */
    INST_E_CREF,        /* component reference: parts */
    INST_E_TIME,
    INST_E_ITER,        /* iterator */
    INST_E_END,         /* only before resolution */
    INST_E_UNARY, INST_E_BINARY,   /* op: SynOp; arguments already converted to a common type */
    INST_E_IF,          /* cond, then, else */
    INST_E_CAST,        /* Integer -> Real, elementwise */
    /* function: user function; args = all inputs in order.  integer > 0: a vectorised call (12.4.6) over that many
     * leading dimensions of type; an argument takes part when it has that many dimensions more than its input.
     * Type TUPLE only where several results are used */
    INST_E_CALL,
    INST_E_BUILTIN,     /* builtin: InstBuiltin; scalar functions apply elementwise when type has dims */
    INST_E_RECORD,      /* record constructor: args = fields in order of cls's components (inst_fields) */
    INST_E_ARRAY,       /* {..}: args */
    INST_E_RANGE,       /* from, step (may be NULL -> 1), to */
    INST_E_SUBSCRIPT,   /* args[0] subscripted by subs (of expressions that are not crefs) */
    INST_E_FIELD,       /* args[0].name: field of a record value */
    INST_E_COMPREHENSION, /* {args[0] for iters} */
    INST_E_REDUCTION,   /* builtin sum/product/min/max (args[0] for iters) */
    INST_E_TUPLE,       /* args, entries may be NULL */
    INST_E_RESULT,      /* result number `integer` of the call args[0] */
    INST_E_PARTIAL,     /* function value: function with some inputs bound: args (NULL = open) */
    INST_E_COLON,       /* whole dimension, as subscript */
    INST_E_ERROR
} InstExprKind;
/* clang-format on */

/* Built-in functions and operators.  builtin.c holds the table (name, arguments, variability, chapter). */
/* clang-format off */
typedef enum {
    INST_B_NONE,
    INST_B_DER, INST_B_PRE, INST_B_EDGE, INST_B_CHANGE, INST_B_INITIAL, INST_B_TERMINAL, INST_B_SAMPLE, INST_B_REINIT,
    INST_B_ASSERT, INST_B_TERMINATE, INST_B_RECOMPILATION,
    INST_B_NOEVENT, INST_B_DELAY, INST_B_SPATIAL, INST_B_INSTREAM, INST_B_ACTUALSTREAM, INST_B_CARDINALITY,
    INST_B_GETINSTANCENAME, INST_B_CLASSDIRECTORY,
#define INST_TABLED(op, ...) INST_B_##op,
    DAE_ELEMENTARY(INST_TABLED) DAE_OF_SCALARS(INST_TABLED) DAE_OF_ARRAYS(INST_TABLED)
#undef INST_TABLED
    INST_B_NDIMS, INST_B_ZEROS, INST_B_ONES, INST_B_PROMOTE,
    INST_B_STRING, INST_B_ENUM_OF_INTEGER, INST_B_PURE,
    INST_B_CONN_BRANCH, INST_B_CONN_ROOT, INST_B_CONN_POTENTIAL_ROOT, INST_B_CONN_IS_ROOT, INST_B_CONN_ROOTED,
    INST_B_CONN_UNIQUE_ROOT, INST_B_CONN_UNIQUE_INDICES,
    INST_B_CLOCK, INST_B_PREVIOUS, INST_B_HOLD, INST_B_SUBSAMPLE, INST_B_SUPERSAMPLE, INST_B_SHIFTSAMPLE,
    INST_B_BACKSAMPLE,
    INST_B_NOCLOCK, INST_B_INTERVAL, INST_B_FIRSTTICK, INST_B_SAMPLE_CLOCK,
    INST_B_TRANSITION, INST_B_INITIALSTATE, INST_B_ACTIVESTATE, INST_B_TICKSINSTATE, INST_B_TIMEINSTATE,
    INST_B_COUNT
} InstBuiltin;
/* clang-format on */

/* The operator of the flat DAE that a built-in one is; DAE_NONE when there is none. */
DaeOp inst_builtin_op(InstBuiltin b);
static inline InstBuiltin inst_of_elementary(DaeOp op) { return (InstBuiltin)(op - DAE_FIRST_ELEMENTARY + INST_B_ABS); }

/* one part of a resolved reference */
typedef struct {
    InstComp *comp;
    uint32_t nsubs;  /* 0 (whole) or number of own dimensions */
    InstExpr **subs; /* scalar Integer (also Boolean/enum) expressions, ranges/vectors, or INST_E_COLON */
} InstPart;

typedef struct {
    Name name;
    InstExpr *range;  /* vector */
    int64_t slot;     /* value while evaluating (eval.c, flatten) — owned by whoever loops */
    InstType type;    /* of one value */
    InstValue *value; /* current value when it is not an integer */
    bool bound;
    InstExpr
        *means; /* what the name stands for, where it is not the value itself: an element of a vector that varies */
} InstIter;

struct InstExpr {
    uint8_t kind, op;    /* InstExprKind, SynOp */
    uint16_t builtin;    /* InstBuiltin */
    uint8_t variability; /* InstVariability */
    bool no_event;
    InstType type;
    Span span;
    uint32_t nargs;
    InstExpr **args;
    union {
        double real;
        int64_t integer;
        Name string;
    };
    InstFunction *function; /* CALL, PARTIAL */
    InstClass *cls;         /* RECORD: the record class; ENUM; getInstanceName(): where it is written */
    /* CREF in connect (and other operators on connectors): type ANY when its last part is a component that is not
     * present (the connection vanishes), or when `field` is set: an element that an expandable connector (the last
     * part) does not declare, with subscripts args.
     * CREF: parts[0] is the outermost component named in the text; enclosing components of parts[0] (its parent's
     * owner chain) are implicit: their index is that of the instance in which the expression stands. */
    InstPart *parts;
    uint32_t nparts;
    InstIter *iter;   /* ITER */
    InstIter **iters; /* COMPREHENSION, REDUCTION: outermost first */
    uint32_t niters;
    Name field; /* FIELD */
};

/* Iterators in force, innermost first. */
struct InstIterScope {
    InstIter *iter;
    struct InstIterScope *outer;
};
/* inst_expr of what stands alone: a call keeps all its results (type TUPLE). */
InstExpr *inst_expr_alone(InstClass *scope, const SynExpr *e, InstIterScope *iters);
/* Functions may run for a while again: each evaluation that somebody waits for has its own time. */
void inst_renew_steps(Inst *in);
/* inst_expr, converted to an expected type (Integer -> Real; dims checked where known); reports mismatch. */
InstExpr *inst_expr_as(InstClass *scope, const SynExpr *e, InstIterScope *iters, const InstType *want,
                       const char *what);
/* A value or attribute (attr -1: the value) that every member of the group around c gives in its own declaration
 * (inst_is_own): that of member k, typed anew into in->nodes. */
InstExpr *inst_member_expr(InstComp *c, int attr, uint32_t k);
const char *inst_builtin_name(InstBuiltin b); /* as written in the language */
void inst_expr_text(const Inst *in, const InstExpr *e, Text *out);

/* ---- functions --------------------------------------------------------------------------------------------------- */

struct InstFunction {
    Inst *inst;
    InstClass *cls;
    Name name; /* full name */
    InstComp **inputs, **outputs, **locals;
    uint32_t ninputs, noutputs, nlocals;
    InstStmt *body; /* elaborated on first use: inst_function_body */
    bool body_ready, pure, is_constructor, is_destructor, is_record_constructor;
    bool faulty;           /* its body has errors, which may have been taken back since */
    SynExternal *external; /* or NULL; libraries and includes in its annotation and the class annotation */
    void *extra;           /* belongs to whoever reads the functions (flatten); NULL at first */
};
InstFunction *inst_function(InstClass *c); /* NULL after an error */
InstStmt *inst_function_body(InstFunction *f);
/* The same; errors of the body that were taken back, as it was looked at in a trial, are told. */
InstStmt *inst_function_reported(InstFunction *f);
/* Syntax of dimension k of a component, or NULL when it comes from its type; where names in it are looked up. */
const SynExpr *inst_dimension_syntax(const InstComp *c, uint32_t k);
InstClass *inst_dimension_scope(const InstComp *c);
/* The type that a result of a call has, with the sizes that its arguments give it (also to fields of a record). */
InstType inst_result_type(Inst *in, const InstExpr *call, uint32_t result);

/* ---- equations and statements: typed_equation.c ------------------------------------------------------------------ */

typedef struct {
    InstExpr *cond; /* NULL: else */
    InstEq *eqs;
    InstStmt *stmts;
} InstBranch;

struct InstEq {
    uint8_t kind; /* SynEquationKind */
    bool judged;  /* its units were looked at */
    Span span;
    InstEq *next;
    InstExpr *lhs, *rhs; /* EQUALS (types agree, casts inserted; lhs may be TUPLE); CONNECT: two CREFs; CALL: lhs */
    InstBranch *branches;
    uint32_t nbranches;
    InstIter *iter; /* FOR: one iterator per node (several are nested) */
    InstEq *body;
};

struct InstStmt {
    uint8_t kind; /* SynStatementKind */
    bool judged;  /* its units were looked at */
    Span span;
    InstStmt *next;
    InstExpr *lhs, *rhs;
    InstBranch *branches;
    uint32_t nbranches;
    InstIter *iter;
    InstStmt *body;
};

/* Equations / algorithms written in class instance c itself (not its bases). */
InstEq *inst_equations(InstClass *c, bool initial);
/* One of them: NULL when it does not count (deselected, inherited twice) or after an error. */
InstEq *inst_equation(InstClass *c, const SynEquation *q, bool initial);
InstStmt *inst_algorithm(InstClass *c, const SynAlgorithm *a);

double inst_reduction_of_nothing(InstBuiltin reduce, const InstType *t); /* type.c */

/* ---- values and evaluation: value.c, eval.c, interpret.c --------------------------------------------------------- */

/* A value as a whole number; what 64 bits do not hold becomes the largest double that they do. */
static inline int64_t inst_whole(double x) {
    const double most = 9223372036854774784.0;
    return x > most ? (int64_t)most : x < -most ? -(int64_t)most : x == x ? (int64_t)x : 0;
}

InstValue *inst_eval_member(InstComp *c, uint32_t k, int flags); /* the same in member k of the group around c */

#endif
