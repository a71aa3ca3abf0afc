/* plot_draw.c - what any drawing of curves needs: ranges, nice ticks, thinned points. */
#include "tools/tools_impl.h"

#include <math.h>
#include <string.h>

/* Step of 1, 2 or 5 times a power of ten that gives about `count` ticks (Heckbert, Graphics Gems 1990). */
static double nice_step(double range, int count) {
    double rough = range / (count < 2 ? 1 : count - 1);
    double power = pow(10, floor(log10(rough)));
    double part = rough / power;
    return power * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
}

/* Sizes beyond which a range cannot be computed with; such values are drawn at this height. */
static const double LARGEST = 1e300, SMALLEST = 1e-290;

static double drawable(double v) { return fmax(-LARGEST, fmin(LARGEST, v)); }

/* Parts and multiples of a right angle. */
static double degree_step(double range, int count) {
    static const double steps[] = {5, 15, 45, 90, 180, 360};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (range <= steps[i] * (count + 1)) return steps[i];
    return 360 * ceil(range / 360 / count);
}

/* Room between the curves and the frame, for strokes that would run along it. */
static const double MARGIN = 0.04;

static void keep_clear(PlotAxis *a, double low, double high) {
    double room = MARGIN * (a->high - a->low);
    if (low - a->low < room) a->low -= room;
    if (a->high - high < room) a->high += room;
}

static void set_ticks(PlotAxis *a, int count, bool widen) {
    double low = a->low, high = a->high;
    if (!(a->high - a->low > fmax(SMALLEST, 1e-15 * fmax(fabs(a->low), fabs(a->high))))) {
        double half = fabs(a->low) < SMALLEST ? 1 : fabs(a->low) * 0.1;
        a->low -= half;
        a->high += half;
    }
    a->step = a->degrees ? degree_step(a->high - a->low, count) : nice_step(a->high - a->low, count);
    if (a->log) {
        a->step = fmax(1, ceil(a->step));
        a->first = ceil(a->low / a->step - 1e-9) * a->step;
        return;
    }
    if (widen) {
        a->low = floor(a->low / a->step + 1e-9) * a->step;
        a->high = ceil(a->high / a->step - 1e-9) * a->step;
        keep_clear(a, low, high);
    }
    a->first = ceil(a->low / a->step - 1e-9) * a->step;
    double largest = fmax(fabs(a->low), fabs(a->high));
    int magnitude = (int)floor(log10(largest) + 1e-9);
    a->exponent = magnitude >= 5 || magnitude <= -4 ? (int)floor(magnitude / 3.0) * 3 : 0;
    a->decimals = (int)fmax(0, -floor(log10(a->step) + 1e-9) + a->exponent);
}

static void widen_range(PlotAxis *a, double v) {
    if (!isfinite(v)) return;
    a->low = fmin(a->low, drawable(v));
    a->high = fmax(a->high, drawable(v));
}

static void find_x_range(Plot *p) {
    p->x.low = INFINITY;
    p->x.high = -INFINITY;
    for (size_t k = 0; k < p->series.n; k++)
        for (size_t i = 0; i < p->series.at[k].n; i++) widen_range(&p->x, p->series.at[k].x[i]);
}

bool tool_plot_frame(Plot *p, double from, double to, int xticks, int yticks) {
    p->y.low = INFINITY;
    p->y.high = -INFINITY;
    find_x_range(p);
    if (!isnan(from)) p->x.low = drawable(from);
    if (!isnan(to)) p->x.high = drawable(to);
    for (size_t k = 0; k < p->series.n; k++) {
        const PlotSeries *s = &p->series.at[k];
        for (size_t i = 0; i < s->n; i++)
            if (s->x[i] >= p->x.low && s->x[i] <= p->x.high) widen_range(&p->y, s->y[i]);
    }
    if (!(p->x.low <= p->x.high) || !(p->y.low <= p->y.high)) return false;
    set_ticks(&p->x, xticks, false);
    set_ticks(&p->y, yticks, true);
    return true;
}

