/* tear.c - makes a system of one strong component: tearing, linearity, pattern.
 *
 * Before: equations that depend on each other in a circle, and the variables they compute.  After:
 * a SymSystem: given its iteration variables the inner equations are plain assignments, and as many
 * residuals remain as there are iteration variables.
 *
 * An equation is solved for a variable only where that needs a division by a literal or a parameter
 * expression: tearing must not bring in a zero pivot.  It must not bring in an unstable recursion
 * either (a torn tridiagonal system is one): the growth of an error along the inner equations is
 * estimated, and where it would exceed max_growth the variable becomes an iteration variable
 * instead.  Small components try every variable and count what follows from it; large ones go by
 * degree; what stays large and would fill in is kept whole and sparse.
 */
#include "symbolic/symbolic_impl.h"

#include <stdlib.h>
#include <string.h>

enum { OPEN, TORN, INNER };
enum { MANY = 200 };                        /* iteration variables from which fill-in is looked at */
static const uint64_t TRIAL_WORK = 3000000; /* variables times edges up to which every variable is tried */
static const uint64_t PATTERN_WORK = 50000000;
static const uint32_t WHOLE_FROM = 60; /* equations from which a sparse matrix may be the better one */
static const uint32_t INTEGRATED_FROM =
    150;                               /* equations from which the integrator takes unknowns of a system as its own */
static const uint32_t NEST_FROM = 6;   /* equations from which a system may have others inside */
static const uint32_t GROWTH_FROM = 3; /* components smaller than this cannot grow much */

typedef struct {
    SymWork *w;
    const DaeEquation *eqs;
    const DaeVar *vars;
    uint32_t n, nvars;
    SymGraph g, by_var;          /* equation -> local variables (EQUATE: all; multi: inputs then outputs),
                              and back */
    VecU32 hole;                 /* hole of each edge of g */
    VEC(uint8_t) solvable;       /* per edge of g: 1 may be solved for it inside */
    SymCoefficient *coefficient; /* per edge of g (growth.c) */
    uint8_t *eq_state, *var_state;
    uint32_t *open;  /* open variables per equation (multi: open inputs) */
    SymProbe *probe; /* per variable */
    VecU32 queue;    /* equations to look at */
    VecU32 order;    /* inner equations in order */
    VecU32 solved;   /* per equation: edge of g it is solved for, or SYM_NONE (multi) */
    VecU32 giver;    /* per variable: the multi-equation that gives it, or SYM_NONE */
    VecU32 torn;     /* iteration variables */
    VecU32 log;      /* variables assigned, in order: for taking back */
    bool at_start;   /* a system of initialisation */
    bool whole;      /* keep everything but multi-equations as residuals */
} Tear;

static uint32_t nout_of(const Tear *t, uint32_t e) { return t->w->dae->shapes.at[t->eqs[e].shape].nout; }

static bool is_real(const Tear *t, uint32_t v) { return t->w->dae->vars.at[t->vars[v]].base == DAE_REAL; }

/* ---- setting up -------------------------------------------------------------------------------------------------- */

enum { FEW_VARIABLES = 8 }; /* are looked through */

static void number_variables(const Tear *t) {
    VecU32 *local = &t->w->local;
    if (t->nvars <= FEW_VARIABLES) return;
    while (local->n < t->w->dae->vars.n) vec_push(local, SYM_NONE);
    for (uint32_t i = 0; i < t->nvars; i++) local->at[t->vars[i]] = i;
}

/* Number of v among the variables of the component, or SYM_NONE. */
static inline uint32_t local_number(const Tear *t, DaeVar v) {
    if (t->nvars > FEW_VARIABLES) return t->w->local.at[v];
    for (uint32_t i = 0; i < t->nvars; i++)
        if (t->vars[i] == v) return i;
    return SYM_NONE;
}

static void forget_numbers(const Tear *t) {
    if (t->nvars <= FEW_VARIABLES) return;
    for (uint32_t i = 0; i < t->nvars; i++) t->w->local.at[t->vars[i]] = SYM_NONE;
}

