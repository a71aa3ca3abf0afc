/* plot_svg.c - a drawing as text: SVG whose letters are letters and whose points are rounded to a tenth of a pixel;
 * as a file, or as an element inside a page of HTML.
 */
#include "tools/tools_impl.h"

#include <math.h>
#include <string.h>

typedef struct {
    Plot *plot;
    double left, right, top, bottom; /* of the field, in pixels of the drawing */
    double legend;                   /* the line of the legend's first row */
} Box;

static const double LETTER = 6.6, ROW = 17; /* widths and heights of text of 12 pixels */

void tool_html_text(Text *out, const char *s) {
    for (; *s; s++) {
        if (*s == '&') base_text_add(out, "&amp;");
        else if (*s == '<') base_text_add(out, "&lt;");
        else if (*s == '>') base_text_add(out, "&gt;");
        else if (*s == '"') base_text_add(out, "&quot;");
        else if ((unsigned char)*s >= ' ' || *s == '\n' || *s == '\t') base_text_char(out, *s);
    }
}

/* ---- layout ------------------------------------------------------------------------------------------------------ */

static double label_width(const PlotAxis *a) {
    double widest = 0;
    for (size_t i = 0; i < tool_plot_ticks(a); i++) {
        char text[64];
        tool_plot_tick_text(a, i, text, sizeof text);
        widest = fmax(widest, LETTER * (double)strlen(text));
    }
    return widest;
}

static double entry_width(const PlotSeries *s) {
    size_t letters = 0;
    for (const char *c = s->label; *c; c++) letters += ((unsigned char)*c & 0xC0) != 0x80;
    return 42 + LETTER * (double)letters;
}

/* Entries in rows that fit the width; visits each with its place, and returns the number of rows. */
static int place_entries(const Box *b, void (*put)(const Box *b, const PlotSeries *s, double x, int row, Text *out),
                         Text *out) {
    double x = b->left;
    int row = 0;
    for (size_t i = 0; i < b->plot->series.n; i++) {
        const PlotSeries *s = &b->plot->series.at[i];
        double width = entry_width(s);
        if (x > b->left && x + width > b->right) x = b->left, row++;
        if (put) put(b, s, x, row, out);
        x += width;
    }
    return row + 1;
}

static Box layout(Plot *p, double title) {
    Box b = {.plot = p, .right = p->width - 18, .legend = title + 14};
    b.left = 14 + fmax(label_width(&p->y), LETTER * (double)p->letters) +
             (p->labelled || p->y.label || p->y.exponent ? 20 : 4);
    b.top = title + 6 + ROW * place_entries(&b, NULL, NULL);
    b.bottom = fmax(b.top + 20, p->height - 38);
    tool_plot_equal(p, b.right - b.left, b.bottom - b.top);
    return b;
}

static double page_x(const Box *b, double x) {
    const PlotAxis *a = &b->plot->x;
    return b->left + (x - a->low) / (a->high - a->low) * (b->right - b->left);
}

static double page_y(const Box *b, double y) {
    const PlotAxis *a = &b->plot->y;
    return b->bottom - (y - a->low) / (a->high - a->low) * (b->bottom - b->top);
}

/* ---- parts ------------------------------------------------------------------------------------------------------- */

/* Stretches in which every other mode holds. */
static void shade(const Box *b, Text *out) {
    double from, to;
    for (size_t at = 0; tool_plot_shade(b->plot, &at, &from, &to);)
        if (to > from)
            base_text_printf(out, "<path d='M%.1f %.1fH%.1fV%.1fH%.1fz' fill='#edf2fa'/>\n", page_x(b, from), b->top,
                             page_x(b, to), b->bottom, page_x(b, from));
}

static void axes(const Box *b, Text *out) {
    const Plot *p = b->plot;
    char text[64];
    shade(b, out);
    for (size_t i = 0; !isnan(tool_plot_minor(&p->x, i)); i++) {
        double x = page_x(b, tool_plot_minor(&p->x, i));
        if (x > b->left) base_text_printf(out, "<path class='n' d='M%.1f %.1fV%.1f'/>\n", x, b->top, b->bottom);
    }
    for (size_t i = 0; i < tool_plot_ticks(&p->x); i++) {
        double x = page_x(b, tool_plot_tick(&p->x, i));
        tool_plot_tick_text(&p->x, i, text, sizeof text);
        base_text_printf(
            out, "<path class='g' d='M%.1f %.1fV%.1f'/><text x='%.1f' y='%.1f' text-anchor='middle'>%s</text>\n", x,
            b->top, b->bottom, x, b->bottom + 15, text);
    }
    for (size_t i = 0; i < tool_plot_ticks(&p->y); i++) {
        double y = page_y(b, tool_plot_tick(&p->y, i));
        tool_plot_tick_text(&p->y, i, text, sizeof text);
        base_text_printf(out,
                         "<path class='g' d='M%.1f %.1fH%.1f'/><text x='%.1f' y='%.1f' text-anchor='end'>%s</text>\n",
                         b->left, y, b->right, b->left - 5, y + 4, text);
    }
    Text label = {0};
    tool_plot_axis_text(&p->x, &label);
    base_text_printf(out, "<text x='%.1f' y='%.1f' text-anchor='middle'>", (b->left + b->right) / 2, b->bottom + 31);
    tool_html_text(out, base_text_str(&label));
    label.n = 0;
    tool_plot_axis_text(&p->y, &label);
    base_text_printf(out, "</text><text transform='translate(14 %.1f) rotate(-90)' text-anchor='middle'>",
                     (b->top + b->bottom) / 2);
    tool_html_text(out, label.n ? base_text_str(&label) : "");
    base_text_add(out, "</text>\n");
    base_text_free(&label);
}

