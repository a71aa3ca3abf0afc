/* syntax_impl.h - shared by the files of syntax/: tokens, the lexer's result and the parser's cursor. */
#ifndef CAUSEWAY_SYNTAX_IMPL_H
#define CAUSEWAY_SYNTAX_IMPL_H

#include "syntax/syntax.h"

#include <string.h>

/* ---- tokens ------------------------------------------------------------------------------------------------------ */

/* X(kind, text): the text is what messages show. */
/* clang-format off */
#define SYN_PUNCTUATION(X)                                                                         \
    X(LPAREN, "(") X(RPAREN, ")") X(LBRACKET, "[") X(RBRACKET, "]") X(LBRACE, "{") X(RBRACE, "}")  \
    X(COMMA, ",") X(SEMICOLON, ";") X(COLON, ":") X(DOT, ".") X(EQUALS, "=") X(ASSIGN, ":=")       \
    X(ADD, "+") X(SUB, "-") X(MUL, "*") X(DIV, "/") X(POW, "^")                                    \
    X(EADD, ".+") X(ESUB, ".-") X(EMUL, ".*") X(EDIV, "./") X(EPOW, ".^")                          \
    X(LT, "<") X(LE, "<=") X(GT, ">") X(GE, ">=") X(EQ, "==") X(NE, "<>")
/* clang-format on */

/* MLS 3.6, 2.3.3 */
/* clang-format off */
#define SYN_KEYWORDS(X)                                                                            \
    X(ALGORITHM, "algorithm") X(AND, "and") X(ANNOTATION, "annotation") X(BLOCK, "block")          \
    X(BREAK, "break") X(CLASS, "class") X(CONNECT, "connect") X(CONNECTOR, "connector")            \
    X(CONSTANT, "constant") X(CONSTRAINEDBY, "constrainedby") X(DER, "der")                        \
    X(DISCRETE, "discrete") X(EACH, "each") X(ELSE, "else") X(ELSEIF, "elseif")                    \
    X(ELSEWHEN, "elsewhen") X(ENCAPSULATED, "encapsulated") X(END, "end")                          \
    X(ENUMERATION, "enumeration") X(EQUATION, "equation") X(EXPANDABLE, "expandable")              \
    X(EXTENDS, "extends") X(EXTERNAL, "external") X(FALSE, "false") X(FINAL, "final")              \
    X(FLOW, "flow") X(FOR, "for") X(FUNCTION, "function") X(IF, "if") X(IMPORT, "import")          \
    X(IMPURE, "impure") X(IN, "in") X(INITIAL, "initial") X(INNER, "inner") X(INPUT, "input")      \
    X(LOOP, "loop") X(MODEL, "model") X(NOT, "not") X(OPERATOR, "operator") X(OR, "or")            \
    X(OUTER, "outer") X(OUTPUT, "output") X(PACKAGE, "package") X(PARAMETER, "parameter")          \
    X(PARTIAL, "partial") X(PROTECTED, "protected") X(PUBLIC, "public") X(PURE, "pure")            \
    X(RECORD, "record") X(REDECLARE, "redeclare") X(REPLACEABLE, "replaceable")                    \
    X(RETURN, "return") X(STREAM, "stream") X(THEN, "then") X(TRUE, "true") X(TYPE, "type")        \
    X(WHEN, "when") X(WHILE, "while") X(WITHIN, "within")
/* clang-format on */

/* clang-format off */
typedef enum {
    SYN_T_EOF,
    SYN_T_IDENT,
    SYN_T_STRING,
    SYN_T_INTEGER,
    SYN_T_REAL,
#define X(kind, text) SYN_T_##kind,
    SYN_PUNCTUATION(X)
#undef X
    SYN_T_FIRST_KEYWORD,
    SYN_T_BEFORE_KEYWORDS = SYN_T_FIRST_KEYWORD - 1,
#define X(kind, text) SYN_T_##kind,
    SYN_KEYWORDS(X)
#undef X
    SYN_T_COUNT
} SynTokenKind;
/* clang-format on */

typedef struct {
    uint32_t start, end; /* bytes of the text */
    Name name;           /* identifiers: the name (quotes included); keywords: 0 */
    uint8_t kind;        /* SynTokenKind */
    bool first;          /* first token of its line */
    bool escapes;        /* strings: holds a backslash or a carriage return */
} SynToken;

