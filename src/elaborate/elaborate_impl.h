/* elaborate_impl.h - what the files of elaborate/ share among themselves. */
#ifndef CAUSEWAY_ELABORATE_IMPL_H
#define CAUSEWAY_ELABORATE_IMPL_H

#include "elaborate/elaborate.h"

/* State of elaboration and evaluation of one Inst; made on first use. */
typedef struct {
    Map builtins;                  /* Name -> row of the table in builtin.c */
    Map values;                    /* (component, index) -> InstValue, for components inside component arrays */
    VEC(InstFunction *) functions; /* all functions met so far */
    Map partials;                  /* (function, input) -> its partial derivative (derivative.c) */
    Arena scratch, spare;          /* values made while functions run; see interpret.c */
    uint32_t running;              /* depth of running functions */
    size_t compacted;              /* scratch.total when values were last compacted */
    int64_t steps;                 /* statements the interpreter may still run (nothing hangs) */
    bool too_deep;                 /* nesting of expressions: reported once */
    Name time, size, start, constructor, zero, string_op;
} InstElabState;
InstElabState *inst_elab_state(Inst *in);
/* From here on typed expressions are kept; what the function gives is set again (in->nodes) at the end. */
Arena *inst_keep_nodes(Inst *in);

/* binding.c: the value of a binding or attribute as if it were b. */
InstExpr *inst_elab_binding(InstComp *c, int attr, InstBinding *b);

/* `end` inside a subscript means the size of this dimension. */
typedef struct InstEnd {
    InstExpr *array;     /* NULL when the size is known */
    int64_t size;        /* or INST_UNKNOWN_DIM */
    uint32_t dim;        /* from 0 */
    InstType index_type; /* ENUM or BOOLEAN where the dimension is declared by such a type */
    struct InstEnd *outer;
} InstEnd;

/* InstElab.place */
enum {
    INST_IN_FUNCTION = 1,
    INST_IN_NOEVENT = 2, /* below noEvent or smooth: relations make no events */
    INST_IN_CONNECT = 4, /* absent conditional components may be named */
    INST_IN_WHEN = 8,
    INST_IN_INITIAL = 16,
    INST_IN_ALGORITHM = 32,
    INST_IN_LHS = 64,          /* target of an assignment */
    INST_KEEP_CONSTANTS = 128, /* do not replace constants by their values */
    INST_IN_ARGUMENT = 256,    /* a function may be named (functional argument) */
    INST_IN_CLOCKED_WHEN = 512,
    INST_IN_IF = 1024,
    INST_IN_FOR = 2048,
    INST_IN_WHILE = 4096,
    INST_IN_EQUATION = 16384, /* equation or algorithm section, as opposed to a value in a declaration */
    INST_IN_PURE = 32768,     /* argument of pure() */
    INST_IN_BRANCH = 65536,   /* of an if-expression whose condition is not known */
    INST_TOP_CALL = 8192,     /* the call stands alone on a right side: several results are welcome */
};

/* Where an expression stands while it is elaborated. */
typedef struct InstElab {
    Inst *in;
    InstClass *scope;
    InstIterScope *iters;
    InstEnd *end;
    const SynExpr *whole; /* the side of an equation, or the value, that it is part of */
    uint32_t place;
} InstElab;

/* typed_expr.c: the recursion behind inst_expr */
InstExpr *inst_elab(InstElab *x, const SynExpr *e);
InstExpr *inst_elab_call(InstElab *x, const SynExpr *e);    /* call.c */
InstExpr *inst_elab_partial(InstElab *x, const SynExpr *e); /* call.c: function f(x = 1) */
InstExpr *inst_elab_cref(InstElab *x, const SynExpr *e);    /* reference.c */
/* Of a record component: one without a prefix whose fields are all parameters is a parameter as a whole. */
InstVariability inst_record_variability(InstClass *record, InstVariability declared);
/* A name whose first word is known to mean comp. */
InstExpr *inst_elab_from(InstElab *x, InstComp *comp, const SynCref *c, Span span);
InstExpr *inst_elab_comprehension(InstElab *x, const SynExpr *e, InstBuiltin reduce, const SynExpr *at);
InstIter *inst_elab_iterator(InstElab *x, const SynIterator *it, const SynExpr *body,
                             InstExpr *(*deduce)(InstElab *x, const void *in, Name iter, bool *conflict),
                             const void *in);
InstExpr *inst_deduce_size(InstElab *x, const SynExpr *e, Name iter, bool *conflict, InstExpr *found);
InstExpr *inst_make_array(InstElab *x, InstExpr **args, uint32_t n, Span span); /* {args}, elements converted */
bool inst_is_function(const InstClass *c); /* is it, or is it a base of, a function? */
InstElab inst_elab_in(InstClass *scope, InstIterScope *iters);
InstExpr *inst_function_value(InstElab *x, InstClass *c, Span at); /* call.c: a function named as argument */

