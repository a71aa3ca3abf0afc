/* fmi3.c - the functions of FMI 3.0.  All 75 exist; those that this FMU does not offer say so and return fmi3Error.
 *
 * Value references beyond twice the number of variables are copies of those below (one variable told under two names);
 * those from FM_FIRST_ARRAY on are arrays, by rows, those from FM_INDICATORS on event indicators.
 */

#define FM_SELF(c) FmInstance *m = (FmInstance *)(c)

/* What both.c needs to know of this version. */
#define FM_NAME(name) fmi3##name
#define FM_STATE_NAME(name) fmi3##name##FMUState
#define FM_DERIVATIVES fmi3GetContinuousStateDerivatives
typedef fmi3Status FmStatus;
typedef fmi3Boolean FmBoolean;
typedef fmi3Byte FmByte;
#define FM_OK fmi3OK
#define FM_DISCARD fmi3Discard
#define FM_ERROR fmi3Error

static fmi3Status fm_refuse(FmInstance *m, const char *function) {
    char text[160];
    snprintf(text, sizeof text, "%s is not allowed now, or not offered by this FMU", function);
    fm_log(m, 2, text);
    return fmi3Error;
}

FM_EXPORT const char *fmi3GetVersion(void) { return "3.0"; }

static FmInstance *fm_make(fmi3String name, fmi3String token, fmi3String resources, int cosimulation,
                           fmi3Boolean logging, fmi3Environment environment, fmi3Log log) {
    FmInstance *m;
    const char *why = 0;
    if (!name || !*name) return 0;
    if (!token || strcmp(token, fm_model.guid) != 0) {
        if (log)
            log(environment, fmi3Error, "logStatusError",
                "this FMU has another instantiation token than its description");
        return 0;
    }
    m = fm_instance_new(name, resources, cosimulation, &why);
    if (!m && why && log) log(environment, fmi3Error, "logStatusError", why);
    if (!m) return 0;
    m->logger3 = log;
    m->environment = environment;
    m->logging = logging;
    return m;
}

FM_EXPORT fmi3Instance fmi3InstantiateModelExchange(fmi3String name, fmi3String token, fmi3String resources,
                                                    fmi3Boolean visible, fmi3Boolean logging,
                                                    fmi3Environment environment, fmi3Log log) {
    (void)visible;
    return fm_make(name, token, resources, 0, logging, environment, log);
}

FM_EXPORT fmi3Instance fmi3InstantiateCoSimulation(fmi3String name, fmi3String token, fmi3String resources,
                                                   fmi3Boolean visible, fmi3Boolean logging, fmi3Boolean event_mode,
                                                   fmi3Boolean early_return, const fmi3ValueReference required[],
                                                   size_t nrequired, fmi3Environment environment, fmi3Log log,
                                                   fmi3Intermediate intermediate) {
    FmInstance *m = fm_make(name, token, resources, 1, logging, environment, log);
    (void)visible;
    (void)required;
    (void)nrequired;
    if (!m) return 0;
    m->event_mode = event_mode;
    m->early_return = early_return;
    m->intermediate3 = intermediate;
    return m;
}

FM_EXPORT fmi3Instance fmi3InstantiateScheduledExecution(fmi3String name, fmi3String token, fmi3String resources,
                                                         fmi3Boolean visible, fmi3Boolean logging,
                                                         fmi3Environment environment, fmi3Log log,
                                                         void (*clock)(fmi3Environment), void (*lock)(void),
                                                         void (*unlock)(void)) {
#ifdef FM_SCHEDULED
    FmInstance *m = fm_make(name, token, resources, 1, logging, environment, log);
    (void)visible;
    if (!m) return 0;
    m->scheduled = 1;
    m->clock_update = clock;
    m->lock = lock;
    m->unlock = unlock;
    return m;
#else
    (void)name, (void)token, (void)resources, (void)visible, (void)logging, (void)clock, (void)lock, (void)unlock;
    if (log) log(environment, fmi3Error, "logStatusError", "scheduled execution is not offered by this FMU");
    return 0;
#endif
}

FM_EXPORT fmi3Status fmi3SetDebugLogging(fmi3Instance c, fmi3Boolean on, size_t n, const fmi3String categories[]) {
    FM_SELF(c);
    (void)n, (void)categories;
    m->logging = on;
    return fmi3OK;
}

