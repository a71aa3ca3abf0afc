/* crash.c - external code that crashes: the run ends with its function's name, and keeps its result.
 *
 * A signal handler has no argument that could lead to the Runtime, and a global variable is not wanted.  But the
 * handler runs on an alternative stack, and the system tells which: the guard stands at the low end of that stack.
 *
 *     [ ToolGuard * | unused ............ | frames of the handler, growing down ]
 *
 * External code that calls exit ends the run in the same way: a function that exit calls has an argument.  It cannot be
 * taken back, so what it is given outlives the guard.
 *
 * A thread without such a stack is one that external code has started: the run cannot be unwound from there, and the
 * process ends with what was flushed of the result.
 *
 * A crash outside external code is our own fault: the handler that was there before takes over (exit code 70).
 */
#include "tools/tools.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif

enum { STACK = 64 << 10, SIGNALS = 5, PATIENCE = 3 };

struct ToolGuard {
    Runtime *rt;
    struct Running *running; /* what the handler of exit sees */
    void *stack;
    stack_t old_stack;
    struct sigaction old[SIGNALS];
};

struct Running {
    Runtime *rt;   /* NULL: it is over */
    pid_t process; /* children that external code has started end as they like */
};

/* Called by LAPACK when an argument is wrong.  Its own one ends the process, with exit code 0; this one lets it return,
 * with the number of the argument in info, at which the caller looks. */
__attribute__((visibility("default"))) void xerbla_(const char *routine, const int *argument, size_t length);

void xerbla_(const char *routine, const int *argument, size_t length) { (void)routine, (void)argument, (void)length; }

static void left(int code, void *arg) {
    const struct Running *r = arg;
    (void)code;
    if (!r->rt || r->process != getpid() || !rt_external_name(r->rt) || rt_has_crashed(r->rt)) return;
    _exit((int)rt_external_left(r->rt));
}

static void watch_exit(ToolGuard *g) {
    g->running = base_realloc(NULL, sizeof *g->running);
    *g->running = (struct Running){g->rt, getpid()};
    on_exit(left, g->running);
}

#ifndef SANITIZED

static const int signals[SIGNALS] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};

static const char *word_of(int number) {
    switch (number) {
    case SIGSEGV: return "segmentation fault";
    case SIGBUS: return "bus error";
    case SIGILL: return "illegal instruction";
    case SIGFPE: return "arithmetic fault";
    default: return "it called abort, or threw what nobody caught";
    }
}

/* What the crash left locked would hold the run for ever (the memory of the process, for one). */
static void end_at_last(int number) {
    static const char message[] = "causeway: error[RT0079]: external code crashed and left the process unusable\n";
    (void)number;
    ssize_t ignored = write(STDERR_FILENO, message, sizeof message - 1);
    (void)ignored;
    _exit(TOOL_STOPPED);
}

static void end_in_thread(void) {
    static const char message[] =
        "causeway: error[RT0079]: external code crashed in a thread of its own\n"
        "  hint: this is a fault of that code; `causeway repair RESULT` completes what was written of the result\n";
    ssize_t ignored = write(STDERR_FILENO, message, sizeof message - 1);
    (void)ignored;
    _exit(TOOL_STOPPED);
}

static void unblock(int number) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, number);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

static void crashed(int number) {
    stack_t here;
    bool ours = sigaltstack(NULL, &here) == 0 && !(here.ss_flags & SS_DISABLE) && here.ss_sp;
    if (!ours) end_in_thread();
    ToolGuard *g = *(ToolGuard **)here.ss_sp;
    if (rt_has_crashed(g->rt)) end_at_last(number);
    if (rt_external_name(g->rt)) {
        signal(SIGALRM, end_at_last);
        alarm(PATIENCE);
        unblock(number);
        (void)rt_external_crashed(g->rt, word_of(number));
        alarm(0);
    }
    for (int i = 0; i < SIGNALS; i++) sigaction(signals[i], &g->old[i], NULL);
    if (number == SIGABRT) raise(number);
    /* and fails again, into the handler that was there before */
}

ToolGuard *tool_guard_new(Runtime *rt) {
    ToolGuard *g = base_realloc(NULL, sizeof *g);
    memset(g, 0, sizeof *g);
    g->stack = base_realloc(NULL, STACK);
    g->rt = rt;
    *(ToolGuard **)g->stack = g;
    stack_t stack = {.ss_sp = g->stack, .ss_size = STACK};
    sigaltstack(&stack, &g->old_stack);
    struct sigaction action = {.sa_handler = crashed, .sa_flags = SA_ONSTACK};
    for (int i = 0; i < SIGNALS; i++) sigaction(signals[i], &action, &g->old[i]);
    watch_exit(g);
    return g;
}

void tool_guard_free(ToolGuard *g) {
    alarm(0); /* the end is reached, also after a crash */
    for (int i = 0; i < SIGNALS; i++) sigaction(signals[i], &g->old[i], NULL);
    if (g->old_stack.ss_flags & SS_DISABLE) g->old_stack.ss_size = STACK; /* some systems look at it all the same */
    sigaltstack(&g->old_stack, NULL);
    g->running->rt = NULL;
    base_realloc(g->stack, 0);
    base_realloc(g, 0);
}

#else /* sanitizers have handlers of their own */

ToolGuard *tool_guard_new(Runtime *rt) {
    ToolGuard *g = base_realloc(NULL, sizeof *g);
    *g = (ToolGuard){.rt = rt};
    watch_exit(g);
    return g;
}

void tool_guard_free(ToolGuard *g) {
    g->running->rt = NULL;
    base_realloc(g, 0);
}

#endif
