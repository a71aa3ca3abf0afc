/* modes.h - models whose structure changes while they run.
 *
 * Sections, in the order data flows:
 *   conditions.c   conditions that may govern which equations hold
 *   specialise.c   the equations of one mode; those that values jump by when it is entered
 *   mode.c         a mode translated and made ready to run, when it is first entered
 *   kept_modes.c  modes in the cache of translated models
 *   reinits.c      what when-equations reinitialise at the event that leads out of a mode
 *   change.c       from one mode to the next: continuity, impulses, cascades
 *   first.c        the mode that a run begins in
 *   mode_run.c     a run through modes, with one result
 *   attempt.c      runs with more and more conditions, until they are enough
 *   saved.c        such a run as bytes and back
 *   mode_report.c  what it was like, in words
 *   combine.c      the same as one model whose structure does not change
 *
 * A MODE is the values of those conditions that govern structure: a branch is taken where each of them stands, and the
 * equations that are left are translated as a model of their own, with states of their own.  All modes come from one
 * base, so that variables of the flat model, relations and samples have the same numbers in all of them.  A condition
 * is watched while its mode runs; where it changes, the run is left, values pass to the next mode, and it goes on
 * there.
 */
#ifndef CAUSEWAY_MODES_H
#define CAUSEWAY_MODES_H

#include "compile/compile.h"
#include "inspect/inspect.h"

/* ---- conditions.c ------------------------------------------------------------------------------------------------ */

typedef struct {
    DaeExpr expr;    /* Boolean, over DAE_VAR, in ModePlan.pool */
    uint32_t origin; /* of the first equation it stands in */
    bool chosen;     /* it governs structure: its value is part of the mode ... */
    uint32_t place;  /* ... here */
    DaeVar watch;    /* chosen: the hidden variable that holds its value */
} ModeCondition;

/* A variable whose impulses and jumps are results too. */
typedef struct {
    DaeVar x, impulse, jump; /* the last two: sums of what came at changes so far */
} ModeTrace;

/* An equation with branches that differ in structure. */
typedef struct {
    uint32_t equation; /* in base->dae->equations */
    DaeExpr root;      /* over DAE_VAR, in ModePlan.pool */
} ModeEquation;

typedef struct {
    Context *ctx;
    SymModel *base; /* the flat model with its events taken out */
    DaePool pool;
    VEC(ModeCondition) conditions;
    Map condition_ids; /* expression -> number */
    VEC(ModeEquation) equations;
    VEC(double) values; /* by variable of the base: of parameters; NAN: not known */
    VecU32 chosen;      /* conditions that make a mode, in order */
    DaeVar number;      /* the result variable that says which mode holds */
    VEC(ModeTrace) traces;
    uint32_t nshared; /* variables that all modes have */
} ModePlan;

/* How the description of the result variable that holds the mode begins. */
#define MODE_WORDS "number of the mode that holds"

/* What may govern structure in a flat model.  values: of parameters, by variable of the flat model; NULL: not known.
 * NULL after reporting errors. */
ModePlan *mode_plan(const Dae *flat, const double *values);
void mode_free_plan(ModePlan *p);
/* Conditions of equations of this origin govern structure from now on; true when some did not before.  Before
 * mode_fix. */
bool mode_choose(ModePlan *p, uint32_t origin);
/* No more are chosen: variables that watch them, and the mode's number, are made; impulse(x) and jump(x) of continuous
 * variables whose names the regular expression `traced` (or NULL) finds. */
void mode_fix(ModePlan *p, const char *traced);
Span mode_condition_span(const ModePlan *p, uint32_t condition); /* where it is declared or stands */
void mode_condition_text(const ModePlan *p, uint32_t condition, Text *out);
/* The condition, and whether it is negated; UINT32_MAX: it is none. */
uint32_t mode_find_condition(const ModePlan *p, DaeExpr e, bool *negated);
/* Is a Real made of parameters zero by their values? */
bool mode_is_zero(const ModePlan *p, DaeExpr e);
/* Does a system of equations of a model have branches? */
bool mode_has_branches(const SymModel *m, uint32_t system);
/* mode_choose for all equations of a system. */
bool mode_choose_system(ModePlan *p, const SymModel *m, uint32_t system);

/* ---- specialise.c ------------------------------------------------------------------------------------------------ */

/* The equations of a mode: bits says of each chosen condition whether it holds.  start: with what holds at the start
 * only; the run may begin in it. */
Dae *mode_dae(const ModePlan *p, const uint8_t *bits, uint32_t number, bool start);

