/* session_api.c - the library's interface: sessions, classes, models, runs, results, diagnostics. */
#include <causeway/package.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int passed, failed;
#define CHECK(cond) ((cond) ? (void)passed++ : (void)(failed++, printf("%s:%d: %s\n", __FILE__, __LINE__, #cond)))

static const char decay[] = "package P \"two models\"\n"
                            "  model Decay \"der(x) = -k*x\"\n"
                            "    parameter Real k(unit = \"1/s\") = 1 \"rate\";\n"
                            "    parameter Integer n = 2;\n"
                            "    Real x(start = 1, fixed = true) \"level\";\n"
                            "    Real y[n] = fill(-x, n);\n"
                            "    Boolean low = x < 0.5;\n"
                            "  equation\n"
                            "    der(x) = -k*x;\n"
                            "    annotation(experiment(StopTime = 2));\n"
                            "  end Decay;\n"
                            "  model Slow\n"
                            "    extends Decay(k = 0.1);\n"
                            "    input Real u = 1;\n"
                            "  end Slow;\n"
                            "end P;\n";

static causeway_session *session(void) {
    causeway_session_options o;
    causeway_session_options_init(&o);
    o.no_default_libraries = true;
    o.cache = "";
    causeway_session *s = causeway_session_new(&o);
    const char *name = NULL;
    CHECK(causeway_load_text(s, "decay.mo", decay, sizeof decay - 1, &name) == CAUSEWAY_OK);
    CHECK(name && strcmp(name, "P") == 0);
    return s;
}

static void test_classes(void) {
    causeway_session *s = session();
    const char *const *names;
    CHECK(causeway_classes(s, NULL, &names) == 1 && strcmp(names[0], "P") == 0);
    CHECK(causeway_classes(s, "P", &names) == 2 && strcmp(names[1], "P.Slow") == 0);
    CHECK(causeway_classes(s, "Q", &names) == 0 && causeway_diagnostic_count(s) == 1);
    causeway_class_info info = {.size = sizeof info};
    CHECK(causeway_describe_class(s, "P.Decay", &info) == CAUSEWAY_OK);
    CHECK(strcmp(info.restriction, "model") == 0 && strcmp(info.description, "der(x) = -k*x") == 0);
    CHECK(info.has_experiment && !info.partial && !info.has_children && info.place.line == 2);
    size_t n;
    const causeway_component_info *const *c;
    CHECK(causeway_components(s, "P.Slow", &n, &c) == CAUSEWAY_OK && n == 6);
    CHECK(strcmp(c[0]->name, "k") == 0 && strcmp(c[0]->type, "Real") == 0 &&
          strcmp(c[0]->variability, "parameter") == 0);
    CHECK(c[0]->binding && strcmp(c[0]->binding, "0.1") == 0 && c[0]->inherited &&
          strcmp(c[0]->description, "rate") == 0);
    CHECK(strcmp(c[3]->name, "y") == 0 && strcmp(c[3]->dimensions, "[n]") == 0);
    CHECK(strcmp(c[5]->causality, "input") == 0 && !c[5]->inherited);
    causeway_session_free(s);
}

static void test_diagnostics(void) {
    causeway_session *s = session();
    CHECK(causeway_model_new(s, "P.Decya") == NULL);
    const causeway_diagnostic *d = causeway_get_diagnostic(s, 0);
    CHECK(d && d->severity == CAUSEWAY_ERROR && strcmp(d->code, "TOOL0005") == 0);
    CHECK(d && d->hint && strcmp(d->hint, "did you mean P.Decay?") == 0);
    CHECK(strstr(causeway_format_diagnostic(s, d, CAUSEWAY_TEXT), "error[TOOL0005]: there is no class P.Decya"));
    CHECK(strstr(causeway_format_diagnostic(s, d, CAUSEWAY_JSON), "\"code\":\"TOOL0005\""));
    const char *remedy;
    CHECK(causeway_explain_code("TOOL0005", &remedy) && remedy && !causeway_explain_code("NONE0000", NULL));
    causeway_clear_diagnostics(s);
    CHECK(causeway_diagnostic_count(s) == 0);
    causeway_model *m = causeway_model_new(s, "P.Decay(kk = 1)");
    CHECK(m && causeway_model_translate(m, NULL) == CAUSEWAY_INVALID);
    d = causeway_get_diagnostic(s, 0);
    CHECK(d && strcmp(d->code, "INST0205") == 0 && strcmp(d->place.file, "(modifiers)") == 0 && d->place.column == 2);
    CHECK(causeway_model_translate(m, NULL) == CAUSEWAY_INVALID && causeway_run_new(m) == NULL);
    causeway_model_free(m);
    const char *broken = "model B Real x; equation x = ; end B;";
    CHECK(causeway_load_text(s, "b.mo", broken, strlen(broken), NULL) == CAUSEWAY_INVALID);
    CHECK(causeway_classes(s, NULL, &(const char *const *){NULL}) == 1); /* it left no trace */
    causeway_session_free(s);
}

