/* own_tables.c - the functions behind the tables of the Modelica library, for models that are not trusted.
 *
 * Such a model runs no code but ours.  Tables with linear or constant segments and splines of one variable, in
 * matrices or in text files that the process may read, are interpolated here; splines of two are refused with words.
 * The objects hold nothing that changes: what a value is depends on the arguments alone.
 *
 * The value of a table over time at the instant of an event is that before it until the event was taken
 * (next == before), then the one behind it.
 */
#include "compile/compile_impl.h"

#include <float.h>
#include <math.h>
#include <strings.h>

enum { LINEAR = 1, CONSTANT = 3 };               /* Modelica.Blocks.Types.Smoothness */
enum { HOLD = 1, LAST_TWO_POINTS, PERIODIC };    /* Extrapolation; what is more is an error */
enum { ALWAYS = 1, AT_DISCONTINUITIES };         /* TimeEvents */
static const uint64_t MARK = 0x7461626c65730a01; /* what is given to us is one of ours */
static const uint64_t MOST = (uint64_t)1 << 28;  /* numbers in a table */

typedef struct {
    uint64_t mark;
    size_t rows, cols, ncolumns;
    int *columns;
    double *at; /* row by row */
    int smoothness, extrapolation, events;
    double start, shift;
} Table;

static _Thread_local CwEnv *current;

static void enter(CwEnv *e) { current = e; }

/* Does not return: the evaluation is abandoned. */
static void fail(const char *why) {
    size_t n = strlen(why) + 1;
    char *text = current->call->memory(current, n);
    memcpy(text, why, n);
    current->call->error(current, text, 0);
}

/* ---- life -------------------------------------------------------------------------------------------------------- */

static bool on_file(const char *file) { return file && strcmp(file, "NoName") != 0 && file[strspn(file, " \t")] != 0; }

static void check(const Table *t, size_t first_row) {
    bool spline = base_is_spline(t->smoothness) && !first_row;
    if (t->smoothness != LINEAR && t->smoothness != CONSTANT && !spline)
        fail("splines of tables of two variables are not made for a model that is not trusted: use linear or constant "
             "segments");
    if (!t->rows || !t->cols || t->rows > MOST / t->cols) fail("the table is empty, or too large");
    if (first_row && (t->rows < 2 || t->cols < 2)) fail("a table of two variables has at least two rows and columns");
    for (size_t i = first_row + 1; i < t->rows; i++)
        if (!(t->at[i * t->cols] >= t->at[(i - 1) * t->cols]) ||
            (spline && t->at[i * t->cols] == t->at[(i - 1) * t->cols]))
            fail("the first column of the table does not increase");
    for (size_t i = 0; i < t->ncolumns; i++)
        if (t->columns[i] < 1 || (size_t)t->columns[i] > t->cols) fail("the table has no such column");
}

typedef struct {
    const char *file, *name, *delimiter;
    int header; /* lines of a CSV before its numbers */
} Where;

/* A copy of the numbers, from the file or the matrix, that lasts as long as the table; it is no longer needed when the
 * table is bad, but an evaluation that fails does not return: so it is the evaluation's until all is checked. */
static const double *numbers(Table *t, const double *table, const Where *w) {
    const char *why;
    double *read;
    if (!on_file(w->file)) return table;
    if (!comp_read_table(w->file, w->name, w->delimiter, w->header, &read, &t->rows, &t->cols, &why)) {
        size_t n = strlen(w->file) + strlen(why) + 32;
        char *text = current->call->memory(current, n);
        snprintf(text, n, "the table \"%s\" is not read: %s", w->file, why);
        fail(text);
    }
    double *kept = current->call->memory(current, t->rows * t->cols * sizeof *kept);
    memcpy(kept, read, t->rows * t->cols * sizeof *kept);
    base_realloc(read, 0);
    return kept;
}

static Table *make(const Table *given, const double *table, const int *columns, size_t first_row, Where where) {
    Table seen = *given;
    seen.at = (double *)numbers(&seen, table, &where);
    seen.columns = (int *)columns;
    check(&seen, first_row);
    Table *t = base_realloc(NULL, sizeof *t);
    *t = seen;
    t->mark = MARK;
    t->at = base_realloc(NULL, t->rows * t->cols * sizeof *t->at);
    memcpy(t->at, seen.at, t->rows * t->cols * sizeof *t->at);
    t->columns = base_realloc(NULL, (t->ncolumns + 1) * sizeof *t->columns);
    if (t->ncolumns) memcpy(t->columns, columns, t->ncolumns * sizeof *t->columns);
    return t;
}

