/* strings.c - whether Strings stand only where Strings may stand, in an expression read from a flat text.
 *
 * Every other type is a number in generated code; a String is not.
 */
#include "dae/dae_impl.h"

static bool is_text(const DaePool *p, DaeExpr e) { return e && dae_at(p, e)->base == DAE_STRING; }

/* Are the arguments from..to all Strings, or all no Strings? */
static bool alike(const DaePool *p, DaeExpr e, uint32_t from, uint32_t to) {
    for (uint32_t k = from + 1; k < to; k++)
        if (is_text(p, dae_arg(p, e, k)) != is_text(p, dae_arg(p, e, from))) return false;
    return true;
}

static bool none(const DaePool *p, DaeExpr e, uint32_t from, uint32_t to) {
    for (uint32_t k = from; k < to; k++)
        if (is_text(p, dae_arg(p, e, k))) return false;
    return true;
}

static bool call_fits(const Dae *d, const DaePool *p, DaeExpr e) {
    const DaeNode *n = dae_at(p, e);
    const DaeFunction *f = &d->functions.at[n->id];
    for (uint32_t k = 0; k < n->nargs && k < f->ninputs; k++) {
        DaeExpr a = dae_arg(p, e, k);
        if (a && is_text(p, a) != (f->locals[k].base == DAE_STRING)) return false;
    }
    return true;
}

static bool fits(const Dae *d, const DaePool *p, DaeExpr e) {
    const DaeNode *n = dae_at(p, e);
    switch ((DaeOp)n->op) {
    case DAE_STRCAT: return is_text(p, dae_arg(p, e, 0)) && alike(p, e, 0, 2);
    case DAE_LT:
    case DAE_LE:
    case DAE_GT:
    case DAE_GE:
    case DAE_EQ:
    case DAE_NE:
    case DAE_EQUATE:
    case DAE_ASSIGN: return alike(p, e, 0, 2);
    case DAE_IF: return none(p, e, 0, 1) && alike(p, e, 1, 3);
    case DAE_ARRAY: return alike(p, e, 0, n->nargs);
    case DAE_CAT: return none(p, e, 0, 1) && alike(p, e, 1, n->nargs);
    case DAE_FILL:
    case DAE_INDEX:
    case DAE_SIZE:
    case DAE_COMPREHENSION: return none(p, e, 1, n->nargs) || n->op == DAE_COMPREHENSION;
    case DAE_SCALAR:
    case DAE_VECTOR:
    case DAE_MATRIX:
    case DAE_TRANSPOSE:
    case DAE_TO_STRING:
    case DAE_PARTIAL:
    case DAE_APPLY:
    case DAE_ASSIGN_CALL:
    case DAE_CALL_STMT: return true;
    case DAE_CALL: return call_fits(d, p, e);
    case DAE_ASSERT: return none(p, e, 0, 1) && is_text(p, dae_arg(p, e, 1)) && none(p, e, 2, n->nargs);
    case DAE_TERMINATE: return is_text(p, dae_arg(p, e, 0));
    default: return none(p, e, 0, n->nargs);
    }
}

bool dae_texts_fit(const Dae *d, const DaePool *p, DaeExpr root) {
    DaeWalk w = {0};
    dae_walk(&w, p, root);
    bool ok = true;
    for (uint32_t i = 0; i < w.n && ok; i++) ok = fits(d, p, w.at[i]);
    dae_walk_free(&w);
    return ok;
}
