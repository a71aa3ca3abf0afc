/* instance.h - what a Modelica text means: names, modifications, types, values.
 *
 * Sections, in the order data flows:
 *   tree.c       Inst: the state of one front-end run; class instances as scopes
 *   lookup.c     simple, composite and global names; imports; encapsulated (MLS 3.6 ch. 5, 13)
 *   modify.c     modifications: merging, each, final, redeclaration (ch. 7)
 *   extend.c     inheritance: bases, diamond, class extends, break (ch. 7)
 *   capture.c    functions that read variables of the model around them
 *   equal.c      the same text? (7.1, 7.4)
 *   component.c  components: type, dimensions, prefixes, conditions, bindings, inner/outer (ch. 4, 5.4)
 *   when.c       which variables are discrete because a when clause assigns them (4.4.4)
 *   split_array.c  component arrays whose elements differ in structure (7.2.5)
 *   group.c      components declared one by one that differ in nothing but numbers: one instance for all of them
 *   restrict.c   what specialised classes may contain (4.7)
 *   connector.c  balance of connectors (9.3.1)
 *   subtype.c    which class may stand for which (ch. 6), redeclarations that respect it (7.3.2)
 *   hint.c       what may have been meant by a name that is not there
 *   type.c       types: dimensions, enumerations, records; which agree (6.6, 10)
 *
 * A CLASS INSTANCE (InstClass) is a class definition seen from a place: its lexical scope and the modifiers in
 * force.  Packages, types of components, base classes and functions are all class instances.  Elements are
 * instantiated lazily, by name or all at once.
 *
 * A COMPONENT (InstComp) is a declared component inside a class instance.  A component array is ONE InstComp with
 * dimensions: its elements share everything; what differs is the index.  Only where elements differ in structure
 * (a structural modifier without `each`) it is split: inst_component then makes one child InstComp per element
 * (comp->elements), each with the index applied to modifiers.
 */
#ifndef CAUSEWAY_INSTANCE_H
#define CAUSEWAY_INSTANCE_H

#include "library/library.h"
#include "syntax/syntax.h"

typedef struct Inst Inst;
typedef struct InstClass InstClass;
typedef struct InstComp InstComp;
typedef struct InstMod InstMod;
typedef struct InstElement InstElement;
typedef struct InstExpr InstExpr;
typedef struct InstStmt InstStmt;
typedef struct InstEq InstEq;
typedef struct InstFunction InstFunction;
typedef struct InstValue InstValue;
typedef struct InstIterScope InstIterScope;

/* ---- types ------------------------------------------------------------------------------------------------------- */

/* clang-format off */
typedef enum {
    INST_REAL, INST_INTEGER, INST_BOOLEAN, INST_STRING, INST_ENUM, INST_CLOCK,
    INST_RECORD,        /* record, operator record, connector or any class with components */
    INST_OBJECT,        /* ExternalObject */
    INST_FUNCTION,      /* functional argument */
    INST_TUPLE,         /* several results */
    INST_NORETURN,
    INST_ANY,           /* unknown after an error: agrees with everything, reports nothing more */
} InstBase;
/* clang-format on */

#define INST_UNKNOWN_DIM (-1) /* ':' not known yet, or known at run time only (in functions) */

typedef struct {
    uint8_t base; /* InstBase */
    uint8_t ndims;
    InstClass *cls; /* ENUM: its type; RECORD, OBJECT, FUNCTION: its class; else NULL or the named type */
    int64_t *dims;  /* ndims sizes, INST_UNKNOWN_DIM where not known */
} InstType;

typedef enum {
    INST_VAR_CONSTANT,
    INST_VAR_PARAMETER_EVALUATED,
    INST_VAR_PARAMETER,
    INST_VAR_DISCRETE,
    INST_VAR_CONTINUOUS
} InstVariability;

/* ---- modifications: modify.c ------------------------------------------------------------------------------------- */

