/* parse_expr.c - expressions and statements of the text form, by recursive descent.
 *
 * Nodes are built raw: reading never folds, so that what was printed comes back as it was.
 */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dae/dae_impl.h"

static DaeExpr parse_logical(DaeParser *q);

/* ---- tokens ------------------------------------------------------------------------------------------------------ */

const DaeToken *dae_peek(const DaeParser *q) { return &q->tokens.list.at[q->at]; }

static const char *token_text(const DaeParser *q, uint32_t at) {
    return base_str(q->ctx->names, q->tokens.list.at[at].name);
}

static bool token_is(const DaeParser *q, uint32_t at, const char *text) {
    if (at >= q->tokens.list.n) return false;
    uint8_t kind = q->tokens.list.at[at].kind;
    return (kind == DAE_TOK_WORD || kind == DAE_TOK_SIGN) && !strcmp(token_text(q, at), text);
}

bool dae_is(const DaeParser *q, const char *text) { return token_is(q, q->at, text); }

bool dae_accept(DaeParser *q, const char *text) {
    if (!dae_is(q, text)) return false;
    q->at++;
    return true;
}

static Span token_span(const DaeParser *q, uint32_t at) {
    const DaeToken *t = &q->tokens.list.at[at];
    return (Span){q->tokens.file, t->start, t->end};
}

Span dae_span_from(const DaeParser *q, uint32_t first) {
    Span s = token_span(q, first);
    if (q->at > first) s.end = q->tokens.list.at[q->at - 1].end;
    return s;
}

void dae_unexpected(DaeParser *q, const char *wanted) {
    if (q->panic) return;
    q->panic = true;
    Diag *d = base_error(q->ctx, "DAE0001", token_span(q, q->at), "%s is expected here", wanted);
    if (dae_peek(q)->kind == DAE_TOK_END)
        base_hint(q->ctx, d, "the text ends too early; the last line is \"end dae;\"");
}

bool dae_expect(DaeParser *q, const char *text) {
    if (dae_accept(q, text)) return true;
    char wanted[40];
    snprintf(wanted, sizeof wanted, "\"%s\"", text);
    dae_unexpected(q, wanted);
    return false;
}

