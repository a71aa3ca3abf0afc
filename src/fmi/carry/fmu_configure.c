/* fmu_configure.c - structural parameters: several translations of one model in one FMU, one for each configuration.
 *
 * Every translation is a file of its own, with all functions of the standard under other names.  The instance that the
 * importer sees holds one of theirs; leaving configuration mode with other sizes puts one of another translation in its
 * place, which takes over what both have.  The exporter writes FM_NVARIANTS and FM_NSIZES in front, fm_sizes and
 * fm_variants behind.
 */

#define FM_FUNCTIONS(X)                                                                                                \
    X(SetDebugLogging, (fmi3Instance c, fmi3Boolean on, size_t n, const fmi3String k[]), (FM_IN(c), on, n, k))         \
    X(EnterInitializationMode,                                                                                         \
      (fmi3Instance c, fmi3Boolean g, fmi3Float64 t, fmi3Float64 a, fmi3Boolean s, fmi3Float64 e),                     \
      (FM_IN(c), g, t, a, s, e))                                                                                       \
    X(ExitInitializationMode, (fmi3Instance c), (FM_IN(c)))                                                            \
    X(EnterEventMode, (fmi3Instance c), (FM_IN(c)))                                                                    \
    X(Terminate, (fmi3Instance c), (FM_IN(c)))                                                                         \
    FM_NUMBERS(X, Float32, float)                                                                                      \
    FM_NUMBERS(X, Float64, double)                                                                                     \
    FM_NUMBERS(X, Int8, signed char)                                                                                   \
    FM_NUMBERS(X, UInt8, unsigned char)                                                                                \
    FM_NUMBERS(X, Int16, short)                                                                                        \
    FM_NUMBERS(X, UInt16, unsigned short)                                                                              \
    FM_NUMBERS(X, Int32, int)                                                                                          \
    FM_NUMBERS(X, UInt32, unsigned int)                                                                                \
    FM_NUMBERS(X, Int64, long long)                                                                                    \
    FM_NUMBERS(X, Boolean, _Bool)                                                                                      \
    FM_NUMBERS(X, String, fmi3String)                                                                                  \
    X(GetBinary, (fmi3Instance c, const fmi3ValueReference vr[], size_t n, size_t s[], fmi3Binary v[], size_t k),      \
      (FM_IN(c), vr, n, s, v, k))                                                                                      \
    X(SetBinary,                                                                                                       \
      (fmi3Instance c, const fmi3ValueReference vr[], size_t n, const size_t s[], const fmi3Binary v[], size_t k),     \
      (FM_IN(c), vr, n, s, v, k))                                                                                      \
    X(GetClock, (fmi3Instance c, const fmi3ValueReference vr[], size_t n, fmi3Clock v[]), (FM_IN(c), vr, n, v))        \
    X(SetClock, (fmi3Instance c, const fmi3ValueReference vr[], size_t n, const fmi3Clock v[]), (FM_IN(c), vr, n, v))  \
    X(GetNumberOfVariableDependencies, (fmi3Instance c, fmi3ValueReference vr, size_t * n), (FM_IN(c), vr, n))         \
    X(GetVariableDependencies,                                                                                         \
      (fmi3Instance c, fmi3ValueReference vr, size_t a[], fmi3ValueReference b[], size_t d[], int k[], size_t n),      \
      (FM_IN(c), vr, a, b, d, k, n))                                                                                   \
    X(GetDirectionalDerivative,                                                                                        \
      (fmi3Instance c, const fmi3ValueReference u[], size_t nu, const fmi3ValueReference k[], size_t nk,               \
       const double s[], size_t ns, double o[], size_t no),                                                            \
      (FM_IN(c), u, nu, k, nk, s, ns, o, no))                                                                          \
    X(GetAdjointDerivative,                                                                                            \
      (fmi3Instance c, const fmi3ValueReference u[], size_t nu, const fmi3ValueReference k[], size_t nk,               \
       const double s[], size_t ns, double o[], size_t no),                                                            \
      (FM_IN(c), u, nu, k, nk, s, ns, o, no))                                                                          \
    X(GetIntervalDecimal, (fmi3Instance c, const fmi3ValueReference vr[], size_t n, double x[], int q[]),              \
      (FM_IN(c), vr, n, x, q))                                                                                         \
    X(GetIntervalFraction,                                                                                             \
      (fmi3Instance c, const fmi3ValueReference vr[], size_t n, fmi3UInt64 a[], fmi3UInt64 b[], int q[]),              \
      (FM_IN(c), vr, n, a, b, q))                                                                                      \
    X(GetShiftDecimal, (fmi3Instance c, const fmi3ValueReference vr[], size_t n, double x[]), (FM_IN(c), vr, n, x))    \
    X(GetShiftFraction, (fmi3Instance c, const fmi3ValueReference vr[], size_t n, fmi3UInt64 a[], fmi3UInt64 b[]),     \
      (FM_IN(c), vr, n, a, b))                                                                                         \
    X(SetIntervalDecimal, (fmi3Instance c, const fmi3ValueReference vr[], size_t n, const double x[]),                 \
      (FM_IN(c), vr, n, x))                                                                                            \
    X(SetIntervalFraction,                                                                                             \
      (fmi3Instance c, const fmi3ValueReference vr[], size_t n, const fmi3UInt64 a[], const fmi3UInt64 b[]),           \
      (FM_IN(c), vr, n, a, b))                                                                                         \
    X(SetShiftDecimal, (fmi3Instance c, const fmi3ValueReference vr[], size_t n, const double x[]),                    \
      (FM_IN(c), vr, n, x))                                                                                            \
    X(SetShiftFraction,                                                                                                \
      (fmi3Instance c, const fmi3ValueReference vr[], size_t n, const fmi3UInt64 a[], const fmi3UInt64 b[]),           \
      (FM_IN(c), vr, n, a, b))                                                                                         \
    X(EvaluateDiscreteStates, (fmi3Instance c), (FM_IN(c)))                                                            \
    X(UpdateDiscreteStates,                                                                                            \
      (fmi3Instance c, fmi3Boolean * a, fmi3Boolean * b, fmi3Boolean * d, fmi3Boolean * e, fmi3Boolean * f,            \
       double *t),                                                                                                     \
      (FM_IN(c), a, b, d, e, f, t))                                                                                    \
    X(EnterContinuousTimeMode, (fmi3Instance c), (FM_IN(c)))                                                           \
    X(CompletedIntegratorStep, (fmi3Instance c, fmi3Boolean n, fmi3Boolean * e, fmi3Boolean * t), (FM_IN(c), n, e, t)) \
    X(SetTime, (fmi3Instance c, double t), (FM_IN(c), t))                                                              \
    X(SetContinuousStates, (fmi3Instance c, const double x[], size_t n), (FM_IN(c), x, n))                             \
    X(GetContinuousStateDerivatives, (fmi3Instance c, double x[], size_t n), (FM_IN(c), x, n))                         \
    X(GetEventIndicators, (fmi3Instance c, double x[], size_t n), (FM_IN(c), x, n))                                    \
    X(GetContinuousStates, (fmi3Instance c, double x[], size_t n), (FM_IN(c), x, n))                                   \
    X(GetNominalsOfContinuousStates, (fmi3Instance c, double x[], size_t n), (FM_IN(c), x, n))                         \
    X(GetNumberOfEventIndicators, (fmi3Instance c, size_t * n), (FM_IN(c), n))                                         \
    X(GetNumberOfContinuousStates, (fmi3Instance c, size_t * n), (FM_IN(c), n))                                        \
    X(EnterStepMode, (fmi3Instance c), (FM_IN(c)))                                                                     \
    X(GetOutputDerivatives,                                                                                            \
      (fmi3Instance c, const fmi3ValueReference vr[], size_t n, const int o[], double v[], size_t k),                  \
      (FM_IN(c), vr, n, o, v, k))                                                                                      \
    X(DoStep,                                                                                                          \
      (fmi3Instance c, double t, double h, fmi3Boolean n, fmi3Boolean *a, fmi3Boolean *b, fmi3Boolean *d, double *r),  \
      (FM_IN(c), t, h, n, a, b, d, r))                                                                                 \
    X(ActivateModelPartition, (fmi3Instance c, fmi3ValueReference k, double t), (FM_IN(c), k, t))

