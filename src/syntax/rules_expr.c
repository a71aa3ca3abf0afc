/* rules_expr.c - the rules for expressions (MLS 3.6, A.2.7).
 *
 * Operators are parsed by precedence climbing: left-associative chains of any length in a loop, so
 * that only brackets nest on the C stack, bounded by syn_enter.  A rule that fails returns NULL
 * with the parser in panic; what was parsed of it is dropped.
 */
#include "syntax/syntax_impl.h"

#include <errno.h>
#include <stdlib.h>

/* Levels from loose to tight.  Each rule of the grammar between logical-expression and factor is
 * one level. */
enum { L_OR = 1, L_AND, L_NOT, L_RELATION, L_ADD, L_MUL, L_POW, L_PRIMARY };

typedef struct {
    uint8_t level, op;
} Operator;

static const Operator binary_operators[SYN_T_COUNT] = {
    [SYN_T_OR] = {L_OR, SYN_OR},       [SYN_T_AND] = {L_AND, SYN_AND},    [SYN_T_LT] = {L_RELATION, SYN_LT},
    [SYN_T_LE] = {L_RELATION, SYN_LE}, [SYN_T_GT] = {L_RELATION, SYN_GT}, [SYN_T_GE] = {L_RELATION, SYN_GE},
    [SYN_T_EQ] = {L_RELATION, SYN_EQ}, [SYN_T_NE] = {L_RELATION, SYN_NE}, [SYN_T_ADD] = {L_ADD, SYN_ADD},
    [SYN_T_SUB] = {L_ADD, SYN_SUB},    [SYN_T_EADD] = {L_ADD, SYN_EADD},  [SYN_T_ESUB] = {L_ADD, SYN_ESUB},
    [SYN_T_MUL] = {L_MUL, SYN_MUL},    [SYN_T_DIV] = {L_MUL, SYN_DIV},    [SYN_T_EMUL] = {L_MUL, SYN_EMUL},
    [SYN_T_EDIV] = {L_MUL, SYN_EDIV},  [SYN_T_POW] = {L_POW, SYN_POW},    [SYN_T_EPOW] = {L_POW, SYN_EPOW},
};

static SynExpr *new_expr(SynParser *p, SynExprKind kind) {
    SynExpr *e = BASE_NEW(p->arena, SynExpr);
    e->kind = (uint8_t)kind;
    return e;
}

/* One without arguments. */
static SynExpr *new_leaf(SynParser *p, SynExprKind kind) {
    SynExpr *e = base_alloc(p->arena, offsetof(SynExpr, args));
    e->kind = (uint8_t)kind;
    return e;
}

static SynExpr *leaf(SynParser *p, SynExprKind kind) {
    SynExpr *e = new_leaf(p, kind);
    e->span = syn_token_span(p, p->tok);
    syn_next(p);
    return e;
}

static void set_args(SynParser *p, SynExpr *e, size_t base) { e->args = (SynExpr **)syn_pop_list(p, base, &e->nargs); }

/* ---- literals ---------------------------------------------------------------------------------------------------- */

/* The value of a decimal literal.  Up to 19 digits and a small power of ten are exact in long
 * double's 64-bit mantissa only on some machines, so the quick way is taken for 15 digits and 10^22
 * (Clinger 1990). */
static double real_value(const char *s, const char *end) {
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    uint64_t mantissa = 0;
    int digits = 0, scale = 0, exponent = 0;
    const char *q = s;
    bool point = false, negative = false;
    for (; q < end && digits <= 15; q++) {
        if (*q == '.') {
            point = true;
        } else if (*q >= '0' && *q <= '9') {
            mantissa = mantissa * 10 + (uint64_t)(*q - '0');
            digits += mantissa != 0;
            scale -= point;
        } else {
            break;
        }
    }
    if (q < end && (*q == 'e' || *q == 'E')) {
        q++;
        if (q < end && (*q == '+' || *q == '-')) negative = *q++ == '-';
        while (q < end && *q >= '0' && *q <= '9' && exponent < 10000) exponent = exponent * 10 + (*q++ - '0');
    }
    int power = scale + (negative ? -exponent : exponent);
    if (q == end && digits <= 15 && power >= -22 && power <= 22)
        return power < 0 ? (double)mantissa / powers[-power] : (double)mantissa * powers[power];
    Text copy = {0};
    base_text_addn(&copy, s, (size_t)(end - s));
    double value = strtod(base_text_str(&copy), NULL);
    base_text_free(&copy);
    return value;
}

