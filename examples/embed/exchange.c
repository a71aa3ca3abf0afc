/* exchange.c - a co-simulation: two models that step side by side and exchange outputs and inputs.
 *
 *     cc exchange.c $(pkg-config --cflags --libs causeway) -o exchange && ./exchange
 */
#include <causeway/causeway.h>

#include <stdio.h>
#include <string.h>

static const char models[] = "package Loop\n"
                             "  model Plant\n"
                             "    input Real u;\n"
                             "    output Real y(start = 0, fixed = true);\n"
                             "  equation\n"
                             "    der(y) = u - y;\n"
                             "  end Plant;\n"
                             "  model Control\n"
                             "    input Real y;\n"
                             "    output Real u;\n"
                             "    Real e = 1 - y, i(start = 0, fixed = true);\n"
                             "  equation\n"
                             "    der(i) = e;\n"
                             "    u = 2*e + i;\n"
                             "  end Control;\n"
                             "end Loop;\n";

static causeway_run *start(causeway_session *s, const char *name, double stop) {
    causeway_model *m = causeway_model_new(s, name);
    causeway_run *r = m ? causeway_run_new(m) : NULL;
    causeway_run_options o;
    causeway_run_options_init(&o);
    o.stop = stop;
    if (r && causeway_run_configure(r, &o) == CAUSEWAY_OK && causeway_run_initialise(r) != CAUSEWAY_OK)
        fputs(causeway_format_diagnostic(s, causeway_run_get_diagnostic(r, 0), CAUSEWAY_TEXT), stderr);
    causeway_model_free(m); /* the run keeps it */
    return r;
}

int main(void) {
    enum { STEPS = 200 };
    const double stop = 10, step = stop / STEPS;
    causeway_session *s = causeway_session_new(NULL);
    if (!s || causeway_load_text(s, "loop.mo", models, strlen(models), NULL) != CAUSEWAY_OK) return 1;
    causeway_run *plant = start(s, "Loop.Plant", stop), *control = start(s, "Loop.Control", stop);
    bool ok = plant && control;
    for (int k = 1; ok && k <= STEPS; k++) {
        ok = causeway_run_set(plant, "u", causeway_run_get(control, "u")) == CAUSEWAY_OK &&
             causeway_run_set(control, "y", causeway_run_get(plant, "y")) == CAUSEWAY_OK &&
             causeway_run_advance(plant, k * step) == CAUSEWAY_OK &&
             causeway_run_advance(control, k * step) == CAUSEWAY_OK;
    }
    if (ok) printf("exchanged %d times, y = %.4f\n", STEPS, causeway_run_get(plant, "y"));
    causeway_run_free(plant);
    causeway_run_free(control);
    causeway_session_free(s);
    return !ok;
}
