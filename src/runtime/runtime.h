/* runtime.h - what runs beside a model: from a translated model to a trajectory.
 *
 * Sections, in the order data flows:
 *   runtime.c    the Runtime object: values, parameters, evaluation with unwinding, exchange of code
 *   services.c   what generated code calls back: asserts, terminate, reinit, errors, strings, scratch memory
 *   delay.c      histories behind delay() and spatialDistribution()
 *   klu.c        sparse factors by KLU
 *   linear.c     matrices: sparse ones by KLU, large dense ones by LAPACK
 *   system.c     systems of equations, solved by solve/: where searches begin, what failures mean; tangents
 *   fallback.c   another way to the solution of a nonlinear system: KINSOL
 *   init.c       consistent initial values; homotopy
 *   suppose.c    start values taken for want of conditions, where they contradict each other
 *   rest.c       a point where nothing changes, with other variables given values
 *   redundant.c  singular systems that nothing can determine
 *   freedom.c    what singular systems leave undetermined is chosen so that relations keep their values
 *   enter.c      a run that goes on in another mode, where another model holds
 *   event.c      relations, samples, event iteration, crossings, Zeno and chattering guards
 *   band.c       how wide the bands of relations are, by what is seen of them
 *   pairs.c      relations that change and change back within a step
 *   jacobian.c   d(der x)/dx by tangents and colours
 *   doubt.c      ... against differences, where a library gives derivatives of functions
 *   daeform.c    the model as a DAE with some systems left unsolved
 *   cvode.c, ida.c, esdirk.c, arkode.c, fixed.c   integrators behind one interface (runtime_impl.h)
 *   sundials.c   what cvode.c, ida.c and arkode.c share: steps, failures, memory
 *   integrator.c what those with step control share; race.c: which of two gets farther for its work
 *   corrector.c  matrix and linear solver of the implicit ones; lu.c: its factors
 *   newton.c     the iteration of the corrector, with matrices made again on the way
 *   vector.c     vector operations for them
 *   methods.c    the table of integration methods
 *   state.c      a run as bytes and back
 *   simulate.c   the loop: steps, events, output points
 *   diagnose.c   naming equations, variables and numbers when something fails
 *   tolerances.h how near is near enough
 *   input.c      inputs, states and parameters set while running; inputs as tables
 *   access.c     states, derivatives, Jacobian
 *   tangent.c    directional derivatives, by parameters and start values too
 *   evaluator.c  further evaluators of a run, for other points and threads
 *   bounds.c     variables that leave the range between min and max
 *   sizes.c      nominal values that do not fit the states they are of
 *   select.c     which variables are recorded, under which names
 *   host.c       the program around a run: messages, progress, stopping, crashes of external code
 *
 * Life cycle:  rt_new -> rt_set_parameter* -> rt_record -> rt_initialise -> rt_simulate -> rt_free,
 * where rt_simulate is rt_begin -> rt_advance* -> rt_end.
 * Failures are reported as diagnostics (codes RT....) in the Context of the run; return
 * values say which exit code they mean.  Runs are reproducible bit for bit.
 */
#ifndef CAUSEWAY_RUNTIME_H
#define CAUSEWAY_RUNTIME_H

#include "model/model.h"
#include "result/result.h"
#include "solve/solve.h"

#include <stdatomic.h>

/* ---- runtime.c --------------------------------------------------------------------------------------------------- */

typedef struct Runtime Runtime;

/* Values are exit codes of the program (design.md section 6). */
typedef enum {
    RT_OK = 0,
    RT_FILE = 1, /* a result file could not be written; unknown name */
    RT_INIT_FAILED = 4,
    RT_STOPPED = 5, /* solver failure, assert, interrupt, time limit, Zeno, disk full during the run */
} RtStatus;

/* A run of a model with its compiled code.  Both are only read, may be shared by runs on several threads, and must
 * outlive the Runtime; diagnostics go to ctx. */
Runtime *rt_new(const MdModel *m, const CwModel *code, Context *ctx);
void rt_free(Runtime *rt); /* destroys external objects; completes an open result file */

