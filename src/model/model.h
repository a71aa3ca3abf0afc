/* model.h - a translated model as plain data: all that a run needs to know besides the code.
 *
 * Sections, in the order data flows:
 *   abi.h       the contract between generated code and the runtime; pasted into generated C
 *   names.c     names of variables as text, and back
 *   save.c      the description as bytes
 *
 * Nothing here refers to expressions or equations.  While the compiler lives, tables are those of its own stations
 * (Dae, SymModel), not copies; a description that was loaded owns them.
 */
#ifndef CAUSEWAY_MODEL_H
#define CAUSEWAY_MODEL_H

#include "base/base.h"
#include "model/abi.h"

/* ---- variables --------------------------------------------------------------------------------------------------- */

typedef uint32_t MdVar; /* its number, and its place in v; 0 is time */
/* a variable, or with MD_CONSTANT_BIT a constant of the model, or MD_NO_OPERAND */
typedef uint32_t MdOperand;
#define MD_CONSTANT_BIT 0x80000000u
#define MD_NO_OPERAND 0xffffffffu
static inline bool md_is_constant(MdOperand o) { return (o & MD_CONSTANT_BIT) != 0; }

typedef uint32_t MdName; /* node in the table of names; 0 = the model itself */
typedef struct {
    MdName parent;
    Name word; /* one identifier */
    /* 0: no subscripts; one or two small ones themselves, or offset in subs of count, i1, ..., in: names.c */
    uint32_t subs;
} MdNameNode;

typedef enum { MD_REAL, MD_INTEGER, MD_BOOLEAN, MD_STRING, MD_ENUM, MD_OBJECT, MD_VOID } MdBase;

typedef enum {
    MD_KIND_CONSTANT,
    MD_KIND_PARAMETER, /* set by the user, or at initialisation (fixed=false) */
    MD_KIND_DISCRETE,  /* changes at events only */
    MD_KIND_CONTINUOUS,
    MD_KIND_DERIVATIVE, /* der of another variable (var.of) */
    MD_KIND_PRE,        /* pre of another variable (var.of) */
    MD_KIND_TIME
} MdKind;

/* MdVariable.flags */
enum {
    MD_INPUT = 1, /* top-level input: known from outside */
    MD_OUTPUT = 2,
    MD_PROTECTED = 4,
    MD_HIDDEN = 8, /* HideResult or made by translation: not in results unless asked for */
    MD_FIXED = 16, /* fixed = true in force (default: true for parameters and constants) */
    MD_FLOW = 32,
    MD_FINAL = 64,      /* parameter that may not be changed: final, or evaluated during translation */
    MD_HAS_START = 128, /* start was given (else the default 0/false/"") */
    MD_CLOCKED = 256,
    MD_STRUCTURAL = 512, /* evaluated during translation because structure depends on it */
    /* clocked value of something continuous: an input that solver methods interpolate (MLS 16.8.2) */
    MD_SAMPLED = 1024,
    /* declared as input or output on the outside of a component of the model */
    MD_SIGNAL_IN = 4096,
    MD_SIGNAL_OUT = 8192,
    MD_CLOCK = 2048, /* of type Clock: true at its ticks */
};

/* Attributes shared by all variables that agree on them. */
typedef struct {
    Name unit, display_unit, quantity, comment;
    MdOperand min, max, nominal; /* or MD_NO_OPERAND */
    uint16_t state_select;       /* DaeStateSelect */
    uint16_t confidence;         /* of start, see DAE_BY_TYPE; 0: that of a variable's own declaration */
    uint32_t enum_type;          /* index in enums for MD_ENUM, else 0 */
} MdAttrs;

typedef struct {
    MdName name;        /* der(x) and pre(x) carry x's name */
    uint32_t attrs;     /* index in attrs */
    MdOperand start;    /* start value (constant or a hidden parameter holding it), or MD_NO_OPERAND */
    MdVar derivative;   /* variable standing for der(this), or 0 */
    MdVar pre;          /* variable standing for pre(this), or 0 */
    MdVar of;           /* for derivative and pre variables: whose; else 0 */
    uint32_t origin;    /* where it was declared: index in origins */
    uint8_t base, kind; /* MdBase, MdKind */
    uint16_t flags;
} MdVariable;