static void dispose(void *object) {
    Table *t = object;
    if (!t || t->mark != MARK) return;
    base_realloc(t->at, 0), base_realloc(t->columns, 0);
    base_realloc(t, 0);
}

static const Table *table_of(const void *object) {
    const Table *t = object;
    if (!t || t->mark != MARK) fail("this is no table");
    return t;
}

static size_t column_of(const Table *t, int column) {
    if (column < 1 || (size_t)column > t->ncolumns) fail("the table has no such column");
    return (size_t)t->columns[column - 1] - 1;
}

/* ---- one variable ------------------------------------------------------------------------------------------------ */

/* The stretch of n numbers, stride apart, that x lies in; `left`: its value is that before x. */
static size_t stretch(const double *a, size_t n, size_t stride, double x, bool left) {
    size_t low = 0, high = n - 1; /* a[low] <= x < a[high], or beyond the ends */
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        double m = a[middle * stride];
        if (left ? m < x : m <= x) low = middle;
        else high = middle;
    }
    return low;
}

/* x moved by whole periods into the table. */
static double wrap(double x, double least, double most, bool left) {
    double period = most - least;
    if (!(period > 0)) return least;
    double in = x - floor((x - least) / period) * period;
    if (in < least || in > most) in = least;
    return left && in <= least ? most : in;
}

typedef struct {
    size_t k;     /* the stretch, ... */
    double part;  /* ... and the part of it: outside it, beyond the ends of the table */
    double width; /* 0: the value does not change there */
} Place;

static Place place_in(const Table *t, const double *a, size_t n, size_t stride, double x, bool left) {
    Place p = {0};
    if (n == 1) return p;
    double least = a[0], most = a[(n - 1) * stride];
    bool outside = x < least || x > most;
    if (outside && t->extrapolation == PERIODIC) x = wrap(x, least, most, left || x > most), outside = false;
    if (outside && t->extrapolation > PERIODIC) fail("a value outside the table is asked for, and none is allowed");
    if (outside && t->extrapolation == HOLD) {
        p.k = x < least ? 0 : n - 2;
        p.part = x < least ? 0 : 1;
        return p;
    }
    p.k = outside ? (x < least ? 0 : n - 2) : stretch(a, n, stride, x, left);
    double from = a[p.k * stride], to = a[(p.k + 1) * stride];
    p.width = to - from;
    p.part = p.width > 0 ? (x - from) / p.width : left || x < from ? 0 : 1;
    if (t->smoothness == CONSTANT && !outside) p.part = x >= to && !left ? 1 : 0, p.width = 0;
    return p;
}

/* Value, slope and second derivative of a spline; false: the table is none. */
static bool spline_at(const Table *t, size_t column, Place p, double out[3]) {
    if (t->rows < 2 || !base_is_spline(t->smoothness)) return false;
    base_spline(t->smoothness, &(BasePoints){t->at, t->at + column, t->rows, t->cols}, p.k, p.part, out);
    if (!(p.width > 0)) out[1] = out[2] = 0; /* held */
    return true;
}

static double value_at(const Table *t, size_t column, Place p) {
    double spline[3];
    if (spline_at(t, column, p, spline)) return spline[0];
    double y0 = t->at[p.k * t->cols + column];
    if (t->rows == 1 || p.part == 0) return y0;
    double y1 = t->at[(p.k + 1) * t->cols + column];
    return p.part == 1 ? y1 : y0 + (y1 - y0) * p.part;
}

static double slope_at(const Table *t, size_t column, Place p) {
    double spline[3];
    if (spline_at(t, column, p, spline)) return spline[1];
    if (t->rows == 1 || !(p.width > 0)) return 0;
    return (t->at[(p.k + 1) * t->cols + column] - t->at[p.k * t->cols + column]) / p.width;
}

static double curvature_at(const Table *t, size_t column, Place p) {
    double spline[3];
    return spline_at(t, column, p, spline) ? spline[2] : 0;
}

static void *one_init3(const char *file, const char *name, const double *table, size_t rows, size_t cols,
                       const int *columns, size_t ncolumns, int smoothness, int extrapolation, int verbose,
                       const char *delimiter, int header) {
    (void)verbose;
    Table t = {
        .rows = rows, .cols = cols, .ncolumns = ncolumns, .smoothness = smoothness, .extrapolation = extrapolation};
    return make(&t, table, columns, 0, (Where){file, name, delimiter, header});
}

