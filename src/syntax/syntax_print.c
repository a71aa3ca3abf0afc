/* syntax_print.c - expressions and references to text.
 *
 * Parentheses come back where they were written, and where a tree that was not parsed needs them.
 * Left operands are walked in a loop, so that a chain of a million terms prints; other nesting was
 * bounded by the parser.
 */
#include "syntax/syntax_impl.h"

/* Priorities as in rules_expr.c; a range and a conditional are looser than every operator. */
enum { P_EXPRESSION, P_RANGE, P_OR, P_AND, P_NOT, P_RELATION, P_ADD, P_MUL, P_POW, P_PRIMARY };

typedef struct {
    const char *text;
    uint8_t priority, left, right; /* its own, and the least its operands may have */
} OpText;

static const OpText binary_texts[] = {
    [SYN_ADD] = {" + ", P_ADD, P_ADD, P_MUL},       [SYN_SUB] = {" - ", P_ADD, P_ADD, P_MUL},
    [SYN_MUL] = {"*", P_MUL, P_MUL, P_POW},         [SYN_DIV] = {"/", P_MUL, P_MUL, P_POW},
    [SYN_POW] = {"^", P_POW, P_PRIMARY, P_PRIMARY}, [SYN_EADD] = {" .+ ", P_ADD, P_ADD, P_MUL},
    [SYN_ESUB] = {" .- ", P_ADD, P_ADD, P_MUL},     [SYN_EMUL] = {" .* ", P_MUL, P_MUL, P_POW},
    [SYN_EDIV] = {" ./ ", P_MUL, P_MUL, P_POW},     [SYN_EPOW] = {" .^ ", P_POW, P_PRIMARY, P_PRIMARY},
    [SYN_LT] = {" < ", P_RELATION, P_ADD, P_ADD},   [SYN_LE] = {" <= ", P_RELATION, P_ADD, P_ADD},
    [SYN_GT] = {" > ", P_RELATION, P_ADD, P_ADD},   [SYN_GE] = {" >= ", P_RELATION, P_ADD, P_ADD},
    [SYN_EQ] = {" == ", P_RELATION, P_ADD, P_ADD},  [SYN_NE] = {" <> ", P_RELATION, P_ADD, P_ADD},
    [SYN_AND] = {" and ", P_AND, P_AND, P_NOT},     [SYN_OR] = {" or ", P_OR, P_OR, P_AND},
};

static void print(const Names *names, const SynExpr *e, int least, Text *out);

static int priority(const SynExpr *e) {
    if (e->parens) return P_PRIMARY;
    switch (e->kind) {
    case SYN_BINARY: return binary_texts[e->op].priority;
    case SYN_UNARY: return e->op == SYN_NOT ? P_NOT : P_ADD;
    case SYN_IF:
    case SYN_FOR: return P_EXPRESSION;
    case SYN_RANGE: return P_RANGE;
    case SYN_REAL: return e->real < 0 ? P_ADD : P_PRIMARY;
    case SYN_INTEGER: return e->integer < 0 ? P_ADD : P_PRIMARY;
    default: return P_PRIMARY;
    }
}

static void string(const Names *names, Name value, Text *out) {
    base_text_string(out, base_str(names, value), base_str_len(names, value));
}

static void list(const Names *names, SynExpr *const *args, uint32_t n, const char *between, Text *out) {
    for (uint32_t i = 0; i < n; i++) {
        if (i) base_text_add(out, between);
        if (args[i]) print(names, args[i], P_EXPRESSION, out);
    }
}

void syn_print_cref(const Names *names, const SynCref *c, Text *out) {
    if (c->global) base_text_char(out, '.');
    for (uint32_t i = 0; i < c->n; i++) {
        const SynPart *part = &c->parts[i];
        if (i) base_text_char(out, '.');
        base_text_add(out, base_str(names, part->name));
        if (!part->nsubs) continue;
        base_text_char(out, '[');
        list(names, part->subs, part->nsubs, ", ", out);
        base_text_char(out, ']');
    }
}

static void iterators(const Names *names, const SynExpr *e, Text *out) {
    base_text_add(out, " for ");
    for (uint32_t i = 0; i < e->niterators; i++) {
        if (i) base_text_add(out, ", ");
        base_text_add(out, base_str(names, e->iterators[i].name));
        if (!e->iterators[i].range) continue;
        base_text_add(out, " in ");
        print(names, e->iterators[i].range, P_EXPRESSION, out);
    }
}

