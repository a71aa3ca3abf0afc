/* runtime_saved.c - runs that are saved, restored in another process and go on with the bits of a run never saved.
 *
 *   runtime_saved                                   the ball and its like, and reset and clone
 *   runtime_saved check PART -L FOLDER MODEL        a library model, saved after that part of its time
 *   runtime_saved save|restore FILE PART RESULT -L FOLDER MODEL     the parts of check
 */
#include "tools/tools.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int passed, failed;
#define CHECK(cond) ((cond) ? (void)passed++ : (void)(failed++, printf("%s:%d: %s\n", __FILE__, __LINE__, #cond)))

typedef struct {
    Context *ctx;
    ToolOptions options;
    SesRequest asked;
    SesStats stats;
    SesModel model;
} Subject;

/* argv[-1] is there: it stands for the name of the program. */
static bool open_subject(Subject *s, int argc, char **argv) {
    memset(s, 0, sizeof *s);
    s->ctx = base_context_new();
    if (!tool_parse_options(s->ctx, argc + 1, argv - 1, TOOL_CMD_SIMULATE, &s->options)) return false;
    s->asked = (SesRequest){.libraries = s->options.libraries,
                            .subject = s->options.words.at[s->options.words.n - 1],
                            .no_tearing = s->options.no_tearing,
                            .tier = COMP_TCC}; /* code that is exchanged on the way has other bits */
    s->model = (SesModel){.ctx = s->ctx, .asked = &s->asked, .stats = &s->stats};
    bool ok = ses_ready(&s->model) == CAUSEWAY_OK;
    if (!ok) base_diag_flush(s->ctx, stdout);
    return ok;
}

static void close_subject(Subject *s) {
    ses_free(&s->model);
    base_text_free(&s->stats.counts);
    tool_free_options(&s->options);
    base_context_free(s->ctx);
}

static Runtime *new_run(Subject *s, const char *result) {
    Runtime *rt = ins_runtime(s->model.gen, comp_code(s->model.comp), s->ctx);
    CHECK(rt_record(rt, &(RtRecord){.path = result}) == RT_OK);
    return rt;
}

static bool write_file(const char *path, const Text *t) {
    FILE *f = fopen(path, "wb");
    bool ok = f && fwrite(t->at, 1, t->n, f) == t->n;
    return f && fclose(f) == 0 && ok;
}

static void read_file(const char *path, Text *t) {
    FILE *f = fopen(path, "rb");
    char buffer[65536];
    for (size_t n; f && (n = fread(buffer, 1, sizeof buffer, f)) > 0;) base_text_addn(t, buffer, n);
    if (f) fclose(f);
}

/* To the end as a whole; saved on the way when there is a file for it. */
static bool run_and_save(Subject *s, const char *file, double part, const char *result) {
    Runtime *rt = new_run(s, result);
    RtOptions o = rt_options(s->model.gen->description);
    o.solver = s->options.solver;
    if (!isnan(s->options.stop)) o.stop = s->options.stop;
    rt_keep_past(rt);
    bool ok = rt_initialise(rt, o.start) == RT_OK && rt_begin(rt, &o) == RT_OK, saved = false;
    while (ok && !rt_finished(rt)) {
        if (!saved && rt_time(rt) >= o.start + part * (o.stop - o.start)) {
            Text bytes = {0};
            ok = rt_save(rt, &bytes) == RT_OK && write_file(file, &bytes);
            base_text_free(&bytes);
            saved = true;
        }
        ok = ok && rt_step(rt) == RT_OK;
    }
    ok = rt_end(rt) == RT_OK && ok;
    rt_free(rt);
    return ok;
}

static bool restore_and_run(Subject *s, const char *file, const char *result) {
    Runtime *rt = new_run(s, result);
    Text bytes = {0};
    read_file(file, &bytes);
    bool ok = rt_restore(rt, base_text_str(&bytes), bytes.n, NULL) == RT_OK;
    while (ok && !rt_finished(rt)) ok = rt_step(rt) == RT_OK;
    ok = ok && rt_end(rt) == RT_OK;
    rt_free(rt);
    base_text_free(&bytes);
    return ok;
}