/* a comment, for the formatter */
typedef struct {
    uint32_t start, end;
    uint32_t token; /* number of the token that follows it */
    bool line;      /* a rest-of-line comment, without its line end */
    bool first;     /* nothing but white space before it on its line */
} SynComment;

typedef struct {
    VEC(SynToken) tokens; /* the last one is SYN_T_EOF */
    VEC(SynComment) comments;
    bool cut;      /* a string or comment was not closed: the end of file is no news */
    bool foreign;  /* bytes that are not UTF-8 were seen, and nothing said (not with --strict) */
    size_t errors; /* reported by the lexer */
} SynTokens;

/* Splits a source into tokens; reports what is not Modelica to ctx and leaves it out.  Comments are kept only when
 * asked for. */
void syn_lex(Context *ctx, SourceId source, bool keep_comments, SynTokens *out);
void syn_lex_range(Context *ctx, SourceId source, uint32_t from, uint32_t to, bool keep_comments, SynTokens *out);
void syn_tokens_free(SynTokens *t);
/* What the letter forbids and the trade accepts (base_tolerated): once a place. */
Diag *syn_tolerate(Context *ctx, const char *code, const void *place, Span span, const char *fmt, ...)
    BASE_PRINTF(5, 6);
const char *syn_token_text(SynTokenKind kind); /* "(", "equation"; for messages "an identifier" */
static inline bool syn_is_keyword(unsigned kind) { return kind > SYN_T_BEFORE_KEYWORDS; }

/* The value of a string token with its escapes replaced. */
Name syn_string_value(Context *ctx, const char *text, const SynToken *t);

/* what the parser tells the formatter about a token */
typedef struct {
    bool line;      /* begins an item: on a line of its own */
    bool closing;   /* ends a list of items (`end`, `else`, `equation`): comments above belong to the list */
    bool header;    /* begins a control structure: what follows until `then` or `loop` is indented doubly */
    uint16_t level; /* of indentation */
} SynMark;

/* ---- cursor ------------------------------------------------------------------------------------------------------ */

typedef struct {
    Context *ctx;
    SynFile *file;
    Arena *arena;
    SourceId source;
    const char *text;
    const SynToken *tok;          /* the current token */
    const SynToken *first, *last; /* all tokens; last is SYN_T_EOF */
    SynClass *cls;                /* class being parsed */
    bool panic;                   /* an error was reported and firm ground is not reached yet: be silent */
    int depth;                    /* nesting, against Context.max_depth */
    int subscripts;               /* inside this many [subscripts]: `end` is an expression */
    int brackets;                 /* this many '[' are open: a ';' may separate rows; for recovery */
    bool annotation;              /* inside an annotation */
    int annotation_depth;         /* p->depth of its arguments */
    bool discard;                 /* what is parsed is thrown away: strings need no names */
    bool assumed;      /* in a section that was not opened, but must have been meant: a declaration ends it */
    bool inserted;     /* an `end` was supplied: the ';' behind it is too */
    bool cut;          /* the lexer cut the file short and said so: its end is no news */
    VEC(void *) stack; /* lists under construction */
    int indent;        /* levels of classes and control structures around */
    SynMark *layout;   /* for the formatter: one mark a token, else NULL */
    Name der, initial, pure, structuralmode;
    Name drawings[8]; /* annotations kept as text only */
} SynParser;

static inline unsigned syn_kind(const SynParser *p) { return p->tok->kind; }
static inline unsigned syn_peek(const SynParser *p, int ahead) {
    return p->last - p->tok > ahead ? p->tok[ahead].kind : SYN_T_EOF;
}
static inline void syn_next(SynParser *p) {
    if (p->tok != p->last) p->tok++;
}
static inline bool syn_at(const SynParser *p, SynTokenKind kind) { return p->tok->kind == kind; }
static inline bool syn_accept(SynParser *p, SynTokenKind kind) {
    if (p->tok->kind != kind) return false;
    syn_next(p);
    return true;
}
static inline Span syn_span(const SynParser *p, const SynToken *from) {
    uint32_t end = p->tok == p->first ? from->end : p->tok[-1].end;
    return (Span){p->source, from->start, end > from->end ? end : from->end};
}
static inline Span syn_token_span(const SynParser *p, const SynToken *t) { return (Span){p->source, t->start, t->end}; }

static inline void syn_mark(SynParser *p, const SynToken *t, int level, bool closing) {
    if (p->layout) p->layout[t - p->first] = (SynMark){.line = true, .closing = closing, .level = (uint16_t)level};
}

