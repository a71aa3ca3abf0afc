/* text.c - building strings, numbers that read back exactly, JSON strings. */
#include "base/base.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Room for n more bytes and the final zero. */
static char *room(Text *t, size_t n) {
    if (t->cap - t->n < n + 1) t->at = base_vec_grow(t->at, &t->cap, t->n + n + 1, 1);
    return t->at + t->n;
}

void base_text_addn(Text *t, const char *s, size_t n) {
    char *to = room(t, n);
    if (n) memcpy(to, s, n);
    to[n] = 0;
    t->n += n;
}

void base_text_add(Text *t, const char *s) { base_text_addn(t, s, strlen(s)); }

void base_text_char(Text *t, char c) { base_text_addn(t, &c, 1); }

void base_text_printf(Text *t, const char *fmt, ...) {
    va_list args;
    char *to = room(t, 80);
    size_t free_bytes = t->cap - t->n;
    va_start(args, fmt);
    int n = vsnprintf(to, free_bytes, fmt, args);
    va_end(args);
    if (n < 0) {
        *to = 0;
        return;
    }
    if ((size_t)n >= free_bytes) {
        to = room(t, (size_t)n);
        va_start(args, fmt);
        vsnprintf(to, (size_t)n + 1, fmt, args);
        va_end(args);
    }
    t->n += (size_t)n;
}

void base_text_double(Text *t, double x, bool real) {
    char buffer[40];
    if (!isfinite(x)) {
        base_text_add(t, isnan(x) ? "nan" : x > 0 ? "inf" : "-inf");
        return;
    }
    if (fabs(x) < 1e15 && x == (double)(int64_t)x && !(x == 0 && signbit(x))) {
        snprintf(buffer, sizeof buffer, real ? "%lld.0" : "%lld", (long long)x);
        base_text_add(t, buffer);
        return;
    }
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(buffer, sizeof buffer, "%.*g", digits, x);
        if (digits == 17 || strtod(buffer, NULL) == x) break;
    }
    base_text_add(t, buffer);
    if (real && !strpbrk(buffer, ".e")) base_text_add(t, ".0");
}

/* Length of the well-formed UTF-8 sequence at p (n bytes left), or 0 (Unicode 15, table 3-7). */
static size_t utf8_length(const unsigned char *p, size_t n) {
    if (p[0] < 0x80) return 1;
    size_t length = p[0] >= 0xF0 ? 4 : p[0] >= 0xE0 ? 3 : 2;
    if (p[0] < 0xC2 || p[0] > 0xF4 || length > n) return 0;
    for (size_t i = 1; i < length; i++)
        if ((p[i] & 0xC0) != 0x80) return 0;
    bool overlong = (p[0] == 0xE0 && p[1] < 0xA0) || (p[0] == 0xF0 && p[1] < 0x90);
    bool outside = (p[0] == 0xED && p[1] > 0x9F) || (p[0] == 0xF4 && p[1] > 0x8F);
    return overlong || outside ? 0 : length;
}

void base_text_json(Text *t, const char *s, size_t n) {
    static const char escapes[32] = {['\b'] = 'b', ['\t'] = 't', ['\n'] = 'n', ['\f'] = 'f', ['\r'] = 'r'};
    base_text_char(t, '"');
    for (size_t i = 0; i < n;) {
        unsigned char c = (unsigned char)s[i];
        size_t length = utf8_length((const unsigned char *)s + i, n - i);
        if (length == 0) {
            base_text_add(t, "\xEF\xBF\xBD");
            length = 1;
        } else if (c < 0x20) {
            if (escapes[c]) base_text_printf(t, "\\%c", escapes[c]);
            else base_text_printf(t, "\\u%04x", c);
        } else {
            if (c == '"' || c == '\\') base_text_char(t, '\\');
            base_text_addn(t, s + i, length);
        }
        i += length;
    }
    base_text_char(t, '"');
}

const char *base_text_str(Text *t) {
    if (!t->at) base_text_addn(t, "", 0);
    return t->at;
}

void base_text_free(Text *t) {
    base_realloc(t->at, 0);
    *t = (Text){0};
}