static void test_model(void) {
    causeway_session *s = session();
    causeway_model *m = causeway_model_new(s, "P.Decay(k = 3)");
    CHECK(m && causeway_model_check(m) == CAUSEWAY_OK && causeway_model_flatten(m) == CAUSEWAY_OK);
    size_t n;
    const char *text = causeway_model_text(m, "flat", &n);
    CHECK(text && strlen(text) == n && strstr(text, "dae P.Decay"));
    CHECK((text = causeway_model_text(m, "c", NULL)) && strstr(text, "cw_"));
    CHECK((text = causeway_model_text(m, "explain", NULL)) != NULL);
    CHECK((text = causeway_model_text(m, "flat", &n)) && strstr(text, "dae P.Decay"));
    CHECK((text = causeway_model_text(m, "target:acsl", &n)) && strstr(text, "x = INTEG(der_x, initx)"));
    CHECK(!causeway_model_text(m, "target:fortran", &n) && causeway_diagnostic_count(s) == 1);
    causeway_clear_diagnostics(s);
    CHECK((text = causeway_model_why(m, "x")) && strstr(text, "x"));
    CHECK(causeway_model_why(m, "nothing") == NULL);
    CHECK(causeway_model_translate(m, NULL) == CAUSEWAY_OK && strcmp(causeway_model_name(m), "P.Decay") == 0);
    causeway_variable v = {.size = sizeof v};
    int64_t x = causeway_find_variable(m, "x"), y = causeway_find_variable(m, "y[ 2 ]");
    CHECK(x > 0 && y > 0 && causeway_find_variable(m, "z") < 0);
    CHECK(causeway_describe_variable(m, (size_t)x, &v) == CAUSEWAY_OK && v.state && v.start == 1 && v.fixed);
    CHECK(v.kind == CAUSEWAY_CONTINUOUS && v.type == CAUSEWAY_REAL && strcmp(v.description, "level") == 0);
    CHECK(causeway_describe_variable(m, (size_t)y, &v) == CAUSEWAY_OK && v.alias == x && v.sign == -1);
    CHECK(causeway_describe_variable(m, (size_t)causeway_find_variable(m, "n"), &v) == CAUSEWAY_OK &&
          v.kind == CAUSEWAY_CONSTANT && !v.settable);
    CHECK(causeway_describe_variable(m, (size_t)causeway_find_variable(m, "k"), &v) == CAUSEWAY_OK &&
          v.kind == CAUSEWAY_PARAMETER && v.settable && strcmp(v.unit, "1/s") == 0);
    CHECK(causeway_describe_variable(m, 0, &v) == CAUSEWAY_OK && v.kind == CAUSEWAY_TIME);
    CHECK(strcmp(causeway_nearest_variable(m, "loww"), "low") == 0);
    const uint32_t *states;
    CHECK(causeway_variables_of(m, CAUSEWAY_STATES, &states) == 1 && states[0] == x);
    causeway_experiment e = {.size = sizeof e};
    CHECK(causeway_model_experiment(m, &e) == CAUSEWAY_OK && e.stop == 2 && e.size == sizeof e);
    causeway_model_free(m);
    causeway_session_free(s);
}

static bool count(void *arg, double time, double part) {
    (void)time, (void)part;
    ++*(int *)arg;
    return true;
}

static bool stop_at_once(void *arg, double time, double part) {
    (void)arg, (void)time, (void)part;
    return false;
}

