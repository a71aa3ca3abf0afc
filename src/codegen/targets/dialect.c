/* dialect.c - expressions in the syntax of another language, with the parentheses they need and no more. */
#include "codegen/codegen.h"

#include <math.h>
#include <string.h>

typedef struct {
    const GenDialect *d;
    const Names *names;
    const DaePool *p;
    void (*name)(void *arg, uint32_t var, Text *out);
    void *arg;
    Text *out;
    Arena *arena;
} Printer;

enum { P_IF, P_OR, P_AND, P_NOT, P_RELATION, P_SUM, P_PRODUCT, P_SIGN, P_POWER, P_LEAF };

static const char *function_name(const Printer *q, int op) {
    for (size_t i = 0; q->d->functions[i].op; i++)
        if (q->d->functions[i].op == op && q->d->functions[i].name) return q->d->functions[i].name;
    const DaeElementary *f = dae_elementary((DaeOp)op);
    return op == DAE_MIN ? "fmin" : op == DAE_MAX ? "fmax" : op == DAE_SIGN || !f ? dae_ops[op].name : f->c_name;
}

void gen_dialect_number(const GenDialect *d, double x, Text *out) { base_text_double(out, x, d->real); }

/* Conditions are numbers, made with a function that is 1 for what is positive and 0 else. */
static bool switches(const Printer *q) { return q->d->condition == GEN_IF_SWITCH; }

static int priority(const Printer *q, DaeExpr e) {
    const DaeNode *n = dae_at(q->p, e);
    switch (n->op) {
    case DAE_ADD:
    case DAE_SUB: return P_SUM;
    case DAE_MUL:
    case DAE_DIV: return P_PRODUCT;
    case DAE_NEG: return P_SUM;
    case DAE_CONST:
        return n->base == DAE_REAL && (n->value.r < 0 || (n->value.r == 0 && signbit(n->value.r))) ? P_SUM : P_LEAF;
    case DAE_POW: return q->d->power ? P_POWER : P_LEAF;
    case DAE_IF: return q->d->condition == GEN_IF_WORDS ? P_IF : P_LEAF;
    case DAE_OR: return switches(q) ? P_LEAF : P_OR;
    case DAE_AND: return switches(q) ? P_PRODUCT : P_AND;
    case DAE_NOT: return switches(q) ? P_LEAF : P_NOT;
    case DAE_MIN:
    case DAE_MAX: return P_LEAF;
    default: return switches(q) ? P_LEAF : n->op >= DAE_LT && n->op <= DAE_NE ? P_RELATION : P_LEAF;
    }
}

static void print(const Printer *q, DaeExpr e, int least);

static void print_arguments(const Printer *q, const char *name, DaeExpr e) {
    base_text_printf(q->out, "%s(", name);
    for (uint32_t k = 0; k < dae_at(q->p, e)->nargs; k++) {
        if (k) base_text_add(q->out, ", ");
        print(q, dae_arg(q->p, e, k), P_IF);
    }
    base_text_char(q->out, ')');
}

static bool is_chain(const Printer *q, DaeExpr e, int level) {
    const DaeNode *n = dae_at(q->p, e);
    return n->nargs == 2 && n->op >= DAE_ADD && n->op <= DAE_DIV && priority(q, e) == level;
}

static void print_right(const Printer *q, DaeExpr e, int level) {
    int op = dae_at(q->p, e)->op;
    base_text_add(q->out, op == DAE_ADD ? " + " : op == DAE_SUB ? " - " : op == DAE_MUL ? "*" : "/");
    print(q, dae_arg(q->p, e, 1), level == P_SUM ? P_PRODUCT : P_SIGN);
}

/* A sum or product, from its leftmost operand on.  Sums are as long as a node of a network has parts: no recursion to
 * the left. */
static void chain(const Printer *q, DaeExpr e) {
    int level = priority(q, e);
    DaeExpr left = dae_arg(q->p, e, 0);
    if (!is_chain(q, left, level)) {
        print(q, left, level);
        print_right(q, e, level);
        return;
    }
    VecU32 all = {0};
    for (; is_chain(q, e, level); e = dae_arg(q->p, e, 0)) vec_push(&all, e);
    print(q, e, level);
    while (all.n) print_right(q, vec_pop(&all), level);
    vec_free(&all);
}

static void infix(const Printer *q, DaeExpr e, const char *sign, int left, int right) {
    print(q, dae_arg(q->p, e, 0), left);
    base_text_add(q->out, sign);
    print(q, dae_arg(q->p, e, 1), right);
}

static void print_if(const Printer *q, DaeExpr e) {
    static const char *const words[] = {"if ", " then ", " else "}, *const marks[] = {"(", " ? ", " : "};
    if (q->d->condition == GEN_IF_CALL) {
        print_arguments(q, q->d->if_call, e);
        return;
    }
    const char *const *w = q->d->condition == GEN_IF_C ? marks : words;
    for (uint32_t k = 0; k < 3; k++) {
        base_text_add(q->out, w[k]);
        print(q, dae_arg(q->p, e, k), q->d->condition == GEN_IF_C || k == 1 ? P_OR : P_IF);
    }
    if (q->d->condition == GEN_IF_C) base_text_char(q->out, ')');
}

/* before, a - b, behind; the other way round when swapped */
static void difference(const Printer *q, DaeExpr e, const char *before, bool swap, const char *behind) {
    base_text_add(q->out, before);
    print(q, dae_arg(q->p, e, swap), P_SUM);
    base_text_add(q->out, " - ");
    print(q, dae_arg(q->p, e, !swap), P_PRODUCT);
    base_text_add(q->out, behind);
}

