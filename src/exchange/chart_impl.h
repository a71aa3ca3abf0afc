/* chart_impl.h - a statechart as it was read: what the readers of its formats and its writer share. */
#ifndef CAUSEWAY_CHART_IMPL_H
#define CAUSEWAY_CHART_IMPL_H

#include "exchange/exchange_impl.h"

typedef enum { CHART_STATE, CHART_PARALLEL, CHART_FINAL, CHART_HISTORY } ChartKind;
typedef enum { CHART_INPUT, CHART_PARAMETER, CHART_OUTPUT, CHART_LOCAL } ChartRole;

typedef struct {
    ChartRole role;
    const char *type, *name, *value, *comment; /* value: an expression, or NULL */
    Span span;
} ChartVariable;

typedef struct {
    const char *to, *value; /* to := value; without a value: the event `to` is raised */
    Span span;
} ChartAction;

typedef VEC(ChartAction) ChartActions;

typedef struct {
    ChartKind kind;
    const char *name, *comment;
    int parent;          /* -1: the chart itself, which is state 0 */
    const char *initial; /* name of the child that is entered first; NULL: the first one */
    ChartActions entry, exit;
    Span span;
} ChartState;

typedef struct {
    int from;
    const char *event, *condition, *after, *target; /* each or NULL; without a target the state is not left */
    ChartActions actions;
    Span span;
} ChartTransition;

typedef struct {
    Context *ctx;
    Arena *arena;
    VEC(ChartVariable) variables;
    VEC(ChartState) states;
    VEC(ChartTransition) transitions;
} Chart;

/* ---- chart_read.c: the text of our own, and tables ---- */
bool xch_chart_text(Chart *c, SourceId source);
bool xch_chart_table(Chart *c, SourceId source, const char *name);
int xch_chart_find(const Chart *c, const char *name); /* a state by name; -1 */
int xch_chart_state(Chart *c, ChartKind kind, int parent, const char *name, Span span);
/* A name of the file as a name of Modelica. */
const char *xch_chart_name(Chart *c, const char *from, size_t n);

/* ---- chart_scxml.c ---- */
bool xch_chart_scxml(Chart *c, SourceId source);

/* ---- chart_write.c ---- */
bool xch_chart_write(Chart *c, Text *out);

#endif