static void test_run(void) {
    causeway_session *s = session();
    causeway_model *m = causeway_model_new(s, "P.Decay");
    causeway_run *r = causeway_run_new(m);
    CHECK(r && causeway_run_set(r, "k", 2) == CAUSEWAY_OK);
    CHECK(causeway_run_set(r, "kk", 2) == CAUSEWAY_USAGE && causeway_run_set(r, "n", 3) == CAUSEWAY_USAGE);
    CHECK(causeway_run_diagnostic_count(r) == 2 && strcmp(causeway_run_get_diagnostic(r, 0)->code, "RT0001") == 0);
    CHECK(strcmp(causeway_run_get_diagnostic(r, 1)->code, "RT0002") == 0);
    CHECK(causeway_run_record(r, 2, (const char *const[]){"x", "y[*]"}, NULL) == CAUSEWAY_OK);
    causeway_run_options o;
    int calls = 0;
    causeway_run_options_init(&o);
    o.progress = count;
    o.arg = &calls;
    o.tolerance = 1e-8;
    CHECK(causeway_run_configure(r, &o) == CAUSEWAY_OK);
    CHECK(causeway_run_initialise(r) == CAUSEWAY_OK && causeway_run_time(r) == 0 && causeway_run_get(r, "x") == 1);
    CHECK(causeway_run_advance(r, 0.25) == CAUSEWAY_OK && causeway_run_time(r) == 0.25);
    CHECK(fabs(causeway_run_get(r, "x") - exp(-0.5)) < 1e-6 &&
          causeway_run_get(r, "y[1]") == -causeway_run_get(r, "x"));
    CHECK(causeway_run_next_event(r, 2) == CAUSEWAY_OK && fabs(causeway_run_time(r) - log(2) / 2) < 1e-6);
    CHECK(causeway_run_get(r, "low") == 1 && isnan(causeway_run_get(r, "none")));
    CHECK(causeway_run_step(r) == CAUSEWAY_OK && causeway_run_time(r) > log(2) / 2);
    CHECK(causeway_run_configure(r, &o) == CAUSEWAY_USAGE && causeway_run_diagnostic_count(r) == 3);
    fputs(causeway_format_diagnostic(s, causeway_run_get_diagnostic(r, 2), CAUSEWAY_TEXT), stdout);
    CHECK(causeway_run_to_end(r) == CAUSEWAY_OK && causeway_run_time(r) == 2);
    double x;
    CHECK(causeway_run_states(r, &x) == 1 && fabs(x - exp(-4)) < 1e-6 && !causeway_run_terminated(r, NULL));
    causeway_statistics st = {.size = sizeof st};
    causeway_run_statistics(r, &st);
    CHECK(st.steps > 10 && st.state_events == 1 && strncmp(st.solver, "cvode", 5) == 0 && calls > 0);
    causeway_result *t = causeway_run_result(r);
    CHECK(t && causeway_result_rows(t) > 500 && causeway_result_names(t, NULL) == 4);
    CHECK(causeway_result_at(t, "x", 1) > 0 && fabs(causeway_result_at(t, "y[2]", 1) + exp(-2)) < 1e-5);
    CHECK(causeway_run_reset(r) == CAUSEWAY_OK && causeway_run_to_end(r) == CAUSEWAY_OK);
    CHECK(causeway_run_get(r, "x") == x); /* parameters are kept; a pause between steps changes nothing at the end */
    causeway_run_free(r);
    causeway_model_free(m);
    CHECK(causeway_result_column(t, "x")[0] == 1); /* it lives on */
    CHECK(causeway_result_write(s, t, "session_api.h5") == CAUSEWAY_OK);
    CHECK(causeway_result_write(s, t, "session_api.xyz") == CAUSEWAY_USAGE);
    causeway_result *again = causeway_result_open(s, "session_api.h5");
    CHECK(again && causeway_result_rows(again) == causeway_result_rows(t));
    CHECK(again && causeway_result_at(again, "y[1]", 1) == causeway_result_at(t, "y[1]", 1));
    causeway_result_free(again);
    causeway_result_free(t);
    CHECK(causeway_result_repair(s, "session_api.h5") == CAUSEWAY_OK);
    CHECK(causeway_result_repair(s, "none.mat") == CAUSEWAY_USAGE);
    CHECK(causeway_result_open(s, "none.mat") == NULL);
    remove("session_api.h5");
    causeway_session_free(s);
}

