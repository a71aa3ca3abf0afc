/* dae_print.c - the text form of expressions, statements and equations.
 *
 * What is printed parses back to the same nodes, folded or not: the parentheses are those that dae_parse.c
 * needs.  Chains to the left (sums of many terms) and elseif chains are loops, not recursion.
 */
#include <math.h>
#include <string.h>

#include "dae/dae_impl.h"

/* Nesting past which an expression is cut short.  Nothing that came from a source text is nested deeper
 * than the parsers allow; this guards messages about expressions made by translation. */
enum { MAX_DEPTH = 4000 };

static void print(DaePrinter *q, DaeExpr e, int priority);

/* ---- leaves ------------------------------------------------------------------------------------------------------ */

void dae_print_string(Text *out, const char *s) { base_text_string(out, s, strlen(s)); }

void dae_print_number(Text *out, double x, DaeBase base) {
    if (base == DAE_BOOLEAN) base_text_add(out, x != 0 ? "true" : "false");
    else if (base == DAE_ENUM) base_text_printf(out, "enum(%.0f)", x);
    else if (isnan(x)) base_text_add(out, "nan");
    else if (isinf(x)) base_text_add(out, x < 0 ? "-infinity" : "infinity");
    else base_text_double(out, x, base == DAE_REAL);
}

void dae_print_operand(const Dae *d, DaeOperand o, DaeBase base, Text *out) {
    if (dae_operand_is_const(o)) dae_print_number(out, dae_constant_value(d, o), base);
    else dae_var_quoted(d, o, out);
}

static void print_const(DaePrinter *q, const DaeNode *n, int priority) {
    double x = n->base == DAE_REAL ? n->value.r : (double)n->value.i;
    if (n->base == DAE_ENUM && n->id && n->id < q->d->enums.n) {
        const DaeEnum *t = &q->d->enums.at[n->id];
        if (n->value.i >= 1 && n->value.i <= (int64_t)t->n) {
            dae_path_text(base_str(q->d->ctx->names, t->name), q->out);
            base_text_char(q->out, '.');
            dae_word_text(base_str(q->d->ctx->names, t->literals[n->value.i - 1]), q->out);
            return;
        }
    }
    bool parens = x < 0 && priority > 5;
    base_text_add(q->out, parens ? "(" : "");
    if (n->base == DAE_INTEGER) base_text_printf(q->out, "%lld", (long long)n->value.i);
    else dae_print_number(q->out, x, n->base);
    base_text_add(q->out, parens ? ")" : "");
}

/* Iterators have no names: $i3 is the Integer iterator numbered 3, $r3 a Real one, and so on. */
static void print_local(DaePrinter *q, const DaeNode *n) {
    static const char letters[] = {[DAE_REAL] = 'r', [DAE_INTEGER] = 'i', [DAE_BOOLEAN] = 'b', [DAE_STRING] = 's',
                                   [DAE_ENUM] = 'e', [DAE_OBJECT] = 'o',  [DAE_VOID] = 'v'};
    if (q->function && n->id < q->function->nlocals)
        dae_path_text(base_str(q->d->ctx->names, q->function->locals[n->id].name), q->out);
    else base_text_printf(q->out, "$%c%u", letters[n->base], n->id);
}

static void print_var(DaePrinter *q, DaeVar v, int priority) {
    const Dae *d = q->d;
    bool hidden = d->shown.print && v < d->vars.n && d->vars.at[v].flags & DAE_HIDDEN;
    if (!hidden || !d->shown.print(d->shown.arg, v, priority, q->out)) dae_var_quoted(d, v, q->out);
}

static void print_leaf(DaePrinter *q, const DaeNode *n, int priority) {
    switch ((DaeOp)n->op) {
    case DAE_CONST: print_const(q, n, priority); break;
    case DAE_TEXT: dae_print_string(q->out, base_str(q->d->ctx->names, n->id)); break;
    case DAE_VAR: print_var(q, n->id, priority); break;
    case DAE_LOCAL: print_local(q, n); break;
    case DAE_HOLE:
        if (!q->operands) {
            base_text_printf(q->out, "?%u", n->id);
        } else if (dae_operand_is_const(q->operands[n->id])) {
            DaeNode c = {.op = DAE_CONST, .base = n->base};
            double x = dae_constant_value(q->d, q->operands[n->id]);
            if (n->base == DAE_REAL) c.value.r = x;
            else c.value.i = (int64_t)x;
            print_const(q, &c, priority);
        } else {
            print_var(q, q->operands[n->id], priority);
        }
        break;
    case DAE_COLON: base_text_char(q->out, ':'); break;
    default: base_text_add(q->out, "<none>"); break;
    }
}

