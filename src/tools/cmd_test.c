/* cmd_test.c - `causeway test`: a library's examples, run and compared; a table, a page, a baseline.
 *
 * The baseline is a text: a line `verdict model` for each model, by name.  What is stored there may get better, not
 * worse; --update-baseline stores the verdicts of this run and keeps those of models that were not run.
 */
#include "tools/tools_impl.h"

#include <errno.h>
#include <ftw.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- running ----------------------------------------------------------------------------------------------------- */

typedef struct {
    TestRun *t;
    pthread_mutex_t lock; /* guards next, shown, done, standard output */
    uint8_t *done;        /* by case */
    bool stopped;         /* by the user */
} Crew;

static void print_case(const TestRun *t, TestCase *c) {
    if (t->run->options->json || (t->run->options->quiet && tool_test_good(c->verdict) && !tool_test_regressed(c)))
        return;
    base_say(stdout, "%-9s %s %-70s %6.2f s  %.160s\n", tool_test_words[c->verdict], tool_test_regressed(c) ? "!" : " ",
             c->of->model, c->seconds, base_text_str(&c->why));
    fflush(stdout);
}

static void work(void *arg, size_t worker) {
    (void)worker;
    Crew *crew = arg;
    TestRun *t = crew->t;
    pthread_mutex_lock(&crew->lock);
    while (t->next < t->cases.n && !crew->stopped) {
        size_t i = t->next++;
        pthread_mutex_unlock(&crew->lock);
        bool go_on = tool_test_case(t, &t->cases.at[i], i);
        pthread_mutex_lock(&crew->lock);
        if (go_on) crew->done[i] = 1;
        else crew->stopped = true;
        for (; t->shown < t->cases.n && crew->done[t->shown]; t->shown++) print_case(t, &t->cases.at[t->shown]);
    }
    pthread_mutex_unlock(&crew->lock);
}

static int remove_entry(const char *path, const struct stat *st, int type, struct FTW *at) {
    (void)st, (void)type, (void)at;
    remove(path);
    return 0;
}

static bool make_folder(TestRun *t) {
    const char *base = getenv("TMPDIR");
    snprintf(t->folder, sizeof t->folder, "%.400s/causeway-test.XXXXXX", base && *base ? base : "/tmp");
    if (mkdtemp(t->folder)) return true;
    base_error(t->run->ctx, "TOOL0006", (Span){0}, "cannot make %s: %s", t->folder, strerror(errno));
    return false;
}

static bool find_program(TestRun *t) {
    ssize_t n = readlink("/proc/self/exe", t->program, sizeof t->program - 1);
    if (n > 0) return true; /* the field is zeroed */
    base_error(t->run->ctx, "TOOL0005", (Span){0}, "cannot find the program itself: %s", strerror(errno));
    return false;
}

/* All cases; false when the user has interrupted them.  Ctrl-C is blocked meanwhile: workers see it waiting, end their
 * runs and come back, so that nothing is left behind. */
static bool run_cases(TestRun *t) {
    Crew crew = {.t = t, .done = BASE_ARRAY(&t->run->ctx->arena, uint8_t, t->cases.n)};
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    int jobs = tool_given(t->run->options->jobs) ? (int)t->run->options->jobs : (int)processors;
    if (jobs < 1) jobs = 1;
    if ((size_t)jobs > t->cases.n) jobs = (int)t->cases.n;
    sigset_t signals, old;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals, &old);
    pthread_mutex_init(&crew.lock, NULL);
    base_parallel(jobs, (size_t)jobs, work, &crew);
    pthread_mutex_destroy(&crew.lock);
    nftw(t->folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    if (crew.stopped)
        base_error(t->run->ctx, "TOOL0032", (Span){0}, "interrupted after %zu of %zu models", t->shown, t->cases.n);
    struct timespec now = {0};
    while (crew.stopped && sigtimedwait(&signals, NULL, &now) > 0) {} /* taken: it has been obeyed */
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return !crew.stopped;
}

/* ---- the baseline ------------------------------------------------------------------------------------------------ */