static void test_stopped(void) {
    causeway_session *s = session();
    causeway_model *m = causeway_model_new(s, "P.Decay");
    causeway_run *r = causeway_run_new(m);
    causeway_run_options o;
    causeway_run_options_init(&o);
    o.stop = 1e6;
    o.max_step = 1e-3;
    o.progress = stop_at_once;
    CHECK(causeway_run_configure(r, &o) == CAUSEWAY_OK && causeway_run_to_end(r) == CAUSEWAY_STOPPED);
    CHECK(causeway_run_time(r) < 1e6 && causeway_run_diagnostic_count(r) == 1);
    o.progress = NULL;
    o.max_steps = 10;
    CHECK(causeway_run_reset(r) == CAUSEWAY_OK && causeway_run_configure(r, &o) == CAUSEWAY_OK);
    CHECK(causeway_run_to_end(r) == CAUSEWAY_STOPPED && causeway_run_advance(r, 1) == CAUSEWAY_STOPPED);
    causeway_run_free(r);
    causeway_model_free(m);
    causeway_session_free(s);
}

static const char plant[] = "model Plant\n"
                            "  input Real u;\n"
                            "  output Real y = 2*x;\n"
                            "  parameter Real a = 1;\n"
                            "  Real x(start = 0, fixed = true);\n"
                            "equation\n"
                            "  der(x) = a*u - x;\n"
                            "end Plant;\n";

static void test_inputs(void) {
    causeway_session *s = session();
    CHECK(causeway_load_text(s, "plant.mo", plant, sizeof plant - 1, NULL) == CAUSEWAY_OK);
    causeway_model *m = causeway_model_new(s, "Plant");
    causeway_run *r = causeway_run_new(m);
    causeway_run_options o;
    causeway_run_options_init(&o);
    o.stop = 4;
    o.tolerance = 1e-8;
    o.exact_save = true;
    CHECK(r && causeway_run_configure(r, &o) == CAUSEWAY_OK && causeway_run_set(r, "u", 1) == CAUSEWAY_OK);
    CHECK(causeway_variables_of(m, CAUSEWAY_INPUTS, NULL) == 1 &&
          causeway_variables_of(m, CAUSEWAY_OUTPUTS, NULL) == 1);
    CHECK(causeway_run_advance(r, 1) == CAUSEWAY_OK && fabs(causeway_run_get(r, "x") - (1 - exp(-1))) < 1e-6);
    CHECK(causeway_run_set(r, "u", 0) == CAUSEWAY_OK && causeway_run_advance(r, 2) == CAUSEWAY_OK);
    CHECK(fabs(causeway_run_get(r, "x") - (1 - exp(-1)) * exp(-1)) < 1e-6);
    double x = 3, dx, j[2];
    CHECK(causeway_run_set_states(r, &x) == CAUSEWAY_OK && causeway_run_advance(r, 2.5) == CAUSEWAY_OK);
    CHECK(fabs(causeway_run_get(r, "y") - 6 * exp(-0.5)) < 1e-5);
    CHECK(causeway_run_derivatives(r, &dx) == CAUSEWAY_OK && fabs(dx + causeway_run_get(r, "x")) < 1e-9);
    uint32_t rows[2] = {(uint32_t)causeway_find_variable(m, "der(x)"), (uint32_t)causeway_find_variable(m, "y")};
    uint32_t column = (uint32_t)causeway_find_variable(m, "x");
    CHECK(causeway_run_jacobian(r, 2, rows, 1, &column, j) == CAUSEWAY_OK && fabs(j[0] + 1) < 1e-9 &&
          fabs(j[1] - 2) < 1e-9);
    void *bytes;
    size_t n;
    CHECK(causeway_run_save(r, &bytes, &n) == CAUSEWAY_OK && n > 0);
    causeway_run *c = causeway_run_clone(r), *d = causeway_run_new(m);
    CHECK(d && causeway_run_restore(d, bytes, n) == CAUSEWAY_OK && causeway_run_time(d) == 2.5);
    CHECK(causeway_run_to_end(r) == CAUSEWAY_OK && causeway_run_to_end(d) == CAUSEWAY_OK);
    CHECK(c && causeway_run_to_end(c) == CAUSEWAY_OK);
    CHECK(causeway_run_get(r, "x") == causeway_run_get(d, "x") && causeway_run_get(r, "x") == causeway_run_get(c, "x"));
    causeway_free(bytes);
    causeway_run *e = causeway_run_new(m);
    const double t[] = {0, 1, 1, 4}, u[] = {0, 1, 0, 0};
    CHECK(causeway_run_set_input(e, "u", 4, t, u) == CAUSEWAY_OK && causeway_run_to_end(e) == CAUSEWAY_OK);
    CHECK(fabs(causeway_run_get(e, "x") - exp(-1)) < 1e-4);
    causeway_run_free(r), causeway_run_free(c), causeway_run_free(d), causeway_run_free(e);
    causeway_model_free(m);
    causeway_session_free(s);
}

