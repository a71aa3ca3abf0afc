/* runtime_impl.h - what the files of src/runtime share.  runtime.h says which file owns what. */
#ifndef CAUSEWAY_RUNTIME_IMPL_H
#define CAUSEWAY_RUNTIME_IMPL_H

#include "runtime/runtime.h"
#include "runtime/tolerances.h"

#include <math.h>
#include <setjmp.h>
#include <string.h>

/* ---- runtime.c: evaluation and unwinding ------------------------------------------------------------------------- */

/* Where error() and a failed assert land.  Frames nest: Newton catches failures of trial points. */
typedef struct RtFrame {
    jmp_buf jump;
    struct RtFrame *outer;
} RtFrame;

static const double RT_STEEPEST =
    1e250; /* slopes beyond are infinite: those of roots at zero come as 1e290 or so (symbolic/differ.c) */

typedef enum {
    RT_FAIL_NONE,
    RT_FAIL_ASSERT, /* an assert of level error */
    RT_FAIL_ERROR,  /* an error raised by generated code or a service */
    RT_FAIL_SYSTEM, /* a system of equations has no solution that we can find */
    RT_FAIL_NUMBER, /* a value is not finite */
} RtFailKind;

/* The last failure of an evaluation.  Reported only when it ends the run: at tentative points a
 * failure rejects the step. */
typedef struct {
    RtFailKind kind;
    uint32_t origin;      /* index in dae->origins, 0: not known */
    const char *function; /* Modelica function that was being evaluated, or NULL */
    uint32_t system;      /* RT_FAIL_SYSTEM; UINT32_MAX otherwise */
    bool singular;        /* its matrix is: the equations that depend on each other are to be named */
    double time;
    Text text;
} RtFailure;

typedef struct { /* source of a variable's value: v[var] times sign, or 1 - v[var] for negated
                    Booleans */
    MdVar var;
    int8_t sign;
} RtSource;

typedef struct {
    MdVar pre; /* pre(of) */
    RtSource of;
    bool discrete; /* a change of it asks for another event iteration */
} RtPre;

typedef struct {
    MdVar var;
    double value;
} RtReinit;

typedef struct {
    void *object;
    void (*destructor)(CwEnv *e, void *object);
    MdVar var;
} RtObject;

/* ---- klu.c ------------------------------------------------------------------------------------------------------- */

/* Factors of a sparse square matrix. */
typedef struct {
    int n;
    int *colptr, *rowind;              /* pattern by column, the owner's */
    void *symbolic, *numeric, *common; /* KLU's own; symbolic, numeric: NULL before the first factors */
    bool corrects;                     /* solutions are corrections of something that is looked at again */
    bool afresh;                       /* the last factors have an order of pivots of their own */
    bool keep;                         /* the numbers that gave the order of pivots are to be kept ... */
    double *pivoted;                   /* ... here */
} RtKlu;

void rt_klu_init(RtKlu *k, int n, int *colptr, int *rowind, bool corrects); /* k->keep stays */
void rt_klu_free(RtKlu *k);
void rt_klu_forget(RtKlu *k); /* factors and the order of pivots */
/* -1 when done, else the number of a column that depends on those before it. */
int rt_klu_factor(RtKlu *k, double *values);
double rt_klu_condition(RtKlu *k); /* smallest over largest pivot */
void rt_klu_solve(RtKlu *k, double *b);

/* ---- linear.c ---------------------------------------------------------------------------------------------------- */

extern const SolMemory rt_memory;                                               /* base_realloc */
void rt_linear_init(SolMatrix *m, int n, const int *colptr, const int *rowind); /* with room, and who factors it */
void rt_linear_free(SolMatrix *m);
void rt_linear_forget(SolMatrix *m);      /* factors and the order of pivots */
RtKlu *rt_linear_klu(const SolMatrix *m); /* of a sparse one; else NULL */
/* y: unit vector with y'A = 0 as nearly as possible, rows of A scaled by their maximum: its large entries are rows that
 * depend on each other.  false for n above 500 or when the rows are independent. */
bool rt_linear_dependent_rows(const SolMatrix *m, const double *col_scale, double *y);
/* Directions x with A x = 0, at most `most`, n numbers each, of length one when measured by col_scale; how many were
 * found. */
int rt_linear_null_space(const SolMatrix *m, const double *col_scale, double *basis, int most);

/* ---- system.c ---------------------------------------------------------------------------------------------------- */

typedef struct {
    SolSystem sol; /* first: what solve/ works on */
    const CwSystem *cw;
    double *work;   /* all numbers of n each, behind each other: scale, old, those of sol */
    double *old[3]; /* solutions at the last accepted steps, newest first */
    double old_time[3];
    int nold;
    double last_time;         /* of the last solve */
    uint64_t parameter_stamp; /* constant matrices: parameters they were made with */
    uint64_t solve_stamp;     /* evaluation in which it was last solved */
    const uint32_t *inner;    /* variables computed inside, to be cleared in d */
    uint32_t ninner;
    double *inner_scale;   /* their nominal values, NULL when it is not watched how errors grow there */
    int useless;           /* times in a row that rounding was seen to make variables inside useless */
    uint64_t undetermined; /* last evaluation in which it was singular and its equations agreed */
    uint64_t redundant;    /* its equations repeat each other whatever is given, as was found then (redundant.c) */
    bool ready;            /* work space is there */
    bool warned;           /* minimum-norm warning given */
    bool singular;         /* was so, and other equations hold in other modes (Runtime.modal) */
    bool inside;           /* stands inside another system, whose Jacobian wants the matrix of the very point */
} RtSystem;

enum { RT_SYSTEM_PARTS = 4 + SOL_SYSTEM_PARTS };  /* arrays of work space */
void rt_system_prepare(Runtime *rt, RtSystem *s); /* work space */
void rt_system_free(RtSystem *s);
int rt_kinsol(SolSystem *s); /* fallback.c: from z to a point near a solution, left in z; 0 when none was found */
void rt_solve(CwEnv *e, int system);
void rt_solve_tangent(CwEnv *e, int system);
void rt_systems_accept(Runtime *rt);  /* remembers solutions at an accepted step */
void rt_systems_forget(Runtime *rt);  /* after a discontinuity */
void rt_systems_restore(Runtime *rt); /* after a failed evaluation: unknowns back to the last accepted ones */

/* ---- suppose.c --------------------------------------------------------------------------------------------------- */

/* Initialisation failed in rt->ev.unsolved.  Moves start values that were taken for want of conditions until `solve`
 * succeeds, and says so; false: it does not. */
