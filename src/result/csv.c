/* csv.c - a trajectory as comma-separated values (RFC 4180): names, then a row per point; two rows at an event.
 *
 * Only whole rows are given to the system: a file whose writer was killed ends with one, or with a part of one that has
 * too few fields or no end of line.
 */
#include "result/result_impl.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct {
    ResWriter base;
    FILE *out;
    Text line;
    bool units; /* a second row names them */
} Csv;

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

static const long double powers[] = {1e0L,  1e1L,  1e2L,  1e3L,  1e4L,  1e5L,  1e6L,  1e7L,  1e8L,  1e9L,
                                     1e10L, 1e11L, 1e12L, 1e13L, 1e14L, 1e15L, 1e16L, 1e17L, 1e18L, 1e19L,
                                     1e20L, 1e21L, 1e22L, 1e23L, 1e24L, 1e25L, 1e26L, 1e27L};
enum { LAST_POWER = 27 }; /* all exact in the 64-bit mantissa of a long double */

static long double scaled(long double x, int power) { return power >= 0 ? x * powers[power] : x / powers[-power]; }

static char *whole_digits(char *end, uint64_t x) {
    do *--end = (char)('0' + x % 10);
    while (x /= 10);
    return end;
}

/* n significant digits (n = 15 or 17) of a number with this decimal exponent. */
static void put_digits(Text *t, bool negative, uint64_t digits, int n, int exponent) {
    char d[24], out[48], *o = out;
    for (; digits % 10 == 0; n--) digits /= 10;
    whole_digits(d + n, digits);
    if (negative) *o++ = '-';
    if (exponent >= -4 && exponent < 16) {
        int whole = exponent + 1;
        if (exponent < 0) {
            whole = 0;
            memcpy(o, "0.000", 5);
            o += 1 - exponent;
        }
        for (int i = 0; i < n; i++) {
            if (i == whole && whole) *o++ = '.';
            *o++ = d[i];
        }
        for (int i = n; i < whole; i++) *o++ = '0';
    } else {
        *o++ = d[0];
        if (n > 1) *o++ = '.';
        for (int i = 1; i < n; i++) *o++ = d[i];
        o += sprintf(o, "e%d", exponent);
    }
    base_text_addn(t, out, (size_t)(o - out));
}

/* A decimal text that reads back as x: 15 digits where they do, else 17.  Many times faster than
 * printf, which matters at millions of numbers. */
static void put_number(Text *t, double x) {
    double size = fabs(x);
    if (size < 1e15 && size == (double)(int64_t)size) { /* whole numbers: Booleans, counters, constants */
        char d[24], *from = whole_digits(d + sizeof d, (uint64_t)size);
        if (x < 0) *--from = '-';
        base_text_addn(t, from, (size_t)(d + sizeof d - from));
        return;
    }
    if (!(size >= 1e-9 && size < 1e27)) {
        base_text_double(t, x, false);
        return;
    }
    int exponent, binary;
    frexp(size, &binary);
    exponent = (binary - 1) * 1233 >> 12; /* log10(2) = 1233/4096: right or one too small */
    if (scaled(size, -exponent) >= 10) exponent++;
    uint64_t digits = (uint64_t)(scaled(size, 14 - exponent) + 0.5L);
    long double off = fabsl(scaled((long double)digits, exponent - 14) - (long double)size);
    if (digits < 1000000000000000u && off < ldexpl(0.499L, binary - 53)) { /* within half a unit in the last place */
        put_digits(t, x < 0, digits, 15, exponent);
        return;
    }
    digits = (uint64_t)(scaled(size, 16 - exponent) + 0.5L);
    if (digits >= 100000000000000000u) {
        base_text_double(t, x, false);
        return;
    }
    put_digits(t, x < 0, digits, 17, exponent);
}

/* ---- the sink ---------------------------------------------------------------------------------------------------- */

