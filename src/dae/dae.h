/* dae.h - the flat hybrid DAE: the station where every front end joins the road.
 *
 * Sections, in the order data flows:
 *   dae_expr.c    hash-consed expressions in a pool; operators and their table
 *   elementary.c  mathematical functions: values, domains, derivatives, inverses
 *   walk.c        visiting the distinct nodes of an expression, children first, without recursion
 *   fold.c        smart constructors: constant folding and the trivial identities
 *   dae_value.c   evaluating an expression whose leaves are all known
 *   dae_names.c   names of variables as chains of (parent, word, subscripts)
 *   dae.c         the Dae: variables, shapes, equations, functions; adding to it
 *   copy.c        the same once more; part.c: a part of it as a Dae of its own
 *   dae_run.c     the same with function calls and arrays: an interpreter
 *   dae_print.c   the text form of expressions and statements, print_dae.c of the whole ...
 *   dae_parse.c   ... and back: lex.c tokens, parse_expr.c expressions and statements, strings.c where Strings stand
 *   dae_save.c    the whole as bytes, for the cache
 *
 * The central idea (design.md III): an equation is a pair of a SHAPE, an expression whose variables are
 * numbered holes, and a short vector of OPERANDS, 32-bit ids of variables or constants.  A million
 * resistors are one shape and a million operand vectors.  Symbolic work is done on shapes, graph work
 * on operands.
 *
 * Everything here is scalar: arrays and records were taken apart by flattening.  Arrays survive in two
 * places only: as arguments and results of function calls, and inside function bodies (where sizes may
 * be unknown until run time).  Records do not survive at all: a record argument is its leaf fields in
 * declaration order, an array of records is one array per field.
 */
#ifndef CAUSEWAY_DAE_H
#define CAUSEWAY_DAE_H

#include "model/model.h"

/* ---- dae_expr.c -------------------------------------------------------------------------------------------------- */

typedef uint32_t DaeExpr; /* node of a pool; equal expressions have equal ids; 0 = none */

/* Variables, their attributes, names and origins are tables that a run shares with the compiler: model.h says what they
 * mean. */
typedef MdVar DaeVar;
typedef MdOperand DaeOperand; /* what an equation's hole refers to: a variable or an entry of dae->constants */
typedef MdName DaeName;
typedef MdNameNode DaeNameNode;
typedef MdBase DaeBase;
typedef MdKind DaeKind;
typedef MdAttrs DaeAttrs; /* deduplicated by dae_attrs */
/* DaeAttrs.confidence: the level of components on which start was set, 1 in the model itself (MLS 3.6, 8.6.2).  Lower
 * is better.  What the type of a variable says about all variables of its kind comes last. */
enum { DAE_BY_TYPE = 255 };
typedef MdVariable DaeVariable;
typedef MdOrigin DaeOrigin;
typedef MdEnum DaeEnum;
#define DAE_NO_OPERAND MD_NO_OPERAND
#define DAE_CONSTANT_BIT MD_CONSTANT_BIT
#define DAE_REAL MD_REAL
#define DAE_INTEGER MD_INTEGER
#define DAE_BOOLEAN MD_BOOLEAN
#define DAE_STRING MD_STRING
#define DAE_ENUM MD_ENUM
#define DAE_OBJECT MD_OBJECT
#define DAE_VOID MD_VOID
#define DAE_KIND_CONSTANT MD_KIND_CONSTANT
#define DAE_KIND_PARAMETER MD_KIND_PARAMETER
#define DAE_KIND_DISCRETE MD_KIND_DISCRETE
#define DAE_KIND_CONTINUOUS MD_KIND_CONTINUOUS
#define DAE_KIND_DERIVATIVE MD_KIND_DERIVATIVE
#define DAE_KIND_PRE MD_KIND_PRE
#define DAE_KIND_TIME MD_KIND_TIME
#define DAE_INPUT MD_INPUT
#define DAE_OUTPUT MD_OUTPUT
#define DAE_PROTECTED MD_PROTECTED
#define DAE_HIDDEN MD_HIDDEN
#define DAE_FIXED MD_FIXED
#define DAE_FLOW MD_FLOW
#define DAE_FINAL MD_FINAL
#define DAE_HAS_START MD_HAS_START
#define DAE_CLOCKED MD_CLOCKED
#define DAE_CLOCK MD_CLOCK
#define DAE_STRUCTURAL MD_STRUCTURAL
#define DAE_SAMPLED MD_SAMPLED
#define DAE_SIGNAL_IN MD_SIGNAL_IN
#define DAE_SIGNAL_OUT MD_SIGNAL_OUT

/* Mathematical functions of one or two Reals (MLS 3.6, 3.7.3): one row each, and nothing about them elsewhere but their
 * prototype in model/abi.h.
 *   the operator; its name in the language; how many arguments, and what they are called; the rule of their types
 *   (make_... of elaborate/builtin.c); the C function; the domain of the first argument; formulas; the name in classic
 *   Dymola.
 * Formulas are written operator first.  The derivative is one of the argument x and the value y, where ~ stands before
 * what may vanish though the function is defined; NULL: there is none.  Of two arguments x and z there are two of them,
 * the slopes by x and by z, with ; between.  The inverse is one of the value, here x; with ? in front it is the
 * principal one of several. */