void dae_skip_statement(DaeParser *q) {
    while (dae_peek(q)->kind != DAE_TOK_END && !dae_accept(q, ";")) q->at++;
    q->panic = false;
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

static bool is_word(const DaeToken *t) { return t->kind == DAE_TOK_WORD || t->kind == DAE_TOK_QUOTED; }

Name dae_parse_path(DaeParser *q) {
    q->path.n = 0;
    do {
        if (!is_word(dae_peek(q))) {
            dae_unexpected(q, "a name");
            return 0;
        }
        if (q->path.n) base_text_char(&q->path, '.');
        base_text_add(&q->path, token_text(q, q->at++));
    } while (dae_accept(q, "."));
    return base_intern(q->ctx->names, q->path.at, q->path.n);
}

static bool parse_subscripts(DaeParser *q, int32_t *subs, int *nsubs) {
    *nsubs = 0;
    if (!dae_accept(q, "[")) return true;
    do {
        bool minus = dae_accept(q, "-");
        if (dae_peek(q)->kind != DAE_TOK_INTEGER || *nsubs == 16) {
            dae_unexpected(q, "a whole number as subscript");
            return false;
        }
        int64_t v = dae_peek(q)->integer;
        q->at++;
        subs[(*nsubs)++] = (int32_t)(minus ? -v : v);
    } while (dae_accept(q, ","));
    return dae_expect(q, "]");
}

/* a.b[3].c, or der(...) (*wrap = 1) or pre(...) (*wrap = 2) around one.  Names that are not known yet are
 * made: dae_var_of_name tells whether a variable stands behind one. */
bool dae_parse_variable(DaeParser *q, bool declare, DaeName *name, int *wrap) {
    *wrap = 0;
    *name = 0;
    if (token_is(q, q->at + 1, "(") && (dae_is(q, "der") || dae_is(q, "pre")) && dae_peek(q)->kind == DAE_TOK_WORD) {
        *wrap = dae_is(q, "der") ? 1 : 2;
        q->at += 2;
    }
    do {
        if (!is_word(dae_peek(q))) {
            dae_unexpected(q, declare ? "the name of a variable" : "a variable");
            return false;
        }
        Name word = dae_peek(q)->name;
        q->at++;
        int32_t subs[16];
        int nsubs;
        if (!parse_subscripts(q, subs, &nsubs)) return false;
        *name = dae_name(q->d, *name, word, subs, nsubs);
    } while (dae_accept(q, "."));
    return *wrap == 0 || dae_expect(q, ")");
}

static DaeExpr harmless(DaeParser *q) { return dae_real(q->pool, 0); }

/* $i3: letter tells the base, the number is the iterator's. */
static DaeExpr iterator_of(DaeParser *q, const DaeToken *t) {
    static const char letters[] = {[DAE_REAL] = 'r',   [DAE_INTEGER] = 'i', [DAE_BOOLEAN] = 'b',
                                   [DAE_STRING] = 's', [DAE_ENUM] = 'e',    [DAE_OBJECT] = 'o'};
    const char *s = base_str(q->ctx->names, t->name);
    if (t->kind != DAE_TOK_WORD || s[0] != '$' || !s[1] || !s[2]) return 0;
    for (const char *c = s + 2; *c; c++)
        if (!isdigit((unsigned char)*c)) return 0;
    for (size_t base = 0; base < sizeof letters; base++)
        if (letters[base] == s[1]) return dae_local(q->pool, (uint32_t)strtoul(s + 2, NULL, 10), (DaeBase)base, 0);
    return 0;
}

/* In a function an iterator may also be one of its variables. */
static DaeExpr parse_iterator(DaeParser *q) {
    DaeExpr it = iterator_of(q, dae_peek(q));
    for (uint32_t i = 0; !it && q->function && i < q->function->nlocals; i++)
        if (is_word(dae_peek(q)) && q->function->locals[i].name == dae_peek(q)->name)
            it = dae_local(q->pool, i, q->function->locals[i].base, q->function->locals[i].rank);
    if (it) q->at++;
    else dae_unexpected(q, "an iterator such as $i1");
    return it;
}

static DaeExpr find_literal(DaeParser *q, Name path) {
    uint64_t found;
    if (!base_map_get(&q->literals, path, &found)) return 0;
    return dae_enum_of(q->pool, (uint32_t)(found >> 32), (int64_t)(found & 0xFFFFFFFFu));
}

static DaeExpr unknown_name(DaeParser *q, uint32_t first) {
    if (!q->panic) {
        Diag *d = base_error(q->ctx, "DAE0002", dae_span_from(q, first), "no variable of this name is declared");
        base_hint(q->ctx, d, "declare it before the first section, or quote it with ` ` if it is an odd name");
    }
    return harmless(q);
}

static DaeExpr parse_local(DaeParser *q) {
    uint32_t first = q->at;
    Name path = dae_parse_path(q);
    for (uint32_t i = 0; i < q->function->nlocals; i++)
        if (q->function->locals[i].name == path)
            return dae_local(q->pool, i, q->function->locals[i].base, q->function->locals[i].rank);
    DaeExpr e = find_literal(q, path);
    return e ? e : unknown_name(q, first);
}

static DaeExpr parse_variable_use(DaeParser *q) {
    uint32_t first = q->at;
    DaeName name;
    int wrap;
    if (!dae_parse_variable(q, false, &name, &wrap)) return harmless(q);
    DaeVar v = dae_var_of_name(q->d, name);
    if (!v && name != q->d->vars.at[0].name) {
        uint32_t end = q->at;
        q->at = first;
        DaeExpr e = wrap ? 0 : find_literal(q, dae_parse_path(q));
        q->at = end;
        return e ? e : unknown_name(q, first);
    }
    if (wrap) v = wrap == 1 ? dae_der(q->d, v) : dae_pre(q->d, v);
    return dae_var(q->pool, v, q->d->vars.at[v].base);
}

/* ---- calls and arrays -------------------------------------------------------------------------------------------- */

static void push_expression(DaeParser *q, VecU32 *args) {
    DaeExpr e = dae_parse_expression(q);
    vec_push(args, e);
}

/* An argument, or nothing where it was left out. */
static void push_argument(DaeParser *q, VecU32 *args) {
    if (dae_is(q, ",") || dae_is(q, ")")) vec_push(args, 0);
    else push_expression(q, args);
}

static void parse_arguments(DaeParser *q, VecU32 *args, const char *close) {
    if (dae_accept(q, close)) return;
    do push_expression(q, args);
    while (!q->panic && dae_accept(q, ","));
    dae_expect(q, close);
}

/* After "for": iterator in range {, iterator in range}; args holds the body already. */
static void parse_iterators(DaeParser *q, VecU32 *args) {
    do {
        DaeExpr it = parse_iterator(q);
        vec_push(args, it);
        dae_expect(q, "in");
        push_expression(q, args);
    } while (!q->panic && dae_accept(q, ","));
}

static DaeExpr build(DaeParser *q, DaeOp op, const VecU32 *args, uint32_t first) {
    if (q->panic) return harmless(q);
    int arity = dae_ops[op].arity;
    if ((arity >= 0 && (uint32_t)arity != args->n) ||
        (arity < 0 && args->n < (op == DAE_CAT                      ? 2u
                                 : op == DAE_ARRAY || op == DAE_SEQ ? 0u
                                                                    : 1u))) {
        q->panic = true;
        base_error(q->ctx, "DAE0007", dae_span_from(q, first), "%s takes %d arguments, not %zu", dae_ops[op].name,
                   arity < 0 ? 1 : arity, args->n);
        return harmless(q);
    }
    for (size_t i = 0; i < args->n && op != DAE_TO_STRING; i++)
        if (!args->at[i]) {
            dae_unexpected(q, "an argument for each place");
            return harmless(q);
        }
    return dae_raw(q->pool, op, args->at, (uint32_t)args->n);
}

/* sum(x for $i1 in 1:3) and its sisters. */
static DaeExpr parse_reduction(DaeParser *q, DaeOp op, VecU32 *args) {
    static const struct {
        DaeOp op;
        DaeReduce kind;
    } kinds[] = {{DAE_SUM, DAE_RSUM}, {DAE_PRODUCT, DAE_RPRODUCT}, {DAE_MIN, DAE_RMIN}, {DAE_MAX, DAE_RMAX}};
    parse_iterators(q, args);
    dae_expect(q, ")");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && !q->panic; i++)
        if (kinds[i].op == op) {
            const DaeNode *body = dae_at(q->pool, args->at[0]);
            return dae_node(
                q->pool, (DaeNode){.op = DAE_REDUCE, .base = body->base, .rank = body->rank, .value.i = kinds[i].kind},
                args->at, (uint32_t)args->n);
        }
    dae_unexpected(q, "sum, product, min or max before iterators");
    return harmless(q);
}

