/* selection.c - states that are picked while running, where no fixed choice stays regular.
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
 * In small parts every state may pick every candidate; in larger ones it picks among those that few
 * constraints tie it to, so that z = A*x stays sparse.  The constraints' partial derivatives are
 * computed by the model's own code, as hidden variables, so they may call whatever a model may.
 *
 * sym_make_selection: before, constraints and candidates of one level found by states.c; after,
 * variables, equations and the data that sym_select needs.
 */
#include "symbolic/symbolic_impl.h"
#include "solve/solve.h"

#include <math.h>
#include <string.h>

/* ---- making ------------------------------------------------------------------------------------------------------ */

static DaeVar hidden(SymWork *w, const char *word, uint32_t k, DaeKind kind, uint32_t attrs, uint32_t origin) {
    Dae *d = w->dae;
    int32_t subs[2] = {(int32_t)w->model->selections.n + 1, (int32_t)k + 1};
    DaeVariable v = {.name = dae_new_name(d, 0, base_name(d->ctx->names, word), subs, 2),
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

/* Holes numbered anew by first use; hole 0 is somebody else's. */
static DaeExpr used_hole(void *arg, DaePool *to, const DaePool *from, DaeExpr leaf) {
    VecU32 *used = arg;
    DaeNode n = *dae_at(from, leaf);
    if (n.op != DAE_HOLE) return dae_node(to, n, NULL, 0);
    uint32_t k = 0;
    while (k < used->n && used->at[k] != n.id) k++;
    if (k == used->n) vec_push(used, n.id);
    return dae_hole(to, k + 1, n.base);
}

/* A hidden variable with the value of e, an expression over the holes of eq. */
static DaeVar add_value(SymWork *w, const DaeEquation *eq, DaeExpr e, uint32_t number) {
    Dae *d = w->dae;
    VecU32 used = {0};
    DaeVar v = hidden(w, "$slope", number, DAE_KIND_CONTINUOUS, 0, eq->origin);
    w->role.at[v] |= SYM_ROLE_UNKNOWN;
    DaeExpr sides[2] = {dae_hole(&d->pool, 0, DAE_REAL), dae_map(&d->pool, &d->pool, e, used_hole, &used)};
    DaeExpr root = dae_raw(&d->pool, DAE_EQUATE, sides, 2);
    DaeEquation made = {dae_shape_id(d, root, (uint32_t)used.n + 1, 0), (uint32_t)d->operands.n, eq->origin};
    vec_push(&d->operands, v);
    for (size_t k = 0; k < used.n; k++) {
        DaeOperand o = d->operands.at[eq->operands + used.at[k]];
        vec_push(&d->operands, o);
    }
    vec_free(&used);
    vec_push(&w->eqs, sym_normalise(w, made));
    return v;
}

typedef struct {
    uint32_t row, column;
    DaeExpr value; /* over the holes of the row */
} Entry;
typedef VEC(Entry) Entries;

/* Partial derivatives of the rows by the columns; false when one cannot be had. */
static bool find_entries(SymWork *w, const SymPart *part, Entries *out) {
    Dae *d = w->dae;
    Map place = {0};
    for (uint32_t c = 0; c < part->ncols; c++) base_map_put(&place, part->columns[c], c);
    bool ok = true;
    for (uint32_t r = 0; r < part->nrows && ok; r++) {
        const DaeEquation *eq = &part->rows[r];
        DaeExpr lhs, rhs;
        ok = alg_sides(d, eq->shape, &lhs, &rhs);
        for (uint32_t k = 0; k < d->shapes.at[eq->shape].nholes && ok; k++) {
            DaeOperand o = d->operands.at[eq->operands + k];
            uint64_t c;
            if (dae_operand_is_const(o) || !base_map_get(&place, o, &c) || sym_hole_of(d, eq, o) != k) continue;
            DaeExpr e = alg_partial(w->memo, dae_op2(&d->pool, DAE_SUB, lhs, rhs), k);
            ok = e != 0;
            Entry made = {r, (uint32_t)c, ok ? alg_simplify(&d->pool, e) : 0};
            vec_push(out, made);
        }
    }
    base_map_free(&place);
    return ok;
}

static void add_entries(SymWork *w, const SymPart *part, const Entries *entries, SymSelection *s) {
    Dae *d = w->dae;
    s->nentries = (uint32_t)entries->n;
    s->row = BASE_ARRAY(d->arena, uint32_t, part->nrows + 1);
    s->column = BASE_ARRAY(d->arena, uint32_t, entries->n + 1);
    s->entry = BASE_ARRAY(d->arena, DaeOperand, entries->n + 1);
    for (uint32_t i = 0; i < s->nentries; i++) {
        Entry e = entries->at[i];
        double value;
        s->row[e.row + 1] = i + 1;
        s->column[i] = e.column;
        s->entry[i] = dae_is_const(&d->pool, e.value, &value) ? dae_constant(d, value)
                                                              : add_value(w, &part->rows[e.row], e.value, i);
    }
    for (uint32_t r = 0; r < part->nrows; r++)
        if (s->row[r + 1] < s->row[r]) s->row[r + 1] = s->row[r]; /* a row without entries */
}

/* sum of pick[k]*x[k] = z, or the same of derivatives. */
static void add_definition(SymWork *w, const SymSelection *s, uint32_t i, bool derivative) {
    Dae *d = w->dae;
    DaePool p;
    dae_pool_init(&p);
    DaeExpr sum = 0;
    for (uint32_t k = s->first[i]; k < s->first[i + 1]; k++) {
        DaeVar x = s->x[s->of[k]];
        if (derivative) x = d->vars.at[x].derivative;
        DaeExpr term = dae_op2(&p, DAE_MUL, dae_var(&p, s->pick[k], DAE_REAL), dae_var(&p, x, DAE_REAL));
        sum = sum ? dae_op2(&p, DAE_ADD, sum, term) : term;
    }
    DaeVar z = derivative ? dae_der(d, s->z[i]) : s->z[i];
    sym_grow(w);
    DaeExpr sides[2] = {sum, dae_var(&p, z, DAE_REAL)};
    DaeNode head = {.op = DAE_EQUATE, .base = DAE_VOID};
    vec_push(&w->eqs, dae_shape(d, &p, dae_node(&p, head, sides, 2), NULL, 0, d->vars.at[s->x[0]].origin));
    dae_pool_free(&p);
}

enum { FEW_CANDIDATES = 90, NEIGHBOURS = 12 };

/* Appends to out the candidates that state number i, which is candidate `start` at first, may pick: all, or those that
 * few constraints tie it to.  by_column: rows of each column. */
static void find_neighbours(const SymSelection *s, const SymGraph *by_column, uint32_t start, uint32_t *seen,
                            VecU32 *out) {
    size_t first = out->n, from = first, mark = start + 1;
    if (s->n <= FEW_CANDIDATES) {
        for (uint32_t k = 0; k < s->n; k++) vec_push(out, k);
        return;
    }
    seen[start] = (uint32_t)mark;
    vec_push(out, start);
    for (size_t to = out->n; out->n - first < NEIGHBOURS && from < to; from = to, to = out->n)
        for (size_t i = from; i < to; i++) { /* one layer further */
            uint32_t c = out->at[i];
            for (uint32_t k = by_column->ptr.at[c]; k < by_column->ptr.at[c + 1] && out->n - first < FEW_CANDIDATES;
                 k++)
                for (uint32_t j = s->row[by_column->col.at[k]]; j < s->row[by_column->col.at[k] + 1]; j++) {
                    uint32_t other = s->column[j];
                    if (other >= s->n || seen[other] == mark) continue;
                    seen[other] = (uint32_t)mark;
                    vec_push(out, other);
                }
        }
}

/* Which candidates which state may pick. */
static void find_picks(SymWork *w, SymSelection *s) {
    Arena *a = w->dae->arena;
    SymGraph by_row, by_column;
    VecU32 of = {0};
    sym_graph_init(&by_row);
    for (uint32_t r = 0; r < s->nrows; r++) {
        for (uint32_t k = s->row[r]; k < s->row[r + 1]; k++) sym_graph_edge(&by_row, s->column[k]);
        sym_graph_close_row(&by_row);
    }
    sym_graph_transpose(&by_row, s->ncols, &by_column);
    uint32_t *seen = base_realloc(NULL, (s->n + 1) * sizeof *seen), i = 0;
    memset(seen, 0, (s->n + 1) * sizeof *seen);
    s->first = BASE_ARRAY(a, uint32_t, s->nstates + 1);
    for (; i < s->nstates; i++) {
        find_neighbours(s, &by_column, s->begin[i], seen, &of);
        s->first[i + 1] = (uint32_t)of.n;
    }
    s->npicks = (uint32_t)of.n;
    s->of = base_copy(a, of.at, of.n * sizeof *of.at);
    s->pick = BASE_ARRAY(a, DaeVar, of.n + 1);
    base_realloc(seen, 0);
    sym_graph_free(&by_row);
    sym_graph_free(&by_column);
    vec_free(&of);
}

/* The states and what they pick at first. */
static void add_states(SymWork *w, SymSelection *s) {
    Dae *d = w->dae;
    DaeAttrs attrs = d->attrs.at[d->vars.at[s->x[0]].attrs];
    attrs.min = attrs.max = DAE_NO_OPERAND;
    attrs.state_select = DAE_SS_DEFAULT;
    uint32_t of_state = dae_attrs(d, &attrs);
    s->z = BASE_ARRAY(d->arena, DaeVar, s->nstates);
    for (uint32_t i = 0; i < s->nstates; i++) {
        uint32_t next = s->begin[i];
        uint32_t origin = d->vars.at[s->x[next]].origin;
        s->z[i] = hidden(w, "$state", i, DAE_KIND_CONTINUOUS, of_state, origin);
        for (uint32_t k = s->first[i]; k < s->first[i + 1]; k++) {
            DaeVar pick = hidden(w, "$pick", k, DAE_KIND_DISCRETE, 0, origin);
            w->role.at[pick] = SYM_ROLE_FROZEN;
            s->pick[k] = pick;
            SymBlock b = {.system = UINT32_MAX, .eq = sym_assign(w, pick, dae_constant(d, s->of[k] == next), 0)};
            vec_push(&w->model->parameters, b);
        }
        add_definition(w, s, i, false);
        add_definition(w, s, i, true);
    }
}

/* ---- which candidates -------------------------------------------------------------------------------------------- */

typedef struct {
    SymWork *w;
    const DaeOperand *operands;
} StartPoint;

/* What an operand begins with: its start value, when that is known during translation. */
static bool start_leaf(void *arg, const DaeNode *n, double *value) {
    const StartPoint *p = arg;
    if (n->op != DAE_HOLE) return false;
    DaeOperand o = p->operands[n->id];
    if (dae_operand_is_const(o) || sym_is_param(p->w, o)) return sym_operand_value(p->w, o, value);
    DaeOperand start = p->w->dae->vars.at[o].start;
    *value = 0;
    return start == DAE_NO_OPERAND || sym_operand_value(p->w, start, value);
}

/* The constraints at the start values; false when they are not known there. */
static bool fill_at_start(SymWork *w, const SymPart *part, const Entries *entries, SolTableau *t) {
    const Dae *d = w->dae;
    for (size_t i = 0; i < entries->n; i++) {
        Entry e = entries->at[i];
        StartPoint p = {w, dae_operands(d, &part->rows[e.row])};
        double value;
        if (!dae_value(&d->pool, e.value, start_leaf, &p, &value) || !isfinite(value)) return false;
        t->a[(size_t)e.row * part->ncols + e.column] = value;
    }
    return true;
}

static void *resize(void *arg, void *old, size_t bytes) {
    (void)arg;
    return base_realloc(old, bytes);
}

/* Which candidate each state is at first: as states.c has it, unless the constraints are nearly singular then at the
 * start values. */
static void choose_first(SymWork *w, const SymPart *part, const Entries *entries, SymSelection *s) {
    uint32_t i = 0;
    s->begin = BASE_ARRAY(w->dae->arena, uint32_t, s->nstates);
    for (uint32_t k = 0; k < s->n; k++)
        if (!part->taken[k]) s->begin[i++] = k;
    SolSelection any = {.n = s->n, .nstates = s->nstates, .nrows = s->nrows, .ncols = s->ncols};
    SolMemory memory = {resize, NULL};
    SolTableau t;
    sol_tableau(&t, &any, &memory);
    for (i = 0; i < s->nstates; i++) {
        t.is[i] = s->begin[i];
        t.slot[t.is[i]] = i;
    }
    int changed = 0;
    if (s->n <= FEW_CANDIDATES && fill_at_start(w, part, entries, &t) && sol_tableau_solve(&t, &changed) && changed)
        for (i = 0; i < s->nstates; i++) s->begin[i] = t.is[i];
    sol_tableau_free(&t, &memory);
}

bool sym_make_selection(SymWork *w, const SymPart *part) {
    SymSelection s = {.n = part->n, .nstates = part->nstates, .nrows = part->nrows, .ncols = part->ncols};
    Entries entries = {0};
    bool ok = find_entries(w, part, &entries);
    if (ok) {
        s.x = base_copy(w->dae->arena, part->columns, part->n * sizeof *part->columns);
        choose_first(w, part, &entries, &s);
        add_entries(w, part, &entries, &s);
        find_picks(w, &s);
        add_states(w, &s);
        vec_push(&w->model->selections, s);
    }
    vec_free(&entries);
    return ok;
}