/* clang-format off */
#define DAE_ELEMENTARY(X) \
 X(ABS,   "abs",   1, "v",     abs,  fabs,    ALL,      "sign x",                NULL,                      "abs") \
 X(SIGN,  "sign",  1, "v",     sign, cw_sign, ALL,      NULL,                    NULL,                      "sign") \
 X(SQRT,  "sqrt",  1, "v",     real, sqrt,    NOT_NEG,  "/ 1 * 2 ~ y",           "^ x 2",                   "sqrt") \
 X(SIN,   "sin",   1, "u",     real, sin,     ALL,      "cos x",                 "?asin x",                 "sin") \
 X(COS,   "cos",   1, "u",     real, cos,     ALL,      "* -1 sin x",            "?acos x",                 "cos") \
 X(TAN,   "tan",   1, "u",     real, tan,     ALL,      "+ 1 ^ y 2",             "?atan x",                 "tan") \
 X(ASIN,  "asin",  1, "u",     real, asin,    UNIT,     "/ 1 ~ sqrt - 1 ^ x 2",  "sin x",                   "arcsin") \
 X(ACOS,  "acos",  1, "u",     real, acos,    UNIT,     "/ -1 ~ sqrt - 1 ^ x 2", "cos x",                   "arccos") \
 X(ATAN,  "atan",  1, "u",     real, atan,    ALL,      "/ 1 + 1 ^ x 2",         "tan x",                   "arctan") \
 X(ATAN2, "atan2", 2, "u1,u2", real, atan2,   ALL, "/ z + ^ z 2 ^ x 2;/ * -1 x + ^ z 2 ^ x 2", NULL,        "atan2") \
 X(SINH,  "sinh",  1, "u",     real, sinh,    ALL,      "cosh x",                "log + x sqrt + ^ x 2 1",  "sinh") \
 X(COSH,  "cosh",  1, "u",     real, cosh,    ALL,      "sinh x",                "?log + x sqrt - ^ x 2 1", "cosh") \
 X(TANH,  "tanh",  1, "u",     real, tanh,    ALL,      "- 1 ^ y 2",             "* 0.5 log / + 1 x - 1 x", "tanh") \
 X(EXP,   "exp",   1, "u",     real, exp,     ALL,      "y",                     "log x",                   "exp") \
 X(LOG,   "log",   1, "u",     real, log,     POSITIVE, "/ 1 x",                 "exp x",                   "ln") \
 X(LOG10, "log10", 1, "u",     real, log10,   POSITIVE, "/ 1 * log 10 x",        "^ 10 x",                  "log10")

/* Other operators that the language calls by name: one row each.
 *   the operator; its name; how many arguments it has here (-1: any number); its arguments in the language, with ?
 *   behind what may be left out, and the rule of their types (make_... of elaborate/builtin.c); base and rank of the
 *   value (fold.c); the C function of generated code (codegen/helpers.c; NULL: emit_*.c writes something else); the
 *   name in classic Dymola, or NULL.
 * Of scalars, elementwise on arrays: */
#define DAE_OF_SCALARS(X) \
 X(MIN,        "min",        2, "x,y?", min,                           OF_ALL,     WIDEST,    "cw_min", "min") \
 X(MAX,        "max",        2, "x,y?", min,                           OF_ALL,     WIDEST,    "cw_max", "max") \
 /* rounding; those that generate events have value.i = 0, plain ones 1 */ \
 X(FLOOR,      "floor",      1, "x",    floor,                         OF_REAL,    WIDEST,    "floor",  "entier") \
 X(CEIL,       "ceil",       1, "x",    floor,                         OF_REAL,    WIDEST,    "ceil",   NULL) \
 X(INTEGER_OF, "integer",    1, "x",    integer,                       OF_INTEGER, WIDEST,    "floor",  NULL) \
 X(DIVT,       "div",        2, "x,y",  div,                           OF_ALL,     WIDEST,    "cw_div", NULL) \
 X(MOD,        "mod",        2, "x,y",  div,                           OF_ALL,     WIDEST,    "cw_mod", NULL) \
 X(REM,        "rem",        2, "x,y",  div,                           OF_ALL,     WIDEST,    "cw_rem", NULL) \
 X(TO_INT,     "Integer",    1, "e",    integer_of_enum,               OF_INTEGER, WIDEST,    NULL,     NULL) \
 X(HOMOTOPY,   "homotopy",   2, "actual,simplified", homotopy,         OF_REAL,    WIDEST,    NULL,     NULL) \
 X(SEMILINEAR, "semiLinear", 3, "x,positiveSlope,negativeSlope", real, OF_REAL,    WIDEST,    NULL,     NULL) \
 X(SMOOTH,     "smooth",     2, "p,expr", smooth,                      OF_SECOND,  AS_SECOND, NULL,     NULL)