static void call(const Names *names, const SynExpr *e, Text *out) {
    if (e->kind == SYN_PARTIAL) base_text_add(out, "function ");
    syn_print_cref(names, &e->cref, out);
    base_text_char(out, '(');
    list(names, e->args, e->nargs, ", ", out);
    for (uint32_t i = 0; i < e->nnamed; i++) {
        if (i || e->nargs) base_text_add(out, ", ");
        base_text_add(out, base_str(names, e->named[i].name));
        base_text_add(out, " = ");
        if (e->named[i].value) print(names, e->named[i].value, P_EXPRESSION, out);
    }
    base_text_char(out, ')');
}

static void conditional(const Names *names, const SynExpr *e, Text *out) {
    for (uint32_t i = 0; i + 1 < e->nargs; i += 2) {
        base_text_add(out, i ? " elseif " : "if ");
        print(names, e->args[i], P_EXPRESSION, out);
        base_text_add(out, " then ");
        print(names, e->args[i + 1], P_EXPRESSION, out);
    }
    base_text_add(out, " else ");
    print(names, e->args[e->nargs - 1], P_EXPRESSION, out);
}

/* Prints the left spine without recursion: first all opening parentheses down to the leftmost
 * operand, then operators and right operands on the way up. */
static void binary(const Names *names, const SynExpr *e, Text *out) {
    VEC(const SynExpr *) spine = {0};
    const SynExpr *left = e;
    for (;;) {
        vec_push(&spine, left);
        const SynExpr *next = left->args[0];
        if (next->kind != SYN_BINARY) break;
        if (next->parens || priority(next) < binary_texts[left->op].left) base_text_char(out, '(');
        left = next;
    }
    print(names, left->args[0], binary_texts[left->op].left, out);
    while (spine.n) {
        const SynExpr *x = vec_pop(&spine);
        base_text_add(out, binary_texts[x->op].text);
        print(names, x->args[1], binary_texts[x->op].right, out);
        if (spine.n && (x->parens || priority(x) < binary_texts[vec_last(&spine)->op].left)) base_text_char(out, ')');
    }
    vec_free(&spine);
}

static void unary(const Names *names, const SynExpr *e, Text *out) {
    base_text_add(out, e->op == SYN_NOT ? "not " : e->op == SYN_NEG ? "-" : "+");
    print(names, e->args[0], e->op == SYN_NOT ? P_RELATION : P_MUL, out);
}

static void bare(const Names *names, const SynExpr *e, Text *out) {
    switch ((SynExprKind)e->kind) {
    case SYN_REAL: base_text_double(out, e->real, true); break;
    case SYN_INTEGER: base_text_printf(out, "%lld", (long long)e->integer); break;
    case SYN_STRING: string(names, e->string, out); break;
    case SYN_BOOLEAN: base_text_add(out, e->boolean ? "true" : "false"); break;
    case SYN_CREF: syn_print_cref(names, &e->cref, out); break;
    case SYN_UNARY: unary(names, e, out); break;
    case SYN_BINARY: binary(names, e, out); break;
    case SYN_IF: conditional(names, e, out); break;
    case SYN_RANGE:
        for (uint32_t i = 0; i < e->nargs; i++) {
            if (i) base_text_char(out, ':');
            print(names, e->args[i], P_OR, out);
        }
        break;
    case SYN_CALL:
    case SYN_PARTIAL: call(names, e, out); break;
    case SYN_ARRAY:
        base_text_char(out, '{');
        list(names, e->args, e->nargs, ", ", out);
        base_text_char(out, '}');
        break;
    case SYN_FOR:
        print(names, e->args[0], P_EXPRESSION, out);
        iterators(names, e, out);
        break;
    case SYN_MATRIX:
        base_text_char(out, '[');
        list(names, e->args, e->nargs, "; ", out);
        base_text_char(out, ']');
        break;
    case SYN_ROW: list(names, e->args, e->nargs, ", ", out); break;
    case SYN_TUPLE:
        base_text_char(out, '(');
        list(names, e->args, e->nargs, ", ", out);
        base_text_char(out, ')');
        break;
    case SYN_INDEXED:
        print(names, e->args[0], P_PRIMARY, out);
        if (e->cref.parts[0].name) {
            base_text_char(out, '.');
            base_text_add(out, base_str(names, e->cref.parts[0].name));
            break;
        }
        base_text_char(out, '[');
        list(names, e->cref.parts[0].subs, e->cref.parts[0].nsubs, ", ", out);
        base_text_char(out, ']');
        break;
    case SYN_END: base_text_add(out, "end"); break;
    case SYN_COLON: base_text_char(out, ':'); break;
    }
}

static void print(const Names *names, const SynExpr *e, int least, Text *out) {
    bool parens = e->kind != SYN_TUPLE && (e->parens || priority(e) < least);
    if (parens) base_text_char(out, '(');
    bare(names, e, out);
    if (parens) base_text_char(out, ')');
}

void syn_print_expr(const Names *names, const SynExpr *e, Text *out) { print(names, e, P_EXPRESSION, out); }
