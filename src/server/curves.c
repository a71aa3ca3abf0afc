/* curves.c - results of runs: names, and curves thinned to what a plot can show.
 *
 * A curve of ten million points is thinned in well under a hundredth of a second: of blocks of rows the places of the
 * least and greatest value are kept, so that a column of pixels looks at a few hundred rows.  Of each column the first,
 * least, greatest and last point stay, in their order; where rows are few all of them stay, and so do the two
 * points of an event.
 */
#include "server/studio_impl.h"

#include <dirent.h>
#include <stdlib.h>
#include <unistd.h>

enum { BLOCK = 512, MOST_OPEN = 24, MOST_PIXELS = 8192, MOST_CURVES = 64, MOST_NUMBER = 1000000 };
enum { MOST_NOTE = 1 << 20, MOST_SHAPES = 16 << 20 }; /* bytes */

typedef struct {
    const double *y;
    uint32_t *low, *high; /* of each block the row of the least and greatest value */
} Blocks;

typedef struct {
    uint32_t run;
    Context *ctx;
    ResResult *result;
    VEC(Blocks) blocks;
    bool looked;        /* for ... */
    VEC(double) events; /* times that two rows have */
} Opened;

typedef struct SrvCurves {
    VEC(Opened) open;
    uint32_t last; /* number of the last run */
} SrvCurves;

static SrvCurves *curves_of(Server *s) {
    if (!s->curves) {
        s->curves = base_realloc(NULL, sizeof *s->curves);
        *s->curves = (SrvCurves){0};
    }
    return s->curves;
}

/* ---- runs -------------------------------------------------------------------------------------------------------- */

const char *srv_result_path(Server *s, uint32_t number) {
    return base_sprintf(&s->scratch, "%s/%u.mat", srv_runs_folder(s), number);
}

static const char *note_path(Server *s, uint32_t number) {
    return base_sprintf(&s->scratch, "%s/%u.json", srv_runs_folder(s), number);
}

static const char *shapes_path(Server *s, uint32_t number) {
    return base_sprintf(&s->scratch, "%s/%u.shapes", srv_runs_folder(s), number);
}

/* Pages that share the folder take numbers by making a file. */
uint32_t srv_next_run(Server *s) {
    SrvCurves *c = curves_of(s);
    for (uint32_t i = c->last + 1; i < MOST_NUMBER; i++) {
        FILE *f = fopen(note_path(s, i), "wxe");
        if (!f) continue;
        fclose(f);
        return c->last = i;
    }
    return c->last = MOST_NUMBER;
}

static void close_opened(Opened *o) {
    res_close(o->result);
    base_context_free(o->ctx);
    for (size_t i = 0; i < o->blocks.n; i++) {
        base_realloc(o->blocks.at[i].low, 0);
        base_realloc(o->blocks.at[i].high, 0);
    }
    vec_free(&o->blocks);
    vec_free(&o->events);
}

void srv_close_results(Server *s) {
    if (!s->curves) return;
    for (size_t i = 0; i < s->curves->open.n; i++) close_opened(&s->curves->open.at[i]);
    vec_free(&s->curves->open);
    base_realloc(s->curves, 0);
    s->curves = NULL;
}

static Opened *open_run(Server *s, uint32_t run) {
    SrvCurves *c = curves_of(s);
    for (size_t i = 0; i < c->open.n; i++)
        if (c->open.at[i].run == run) return &c->open.at[i];
    if (c->open.n >= MOST_OPEN) {
        close_opened(&c->open.at[0]);
        memmove(c->open.at, c->open.at + 1, --c->open.n * sizeof *c->open.at);
    }
    Opened o = {.run = run, .ctx = base_context_new()};
    o.result = res_open(o.ctx, srv_result_path(s, run));
    if (!o.result) {
        base_context_free(o.ctx);
        srv_refuse(s, SRV_REQUEST_FAILED, "the result of run %u cannot be read", run);
        return NULL;
    }
    vec_push(&c->open, o);
    return &vec_last(&c->open);
}

static Opened *asked_run(Server *s, const BaseJson *params) {
    const BaseJson *run = base_json_get(params, "run");
    if (!run || run->kind != BASE_JSON_NUMBER || run->number < 1 || run->number > MOST_NUMBER) {
        srv_refuse(s, SRV_INVALID_PARAMS, "params.run is the number of a run");
        return NULL;
    }
    return open_run(s, (uint32_t)run->number);
}