/* Of arrays (MLS 3.6, 10.3): */
#define DAE_OF_ARRAYS(X) \
 X(SIZE,      "size",        -1, "A,i?",    size,          OF_INTEGER, SIZE,        NULL,           NULL) \
 X(CAT,       "cat",         -1, "...",     cat,           OF_REST,    WIDEST_REST, NULL,           NULL) \
 X(FILL,      "fill",        -1, "...",     fill,          OF_FIRST,   FILL,        NULL,           NULL) \
 X(SUM,       "sum",          1, "A",       sum,           OF_FIRST,   SCALAR,      "cw_sum",       NULL) \
 X(PRODUCT,   "product",      1, "A",       sum,           OF_FIRST,   SCALAR,      "cw_product",   NULL) \
 X(TRANSPOSE, "transpose",    1, "A",       transpose,     OF_ALL,     MATRIX,      "cw_transpose", NULL) \
 X(OUTER,     "outerProduct", 2, "v1,v2",   outer_product, OF_ALL,     MATRIX,      "cw_outer",     NULL) \
 X(SYMMETRIC, "symmetric",    1, "A",       symmetric,     OF_ALL,     MATRIX,      "cw_symmetric", NULL) \
 X(CROSS,     "cross",        2, "x,y",     cross,         OF_ALL,     VECTOR,      "cw_cross",     NULL) \
 X(SKEW,      "skew",         1, "x",       skew,          OF_ALL,     MATRIX,      "cw_skew",      NULL) \
 X(IDENTITY,  "identity",     1, "n",       identity,      OF_INTEGER, MATRIX,      "cw_identity",  NULL) \
 X(DIAGONAL,  "diagonal",     1, "v",       diagonal,      OF_ALL,     MATRIX,      "cw_diagonal",  NULL) \
 X(LINSPACE,  "linspace",     3, "x1,x2,n", linspace,      OF_REAL,    VECTOR,      "cw_linspace",  NULL) \
 X(SCALAR,    "scalar",       1, "A",       scalar,        OF_FIRST,   SCALAR,      NULL,           NULL) \
 X(VECTOR,    "vector",       1, "A",       vector,        OF_ALL,     VECTOR,      NULL,           NULL) \
 X(MATRIX,    "matrix",       1, "A",       matrix,        OF_ALL,     MATRIX,      NULL,           NULL)
/* clang-format on */

/* Operators.  dae_expr.c holds dae_ops[], one row per operator: name in the text form, arity (-1: any),
 * kind.  "A" marks operators that accept arrays (elementwise or as said), used inside functions. */
typedef enum {
    DAE_NONE,
    /* leaves */
    DAE_CONST, /* value.r (Real) or value.i (Integer, Boolean, Enum: 1-based literal) */
    DAE_TEXT,  /* String literal; id is its Name */
    DAE_VAR,   /* id is a DaeVar: only in scratch pools and in function-free contexts before shaping */
    DAE_HOLE,  /* id is the number of an operand of the shape */
    DAE_LOCAL, /* id is a variable of the function being defined, or an iterator (see DAE_FOR) */
    DAE_COLON, /* ':' as subscript */
    /* arithmetic; A: + - elementwise, MUL: scalar*array, matrix products by rank */
    DAE_ADD,
    DAE_SUB,
    DAE_MUL,
    DAE_DIV,
    DAE_POW,
    DAE_NEG,
    DAE_EMUL,
    DAE_EDIV,
    DAE_EPOW,
    DAE_EADD,
    DAE_ESUB, /* .* ./ .^ .+ .- : A only */
    /* relations; an event-generating relation of Reals is wrapped in nothing, a noEvent one has
     * value.i = 1 */
    DAE_LT,
    DAE_LE,
    DAE_GT,
    DAE_GE,
    DAE_EQ,
    DAE_NE,
    DAE_AND,
    DAE_OR,
    DAE_NOT,
    DAE_IF, /* cond, then, else */
/* the tables above: mathematical functions of Reals, then others of scalars */
#define DAE_TABLED_OP(op, ...) DAE_##op,
    DAE_ELEMENTARY(DAE_TABLED_OP) DAE_OF_SCALARS(DAE_TABLED_OP) DAE_TO_REAL, /* Integer/Boolean/Enum value as Real */
    DAE_TO_STRING, /* String(x, significantDigits, minimumLength, leftJustified) or with format */
    DAE_STRCAT,    /* s + t */
    /* hybrid */
    DAE_INITIAL,
    DAE_TERMINAL, /* no arguments */
    DAE_TRIGGER,  /* (b, pre b): the condition of a when; false during initialisation, else b and not pre b */
    DAE_SAMPLE,   /* (start, interval) as in the language */
    DAE_NOEVENT,
    /* (expr, delay time, delay max); value.i: number of the buffer from 1, given by dae_shape (0 before); two
     * delays never share one */
    DAE_DELAY,
    /* spatialDistribution(in0, in1, x, positive, initialPoints[], initialValues[]) multi; value.i as for DAE_DELAY */
    DAE_SPATIAL,
    /* calls: id is a DaeFunction; value.i is the number of the result (from 0) that this node stands for */
    DAE_CALL, /* made by dae_call */
    /* a function value: id is the function, arguments are pairs (Integer literal: number of the bound input from 0,
     * value) */
    DAE_PARTIAL,
    DAE_APPLY, /* call of a functional input: first argument LOCAL; base and rank are the prototype's */
    /* arrays (inside calls and functions) */
    DAE_ARRAY,         /* {a, b, ...}: one rank more than the elements */
    DAE_INDEX,         /* (array, s1, ..., sn): scalar subscripts, ranges, vectors or COLON */
    DAE_RANGE,         /* (from, step, to) */
    DAE_COMPREHENSION, /* (body, LOCAL iterator, range, [LOCAL, range]...) array constructor with iterators */
    DAE_REDUCE,        /* same with value.i one of DaeReduce */
    DAE_MINARR,
    DAE_MAXARR, /* of an array */
    DAE_OF_ARRAYS(DAE_TABLED_OP)
#undef DAE_TABLED_OP
    /* equations and statements (roots of shapes, bodies of functions) */
    DAE_EQUATE, /* lhs = rhs */
    DAE_SEQ,    /* statements in order */
    DAE_ASSIGN, /* target (HOLE, LOCAL, INDEX of a LOCAL, or for an array value ARRAY (nested) of HOLEs) := value */
    DAE_ASSIGN_CALL, /* (CALL, target...) several results, targets as for ASSIGN; target 0 = result not wanted */
    DAE_IF_STMT,     /* cond, then SEQ, else: SEQ, IF_STMT (elseif) or 0; dae_op wraps others in a SEQ */
    DAE_FOR,         /* LOCAL iterator, range, SEQ; iterators of a function are numbered from nlocals on */
    DAE_WHILE,       /* cond, SEQ */
    DAE_BREAK,
    DAE_RETURN,
    DAE_ASSERT,    /* cond, message, level: DAE_ASSERT_... */
    DAE_TERMINATE, /* message */
    DAE_REINIT,    /* HOLE state, value */
    DAE_CALL_STMT, /* call for its effect */
    /* (n HOLEs x, n*n entries of a by rows, n entries of b, HOLE of a constant: number of a system) made by
     * translation: a*x = b, n in value.i; where a is singular the system is solved instead */
    DAE_LINEAR,
    /* (HOLE... of results, HOLE... of what it reads, HOLE of a constant: number of the system of equations) made by
     * translation: a system inside another one */
    DAE_SOLVE,
    DAE_OP_COUNT
} DaeOp;
#define DAE_FIRST_ELEMENTARY DAE_ABS
#define DAE_AFTER_ELEMENTARY DAE_MIN

