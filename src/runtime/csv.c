/* csv.c - a trajectory as comma-separated values (RFC 4180): names, then a row per point; two rows
 * at an event. */
#include "runtime/runtime_impl.h"

typedef struct {
    RtSink base;
    FILE *out;
    Text line;
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

static bool flush(Csv *c) {
    bool ok = fwrite(c->line.at, 1, c->line.n, c->out) == c->line.n;
    c->line.n = 0;
    return ok;
}

static bool header(RtSink *s, Runtime *rt) {
    Csv *c = (Csv *)s;
    Text name = {0};
    base_text_add(&c->line, "time");
    bool ok = true;
    for (size_t i = 0; i < rt->columns.n; i++) {
        name.n = 0;
        rt_column_name(rt, &rt->columns.at[i], &name);
        base_text_char(&c->line, ',');
        put_quoted(&c->line, base_text_str(&name));
        if (c->line.n > 1 << 16) ok = flush(c) && ok;
    }
    base_text_char(&c->line, '\n');
    base_text_free(&name);
    return flush(c) && ok;
}

static bool row(RtSink *s, Runtime *rt) {
    Csv *c = (Csv *)s;
    const double *v = rt->env.v;
    bool ok = true;
    put_number(&c->line, v[0]);
    for (size_t i = 0; i < rt->columns.n; i++) {
        base_text_char(&c->line, ',');
        put_number(&c->line, rt_source_value(v, rt->columns.at[i].from));
        if (c->line.n > 1 << 16) ok = flush(c) && ok;
    }
    base_text_char(&c->line, '\n');
    return flush(c) && ok;
}

static bool close_file(RtSink *s, Runtime *rt) {
    (void)rt;
    Csv *c = (Csv *)s;
    bool ok = fclose(c->out) == 0;
    base_text_free(&c->line);
    base_realloc(c, 0);
    return ok;
}

RtSink *rt_csv_sink(FILE *out) {
    Csv *c = base_realloc(NULL, sizeof *c);
    memset(c, 0, sizeof *c);
    c->base = (RtSink){header, row, close_file};
    c->out = out;
    _Static_assert(sizeof powers / sizeof *powers == LAST_POWER + 1, "powers of ten");
    return &c->base;
}