/* Where something comes from: a source span seen in an instance. */
typedef struct {
    uint32_t span; /* index in spans: all instances of a class share it */
    MdName instance;
} MdOrigin;

typedef struct {
    Name name;
    Name *literals;
    uint32_t n;
} MdEnum;

/* levels of asserts: CwCalls.assertion */
enum {
    MD_ASSERT_ERROR = 1,
    MD_ASSERT_WARNING = 2,
    MD_ASSERT_ACCEPTED = 3 /* an error, but not at tentative points */,
    MD_ASSERT_STOP = 4 /* an error behind which nothing may be evaluated */
};

/* ---- structure --------------------------------------------------------------------------------------------------- */

typedef struct {
    MdVar var;    /* eliminated variable */
    MdVar target; /* kept one */
    int32_t sign; /* +1, -1; Booleans: -1 means not */
} MdAlias;

typedef struct {
    MdVar x, dx;
    uint32_t why; /* SymStateReason, for explanations; whole, so that no byte of what is kept is undefined */
} MdState;

typedef enum { MD_REL_STATE, MD_REL_TIME, MD_REL_FLOOR } MdRelationKind;
typedef enum { MD_LT, MD_LE, MD_GT, MD_GE } MdRelationOp; /* between the two sides whose difference is the crossing */
/* A relation that generates events.  Its value is frozen in `var` between events. */
typedef struct {
    MdVar var;    /* Boolean (relations) or Integer-valued Real (floor) */
    uint8_t kind; /* MdRelationKind */
    uint8_t op;   /* MdRelationOp */
    bool alone;   /* depends on time, and on no state */
    uint32_t origin;
    uint32_t reads; /* first of the variables, in relation_reads, whose nominal values give its size */
} MdRelation;

typedef struct {
    MdVar var; /* Boolean; true only in the first iteration of the event at a sample instant */
    MdVar start, interval;
    uint32_t origin;
} MdSample;

/* Dynamic state selection: states z = A*x, where the rows of A pick candidates while running.  State i may pick those
 * of picks first[i] .. first[i+1]-1; entries row[r] .. row[r+1]-1 are the constraints' partial derivatives. */
typedef struct {
    uint32_t n, nstates; /* candidates; how many of them are states at a time */
    /* nrows: constraints; ncols: candidates, then variables always determined */
    uint32_t npicks, nrows, ncols, nentries;
    MdVar *x, *z;     /* n candidates, nstates states */
    uint32_t *begin;  /* nstates: candidate that each state is at first */
    uint32_t *first;  /* nstates + 1 */
    uint32_t *of;     /* npicks: the candidate, as a place in x */
    MdVar *pick;      /* npicks: what holds 0 or 1 */
    uint32_t *row;    /* nrows + 1 */
    uint32_t *column; /* nentries */
    MdOperand *entry; /* nentries: a constant, or a hidden variable that is computed with results */
} MdSelection;

enum { MD_MOST_READ = 7 };
/* What the runtime asks of a system of equations besides its code (CwSystem). */
typedef struct {
    uint32_t n;         /* iteration variables = residuals */
    uint32_t full_size; /* equations before tearing */
    bool nested;        /* stands inside another system */
    bool standby;       /* solved by a formula wherever it is not singular */
    bool watched;       /* relations that make events, or asserts, depend on what it gives */
    uint8_t nrelations; /* relations of states that it reads, in order, at most MD_MOST_READ ... */
    uint32_t ninner;
    const MdVar *inner;        /* variables computed inside */
    const uint32_t *origins;   /* of its n residuals */
    const uint32_t *relations; /* ... their numbers */
} MdSystem;

/* A square matrix by columns; colptr NULL: not known, or full. */
typedef struct {
    uint32_t n;
    uint32_t *colptr, *rowind;  /* n + 1; rows of each column */
    uint32_t *colour, ncolours; /* columns of one colour share no row */
} MdPattern;

typedef struct {
    Name name;
    Span span;
} MdFunction;

typedef struct {
    double start, stop, tolerance, interval;
    uint8_t has; /* bit per member */
} MdExperiment;

