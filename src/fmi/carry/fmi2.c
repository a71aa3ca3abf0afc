/* fmi2.c - the functions of FMI 2.0 (model exchange and co-simulation). */

typedef void *fmi2Component, *fmi2FMUstate;
typedef unsigned int fmi2ValueReference;
typedef double fmi2Real;
typedef int fmi2Integer, fmi2Boolean;
typedef const char *fmi2String;
typedef char fmi2Byte;
typedef enum { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending } fmi2Status;
typedef enum { fmi2ModelExchange, fmi2CoSimulation } fmi2Type;
typedef enum { fmi2DoStepStatus, fmi2PendingStatus, fmi2LastSuccessfulTime, fmi2Terminated } fmi2StatusKind;
typedef struct {
    void (*logger)(void *, const char *, int, const char *, const char *, ...);
    void *(*allocateMemory)(size_t, size_t);
    void (*freeMemory)(void *);
    void (*stepFinished)(void *, fmi2Status);
    void *componentEnvironment;
} fmi2CallbackFunctions;
typedef struct {
    fmi2Boolean newDiscreteStatesNeeded, terminateSimulation, nominalsOfContinuousStatesChanged;
    fmi2Boolean valuesOfContinuousStatesChanged, nextEventTimeDefined;
    fmi2Real nextEventTime;
} fmi2EventInfo;

#define FM_SELF(c) FmInstance *m = (FmInstance *)(c)

/* What both.c needs to know of this version. */
#define FM_NAME(name) fmi2##name
#define FM_STATE_NAME(name) fmi2##name##FMUstate
#define FM_DERIVATIVES fmi2GetDerivatives
typedef fmi2Status FmStatus;
typedef fmi2Boolean FmBoolean;
typedef fmi2Byte FmByte;
#define FM_OK fmi2OK
#define FM_DISCARD fmi2Discard
#define FM_ERROR fmi2Error

static fmi2Status fm_refuse(FmInstance *m, const char *function) {
    char text[128];
    snprintf(text, sizeof text, "%s is not allowed now", function);
    fm_log(m, 2, text);
    return fmi2Error;
}

FM_EXPORT const char *fmi2GetTypesPlatform(void) { return "default"; }
FM_EXPORT const char *fmi2GetVersion(void) { return "2.0"; }

FM_EXPORT fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                                        const fmi2CallbackFunctions *functions, fmi2Boolean visible,
                                        fmi2Boolean logging) {
    FmInstance *m;
    const char *why = 0;
    (void)visible;
    if (!functions || !functions->logger || !name || !*name) return 0;
    if (!guid || strcmp(guid, fm_model.guid) != 0) {
        functions->logger(functions->componentEnvironment, name, fmi2Error, "logStatusError",
                          "this FMU has another GUID than its description");
        return 0;
    }
    m = fm_instance_new(name, resources, type == fmi2CoSimulation, &why);
    if (!m && why)
        functions->logger(functions->componentEnvironment, name, fmi2Error, "logStatusError",
                          "external functions cannot be used: %s", why);
    if (!m) return 0;
    m->logger2 = functions->logger;
    m->environment = functions->componentEnvironment;
    m->logging = logging;
    return m;
}

FM_EXPORT fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean on, size_t n, const fmi2String categories[]) {
    FM_SELF(c);
    (void)n;
    (void)categories;
    m->logging = on;
    return fmi2OK;
}

FM_EXPORT fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean tolerance_given, fmi2Real tolerance,
                                         fmi2Real start, fmi2Boolean stop_given, fmi2Real stop) {
    FM_SELF(c);
    if (m->phase != FM_INSTANTIATED) return fm_refuse(m, "fmi2SetupExperiment");
    m->start_time = start;
    m->run->v[0] = start;
    m->stop_time = stop_given ? stop : HUGE_VAL;
    if (m->stepper) m->stepper->p.stop = m->stop_time;
    if (tolerance_given && tolerance > 0 && m->stepper) m->stepper->p.tolerance = tolerance;
    return fmi2OK;
}

FM_EXPORT fmi2Status fmi2EnterInitializationMode(fmi2Component c) {
    FM_SELF(c);
    if (m->phase != FM_INSTANTIATED) return fm_refuse(m, "fmi2EnterInitializationMode");
    m->phase = FM_INITIALISING;
    m->begun = 0;
    return fmi2OK;
}