static DaeExpr parse_apply(DaeParser *q, const VecU32 *args) {
    const DaeNode *f = args->n ? dae_at(q->pool, args->at[0]) : NULL;
    if (q->panic || !f || f->op != DAE_LOCAL || !q->function || f->id >= q->function->nlocals ||
        !q->function->locals[f->id].function_type) {
        dae_unexpected(q, "apply(g, ...) with a functional input g");
        return harmless(q);
    }
    const DaeFunction *type = &q->d->functions.at[q->function->locals[f->id].function_type];
    DaeNode head = {.op = DAE_APPLY,
                    .base = type->noutputs ? type->locals[type->ninputs].base : DAE_VOID,
                    .rank = type->noutputs ? type->locals[type->ninputs].rank : 0};
    return dae_node(q->pool, head, args->at, (uint32_t)args->n);
}

static DaeExpr parse_builtin(DaeParser *q, DaeOp op) {
    uint32_t first = q->at;
    q->at += 2; /* name and ( */
    VecU32 args = {0};
    DaeExpr e;
    if (dae_accept(q, ")")) {
        e = build(q, op, &args, first);
    } else {
        push_expression(q, &args);
        if (dae_accept(q, "for")) {
            e = parse_reduction(q, op, &args);
        } else {
            while (!q->panic && dae_accept(q, ",")) push_argument(q, &args);
            dae_expect(q, ")");
            e = op == DAE_APPLY                                 ? parse_apply(q, &args)
                : op == DAE_NOEVENT && args.n == 1 && !q->panic ? dae_no_event(q->pool, args.at[0])
                                                                : build(q, op, &args, first);
        }
    }
    vec_free(&args);
    return e;
}

