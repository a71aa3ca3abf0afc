/* index.c - index reduction and the choice of states.
 *
 * Before: w->eqs are the simulation equations without aliases.  After: every constraint between states has been
 * differentiated as often as needed and is kept beside its derivatives (so nothing drifts); model->states holds as
 * many states as there are degrees of freedom; every other unknown is computed by one equation.
 *
 * Pantelides 1988 finds what to differentiate; Mattsson and Soederlind 1993 say which derivatives become ordinary unknowns
 * (dummy derivatives).  Choices are deterministic:  stateSelect decides first (derivatives come between never and avoid); then what
 * the user differentiated stays state rather than what index reduction did, fixed starts rather than free
 * ones, and of equals what was declared first.  Before all that (but never, prefer and always are stronger) those cease to
 * be states whose coefficient in a constraint is a literal: such a choice can never become singular.
 */
#include "symbolic/symbolic_impl.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    SymWork *w;
    SymGraph g;              /* rows of all equations over all unknowns, states included */
    VecU32 row_eq;           /* equation of a row */
    VecU32 row_derivative;   /* row of its derivative, SYM_NONE when there is none */
    VecU32 row_match, col_match;
    VEC(uint8_t) unknown;    /* by variable: some equation or its derivative must give it */
    VEC(uint8_t) usable;     /* ... and it is the highest derivative of its kind */
    SymSearch search;
    VecU32 pending;          /* variables that got a derivative though no search reached them */
    uint32_t group;          /* multi-equation that had to be differentiated, or SYM_NONE */
    bool complete;           /* the first matching was perfect: nothing to reduce */
} Index;

/* ---- which variables are differentiated ----------------------------------------------------- */

static void mark_var(SymWork *w, DaeVar v, uint8_t *occurs) {
    if (occurs) occurs[v] = 1;
    while (w->dae->vars.at[v].kind == DAE_KIND_DERIVATIVE) {
        v = w->dae->vars.at[v].of;
        w->role.at[v] |= SYM_ROLE_DIFFERENTIATED;
    }
}

static void mark_operands(SymWork *w, const DaeEquation *eq, uint8_t *occurs) {
    const Dae *d = w->dae;
    uint32_t n = d->shapes.at[eq->shape].nholes;
    for (uint32_t k = 0; k < n; k++) {
        DaeOperand o = d->operands.at[eq->operands + k];
        if (!dae_operand_is_const(o)) mark_var(w, o, occurs);
    }
}

static void mark_all(SymWork *w, uint8_t *occurs) {
    for (size_t i = 0; i < w->eqs.n; i++) mark_operands(w, &w->eqs.at[i], occurs);
    for (size_t i = 0; i < w->initial.n; i++) mark_operands(w, &w->initial.at[i], occurs);
    SymModel *m = w->model;
    for (size_t i = 0; i < m->actions.n; i++) mark_operands(w, &m->actions.at[i], occurs);
    for (size_t i = 0; i < m->relations.n; i++) mark_operands(w, &m->relations.at[i].eq, occurs);
    /* a derivative that no equation names any more may still be the value of an eliminated variable */
    for (size_t i = 0; i < m->aliases.n; i++) {
        DaeVar v = m->aliases.at[i].target;
        bool declared = w->dae->vars.at[m->aliases.at[i].var].kind == DAE_KIND_CONTINUOUS;
        if (declared && w->dae->vars.at[v].kind == DAE_KIND_DERIVATIVE) mark_var(w, v, occurs);
    }
}

void sym_mark_differentiated(SymWork *w) {
    for (size_t v = 0; v < w->role.n; v++) w->role.at[v] &= (uint8_t)~SYM_ROLE_DIFFERENTIATED;
    mark_all(w, NULL);
}

/* Unknowns are what occurs, and the derivatives' chains down to what they are derivatives of. */
static void find_unknowns(Index *x) {
    SymWork *w = x->w;
    uint32_t n = (uint32_t)w->dae->vars.n;
    (void)vec_extend(&x->unknown, n);
    (void)vec_extend(&x->usable, n);
    for (uint32_t v = 0; v < n; v++) w->role.at[v] &= (uint8_t)~SYM_ROLE_DIFFERENTIATED;
    mark_all(w, x->unknown.at);
    for (uint32_t v = 0; v < n; v++) {
        bool differentiated = w->role.at[v] & SYM_ROLE_DIFFERENTIATED;
        x->unknown.at[v] = (x->unknown.at[v] || differentiated) && (w->role.at[v] & SYM_ROLE_UNKNOWN) &&
                           !(w->role.at[v] & SYM_ROLE_GONE);
        x->usable.at[v] = x->unknown.at[v] && !differentiated;
    }
}

/* Variables that are to be states although nobody differentiates them get a derivative (MLS 3.6, 4.9.7.1: prefer and
 * always need not appear differentiated). */
static void lift(Index *x) {
    SymWork *w = x->w;
    for (size_t i = 0; i < w->lifted.n; i++) {
        DaeVar v = w->lifted.at[i], der = dae_der(w->dae, v);
        sym_grow(w);
        size_t n = w->dae->vars.n;
        if (x->unknown.n < n) (void)vec_extend(&x->unknown, n - x->unknown.n);
        if (x->usable.n < n) (void)vec_extend(&x->usable, n - x->usable.n);
        w->role.at[v] |= SYM_ROLE_DIFFERENTIATED;
        w->role.at[der] |= SYM_ROLE_UNKNOWN;
        x->usable.at[v] = 0;
        x->unknown.at[der] = x->usable.at[der] = 1;
    }
}

