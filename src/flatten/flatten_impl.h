/* flatten_impl.h - what the files of flatten/ share. */
#ifndef CAUSEWAY_FLATTEN_IMPL_H
#define CAUSEWAY_FLATTEN_IMPL_H

#include "flatten/flatten.h"

#include <math.h>
#include <string.h>

/* A value taken apart: n scalars, row major over type.dims, and inside each element the leaves of a record in order of
 * declaration. */
typedef struct {
    InstType type;
    DaeExpr *e; /* scalars in F->pool; lives in F->temp */
    uint32_t n;
} FlatVal;

/* Components declared one by one that share an instance (instance/group.c).  What lies in them has names and variables
 * as if each had an instance of its own: those of the first, moved by a distance that depends on the member alone. */
typedef struct {
    InstComp *comp;       /* the hidden array */
    uint32_t *var, *name; /* by member: the distance */
    uint32_t first_var;   /* of the first member; UINT32_MAX before */
} FlatGroup;

/* What flattening knows about a component (InstComp.extra). */
typedef struct FlatComp {
    int64_t *index;     /* current 1-based index of a component array while its elements are visited */
    bool indexed;       /* index is valid now */
    FlatVal *value;     /* variable of a function being inlined: its current value */
    FlatGroup *group;   /* the hidden array it is, or lies in, or NULL */
    uint32_t first_var; /* leaf: DaeVar of its first scalar; UINT32_MAX before */
    uint32_t named;     /* ... member that names were made for last, plus 1 */
    uint32_t origin;    /* ... leaf: that of its variables */
    /* declared: name of its first element; those of the others follow in row-major order of its path */
    DaeName first_name;
    DaeName whole_name; /* ... and without the indices of arrays */
} FlatComp;

typedef struct {
    InstClass *cls;
    InstEq *eqs[2]; /* equations, initial equations */
    bool ready[2];
    InstStmt **algs[2]; /* algorithm sections */
    uint32_t nalgs[2];
} FlatClass;

typedef struct FlatConnect FlatConnect;
typedef struct FlatFn FlatFn;
typedef struct FlatClocks FlatClocks;
typedef struct FlatMachines FlatMachines;
typedef struct FlatUnits FlatUnits;

/* Equations held back while the branches of an if or when are visited. */
typedef struct {
    VEC(DaeExpr) roots;
    VEC(Span) spans;
} FlatCapture;

/* A list of statements being built, and what an algorithm assigns. */
typedef struct FlatStmts {
    VEC(DaeExpr) list;
} FlatStmts;
typedef struct FlatTargets {
    VecU32 outs;    /* variables assigned, each once (see algorithm.c) */
    Map known;      /* the same, for looking up */
    Map arrays;     /* numbers of array components of which elements are assigned (untouched.c) */
    Map numbers;    /* Integer variable -> the value that it has here whatever happens while running */
    VecU32 counted; /* variables that got one, in order */
} FlatTargets;