/* String[T](x, ...): x is of the enumeration T */
static DaeExpr parse_enum_string(DaeParser *q) {
    q->at += 2;
    Name path = dae_parse_path(q);
    uint32_t type = 0;
    for (uint32_t i = 1; i < q->d->enums.n; i++) type = q->d->enums.at[i].name == path ? i : type;
    if (!type) dae_unexpected(q, "an enumeration declared above");
    dae_expect(q, "]");
    q->at--; /* so that a name and "(" come next */
    DaeExpr e = q->panic ? harmless(q) : parse_builtin(q, DAE_TO_STRING);
    DaeNode n = *dae_at(q->pool, e);
    if (q->panic || n.op != DAE_TO_STRING) return harmless(q);
    n.id = type;
    VecU32 args = {0};
    for (uint32_t k = 0; k < n.nargs; k++) vec_push(&args, dae_arg(q->pool, e, k));
    e = dae_node(q->pool, n, args.at, n.nargs);
    vec_free(&args);
    return e;
}

static uint32_t parse_function_name(DaeParser *q) {
    uint32_t first = q->at;
    Name path = dae_parse_path(q);
    uint32_t f = path ? dae_find_function(q->d, path) : 0;
    if (!f && !q->panic) {
        q->panic = true;
        Diag *d = base_error(q->ctx, "DAE0003", dae_span_from(q, first), "no function of this name is declared");
        base_hint(q->ctx, d, "functions are declared before the first section");
    }
    return f;
}

static DaeExpr parse_function_call(DaeParser *q, uint32_t result) {
    uint32_t f = parse_function_name(q);
    if (!f || !dae_expect(q, "(")) return harmless(q);
    VecU32 args = {0};
    parse_arguments(q, &args, ")");
    DaeExpr e = q->panic ? harmless(q) : dae_call(q->d, q->pool, f, result, args.at, (uint32_t)args.n);
    vec_free(&args);
    return e;
}

/* result(2, f(x)) */
static DaeExpr parse_result(DaeParser *q) {
    q->at += 2;
    if (dae_peek(q)->kind != DAE_TOK_INTEGER || dae_peek(q)->integer < 1) {
        dae_unexpected(q, "the number of a result");
        return harmless(q);
    }
    uint32_t k = (uint32_t)dae_peek(q)->integer - 1;
    q->at++;
    dae_expect(q, ",");
    DaeExpr e = parse_function_call(q, k);
    dae_expect(q, ")");
    return e;
}

/* function f(name = value, ...): a function value with bound inputs */
static DaeExpr parse_partial(DaeParser *q) {
    dae_expect(q, "function");
    uint32_t f = parse_function_name(q);
    VecU32 args = {0};
    if (f && dae_expect(q, "(") && !dae_accept(q, ")")) {
        do {
            Name name = dae_parse_path(q);
            uint32_t k = 0;
            while (k < q->d->functions.at[f].ninputs && q->d->functions.at[f].locals[k].name != name) k++;
            if (k == q->d->functions.at[f].ninputs) {
                dae_unexpected(q, "an input of the function");
                break;
            }
            vec_push(&args, dae_int(q->pool, k));
            dae_expect(q, "=");
            push_expression(q, &args);
        } while (!q->panic && dae_accept(q, ","));
        dae_expect(q, ")");
    }
    DaeExpr e = q->panic ? harmless(q)
                         : dae_node(q->pool, (DaeNode){.op = DAE_PARTIAL, .base = DAE_OBJECT, .id = f}, args.at,
                                    (uint32_t)args.n);
    vec_free(&args);
    return e;
}