/* ---- operators --------------------------------------------------------------------------------------------------- */

static void print_args(DaePrinter *q, DaeExpr e, uint32_t first) {
    for (uint32_t i = first; i < dae_at(q->p, e)->nargs; i++) {
        base_text_add(q->out, i > first ? ", " : "");
        if (dae_arg(q->p, e, i)) /* optional arguments may be left out */
            print(q, dae_arg(q->p, e, i), 0);
    }
}

static void print_call(DaePrinter *q, const char *name, DaeExpr e, uint32_t first) {
    base_text_add(q->out, name);
    base_text_char(q->out, '(');
    print_args(q, e, first);
    base_text_char(q->out, ')');
}

static bool is_binary_infix(const DaeNode *n) { return n->nargs == 2 && dae_ops[n->op].infix; }

/* Priorities that the operands need to stand without parentheses. */
static int left_needs(const DaeNode *n) {
    int own = dae_ops[n->op].infix;
    return own == 7 ? 8 : own == 4 ? 5 : own;
}
static int right_needs(const DaeNode *n) {
    int own = dae_ops[n->op].infix;
    return own == 7 ? 8 : own == 4 ? 5 : own + 1;
}

static bool is_marked(const DaeNode *n) {
    return n->value.i == 1 && ((n->op >= DAE_LT && n->op <= DAE_NE) || (n->op >= DAE_FLOOR && n->op <= DAE_REM));
}

/* a op b op c ...: down the left side, then back up. */
static void print_infix(DaePrinter *q, DaeExpr e) {
    VecU32 spine = {0};
    vec_push(&spine, e);
    for (;;) {
        const DaeNode *n = dae_at(q->p, vec_last(&spine));
        DaeExpr left = dae_arg(q->p, vec_last(&spine), 0);
        const DaeNode *l = dae_at(q->p, left);
        if (!is_binary_infix(l) || dae_ops[l->op].infix < left_needs(n) || (is_marked(l) && !q->plain)) break;
        vec_push(&spine, left);
    }
    DaeExpr first = vec_last(&spine);
    print(q, dae_arg(q->p, first, 0), left_needs(dae_at(q->p, first)));
    while (spine.n) {
        DaeExpr at = vec_pop(&spine);
        const DaeNode *n = dae_at(q->p, at);
        bool tight = dae_ops[n->op].infix >= 6;
        base_text_printf(q->out, tight ? "%s" : " %s ", dae_ops[n->op].name);
        print(q, dae_arg(q->p, at, 1), right_needs(n));
    }
    vec_free(&spine);
}

static void print_prefix(DaePrinter *q, const DaeNode *n, DaeExpr e) {
    base_text_add(q->out, n->op == DAE_NOT ? "not " : "-");
    DaeExpr a = dae_arg(q->p, e, 0);
    bool literal = n->op == DAE_NEG && dae_at(q->p, a)->op == DAE_CONST;
    if (n->op == DAE_NEG && dae_at(q->p, a)->op == DAE_HOLE && q->operands)
        literal = dae_operand_is_const(q->operands[dae_at(q->p, a)->id]);
    base_text_add(q->out, literal ? "(" : "");
    print(q, a, n->op == DAE_NOT ? 4 : literal ? 0 : 6);
    base_text_add(q->out, literal ? ")" : "");
}

static void print_if(DaePrinter *q, DaeExpr e) {
    base_text_add(q->out, "if ");
    for (;;) {
        print(q, dae_arg(q->p, e, 0), 0);
        base_text_add(q->out, " then ");
        print(q, dae_arg(q->p, e, 1), 0);
        e = dae_arg(q->p, e, 2);
        if (dae_at(q->p, e)->op != DAE_IF) break;
        base_text_add(q->out, " elseif ");
    }
    base_text_add(q->out, " else ");
    print(q, e, 0);
}

/* ---- calls and arrays -------------------------------------------------------------------------------------------- */

/* Names that call syntax gives to something else. */
static bool is_taken_name(const char *name) {
    static const char *const words[] = {"der", "pre", "result", "enum"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(name, words[i])) return true;
    for (int op = DAE_IF; op < DAE_OP_COUNT; op++)
        if (!strcmp(name, dae_ops[op].name)) return true;
    return false;
}

