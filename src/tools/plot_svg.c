/* plot_svg.c - a drawing as text: an <svg> element inside a page of HTML.
 *
 * plot_cairo.c draws SVG files whose letters are outlines, at fifty kilobytes each; a report holds hundreds of
 * drawings and must stay small, so that here letters are letters and points are rounded to a tenth of a pixel.
 */
#include "tools/tools_impl.h"

#include <math.h>

enum { LEFT = 62, RIGHT = 16, TOP = 24, BOTTOM = 34 }; /* margins around the frame */

void tool_html_text(Text *out, const char *s) {
    for (; *s; s++) {
        if (*s == '&') base_text_add(out, "&amp;");
        else if (*s == '<') base_text_add(out, "&lt;");
        else if (*s == '>') base_text_add(out, "&gt;");
        else if (*s == '"') base_text_add(out, "&quot;");
        else if ((unsigned char)*s >= ' ' || *s == '\n' || *s == '\t') base_text_char(out, *s);
    }
}

static double page_x(const Plot *p, double x) {
    return LEFT + (x - p->x.low) / (p->x.high - p->x.low) * (p->width - LEFT - RIGHT);
}

static double page_y(const Plot *p, double y) {
    return p->height - BOTTOM - (y - p->y.low) / (p->y.high - p->y.low) * (p->height - TOP - BOTTOM);
}

static void axes(const Plot *p, Text *out) {
    char text[64];
    for (size_t i = 0; i < tool_plot_ticks(&p->x); i++) {
        double x = page_x(p, tool_plot_tick(&p->x, i));
        tool_plot_tick_text(&p->x, i, text, sizeof text);
        base_text_printf(out, "<path class=g d='M%.1f %dV%.1f'/><text x='%.1f' y='%.1f' text-anchor='middle'>%s</text>",
                         x, TOP, p->height - BOTTOM, x, p->height - BOTTOM + 14, text);
    }
    for (size_t i = 0; i < tool_plot_ticks(&p->y); i++) {
        double y = page_y(p, tool_plot_tick(&p->y, i));
        tool_plot_tick_text(&p->y, i, text, sizeof text);
        base_text_printf(out, "<path class=g d='M%d %.1fH%.1f'/><text x='%d' y='%.1f' text-anchor='end'>%s</text>",
                         LEFT, y, p->width - RIGHT, LEFT - 5, y + 4, text);
    }
    Text label = {0};
    tool_plot_axis_text(&p->x, &label);
    base_text_printf(out, "<text x='%.1f' y='%.1f' text-anchor='end'>", p->width - RIGHT, p->height - 4);
    tool_html_text(out, base_text_str(&label));
    label.n = 0;
    tool_plot_axis_text(&p->y, &label);
    base_text_printf(out, "</text><text x='4' y='%d'>", TOP - 8);
    tool_html_text(out, label.n ? base_text_str(&label) : "");
    base_text_add(out, "</text>");
    base_text_free(&label);
}

static void curve(const Plot *p, const PlotSeries *s, Text *out) {
    PlotPoints points = {0};
    PlotColour c = tool_plot_colour(s->colour);
    tool_plot_points(p, s, p->width, &points);
    base_text_printf(out, "<path fill='none' stroke='#%02x%02x%02x' stroke-width='1.5'%s d='", (int)(c.r * 255),
                     (int)(c.g * 255), (int)(c.b * 255), s->dashed ? " stroke-dasharray='5 4'" : "");
    bool down = false;
    for (size_t i = 0; i < points.x.n; i++) {
        double x = page_x(p, points.x.at[i]), y = page_y(p, points.y.at[i]);
        if (isnan(y)) down = false;
        else base_text_printf(out, "%c%.1f %.1f", down ? 'L' : 'M', x, y), down = true;
    }
    base_text_add(out, "'/>");
    vec_free(&points.x);
    vec_free(&points.y);
}

static void legend(const Plot *p, Text *out) {
    double x = LEFT;
    for (size_t i = 0; i < p->series.n; i++) {
        const PlotSeries *s = &p->series.at[i];
        PlotColour c = tool_plot_colour(s->colour);
        base_text_printf(out, "<path stroke='#%02x%02x%02x' stroke-width='2'%s d='M%.1f 12h22'/><text x='%.1f' y='16'>",
                         (int)(c.r * 255), (int)(c.g * 255), (int)(c.b * 255),
                         s->dashed ? " stroke-dasharray='5 4'" : "", x, x + 27);
        tool_html_text(out, s->label);
        base_text_add(out, "</text>");
        size_t n = 0;
        while (s->label[n]) n++;
        x += 42 + 6.2 * (double)n;
    }
}

void tool_plot_svg(Plot *p, const double *marks, size_t nmarks, Text *out) {
    if (!tool_plot_frame(p, NAN, NAN, (int)(p->width / 80), (int)(p->height / 40))) return;
    base_text_printf(out, "<svg viewBox='0 0 %.0f %.0f' width='%.0f' height='%.0f'>", p->width, p->height, p->width,
                     p->height);
    axes(p, out);
    legend(p, out);
    for (size_t i = 0; i < p->series.n; i++) curve(p, &p->series.at[i], out);
    double drawn = -1;
    base_text_add(out, "<path class=m d='");
    for (size_t i = 0; i < nmarks; i++) { /* a mark is two pixels wide: more would hide each other */
        double x = page_x(p, marks[i]);
        if (fabs(x - drawn) < 2 || x < LEFT || x > p->width - RIGHT) continue;
        base_text_printf(out, "M%.0f %.1fv6", x, p->height - BOTTOM - 3);
        drawn = x;
    }
    base_text_add(out, "'/></svg>\n");
}
