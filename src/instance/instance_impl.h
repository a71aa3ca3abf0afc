/* instance_impl.h - what the files of instance/ share among themselves.
 *
 * Part one belongs to class instances (tree.c ... restrict.c), part two to elaboration (type.c ... external.c).
 */
#ifndef CAUSEWAY_INSTANCE_IMPL_H
#define CAUSEWAY_INSTANCE_IMPL_H

#include "instance/instance.h"

/* ==== part one: class instances ================================================================ */

/* A small hash table from names to pointers, in the arena.  Zeroed: empty. */
typedef struct {
    Name *keys; /* cap entries; 0: free */
    void **vals;
    uint32_t n, cap;
} InstTable;
bool inst_table_get(const InstTable *t, Name key, void **val);
void inst_table_put(Inst *in, InstTable *t, Name key, void *val);

/* One import clause; what it names is found on first use (13.2.1: always from the top, so shared by all instances). */
typedef struct {
    SynElement *syn;
    bool resolved, is_protected;
    InstClass *package;   /* the class that stands before the last dot (or the imported package for .*) */
    InstElement *element; /* the element named; NULL for .* and lists */
} InstImport;

/* A name assigned in a when clause that stands in a branch of an if equation. */
typedef struct InstGuarded {
    Name name;
    const SynBranch *branches;
    uint32_t branch;
    const struct InstGuarded *outer; /* the if equation around that one */
    const struct InstGuarded *next;
} InstGuarded;

/* What all instances of one class definition share. */
typedef struct {
    SynClass *syn;
    SynElement **own; /* classes and components declared in its text, without `redeclare` ones */
    uint32_t nown;
    uint32_t *place; /* by position in own: that among those that are no functions, UINT32_MAX for functions */
    uint32_t nplaces;
    SynElement **redeclared; /* elements with `redeclare` */
    uint32_t nredeclared;
    SynElement **extends;
    uint32_t nextends;
    InstImport *imports;
    uint32_t nimports;
    InstTable index;            /* name -> position in own, plus 1 */
    InstClass *canonical;       /* enumerations: the instance that stands for the type in every context */
    InstTable assigned;         /* names assigned in when clauses of its text ... */
    bool assigned_known;        /* ... once collected */
    const InstGuarded *guarded; /* those below if equations */
    const SynExpr **inside;     /* targets with a dot */
    uint32_t ninside;
    bool checked; /* restrictions of the definition were checked */
} InstDef;

/* State of class instances of one Inst. */
typedef struct {
    Map defs;            /* SynClass* -> InstDef* */
    Map subtypes;        /* pairs of definitions already compared */
    SynFile *predefined; /* text of StateSelect and the like */
    InstTable predefined_names;
    InstClass *object; /* ExternalObject */
    InstClass *top;    /* the model given to inst_model */
    Name attr[INST_ATTR_COUNT];
    InstBinding no_attr, *no_attrs[INST_ATTR_COUNT]; /* of components that have none */
    Name evaluate, hide_result;
} InstTree;
static inline InstTree *inst_tree(const Inst *in) { return in->priv; }

/* InstClass.state */
enum { INST_NEW, INST_PREPARING, INST_READY, INST_FAILED };

/* tree.c */
InstDef *inst_def(Inst *in, SynClass *syn);
InstClass *inst_class_new(Inst *in, SynClass *syn, LibClass *lib, Name name, InstClass *scope);
/* Another instance of the same definition in the same context, modified. */
InstClass *inst_class_copy(InstClass *t, InstMod *mod);
const char *inst_name(const Inst *in, Name n);
/* The element that stands at a position of its definition's text. */
InstElement *inst_own(const InstClass *c, uint32_t position);
const char *inst_class_text(const InstClass *c);       /* full name, in the arena */
const char *inst_restriction_text(const InstClass *c); /* "model", "record" ... */
/* Reports an error with the instance path of the class (or component) it happened in. */
Diag *inst_error(const InstClass *at, const char *code, Span span, const char *fmt, ...) BASE_PRINTF(4, 5);
void inst_warn_obsolete(const InstClass *user, const InstClass *used, Span at); /* annotation(obsolete = "...") */
Diag *inst_warning(const InstClass *at, const char *code, Span span, const char *fmt, ...) BASE_PRINTF(4, 5);

