/* select.c - states that are picked while running, where no fixed choice stays regular.
 *
 * Candidates x of equal right (the coordinates of a pendulum, the elements of a quaternion) are
 * bound by constraints h(x) = 0 whose Jacobian changes.  Instead of some of them new variables z
 * are states, with the equations
 *
 *     z = A*x      der(z) = A*der(x)
 *
 * where each row of A picks one candidate.  A is constant but for moments when the constraints are
 * about to become singular in those that are not picked: then others are picked, z takes their
 * values, and the integrator starts anew. (Mattsson, Olsson, Elmqvist 2000: dynamic selection of
 * states in Dymola.)
 *
 * sym_make_selection: before, constraints and candidates of one level found by index.c; after,
 * variables, equations and the data that sym_select needs.
 */
#include "symbolic/symbolic_impl.h"

#include <math.h>
#include <string.h>

static const double SWITCH_BELOW = 0.3; /* of the best determinant */

/* ---- making -----------------------------------------------------------------------------------
 */

/* Can the interpreter not evaluate e?  Functions need a body, and so do those they call, a few levels deep. */
static bool cannot_run(const Dae *d, DaeExpr e, int depth) {
    DaeWalk walk = {0};
    bool any = depth > 8;
    dae_walk(&walk, &d->pool, e);
    for (uint32_t i = 0; i < walk.n && !any; i++) {
        const DaeNode *n = dae_at(&d->pool, walk.at[i]);
        any = n->op == DAE_DELAY || n->op == DAE_APPLY || n->op == DAE_PARTIAL;
        if (n->op != DAE_CALL) continue;
        const DaeFunction *f = &d->functions.at[n->id];
        any = f->external || !f->body || cannot_run(d, f->body, depth + 1);
    }
    dae_walk_free(&walk);
    return any;
}

/* Partial derivatives of the rows by the columns; false when one cannot be had or evaluated. */
static bool find_entries(SymWork *w, SymSelection *s) {
    Dae *d = w->dae;
    s->entry = BASE_ARRAY(d->arena, DaeExpr, (size_t)s->nrows * s->ncols + 1);
    for (uint32_t r = 0; r < s->nrows; r++)
        for (uint32_t c = 0; c < s->ncols; c++) {
            uint32_t hole = sym_hole_of(d, &s->rows[r], s->columns[c]);
            if (hole == SYM_NONE) continue;
            DaeExpr root = d->shapes.at[s->rows[r].shape].root;
            DaeExpr difference =
                dae_op2(&d->pool, DAE_SUB, dae_arg(&d->pool, root, 0), dae_arg(&d->pool, root, 1));
            DaeExpr e = sym_partial(w->memo, difference, hole);
            if (!e || cannot_run(d, e, 0)) return false;
            s->entry[(size_t)r * s->ncols + c] = e;
        }
    return true;
}

static DaeVar hidden(SymWork *w, const char *word, uint32_t i, uint32_t k, DaeKind kind,
                     uint32_t attrs, uint32_t origin) {
    Dae *d = w->dae;
    int32_t subs[2] = {(int32_t)i, (int32_t)k};
    DaeVariable v = {.name = dae_name(d, 0, base_name(d->ctx->names, word), subs, k ? 2 : 1),
                     .attrs = attrs,
                     .start = DAE_NO_OPERAND,
                     .origin = origin,
                     .base = DAE_REAL,
                     .kind = (uint8_t)kind,
                     .flags = DAE_HIDDEN};
    DaeVar made = dae_add_var(d, &v);
    sym_grow(w);
    return made;
}

