/* session_threads.c - several sessions and several runs of one model beside each other, with the same numbers as alone.
 *
 * `make test SAN=thread` runs it under ThreadSanitizer.
 */
#include <causeway/causeway.h>

#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { THREADS = 8, MODELS = 4, ROUNDS = 3 };

static int passed, failed;
#define CHECK(cond) ((cond) ? (void)passed++ : (void)(failed++, printf("%s:%d: %s\n", __FILE__, __LINE__, #cond)))

static const char text[] = "package P\n"
                           "  function area input Real r; output Real a; algorithm a := 3*r*r; end area;\n"
                           "  model Decay parameter Real k = 1; Real x(start = 1, fixed = true);\n"
                           "  equation der(x) = -k*x; end Decay;\n"
                           "  model Ball parameter Real k = 0.7; Real x(start = 1, fixed = true);\n"
                           "    Real v(start = 0, fixed = true);\n"
                           "  equation der(x) = v; der(v) = -9.81;\n"
                           "    when x < 0 then reinit(v, -k*pre(v)); end when; end Ball;\n"
                           "  model Loop parameter Real k = 2; Real y(start = 1), x(start = 1, fixed = true);\n"
                           "  equation y^3 + k*y = x + area(y)/10; der(x) = -y; end Loop;\n"
                           "  model Chain parameter Real k = 3; Real x[20](each start = 1, each fixed = true);\n"
                           "  equation der(x[1]) = -k*x[1];\n"
                           "    for i in 2:20 loop der(x[i]) = k*(x[i - 1] - x[i]); end for; end Chain;\n"
                           "end P;\n";
static const char *const names[MODELS] = {"P.Decay", "P.Ball", "P.Loop", "P.Chain"};
static const char *const wanted[MODELS] = {"x", "x", "y", "x[20]"};

static causeway_session *open_session(void) {
    causeway_session_options o;
    causeway_session_options_init(&o);
    o.no_default_libraries = true;
    o.cache = "";
    causeway_session *s = causeway_session_new(&o);
    if (causeway_load_text(s, "p.mo", text, sizeof text - 1, NULL) != CAUSEWAY_OK)
        return causeway_session_free(s), NULL;
    return s;
}

/* The value behind a run to time 1 with k = 1 + i/10; NAN when it fails. */
static double run(causeway_model *m, const char *name, int i) {
    causeway_run *r = causeway_run_new(m);
    double value = 0.0 / 0.0;
    if (r && causeway_run_set(r, "k", 1 + 0.1 * i) == CAUSEWAY_OK && causeway_run_to_end(r) == CAUSEWAY_OK)
        value = causeway_run_get(r, name);
    causeway_run_free(r);
    return value;
}

typedef struct {
    causeway_model **shared;
    int number;
    double own[MODELS], runs[MODELS][ROUNDS];
} Worker;

/* Translates every model in a session of its own, each thread in another order, and runs the shared ones in between. */
static void *work(void *arg) {
    Worker *w = arg;
    causeway_session *s = open_session();
    for (int k = 0; k < MODELS && s; k++) {
        int at = (k + w->number) % MODELS;
        causeway_model *m = causeway_model_new(s, names[at]);
        w->own[at] = m ? run(m, wanted[at], 0) : -1;
        for (int i = 0; i < ROUNDS; i++) w->runs[at][i] = run(w->shared[at], wanted[at], i);
        causeway_model_free(m);
    }
    causeway_session_free(s);
    return NULL;
}

int main(void) {
    causeway_session *s = open_session();
    causeway_model *shared[MODELS];
    Worker workers[THREADS];
    pthread_t threads[THREADS];
    CHECK(s != NULL);
    for (int k = 0; k < MODELS; k++) {
        shared[k] = causeway_model_new(s, names[k]);
        CHECK(shared[k] && causeway_model_translate(shared[k], NULL) == CAUSEWAY_OK);
    }
    memset(workers, 0, sizeof workers);
    for (int i = 0; i < THREADS; i++) {
        workers[i].shared = shared;
        workers[i].number = i;
        CHECK(pthread_create(&threads[i], NULL, work, &workers[i]) == 0);
    }
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    for (int k = 0; k < MODELS; k++) {
        for (int i = 0; i < ROUNDS; i++) {
            double alone = run(shared[k], wanted[k], i);
            for (int t = 0; t < THREADS; t++) CHECK(workers[t].runs[k][i] == alone);
            for (int t = 0; t < THREADS && i == 0; t++) CHECK(workers[t].own[k] == alone);
        }
        causeway_model_free(shared[k]);
    }
    causeway_session_free(s);
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
