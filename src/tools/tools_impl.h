/* tools_impl.h - what several files of tools/ share.
 *
 * Drawings: cmd_plot.c reads results into a figure of panels; plot_draw.c settles ranges and ticks; plot_term.c,
 * plot_cairo.c, plot_svg.c or plot_html.c draws it.  Tests of a library: test_cases.c finds them,
 * test_run.c runs and judges one, test_report.c writes the page, cmd_test.c is the command.
 */
#ifndef CAUSEWAY_TOOLS_IMPL_H
#define CAUSEWAY_TOOLS_IMPL_H

#include "tools/tools.h"

#include <causeway/script.h>

typedef struct {
    const char *label;   /* for the legend, with unit */
    const double *x, *y; /* n points */
    size_t n;
    uint32_t colour; /* index of the palette */
    uint32_t dash;   /* 0: a full line; others: kinds of broken ones */
    bool sorted;     /* x never decreases: may be thinned by columns */
    bool points;     /* crosses, not a line */
} PlotSeries;

typedef struct {
    double low, high;   /* range shown */
    double first, step; /* ticks: first, first + step, ... up to high */
    int decimals;       /* of tick labels */
    int exponent;       /* labels are values / 10^exponent */
    const char *label;  /* of the axis, with unit */
    bool log;           /* values are powers of ten: labels show what they are powers to */
    bool degrees;       /* ticks are parts or multiples of a right angle */
} PlotAxis;

typedef struct {
    VEC(PlotSeries) series;
    PlotAxis x, y;
    const char *title;    /* or NULL */
    double width, height; /* pixels, or columns and lines on a terminal */
    bool colour;          /* terminal: escape sequences */
    bool equal;           /* a unit is as long on both axes */
    size_t letters;       /* room for labels of vertical ticks: the most of all panels, so that their axes align */
    bool labelled;        /* room for a vertical label: one of the panels has one */
    const double *mode;   /* of a model whose structure changes, by point of the first series; or NULL */
} Plot;

/* Panels above each other, with one horizontal range. */
typedef struct {
    VEC(Plot) panels;
    const char *title;    /* or NULL */
    const char *about;    /* what a page is called that has no title; or NULL */
    double width, height; /* of all of it */
} PlotFigure;

/* ---- cmd_plot.c -------------------------------------------------------------------------------------------------- */

bool tool_matches(const char *pattern, const char *name); /* * and ?; brackets are those of elements */
const char *tool_unit_sign(const char *unit);             /* as pictures write it: degC is °C */
/* On the terminal (path NULL or "-"), or to a file. */
ToolExit tool_draw_figure(ToolRun *r, PlotFigure *f, const char *path);

/* ---- plot_draw.c ------------------------------------------------------------------------------------------------- */

/* Range and ticks of both axes from the data; from and to may be NAN.  false when there is nothing finite to show. */
bool tool_plot_frame(Plot *p, double from, double to, int xticks, int yticks);
/* The same of all panels, with one horizontal range. */
bool tool_figure_frame(PlotFigure *f, double from, double to, int xticks, int yticks);
/* Widens one range, where the plot is to have equal units, for a field of that size. */
void tool_plot_equal(Plot *p, double width, double height);
size_t tool_plot_ticks(const PlotAxis *a);
/* The next stretch of x, from *at on, in which a mode of even number holds: it is shaded.  false: there is none. */
bool tool_plot_shade(const Plot *p, size_t *at, double *from, double *to);
double tool_plot_tick(const PlotAxis *a, size_t i);
/* Lines of the grid between ticks of a logarithmic axis: the i-th, or NAN behind the last. */
double tool_plot_minor(const PlotAxis *a, size_t i);
void tool_plot_tick_text(const PlotAxis *a, size_t i, char *text, size_t size);
/* The label of an axis with its power of ten, if there is one. */
void tool_plot_axis_text(const PlotAxis *a, Text *out);

typedef struct {
    VEC(double) x, y;
} PlotPoints;
/* The points of a series inside the frame, thinned to what `columns` can show (first, least, greatest and last of
 * each column).  NAN in y ends a stroke. */
void tool_plot_points(const Plot *p, const PlotSeries *s, double columns, PlotPoints *out);

