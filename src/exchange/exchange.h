/* exchange.h - models of others that come in: Functional Mock-up Units (FMI 2.0, 3.0).
 *
 * Sections, in the order data flows:
 *   xml.c       XML, strict and bounded
 *   archive.c   an FMU, as a file or a folder, unpacked with distrust
 *   describe.c  modelDescription.xml -> XchModel; attributes.c: its attributes as values
 *   rules.c     what the standards demand of a description; schema.c: which element and attribute stands where
 *   fmu_show.c  a description as text or JSON
 *   fmu_host.c  instances, in a process of their own or in ours; local.c: the calls of the standard; binary.c: loading
 *   starts.c    sizes as they are asked for, and what arrays of other sizes begin with
 *   ticks.c     when clocks tick
 *   plan.c      which values of an FMU are asked for together; fmu_block.c: the FMU as a Modelica block
 *   ssp.c       systems of FMUs (SSP) as Modelica models; ssp_links.c: connections; ssp_values.c: parameters
 *   objects.c   the external functions that such a block calls; couple.c: those of co-simulation; home.c: processes
 *               that many FMUs share
 *   probe.c     does a binary do what its description says?
 *   chart.c     statecharts as Modelica blocks; chart_read.c: text and tables; chart_scxml.c: SCXML; chart_write.c: the
 *               block
 *
 * Whatever stands in a file is somebody else's: nothing of it is believed, every number is bounded, every name may be
 * missing or there twice.
 */
#ifndef CAUSEWAY_EXCHANGE_H
#define CAUSEWAY_EXCHANGE_H

#include "package/package.h"

/* ---- describe.c: what an FMU says of itself ---------------------------------------------------------------------- */

/* clang-format off */
typedef enum {
    XCH_FLOAT64, XCH_FLOAT32, XCH_INT8, XCH_UINT8, XCH_INT16, XCH_UINT16, XCH_INT32, XCH_UINT32, XCH_INT64, XCH_UINT64,
    XCH_BOOLEAN, XCH_ENUMERATION, XCH_STRING, XCH_BINARY, XCH_CLOCK, XCH_TYPES
} XchType; /* of FMI 2.0: Real, Integer, Boolean, String, Enumeration are the first, XCH_INT32 and three of these */
typedef enum {
    XCH_STRUCTURAL, XCH_PARAMETER, XCH_CALCULATED_PARAMETER, XCH_INPUT, XCH_OUTPUT, XCH_LOCAL, XCH_INDEPENDENT
} XchCausality;
typedef enum { XCH_CONSTANT, XCH_FIXED, XCH_TUNABLE, XCH_DISCRETE, XCH_CONTINUOUS } XchVariability;
typedef enum { XCH_EXACT, XCH_APPROX, XCH_CALCULATED, XCH_NO_INITIAL } XchInitial;
typedef enum {
    XCH_CLOCK_CONSTANT, XCH_CLOCK_FIXED, XCH_CLOCK_CALCULATED, XCH_CLOCK_TUNABLE, XCH_CLOCK_CHANGING,
    XCH_CLOCK_COUNTDOWN, XCH_CLOCK_TRIGGERED
} XchInterval;
typedef enum { XCH_DEPENDENT, XCH_DEP_CONSTANT, XCH_DEP_FIXED, XCH_DEP_TUNABLE, XCH_DEP_DISCRETE } XchDependencyKind;
/* clang-format on */

#define XCH_NONE UINT32_MAX

typedef struct {
    const char *name;
    double factor, offset;
    bool inverse;
} XchDisplayUnit;

typedef struct {
    const char *name;
    bool has_base;
    int exponents[8]; /* kg m s A K mol cd rad */
    double factor, offset;
    uint32_t ndisplay;
    XchDisplayUnit *display;
    Span span;
} XchUnitDefinition;

typedef struct {
    const char *name, *description;
    int64_t value;
} XchItem;

/* What a type and a variable may say of numbers; NAN and NULL: nothing. */
typedef struct {
    const char *quantity, *unit, *display_unit;
    double min, max, nominal;
    bool relative, unbounded;
} XchNumbers;

typedef struct {
    const char *name;
    XchType type;
    XchNumbers numbers;
    uint32_t nitems;
    XchItem *items;
    Span span;
} XchTypeDefinition;