/* Is what follows the header of `tail` the end of `all`?  *rows: how many lines it has. */
static bool is_tail(const char *all, const char *tail, size_t *rows) {
    Text a = {0}, b = {0};
    read_file(all, &a);
    read_file(tail, &b);
    const char *from = strchr(base_text_str(&b), '\n');
    size_t n = from ? b.n - (size_t)(from + 1 - b.at) : 0;
    *rows = 0;
    for (size_t i = 0; from && i < n; i++) *rows += from[1 + i] == '\n';
    bool same = from && n <= a.n && memcmp(a.at + a.n - n, from + 1, n) == 0;
    base_text_free(&a);
    base_text_free(&b);
    return same;
}

static int check(const char *self, int argc, char **argv) {
    Subject s;
    char file[64], all[64], tail[64], command[4096];
    snprintf(file, sizeof file, "saved_%d.bytes", (int)getpid());
    snprintf(all, sizeof all, "saved_%d_all.csv", (int)getpid());
    snprintf(tail, sizeof tail, "saved_%d_tail.csv", (int)getpid());
    double part = atof(argv[0]);
    if (!open_subject(&s, argc - 1, argv + 1)) return 2;
    bool ok = run_and_save(&s, file, part, all);
    base_diag_flush(s.ctx, stdout);
    close_subject(&s);
    size_t n = (size_t)snprintf(command, sizeof command, "'%s' restore %s %s %s", self, file, argv[0], tail), rows = 0;
    for (int i = 1; i < argc && n < sizeof command; i++)
        n += (size_t)snprintf(command + n, sizeof command - n, " '%s'", argv[i]);
    ok = ok && system(command) == 0;
    bool same = ok && is_tail(all, tail, &rows);
    printf("%s: %s, %zu rows after it\n", argv[argc - 1], same ? "the same bits" : ok ? "DIFFERS" : "FAILED", rows);
    unlink(file);
    unlink(all);
    unlink(tail);
    return same ? 0 : 1;
}

/* ---- a model of our own ------------------------------------------------------------------------------------------ */

static const char *const ball = "dae Ball\n"
                                "  parameter Real c = 0.8;\n"
                                "  Real h(start = 1.0, fixed = true);\n"
                                "  Real v(start = 0.0, fixed = true);\n"
                                "  Real y(start = 1.0);\n"
                                "  Real z(start = 1.0);\n"
                                "  Real late;\n"
                                "  discrete Real n(start = 0.0, fixed = true);\n"
                                "  hidden Boolean hit;\n"
                                "  hidden Boolean tick;\n"
                                "equation\n"
                                "  der(h) = v;\n"
                                "  der(v) = -9.81 - 0.01*y;\n"
                                "  y^3 + 3.0*y + z = 2.0 + v;\n"
                                "  z^3 + 3.0*z + y = 2.0 + h;\n"
                                "  late = delay(h, 0.2, 0.2);\n"
                                "  hit = h <= 0.0;\n"
                                "  tick = sample(0.1, 0.25);\n"
                                "  n := if trigger(tick, pre(tick)) then pre(n) + h else pre(n);\n"
                                "action\n"
                                "  if trigger(hit, pre(hit)) then\n"
                                "    reinit(v, -c*pre(v));\n"
                                "  end if;\n"
                                "end dae;\n";

typedef struct {
    double h, v, n, late;
} Values;

static Values values_of(Runtime *rt) {
    return (Values){rt_value(rt, rt_find(rt, "h")), rt_value(rt, rt_find(rt, "v")), rt_value(rt, rt_find(rt, "n")),
                    rt_value(rt, rt_find(rt, "late"))};
}

static bool equal(Values a, Values b) { return memcmp(&a, &b, sizeof a) == 0; }

