# A process with a decimal comma (LC_ALL=de_DE): numbers of models, values and files have points all the same, and the
# host keeps its locale.
# REQUIRES: release
# REQUIRES: tool localedef
# RUN: bash %s %r %b
# CHECK: {{with a decimal comma: all right|there are no sources of locales here}}
set -eu
[ $# = 2 ] || exit 0
root=$1 build=$2
mkdir -p locales
[ -e /usr/share/i18n/locales/de_DE ] || { echo "there are no sources of locales here"; exit 0; }
localedef -i de_DE -f UTF-8 locales/de_DE.UTF-8
cat > comma.c <<'END'
#include <causeway/causeway.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static const char text[] = "model M parameter Real k = 0.5; Real x(start = 1.25, fixed = true);\n"
                           "equation der(x) = -k*x; assert(k < 2.5, \"k is \" + String(k));\n"
                           "annotation (experiment(StopTime = 1)); end M;";

static causeway_session *session(void) {
    causeway_session_options o;
    causeway_session_options_init(&o);
    o.cache = "";
    o.no_default_libraries = true;
    causeway_session *s = causeway_session_new(&o);
    return causeway_load_text(s, "M.mo", text, sizeof text - 1, NULL) == CAUSEWAY_OK ? s : NULL;
}

static int near(double a, double b) { return fabs(a - b) < 1e-5; }

/* A value as a text and as a number, a file written and read, a number in a message. */
static int all(causeway_session *s) {
    causeway_model *m = causeway_model_new(s, "M(k = 0.25)");
    causeway_run *r = m ? causeway_run_new(m) : NULL, *bad = m ? causeway_run_new(m) : NULL;
    int ok = r && causeway_run_record(r, 0, NULL, NULL) == CAUSEWAY_OK && causeway_run_set_text(r, "k", "0.75") == CAUSEWAY_OK &&
             causeway_run_set(r, "x.start", 1.5) == CAUSEWAY_OK && causeway_run_to_end(r) == CAUSEWAY_OK &&
             near(causeway_run_get(r, "x"), 1.5*exp(-0.75));
    causeway_result *t = ok ? causeway_run_result(r) : NULL;
    ok = ok && t && causeway_result_write(s, t, "out.csv") == CAUSEWAY_OK;
    causeway_result *back = ok ? causeway_result_open(s, "out.csv") : NULL;
    ok = ok && back && near(causeway_result_at(back, "x", 1), 1.5*exp(-0.75));
    ok = ok && causeway_run_set(bad, "k", 3.5) == CAUSEWAY_OK && causeway_run_to_end(bad) != CAUSEWAY_OK &&
         strstr(causeway_run_get_diagnostic(bad, 0)->text, "k is 3.5");
    double factor, offset;
    ok = ok && causeway_convert_unit("m", "mm", &factor, &offset) && near(factor, 1000);
    causeway_result_free(back);
    causeway_result_free(t);
    causeway_run_free(bad);
    causeway_run_free(r);
    causeway_model_free(m);
    return ok;
}

static void *work(void *arg) {
    causeway_session *s = session();
    *(int *)arg = s && all(s);
    causeway_session_free(s);
    return NULL;
}

static int host_has_comma(void) {
    char number[16];
    snprintf(number, sizeof number, "%.1f", 1.5);
    return strcmp(number, "1,5") == 0;
}

int main(void) {
    int in_thread = 0;
    if (!setlocale(LC_ALL, "de_DE.UTF-8") || !host_has_comma()) return 1;
    causeway_session *s = session();
    int here = s && all(s);
    causeway_session_free(s);
    pthread_t t;
    pthread_create(&t, NULL, work, &in_thread);
    pthread_join(t, NULL);
    printf("with a decimal comma: %s\n", !here ? "wrong" : !in_thread ? "wrong in a thread"
                                         : !host_has_comma() ? "the host has lost it" : "all right");
    return 0;
}
END
cc -Wall -Wextra -Werror -I "$root/include" comma.c -L "$build" -lcauseway -lm -lpthread -o comma
LOCPATH=$PWD/locales LD_LIBRARY_PATH=$build ./comma