enum { RT_MOVED = 2 }; /* in Runtime.given: not by the user */
bool rt_suppose_otherwise(Runtime *rt, bool (*solve)(Runtime *rt));
void rt_suppose_anew(Runtime *rt); /* nothing is moved any more */

bool rt_is_angle(const Runtime *rt, MdVar v); /* integrator.c: its unit is rad */

/* ---- event.c ----------------------------------------------------------------------------------------------------- */

typedef struct {
    int64_t next; /* number of the next instant: start + next*interval */
    double start, interval;
} RtSampleClock;

/* Watches one relation for events at geometrically shrinking distances. */
typedef struct {
    double first, last; /* times of the first and the last event of the series */
    double gap, ratio;  /* last distance; factor by which distances shrink */
    uint32_t count;     /* of distances that belong to the series */
    uint32_t strays;    /* of them, those near its end that do not shrink any more */
    double limit;       /* where the series ends, by its last regular distance */
} RtZeno;

/* Crossing functions at the last three points looked at, the newest last (pairs.c). */
typedef struct {
    double *past[3];
    double t[3];
    int n;           /* of them that are there */
    uint32_t *alone; /* relations that depend on time, and on no state; and others that steps do not resolve */
    uint32_t nalone;
    uint8_t *surprises;   /* by relation: changes in a row that were located astray; 255: it is one of `alone` */
    double stride;        /* largest distance of points at which these are looked at */
    uint32_t looks, lost; /* lost: changes in a row that the strides do not resolve */
} RtPairs;

/* What is known of the size of a crossing function (band.c). */
typedef struct {
    double peak;    /* largest absolute value since the relation has its present value ... */
    double last[2]; /* ... and that of the last time that it was false, true; 0: not known */
    double since;   /* when it got this value */
    double now;     /* of the function, as last looked at */
    bool held;      /* the present value */
    bool trusted;   /* peak is more than rounding */
    bool widened;   /* the band is wider than that: its rounding, or motion along the surface, asks for it */
    bool up;        /* the function has grown last ... */
    uint8_t moves;  /* ... so often in a row in this direction ... */
    uint8_t doubt;  /* ... and how much more often it must, to be trusted */
    uint8_t points; /* looked at since the relation has its present value */
    uint8_t unused;
} RtBand;

enum { RT_ARMED = 1, RT_ARMED_WIDE = 2 }; /* the second: and its band is as wide as it gets */

/* A place where a crossing function may turn, between points a and b. */
typedef struct {
    uint32_t relation, next; /* next: where to go on with the search */
    int side, narrowings;
    double t, a, b, da, db; /* distances from zero at a and b */
} RtTurn;

typedef struct {
    uint32_t n; /* relations */
    RtPairs pairs;
    double *g;     /* crossing functions at the last evaluated point */
    double *scale; /* nominal size of the crossing function */
    double *eps;   /* half width of the hysteresis band */
    RtBand *bands;
    double widest;     /* what it may be at most, in parts of scale; 0 before the first state event */
    uint32_t *slides;  /* changes one after the other that were taken back at once */
    uint8_t *supposed; /* it decides which mode holds, and was said to hold or not when the mode was entered */
    uint8_t *armed;    /* the crossing function has left the band since the relation last changed */
    uint8_t *kind;
    uint8_t *was_armed;   /* the same when the event began */
    double *before;       /* values when the event began */
    double *truth;        /* work: old values during an update */
    double *frozen;       /* work: values that rt_relations_live set aside */
    double *shifted;      /* work: values just after the present time (TIME relations) */
    double *left, *right; /* work: crossing functions at the ends of a bracket */
    uint32_t ntime, nstate;
    RtZeno *zeno; /* two per relation: becoming false, becoming true */
    RtSampleClock *clocks;
    double next;       /* next time event, or INFINITY */
    double recent[64]; /* times of the last state events, a ring */
    uint64_t nrecent;
    uint32_t stuck;   /* state events without progress in time */
    uint32_t trigger; /* relation that triggered the last state event ... */
    double triggered; /* ... and its crossing function there */
    bool chatter_warned, slide_warned, flood_warned;
} RtEvents;

typedef struct {
    bool state;   /* a state event was located */
    bool changed; /* states or derivatives jumped: the integrator must start afresh */
} RtEventInfo;

void rt_events_init(Runtime *rt);
void rt_events_free(Runtime *rt);
bool rt_events_start(Runtime *rt);                   /* sample clocks and arming at the initial time */
bool rt_crossings(Runtime *rt);                      /* v -> events.g; false when the evaluation failed */
bool rt_crossed(const Runtime *rt, const double *g); /* some relation no longer holds its frozen value */
bool rt_same_crossings(const Runtime *rt, const double *g, double tolerance); /* events.g is nearly g */
void rt_events_arm(Runtime *rt);                                              /* from events.g at an accepted point */
double rt_crossing_value(const Runtime *rt, uint32_t i, double g);    /* positive while relation i holds its value */
double rt_crossing_distance(const Runtime *rt, uint32_t i, double g); /* the same without hysteresis */
bool rt_crossing_violated(const Runtime *rt, uint32_t i, double g);
bool rt_time_event_now(const Runtime *rt);
void rt_events_schedule(Runtime *rt); /* computes events.next */
/* Event iteration at the present time, v being the left limit.  at_start: part of initialisation,
 * where samples are not taken yet and relations of time hold exactly at the start time. */
bool rt_event_iteration(Runtime *rt, bool at_start);
bool rt_update_relations(Runtime *rt, bool exact_time); /* true when some changed */
/* Behind a crossing that is not located yet the branch that is frozen may have no value: `if x > 0 then sqrt(x) else
 * ...` at x < 0.  An evaluation that failed is made again with relations as they are at that point (false: they are as
 * frozen); then they are frozen again. */
bool rt_relations_live(Runtime *rt);
void rt_relations_freeze(Runtime *rt);
bool rt_update_first_relation(Runtime *rt, bool exact_time); /* only the first that does not hold */
/* A system has no solution with relations as they are, nor with those of where the search for it came: every
 * combination of those that it reads is tried, for one with a solution in which they hold. */
bool rt_solve_otherwise(Runtime *rt, bool exact_time, bool (*solve)(Runtime *rt));
void rt_pre_update(Runtime *rt);
/* Bookkeeping of a state event; widens the band of a relation that chatters.  NULL, or the code of what makes the run
 * end, which is diagnosed. */
