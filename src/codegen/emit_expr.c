/* emit_expr.c - scalar expressions as C.
 *
 * Before: nodes of dae->pool (hash-consed: arguments have smaller numbers than the nodes that use
 * them). After: C text.  What several places of one statement share is computed once, in a
 * temporary of the scope where the statement stands; what may fail (calls, subscripts) is never
 * evaluated where Modelica would not evaluate it: the branches of if-expressions get scopes of
 * their own, as GNU statement expressions.
 */
#include "codegen/codegen_impl.h"
#include <math.h>

enum { PRI_ANY, PRI_OR, PRI_AND, PRI_REL, PRI_ADD, PRI_MUL, PRI_UNARY, PRI_PRIMARY };
enum { MAX_TEXT_DEPTH = 40 }; /* nesting of one C expression; deeper ones are cut by temporaries */

/* ---- facts about nodes ------------------------------------------------------------------------------------------- */

static bool is_leaf(DaeOp op) { return op <= DAE_COLON; }

static uint8_t own_flags(const Gen *g, const DaeNode *n) {
    switch ((DaeOp)n->op) {
    case DAE_CALL: {
        const DaeFunction *f = &g->dae->functions.at[n->id];
        return (uint8_t)(GEN_MAY_FAIL | (f->pure ? 0 : GEN_IMPURE));
    }
    case DAE_APPLY:
    case DAE_PARTIAL:
    case DAE_INDEX:
    case DAE_COMPREHENSION:
    case DAE_REDUCE:
    case DAE_SCALAR:
    case DAE_MINARR:
    case DAE_MAXARR:
    case DAE_TO_STRING:
    case DAE_STRCAT:
    case DAE_SIZE: return GEN_MAY_FAIL;
    case DAE_DELAY:
    case DAE_SPATIAL: return GEN_MAY_FAIL | GEN_STORES;
    default: return n->rank && !is_leaf((DaeOp)n->op) ? GEN_MAY_FAIL : 0;
    }
}

void gen_node_flags(Gen *g) {
    const DaePool *p = &g->dae->pool;
    size_t from = g->node_flags.n, n = p->nodes.n;
    if (from >= n) return;
    (void)vec_extend(&g->node_flags, n - from);
    (void)vec_extend(&g->temp, n - from);
    (void)vec_extend(&g->uses, n - from);
    (void)vec_extend(&g->depth, n - from);
    (void)vec_extend(&g->stamp, n - from);
    for (size_t i = from; i < n; i++) {
        const DaeNode *node = &p->nodes.at[i];
        uint8_t flags = own_flags(g, node);
        if (gen_is_whole(p, (DaeExpr)i)) flags |= GEN_MAY_FAIL; /* it may overflow */
        for (uint32_t k = 0; k < node->nargs; k++) flags |= g->node_flags.at[p->args.at[node->args + k]];
        g->node_flags.at[i] = flags;
    }
}

static bool may_fail(const Emit *e, DaeExpr x) { return (e->g->node_flags.at[x] & GEN_MAY_FAIL) != 0; }

static bool integer_power(const Emit *e, DaeExpr x, int *n) {
    double value;
    if (!dae_is_const(e->p, dae_arg(e->p, x, 1), &value) || value != floor(value) || fabs(value) > 64) return false;
    *n = (int)value;
    return true;
}

/* How often the text of argument k of x appears in the text of x. */
static uint32_t copies(const Emit *e, DaeExpr x, uint32_t k) {
    const DaeNode *n = dae_at(e->p, x);
    int power;
    switch ((DaeOp)n->op) {
    case DAE_MIN:
    case DAE_MAX:
    case DAE_SIGN: return 2;
    case DAE_SEMILINEAR: return k == 0 ? 2 : 1;
    case DAE_HOMOTOPY: return k == 0 ? 2 : 1;
    case DAE_POW: return k == 0 && integer_power(e, x, &power) && power >= 2 && power <= 4 ? 2 : 1;
    default: return 1;
    }
}

/* Whether argument k is evaluated whenever x is. */
static bool always_evaluated(const DaeNode *n, uint32_t k) {
    switch ((DaeOp)n->op) {
    case DAE_IF: return k == 0;
    case DAE_AND:
    case DAE_OR: return k == 0;
    case DAE_HOMOTOPY: return k == 0;
    case DAE_SEMILINEAR: return k == 0;
    default: return true;
    }
}

