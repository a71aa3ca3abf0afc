/* locate.c - which equation gave the first value that is not a finite number.
 *
 * Values stand in v in the order of evaluation: so the culprit is the first equation that has a bad
 * result and only good operands; nothing has to be evaluated again.  Residuals, which are not in v,
 * are evaluated by dae_value.
 */
#include "codegen/codegen_impl.h"
#include <math.h>

typedef struct {
    const GenModel *g;
    const double *v;
    const DaeEquation *eq;
} Values;

static double operand_value(const Values *x, uint32_t hole) {
    const Dae *d = x->g->sym->dae;
    DaeOperand o = d->operands.at[x->eq->operands + hole];
    return dae_operand_is_const(o) ? dae_constant_value(d, o) : x->v[o];
}

static bool get_value(void *arg, const DaeNode *leaf, double *out) {
    if (leaf->op != DAE_HOLE) return false;
    *out = operand_value(arg, leaf->id);
    return true;
}

static bool good_operands(const Values *x, uint32_t from) {
    const DaeShape *s = &x->g->sym->dae->shapes.at[x->eq->shape];
    for (uint32_t k = from; k < s->nholes; k++)
        if (!isfinite(operand_value(x, k))) return false;
    return true;
}

static bool numeric(const Dae *d, DaeVar v) { return d->vars.at[v].base <= DAE_BOOLEAN; }

/* A solved equation with good operands and a bad result. */
static bool is_culprit(const GenModel *g, const double *v, const DaeEquation *eq, DaeVar *var) {
    const Dae *d = g->sym->dae;
    Values x = {g, v, eq};
    const DaeShape *s = &d->shapes.at[eq->shape];
    for (uint32_t k = 0; k < s->nout; k++) {
        *var = d->operands.at[eq->operands + k];
        if (s->nout > 1 && d->vars.at[*var].flags & DAE_HIDDEN) continue; /* a result of a call that nobody asked for */
        if (numeric(d, *var) && !isfinite(v[*var])) return good_operands(&x, s->nout);
    }
    return false;
}

/* A residual of good operands that is bad, or with `calls` one whose value cannot be had here
 * (functions). */
static bool bad_residual(const GenModel *g, const double *v, const DaeEquation *eq, bool calls) {
    const Dae *d = g->sym->dae;
    Values x = {g, v, eq};
    DaeExpr root = d->shapes.at[eq->shape].root;
    double a, b;
    if (!good_operands(&x, 0)) return false;
    if (!dae_value(&d->pool, dae_arg(&d->pool, root, 0), get_value, &x, &a)) return calls;
    if (!dae_value(&d->pool, dae_arg(&d->pool, root, 1), get_value, &x, &b)) return calls;
    return !calls && !isfinite(a - b);
}

static bool in_system(const GenModel *g, uint32_t system, const double *v, bool calls, GenCulprit *out) {
    const SymSystem *s = &g->sym->systems.at[system];
    DaeVar var;
    for (uint32_t i = 0; i < s->ninner; i++)
        if (is_culprit(g, v, &s->inner[i], &var)) {
            *out = (GenCulprit){s->inner[i], var, system, false};
            return true;
        }
    for (uint32_t i = 0; calls && i < s->n; i++) /* a step led out of the numbers */
        if (!isfinite(v[s->unknowns[i]])) {
            *out = (GenCulprit){s->residuals[i], s->unknowns[i], system, true};
            return true;
        }
    for (uint32_t i = 0; i < s->n; i++)
        if (bad_residual(g, v, &s->residuals[i], calls)) {
            *out = (GenCulprit){s->residuals[i], s->unknowns[i], system, true};
            return true;
        }
    return false;
}

/* A bad value that no equation made: a start value, a parameter. */
static bool given_bad(const GenModel *g, const double *v, const DaeEquation *eq, GenCulprit *out) {
    const Dae *d = g->sym->dae;
    const DaeShape *s = &d->shapes.at[eq->shape];
    for (uint32_t k = s->nout; k < s->nholes; k++) {
        DaeOperand o = d->operands.at[eq->operands + k];
        if (dae_operand_is_const(o) || !numeric(d, o) || isfinite(v[o])) continue;
        *out = (GenCulprit){*eq, o, UINT32_MAX, false};
        return true;
    }
    return false;
}

static bool in_blocks(const GenModel *g, const SymBlocks *blocks, const double *v, bool calls, GenCulprit *out) {
    DaeVar var;
    for (size_t i = 0; i < blocks->n; i++) {
        const SymBlock *b = &blocks->at[i];
        if (b->system != UINT32_MAX) {
            if (in_system(g, b->system, v, calls, out)) return true;
        } else if (is_culprit(g, v, &b->eq, &var)) {
            *out = (GenCulprit){b->eq, var, UINT32_MAX, false};
            return true;
        }
    }
    return false;
}