/* ---- matching the plain way ----------------------------------------------------------------- */

static void fill_none(VecU32 *v, size_t n) {
    vec_clear(v);
    vec_reserve(v, n);
    v->n = n;
    if (n) memset(v->at, 0xFF, n * sizeof *v->at);
}

/* Rows of all equations over the columns in `over`. */
static void build_rows(Index *x, const uint8_t *over) {
    SymWork *w = x->w;
    sym_graph_free(&x->g);
    sym_graph_init(&x->g);
    vec_clear(&x->row_eq);
    for (uint32_t i = 0; i < w->eqs.n; i++) {
        uint32_t n = sym_add_rows(w, &w->eqs.at[i], over, false, &x->g);
        while (n--) vec_push(&x->row_eq, i);
    }
}

/* Matches everything at once; true when no equation and no unknown of `over` is left over. */
static bool match_all(Index *x, const uint8_t *over) {
    uint32_t ncols = (uint32_t)x->w->dae->vars.n, nrows = sym_graph_rows(&x->g);
    fill_none(&x->row_match, nrows);
    fill_none(&x->col_match, ncols);
    if (sym_match(&x->g, ncols, x->row_match.at, x->col_match.at) < nrows) return false;
    for (uint32_t c = 0; c < ncols; c++)
        if (over[c] && x->col_match.at[c] == SYM_NONE) return false;
    return true;
}

static bool all_rows_matched(const Index *x) {
    for (size_t r = 0; r < x->row_match.n; r++)
        if (x->row_match.at[r] == SYM_NONE) return false;
    return true;
}

static DaeVar chain_root(const Dae *d, DaeVar v) {
    while (d->vars.at[v].kind == DAE_KIND_DERIVATIVE) v = d->vars.at[v].of;
    return v;
}

/* Pantelides' algorithm ends if and only if a variable and its derivatives, taken as one, can be matched. */
static bool check_structure(Index *x) {
    const Dae *d = x->w->dae;
    build_rows(x, x->unknown.at);
    uint8_t *roots = base_realloc(NULL, d->vars.n + 1);
    memset(roots, 0, d->vars.n + 1);
    for (size_t k = 0; k < x->g.col.n; k++) x->g.col.at[k] = chain_root(d, x->g.col.at[k]);
    for (uint32_t v = 0; v < d->vars.n; v++)
        if (x->unknown.at[v]) roots[chain_root(d, v)] = 1;
    bool ok = match_all(x, roots);
    if (!ok)
        sym_diagnose(x->w, "model", &x->g, &x->w->eqs, x->row_eq.at, x->row_match.at, x->col_match.at, roots);
    base_realloc(roots, 0);
    return ok;
}

/* ---- differentiation ------------------------------------------------------------------------ */

static bool varies(const SymWork *w, DaeOperand o) {
    if (dae_operand_is_const(o)) return false;
    switch (w->dae->vars.at[o].kind) {
    case DAE_KIND_TIME: case DAE_KIND_CONTINUOUS: case DAE_KIND_DERIVATIVE:
        return !(w->role.at[o] & (SYM_ROLE_PARAM | SYM_ROLE_FROZEN));
    default: return false;
    }
}

static void grow(Index *x) {
    size_t n = x->w->dae->vars.n;
    sym_grow(x->w);
    if (x->unknown.n < n) (void)vec_extend(&x->unknown, n - x->unknown.n);
    if (x->usable.n < n) (void)vec_extend(&x->usable, n - x->usable.n);
    while (x->col_match.n < n) vec_push(&x->col_match, SYM_NONE);
    if (x->search.ncols < n) sym_search_grow(&x->search, (uint32_t)n);
}

static Diag *refuse(SymWork *w, const DaeEquation *eq, const char *why) {
    Diag *diag = base_unsupported(w->ctx, "SYM0301", sym_span(w->dae, eq->origin),
                                  "index reduction must differentiate this equation, but %s", why);
    base_note(w->ctx, diag, (Span){0, 0, 0}, "in flat form: %s", sym_eq_text(w, eq));
    return diag;
}

/* Appends the derivative of equation e; false after reporting that it has none. */
static bool differentiate(Index *x, uint32_t e) {
    SymWork *w = x->w;
    Dae *d = w->dae;
    DaeEquation eq = w->eqs.at[e];
    uint32_t n = d->shapes.at[eq.shape].nholes, nnew = 0;
    uint64_t varying = 0;
    for (uint32_t k = 0; k < n; k++)
        if (varies(w, d->operands.at[eq.operands + k])) varying |= 1ull << (k < 63 ? k : 63);
    const SymDerHole *map = NULL;
    uint32_t shape = UINT32_MAX;
    if (d->shapes.at[eq.shape].nout > 1) x->group = e;
    else shape = sym_time_derivative(w->memo, eq.shape, varying, &map, &nnew);
    if (shape == UINT32_MAX) return refuse(w, &eq, "it cannot be differentiated"), false;
    VecU32 ops = {0};
    bool ok = true;
    for (uint32_t k = 0; k < nnew && ok; k++) {
        DaeOperand o = d->operands.at[eq.operands + map[k].hole];
        if (map[k].order == 0) {
            vec_push(&ops, o);
        } else if (dae_operand_is_const(o) || !varies(w, o)) {
            vec_push(&ops, dae_constant(d, 0.0));
        } else if (d->vars.at[o].kind == DAE_KIND_TIME) {
            vec_push(&ops, dae_constant(d, 1.0));
        } else if (!x->unknown.at[o]) {
            refuse(w, &eq, base_sprintf(&w->ctx->arena, "the derivative of the input %s is not known",
                                        sym_var_text(w, o)));
            ok = false;
        } else {
            vec_push(&ops, dae_der(d, o));
            grow(x);
        }
    }
    DaeEquation made = {shape, (uint32_t)d->operands.n, eq.origin};
    for (size_t k = 0; k < ops.n; k++) vec_push(&d->operands, ops.at[k]);
    vec_free(&ops);
    if (!ok) return false;
    vec_push(&w->eqs, sym_normalise(w, made));
    w->model->counts.differentiated++;
    return true;
}