#define FM_NUMBERS(X, type, ctype)                                                                                     \
    X(Get##type, (fmi3Instance c, const fmi3ValueReference vr[], size_t n, ctype v[], size_t k),                       \
      (FM_IN(c), vr, n, v, k))                                                                                         \
    X(Set##type, (fmi3Instance c, const fmi3ValueReference vr[], size_t n, const ctype v[], size_t k),                 \
      (FM_IN(c), vr, n, v, k))

/* Functions that are passed on otherwise. */
#define FM_OTHERS(X)                                                                                                   \
    X(Reset, (fmi3Instance c), )                                                                                       \
    X(GetFMUState, (fmi3Instance c, fmi3FMUState * s), )                                                               \
    X(SetFMUState, (fmi3Instance c, fmi3FMUState s), )                                                                 \
    X(FreeFMUState, (fmi3Instance c, fmi3FMUState * s), )                                                              \
    X(SerializedFMUStateSize, (fmi3Instance c, fmi3FMUState s, size_t * n), )                                          \
    X(SerializeFMUState, (fmi3Instance c, fmi3FMUState s, fmi3Byte b[], size_t n), )                                   \
    X(DeserializeFMUState, (fmi3Instance c, const fmi3Byte b[], size_t n, fmi3FMUState *s), )