static void print_switch(const Printer *q, DaeExpr e) {
    const DaeNode *n = dae_at(q->p, e);
    const char *f = q->d->if_call;
    DaeExpr a = dae_arg(q->p, e, 0), b = n->nargs > 1 ? dae_arg(q->p, e, 1) : 0;
    base_text_char(q->out, '(');
    switch (n->op) {
    case DAE_LT:
    case DAE_GT: difference(q, e, base_sprintf(q->arena, "%s(", f), n->op == DAE_LT, ")"); break;
    case DAE_LE:
    case DAE_GE: difference(q, e, base_sprintf(q->arena, "1 - %s(", f), n->op == DAE_GE, ")"); break;
    case DAE_EQ:
    case DAE_NE:
        difference(q, e, base_sprintf(q->arena, n->op == DAE_EQ ? "1 - %s(abs(" : "%s(abs(", f), false, "))");
        break;
    case DAE_NOT:
        base_text_add(q->out, "1 - ");
        print(q, a, P_PRODUCT);
        break;
    case DAE_OR:
        base_text_printf(q->out, "%s(", f);
        infix(q, e, " + ", P_SUM, P_PRODUCT);
        base_text_char(q->out, ')');
        break;
    case DAE_MAX:
        print(q, b, P_SUM);
        difference(q, e, " + lim(", false, ")");
        break;
    case DAE_MIN:
        print(q, a, P_SUM);
        difference(q, e, " - lim(", false, ")");
        break;
    default: /* if */
        print(q, a, P_PRODUCT);
        base_text_char(q->out, '*');
        print(q, b, P_SIGN);
        base_text_add(q->out, " + (1 - ");
        print(q, a, P_PRODUCT);
        base_text_add(q->out, ")*");
        print(q, dae_arg(q->p, e, 2), P_SIGN);
        break;
    }
    base_text_char(q->out, ')');
}

static void print_node(const Printer *q, DaeExpr e) {
    const DaeNode *n = dae_at(q->p, e);
    bool conditional = (n->op >= DAE_LT && n->op <= DAE_NE) || n->op == DAE_IF || n->op == DAE_NOT || n->op == DAE_OR;
    if (switches(q) && (conditional || n->op == DAE_MIN || n->op == DAE_MAX)) {
        print_switch(q, e);
        return;
    }
    const GenDialect *d = q->d;
    switch (n->op) {
    case DAE_VAR: q->name(q->arg, n->id, q->out); return;
    case DAE_TEXT: base_text_add(q->out, base_str(q->names, n->id)); return;
    case DAE_CONST:
        if (n->base == DAE_BOOLEAN) base_text_add(q->out, d->logic[n->value.i ? 3 : 4]);
        else gen_dialect_number(d, n->value.r, q->out);
        return;
    case DAE_ADD:
    case DAE_SUB:
    case DAE_MUL:
    case DAE_DIV: chain(q, e); return;
    case DAE_NEG:
        base_text_char(q->out, '-');
        print(q, dae_arg(q->p, e, 0), P_PRODUCT);
        return;
    case DAE_POW:
        if (d->power) infix(q, e, d->power, P_LEAF, P_LEAF);
        else print_arguments(q, "pow", e);
        return;
    case DAE_OR: infix(q, e, d->logic[1], P_OR, P_AND); return;
    case DAE_AND: infix(q, e, d->logic[0], switches(q) ? P_PRODUCT : P_AND, switches(q) ? P_SIGN : P_NOT); return;
    case DAE_NOT:
        base_text_add(q->out, d->logic[2]);
        print(q, dae_arg(q->p, e, 0), P_LEAF);
        return;
    case DAE_IF: print_if(q, e); return;
    case DAE_CALL: print_arguments(q, base_str(q->names, n->id), e); return;
    default: break;
    }
    if (n->op >= DAE_LT && n->op <= DAE_NE) infix(q, e, d->relations[n->op - DAE_LT], P_SUM, P_SUM);
    else print_arguments(q, function_name(q, n->op), e);
}

static void print(const Printer *q, DaeExpr e, int least) {
    bool bare = priority(q, e) >= least;
    if (!bare) base_text_char(q->out, '(');
    print_node(q, e);
    if (!bare) base_text_char(q->out, ')');
}

void gen_dialect_expr(const GenDialect *d, const Names *names, const DaePool *p, DaeExpr e,
                      void (*name)(void *arg, uint32_t var, Text *out), void *arg, Text *out) {
    Arena arena = {0};
    Printer q = {d, names, p, name, arg, out, &arena};
    print(&q, e, P_IF);
    base_free_arena(&arena);
}

static const char *lacks_here(const GenDialect *d, int op) {
    for (size_t i = 0; d->functions[i].op; i++) {
        if (d->functions[i].op != op || d->functions[i].name) continue;
        switch (op) {
#define ELEMENTARY(op, name, ...)                                                                                      \
    case DAE_##op: return "it has no function " name;
            DAE_ELEMENTARY(ELEMENTARY)
#undef ELEMENTARY
        case DAE_FLOOR: return "it has no function entier";
        default: return "it lacks a function of the model";
        }
    }
    return NULL;
}

const char *gen_dialect_lacks(const GenDialect *d, const DaePool *p, DaeExpr e) {
    const DaeNode *n = dae_at(p, e);
    const char *first = lacks_here(d, n->op);
    if (first) return first;
    for (; n->nargs; n = dae_at(p, e)) { /* to the right by recursion, to the left in the loop */
        for (uint32_t k = 1; k < n->nargs; k++) {
            const char *lacks = gen_dialect_lacks(d, p, dae_arg(p, e, k));
            if (lacks) return lacks;
        }
        e = dae_arg(p, e, 0);
        const char *here = lacks_here(d, dae_at(p, e)->op);
        if (here) return here;
    }
    return NULL;
}