/* The state of one flattening. */
typedef struct {
    Inst *in;
    Context *ctx;
    Dae *dae;
    InstClass *model;
    Arena arena; /* lives as long as the flattening */
    Arena temp;  /* reset after each equation */
    Arena typed; /* the typed equation of an instance that is visited once; reset after each */
    ArenaMark typed_start;
    int repeated;     /* > 0 inside an array of components: its equations are visited once per element */
    DaePool pool;     /* scratch expressions, reset after each equation */
    InstClass *scope; /* class instance whose equations are being flattened */
    bool initial;     /* in an initial section */
    int no_event;     /* > 0 inside noEvent */
    int depth;        /* recursion guard */
    int inline_depth;
    Map classes;  /* InstClass number -> FlatClass * */
    VecU32 wired; /* inputs of components, and protected ones: connected, or not at all */
    Map objects;  /* constant of a package that is an external object -> its hidden parameter */
    Map calls;    /* hash of a call kept whole -> list of FlatCall, for sharing results */
    struct FlatCall *call_list;
    Map function_named;     /* name -> the last function of that name ... */
    VecU32 function_before; /* ... by function: the one before it of the same name, or 0 */
    FlatConnect *connect;
    FlatClocks *clocks;          /* clocked operators met so far, or NULL */
    FlatMachines *machines;      /* state machines met so far, or NULL */
    FlatUnits *units;            /* units that must agree; NULL: no variable has one */
    Map units_seen;              /* pairs of unit and displayUnit that are good */
    DaeVar when_clock;           /* clock variable of the clocked when around, 0: none */
    uint32_t nwhen, naux;        /* numbers for hidden variables */
    uint32_t subscript_function; /* that checks subscripts, once it is needed */
    DaeName name;                /* name of the current instance, for origins and hidden variables */
    FlatTargets *targets;        /* inside an algorithm: variables it assigns */
    FlatStmts *stmts;            /* inside an algorithm: where statements go */
    VecU32 unreached;            /* variables that algorithms assign where no way leads (unreached.c) */
    int loops;                   /* > 0 inside an algorithm's loop that is not unrolled */
    struct FlatRunning *running; /* iterators whose value is an expression, innermost first (algorithm.c) */
    FlatCapture *capture;        /* inside a branch of if or when: where equations go */
    DaeExpr guard;               /* condition under which actions here take place, 0: always */
    DaeExpr undecided;           /* on the right of and, or: what their left sides leave open, 0: all */
    DaeExpr when_guard;          /* trigger of the when around, 0: none */
    const InstExpr *many;        /* a call whose results all have a place, or NULL */
    const InstExpr *places;      /* the variables in parentheses that take them */
    uint32_t when_equations;     /* met so far: the number of the one in hand */
    VecU32 siblings;             /* elements of arrays of which an algorithm assigns some (untouched.c) */
    Map reinits;                 /* variable -> FlatReinit *: the last reinit of it */
    bool positions;              /* values are positions, not expressions (inline.c) */
    bool failed;
} Flat;

/* a reinit that was met */
typedef struct {
    uint32_t when; /* in this when-equation ... */
    DaeExpr guard; /* ... under this condition */
    Span span;
} FlatReinit;

/* ---- flatten.c */
FlatComp *flat_comp(Flat *f, InstComp *c);
uint64_t
flat_path_count(const InstComp *c);       /* elements with all arrays on its path; 2^62: more than can be counted.  In a
                                                group: of one member */
uint32_t flat_member(const FlatGroup *g); /* the member that is being visited */
bool flat_enter_member(Flat *f, InstComp *c); /* visits the hidden array of c as c; what flat_leave_member sets again */
void flat_leave_member(Flat *f, InstComp *c, bool before);
void flat_begin_typed(Flat *f);                 /* typed expressions from here on are needed ... */
void flat_drop_typed(Flat *f);                  /* ... until here */
void flat_name_component(Flat *f, InstComp *c); /* makes its names, once */
FlatClass *flat_class(Flat *f, InstClass *c);
uint32_t flat_origin(Flat *f, Span span);
DaeName flat_instance_name(Flat *f, InstComp *c); /* name of component c at its current indices */
void flat_emit(Flat *f, DaeExpr root, const DaeVar *outs, uint32_t nout, Span span); /* an equation, by f->initial */
void flat_objects(Flat *f);                                                          /* object.c */
/* An external object that is a constant of a package: one hidden parameter, however often it is named. */
bool flat_package_object(Flat *f, InstExpr *e, FlatVal *out);
void flat_join_objects(Flat *f, DaeVar a, DaeVar b, uint32_t origin);
void flat_emit_always(Flat *f, DaeExpr root, Span span); /* an equation that holds always, whatever is around */
void flat_initial_only(Flat *f, DaeVar v); /* known to an initial section only: a parameter with fixed = false */
DaeVar flat_hidden(Flat *f, const char *stem, uint32_t number, DaeBase base, DaeKind kind); /* new hidden variable */
Diag *flat_error(Flat *f, const char *code, Span span, const char *fmt, ...) BASE_PRINTF(4, 5);
Diag *flat_tolerate(Flat *f, const char *code, Span span, const char *fmt, ...) BASE_PRINTF(4, 5); /* base_tolerated */
Diag *flat_unsupported(Flat *f, Span span, const char *fmt, ...) BASE_PRINTF(3, 4);
uint64_t flat_dims(const InstType *t);                      /* product of dimensions */
InstComp **flat_fields(Flat *f, InstClass *c, uint32_t *n); /* components of a record or connector, in order */
uint64_t flat_leaves(Flat *f, const InstType *t);           /* scalars of a value of this type */
DaeBase flat_base(const InstType *t);
typedef void (*FlatEach)(Flat *f, InstComp *c, void *arg);
void flat_each_element(Flat *f, InstComp *c, FlatEach visit, void *arg); /* visit(c) once per index of c */

