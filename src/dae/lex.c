/* lex.c - tokens of the text form.
 *
 * The whole text becomes one array of tokens first, because declarations are read twice: names and types
 * in the first round, expressions (which may mention what is declared later) in the second.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "dae/dae_impl.h"

typedef struct {
    Context *ctx;
    const char *text;
    uint32_t at, n;
    SourceId file;
    DaeTokens *out;
    Text word;
} Lexer;

static Span span_of(const Lexer *x, uint32_t start, uint32_t end) { return (Span){x->file, start, end}; }

static void emit(Lexer *x, uint8_t kind, uint32_t start, Name name) {
    vec_push(&x->out->list, ((DaeToken){.kind = kind, .start = start, .end = x->at, .name = name}));
}

static bool word_char(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$'; }

/* One escape after a backslash, as in the language (MLS 3.6, 2.3.3); unknown ones stand for themselves. */
static char escape(char c) {
    switch (c) {
    case 'n': return '\n';
    case 't': return '\t';
    case 'r': return '\r';
    case 'a': return '\a';
    case 'b': return '\b';
    case 'f': return '\f';
    case 'v': return '\v';
    default: return c;
    }
}

/* "..." , '...' (escapes and quotes kept: they belong to the identifier) and `...`. */
static void quoted(Lexer *x, char quote) {
    uint32_t start = x->at++;
    x->word.n = 0;
    if (quote == '\'') base_text_char(&x->word, quote);
    while (x->at < x->n && x->text[x->at] != quote) {
        char c = x->text[x->at++];
        if (c == '\\' && x->at < x->n) {
            char next = x->text[x->at++];
            if (quote == '\'') {
                base_text_char(&x->word, c);
                base_text_char(&x->word, next);
            } else {
                base_text_char(&x->word, escape(next));
            }
        } else {
            base_text_char(&x->word, c);
        }
    }
    if (x->at >= x->n) {
        Diag *d = base_error(x->ctx, "DAE0008", span_of(x, start, start + 1), "the quotation is never closed");
        base_hint(x->ctx, d, "add %c where it should end", quote);
        return;
    }
    x->at++;
    if (quote == '\'') base_text_char(&x->word, quote);
    Name name = base_intern(x->ctx->names, x->word.n ? x->word.at : "", x->word.n);
    emit(x, quote == '"' ? DAE_TOK_STRING : DAE_TOK_QUOTED, start, name);
}

static void number(Lexer *x) {
    uint32_t start = x->at;
    char *end;
    double value = strtod(x->text + start, &end);
    uint32_t stop = (uint32_t)(end - x->text);
    bool real = false;
    for (uint32_t i = start; i < stop; i++) real = real || !isdigit((unsigned char)x->text[i]);
    /* "1.*x" and "1./x" are 1 with an elementwise operator */
    if (real && x->text[stop - 1] == '.' && strchr("*/^+-", x->text[stop]) && stop < x->n && x->text[stop]) {
        stop--;
        real = false;
        for (uint32_t i = start; i < stop; i++) real = real || !isdigit((unsigned char)x->text[i]);
    }
    x->at = stop;
    emit(x, real ? DAE_TOK_REAL : DAE_TOK_INTEGER, start, 0);
    DaeToken *t = &vec_last(&x->out->list);
    t->value = value;
    if (!real) t->integer = strtoll(x->text + start, NULL, 10);
}

/* Signs of several characters, longest first. */
static const char *const signs[] = {":=", "<=", ">=", "<>", "==", ".*", "./", ".^", ".+", ".-"};

static void sign(Lexer *x) {
    uint32_t start = x->at;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (x->n - start >= 2 && !strncmp(x->text + start, signs[i], 2)) {
            x->at += 2;
            emit(x, DAE_TOK_SIGN, start, base_intern(x->ctx->names, signs[i], 2));
            return;
        }
    x->at++;
    if (strchr("()[]{},;:=+-*/^<>.?", x->text[start]) && x->text[start]) {
        emit(x, DAE_TOK_SIGN, start, base_intern(x->ctx->names, x->text + start, 1));
        return;
    }
    base_error(x->ctx, "DAE0006", span_of(x, start, start + 1), "a character that has no meaning here");
}

static void skip_blank(Lexer *x) {
    for (;;) {
        while (x->at < x->n && isspace((unsigned char)x->text[x->at])) x->at++;
        if (x->at + 1 >= x->n || x->text[x->at] != '/') return;
        if (x->text[x->at + 1] == '/') {
            while (x->at < x->n && x->text[x->at] != '\n') x->at++;
        } else if (x->text[x->at + 1] == '*') {
            const char *end = strstr(x->text + x->at + 2, "*/");
            x->at = end ? (uint32_t)(end - x->text) + 2 : x->n;
        } else {
            return;
        }
    }
}

void dae_lex(Context *ctx, SourceId source, DaeTokens *out) {
    const Source *s = base_source(ctx->sources, source);
    Lexer x = {.ctx = ctx, .text = s->text, .n = (uint32_t)s->n, .file = source, .out = out};
    out->file = source;
    for (skip_blank(&x); x.at < x.n; skip_blank(&x)) {
        char c = x.text[x.at];
        uint32_t start = x.at;
        if (c == '"' || c == '\'' || c == '`') {
            quoted(&x, c);
        } else if (isdigit((unsigned char)c)) {
            number(&x);
        } else if (word_char(c)) {
            while (x.at < x.n && word_char(x.text[x.at])) x.at++;
            emit(&x, DAE_TOK_WORD, start, base_intern(ctx->names, x.text + start, x.at - start));
        } else {
            sign(&x);
        }
    }
    emit(&x, DAE_TOK_END, x.at, 0);
    base_text_free(&x.word);
}