/* Iterators are bound inside: nothing in there may be computed outside, but the range of the
 * outermost loop. */
static bool binds(DaeOp op) { return op == DAE_COMPREHENSION || op == DAE_REDUCE; }

/* ---- scopes ------------------------------------------------------------------------------------------------------ */

typedef struct {
    DaeExpr node;
    uint32_t uses;
} Found;
typedef VEC(Found) FoundList;

static int by_node(const void *a, const void *b) {
    const Found *x = a, *y = b;
    return x->node < y->node ? -1 : x->node > y->node;
}

/* Nodes that may fail and are evaluated whenever x is, into the map. */
static void surely_needed(const Emit *e, DaeExpr x, Map *into) {
    VecU32 stack = {0};
    vec_push(&stack, x);
    while (stack.n) {
        DaeExpr at = vec_pop(&stack);
        const DaeNode *n = dae_at(e->p, at);
        if (is_leaf((DaeOp)n->op) || e->g->temp.at[at] || !may_fail(e, at) || base_map_get(into, at, &(uint64_t){0}))
            continue;
        base_map_put(into, at, 1);
        if (binds((DaeOp)n->op)) continue;
        for (uint32_t k = 0; k < n->nargs; k++)
            if (always_evaluated(n, k)) vec_push(&stack, dae_arg(e->p, at, k));
    }
    vec_free(&stack);
}

enum { MANY = 255 }; /* uses, or levels: more are not told apart */

static void visit(Gen *g, DaeExpr x, uint32_t weight, VecU32 *stack, const DaePool *p) {
    if (is_leaf((DaeOp)dae_at(p, x)->op) || g->temp.at[x]) return;
    if (g->stamp.at[x] != g->stamp_now) {
        g->stamp.at[x] = g->stamp_now;
        g->uses.at[x] = 0;
        vec_push(stack, x);
    }
    uint32_t uses = g->uses.at[x] + weight;
    g->uses.at[x] = uses < MANY ? (uint8_t)uses : MANY;
}

/* What both branches of an if-expression evaluate anyway is computed before it: without this, code
 * for nested if-expressions over shared calls would double at every level. */
static void visit_common(Emit *e, DaeExpr a, DaeExpr b, VecU32 *stack) {
    Map in_a = {0}, in_b = {0};
    surely_needed(e, a, &in_a);
    surely_needed(e, b, &in_b);
    uint64_t node, mark;
    for (size_t at = 0; base_map_next(&in_a, &at, &node, &mark);)
        if (base_map_get(&in_b, node, NULL)) visit(e->g, (DaeExpr)node, 2, stack, e->p);
    base_map_free(&in_a);
    base_map_free(&in_b);
}

static void visit_arguments(Emit *e, DaeExpr x, VecU32 *stack) {
    const DaeNode *n = dae_at(e->p, x);
    if (binds((DaeOp)n->op)) {
        visit(e->g, dae_arg(e->p, x, n->nargs - 1), 1, stack, e->p);
        return;
    }
    for (uint32_t k = 0; k < n->nargs; k++) {
        DaeExpr a = dae_arg(e->p, x, k);
        if (always_evaluated(n, k) || !may_fail(e, a)) visit(e->g, a, copies(e, x, k), stack, e->p);
    }
    if (n->op == DAE_IF && may_fail(e, dae_arg(e->p, x, 1)) && may_fail(e, dae_arg(e->p, x, 2)))
        visit_common(e, dae_arg(e->p, x, 1), dae_arg(e->p, x, 2), stack);
}

/* Temporaries are not worth it for what is as cheap as reading them. */
static bool is_cheap(const Emit *e, DaeExpr x) {
    const DaeNode *n = dae_at(e->p, x);
    switch ((DaeOp)n->op) {
    case DAE_NEG:
    case DAE_NOT:
    case DAE_TO_REAL:
    case DAE_TO_INT:
    case DAE_NOEVENT: return is_leaf((DaeOp)dae_at(e->p, dae_arg(e->p, x, 0))->op);
    case DAE_INITIAL:
    case DAE_TERMINAL: return true;
    default: return false;
    }
}