/* {a, b} or {body for $i1 in range} */
static DaeExpr parse_braces(DaeParser *q) {
    uint32_t first = q->at++;
    VecU32 args = {0};
    DaeOp op = DAE_ARRAY;
    if (!dae_accept(q, "}")) {
        push_expression(q, &args);
        if (dae_accept(q, "for")) {
            op = DAE_COMPREHENSION;
            parse_iterators(q, &args);
        } else {
            while (!q->panic && dae_accept(q, ",")) push_expression(q, &args);
        }
        dae_expect(q, "}");
    }
    DaeExpr e = build(q, op, &args, first);
    vec_free(&args);
    return e;
}

static DaeExpr parse_index(DaeParser *q, DaeExpr array) {
    uint32_t first = q->at++;
    VecU32 args = {0};
    vec_push(&args, array);
    do {
        if (dae_is(q, ":") && (token_is(q, q->at + 1, ",") || token_is(q, q->at + 1, "]"))) {
            q->at++;
            DaeExpr colon = dae_node(q->pool, (DaeNode){.op = DAE_COLON, .base = DAE_INTEGER}, NULL, 0);
            vec_push(&args, colon);
        } else {
            push_expression(q, &args);
        }
    } while (!q->panic && dae_accept(q, ","));
    dae_expect(q, "]");
    DaeExpr e = build(q, DAE_INDEX, &args, first);
    vec_free(&args);
    return e;
}

/* ---- primaries --------------------------------------------------------------------------------------------------- */

static DaeExpr parse_number(DaeParser *q, bool negative) {
    const DaeToken *t = dae_peek(q);
    q->at++;
    if (t->kind == DAE_TOK_INTEGER) return dae_int(q->pool, negative ? -t->integer : t->integer);
    return dae_real(q->pool, negative ? -t->value : t->value);
}

static DaeExpr parse_enum_number(DaeParser *q) {
    q->at += 2;
    int64_t k = dae_peek(q)->kind == DAE_TOK_INTEGER ? dae_peek(q)->integer : 0;
    q->at++;
    dae_expect(q, ")");
    return dae_enum(q->pool, k);
}

/* Index in q->tokens of the first token after a path that starts here. */
static uint32_t after_path(const DaeParser *q) {
    uint32_t at = q->at;
    while (at + 2 < q->tokens.list.n && is_word(&q->tokens.list.at[at]) && token_is(q, at + 1, ".")) at += 2;
    return at + 1;
}

/* A word that is not an operator: literal, call, iterator, name. */
static DaeExpr parse_word(DaeParser *q) {
    const DaeToken *t = dae_peek(q);
    bool call = token_is(q, q->at + 1, "(");
    uint64_t op;
    if (t->kind == DAE_TOK_WORD) {
        const char *s = base_str(q->ctx->names, t->name);
        if (call && base_map_get(&q->ops, t->name, &op)) return parse_builtin(q, (DaeOp)op);
        if (!strcmp(s, "String") && token_is(q, q->at + 1, "[")) return parse_enum_string(q);
        if (call && !strcmp(s, "result")) return parse_result(q);
        if (call && !strcmp(s, "enum")) return parse_enum_number(q);
        if (!strcmp(s, "function")) return parse_partial(q);
        if (!strcmp(s, "true") || !strcmp(s, "false")) return q->at++, dae_bool(q->pool, *s == 't');
        if (!strcmp(s, "infinity")) return q->at++, dae_real(q->pool, INFINITY);
        if (!strcmp(s, "nan")) return q->at++, dae_real(q->pool, NAN);
        DaeExpr it = iterator_of(q, t);
        if (it) return q->at++, it;
        if (call && (!strcmp(s, "der") || !strcmp(s, "pre"))) return parse_variable_use(q);
    }
    if (token_is(q, after_path(q), "(")) return parse_function_call(q, 0);
    return q->function ? parse_local(q) : parse_variable_use(q);
}

