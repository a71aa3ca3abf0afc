/* fits.c - whether a translated model holds for other values of its parameters.
 *
 * Translation looks at values of parameters in one place (facts.c): a coefficient that is zero is not divided by.  What
 * was looked at is listed in model->tested; with other values each of these must be zero, or not, as it was.
 */
#include "symbolic/symbolic.h"

#include <math.h>
#include <string.h>

typedef struct {
    const Dae *d;
    double *value; /* by variable; NAN: not known */
    const double *given;
    const DaeOperand *operands; /* of the equation in hand */
} Values;

static bool leaf(void *arg, const DaeNode *n, double *value) {
    const Values *v = arg;
    if (n->op != DAE_HOLE) return false;
    DaeOperand o = v->operands[n->id];
    *value = dae_operand_is_const(o) ? dae_constant_value(v->d, o) : v->value[o];
    return !isnan(*value);
}

static bool set(void *arg, uint32_t hole, double value) {
    Values *v = arg;
    DaeVar var = v->operands[hole];
    v->value[var] = isnan(v->given[var]) ? value : v->given[var];
    return true;
}

bool sym_fits(const SymModel *m, const double *given) {
    const Dae *d = m->dae;
    Values v = {.d = d, .value = base_realloc(NULL, d->vars.n * sizeof(double)), .given = given};
    for (size_t i = 0; i < d->vars.n; i++) {
        v.value[i] = given[i];
        DaeOperand start = d->vars.at[i].start;
        bool own = d->vars.at[i].kind <= DAE_KIND_PARAMETER && start != DAE_NO_OPERAND && dae_operand_is_const(start);
        if (isnan(given[i]) && own) v.value[i] = dae_constant_value(d, start);
    }
    for (size_t i = 0; i < m->parameters.n; i++) {
        const DaeEquation *eq = &m->parameters.at[i].eq;
        v.operands = dae_operands(d, eq);
        if (m->parameters.at[i].system == UINT32_MAX && d->shapes.at[eq->shape].nout)
            (void)dae_run_statement(d, d->shapes.at[eq->shape].root, leaf, set, &v);
    }
    bool fits = true;
    for (size_t i = 0; i < m->tested.n && fits; i++) {
        const SymTested *t = &m->tested.at[i];
        double x;
        v.operands = dae_operands(d, &t->eq);
        fits = dae_value(&d->pool, t->coefficient, leaf, &v, &x) && (x == 0.0) == t->zero;
    }
    base_realloc(v.value, 0);
    return fits;
}
