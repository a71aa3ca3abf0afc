/* emit_whole.c - Integer arithmetic, exact to 64 bits.
 *
 * Variables, locals and cells are doubles, which hold every Integer up to 2^53.  Between them an expression is computed
 * in long long: mod(1103515245*x + 12345, 2147483648) has all its digits.  What overflows 64 bits, and a result that
 * no double holds exactly, is an error (helpers.c), never another number.
 */
#include "codegen/codegen_impl.h"

/* How the operators are called: on long long, and on doubles that hold whole numbers. */
static const struct {
    DaeOp op;
    const char *name;
} operators[] = {{DAE_ADD, "add"},  {DAE_EADD, "add"}, {DAE_SUB, "sub"}, {DAE_ESUB, "sub"}, {DAE_MUL, "mul"},
                 {DAE_EMUL, "mul"}, {DAE_DIVT, "div"}, {DAE_MOD, "mod"}, {DAE_REM, "rem"}};

static const char *operator_name(DaeOp op) {
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (operators[i].op == op) return operators[i].name;
    return NULL;
}

bool gen_is_whole(const DaePool *p, DaeExpr x) {
    const DaeNode *n = dae_at(p, x);
    if (n->base != DAE_INTEGER || n->rank) return false;
    if (n->op == DAE_CONST) return n->value.i > (1LL << 53) || n->value.i < -(1LL << 53);
    if (n->op == DAE_NEG) return gen_is_whole(p, dae_arg(p, x, 0));
    if (n->op == DAE_IF) return gen_is_whole(p, dae_arg(p, x, 1)) || gen_is_whole(p, dae_arg(p, x, 2));
    if (!operator_name((DaeOp)n->op) || n->nargs != 2) return false;
    return !dae_at(p, dae_arg(p, x, 0))->rank && !dae_at(p, dae_arg(p, x, 1))->rank;
}

/* The operands of a relation or of a conversion to Real, one of which needs long long. */
bool gen_any_whole(const DaePool *p, DaeExpr x) {
    const DaeNode *n = dae_at(p, x);
    bool any = false;
    for (uint32_t k = 0; k < n->nargs; k++) {
        DaeExpr a = dae_arg(p, x, k);
        if (dae_at(p, a)->base != DAE_INTEGER || dae_at(p, a)->rank) return false;
        any |= gen_is_whole(p, a);
    }
    return any;
}

/* Ends a call that may fail: where it stands in the source. */
void gen_origin_argument(const Emit *e, Text *out) {
    base_text_char(out, ',');
    gen_origin(e, out);
    base_text_char(out, ')');
}

/* As long long. */
void gen_long(Emit *e, DaeExpr x, Text *out) {
    const DaeNode *n = dae_at(e->p, x);
    uint32_t temp = e->g->temp.at[x];
    if (temp && gen_is_whole(e->p, x)) {
        base_text_printf(out, "t%u", temp);
        return;
    }
    if (n->op == DAE_CONST && n->value.i == INT64_MIN) {
        base_text_add(out, "(-9223372036854775807LL-1)");
        return;
    }
    if (n->op == DAE_CONST) {
        base_text_printf(out, n->value.i < 0 ? "(%lldLL)" : "%lldLL", (long long)n->value.i);
        return;
    }
    if (!gen_is_whole(e->p, x)) {
        base_text_add(out, "cw_long(e,");
        gen_expr(e, x, 0, out);
        gen_origin_argument(e, out);
        return;
    }
    if (n->op == DAE_IF) {
        gen_if(e, x, 1, true, out);
        return;
    }
    if (++e->depth > e->g->ctx->max_depth) {
        base_error(e->g->ctx, "GEN0002", e->g->span, "expression is nested too deeply");
        e->depth--;
        return;
    }
    const char *name = operator_name((DaeOp)n->op);
    bool negative = n->op == DAE_NEG || !name;
    base_text_printf(out, "cw_long_%s(e,", negative ? "sub" : name);
    if (negative) base_text_add(out, "0LL");
    else gen_long(e, dae_arg(e->p, x, 0), out);
    base_text_char(out, ',');
    gen_long(e, dae_arg(e->p, x, negative ? 0 : 1), out);
    gen_origin_argument(e, out);
    e->depth--;
}

static bool is_plain(const Emit *e, DaeExpr x) { return !gen_is_whole(e->p, x); }

/* As double. */
void gen_whole(Emit *e, DaeExpr x, Text *out) {
    const DaeNode *n = dae_at(e->p, x);
    const char *name = operator_name((DaeOp)n->op);
    if (name && !e->g->temp.at[x] && is_plain(e, dae_arg(e->p, x, 0)) && is_plain(e, dae_arg(e->p, x, 1))) {
        base_text_printf(out, "cw_whole_%s(e,", name);
        gen_expr(e, dae_arg(e->p, x, 0), 0, out);
        base_text_char(out, ',');
        gen_expr(e, dae_arg(e->p, x, 1), 0, out);
    } else {
        base_text_add(out, "cw_whole(e,");
        gen_long(e, x, out);
    }
    gen_origin_argument(e, out);
}

/* A subscript made of sums and differences of variables and numbers: what a double does not hold lies outside every
 * array. */
bool gen_plain_subscript(const DaePool *p, DaeExpr x) {
    const DaeNode *n = dae_at(p, x);
    if (n->op == DAE_HOLE || n->op == DAE_LOCAL) return true;
    if (n->op == DAE_CONST) return !gen_is_whole(p, x);
    if (n->op != DAE_ADD && n->op != DAE_SUB) return false;
    double c; /* i + 1; the sum of two variables may be rounded twice */
    return (dae_is_const(p, dae_arg(p, x, 0), &c) || dae_is_const(p, dae_arg(p, x, 1), &c)) &&
           dae_at(p, dae_arg(p, x, 0))->nargs == 0 && dae_at(p, dae_arg(p, x, 1))->nargs == 0;
}
