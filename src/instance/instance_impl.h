/* instance_impl.h - what the files of instance/ share among themselves. */
#ifndef CAUSEWAY_INSTANCE_IMPL_H
#define CAUSEWAY_INSTANCE_IMPL_H

#include "instance/instance.h"

/* One import clause; what it names is found on first use (13.2.1: always from the top, so shared by all instances). */
typedef struct {
    SynElement *syn;
    bool resolved, is_protected;
    bool missing;         /* of all names of a package that is not there */
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
    bool operators;          /* classes of it are operators (14) */
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
    bool checked;                 /* restrictions of the definition were checked */
    bool capture_known, captured; /* functions of its text read variables of it: see inst_is_captured */
} InstDef;

/* State of class instances of one Inst. */
typedef struct {
    Map defs;            /* SynClass* -> InstDef* */
    Map outers;          /* InstElement* of a function -> InstOuter* (capture.c) */
    Map subtypes;        /* pairs of definitions already compared */
    SynFile *predefined; /* text of StateSelect and the like */
    InstTable predefined_names;
    InstClass *object; /* ExternalObject */
    InstClass *top;    /* the model given to inst_model */
    Name attr[INST_ATTR_COUNT];
    InstBinding no_attr, *no_attrs[INST_ATTR_COUNT]; /* of components that have none */
    Name evaluate, hide_result, value;
} InstTree;
static inline InstTree *inst_tree(const Inst *in) { return in->priv; }

/* InstClass.state */
enum { INST_NEW, INST_PREPARING, INST_READY, INST_FAILED };

/* tree.c */
InstDef *inst_def(Inst *in, SynClass *syn);
InstClass *inst_class_new(Inst *in, SynClass *syn, LibClass *lib, Name name, InstClass *scope);
/* The element that stands at a position of its definition's text. */
InstElement *inst_own(const InstClass *c, uint32_t position);
const char *inst_restriction_text(const InstClass *c); /* "model", "record" ... */
/* lookup.c */
InstElement *inst_find_own(InstClass *c, Name name); /* without inherited ones */
/* The class named in an extends clause: not through anything replaceable (7.1.4). */
InstClass *inst_lookup_base(InstClass *c, const SynCref *name, Span at);
Name inst_import_name(const SynElement *s); /* the name an import clause introduces */

/* capture.c */
bool inst_is_captured(InstDef *d); /* do functions of the class read its variables? */

/* equal.c */
bool inst_same_cref(const SynCref *a, const SynCref *b);
bool inst_same_expr(const SynExpr *a, const SynExpr *b);
bool inst_same_equation(const SynEquation *a, const SynEquation *b);
bool inst_same_modification(const SynModification *a, const SynModification *b);
bool inst_same_declaration(InstElement *a, InstElement *b, bool *warn);
bool inst_similar_declaration(InstElement *a, InstElement *b);

/* modify.c */
InstMod *inst_mod_build(InstClass *scope, const SynModification *m, InstComp *from);
InstMod *inst_mod_merge(InstClass *at, InstMod *outer, InstMod *inner);
InstMod *inst_mod_child(const InstMod *m, Name name);
/* Does a modifier say only what the inner one says, in the same words of the same class? */
bool inst_mod_repeats(const InstMod *outer, const InstMod *inner);
/* The tree with comp as the outermost component of values that have none yet. */
InstMod *inst_mod_resolve_from(Inst *in, InstMod *m, InstComp *comp);
/* The tree, modifiers of the class of comp, with its values repeated for the elements of comp, of these sizes. */
InstMod *inst_mod_repeat(InstComp *comp, InstMod *m, SynExpr *const *sizes, uint32_t n);
bool inst_mod_is_empty(const InstMod *m);
/* Reports modifiers that name no element of c. */
void inst_mod_check(InstClass *c, const InstMod *m);
void inst_mod_check_in(InstClass *c, const InstMod *m, const InstClass *user); /* user: of a component, its class */
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
enum { INST_VARIABILITY = SYN_CONSTANT | SYN_PARAMETER | SYN_DISCRETE };
bool inst_is_data_only(InstClass *c);
/* connector.c */
void inst_restrict_connector(InstComp *comp); /* after everything below comp was instantiated */
/* subtype.c */
void inst_restrict_redeclaration(InstElement *e, InstClass *type);
void inst_restrict_same_type(InstElement *e, InstClass *type);

/* component.c */
/* The inner element that an outer declaration in c refers to, or NULL (5.4). */
InstElement *inst_find_inner(InstClass *c, Name name, uint8_t kind);
/* split_array.c: gives comp->elements where elements of a component array differ in structure. */
void inst_split(InstComp *comp, InstClass *type, const InstMod *mod);
bool inst_in_split_array(const InstClass *c); /* inside the undivided part of such an array */
/* group.c: gives components of c that may share an instance theirs; once.  component.c: makes the shared one. */
void inst_share(InstClass *c);
bool inst_make_shared(InstComp *g, InstClass *type, InstMod *mod, uint32_t n);
bool inst_class_dims(InstClass *t); /* fills t->type.dims of short classes with dimensions */

#endif