/* A component or class named by a reference, up to the last part that could be resolved. */
typedef struct {
    InstComp *comp; /* last component, or NULL */
    InstClass *cls; /* the class named, when no component is */
    InstExpr *expr; /* the value: reference, literal, iterator; NULL when a class is named */
    bool failed;    /* an error has been reported */
} InstNamed;
/* quiet: do not report a first name that is not found (failed stays false, all NULL). */
InstNamed inst_resolve(InstElab *x, const SynCref *c, Span span, bool quiet);

/* building typed nodes: node.c */
InstExpr *inst_node(Inst *in, InstExprKind kind, InstType type, InstVariability v, Span span);
InstExpr *inst_node_args(Inst *in, InstExprKind kind, InstType type, Span span, InstExpr **args, uint32_t n);
/* An array of the sizes of t from dimension k on, all elements of which are e. */
InstExpr *inst_repeated(Inst *in, InstExpr *e, const InstType *t, uint32_t k);
InstExpr *inst_builtin_node(Inst *in, InstBuiltin b, InstType type, Span span, InstExpr **args, uint32_t n);
InstExpr *inst_error_node(Inst *in, Span span);
InstExpr *inst_int_node(Inst *in, int64_t i, Span span);
InstExpr *inst_real_node(Inst *in, double r, Span span);
InstExpr *inst_bool_node(Inst *in, bool b, Span span);
InstExpr *inst_string_node(Inst *in, Name s, Span span);
InstExpr *inst_enum_node(Inst *in, InstClass *type, int64_t literal, Span span);
InstExpr *inst_value_node(Inst *in, const InstValue *v, Span span); /* a value as an expression */
bool inst_is_int(const InstExpr *e, int64_t *i);                    /* Integer literal */
InstVariability inst_max_variability(InstExpr *const *args, uint32_t n);

/* Integer -> Real where wanted, elementwise; NULL when the types do not fit. */
InstExpr *inst_convert(Inst *in, InstExpr *e, const InstType *want);
/* A record or model with all fields of a record and more; NULL: it has not. */
InstExpr *inst_convert_wider(Inst *in, InstExpr *e, const InstType *want);
/* Records whose fields may have other sizes than those wanted (elements of an array that is split); NULL when not
 * alike. */
InstExpr *inst_convert_alike(Inst *in, InstExpr *e, const InstType *want);
/* The same with a message: "<what>: expected Real[3], found Boolean". */
InstExpr *inst_convert_or_report(InstElab *x, InstExpr *e, const InstType *want, const char *what);

/* lenient.c: what others convert without being asked, with a warning about `what`; NULL: nothing of that kind. */
InstExpr *inst_convert_freely(InstElab *x, InstExpr *e, const InstType *want, const char *what);
InstExpr *inst_number_of_literal(InstElab *x, InstExpr *e); /* Integer(e), folded */

/* operators: operator.c */
InstExpr *inst_binary(InstElab *x, SynOp op, InstExpr *a, InstExpr *b, Span span);
InstExpr *inst_unary(InstElab *x, SynOp op, InstExpr *a, Span span);
const char *inst_op_text(SynOp op);

/* element access: reference.c */
InstExpr *inst_subscript(InstElab *x, InstExpr *e, InstExpr **subs, uint32_t n, Span span);
InstExpr *inst_field(InstElab *x, InstExpr *e, Name name, Span span); /* reports an absent field */
InstExpr **inst_elab_subscripts(InstElab *x, const SynPart *p, const InstType *t, InstExpr *array, InstComp *comp,
                                uint32_t *n);
InstType inst_dimension_type(const InstComp *c, uint32_t k); /* Integer, Boolean or an enumeration (10.1) */
/* The values of Boolean or an enumeration, where the type is used as a range (10.5, 11.2.2.2). */
InstExpr *inst_type_range(InstElab *x, const InstType *of, Span span);
InstExpr *inst_size_node(Inst *in, InstExpr *array, uint32_t dim, Span span); /* size(array, dim + 1), folded */

