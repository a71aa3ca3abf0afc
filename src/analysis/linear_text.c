/* linear_text.c - a linear model as text: Modelica, JSON, Python, and a report for people. */
#include "analysis/analysis.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

typedef struct {
    const char *open, *row, *close; /* around a matrix and between its rows */
} Brackets;

static void add_number(Text *t, double x) { base_text_double(t, x == 0 ? 0 : x, false); } /* no -0 */

static void add_matrix(Text *t, const double *m, int rows, int columns, const Brackets *b) {
    base_text_add(t, b->open);
    for (int i = 0; i < rows; i++) {
        if (i) base_text_add(t, b->row);
        for (int j = 0; j < columns; j++) {
            if (j) base_text_add(t, ", ");
            add_number(t, m[i + (size_t)rows * (size_t)j]);
        }
    }
    base_text_add(t, b->close);
}

static void add_vector(Text *t, const double *v, int n, const char *open, const char *close) {
    base_text_add(t, open);
    for (int i = 0; i < n; i++) {
        if (i) base_text_add(t, ", ");
        add_number(t, v[i]);
    }
    base_text_add(t, close);
}

static void add_names(Text *t, const char *const *names, int n, const char *open, const char *close) {
    base_text_add(t, open);
    for (int i = 0; i < n; i++) {
        if (i) base_text_add(t, ", ");
        base_text_json(t, names[i], strlen(names[i]));
    }
    base_text_add(t, close);
}

/* ---- Modelica ---------------------------------------------------------------------------------------------------- */

static void add_declared(Text *t, const char *name, const double *m, int rows, int columns) {
    static const Brackets modelica = {"[", "; ", "]"};
    base_text_printf(t, "  parameter Real %s[%d, %d] = ", name, rows, columns);
    if (rows && columns) add_matrix(t, m, rows, columns, &modelica);
    else base_text_printf(t, "zeros(%d, %d)", rows, columns);
    base_text_add(t, ";\n");
}

static void add_point(Text *t, const char *name, const double *v, int n) {
    base_text_printf(t, "  parameter Real %s[%d] = ", name, n);
    if (n) add_vector(t, v, n, "{", "}");
    else base_text_add(t, "zeros(0)");
    base_text_add(t, ";\n");
}

static void add_comment(Text *t, const char *what, const char *const *names, int n) {
    for (int i = 0; i < n; i++) base_text_printf(t, "  // %s[%d] is %s\n", what, i + 1, names[i]);
}

void ana_linear_modelica(const AnaLinear *l, Text *out) {
    Text name = {0};
    for (const char *s = l->model; *s; s++) base_text_char(&name, (char)(isalnum((unsigned char)*s) ? *s : '_'));
    if (!name.n || isdigit((unsigned char)*name.at)) base_text_add(&name, "model");
    base_text_printf(out, "model Linear_%s \"", base_text_str(&name));
    base_text_printf(out, "%s made linear at time %g\"\n", l->model, l->time);
    add_comment(out, "x", l->x, l->n);
    add_comment(out, "u", l->u, l->m);
    add_comment(out, "y", l->y, l->p);
    add_declared(out, "A", l->a, l->n, l->n);
    add_declared(out, "B", l->b, l->n, l->m);
    add_declared(out, "C", l->c, l->p, l->n);
    add_declared(out, "D", l->d, l->p, l->m);
    add_point(out, "x0", l->x0, l->n);
    add_point(out, "u0", l->u0, l->m);
    add_point(out, "y0", l->y0, l->p);
    add_point(out, "f0", l->f0, l->n);
    base_text_printf(out, "  Real x[%d](start = x0, each fixed = true);\n", l->n);
    base_text_printf(out, "  input Real u[%d](start = u0);\n  output Real y[%d];\nequation\n", l->m, l->p);
    base_text_printf(out, "  der(x) = f0 + A*(x - x0)%s;\n  y = y0 + C*(x - x0)%s;\n", l->m ? " + B*(u - u0)" : "",
                     l->m ? " + D*(u - u0)" : "");
    base_text_printf(out, "end Linear_%s;\n", base_text_str(&name));
    base_text_free(&name);
}

/* ---- JSON and Python --------------------------------------------------------------------------------------------- */

static void add_rows(Text *t, const double *m, int rows, int columns) {
    static const Brackets nested = {"[[", "], [", "]]"};
    if (rows) add_matrix(t, m, rows, columns, &nested);
    else base_text_add(t, "[]");
}

