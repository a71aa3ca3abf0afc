/* cmd_spectrum.c - `causeway spectrum`: frequencies, distortion and root mean square of variables of a result. */
#include "tools/tools_impl.h"

#include <math.h>
#include <string.h>

typedef struct {
    ToolRun *run;
    ResResult *result;
    double from, to;
    int window;
    size_t points;
    PlotFigure figure;
    Text table;         /* CSV */
    VEC(double *) kept; /* arrays of curves */
} Work;

static bool refuse(Work *w, const char *what) {
    base_error(w->run->ctx, "TOOL0008", (Span){0}, "%s", what);
    return false;
}

static bool settle(Work *w) {
    const ToolOptions *o = w->run->options;
    const double *t = res_time(w->result);
    size_t rows = res_rows(w->result);
    if (rows < 4) return refuse(w, "the result has too few rows for a spectrum");
    w->from = tool_given(o->from) ? o->from : t[0];
    w->to = tool_given(o->to) ? o->to : t[rows - 1];
    if (!(w->to > w->from) || w->from < t[0] || w->to > t[rows - 1] * (1 + 1e-12) + 1e-300)
        return refuse(w, "--from and --to must lie inside the times of the result");
    for (w->points = 16; (double)w->points < (tool_given(o->points) ? o->points : 2 * (double)rows); w->points *= 2)
        if (w->points >= (size_t)1 << 24) break;
    const char *name = o->window ? o->window : "hann";
    while (ana_windows[w->window] && strcmp(ana_windows[w->window], name) != 0) w->window++;
    return ana_windows[w->window] || refuse(w, "--window wants none, hann, hamming, blackman or flattop");
}

/* The highest lines that are higher than their neighbours. */
static void print_peaks(const AnaSpectrum *s) {
    enum { MOST = 8 };
    size_t best[MOST], n = 0;
    for (size_t k = 1; k + 1 < s->n / 2; k++) {
        if (s->amplitude[k] < s->amplitude[k - 1] || s->amplitude[k] < s->amplitude[k + 1] || !(s->amplitude[k] > 0))
            continue;
        size_t at = n < MOST ? n++ : MOST;
        for (; at > 0 && s->amplitude[best[at - 1]] < s->amplitude[k]; at--)
            if (at < MOST) best[at] = best[at - 1];
        if (at < MOST) best[at] = k;
    }
    for (size_t i = 0; i < n; i++) {
        double amplitude, f = ana_peak(s, best[i], &amplitude);
        if (amplitude < 1e-6 * s->amplitude[best[0]]) break;
        printf("  %12.6g Hz  amplitude %.6g\n", f, amplitude);
    }
}

static void keep_curve(Work *w, const char *name, const AnaSpectrum *s) {
    size_t n = s->n / 2 - 1;
    double *x = base_realloc(NULL, 2 * (n + 1) * sizeof *x), *y = x + n;
    for (size_t i = 0; i < n; i++) {
        x[i] = (double)(i + 1) * s->step;
        y[i] = s->amplitude[i + 1];
        base_text_printf(&w->table, "\"%s\",%.17g,%.17g\n", name, x[i], y[i]);
    }
    vec_push(&w->kept, x);
    if (!w->figure.panels.n) vec_push(&w->figure.panels, ((Plot){.x.label = "frequency [Hz]", .y.label = "amplitude"}));
    Plot *p = &w->figure.panels.at[0];
    vec_push(&p->series,
             ((PlotSeries){.label = name, .x = x, .y = y, .n = n, .colour = (uint32_t)p->series.n, .sorted = true}));
}

static void one_variable(Work *w, const char *name) {
    const ToolOptions *o = w->run->options;
    AnaSpectrum s = {.n = w->points};
    s.amplitude = base_realloc(NULL, (s.n / 2 + 1) * sizeof *s.amplitude);
    ana_spectrum(res_time(w->result), res_column(w->result, name), res_rows(w->result), w->from, w->to, w->window, &s);
    double first, f = o->fundamental;
    size_t highest = 1;
    for (size_t k = 2; k < s.n / 2; k++)
        if (s.amplitude[k] > s.amplitude[highest]) highest = k;
    double amplitude;
    if (!tool_given(f)) f = ana_peak(&s, highest, &amplitude);
    double distortion = ana_distortion(&s, f, &first);
    if (!o->quiet) {
        const char *unit = res_unit(w->result, name);
        printf("%s%s%s%s: mean %.6g, rms %.6g, fundamental %.6g Hz, THD %.4g %%\n", name, *unit ? " [" : "", unit,
               *unit ? "]" : "", s.mean, s.rms, f, 100 * distortion);
        print_peaks(&s);
    }
    keep_curve(w, name, &s);
    base_realloc(s.amplitude, 0);
}

static bool each_word(Work *w) {
    size_t n;
    const char *const *names = res_names(w->result, &n);
    for (size_t i = 1; i < w->run->options->words.n; i++) {
        const char *word = w->run->options->words.at[i];
        bool whole = res_column(w->result, word) != NULL, any = whole;
        if (whole) one_variable(w, word);
        for (size_t k = 1; !whole && k < n; k++)
            if (tool_matches(word, names[k])) one_variable(w, names[k]), any = true;
        if (any) continue;
        const char *near = base_nearest(word, names, n);
        Diag *d = base_error(w->run->ctx, "TOOL0012", (Span){0}, "%s has no variable '%s'",
                             w->run->options->words.at[0], word);
        if (near) base_hint(w->run->ctx, d, "did you mean '%s'?", near);
        return false;
    }
    return true;
}

static ToolExit write_output(Work *w) {
    const char *path = w->run->options->output;
    if (!path) return TOOL_DONE;
    if (ses_ends_with(path, ".csv")) return tool_write_text(w->run, w->table.at, w->table.n);
    ToolOptions plain = *w->run->options;
    ToolRun run = *w->run;
    plain.from = plain.to = NAN; /* these were times */
    run.options = &plain;
    w->figure.title = plain.title;
    return tool_draw_figure(&run, &w->figure, path);
}

ToolExit tool_spectrum(ToolRun *r) {
    Work w = {.run = r};
    w.result = res_open(r->ctx, r->options->words.at[0]);
    base_text_add(&w.table, "variable,frequency,amplitude\n");
    ToolExit code = w.result && settle(&w) && each_word(&w) ? write_output(&w) : TOOL_USAGE;
    for (size_t i = 0; i < w.kept.n; i++) base_realloc(w.kept.at[i], 0);
    vec_free(&w.kept);
    tool_free_figure(&w.figure);
    base_text_free(&w.table);
    if (w.result) res_close(w.result);
    return code;
}