static void put_quoted(Text *t, const char *s) {
    if (!strpbrk(s, ",\"\n\r")) {
        base_text_add(t, s);
        return;
    }
    base_text_char(t, '"');
    for (; *s; s++) {
        if (*s == '"') base_text_char(t, '"');
        base_text_char(t, *s);
    }
    base_text_char(t, '"');
}

enum { BLOCK = 1 << 17 }; /* characters that are worth to be written */

static bool flush(ResWriter *w) {
    Csv *c = (Csv *)w;
    bool ok = fwrite(c->line.at, 1, c->line.n, c->out) == c->line.n;
    c->line.n = 0;
    return fflush(c->out) == 0 && ok;
}

/* "s,K|degC,m": the unit of each column, and that in which it is shown. */
static void unit_row(Csv *c, const ResSchema *s) {
    Text unit = {0}, shown = {0};
    base_text_char(&c->line, 's');
    for (size_t i = 0; i < s->n; i++) {
        unit.n = shown.n = 0;
        s->word(s->arg, i, RES_UNIT, &unit);
        s->word(s->arg, i, RES_DISPLAY_UNIT, &shown);
        if (unit.n && shown.n) base_text_printf(&unit, "|%s", base_text_str(&shown));
        base_text_char(&c->line, ',');
        if (unit.n) put_quoted(&c->line, base_text_str(&unit));
    }
    base_text_char(&c->line, '\n');
    base_text_free(&unit), base_text_free(&shown);
}

static bool header(ResWriter *w, const ResSchema *s, const double *v) {
    (void)v;
    Csv *c = (Csv *)w;
    Text name = {0};
    base_text_add(&c->line, "time");
    for (size_t i = 0; i < s->n; i++) {
        name.n = 0;
        s->word(s->arg, i, RES_NAME, &name);
        base_text_char(&c->line, ',');
        put_quoted(&c->line, base_text_str(&name));
    }
    base_text_char(&c->line, '\n');
    base_text_free(&name);
    if (c->units) unit_row(c, s);
    return c->line.n < BLOCK || flush(w);
}

static bool row(ResWriter *w, const ResSchema *s, const double *v) {
    Csv *c = (Csv *)w;
    put_number(&c->line, v[0]);
    for (size_t i = 0; i < s->n; i++) {
        base_text_char(&c->line, ',');
        put_number(&c->line, res_value(v, s->signals[i]));
    }
    base_text_char(&c->line, '\n');
    return c->line.n < BLOCK || flush(w);
}

static bool close_file(ResWriter *w) {
    Csv *c = (Csv *)w;
    bool ok = flush(w);
    ok = fclose(c->out) == 0 && ok;
    base_text_free(&c->line);
    base_realloc(c, 0);
    return ok;
}

ResWriter *res_csv_writer(FILE *out) {
    Csv *c = base_realloc(NULL, sizeof *c);
    memset(c, 0, sizeof *c);
    c->base = (ResWriter){header, row, flush, close_file};
    c->out = out;
    _Static_assert(sizeof powers / sizeof *powers == LAST_POWER + 1, "powers of ten");
    return &c->base;
}

ResWriter *res_csv_units_writer(FILE *out) {
    ResWriter *w = res_csv_writer(out);
    ((Csv *)w)->units = true;
    return w;
}

/* ---- reading ----------------------------------------------------------------------------------------------------- */

typedef struct {
    const char *p, *end;
    char separator;
    size_t lines;    /* passed inside of quotes */
    const char *bad; /* what is wrong with a field */
} Fields;

static void quoted(Fields *c, Text *out) {
    for (c->p++; c->p < c->end; c->p++) {
        if (*c->p == '"' && !(c->p + 1 < c->end && c->p[1] == '"')) break;
        if (*c->p == '"') c->p++;
        if (*c->p == '\n') c->lines++;
        base_text_char(out, *c->p);
    }
    if (c->p < c->end) c->p++;
    else c->bad = "a quoted field does not end";
}

