/* unit_impl.h - an FMU that is loaded: what binary.c, local.c, fmu_host.c and probe.c share. */
#ifndef CAUSEWAY_EXCHANGE_UNIT_IMPL_H
#define CAUSEWAY_EXCHANGE_UNIT_IMPL_H

#include "exchange/exchange_impl.h"

/* ---- binary.c ---------------------------------------------------------------------------------------------------- */

/* Functions that we call, with their names behind fmi2 and fmi3. */
#define XCH_FUNCTIONS(X)                                                                                               \
    X(instantiate, "Instantiate", NULL)                                                                                \
    X(instantiate_me, NULL, "InstantiateModelExchange")                                                                \
    X(instantiate_cs, NULL, "InstantiateCoSimulation")                                                                 \
    X(instantiate_se, NULL, "InstantiateScheduledExecution")                                                           \
    X(activate, NULL, "ActivateModelPartition")                                                                        \
    X(get_interval, NULL, "GetIntervalDecimal")                                                                        \
    X(get_shift, NULL, "GetShiftDecimal")                                                                              \
    X(get_binary, NULL, "GetBinary")                                                                                   \
    X(free_instance, "FreeInstance", "FreeInstance")                                                                   \
    X(version, "GetVersion", "GetVersion")                                                                             \
    X(setup, "SetupExperiment", NULL)                                                                                  \
    X(enter_initialisation, "EnterInitializationMode", "EnterInitializationMode")                                      \
    X(exit_initialisation, "ExitInitializationMode", "ExitInitializationMode")                                         \
    X(terminate, "Terminate", "Terminate")                                                                             \
    X(reset, "Reset", "Reset")                                                                                         \
    X(get_real, "GetReal", "GetFloat64")                                                                               \
    X(set_real, "SetReal", "SetFloat64")                                                                               \
    X(get_float32, NULL, "GetFloat32")                                                                                 \
    X(set_float32, NULL, "SetFloat32")                                                                                 \
    X(get_int8, NULL, "GetInt8")                                                                                       \
    X(set_int8, NULL, "SetInt8")                                                                                       \
    X(get_uint8, NULL, "GetUInt8")                                                                                     \
    X(set_uint8, NULL, "SetUInt8")                                                                                     \
    X(get_int16, NULL, "GetInt16")                                                                                     \
    X(set_int16, NULL, "SetInt16")                                                                                     \
    X(get_uint16, NULL, "GetUInt16")                                                                                   \
    X(set_uint16, NULL, "SetUInt16")                                                                                   \
    X(get_int32, "GetInteger", "GetInt32")                                                                             \
    X(set_int32, "SetInteger", "SetInt32")                                                                             \
    X(get_uint32, NULL, "GetUInt32")                                                                                   \
    X(set_uint32, NULL, "SetUInt32")                                                                                   \
    X(get_int64, NULL, "GetInt64")                                                                                     \
    X(set_int64, NULL, "SetInt64")                                                                                     \
    X(get_uint64, NULL, "GetUInt64")                                                                                   \
    X(set_uint64, NULL, "SetUInt64")                                                                                   \
    X(get_boolean, "GetBoolean", "GetBoolean")                                                                         \
    X(set_boolean, "SetBoolean", "SetBoolean")                                                                         \
    X(get_string, "GetString", "GetString")                                                                            \
    X(set_string, "SetString", "SetString")                                                                            \
    X(set_binary, NULL, "SetBinary")                                                                                   \
    X(set_clock, NULL, "SetClock")                                                                                     \
    X(get_clock, NULL, "GetClock")                                                                                     \
    X(enter_event_mode, "EnterEventMode", "EnterEventMode")                                                            \
    X(new_discrete_states, "NewDiscreteStates", NULL)                                                                  \
    X(update_discrete_states, NULL, "UpdateDiscreteStates")                                                            \
    X(enter_continuous_time, "EnterContinuousTimeMode", "EnterContinuousTimeMode")                                     \
    X(completed_step, "CompletedIntegratorStep", "CompletedIntegratorStep")                                            \
    X(set_time, "SetTime", "SetTime")                                                                                  \
    X(set_states, "SetContinuousStates", "SetContinuousStates")                                                        \
    X(get_states, "GetContinuousStates", "GetContinuousStates")                                                        \
    X(get_derivatives, "GetDerivatives", "GetContinuousStateDerivatives")                                              \
    X(get_indicators, "GetEventIndicators", "GetEventIndicators")                                                      \
    X(get_nominals, "GetNominalsOfContinuousStates", "GetNominalsOfContinuousStates")                                  \
    X(count_states, NULL, "GetNumberOfContinuousStates")                                                               \
    X(count_indicators, NULL, "GetNumberOfEventIndicators")                                                            \
    X(directional, "GetDirectionalDerivative", "GetDirectionalDerivative")                                             \
    X(adjoint, NULL, "GetAdjointDerivative")                                                                           \
    X(enter_step_mode, NULL, "EnterStepMode")                                                                          \
    X(enter_configuration, NULL, "EnterConfigurationMode")                                                             \
    X(exit_configuration, NULL, "ExitConfigurationMode")                                                               \
    X(do_step, "DoStep", "DoStep")                                                                                     \
    X(set_motion, "SetRealInputDerivatives", NULL)                                                                     \
    X(get_rates, "GetRealOutputDerivatives", "GetOutputDerivatives")                                                   \
    X(boolean_status, "GetBooleanStatus", NULL)                                                                        \
    X(real_status, "GetRealStatus", NULL)                                                                              \
    X(get_state, "GetFMUstate", "GetFMUState")                                                                         \
    X(set_state, "SetFMUstate", "SetFMUState")                                                                         \
    X(free_state, "FreeFMUstate", "FreeFMUState")                                                                      \
    X(state_size, "SerializedFMUstateSize", "SerializedFMUStateSize")                                                  \
    X(serialise, "SerializeFMUstate", "SerializeFMUState")                                                             \
    X(deserialise, "DeSerializeFMUstate", "DeserializeFMUState")

