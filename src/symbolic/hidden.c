/* hidden.c - constraints that the structure of a model does not show.
 *
 * The currents of three inductors in star add up to zero, but no equation says so: each node has its own sum, and the
 * currents between the nodes are unknowns of which, by structure, every sum could determine one.  As numbers the sums
 * depend on each other: added up they contain nothing but the inductors' currents, which are thus no three states.  The
 * same is a loop of capacitors, a cut set of inductors, a sum that is written twice (3*z = a + b + c where a + b + c =
 * 0).
 *
 * Before: equations without aliases.  Equations that are linear with numbers as coefficients are eliminated, over the
 * unknowns that are not differentiated.  What is left of one that loses them all is a constraint between states: it
 * takes the equation's place, so that index reduction sees it.  Constraints among themselves are treated likewise where
 * one variable remains: it is constant.
 *
 * Ratios of variables of one unit (gears, transformers) count as numbers; other coefficients made of parameters hardly
 * ever cancel.  They are taken for the numbers that they are where a run has shown that something does (by_value).
 *
 * An unknown that occurs in one of these equations only cannot cancel: its equation is put aside, and so on.  In nearly
 * all models nothing is left then, and the pass has cost a look at every operand.
 */
#include "symbolic/symbolic_impl.h"

#include <math.h>
#include <string.h>

enum { MOST_HOLES = 63 };
static const double ROUNDING = 1e-12;       /* what is left of two equal terms, in parts of them */
static const uint64_t WORK_PER_TERM = 200;  /* elimination that fills more than this is given up ... */
static const uint64_t LEAST_WORK = 1000000; /* ... when it has taken this many steps */

/* What a shape says when the holes of mask are unknowns: the sum of coefficients times holes, + rest = 0. */
typedef struct {
    bool looked, linear;
    uint64_t mask;
    uint32_t first; /* of nholes coefficients; behind them the rest */
} Form;

typedef struct {
    uint32_t col; /* variable; behind them, by row: how much of it is in the row in hand */
    double c;
} Term;
typedef VEC(Term) Terms;

typedef struct {
    SymWork *w;
    const uint8_t *removed; /* per equation of w->eqs: it counts no more */
    bool constraints;       /* equations between states are looked at, and states eliminated; else: the others */
    uint8_t *state;         /* by variable: it is differentiated, and not in initial equations only */
    VEC(Form) forms;        /* by shape */
    VEC(DaeExpr) exprs;
    SymGraph g;         /* rows: equations that take part; columns: unknowns to be eliminated */
    VecU32 row_eq;      /* equation of a row */
    VEC(uint8_t) aside; /* per row: it cannot depend on others */
    VecU32 core;        /* rows that may */
    uint32_t *count;    /* by variable: rows that contain it, those aside left out */
    uint32_t nvars, nrows;
    /* elimination */
    double *value; /* by column: the row in hand */
    uint8_t *in;   /* by column: stands in `touched` */
    VecU32 touched;
    uint32_t *pivot; /* by variable: number of the pivot row that eliminates it, or SYM_NONE */
    VecU32 heap;     /* pivots that the row in hand needs, least first */
    Terms store;     /* pivot rows, pivot term first, which is 1 */
    VecU32 ptr;
    uint64_t work, limit;
    uint32_t *stamp, search; /* by variable: search that last met it */
} Hidden;

/* ---- equations as rows ------------------------------------------------------------------------------------------- */

static bool is_unknown(const SymWork *w, DaeOperand o) {
    return !dae_operand_is_const(o) && (w->role.at[o] & SYM_ROLE_UNKNOWN) && !(w->role.at[o] & SYM_ROLE_GONE);
}

/* Is o eliminated in this round? */
static bool is_column(const Hidden *h, DaeOperand o) {
    if (!is_unknown(h->w, o)) return false;
    uint8_t kind = h->w->dae->vars.at[o].kind;
    bool continuous = kind == DAE_KIND_CONTINUOUS || kind == DAE_KIND_DERIVATIVE;
    return continuous && h->state[o] == h->constraints;
}