/* ---- declare.c */
void flat_declare(Flat *f, InstClass *model);
void flat_mark_structural(Flat *f, InstClass *model);
void flat_bindings(Flat *f, InstClass *model);
uint32_t flat_enum_type(Flat *f, const InstType *t); /* index in dae->enums, 0 for other types */

/* ---- flat_reference.c */
/* Variables of a reference, in the order of a FlatVal.  false after an error. */
bool flat_reference(Flat *f, const InstExpr *e, VecU32 *vars, InstType *type);
typedef struct {
    InstComp *comp;  /* of a split array: the element; NULL: a conditional one that is not there */
    uint64_t linear; /* index over all dimensions of its path */
} FlatElement;
typedef VEC(FlatElement) FlatElements;
bool flat_reference_elements(Flat *f, const InstExpr *e, FlatElements *out);
DaeVar flat_group_var(const InstComp *leaf, uint64_t linear); /* flat_var inside a group */
/* Has it got variables? */
static inline bool flat_is_declared(const InstComp *leaf) {
    const FlatComp *fc = leaf->extra;
    return fc && fc->first_var != UINT32_MAX;
}
/* The variable of a declared leaf with this index over all dimensions of its path. */
static inline DaeVar flat_var(const InstComp *leaf, uint64_t linear) {
    const FlatComp *fc = leaf->extra;
    return fc->group ? flat_group_var(leaf, linear) : fc->first_var + (uint32_t)linear;
}
uint64_t
flat_start(const InstComp *leaf); /* linear index of its first variable in the member being visited; 0 outside groups */
DaeVar flat_leaf_var(Flat *f, InstComp *leaf);    /* scalar leaf at current indices */
uint64_t flat_linear(Flat *f, const InstComp *c); /* linear index of c's current element over all its path's dims */
void flat_component_vars(Flat *f, InstComp *c, uint64_t linear, VecU32 *vars); /* leaves of one element */
DaeExpr flat_var_expr(Flat *f, DaeVar v);

/* ---- scalar.c */
DaeExpr flat_literal(Flat *f, const InstType *t, double x); /* array.c */
bool flat_value(Flat *f, InstExpr *e, FlatVal *out);        /* false after an error */
bool flat_scalar(Flat *f, InstExpr *e, DaeExpr *out);
InstValue *flat_eval(Flat *f, InstExpr *e, int flags); /* evaluation at the current indices */
bool flat_integer(Flat *f, InstExpr *e, int64_t *out); /* fast path for subscripts and ranges */
bool flat_from_value(Flat *f, const InstValue *v, FlatVal *out);
FlatVal flat_new_val(Flat *f, const InstType *t, uint32_t n);
/* Runs body for each value of an iterator (bound in iter). */
bool flat_loop(Flat *f, InstIter *it, bool (*body)(Flat *f, void *arg), void *arg);
bool flat_take_field(Flat *f, const FlatVal *a, Name name, Span span, FlatVal *out);
bool flat_frame_value(Flat *f, const InstExpr *e, const FlatVal *root, FlatVal *out); /* subscripts, fields of root */
DaeExpr flat_string_node(DaePool *p, DaeExpr *a, uint32_t enum_type); /* a: x, digits, length, left, format */
DaeExpr flat_relation(Flat *f, DaeOp op, DaeExpr a, DaeExpr b);

/* ---- array.c */
bool flat_binary(Flat *f, InstExpr *e, FlatVal *out);
bool flat_array_builtin(Flat *f, InstExpr *e, FlatVal *out, bool *handled);
bool flat_subscript(Flat *f, const FlatVal *a, InstExpr **subs, uint32_t nsubs, FlatVal *out);
/* index, checked during the run to be inside 1:size of the array described by words (subscript.c) */
DaeExpr flat_checked_index(Flat *f, const InstExpr *sub, DaeExpr index, int64_t size, const char *array);
const char *flat_array_words(Flat *f, const InstExpr *e, uint32_t part, uint32_t dimension);
bool flat_no_element(Flat *f, const InstExpr *sub, DaeExpr index, const InstType *t, const char *array,
                     FlatVal *out); /* reports a varying subscript of an empty array; false */

