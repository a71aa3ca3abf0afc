/* growth.c - how much an error grows where an equation is solved for one of its variables.
 *
 * Before: the equations of a component and the edges of their graph.  After: per edge the coefficient, in units in
 * which the entries of every row and every column are as near to one as can be.  (A resistor of 0.1 Ohm beside a load
 * of 1e5 Ohm: volts and amperes say nothing to each other before that.)
 *
 * Tearing solves equation after equation for one variable each: Gaussian elimination with pivots chosen beforehand.
 * What it loses is the growth of the entries in the columns of iteration variables, and no search for another pivot
 * helps while running.  So it is tried: rows and columns are brought to one size by Curtis and Reid's least squares in
 * the logarithms (1972; a few sweeps of Gauss and Seidel); iteration variables get values of either sign and size one,
 * and every variable that follows gets the value that its equation gives, and the error that its operands pass on and
 * its own rounding adds.  Signs count: 2*x[k] - x[k-1] grows by steps, 3*x[k]
 * - x[k-1] by factors.  Half of the probes take conditions in coefficients as false, half as true.
 */
#include "symbolic/symbolic_impl.h"

#include <math.h>
#include <string.h>

enum { SWEEPS = 6, FALSE_CASE = 0, TRUE_CASE = 1 };

typedef struct {
    SymWork *w;
    const DaeOperand *operands;
    double condition; /* what stands for a condition that is not known */
    bool supposed;    /* a start value or a condition was read: what comes out holds there only */
} Leaves;

/* A variable in a coefficient counts as what it starts with, where that is said. */
static bool start_value(SymWork *w, const DaeVariable *x, double *v) {
    return x->flags & DAE_HAS_START && x->start != DAE_NO_OPERAND && sym_operand_value(w, x->start, v);
}

static bool leaf_value(void *arg, const DaeNode *n, double *v) {
    Leaves *l = arg;
    if (n->op != DAE_HOLE) return false;
    DaeOperand o = l->operands[n->id];
    if (sym_operand_value(l->w, o, v)) return true;
    if (dae_operand_is_const(o)) return false;
    l->supposed = true;
    const DaeVariable *x = &l->w->dae->vars.at[o];
    if (x->base == DAE_BOOLEAN) {
        *v = l->condition;
        return true;
    }
    return x->base == DAE_REAL && start_value(l->w, x, v);
}

/* One coefficient; NaN where it is not known, or vanishes as things start.  One of parameters that is zero stays so. */
static SymCoefficient coefficient(SymWork *w, const DaeEquation *eq, DaeExpr e) {
    SymCoefficient c = {{NAN, NAN}};
    Leaves leaves = {w, dae_operands(w->dae, eq), 0, false};
    double x;
    if (!e) return c;
    for (int k = FALSE_CASE; k <= TRUE_CASE; k++, leaves.condition = 1) {
        if (k == TRUE_CASE && !dae_at(&w->dae->pool, e)->nargs) c.value[k] = c.value[FALSE_CASE];
        else if (dae_value(&w->dae->pool, e, leaf_value, &leaves, &x) && isfinite(x) && (x != 0 || !leaves.supposed))
            c.value[k] = x;
    }
    return c;
}

/* Coefficients of one equation as they stand; of one that is not linear its slopes at the start. */
static void row_coefficients(SymWork *w, const DaeEquation *eq, uint32_t n, const uint32_t *hole, SymCoefficient *out) {
    DaeShape s = w->dae->shapes.at[eq->shape];
    DaeExpr coeff[64] = {0}, rest;
    uint64_t mask = 0;
    for (uint32_t k = 0; k < n; k++) out[k] = (SymCoefficient){{NAN, NAN}};
    if (s.nout || s.nholes > 63 || sym_facts(w, eq->shape)->base != DAE_REAL) return;
    for (uint32_t k = 0; k < n; k++) mask |= 1ull << hole[k];
    bool linear = alg_linear(w->memo, eq->shape, mask, coeff, &rest);
    const AlgShapeInfo *info = linear ? NULL : alg_shape_info(w->memo, eq->shape);
    for (uint32_t k = 0; k < n; k++) out[k] = coefficient(w, eq, linear ? coeff[hole[k]] : info->partial[hole[k]]);
}

/* ---- one size for all -------------------------------------------------------------------------------------------- */

/* Logarithm of every coefficient's size, NaN where it is not known, or rounding beside the others of its row (cos(90
 * degrees)). */
static float *logarithms(const SymGraph *g, uint32_t nrows, const SymCoefficient *c) {
    const float nothing = -43; /* 1e-13 */
    float *log = base_realloc(NULL, (g->col.n + 1) * sizeof *log);
    for (uint32_t i = 0; i < nrows; i++) {
        float most = -INFINITY;
        for (uint32_t k = g->ptr.at[i]; k < g->ptr.at[i + 1]; k++) {
            log[k] = (float)(log2(fabs(c[k].value[0])) + log2(fabs(c[k].value[1]))) / 2;
            if (log[k] > most) most = log[k];
        }
        for (uint32_t k = g->ptr.at[i]; k < g->ptr.at[i + 1]; k++)
            if (log[k] < most + nothing) log[k] = NAN;
    }
    return log;
}