FM_EXPORT fmi2Status fmi2ExitInitializationMode(fmi2Component c) {
    FM_SELF(c);
    if (m->phase != FM_INITIALISING) return fm_refuse(m, "fmi2ExitInitializationMode");
    if (!fm_refresh(m)) return fmi2Error;
    m->phase = m->cosimulation ? FM_STEPPING : FM_EVENTS;
    return fmi2OK;
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

#define FM_GET(function, ctype, boolean)                                                                               \
    FM_EXPORT fmi2Status function(fmi2Component c, const fmi2ValueReference vr[], size_t n, ctype value[]) {           \
        FM_SELF(c);                                                                                                    \
        size_t i;                                                                                                      \
        double x;                                                                                                      \
        if (!fm_refresh(m)) return fmi2Error;                                                                          \
        for (i = 0; i < n; i++) {                                                                                      \
            if (!fm_known(vr[i])) return fm_refuse(m, #function " of an unknown value reference");                     \
            x = fm_source(m->run, fm_reference(vr[i], boolean));                                                       \
            if (sizeof(ctype) < 8 && (x > 2147483647.0 || x < -2147483648.0))                                          \
                return fm_refuse(m, #function " of a value that 32 bits do not hold");                                 \
            value[i] = (ctype)x;                                                                                       \
        }                                                                                                              \
        return fmi2OK;                                                                                                 \
    }
#define FM_SET(function, ctype, boolean)                                                                               \
    FM_EXPORT fmi2Status function(fmi2Component c, const fmi2ValueReference vr[], size_t n, const ctype value[]) {     \
        FM_SELF(c);                                                                                                    \
        size_t i;                                                                                                      \
        for (i = 0; i < n; i++) {                                                                                      \
            if (!fm_known(vr[i]) || !fm_settable(m, fm_variable(vr[i]))) return fm_refuse(m, #function);               \
            fm_set_number(m, fm_reference(vr[i], boolean), boolean ? value[i] != 0 : (double)value[i]);                \
        }                                                                                                              \
        return fmi2OK;                                                                                                 \
    }
FM_GET(fmi2GetReal, fmi2Real, 0)
FM_GET(fmi2GetInteger, fmi2Integer, 0)
FM_GET(fmi2GetBoolean, fmi2Boolean, 1)
FM_SET(fmi2SetReal, fmi2Real, 0)
FM_SET(fmi2SetInteger, fmi2Integer, 0)
FM_SET(fmi2SetBoolean, fmi2Boolean, 1)

FM_EXPORT fmi2Status fmi2GetString(fmi2Component c, const fmi2ValueReference vr[], size_t n, fmi2String value[]) {
    FM_SELF(c);
    size_t i;
    if (!fm_refresh(m)) return fmi2Error;
    for (i = 0; i < n; i++) {
        if (!fm_known(vr[i])) return fm_refuse(m, "fmi2GetString of an unknown value reference");
        value[i] = fm_told_text(m->run, fm_variable(vr[i]));
    }
    return fmi2OK;
}

FM_EXPORT fmi2Status fmi2SetString(fmi2Component c, const fmi2ValueReference vr[], size_t n, const fmi2String value[]) {
    FM_SELF(c);
    size_t i;
    for (i = 0; i < n; i++)
        if (!fm_known(vr[i]) || !fm_settable(m, fm_variable(vr[i])) || !fm_set_text(m, fm_variable(vr[i]), value[i]))
            return fm_refuse(m, "fmi2SetString");
    return fmi2OK;
}

/* ---- states ------------------------------------------------------------------------------------------------------ */

FM_EXPORT fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate state, size_t *n) {
    (void)c;
    *n = ((FmSaved *)state)->n;
    return fmi2OK;
}
FM_EXPORT fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte bytes[], size_t n, fmi2FMUstate *state) {
    (void)c;
    return fm_unpack(bytes, n, (FmSaved **)state) ? fmi2OK : fmi2Error;
}

/* ---- derivatives ------------------------------------------------------------------------------------------------- */

FM_EXPORT fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference unknown[], size_t nu,
                                                  const fmi2ValueReference known[], size_t nk, const fmi2Real seed[],
                                                  fmi2Real out[]) {
    size_t i;
    for (i = 0; i < nu; i++)
        if (!fm_known(unknown[i])) return fmi2Error;
    for (i = 0; i < nk; i++)
        if (!fm_known(known[i])) return fmi2Error;
    return fm_directional((FmInstance *)c, unknown, nu, known, nk, seed, out) ? fmi2OK : fmi2Error;
}

/* ---- model exchange ---------------------------------------------------------------------------------------------- */

FM_EXPORT fmi2Status fmi2EnterEventMode(fmi2Component c) {
    FM_SELF(c);
    if (m->phase != FM_CONTINUOUS && m->phase != FM_EVENTS) return fm_refuse(m, "fmi2EnterEventMode");
    if (!fm_refresh(m)) return fmi2Error;
    m->phase = FM_EVENTS;
    return fmi2OK;
}

FM_EXPORT fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo *info) {
    FM_SELF(c);
    int moved;
    if (m->phase != FM_EVENTS) return fm_refuse(m, "fmi2NewDiscreteStates");
    if (!fm_new_states(m, &moved)) return fmi2Error;
    info->newDiscreteStatesNeeded = 0;
    info->terminateSimulation = m->run->terminated;
    info->nominalsOfContinuousStatesChanged = 0;
    info->valuesOfContinuousStatesChanged = moved;
    info->nextEventTimeDefined = m->run->next_time_event < HUGE_VAL;
    info->nextEventTime = info->nextEventTimeDefined ? m->run->next_time_event : 0;
    return fmi2OK;
}

