/* clean.c - HTML of a library made safe (MLS 3.6, 18.2.1): known elements and attributes stay, everything else goes.
 *
 * Elements that were left open are closed, so that a text cannot change the page around it.
 */
#include "document/document_impl.h"

#include <ctype.h>
#include <strings.h>

static const char *const kept[] = {
    "a",          "abbr",     "b",     "big",    "blockquote", "br",  "caption", "center", "cite",  "code",
    "col",        "colgroup", "dd",    "del",    "dfn",        "div", "dl",      "dt",     "em",    "figure",
    "figcaption", "font",     "h1",    "h2",     "h3",         "h4",  "h5",      "h6",     "hr",    "i",
    "img",        "ins",      "kbd",   "li",     "nobr",       "ol",  "p",       "pre",    "q",     "s",
    "samp",       "small",    "span",  "strike", "strong",     "sub", "sup",     "table",  "tbody", "td",
    "tfoot",      "th",       "thead", "tr",     "tt",         "u",   "ul",      "var",    NULL};
static const char *const swallowed[] = {"script", "style", "iframe", "object", "embed",
                                        "form",   "svg",   "math",   "title",  NULL};
static const char *const empty[] = {"br", "hr", "img", "col", NULL};
static const char *const attributes[] = {"alt",     "title",       "name",        "id",      "class", "colspan",
                                         "rowspan", "border",      "align",       "valign",  "width", "height",
                                         "start",   "cellspacing", "cellpadding", "bgcolor", "type",  "color",
                                         "size",    "face",        NULL};

static bool is_among(const char *const *words, const char *s, size_t n) {
    for (; *words; words++)
        if (strlen(*words) == n && strncasecmp(*words, s, n) == 0) return true;
    return false;
}

typedef struct {
    const char *at, *end;
    Text *out;
    DocLink *link;
    void *arg;
    VEC(const char *) open; /* names of open elements, from `kept` */
} Cleaner;

static const char *kept_name(const char *s, size_t n) {
    for (size_t i = 0; kept[i]; i++)
        if (strlen(kept[i]) == n && strncasecmp(kept[i], s, n) == 0) return kept[i];
    return NULL;
}

static void close_until(Cleaner *c, size_t depth) {
    while (c->open.n > depth) base_text_printf(c->out, "</%s>", vec_pop(&c->open));
}

/* Text between tags: entities stay, a lone < becomes one. */
static void plain(Cleaner *c, char ch) {
    if (ch == '<') base_text_add(c->out, "&lt;");
    else if (ch == '>') base_text_add(c->out, "&gt;");
    else base_text_char(c->out, ch);
}

/* The references that occur in addresses. */
static char *without_entities(const char *s, size_t n, Text *t) {
    for (size_t i = 0; i < n; i++) {
        if (n - i >= 5 && strncasecmp(s + i, "&amp;", 5) == 0) {
            base_text_char(t, '&');
            i += 4;
        } else if (!iscntrl((unsigned char)s[i])) base_text_char(t, s[i]);
    }
    return (char *)(t->n ? t->at : (base_text_str(t)));
}

static bool harmless_style(const char *s, size_t n) {
    static const char *const bad[] = {"url", "expression", "import", "position", "behavior", "\\", "javascript"};
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
            if (n - i >= strlen(bad[k]) && strncasecmp(s + i, bad[k], strlen(bad[k])) == 0) return false;
    return true;
}

static void put_quoted(Cleaner *c, const char *name, size_t n, const char *value, size_t length) {
    base_text_char(c->out, ' ');
    for (size_t i = 0; i < n; i++) base_text_char(c->out, (char)tolower((unsigned char)name[i]));
    base_text_add(c->out, "=\"");
    for (size_t i = 0; i < length; i++) {
        if (value[i] == '"') base_text_add(c->out, "&quot;");
        else if (value[i] == '<') base_text_add(c->out, "&lt;");
        else base_text_char(c->out, value[i]);
    }
    base_text_char(c->out, '"');
}

static void attribute(Cleaner *c, bool image, const char *name, size_t n, const char *value, size_t length) {
    bool href = n == 4 && strncasecmp(name, "href", 4) == 0, src = n == 3 && strncasecmp(name, "src", 3) == 0;
    if ((href && !image) || (src && image)) {
        Text address = {0}, to = {0};
        without_entities(value, length, &address);
        if (c->link(c->arg, base_text_str(&address), src, &to)) put_quoted(c, name, n, base_text_str(&to), to.n);
        base_text_free(&address);
        base_text_free(&to);
    } else if (n == 5 && strncasecmp(name, "style", 5) == 0) {
        if (harmless_style(value, length)) put_quoted(c, name, n, value, length);
    } else if (is_among(attributes, name, n)) {
        put_quoted(c, name, n, value, length);
    }
}

