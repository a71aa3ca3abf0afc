/* lexer.c - characters to tokens (MLS 3.6, chapter 2 and appendix A.1).
 *
 * Before: a source of at most 4 GB whose text is followed by a zero byte.
 * After: a vector of tokens that ends with SYN_T_EOF; names are interned; white space and comments
 * are gone (comments are kept aside on request).  What is no token was reported and left out.
 *
 * The loop looks at the class of one byte and goes straight to the scanner for it.  Strings and
 * comments, half of the bytes of a library, are skipped sixteen at a time.
 */
#include "syntax/syntax_impl.h"

#include <ctype.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

typedef struct {
    Context *ctx;
    SourceId source;
    const char *text, *end; /* end points at the zero byte */
    const char *at;
    SynTokens *out;
    bool keep_comments;
    bool first;      /* no token on this line yet */
    bool first_text; /* neither token nor comment on this line yet */
    size_t bad_bytes;
    uint8_t keywords[256];
} Lexer;

enum { BAD_BYTES_LIMIT = 16 }; /* runs of them; a file with more is not text */

static const char *const token_texts[SYN_T_COUNT] = {
    [SYN_T_EOF] = "the end of the file", [SYN_T_IDENT] = "an identifier", [SYN_T_STRING] = "a string",
    [SYN_T_INTEGER] = "a number",        [SYN_T_REAL] = "a number",
#define X(kind, text) [SYN_T_##kind] = text,
    SYN_PUNCTUATION(X) SYN_KEYWORDS(X)
#undef X
};

const char *syn_token_text(SynTokenKind kind) { return token_texts[kind]; }

void syn_tokens_free(SynTokens *t) {
    vec_free(&t->tokens);
    vec_free(&t->comments);
}

Diag *syn_tolerate(Context *ctx, const char *code, const void *place, Span span, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    Diag *d = base_tolerated(ctx, code, place, span, fmt, args);
    va_end(args);
    return d;
}

/* ---- characters -------------------------------------------------------------------------------------------------- */

enum { C_BAD, C_SPACE, C_NEWLINE, C_LETTER, C_DIGIT, C_QUOTE, C_STRING, C_PUNCT, C_SLASH, C_DOT, C_HIGH };

#define LETTERS(from, to) [from... to] = C_LETTER
static const uint8_t classes[256] = {
    [' '] = C_SPACE,   ['\t'] = C_SPACE, ['\r'] = C_SPACE,        ['\n'] = C_NEWLINE,     LETTERS('a', 'z'),
    LETTERS('A', 'Z'), ['_'] = C_LETTER, ['0' ... '9'] = C_DIGIT, ['\''] = C_QUOTE,       ['"'] = C_STRING,
    ['/'] = C_SLASH,   ['.'] = C_DOT,    ['('] = C_PUNCT,         [')'] = C_PUNCT,        ['['] = C_PUNCT,
    [']'] = C_PUNCT,   ['{'] = C_PUNCT,  ['}'] = C_PUNCT,         [','] = C_PUNCT,        [';'] = C_PUNCT,
    [':'] = C_PUNCT,   ['='] = C_PUNCT,  ['+'] = C_PUNCT,         ['-'] = C_PUNCT,        ['*'] = C_PUNCT,
    ['^'] = C_PUNCT,   ['<'] = C_PUNCT,  ['>'] = C_PUNCT,         [128 ... 255] = C_HIGH,
};

static inline unsigned class_of(char c) { return classes[(unsigned char)c]; }
static inline bool is_word(char c) {
    unsigned k = class_of(c);
    return k == C_LETTER || k == C_DIGIT;
}
static inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* ---- keywords ---------------------------------------------------------------------------------------------------- */

/* A perfect hash of the 59 keywords: first, second and last character and length.  The table is
 * made for each file, because C cannot index string literals in a constant; it costs less than a
 * line of text. */
static inline unsigned keyword_slot(const char *s, size_t n) {
    return ((unsigned char)s[0] * 10u + (unsigned char)s[n - 1] * 50u + (unsigned)n * 15u + (unsigned char)s[1]) & 255u;
}

