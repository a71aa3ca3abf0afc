/* verb_result.c - verbs that read and plot results. */
#include "script/script_impl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The result in a file; "" and NULL: of the last simulation.  NULL after reporting. */
static causeway_result *result_of(ScrCall *c, const char *path) {
    Script *s = c->s;
    if (!path || !*path || strcmp(path, "<default>") == 0) path = s->result;
    if (!path || !*path) {
        scr_error(s, "SCR0007", c->call->span, "there is no result yet: simulate a model, or name a file");
        return NULL;
    }
    if (s->open && strcmp(s->open_path, path) == 0) return s->open;
    if (s->open) causeway_result_free(s->open);
    s->open = causeway_result_open(s->session, path);
    s->open_path = base_strdup(&s->kept, path);
    return s->open;
}

static const double *column(ScrCall *c, causeway_result *r, const char *name) {
    const char *const *names;
    size_t n = causeway_result_names(r, &names);
    if (strcmp(name, "time") == 0 && n) name = names[0];
    const double *y = causeway_result_column(r, name);
    if (y) return y;
    const char *near = base_nearest(name, names, n);
    scr_error(c->s, "SCR0007", c->call->span, "the result has no variable %s%s%s%s", name,
              near ? " (did you mean " : "", near ? near : "", near ? "?)" : "");
    return NULL;
}

/* At a time inside the result; what never changes has its value at any time. */
static ScrValue *value_at(ScrCall *c, causeway_result *r, const char *name, double at) {
    const char *const *names;
    const double *y = column(c, r, name);
    size_t rows = causeway_result_rows(r);
    const double *time = causeway_result_names(r, &names) ? causeway_result_column(r, names[0]) : NULL;
    if (!time || !y || !rows) return NULL;
    bool changes = false;
    for (size_t i = 1; i < rows && !changes; i++) changes = y[i] != y[0];
    if (!changes || at == time[rows - 1]) return scr_real(c->s, y[rows - 1]);
    double slack = 1e-9 * fmax(1, fabs(time[rows - 1]));
    if (!(at >= time[0] - slack && at <= time[rows - 1] + slack))
        return scr_error(c->s, "SCR0007", c->call->span, "%s has no value at time %g: the result covers %g to %g", name,
                         at, time[0], time[rows - 1]);
    at = fmin(fmax(at, time[0]), time[rows - 1]); /* the last row may miss the stop time by a rounding */
    if (at == time[rows - 1]) return scr_real(c->s, y[rows - 1]);
    return scr_real(c->s, causeway_result_at(r, strcmp(name, "time") == 0 ? names[0] : name, at));
}

SCR_VERB(scr_v_val) {
    causeway_result *r = result_of(c, scr_text_of(c, 2));
    const char *name = scr_text_of(c, 0);
    const ScrValue *at = c->at[1];
    if (!r) return NULL;
    if (at->kind != SCR_ARRAY) return value_at(c, r, name, scr_number(at));
    ScrValue *a = scr_array(c->s, SCR_REAL, at->n);
    for (size_t i = 0; i < at->n; i++)
        if (!(a->items[i] = value_at(c, r, name, scr_number(at->items[i])))) return NULL;
    return a;
}

SCR_VERB(scr_v_readSimulationResultSize) {
    causeway_result *r = result_of(c, scr_text_of(c, 0));
    return scr_integer(c->s, r ? (int64_t)causeway_result_rows(r) : 0);
}

static int by_name(const void *a, const void *b) {
    return strcmp((*(ScrValue *const *)a)->text, (*(ScrValue *const *)b)->text);
}

SCR_VERB(scr_v_readSimulationResultVars) {
    causeway_result *r = result_of(c, scr_text_of(c, 0));
    const char *const *names = NULL;
    size_t n = r ? causeway_result_names(r, &names) : 0;
    ScrValue *a = scr_strings(c->s, names, n);
    qsort(a->items, n, sizeof *a->items, by_name);
    return a;
}

