/* cmd_plot.c - `causeway plot`: variables of one or several results, on the terminal or as a picture.
 *
 * Variables of different units stand in panels above each other; values are shown in the unit that the model wants
 * them to be shown in (displayUnit), long times in minutes, hours or days.
 */
#include "tools/tools_impl.h"

#include <math.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

typedef struct {
    ToolRun *run;
    VEC(ResResult *) results;
    VecStr paths;     /* of them */
    VecStr variables; /* words of the command line */
    PlotFigure figure;
    VecStr units;            /* of the panels */
    VEC(double) sizes;       /* greatest values of the panels */
    VEC(double *) converted; /* arrays that are ours */
    double time_scale;       /* of the axis of times, and ... */
    const char *time_unit;   /* ... its unit */
    uint32_t colour;         /* next one */
    const char *x_unit;      /* of --x as it is shown */
} Work;

/* ---- values as they are shown ------------------------------------------------------------------------------------ */

static const double *converted(Work *w, const double *v, size_t n, double factor, double offset) {
    if (factor == 1 && offset == 0) return v;
    double *out = base_realloc(NULL, (n + 1) * sizeof *out);
    for (size_t i = 0; i < n; i++) out[i] = factor * v[i] + offset;
    vec_push(&w->converted, out);
    return out;
}

/* A column in its display unit; *unit: which one that is. */
static const double *shown(Work *w, ResResult *r, const char *name, const char **unit) {
    const double *v = res_column(r, name);
    const char *display = res_display_unit(r, name);
    double factor = 1, offset = 0;
    *unit = v ? res_unit(r, name) : "";
    if (v && !w->run->options->si && *display && causeway_convert_unit(*unit, display, &factor, &offset))
        *unit = display;
    return v ? converted(w, v, res_rows(r), factor, offset) : NULL;
}

/* Seconds up to ten minutes, then minutes, hours, days. */
static void choose_time_unit(Work *w) {
    static const struct {
        double above, scale;
        const char *unit;
    } units[] = {{7 * 86400.0, 86400, "d"}, {4 * 3600.0, 3600, "h"}, {600, 60, "min"}};
    double span = 0;
    for (size_t i = 0; i < w->results.n; i++) {
        const double *t = res_time(w->results.at[i]);
        size_t n = res_rows(w->results.at[i]);
        if (n) span = fmax(span, t[n - 1] - t[0]);
    }
    w->time_scale = 1;
    w->time_unit = "s";
    if (w->run->options->si || tool_given(w->run->options->from) || tool_given(w->run->options->to)) return;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (span > units[i].above) {
            w->time_scale = units[i].scale;
            w->time_unit = units[i].unit;
            return;
        }
}

/* ---- curves ------------------------------------------------------------------------------------------------------ */

static bool is_sorted(const double *x, size_t n) {
    for (size_t i = 1; i < n; i++)
        if (x[i] < x[i - 1]) return false;
    return true;
}

static const char *label_of(Work *w, const char *name, const char *unit, const char *file) {
    return base_sprintf(&w->run->ctx->arena, "%s%s%s%s%s%s%s", name, *unit ? " [" : "", tool_unit_sign(unit),
                        *unit ? "]" : "", file ? " (" : "", file ? file : "", file ? ")" : "");
}

static const char *file_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool refuse_name(Context *ctx, ResResult *result, const char *name, const char *path) {
    size_t n;
    const char *const *names = res_names(result, &n);
    const char *near = base_nearest(name, names, n);
    Diag *d = base_error(ctx, "TOOL0012", (Span){0}, "%s has no variable '%s'", path, name);
    const char *dot = strrchr(name, '.');
    if (near) base_hint(ctx, d, "did you mean '%s'?", near);
    else if (dot) base_hint(ctx, d, "causeway show %s '%.*s.*' lists what is there", path, (int)(dot - name), name);
    else base_hint(ctx, d, "causeway show %s lists what is there", path);
    return false;
}

static double largest(const double *v, size_t n) {
    double size = 0;
    for (size_t i = 0; i < n; i++)
        if (isfinite(v[i])) size = fmax(size, fabs(v[i]));
    return size;
}

/* Without units, what is much smaller than the others would be a flat line among them. */
static bool far_apart(const char *unit, double a, double b) {
    static const double FAR = 50;
    return !*unit && a > 0 && b > 0 && (a > FAR * b || b > FAR * a);
}

