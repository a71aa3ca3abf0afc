/* initial.c - the initial system (Mattsson, Elmqvist, Otter, Olsson 2002; MLS 3.6, 8.6).
 *
 * Before: the simulation system is sorted; owner tells which equation computes what.  After:
 * model->initial computes at the start all continuous variables, derivatives, pre values of
 * discrete variables and parameters with fixed = false, from the simulation equations, the initial
 * equations and the start values in force.
 *
 * When-clauses hold at the start only where initial() is in their condition; else their variables
 * keep their pre values. What belongs to a clock has its start value before the first tick: its equations hold at ticks
 * only (MLS 3.6, 16.2). Too few conditions: start values of states, then of others, are taken (and
 * named in init_guess_fixed).  Too many: what is structurally redundant is kept in initial_checks,
 * to be checked after the solution.
 */
#include "symbolic/symbolic_impl.h"

#include <string.h>

/* ---- what an equation means at the start ------------------------------------------------------------------------- */

typedef struct {
    uint32_t shape;
    uint32_t n;     /* its holes */
    uint32_t *hole; /* n: hole of the original */
} Piece;

typedef struct {
    bool same;         /* nothing changes */
    VEC(Piece) pieces; /* equations in its place */
    VecU32 kept;       /* outputs that keep their pre value: holes */
} Form;

typedef struct {
    SymWork *w;
    const uint32_t *owner; /* who computes what while simulating */
    uint32_t nowner;
    VEC(Form) forms;
    Map form_of; /* shape -> index in forms */
    DaeWalk walk;
    DaeEquations eqs;         /* the initial system */
    uint32_t first_condition; /* equations from there on hold at the start only */
    VecU32 first_match;       /* per row: variable to match at first, or SYM_NONE */
    SymGraph g;
    VecU32 row_eq, row_match, col_match;
    VEC(uint8_t) unknown;
    SymSearch search;
    bool displaced; /* a start value has been taken where a condition had found its place */
} Initial;

static bool mentions_phase(Initial *x, DaeExpr root) {
    const DaePool *p = &x->w->dae->pool;
    dae_walk(&x->walk, p, root);
    for (uint32_t i = 0; i < x->walk.n; i++) {
        uint16_t op = dae_at(p, x->walk.at[i])->op;
        if (op == DAE_INITIAL || op == DAE_TRIGGER) return true;
    }
    return false;
}

/* Statements in order without nested sequences. */
static void add_statement(const DaePool *p, VecU32 *to, DaeExpr s) {
    if (!s) return;
    if (dae_at(p, s)->op != DAE_SEQ) {
        vec_push(to, s);
        return;
    }
    for (uint32_t i = 0; i < dae_at(p, s)->nargs; i++)
        if (dae_arg(p, s, i)) vec_push(to, dae_arg(p, s, i));
}

/* root with initial() true and no trigger firing; branches that are never taken are gone. */
static DaeExpr at_start(Initial *x, DaeExpr root) {
    DaePool *p = &x->w->dae->pool;
    VecU32 made = {0}, args = {0};
    dae_walk(&x->walk, p, root);
    for (uint32_t i = 0; i < x->walk.n; i++) {
        DaeExpr e = x->walk.at[i], r;
        DaeNode n = *dae_at(p, e);
        double truth;
        vec_clear(&args);
        for (uint32_t k = 0; k < n.nargs; k++) {
            DaeExpr a = dae_arg(p, e, k);
            a = a ? made.at[dae_walk_slot(&x->walk, a)] : 0;
            if (n.op == DAE_SEQ) add_statement(p, &args, a);
            else vec_push(&args, a);
        }
        if (n.op == DAE_INITIAL) r = dae_bool(p, true);
        else if (n.op == DAE_TRIGGER) r = dae_bool(p, false);
        else if (n.op == DAE_IF_STMT && dae_is_const(p, args.at[0], &truth)) r = args.at[truth != 0 ? 1 : 2];
        else if (n.nargs == 0) r = e;
        else if (n.op == DAE_SEQ) r = dae_node(p, n, args.at, (uint32_t)args.n);
        else r = dae_with_args(p, n, args.at, n.nargs);
        vec_push(&made, r);
    }
    DaeExpr result = made.at[x->walk.n - 1];
    vec_free(&made);
    vec_free(&args);
    return result;
}

/* Adds root as a piece; holes it does not use are left out.  The outputs of the original in `outs` stay in front. */
static void add_piece(Initial *x, Form *f, DaeExpr root, const uint32_t *outs, uint32_t nout) {
    Dae *d = x->w->dae;
    VecU32 holes = {0};
    for (uint32_t k = 0; k < nout; k++) vec_push(&holes, outs[k]);
    DaeExpr e = dae_renumber(&d->pool, root, &holes);
    Piece piece = {dae_shape_id(d, e, (uint32_t)holes.n, nout), (uint32_t)holes.n, NULL};
    piece.hole = base_copy(d->arena, holes.at, holes.n * sizeof *holes.at);
    vec_push(&f->pieces, piece);
    vec_free(&holes);
}

/* Outputs of an algorithm while it is taken apart. */
typedef struct {
    uint8_t *times; /* how often each is assigned, at most 2 */
    uint8_t *met;   /* named by a statement before the present one */
    uint8_t *alone; /* given by an equation of its own */
    uint32_t nout;
} Outputs;

static void count_target(const DaePool *p, DaeExpr target, uint32_t times, Outputs *o) {
    if (!target) return;
    const DaeNode *n = dae_at(p, target);
    for (uint32_t k = 0; n->op == DAE_ARRAY && k < n->nargs; k++) count_target(p, dae_arg(p, target, k), 2, o);
    if (n->op != DAE_HOLE || n->id >= o->nout) return;
    o->times[n->id] = (uint8_t)(o->times[n->id] + times > 2 ? 2 : o->times[n->id] + times);
}

