/* plot_cairo.c - curves as PNG or PDF: one drawing, two surfaces.  A figure to a file of any kind. */
#include "tools/tools_impl.h"

#include <cairo-pdf.h>
#include <cairo.h>
#include <math.h>
#include <string.h>

typedef struct {
    cairo_t *cr;
    Plot *plot;
    double left, top, right, bottom; /* of the field */
    double font;                     /* size of tick labels */
} Page;

static const double grey_text = 0.25, grey_axis = 0.35, grey_grid = 0.88, grey_minor = 0.95;

static double text_width(const Page *g, const char *text) {
    cairo_text_extents_t e;
    cairo_text_extents(g->cr, text, &e);
    return e.x_advance;
}

/* part 0: x is the left end of the text, 0.5 its middle, 1 its right end. */
static void put_text(const Page *g, double x, double y, double part, const char *text) {
    cairo_move_to(g->cr, x - part * text_width(g, text), y);
    cairo_show_text(g->cr, text);
}

static void set_grey(const Page *g, double v) { cairo_set_source_rgb(g->cr, v, v, v); }

static double page_x(const Page *g, double v) {
    const PlotAxis *a = &g->plot->x;
    return g->left + (v - a->low) / (a->high - a->low) * (g->right - g->left);
}

static double page_y(const Page *g, double v) {
    const PlotAxis *a = &g->plot->y;
    return g->bottom - (v - a->low) / (a->high - a->low) * (g->bottom - g->top);
}

/* On half pixels, so that thin lines are sharp. */
static void line(const Page *g, double x0, double y0, double x1, double y1) {
    cairo_move_to(g->cr, floor(x0) + 0.5, floor(y0) + 0.5);
    cairo_line_to(g->cr, floor(x1) + 0.5, floor(y1) + 0.5);
    cairo_stroke(g->cr);
}

static void set_dash(const Page *g, uint32_t kind) {
    const double *dash = tool_plot_dash(kind);
    int n = 0;
    while (dash[n] > 0) n++;
    cairo_set_dash(g->cr, dash, n, 0);
}

static void cross(const Page *g, double x, double y) {
    line(g, x - 5, y, x + 5, y);
    line(g, x, y - 5, x, y + 5);
}

/* Entries in rows that fit the width; returns the height used.  Measures only when draw is false. */
static double legend(const Page *g, double y, bool draw) {
    double x = g->left, row = g->font * 1.7, sample = g->font * 2.2, height = row;
    for (size_t i = 0; i < g->plot->series.n; i++) {
        const PlotSeries *s = &g->plot->series.at[i];
        double width = sample + g->font * 0.6 + text_width(g, s->label) + g->font * 1.8;
        if (x > g->left && x + width > g->right + g->font * 1.8) {
            x = g->left;
            height += row;
        }
        if (draw) {
            PlotColour c = tool_plot_colour(s->colour);
            double middle = y + height - row / 2;
            cairo_set_source_rgb(g->cr, c.r, c.g, c.b);
            cairo_set_line_width(g->cr, 2.2);
            set_dash(g, s->dash);
            if (s->points) cross(g, x + sample / 2, middle);
            else line(g, x, middle, x + sample, middle);
            cairo_set_dash(g->cr, NULL, 0, 0);
            set_grey(g, grey_text);
            put_text(g, x + sample + g->font * 0.6, middle + g->font * 0.35, 0, s->label);
        }
        x += width;
    }
    return height;
}

static double y_label_width(const Page *g) {
    double widest = (double)g->plot->letters * text_width(g, "0");
    for (size_t i = 0; i < tool_plot_ticks(&g->plot->y); i++) {
        char text[64];
        tool_plot_tick_text(&g->plot->y, i, text, sizeof text);
        widest = fmax(widest, text_width(g, text));
    }
    return widest;
}

/* Grid, ticks and their labels. */
/* Stretches in which every other mode holds. */
static void shade(const Page *g) {
    double from, to;
    cairo_set_source_rgb(g->cr, 0.93, 0.95, 0.98);
    for (size_t at = 0; tool_plot_shade(g->plot, &at, &from, &to);) {
        if (!(to > from)) continue;
        cairo_rectangle(g->cr, page_x(g, from), g->top, page_x(g, to) - page_x(g, from), g->bottom - g->top);
        cairo_fill(g->cr);
    }
}