typedef struct MdModel {
    const Names *words;     /* of all Names here */
    const Sources *sources; /* of all Spans, or NULL */
    const char *name;       /* of the model */

    const MdNameNode *names;
    const uint32_t *subs;
    const MdVariable *vars; /* vars[0] is time */
    const MdAttrs *attrs;   /* attrs[0]: all defaults */
    const double *constants;
    const Span *spans;
    const MdOrigin *origins; /* origins[0]: nowhere */
    const MdEnum *enums;     /* enums[0] unused */
    const MdVar *string_vars;
    const char *const *string_values; /* values of String parameters and constants */
    uint32_t nnames, nsubs, nvars, nattrs, nconstants, nspans, norigins, nenums, nstrings;

    const MdState *states;
    const MdAlias *aliases;
    const MdRelation *relations; /* one more than there are, for the end of the last one's reads */
    const MdVar *relation_reads;
    const MdSample *samples;
    const MdSelection *selections;
    const MdSystem *systems;
    const uint32_t *initial_systems; /* that the initial system solves, in order */
    const MdVar *supposed;        /* begin with their start values for want of conditions; not where these are many */
    const uint32_t *form_systems; /* that stand between states and derivatives: may be left to the integrator */
    const uint8_t *computed;      /* bit per variable: `parameters` computes it */
    const MdFunction *functions;
    uint32_t nstates, naliases, nrelations, nsamples, nselections, nsystems, ninitial_systems, nsupposed, nform_systems,
        nfunctions;

    MdPattern jacobian; /* d(der x)/dx: rows and columns are states */
    /* with the unknowns of all form_systems behind the states; n is 0 where it was not made yet */
    MdPattern form;
    bool checks;      /* some assert has to be looked at after every step */
    bool terminal;    /* terminal() is used */
    bool homotopy;    /* homotopy() is used */
    bool externals;   /* external functions are called */
    bool response;    /* the code has tangents of all variables, by inputs too */
    bool histories;   /* the code has what delays store apart */
    bool derivatives; /* functions are called that have derivatives which the model gives */
    MdExperiment experiment;
} MdModel;

/* ---- names.c ----------------------------------------------------------------------------------------------------- */

/* A table of names, of a description or of a Dae. */
typedef struct {
    const Names *words;
    const MdNameNode *nodes;
    const uint32_t *subs;
} MdNames;
static inline MdNames md_names(const MdModel *m) { return (MdNames){m->words, m->names, m->subs}; }

/* Packs subscripts for MdNameNode.subs; false: they must be stored in subs. */
bool md_pack_subs(const int32_t *subs, int nsubs, uint32_t *packed);
/* Their number; *subs points at them, into packed or into the table. */
int md_subs(const uint32_t *table, uint32_t at, int32_t packed[2], const int32_t **subs);
/* "a.b[3].c"; word: how one identifier is written, or NULL: as it is. */
void md_name_text(MdNames names, MdName n, void (*word)(const char *word, bool head, Text *out), Text *out);
void md_var_text(const MdModel *m, MdVar v, Text *out); /* with der(...) / pre(...) */
/* The variable with this name, der(x) and pre(x) too; 0 when there is none.  Looks at one after the other. */
MdVar md_find(const MdModel *m, const char *name);

static inline Span md_span(const MdModel *m, uint32_t origin) {
    return origin < m->norigins && m->origins[origin].span < m->nspans ? m->spans[m->origins[origin].span] : (Span){0};
}
static inline const MdAttrs *md_attrs(const MdModel *m, MdVar v) { return &m->attrs[m->vars[v].attrs]; }
static inline bool md_is_computed(const MdModel *m, MdVar v) { return m->computed[v / 8] >> (v % 8) & 1; }

/* ---- save.c ------------------------------------------------------------------------------------------------------ */

/* As bytes, for the cache and for programs that carry a model.  Sources are saved beside it (base_sources_save). */
void md_save(const MdModel *m, Blob *b);
/* Allocated in a; words are those of ctx.  NULL when r went bad. */
MdModel *md_load(Context *ctx, Arena *a, BlobReader *r);

/* How the text begins by which a model ends its run to go on as another one: "NAME=VALUE" of a parameter follows. */
#define MD_RECOMPILATION "\001recompilation "

#endif