/* Exchanges the code (same model compiled by another tier).  Allowed before rt_initialise and
 * inside RtOptions.at_step. */
void rt_swap(Runtime *rt, const CwModel *code);
/* Called now and then while initialisation is at work; may call rt_swap, and nothing else. */
void rt_meanwhile(Runtime *rt, void (*exchange)(void *arg, Runtime *rt), void *arg);

/* Sets a parameter (-p name=value) or, for anything else, its start value.  text is a Modelica
 * literal: number, true, false, enumeration literal (last word) or quoted/unquoted string.  false
 * after a diagnostic: unknown name (RT0001), final or structural (RT0002), not a value of its type
 * (RT0003). */
bool rt_set_parameter(Runtime *rt, const char *name, const char *text);
/* Is v neither a state nor fixed, whose start values translation has put into the code?  false after a diagnostic
 * (RT0007). */
bool rt_start_counts(Runtime *rt, MdVar v);
bool rt_takes_value(Runtime *rt, const char *name); /* false after a diagnostic (RT0007): no parameter, and no input */
/* Can rt_set_parameter give this parameter this value, and is that all there is to it?  Not when the value is no
 * literal, when the structure of the model depends on it, or when it shares its place with another parameter.  *value:
 * NAN for strings. */
bool rt_settable(const MdModel *m, const char *name, const char *text, MdVar *var, double *value);
/* The same for a start value only. */
bool rt_set_start(Runtime *rt, const char *name, double value);

/* Value of a variable now; aliases and constants included. */
double rt_value(const Runtime *rt, MdVar v);
const char *rt_text(const Runtime *rt, MdVar v); /* of a String, until it changes; NULL of anything else */
double rt_time(const Runtime *rt);
double rt_stop(const Runtime *rt);   /* the stop time of a run that has begun */
double rt_passed(const Runtime *rt); /* how far it has come, also where values are not those of that time (rt_step) */
Context *rt_context(const Runtime *rt);
const MdModel *rt_model(const Runtime *rt);
MdVar rt_find(Runtime *rt, const char *name); /* der(x) and pre(x) too; 0 when there is none */

/* ---- input.c ----------------------------------------------------------------------------------------------------- */

/* Sets a variable, Boolean as 0 or 1.  Before rt_initialise: the value of a parameter, the start value of anything else
 * (what an input begins with).  Afterwards, between calls of rt_advance and its like: inputs, states, and parameters
 * that nothing structural depends on; it takes effect as an event at the beginning of the next call.  false after a
 * diagnostic (RT0004). */
bool rt_set(Runtime *rt, MdVar v, double value);
/* A top-level input as a curve over time, before rt_initialise: n points, times not falling.  A Real goes along
 * straight lines, unless it is discrete; others hold their values.  Two points at one time are a jump.  false after a
 * diagnostic (RT0005). */
bool rt_set_input_table(Runtime *rt, MdVar v, size_t n, const double *t, const double *u);
void rt_share_tables(Runtime *rt, const Runtime *from); /* the same for another run of the model, or of a mode of it */

/* ---- access.c ---------------------------------------------------------------------------------------------------- */

/* At the time reached, after rt_initialise, rt_advance, rt_next_event or rt_refresh. */
uint32_t rt_state_count(const Runtime *rt);
MdVar rt_state(const Runtime *rt, uint32_t i);
void rt_states(const Runtime *rt, double *x);
void rt_derivatives(const Runtime *rt, double *dx);
/* d(der x)/dx by columns, analytic where the model has tangents, else by differences; relations as they are.  false:
 * the model could not be evaluated. */
bool rt_jacobian_dense(Runtime *rt, double *matrix);

/* ---- tangent.c --------------------------------------------------------------------------------------------------- */

/* Code of tangents (GenOptions.tangents) of this model; it must outlive rt. */
void rt_set_tangents(Runtime *rt, const CwModel *code);
bool rt_has_tangents(const Runtime *rt);

typedef struct {
    MdVar var;
    bool start; /* what moves is its start value */
} RtKnown;