static size_t most_letters(const PlotAxis *a, size_t most) {
    for (size_t i = 0; i < tool_plot_ticks(a); i++) {
        char text[64];
        tool_plot_tick_text(a, i, text, sizeof text);
        if (strlen(text) > most) most = strlen(text);
    }
    return most;
}

bool tool_figure_frame(PlotFigure *f, double from, double to, int xticks, int yticks) {
    bool any = false;
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < f->panels.n; i++) {
        find_x_range(&f->panels.at[i]);
        low = fmin(low, f->panels.at[i].x.low);
        high = fmax(high, f->panels.at[i].x.high);
    }
    if (!isnan(from)) low = from;
    if (!isnan(to)) high = to;
    for (size_t i = 0; i < f->panels.n; i++) any |= tool_plot_frame(&f->panels.at[i], low, high, xticks, yticks);
    for (size_t i = 0; any && i < f->panels.n; i++) { /* one that shows nothing has an axis all the same */
        PlotAxis *y = &f->panels.at[i].y;
        if (y->low <= y->high) continue;
        y->low = y->high = 0;
        set_ticks(y, yticks, true);
        f->panels.at[i].x.low = low;
        f->panels.at[i].x.high = high;
        set_ticks(&f->panels.at[i].x, xticks, false);
    }
    size_t letters = 0;
    for (size_t i = 0; any && i < f->panels.n; i++) letters = most_letters(&f->panels.at[i].y, letters);
    bool labelled = false;
    for (size_t i = 0; i < f->panels.n; i++) labelled |= f->panels.at[i].y.label || f->panels.at[i].y.exponent;
    for (size_t i = 0; any && i < f->panels.n; i++) {
        f->panels.at[i].letters = letters;
        f->panels.at[i].labelled = labelled;
    }
    return any;
}

const char *tool_unit_sign(const char *unit) {
    static const char *const signs[][2] = {{"degC", "°C"}, {"degF", "°F"}, {"deg", "°"}, {"Ohm", "Ω"}};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (!strcmp(unit, signs[i][0])) return signs[i][1];
    return unit;
}

static void stretch(PlotAxis *a, double factor, int ticks) {
    double middle = (a->low + a->high) / 2, half = (a->high - a->low) / 2 * factor;
    a->low = middle - half;
    a->high = middle + half;
    set_ticks(a, ticks, false);
}

void tool_plot_equal(Plot *p, double width, double height) {
    if (!p->equal) return;
    double x = (p->x.high - p->x.low) / width, y = (p->y.high - p->y.low) / height; /* units a pixel */
    if (x < y) stretch(&p->x, y / x, (int)(width / 100) + 2);
    else stretch(&p->y, x / y, (int)(height / 60) + 2);
}

void tool_free_figure(PlotFigure *f) {
    for (size_t i = 0; i < f->panels.n; i++) vec_free(&f->panels.at[i].series);
    vec_free(&f->panels);
}

bool tool_plot_shade(const Plot *p, size_t *at, double *from, double *to) {
    if (!p->mode || !p->series.n) return false;
    const PlotSeries *s = &p->series.at[0];
    while (*at < s->n && fmod(p->mode[*at], 2) != 0) ++*at;
    if (*at >= s->n) return false;
    size_t first = *at;
    while (*at < s->n && fmod(p->mode[*at], 2) == 0) ++*at;
    *from = fmax(s->x[first], p->x.low);
    *to = fmin(s->x[*at < s->n ? *at : s->n - 1], p->x.high);
    return true;
}

size_t tool_plot_ticks(const PlotAxis *a) {
    double n = floor((a->high - a->first) / a->step + 1e-6);
    return n < 0 ? 0 : (size_t)n + 1;
}

double tool_plot_tick(const PlotAxis *a, size_t i) {
    double v = a->first + (double)i * a->step;
    return fabs(v) < 1e-9 * a->step ? 0 : v;
}

double tool_plot_minor(const PlotAxis *a, size_t i) {
    enum { BETWEEN = 8, MOST_DECADES = 12 };
    if (!a->log || a->step != 1 || a->high - a->low > MOST_DECADES) return NAN;
    double v = floor(a->low) + (double)(i / BETWEEN) + log10((double)(i % BETWEEN) + 2);
    return v > a->high ? NAN : v;
}

