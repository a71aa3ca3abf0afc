/* causeway.h - equation-based models as a library: load, check, translate, run, read results.
 *
 * Four kinds of objects:
 *
 *   causeway_session   libraries, options, cache; what is loaded, and what was said about it
 *   causeway_model     a class, with modifiers, at a station of the road: found, flat, translated.  Once translated it
 *                      is read-only and any number of runs, in any number of threads, share it
 *   causeway_run       a model with values: parameters, states, a time; it steps, stops at events, is saved, cloned
 *   causeway_result    a trajectory, in memory or in a file
 *
 * and what is made of them: causeway_linear, a linear model at a point of a run.
 *
 *   causeway_session *s = causeway_session_new(NULL);
 *   causeway_model *m = causeway_model_new(s, "Modelica.Blocks.Examples.PID_Controller");
 *   causeway_run *r = m ? causeway_run_new(m) : NULL;
 *   if (r && causeway_run_set(r, "PI.k", 90) == CAUSEWAY_OK && causeway_run_to_end(r) == CAUSEWAY_OK)
 *       printf("%g\n", causeway_run_get(r, "inertia1.w"));
 *   else
 *       fputs(causeway_format_diagnostic(s, causeway_get_diagnostic(s, 0), CAUSEWAY_TEXT), stderr);
 *
 * Every function that can fail returns a causeway_status, or NULL; what went wrong is then in the diagnostics of the
 * session (for a run: of the run).  Nothing is printed, no signal is caught, the process never ends in here.
 *
 * Threads: a session and its models are used by one thread at a time, sessions beside each other are independent.
 * After causeway_model_translate a model may be used by runs of several threads at once; a run is used by one thread
 * at a time, but causeway_run_stop may be called from any.
 *
 * Pointers are not NULL unless the comment says that they may be.  What frees takes NULL, and causeway_run_new gives
 * none for no model.
 *
 * Numbers in texts have a decimal point, whatever the locale of the process; callbacks are called with the C locale.
 *
 * Headers beside this one offer what is built on it: package.h (installed libraries), study.h (many runs), script.h
 * (scripts), classic.h (classic Dymola), server.h (editors), edit.h (edits of classes).
 *
 * Texts are UTF-8.  A text that is returned belongs to the object it was asked of and lives as long as the comment
 * says, else until the next call on that object.  Structures that the caller allocates begin with their size, so that
 * members can be added without breaking older programs: call the matching ..._init first, or set size to sizeof where
 * there is none.  Lists of structures are lists of pointers for the same reason.
 */
#ifndef CAUSEWAY_CAUSEWAY_H
#define CAUSEWAY_CAUSEWAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define CAUSEWAY_API __attribute__((visibility("default")))
#else
#define CAUSEWAY_API
#endif

/* ---- version and status ------------------------------------------------------------------------------------------ */

/* The version of this header; tests/house compares it with the file VERSION. */
#define CAUSEWAY_VERSION_MAJOR 0
#define CAUSEWAY_VERSION_MINOR 2
#define CAUSEWAY_VERSION_PATCH 0
/* For comparisons: #if CAUSEWAY_VERSION_NUMBER >= 200 (0.2.0). */
#define CAUSEWAY_VERSION_NUMBER (CAUSEWAY_VERSION_MAJOR * 10000 + CAUSEWAY_VERSION_MINOR * 100 + CAUSEWAY_VERSION_PATCH)

CAUSEWAY_API const char *causeway_version(void); /* of the library that is linked: "0.2.0" */
CAUSEWAY_API int causeway_version_number(void);  /* the same, as CAUSEWAY_VERSION_NUMBER */

/* What happened; the first six are the exit codes of the program. */
typedef enum causeway_status {
    CAUSEWAY_OK = 0,
    CAUSEWAY_USAGE = 1,   /* a name, value or option that is not possible; a file that cannot be read or written */
    CAUSEWAY_INVALID = 2, /* the model is invalid: syntax, lookup, types, balance */
    CAUSEWAY_UNTRANSLATABLE = 3, /* structurally singular, or a construct that is not translated (named) */
    CAUSEWAY_INITIALISATION = 4, /* no consistent start was found */
    CAUSEWAY_STOPPED = 5,        /* the simulation ended early: solver, assert, time limit, causeway_run_stop */
    CAUSEWAY_MEMORY = 6,         /* memory is exhausted: the object may only be freed */
    CAUSEWAY_FAULT = 70          /* our own fault: the object may only be freed */
} causeway_status;

typedef struct causeway_session causeway_session;
typedef struct causeway_model causeway_model;
typedef struct causeway_run causeway_run;
typedef struct causeway_result causeway_result;
typedef struct causeway_linear causeway_linear;

/* ---- diagnostics as data ----------------------------------------------------------------------------------------- */

typedef enum causeway_severity {
    CAUSEWAY_NOTE,
    CAUSEWAY_WARNING,
    CAUSEWAY_ERROR,
} causeway_severity;

/* A place in a text.  file NULL: none.  Lines and columns count from 1, columns in characters; offsets in bytes.  This
 * structure stands inside others and never grows. */