/* sum of pick[k]*x[k] = z, or the same of derivatives. */
static void add_definition(SymWork *w, const SymSelection *s, uint32_t i, bool derivative) {
    Dae *d = w->dae;
    DaePool p;
    dae_pool_init(&p);
    DaeExpr sum = 0;
    for (uint32_t k = 0; k < s->n; k++) {
        DaeVar x = derivative ? d->vars.at[s->x[k]].derivative : s->x[k];
        DaeExpr term = dae_op2(&p, DAE_MUL, dae_var(&p, s->pick[i * s->n + k], DAE_REAL),
                               dae_var(&p, x, DAE_REAL));
        sum = sum ? dae_op2(&p, DAE_ADD, sum, term) : term;
    }
    DaeVar z = derivative ? dae_der(d, s->z[i]) : s->z[i];
    sym_grow(w);
    DaeExpr sides[2] = {sum, dae_var(&p, z, DAE_REAL)};
    DaeNode head = {.op = DAE_EQUATE, .base = DAE_VOID};
    vec_push(&w->eqs,
             dae_shape(d, &p, dae_node(&p, head, sides, 2), NULL, 0, d->vars.at[s->x[0]].origin));
    dae_pool_free(&p);
}

bool sym_make_selection(SymWork *w, SymSelection *s, const uint8_t *taken) {
    Dae *d = w->dae;
    Arena *a = d->arena;
    if (!find_entries(w, s)) return false;
    uint32_t number = 1;
    for (size_t i = 0; i < w->model->selections.n; i++)
        number += w->model->selections.at[i].nstates;
    s->z = BASE_ARRAY(a, DaeVar, s->nstates);
    s->pick = BASE_ARRAY(a, DaeVar, s->nstates * s->n);
    DaeAttrs attrs = d->attrs.at[d->vars.at[s->x[0]].attrs];
    attrs.min = attrs.max = DAE_NO_OPERAND;
    attrs.state_select = DAE_SS_DEFAULT;
    uint32_t of_state = dae_attrs(d, &attrs), next = 0;
    for (uint32_t i = 0; i < s->nstates; i++) {
        while (taken[next]) next++;
        s->z[i] = hidden(w, "$state", number + i, 0, DAE_KIND_CONTINUOUS, of_state,
                         d->vars.at[s->x[next]].origin);
        for (uint32_t k = 0; k < s->n; k++) {
            DaeVar pick = hidden(w, "$pick", number + i, k + 1, DAE_KIND_DISCRETE, 0,
                                 d->vars.at[s->x[next]].origin);
            w->role.at[pick] = SYM_ROLE_FROZEN;
            s->pick[i * s->n + k] = pick;
            SymBlock b = {.system = UINT32_MAX, .eq = sym_assign(w, pick, dae_constant(d, k == next), 0)};
            vec_push(&w->model->parameters, b);
        }
        next++;
        add_definition(w, s, i, false);
        add_definition(w, s, i, true);
    }
    vec_push(&w->model->selections, *s);
    return true;
}

/* ---- running ------------------------------------------------------------------------------------
 */

typedef struct {
    const SymModel *m;
    const double *v;
    const DaeOperand *ops;
} Point;

static bool value_leaf(void *arg, const DaeNode *n, double *value) {
    const Point *p = arg;
    if (n->op != DAE_HOLE) return false;
    DaeOperand o = p->ops[n->id];
    *value = dae_operand_is_const(o) ? dae_constant_value(p->m->dae, o) : p->v[o];
    return true;
}

/* a (rows by columns) at the present point. */
static bool fill(const SymModel *m, const SymSelection *s, const double *v, double *a) {
    Point p = {m, v, NULL};
    for (uint32_t r = 0; r < s->nrows; r++) {
        p.ops = dae_operands(m->dae, &s->rows[r]);
        for (uint32_t c = 0; c < s->ncols; c++) {
            double *x = &a[(size_t)r * s->ncols + c];
            *x = 0.0;
            DaeExpr e = s->entry[(size_t)r * s->ncols + c];
            if (!e) continue;
            bool known = dae_value(&m->dae->pool, e, value_leaf, &p, x) || dae_run(m->dae, &m->dae->pool, e, value_leaf, &p, x);
            if (!known || !isfinite(*x)) return false;
        }
    }
    return true;
}

