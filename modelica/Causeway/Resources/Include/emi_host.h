/* emi_host.h - what Causeway.ExternalModelInterface calls: an external model, loaded and asked. */
#ifndef EMI_HOST_H
#define EMI_HOST_H
#include "ModelicaUtilities.h"
#include "emi.h"
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    emc c;
    void *library;
    void (*sizes)(emc *), (*start)(emc *), (*samples)(emc *), (*conditions)(emc *), (*derivatives)(emc *);
    void (*outputs)(emc *), (*crossings)(emc *), (*update)(emc *), (*terminate)(emc *);
    double *last, *answer; /* what the last event was asked with (time, x, z, u, p, hits), and its answer */
} EmiModel;

static void *emi_find(EmiModel *m, const char *name) { return dlsym(m->library, name); }

static void emi_close(void *object) {
    EmiModel *m = (EmiModel *)object;
    if (m->terminate) m->terminate(&m->c);
    free(m->c.x), free(m->c.hit), free(m->c.feedthrough), free(m->last);
    if (m->library) dlclose(m->library);
    free(m);
}

static void emi_check(EmiModel *m) {
    const char *why = m->c.failed;
    m->c.failed = 0;
    if (why) ModelicaFormatError("the external model says: %s", why);
}

static void *emi_open(const char *path) {
    EmiModel *m = (EmiModel *)calloc(1, sizeof *m);
    size_t n;
    if (!m) ModelicaError("memory is exhausted");
    m->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!m->library) {
        free(m);
        ModelicaFormatError("the external model cannot be loaded: %s", dlerror());
    }
    *(void **)&m->sizes = emi_find(m, "emiInitializeSizes");
    *(void **)&m->start = emi_find(m, "emiStart");
    *(void **)&m->samples = emi_find(m, "emiInitializeSampleTimes");
    *(void **)&m->conditions = emi_find(m, "emiInitializeConditions");
    *(void **)&m->derivatives = emi_find(m, "emiDerivatives");
    *(void **)&m->outputs = emi_find(m, "emiOutputs");
    *(void **)&m->crossings = emi_find(m, "emiZeroCrossings");
    *(void **)&m->update = emi_find(m, "emiUpdate");
    *(void **)&m->terminate = emi_find(m, "emiTerminate");
    if (!m->sizes) ModelicaFormatError("%s has no emiInitializeSizes", path);
    m->sizes(&m->c);
    n = (size_t)(4 * m->c.nx + m->c.nz + m->c.nu + m->c.ny + m->c.np + m->c.nr + 2 * m->c.ns);
    m->c.x = (double *)calloc(n + 1, sizeof(double));
    m->c.hit = (int *)calloc((size_t)m->c.ns + 1, sizeof(int));
    m->last = (double *)calloc(2 * n + 4, sizeof(double));
    if (!m->c.x || !m->c.hit || !m->last) ModelicaError("memory is exhausted");
    m->answer = m->last + 1 + m->c.nx + m->c.nz + m->c.nu + m->c.np + m->c.ns;
    m->last[0] = HUGE_VAL;
    m->c.dx = m->c.x + m->c.nx;
    m->c.low = m->c.dx + m->c.nx;
    m->c.high = m->c.low + m->c.nx;
    m->c.z = m->c.high + m->c.nx;
    m->c.u = m->c.z + m->c.nz;
    m->c.y = m->c.u + m->c.nu;
    m->c.p = m->c.y + m->c.ny;
    m->c.r = m->c.p + m->c.np;
    m->c.start = m->c.r + m->c.nr;
    m->c.period = m->c.start + m->c.ns;
    if (m->start) m->start(&m->c);
    if (m->samples) m->samples(&m->c);
    emi_check(m);
    return m;
}

static EmiModel *emi_put(void *object, double t, const double *x, const double *z, const double *u, const double *p) {
    EmiModel *m = (EmiModel *)object;
    m->c.time = t;
    m->c.event = m->c.reset = 0;
    if (x) memcpy(m->c.x, x, (size_t)m->c.nx * sizeof *x);
    if (z) memcpy(m->c.z, z, (size_t)m->c.nz * sizeof *z);
    if (u) memcpy(m->c.u, u, (size_t)m->c.nu * sizeof *u);
    if (p) memcpy(m->c.p, p, (size_t)m->c.np * sizeof *p);
    memset(m->c.hit, 0, (size_t)m->c.ns * sizeof *m->c.hit);
    return m;
}