/* A row for each variable. */
SCR_VERB(scr_v_readSimulationResult) {
    causeway_result *r = result_of(c, scr_text_of(c, 0));
    const ScrValue *names = c->at[1];
    if (!r) return NULL;
    size_t rows = causeway_result_rows(r);
    double wanted = scr_number(c->at[2]);
    if (wanted > 0 && wanted < (double)rows) rows = (size_t)wanted;
    ScrValue *a = scr_array(c->s, SCR_REAL, names->n);
    for (size_t i = 0; i < names->n; i++) {
        const double *y = names->items[i]->text ? column(c, r, names->items[i]->text) : NULL;
        if (!y) return NULL;
        a->items[i] = scr_array(c->s, SCR_REAL, rows);
        for (size_t k = 0; k < rows; k++) a->items[i]->items[k] = scr_real(c->s, y[k]);
    }
    return a;
}

SCR_VERB(scr_v_closeSimulationResultFile) {
    if (c->s->open) causeway_result_free(c->s->open);
    c->s->open = NULL;
    return scr_boolean(c->s, true);
}

/* ---- pictures ---------------------------------------------------------------------------------------------------- */

/* Draws for the user, and for the log. */
static bool plot(ScrCall *c, const char *path, const char *x, size_t n, const char *const *names) {
    Script *s = c->s;
    bool ok = s->options.plot && s->options.plot(s->options.arg, path, x, n, names, NULL);
    const char *tmp = getenv("TMPDIR");
    char *picture = base_sprintf(&s->scratch, "%s/causeway-plot-XXXXXX.svg", tmp && *tmp ? tmp : "/tmp");
    int file = ok && s->log ? mkstemps(picture, 4) : -1;
    if (file < 0) return ok;
    close(file);
    if (s->options.plot(s->options.arg, path, x, n, names, picture)) scr_log_picture(s->log, picture);
    unlink(picture);
    return ok;
}

static bool plot_names(ScrCall *c, const char *x, const ScrValue *list, uint32_t file) {
    const char *path = scr_text_of(c, file);
    if (!result_of(c, path)) return false;
    const char **names = BASE_ARRAY(&c->s->scratch, const char *, list->n + 1);
    for (size_t i = 0; i < list->n; i++) {
        names[i] = list->items[i]->text ? list->items[i]->text : "";
        if (!column(c, c->s->open, names[i])) return false;
    }
    return plot(c, c->s->open_path, x, list->n, names);
}

SCR_VERB(scr_v_plot) { return scr_boolean(c->s, plot_names(c, NULL, c->at[0], 2)); }

SCR_VERB(scr_v_plotParametric) { return scr_boolean(c->s, plot_names(c, scr_text_of(c, 0), c->at[1], 2)); }

SCR_VERB(scr_v_plotAll) {
    causeway_result *r = result_of(c, scr_text_of(c, 0));
    const char *const *names;
    size_t n = r ? causeway_result_names(r, &names) : 0;
    return scr_boolean(c->s, n > 1 && plot(c, c->s->open_path, NULL, n - 1, names + 1));
}

/* ---- comparing --------------------------------------------------------------------------------------------------- */

/* How near two curves must be: a part of the value, a part of the range of values, and a part of the span of time. */
typedef struct {
    double relative, range, span;
} Nearness;

