/* linear_mat.c - a linear model as a MATLAB file, version 4.
 *
 * A, B, C, D, x0, u0, y0, f0 as matrices; xName, uName, yName as rows of characters; and what Modelica tools have by
 * custom: ABCD, nx, xuyName.
 */
#include "analysis/analysis.h"

#include <string.h>

/* Little-endian doubles (kind 0) or bytes that are text (kind 51), by columns. */
static void add_head(Text *t, int kind, int rows, int columns, const char *name) {
    int32_t head[5] = {kind, rows, columns, 0, (int32_t)strlen(name) + 1};
    base_text_addn(t, (const char *)head, sizeof head);
    base_text_addn(t, name, strlen(name) + 1);
}

static void add_numbers(Text *t, const char *name, const double *m, int rows, int columns) {
    add_head(t, 0, rows, columns, name);
    base_text_addn(t, (const char *)m, (size_t)rows * (size_t)columns * sizeof *m);
}

static void add_names(Text *t, const char *name, const char *const *words, int n) {
    size_t widest = 0;
    for (int i = 0; i < n; i++)
        if (strlen(words[i]) > widest) widest = strlen(words[i]);
    add_head(t, 51, n, (int)widest, name);
    for (size_t k = 0; k < widest; k++)
        for (int i = 0; i < n; i++) base_text_char(t, k < strlen(words[i]) ? words[i][k] : ' ');
}

static void add_whole(const AnaLinear *l, Text *out) {
    int rows = l->n + l->p, columns = l->n + l->m, count = rows + l->m;
    double *all = base_realloc(NULL, ((size_t)rows * (size_t)columns + 1) * sizeof *all), nx = l->n;
    const char **names = base_realloc(NULL, ((size_t)count + 1) * sizeof *names);
    for (int j = 0; j < columns; j++)
        for (int i = 0; i < rows; i++) {
            const double *from = i < l->n ? j < l->n ? l->a : l->b : j < l->n ? l->c : l->d;
            int height = i < l->n ? l->n : l->p, row = i < l->n ? i : i - l->n, column = j < l->n ? j : j - l->n;
            all[i + (size_t)rows * (size_t)j] = from[row + (size_t)height * (size_t)column];
        }
    for (int i = 0; i < count; i++)
        names[i] = i < l->n ? l->x[i] : i < l->n + l->m ? l->u[i - l->n] : l->y[i - l->n - l->m];
    add_numbers(out, "ABCD", all, rows, columns);
    add_numbers(out, "nx", &nx, 1, 1);
    add_names(out, "xuyName", names, count);
    base_realloc(names, 0);
    base_realloc(all, 0);
}

void ana_linear_mat(const AnaLinear *l, Text *out) {
    add_numbers(out, "A", l->a, l->n, l->n);
    add_numbers(out, "B", l->b, l->n, l->m);
    add_numbers(out, "C", l->c, l->p, l->n);
    add_numbers(out, "D", l->d, l->p, l->m);
    add_numbers(out, "x0", l->x0, l->n, 1);
    add_numbers(out, "u0", l->u0, l->m, 1);
    add_numbers(out, "y0", l->y0, l->p, 1);
    add_numbers(out, "f0", l->f0, l->n, 1);
    add_names(out, "xName", l->x, l->n);
    add_names(out, "uName", l->u, l->m);
    add_names(out, "yName", l->y, l->p);
    add_whole(l, out);
}