static uint32_t text_depth(const Emit *e, DaeExpr x) {
    const DaeNode *n = dae_at(e->p, x);
    uint32_t deepest = 0;
    for (uint32_t k = 0; k < n->nargs; k++) {
        DaeExpr a = dae_arg(e->p, x, k);
        bool counted = e->g->stamp.at[a] == e->g->stamp_now && !is_leaf((DaeOp)dae_at(e->p, a)->op);
        if (counted && !e->g->temp.at[a] && e->g->depth.at[a] > deepest) deepest = e->g->depth.at[a];
    }
    return deepest + 1;
}

static bool can_hold(const DaeNode *n) { return n->op != DAE_PARTIAL && n->base != DAE_VOID; }

void gen_scope(Emit *e, GenScope *s, const DaeExpr *roots, uint32_t nroots) {
    Gen *g = e->g;
    *s = (GenScope){0};
    gen_node_flags(g);
    g->stamp_now++;
    FoundList found = {0};
    VecU32 stack = {0};
    for (uint32_t i = 0; i < nroots; i++) visit(g, roots[i], 1, &stack, e->p);
    while (stack.n) {
        DaeExpr x = vec_pop(&stack);
        vec_push(&found, ((Found){x, 0}));
        visit_arguments(e, x, &stack);
    }
    vec_free(&stack);
    if (found.n > 1) qsort(found.at, found.n, sizeof *found.at, by_node);
    /* Decide for all before writing any: writing opens inner scopes, which use the same scratch
     * arrays. */
    for (size_t i = 0; i < found.n; i++) {
        DaeExpr x = found.at[i].node;
        uint32_t uses = g->uses.at[x], depth = text_depth(e, x);
        bool shared = uses > 1 && !is_cheap(e, x);
        bool hold = (shared || depth > MAX_TEXT_DEPTH) && can_hold(dae_at(e->p, x));
        found.at[i].uses = hold;
        g->depth.at[x] = hold ? 0 : depth < MANY ? (uint8_t)depth : MANY;
    }
    for (size_t i = 0; i < found.n; i++) {
        DaeExpr x = found.at[i].node;
        if (!found.at[i].uses) continue;
        Text value = {0};
        bool whole = gen_is_whole(e->p, x);
        if (whole) gen_long(e, x, &value);
        else gen_expr(e, x, PRI_ANY, &value);
        uint32_t t = ++g->next_temp;
        const DaeNode *n = dae_at(e->p, x);
        base_text_printf(e->out, "%st%u = %s;\n", whole ? "long long " : gen_ctype((DaeBase)n->base, n->rank), t,
                         base_text_str(&value));
        base_text_free(&value);
        g->temp.at[x] = t;
        vec_push(&s->set, x);
        e->nstatements++;
    }
    vec_free(&found);
}

void gen_scope_end(Emit *e, GenScope *s) {
    for (size_t i = 0; i < s->set.n; i++) e->g->temp.at[s->set.at[i]] = 0;
    vec_free(&s->set);
}

/* ---- texts ------------------------------------------------------------------------------------------------------- */

const char *gen_ctype(DaeBase base, int rank) {
    if (rank) return "CwArray *";
    if (base == DAE_STRING) return "const char *";
    if (base == DAE_OBJECT) return "void *";
    return "double ";
}

void gen_refuse(Emit *e, DaeOp op, const char *what) {
    const char *name = dae_ops[op].name ? dae_ops[op].name : "?";
    if (e->g->place)
        base_unsupported(e->g->ctx, "GEN0001", e->g->span, "no code for '%s' %s in function %s", name, what,
                         e->g->place);
    else base_unsupported(e->g->ctx, "GEN0001", e->g->span, "no code for '%s' %s", name, what);
}

void gen_c_string(Text *out, const char *s) {
    base_text_char(out, '"');
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        if (c == '"' || c == '\\') base_text_printf(out, "\\%c", c);
        else if (c < 32 || c == 127 || c == '?') /* '?': no trigraphs */ base_text_printf(out, "\\%03o", c);
        else base_text_char(out, (char)c);
    }
    base_text_char(out, '"');
}

void gen_number(Text *out, double x) {
    if (isnan(x)) base_text_add(out, "(0.0/0.0)");
    else if (isinf(x)) base_text_add(out, x > 0 ? "(1.0/0.0)" : "(-1.0/0.0)");
    else if (x < 0 || (x == 0 && signbit(x))) {
        base_text_char(out, '(');
        base_text_double(out, x, true);
        base_text_char(out, ')');
    } else base_text_double(out, x, true);
}