static void count_targets(Initial *x, DaeExpr s, Outputs *o) {
    const DaePool *p = &x->w->dae->pool;
    dae_walk(&x->walk, p, s);
    for (uint32_t i = 0; i < x->walk.n; i++) {
        DaeExpr e = x->walk.at[i];
        uint32_t op = dae_at(p, e)->op;
        if (op == DAE_ASSIGN) count_target(p, dae_arg(p, e, 0), 1, o);
        for (uint32_t k = 1; op == DAE_ASSIGN_CALL && k < dae_at(p, e)->nargs; k++)
            count_target(p, dae_arg(p, e, k), 2, o);
    }
}

static void meet_holes(Initial *x, DaeExpr e, Outputs *o) {
    const DaePool *p = &x->w->dae->pool;
    dae_walk(&x->walk, p, e);
    for (uint32_t i = 0; i < x->walk.n; i++) {
        const DaeNode *n = dae_at(p, x->walk.at[i]);
        if (n->op == DAE_HOLE && n->id < o->nout) o->met[n->id] = 1;
    }
}

/* Does an expression read outputs other than those that equations of their own give? */
static bool reads_others(Initial *x, DaeExpr e, const Outputs *o) {
    const DaePool *p = &x->w->dae->pool;
    dae_walk(&x->walk, p, e);
    for (uint32_t i = 0; i < x->walk.n; i++) {
        const DaeNode *n = dae_at(p, x->walk.at[i]);
        if (n->op == DAE_HOLE && n->id < o->nout && !o->alone[n->id]) return true;
    }
    return false;
}

/* An assignment to what is assigned nowhere else and was not read before, of what no other statement makes. */
static bool stands_alone(Initial *x, DaeExpr s, const Outputs *o) {
    const DaePool *p = &x->w->dae->pool;
    if (dae_at(p, s)->op != DAE_ASSIGN) return false;
    const DaeNode *target = dae_at(p, dae_arg(p, s, 0));
    if (target->op != DAE_HOLE || target->id >= o->nout || o->times[target->id] != 1 || o->met[target->id])
        return false;
    return !reads_others(x, dae_arg(p, s, 1), o);
}

/* Assignments that stand alone are equations; the rest stays an algorithm.  What nothing assigns keeps its value.  So
 * conditions for what a when assigns find their place, whatever else the algorithm does. */
static void split(Initial *x, Form *f, const VecU32 *statements, uint32_t nout) {
    DaePool *p = &x->w->dae->pool;
    uint8_t *marks = base_realloc(NULL, 3 * (size_t)nout + 1);
    memset(marks, 0, 3 * (size_t)nout + 1);
    Outputs o = {marks, marks + nout, marks + 2 * (size_t)nout, nout};
    VecU32 rest = {0}, outs = {0};
    for (size_t i = 0; i < statements->n; i++) count_targets(x, statements->at[i], &o);
    for (size_t i = 0; i < statements->n; i++) {
        DaeExpr s = statements->at[i];
        if (stands_alone(x, s, &o)) {
            DaeExpr sides[2] = {dae_arg(p, s, 0), dae_arg(p, s, 1)};
            DaeNode head = {.op = DAE_EQUATE, .base = DAE_VOID};
            o.alone[dae_at(p, sides[0])->id] = 1;
            add_piece(x, f, dae_node(p, head, sides, 2), NULL, 0);
        } else {
            vec_push(&rest, s);
        }
        meet_holes(x, s, &o);
    }
    for (uint32_t k = 0; k < nout; k++) {
        if (!o.times[k]) vec_push(&f->kept, k);
        else if (!o.alone[k]) vec_push(&outs, k);
    }
    DaeNode seq = {.op = DAE_SEQ, .base = DAE_VOID};
    if (rest.n)
        add_piece(x, f, rest.n == 1 ? rest.at[0] : dae_node(p, seq, rest.at, (uint32_t)rest.n), outs.at,
                  (uint32_t)outs.n);
    vec_free(&rest);
    vec_free(&outs);
    base_realloc(marks, 0);
}

static uint32_t form_of(Initial *x, uint32_t shape) {
    uint64_t at;
    if (base_map_get(&x->form_of, shape, &at)) return (uint32_t)at;
    DaePool *p = &x->w->dae->pool;
    DaeShape s = x->w->dae->shapes.at[shape];
    Form f = {.same = true};
    if (mentions_phase(x, s.root)) {
        f.same = false;
        DaeExpr root = at_start(x, s.root);
        VecU32 statements = {0};
        add_statement(p, &statements, root);
        if (s.nout == 0) add_piece(x, &f, root, NULL, 0);
        else split(x, &f, &statements, s.nout);
        vec_free(&statements);
    }
    base_map_put(&x->form_of, shape, x->forms.n);
    vec_push(&x->forms, f);
    return (uint32_t)x->forms.n - 1;
}

/* ---- collecting equations ---------------------------------------------------------------------------------------- */

static DaeOperand start_of(Dae *d, DaeVar v) {
    DaeOperand start = d->vars.at[v].start;
    return start == DAE_NO_OPERAND ? dae_constant(d, 0.0) : start;
}

/* The variable that the single row of eq computed while simulating, or its output. */
static void add_matched(Initial *x, DaeEquation eq, DaeVar match) {
    uint32_t nout = x->w->dae->shapes.at[eq.shape].nout;
    vec_push(&x->eqs, eq);
    if (nout == 0) vec_push(&x->first_match, match);
    for (uint32_t k = 0; k < nout; k++) {
        DaeVar v = dae_operands(x->w->dae, &eq)[k];
        bool given = !x->w->implicit ||
                     (v < x->nowner && x->owner[v] != SYM_NONE && match != SYM_NONE && x->owner[v] == x->owner[match]);
        vec_push(&x->first_match, given ? v : SYM_NONE);
    }
}

/* Is v computed at the ticks of a clock only? */
static bool is_clocked(const Initial *x, DaeVar v) {
    const Dae *d = x->w->dae;
    uint64_t partition;
    if (d->vars.at[v].kind != DAE_KIND_DISCRETE || !base_map_get(&d->partition_of, v, &partition)) return false;
    DaeVar tick = sym_representative(x->w, d->partitions.at[partition].tick);
    return tick && tick != v;
}

