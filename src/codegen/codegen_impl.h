/* codegen_impl.h - what the files of codegen/ share.
 *
 * The road inside: every equation becomes an ITEM, a template and its slots.  A TEMPLATE is the C
 * text of one shape for one purpose, with marks where operands go; it is written once per shape.  A
 * sequence of items is then printed as runs: the text of a template put into a loop over a table of
 * slots, or straight with the numbers in it.
 *
 * Marks in template texts: '\1' kind number ';'
 *     v value   d tangent   s string   x external object   (of the operand in slot `number`)
 *     i number of the operand itself   n plain number of an extra slot   p address of the value
 * Slots 0..nholes-1 are the equation's operands, slot nholes is the item's extra number, nholes+1
 * its origin.
 */
#ifndef CAUSEWAY_CODEGEN_IMPL_H
#define CAUSEWAY_CODEGEN_IMPL_H

#include "codegen/codegen.h"
#include <stdlib.h>
#include <string.h>

/* what a template is for */
typedef enum {
    GEN_STATEMENT,        /* solved equation or algorithm: its statement */
    GEN_PARAMETER,        /* the same, skipped for a parameter given from outside */
    GEN_RESIDUAL,         /* r[extra 0] = lhs - rhs */
    GEN_TANGENT,          /* d[out] = tangent of a solved equation */
    GEN_GIVEN_TANGENT,    /* the same, skipped where GEN_PARAMETER is */
    GEN_RESIDUAL_TANGENT, /* r[extra 0] = tangent of lhs - rhs, or of what is assigned */
    GEN_RELATION,         /* v[extra 0] = lhs op rhs (detail: op) or floor(lhs) (detail:
                                        DAE_FLOOR) */
    GEN_TIME,             /* r[extra 0] = value of a solved equation */
    GEN_ACTION,           /* root is an action; extra 0: origin */
    GEN_CHECK,            /* the same, asserts only */
    GEN_SOLVE,            /* call->solve(e, extra 0) */
    GEN_SOLVE_TANGENT
} GenPurpose;

typedef struct {
    const char *text; /* statement(s) with marks; NULL: nothing to do */
    uint32_t shape, nholes;
    const uint32_t *used; /* slots that the text names, ascending */
    uint32_t nused;
    GenPurpose purpose;
    uint64_t detail;      /* active holes of tangents, operator of relations */
    uint32_t packed;      /* which of the shape's arrays of operands lie together in v: a bit for each
                        GenRange */
    uint32_t next;        /* other template with the same hash, or 0 */
    uint32_t statements;  /* weight for splitting functions */
    bool takes_cells;     /* calls functions with arguments in arrays */
    bool touches_outside; /* calls impure functions: order against others must be kept */
} GenTemplate;

typedef struct {
    uint32_t tmpl;
    uint32_t operands; /* first in dae->operands */
    uint32_t extra;    /* the extra slot */
    uint32_t origin;
    uint32_t part; /* in which evaluations it takes part, and under which condition: see emit_model.c */
} GenItem;
typedef VEC(GenItem) GenItems;

/* An array literal in a shape whose elements are the holes first .. first+n-1, in order: where the
 * operands are neighbours in v the array is passed as it lies there. */
typedef struct {
    uint32_t first, n;
} GenRange;

/* Information per pool node that is the same in every template. */
enum {
    GEN_MAY_FAIL = 1, /* contains a call or an array operation: not to be evaluated before it is needed */
    GEN_IMPURE = 2,
    GEN_STORES = 4, /* delay or spatialDistribution */
};

/* GenItem.part: the evaluation besides events */
enum {
    GEN_PART_EVENT = 0,
    GEN_PART_ODE = 1,
    GEN_PART_OUTPUT = 2,
    GEN_PART_GUARDED = 3 /* and the number of a variable: at events where it is true */
};

/* a function value: thunk for function `id` with the inputs in mask bound */
typedef struct {
    uint32_t function;
    uint64_t mask;
} GenThunk;