static void *one_init2(const char *file, const char *name, const double *table, size_t rows, size_t cols,
                       const int *columns, size_t ncolumns, int smoothness, int extrapolation) {
    return one_init3(file, name, table, rows, cols, columns, ncolumns, smoothness, extrapolation, 0, ",", 0);
}

static void *one_init(const char *file, const char *name, const double *table, size_t rows, size_t cols,
                      const int *columns, size_t ncolumns, int smoothness) {
    return one_init2(file, name, table, rows, cols, columns, ncolumns, smoothness, LAST_TWO_POINTS);
}

static Place one_place(const Table *t, double u) { return place_in(t, t->at, t->rows, t->cols, u, false); }

static double one_value(const void *object, int column, double u) {
    const Table *t = table_of(object);
    return value_at(t, column_of(t, column), one_place(t, u));
}

static double one_der(const void *object, int column, double u, double der_u) {
    const Table *t = table_of(object);
    return slope_at(t, column_of(t, column), one_place(t, u)) * der_u;
}

static double one_der2(const void *object, int column, double u, double der_u, double der2_u) {
    const Table *t = table_of(object);
    return one_der(object, column, u, der2_u) + curvature_at(t, column_of(t, column), one_place(t, u)) * der_u * der_u;
}

static double least(const void *object) { return table_of(object)->at[0]; }
static double most(const void *object) {
    const Table *t = table_of(object);
    return t->at[(t->rows - 1) * t->cols];
}

/* ---- over time --------------------------------------------------------------------------------------------------- */

static void *time_init3(const char *file, const char *name, const double *table, size_t rows, size_t cols, double start,
                        const int *columns, size_t ncolumns, int smoothness, int extrapolation, double shift,
                        int events, int verbose, const char *delimiter, int header) {
    (void)verbose;
    Table t = {.rows = rows,
               .cols = cols,
               .ncolumns = ncolumns,
               .smoothness = smoothness,
               .extrapolation = extrapolation,
               .start = start,
               .shift = shift,
               .events = events};
    return make(&t, table, columns, 0, (Where){file, name, delimiter, header});
}

static void *time_init2(const char *file, const char *name, const double *table, size_t rows, size_t cols, double start,
                        const int *columns, size_t ncolumns, int smoothness, int extrapolation, double shift,
                        int events) {
    return time_init3(file, name, table, rows, cols, start, columns, ncolumns, smoothness, extrapolation, shift, events,
                      0, ",", 0);
}

static void *time_init(const char *file, const char *name, const double *table, size_t rows, size_t cols, double start,
                       const int *columns, size_t ncolumns, int smoothness, int extrapolation) {
    return time_init2(file, name, table, rows, cols, start, columns, ncolumns, smoothness, extrapolation, 0, ALWAYS);
}

/* Is the instant of row i an event?  The ends of the table always are. */
static bool is_event(const Table *t, size_t i) {
    if (i == 0 || i + 1 == t->rows) return true;
    bool twice = t->at[i * t->cols] == t->at[(i + 1) * t->cols];
    return t->events == ALWAYS || (t->events == AT_DISCONTINUITIES && twice);
}

/* The first event of the table behind x; DBL_MAX: none. */
static double event_behind(const Table *t, double x) {
    for (size_t i = 0; i < t->rows; i++)
        if (t->at[i * t->cols] > x && is_event(t, i)) return t->at[i * t->cols];
    return DBL_MAX;
}

static double time_next(const void *object, double time) {
    const Table *t = table_of(object);
    if (time < t->start) return t->start;
    if (t->rows == 1) return DBL_MAX;
    double x = time - t->shift, first = t->at[0], period = t->at[(t->rows - 1) * t->cols] - first, moved = 0;
    double slack = 1e-14 * (fabs(time) + fabs(t->shift) + period); /* an event is not found again */
    if (t->extrapolation == PERIODIC && period > 0) {
        moved = floor((x + slack - first) / period) * period;
        x -= moved;
    }
    double next = event_behind(t, x + slack);
    return next == DBL_MAX ? DBL_MAX : next + moved + t->shift;
}