ResResult *srv_result_of(Server *s, const BaseJson *params) {
    Opened *o = asked_run(s, params);
    return o ? o->result : NULL;
}

/* {run?, note?} -> {"runs": [...]}: with note, what the page wants to remember of a run is kept; the rest lists them */
void srv_runs(Server *s, const BaseJson *params, Text *out) {
    const BaseJson *run = base_json_get(params, "run");
    const char *note = base_json_string(params, "note");
    bool drop = base_json_get(params, "drop") != NULL;
    if (run && run->kind == BASE_JSON_NUMBER && run->number >= 1 && run->number < MOST_NUMBER && (note || drop)) {
        uint32_t k = (uint32_t)run->number;
        if (note) base_write_file(note_path(s, k), note, strlen(note));
        if (drop) unlink(note_path(s, k)), unlink(srv_result_path(s, k)), unlink(shapes_path(s, k));
    }
    DIR *dir = srv_runs_folder(s) ? opendir(srv_runs_folder(s)) : NULL;
    base_text_add(out, "{\"runs\":[");
    for (struct dirent *e; dir && (e = readdir(dir));) {
        char *end;
        unsigned long k = strtoul(e->d_name, &end, 10);
        if (strcmp(end, ".mat") != 0 || !k) continue;
        Text text = {0};
        base_read_file(note_path(s, (uint32_t)k), MOST_NOTE, &text);
        srv_comma(out);
        base_text_printf(out, "{\"run\":%lu,\"note\":", k);
        base_text_json(out, text.at ? text.at : "", text.n);
        base_text_char(out, '}');
        base_text_free(&text);
    }
    base_text_add(out, "]}");
    if (dir) closedir(dir);
}

void srv_write_shapes(Server *s, uint32_t run, const Text *list) {
    base_write_file(shapes_path(s, run), list->at, list->n);
}

void srv_read_shapes(Server *s, const BaseJson *params, Text *out) {
    const BaseJson *run = base_json_get(params, "run");
    if (run && run->kind == BASE_JSON_NUMBER && run->number >= 1)
        base_read_file(shapes_path(s, (uint32_t)run->number), MOST_SHAPES, out);
}

/* {class, path} -> {run}: a result or a measurement from the folders that are open, beside the runs */
void srv_open_result(Server *s, const BaseJson *params, Text *out) {
    const char *cls = base_json_string(params, "class"), *name = base_json_string(params, "path");
    const char *path = cls && name ? srv_open_file(s, cls, name) : NULL;
    if (!path) {
        srv_refuse(s, SRV_INVALID_PARAMS, "%s is not a file in the folders that are open", name ? name : "params.path");
        return;
    }
    if (!srv_runs_folder(s)) {
        srv_refuse(s, SRV_REQUEST_FAILED, "there is no folder for results: set TMPDIR to one that can be written");
        return;
    }
    uint32_t run = srv_next_run(s);
    if (symlink(path, srv_result_path(s, run)) != 0 || !open_run(s, run)) {
        unlink(srv_result_path(s, run));
        srv_refuse(s, SRV_REQUEST_FAILED, "%s is no result that can be read: CSV, MAT and HDF5 can be", path);
        return;
    }
    base_text_printf(out, "{\"run\":%u}", run);
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

/* {run} -> {rows, start, end, names: [...], units, displayUnits, texts} */
void srv_results(Server *s, const BaseJson *params, Text *out) {
    Opened *o = asked_run(s, params);
    if (!o) return;
    size_t n, rows = res_rows(o->result);
    const char *const *names = res_names(o->result, &n);
    const double *time = res_time(o->result);
    base_text_printf(out, "{\"rows\":%zu,\"start\":", rows);
    base_text_double(out, rows ? time[0] : 0, false);
    base_text_add(out, ",\"end\":");
    base_text_double(out, rows ? time[rows - 1] : 0, false);
    const struct {
        const char *name;
        const char *(*of)(const ResResult *r, const char *name);
    } lists[] = {{"names", NULL}, {"units", res_unit}, {"displayUnits", res_display_unit}, {"texts", res_description}};
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++) {
        base_text_printf(out, ",\"%s\":[", lists[k].name);
        for (size_t i = 0; i < n; i++) {
            if (i) base_text_char(out, ',');
            srv_put_text(out, lists[k].of ? lists[k].of(o->result, names[i]) : names[i]);
        }
        base_text_char(out, ']');
    }
    base_text_char(out, '}');
}