static void test_overlay(void) {
    causeway_session *s = session();
    const char *one = "model A Real x = 1; end A;", *two = "model A Real x = 2; end A;";
    FILE *f = fopen("session_api_a.mo", "w");
    fputs(one, f);
    fclose(f);
    CHECK(causeway_load_file(s, "session_api_a.mo", NULL) == CAUSEWAY_OK);
    causeway_model *a = causeway_model_new(s, "A");
    CHECK(causeway_overlay(s, "./session_api_a.mo", two, strlen(two)) == CAUSEWAY_OK);
    causeway_model *b = causeway_model_new(s, "A");
    causeway_run *ra = causeway_run_new(a), *rb = causeway_run_new(b);
    CHECK(ra && causeway_run_to_end(ra) == CAUSEWAY_OK && causeway_run_get(ra, "x") == 1);
    CHECK(rb && causeway_run_to_end(rb) == CAUSEWAY_OK && causeway_run_get(rb, "x") == 2);
    CHECK(causeway_overlay(s, "./session_api_a.mo", NULL, 0) == CAUSEWAY_OK);
    causeway_model *c = causeway_model_new(s, "session_api_a.mo");
    causeway_run *rc = causeway_run_new(c);
    CHECK(rc && causeway_run_to_end(rc) == CAUSEWAY_OK && causeway_run_get(rc, "x") == 1);
    causeway_run_free(ra), causeway_run_free(rb), causeway_run_free(rc);
    causeway_model_free(a), causeway_model_free(b), causeway_model_free(c);
    remove("session_api_a.mo");
    causeway_session_free(s);
}

/* The text is gone when the run asks for a translation without tearing: it is made from the flat equations. */
static void test_whole(void) {
    causeway_session *s = session();
    FILE *f = fopen("session_api_w.mo", "w");
    fputs("model W parameter Integer n = 60; Real u[n]; Real a(start = 2, fixed = true);\n"
          "equation der(a) = 5; u[1] = 1; u[n] = 1;\n"
          "  for i in 2:n - 1 loop a*u[i] - u[i - 1] - u[i + 1] = 0; end for;\nend W;\n",
          f);
    fclose(f);
    causeway_model *m = causeway_model_new(s, "session_api_w.mo");
    CHECK(m && causeway_model_translate(m, NULL) == CAUSEWAY_OK);
    remove("session_api_w.mo");
    causeway_refresh(s);
    causeway_run *r = m ? causeway_run_new(m) : NULL;
    CHECK(r && causeway_run_to_end(r) == CAUSEWAY_OK);
    CHECK(r && fabs(causeway_run_get(r, "u[11]") / 4.3701303e-09 - 1) < 1e-6);
    causeway_run_free(r);
    causeway_model_free(m);
    causeway_session_free(s);
}

static bool has(const char *path, const char *word) {
    char text[20000] = "";
    FILE *f = fopen(path, "r");
    if (!f) return false;
    (void)!fread(text, 1, sizeof text - 1, f);
    fclose(f);
    return strstr(text, word) != NULL;
}