typedef struct causeway_place {
    const char *file;
    int line, column, end_line, end_column;
    size_t start, end;
} causeway_place;

typedef struct causeway_note {
    causeway_place place;
    const char *text;
} causeway_note;

typedef struct causeway_diagnostic {
    causeway_severity severity;
    const char *code; /* "INST0503"; causeway_explain_code tells more */
    causeway_place place;
    const char *text;
    const char *instance; /* "circuit.R1", or NULL */
    const char *hint;     /* what to do, or NULL */
    size_t nnotes;
    const causeway_note *const *notes;
    const void *printed; /* for causeway_format_diagnostic */
} causeway_diagnostic;

/* Those reported since the last causeway_clear_diagnostics, equal ones once; all texts live until then. */
CAUSEWAY_API size_t causeway_diagnostic_count(const causeway_session *s);
CAUSEWAY_API const causeway_diagnostic *causeway_get_diagnostic(const causeway_session *s, size_t i);
CAUSEWAY_API void causeway_clear_diagnostics(causeway_session *s);
/* The same of a run. */
CAUSEWAY_API size_t causeway_run_diagnostic_count(const causeway_run *r);
CAUSEWAY_API const causeway_diagnostic *causeway_run_get_diagnostic(const causeway_run *r, size_t i);

typedef enum causeway_form { CAUSEWAY_TEXT, CAUSEWAY_COLOUR, CAUSEWAY_JSON } causeway_form;

/* One diagnostic as the program prints it, with source line and caret; lives as long as the diagnostic. */
CAUSEWAY_API const char *causeway_format_diagnostic(causeway_session *s, const causeway_diagnostic *d,
                                                    causeway_form form);
/* What a code means and what to do, or NULL; static. */
CAUSEWAY_API const char *causeway_explain_code(const char *code, const char **remedy);

/* ---- the session ------------------------------------------------------------------------------------------------- */

typedef struct causeway_session_options {
    size_t size;
    size_t nlibraries;
    const char *const *libraries; /* folders that hold libraries, searched first */
    bool no_default_libraries;    /* neither MODELICAPATH nor installed libraries */
    bool strict;                  /* the language by the letter */
    const char *cache;            /* folder of translated models; NULL: the user's; "": none */
    int max_errors;               /* that are kept; 0: 20 */
    size_t max_memory;            /* bytes that one translation, or one run, may hold; 0: what the machine has */
    /* Called with each diagnostic when the call that met it is done, in its thread; may be NULL. */
    void (*diagnostic)(void *arg, const causeway_diagnostic *d);
    /* Asked again and again during a translation, in its thread; true ends it with CAUSEWAY_STOPPED, and it may be
     * tried again.  May be NULL. */
    bool (*cancelled)(void *arg);
    void *arg;
    /* Models may be hostile: external functions are not run, no compiler is started, nothing is kept in the cache,
     * files outside the libraries are not read during translation.  The caller confines the process. */
    bool untrusted;
} causeway_session_options;

CAUSEWAY_API void causeway_session_options_init(causeway_session_options *o);
CAUSEWAY_API causeway_session *causeway_session_new(const causeway_session_options *options); /* NULL: defaults */
CAUSEWAY_API void causeway_session_free(causeway_session *s); /* models, runs and results of it must be gone */

/* Reads a file of classes or a package's folder.  *name (may be NULL): its last class, until the next call. */
CAUSEWAY_API causeway_status causeway_load_file(causeway_session *s, const char *path, const char **name);
/* The same from memory; `path` names it in messages.  A text of this path that was read before is forgotten. */
CAUSEWAY_API causeway_status causeway_load_text(causeway_session *s, const char *path, const char *text, size_t n,
                                                const char **name);
/* The same, and classes of earlier texts that have a name of this one give way to it: a cell of a notebook that is
 * changed. */
CAUSEWAY_API causeway_status causeway_define_text(causeway_session *s, const char *path, const char *text, size_t n,
                                                  const char **name);
/* From now on `path` has this text, whatever is on the disk (an editor's unsaved buffer); text NULL: the disk's again.
 * Models made before keep what they were made of. */
CAUSEWAY_API causeway_status causeway_overlay(causeway_session *s, const char *path, const char *text, size_t n);
/* Files may have changed: looked at again when they are next needed. */
CAUSEWAY_API void causeway_refresh(causeway_session *s);

/* ---- classes ----------------------------------------------------------------------------------------------------- */

typedef struct causeway_class_info {
    size_t size;
    const char *name;        /* "Modelica.Blocks.Continuous.PID" */
    const char *restriction; /* "model", "package", ... */
    const char *description;
    causeway_place place;
    bool partial, encapsulated, has_experiment, has_children;
} causeway_class_info;

/* Full names of the classes directly in `parent` (NULL or "": the top level, libraries that could be loaded included),
 * in the order of the source; live until the session changes. */
CAUSEWAY_API size_t causeway_classes(causeway_session *s, const char *parent, const char *const **names);
CAUSEWAY_API causeway_status causeway_describe_class(causeway_session *s, const char *name, causeway_class_info *info);