/* calls: call.c, overload.c */
/* arguments of a call, typed */
typedef struct {
    InstExpr **args;
    uint32_t nargs;
    Name *names; /* of the named ones */
    InstExpr **named;
    uint32_t nnamed;
    Span span;
} InstArgs;
InstArgs inst_elab_args(InstElab *x, const SynExpr *call, uint32_t place);
InstExpr *inst_call_function(InstElab *x, InstFunction *f, const InstArgs *a, bool quiet);
InstExpr *inst_call_record(InstElab *x, InstClass *c, const InstArgs *a);
InstExpr *inst_overloaded_binary(InstElab *x, SynOp op, InstExpr *a, InstExpr *b, Span span);
InstExpr *inst_overloaded_unary(InstElab *x, SynOp op, InstExpr *a, Span span);
InstExpr *inst_overloaded_constructor(InstElab *x, InstClass *c, const InstArgs *a); /* NULL: none declared */
InstExpr *inst_overloaded_direct(InstElab *x, InstClass *op, const InstArgs *a);     /* NULL: no match */
InstExpr *inst_overloaded_string(InstElab *x, InstExpr *e, const InstArgs *a);
InstExpr *inst_overloaded_zero(InstElab *x, InstClass *c, Span span);
InstExpr *inst_overloaded_reduce(InstElab *x, InstBuiltin reduce, InstExpr *a, Span span); /* NULL: undefined */
void inst_check_function(const InstFunction *f);                                           /* check_function.c */
/* assigned.c; alone: the function is looked at for its own sake, also where it stands in a library. */
void inst_check_assigned(InstFunction *f, bool alone);
bool inst_check_taken(InstFunction *f, uint32_t k); /* false: result k is taken, and never gets a value */
void inst_check_parts(InstFunction *f);             /* assigned_parts.c */
/* way_facts.c: what is known of the variables of an algorithm on one way through it; NULL: nothing. */
typedef struct InstFact InstFact;
enum { INST_FACTS_MAX = 8 };
/* The cases in which cond (NULL: true) is as wanted: their number, 0 when it cannot be. */
uint32_t inst_assume(Inst *in, Arena *arena, const InstFact *facts, const InstExpr *cond, bool want,
                     const InstFact *out[INST_FACTS_MAX]);
const InstFact *inst_forget(Arena *arena, const InstFact *facts, const InstComp *c); /* c gets another value */
const InstFact *inst_learn(Inst *in, Arena *arena, const InstFact *facts, const InstExpr *target,
                           const InstExpr *value); /* target := value, after inst_forget */
/* Behind a > b and then a == b comes a < b, but who asks so takes the two for all there is. */
bool inst_doubted(const InstFact *facts);
bool inst_same_facts(const InstFact *a, const InstFact *b);
const InstFact *inst_common_facts(Arena *arena, const InstFact *a, const InstFact *b);
/* Copies e with references to comps[i] replaced by by[i]. */
InstExpr *inst_substitute(Inst *in, InstExpr *e, InstComp *const *comps, InstExpr *const *by, uint32_t n);

InstFunction *inst_partial_derivative(InstFunction *f, uint32_t input); /* derivative.c; NULL: not possible */
InstFunction *inst_derivative_function(InstClass *c);                   /* of function c = der(f, x) */

/* built-in functions: builtin.c */
typedef struct InstBuiltinRow InstBuiltinRow;
const InstBuiltinRow *inst_builtin(Inst *in, Name name); /* NULL when there is none of that name */
InstExpr *inst_elab_builtin(InstElab *x, const InstBuiltinRow *row, const SynExpr *call);

/* known.c; NULL where nothing is known */
InstExpr *inst_known_of_c(InstElab *x, InstExpr *call); /* the call, or the built-in function that it calls */
InstClass *inst_known_elsewhere(InstElab *x, const SynExpr *e);
const InstBuiltinRow *inst_known_before(InstElab *x, const SynExpr *e);
InstExpr *inst_for_animation(InstElab *x, const SynExpr *e);

/* values: value.c */
Arena *inst_value_arena(Inst *in);                         /* where values are made: scratch while a function runs */
InstValue *inst_value_deep(Arena *to, const InstValue *v); /* a copy that shares nothing but types */
InstValue *inst_value_new(Inst *in, InstType type);        /* zeroed; dims must be known */
InstValue *inst_value_real(Inst *in, double x);
InstValue *inst_value_int(Inst *in, int64_t i);
InstValue *inst_value_bool(Inst *in, bool b);
InstValue *inst_value_string(Inst *in, Name s);
InstValue *inst_value_enum(Inst *in, InstClass *cls, int64_t i);
InstValue *inst_value_copy(Inst *in, const InstValue *v);
InstValue *inst_value_as(Inst *in, InstValue *v, InstBase base); /* Integer -> Real: the same numbers */
InstValue *inst_value_element(Inst *in, const InstValue *v, uint64_t i,
                              uint32_t ndims); /* i-th slice after ndims leading dims */