/* The panel of a unit, and of variables of about this size where they have none. */
static Plot *panel_of(Work *w, const char *unit, double size) {
    for (size_t i = 0; i < w->units.n; i++) {
        bool fits = strcmp(w->units.at[i], unit) == 0 && !far_apart(unit, w->sizes.at[i], size);
        if (!fits && !w->run->options->together) continue;
        w->sizes.at[i] = fmax(w->sizes.at[i], size);
        return &w->figure.panels.at[i];
    }
    vec_push(&w->units, (char *)unit);
    vec_push(&w->sizes, size);
    vec_push(&w->figure.panels, ((Plot){0}));
    Plot *p = &vec_last(&w->figure.panels);
    if (*unit) p->y.label = base_sprintf(&w->run->ctx->arena, "[%s]", tool_unit_sign(unit));
    return p;
}

static double extent(const double *v, size_t n) {
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < n; i++) low = fmin(low, v[i]), high = fmax(high, v[i]);
    return high - low;
}

/* Is one drawn over the other in its own measure?  Without units only where both go about as far. */
static bool alike(const PlotSeries *s, const char *unit, const char *x_unit) {
    double ratio = extent(s->y, s->n) / extent(s->x, s->n);
    return strcmp(unit, x_unit) == 0 && (*unit || (ratio > 0.25 && ratio < 4));
}

static bool add_series(Work *w, size_t k, const char *name, uint32_t colour) {
    const ToolOptions *o = w->run->options;
    ResResult *r = w->results.at[k];
    const char *unit, *x_unit = w->time_unit;
    const double *y = shown(w, r, name, &unit);
    const double *x = o->x ? shown(w, r, o->x, &x_unit) : converted(w, res_time(r), res_rows(r), 1 / w->time_scale, 0);
    if (!y || !x) return refuse_name(w->run->ctx, r, y ? o->x : name, w->paths.at[k]);
    if (o->together && w->units.n && strcmp(w->units.at[0], unit) != 0) w->figure.panels.at[0].y.label = NULL;
    Plot *p = panel_of(w, unit, largest(y, res_rows(r)));
    bool several = w->results.n > 1;
    PlotSeries s = {.x = x, .y = y, .n = res_rows(r), .colour = colour, .dash = (uint32_t)(several ? k : colour / 10)};
    s.label = label_of(w, name, unit, several ? file_name(w->paths.at[k]) : NULL);
    s.sorted = is_sorted(x, s.n);
    p->equal = p->equal || o->equal || (o->x && alike(&s, unit, x_unit));
    w->x_unit = x_unit;
    if (!o->x && !p->series.n && strncmp(res_description(r, "mode"), MODE_WORDS, strlen(MODE_WORDS)) == 0)
        p->mode = res_column(r, "mode");
    vec_push(&p->series, s);
    return true;
}

bool tool_matches(const char *pattern, const char *name) { return base_matches(pattern, name); }

/* Is it an element of the array? */
static bool is_element(const char *name, const char *array) {
    size_t n = strlen(array);
    return strncmp(name, array, n) == 0 && name[n] == '[' && strchr(name, ']') && !strchr(name, ']')[1];
}

/* One word of the command line, of all results: each variable has one colour, each result its kind of line. */
static bool add_word(Work *w, const char *word) {
    size_t n;
    const char *const *names = res_names(w->results.at[0], &n);
    bool pattern = !res_column(w->results.at[0], word), ok = true, any = false; /* or an array, for its elements */
    for (size_t k = pattern ? 1 : 0; k < (pattern ? n : 1); k++) {
        const char *name = pattern ? names[k] : word;
        if (pattern && !tool_matches(word, name) && !is_element(name, word)) continue;
        for (size_t i = 0; ok && i < w->results.n; i++) ok = add_series(w, i, name, w->colour);
        w->colour++;
        any = true;
    }
    return ok && (any || refuse_name(w->run->ctx, w->results.at[0], word, w->paths.at[0]));
}

static void label_axes(Work *w) {
    const char *x = w->run->options->x ? w->run->options->x : "time", *unit = w->x_unit ? w->x_unit : "s";
    for (size_t i = 0; i < w->figure.panels.n; i++)
        w->figure.panels.at[i].x.label =
            base_sprintf(&w->run->ctx->arena, "%s%s%s%s", x, *unit ? " [" : "", tool_unit_sign(unit), *unit ? "]" : "");
}

/* ---- drawing ----------------------------------------------------------------------------------------------------- */

