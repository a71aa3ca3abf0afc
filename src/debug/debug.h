/* debug.h - answers about a model: why its equations do not fit, what was done with them, what one variable rests on.
 *
 * Sections, in the order data flows:
 *   structure.c        the structural debugger: edits of the source that would make a model square
 *   structure_sets.c   where one edit is not enough
 *   structure_print.c  the diagnosis as text and JSON
 *   report.c           the diagnosis as messages
 *   explain.c          what translation did, as text and JSON
 *   query.c            answers about one variable, with source lines
 *   incidence.c        which equation names which unknown: text, JSON, SVG
 */
#ifndef CAUSEWAY_DEBUG_H
#define CAUSEWAY_DEBUG_H

#include "symbolic/symbolic.h"

/* ---- structure.c, structure_sets.c: what is wrong with a model that is not square -------------------------------- */

/* What the source says about a span: the equation or declaration that it lies in, and its class. */
typedef struct {
    Span span;           /* of the whole equation, connect or declaration */
    Span class_span;     /* of the name of the class it is written in */
    const char *cls;     /* qualified name of that class, or NULL */
    uint32_t associated; /* equations written in the body of that class, this one included */
    bool connection;     /* made by connect, or by leaving a connector unconnected */
    bool connector;      /* declared in a connector class */
    bool foreign;        /* stands outside the user's own file or library */
} DbgPlace;

/* Answers of the front end; every pointer but place may be NULL. */
typedef struct {
    void *arg;
    void (*place)(void *arg, Span span, DbgPlace *out);
    /* The class of a component instance (0: the model itself).  false when it is not known. */
    bool (*instance)(void *arg, const Dae *d, DaeName instance, DbgPlace *out);
    bool (*is_input)(void *arg, const Dae *d, DaeVar v); /* declared as input of a component */
} DbgSource;

typedef enum {
    DBG_EDIT_CONNECT,         /* give an input of a component a value */
    DBG_EDIT_ADD_EQUATION,    /* in the class at `place`, for `variable` */
    DBG_EDIT_REMOVE_EQUATION, /* the one at `place` */
    DBG_EDIT_REMOVE_VARIABLE, /* the declaration at `place` */
    DBG_EDIT_COUPLE,          /* remove the variable, and let the equation at `place` contain one of `others` */
} DbgEditKind;

typedef struct {
    DbgEditKind kind;
    DbgPlace place;
    const char *text;     /* the equation as written, or the name of the variable */
    uint32_t n;           /* flat equations or variables that the edit takes away or adds */
    uint32_t *items;      /* their numbers: in equations of the diagnosis, or variables (the first one when adding) */
    uint32_t component;   /* connected component of its part, UINT32_MAX when it reaches several */
    uint32_t left;        /* further edits that its part needs after this one; 0: it is enough */
    bool disconnects;     /* its part falls apart */
    uint32_t flexibility; /* larger: more likely to be what was meant */
    const char *against;  /* why it is put behind others, or NULL */
    DaeVar variable;
    uint32_t equation; /* COUPLE: which equation */
    DaeVar *others;    /* ADD_EQUATION, COUPLE: what could stand in it */
    uint32_t nothers;
    uint32_t *nodes; /* rows (REMOVE_EQUATION) or variables that need no partner any more; nnodes 0: not known */
    uint32_t nnodes;
    DaeName owner; /* component whose class is edited */
} DbgEdit;

/* edits that make the model square together */
typedef struct {
    uint32_t n, *edits; /* numbers in edits of the diagnosis */
} DbgEditSet;

typedef struct {
    uint32_t nequations, nvariables;
    uint32_t *equations; /* numbers in equations of the diagnosis, one per row */
    DaeVar *variables;
} DbgPartList;

typedef struct {
    const Dae *dae;
    SymFlat *flat; /* what it is about when it is its own (dbg_check_structure), or NULL */
    bool square;   /* nothing is wrong */
    uint32_t nequations, nunknowns;
    uint32_t excess, missing;      /* equations, variables that no maximum matching reaches */
    DbgPartList over, well, under; /* Dulmage-Mendelsohn: the same for every matching */
    DaeEquation *equations;
    uint8_t *open;  /* by equation: stands for whatever a connector of the model itself is connected to */
    DbgEdit *edits; /* best first */
    size_t nedits;
    /* Small over-determined parts: sets of `excess` flat equations whose removal leaves the rest solvable; of these
     * those that leave it connected, those without connections and last equations of a class, both.  All 0: not
     * counted. */
    uint32_t ways, ways_connected, ways_allowed, ways_both;
    DbgEditSet *sets[4]; /* by strategy, best first; empty where one edit is enough */
    uint32_t nsets[4];
    DbgPartList *alone; /* of a square model: small parts without connection to the rest */
    uint32_t nalone;
} DbgDiagnosis;

typedef enum { DBG_STRATEGY_ALL, DBG_STRATEGY_REMOVE, DBG_STRATEGY_COUPLE, DBG_STRATEGY_ADD } DbgStrategy;
/* Does the strategy propose edits of this kind? */
bool dbg_strategy_has(DbgStrategy strategy, DbgEditKind kind);
/* One edit as a sentence; rest: with what is needed besides. */
void dbg_edit_text(const DbgDiagnosis *x, const DbgEdit *e, bool rest, Text *out);
void dbg_print_diagnosis(const DbgDiagnosis *x, DbgStrategy strategy, bool json, Text *out);

typedef struct {
    const DbgSource *source; /* what the front end knows, or NULL */
    bool open_connectors;    /* the model is a part, its own connectors are connected to something */
} DbgOptions;
/* Only the structure of the flat model: can its equations and unknowns be matched?  Reports (SYM04..) when not.  NULL
 * after other errors. */
DbgDiagnosis *dbg_check_structure(const Dae *flat, const DbgOptions *options);
void dbg_free_diagnosis(DbgDiagnosis *x);
/* For SymOptions.unsolvable, with a DbgSource (or NULL) as argument: says what is wrong with the flat model when that
 * is to blame. */
void dbg_unsolvable(void *source, const SymFlat *flat, size_t mark);

/* ---- explain.c, query.c, incidence.c ----------------------------------------------------------------------------- */

/* Text report of structure for `causeway explain` (json: one object). */
void dbg_explain(const SymModel *m, bool json, Text *out);

typedef enum {
    DBG_ASK_WHY,     /* why is it a state, or why not */
    DBG_ASK_DEPENDS, /* what does it depend on: states, parameters, inputs, and through which equations */
    DBG_ASK_COMPUTES /* which equation computes it, while simulating and at the start */
} DbgQuestion;
/* Answers in text or as one JSON object.  name may be der(x) or pre(x); false when there is no such variable. */
bool dbg_query(const SymModel *m, DbgQuestion question, const char *name, bool json, Text *out);

typedef enum { DBG_FORM_TEXT, DBG_FORM_JSON, DBG_FORM_SVG } DbgForm;
/* Incidence of the sorted simulation system and its blocks. */
void dbg_incidence(const SymModel *m, DbgForm form, Text *out);

#endif