enum { DAE_LINEAR_MOST = 4 }; /* unknowns of a DAE_LINEAR */

#define DAE_ASSERT_ERROR MD_ASSERT_ERROR
#define DAE_ASSERT_WARNING MD_ASSERT_WARNING
#define DAE_ASSERT_ACCEPTED MD_ASSERT_ACCEPTED
#define DAE_ASSERT_STOP MD_ASSERT_STOP

typedef enum { DAE_RSUM, DAE_RPRODUCT, DAE_RMIN, DAE_RMAX } DaeReduce;

typedef struct {
    uint16_t op;
    uint8_t base; /* DaeBase of the value */
    uint8_t rank; /* 0 for scalars */
    uint32_t nargs;
    uint32_t args; /* first argument in pool->args */
    uint32_t id;   /* variable, hole, local, function or Name, by op */
    union {
        double r;
        int64_t i;
    } value;
} DaeNode;

typedef struct {
    const char *name; /* in the text form and in messages */
    const char *c;    /* the C function of generated code, or NULL */
    int8_t arity;     /* -1: any number */
    /* priority for printing (1 or, 2 and, 3 not, 4 relations, 5 sums, 6 products, 7 powers); 0 for call syntax */
    uint8_t infix;
    uint8_t base, rank; /* of the value: rules of dae_impl.h */
} DaeOpInfo;
extern const DaeOpInfo dae_ops[DAE_OP_COUNT];

/* A store of hash-consed nodes.  The flattener builds each equation in a scratch pool and releases it
 * after dae_add_equation has copied the shape into the Dae's own pool. */
typedef struct {
    VEC(DaeNode) nodes; /* nodes.at[0] is DAE_NONE */
    VEC(uint32_t) args;
    uint32_t *table; /* open addressing; holds node ids */
    size_t table_cap;
} DaePool;

typedef struct {
    uint32_t nodes, args;
} DaePoolMark;

void dae_pool_init(DaePool *p);
void dae_pool_reserve(DaePool *p, size_t nodes); /* as many nodes will be needed: none is entered twice */
void dae_pool_index(DaePool *p);                 /* makes the table anew, of nodes that came from elsewhere */
void dae_pool_free(DaePool *p);
DaePoolMark dae_pool_mark(const DaePool *p);
void dae_pool_release(DaePool *p, DaePoolMark m);

/* The raw constructor: no simplification; base and rank as in head.  args may point into the pool. */
DaeExpr dae_node(DaePool *p, DaeNode head, const DaeExpr *args, uint32_t nargs);
/* The same without looking for an equal node: for large numbers of nodes that occur once, in pools that are never
 * released. */
DaeExpr dae_lone_node(DaePool *p, DaeNode head, const DaeExpr *args, uint32_t nargs);
static inline const DaeNode *dae_at(const DaePool *p, DaeExpr e) { return &p->nodes.at[e]; }
static inline DaeExpr dae_arg(const DaePool *p, DaeExpr e, uint32_t i) { return p->args.at[p->nodes.at[e].args + i]; }

/* ---- walk.c ------------------------------------------------------------------------------------------------------ */

/* The distinct nodes of an expression, children before parents, in the order of reading (left to
 * right).  A zeroed DaeWalk is ready; it can be used again and again without new allocations.
 *     dae_walk(&w, p, e);
 *     for (uint32_t i = 0; i < w.n; i++) { node w.at[i]; its argument a has number dae_walk_slot(&w, a) } */
typedef struct {
    DaeExpr *at;
    uint32_t n, cap;
    uint32_t *stack; /* pairs (node, next argument) of the path being visited */
    uint32_t stack_cap;
    uint32_t *table; /* triples (node, epoch, number), open addressing */
    uint32_t table_bits, epoch;
} DaeWalk;

