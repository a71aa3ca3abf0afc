/* limits.c - how long a command may take and how much memory it may use, from the first byte that it reads.
 *
 * Memory is bounded by the system (RLIMIT_DATA): processes that are started inherit the bound.  Time is watched by a
 * thread, for a translation is nowhere asked to stop.  A simulation ends by itself at the limit and keeps its result:
 * while one is under way the thread waits a while longer.  When the thread ends the process, what the process has
 * started ends with it, and its temporary folders, which bear its number, are removed.
 *
 * A program linked with OpenBLAS starts with a thread for every core, which takes signals that are meant for the first
 * one, and with memory for them; where it gets none for a product of matrices it asks again without end.  We need none
 * of its threads: matrices are small here.  What it holds does not count against --memory.
 */
#include "tools/tools.h"

#include <dirent.h>
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static const double PATIENCE = 5; /* seconds that a simulation has to come to its end behind the limit */

struct ToolLimits {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    double end;      /* base_seconds at the limit */
    bool simulating; /* the run looks at the clock itself */
    bool done;
    char *message; /* made beforehand: nothing of the Context may be touched by the thread */
};

/* ---- what the process leaves behind ------------------------------------------------------------------------------ */

/* Children of this process and, since it adopts orphans, all that they have started. */
void tool_end_children(void) {
    char path[64], word[32];
    for (int round = 0; round < 100; round++) {
        bool any = false;
        DIR *tasks = opendir("/proc/self/task");
        if (!tasks) return;
        for (struct dirent *t; (t = readdir(tasks));) {
            snprintf(path, sizeof path, "/proc/self/task/%.20s/children", t->d_name);
            FILE *f = t->d_name[0] == '.' ? NULL : fopen(path, "re");
            while (f && fscanf(f, "%31s", word) == 1) {
                long pid = strtol(word, NULL, 10);
                if (pid > 1 && kill((pid_t)pid, SIGKILL) == 0) any = true;
            }
            if (f) fclose(f);
        }
        closedir(tasks);
        if (!any) return;
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL); /* their children become ours */
    }
}

void tool_clean_up(void) {
    tool_end_children();
    comp_remove_temporary();
}

/* ---- OpenBLAS ---------------------------------------------------------------------------------------------------- */

void tool_quiet_blas(void) {
    void (*count)(int) = NULL;
    void (*stop)(void) = NULL;
    *(void **)&count = dlsym(RTLD_DEFAULT, "openblas_set_num_threads");
    *(void **)&stop = dlsym(RTLD_DEFAULT, "blas_thread_shutdown_");
    if (count) count(1);
    if (count && stop) stop();
}

/* Bytes of data that the process has once OpenBLAS has taken what it works in; 0: another BLAS. */
uint64_t tool_held_by_blas(void) {
    void (*dgemm)(const char *, const char *, const int *, const int *, const int *, const double *, const double *,
                  const int *, const double *, const int *, const double *, double *, const int *) = NULL;
    *(void **)&dgemm = dlsym(RTLD_DEFAULT, "dgemm_");
    if (!dgemm || !dlsym(RTLD_DEFAULT, "openblas_set_num_threads")) return 0;
    const int n = 2;
    const double one = 1, a[4] = {1, 2, 3, 4}, b[4] = {1, 0, 0, 1};
    double c[4] = {0};
    dgemm("N", "N", &n, &n, &n, &one, a, &n, b, &n, &one, c, &n);
    unsigned long kib = 0;
    char line[128];
    FILE *f = fopen("/proc/self/status", "re");
    while (f && fgets(line, sizeof line, f) && sscanf(line, "VmData: %lu", &kib) != 1) {}
    if (f) fclose(f);
    return (uint64_t)kib << 10;
}

/* ---- the clock --------------------------------------------------------------------------------------------------- */