/* Does eq, which computes v, hold at ticks only?  Variables that symbolic work has added belong to a clock where they
 * read what does, and no state: a method that integrates between ticks has such (discretise.c). */
static bool holds_at_ticks(const Initial *x, const DaeEquation *eq, DaeVar v) {
    const SymWork *w = x->w;
    const Dae *d = w->dae;
    uint64_t partition;
    if (d->partitions.n == 0 || v == SYM_NONE) return false;
    if (is_clocked(x, v)) return true;
    if (v < w->declared.n || base_map_get(&d->partition_of, v, &partition)) return false;
    bool reads_clocked = false;
    for (uint32_t k = 0; k < d->shapes.at[eq->shape].nholes; k++) {
        DaeOperand o = d->operands.at[eq->operands + k];
        if (dae_operand_is_const(o)) continue;
        if (w->role.at[o] & SYM_ROLE_STATE) return false;
        reads_clocked |= is_clocked(x, o);
    }
    return reads_clocked;
}

static void add_value_before_ticks(Initial *x, DaeVar v, uint32_t origin) {
    DaeVar pre = x->w->dae->vars.at[v].pre;
    bool has_pre = pre && !(x->w->role.at[pre] & SYM_ROLE_GONE);
    add_matched(x, sym_equate(x->w, v, has_pre ? pre : start_of(x->w->dae, v), origin), v);
}

static void add_simulation_equation(Initial *x, const DaeEquation *eq, DaeVar match) {
    Dae *d = x->w->dae;
    uint32_t nout = d->shapes.at[eq->shape].nout;
    if (holds_at_ticks(x, eq, nout ? dae_operands(d, eq)[0] : match)) {
        if (nout == 0) add_value_before_ticks(x, match, eq->origin);
        for (uint32_t k = 0; k < nout; k++) add_value_before_ticks(x, d->operands.at[eq->operands + k], eq->origin);
        return;
    }
    uint32_t at = form_of(x, eq->shape);
    if (x->forms.at[at].same) {
        add_matched(x, *eq, match);
        return;
    }
    for (size_t i = 0; i < x->forms.at[at].pieces.n; i++) {
        Piece piece = x->forms.at[at].pieces.at[i];
        DaeEquation made = {piece.shape, (uint32_t)d->operands.n, eq->origin};
        for (uint32_t k = 0; k < piece.n; k++) {
            DaeOperand o = d->operands.at[eq->operands + piece.hole[k]];
            vec_push(&d->operands, o);
        }
        bool was_multi = d->shapes.at[eq->shape].nout > 0;
        add_matched(x, made, was_multi && piece.n ? d->operands.at[made.operands] : match);
    }
    for (size_t i = 0; i < x->forms.at[at].kept.n; i++) {
        DaeVar v = d->operands.at[eq->operands + x->forms.at[at].kept.at[i]];
        DaeVar pre = dae_pre(d, v);
        sym_grow(x->w);
        add_matched(x, sym_equate(x->w, v, pre, eq->origin), v);
    }
}

static void add_simulation(Initial *x) {
    SymWork *w = x->w;
    uint32_t *solves = base_realloc(NULL, (w->eqs.n + 1) * sizeof *solves);
    memset(solves, 0xFF, (w->eqs.n + 1) * sizeof *solves);
    for (DaeVar v = 0; v < x->nowner; v++)
        if (x->owner[v] != SYM_NONE) solves[x->owner[v]] = v;
    vec_reserve(&x->eqs, w->eqs.n + w->initial.n + w->model->states.n);
    for (size_t i = 0; i < w->eqs.n; i++) add_simulation_equation(x, &w->eqs.at[i], solves[i]);
    vec_free(&w->eqs); /* blocks have them by now */
    base_realloc(solves, 0);
    dae_walk_free(&x->walk);
}

static bool is_plain(const SymWork *w, DaeVar v) {
    return !(w->role.at[v] & SYM_ROLE_GONE) && w->dae->vars.at[v].base != DAE_OBJECT;
}

/* pre of what is not discrete in the sense of the language is its own value at the start; an event
 * variable that stands for a declared one has the start of that. */
static void add_pre_equations(Initial *x) {
    SymWork *w = x->w;
    uint32_t n = (uint32_t)w->dae->vars.n;
    for (DaeVar v = 1; v < n; v++) {
        DaeVariable p = w->dae->vars.at[v];
        if (p.kind != DAE_KIND_PRE || !is_plain(w, v)) continue;
        bool discrete = w->dae->vars.at[p.of].kind == DAE_KIND_DISCRETE && (w->role.at[p.of] & SYM_ROLE_UNKNOWN);
        if (discrete) continue;
        bool has_start = w->dae->vars.at[p.of].flags & (DAE_FIXED | DAE_HAS_START);
        bool frozen = w->role.at[p.of] & SYM_ROLE_FROZEN;
        vec_push(&x->eqs, sym_equate(w, v, frozen && has_start ? start_of(w->dae, p.of) : p.of, p.origin));
    }
}

/* A state, or a candidate of a dynamic selection. */
static bool counts_as_state(const SymWork *w, DaeVar v) {
    if (w->role.at[v] & SYM_ROLE_STATE) return true;
    for (size_t i = 0; i < w->model->selections.n; i++)
        for (uint32_t k = 0; k < w->model->selections.at[i].n; k++)
            if (w->model->selections.at[i].x[k] == v) return true;
    return false;
}