/* Functions of equal names (made for different instances) get a number behind the name. */
void dae_print_function_name(const Dae *d, uint32_t function, Text *out) {
    Name name = d->functions.at[function].name;
    const char *text = base_str(d->ctx->names, name);
    uint32_t before = 0;
    for (uint32_t i = 1; i < function; i++) before += d->functions.at[i].name == name;
    if (is_taken_name(text)) base_text_printf(out, "`%s`", text);
    else dae_path_text(text, out);
    if (before) base_text_printf(out, ".$%u", before + 1);
}

static void print_function_call(DaePrinter *q, const DaeNode *n, DaeExpr e) {
    if (n->value.i) base_text_printf(q->out, "result(%lld, ", (long long)n->value.i + 1);
    dae_print_function_name(q->d, n->id, q->out);
    print_call(q, "", e, 0);
    if (n->value.i) base_text_char(q->out, ')');
}

static void print_partial(DaePrinter *q, const DaeNode *n, DaeExpr e) {
    const DaeFunction *f = &q->d->functions.at[n->id];
    base_text_add(q->out, "function ");
    dae_print_function_name(q->d, n->id, q->out);
    base_text_char(q->out, '(');
    for (uint32_t i = 0; i + 1 < n->nargs; i += 2) {
        const DaeNode *input = dae_at(q->p, dae_arg(q->p, e, i));
        base_text_add(q->out, i ? ", " : "");
        dae_path_text(base_str(q->d->ctx->names, f->locals[input->value.i].name), q->out);
        base_text_add(q->out, " = ");
        print(q, dae_arg(q->p, e, i + 1), 0);
    }
    base_text_char(q->out, ')');
}

static void print_range(DaePrinter *q, DaeExpr e) {
    const DaeNode *step = dae_at(q->p, dae_arg(q->p, e, 1));
    print(q, dae_arg(q->p, e, 0), 1);
    base_text_char(q->out, ':');
    if (!(step->op == DAE_CONST && step->base == DAE_INTEGER && step->value.i == 1)) {
        print(q, dae_arg(q->p, e, 1), 1);
        base_text_char(q->out, ':');
    }
    print(q, dae_arg(q->p, e, 2), 1);
}

static void print_iterators(DaePrinter *q, const char *open, DaeExpr e, const char *close) {
    base_text_add(q->out, open);
    print(q, dae_arg(q->p, e, 0), 0);
    for (uint32_t i = 1; i + 1 < dae_at(q->p, e)->nargs; i += 2) {
        base_text_add(q->out, i > 1 ? ", " : " for ");
        print(q, dae_arg(q->p, e, i), 0);
        base_text_add(q->out, " in ");
        print(q, dae_arg(q->p, e, i + 1), 0);
    }
    base_text_add(q->out, close);
}

static void print_index(DaePrinter *q, DaeExpr e) {
    DaeOp op = dae_at(q->p, dae_arg(q->p, e, 0))->op;
    bool primary = op == DAE_LOCAL || op == DAE_CALL || op == DAE_ARRAY || op == DAE_COMPREHENSION;
    base_text_add(q->out, primary ? "" : "(");
    print(q, dae_arg(q->p, e, 0), 0);
    base_text_add(q->out, primary ? "[" : ")[");
    print_args(q, e, 1);
    base_text_char(q->out, ']');
}

static void print_special(DaePrinter *q, const DaeNode *n, DaeExpr e) {
    static const char *const reductions[] = {"sum(", "product(", "min(", "max("};
    switch ((DaeOp)n->op) {
    case DAE_IF: print_if(q, e); break;
    case DAE_CALL: print_function_call(q, n, e); break;
    case DAE_PARTIAL: print_partial(q, n, e); break;
    case DAE_ARRAY:
        base_text_char(q->out, '{');
        print_args(q, e, 0);
        base_text_char(q->out, '}');
        break;
    case DAE_INDEX: print_index(q, e); break;
    case DAE_RANGE: print_range(q, e); break;
    case DAE_COMPREHENSION: print_iterators(q, "{", e, "}"); break;
    case DAE_REDUCE: print_iterators(q, reductions[n->value.i & 3], e, ")"); break;
    case DAE_EQUATE: /* an if on the left would read as a statement */
        print(q, dae_arg(q->p, e, 0), 1);
        base_text_add(q->out, " = ");
        print(q, dae_arg(q->p, e, 1), 0);
        break;
    case DAE_ASSIGN:
        print(q, dae_arg(q->p, e, 0), 0);
        base_text_add(q->out, " := ");
        print(q, dae_arg(q->p, e, 1), 0);
        break;
    case DAE_TO_STRING: /* of an enumeration: it knows which one */
        base_text_add(q->out, "String");
        if (n->id && n->id < q->d->enums.n) {
            base_text_char(q->out, '[');
            dae_path_text(base_str(q->d->ctx->names, q->d->enums.at[n->id].name), q->out);
            base_text_char(q->out, ']');
        }
        print_call(q, "", e, 0);
        break;
    default: print_call(q, dae_ops[n->op].name, e, 0); break;
    }
}

