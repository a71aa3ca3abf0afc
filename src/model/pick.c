/* pick.c - dynamic state selection: which candidates are states now.
 *
 * The constraints' partial derivatives are a tableau; a state and a determined candidate change roles when that
 * enlarges the determinant enough.
 */
#include <math.h>
#include <string.h>

#include "model/model.h"

static const uint32_t NONE = UINT32_MAX;
static const double SWITCH_ABOVE = 1 / 0.3; /* by how much another pick must enlarge the determinant */
static const double ENLARGE_ABOVE = 1.1;    /* ... and by how much once picks change anyway */
static const double VANISHES = 1e-9;        /* of a column's largest element */

/* Constraints J*dx = 0 solved for the columns that are no states ("determined"): row r says how the one of basis[r]
 * follows the states.  Changing the role of a state and a determined one multiplies the determinant by their
 * coefficient. */

MdTableau md_tableau(const MdSelection *s) {
    size_t cells = (size_t)s->nrows * s->ncols, numbers = 3 * (size_t)s->ncols + s->nrows + s->nstates;
    MdTableau t = {.s = s};
    t.a = base_realloc(NULL, (cells + 1) * sizeof *t.a);
    memset(t.a, 0, (cells + 1) * sizeof *t.a);
    t.slot = base_realloc(NULL, (numbers + 1) * sizeof *t.slot);
    memset(t.slot, 0xFF, (numbers + 1) * sizeof *t.slot);
    t.row_of = t.slot + s->ncols;
    t.list = t.row_of + s->ncols;
    t.basis = t.list + s->ncols;
    t.is = t.basis + s->nrows;
    return t;
}

void md_tableau_free(MdTableau *t) {
    base_realloc(t->a, 0);
    base_realloc(t->slot, 0);
}

/* Solves `row` for `column` and puts that into the others. */
static void pivot(MdTableau *t, uint32_t row, uint32_t column) {
    uint32_t n = t->s->ncols, nonzero = 0;
    double *of = t->a + (size_t)row * n, divisor = of[column];
    for (uint32_t c = 0; c < n; c++) { /* most rows are nearly empty */
        if (of[c] == 0.0) continue;
        of[c] /= divisor;
        t->list[nonzero++] = c;
    }
    of[column] = 1;
    for (uint32_t r = 0; r < t->s->nrows; r++) {
        double *other = t->a + (size_t)r * n, q = other[column];
        if (r == row || q == 0.0) continue;
        for (uint32_t k = 0; k < nonzero; k++) other[t->list[k]] -= q * of[t->list[k]];
        other[column] = 0;
    }
    t->basis[row] = column;
    t->row_of[column] = row;
}

/* Solves for the determined column c, when it is not a combination of those that are done. */
static void enter(MdTableau *t, uint32_t c) {
    uint32_t n = t->s->ncols, best = NONE;
    double largest = 0, size = 0;
    for (uint32_t r = 0; r < t->s->nrows; r++) {
        double x = fabs(t->a[(size_t)r * n + c]);
        if (x > size) size = x;
        if (t->basis[r] != NONE || !(x > largest)) continue;
        largest = x;
        best = r;
    }
    if (best != NONE && largest > VANISHES * size) pivot(t, best, c);
}

static void change_roles(MdTableau *t, uint32_t state, uint32_t to) {
    t->slot[to] = state;
    t->slot[t->is[state]] = NONE;
    t->is[state] = to;
}

/* The largest coefficient of a change of roles that is allowed (before picks are made: any): among columns that have a
 * row, or (loose) have none. */
static double best_change(const MdTableau *t, uint32_t loose_row, uint32_t *state, uint32_t *to) {
    const MdSelection *s = t->s;
    double best = 0;
    for (uint32_t i = 0; i < s->nstates; i++)
        for (uint32_t k = s->first ? s->first[i] : 0; k < (s->first ? s->first[i + 1] : s->n); k++) {
            uint32_t c = s->first ? s->of[k] : k, row = t->row_of[c];
            if (t->slot[c] != NONE || (row == NONE) != (loose_row != NONE)) continue;
            double x = fabs(t->a[(size_t)(row == NONE ? loose_row : row) * s->ncols + t->is[i]]);
            if (!(x > best)) continue;
            best = x;
            *state = i;
            *to = c;
        }
    return best;
}

