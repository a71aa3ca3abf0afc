/* api.h - the objects behind causeway.h, and what its files share. */
#ifndef CAUSEWAY_SESSION_API_H
#define CAUSEWAY_SESSION_API_H

#include "session/session_impl.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

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
void ses_repeat(SesReports *r, const SesReports *from); /* the same once more, as reports of another object */
/* After BASE_GUARDED was false: reports it, with the status it means. */
causeway_status ses_guard_fell(SesReports *r, const BaseGuard *g);
void ses_free_reports(SesReports *r);

struct causeway_session {
    Arena arena;      /* texts of the options */
    SesRequest asked; /* of every model: libraries, files, texts (from base_realloc) */
    size_t max_errors, max_memory;
    bool strict, untrusted;
    const char *cache; /* folder, or NULL */
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

/* Gives the caller as much of a structure as fits into the caller's own, which begins with its size (0: all of it). */
static inline void ses_hand_out(void *out, const void *all, size_t n) {
    size_t size = *(size_t *)out;
    memcpy(out, all, size && size < n ? size : n);
    *(size_t *)out = size;
}

/* With the same limits, nothing loaded, its own diagnostics. */
causeway_session *ses_session_like(const causeway_session *s);
Context *ses_context(const causeway_session *s); /* a new one, with the session's limits */

/* ---- api_model.c ------------------------------------------------------------------------------------------------- */

typedef struct SesVariantModel SesVariantModel;

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
    const char **names;              /* by variable */
    Map by_name;                     /* hash of a name -> variable + 1 */
    int64_t *alias;                  /* by variable: what it stands for, or -1; bit 62: negated */
    VecU32 sets[4];                  /* by causeway_set */
    pthread_mutex_t lock;            /* guards comp_code, variants, flat */
    VEC(SesVariantModel *) variants; /* the same in other translations, once a run needed them */
    SesReports said;                 /* of a variant: by its translation */
    struct SesTangents *tangents;    /* once they were asked for; guarded by lock */
    Text flat; /* the flat model as bytes, once a run needed it for modes or another translation */
};

/* Works under the model's lock; what unwinds out of the work releases it. */
void ses_locked(causeway_model *m, void (*work)(void *arg), void *arg);
causeway_status ses_translate(causeway_model *m);
/* Another model of the libraries and files that m was made of; what is said of it goes to s. */
causeway_model *ses_variant(causeway_session *s, const causeway_model *m, const char *what);
const CwModel *ses_newest_code(causeway_model *m);
/* Its flat equations in a Context of their own, so that runs of it may go on meanwhile; NULL when it has none. */
Dae *ses_copy_flat(causeway_model *m, Context *ctx);
/* The model in another translation, with `given` (NAME=VALUE) as values of its parameters; it lives as long as m.
 * Its `failed` says what came of it, its `said` what there is to say. */
causeway_model *ses_translated(causeway_model *m, const RunTranslation *how, const VecStr *given);

/* ---- tangents.c -------------------------------------------------------------------------------------------------- */

typedef struct SesTangents SesTangents;
/* Code of tangents of a translated model; ses_tangent_code is NULL where there is none to be had. */
SesTangents *ses_make_tangents(const SesModel *m);
const CwModel *ses_tangent_code(const SesTangents *t);
void ses_free_tangents(SesTangents *t);
void ses_use_tangents(causeway_run *r, Runtime *rt); /* from now on its derivatives are made of them */

/* ---- api_result.c ------------------------------------------------------------------------------------------------ */

ResResult *ses_result(causeway_result *r);

/* ---- api_linear.c ------------------------------------------------------------------------------------------------ */

/* NULL after a diagnostic in the Context of rt. */
causeway_linear *ses_wrap_linear(Runtime *rt, const Dae *d, size_t n, const char *const *patterns);

/* ---- api_run.c, api_source.c, api_data.c ------------------------------------------------------------------------- */

/* A value given before initialisation. */
typedef struct {
    size_t variable;
    const char *text; /* a Modelica literal */
} SesGivenValue;

/* An input as a function of time: points, or a file. */
typedef struct {
    const char *name, *path;
    size_t n;
    const double *time, *value;
} SesCurve;

/* The flat equations of a model in a Context of their own: the modes of a run belong to it alone. */
typedef struct {
    const causeway_model *of;
    Context *ctx;
    Dae *flat;
} SesModal;

struct causeway_run {
    causeway_model *model; /* whose variables the client sees */
    Run *run;
    Context *ctx;     /* what the run reports into; its sources are those of the model ... */
    Sources *sources; /* ... and these its own, unused */
    VEC(SesModal) modal;
    Arena arena; /* texts of what was asked for */
    causeway_run_options options;
    VEC(SesGivenValue) given;
    VEC(SesGivenValue) later; /* parameters that were given values while it went on */
    VEC(SesCurve) curves;
    RunStart from;          /* of causeway_run_start_from; its file NULL: none */
    const SesRest *rest;    /* it is to begin at a point of rest; or NULL */
    causeway_status failed; /* a status that cannot be left but by reset */
    size_t held;            /* bytes, where the session bounds them */
    bool ended;
    bool said_inexact; /* that derivatives are made of differences */
    atomic_bool stop, pause;
    causeway_sink sink;
    SesReports reports;
    Text text;
};

/* api_source.c: what a run asks of the library. */
RunSource ses_source(causeway_run *r);
void ses_set_host(causeway_run *r, Runtime *rt);
void ses_leave_modes(causeway_run *r);
const Dae *ses_running_dae(const causeway_run *r);
void ses_record_to_sink(causeway_run *r, RtRecord *record);

Runtime *ses_settled(const causeway_run *r); /* at work now, with all values of the time reached */
/* Moves out what the run has said. */
void ses_collect_run(causeway_run *r);
/* Reports something about the use of a run: CAUSEWAY_USAGE. */
causeway_status ses_refuse_run(causeway_run *r, const char *code, const char *text, const char *hint);
#endif