static void build(Tear *t) {
    SymWork *w = t->w;
    const Dae *d = w->dae;
    number_variables(t);
    sym_graph_init(&t->g);
    for (uint32_t e = 0; e < t->n; e++) {
        const DaeEquation *eq = &t->eqs[e];
        uint32_t n = d->shapes.at[eq->shape].nholes, nout = nout_of(t, e);
        bool real = nout == 0 && sym_facts(w, eq->shape)->base == DAE_REAL;
        for (uint32_t k = 0; k < n; k++) {
            DaeOperand o = d->operands.at[eq->operands + k];
            uint32_t v = dae_operand_is_const(o) ? SYM_NONE : local_number(t, o);
            if (v == SYM_NONE) continue;
            sym_graph_edge(&t->g, v);
            vec_push(&t->hole, k);
            bool may = false;
            const uint32_t *map;
            if (nout) may = false;
            else if (real)
                may = d->vars.at[o].base == DAE_REAL &&
                      (sym_safe_to_solve(w, eq, k, true) || alg_solved_by_inverse(w->memo, eq->shape, k));
            else may = d->vars.at[o].base != DAE_REAL && alg_solved_shape(w->memo, eq->shape, k, &map) != UINT32_MAX;
            vec_push(&t->solvable, may);
        }
        sym_graph_close_row(&t->g);
    }
    forget_numbers(t);
    sym_graph_transpose(&t->g, t->nvars, &t->by_var);
    t->eq_state = base_realloc(NULL, t->n + 1);
    t->var_state = base_realloc(NULL, t->nvars + 1);
    t->open = base_realloc(NULL, (t->n + 1) * sizeof *t->open);
    t->probe = base_realloc(NULL, (t->nvars + 1) * sizeof *t->probe);
    t->coefficient = base_realloc(NULL, (t->g.col.n + 1) * sizeof *t->coefficient);
    if (t->n >= GROWTH_FROM) sym_coefficients(w, t->eqs, t->n, t->nvars, &t->g, &t->by_var, t->hole.at, t->coefficient);
    (void)vec_extend(&t->solved, t->n);
    (void)vec_extend(&t->giver, t->nvars);
}

static void start_over(Tear *t) {
    memset(t->eq_state, OPEN, t->n);
    memset(t->var_state, OPEN, t->nvars);
    memset(t->solved.at, 0xFF, t->n * sizeof *t->solved.at);
    memset(t->giver.at, 0xFF, t->nvars * sizeof *t->giver.at);
    for (uint32_t v = 0; v < t->nvars; v++) t->probe[v] = sym_probe(v);
    for (uint32_t e = 0; e < t->n; e++) {
        uint32_t nout = nout_of(t, e);
        t->open[e] = 0;
        for (uint32_t k = t->g.ptr.at[e]; k < t->g.ptr.at[e + 1]; k++) t->open[e] += t->hole.at[k] >= nout;
    }
    vec_clear(&t->queue);
    vec_clear(&t->order);
    vec_clear(&t->torn);
    vec_clear(&t->log);
    for (uint32_t e = 0; e < t->n; e++)
        if (t->open[e] == (nout_of(t, e) ? 0 : 1)) vec_push(&t->queue, e);
}

static void release(Tear *t) {
    sym_graph_free(&t->g);
    sym_graph_free(&t->by_var);
    vec_free(&t->hole);
    vec_free(&t->solvable);
    base_realloc(t->eq_state, 0);
    base_realloc(t->var_state, 0);
    base_realloc(t->open, 0);
    base_realloc(t->probe, 0);
    base_realloc(t->coefficient, 0);
    vec_free(&t->queue);
    vec_free(&t->order);
    vec_free(&t->solved);
    vec_free(&t->giver);
    vec_free(&t->torn);
    vec_free(&t->log);
}

/* ---- propagation ------------------------------------------------------------------------------------------------- */

static void assign_var(Tear *t, uint32_t v, uint8_t state) {
    t->var_state[v] = state;
    vec_push(&t->log, v);
    for (uint32_t k = t->by_var.ptr.at[v]; k < t->by_var.ptr.at[v + 1]; k++) {
        uint32_t e = t->by_var.col.at[k];
        uint32_t nout = nout_of(t, e);
        if (nout) {
            bool is_input = false;
            for (uint32_t j = t->g.ptr.at[e]; j < t->g.ptr.at[e + 1]; j++)
                is_input |= t->g.col.at[j] == v && t->hole.at[j] >= nout;
            if (!is_input) continue;
        }
        t->open[e]--;
        if (t->eq_state[e] == OPEN && t->open[e] == (nout ? 0 : 1)) vec_push(&t->queue, e);
    }
}

static void solve_multi(Tear *t, uint32_t e) {
    t->eq_state[e] = INNER;
    vec_push(&t->order, e);
    uint32_t nout = nout_of(t, e);
    for (uint32_t k = t->g.ptr.at[e]; k < t->g.ptr.at[e + 1]; k++) {
        uint32_t v = t->g.col.at[k];
        if (t->hole.at[k] < nout && t->var_state[v] == OPEN) {
            t->giver.at[v] = e;
            assign_var(t, v, INNER);
        }
    }
}

