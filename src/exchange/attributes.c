/* attributes.c - attributes of XML as values. */
#include "exchange/exchange_impl.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void wrong(Context *ctx, const XchNode *n, const char *name, const char *what) {
    base_error(ctx, "XCH0004", xch_attribute_span(n, name), "%s=\"%s\" of <%s> is not %s", name, xch_attribute(n, name),
               n->tag, what);
}

/* A number of XML Schema: no hexadecimal, no names but INF and NaN; blanks around it are allowed. */
static bool number(const char *s, const char **end, double *x) {
    while (*s == ' ') s++;
    if (!strncmp(s, "INF", 3)) return *x = INFINITY, *end = s + 3, true;
    if (!strncmp(s, "-INF", 4)) return *x = -INFINITY, *end = s + 4, true;
    if (!strncmp(s, "NaN", 3)) return *x = NAN, *end = s + 3, true;
    size_t n = strspn(s, "+-0123456789.eE");
    char copy[64];
    if (!n || n >= sizeof copy) return false;
    memcpy(copy, s, n);
    copy[n] = 0;
    char *stop;
    *x = strtod(copy, &stop);
    *end = s + n;
    return *stop == 0;
}

static bool only_blanks(const char *s) { return s[strspn(s, " ")] == 0; }

double xch_real(Context *ctx, const XchNode *n, const char *name, double absent) {
    const char *s = xch_attribute(n, name), *end;
    double x;
    if (!s) return absent;
    if (number(s, &end, &x) && only_blanks(end)) return x;
    wrong(ctx, n, name, "a number");
    return absent;
}

bool xch_reals(Context *ctx, const XchNode *n, const char *name, Arena *arena, uint32_t *count, double **list) {
    const char *s = xch_attribute(n, name);
    VEC(double) found = {0};
    bool ok = true;
    while (ok && s && !only_blanks(s)) {
        double x;
        ok = number(s, &s, &x) && (*s == ' ' || *s == 0);
        if (ok) vec_push(&found, x);
    }
    if (!ok) wrong(ctx, n, name, "a list of numbers");
    *count = ok ? (uint32_t)found.n : 0;
    *list = ok && found.n ? base_copy(arena, found.at, found.n * sizeof *found.at) : NULL;
    vec_free(&found);
    return ok;
}

int64_t xch_integer(Context *ctx, const XchNode *n, const char *name, int64_t absent, int64_t least, int64_t most) {
    const char *s = xch_attribute(n, name);
    if (!s) return absent;
    char *end;
    errno = 0;
    long long x = strtoll(s, &end, 10);
    if (end != s && only_blanks(end) && !errno && x >= least && x <= most) return x;
    wrong(ctx, n, name, least >= 0 ? "a whole number that is allowed here" : "a whole number");
    return absent;
}

bool xch_boolean(Context *ctx, const XchNode *n, const char *name, bool absent) {
    const char *s = xch_attribute(n, name);
    if (!s) return absent;
    if (!strcmp(s, "true") || !strcmp(s, "1")) return true;
    if (!strcmp(s, "false") || !strcmp(s, "0")) return false;
    wrong(ctx, n, name, "true or false");
    return absent;
}

int xch_choice(Context *ctx, const XchNode *n, const char *name, const char *const *words, int count, int absent) {
    const char *s = xch_attribute(n, name);
    if (!s) return absent;
    for (int i = 0; i < count; i++)
        if (!strcmp(words[i], s)) return i;
    Text all = {0};
    base_text_add(&all, "one of ");
    for (int i = 0; i < count; i++) base_text_printf(&all, i ? ", %s" : "%s", words[i]);
    wrong(ctx, n, name, all.at);
    base_text_free(&all);
    return absent;
}

const char *xch_needed(Context *ctx, const XchNode *n, const char *name) {
    const char *s = xch_attribute(n, name);
    if (s) return s;
    base_error(ctx, "XCH0004", xch_attribute_span(n, name), "<%s> has no attribute %s", n->tag, name);
    return "";
}
