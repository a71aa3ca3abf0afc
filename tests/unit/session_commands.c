/* What commands do, done through causeway.h: studies, tests of a library, checks of packages, questions about models,
 * classic Dymola, the cache. */
#include <causeway/classic.h>
#include <causeway/package.h>
#include <causeway/study.h>

#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char package[] = "package L\n"
                              "  model Tank\n"
                              "    parameter Real k = 0.5;\n"
                              "    parameter Integer n = 2;\n"
                              "    parameter Real size[n] = fill(1.0, n);\n"
                              "    parameter String word = \"level\" + String(n);\n"
                              "    Real h(start = 4, fixed = true);\n"
                              "  equation\n"
                              "    assert(k < 1, \"k is too large\");\n"
                              "    der(h) = -k*sum(size)*h;\n"
                              "    annotation (experiment(StopTime = 1));\n"
                              "  end Tank;\n"
                              "  model Odd\n"
                              "    Real x, y;\n"
                              "  equation\n"
                              "    x = 1;\n"
                              "  end Odd;\n"
                              "  block Lag\n"
                              "    input Real u;\n"
                              "    output Real y(start = 0, fixed = true);\n"
                              "  equation\n"
                              "    der(y) = u - y;\n"
                              "  end Lag;\n"
                              "  model Chain\n"
                              "    Lag first, second;\n"
                              "  equation\n"
                              "    first.u = 1;\n"
                              "    second.u = first.y;\n"
                              "  end Chain;\n"
                              "end L;\n";

static causeway_session *session(void) {
    causeway_session_options o;
    causeway_session_options_init(&o);
    o.cache = "";
    o.no_default_libraries = true;
    causeway_session *s = causeway_session_new(&o);
    const char *name;
    CHECK(causeway_load_text(s, "L.mo", package, strlen(package), &name) == CAUSEWAY_OK && strcmp(name, "L") == 0);
    return s;
}

/* ---- studies ----------------------------------------------------------------------------------------------------- */

static bool count_to(void *arg, uint64_t done, uint64_t runs) {
    uint64_t *most = arg;
    CHECK(runs == 12);
    return done < *most;
}

static void test_study(void) {
    causeway_session *s = session();
    causeway_model *m = causeway_model_new(s, "L.Tank");
    const char *values[] = {"k=list:0.1,0.2,2", "n=1:4"}, *record[] = {"h"};
    causeway_design *d = causeway_design_new(s, CAUSEWAY_GRID, 0, 1, 2, values, 0, NULL);
    causeway_study_options o;
    uint64_t most = 5, resumed, bad;
    char journal[] = "/tmp/causeway-study.XXXXXX";
    int file = mkstemp(journal);
    CHECK(file >= 0 && close(file) == 0);
    causeway_study_options_init(&o);
    o.nrecord = 1;
    o.record = record;
    o.reduce = "final,max";
    o.jobs = 2;
    o.journal = journal;
    o.progress = count_to;
    o.arg = &most;
    causeway_study *t = causeway_study_new(m, d, &o);
    CHECK(t && causeway_study_run(t) == CAUSEWAY_STOPPED);
    uint64_t done = causeway_study_done(t, &resumed, &bad);
    CHECK(done >= 5 && done <= 6 && resumed == 0); /* the other thread may have been at work */
    causeway_study_free(t);
    most = 100;
    t = causeway_study_new(m, d, &o);
    CHECK(t && causeway_study_run(t) == CAUSEWAY_OK);
    CHECK(causeway_study_done(t, &resumed, &bad) == 12 && resumed == done && bad == 4);
    const char *const *columns, *why;
    double row[2];
    CHECK(causeway_study_columns(t, &columns) == 2 && strcmp(columns[1], "h max") == 0);
    CHECK(causeway_study_row(t, 6, row, &why) == CAUSEWAY_OK); /* k = 0.2, n = 3 */
    CHECK(fabs(row[0] - 4 * exp(-0.6)) < 1e-3 && row[1] == 4);
    CHECK(causeway_study_row(t, 11, row, &why) != CAUSEWAY_OK && isnan(row[0]) && strstr(why, "k is too large"));
    CHECK(causeway_study_write(t, "/tmp/no.such.folder/x.csv") == CAUSEWAY_USAGE && causeway_diagnostic_count(s));
    causeway_study_free(t);
    record[0] = "hh";
    CHECK(causeway_study_new(m, d, &o) == NULL);
    unlink(journal);
    causeway_design_free(d);
    causeway_model_free(m);
    causeway_session_free(s);
}

/* ---- tests and checks -------------------------------------------------------------------------------------------- */

typedef struct {
    int classes, models, bad;
} Seen;

static void see(void *arg, const char *name, bool is_model, causeway_status status, const char *report) {
    Seen *seen = arg;
    seen->classes++;
    seen->models += is_model;
    seen->bad += status != CAUSEWAY_OK;
    if (status) CHECK(strcmp(name, "L.Odd") == 0 && strstr(report, "error["));
}