FM_EXPORT fmi3Status fmi3EnterInitializationMode(fmi3Instance c, fmi3Boolean tolerance_given, fmi3Float64 tolerance,
                                                 fmi3Float64 start, fmi3Boolean stop_given, fmi3Float64 stop) {
    FM_SELF(c);
    if (m->phase != FM_INSTANTIATED) return fm_refuse(m, "fmi3EnterInitializationMode");
    m->start_time = start;
    m->run->v[0] = start;
    m->stop_time = stop_given ? stop : HUGE_VAL;
    if (m->stepper) m->stepper->p.stop = m->stop_time;
    if (tolerance_given && tolerance > 0 && m->stepper) m->stepper->p.tolerance = tolerance;
    m->phase = FM_INITIALISING;
    m->begun = 0;
    return fmi3OK;
}

FM_EXPORT fmi3Status fmi3ExitInitializationMode(fmi3Instance c) {
    FM_SELF(c);
    if (m->phase != FM_INITIALISING) return fm_refuse(m, "fmi3ExitInitializationMode");
    if (!fm_refresh(m)) return fmi3Error;
    m->phase = m->cosimulation && !m->event_mode ? FM_STEPPING : FM_EVENTS;
    return fmi3OK;
}

FM_EXPORT fmi3Status fmi3EnterEventMode(fmi3Instance c) {
    FM_SELF(c);
    if (m->phase != FM_CONTINUOUS && m->phase != FM_EVENTS && m->phase != FM_STEPPING)
        return fm_refuse(m, "fmi3EnterEventMode");
    if (!fm_refresh(m)) return fmi3Error;
    m->phase = FM_EVENTS;
    return fmi3OK;
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

#define FM_UNKNOWN ((size_t)1 << 40)

/* How many numbers a value reference stands for; FM_UNKNOWN: there is none like it. */
static size_t fm_count(fmi3ValueReference vr) {
    unsigned narrays = FM_NARRAYS, told = FM_TOLD_INDICATORS; /* variables: compilers warn of comparisons with 0 */
    if (vr >= FM_INDICATORS) return vr - FM_INDICATORS < told ? 1 : FM_UNKNOWN;
    if (vr < FM_FIRST_ARRAY) return fm_known(vr) ? 1 : FM_UNKNOWN;
    vr -= FM_FIRST_ARRAY;
    return vr < narrays ? (size_t)(fm_arrays[vr + 1] - fm_arrays[vr]) : FM_UNKNOWN;
}

/* The i-th of them, where it is a variable. */
static FmSource fm_element(fmi3ValueReference vr, size_t i, int boolean) {
    if (vr >= FM_FIRST_ARRAY) return fm_elements[(size_t)fm_arrays[vr - FM_FIRST_ARRAY] + i];
    return fm_reference(vr, boolean);
}

/* The i-th event indicator, counted without relations of time. */
static int fm_read_indicator(FmInstance *m, unsigned number, double *value) {
    int i;
    *value = 1;
    if (number >= (unsigned)fm_model.nindicators) return 1;
    if (!fm_crossings(m->run)) return 0;
    for (i = 0; i < fm_model.nrelations; i++)
        if (fm_model.relations[i].kind != FM_REL_TIME && number-- == 0) break;
    *value = fm_indicator(m->run, i);
    return 1;
}

static int fm_read(FmInstance *m, fmi3ValueReference vr, size_t i, int boolean, double *value) {
    if (vr >= FM_INDICATORS) return fm_read_indicator(m, vr - FM_INDICATORS, value);
    *value = fm_source(m->run, fm_element(vr, i, boolean));
    return 1;
}

/* Sets the i-th number of a value reference; 0: that is not allowed now. */
static int fm_write(FmInstance *m, fmi3ValueReference vr, size_t i, int boolean, double value) {
    FmSource s;
    if (vr >= FM_INDICATORS) return 0;
    s = fm_element(vr, i, boolean);
    if (!fm_settable(m, s.var)) return 0;
    fm_set_number(m, s, value);
    return 1;
}

/* via: 64-bit numbers without sign need routines that the compiler inside causeway does not have. */
#define FM_TYPE(name, ctype, via, boolean)                                                                             \
    FM_EXPORT fmi3Status fmi3Get##name(fmi3Instance c, const fmi3ValueReference vr[], size_t n, ctype values[],        \
                                       size_t nvalues) {                                                               \
        FM_SELF(c);                                                                                                    \
        size_t i, k, at = 0;                                                                                           \
        double x;                                                                                                      \
        if (!fm_refresh(m)) return fmi3Error;                                                                          \
        for (i = 0; i < n; i++) {                                                                                      \
            size_t count = fm_count(vr[i]);                                                                            \
            if (at + count > nvalues) break;                                                                           \
            for (k = 0; k < count; k++) {                                                                              \
                if (!fm_read(m, vr[i], k, boolean, &x)) return fmi3Error;                                              \
                values[at] = (ctype)(via)(boolean ? x != 0 : x);                                                       \
                if (!boolean && (via)1.5 == 1 && (double)(via)values[at] != x)                                         \
                    return fm_refuse(m, "fmi3Get" #name " of a value that it does not hold");                          \
                at++;                                                                                                  \
            }                                                                                                          \
        }                                                                                                              \
        return i == n && at == nvalues ? fmi3OK : fm_refuse(m, "fmi3Get" #name " of these value references");          \
    }                                                                                                                  \
    FM_EXPORT fmi3Status fmi3Set##name(fmi3Instance c, const fmi3ValueReference vr[], size_t n, const ctype values[],  \
                                       size_t nvalues) {                                                               \
        FM_SELF(c);                                                                                                    \
        size_t i, k, at = 0;                                                                                           \
        for (i = 0; i < n; i++) {                                                                                      \
            size_t count = fm_count(vr[i]);                                                                            \
            if (at + count > nvalues) break;                                                                           \
            for (k = 0; k < count && fm_write(m, vr[i], k, boolean, (double)(via)values[at]); k++) at++;               \
            if (k < count) break;                                                                                      \
        }                                                                                                              \
        return i == n && at == nvalues ? fmi3OK : fm_refuse(m, "fmi3Set" #name);                                       \
    }
FM_TYPE(Float64, double, double, 0)
FM_TYPE(Float32, float, double, 0)
FM_TYPE(Int8, signed char, long long, 0)
FM_TYPE(UInt8, unsigned char, long long, 0)
FM_TYPE(Int16, short, long long, 0)
FM_TYPE(UInt16, unsigned short, long long, 0)
FM_TYPE(Int32, int, long long, 0)
FM_TYPE(UInt32, unsigned int, long long, 0)
FM_TYPE(Int64, long long, long long, 0)
FM_TYPE(UInt64, unsigned long long, long long, 0)
FM_TYPE(Boolean, _Bool, int, 1)

FM_EXPORT fmi3Status fmi3GetString(fmi3Instance c, const fmi3ValueReference vr[], size_t n, fmi3String values[],
                                   size_t nvalues) {
    FM_SELF(c);
    size_t i, k, at = 0;
    if (!fm_refresh(m)) return fmi3Error;
    for (i = 0; i < n; i++) {
        size_t count = vr[i] < FM_INDICATORS ? fm_count(vr[i]) : FM_UNKNOWN;
        if (at + count > nvalues) break;
        for (k = 0; k < count; k++) values[at++] = fm_told_text(m->run, fm_element(vr[i], k, 0).var);
    }
    return i == n && at == nvalues ? fmi3OK : fm_refuse(m, "fmi3GetString of these value references");
}

FM_EXPORT fmi3Status fmi3SetString(fmi3Instance c, const fmi3ValueReference vr[], size_t n, const fmi3String values[],
                                   size_t nvalues) {
    FM_SELF(c);
    size_t i, k, at = 0;
    for (i = 0; i < n; i++) {
        size_t count = vr[i] < FM_INDICATORS ? fm_count(vr[i]) : FM_UNKNOWN;
        if (at + count > nvalues) break;
        for (k = 0; k < count; k++, at++) {
            int var = fm_element(vr[i], k, 0).var;
            if (!fm_settable(m, var) || !fm_set_text(m, var, values[at])) break;
        }
        if (k < count) break;
    }
    return i == n && at == nvalues ? fmi3OK : fm_refuse(m, "fmi3SetString");
}

FM_EXPORT fmi3Status fmi3GetBinary(fmi3Instance c, const fmi3ValueReference vr[], size_t n, size_t sizes[],
                                   fmi3Binary values[], size_t nvalues) {
    (void)vr, (void)sizes, (void)values, (void)nvalues;
    return n ? fm_refuse((FmInstance *)c, "fmi3GetBinary") : fmi3OK;
}
FM_EXPORT fmi3Status fmi3SetBinary(fmi3Instance c, const fmi3ValueReference vr[], size_t n, const size_t sizes[],
                                   const fmi3Binary values[], size_t nvalues) {
    (void)vr, (void)sizes, (void)values, (void)nvalues;
    return n ? fm_refuse((FmInstance *)c, "fmi3SetBinary") : fmi3OK;
}
/* The clock that a value reference names, or -1. */
static int fm_clock_at(fmi3ValueReference vr) {
    int i, var = vr < FM_INDICATORS && fm_count(vr) == 1 ? fm_element(vr, 0, 0).var : -1;
    for (i = 0; i < fm_model.nclocks; i++)
        if (fm_model.clocks[i].var == var) return i;
    return -1;
}

FM_EXPORT fmi3Status fmi3GetClock(fmi3Instance c, const fmi3ValueReference vr[], size_t n, fmi3Clock values[]) {
    FM_SELF(c);
    size_t i;
    for (i = 0; i < n; i++) {
        int k = fm_clock_at(vr[i]);
        if (k < 0) return fm_refuse(m, "fmi3GetClock of what is no clock");
        values[i] = m->run->ticked[k] || (fm_model.clocks[k].told && m->run->v[fm_model.clocks[k].var] != 0);
        if (m->scheduled) m->run->ticked[k] = 0;
    }
    return fmi3OK;
}

FM_EXPORT fmi3Status fmi3SetClock(fmi3Instance c, const fmi3ValueReference vr[], size_t n, const fmi3Clock values[]) {
    FM_SELF(c);
    size_t i;
    for (i = 0; i < n; i++) {
        int k = fm_clock_at(vr[i]);
        if (k < 0 || !fm_model.clocks[k].told || m->phase != FM_EVENTS) return fm_refuse(m, "fmi3SetClock");
        m->run->v[fm_model.clocks[k].var] = values[i];
    }
    return fmi3OK;
}

/* ---- structure, states, derivatives ------------------------------------------------------------------------------ */

#ifdef FM_ELEMENTS

/* The next row of an unknown behind `from`, before and behind initialisation; 0: there is none. */
static const unsigned *fm_element_row(const FmInstance *m, fmi3ValueReference vr, size_t *from) {
    size_t n = sizeof fm_element_rows / sizeof *fm_element_rows - 1;
    unsigned initial = m->phase == FM_INSTANTIATED || m->phase == FM_INITIALISING || m->phase == FM_CONFIGURING ? 8 : 0;
    while (*from < n) {
        const unsigned *row = fm_element_rows[(*from)++];
        if (row[0] == vr && (row[4] & 8) == initial) return row;
    }
    return 0;
}

FM_EXPORT fmi3Status fmi3GetNumberOfVariableDependencies(fmi3Instance c, fmi3ValueReference vr, size_t *n) {
    FM_SELF(c);
    size_t at = 0;
    for (*n = 0; fm_element_row(m, vr, &at);) ++*n;
    return fmi3OK;
}
FM_EXPORT fmi3Status fmi3GetVariableDependencies(fmi3Instance c, fmi3ValueReference vr, size_t elements[],
                                                 fmi3ValueReference independents[], size_t of[], int kinds[],
                                                 size_t n) {
    FM_SELF(c);
    size_t at = 0, i;
    for (i = 0; i < n; i++) {
        const unsigned *row = fm_element_row(m, vr, &at);
        if (!row) return fm_refuse(m, "fmi3GetVariableDependencies: there are not so many");
        elements[i] = row[1];
        independents[i] = row[2];
        of[i] = row[3];
        kinds[i] = (int)(row[4] & 7);
    }
    return fmi3OK;
}

#else

FM_EXPORT fmi3Status fmi3GetNumberOfVariableDependencies(fmi3Instance c, fmi3ValueReference vr, size_t *n) {
    (void)vr;
    *n = 0;
    return fm_refuse((FmInstance *)c, "fmi3GetNumberOfVariableDependencies");
}
FM_EXPORT fmi3Status fmi3GetVariableDependencies(fmi3Instance c, fmi3ValueReference vr, size_t elements[],
                                                 fmi3ValueReference independents[], size_t of[], int kinds[],
                                                 size_t n) {
    (void)vr, (void)elements, (void)independents, (void)of, (void)kinds, (void)n;
    return fm_refuse((FmInstance *)c, "fmi3GetVariableDependencies");
}

#endif

FM_EXPORT fmi3Status fmi3SerializedFMUStateSize(fmi3Instance c, fmi3FMUState state, size_t *n) {
    (void)c;
    *n = ((FmSaved *)state)->n;
    return fmi3OK;
}
FM_EXPORT fmi3Status fmi3DeserializeFMUState(fmi3Instance c, const fmi3Byte bytes[], size_t n, fmi3FMUState *state) {
    (void)c;
    return fm_unpack(bytes, n, (FmSaved **)state) ? fmi3OK : fmi3Error;
}

/* Value references of 2.0 for all numbers of these; the caller frees them.  *total: how many. */
static unsigned *fm_plain(const fmi3ValueReference vr[], size_t n, size_t *total) {
    size_t i, k, at = 0;
    unsigned *plain;
    for (*total = 0, i = 0; i < n; i++)
        if (fm_count(vr[i]) != FM_UNKNOWN) *total += fm_count(vr[i]);
    plain = (unsigned *)fm_get(*total, sizeof *plain);
    for (i = 0; plain && i < n; i++)
        for (k = 0; vr[i] < FM_INDICATORS && fm_count(vr[i]) != FM_UNKNOWN && k < fm_count(vr[i]); k++) {
            FmSource s = fm_element(vr[i], k, 0);
            plain[at++] = 2u * (unsigned)s.var + (s.sign < 0);
        }
    *total = at;
    return plain;
}

/* Seeds and results of derivatives: one row (adjoint) or one column (directional) of what the derivatives of all
 * unknowns with respect to each known give; an adjoint costs as many evaluations as there are knowns. */
static fmi3Status fm_derivative(FmInstance *m, int adjoint, const fmi3ValueReference unknowns[], size_t nu,
                                const fmi3ValueReference knowns[], size_t nk, const fmi3Float64 seed[], size_t nseed,
                                fmi3Float64 out[], size_t nout) {
    size_t i, k, rows, columns;
    unsigned *u = fm_plain(unknowns, nu, &rows), *x = fm_plain(knowns, nk, &columns);
    double *column = (double *)fm_get(rows, sizeof *column), unit = 1;
    int ok = u && x && column && nseed == (adjoint ? rows : columns) && nout == (adjoint ? columns : rows);
    if (!ok) fm_refuse(m, "a derivative with these sizes");
    else if (!adjoint) ok = fm_directional(m, u, rows, x, columns, seed, out);
    for (k = 0; adjoint && ok && k < columns; k++) {
        ok = fm_directional(m, u, rows, &x[k], 1, &unit, column);
        for (out[k] = 0, i = 0; i < rows; i++) out[k] += seed[i] * column[i];
    }
    free(u), free(x), free(column);
    return ok ? fmi3OK : fmi3Error;
}

FM_EXPORT fmi3Status fmi3GetDirectionalDerivative(fmi3Instance c, const fmi3ValueReference unknowns[], size_t nu,
                                                  const fmi3ValueReference knowns[], size_t nk,
                                                  const fmi3Float64 seed[], size_t nseed, fmi3Float64 out[],
                                                  size_t nout) {
    return fm_derivative((FmInstance *)c, 0, unknowns, nu, knowns, nk, seed, nseed, out, nout);
}

FM_EXPORT fmi3Status fmi3GetAdjointDerivative(fmi3Instance c, const fmi3ValueReference unknowns[], size_t nu,
                                              const fmi3ValueReference knowns[], size_t nk, const fmi3Float64 seed[],
                                              size_t nseed, fmi3Float64 out[], size_t nout) {
    return fm_derivative((FmInstance *)c, 1, unknowns, nu, knowns, nk, seed, nseed, out, nout);
}

FM_EXPORT fmi3Status fmi3EnterConfigurationMode(fmi3Instance c) {
    return fm_refuse((FmInstance *)c, "fmi3EnterConfigurationMode");
}
FM_EXPORT fmi3Status fmi3ExitConfigurationMode(fmi3Instance c) {
    return fm_refuse((FmInstance *)c, "fmi3ExitConfigurationMode");
}

/* ---- clocks ------------------------------------------------------------------------------------------------------ */

enum { FM_NOT_YET_KNOWN, FM_UNCHANGED, FM_CHANGED };

/* Of a clock that the model wants to tick the qualifier, once; of a periodic one that there is an interval. */
static int fm_qualifier(FmInstance *m, const FmClock *k) {
    unsigned char *wanted = &m->run->wanted[k - fm_model.clocks];
    int q = k->interval || *wanted & 1 ? FM_CHANGED : *wanted & 4 ? FM_UNCHANGED : FM_NOT_YET_KNOWN;
    if (*wanted & 1) *wanted = 4;
    return q;
}

/* A clock with an interval: periodic, or one that the model asks to be ticked now; with_fraction: told as one. */
static const FmClock *fm_timed(fmi3ValueReference vr, int with_fraction) {
    int i = fm_clock_at(vr);
    const FmClock *k = i < 0 ? 0 : &fm_model.clocks[i];
    return k && (k->interval || k->due) && (!with_fraction || k->resolution || k->due) ? k : 0;
}

FM_EXPORT fmi3Status fmi3GetIntervalDecimal(fmi3Instance c, const fmi3ValueReference vr[], size_t n, fmi3Float64 x[],
                                            int q[]) {
    FM_SELF(c);
    size_t i;
    if (!fm_refresh(m)) return fmi3Error;
    for (i = 0; i < n; i++) {
        const FmClock *k = fm_timed(vr[i], 0);
        if (!k) return fm_refuse(m, "fmi3GetIntervalDecimal of a clock without interval");
        x[i] = k->interval ? m->run->v[k->interval] : 0;
        q[i] = fm_qualifier(m, k);
    }
    return fmi3OK;
}

FM_EXPORT fmi3Status fmi3GetIntervalFraction(fmi3Instance c, const fmi3ValueReference vr[], size_t n, fmi3UInt64 a[],
                                             fmi3UInt64 b[], int q[]) {
    FM_SELF(c);
    size_t i;
    for (i = 0; i < n; i++) {
        const FmClock *k = fm_timed(vr[i], 1);
        if (!k) return fm_refuse(m, "fmi3GetIntervalFraction of a clock whose interval is no fraction");
        a[i] = k->counter;
        b[i] = k->resolution ? k->resolution : 1;
        q[i] = fm_qualifier(m, k);
    }
    return fmi3OK;
}

FM_EXPORT fmi3Status fmi3GetShiftDecimal(fmi3Instance c, const fmi3ValueReference vr[], size_t n, fmi3Float64 x[]) {
    FM_SELF(c);
    size_t i;
    if (!fm_refresh(m)) return fmi3Error;
    for (i = 0; i < n; i++) {
        const FmClock *k = fm_timed(vr[i], 0);
        if (!k) return fm_refuse(m, "fmi3GetShiftDecimal of a clock without interval");
        x[i] = k->shift ? m->run->v[k->shift] : 0;
    }
    return fmi3OK;
}

FM_EXPORT fmi3Status fmi3GetShiftFraction(fmi3Instance c, const fmi3ValueReference vr[], size_t n, fmi3UInt64 a[],
                                          fmi3UInt64 b[]) {
    FM_SELF(c);
    size_t i;
    for (i = 0; i < n; i++) {
        const FmClock *k = fm_timed(vr[i], 1);
        if (!k) return fm_refuse(m, "fmi3GetShiftFraction of a clock whose interval is no fraction");
        a[i] = k->shift_counter;
        b[i] = k->resolution ? k->resolution : 1;
    }
    return fmi3OK;
}

FM_EXPORT fmi3Status fmi3SetIntervalDecimal(fmi3Instance c, const fmi3ValueReference vr[], size_t n,
                                            const fmi3Float64 x[]) {
    (void)vr, (void)n, (void)x;
    return fm_refuse((FmInstance *)c, "fmi3SetIntervalDecimal");
}
FM_EXPORT fmi3Status fmi3SetIntervalFraction(fmi3Instance c, const fmi3ValueReference vr[], size_t n,
                                             const fmi3UInt64 a[], const fmi3UInt64 b[]) {
    (void)vr, (void)n, (void)a, (void)b;
    return fm_refuse((FmInstance *)c, "fmi3SetIntervalFraction");
}
FM_EXPORT fmi3Status fmi3SetShiftDecimal(fmi3Instance c, const fmi3ValueReference vr[], size_t n,
                                         const fmi3Float64 x[]) {
    (void)vr, (void)n, (void)x;
    return fm_refuse((FmInstance *)c, "fmi3SetShiftDecimal");
}
FM_EXPORT fmi3Status fmi3SetShiftFraction(fmi3Instance c, const fmi3ValueReference vr[], size_t n, const fmi3UInt64 a[],
                                          const fmi3UInt64 b[]) {
    (void)vr, (void)n, (void)a, (void)b;
    return fm_refuse((FmInstance *)c, "fmi3SetShiftFraction");
}
/* One tick of a clock at `time`; what is continuous goes on until then.  0: failed. */
static int fm_tick(FmInstance *m, const FmClock *k, double time) {
    double reached;
    int why, moved;
    if (fm_model.nstates && !fm_inputs_changed(m)) return 0;
    if (time > m->run->v[0] && !fm_advance(m->run, m->stepper, time, FM_GO_ON, 0, 0, &reached, &why)) {
        fm_log_failure(m);
        return 0;
    }
    m->run->v[0] = time;
    m->run->v[k->var] = 1;
    return fm_new_states(m, &moved);
}

/* Partitions share their variables: one that preempts another waits for it. */
FM_EXPORT fmi3Status fmi3ActivateModelPartition(fmi3Instance c, fmi3ValueReference clock, fmi3Float64 time) {
    FM_SELF(c);
    int i = fm_clock_at(clock), ok, tell = 0;
    if (!m->scheduled || m->phase != FM_STEPPING || i < 0 || !fm_model.clocks[i].told)
        return fm_refuse(m, "fmi3ActivateModelPartition");
    if (m->lock) m->lock();
    ok = fm_tick(m, &fm_model.clocks[i], time);
    for (i = 0; i < fm_model.nclocks; i++) tell |= fm_model.clocks[i].told ? m->run->wanted[i] & 1 : m->run->ticked[i];
    if (m->unlock) m->unlock();
    if (ok && tell && m->clock_update) m->clock_update(m->environment);
    return ok ? fmi3OK : fmi3Error;
}

/* ---- events ------------------------------------------------------------------------------------------------------ */

FM_EXPORT fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance c) {
    FM_SELF(c);
    if (m->phase != FM_EVENTS && m->phase != FM_INITIALISING) return fm_refuse(m, "fmi3EvaluateDiscreteStates");
    return fm_refresh(m) ? fmi3OK : fmi3Error;
}

FM_EXPORT fmi3Status fmi3UpdateDiscreteStates(fmi3Instance c, fmi3Boolean *again, fmi3Boolean *terminate,
                                              fmi3Boolean *nominals, fmi3Boolean *values, fmi3Boolean *timed,
                                              fmi3Float64 *time) {
    FM_SELF(c);
    int moved;
    if (m->phase != FM_EVENTS) return fm_refuse(m, "fmi3UpdateDiscreteStates");
    if (!fm_new_states(m, &moved)) return fmi3Error;
    *again = *nominals = 0;
    *terminate = m->run->terminated != 0;
    *values = moved != 0;
    *timed = m->run->next_time_event < HUGE_VAL;
    *time = *timed ? m->run->next_time_event : 0;
    return fmi3OK;
}

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

FM_EXPORT fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance c, size_t *n) {
    (void)c;
    *n = FM_TOLD_INDICATORS;
    return fmi3OK;
}