/* Gives the equation of `row` a derivative with a row of its own. */
static bool differentiate_row(Index *x, uint32_t row) {
    SymWork *w = x->w;
    uint32_t e = x->row_eq.at[row];
    if (!differentiate(x, e)) return false;
    DaeEquation made = vec_last(&w->eqs);
    uint32_t n = w->dae->shapes.at[made.shape].nholes;
    for (uint32_t k = 0; k < n; k++) {
        DaeOperand o = w->dae->operands.at[made.operands + k];
        if (dae_operand_is_const(o) || !(w->role.at[o] & SYM_ROLE_UNKNOWN)) continue;
        if (w->dae->vars.at[o].kind == DAE_KIND_DERIVATIVE && !x->unknown.at[o]) {
            DaeVar of = w->dae->vars.at[o].of;
            x->unknown.at[o] = x->usable.at[o] = 1;
            x->usable.at[of] = 0;
            w->role.at[of] |= SYM_ROLE_DIFFERENTIATED;
            vec_push(&x->pending, of);
        }
    }
    (void)sym_add_rows(w, &made, x->unknown.at, false, &x->g);
    x->row_derivative.at[row] = (uint32_t)x->row_eq.n;
    vec_push(&x->row_eq, (uint32_t)w->eqs.n - 1);
    vec_push(&x->row_derivative, SYM_NONE);
    vec_push(&x->row_match, SYM_NONE);
    return true;
}

/* ---- Pantelides ----------------------------------------------------------------------------- */

/* A variable that the graph does not show in an equation (no equation may be solved for it there) can get its derivative
 * by differentiating that equation; then what gives the variable must give the derivative. */
static bool differentiate_pending(Index *x) {
    while (x->pending.n) {
        DaeVar v = vec_pop(&x->pending), der = x->w->dae->vars.at[v].derivative;
        uint32_t row = x->col_match.at[v];
        if (row == SYM_NONE || x->col_match.at[der] != SYM_NONE) continue;
        if (x->row_derivative.at[row] != SYM_NONE) continue;
        if (!differentiate_row(x, row)) return false;
        uint32_t made = x->row_derivative.at[row];
        x->row_match.at[made] = der;
        x->col_match.at[der] = made;
    }
    return true;
}

/* The equations that the failed search for `row` reached cannot give all their highest derivatives: all of them are
 * differentiated.  *row becomes the row of its own derivative. */
static bool differentiate_reached(Index *x, uint32_t *row) {
    VecU32 cols = {0}, rows = {0};
    bool ok = true;
    for (size_t i = 0; i < x->search.seen.n; i++) {
        vec_push(&cols, x->search.seen.at[i]);
        vec_push(&rows, x->col_match.at[x->search.seen.at[i]]);
    }
    for (size_t i = 0; i < cols.n && ok; i++) {
        DaeVar der = dae_der(x->w->dae, cols.at[i]);
        grow(x);
        x->unknown.at[der] = x->usable.at[der] = 1;
        x->w->role.at[der] |= SYM_ROLE_UNKNOWN;
        x->usable.at[cols.at[i]] = 0;
        x->w->role.at[cols.at[i]] |= SYM_ROLE_DIFFERENTIATED;
    }
    ok = ok && differentiate_row(x, *row);
    for (size_t i = 0; i < cols.n && ok; i++) {
        ok = differentiate_row(x, rows.at[i]);
        if (!ok) break;
        uint32_t made = x->row_derivative.at[rows.at[i]];
        DaeVar der = x->w->dae->vars.at[cols.at[i]].derivative;
        x->row_match.at[made] = der;
        x->col_match.at[der] = made;
    }
    if (ok) *row = x->row_derivative.at[*row];
    ok = ok && differentiate_pending(x);
    vec_free(&cols);
    vec_free(&rows);
    return ok;
}

static bool pantelides(Index *x) {
    size_t original = x->row_eq.n;
    sym_search_init(&x->search, (uint32_t)x->w->dae->vars.n);
    fill_none(&x->row_derivative, original);
    for (uint32_t r = 0; r < original; r++) {
        if (x->row_match.at[r] != SYM_NONE) continue;
        uint32_t row = r;
        while (!sym_augment(&x->g, &x->search, row, x->usable.at, false, x->row_match.at,
                            x->col_match.at))
            if (!differentiate_reached(x, &row)) return false;
    }
    return true;
}