static void make_keywords(uint8_t table[256]) {
    memset(table, SYN_T_IDENT, 256);
    for (unsigned kind = SYN_T_FIRST_KEYWORD; kind < SYN_T_COUNT; kind++) {
        uint8_t *slot = &table[keyword_slot(token_texts[kind], strlen(token_texts[kind]))];
        BASE_ASSERT(*slot == SYN_T_IDENT);
        *slot = (uint8_t)kind;
    }
}

static inline unsigned keyword_of(const uint8_t table[256], const char *s, size_t n) {
    if (n < 2 || n > 13) return SYN_T_IDENT;
    unsigned kind = table[keyword_slot(s, n)];
    if (kind == SYN_T_IDENT) return kind;
    const char *text = token_texts[kind];
    return strncmp(text, s, n) == 0 && text[n] == 0 ? kind : SYN_T_IDENT;
}

/* ---- messages ---------------------------------------------------------------------------------------------------- */

static uint32_t offset(const Lexer *lx, const char *p) { return (uint32_t)(p - lx->text); }

static Span span_of(const Lexer *lx, const char *from, const char *to) {
    return (Span){lx->source, offset(lx, from), offset(lx, to)};
}

#define LEX_ERROR(lx, code, from, to, ...)                                                                             \
    ((lx)->out->errors++, base_error((lx)->ctx, code, span_of(lx, from, to), __VA_ARGS__))

/* Length of the well-formed UTF-8 sequence at p, 0 when it is not well formed (Unicode 15, table
 * 3-7). */
static size_t utf8_length(const char *s, const char *end) {
    const unsigned char *p = (const unsigned char *)s;
    size_t left = (size_t)(end - s), n;
    unsigned low = 0x80, high = 0xBF;
    if (p[0] < 0x80) return 1;
    if (p[0] >= 0xC2 && p[0] <= 0xDF) n = 2;
    else if (p[0] >= 0xE0 && p[0] <= 0xEF) n = 3;
    else if (p[0] >= 0xF0 && p[0] <= 0xF4) n = 4;
    else return 0;
    if (p[0] == 0xE0) low = 0xA0;
    if (p[0] == 0xED) high = 0x9F;
    if (p[0] == 0xF0) low = 0x90;
    if (p[0] == 0xF4) high = 0x8F;
    if (left < n || p[1] < low || p[1] > high) return 0;
    for (size_t i = 2; i < n; i++)
        if ((p[i] & 0xC0) != 0x80) return 0;
    return n;
}

/* Reports the first byte of [from, to) that is not UTF-8 (MLS 3.6, 13.4).  Without --strict the whole text is read
 * again in another encoding: older libraries are stored in that of their authors' machines. */
static void check_utf8(Lexer *lx, const char *from, const char *to, const char *where) {
    if (lx->out->foreign) return;
    for (const char *p = from; p < to;) {
        size_t n = utf8_length(p, to);
        if (n == 0 && !lx->ctx->strict) {
            lx->out->foreign = true;
            return;
        }
        if (n == 0) {
            Diag *d = LEX_ERROR(lx, "SYN0006", p, p + 1, "byte 0x%02X in %s is not UTF-8", (unsigned char)*p, where);
            base_hint(lx->ctx, d,
                      "Modelica files are stored as UTF-8; convert the file, e.g. iconv -f latin1 "
                      "-t utf-8");
            return;
        }
        p += n;
    }
}

/* ---- scanners ---------------------------------------------------------------------------------------------------- */

static inline void push(Lexer *lx, unsigned kind, const char *from, Name name) {
    SynTokens *out = lx->out;
    if (out->tokens.n == out->tokens.cap) vec_reserve(&out->tokens, out->tokens.n + 1);
    out->tokens.at[out->tokens.n++] = (SynToken){
        .start = offset(lx, from), .end = offset(lx, lx->at), .name = name, .kind = (uint8_t)kind, .first = lx->first};
    lx->first = lx->first_text = false;
}

/* Skips to the first a or b, or to the end; *high is set when bytes above 127 were passed, *cr at a
 * carriage return. */