void dae_walk(DaeWalk *w, const DaePool *p, DaeExpr root);
uint32_t dae_walk_slot(const DaeWalk *w, DaeExpr e); /* UINT32_MAX when e was not visited (or is 0) */
void dae_walk_free(DaeWalk *w);

/* ---- elementary.c ------------------------------------------------------------------------------------------------ */

typedef enum { DAE_DOMAIN_ALL, DAE_DOMAIN_NOT_NEG, DAE_DOMAIN_POSITIVE, DAE_DOMAIN_UNIT } DaeDomain;

/* A row of DAE_ELEMENTARY. */
typedef struct {
    const char *name, *c_name;
    const char *derivative, *inverse; /* formulas, or NULL */
    const char *classic;
    uint8_t domain;       /* DaeDomain */
    double (*of)(double); /* or, of two arguments: */
    double (*of2)(double, double);
} DaeElementary;
const DaeElementary *dae_elementary(DaeOp op); /* NULL when it is none */
bool dae_in_domain(const DaeElementary *f, double x);
const char *dae_domain_text(const DaeElementary *f); /* what an argument outside must do: "not be negative" */
bool dae_elementary_value(const DaeElementary *f, const double *x, double *out); /* false: there is none */

/* Builds what a formula of the table says: a DaeExpr, or a pointer to a node of another tree. */
typedef struct {
    void *arg;
    uint64_t (*number)(void *arg, double x);
    uint64_t (*apply)(void *arg, DaeOp op, uint64_t a, uint64_t b); /* ADD .. POW; a function, b = 0 */
    uint64_t (*guard)(void *arg, uint64_t a);                       /* of ~; NULL: nothing is to be done */
} DaeBuilder;
/* Of the argument x (the second one, z, where there are two) and the value y. */
uint64_t dae_formula(const char *formula, const DaeBuilder *b, uint64_t x, uint64_t z, uint64_t y);
/* The derivative by argument k; NULL: there is none. */
const char *dae_slope_formula(const DaeElementary *f, uint32_t k);

/* ---- fold.c ------------------------------------------------------------------------------------------------------ */

DaeExpr dae_real(DaePool *p, double x);
DaeExpr dae_int(DaePool *p, int64_t i);
DaeExpr dae_bool(DaePool *p, bool b);
DaeExpr dae_enum(DaePool *p, int64_t literal);                   /* 1-based */
DaeExpr dae_enum_of(DaePool *p, uint32_t type, int64_t literal); /* knows its type (dae->enums): prints by name */
DaeExpr dae_text(DaePool *p, Name s);
DaeExpr dae_var(DaePool *p, uint32_t var, DaeBase base);
DaeExpr dae_hole(DaePool *p, uint32_t k, DaeBase base);
DaeExpr dae_local(DaePool *p, uint32_t k, DaeBase base, int rank);
/* Operators with folding of constants, identities of 0 and 1, double negation, nested sums of constants;
 * never changes the value for any finite operands, keeps errors (1/0) unfolded. base and rank of the
 * result are computed from the arguments. */
DaeExpr dae_op(DaePool *p, DaeOp op, const DaeExpr *args, uint32_t nargs);
DaeExpr dae_op1(DaePool *p, DaeOp op, DaeExpr a);
DaeExpr dae_op2(DaePool *p, DaeOp op, DaeExpr a, DaeExpr b);
DaeExpr dae_op3(DaePool *p, DaeOp op, DaeExpr a, DaeExpr b, DaeExpr c);
/* The same without folding: base and rank computed, nothing else. */
DaeExpr dae_raw(DaePool *p, DaeOp op, const DaeExpr *args, uint32_t nargs);
/* The node `head` with other arguments: id and value of head are kept, base and rank computed where the
 * operator allows, folded like dae_op.  What every rewriting pass ends with. */
DaeExpr dae_with_args(DaePool *p, DaeNode head, const DaeExpr *args, uint32_t nargs);
/* noEvent(e): relations and rounding in e become plain ones (value.i = 1).  dae_op of DAE_NOEVENT does the
 * same, so that a DAE_NOEVENT node is never in a pool. */
/* The expression over holes that are numbered in the order in which they are met, behind those that *holes has already;
 * *holes: the old number of each. */
DaeExpr dae_renumber(DaePool *p, DaeExpr e, VecU32 *holes);
DaeExpr dae_no_event(DaePool *p, DaeExpr e);
DaeExpr dae_convert(DaePool *p, DaeExpr e, DaeBase to);        /* e as a value of base `to` (TO_REAL, TO_INT) */
bool dae_is_const(const DaePool *p, DaeExpr e, double *value); /* numeric literal of any base */
bool dae_is_real(const DaePool *p, DaeExpr e, double value);   /* literal equal to value */
bool dae_has_assert(const DaePool *p, DaeExpr statement);      /* is one, or has one in a branch or loop */
/* Rebuilds e with every leaf L replaced by map(L, arg) (map returns the leaf itself to keep it), into pool `to`
 * (may be the same pool), with folding.  Memoised over the DAG. */
DaeExpr dae_map(DaePool *to, const DaePool *from, DaeExpr e,
                DaeExpr (*map)(void *arg, DaePool *to, const DaePool *from, DaeExpr leaf), void *arg);