typedef struct causeway_component_info {
    const char *name;
    const char *type;                                 /* full name of its class, or "Real", ... */
    const char *variability, *causality, *visibility; /* "parameter" | ""; "input" | ""; "public" | "protected" */
    const char *binding;                              /* text of its value, or NULL */
    const char *dimensions;                           /* "[3, 2]", or "" */
    const char *unit, *description;
    causeway_place place;
    bool inherited, is_connector, conditional, replaceable;
} causeway_component_info;

/* Components of a class, inherited ones included; *list lives until the session changes. */
CAUSEWAY_API causeway_status causeway_components(causeway_session *s, const char *class_name, size_t *n,
                                                 const causeway_component_info *const **list);

/* Checks every class of a package, on threads (0: one a processor), as `causeway check`.  visit is told each: what was
 * reported as the program prints it.  CAUSEWAY_USAGE: it is a model (causeway_model_check), or nothing. */
typedef void causeway_checked(void *arg, const char *class_name, bool is_model, causeway_status status,
                              const char *report);
CAUSEWAY_API causeway_status causeway_check_package(causeway_session *s, const char *package, int jobs,
                                                    causeway_checked *visit, void *arg);

/* A picture of a class, its icon or its diagram, as .svg, .png or .json by the ending of path. */
CAUSEWAY_API causeway_status causeway_draw(causeway_session *s, const char *class_name, bool diagram, const char *path);
/* HTML pages of a library below a folder. */
CAUSEWAY_API causeway_status causeway_document(causeway_session *s, const char *class_name, const char *folder);
/* A text of classes laid out anew; until the next call; NULL after diagnostics. */
CAUSEWAY_API const char *causeway_format(causeway_session *s, const char *path, const char *text, size_t n);
/* shown = factor*value + offset; false: one of them is no unit, or they measure different things. */
CAUSEWAY_API bool causeway_convert_unit(const char *unit, const char *shown, double *factor, double *offset);

/* ---- models ------------------------------------------------------------------------------------------------------ */

/* `what`: a class, "Lib.M"; with modifiers, "Lib.M(k = 3, redeclare package Medium = Air)"; a file, "tank.mo" (its last
 * model) or "tank.dae"; an FMU, "x.fmu".  NULL after diagnostics. */
CAUSEWAY_API causeway_model *causeway_model_new(causeway_session *s, const char *what);
CAUSEWAY_API causeway_model *causeway_model_retain(causeway_model *m); /* one more owner; thread-safe */
CAUSEWAY_API void causeway_model_free(causeway_model *m);              /* one owner less; runs are owners */
CAUSEWAY_API const char *causeway_model_name(const causeway_model *m);

typedef struct causeway_translation {
    size_t size;
    bool no_tearing, steady_state;
    const char *compile; /* "auto" (default), "tcc", "cc" */
    /* of an FMU that is run as a model: "me", "cs" or NULL (the first it has); in our process, not in one of its own;
     * seconds between communication points, 0: as it says itself */
    const char *fmu_kind;
    bool in_process;
    double fmu_step;
    bool response; /* causeway_run_linearise will be called: all derivatives by formulas */
    /* of a system of FMUs (SSP): communication steps as long as connected values stay within this part of their size
     * of what others take them for; 0: steps of one length */
    double coupling;
    const char *tunable; /* of an FMU: tunable parameters that are inputs, "k,c"; or NULL */
} causeway_translation;

CAUSEWAY_API void causeway_translation_init(causeway_translation *t);

/* Stages of translation.  Each includes those before it; a stage that was done costs nothing. */
CAUSEWAY_API causeway_status causeway_model_check(causeway_model *m); /* valid and balanced? */
CAUSEWAY_API causeway_status causeway_model_flatten(causeway_model *m);
CAUSEWAY_API causeway_status causeway_model_translate(causeway_model *m, const causeway_translation *how); /* or NULL */

/* Texts: "flat", "blocks", "c", "explain", "json" (explain for programs), "target:acsl" and other programs for other
 * tools (causeway help translate), "incidence", "incidence:json", "incidence:svg"; "diagnosis" and "diagnosis:json" of
 * a model whose equations do not fit; "modes", what a run of a model whose structure changes is like, and "combine" and
 * "combine:classic", the same as one model; until the next call on m; NULL after diagnostics. */
CAUSEWAY_API const char *causeway_model_text(causeway_model *m, const char *form, size_t *n);
/* Why is this variable what it is: its equation, block and sources. */
CAUSEWAY_API const char *causeway_model_why(causeway_model *m, const char *variable);
/* The same for one question: "why", "depends" (on what), "computes" (what it is needed for). */
CAUSEWAY_API const char *causeway_model_ask(causeway_model *m, const char *question, const char *variable, bool json);