static const char *skip_to(const char *p, const char *end, char a, char b, bool *high, bool *cr) {
#if defined(__SSE2__)
    const __m128i va = _mm_set1_epi8(a), vb = _mm_set1_epi8(b), vr = _mm_set1_epi8('\r');
    __m128i seen = _mm_setzero_si128(), returns = _mm_setzero_si128();
    while (end - p >= 16) {
        __m128i v = _mm_loadu_si128((const __m128i *)(const void *)p);
        if (_mm_movemask_epi8(_mm_or_si128(_mm_cmpeq_epi8(v, va), _mm_cmpeq_epi8(v, vb)))) break;
        seen = _mm_or_si128(seen, v);
        returns = _mm_or_si128(returns, _mm_cmpeq_epi8(v, vr));
        p += 16;
    }
    if (_mm_movemask_epi8(seen)) *high = true;
    if (_mm_movemask_epi8(returns)) *cr = true;
#endif
    for (; p < end && *p != a && *p != b; p++) {
        if ((unsigned char)*p >= 128) *high = true;
        if (*p == '\r') *cr = true;
    }
    return p;
}

static void keep_comment(Lexer *lx, const char *from, const char *to, bool line) {
    if (lx->keep_comments) {
        while (line && to > from && (to[-1] == '\r' || to[-1] == ' ' || to[-1] == '\t')) to--;
        SynComment c = {.start = offset(lx, from),
                        .end = offset(lx, to),
                        .line = line,
                        .first = lx->first_text,
                        .token = (uint32_t)lx->out->tokens.n};
        vec_push(&lx->out->comments, c);
    }
    lx->first_text = false;
}

static void line_comment(Lexer *lx) {
    bool high = false, cr = false;
    const char *from = lx->at;
    lx->at = skip_to(from + 2, lx->end, '\n', '\n', &high, &cr);
    if (high) check_utf8(lx, from, lx->at, "a comment");
    keep_comment(lx, from, lx->at, true);
}

static void delimited_comment(Lexer *lx) {
    bool high = false, cr = false;
    const char *from = lx->at, *p = from + 2;
    for (;;) {
        p = skip_to(p, lx->end, '*', '*', &high, &cr);
        if (p >= lx->end) {
            Diag *d = LEX_ERROR(lx, "SYN0004", from, from + 2, "this comment is not closed: '*/' is missing");
            base_hint(lx->ctx, d, "everything from here to the end of the file is taken as a comment");
            lx->out->cut = true;
            lx->at = lx->end;
            return;
        }
        if (p[1] == '/') break;
        p++;
    }
    lx->at = p + 2;
    if (high) check_utf8(lx, from, lx->at, "a comment");
    keep_comment(lx, from, lx->at, false);
    if (memchr(from, '\n', (size_t)(lx->at - from))) lx->first = true;
}

static bool is_escape(char c) {
    switch (c) {
    case '\'':
    case '"':
    case '?':
    case '\\':
    case 'a':
    case 'b':
    case 'f':
    case 'n':
    case 'r':
    case 't':
    case 'v': return true;
    default: return false;
    }
}

/* A backslash that begins no escape (MLS 3.6, 2.4.6) is taken for itself, as others do. */
static void check_escape(Lexer *lx, const char *p) {
    if (p + 1 >= lx->end || is_escape(p[1])) return;
    Diag *d = p[1] > ' ' && p[1] < 127 ? syn_tolerate(lx->ctx, "SYN0005", lx->text, span_of(lx, p, p + 2),
                                                      "'\\%c' is not an escape sequence", p[1])
                                       : syn_tolerate(lx->ctx, "SYN0005", lx->text, span_of(lx, p, p + 1),
                                                      "a backslash must be followed by one of ' \" ? \\ a b f n r t v");
    base_hint(lx->ctx, d, "a backslash itself is written '\\\\'");
    lx->out->errors += lx->ctx->strict;
}

