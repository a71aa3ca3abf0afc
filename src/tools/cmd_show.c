/* cmd_show.c - `causeway show`: what a file holds, by its kind: an FMU, or the variables of a result. */
#include "tools/tools_impl.h"

#include <math.h>
#include <string.h>

/* ---- one variable ------------------------------------------------------------------------------------------------ */

/* Eight heights, twenty columns: each the mean of its stretch of time. */
static void sparkline(const double *t, const double *y, size_t n, const AnaSummary *s, Text *out) {
    enum { COLUMNS = 20 };
    static const char *const bars[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    size_t k = 0;
    double span = t[n - 1] - t[0];
    for (int c = 0; c < COLUMNS; c++) {
        double until = t[0] + span * (c + 1) / COLUMNS, sum = 0;
        size_t from = k;
        for (; k < n && (t[k] < until || c == COLUMNS - 1); k++) sum += y[k];
        double mean = k > from ? sum / (double)(k - from) : y[from ? from - 1 : 0];
        int height = isfinite(mean) ? (int)(8 * (mean - s->least) / (s->most - s->least)) : 0;
        base_text_add(out, bars[height < 0 ? 0 : height > 7 ? 7 : height]);
    }
}

static void add_line(ResResult *r, const char *name, const char *shown, int width, Text *out) {
    const double *t = res_time(r), *y = res_column(r, name);
    size_t n = res_rows(r), from = out->n;
    if (!n || !y) return;
    AnaSummary s = ana_summarise(t, y, n);
    base_text_printf(out, "%-*s %-8s ", width, shown, res_unit(r, name));
    if (isnan(s.first)) {
        base_text_printf(out, "%12.6g  constant", s.final);
    } else {
        base_text_printf(out, "%12.6g %12.6g %12.6g %11.5g %11.5g  ", s.least, s.most, s.final, s.first, s.last);
        sparkline(t, y, n, &s, out);
    }
    const char *about = res_description(r, name);
    size_t length = strcspn(about, "[");
    if (length) base_text_printf(out, "  %.*s", (int)(length < 60 ? length : 60), about);
    base_text_clean(out, from);
    base_text_char(out, '\n');
}

static void add_json(ResResult *r, const char *name, bool first, Text *out) {
    AnaSummary s = ana_summarise(res_time(r), res_column(r, name), res_rows(r));
    const struct {
        const char *key;
        double value;
    } numbers[] = {
        {"min", s.least}, {"max", s.most}, {"final", s.final}, {"first_change", s.first}, {"last_change", s.last}};
    base_text_add(out, first ? "\n {\"name\": " : ",\n {\"name\": ");
    base_text_json(out, name, strlen(name));
    base_text_add(out, ", \"unit\": ");
    base_text_json(out, res_unit(r, name), strlen(res_unit(r, name)));
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        base_text_printf(out, ", \"%s\": ", numbers[i].key);
        if (isfinite(numbers[i].value)) base_text_double(out, numbers[i].value, false);
        else base_text_add(out, "null");
    }
    base_text_char(out, '}');
}

/* ---- all of them ------------------------------------------------------------------------------------------------- */

/* A word is a pattern, or a part of a name or description. */
static bool wanted(const ToolRun *r, ResResult *result, const char *name) {
    const VecStr *words = &r->options->words;
    for (size_t i = 1; i < words->n; i++) {
        bool pattern = strpbrk(words->at[i], "*?") != NULL;
        if (pattern ? tool_matches(words->at[i], name)
                    : strstr(name, words->at[i]) || strcasestr(res_description(result, name), words->at[i]))
            return true;
    }
    return words->n < 2;
}

/* Components are told once, what they hold is set in. */
static const char *add_branches(const char *name, const char *before, int *depth, Text *out) {
    const char *leaf = name;
    *depth = 0;
    for (const char *dot; strncmp(leaf, "der(", 4) != 0 && (dot = strchr(leaf, '.')) != NULL;
         leaf = dot + 1, ++*depth) {
        size_t n = (size_t)(dot - name) + 1;
        if (before && strncmp(before, name, n) == 0) continue;
        base_text_printf(out, "%*s%.*s\n", 2 * *depth, "", (int)(dot - leaf), leaf);
    }
    return leaf;
}

static void show_list(ToolRun *r, ResResult *result, Text *out, size_t *count) {
    enum { WIDEST = 44 };
    size_t n;
    const char *const *names = res_names(result, &n), *before = NULL;
    int width = 8;
    for (size_t i = 1; i < n; i++)
        if (wanted(r, result, names[i]) && (int)strlen(names[i]) > width) width = (int)strlen(names[i]);
    if (width > WIDEST) width = WIDEST;
    base_text_printf(out, "%-*s %-8s %12s %12s %12s %11s %11s\n", width, "variable", "unit", "min", "max", "final",
                     "changes at", "until");
    for (size_t i = 1; i < n; i++) {
        if (!wanted(r, result, names[i])) continue;
        int depth = 0;
        const char *leaf = r->options->tree ? add_branches(names[i], before, &depth, out) : names[i];
        Text shown = {0};
        base_text_printf(&shown, "%*s%s", 2 * depth, "", leaf);
        add_line(result, names[i], base_text_str(&shown), width, out);
        base_text_free(&shown);
        before = names[i];
        ++*count;
    }
}

static ToolExit show_result(ToolRun *r, const char *path) {
    ResResult *result = res_open(r->ctx, path);
    if (!result) return TOOL_USAGE;
    size_t n, count = 0, rows = res_rows(result);
    const char *const *names = res_names(result, &n);
    const double *t = res_time(result);
    Text out = {0};
    if (r->options->json) {
        base_text_add(&out, "[");
        for (size_t i = 1; i < n; i++)
            if (wanted(r, result, names[i])) add_json(result, names[i], count++ == 0, &out);
        base_text_add(&out, "\n]\n");
    } else {
        base_text_printf(&out, "%s: %zu variables, %zu rows, %g to %g s\n", path, n - 1, rows, rows ? t[0] : 0,
                         rows ? t[rows - 1] : 0);
        show_list(r, result, &out, &count);
    }
    ToolExit code = tool_print_text(r, out.at, out.n);
    if (!count && r->options->words.n > 1) {
        Diag *d = base_error(r->ctx, "TOOL0012", (Span){0}, "%s has no variable '%s'", path, r->options->words.at[1]);
        const char *near = base_nearest(r->options->words.at[1], names, n);
        if (near) base_hint(r->ctx, d, "did you mean '%s'?", near);
        code = TOOL_USAGE;
    }
    base_text_free(&out);
    res_close(result);
    return code;
}

ToolExit tool_show(ToolRun *r) {
    const char *path = r->options->words.at[0];
    if (res_format_of(path)) return show_result(r, path);
    Text t = {0};
    if (!ses_ends_with(path, ".fmu")) {
        Text endings = {0};
        res_list_endings(&endings);
        Diag *d = base_error(r->ctx, "TOOL0060", (Span){0}, "%s is no file that can be shown", path);
        base_hint(r->ctx, d, "FMUs can, X.fmu, and results: %s", base_text_str(&endings));
        base_text_free(&endings);
        return TOOL_USAGE;
    }
    ToolExit code = ses_show_fmu(r->ctx, path, r->options->json, &t);
    fputs(base_text_str(&t), stdout);
    base_text_free(&t);
    return code;
}
