/* progress.c - progress bar, Ctrl-C, time limit.
 *
 * Ctrl-C is not handled by a handler, which would need a global variable: the signal is blocked
 * during the run and looked for after steps.  When the run is over a pending one is taken and the
 * old mask restored.
 */
#include "runtime/runtime_impl.h"

#include <signal.h>
#include <time.h>
#include <unistd.h>

struct RtProgress {
    double start, stop; /* simulated time */
    double began, next; /* wall clock: of the run; of the next look at the outside world */
    double timeout;
    bool bar, drawn;
    uint32_t skip, count; /* steps between looks at the clock */
    sigset_t old;
    bool blocked;
};

static const double PATIENCE = 2.0;
enum { WIDTH = 40 };

RtProgress *rt_progress_new(const RtOptions *o) {
    RtProgress *p = base_realloc(NULL, sizeof *p);
    memset(p, 0, sizeof *p);
    p->start = o->start;
    p->stop = o->stop;
    p->began = base_seconds();
    p->timeout = o->timeout;
    p->bar = o->progress && isatty(STDERR_FILENO);
    sigset_t interrupt;
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    p->blocked = pthread_sigmask(SIG_BLOCK, &interrupt, &p->old) == 0;
    return p;
}

/* Takes a pending Ctrl-C. */
static bool interrupted(void) {
    sigset_t pending;
    if (sigpending(&pending) != 0 || !sigismember(&pending, SIGINT)) return false;
    sigset_t interrupt;
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    struct timespec now = {0, 0};
    sigtimedwait(&interrupt, NULL, &now);
    return true;
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
    if (p->count++ < p->skip) return RT_GO;
    p->count = 0;
    double now = base_seconds();
    /* looks come about every ten milliseconds, however fast steps are */
    double since = now - p->next;
    if (since < 0.005 && p->skip < 4096) p->skip = p->skip * 2 + 1;
    else if (since > 0.02) p->skip /= 2;
    p->next = now;
    if (p->timeout > 0 && now - p->began > p->timeout) return RT_TIMED_OUT;
    if (p->blocked && interrupted()) return RT_INTERRUPTED;
    double elapsed = now - p->began;
    if (p->bar && elapsed > PATIENCE) draw(p, time, elapsed);
    return RT_GO;
}

void rt_progress_free(RtProgress *p) {
    if (p->drawn) fprintf(stderr, "\r\033[K");
    if (p->blocked) pthread_sigmask(SIG_SETMASK, &p->old, NULL);
    base_realloc(p, 0);
}