typedef struct causeway_fmu {
    size_t size;
    int version; /* of the standard: 2 (default) or 3 */
    bool model_exchange, co_simulation;
    bool sources;         /* the C of the model too */
    double fixed_step;    /* of co-simulation; 0: steps follow from errors */
    const char *method;   /* with a fixed step: "inline-euler", -rk4, -implicit-euler, -sdirk4 (NULL) */
    const char *binaries; /* "linux64,win64,aarch64"; NULL: this machine */
    bool scheduled;       /* 3.0: scheduled execution, and no other kind */
    const char *sizes;    /* 3.0: structural parameters, "n=1,m=2;n=3,m=2" beside the model's own values; or NULL */
} causeway_fmu;

CAUSEWAY_API void causeway_fmu_init(causeway_fmu *how);
/* Translates as far as needed and writes a Functional Mock-up Unit for other tools; how may be NULL. */
CAUSEWAY_API causeway_status causeway_model_export_fmu(causeway_model *m, const char *path, const causeway_fmu *how);

/* Writes a system of FMUs, one for each component (SSP); version: of that standard, 1 or 2; kinds: "me", "cs" or NULL
 * for both.  *parts (may be NULL): what they are, a line each, until the next call on m. */
CAUSEWAY_API causeway_status causeway_model_export_system(causeway_model *m, const char *path, int version,
                                                          const char *kinds, const char **parts);
/* The same with FMUs of FMI 2 or 3 (which needs version 2). */
CAUSEWAY_API causeway_status causeway_model_export_system_as(causeway_model *m, const char *path, int version, int fmi,
                                                             const char *kinds, const char **parts);

/* Translates as far as needed and writes an external model, a shared library (causeway/emi.h): names parted by commas,
 * NULL: all inputs, all outputs, no parameters. */
CAUSEWAY_API causeway_status causeway_model_export_external(causeway_model *m, const char *path, const char *inputs,
                                                            const char *outputs, const char *parameters);

/* An FMU of others, in words or as JSON; until the next call; NULL after diagnostics. */
CAUSEWAY_API const char *causeway_fmu_text(causeway_session *s, const char *path, bool json);
/* Whether it keeps the rules of its standard and its own promises: diagnostics name what it does not. */
CAUSEWAY_API causeway_status causeway_fmu_check(causeway_session *s, const char *path);
/* As a Modelica block; kind "me", "cs" or NULL (the first it has); step: seconds between communication points, or 0. */
CAUSEWAY_API const char *causeway_fmu_import(causeway_session *s, const char *path, const char *kind, bool in_process,
                                             double step);
/* A statechart as a Modelica block: SCXML (.scxml, .xml), a table (.csv), or text; NULL after diagnostics. */
CAUSEWAY_API const char *causeway_statechart(causeway_session *s, const char *path);

typedef enum causeway_type {
    CAUSEWAY_REAL,
    CAUSEWAY_INTEGER,
    CAUSEWAY_BOOLEAN,
    CAUSEWAY_STRING,
    CAUSEWAY_ENUMERATION
} causeway_type;

typedef enum causeway_kind {
    CAUSEWAY_CONSTANT, /* constants, and parameters that the structure depends on: set by modifiers only */
    CAUSEWAY_PARAMETER,
    CAUSEWAY_DISCRETE,
    CAUSEWAY_CONTINUOUS,
    CAUSEWAY_DERIVATIVE,
    CAUSEWAY_TIME
} causeway_kind;

typedef struct causeway_variable {
    size_t size;
    const char *name;
    causeway_type type;
    causeway_kind kind;
    bool input, output, state, is_protected, hidden, settable; /* settable: by causeway_run_set, before a run */
    double start, min, max, nominal;                           /* NAN: not given, or known only when running */
    bool fixed;
    const char *unit, *display_unit, *quantity, *description; /* "" when not given */
    int64_t alias;                                            /* number of the variable it stands for, or -1 */
    int sign;                                                 /* ... and -1 where it is that one's negative */
    const char *type_name;                                    /* of an enumeration, else "" */
} causeway_variable;

/* Of a translated model.  Numbers are dense, from 0 (time), and the same for all runs; texts live as long as m. */
CAUSEWAY_API size_t causeway_variable_count(const causeway_model *m);
CAUSEWAY_API causeway_status causeway_describe_variable(const causeway_model *m, size_t i, causeway_variable *v);
CAUSEWAY_API int64_t causeway_find_variable(const causeway_model *m, const char *name); /* -1: there is none */
/* The most similar name, for messages; NULL when none is near. */
CAUSEWAY_API const char *causeway_nearest_variable(const causeway_model *m, const char *name);

typedef enum causeway_set { CAUSEWAY_STATES, CAUSEWAY_INPUTS, CAUSEWAY_OUTPUTS, CAUSEWAY_PARAMETERS } causeway_set;
CAUSEWAY_API size_t causeway_variables_of(const causeway_model *m, causeway_set set, const uint32_t **numbers);

typedef struct causeway_experiment {
    size_t size;
    double start, stop, tolerance, interval;
} causeway_experiment;
/* What the experiment annotation of the model says, completed by defaults. */
CAUSEWAY_API causeway_status causeway_model_experiment(const causeway_model *m, causeway_experiment *out);

/* ---- runs -------------------------------------------------------------------------------------------------------- */