static void string(Lexer *lx) {
    bool high = false, cr = false, escapes = false;
    const char *from = lx->at, *p = from + 1;
    for (;;) {
        p = skip_to(p, lx->end, '"', '\\', &high, &cr);
        if (p >= lx->end) {
            Diag *d = LEX_ERROR(lx, "SYN0003", from, from + 1, "this string is not closed: '\"' is missing");
            base_hint(lx->ctx, d, "a quote inside a string is written '\\\"'");
            lx->out->cut = true;
            lx->at = lx->end;
            break;
        }
        if (*p == '"') {
            lx->at = p + 1;
            break;
        }
        escapes = true;
        check_escape(lx, p);
        p += p + 1 < lx->end ? 2 : 1;
    }
    if (high) check_utf8(lx, from, lx->at, "a string");
    push(lx, SYN_T_STRING, from, 0);
    vec_last(&lx->out->tokens).escapes = escapes || cr;
}

/* The name of a quoted identifier: \? and \" are the same as ? and " (MLS 3.6, A.1). */
static Name quoted_name(Lexer *lx, const char *from, const char *to) {
    if (!memchr(from, '\\', (size_t)(to - from))) return base_intern(lx->ctx->names, from, (size_t)(to - from));
    Text t = {0};
    for (const char *p = from; p < to; p++) {
        if (*p == '\\' && p + 1 < to) {
            p++;
            if (*p != '?' && *p != '"') base_text_char(&t, '\\');
        }
        base_text_char(&t, *p);
    }
    Name name = base_intern(lx->ctx->names, base_text_str(&t), t.n);
    base_text_free(&t);
    return name;
}

/* Characters at p that a quoted identifier must not hold (MLS 3.6, 2.3.1); where they end.  Letters of other
 * languages are what people mean, and others take them. */
static const char *unusual_characters(Lexer *lx, const char *p) {
    const char *from = p;
    if ((unsigned char)*p >= 128) {
        while (p < lx->end && (unsigned char)*p >= 128) p++;
        check_utf8(lx, from, p, "a quoted identifier");
        if (lx->out->foreign) return p;
        syn_tolerate(lx->ctx, "SYN0008", lx->text, span_of(lx, from, p),
                     "only printable ASCII characters may stand in a quoted identifier");
        lx->out->errors += lx->ctx->strict;
        return p;
    }
    while (p < lx->end && *p != '\n' && *p != '\'' && ((unsigned char)*p < ' ' || *p == 127)) p++;
    Diag *d = LEX_ERROR(lx, "SYN0008", from, p, "only printable ASCII characters may stand in a quoted identifier");
    base_hint(lx->ctx, d, "control characters are written as escapes, e.g. '\\t'");
    return p;
}

static void quoted_identifier(Lexer *lx) {
    const char *from = lx->at, *p = from + 1;
    while (p < lx->end && *p != '\'' && *p != '\n') {
        if (*p == '\\' && p + 1 < lx->end) {
            check_escape(lx, p);
            p += p[1] == '\n' ? 1 : 2;
            continue;
        }
        if ((unsigned char)*p < ' ' || (unsigned char)*p >= 127) p = unusual_characters(lx, p);
        else p++;
    }
    if (p >= lx->end || *p != '\'') {
        LEX_ERROR(lx, "SYN0008", from, from + 1, "this quoted identifier is not closed on its line: \"'\" is missing");
        lx->at = from + 1 + strcspn(from + 1, ";=(,\n"); /* go on where it was meant to end */
        if (lx->at > p) lx->at = p;
    } else {
        lx->at = p + 1;
    }
    push(lx, SYN_T_IDENT, from, quoted_name(lx, from, lx->at));
}

static void word(Lexer *lx) {
    const char *from = lx->at, *p = from + 1;
    while (is_word(*p)) p++;
    lx->at = p;
    size_t n = (size_t)(p - from);
    unsigned kind = keyword_of(lx->keywords, from, n);
    push(lx, kind, from, kind == SYN_T_IDENT ? base_intern(lx->ctx->names, from, n) : 0);
}