static const Form *form_of(Hidden *h, uint32_t shape, uint64_t mask) {
    const Dae *d = h->w->dae;
    uint32_t n = d->shapes.at[shape].nholes;
    if (h->forms.n <= shape) (void)vec_extend(&h->forms, shape + 1 - h->forms.n);
    Form *f = &h->forms.at[shape];
    if (f->looked && f->mask == mask) return f;
    DaeExpr c[MOST_HOLES] = {0}, rest = 0;
    *f = (Form){.looked = true, .mask = mask, .first = (uint32_t)h->exprs.n};
    f->linear = alg_linear(h->w->memo, shape, mask, c, &rest);
    for (uint32_t k = 0; k < n && f->linear; k++) {
        uint64_t read = c[k] ? sym_holes(d, c[k]) : 0;
        f->linear = !(mask >> k & 1) || (c[k] && !(read & mask));
        vec_push(&h->exprs, c[k]);
    }
    vec_push(&h->exprs, rest);
    return f;
}

typedef struct {
    const SymWork *w;
    const DaeOperand *ops;
} Leaves;

static bool number_leaf(void *arg, const DaeNode *n, double *value) {
    const Leaves *x = arg;
    if (n->op != DAE_HOLE || !dae_operand_is_const(x->ops[n->id])) return false;
    *value = dae_constant_value(x->w->dae, x->ops[n->id]);
    return true;
}

static bool ratio_leaf(void *arg, const DaeNode *n, double *value) {
    const Leaves *x = arg;
    if (number_leaf(arg, n, value)) return true;
    return n->op == DAE_HOLE && sym_is_param(x->w, x->ops[n->id]) && !(x->w->role.at[x->ops[n->id]] & SYM_ROLE_LATE) &&
           sym_operand_value((SymWork *)x->w, x->ops[n->id], value) && isfinite(*value);
}

/* Have all unknowns of eq one unit?  Then its coefficients are ratios (of a gear, of a transformer), whose products may
 * well be one; those of other equations are not looked at, for they hardly ever are. */
static bool is_of_one_unit(const Hidden *h, const DaeEquation *eq, uint64_t mask) {
    const Dae *d = h->w->dae;
    Name unit = 0;
    for (uint32_t k = 0; mask >> k; k++) {
        if (!(mask >> k & 1)) continue;
        const DaeVariable *v = &d->vars.at[dae_operands(d, eq)[k]];
        Name own = v->kind == DAE_KIND_CONTINUOUS ? d->attrs.at[v->attrs].unit : 0;
        if (!own || (unit && own != unit)) return false;
        unit = own;
    }
    return true;
}

/* The unknowns of eq as a mask; 0 when it takes no part. */
static uint64_t mask_of(const Hidden *h, const DaeEquation *eq) {
    const Dae *d = h->w->dae;
    DaeShape s = d->shapes.at[eq->shape];
    const DaeOperand *o = dae_operands(d, eq);
    uint64_t mask = 0;
    bool columns = false, states = false;
    if (s.nout || s.nholes < 2 || s.nholes > MOST_HOLES) return 0;
    for (uint32_t k = 0; k < s.nholes; k++) {
        if (!is_unknown(h->w, o[k])) continue;
        if (d->vars.at[o[k]].kind == DAE_KIND_DISCRETE) return 0;
        mask |= 1ull << k;
        bool column = is_column(h, o[k]);
        columns |= column;
        states |= !column;
    }
    if (!columns || (h->constraints && states)) return 0;
    return sym_facts(h->w, eq->shape)->base == DAE_REAL ? mask : 0;
}

/* Coefficients of the unknowns of eq (others are left out of terms); false when one is no number. */
static bool read_terms(Hidden *h, const DaeEquation *eq, uint64_t mask, Terms *terms) {
    const Dae *d = h->w->dae;
    const Form *f = form_of(h, eq->shape, mask);
    Leaves leaves = {h->w, dae_operands(d, eq)};
    vec_clear(terms);
    if (!f->linear) return false;
    for (uint32_t k = 0; mask >> k; k++) {
        Term t = {leaves.ops[k], 0};
        if (!(mask >> k & 1)) continue;
        DaeExpr c = h->exprs.at[f->first + k];
        if (!dae_value(&d->pool, c, number_leaf, &leaves, &t.c) &&
            !((h->w->opt.by_value || is_of_one_unit(h, eq, mask)) && dae_value(&d->pool, c, ratio_leaf, &leaves, &t.c)))
            return false;
        if (t.c != 0) vec_push(terms, t);
    }
    return true;
}