InstValue *inst_value_stack(Inst *in, InstValue **v, uint64_t n, const int64_t *dims, uint32_t ndims, InstType element);
InstValue *inst_value_field(Inst *in, const InstValue *v, uint32_t field);
void inst_value_put(InstValue *to, uint64_t i, const InstValue *from, uint64_t j); /* one scalar or record */
bool inst_value_equal(const InstValue *a, const InstValue *b);
void inst_value_text(const Inst *in, const InstValue *v, Text *out);

/* evaluation: eval.c, interpret.c, external_known.c */
/* subscripts of one component array on the way to what is evaluated */
typedef struct InstIndex {
    const InstComp *comp;
    const int64_t *at;
    const struct InstIndex *outer;
} InstIndex;

/* a running function */
typedef struct InstFrame {
    InstFunction *function;
    InstComp **comps;
    InstValue **vals;
    bool *owned; /* the value may be changed in place */
    bool *busy;  /* its declared value is being evaluated */
    uint32_t n;
    ArenaMark mark; /* what the function makes lies behind it */
    struct InstFrame *outer;
} InstFrame;

/* components under evaluation, for cycles */
typedef struct InstGuard {
    const InstComp *comp;
    uint64_t index;
    struct InstGuard *outer;
} InstGuard;

typedef struct InstEnv {
    Inst *in;
    int flags;
    const InstIndex *index;
    InstFrame *frame;
    InstGuard *guard;
    int depth;
} InstEnv;

typedef VEC(InstValue *) VecValues;

/* a for equation around a connection */
typedef struct InstLoop {
    const SynEquation *equation;
    const struct InstLoop *outer;
} InstLoop;
/* expand.c: an expression inside n loops: `e for i, j`, the outermost iterator last (10.4.1.1). */
const SynExpr *inst_in_loops(Inst *in, const InstLoop *loop, const SynExpr *e, uint32_t *n);
InstValue *inst_eval_cardinality(InstEnv *v, const InstExpr *e); /* cardinality.c */

InstValue *inst_eval_expr(InstEnv *v, InstExpr *e);
InstValue *inst_frame_value(InstEnv *v, uint32_t slot);    /* interpret.c: a variable of the running function */
bool inst_frame_has(InstEnv *v, uint32_t slot, Span span); /* has it got a value?  false after INST0577 */
InstValue *inst_eval_builtin(InstEnv *v, InstExpr *e);     /* eval_builtin.c */
InstValue *inst_eval_instance_name(InstEnv *v, const InstExpr *e);
bool inst_is_whole(const InstExpr *e); /* eval_whole.c: is it an operation on Integers, computed in 64 bits? */
bool inst_any_whole(const InstExpr *e);
InstValue *inst_eval_whole(InstEnv *v, InstExpr *e);
InstValue *inst_eval_whole_relation(InstEnv *v, InstExpr *e);
InstValue *inst_eval_whole_as_real(InstEnv *v, InstExpr *e);
bool inst_whole_result(InstEnv *v, const InstValue *r, Span span); /* are its Integers exact? */
InstValue *inst_eval_binary(InstEnv *v, SynOp op, InstValue *a, InstValue *b, const InstType *type, Span span);
InstValue *inst_eval_subscripts(InstEnv *v, InstValue *a, InstExpr **subs, uint32_t n);
InstValue *inst_eval_call(InstEnv *v, InstFunction *f, InstValue **args,
                          Span span); /* TUPLE (record value) of results */
typedef struct {
    int64_t rows, cols;
    double *columns; /* column by column */
} InstMatrix;
bool inst_read_mat5(Arena *arena, const char *bytes, size_t n, const char *name, InstMatrix *out); /* external_mat.c */
/* external_known.c: a matrix of a text or MAT file; NULL: reported */
InstValue *inst_matrix_of_file(InstEnv *v, InstFrame *f, const char *file, const char *name, Span span);
bool inst_eval_fortran(InstEnv *v, InstFrame *f, const char *name); /* external_fortran.c: LAPACK */
bool inst_eval_table(InstEnv *v, InstFrame *f, const char *name,
                     Span span); /* external_table.c: interpolation tables */
/* external_model.c: an external model is asked for its sizes; false: not such a function, or reported */
bool inst_eval_emi(InstEnv *v, InstFrame *f, const char *name, const char *path, Span span);
bool inst_eval_external(InstEnv *v, InstFrame *f, Span span); /* external_known.c; false: not evaluable */
/* Takes n steps of evaluation at translation time; false, after a report, when too many were taken. */
bool inst_spend(InstEnv *v, int64_t n, Span span);
void inst_eval_fail(InstEnv *v, const char *code, Span span, const char *fmt, ...) BASE_PRINTF(4, 5);
/* All subscripts of a dimension as numbers from 1; false when not known. */
bool inst_eval_index_set(InstEnv *v, InstExpr *sub, int64_t size, int64_t **at, int64_t *n, bool *scalar);

#endif