/* false: the table has not begun, and is zero. */
static bool time_place(const Table *t, double time, double next, double before, Place *p) {
    bool waits = next == before && next < DBL_MAX; /* an event at `next` was not taken yet */
    if (time < t->start || (waits && t->start >= next)) return false;
    bool left = waits && time >= next;
    if (left) time = next;
    *p = place_in(t, t->at, t->rows, t->cols, time - t->shift, left);
    return true;
}

static double time_value(const void *object, int column, double time, double next, double before) {
    const Table *t = table_of(object);
    Place p;
    return time_place(t, time, next, before, &p) ? value_at(t, column_of(t, column), p) : 0;
}

static double time_der(const void *object, int column, double time, double next, double before, double der_time) {
    const Table *t = table_of(object);
    Place p;
    return time_place(t, time, next, before, &p) ? slope_at(t, column_of(t, column), p) * der_time : 0;
}

static double time_der2(const void *object, int column, double time, double next, double before, double der_time,
                        double der2_time) {
    const Table *t = table_of(object);
    Place p;
    if (!time_place(t, time, next, before, &p)) return 0;
    size_t k = column_of(t, column);
    return slope_at(t, k, p) * der2_time + curvature_at(t, k, p) * der_time * der_time;
}

/* ---- two variables ----------------------------------------------------------------------------------------------- */

static void *two_init3(const char *file, const char *name, const double *table, size_t rows, size_t cols,
                       int smoothness, int extrapolation, int verbose, const char *delimiter, int header) {
    (void)verbose;
    Table t = {.rows = rows, .cols = cols, .smoothness = smoothness, .extrapolation = extrapolation};
    return make(&t, table, NULL, 1, (Where){file, name, delimiter, header});
}

static void *two_init2(const char *file, const char *name, const double *table, size_t rows, size_t cols,
                       int smoothness, int extrapolation) {
    return two_init3(file, name, table, rows, cols, smoothness, extrapolation, 0, ",", 0);
}

static void *two_init(const char *file, const char *name, const double *table, size_t rows, size_t cols,
                      int smoothness) {
    return two_init2(file, name, table, rows, cols, smoothness, LAST_TWO_POINTS);
}

/* Value, slopes in both directions, and how the one changes along the other. */
static double two_all(const void *object, double u1, double u2, double slope[3]) {
    const Table *t = table_of(object);
    size_t c = t->cols;
    Table lines = *t;
    lines.smoothness = LINEAR;
    bool beyond = u1 < t->at[c] || u1 > t->at[(t->rows - 1) * c] || u2 < t->at[1] || u2 > t->at[c - 1];
    if (beyond && t->extrapolation == LAST_TWO_POINTS) t = &lines; /* of constant segments too, in both directions */
    Place p = place_in(t, t->at + c, t->rows - 1, c, u1, false), q = place_in(t, t->at + 1, c - 1, 1, u2, false);
    const double *a = t->at + (p.k + 1) * c + q.k + 1;
    size_t down = t->rows > 2 ? c : 0, right = c > 2 ? 1 : 0;
    double top = a[0] + (a[right] - a[0]) * q.part, bottom = a[down] + (a[down + right] - a[down]) * q.part;
    slope[0] = p.width > 0 ? (bottom - top) / p.width : 0;
    double first = a[right] - a[0], second = a[down + right] - a[down];
    slope[1] = q.width > 0 ? (first + (second - first) * p.part) / q.width : 0;
    slope[2] = p.width > 0 && q.width > 0 ? (second - first) / (p.width * q.width) : 0;
    return top + (bottom - top) * p.part;
}

static double two_value(const void *object, double u1, double u2) {
    double slope[3];
    return two_all(object, u1, u2, slope);
}

static double two_der(const void *object, double u1, double u2, double der_u1, double der_u2) {
    double slope[3];
    (void)two_all(object, u1, u2, slope);
    return slope[0] * der_u1 + slope[1] * der_u2;
}

static double two_der2(const void *object, double u1, double u2, double der_u1, double der_u2, double der2_u1,
                       double der2_u2) {
    double slope[3];
    (void)two_all(object, u1, u2, slope);
    return slope[0] * der2_u1 + slope[1] * der2_u2 + 2 * slope[2] * der_u1 * der_u2;
}

static void two_least(const void *object, double *u) {
    const Table *t = table_of(object);
    u[0] = t->at[t->cols], u[1] = t->at[1];
}

static void two_most(const void *object, double *u) {
    const Table *t = table_of(object);
    u[0] = t->at[(t->rows - 1) * t->cols], u[1] = t->at[t->cols - 1];
}

