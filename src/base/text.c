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

void base_text_string(Text *t, const char *s, size_t n) {
    static const char escapes[128] = {['"'] = '"',  ['\\'] = '\\', ['\n'] = 'n', ['\t'] = 't', ['\r'] = 'r',
                                      ['\a'] = 'a', ['\b'] = 'b',  ['\f'] = 'f', ['\v'] = 'v'};
    base_text_char(t, '"');
    for (size_t i = 0; i < n; i++) {
        char as = (unsigned char)s[i] < sizeof escapes ? escapes[(unsigned char)s[i]] : 0;
        if (as) base_text_char(t, '\\');
        base_text_char(t, as ? as : s[i]);
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

/* Bytes of the UTF-8 character at s, 0 when there is none (or one of the C1 controls, U+0080 to U+009F). */
static size_t character_length(const unsigned char *s, size_t n) {
    size_t length = s[0] < 0x80                   ? 1
                    : s[0] >= 0xC2 && s[0] < 0xE0 ? 2
                    : (s[0] & 0xF0) == 0xE0       ? 3
                    : s[0] >= 0xF0 && s[0] < 0xF5 ? 4
                                                  : 0;
    if (length > n) return 0;
    for (size_t i = 1; i < length; i++)
        if ((s[i] & 0xC0) != 0x80) return 0;
    if (length == 1) return s[0] == '\n' || s[0] == '\t' || (s[0] >= 0x20 && s[0] != 0x7F);
    if (s[0] == 0xC2 && s[1] < 0xA0) return 0;
    if (length == 3) { /* marks of direction and line ends that show a text in another order; halves of characters */
        unsigned code = (s[0] & 0xFu) << 12 | (s[1] & 0x3Fu) << 6 | (s[2] & 0x3Fu);
        bool turns = code == 0x200E || code == 0x200F || (code >= 0x2028 && code <= 0x202E) ||
                     (code >= 0x2066 && code <= 0x2069);
        if (turns || code < 0x800 || (code >= 0xD800 && code < 0xE000)) return 0;
    }
    return length;
}

void base_text_clean(Text *t, size_t from) {
    for (size_t i = from; i < t->n;) {
        size_t length = character_length((const unsigned char *)t->at + i, t->n - i);
        if (!length) t->at[i] = '?';
        i += length ? length : 1;
    }
}

void base_say(FILE *out, const char *fmt, ...) {
    va_list args, again;
    va_start(args, fmt);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, fmt, args);
    va_end(args);
    if (n > 0) {
        Text t = {.at = base_realloc(NULL, (size_t)n + 1), .n = (size_t)n, .cap = (size_t)n + 1};
        vsnprintf(t.at, t.cap, fmt, again);
        base_text_clean(&t, 0);
        fwrite(t.at, 1, t.n, out);
        base_text_free(&t);
    }
    va_end(again);
}

bool base_matches(const char *pattern, const char *text) {
    const char *star = NULL, *kept = NULL; /* the last * and the end of what it stands for */
    while (*text) {
        if (*pattern == '*') {
            star = pattern++;
            kept = text;
        } else if (*pattern == '?' || *pattern == *text) {
            pattern++;
            text++;
        } else if (star) {
            pattern = star + 1;
            text = ++kept;
        } else {
            return false;
        }
    }
    while (*pattern == '*') pattern++;
    return !*pattern;
}
