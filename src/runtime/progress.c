/* progress.c - progress bar, Ctrl-C (and SIGTERM), time limit.
 *
 * Ctrl-C is not handled by a handler, which would need a global variable: the signal is blocked
 * during the run, and a thread waits for it.  The run looks at its flag after every step; when it
 * does not come to a step any more (a function of the user that never returns), the thread itself
 * completes the result and ends the process.
 */
#include "runtime/runtime_impl.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

struct RtProgress {
    Runtime *rt;
    double start, stop; /* simulated time */
    double began, seen; /* wall clock: of the run; of the last look at the outside world */
    double timeout;
    bool bar, drawn;
    uint32_t skip, count; /* steps between looks at the clock */
    sigset_t old;
    int signal_fd, stop_fd;
    pthread_t thread;
    bool watched; /* the thread runs */
    atomic_bool interrupted;
};

static const double PATIENCE = 2.0; /* seconds before the bar; and before a stuck run is ended */
enum { WIDTH = 40 };

/* ---- the thread that waits --------------------------------------------------------------------------------------- */

/* The run is stuck inside an evaluation: nobody else touches the result any more. */
static void give_up(RtProgress *p, const char *why) {
    Runtime *rt = p->rt;
    Diag *d = base_error(rt->ctx, "RT0076", (Span){0},
                         "%s at time %.9g, and the model does not come back from an evaluation%s%s", why, rt->reached,
                         rt->external ? " of the external function " : "", rt->external ? rt->external : "");
    if (d) base_hint(rt->ctx, d, "look for a loop that does not end; the result so far is kept");
    rt_close_result(rt);
    base_diag_flush(rt->ctx, stderr);
    _exit(rt->initialised ? RT_STOPPED : RT_INIT_FAILED);
}

static void *wait_outside(void *arg) {
    RtProgress *p = arg;
    double limit = p->timeout > 0 ? p->began + p->timeout + PATIENCE : INFINITY;
    const char *why = "the time limit was reached";
    for (;;) {
        struct pollfd fds[2] = {{p->stop_fd, POLLIN, 0}, {p->signal_fd, POLLIN, 0}};
        double left = limit - base_seconds();
        int milliseconds = left > 3600 ? 3600000 : left > 0 ? (int)(left * 1000) + 1 : 0;
        int ready = poll(fds, 2, milliseconds);
        if (ready > 0 && fds[0].revents) return NULL;
        if (ready > 0 && fds[1].revents) {
            struct signalfd_siginfo info;
            if (read(p->signal_fd, &info, sizeof info) < 0) continue;
            atomic_store(&p->interrupted, true);
            limit = fmin(limit, base_seconds() + PATIENCE);
            why = "interrupted";
        }
        if (base_seconds() >= limit) give_up(p, why);
    }
}

static void start_watch(RtProgress *p) {
    sigset_t interrupt;
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    sigaddset(&interrupt, SIGTERM);
    if (pthread_sigmask(SIG_BLOCK, &interrupt, &p->old) != 0) return;
    p->signal_fd = signalfd(-1, &interrupt, SFD_CLOEXEC);
    p->stop_fd = eventfd(0, EFD_CLOEXEC);
    p->watched = p->signal_fd >= 0 && p->stop_fd >= 0 && pthread_create(&p->thread, NULL, wait_outside, p) == 0;
    if (!p->watched) pthread_sigmask(SIG_SETMASK, &p->old, NULL);
}

static void stop_watch(RtProgress *p) {
    uint64_t one = 1;
    if (p->watched && write(p->stop_fd, &one, sizeof one) == sizeof one) pthread_join(p->thread, NULL);
    if (p->signal_fd >= 0) close(p->signal_fd);
    if (p->stop_fd >= 0) close(p->stop_fd);
    if (p->watched) pthread_sigmask(SIG_SETMASK, &p->old, NULL);
}

/* ---- the run's side ---------------------------------------------------------------------------------------------- */

void rt_watch(Runtime *rt, const RtOptions *o) {
    if (!rt->watch) rt->watch = rt_progress_new(rt, o);
}

RtProgress *rt_progress_new(Runtime *rt, const RtOptions *o) {
    RtProgress *p = base_realloc(NULL, sizeof *p);
    memset(p, 0, sizeof *p);
    p->rt = rt;
    p->start = o->start;
    p->stop = o->stop;
    p->began = base_seconds();
    p->timeout = o->timeout > 0 ? fmax(o->timeout - o->used, 1e-3) : 0;
    p->bar = o->progress && isatty(STDERR_FILENO);
    p->signal_fd = p->stop_fd = -1;
    start_watch(p);
    return p;
}

static void draw(RtProgress *p, double time, double elapsed) {
    double part = p->stop > p->start ? (time - p->start) / (p->stop - p->start) : 1;
    int filled = (int)(part * WIDTH);
    if (filled > WIDTH) filled = WIDTH;
    double left = part > 0 ? elapsed * (1 - part) / part : 0;
    fprintf(stderr, "\r[");
    for (int i = 0; i < WIDTH; i++) fputc(i < filled ? '#' : '.', stderr);
    fprintf(stderr, "] %3.0f %%  time %-12.6g %.0f s left   ", part * 100, time, left);
    fflush(stderr);
    p->drawn = true;
}

RtWatch rt_progress_step(RtProgress *p, double time) {
    if (atomic_load_explicit(&p->interrupted, memory_order_relaxed)) return RT_INTERRUPTED;
    if (p->count++ < p->skip) return RT_GO;
    p->count = 0;
    double now = base_seconds();
    double since = now - p->seen;
    if (since < 0.05 && p->skip < 1 << 16) /* looks come about ten times a second */
        p->skip = p->skip * 2 + 1;
    else if (since > 0.2) p->skip /= 2;
    p->seen = now;
    double elapsed = now - p->began;
    if (p->timeout > 0 && elapsed > p->timeout) return RT_TIMED_OUT;
    if (p->bar && elapsed > PATIENCE) draw(p, time, elapsed);
    return RT_GO;
}

void rt_progress_free(RtProgress *p) {
    stop_watch(p);
    if (p->drawn) fprintf(stderr, "\r\033[K");
    base_realloc(p, 0);
}