const char *rt_guard_events(Runtime *rt, double tolerance);
void rt_guard_rounding(Runtime *rt); /* behind a state event at which no relation changed */
void rt_guard_flood(Runtime *rt);    /* says so when the run will have millions of events */
/* ---- band.c */
double rt_band_width(const RtEvents *ev, uint32_t i);        /* half width of the band of relation i */
double rt_band_size(const RtEvents *ev, uint32_t i);         /* of its crossing function */
bool rt_band_is_wide(const RtEvents *ev, uint32_t i);        /* it cannot get wider */
double rt_band_limit(const RtEvents *ev, uint32_t i);        /* what it may be widened to; after rt_guard_events */
void rt_band_start(RtEvents *ev, uint32_t i);                /* nothing is known yet */
void rt_band_look(Runtime *rt, uint32_t i, double distance); /* at events.g of an accepted point */
void rt_band_widen(RtEvents *ev, uint32_t i, double eps);    /* until the relation is armed */
void rt_band_reset(RtEvents *ev, uint32_t i);
void rt_bands_begin(Runtime *rt); /* at the start of a run: relations at zero are looked at ahead */
/* ---- pairs.c */
void rt_pairs_init(Runtime *rt);
void rt_pairs_free(Runtime *rt);
void rt_pairs_begin(Runtime *rt);                      /* after an event, or the start: events.g belongs to now */
void rt_pairs_note(Runtime *rt, double t);             /* events.g belongs to t, which was looked at */
double rt_pairs_reach(const Runtime *rt, double from); /* the next point must not be behind it */
bool rt_pairs_follow(Runtime *rt, double t);           /* false: t, to which events.g belongs, was too far */
/* A change of a relation was located; astray: on the way it was beyond both ends. */
void rt_pairs_located(Runtime *rt, uint32_t relation, bool astray);
void rt_report_unresolved(Runtime *rt, uint32_t relation, double stride); /* event.c */
bool rt_next_turn(const Runtime *rt, double t, RtTurn *turn); /* events.g belongs to t; false: there is no other one */
bool rt_narrow_turn(const Runtime *rt, RtTurn *turn); /* events.g belongs to turn->t; false: no crossing there */
/* The run went past an accumulation point of events (Zeno): diagnosed, true. */
bool rt_zeno_passed(Runtime *rt);

/* enter.c: the same from where pre() is known already, as it was renewed before. */
bool rt_event_goes_on(Runtime *rt, bool sampled);

/* ---- input.c ----------------------------------------------------------------------------------------------------- */

typedef struct {
    MdVar var;
    bool hold;
    size_t n, at; /* points; the segment in force begins at this one */
    double *t, *u;
} RtTable;

void rt_put_tables(Runtime *rt, double t);               /* v := values at t, segments as they are */
void rt_advance_tables(Runtime *rt, double now);         /* segments that begin now come into force */
double rt_next_of_tables(const Runtime *rt, double now); /* next point, or INFINITY */
/* A table of an input gives the derivatives of it that are inputs too, where nothing else was given for them. */
void rt_slope_tables(Runtime *rt);
void rt_warn_of_tables(Runtime *rt); /* that do not cover the run */
void rt_free_tables(Runtime *rt);
void rt_take_inputs(Runtime *rt); /* at an event: tables and what was set from outside */

/* ---- freedom.c --------------------------------------------------------------------------------------------------- */

/* After an evaluation of `event`: where systems solved in it leave something undetermined, chooses among their
 * solutions one for which every relation keeps its value, if there is one; v holds it then.  Otherwise v is as
 * before. */
void rt_use_freedom(Runtime *rt);
bool rt_has_freedom(const Runtime *rt); /* some system left something undetermined when it was last solved */

/* ---- redundant.c ------------------------------------------------------------------------------------------------- */

/* Outside an evaluation, behind one in which the system was singular though its equations agreed: do they agree for any
 * states near by?  Then no mode and no value determines what they leave open. */
bool rt_is_redundant(Runtime *rt, RtSystem *s);
bool rt_known_redundant(const Runtime *rt, const RtSystem *s); /* found so since the last event */
/* Modes, or parameters as numbers, may determine it: the run ends for a translation with these. */
void rt_wants_another(Runtime *rt, const RtSystem *s);

/* ---- delay.c ----------------------------------------------------------------------------------------------------- */

typedef struct {
    VEC(double) t, y;
    size_t first; /* entries before it are older than needed */
    double size;  /* largest absolute value so far */
    double probe; /* at the last evaluation */
} RtDelay;
typedef struct {
    VEC(double) x, y;       /* material coordinates, ascending, and values */
    bool started, positive; /* positive: what comes in does so at the front, by the last evaluation */
    double last_t, last_x;  /* at the last accepted point */
    double initial[2];      /* between these is what was given for the start */
    double probe[3];        /* what comes in at either end, and x, at the last evaluation */
} RtSpatial;
double rt_delay(CwEnv *e, int buffer, double value, double delay_time, double delay_max);
void rt_spatial(CwEnv *e, int buffer, const double *in, double *out, const double *points, const double *values, int n);
/* Whether what is stored, with the values at `to`, foretells those at t, before it: of rt_history_width numbers, as
 * rt_history_values gives them behind an evaluation. */
size_t rt_history_width(const Runtime *rt);
void rt_history_values(const Runtime *rt, double *values);
bool rt_history_agrees(Runtime *rt, double to, const double *end, double t, const double *middle, double tolerance);
void rt_delays_begin(Runtime *rt); /* values found by the initial system; events at the start come behind them */
void rt_delays_free(Runtime *rt);

/* ---- bounds.c ---------------------------------------------------------------------------------------------------- */

typedef struct { /* variables first .. first + n - 1 lie between low and high */
    MdVar first;
    uint32_t n;
    MdVar named;      /* whose limits they are, where it stands for `first` ... */
    int8_t sign;      /* ... or its negative */
    bool plain;       /* first itself has the limits */
    double low, high; /* of v[first], with what is tolerated */
} RtStretch;
typedef struct { /* a variable that left its limits */
    MdVar var;
    double since, time, value, beyond; /* first time; time and value farthest outside */
} RtOutside;
typedef struct {
    VEC(RtStretch) stretches;
    VEC(RtOutside) found;
    uint64_t more; /* looks at which others were outside */
} RtBounds;

void rt_bounds_init(Runtime *rt, double tolerance);
bool rt_bounds_look(Runtime *rt); /* at all values, as they are; false: some is outside, and noted */
void rt_bounds_report(Runtime *rt, bool stopped);
void rt_bounds_free(Runtime *rt);

