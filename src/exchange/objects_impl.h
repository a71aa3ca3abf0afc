/* objects_impl.h - an FMU as an external object of equations: what objects.c and couple.c share. */
#ifndef CAUSEWAY_EXCHANGE_OBJECTS_IMPL_H
#define CAUSEWAY_EXCHANGE_OBJECTS_IMPL_H

#include "exchange/exchange_impl.h"
#include "model/abi.h"

#define XCH_NEVER 1e300

typedef enum { XCH_MADE, XCH_INITIALISING, XCH_RUNNING } XchPhase;

/* How outputs of a co-simulation follow inputs at a communication point. */
typedef enum {
    XCH_LATER,  /* not before the next one */
    XCH_AGAIN,  /* the step to it is taken again, from a saved state, with other inputs */
    XCH_AT_ONCE /* they are set in event mode (FMI 3.0) */
} XchFollow;

typedef struct {
    Context *ctx;
    XchFmu *fmu;
    XchPlan *plan;
    XchHost *host;
    XchUnit *unit;
    /* where it will live, when all that live there are known; what prepares it then */
    struct XchHome *home;
    double *values;
    VecStr words;
    XchPhase phase;
    bool wanted, ended; /* an event, the end of the simulation */
    double asked;       /* when the event was wanted */
    bool negative; /* the indicator of wanted events; each changes its sign, also where one follows another at once */
    bool discrete; /* it has inputs that change at events */
    bool differences; /* derivatives are taken by differences: it tells none */
    double tolerance; /* of its solver; NAN: its own */
    /* what the FMU was told last; by value */
    double time, *x;
    double *u;
    bool *told;
    /* the last event */
    int mode;
    bool answered;
    double at, *answer, *inputs, *left; /* left: states before it */
    double *indicators;                 /* as they were told last, of the FMU before an event */
    XchSchedule *schedule;              /* NULL: no clocks */
    double *counts;                     /* ticks of output clocks; by variable */
    Map texts;                          /* that are inputs: hashes of what the FMU has; by variable */
    double origin, points;              /* co-simulation: first communication point, and how many lie behind it */
    void *before;                       /* state of the FMU, where it can be saved */
    /* co-simulation: a step ahead of time, from the state behind inputs; what it gave, and where it ended */
    bool may_look, ahead;
    void *behind;
    double reached, *kept;
    XchEvent event;
    /* co-simulation: the step to this point is taken again when inputs settle */
    XchFollow follow;
    double began, *held; /* where it began, and the inputs there */
    double share;        /* part of it, at its end, in which inputs have their new values */
    int tries;           /* at this point */
    bool lagging;        /* that outputs are late was said */
    /* co-simulation with steps as long as connections allow: how far values may leave what others take them for,
     * relative to their size; 0: steps of one length */
    double coupling;
    bool *watched;                                /* by variable: others read it */
    bool smooth;                                  /* others follow straight lines */
    double *slopes, *old_slopes, *largest, *last; /* of values: since the last point, before it; so far; at it */
    bool sized;                                   /* how large values are is known */
    /* of inputs: at the last point; slopes since then, and before (NAN: none); as the FMU has them in a step */
    double *previous, *lines, *old_lines, *middle;
    bool mute;             /* it does not tell slopes of outputs though it says so */
    bool still;            /* it does not take slopes of inputs though it says so */
    double *rates;         /* slopes of values, as the FMU tells them; NAN: it does not */
    double longest;        /* step */
    double wish, shortest; /* next step, and where trying ends */
} XchObject;

/* Inputs that the FMU does not have yet, as lists for a message. */
typedef struct {
    VecU32 vars;
    VEC(double) values;
} XchNews;

/* ---- objects.c --------------------------------------------------------------------------------------------------- */

CwEnv *xch_env(void);                                      /* of the evaluation under way */
void xch_object_fail(const XchObject *o, const char *why); /* does not return: the evaluation is abandoned */
void xch_object_need(const XchObject *o, bool ok);
size_t xch_count_values(const XchModel *m, const VecU32 *vars);
/* Inputs of a group that changed; discrete: those that change at events too. */
void xch_collect_news(XchObject *o, const XchGroup *g, const double *u, bool discrete, XchNews *news);
void xch_drop_news(XchNews *n);
void xch_forget_inputs(XchObject *o); /* the FMU may have others */
/* Initialisation mode, with start values and inputs. */
bool xch_initialising(XchObject *o, const XchGroup *g, double t, const double *x, const double *u);
/* Ticks of output clocks, of which the FMU tells in an event, become their numbers. */
void xch_count_ticks(XchObject *o, double *got, bool ticked);
/* Behind initialisation: when clocks tick first; those that were asked to. */
bool xch_begin_clocks(XchObject *o, const XchGroup *g, double t, const double *u);
/* An event in which the clocks that are due tick; x: states behind it, NULL for co-simulation. */
bool xch_event_with_clocks(XchObject *o, double t, const XchPoint *at, double *x, XchEvent *e);

/* An instance of the FMU in a host, with its sizes; false after XCH0008 in its context. */
bool xch_settle_in(XchObject *o, XchHost *host);

/* ---- home.c ------------------------------------------------------------------------------------------------------ */

void *xch_home_new(int processes);
void xch_home_free(void *home);
void xch_home_take(struct XchHome *home, XchObject *o);  /* it will live there */
bool xch_home_enter(struct XchHome *home, XchObject *o); /* it does, from now on; false after XCH0008 */
void xch_home_leave(struct XchHome *home, XchObject *o);

/* ---- couple.c ---------------------------------------------------------------------------------------------------- */

XchFollow xch_follow(const XchObject *o); /* of an object that is made */
void xch_object_step(void *object, int mode, double t, double step, const double *u, double *y, int n);
/* How what xch_object_step gives moves with inputs. */
void xch_object_step_direction(void *object, int mode, double t, double step, const double *u, int nu, double dt,
                               double dstep, const double *du, double *y, int n);

#endif