/* a function for calls in which the same arguments are numbers: variants.c */
typedef struct {
    uint32_t function, number;
    Name arguments;
} GenVariant;

typedef struct {
    GenModel *g;
    Context *ctx;
    Dae *dae;
    const SymModel *sym;
    GenOptions opt;
    Arena scratch;              /* texts of templates ... */
    VEC(Text) long_texts;       /* ... and those that are long */
    VEC(GenTemplate) templates; /* at[0] unused */
    Map template_of;            /* hash of (shape, purpose, detail) -> template */
    uint32_t last_template;     /* found by the last search */
    bool all_vary;              /* tangents of the system in hand: whatever it reads may move */
    const uint8_t *starts;      /* by variable: begins with its start value */
    const uint8_t *moves;       /* by variable: depends on a state or an input; NULL: inputs do not count */
    VEC(GenRange) ranges;       /* of all shapes */
    Map ranges_of;              /* shape -> first in ranges << 8 | number */
    uint32_t last_range_shape;  /* found by the last search ... */
    uint64_t last_ranges;       /* ... with this value */
    DaeWalk walk;
    VEC(uint8_t) node_flags;  /* per node of dae->pool */
    VecU32 temp;              /* per node: number of the C temporary that holds it now, or 0 */
    VecU32 stamp;             /* per node: scratch of the scope analysis, and so are ... */
    VEC(uint8_t) uses, depth; /* ... these, up to 255 */
    uint32_t stamp_now;
    uint32_t next_temp;
    Text functions; /* C text of Modelica functions and thunks */
    Text prototypes;
    VEC(uint8_t) wanted; /* per DaeFunction: 1 called, 2 its text is made */
    VEC(GenThunk) thunks;
    VEC(GenVariant) variants;
    VEC(int) weights;          /* per DaeFunction: recall.c */
    int memory;                /* numbers in CwEnv.memo */
    VEC(uint8_t) wanted_enums; /* per enumeration: its literals are needed as strings */
    Text code;                 /* C text of the evaluations */
    VEC(const int *) tabs;
    VEC(size_t) tab_sizes;
    uint32_t next_part; /* numbers of part functions */
    const char *place;  /* name of the function in hand, for messages; NULL in equations */
    Span span;          /* and where it is */
} Gen;

/* ---- emit_model.c ------------------------------------------------------------------------------------------------ */

/* Fills nsystems and systems (but for their operands and code) from those of g->sym. */
void gen_system_data(GenModel *g);

/* ---- emit_expr.c: expressions ------------------------------------------------------------------------------------ */

/* The state of writing one statement or expression. */
typedef struct {
    Gen *g;
    const DaePool *p;
    const DaeFunction *fn;  /* the function in hand, or NULL in a shape */
    const uint8_t *open;    /* of its variables: may be read before it gets a value; NULL: none */
    uint32_t nholes;        /* of the shape: HOLE k + nholes is the tangent of hole k */
    uint32_t origin_slot;   /* slot that holds the origin of messages, or UINT32_MAX: ... */
    uint32_t origin;        /* ... all come from here (functions) */
    Text *out;              /* statements go here */
    const GenRange *ranges; /* arrays of operands that lie together */
    uint32_t nranges;
    bool checks_only; /* leave all effects but asserts out */
    int depth;        /* nesting of statements */
    uint32_t nstatements;
} Emit;

void gen_node_flags(Gen *g); /* brings node_flags up to date with the pool */
/* Opens a scope: writes the declarations of temporaries that the roots share to e->out; the texts
 * of the roots can be made until gen_scope_end. */
typedef struct {
    VecU32 set; /* nodes whose temporaries end with this scope */
} GenScope;
void gen_scope(Emit *e, GenScope *s, const DaeExpr *roots, uint32_t nroots);
void gen_scope_end(Emit *e, GenScope *s);
void gen_expr(Emit *e, DaeExpr x, int priority, Text *out);
void gen_local(const Emit *e, uint32_t local, Text *out);
void gen_open_local(const Emit *e, uint32_t local, Text *out); /* read with a check that it has a value */
const char *gen_ctype(DaeBase base, int rank);
void gen_refuse(Emit *e, DaeOp op, const char *what); /* GEN0001: a construct that has no code */
void gen_c_string(Text *out, const char *s);
void gen_number(Text *out, double x); /* a C literal, in parentheses when negative */
const char *gen_math_name(DaeOp op);  /* C function of one or two doubles, or NULL */

