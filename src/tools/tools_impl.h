/* tools_impl.h - drawings: what plot.c, plot_draw.c, plot_term.c and plot_cairo.c share.
 *
 * plot.c reads results into a Plot; plot_draw.c settles ranges and ticks; one of the other two draws it.
 */
#ifndef CAUSEWAY_TOOLS_IMPL_H
#define CAUSEWAY_TOOLS_IMPL_H

#include "tools/tools.h"

typedef struct {
    const char *label;     /* for the legend, with unit */
    const double *x, *y;   /* n points */
    size_t n;
    uint32_t colour;       /* index of the palette */
    bool dashed;           /* of the second result */
    bool sorted;           /* x never decreases: may be thinned by columns */
} PlotSeries;

typedef struct {
    double low, high;      /* range shown */
    double first, step;    /* ticks: first, first + step, ... up to high */
    int decimals;          /* of tick labels */
    int exponent;          /* labels are values / 10^exponent */
    const char *label;     /* of the axis, with unit */
} PlotAxis;

typedef struct {
    VEC(PlotSeries) series;
    PlotAxis x, y;
    const char *title;     /* or NULL */
    double width, height;  /* pixels, or columns and lines on a terminal */
    bool colour;           /* terminal: escape sequences */
} Plot;

/* ---- plot_draw.c ---- */

/* Range and ticks of both axes from the data; from and to may be NAN.  false when there is nothing finite to show. */
bool tool_plot_frame(Plot *p, double from, double to, int xticks, int yticks);
size_t tool_plot_ticks(const PlotAxis *a);
double tool_plot_tick(const PlotAxis *a, size_t i);
void tool_plot_tick_text(const PlotAxis *a, size_t i, char *text, size_t size);
/* The label of an axis with its power of ten, if there is one. */
void tool_plot_axis_text(const PlotAxis *a, Text *out);

typedef struct {
    VEC(double) x, y;
} PlotPoints;
/* The points of a series inside the frame, thinned to what `columns` can show (first, least, greatest and last of
 * each column).  NAN in y ends a stroke. */
void tool_plot_points(const Plot *p, const PlotSeries *s, double columns, PlotPoints *out);

/* ---- plot_term.c, plot_cairo.c ---- */

void tool_plot_terminal(Plot *p, Text *out);
/* Format by the end of the name: .svg, .png, .pdf.  false after reporting. */
bool tool_plot_cairo(Context *ctx, Plot *p, const char *path);
typedef struct {
    double r, g, b;
    int terminal; /* colour of 256 */
} PlotColour;
PlotColour tool_plot_colour(uint32_t i);

#endif