/* ---- co-simulation ----------------------------------------------------------------------------------------------- */

FM_EXPORT fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                                                 const fmi2Integer order[], const fmi2Real value[]) {
    FM_SELF(c);
    size_t i;
    for (i = 0; i < n; i++)
        if (!fm_known(vr[i]) || !fm_tell_motion(m, fm_reference(vr[i], 0), order[i], value[i]))
            return fm_refuse(m, "fmi2SetRealInputDerivatives");
    return fmi2OK;
}

FM_EXPORT fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                                                  const fmi2Integer order[], fmi2Real value[]) {
    FM_SELF(c);
    size_t i;
    int ok = m->phase == FM_STEPPING;
    FmSource *of = (FmSource *)fm_get(n, sizeof *of);
    for (i = 0; i < n && ok && of; i++) {
        ok = fm_known(vr[i]) && order[i] == 1;
        of[i] = fm_reference(vr[i], 0);
    }
    ok = ok && of && fm_rates(m, of, n, value);
    free(of);
    return ok ? fmi2OK : fm_refuse(m, "fmi2GetRealOutputDerivatives");
}

FM_EXPORT fmi2Status fmi2DoStep(fmi2Component c, fmi2Real now, fmi2Real step, fmi2Boolean no_rollback) {
    FM_SELF(c);
    double reached;
    int stopped;
    (void)no_rollback;
    if (m->phase != FM_STEPPING) return fm_refuse(m, "fmi2DoStep");
    if (!(step > 0)) return fm_refuse(m, "fmi2DoStep with a step that is not positive");
    if (!fm_step_from(m, now, step)) return fm_refuse(m, "fmi2DoStep from an earlier time");
    if (!fm_inputs_changed(m)) return fmi2Error;
    fm_begin_motions(m, step);
    if (!fm_advance(m->run, m->stepper, now + step, 0, 0, m, &reached, &stopped)) {
        fm_log_failure(m);
        return fmi2Error;
    }
    m->run->nmotions = 0;
    return m->run->terminated ? fmi2Discard : fmi2OK;
}

FM_EXPORT fmi2Status fmi2CancelStep(fmi2Component c) { return fm_refuse((FmInstance *)c, "fmi2CancelStep"); }

FM_EXPORT fmi2Status fmi2GetStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Status *value) {
    (void)kind;
    (void)value;
    (void)c;
    return fmi2Discard;
}
FM_EXPORT fmi2Status fmi2GetRealStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Real *value) {
    FM_SELF(c);
    if (kind != fmi2LastSuccessfulTime) return fmi2Discard;
    *value = m->run->v[0];
    return fmi2OK;
}
FM_EXPORT fmi2Status fmi2GetIntegerStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Integer *value) {
    (void)c;
    (void)kind;
    (void)value;
    return fmi2Discard;
}
FM_EXPORT fmi2Status fmi2GetBooleanStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Boolean *value) {
    FM_SELF(c);
    if (kind != fmi2Terminated) return fmi2Discard;
    *value = m->run->terminated;
    return fmi2OK;
}
FM_EXPORT fmi2Status fmi2GetStringStatus(fmi2Component c, const fmi2StatusKind kind, fmi2String *value) {
    (void)c;
    (void)kind;
    *value = "";
    return fmi2Discard;
}