static void test_pages(void) {
    causeway_session *s = session();
    const char *icon = "model Box \"a box\" annotation (Icon(graphics = {Rectangle(extent = {{-9, -9}, {9, 9}})})); "
                       "end Box;";
    CHECK(causeway_load_text(s, "box.mo", icon, strlen(icon), NULL) == CAUSEWAY_OK);
    CHECK(causeway_draw(s, "Box", false, "session_api.svg") == CAUSEWAY_OK && has("session_api.svg", "<svg"));
    CHECK(causeway_draw(s, "Bax", false, "session_api.svg") != CAUSEWAY_OK && causeway_diagnostic_count(s) > 0);
    CHECK(causeway_document(s, "Box", "session_api_pages") == CAUSEWAY_OK);
    CHECK(has("session_api_pages/index.html", "Box"));
    const char *text = causeway_format(s, "a.mo", "model   A end A;", 16);
    CHECK(text && strcmp(text, "model A\nend A;\n") == 0);
    CHECK(!causeway_format(s, "a.mo", "model A end B", 13));
    remove("session_api.svg");
    CHECK(system("rm -rf session_api_pages") == 0);
    causeway_session_free(s);
}

static void test_libraries(void) {
    causeway_session *s = session();
    const causeway_library_info *const *here;
    const char *none[] = {"NoLibraryOfThisName"};
    size_t n = causeway_libraries(s, &here), known = 0;
    for (size_t i = 0; i < n; i++) known += here[i]->name && here[i]->version && here[i]->path && *here[i]->place;
    CHECK(known == n);
    CHECK(causeway_remove(s, 1, none) == CAUSEWAY_USAGE && causeway_diagnostic_count(s) == 1);
    CHECK(strcmp(causeway_get_diagnostic(s, 0)->code, "PKG0011") == 0);
    CHECK(causeway_install(s, "no/such/folder", 1, none) == CAUSEWAY_USAGE);
    causeway_session_free(s);
}

static void test_units(void) {
    double factor = 0, offset = 0;
    CHECK(causeway_convert_unit("rad", "deg", &factor, &offset) && fabs(factor - 57.29577951308232) < 1e-12);
    CHECK(causeway_convert_unit("K", "degC", &factor, &offset) && factor == 1 && offset == -273.15);
    CHECK(!causeway_convert_unit("K", "m", &factor, &offset) && !causeway_convert_unit("K", "?", &factor, &offset));
}

static void test_cache(void) {
    causeway_session_options o;
    causeway_session_options_init(&o);
    o.no_default_libraries = true;
    o.cache = "session_api_cache";
    causeway_session *s = causeway_session_new(&o);
    CHECK(causeway_load_text(s, "decay.mo", decay, sizeof decay - 1, NULL) == CAUSEWAY_OK);
    causeway_model *m = causeway_model_new(s, "P.Slow");
    CHECK(m && causeway_model_translate(m, NULL) == CAUSEWAY_OK);
    CHECK(system("ls session_api_cache | grep -q model-") == 0 && system("rm -rf session_api_cache") == 0);
    causeway_model_free(m);
    causeway_session_free(s);
}

/* What was worked on when memory was out is lost, with its memory (base/guard.c). */
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
static void may_lose(bool lose) { (lose ? __lsan_disable : __lsan_enable)(); }
#else
static void may_lose(bool lose) { (void)lose; }
#endif

/* A bound on memory counts bytes, not only variables. */
static void test_memory(void) {
    static const char wide[] = "model Wide Real x[2000](each start = 1, each fixed = true);\n"
                               "equation der(x) = -x; end Wide;\n";
    for (int i = 0; i < 2; i++) {
        causeway_session_options o;
        causeway_session_options_init(&o);
        o.cache = "";
        o.no_default_libraries = true;
        o.max_memory = i ? (size_t)64 << 20 : (size_t)600 << 10;
        causeway_session *s = causeway_session_new(&o);
        const char *name;
        CHECK(causeway_load_text(s, "Wide.mo", wide, sizeof wide - 1, &name) == CAUSEWAY_OK);
        causeway_model *m = causeway_model_new(s, "Wide");
        if (!i) may_lose(true);
        causeway_status code = causeway_model_translate(m, NULL);
        if (!i) may_lose(false);
        if (i) CHECK(code == CAUSEWAY_OK);
        else {
            CHECK(code == CAUSEWAY_MEMORY);
            CHECK(causeway_diagnostic_count(s) && strstr(causeway_get_diagnostic(s, 0)->text, "max_memory"));
        }
        causeway_model_free(m);
        causeway_session_free(s);
    }
}

