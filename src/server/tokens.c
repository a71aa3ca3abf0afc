/* tokens.c - colours by meaning: semantic tokens of a text, whole, of a range, or what changed since the last time. */
#include "server/server_impl.h"

#include <stdlib.h>

/* clang-format off */
#define TOKEN_TYPES(X)                                                                                                 \
    X(NAMESPACE, "namespace") X(TYPE, "type") X(CLASS, "class") X(ENUM, "enum") X(INTERFACE, "interface")              \
    X(STRUCT, "struct") X(PARAMETER, "parameter") X(VARIABLE, "variable") X(PROPERTY, "property")                      \
    X(MEMBER, "enumMember") X(FUNCTION, "function") X(KEYWORD, "keyword") X(COMMENT, "comment") X(STRING, "string")    \
    X(NUMBER, "number") X(MACRO, "macro") X(DECORATOR, "decorator")
enum {
#define X(name, text) TOKEN_##name,
    TOKEN_TYPES(X)
#undef X
};
/* clang-format on */
enum { DECLARATION = 1, READONLY = 2, MODIFICATION = 4, LIBRARY = 8 };

void srv_put_token_legend(Text *out) {
    base_text_add(out, "{\"tokenTypes\":[");
#define X(name, text) srv_comma(out), srv_put_text(out, text);
    TOKEN_TYPES(X)
#undef X
    base_text_add(out, "],\"tokenModifiers\":[\"declaration\",\"readonly\",\"modification\",\"defaultLibrary\"]}");
}

/* ---- what a name is ---------------------------------------------------------------------------------------------- */

typedef struct {
    uint32_t start, end;
    uint8_t type, modifiers;
} Mark;

typedef struct {
    Server *s;
    VEC(Mark) marks;
} Marks;

static uint8_t class_token(const LibClass *cls) {
    const SynClass *syn = cls->syn;
    if (!syn) return TOKEN_CLASS;
    if (syn->form == SYN_ENUMERATION) return TOKEN_ENUM;
    switch (syn->restriction) {
    case SYN_PACKAGE: return TOKEN_NAMESPACE;
    case SYN_FUNCTION:
    case SYN_OPERATOR_FUNCTION:
    case SYN_OPERATOR: return TOKEN_FUNCTION;
    case SYN_RECORD:
    case SYN_OPERATOR_RECORD: return TOKEN_STRUCT;
    case SYN_CONNECTOR:
    case SYN_EXPANDABLE_CONNECTOR: return TOKEN_INTERFACE;
    case SYN_TYPE: return TOKEN_TYPE;
    default: return TOKEN_CLASS;
    }
}

static void mark_use(void *arg, const SrvUse *use) {
    Marks *m = arg;
    const SrvSymbol *x = &use->symbol;
    Mark k = {.start = use->span.start, .end = use->span.end, .type = TOKEN_VARIABLE};
    switch (x->kind) {
    case SRV_CLASS: k.type = class_token(x->cls); break;
    case SRV_ALIAS: k.type = x->target ? class_token(x->target) : TOKEN_NAMESPACE; break;
    case SRV_LITERAL: k.type = TOKEN_MEMBER; break;
    case SRV_ITERATOR: k.type = TOKEN_PARAMETER; break;
    case SRV_BUILTIN: k.type = srv_is_predefined(srv_name(m->s, x->name)) ? TOKEN_TYPE : TOKEN_MACRO; break;
    case SRV_COMPONENT:
        if (x->element->prefixes & SYN_INPUT && x->cls->syn && x->cls->syn->restriction == SYN_FUNCTION)
            k.type = TOKEN_PARAMETER;
        if (x->element->prefixes & (SYN_PARAMETER | SYN_CONSTANT)) k.type = TOKEN_PROPERTY, k.modifiers |= READONLY;
        break;
    default:
        if (use->role != SRV_MODIFY && !use->annotation) return;
        k.type = TOKEN_DECORATOR;
        break;
    }
    if (x->kind == SRV_BUILTIN) k.modifiers |= LIBRARY;
    if (use->role == SRV_DECLARATION) k.modifiers |= DECLARATION;
    if (use->role == SRV_WRITE) k.modifiers |= MODIFICATION;
    vec_push(&m->marks, k);
}

static int by_start(const void *a, const void *b) {
    const Mark *x = a, *y = b;
    return x->start < y->start ? -1 : x->start > y->start;
}

/* ---- all tokens of a text ---------------------------------------------------------------------------------------- */

typedef struct {
    Server *s;
    const char *text;
    VecU32 *out;
    uint32_t line, at;           /* where the walk through the text is: line, offset of its first byte */
    uint32_t last_line, last_at; /* of the token before */
    uint32_t offset;
} Encoder;

static uint32_t width(const Encoder *e, uint32_t from, uint32_t to) {
    uint32_t n = 0;
    for (uint32_t i = from; i < to; i++) n += srv_units(e->s, (unsigned char)e->text[i]);
    return n;
}

static void to_line_of(Encoder *e, uint32_t offset) {
    for (; e->offset < offset; e->offset++) {
        char c = e->text[e->offset];
        if (c == '\n' || (c == '\r' && e->text[e->offset + 1] != '\n')) e->line++, e->at = e->offset + 1;
    }
}

static void put_piece(Encoder *e, uint32_t from, uint32_t to, uint8_t type, uint8_t modifiers) {
    if (to <= from) return;
    to_line_of(e, from);
    uint32_t column = width(e, e->at, from);
    uint32_t five[5] = {e->line - e->last_line, e->line == e->last_line ? column - e->last_at : column,
                        width(e, from, to), type, modifiers};
    for (int i = 0; i < 5; i++) vec_push(e->out, five[i]);
    e->last_line = e->line;
    e->last_at = column;
}

