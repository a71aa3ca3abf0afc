/* xml.c - a strict reader of XML 1.0, as far as the files of the standards use it.
 *
 * Elements, attributes, text, CDATA, comments, processing instructions, the five entities and numbers of characters.  A
 * document type is refused: nothing that we read has one, and entities of one's own are how small files become large.
 * Texts are UTF-8; ISO 8859-1 and Windows 1252 are turned into it.  Nesting, attributes and size are bounded.
 */
#include "exchange/exchange_impl.h"

#include <string.h>

enum { MOST_DEPTH = 256, MOST_ATTRIBUTES = 256 };
static const size_t most_text = (size_t)1 << 31;

typedef struct {
    Context *ctx;
    Arena *arena;
    SourceId source;
    const char *at, *end, *text;
    bool latin; /* one byte a character: to be turned into UTF-8 */
    bool failed;
    Text buffer;
} Reader;

static bool fail(Reader *r, const char *at, const char *why) {
    uint32_t offset = (uint32_t)(at - r->text), n = (uint32_t)(r->end - r->text);
    if (!r->failed)
        base_error(r->ctx, "XCH0001", (Span){r->source, offset, offset < n ? offset + 1 : n},
                   "this is not well-formed XML: %s", why);
    r->failed = true;
    return false;
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

static void skip_blanks(Reader *r) {
    while (r->at < r->end && is_blank(*r->at)) r->at++;
}

static bool starts(const Reader *r, const char *word) {
    size_t n = strlen(word);
    return (size_t)(r->end - r->at) >= n && !memcmp(r->at, word, n);
}

/* Goes behind the next `word`; false when there is none. */
static bool skip_past(Reader *r, const char *word) {
    size_t n = strlen(word);
    const char *found = memmem(r->at, (size_t)(r->end - r->at), word, n);
    if (!found) return false;
    r->at = found + n;
    return true;
}

/* ---- characters -------------------------------------------------------------------------------------------------- */

static void put_code(Text *t, uint32_t c) {
    if (c < 0x80) base_text_char(t, (char)c);
    else if (c < 0x800) {
        base_text_char(t, (char)(0xc0 | c >> 6));
        base_text_char(t, (char)(0x80 | (c & 63)));
    } else if (c < 0x10000) {
        base_text_char(t, (char)(0xe0 | c >> 12));
        base_text_char(t, (char)(0x80 | (c >> 6 & 63)));
        base_text_char(t, (char)(0x80 | (c & 63)));
    } else {
        base_text_char(t, (char)(0xf0 | c >> 18));
        base_text_char(t, (char)(0x80 | (c >> 12 & 63)));
        base_text_char(t, (char)(0x80 | (c >> 6 & 63)));
        base_text_char(t, (char)(0x80 | (c & 63)));
    }
}

/* Length of the UTF-8 sequence at s, or 0 when it is none. */
static size_t sequence(const unsigned char *s, size_t room) {
    size_t n = s[0] < 0x80 ? 1 : s[0] >= 0xc2 && s[0] < 0xe0 ? 2 : s[0] >= 0xe0 && s[0] < 0xf0 ? 3 : 4;
    if (n == 4 && (s[0] < 0xf0 || s[0] > 0xf4)) return 0;
    if (n > room) return 0;
    for (size_t i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80) return 0;
    if (n == 3 && ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f))) return 0;
    if (n == 4 && ((s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))) return 0;
    return n;
}

static bool is_character(uint32_t c) {
    return c == 9 || c == 10 || c == 13 || (c >= 0x20 && c < 0xd800) || (c >= 0xe000 && c < 0xfffe) ||
           (c >= 0x10000 && c < 0x110000);
}

