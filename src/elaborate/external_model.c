/* external_model.c - external models at translation time: sizes, feed-through and sample times are asked of the library
 * itself (include/causeway/emi.h; modelica/Causeway/ExternalModelInterface.mo).
 */
#include "elaborate/elaborate_impl.h"

#include <causeway/emi.h>

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    void *library;
    emc c;
} Asked;

static void *function_of(const Asked *a, const char *name) { return a->library ? base_symbol(a->library, name) : NULL; }

static void call(Asked *a, const char *name) {
    void (*f)(emc *);
    *(void **)&f = function_of(a, name);
    if (f) f(&a->c);
}

static void forget(Asked *a) {
    free(a->c.feedthrough); /* of calloc in emi.h, not ours */
    if (a->library) base_unload(a->library);
}

/* The model, its sizes known; false after a message. */
static bool ask(InstEnv *v, const char *name, Span span, Asked *a) {
    const char *path = strchr(name, ':') ? lib_resource(v->in->lib, name) : name;
    *a = (Asked){0};
    if (v->in->ctx->confined) {
        inst_eval_fail(v, "INST0676", span, "the external model %s is not loaded: it runs as code of this program",
                       name);
        return false;
    }
    if (!path) path = name;
    base_depend(v->in->ctx, path);
    a->library = base_load(path, RTLD_NOW | RTLD_LOCAL);
    if (!a->library) {
        inst_eval_fail(v, "INST0676", span, "the external model %s cannot be loaded: %s", name, dlerror());
        return false;
    }
    if (!function_of(a, "emiInitializeSizes")) {
        inst_eval_fail(v, "INST0676", span, "%s is no external model: it has no emiInitializeSizes", name);
        forget(a);
        return false;
    }
    call(a, "emiInitializeSizes");
    return true;
}

static InstValue *sizes(InstEnv *v, const Asked *a) {
    const int n[8] = {a->c.nx, a->c.nz, a->c.nu, a->c.ny,
                      a->c.np, a->c.nr, a->c.ns, function_of(a, "emiUpdate") != NULL};
    InstValue *x = inst_value_new(v->in, inst_type_vector(v->in, inst_type(INST_INTEGER), 8));
    for (size_t i = 0; i < 8; i++) x->num[i] = n[i] > 0 ? n[i] : 0;
    return x;
}

static InstValue *feedthrough(InstEnv *v, const Asked *a) {
    int64_t dims[2] = {a->c.ny, a->c.nu};
    InstValue *x = inst_value_new(v->in, inst_type_dims(v->in, inst_type(INST_BOOLEAN), dims, 2));
    for (uint64_t i = 0; i < x->n; i++) x->num[i] = !a->c.feedthrough || a->c.feedthrough[i];
    return x;
}

static InstValue *samples(InstEnv *v, Asked *a) {
    int64_t dims[2] = {a->c.ns, 2};
    InstValue *x = inst_value_new(v->in, inst_type_dims(v->in, inst_type(INST_REAL), dims, 2));
    double *times = base_realloc(NULL, (2 * (size_t)a->c.ns + 1) * sizeof *times);
    memset(times, 0, (2 * (size_t)a->c.ns + 1) * sizeof *times);
    a->c.start = times;
    a->c.period = times + a->c.ns;
    call(a, "emiInitializeSampleTimes");
    for (int i = 0; i < a->c.ns; i++) {
        x->num[2 * i] = a->c.start[i];
        x->num[2 * i + 1] = a->c.period[i];
    }
    base_realloc(times, 0);
    return x;
}

bool inst_eval_emi(InstEnv *v, InstFrame *f, const char *name, const char *path, Span span) {
    Asked a;
    int what = !strcmp(name, "causeway_emi_sizes")         ? 1
               : !strcmp(name, "causeway_emi_feedthrough") ? 2
               : !strcmp(name, "causeway_emi_samples")     ? 3
                                                           : 0;
    if (!what || !ask(v, path, span, &a)) return false;
    f->vals[f->function->ninputs] = what == 1 ? sizes(v, &a) : what == 2 ? feedthrough(v, &a) : samples(v, &a);
    forget(&a);
    return true;
}