/* Is a variable of two results the same, at every point of time of the second, inside a tube around the first? */
static bool agree(causeway_result *a, causeway_result *b, const char *name, Nearness near) {
    const char *const *names;
    const double *y = causeway_result_column(a, name), *z = causeway_result_column(b, name);
    const double *ta = causeway_result_names(a, &names) ? causeway_result_column(a, names[0]) : NULL;
    const double *tb = causeway_result_names(b, &names) ? causeway_result_column(b, names[0]) : NULL;
    size_t na = causeway_result_rows(a), nb = causeway_result_rows(b), first = 0;
    if (!y || !z || !ta || !tb || !na || !nb) return false;
    double low = INFINITY, high = -INFINITY, wide = near.span * (tb[nb - 1] - tb[0]);
    for (size_t i = 0; i < nb; i++) low = fmin(low, z[i]), high = fmax(high, z[i]);
    for (size_t i = 0; i < nb; i++) {
        double at = causeway_result_at(a, name, tb[i]), least = at, most = at;
        while (first < na && ta[first] < tb[i] - wide) first++;
        for (size_t k = first; k < na && ta[k] <= tb[i] + wide; k++) least = fmin(least, y[k]), most = fmax(most, y[k]);
        double slack =
            near.relative * fabs(z[i]) + near.range * (high - low) + 1e-12 * fmax(fabs(low), fabs(high)) + 1e-15;
        if (!(z[i] >= least - slack && z[i] <= most + slack)) return false;
    }
    return true;
}

static double given(const ScrCall *c, uint32_t i, double otherwise) {
    double x = scr_number(c->at[i]);
    return isnan(x) ? otherwise : x;
}

/* diffSimulationResults(actual, expected, prefix, relTol, ..., vars): (true, {}) or (false, {variables that differ}) */
SCR_VERB(scr_v_diffSimulationResults) {
    Script *s = c->s;
    causeway_result *a = causeway_result_open(s->session, scr_text_of(c, 0));
    causeway_result *b = causeway_result_open(s->session, scr_text_of(c, 1));
    Nearness near = {given(c, 3, 1e-3), given(c, 4, 1e-4), given(c, 5, 0.002)};
    const char *const *all = NULL;
    size_t n = b ? causeway_result_names(b, &all) : 0;
    const ScrValue *list = c->at[6] && c->at[6]->n ? c->at[6] : NULL;
    if (list) n = list->n;
    ScrValue *wrong = scr_array(s, SCR_STRING, n);
    wrong->n = 0;
    for (size_t i = list ? 0 : 1; a && b && i < n; i++) {
        const char *name = list ? list->items[i]->text : all[i];
        if (!agree(a, b, name, near)) wrong->items[wrong->n++] = scr_string(s, name);
    }
    ScrValue *r = scr_tuple(s, 2);
    r->items[0] = scr_boolean(s, a && b && wrong->n == 0);
    r->items[1] = wrong;
    if (a) causeway_result_free(a);
    if (b) causeway_result_free(b);
    return r;
}

/* compareSimulationResults(file, reference, log, relTol, absTol, vars): {"Files Equal!"} or what differs */
SCR_VERB(scr_v_compareSimulationResults) {
    Script *s = c->s;
    causeway_result *a = causeway_result_open(s->session, scr_text_of(c, 0));
    causeway_result *b = causeway_result_open(s->session, scr_text_of(c, 1));
    double tolerance = given(c, 3, 0.01);
    Nearness near = {tolerance, tolerance, 0.002};
    const char *const *all = NULL;
    size_t n = b ? causeway_result_names(b, &all) : 0;
    const ScrValue *list = c->at[5] && c->at[5]->n ? c->at[5] : NULL;
    if (list) n = list->n;
    ScrValue *lines = scr_array(s, SCR_STRING, n + 2);
    lines->n = 0;
    for (size_t i = list ? 0 : 1; a && b && i < n; i++) {
        const char *name = list ? list->items[i]->text : all[i];
        if (agree(a, b, name, near)) continue;
        if (!lines->n) lines->items[lines->n++] = scr_string(s, "Files not Equal!");
        lines->items[lines->n++] = scr_string(s, name);
    }
    if (!lines->n) lines->items[lines->n++] = scr_string(s, a && b ? "Files Equal!" : "Error opening file");
    if (a) causeway_result_free(a);
    if (b) causeway_result_free(b);
    return lines;
}