/* ---- flat_call.c */
bool flat_call(Flat *f, InstExpr *e, uint32_t result, FlatVal *out); /* one result of a call */
bool flat_call_all(Flat *f, InstExpr *e, FlatVal *outs);             /* all results */
/* the same for (a, b) = e: sizes that the function leaves open are those of the variables */
bool flat_call_into(Flat *f, const InstExpr *places, InstExpr *e, FlatVal *outs);
bool flat_call_values(Flat *f, InstExpr *e, InstFunction *fn, FlatVal *args, FlatVal *outs);
bool flat_call_statement(Flat *f, InstExpr *e, DaeExpr *stmt);                           /* call for its effect */
bool flat_spatial(Flat *f, InstExpr *e, FlatVal *out);                                   /* spatialDistribution */
DaeExpr flat_nest(Flat *f, const DaeExpr *scalars, const int64_t *dims, uint32_t ndims); /* nested ARRAYs */

/* ---- inline.c */
typedef struct {
    InstComp **comps; /* inputs, outputs, locals */
    FlatVal **saved;  /* their values before */
    uint32_t n;
} FlatFrame;
/* What flattening knows about a function (InstFunction.extra). */
typedef struct {
    uint32_t number;   /* in dae->functions; 0 before, UINT32_MAX: reported, not to be used */
    bool inline_known; /* inline_wanted has been found out */
    bool inline_wanted;
} FlatFnInfo;
FlatFnInfo *flat_fn_info(Flat *f, InstFunction *fn);
void flat_frame_enter(Flat *f, InstFunction *fn, const FlatVal *args, FlatFrame *frame);
void flat_frame_leave(Flat *f, FlatFrame *frame);
bool flat_declared_dims(Flat *f, InstComp *c, InstType *t); /* sizes of a variable of the current frame */
bool flat_inline(Flat *f, InstFunction *fn, const FlatVal *args, FlatVal *outs); /* false: cannot be inlined */
bool flat_inline_wanted(Flat *f, InstFunction *fn);

/* ---- lift.c */
bool flat_is_lifted(Flat *f, InstExpr *e); /* holds parts whose size is known only while running */
bool flat_lift(Flat *f, InstExpr *e, FlatVal *out);
/* A value for what has this type: where its own size is known only while running it must be that one. */
bool flat_value_sized(Flat *f, InstExpr *e, const InstType *want, FlatVal *out);
/* lhs := rhs where sizes vary: *whole, of fixed size, takes the value *out */
bool flat_is_lifted_assignment(Flat *f, const InstExpr *lhs, InstExpr *rhs);
bool flat_lift_assignment(Flat *f, InstExpr *lhs, InstExpr *rhs, InstExpr **whole, FlatVal *out);

/* ---- function.c, function_body.c */
/* A value inside a function: one expression per leaf field, arrays whole. */
typedef struct {
    InstType type;
    DaeExpr *e;
    uint32_t n;
} FnVal;
struct FlatFn {
    Flat *f;
    InstFunction *in;
    VEC(DaeLocal) locals;
    Map first;          /* InstComp * -> number of its first local */
    Map iters;          /* InstIter * -> local */
    FlatStmts *stmts;   /* where statements go that must run before the current one */
    FlatStmts prologue; /* statements before the body */
    uint32_t nrecords;
    int iterating; /* > 0 in the body of an array constructor or reduction: nothing can run before it */
};
/* An external object that is a constant of a package: a local of the function, made in each call (12.9.7). */
bool flat_fn_object(FlatFn *fn, InstComp *c, uint64_t *first);
uint32_t flat_fn_temp(FlatFn *fn, DaeBase base, int rank); /* new local */
DaeExpr flat_fn_repeat(FlatFn *fn, DaeExpr leaf, const DaeExpr *sizes, uint32_t n);
bool flat_fn_value(FlatFn *fn, InstExpr *e, FnVal *out);
DaeExpr flat_fn_body(FlatFn *fn, InstStmt *body);
bool flat_derivative_tells_more(Flat *f, InstFunction *fn); /* must be differentiated as a call, not inlined */
uint32_t flat_function(Flat *f, InstFunction *fn);          /* index in dae->functions, 0 after an error */

/* ---- open.c */
void flat_unread_inputs(Flat *f);
uint8_t *flat_occurring(const Dae *d); /* by variable: does it stand in equations? */
void flat_warn_open(Flat *f);          /* pins that nothing is connected to */