/* ---- thinning ---------------------------------------------------------------------------------------------------- */

static const Blocks *blocks_of(Opened *o, const double *y, size_t rows) {
    for (size_t i = 0; i < o->blocks.n; i++)
        if (o->blocks.at[i].y == y) return &o->blocks.at[i];
    size_t n = (rows + BLOCK - 1) / BLOCK;
    Blocks b = {y, base_realloc(NULL, (n + 1) * sizeof(uint32_t)), base_realloc(NULL, (n + 1) * sizeof(uint32_t))};
    for (size_t k = 0; k < n; k++) {
        size_t from = k * BLOCK, to = from + BLOCK < rows ? from + BLOCK : rows, low = from, high = from;
        for (size_t i = from; i < to; i++) {
            if (y[i] < y[low] || isnan(y[low])) low = i;
            if (y[i] > y[high] || isnan(y[high])) high = i;
        }
        b.low[k] = (uint32_t)low;
        b.high[k] = (uint32_t)high;
    }
    vec_push(&o->blocks, b);
    return &vec_last(&o->blocks);
}

/* Rows of the least and greatest value in [from, to). */
static void extremes(const Blocks *b, size_t from, size_t to, size_t *low, size_t *high) {
    const double *y = b->y;
    *low = *high = from;
    for (size_t i = from; i < to;) {
        bool whole = i % BLOCK == 0 && i + BLOCK <= to;
        size_t l = whole ? b->low[i / BLOCK] : i, h = whole ? b->high[i / BLOCK] : i;
        if (y[l] < y[*low] || isnan(y[*low])) *low = l;
        if (y[h] > y[*high] || isnan(y[*high])) *high = h;
        i += whole ? BLOCK : 1;
    }
}

/* The first row in [from, n) whose time is not before t. */
static size_t row_at(const double *time, size_t from, size_t n, double t) {
    size_t low = from, high = n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (time[middle] < t) low = middle + 1;
        else high = middle;
    }
    return low;
}

typedef VEC(uint32_t) Rows;

/* The rows that are shown, in order. */
static void choose_rows(const Blocks *b, const double *time, size_t rows, double t0, double t1, size_t pixels,
                        Rows *out) {
    enum { FEW = 4 };
    size_t from = row_at(time, 0, rows, t0), end = row_at(time, from, rows, t1);
    if (from) from--; /* so that curves go on to the edges */
    while (end < rows && time[end] <= t1) end++;
    if (end < rows) end++;
    for (size_t p = 0, i = from; p < pixels && i < end; p++) {
        double edge = t0 + (t1 - t0) * (double)(p + 1) / (double)pixels;
        size_t next = p + 1 < pixels ? row_at(time, i, end, edge) : end;
        if (next - i <= FEW) {
            for (; i < next; i++) vec_push(out, (uint32_t)i);
            continue;
        }
        size_t low, high;
        extremes(b, i, next, &low, &high);
        size_t order[] = {i, low < high ? low : high, low < high ? high : low, next - 1};
        for (int k = 0; k < 4; k++)
            if (!k || order[k] > order[k - 1]) vec_push(out, (uint32_t)order[k]);
        i = next;
    }
}

static void put_numbers(Text *out, const char *name, const double *y, const Rows *rows, double *buffer) {
    for (size_t i = 0; i < rows->n; i++) buffer[i] = y[rows->at[i]];
    base_text_printf(out, ",\"%s\":\"", name);
    srv_put_base64(buffer, rows->n * sizeof *buffer, out);
    base_text_char(out, '"');
}