static void emi_take(EmiModel *m, double *zx) {
    memcpy(zx, m->c.z, (size_t)m->c.nz * sizeof *zx);
    memcpy(zx + m->c.nz, m->c.x, (size_t)m->c.nx * sizeof *zx);
    emi_check(m);
}

/* zx: discrete states, then states. */
static void emi_begin(void *object, double t, const double *p, double *zx) {
    EmiModel *m = emi_put(object, t, 0, 0, 0, p);
    if (m->conditions) m->conditions(&m->c);
    emi_take(m, zx);
}

static void emi_derivatives(void *object, double t, const double *x, const double *z, const double *u, const double *p,
                            double *dx) {
    EmiModel *m = emi_put(object, t, x, z, u, p);
    if (m->derivatives) m->derivatives(&m->c);
    memcpy(dx, m->c.dx, (size_t)m->c.nx * sizeof *dx);
    emi_check(m);
}

static double emi_output(void *object, int i, double t, const double *x, const double *z, const double *u,
                         const double *p) {
    EmiModel *m = emi_put(object, t, x, z, u, p);
    if (m->outputs) m->outputs(&m->c);
    emi_check(m);
    return m->c.y[i - 1];
}

static void emi_roots(void *object, double t, const double *x, const double *z, const double *u, const double *p,
                      double *r) {
    EmiModel *m = emi_put(object, t, x, z, u, p);
    if (m->crossings) m->crossings(&m->c);
    memcpy(r, m->c.r, (size_t)m->c.nr * sizeof *r);
    emi_check(m);
}

/* Is an event asked for again with the same values, as while other equations are iterated?  Else they are kept. */
static int emi_again(EmiModel *m, const int *hit) {
    double now[4], *to = m->last;
    const struct {
        const double *at;
        int n;
    } parts[] = {{now, 1}, {m->c.x, m->c.nx}, {m->c.z, m->c.nz}, {m->c.u, m->c.nu}, {m->c.p, m->c.np}};
    int i, k, same = 1;
    now[0] = m->c.time;
    for (i = 0; i < 5; i++)
        for (k = 0; k < parts[i].n; k++, to++) {
            same = same && *to == parts[i].at[k];
            *to = parts[i].at[k];
        }
    for (k = 0; k < m->c.ns; k++, to++) {
        same = same && *to == hit[k];
        *to = hit[k];
    }
    return same;
}

/* The event iteration: roots, then discrete states, until these are steady. */
static void emi_event(void *object, double t, const double *x, const double *z, const double *u, const double *p,
                      const int *hit, double *zx) {
    EmiModel *m = emi_put(object, t, x, z, u, p);
    size_t bytes = (size_t)m->c.nz * sizeof(double), all = (size_t)(m->c.nz + m->c.nx) * sizeof(double);
    double *before;
    int k;
    if (emi_again(m, hit)) {
        memcpy(zx, m->answer, all);
        return;
    }
    before = (double *)malloc(bytes + 1);
    if (!before) ModelicaError("memory is exhausted");
    for (k = 0; k < m->c.ns; k++) m->c.hit[k] = hit[k];
    for (k = 0; k < 100; k++) {
        memcpy(before, m->c.z, bytes);
        m->c.event = 1;
        if (m->crossings) m->crossings(&m->c);
        if (m->derivatives) m->derivatives(&m->c);
        memset(m->c.hit, 0, (size_t)m->c.ns * sizeof *m->c.hit);
        if (!memcmp(before, m->c.z, bytes)) break;
    }
    m->c.event = 0;
    free(before);
    if (k == 100) ModelicaError("the discrete states of the external model do not settle at an event");
    memcpy(m->answer, m->c.z, bytes);
    memcpy(m->answer + m->c.nz, m->c.x, (size_t)m->c.nx * sizeof(double));
    emi_take(m, zx);
}

static int emi_update(void *object, double t, const double *x, const double *z, const double *u, const double *p) {
    EmiModel *m = emi_put(object, t, x, z, u, p);
    if (m->update) m->update(&m->c);
    emi_check(m);
    return 1;
}
#endif