/* ---- sizes.c ----------------------------------------------------------------------------------------------------- */

typedef struct { /* a state that was given a nominal value */
    MdVar state, named;
    double largest; /* of its absolute values in the rows so far */
} RtSize;
typedef struct { /* states that are compared with each other (rt->states.unsized), all of them very small so far */
    uint32_t from, to, at; /* at: the largest one */
    double largest;
} RtSmall;
typedef struct {
    VEC(RtSize) states;
    VEC(RtSmall) small;
    double tolerance;
} RtSizes;

void rt_sizes_begin(Runtime *rt, const RtOptions *o); /* a run with control of errors begins */
void rt_sizes_look(Runtime *rt);                      /* at all values, as they are */
void rt_sizes_report(Runtime *rt);
void rt_sizes_free(Runtime *rt);

/* ---- select.c, mat.c, csv.c -------------------------------------------------------------------------------------- */

typedef struct {
    MdVar var;     /* whose name, unit and description stand in the file */
    RtSource from; /* where its value is */
    bool constant; /* does not change during the run */
} RtColumn;

bool rt_row(Runtime *rt); /* records v as it is; false after a diagnostic: could not write */
bool rt_close_result(Runtime *rt);
void rt_flush_result(Runtime *rt); /* now and then: rows so far survive the end of the process */

/* ---- host.c ------------------------------------------------------------------------------------------------------ */

void rt_message(Runtime *rt, const char *text); /* words of the model for whoever runs it */
void rt_reported(Runtime *rt);         /* something was reported that should be seen now: the run may take long */
bool rt_is_stopped(const Runtime *rt); /* the host wants an end */
void rt_host_ended(Runtime *rt);
Diag *rt_report_endless(Runtime *rt, const char *why, double time); /* a loop, or external code, does not end */

/* ---- integrators ------------------------------------------------------------------------------------------------- */

typedef enum { RT_BY_METHOD, RT_STATELESS, RT_CVODE, RT_ADAMS, RT_IDA, RT_ESDIRK } RtIntegratorKind;

typedef struct RtIntegrator {
    Runtime *rt;
    const char *name;
    double t0, t1;     /* the last step */
    double *y;         /* unknowns (Runtime.nunknowns) at t1 */
    int still;         /* steps in a row that did not move */
    char message[256]; /* the library's own words about the last failure */
    bool has_past;     /* a restart forgets what makes long steps possible: it is avoided where an event is minor */
    bool struggles;    /* its corrector fails more often than not */
    bool strained;     /* steps are refused all the time: more accuracy than the tolerance asks for is not to be had */
    long refused;      /* steps that were refused so far ... */
    double strain;     /* ... and for each that was made, of late */
    RtIntegratorKind kind;
    /* What outlives a restart besides t1 and y: numbers of its own, derivatives of all unknowns (or NULL), factors
     * whose order of pivots is used again (or NULL). */
    void *kept;
    size_t kept_size;
    double *derivatives;
    struct RtLu *lu;
    void (*resume)(struct RtIntegrator *it); /* the state just behind a restart, t1, y and these having been put back */
    bool exact_points; /* steps end at output points: between the ends its unknowns are less accurate */
    /* One step, at most to tstop.  0, or negative after writing the reason into rt->ev.failure. */
    int (*step)(struct RtIntegrator *it, double tstop);
    /* Unknowns at t in [t0, t1]. */
    void (*interpolate)(struct RtIntegrator *it, double t, double *y);
    /* Forget the past; go on from (t, y). */
    void (*restart)(struct RtIntegrator *it, double t, const double *y);
    void (*count)(struct RtIntegrator *it); /* adds its counters to rt->stats */
    void (*free)(struct RtIntegrator *it);
} RtIntegrator;

/* host.c: a value of v with its unit, as it is shown (displayUnit). */
void rt_add_value(const Runtime *rt, MdVar v, double value, Text *out);

/* integrator.c.  w := weights of errors at y; fresh: steps since the last restart, RT_NOT_FRESH where each step is one
 * by itself; step: length of the next one, 0 where it is not known. */
enum { RT_NOT_FRESH = 1000 };
void rt_weights(const Runtime *rt, double tolerance, int fresh, double step, const double *y, double *w);
/* Sizes of states for errors: nominal values at first; where none is given they follow the states down. */
void rt_find_unsized(Runtime *rt);
void rt_begin_sizes(Runtime *rt);       /* nominal values */
void rt_begin_small_sizes(Runtime *rt); /* less, for states that are seen to be small now */
/* Derivatives before an event: does a state begin to move of which nothing has been seen yet, however small? */
bool rt_rest_ends(const Runtime *rt, const double *before);
void rt_follow_sizes(Runtime *rt, const double *y); /* after an accepted step */
void rt_count_rejected(Runtime *rt, long errors, long corrector);
void rt_watch_strain(RtIntegrator *it, long refused); /* after a step; refused: all so far */
void rt_forget_strain(RtIntegrator *it);              /* at a restart */
int rt_freshness(const RtIntegrator *it, int fresh);  /* for rt_weights */
/* Puts the reason of a failed step into rt->ev.failure; evaluation: the model could not be evaluated.  -1. */
int rt_step_failed(RtIntegrator *it, bool evaluation, double h, const char *why, MdVar worst);
/* A first step in which no state changes by more than a thousandth: a solver's own first guess may lead
 * where the model cannot be evaluated. */
double rt_careful_step(RtIntegrator *it, double t);
/* After a step to t.  Steps as small as rounding, again and again: the model cannot be evaluated behind this
 * instant; its own failure there, which is what the user must see, is put into rt->ev.failure, if there is one. */
bool rt_stands_still(RtIntegrator *it, double t);
/* Says, once, when a run of such steps would hardly come to its end: after a number of steps that got from there. */
bool rt_crawls(RtIntegrator *it, double from, double steps);

RtIntegrator *rt_cvode_new(Runtime *rt, const RtOptions *o, bool adams);
RtIntegrator *rt_ida_new(Runtime *rt, const RtOptions *o);
RtIntegrator *rt_esdirk_new(Runtime *rt, const RtOptions *o, double h); /* h: first step, 0: found by itself */
RtIntegrator *rt_arkode_new(Runtime *rt, const RtOptions *o, const RtMethod *method);
RtIntegrator *rt_fixed_new(Runtime *rt, const RtOptions *o, const RtMethod *method);
RtIntegrator *rt_stateless_new(Runtime *rt, const RtOptions *o);