/* UNSIGNED-INTEGER or UNSIGNED-REAL; at a digit, or at a dot before a digit. */
static void number(Lexer *lx) {
    const char *from = lx->at, *p = from;
    bool real = false;
    while (is_digit(*p)) p++;
    if (*p == '.') {
        real = true;
        p++;
        while (is_digit(*p)) p++;
    }
    if (*p == 'e' || *p == 'E') {
        const char *q = p + 1;
        if (*q == '+' || *q == '-') q++;
        if (is_digit(*q)) {
            real = true;
            while (is_digit(*q)) q++;
            p = q;
        }
    }
    const char *q = p;
    while (is_word(*q)) q++;
    /* 1e-3then: a number and a keyword (A.1) */
    if (q > p &&
        keyword_of(lx->keywords, p, (size_t)(q - p)) == SYN_T_IDENT) { /* 1abc, 2e+x, 0x1F: one message, one token */
        Diag *d = LEX_ERROR(lx, "SYN0007", from, q, "'%.*s' is neither a number nor a name",
                            (int)(q - from > 60 ? 60 : q - from), from);
        base_hint(lx->ctx, d, "numbers are decimal, such as 12, 1.5 or 1e-3; a name starts with a letter");
        p = q;
    }
    lx->at = p;
    push(lx, real ? SYN_T_REAL : SYN_T_INTEGER, from, 0);
}

static void dot(Lexer *lx) {
    const char *from = lx->at;
    unsigned kind = SYN_T_DOT;
    switch (from[1]) {
    case '+': kind = SYN_T_EADD; break;
    case '-': kind = SYN_T_ESUB; break;
    case '*': kind = SYN_T_EMUL; break;
    case '/': kind = from[2] == '/' || from[2] == '*' ? SYN_T_DOT : SYN_T_EDIV; break;
    case '^': kind = SYN_T_EPOW; break;
    default:
        if (is_digit(from[1])) {
            number(lx);
            return;
        }
    }
    lx->at += kind == SYN_T_DOT ? 1 : 2;
    push(lx, kind, from, 0);
}

static void punctuation(Lexer *lx) {
    static const uint8_t single[128] = {
        ['('] = SYN_T_LPAREN, [')'] = SYN_T_RPAREN, ['['] = SYN_T_LBRACKET, [']'] = SYN_T_RBRACKET,
        ['{'] = SYN_T_LBRACE, ['}'] = SYN_T_RBRACE, [','] = SYN_T_COMMA,    [';'] = SYN_T_SEMICOLON,
        [':'] = SYN_T_COLON,  ['='] = SYN_T_EQUALS, ['+'] = SYN_T_ADD,      ['-'] = SYN_T_SUB,
        ['*'] = SYN_T_MUL,    ['^'] = SYN_T_POW,    ['<'] = SYN_T_LT,       ['>'] = SYN_T_GT,
    };
    const char *from = lx->at;
    unsigned kind = single[(unsigned char)*from & 127], two = 0;
    if (from[1] == '=') {
        if (*from == ':') two = SYN_T_ASSIGN;
        if (*from == '=') two = SYN_T_EQ;
        if (*from == '<') two = SYN_T_LE;
        if (*from == '>') two = SYN_T_GE;
    } else if (*from == '<' && from[1] == '>') {
        two = SYN_T_NE;
    }
    lx->at += two ? 2 : 1;
    push(lx, two ? two : kind, from, 0);
}

/* Goes on as if what was meant stood there, so that one mistake is one message: operators of C, names in other
 * letters. */
static void substitute(Lexer *lx, const char *from) {
    if (*from == '!' && lx->at < lx->end && *lx->at == '=') {
        lx->at++;
        push(lx, SYN_T_NE, from, 0);
    } else if (*from == '!') {
        push(lx, SYN_T_NOT, from, 0);
    } else if (*from == '&' || *from == '|') {
        push(lx, *from == '&' ? SYN_T_AND : SYN_T_OR, from, 0);
    } else if (class_of(*from) == C_HIGH && utf8_length(from, lx->end) > 1) {
        while (lx->at < lx->end && (isalnum((unsigned char)*lx->at) || *lx->at == '_' || class_of(*lx->at) == C_HIGH))
            lx->at++;
        push(lx, SYN_T_IDENT, from, base_intern(lx->ctx->names, from, (size_t)(lx->at - from)));
    }
}

