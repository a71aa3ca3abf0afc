/* context.c - the object that owns all state of one compilation; the clock. */
#include "base/base_impl.h"

#include <dlfcn.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

uint64_t base_machine_memory(void) {
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    uint64_t memory = pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size : UINT64_MAX;
    const __rlimit_resource_t bounds[] = {RLIMIT_AS, RLIMIT_DATA};
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
        struct rlimit limit;
        if (getrlimit(bounds[i], &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < memory)
            memory = limit.rlim_cur;
    }
    return memory;
}

/* More than memory holds would only make the machine stop.  A scalar with its name and its equation needs 200 bytes at
 * the least. */
uint64_t base_most_scalars(void) {
    enum { BYTES = 200 };
    uint64_t memory = base_machine_memory();
    return memory / BYTES < INT32_MAX ? memory / BYTES : INT32_MAX;
}

Context *base_context_new(void) {
    Context *c = base_realloc(NULL, sizeof *c);
    memset(c, 0, sizeof *c);
    c->names = base_names_new();
    c->sources = base_sources_new();
    c->diags = base_diags_new();
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    c->started = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
    c->max_errors = 20;
    c->max_depth = 2000;
    c->max_scalars = base_most_scalars();
    return c;
}

void base_context_free(Context *c) {
    if (!c) return;
    vec_free(&c->asked);
    vec_free(&c->depends);
    base_map_free(&c->depends_seen);
    base_diags_free(c->diags);
    base_sources_free(c->sources);
    base_names_free(c->names);
    base_free_arena(&c->arena);
    base_realloc(c, 0);
}

bool base_own_path(char *path, size_t size) {
    Dl_info here;
    bool shared = dladdr((void *)(uintptr_t)base_own_path, &here) && here.dli_fname && strstr(here.dli_fname, ".so");
    if (shared && strlen(here.dli_fname) < size) {
        memcpy(path, here.dli_fname, strlen(here.dli_fname) + 1);
        return true;
    }
    ssize_t n = readlink("/proc/self/exe", path, size - 1);
    if (n > 0) path[n] = 0;
    return n > 0;
}

double base_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