/* ---- dummy derivatives ---------------------------------------------------------------------- */

typedef struct {
    DaeVar var;
    uint32_t class_of;   /* smaller: rather not a state */
} Candidate;

static DaeStateSelect select_of(const Dae *d, DaeVar v) {
    return (DaeStateSelect)d->attrs.at[d->vars.at[v].attrs].state_select;
}

/* Candidates of lower class are made ordinary unknowns first. */
static uint32_t class_of(const SymWork *w, DaeVar v, uint32_t first_new) {
    static const uint32_t level[] = {[DAE_SS_NEVER] = 0, [DAE_SS_AVOID] = 2, [DAE_SS_DEFAULT] = 3,
                                     [DAE_SS_PREFER] = 4, [DAE_SS_ALWAYS] = 5};
    const DaeVariable *x = &w->dae->vars.at[v];
    uint32_t select = x->kind == DAE_KIND_DERIVATIVE ? 1 : level[select_of(w->dae, v)];
    bool by_user = x->derivative && x->derivative < first_new;
    return select << 4 | (uint32_t)by_user << 2 | (uint32_t)((x->flags & DAE_FIXED) != 0) << 1 |
           (uint32_t)((x->flags & DAE_HAS_START) != 0);
}

/* Derivatives above v that are unknowns of the system. */
static uint32_t height(const Index *x, DaeVar v) {
    uint32_t h = 0;
    for (v = x->w->dae->vars.at[v].derivative; v && x->unknown.at[v]; h++)
        v = x->w->dae->vars.at[v].derivative;
    return h;
}

/* Graph from candidates to the constraints (numbered in constraint_of, by row) that they occur in. */
static void candidate_graph(Index *x, const uint32_t *rows, uint32_t nrows, const Candidate *candidates,
                            uint32_t n, const uint32_t *slot, bool literal_only, SymGraph *out) {
    SymWork *w = x->w;
    SymGraph by_row;
    sym_graph_init(&by_row);
    for (uint32_t i = 0; i < nrows; i++) {
        const DaeEquation *eq = &w->eqs.at[x->row_eq.at[rows[i]]];
        for (uint32_t k = x->g.ptr.at[rows[i]]; k < x->g.ptr.at[rows[i] + 1]; k++) {
            DaeVar v = x->g.col.at[k];
            if (slot[v] == SYM_NONE || candidates[slot[v]].var != v) continue;
            if (literal_only && !sym_safe_to_solve(w, eq, sym_hole_of(w->dae, eq, v), true)) continue;
            sym_graph_edge(&by_row, slot[v]);
        }
        sym_graph_close_row(&by_row);
    }
    sym_graph_transpose(&by_row, n, out);
    sym_graph_free(&by_row);
}

/* Connected parts of constraints and candidates. */
typedef struct {
    VecU32 of_candidate, of_row; /* part of each */
    VEC(uint8_t) doubtful;       /* per part: a constraint is solved for something whose coefficient may vanish */
} Parts;

/* Flood over the graph from each candidate not yet seen. */
static void find_parts(Index *x, const uint32_t *rows, const SymGraph *every, const uint32_t *match, uint32_t n,
                       uint32_t nrows, const Candidate *candidates, Parts *out) {
    SymWork *w = x->w;
    SymGraph by_row;
    VecU32 queue = {0};
    sym_graph_transpose(every, nrows, &by_row);
    fill_none(&out->of_candidate, n);
    fill_none(&out->of_row, nrows);
    for (uint32_t start = 0; start < n; start++) {
        if (out->of_candidate.at[start] != SYM_NONE) continue;
        uint32_t part = (uint32_t)out->doubtful.n;
        vec_push(&out->doubtful, 0);
        out->of_candidate.at[start] = part;
        vec_push(&queue, start);
        while (queue.n) {
            uint32_t i = vec_pop(&queue);
            if (match[i] != SYM_NONE) {
                const DaeEquation *eq = &w->eqs.at[x->row_eq.at[rows[match[i]]]];
                uint32_t hole = sym_hole_of(w->dae, eq, candidates[i].var);
                if (!sym_safe_to_solve(w, eq, hole, true)) out->doubtful.at[part] = 1;
            }
            for (uint32_t k = every->ptr.at[i]; k < every->ptr.at[i + 1]; k++) {
                uint32_t r = every->col.at[k];
                if (out->of_row.at[r] != SYM_NONE) continue;
                out->of_row.at[r] = part;
                for (uint32_t j = by_row.ptr.at[r]; j < by_row.ptr.at[r + 1]; j++) {
                    uint32_t c = by_row.col.at[j];
                    if (out->of_candidate.at[c] != SYM_NONE) continue;
                    out->of_candidate.at[c] = part;
                    vec_push(&queue, c);
                }
            }
        }
    }
    sym_graph_free(&by_row);
    vec_free(&queue);
}

/* never | derivatives | avoid, default | prefer | always: inside a group it counts first whether a constraint can be solved for the
 * variable (what is an explicit function of others is a bad state), then the class. */
static uint32_t group_of(uint32_t class_of) {
    uint32_t select = class_of >> 4;
    return select == 2 ? 3 : select;
}

/* Picks, from the least wanted on, candidates that the constraints determine: a greedy choice is optimal because sets
 * that can be matched are a matroid.  chosen[i] is set for those that cease to be states; part[i] numbers the connected
 * parts of the graph, SYM_NONE where a part needs no dynamic selection because every constraint has a safe pivot. */
