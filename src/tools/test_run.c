/* test_run.c - one case of a library's tests: simulated in a process of its own, then judged.
 *
 * A process of its own, because a model may crash, never return or fill the memory, and the other cases must not
 * notice.  It works in a folder of its own, which also holds its temporary files, so that nothing is left behind.
 */
#include "tools/tools_impl.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { MOST_OUTPUT = 20000, MOST_PICTURES = 8, SLICE_MS = 100, GRACE_MS = 3000 };

/* ---- the process ------------------------------------------------------------------------------------------------- */

static bool interrupted(void) { /* the signals are blocked by cmd_test.c: they wait where every thread can see them */
    sigset_t waiting;
    return sigpending(&waiting) == 0 && (sigismember(&waiting, SIGINT) || sigismember(&waiting, SIGTERM));
}

/* The environment with TMPDIR in the folder of the case. */
static char **environment(Arena *a, const char *folder) {
    size_t n = 0;
    while (environ[n]) n++;
    char **own = BASE_ARRAY(a, char *, n + 2);
    size_t k = 0;
    for (size_t i = 0; i < n; i++)
        if (strncmp(environ[i], "TMPDIR=", 7) != 0) own[k++] = environ[i];
    own[k++] = base_sprintf(a, "TMPDIR=%s", folder);
    return own;
}

/* Starts argv in a folder; its output goes to the pipe whose reading end is stored.  0 when it cannot be. */
static pid_t start(Arena *a, char *const *argv, const char *folder, int *output) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return 0;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none); /* ours are blocked */
    posix_spawnattr_setpgroup(&attributes, 0);      /* compilers it starts end with it */
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 2);
    posix_spawn_file_actions_addchdir_np(&actions, folder);
    pid_t pid = 0;
    if (posix_spawn(&pid, argv[0], &actions, &attributes, argv, environment(a, folder)) != 0) pid = 0;
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    close(ends[1]);
    if (pid) *output = ends[0];
    else close(ends[0]);
    return pid;
}

typedef struct {
    int status;   /* of waitpid */
    bool late;    /* it was ended at the time limit */
    bool stopped; /* the user has interrupted the tests */
} Ending;

/* Reads what the process prints until it ends; ends it at the time limit: politely, so that it cleans up behind
 * itself, then by force. */
static Ending supervise(pid_t pid, int output, double timeout, Text *printed) {
    Ending end = {0};
    double limit = base_seconds() + timeout, force = INFINITY;
    bool ended = false, open = true;
    while (!ended) {
        struct pollfd ready = {output, POLLIN, 0};
        poll(&ready, open, open ? SLICE_MS : 5);
        char buffer[4096];
        ssize_t n = open && ready.revents ? read(output, buffer, sizeof buffer) : 0;
        if (n > 0 && printed->n < MOST_OUTPUT) base_text_addn(printed, buffer, (size_t)n);
        if (n > 0) continue;
        if (ready.revents) open = false;
        pid_t reaped = waitpid(pid, &end.status, WNOHANG);
        ended = reaped == pid || (reaped < 0 && errno == ECHILD);
        double now = base_seconds();
        end.stopped |= interrupted();
        if (!ended && !isfinite(force) && (now > limit || end.stopped)) {
            end.late = now > limit;
            kill(-pid, SIGINT);
            force = now + GRACE_MS / 1000.0;
        }
        if (!ended && now > force) kill(-pid, SIGKILL);
    }
    close(output);
    return end;
}

/* ---- the result -------------------------------------------------------------------------------------------------- */

static void draw(TestCase *c, ResResult *result, ResResult *reference, const SesDiffering *d) {
    AnaCurve a = {res_time(result), res_column(result, d->name), res_rows(result)};
    AnaCurve b = {res_time(reference), res_column(reference, d->name), res_rows(reference)};
    AnaTimes where = {0};
    Plot p = {.width = 560, .height = 230, .x.label = "time [s]"};
    ana_tube_outside(&a, &b, ana_tube_width, &where);
    vec_push(&p.series,
             ((PlotSeries){.label = "reference", .x = b.t, .y = b.y, .n = b.n, .colour = 1, .sorted = true}));
    vec_push(&p.series, ((PlotSeries){.label = "result", .x = a.t, .y = a.y, .n = a.n, .dash = 1, .sorted = true}));
    base_text_add(&c->pictures, "<figure><figcaption>");
    tool_html_text(&c->pictures, d->name);
    base_text_printf(&c->pictures, ": %.2f %% outside</figcaption>", 100 * d->outside);
    tool_plot_svg(&p, where.at, where.n, &c->pictures);
    base_text_add(&c->pictures, "</figure>");
    vec_free(&where);
    vec_free(&p.series);
}

