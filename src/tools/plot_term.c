/* plot_term.c - curves on a terminal: eight dots a character in Unicode braille.
 *
 *   0.8 ┤   ⡠⠊⠑⢄
 *   0.4 ┤ ⡠⠊    ⠑⢄
 *   0.0 ┼─────┬─────┬
 *       0     5    10
 */
#include "tools/tools_impl.h"

#include <math.h>
#include <string.h>

typedef struct {
    int columns, lines; /* characters of the field */
    uint8_t *dots;      /* braille pattern by character */
    uint8_t *owner;     /* series that drew last, + 1 */
    const Plot *plot;
} Field;

/* Bit of a dot in a braille pattern, by line and column inside the character. */
static const uint8_t braille[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};

static void set_dot(Field *f, int x, int y, uint8_t owner) {
    if (x < 0 || y < 0 || x >= 2 * f->columns || y >= 4 * f->lines) return;
    int at = y / 4 * f->columns + x / 2;
    f->dots[at] |= braille[y % 4][x % 2];
    f->owner[at] = owner;
}

/* Dots along a stroke; what is outside the field is not drawn. */
static void draw_line(Field *f, double x0, double y0, double x1, double y1, uint8_t owner) {
    double length = fmax(fabs(x1 - x0), fabs(y1 - y0));
    int steps = (int)fmin(length + 1, 4 * (2 * f->columns + 4 * f->lines));
    for (int i = 0; i <= steps; i++) {
        double part = steps ? (double)i / steps : 0;
        set_dot(f, (int)lround(x0 + part * (x1 - x0)), (int)lround(y0 + part * (y1 - y0)), owner);
    }
}

static double dot_x(const Field *f, double x) {
    const PlotAxis *a = &f->plot->x;
    return (x - a->low) / (a->high - a->low) * (2 * f->columns - 1);
}

static double dot_y(const Field *f, double y) {
    const PlotAxis *a = &f->plot->y;
    return (a->high - y) / (a->high - a->low) * (4 * f->lines - 1);
}

static void draw_series(Field *f, const PlotSeries *s, uint8_t owner) {
    PlotPoints points = {0};
    tool_plot_points(f->plot, s, 2 * f->columns, &points);
    for (size_t i = 0; i < points.x.n; i++) {
        double x = dot_x(f, points.x.at[i]), y = dot_y(f, points.y.at[i]);
        if (isnan(y)) continue;
        bool joined = i > 0 && !isnan(points.y.at[i - 1]);
        if (joined) draw_line(f, dot_x(f, points.x.at[i - 1]), dot_y(f, points.y.at[i - 1]), x, y, owner);
        else set_dot(f, (int)lround(x), (int)lround(y), owner);
    }
    vec_free(&points.x);
    vec_free(&points.y);
}

static void put_colour(const Plot *p, uint32_t colour, Text *out) {
    if (p->colour) base_text_printf(out, "\033[38;5;%dm", tool_plot_colour(colour).terminal);
}

static void end_colour(const Plot *p, Text *out) {
    if (p->colour) base_text_add(out, "\033[0m");
}

static void put_field_line(const Field *f, int line, Text *out) {
    int last = f->columns;
    while (last > 0 && !f->dots[line * f->columns + last - 1]) last--;
    uint8_t owner = 0;
    for (int i = 0; i < last; i++) {
        uint8_t dots = f->dots[line * f->columns + i], by = f->owner[line * f->columns + i];
        if (dots && by != owner) {
            put_colour(f->plot, f->plot->series.at[by - 1].colour, out);
            owner = by;
        }
        if (dots) base_text_printf(out, "%c%c%c", (char)0xE2, (char)(0xA0 | dots >> 6), (char)(0x80 | (dots & 0x3F)));
        else base_text_char(out, ' ');
    }
    if (owner) end_colour(f->plot, out);
    base_text_char(out, '\n');
}

static int tick_line(const Field *f, size_t i) {
    int line = (int)lround(dot_y(f, tool_plot_tick(&f->plot->y, i))) / 4;
    return line < f->lines ? line : f->lines - 1;
}