static DaeExpr parse_primary(DaeParser *q) {
    const DaeToken *t = dae_peek(q);
    DaeExpr e;
    if (t->kind == DAE_TOK_INTEGER || t->kind == DAE_TOK_REAL) {
        e = parse_number(q, false);
    } else if (t->kind == DAE_TOK_STRING) {
        q->at++;
        e = dae_text(q->pool, t->name);
    } else if (dae_is(q, "{")) {
        e = parse_braces(q);
    } else if (dae_accept(q, "(")) {
        e = dae_parse_expression(q);
        dae_expect(q, ")");
    } else if (is_word(t)) {
        e = parse_word(q);
    } else {
        dae_unexpected(q, "an expression");
        return harmless(q);
    }
    while (dae_is(q, "[") && !q->panic) e = parse_index(q, e);
    return e;
}

/* ---- operators --------------------------------------------------------------------------------------------------- */

/* The infix operator of this priority that comes next, or DAE_NONE. */
static DaeOp next_infix(const DaeParser *q, int priority) {
    const DaeToken *t = dae_peek(q);
    uint64_t op;
    if ((t->kind != DAE_TOK_SIGN && t->kind != DAE_TOK_WORD) || !base_map_get(&q->signs, t->name, &op) ||
        dae_ops[op].infix != priority)
        return DAE_NONE;
    return (DaeOp)op;
}

static DaeExpr binary(DaeParser *q, DaeOp op, DaeExpr a, DaeExpr b) {
    return q->panic ? a : dae_raw(q->pool, op, (DaeExpr[]){a, b}, 2);
}

/* factor: primary [^ primary] */
static DaeExpr parse_factor(DaeParser *q) {
    DaeExpr e = parse_primary(q);
    DaeOp op = next_infix(q, 7);
    if (!op) return e;
    q->at++;
    return binary(q, op, e, parse_primary(q));
}

static DaeExpr parse_term(DaeParser *q) {
    DaeExpr e = parse_factor(q);
    for (DaeOp op; !q->panic && (op = next_infix(q, 6));) {
        q->at++;
        e = binary(q, op, e, parse_factor(q));
    }
    return e;
}

/* -5 is a negative literal unless more of a product or power follows. */
static bool at_negative_literal(const DaeParser *q) {
    uint8_t kind = q->tokens.list.at[q->at].kind;
    if (kind == DAE_TOK_WORD) return (token_is(q, q->at, "infinity"));
    if (kind != DAE_TOK_INTEGER && kind != DAE_TOK_REAL) return false;
    static const char *const more[] = {"*", "/", "^", ".*", "./", ".^", "["};
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        if (token_is(q, q->at + 1, more[i])) return false;
    return true;
}

static DaeExpr parse_negative(DaeParser *q) {
    if (at_negative_literal(q)) {
        if (dae_accept(q, "infinity")) return dae_real(q->pool, -INFINITY);
        return parse_number(q, true);
    }
    DaeExpr e = parse_term(q);
    return q->panic ? e : dae_raw(q->pool, DAE_NEG, &e, 1);
}

static DaeExpr parse_sum(DaeParser *q) {
    DaeExpr e = dae_accept(q, "-") ? parse_negative(q) : parse_term(q);
    for (DaeOp op; !q->panic && (op = next_infix(q, 5));) {
        q->at++;
        e = binary(q, op, e, parse_term(q));
    }
    return e;
}

static DaeExpr parse_relation(DaeParser *q) {
    DaeExpr e = parse_sum(q);
    DaeOp op = next_infix(q, 4);
    if (!op) return e;
    q->at++;
    return binary(q, op, e, parse_sum(q));
}

static DaeExpr parse_not(DaeParser *q) {
    if (!dae_accept(q, "not")) return parse_relation(q);
    DaeExpr e = parse_relation(q);
    return q->panic ? e : dae_raw(q->pool, DAE_NOT, &e, 1);
}

static DaeExpr parse_and(DaeParser *q) {
    DaeExpr e = parse_not(q);
    while (!q->panic && dae_accept(q, "and")) e = binary(q, DAE_AND, e, parse_not(q));
    return e;
}

static DaeExpr parse_logical(DaeParser *q) {
    DaeExpr e = parse_and(q);
    while (!q->panic && dae_accept(q, "or")) e = binary(q, DAE_OR, e, parse_and(q));
    return e;
}