typedef struct {
    Map verdicts; /* Name of a model -> verdict */
    VecU32 names;
} Baseline;

static int verdict_of_word(const char *word, size_t n) {
    for (int i = 0; i < TEST_KINDS; i++)
        if (strlen(tool_test_words[i]) == n && memcmp(tool_test_words[i], word, n) == 0) return i;
    return -1;
}

/* A baseline that is not there yet is an empty one when it is to be written. */
static bool read_baseline(TestRun *t, Baseline *b) {
    const ToolOptions *o = t->run->options;
    FILE *f = fopen(o->baseline, "r");
    if (!f && errno == ENOENT && o->update_baseline) return true;
    if (!f) {
        Diag *d = base_error(t->run->ctx, "TOOL0005", (Span){0}, "cannot read %s: %s", o->baseline, strerror(errno));
        base_hint(t->run->ctx, d, "--update-baseline makes it");
        return false;
    }
    char *line = NULL;
    size_t room = 0, number = 0;
    bool ok = true;
    while (ok && getline(&line, &room, f) > 0) {
        number++;
        size_t n = strcspn(line, " \t\r\n"), gap = n + strspn(line + n, " \t");
        if (line[0] == '#' || n == 0) continue;
        size_t length = strcspn(line + gap, " \t\r\n");
        int verdict = verdict_of_word(line, n);
        ok = verdict >= 0 && length;
        if (!ok)
            base_error(t->run->ctx, "TOOL0033", (Span){0}, "%s:%zu: not a line of a baseline", o->baseline, number);
        Name name = base_intern(t->run->ctx->names, line + gap, length);
        if (ok && !base_map_get(&b->verdicts, name, NULL)) vec_push(&b->names, name);
        if (ok) base_map_put(&b->verdicts, name, (uint64_t)verdict);
    }
    free(line); /* of getline, not ours */
    fclose(f);
    return ok;
}

static void apply_baseline(TestRun *t, const Baseline *b) {
    for (size_t i = 0; i < t->cases.n; i++) {
        uint64_t verdict;
        if (base_map_get(&b->verdicts, base_name(t->run->ctx->names, t->cases.at[i].of->model), &verdict))
            t->cases.at[i].before = (int)verdict;
    }
}

/* A model that is stored but not there any more has got worse, unless it was left out by --filter. */
static size_t count_gone(TestRun *t, const Baseline *b) {
    size_t gone = 0;
    Map here = {0};
    for (size_t i = 0; i < t->cases.n; i++)
        base_map_put(&here, base_name(t->run->ctx->names, t->cases.at[i].of->model), 1);
    for (size_t i = 0; !t->run->options->filter && i < b->names.n; i++) {
        const char *model = base_str(t->run->ctx->names, b->names.at[i]);
        size_t n = strlen(t->found.library);
        bool ours = strncmp(model, t->found.library, n) == 0 && (model[n] == '.' || model[n] == 0);
        if (!ours || base_map_get(&here, b->names.at[i], NULL)) continue;
        gone++;
        base_error(t->run->ctx, "TOOL0034", (Span){0}, "%s is in the baseline, but not in the library any more", model);
    }
    base_map_free(&here);
    return gone;
}

static int by_line(const void *a, const void *b) {
    const char *x = strchr(*(char *const *)a, ' '), *y = strchr(*(char *const *)b, ' ');
    return strcmp(x, y);
}