static TestVerdict judge(TestCase *c, const char *path, bool pictures) {
    Context *ctx = base_context_new(); /* of this thread */
    ResResult *result = res_open(ctx, path), *reference = result ? res_open(ctx, c->of->reference) : NULL;
    TestVerdict verdict = TEST_RESULT;
    if (result && reference) {
        SesJudgement j = {0};
        verdict = ses_judge(ctx, c->of, result, reference, &j) ? TEST_VERIFIED : TEST_DIFFERS;
        c->compared = j.compared;
        c->different = j.different;
        c->why = j.why;
        for (size_t i = 0; pictures && i < j.differing.n && i < MOST_PICTURES; i++)
            draw(c, result, reference, &j.differing.at[i]);
        vec_free(&j.differing);
    } else {
        base_diag_take(ctx, &c->why);
        for (size_t i = 0; i < c->why.n; i++)
            if (c->why.at[i] == '\n') c->why.at[i] = ' ';
    }
    if (reference) res_close(reference);
    if (result) res_close(result);
    base_context_free(ctx);
    return verdict;
}

/* ---- a case ------------------------------------------------------------------------------------------------------ */

/* The first line that speaks of an error, else the last one. */
static void find_reason(TestCase *c) {
    const char *text = base_text_str(&c->output), *line = "", *found = NULL;
    for (const char *next; *text; text = next) {
        size_t n = strcspn(text, "\n");
        next = text + n + (text[n] == '\n');
        const char *word = strstr(text, "error");
        if (n && word && word < text + n && !found) found = text;
        if (n) line = text;
    }
    if (!found) found = line;
    base_text_addn(&c->why, found, strcspn(found, "\n"));
}

static TestVerdict verdict_of(Ending end) {
    static const TestVerdict by_code[] = {[TOOL_USAGE] = TEST_USAGE,
                                          [TOOL_INVALID] = TEST_INVALID,
                                          [TOOL_UNTRANSLATABLE] = TEST_TRANSLATE,
                                          [TOOL_INITIALISATION] = TEST_INITIAL,
                                          [TOOL_STOPPED] = TEST_SIMULATE};
    if (end.late) return TEST_TIMEOUT;
    if (!WIFEXITED(end.status)) return TEST_CRASH;
    int code = WEXITSTATUS(end.status);
    return code == 0 ? TEST_RAN : code <= TOOL_STOPPED ? by_code[code] : TEST_CRASH;
}

static char *const *arguments(const TestRun *t, const TestCase *c, Arena *a, const char *result) {
    VEC(char *) v = {0};
    const struct {
        const char *option, *value;
    } given[] = {{"--start", c->of->start},
                 {"--stop", c->of->stop},
                 {"--interval", c->of->interval},
                 {"--tolerance", c->of->tolerance},
                 {"--signals", c->of->signals},
                 {"--solver", t->run->options->solver},
                 {"--compile", t->run->options->compile}};
    vec_push(&v, (char *)t->program);
    vec_push(&v, "simulate");
    vec_push(&v, (char *)c->of->model);
    for (size_t i = 0; i < t->found.folders.n; i++) {
        vec_push(&v, "-L");
        vec_push(&v, t->found.folders.at[i]);
    }
    for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
        if (!given[i].value) continue;
        vec_push(&v, (char *)given[i].option);
        vec_push(&v, (char *)given[i].value);
    }
    if (t->run->options->no_cache) vec_push(&v, "--no-cache");
    if (t->run->options->strict) vec_push(&v, "--strict");
    if (t->run->options->untrusted) vec_push(&v, "--untrusted");
    vec_push(&v, "-q");
    vec_push(&v, "--colour=never");
    vec_push(&v, "-o");
    vec_push(&v, (char *)(c->of->reference ? result : "/dev/null"));
    vec_push(&v, NULL);
    char *const *own = base_copy(a, v.at, v.n * sizeof *v.at);
    vec_free(&v);
    return own;
}

bool tool_test_case(const TestRun *t, TestCase *c, size_t number) {
    Arena a = {0};
    char *folder = base_sprintf(&a, "%s/%zu", t->folder, number);
    char *result = base_sprintf(&a, "%s/result.csv", folder);
    double began = base_seconds();
    int output;
    Ending end = {0};
    pid_t pid = 0;
    if (mkdir(folder, 0700) == 0) pid = start(&a, arguments(t, c, &a, result), folder, &output);
    if (pid) {
        end = supervise(pid, output, t->timeout, &c->output);
        c->verdict = verdict_of(end);
    } else {
        base_text_printf(&c->why, "could not be started: %s", strerror(errno));
        c->verdict = TEST_USAGE;
    }
    c->seconds = base_seconds() - began;
    if (c->verdict == TEST_RAN && c->of->reference) c->verdict = judge(c, result, t->pictures);
    else if (pid && c->verdict == TEST_TIMEOUT) base_text_printf(&c->why, "no result after %g s", t->timeout);
    else if (pid && c->verdict != TEST_RAN) find_reason(c);
    unlink(result);
    base_free_arena(&a);
    return !end.stopped;
}