void gen_local(const Emit *e, uint32_t local, Text *out) {
    base_text_printf(out, "x%u", local);
    (void)e;
}

/* One that may have got no value: reading it is an error then (MLS 3.6, 12.4.4).  In other programs it is zero, false
 * or the first literal, which libraries count on. */
void gen_open_local(const Emit *e, uint32_t local, Text *out) {
    const DaeLocal *l = &e->fn->locals[local];
    const char *function = base_str(e->g->ctx->names, e->fn->name);
    bool strict = e->g->ctx->strict;
    Text message = {0};
    base_text_printf(&message, "'%s'%s%s has got no value on the way taken (MLS 12.4.4)",
                     base_str(e->g->ctx->names, l->name), strict ? "" : " of function ", strict ? "" : function);
    if (!strict) base_text_add(&message, ": zero is used");
    base_text_printf(out, strict ? "cw_given(e,x%u," : "cw_or_zero(e,x%u,", local);
    if (!strict) base_text_add(out, l->base == DAE_ENUM ? "1," : "0,");
    gen_c_string(out, message.at);
    if (strict) base_text_char(out, ',');
    if (strict) gen_c_string(out, function);
    base_text_char(out, ')');
    base_text_free(&message);
}

/* Value of a scalar leaf. */
static void leaf(Emit *e, DaeExpr x, Text *out) {
    const DaeNode *n = dae_at(e->p, x);
    switch ((DaeOp)n->op) {
    case DAE_CONST: gen_number(out, n->base == DAE_REAL ? n->value.r : (double)n->value.i); break;
    case DAE_TEXT: gen_c_string(out, base_str(e->g->ctx->names, n->id)); break;
    case DAE_HOLE:
        if (n->id >= e->nholes) base_text_printf(out, "\1d%u;", n->id - e->nholes);
        else base_text_printf(out, "\1%c%u;", n->base == DAE_STRING ? 's' : n->base == DAE_OBJECT ? 'x' : 'v', n->id);
        break;
    case DAE_LOCAL:
        if (e->open && n->id < e->fn->nlocals && e->open[n->id]) gen_open_local(e, n->id, out);
        else gen_local(e, n->id, out);
        break;
    default: gen_refuse(e, (DaeOp)n->op, "as a value");
    }
}

static void open_paren(Text *out, int priority, int own) {
    if (priority > own) base_text_char(out, '(');
}
static void close_paren(Text *out, int priority, int own) {
    if (priority > own) base_text_char(out, ')');
}

/* Infix operator over all arguments; the first at the operator's own priority, others above it. */
static void infix(Emit *e, DaeExpr x, const char *sign, int own, int priority, Text *out) {
    const DaeNode *n = dae_at(e->p, x);
    uint32_t nargs = n->nargs;
    open_paren(out, priority, own);
    for (uint32_t k = 0; k < nargs; k++) {
        DaeExpr a = dae_arg(e->p, x, k);
        if (k) base_text_add(out, sign);
        size_t at = out->n;
        gen_expr(e, a, k ? own + 1 : own, out);
        if (k && *sign == '-' && out->at[at] == '-') { /* two minus signs side by side are another operator */
            base_text_char(out, ' ');
            memmove(out->at + at + 1, out->at + at, out->n - 1 - at);
            out->at[at] = ' ';
        }
    }
    close_paren(out, priority, own);
}

static void arguments(Emit *e, DaeExpr x, uint32_t from, Text *out) {
    uint32_t n = dae_at(e->p, x)->nargs;
    for (uint32_t k = from; k < n; k++) {
        if (k > from) base_text_char(out, ',');
        gen_expr(e, dae_arg(e->p, x, k), PRI_ANY, out);
    }
}

static void call_of(Emit *e, const char *name, DaeExpr x, Text *out) {
    base_text_printf(out, "%s(", name);
    arguments(e, x, 0, out);
    base_text_char(out, ')');
}

/* A part that is evaluated only sometimes: its own scope when it may fail, as a statement
 * expression. */
static void value(Emit *e, DaeExpr x, int priority, bool whole, Text *out) {
    if (whole) gen_long(e, x, out);
    else gen_expr(e, x, priority, out);
}

