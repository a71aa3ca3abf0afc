/* decay.c - a small FMU of FMI 2.0: der(x) = -k*x + u, y = x + u; where x falls below limit it jumps to again; every
 * tick seconds a counter counts.  With BEND it does not jump there, but goes on by another equation.  MISBEHAVE_...
 * make it do what an FMU must not. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef BEND
#define BEND 0
#endif

enum { OK, WARNING, DISCARD, ERROR, FATAL, PENDING };
typedef struct {
    void (*logger)(void *, const char *, int, const char *, const char *, ...);
    void *(*allocate)(size_t, size_t);
    void (*release)(void *);
    void (*finished)(void *, int);
    void *environment;
} Callbacks;
typedef struct {
    int again, terminate, nominals, values, next_defined;
    double next;
} EventInfo;
typedef struct {
    double time, v[9], next; /* time, x, der(x), u, y, k, limit, again, tick */
    int i[3];                /* jumps, phase, ticks */
    int state;               /* 0 made, 1 initialising, 2 running */
    int asked;               /* how often for derivatives */
    const Callbacks *callbacks;
} Unit;
#define EXPORT __attribute__((visibility("default")))

static void compute(Unit *u) {
    u->v[0] = u->time;
    u->v[2] = -u->v[5] * u->v[1] + u->v[3] - (u->i[0] ? 5 * (u->v[6] - u->v[1]) : 0) * BEND;
#ifdef MISBEHAVE_DEPENDENCY
    u->v[4] = u->v[1] + u->v[3] + 0.1 * u->v[1] * u->v[1];
#else
    u->v[4] = u->v[1] + u->v[3];
#endif
}

static int update(Unit *u) { /* 1: x was changed */
    int changed = 0;
    if (u->v[1] <= u->v[6]) {
        if (!BEND) u->v[1] = u->v[7];
        u->i[0]++;
        changed = 1;
    }
    if (u->time >= u->next - 1e-12) {
        u->i[2]++;
        u->next += u->v[8];
    }
    u->i[1] = u->v[1] < 0.5 ? 2 : 1;
    return changed;
}