/* ---- units.c, units_solve.c: each says what units must agree */
void flat_units_begin(Flat *f); /* after all variables are declared */
void flat_units_declare(Flat *f, InstComp *c, Name unit, Name display);
void flat_units_equation(Flat *f, InstEq *eq);
void flat_units_algorithm(Flat *f, InstStmt *body);
void flat_units_value(Flat *f, InstComp *c, InstExpr *value); /* of c, or of an attribute of it */
void flat_units_connect(Flat *f, DaeVar a, DaeVar b, Span span);
void flat_units_finish(Flat *f); /* finds units that were not given, and contradictions; frees */
Diag *flat_unit_report(Flat *f, const char *code, Span span, const char *text); /* a warning, or an error when strict */

/* ---- equation.c */
void flat_equation(Flat *f, InstEq *eq);
DaeExpr flat_assertion(Flat *f, InstExpr *call); /* DAE_ASSERT, 0 when it always holds */
DaeExpr flat_trigger(Flat *f, InstExpr *cond);   /* condition of a when as an event trigger */

/* ---- algorithm.c */
typedef struct FlatRunning {
    const InstIter *iter;
    DaeExpr value;
    struct FlatRunning *outer;
} FlatRunning;
bool flat_counted(Flat *f, DaeExpr index, int64_t size, int64_t *i); /* a subscript that is known here, inside 1:size */
DaeExpr flat_operand_here(Flat *f, DaeExpr e);                       /* its value at this place of an algorithm */
void flat_target(Flat *f, DaeVar v);                                 /* the section in hand assigns v */
DaeExpr flat_first_value(Flat *f, DaeVar v); /* what v has when its section begins: pre, or its start value */

/* ---- untouched.c */
void flat_note_array(Flat *f, const InstExpr *lhs); /* the section in hand assigns an element of lhs */
void flat_untouched(Flat *f);                       /* gives the other elements their values, at the end */

void flat_algorithm(Flat *f, InstStmt *body, Span span);
DaeExpr flat_first_value(Flat *f, DaeVar v); /* what it is before the section assigns it */

/* ---- unreached.c */
void flat_unreached(Flat *f, const InstStmt *s); /* statements that no way through an algorithm leads to */
void flat_unreached_finish(Flat *f);             /* equations of what only they assign */

/* ---- connect.c, stream.c, overconstrained.c */
enum { FLAT_INSIDE = 0, FLAT_OUTSIDE = 1 };
/* A variable as a member of a connection set: from inside or outside its component (9.2). */
typedef struct {
    DaeVar var;
    uint8_t face : 1;
    uint8_t input : 1, output : 1; /* causality of the variable */
    uint8_t member : 1;            /* of an expandable connector */
    uint8_t open : 1;              /* ... that belongs to the model itself */
    uint8_t given : 1;             /* ... that equations give a value */
    uint32_t parent;               /* union-find */
    uint32_t next;                 /* next member of the same set, by number; UINT32_MAX at the end (after prepare) */
    uint32_t span;                 /* of a connect it takes part in: flat_node_span */
    DaeName place; /* instance that its connections stand in; that around the connector's when there are none */
} FlatNode;

struct FlatGraph;
/* A set of causal variables with two sources: where they are connected. */
typedef struct {
    Span first, second;
    DaeName place;
} FlatDoubled;

struct FlatConnect {
    VEC(FlatNode) nodes;
    VEC(Span) spans; /* of connects, those of its nodes one behind the other: FlatNode.span is a number plus 1 */
    VecU32 node_of;  /* by var * 2 + face: node + 1, or 0; see flat_find_node */
    VecU32 heads;    /* first member of each set, in order (after prepare) */
    VecU32 set_of;   /* by root node: position in heads + 1, or 0 (after prepare) */
    Map flow_of;     /* stream variable -> flow variable of its connector */
    Map stream_vars; /* variable -> 1: it is a stream variable */
    VecU32 signals;  /* of expandable connectors inside the model */
    VecU32 count;    /* by first variable of a connector: number of connections; may be shorter */
    struct FlatGraph *graph;
    DaeName around; /* place of nodes that nothing is connected to */
    Span refused;   /* the last connect that was refused: once is enough */
    VEC(FlatDoubled) doubled;
};

