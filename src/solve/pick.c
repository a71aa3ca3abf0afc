/* pick.c - dynamic state selection: which candidates are states now.
 *
 * The constraints' partial derivatives are a tableau; a state and a determined candidate change roles when that
 * enlarges the determinant enough.
 */
#ifndef SOL_CARRIED
#include "solve/solve.h"
#endif

static const double SOL_SWITCH_ABOVE = 1 / 0.3; /* by how much another pick must enlarge the determinant */
static const double SOL_ENLARGE_ABOVE = 1.1;    /* ... and by how much once picks change anyway */
static const double SOL_VANISHES = 1e-9;        /* of a column's largest element */

/* Constraints J*dx = 0 solved for the columns that are no states ("determined"): row r says how the one of basis[r]
 * follows the states.  Changing the role of a state and a determined one multiplies the determinant by their
 * coefficient. */

SOL int sol_tableau(SolTableau *t, const SolSelection *s, const SolMemory *memory) {
    size_t cells = (size_t)s->nrows * s->ncols, numbers = 3 * (size_t)s->ncols + s->nrows + s->nstates;
    t->s = s;
    t->best = 0;
    t->a = (double *)memory->resize(memory->arg, 0, cells * sizeof *t->a + (numbers + 1) * sizeof *t->slot);
    if (!t->a) return 0;
    memset(t->a, 0, cells * sizeof *t->a);
    t->slot = (unsigned *)(t->a + cells);
    memset(t->slot, 0xFF, (numbers + 1) * sizeof *t->slot);
    t->row_of = t->slot + s->ncols;
    t->list = t->row_of + s->ncols;
    t->basis = t->list + s->ncols;
    t->is = t->basis + s->nrows;
    return 1;
}

SOL void sol_tableau_free(SolTableau *t, const SolMemory *memory) { memory->resize(memory->arg, t->a, 0); }

/* Solves `row` for `column` and puts that into the others. */
static void sol_pivot(SolTableau *t, unsigned row, unsigned column) {
    unsigned n = t->s->ncols, nonzero = 0;
    double *of = t->a + (size_t)row * n, divisor = of[column];
    for (unsigned c = 0; c < n; c++) { /* most rows are nearly empty */
        if (of[c] == 0.0) continue;
        of[c] /= divisor;
        t->list[nonzero++] = c;
    }
    of[column] = 1;
    for (unsigned r = 0; r < t->s->nrows; r++) {
        double *other = t->a + (size_t)r * n, q = other[column];
        if (r == row || q == 0.0) continue;
        for (unsigned k = 0; k < nonzero; k++) other[t->list[k]] -= q * of[t->list[k]];
        other[column] = 0;
    }
    t->basis[row] = column;
    t->row_of[column] = row;
}

/* Solves for the determined column c, when it is not a combination of those that are done. */
static void sol_enter(SolTableau *t, unsigned c) {
    unsigned n = t->s->ncols, best = SOL_NONE;
    double largest = 0, size = 0;
    for (unsigned r = 0; r < t->s->nrows; r++) {
        double x = fabs(t->a[(size_t)r * n + c]);
        if (x > size) size = x;
        if (t->basis[r] != SOL_NONE || !(x > largest)) continue;
        largest = x;
        best = r;
    }
    if (best != SOL_NONE && largest > SOL_VANISHES * size) sol_pivot(t, best, c);
}

static void sol_change_roles(SolTableau *t, unsigned state, unsigned to) {
    t->slot[to] = state;
    t->slot[t->is[state]] = SOL_NONE;
    t->is[state] = to;
}

/* The largest coefficient of a change of roles that is allowed (before picks are made: any): among columns that have a
 * row, or (loose) have none. */