FM_EXPORT fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance c, size_t *n) {
    (void)c;
    *n = (size_t)fm_model.nstates;
    return fmi3OK;
}

/* ---- co-simulation ----------------------------------------------------------------------------------------------- */

FM_EXPORT fmi3Status fmi3EnterStepMode(fmi3Instance c) {
    FM_SELF(c);
    if (m->phase != FM_EVENTS || !m->cosimulation) return fm_refuse(m, "fmi3EnterStepMode");
    m->phase = FM_STEPPING;
    return fmi3OK;
}

FM_EXPORT fmi3Status fmi3GetOutputDerivatives(fmi3Instance c, const fmi3ValueReference vr[], size_t n,
                                              const int orders[], fmi3Float64 values[], size_t nvalues) {
    FM_SELF(c);
    size_t i, k, at = 0;
    int ok = m->phase == FM_STEPPING && !m->scheduled;
    FmSource *of = (FmSource *)fm_get(nvalues, sizeof *of);
    for (i = 0; i < n && ok && of; i++) {
        size_t count = fm_count(vr[i]);
        ok = orders[i] == 1 && vr[i] < FM_INDICATORS && count != FM_UNKNOWN && at + count <= nvalues;
        for (k = 0; ok && k < count; k++) of[at++] = fm_element(vr[i], k, 0);
    }
    ok = ok && of && at == nvalues && (!n || fm_rates(m, of, at, values));
    free(of);
    return ok ? fmi3OK : fm_refuse(m, "fmi3GetOutputDerivatives");
}