/* Start values in force (MLS 3.6, 8.6: continuous x = start, discrete pre(x) = start). */
static void add_fixed_starts(Initial *x) {
    SymWork *w = x->w;
    Dae *d = w->dae;
    uint32_t n = (uint32_t)d->vars.n;
    for (DaeVar v = 1; v < n; v++) {
        DaeVariable p = d->vars.at[v];
        if (!(p.flags & DAE_FIXED) || !is_plain(w, v) || !(w->role.at[v] & SYM_ROLE_UNKNOWN)) continue;
        if (p.kind == DAE_KIND_CONTINUOUS || p.kind == DAE_KIND_DERIVATIVE) {
            if (w->opt.steady_state && counts_as_state(w, v)) continue;
            vec_push(&x->eqs, sym_equate(w, v, start_of(d, v), p.origin));
        } else if (p.kind == DAE_KIND_DISCRETE && p.pre) {
            vec_push(&x->eqs, sym_equate(w, p.pre, start_of(d, v), p.origin));
        }
    }
}

static void find_unknowns(Initial *x) {
    SymWork *w = x->w;
    const Dae *d = w->dae;
    vec_clear(&x->unknown);
    (void)vec_extend(&x->unknown, d->vars.n);
    for (size_t i = 0; i < x->eqs.n; i++) {
        const DaeEquation *eq = &x->eqs.at[i];
        for (uint32_t k = 0; k < d->shapes.at[eq->shape].nholes; k++) {
            DaeOperand o = d->operands.at[eq->operands + k];
            if (dae_operand_is_const(o)) continue;
            x->unknown.at[o] = (w->role.at[o] & (SYM_ROLE_UNKNOWN | SYM_ROLE_LATE)) ||
                               (d->vars.at[o].kind == DAE_KIND_PRE && is_plain(w, o));
        }
    }
    for (size_t i = 0; i < w->model->states.n; i++) x->unknown.at[w->model->states.at[i].x] = 1;
    for (size_t i = 0; i < w->weak.n; i++) x->unknown.at[dae_operands(d, &w->weak.at[i])[0]] = 1;
}

/* ---- matching ---------------------------------------------------------------------------------------------------- */

static void add_row(Initial *x, uint32_t eq) {
    uint32_t n = sym_add_rows(x->w, &x->eqs.at[eq], x->unknown.at, true, &x->g);
    for (uint32_t k = 0; k < n; k++) {
        vec_push(&x->row_eq, eq);
        vec_push(&x->row_match, SYM_NONE);
    }
}

static bool match_row(Initial *x, uint32_t row) {
    return sym_augment(&x->g, &x->search, row, NULL, true, x->row_match.at, x->col_match.at);
}

/* Row r is one too many.  The search for a place visited the columns of a minimal over-determined set: the conditions
 * among its rows are those that r is in conflict with. */
static void add_check(Initial *x, uint32_t row) {
    SymModel *m = x->w->model;
    enum { MOST_CONFLICTS = 20 };
    uint32_t check = (uint32_t)m->initial_checks.n, named = 0;
    vec_push(&m->initial_checks, x->eqs.at[x->row_eq.at[row]]);
    x->search.now++; /* marks kept from other searches would hide a part of the set */
    (void)match_row(x, row);
    for (size_t i = 0; i < x->search.seen.n && named < MOST_CONFLICTS; i++) {
        uint32_t other = x->col_match.at[x->search.seen.at[i]];
        if (other == SYM_NONE || x->row_eq.at[other] < x->first_condition) continue;
        SymConflict c = {check, x->eqs.at[x->row_eq.at[other]]};
        vec_push(&m->initial_conflicts, c);
        named++;
    }
}

static bool is_multi(const Initial *x, uint32_t row) {
    return x->w->dae->shapes.at[x->eqs.at[x->row_eq.at[row]].shape].nout > 0;
}

/* Looks for a place for each row that has none; true when all conditions found one. */
static bool place_rows(Initial *x) {
    uint32_t rows = sym_graph_rows(&x->g);
    bool all = true;
    for (uint32_t r = 0; r < rows; r++) /* one output of several is not left out as easily as a condition of its own */
        if (x->row_match.at[r] == SYM_NONE && is_multi(x, r)) (void)match_row(x, r);
    for (uint32_t r = 0; r < rows; r++)
        if (x->row_match.at[r] == SYM_NONE && !is_multi(x, r)) all &= match_row(x, r);
    return all;
}

/* Conditions are left over: where they give a result of an algorithm or call with several, its arguments may be found
 * from them.  The matching stays.  false when there is no such equation. */
static bool invert_groups(Initial *x) {
    bool any = false;
    for (uint32_t r = 0; r < x->row_match.n && !any; r++) any = is_multi(x, r);
    if (!any) return false;
    x->w->implicit = true;
    sym_graph_free(&x->g);
    sym_graph_init(&x->g);
    for (uint32_t i = 0; i < x->eqs.n; i++) (void)sym_add_rows(x->w, &x->eqs.at[i], x->unknown.at, true, &x->g);
    x->search.now++; /* what no search could use before may be used now */
    return true;
}

/* The simulation equations keep their matching; the others find their places around it. */
static void match_given(Initial *x) {
    Dae *d = x->w->dae;
    vec_reserve(&x->row_eq, x->eqs.n);
    vec_reserve(&x->row_match, x->eqs.n);
    vec_reserve(&x->g.ptr, x->eqs.n + 1);
    for (uint32_t i = 0; i < x->eqs.n; i++) add_row(x, i);
    vec_reserve(&x->col_match, d->vars.n);
    x->col_match.n = d->vars.n;
    memset(x->col_match.at, 0xFF, d->vars.n * sizeof(uint32_t));
    for (uint32_t r = 0; r < x->first_match.n; r++) {
        DaeVar v = x->first_match.at[r];
        bool adjacent = false;
        for (uint32_t k = x->g.ptr.at[r]; k < x->g.ptr.at[r + 1]; k++) adjacent |= x->g.col.at[k] == v;
        if (!adjacent || x->col_match.at[v] != SYM_NONE) continue;
        x->row_match.at[r] = v;
        x->col_match.at[v] = r;
    }
    sym_search_init(&x->search, (uint32_t)d->vars.n);
    bool all = place_rows(x);
    if (!all && !x->w->implicit && invert_groups(x)) all = place_rows(x);
    for (uint32_t r = 0; r < x->row_match.n && !all; r++)
        if (x->row_match.at[r] == SYM_NONE && !is_multi(x, r)) add_check(x, r);
}