static void mark_derivatives(Hidden *h, const DaeEquation *eq, uint8_t mark) {
    const Dae *d = h->w->dae;
    for (uint32_t k = 0; k < d->shapes.at[eq->shape].nholes; k++) {
        DaeOperand o = dae_operands(d, eq)[k];
        for (; !dae_operand_is_const(o) && d->vars.at[o].kind == DAE_KIND_DERIVATIVE; o = d->vars.at[o].of)
            h->state[d->vars.at[o].of] |= mark;
    }
}

static void mark_states(Hidden *h) {
    enum { MEANWHILE = 1, AT_START = 2 };
    SymWork *w = h->w;
    h->state = base_realloc(NULL, h->nvars + 1);
    memset(h->state, 0, h->nvars + 1);
    for (size_t i = 0; i < w->eqs.n; i++)
        if (!h->removed[i]) mark_derivatives(h, &w->eqs.at[i], MEANWHILE);
    for (size_t i = 0; i < w->initial.n; i++) mark_derivatives(h, &w->initial.at[i], AT_START);
    for (uint32_t v = 0; v < h->nvars; v++)
        h->state[v] = (w->role.at[v] & SYM_ROLE_DIFFERENTIATED) && h->state[v] != AT_START;
}

static void collect_rows(Hidden *h) {
    Terms terms = {0};
    sym_graph_init(&h->g);
    for (uint32_t i = 0; i < h->w->eqs.n; i++) {
        uint64_t mask = h->removed[i] ? 0 : mask_of(h, &h->w->eqs.at[i]);
        if (!mask || !read_terms(h, &h->w->eqs.at[i], mask, &terms)) continue;
        for (size_t k = 0; k < terms.n; k++)
            if (is_column(h, terms.at[k].col)) sym_graph_edge(&h->g, terms.at[k].col);
        sym_graph_close_row(&h->g);
        vec_push(&h->row_eq, i);
    }
    h->nrows = (uint32_t)h->row_eq.n;
    vec_free(&terms);
}

/* ---- what cannot cancel ------------------------------------------------------------------------------------------ */

static void put_aside(Hidden *h, uint32_t row, VecU32 *single) {
    h->aside.at[row] = 1;
    for (uint32_t k = h->g.ptr.at[row]; k < h->g.ptr.at[row + 1]; k++)
        if (--h->count[h->g.col.at[k]] == 1) vec_push(single, h->g.col.at[k]);
}

/* Of a constraint one variable may be left, which no other need contain. */
static bool may_become_short(const Hidden *h, uint32_t row) {
    uint32_t single = 0, n = h->g.ptr.at[row + 1] - h->g.ptr.at[row];
    for (uint32_t k = h->g.ptr.at[row]; k < h->g.ptr.at[row + 1]; k++) single += h->count[h->g.col.at[k]] == 1;
    return single <= 1 && single < n;
}

static void find_core(Hidden *h) {
    SymGraph rows_of = {0};
    VecU32 single = {0};
    h->count = base_realloc(NULL, (h->nvars + 1) * sizeof *h->count);
    memset(h->count, 0, (h->nvars + 1) * sizeof *h->count);
    (void)vec_extend(&h->aside, h->nrows);
    for (size_t k = 0; k < h->g.col.n; k++) h->count[h->g.col.at[k]]++;
    for (uint32_t r = 0; r < h->nrows && h->constraints; r++) h->aside.at[r] = !may_become_short(h, r);
    for (uint32_t v = 0; v < h->nvars && !h->constraints; v++)
        if (h->count[v] == 1) vec_push(&single, v);
    sym_graph_transpose(&h->g, h->nvars, &rows_of);
    while (single.n) {
        DaeVar v = vec_pop(&single);
        for (uint32_t k = rows_of.ptr.at[v]; h->count[v] == 1 && k < rows_of.ptr.at[v + 1]; k++)
            if (!h->aside.at[rows_of.col.at[k]]) put_aside(h, rows_of.col.at[k], &single);
    }
    for (uint32_t r = 0; r < h->nrows; r++)
        if (!h->aside.at[r]) vec_push(&h->core, r);
    sym_graph_free(&rows_of);
    vec_free(&single);
}