/* One field, unquoted, into out; true when the record ends behind it. */
static bool field(Fields *c, Text *out) {
    base_text_char(out, 0); /* nothing of the field before is left */
    out->n = 0;
    out->at[0] = 0;
    bool in_quotes = c->p < c->end && *c->p == '"';
    if (in_quotes) quoted(c, out);
    size_t inside = out->n;
    while (c->p < c->end && *c->p != c->separator && *c->p != '\n') base_text_char(out, *c->p++);
    if (out->n > inside && out->at[out->n - 1] == '\r' && (c->p >= c->end || *c->p == '\n')) out->at[--out->n] = 0;
    if (in_quotes && out->n > inside) c->bad = "characters stand behind the end of a quoted field:";
    if (strlen(out->at) != out->n) c->bad = "a field holds a zero byte:";
    bool last = c->p >= c->end || *c->p == '\n';
    if (c->p < c->end) c->p++;
    return last;
}

static bool number(const char *s, double *x) {
    while (*s == ' ') s++;
    if (strcasecmp(s, "true") == 0) return *x = 1, true;
    if (strcasecmp(s, "false") == 0) return *x = 0, true;
    char *end;
    double value = strtod(s, &end);
    bool decimal = !memchr(s, 'x', (size_t)(end - s)) && !memchr(s, 'X', (size_t)(end - s));
    while (*end == ' ') end++;
    if (end == s || *end || !decimal) return false;
    *x = value;
    return true;
}

static char guess_separator(const char *p, const char *end) {
    bool quoted = false;
    for (; p < end && *p != '\n'; p++) {
        if (*p == '"') quoted = !quoted;
        if (!quoted && (*p == ',' || *p == ';' || *p == '\t')) return *p;
    }
    return ',';
}

static bool bad_line(ResResult *r, const char *path, size_t line, size_t column, const char *what, const char *text) {
    Text why = {0};
    base_text_printf(&why, "line %zu", line);
    if (column) base_text_printf(&why, ", column %zu", column);
    base_text_printf(&why, ": %s%s%s%s", what, *text ? " '" : "", text, *text ? "'" : "");
    base_text_clean(&why, 0);
    bool bad = res_bad_file(r, path, base_text_str(&why));
    base_text_free(&why);
    return bad;
}

/* Which of two columns of one name is meant nobody knows. */
static bool names_differ(ResResult *r, const char *path) {
    Map seen = {0};
    uint64_t other;
    bool ok = true;
    for (size_t i = 0; ok && i < r->n; i++) {
        const char *name = r->names[i];
        uint64_t hash = base_hash(name, strlen(name), 0);
        if (!*name) continue;
        if (base_map_get(&seen, hash, &other) && strcmp(r->names[other], name) == 0) {
            Text where = {0};
            base_text_printf(&where, "the name of column %zu, too, is", (size_t)other + 1);
            ok = bad_line(r, path, 1, i + 1, where.at, name);
            base_text_free(&where);
        }
        base_map_put(&seen, hash, i);
    }
    base_map_free(&seen);
    return ok;
}

static void csv_header(ResResult *r, Fields *c, Text *text) {
    VecStr names = {0};
    bool last = false;
    while (!last) {
        last = field(c, text);
        const char *s = base_text_str(text);
        while (*s == ' ') s++;
        vec_push(&names, base_strdup(&r->arena, s));
    }
    r->n = names.n;
    r->names = base_copy(&r->arena, names.at, names.n * sizeof *names.at);
    r->units = BASE_ARRAY(&r->arena, const char *, r->n);
    r->descriptions = BASE_ARRAY(&r->arena, const char *, r->n);
    r->display_units = BASE_ARRAY(&r->arena, const char *, r->n);
    for (size_t i = 0; i < r->n; i++) r->units[i] = r->display_units[i] = r->descriptions[i] = "";
    vec_free(&names);
}