static bool computes(const Initial *x, uint32_t eq, DaeVar v) {
    return v < x->col_match.n && x->col_match.at[v] != SYM_NONE && x->row_eq.at[x->col_match.at[v]] == eq;
}

/* Outputs of an algorithm or call that are known from elsewhere: computed into variables of their own, which must
 * agree. */
static void divert_outputs(Initial *x, uint32_t eq) {
    SymWork *w = x->w;
    Dae *d = w->dae;
    uint32_t n = d->shapes.at[x->eqs.at[eq].shape].nholes, nout = d->shapes.at[x->eqs.at[eq].shape].nout;
    uint32_t from = x->eqs.at[eq].operands, to = (uint32_t)d->operands.n;
    for (uint32_t k = 0; k < n; k++) {
        DaeOperand o = d->operands.at[from + k];
        vec_push(&d->operands, o);
    }
    x->eqs.at[eq].operands = to;
    for (uint32_t k = 0; k < nout; k++) {
        DaeVar old = d->operands.at[to + k];
        if (!x->unknown.at[old] || computes(x, eq, old)) continue;
        DaeVar made = sym_own_value(w, old);
        d->operands.at[to + k] = made;
        vec_push(&w->model->initial_checks, sym_equate(w, old, made, x->eqs.at[eq].origin));
        while (x->col_match.n < d->vars.n) vec_push(&x->col_match, SYM_NONE);
        for (uint32_t r = 0; r < x->row_match.n; r++) {
            if (x->row_eq.at[r] != eq || x->row_match.at[r] != SYM_NONE) continue;
            x->row_match.at[r] = made;
            x->col_match.at[made] = r;
            break;
        }
    }
}

static void divert_unplaced(Initial *x) {
    uint32_t done = SYM_NONE; /* rows of an equation follow each other */
    for (uint32_t r = 0; r < x->row_match.n; r++) {
        if (x->row_match.at[r] != SYM_NONE || !is_multi(x, r) || x->row_eq.at[r] == done) continue;
        done = x->row_eq.at[r];
        divert_outputs(x, done);
    }
}

/* Conditions that contain v. */
static void note_conditions(const Initial *x, DaeVar v, Diag *diag) {
    const Dae *d = x->w->dae;
    for (size_t i = 0; i < x->w->initial.n; i++)
        if (sym_hole_of(d, &x->w->initial.at[i], v) != SYM_NONE)
            base_note(x->w->ctx, diag, sym_span(d, x->w->initial.at[i].origin), "%s",
                      sym_eq_text(x->w, &x->w->initial.at[i]));
}

/* One more condition, about v, when it is not implied by the others. */
static bool try_equation(Initial *x, DaeVar v, DaeEquation eq) {
    vec_push(&x->eqs, eq);
    sym_graph_edge(&x->g, v);
    sym_graph_close_row(&x->g);
    vec_push(&x->row_eq, (uint32_t)x->eqs.n - 1);
    vec_push(&x->row_match, SYM_NONE);
    if (match_row(x, (uint32_t)x->row_match.n - 1)) return true;
    (void)vec_pop(&x->eqs);
    (void)vec_pop(&x->row_eq);
    (void)vec_pop(&x->row_match);
    (void)vec_pop(&x->g.ptr);
    (void)vec_pop(&x->g.col);
    return false;
}

/* v = value. */
static bool try_condition(Initial *x, DaeVar v, DaeOperand value) {
    if (!x->unknown.at[v]) return false;
    size_t ops = x->w->dae->operands.n;
    if (try_equation(x, v, sym_equate(x->w, v, value, x->w->dae->vars.at[v].origin))) return true;
    x->w->dae->operands.n = ops;
    return false;
}

/* The value that a parameter is not solved from is the best guess that there is for it. */
static void guess_from(Dae *d, DaeVar v, const DaeEquation *eq) {
    const DaePool *p = &d->pool;
    DaeExpr root = d->shapes.at[eq->shape].root;
    if (dae_at(p, root)->op != DAE_EQUATE || d->vars.at[v].flags & DAE_HAS_START) return;
    const DaeNode *value = dae_at(p, dae_arg(p, root, 1));
    double c;
    DaeOperand o = value->op == DAE_HOLE                      ? dae_operands(d, eq)[value->id]
                   : dae_is_const(p, dae_arg(p, root, 1), &c) ? dae_constant(d, c)
                                                              : DAE_NO_OPERAND;
    if (o == DAE_NO_OPERAND || !dae_operand_is_const(o)) return;
    d->vars.at[v].start = o;
    d->vars.at[v].flags |= DAE_HAS_START;
}

/* Parameters with fixed = false that have a value of their own are solved from it (MLS 3.6, 8.6), unless initial
 * equations determine them: a base class gave the value, and what extends it wants it to be found. */
static void complete_bindings(Initial *x) {
    SymWork *w = x->w;
    for (size_t i = 0; i < w->weak.n; i++) {
        DaeEquation eq = w->weak.at[i];
        DaeVar v = dae_operands(w->dae, &eq)[0];
        if (try_equation(x, v, eq)) continue;
        guess_from(w->dae, v, &eq);
        Diag *diag = base_warning(w->ctx, "SYM0103", sym_span(w->dae, eq.origin),
                                  "%s has fixed = false and is determined by initial equations: its value %s is not "
                                  "used",
                                  sym_var_text(w, v), sym_eq_text(w, &eq));
        dae_about_variable(w->dae, w->ctx, diag, v);
        note_conditions(x, v, diag);
        base_hint(w->ctx, diag, "remove the value, or the initial equation (MLS 8.6)");
    }
}