/* Everything that follows from what is assigned.  trial: no look at growth. */
static void propagate(Tear *t, bool trial) {
    while (t->queue.n) {
        uint32_t e = vec_pop(&t->queue);
        if (t->eq_state[e] != OPEN) continue;
        if (nout_of(t, e)) {
            solve_multi(t, e);
            continue;
        }
        if (t->whole && sym_facts(t->w, t->eqs[e].shape)->base == DAE_REAL) continue;
        uint32_t k = t->g.ptr.at[e];
        while (k < t->g.ptr.at[e + 1] && t->var_state[t->g.col.at[k]] != OPEN) k++;
        if (k == t->g.ptr.at[e + 1] || !t->solvable.at[k]) continue;
        uint32_t v = t->g.col.at[k];
        if (!trial && t->n >= GROWTH_FROM) {
            SymProbe got;
            double g = sym_growth(&t->g, t->coefficient, e, k, t->probe, &got);
            if (g > t->w->opt.max_growth) {
                vec_push(&t->torn, v);
                assign_var(t, v, TORN);
                continue;
            }
            t->probe[v] = got;
        }
        t->eq_state[e] = INNER;
        t->solved.at[e] = k;
        vec_push(&t->order, e);
        assign_var(t, v, INNER);
    }
}

static void take_back(Tear *t, size_t log, size_t order) {
    while (t->log.n > log) {
        uint32_t v = vec_pop(&t->log);
        t->var_state[v] = OPEN;
        t->giver.at[v] = SYM_NONE;
        for (uint32_t k = t->by_var.ptr.at[v]; k < t->by_var.ptr.at[v + 1]; k++) {
            uint32_t e = t->by_var.col.at[k], nout = nout_of(t, e);
            bool counts = nout == 0;
            for (uint32_t j = t->g.ptr.at[e]; nout && j < t->g.ptr.at[e + 1]; j++)
                counts |= t->g.col.at[j] == v && t->hole.at[j] >= nout;
            t->open[e] += counts;
        }
    }
    while (t->order.n > order) t->eq_state[vec_pop(&t->order)] = OPEN;
}

/* ---- choosing iteration variables -------------------------------------------------------------------------------- */

/* How well v does: what follows from it, then how often it occurs. */
static uint64_t try_variable(Tear *t, uint32_t v) {
    size_t log = t->log.n, order = t->order.n;
    assign_var(t, v, TORN);
    propagate(t, true);
    uint64_t follows = t->order.n - order;
    take_back(t, log, order);
    const DaeVariable *x = &t->w->dae->vars.at[t->vars[v]];
    uint64_t degree = t->by_var.ptr.at[v + 1] - t->by_var.ptr.at[v];
    if (degree > 0xFFFF) degree = 0xFFFF;
    return follows << 20 | degree << 1 | (x->kind == DAE_KIND_DERIVATIVE);
}

static uint32_t open_degree(const Tear *t, uint32_t v) {
    uint32_t n = 0;
    for (uint32_t k = t->by_var.ptr.at[v]; k < t->by_var.ptr.at[v + 1]; k++)
        n += t->eq_state[t->by_var.col.at[k]] == OPEN;
    return n;
}

/* May v be an iteration variable?  Reals that no multi-equation gives come first. */
static int fitness(const Tear *t, uint32_t v) {
    if (!is_real(t, v)) return 0;
    return t->w->role.at[t->vars[v]] & SYM_ROLE_OUT ? 1 : 2;
}

/* The same where every variable is tried.  At the start, what has a start value of its own comes first: iteration
 * begins with it, and with zero for all others. */
static int fitness_tried(const Tear *t, uint32_t v) {
    int fit = 2 * fitness(t, v);
    bool given = t->w->dae->vars.at[t->vars[v]].flags & DAE_HAS_START;
    return t->at_start && fit && given ? fit + 3 : fit;
}

static uint32_t best_by_trial(Tear *t) {
    uint32_t best = SYM_NONE;
    uint64_t best_score = 0;
    int best_fit = -1;
    for (uint32_t v = 0; v < t->nvars; v++) {
        if (t->var_state[v] != OPEN || fitness_tried(t, v) < best_fit) continue;
        uint64_t score = try_variable(t, v);
        if (fitness_tried(t, v) > best_fit || score > best_score) {
            best = v;
            best_fit = fitness_tried(t, v);
            best_score = score;
        }
    }
    return best;
}

typedef struct {
    VecU32 *bucket; /* by degree: variables that had it when they were put in */
    uint32_t n, top;
} Buckets;

