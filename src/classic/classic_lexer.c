/* classic_lexer.c - text to tokens.
 *
 * A new line separates statements like ';'; "->" or a comma before it continues the statement.  Comments: { ... }, and
 * from '!' or '#' to the end of the line.
 */
#include "classic/classic_impl.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool is_word_char(char c) { return isalnum((unsigned char)c) || c == '_'; }

static size_t skip_comment(const char *s, size_t i, size_t end) {
    if (s[i] == '{') {
        while (i < end && s[i] != '}') i++;
        return i < end ? i + 1 : i;
    }
    while (i < end && s[i] != '\n') i++;
    return i;
}

/* Behind "->": the rest of the line must be blank or comment. */
static size_t skip_continuation(const char *s, size_t i, size_t end, bool *ok) {
    while (i < end && s[i] != '\n') {
        if (s[i] == '{' || s[i] == '!' || s[i] == '#') i = skip_comment(s, i, end);
        else if (isspace((unsigned char)s[i])) i++;
        else {
            *ok = false;
            return i;
        }
    }
    *ok = true;
    return i < end ? i + 1 : i;
}

static const int pairs[] = {CLS_TWO('/', '/'), CLS_TWO(':', ':'), CLS_TWO('.', '.'), CLS_TWO('*', '*'),
                            CLS_TWO('<', '='), CLS_TWO('>', '='), CLS_TWO('<', '>')};

static size_t sign_at(const char *s, size_t i, size_t end, int *sign) {
    if (i + 1 < end)
        for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++)
            if (pairs[k] == CLS_TWO(s[i], s[i + 1])) {
                *sign = pairs[k];
                return i + 2;
            }
    *sign = (unsigned char)s[i];
    return i + 1;
}

/* "1.5E-3"; a '.' that is followed by a word or another '.' is not part of the number. */
static size_t number_end(const char *s, size_t i, size_t end) {
    while (i < end && isdigit((unsigned char)s[i])) i++;
    if (i < end && s[i] == '.' &&
        !(i + 1 < end && (s[i + 1] == '.' || (isalpha((unsigned char)s[i + 1]) && (s[i + 1] | 32) != 'e')))) {
        i++;
        while (i < end && isdigit((unsigned char)s[i])) i++;
    }
    if (i < end && (s[i] | 32) == 'e') {
        size_t k = i + 1;
        if (k < end && (s[k] == '+' || s[k] == '-')) k++;
        if (k < end && isdigit((unsigned char)s[k])) {
            while (k < end && isdigit((unsigned char)s[k])) k++;
            i = k;
        }
    }
    return i;
}

bool cls_lex(Context *ctx, SourceId source, uint32_t from, uint32_t to, ClsTokens *out) {
    const char *s = base_source(ctx->sources, source)->text;
    size_t i = from, end = to;
    bool ok = true;
    while (i < end) {
        ClsToken t = {.span = {source, (uint32_t)i, (uint32_t)i}};
        char c = s[i];
        size_t was = i;
        if (c == '\n' && out->n && vec_last(out).kind == CLS_SIGN && vec_last(out).sign == ',') {
            i++; /* a list goes on in the next line */
            continue;
        } else if (c == '\n' || c == ';') {
            t.kind = CLS_SEPARATOR;
            i++;
        } else if (isspace((unsigned char)c)) {
            i++;
            continue;
        } else if (c == '{' || c == '!' || c == '#') {
            i = skip_comment(s, i, end);
            continue;
        } else if (c == '-' && i + 1 < end && s[i + 1] == '>') {
            bool blank;
            i = skip_continuation(s, i + 2, end, &blank);
            if (blank) continue;
            t.kind = CLS_SIGN;
            t.sign = CLS_TWO('-', '>');
            i = was + 2;
        } else if (isalpha((unsigned char)c) || c == '_') {
            while (i < end && is_word_char(s[i])) i++;
            t.kind = CLS_WORD;
        } else if (isdigit((unsigned char)c)) {
            i = number_end(s, i, end);
            t.kind = CLS_NUMBER;
        } else if (c == '"') {
            for (i++; i < end && s[i] != '"' && s[i] != '\n';) i++;
            if (i < end && s[i] == '"') i++;
            t.kind = CLS_STRING;
        } else if (strchr("+-*/^()[]<>=,.:\\'", c)) {
            i = sign_at(s, i, end, &t.sign);
            t.kind = CLS_SIGN;
        } else {
            t.span.end = (uint32_t)(i + 1);
            Diag *d = base_error(ctx, "CLS0001", t.span, "character '%c' has no meaning in a model", c);
            base_hint(ctx, d, "comments stand in { } or behind !");
            ok = false;
            i++;
            continue;
        }
        t.span.end = (uint32_t)i;
        size_t text = t.kind == CLS_STRING ? was + 1 : was, n = t.kind == CLS_STRING ? i - was - 2 : i - was;
        if (t.kind != CLS_SIGN && t.kind != CLS_SEPARATOR) t.text = base_intern(ctx->names, s + text, n);
        if (t.kind == CLS_NUMBER) t.value = strtod(base_str(ctx->names, t.text), NULL);
        vec_push(out, t);
    }
    ClsToken last = {.kind = CLS_END, .span = {source, (uint32_t)end, (uint32_t)end}};
    vec_push(out, last);
    return ok;
}