/* methods.c */
enum { RT_EULER, RT_RK4, RT_IMPLICIT_EULER };   /* RtMethod.detail of fixed.c; of arkode.c: the number of its table */
bool rt_is_auto(const RtOptions *o);            /* the method is ours to choose */
bool rt_controls_errors(const RtOptions *o);    /* the method chooses its steps by the tolerance */
double rt_tiny_time(double start, double stop); /* instants closer than that are one */
bool rt_complete_options(Runtime *rt, RtOptions *o); /* fills in what is left open; false after a diagnostic */
RtIntegrator *rt_integrator_new(Runtime *rt, const RtOptions *o); /* NULL after a diagnostic */
/* One of the same kind as another run has had, on the same form of the model. */
RtIntegrator *rt_integrator_again(Runtime *rt, const RtOptions *o, uint32_t kind, bool form);

/* race.c: CVODE, IDA or ESDIRK, as the Jacobian and the run show. */
typedef struct {
    Runtime *rt;
    const RtOptions *o;
    bool on;                /* ESDIRK or CVODE is at work because we chose it */
    uint64_t next;          /* step from which the other one is tried (again) */
    uint64_t steps, events; /* at the last mark, behind the last event ... */
    double time, work, *y;  /* ... with its time, the work done and the unknowns */
    const char *name;       /* what to call the solver, once there was a change; or NULL */
} RtRace;
/* Are the fastest modes at the present point oscillations, many of which fit into a run of this length? */
bool rt_oscillates(Runtime *rt, double span);
void rt_race_init(RtRace *c, Runtime *rt, const RtOptions *o, const RtIntegrator *it);
void rt_race_free(RtRace *c);
RtIntegrator *rt_race(RtRace *c, RtIntegrator *it); /* after a step: the integrator to go on with */

/* ---- simulate.c, state.c ----------------------------------------------------------------------------------------- */

typedef enum { RT_CALL_ADVANCE, RT_CALL_EVENT, RT_CALL_STEPS, RT_CALL_REFRESH, RT_CALL_SET } RtCallKind;
typedef struct {
    RtCallKind kind;
    uint32_t n;   /* STEPS: how many; SET: the variable */
    double value; /* ADVANCE, EVENT: until; SET: the value */
} RtCall;

/* What an evaluation at a point is for. */
typedef struct {
    bool glance; /* nothing is decided by the last digits */
    bool watch;  /* relations and asserts: what they do not depend on is not asked for */
} RtLook;

/* Of all states since a restart: not known; none moves; they have gone straight on so far; not any more. */
typedef enum { RT_COURSE_OPEN, RT_COURSE_RESTS, RT_COURSE_STRAIGHT, RT_COURSE_BENT } RtCourse;

typedef struct RtRun {
    Runtime *rt;
    RtOptions options; /* complete; o is it */
    const RtOptions *o;
    RtIntegrator *it;
    const RtIntegrator *stepped; /* that made the last step ... */
    double end;                  /* ... which ends here ... */
    double looked;               /* ... and has been looked at, and is accepted, as far as this */
    RtRace race;
    double called;        /* wall clock: of the present call ... */
    double seen;          /* ... and of the last look at it */
    uint32_t skip, count; /* steps between looks */
    double stop;
    double until;         /* the present call asks for no more; values are wanted there */
    int64_t point;        /* next output point: start + point*interval */
    int64_t npoints;      /* last output point, at or before stop */
    double *y;            /* states at a point inside a step */
    double *before;       /* derivatives before an event */
    double *states;       /* states before an event */
    double *ahead;        /* states at a point behind an event; derivatives there by the equations of before */
    double *left, *right; /* all values before and after an event */
    double span;          /* size of recent steps */
    double shown;         /* time at which v holds all values, events included; NAN: it does not */
    double stored;        /* time up to which histories are dense */
    double at;            /* time for which v holds an evaluation with interpolated states; NAN: none */
    bool at_output;       /* ... blocks for results included */
    RtLook at_look;       /* ... for this */
    RtLook look;          /* what it is asked for now */
    bool infinite;        /* some hidden value is infinite by right */
    bool checks;          /* the model has asserts that are looked at after every step */
    bool clip;            /* steps end at `until` */
    bool events;          /* an event was handled since this was cleared */
    bool announced;       /* it was said that the model ended the run */
    bool crawls;          /* it was said that the steps are very small */
    RtCourse course;      /* since the last restart ... */
    double *slopes;       /* ... derivatives of states then ... */
    double stride;        /* ... and the last step since, or 0 */
    double milestone;     /* time at the last look at that */
    RtStatus status;
    /* what is kept for saving: state.c */
    bool restarted;    /* the integrator has just been restarted, and the step is closed */
    Text checkpoint;   /* the state at the last restart ... */
    VEC(RtCall) calls; /* ... and the calls since */
    RtCall call;       /* the present one */
} RtRun;

/* The integrator stands where the variables do, and what it did before is forgotten. */
void rt_restart_run(RtRun *r);
/* A run made ready with an integrator of this kind, its state still to come; false after a diagnostic. */
bool rt_run_again(Runtime *rt, const RtOptions *o, uint32_t kind, bool form);
void rt_checkpoint(RtRun *r);           /* keeps the state; the integrator has just been restarted */
RtStatus rt_restart_here(RtRun *r);     /* restarts it where the run stands, and keeps that */
void rt_forget(Runtime *rt, bool keep); /* rt_reset without a run, the result left alone */
void rt_drop_run(Runtime *rt);          /* without its end */
RtStatus rt_replay(RtRun *r, const RtCall *calls, size_t n); /* the same calls again, unseen */

/* ---- vector.c ---------------------------------------------------------------------------------------------------- */

/* Gives a serial N_Vector and its clones fast operations, which are deferred until somebody looks at
 * values: call N_VGetArrayPointer before reading or writing an array that SUNDIALS works on, and
 * make all vectors that take part clones of one. */
void rt_fast_vector(void *vector);
bool rt_finite(const double *x, size_t n); /* none is infinite or not a number */

/* ---- jacobian.c -------------------------------------------------------------------------------------------------- */

/* Sparse pattern of d(der x)/dx with the diagonal, and which tangent pass gives which entry. */
typedef struct {
    uint32_t n, nnz;
    uint32_t *colptr, *rowind; /* NULL: no analytic Jacobian */
    uint8_t *no_diagonal;      /* per column: its diagonal entry is in the pattern only for the solvers'
                             sake */
    uint32_t *colour, ncolours;
    uint32_t *order, *first; /* columns sorted by colour; first[c] .. first[c+1] */
} RtJacobian;