/* Tells the importer of a finished step inside; true when it asks to return now. */
static int fm_tell(void *instance) {
    FmInstance *m = (FmInstance *)instance;
    fmi3Boolean early = 0;
    double time = m->run->v[0];
    if (!m->intermediate3) return 0;
    m->intermediate3(m->environment, m->run->v[0], 0, 1, 1, m->early_return != 0, &early, &time);
    return early && m->early_return;
}

FM_EXPORT fmi3Status fmi3DoStep(fmi3Instance c, fmi3Float64 now, fmi3Float64 step, fmi3Boolean no_rollback,
                                fmi3Boolean *event, fmi3Boolean *terminate, fmi3Boolean *early, fmi3Float64 *reached) {
    FM_SELF(c);
    int stopped = 0;
    (void)no_rollback;
    *event = *terminate = *early = 0;
    *reached = m->run->v[0];
    if (m->phase != FM_STEPPING || m->scheduled) return fm_refuse(m, "fmi3DoStep");
    if (!(step > 0)) return fm_refuse(m, "fmi3DoStep with a step that is not positive");
    if (!fm_step_from(m, now, step)) return fm_refuse(m, "fmi3DoStep from an earlier time");
    if (!fm_inputs_changed(m)) return fmi3Error;
    fm_begin_motions(m, step);
    if (!fm_advance(m->run, m->stepper, now + step,
                    !m->early_return ? FM_GO_ON
                    : m->event_mode  ? FM_STOP_BEFORE
                                     : FM_STOP_AFTER,
                    m->intermediate3 ? fm_tell : 0, m, reached, &stopped)) {
        fm_log_failure(m);
        return fmi3Error;
    }
    *terminate = m->run->terminated != 0;
    *event = stopped == FM_AT_EVENT;
    *early = *reached < now + step - 1e-9 * step && !*terminate;
    return fmi3OK;
}

