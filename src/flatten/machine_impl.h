/* machine_impl.h - state machines on their way to equations: what machine.c and machine_modes.c share. */
#ifndef CAUSEWAY_MACHINE_IMPL_H
#define CAUSEWAY_MACHINE_IMPL_H

#include "flatten/flatten_impl.h"

#define NONE UINT32_MAX

typedef struct {
    DaeName name; /* of its instance */
    uint32_t up;  /* union-find while machines are formed */
    uint32_t machine;
    uint32_t number; /* in its machine, from 1: the initial state */
    DaeVar active, reset;
    bool initial, leaves; /* marked initial; has a transition to elsewhere */
    Span span;            /* where it was first named */
    VecU32 equations;     /* of the Dae, to be guarded */
    VecU32 outputs;       /* outer variables that it may determine */
} State;

typedef struct {
    uint32_t from, to; /* states */
    DaeVar condition;
    bool immediate, reset, synchronize;
    int64_t priority;
    Span span;
} Transition;

typedef struct {
    uint32_t parent; /* state that it is a part of, or NONE */
    DaeName place;   /* instance that holds its states */
    VecU32 states;   /* the initial one first */
    VEC(Transition) transitions;
    DaeVar state, next, last_next, fired, first_reset;
    DaeVar ticks, ticks_before, since, since_before, now; /* 0: not asked for */
} Machine;

typedef struct {
    DaeVar var;
    uint32_t state;
    DaeVar copy; /* its value in that state */
    Span span;
} Merge;

struct FlatMachines {
    VEC(State) states;
    VEC(Machine) machines;
    Map state_of; /* DaeName -> state */
    Map kept_of;  /* variable -> hidden one with its value at the tick before */
    Map input_of; /* variable -> 1: an input of a state, determined outside */
    VEC(Merge) merges;
    uint32_t condition_of; /* machine whose transition condition is being flattened, or NONE */
    bool immediate;        /* ... of an immediate transition */
    bool prepared;
};

/* Which variable of the state an equation determines, by maximum matching. */
typedef struct {
    Flat *f;
    uint32_t state;
    bool own;           /* variables of the state itself only; else outer outputs too */
    VecU32 start, vars; /* candidates of equation i: vars.at[start.at[i]] ... */
    VecU32 chosen;      /* per equation: variable, or 0 */
    Map taken;          /* variable -> equation */
} Matching;

uint32_t flat_state_of_var(const Flat *f, DaeVar v); /* the innermost state it belongs to, or NONE */
const char *flat_state_text(Flat *f, uint32_t s);    /* its path, for messages */
DaeExpr flat_state_inside_final(Flat *f, uint32_t state, bool before);
void flat_match_start(Matching *m);                      /* lists candidates */
bool flat_match_augment(Matching *m, uint32_t equation); /* a variable for one more equation */
void flat_match_free(Matching *m);
void flat_sort_transitions(Machine *k); /* the highest priority last */

/* ---- machine_modes.c --------------------------------------------------------------------------------------------- */

/* No clock is there, and states have derivatives: transitions take place at events. */
bool flat_machine_is_continuous(const Flat *f);
void flat_machine_modes(Flat *f);

#endif
