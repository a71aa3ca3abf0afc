/* format.c - text to text: the layout of a file, and nothing but the layout.
 *
 * The parser marks which tokens begin a line and how far in (SynMark); between them, the line
 * breaks of the author are kept and indented by brackets; spaces follow a table.  Comments, strings
 * and tokens are copied, never made, and the result is split into tokens again to prove it: a text
 * that would change in anything else is not written.
 *
 * Formatting a formatted text changes nothing: every decision depends on tokens and line breaks
 * only, and the output has the line breaks that were decided on.
 */
#include "syntax/syntax_impl.h"

enum { STEP = 2 };

typedef struct {
    int content, close; /* indentation of lines inside the bracket, and of one that begins with its end */
} Bracket;

typedef struct {
    const char *text;
    const SynToken *tokens;
    const SynMark *marks;
    Text *out;
    VEC(Bracket) brackets;
    int line_indent;   /* of the line being written */
    int item_indent;   /* of continuation lines of the item being written */
    size_t annotation; /* brackets open outside the annotation being written + 1; 0: not in one */
    uint32_t last_end; /* end of what was written last, in the source */
    bool after_line_comment;
    bool after_comment;
    bool empty; /* nothing written yet */
} Formatter;

/* ---- lines ------------------------------------------------------------------------------------------------------- */

static size_t line_breaks(const Formatter *f, uint32_t from, uint32_t to) {
    size_t n = 0;
    for (uint32_t i = from; i < to; i++) n += f->text[i] == '\n';
    return n;
}

static void new_line(Formatter *f, int indent, bool blank) {
    if (!f->empty) base_text_add(f->out, blank ? "\n\n" : "\n");
    for (int i = 0; i < indent; i++) base_text_char(f->out, ' ');
    f->line_indent = indent;
}

static bool closes(unsigned kind) { return kind == SYN_T_RPAREN || kind == SYN_T_RBRACKET || kind == SYN_T_RBRACE; }
static bool opens(unsigned kind) { return kind == SYN_T_LPAREN || kind == SYN_T_LBRACKET || kind == SYN_T_LBRACE; }

/* Indentation of a line that begins with a token inside an item. */
static int continuation(const Formatter *f, unsigned kind) {
    if (f->brackets.n == 0) return f->item_indent;
    return closes(kind) ? vec_last(&f->brackets).close : vec_last(&f->brackets).content;
}

/* ---- spaces ------------------------------------------------------------------------------------------------------ */

/* The operators of sums are signs when no operand stands before them. */
static bool is_sign(const SynToken *t) {
    if (t->kind != SYN_T_ADD && t->kind != SYN_T_SUB && t->kind != SYN_T_EADD && t->kind != SYN_T_ESUB) return false;
    switch (t[-1].kind) { /* no file begins with a sign */
    case SYN_T_IDENT:
    case SYN_T_STRING:
    case SYN_T_INTEGER:
    case SYN_T_REAL:
    case SYN_T_RPAREN:
    case SYN_T_RBRACKET:
    case SYN_T_RBRACE:
    case SYN_T_TRUE:
    case SYN_T_FALSE:
    case SYN_T_END: return false;
    default: return true;
    }
}

/* `.*` of an import clause, not the operator */
static bool ends_import(const SynToken *t) {
    return t->kind == SYN_T_EMUL &&
           (t[1].kind == SYN_T_SEMICOLON || t[1].kind == SYN_T_STRING || t[1].kind == SYN_T_ANNOTATION);
}

/* true when an operator has blanks around it */
static bool is_wide(const Formatter *f, const SynToken *t) {
    switch (t->kind) {
    case SYN_T_EQUALS: return !f->annotation;
    case SYN_T_ADD:
    case SYN_T_SUB:
    case SYN_T_EADD:
    case SYN_T_ESUB:
    case SYN_T_EDIV:
    case SYN_T_EPOW: return true;
    case SYN_T_EMUL: return !ends_import(t);
    case SYN_T_ASSIGN:
    case SYN_T_LT:
    case SYN_T_LE:
    case SYN_T_GT:
    case SYN_T_GE:
    case SYN_T_EQ:
    case SYN_T_NE: return true;
    default: return false;
    }
}

static bool is_word(unsigned kind) {
    return kind == SYN_T_IDENT || kind == SYN_T_STRING || kind == SYN_T_INTEGER || kind == SYN_T_REAL ||
           syn_is_keyword(kind);
}

/* Keywords that are called, or whose bracket belongs to them */
static bool takes_bracket(unsigned kind) {
    switch (kind) {
    case SYN_T_IDENT:
    case SYN_T_DER:
    case SYN_T_INITIAL:
    case SYN_T_PURE:
    case SYN_T_CONNECT:
    case SYN_T_ENUMERATION:
    case SYN_T_ANNOTATION:
    case SYN_T_END: return true;
    default: return !is_word(kind);
    }
}

/* A blank between the token before t and t? */
static bool space_before(const Formatter *f, const SynToken *t) {
    const SynToken *b = t - 1;
    if (b->kind == SYN_T_DOT) return t->kind == SYN_T_MUL;             /* "A. *" must not become the token ".*" */
    if (t->kind == SYN_T_COMMA && b->kind == SYN_T_COMMA) return true; /* (a, , b) */
    if (t->kind == SYN_T_SEMICOLON || t->kind == SYN_T_COMMA || closes(t->kind) || opens(b->kind)) return false;
    if (b->kind == SYN_T_COMMA)
        return !(f->annotation && f->brackets.n && t->kind != SYN_T_IDENT && !syn_is_keyword(t->kind));
    if (b->kind == SYN_T_SEMICOLON) return true;
    if (is_sign(b)) return false;
    if (is_wide(f, b)) return true;
    if (is_sign(t)) return is_word(b->kind); /* `then -1` */
    if (is_wide(f, t)) return true;
    if (t->kind == SYN_T_DOT) return syn_is_keyword(b->kind) || b->kind == SYN_T_STRING;
    if (t->kind == SYN_T_LPAREN || t->kind == SYN_T_LBRACKET) return !takes_bracket(b->kind);
    if (t->kind == SYN_T_LBRACE) return is_word(b->kind);
    return is_word(t->kind) && (is_word(b->kind) || closes(b->kind));
}