Span flat_node_span(const FlatConnect *c, uint32_t node);
uint32_t flat_find_node(const FlatConnect *c, DaeVar v, int face); /* UINT32_MAX when there is none */
FlatConnect *flat_connect_new(Flat *f);
void flat_connect_free(FlatConnect *c);
void flat_connect_equation(Flat *f, InstEq *eq); /* adds connect(a, b) to the sets */
void flat_connect_collect(Flat *f, InstComp *c); /* registers the flow variables of a connector */
void flat_connect_prepare(Flat *f);              /* all connects seen: sets, spanning tree */
void flat_connect_finish(Flat *f);               /* connection equations */
void flat_connect_judge(Flat *f);                /* all equations are there: reports signals with two sources */
uint32_t flat_connect_node(Flat *f, DaeVar v, int face, Span span);
void flat_connect_union(Flat *f, DaeVar a, int face_a, DaeVar b, int face_b, Span span);
bool flat_cardinality(Flat *f, const InstExpr *cref, int64_t *out);

void flat_stream_equations(Flat *f, uint32_t head);
bool flat_in_stream(Flat *f, const InstExpr *cref, FlatVal *out);
bool flat_stream_flow(Flat *f, const InstExpr *cref, uint32_t n, DaeExpr **flow);
void flat_stream_times_flow(Flat *f, const FlatVal *flow, FlatVal *actual);

uint64_t flat_type_size(const InstComp *c);
bool flat_overdetermined(Flat *f, InstClass *c); /* has a function equalityConstraint */
void flat_graph_connect(Flat *f, FlatElement a, int face_a, FlatElement b, int face_b, Span span);
void flat_graph_own(Flat *f, InstComp *connector, uint64_t linear); /* one of the model itself */
void flat_graph_call(Flat *f, InstExpr *call);                      /* Connections.branch/root/potentialRoot */
void flat_graph_prepare(Flat *f);                                   /* spanning trees; kept edges join the sets */
void flat_graph_finish(Flat *f);                                    /* equations of broken edges */
bool flat_graph_query(Flat *f, InstExpr *call, bool *out);          /* Connections.isRoot/rooted */
/* `i = Connections.uniqueRootIndices(...)`: i is known when the graph is, so that it may be a subscript. */
void flat_graph_ask(Flat *f, const InstEq *eq);
bool flat_graph_answers(const InstEq *eq);                      /* is it such an equation? */
void flat_graph_answer(Flat *f);                                /* the graph is known: so are they */
void flat_graph_forget(Flat *f);                                /* what was known is a variable again */
bool flat_graph_indices(Flat *f, InstExpr *call, FlatVal *out); /* Connections.uniqueRootIndices */
void flat_graph_free(struct FlatGraph *g);

/* ---- clock.c: notes what is clocked; clock_infer.c: who ticks with whom and when; clock_ticks.c: equations of
 * clocks */

/* a clocked operator that was met */
typedef struct {
    InstBuiltin kind; /* INST_B_CLOCK: Clock(c, solverMethod), the same clock for another partition */
    DaeVar out, in;
    int64_t k, resolution; /* factor (0: to be inferred), or shift k/resolution */
    bool of_clock;         /* applied to a clock, not to a value */
    bool plain;            /* previous: the last value even where a state machine resets */
    uint32_t given;        /* 1 + the equation that gives `in` its value, where an expression was named; else 0 */
    Span span;
} FlatClockOp;

typedef enum {
    FLAT_CLOCK_RATIONAL,
    FLAT_CLOCK_REAL,
    FLAT_CLOCK_EVENT,
    FLAT_CLOCK_VARIABLE,
    FLAT_CLOCK_INPUT, /* given from outside */
    FLAT_CLOCK_DEFAULT
} FlatClockKind;

/* a clock that is made by a constructor (MLS 16.3) */
typedef struct {
    DaeVar var; /* clock variable it defines */
    FlatClockKind kind;
    DaeVar interval;  /* hidden parameter holding the interval in seconds; of event clocks that at the first tick */
    DaeVar condition; /* event clock, input: its Boolean; variable interval: the variable that gives it */
    int64_t counter, resolution; /* rational: the interval; variable: resolution, 0 for a Real interval in seconds */
    DaeVar fine;                 /* variable: tick of the finest clock needed ... */
    int64_t split;               /* ... which ticks so often in an interval */
    Span span;
} FlatClockDef;

/* what is known of one clock; numbers refer to its base */
typedef struct {
    uint32_t base;         /* index in defs, UINT32_MAX before */
    uint32_t group;        /* base-clock partition: union-find over clocks */
    int64_t num, den;      /* interval = base interval * num / den */
    int64_t shift, over;   /* first tick at base interval * shift / over */
    DaeVar tick, interval; /* hidden variables, 0 before */
    DaeVar first, ticked;  /* firstTick; has it ticked yet? */
    DaeVar now;            /* time of the last tick */
    Name method;           /* solver method, 0: none */
    Span method_span;
    bool continuous; /* it has equations that need a solver method (16.8.1) */
    Span continuous_span;
    const char *why; /* ... what in them */
} FlatClock;

