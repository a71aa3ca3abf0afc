/* independent.c - candidates for states that constraints determine by their coefficients, not by structure alone.
 *
 * Before: of the variables of some constraints as many were chosen, matched one to one, to be computed from the others.
 * After: where the coefficients are numbers, their matrix is regular too.  Two junctions of the same two branches,
 * a + b = s and a + b = t, can be matched with a and b, but leave open how these share s.
 */
#include "symbolic/symbolic_impl.h"

#include <math.h>
#include <string.h>

enum {
    MOST_ROWS = 60,      /* of a part that cannot be solved one constraint after the other */
    MOST_ENTRIES = 40000 /* of the matrix in which another choice is looked for */
};
static const double VANISHED = 1e-9; /* against the largest entry that a column began with */

typedef struct {
    SymWork *w;
    const DaeEquation *eqs;
    uint32_t neqs, nvars;
    Map slot; /* of each variable */
} Constraints;

/* row[k] := coefficient of variable k, where it is wanted (NULL: all are).  false: one is no number. */
static bool get_row(const Constraints *c, const DaeEquation *eq, const uint8_t *wanted, double *row) {
    const DaeOperand *o = dae_operands(c->w->dae, eq);
    uint32_t n = c->w->dae->shapes.at[eq->shape].nholes;
    for (uint32_t h = 0; h < n; h++) {
        uint64_t k;
        double x;
        if (dae_operand_is_const(o[h]) || !base_map_get(&c->slot, o[h], &k) || (wanted && !wanted[k])) continue;
        if (!sym_coefficient(c->w, eq, h, &x)) return false;
        row[k] += x;
    }
    return true;
}

/* Which constraints are left when those with one chosen variable are solved for it, again and again. */
static uint32_t core(const Constraints *c, const uint8_t *chosen, uint8_t *open_row, uint8_t *open_column) {
    VecU32 count = {0}, queue = {0};
    SymGraph g, t = {0};
    sym_graph_init(&g);
    for (uint32_t r = 0; r < c->neqs; r++) {
        const DaeOperand *o = dae_operands(c->w->dae, &c->eqs[r]);
        uint32_t n = c->w->dae->shapes.at[c->eqs[r].shape].nholes, found = 0;
        uint64_t k;
        for (uint32_t h = 0; h < n; h++)
            if (!dae_operand_is_const(o[h]) && base_map_get(&c->slot, o[h], &k) && chosen[k])
                sym_graph_edge(&g, (uint32_t)k), found++;
        sym_graph_close_row(&g);
        vec_push(&count, found);
        if (found == 1) vec_push(&queue, r);
    }
    sym_graph_transpose(&g, c->nvars, &t);
    uint32_t left = c->neqs;
    while (queue.n) {
        uint32_t r = vec_pop(&queue);
        if (!open_row[r] || count.at[r] != 1) continue;
        open_row[r] = 0;
        left--;
        for (uint32_t i = g.ptr.at[r]; i < g.ptr.at[r + 1]; i++) {
            uint32_t k = g.col.at[i];
            if (!open_column[k]) continue;
            open_column[k] = 0;
            for (uint32_t j = t.ptr.at[k]; j < t.ptr.at[k + 1]; j++)
                if (--count.at[t.col.at[j]] == 1) vec_push(&queue, t.col.at[j]);
        }
    }
    sym_graph_free(&g), sym_graph_free(&t);
    vec_free(&count), vec_free(&queue);
    return left;
}

/* Columns of a (rows by columns, by rows), from the first on, that do not follow from those before them; how many. */
static uint32_t take_columns(double *a, uint32_t rows, uint32_t columns, uint8_t *taken) {
    uint32_t rank = 0;
    for (uint32_t k = 0; k < columns && rank < rows; k++) {
        double largest = 0, all = 0;
        uint32_t pivot = rank;
        for (uint32_t r = 0; r < rows; r++) {
            double x = fabs(a[(size_t)r * columns + k]);
            all = fmax(all, x);
            if (r >= rank && x > largest) largest = x, pivot = r;
        }
        if (!(largest > VANISHED * fmax(all, 1e-300))) continue;
        taken[k] = 1;
        for (uint32_t j = k; j < columns; j++) {
            double x = a[(size_t)pivot * columns + j];
            a[(size_t)pivot * columns + j] = a[(size_t)rank * columns + j];
            a[(size_t)rank * columns + j] = x;
        }
        for (uint32_t r = rank + 1; r < rows; r++) {
            double by = a[(size_t)r * columns + k] / a[(size_t)rank * columns + k];
            for (uint32_t j = k; j < columns && by != 0; j++)
                a[(size_t)r * columns + j] -= by * a[(size_t)rank * columns + j];
        }
        rank++;
    }
    return rank;
}

/* Rank of the rows and columns that are open; as many as rows where that is not known. */
static uint32_t rank_of(const Constraints *c, const uint8_t *open_row, const uint8_t *open_column, uint32_t rows) {
    double *row = base_realloc(NULL, (c->nvars + (size_t)rows * rows + 1) * sizeof *row), *a = row + c->nvars;
    uint8_t taken[MOST_ROWS];
    uint32_t at = 0;
    bool known = true;
    for (uint32_t r = 0; r < c->neqs && known; r++) {
        if (!open_row[r]) continue;
        memset(row, 0, c->nvars * sizeof *row);
        known = get_row(c, &c->eqs[r], open_column, row);
        for (uint32_t k = 0, j = 0; k < c->nvars && known; k++)
            if (open_column[k]) a[(size_t)at * rows + j++] = row[k];
        at++;
    }
    uint32_t rank = known ? take_columns(a, rows, rows, taken) : rows;
    base_realloc(row, 0);
    return rank;
}

/* The first variables that the constraints determine, if they are as many. */
static void choose_again(const Constraints *c, uint8_t *chosen) {
    size_t entries = (size_t)c->neqs * c->nvars;
    if (entries > MOST_ENTRIES) return;
    double *a = base_realloc(NULL, (entries + 1) * sizeof *a);
    uint8_t *taken = base_realloc(NULL, c->nvars + 1);
    memset(a, 0, entries * sizeof *a);
    memset(taken, 0, c->nvars);
    bool known = true;
    for (uint32_t r = 0; r < c->neqs && known; r++) known = get_row(c, &c->eqs[r], NULL, a + (size_t)r * c->nvars);
    if (known && take_columns(a, c->neqs, c->nvars, taken) == c->neqs) memcpy(chosen, taken, c->nvars);
    base_realloc(a, 0), base_realloc(taken, 0);
}

void sym_choose_independent(SymWork *w, const DaeEquation *eqs, uint32_t neqs, const DaeVar *vars, uint32_t nvars,
                            uint8_t *chosen) {
    if (neqs < 2) return;
    Constraints c = {w, eqs, neqs, nvars, {0}};
    uint8_t *open_row = base_realloc(NULL, neqs + nvars + 1), *open_column = open_row + neqs;
    for (uint32_t k = 0; k < nvars; k++) base_map_put(&c.slot, vars[k], k);
    memset(open_row, 1, neqs);
    memcpy(open_column, chosen, nvars);
    uint32_t left = core(&c, chosen, open_row, open_column);
    if (left && left <= MOST_ROWS && rank_of(&c, open_row, open_column, left) < left) choose_again(&c, chosen);
    base_map_free(&c.slot);
    base_realloc(open_row, 0);
}