static void terminal_size(const ToolOptions *o, PlotFigure *f) {
    struct winsize size;
    bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    double columns = known ? size.ws_col : 80, lines = known ? size.ws_row : 24, used = f->title != NULL;
    for (size_t i = 0; i < f->panels.n; i++) used += 4 + (double)f->panels.at[i].series.n;
    f->width = tool_given(o->width) ? o->width : fmin(columns, 120);
    f->height = tool_given(o->height) ? o->height : fmax(8, fmin(lines - 1 - used, 24));
    f->width = fmax(20, fmin(1000, f->width));
    f->height = fmax(3, fmin(500, f->height));
}

static bool frame(ToolRun *r, PlotFigure *f, bool picture) {
    const ToolOptions *o = r->options;
    double each = f->height / (double)(f->panels.n ? f->panels.n : 1);
    int xticks = (int)(f->width / (picture ? 100 : 12)), yticks = (int)(each / (picture ? 60 : 3));
    if (tool_figure_frame(f, o->from, o->to, xticks < 3 ? 3 : xticks, yticks < 3 ? 3 : yticks)) return true;
    base_error(r->ctx, "TOOL0013", (Span){0}, "there is no finite value to draw in this range");
    return false;
}

static void draw_terminal(ToolRun *r, PlotFigure *f) {
    Text t = {0};
    for (size_t i = 0; i < f->panels.n; i++) {
        Plot *p = &f->panels.at[i];
        p->title = i == 0 ? f->title : NULL;
        p->width = f->width;
        p->height = fmax(3, f->height / (double)f->panels.n);
        p->colour = r->ctx->colour && (isatty(STDOUT_FILENO) || r->options->colour);
        tool_plot_terminal(p, &t);
    }
    fwrite(t.at, 1, t.n, stdout);
    base_text_free(&t);
}

ToolExit tool_draw_figure(ToolRun *r, PlotFigure *f, const char *path) {
    const ToolOptions *o = r->options;
    bool picture = path && strcmp(path, "-") != 0;
    if (picture) {
        double panels = (double)f->panels.n;
        f->width = fmax(160, fmin(20000, tool_given(o->width) ? o->width : 1000));
        f->height = fmax(120, fmin(20000, tool_given(o->height) ? o->height : panels > 1 ? 320 * panels : 600));
    } else {
        terminal_size(o, f);
    }
    if (!frame(r, f, picture)) return TOOL_USAGE;
    if (picture) return tool_figure_write(r->ctx, f, path) ? TOOL_DONE : TOOL_USAGE;
    draw_terminal(r, f);
    return TOOL_DONE;
}

/* Words with the ending of a result are results, the first one always; the others are variables. */
static bool open_results(Work *w) {
    const ToolOptions *o = w->run->options;
    for (size_t i = 0; i < o->words.n; i++) {
        char *word = o->words.at[i];
        if (i == 0 || (res_format_of(word) && access(word, R_OK) == 0)) vec_push(&w->paths, word);
        else vec_push(&w->variables, word);
    }
    if (o->overlay) vec_push(&w->paths, (char *)o->overlay);
    for (size_t i = 0; i < w->paths.n; i++) {
        ResResult *r = res_open(w->run->ctx, w->paths.at[i]);
        if (!r) return false;
        vec_push(&w->results, r);
    }
    if (w->variables.n) return true;
    Diag *d = base_error(w->run->ctx, "TOOL0004", (Span){0}, "something is missing: which variables are drawn");
    base_hint(w->run->ctx, d, "causeway show %s lists them", w->paths.at[0]);
    return false;
}

ToolExit tool_plot(ToolRun *r) {
    Work w = {.run = r, .figure.title = r->options->title};
    ToolExit code = TOOL_USAGE;
    bool ok = open_results(&w);
    if (ok) choose_time_unit(&w);
    for (size_t i = 0; ok && i < w.variables.n; i++) ok = add_word(&w, w.variables.at[i]);
    if (ok) {
        w.figure.about = base_sprintf(&r->ctx->arena, "%s%s: %s", w.variables.at[0], w.variables.n > 1 ? ", ..." : "",
                                      file_name(w.paths.at[0]));
        label_axes(&w);
        code = tool_draw_figure(r, &w.figure, r->options->output);
    }
    for (size_t i = 0; i < w.results.n; i++) res_close(w.results.at[i]);
    for (size_t i = 0; i < w.converted.n; i++) base_realloc(w.converted.at[i], 0);
    tool_free_figure(&w.figure);
    vec_free(&w.sizes), vec_free(&w.results), vec_free(&w.paths), vec_free(&w.variables), vec_free(&w.units),
        vec_free(&w.converted);
    return code;
}