/* if c then a {elseif c then a} else b: the branches are collected, then nested from the end. */
static DaeExpr parse_if(DaeParser *q) {
    VecU32 parts = {0};
    do {
        push_expression(q, &parts);
        dae_expect(q, "then");
        push_expression(q, &parts);
    } while (!q->panic && dae_accept(q, "elseif"));
    dae_expect(q, "else");
    DaeExpr e = dae_parse_expression(q);
    while (parts.n && !q->panic) {
        parts.n -= 2;
        e = dae_raw(q->pool, DAE_IF, (DaeExpr[]){parts.at[parts.n], parts.at[parts.n + 1], e}, 3);
    }
    vec_free(&parts);
    return e;
}

static DaeExpr parse_range(DaeParser *q) {
    DaeExpr e = parse_logical(q);
    if (q->panic || !dae_accept(q, ":")) return e;
    DaeExpr args[3] = {e, dae_int(q->pool, 1), parse_logical(q)};
    if (dae_accept(q, ":")) {
        args[1] = args[2];
        args[2] = parse_logical(q);
    }
    return q->panic ? e : dae_raw(q->pool, DAE_RANGE, args, 3);
}

DaeExpr dae_parse_expression(DaeParser *q) {
    if (q->depth >= q->ctx->max_depth) {
        if (!q->panic) {
            Diag *d =
                base_error(q->ctx, "DAE0004", token_span(q, q->at), "nested deeper than %d levels", q->ctx->max_depth);
            base_hint(q->ctx, d, "split the expression with auxiliary variables");
        }
        q->panic = true;
        return harmless(q);
    }
    q->depth++;
    DaeExpr e = dae_accept(q, "if") ? parse_if(q) : parse_range(q);
    q->depth--;
    return e;
}

/* ---- statements -------------------------------------------------------------------------------------------------- */

static DaeExpr finish(DaeParser *q, DaeOp op, const DaeExpr *args, uint32_t nargs) {
    if (q->panic) return 0;
    return dae_node(q->pool, (DaeNode){.op = (uint16_t)op, .base = DAE_VOID}, args, nargs);
}

DaeExpr dae_parse_block(DaeParser *q) {
    VecU32 list = {0};
    while (!dae_is(q, "end") && !dae_is(q, "else") && !dae_is(q, "elseif") && dae_peek(q)->kind != DAE_TOK_END &&
           !q->panic) {
        DaeExpr s = dae_parse_statement(q);
        vec_push(&list, s);
    }
    DaeExpr e = finish(q, DAE_SEQ, list.at, (uint32_t)list.n);
    vec_free(&list);
    return e;
}

static DaeExpr parse_if_statement(DaeParser *q) {
    VecU32 parts = {0};
    DaeExpr otherwise = 0;
    do {
        push_expression(q, &parts);
        dae_expect(q, "then");
        DaeExpr block = dae_parse_block(q);
        vec_push(&parts, block);
    } while (!q->panic && dae_accept(q, "elseif"));
    if (dae_accept(q, "else")) otherwise = dae_parse_block(q);
    dae_expect(q, "end");
    dae_expect(q, "if");
    while (parts.n && !q->panic) {
        parts.n -= 2;
        otherwise = finish(q, DAE_IF_STMT, (DaeExpr[]){parts.at[parts.n], parts.at[parts.n + 1], otherwise}, 3);
    }
    vec_free(&parts);
    return otherwise;
}

static DaeExpr parse_loop(DaeParser *q, bool is_for) {
    DaeExpr args[3];
    uint32_t n = 0;
    if (is_for) {
        args[n++] = parse_iterator(q);
        dae_expect(q, "in");
    }
    args[n++] = dae_parse_expression(q);
    dae_expect(q, "loop");
    args[n++] = dae_parse_block(q);
    dae_expect(q, "end");
    dae_expect(q, is_for ? "for" : "while");
    return finish(q, is_for ? DAE_FOR : DAE_WHILE, args, n);
}

/* "(a, , b) := f(x)": the list is told from an expression by the sign after its closing parenthesis. */
static bool at_target_list(const DaeParser *q) {
    if (!dae_is(q, "(")) return false;
    int open = 0;
    for (uint32_t i = q->at; i < q->tokens.list.n && q->tokens.list.at[i].kind != DAE_TOK_END; i++) {
        open += token_is(q, i, "(");
        if (token_is(q, i, ")") && --open == 0) return token_is(q, i + 1, ":=");
    }
    return false;
}

