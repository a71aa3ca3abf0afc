/* parse_cursor.c - where the parser stands: what it expects, what it says when it is disappointed, how it
 * goes on.
 *
 * One cause gives one message: syn_error starts a panic, in which nothing more is said; the lists
 * of elements, equations and statements end it by skipping to the next ';' or to a word that can
 * only begin something new (syn_finish, syn_recover).  A missing ';' is inserted, not skipped to,
 * where the next line plainly begins something.
 */
#include "syntax/syntax_impl.h"

bool syn_enter(SynParser *p) {
    if (++p->depth <= p->ctx->max_depth) return true;
    Diag *d = syn_error(p, "SYN0015", "nesting is deeper than %d levels", p->ctx->max_depth);
    syn_hint(p, d, "split the expression or class with named parts");
    p->panic = true;
    p->tok = p->last;
    return false;
}

const char *syn_found(const SynParser *p, const SynToken *t) {
    const char *s = p->text + t->start;
    int n = (int)(t->end - t->start);
    Arena *a = &p->ctx->arena;
    switch (t->kind) {
    case SYN_T_EOF: return "the end of the file";
    case SYN_T_STRING:
        return n <= 40 && !memchr(s, '\n', (size_t)n) ? base_sprintf(a, "string %.*s", n, s) : "a string";
    case SYN_T_IDENT: return base_sprintf(a, *s == '\'' ? "identifier %.*s" : "identifier '%.*s'", n > 60 ? 60 : n, s);
    case SYN_T_INTEGER:
    case SYN_T_REAL: return base_sprintf(a, "number %.*s", n > 40 ? 40 : n, s);
    default: return base_sprintf(a, syn_is_keyword(t->kind) ? "keyword '%s'" : "'%s'", syn_token_text(t->kind));
    }
}

static bool silent(const SynParser *p) { return p->panic || (p->cut && syn_at(p, SYN_T_EOF)); }

Diag *syn_error(SynParser *p, const char *code, const char *fmt, ...) {
    if (silent(p)) {
        p->panic = true;
        return NULL;
    }
    p->panic = true;
    va_list args;
    va_start(args, fmt);
    Diag *d = base_report(p->ctx, SEV_ERROR, code, syn_token_span(p, p->tok), fmt, args);
    va_end(args);
    return d;
}

Diag *syn_mistake(SynParser *p, const char *code, Span span, const char *fmt, ...) {
    if (silent(p)) return NULL;
    va_list args;
    va_start(args, fmt);
    Diag *d = base_report(p->ctx, SEV_ERROR, code, span, fmt, args);
    va_end(args);
    return d;
}

Diag *syn_expected(SynParser *p, const char *what) {
    return syn_error(p, "SYN0001", "expected %s, found %s", what, syn_found(p, p->tok));
}

bool syn_expect(SynParser *p, SynTokenKind kind, const char *where) {
    if (syn_accept(p, kind)) return true;
    const char *space = where ? " " : "";
    syn_error(p, "SYN0001", "expected '%s'%s%s, found %s", syn_token_text(kind), space, where ? where : "",
              syn_found(p, p->tok));
    return false;
}

/* A keyword where a name must stand, in a place that shows that it was meant as one: `Real input;`
 */
static bool keyword_as_name(const SynParser *p) {
    if (!syn_is_keyword(syn_kind(p))) return false;
    switch (syn_peek(p, 1)) {
    case SYN_T_SEMICOLON:
    case SYN_T_COMMA:
    case SYN_T_EQUALS:
    case SYN_T_LPAREN:
    case SYN_T_LBRACKET:
    case SYN_T_RPAREN:
    case SYN_T_STRING:
    case SYN_T_ASSIGN:
    case SYN_T_ANNOTATION: return true;
    default: return false;
    }
}

static bool is_number(const SynToken *t) { return t->kind == SYN_T_INTEGER || t->kind == SYN_T_REAL; }

/* 2,5 where 2.5 is meant: a number where a name must stand, behind a comma that stands behind a number. */
static void hint_decimal(SynParser *p, Diag *d) {
    const SynToken *t = p->tok;
    if (t - p->first < 2 || !is_number(t) || t[-1].kind != SYN_T_COMMA || !is_number(&t[-2]) ||
        t[-1].start != t[-2].end || t->start != t[-1].end)
        return;
    syn_hint(p, d, "decimals are written with a point: %.*s.%.*s", (int)(t[-2].end - t[-2].start),
             p->text + t[-2].start, (int)(t->end - t->start), p->text + t->start);
}