/* The same of runs: a function that wants more ends its run, not the program around it. */
static void test_memory_of_run(void) {
    static const char text[] = "model Wide function mean input Integer n; input Real x; output Real y;\n"
                               "protected Real a[n]; algorithm for i in 1:n loop a[i] := x; end for;\n"
                               "y := sum(a)/n; end mean;\n"
                               "parameter Real late = 400000000; Integer n(start = 10, fixed = true); Real x;\n"
                               "equation when time > 0.5 then n = integer(late); end when;\n"
                               "x = mean(n, time); end Wide;\n";
    causeway_session_options o;
    causeway_session_options_init(&o);
    o.cache = "";
    o.no_default_libraries = true;
    o.max_memory = (size_t)64 << 20;
    causeway_session *s = causeway_session_new(&o);
    const char *name;
    CHECK(causeway_load_text(s, "Wide.mo", text, sizeof text - 1, &name) == CAUSEWAY_OK);
    causeway_model *m = causeway_model_new(s, "Wide");
    CHECK(causeway_model_translate(m, NULL) == CAUSEWAY_OK);
    for (int i = 0; i < 2; i++) {
        causeway_run *r = causeway_run_new(m);
        if (i) CHECK(causeway_run_set(r, "late", 2000000) == CAUSEWAY_OK); /* 16 MB */
        causeway_status code = causeway_run_advance(r, 1);
        CHECK(i ? code == CAUSEWAY_OK : code != CAUSEWAY_OK);
        CHECK(i ||
              (causeway_run_diagnostic_count(r) && strcmp(causeway_run_get_diagnostic(r, 0)->code, "RT0077") == 0));
        CHECK(!i || fabs(causeway_run_get(r, "x") - 1) < 1e-9);
        causeway_run_free(r);
    }
    causeway_model_free(m);
    causeway_session_free(s);
}

/* Long loops of a function, and loops around others, look at the time limit. */
static void test_long_loops(void) {
    static const char text[] = "model Long\n"
                               "function one input Integer n; output Integer y;\n"
                               "algorithm y := min(i for i in 1:n); end one;\n"
                               "function nest input Integer n; output Real y;\n"
                               "algorithm y := 0; for i in 1:n loop for j in 1:n loop for k in 1:n loop\n"
                               "y := y + i*j; end for; end for; end for; end nest;\n"
                               "Real x = if time < 2 then one(if time < 2 then 2147483647 else 1) else 0;\n"
                               "end Long;\n"
                               "model Nested extends Long(x = nest(if time < 2 then 9000 else 1)); end Nested;\n";
    causeway_session_options o;
    causeway_session_options_init(&o);
    o.cache = "";
    o.no_default_libraries = true;
    causeway_session *s = causeway_session_new(&o);
    const char *name;
    CHECK(causeway_load_text(s, "Long.mo", text, sizeof text - 1, &name) == CAUSEWAY_OK);
    for (int i = 0; i < 2; i++) {
        causeway_model *m = causeway_model_new(s, i ? "Nested" : "Long");
        causeway_run *r = causeway_run_new(m);
        causeway_run_options run;
        causeway_run_options_init(&run);
        run.timeout = 0.2;
        CHECK(causeway_run_configure(r, &run) == CAUSEWAY_OK);
        struct timespec began, ended;
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &began);
        CHECK(causeway_run_to_end(r) != CAUSEWAY_OK);
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ended);
        CHECK(ended.tv_sec - began.tv_sec < 4);
        CHECK(causeway_run_diagnostic_count(r) && !strcmp(causeway_run_get_diagnostic(r, 0)->code, "RT0076"));
        causeway_run_free(r);
        causeway_model_free(m);
    }
    causeway_session_free(s);
}

int main(void) {
    test_memory();
    test_long_loops();
    test_memory_of_run();
    CHECK(strlen(causeway_version()) >= 5);
    const char *name;
    CHECK(causeway_solvers(0, &name, NULL) > 5 && strcmp(name, "cvode") == 0);
    test_classes();
    test_diagnostics();
    test_model();
    test_run();
    test_stopped();
    test_inputs();
    test_overlay();
    test_whole();
    test_pages();
    test_libraries();
    test_units();
    test_cache();
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