/* ---- elimination ------------------------------------------------------------------------------------------------- */

static void heap_push(VecU32 *heap, uint32_t x) {
    size_t i = heap->n;
    vec_push(heap, x);
    for (; i > 0 && heap->at[(i - 1) / 2] > x; i = (i - 1) / 2) heap->at[i] = heap->at[(i - 1) / 2];
    heap->at[i] = x;
}

static uint32_t heap_pop(VecU32 *heap) {
    uint32_t least = heap->at[0], x = vec_pop(heap);
    size_t n = heap->n, i = 0;
    for (size_t k = 1; k < n; k = 2 * i + 1) {
        if (k + 1 < n && heap->at[k + 1] < heap->at[k]) k++;
        if (heap->at[k] >= x) break;
        heap->at[i] = heap->at[k];
        i = k;
    }
    if (n) heap->at[i] = x;
    return least;
}

/* Adds c to a column of the row in hand. */
static void add_to(Hidden *h, uint32_t col, double c) {
    h->work++;
    if (!h->in[col]) {
        h->in[col] = 1;
        h->value[col] = 0;
        vec_push(&h->touched, col);
        if (col < h->nvars && h->pivot[col] != SYM_NONE) heap_push(&h->heap, h->pivot[col]);
    }
    double before = h->value[col], sum = before + c;
    h->value[col] = fabs(sum) <= ROUNDING * fmax(fabs(before), fabs(c)) ? 0 : sum;
}

static void load_row(Hidden *h, uint32_t row) {
    const DaeEquation *eq = &h->w->eqs.at[h->row_eq.at[row]];
    Terms terms = {0};
    uint64_t mask = mask_of(h, eq);
    (void)read_terms(h, eq, mask, &terms);
    for (size_t k = 0; k < terms.n; k++) add_to(h, terms.at[k].col, terms.at[k].c);
    add_to(h, h->nvars + row, 1);
    vec_free(&terms);
}

static void clear_row(Hidden *h) {
    for (size_t k = 0; k < h->touched.n; k++) h->in[h->touched.at[k]] = 0;
    vec_clear(&h->touched);
    vec_clear(&h->heap);
}

/* Takes all pivots out of the row in hand; false when there were none. */
static bool reduce_row(Hidden *h) {
    bool any = false;
    while (h->heap.n) {
        uint32_t p = heap_pop(&h->heap);
        const Term *t = &h->store.at[h->ptr.at[p]];
        double factor = h->value[t->col];
        if (factor == 0) continue;
        any = true;
        for (uint32_t k = h->ptr.at[p]; k < h->ptr.at[p + 1]; k++)
            add_to(h, h->store.at[k].col, -factor * h->store.at[k].c);
    }
    return any;
}

/* The column to eliminate with the row in hand: one that other rows contain too, with a large coefficient; SYM_NONE:
 * there is none. */
static uint32_t choose_pivot(const Hidden *h) {
    uint32_t best = SYM_NONE;
    double most = 0;
    for (size_t k = 0; k < h->touched.n; k++) {
        uint32_t col = h->touched.at[k];
        if (col >= h->nvars || h->value[col] == 0 || !is_column(h, col)) continue;
        double c = fabs(h->value[col]), size = (h->count[col] > 1 ? 1 : 0) + c / (1 + c);
        if (!(size > most)) continue;
        most = size;
        best = col;
    }
    return best;
}

static void store_pivot(Hidden *h, uint32_t col) {
    double scale = 1 / h->value[col];
    h->pivot[col] = (uint32_t)h->ptr.n - 1;
    Term first = {col, 1};
    vec_push(&h->store, first);
    for (size_t k = 0; k < h->touched.n; k++) {
        Term t = {h->touched.at[k], h->value[h->touched.at[k]] * scale};
        if (t.col != col && t.c != 0) vec_push(&h->store, t);
    }
    vec_push(&h->ptr, (uint32_t)h->store.n);
}

