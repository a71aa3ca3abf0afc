/* split.c - a text of commands, one by one.
 *
 * Commands end at ';'.  Class definitions go on to `end NAME`, if, for, while and when to their `end if`, ...  Only
 * words, brackets, strings and comments are told apart here: whether a command is well-formed the parser says.
 */
#include "script/script_impl.h"

#include <ctype.h>
#include <string.h>

typedef struct {
    const char *text;
    size_t n, at;
    size_t start, end; /* of the last token; start == end at the end of the text */
    bool open;         /* a string, quoted name or comment is not closed */
} Scanner;

static bool is_word(int c) { return isalnum(c) || c == '_' || c == '$' || c >= 0x80; }

static bool skip_comment(Scanner *s) {
    if (s->at + 1 >= s->n || s->text[s->at] != '/') return false;
    if (s->text[s->at + 1] == '/') {
        while (s->at < s->n && s->text[s->at] != '\n') s->at++;
        return true;
    }
    if (s->text[s->at + 1] != '*') return false;
    for (s->at += 2; s->at + 1 < s->n; s->at++)
        if (s->text[s->at] == '*' && s->text[s->at + 1] == '/') return s->at += 2, true;
    s->at = s->n;
    return s->open = true;
}

static bool next(Scanner *s) {
    while (s->at < s->n && (isspace((unsigned char)s->text[s->at]) || skip_comment(s)))
        if (s->at < s->n && isspace((unsigned char)s->text[s->at])) s->at++;
    s->start = s->end = s->at;
    if (s->at >= s->n) return false;
    char c = s->text[s->at++];
    if (c == '"' || c == '\'') {
        while (s->at < s->n && s->text[s->at] != c) s->at += s->text[s->at] == '\\' ? 2 : 1;
        if (s->at >= s->n) s->open = true;
        s->at = s->at < s->n ? s->at + 1 : s->n;
    } else if (is_word((unsigned char)c)) {
        while (s->at < s->n && is_word((unsigned char)s->text[s->at])) s->at++;
    } else if (c == ':' && s->at < s->n && s->text[s->at] == '=') {
        s->at++;
    }
    s->end = s->at;
    return true;
}

static bool is(const Scanner *s, const char *word) {
    size_t n = strlen(word);
    return s->end - s->start == n && memcmp(s->text + s->start, word, n) == 0;
}

static bool is_one_of(const Scanner *s, const char *const *words) {
    for (; *words; words++)
        if (is(s, *words)) return true;
    return false;
}

static bool is_name(const Scanner *s) {
    unsigned char c = s->start < s->end ? (unsigned char)s->text[s->start] : 0;
    return isalpha(c) || c == '_' || c == '\'' || c >= 0x80;
}

static int bracket(const Scanner *s) {
    char c = s->start < s->end ? s->text[s->start] : 0;
    return c && strchr("([{", c) ? 1 : c && strchr(")]}", c) ? -1 : 0;
}

/* On to the ';' that no bracket encloses; false at the end of the text, with `open` when a bracket is. */
static bool to_semicolon(Scanner *s) {
    int depth = 0;
    do {
        depth += bracket(s);
        if (depth <= 0 && is(s, ";")) return true;
    } while (next(s));
    if (depth > 0) s->open = true;
    return false;
}

static const char *const kinds[] = {"class", "model",   "record",   "block",    "connector",
                                    "type",  "package", "function", "operator", NULL};
static const char *const prefixes[] = {"partial", "encapsulated", "expandable", "pure",
                                       "impure",  "final",        "within",     NULL};

/* Behind the words in front of a class: is it one?  `function` also begins a partial application, never a command. */
static bool is_class(Scanner *s) {
    while (is_one_of(s, prefixes)) {
        if (is(s, "within")) return true;
        next(s);
    }
    return is_one_of(s, kinds);
}