/* u = v, both unknown: what either is stays open. */
static bool is_equality(const Initial *x, const DaeEquation *eq) {
    const Dae *d = x->w->dae;
    DaeExpr root = d->shapes.at[eq->shape].root;
    if (d->shapes.at[eq->shape].nholes != 2 || dae_at(&d->pool, root)->op != DAE_EQUATE) return false;
    for (uint32_t k = 0; k < 2; k++) {
        DaeOperand o = dae_operands(d, eq)[k];
        if (dae_at(&d->pool, dae_arg(&d->pool, root, k))->op != DAE_HOLE) return false;
        if (dae_operand_is_const(o) || !x->unknown.at[o]) return false;
    }
    return true;
}

/* What is given about a variable. */
enum {
    NAMED = 1,   /* initial equations name it */
    GIVEN = 2,   /* ... which say more than that it is equal to another */
    REACHED = 4, /* a condition has found its place there, the nearest that was open */
};

static void mark_given(const Initial *x, uint8_t *given) {
    const Dae *d = x->w->dae;
    for (DaeVar v = 1; v < d->vars.n; v++) given[v] = x->col_match.at[v] == SYM_NONE ? 0 : REACHED;
    for (size_t i = 0; i < x->w->initial.n; i++) {
        const DaeEquation *eq = &x->w->initial.at[i];
        uint8_t how = is_equality(x, eq) ? NAMED : NAMED | GIVEN;
        for (uint32_t k = 0; k < d->shapes.at[eq->shape].nholes; k++) {
            DaeOperand o = dae_operands(d, eq)[k];
            if (!dae_operand_is_const(o)) given[o] |= how;
        }
    }
}

/* States with initial equations of their own, for the value or the derivative, come behind those without: one condition
 * for each is what was meant.  Where that leads to nothing (SymOptions.open_first), those at which a condition has
 * found its place come behind those where none has, too: that the acceleration of a piston is zero may be meant for the
 * pressure behind it, and not for that of a motor which turns all of it. */
enum { LAST_TURN = 2 };

static int turn_of(const Initial *x, const SymState *s, const uint8_t *given) {
    uint8_t own = given[s->x], all = own | given[s->dx];
    if (!x->w->opt.open_first) return all & NAMED ? LAST_TURN : 0;
    return all & GIVEN ? LAST_TURN : own & REACHED ? 1 : 0;
}

/* The derivative of v must be zero after initialisation. */
static void check_rest(SymWork *w, DaeVar v) {
    Dae *d = w->dae;
    DaeEquation rest = sym_equate(w, d->vars.at[v].derivative, dae_constant(d, 0.0), d->vars.at[v].origin);
    vec_push(&w->model->initial_checks, sym_apply(w, rest));
}

static void complete_states(Initial *x, bool with_start, const uint8_t *given, int turn) {
    SymWork *w = x->w;
    Dae *d = w->dae;
    for (size_t i = 0; i < w->model->states.n; i++) {
        SymState s = w->model->states.at[i];
        bool has = d->vars.at[s.x].flags & DAE_HAS_START;
        if (has != with_start || (s.why == SYM_WHY_DYNAMIC && !w->opt.steady_state)) continue;
        if (turn_of(x, &s, given) != turn) continue;
        /* where it cannot be a condition it follows from others, or there is no steady state */
        if (w->opt.steady_state) {
            if (!try_condition(x, s.dx, dae_constant(d, 0.0))) check_rest(w, s.x);
            continue;
        }
        if (d->vars.at[s.x].flags & DAE_FIXED) continue;
        bool placed = try_condition(x, s.x, start_of(d, s.x));
        if (placed) vec_push(&w->model->init_guess_fixed, s.x);
        x->displaced |= placed && (given[s.x] & REACHED);
        w->model->counts.other_starts |= !placed && x->displaced && !(given[s.x] & (REACHED | GIVEN));
    }
}

/* A state that stands for an expression, der(x*y), has no start value of its own: those of the variables in it are what
 * was given. */
static void complete_expressions(Initial *x) {
    SymWork *w = x->w;
    Dae *d = w->dae;
    uint8_t *wanted = base_realloc(NULL, d->vars.n + 1);
    bool any = false;
    memset(wanted, 0, d->vars.n + 1);
    for (size_t i = 0; i < w->model->states.n; i++) {
        DaeVar v = w->model->states.at[i].x;
        wanted[v] = (d->vars.at[v].flags & (DAE_HIDDEN | DAE_HAS_START | DAE_FIXED)) == DAE_HIDDEN &&
                    w->model->states.at[i].why != SYM_WHY_DYNAMIC;
        any |= wanted[v];
    }
    for (size_t i = 0, n = any ? x->eqs.n : 0; i < n; i++) {
        DaeEquation eq = x->eqs.at[i];
        uint32_t nholes = d->shapes.at[eq.shape].nholes;
        bool holds = false;
        for (uint32_t k = 0; k < nholes; k++) {
            DaeOperand o = dae_operands(d, &eq)[k];
            holds |= !dae_operand_is_const(o) && wanted[o];
        }
        for (uint32_t k = 0; k < nholes && holds; k++) {
            DaeOperand o = dae_operands(d, &eq)[k];
            if (dae_operand_is_const(o) || (d->vars.at[o].flags & (DAE_HAS_START | DAE_FIXED)) != DAE_HAS_START)
                continue;
            bool real = d->vars.at[o].kind == DAE_KIND_CONTINUOUS || d->vars.at[o].kind == DAE_KIND_DERIVATIVE;
            if (real && try_condition(x, o, start_of(d, o))) vec_push(&w->model->init_guess_fixed, o);
        }
    }
    base_realloc(wanted, 0);
}

/* The component that v is a variable of, from 1 (the model itself); 0 for what symbolic work has added. */
static uint64_t component_of(const Dae *d, DaeVar v) {
    return d->vars.at[v].flags & DAE_HIDDEN ? 0 : (uint64_t)d->names.at[d->vars.at[v].name].parent + 1;
}