static void test_library(void) {
    causeway_session *s = session();
    const causeway_case *const *cases;
    causeway_verdict v = {.size = sizeof v};
    CHECK(causeway_cases(s, "L", NULL, &cases) == 1 && strcmp(cases[0]->model, "L.Tank") == 0 && isnan(cases[0]->stop));
    CHECK(causeway_case_run(s, cases[0], &v) == CAUSEWAY_OK && v.same && v.compared == 0);
    Seen seen = {0};
    CHECK(causeway_check_package(s, "L", 2, see, &seen) == CAUSEWAY_INVALID);
    CHECK(seen.classes == 5 && seen.models == 4 && seen.bad == 1);
    CHECK(causeway_check_package(s, "L.Tank", 1, see, &seen) == CAUSEWAY_USAGE);
    const char *said = causeway_convert(s, "L", NULL);
    CHECK(said && strcmp(said, "L: nothing to convert\n") == 0);
    CHECK(causeway_index(s, "/tmp/no.such.folder") == NULL || causeway_diagnostic_count(s) == 0);
    CHECK(causeway_fmu_text(s, "no.fmu", true) == NULL && causeway_fmu_check(s, "no.fmu") != CAUSEWAY_OK);
    CHECK(causeway_fmu_import(s, "no.fmu", NULL, false, 0) == NULL && causeway_diagnostic_count(s) > 0);
    causeway_cache_info cache = {.size = sizeof cache};
    if (causeway_cache_look(s, &cache) == CAUSEWAY_OK) CHECK(cache.folder[0] && cache.bound > 0);
    causeway_session_free(s);
}

static bool says(const char *text, const char *word) { return text && strstr(text, word); }

static void test_questions(void) {
    causeway_session *s = session();
    causeway_model *m = causeway_model_new(s, "L.Tank"), *odd = causeway_model_new(s, "L.Odd");
    CHECK(says(causeway_model_ask(m, "depends", "der(h)", false), "h"));
    CHECK(says(causeway_model_ask(m, "why", "h", true), "{"));
    CHECK(causeway_model_ask(m, "why", "nothing", false) == NULL);
    CHECK(says(causeway_model_text(m, "incidence:svg", NULL), "<svg"));
    CHECK(says(causeway_model_text(m, "modes", NULL), "does not change"));
    CHECK(causeway_model_text(m, "combine", NULL) == NULL);
    CHECK(says(causeway_model_text(odd, "diagnosis", NULL), "y"));
    causeway_run *r = causeway_run_new(m);
    CHECK(r && causeway_run_initialise(r) == CAUSEWAY_OK);
    CHECK(says(causeway_run_get_text(r, "word"), "level2"));
    CHECK(causeway_run_get_text(r, "h") == NULL && causeway_run_get_text(r, "none") == NULL);
    causeway_run_free(r);
    causeway_model_free(odd);
    causeway_model_free(m);
    causeway_session_free(s);
}

static void test_system(void) {
    causeway_session *s = session();
    causeway_model *m = causeway_model_new(s, "L.Chain");
    char path[] = "/tmp/causeway-system.XXXXXX";
    const char *parts = NULL;
    int file = mkstemp(path);
    CHECK(file >= 0 && close(file) == 0);
    CHECK(causeway_model_export_system(m, path, 3, NULL, NULL) == CAUSEWAY_USAGE && causeway_diagnostic_count(s));
    CHECK(causeway_model_export_system(m, path, 2, "cs", &parts) == CAUSEWAY_OK);
    CHECK(says(parts, "first: ") && says(parts, "second: 1 inputs"));
    CHECK(causeway_model_translate(m, NULL) == CAUSEWAY_OK); /* it goes on as if nothing had been asked */
    unlink(path);
    causeway_model_free(m);
    causeway_session_free(s);
}

/* ---- classic Dymola ---------------------------------------------------------------------------------------------- */

static void add(void *arg, const char *text) {
    char *all = arg;
    strncat(all, text, 4000 - strlen(all));
}

static void test_classic(void) {
    static char said[4001];
    causeway_classic_options o;
    causeway_classic_options_init(&o);
    o.output = o.error = add;
    o.arg = said;
    causeway_classic *c = causeway_classic_new(&o);
    CHECK(causeway_classic_run(c, "model Tank\n  parameter k = 0.5\n  local h\n") == CAUSEWAY_OK);
    CHECK(causeway_classic_is_open(c) && !causeway_classic_ended(c));
    CHECK(causeway_classic_run(c, "  der(h) = -k*h\nend\noutput solved equations\n") == CAUSEWAY_OK);
    CHECK(!causeway_classic_is_open(c) && strstr(said, "der(h) = -k*h") != NULL);
    CHECK(*causeway_classic_complete(c, "out") != NULL);
    CHECK(causeway_classic_run(c, "nonsense\n") == CAUSEWAY_INVALID);
    CHECK(causeway_classic_run_file(c, "/tmp/no.such.file") == CAUSEWAY_USAGE);
    causeway_classic_run(c, "stop\n");
    CHECK(causeway_classic_ended(c));
    causeway_classic_free(c);
}

int main(void) {
    test_study();
    test_library();
    test_questions();
    test_system();
    test_classic();
    return test_done();
}