static void print(DaePrinter *q, DaeExpr e, int priority) {
    const DaeNode *n = dae_at(q->p, e);
    if (n->op <= DAE_COLON) {
        print_leaf(q, n, priority);
        return;
    }
    if (q->depth >= MAX_DEPTH) {
        base_text_add(q->out, "...");
        return;
    }
    q->depth++;
    bool mark = is_marked(n) && !q->plain;
    bool was_plain = q->plain;
    if (mark) {
        q->plain = true;
        base_text_add(q->out, "noEvent(");
        priority = 0;
    }
    int own = n->op == DAE_IF || n->op == DAE_RANGE ? 0 : dae_ops[n->op].infix ? dae_ops[n->op].infix : 9;
    bool parens = own < priority;
    base_text_add(q->out, parens ? "(" : "");
    if (is_binary_infix(n)) print_infix(q, e);
    else if (dae_ops[n->op].infix) print_prefix(q, n, e);
    else print_special(q, n, e);
    base_text_add(q->out, parens ? ")" : "");
    base_text_add(q->out, mark ? ")" : "");
    q->plain = was_plain;
    q->depth--;
}

void dae_print_node(DaePrinter *q, DaeExpr e) { print(q, e, 0); }

/* ---- statements -------------------------------------------------------------------------------------------------- */

static void start_line(DaePrinter *q, int indent) {
    for (int i = 0; i < indent; i++) base_text_add(q->out, "  ");
}

static void print_block(DaePrinter *q, DaeExpr seq, int indent) {
    const DaeNode *n = dae_at(q->p, seq);
    if (n->op != DAE_SEQ) {
        dae_print_statement(q, seq, indent);
        return;
    }
    for (uint32_t i = 0; i < n->nargs; i++) dae_print_statement(q, dae_arg(q->p, seq, i), indent);
}

static void print_if_statement(DaePrinter *q, DaeExpr e, int indent) {
    base_text_add(q->out, "if ");
    for (;;) {
        print(q, dae_arg(q->p, e, 0), 0);
        base_text_add(q->out, " then\n");
        print_block(q, dae_arg(q->p, e, 1), indent + 1);
        e = dae_arg(q->p, e, 2);
        if (!e) break;
        start_line(q, indent);
        if (dae_at(q->p, e)->op != DAE_IF_STMT) {
            base_text_add(q->out, "else\n");
            print_block(q, e, indent + 1);
            break;
        }
        base_text_add(q->out, "elseif ");
    }
    start_line(q, indent);
    base_text_add(q->out, "end if;\n");
}

static void print_assign_call(DaePrinter *q, DaeExpr e) {
    base_text_char(q->out, '(');
    for (uint32_t i = 1; i < dae_at(q->p, e)->nargs; i++) {
        base_text_add(q->out, i > 1 ? ", " : "");
        if (dae_arg(q->p, e, i)) print(q, dae_arg(q->p, e, i), 0);
    }
    base_text_add(q->out, ") := ");
    print(q, dae_arg(q->p, e, 0), 0);
    base_text_add(q->out, ";\n");
}

static void print_loop(DaePrinter *q, const DaeNode *n, DaeExpr e, int indent) {
    base_text_add(q->out, n->op == DAE_FOR ? "for " : "while ");
    print(q, dae_arg(q->p, e, 0), 0);
    if (n->op == DAE_FOR) {
        base_text_add(q->out, " in ");
        print(q, dae_arg(q->p, e, 1), 0);
    }
    base_text_add(q->out, " loop\n");
    print_block(q, dae_arg(q->p, e, n->nargs - 1), indent + 1);
    start_line(q, indent);
    base_text_printf(q->out, "end %s;\n", n->op == DAE_FOR ? "for" : "while");
}

static void print_list(DaePrinter *q, DaeExpr e, uint32_t first, uint32_t n) {
    for (uint32_t k = 0; k < n; k++) {
        base_text_add(q->out, k ? ", " : "{");
        print(q, dae_arg(q->p, e, first + k), 0);
    }
    base_text_char(q->out, '}');
}

