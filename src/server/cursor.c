/* cursor.c - where in an unfinished text the cursor stands: the word being typed, the path in front of it, the brackets
 * around it and what they belong to.
 *
 * All of it is told from the words in front of the cursor, because behind them a text that is being typed has no tree
 * yet.  Only names are looked up in the tree.
 */
#include "server/server_impl.h"

#include <ctype.h>

static bool is_sign(const SrvCursor *c, size_t i, const char *sign) {
    const SynWord *w = &c->words.at[i];
    size_t n = strlen(sign);
    return w->kind == SYN_WORD_SIGN && w->end - w->start == n && memcmp(c->text + w->start, sign, n) == 0;
}

bool srv_is_word(const SrvCursor *c, size_t i, const char *word) {
    const SynWord *w = &c->words.at[i];
    size_t n = strlen(word);
    return w->kind == SYN_WORD_KEYWORD && w->end - w->start == n && memcmp(c->text + w->start, word, n) == 0;
}

static bool is_name(const SrvCursor *c, size_t i) { return c->words.at[i].kind == SYN_WORD_NAME; }

/* ---- paths ------------------------------------------------------------------------------------------------------- */

/* The word in front of the brackets that close at word i, or i itself. */
static size_t in_front_of_subscripts(const SrvCursor *c, size_t i) {
    int depth = 0;
    if (!is_sign(c, i, "]")) return i;
    for (size_t k = i + 1; k-- > 0;) {
        depth += is_sign(c, k, "]");
        if (is_sign(c, k, "[") && --depth == 0) return k ? k - 1 : SIZE_MAX;
    }
    return SIZE_MAX;
}

/* The path a.b[1].c that ends with word `last`: its names in order; *first: the word it begins with. */
static void path_before(const SrvCursor *c, size_t last, SrvPath *out, size_t *first) {
    Name names[SRV_LONGEST_PATH];
    uint32_t n = 0;
    out->n = 0;
    *first = last + 1;
    for (size_t i = last;;) {
        size_t name = in_front_of_subscripts(c, i);
        if (name == SIZE_MAX || !is_name(c, name) || n == SRV_LONGEST_PATH) break;
        names[n++] = c->words.at[name].name;
        *first = name;
        if (name < 2 || !is_sign(c, name - 1, ".")) break;
        i = name - 2;
    }
    for (uint32_t i = 0; i < n; i++) out->names[i] = names[n - 1 - i];
    out->n = n;
}

bool srv_path_symbol(Server *s, LibClass *scope, const SrvPath *p, SrvSymbol *out) {
    if (!p->n || !srv_lookup(s, scope, p->names[0], out)) return false;
    for (uint32_t i = 1; i < p->n; i++) {
        LibClass *cls = srv_class_of(s, out);
        if (!cls || !srv_member(s, cls, p->names[i], out)) return false;
    }
    return true;
}

/* ---- the statement around the cursor ----------------------------------------------------------------------------- */

static bool ends_statement(const SrvCursor *c, size_t i) {
    static const char *const words[] = {"equation", "algorithm", "public", "protected", "then", "loop", "else"};
    if (is_sign(c, i, ";")) return true;
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (srv_is_word(c, i, words[k])) return true;
    return false;
}

static bool is_class_word(const SrvCursor *c, size_t i) {
    static const char *const words[] = {"class", "model",   "record",   "block",   "connector",
                                        "type",  "package", "function", "operator"};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (srv_is_word(c, i, words[k])) return true;
    return false;
}

/* Behind `model Name "text"`: where its first element begins; `*base`: behind the '=' of a short class. */
static size_t behind_header(const SrvCursor *c, size_t i, size_t end, bool *short_class) {
    while (i < end && c->words.at[i].kind == SYN_WORD_KEYWORD && !is_class_word(c, i) &&
           !srv_is_word(c, i, "extends") && !srv_is_word(c, i, "import"))
        i++;
    *short_class = false;
    if (i >= end || !is_class_word(c, i)) return SIZE_MAX;
    while (i < end && c->words.at[i].kind == SYN_WORD_KEYWORD) i++;
    if (i < end && is_name(c, i)) i++;
    if (i < end && is_sign(c, i, "=")) {
        *short_class = true;
        return i + 1;
    }
    while (i < end && c->words.at[i].kind == SYN_WORD_STRING) i++;
    return i;
}

/* The path that begins at word i: its names; returns the word behind it. */
static size_t path_from(const SrvCursor *c, size_t i, size_t end, SrvPath *out) {
    out->n = 0;
    if (i < end && is_sign(c, i, ".")) i++;
    while (i < end && is_name(c, i) && out->n < SRV_LONGEST_PATH) {
        out->names[out->n++] = c->words.at[i++].name;
        if (i >= end || !is_sign(c, i, ".")) break;
        i++;
    }
    return i;
}