/* ---- what is left ------------------------------------------------------------------------------------------------ */

/* What stands in an equation beside its unknowns, or 0. */
static DaeExpr rest_of(Hidden *h, const DaeEquation *eq, Leaves *leaves) {
    const Dae *d = h->w->dae;
    *leaves = (Leaves){h->w, dae_operands(d, eq)};
    return h->exprs.at[form_of(h, eq->shape, mask_of(h, eq))->first + d->shapes.at[eq->shape].nholes];
}

/* The same as an expression over variables. */
static DaeExpr rest_expr(Hidden *h, DaePool *p, const DaeEquation *eq) {
    Leaves leaves;
    DaeExpr rest = rest_of(h, eq, &leaves);
    return rest ? dae_expand_part(p, h->w->dae, eq, rest) : dae_real(p, 0);
}

static const DaeEquation *equation_of(const Hidden *h, uint32_t row) { return &h->w->eqs.at[h->row_eq.at[row]]; }

static DaeExpr column_expr(Hidden *h, DaePool *p, uint32_t col) {
    return col < h->nvars ? dae_var(p, col, DAE_REAL) : rest_expr(h, p, equation_of(h, col - h->nvars));
}

/* A factor that makes whole numbers of the coefficients, where a small one does. */
static double whole_factor(const Hidden *h) {
    double least = INFINITY;
    for (size_t k = 0; k < h->touched.n; k++) {
        double c = fabs(h->value[h->touched.at[k]]);
        if (c > 0 && h->touched.at[k] < h->nvars) least = fmin(least, c);
    }
    for (int m = 1; m <= 12; m++) {
        bool whole = true;
        for (size_t k = 0; k < h->touched.n && whole; k++) {
            double c = h->value[h->touched.at[k]] * m / least;
            whole = h->touched.at[k] >= h->nvars || fabs(c - round(c)) <= 1e-9 * fabs(c);
        }
        if (whole) return m / least;
    }
    return 1;
}

/* The row in hand as an equation. */
static DaeEquation make_equation(Hidden *h, uint32_t origin) {
    DaePool p;
    dae_pool_init(&p);
    double factor = whole_factor(h);
    DaeExpr sum = dae_real(&p, 0);
    for (size_t k = 0; k < h->touched.n; k++) {
        double c = h->value[h->touched.at[k]] * factor;
        if (fabs(c - round(c)) <= 1e-9 * fabs(c)) c = round(c);
        if (c == 0) continue;
        DaeExpr term = dae_op2(&p, DAE_MUL, dae_real(&p, c), column_expr(h, &p, h->touched.at[k]));
        sum = dae_op2(&p, DAE_ADD, sum, term);
    }
    DaeExpr root = alg_simplify(&p, dae_op2(&p, DAE_EQUATE, sum, dae_real(&p, 0)));
    DaeEquation eq = dae_shape(h->w->dae, &p, root, NULL, 0, origin);
    dae_pool_free(&p);
    return eq;
}

/* The number that the row in hand has beside its unknowns; false when it is none. */
static bool number_left(Hidden *h, double *sum) {
    *sum = 0;
    for (size_t k = 0; k < h->touched.n; k++) {
        uint32_t col = h->touched.at[k];
        double number = 0;
        Leaves leaves;
        if (col < h->nvars || h->value[col] == 0) continue;
        DaeExpr rest = rest_of(h, equation_of(h, col - h->nvars), &leaves);
        if (rest && !dae_value(&h->w->dae->pool, rest, h->w->opt.by_value ? ratio_leaf : number_leaf, &leaves, &number))
            return false;
        double part = h->value[col] * number, total = *sum + part;
        *sum = fabs(total) <= ROUNDING * fmax(fabs(part), fabs(*sum)) ? 0 : total;
    }
    return true;
}

/* Structure shows that the rows in hand depend on each other: they have fewer columns than there are rows; states:
 * fewer unknowns, those that are differentiated too. */
