/* session_host.c - what a host decides: external code that crashes or hangs, Ctrl-C, memory that is out. */
#include <causeway/causeway.h>

#include "base/base.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

static int passed, failed;
#define CHECK(cond) ((cond) ? (void)passed++ : (void)(failed++, printf("%s:%d: %s\n", __FILE__, __LINE__, #cond)))

static const char models[] =
    "package P\n"
    "  function crash input Real x; output Real y; external \"C\" y = cw_test_crash(x) annotation (Include =\n"
    "    \"static double cw_test_crash(double x) { volatile int *p = 0; return x > 0.5 ? *p : x; }\"); end crash;\n"
    "  function hang input Real x; output Real y; external \"C\" y = cw_test_hang(x) annotation (Include =\n"
    "    \"static double cw_test_hang(double x) { volatile int go = 1; while (x > 0.5 && go); return x; }\"); end "
    "hang;\n"
    "  model Crash Real y = crash(time); end Crash;\n"
    "  model Hang Real y = hang(time); end Hang;\n"
    "  function forever input Real x; output Real y; algorithm y := x; while x > 0.5 loop y := -y; end while; end "
    "forever;\n"
    "  model Endless Real x(start = 0, fixed = true), y = forever(time); equation der(x) = y; end Endless;\n"
    "  model Long Real x(start = 1, fixed = true); equation der(x) = sin(1e3*time); end Long;\n"
    "end P;\n";

static causeway_run *volatile at_work; /* signals have no argument */

static void crashed(int number) {
    (void)number;
    if (at_work) causeway_run_give_up(at_work, "segmentation fault");
    signal(SIGSEGV, SIG_DFL); /* our own fault */
}

static void too_long(int number) {
    (void)number;
    if (at_work && causeway_run_external(at_work)) causeway_run_give_up(at_work, "it does not come back");
}

static void interrupted(int number) {
    (void)number;
    causeway_run_stop(at_work);
}

static void handle(int number, void (*handler)(int)) {
    struct sigaction a = {.sa_handler = handler, .sa_flags = SA_NODEFER};
    sigaction(number, &a, NULL);
}

static causeway_session *session(void) {
    causeway_session_options o;
    causeway_session_options_init(&o);
    o.no_default_libraries = true;
    o.cache = "";
    causeway_session *s = causeway_session_new(&o);
    if (s && causeway_load_text(s, "p.mo", models, sizeof models - 1, NULL) == CAUSEWAY_OK) return s;
    causeway_session_free(s);
    return NULL;
}

/* The run stops, says where, and keeps what it has; the next one goes on as if nothing had been. */
static void external(causeway_session *s, const char *what, const char *word) {
    const char *all = "*";
    causeway_model *m = causeway_model_new(s, what);
    causeway_run *r = at_work = m ? causeway_run_new(m) : NULL;
    CHECK(r && causeway_run_record(r, 1, &all, NULL) == CAUSEWAY_OK && causeway_run_to_end(r) == CAUSEWAY_STOPPED);
    const causeway_diagnostic *d = r ? causeway_run_get_diagnostic(r, 0) : NULL;
    CHECK(d && strcmp(d->code, "RT0079") == 0 && strstr(d->text, word));
    causeway_result *result = r ? causeway_run_result(r) : NULL;
    CHECK(result && causeway_result_rows(result) > 10);
    causeway_result_free(result);
    at_work = NULL;
    causeway_run_free(r);
    causeway_model_free(m);
}

static bool press(void *arg, double time, double part) {
    (void)arg, (void)part;
    if (time > 0.3) raise(SIGINT);
    return true;
}

static void control_c(causeway_session *s) {
    causeway_run_options o;
    causeway_run_options_init(&o);
    o.stop = 1e9;
    o.progress = press;
    causeway_model *m = causeway_model_new(s, "P.Long");
    causeway_run *r = at_work = m ? causeway_run_new(m) : NULL;
    CHECK(r && causeway_run_configure(r, &o) == CAUSEWAY_OK && causeway_run_to_end(r) == CAUSEWAY_STOPPED);
    CHECK(r && causeway_run_time(r) > 0.3 && causeway_run_time(r) < 1e9);
    causeway_run_free(r);
    causeway_model_free(m);
}

/* A loop of the model itself that does not end needs no help: the time limit holds, and the run can be used again. */
static void endless(causeway_session *s) {
    causeway_run_options o;
    causeway_run_options_init(&o);
    o.timeout = 0.3;
    causeway_model *m = causeway_model_new(s, "P.Endless");
    causeway_run *r = m ? causeway_run_new(m) : NULL;
    CHECK(r && causeway_run_configure(r, &o) == CAUSEWAY_OK && causeway_run_to_end(r) == CAUSEWAY_STOPPED);
    const causeway_diagnostic *d = r ? causeway_run_get_diagnostic(r, 0) : NULL;
    CHECK(d && strcmp(d->code, "RT0076") == 0 && strstr(d->text, "of the function P.forever"));
    o.stop = 0.4;
    o.timeout = 10;
    CHECK(r && causeway_run_reset(r) == CAUSEWAY_OK && causeway_run_configure(r, &o) == CAUSEWAY_OK);
    CHECK(r && causeway_run_to_end(r) == CAUSEWAY_OK);
    causeway_run_free(r);
    causeway_model_free(m);
}

/* The n-th allocation fails, wherever it is.  true: there were not so many. */
static bool without_memory(uint64_t n) {
    base_fail_allocation(n);
    causeway_session *s = session();
    causeway_model *m = s ? causeway_model_new(s, "P.Long") : NULL;
    causeway_status code = m ? causeway_model_translate(m, NULL) : CAUSEWAY_MEMORY;
    causeway_run *r = code == CAUSEWAY_OK ? causeway_run_new(m) : NULL;
    if (r) code = causeway_run_to_end(r);
    else if (code == CAUSEWAY_OK) code = CAUSEWAY_MEMORY;
    base_fail_allocation(0);
    CHECK(code == CAUSEWAY_OK || code == CAUSEWAY_MEMORY);
    causeway_run_free(r);
    causeway_model_free(m);
    causeway_session_free(s);
    return code == CAUSEWAY_OK;
}

/* What sanitizers do not let happen. */
static void faults(causeway_session *s) {
    struct itimerval soon = {.it_value.tv_usec = 300000};
    handle(SIGSEGV, crashed);
    handle(SIGVTALRM, too_long);
    external(s, "P.Crash", "segmentation fault");
    setitimer(ITIMER_VIRTUAL, &(struct itimerval){.it_interval = soon.it_value, .it_value = soon.it_value}, NULL);
    external(s, "P.Hang", "it does not come back");
    setitimer(ITIMER_VIRTUAL, &(struct itimerval){{0, 0}, {0, 0}}, NULL);
    uint64_t n = 1;
    while (!without_memory(n)) n++;
    CHECK(n > 100);
}

int main(void) {
    handle(SIGINT, interrupted);
    causeway_session *s = session();
    CHECK(s != NULL);
    if (!SANITIZED) faults(s);
    control_c(s);
    endless(s);
    causeway_session_free(s);
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