void tool_plot_tick_text(const PlotAxis *a, size_t i, char *text, size_t size) {
    if (a->log) {
        snprintf(text, size, "%g", pow(10, tool_plot_tick(a, i)));
        return;
    }
    snprintf(text, size, "%.*f", a->decimals, tool_plot_tick(a, i) / pow(10, a->exponent));
}

void tool_plot_axis_text(const PlotAxis *a, Text *out) {
    static const char *const digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    base_text_add(out, a->label ? a->label : "");
    if (!a->exponent) return;
    base_text_printf(out, "%s× 10%s", out->n ? "  " : "", a->exponent < 0 ? "⁻" : "");
    char text[16];
    snprintf(text, sizeof text, "%d", a->exponent < 0 ? -a->exponent : a->exponent);
    for (const char *c = text; *c; c++) base_text_add(out, digits[*c - '0']);
}

static void add_point(PlotPoints *out, double x, double y) {
    vec_push(&out->x, isfinite(x) ? drawable(x) : NAN);
    vec_push(&out->y, isfinite(y) ? drawable(y) : NAN);
}

/* Points [a, b) fall in one column: keep first, least, greatest, last in their order. */
static void add_column(const PlotSeries *s, size_t a, size_t b, PlotPoints *out) {
    size_t keep[4] = {a, a, a, b - 1};
    for (size_t i = a; i < b; i++) {
        if (!(s->y[i] >= s->y[keep[1]])) keep[1] = i;
        if (!(s->y[i] <= s->y[keep[2]])) keep[2] = i;
    }
    if (keep[1] > keep[2]) {
        size_t later = keep[1];
        keep[1] = keep[2];
        keep[2] = later;
    }
    for (int k = 0; k < 4; k++)
        if (k == 0 || keep[k] != keep[k - 1]) add_point(out, s->x[keep[k]], s->y[keep[k]]);
}

void tool_plot_points(const Plot *p, const PlotSeries *s, double columns, PlotPoints *out) {
    vec_clear(&out->x);
    vec_clear(&out->y);
    size_t a = 0, b = s->n;
    if (s->sorted) { /* one point beyond each edge, so that strokes reach it */
        while (a + 1 < b && s->x[a + 1] < p->x.low) a++;
        while (b > a + 1 && s->x[b - 2] > p->x.high) b--;
    }
    if (!s->sorted || (double)(b - a) <= 4 * columns) {
        for (size_t i = a; i < b; i++) add_point(out, s->x[i], s->y[i]);
        return;
    }
    double width = (p->x.high - p->x.low) / columns;
    for (size_t i = a; i < b;) {
        size_t end = i + 1;
        double column = floor((s->x[i] - p->x.low) / width);
        while (end < b && floor((s->x[end] - p->x.low) / width) == column) end++;
        add_column(s, i, end, out);
        i = end;
    }
}

/* Ten colours, then darker and lighter ones. */
PlotColour tool_plot_colour(uint32_t i) {
    static const PlotColour palette[] = {
        {0.122, 0.467, 0.706, 39},  {0.839, 0.373, 0.055, 208}, {0.173, 0.600, 0.196, 40},  {0.780, 0.153, 0.210, 196},
        {0.502, 0.345, 0.690, 135}, {0.050, 0.720, 0.620, 44},  {0.890, 0.467, 0.761, 213}, {0.549, 0.380, 0.290, 137},
        {0.650, 0.620, 0.090, 142}, {0.350, 0.350, 0.350, 245},
    };
    enum { COUNT = sizeof palette / sizeof *palette };
    PlotColour c = palette[i % COUNT];
    uint32_t round = i / COUNT % 3;
    double keep = round == 0 ? 1 : round == 1 ? 0.55 : 0.5, light = round == 2 ? 0.5 : 0;
    return (PlotColour){keep * c.r + light, keep * c.g + light, keep * c.b + light, c.terminal};
}

const double *tool_plot_dash(uint32_t i) {
    static const double dashes[4][5] = {{0}, {7, 5}, {2, 4}, {9, 4, 2, 4}};
    return dashes[i % 4];
}