/* c ? a : b; whole: as long long */
void gen_if(Emit *e, DaeExpr x, int priority, bool whole, Text *out);

/* ---- emit_whole.c: Integers, exact to 64 bits -------------------------------------------------------------------- */

/* Is it computed in long long?  A temporary of it is one. */
bool gen_is_whole(const DaePool *p, DaeExpr x);
bool gen_any_whole(const DaePool *p, DaeExpr x);
void gen_origin_argument(const Emit *e, Text *out);
void gen_long(Emit *e, DaeExpr x, Text *out);
void gen_whole(Emit *e, DaeExpr x, Text *out);
bool gen_plain_subscript(const DaePool *p, DaeExpr x);

/* ---- emit_array.c ------------------------------------------------------------------------------------------------ */
void gen_array(Emit *e, DaeExpr x, Text *out); /* rank > 0: an expression of type CwArray * */
void gen_index(Emit *e, DaeExpr x, Text *out); /* scalar element */
void gen_comprehension(Emit *e, DaeExpr x, Text *out);
void gen_subscripts(Emit *e, DaeExpr index, Text *out);
bool gen_scalar_index(const DaePool *p, DaeExpr index);
bool gen_fixed_sizes(const DaePool *p, const DaeFunction *f, uint32_t local, uint32_t *sizes);
bool gen_constant_array(const Emit *e, DaeExpr x);                     /* an array literal of numbers */
bool gen_hole_range(const DaePool *p, DaeExpr array, GenRange *range); /* whether an ARRAY is made of holes in order */

/* ---- emit_statement.c -------------------------------------------------------------------------------------------- */

void gen_origin(const Emit *e, Text *out); /* where the statement stands: index in dae->origins */
void gen_statement(Emit *e, DaeExpr s);
void gen_loop_begin(Text *out, uint32_t id, char count);
void gen_loop_end(Text *out, uint32_t id, size_t body); /* body: where its text begins in out */

/* ---- scratch.c --------------------------------------------------------------------------------------------------- */
bool gen_plain_results(const DaeFunction *f);
bool gen_takes_scratch(const Gen *g, const char *code);
const char *gen_next_call(const char *code, const char *from, uint32_t *id);
/* Behind the body of loop `id`, whose text begins at `body` in e->out: gives back what its rounds took; `turns` counts
 * them.  What must stand in front of the loop comes into head. */
void gen_loop_scratch(Emit *e, uint32_t id, const char *turns, size_t body, Text *head);

/* ---- emit_function.c --------------------------------------------------------------------------------------------- */
/* A call as an expression: the result the node stands for, or with wanted = {first temporary,
 * number of results} the first result, with the others put into the temporaries after the first. */
void gen_call(Emit *e, DaeExpr call, const uint32_t *wanted, Text *out);
void gen_thunk(Emit *e, DaeExpr partial, Text *out);
void gen_apply(Emit *e, DaeExpr apply, Text *out);
void gen_want(Gen *g, uint32_t function); /* its text is needed */
void gen_functions(Gen *g);               /* texts of all wanted functions */
void gen_function_name(const Gen *g, uint32_t function, Text *out);

const char *gen_result_type(const DaeFunction *f);

/* ---- variants.c -------------------------------------------------------------------------------------------------- */
bool gen_takes_cells(const char *text); /* does it call functions with arguments in arrays? */
/* Adds text to out, with calls that have many numbers as arguments turned into calls of variants. */
void gen_variants(Gen *g, const char *text, Text *out);