void rt_jacobian_init(Runtime *rt);
void rt_jacobian_free(Runtime *rt);
/* From a pattern of n rows and columns; without one (p->colptr NULL) every column is a colour of its own, and false
 * when there are too many. */
bool rt_jacobian_build(const Runtime *rt, RtJacobian *j, uint32_t n, const MdPattern *p);
void rt_jacobian_release(RtJacobian *j);
/* Values in the order of the pattern, at (t, y): of the causal form, or of the DAE form (d f/d(x, z), then
 * d r/d(x, z)).  0 done, 1 evaluation failed. */
int rt_jacobian_values(Runtime *rt, double t, const double *y, double *values);
/* Values of all rows at y: derivatives, and residuals of kept systems.  zero: as many zeros. */
bool rt_jacobian_rows(Runtime *rt, double t, const double *y, double *zero, double *out);

/* ---- evaluator.c ------------------------------------------------------------------------------------------------- */

/* Of a run: an evaluator for derivatives, with the values of now; an evaluator itself; NULL: nothing is evaluated any
 * more. */
Runtime *rt_aside(Runtime *rt);

/* ---- tangent.c --------------------------------------------------------------------------------------------------- */

void rt_use_tangents(Runtime *rt, bool on); /* code of tangents is called, or the other one again */

/* ---- doubt.c ----------------------------------------------------------------------------------------------------- */

typedef struct {
    int32_t wait;  /* matrices that are not compared yet */
    int32_t right; /* those that were right after all, as far as that counts */
    bool sure;     /* tangents are wrong: matrices are made of differences */
    bool due;      /* a step was refused since the last look */
    uint8_t unused[2];
} RtDoubt;

/* A matrix by tangents at (t, y) against differences; then rt->doubt.sure where it is wrong, which is told. */
void rt_doubt_compare(Runtime *rt, const RtJacobian *j, double t, const double *y, const double *values);
/* The matrix by differences, as rt_jacobian_values; false: evaluation failed. */
bool rt_doubt_differences(Runtime *rt, const RtJacobian *j, double t, const double *y, double *values);

/* ---- lu.c -------------------------------------------------------------------------------------------------------- */

/* A matrix of an integrator and its factors.  init -> factor -> solve as often as needed -> factor ... */
typedef struct RtLu {
    enum { RT_LU_DENSE, RT_LU_BAND, RT_LU_SPARSE } kind;
    uint32_t n, nnz;
    const uint32_t *colptr, *rowind; /* pattern by column, the owner's; NULL: dense */
    double *x;                       /* work: the right side in the order of elimination */
    /* bands; dense: all entries by column, rows that were exchanged */
    uint32_t below, above; /* entries beside the diagonal */
    uint32_t *order;       /* row and column at a place; NULL: as they stand */
    uint32_t *slot;        /* where an entry of the pattern lies in band */
    double *band;
    /* sparse: by KLU, and its factors in packed rows: entries to the left of the diagonal (L, and what lies outside the
     * diagonal blocks), then those to its right (U) */
    RtKlu klu;
    int *icolptr, *irowind;
    uint32_t *left, *right, *columns;  /* by row: the first entry on each side; column of each */
    double *entries, *scale, *inverse; /* scale: of rows; inverse: of the diagonal of U */
    int *rowperm, *colperm, *blocks;
    uint32_t nblocks;
    uint32_t *first, *column, *number; /* the matrix by row, in the order of elimination: places in the pattern */
    double *row;                       /* work: a row, all zero; largest entries of columns */
    int *lp, *up, *fp, *rows;          /* work: the factors by column, as KLU gives them */
    double *extracted;
    size_t room;
} RtLu;

void rt_lu_init(RtLu *l, uint32_t n, uint32_t nnz, const uint32_t *colptr, const uint32_t *rowind);
void rt_lu_free(RtLu *l);
bool rt_lu_factor(RtLu *l, double *values); /* in the order of the pattern; dense: by column.  false: singular */
void rt_lu_solve(const RtLu *l, double *b); /* b := A^-1 b */

/* ---- corrector.c ------------------------------------------------------------------------------------------------- */

/* Matrix and linear solver of an implicit integrator (SUNDIALS objects). */
typedef struct {
    const RtJacobian *j;
    uint32_t nstates;
    bool sparse;
    RtLu lu;
    void *matrix, *linear; /* linear: a SUNLinearSolver around lu */
    double *values;        /* in pattern order: what the matrix is made of; NULL: no analytic Jacobian */
    uint32_t *diagonal;    /* by state: position of its diagonal entry in the pattern */
} RtCorrector;

/* sun: a SUNContext; NULL: only factors, without SUNDIALS' objects. */
void rt_corrector_init(RtCorrector *c, const RtJacobian *j, uint32_t nstates, void *sun);
void rt_corrector_free(RtCorrector *c);
/* to, matrix := factor * values, and shift added to the diagonal entries of states.  to: in the order of the pattern;
 * dense: by column. */
void rt_corrector_fill(const RtCorrector *c, double *to, double factor, double shift);
void rt_corrector_put(const RtCorrector *c, void *matrix, double factor, double shift);

/* ---- newton.c ---------------------------------------------------------------------------------------------------- */

/* What the method and the function that makes the matrix of a step say to each other. */
typedef struct {
    bool demanded; /* old values do not do any more */
    bool made;     /* in this step: the matrix is one of values at its end */
} RtRenewal;

/* A SUNNonlinearSolver for vectors like this one (N_Vector); renewal and sun, a SUNContext, must outlive it. */
void *rt_newton(void *vector, RtRenewal *renewal, void *sun);

/* ---- daeform.c --------------------------------------------------------------------------------------------------- */

/* Systems whose iteration variables are unknowns of the integrator, behind the states. */
typedef struct {
    uint8_t *kept;       /* by system; NULL: the form is not in use */
    uint32_t *first;     /* by kept system: first of its unknowns, counted behind the states */
    uint32_t nalgebraic; /* unknowns of kept systems */
    uint32_t *state;     /* by unknown of kept systems: number of the state it is the derivative of, or UINT32_MAX */
    double *moved;       /* ... nominal value of what it is the derivative of, or 0 */
    bool has_rates;      /* one of them is a derivative, and some equations bend: these two are there */
    double *r, *dr;      /* residuals of kept systems; their tangents */
    bool active;         /* kept systems are not solved but give their residuals */
    RtJacobian jacobian; /* of derivatives and residuals with respect to states and kept unknowns */
} RtForm;

