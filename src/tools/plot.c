/* plot.c - `causeway plot`: variables of one or two results, on the terminal or as a picture. */
#include "tools/tools_impl.h"

#include <fnmatch.h>
#include <math.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static bool is_sorted(const double *x, size_t n) {
    for (size_t i = 1; i < n; i++)
        if (x[i] < x[i - 1]) return false;
    return true;
}

static const char *label_of(Context *ctx, const ResResult *result, const char *name, const char *file) {
    const char *unit = res_unit(result, name);
    return base_sprintf(&ctx->arena, "%s%s%s%s%s%s%s", name, *unit ? " [" : "", unit, *unit ? "]" : "",
                        file ? " (" : "", file ? file : "", file ? ")" : "");
}

static const char *file_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void refuse_name(Context *ctx, ResResult *result, const char *name, const char *path) {
    size_t n;
    const char *const *names = res_names(result, &n);
    const char *near = base_nearest(name, names, n);
    Diag *d = base_error(ctx, "TOOL0012", (Span){0}, "%s has no variable '%s'", path, name);
    if (near) base_hint(ctx, d, "did you mean '%s'?", near);
}

static bool add_series(ToolRun *r, Plot *p, ResResult *result, const char *name, const char *path, bool second,
                       uint32_t colour) {
    const double *y = res_column(result, name);
    const double *x = r->options->x ? res_column(result, r->options->x) : res_time(result);
    if (!x || !y) {
        refuse_name(r->ctx, result, y ? r->options->x : name, path);
        return false;
    }
    PlotSeries s = {.x = x, .y = y, .n = res_rows(result), .dashed = second, .colour = colour};
    s.label = label_of(r->ctx, result, name, r->options->overlay ? file_name(path) : NULL);
    s.sorted = is_sorted(x, s.n);
    vec_push(&p->series, s);
    return true;
}

/* Names of the command line; `*` and `?` stand for any text and any character. */
static bool add_result(ToolRun *r, Plot *p, ResResult *result, const char *path, bool second) {
    bool ok = true;
    uint32_t colour = 0;
    size_t n;
    const char *const *names = res_names(result, &n);
    for (size_t i = 1; i < r->options->words.n; i++) {
        const char *word = r->options->words.at[i];
        bool pattern = strpbrk(word, "*?") && !res_column(result, word);
        size_t before = p->series.n;
        for (size_t k = 1; pattern && k < n; k++)
            if (fnmatch(word, names[k], FNM_NOESCAPE) == 0)
                ok &= add_series(r, p, result, names[k], path, second, colour++);
        if (!pattern || p->series.n == before) ok &= add_series(r, p, result, word, path, second, colour++);
    }
    return ok;
}

/* The unit that all curves share, as the label of the vertical axis; the name when there is one curve. */
static void label_axes(ToolRun *r, Plot *p, ResResult *result) {
    const char *x = r->options->x ? r->options->x : "time";
    const char *x_unit = r->options->x ? res_unit(result, x) : "s";
    p->x.label = base_sprintf(&r->ctx->arena, "%s%s%s%s", x, *x_unit ? " [" : "", x_unit, *x_unit ? "]" : "");
    const char *shared = NULL;
    for (size_t i = 1; i < r->options->words.n; i++) {
        const char *unit = res_unit(result, r->options->words.at[i]);
        if (shared && strcmp(shared, unit) != 0) return;
        shared = unit;
    }
    if (shared && *shared) p->y.label = base_sprintf(&r->ctx->arena, "[%s]", shared);
}

static void terminal_size(const ToolOptions *o, Plot *p) {
    struct winsize size;
    bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    double columns = known ? size.ws_col : 80, lines = known ? size.ws_row : 24;
    double used = 4 + (double)p->series.n + (p->title != NULL);
    p->width = tool_given(o->width) ? o->width : fmin(columns, 120);
    p->height = tool_given(o->height) ? o->height : fmax(8, fmin(lines - 1 - used, 24));
    p->width = fmax(20, fmin(1000, p->width));
    p->height = fmax(3, fmin(500, p->height));
}

static ToolExit draw(ToolRun *r, Plot *p) {
    const ToolOptions *o = r->options;
    if (o->output && strcmp(o->output, "-") != 0) {
        p->width = fmax(160, fmin(20000, tool_given(o->width) ? o->width : 1000));
        p->height = fmax(120, fmin(20000, tool_given(o->height) ? o->height : 600));
    } else {
        terminal_size(o, p);
    }
    bool picture = o->output && strcmp(o->output, "-") != 0;
    int xticks = (int)(p->width / (picture ? 100 : 12)), yticks = (int)(p->height / (picture ? 60 : 3));
    if (!tool_plot_frame(p, o->from, o->to, xticks < 3 ? 3 : xticks, yticks < 3 ? 3 : yticks)) {
        base_error(r->ctx, "TOOL0013", (Span){0}, "there is no finite value to draw in this range");
        return TOOL_USAGE;
    }
    if (picture) return tool_plot_cairo(r->ctx, p, o->output) ? TOOL_DONE : TOOL_USAGE;
    Text t = {0};
    tool_plot_terminal(p, &t);
    fwrite(t.at, 1, t.n, stdout);
    base_text_free(&t);
    return TOOL_DONE;
}

ToolExit tool_plot(ToolRun *r) {
    const ToolOptions *o = r->options;
    Plot p = {.title = o->title, .colour = r->ctx->colour && (isatty(STDOUT_FILENO) || o->colour)};
    ResResult *a = res_open(r->ctx, o->words.at[0]), *b = NULL;
    bool ok = a != NULL;
    if (ok && o->overlay) ok = (b = res_open(r->ctx, o->overlay)) != NULL;
    if (ok) ok = add_result(r, &p, a, o->words.at[0], false);
    if (ok && b) ok = add_result(r, &p, b, o->overlay, true);
    ToolExit code = TOOL_USAGE;
    if (ok) {
        label_axes(r, &p, a);
        code = draw(r, &p);
    }
    vec_free(&p.series);
    if (a) res_close(a);
    if (b) res_close(b);
    return code;
}