/* extend.c: is this equation of base class instance c repeated in the text of an heir (7.1)?  Warns. */
bool inst_is_repeated(InstClass *c, const SynEquation *q);

/* lookup.c */
static inline InstElement *inst_kept(InstElement *e) {
    while (e && e->same) e = e->same;
    return e;
}
InstElement *inst_find_own(InstClass *c, Name name); /* without inherited ones */
/* The class named in an extends clause: not through anything replaceable (7.1.4). */
InstClass *inst_lookup_base(InstClass *c, const SynCref *name, Span at);
InstClass *inst_lookup_class_quiet(InstClass *c, const SynCref *name);
Name inst_import_name(const SynElement *s);       /* the name an import clause introduces */
bool inst_failed_import(InstClass *c, Name name); /* an import of it was reported to fail */

/* hint.c: adds to d what may have been meant by a name that is not in c. */
typedef enum {
    INST_HINT_CLASSES = 1,
    INST_HINT_COMPONENTS = 2,
    INST_HINT_FUNCTIONS = 4, /* built-in ones too */
    INST_HINT_AROUND = 8,    /* classes around c as well */
    INST_HINT_LIBRARY = 16,  /* it may be a library that is not there */
    INST_HINT_ELEMENTS = INST_HINT_CLASSES | INST_HINT_COMPONENTS
} InstHint;
void inst_hint_name(InstClass *c, Diag *d, Name wrong, InstHint what);

/* equal.c */
bool inst_same_cref(const SynCref *a, const SynCref *b);
bool inst_same_expr(const SynExpr *a, const SynExpr *b);
bool inst_same_equation(const SynEquation *a, const SynEquation *b);
bool inst_same_modification(const SynModification *a, const SynModification *b);
bool inst_same_declaration(InstElement *a, InstElement *b, bool *warn);

/* modify.c */
InstMod *inst_mod_build(InstClass *scope, const SynModification *m, InstComp *from);
InstMod *inst_mod_merge(InstClass *at, InstMod *outer, InstMod *inner);
InstMod *inst_mod_child(const InstMod *m, Name name);
/* The tree with comp as the outermost component of values that have none yet. */
InstMod *inst_mod_resolve_from(Inst *in, InstMod *m, InstComp *comp);
bool inst_mod_is_empty(const InstMod *m);
/* Reports modifiers that name no element of c. */
void inst_mod_check(InstClass *c, const InstMod *m);
/* Applies redeclarations in e->mod: afterwards e is the declaration in force. */
void inst_mod_redeclare(InstClass *c, InstElement *e);
/* All modifiers of the declaration in force: from outside, its own, of its constraining clauses. */
InstMod *inst_mod_in_force(InstElement *e, InstComp *from);

/* when.c */
bool inst_assigned_in_when(InstClass *c, Name name); /* in the text of c or of one of its bases */
void inst_restrict_when(InstClass *c);               /* reports assignments to variables of subcomponents */

/* restrict.c */
void inst_restrict_definition(InstClass *c);
void inst_restrict_base(InstClass *c, InstClass *b, Span at);
void inst_restrict_component(InstComp *comp, InstClass *type);
void inst_restrict_value(InstComp *comp);
void inst_restrict_modifiers(InstClass *at, InstClass *type, const InstMod *mod);
bool inst_is_partial(const InstClass *c);
/* May e be named as `C.e` in scope from, where C is in_class?  Reports when not (4.1.2, 5.3.2). */
bool inst_access(InstClass *from, InstClass *in_class, InstElement *e, Span at);
/* connector.c */
void inst_restrict_connector(InstComp *comp); /* after everything below comp was instantiated */
/* subtype.c */
void inst_restrict_redeclaration(InstElement *e, InstClass *type);
void inst_restrict_same_type(InstElement *e, InstClass *type);