/* false when there is no sparse Jacobian for it. */
bool rt_form_init(Runtime *rt);
/* A kept system became singular though its equations agree: so is the integrator's matrix.  Made again, the form leaves
 * it out. */
bool rt_form_outdated(const Runtime *rt);
void rt_form_drop(Runtime *rt); /* back to the causal form; no integrator may use it any more */
/* By size and structure the DAE form promises a faster run than the causal one. */
bool rt_form_pays(const Runtime *rt);
void rt_form_free(Runtime *rt);
bool rt_form_eval(Runtime *rt, CwFn f); /* rt_eval with the form active */
void rt_form_solve(Runtime *rt, int system);
void rt_form_solve_tangent(Runtime *rt, int system);
static inline bool rt_form_keeps(const RtForm *f, int system) { return f->kept && f->kept[system]; }

/* ---- the object -------------------------------------------------------------------------------------------------- */

typedef enum { RT_TENTATIVE, RT_ACCEPTED, RT_COLLECT } RtAsserts; /* what a failed assert does */

/* Dynamic state selection: how far away other picks are, and when to look again.  Forgotten at restarts. */
typedef struct {
    double part; /* of the way to another pick that is gone */
    int pause;   /* steps between looks */
    int wait;    /* steps until the next */
} RtPicks;

/* Why nothing is evaluated any more.  The first reason stands. */
typedef enum {
    RT_GOES_ON,
    RT_CRASHED,     /* an external function did, and might again */
    RT_ENDLESS,     /* a loop was left that goes on and on */
    RT_EXHAUSTED,   /* a function wanted more memory than there is */
    RT_TORN_BADLY,  /* a torn system cannot be solved well */
    RT_NEEDS_MODES, /* a singular system leaves something open that modes may determine ... */
    RT_NEEDS_RANK,  /* ... or the values of parameters */
} RtOver;

typedef struct {
    RtOver over;
    const char *what;       /* RT_CRASHED: the external function; RT_ENDLESS: why the loop was left */
    const char *how;        /* RT_CRASHED: how it crashed */
    size_t bytes;           /* RT_EXHAUSTED: that a function wanted */
    const RtSystem *system; /* RT_NEEDS_...: of equations */
    const RtSystem *torn;   /* RT_TORN_BADLY; beside other reasons: one that may be to blame all the same */
} RtVerdict;

/* What evaluating needs for itself: values, the stack of frames, memory, systems of equations with their matrices, and
 * what the last evaluation came to (runtime.c, services.c, system.c). */
typedef struct {
    CwEnv env;
    RtFrame *frame;
    Arena scratch; /* as long as one evaluation */
    ArenaMark scratch_start;
    bool scratch_used;
    size_t stack_room;    /* what functions of the model may use of the stack, below an evaluation's start */
    double deadline;      /* seconds of the clock at which loops without end are left */
    const char *external; /* external function that is running */
    RtFailure failure;
    RtAsserts asserts;
    bool assert_failed;      /* RT_COLLECT: one did; it is in failure */
    bool when_assert_failed; /* ... one inside a when, in any of the event iterations */
    RtLook look;             /* what the present evaluation is for */
    bool exact;              /* matrices for tangents are those of the very solution */
    bool trial;              /* evaluation for the integrator's corrector, which nobody else sees */
    bool brief;              /* nonlinear systems are given up when Newton's method finds nothing */
    bool damped;             /* since it was cleared, Newton needed damping or another start somewhere */
    uint64_t stamp;          /* number of the evaluation */
    uint64_t parameter_stamp;
    RtSystem *systems;
    RtSystem *suspect;               /* singular though its equations agree: looked at behind the evaluation */
    const RtSystem *singular_inside; /* without solution at a point that the system around it came to */
    const RtSystem *unsolved;        /* the last one for which no solution was found; linear ones at the start only */
    const RtSystem *probed;          /* not solved: its residual is asked for, at probed_at (suppose.c) */
    const double *probed_at;
    bool sensing;              /* code of tangents is at work (tangent.c) ... */
    double *sense_memo, *memo; /* ... what it remembers, and what the other code does meanwhile */
} RtEvaluator;

/* What ends a run so that the model is translated in another way. */
typedef struct {
    bool torn;                                 /* a torn linear system that cannot be solved well */
    bool starts;                               /* start values that were taken are not moved */
    bool rank;                                 /* a singular system */
    bool (*modal)(void *arg, uint32_t system); /* rt_guard_modes, or NULL */
    void *modal_arg;
} RtGuard;

/* Warnings that are given once. */
typedef struct {
    Map origins;             /* of asserts */
    VEC(const char *) texts; /* that functions said of themselves */
} RtSaid;

/* Initialisation (init.c). */
typedef struct {
    const char *way;                           /* that led to the last one */
    bool results_open;                         /* some results have no value at the start, which was said */
    void (*meanwhile)(void *arg, Runtime *rt); /* rt_meanwhile, or NULL */
    void *meanwhile_arg;
    /* by variable: what the initial system gave, and what events at the start made of it; NULL: not known */
    double *values, *settled;
} RtInit;

/* Unknowns of the integrator. */
typedef struct {
    uint32_t n;
    uint32_t nunknowns;         /* states, then unknowns of kept systems (RtForm) */
    MdVar *x;                   /* state variables, then those of kept systems */
    RtSource *dx;               /* where their derivatives are */
    bool x_in_line, dx_in_line; /* they stand behind each other in v: no table need be read to find them */
    double *scale;              /* sizes of x for errors: nominal values, or what rt_follow_sizes has seen */
    MdVar *own_x;               /* x and scale without unknowns of kept systems */
    double *own_scale;
    RtPicks picks;
    uint32_t *unsized;               /* states without nominal value, in groups of one unit */
    uint32_t *unsized_end, nunsized; /* where each group ends; groups */
    double *ever;                    /* by group: the largest absolute value seen in this run */
    uint32_t followed;               /* steps for which their sizes were followed since the last restart */
} RtStates;

typedef struct {
    Map alias;   /* MdVar -> var | sign bit 63 */
    Map by_name; /* hash of a name -> variable, once many were looked for */
    uint32_t lookups;
} RtNames;

typedef struct { /* variables that hold strings */
    MdVar *var;
    uint32_t n;
} RtTexts;