static int label_width(const PlotAxis *a) {
    int widest = 0;
    for (size_t i = 0; i < tool_plot_ticks(a); i++) {
        char text[64];
        tool_plot_tick_text(a, i, text, sizeof text);
        if ((int)strlen(text) > widest) widest = (int)strlen(text);
    }
    return widest;
}

static void put_y_rows(const Field *f, int margin, Text *out) {
    size_t ticks = tool_plot_ticks(&f->plot->y);
    for (int line = 0; line < f->lines; line++) {
        char text[64] = "";
        for (size_t i = 0; i < ticks; i++)
            if (tick_line(f, i) == line) tool_plot_tick_text(&f->plot->y, i, text, sizeof text);
        base_text_printf(out, "%*s %s", margin, text, *text ? "┤" : "│");
        put_field_line(f, line, out);
    }
}

/* A name from a file, behind some blanks, on a line of its own. */
static void put_name(Text *out, int blanks, const char *name) {
    size_t from = out->n;
    base_text_printf(out, "%*s%s", blanks, "", name);
    base_text_clean(out, from);
    base_text_char(out, '\n');
}

/* The horizontal axis with its ticks, then their labels, each centred where there is room. */
static void put_x_axis(const Field *f, int margin, Text *out) {
    size_t ticks = tool_plot_ticks(&f->plot->x);
    char *labels = base_realloc(NULL, (size_t)f->columns + 64), *marks = base_realloc(NULL, (size_t)f->columns);
    memset(labels, ' ', (size_t)f->columns + 64);
    memset(marks, 0, (size_t)f->columns);
    int occupied = -1;
    for (size_t i = 0; i < ticks; i++) {
        char text[64];
        tool_plot_tick_text(&f->plot->x, i, text, sizeof text);
        int column = (int)(dot_x(f, tool_plot_tick(&f->plot->x, i)) / 2), length = (int)strlen(text);
        int start = column - length / 2 < 0 ? 0 : column - length / 2;
        if (column < 0 || column >= f->columns || start <= occupied) continue;
        marks[column] = 1;
        memcpy(labels + start, text, (size_t)length);
        occupied = start + length;
    }
    base_text_printf(out, "%*s └", margin, "");
    for (int i = 0; i < f->columns; i++) base_text_add(out, marks[i] ? "┬" : "─");
    base_text_printf(out, "\n%*s  ", margin, "");
    base_text_addn(out, labels, (size_t)(occupied < 0 ? 0 : occupied));
    Text title = {0};
    tool_plot_axis_text(&f->plot->x, &title);
    base_text_char(out, '\n');
    put_name(out, margin + 2, base_text_str(&title));
    base_text_free(&title);
    base_realloc(labels, 0);
    base_realloc(marks, 0);
}

static void put_legend(const Plot *p, int margin, Text *out) {
    for (size_t i = 0; i < p->series.n; i++) {
        base_text_printf(out, "%*s  ", margin, "");
        put_colour(p, p->series.at[i].colour, out);
        base_text_add(out, p->series.at[i].dash ? "╌╌" : "──");
        end_colour(p, out);
        put_name(out, 1, p->series.at[i].label);
    }
}

void tool_plot_terminal(Plot *p, Text *out) {
    int margin = label_width(&p->y);
    Field f = {.plot = p, .columns = (int)p->width - margin - 3, .lines = (int)p->height};
    if (f.columns < 10) f.columns = 10;
    if (f.lines < 3) f.lines = 3;
    size_t cells = (size_t)f.columns * (size_t)f.lines;
    f.dots = base_realloc(NULL, cells);
    f.owner = base_realloc(NULL, cells);
    memset(f.dots, 0, cells);
    memset(f.owner, 0, cells);
    for (size_t i = 0; i < p->series.n; i++) draw_series(&f, &p->series.at[i], (uint8_t)(i % 255 + 1));
    if (p->title) put_name(out, margin + 2, p->title);
    Text title = {0};
    tool_plot_axis_text(&p->y, &title);
    if (title.n) put_name(out, margin + 2, base_text_str(&title));
    base_text_free(&title);
    put_y_rows(&f, margin, out);
    put_x_axis(&f, margin, out);
    put_legend(p, margin, out);
    base_realloc(f.dots, 0);
    base_realloc(f.owner, 0);
}