Name syn_ident(SynParser *p, const char *what) {
    if (syn_at(p, SYN_T_IDENT)) {
        Name name = p->tok->name;
        syn_next(p);
        return name;
    }
    if (!p->panic && keyword_as_name(p)) {
        const char *word = syn_token_text(syn_kind(p));
        Diag *d = syn_mistake(p, "SYN0010", syn_token_span(p, p->tok), "'%s' is a keyword and cannot be used as %s",
                              word, what);
        syn_hint(p, d, "choose another name, or quote it: '%s' with the quotes", word);
        syn_next(p);
        return base_name(p->ctx->names, word);
    }
    hint_decimal(p, syn_expected(p, what));
    return 0;
}

bool syn_starts_class(unsigned kind) {
    switch (kind) {
    case SYN_T_ENCAPSULATED:
    case SYN_T_PARTIAL:
    case SYN_T_CLASS:
    case SYN_T_MODEL:
    case SYN_T_RECORD:
    case SYN_T_OPERATOR:
    case SYN_T_BLOCK:
    case SYN_T_EXPANDABLE:
    case SYN_T_CONNECTOR:
    case SYN_T_TYPE:
    case SYN_T_PACKAGE:
    case SYN_T_PURE:
    case SYN_T_IMPURE:
    case SYN_T_FUNCTION: return true;
    default: return false;
    }
}

bool syn_starts_section(const SynParser *p) {
    switch (syn_kind(p)) {
    case SYN_T_EQUATION:
    case SYN_T_ALGORITHM:
    case SYN_T_PUBLIC:
    case SYN_T_PROTECTED:
    case SYN_T_EXTERNAL: return true;
    case SYN_T_INITIAL: return syn_peek(p, 1) == SYN_T_EQUATION || syn_peek(p, 1) == SYN_T_ALGORITHM;
    default: return false;
    }
}

/* Is the item that begins here a declaration?  Keywords tell; otherwise a type is a name with
 * another name behind it. */
bool syn_looks_like_declaration(const SynParser *p) {
    const SynToken *t = p->tok;
    if (syn_starts_class(t->kind) && t->kind != SYN_T_PURE) return true;
    switch (t->kind) {
    case SYN_T_PARAMETER:
    case SYN_T_CONSTANT:
    case SYN_T_DISCRETE:
    case SYN_T_INPUT:
    case SYN_T_OUTPUT:
    case SYN_T_FLOW:
    case SYN_T_STREAM:
    case SYN_T_INNER:
    case SYN_T_OUTER:
    case SYN_T_REPLACEABLE:
    case SYN_T_REDECLARE:
    case SYN_T_FINAL:
    case SYN_T_EXTENDS:
    case SYN_T_IMPORT: return true;
    default: break;
    }
    if (t->kind == SYN_T_DOT) t++;
    while (t->kind == SYN_T_IDENT && t[1].kind == SYN_T_DOT) t += 2;
    if (t->kind != SYN_T_IDENT) return false;
    if ((++t)->kind == SYN_T_LBRACKET) {
        int depth = 0;
        for (; t->kind != SYN_T_EOF && t->kind != SYN_T_SEMICOLON; t++) {
            depth += t->kind == SYN_T_LBRACKET;
            if (t->kind == SYN_T_RBRACKET && --depth == 0) break;
        }
        if (t->kind == SYN_T_RBRACKET) t++;
    }
    return t->kind == SYN_T_IDENT;
}

/* A token that can only begin a new item, or end a list of them: no expression or modification goes
 * on with it. */
static bool begins_something(const SynParser *p) {
    if (syn_starts_section(p)) return true;
    switch (syn_kind(p)) {
    case SYN_T_EOF: return true;
    case SYN_T_END: return syn_peek(p, 1) == SYN_T_IDENT || syn_is_keyword(syn_peek(p, 1));
    case SYN_T_EXTENDS:
    case SYN_T_IMPORT:
    case SYN_T_PARAMETER:
    case SYN_T_CONSTANT:
    case SYN_T_DISCRETE:
    case SYN_T_INPUT:
    case SYN_T_OUTPUT:
    case SYN_T_FLOW:
    case SYN_T_STREAM:
    case SYN_T_WHEN:
    case SYN_T_WHILE:
    case SYN_T_CONNECT:
    case SYN_T_WITHIN: return true;
    case SYN_T_FUNCTION:
    case SYN_T_PURE:
    case SYN_T_OPERATOR: /* may stand inside an expression */
        return p->tok->first && syn_peek(p, 1) == SYN_T_IDENT && syn_peek(p, 2) != SYN_T_LPAREN;
    default: return syn_starts_class(syn_kind(p));
    }
}

/* A token that an element, equation or statement may begin with. */
static bool may_begin_item(const SynToken *t) {
    return t->kind == SYN_T_IDENT || t->kind == SYN_T_DOT || t->kind == SYN_T_LPAREN || t->kind == SYN_T_EOF ||
           syn_is_keyword(t->kind);
}