static void buckets_init(Tear *t, Buckets *b) {
    uint32_t most = 0;
    for (uint32_t v = 0; v < t->nvars; v++)
        if (open_degree(t, v) > most) most = open_degree(t, v);
    b->n = most + 1;
    b->top = most;
    b->bucket = base_realloc(NULL, b->n * sizeof *b->bucket);
    memset(b->bucket, 0, b->n * sizeof *b->bucket);
    for (uint32_t v = t->nvars; v-- > 0;)
        if (fitness(t, v) == 2) vec_push(&b->bucket[open_degree(t, v)], v);
}

static uint32_t best_by_degree(Tear *t, Buckets *b) {
    for (;; b->top--) {
        while (b->bucket[b->top].n) {
            uint32_t v = vec_pop(&b->bucket[b->top]), now = open_degree(t, v);
            if (t->var_state[v] != OPEN) continue;
            if (now >= b->top) return v;
            vec_push(&b->bucket[now], v);
        }
        if (b->top == 0) break;
    }
    for (int fit = 1; fit >= 0; fit--)
        for (uint32_t v = 0; v < t->nvars; v++)
            if (t->var_state[v] == OPEN && fitness(t, v) == fit) return v;
    return SYM_NONE;
}

static void buckets_free(Buckets *b) {
    for (uint32_t i = 0; i < b->n; i++) vec_free(&b->bucket[i]);
    base_realloc(b->bucket, 0);
}

/* What no equation can be solved for must be iterated. */
static void tear_unsolvable(Tear *t) {
    uint8_t *may = base_realloc(NULL, t->nvars + 1);
    memset(may, 0, t->nvars + 1);
    for (uint32_t e = 0; e < t->n; e++)
        for (uint32_t k = t->g.ptr.at[e]; k < t->g.ptr.at[e + 1]; k++)
            may[t->g.col.at[k]] |= t->solvable.at[k] || t->hole.at[k] < nout_of(t, e);
    for (uint32_t v = 0; v < t->nvars; v++)
        if (t->var_state[v] == OPEN && is_real(t, v) && (!may[v] || (t->whole && fitness(t, v) == 2))) {
            vec_push(&t->torn, v);
            assign_var(t, v, TORN);
        }
    base_realloc(may, 0);
}

static void choose_torn(Tear *t) {
    start_over(t);
    propagate(t, false);
    tear_unsolvable(t);
    propagate(t, false);
    bool trials = (uint64_t)t->nvars * t->g.col.n <= TRIAL_WORK;
    Buckets b = {0};
    if (!trials) buckets_init(t, &b);
    for (;;) {
        uint32_t v = trials ? best_by_trial(t) : best_by_degree(t, &b);
        if (v == SYM_NONE) break;
        vec_push(&t->torn, v);
        assign_var(t, v, TORN);
        propagate(t, false);
    }
    if (!trials) buckets_free(&b);
}

/* ---- pattern ----------------------------------------------------------------------------------------------------- */

/* Residual rows that iteration variable `from` reaches through inner equations. */
static void reach(Tear *t, uint32_t from, const uint32_t *row_of, uint32_t *stamp, uint32_t now, VecU32 *stack,
                  VecU32 *rows, uint64_t *work) {
    vec_clear(stack);
    vec_push(stack, from);
    while (stack->n) {
        uint32_t v = vec_pop(stack);
        for (uint32_t k = t->by_var.ptr.at[v]; k < t->by_var.ptr.at[v + 1]; k++, ++*work) {
            uint32_t e = t->by_var.col.at[k];
            if (stamp[e] == now) continue;
            if (t->eq_state[e] != INNER) {
                stamp[e] = now;
                vec_push(rows, row_of[e]);
                continue;
            }
            uint32_t nout = nout_of(t, e);
            if (!nout && t->g.col.at[t->solved.at[e]] == v) continue;
            stamp[e] = now;
            if (!nout) vec_push(stack, t->g.col.at[t->solved.at[e]]);
            else
                for (uint32_t j = t->g.ptr.at[e]; j < t->g.ptr.at[e + 1]; j++)
                    if (t->hole.at[j] < nout) vec_push(stack, t->g.col.at[j]);
        }
    }
}

