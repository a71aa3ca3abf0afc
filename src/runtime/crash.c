/* crash.c - external code that crashes: the run ends with its function's name, and keeps its result.
 *
 * A signal handler has no argument that could lead to the Runtime, and a global variable is not wanted.  But the
 * handler runs on an alternative stack, and the system tells which: the Runtime stands at the low end of that stack.
 *
 *     [ Runtime * | unused ............ | frames of the handler, growing down ]
 *
 * A crash outside external code is our own fault: the handler that was there before takes over (exit code 70).
 */
#include "runtime/runtime_impl.h"

#include <signal.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif

enum { STACK = 64 << 10, SIGNALS = 5, PATIENCE = 3 };

struct RtGuard {
    void *stack;
    stack_t old_stack;
    struct sigaction old[SIGNALS];
};

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
    _exit(RT_STOPPED);
}

static void unblock(int number) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, number);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

static void crashed(int number) {
    stack_t here;
    Runtime *rt = sigaltstack(NULL, &here) == 0 ? *(Runtime **)here.ss_sp : NULL;
    if (!rt || !rt->external || !rt->frame || rt->crashed) {
        if (rt && rt->crashed) end_at_last(number);
        for (int i = 0; rt && i < SIGNALS; i++) sigaction(signals[i], &rt->guard->old[i], NULL);
        if (number == SIGABRT || !rt) raise(number);
        return; /* and fails again, into the handler that was there before */
    }
    rt->crashed = rt->external;
    rt->crash_word = word_of(number);
    rt->external = NULL;
    signal(SIGALRM, end_at_last);
    alarm(PATIENCE);
    unblock(number);
    rt_unwind(rt);
}

RtGuard *rt_guard_new(Runtime *rt) {
    RtGuard *g = base_realloc(NULL, sizeof *g);
    memset(g, 0, sizeof *g);
    g->stack = base_realloc(NULL, STACK);
    *(Runtime **)g->stack = rt;
    stack_t stack = {.ss_sp = g->stack, .ss_size = STACK};
    sigaltstack(&stack, &g->old_stack);
    struct sigaction action = {.sa_handler = crashed, .sa_flags = SA_ONSTACK};
    for (int i = 0; i < SIGNALS; i++) sigaction(signals[i], &action, &g->old[i]);
    return g;
}

void rt_guard_free(RtGuard *g) {
    for (int i = 0; i < SIGNALS; i++) sigaction(signals[i], &g->old[i], NULL);
    if (g->old_stack.ss_flags & SS_DISABLE) g->old_stack.ss_size = STACK; /* some systems look at it all the same */
    sigaltstack(&g->old_stack, NULL);
    base_realloc(g->stack, 0);
    base_realloc(g, 0);
}

#else /* sanitizers have handlers of their own */

RtGuard *rt_guard_new(Runtime *rt) {
    (void)rt;
    return NULL;
}

void rt_guard_free(RtGuard *g) { (void)g; }

#endif
