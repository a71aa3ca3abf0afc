/* eval_whole.c - Integer expressions at translation time, exact to 64 bits.
 *
 * Values are doubles, which hold every Integer up to 2^53.  Operators of scalars work in 64 bits between them, so that
 * mod(1103515245*x + 12345, 2147483648) has all its digits.  What overflows, and a value that no double holds, is not
 * evaluated: reported where a report is asked for, else left to the run, which reports it.
 */
#include "elaborate/elaborate_impl.h"

static const int64_t EXACT = 1LL << 53;

static bool is_whole_type(const InstExpr *e) { return e && e->type.base == INST_INTEGER && !e->type.ndims; }

static bool is_division(const InstExpr *e) {
    return e->builtin == INST_B_DIVT || e->builtin == INST_B_MOD || e->builtin == INST_B_REM;
}

bool inst_is_whole(const InstExpr *e) {
    if (!is_whole_type(e)) return false;
    switch ((InstExprKind)e->kind) {
    case INST_E_INTEGER: return e->integer > EXACT || e->integer < -EXACT;
    case INST_E_UNARY: return is_whole_type(e->args[0]);
    case INST_E_BINARY:
        return (e->op == SYN_ADD || e->op == SYN_SUB || e->op == SYN_MUL || e->op == SYN_EADD || e->op == SYN_ESUB ||
                e->op == SYN_EMUL) &&
               is_whole_type(e->args[0]) && is_whole_type(e->args[1]);
    case INST_E_IF: return inst_is_whole(e->args[1]) || inst_is_whole(e->args[2]);
    case INST_E_BUILTIN: return is_division(e) && is_whole_type(e->args[0]) && is_whole_type(e->args[1]);
    default: return false;
    }
}

static bool overflow(InstEnv *v, const InstExpr *e) {
    inst_eval_fail(v, "INST0665", e->span, "Integer overflow: the result has more than 64 bits");
    return false;
}

static bool divided(InstEnv *v, const InstExpr *e, int64_t a, int64_t b, int64_t *i) {
    if (b == 0) {
        inst_eval_fail(v, "INST0650", e->span, "division by zero during translation");
        return false;
    }
    if (b == -1) return e->builtin == INST_B_DIVT ? !__builtin_sub_overflow(0, a, i) || overflow(v, e) : (*i = 0, true);
    int64_t rest = a % b;
    if (e->builtin == INST_B_MOD && rest && (rest < 0) != (b < 0)) rest += b;
    *i = e->builtin == INST_B_DIVT ? a / b : rest;
    return true;
}

static bool whole(InstEnv *v, InstExpr *e, int64_t *i);

static bool operation(InstEnv *v, InstExpr *e, int64_t *i) {
    int64_t a, b = 0;
    if (e->kind == INST_E_INTEGER) return *i = e->integer, true;
    if (e->kind == INST_E_IF) {
        InstValue *c = inst_eval_expr(v, e->args[0]);
        return c && whole(v, e->args[c->num[0] != 0 ? 1 : 2], i);
    }
    if (!whole(v, e->args[0], &a) || (e->kind != INST_E_UNARY && !whole(v, e->args[1], &b))) return false;
    if (e->kind == INST_E_BUILTIN) return divided(v, e, a, b, i);
    if (e->kind == INST_E_UNARY && (e->op == SYN_PLUS || e->op == SYN_EADD)) return *i = a, true;
    bool out = e->kind == INST_E_UNARY                 ? __builtin_sub_overflow(0, a, i)
               : e->op == SYN_ADD || e->op == SYN_EADD ? __builtin_add_overflow(a, b, i)
               : e->op == SYN_SUB || e->op == SYN_ESUB ? __builtin_sub_overflow(a, b, i)
                                                       : __builtin_mul_overflow(a, b, i);
    return out ? overflow(v, e) : true;
}

static bool whole(InstEnv *v, InstExpr *e, int64_t *i) {
    Inst *in = v->in;
    if (inst_is_whole(e)) {
        if (in->depth >= in->ctx->max_depth) {
            inst_eval_fail(v, "INST0534", e->span, "evaluation is nested deeper than %d levels", in->ctx->max_depth);
            return false;
        }
        in->depth++;
        bool ok = operation(v, e, i);
        in->depth--;
        return ok;
    }
    InstValue *x = inst_eval_expr(v, e);
    if (!x || x->type.ndims || x->type.base > INST_ENUM || x->type.base == INST_STRING) return false;
    if (!(x->num[0] > -9.3e18 && x->num[0] < 9.3e18)) return overflow(v, e);
    *i = inst_whole(x->num[0]);
    return true;
}

InstValue *inst_eval_whole(InstEnv *v, InstExpr *e) {
    int64_t i;
    if (!operation(v, e, &i)) return NULL;
    bool kept = (i <= EXACT && i >= -EXACT) || ((double)i < 9.2233720368547758e18 && (int64_t)(double)i == i);
    if (kept) return inst_value_int(v->in, i);
    inst_eval_fail(v, "INST0665", e->span, "the Integer %lld is beyond 2^53 and cannot be kept exactly", (long long)i);
    return NULL;
}

/* The operands of a relation, or of a conversion to Real, one of which is an operation on Integers. */
bool inst_any_whole(const InstExpr *e) {
    bool any = false;
    for (uint32_t k = 0; k < e->nargs; k++) {
        if (!is_whole_type(e->args[k])) return false;
        any |= inst_is_whole(e->args[k]);
    }
    return any;
}

InstValue *inst_eval_whole_relation(InstEnv *v, InstExpr *e) {
    int64_t a, b;
    if (!whole(v, e->args[0], &a) || !whole(v, e->args[1], &b)) return NULL;
    bool is = e->op == SYN_LT   ? a < b
              : e->op == SYN_LE ? a <= b
              : e->op == SYN_GT ? a > b
              : e->op == SYN_GE ? a >= b
              : e->op == SYN_EQ ? a == b
                                : a != b;
    return inst_value_bool(v->in, is);
}

InstValue *inst_eval_whole_as_real(InstEnv *v, InstExpr *e) {
    int64_t i;
    return whole(v, e->args[0], &i) ? inst_value_real(v->in, (double)i) : NULL;
}

bool inst_whole_result(InstEnv *v, const InstValue *r, Span span) {
    if (r->type.base != INST_INTEGER) return true;
    for (uint64_t i = 0; i < r->n; i++)
        if (!(r->num[i] < (double)EXACT && r->num[i] > -(double)EXACT)) {
            inst_eval_fail(v, "INST0665", span, "a sum or product of Integers is beyond 2^53");
            return false;
        }
    return true;
}