/* Variables that an equation of a mode differentiates: they do not jump, unless something forces them. */
void mode_differential(const ModePlan *p, const Dae *d, VecU32 *out);

/* The equations of a mode over a short time `step` in which values may change by any amount: der(x) is
 * (x - old)/step.  olds: parameters that hold the values before, by the order of differential. */
typedef struct {
    Dae *dae;
    DaeVar step;
    VecU32 olds;
} ModeLeap;
ModeLeap mode_leap(const Dae *mode, const VecU32 *differential);

/* ---- mode.c ------------------------------------------------------------------------------------------------------ */

typedef struct {
    SymModel *sym;
    GenModel *gen;
    CompModel *comp;
    Runtime *rt;
    uint64_t key; /* in the cache; 0: it is not kept */
} ModeModel;

typedef struct {
    const ModePlan *plan;
    uint8_t *bits;   /* by chosen condition */
    uint32_t number; /* from 1, in the order in which they were translated */
    Dae *equations;  /* of the mode, flat */
    bool translated; /* or what came of it is known */
    bool ready;      /* model.rt can run; else its equations have no solution ... */
    const Diag *why; /* ... as this would have said; in `said` */
    Arena said;
    ModeModel model;
    VecU32 differential; /* variables that its equations differentiate */
    VecU32 bound;        /* those of them that are no states: where they jump, it is by an impulse */
    VecU32 absent;       /* derivatives that none of its equations has */
    bool leap_tried;
    ModeModel leap; /* made when it is needed first */
    ModeLeap how;
    double seconds;     /* that its translation took */
    uint64_t entered;   /* how often */
    double first, last; /* when: the first and the last time */
    bool start;         /* the run may begin in it, or was to */
    bool begun;         /* it was tried at the start */
    uint64_t tried;     /* ModeRun.stamp when it last was */
    bool resigned;      /* values that jump at the event under way do so without impulses that could be found */
} Mode;

enum { MODE_MOST_CHANGES = 10000 }; /* that are listed */

/* An event at which the mode changed. */
typedef struct {
    double time;
    uint32_t from, to;    /* numbers of modes; from 0: the start; equal: an impulse in a mode */
    const char *impulses; /* lines: what jumped, and by which impulses; or NULL */
    bool states;          /* states of the mode jumped */
} ModeChange;

typedef struct {
    Context *ctx;
    SymOptions sym;
    GenOptions gen;
    CompOptions comp;
    uint64_t cache;     /* hash of all that translations depend on but the equations; 0: modes are not kept on disk */
    const char *traced; /* names of variables whose impulses and jumps are results: a regular expression, or NULL */
    /* Makes a new Runtime as the user wants it: values of parameters, callbacks; false after reporting.  Curves of
     * inputs: only of those that the run may begin with, others take them from these. */
    bool (*prepare)(void *arg, Runtime *rt);
    void *arg;
} ModeHow;

/* What the cache has of the modes of a model. */
typedef struct {
    bool on;
    char path[1100];
    void *map; /* the file, or NULL */
    size_t map_size, n;
    Map places; /* key -> in the file */
} ModeKept;

typedef struct {
    ModePlan *plan;
    ModeHow how;
    ModeKept kept;
    VEC(Mode *) modes;
    Map by_bits; /* hash of bits -> number */
    Mode *now;   /* the one that holds */
    RtOptions options;
    uint64_t stamp; /* of the values that modes are tried with */
    bool detail;    /* impulses are to be reported */
    Text jumps;     /* of the change under way */
    bool moved;     /* states jump at it */
    VEC(ModeChange) changes;
    uint64_t nchanges, translations, hits, loaded; /* loaded: translations that came from the cache on disk */
    double seconds;                                /* of all translations */
    double *values;                                /* what the next mode begins with, by shared variable ... */
    double *before;                                /* ... as it was before values jumped ... */
    double *first;     /* ... and as it was before the first mode that was tried at this instant */
    double *beginning; /* values at the start */
    RtStats stats;
} ModeRun;

/* Translated on first use.  start: the run may begin in it. */
Mode *mode_get(ModeRun *r, const uint8_t *bits, bool start);
void mode_note(ModeRun *r, const uint8_t *bits);       /* takes the next number; translated when it is entered */
RtStatus mode_record(Mode *m, const RtRecord *record); /* what all modes share */
bool mode_make_leap(ModeRun *r, Mode *m);              /* false: its equations have no solution over a short time */
void mode_free_model(ModeModel *m);
void mode_free(Mode *m);
void mode_text(const ModePlan *p, const uint8_t *bits, size_t most, Text *out); /* names `most` conditions */

