/* session_cancel.c - a translation that the client ends, at many moments: it returns soon, nothing of it is left, and
 * the model can be translated afterwards. */
#include <causeway/causeway.h>

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

static int passed, failed;
#define CHECK(cond) ((cond) ? (void)passed++ : (void)(failed++, printf("%s:%d: %s\n", __FILE__, __LINE__, #cond)))

static const char ladder[] =
    "package P\n"
    "  connector Pin Real v; flow Real i; end Pin;\n"
    "  model Source parameter Real level = 1; Pin p; equation p.v = level*sin(time); end Source;\n"
    "  model Part parameter Real r = 1; Pin a, b; Real x(start = 0, fixed = true);\n"
    "  equation a.i + b.i = 0; a.v - b.v = r*a.i + x; der(x) = a.i - x; end Part;\n"
    "  model Ladder parameter Integer n = 400; Part p[n](r = {1 + i/n for i in 1:n});\n"
    "    Source s, g(level = 0);\n"
    "  equation connect(s.p, p[1].a); connect(g.p, p[n].b);\n"
    "    for i in 1:n - 1 loop connect(p[i].b, p[i + 1].a); end for;\n"
    "  end Ladder;\n"
    "end P;\n";

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef struct {
    uint64_t asked, end; /* how often; true at this number */
    atomic_bool stop;    /* said by another thread */
    double said;         /* when it was true for the first time */
} Client;

static bool cancelled(void *arg) {
    Client *c = arg;
    bool yes = ++c->asked == c->end || atomic_load(&c->stop);
    if (yes) c->said = now();
    return yes;
}

static void *stop_soon(void *arg) {
    struct timespec pause = {0, 2000000};
    nanosleep(&pause, NULL);
    atomic_store(&((Client *)arg)->stop, true);
    return NULL;
}

static void test_thread(causeway_session *s, Client *c, const char *what) {
    pthread_t thread;
    causeway_model *m = causeway_model_new(s, what);
    pthread_create(&thread, NULL, stop_soon, c);
    causeway_status code = causeway_model_translate(m, NULL);
    CHECK(code == CAUSEWAY_OK || code == CAUSEWAY_STOPPED);
    pthread_join(thread, NULL);
    CHECK(code == CAUSEWAY_OK || causeway_model_translate(m, NULL) == CAUSEWAY_STOPPED);
    atomic_store(&c->stop, false);
    CHECK(causeway_model_translate(m, NULL) == CAUSEWAY_OK);
    causeway_model_free(m);
}

int main(int argc, char **argv) {
    enum { MOMENTS = 25 };
    Client client = {0};
    causeway_session_options o;
    causeway_session_options_init(&o);
    o.no_default_libraries = true;
    o.cache = "";
    o.cancelled = cancelled;
    o.arg = &client;
    const char *what = argc > 1 ? argv[1] : "P.Ladder";
    causeway_session *s = causeway_session_new(&o);
    CHECK(causeway_load_text(s, "p.mo", ladder, sizeof ladder - 1, NULL) == CAUSEWAY_OK);
    causeway_model *whole = causeway_model_new(s, what), *m = causeway_model_new(s, what);
    double began = now();
    CHECK(whole && causeway_model_translate(whole, NULL) == CAUSEWAY_OK);
    double all = now() - began, latest = 0;
    uint64_t often = client.asked;
    causeway_model_free(whole);
    for (uint64_t i = 0; i < MOMENTS; i++) {
        client.asked = 0;
        client.end = 1 + often * i / MOMENTS;
        CHECK(causeway_model_translate(m, NULL) == CAUSEWAY_STOPPED);
        latest = fmax(latest, now() - client.said);
    }
    client.end = 0;
    printf("asked %llu times in %.3g s; the last answer came %.3g s after a yes\n", (unsigned long long)often, all,
           latest);
    CHECK(often > 500 && latest < 0.5 * all + 0.1);
    test_thread(s, &client, what);
    CHECK(causeway_diagnostic_count(s) == 0);
    causeway_run *r = causeway_run_new(m);
    CHECK(r && causeway_run_initialise(r) == CAUSEWAY_OK && fabs(causeway_run_get(r, "p[1].a.v")) < 1e-12);
    causeway_run_free(r);
    causeway_model_free(m);
    causeway_session_free(s);
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
