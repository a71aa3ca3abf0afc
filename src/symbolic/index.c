/* index.c - index reduction.
 *
 * Before: w->eqs are the simulation equations without aliases.  After: every constraint between
 * states has been differentiated as often as needed and is kept beside its derivatives (so nothing
 * drifts); states are chosen (states.c); every other unknown is computed by one equation.
 *
 * Pantelides 1988 finds what to differentiate.  Multi-equations that stand in the way are used to
 * find their arguments, or taken apart; variables with stateSelect prefer or always that nobody
 * differentiates get a derivative when that makes them states.
 */
#include "symbolic/symbolic_impl.h"

#include <stdlib.h>
#include <string.h>

/* Terms that vanish with the parameters as they are leave so little structure that Pantelides' algorithm may
 * differentiate far more often than needed (a body whose inertia is diagonal, turned by quaternions): a try without
 * them that wants more than this is given up, and they count. */
enum { MAX_FIRST_ORDER = 3 };

/* ---- which variables are differentiated -------------------------------------------------------------------------- */

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
    /* a derivative that no equation names any more may still be the value of an eliminated variable
     */
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
static void find_unknowns(SymIndex *x) {
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

/* Variables that are to be states although nobody differentiates them get a derivative
 * (MLS 3.6, 4.9.7.1: prefer and always need not appear differentiated). */
static void lift(SymIndex *x) {
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

/* ---- matching the plain way -------------------------------------------------------------------------------------- */

/* Rows of all equations over the columns in `over`. */
static void build_rows(SymIndex *x, const uint8_t *over) {
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
static bool match_all(SymIndex *x, const uint8_t *over) {
    uint32_t ncols = (uint32_t)x->w->dae->vars.n, nrows = sym_graph_rows(&x->g);
    sym_fill_none(&x->row_match, nrows);
    sym_fill_none(&x->col_match, ncols);
    if (sym_match(&x->g, ncols, x->row_match.at, x->col_match.at) < nrows) return false;
    for (uint32_t c = 0; c < ncols; c++)
        if (over[c] && x->col_match.at[c] == SYM_NONE) return false;
    return true;
}

static bool all_rows_matched(const SymIndex *x) {
    for (size_t r = 0; r < x->row_match.n; r++)
        if (x->row_match.at[r] == SYM_NONE) return false;
    return true;
}

static DaeVar chain_root(const Dae *d, DaeVar v) {
    while (d->vars.at[v].kind == DAE_KIND_DERIVATIVE) v = d->vars.at[v].of;
    return v;
}

/* Pantelides' algorithm ends if and only if a variable and its derivatives, taken as one, can be
 * matched. */
static bool check_structure(SymIndex *x) {
    const Dae *d = x->w->dae;
    build_rows(x, x->unknown.at);
    uint8_t *roots = base_realloc(NULL, d->vars.n + 1);
    memset(roots, 0, d->vars.n + 1);
    for (size_t k = 0; k < x->g.col.n; k++) x->g.col.at[k] = chain_root(d, x->g.col.at[k]);
    for (uint32_t v = 0; v < d->vars.n; v++)
        if (x->unknown.at[v]) roots[chain_root(d, v)] = 1;
    bool ok = match_all(x, roots);
    if (!ok) sym_diagnose(x->w, "model", &x->g, &x->w->eqs, x->row_eq.at, x->row_match.at, x->col_match.at, roots);
    base_realloc(roots, 0);
    return ok;
}

/* ---- differentiation --------------------------------------------------------------------------------------------- */

/* A clocked value that has no derivative: the result of sample, subSample, ... (MLS 3.6, 16.5.2), or a discrete one. */
static bool is_clocked_input(const SymWork *w, DaeOperand o) {
    const DaeVariable *v = &w->dae->vars.at[o];
    return v->kind == DAE_KIND_DISCRETE && v->base == DAE_REAL && (v->flags & DAE_CLOCKED) &&
           (w->role.at[o] & SYM_ROLE_UNKNOWN);
}

static bool varies(const SymWork *w, DaeOperand o) {
    if (dae_operand_is_const(o)) return false;
    if (is_clocked_input(w, o)) return true;
    switch (w->dae->vars.at[o].kind) {
    case DAE_KIND_TIME:
    case DAE_KIND_CONTINUOUS:
    case DAE_KIND_DERIVATIVE: return !(w->role.at[o] & (SYM_ROLE_PARAM | SYM_ROLE_FROZEN));
    default: return false;
    }
}

void sym_index_grow(SymIndex *x) {
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
    dae_about_origin(w->dae, w->ctx, diag, eq->origin);
    bool empty = w->dae->shapes.at[eq->shape].nholes == 0; /* what it was has dropped out */
    if (!empty) base_note(w->ctx, diag, (Span){0, 0, 0}, "in flat form: %s", sym_eq_text(w, eq));
    return diag;
}

static void warn_of_quotient(SymWork *w, const DaeEquation *eq, uint32_t function) {
    const DaeFunction *f = &w->dae->functions.at[function];
    Diag *diag =
        base_warning(w->ctx, "SYM0305", sym_span(w->dae, eq->origin),
                     "index reduction differentiates the function %s, for which a difference quotient is taken",
                     alg_user_name(w->dae, function));
    dae_about_origin(w->dae, w->ctx, diag, eq->origin);
    if (f->span.file) base_note(w->ctx, diag, f->span, "it is declared here");
    base_hint(w->ctx, diag, "give it a derivative annotation (MLS 12.7.1)");
}

/* x = something that changes at events only (a step): x has no derivative there. */
static bool gives_a_step(const SymWork *w, const DaeEquation *eq) {
    uint32_t nvarying = 0, nswitches = 0;
    for (uint32_t k = 0; k < w->dae->shapes.at[eq->shape].nholes; k++) {
        DaeOperand o = dae_operands(w->dae, eq)[k];
        if (dae_operand_is_const(o)) continue;
        if (varies(w, o)) nvarying++;
        else if ((w->role.at[o] & SYM_ROLE_FROZEN) || w->dae->vars.at[o].kind == DAE_KIND_DISCRETE) nswitches++;
    }
    return nvarying == 1 && nswitches > 0;
}

/* Appends the derivative of equation e; false after reporting that it has none. */
static bool differentiate(SymIndex *x, uint32_t e) {
    SymWork *w = x->w;
    Dae *d = w->dae;
    DaeEquation eq = w->eqs.at[e];
    if (gives_a_step(w, &eq)) w->jumps = true;
    uint32_t n = d->shapes.at[eq.shape].nholes, nnew = 0;
    uint64_t varying = 0;
    for (uint32_t k = 0; k < n; k++)
        if (varies(w, d->operands.at[eq.operands + k])) varying |= 1ull << (k < 63 ? k : 63);
    DaeExpr lhs, rhs;
    if (d->shapes.at[eq.shape].nout > 1 || !alg_sides(d, eq.shape, &lhs, &rhs)) {
        x->group = e;
        return refuse(w, &eq, "an algorithm or call with several results like this one cannot be taken apart"), false;
    }
    const AlgResult *derivative = alg_time_result(w->memo, eq.shape, varying);
    if (derivative->made == UINT32_MAX)
        return refuse(w, &eq, derivative->why ? derivative->why : "it cannot be differentiated"), false;
    const AlgDerHole *map = derivative->map;
    nnew = derivative->nholes;
    VecU32 ops = {0};
    bool ok = true;
    for (uint32_t k = 0; k < nnew && ok; k++) {
        DaeOperand o = d->operands.at[eq.operands + map[k].hole];
        if (map[k].order == 0) {
            vec_push(&ops, o);
        } else if (dae_operand_is_const(o) || !varies(w, o)) {
            vec_push(&ops, dae_constant(d, 0.0));
        } else if (d->vars.at[o].kind == DAE_KIND_TIME || sym_is_clock_time(w, o)) {
            vec_push(&ops, dae_constant(d, 1.0));
        } else if (is_clocked_input(w, o)) {
            refuse(w, &eq,
                   "a clocked value that comes from sample, subSample, superSample, shiftSample, backSample, noClock "
                   "or previous "
                   "has no derivative (MLS 16.5.2)");
            ok = false;
        } else {
            vec_push(&ops, sym_der(w, o));
            sym_index_grow(x);
        }
    }
    DaeEquation made = {derivative->made, (uint32_t)d->operands.n, eq.origin};
    for (size_t k = 0; k < ops.n; k++) vec_push(&d->operands, ops.at[k]);
    vec_free(&ops);
    if (!ok) return false;
    if (derivative->quotient) warn_of_quotient(w, &eq, derivative->quotient);
    vec_push(&w->eqs, sym_normalise(w, made));
    w->model->counts.differentiated++;
    return true;
}

/* Gives the equation of `row` a derivative with a row of its own. */
static bool differentiate_row(SymIndex *x, uint32_t row) {
    SymWork *w = x->w;
    uint32_t e = x->row_eq.at[row];
    if (x->row_order.at[row] == MAX_FIRST_ORDER && !w->zero_counts) return false;
    if (x->row_order.at[row] > x->original) /* more often than there are equations is never needed */
        return refuse(w, &w->eqs.at[e],
                      "that would never end: an unknown of it, or of one it depends on, drops out of the derivative "
                      "(as inside floor, ceil or integer)"),
               false;
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
    vec_push(&x->row_order, x->row_order.at[row] + 1);
    vec_push(&x->row_match, SYM_NONE);
    return true;
}

/* ---- Pantelides -------------------------------------------------------------------------------------------------- */

/* A variable that the graph does not show in an equation (no equation may be solved for it there)
 * can get its derivative by differentiating that equation; then what gives the variable must give
 * the derivative. */
static bool differentiate_pending(SymIndex *x) {
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

/* The equations that the failed search for `row` reached cannot give all their highest derivatives:
 * all of them are differentiated.  *row becomes the row of its own derivative. */
static bool differentiate_reached(SymIndex *x, uint32_t *row) {
    VecU32 cols = {0}, rows = {0};
    bool ok = true;
    for (size_t i = 0; i < x->search.seen.n; i++) {
        vec_push(&cols, x->search.seen.at[i]);
        vec_push(&rows, x->col_match.at[x->search.seen.at[i]]);
    }
    for (size_t i = 0; i < cols.n && ok; i++) {
        DaeVar der = dae_der(x->w->dae, cols.at[i]);
        sym_index_grow(x);
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

static bool pantelides(SymIndex *x) {
    size_t original = x->row_eq.n;
    x->original = (uint32_t)original;
    sym_search_init(&x->search, (uint32_t)x->w->dae->vars.n);
    sym_fill_none(&x->row_derivative, original);
    vec_clear(&x->row_order);
    (void)vec_extend(&x->row_order, original);
    for (uint32_t r = 0; r < original; r++) {
        if (x->row_match.at[r] != SYM_NONE) continue;
        uint32_t row = r;
        while (!sym_augment(&x->g, &x->search, row, x->usable.at, false, x->row_match.at, x->col_match.at))
            if (!differentiate_reached(x, &row)) return false;
    }
    return true;
}

/* ---- the pass ---------------------------------------------------------------------------------------------------- */

/* With the states known, who computes what?  The equations have their final form. */
static bool assign(SymIndex *x, uint32_t **owner) {
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
    if (!ok) sym_diagnose(w, "model", &x->g, &w->eqs, x->row_eq.at, x->row_match.at, x->col_match.at, over);
    *owner = base_realloc(NULL, (n + 1) * sizeof **owner);
    for (size_t v = 0; v < n; v++) {
        uint32_t row = x->col_match.at[v];
        (*owner)[v] = row == SYM_NONE ? SYM_NONE : x->row_eq.at[row];
    }
    base_realloc(over, 0);
    return ok;
}

static void release(SymIndex *x) {
    sym_graph_free(&x->g);
    vec_free(&x->row_eq);
    vec_free(&x->row_derivative);
    vec_free(&x->row_order);
    vec_free(&x->row_match);
    vec_free(&x->col_match);
    vec_free(&x->unknown);
    vec_free(&x->usable);
    sym_search_free(&x->search);
    vec_free(&x->pending);
}

/* The matching of highest derivatives is imperfect: differentiate. */
static bool reduce(SymIndex *x) {
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
    SymIndex x = {.w = w, .group = SYM_NONE};
    sym_graph_init(&x.g);
    uint32_t first_new = (uint32_t)w->dae->vars.n;
    find_unknowns(&x);
    lift(&x);
    build_rows(&x, x.usable.at);
    x.complete = match_all(&x, x.usable.at);
    bool ok = all_rows_matched(&x) || reduce(&x);
    ok = ok && sym_choose_states(&x, first_new) && assign(&x, owner);
    *group = x.group;
    release(&x);
    return ok;
}

/* How far the tables were filled before a try. */
typedef struct {
    DaeEquations eqs;
    size_t parameters;
} Before;

static Before remember(const SymWork *w) {
    Before b = {.parameters = w->model->parameters.n};
    vec_reserve(&b.eqs, w->eqs.n + 1);
    if (w->eqs.n) memcpy(b.eqs.at, w->eqs.at, w->eqs.n * sizeof *b.eqs.at);
    b.eqs.n = w->eqs.n;
    return b;
}

/* Leaves nothing of a try but variables that nobody reads: not its choice of states, nor equations from there on. */
static void forget(SymWork *w, size_t equations, size_t parameters) {
    w->eqs.n = equations;
    w->model->parameters.n = parameters;
    vec_clear(&w->model->states);
    vec_clear(&w->model->selections);
    w->model->counts.differentiated = w->model->counts.dummy = 0;
    for (size_t v = 0; v < w->role.n; v++) w->role.at[v] &= (uint8_t)~SYM_ROLE_STATE;
}

/* Undoes a try altogether: calls that it took apart are whole again. */
static void undo(SymWork *w, Before *b, uint32_t **owner) {
    base_realloc(*owner, 0);
    *owner = NULL;
    vec_free(&w->eqs);
    w->eqs = b->eqs;
    memset(&b->eqs, 0, sizeof b->eqs);
    forget(w, w->eqs.n, b->parameters);
}

/* Takes the group that had to be differentiated apart, and those like it: they will have to be
 * next. */
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

/* Multi-equations give their outputs.  Where that is not enough they are used to find arguments
 * too; one that must be differentiated is taken apart.  Last of all, and never for a state that is only
 * preferred, functions without derivative are differentiated by difference quotients. */
static bool reduce_groups(SymWork *w, uint32_t **owner) {
    for (;;) {
        size_t mark = base_diag_mark(w->ctx), equations = w->eqs.n, parameters = w->model->parameters.n;
        uint32_t group;
        *owner = NULL;
        if (base_cancelled(w->ctx)) return false;
        if (reduce_once(w, owner, &group)) return true;
        forget(w, equations, parameters);
        base_realloc(*owner, 0);
        *owner = NULL;
        if (!w->zero_counts) w->zero_counts = true;
        else if (!w->implicit) w->implicit = true;
        else if (group == SYM_NONE || !split_groups(w, group)) {
            if (w->lifted.n || !alg_allow_quotients(w->memo)) return false;
        }
        base_diag_rollback(w->ctx, mark);
    }
}

/* ---- preferred states that are not differentiated ---------------------------------------------------------------- */

static void find_lifted(SymWork *w, VecU32 *out) {
    sym_mark_differentiated(w);
    for (DaeVar v = 1; v < w->dae->vars.n; v++) {
        const DaeVariable *x = &w->dae->vars.at[v];
        if (x->kind != DAE_KIND_CONTINUOUS || x->base != DAE_REAL || sym_state_select(w->dae, v) < DAE_SS_PREFER)
            continue;
        if ((w->role.at[v] & (SYM_ROLE_UNKNOWN | SYM_ROLE_GONE | SYM_ROLE_DIFFERENTIATED)) == SYM_ROLE_UNKNOWN)
            vec_push(out, v);
    }
}

/* Tries with the variables in w->lifted; keeps the result only when each of them became a state, and none follows a
 * step, as the temperature of a volume in thermal balance follows a valve: states are continuous at events.
 * Those that did not are dropped from w->lifted.  1 done, 0 try again with fewer, -1 it cannot be
 * done with these.  only_ask: the result is not kept in any case. */
static int try_lifted(SymWork *w, uint32_t **owner, bool only_ask) {
    size_t mark = base_diag_mark(w->ctx), kept = 0, n = w->lifted.n;
    Before before = remember(w);
    w->jumps = false;
    bool ok = reduce_groups(w, owner) && !w->jumps;
    for (size_t i = 0; i < n && ok; i++)
        if (w->role.at[w->lifted.at[i]] & SYM_ROLE_STATE) w->lifted.at[kept++] = w->lifted.at[i];
    bool done = ok && kept == n;
    if (!done || only_ask) {
        base_diag_rollback(w->ctx, mark);
        undo(w, &before, owner);
    }
    vec_free(&before.eqs);
    if (done) return 1;
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
    for (done = 0; done == 0 && w->lifted.n;) done = try_lifted(w, owner, false);
    if (done < 0) {
        size_t tries = w->eqs.n > MOST_EQUATIONS_TO_TRY ? 0
                       : wanted.n < MOST_SINGLE_TRIES   ? wanted.n
                                                        : MOST_SINGLE_TRIES;
        for (size_t i = 0; i < tries; i++) {
            vec_clear(&w->lifted);
            for (size_t k = 0; k < had.n; k++) vec_push(&w->lifted, had.at[k]);
            vec_push(&w->lifted, wanted.at[i]);
            done = try_lifted(w, owner, true);
            if (done == 1) vec_push(&had, wanted.at[i]);
        }
        vec_clear(&w->lifted);
        for (size_t k = 0; k < had.n; k++) vec_push(&w->lifted, had.at[k]);
        done = w->lifted.n ? try_lifted(w, owner, false) : 0;
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

/* Calls that equations share become equations of their own, last of all; not where one of them
 * gives an argument of its call. */
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

bool sym_match_again(SymWork *w, uint32_t **owner) {
    SymIndex x = {.w = w, .group = SYM_NONE};
    sym_graph_init(&x.g);
    base_realloc(*owner, 0);
    find_unknowns(&x);
    lift(&x);
    bool ok = assign(&x, owner);
    release(&x);
    return ok;
}

/* Derivatives that only tries needed which were given up: nothing computes them, nobody may see them. */
static void drop_leftovers(SymWork *w, const uint32_t *owner, DaeVar from) {
    Dae *d = w->dae;
    for (DaeVar v = 1; v < from; v++) /* of the model: with factors that are zero */
        if (d->vars.at[v].kind == DAE_KIND_DERIVATIVE && owner[v] == SYM_NONE &&
            (w->role.at[v] & (SYM_ROLE_UNKNOWN | SYM_ROLE_GONE)) == SYM_ROLE_UNKNOWN)
            d->vars.at[v].flags |= DAE_HIDDEN;
    for (DaeVar v = from; v < d->vars.n; v++) {
        if (owner[v] != SYM_NONE || (w->role.at[v] & (SYM_ROLE_STATE | SYM_ROLE_FROZEN))) continue;
        if (d->vars.at[v].flags & DAE_INPUT) continue; /* looked at by sym_tell_inputs */
        d->vars.at[v].flags |= DAE_HIDDEN;
        w->role.at[v] = SYM_ROLE_GONE;
        if (d->vars.at[v].kind == DAE_KIND_DERIVATIVE) d->vars.at[d->vars.at[v].of].derivative = 0;
    }
}

bool sym_reduce_index(SymWork *w, uint32_t **owner) {
    *owner = NULL;
    DaeVar first_new = (DaeVar)w->dae->vars.n;
    bool ok = lift_preferred(w, owner) || reduce_groups(w, owner);
    if (ok) drop_leftovers(w, *owner, first_new);
    if (ok) sym_tell_inputs(w);
    ok = ok && sym_discretise(w, owner);
    if (ok) share_calls(w, owner);
    w->model->counts.states = (uint32_t)w->model->states.n;
    return ok;
}