static bool is_plain_to_see(Hidden *h, bool states) {
    uint32_t rows = 0, columns = 0;
    Terms terms = {0};
    h->search++;
    for (size_t i = 0; i < h->touched.n; i++) {
        uint32_t col = h->touched.at[i];
        if (col < h->nvars || h->value[col] == 0) continue;
        rows++;
        const DaeEquation *eq = equation_of(h, col - h->nvars);
        (void)read_terms(h, eq, mask_of(h, eq), &terms);
        for (size_t k = 0; k < terms.n; k++) {
            uint32_t v = terms.at[k].col;
            if (h->stamp[v] == h->search || !(states || is_column(h, v))) continue;
            columns++;
            h->stamp[v] = h->search;
        }
    }
    vec_free(&terms);
    return columns < rows;
}

typedef enum { KEEP, REPLACE, NOTHING } Left;

/* What is left of the row in hand, which has lost all it can lose. */
static Left look_at_left(Hidden *h) {
    uint32_t variables = 0;
    bool states = false;
    double number;
    for (size_t k = 0; k < h->touched.n; k++) {
        uint32_t col = h->touched.at[k];
        if (col >= h->nvars || h->value[col] == 0) continue;
        variables++;
        states |= h->state[col];
    }
    if (!variables) return number_left(h, &number) && number == 0 && !is_plain_to_see(h, true) ? NOTHING : KEEP;
    if (h->constraints) return variables == 1 && number_left(h, &number) ? REPLACE : KEEP;
    return states && !is_plain_to_see(h, false) ? REPLACE : KEEP;
}

static void settle_operands(Dae *d, const DaeEquation *eq) {
    for (uint32_t k = 0; k < d->shapes.at[eq->shape].nholes; k++) {
        DaeOperand o = dae_operands(d, eq)[k];
        if (!dae_operand_is_const(o) && d->vars.at[o].kind == DAE_KIND_PARAMETER) d->vars.at[o].flags |= DAE_STRUCTURAL;
    }
}

/* With what is settled, so is what it is computed from. */
static void settle_behind(Dae *d, const DaeEquation *eq) {
    for (uint32_t k = 0; k < d->shapes.at[eq->shape].nout; k++)
        if (d->vars.at[dae_operands(d, eq)[k]].flags & DAE_STRUCTURAL) settle_operands(d, eq);
}

static void settle_all_behind(SymWork *w) {
    for (size_t i = w->found.n; i-- > 0;) settle_behind(w->dae, &w->found.at[i]);
    for (size_t i = w->model->parameters.n; i-- > 0;) settle_behind(w->dae, &w->model->parameters.at[i].eq);
}

/* What was found, the row in hand, holds for the parameters in its equations as they are: with others the model is
 * translated again. */
static void settle_parameters(Hidden *h) {
    for (size_t i = 0; i < h->touched.n; i++) {
        uint32_t col = h->touched.at[i];
        if (col < h->nvars || h->value[col] == 0) continue;
        settle_operands(h->w->dae, equation_of(h, col - h->nvars));
    }
}

static bool eliminate(Hidden *h) {
    size_t ncols = (size_t)h->nvars + h->nrows;
    VEC(DaeEquation) made = {0};
    VecU32 at = {0};
    h->value = base_realloc(NULL, ncols * sizeof *h->value);
    h->in = base_realloc(NULL, ncols);
    h->pivot = base_realloc(NULL, (h->nvars + 1) * sizeof *h->pivot);
    h->stamp = base_realloc(NULL, (h->nvars + 1) * sizeof *h->stamp);
    memset(h->stamp, 0, (h->nvars + 1) * sizeof *h->stamp);
    memset(h->in, 0, ncols);
    memset(h->pivot, 0xFF, (h->nvars + 1) * sizeof *h->pivot);
    vec_push(&h->ptr, 0);
    h->limit = LEAST_WORK + WORK_PER_TERM * h->g.col.n;
    for (size_t i = 0; i < h->core.n && h->work < h->limit; i++) {
        uint32_t equation = h->row_eq.at[h->core.at[i]];
        load_row(h, h->core.at[i]);
        bool reduced = reduce_row(h);
        uint32_t col = choose_pivot(h);
        Left left = reduced && (col == SYM_NONE || h->constraints) ? look_at_left(h) : KEEP;
        if (left != KEEP) settle_parameters(h);
        if (left == NOTHING) vec_push(&h->w->redundant, h->w->eqs.at[equation]);
        if (left == REPLACE) {
            vec_push(&made, make_equation(h, h->w->eqs.at[equation].origin));
            vec_push(&at, equation);
        }
        if (col != SYM_NONE) store_pivot(h, col);
        clear_row(h);
    }
    bool any = at.n > 0;
    if (any || h->w->redundant.n) settle_all_behind(h->w);
    for (size_t i = 0; i < at.n; i++) h->w->eqs.at[at.at[i]] = made.at[i];
    vec_free(&made);
    vec_free(&at);
    base_realloc(h->value, 0);
    base_realloc(h->in, 0);
    base_realloc(h->pivot, 0);
    base_realloc(h->stamp, 0);
    return any;
}