/* ---- plot_term.c, plot_cairo.c ----------------------------------------------------------------------------------- */

void tool_plot_terminal(Plot *p, Text *out);
/* Format by the end of the name: .svg, .html, .png, .pdf.  false after reporting. */
bool tool_figure_write(Context *ctx, PlotFigure *f, const char *path);
void tool_free_figure(PlotFigure *f);
typedef struct {
    double r, g, b;
    int terminal; /* colour of 256 */
} PlotColour;
PlotColour tool_plot_colour(uint32_t i);
/* Lengths of strokes and gaps, ended by 0; none: a full line. */
const double *tool_plot_dash(uint32_t i);

/* ---- plot_svg.c -------------------------------------------------------------------------------------------------- */

/* The drawing as an <svg> element to stand inside HTML: text stays text, nothing is referred to from outside.  marks
 * are values of x, marked in red at the lower edge. */
void tool_plot_svg(Plot *p, const double *marks, size_t nmarks, Text *out);
void tool_html_text(Text *out, const char *s);  /* with &, < and > escaped */
void tool_figure_svg(PlotFigure *f, Text *out); /* a file of its own, letters as letters */

/* ---- plot_html.c ------------------------------------------------------------------------------------------------- */

/* One page with its data: zoom, values under the pointer, curves that come and go. */
void tool_figure_html(const PlotFigure *f, Text *out);

/* ---- test_cases.c ------------------------------------------------------------------------------------------------ */

/* how a case ended; the order is that of the columns of the table */
/* clang-format off */
typedef enum {
    TEST_VERIFIED, TEST_RAN, TEST_DIFFERS, TEST_SIMULATE, TEST_INITIAL, TEST_TRANSLATE, TEST_INVALID, TEST_TIMEOUT,
    TEST_CRASH, TEST_RESULT, TEST_USAGE, TEST_KINDS
} TestVerdict;
/* clang-format on */
extern const char *const tool_test_words[TEST_KINDS];

typedef struct {
    const SesCase *of;
    TestVerdict verdict;
    int before;    /* verdict in the baseline, or -1 */
    Text why;      /* one line: what is wrong */
    Text output;   /* what the run printed */
    Text pictures; /* SVG of what differs */
    double seconds;
    size_t compared, different;
} TestCase;

typedef struct {
    ToolRun *run;
    SesCases found;
    VEC(TestCase) cases;            /* by name of the model */
    size_t next, shown;             /* taken by a worker; printed */
    char program[512], folder[512]; /* the program itself; where the runs work */
    bool pictures;                  /* are wanted */
    double timeout;
} TestRun;

/* Models of the library with a stored reference below --reference, and models in it with an experiment annotation;
 * those whose names match --filter.  TOOL_DONE, or the exit code after reporting. */
ToolExit tool_test_cases(TestRun *t);

/* ---- test_run.c -------------------------------------------------------------------------------------------------- */

/* Simulates a case in a process of its own, in the folder `number` below t->folder, and judges the result.  Usable from
 * several threads for different cases.  false when the user has interrupted the tests. */
bool tool_test_case(const TestRun *t, TestCase *c, size_t number);

/* ---- test_report.c ----------------------------------------------------------------------------------------------- */

void tool_test_html(const TestRun *t, Text *out);
void tool_test_json(const TestRun *t, Text *out);
bool tool_test_regressed(const TestCase *c); /* worse than in the baseline */
bool tool_test_good(TestVerdict v);

/* ---- cmd_libraries.c --------------------------------------------------------------------------------------------- */

/* The libraries of causeway.lock go in front of all others; false after reporting when one is not as it was. */
bool tool_use_lock(ToolRun *r);

/* ---- studio_assets.c --------------------------------------------------------------------------------------------- */

struct SrvAsset;
const struct SrvAsset *tool_studio_assets(size_t *n);

/* ---- cmd_shell.c ------------------------------------------------------------------------------------------------- */

/* A session with the libraries of the options and a script on it that speaks to standard output and error. */
typedef struct {
    ToolRun *run;
    causeway_session *session;
    causeway_script *script;
} ToolShell;
bool tool_shell_open(ToolRun *r, bool typed, ToolShell *out);
void tool_shell_close(ToolShell *s);

#endif
