/* script.h - Modelica as a language of commands: what is typed into the shell, and script files.
 *
 * Sections, in the order data flows:
 *   split.c         a text -> commands: class definitions, declarations, statements
 *   script.c        running a text: what each command does and answers; causeway.h on top of it
 *   statement.c     assignments, if, for, while
 *   evaluate.c      expressions: verbs are carried out here, all else by the front end
 *   outside.c       expressions with functions that only a translated model can call
 *   script_value.c  values of scripts: scalars, arrays that need not be rectangular, tuples, records, names
 *   script_print.c  values as text: as Modelica, and with their types
 *   verb.c          calling a verb: its arguments by place and name
 *   verb_table.c    all verbs
 *   verb_load.c     verbs that load and list classes
 *   verb_class.c    verbs that look into classes
 *   verb_edit.c     verbs that change the text of classes
 *   flags.c         simflags: what the other tool's programs are told
 *   verb_run.c      verbs that check, translate and simulate
 *   verb_linear.c   linearize
 *   verb_result.c   verbs that read and plot results
 *   verb_text.c     verbs about texts, files and the system
 *   log.c           a session as an HTML page
 *
 * A script stands on a session.  Variables are its own; classes are the session's.  The names of the verbs and what
 * they answer are those of OpenModelica's scripting language, so that scripts written for it run.  Nothing here
 * writes to standard output: the host does.
 */
#ifndef CAUSEWAY_SCRIPT_H
#define CAUSEWAY_SCRIPT_H

#include "session/session.h"

#include <causeway/script.h>

typedef struct causeway_script Script;

/* ---- split.c ----------------------------------------------------------------------------------------------------- */

typedef enum { SCR_CLASS, SCR_DECLARATION, SCR_STATEMENT } ScrCommandKind;

/* A piece of a text, without the ';' behind it. */
typedef struct {
    ScrCommandKind kind;
    size_t start, end;
    bool expression; /* a STATEMENT that must be read as an expression: if ... then ... else ... */
    bool whole;      /* false: the text ends before it does */
    bool closed;     /* a semicolon stands behind it */
} ScrCommand;

/* The command at *at, which moves behind it; false at the end of the text. */
bool scr_split(const char *text, size_t n, size_t *at, ScrCommand *out);
/* Does the text end in the midst of a command?  The shell then asks for another line. */
bool scr_is_open(const char *text, size_t n);

/* ---- script.c ---------------------------------------------------------------------------------------------------- */

/* Words that can stand behind what was typed, for completion: verbs, variables, classes; NULL behind the last.  They
 * live until the next call. */
const char *const *scr_complete(Script *s, const char *begun);

#endif
