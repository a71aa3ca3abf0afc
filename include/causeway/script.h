/* script.h - scripts: Modelica as a language of commands over a session. */
#ifndef CAUSEWAY_PUBLIC_SCRIPT_H
#define CAUSEWAY_PUBLIC_SCRIPT_H

#include "causeway.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- scripts ----------------------------------------------------------------------------------------------------- */

/* Commands over a session: Modelica statements and expressions, classes typed in, and the verbs of OpenModelica's
 * scripting language (loadModel, simulate, val, plot ...).  Variables live as long as the script. */
typedef struct causeway_script causeway_script;

typedef struct causeway_script_options {
    size_t size;
    bool typed;        /* answers with their types: Real[3]: {1.0, 2.0, 3.0} */
    bool allow_system; /* system("command") may run commands */
    const char *log;   /* an HTML page of all commands, answers and pictures; NULL: none */
    /* What commands answer and print; diagnostics that the script did not ask for (getErrorString). */
    void (*output)(void *arg, const char *text);
    void (*error)(void *arg, const char *text);
    /* Draws variables of a result (x NULL: over time) into a picture, or where svg is NULL for the user to see; NULL:
     * nothing can be drawn. */
    bool (*plot)(void *arg, const char *result, const char *x, size_t n, const char *const *names, const char *svg);
    void *arg;
    /* Asked now and then: true ends the command that is being carried out.  May be NULL. */
    bool (*interrupted)(void *arg);
    bool hush; /* a semicolon behind a command asks for silence, as a person at a terminal expects */
} causeway_script_options;

CAUSEWAY_API void causeway_script_options_init(causeway_script_options *o);
CAUSEWAY_API causeway_script *causeway_script_new(causeway_session *s, const causeway_script_options *options);
CAUSEWAY_API void causeway_script_free(causeway_script *c);
/* Carries out the commands of a text; `path` names it in messages.  CAUSEWAY_INVALID: one of them failed (those behind
 * it were carried out nevertheless). */
CAUSEWAY_API causeway_status causeway_script_run(causeway_script *c, const char *path, const char *text, size_t n);
CAUSEWAY_API causeway_status causeway_script_run_file(causeway_script *c, const char *path);
/* Does the text end in the midst of a command?  The user is then to type on. */
CAUSEWAY_API bool causeway_script_is_open(const char *text, size_t n);
CAUSEWAY_API bool causeway_script_ended(const causeway_script *c); /* exit() or quit() was said */
/* Words that what was typed may become, NULL behind the last; until the next call. */
CAUSEWAY_API const char *const *causeway_script_complete(causeway_script *c, const char *begun);

#ifdef __cplusplus
}
#endif

#endif