/* With what follows from them, for programs that only read. */
static void add_eigenvalues(const AnaLinear *l, Text *out) {
    AnaMode *modes = base_realloc(NULL, ((size_t)l->n + 1) * sizeof *modes);
    double *part = base_realloc(NULL, ((size_t)l->n * (size_t)l->n + 1) * sizeof *part);
    bool ok = ana_modes(l, modes, part);
    base_text_add(out, ",\n \"eigenvalues\": [");
    for (int i = 0; ok && i < l->n; i++) {
        base_text_printf(out, "%s{\"re\": ", i ? ",\n  " : "\n  ");
        add_number(out, modes[i].re);
        base_text_add(out, ", \"im\": ");
        add_number(out, modes[i].im);
        base_text_add(out, ", \"frequency\": ");
        add_number(out, modes[i].frequency);
        base_text_add(out, ", \"damping\": ");
        add_number(out, modes[i].damping);
        add_vector(out, part + (size_t)l->n * (size_t)i, l->n, ", \"participation\": [", "]}");
    }
    base_text_char(out, ']');
    base_realloc(part, 0);
    base_realloc(modes, 0);
}

static void add_all_zeros(const AnaLinear *l, Text *out) {
    double *re = base_realloc(NULL, 2 * ((size_t)l->n + 1) * sizeof *re), *im = re + l->n + 1;
    int n = 0;
    if (l->m && l->p && !ana_all_zeros(l, &n, re, im)) n = 0;
    base_text_add(out, ",\n \"zeros\": [");
    for (int i = 0; i < n; i++) {
        base_text_add(out, i ? ", {\"re\": " : "{\"re\": ");
        add_number(out, re[i]);
        base_text_add(out, ", \"im\": ");
        add_number(out, im[i]);
        base_text_char(out, '}');
    }
    base_text_char(out, ']');
    base_realloc(re, 0);
}

void ana_linear_json(const AnaLinear *l, Text *out) {
    base_text_add(out, "{\"model\": ");
    base_text_json(out, l->model, strlen(l->model));
    base_text_add(out, ", \"time\": ");
    add_number(out, l->time);
    const struct {
        const char *name;
        const double *m;
        int rows, columns;
    } matrices[] = {{"A", l->a, l->n, l->n}, {"B", l->b, l->n, l->m}, {"C", l->c, l->p, l->n}, {"D", l->d, l->p, l->m}};
    for (size_t i = 0; i < 4; i++) {
        base_text_printf(out, ",\n \"%s\": ", matrices[i].name);
        add_rows(out, matrices[i].m, matrices[i].rows, matrices[i].columns);
    }
    add_names(out, l->x, l->n, ",\n \"states\": [", "]");
    add_names(out, l->u, l->m, ", \"inputs\": [", "]");
    add_names(out, l->y, l->p, ", \"outputs\": [", "]");
    add_vector(out, l->x0, l->n, ",\n \"x0\": [", "]");
    add_vector(out, l->u0, l->m, ", \"u0\": [", "]");
    add_vector(out, l->y0, l->p, ", \"y0\": [", "]");
    add_vector(out, l->f0, l->n, ", \"f0\": [", "]");
    add_eigenvalues(l, out);
    add_all_zeros(l, out);
    base_text_add(out, "}\n");
}

void ana_linear_python(const AnaLinear *l, Text *out) {
    const struct {
        const char *name;
        const double *m;
        int rows, columns;
    } matrices[] = {{"A", l->a, l->n, l->n}, {"B", l->b, l->n, l->m}, {"C", l->c, l->p, l->n}, {"D", l->d, l->p, l->m}};
    base_text_printf(out,
                     "\"\"\"%s made linear at time %g: dx = f0 + A (x - x0) + B (u - u0), y = y0 + C (x - x0) + D (u - "
                     "u0).\"\"\"\nimport numpy as np\n\n",
                     l->model, l->time);
    for (size_t i = 0; i < 4; i++) {
        base_text_printf(out, "%s = np.array(", matrices[i].name);
        add_rows(out, matrices[i].m, matrices[i].rows, matrices[i].columns);
        base_text_printf(out, ", dtype=float).reshape(%d, %d)\n", matrices[i].rows, matrices[i].columns);
    }
    add_names(out, l->x, l->n, "states = [", "]\n");
    add_names(out, l->u, l->m, "inputs = [", "]\n");
    add_names(out, l->y, l->p, "outputs = [", "]\n");
    add_vector(out, l->x0, l->n, "x0 = np.array([", "])\n");
    add_vector(out, l->u0, l->m, "u0 = np.array([", "])\n");
    add_vector(out, l->y0, l->p, "y0 = np.array([", "])\n");
    add_vector(out, l->f0, l->n, "f0 = np.array([", "])\n");
}

/* ---- the report -------------------------------------------------------------------------------------------------- */

