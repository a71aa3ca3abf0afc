/* run.h - a run: the only driver between a translated model and its trajectory.
 *
 * Sections, in the order data flows:
 *   start_values.c  start values from a stored result
 *   joined.c        results of stretches as one
 *   attempts.c      one way to carry out a run: a translation, as one or through modes
 *   remedies.c      the table of remedies: what is tried where an attempt fails, and when its result is kept
 *   driver.c        begin, advance, set, end; on as another model where the model asks for it
 *   saved_run.c     a run as bytes and back
 *   run_report.c    what helped and what it cost
 *
 * A run knows no request and no file of classes.  Its host gives it a SOURCE of translations of one model: as it was
 * asked for, without tearing, by value, with other start values, with other values of structural parameters.  A run is
 * a chain of STRETCHES, each of one model (recompilation begins the next one); a stretch is a stack of ATTEMPTS.  Where
 * a call fails, the first remedy of the table that applies makes another attempt, which repeats the calls so far and
 * then the one that failed.  So a run by steps has the remedies of one that goes to its end in one call.
 */
#ifndef CAUSEWAY_RUN_H
#define CAUSEWAY_RUN_H

#include "inspect/inspect.h"
#include "modes/modes.h"

/* ---- start_values.c ---------------------------------------------------------------------------------------------- */

/* A stored result, at one of its instants. */
typedef struct {
    ResResult *file; /* NULL: there is none */
    const char *path;
    double time;
    bool partial; /* it is known that it does not tell all states */
} RunStart;

void run_put_starts(Runtime *rt, const RunStart *s); /* before initialisation: guesses and start values */
bool run_put_states(Runtime *rt, const RunStart *s); /* after rt_begin; false after a diagnostic */

/* ---- joined.c ---------------------------------------------------------------------------------------------------- */

typedef VEC(ResResult *) RunParts;

/* Results of stretches as one, in which a variable is zero where there is none of its name.  filter: a regular
 * expression on names, or NULL.  false after reporting. */
bool run_join_file(Context *ctx, const RunParts *parts, const char *filter, const char *path, double start,
                   double stop);
ResResult *run_join_memory(Context *ctx, const RunParts *parts); /* a result of its own */

/* ---- attempts.c: what a host gives ------------------------------------------------------------------------------- */

/* Exit codes of the program. */
typedef enum {
    RUN_OK = RT_OK,
    RUN_FILE = RT_FILE,
    RUN_INVALID = 2,
    RUN_UNTRANSLATABLE = 3,
    RUN_INIT_FAILED = RT_INIT_FAILED,
    RUN_STOPPED = RT_STOPPED,
} RunStatus;

/* Systems that turn out singular: the model is translated again with parameters as numbers, it is so translated, it is
 * run as it is. */
typedef enum { RUN_RANK_OPEN, RUN_RANK_BY_VALUE, RUN_RANK_AS_IS } RunRank;

/* How the model is translated, beside what its host asks for anyway. */
typedef struct RunTranslation {
    bool no_tearing, other_starts, steady_state;
    RunRank rank;
    const char *whole;      /* the systems that this variable is an unknown of are not torn; NULL: none */
    const VecStr *settings; /* NAME=VALUE: what recompilation has changed so far */
} RunTranslation;

bool run_same_translation(const RunTranslation *a, const RunTranslation *b); /* but for settings */

/* A translation; the host's, which keeps it as long as the run lives. */
typedef struct {
    const SymModel *sym;
    const GenModel *gen;
    void *host;
    size_t said; /* mark in the Context of the run: what was said since is void when the model is translated again */
} RunModel;

typedef enum { RUN_INITIALISES, RUN_SIMULATES } RunWork;

/* Every function but translate may be NULL. */
typedef struct {
    void *arg;
    RunStatus (*translate)(void *arg, const RunTranslation *how, RunModel *out); /* after reporting when not RUN_OK */
    const CwModel *(*code)(void *arg, const RunModel *m);                        /* the best there is now */
    /* Values from outside, before initialisation; false after reporting. */
    bool (*give)(void *arg, const RunModel *m, Runtime *rt);
    bool (*give_inputs)(void *arg, Runtime *rt); /* to the first Runtime: others share its tables */
    /* What a run through modes is made of: the flat equations, in a Context of their own (how->ctx) or that of the run.
     * false: they are not to be had. */
    bool (*modes)(void *arg, const RunModel *m, const Dae **flat, ModeHow *how);
    void (*chosen)(void *arg, const RunModel *m); /* the run goes on with this translation, not with the one before */
    /* A Runtime is about to be initialised: rt_set_host, and what changes in the options. */
    void (*begins)(void *arg, Runtime *rt, RtOptions *run);
    RtStatus (*rest)(void *arg, Runtime *rt, const char **way); /* from a start to a point of rest */
    void (*initialised)(void *arg);
    void (*work)(void *arg, RunWork what, bool begins); /* for clocks */
} RunSource;

