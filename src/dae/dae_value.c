/* dae_value.c - numbers from expressions.
 *
 * Scalar numeric expressions only; Booleans are 0 and 1, enumerations their literal's number.  Used to
 * fold literals, to evaluate what is known during translation, and by tests.
 */
#include <math.h>

#include "dae/dae.h"

static bool ok(double *out, double x) {
    *out = x;
    return !isnan(x);
}

/* Whole numbers: known where a double holds the result, and every digit of it. */
static bool apply_whole(const DaeNode *n, const double *x, double *out) {
    const double exact = 9007199254740992.0;
    if (n->op == DAE_DIVT || n->op == DAE_MOD || n->op == DAE_REM) {
        if (x[1] == 0 || !(fabs(x[0]) < exact) || !(fabs(x[1]) < exact)) return false;
        int64_t a = (int64_t)x[0], b = (int64_t)x[1], rest = a % b;
        if (n->op == DAE_DIVT) return ok(out, (double)(a / b));
        return ok(out, (double)(n->op == DAE_MOD && rest && (rest < 0) != (b < 0) ? rest + b : rest));
    }
    double r = n->op == DAE_ADD ? x[0] + x[1] : n->op == DAE_SUB ? x[0] - x[1] : x[0] * x[1];
    return fabs(r) < exact && ok(out, r == 0 ? 0 : r);
}

static bool is_whole(const DaeNode *n) {
    return n->base == DAE_INTEGER && !n->rank &&
           (n->op == DAE_ADD || n->op == DAE_SUB || n->op == DAE_MUL || n->op == DAE_DIVT || n->op == DAE_MOD ||
            n->op == DAE_REM);
}

static bool apply_arithmetic(const DaeNode *n, const double *x, double *out) {
    switch ((DaeOp)n->op) {
    case DAE_ADD: return ok(out, x[0] + x[1]);
    case DAE_SUB: return ok(out, x[0] - x[1]);
    case DAE_MUL: return ok(out, x[0] * x[1]);
    case DAE_DIV: return x[1] != 0 && ok(out, x[0] / x[1]);
    case DAE_POW: return !(x[0] == 0 && x[1] < 0) && ok(out, pow(x[0], x[1]));
    case DAE_NEG: return ok(out, x[0] == 0 ? 0 : -x[0]);
    case DAE_LT: return ok(out, x[0] < x[1]);
    case DAE_LE: return ok(out, x[0] <= x[1]);
    case DAE_GT: return ok(out, x[0] > x[1]);
    case DAE_GE: return ok(out, x[0] >= x[1]);
    case DAE_EQ: return ok(out, x[0] == x[1]);
    case DAE_NE: return ok(out, x[0] != x[1]);
    case DAE_AND: return ok(out, x[0] != 0 && x[1] != 0);
    case DAE_OR: return ok(out, x[0] != 0 || x[1] != 0);
    case DAE_NOT: return ok(out, x[0] == 0);
    case DAE_IF: return ok(out, x[0] != 0 ? x[1] : x[2]);
    default: return false;
    }
}

static bool apply_function(const DaeNode *n, const double *x, double *out) {
    const DaeElementary *f = dae_elementary((DaeOp)n->op);
    if (f) return dae_elementary_value(f, x, out);
    switch ((DaeOp)n->op) {
    case DAE_MIN: return ok(out, x[0] < x[1] ? x[0] : x[1]);
    case DAE_MAX: return ok(out, x[0] > x[1] ? x[0] : x[1]);
    case DAE_FLOOR:
    case DAE_INTEGER_OF: return ok(out, floor(x[0]));
    case DAE_CEIL: return ok(out, ceil(x[0]));
    case DAE_DIVT: return x[1] != 0 && ok(out, trunc(x[0] / x[1]));
    case DAE_MOD: return x[1] != 0 && ok(out, x[0] - floor(x[0] / x[1]) * x[1]); /* MLS 3.6, 3.7.2.1 */
    case DAE_REM: return x[1] != 0 && ok(out, x[0] - trunc(x[0] / x[1]) * x[1]);
    case DAE_TO_REAL:
    case DAE_TO_INT: return ok(out, x[0]);
    case DAE_NOEVENT: return ok(out, x[0]);
    case DAE_SMOOTH: return ok(out, x[1]);
    case DAE_HOMOTOPY: return ok(out, x[0]);
    case DAE_SEMILINEAR: return ok(out, x[0] * (x[0] >= 0 ? x[1] : x[2]));
    default: return false;
    }
}

bool dae_apply(const DaeNode *n, const double *args, double *out) {
    if (is_whole(n)) return apply_whole(n, args, out);
    return n->op <= DAE_IF ? apply_arithmetic(n, args, out) : apply_function(n, args, out);
}

static bool leaf_value(const DaeNode *n, bool (*get)(void *arg, const DaeNode *leaf, double *v), void *arg,
                       double *out) {
    if (n->op == DAE_CONST) return ok(out, n->base == DAE_REAL ? n->value.r : (double)n->value.i);
    return get && get(arg, n, out);
}

/* A node whose arguments are not all known may still have a value: if and the logical operators. */
static bool partial_value(const DaeNode *n, const double *x, const bool *known, double *out) {
    if (n->op == DAE_IF && known[0]) return (x[0] != 0 ? known[1] : known[2]) && ok(out, x[0] != 0 ? x[1] : x[2]);
    if (n->op == DAE_AND && ((known[0] && x[0] == 0) || (known[1] && x[1] == 0))) return ok(out, 0);
    if (n->op == DAE_OR && ((known[0] && x[0] != 0) || (known[1] && x[1] != 0))) return ok(out, 1);
    if (n->op == DAE_HOMOTOPY && known[0]) return ok(out, x[0]);
    return false;
}

static bool node_value(const DaePool *p, const DaeWalk *w, DaeExpr e, const double *value, const bool *known,
                       double *out) {
    const DaeNode *n = dae_at(p, e);
    double x[3] = {0, 0, 0};
    bool k[3] = {true, true, true}, all = true;
    if (n->nargs > 3 || n->nargs == 0 || n->rank || n->op >= DAE_CALL) return false;
    for (uint32_t i = 0; i < n->nargs; i++) {
        uint32_t slot = dae_walk_slot(w, dae_arg(p, e, i));
        x[i] = value[slot];
        k[i] = known[slot];
        all = all && k[i];
    }
    return all ? dae_apply(n, x, out) : partial_value(n, x, k, out);
}

bool dae_value(const DaePool *p, DaeExpr e, bool (*get)(void *arg, const DaeNode *leaf, double *v), void *arg,
               double *out) {
    const DaeNode *root = dae_at(p, e);
    if (root->nargs == 0) return leaf_value(root, get, arg, out);
    DaeWalk w = {0};
    dae_walk(&w, p, e);
    double *value = base_realloc(NULL, w.n * sizeof *value);
    bool *known = base_realloc(NULL, w.n * sizeof *known);
    for (uint32_t i = 0; i < w.n; i++) {
        const DaeNode *n = dae_at(p, w.at[i]);
        value[i] = 0;
        known[i] =
            n->nargs == 0 ? leaf_value(n, get, arg, &value[i]) : node_value(p, &w, w.at[i], value, known, &value[i]);
    }
    bool result = known[w.n - 1];
    if (result) *out = value[w.n - 1];
    base_realloc(value, 0);
    base_realloc(known, 0);
    dae_walk_free(&w);
    return result;
}
