/* api.h - the objects behind causeway.h, and what its files share. */
#ifndef CAUSEWAY_SESSION_API_H
#define CAUSEWAY_SESSION_API_H

#include "session/session_impl.h"

#include <pthread.h>
#include <stdatomic.h>

/* ---- api.c ------------------------------------------------------------------------------------------------------- */

/* Diagnostics as data, until they are cleared. */
typedef struct {
    Arena arena;
    VEC(const causeway_diagnostic *) list;
    Map seen; /* hash of a diagnostic as it is printed: the same again is kept once */
    void (*tell)(void *arg, const causeway_diagnostic *d);
    void *arg;
} SesReports;

/* Moves what a Context has to say into r. */
void ses_collect(SesReports *r, Context *ctx);
/* After BASE_GUARDED was false: reports it, with the status it means. */
causeway_status ses_guard_fell(SesReports *r, const BaseGuard *g);
void ses_free_reports(SesReports *r);

struct causeway_session {
    Arena arena;      /* texts of the options */
    SesRequest asked; /* of every model: libraries, files, texts (from base_realloc) */
    size_t max_errors, max_memory;
    bool strict;
    bool (*cancelled)(void *arg);
    void *arg;
    SesReports reports;
    /* for looking at classes; NULL: nothing was asked since something changed */
    Context *ctx;
    LibTree *lib;
    Inst *inst;
    Context *answer; /* holds what api_library.c gave out last; or NULL */
};

void ses_drop_answer(causeway_session *s);

Context *ses_context(const causeway_session *s); /* a new one, with the session's limits */

/* ---- api_model.c ------------------------------------------------------------------------------------------------- */

struct causeway_model {
    atomic_uint owners;
    causeway_session *session;
    Arena arena; /* texts of the request */
    SesRequest asked;
    SesStats stats;
    Context *ctx;
    SesModel m;
    causeway_status failed; /* why there is no translation; CAUSEWAY_OK while there may be one */
    const char *name;
    SesModel shown; /* another copy, for texts: translation changes the flat DAE; its ctx NULL: not made */
    SesStats shown_stats;
    Text text; /* last one given out */

    /* made by translation: runs of several threads look at it */
    const char **names;           /* by variable */
    Map by_name;                  /* hash of a name -> variable + 1 */
    int64_t *alias;               /* by variable: what it stands for, or -1; bit 62: negated */
    VecU32 sets[4];               /* by causeway_set */
    pthread_mutex_t lock;         /* guards comp_code, whole */
    struct causeway_model *whole; /* the same without tearing, once a run needed it */
};

causeway_status ses_translate(causeway_model *m);
const CwModel *ses_newest_code(causeway_model *m);
/* The model without tearing, translated; NULL when it cannot be. */
causeway_model *ses_whole(causeway_model *m);

/* ---- api_linear.c ------------------------------------------------------------------------------------------------ */

/* NULL after a diagnostic in the Context of rt. */
causeway_linear *ses_wrap_linear(Runtime *rt, const Dae *d, size_t n, const char *const *patterns);

/* ---- api_run.c --------------------------------------------------------------------------------------------------- */

Runtime *ses_runtime(causeway_run *r);

#endif