#ifdef FM_VARIANT
/* ---- one of several translations of a model (fmu_configure.c) ---------------------------------------------------- */

const FmShapes FM_VARIANT(shapes) = {FM_NARRAYS, fm_arrays, fm_elements, fm_dim_of, fm_dims};

/* Elements that an array has in both, to[] and from[]: their number. */
static int fm_common(const FmShapes *other, int e, int *to, int *from) {
    int rank = fm_dim_of[e + 1] - fm_dim_of[e], n = fm_arrays[e + 1] - fm_arrays[e], i, k, found = 0;
    const int *mine = fm_dims + fm_dim_of[e], *theirs = other->dims + other->dim_of[e];
    if (other->dim_of[e + 1] - other->dim_of[e] != rank || other->arrays[e + 1] == other->arrays[e]) return 0;
    for (i = 0; i < n; i++) {
        int rest = i, at = 0, inside = 1, step = 1;
        for (k = rank; k-- > 0;) {
            int subscript = rest % mine[k];
            rest /= mine[k];
            inside = inside && subscript < theirs[k];
            at += subscript * step;
            step *= theirs[k];
        }
        if (!inside) continue;
        to[found] = fm_arrays[e] + i;
        from[found++] = other->arrays[e] + at;
    }
    return found;
}

/* Goes on where another configuration was: parameters and start values that were given, and, once it runs, states and
 * all else that has a value there; what is new begins as the model declares it. */
