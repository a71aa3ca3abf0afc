/* linear_block.c - a block of equations as a linear system, solved with formulas where that is reasonable.
 *
 * Row k is the k-th equation of the block written as left side minus right side, column j its j-th unknown.  Solved by
 * Cramer's rule, determinants by expansion over sets of columns (each computed once).  Systems whose coefficients
 * depend on conditions are never divided symbolically: their pivots change with the mode.
 */
#include "classic/poly.h"

#include <string.h>

enum { MAX_SOLVED = 10, MAX_SIZE = 2000, LONG_CHAIN = 100 };

typedef struct {
    ClsModel *m;
    uint32_t n;
    const uint32_t *column; /* by variable: 1 + column, 0 for others */
} Row;

static bool is_unknown_leaf(void *arg, DaeExpr e) {
    const Row *r = arg;
    const DaeNode *n = dae_at(&r->m->pool, e);
    return n->op == DAE_VAR && r->column[n->id] != 0;
}

/* A sum is a chain to the left with as many operators as it has terms: too many for recursion? */
static bool is_long(const DaePool *p, DaeExpr e) {
    for (int k = 0; k < LONG_CHAIN; k++) {
        const DaeNode *n = dae_at(p, e);
        if (n->nargs != 2 || n->op < DAE_ADD || n->op > DAE_DIV) return false;
        e = dae_arg(p, e, 0);
    }
    return true;
}

static bool has_unknown(const Row *r, DaeExpr e) {
    return cls_walk(&r->m->pool, e, is_unknown_leaf, (void *)(uintptr_t)r);
}

static void put(DaePool *p, DaeExpr *slot, DaeExpr scale, bool minus) {
    *slot = *slot ? dae_op2(p, minus ? DAE_SUB : DAE_ADD, *slot, scale) : minus ? dae_op1(p, DAE_NEG, scale) : scale;
}

/* Adds scale*e (or subtracts) to the row; row[n] is the rest. */
static bool collect(const Row *r, DaeExpr e, DaeExpr scale, bool minus, DaeExpr *row) {
    DaePool *p = &r->m->pool;
    DaeNode n = *dae_at(p, e);
    if (!has_unknown(r, e)) {
        put(p, &row[r->n], dae_op2(p, DAE_MUL, scale, e), minus);
        return true;
    }
    DaeExpr a = n.nargs > 0 ? dae_arg(p, e, 0) : 0, b = n.nargs > 1 ? dae_arg(p, e, 1) : 0;
    switch (n.op) {
    case DAE_VAR: put(p, &row[r->column[n.id] - 1], scale, minus); return true;
    case DAE_ADD: return collect(r, a, scale, minus, row) && collect(r, b, scale, minus, row);
    case DAE_SUB: return collect(r, a, scale, minus, row) && collect(r, b, scale, !minus, row);
    case DAE_NEG: return collect(r, a, scale, !minus, row);
    case DAE_MUL:
        if (!has_unknown(r, a)) return collect(r, b, dae_op2(p, DAE_MUL, scale, a), minus, row);
        if (!has_unknown(r, b)) return collect(r, a, dae_op2(p, DAE_MUL, scale, b), minus, row);
        return false;
    case DAE_DIV:
        if (has_unknown(r, b)) return false;
        return collect(r, a, dae_op2(p, DAE_DIV, scale, b), minus, row);
    case DAE_IF: {
        DaeExpr c = dae_arg(p, e, 2), zero = dae_real(p, 0);
        if (has_unknown(r, a)) return false;
        DaeExpr *yes = base_realloc(NULL, 2 * (r->n + 1) * sizeof *yes), *no = yes + r->n + 1;
        memset(yes, 0, 2 * (r->n + 1) * sizeof *yes);
        bool ok = collect(r, b, scale, minus, yes) && collect(r, c, scale, minus, no);
        for (uint32_t k = 0; ok && k <= r->n; k++) {
            if (!yes[k] && !no[k]) continue;
            DaeExpr args[3] = {a, yes[k] ? yes[k] : zero, no[k] ? no[k] : zero};
            if (args[1] == args[2]) put(p, &row[k], args[1], false);
            else put(p, &row[k], dae_node(p, (DaeNode){.op = DAE_IF, .base = DAE_REAL}, args, 3), false);
        }
        base_realloc(yes, 0);
        return ok;
    }
    default: return false;
    }
}

/* ---- determinants ------------------------------------------------------------------------------------------------ */

typedef struct {
    ClsAtoms *a;
    uint32_t n;
    const ClsPoly *entry; /* n*n by rows */
    ClsPoly *memo;        /* by set of columns used by the first rows */
    uint8_t *known;
} Minor;

/* Determinant of the rows from `row` on and the columns not in `used`. */
static ClsPoly determinant(Minor *d, uint32_t row, uint32_t used) {
    if (row == d->n) return cls_poly_number(d->a, 1);
    if (d->known[used]) return d->memo[used];
    ClsPoly sum = {NULL, 0};
    double sign = 1;
    for (uint32_t c = 0; c < d->n && !d->a->failed; c++) {
        if (used & 1u << c) continue;
        const ClsPoly *e = &d->entry[row * d->n + c];
        if (e->n) {
            ClsPoly minor = determinant(d, row + 1, used | 1u << c);
            if (minor.n) sum = cls_poly_add(d->a, sum, cls_poly_mul(d->a, *e, minor), sign);
        }
        sign = -sign;
    }
    d->memo[used] = sum;
    d->known[used] = 1;
    return sum;
}