static void stroke(const PlotSeries *s, double width, Text *out) {
    PlotColour c = tool_plot_colour(s->colour);
    base_text_printf(out, "fill='none' stroke='#%02x%02x%02x' stroke-width='%g'", (int)(c.r * 255), (int)(c.g * 255),
                     (int)(c.b * 255), width);
    const double *dash = tool_plot_dash(s->dash);
    for (int i = 0; dash[i] > 0; i++) base_text_printf(out, i ? " %g" : " stroke-dasharray='%g", dash[i]);
    if (dash[0] > 0) base_text_char(out, '\'');
}

static void crosses(const Box *b, const PlotSeries *s, Text *out) {
    base_text_add(out, "<path ");
    stroke(s, 1.5, out);
    base_text_add(out, " d='");
    for (size_t i = 0; i < s->n; i++)
        base_text_printf(out, "M%.1f %.1fh10m-5 -5v10", page_x(b, s->x[i]) - 5, page_y(b, s->y[i]));
    base_text_add(out, "'/>\n");
}

static void curve(const Box *b, const PlotSeries *s, Text *out) {
    PlotPoints points = {0};
    if (s->points) {
        crosses(b, s, out);
        return;
    }
    tool_plot_points(b->plot, s, b->right - b->left, &points);
    base_text_add(out, "<path ");
    stroke(s, 1.5, out);
    base_text_add(out, " d='");
    bool down = false;
    for (size_t i = 0; i < points.x.n; i++) {
        double x = page_x(b, points.x.at[i]), y = page_y(b, points.y.at[i]);
        if (isnan(x) || isnan(y)) down = false;
        else {
            base_text_printf(out, "%c%.1f %.1f", down ? 'L' : 'M', fmax(-1e5, fmin(1e5, x)), fmax(-1e5, fmin(1e5, y)));
            down = true;
        }
    }
    base_text_add(out, "'/>\n");
    vec_free(&points.x);
    vec_free(&points.y);
}

static void put_entry(const Box *b, const PlotSeries *s, double x, int row, Text *out) {
    double y = b->legend + ROW * row;
    base_text_add(out, "<path ");
    stroke(s, 2, out);
    base_text_printf(out, s->points ? " d='M%.1f %.1fm6 0h10m-5 -5v10'/>" : " d='M%.1f %.1fh22'/>", x, y - 4);
    base_text_printf(out, "<text x='%.1f' y='%.1f'>", x + 27, y);
    tool_html_text(out, s->label);
    base_text_add(out, "</text>\n");
}

static void panel(Plot *p, double title, size_t number, Text *out) {
    Box b = layout(p, title);
    axes(&b, out);
    (void)place_entries(&b, put_entry, out);
    base_text_printf(
        out, "<clipPath id='f%zu'><path d='M%.1f %.1fH%.1fV%.1fH%.1fz'/></clipPath><g clip-path='url(#f%zu)'>\n",
        number, b.left, b.top - 2, b.right, b.bottom + 2, b.left, number);
    for (size_t i = 0; i < p->series.n; i++) curve(&b, &p->series.at[i], out);
    base_text_add(out, "</g>\n");
}

/* ---- a file, an element ------------------------------------------------------------------------------------------ */

void tool_figure_svg(PlotFigure *f, Text *out) {
    double y = 0, each = f->height / (double)(f->panels.n ? f->panels.n : 1);
    base_text_printf(
        out,
        "<?xml version='1.0' encoding='UTF-8'?>\n<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %.0f "
        "%.0f' width='%.0f' height='%.0f' font-family='sans-serif' font-size='12' fill='#333'>\n<style>.g{"
        "stroke:#ddd;fill:none}.n{stroke:#f0f0f0;fill:none}</style><rect width='100%%' height='100%%' fill='#fff'/>\n",
        f->width, f->height, f->width, f->height);
    for (size_t i = 0; i < f->panels.n; i++) {
        Plot *p = &f->panels.at[i];
        p->width = f->width;
        p->height = each;
        base_text_printf(out, "<g transform='translate(0 %.1f)'>\n", y);
        if (i == 0 && f->title) {
            base_text_printf(out, "<text x='%.1f' y='20' text-anchor='middle' font-size='16'>", f->width / 2);
            tool_html_text(out, f->title);
            base_text_add(out, "</text>\n");
        }
        panel(p, i == 0 && f->title ? 26 : 0, i, out);
        base_text_add(out, "</g>\n");
        y += each;
    }
    base_text_add(out, "</svg>\n");
}

void tool_plot_svg(Plot *p, const double *marks, size_t nmarks, Text *out) {
    if (!tool_plot_frame(p, NAN, NAN, (int)(p->width / 80), (int)(p->height / 40))) return;
    base_text_printf(out, "<svg viewBox='0 0 %.0f %.0f' width='%.0f' height='%.0f'>", p->width, p->height, p->width,
                     p->height);
    Box b = layout(p, 0);
    axes(&b, out);
    (void)place_entries(&b, put_entry, out);
    for (size_t i = 0; i < p->series.n; i++) curve(&b, &p->series.at[i], out);
    double drawn = -1;
    base_text_add(out, "<path class='m' d='");
    for (size_t i = 0; i < nmarks; i++) { /* a mark is two pixels wide: more would hide each other */
        double x = page_x(&b, marks[i]);
        if (fabs(x - drawn) < 2 || x < b.left || x > b.right) continue;
        base_text_printf(out, "M%.0f %.1fv6", x, b.bottom - 3);
        drawn = x;
    }
    base_text_add(out, "'/></svg>\n");
}