/* From the kind of a class on: to its end. */
static bool to_class_end(Scanner *s) {
    while (is(s, "within")) {
        if (!to_semicolon(s) || !next(s)) return true;
        while (is_one_of(s, prefixes) && !is(s, "within")) next(s);
    }
    while (is_one_of(s, kinds) || is(s, "extends")) next(s);
    if (!is_name(s)) return to_semicolon(s);
    const char *name = s->text + s->start;
    size_t length = s->end - s->start;
    s->open = !next(s);
    if (s->open || is(s, "=")) return to_semicolon(s);
    do {
        if (!is(s, "end")) continue;
        next(s);
        if (s->end - s->start == length && memcmp(s->text + s->start, name, length) == 0) return to_semicolon(s);
    } while (next(s));
    s->open = true;
    return false;
}

/* From `if`, `for`, `while`, `when` on: to the end of the statement.  Such a word opens another one where a statement
 * may begin; behind ":=" it belongs to an expression. */
static bool to_statement_end(Scanner *s) {
    static const char *const openers[] = {"if", "for", "while", "when", NULL};
    static const char *const before[] = {";", "then", "loop", "else", NULL};
    int depth = 0, brackets = 0;
    bool begins = true, expression = false;
    do {
        brackets += bracket(s);
        if (brackets > 0) continue;
        if (is(s, ":=")) expression = true;
        if (is(s, ";")) expression = false;
        if (is(s, "end")) {
            next(s);
            if (--depth == 0) return to_semicolon(s);
        } else if (begins && !expression && is_one_of(s, openers)) {
            depth++;
        }
        begins = is_one_of(s, before);
    } while (next(s));
    s->open = true;
    return false;
}

/* An `if` that comes to its else before any ';' is an expression. */
static bool is_if_expression(Scanner s) {
    bool otherwise = false;
    int depth = 0;
    if (!is(&s, "if")) return false;
    do {
        depth += bracket(&s);
        if (depth > 0) continue;
        if (is(&s, ";")) return otherwise;
        if (is(&s, ":=") || is(&s, "end")) return false;
        otherwise |= is(&s, "else");
    } while (next(&s));
    return otherwise;
}

/* `Real x`, `parameter Real[3] x`, `A.B x = 3`: two names in a row. */
static bool is_declaration(Scanner s) {
    static const char *const variabilities[] = {"parameter", "constant", "discrete", NULL};
    static const char *const operators[] = {"and", "or", "then", "else", "elseif", "loop", "for", "in", NULL};
    if (is_one_of(&s, variabilities)) return true;
    if (!is_name(&s) || is(&s, "not") || is(&s, "if")) return false;
    while (next(&s) && is(&s, ".")) next(&s);
    if (is(&s, "[")) {
        int depth = 1;
        while (depth > 0 && next(&s)) depth += bracket(&s);
        next(&s);
    }
    return is_name(&s) && !is_one_of(&s, operators);
}

bool scr_split(const char *text, size_t n, size_t *at, ScrCommand *out) {
    static const char *const control[] = {"if", "for", "while", "when", NULL};
    Scanner s = {.text = text, .n = n, .at = *at};
    do {
        if (!next(&s)) return *at = n, false;
    } while (is(&s, ";"));
    size_t start = s.start;
    Scanner ahead = s;
    bool ended;
    out->kind = SCR_STATEMENT;
    out->expression = is_if_expression(s);
    if (is_class(&ahead)) {
        out->kind = SCR_CLASS;
        s = ahead;
        ended = to_class_end(&s);
    } else if (is_one_of(&s, control) && !out->expression) {
        ended = to_statement_end(&s);
    } else {
        if (is_declaration(s)) out->kind = SCR_DECLARATION;
        ended = to_semicolon(&s);
    }
    out->whole = !s.open;
    out->closed = ended;
    out->start = start;
    out->end = ended ? s.start : n;
    *at = ended ? s.end : n;
    return true;
}

bool scr_is_open(const char *text, size_t n) {
    ScrCommand c = {.whole = true};
    for (size_t at = 0; scr_split(text, n, &at, &c);) continue;
    return !c.whole;
}