/* ---- coefficients that are zero ---------------------------------------------------------------------------------- */

/* The equation, of these terms and what stands beside them. */
static DaeEquation without_zeros(Hidden *h, const DaeEquation *eq, const Terms *terms) {
    DaePool p;
    dae_pool_init(&p);
    DaeExpr sum = rest_expr(h, &p, eq);
    for (size_t k = 0; k < terms->n; k++) {
        DaeExpr x = dae_var(&p, terms->at[k].col, DAE_REAL);
        sum = dae_op2(&p, DAE_ADD, sum, dae_op2(&p, DAE_MUL, dae_real(&p, terms->at[k].c), x));
    }
    DaeExpr root = alg_simplify(&p, dae_op2(&p, DAE_EQUATE, sum, dae_real(&p, 0)));
    DaeEquation made = dae_shape(h->w->dae, &p, root, NULL, 0, eq->origin);
    dae_pool_free(&p);
    return made;
}

/* By value, L - M may be zero: structure shows what is left without it. */
static bool drop_zeros(SymWork *w, const uint8_t *removed) {
    Hidden h = {.w = w, .removed = removed, .nvars = (uint32_t)w->dae->vars.n};
    Terms terms = {0};
    bool any = false;
    mark_states(&h);
    for (uint32_t i = 0; i < w->eqs.n; i++) {
        uint64_t mask = removed[i] ? 0 : mask_of(&h, &w->eqs.at[i]);
        if (!mask || !read_terms(&h, &w->eqs.at[i], mask, &terms)) continue;
        if (!terms.n || terms.n == (size_t)__builtin_popcountll(mask)) continue;
        settle_operands(w->dae, &w->eqs.at[i]);
        w->eqs.at[i] = without_zeros(&h, &w->eqs.at[i], &terms);
        any = true;
    }
    if (any) settle_all_behind(w);
    base_realloc(h.state, 0);
    vec_free(&h.forms);
    vec_free(&h.exprs);
    vec_free(&terms);
    return any;
}

static bool look_at(SymWork *w, const uint8_t *removed, bool constraints) {
    Hidden h = {.w = w, .removed = removed, .constraints = constraints, .nvars = (uint32_t)w->dae->vars.n};
    bool any = false;
    mark_states(&h);
    collect_rows(&h);
    if (h.nrows > 1) find_core(&h);
    if (h.core.n > 1) any = eliminate(&h);
    sym_graph_free(&h.g);
    base_realloc(h.count, 0);
    base_realloc(h.state, 0);
    vec_free(&h.forms);
    vec_free(&h.exprs);
    vec_free(&h.row_eq);
    vec_free(&h.aside);
    vec_free(&h.core);
    vec_free(&h.touched);
    vec_free(&h.heap);
    vec_free(&h.store);
    vec_free(&h.ptr);
    return any;
}

bool sym_hidden_constraints(SymWork *w, const uint8_t *removed) {
    vec_clear(&w->redundant);
    if (w->opt.by_value) sym_forget_values(w); /* more has been found since */
    if (w->opt.by_value && drop_zeros(w, removed)) return true;
    return look_at(w, removed, false) || look_at(w, removed, true);
}