/* ---- items ------------------------------------------------------------------------------------------------------- */

static void comment(Formatter *f, const SynComment *c) {
    const SynMark *next = &f->marks[c->token];
    size_t breaks = line_breaks(f, f->last_end, c->start);
    bool eof = f->tokens[c->token].kind == SYN_T_EOF;
    if (f->empty) {
        new_line(f, 0, false);
    } else if (c->first || f->after_line_comment) {
        int indent = next->line ? (next->level + next->closing) * STEP : eof ? 0 : continuation(f, SYN_T_EOF);
        new_line(f, indent, breaks > 1);
    } else {
        base_text_char(f->out, ' ');
    }
    base_text_addn(f->out, f->text + c->start, c->end - c->start);
    f->last_end = c->end;
    f->after_line_comment = c->line;
    f->after_comment = true;
    f->empty = false;
}

static void track_brackets(Formatter *f, const SynToken *t) {
    if (opens(t->kind)) {
        Bracket b = {f->line_indent + STEP, f->line_indent};
        if (b.content < f->item_indent) b.content = f->item_indent;
        vec_push(&f->brackets, b);
    } else if (closes(t->kind) && f->brackets.n) {
        f->brackets.n--;
        if (f->annotation && f->brackets.n + 1 == f->annotation) f->annotation = 0;
    } else if (t->kind == SYN_T_ANNOTATION && !f->annotation) {
        f->annotation = f->brackets.n + 1;
    }
}

static void token(Formatter *f, const SynToken *t) {
    const SynMark *mark = &f->marks[t - f->tokens];
    size_t breaks = line_breaks(f, f->last_end, t->start);
    if (mark->line) {
        int indent = mark->level * STEP;
        new_line(f, indent, breaks > 1);
        f->item_indent = indent + (mark->header ? 2 * STEP : STEP);
        f->brackets.n = 0;
        f->annotation = 0;
    } else if (breaks > 0 || f->after_line_comment) {
        new_line(f, continuation(f, t->kind), false);
    } else if (f->after_comment || space_before(f, t)) {
        base_text_char(f->out, ' ');
    }
    base_text_addn(f->out, f->text + t->start, t->end - t->start);
    track_brackets(f, t);
    f->last_end = t->end;
    f->after_line_comment = f->after_comment = false;
    f->empty = false;
}

/* ---- proof ------------------------------------------------------------------------------------------------------- */

static bool same_text(const char *a, uint32_t a0, uint32_t a1, const char *b, uint32_t b0, uint32_t b1) {
    return a1 - a0 == b1 - b0 && memcmp(a + a0, b + b0, a1 - a0) == 0;
}

/* Splits both texts and compares tokens and comments, byte by byte. */
static bool same_tokens(Context *ctx, const char *a, const SynTokens *ta, const Text *out) {
    SynTokens tb;
    SourceId id = base_source_string(ctx->sources, "<formatted>", out->at ? out->at : "", out->n);
    const char *b = base_source(ctx->sources, id)->text;
    syn_lex(ctx, id, true, &tb);
    bool same = ta->tokens.n == tb.tokens.n && ta->comments.n == tb.comments.n;
    for (size_t i = 0; same && i < ta->tokens.n; i++) {
        const SynToken *x = &ta->tokens.at[i], *y = &tb.tokens.at[i];
        same = x->kind == y->kind && same_text(a, x->start, x->end, b, y->start, y->end);
    }
    for (size_t i = 0; same && i < ta->comments.n; i++) {
        const SynComment *x = &ta->comments.at[i], *y = &tb.comments.at[i];
        same = x->token == y->token && same_text(a, x->start, x->end, b, y->start, y->end);
    }
    syn_tokens_free(&tb);
    return same;
}

bool syn_format(Context *ctx, SourceId source, Text *out) {
    SynTokens tokens;
    SynMark *marks;
    SynFile *file = syn_parse_layout(ctx, source, &tokens, &marks);
    bool done = !file->failed;
    if (done) {
        Formatter f = {.text = base_source(ctx->sources, source)->text,
                       .tokens = tokens.tokens.at,
                       .marks = marks,
                       .out = out,
                       .empty = true};
        size_t c = 0;
        for (size_t i = 0; i < tokens.tokens.n; i++) {
            while (c < tokens.comments.n && tokens.comments.at[c].token == i) comment(&f, &tokens.comments.at[c++]);
            if (tokens.tokens.at[i].kind != SYN_T_EOF) token(&f, &tokens.tokens.at[i]);
        }
        if (!f.empty) base_text_char(out, '\n');
        vec_free(&f.brackets);
        if (!same_tokens(ctx, f.text, &tokens, out)) {
            base_bug(__FILE__, __LINE__, "formatting would change more than the layout of %s; it is left as it is",
                     base_source(ctx->sources, source)->path);
        }
    }
    syn_free(file);
    syn_tokens_free(&tokens);
    return done;
}