static void read_statement(SrvCursor *c) {
    size_t begin = c->before, end = c->before;
    int depth = 0;
    while (begin > 0) {
        size_t i = begin - 1;
        depth += is_sign(c, i, ")") || is_sign(c, i, "}");
        depth -= is_sign(c, i, "(") || is_sign(c, i, "{");
        if (depth <= 0 && ends_statement(c, i) && !(depth < 0 && !is_sign(c, i, ";"))) break;
        begin--;
    }
    bool short_class;
    for (size_t next; (next = behind_header(c, begin, end, &short_class)) != SIZE_MAX;) {
        begin = next;
        if (short_class) break;
    }
    c->statement = begin;
    size_t i = begin;
    while (i < end && c->words.at[i].kind == SYN_WORD_COMMENT) i++;
    if (i < end && srv_is_word(c, i, "import")) {
        c->kind = SRV_IN_IMPORT;
    } else if (i < end && srv_is_word(c, i, "extends")) {
        c->kind = SRV_IN_EXTENDS;
        path_from(c, i + 1, end, &c->type);
    } else if (short_class) {
        c->kind = SRV_IN_EXTENDS;
        while (i < end && c->words.at[i].kind == SYN_WORD_KEYWORD) i++;
        path_from(c, i, end, &c->type);
    } else {
        while (i < end && c->words.at[i].kind == SYN_WORD_KEYWORD && !srv_is_word(c, i, "if") &&
               !srv_is_word(c, i, "for") && !srv_is_word(c, i, "when") && !srv_is_word(c, i, "connect") &&
               !srv_is_word(c, i, "annotation"))
            i++;
        size_t behind = path_from(c, i, end, &c->type);
        int open = 0;
        while (behind < end && (is_sign(c, behind, "[") || open)) {
            open += is_sign(c, behind, "[");
            open -= is_sign(c, behind, "]");
            behind++;
        }
        bool declares = c->type.n && behind < end && is_name(c, behind);
        c->kind = declares ? SRV_IN_DECLARATION : SRV_IN_OTHER;
        c->declared = behind;
    }
}

/* ---- brackets around the cursor ---------------------------------------------------------------------------------- */

/* Words of the brackets that are open at the cursor, outermost first, within the statement. */
static void find_brackets(SrvCursor *c) {
    for (size_t i = c->statement; i < c->before; i++) {
        if (is_sign(c, i, "(") || is_sign(c, i, "[") || is_sign(c, i, "{")) vec_push(&c->open, i);
        else if ((is_sign(c, i, ")") || is_sign(c, i, "]") || is_sign(c, i, "}")) && c->open.n) c->open.n--;
    }
}

static LibClass *member_class(Server *s, LibClass *cls, const SrvPath *p, SrvSymbol *last) {
    for (uint32_t i = 0; i < p->n; i++) {
        if (!cls || !srv_member(s, cls, p->names[i], last)) return NULL;
        cls = srv_class_of(s, last);
    }
    return cls;
}

/* What the innermost bracket belongs to: modifiers of a class, arguments of a call, an annotation. */
static void read_brackets(Server *s, SrvCursor *c) {
    SrvSymbol m = {0};
    SrvPath path;
    size_t first;
    bool modifies = false;
    LibClass *target = NULL;
    if (c->kind == SRV_IN_DECLARATION || c->kind == SRV_IN_EXTENDS) {
        if (srv_path_symbol(s, c->scope, &c->type, &m)) target = srv_class_of(s, &m);
        modifies = true;
    }
    bool plain = target == NULL && m.kind == SRV_BUILTIN;
    for (size_t k = 0; k < c->open.n; k++) {
        size_t at = c->open.at[k];
        c->role = SRV_BRACKET;
        if (at && srv_is_word(c, at - 1, "annotation")) c->annotation = at + 1;
        if (c->annotation) {
            c->role = SRV_ANNOTATION;
            continue;
        }
        if (!is_sign(c, at, "(") || at == 0) {
            modifies = false;
            continue;
        }
        path_before(c, at - 1, &path, &first);
        if (modifies && k > 0) { /* a(b(: the element b of what a is */
            bool names = first > 0 && (is_sign(c, first - 1, "(") || is_sign(c, first - 1, ",") ||
                                       c->words.at[first - 1].kind == SYN_WORD_KEYWORD);
            m = (SrvSymbol){0};
            target = names ? member_class(s, target, &path, &m) : NULL;
            plain = names && m.kind == SRV_COMPONENT && srv_is_plain(s, &m);
            modifies = names;
        } else if (modifies && c->kind == SRV_IN_DECLARATION) { /* T a(, or behind a comma */
            modifies = first == c->declared || (first > c->declared && is_sign(c, first - 1, ",")) || path.n == 0;
        }
        if (modifies) {
            c->role = SRV_MODIFIERS;
            c->target = target;
            c->plain = plain;
        } else {
            c->role = path.n ? SRV_ARGUMENTS : SRV_BRACKET;
            c->callee = path;
            c->call = at;
        }
    }
}

bool srv_read_cursor(Server *s, SrvDocument *d, uint32_t offset, SrvCursor *c) {
    memset(c, 0, sizeof *c);
    if (!d->source) return false;
    c->text = base_source(s->ctx->sources, d->source)->text;
    c->offset = c->from = offset;
    syn_words(s->ctx, d->source, &c->words);
    while (c->from && (isalnum((unsigned char)c->text[c->from - 1]) || c->text[c->from - 1] == '_')) c->from--;
    while (c->before < c->words.n && c->words.at[c->before].start < c->from) c->before++;
    if (c->before) {
        const SynWord *w = &c->words.at[c->before - 1];
        bool text = w->kind == SYN_WORD_STRING || w->kind == SYN_WORD_COMMENT;
        bool line = w->kind == SYN_WORD_COMMENT && c->text[w->start + 1] == '/';
        c->quiet = text && (w->end > offset || (line && w->end == offset));
    }
    SynClass *cls = srv_class_at(d->file, c->from);
    c->scope = cls ? lib_of(s->lib, cls) : NULL;
    size_t first = c->before;
    if (c->before >= 2 && is_sign(c, c->before - 1, ".")) path_before(c, c->before - 2, &c->path, &first);
    c->dotted = c->before >= 1 && is_sign(c, c->before - 1, ".") && c->words.at[c->before - 1].end <= c->from;
    read_statement(c);
    find_brackets(c);
    read_brackets(s, c);
    return true;
}

void srv_free_cursor(SrvCursor *c) {
    vec_free(&c->words);
    vec_free(&c->open);
}