/* &name; &#10; &#xA; into the buffer. */
static bool entity(Reader *r) {
    static const struct {
        const char *name;
        char c;
    } known[] = {{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (starts(r, known[i].name)) {
            r->at += strlen(known[i].name);
            base_text_char(&r->buffer, known[i].c);
            return true;
        }
    const char *from = r->at;
    if (!starts(r, "&#")) return fail(r, from, "'&' begins no entity that XML knows; '&' itself is written &amp;");
    r->at += 2;
    uint32_t base = 10, c = 0;
    if (r->at < r->end && *r->at == 'x') base = 16, r->at++;
    const char *digits = r->at;
    for (; r->at < r->end && *r->at != ';'; r->at++) {
        char d = *r->at;
        uint32_t digit = d >= '0' && d <= '9'   ? (uint32_t)(d - '0')
                         : d >= 'a' && d <= 'f' ? (uint32_t)(d - 'a' + 10)
                         : d >= 'A' && d <= 'F' ? (uint32_t)(d - 'A' + 10)
                                                : 99;
        if (digit >= base || c > 0x110000) return fail(r, from, "a number of a character is wrong");
        c = c * base + digit;
    }
    if (r->at == digits || r->at >= r->end || !is_character(c))
        return fail(r, from, "a number of a character is wrong");
    r->at++;
    put_code(&r->buffer, c);
    return true;
}

/* One character as it stands. */
static bool character(Reader *r, bool attribute) {
    unsigned char c = (unsigned char)*r->at;
    if (c < 0x20 && !is_blank((char)c)) return fail(r, r->at, "a control character");
    if (c == '\r') { /* ends of lines are one line feed (XML 1.0, 2.11) */
        r->at += r->at + 1 < r->end && r->at[1] == '\n' ? 2 : 1;
        base_text_char(&r->buffer, attribute ? ' ' : '\n');
        return true;
    }
    if (c < 0x80) {
        base_text_char(&r->buffer, attribute && is_blank((char)c) ? ' ' : (char)c);
        r->at++;
        return true;
    }
    if (r->latin) {
        put_code(&r->buffer, c);
        r->at++;
        return true;
    }
    size_t n = sequence((const unsigned char *)r->at, (size_t)(r->end - r->at));
    if (!n) return fail(r, r->at, "a byte that is not UTF-8");
    base_text_addn(&r->buffer, r->at, n);
    r->at += n;
    return true;
}

/* ---- names and attributes ---------------------------------------------------------------------------------------- */

static bool name_start(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':' || (unsigned char)c >= 0x80;
}
static bool name_rest(char c) { return name_start(c) || (c >= '0' && c <= '9') || c == '-' || c == '.'; }

static const char *name(Reader *r) {
    const char *from = r->at;
    if (r->at < r->end && name_start(*r->at))
        while (r->at < r->end && name_rest(*r->at)) r->at++;
    if (r->at == from) {
        fail(r, from, "a name is missing");
        return NULL;
    }
    return base_strndup(r->arena, from, (size_t)(r->at - from));
}

static const char *without_prefix(const char *tag) {
    const char *colon = strrchr(tag, ':');
    return colon ? colon + 1 : tag;
}

static bool attribute(Reader *r, XchAttribute *a) {
    *a = (XchAttribute){.at = (uint32_t)(r->at - r->text), .name = name(r)};
    if (!a->name) return false;
    skip_blanks(r);
    if (r->at >= r->end || *r->at != '=') return fail(r, r->at, "'=' is missing behind the name of an attribute");
    r->at++;
    skip_blanks(r);
    if (r->at >= r->end || (*r->at != '"' && *r->at != '\''))
        return fail(r, r->at, "the value of an attribute stands in quotes");
    char quote = *r->at++;
    r->buffer.n = 0;
    while (r->at < r->end && *r->at != quote) {
        if (*r->at == '<') return fail(r, r->at, "'<' in the value of an attribute is written &lt;");
        if (!(*r->at == '&' ? entity(r) : character(r, true))) return false;
    }
    if (r->at >= r->end) return fail(r, r->end, "the value of an attribute has no end");
    r->at++;
    a->value = base_strndup(r->arena, r->buffer.n ? r->buffer.at : "", r->buffer.n);
    return true;
}

/* All attributes of an element, up to its '>' or '/>'. */
static bool attributes(Reader *r, XchNode *node) {
    VEC(XchAttribute) list = {0};
    bool ok = true;
    for (;;) {
        const char *before = r->at;
        skip_blanks(r);
        if (r->at >= r->end || *r->at == '>' || *r->at == '/') break;
        XchAttribute a;
        if (r->at == before) ok = fail(r, r->at, "a blank is missing in front of an attribute");
        ok = ok && attribute(r, &a);
        for (size_t i = 0; ok && i < list.n; i++)
            if (!strcmp(list.at[i].name, a.name)) ok = fail(r, r->text + a.at, "an attribute is given twice");
        if (ok && list.n >= MOST_ATTRIBUTES) ok = fail(r, r->text + a.at, "an element has too many attributes");
        if (!ok) break;
        vec_push(&list, a);
    }
    node->nattributes = (uint32_t)list.n;
    if (list.n) node->attributes = base_copy(r->arena, list.at, list.n * sizeof *list.at);
    vec_free(&list);
    return ok;
}

/* ---- elements ---------------------------------------------------------------------------------------------------- */

static void hang(XchNode *parent, XchNode *node) {
    node->parent = parent;
    if (!parent) return;
    if (parent->last) parent->last->next = node;
    else parent->first = node;
    parent->last = node;
}

/* Text inside an element; kept only where it is more than blanks. */
static bool content(Reader *r, XchNode *node) {
    r->buffer.n = 0;
    bool blank = true, ok = true;
    const char *from = r->at;
    while (ok && r->at < r->end && *r->at != '<') {
        blank = blank && is_blank(*r->at);
        ok = *r->at == '&' ? entity(r) : character(r, false);
    }
    if (!ok || blank) return ok;
    if (!node) return fail(r, from, "text outside of the root element");
    const char *more = base_strndup(r->arena, r->buffer.at, r->buffer.n);
    node->text = node->text ? base_sprintf(r->arena, "%s%s", node->text, more) : more;
    return true;
}

static bool character_data(Reader *r, XchNode *node) {
    const char *from = r->at + 9;
    r->at = from;
    if (!node || !skip_past(r, "]]>")) return fail(r, from, "CDATA without an end, or outside of the root element");
    const char *more = base_strndup(r->arena, from, (size_t)(r->at - 3 - from));
    node->text = node->text ? base_sprintf(r->arena, "%s%s", node->text, more) : more;
    return true;
}

/* <!-- -->, <? ?>, <![CDATA[ ]]>: *taken. */
static bool aside(Reader *r, XchNode *open, bool *taken) {
    const char *from = r->at;
    *taken = true;
    if (starts(r, "<!--")) {
        r->at += 4;
        return skip_past(r, "-->") || fail(r, from, "a comment has no end");
    }
    if (starts(r, "<?")) return skip_past(r, "?>") || fail(r, from, "a processing instruction has no end");
    if (starts(r, "<![CDATA[")) return character_data(r, open);
    if (starts(r, "<!"))
        return fail(r, from, "a document type is not accepted: these files need none, and it can make them grow");
    *taken = false;
    return true;
}

static bool end_tag(Reader *r, XchNode **open) {
    const char *from = r->at;
    r->at += 2;
    const char *tag = name(r);
    if (!tag) return false;
    skip_blanks(r);
    if (r->at >= r->end || *r->at != '>') return fail(r, r->at, "'>' is missing at the end of an element");
    r->at++;
    if (!*open || strcmp((*open)->tag, tag) != 0) return fail(r, from, "this ends an element that is not open here");
    (*open)->end = (uint32_t)(r->at - r->text);
    *open = (*open)->parent;
    return true;
}

static bool start_tag(Reader *r, XchNode **open, XchNode **root, int *depth) {
    XchNode *node = BASE_NEW(r->arena, XchNode);
    node->source = r->source;
    node->at = (uint32_t)(r->at - r->text);
    if (!*open && *root) return fail(r, r->at, "a second root element");
    r->at++;
    node->tag = name(r);
    if (!node->tag || !attributes(r, node)) return false;
    node->name = without_prefix(node->tag);
    hang(*open, node);
    if (!*root) *root = node;
    bool empty = r->at < r->end && *r->at == '/';
    r->at += empty;
    if (r->at >= r->end || *r->at != '>') return fail(r, r->at, "'>' is missing at the end of a tag");
    r->at++;
    node->end = (uint32_t)(r->at - r->text);
    if (empty) return true;
    if (++*depth > MOST_DEPTH) return fail(r, r->text + node->at, "elements are nested too deeply");
    *open = node;
    return true;
}

static bool document(Reader *r, XchNode **root) {
    XchNode *open = NULL;
    int depth = 0;
    bool ok = true, taken;
    while (ok && r->at < r->end) {
        if (*r->at != '<') ok = content(r, open);
        else if (!aside(r, open, &taken)) ok = false;
        else if (taken) continue;
        else if (starts(r, "</")) ok = end_tag(r, &open), depth--;
        else ok = start_tag(r, &open, root, &depth);
    }
    if (ok && open) return fail(r, r->text + open->at, "this element has no end");
    if (ok && !*root) return fail(r, r->end, "there is no element");
    return ok;
}

/* ---- encoding ---------------------------------------------------------------------------------------------------- */

static bool names_encoding(const char *from, size_t n, const char *word) {
    return strlen(word) == n && !strncasecmp(from, word, n);
}

/* The XML declaration, if there is one. */
static bool declaration(Reader *r) {
    if (starts(r, "\xef\xbb\xbf")) r->at += 3;
    if (starts(r, "\xff\xfe") || starts(r, "\xfe\xff")) return fail(r, r->at, "UTF-16 is not read; write it as UTF-8");
    if (!starts(r, "<?xml") || !is_blank(r->at[5])) return true;
    const char *from = r->at;
    if (!skip_past(r, "?>")) return fail(r, from, "the XML declaration has no end");
    const char *word = memmem(from, (size_t)(r->at - from), "encoding", 8);
    if (!word) return true;
    const char *quote = word + 8;
    while (quote < r->at && *quote != '"' && *quote != '\'') quote++;
    const char *close = quote < r->at ? memchr(quote + 1, *quote, (size_t)(r->at - quote - 1)) : NULL;
    if (!close) return fail(r, word, "the encoding is not given in quotes");
    size_t n = (size_t)(close - quote - 1);
    static const char *const plain[] = {"utf-8", "utf8", "us-ascii", "ascii"};
    static const char *const latin[] = {"iso-8859-1", "latin1", "latin-1", "iso-8859-15", "windows-1252", "cp1252"};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (names_encoding(quote + 1, n, plain[i])) return true;
    for (size_t i = 0; i < sizeof latin / sizeof *latin; i++)
        r->latin = r->latin || names_encoding(quote + 1, n, latin[i]);
    return r->latin || fail(r, quote + 1, "this encoding is not read; write it as UTF-8");
}

XchNode *xch_xml(Context *ctx, Arena *arena, SourceId source) {
    const Source *s = base_source(ctx->sources, source);
    Reader r = {.ctx = ctx, .arena = arena, .source = source, .at = s->text, .text = s->text, .end = s->text + s->n};
    XchNode *root = NULL;
    bool ok = s->n < most_text ? declaration(&r) && document(&r, &root) : fail(&r, r.at, "the file is too large");
    base_text_free(&r.buffer);
    return ok ? root : NULL;
}

/* ---- asking ------------------------------------------------------------------------------------------------------ */

Span xch_span(const XchNode *n) { return (Span){n->source, n->at, n->end}; }

const char *xch_attribute(const XchNode *n, const char *name_) {
    for (uint32_t i = 0; i < n->nattributes; i++)
        if (!strcmp(n->attributes[i].name, name_)) return n->attributes[i].value;
    return NULL;
}

Span xch_attribute_span(const XchNode *n, const char *name_) {
    for (uint32_t i = 0; i < n->nattributes; i++)
        if (!strcmp(n->attributes[i].name, name_))
            return (Span){n->source, n->attributes[i].at, n->attributes[i].at + (uint32_t)strlen(name_)};
    return (Span){n->source, n->at, n->at + 1 + (uint32_t)strlen(n->tag)};
}

const XchNode *xch_child(const XchNode *n, const char *name_) {
    for (const XchNode *c = n ? n->first : NULL; c; c = c->next)
        if (!strcmp(c->name, name_)) return c;
    return NULL;
}