int FM_VARIANT(take_over)(void *c, const void *other, const FmShapes *shapes) {
    FM_SELF(c);
    const FmInstance *old = (const FmInstance *)other;
    FmRun *run = m->run;
    int e, i, n, pass, ok = 1, running = old->phase != FM_INSTANTIATED;
    int *to = (int *)fm_get(2 * (size_t)fm_arrays[FM_NARRAYS] + 2, sizeof *to), *from = to + fm_arrays[FM_NARRAYS] + 1;
    if (!to) return 0;
    m->stop_time = old->stop_time;
    if (m->stepper) m->stepper->p.tolerance = old->stepper->p.tolerance, m->stepper->p.stop = old->stepper->p.stop;
    for (pass = 0; pass <= running && ok; pass++) {
        for (e = 0; e < FM_NARRAYS; e++)
            for (n = fm_common(shapes, e, to, from), i = 0; i < n; i++) {
                FmSource a = fm_elements[to[i]], b = shapes->elements[from[i]];
                double x = fm_source(old->run, b);
                int given = old->run->given[b.var], begun = old->run->start_given[b.var];
                if (pass ? fm_model.kinds[a.var] <= FM_PARAMETER : !given && !begun) continue;
                if (a.sign <= 0) x = a.sign < 0 ? -x : 1 - x;
                run->v[a.var] = x;
                if (pass) continue;
                run->given[a.var] = (unsigned char)given;
                run->start_given[a.var] = (unsigned char)begun;
                run->start[a.var] = begun ? old->run->start[b.var] : 0;
            }
        if (!pass && running) ok = fm_initialise(run, old->run->v[0]);
    }
    free(to);
    if (!running) return 1;
    ok = ok && fm_event_iteration(run, 0) && (!fm_select(run, 1) || fm_evaluate(run, 1)) && fm_evaluate(run, 1);
    if (!ok) fm_log_failure(m);
    fm_accept_systems(run);
    m->phase = old->phase;
    m->start_time = old->start_time;
    m->begun = 1;
    m->stale = 0;
    return ok;
}
#endif