static SynExpr *number(SynParser *p) {
    const char *s = p->text + p->tok->start, *end = p->text + p->tok->end;
    bool integer = syn_at(p, SYN_T_INTEGER);
    if (integer) {
        int64_t value = 0;
        const char *q = s;
        while (q < end && *q >= '0' && *q <= '9' && value <= (INT64_MAX - 9) / 10) value = value * 10 + (*q++ - '0');
        if (q == end || *q < '0' || *q > '9') { /* the second: a malformed number, already reported */
            SynExpr *e = leaf(p, SYN_INTEGER);
            e->integer = value;
            return e;
        }
    }
    SynExpr *e = leaf(p, SYN_REAL);
    e->real = real_value(s, end);
    if (!(e->real <= 1.7976931348623157e308))
        syn_mistake(p, "SYN0007", e->span, "this number is larger than the largest Real, 1.7976931348623157e308");
    return e;
}

/* ---- names and references ---------------------------------------------------------------------------------------- */

/* name : IDENT { "." IDENT };  type-specifier : ["."] name */
bool syn_name_path(SynParser *p, SynCref *out, bool dot_allowed) {
    SynPart small[8];
    VEC(SynPart) more = {0};
    uint32_t n = 0;
    out->global = dot_allowed && syn_accept(p, SYN_T_DOT);
    do {
        SynPart part = {.span = syn_token_span(p, p->tok)};
        part.name = syn_ident(p, "a name");
        if (!part.name) break;
        if (n < 8) small[n] = part;
        else vec_push(&more, part);
        n++;
    } while (syn_at(p, SYN_T_DOT) && syn_peek(p, 1) != SYN_T_MUL && syn_peek(p, 1) != SYN_T_LBRACE &&
             syn_accept(p, SYN_T_DOT));
    out->n = n;
    out->parts = n ? BASE_ARRAY(p->arena, SynPart, n) : NULL;
    if (n) memcpy(out->parts, small, (n < 8 ? n : 8) * sizeof *small);
    if (more.n) memcpy(out->parts + 8, more.at, more.n * sizeof *small);
    vec_free(&more);
    return !p->panic && n > 0;
}

/* array-subscripts : "[" subscript { "," subscript } "]";  subscript : ":" | expression */
SynExpr **syn_subscripts(SynParser *p, uint32_t *n) {
    size_t base = p->stack.n;
    p->subscripts++;
    p->brackets++;
    syn_next(p);
    do {
        SynExpr *e = syn_at(p, SYN_T_COLON) && (syn_peek(p, 1) == SYN_T_COMMA || syn_peek(p, 1) == SYN_T_RBRACKET)
                         ? leaf(p, SYN_COLON)
                         : syn_expression(p);
        if (!e) break;
        vec_push(&p->stack, e);
    } while (syn_accept(p, SYN_T_COMMA));
    syn_expect(p, SYN_T_RBRACKET, "after the subscripts");
    if (p->subscripts > 0) p->subscripts--;
    if (!p->panic) p->brackets--;
    return (SynExpr **)syn_pop_list(p, base, n);
}

/* component-reference : ["."] IDENT [array-subscripts] { "." IDENT [array-subscripts] } */
static bool reference(SynParser *p, SynCref *out) {
    SynPart small[8];
    VEC(SynPart) more = {0};
    uint32_t n = 0;
    out->global = syn_accept(p, SYN_T_DOT);
    do {
        SynPart part = {.span = syn_token_span(p, p->tok)};
        part.name = syn_ident(p, "a name");
        if (!part.name) break;
        if (syn_at(p, SYN_T_LBRACKET)) part.subs = syn_subscripts(p, &part.nsubs);
        if (n < 8) small[n] = part;
        else vec_push(&more, part);
        n++;
    } while (!p->panic && syn_accept(p, SYN_T_DOT));
    out->n = n;
    out->parts = n ? base_copy(p->arena, small, (n < 8 ? n : 8) * sizeof *small) : NULL;
    if (more.n) {
        SynPart *all = BASE_ARRAY(p->arena, SynPart, n);
        memcpy(all, small, 8 * sizeof *small);
        memcpy(all + 8, more.at, more.n * sizeof *small);
        out->parts = all;
    }
    vec_free(&more);
    return !p->panic && n > 0;
}