/* A tree of modifications in force for an element.  Outer ones have been merged over inner ones. */
struct InstMod {
    Name name; /* element this node modifies; 0 at the root */
    bool each, final;
    SynExpr *value;   /* binding, or NULL */
    InstClass *scope; /* where the names in value / redeclare are looked up */
    InstComp *from;   /* outermost component whose dimensions value's dimensions begin with (see InstBinding) */
    int64_t *subs;    /* indices applied to value because a component array was split */
    uint32_t nsubs;
    SynElement *redeclare; /* new declaration of the element, or NULL */
    InstMod *children, *next;
    Span span;
    InstMod *outer; /* with redeclare: newer modifications of the redeclared element */
    InstMod *inner; /* with redeclare: the older modifications (and redeclarations) of the replaced element */
    bool shadowed;  /* value lies inside an older record value and a newer one was given for the whole record */
    bool covers;    /* an enclosing record has a value: older values of elements count as shadowed */
    bool is_break;  /* value removed: = break */
    bool implied;   /* of the default of a replaceable element that was redeclared */
};

/* A value given to a component or attribute.  The value's dimensions are those of the components on the path from
 * `from` down to the component (both included), followed by the attribute's none.  from == NULL: the value is
 * for each element (`each`), only the component's own class dimensions (0) remain. */
typedef struct {
    SynExpr *value; /* NULL: none */
    InstClass *scope;
    InstComp *from;
    int64_t *subs;
    uint32_t nsubs;
    bool final, each;
    Span span;
    InstExpr *typed; /* cache: elaborated by inst_binding_expr, inst_attr_expr */
    bool busy;       /* being elaborated: guard against cycles */
} InstBinding;

/* ---- class instances: tree.c, lookup.c, extend.c ----------------------------------------------------------------- */

struct InstElement {
    Name name;
    uint8_t kind; /* SYN_CLASS_DEF or SYN_COMPONENT */
    uint8_t busy; /* being instantiated: guard against cycles */
    bool is_protected;
    bool is_replaceable;   /* the declaration in force may be redeclared */
    uint32_t prefixes;     /* SYN_* in force (a redeclaration keeps those it does not state, 7.3) */
    SynElement *syn;       /* the declaration in force (after redeclaration) */
    LibClass *lib;         /* class in its own file, or NULL */
    InstClass *home;       /* class instance (a base or the class itself) that contains it */
    InstClass *scope;      /* where names in syn are looked up: home, or the scope of the redeclaration */
    InstMod *mod;          /* modifiers from outside the declaration in force, merged */
    InstClass *cls;        /* instance of a class element, made on first use: use inst_element_class; of an added inner
                     * component: its class */
    InstComp *comp;        /* instance of a component element, made on first use: use inst_component */
    InstElement *original; /* redeclared: what it replaced, else NULL */
    bool deselected;       /* removed by `break` in an extends clause: not found from outside the base */
    bool expanded;         /* made by connect() to an expandable connector (expand.c) */
    bool captured;         /* an input that stands for a variable of the model around a function (capture.c) */
    InstElement *same;     /* inherited twice (7.1): the one that is kept, else NULL */
};

struct InstClass {
    Inst *inst;
    SynClass *syn; /* NULL for predefined types */
    LibClass *lib;
    Name name;
    InstClass *scope; /* lexically enclosing class instance; NULL: the root of the class tree */
    InstComp *owner;  /* component it is the class of (bases: the same as their heir), or NULL */
    InstClass *heir;  /* for a base class instance: the class that inherits it */
    InstMod *mod;
    uint8_t restriction; /* SynRestriction in force (of the most derived) */
    uint8_t builtin;     /* InstBase + 1 when the class is or extends a predefined type, else 0 */
    uint32_t prefixes;   /* SYN_* prefixes of the definition */
    InstClass **bases;   /* extends clauses and short-class bases, in order */
    uint32_t nbases;
    /* own and inherited, in order of declaration (bases at the place of extends); inherited ones are the base's own
     * nodes.  Classes in files of their own are not listed here: inst_find knows them (lib_children lists them) */
    InstElement **elements;
    uint32_t nelements;
    InstType type;          /* for predefined-type based classes: base, enum; dims of short class definitions */
    uint8_t state;          /* how far it has been instantiated; see tree.c */
    InstBinding **attrs;    /* predefined-type based classes: attributes given by the type; NULL before first use */
    uint32_t type_prefixes; /* input, output, flow ... of short class definitions (connector C = input Real) */
    bool dims_known;        /* type.dims has been filled */
    SynElement *extends;    /* base: the clause it comes from (its mod holds `break connect(a, b)`), or NULL */
    bool duplicate;         /* a base inherited twice (diamond): its elements and equations count once, skip it */
    /* elements declared in its own text (nown), part of elements; without functions that are those of `functions`:
     * use inst_own */
    InstElement *own;
    uint32_t nown;
    InstClass *functions;   /* the class it is an instance of, whose functions mean the same here, or NULL */
    InstElement *element;   /* the class element it is an instance of, or NULL */
    void *def;              /* what all instances of the definition share; see tree.c */
    void *added;            /* elements added to an expandable connector; see expand.c */
    void *disk;             /* elements found in files of their own; see lookup.c */
    InstFunction *function; /* for functions: elaborated on first use */
    uint32_t number;        /* unique, in order of creation */
    InstComp **fields;      /* inst_fields: its components in order; NULL before */
    uint32_t nfields;
    bool grouped;   /* group.c has looked at its components */
    bool capturing; /* functions: capture.c has looked at it */
};