typedef struct {
    DaeVar a, b;
} FlatClockPair;

typedef struct {
    uint32_t from, to; /* equations */
    DaeVar clock;
} FlatClockRange;

typedef struct {
    DaeVar clock;
    Name method;
    Span span;
} FlatClockMethod;

struct FlatClocks {
    VEC(FlatClockOp) ops;
    VEC(FlatClockDef) defs;
    VEC(FlatClockRange) ranges;  /* of a clocked when ... */
    VEC(FlatClockRange) outside; /* ... but for those that give arguments of conversion operators */
    VEC(FlatClockPair) same;
    VEC(FlatClockMethod) methods;
    VecU32 vars;          /* clock variables (Boolean) */
    VecU32 parent;        /* union-find over DaeVar, at the end */
    VEC(uint8_t) clocked; /* by variable */
    VEC(FlatClock) clocks;
    Map clock_of; /* root variable -> clock */
    DaeVar start; /* hidden parameter: when the simulation started, 0 before it is asked for */
};

void flat_clock_free(FlatClocks *c);
void flat_clock_declare(Flat *f, DaeVar first, uint64_t n); /* components of type Clock */
DaeVar flat_clock_var(Flat *f, InstExpr *e);                /* clock variable that an expression of type Clock means */
void flat_clock_vars(Flat *f, InstExpr *e, VecU32 *out);    /* the same for arrays of clocks */
void flat_clock_equate(Flat *f, InstExpr *a, InstExpr *b);  /* clock = clock, arrays too */
void flat_clock_same(Flat *f, DaeVar a, DaeVar b);          /* two variables tick together */
bool flat_clocked(Flat *f, InstExpr *e, FlatVal *out);      /* value of a clocked operator */
void flat_clock_when(Flat *f, InstEq *eq);                  /* when Clock then ... */
void flat_clock_finish(Flat *f);                            /* infers clocks, adds their equations */
/* variability.c */
void flat_check_discrete(Flat *f);                        /* after clocks are known */
DaeVar flat_clock_previous(Flat *f, DaeVar v, Span span); /* its value at the tick before, whatever is reset */
DaeVar flat_clock_last(Flat *f, DaeVar v, Span span);     /* the same as previous(v) in the text */
DaeVar flat_clock_sample(Flat *f, DaeExpr e, Span span);  /* value of a continuous expression at the last tick */
DaeVar flat_clock_first(Flat *f, DaeVar v);               /* true at the first tick of v's clock */
/* clock_infer.c */
void flat_clock_infer(Flat *f);                  /* fills parent, clocked, clocks; reports what does not agree */
uint32_t flat_clock_at(FlatClocks *c, DaeVar v); /* the clock of v, made on first use */
DaeVar
flat_clock_unknown(const Dae *d,
                   DaeOperand o); /* what an operand stands for: der and pre mean their variable; 0: no unknown */
DaeVar flat_clock_parameter(Flat *f, DaeExpr e, Span span); /* hidden parameter with the value of e */

/* ---- machine.c */
void flat_machine_free(FlatMachines *m);
void flat_machine_state(Flat *f, const InstExpr *call); /* transition, initialState: who is a state */
void flat_machine_prepare(Flat *f);                     /* all states seen */
void flat_machine_interface(Flat *f, InstClass *c);     /* outer outputs of an instance in a state */
void flat_machine_transition(Flat *f, const InstExpr *call);
bool flat_machine_query(Flat *f, const InstExpr *e, DaeExpr *out); /* activeState, ticksInState, timeInState */
void flat_machine_note(Flat *f, uint32_t equation);                /* an equation of the current instance was added */
DaeExpr flat_machine_guard(Flat *f);                          /* "the state around is active", 0: no state around */
DaeVar flat_machine_reset(Flat *f, DaeVar v, DaeVar *active); /* is the state of v being reset; 0: it has no state */
DaeVar flat_machine_merge(Flat *f, const DaeVar *outputs, const Span *spans, uint32_t n); /* one source of several */
void flat_machine_finish(Flat *f); /* equations of machines, guards of states */

#endif
