/* study.c - a parameter study on threads: one model, translated once, many runs with other parameters.
 *
 *     cc study.c $(pkg-config --cflags --libs causeway) -lpthread -o study && ./study
 */
#include <causeway/study.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

static const char oscillator[] = "model Oscillator\n"
                                 "  parameter Real d = 0.1 \"damping\";\n"
                                 "  Real x(start = 1, fixed = true), v(start = 0, fixed = true), most(start = 0);\n"
                                 "equation\n"
                                 "  der(x) = v;\n"
                                 "  der(v) = -x - 2*d*v;\n"
                                 "  when v < 0 then\n"
                                 "    most = x;\n"
                                 "  end when;\n"
                                 "  annotation(experiment(StopTime = 20));\n"
                                 "end Oscillator;\n";

enum { THREADS = 4, RUNS = 64 };

typedef struct {
    causeway_model *model; /* only read */
    atomic_int next, failed;
    double result[RUNS];
} Study;

static void *work(void *arg) {
    Study *study = arg;
    causeway_run *r = causeway_run_new(study->model);
    for (int i; r && (i = atomic_fetch_add(&study->next, 1)) < RUNS;) {
        bool ok = causeway_run_reset(r) == CAUSEWAY_OK && causeway_run_set(r, "d", 0.01 * (i + 1)) == CAUSEWAY_OK &&
                  causeway_run_to_end(r) == CAUSEWAY_OK;
        study->result[i] = ok ? causeway_run_get(r, "most") : -1;
        if (!ok) atomic_fetch_add(&study->failed, 1);
    }
    if (!r) atomic_fetch_add(&study->failed, 1);
    causeway_run_free(r);
    return NULL;
}

int main(void) {
    causeway_session *s = causeway_session_new(NULL);
    Study study = {0};
    if (!s || causeway_load_text(s, "oscillator.mo", oscillator, strlen(oscillator), NULL) != CAUSEWAY_OK) return 1;
    study.model = causeway_model_new(s, "Oscillator");
    if (!study.model || causeway_model_translate(study.model, NULL) != CAUSEWAY_OK) {
        fputs(causeway_format_diagnostic(s, causeway_get_diagnostic(s, 0), CAUSEWAY_TEXT), stderr);
        return 1;
    }
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, work, &study);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    printf("%d runs, %d failed; the last peak at d = 0.01: %.4f, at d = 0.64: %.6f\n", RUNS, study.failed,
           study.result[0], study.result[RUNS - 1]);
    causeway_model_free(study.model);
    causeway_session_free(s);
    return study.failed != 0;
}