static void print_linear(DaePrinter *q, DaeExpr e) {
    uint32_t n = (uint32_t)dae_at(q->p, e)->value.i;
    base_text_add(q->out, "solve {");
    for (uint32_t i = 0; i < n; i++) {
        base_text_add(q->out, i ? ", " : "");
        print_list(q, e, n + i * n, n);
    }
    base_text_add(q->out, "}*");
    print_list(q, e, 0, n);
    base_text_add(q->out, " = ");
    print_list(q, e, n + n * n, n);
}

void dae_print_statement(DaePrinter *q, DaeExpr e, int indent) {
    const DaeNode *n = dae_at(q->p, e);
    start_line(q, indent);
    switch ((DaeOp)n->op) {
    case DAE_SEQ: /* a sequence inside a sequence */
        base_text_add(q->out, "algorithm\n");
        print_block(q, e, indent + 1);
        start_line(q, indent);
        base_text_add(q->out, "end algorithm;\n");
        return;
    case DAE_IF_STMT: print_if_statement(q, e, indent); return;
    case DAE_FOR:
    case DAE_WHILE: print_loop(q, n, e, indent); return;
    case DAE_ASSIGN_CALL: print_assign_call(q, e); return;
    case DAE_BREAK: base_text_add(q->out, "break"); break;
    case DAE_RETURN: base_text_add(q->out, "return"); break;
    case DAE_CALL_STMT: print(q, dae_arg(q->p, e, 0), 0); break;
    case DAE_LINEAR: print_linear(q, e); break;
    case DAE_SOLVE:
        base_text_add(q->out, "solve system ");
        print(q, dae_arg(q->p, e, n->nargs - 1), 0);
        break;
    default: print(q, e, 0); break;
    }
    base_text_add(q->out, ";\n");
}

/* ---- from outside ------------------------------------------------------------------------------------------------ */

void dae_print_expr(const Dae *d, const DaePool *p, DaeExpr e, Text *out) {
    DaePrinter q = {.d = d, .p = p, .out = out};
    if (dae_at(p, e)->base == DAE_VOID && dae_at(p, e)->op != DAE_EQUATE) dae_print_statement(&q, e, 0);
    else print(&q, e, 0);
}

void dae_print_argument(const Dae *d, const DaeEquation *e, uint32_t k, int priority, Text *out) {
    DaePrinter q = {.d = d, .p = &d->pool, .operands = dae_operands(d, e), .out = out};
    print(&q, dae_arg(q.p, d->shapes.at[e->shape].root, k), priority);
}

/* Targets of an ASSIGN or ASSIGN_CALL are holes 0..nout-1 in order, so they need not be listed. */
static bool lists_its_outputs(const DaePool *p, const DaeShape *s) {
    const DaeNode *n = dae_at(p, s->root);
    if (n->op == DAE_ASSIGN && s->nout == 1) {
        const DaeNode *t = dae_at(p, dae_arg(p, s->root, 0));
        return t->op == DAE_HOLE && t->id == 0;
    }
    if (n->op == DAE_LINEAR) return true;
    if (n->op != DAE_ASSIGN_CALL || n->nargs != s->nout + 1) return false;
    for (uint32_t k = 0; k < s->nout; k++) {
        DaeExpr t = dae_arg(p, s->root, k + 1);
        if (!t || dae_at(p, t)->op != DAE_HOLE || dae_at(p, t)->id != k) return false;
    }
    return true;
}

void dae_print_equation_lines(const Dae *d, const DaeEquation *e, int indent, Text *out) {
    const DaeShape *s = &d->shapes.at[e->shape];
    DaePrinter q = {.d = d, .p = &d->pool, .operands = dae_operands(d, e), .out = out};
    if (s->nout == 0 || lists_its_outputs(&d->pool, s)) {
        dae_print_statement(&q, s->root, indent);
        return;
    }
    bool sequence = dae_at(&d->pool, s->root)->op == DAE_SEQ;
    start_line(&q, indent);
    base_text_add(out, sequence ? "algorithm (" : "multi (");
    for (uint32_t k = 0; k < s->nout; k++) {
        base_text_add(out, k ? ", " : "");
        dae_var_quoted(d, q.operands[k], out);
    }
    if (!sequence) {
        base_text_add(out, ") ");
        dae_print_statement(&q, s->root, 0);
        return;
    }
    base_text_add(out, ")\n");
    print_block(&q, s->root, indent + 1);
    start_line(&q, indent);
    base_text_add(out, "end algorithm;\n");
}

void dae_print_equation(const Dae *d, const DaeEquation *e, Text *out) {
    size_t start = out->n;
    dae_print_equation_lines(d, e, 0, out);
    while (out->n > start && (out->at[out->n - 1] == '\n' || out->at[out->n - 1] == ';')) out->at[--out->n] = 0;
}