bool gen_locate(const GenModel *g, GenWhere where, uint32_t system, const double *v, GenCulprit *out) {
    const SymBlocks *blocks = where == GEN_IN_PARAMETERS ? &g->sym->parameters
                              : where == GEN_IN_INITIAL  ? &g->sym->initial
                                                         : &g->sym->blocks;
    if (system != UINT32_MAX && (in_system(g, system, v, false, out) || in_system(g, system, v, true, out)))
        return true;
    if (in_blocks(g, blocks, v, false, out)) return true;
    for (size_t i = 0; i < blocks->n; i++)
        if (blocks->at[i].system == UINT32_MAX && given_bad(g, v, &blocks->at[i].eq, out)) return true;
    return in_blocks(g, blocks, v, true, out);
}

bool gen_locate_solved(const GenModel *g, const double *v, GenCulprit *out) {
    return in_blocks(g, &g->sym->blocks, v, false, out);
}

/* ---- why it is not a number -------------------------------------------------------------------------------------- */

static bool finite_value(const Values *x, DaeExpr e, double *value) {
    Values at = *x;
    return dae_value(&x->g->sym->dae->pool, e, get_value, &at, value) && isfinite(*value);
}

/* What the operator asks of its arguments (MLS 3.6, 3.7.3 and 10.6). */
static void domain_text(DaeOp op, const double *a, Text *out) {
    switch (op) {
    case DAE_DIV: base_text_printf(out, "%.6g is divided by zero", a[0]); break;
    case DAE_DIVT:
    case DAE_MOD:
    case DAE_REM: base_text_printf(out, "the second argument of %s is zero", dae_ops[op].name); break;
    case DAE_POW:
        if (a[0] == 0) base_text_printf(out, "zero has no power %.6g", a[1]);
        else if (a[0] < 0) base_text_printf(out, "%.6g is negative and has no power %.6g", a[0], a[1]);
        else base_text_printf(out, "%.6g to the power %.6g is too large", a[0], a[1]);
        break;
    default: {
        const DaeElementary *f = dae_elementary(op);
        if (f && !dae_in_domain(f, a[0]))
            base_text_printf(out, "the argument of %s is %.6g, it must %s", f->name, a[0], dae_domain_text(f));
        else if (f) base_text_printf(out, "%s of %.6g is too large", f->name, a[0]);
    }
    }
}

bool gen_reason_text(const GenModel *g, const DaeEquation *eq, const double *v, Text *out) {
    const DaePool *p = &g->sym->dae->pool;
    Values x = {g, v, eq};
    size_t before = out->n;
    DaeExpr at = g->sym->dae->shapes.at[eq->shape].root;
    for (bool deeper = true; deeper;) { /* down to the first operator that makes a bad value of good ones */
        const DaeNode *n = &p->nodes.at[at];
        double value, args[2] = {0, 0};
        deeper = false;
        if (n->op == DAE_HOLE || n->op == DAE_CALL) return false;
        uint32_t from = 0, to = n->nargs;
        if (n->op == DAE_IF) {
            if (!finite_value(&x, dae_arg(p, at, 0), &value)) to = 1;
            else from = value != 0 ? 1 : 2, to = from + 1;
        }
        if (n->op == DAE_ASSIGN) from = 1;
        for (uint32_t k = from; k < to && !deeper; k++) {
            if (!finite_value(&x, dae_arg(p, at, k), &value)) {
                at = dae_arg(p, at, k);
                deeper = true;
            } else if (k < 2) {
                args[k] = value;
            }
        }
        if (!deeper) domain_text((DaeOp)n->op, args, out);
    }
    return out->n > before;
}

void gen_equation_text(const GenModel *g, const DaeEquation *eq, const double *v, uint32_t from, Text *out) {
    enum { MAX_TEXT = 160, MAX_VALUES = 12 }; /* of an equation; its line is shown beside it */
    const Dae *d = g->sym->dae;
    const DaeShape *s = &d->shapes.at[eq->shape];
    Values x = {g, v, eq};
    size_t start = out->n;
    dae_print_equation(d, eq, out);
    while (out->n > start && (out->at[out->n - 1] == '\n' || out->at[out->n - 1] == ';' || out->at[out->n - 1] == ' '))
        out->at[--out->n] = 0;
    if (out->n - start > MAX_TEXT) {
        out->n = start + MAX_TEXT;
        while (out->n > start && (out->at[out->n - 1] & 0xC0) == 0x80) out->n--; /* not inside a character */
        base_text_add(out, "...");
    }
    uint32_t shown = 0;
    for (uint32_t k = from; k < s->nholes && shown < MAX_VALUES; k++) {
        DaeOperand o = d->operands.at[eq->operands + k];
        if (dae_operand_is_const(o) || !numeric(d, o)) continue;
        base_text_add(out, shown++ ? ", " : "  with ");
        dae_var_text(d, o, out);
        base_text_add(out, " = ");
        dae_value_text(d, o, operand_value(&x, k), 6, out);
    }
}