/* Components that have states without start value. */
static Map components_without_start(const Initial *x) {
    const Dae *d = x->w->dae;
    Map components = {0};
    for (size_t i = 0; i < x->w->model->states.n; i++) {
        DaeVar v = x->w->model->states.at[i].x;
        if (d->vars.at[v].flags & (DAE_HAS_START | DAE_FIXED)) continue;
        if (component_of(d, v)) base_map_put(&components, component_of(d, v), 1);
    }
    return components;
}

/* What was meant to be a state, and has a start value, says more about the beginning than a state without one.  First
 * of all about that of its own component: the mass of a tank follows from its level, and not from the pressure of a
 * pipe that happens to be connected.  Then what index reduction might have chosen there: where mass and energy of a
 * tank are differentiated, and only its level has a start value, that is what was given. */
static void complete_preferred(Initial *x) {
    enum { MEANT_NEAR, MEANT, DIFFERENTIATED_NEAR, TURNS };
    SymWork *w = x->w;
    Dae *d = w->dae;
    Map components = components_without_start(x);
    for (int turn = 0; turn < TURNS; turn++)
        for (DaeVar v = 1, n = (DaeVar)d->vars.n; v < n; v++) {
            DaeVariable p = d->vars.at[v];
            if (p.kind != DAE_KIND_CONTINUOUS || (p.flags & (DAE_HAS_START | DAE_FIXED)) != DAE_HAS_START) continue;
            DaeStateSelect select = sym_state_select(d, v);
            bool meant = select >= DAE_SS_PREFER, differentiated = p.derivative && select == DAE_SS_DEFAULT;
            if (!x->unknown.at[v] || !(turn == DIFFERENTIATED_NEAR ? differentiated : meant)) continue;
            if (turn != MEANT && !base_map_get(&components, component_of(d, v), NULL)) continue;
            if (try_condition(x, v, start_of(d, v))) vec_push(&w->model->init_guess_fixed, v);
        }
    base_map_free(&components);
}

/* Candidates of dynamic selections count as states; first of all those that are states with the start values. */
static void complete_candidates(Initial *x, bool with_start) {
    SymWork *w = x->w;
    Dae *d = w->dae;
    for (int states = 1; states >= 0; states--)
        for (size_t i = 0; i < w->model->selections.n; i++) {
            const SymSelection *s = &w->model->selections.at[i];
            for (uint32_t k = 0; k < (states ? s->nstates : s->n); k++) {
                DaeVar v = s->x[states ? s->begin[k] : k];
                bool has = d->vars.at[v].flags & DAE_HAS_START;
                if (w->opt.steady_state && has == with_start && !states) check_rest(w, v);
                if (has != with_start || (d->vars.at[v].flags & DAE_FIXED)) continue;
                if (try_condition(x, v, start_of(d, v))) vec_push(&w->model->init_guess_fixed, v);
            }
        }
}

/* A discrete variable of the user's whose value before the first event is asked for, but not given. */
static bool lacks_start(const Dae *d, DaeVar v) {
    return !(d->vars.at[v].flags & (DAE_HAS_START | DAE_HIDDEN | DAE_FIXED));
}

/* Conditions that are missing: starts of states, pre values, parameters to be found, whatever is
 * left. */
static void complete(Initial *x) {
    SymWork *w = x->w;
    Dae *d = w->dae;
    uint32_t n = (uint32_t)d->vars.n;
    uint8_t *given = base_realloc(NULL, n + 1);
    memset(given, 0, n + 1);
    mark_given(x, given);
    complete_bindings(x);
    for (int with_start = 1; with_start >= 0; with_start--) {
        for (int turn = 0; turn <= LAST_TURN; turn++) complete_states(x, with_start, given, turn);
        if (!w->opt.steady_state) complete_candidates(x, with_start);
        if (!w->opt.steady_state && with_start) {
            complete_preferred(x);
            complete_expressions(x);
        }
    }
    /* what rest leaves open */
    for (int with_start = 1; with_start >= 0 && w->opt.steady_state; with_start--) complete_candidates(x, with_start);
    base_realloc(given, 0);
    for (int round = 0; round < 3; round++)
        for (DaeVar v = 1; v < n; v++) {
            if (!x->unknown.at[v] || x->col_match.at[v] != SYM_NONE) continue;
            DaeVariable p = d->vars.at[v];
            bool is_pre = p.kind == DAE_KIND_PRE, has_start = p.flags & DAE_HAS_START;
            if (round == 0 ? !is_pre : round == 1 ? !has_start : false) continue;
            if (!try_condition(x, v, start_of(d, is_pre ? p.of : v))) continue;
            if (is_pre) d->vars.at[v].flags |= DAE_FIXED; /* it begins with the start value */
            if (!is_pre || lacks_start(d, p.of)) vec_push(&w->model->init_guess_fixed, is_pre ? p.of : v);
        }
}

/* ---- what does not change at the start --------------------------------------------------------------------------- */

/* Row r has lost the variable that it computes. */
static bool lost_match(const Initial *x, const SymGraph *g, uint32_t r) {
    for (uint32_t k = g->ptr.at[r]; k < g->ptr.at[r + 1]; k++)
        if (g->col.at[k] == x->row_match.at[r]) return false;
    return x->row_match.at[r] != SYM_NONE;
}

/* Finds other places for rows of g, which has fewer entries than x->g had; false: there are none for all of them. */
static bool match_again(Initial *x, const SymGraph *g) {
    VecU32 open = {0};
    bool ok = sym_graph_rows(g) == x->row_match.n;
    for (uint32_t r = 0; ok && r < x->row_match.n; r++) {
        if (!lost_match(x, g, r)) continue;
        x->col_match.at[x->row_match.at[r]] = SYM_NONE;
        x->row_match.at[r] = SYM_NONE;
        vec_push(&open, r);
    }
    x->search.now++;
    for (size_t i = 0; ok && i < open.n; i++)
        ok = sym_augment(g, &x->search, open.at[i], NULL, true, x->row_match.at, x->col_match.at);
    vec_free(&open);
    return ok;
}