typedef enum {
    RT_EXACT,
    RT_HELD,        /* events at the start set states or discrete variables: these do not move */
    RT_QUOTIENTS,   /* a function, or the matrix of a system, was differentiated by differences */
    RT_AMBIGUOUS,   /* a system is singular: its solution has no one derivative */
    RT_DIFFERENCES, /* the whole is a difference of two evaluations */
} RtExactness;

typedef struct {
    RtExactness how;
    const char *function; /* RT_QUOTIENTS: its name, or NULL: a system of equations */
} RtDerivation;

/* Why there is no derivative by this; NULL: there is one. */
const char *rt_why_unknown(const Runtime *rt, RtKnown known, bool initial);
/* Has the model's own code the tangents for this, without rt_set_tangents? */
bool rt_has_own_tangents(const Runtime *rt, uint32_t nknown, const RtKnown *known, uint32_t nunknown,
                         const MdVar *unknown);
/* result := change of `unknown` for a small change of `known` along direction.  Parameters that are computed of known
 * ones follow them, unless they are known themselves.  initial: of the initial point, which follows from parameters,
 * inputs and start values; else at the present point: states, discrete variables and histories that are not known
 * are held.  false: the model could not be evaluated, or the initial solution is not there (a run that was
 * restored).  The run itself does not change. */
bool rt_along(Runtime *rt, bool initial, uint32_t nknown, const RtKnown *known, const double *direction,
              uint32_t nunknown, const MdVar *unknown, double *result, RtDerivation *how);
/* The same for variables, at the present point. */
bool rt_directional(Runtime *rt, uint32_t nknown, const MdVar *known, const double *direction, uint32_t nunknown,
                    const MdVar *unknown, double *result);

/* ---- evaluator.c ------------------------------------------------------------------------------------------------- */

/* Another evaluator of an initialised run, at its present point: with values, systems of equations and memory of
 * its own. These functions take it in place of the run: rt_env, rt_evaluate, rt_value, rt_put_states,
 * rt_get_states, rt_rhs, rt_along, rt_directional, rt_jacobian_dense, rt_form_residual, rt_form_jacobian.  Several
 * may be at work at a time on threads of their own, while the run stands still; external functions of the model are
 * called by all of them. */
Runtime *rt_evaluator_new(const Runtime *of);
void rt_evaluator_take(Runtime *e); /* the values of the run now, after it has gone on */
void rt_evaluator_free(Runtime *e); /* before the run */

/* ---- host.c ------------------------------------------------------------------------------------------------------ */

/* The program around a run.  Without one a run says nothing but its diagnostics, and crashes of external code are the
 * process's own.  Every pointer may be NULL. */
typedef struct {
    void *arg;
    void (*message)(void *arg, const char *text); /* words of the model: ModelicaMessage, terminate */
    void (*reported)(void *arg, Context *ctx);    /* diagnostics have come that are worth to be seen at once */
    /* about ten times a second, at a step: part of the run that is done; false: stop */
    bool (*progress)(void *arg, double time, double part);
    const atomic_bool *stop;  /* set by any thread: the run stops at the next step */
    double timeout;           /* seconds from rt_set_host on, after which loops without end are left; 0: never */
    void (*ended)(void *arg); /* rt_end, or rt_free without it: the model is not evaluated any more */
    void (*freed)(void *arg); /* rt_free: external code is not called any more */
    /* a value of this unit is shown as factor*value + offset; false: the units do not fit */
    bool (*convert)(const char *unit, const char *shown, double *factor, double *offset);
} RtHost;

void rt_set_host(Runtime *rt, const RtHost *host); /* before rt_initialise */
const RtHost *rt_host(const Runtime *rt);

/* For hosts that guard themselves against external code. */
bool rt_calls_external(const Runtime *rt);
const char *rt_external_name(const Runtime *rt); /* the external function that is running, or NULL */
/* It crashed; called by a handler of signals on the run's own thread.  Unwinds the evaluation and does not return;
 * false: no external code was running. */