/* component.c */
/* The inner element that an outer declaration in c refers to, or NULL (5.4). */
InstElement *inst_find_inner(InstClass *c, Name name, uint8_t kind);
/* split.c: gives comp->elements where elements of a component array differ in structure. */
void inst_split(InstComp *comp, InstClass *type, const InstMod *mod);
bool inst_in_split_array(const InstClass *c); /* inside the undivided part of such an array */
/* share.c: gives components of c that may share an instance theirs; once.  component.c: makes the shared one. */
void inst_share(InstClass *c);
bool inst_make_shared(InstComp *g, InstClass *type, InstMod *mod, uint32_t n);
/* binding.c: the value of a binding or attribute as if it were b. */
InstExpr *inst_elab_binding(InstComp *c, int attr, InstBinding *b);
bool inst_class_dims(InstClass *t); /* fills t->type.dims of short classes with dimensions */

/* ==== part two: elaboration ==================================================================== */

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
    bool out_of_steps;             /* reported once */
    bool too_deep;                 /* nesting of expressions: reported once */
    Name time, size, start, constructor, zero, string_op;
} InstElabState;
InstElabState *inst_elab_state(Inst *in);
/* From here on typed expressions are kept; what the function gives is set again (in->nodes) at the end. */
Arena *inst_keep_nodes(Inst *in);
void inst_elab_free(Inst *in); /* called by inst_free */

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
    INST_TOP_CALL = 8192,     /* the call stands alone on a right side: several results are welcome */
};

/* Where an expression stands while it is elaborated. */
typedef struct InstElab {
    Inst *in;
    InstClass *scope;
    InstIterScope *iters;
    InstEnd *end;
    uint32_t place;
} InstElab;

/* expr.c: the recursion behind inst_expr */
InstExpr *inst_elab(InstElab *x, const SynExpr *e);
InstExpr *inst_elab_call(InstElab *x, const SynExpr *e);    /* call.c */
InstExpr *inst_elab_partial(InstElab *x, const SynExpr *e); /* call.c: function f(x = 1) */
InstExpr *inst_elab_cref(InstElab *x, const SynExpr *e);    /* reference.c */
InstExpr *inst_elab_comprehension(InstElab *x, const SynExpr *e, InstBuiltin reduce, const SynExpr *at); /* expr.c */
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

/* building typed nodes: type.c */
InstExpr *inst_node(Inst *in, InstExprKind kind, InstType type, InstVariability v, Span span);
InstExpr *inst_node_args(Inst *in, InstExprKind kind, InstType type, Span span, InstExpr **args, uint32_t n);
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

/* types: type.c */
InstType inst_type(InstBase base);
InstType inst_type_dims(Inst *in, InstType element, const int64_t *dims, uint32_t n); /* element with dims in front */
InstType inst_type_vector(Inst *in, InstType element, int64_t n);
InstType inst_type_element(InstType t);             /* without dimensions */
InstType inst_type_tail(InstType t, uint32_t drop); /* without the first dimensions */
bool inst_type_numeric(const InstType *t);
bool inst_dims_agree(const InstType *a, const InstType *b);        /* unknown ones agree with all */
bool inst_base_agrees(const InstType *want, const InstType *have); /* element types, Integer for Real allowed */
bool inst_type_agrees(const InstType *want, const InstType *have);
bool inst_is_overloaded(const InstType *t); /* operator record */
/* Integer -> Real where wanted, elementwise; NULL when the types do not fit. */
InstExpr *inst_convert(Inst *in, InstExpr *e, const InstType *want);
/* Records whose fields may have other sizes than those wanted (elements of an array that is split); NULL when not
 * alike. */