static bool choose(Index *x, const uint32_t *rows, uint32_t nrows, const Candidate *candidates, uint32_t n,
                   uint8_t *chosen, Parts *parts) {
    VecU32 slot = {0}, match = {0}, row_taken = {0};
    SymGraph literal, every;
    SymSearch search;
    fill_none(&slot, x->w->dae->vars.n);
    for (uint32_t i = 0; i < n; i++) slot.at[candidates[i].var] = i;
    candidate_graph(x, rows, nrows, candidates, n, slot.at, true, &literal);
    candidate_graph(x, rows, nrows, candidates, n, slot.at, false, &every);
    fill_none(&match, n);
    fill_none(&row_taken, nrows);
    sym_search_init(&search, nrows);
    uint32_t taken = 0;
    for (uint32_t from = 0, to; from < n && taken < nrows; from = to) {
        uint32_t group = group_of(candidates[from].class_of);
        for (to = from; to < n && group_of(candidates[to].class_of) == group;) to++;
        for (int pass = 0; pass < 2; pass++) {
            search.now++;
            for (uint32_t i = from; i < to && taken < nrows; i++) {
                if (match.at[i] != SYM_NONE) continue;
                taken += sym_augment(pass ? &every : &literal, &search, i, NULL, true, match.at, row_taken.at);
            }
        }
    }
    for (uint32_t i = 0; i < n; i++) chosen[i] = match.at[i] != SYM_NONE;
    if (taken == nrows) find_parts(x, rows, &every, match.at, n, nrows, candidates, parts);
    sym_search_free(&search);
    sym_graph_free(&literal);
    sym_graph_free(&every);
    vec_free(&slot);
    vec_free(&match);
    vec_free(&row_taken);
    return taken == nrows;
}

static int by_class(const void *a, const void *b) {
    const Candidate *x = a, *y = b;
    if (x->class_of != y->class_of) return x->class_of < y->class_of ? -1 : 1;
    return x->var > y->var ? -1 : x->var < y->var; /* what was declared last goes first */
}

typedef VEC(uint8_t) Marks;

/* How many derivatives of the equation of `row` there are. */
static uint32_t row_height(const Index *x, uint32_t row) {
    uint32_t h = 0;
    for (; x->row_derivative.at[row] != SYM_NONE; h++) row = x->row_derivative.at[row];
    return h;
}

enum { MOST_CONSTRAINTS = 60, MOST_CANDIDATES = 90 }; /* of a dynamic selection */

/* Marks the new states and their derivatives as unknowns of the system. */
static void add_selected(Index *x, const SymSelection *s, Marks *not_state) {
    SymWork *w = x->w;
    grow(x);
    while (not_state->n < w->dae->vars.n) vec_push(not_state, 0);
    for (uint32_t k = 0; k < s->n; k++) not_state->at[s->x[k]] = 1;
    for (uint32_t i = 0; i < s->nstates; i++) {
        DaeVar z = s->z[i], dz = w->dae->vars.at[z].derivative;
        x->unknown.at[z] = x->unknown.at[dz] = 1;
        w->role.at[z] |= SYM_ROLE_UNKNOWN | SYM_ROLE_DIFFERENTIATED;
        w->role.at[dz] |= SYM_ROLE_UNKNOWN;
    }
}

/* In part p some constraint has no safe pivot: where candidates of one group are partly states, partly not, which of
 * them are is decided while running. */
static void select_dynamically(Index *x, const Parts *parts, uint32_t p, const uint32_t *rows, const Candidate *candidates,
                               const uint8_t *chosen, Marks *not_state) {
    SymWork *w = x->w;
    uint32_t total[6] = {0}, taken_of[6] = {0}, group = 6, n = (uint32_t)parts->of_candidate.n;
    for (uint32_t i = 0; i < n; i++)
        if (parts->of_candidate.at[i] == p) {
            total[group_of(candidates[i].class_of)]++;
            taken_of[group_of(candidates[i].class_of)] += chosen[i];
        }
    for (uint32_t g = 0; g < 6; g++)
        if (taken_of[g] && taken_of[g] < total[g]) group = g;
    SymSelection s = {0};
    if (group == 6 || total[group] > MOST_CANDIDATES) return;
    s.n = total[group];
    s.nstates = s.n - taken_of[group];
    for (uint32_t g = 0; g < 6; g++) s.nrows += taken_of[g];
    s.ncols = s.n + s.nrows - taken_of[group];
    if (s.nrows > MOST_CONSTRAINTS) return;
    Arena *a = w->dae->arena;
    s.x = BASE_ARRAY(a, DaeVar, s.n);
    s.columns = BASE_ARRAY(a, DaeVar, s.ncols);
    s.rows = BASE_ARRAY(a, DaeEquation, s.nrows);
    uint8_t taken[MOST_CANDIDATES];
    uint32_t inside = 0, outside = s.n, row = 0;
    for (uint32_t i = n; i-- > 0;) { /* candidates stand in descending order inside a class */
        if (parts->of_candidate.at[i] != p) continue;
        if (group_of(candidates[i].class_of) == group) {
            taken[inside] = chosen[i];
            s.columns[inside] = s.x[inside] = candidates[i].var;
            inside++;
        } else if (chosen[i]) {
            s.columns[outside++] = candidates[i].var;
        }
    }
    for (uint32_t r = 0; r < parts->of_row.n; r++) {
        if (parts->of_row.at[r] != p) continue;
        s.rows[row] = w->eqs.at[x->row_eq.at[rows[r]]];
        if (w->dae->shapes.at[s.rows[row++].shape].nout) return;
    }
    if (sym_make_selection(w, &s, taken)) add_selected(x, &s, not_state);
}