/* A second line without numbers says in which units the columns are: "s,V,A", or "[s],[V],[A]", and behind a
 * bar in which they are shown: "K|degC". */
static bool unit_line(ResResult *r, Fields *c, Text *text) {
    Fields look = *c;
    size_t got = 0;
    bool last = false, any = false;
    double x;
    while (!last) {
        last = field(&look, text);
        const char *s = base_text_str(text);
        if (number(s, &x) || got >= r->n || look.bad) return false;
        s += strspn(s, " [");
        size_t n = strcspn(s, "]"), bar = strcspn(s, "|]");
        any |= n > 0;
        if (bar < n) r->display_units[got] = base_strndup(&r->arena, s + bar + 1, n - bar - 1);
        r->units[got++] = base_strndup(&r->arena, s, bar);
    }
    if (!any || got != r->n || (!*r->units[0] && r->n > 1)) {
        for (size_t i = 0; i < r->n; i++) r->units[i] = r->display_units[i] = "";
        return false;
    }
    *c = look;
    return true;
}

typedef VEC(double) Values;

/* The file ends in the middle of a line: its writer was killed. */
static bool at_cut_end(const ResResult *r, const Fields *c) {
    return c->p >= c->end && r->size && r->map[r->size - 1] != '\n';
}

/* One line of numbers; a field that is empty is not known. */
static bool csv_row(ResResult *r, const char *path, Fields *c, Text *text, size_t line, Values *values) {
    size_t got = 0;
    bool last = false;
    while (!last) {
        last = field(c, text);
        if (last && got == 0 && text->n == 0) return true; /* an empty line */
        if (c->bad) return bad_line(r, path, line, got + 1, c->bad, base_text_str(text));
        double x = NAN;
        bool cut = at_cut_end(r, c) && !base_text_str(text)[strspn(base_text_str(text), "0123456789.eE+-")];
        bool known = number(base_text_str(text), &x);
        if (!known && text->n && !cut)
            return bad_line(r, path, line, got + 1, "a field is not a number:", base_text_str(text));
        if (!known && cut && last) break;
        if (got++ < r->n) vec_push(values, x);
    }
    if (got < r->n && at_cut_end(r, c)) {
        values->n -= got;
        r->cut_line = line;
        return true;
    }
    if (got != r->n) return bad_line(r, path, line, 0, "it has another number of fields than the first line", "");
    r->rows++;
    vec_push(&r->lines, (uint32_t)line);
    return true;
}

bool res_read_csv(ResResult *r, const char *path) {
    Fields c = {.p = r->map, .end = r->map + r->size, .separator = ','};
    if (r->size >= 3 && memcmp(c.p, "\xEF\xBB\xBF", 3) == 0) c.p += 3;
    c.separator = guess_separator(c.p, c.end);
    Text text = {0};
    csv_header(r, &c, &text);
    Values values = {0};
    bool ok = c.bad ? bad_line(r, path, 1, 0, c.bad, base_text_str(&text)) : names_differ(r, path);
    size_t line = ok && c.p < c.end && unit_line(r, &c, &text) ? 2 : 1;
    while (ok && c.p < c.end) {
        ok = csv_row(r, path, &c, &text, ++line + c.lines, &values);
    }
    r->columns = BASE_ARRAY(&r->arena, double *, r->n);
    for (size_t k = 0; ok && k < r->n; k++) {
        r->columns[k] = base_realloc(NULL, (r->rows + 1) * sizeof(double));
        for (size_t i = 0; i < r->rows; i++) r->columns[k][i] = values.at[i * r->n + k];
    }
    vec_free(&values);
    base_text_free(&text);
    return ok;
}

bool res_repair_csv(ResResult *r, int fd, uint64_t *dropped) {
    size_t end = r->size;
    while (end && r->map[end - 1] != '\n') end--;
    *dropped = r->size - end;
    return !*dropped || ftruncate(fd, (off_t)end) == 0;
}