static void put_curve(Opened *o, const char *name, const double *x, double t0, double t1, size_t pixels, Text *out) {
    size_t rows = res_rows(o->result);
    const double *time = res_time(o->result), *y = res_column(o->result, name);
    srv_comma(out);
    base_text_add(out, "{\"name\":");
    srv_put_text(out, name);
    if (!y || !rows) {
        base_text_add(out, ",\"missing\":true}");
        return;
    }
    Rows chosen = {0};
    const Blocks *b = blocks_of(o, y, rows);
    choose_rows(b, time, rows, t0, t1, pixels, &chosen);
    double *buffer = base_realloc(NULL, (chosen.n + 1) * sizeof *buffer);
    put_numbers(out, "t", time, &chosen, buffer);
    put_numbers(out, "y", y, &chosen, buffer);
    if (x) put_numbers(out, "x", x, &chosen, buffer);
    size_t low, high;
    extremes(b, 0, rows, &low, &high);
    base_text_printf(out, ",\"unit\":");
    srv_put_text(out, res_unit(o->result, name));
    base_text_add(out, ",\"displayUnit\":");
    srv_put_text(out, res_display_unit(o->result, name));
    double factor, offset;
    const char *shown = res_display_unit(o->result, name);
    if (*shown && causeway_convert_unit(res_unit(o->result, name), shown, &factor, &offset))
        base_text_printf(out, ",\"factor\":%.17g,\"offset\":%.17g", factor, offset);
    base_text_printf(out, ",\"rows\":%zu,\"min\":%.17g,\"max\":%.17g}", rows, isfinite(y[low]) ? y[low] : 0,
                     isfinite(y[high]) ? y[high] : 0);
    base_realloc(buffer, 0);
    vec_free(&chosen);
}

/* Instants of events: the rows before and behind have one time. */
static void put_events(Opened *o, double t0, double t1, Text *out) {
    enum { MOST_EVENTS = 400 };
    size_t rows = res_rows(o->result), n = 0;
    const double *time = res_time(o->result);
    for (size_t i = 1; i < rows && !o->looked; i++)
        if (time[i] == time[i - 1] && (!o->events.n || vec_last(&o->events) != time[i])) vec_push(&o->events, time[i]);
    o->looked = true;
    base_text_add(out, ",\"events\":[");
    for (size_t i = 0; i < o->events.n; i++) n += o->events.at[i] >= t0 && o->events.at[i] <= t1;
    for (size_t i = 0; i < o->events.n && n <= MOST_EVENTS; i++) {
        if (o->events.at[i] < t0 || o->events.at[i] > t1) continue;
        srv_comma(out);
        base_text_double(out, o->events.at[i], false);
    }
    base_text_printf(out, "],\"eventCount\":%zu", n);
}

static double number_of(const BaseJson *params, const char *name, double otherwise) {
    const BaseJson *x = base_json_get(params, name);
    return x && x->kind == BASE_JSON_NUMBER ? x->number : otherwise;
}

/* {run, names, t0?, t1?, pixels, x?} -> {"curves": [{name, t, y, x?, unit, rows, min, max}]}: numbers as base64 of
 * doubles */
void srv_data(Server *s, const BaseJson *params, Text *out) {
    Opened *o = asked_run(s, params);
    if (!o) return;
    size_t rows = res_rows(o->result), n = 0;
    const double *time = res_time(o->result);
    double first = rows ? time[0] : 0, last = rows ? time[rows - 1] : 0;
    double t0 = number_of(params, "t0", first), t1 = number_of(params, "t1", last);
    double pixels = number_of(params, "pixels", 1000);
    const char *x = base_json_string(params, "x");
    const double *xs = x ? res_column(o->result, x) : NULL;
    const BaseJson *names = base_json_get(params, "names");
    if (!(t1 > t0)) t1 = t0 + 1e-12;
    if (!(pixels >= 1 && pixels <= MOST_PIXELS)) pixels = MOST_PIXELS;
    base_text_printf(out, "{\"start\":%.17g,\"end\":%.17g,\"rows\":%zu,\"curves\":[", first, last, rows);
    for (const BaseJson *i = names && names->kind == BASE_JSON_ARRAY ? names->items : NULL; i && n < MOST_CURVES;
         i = i->next, n++)
        if (i->kind == BASE_JSON_STRING) put_curve(o, i->text, xs, t0, t1, (size_t)pixels, out);
    base_text_char(out, ']');
    put_events(o, t0, t1, out);
    base_text_char(out, '}');
}