#define X(name, parameters, arguments) fmi3Status(*name) parameters;
typedef struct {
    FM_FUNCTIONS(X)
    FM_OTHERS(X)
    fmi3Instance (*exchange)(fmi3String, fmi3String, fmi3String, fmi3Boolean, fmi3Boolean, fmi3Environment, fmi3Log);
    fmi3Instance (*cosimulation)(fmi3String, fmi3String, fmi3String, fmi3Boolean, fmi3Boolean, fmi3Boolean, fmi3Boolean,
                                 const fmi3ValueReference[], size_t, fmi3Environment, fmi3Log, fmi3Intermediate);
    void (*release)(fmi3Instance);
    int (*take_over)(void *, const void *, const FmShapes *);
    const FmShapes *shapes;
} FmFunctions;
#undef X

extern const FmFunctions *const fm_variants[];             /* the first one is that of the description */
extern const fmi3UInt64 fm_sizes[FM_NVARIANTS][FM_NSIZES]; /* values of the structural parameters in each */

typedef struct {
    const FmFunctions *of;
    fmi3Instance inner;
    int variant, configuring, exchange;
    fmi3UInt64 sizes[FM_NSIZES];
    char *name, *token, *resources;
    fmi3Boolean logging, event_mode, early_return;
    fmi3Environment environment;
    fmi3Log log;
    fmi3Intermediate intermediate;
} FmOuter;

typedef struct {
    int variant;
    void *inner;
} FmOuterState;

#define FM_OUTER(c) FmOuter *o = (FmOuter *)(c)
#define FM_IN(c) (((FmOuter *)(c))->inner)

static fmi3Status fm_complain(FmOuter *o, const char *text) {
    if (o->log) o->log(o->environment, fmi3Error, "logStatusError", text);
    return fmi3Error;
}

static fmi3Instance fm_inner(const FmOuter *o, int variant) {
    const FmFunctions *f = fm_variants[variant];
    if (o->exchange) return f->exchange(o->name, o->token, o->resources, 0, o->logging, o->environment, o->log);
    return f->cosimulation(o->name, o->token, o->resources, 0, o->logging, o->event_mode, o->early_return, 0, 0,
                           o->environment, o->log, o->intermediate);
}

static void fm_put_inner(FmOuter *o, int variant, fmi3Instance inner) {
    if (o->inner) o->of->release(o->inner);
    o->inner = inner;
    o->variant = variant;
    o->of = fm_variants[variant];
    memcpy(o->sizes, fm_sizes[variant], sizeof o->sizes);
}

static char *fm_keep_text(const char *text) {
    size_t n = text ? strlen(text) + 1 : 0;
    char *copy = n ? (char *)malloc(n) : 0;
    if (copy) memcpy(copy, text, n);
    return copy;
}

FM_EXPORT void fmi3FreeInstance(fmi3Instance c) {
    FM_OUTER(c);
    if (!o) return;
    if (o->inner) o->of->release(o->inner);
    free(o->name), free(o->token), free(o->resources), free(o);
}

static fmi3Instance fm_outer(const FmOuter *asked) {
    FmOuter *o = (FmOuter *)calloc(1, sizeof *o);
    fmi3Instance inner;
    if (!o) return 0;
    *o = *asked;
    o->name = fm_keep_text(asked->name);
    o->token = fm_keep_text(asked->token);
    o->resources = fm_keep_text(asked->resources);
    inner = fm_inner(o, 0);
    if (inner) {
        fm_put_inner(o, 0, inner);
        return o;
    }
    fmi3FreeInstance(o);
    return 0;
}