/* What comes from outside (input.c). */
typedef struct {
    unsigned char *given;  /* by variable */
    VEC(RtReinit) starts;  /* start values given by the user */
    VEC(RtReinit) changes; /* set while running: take effect at the next event, which is now */
    VEC(RtTable) tables;
} RtInput;

typedef struct {
    VEC(RtPre) pres;
    VEC(RtReinit) reinits; /* at the event under way */
} RtDiscrete;

/* Histories (delay.c). */
typedef struct {
    VEC(RtDelay) delays;
    VEC(RtSpatial) spatials;
    bool recording;      /* they store: evaluation at an accepted point ... */
    bool breaks;         /* ... behind an event: slopes may change there ... */
    double longest_step; /* ... and tell how far a step may go without losing sight of what they hold */
    double next_break;   /* ... and when something reaches its end that jumped or bent */
} RtHistory;

/* Modes (enter.c). */
typedef struct {
    bool (*leaves)(void *arg, Runtime *rt); /* RtModes, or NULL */
    void *leaves_arg;
    uint32_t nshared;    /* variables that all modes have, by the same numbers; 0: there are no modes */
    RtSource *shared;    /* where their values are */
    double *instant;     /* v where pre() was last renewed ... */
    bool instant_is_new; /* ... since this mode was entered */
    bool reinitialised;  /* states were, at the event under way */
    bool left;           /* the mode was left at the present time: another one must go on */
} RtMode;

/* The result (select.c). */
typedef struct {
    VEC(RtColumn) columns;
    VEC(ResSignal) signals; /* the same, as the writer sees them */
    ResWriter *sink;
    bool header_written, in_memory;
    double flush_at; /* when it is flushed next; 0: not known yet */
    char *path;
    double *gathered; /* values by column, for a result that all modes write; or NULL */
} RtRows;

typedef struct { /* of time */
    double start, stop;
    double reached; /* the run is done up to here */
    double tiny;    /* times closer than this are one instant */
} RtSpan;

typedef struct {
    bool terminated; /* terminate() was called */
    uint32_t origin;
    Text text;
} RtEnd;

struct Runtime {
    const MdModel *model;
    const CwModel *code;
    Context *ctx;
    RtExplain explain;
    RtHost host;
    Arena arena;    /* as long as the run */
    ArenaMark made; /* what rt_new has allocated lies before it */
    uint32_t nvars;
    uint32_t varying; /* the first one that is no parameter */

    RtEvaluator ev;
    const Runtime *of;       /* this is but an evaluator of that run (evaluator.c); else NULL */
    Runtime *aside;          /* an evaluator for derivatives, once they were asked for */
    const CwModel *tangents; /* rt_set_tangents, or NULL */
    RtVerdict verdict;
    RtGuard guard;
    RtSaid said;

    RtStates states;
    RtNames names;
    RtTexts texts;
    RtDiscrete discrete;
    VEC(RtObject) objects;
    RtInput input;
    RtHistory history;
    RtEvents events;
    RtMode modes;

    RtJacobian jacobian;
    RtForm form;
    RtDoubt doubt; /* whether tangents are what they are taken for */

    RtInit init;
    RtSpan span;
    bool initialised;
    bool savable;      /* rt_keep_past */
    struct RtRun *run; /* between rt_begin and rt_end */
    RtEnd end;
    RtRows result;
    RtBounds bounds;
    RtSizes sizes;
    RtStats stats;
};

/* Nothing is evaluated any more.  system: or NULL. */
static inline void rt_give_up(Runtime *rt, RtOver over, const RtSystem *system) {
    if (rt->verdict.over != RT_GOES_ON) return;
    rt->verdict = (RtVerdict){.over = over, .system = system};
}
/* ... because this system is torn. */
static inline void rt_blame_torn(Runtime *rt, const RtSystem *torn) {
    rt_give_up(rt, RT_TORN_BADLY, NULL);
    if (!rt->verdict.torn) rt->verdict.torn = torn;
}

bool rt_eval(Runtime *rt, CwFn f); /* false: failed, see failure; unknowns of systems are restored */
BASE_NORETURN void rt_unwind(Runtime *rt);
void rt_fail(Runtime *rt, RtFailKind kind, uint32_t origin, const char *fmt, ...) BASE_PRINTF(4, 5);
RtSource rt_resolve(const Runtime *rt, MdVar v);
static inline double rt_source_value(const double *v, RtSource s) {
    return s.sign > 0 ? v[s.var] : s.sign == -1 ? -v[s.var] : 1 - v[s.var];
}
double rt_operand(const Runtime *rt, MdOperand o, double otherwise);
void rt_keep_strings(Runtime *rt);
bool rt_select(Runtime *rt); /* dynamic state selection: true when other states were picked */

/* ---- services.c -------------------------------------------------------------------------------------------------- */

extern const CwCalls rt_calls;

/* ---- diagnose.c -------------------------------------------------------------------------------------------------- */

void rt_add_component(Runtime *rt, Diag *d, MdVar v);        /* says of which component v is a part */
void rt_add_instance(Runtime *rt, Diag *d, uint32_t origin); /* says in which instance it lies */
Span rt_origin_span(const Runtime *rt, uint32_t origin);
double *rt_zeros(size_t n); /* n numbers of value 0, to be freed with base_realloc */
/* Reports rt->ev.failure with the time and where it happened. */
Diag *rt_report_failure(Runtime *rt, const char *code, const char *doing, RtWhere where);
void rt_var_text(const Runtime *rt, MdVar v, Text *out);
/* Is there an equation that made a value that is no number? */
bool rt_has_culprit(const Runtime *rt);
/* Puts "the first value that is not finite" into failure. */
MdVar rt_shown_nonfinite(const Runtime *rt); /* a variable that the user knows and that is not finite, or 0 */
void rt_find_nonfinite(Runtime *rt, RtWhere where, uint32_t system);
void rt_describe_system(Runtime *rt, const RtSystem *s, const double *residual, const char *what);
/* A system without solution ended the run: where it was torn, as a whole it may be regular, or have one. */
void rt_blame_tearing(Runtime *rt);
enum { RT_FEW_UNKNOWNS = 30 }; /* of systems for which paths from many points are followed */
/* A torn system of many unknowns that Newton's method does not solve at the start: the model without tearing is tried
 * before what takes long. */
bool rt_left_to_whole(const Runtime *rt, const RtSystem *s);
void rt_describe_singular(Runtime *rt, RtSystem *s, int column);
/* Notes with the equations of a singular system that depend on each other. */
void rt_note_dependent(Runtime *rt, Diag *d, uint32_t system);

#endif
