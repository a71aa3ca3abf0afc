/* edit_impl.h - what the files of this module share. */
#ifndef CAUSEWAY_EDIT_IMPL_H
#define CAUSEWAY_EDIT_IMPL_H

#include "edit/edit.h"

enum { EDIT_NONE = UINT32_MAX }; /* no word */

struct EditClass {
    Context *ctx;
    Arena *arena;
    SynFile *file;
    SynClass *cls;
    const char *path, *text;
    size_t n;
    SynWords words;
    uint32_t first, last; /* words of the class: from its beginning to the name behind `end` (or its last one) */
    VEC(EditSpan) spans;
    const char *newline, *step; /* "\n" or "\r\n"; of one level of indent */
    const char *remark;
};

/* ---- edit.c ------------------------------------------------------------------------------------------------------ */

void edit_replace(EditClass *e, size_t start, size_t end, const char *text);
bool edit_refuse(EditClass *e, const char *fmt, ...) BASE_PRINTF(2, 3);

/* ---- edit_words.c ------------------------------------------------------------------------------------------------ */

bool edit_is(const EditClass *e, uint32_t w, const char *text); /* a sign or keyword; false behind the last word */
bool edit_is_comment(const EditClass *e, uint32_t w);
uint32_t edit_word_at(const EditClass *e, size_t offset); /* the first word that begins at offset or behind it */
uint32_t edit_next(const EditClass *e, uint32_t w);       /* ... that is no comment */
uint32_t edit_previous(const EditClass *e, uint32_t w);
uint32_t edit_closing(const EditClass *e, uint32_t open); /* the word that closes it */
size_t edit_end_of(const EditClass *e, uint32_t w);       /* offset behind a word */
size_t edit_start_of(const EditClass *e, uint32_t w);

/* Behind an item that ends with word w, and behind a comment on the same line that belongs to it. */
size_t edit_behind_item(const EditClass *e, uint32_t w);
/* The blanks in front of the line of a word. */
const char *edit_indent(const EditClass *e, uint32_t w);
/* Is what stands behind offset on a line of its own, or the end of the text? */
bool edit_ends_line(const EditClass *e, size_t offset);
/* Takes words [first, last] away; with their lines, and a comment behind them, where nothing else stands on these. */
void edit_remove_words(EditClass *e, uint32_t first, uint32_t last);

/* One argument between parentheses: `final b.c(x = 1) = 3 "why"`. */
typedef struct {
    uint32_t first, last; /* its words */
    uint32_t name;        /* first word of its name; EDIT_NONE: a positional one */
    uint32_t name_end;    /* last word of its name */
    uint32_t open, close; /* parentheses behind the name, or EDIT_NONE */
    uint32_t equals;      /* '=' behind these, or EDIT_NONE */
    uint32_t value_end;   /* last word of the value */
    bool redeclares;
} EditArgument;

/* The next argument behind word *at (first the parenthesis that opens); false at the end. */
bool edit_argument(const EditClass *e, uint32_t *at, EditArgument *a);
/* Does the name of the argument, with dots, begin the path?  So many bytes of it, or 0. */
size_t edit_covers(const EditClass *e, const EditArgument *a, const char *path);

/* The parts of a declaration `x[n](mods) = value if cond "why" annotation(...)`; EDIT_NONE where there is none. */
typedef struct {
    const SynElement *of;
    uint32_t name, dims, dims_end, open, close, equals, value_end, condition, condition_end, comment, comment_end;
    uint32_t annotation, annotate, annotate_end; /* the keyword, and its parentheses */
    uint32_t end;                                /* ',' or ';' behind it */
} EditDeclaration;

const SynElement *edit_find(const EditClass *e, const char *component); /* declared in the class; NULL: not there */
/* false after refusing: the class declares no such component. */
bool edit_declaration(EditClass *e, const char *component, EditDeclaration *d);
uint32_t edit_before_value(const EditDeclaration *d); /* last word in front of a value */

/* The sections of a class. */
typedef struct {
    uint32_t head_end;  /* last word of name and description */
    uint32_t behaviour; /* first `equation`, `algorithm`, `initial` or `external`, or EDIT_NONE */
    uint32_t equation;  /* the first `equation` that is not initial, or EDIT_NONE */
    uint32_t equation_end;
    uint32_t algorithm;  /* first section of another kind, where `equation` may be put in front */
    uint32_t annotation; /* of the class */
    uint32_t end;        /* the keyword `end`, or EDIT_NONE (short classes) */
} EditSections;

void edit_sections(const EditClass *e, EditSections *s);

/* ---- edit_mods.c ------------------------------------------------------------------------------------------------- */

/* Sets `path` of the arguments in parentheses that begin at `open`, or, where that is EDIT_NONE, of new ones behind
 * word `behind`.  each: a new one is for all elements of an array. */
bool edit_set_argument(EditClass *e, uint32_t open, uint32_t behind, const char *path, const char *code, bool each);
/* The parentheses of an annotation behind an item that ends with `end`, as edit_set_argument wants them. */
bool edit_set_annotated(EditClass *e, uint32_t open, uint32_t end, const char *path, const char *code);

/* ---- edit_items.c ------------------------------------------------------------------------------------------------ */

const SynEquation *edit_find_connection(const EditClass *e, const char *a, const char *b);

#endif