static void axes(const Page *g) {
    char text[64];
    shade(g);
    cairo_set_line_width(g->cr, 1);
    for (size_t i = 0; !isnan(tool_plot_minor(&g->plot->x, i)); i++) {
        double x = page_x(g, tool_plot_minor(&g->plot->x, i));
        set_grey(g, grey_minor);
        if (x > g->left) line(g, x, g->top, x, g->bottom);
    }
    for (size_t i = 0; i < tool_plot_ticks(&g->plot->x); i++) {
        double x = page_x(g, tool_plot_tick(&g->plot->x, i));
        set_grey(g, grey_grid);
        line(g, x, g->top, x, g->bottom);
        set_grey(g, grey_axis);
        line(g, x, g->bottom, x, g->bottom + 5);
        set_grey(g, grey_text);
        tool_plot_tick_text(&g->plot->x, i, text, sizeof text);
        put_text(g, x, g->bottom + 8 + g->font, 0.5, text);
    }
    for (size_t i = 0; i < tool_plot_ticks(&g->plot->y); i++) {
        double y = page_y(g, tool_plot_tick(&g->plot->y, i));
        set_grey(g, grey_grid);
        line(g, g->left, y, g->right, y);
        set_grey(g, grey_axis);
        line(g, g->left - 5, y, g->left, y);
        set_grey(g, grey_text);
        tool_plot_tick_text(&g->plot->y, i, text, sizeof text);
        put_text(g, g->left - 9, y + g->font * 0.35, 1, text);
    }
    set_grey(g, grey_axis);
    line(g, g->left, g->top, g->left, g->bottom);
    line(g, g->left, g->bottom, g->right, g->bottom);
}

static void axis_titles(const Page *g, double y_title_x) {
    Text t = {0};
    set_grey(g, grey_text);
    tool_plot_axis_text(&g->plot->x, &t);
    put_text(g, (g->left + g->right) / 2, g->bottom + 14 + 2.3 * g->font, 0.5, base_text_str(&t));
    vec_clear(&t);
    tool_plot_axis_text(&g->plot->y, &t);
    if (t.n) {
        cairo_save(g->cr);
        cairo_translate(g->cr, y_title_x, (g->top + g->bottom) / 2);
        cairo_rotate(g->cr, -M_PI / 2);
        put_text(g, 0, 0, 0.5, base_text_str(&t));
        cairo_restore(g->cr);
    }
    base_text_free(&t);
}