static bool write_baseline(TestRun *t, const Baseline *b) {
    VecStr lines = {0};
    Arena *a = &t->run->ctx->arena;
    Map here = {0};
    for (size_t i = 0; i < t->cases.n; i++) {
        const TestCase *c = &t->cases.at[i];
        base_map_put(&here, base_name(t->run->ctx->names, c->of->model), 1);
        vec_push(&lines, base_sprintf(a, "%s %s", tool_test_words[c->verdict], c->of->model));
    }
    for (size_t i = 0; t->run->options->filter && i < b->names.n; i++) {
        uint64_t verdict = 0;
        if (base_map_get(&here, b->names.at[i], NULL) || !base_map_get(&b->verdicts, b->names.at[i], &verdict))
            continue;
        vec_push(&lines,
                 base_sprintf(a, "%s %s", tool_test_words[verdict], base_str(t->run->ctx->names, b->names.at[i])));
    }
    base_map_free(&here);
    if (lines.n) qsort(lines.at, lines.n, sizeof *lines.at, by_line);
    FILE *f = tool_open_output(t->run->ctx, t->run->options->baseline);
    if (f) fprintf(f, "# causeway test: what is stored here may get better, not worse\n");
    for (size_t i = 0; f && i < lines.n; i++) fprintf(f, "%s\n", lines.at[i]);
    vec_free(&lines);
    return f && tool_close_output(t->run->ctx, t->run->options->baseline, f);
}

/* ---- the outcome ------------------------------------------------------------------------------------------------- */

static bool write_report(TestRun *t) {
    const char *path = t->run->options->report;
    if (!path) return true;
    FILE *f = tool_open_output(t->run->ctx, path);
    if (!f) return false;
    Text page = {0};
    tool_test_html(t, &page);
    fwrite(page.at, 1, page.n, f);
    base_text_free(&page);
    return tool_close_output(t->run->ctx, path, f);
}

static void print_outcome(TestRun *t, size_t regressed) {
    size_t counts[TEST_KINDS] = {0};
    double seconds = 0;
    for (size_t i = 0; i < t->cases.n; i++) {
        counts[t->cases.at[i].verdict]++;
        seconds += t->cases.at[i].seconds;
    }
    if (t->run->options->json) {
        Text json = {0};
        tool_test_json(t, &json);
        fwrite(json.at, 1, json.n, stdout);
        base_text_free(&json);
        return;
    }
    printf("%zu models in %.1f s:", t->cases.n, seconds);
    const char *comma = " ";
    for (int i = 0; i < TEST_KINDS; i++) {
        if (!counts[i]) continue;
        printf("%s%zu %s", comma, counts[i], tool_test_words[i]);
        comma = ", ";
    }
    if (t->run->options->baseline) printf("; %zu worse than in the baseline", regressed);
    printf("\n");
}

static ToolExit conclude(TestRun *t, const Baseline *b) {
    size_t bad = 0, regressed = t->run->options->baseline ? count_gone(t, b) : 0;
    for (size_t i = 0; i < t->cases.n; i++) {
        bad += !tool_test_good(t->cases.at[i].verdict);
        regressed += tool_test_regressed(&t->cases.at[i]);
    }
    print_outcome(t, regressed);
    bool ok = write_report(t);
    if (t->run->options->update_baseline) return ok && write_baseline(t, b) ? TOOL_DONE : TOOL_USAGE;
    return ok && !(t->run->options->baseline ? regressed : bad) ? TOOL_DONE : TOOL_USAGE;
}

static void free_cases(TestRun *t) {
    for (size_t i = 0; i < t->cases.n; i++) {
        base_text_free(&t->cases.at[i].why);
        base_text_free(&t->cases.at[i].output);
        base_text_free(&t->cases.at[i].pictures);
    }
    vec_free(&t->cases);
    ses_free_cases(&t->found);
}

ToolExit tool_test(ToolRun *r) {
    TestRun t = {.run = r, .pictures = r->options->report != NULL, .timeout = 60};
    Baseline b = {0};
    if (tool_given(r->options->timeout) && r->options->timeout > 0) t.timeout = r->options->timeout;
    ToolExit code = TOOL_USAGE;
    if (r->options->update_baseline && !r->options->baseline)
        base_error(r->ctx, "TOOL0008", (Span){0}, "--update-baseline needs --baseline FILE");
    else if (!r->options->baseline || read_baseline(&t, &b)) code = tool_test_cases(&t);
    if (code == TOOL_DONE) {
        apply_baseline(&t, &b);
        code = TOOL_USAGE;
        if (find_program(&t) && make_folder(&t) && run_cases(&t)) code = conclude(&t, &b);
    }
    free_cases(&t);
    base_map_free(&b.verdicts);
    vec_free(&b.names);
    return code;
}