typedef struct {
    uint32_t size;     /* when constant */
    uint32_t variable; /* structural parameter that says it, or XCH_NONE */
} XchDimension;

typedef struct {
    const char *name, *description, *display_unit;
} XchAlias;

typedef struct {
    XchInterval kind;
    bool has_interval;
    double interval, shift;
    int priority;
    uint64_t resolution, interval_counter, shift_counter; /* fractions of `resolution`; 0: not given */
} XchClockFacts;

typedef struct {
    const char *name, *description;
    uint32_t reference;
    XchType type;
    XchCausality causality;
    XchVariability variability;
    XchInitial initial;
    uint32_t declared;   /* type definition, or XCH_NONE */
    XchNumbers numbers;  /* with what the type says */
    const char *start;   /* as it is written, or NULL; texts: of a scalar */
    uint32_t nstarts;    /* values in it */
    double *starts;      /* numbers */
    const char **texts;  /* Strings and Binary (hexadecimal) */
    uint32_t derivative; /* variable that this is the derivative of, or XCH_NONE */
    uint32_t previous;   /* ... whose previous value this is */
    bool reinit, intermediate, multiple_set;
    bool moved;                    /* a tunable parameter that is an input: see xch_move */
    bool resized;                  /* its dimensions are not those of the description: see xch_resize */
    uint32_t ndimensions, nvalues; /* nvalues: with the start values of structural parameters */
    XchDimension *dimensions;
    uint32_t nclocks, *clocks; /* variables */
    XchClockFacts *clock;      /* of a Clock */
    uint32_t naliases;
    XchAlias *aliases;
    const struct XchNode *node;
} XchVariable;

typedef struct {
    uint32_t variable;
    bool has_dependencies, has_kinds;
    uint32_t n, nkinds;
    uint32_t *on;            /* variables */
    XchDependencyKind *kind; /* n of them when n is nkinds */
    Span span;
} XchUnknown;
typedef VEC(XchUnknown) XchUnknowns;

/* Model exchange, co-simulation or scheduled execution. */
typedef struct {
    bool there;
    const char *identifier;
    bool needs_execution_tool, one_instance, get_set_state, serialise_state, directional, adjoint, elements;
    bool step_not_needed;    /* 2.0 ME: completedIntegratorStep need not be called; 3.0: the opposite of needs... */
    bool evaluates_discrete; /* 3.0 ME */
    bool variable_step, interpolates, asynchronous; /* CS */
    uint32_t output_order, smoothness;
    bool intermediate_update, early_return, might_return_early, event_mode, evaluates;
    double fixed_step; /* NAN: not given */
    Span span;
} XchInterface;

enum { XCH_ME = 1, XCH_CS = 2, XCH_SE = 4 };

typedef struct {
    const char *name, *description;
} XchCategory;

typedef struct {
    int version;             /* 2 or 3 */
    const char *fmi_version; /* as written */
    const char *name, *token, *description, *author, *tool, *date, *model_version, *copyright, *license;
    bool flat_names;       /* variableNamingConvention */
    uint32_t indicators_2; /* numberOfEventIndicators of 2.0 */
    bool has_indicators_2;
    XchInterface me, cs, se;
    VEC(XchUnitDefinition) units;
    VEC(XchTypeDefinition) types;
    VEC(XchVariable) variables;
    VEC(XchCategory) categories;
    bool has_start, has_stop, has_tolerance, has_step;
    double start, stop, tolerance, step;
    XchUnknowns outputs, derivatives, unknowns, clocked, indicators;
    VEC(uint32_t) states;          /* variables, in the order of derivatives */
    uint32_t nstates, nindicators; /* numbers of values */
    Map by_name;                   /* hash -> variable + 1 */
    Map by_reference;              /* 3.0: unique; 2.0: type and reference -> first variable + 1 */
    Arena arena;
    const struct XchNode *root;
} XchModel;

/* Reads a description.  NULL after a diagnostic: XCH0001 no XML, XCH0002 no FMU, XCH0003 another version, XCH0004 it
 * cannot be used. */
