/* session_scale.c - what a run costs beside its integration, and what many of them leave behind.
 *
 *     session_scale                        as a test: memory after many models, after many runs
 *     session_scale FOLDER MODEL NAME RUNS measures: runs of MODEL (libraries in FOLDER) with other values of parameter
 *                                          NAME; a run's cost beside its integration; two threads against one
 */
#include <causeway/causeway.h>

#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int passed, failed;
#define CHECK(cond) ((cond) ? (void)passed++ : (void)(failed++, printf("%s:%d: %s\n", __FILE__, __LINE__, #cond)))

static const char ball[] = "model Ball\n"
                           "  parameter Real e = 0.7;\n"
                           "  Real h(start = 1, fixed = true), v(start = 0, fixed = true);\n"
                           "  Real w(start = 1);\n"
                           "equation\n"
                           "  der(h) = v;\n"
                           "  der(v) = -9.81;\n"
                           "  w^3 + w = h + 2;\n"
                           "  when h < 0 then\n"
                           "    reinit(v, -e*pre(v));\n"
                           "  end when;\n"
                           "end Ball;\n";

static size_t in_use(void) { return mallinfo2().uordblks; }

static causeway_session *open_session(const char *folder) {
    causeway_session_options o;
    causeway_session_options_init(&o);
    o.nlibraries = folder != NULL;
    o.libraries = &folder;
    o.no_default_libraries = !folder;
    o.cache = "";
    return causeway_session_new(&o);
}

static bool load_run_free(void) {
    causeway_session *s = open_session(NULL);
    bool ok = causeway_load_text(s, "ball.mo", ball, sizeof ball - 1, NULL) == CAUSEWAY_OK;
    causeway_model *m = ok ? causeway_model_new(s, "Ball") : NULL;
    causeway_run *r = m ? causeway_run_new(m) : NULL;
    ok = r && causeway_run_to_end(r) == CAUSEWAY_OK && causeway_run_get(r, "h") > 0;
    causeway_run_free(r);
    causeway_model_free(m);
    causeway_session_free(s);
    return ok;
}

static void test_cycles(void) {
    size_t after_ten = 0;
    for (int i = 0; i < 1000; i++) {
        if (!load_run_free()) {
            CHECK(!"a cycle failed");
            return;
        }
        if (i == 9) after_ten = in_use();
    }
    size_t now = in_use();
    CHECK(now <= after_ten);
    if (now > after_ten) printf("after 10 cycles %zu bytes, after 1000 %zu\n", after_ten, now);
}

static void test_runs(void) {
    causeway_session *s = open_session(NULL);
    CHECK(causeway_load_text(s, "ball.mo", ball, sizeof ball - 1, NULL) == CAUSEWAY_OK);
    causeway_model *m = causeway_model_new(s, "Ball");
    causeway_translation how;
    causeway_translation_init(&how);
    how.compile = "tcc"; /* faster code that comes later would count */
    CHECK(m && causeway_model_translate(m, &how) == CAUSEWAY_OK);
    size_t after_ten = 0;
    for (int i = 0; m && i < 1000; i++) {
        causeway_run *r = causeway_run_new(m);
        CHECK(r && causeway_run_set(r, "e", 0.5 + 0.0004 * i) == CAUSEWAY_OK && causeway_run_to_end(r) == CAUSEWAY_OK);
        causeway_run_free(r);
        if (i == 9) after_ten = in_use();
    }
    CHECK(m && in_use() <= after_ten);
    causeway_model_free(m);
    causeway_session_free(s);
}

/* ---- measuring --------------------------------------------------------------------------------------------------- */

typedef struct {
    causeway_model *model;
    const char *name;
    int runs;
    atomic_int next, failed;
    _Atomic double integrating;
} Study;

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *work(void *arg) {
    Study *y = arg;
    causeway_run *r = causeway_run_new(y->model);
    double integrating = 0, value = causeway_run_get(r, y->name);
    for (int i; (i = atomic_fetch_add(&y->next, 1)) < y->runs;) {
        causeway_statistics st = {.size = sizeof st};
        bool ok = causeway_run_reset(r) == CAUSEWAY_OK &&
                  causeway_run_set(r, y->name, value * (1 + 1e-5 * i)) == CAUSEWAY_OK &&
                  causeway_run_to_end(r) == CAUSEWAY_OK;
        causeway_run_statistics(r, &st);
        integrating += st.simulate_seconds;
        if (!ok) atomic_fetch_add(&y->failed, 1);
    }
    causeway_run_free(r);
    double before = y->integrating;
    while (!atomic_compare_exchange_weak(&y->integrating, &before, before + integrating)) {}
    return NULL;
}

static double measure(causeway_model *m, const char *name, int runs, int threads, double *integrating) {
    Study y = {.model = m, .name = name, .runs = runs};
    pthread_t t[16];
    double began = seconds();
    for (int i = 0; i < threads; i++) pthread_create(&t[i], NULL, work, &y);
    for (int i = 0; i < threads; i++) pthread_join(t[i], NULL);
    double took = seconds() - began;
    *integrating = y.integrating;
    if (y.failed) printf("%d of %d runs failed\n", y.failed, runs);
    return took;
}

static int measure_model(const char *folder, const char *what, const char *name, int runs) {
    causeway_session *s = open_session(folder);
    causeway_model *m = causeway_model_new(s, what);
    if (!m || causeway_model_translate(m, NULL) != CAUSEWAY_OK) {
        fputs(causeway_format_diagnostic(s, causeway_get_diagnostic(s, 0), CAUSEWAY_TEXT), stderr);
        return 1;
    }
    double integrating, both, one = measure(m, name, runs, 1, &integrating), two = measure(m, name, runs, 2, &both);
    printf("{\"runs\": %d, \"seconds\": %.4f, \"integrating\": %.4f, \"beside_ms\": %.4f, \"two_threads\": %.3f}\n",
           runs, one, integrating, 1000 * (one - integrating) / runs, one / two);
    causeway_model_free(m);
    causeway_session_free(s);
    return 0;
}

int main(int argc, char **argv) {
    if (argc == 5) return measure_model(argv[1], argv[2], argv[3], atoi(argv[4]));
    if (!getenv("GLIBC_TUNABLES")) { /* what a thread holds back of freed blocks would count as used */
        setenv("GLIBC_TUNABLES", "glibc.malloc.tcache_count=0", 1);
        execv("/proc/self/exe", argv);
    }
    test_cycles();
    test_runs();
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
