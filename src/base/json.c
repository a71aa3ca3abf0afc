/* json.c - JSON (RFC 8259) to a tree in an arena. */
#include "base/base.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    Arena *arena;
    const char *at, *end;
    const char *why; /* first error */
    int depth;
} Reader;

enum { DEEPEST = 200 };

static BaseJson *value(Reader *r);

static BaseJson *fail(Reader *r, const char *why) {
    if (!r->why) r->why = why;
    return NULL;
}

static void blanks(Reader *r) {
    while (r->at < r->end && strchr(" \t\r\n", *r->at)) r->at++;
}

static bool accept(Reader *r, char c) {
    blanks(r);
    if (r->at >= r->end || *r->at != c) return false;
    r->at++;
    return true;
}

static void utf8(Text *t, unsigned c) {
    if (c < 0x80) {
        base_text_char(t, (char)c);
    } else if (c < 0x800) {
        base_text_char(t, (char)(0xc0 | c >> 6));
        base_text_char(t, (char)(0x80 | (c & 63)));
    } else {
        if (c >= 0x10000) {
            base_text_char(t, (char)(0xf0 | c >> 18));
            base_text_char(t, (char)(0x80 | (c >> 12 & 63)));
        } else {
            base_text_char(t, (char)(0xe0 | c >> 12));
        }
        base_text_char(t, (char)(0x80 | (c >> 6 & 63)));
        base_text_char(t, (char)(0x80 | (c & 63)));
    }
}

static bool hex4(Reader *r, unsigned *out) {
    *out = 0;
    if (r->end - r->at < 4) return false;
    for (int i = 0; i < 4; i++) {
        char c = *r->at++;
        unsigned d = c >= '0' && c <= '9'   ? (unsigned)(c - '0')
                     : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a' + 10)
                     : c >= 'A' && c <= 'F' ? (unsigned)(c - 'A' + 10)
                                            : 99;
        if (d == 99) return false;
        *out = *out << 4 | d;
    }
    return true;
}

static bool escape(Reader *r, Text *t) {
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    if (r->at >= r->end) return false;
    char c = *r->at++;
    unsigned high, low;
    if (c == 'u') {
        if (!hex4(r, &high)) return false;
        if (high >= 0xd800 && high < 0xdc00 && r->end - r->at >= 6 && r->at[0] == '\\' && r->at[1] == 'u') {
            r->at += 2;
            if (!hex4(r, &low)) return false;
            high = 0x10000 + ((high - 0xd800) << 10) + ((low - 0xdc00) & 0x3ff);
        }
        utf8(t, high ? high : 0xfffd); /* texts end with a zero */
        return true;
    }
    const char *found = c ? strchr(from, c) : NULL;
    if (!found) return false;
    base_text_char(t, to[found - from]);
    return true;
}

/* behind the opening quotation mark; NULL after an error */
static const char *string(Reader *r) {
    Text t = {0};
    bool ok = true;
    while (ok && r->at < r->end && *r->at != '"') {
        char c = *r->at++;
        if (c == '\\') ok = escape(r, &t);
        else if ((unsigned char)c < ' ') ok = false;
        else base_text_char(&t, c);
    }
    ok = ok && r->at < r->end;
    const char *s = ok ? base_strndup(r->arena, base_text_str(&t), t.n) : NULL;
    base_text_free(&t);
    if (!ok) fail(r, "a string is not closed or holds a character it must not hold");
    else r->at++;
    return s;
}

static BaseJson *node(Reader *r, BaseJsonKind kind) {
    BaseJson *j = BASE_NEW(r->arena, BaseJson);
    j->kind = kind;
    return j;
}

static BaseJson *members(Reader *r, bool object) {
    char close = object ? '}' : ']';
    BaseJson *j = node(r, object ? BASE_JSON_OBJECT : BASE_JSON_ARRAY), **tail = &j->items;
    if (accept(r, close)) return j;
    do {
        const char *key = NULL;
        if (object) {
            if (!accept(r, '"')) return fail(r, "a name in quotation marks is expected");
            key = string(r);
            if (!key) return NULL;
            if (!accept(r, ':')) return fail(r, "':' is expected behind a name");
        }
        BaseJson *item = value(r);
        if (!item) return NULL;
        item->key = key;
        *tail = item;
        tail = &item->next;
        j->n++;
    } while (accept(r, ','));
    return accept(r, close) ? j : fail(r, object ? "',' or '}' is expected" : "',' or ']' is expected");
}

static BaseJson *word(Reader *r) {
    static const struct {
        const char *text;
        BaseJsonKind kind;
        double number;
    } words[] = {{"null", BASE_JSON_NULL, 0}, {"true", BASE_JSON_BOOLEAN, 1}, {"false", BASE_JSON_BOOLEAN, 0}};
    for (size_t i = 0; i < 3; i++) {
        size_t n = strlen(words[i].text);
        if ((size_t)(r->end - r->at) < n || memcmp(r->at, words[i].text, n) != 0) continue;
        BaseJson *j = node(r, words[i].kind);
        j->number = words[i].number;
        r->at += n;
        return j;
    }
    char digits[64];
    size_t n = 0;
    while (r->at + n < r->end && n + 1 < sizeof digits && strchr("+-.0123456789eE", r->at[n])) n++;
    memcpy(digits, r->at, n);
    digits[n] = 0;
    char *end;
    BaseJson *j = node(r, BASE_JSON_NUMBER);
    j->number = strtod(digits, &end);
    if (end == digits) return fail(r, "a value is expected");
    r->at += end - digits;
    return j;
}

static BaseJson *value(Reader *r) {
    blanks(r);
    if (r->at >= r->end) return fail(r, "the text ends too early");
    if (r->depth >= DEEPEST) return fail(r, "values are nested too deeply");
    BaseJson *j;
    r->depth++;
    if (accept(r, '{')) {
        j = members(r, true);
    } else if (accept(r, '[')) {
        j = members(r, false);
    } else if (accept(r, '"')) {
        const char *s = string(r);
        j = s ? node(r, BASE_JSON_STRING) : NULL;
        if (j) j->text = s;
    } else {
        j = word(r);
    }
    r->depth--;
    return j;
}

const BaseJson *base_json_read(Arena *a, const char *text, size_t n, size_t *at, const char **why) {
    Reader r = {.arena = a, .at = text, .end = text + n};
    BaseJson *j = value(&r);
    blanks(&r);
    if (j && r.at < r.end) j = fail(&r, "something stands behind the end of the value");
    *at = (size_t)(r.at - text);
    *why = r.why;
    return j;
}

const BaseJson *base_json_get(const BaseJson *object, const char *key) {
    if (!object || object->kind != BASE_JSON_OBJECT) return NULL;
    for (const BaseJson *m = object->items; m; m = m->next)
        if (strcmp(m->key, key) == 0) return m;
    return NULL;
}

const char *base_json_string(const BaseJson *object, const char *key) {
    const BaseJson *m = base_json_get(object, key);
    return m && m->kind == BASE_JSON_STRING ? m->text : NULL;
}