/* A run of bytes that cannot begin a token. */
/* Characters of word processors and of mathematics, and what the language has for them. */
static const char *meant_by(const char *from, size_t n) {
    static const char *const meant[][2] = {
        {"\u2212", "-"},  {"\u2013", "-"},  {"\u2014", "-"},  {"\u2010", "-"},  {"\u201C", "\""}, {"\u201D", "\""},
        {"\u201E", "\""}, {"\u00AB", "\""}, {"\u00BB", "\""}, {"\u2018", "'"},  {"\u2019", "'"},  {"\u00D7", "*"},
        {"\u00B7", "*"},  {"\u22C5", "*"},  {"\u00F7", "/"},  {"\u2264", "<="}, {"\u2265", ">="}, {"\u2260", "<>"},
        {"\u00B2", "^2"}, {"\u00B3", "^3"}, {"\u00A0", " "},  {"\u202F", " "},  {"\u3000", " "},  {"\uFF0C", ","},
        {"\uFF1B", ";"},  {"\uFF1A", ":"},  {"\uFF08", "("},  {"\uFF09", ")"},  {"\uFF1D", "="},
    };
    for (size_t i = 0; i < sizeof meant / sizeof *meant; i++)
        if (strlen(meant[i][0]) == n && !memcmp(meant[i][0], from, n)) return meant[i][1];
    return NULL;
}

/* A byte order mark counts as white space at the beginning (MLS 3.6, 13.4), and behind it for who puts texts together:
 * a license in front of a file that had one. */
static bool byte_order_mark(Lexer *lx) {
    const char *from = lx->at;
    if (lx->end - from < 3 || memcmp(from, "\xEF\xBB\xBF", 3) != 0) return false;
    lx->at += 3;
    if (from == lx->text) return true;
    Diag *d = syn_tolerate(lx->ctx, "SYN0002", lx->text, span_of(lx, from, from + 3),
                           "a byte order mark stands within the text (MLS 13.4)");
    base_hint(lx->ctx, d, "delete the character U+FEFF, which no editor shows, or write the line anew");
    lx->out->errors += lx->ctx->strict;
    return true;
}

static void bad_bytes(Lexer *lx) {
    const char *from = lx->at, *p = from;
    if (byte_order_mark(lx)) return;
    while (p < lx->end && (class_of(*p) == C_BAD || class_of(*p) == C_HIGH)) p++;
    lx->at = p;
    if (++lx->bad_bytes > BAD_BYTES_LIMIT) {
        LEX_ERROR(lx, "SYN0002", from, p, "this does not look like a Modelica text; giving up on the file");
        lx->out->cut = true;
        lx->at = lx->end;
        return;
    }
    Diag *d;
    size_t n = utf8_length(from, lx->end);
    if ((unsigned char)*from < ' ' || (unsigned char)*from == 127)
        d = LEX_ERROR(lx, "SYN0002", from, p, "control character 0x%02X outside a string or comment",
                      (unsigned char)*from);
    else if (n == 0 && !lx->ctx->strict) {
        lx->out->foreign = true;
        return;
    } else if (n == 0) d = LEX_ERROR(lx, "SYN0006", from, p, "byte 0x%02X is not UTF-8", (unsigned char)*from);
    else d = LEX_ERROR(lx, "SYN0002", from, p, "character '%.*s' has no meaning here", (int)n, from);
    substitute(lx, from);
    if (*from == '!') base_hint(lx->ctx, d, "'not equal' is written '<>', negation 'not'");
    else if (*from == '&') base_hint(lx->ctx, d, "the logical operator is written 'and'");
    else if (*from == '|') base_hint(lx->ctx, d, "the logical operator is written 'or'");
    else if (meant_by(from, n)) base_hint(lx->ctx, d, "write '%s', a character of ASCII", meant_by(from, n));
    else if (n > 1) base_hint(lx->ctx, d, "other characters than ASCII may stand only in strings and comments");
}

/* A zero byte stands in no text, but in programs, pictures and UTF-16: one message, and nothing is
 * read. */
static bool is_binary(Context *ctx, SourceId source, const Source *s) {
    const char *zero = s->n ? memchr(s->text, 0, s->n) : NULL;
    if (!zero) return false;
    uint32_t at = (uint32_t)(zero - s->text);
    Diag *d = base_error(ctx, "SYN0002", (Span){source, at, at + 1},
                         "this does not look like a Modelica text: it holds a zero byte");
    base_hint(ctx, d, "Modelica files are stored as UTF-8; convert the file, or name another one");
    return true;
}