/* The determined columns leave rows without one when they are singular: states take their place. */
static bool replace_loose(MdTableau *t, bool *changed) {
    for (uint32_t r = 0; r < t->s->nrows; r++) {
        uint32_t state, to;
        if (t->basis[r] != NONE) continue;
        if (best_change(t, r, &state, &to) <= VANISHES) return false;
        uint32_t was = t->is[state];
        change_roles(t, state, to);
        pivot(t, r, was);
        *changed = true;
    }
    return true;
}

static bool improve(MdTableau *t, bool changed) {
    for (uint32_t tries = 4 * t->s->nrows + 4; tries > 0; tries--) {
        uint32_t state, to;
        t->best = best_change(t, NONE, &state, &to);
        if (t->best <= (changed ? ENLARGE_ABOVE : SWITCH_ABOVE)) break;
        uint32_t was = t->is[state], row = t->row_of[to];
        change_roles(t, state, to);
        t->row_of[to] = NONE;
        pivot(t, row, was);
        changed = true;
    }
    return changed;
}

/* Changes picks where that makes the determinant much larger; false when the constraints are singular whatever is
 * picked. */
bool md_tableau_solve(MdTableau *t, bool *changed) {
    for (uint32_t c = t->s->ncols; c-- > 0;)
        if (t->slot[c] == NONE) enter(t, c);
    if (!replace_loose(t, changed)) return false;
    *changed = improve(t, *changed);
    return true;
}

/* ---- the first choice -------------------------------------------------------------------------------------------- */

/* ---- running ----------------------------------------------------------------------------------------------------- */

static void fill(const double *constants, const double *v, MdTableau *t) {
    const MdSelection *s = t->s;
    for (uint32_t r = 0; r < s->nrows; r++)
        for (uint32_t k = s->row[r]; k < s->row[r + 1]; k++) {
            MdOperand o = s->entry[k];
            t->a[(size_t)r * s->ncols + s->column[k]] = md_is_constant(o) ? constants[o & ~MD_CONSTANT_BIT] : v[o];
        }
}

static void read_picks(const MdSelection *s, const double *v, MdTableau *t) {
    for (uint32_t i = 0; i < s->nstates; i++)
        for (uint32_t k = s->first[i]; k < s->first[i + 1]; k++)
            if (v[s->pick[k]] != 0.0) {
                t->is[i] = s->of[k];
                t->slot[s->of[k]] = i;
            }
}

/* Puts the picks and the states' values into v. */
static void write_picks(const MdSelection *s, const MdTableau *t, double *v) {
    for (uint32_t i = 0; i < s->nstates; i++) {
        for (uint32_t k = s->first[i]; k < s->first[i + 1]; k++) v[s->pick[k]] = s->of[k] == t->is[i];
        v[s->z[i]] = v[s->x[t->is[i]]];
    }
}

static bool reselect(const double *constants, const MdSelection *s, double *v, double *best) {
    MdTableau t = md_tableau(s);
    read_picks(s, v, &t);
    fill(constants, v, &t);
    bool changed = false;
    if (!md_tableau_solve(&t, &changed)) changed = false;
    *best = fmax(*best, t.best);
    if (changed) write_picks(s, &t, v);
    md_tableau_free(&t);
    return changed;
}

bool md_select(const MdSelection *s, uint32_t n, const double *constants, double *v, double *part) {
    bool changed = false;
    double best = 0;
    for (uint32_t i = 0; i < n; i++) changed |= reselect(constants, &s[i], v, &best);
    *part = best / SWITCH_ABOVE;
    return changed;
}
