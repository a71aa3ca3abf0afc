/* edit.h - edits of classes by programs: spans of bytes of their text, everything else stays as the user wrote it. */
#ifndef CAUSEWAY_PUBLIC_EDIT_H
#define CAUSEWAY_PUBLIC_EDIT_H

#include "causeway.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- edits of classes -------------------------------------------------------------------------------------------- */

/* Bytes start to end of a text become `text`.  This structure never grows. */
typedef struct causeway_edit_span {
    size_t start, end;
    const char *text;
} causeway_edit_span;

typedef struct causeway_edit_result {
    size_t size;
    const char *path; /* of the text that holds the class */
    size_t nspans;    /* of the text as it was, in its order; they do not overlap */
    const causeway_edit_span *const *spans;
    const char *text; /* that results, length bytes */
    size_t length;
    const char *remark; /* what is left to do ("x is still used in line 12"), or "" */
} causeway_edit_result;

/* How many verbs there are; *name and *arguments (may be NULL): of number i, static; *needed: so many arguments must be
 * given. */
CAUSEWAY_API size_t causeway_edit_verbs(size_t i, const char **name, const char **arguments, size_t *needed);
/* Edits a class by a verb: "addComponent", "setModifier", "addConnection", ...  Arguments that are not given mean "".
 * apply: the session has the new text from now on, in place of that on the disk.  *out lives until the next question
 * about classes.  CAUSEWAY_USAGE with a diagnostic: there is no such verb or class, or it cannot be done;
 * CAUSEWAY_INVALID: the text would not parse.  Nothing is changed then. */
CAUSEWAY_API causeway_status causeway_edit(causeway_session *s, const char *class_name, const char *verb, size_t n,
                                           const char *const *arguments, bool apply, causeway_edit_result *out);
/* The text that holds a class, as the session has it, length bytes; *path (may be NULL): its file.  Until the next
 * question; NULL after diagnostics. */
CAUSEWAY_API const char *causeway_class_source(causeway_session *s, const char *class_name, const char **path,
                                               size_t *length);
/* Writes that text to its file, which is replaced as a whole. */
CAUSEWAY_API causeway_status causeway_save_class(causeway_session *s, const char *class_name);

#ifdef __cplusplus
}
#endif

#endif