bool rt_external_crashed(Runtime *rt, const char *word);
bool rt_has_crashed(const Runtime *rt); /* nothing is evaluated any more */
/* It called exit: reports it and completes the result.  Only the end of the process may follow; its exit code. */
RtStatus rt_external_left(Runtime *rt);
/* An evaluation does not come back: reports it and completes the result, from another thread.  Only the end of the
 * process may follow; its exit code. */
RtStatus rt_abandon(Runtime *rt, const char *why);

/* ---- diagnose.c -------------------------------------------------------------------------------------------------- */

typedef enum { RT_IN_PARAMETERS, RT_IN_INITIAL, RT_IN_SIMULATION } RtWhere;

/* What only the compiler can say: equations in words and numbers.  Without it messages name variables and source
 * lines.  Every pointer may be NULL.  v: values by variable. */
typedef struct {
    const void *arg;
    /* The first equation, in order of evaluation, that makes a bad value of good ones: what it computes, where it
     * stands, and why in words.  system: look there first, or UINT32_MAX.  false when every value is finite. */
    bool (*culprit)(const void *arg, RtWhere where, uint32_t system, const double *v, MdVar *var, uint32_t *origin,
                    Text *why);
    bool (*has_culprit)(const void *arg, const double *v); /* the same while simulating, outside systems */
    /* A residual of a system with the values of its variables. */
    void (*residual)(const void *arg, uint32_t system, uint32_t row, const double *v, Text *out);
    /* Notes with the equations of a singular system that depend on each other: those with large weights. */
    void (*dependent)(const void *arg, Context *ctx, Diag *d, uint32_t system, const double *weights, const double *v);
    void (*relation)(const void *arg, uint32_t relation, Text *out);                   /* as it is written: "x > y" */
    void (*undecided)(const void *arg, uint32_t relation, const double *v, Text *out); /* why it cannot be decided */
    bool (*variable)(const void *arg, MdVar v, Text *out); /* what a hidden variable stands for; false: its name */
    /* Conditions that initialisation did not need must hold all the same; false after a diagnostic. */
    bool (*conditions)(const void *arg, Runtime *rt);
    /* Jacobian of the DAE form with these systems left unsolved; its arrays live as long as the model. */
    MdPattern (*pattern)(const void *arg, const uint8_t *kept);
} RtExplain;

void rt_set_explain(Runtime *rt, const RtExplain *explain); /* after rt_new */

/* ---- looking inside, for tools that compare and explain ---------------------------------------------------------- */

CwEnv *rt_env(Runtime *rt);
const CwModel *rt_code(const Runtime *rt);
bool rt_evaluate(Runtime *rt, CwFn f); /* asserts do not count; false: it failed */
double rt_nominal(const Runtime *rt, MdVar v);
const char *rt_var_name(const Runtime *rt, MdVar v);    /* lives as long as the run */
bool rt_system_is_ready(const Runtime *rt, int system); /* it was solved before */
/* Unknowns of the integrator: states first, then those of systems left unsolved. */
typedef struct {
    uint32_t nstates, n;
    const MdVar *x;
    const double *scale;
    const uint32_t *colptr, *rowind; /* of the DAE form's Jacobian; NULL: it is not in use */
} RtUnknowns;
RtUnknowns rt_unknowns(const Runtime *rt);
/* The first row of a system in the DAE form, UINT32_MAX: it is not left unsolved. */
uint32_t rt_form_row(const Runtime *rt, uint32_t system);
void rt_put_states(Runtime *rt, double t, const double *y);
void rt_get_states(const Runtime *rt, double *y);
int rt_rhs(Runtime *rt, double t, const double *y, double *dy); /* 0, or 1: failed, step may be repeated */
/* Fresh matrices at the present point for all systems solved in the last evaluation, before tangents are asked for. */
void rt_systems_refresh(Runtime *rt);
/* r := (x' - f, residuals) at unknowns y with derivatives yp; its Jacobian, by the pattern.  0, or 1: failed. */
int rt_form_residual(Runtime *rt, double t, const double *y, const double *yp, double *r);
int rt_form_jacobian(Runtime *rt, double t, const double *y, double *values);

/* ---- counts for --stats ------------------------------------------------------------------------------------------ */