FM_EXPORT const char *fmi3GetVersion(void) { return "3.0"; }

FM_EXPORT fmi3Instance fmi3InstantiateModelExchange(fmi3String name, fmi3String token, fmi3String resources,
                                                    fmi3Boolean visible, fmi3Boolean logging,
                                                    fmi3Environment environment, fmi3Log log) {
    FmOuter o = {0};
    (void)visible;
    o.name = (char *)name, o.token = (char *)token, o.resources = (char *)resources;
    o.logging = logging, o.environment = environment, o.log = log;
    o.exchange = 1;
    return fm_outer(&o);
}

FM_EXPORT fmi3Instance fmi3InstantiateCoSimulation(fmi3String name, fmi3String token, fmi3String resources,
                                                   fmi3Boolean visible, fmi3Boolean logging, fmi3Boolean event_mode,
                                                   fmi3Boolean early_return, const fmi3ValueReference required[],
                                                   size_t nrequired, fmi3Environment environment, fmi3Log log,
                                                   fmi3Intermediate intermediate) {
    FmOuter o = {0};
    (void)visible, (void)required, (void)nrequired;
    o.name = (char *)name, o.token = (char *)token, o.resources = (char *)resources;
    o.logging = logging, o.environment = environment, o.log = log;
    o.event_mode = event_mode, o.early_return = early_return, o.intermediate = intermediate;
    return fm_outer(&o);
}

FM_EXPORT fmi3Instance fmi3InstantiateScheduledExecution(fmi3String name, fmi3String token, fmi3String resources,
                                                         fmi3Boolean visible, fmi3Boolean logging,
                                                         fmi3Environment environment, fmi3Log log,
                                                         void (*clock)(fmi3Environment), void (*lock)(void),
                                                         void (*unlock)(void)) {
    (void)name, (void)token, (void)resources, (void)visible, (void)logging, (void)clock, (void)lock, (void)unlock;
    if (log) log(environment, fmi3Error, "logStatusError", "scheduled execution is not offered by this FMU");
    return 0;
}

FM_EXPORT fmi3Status fmi3Reset(fmi3Instance c) {
    FM_OUTER(c);
    fmi3Instance first;
    o->configuring = 0;
    if (o->variant == 0) return o->of->Reset(o->inner);
    first = fm_inner(o, 0);
    if (!first) return fmi3Error;
    fm_put_inner(o, 0, first);
    return fmi3OK;
}

/* ---- configuration ----------------------------------------------------------------------------------------------- */

FM_EXPORT fmi3Status fmi3EnterConfigurationMode(fmi3Instance c) {
    FM_OUTER(c);
    if (o->configuring) return fm_complain(o, "this instance is in configuration mode already");
    o->configuring = 1;
    return fmi3OK;
}

FM_EXPORT fmi3Status fmi3ExitConfigurationMode(fmi3Instance c) {
    FM_OUTER(c);
    int k, i;
    fmi3Instance next;
    if (!o->configuring) return fm_complain(o, "this instance is not in configuration mode");
    for (k = 0; k < FM_NVARIANTS; k++) {
        for (i = 0; i < FM_NSIZES && fm_sizes[k][i] == o->sizes[i];) i++;
        if (i == FM_NSIZES) break;
    }
    if (k == FM_NVARIANTS) return fm_complain(o, "this FMU was not made for these values of the structural parameters");
    if (k != o->variant) {
        next = fm_inner(o, k);
        if (!next) return fmi3Error;
        if (!fm_variants[k]->take_over(next, o->inner, o->of->shapes)) {
            fm_variants[k]->release(next);
            return fmi3Error;
        }
        fm_put_inner(o, k, next);
    }
    o->configuring = 0;
    return fmi3OK;
}

FM_EXPORT fmi3Status fmi3GetUInt64(fmi3Instance c, const fmi3ValueReference vr[], size_t n, fmi3UInt64 values[],
                                   size_t nvalues) {
    FM_OUTER(c);
    size_t i;
    for (i = 0; n == nvalues && i < n; i++) {
        if (vr[i] - FM_FIRST_SIZE >= FM_NSIZES) break;
        values[i] = o->sizes[vr[i] - FM_FIRST_SIZE];
    }
    return i == n && n == nvalues ? fmi3OK
                                  : fm_complain(o, "fmi3GetUInt64: structural parameters only are of this type");
}

