/* session_modes.c - runs of the library through modes: by steps, set, saved, restored, cloned, reset, on threads. */
#include <causeway/causeway.h>

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static int passed, failed;
#define CHECK(cond) ((cond) ? (void)passed++ : (void)(failed++, printf("%s:%d: %s\n", __FILE__, __LINE__, #cond)))
#define NEAR(a, b) CHECK(fabs((a) - (b)) < 1e-7)

static const char text[] = "package P\n"
                           "  model Clutch\n"
                           "    parameter Real J1 = 1, J2 = 2, t0 = 1;\n"
                           "    input Real torque(start = 3);\n"
                           "    Real w1(start = 3, fixed = true), w2(start = 0, fixed = true), tau;\n"
                           "    Boolean closed = time >= t0 and time < 2;\n"
                           "  equation\n"
                           "    J1*der(w1) = torque - tau;\n"
                           "    J2*der(w2) = tau;\n"
                           "    if closed then w1 = w2; else tau = 0; end if;\n"
                           "    annotation(experiment(StopTime = 3));\n"
                           "  end Clutch;\n"
                           "  model Plain\n"
                           "    Real x(start = 1, fixed = true);\n"
                           "  equation\n"
                           "    der(x) = if x > 0.5 then -x else -2*x;\n"
                           "  end Plain;\n"
                           "end P;\n";

static causeway_session *session(void) {
    causeway_session_options o;
    causeway_session_options_init(&o);
    o.no_default_libraries = true;
    o.cache = "";
    causeway_session *s = causeway_session_new(&o);
    CHECK(causeway_load_text(s, "p.mo", text, sizeof text - 1, NULL) == CAUSEWAY_OK);
    return s;
}

static causeway_model *clutch(causeway_session *s) {
    causeway_model *m = causeway_model_new(s, "P.Clutch");
    CHECK(m && causeway_model_translate(m, NULL) == CAUSEWAY_OK);
    return m;
}

static causeway_run *started(causeway_model *m) {
    causeway_run *r = causeway_run_new(m);
    CHECK(causeway_run_set(r, "torque", 3) == CAUSEWAY_OK);
    CHECK(causeway_run_initialise(r) == CAUSEWAY_OK);
    return r;
}

static void test_steps(causeway_model *m) {
    causeway_run *r = started(m);
    const char *conditions;
    CHECK(causeway_run_mode(r, NULL) == 0 || causeway_run_get(r, "w1") == 3);
    CHECK(causeway_run_advance(r, 0.5) == CAUSEWAY_OK);
    NEAR(causeway_run_get(r, "w1"), 4.5);
    CHECK(causeway_run_set(r, "torque", 6) == CAUSEWAY_OK); /* part of the past when modes come */
    CHECK(causeway_run_advance(r, 0.75) == CAUSEWAY_OK);
    NEAR(causeway_run_get(r, "w1"), 6);
    CHECK(causeway_run_next_event(r, 3) == CAUSEWAY_OK);
    NEAR(causeway_run_time(r), 1);
    NEAR(causeway_run_get(r, "w1"), 2.5);
    NEAR(causeway_run_get(r, "w2"), 2.5);
    CHECK(causeway_run_mode(r, &conditions) == 2 && strstr(conditions, "closed") == conditions);
    CHECK(causeway_run_step(r) == CAUSEWAY_OK && causeway_run_time(r) > 1);
    CHECK(causeway_run_advance(r, 1.5) == CAUSEWAY_OK);
    NEAR(causeway_run_get(r, "tau"), 4);
    NEAR(causeway_run_get(r, "w1"), 3.5);
    double x[2], dx[2];
    CHECK(causeway_run_states(r, x) == 2 && causeway_run_derivatives(r, dx) == CAUSEWAY_OK);
    NEAR(dx[0], 2);
    NEAR(dx[1], 2);
    CHECK(causeway_run_to_end(r) == CAUSEWAY_OK);
    NEAR(causeway_run_get(r, "w1"), 4.5 + 6);
    NEAR(causeway_run_get(r, "w2"), 4.5);
    causeway_run_free(r);
}