XchModel *xch_describe(Context *ctx, SourceId source);
void xch_describe_free(XchModel *m);
uint32_t xch_find(const XchModel *m, const char *name); /* a variable, by its own name or an alias; XCH_NONE */
/* Gives a structural parameter another value: arrays get other sizes, and keep the start values of elements that they
 * still have.  false: it is none, or the value is no size. */
bool xch_resize(XchModel *m, uint32_t variable, double value);
/* Makes a tunable parameter an input that changes at events and communication points; false: it is none, or no
 * number. */
bool xch_move(XchModel *m, uint32_t variable);
const char *xch_type_name(const XchModel *m, XchType t); /* as the version of the standard calls it */
const char *xch_causality_name(XchCausality c);
const char *xch_variability_name(XchVariability v);
const char *xch_initial_name(XchInitial i);

/* ---- archive.c --------------------------------------------------------------------------------------------------- */

/* An FMU on this machine's disk. */
typedef struct {
    Context *ctx;
    const char *path;   /* as given */
    const char *folder; /* where it lies unpacked */
    bool scratch;       /* the folder is ours and goes with it */
    SourceId source;    /* modelDescription.xml */
    XchModel *model;
} XchFmu;

/* Unpacks (or takes a folder as it is) and reads the description.  NULL after a diagnostic. */
XchFmu *xch_open(Context *ctx, const char *path);
void xch_close(XchFmu *f);

/* ---- rules.c ----------------------------------------------------------------------------------------------------- */

/* Reports every rule of the standard that a description breaks (XCH0005; XCH0006 where it is only unwise).  Number of
 * errors. */
size_t xch_check_rules(Context *ctx, const XchModel *m);

/* ---- fmu_show.c -------------------------------------------------------------------------------------------------- */

void xch_show(const XchModel *m, bool json, Text *out);

/* ---- fmu_host.c: an FMU that runs -------------------------------------------------------------------------------- */

typedef enum {
    XCH_DONE,
    XCH_DISCARDED, /* the FMU could not do it, and is as it was */
    XCH_FAILED,
    XCH_FATAL, /* ... and no instance of it may be used again */
    XCH_GONE,  /* its process has ended: a crash, or exit() */
    XCH_HUNG   /* it did not come back in time, and was ended */
} XchStatus;

typedef struct {
    bool first;     /* in: the event behind initialisation */
    bool needed;    /* the FMU asks for event mode */
    bool terminate; /* ... for the end of the simulation */
    bool early;     /* a step ended before its time */
    bool states_changed, nominals_changed;
    double next; /* time of the next event that the FMU knows; INFINITY: none */
} XchEvent;

/* Where instances live: a process of their own, or ours. */
typedef struct XchHost XchHost;
/* All FMUs that will run there, opened before.  isolated: in a process of its own; limit: seconds that a call may last
 * (then).  NULL: there can be no process, errno says why. */
XchHost *xch_host_new(const XchFmu *const *fmus, size_t n, bool isolated, double limit);
void xch_host_free(XchHost *h);

typedef struct XchUnit XchUnit;
/* An instance; kind: XCH_ME, XCH_CS or XCH_SE.  Never NULL: xch_status tells. */
XchUnit *xch_unit_new(XchHost *h, const XchFmu *f, int kind, const char *name, bool logging);
void xch_unit_free(XchUnit *u);
XchStatus xch_status(const XchUnit *u); /* of the last call */
bool xch_event_mode(const XchUnit *u);  /* co-simulation of 3.0: has events between steps */
const char *xch_why(const XchUnit *u);  /* what went wrong in it, in words */

/* All: false when it failed. */
bool xch_enter_initialisation(XchUnit *u, double start, double stop, double tolerance); /* NAN: not given */
bool xch_exit_initialisation(XchUnit *u);
bool xch_set(XchUnit *u, uint32_t n, const uint32_t *vars, const double *values); /* arrays with all elements */
bool xch_get(XchUnit *u, uint32_t n, const uint32_t *vars, double *values);
bool xch_set_text(XchUnit *u, uint32_t var, const char *text); /* Strings; Binary as hexadecimal */
/* ... in the next event, or at the next communication point. */
bool xch_set_text_later(XchUnit *u, uint32_t var, const char *text);
bool xch_get_text(XchUnit *u, uint32_t var, char *text, size_t room);