/* ---- dae_value.c ------------------------------------------------------------------------------------------------- */

/* Value of a scalar numeric expression without calls; leaf values come from get(arg, node).
 * false when something is not known or not numeric. */
bool dae_value(const DaePool *p, DaeExpr e, bool (*get)(void *arg, const DaeNode *leaf, double *v), void *arg,
               double *out);
/* Value of one operator applied to numbers; false when it has none (division by zero, logarithm of a
 * negative number, not a numeric operator). */
bool dae_apply(const DaeNode *n, const double *args, double *out);

/* ---- dae_names.c ------------------------------------------------------------------------------------------------- */

/* ---- dae.c ------------------------------------------------------------------------------------------------------- */

static inline bool dae_operand_is_const(DaeOperand o) { return md_is_constant(o); }

typedef enum { DAE_SS_DEFAULT, DAE_SS_NEVER, DAE_SS_AVOID, DAE_SS_PREFER, DAE_SS_ALWAYS } DaeStateSelect;

typedef struct {
    DaeExpr root; /* in dae->pool; leaves are HOLE, CONST, TEXT (and LOCAL iterators) */
    uint32_t nholes;
    /* >0: a multi-equation; holes 0..nout-1 are its unknowns, computed together by evaluating root (a statement);
     * 0: root is DAE_EQUATE */
    uint32_t nout;
} DaeShape;

typedef struct {
    uint32_t shape;    /* index in dae->shapes */
    uint32_t operands; /* first operand in dae->operands; their number is the shape's nholes */
    uint32_t origin;
} DaeEquation;
typedef VEC(DaeEquation) DaeEquations;

/* variable of a function */
typedef struct {
    Name name;
    uint8_t base, rank;
    uint8_t role;        /* 0 input, 1 output, 2 local */
    bool made;           /* by translation: its name begins with $, and it is not asked whether it has a value */
    const DaeExpr *dims; /* rank expressions over LOCALs in dae->pool; 0 where ':' */
    DaeExpr init;        /* default of an input, initial value of an output or local, or 0 */
    uint32_t enum_type;
    uint32_t function_type; /* functional input: index in dae->functions of its prototype, else 0 */
    uint32_t record;        /* leaf of a record argument: groups leaves of one argument (external calls), else 0 */
} DaeLocal;

/* zeroDerivative: usable only where that input does not change; noDerivative: always */
enum { DAE_SKIP_ZERO = 1, DAE_SKIP_NO = 2 };

/* derivative(order, noDerivative, zeroDerivative)=function annotation */
typedef struct {
    uint32_t function;
    int order;
    const uint8_t *skip; /* per input local, or NULL: DAE_SKIP_... when its derivative is not an argument */
} DaeDerivative;

/* inverse(input = function(...)) annotation (MLS 3.6, 12.8) */
typedef struct {
    uint32_t input; /* number of a scalar Real input */
    DaeExpr value;  /* what it is: an expression of dae->pool over the other inputs and the (only) output */
} DaeInverse;

typedef struct {
    Name name;        /* full Modelica name */
    DaeLocal *locals; /* inputs first, then outputs, then protected ones */
    uint32_t nlocals, ninputs, noutputs;
    DaeExpr body; /* DAE_SEQ in dae->pool; of external ones asserts that go before the call, or 0 */
    bool pure;
    bool inline_request, late_inline; /* Inline / LateInline annotations */
    bool made;                        /* by differentiation: what it does not assign is zero */
    int smooth_order;                 /* -1 when not given */
    DaeDerivative *derivatives;
    const DaeInverse *inverses;
    uint32_t nderivatives, ninverses;
    struct DaeExternal *external; /* or NULL */
    Span span;
} DaeFunction;

typedef struct DaeExternal {
    Name language, c_name;
    DaeExpr result; /* LOCAL or 0 */
    DaeExpr *args;  /* expressions over LOCALs; DAE_SIZE for size(a, i) */
    uint32_t nargs;
    const char *include;    /* text of the Include annotation or NULL */
    const char **libraries; /* Library annotation */
    uint32_t nlibraries;
    const char *include_dir, *library_dir; /* file system paths or NULL */
    const char *base_dir;                  /* folder of the library that declares the function */
    const char *used_dir;                  /* C sources of a library that this one uses, or NULL */
    bool constructor, destructor;          /* of an external object */
} DaeExternal;

/* A clocked partition: variables that change at the ticks of one clock only (MLS 3.6, 16.7); Dae.partition_of tells
 * them.  With derivatives (16.8) its equations are continuous ones, to be solved by a method from tick to tick; else
 * all after tick is 0. */
typedef struct {
    DaeVar tick;   /* Boolean: true at the instants of the clock */
    Name method;   /* "ExplicitEuler", ... or 0 */
    DaeVar ticked; /* Boolean: true from the first tick on */
    DaeVar fresh;  /* Boolean: states take their start values at this tick (the first, or one that resets) */
    DaeVar step;   /* Real: length of the step that ends at this tick, 0 where none is made */
    DaeVar now;    /* Real: time of the last tick; its derivative is 1 */
} DaePartition;

/* A clock that is told from outside when to tick: an input of type Clock, or any where the Context is scheduled. */
typedef struct {
    DaeVar var;             /* Boolean: becomes true when it shall tick; not an input: nobody can tell it */
    DaeVar tick;            /* as in DaePartition */
    DaeVar interval, shift; /* parameters: seconds between ticks, and before the first; 0: it is not periodic */
    DaeVar due;             /* Boolean: true where the model itself wants it to tick; 0: it never does */
} DaeClock;