/* ---- components: component.c ------------------------------------------------------------------------------------- */

typedef enum {
    INST_ATTR_START,
    INST_ATTR_FIXED,
    INST_ATTR_MIN,
    INST_ATTR_MAX,
    INST_ATTR_NOMINAL,
    INST_ATTR_UNIT,
    INST_ATTR_DISPLAY_UNIT,
    INST_ATTR_QUANTITY,
    INST_ATTR_STATE_SELECT,
    INST_ATTR_UNBOUNDED,
    INST_ATTR_COUNT
} InstAttr;

struct InstComp {
    Inst *inst;
    InstClass *parent; /* class instance that contains it (a base or the class itself) */
    InstElement *element;
    SynElement *syn;
    InstClass *cls; /* its type as a class instance, owner == this */
    /* type of ONE element of the component including its own dimensions: base, cls, dims = own declared dims
     * (component dims, type dims, short-class dims in that order) */
    InstType type;
    Name name;
    /* SYN_INPUT, SYN_OUTPUT, SYN_FLOW, SYN_STREAM, SYN_INNER, SYN_OUTER, SYN_FINAL, SYN_PROTECTED, inherited
     * through enclosing components where the language says so */
    uint32_t prefixes;
    uint8_t variability; /* InstVariability as declared (parameter/constant/discrete/default by type) */
    uint8_t eval_state;  /* guard against cycles */
    bool given;          /* member of an expandable connector: equations give it a value */
    bool present;        /* condition is true or absent, and not deselected by `break` */
    /* its value is a field of the binding of an enclosing record component; binding.value is then NULL.  A leaf's
     * value is: its own binding, else, when covered, the field of parent->owner's binding (recursively: that one
     * may be covered too), else none */
    bool covered;
    bool structural; /* parameter whose value was used to decide structure: must be evaluated */
    bool evaluate;   /* annotation(Evaluate=true) or final constant binding */
    bool hide_result;
    uint32_t member;     /* of group: its number there, from 0 */
    InstComp *inner;     /* outer component: the matching inner one */
    InstComp *enclosing; /* `inner outer` component: the inner one further out that references to it mean (5.5) */
    InstComp **elements; /* split component array: one InstComp per element (row major), else NULL */
    InstComp *array;     /* element of a split array: the whole; else NULL */
    /* a hidden array that stands for components declared one by one (group.c): those; else NULL */
    InstElement **members;
    InstComp *group; /* one of these components: the hidden array, whose class it shares; else NULL */
    /* INST_ATTR_COUNT attributes of predefined types, never NULL; those that come from the type are shared by all
     * components of that type (typed then holds for all of them) */
    InstBinding **attrs;
    /* Members of a group are allocated without what follows: their hidden array has it. */
    void *extra; /* belongs to whoever reads the instances (flatten); NULL at first */
    InstBinding binding;
    InstClass *outer_class; /* outer component: its class as declared, which limits what can be named through it */
    int64_t *index;         /* of array: its subscripts */
    InstValue *value;       /* cache of evaluation */
};

/* ---- the front-end run: tree.c ----------------------------------------------------------------------------------- */

/* What a run learns about the model that the one started again has to know from its beginning. */
typedef struct {
    /* functions of packages are looked into too: some declare outer components, or use objects of packages */
    bool functions;
    bool by_reals;  /* arrays are split where their elements differ in Real parameters and Strings too */
    Name split[64]; /* arrays that are split because a condition differs inside them: names without subscripts */
    uint32_t nsplit;
    /* inner components that are added to the model and must be of a class that is derived from what the first outer one
     * asks for: name of the component, full name of the class */
    struct {
        Name name, cls;
    } inners[8];
    uint32_t ninners;
} InstRetry;