static void test_saved(causeway_model *m) {
    causeway_run *r = started(m);
    CHECK(causeway_run_advance(r, 1.5) == CAUSEWAY_OK);
    void *bytes;
    size_t n;
    CHECK(causeway_run_save(r, &bytes, &n) == CAUSEWAY_OK && n > 0);
    causeway_run *other = causeway_run_new(m), *clone = causeway_run_clone(r);
    CHECK(causeway_run_restore(other, bytes, n) == CAUSEWAY_OK);
    causeway_free(bytes);
    CHECK(clone != NULL);
    causeway_run *all[3] = {r, other, clone};
    for (int i = 0; i < 3 && all[i]; i++) {
        NEAR(causeway_run_time(all[i]), 1.5);
        CHECK(causeway_run_mode(all[i], NULL) == 2);
        CHECK(causeway_run_to_end(all[i]) == CAUSEWAY_OK);
        NEAR(causeway_run_get(all[i], "w1"), 6);
        NEAR(causeway_run_get(all[i], "w2"), 3);
        causeway_run_free(all[i]);
    }
}

static void test_result(causeway_model *m) {
    causeway_run *r = causeway_run_new(m);
    static const double t[] = {0, 10}, u[] = {3, 3};
    CHECK(causeway_run_set_input(r, "torque", 2, t, u) == CAUSEWAY_OK);
    CHECK(causeway_run_set(r, "J2", 5) == CAUSEWAY_OK);
    CHECK(causeway_run_record(r, 0, NULL, NULL) == CAUSEWAY_OK && causeway_run_to_end(r) == CAUSEWAY_OK);
    causeway_result *x = causeway_run_result(r);
    CHECK(x != NULL);
    NEAR(causeway_result_at(x, "w1", 0.5), 4.5);
    NEAR(causeway_result_at(x, "w1", 1), 1);
    NEAR(causeway_result_at(x, "mode", 0.5), 1);
    NEAR(causeway_result_at(x, "mode", 1.5), 2);
    causeway_result_free(x);
    /* reset: values are kept, modes are found again */
    CHECK(causeway_run_reset(r) == CAUSEWAY_OK && causeway_run_set(r, "J2", 2) == CAUSEWAY_OK);
    CHECK(causeway_run_to_end(r) == CAUSEWAY_OK);
    NEAR(causeway_run_get(r, "w1"), 6);
    causeway_statistics stats = {.size = sizeof stats};
    causeway_run_statistics(r, &stats);
    CHECK(stats.steps > 0 && stats.time_events >= 2);
    causeway_run_free(r);
}

static void test_plain(causeway_session *s) {
    causeway_model *m = causeway_model_new(s, "P.Plain");
    causeway_run *r = m ? causeway_run_new(m) : NULL;
    CHECK(r && causeway_run_to_end(r) == CAUSEWAY_OK && causeway_run_mode(r, NULL) == 0);
    causeway_run_free(r);
    causeway_model_free(m);
}

static void *on_thread(void *arg) {
    double *j = arg;
    causeway_run *r;
    memcpy(&r, j + 1, sizeof r);
    if (causeway_run_set(r, "J2", *j) != CAUSEWAY_OK || causeway_run_to_end(r) != CAUSEWAY_OK) return "failed";
    double w2 = 3 / (1 + *j) * 2 + 3 / (1 + *j); /* (6 + 3*1)/(1 + J2) at 2 s */
    return fabs(causeway_run_get(r, "w2") - w2) < 1e-7 ? NULL : "wrong";
}

static void test_threads(causeway_model *m) {
    enum { N = 4 };
    double jobs[N][2];
    pthread_t threads[N];
    causeway_run *runs[N];
    for (int i = 0; i < N; i++) {
        runs[i] = causeway_run_new(m);
        CHECK(causeway_run_set(runs[i], "torque", 3) == CAUSEWAY_OK);
        jobs[i][0] = 1 + i;
        memcpy(&jobs[i][1], &runs[i], sizeof runs[i]);
        pthread_create(&threads[i], NULL, on_thread, jobs[i]);
    }
    for (int i = 0; i < N; i++) {
        void *wrong;
        pthread_join(threads[i], &wrong);
        CHECK(!wrong);
        causeway_run_free(runs[i]);
    }
}

int main(void) {
    causeway_session *s = session();
    causeway_model *m = clutch(s);
    test_steps(m);
    test_saved(m);
    test_result(m);
    test_plain(s);
    test_threads(m);
    causeway_model_free(m);
    causeway_session_free(s);
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