/* One level: constraints with `level` derivatives above them take away as many of the variables with `level`
 * derivatives above them.  not_state marks what has been taken away. */
static bool take_level(Index *x, uint32_t level, uint32_t first_new, Marks *not_state) {
    SymWork *w = x->w;
    VecU32 rows = {0};
    VEC(Candidate) candidates = {0};
    for (uint32_t r = 0; r < x->row_eq.n; r++)
        if (row_height(x, r) == level) vec_push(&rows, r);
    if (rows.n == 0) return true;
    for (DaeVar v = 0; v < w->dae->vars.n; v++) {
        if (!x->unknown.at[v] || !(w->role.at[v] & SYM_ROLE_DIFFERENTIATED) || height(x, v) != level) continue;
        /* below the first level only what lost its derivative one level up can go */
        if (level > 1 && !not_state->at[w->dae->vars.at[v].derivative]) continue;
        Candidate c = {v, class_of(w, v, first_new)};
        vec_push(&candidates, c);
    }
    qsort(candidates.at, candidates.n, sizeof(Candidate), by_class);
    uint8_t *chosen = base_realloc(NULL, candidates.n + 1);
    Parts parts = {0};
    bool ok = choose(x, rows.at, (uint32_t)rows.n, candidates.at, (uint32_t)candidates.n, chosen, &parts);
    for (size_t i = 0; i < candidates.n; i++)
        if (chosen[i]) {
            not_state->at[candidates.at[i].var] = 1;
            w->model->counts.dummy++;
        }
    for (uint32_t p = 0; ok && p < parts.doubtful.n && !w->opt.fixed_states; p++)
        if (parts.doubtful.at[p]) select_dynamically(x, &parts, p, rows.at, candidates.at, chosen, not_state);
    base_realloc(chosen, 0);
    vec_free(&parts.of_candidate);
    vec_free(&parts.of_row);
    vec_free(&parts.doubtful);
    vec_free(&rows);
    vec_free(&candidates);
    return ok;
}

static SymStateReason reason(const SymWork *w, DaeVar v) {
    switch (w->dae->vars.at[v].kind == DAE_KIND_DERIVATIVE ? DAE_SS_DEFAULT : select_of(w->dae, v)) {
    case DAE_SS_ALWAYS: return SYM_WHY_ALWAYS;
    case DAE_SS_PREFER: return SYM_WHY_PREFER;
    default: return w->model->counts.differentiated ? SYM_WHY_LEFT_OVER : SYM_WHY_DIFFERENTIATED;
    }
}

static void report_select(SymWork *w, DaeVar v, bool is_state) {
    DaeStateSelect s = w->dae->vars.at[v].kind == DAE_KIND_DERIVATIVE ? DAE_SS_DEFAULT : select_of(w->dae, v);
    Span span = sym_span(w->dae, w->dae->vars.at[v].origin);
    if (s == DAE_SS_ALWAYS && !is_state)
        base_error(w->ctx, "SYM0302", span,
                   "%s has stateSelect = StateSelect.always, but constraints determine it from other states",
                   sym_var_text(w, v));
    if (s == DAE_SS_NEVER && is_state)
        base_error(w->ctx, "SYM0303", span,
                   "%s has stateSelect = StateSelect.never, but nothing else can take its place as state",
                   sym_var_text(w, v));
}

/* Is v one of the states picked while running? */
static bool is_selected(const SymModel *m, DaeVar v) {
    for (size_t i = 0; i < m->selections.n; i++)
        for (uint32_t k = 0; k < m->selections.at[i].nstates; k++)
            if (m->selections.at[i].z[k] == v) return true;
    return false;
}

static bool is_candidate(const SymModel *m, DaeVar v) {
    for (size_t i = 0; i < m->selections.n; i++)
        for (uint32_t k = 0; k < m->selections.at[i].n; k++)
            if (m->selections.at[i].x[k] == v) return true;
    return false;
}

static bool choose_states(Index *x, uint32_t first_new) {
    SymWork *w = x->w;
    size_t errors = base_error_count(w->ctx);
    Marks not_state = {0};
    (void)vec_extend(&not_state, w->dae->vars.n);
    bool ok = true;
    if (w->model->counts.differentiated) {
        uint32_t top = 0;
        for (uint32_t r = 0; r < x->row_eq.n; r++) {
            uint32_t h = row_height(x, r);
            if (h > top) top = h;
        }
        for (uint32_t level = 1; level <= top && ok; level++) ok = take_level(x, level, first_new, &not_state);
    }
    for (DaeVar v = 1; v < w->dae->vars.n; v++) {
        if (!x->unknown.at[v]) continue;
        bool is_state = (w->role.at[v] & SYM_ROLE_DIFFERENTIATED) && !not_state.at[v];
        if (!is_candidate(w->model, v)) report_select(w, v, is_state);
        if (!is_state) continue;
        SymState s = {v, w->dae->vars.at[v].derivative, (uint8_t)reason(w, v)};
        if (is_selected(w->model, v)) s.why = SYM_WHY_DYNAMIC;
        vec_push(&w->model->states, s);
        w->role.at[v] |= SYM_ROLE_STATE;
    }
    vec_free(&not_state);
    if (!ok)
        base_unsupported(w->ctx, "SYM0304", (Span){0, 0, 0},
                         "no choice of states was found for the constraints of this model");
    return base_error_count(w->ctx) == errors;
}