/* ---- recall.c ---------------------------------------------------------------------------------------------------- */
bool gen_remembers(Gen *g, uint32_t function);            /* is it worth while, and may it? */
void gen_recall(Gen *g, const DaeFunction *f, Text *out); /* at its beginning: returns what is remembered */
void gen_remember(const DaeFunction *f, Text *out);       /* at its end: the first result is in `result` */

/* ---- emit_external.c --------------------------------------------------------------------------------------------- */
void gen_external_body(Emit *e, uint32_t function);

/* ---- template.c -------------------------------------------------------------------------------------------------- */
/* The template for an equation (shape UINT32_MAX: for none). */
uint32_t gen_template(Gen *g, const DaeEquation *eq, GenPurpose purpose, uint64_t detail);

/* ---- schedule.c -------------------------------------------------------------------------------------------------- */
/* Reorders items (which are in an order of evaluation) so that equal templates stand together. */
void gen_schedule(Gen *g, GenItems *items);

/* ---- histories.c ------------------------------------------------------------------------------------------------- */
/* The blocks that MdModel.histories names.  false: there are none, or they are too many to be evaluated apart. */
bool gen_histories(Gen *g, const GenItems *blocks, GenItems *out);

/* ---- runs.c ------------------------------------------------------------------------------------------------------ */
/* Number in v of an operand: constants stand behind the variables. */
static inline uint32_t gen_place(const Gen *g, DaeOperand o) {
    return dae_operand_is_const(o) ? g->g->nvars + (o & ~DAE_CONSTANT_BIT) : o;
}
/* Writes items as functions; returns through names the functions made ("p3"), in order. */
void gen_items(Gen *g, const GenItem *items, size_t n, const char *label, VecU32 *parts);
/* How many loops and straight-line statements that would be. */
size_t gen_pieces(const GenItem *items, size_t n);
/* Two functions (residuals and tangents) for m instances of one structure: row i of a (b) has na
 * (nb) items, with the same templates in each row.  Slots come from CwEnv.operands; operands gets
 * the table of each instance. */
typedef struct {
    size_t m, na, nb;
    const GenItem *const *a, *const *b;
} GenShared;
/* width: length of each. */
void gen_shared_items(Gen *g, const GenShared *s, uint32_t *part_a, uint32_t *part_b, const int **operands,
                      size_t *width);

/* ---- targets/ ---------------------------------------------------------------------------------------------------- */

/* e with the program's names. */
void gen_target_expr(const GenDialect *d, const GenProgram *p, DaeExpr e, Text *out);
bool gen_target_has(const GenProgram *p, GenStepKind kind);
/* The value as the user wrote it. */
void gen_target_value(const GenDialect *d, const GenProgramVar *v, Text *out);

/* What a language can say besides assignments. */
enum {
    GEN_SAYS_LINEAR = 1,
    GEN_SAYS_ITERATE = 2,
    GEN_SAYS_CALL = 4,
    GEN_NEEDS_C = 8 /* functions have to be had in C */
};
/* Does the program hold nothing else?  *why says what is too much. */
bool gen_target_says(const GenProgram *p, int what, const char **why);
/* Does the language have the functions of the program? */
bool gen_target_knows(const GenDialect *d, const GenProgram *p, const char **why);
/* A call with several results: begin, results, middle, arguments, end. */
void gen_target_call(const GenDialect *d, const GenProgram *p, const GenStep *s, const char *begin, const char *middle,
                     const char *end, Text *out);
bool gen_write_c(const GenProgram *p, Text *out, const char **why);
bool gen_write_dsblock(const GenProgram *p, Text *out, const char **why);
bool gen_write_dsblock_dae(const GenProgram *p, Text *out, const char **why);
bool gen_write_simulink(const GenProgram *p, Text *out, const char **why);
bool gen_write_matlab(const GenProgram *p, Text *out, const char **why);
bool gen_write_simnon(const GenProgram *p, Text *out, const char **why);
bool gen_write_desire(const GenProgram *p, Text *out, const char **why);
bool gen_write_acsl(const GenProgram *p, Text *out, const char **why);

#endif