static void conditional_as(Emit *e, DaeExpr x, int priority, bool whole, Text *out) {
    if (!may_fail(e, x) || e->g->temp.at[x]) {
        value(e, x, priority, whole, out);
        return;
    }
    if (++e->depth > e->g->ctx->max_depth) {
        base_error(e->g->ctx, "GEN0002", e->g->span, "expression is nested too deeply");
        e->depth--;
        return;
    }
    Text *outer = e->out, inner = {0};
    e->out = &inner;
    GenScope scope;
    gen_scope(e, &scope, &x, 1);
    if (inner.n) {
        bool array = dae_at(e->p, x)->rank > 0; /* an array literal must not outlive its block */
        base_text_printf(out, "({ %s%s", inner.at, array ? "cw_copy(e, " : "");
        value(e, x, PRI_ANY, whole, out);
        base_text_add(out, array ? "); })" : "; })");
    } else value(e, x, priority, whole, out);
    gen_scope_end(e, &scope);
    e->out = outer;
    base_text_free(&inner);
    e->depth--;
}

static void conditional(Emit *e, DaeExpr x, int priority, Text *out) { conditional_as(e, x, priority, false, out); }

void gen_if(Emit *e, DaeExpr x, int priority, bool whole, Text *out) {
    open_paren(out, priority, PRI_ANY);
    gen_expr(e, dae_arg(e->p, x, 0), PRI_OR, out);
    base_text_add(out, " ? ");
    conditional_as(e, dae_arg(e->p, x, 1), PRI_OR, whole, out);
    base_text_add(out, " : ");
    conditional_as(e, dae_arg(e->p, x, 2), PRI_ANY, whole, out);
    close_paren(out, priority, PRI_ANY);
}

/* && inside || gets parentheses, for the reader's sake. */
static void logic(Emit *e, DaeExpr x, const char *sign, int own, int priority, Text *out) {
    DaeOp op = (DaeOp)dae_at(e->p, x)->op;
    open_paren(out, priority, own);
    for (uint32_t k = 0; k < dae_at(e->p, x)->nargs; k++) {
        DaeExpr a = dae_arg(e->p, x, k);
        if (k) base_text_add(out, sign);
        if (k) conditional(e, a, PRI_REL, out);
        else gen_expr(e, a, (DaeOp)dae_at(e->p, a)->op == op ? own : PRI_REL, out);
    }
    close_paren(out, priority, own);
}

static void relation(Emit *e, DaeExpr x, int priority, Text *out) {
    static const char *const sign[] = {"<", "<=", ">", ">=", "==", "!="};
    const DaeNode *n = dae_at(e->p, x);
    const char *op = sign[n->op - DAE_LT];
    if (dae_at(e->p, dae_arg(e->p, x, 0))->base == DAE_STRING) {
        open_paren(out, priority, PRI_REL);
        call_of(e, "cw_compare", x, out);
        base_text_printf(out, "%s0", op);
        close_paren(out, priority, PRI_REL);
    } else if (gen_any_whole(e->p, x)) {
        open_paren(out, priority, PRI_REL);
        gen_long(e, dae_arg(e->p, x, 0), out);
        base_text_add(out, op);
        gen_long(e, dae_arg(e->p, x, 1), out);
        close_paren(out, priority, PRI_REL);
    } else infix(e, x, op, PRI_REL, priority, out);
}

static void square_root(Emit *e, DaeExpr x, bool inverse, Text *out) {
    base_text_add(out, inverse ? "(1/sqrt(" : "sqrt(");
    gen_expr(e, x, PRI_ANY, out);
    base_text_add(out, inverse ? "))" : ")");
}