void syn_lex(Context *ctx, SourceId source, bool keep_comments, SynTokens *out) {
    const Source *s = base_source(ctx->sources, source);
    BASE_ASSERT(s->n < UINT32_MAX); /* larger ones are not opened */
    bool refused = is_binary(ctx, source, s);
    size_t mark = base_diag_mark(ctx);
    syn_lex_range(ctx, source, 0, refused ? 0 : (uint32_t)s->n, keep_comments, out);
    if (out->foreign) {
        base_diag_rollback(ctx, mark);
        syn_tokens_free(out);
        base_source_recode(ctx->sources, source);
        syn_lex_range(ctx, source, 0, (uint32_t)s->n, keep_comments, out);
    }
    if (base_source_recoded(ctx->sources, source))
        syn_tolerate(ctx, "SYN0006", s, (Span){source, 0, 0},
                     "the file is not stored as UTF-8 (MLS 13.4): it is read as Windows-1252");
    out->cut |= refused;
    out->errors += refused;
}

/* The bytes [from, to) of a source; a token must not reach across `to`. */
void syn_lex_range(Context *ctx, SourceId source, uint32_t from, uint32_t to, bool keep_comments, SynTokens *out) {
    const char *text = base_source(ctx->sources, source)->text;
    Lexer lx = {.ctx = ctx,
                .source = source,
                .text = text,
                .end = text + to,
                .at = text + from,
                .out = out,
                .keep_comments = keep_comments,
                .first = true,
                .first_text = true};
    *out = (SynTokens){0};
    make_keywords(lx.keywords);
    vec_reserve(&out->tokens, (to - from) / 8 + 16);
    while (lx.at < lx.end) {
        switch (class_of(*lx.at)) {
        case C_NEWLINE:
            lx.first = lx.first_text = true;
            lx.at++;
            break;
        case C_SPACE:
            do lx.at++;
            while (*lx.at == ' ');
            break;
        case C_LETTER: word(&lx); break;
        case C_DIGIT: number(&lx); break;
        case C_QUOTE: quoted_identifier(&lx); break;
        case C_STRING: string(&lx); break;
        case C_PUNCT: punctuation(&lx); break;
        case C_DOT: dot(&lx); break;
        case C_SLASH:
            if (lx.at[1] == '/') {
                line_comment(&lx);
            } else if (lx.at[1] == '*') {
                delimited_comment(&lx);
            } else {
                lx.at++;
                push(&lx, SYN_T_DIV, lx.at - 1, 0);
            }
            break;
        default: bad_bytes(&lx); break;
        }
    }
    lx.at = lx.end;
    push(&lx, SYN_T_EOF, lx.end, 0);
}

Name syn_string_value(Context *ctx, const char *text, const SynToken *t) {
    const char *from = text + t->start + 1, *to = text + t->end;
    if (to > from && to[-1] == '"') to--; /* an unclosed string has no closing quote */
    if (!t->escapes) return base_intern(ctx->names, from, (size_t)(to - from));
    static const char values[128] = {['a'] = 7,  ['b'] = 8,     ['f'] = 12,  ['n'] = 10,  ['r'] = 13,   ['t'] = 9,
                                     ['v'] = 11, ['\''] = '\'', ['"'] = '"', ['?'] = '?', ['\\'] = '\\'};
    Text out = {0};
    while (from < to) {
        const char *p = from;
        while (p < to && *p != '\\' && *p != '\r') p++;
        base_text_addn(&out, from, (size_t)(p - from));
        if (p < to && *p == '\r') { /* a line end is one newline, however the file stores it (MLS 3.6, 2.4.4) */
            if (p + 1 == to || p[1] != '\n') base_text_char(&out, '\n');
            p++;
        } else if (p + 1 < to) {
            char value = (unsigned char)p[1] < 128 ? values[(unsigned char)p[1]] : 0;
            if (!value) base_text_char(&out, '\\');
            base_text_char(&out, value ? value : p[1]);
            p += 2;
        } else if (p < to) {
            p++;
        }
        from = p;
    }
    Name name = base_intern(ctx->names, base_text_str(&out), out.n);
    base_text_free(&out);
    return name;
}