typedef struct causeway_run_options {
    size_t size;
    double start, stop, interval, tolerance; /* NAN: as the model's experiment says */
    const char *solver;                      /* causeway_solvers; NULL: chosen by structure and size */
    double max_step, first_step, fixed_step; /* 0: free */
    uint64_t max_steps;                      /* 0: no limit */
    double timeout;                          /* seconds on the wall, also inside loops of the model; 0: none */
    bool no_event_rows;                      /* only output points are recorded */
    bool all_variables;                      /* record protected and hidden ones too */
    bool exact_save;                         /* what is needed to save the run bit for bit is kept on the way */
    /* After each step: the time reached and its part of the way.  false ends the run, with CAUSEWAY_STOPPED. */
    bool (*progress)(void *arg, double time, double part);
    /* Texts that the model itself prints (ModelicaMessage, terminate, warnings of asserts). */
    void (*message)(void *arg, const char *text);
    void *arg;
    /* Where the structure of the model changes, impulse(x) and jump(x), their sums up to now, are variables of results
     * for each x whose name this regular expression matches; NULL: none. */
    const char *impulses;
} causeway_run_options;

CAUSEWAY_API void causeway_run_options_init(causeway_run_options *o);
/* How many solvers there are; *name and *about (may be NULL): of number i, static. */
CAUSEWAY_API size_t causeway_solvers(size_t i, const char **name, const char **about);

CAUSEWAY_API causeway_run *causeway_run_new(causeway_model *m); /* translates m when needed; NULL after diagnostics */
CAUSEWAY_API void causeway_run_free(causeway_run *r);
CAUSEWAY_API causeway_status causeway_run_configure(causeway_run *r, const causeway_run_options *options);
CAUSEWAY_API causeway_run *causeway_run_clone(causeway_run *r);   /* goes on by itself from the same point */
CAUSEWAY_API causeway_status causeway_run_reset(causeway_run *r); /* to before initialisation; values set are kept */

/* Before initialisation: parameters, inputs, guesses of variables that equations compute, and start values of states
 * as "x.start" (also where they are fixed).  Later: inputs, and
 * states (the run goes on from the new point, as after an event).  CAUSEWAY_USAGE with a diagnostic: no such name (with
 * the nearest), not settable (structural: a modifier of the model changes it), not a value of its type. */
CAUSEWAY_API causeway_status causeway_run_set(causeway_run *r, const char *name, double value);
CAUSEWAY_API causeway_status causeway_run_set_text(causeway_run *r, const char *name, const char *literal);
CAUSEWAY_API causeway_status causeway_run_set_number(causeway_run *r, size_t variable, double value);
/* An input as a function of time, before initialisation: n points, time not decreasing; two of one time are a jump.
 * Reals go along straight lines, others hold their values. */
CAUSEWAY_API causeway_status causeway_run_set_input(causeway_run *r, const char *name, size_t n, const double *time,
                                                    const double *value);

/* The same from files, before initialisation.  Values of parameters and start values: lines NAME,VALUE, or an object of
 * JSON (.json).  Inputs: a column each by name (CSV, MAT, HDF5), with units where a second line gives them. */
CAUSEWAY_API causeway_status causeway_run_set_file(causeway_run *r, const char *path);
CAUSEWAY_API causeway_status causeway_run_set_input_file(causeway_run *r, const char *path);
/* Begins with the states of a stored result, "RESULT" at its end or "RESULT@TIME", and at that time unless the options
 * say another. */
CAUSEWAY_API causeway_status causeway_run_start_from(causeway_run *r, const char *result);

/* Computes parameters from their bindings and from what was set, so that they can be asked for before initialisation;
 * later it does nothing. */
CAUSEWAY_API causeway_status causeway_run_parameters(causeway_run *r);

CAUSEWAY_API double causeway_run_get(const causeway_run *r, const char *name); /* NAN: there is none */
/* A String; until the run goes on; NULL: there is none of that name. */
CAUSEWAY_API const char *causeway_run_get_text(const causeway_run *r, const char *name);
CAUSEWAY_API double causeway_run_get_number(const causeway_run *r, size_t variable);
CAUSEWAY_API void causeway_run_get_numbers(const causeway_run *r, size_t n, const uint32_t *variables, double *values);

/* Consistent values at the start time. */
CAUSEWAY_API causeway_status causeway_run_initialise(causeway_run *r);
/* What else a point of rest has to fulfil: `fixed` have values, `free` (inputs at the top, Real parameters), equally
 * many, give them; states of `moving` need not rest. */
typedef struct causeway_rest {
    size_t size;
    size_t nfixed, nfree, nmoving;
    const char *const *fixed;
    const double *values; /* of fixed */
    const char *const *free, *const *moving;
} causeway_rest;

CAUSEWAY_API void causeway_rest_init(causeway_rest *what);
/* Initialises to a point where all derivatives are zero; what may be NULL.  *method (may be NULL): the way that
 * succeeded, "Newton", "homotopy", "ramp" or "pseudo-transient"; static. */
