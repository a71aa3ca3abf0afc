/* classic.h - the shell of classic Dymola: models, commands and listings. */
#ifndef CAUSEWAY_PUBLIC_CLASSIC_H
#define CAUSEWAY_PUBLIC_CLASSIC_H

#include "causeway.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- classic Dymola ---------------------------------------------------------------------------------------------- */

/* The shell of classic Dymola: models of its language, its commands and listings. */
typedef struct causeway_classic causeway_classic;

typedef struct causeway_classic_options {
    size_t size;
    void (*output)(void *arg, const char *text); /* listings and answers; NULL: nowhere */
    void (*error)(void *arg, const char *text);  /* messages */
    /* Draws variables of a result; false when it could not be done.  NULL: nothing can be drawn. */
    bool (*plot)(void *arg, const char *result, size_t n, const char *const *names);
    bool (*compare)(void *arg, const char *result, const char *reference); /* false when they differ */
    void *arg;
} causeway_classic_options;

CAUSEWAY_API void causeway_classic_options_init(causeway_classic_options *o);
CAUSEWAY_API causeway_classic *causeway_classic_new(const causeway_classic_options *options); /* NULL: out of memory */
CAUSEWAY_API void causeway_classic_free(causeway_classic *c);
/* Lines of a text, or of a file (CAUSEWAY_USAGE: it cannot be read).  CAUSEWAY_INVALID: some command since the
 * beginning ended in an error. */
CAUSEWAY_API causeway_status causeway_classic_run(causeway_classic *c, const char *text);
CAUSEWAY_API causeway_status causeway_classic_run_file(causeway_classic *c, const char *path);
CAUSEWAY_API bool causeway_classic_is_open(const causeway_classic *c); /* in the midst of a model */
CAUSEWAY_API bool causeway_classic_ended(const causeway_classic *c);   /* `stop` was said */
/* Words that what was typed may become, NULL behind the last; until it is freed. */
CAUSEWAY_API const char *const *causeway_classic_complete(causeway_classic *c, const char *begun);

#ifdef __cplusplus
}
#endif

#endif
