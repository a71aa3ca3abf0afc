/* states.c - the choice of states.
 *
 * Before: index reduction has found which equations are constraints between variables, and
 * differentiated them.  After: model->states holds as many states as there are degrees of freedom;
 * w->role tells them.
 *
 * Mattsson and Soederlind 1993: level by level, constraints take away as many candidates as they
 * determine; those become ordinary unknowns (dummy derivatives).  Choices are deterministic:
 * stateSelect decides first (derivatives come between never and avoid); then what the user
 * differentiated stays state rather than what index reduction did, fixed starts rather than free
 * ones, and of equals what was declared first.  Before all that (but never, prefer and always are
 * stronger) those cease to be states for which a constraint can be solved safely: such a choice can
 * never become singular.  Where no constraint of a part has a safe pivot, candidates of equal right
 * are picked while running (selection.c).
 */
#include "symbolic/symbolic_impl.h"

#include <stdlib.h>
#include <string.h>

/* ---- dummy derivatives ------------------------------------------------------------------------------------------- */

typedef struct {
    DaeVar var;
    uint32_t class_of; /* smaller: rather not a state */
} Candidate;

/* Candidates of lower class are made ordinary unknowns first. */
static uint32_t class_of(const SymWork *w, DaeVar v, uint32_t first_new) {
    static const uint32_t level[] = {
        [DAE_SS_NEVER] = 0, [DAE_SS_AVOID] = 2, [DAE_SS_DEFAULT] = 3, [DAE_SS_PREFER] = 4, [DAE_SS_ALWAYS] = 5};
    const DaeVariable *x = &w->dae->vars.at[v];
    uint32_t select = x->kind == DAE_KIND_DERIVATIVE ? 1 : level[sym_state_select(w->dae, v)];
    bool by_user = x->derivative && x->derivative < first_new;
    return select << 4 | (uint32_t)by_user << 2 | (uint32_t)((x->flags & DAE_FIXED) != 0) << 1 |
           (uint32_t)((x->flags & DAE_HAS_START) != 0);
}

/* Derivatives above v that are unknowns of the system. */
static uint32_t height(const SymIndex *x, DaeVar v) {
    uint32_t h = 0;
    for (v = x->w->dae->vars.at[v].derivative; v && x->unknown.at[v]; h++) v = x->w->dae->vars.at[v].derivative;
    return h;
}

/* Graph from candidates to the constraints (numbered in constraint_of, by row) that they occur in.
 */
static void candidate_graph(SymIndex *x, const uint32_t *rows, uint32_t nrows, const Candidate *candidates, uint32_t n,
                            const uint32_t *slot, bool literal_only, SymGraph *out) {
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
    SymGraph candidates, rows;   /* of each part, ascending */
    VEC(uint8_t)
    doubtful; /* per part: a constraint is solved for something whose coefficient may vanish */
} Parts;

/* What belongs to each of n parts. */
static void list_parts(const VecU32 *of, uint32_t n, SymGraph *out) {
    SymGraph g;
    sym_graph_init(&g);
    for (size_t i = 0; i < of->n; i++) {
        if (of->at[i] != SYM_NONE) sym_graph_edge(&g, of->at[i]);
        sym_graph_close_row(&g);
    }
    sym_graph_transpose(&g, n, out);
    sym_graph_free(&g);
}

static void free_parts(Parts *p) {
    vec_free(&p->of_candidate);
    vec_free(&p->of_row);
    vec_free(&p->doubtful);
    sym_graph_free(&p->candidates);
    sym_graph_free(&p->rows);
}

/* Flood over the graph from each candidate not yet seen. */
static void find_parts(SymIndex *x, const uint32_t *rows, const SymGraph *every, const uint32_t *match, uint32_t n,
                       uint32_t nrows, const Candidate *candidates, Parts *out) {
    SymWork *w = x->w;
    SymGraph by_row;
    VecU32 queue = {0};
    sym_graph_transpose(every, nrows, &by_row);
    sym_fill_none(&out->of_candidate, n);
    sym_fill_none(&out->of_row, nrows);
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
    list_parts(&out->of_candidate, (uint32_t)out->doubtful.n, &out->candidates);
    list_parts(&out->of_row, (uint32_t)out->doubtful.n, &out->rows);
}