static void power(Emit *e, DaeExpr x, int priority, Text *out) {
    int n;
    DaeExpr base = dae_arg(e->p, x, 0);
    bool repeatable = is_leaf((DaeOp)dae_at(e->p, base)->op) || e->g->temp.at[base];
    if (!integer_power(e, x, &n)) {
        double exponent;
        if (!dae_is_const(e->p, dae_arg(e->p, x, 1), &exponent)) call_of(e, "cw_pow", x, out);
        else if (fabs(exponent) == 0.5) square_root(e, base, exponent < 0, out);
        else call_of(e, "pow", x, out);
        return;
    }
    if (n < 2 || n > 4 || !repeatable) {
        base_text_add(out, "cw_power(");
        gen_expr(e, base, PRI_ANY, out);
        base_text_printf(out, ",%d)", n);
        return;
    }
    open_paren(out, priority, PRI_MUL);
    for (int i = 0; i < n; i++) {
        if (n == 4) base_text_add(out, i == 0 ? "(" : i == 2 ? ")*(" : "*"); /* as cw_power multiplies */
        else if (i) base_text_char(out, '*');
        gen_expr(e, base, PRI_UNARY, out);
    }
    if (n == 4) base_text_char(out, ')');
    close_paren(out, priority, PRI_MUL);
}

static void extremum(Emit *e, DaeExpr x, const char *sign, const char *helper, Text *out) {
    const DaeNode *n = dae_at(e->p, x);
    DaeExpr a = dae_arg(e->p, x, 0), b = n->nargs > 1 ? dae_arg(e->p, x, 1) : 0;
    bool plain = n->nargs == 2 && (is_leaf((DaeOp)dae_at(e->p, a)->op) || e->g->temp.at[a]) &&
                 (is_leaf((DaeOp)dae_at(e->p, b)->op) || e->g->temp.at[b]);
    if (n->nargs == 1) {
        gen_expr(e, a, PRI_ANY, out);
        return;
    }
    if (!plain) {
        for (uint32_t k = 1; k < n->nargs; k++) base_text_printf(out, "%s(", helper);
        for (uint32_t k = 0; k < dae_at(e->p, x)->nargs; k++) {
            if (k) base_text_char(out, ',');
            gen_expr(e, dae_arg(e->p, x, k), PRI_ANY, out);
            if (k) base_text_char(out, ')');
        }
        return;
    }
    base_text_char(out, '(');
    gen_expr(e, a, PRI_ADD, out);
    base_text_add(out, sign);
    gen_expr(e, b, PRI_ADD, out);
    base_text_add(out, " ? ");
    gen_expr(e, a, PRI_OR, out);
    base_text_add(out, " : ");
    gen_expr(e, b, PRI_ANY, out);
    base_text_char(out, ')');
}

static void semilinear(Emit *e, DaeExpr x, Text *out) {
    base_text_char(out, '(');
    gen_expr(e, dae_arg(e->p, x, 0), PRI_ADD, out);
    base_text_add(out, ">=0.0 ? ");
    for (uint32_t k = 1; k <= 2; k++) {
        gen_expr(e, dae_arg(e->p, x, 0), PRI_UNARY, out);
        base_text_char(out, '*');
        conditional(e, dae_arg(e->p, x, k), PRI_UNARY, out);
        base_text_add(out, k == 1 ? " : " : ")");
    }
}

static void homotopy(Emit *e, DaeExpr x, Text *out) {
    base_text_add(out, "(e->lambda==1.0 ? ");
    gen_expr(e, dae_arg(e->p, x, 0), PRI_OR, out);
    base_text_add(out, " : e->lambda*");
    gen_expr(e, dae_arg(e->p, x, 0), PRI_UNARY, out);
    base_text_add(out, "+(1.0-e->lambda)*");
    conditional(e, dae_arg(e->p, x, 1), PRI_UNARY, out);
    base_text_char(out, ')');
}

/* Argument k, or none: DAE_TO_STRING leaves out what was not given. */
static DaeExpr optional(const Emit *e, DaeExpr x, uint32_t k) {
    DaeExpr a = k < dae_at(e->p, x)->nargs ? dae_arg(e->p, x, k) : 0;
    return a && dae_at(e->p, a)->op != DAE_NONE ? a : 0;
}

static void int_argument(Emit *e, DaeExpr a, const char *otherwise, Text *out) {
    base_text_add(out, a ? ",(int)" : otherwise);
    if (a) gen_expr(e, a, PRI_PRIMARY, out);
}

/* String(x, significantDigits, minimumLength, leftJustified, format), MLS 3.7.1; in short forms
 * String(x, format) and for other than Reals String(x, minimumLength, leftJustified). */
