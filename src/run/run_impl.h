/* run_impl.h - what the files of run/ share and nobody else sees. */
#ifndef CAUSEWAY_RUN_IMPL_H
#define CAUSEWAY_RUN_IMPL_H

#include "run/run.h"

/* ---- attempts.c -------------------------------------------------------------------------------------------------- */

/* What a remedy may change. */
typedef struct {
    RunTranslation translation;
    bool unguarded;  /* systems that hang on conditions, or that lack rank, may be singular */
    bool own_starts; /* start values that were taken for want of conditions may be changed to fit */
    bool modal;      /* through modes */
    bool to_rest;    /* from an ordinary start to a point of rest */
} RunRequest;

typedef enum { CALL_START, CALL_ADVANCE, CALL_STEP, CALL_EVENT, CALL_END } CallKind;

typedef struct {
    CallKind kind;
    double until;
} RunCall;

/* What was done with a stretch since its start, for doing it again. */
typedef struct {
    enum { PAST_ADVANCE, PAST_SET } kind;
    MdVar variable; /* SET */
    double value;   /* or the time that was reached */
} RunPast;

/* What a failure says about the way in which the model was translated. */
typedef struct {
    bool needs_rank, needs_modes, waits_for_modes;
    bool torn, torn_linear;
    char *variable; /* of the torn system */
    double time;    /* where it was to be solved */
} RunFailure;

typedef struct RunAttempt {
    struct RunAttempt *before;  /* that failed */
    const struct RunRemedy *by; /* what made this one of it; NULL: it is the first */
    RunRequest request;
    RunModel model;
    RtOptions options;
    Runtime *one;        /* as one; NULL through modes */
    ModeAttempt modes;   /* through modes: its run is NULL otherwise */
    Context *ctx;        /* what it reports into */
    ModePlan *plan;      /* conditions that explain why it failed, before modes take it */
    bool planned, begun; /* a plan was looked for; initialised and begun */
    bool perhaps;        /* through modes: it is not certain that the model cannot be run as one */
    RunStatus status;
    RunFailure failure; /* when it has failed */
    unsigned flags;     /* of the remedy that made it first */
    bool left;          /* another one was made */
    RtStats stats;      /* when it was left */
    uint32_t tried;     /* bits of remedies */
    int grown;          /* how often conditions were added */
    size_t mark;        /* what it has said comes behind this ... */
    Diags *said;        /* ... and is put aside while another one is made */
    size_t aside;       /* since this mark */
    char *path;         /* where it is recorded, or NULL */
    const char *way;
    uint64_t steps, next; /* Jacobians are compared after step `next` */
    InsVerified verified;
    uint64_t points;
    Map reported;
    Runtime *watched; /* through modes: the first one, whose host the others have */
    struct RunStretch *stretch;
    double seconds;
} RunAttempt;

typedef struct RunStretch {
    struct Run *run;
    size_t number;     /* from 1 */
    RunStart from;     /* what the one before has left, or what the client wants */
    RunAttempt *first; /* lives as long as the stretch: values are given to its Runtime before the run begins */
    RunAttempt *now;
    VEC(RunPast) past;
    bool remembers; /* the past is kept: it can be repeated */
    char *path;     /* where it is recorded, or NULL */
    bool ended;
} RunStretch;

/* A remedy that was tried. */
typedef struct {
    const struct RunRemedy *remedy;
    bool helped;
    double seconds, time; /* that it took; where it was needed */
} RunTried;

struct Run {
    Context *ctx;
    RunSource source;
    RunHow how;
    Arena arena;
    VEC(RunStretch *) stretches;
    VecStr settings;
    VEC(RunTried) tried;
    bool started, ended, unsettled;
    RunStatus failed;
};

static inline RunStretch *run_last(const Run *r) { return r->stretches.at[r->stretches.n - 1]; }

RunAttempt *run_attempt_new(RunStretch *s, RunAttempt *before, const RunRequest *request);
/* Translated and ready to be given values: its Runtime is there. */
RunStatus run_attempt_make(RunAttempt *a);
/* Initialised and begun, recorded where path says. */
RunStatus run_attempt_start(RunAttempt *a);
RunStatus run_attempt_call(RunAttempt *a, RunCall call);
RunStatus run_attempt_repeat(RunAttempt *a); /* the past of its stretch */
RunStatus run_attempt_close(RunAttempt *a);  /* terminal actions; completes its result */
void run_attempt_free(RunAttempt *a);
Runtime *run_attempt_runtime(const RunAttempt *a);
bool run_attempt_modes(RunAttempt *a, ModePlan *plan);   /* takes the plan; false: there are no modes to be had */
void run_attempt_judge(RunAttempt *a, RunStatus status); /* it has failed */
RtStats run_attempt_stats(const RunAttempt *a);
RtOptions run_attempt_options(RunAttempt *a);
const char *run_beside(Arena *a, const char *path, size_t number); /* "r.csv", 2 -> "r.stretch-2.csv" */

/* ---- remedies.c -------------------------------------------------------------------------------------------------- */

typedef enum {
    KEEP_ALWAYS,     /* whatever came of it stands */
    KEEP_IF_DONE,    /* it succeeded; else what was before stands */
    KEEP_IF_FARTHER, /* ... or it began, where the one before did not */
} RunKeep;

typedef struct RunRemedy {
    const char *name, *applies_when;
    bool (*applies)(RunAttempt *failed);
    void (*change)(RunAttempt *failed, RunRequest *request);
    RunKeep keep;
    /* LAST: where it fails too, only those AFTER_ALL are tried on it; AGAIN: more than once */
    unsigned flags;
    void (*tell)(const RunAttempt *failed, const RunAttempt *better); /* reports that it helped; or NULL */
} RunRemedy;

extern const RunRemedy run_remedies[];
extern const size_t run_nremedies;
/* The call on the last attempt of s has failed: others are made until one succeeds, or none is left. */
RunStatus run_remedy(RunStretch *s, RunCall call, RunStatus failed);

#endif