/* never | derivatives | avoid, default | prefer | always: inside a group it counts first whether a
 * constraint can be solved for the variable (what is an explicit function of others is a bad
 * state), then the class. */
static uint32_t group_of(uint32_t class_of) {
    uint32_t select = class_of >> 4;
    return select == 2 ? 3 : select;
}

/* Picks, from the least wanted on, candidates that the constraints determine: a greedy choice is
 * optimal because sets that can be matched are a matroid.  chosen[i] is set for those that cease to
 * be states; part[i] numbers the connected parts of the graph, SYM_NONE where a part needs no
 * dynamic selection because every constraint has a safe pivot. */
static bool choose(SymIndex *x, const uint32_t *rows, uint32_t nrows, const Candidate *candidates, uint32_t n,
                   uint8_t *chosen, Parts *parts) {
    VecU32 slot = {0}, match = {0}, row_taken = {0};
    SymGraph literal, every;
    SymSearch search;
    sym_fill_none(&slot, x->w->dae->vars.n);
    for (uint32_t i = 0; i < n; i++) slot.at[candidates[i].var] = i;
    candidate_graph(x, rows, nrows, candidates, n, slot.at, true, &literal);
    candidate_graph(x, rows, nrows, candidates, n, slot.at, false, &every);
    sym_fill_none(&match, n);
    sym_fill_none(&row_taken, nrows);
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
static uint32_t row_height(const SymIndex *x, uint32_t row) {
    uint32_t h = 0;
    for (; x->row_derivative.at[row] != SYM_NONE; h++) row = x->row_derivative.at[row];
    return h;
}

enum {
    MOST_CONSTRAINTS = 1000
}; /* of a dynamic selection: a matrix of them by candidates is looked at in every step */

/* Marks what the selection added as unknowns of the system: states, their derivatives, values for the choice. */
static void add_selected(SymIndex *x, const SymSelection *s, Marks *not_state) {
    SymWork *w = x->w;
    sym_index_grow(x);
    while (not_state->n < w->dae->vars.n) vec_push(not_state, 0);
    for (uint32_t k = 0; k < s->n; k++) not_state->at[s->x[k]] = 1;
    for (uint32_t k = 0; k < s->nentries; k++)
        if (!dae_operand_is_const(s->entry[k])) x->unknown.at[s->entry[k]] = 1;
    for (uint32_t i = 0; i < s->nstates; i++) {
        DaeVar z = s->z[i], dz = w->dae->vars.at[z].derivative;
        x->unknown.at[z] = x->unknown.at[dz] = 1;
        w->role.at[z] |= SYM_ROLE_UNKNOWN | SYM_ROLE_DIFFERENTIATED;
        w->role.at[dz] |= SYM_ROLE_UNKNOWN;
    }
}

/* In part p some constraint has no safe pivot: where candidates of one group are partly states,
 * partly not, which of them are is decided while running. */
static void select_dynamically(SymIndex *x, const Parts *parts, uint32_t p, const uint32_t *rows,
                               const Candidate *candidates, const uint8_t *chosen, Marks *not_state) {
    SymWork *w = x->w;
    uint32_t total[6] = {0}, taken_of[6] = {0}, group = 6, ntaken = 0;
    uint32_t from = parts->candidates.ptr.at[p], to = parts->candidates.ptr.at[p + 1];
    for (uint32_t k = from; k < to; k++) {
        uint32_t i = parts->candidates.col.at[k];
        if (sym_is_solved_clocked(w, candidates[i].var)) return; /* its method needs to know the states */
        total[group_of(candidates[i].class_of)]++;
        taken_of[group_of(candidates[i].class_of)] += chosen[i];
        ntaken += chosen[i];
    }
    for (uint32_t g = 0; g < 6; g++)
        if (taken_of[g] && taken_of[g] < total[g]) group = g;
    if (group == 6 || ntaken > MOST_CONSTRAINTS) return;
    VecU32 columns = {0}, others = {0};
    Marks taken = {0};
    DaeEquations constraints = {0};
    for (uint32_t k = to; k-- > from;) { /* candidates stand in descending order inside a class */
        uint32_t i = parts->candidates.col.at[k];
        if (group_of(candidates[i].class_of) == group) {
            vec_push(&taken, chosen[i]);
            vec_push(&columns, candidates[i].var);
        } else if (chosen[i]) {
            vec_push(&others, candidates[i].var);
        }
    }
    for (size_t k = 0; k < others.n; k++) vec_push(&columns, others.at[k]);
    for (uint32_t k = parts->rows.ptr.at[p]; k < parts->rows.ptr.at[p + 1]; k++)
        vec_push(&constraints, w->eqs.at[x->row_eq.at[rows[parts->rows.col.at[k]]]]);
    SymPart part = {total[group],
                    total[group] - taken_of[group],
                    (uint32_t)constraints.n,
                    (uint32_t)columns.n,
                    constraints.at,
                    columns.at,
                    taken.at};
    if (sym_make_selection(w, &part)) add_selected(x, &vec_last(&w->model->selections), not_state);
    vec_free(&columns);
    vec_free(&others);
    vec_free(&taken);
    vec_free(&constraints);
}

/* The candidates and constraints of part p are matched; are they regular as numbers? */
static void choose_regular(SymIndex *x, const Parts *parts, uint32_t p, const uint32_t *rows,
                           const Candidate *candidates, uint8_t *chosen) {
    SymWork *w = x->w;
    uint32_t from = parts->candidates.ptr.at[p], to = parts->candidates.ptr.at[p + 1];
    if (parts->rows.ptr.at[p + 1] - parts->rows.ptr.at[p] < 2) return;
    VecU32 vars = {0};
    Marks taken = {0};
    DaeEquations constraints = {0};
    for (uint32_t k = from; k < to; k++) {
        vec_push(&vars, candidates[parts->candidates.col.at[k]].var);
        vec_push(&taken, chosen[parts->candidates.col.at[k]]);
    }
    for (uint32_t k = parts->rows.ptr.at[p]; k < parts->rows.ptr.at[p + 1]; k++)
        vec_push(&constraints, w->eqs.at[x->row_eq.at[rows[parts->rows.col.at[k]]]]);
    sym_choose_independent(w, constraints.at, (uint32_t)constraints.n, vars.at, (uint32_t)vars.n, taken.at);
    for (uint32_t k = from; k < to; k++) chosen[parts->candidates.col.at[k]] = taken.at[k - from];
    vec_free(&vars);
    vec_free(&taken);
    vec_free(&constraints);
}

/* One level: constraints with `level` derivatives above them take away as many of the variables
 * with `level` derivatives above them.  not_state marks what has been taken away. */
static bool take_level(SymIndex *x, uint32_t level, uint32_t first_new, Marks *not_state) {
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
    for (uint32_t p = 0; ok && p < parts.doubtful.n; p++) choose_regular(x, &parts, p, rows.at, candidates.at, chosen);
    for (size_t i = 0; i < candidates.n; i++)
        if (chosen[i]) {
            not_state->at[candidates.at[i].var] = 1;
            w->model->counts.dummy++;
        }
    for (uint32_t p = 0; ok && p < parts.doubtful.n && !w->opt.fixed_states; p++)
        if (parts.doubtful.at[p]) select_dynamically(x, &parts, p, rows.at, candidates.at, chosen, not_state);
    base_realloc(chosen, 0);
    free_parts(&parts);
    vec_free(&rows);
    vec_free(&candidates);
    return ok;
}

static SymStateReason reason(const SymWork *w, DaeVar v) {
    switch (w->dae->vars.at[v].kind == DAE_KIND_DERIVATIVE ? DAE_SS_DEFAULT : sym_state_select(w->dae, v)) {
    case DAE_SS_ALWAYS: return SYM_WHY_ALWAYS;
    case DAE_SS_PREFER: return SYM_WHY_PREFER;
    default: return w->model->counts.differentiated ? SYM_WHY_LEFT_OVER : SYM_WHY_DIFFERENTIATED;
    }
}

/* Notes with the equations that v stands in: constraints (those that were differentiated) when there are any. */
static void note_constraints(const SymIndex *x, Diag *diag, DaeVar v) {
    enum { MOST_NOTED = 5 };
    SymWork *w = x->w;
    uint32_t named = 0;
    for (int constraints = 1; constraints >= 0 && !named; constraints--)
        for (uint32_t r = 0; r < x->row_eq.n && named < MOST_NOTED; r++) {
            const DaeEquation *eq = &w->eqs.at[x->row_eq.at[r]];
            if (constraints && (r >= x->row_derivative.n || x->row_derivative.at[r] == SYM_NONE)) continue;
            if (sym_hole_of(w->dae, eq, v) == SYM_NONE) continue;
            base_note(w->ctx, diag, sym_span(w->dae, eq->origin), "it is determined by %s", sym_eq_text(w, eq));
            named++;
        }
}

/* Which other variables were asked for just as strongly. */
static void note_rivals(const SymIndex *x, Diag *diag, DaeVar v) {
    enum { MOST_NOTED = 5 };
    SymWork *w = x->w;
    uint32_t named = 0;
    for (DaeVar o = 1; o < w->dae->vars.n && named < MOST_NOTED; o++) {
        if (o == v || !x->unknown.at[o] || w->dae->vars.at[o].kind == DAE_KIND_DERIVATIVE) continue;
        if (sym_state_select(w->dae, o) != DAE_SS_ALWAYS) continue;
        base_note(w->ctx, diag, sym_span(w->dae, w->dae->vars.at[o].origin),
                  "%s has stateSelect = StateSelect.always too", sym_var_text(w, o));
        named++;
    }
}

/* Calls back with each variable that an action gives a new value by reinit, until it is told to stop. */
static void each_reinit(const Dae *d, bool (*meet)(void *what, const DaeEquation *a, DaeVar v), void *what) {
    DaeWalk walk = {0};
    bool more = true;
    for (size_t i = 0; more && i < d->actions.n; i++) {
        const DaeEquation *a = &d->actions.at[i];
        dae_walk(&walk, &d->pool, d->shapes.at[a->shape].root);
        for (uint32_t k = 0; more && k < walk.n; k++) {
            if (dae_at(&d->pool, walk.at[k])->op != DAE_REINIT) continue;
            const DaeNode *target = dae_at(&d->pool, dae_arg(&d->pool, walk.at[k], 0));
            if (target->op == DAE_HOLE) more = meet(what, a, dae_operands(d, a)[target->id]);
        }
    }
    dae_walk_free(&walk);
}

typedef struct {
    DaeVar v;
    const DaeEquation *found;
} ReinitOf;

static bool meet_variable(void *what, const DaeEquation *a, DaeVar v) {
    ReinitOf *r = what;
    if (r->v == v) r->found = a;
    return r->found == NULL;
}

/* The reinit of v, or NULL. */
static const DaeEquation *find_reinit(const Dae *d, DaeVar v) {
    ReinitOf r = {v, NULL};
    each_reinit(d, meet_variable, &r);
    return r.found;
}

/* What turned out to be the time, a parameter or a constant was known before states were looked for. */
static bool meet_known(void *what, const DaeEquation *a, DaeVar v) {
    SymWork *w = what;
    DaeVar root = sym_representative(w, v);
    uint8_t kind = w->dae->vars.at[root].kind;
    DaeOperand number;
    bool fixed = kind == DAE_KIND_PARAMETER || kind == DAE_KIND_CONSTANT || (w->role.at[root] & SYM_ROLE_PARAM) ||
                 sym_constant_of(w, root, &number);
    if (kind != DAE_KIND_TIME && !fixed) return true;
    Diag *d = base_error(w->ctx, "SYM0302", sym_span(w->dae, a->origin),
                         "reinit gives %s a new value, but it is no state: it %s (MLS 8.3.6)", sym_var_text(w, v),
                         fixed ? "is fixed" : "is the time");
    dae_about_origin(w->dae, w->ctx, d, a->origin);
    base_hint(w->ctx, d, "reinit a variable whose derivative stands in the equations");
    return true;
}

static void report_select(const SymIndex *x, DaeVar v, bool is_state) {
    SymWork *w = x->w;
    DaeStateSelect s = w->dae->vars.at[v].kind == DAE_KIND_DERIVATIVE ? DAE_SS_DEFAULT : sym_state_select(w->dae, v);
    Span span = sym_span(w->dae, w->dae->vars.at[v].origin);
    if (s == DAE_SS_ALWAYS && !is_state) {
        const DaeEquation *reinit = find_reinit(w->dae, v);
        const char *wish = reinit ? "is given a new value by reinit, so it must be a state (MLS 8.3.6)"
                                  : "has stateSelect = StateSelect.always";
        Diag *diag = base_error(w->ctx, "SYM0302", span, "%s %s, but constraints determine it from other states",
                                sym_var_text(w, v), wish);
        dae_about_variable(w->dae, w->ctx, diag, v);
        if (reinit) base_note(w->ctx, diag, sym_span(w->dae, reinit->origin), "the reinit is here");
        note_constraints(x, diag, v);
        note_rivals(x, diag, v);
        base_hint(w->ctx, diag, "%s",
                  reinit ? "reinit one of the states that determine it"
                         : "use StateSelect.prefer, or take the constraint or the other wish away");
    }
    if (s == DAE_SS_NEVER && is_state) {
        Diag *diag = base_error(w->ctx, "SYM0303", span,
                                "%s has stateSelect = StateSelect.never, but nothing else can take its place as state",
                                sym_var_text(w, v));
        dae_about_variable(w->dae, w->ctx, diag, v);
        base_hint(w->ctx, diag, "use StateSelect.avoid");
    }
}

enum { CANDIDATE = 1, PICKED = 2 };

/* Per variable: a candidate of a dynamic selection, or a state that stands for some. */
static void mark_selections(const SymModel *m, Marks *out) {
    (void)vec_extend(out, m->dae->vars.n);
    for (size_t i = 0; i < m->selections.n; i++) {
        const SymSelection *s = &m->selections.at[i];
        for (uint32_t k = 0; k < s->nstates; k++) out->at[s->z[k]] = PICKED;
        for (uint32_t k = 0; k < s->n; k++) out->at[s->x[k]] = CANDIDATE;
    }
}

bool sym_choose_states(SymIndex *x, uint32_t first_new) {
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
    Marks selected = {0};
    mark_selections(w->model, &selected);
    for (DaeVar v = 1; v < w->dae->vars.n; v++) {
        if (!x->unknown.at[v]) continue;
        bool is_state = (w->role.at[v] & SYM_ROLE_DIFFERENTIATED) && !not_state.at[v];
        if (selected.at[v] != CANDIDATE) report_select(x, v, is_state);
        if (!is_state) continue;
        SymState s = {v, w->dae->vars.at[v].derivative, (uint8_t)reason(w, v)};
        if (selected.at[v] == PICKED) s.why = SYM_WHY_DYNAMIC;
        vec_push(&w->model->states, s);
        w->role.at[v] |= SYM_ROLE_STATE;
    }
    vec_free(&not_state);
    vec_free(&selected);
    if (!w->opt.base) each_reinit(w->dae, meet_known, w); /* a state of one mode may be fixed in another */
    if (!ok)
        base_unsupported(w->ctx, "SYM0301", (Span){0, 0, 0},
                         "no choice of states was found for the constraints of this model");
    return base_error_count(w->ctx) == errors;
}