struct Inst {
    Context *ctx;
    LibTree *lib;
    Arena arena;
    /* where typed expressions of equations go: arena, or one that the caller frees when it has done with them.
     * Bindings and functions, which are kept, always go to arena */
    Arena *nodes;
    InstClass *root; /* scope of top-level classes and predefined types */
    InstClass *real, *integer, *boolean, *string, *clock, *state_select; /* predefined types */
    uint32_t nclasses;
    int depth;     /* recursion guard */
    bool checking; /* `check` of a class on its own: partial allowed, parameters without value too */
    bool pictures; /* classes are drawn: a short class with a picture of its own is not a mere name for another */
    bool share;    /* components declared one by one may share instances (group.c) */
    bool once;     /* nothing else is flattened from these libraries: the text of equations goes when they are done */
    bool refused;  /* sharing came to its limits: start again without */
    bool again;    /* what `retry` says now was learnt too late: start again with it */
    InstRetry retry;
    uint32_t ngroups; /* hidden arrays made so far */
    void *priv;
    void *elab; /* state of elaboration and evaluation */
};

Inst *inst_new(Context *ctx, LibTree *lib);
void inst_free(Inst *in);

/* Instance of a qualified class name, e.g. "Modelica.Blocks.Examples.PID_Controller"; NULL after an error. */
InstClass *inst_class_by_name(Inst *in, const char *name, Span at);
/* The model to simulate: an instance with no owner, all components instantiated. mods: from -p (may be NULL). */
InstClass *inst_model(Inst *in, LibClass *cls, InstMod *mods);

/* The modification "(k = 3, redeclare package Medium = Air)" of a model, names looked up from the top; NULL when it is
 * empty or after an error. */
InstMod *inst_mod_text(Inst *in, const char *text);
/* Adds the modifier name = value ("a.b.c", expression text) from an option to mods (may be NULL); NULL after an
 * error. */
InstMod *inst_mod_option(Inst *in, InstMod *mods, const char *name, const char *value);

/* Makes names of elements known (bases resolved, elements merged). */
void inst_prepare(InstClass *c);
/* Instantiates all components of c (not recursively). */
void inst_components(InstClass *c);
/* The component of an element, instantiated; NULL after an error. */
InstComp *inst_component(InstClass *c, InstElement *e);
/* The class of a class element, in context, instantiated with its modifiers. */
InstClass *inst_element_class(InstClass *c, InstElement *e);

/* Element `name` declared in c or its bases; NULL when there is none. */
InstElement *inst_find(InstClass *c, Name name);
/* Lexical lookup of a simple name: c, its imports, enclosing scopes, predefined names. `home` receives the class
 * instance in which it was found. NULL when absent (no error reported). */
InstElement *inst_lookup(InstClass *c, Name name, InstClass **home);
/* Class named by a type specifier written in scope c; reports and returns NULL when absent. */
InstClass *inst_lookup_class(InstClass *c, const SynCref *name, Span at);
/* The most derived class of a base class instance (itself when it is none); the class instance in which the component
 * that owns c is declared (most derived), or NULL at the top. */
InstClass *inst_derived(InstClass *c);
InstClass *inst_enclosing(InstClass *c);
/* Path of a component or class instance: "robot.axis[3].motor" (index of split arrays included). */
void inst_path(const InstComp *c, Text *out);
void inst_class_path(const InstClass *c, Text *out); /* "Modelica.Blocks.Sources.Sine" */
/* Was this connect equation of class instance c removed by `break connect(a, b)` of an heir (7.4)? */
bool inst_is_deselected(const InstClass *c, const SynEquation *connect);
bool inst_is_subtype(InstClass *a, InstClass *b, Diag *explain_to); /* a plug-compatible with b (ch. 6) */

/* ---- members of groups: group.c ---------------------------------------------------------------------------------- */

/* Does every member of a group give this value or attribute in its own declaration? */
bool inst_is_own(const InstBinding *b);
InstComp *inst_group_of(const InstComp *c); /* the hidden array that c is or lies in, or NULL */
/* A value or attribute (attr -1: the value) that every member of the group around c gives in its own declaration
 * (inst_is_own), as member k gives it; the span of its modifier, or `else_at` where it has none. */
InstBinding inst_member_binding(const InstComp *c, int attr, uint32_t k);
Span inst_member_span(const InstComp *c, int attr, uint32_t k, Span else_at);
void inst_refuse_sharing(Inst *in); /* what is at hand cannot be told for all members at once */
static inline Name inst_part_name(const InstComp *c, uint32_t member) {
    return c->members ? c->members[member]->name : c->name;
}