typedef struct {
    uint64_t steps, rejected;                    /* accepted steps; error test and convergence failures */
    uint64_t error_failures, corrector_failures; /* of which rejected consists */
    uint64_t restarts;                           /* of the integrator, at events */
    double smallest_step, largest_step;
    uint64_t rhs, jacobians; /* evaluations of derivatives; Jacobians */
    uint64_t state_events, time_events;
    uint64_t event_iterations;
    uint64_t nonlinear_solves, nonlinear_iterations, linear_solves;
    uint64_t rows;      /* rows given to the result */
    const char *solver; /* that was used, with its linear solver: "cvode (klu)" */
    double initialise_seconds, simulate_seconds;
} RtStats;
const RtStats *rt_stats(const Runtime *rt);

/* ---- select.c: recording ----------------------------------------------------------------------------------------- */

typedef struct {
    const char *path;    /* its ending is the format; "/dev/null" computes all and writes nothing; NULL: nothing */
    bool memory;         /* instead of to a file */
    const char *signals; /* file with a name a line: record exactly these; or NULL */
    const char *filter;  /* extended regular expression on names; or NULL */
    bool all;            /* also protected and hidden variables */
    bool shared;         /* only what all modes share, for them all to write (rt_set_modes before) */
    ResWriter *(*open)(void *arg); /* instead of a file: where rows go; or NULL */
    void *arg;
} RtRecord;

/* Chooses what to record and opens the file.  Call after parameters were set, before rt_initialise.
 */
RtStatus rt_record(Runtime *rt, const RtRecord *what);
/* What was recorded in memory so far, owned by the caller; NULL when nothing was. */
ResResult *rt_recorded(const Runtime *rt, Context *ctx);

/* ---- init.c ------------------------------------------------------------------------------------------------------ */

/* Consistent values at time start: parameters, initial system, event variables, event iteration. */
RtStatus rt_initialise(Runtime *rt, double start);

/* Parameters alone, as rt_initialise computes them first; false after a diagnostic. */
bool rt_compute_parameters(Runtime *rt, double start);

/* The way that led to the last initialisation: "Newton", "homotopy", "other starting points". */
const char *rt_initial_way(const Runtime *rt);

/* ---- rest.c ------------------------------------------------------------------------------------------------------ */

/* What else a point of rest has to fulfil: `fixed` have values, `free` (inputs, parameters) give them, states of
 * `moving` need not rest and keep their values. */
typedef struct {
    const MdVar *free, *fixed, *moving;
    const double *value; /* of fixed */
    uint32_t nfree, nfixed, nmoving;
    bool parameters; /* some of free are */
} RtTrim;

/* After rt_initialise, before rt_begin: to a point where all derivatives are zero (trim NULL: no more than that).
 * *method: the way that succeeded.  RT_INIT_FAILED after a diagnostic (RT0044) that names what cannot be reached,
 * RT_FILE when fixed and free do not match (RT0045). */
RtStatus rt_rest(Runtime *rt, const RtTrim *trim, const char **method);

/* ---- simulate.c -------------------------------------------------------------------------------------------------- */

/* What is done when a variable leaves the range between its min and max during a run. */
typedef enum { RT_LIMITS_WARN, RT_LIMITS_STOP, RT_LIMITS_OFF } RtLimits;

typedef struct RtOptions {
    double start, stop;
    double interval;                       /* between output points; 0: (stop - start)/intervals */
    int64_t intervals;                     /* 0: 500 */
    double tolerance;                      /* relative; 0: 1e-6 */
    const char *solver;                    /* the name of a method, NULL or "auto" */
    double max_step, min_step, first_step; /* 0: free */
    double fixed_step;                     /* of the fixed-step methods; 0: interval */
    uint64_t max_steps;                    /* 0: no limit */
    double timeout;                        /* wall clock seconds, initialisation included; 0: none */
    double used;                           /* seconds of them that were gone before */
    bool no_event_rows;                    /* store only output points */
    bool only_behind;                      /* ... of events the row behind them only */
    RtLimits limits;                       /* of variables: bounds.c */
    /* Called after every accepted step; may call rt_swap. */
    void (*at_step)(void *arg, Runtime *rt);
    void *at_step_arg;
} RtOptions;

