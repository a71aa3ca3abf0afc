/* three.c - a small FMU of FMI 3.0.  Co-simulation: s = sum(a[n])*time with a structural parameter n; a text and bytes
 * pass through.  Scheduled execution: a clock every half second, one that counts down from every third tick of it, one
 * that is triggered, and one that ticks with every second tick of any; each partition counts. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { OK, WARNING, DISCARD, ERROR };
enum { TIME, N, A, S, TEXT_IN, TEXT_OUT, BYTES_IN, BYTES_OUT, EVERY, DOWN, ASKED, OUT, COUNT1, COUNT2, COUNT3 };
enum { MOST = 8 };
typedef struct {
    double time, a[MOST], down;
    uint64_t n;
    char text[64];
    uint8_t bytes[64];
    size_t nbytes;
    int32_t count[3];
    bool configuring, out;
    int32_t ticks;
} Unit;
#define EXPORT __attribute__((visibility("default")))

static Unit *make(const char *token) {
    if (strcmp(token, "{three}") != 0) return NULL;
    Unit *u = calloc(1, sizeof *u);
    u->n = 2, u->down = -1;
    u->a[0] = 1, u->a[1] = 2;
    strcpy(u->text, "first");
    return u;
}
EXPORT Unit *fmi3InstantiateCoSimulation(const char *name, const char *token, const char *where, bool v, bool l, bool e,
                                         bool r, const uint32_t i[], size_t n, void *env, void *log, void *update) {
    (void)name, (void)where, (void)v, (void)l, (void)e, (void)r, (void)i, (void)n, (void)env, (void)log, (void)update;
    return make(token);
}
EXPORT Unit *fmi3InstantiateScheduledExecution(const char *name, const char *token, const char *where, bool v, bool l,
                                               void *env, void *log, void *update, void *lock, void *unlock) {
    (void)name, (void)where, (void)v, (void)l, (void)env, (void)log, (void)update, (void)lock, (void)unlock;
    return make(token);
}
EXPORT void fmi3FreeInstance(Unit *u) { free(u); }
EXPORT int fmi3EnterConfigurationMode(Unit *u) { return u->configuring = true, OK; }
EXPORT int fmi3ExitConfigurationMode(Unit *u) { return u->configuring = false, OK; }
EXPORT int fmi3EnterInitializationMode(Unit *u, bool t, double tol, double start, bool s, double stop) {
    (void)t, (void)tol, (void)s, (void)stop;
    return u->time = start, OK;
}
EXPORT int fmi3ExitInitializationMode(Unit *u) { return (void)u, OK; }
EXPORT int fmi3Terminate(Unit *u) { return (void)u, OK; }
EXPORT int fmi3EnterEventMode(Unit *u) { return (void)u, OK; }
EXPORT int fmi3EnterStepMode(Unit *u) { return (void)u, OK; }
EXPORT int fmi3UpdateDiscreteStates(Unit *u, bool *a, bool *b, bool *c, bool *d, bool *e, double *f) {
    (void)u;
    return *a = *b = *c = *d = *e = false, *f = 0, OK;
}
EXPORT int fmi3GetFloat64(Unit *u, const uint32_t r[], size_t n, double v[], size_t nv) {
    double *to = v;
    for (size_t k = 0; k < n; k++) {
        double s = 0;
        for (size_t i = 0; i < u->n; i++) s += u->a[i];
        if (r[k] == TIME) *to++ = u->time;
        else if (r[k] == S) *to++ = s * u->time;
        else if (r[k] == A) memcpy(to, u->a, u->n * sizeof *to), to += u->n;
        else return ERROR;
    }
    return to == v + nv ? OK : ERROR;
}
EXPORT int fmi3SetFloat64(Unit *u, const uint32_t r[], size_t n, const double v[], size_t nv) {
    if (n != 1 || r[0] != A || nv != u->n) return ERROR;
    return memcpy(u->a, v, nv * sizeof *v), OK;
}
EXPORT int fmi3GetUInt64(Unit *u, const uint32_t r[], size_t n, uint64_t v[], size_t nv) {
    return n == 1 && nv == 1 && r[0] == N ? (v[0] = u->n, OK) : ERROR;
}
EXPORT int fmi3SetUInt64(Unit *u, const uint32_t r[], size_t n, const uint64_t v[], size_t nv) {
    return n == 1 && nv == 1 && r[0] == N && u->configuring && v[0] <= MOST ? (u->n = v[0], OK) : ERROR;
}
EXPORT int fmi3GetInt32(Unit *u, const uint32_t r[], size_t n, int32_t v[], size_t nv) {
    for (size_t k = 0; k < n && k < nv; k++) v[k] = u->count[r[k] - COUNT1];
    return OK;
}
EXPORT int fmi3GetString(Unit *u, const uint32_t r[], size_t n, const char *v[], size_t nv) {
    return (void)r, n == 1 && nv == 1 ? (v[0] = u->text, OK) : ERROR;
}
EXPORT int fmi3SetString(Unit *u, const uint32_t r[], size_t n, const char *const v[], size_t nv) {
    return (void)r, n == 1 && nv == 1 && strlen(v[0]) < sizeof u->text ? (strcpy(u->text, v[0]), OK) : ERROR;
}
EXPORT int fmi3GetBinary(Unit *u, const uint32_t r[], size_t n, size_t s[], const uint8_t *v[], size_t nv) {
    return (void)r, n == 1 && nv == 1 ? (s[0] = u->nbytes, v[0] = u->bytes, OK) : ERROR;
}
EXPORT int fmi3SetBinary(Unit *u, const uint32_t r[], size_t n, const size_t s[], const uint8_t *const v[], size_t nv) {
    (void)r;
    if (n != 1 || nv != 1 || s[0] > sizeof u->bytes) return ERROR;
    return memcpy(u->bytes, v[0], u->nbytes = s[0]), OK;
}
EXPORT int fmi3DoStep(Unit *u, double t, double h, bool no, bool *event, bool *end, bool *early, double *last) {
    (void)no;
    return u->time = *last = t + h, *event = *end = *early = false, OK;
}
EXPORT int fmi3GetClock(Unit *u, const uint32_t r[], size_t n, bool v[]) {
    return n == 1 && r[0] == OUT ? (v[0] = u->out, u->out = false, OK) : ERROR;
}
EXPORT int fmi3GetIntervalDecimal(Unit *u, const uint32_t r[], size_t n, double v[], int q[]) {
    if (n != 1 || r[0] != DOWN) return ERROR;
    return v[0] = u->down, q[0] = u->down >= 0 ? 2 : 0, u->down = -1, OK;
}
static int tick(Unit *u, uint32_t clock) {
    u->count[clock - EVERY]++;
    u->out = ++u->ticks % 2 == 0;
    if (clock == EVERY && u->count[0] % 3 == 0) u->down = 0.2;
    return OK;
}
EXPORT int fmi3ActivateModelPartition(Unit *u, uint32_t clock, double t) { return u->time = t, tick(u, clock); }
EXPORT int fmi3SetClock(Unit *u, const uint32_t r[], size_t n, const bool v[]) {
    for (size_t k = 0; k < n; k++)
        if (v[k]) tick(u, r[k]);
    return OK;
}