static void curve(const Page *g, const PlotSeries *s) {
    PlotPoints points = {0};
    PlotColour c = tool_plot_colour(s->colour);
    cairo_set_source_rgb(g->cr, c.r, c.g, c.b);
    cairo_set_line_width(g->cr, 1.8);
    cairo_set_line_join(g->cr, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_cap(g->cr, CAIRO_LINE_CAP_ROUND);
    set_dash(g, s->dash);
    for (size_t i = 0; s->points && i < s->n; i++) cross(g, page_x(g, s->x[i]), page_y(g, s->y[i]));
    if (s->points) return;
    tool_plot_points(g->plot, s, g->right - g->left, &points);
    bool down = false;
    /* Far outside is as good as outside: keep numbers that surfaces can hold. */
    for (size_t i = 0; i < points.x.n; i++) {
        double x = fmax(-1e6, fmin(1e6, page_x(g, points.x.at[i])));
        double y = fmax(-1e6, fmin(1e6, page_y(g, points.y.at[i])));
        if (isnan(points.y.at[i])) down = false;
        else if (down) cairo_line_to(g->cr, x, y);
        else cairo_move_to(g->cr, x, y), down = true;
    }
    cairo_stroke(g->cr);
    cairo_set_dash(g->cr, NULL, 0, 0);
    vec_free(&points.x);
    vec_free(&points.y);
}

static void draw(Page *g) {
    Plot *p = g->plot;
    cairo_select_font_face(g->cr, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(g->cr, g->font);
    Text y_title = {0};
    tool_plot_axis_text(&p->y, &y_title);
    double title_room = y_title.n || p->labelled ? 1.9 * g->font : 0.4 * g->font;
    base_text_free(&y_title);
    g->left = title_room + y_label_width(g) + 18;
    g->right = p->width - 1.6 * g->font;
    double y = 0.8 * g->font;
    if (p->title) {
        set_grey(g, 0.1);
        cairo_set_font_size(g->cr, 1.35 * g->font);
        y += 1.35 * g->font;
        put_text(g, (g->left + g->right) / 2, y, 0.5, p->title);
        cairo_set_font_size(g->cr, g->font);
        y += 0.4 * g->font;
    }
    double legend_top = y;
    g->top = y + legend(g, legend_top, false) + 0.6 * g->font;
    g->bottom = p->height - 3.0 * g->font - 18;
    if (g->bottom < g->top + 20) g->bottom = g->top + 20;
    tool_plot_equal(p, g->right - g->left, g->bottom - g->top);
    axes(g);
    axis_titles(g, 1.4 * g->font);
    legend(g, legend_top, true);
    cairo_rectangle(g->cr, g->left, g->top - 2, g->right - g->left, g->bottom - g->top + 4);
    cairo_clip(g->cr);
    for (size_t i = 0; i < p->series.n; i++) curve(g, &p->series.at[i]);
}

static cairo_surface_t *open_surface(const PlotFigure *f, const char *path, bool png) {
    if (!png) return cairo_pdf_surface_create(path, f->width, f->height);
    return cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)f->width, (int)f->height);
}

static bool draw_surface(Context *ctx, PlotFigure *f, const char *path, bool png) {
    cairo_surface_t *surface = open_surface(f, path, png);
    cairo_t *cr = cairo_create(surface);
    double y = 0;
    cairo_set_source_rgb(cr, 1, 1, 1);
    cairo_paint(cr);
    for (size_t i = 0; i < f->panels.n; i++) {
        Plot *p = &f->panels.at[i];
        p->title = i == 0 ? f->title : NULL;
        p->width = f->width;
        p->height = f->height / (double)f->panels.n;
        Page g = {.cr = cr, .plot = p, .font = fmax(9, fmin(15, p->width / 70))};
        cairo_save(cr);
        cairo_translate(cr, 0, y);
        draw(&g);
        cairo_restore(cr);
        y += p->height;
    }
    cairo_status_t status = cairo_status(cr);
    cairo_destroy(cr);
    if (status == CAIRO_STATUS_SUCCESS && png) status = cairo_surface_write_to_png(surface, path);
    cairo_surface_finish(surface);
    if (status == CAIRO_STATUS_SUCCESS) status = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    if (status == CAIRO_STATUS_SUCCESS) return true;
    base_error(ctx, "TOOL0006", (Span){0}, "cannot write %s: %s", path, cairo_status_to_string(status));
    return false;
}

static bool write_text(Context *ctx, const char *path, const Text *t) {
    FILE *out = tool_open_output(ctx, path);
    if (!out) return false;
    fwrite(t->at, 1, t->n, out);
    return tool_close_output(ctx, path, out);
}

bool tool_figure_write(Context *ctx, PlotFigure *f, const char *path) {
    bool png = ses_ends_with(path, ".png"), svg = ses_ends_with(path, ".svg"), html = ses_ends_with(path, ".html");
    if (png || ses_ends_with(path, ".pdf")) return draw_surface(ctx, f, path, png);
    if (!svg && !html) {
        Diag *d = base_error(ctx, "TOOL0010", (Span){0}, "cannot draw to '%s'", path);
        base_hint(ctx, d, "the name must end in .svg, .html, .png or .pdf");
        return false;
    }
    Text t = {0};
    if (svg) tool_figure_svg(f, &t);
    else tool_figure_html(f, &t);
    bool ok = write_text(ctx, path, &t);
    base_text_free(&t);
    return ok;
}