bool syn_enter(SynParser *p); /* one level deeper; false (and at EOF) when too deep */
static inline void syn_leave(SynParser *p) { p->depth--; }
/* Reports an error at the current token, unless in panic; NULL then.  Starts panic. */
Diag *syn_error(SynParser *p, const char *code, const char *fmt, ...) BASE_PRINTF(3, 4);
/* The same at a place, without panic: the parser knows how to go on. */
Diag *syn_mistake(SynParser *p, const char *code, Span span, const char *fmt, ...) BASE_PRINTF(4, 5);
/* "expected WHAT, found TOKEN" */
Diag *syn_expected(SynParser *p, const char *what);
bool syn_expect(SynParser *p, SynTokenKind kind, const char *where); /* where: "after ...", or NULL */
/* The word that ends the head of a control structure: `then`, `loop`.  Goes on behind it, whatever stood before. */
void syn_expect_header(SynParser *p, SynTokenKind kind, const char *where);
Name syn_ident(SynParser *p, const char *what); /* 0 after an error */
/* After an element, equation or statement: the ';', or recovery to the next item. */
void syn_finish(SynParser *p, const char *after);
/* Skips to a place where the next item may begin; ends panic unless at EOF. */
void syn_recover(SynParser *p);
bool syn_starts_section(const SynParser *p); /* equation, algorithm, public, initial equation ... */
bool syn_starts_class(unsigned kind);
bool syn_looks_like_declaration(const SynParser *p);
bool syn_stray(SynParser *p); /* reports and skips what nothing can begin with: else, end if, a bare ';' */
const char *syn_found(const SynParser *p, const SynToken *t); /* description of a token for messages */

/* Adds to a message that may have been swallowed (NULL). */
#define syn_hint(p, d, ...) ((d) ? base_hint((p)->ctx, d, __VA_ARGS__) : (void)0)
#define syn_note(p, d, ...) ((d) ? base_note((p)->ctx, d, __VA_ARGS__) : (void)0)

/* Pops the stack down to `base` into an array of the arena. */
void **syn_pop_list(SynParser *p, size_t base, uint32_t *n);

/* Lexes and parses a file; with `tokens` given, they stay the caller's and `layout` receives a mark for each. */
SynFile *syn_parse_layout(Context *ctx, SourceId source, SynTokens *tokens, SynMark **layout);

/* ---- rules used across files ------------------------------------------------------------------------------------- */

SynExpr *syn_expression(SynParser *p); /* NULL after an error (panic is set) */
SynExpr *syn_simple_expression(SynParser *p);
SynExpr *syn_primary(SynParser *p);
SynExpr *syn_component_reference(SynParser *p);
SynExpr **syn_subscripts(SynParser *p, uint32_t *n); /* at '[' */
SynExpr **syn_expression_list(SynParser *p, uint32_t *n);
SynIterator *syn_iterators(SynParser *p, uint32_t *n);
bool syn_name_path(SynParser *p, SynCref *out, bool dot_allowed); /* name, or type-specifier */

SynModification *syn_modification(SynParser *p);                         /* at '(', '=' or ':=' */
SynModification *syn_class_modification(SynParser *p, bool inheritance); /* at '(' */
bool syn_starts_constraint(SynParser *p);                                /* at constrainedby, or extends: takes it */
SynMod *syn_annotation_clause(SynParser *p);                             /* NULL when there is none */
Name syn_string(SynParser *p);                                           /* the value of the string token here */
Name syn_description_string(SynParser *p);
void syn_start(SynParser *p, Context *ctx, SourceId source, const SynTokens *tokens);
void syn_description(SynParser *p, Name *comment, SynMod **annotation);

SynClass *syn_class_definition(SynParser *p, uint32_t prefixes, bool only_short);
uint32_t syn_type_prefix(SynParser *p);
void syn_declaration(SynParser *p, SynElement *e); /* IDENT [dims] [modification] */

SynEquation *syn_equations(SynParser *p); /* up to a word that ends the list */
SynStatement *syn_statements(SynParser *p);
SynStatement *syn_typed_statement(SynParser *p); /* one statement, or an expression alone */

bool syn_at_structural_mode(const SynParser *p);      /* structuralmode and a type behind it */
void syn_write_structural(SynParser *p, SynClass *c); /* a class that was parsed: in words of Modelica */

#endif