/* Attributes up to the > of a tag; stops behind it. */
static void read_attributes(Cleaner *c, bool keep, bool image) {
    while (c->at < c->end && *c->at != '>') {
        while (c->at < c->end && (isspace((unsigned char)*c->at) || *c->at == '/')) c->at++;
        const char *name = c->at;
        while (c->at < c->end && !isspace((unsigned char)*c->at) && !strchr("=>/", *c->at)) c->at++;
        size_t n = (size_t)(c->at - name), length = 0;
        const char *value = "";
        const char *look = c->at;
        while (look < c->end && isspace((unsigned char)*look)) look++;
        if (look < c->end && *look == '=') {
            c->at = look + 1;
            while (c->at < c->end && isspace((unsigned char)*c->at)) c->at++;
            char quote = c->at < c->end && (*c->at == '"' || *c->at == '\'') ? *c->at++ : 0;
            value = c->at;
            while (c->at < c->end && (quote ? *c->at != quote : !isspace((unsigned char)*c->at) && *c->at != '>'))
                c->at++;
            length = (size_t)(c->at - value);
            if (quote && c->at < c->end) c->at++;
        } else if (!n && c->at < c->end && *c->at != '>') {
            c->at++; /* a stray character */
            continue;
        }
        if (keep && n) attribute(c, image, name, n, value, length);
    }
    if (c->at < c->end) c->at++;
}

static void closing_tag(Cleaner *c) {
    c->at += 2;
    const char *name = c->at;
    while (c->at < c->end && isalnum((unsigned char)*c->at)) c->at++;
    size_t n = (size_t)(c->at - name), depth = c->open.n;
    while (c->at < c->end && *c->at != '>') c->at++;
    if (c->at < c->end) c->at++;
    while (depth > 0 && !(strlen(c->open.at[depth - 1]) == n && strncasecmp(c->open.at[depth - 1], name, n) == 0))
        depth--;
    if (depth) close_until(c, depth - 1);
}

/* Everything up to the end tag of an element that must not stay. */
static void swallow(Cleaner *c, const char *name, size_t n) {
    read_attributes(c, false, false);
    for (; c->at < c->end; c->at++)
        if (c->at + 2 + n <= c->end && c->at[0] == '<' && c->at[1] == '/' && strncasecmp(c->at + 2, name, n) == 0) {
            while (c->at < c->end && *c->at != '>') c->at++;
            c->at += c->at < c->end;
            return;
        }
}

static void opening_tag(Cleaner *c) {
    const char *name = ++c->at;
    while (c->at < c->end && isalnum((unsigned char)*c->at)) c->at++;
    size_t n = (size_t)(c->at - name);
    if (is_among(swallowed, name, n)) {
        swallow(c, name, n);
        return;
    }
    const char *known = kept_name(name, n);
    if (known) base_text_printf(c->out, "<%s", known);
    read_attributes(c, known != NULL, known && strcmp(known, "img") == 0);
    if (known) base_text_char(c->out, '>');
    if (known && !is_among(empty, known, strlen(known)) && c->open.n < 500) vec_push(&c->open, known);
}

void doc_clean(const char *html, DocLink *link, void *arg, Text *out) {
    Cleaner c = {.at = html, .end = html + strlen(html), .out = out, .link = link, .arg = arg};
    while (c.at < c.end) {
        bool tag = *c.at == '<' && c.at + 1 < c.end;
        if (tag && strncmp(c.at, "<!--", 4) == 0) {
            const char *stop = strstr(c.at, "-->");
            c.at = stop ? stop + 3 : c.end;
        } else if (tag && (c.at[1] == '!' || c.at[1] == '?')) {
            while (c.at < c.end && *c.at != '>') c.at++;
            c.at += c.at < c.end;
        } else if (tag && c.at[1] == '/') closing_tag(&c);
        else if (tag && isalpha((unsigned char)c.at[1])) opening_tag(&c);
        else plain(&c, *c.at++);
    }
    close_until(&c, 0);
    vec_free(&c.open);
}