/* ---- types: type.c ----------------------------------------------------------------------------------------------- */

/* Fields of the same names and types; of the same sizes too? */
bool inst_same_record(InstClass *want, InstClass *have, bool sizes);
/* Components of a class (own and inherited, present ones) in order: the fields of a record. */
InstComp **inst_fields(InstClass *c, uint32_t *n);

/* Is this a connector that has not as many flow variables as potential variables (9.3.1)? */
bool inst_out_of_balance(InstComp *comp);
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
/* A common type for branches and array elements; false when there is none. */
bool inst_type_common(Inst *in, const InstType *a, const InstType *b, InstType *out);
const char *inst_type_string(Inst *in, const InstType *t); /* for messages, in the arena */
/* literals of an enumeration */
uint32_t inst_enum_size(const InstClass *c);
Name inst_enum_literal(const InstClass *c, uint32_t i); /* from 0 */
InstClass *inst_enum_class(InstClass *c);               /* the class that lists the literals */
/* number of a field of a record class, -1 when absent */
int inst_field_index(InstClass *c, Name name);
uint64_t inst_dims_count(const int64_t *dims, uint32_t n);           /* at most 2^62 */
bool inst_dims_fit(const Inst *in, const int64_t *dims, uint32_t n); /* small enough to be evaluated */
/* Names the first field in which two records differ. */
void inst_note_difference(Inst *in, Diag *d, const InstType *a, const InstType *b, Span at);
void inst_type_text(const InstType *t, Text *out); /* "Real[3, :]" for messages */

/* ---- values of expressions --------------------------------------------------------------------------------------- */

/* A value.  Arrays are row major. Records hold one value per field, in order of the class's components. */
struct InstValue {
    InstType type; /* all dims known */
    uint64_t n;    /* number of scalars (arrays) or 1 */
    union {
        double *num; /* Real, Integer, Boolean, enum */
        Name *str;
        InstValue **rec; /* n*nfields entries for (arrays of) records: element-major */
    };
    uint32_t nfields;
};

/* ---- what elaboration asks of instances: tree.c, lookup.c, restrict.c, hint.c ------------------------------------ */

/* Reports an error with the instance path of the class (or component) it happened in. */
Diag *inst_error(const InstClass *at, const char *code, Span span, const char *fmt, ...) BASE_PRINTF(4, 5);
/* What the letter forbids and the trade accepts (base_tolerated); inst_strict: it was an error, stop here. */
Diag *inst_tolerate(const InstClass *at, const char *code, Span span, const char *fmt, ...) BASE_PRINTF(4, 5);
static inline bool inst_strict(const InstClass *at) { return at->inst->ctx->strict; }
Diag *inst_warning(const InstClass *at, const char *code, Span span, const char *fmt, ...) BASE_PRINTF(4, 5);
void inst_warn_obsolete(const InstClass *user, const InstClass *used, Span at); /* annotation(obsolete = "...") */
const char *inst_name(const Inst *in, Name n);
const char *inst_class_text(const InstClass *c); /* full name, in the arena */
/* Another instance of the same definition in the same context, modified. */
InstClass *inst_class_copy(InstClass *t, InstMod *mod);
/* extend.c: is this equation of base class instance c repeated in the text of an heir (7.1)?  Warns. */
bool inst_is_repeated(InstClass *c, const SynEquation *q);
InstClass *inst_lookup_class_quiet(InstClass *c, const SynCref *name);
/* Gives a function inputs for what it reads of the model around it: before its components are asked for. */
void inst_capture(InstClass *c);
/* An outer component that a function declares, or one that it calls: what is read of it, its declaration, and where
 * names in that are looked up.  NULL: e is no input that stands for one. */
typedef struct {
    SynExpr *value;
    SynElement *syn;
    InstClass *scope;
} InstOuter;
InstOuter *inst_outer_of(const InstElement *e);
/* The component that an outer declaration of a function means in an instance that calls it. */
InstComp *inst_outer_in(InstClass *caller, const InstOuter *of);
/* The input of a function that stands for an external object which is a constant of a package; starts the run again
 * where functions have not been looked into for that. */