/* Which start values are taken has been decided: equations lose what zeros multiply, as long as they still determine
 * the same unknowns. */
static void simplify(Initial *x) {
    DaeEquations still = {0};
    VecU32 rows = {0}, columns = {0};
    SymGraph g;
    if (!sym_stand_still(x->w, &x->eqs, x->first_condition, &still)) return;
    sym_graph_init(&g);
    for (size_t i = 0; i < x->row_match.n; i++) vec_push(&rows, x->row_match.at[i]);
    for (size_t i = 0; i < x->col_match.n; i++) vec_push(&columns, x->col_match.at[i]);
    for (size_t i = 0; i < still.n; i++) (void)sym_add_rows(x->w, &still.at[i], x->unknown.at, true, &g);
    if (match_again(x, &g)) {
        memcpy(x->eqs.at, still.at, still.n * sizeof *still.at);
    } else {
        memcpy(x->row_match.at, rows.at, rows.n * sizeof *rows.at);
        memcpy(x->col_match.at, columns.at, columns.n * sizeof *columns.at);
    }
    vec_free(&still);
    vec_free(&rows);
    vec_free(&columns);
    sym_graph_free(&g);
}

/* ---- the pass ---------------------------------------------------------------------------------------------------- */

/* Leaves out equations whose row found no place; owner gets who computes what. */
static uint32_t *settle(Initial *x) {
    size_t nvars = x->w->dae->vars.n, kept = 0;
    uint32_t *number = base_realloc(NULL, (x->eqs.n + 1) * sizeof *number);
    memset(number, 0, (x->eqs.n + 1) * sizeof *number);
    for (size_t r = 0; r < x->row_match.n; r++)
        if (x->row_match.at[r] != SYM_NONE) number[x->row_eq.at[r]] = 1;
    for (size_t i = 0; i < x->eqs.n; i++) {
        if (!number[i]) continue;
        number[i] = (uint32_t)kept;
        x->eqs.at[kept++] = x->eqs.at[i];
    }
    x->eqs.n = kept;
    uint32_t *owner = base_realloc(NULL, (nvars + 1) * sizeof *owner);
    for (size_t v = 0; v < nvars; v++)
        owner[v] =
            v < x->col_match.n && x->col_match.at[v] != SYM_NONE ? number[x->row_eq.at[x->col_match.at[v]]] : SYM_NONE;
    base_realloc(number, 0);
    return owner;
}

/* What only the search for a matching needs, then the matching itself: before sorting takes memory of its own. */
static void release_search(Initial *x) {
    vec_free(&x->first_match);
    sym_graph_free(&x->g);
    vec_free(&x->unknown);
    sym_search_free(&x->search);
}

static void release_matching(Initial *x) {
    vec_free(&x->row_eq);
    vec_free(&x->row_match);
    vec_free(&x->col_match);
}

static void release(Initial *x) {
    for (size_t i = 0; i < x->forms.n; i++) {
        vec_free(&x->forms.at[i].pieces);
        vec_free(&x->forms.at[i].kept);
    }
    vec_free(&x->forms);
    base_map_free(&x->form_of);
    vec_free(&x->eqs);
}

/* The two sides of v = u, in a fixed order. */
static void order_sides(const Dae *d, const DaeEquation *eq, DaeOperand *o) {
    const DaePool *p = &d->pool;
    DaeExpr root = d->shapes.at[eq->shape].root;
    if (d->shapes.at[eq->shape].nholes != 2 || dae_at(p, root)->op != DAE_EQUATE || o[0] < o[1]) return;
    if (dae_at(p, dae_arg(p, root, 0))->op != DAE_HOLE || dae_at(p, dae_arg(p, root, 1))->op != DAE_HOLE) return;
    DaeOperand first = o[0];
    o[0] = o[1];
    o[1] = first;
}

/* A condition that was given before, word by word: a class repeats what its base class says. */
static bool is_repeated(const Initial *x, Map *seen, uint32_t at) {
    const Dae *d = x->w->dae;
    const DaeEquation *eq = &x->w->initial.at[at];
    DaeShape s = d->shapes.at[eq->shape];
    enum { MOST = 16 };
    if (s.nout || s.nholes > MOST) return false;
    DaeOperand o[MOST], other[MOST];
    memcpy(o, dae_operands(d, eq), s.nholes * sizeof *o);
    order_sides(d, eq, o);
    uint64_t key = base_hash(o, s.nholes * sizeof *o, eq->shape + 1), found;
    if (!base_map_get(seen, key, &found)) {
        base_map_put(seen, key, at);
        return false;
    }
    const DaeEquation *before = &x->w->initial.at[found];
    if (before->shape != eq->shape) return false;
    memcpy(other, dae_operands(d, before), s.nholes * sizeof *other);
    order_sides(d, before, other);
    return memcmp(o, other, s.nholes * sizeof *o) == 0;
}

static void add_given(Initial *x) {
    Map seen = {0};
    for (uint32_t i = 0; i < x->w->initial.n; i++)
        if (!is_repeated(x, &seen, i)) vec_push(&x->eqs, x->w->initial.at[i]);
    base_map_free(&seen);
}

bool sym_initial(SymWork *w, const uint32_t *owner, uint32_t nowner) {
    Initial x = {.w = w, .owner = owner, .nowner = nowner};
    sym_graph_init(&x.g);
    add_simulation(&x);
    x.first_condition = (uint32_t)x.eqs.n;
    add_given(&x);
    add_pre_equations(&x);
    add_fixed_starts(&x);
    find_unknowns(&x);
    match_given(&x);
    complete(&x);
    simplify(&x);
    divert_unplaced(&x);
    release_search(&x);
    uint32_t *computed_by = settle(&x);
    release_matching(&x);
    sym_trim(w);
    bool ok = sym_sort(w, &x.eqs, computed_by, &w->model->initial);
    base_realloc(computed_by, 0);
    release(&x);
    return ok;
}
