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
    pthread_mutex_t lock;         /* guards comp_code, whole, flat */
    struct causeway_model *whole; /* the same without tearing, once a run needed it */
    bool may_change;              /* systems of equations hang on conditions, which may govern its structure */
    Text flat;                    /* the flat model as bytes, once a run needed it for modes or without tearing */
};

/* Works under the model's lock; what unwinds out of the work releases it. */
void ses_locked(causeway_model *m, void (*work)(void *arg), void *arg);
causeway_status ses_translate(causeway_model *m);
/* Another model of the libraries and files that m was made of; what is said of it goes to s. */
causeway_model *ses_variant(causeway_session *s, const causeway_model *m, const char *what);
const CwModel *ses_newest_code(causeway_model *m);
/* Its flat equations in a Context of their own, so that runs of it may go on meanwhile; NULL when it has none. */
Dae *ses_copy_flat(causeway_model *m, Context *ctx);
/* The model with another value of a parameter, NAME=VALUE, translated; NULL after reporting into `reports`. */
causeway_model *ses_other_model(causeway_model *m, const char *setting, SesReports *reports);
/* The model without tearing, translated; NULL when it cannot be. */
causeway_model *ses_whole(causeway_model *m);

/* ---- api_result.c ------------------------------------------------------------------------------------------------ */

ResResult *ses_result(causeway_result *r);

/* ---- api_linear.c ------------------------------------------------------------------------------------------------ */

/* NULL after a diagnostic in the Context of rt. */
causeway_linear *ses_wrap_linear(Runtime *rt, const Dae *d, size_t n, const char *const *patterns);

/* ---- api_run.c, api_data.c --------------------------------------------------------------------------------------- */

typedef enum { SES_FRESH, SES_RUNNING, SES_ENDED } SesRunPhase;

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

/* What was done with a run, for doing it again. */
typedef struct {
    enum { SES_PAST_ADVANCE, SES_PAST_SET } kind;
    uint32_t variable; /* SET */
    double value;      /* or the time that was reached */
} SesPast;

/* The run goes through modes. */
typedef struct {
    Context *ctx; /* of the flat model and all its modes: they belong to this run alone */
    Dae *flat;
    ModeAttempt modes;
} SesModal;

struct causeway_run {
    causeway_model *model; /* whose variables the client sees */
    causeway_model *runs;  /* what is run: it, or the same without tearing */
    Runtime *one;          /* of the model as one */
    Runtime *rt;           /* the one at work: that, or of the mode that holds */
    SesModal *modal;       /* NULL: as one */
    bool expects;          /* it may yet turn out that modes are needed: the past is kept */
    VEC(SesPast) past;     /* since initialisation */
    Context *ctx;          /* what the run reports into; its sources are those of the model ... */
    Sources *sources;      /* ... and these its own, unused */
    Arena arena;           /* texts of what was asked for */
    causeway_run_options options;
    RtOptions run;
    VEC(SesGivenValue) given;
    VEC(SesGivenValue) later; /* parameters that were given values while it went on */
    VEC(SesCurve) curves;
    SesStart from;       /* of causeway_run_start_from; its file NULL: none */
    const SesRest *rest; /* it is to begin at a point of rest; or NULL */
    const char *way;     /* ... the way that led to its start; static */
    char *filter, *path; /* of causeway_run_record */
    bool record, exact;
    SesRunPhase phase;
    causeway_status failed; /* a status that cannot be left but by reset */
    size_t held;            /* bytes, where the session bounds them */
    double reached;         /* before there is a runtime */
    atomic_bool stop;
    uint32_t steps; /* since the last look for better code */
    SesReports reports;
    Text text;
    struct causeway_run *then;  /* the model went on as another one: the run of that, its own; or NULL */
    struct causeway_run *first; /* of such a chain, which the client has; NULL: it is the first */
    const char *stretch;        /* ... the file of its own part until parts are joined, or NULL */
};

typedef enum { SES_CALL_START, SES_CALL_ADVANCE, SES_CALL_STEP, SES_CALL_EVENT, SES_CALL_END } SesCall;

Runtime *ses_runtime(causeway_run *r);
/* Moves out what the run has said. */
void ses_collect_run(causeway_run *r);
/* Reports something about the use of a run: CAUSEWAY_USAGE. */
causeway_status ses_refuse_run(causeway_run *r, const char *code, const char *text, const char *hint);
void ses_set_host(causeway_run *r, Runtime *rt);
bool ses_apply_given(const causeway_run *r, Runtime *rt); /* false after reporting */
RtRecord ses_record(const causeway_run *r);
RtStatus ses_start(causeway_run *r); /* as one: initialised, at rest where that is asked for, and begun */
RtStatus ses_call(causeway_run *r, SesCall call, double until);

void ses_give_text(causeway_run *r, size_t variable, const char *text); /* before initialisation, if it can be given */

/* ---- api_recompile.c --------------------------------------------------------------------------------------------- */

causeway_run *ses_latest(const causeway_run *r);   /* of the chain that begins with r */
const char *ses_recompiles(const causeway_run *r); /* NAME=VALUE with which its model is to go on; or NULL */
causeway_status ses_become_other(causeway_run *r, bool ended); /* -> r->then, initialised */
ResResult *ses_joined_result(const causeway_run *r, Context *ctx);
causeway_status ses_join_stretches(causeway_run *r); /* files of all parts into the one that was asked for */

/* ---- api_modes.c ------------------------------------------------------------------------------------------------- */

void ses_expect_modes(causeway_run *r);            /* a new run as one ends where conditions may govern structure */
void ses_note_past(causeway_run *r, SesPast what); /* done; nothing is kept where no modes are expected */
void ses_forget_past(causeway_run *r);             /* and nothing is expected from now on */
/* A call failed: where modes explain it, the run is begun again through modes, its past is done again, and the call.
 * The status in the end. */
RtStatus ses_try_modes(causeway_run *r, SesCall call, double until, RtStatus failed);
RtStatus ses_call_modes(causeway_run *r, SesCall call, double until);
RtStatus ses_restore_modal(causeway_run *r, const char *bytes, size_t n);
void ses_leave_modes(causeway_run *r); /* as one again, not begun */
const Dae *ses_running_dae(const causeway_run *r);
void ses_modal_derivatives(const causeway_run *r, double *dx); /* of the model's states */

#endif