Name inst_object_name(const InstElement *e);
void inst_look_into_functions(Inst *in);
/* The name of the input that stands for what the first n words of a name say. */
Name inst_captured_name(Inst *in, const SynCref *name, uint32_t n);
bool inst_failed_import(InstClass *c, Name name); /* an import of it was reported to fail */
/* A base of the class was not found, which is reported: it may have had any name.  The second: or one of a class around
 * it. */
bool inst_is_made_of_nothing(const InstClass *c); /* of a class that was not found: a medium of a missing library */
bool inst_has_lost_base(const InstClass *c);
bool inst_is_in_lost_base(const InstClass *c);
/* What a name that c, a base class, lacks means in the classes that extend it; tolerated, NULL with --strict. */
InstElement *inst_find_in_heir(InstClass *c, Name name, Span at);
/* May e be named as `C.e` in scope from, where C is in_class?  Reports when not (4.1.2, 5.3.2). */
bool inst_access(InstClass *from, InstClass *in_class, InstElement *e, Span at);
bool inst_is_partial(const InstClass *c);
/* Where the first word of a name is a class that is replaceable: hints that it is to be chosen by whoever declares the
 * component.  false: it is not. */
bool inst_hint_open(InstClass *scope, Diag *d, const SynCref *name);
static inline InstElement *inst_kept(InstElement *e) {
    while (e && e->same) e = e->same;
    return e;
}
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
/* The same for a path whose parts from number `first` on were not found in `last`: it may be of an older version. */
void inst_hint_path(InstClass *last, Diag *d, const SynCref *name, uint32_t first, InstHint what);

/* A small hash table from names to pointers, in the arena.  Zeroed: empty. */
typedef struct {
    Name *keys; /* cap entries; 0: free */
    void **vals;
    uint32_t n, cap;
} InstTable;
bool inst_table_get(const InstTable *t, Name key, void **val);
void inst_table_put(Inst *in, InstTable *t, Name key, void *val);

/* ---- what instances ask of elaborate/ ---------------------------------------------------------------------------- */

/* Types and resolves an expression written in scope.  Never NULL: INST_E_ERROR (type ANY) after an error has been
 * reported.  iters: iterators in force (innermost first through the list), may be NULL. */
InstExpr *inst_expr(InstClass *scope, const SynExpr *e, InstIterScope *iters);
const InstType *inst_expr_type(const InstExpr *e);
/* Is this a list of records whose fields have different sizes? */
bool inst_elements_differ(const InstExpr *e);
/* Binding or attribute value of a component, typed against the component; NULL when there is none. */
InstExpr *inst_binding_expr(InstComp *c);
InstExpr *inst_attr_expr(InstComp *c, InstAttr a);
/* Value of an expression at translation time; NULL when it depends on something not known (silent) or fails
 * (reported when report is true, saying which variable is not known).  Parameters met on the way are marked
 * structural when mark is true. */
typedef enum {
    INST_EVAL_SILENT = 0,
    INST_EVAL_REPORT = 1,
    INST_EVAL_MARK = 2,
    INST_EVAL_CONSTANT = 4, /* inst_eval_integer: only what consists of constants */
    INST_EVAL_DEFAULT = 8,  /* a parameter without value has that which its type starts with, as when it runs */
} InstEvalFlags;
InstValue *inst_eval(Inst *in, InstExpr *e, int flags);
/* The value of a component (all its elements: dims = enclosing component dims are NOT included; the index of enclosing
 * arrays must be bound: see inst_eval_at). */
InstValue *inst_eval_component(InstComp *c, int flags);
bool inst_eval_integer(InstClass *scope, const SynExpr *e, int64_t *out, int flags);
bool inst_eval_boolean(InstClass *scope, const SynExpr *e, bool *out, int flags);
/* Value of a typed expression for one element of enclosing component arrays: index[k] for the k-th array component on
 * the owner chain of `at`, outermost first. */
InstValue *inst_eval_at(Inst *in, InstExpr *e, InstClass *at, const int64_t *index, uint32_t nindex, int flags);
/* split_array.c: learns that these arrays are to be split; false: they were to be already. */
bool inst_learn_split(const InstComp *const *arrays, uint32_t n);
/* Gives expandable connectors their members; before any equation of the model is elaborated. */
void inst_expand(InstClass *model);
/* Checks a class on its own (used by `causeway check`): all components, equations and restrictions. */
void inst_check_class(InstClass *c);
/* The built-in functions by name, k from 0; NULL behind the last one. */
const char *inst_builtin_word(uint32_t k);
void inst_elab_free(Inst *in); /* called by inst_free */

#endif
