/* fmu_select.c - dynamic state selection inside an FMU: which candidates are states now (as src/model/pick.c).
 *
 * The constraints' partial derivatives are a tableau; a state and a determined candidate change roles when that
 * enlarges the determinant enough.
 */

#ifdef FM_SELECTIONS
typedef struct {
    const FmSelection *s;
    double *a;                              /* nrows by ncols */
    int *slot, *row_of, *list, *basis, *is; /* -1: none */
} FmTableau;

static void fm_pivot(FmTableau *t, int row, int column) {
    int c, r, k, n = t->s->ncols, nonzero = 0;
    double *of = t->a + row * n, divisor = of[column];
    for (c = 0; c < n; c++) {
        if (of[c] == 0) continue;
        of[c] /= divisor;
        t->list[nonzero++] = c;
    }
    of[column] = 1;
    for (r = 0; r < t->s->nrows; r++) {
        double *other = t->a + r * n, q = other[column];
        if (r == row || q == 0) continue;
        for (k = 0; k < nonzero; k++) other[t->list[k]] -= q * of[t->list[k]];
        other[column] = 0;
    }
    t->basis[row] = column;
    t->row_of[column] = row;
}

static void fm_enter_column(FmTableau *t, int c) {
    int r, best = -1;
    double largest = 0, size = 0;
    for (r = 0; r < t->s->nrows; r++) {
        double x = fabs(t->a[r * t->s->ncols + c]);
        if (x > size) size = x;
        if (t->basis[r] >= 0 || !(x > largest)) continue;
        largest = x;
        best = r;
    }
    if (best >= 0 && largest > 1e-9 * size) fm_pivot(t, best, c);
}

static void fm_change_roles(FmTableau *t, int state, int to) {
    t->slot[to] = state;
    t->slot[t->is[state]] = -1;
    t->is[state] = to;
}

static double fm_best_change(const FmTableau *t, int loose_row, int *state, int *to) {
    const FmSelection *s = t->s;
    double best = 0;
    int i, k;
    for (i = 0; i < s->nstates; i++)
        for (k = s->first[i]; k < s->first[i + 1]; k++) {
            int c = s->of[k], row = t->row_of[c];
            double x;
            if (t->slot[c] >= 0 || (row < 0) != (loose_row >= 0)) continue;
            x = fabs(t->a[(row < 0 ? loose_row : row) * s->ncols + t->is[i]]);
            if (!(x > best)) continue;
            best = x;
            *state = i;
            *to = c;
        }
    return best;
}

/* Other picks where that makes the determinant much larger: 1; 0: the present ones stay. */
static int fm_solve_tableau(FmTableau *t) {
    int c, r, tries, changed = 0, state = 0, to = 0;
    for (c = t->s->ncols; c-- > 0;)
        if (t->slot[c] < 0) fm_enter_column(t, c);
    for (r = 0; r < t->s->nrows; r++) {
        int was;
        if (t->basis[r] >= 0) continue;
        if (fm_best_change(t, r, &state, &to) <= 1e-9) return 0;
        was = t->is[state];
        fm_change_roles(t, state, to);
        fm_pivot(t, r, was);
        changed = 1;
    }
    for (tries = 4 * t->s->nrows + 4; tries > 0; tries--) {
        int was, row;
        if (fm_best_change(t, -1, &state, &to) <= (changed ? 1.1 : 1 / 0.3)) break;
        was = t->is[state];
        row = t->row_of[to];
        fm_change_roles(t, state, to);
        t->row_of[to] = -1;
        fm_pivot(t, row, was);
        changed = 1;
    }
    return changed;
}

static int fm_select_one(FmRun *run, const FmSelection *s, int apply) {
    int i, k, changed, n = 3 * s->ncols + s->nrows + s->nstates;
    FmTableau t;
    t.s = s;
    t.a = (double *)fm_get((size_t)s->nrows * (size_t)s->ncols + 1, sizeof *t.a);
    t.slot = (int *)malloc(((size_t)n + 1) * sizeof *t.slot);
    if (!t.a || !t.slot) {
        free(t.a);
        free(t.slot);
        return 0;
    }
    for (i = 0; i < n; i++) t.slot[i] = -1;
    t.row_of = t.slot + s->ncols;
    t.list = t.row_of + s->ncols;
    t.basis = t.list + s->ncols;
    t.is = t.basis + s->nrows;
    for (i = 0; i < s->nstates; i++)
        for (k = s->first[i]; k < s->first[i + 1]; k++)
            if (run->v[s->pick[k]] != 0) {
                t.is[i] = s->of[k];
                t.slot[s->of[k]] = i;
            }
    for (i = 0; i < s->nrows; i++)
        for (k = s->row[i]; k < s->row[i + 1]; k++) t.a[i * s->ncols + s->column[k]] = run->v[s->entry[k]];
    changed = fm_solve_tableau(&t);
    for (i = 0; changed && apply && i < s->nstates; i++) {
        for (k = s->first[i]; k < s->first[i + 1]; k++) run->v[s->pick[k]] = s->of[k] == t.is[i];
        run->v[s->z[i]] = run->v[s->x[t.is[i]]];
    }
    free(t.a);
    free(t.slot);
    return changed;
}

/* Would other candidates be better states at this point, to which all variables belong?  apply: they become states. */
static int fm_select(FmRun *run, int apply) {
    int i, changed = 0;
    for (i = 0; i < FM_SELECTIONS; i++) changed |= fm_select_one(run, &fm_selections[i], apply);
    return changed;
}
#else
static int fm_select(FmRun *run, int apply) {
    (void)run;
    (void)apply;
    return 0;
}
#endif