static DaeExpr parse_assign_call(DaeParser *q) {
    VecU32 args = {0};
    vec_push(&args, 0);
    q->at++;
    do {
        DaeExpr target = dae_is(q, ",") || dae_is(q, ")") ? 0 : dae_parse_expression(q);
        vec_push(&args, target);
    } while (!q->panic && dae_accept(q, ","));
    dae_expect(q, ")");
    dae_expect(q, ":=");
    args.at[0] = dae_parse_expression(q);
    DaeExpr e = finish(q, DAE_ASSIGN_CALL, args.at, (uint32_t)args.n);
    vec_free(&args);
    return e;
}

static DaeExpr parse_simple(DaeParser *q) {
    DaeExpr args[2] = {dae_parse_expression(q), 0};
    if (dae_is(q, "=") || dae_is(q, ":=")) {
        DaeOp op = dae_is(q, "=") ? DAE_EQUATE : DAE_ASSIGN;
        q->at++;
        args[1] = dae_parse_expression(q);
        return finish(q, op, args, 2);
    }
    if (q->panic || dae_at(q->pool, args[0])->base == DAE_VOID) return args[0]; /* assert, terminate, reinit */
    if (dae_at(q->pool, args[0])->op != DAE_CALL) {
        dae_unexpected(q, "\"=\" or \":=\"");
        return 0;
    }
    return finish(q, DAE_CALL_STMT, args, 1);
}

DaeExpr dae_parse_statement(DaeParser *q) {
    DaeExpr e;
    if (q->depth >= q->ctx->max_depth) return dae_parse_expression(q); /* reports it */
    q->depth++;
    if (dae_accept(q, "if")) {
        e = parse_if_statement(q);
    } else if (dae_is(q, "for") || dae_is(q, "while")) {
        bool is_for = dae_is(q, "for");
        q->at++;
        e = parse_loop(q, is_for);
    } else if (dae_accept(q, "break")) {
        e = finish(q, DAE_BREAK, NULL, 0);
    } else if (dae_accept(q, "return")) {
        e = finish(q, DAE_RETURN, NULL, 0);
    } else if (dae_accept(q, "algorithm")) {
        e = dae_parse_block(q);
        dae_expect(q, "end");
        dae_expect(q, "algorithm");
    } else if (at_target_list(q)) {
        e = parse_assign_call(q);
    } else {
        e = parse_simple(q);
    }
    if (!q->panic) dae_expect(q, ";");
    q->depth--;
    return e;
}

/* ---- the parser itself ------------------------------------------------------------------------------------------- */

void dae_parser_init(DaeParser *q, Context *ctx, Dae *d) {
    memset(q, 0, sizeof *q);
    q->ctx = ctx;
    q->d = d;
    static const uint16_t not_calls[] = {DAE_CALL,  DAE_PARTIAL,       DAE_ARRAY, DAE_INDEX,
                                         DAE_RANGE, DAE_COMPREHENSION, DAE_REDUCE};
    for (int op = DAE_ABS; op < DAE_OP_COUNT; op++) {
        bool call =
            !dae_ops[op].infix && (op < DAE_EQUATE || op == DAE_ASSERT || op == DAE_TERMINATE || op == DAE_REINIT);
        for (size_t i = 0; i < sizeof not_calls / sizeof *not_calls; i++) call = call && op != not_calls[i];
        if (call) base_map_put(&q->ops, base_name(ctx->names, dae_ops[op].name), (uint64_t)op);
    }
    for (int op = DAE_ADD; op <= DAE_OR; op++)
        if (dae_ops[op].infix && op != DAE_NEG)
            base_map_put(&q->signs, base_name(ctx->names, dae_ops[op].name), (uint64_t)op);
}

void dae_parser_free(DaeParser *q) {
    vec_free(&q->tokens.list);
    base_map_free(&q->ops);
    base_map_free(&q->literals);
    base_map_free(&q->signs);
    base_text_free(&q->path);
}