InstExpr *inst_convert_alike(Inst *in, InstExpr *e, const InstType *want);
/* The same with a message: "<what>: expected Real[3], found Boolean". */
InstExpr *inst_convert_or_report(InstElab *x, InstExpr *e, const InstType *want, const char *what);
/* A common type for branches and array elements; false when there is none. */
bool inst_type_common(Inst *in, const InstType *a, const InstType *b, InstType *out);
const char *inst_type_string(Inst *in, const InstType *t); /* for messages, in the arena */
/* literals of an enumeration */
uint32_t inst_enum_size(const InstClass *c);
Name inst_enum_literal(const InstClass *c, uint32_t i); /* from 0 */
InstClass *inst_enum_class(InstClass *c);               /* the class that lists the literals */
/* number of a field of a record class, -1 when absent */
int inst_field_index(InstClass *c, Name name);

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
/* Syntax of dimension k of a component, or NULL when it comes from its type. */
const SynExpr *inst_dimension_syntax(const InstComp *c, uint32_t k);
/* Copies e with references to comps[i] replaced by by[i]. */
InstExpr *inst_substitute(Inst *in, InstExpr *e, InstComp *const *comps, InstExpr *const *by, uint32_t n);

InstFunction *inst_partial_derivative(InstFunction *f, uint32_t input); /* derivative.c; NULL: not possible */
InstFunction *inst_derivative_function(InstClass *c);                   /* of function c = der(f, x) */

/* built-in functions: builtin.c */
typedef struct InstBuiltinRow InstBuiltinRow;
const InstBuiltinRow *inst_builtin(Inst *in, Name name); /* NULL when there is none of that name */
InstExpr *inst_elab_builtin(InstElab *x, const InstBuiltinRow *row, const SynExpr *call);

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
uint64_t inst_dims_count(const int64_t *dims, uint32_t n);           /* at most 2^62 */
bool inst_dims_fit(const Inst *in, const int64_t *dims, uint32_t n); /* small enough to be evaluated */
void inst_value_text(const Inst *in, const InstValue *v, Text *out);

/* evaluation: eval.c, evaluate_array.c, interpret.c, external.c */
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

InstValue *inst_eval_expr(InstEnv *v, InstExpr *e);
InstValue *inst_frame_value(InstEnv *v, uint32_t slot); /* interpret.c: a variable of the running function */
InstValue *inst_eval_builtin(InstEnv *v, InstExpr *e);  /* eval_builtin.c */
InstValue *inst_eval_binary(InstEnv *v, SynOp op, InstValue *a, InstValue *b, const InstType *type, Span span);
InstValue *inst_eval_subscripts(InstEnv *v, InstValue *a, InstExpr **subs, uint32_t n);
InstValue *inst_eval_call(InstEnv *v, InstFunction *f, InstValue **args,
                          Span span); /* TUPLE (record value) of results */
typedef struct {
    int64_t rows, cols;
    double *columns; /* column by column */
} InstMatrix;
bool inst_read_mat5(Arena *arena, const char *bytes, size_t n, const char *name, InstMatrix *out); /* external_mat.c */
bool inst_eval_fortran(InstEnv *v, InstFrame *f, const char *name); /* external_fortran.c: LAPACK */
bool inst_eval_table(InstEnv *v, InstFrame *f, const char *name);   /* external_table.c: interpolation tables */
bool inst_eval_external(InstEnv *v, InstFrame *f, Span span);       /* external.c; false: not evaluable */
void inst_eval_fail(InstEnv *v, const char *code, Span span, const char *fmt, ...) BASE_PRINTF(4, 5);
/* All subscripts of a dimension as numbers from 1; false when not known. */
bool inst_eval_index_set(InstEnv *v, InstExpr *sub, int64_t size, int64_t **at, int64_t *n, bool *scalar);

#endif