/* ---- strings: tables ask whether the name of a file is empty ----------------------------------------------------- */

static int string_length(const char *s) { return (int)strlen(s); }

static int skip_blanks(const char *s, int from) {
    int n = (int)strlen(s), i = from < 1 ? 1 : from;
    while (i <= n && strchr(" \t\n\v\f\r", s[i - 1])) i++;
    return i;
}

static int compare_strings(const char *a, const char *b, int with_case) {
    enum { LESS = 1, EQUAL, GREATER }; /* Modelica.Utilities.Types.Compare */
    int order = with_case ? strcmp(a, b) : strcasecmp(a, b);
    return order < 0 ? LESS : order > 0 ? GREATER : EQUAL;
}

/* Characters from .. to, counted from 1. */
static const char *part_of_string(const char *s, int from, int to) {
    int n = (int)strlen(s);
    if (from < 1) from = 1;
    if (to > n) to = n;
    size_t size = from <= to ? (size_t)(to - from + 1) : 0;
    char *part = current->call->memory(current, size + 1);
    memcpy(part, s + (size ? from - 1 : 0), size);
    part[size] = 0;
    return part;
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

void *comp_table_symbol(const char *name, void **entered) {
    static const struct {
        const char *name;
        void *address;
    } functions[] = {{"ModelicaStandardTables_CombiTable1D_init", (void *)one_init},
                     {"ModelicaStandardTables_CombiTable1D_init2", (void *)one_init2},
                     {"ModelicaStandardTables_CombiTable1D_init3", (void *)one_init3},
                     {"ModelicaStandardTables_CombiTable1D_close", (void *)dispose},
                     {"ModelicaStandardTables_CombiTable1D_getValue", (void *)one_value},
                     {"ModelicaStandardTables_CombiTable1D_getDerValue", (void *)one_der},
                     {"ModelicaStandardTables_CombiTable1D_getDer2Value", (void *)one_der2},
                     {"ModelicaStandardTables_CombiTable1D_minimumAbscissa", (void *)least},
                     {"ModelicaStandardTables_CombiTable1D_maximumAbscissa", (void *)most},
                     {"ModelicaStandardTables_CombiTimeTable_init", (void *)time_init},
                     {"ModelicaStandardTables_CombiTimeTable_init2", (void *)time_init2},
                     {"ModelicaStandardTables_CombiTimeTable_init3", (void *)time_init3},
                     {"ModelicaStandardTables_CombiTimeTable_close", (void *)dispose},
                     {"ModelicaStandardTables_CombiTimeTable_getValue", (void *)time_value},
                     {"ModelicaStandardTables_CombiTimeTable_getDerValue", (void *)time_der},
                     {"ModelicaStandardTables_CombiTimeTable_getDer2Value", (void *)time_der2},
                     {"ModelicaStandardTables_CombiTimeTable_nextTimeEvent", (void *)time_next},
                     {"ModelicaStandardTables_CombiTimeTable_minimumTime", (void *)least},
                     {"ModelicaStandardTables_CombiTimeTable_maximumTime", (void *)most},
                     {"ModelicaStandardTables_CombiTable2D_init", (void *)two_init},
                     {"ModelicaStandardTables_CombiTable2D_init2", (void *)two_init2},
                     {"ModelicaStandardTables_CombiTable2D_init3", (void *)two_init3},
                     {"ModelicaStandardTables_CombiTable2D_close", (void *)dispose},
                     {"ModelicaStandardTables_CombiTable2D_getValue", (void *)two_value},
                     {"ModelicaStandardTables_CombiTable2D_getDerValue", (void *)two_der},
                     {"ModelicaStandardTables_CombiTable2D_getDer2Value", (void *)two_der2},
                     {"ModelicaStandardTables_CombiTable2D_minimumAbscissa", (void *)two_least},
                     {"ModelicaStandardTables_CombiTable2D_maximumAbscissa", (void *)two_most},
                     {"ModelicaStrings_length", (void *)string_length},
                     {"ModelicaStrings_compare", (void *)compare_strings},
                     {"ModelicaStrings_substring", (void *)part_of_string},
                     {"ModelicaStrings_skipWhiteSpace", (void *)skip_blanks}};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (strcmp(name, functions[i].name) == 0) {
            *entered = (void *)enter;
            return functions[i].address;
        }
    return NULL;
}