/* ---- the pass ------------------------------------------------------------------------------- */

/* With the states known, who computes what?  The equations have their final form. */
static bool assign(Index *x, uint32_t **owner) {
    SymWork *w = x->w;
    size_t n = w->dae->vars.n;
    uint8_t *over = base_realloc(NULL, n + 1);
    memset(over, 0, n + 1);
    for (size_t v = 0; v < n; v++) over[v] = x->unknown.at[v] && !(w->role.at[v] & SYM_ROLE_STATE);
    bool ok = x->complete;
    if (!ok) {
        build_rows(x, over);
        ok = match_all(x, over);
    }
    if (!ok)
        sym_diagnose(w, "model", &x->g, &w->eqs, x->row_eq.at, x->row_match.at, x->col_match.at, over);
    *owner = base_realloc(NULL, (n + 1) * sizeof **owner);
    for (size_t v = 0; v < n; v++) {
        uint32_t row = x->col_match.at[v];
        (*owner)[v] = row == SYM_NONE ? SYM_NONE : x->row_eq.at[row];
    }
    base_realloc(over, 0);
    return ok;
}

static void release(Index *x) {
    sym_graph_free(&x->g);
    vec_free(&x->row_eq);
    vec_free(&x->row_derivative);
    vec_free(&x->row_match);
    vec_free(&x->col_match);
    vec_free(&x->unknown);
    vec_free(&x->usable);
    sym_search_free(&x->search);
    vec_free(&x->pending);
}

/* The matching of highest derivatives is imperfect: differentiate. */
static bool reduce(Index *x) {
    VecU32 row_match = x->row_match, col_match = x->col_match;
    memset(&x->row_match, 0, sizeof x->row_match);
    memset(&x->col_match, 0, sizeof x->col_match);
    bool ok = check_structure(x);
    if (ok) build_rows(x, x->unknown.at);
    vec_free(&x->row_match);
    vec_free(&x->col_match);
    x->row_match = row_match;
    x->col_match = col_match;
    return ok && pantelides(x);
}

/* One try with the equations as they are.  *group: see Index. */
static bool reduce_once(SymWork *w, uint32_t **owner, uint32_t *group) {
    Index x = {.w = w, .group = SYM_NONE};
    sym_graph_init(&x.g);
    uint32_t first_new = (uint32_t)w->dae->vars.n;
    find_unknowns(&x);
    lift(&x);
    build_rows(&x, x.usable.at);
    x.complete = match_all(&x, x.usable.at);
    bool ok = all_rows_matched(&x) || reduce(&x);
    ok = ok && choose_states(&x, first_new) && assign(&x, owner);
    *group = x.group;
    release(&x);
    return ok;
}

static void forget(SymWork *w, size_t equations) {
    w->eqs.n = equations;
    vec_clear(&w->model->states);
    vec_clear(&w->model->selections);
    w->model->counts.differentiated = w->model->counts.dummy = 0;
    for (size_t v = 0; v < w->role.n; v++) w->role.at[v] &= (uint8_t)~SYM_ROLE_STATE;
}

/* Takes the group that had to be differentiated apart, and those like it: they will have to be next. */
static bool split_groups(SymWork *w, uint32_t group) {
    uint32_t shape = w->eqs.at[group].shape;
    size_t n = w->eqs.n, done = 0;
    DaeEquations made = {0};
    for (size_t i = 0; i < n; i++) {
        DaeEquation eq = w->eqs.at[i];
        vec_clear(&made);
        if (eq.shape != shape || !sym_split(w, &eq, &made)) continue;
        w->eqs.at[i] = made.at[0];
        for (size_t k = 1; k < made.n; k++) vec_push(&w->eqs, made.at[k]);
        done++;
    }
    vec_free(&made);
    return done > 0;
}

/* Multi-equations give their outputs.  Where that is not enough they are used to find arguments too; one that must be
 * differentiated is taken apart. */
static bool reduce_groups(SymWork *w, uint32_t **owner) {
    for (;;) {
        size_t mark = base_diag_mark(w->ctx), equations = w->eqs.n;
        uint32_t group;
        *owner = NULL;
        if (reduce_once(w, owner, &group)) return true;
        forget(w, equations);
        base_realloc(*owner, 0);
        *owner = NULL;
        if (!w->zero_counts) w->zero_counts = true;
        else if (!w->implicit) w->implicit = true;
        else if (group == SYM_NONE || !split_groups(w, group)) return false;
        base_diag_rollback(w->ctx, mark);
    }
}

/* ---- preferred states that are not differentiated ------------------------------------------- */

static void find_lifted(SymWork *w, VecU32 *out) {
    sym_mark_differentiated(w);
    for (DaeVar v = 1; v < w->dae->vars.n; v++) {
        const DaeVariable *x = &w->dae->vars.at[v];
        if (x->kind != DAE_KIND_CONTINUOUS || x->base != DAE_REAL || select_of(w->dae, v) < DAE_SS_PREFER) continue;
        if ((w->role.at[v] & (SYM_ROLE_UNKNOWN | SYM_ROLE_GONE | SYM_ROLE_DIFFERENTIATED)) == SYM_ROLE_UNKNOWN)
            vec_push(out, v);
    }
}