typedef enum {
#define XCH_ENUM(name, two, three) XCH_FN_##name,
    XCH_FUNCTIONS(XCH_ENUM)
#undef XCH_ENUM
        XCH_FN_COUNT
} XchFn;

typedef struct {
    void *handle;
    void *fn[XCH_FN_COUNT]; /* NULL: not there */
} XchBinary;

/* The shared object of a kind for this machine; NULL where the FMU has none, *where: where it should be. */
const char *xch_binary_path(Arena *arena, const XchFmu *f, int kind, const char **where);
/* Loads it; false with the reason. */
bool xch_load(const XchModel *m, const char *path, XchBinary *b, char *why, size_t room);
/* Names of functions that the standard demands and the object does not have, with blanks between. */
void xch_missing(const XchModel *m, int kinds, const XchBinary *b, Text *out);
const char *xch_fn_name(const XchModel *m, XchFn f); /* "DoStep" */

/* ---- local.c: an instance in this process ------------------------------------------------------------------------ */

typedef struct XchLocal XchLocal;

/* What one call asks, and what comes back.  Between processes it lies in memory that both see at one address. */
typedef enum {
    XCH_OP_INSTANTIATE,
    XCH_OP_FREE,
    XCH_OP_ENTER_INIT, /* time, stop (NAN), tolerance (NAN) */
    XCH_OP_EXIT_INIT,
    XCH_OP_SET,       /* set */
    XCH_OP_SET_TEXT,  /* set[0], text */
    XCH_OP_LATER,     /* set[0], text: when the FMU next may take it */
    XCH_OP_GET,       /* get */
    XCH_OP_GET_TEXT,  /* get[0] -> text */
    XCH_OP_EVALUATE,  /* ME: time, x, set -> dx, z, get: those that are not NULL */
    XCH_OP_EVENT,     /* ME: time, x, set; event mode, iteration, back -> event, x, get */
    XCH_OP_ACCEPT,    /* ME: a step was accepted -> event.needed, event.terminate */
    XCH_OP_STEP,      /* CS: set; from time by step -> event, reached; get */
    XCH_OP_CS_EVENT,  /* CS 3.0: set in event mode -> event, get; back to step mode */
    XCH_OP_MOTION,    /* CS 2.0: set_values are the slopes of the inputs set, in the step that comes */
    XCH_OP_RATES,     /* CS: get, first derivatives of outputs behind a step */
    XCH_OP_ACTIVATE,  /* SE: the partition of the clock set[0], at time */
    XCH_OP_INTERVAL,  /* of the clock get[0] -> step; NAN: as it was, or not known */
    XCH_OP_SHIFT,     /* ... and when it ticks first */
    XCH_OP_CONFIGURE, /* set: structural parameters */
    XCH_OP_NOMINALS,  /* -> x */
    XCH_OP_SAVE,      /* -> state */
    XCH_OP_RESTORE,
    XCH_OP_DROP,
    XCH_OP_DIRECTIONAL, /* get: unknowns, set: knowns, set_values: seed -> got */
    XCH_OP_SYMBOLS,     /* kind of fmu: which functions are missing -> text */
    XCH_OP_CYCLE,       /* kind of fmu: instances made and freed -> step: bytes lost by each */
    XCH_OP_WRONG,       /* kind of fmu, nset: a call that must not be done -> reached: status that came back */
    XCH_OP_SERIALISE,   /* state -> the same by way of bytes */
    XCH_OP_TERMINATE,
    XCH_OP_RESET,
    XCH_OP_END /* of the process */
} XchOp;

typedef struct {
    XchOp op;
    XchLocal *unit; /* of the process that executes */
    const XchFmu *fmu;
    int kind;
    bool logging;
    const char *name;
    double time, stop, tolerance, step, reached;
    uint32_t nset, nget; /* variables; values stand one behind the other */
    const uint32_t *set, *get;
    const double *set_values;
    double *got, *x, *dx, *z;
    uint32_t nclocks; /* EVENT, CS_EVENT: whose intervals are asked for */
    const uint32_t *clocks;
    double *intervals;
    bool set_states; /* EVALUATE, EVENT: x is given */
    const char *text;
    size_t room; /* of text that comes back */
    void *state;
    XchEvent event;
    XchStatus status;
    char function[64]; /* that failed, or is being called */
    char log[1024];    /* what the FMU said last */
} XchMessage;

void xch_execute(XchMessage *m);
/* Runs a message in a host that is no instance's. */
XchStatus xch_ask(XchHost *h, XchMessage *m);
const char *xch_host_end(const XchHost *h); /* how its process ended, or "" */

/* A saved state written to bytes and read back. */
bool xch_serialise(XchUnit *u, void **state);

/* Calls that an FMU must refuse without harm. */
typedef enum {
    XCH_WRONG_TOKEN,
    XCH_WRONG_REFERENCE,
    XCH_WRONG_EXIT,  /* initialisation left that was not entered */
    XCH_WRONG_STEP,  /* a step, or derivatives, before initialisation */
    XCH_WRONG_TWICE, /* initialisation entered twice */
    XCH_WRONG_FREE,  /* an instance freed that is none: to be ignored */
    XCH_WRONG_COUNT
} XchWrong;

#endif