typedef struct {
    RtOptions options; /* times, tolerance, interval NAN: as the model says */
    RtRecord record;
    bool recorded;        /* ... or nothing is */
    bool to_rest;         /* begins at a point of rest (RunSource.rest) */
    bool exact;           /* what is needed to save it bit for bit is kept on the way */
    bool initialise_only; /* not begun: nothing but its start is looked at */
    bool detail;          /* of modes: for mode_report and mode_combine */
    bool check_jacobian;  /* compared with differences after step 1, 2, 4, 8, ... */
    RunStart from;        /* begins with the states of a stored result */
    RunTranslation translation;
    bool keeps; /* values of an attempt that failed are looked at, and the run may begin again (run_reset) */
    const atomic_bool *stopped; /* the client has ended it: nothing is tried any more; or NULL */
} RunHow;

/* ---- driver.c ---------------------------------------------------------------------------------------------------- */

typedef struct Run Run;

/* how and source are copied; what they point to lives as long as the run.  The first translation is made at once; where
 * that fails, run_start looks for a remedy. */
Run *run_new(Context *ctx, const RunSource *source, const RunHow *how);
void run_free(Run *r); /* completes its result */
/* Before run_start. */
RunHow *run_how(Run *r);

/* Initialised, at rest where that is asked for, and begun. */
RunStatus run_start(Run *r);

/* How far a call goes: to the time, or less far when something else comes first. */
typedef struct {
    double time;             /* INFINITY: to the end */
    bool event;              /* behind the first event */
    uint64_t steps;          /* of the integrator; 0: any number */
    double seconds;          /* on the wall; 0: any */
    double pace;             /* seconds of the model in one on the wall, at most; 0: as fast as it can */
    const atomic_bool *rest; /* set by any thread: the call returns at the next step; or NULL */
} RunUntil;

RunStatus run_advance(Run *r, const RunUntil *until);
RunStatus run_end(Run *r); /* terminal actions; completes the result */
/* All values at the time reached, after run_advance with steps or a deadline. */
RunStatus run_settle(Run *r);
bool run_set(Run *r, MdVar v, double value); /* an event at the beginning of the next call; false after reporting */
/* Back to before run_start, as the model was translated first. */
void run_reset(Run *r);

bool run_begun(const Run *r);
bool run_finished(const Run *r);
double run_time(const Run *r);   /* how far it has come */
double run_begins(const Run *r); /* where it started */
double run_ends(const Run *r);   /* its stop time, or when the model ended it */
const char *run_terminated(const Run *r);
Runtime *run_runtime(const Run *r);            /* at work now: values; changes from call to call */
const RunModel *run_model(const Run *r);       /* ... of this translation; of a run through modes the one as one */
const RunModel *run_first_model(const Run *r); /* of the first stretch */
const SymModel *run_symbolic(const Run *r);    /* blocks of what is at work: of the mode that holds */
ModeRun *run_modes(const Run *r);              /* NULL: as one */
RtStats run_stats(const Run *r);
InsVerified run_verified(const Run *r, uint64_t *points);
const char *run_way(const Run *r);                   /* that led to its start; static */
size_t run_stretches(const Run *r);                  /* models it has gone through */
const RunTranslation *run_translation(const Run *r); /* of what is at work */
const VecStr *run_settings(const Run *r);            /* NAME=VALUE that made the present model of the first one */
/* What was recorded in memory so far, of all stretches; NULL when nothing was. */
ResResult *run_recorded(const Run *r, Context *ctx);

/* ---- saved_run.c ------------------------------------------------------------------------------------------------- */

RunStatus run_save(Run *r, Text *out);
/* Instead of run_start. */
RunStatus run_restore(Run *r, const char *data, size_t n);

/* ---- run_report.c ------------------------------------------------------------------------------------------------ */

/* How many were tried; of number i, where there is one. */
size_t run_remedies_tried(const Run *r, size_t i, const char **name, bool *helped, double *seconds, double *time);
void run_report_remedies(const Run *r, Text *out);      /* lines: what was tried, whether it helped, what it cost */
void run_report_remedies_json(const Run *r, Text *out); /* [{"remedy":...,"helped":...,"seconds":...}, ...] */

#endif