CAUSEWAY_API causeway_status causeway_run_rest(causeway_run *r, const causeway_rest *what, const char **method);
/* On to `time`, events on the way handled.  causeway_run_time tells how far it came: less when the model terminated. */
CAUSEWAY_API causeway_status causeway_run_advance(causeway_run *r, double time);
CAUSEWAY_API causeway_status causeway_run_step(causeway_run *r); /* one step of the integrator */
CAUSEWAY_API causeway_status causeway_run_next_event(causeway_run *r,
                                                     double limit); /* behind the next event, or at limit */
CAUSEWAY_API causeway_status causeway_run_to_end(causeway_run *r);  /* initialises when needed; to the stop time */

/* How far a call goes: it returns at whatever comes first, always at the end of a step of the integrator or at `time`.
 * Afterwards the run can go on. */
typedef struct causeway_until {
    size_t size;
    double time;    /* INFINITY: the stop time */
    bool event;     /* the first event */
    uint64_t steps; /* of the integrator; 0: any number */
    double seconds; /* on the wall: the deadline of this call; 0: none */
    double pace;    /* seconds of the model in a second on the wall, at most; 0: as fast as it can */
} causeway_until;

CAUSEWAY_API void causeway_until_init(causeway_until *until);
CAUSEWAY_API causeway_status causeway_run_advance_until(causeway_run *r, const causeway_until *until);
/* From any thread: the present call of causeway_run_advance_until returns CAUSEWAY_OK at the next step.  Unlike
 * causeway_run_stop it does not end the run. */
CAUSEWAY_API void causeway_run_pause(causeway_run *r);
CAUSEWAY_API double causeway_run_stop_time(const causeway_run *r); /* of a run that is initialised; NAN before */
CAUSEWAY_API double causeway_run_time(const causeway_run *r);
/* The mode that holds, of a model whose structure changes: from 1 on, in the order in which modes were met; 0 while the
 * model is run as one.  *conditions (may be NULL): those that govern structure as they are, until the next call. */
CAUSEWAY_API uint32_t causeway_run_mode(causeway_run *r, const char **conditions);
/* The model that is run, which belongs to the run: where that asked for it (recompilation), another one than it was
 * made of.  Values go by name then; numbers of variables still mean those of the first model, NAN where the new one has
 * none of that name. */
CAUSEWAY_API causeway_model *causeway_run_model(causeway_run *r);
CAUSEWAY_API bool causeway_run_terminated(const causeway_run *r, const char **why);
CAUSEWAY_API void
causeway_run_stop(causeway_run *r); /* from any thread: ends what is going on, what was computed is kept */

/* External code that crashes or does not come back, for a host that handles signals.  Both may be called in a signal
 * handler of the run's thread.  The first: the external function that the run is in, or NULL.  The second gives that
 * function up: the run ends with CAUSEWAY_STOPPED and a diagnostic that names it and says why ("segmentation fault",
 * static); what was computed is kept.  It returns only when the run is in no external function. */
CAUSEWAY_API const char *causeway_run_external(const causeway_run *r);
CAUSEWAY_API void causeway_run_give_up(causeway_run *r, const char *why);

/* States in the order of causeway_variables_of(m, CAUSEWAY_STATES). */
CAUSEWAY_API size_t causeway_run_states(const causeway_run *r, double *x);
CAUSEWAY_API causeway_status causeway_run_set_states(causeway_run *r, const double *x);
CAUSEWAY_API causeway_status causeway_run_derivatives(causeway_run *r, double *dx);
/* How a derivative was made; the later, the less it is worth. */
typedef enum causeway_exactness {
    CAUSEWAY_EXACT,       /* by differentiated equations */
    CAUSEWAY_HELD,        /* ... but events at the start set states or discrete variables: these were held */
    CAUSEWAY_QUOTIENTS,   /* ... but a function, or an equation, has no derivative: differences of its values */
    CAUSEWAY_AMBIGUOUS,   /* a singular system of equations: its solution has no one derivative */
    CAUSEWAY_DIFFERENCES, /* differences of values of the whole model */
} causeway_exactness;

typedef struct causeway_tangents {
    size_t size;
    size_t nof, nby;
    const uint32_t *of;           /* variables that are differentiated, by number */
    const char *const *by;        /* names: states, inputs, parameters ("k"), "time", start values ("x.start") */
    size_t ndirections;           /* 0: along each of `by` by itself */
    const double *directions;     /* nby by ndirections, by columns */
    bool initial;                 /* of the initial point, which parameters, inputs and start values determine */
    causeway_exactness exactness; /* out: of the least exact one */
    const char *why;              /* out: in words, "" when exact; until the next call */
} causeway_tangents;

CAUSEWAY_API void causeway_tangents_init(causeway_tangents *what);
/* Directional derivatives at the present point, or of the initial one; result: nof by
 * directions, by columns.  Parameters that are computed of those that move follow them; states, discrete variables
 * and what delay() has stored stay.  CAUSEWAY_USAGE with a diagnostic: there is no derivative by one of them. */
CAUSEWAY_API causeway_status causeway_run_tangents(causeway_run *r, causeway_tangents *what, double *result);
/* d(rows)/d(columns), by number; by columns into j[row + nrows*column].  Rows may be any variable, columns states,
 * inputs and parameters.  Exact, by differentiated equations; where differences stand in, a diagnostic (RT0112)
 * says so once a run, and causeway_run_tangents each time. */