static double sol_best_change(const SolTableau *t, unsigned loose_row, unsigned *state, unsigned *to) {
    const SolSelection *s = t->s;
    double best = 0;
    for (unsigned i = 0; i < s->nstates; i++)
        for (unsigned k = s->first ? s->first[i] : 0; k < (s->first ? s->first[i + 1] : s->n); k++) {
            unsigned c = s->first ? s->of[k] : k, row = t->row_of[c];
            if (t->slot[c] != SOL_NONE || (row == SOL_NONE) != (loose_row != SOL_NONE)) continue;
            double x = fabs(t->a[(size_t)(row == SOL_NONE ? loose_row : row) * s->ncols + t->is[i]]);
            if (!(x > best)) continue;
            best = x;
            *state = i;
            *to = c;
        }
    return best;
}

/* The determined columns leave rows without one when they are singular: states take their place. */
static int sol_replace_loose(SolTableau *t, int *changed) {
    for (unsigned r = 0; r < t->s->nrows; r++) {
        unsigned state, to;
        if (t->basis[r] != SOL_NONE) continue;
        if (sol_best_change(t, r, &state, &to) <= SOL_VANISHES) return 0;
        unsigned was = t->is[state];
        sol_change_roles(t, state, to);
        sol_pivot(t, r, was);
        *changed = 1;
    }
    return 1;
}

static int sol_improve(SolTableau *t, int changed) {
    for (unsigned tries = 4 * t->s->nrows + 4; tries > 0; tries--) {
        unsigned state, to;
        t->best = sol_best_change(t, SOL_NONE, &state, &to);
        if (t->best <= (changed ? SOL_ENLARGE_ABOVE : SOL_SWITCH_ABOVE)) break;
        unsigned was = t->is[state], row = t->row_of[to];
        sol_change_roles(t, state, to);
        t->row_of[to] = SOL_NONE;
        sol_pivot(t, row, was);
        changed = 1;
    }
    return changed;
}

SOL int sol_tableau_solve(SolTableau *t, int *changed) {
    for (unsigned c = t->s->ncols; c-- > 0;)
        if (t->slot[c] == SOL_NONE) sol_enter(t, c);
    if (!sol_replace_loose(t, changed)) return 0;
    *changed = sol_improve(t, *changed);
    return 1;
}

/* ---- running ----------------------------------------------------------------------------------------------------- */

static void sol_fill(const double *constants, const double *v, SolTableau *t) {
    const SolSelection *s = t->s;
    for (unsigned r = 0; r < s->nrows; r++)
        for (unsigned k = s->row[r]; k < s->row[r + 1]; k++) {
            unsigned o = s->entry[k];
            t->a[(size_t)r * s->ncols + s->column[k]] = o & SOL_CONSTANT ? constants[o & ~SOL_CONSTANT] : v[o];
        }
}

static void sol_read_picks(const SolSelection *s, const double *v, SolTableau *t) {
    for (unsigned i = 0; i < s->nstates; i++)
        for (unsigned k = s->first[i]; k < s->first[i + 1]; k++)
            if (v[s->pick[k]] != 0.0) {
                t->is[i] = s->of[k];
                t->slot[s->of[k]] = i;
            }
}

/* Puts the picks and the states' values into v. */
static void sol_write_picks(const SolSelection *s, const SolTableau *t, double *v) {
    for (unsigned i = 0; i < s->nstates; i++) {
        for (unsigned k = s->first[i]; k < s->first[i + 1]; k++) v[s->pick[k]] = s->of[k] == t->is[i];
        v[s->z[i]] = v[s->x[t->is[i]]];
    }
}

SOL int sol_select(const SolSelection *s, const double *constants, double *v, int apply, double *part,
                   const SolMemory *memory) {
    SolTableau t;
    int changed = 0;
    if (!sol_tableau(&t, s, memory)) return 0;
    sol_read_picks(s, v, &t);
    sol_fill(constants, v, &t);
    if (!sol_tableau_solve(&t, &changed)) changed = 0;
    *part = sol_larger(*part, t.best / SOL_SWITCH_ABOVE);
    if (changed && apply) sol_write_picks(s, &t, v);
    sol_tableau_free(&t, memory);
    return changed;
}
