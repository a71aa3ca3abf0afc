/* callback.c - a run with callbacks: progress as it goes, words of the model, results in memory.
 *
 *     cc callback.c $(pkg-config --cflags --libs causeway) -o callback && ./callback
 */
#include <causeway/causeway.h>

#include <stdio.h>
#include <string.h>

static const char ball[] = "model Ball \"a ball that jumps\"\n"
                           "  parameter Real g = 9.81, c = 0.8;\n"
                           "  Real h(start = 1, fixed = true), v(start = 0, fixed = true);\n"
                           "equation\n"
                           "  der(h) = v;\n"
                           "  der(v) = -g;\n"
                           "  when h < 0 then\n"
                           "    reinit(v, -c*pre(v));\n"
                           "  end when;\n"
                           "  annotation(experiment(StopTime = 1.5));\n"
                           "end Ball;\n";

static bool progress(void *arg, double time, double part) {
    int *calls = arg;
    ++*calls;
    (void)time, (void)part;
    return true; /* false would end the run */
}

static int complain(causeway_session *s, const char *what) {
    fprintf(stderr, "%s\n", what);
    for (size_t i = 0; i < causeway_diagnostic_count(s); i++)
        fputs(causeway_format_diagnostic(s, causeway_get_diagnostic(s, i), CAUSEWAY_TEXT), stderr);
    return 1;
}

int main(void) {
    causeway_session *s = causeway_session_new(NULL);
    if (!s || causeway_load_text(s, "ball.mo", ball, strlen(ball), NULL) != CAUSEWAY_OK) return 1;
    causeway_model *m = causeway_model_new(s, "Ball(c = 0.7)");
    causeway_run *r = m ? causeway_run_new(m) : NULL;
    if (!r) return complain(s, "the model cannot be translated");

    int calls = 0;
    causeway_run_options o;
    causeway_run_options_init(&o);
    o.interval = 0.01;
    o.progress = progress;
    o.arg = &calls;
    const char *const signals[] = {"h", "v"};
    causeway_status code = causeway_run_configure(r, &o);
    if (code == CAUSEWAY_OK) code = causeway_run_record(r, 2, signals, NULL);
    while (code == CAUSEWAY_OK && causeway_run_time(r) != 1.5) { /* from event to event */
        code = causeway_run_next_event(r, 1.5);
        if (code == CAUSEWAY_OK) printf("t = %.4f  v = %.4f\n", causeway_run_time(r), causeway_run_get(r, "v"));
    }
    if (code == CAUSEWAY_OK) code = causeway_run_to_end(r);
    if (code != CAUSEWAY_OK) return complain(s, "the run failed");

    causeway_result *t = causeway_run_result(r);
    printf("%zu rows, h(0.2) = %.4f, called back: %s\n", causeway_result_rows(t), causeway_result_at(t, "h", 0.2),
           calls ? "yes" : "no");
    causeway_result_free(t);
    causeway_run_free(r);
    causeway_model_free(m);
    causeway_session_free(s);
    return 0;
}