CAUSEWAY_API causeway_status causeway_run_jacobian(causeway_run *r, size_t nrows, const uint32_t *rows, size_t ncolumns,
                                                   const uint32_t *columns, double *j);

/* Everything that the future of the run depends on, as bytes: a run of the same model restored from them, here or in
 * another process, goes on from there.  With the option exact_save bit for bit as if it had never been saved, otherwise
 * the integrator starts afresh at this point, in both. */
CAUSEWAY_API causeway_status causeway_run_save(causeway_run *r, void **bytes, size_t *n); /* free with causeway_free */
CAUSEWAY_API causeway_status causeway_run_restore(causeway_run *r, const void *bytes, size_t n);
CAUSEWAY_API causeway_status causeway_run_save_file(causeway_run *r, const char *path);
CAUSEWAY_API causeway_status causeway_run_restore_file(causeway_run *r, const char *path);
CAUSEWAY_API void causeway_free(void *bytes);

typedef struct causeway_statistics {
    size_t size;
    uint64_t steps, rejected, rhs, jacobians, state_events, time_events, restarts, rows;
    double smallest_step, largest_step, initialise_seconds, simulate_seconds;
    const char *solver;
} causeway_statistics;
CAUSEWAY_API void causeway_run_statistics(const causeway_run *r, causeway_statistics *out);

/* Where a run fails, remedies are tried: the model is translated in another way, or run through modes, and what was
 * done so far is done again. */
typedef struct causeway_remedy {
    size_t size;
    const char *name; /* static */
    bool helped;
    double seconds; /* that it took */
    double time;    /* of the run, at which it was needed */
} causeway_remedy;
/* How many were tried.  remedy (may be NULL; size set): number i. */
CAUSEWAY_API size_t causeway_run_remedies(const causeway_run *r, size_t i, causeway_remedy *remedy);

/* ---- results ----------------------------------------------------------------------------------------------------- */

/* What is recorded from initialisation on: names, or patterns with * and ?; n 0: all that the program would write.
 * path NULL: in memory; else by its ending.  Before initialisation. */
CAUSEWAY_API causeway_status causeway_run_record(causeway_run *r, size_t n, const char *const *patterns,
                                                 const char *path);
/* Receives rows while the run goes on, on its thread. */
typedef struct causeway_sink {
    size_t size;
    /* The columns of the rows that follow, the time first.  Once more when the run goes on as another model, and when a
     * remedy begins it again: rows then start over.  false ends the run.  May be NULL. */
    bool (*begin)(void *arg, size_t n, const char *const *names);
    bool (*row)(void *arg, size_t n, const double *values); /* false ends the run */
    void (*end)(void *arg);                                 /* no more rows follow of those columns; may be NULL */
    void *arg;
} causeway_sink;
/* As causeway_run_record, but rows go to the sink, which is copied. */
CAUSEWAY_API causeway_status causeway_run_record_to(causeway_run *r, size_t n, const char *const *patterns,
                                                    const causeway_sink *sink);
/* The trajectory recorded in memory so far; owned by the caller, goes on living without the run. */
CAUSEWAY_API causeway_result *causeway_run_result(causeway_run *r);

CAUSEWAY_API causeway_result *causeway_result_open(causeway_session *s, const char *path);
/* Completes a file whose run was killed, for other programs to read it; causeway_result_open reads it as it is. */
CAUSEWAY_API causeway_status causeway_result_repair(causeway_session *s, const char *path);
CAUSEWAY_API void causeway_result_free(causeway_result *r);
/* By the ending of path. */
CAUSEWAY_API causeway_status causeway_result_write(causeway_session *s, causeway_result *r, const char *path);
CAUSEWAY_API size_t causeway_result_rows(const causeway_result *r);
CAUSEWAY_API size_t causeway_result_names(const causeway_result *r, const char *const **names); /* names[0]: the time */
/* rows numbers, as long as r lives; NULL: there is no such name. */
CAUSEWAY_API const double *causeway_result_column(causeway_result *r, const char *name);
CAUSEWAY_API const char *causeway_result_unit(const causeway_result *r, const char *name);
/* In which people want to see it (causeway_convert_unit); "" when it is the same. */
CAUSEWAY_API const char *causeway_result_display_unit(const causeway_result *r, const char *name);
CAUSEWAY_API const char *causeway_result_description(const causeway_result *r, const char *name);
/* Linear between rows; behind an event at its very time. */
CAUSEWAY_API double causeway_result_at(causeway_result *r, const char *name, double time);

typedef struct causeway_difference {
    size_t size;
    bool same;        /* at most a thousandth of the instants lies outside */
    double outside;   /* share of instants outside the tube */
    double deviation; /* the largest there, and ... */
    double time;      /* ... when */
    double range;     /* of the reference */
} causeway_difference;

/* A variable of two results: does each curve stay inside a tube around the other, of relative width tolerance in time
 * and value (0: 2e-3)?  CAUSEWAY_USAGE: one of them does not have it. */