EXPORT const char *fmi2GetTypesPlatform(void) { return "default"; }
EXPORT const char *fmi2GetVersion(void) { return "2.0"; }
EXPORT int fmi2SetDebugLogging(Unit *u, int on, size_t n, const char *const c[]) {
    return (void)u, (void)on, (void)n, (void)c, OK;
}
EXPORT Unit *fmi2Instantiate(const char *name, int type, const char *guid, const char *where, const Callbacks *c,
                             int visible, int log) {
    (void)name, (void)type, (void)where, (void)visible, (void)log;
    if (strcmp(guid, "{decay}") != 0) return NULL;
    Unit *u = calloc(1, sizeof *u);
#ifdef MISBEHAVE_LEAK
    u = calloc(1, sizeof *u);
    if (!calloc(1, 128)) return NULL;
#endif
    u->v[1] = 1, u->v[5] = 1, u->v[6] = 0.25, u->v[7] = 1, u->v[8] = 0.5;
    u->callbacks = c;
    return u;
}
EXPORT void fmi2FreeInstance(Unit *u) { free(u); }
EXPORT int fmi2SetupExperiment(Unit *u, int t, double tol, double start, int s, double stop) {
    (void)t, (void)tol, (void)s, (void)stop;
    u->time = start;
    return OK;
}
EXPORT int fmi2EnterInitializationMode(Unit *u) {
#ifdef MISBEHAVE_CRASH
    *(volatile int *)0 = 1;
#endif
#ifdef MISBEHAVE_EXIT
    exit(3);
#endif
#ifdef MISBEHAVE_LOOP
    for (volatile int i = 0;; i++) (void)i;
#endif
    if (u->state) return ERROR;
    u->state = 1;
    return OK;
}
EXPORT int fmi2ExitInitializationMode(Unit *u) {
    if (u->state != 1) return ERROR;
    u->state = 2;
    u->next = u->time + u->v[8];
    u->i[1] = u->v[1] < 0.5 ? 2 : 1;
    return OK;
}
EXPORT int fmi2Terminate(Unit *u) { return (void)u, OK; }
EXPORT int fmi2Reset(Unit *u) {
    const Callbacks *c = u->callbacks;
    memset(u, 0, sizeof *u);
    u->v[1] = 1, u->v[5] = 1, u->v[6] = 0.25, u->v[7] = 1, u->v[8] = 0.5;
    u->callbacks = c;
    return OK;
}
EXPORT int fmi2GetReal(Unit *u, const unsigned r[], size_t n, double v[]) {
    compute(u);
    for (size_t k = 0; k < n; k++) {
        if (r[k] > 8) {
            u->callbacks->logger(u->callbacks->environment, "decay", ERROR, "error", "there is no value %u", r[k]);
            return ERROR;
        }
        v[k] = u->v[r[k]];
    }
    return OK;
}
EXPORT int fmi2SetReal(Unit *u, const unsigned r[], size_t n, const double v[]) {
    for (size_t k = 0; k < n; k++) {
        if (r[k] > 8 || r[k] == 0 || r[k] == 2 || r[k] == 4) return ERROR;
        u->v[r[k]] = v[k];
    }
    return OK;
}
EXPORT int fmi2GetInteger(Unit *u, const unsigned r[], size_t n, int v[]) {
    for (size_t k = 0; k < n; k++) {
        if (r[k] > 2) return ERROR;
        v[k] = u->i[r[k]];
    }
    return OK;
}
EXPORT int fmi2SetInteger(Unit *u, const unsigned r[], size_t n, const int v[]) {
    return (void)u, (void)r, (void)n, (void)v, ERROR;
}
EXPORT int fmi2GetBoolean(Unit *u, const unsigned r[], size_t n, int v[]) {
    return (void)u, (void)r, (void)n, (void)v, ERROR;
}
EXPORT int fmi2SetBoolean(Unit *u, const unsigned r[], size_t n, const int v[]) {
    return (void)u, (void)r, (void)n, (void)v, ERROR;
}
EXPORT int fmi2GetString(Unit *u, const unsigned r[], size_t n, const char *v[]) {
    return (void)u, (void)r, (void)n, (void)v, ERROR;
}
EXPORT int fmi2SetString(Unit *u, const unsigned r[], size_t n, const char *const v[]) {
    return (void)u, (void)r, (void)n, (void)v, ERROR;
}
EXPORT int fmi2GetFMUstate(Unit *u, void **s) {
    if (!*s) *s = malloc(sizeof *u);
    memcpy(*s, u, sizeof *u);
    return OK;
}
EXPORT int fmi2SetFMUstate(Unit *u, void *s) {
#ifndef MISBEHAVE_STATE
    memcpy(u, s, sizeof *u);
#else
    (void)u, (void)s;
#endif
    return OK;
}
EXPORT int fmi2FreeFMUstate(Unit *u, void **s) {
    (void)u;
    free(*s);
    *s = NULL;
    return OK;
}
EXPORT int fmi2SerializedFMUstateSize(Unit *u, void *s, size_t *n) { return (void)s, *n = sizeof *u, OK; }
EXPORT int fmi2SerializeFMUstate(Unit *u, void *s, char b[], size_t n) { return (void)u, memcpy(b, s, n), OK; }
EXPORT int fmi2DeSerializeFMUstate(Unit *u, const char b[], size_t n, void **s) {
    (void)u;
    if (!*s) *s = malloc(n);
    memcpy(*s, b, n);
    return OK;
}
EXPORT int fmi2GetDirectionalDerivative(Unit *u, const unsigned z[], size_t nz, const unsigned v[], size_t nv,
                                        const double dv[], double dz[]) {
#ifdef TELL
    fprintf(stderr, "%s", u->asked++ ? "" : "derivatives of decay are asked for\n");
#endif
    for (size_t a = 0; a < nz; a++) {
        dz[a] = 0;
        for (size_t b = 0; b < nv; b++) {
            double d = z[a] == 2   ? (v[b] == 1   ? -u->v[5]
                                      : v[b] == 3 ? 1
                                                  : 0)
                       : z[a] == 4 ? (v[b] == 1 || v[b] == 3)
                                   : z[a] == v[b];
            dz[a] += d * dv[b];
        }
    }
    return OK;
}
EXPORT int fmi2EnterEventMode(Unit *u) { return (void)u, OK; }
EXPORT int fmi2NewDiscreteStates(Unit *u, EventInfo *e) {
    *e = (EventInfo){0};
    e->values = update(u);
    e->next_defined = 1;
    e->next = u->next;
    return OK;
}
EXPORT int fmi2EnterContinuousTimeMode(Unit *u) { return (void)u, OK; }
EXPORT int fmi2CompletedIntegratorStep(Unit *u, int no, int *event, int *end) {
    return (void)u, (void)no, *event = *end = 0, OK;
}
EXPORT int fmi2SetTime(Unit *u, double t) { return u->time = t, OK; }
EXPORT int fmi2SetContinuousStates(Unit *u, const double x[], size_t n) {
    return n == 1 ? (u->v[1] = x[0], OK) : ERROR;
}
EXPORT int fmi2GetDerivatives(Unit *u, double d[], size_t n) {
    if (u->state != 2) return ERROR;
    compute(u);
    return n == 1 ? (d[0] = u->v[2], OK) : ERROR;
}
EXPORT int fmi2GetEventIndicators(Unit *u, double z[], size_t n) {
    return n == 1 ? (z[0] = u->v[1] - u->v[6], OK) : ERROR;
}
EXPORT int fmi2GetContinuousStates(Unit *u, double x[], size_t n) { return n == 1 ? (x[0] = u->v[1], OK) : ERROR; }
EXPORT int fmi2GetNominalsOfContinuousStates(Unit *u, double x[], size_t n) {
    return (void)u, n == 1 ? (x[0] = 1, OK) : ERROR;
}
EXPORT int fmi2SetRealInputDerivatives(Unit *u, const unsigned r[], size_t n, const int o[], const double v[]) {
    return (void)u, (void)r, (void)n, (void)o, (void)v, ERROR;
}
EXPORT int fmi2GetRealOutputDerivatives(Unit *u, const unsigned r[], size_t n, const int o[], double v[]) {
    return (void)u, (void)r, (void)n, (void)o, (void)v, ERROR;
}
/* Between events exactly: x(t + h) = u/k + (x - u/k)*exp(-k*h). */
EXPORT int fmi2DoStep(Unit *u, double t, double h, int no) {
    (void)no;
    if (u->state != 2) return ERROR;
    double end = t + h;
    u->time = t;
    while (u->time < end) {
        double k = u->v[5], far = k != 0 ? u->v[3] / k : 0, from = u->v[1] - far, to = u->v[6] - far,
               step = end - u->time;
        if (from > 0 && to > 0 && k > 0 && log(from / to) / k < step) step = log(from / to) / k;
        if (u->next - u->time < step) step = u->next - u->time;
        u->v[1] = k != 0 ? far + from * exp(-k * step) : u->v[1] + u->v[3] * step;
        u->time = step < end - u->time ? u->time + step : end;
        if (u->v[1] < u->v[6] + 1e-14) u->v[1] = u->v[6];
        update(u);
    }
    return OK;
}
EXPORT int fmi2CancelStep(Unit *u) { return (void)u, ERROR; }
EXPORT int fmi2GetStatus(Unit *u, int k, int *v) { return (void)u, (void)k, (void)v, DISCARD; }
EXPORT int fmi2GetRealStatus(Unit *u, int k, double *v) { return (void)u, (void)k, (void)v, DISCARD; }
EXPORT int fmi2GetIntegerStatus(Unit *u, int k, int *v) { return (void)u, (void)k, (void)v, DISCARD; }
EXPORT int fmi2GetBooleanStatus(Unit *u, int k, int *v) { return (void)u, (void)k, (void)v, DISCARD; }
EXPORT int fmi2GetStringStatus(Unit *u, int k, const char **v) { return (void)u, (void)k, (void)v, DISCARD; }
