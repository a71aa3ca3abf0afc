/* verb_linear.c - linearize: the linear model at a point of a run, written as Modelica. */
#include "script/script_impl.h"

#include <errno.h>
#include <string.h>

static void put_matrix(const char *declared, const double *at, size_t rows, size_t columns, Text *out) {
    base_text_printf(out, "  parameter Real %s = ", declared);
    if (!rows || !columns) {
        const char *sizes = strchr(declared, '[');
        base_text_printf(out, "zeros(%.*s)", (int)strlen(sizes) - 2, sizes + 1);
    }
    for (size_t i = 0; rows && columns && i < rows; i++) {
        base_text_add(out, i ? "; " : "[");
        for (size_t k = 0; k < columns; k++) {
            if (k) base_text_add(out, ", ");
            base_text_double(out, at[i + rows * k], false);
        }
    }
    base_text_add(out, rows && columns ? "];\n" : ";\n");
}

static void put_values(const char *declared, const double *values, size_t n, Text *out) {
    base_text_printf(out, "  parameter Real %s = ", declared);
    if (!n) base_text_add(out, "zeros(0)");
    for (size_t i = 0; i < n; i++) {
        base_text_add(out, i ? ", " : "{");
        base_text_double(out, values[i], false);
    }
    base_text_add(out, n ? "};\n" : ";\n");
}

static void put_names(char letter, const char *const *names, size_t n, Text *out) {
    for (size_t i = 0; i < n; i++) {
        base_text_printf(out, "  Real '%c_", letter);
        for (const char *p = names[i]; *p; p++)
            if (*p != '\'') base_text_char(out, *p);
        base_text_printf(out, "' = %c[%zu];\n", letter, i + 1);
    }
}

static void put_model(const causeway_linear_data *l, Text *out) {
    base_text_printf(out,
                     "model linearized_model \"%s\"\n  parameter Integer n = %zu \"number of states\";\n  parameter "
                     "Integer m = %zu \"number of inputs\";\n  parameter Integer p = %zu \"number of outputs\";\n",
                     l->model, l->nstates, l->ninputs, l->noutputs);
    put_values("x0[n]", l->x0, l->nstates, out);
    put_values("u0[m]", l->u0, l->ninputs, out);
    put_matrix("A[n, n]", l->a, l->nstates, l->nstates, out);
    put_matrix("B[n, m]", l->b, l->nstates, l->ninputs, out);
    put_matrix("C[p, n]", l->c, l->noutputs, l->nstates, out);
    put_matrix("D[p, m]", l->d, l->noutputs, l->ninputs, out);
    base_text_add(out, "  Real x[n](start = x0);\n  input Real u[m];\n  output Real y[p];\n");
    put_names('x', l->states, l->nstates, out);
    put_names('u', l->inputs, l->ninputs, out);
    put_names('y', l->outputs, l->noutputs, out);
    base_text_add(out, "equation\n  der(x) = A*x + B*u;\n  y = C*x + D*u;\nend linearized_model;\n");
}

static bool write_model(ScrCall *c, const Text *text) {
    static const char path[] = "linearized_model.mo";
    FILE *f = fopen(path, "w");
    bool ok = f && fwrite(text->at, 1, text->n, f) == text->n;
    if (f && fclose(f) != 0) ok = false;
    if (!ok) scr_error(c->s, "SCR0001", (Span){0}, "cannot write %s: %s", path, strerror(errno));
    return ok;
}

bool scr_linearise(ScrCall *c, causeway_run *r, Text *messages) {
    causeway_linear *l = causeway_run_linearise(r, 0, NULL);
    causeway_linear_data data = {.size = sizeof data};
    Text text = {0};
    if (l) {
        causeway_linear_get(l, &data);
        put_model(&data, &text);
    }
    bool ok = l && write_model(c, &text);
    if (ok) base_text_add(messages, "LOG_STDOUT        | info    | Linear model is created.\n");
    base_text_free(&text);
    if (l) causeway_linear_free(l);
    return ok;
}
