/* edit.h - edits of Modelica text: a change asked for becomes spans of bytes to replace; all other bytes stay.
 *
 * Sections, in the order data flows:
 *   edit.c         a class in its text: words with their places, what is to be replaced, the text that results
 *   edit_words.c   where things stand: parentheses, arguments, declarations, sections, lines and indents
 *   edit_mods.c    values and modifiers of components, of bases and of annotations
 *   edit_items.c   components and connections: added, removed; classes inside classes
 *   edit_looks.c   places and lines in diagrams
 *   edit_verbs.c   all of them by name, for clients that hand texts on
 *
 * Everything is found by words (tokens), so that a comment, a string or a quoted name never counts as structure.  The
 * layout is that of the user: kind of line ends, indents of the neighbours, comments that stay with their item.
 */
#ifndef CAUSEWAY_EDIT_H
#define CAUSEWAY_EDIT_H

#include "syntax/syntax.h"

/* Bytes [start, end) of the text become `text`. */
typedef struct {
    size_t start, end;
    const char *text;
} EditSpan;

typedef struct EditClass EditClass;

/* The class `name` ("A.B", with what `within` says in front) of a text.  NULL: the text does not parse
 * (reported into ctx), or has no such class.  It lives until edit_close, in an arena of its own. */
EditClass *edit_open(Context *ctx, const char *path, const char *text, size_t n, const char *name);
void edit_close(EditClass *e);

/* The edits asked for so far, in the order of the text. */
size_t edit_spans(EditClass *e, const EditSpan **spans);
/* The text with all edits; false after reporting: it would not parse.  Nothing is changed then. */
bool edit_result(EditClass *e, Text *out);
/* Why the last edit was refused, or what it leaves to be done ("x is still used in line 12"); "" when nothing. */
const char *edit_remark(const EditClass *e);

/* ---- edit_mods.c ------------------------------------------------------------------------------------------------- */

/* Each of these returns false, with edit_remark, where it cannot be done.  code: text of an expression; "" takes away
 * what is there.  It may begin with '='. */

/* The value in the declaration of a component. */
bool edit_set_value(EditClass *e, const char *component, const char *code);
/* A modifier: "c.k", "c.x.start".  code "(a = 1)" is a modification as a whole.  Where the class declares no component
 * of that name, its extends clause is modified (base: which one, "" for the only one). */
bool edit_set_modifier(EditClass *e, const char *base, const char *path, const char *code);
/* An argument that redeclares: edit_redeclare(e, "", "tank.Medium", "package Medium = Air"). */
bool edit_redeclare(EditClass *e, const char *base, const char *path, const char *element);
/* The type of a component that the class declares alone. */
bool edit_set_type(EditClass *e, const char *component, const char *type);
bool edit_set_dimensions(EditClass *e, const char *component, const char *code); /* "3, 2" */
bool edit_set_condition(EditClass *e, const char *component, const char *code);
bool edit_set_comment(EditClass *e, const char *component, const char *text); /* component "": of the class */
/* An argument of an annotation: "experiment.StopTime", "Dialog.group"; component "": of the class. */
bool edit_set_annotation(EditClass *e, const char *component, const char *path, const char *code);

/* ---- edit_items.c ------------------------------------------------------------------------------------------------ */

typedef struct {
    const char *type, *name;
    const char *prefixes;                   /* "parameter", "inner", or "" */
    const char *modifiers;                  /* "(k = 2)", or "" */
    const char *value, *comment, *annotate; /* annotate: arguments, "Placement(...)"; or "" */
} EditComponent;

bool edit_add_component(EditClass *e, const EditComponent *what);
/* With the connections that name it.  Other uses are told by edit_remark and stay. */
bool edit_remove_component(EditClass *e, const char *name);
bool edit_add_connection(EditClass *e, const char *a, const char *b, const char *annotate);
bool edit_remove_connection(EditClass *e, const char *a, const char *b);
/* A class text at the end of a class (of a package). */
bool edit_add_class(EditClass *e, const char *text);
bool edit_remove_class(EditClass *e); /* the class itself, from its text */

/* ---- edit_looks.c ------------------------------------------------------------------------------------------------ */

/* Where a component stands: its extent around the origin. */
typedef struct {
    double origin[2], extent[4], rotation; /* extent: x1, y1, x2, y2; degrees */
} EditPlace;

bool edit_place(EditClass *e, const char *component, const EditPlace *p);
/* The line of a connection: n points, two numbers each; colour: "{0,0,255}" of a new one, or "". */
bool edit_line(EditClass *e, const char *a, const char *b, size_t n, const double *points, const char *colour);

/* ---- edit_verbs.c ------------------------------------------------------------------------------------------------ */

typedef struct {
    const char *name;      /* "addComponent" */
    const char *arguments; /* "type name prefixes modifiers value comment annotation" */
    size_t needed;         /* so many of them must be given; others are "" */
    bool (*run)(EditClass *e, const char *const *arguments);
} EditVerb;

const EditVerb *edit_verbs(size_t *n);
const EditVerb *edit_find_verb(const char *name); /* NULL: there is none */

#endif