FM_EXPORT fmi3Status fmi3SetUInt64(fmi3Instance c, const fmi3ValueReference vr[], size_t n, const fmi3UInt64 values[],
                                   size_t nvalues) {
    FM_OUTER(c);
    size_t i;
    if (!o->configuring) return fm_complain(o, "structural parameters are set in configuration mode");
    for (i = 0; n == nvalues && i < n; i++) {
        if (vr[i] - FM_FIRST_SIZE >= FM_NSIZES) break;
        o->sizes[vr[i] - FM_FIRST_SIZE] = values[i];
    }
    return i == n && n == nvalues ? fmi3OK
                                  : fm_complain(o, "fmi3SetUInt64: structural parameters only are of this type");
}

/* ---- states: with the configuration that they belong to ---------------------------------------------------------- */

FM_EXPORT fmi3Status fmi3FreeFMUState(fmi3Instance c, fmi3FMUState *state) {
    FmOuterState *s = (FmOuterState *)(state ? *state : 0);
    if (!s) return fmi3OK;
    if (s->inner) fm_variants[s->variant]->FreeFMUState(FM_IN(c), &s->inner);
    free(s);
    *state = 0;
    return fmi3OK;
}

FM_EXPORT fmi3Status fmi3GetFMUState(fmi3Instance c, fmi3FMUState *state) {
    FM_OUTER(c);
    FmOuterState *s = (FmOuterState *)*state;
    if (s && s->variant != o->variant) {
        fmi3FreeFMUState(c, state);
        s = 0;
    }
    if (!s) *state = s = (FmOuterState *)calloc(1, sizeof *s);
    if (!s) return fmi3Error;
    s->variant = o->variant;
    return o->of->GetFMUState(o->inner, &s->inner);
}

FM_EXPORT fmi3Status fmi3SetFMUState(fmi3Instance c, fmi3FMUState state) {
    FM_OUTER(c);
    FmOuterState *s = (FmOuterState *)state;
    if (!s) return fmi3Error;
    if (s->variant != o->variant) {
        fmi3Instance other = fm_inner(o, s->variant);
        if (!other) return fmi3Error;
        fm_put_inner(o, s->variant, other);
    }
    o->configuring = 0;
    return o->of->SetFMUState(o->inner, s->inner);
}

FM_EXPORT fmi3Status fmi3SerializedFMUStateSize(fmi3Instance c, fmi3FMUState state, size_t *n) {
    FmOuterState *s = (FmOuterState *)state;
    fmi3Status status = fm_variants[s->variant]->SerializedFMUStateSize(FM_IN(c), s->inner, n);
    *n += sizeof s->variant;
    return status;
}

FM_EXPORT fmi3Status fmi3SerializeFMUState(fmi3Instance c, fmi3FMUState state, fmi3Byte bytes[], size_t n) {
    FmOuterState *s = (FmOuterState *)state;
    if (n < sizeof s->variant) return fmi3Error;
    memcpy(bytes, &s->variant, sizeof s->variant);
    return fm_variants[s->variant]->SerializeFMUState(FM_IN(c), s->inner, bytes + sizeof s->variant,
                                                      n - sizeof s->variant);
}

FM_EXPORT fmi3Status fmi3DeserializeFMUState(fmi3Instance c, const fmi3Byte bytes[], size_t n, fmi3FMUState *state) {
    FmOuterState *s = (FmOuterState *)calloc(1, sizeof *s);
    if (!s || n < sizeof s->variant) {
        free(s);
        return fmi3Error;
    }
    memcpy(&s->variant, bytes, sizeof s->variant);
    *state = s;
    if (s->variant < 0 || s->variant >= FM_NVARIANTS) s->variant = 0, n = sizeof s->variant;
    return fm_variants[s->variant]->DeserializeFMUState(FM_IN(c), bytes + sizeof s->variant, n - sizeof s->variant,
                                                        &s->inner);
}

#define X(name, parameters, arguments)                                                                                 \
    FM_EXPORT fmi3Status fmi3##name parameters { return ((FmOuter *)c)->of->name arguments; }
FM_FUNCTIONS(X)
#undef X