typedef struct DaeHeap DaeHeap;

typedef struct {
    Context *ctx;
    Arena *arena;  /* what tables point at: declarations of functions, literals, strings */
    DaeHeap *heap; /* what holds it, and that of the Dae this one was copied from (copy.c) */
    Name model;    /* qualified name of the model */
    DaePool pool;  /* shapes and function bodies */
    VEC(DaeNameNode) names;
    VecU32 subs;
    VEC(DaeVariable) vars; /* vars.at[0] is time */
    VEC(DaeAttrs) attrs;   /* attrs.at[0]: all defaults */
    VEC(double) constants;
    VEC(DaeShape) shapes;
    VecU32 operands;
    VEC(Span) spans;
    VEC(DaeOrigin) origins;       /* origins.at[0]: nowhere */
    DaeEquations equations;       /* hold always (after initialisation) */
    DaeEquations initial;         /* hold at initialisation only, besides the others */
    DaeEquations bindings;        /* nout = 1: parameter := expression of constants and parameters */
    DaeEquations actions;         /* nout = 0, roots ASSERT, TERMINATE, REINIT, CALL_STMT or IF_STMT of these */
    VEC(DaeFunction) functions;   /* functions.at[0] unused */
    VEC(DaeEnum) enums;           /* enums.at[0] unused */
    VEC(DaePartition) partitions; /* clocked ones */
    Map partition_of;             /* DaeVar -> index in partitions */
    VEC(DaeClock) clocks;         /* that tick when they are told to */
    VEC(const char *) strings;    /* values of String parameters and constants, by var: see dae_set_string */
    Map string_of;                /* DaeVar -> index in strings */
    MdExperiment experiment;
    /* determined only where the model is used: overdetermined connectors of its own (MLS 9.4) */
    uint32_t open_unknowns;
    /* the equations hang on what the connectors of the model itself are connected to (cardinality, buses) */
    bool open_choice;
    Map attr_ids, shape_ids, span_ids; /* deduplication */
    uint32_t *constant_table;          /* the same for constants: open addressing, 1 + number, 0 where empty */
    size_t constant_table_cap;
    /* How messages show a hidden variable that stands for something written in the source (false: by its name). */
    struct {
        bool (*print)(const void *arg, DaeVar v, int priority, Text *out);
        const void *arg;
    } shown;
    DaeName *name_table;                 /* the same for names: open addressing, 0 where empty */
    size_t name_table_cap, name_table_n; /* slots; names before this one are in it */
    Map var_of_name;                     /* DaeName -> DaeVar, filled by dae_find_var up to ... */
    uint32_t vars_indexed;               /* ... this variable */
    Map function_ids;                    /* Name -> function */
    uint32_t ndelays;                    /* buffers given to DAE_DELAY and DAE_SPATIAL */
    DaeWalk walk;                        /* scratch of dae_shape */
    VecU32 mapped, holes;                /* scratch of dae_shape: node by walk number; HOLE node by number */
} Dae;

Dae *dae_new(Context *ctx);
void dae_release_scratch(
    Dae *d); /* gives back what only serves to make equations and to look for names; it is made anew on demand */
void dae_free(Dae *d);
/* The same once more, to be changed while the first stays as it is; either may be freed before the other. */
Dae *dae_copy(const Dae *from);

/* What of a Dae goes into a part of it (part.c): by number, 1 where it does; all that is referred to must be in. */
typedef struct {
    const uint8_t *vars, *equations, *initial, *bindings, *actions;
} DaeKeep;
Dae *dae_part(const Dae *from, const DaeKeep *keep);

DaeName dae_name(Dae *d, DaeName parent, Name word, const int32_t *subs, int nsubs);
/* The same for a name that is known not to be there yet: consecutive calls give consecutive ids. */
DaeName dae_new_name(Dae *d, DaeName parent, Name word, const int32_t *subs, int nsubs);
void dae_name_text(const Dae *d, DaeName n, Text *out); /* "a.b[3].c" */
size_t dae_count_equations(const Dae *d);               /* scalar ones; of a call one for each result */
size_t dae_count_unknowns(const Dae *d); /* without inputs, and those that the user of an open model determines */
void dae_var_text(const Dae *d, DaeVar v, Text *out); /* with der(...) / pre(...) */
/* A value of v for a message, with its unit and display unit. */
void dae_value_text(const Dae *d, DaeVar v, double value, int digits, Text *out);
void dae_var_quoted(const Dae *d, DaeVar v, Text *out); /* the same as the text form writes it, odd words in ` ` */
void dae_word_text(const char *word, Text *out);        /* one identifier, quoted where it must be */
void dae_path_text(const char *path, Text *out);        /* a dotted path: plain, or quoted as a whole */
DaeVar dae_find_var(Dae *d, const char *name);          /* 0 when there is none (time is "time") */
DaeVar dae_var_of_name(Dae *d, DaeName n);              /* the plain variable of that name, or 0 */
/* The origin of that place, one of the last few again when it is among them. */
uint32_t dae_origin(Dae *d, Span span, DaeName instance);
Span dae_span(const Dae *d, uint32_t origin); /* nothing where the origin is not known */
DaeName dae_instance(const Dae *d, uint32_t origin);
/* A message is about an equation, or about a variable: says in which component that lies, so that it can lead with the
 * line of the user. */