/* A token of the protocol ends with its line. */
static void put_token(Encoder *e, uint32_t from, uint32_t to, uint8_t type, uint8_t modifiers) {
    for (uint32_t i = from; i < to; i++) {
        if (e->text[i] != '\n' && e->text[i] != '\r') continue;
        put_piece(e, from, i, type, modifiers);
        from = i + 1;
    }
    put_piece(e, from, to, type, modifiers);
}

static void encode(Server *s, const SrvDocument *d, uint32_t from, uint32_t to, VecU32 *out) {
    Marks m = {.s = s};
    SynWords words = {0};
    SrvWalk w = {.from = from, .to = to, .colours = true, .visit = mark_use, .arg = &m};
    Encoder e = {.s = s, .text = base_source(s->ctx->sources, d->source)->text, .out = out};
    if (d->file) srv_walk(s, d->file, &w);
    if (m.marks.n) qsort(m.marks.at, m.marks.n, sizeof *m.marks.at, by_start);
    syn_words(s->ctx, d->source, &words);
    size_t k = 0;
    for (size_t i = 0; i < words.n; i++) {
        const SynWord *x = &words.at[i];
        if (x->end < from || x->start > to) continue;
        while (k < m.marks.n && m.marks.at[k].start < x->start) k++;
        bool known = k < m.marks.n && m.marks.at[k].start == x->start;
        switch (x->kind) {
        case SYN_WORD_NAME:
            if (known) put_token(&e, x->start, x->end, m.marks.at[k].type, m.marks.at[k].modifiers);
            break;
        case SYN_WORD_KEYWORD: put_token(&e, x->start, x->end, TOKEN_KEYWORD, 0); break;
        case SYN_WORD_NUMBER: put_token(&e, x->start, x->end, TOKEN_NUMBER, 0); break;
        case SYN_WORD_STRING: put_token(&e, x->start, x->end, TOKEN_STRING, 0); break;
        case SYN_WORD_COMMENT: put_token(&e, x->start, x->end, TOKEN_COMMENT, 0); break;
        default: break;
        }
    }
    vec_free(&words);
    vec_free(&m.marks);
    base_diag_clear(s->ctx);
}

static void put_numbers(const uint32_t *at, size_t n, Text *out) {
    base_text_char(out, '[');
    for (size_t i = 0; i < n; i++) base_text_printf(out, "%s%u", i ? "," : "", at[i]);
    base_text_char(out, ']');
}

static void put_whole(SrvDocument *d, Text *out) {
    base_text_printf(out, "{\"resultId\":\"%s\",\"data\":", d->token_id);
    put_numbers(d->tokens.at, d->tokens.n, out);
    base_text_char(out, '}');
}

static void new_id(Server *s, SrvDocument *d) {
    d->token_id = base_realloc(d->token_id, 16);
    snprintf(d->token_id, 16, "%u", ++s->next_id);
}

void srv_semantic_tokens(Server *s, const BaseJson *params, Text *out) {
    SrvDocument *d = srv_asked(s, params, NULL);
    if (!d) return;
    vec_clear(&d->tokens);
    if (d->source) encode(s, d, 0, UINT32_MAX, &d->tokens);
    new_id(s, d);
    put_whole(d, out);
}

void srv_semantic_range(Server *s, const BaseJson *params, Text *out) {
    uint32_t from, to;
    VecU32 tokens = {0};
    SrvDocument *d = srv_asked(s, params, NULL);
    const BaseJson *range = base_json_get(params, "range");
    if (!d) return;
    if (!srv_offset(s, d, base_json_get(range, "start"), &from) ||
        !srv_offset(s, d, base_json_get(range, "end"), &to)) {
        srv_refuse(s, SRV_INVALID_PARAMS, "params.range is no range");
        return;
    }
    if (d->source) encode(s, d, from, to, &tokens);
    base_text_add(out, "{\"data\":");
    put_numbers(tokens.at, tokens.n, out);
    base_text_char(out, '}');
    vec_free(&tokens);
}

/* One edit: what is between the common head and the common tail. */
void srv_semantic_delta(Server *s, const BaseJson *params, Text *out) {
    SrvDocument *d = srv_asked(s, params, NULL);
    const char *id = base_json_string(params, "previousResultId");
    VecU32 fresh = {0};
    if (!d) return;
    if (!id || !d->token_id || strcmp(id, d->token_id) != 0) {
        srv_semantic_tokens(s, params, out);
        return;
    }
    if (d->source) encode(s, d, 0, UINT32_MAX, &fresh);
    size_t head = 0, tail = 0, n = d->tokens.n, m = fresh.n;
    while (head < n && head < m && d->tokens.at[head] == fresh.at[head]) head++;
    while (tail < n - head && tail < m - head && d->tokens.at[n - 1 - tail] == fresh.at[m - 1 - tail]) tail++;
    vec_free(&d->tokens);
    memcpy(&d->tokens, &fresh, sizeof fresh);
    new_id(s, d);
    base_text_printf(out, "{\"resultId\":\"%s\",\"edits\":[", d->token_id);
    if (n != m || head < n) {
        base_text_printf(out, "{\"start\":%zu,\"deleteCount\":%zu,\"data\":", head, n - head - tail);
        put_numbers(fresh.at + head, m - head - tail, out);
        base_text_char(out, '}');
    }
    base_text_add(out, "]}");
}