static void *watch(void *arg) {
    ToolLimits *l = arg;
    pthread_mutex_lock(&l->lock);
    while (!l->done) {
        double end = l->end + (l->simulating ? PATIENCE : 0), left = end - base_seconds();
        if (left <= 0) {
            ssize_t ignored = write(STDERR_FILENO, l->message, strlen(l->message));
            (void)ignored;
            tool_clean_up();
            _exit(TOOL_STOPPED);
        }
        if (left > 1e6) left = 1e6;
        struct timespec until;
        clock_gettime(CLOCK_MONOTONIC, &until);
        double whole = (double)until.tv_sec + 1e-9 * (double)until.tv_nsec + left;
        until.tv_sec = (time_t)whole;
        until.tv_nsec = (long)((whole - (double)until.tv_sec) * 1e9);
        pthread_cond_timedwait(&l->changed, &l->lock, &until);
    }
    pthread_mutex_unlock(&l->lock);
    return NULL;
}

/* What the thread will say, printed as any other message. */
static char *make_message(const Context *like, double seconds) {
    Context *ctx = base_context_new();
    Text t = {0};
    ctx->format = like->format;
    ctx->colour = like->colour;
    Diag *d =
        base_error(ctx, "TOOL0040", (Span){0}, "the time limit of %g s was reached, and nothing came of it", seconds);
    base_hint(ctx, d, "raise --timeout, or make the model smaller: look for loops and arrays that are very large");
    base_diag_take(ctx, &t);
    base_context_free(ctx);
    return t.at;
}

static ToolLimits *start_clock(const Context *ctx, double seconds, double began) {
    ToolLimits *l = base_realloc(NULL, sizeof *l);
    memset(l, 0, sizeof *l);
    l->end = began + seconds;
    l->message = make_message(ctx, seconds);
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&l->lock, NULL);
    pthread_cond_init(&l->changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    sigset_t all, old; /* signals are for the threads that know what to do with them */
    sigfillset(&all);
    pthread_attr_t small; /* there is room for it under any bound of memory */
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 256 << 10);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    bool ok = pthread_create(&l->thread, &small, watch, l) == 0;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    pthread_attr_destroy(&small);
    if (ok) return l;
    base_realloc(l->message, 0);
    base_realloc(l, 0);
    return NULL;
}

static void change(ToolLimits *l, bool simulating, bool done) {
    pthread_mutex_lock(&l->lock);
    l->simulating = simulating;
    l->done = done;
    pthread_cond_signal(&l->changed);
    pthread_mutex_unlock(&l->lock);
}

double tool_limits_simulating(ToolLimits *l, bool simulating) {
    if (!l) return 0;
    change(l, simulating, false);
    double left = l->end - base_seconds();
    return left > 1e-3 ? left : 1e-3;
}

/* ---- memory ------------------------------------------------------------------------------------------------------ */

static bool bound_memory(Context *ctx, double mib, uint64_t held) {
    enum { LEAST = 32 };
    if (!(mib >= LEAST)) {
        Diag *d = base_error(ctx, "TOOL0041", (Span){0}, "--memory %g is less than the program needs itself", mib);
        base_hint(ctx, d, "it is a number of MiB, %d at the least", (int)LEAST);
        return false;
    }
    struct rlimit limit;
    rlim_t wanted = mib < 1e12 ? (rlim_t)(mib * (1 << 20)) : RLIM_INFINITY;
    if (getrlimit(RLIMIT_DATA, &limit) != 0 || limit.rlim_cur <= wanted) return true; /* it is less already */
    limit.rlim_cur = wanted;
    setrlimit(RLIMIT_DATA, &limit);
    ctx->max_scalars = base_most_scalars();
    if (wanted != RLIM_INFINITY) limit.rlim_cur += (rlim_t)held;
    if (held) setrlimit(RLIMIT_DATA, &limit);
    return true;
}

/* ---- both -------------------------------------------------------------------------------------------------------- */

bool tool_limits_begin(Context *ctx, const ToolOptions *o, double began, bool clock, uint64_t held,
                       ToolLimits **limits) {
    *limits = NULL;
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    if (clock && tool_given(o->timeout) && o->timeout > 0) *limits = start_clock(ctx, o->timeout, began);
    return !tool_given(o->memory) || bound_memory(ctx, o->memory, held);
}

void tool_limits_end(ToolLimits *l) {
    if (!l) return;
    change(l, false, true);
    pthread_join(l->thread, NULL);
    pthread_cond_destroy(&l->changed);
    pthread_mutex_destroy(&l->lock);
    base_realloc(l->message, 0);
    base_realloc(l, 0);
}