void dae_about_origin(const Dae *d, Context *ctx, Diag *diag, uint32_t origin);
void dae_about_variable(const Dae *d, Context *ctx, Diag *diag, DaeVar v);
uint32_t dae_attrs(Dae *d, const DaeAttrs *a);
DaeOperand dae_constant(Dae *d, double value);
double dae_constant_value(const Dae *d, DaeOperand o);
DaeVar dae_add_var(Dae *d, const DaeVariable *v);
DaeVar dae_der(Dae *d, DaeVar v); /* variable of der(v), made on first use */
DaeVar dae_pre(Dae *d, DaeVar v); /* variable of pre(v), made on first use */

void dae_set_string(Dae *d, DaeVar v, const char *text); /* value of a String parameter or constant */
const char *dae_string(const Dae *d, DaeVar v);          /* NULL when it has none */
/* Adds a function and returns its index; names are unique: the index of an existing one is returned and
 * f ignored.  A function may be added with its name only and filled in later. */
uint32_t dae_add_function(Dae *d, const DaeFunction *f);
uint32_t dae_find_function(const Dae *d, Name name); /* 0 when there is none */
/* Call of a function, standing for its result number `result`; base and rank from its declaration. */
DaeExpr dae_call(const Dae *d, DaePool *p, uint32_t function, uint32_t result, const DaeExpr *args, uint32_t nargs);

/* Splits an expression over DAE_VAR leaves (in `from`) into shape and operands and appends it.  Real
 * literals other than small integers become constant operands, so that instances differing only in
 * numbers share a shape.  A variable that occurs twice is one hole.  For a multi-equation `outs` lists
 * its unknowns, which become holes 0..nout-1; root is then a statement (usually ASSIGN or SEQ). */
void dae_add_equation(Dae *d, DaeEquations *to, const DaePool *from, DaeExpr root, const DaeVar *outs, uint32_t nout,
                      uint32_t origin);
/* The same without appending. */
DaeEquation dae_shape(Dae *d, const DaePool *from, DaeExpr root, const DaeVar *outs, uint32_t nout, uint32_t origin);
/* The shape with this root (an expression of dae->pool over holes 0..nholes-1), made on first use. */
uint32_t dae_shape_id(Dae *d, DaeExpr root, uint32_t nholes, uint32_t nout);
static inline const DaeOperand *dae_operands(const Dae *d, const DaeEquation *e) {
    return e->operands ? d->operands.at + e->operands : d->operands.at; /* there may be none at all */
}
/* The shape's expression with its operands put back as DAE_VAR and CONST leaves, in `to`. */
DaeExpr dae_expand(DaePool *to, const Dae *d, const DaeEquation *e);
DaeExpr dae_expand_part(DaePool *to, const Dae *d, const DaeEquation *e, DaeExpr part); /* of a part of it */

/* ---- dae_run.c --------------------------------------------------------------------------------------------------- */

/* Value of a scalar expression that may call functions, also with arrays.  false when something is not known: a leaf
 * (get as for dae_value), an external function, a String, or when it takes too many steps. */
bool dae_run(const Dae *d, const DaePool *p, DaeExpr e, bool (*get)(void *arg, const DaeNode *leaf, double *v),
             void *arg, double *out);
/* Runs a statement of dae->pool over HOLEs: get reads them, set is called for those assigned. */
bool dae_run_statement(const Dae *d, DaeExpr statement, bool (*get)(void *arg, const DaeNode *leaf, double *v),
                       bool (*set)(void *arg, uint32_t hole, double v), void *arg);
/* The same for (results) := call with arguments of which get knows only some: set is called for those results that are
 * known whatever the others are (a capacitance whose factor is zero). */
bool dae_run_partial(const Dae *d, DaeExpr statement, bool (*get)(void *arg, const DaeNode *leaf, double *v),
                     bool (*set)(void *arg, uint32_t hole, double v), void *arg);

/* ---- dae_print.c, dae_parse.c ------------------------------------------------------------------------------------ */

/* The text form: flat Modelica.  Names with dots and subscripts are quoted identifiers' content written
 * plainly (a.b[3].c); der() and pre() as operators; the grammar is at the head of dae_parse.c. */
void dae_print(const Dae *d, Text *out);
void dae_print_function(const Dae *d, uint32_t function, Text *out); /* its declaration, as in dae_print */
void dae_print_expr(const Dae *d, const DaePool *p, DaeExpr e, Text *out);
void dae_print_equation(const Dae *d, const DaeEquation *e, Text *out);
/* Argument k of the root, in parentheses when it binds weaker than priority (see DaeOpInfo). */
void dae_print_argument(const Dae *d, const DaeEquation *e, uint32_t k, int priority, Text *out);
/* Reads the text form.  NULL after reporting errors (codes DAE....). */
Dae *dae_parse(Context *ctx, SourceId source);

/* ---- dae_save.c -------------------------------------------------------------------------------------------------- */

/* All of it but what serves to add to it without repeating (attr_ids, shape_ids, span_ids): what is added to a Dae
 * that was loaded stands there anew. */
void dae_save(const Dae *d, Blob *b);
Dae *dae_load(Context *ctx, BlobReader *r); /* NULL when r went bad */

#endif