static int ascending(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* A torn matrix with this many entries is worse than the whole one. */
static bool fills(const Tear *t, const VecU32 *rowind) {
    return !t->whole && t->torn.n > MANY && rowind->n > 3 * t->g.col.n;
}

/* Pattern of the residuals by iteration variable (CSC); false when it costs too much (dense), or fills the matrix. */
static bool find_pattern(Tear *t, VecU32 *colptr, VecU32 *rowind) {
    uint32_t *row_of = base_realloc(NULL, 2 * ((size_t)t->n + 1) * sizeof *row_of), *stamp = row_of + t->n + 1;
    uint32_t nrows = 0;
    uint64_t work = 0;
    VecU32 stack = {0};
    for (uint32_t e = 0; e < t->n; e++) {
        row_of[e] = t->eq_state[e] == OPEN ? nrows++ : SYM_NONE;
        stamp[e] = 0;
    }
    vec_push(colptr, 0);
    for (uint32_t i = 0; i < t->torn.n && work < PATTERN_WORK && !fills(t, rowind); i++) {
        reach(t, t->torn.at[i], row_of, stamp, i + 1, &stack, rowind, &work);
        uint32_t from = vec_last(colptr);
        if (rowind->n > from) qsort(rowind->at + from, rowind->n - from, sizeof(uint32_t), ascending);
        vec_push(colptr, (uint32_t)rowind->n);
    }
    base_realloc(row_of, 0);
    vec_free(&stack);
    return work < PATTERN_WORK && !fills(t, rowind);
}

static void set_pattern(Tear *t, SymSystem *s, const VecU32 *colptr, const VecU32 *rowind) {
    Arena *a = t->w->dae->arena;
    uint32_t *colour = BASE_ARRAY(a, uint32_t, s->n + 1);
    s->ncolours = sym_colour(s->n, s->n, colptr->at, rowind->at, PATTERN_WORK * 4, colour);
    if (!s->ncolours) return;
    s->colptr = base_copy(a, colptr->at, colptr->n * sizeof(uint32_t));
    s->rowind = base_copy(a, rowind->at, rowind->n * sizeof(uint32_t));
    s->colour = colour;
}

/* ---- the system -------------------------------------------------------------------------------------------------- */

/* When a coefficient changes. */
typedef enum { NEVER, AT_EVENTS, ALWAYS } Changes;

static void note_change(const Tear *t, DaeOperand o, Changes *when) {
    if (sym_is_param(t->w, o)) return;
    const DaeVariable *v = &t->w->dae->vars.at[o];
    Changes now =
        v->base != DAE_REAL || v->kind == DAE_KIND_DISCRETE || t->w->role.at[o] & SYM_ROLE_FROZEN ? AT_EVENTS : ALWAYS;
    if (now > *when) *when = now;
}

/* Is equation e linear in the component's variables?  *when is raised to when its coefficients change. */
static bool is_linear(Tear *t, uint32_t e, Changes *when) {
    SymWork *w = t->w;
    const DaeEquation *eq = &t->eqs[e];
    DaeShape s = w->dae->shapes.at[eq->shape];
    if (s.nout ? dae_at(&w->dae->pool, s.root)->op != DAE_ASSIGN_CALL : sym_facts(w, eq->shape)->base != DAE_REAL)
        return false;
    if (s.nholes > 63) {
        uint8_t *masked = base_realloc(NULL, s.nholes + 1);
        memset(masked, 0, s.nholes + 1);
        for (uint32_t k = t->g.ptr.at[e]; k < t->g.ptr.at[e + 1]; k++) masked[t->hole.at[k]] = t->hole.at[k] >= s.nout;
        bool linear = sym_linear_by_degree(w, eq->shape, masked);
        for (uint32_t k = s.nout; k < s.nholes; k++)
            if (!masked[k]) note_change(t, dae_operands(w->dae, eq)[k], when);
        base_realloc(masked, 0);
        return linear;
    }
    uint64_t mask = 0, coefficients = 0;
    for (uint32_t k = t->g.ptr.at[e]; k < t->g.ptr.at[e + 1]; k++)
        if (t->hole.at[k] >= s.nout) mask |= 1ull << t->hole.at[k];
    if (!sym_is_linear(w, eq->shape, mask, &coefficients)) return false;
    for (uint32_t k = s.nout; k < s.nholes; k++)
        if (coefficients >> k & 1) note_change(t, dae_operands(w->dae, eq)[k], when);
    return true;
}

static bool all_linear(Tear *t, Changes *when) {
    *when = NEVER;
    for (uint32_t e = 0; e < t->n; e++)
        if (!is_linear(t, e, when)) return false;
    return true;
}

DaeVar sym_own_value(SymWork *w, DaeVar of) {
    DaeVariable fresh = w->dae->vars.at[of];
    fresh.flags = DAE_HIDDEN;
    fresh.name = dae_new_name(w->dae, fresh.name, base_name(w->dae->ctx->names, "$value"), NULL, 0);
    fresh.derivative = fresh.pre = fresh.of = 0;
    fresh.start = DAE_NO_OPERAND;
    DaeVar made = dae_add_var(w->dae, &fresh);
    sym_grow(w);
    return made;
}

/* An output of a multi-equation that is iterated, or comes from elsewhere, is computed into a
 * variable of its own, and both must agree. */
static DaeEquation divert_outputs(Tear *t, uint32_t e, DaeEquations *residuals) {
    SymWork *w = t->w;
    Dae *d = w->dae;
    DaeEquation eq = t->eqs[e];
    uint32_t nout = nout_of(t, e), n = d->shapes.at[eq.shape].nholes, from = eq.operands, local = t->g.ptr.at[e];
    eq.operands = (uint32_t)d->operands.n;
    for (uint32_t j = 0; j < n; j++) {
        DaeOperand o = d->operands.at[from + j];
        vec_push(&d->operands, o);
    }
    for (uint32_t k = 0; k < nout; k++) {
        bool is_local = local < t->g.ptr.at[e + 1] && t->hole.at[local] == k;
        uint32_t v = is_local ? t->g.col.at[local++] : SYM_NONE;
        if (is_local && t->giver.at[v] == e) continue;
        DaeVar old = d->operands.at[from + k];
        DaeVar made = sym_own_value(w, old);
        d->operands.at[eq.operands + k] = made;
        vec_push(residuals, sym_equate(w, old, made, eq.origin));
    }
    return eq;
}

static bool has_discrete_unknowns_only(const Tear *t) {
    for (uint32_t i = 0; i < t->torn.n; i++)
        if (is_real(t, t->torn.at[i])) return false;
    return t->torn.n > 0;
}

static bool collect(Tear *t, SymSystem *s) {
    SymWork *w = t->w;
    Arena *a = w->dae->arena;
    DaeEquations residuals = {0};
    bool ok = true;
    s->full_size = t->nvars;
    s->n = (uint32_t)t->torn.n;
    s->unknowns = BASE_ARRAY(a, DaeVar, s->n + 1);
    bool discrete = has_discrete_unknowns_only(t);
    for (uint32_t i = 0; i < s->n; i++) {
        s->unknowns[i] = t->vars[t->torn.at[i]];
        if (is_real(t, t->torn.at[i]) || (discrete && !w->collect_loops)) continue;
        if (w->collect_loops) {
            vec_push(&w->loops, s->unknowns[i]);
            ok = false;
            continue;
        }
        base_unsupported(w->ctx, "SYM0501", sym_span(w->dae, w->dae->vars.at[s->unknowns[i]].origin),
                         "%s depends on itself in a loop that is not of Real variables",
                         sym_var_text(w, s->unknowns[i]));
        ok = false;
    }
    for (uint32_t e = 0; e < t->n; e++)
        if (t->eq_state[e] == OPEN) vec_push(&residuals, t->eqs[e]);
    s->ninner = (uint32_t)t->order.n;
    s->inner = BASE_ARRAY(a, DaeEquation, s->ninner + 1);
    for (uint32_t i = 0; i < s->ninner && ok; i++) {
        uint32_t e = t->order.at[i];
        if (nout_of(t, e)) s->inner[i] = divert_outputs(t, e, &residuals);
        else ok = sym_solve_eq(w, &t->eqs[e], t->hole.at[t->solved.at[e]], &s->inner[i]);
        BASE_ASSERT(ok);
    }
    BASE_ASSERT(!ok || residuals.n == s->n);
    s->residuals = BASE_ARRAY(a, DaeEquation, residuals.n + 1);
    if (residuals.n) memcpy(s->residuals, residuals.at, residuals.n * sizeof(DaeEquation));
    vec_free(&residuals);
    return ok;
}

/* ---- whole or torn ----------------------------------------------------------------------------------------------- */

/* What a linear system costs at every evaluation, in multiples of what an operand of an equation costs: its matrix and
 * factors, as often as they are made, and a solution with them.  Figures from networks and chains of 65 to 70000
 * equations.  Large systems are not solved at every evaluation: the integrator iterates over their unknowns too, and
 * makes the matrix when its own is made. */
static double often(const Tear *t, Changes when) {
    return when == NEVER ? 0 : when == AT_EVENTS ? 0.005 : t->n < INTEGRATED_FROM ? 0.7 : 0.1;
}

static double work_torn(const Tear *t, Changes when, uint32_t ncolours, size_t nonzero) {
    const double pass = 1.5, dense_factor = 0.1, sparse_factor = 20, sparse_solve = 4;
    double n = (double)t->torn.n, edges = (double)t->g.col.n;
    bool sparse = ncolours && n > 50 && (double)nonzero < 0.1 * n * n;
    double factor = sparse ? sparse_factor * (double)nonzero : dense_factor * n * n * n;
    double solve = sparse ? sparse_solve * (double)nonzero : n * n;
    return often(t, when) * (pass * (ncolours ? ncolours : n) * edges + factor) + solve;
}

static double work_whole(const Tear *t, Changes when) {
    const double pass = 1.5, factor = 15, solve = 4;
    uint32_t widest = 0;
    for (uint32_t e = 0; e < t->n; e++)
        if (t->g.ptr.at[e + 1] - t->g.ptr.at[e] > widest) widest = t->g.ptr.at[e + 1] - t->g.ptr.at[e];
    return (double)t->g.col.n * (often(t, when) * (pass * (widest + 1) + factor) + solve);
}

/* Is a large linear system cheaper as one sparse matrix than torn? */
static bool cheaper_whole(Tear *t, bool pattern, const VecU32 *colptr, const VecU32 *rowind) {
    const double clearly = 1.3;
    uint32_t n = (uint32_t)t->torn.n, ncolours = 0;
    Changes when;
    if (t->n < WHOLE_FROM || t->n != t->nvars || n < 2) return false;
    for (uint32_t e = 0; e < t->n; e++)
        if (nout_of(t, e)) return false;
    if (!all_linear(t, &when)) return false;
    if (pattern) {
        uint32_t *colour = base_realloc(NULL, (n + 1) * sizeof *colour);
        ncolours = sym_colour(n, n, colptr->at, rowind->at, PATTERN_WORK, colour);
        base_realloc(colour, 0);
    }
    return clearly * work_whole(t, when) < work_torn(t, when, ncolours, rowind->n);
}

/* ---- two levels -------------------------------------------------------------------------------------------------- */

/* How many iteration variables a system with others inside may have to be better than the plain one: each evaluation
 * solves those. */
static uint32_t most_outer(const Tear *t, bool linear, Changes when) {
    uint32_t n = (uint32_t)t->torn.n;
    if (linear && (when != ALWAYS || n < 8)) return 0;
    return linear ? n / 3 : n - 1;
}

/* Tries tearing on two levels. */
static bool nest(Tear *t, SymSystem *s) {
    if (t->whole || t->n != t->nvars || t->n < NEST_FROM || t->torn.n < 2) return false;
    uint8_t *constant = base_realloc(NULL, t->n + 1);
    bool linear = true, plain = true;
    Changes when = NEVER;
    for (uint32_t v = 0; v < t->nvars; v++) plain &= is_real(t, v);
    for (uint32_t e = 0; e < t->n && plain; e++) {
        Changes now = NEVER;
        plain = !nout_of(t, e);
        bool is = plain && is_linear(t, e, &now);
        constant[e] = is && now == NEVER;
        linear &= is;
        if (now > when) when = now;
    }
    uint32_t most = most_outer(t, linear, when);
    SymComponent c = {t->w,
                      t->eqs,
                      t->vars,
                      t->n,
                      &t->g,
                      t->hole.at,
                      t->solvable.at,
                      constant,
                      t->coefficient,
                      t->torn.at,
                      (uint32_t)t->torn.n,
                      linear};
    bool ok = plain && most && sym_nest(&c, most, s);
    if (ok) s->linear = linear;
    base_realloc(constant, 0);
    return ok;
}

/* Keeps the component whole where tearing would fill the matrix or cost more. */
static void guard_size(Tear *t, VecU32 *colptr, VecU32 *rowind, bool *pattern) {
    *pattern = find_pattern(t, colptr, rowind);
    if (t->whole) return;
    t->whole = (t->torn.n > MANY && !*pattern) || cheaper_whole(t, *pattern, colptr, rowind);
    if (!t->whole) return;
    vec_clear(colptr);
    vec_clear(rowind);
    choose_torn(t);
    *pattern = find_pattern(t, colptr, rowind);
}

/* Does eq read, among its operands from `from` on, what carries the mark? */
static bool reads_marked(const Dae *d, const DaeEquation *eq, uint32_t from, const uint32_t *mark, uint32_t now) {
    const DaeOperand *o = dae_operands(d, eq);
    uint32_t n = d->shapes.at[eq->shape].nholes;
    for (uint32_t k = from; k < n; k++)
        if (!dae_operand_is_const(o[k]) && mark[o[k]] == now) return true;
    return false;
}

/* Pattern of a finished system whose inner equations may be systems themselves: all of what such a one gives depends on
 * all that it reads. */
static bool pattern_of(const Dae *d, const SymSystem *s, VecU32 *colptr, VecU32 *rowind) {
    uint64_t work = 0;
    for (uint32_t i = 0; i < s->ninner; i++) work += d->shapes.at[s->inner[i].shape].nholes;
    if (work * s->n > PATTERN_WORK) return false;
    uint32_t *mark = base_realloc(NULL, d->vars.n * sizeof *mark);
    memset(mark, 0, d->vars.n * sizeof *mark);
    vec_push(colptr, 0);
    for (uint32_t j = 0; j < s->n; j++) {
        mark[s->unknowns[j]] = j + 1;
        for (uint32_t i = 0; i < s->ninner; i++) {
            uint32_t nout = d->shapes.at[s->inner[i].shape].nout;
            if (!reads_marked(d, &s->inner[i], nout, mark, j + 1)) continue;
            for (uint32_t k = 0; k < nout; k++) mark[dae_operands(d, &s->inner[i])[k]] = j + 1;
        }
        for (uint32_t i = 0; i < s->n; i++)
            if (reads_marked(d, &s->residuals[i], 0, mark, j + 1)) vec_push(rowind, i);
        vec_push(colptr, (uint32_t)rowind->n);
    }
    base_realloc(mark, 0);
    return true;
}

/* Equations that became residuals; those of outputs that were diverted are not among them, nor in the pattern. */
static uint32_t count_open(const Tear *t) {
    uint32_t n = 0;
    for (uint32_t e = 0; e < t->n; e++) n += t->eq_state[e] == OPEN;
    return n;
}

/* Is this one of the systems that shall not be torn? */
static bool is_to_be_whole(const SymWork *w, const DaeVar *vars, uint32_t nvars) {
    if (w->opt.no_tearing || !w->opt.whole) return w->opt.no_tearing;
    bool found = false;
    Text name = {0};
    for (uint32_t i = 0; i < nvars && !found; i++) {
        name.n = 0;
        dae_var_text(w->dae, vars[i], &name);
        found = strcmp(base_text_str(&name), w->opt.whole) == 0;
    }
    base_text_free(&name);
    return found;
}

bool sym_tear(SymWork *w, const DaeEquation *eqs, uint32_t n, const DaeVar *vars, uint32_t nvars, SymBlocks *out) {
    Tear t = {.w = w, .eqs = eqs, .n = n, .vars = vars, .nvars = nvars};
    VecU32 colptr = {0}, rowind = {0};
    bool pattern = false;
    SymSystem s = {0};
    build(&t);
    t.whole = is_to_be_whole(w, vars, nvars);
    Changes changes;
    t.at_start = out == &w->model->initial && n > 1 && !all_linear(&t, &changes);
    choose_torn(&t);
    bool nested = nest(&t, &s);
    if (!nested) guard_size(&t, &colptr, &rowind, &pattern);
    bool ok = nested || collect(&t, &s);
    if (ok && !nested && has_discrete_unknowns_only(&t)) {
        SymBlock loop = {.system = UINT32_MAX};
        ok = sym_iterate_loop(w, &s, &loop.eq);
        if (ok) vec_push(out, loop);
        s.n = s.ninner = 0;
    }
    if (ok && s.n && !nested) {
        Changes when;
        s.linear = all_linear(&t, &when);
        s.constant = s.linear && when == NEVER;
        SymBlock formula = {.system = UINT32_MAX};
        if (sym_eliminate(w, &s, &formula.eq)) { /* the unknown by a formula, the rest follows */
            vec_push(out, formula);
            s.n = 0;
        } else if (sym_solve_tiny(w, &s, (uint32_t)w->model->systems.n, &formula.eq)) {
            s.standby = s.nested = true;
            vec_push(&w->model->systems, s);
            vec_push(out, formula);
            s.n = 0;
        }
    }
    if (ok && s.n) {
        if (!nested) pattern = pattern && s.n == colptr.n - 1 && count_open(&t) == s.n;
        else pattern = pattern_of(w->dae, &s, &colptr, &rowind);
        if (pattern && rowind.n) set_pattern(&t, &s, &colptr, &rowind);
        SymBlock b = {.system = (uint32_t)w->model->systems.n};
        vec_push(&w->model->systems, s);
        vec_push(out, b);
    } else if (ok) {
        /* The circle was only apparent (discrete or multi-equations in plain order), or is broken now. */
        for (uint32_t i = 0; i < s.ninner; i++) {
            SymBlock b = {.system = UINT32_MAX, .eq = s.inner[i]};
            vec_push(out, b);
        }
    }
    release(&t);
    vec_free(&colptr);
    vec_free(&rowind);
    return ok;
}