/* The states that take part most in a mode, at most three above a tenth. */
static void add_participants(const AnaLinear *l, const double *part, Text *out) {
    bool named[3] = {0};
    int most[3] = {-1, -1, -1};
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < l->n; i++) {
            if ((k > 0 && i == most[0]) || (k > 1 && i == most[1])) continue;
            if (most[k] < 0 || part[i] > part[most[k]]) most[k] = i;
        }
        named[k] = most[k] >= 0 && (k == 0 || part[most[k]] >= 0.1);
    }
    for (int k = 0; k < 3; k++)
        if (named[k]) base_text_printf(out, "%s%s %.0f %%", k ? ", " : "", l->x[most[k]], 100 * part[most[k]]);
}

static void add_mode(const AnaLinear *l, const AnaMode *m, const double *part, Text *out) {
    if (hypot(m->re, m->im) <= m->error)
        base_text_printf(out, "  %14.6g                  integrates                           ", 0.0);
    else if (m->im > 0)
        base_text_printf(out, "  %14.6g +- %-12.6gi  %10.6g Hz, damping %-10.4g  ", m->re, m->im, m->frequency,
                         fabs(m->re) > m->error ? m->damping : 0);
    else base_text_printf(out, "  %14.6g                  time constant %-10.6g s          ", m->re, m->time);
    add_participants(l, part, out);
    base_text_char(out, '\n');
}

static void add_modes(const AnaLinear *l, Text *out) {
    AnaMode *modes = base_realloc(NULL, ((size_t)l->n + 1) * sizeof *modes);
    double *part = base_realloc(NULL, ((size_t)l->n * (size_t)l->n + 1) * sizeof *part);
    bool ok = ana_modes(l, modes, part), stable = true;
    base_text_add(out,
                  ok ? "eigenvalues, and the states that take part:\n" : "the eigenvalues could not be computed\n");
    for (int i = 0; ok && i < l->n; i++) {
        const AnaMode *m = &modes[i];
        stable &= m->re < 0 && -m->re > m->error;
        bool zero = hypot(m->re, m->im) <= m->error;
        if (m->im < 0 && !zero) continue; /* the other one of a pair */
        add_mode(l, m, part + (size_t)l->n * (size_t)i, out);
    }
    if (ok && l->n) base_text_add(out, stable ? "stable\n" : "not asymptotically stable\n");
    base_realloc(part, 0);
    base_realloc(modes, 0);
}

static void add_list(const double *re, const double *im, int n, Text *out) {
    for (int k = 0; k < n; k++) {
        if (im[k] < 0) continue;
        base_text_printf(out, im[k] > 0 ? " %.6g +- %.6gi" : " %.6g", re[k], im[k]);
    }
    base_text_add(out, n ? "\n" : " none\n");
}

static void add_zeros(const AnaLinear *l, bool pairs, Text *out) {
    double *re = base_realloc(NULL, 2 * ((size_t)l->n + 1) * sizeof *re), *im = re + l->n + 1;
    int n = 0;
    for (int j = 0; pairs && j < l->m; j++)
        for (int i = 0; i < l->p; i++) {
            if (!ana_zeros(l, i, j, &n, re, im)) continue;
            base_text_printf(out, "zeros from %s to %s:", l->u[j], l->y[i]);
            add_list(re, im, n, out);
        }
    if (l->m && l->p && l->m * l->p > 1 && ana_all_zeros(l, &n, re, im)) {
        base_text_add(out, "zeros of all inputs and outputs together:");
        add_list(re, im, n, out);
    }
    base_realloc(re, 0);
}

void ana_linear_report(const AnaLinear *l, Text *out) {
    enum { MOST_PAIRS = 64 };
    base_text_printf(out, "%s at time %g: %d state%s, %d input%s, %d output%s\n", l->model, l->time, l->n,
                     l->n == 1 ? "" : "s", l->m, l->m == 1 ? "" : "s", l->p, l->p == 1 ? "" : "s");
    if (*l->held) base_text_printf(out, "held: %s\n", l->held);
    add_modes(l, out);
    add_zeros(l, l->m * l->p <= MOST_PAIRS, out);
}

bool ana_linear_form(const AnaLinear *l, const char *path, Text *out) {
    static const struct {
        const char *ending;
        void (*write)(const AnaLinear *l, Text *out);
    } forms[] = {
        {".mo", ana_linear_modelica}, {".mat", ana_linear_mat}, {".json", ana_linear_json}, {".py", ana_linear_python}};
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof forms / sizeof *forms; i++)
        if (strcmp(dot, forms[i].ending) == 0) return forms[i].write(l, out), true;
    return false;
}
