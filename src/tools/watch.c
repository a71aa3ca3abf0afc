/* watch.c - the program around a run: progress bar, words of the model, Ctrl-C (SIGTERM, SIGHUP), runs that hang.
 *
 * Ctrl-C is not handled by a handler, which would need a global variable: the signal is blocked
 * during the run, and a thread waits for it.  The run looks at its flag after every step; when it
 * does not come to a step any more (a function of the user that never returns), the thread itself
 * completes the result and ends the process.
 */
#include "tools/tools.h"

#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

typedef struct {
    Runtime *rt;
    ToolGuard *guard; /* against crashes of external code, or NULL */
    double began;     /* wall clock */
    double timeout;
    bool bar, drawn;
    sigset_t old;
    int signal_fd, stop_fd;
    pthread_t thread;
    bool watched; /* the thread runs */
    atomic_bool interrupted;
} Watch;

static const double PATIENCE = 2.0; /* seconds before the bar; and before a stuck run is ended */
enum { WIDTH = 40 };

/* ---- the thread that waits --------------------------------------------------------------------------------------- */

static void *wait_outside(void *arg) {
    Watch *w = arg;
    double limit = w->timeout > 0 ? w->began + w->timeout + PATIENCE : INFINITY;
    const char *why = "the time limit was reached";
    for (;;) {
        struct pollfd fds[2] = {{w->stop_fd, POLLIN, 0}, {w->signal_fd, POLLIN, 0}};
        double left = limit - base_seconds();
        int milliseconds = left > 3600 ? 3600000 : left > 0 ? (int)(left * 1000) + 1 : 0;
        int ready = poll(fds, 2, milliseconds);
        if (ready > 0 && fds[0].revents) return NULL;
        if (ready > 0 && fds[1].revents) {
            struct signalfd_siginfo info;
            if (read(w->signal_fd, &info, sizeof info) < 0) continue;
            atomic_store(&w->interrupted, true);
            limit = fmin(limit, base_seconds() + PATIENCE);
            why = "interrupted";
        }
        /* the run is stuck inside an evaluation: nobody else touches the result any more */
        if (base_seconds() >= limit) _exit(rt_abandon(w->rt, why));
    }
}

static void start_thread(Watch *w) {
    sigset_t interrupt;
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    sigaddset(&interrupt, SIGTERM);
    sigaddset(&interrupt, SIGHUP);
    if (pthread_sigmask(SIG_BLOCK, &interrupt, &w->old) != 0) return;
    pthread_attr_t small; /* there is room for it under any bound of memory */
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 1 << 20);
    w->signal_fd = signalfd(-1, &interrupt, SFD_CLOEXEC);
    w->stop_fd = eventfd(0, EFD_CLOEXEC);
    w->watched = w->signal_fd >= 0 && w->stop_fd >= 0 && pthread_create(&w->thread, &small, wait_outside, w) == 0;
    pthread_attr_destroy(&small);
    if (!w->watched) pthread_sigmask(SIG_SETMASK, &w->old, NULL);
}

static void stop_thread(Watch *w) {
    uint64_t one = 1;
    if (w->watched && write(w->stop_fd, &one, sizeof one) == sizeof one) pthread_join(w->thread, NULL);
    if (w->signal_fd >= 0) close(w->signal_fd);
    if (w->stop_fd >= 0) close(w->stop_fd);
    if (w->watched) pthread_sigmask(SIG_SETMASK, &w->old, NULL);
    w->signal_fd = w->stop_fd = -1;
    w->watched = false;
}

/* ---- what the run tells ------------------------------------------------------------------------------------------ */

static void message(void *arg, const char *text) {
    (void)arg;
    base_say(stderr, "%s", text); /* standard output is for results */
}

static void reported(void *arg, Context *ctx) {
    (void)arg;
    base_diag_flush(ctx, stderr);
}

static bool progress(void *arg, double time, double part) {
    Watch *w = arg;
    double elapsed = base_seconds() - w->began;
    if (!w->bar || elapsed <= PATIENCE) return true;
    int filled = (int)(part * WIDTH);
    if (filled > WIDTH) filled = WIDTH;
    double left = part > 0 ? elapsed * (1 - part) / part : 0;
    fprintf(stderr, "\r[");
    for (int i = 0; i < WIDTH; i++) fputc(i < filled ? '#' : '.', stderr);
    fprintf(stderr, "] %3.0f %%  time %-12.6g %.0f s left   ", part * 100, time, left);
    fflush(stderr);
    w->drawn = true;
    return true;
}

static void ended(void *arg) {
    Watch *w = arg;
    stop_thread(w);
    if (w->drawn) fprintf(stderr, "\r\033[K");
    w->drawn = false;
}

static void freed(void *arg) {
    Watch *w = arg;
    if (w->guard) tool_guard_free(w->guard);
    base_realloc(w, 0);
}

void tool_watch(Runtime *rt, const RtOptions *o, bool bar) {
    Watch *w = base_realloc(NULL, sizeof *w);
    memset(w, 0, sizeof *w);
    w->rt = rt;
    w->began = base_seconds();
    w->timeout = o->timeout > 0 ? fmax(o->timeout - o->used, 1e-3) : 0;
    w->bar = bar && isatty(STDERR_FILENO);
    w->signal_fd = w->stop_fd = -1;
    if (rt_calls_external(rt)) w->guard = tool_guard_new(rt);
    start_thread(w);
    rt_set_host(rt, &(RtHost){.arg = w,
                              .convert = causeway_convert_unit,
                              .message = message,
                              .reported = reported,
                              .progress = progress,
                              .stop = &w->interrupted,
                              .timeout = w->timeout,
                              .ended = ended,
                              .freed = freed});
}