static void test_clone(Subject *s, const char *solver, bool keep) {
    Runtime *rt = ins_runtime(s->model.gen, comp_code(s->model.comp), s->ctx);
    RtOptions o = {.stop = 3, .tolerance = 1e-6, .solver = solver};
    printf("%s, %s\n", solver, keep ? "exact" : "restarted");
    if (keep) rt_keep_past(rt);
    CHECK(rt_set_parameter(rt, "c", "0.7"));
    CHECK(rt_initialise(rt, 0) == RT_OK && rt_begin(rt, &o) == RT_OK);
    CHECK(rt_advance(rt, 1.23) == RT_OK);
    Values here = values_of(rt);
    Runtime *copy = rt_clone(rt, s->ctx);
    CHECK(copy != NULL);
    if (copy) {
        CHECK(rt_time(copy) == 1.23 && equal(values_of(copy), here));
        CHECK(rt_advance(copy, 2.5) == RT_OK && rt_advance(rt, 2.5) == RT_OK);
        CHECK(equal(values_of(rt), values_of(copy)));
        rt_free(copy);
    }
    rt_reset(rt, true);
    if (keep) CHECK(rt_value(rt, rt_find(rt, "c")) == 0.7);
    CHECK(rt_initialise(rt, 0) == RT_OK && rt_begin(rt, &o) == RT_OK);
    CHECK(rt_advance(rt, 1.23) == RT_OK && equal(values_of(rt), here));
    rt_reset(rt, false);
    CHECK(rt_value(rt, rt_find(rt, "c")) != 0.7);
    rt_free(rt);
}

/* Bytes of something else, or cut short, are refused. */
static void test_damage(Subject *s) {
    Runtime *rt = ins_runtime(s->model.gen, comp_code(s->model.comp), s->ctx);
    RtOptions o = {.stop = 3};
    Text bytes = {0};
    CHECK(rt_initialise(rt, 0) == RT_OK && rt_begin(rt, &o) == RT_OK && rt_advance(rt, 1) == RT_OK);
    CHECK(rt_save(rt, &bytes) == RT_OK);
    rt_free(rt);
    for (size_t n = 0; n < bytes.n; n += 1 + bytes.n / 53) {
        Runtime *other = ins_runtime(s->model.gen, comp_code(s->model.comp), s->ctx);
        CHECK(rt_restore(other, bytes.at, n, NULL) == RT_FILE);
        rt_free(other);
    }
    Text said = {0};
    base_diag_take(s->ctx, &said);
    CHECK(strstr(base_text_str(&said), "RT0006") != NULL);
    fputs(base_text_str(&said), stdout); /* the case of this code looks for it */
    base_text_free(&said);
    base_text_free(&bytes);
}

int main(int argc, char **argv) {
    if (argc > 3 && strcmp(argv[1], "check") == 0) return check(argv[0], argc - 2, argv + 2);
    if (argc > 5) {
        Subject s;
        if (!open_subject(&s, argc - 5, argv + 5)) return 2;
        bool ok = strcmp(argv[1], "save") == 0 ? run_and_save(&s, argv[2], atof(argv[3]), argv[4])
                                               : restore_and_run(&s, argv[2], argv[4]);
        base_diag_flush(s.ctx, stdout);
        close_subject(&s);
        return ok ? 0 : 1;
    }
    char path[64];
    snprintf(path, sizeof path, "saved_ball_%d.dae", (int)getpid());
    Text text = {0};
    base_text_add(&text, ball);
    CHECK(write_file(path, &text));
    base_text_free(&text);
    static const char *const solvers[] = {"cvode",  "cvode-adams", "ida", "esdirk-dae",
                                          "dopri5", "sdirk4",      "rk4", "implicit-euler"};
    Subject s;
    char *words[] = {argv[0], path};
    CHECK(open_subject(&s, 1, words + 1));
    for (size_t i = 0; s.model.comp && i < sizeof solvers / sizeof *solvers; i++) {
        test_clone(&s, solvers[i], true);
        test_clone(&s, solvers[i], false);
        char *more[] = {"0.37", "--solver", (char *)(uintptr_t)solvers[i], "--stop", "3", path};
        CHECK(check(argv[0], 6, more) == 0);
    }
    test_damage(&s);
    base_diag_flush(s.ctx, stdout);
    close_subject(&s);
    unlink(path);
    printf("%d passed, %d failed\n", passed, failed);
    return failed ? 1 : 0;
}