/* Eliminates with the largest pivot among the columns where allowed[c]; rows from `from` on.
 * used[c] is set for the pivot's column.  Returns its size. */
static double eliminate(const SymSelection *s, double *a, uint32_t from, const uint8_t *allowed,
                        uint8_t *used) {
    uint32_t n = s->ncols, best_row = from, best_col = n;
    double best = 0.0;
    for (uint32_t r = from; r < s->nrows; r++)
        for (uint32_t c = 0; c < n; c++)
            if (allowed[c] && !used[c] && fabs(a[(size_t)r * n + c]) > best) {
                best = fabs(a[(size_t)r * n + c]);
                best_row = r;
                best_col = c;
            }
    if (best_col == n) return 0.0;
    used[best_col] = 1;
    for (uint32_t c = 0; c < n; c++) {
        double t = a[(size_t)from * n + c];
        a[(size_t)from * n + c] = a[(size_t)best_row * n + c];
        a[(size_t)best_row * n + c] = t;
    }
    for (uint32_t r = from + 1; r < s->nrows; r++) {
        double q = a[(size_t)r * n + best_col] / a[(size_t)from * n + best_col];
        if (q == 0.0) continue;
        for (uint32_t c = 0; c < n; c++) a[(size_t)r * n + c] -= q * a[(size_t)from * n + c];
    }
    return best;
}

/* Product of the pivots when the rows from `from` on are eliminated in allowed columns. */
static double determinant(const SymSelection *s, double *a, uint32_t from, const uint8_t *allowed,
                          uint8_t *used) {
    double product = 1.0;
    for (uint32_t r = from; r < s->nrows; r++) product *= eliminate(s, a, r, allowed, used);
    return product;
}

/* Puts the picks and the states' values into v. */
static void apply(const SymSelection *s, const uint8_t *taken, double *v) {
    uint32_t i = 0;
    for (uint32_t k = 0; k < s->n; k++) {
        if (taken[k]) continue;
        for (uint32_t j = 0; j < s->n; j++) v[s->pick[i * s->n + j]] = j == k;
        v[s->z[i++]] = v[s->x[k]];
    }
}

static bool reselect(const SymModel *m, const SymSelection *s, double *v) {
    size_t cells = (size_t)s->nrows * s->ncols;
    double *a = base_realloc(NULL, (2 * cells + 1) * sizeof *a), *b = a + cells;
    uint8_t *marks = base_realloc(NULL, 5 * (size_t)s->ncols + 1);
    memset(marks, 0, 5 * (size_t)s->ncols + 1);
    uint8_t *others = marks, *all = marks + s->ncols, *now = all + s->ncols, *used = now + s->ncols,
            *best = used + s->ncols;
    bool changed = false;
    for (uint32_t c = 0; c < s->ncols; c++) {
        others[c] = c >= s->n;
        all[c] = now[c] = c < s->n;
    }
    for (uint32_t i = 0; i < s->nstates; i++)
        for (uint32_t k = 0; k < s->n; k++)
            if (v[s->pick[i * s->n + k]] != 0.0) now[k] = 0;
    bool ok = fill(m, s, v, a);
    uint32_t from = s->ncols - s->n;
    for (uint32_t r = 0; r < from && ok; r++) ok = eliminate(s, a, r, others, used) > 0.0;
    if (ok) {
        memcpy(b, a, cells * sizeof *a);
        double best_value = determinant(s, b, from, all, best);
        double present = determinant(s, a, from, now, used);
        if (present < SWITCH_BELOW * best_value) {
            apply(s, best, v);
            changed = true;
        }
    }
    base_realloc(a, 0);
    base_realloc(marks, 0);
    return changed;
}

bool sym_select(const SymModel *m, double *v) {
    bool changed = false;
    for (size_t i = 0; i < m->selections.n; i++) changed |= reselect(m, &m->selections.at[i], v);
    return changed;
}