/* Options from the model's experiment annotation, defaults for what it does not say. */
RtOptions rt_options(const MdModel *m);
void rt_state_groups(const Runtime *rt, SolSizes *out); /* states without nominal value; what rt owns */

/* ---- methods.c --------------------------------------------------------------------------------------------------- */

/* A method of integration. */
typedef struct RtMethod {
    const char *name, *text; /* as --solver names it; a line about it */
    unsigned needs;          /* RT_NEEDS_... of the model */
    bool fixed_step;
    struct RtIntegrator *(*make)(Runtime *rt, const RtOptions *o, const struct RtMethod *m);
    int detail; /* which one of those that make can make */
} RtMethod;

enum { RT_NEEDS_JACOBIAN = 1, RT_NEEDS_FORM = 2 }; /* the analytic Jacobian; that of the DAE form, sparse */

const RtMethod *rt_methods(size_t *n);

/* ---- simulate.c: the run ----------------------------------------------------------------------------------------- */

/* From now on a linear system that tearing has made too ill-conditioned to be solved ends the run, and rt_torn_badly is
 * true: the model is to be translated again without tearing.  So it is after an initialisation that failed at a torn
 * nonlinear system: start values given for the variables inside count for nothing there.  *variable: one of its
 * unknowns. */
void rt_guard_torn(Runtime *rt);
/* From now on start values that were taken for want of conditions stay what they are: where they contradict each other,
 * others could have been taken. */
void rt_guard_starts(Runtime *rt);
bool rt_torn_badly(const Runtime *rt, bool *linear, const char **variable, double *time);

/* From now on a system that is singular though its equations agree, or one made of parameters that is singular, ends
 * the run, and rt_needs_rank is true: values of parameters may show, before index reduction, what depends on what. */
void rt_guard_rank(Runtime *rt);
bool rt_needs_rank(const Runtime *rt);

void rt_unguard(Runtime *rt); /* nothing of these ends the run any more, nor rt_guard_modes */

/* From the initialised point on: begin, then any of the four below as often as wanted, then end.  A status other than
 * RT_OK ends the run: what follows answers with it.  Strings of options must outlive the run. */
RtStatus rt_begin(Runtime *rt, const RtOptions *options);
/* To that time, events at it included, at most to the stop time.  The integrator may have gone farther, and goes on
 * from there unless something was changed.  All values are those of the time reached: rt_time. */
RtStatus rt_advance(Runtime *rt, double until);
RtStatus rt_next_event(Runtime *rt, double until); /* the same, but not past the first event: rt_event_handled */
void rt_set_stop(Runtime *rt, double stop);        /* of a run that goes on: another one, ahead */
/* One step of the integrator, events inside included.  Nothing is evaluated that a run without pause would not: runs in
 * steps have its bits.  Before values are read: rt_refresh. */
RtStatus rt_step(Runtime *rt);
RtStatus rt_step_to(Runtime *rt, double until); /* at most to that time, as rt_advance */
RtStatus rt_refresh(Runtime *rt);
bool rt_event_handled(const Runtime *rt);     /* by the last call */
bool rt_finished(const Runtime *rt);          /* the stop time is reached, or the model has ended the run */
const char *rt_terminated(const Runtime *rt); /* what the model said when it ended the run by terminate(), or NULL */
/* NAME=VALUE: the model has ended the run to go on with another value of a structural parameter; or NULL. */
const char *rt_recompilation(const Runtime *rt);
/* What the model does at its end (terminal()); completes the result, also of a run that stopped early. */
RtStatus rt_end(Runtime *rt);

/* ---- enter.c: modes ---------------------------------------------------------------------------------------------- */