/* Scale of every row of g that makes its known entries one on average.  edge: entry of each edge of g, NULL: its own
 * number. */
static void sweep(const SymGraph *g, uint32_t nrows, const float *log, const uint32_t *edge, const float *column,
                  float *row) {
    for (uint32_t i = 0; i < nrows; i++) {
        float sum = 0, count = 0;
        for (uint32_t k = g->ptr.at[i]; k < g->ptr.at[i + 1]; k++) {
            float x = log[edge ? edge[k] : k];
            if (isnan(x)) continue;
            sum += x + column[g->col.at[k]];
            count++;
        }
        row[i] = count > 0 ? -sum / count : 0;
    }
}

/* For the edges of by_var: which edge of g each is. */
static uint32_t *match_edges(const SymGraph *g, uint32_t n, const SymGraph *by_var, uint32_t nvars) {
    uint32_t *edge = base_realloc(NULL, (g->col.n + 1) * sizeof *edge);
    uint32_t *next = base_realloc(NULL, ((size_t)nvars + 1) * sizeof *next);
    memcpy(next, by_var->ptr.at, nvars * sizeof *next);
    for (uint32_t e = 0; e < n; e++)
        for (uint32_t k = g->ptr.at[e]; k < g->ptr.at[e + 1]; k++) edge[next[g->col.at[k]]++] = k;
    base_realloc(next, 0);
    return edge;
}

static void equilibrate(uint32_t n, uint32_t nvars, const SymGraph *g, const SymGraph *by_var, SymCoefficient *c) {
    float *row = base_realloc(NULL, ((size_t)n + nvars + 1) * sizeof *row), *column = row + n;
    float *log = logarithms(g, n, c);
    uint32_t *edge = match_edges(g, n, by_var, nvars);
    memset(row, 0, ((size_t)n + nvars + 1) * sizeof *row);
    for (int k = 0; k < SWEEPS; k++) {
        sweep(g, n, log, NULL, column, row);
        sweep(by_var, nvars, log, edge, row, column);
    }
    for (uint32_t e = 0; e < n; e++)
        for (uint32_t k = g->ptr.at[e]; k < g->ptr.at[e + 1]; k++)
            for (int j = 0; j < 2; j++) c[k].value[j] *= exp2((double)(row[e] + column[g->col.at[k]]));
    base_realloc(row, 0);
    base_realloc(log, 0);
    base_realloc(edge, 0);
}

void sym_coefficients(SymWork *w, const DaeEquation *eqs, uint32_t n, uint32_t nvars, const SymGraph *g,
                      const SymGraph *by_var, const uint32_t *hole, SymCoefficient *c) {
    for (uint32_t e = 0; e < n; e++)
        row_coefficients(w, &eqs[e], g->ptr.at[e + 1] - g->ptr.at[e], hole + g->ptr.at[e], c + g->ptr.at[e]);
    equilibrate(n, nvars, g, by_var, c);
}

/* ---- the trial --------------------------------------------------------------------------------------------------- */

static double sign_of(uint32_t number, int probe) {
    return base_mix(number + 1, (uint64_t)probe + 1) >> 17 & 1 ? 1 : -1;
}

SymProbe sym_probe(uint32_t variable) {
    SymProbe p;
    for (int i = 0; i < SYM_PROBES; i++) {
        p.value[i] = sign_of(variable, i);
        p.error[i] = 0;
    }
    return p;
}

/* One probe through one equation. */
static void pass(const SymGraph *g, const SymCoefficient *c, uint32_t row, uint32_t of, const SymProbe *all, int i,
                 SymProbe *out) {
    int j = i & 1;
    double value = 0, error = 0, largest = 0, unknown = 0, unknown_error = 0, pivot = c[of].value[j];
    for (uint32_t k = g->ptr.at[row]; k < g->ptr.at[row + 1]; k++) {
        if (k == of) continue;
        const SymProbe *p = &all[g->col.at[k]];
        double factor = -c[k].value[j] / pivot;
        if (isnan(factor)) { /* passes on what it gets */
            unknown = fmax(unknown, fabs(p->value[i]));
            unknown_error = fmax(unknown_error, fabs(p->error[i]));
            continue;
        }
        value += factor * p->value[i];
        error += factor * p->error[i];
        largest = fmax(largest, fabs(factor * p->value[i]));
    }
    double sign = sign_of(row, i);
    out->value[i] = fabs(value) > unknown ? value : sign * unknown;
    out->error[i] = fabs(error) > unknown_error ? error : sign * unknown_error;
    out->error[i] += sign * fmax(largest, unknown);
}

double sym_growth(const SymGraph *g, const SymCoefficient *c, uint32_t row, uint32_t of, const SymProbe *all,
                  SymProbe *out) {
    double most = 0;
    for (int i = 0; i < SYM_PROBES; i++) {
        pass(g, c, row, of, all, i, out);
        most = fmax(most, fmax(fabs(out->value[i]), fabs(out->error[i])));
    }
    return most;
}