static void to_string(Emit *e, DaeExpr x, Text *out) {
    const DaeNode *n = dae_at(e->p, x);
    DaeExpr a = dae_arg(e->p, x, 0), format = optional(e, x, 4), second = optional(e, x, 1);
    DaeBase base = (DaeBase)dae_at(e->p, a)->base;
    if (!format && second && dae_at(e->p, second)->base == DAE_STRING) format = second;
    uint32_t length = base != DAE_REAL && n->nargs < 4 ? 1 : 2;
    if (format) {
        base_text_add(out, "e->call->string_format(e,");
        gen_expr(e, a, PRI_ANY, out);
        base_text_char(out, ',');
        gen_expr(e, format, PRI_ANY, out);
        base_text_char(out, ')');
        return;
    }
    if (base == DAE_REAL) base_text_add(out, "e->call->string_real(e,");
    else if (base == DAE_BOOLEAN) base_text_add(out, "cw_string_boolean(e,");
    else if (base == DAE_ENUM && n->id && n->id < e->g->wanted_enums.n) {
        e->g->wanted_enums.at[n->id] = 1;
        base_text_printf(out, "cw_string_enum(e,cw_enum%u,", n->id);
    } else base_text_add(out, "e->call->string_int(e,(long long)");
    gen_expr(e, a, PRI_PRIMARY, out);
    if (base == DAE_REAL) int_argument(e, second, ",6", out);
    int_argument(e, optional(e, x, length), ",0", out);
    int_argument(e, optional(e, x, length + 1), ",1", out);
    base_text_char(out, ')');
}

const char *gen_math_name(DaeOp op) { return op == DAE_TANH ? "cw_tanh" : dae_ops[op].c; }

/* Scalars made of arrays. */
static void of_array(Emit *e, DaeExpr x, Text *out) {
    const DaeNode *n = dae_at(e->p, x);
    switch ((DaeOp)n->op) {
    case DAE_INDEX: gen_index(e, x, out); break;
    case DAE_REDUCE: gen_comprehension(e, x, out); break;
    case DAE_MINARR: call_of(e, "cw_min_of", x, out); break;
    case DAE_MAXARR: call_of(e, "cw_max_of", x, out); break;
    case DAE_SCALAR:
        base_text_add(out, "cw_scalar(e,");
        arguments(e, x, 0, out);
        base_text_add(out, n->base == DAE_STRING ? ")->s" : ")->r");
        break;
    case DAE_SIZE:
        base_text_add(out, "cw_size(e,");
        arguments(e, x, 0, out);
        base_text_char(out, ')');
        break;
    default: gen_refuse(e, (DaeOp)n->op, "of arrays");
    }
}

static void hybrid(Emit *e, DaeExpr x, Text *out) {
    const DaeNode *n = dae_at(e->p, x);
    switch ((DaeOp)n->op) {
    case DAE_INITIAL: base_text_add(out, "e->initial"); break;
    case DAE_TERMINAL: base_text_add(out, "e->terminal"); break;
    case DAE_TRIGGER:
        base_text_add(out, "(!e->initial && ");
        gen_expr(e, dae_arg(e->p, x, 0), PRI_REL, out);
        base_text_add(out, " && !");
        gen_expr(e, dae_arg(e->p, x, 1), PRI_PRIMARY, out);
        base_text_char(out, ')');
        break;
    case DAE_HOMOTOPY: homotopy(e, x, out); break;
    case DAE_SEMILINEAR: semilinear(e, x, out); break;
    case DAE_DELAY:
        base_text_printf(out, "e->call->delay(e,%lld,", (long long)n->value.i);
        arguments(e, x, 0, out);
        if (dae_at(e->p, x)->nargs == 2) { /* without a bound the delay itself is one */
            base_text_char(out, ',');
            gen_expr(e, dae_arg(e->p, x, 1), PRI_ANY, out);
        }
        base_text_char(out, ')');
        break;
    default: gen_refuse(e, (DaeOp)n->op, "in an expression");
    }
}

static bool has_array_argument(const Emit *e, DaeExpr x) {
    for (uint32_t k = 0; k < dae_at(e->p, x)->nargs; k++)
        if (dae_at(e->p, dae_arg(e->p, x, k))->rank) return true;
    return false;
}

/* A sum of whole numbers over an array, or a product: a double holds it when it is small enough. */
static bool gathers_integers(const DaeNode *n) {
    return n->base == DAE_INTEGER && !n->rank && (n->op == DAE_SUM || n->op == DAE_PRODUCT || n->op == DAE_REDUCE);
}

