/* verb_linear.c - linearize: the linear model at a point of a run, written as Modelica. */
#include "script/script_impl.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

typedef struct {
    const uint32_t *states, *inputs, *outputs;
    size_t n, m, p;
    double *j; /* by columns: (n + p) rows, (n + m) columns */
} Linear;

/* Derivatives and outputs by states and inputs; false after reporting. */
static bool differentiate(ScrCall *c, causeway_model *m, causeway_run *r, Linear *l) {
    Arena *a = &c->s->scratch;
    l->n = causeway_variables_of(m, CAUSEWAY_STATES, &l->states);
    l->m = causeway_variables_of(m, CAUSEWAY_INPUTS, &l->inputs);
    l->p = causeway_variables_of(m, CAUSEWAY_OUTPUTS, &l->outputs);
    uint32_t *rows = BASE_ARRAY(a, uint32_t, l->n + l->p + 1), *columns = BASE_ARRAY(a, uint32_t, l->n + l->m + 1);
    for (size_t i = 0; i < l->n; i++) {
        causeway_variable v;
        causeway_describe_variable(m, l->states[i], &v);
        int64_t der = causeway_find_variable(m, base_sprintf(a, "der(%s)", v.name));
        if (der < 0) return false;
        rows[i] = (uint32_t)der;
        columns[i] = l->states[i];
    }
    for (size_t i = 0; i < l->p; i++) rows[l->n + i] = l->outputs[i];
    for (size_t i = 0; i < l->m; i++) columns[l->n + i] = l->inputs[i];
    l->j = BASE_ARRAY(a, double, (l->n + l->p) * (l->n + l->m) + 1);
    return causeway_run_jacobian(r, l->n + l->p, rows, l->n + l->m, columns, l->j) == CAUSEWAY_OK;
}

static void put_matrix(const Linear *l, const char *declared, size_t row, size_t rows, size_t column, size_t columns,
                       Text *out) {
    base_text_printf(out, "  parameter Real %s = ", declared);
    if (!rows || !columns) {
        const char *sizes = strchr(declared, '[');
        base_text_printf(out, "zeros(%.*s)", (int)strlen(sizes) - 2, sizes + 1);
    }
    for (size_t i = 0; rows && columns && i < rows; i++) {
        base_text_add(out, i ? "; " : "[");
        for (size_t k = 0; k < columns; k++) {
            if (k) base_text_add(out, ", ");
            base_text_double(out, l->j[row + i + (l->n + l->p) * (column + k)], false);
        }
    }
    base_text_add(out, rows && columns ? "];\n" : ";\n");
}

static void put_values(causeway_run *r, const char *declared, const uint32_t *variables, size_t n, Text *out) {
    base_text_printf(out, "  parameter Real %s = ", declared);
    if (!n) base_text_add(out, "zeros(0)");
    for (size_t i = 0; i < n; i++) {
        base_text_add(out, i ? ", " : "{");
        base_text_double(out, causeway_run_get_number(r, variables[i]), false);
    }
    base_text_add(out, n ? "};\n" : ";\n");
}

static void put_names(causeway_model *m, char letter, const uint32_t *variables, size_t n, Text *out) {
    for (size_t i = 0; i < n; i++) {
        causeway_variable v;
        causeway_describe_variable(m, variables[i], &v);
        base_text_printf(out, "  Real '%c_", letter);
        for (const char *p = v.name; *p; p++)
            if (*p != '\'') base_text_char(out, *p);
        base_text_printf(out, "' = %c[%zu];\n", letter, i + 1);
    }
}

static void put_model(causeway_model *m, causeway_run *r, const Linear *l, const char *name, Text *out) {
    base_text_printf(out,
                     "model linearized_model \"%s\"\n  parameter Integer n = %zu \"number of states\";\n  parameter "
                     "Integer m = %zu \"number of inputs\";\n  parameter Integer p = %zu \"number of outputs\";\n",
                     name, l->n, l->m, l->p);
    put_values(r, "x0[n]", l->states, l->n, out);
    put_values(r, "u0[m]", l->inputs, l->m, out);
    put_matrix(l, "A[n, n]", 0, l->n, 0, l->n, out);
    put_matrix(l, "B[n, m]", 0, l->n, l->n, l->m, out);
    put_matrix(l, "C[p, n]", l->n, l->p, 0, l->n, out);
    put_matrix(l, "D[p, m]", l->n, l->p, l->n, l->m, out);
    base_text_add(out, "  Real x[n](start = x0);\n  input Real u[m];\n  output Real y[p];\n");
    put_names(m, 'x', l->states, l->n, out);
    put_names(m, 'u', l->inputs, l->m, out);
    put_names(m, 'y', l->outputs, l->p, out);
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

bool scr_linearise(ScrCall *c, causeway_model *m, causeway_run *r, Text *messages) {
    Linear l = {0};
    Text text = {0};
    bool ok = differentiate(c, m, r, &l);
    if (ok) put_model(m, r, &l, causeway_model_name(m), &text);
    ok = ok && write_model(c, &text);
    if (ok) base_text_add(messages, "LOG_STDOUT        | info    | Linear model is created.\n");
    base_text_free(&text);
    return ok;
}