/* Model exchange: at a point, what is wanted there.  NULL and 0: not given, not wanted; time NAN: as it is. */
typedef struct {
    double time;
    const double *x;
    uint32_t nset, nget;
    const uint32_t *set, *get;
    const double *set_values;
    double *dx, *z, *got;
    uint32_t nclocks; /* events: clocks whose intervals are asked for */
    const uint32_t *clocks;
    double *intervals; /* NAN: as it was, or not known */
} XchPoint;
bool xch_evaluate(XchUnit *u, const XchPoint *p);
/* Event mode, its iteration, and back to continuous time; x: the states behind it. */
bool xch_event(XchUnit *u, const XchPoint *p, double *x, XchEvent *e);
bool xch_accept(XchUnit *u, XchEvent *e); /* completedIntegratorStep */
bool xch_nominals(XchUnit *u, double *x);

/* Co-simulation: sets, steps, gets.  *reached: how far it came. */
bool xch_step(XchUnit *u, double time, double step, const XchPoint *p, double *reached, XchEvent *e);
bool xch_step_event(XchUnit *u, const XchPoint *p, XchEvent *e); /* 3.0: event mode between two steps */

/* Slopes of scalar inputs in the step that comes (2.0: canInterpolateInputs); slopes of outputs behind a step. */
bool xch_set_motion(XchUnit *u, uint32_t n, const uint32_t *vars, const double *slopes);
bool xch_get_rates(XchUnit *u, uint32_t n, const uint32_t *vars, double *slopes);

/* Scheduled execution: the partition of a clock runs. */
bool xch_activate(XchUnit *u, uint32_t clock, double time);
/* The interval of a clock; NAN: as it was, or not known yet.  *shift: its first tick, where the FMU says; or NULL. */
bool xch_interval(XchUnit *u, uint32_t clock, double *interval, double *shift);
/* Values of structural parameters, before initialisation. */
bool xch_configure(XchUnit *u, uint32_t n, const uint32_t *vars, const double *values);

/* ... starts.c: those that xch_resize has changed. */
bool xch_configure_sizes(XchUnit *u, const XchModel *m);
/* Behind xch_resize: start values of elements that the description does not know become those that the FMU has. */
void xch_learn_starts(const XchFmu *f);

bool xch_save(XchUnit *u, void **state);
bool xch_restore(XchUnit *u, void *state);
void xch_drop(XchUnit *u, void *state);
/* d(unknowns)/d(knowns) * seed. */
bool xch_directional(XchUnit *u, uint32_t nunknowns, const uint32_t *unknowns, uint32_t nknowns, const uint32_t *knowns,
                     const double *seed, double *out);
bool xch_terminate(XchUnit *u);

/* ---- ticks.c ----------------------------------------------------------------------------------------------------- */

/* The input clocks of an instance that tick by time, and those that somebody asked to tick; output clocks counted. */
typedef struct XchSchedule XchSchedule;
XchSchedule *xch_schedule_new(const XchModel *m); /* NULL: there are no clocks */
void xch_schedule_free(XchSchedule *s);
/* Behind initialisation: first ticks. */
bool xch_schedule_begin(XchSchedule *s, XchUnit *u, double time);
void xch_schedule_ask(XchSchedule *s, uint32_t clock); /* a triggered clock shall tick */
double xch_schedule_next(const XchSchedule *s);        /* INFINITY: none */
/* The due clock that comes first by priority, or XCH_NONE; it has ticked then. */
uint32_t xch_schedule_take(XchSchedule *s, double time);
/* Of an event: clocks whose intervals may change, to be asked for in it; what came back. */
void xch_schedule_watch(XchSchedule *s, XchPoint *p);
void xch_schedule_heed(XchSchedule *s, double time);
/* Scheduled execution: all that is due, by priority; ticks of output clocks are added to counts, by variable. */
bool xch_schedule_run(XchSchedule *s, XchUnit *u, double time, double *counts);

/* ---- plan.c ------------------------------------------------------------------------------------------------------ */