void gen_expr(Emit *e, DaeExpr x, int priority, Text *out) {
    const DaeNode *n = dae_at(e->p, x);
    if (gen_is_whole(e->p, x)) {
        gen_whole(e, x, out);
        return;
    }
    if (e->g->temp.at[x]) {
        base_text_printf(out, "t%u", e->g->temp.at[x]);
        return;
    }
    if (n->op == DAE_IF) {
        gen_if(e, x, priority, false, out);
        return;
    }
    if (n->rank) {
        gen_array(e, x, out);
        return;
    }
    if (is_leaf((DaeOp)n->op)) {
        leaf(e, x, out);
        return;
    }
    bool gathers = gathers_integers(n);
    if (gathers) base_text_add(out, "cw_whole_kept(e,");
    switch ((DaeOp)n->op) {
    case DAE_ADD:
    case DAE_EADD:
        if (n->base == DAE_STRING) {
            base_text_add(out, "cw_join(e,"), arguments(e, x, 0, out), base_text_char(out, ')');
        } else infix(e, x, "+", PRI_ADD, priority, out);
        break;
    case DAE_STRCAT: base_text_add(out, "cw_join(e,"), arguments(e, x, 0, out), base_text_char(out, ')'); break;
    case DAE_SUB:
    case DAE_ESUB: infix(e, x, "-", PRI_ADD, priority, out); break;
    case DAE_MUL:
    case DAE_EMUL:
        if (has_array_argument(e, x)) {
            bool whole = n->base == DAE_INTEGER;
            base_text_add(out, whole ? "cw_whole_kept(e,cw_dot(e," : "cw_dot(e,"), arguments(e, x, 0, out);
            base_text_char(out, ')');
            if (whole) gen_origin_argument(e, out);
        } else infix(e, x, "*", PRI_MUL, priority, out);
        break;
    case DAE_DIV:
    case DAE_EDIV: infix(e, x, "/", PRI_MUL, priority, out); break;
    case DAE_POW:
    case DAE_EPOW: power(e, x, priority, out); break;
    case DAE_NEG:
        open_paren(out, priority, PRI_UNARY);
        base_text_char(out, '-');
        gen_expr(e, dae_arg(e->p, x, 0), PRI_PRIMARY, out);
        close_paren(out, priority, PRI_UNARY);
        break;
    case DAE_LT:
    case DAE_LE:
    case DAE_GT:
    case DAE_GE:
    case DAE_EQ:
    case DAE_NE: relation(e, x, priority, out); break;
    case DAE_AND: logic(e, x, " && ", PRI_AND, priority, out); break;
    case DAE_OR: logic(e, x, " || ", PRI_OR, priority, out); break;
    case DAE_NOT:
        base_text_char(out, '!');
        gen_expr(e, dae_arg(e->p, x, 0), PRI_PRIMARY, out);
        break;
    case DAE_MIN: extremum(e, x, "<", "cw_min", out); break;
    case DAE_MAX: extremum(e, x, ">", "cw_max", out); break;
    case DAE_TO_REAL:
    case DAE_TO_INT:
        base_text_add(out, "(double)");
        if (gen_any_whole(e->p, x)) gen_long(e, dae_arg(e->p, x, 0), out);
        else gen_expr(e, dae_arg(e->p, x, 0), PRI_PRIMARY, out);
        break;
    case DAE_TO_STRING: to_string(e, x, out); break;
    case DAE_NOEVENT: gen_expr(e, dae_arg(e->p, x, 0), priority, out); break;
    case DAE_SMOOTH: gen_expr(e, dae_arg(e->p, x, n->nargs - 1), priority, out); break;
    case DAE_CALL: gen_call(e, x, NULL, out); break;
    case DAE_APPLY: gen_apply(e, x, out); break;
    case DAE_PARTIAL: gen_thunk(e, x, out); break;
    case DAE_INDEX:
    case DAE_REDUCE:
    case DAE_MINARR:
    case DAE_MAXARR:
    case DAE_SCALAR:
    case DAE_SIZE: of_array(e, x, out); break;
    default:
        if (dae_ops[n->op].c) call_of(e, gen_math_name((DaeOp)n->op), x, out);
        else hybrid(e, x, out);
    }
    if (gathers) gen_origin_argument(e, out);
}
