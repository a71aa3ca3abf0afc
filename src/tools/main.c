/* main.c - the process around the program.
 *
 * A crash is our own fault and must end with exit code 70 and a sentence, also when the C stack is used up:
 * hence the handler on its own stack.
 */
#include "tools/tools.h"

#include <malloc.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif

#ifndef SANITIZED
static void end_after_crash(int signal_number) {
    static const char message[] =
        "causeway: internal error: the program crashed\n"
        "  hint: this is a fault of causeway or of external code that the model calls; please report it with the "
        "model\n";
    (void)signal_number;
    ssize_t ignored = write(STDERR_FILENO, message, sizeof message - 1);
    (void)ignored;
    _exit(TOOL_FAULT);
}

static void catch_crashes(void) {
    static char stack[64 << 10];
    stack_t alternative = {.ss_sp = stack, .ss_size = sizeof stack};
    sigaltstack(&alternative, NULL);
    struct sigaction action = {.sa_handler = end_after_crash, .sa_flags = SA_ONSTACK | (int)SA_RESETHAND};
    const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) sigaction(signals[i], &action, NULL);
}
#else
static void catch_crashes(void) {}
#endif

/* Recursion over user input is bounded by a count (Context.max_depth); the stack has to be large enough for it.  The
 * first thread's stack grows up to the limit in force when it grows. */
static void raise_stack_limit(void) {
    struct rlimit limit;
    const rlim_t wanted = (rlim_t)64 << 20;
    if (getrlimit(RLIMIT_STACK, &limit) || limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= wanted) return;
    limit.rlim_cur = limit.rlim_max == RLIM_INFINITY || limit.rlim_max > wanted ? wanted : limit.rlim_max;
    setrlimit(RLIMIT_STACK, &limit);
}

/* Large blocks are mappings of their own from the first to the last: what grows is moved by the kernel and leaves no
 * hole, what is freed goes back.  The C library would raise its bound with the first one that is freed; memory at the
 * peak of a translation is a tenth less so. */
static void keep_large_blocks_apart(void) {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 128 << 10);
#endif
}

int main(int argc, char **argv) {
    raise_stack_limit();
    keep_large_blocks_apart();
    catch_crashes();
    tool_quiet_blas();
    signal(SIGPIPE, SIG_IGN); /* a reader that went away is an error of writing, named where it happens */
    signal(SIGXFSZ, SIG_IGN); /* and so is a file that grows past what is allowed */
    const char *fail = getenv("CAUSEWAY_FAIL_ALLOCATION"); /* fault injection by tests */
    if (fail) base_fail_allocation(strtoull(fail, NULL, 10));
    return tool_main(argc, argv);
}