/* Tries with the variables in w->lifted; keeps the result only when each of them became a state.  Those that did not are
 * dropped from w->lifted.  1 done, 0 try again with fewer, -1 it cannot be done with these. */
static int try_lifted(SymWork *w, uint32_t **owner) {
    size_t mark = base_diag_mark(w->ctx), kept = 0, n = w->lifted.n, equations = w->eqs.n;
    DaeEquations before = {0};
    vec_reserve(&before, equations + 1);
    if (equations) memcpy(before.at, w->eqs.at, equations * sizeof *before.at);
    bool ok = reduce_groups(w, owner);
    for (size_t i = 0; i < n && ok; i++)
        if (w->role.at[w->lifted.at[i]] & SYM_ROLE_STATE) w->lifted.at[kept++] = w->lifted.at[i];
    if (ok && kept == n) {
        vec_free(&before);
        return 1;
    }
    base_diag_rollback(w->ctx, mark);
    base_realloc(*owner, 0);
    *owner = NULL;
    vec_free(&w->eqs);
    w->eqs = before;
    forget(w, equations);
    w->eqs.n = equations;
    if (!ok) return -1;
    w->lifted.n = kept;
    return 0;
}

enum { MOST_SINGLE_TRIES = 40, MOST_EQUATIONS_TO_TRY = 20000 };

/* All at once; where that fails each after the other, keeping those that can be had together. */
static bool lift_preferred(SymWork *w, uint32_t **owner) {
    VecU32 wanted = {0}, had = {0};
    find_lifted(w, &wanted);
    int done = -1;
    for (size_t i = 0; i < wanted.n; i++) vec_push(&w->lifted, wanted.at[i]);
    for (done = 0; done == 0 && w->lifted.n;) done = try_lifted(w, owner);
    if (done < 0) {
        size_t tries = w->eqs.n > MOST_EQUATIONS_TO_TRY ? 0 : wanted.n < MOST_SINGLE_TRIES ? wanted.n : MOST_SINGLE_TRIES;
        for (size_t i = 0; i < tries; i++) {
            vec_clear(&w->lifted);
            for (size_t k = 0; k < had.n; k++) vec_push(&w->lifted, had.at[k]);
            vec_push(&w->lifted, wanted.at[i]);
            done = try_lifted(w, owner);
            if (done != 1) continue;
            vec_push(&had, wanted.at[i]);
            base_realloc(*owner, 0);
            *owner = NULL;
            w->eqs.n -= w->model->counts.differentiated;
            forget(w, w->eqs.n);
        }
        vec_clear(&w->lifted);
        for (size_t k = 0; k < had.n; k++) vec_push(&w->lifted, had.at[k]);
        done = w->lifted.n ? try_lifted(w, owner) : 0;
    }
    vec_free(&wanted);
    vec_free(&had);
    if (done != 1) vec_clear(&w->lifted);
    return done == 1;
}

/* Is what the equation computes still among its operands? */
static bool still_gives(const SymWork *w, const uint32_t *owner, size_t nvars, uint32_t equation) {
    const DaeEquation *eq = &w->eqs.at[equation];
    for (uint32_t k = 0; k < w->dae->shapes.at[eq->shape].nholes; k++) {
        DaeOperand o = dae_operands(w->dae, eq)[k];
        if (!dae_operand_is_const(o) && o < nvars && owner[o] == equation) return true;
    }
    return false;
}

/* Calls that equations share become equations of their own, last of all; not where one of them gives an argument of
 * its call. */
static void share_calls(SymWork *w, uint32_t **owner) {
    size_t nvars = w->dae->vars.n, equations = w->eqs.n;
    DaeEquations plain = {0};
    for (size_t i = 0; i < equations; i++) vec_push(&plain, w->eqs.at[i]);
    sym_share_calls(w);
    bool ok = true;
    for (uint32_t i = 0; i < equations && ok; i++)
        ok = w->eqs.at[i].shape == plain.at[i].shape || still_gives(w, *owner, nvars, i);
    if (!ok) {
        w->eqs.n = equations;
        memcpy(w->eqs.at, plain.at, equations * sizeof *plain.at);
    }
    *owner = base_realloc(*owner, (w->dae->vars.n + 1) * sizeof **owner);
    for (size_t v = nvars; v < w->dae->vars.n; v++) {
        (*owner)[v] = SYM_NONE;
        if (!ok) w->role.at[v] = SYM_ROLE_GONE;
    }
    for (uint32_t i = (uint32_t)equations; i < w->eqs.n; i++)
        for (uint32_t k = 0; k < w->dae->shapes.at[w->eqs.at[i].shape].nout; k++)
            (*owner)[dae_operands(w->dae, &w->eqs.at[i])[k]] = i;
    vec_free(&plain);
}

bool sym_reduce_index(SymWork *w, uint32_t **owner) {
    *owner = NULL;
    bool ok = lift_preferred(w, owner) || reduce_groups(w, owner);
    if (ok) share_calls(w, owner);
    w->model->counts.states = (uint32_t)w->model->states.n;
    return ok;
}