SynExpr *syn_component_reference(SynParser *p) {
    const SynToken *from = p->tok;
    SynExpr *e = new_leaf(p, SYN_CREF);
    if (!reference(p, &e->cref)) return NULL;
    e->span = syn_span(p, from);
    return e;
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */

/* for-indices : for-index { "," for-index };  for-index : IDENT [ in expression ] */
SynIterator *syn_iterators(SynParser *p, uint32_t *n) {
    VEC(SynIterator) list = {0};
    do {
        SynIterator it = {.span = syn_token_span(p, p->tok)};
        it.name = syn_ident(p, "the name of an iterator");
        if (!it.name) break;
        if (syn_accept(p, SYN_T_IN)) {
            it.range = syn_expression(p);
        } else if (syn_at(p, SYN_T_EQUALS)) {
            Diag *d = syn_error(p, "SYN0001", "expected 'in' after the name of the iterator, found '='");
            syn_hint(p, d, "write: for i in 1:n loop");
        }
        vec_push(&list, it);
    } while (!p->panic && syn_accept(p, SYN_T_COMMA));
    *n = (uint32_t)list.n;
    SynIterator *all = list.n ? base_copy(p->arena, list.at, list.n * sizeof *list.at) : NULL;
    vec_free(&list);
    return all;
}

/* expression for for-indices */
static SynExpr *comprehension(SynParser *p, SynExpr *body) {
    SynExpr *e = new_expr(p, SYN_FOR);
    uint32_t n = 0;
    syn_next(p);
    e->args = BASE_ARRAY(p->arena, SynExpr *, 1);
    e->args[0] = body;
    e->nargs = 1;
    e->iterators = syn_iterators(p, &n);
    if (n > UINT8_MAX) syn_error(p, "SYN0015", "more than %d iterators in one 'for'", UINT8_MAX);
    e->niterators = (uint8_t)n;
    e->span = (Span){p->source, body->span.start, p->tok[-1].end};
    return e;
}

static SynExpr *partial_application(SynParser *p);

/* function-argument : function-partial-application | expression */
static SynExpr *function_argument(SynParser *p) {
    return syn_at(p, SYN_T_FUNCTION) ? partial_application(p) : syn_expression(p);
}

/* function-call-args: everything up to the ')', positional before named */
static void call_arguments(SynParser *p, SynExpr *call) {
    size_t base = p->stack.n;
    VEC(SynNamed) named = {0};
    syn_expect(p, SYN_T_LPAREN, NULL);
    while (!p->panic && !syn_at(p, SYN_T_RPAREN)) {
        if (syn_peek(p, 1) == SYN_T_EQUALS && (syn_at(p, SYN_T_IDENT) || syn_is_keyword(syn_kind(p)))) {
            SynNamed a = {.span = syn_token_span(p, p->tok)};
            a.name = syn_ident(p, "the name of an argument");
            syn_next(p);
            a.value = function_argument(p);
            vec_push(&named, a);
        } else {
            if (named.n && p->annotation && !p->ctx->strict) { /* nothing that a model means: left out */
                syn_tolerate(p->ctx, "SYN0023", p->cls, syn_token_span(p, p->tok),
                             "a positional argument cannot follow a named one");
                if (!function_argument(p)) break;
                if (!syn_accept(p, SYN_T_COMMA)) break;
                continue;
            }
            if (named.n) { /* often a bracket is missing or too many: what follows would only repeat
                              this */
                Diag *d = syn_error(p, "SYN0023", "a positional argument cannot follow a named one");
                syn_note(p, d, named.at[0].span, "the first named argument");
                break;
            }
            SynExpr *e = function_argument(p);
            if (!e) break;
            if (syn_at(p, SYN_T_FOR)) {
                if (p->stack.n > base)
                    syn_mistake(p, "SYN0024", syn_token_span(p, p->tok),
                                "an argument with 'for' must be the only argument");
                e = comprehension(p, e);
            }
            vec_push(&p->stack, e);
        }
        if (p->panic || !syn_at(p, SYN_T_COMMA)) break;
        syn_next(p);
        if (syn_at(p, SYN_T_RPAREN)) syn_expected(p, "an argument after ','");
    }
    if (syn_at(p, SYN_T_EQUALS) && !p->panic) {
        Diag *d = syn_error(p, "SYN0001", "expected ',' or ')' in the arguments, found '='");
        syn_hint(p, d, "a named argument is a simple name; equality is written '=='");
    }
    syn_expect(p, SYN_T_RPAREN, "after the arguments");
    set_args(p, call, base);
    call->nnamed = (uint32_t)named.n;
    call->named = named.n ? base_copy(p->arena, named.at, named.n * sizeof *named.at) : NULL;
    vec_free(&named);
}

/* function-partial-application : function type-specifier "(" [ named-arguments ] ")" */
static SynExpr *partial_application(SynParser *p) {
    const SynToken *from = p->tok;
    SynExpr *e = new_expr(p, SYN_PARTIAL);
    syn_next(p);
    if (!syn_enter(p) || !syn_name_path(p, &e->cref, true)) {
        syn_leave(p);
        return NULL;
    }
    call_arguments(p, e);
    syn_leave(p);
    e->span = syn_span(p, from);
    if (e->nargs) syn_mistake(p, "SYN0023", e->args[0]->span, "only named arguments may be bound by 'function f(...)'");
    return p->panic ? NULL : e;
}

/* der, initial, pure: keywords that are called like functions */
static SynExpr *keyword_call(SynParser *p, Name name) {
    const SynToken *from = p->tok;
    SynExpr *e = new_expr(p, SYN_CALL);
    e->cref.n = 1;
    e->cref.parts = BASE_NEW(p->arena, SynPart);
    e->cref.parts[0] = (SynPart){.name = name, .span = syn_token_span(p, from)};
    syn_next(p);
    if (!syn_at(p, SYN_T_LPAREN)) {
        syn_expect(p, SYN_T_LPAREN, base_sprintf(&p->ctx->arena, "after '%s'", base_str(p->ctx->names, name)));
        return NULL;
    }
    call_arguments(p, e);
    e->span = syn_span(p, from);
    return p->panic ? NULL : e;
}

static SynExpr *reference_or_call(SynParser *p) {
    const SynToken *from = p->tok;
    SynCref cref = {0};
    if (!reference(p, &cref)) return NULL;
    bool call = syn_at(p, SYN_T_LPAREN);
    SynExpr *e = call ? new_expr(p, SYN_CALL) : new_leaf(p, SYN_CREF);
    e->cref = cref;
    if (call) call_arguments(p, e);
    e->span = syn_span(p, from);
    return p->panic ? NULL : e;
}

/* ---- brackets ---------------------------------------------------------------------------------------------------- */

SynExpr **syn_expression_list(SynParser *p, uint32_t *n) {
    size_t base = p->stack.n;
    do {
        SynExpr *e = syn_expression(p);
        if (!e) break;
        vec_push(&p->stack, e);
    } while (syn_accept(p, SYN_T_COMMA));
    return (SynExpr **)syn_pop_list(p, base, n);
}

/* "(" output-expression-list ")";  3.7 also lets subscripts or the name of an element follow */
static SynExpr *parentheses(SynParser *p) {
    const SynToken *from = p->tok;
    size_t base = p->stack.n;
    bool tuple = false;
    syn_next(p);
    for (;;) {
        bool empty = syn_at(p, SYN_T_COMMA) || syn_at(p, SYN_T_RPAREN);
        SynExpr *e = empty ? NULL : syn_expression(p);
        if (p->panic) break;
        if (empty && syn_at(p, SYN_T_RPAREN) && p->stack.n == base) tuple = true;
        else vec_push(&p->stack, e);
        if (!syn_accept(p, SYN_T_COMMA)) break;
        tuple = true;
    }
    syn_expect(p, SYN_T_RPAREN, "to close the parenthesis");
    if (p->panic) {
        p->stack.n = base;
        return NULL;
    }
    SynExpr *e;
    if (tuple) {
        e = new_expr(p, SYN_TUPLE);
        set_args(p, e, base);
    } else {
        e = p->stack.at[base];
        p->stack.n = base;
        e->parens = true;
    }
    e->span = syn_span(p, from);
    bool member = syn_at(p, SYN_T_DOT) && syn_peek(p, 1) == SYN_T_IDENT;
    if (!syn_at(p, SYN_T_LBRACKET) && !member) return e;
    SynExpr *indexed = new_expr(p, SYN_INDEXED);
    indexed->args = BASE_ARRAY(p->arena, SynExpr *, 1);
    indexed->args[0] = e;
    indexed->nargs = 1;
    indexed->cref.n = 1;
    indexed->cref.parts = BASE_NEW(p->arena, SynPart);
    SynPart *part = &indexed->cref.parts[0];
    if (member) syn_next(p);
    part->span = member ? syn_token_span(p, p->tok) : e->span;
    if (member) part->name = syn_ident(p, "the name of an element");
    else part->subs = syn_subscripts(p, &part->nsubs);
    indexed->span = syn_span(p, from);
    return p->panic ? NULL : indexed;
}

/* "{" array-arguments "}" */
static SynExpr *array(SynParser *p) {
    const SynToken *from = p->tok;
    SynExpr *e = new_expr(p, SYN_ARRAY);
    size_t base = p->stack.n;
    syn_next(p);
    if (syn_at(p, SYN_T_RBRACE) && !p->annotation) {
        Diag *d = syn_mistake(p, "SYN0022", syn_span(p, from), "an array constructor needs at least one element");
        syn_hint(p, d, "an empty array is written zeros(0) or fill(x, 0)");
    }
    while (!p->panic && !syn_at(p, SYN_T_RBRACE)) {
        SynExpr *element = syn_expression(p);
        if (!element) break;
        if (syn_at(p, SYN_T_FOR)) {
            if (p->stack.n > base)
                syn_mistake(p, "SYN0024", syn_token_span(p, p->tok), "an element with 'for' must be the only element");
            element = comprehension(p, element);
        }
        vec_push(&p->stack, element);
        if (p->panic || !syn_at(p, SYN_T_COMMA)) break;
        syn_next(p);
        if (syn_at(p, SYN_T_RBRACE)) syn_expected(p, "an expression after ','");
    }
    syn_expect(p, SYN_T_RBRACE, "after the elements of the array");
    set_args(p, e, base);
    e->span = syn_span(p, from);
    return p->panic ? NULL : e;
}

/* "[" expression-list { ";" expression-list } "]" */
static SynExpr *matrix(SynParser *p) {
    const SynToken *from = p->tok;
    SynExpr *e = new_expr(p, SYN_MATRIX);
    size_t base = p->stack.n;
    p->brackets++;
    syn_next(p);
    do {
        SynExpr *row = new_expr(p, SYN_ROW);
        const SynToken *first = p->tok;
        row->args = syn_expression_list(p, &row->nargs);
        row->span = syn_span(p, first);
        vec_push(&p->stack, row);
    } while (!p->panic && syn_accept(p, SYN_T_SEMICOLON));
    unsigned next = syn_kind(p);
    if (!p->panic && (next == SYN_T_INTEGER || next == SYN_T_REAL || next == SYN_T_IDENT || next == SYN_T_LPAREN)) {
        Diag *d = syn_error(p, "SYN0001", "expected ',' or ']' in the row of a matrix, found %s", syn_found(p, p->tok));
        syn_hint(p, d,
                 "elements are separated by commas, rows by semicolons: [1, 2; 3, 4]; a vector is written {1, 2, 3}");
    }
    syn_expect(p, SYN_T_RBRACKET, "after the rows of the matrix");
    if (!p->panic) p->brackets--;
    set_args(p, e, base);
    e->span = syn_span(p, from);
    return p->panic ? NULL : e;
}

/* ---- primaries and operators ------------------------------------------------------------------------------------- */

static SynExpr *not_an_expression(SynParser *p) {
    switch (syn_kind(p)) {
    case SYN_T_END:
        if (p->panic) break;
        if (syn_peek(p, 1) != SYN_T_IDENT && !syn_is_keyword(syn_peek(p, 1))) {
            syn_error(p, "SYN0021", "'end' as an expression may stand only inside subscripts");
            return NULL;
        }
        break;
    case SYN_T_EQUALS:
        if (p->tok > p->first && p->tok[-1].kind == SYN_T_EQUALS) break;
        if (p->tok > p->first && (p->tok[-1].kind == SYN_T_LT || p->tok[-1].kind == SYN_T_GT)) {
            Diag *d = syn_expected(p, "an expression");
            syn_hint(p, d, "write '<=' and '>=' without white space inside");
            return NULL;
        }
        break;
    default: break;
    }
    if (syn_is_keyword(syn_kind(p)) && !p->panic) {
        Diag *d = syn_expected(p, "an expression");
        unsigned next = syn_peek(p, 1);
        if (next != SYN_T_IDENT && !syn_is_keyword(next) && !syn_at(p, SYN_T_END) && !p->tok->first)
            syn_hint(p, d, "'%s' is a keyword; to use it as a name, quote it with single quotes",
                     syn_token_text(syn_kind(p)));
        return NULL;
    }
    syn_expected(p, "an expression");
    return NULL;
}

SynExpr *syn_primary(SynParser *p) {
    switch (syn_kind(p)) {
    case SYN_T_INTEGER:
    case SYN_T_REAL: return number(p);
    case SYN_T_STRING: {
        Name value = syn_string(p);
        SynExpr *e = leaf(p, SYN_STRING);
        e->string = value;
        return e;
    }
    case SYN_T_TRUE:
    case SYN_T_FALSE: {
        bool value = syn_at(p, SYN_T_TRUE);
        SynExpr *e = leaf(p, SYN_BOOLEAN);
        e->boolean = value;
        return e;
    }
    case SYN_T_IDENT:
    case SYN_T_DOT: return reference_or_call(p);
    case SYN_T_DER: return keyword_call(p, p->der);
    case SYN_T_INITIAL: return keyword_call(p, p->initial);
    case SYN_T_PURE: return keyword_call(p, p->pure);
    case SYN_T_LPAREN: return parentheses(p);
    case SYN_T_LBRACKET: return matrix(p);
    case SYN_T_LBRACE: return array(p);
    case SYN_T_END:
        if (p->subscripts > 0) return leaf(p, SYN_END);
        return not_an_expression(p);
    default: return not_an_expression(p);
    }
}

static SynExpr *make_unary(SynParser *p, const SynToken *at, SynOp op, SynExpr *operand) {
    if (!operand) return NULL;
    SynExpr *e = new_expr(p, SYN_UNARY);
    e->op = (uint8_t)op;
    e->nargs = 1;
    e->args = BASE_ARRAY(p->arena, SynExpr *, 1);
    e->args[0] = operand;
    e->span = syn_span(p, at);
    return e;
}

static bool is_sign(unsigned kind) {
    return kind == SYN_T_ADD || kind == SYN_T_SUB || kind == SYN_T_EADD || kind == SYN_T_ESUB;
}

static SynExpr *operators(SynParser *p, int level);

/* Many signs in a row are an error, but must not nest on the C stack either. */
static SynExpr *misplaced_sign(SynParser *p, int level) {
    const SynToken *at = p->tok;
    Diag *d = syn_mistake(p, "SYN0017", syn_token_span(p, at), "a sign cannot follow another operator directly");
    syn_hint(p, d, "put the signed operand in parentheses, e.g. a*(-b)");
    while (is_sign(syn_kind(p))) syn_next(p);
    return make_unary(p, at, at->kind == SYN_T_SUB || at->kind == SYN_T_ESUB ? SYN_NEG : SYN_PLUS, operators(p, level));
}

/* What may stand in front of a binary operator of a level: a sign in front of a sum's first term,
 * `not` in front of a relation. */
static SynExpr *operand(SynParser *p, int level) {
    const SynToken *at = p->tok;
    if (syn_at(p, SYN_T_NOT)) {
        if (level > L_NOT) {
            Diag *d = syn_mistake(p, "SYN0017", syn_token_span(p, at), "'not' cannot follow another operator directly");
            syn_hint(p, d, "write parentheses: (not a)");
        }
        syn_next(p);
        if (syn_at(p, SYN_T_NOT)) {
            Diag *d = syn_mistake(p, "SYN0017", syn_token_span(p, p->tok), "'not' cannot follow 'not' directly");
            syn_hint(p, d, "write parentheses: not (not a)");
            while (syn_at(p, SYN_T_NOT)) syn_next(p);
        }
        return make_unary(p, at, SYN_NOT, operators(p, L_RELATION));
    }
    if (is_sign(syn_kind(p))) {
        if (level > L_ADD) return misplaced_sign(p, level);
        SynOp op = syn_at(p, SYN_T_SUB) || syn_at(p, SYN_T_ESUB) ? SYN_NEG : SYN_PLUS;
        syn_next(p);
        return make_unary(p, at, op, operators(p, L_MUL));
    }
    return syn_primary(p);
}

static void check_chain(SynParser *p, int level) {
    if (binary_operators[syn_kind(p)].level != level) return;
    const char *op = syn_token_text(syn_kind(p));
    if (level == L_POW) {
        Diag *d = syn_mistake(p, "SYN0016", syn_token_span(p, p->tok), "'%s' cannot be chained", op);
        syn_hint(p, d, "write parentheses: (a^b)^c or a^(b^c)");
    } else if (level == L_RELATION) {
        Diag *d = syn_mistake(p, "SYN0016", syn_token_span(p, p->tok), "relations cannot be chained");
        syn_hint(p, d, "write: a < b and b < c");
    }
}

/* logical-expression, logical-term, logical-factor, relation, arithmetic-expression, term, factor:
 * operators that bind at least as tightly as level. */
static SynExpr *operators(SynParser *p, int level) {
    SynExpr *left = operand(p, level);
    while (left) {
        Operator o = binary_operators[syn_kind(p)];
        if (o.level == 0 || o.level < level) break;
        syn_next(p);
        SynExpr *right = operators(p, o.level + 1);
        if (!right) return NULL;
        SynExpr *e = new_expr(p, SYN_BINARY);
        e->op = o.op;
        e->nargs = 2;
        e->args = BASE_ARRAY(p->arena, SynExpr *, 2);
        e->args[0] = left;
        e->args[1] = right;
        e->span = (Span){p->source, left->span.start, right->span.end};
        left = e;
        if (o.level == L_RELATION || o.level == L_POW) check_chain(p, o.level);
    }
    return left;
}

/* simple-expression : logical-expression [ ":" logical-expression [ ":" logical-expression ] ] */
SynExpr *syn_simple_expression(SynParser *p) {
    SynExpr *first = operators(p, L_OR);
    if (!first || !syn_at(p, SYN_T_COLON)) return first;
    SynExpr *e = new_expr(p, SYN_RANGE);
    SynExpr *parts[3] = {first};
    uint32_t n = 1;
    while (n < 3 && syn_accept(p, SYN_T_COLON)) {
        parts[n] = operators(p, L_OR);
        if (!parts[n++]) return NULL;
    }
    if (syn_at(p, SYN_T_COLON)) {
        syn_error(p, "SYN0016", "a range has at most three parts: start : step : stop");
        return NULL;
    }
    e->args = base_copy(p->arena, parts, n * sizeof *parts);
    e->nargs = n;
    e->span = (Span){p->source, first->span.start, parts[n - 1]->span.end};
    return e;
}

/* if expression then expression { elseif expression then expression } else expression
 * `else if` opens a nested conditional that ends where this one ends; it is taken as `elseif`,
 * which means the same and does not nest. */
static SynExpr *conditional(SynParser *p) {
    const SynToken *from = p->tok;
    size_t base = p->stack.n;
    do {
        syn_next(p);
        SynExpr *condition = syn_expression(p);
        if (!condition) break;
        vec_push(&p->stack, condition);
        if (!syn_expect(p, SYN_T_THEN, "after the condition")) break;
        SynExpr *value = syn_expression(p);
        if (!value) break;
        vec_push(&p->stack, value);
        if (syn_at(p, SYN_T_ELSE) && syn_peek(p, 1) == SYN_T_IF) syn_next(p);
        else if (!syn_at(p, SYN_T_ELSEIF)) break;
    } while (!p->panic);
    if (!p->panic && !syn_at(p, SYN_T_ELSE)) {
        Diag *d = syn_expected(p, "'else' to complete the if-expression");
        syn_hint(p, d, "an if-expression always needs an else");
    } else if (!p->panic) {
        syn_next(p);
        SynExpr *otherwise = syn_expression(p);
        vec_push(&p->stack, otherwise);
    }
    if (p->panic) {
        p->stack.n = base;
        return NULL;
    }
    SynExpr *e = new_expr(p, SYN_IF);
    set_args(p, e, base);
    e->span = syn_span(p, from);
    return e;
}

/* expression : simple-expression | if ... */
SynExpr *syn_expression(SynParser *p) {
    if (!syn_enter(p)) {
        syn_leave(p);
        return NULL;
    }
    SynExpr *e = syn_at(p, SYN_T_IF) ? conditional(p) : syn_simple_expression(p);
    syn_leave(p);
    return e;
}