/* ---- kept_modes.c ------------------------------------------------------------------------------------------------ */

void mode_open_kept(ModeRun *r);
uint64_t mode_key(const ModeRun *r, const Dae *d);             /* 0: it is not kept */
bool mode_load_kept(ModeRun *r, uint64_t key, ModeModel *out); /* its blocks and C, if they are there */
void mode_keep(ModeRun *r);                                    /* the run has ended: what it has translated */
void mode_close_kept(ModeRun *r);

/* ---- reinits.c --------------------------------------------------------------------------------------------------- */

void mode_take_reinits(ModeRun *r, const Runtime *rt); /* into r->values */

/* ---- change.c ---------------------------------------------------------------------------------------------------- */

void mode_read_bits(const ModePlan *p, const Runtime *rt, uint8_t *bits);
/* The mode of r->now was left: another one holds afterwards.  Its status, after reporting when it is not RT_OK. */
RtStatus mode_change(ModeRun *r);

/* ---- first.c ----------------------------------------------------------------------------------------------------- */

/* Conditions as start values have them.  sure: those that hang on no variable that equations compute. */
void mode_first_guess(const ModePlan *p, double time, uint8_t *bits, uint8_t *sure);
Mode *mode_find_first(ModeRun *r); /* initialised; NULL after reporting */

/* ---- mode_run.c -------------------------------------------------------------------------------------------------- */

ModeRun *mode_run(ModePlan *plan, const ModeHow *how);
/* As rt_record, rt_initialise and rt_begin, then rt_advance and its like, then rt_end.  record: what is written, or
 * NULL.  r->now->model.rt is the Runtime that is at work; it changes on the way. */
RtStatus mode_initialise(ModeRun *r, const RtRecord *record, const RtOptions *options);
RtStatus mode_begin(ModeRun *r);
RtStatus mode_advance(ModeRun *r, double until);
RtStatus mode_next_event(ModeRun *r, double limit);
RtStatus mode_step(ModeRun *r, double until); /* one step of the integrator, at most to that time */
RtStatus mode_end(ModeRun *r);
/* Translates up to `most` modes: the one that start values ask for, then those next to it. */
void mode_survey(ModeRun *r, size_t most);
/* Has any of these another number of states?  They are not compiled for that. */
bool mode_states_differ(ModeRun *r, size_t most, size_t nstates);
const RtStats *mode_stats(ModeRun *r); /* of all modes together */
void mode_free_run(ModeRun *r);

/* ---- attempt.c --------------------------------------------------------------------------------------------------- */

/* What may govern structure in a model that was run as one: in those of its systems of equations that were singular, or
 * in all that have branches.  NULL: nothing. */
ModePlan *mode_plan_of(const Dae *flat, const SymModel *sym, const Runtime *rt, bool singular);

typedef struct {
    const Dae *flat;
    ModeHow how;
    ModePlan *plan; /* its own */
    ModeRun *run;
} ModeAttempt;
void mode_make(ModeAttempt *a); /* -> run */
/* The run failed: true when more conditions are needed, which are chosen in a new plan; run is gone then. */
bool mode_grow(ModeAttempt *a);
bool mode_can_grow(const ModeAttempt *a); /* would it? */
void mode_drop(ModeAttempt *a);           /* run and plan */

/* ---- saved.c ----------------------------------------------------------------------------------------------------- */

RtStatus mode_save(ModeRun *r, Text *out);      /* between mode_begin and mode_end */
bool mode_is_saved(const char *data, size_t n); /* bytes of mode_save, not of rt_save */
/* The plan that such bytes were made with, its conditions chosen; NULL when they are of another model. */
ModePlan *mode_saved_plan(const Dae *flat, const char *data, size_t n);
/* A new run with that plan goes on from there. */
RtStatus mode_restore(ModeRun *r, const char *data, size_t n, const RtRecord *record, const RtOptions *options);

/* ---- mode_report.c ----------------------------------------------------------------------------------------------- */

void mode_report_conditions(const ModePlan *p, bool chosen, Text *out); /* a line each; chosen: only those */
void mode_report_mode(const ModePlan *p, const Mode *m, Text *out);
void mode_report(const ModeRun *r, Text *out);

/* ---- combine.c --------------------------------------------------------------------------------------------------- */

/* The modes that were entered as one model, in Modelica or classic Dymola; false after reporting (MODE0005). */
bool mode_combine(const ModeRun *r, bool in_classic, Text *out);

#endif