static ClsPoly determinant_of(ClsAtoms *a, uint32_t n, const ClsPoly *entry) {
    Minor d = {.a = a, .n = n, .entry = entry};
    d.memo = BASE_ARRAY(a->arena, ClsPoly, 1u << n);
    d.known = BASE_ARRAY(a->arena, uint8_t, 1u << n);
    return determinant(&d, 0, 0);
}

static void solve(ClsModel *m, ClsLinear *s, Arena *arena) {
    uint32_t n = s->n;
    ClsAtoms a = {.m = m, .arena = arena};
    for (uint32_t k = 0; k < n * n; k++)
        if (s->a[k]) cls_gather_atoms(&a, s->a[k]);
    s->modes |= a.modes;
    for (uint32_t k = 0; k < n; k++)
        if (s->b[k]) cls_gather_atoms(&a, s->b[k]);
    cls_sort_atoms(&a);
    ClsPoly *entry = BASE_ARRAY(arena, ClsPoly, n * n), *right = BASE_ARRAY(arena, ClsPoly, n);
    ClsPoly *all = BASE_ARRAY(arena, ClsPoly, n + 1), *column = BASE_ARRAY(arena, ClsPoly, n * n);
    for (uint32_t k = 0; k < n * n; k++)
        if (s->a[k]) entry[k] = cls_poly(&a, s->a[k]);
    for (uint32_t k = 0; k < n; k++)
        if (s->b[k]) right[k] = cls_poly(&a, s->b[k]);
    if (n <= MAX_SOLVED && !s->modes && !a.failed) {
        all[0] = determinant_of(&a, n, entry);
        for (uint32_t c = 0; c < n && !a.failed; c++) {
            memcpy(column, entry, n * n * sizeof *entry);
            for (uint32_t r = 0; r < n; r++) column[r * n + c] = right[r];
            all[c + 1] = determinant_of(&a, n, column);
        }
        for (uint32_t c = 0; c <= n; c++) cls_poly_trigonometric(&a, &all[c]);
        if (!a.failed && all[0].n) {
            cls_poly_reduce(&a, all, n + 1);
            s->denominator = cls_poly_expr(&a, all[0]);
            s->numerator = BASE_ARRAY(arena, DaeExpr, n);
            for (uint32_t c = 0; c < n; c++) {
                s->numerator[c] = cls_poly_expr(&a, all[c + 1]);
                if (!s->numerator[c]) s->numerator[c] = dae_real(&m->pool, 0);
            }
        }
    }
    vec_free(&a.atoms);
}

/* Entries in the form that listings show: sums of products, zero entries as 0. */
static void normalise(ClsModel *m, DaeExpr *e, uint32_t n, Arena *arena) {
    for (uint32_t k = 0; k < n; k++) {
        if (!e[k]) continue;
        ClsAtoms a = {.m = m, .arena = arena};
        cls_gather_atoms(&a, e[k]);
        cls_sort_atoms(&a);
        ClsPoly p = cls_poly(&a, e[k]);
        if (!a.failed) e[k] = cls_poly_expr(&a, p);
        vec_free(&a.atoms);
    }
}

static DaeExpr zero_leaf(void *arg, uint32_t var) {
    ClsModel *m = arg;
    return m->zero.at[var] ? dae_real(&m->pool, 0) : 0;
}

bool cls_linear(ClsModel *m, const ClsBlock *block, bool want_solution, Arena *arena, ClsLinear *out) {
    uint32_t n = block->n;
    *out = (ClsLinear){.n = n};
    if (n > MAX_SIZE) return false;
    uint32_t *column = base_realloc(NULL, m->vars.n * sizeof *column);
    memset(column, 0, m->vars.n * sizeof *column);
    for (uint32_t k = 0; k < n; k++) column[m->active.at[m->order.at[block->first + k]].var] = k + 1;
    Row r = {m, n, column};
    DaeExpr *row = base_realloc(NULL, (n + 1) * sizeof *row), one = dae_real(&m->pool, 1);
    out->a = BASE_ARRAY(arena, DaeExpr, n * n);
    out->b = BASE_ARRAY(arena, DaeExpr, n);
    bool ok = true;
    for (uint32_t k = 0; k < n && ok; k++) {
        const ClsEquation *e = &m->active.at[m->order.at[block->first + k]];
        DaeExpr l = e->lhs, rhs = e->rhs;
        if (m->evaluate) {
            l = cls_substitute(&m->pool, l, true, zero_leaf, m);
            rhs = cls_substitute(&m->pool, rhs, true, zero_leaf, m);
        }
        memset(row, 0, (n + 1) * sizeof *row);
        ok = e->kind == CLS_EQUATION && !m->vars.at[e->var].boolean && !is_long(&m->pool, l) &&
             !is_long(&m->pool, rhs) && collect(&r, l, one, false, row) && collect(&r, rhs, one, true, row);
        memcpy(out->a + (size_t)k * n, row, n * sizeof *row);
        out->b[k] = row[n] ? dae_op1(&m->pool, DAE_NEG, row[n]) : 0;
        normalise(m, out->a + (size_t)k * n, n, arena);
        normalise(m, out->b + k, 1, arena);
    }
    base_realloc(row, 0);
    base_realloc(column, 0);
    if (ok && want_solution) solve(m, out, arena);
    return ok;
}