/* A model whose equations change while it runs is a Runtime for each of its modes.  The first nshared variables, all
 * relations and all samples are the same in all of them.  A run is in one mode; at the event at which leaves(arg, rt)
 * says that another one holds, calls return with rt_left.  Then:
 *     rt_instant(old, values)            what the other mode begins with
 *     rt_place(next, old, values)        puts it there, and all equations are evaluated once, relations as they were
 *     rt_settle(next)                    the event goes on in that mode; rt_left(next): it does not hold either
 *     rt_go_on(next, old, options)       the integrator starts; rt_advance and its like follow
 */
typedef struct {
    uint32_t nshared;
    bool (*leaves)(void *arg, Runtime *rt);
    void *arg;
} RtModes;

void rt_set_modes(Runtime *rt, const RtModes *modes); /* before rt_initialise or rt_place */
bool rt_left(const Runtime *rt);
/* Values of the shared variables where pre() was last renewed; false: it was not since the mode was entered, and they
 * stay as they are but for relations. */
bool rt_instant(const Runtime *rt, double *values);
/* In `leaves`: has a shared variable another value than where pre() was last renewed, though nothing was reinitialised?
 * by: the part of its size that counts. */
bool rt_has_jumped(const Runtime *rt, MdVar v, double by);
RtStatus rt_place(Runtime *rt, const Runtime *from, const double *values);
bool rt_evaluate_here(Runtime *rt); /* all equations, relations as they are */
/* Relations as they follow from the variables now, in truth (as many as the model has). */
void rt_relations_here(Runtime *rt, double *truth);
bool rt_crossings_here(Runtime *rt, double *g); /* their crossing functions */
/* Where v says whether a relation holds: this is what it holds as far as rounding leaves it open. */
void rt_suppose(Runtime *rt, MdVar v, bool value);
RtStatus rt_settle(Runtime *rt);
void rt_foresee(Runtime *rt, const RtOptions *options); /* instead of rt_begin, where the mode was left at the start */
RtStatus rt_go_on(Runtime *rt, const Runtime *from, const RtOptions *options);
/* The result of one goes on as that of the other. */
void rt_hand_result(Runtime *rt, Runtime *from);
void rt_retire(Runtime *rt); /* the run of a mode that is not entered again: counted and dropped, without its end */

/* modal: do the equations of a system hang on conditions?  One of them that leaves something undetermined ends the run,
 * and rt_needs_modes is true, as it is where one was singular and the run failed. */
void rt_guard_modes(Runtime *rt, bool (*modal)(void *arg, uint32_t system), void *arg);
bool rt_needs_modes(const Runtime *rt);
bool rt_waits_for_modes(const Runtime *rt); /* ... and it would not have failed without rt_guard_modes */
bool rt_is_undetermined(const Runtime *rt); /* a system was singular when it was last solved, its equations agreeing */
bool rt_was_singular(const Runtime *rt, uint32_t system);

/* ---- state.c ----------------------------------------------------------------------------------------------------- */

/* Before rt_initialise: from now on enough is kept of the run for it to be saved exactly. */
void rt_keep_past(Runtime *rt);
/* A run between rt_begin and rt_end, as bytes appended to out.  After rt_keep_past, what is restored from them goes on
 * with the bits of a run that was never saved; it takes the time from the last restart of the integrator on to restore,
 * of a model with external objects from the start on.  Otherwise the integrator is restarted here, in this run and in
 * those restored. */
RtStatus rt_save(Runtime *rt, Text *out);
/* Into a new run of the same model and code, also in another process: instead of rt_set_parameter, rt_initialise and
 * rt_begin; rt_record may come before.  calls: whose at_step is to be called, or NULL.  RT_FILE after a diagnostic
 * (RT0006) when the bytes belong to another model or are damaged. */
RtStatus rt_restore(Runtime *rt, const char *data, size_t n, const RtOptions *calls);
/* Another run of the same model in the same state, without result file and host; NULL when it could not be made. */
Runtime *rt_clone(Runtime *rt, Context *ctx);
/* Back to before rt_initialise: values, starts and tables given so far stay, or all are as in the model. */
void rt_reset(Runtime *rt, bool keep);

/* ---- simulate.c, continued --------------------------------------------------------------------------------------- */

/* All of it, to the stop time. */
RtStatus rt_simulate(Runtime *rt, const RtOptions *options);

#endif