/* clang-format off */
typedef enum {
    XCH_ROLE_NONE, XCH_ROLE_CONSTANT, XCH_ROLE_PARAMETER, XCH_ROLE_TEXT, XCH_ROLE_INPUT, XCH_ROLE_STATE,
    XCH_ROLE_DERIVATIVE, XCH_ROLE_VALUE, XCH_ROLE_DISCRETE, XCH_ROLE_TEXT_INPUT, XCH_ROLE_TEXT_OUTPUT
} XchRole;
/* clang-format on */
/* Groups of values that are computed together; those of continuous outputs come behind the named ones. */
enum { XCH_DERIVATIVES, XCH_INDICATORS, XCH_EVENT, XCH_LOCALS, XCH_OUTPUT_GROUPS };

typedef struct {
    VecU32 vars;   /* whose values they are */
    VecU32 inputs; /* what they depend on */
    uint32_t n;    /* values */
} XchGroup;

typedef struct {
    const XchModel *model;
    int kind;
    uint32_t nstates; /* as the equations see them: none of co-simulation */
    /* what an event tells: the next one, the end, states, discrete values; co-simulation: an event inside the step */
    uint32_t nevent;
    XchRole *role;            /* by variable */
    uint32_t *group;          /* of values and discrete variables */
    uint32_t *element;        /* first value in the group; of states: in their vector */
    VecU32 inputs;            /* that are numbers, in order */
    VecU32 parameters, texts; /* that can be set */
    VecU32 text_inputs;       /* Strings, and Binary as hexadecimal digits */
    VEC(XchGroup) groups;
    Arena arena;
} XchPlan;

XchPlan *xch_plan(const XchModel *m, int kind);
void xch_plan_free(XchPlan *p);

/* ---- fmu_block.c ------------------------------------------------------------------------------------------------- */

typedef struct {
    const char *path; /* of the FMU, as the text refers to it */
    int kind;         /* XCH_ME, XCH_CS or XCH_SE */
    bool in_process;
    bool lodger;      /* shares a process with others: the class is used where there is an inner Home fmi_home */
    const char *name; /* of the class; NULL: the model's */
    bool bare;        /* for a simulation of the FMU alone: no connectors, every local variable */
    double step;      /* CS: between two communication points */
    double tolerance; /* CS: of its solver; 0: its own */
    double length;    /* CS: of the run, when it is known; 0: that of its default experiment */
    /* CS: steps as long as connected values stay near what others take them for, relative to their size; 0: of one
     * length.  Then: which values others read, by variable (NULL: all outputs), and whether all follow straight lines
     */
    double coupling;
    const bool *watched;
    bool smooth;
} XchImport;

/* The FMU as a Modelica block. */
void xch_modelica(const XchFmu *f, const XchImport *how, Text *out);
const char *xch_class_name(Arena *arena, const XchModel *m);
/* The parameter of the block that holds the start value of a state. */
const char *xch_start_name(Arena *arena, const XchModel *m, const char *name);

/* ---- ssp.c ------------------------------------------------------------------------------------------------------- */

/* The system that lies unpacked in a folder as a Modelica model; false after XCH0020.  how: in_process, kind (0: as the
 * system says), step, tolerance, length and coupling count for all its FMUs.  *stepped: all are co-simulations, which
 * are known at communication points only. */
bool xch_system(Context *ctx, const char *path, const char *folder, const XchImport *how, Text *out, bool *stepped);
/* A new empty folder for temporary files; NULL after reporting. */
const char *xch_scratch(Context *ctx);

/* ---- objects.c --------------------------------------------------------------------------------------------------- */

/* The address of an external function of Causeway.FMI, or NULL; *enter: tells it in whose evaluation it runs. */
void *xch_symbol(const char *name, void **enter);

/* ---- probe.c ----------------------------------------------------------------------------------------------------- */

/* Loads the binary, in processes of its own, and reports where it does not do what the description says: XCH0007,
 * XCH0009; XCH0006 where that is only unwise.  Kinds that could be looked at. */
int xch_probe(Context *ctx, const XchFmu *f);

/* ---- chart.c ----------------------------------------------------------------------------------------------------- */

/* A statechart (SCXML, a table in CSV, or text of our own; by the ending of the file) as a Modelica block, appended to
 * out.  false after reporting. */
bool xch_statechart(Context *ctx, const char *path, Text *out);

#endif