CAUSEWAY_API causeway_status causeway_result_compare(causeway_result *r, causeway_result *reference, const char *name,
                                                     double tolerance, causeway_difference *out);

/* A model of a library that is tested: it must run and, where there is a stored result, agree with it. */
typedef struct causeway_case {
    const char *model;
    const char *reference, *signals;         /* files; NULL: none; all signals of the reference */
    double start, stop, interval, tolerance; /* with which the reference was made; NAN: as the model says */
} causeway_case;

typedef struct causeway_verdict {
    size_t size;
    bool same; /* inside the tube, or nothing to compare with */
    size_t compared, different;
    char why[200]; /* one line */
} causeway_verdict;

/* Models of a library with a stored result below a folder (may be NULL), and those with an experiment annotation, by
 * name; until the next call. */
CAUSEWAY_API size_t causeway_cases(causeway_session *s, const char *library, const char *references,
                                   const causeway_case *const **list);
/* Runs one in this process and judges it; The status of what failed, with diagnostics of the session.  A
 * host that tests models that may crash does so in processes of its own, as `causeway test`. */
CAUSEWAY_API causeway_status causeway_case_run(causeway_session *s, const causeway_case *c, causeway_verdict *out);

typedef struct causeway_summary {
    size_t size;
    double min, max, final;
    double first_change, last_change; /* when; NAN of a constant */
} causeway_summary;

/* What a variable of a result was like.  CAUSEWAY_USAGE: there is none of that name. */
CAUSEWAY_API causeway_status causeway_result_summary(causeway_result *r, const char *name, causeway_summary *out);

typedef struct causeway_spectrum {
    size_t size;
    double step; /* Hz between lines */
    double mean, rms;
    double fundamental, amplitude; /* the highest line, in Hz, and its sine wave */
    double distortion;             /* harmonics 2 to 50 against it */
} causeway_spectrum;

/* Amplitudes of n/2 lines of a variable, sampled at n (a power of two) points between two times (NAN: those of the
 * result); window: "none", "hann" (NULL), "hamming", "blackman", "flattop". */
CAUSEWAY_API causeway_status causeway_result_spectrum(causeway_result *r, const char *name, double from, double to,
                                                      const char *window, size_t n, double *amplitude,
                                                      causeway_spectrum *out);

/* ---- linear models ----------------------------------------------------------------------------------------------- */

/* dx/dt = f0 + A (x - x0) + B (u - u0),  y = y0 + C (x - x0) + D (u - u0).  Matrices by columns; all of it lives as
 * long as the linear model. */
typedef struct causeway_linear_data {
    size_t size;
    const char *model;
    double time;
    size_t nstates, ninputs, noutputs;
    const char *const *states, *const *inputs, *const *outputs;
    const double *a, *b, *c, *d;
    const double *x0, *u0, *y0, *f0;
    const char *held; /* clocked and discrete parts, which do not move in it; "" when there are none */
} causeway_linear_data;

/* At the present point of an initialised run.  Outputs: Reals at the model's top, and those that the patterns mean. */
CAUSEWAY_API causeway_linear *causeway_run_linearise(causeway_run *r, size_t npatterns, const char *const *patterns);
CAUSEWAY_API void causeway_linear_free(causeway_linear *l);
CAUSEWAY_API void causeway_linear_get(const causeway_linear *l, causeway_linear_data *out); /* out->size set before */

typedef struct causeway_mode {
    double re, im;    /* the eigenvalue */
    double frequency; /* |lambda|/(2 pi), in Hz */
    double damping;   /* -re/|lambda| */
    double error;     /* of the eigenvalue, by rounding */
} causeway_mode;

/* nstates modes of `size` bytes each (sizeof *modes), slowest decay first; participation: nstates numbers a mode, their
 * sum 1 (may be NULL). */
CAUSEWAY_API causeway_status causeway_linear_modes(const causeway_linear *l, size_t size, causeway_mode *modes,
                                                   double *participation);
/* Finite zeros from an input to an output: room for nstates; returns their number. */
CAUSEWAY_API size_t causeway_linear_zeros(const causeway_linear *l, size_t output, size_t input, double *re,
                                          double *im);
/* Of all inputs and outputs together (transmission zeros). */
CAUSEWAY_API size_t causeway_linear_all_zeros(const causeway_linear *l, double *re, double *im);
/* The transfer function at n frequencies in Hz; NAN at a pole. */
CAUSEWAY_API void causeway_linear_response(const causeway_linear *l, size_t output, size_t input, size_t n,
                                           const double *frequency, double *re, double *im);
/* y(k*h) - y0 for k = 0 ... n - 1 after a unit step of an input. */
CAUSEWAY_API causeway_status causeway_linear_step(const causeway_linear *l, size_t output, size_t input, double h,
                                                  size_t n, double *y);
/* "mo", "json", "py", "mat" (bytes), "report"; until the next call; NULL: no such form. */
CAUSEWAY_API const char *causeway_linear_text(causeway_linear *l, const char *form, size_t *n);

#ifdef __cplusplus
}
#endif

#endif