/* Behind a ';': is this the end of the broken item?  Inside brackets it may separate the rows of a
 * matrix. */
static bool ends_item(const SynParser *p, int brackets) {
    if (p->tok + 1 > p->last || !may_begin_item(p->tok + 1)) return false;
    return brackets == 0 || p->tok[1].first;
}

void syn_recover(SynParser *p) {
    int brackets = p->brackets;
    while (!syn_at(p, SYN_T_EOF)) {
        if (syn_at(p, SYN_T_LBRACKET)) brackets++;
        if (syn_at(p, SYN_T_RBRACKET) && brackets > 0) brackets--;
        if (syn_at(p, SYN_T_SEMICOLON) && ends_item(p, brackets)) {
            syn_next(p);
            break;
        }
        if (p->tok->first && begins_something(p)) break;
        if (syn_at(p, SYN_T_END) && begins_something(p)) break;
        syn_next(p);
    }
    p->brackets = p->subscripts = 0;
    p->panic = syn_at(p, SYN_T_EOF);
}

void syn_expect_header(SynParser *p, SynTokenKind kind, const char *where) {
    if (!p->panic && syn_accept(p, kind)) return;
    if (!p->panic && p->tok->first && !syn_at(p, SYN_T_EOF)) { /* the line ended: only the word is missing */
        syn_mistake(p, "SYN0001", syn_token_span(p, p->tok), "expected '%s' %s, found %s", syn_token_text(kind), where,
                    syn_found(p, p->tok));
        return;
    }
    syn_expect(p, kind, where);
    for (const SynToken *t = p->tok; t->kind != SYN_T_EOF && t->kind != SYN_T_SEMICOLON; t++) {
        if (t->kind != kind) continue;
        p->tok = t + 1;
        p->panic = false;
        p->brackets = p->subscripts = 0;
        return;
    }
    syn_recover(p);
}

void syn_finish(SynParser *p, const char *after) {
    if (p->panic) {
        p->inserted = false;
        syn_recover(p);
        return;
    }
    if (p->inserted) {
        p->inserted = false;
        return;
    }
    if (syn_accept(p, SYN_T_SEMICOLON)) return;
    if (silent(p)) {
        p->panic = true;
        return;
    }
    if (p->tok > p->first && (p->tok->first || begins_something(p))) {
        uint32_t end = p->tok[-1].end;
        Diag *d = base_error(p->ctx, "SYN0009", (Span){p->source, end - 1, end}, "';' is missing after this %s", after);
        syn_note(p, d, syn_token_span(p, p->tok), "found %s here", syn_found(p, p->tok));
        if (syn_at(p, SYN_T_EOF)) p->panic = true;
        return;
    }
    Diag *d = syn_error(p, "SYN0001", "expected ';' after the %s, found %s", after, syn_found(p, p->tok));
    if (d && syn_at(p, SYN_T_LBRACKET))
        syn_hint(p, d, "what is no name takes subscripts behind parentheses: (f(x))[1]");
    syn_recover(p);
}

/* A word that can neither begin an element nor a section: `else`, `end if`, a bare ';'. */
bool syn_stray(SynParser *p) {
    unsigned next = syn_peek(p, 1);
    switch (syn_kind(p)) {
    case SYN_T_SEMICOLON: {
        Diag *d = syn_mistake(p, "SYN0001", syn_token_span(p, p->tok), "a ';' without anything in front of it");
        syn_hint(p, d, "remove it");
        syn_next(p);
        return true;
    }
    case SYN_T_ELSE:
    case SYN_T_ELSEIF:
    case SYN_T_ELSEWHEN:
        syn_error(p, "SYN0012", "'%s' without an 'if' or 'when' that is open", syn_token_text(syn_kind(p)));
        syn_recover(p);
        return true;
    case SYN_T_END:
        if (next != SYN_T_IF && next != SYN_T_FOR && next != SYN_T_WHEN && next != SYN_T_WHILE) return false;
        syn_mistake(p, "SYN0012", syn_token_span(p, p->tok + 1), "'end %s' without a '%s' that is open",
                    syn_token_text(next), syn_token_text(next));
        syn_next(p);
        syn_next(p);
        syn_finish(p, "end");
        return true;
    default: return false;
    }
}

void **syn_pop_list(SynParser *p, size_t base, uint32_t *n) {
    size_t count = p->stack.n - base;
    p->stack.n = base;
    *n = (uint32_t)count;
    return count ? base_copy(p->arena, p->stack.at + base, count * sizeof(void *)) : NULL;
}
