/* discretise.c - clocked partitions with derivatives become difference equations (MLS 3.6, 16.8).
 *
 * Before: index reduction has run, so the equations of such a partition can be solved for the derivatives of its
 * states; owner tells which computes what.  After: its states are ordinary discrete unknowns, advanced from tick to
 * tick by the partition's solver method; derivatives that are no longer such (dummy ones too) are discrete unknowns.
 *
 * With b the state's value at the last tick, h the step and f the derivative (16.8.2):
 *     ExplicitEuler        x = b + h*f(last tick)          ImplicitEuler        x = b + h*f(x)
 *     ExplicitMidPoint2    x = b + h*f(stage 2)            ImplicitTrapezoid    x = b + h/2*(f(last tick) + f(x))
 *     ExplicitRungeKutta4  x = b + h/6*(f(last tick) + 2*f(stage 2) + 2*f(stage 3) + f(stage 4))
 * A stage is a copy of the equations that the derivatives depend on, over copies of their unknowns: the same shapes
 * with other operands.  "External" is a copy of these equations in continuous time, solved by the integrator of the
 * simulation; what the partition samples is read there as it is between ticks.
 *
 * Between ticks everything clocked keeps its value, so what is read from the last tick is kept in variables of its own.
 */
#include "symbolic/symbolic_impl.h"

#include <stdlib.h>
#include <string.h>

typedef enum { EXPLICIT_EULER, MID_POINT, RUNGE_KUTTA, IMPLICIT_EULER, TRAPEZOID, EXTERNAL } Method;

typedef struct {
    DaeVar x, dx;
    uint32_t partition; /* in dae->partitions */
    DaeVar before;      /* x at the last tick, or its start value */
    DaeVar slope;       /* dx at the last tick, 0 where the method does not ask */
    DaeVar stage[3];    /* dx in stages 2, 3, 4 */
    bool determined;    /* by initial equations */
} State;

/* what a variable is for the derivatives of a partition */
enum {
    IS_STATE = 1,
    IS_COPIED, /* computed from states and inputs at the same instant */
    IS_INPUT,  /* from outside, or from the past */
    IS_MEMORY, /* changes at ticks, because of what the partition computes there */
};

/* what must be computed for the derivatives, or for the initial conditions */
typedef struct {
    Map is;               /* variable -> what it is */
    VecU32 equations;     /* in w->eqs */
    VecU32 copied, known; /* variables: computed in each stage; inputs and memory */
    Map source;           /* input that samples something continuous -> that */
} Dependence;

typedef struct {
    SymWork *w;
    DaeVar tick, ticked, now;
    Method method;
    DaeEquations reinits; /* actions that set a state of it */
    DaeVar again;         /* where there are any: true at ticks and in the iteration after a reinit */
    VEC(State) states;
    Dependence slopes;       /* where the method has stages */
    DaeEquations conditions; /* initial equations ... */
    Dependence start;        /* ... and what they need */
    Map last;                /* input or memory -> its value at the last tick */
    Map first;               /* state -> its value at the first tick, where conditions give it */
} Partition;

/* ---- small things ------------------------------------------------------------------------------------------------ */

static DaeVar chain_root(const Dae *d, DaeVar v) {
    while (d->vars.at[v].kind == DAE_KIND_DERIVATIVE) v = d->vars.at[v].of;
    return v;
}

/* The partition with derivatives that v belongs to. */
static bool solved_in(const Dae *d, DaeVar v, uint32_t *partition) {
    uint64_t at;
    if (!base_map_get(&d->partition_of, chain_root(d, v), &at) || !d->partitions.at[at].method) return false;
    *partition = (uint32_t)at;
    return true;
}

bool sym_is_solved_clocked(const SymWork *w, DaeVar v) {
    uint32_t partition;
    return w->dae->partitions.n && solved_in(w->dae, v, &partition);
}

bool sym_is_clock_time(const SymWork *w, DaeVar v) {
    for (size_t i = 0; i < w->dae->partitions.n; i++)
        if (w->dae->partitions.at[i].method && sym_representative(w, w->dae->partitions.at[i].now) == v) return true;
    return false;
}

static Method method_of(const Dae *d, const DaePartition *s) {
    static const char *const names[] = {[EXPLICIT_EULER] = "ExplicitEuler",
                                        [MID_POINT] = "ExplicitMidPoint2",
                                        [RUNGE_KUTTA] = "ExplicitRungeKutta4",
                                        [IMPLICIT_EULER] = "ImplicitEuler",
                                        [TRAPEZOID] = "ImplicitTrapezoid"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(base_str(d->ctx->names, s->method), names[i])) return (Method)i;
    return EXTERNAL;
}

/* A hidden variable of the same partition beside v: v.$word. */
static DaeVar beside(SymWork *w, DaeVar v, const char *word) {
    Dae *d = w->dae;
    DaeVariable made = d->vars.at[v];
    made.name = dae_new_name(d, made.name, base_name(d->ctx->names, word), NULL, 0);
    made.kind = DAE_KIND_DISCRETE;
    made.flags = (uint16_t)(DAE_HIDDEN | DAE_CLOCKED | (made.flags & DAE_HAS_START));
    made.derivative = made.pre = made.of = 0;
    DaeVar out = dae_add_var(d, &made);
    sym_grow(w);
    uint64_t partition;
    if (base_map_get(&d->partition_of, v, &partition)) base_map_put(&d->partition_of, out, partition);
    return out;
}

/* The same, but of continuous time. */
static DaeVar unclocked(SymWork *w, DaeVar v, const char *word) {
    DaeVar out = beside(w, v, word);
    DaeVariable *made = &w->dae->vars.at[out];
    made->kind = made->base == DAE_REAL ? DAE_KIND_CONTINUOUS : DAE_KIND_DISCRETE;
    made->flags &= (uint16_t)~DAE_CLOCKED;
    (void)base_map_del(&w->dae->partition_of, out);
    return out;
}

static DaeExpr var(const SymWork *w, DaePool *p, DaeVar v) { return dae_var(p, v, (DaeBase)w->dae->vars.at[v].base); }

static DaeExpr last(SymWork *w, DaePool *p, DaeVar v) {
    DaeVar pre = dae_pre(w->dae, v);
    sym_grow(w);
    return var(w, p, pre);
}

static DaeExpr times(DaePool *p, double factor, DaeExpr e) { return dae_op2(p, DAE_MUL, dae_real(p, factor), e); }

static void add_equation(SymWork *w, DaePool *p, DaeExpr root, DaeVar out) {
    uint32_t origin = w->dae->vars.at[out].origin;
    bool assigns = dae_at(p, root)->op == DAE_ASSIGN;
    DaeEquation eq = dae_shape(w->dae, p, root, assigns ? &out : NULL, assigns, origin);
    if (assigns) w->role.at[out] |= SYM_ROLE_OUT;
    eq = sym_apply(w, eq);
    vec_push(&w->eqs, eq);
}

static void equate(SymWork *w, DaePool *p, DaeVar v, DaeExpr e) {
    DaeExpr sides[2] = {var(w, p, v), e};
    DaeNode head = {.op = DAE_EQUATE, .base = DAE_VOID};
    add_equation(w, p, dae_node(p, head, sides, 2), v);
    dae_pool_release(p, (DaePoolMark){1, 0});
}

/* v := if tick then e else pre(v) */
static void at_tick(SymWork *w, DaePool *p, DaeVar tick, DaeVar v, DaeExpr e) {
    DaeExpr sides[2] = {var(w, p, v), dae_op3(p, DAE_IF, var(w, p, tick), e, last(w, p, v))};
    DaeNode head = {.op = DAE_ASSIGN, .base = DAE_VOID};
    add_equation(w, p, dae_node(p, head, sides, 2), v);
    dae_pool_release(p, (DaePoolMark){1, 0});
}

/* ---- what the derivatives depend on ------------------------------------------------------------------------------ */

/* Does the equation remember?  Then what it gives changes at ticks (or at events), never inside a step. */
static bool remembers(const Dae *d, const DaeEquation *eq) {
    for (uint32_t k = 0; k < d->shapes.at[eq->shape].nholes; k++) {
        DaeOperand o = dae_operands(d, eq)[k];
        if (!dae_operand_is_const(o) && d->vars.at[o].kind == DAE_KIND_PRE) return true;
    }
    DaeWalk walk = {0};
    bool any = false;
    dae_walk(&walk, &d->pool, d->shapes.at[eq->shape].root);
    for (uint32_t i = 0; i < walk.n && !any; i++) {
        uint16_t op = dae_at(&d->pool, walk.at[i])->op;
        any = op == DAE_DELAY || op == DAE_SPATIAL || op == DAE_TRIGGER;
    }
    dae_walk_free(&walk);
    return any;
}

/* Does it read what the partition computes at the same instant? */
static bool reads_partition(const Partition *p, const DaeEquation *eq, DaeVar own) {
    const Dae *d = p->w->dae;
    uint32_t partition;
    for (uint32_t k = 0; k < d->shapes.at[eq->shape].nholes; k++) {
        DaeOperand o = dae_operands(d, eq)[k];
        if (dae_operand_is_const(o) || o == own || o == p->now || d->vars.at[o].kind == DAE_KIND_PRE) continue;
        if (solved_in(d, o, &partition) && sym_representative(p->w, d->partitions.at[partition].now) == p->now)
            return true;
    }
    return false;
}

/* An input that samples something continuous: what? */
static void note_source(const Partition *p, Dependence *on, const DaeEquation *eq, DaeVar input) {
    const Dae *d = p->w->dae;
    if (!(d->vars.at[input].flags & DAE_SAMPLED)) return;
    for (uint32_t k = 0; k < d->shapes.at[eq->shape].nholes; k++) {
        DaeOperand o = dae_operands(d, eq)[k];
        if (dae_operand_is_const(o) || d->vars.at[o].kind != DAE_KIND_PRE) continue;
        const DaeVariable *of = &d->vars.at[d->vars.at[o].of];
        if (of->kind == DAE_KIND_TIME || (of->kind == DAE_KIND_CONTINUOUS && !(of->flags & DAE_CLOCKED)))
            base_map_put(&on->source, input, d->vars.at[o].of);
    }
}

static void look_at(const Partition *p, Dependence *on, const uint32_t *owner, size_t nowner, DaeVar v, VecU32 *todo) {
    const Dae *d = p->w->dae;
    uint64_t is;
    if (base_map_get(&on->is, v, &is) || v >= nowner) return;
    if (owner[v] == SYM_NONE) return; /* parameters, inputs of the model */
    const DaeEquation *eq = &p->w->eqs.at[owner[v]];
    if (remembers(d, eq)) {
        base_map_put(&on->is, v, reads_partition(p, eq, v) ? IS_MEMORY : IS_INPUT);
        note_source(p, on, eq, v);
        vec_push(&on->known, v);
        return;
    }
    base_map_put(&on->is, v, IS_COPIED);
    vec_push(&on->copied, v);
    vec_push(todo, owner[v]);
}

/* What the derivatives of the states need, and (all) what the initial conditions do. */
static void find_dependence(const Partition *p, Dependence *on, bool all, const uint32_t *owner, size_t nowner) {
    const Dae *d = p->w->dae;
    VecU32 todo = {0};
    Map seen = {0};
    uint64_t at;
    for (size_t i = 0; i < p->states.n; i++) base_map_put(&on->is, p->states.at[i].x, IS_STATE);
    for (size_t i = 0; i < p->states.n; i++) look_at(p, on, owner, nowner, p->states.at[i].dx, &todo);
    for (size_t i = 0; i < p->conditions.n && all; i++)
        for (uint32_t k = 0; k < d->shapes.at[p->conditions.at[i].shape].nholes; k++) {
            DaeOperand o = dae_operands(d, &p->conditions.at[i])[k];
            if (!dae_operand_is_const(o)) look_at(p, on, owner, nowner, o, &todo);
        }
    while (todo.n) {
        uint32_t e = vec_pop(&todo);
        if (base_map_get(&seen, e, &at)) continue;
        base_map_put(&seen, e, 1);
        vec_push(&on->equations, e);
        const DaeEquation *eq = &p->w->eqs.at[e];
        for (uint32_t k = 0; k < d->shapes.at[eq->shape].nholes; k++) {
            DaeOperand o = dae_operands(d, eq)[k];
            if (!dae_operand_is_const(o)) look_at(p, on, owner, nowner, o, &todo);
        }
    }
    vec_free(&todo);
    base_map_free(&seen);
}

/* ---- stages ------------------------------------------------------------------------------------------------------ */

static uint64_t mapped(const Map *m, DaeVar v) {
    uint64_t to = v;
    (void)base_map_get(m, v, &to);
    return to;
}

/* The same equation over other operands. */
static void copy_equation(SymWork *w, DaeEquation eq, const Map *to) {
    Dae *d = w->dae;
    DaeShape s = d->shapes.at[eq.shape];
    DaeEquation made = {eq.shape, (uint32_t)d->operands.n, eq.origin};
    for (uint32_t k = 0; k < s.nholes; k++) {
        DaeOperand o = d->operands.at[eq.operands + k];
        if (!dae_operand_is_const(o)) o = (DaeOperand)mapped(to, o);
        vec_push(&d->operands, o);
        if (k < s.nout && !dae_operand_is_const(o)) w->role.at[o] |= SYM_ROLE_OUT;
    }
    vec_push(&w->eqs, made);
}

static void copy_equations(SymWork *w, const Dependence *on, const Map *to) {
    for (size_t i = 0; i < on->equations.n; i++) copy_equation(w, w->eqs.at[on->equations.at[i]], to);
}

/* What inputs and memory were at the last tick; at the first tick what inputs are there. */
static void keep_known(Partition *p, DaePool *pool) {
    SymWork *w = p->w;
    uint64_t is;
    for (size_t i = 0; i < p->slopes.known.n; i++) {
        DaeVar v = p->slopes.known.at[i], kept = beside(w, v, "$last");
        DaeExpr e = last(w, pool, v);
        (void)base_map_get(&p->slopes.is, v, &is);
        if (is == IS_INPUT) e = dae_op3(pool, DAE_IF, last(w, pool, p->ticked), e, var(w, pool, v));
        at_tick(w, pool, p->tick, kept, e);
        base_map_put(&p->last, v, kept);
    }
}

/* The time derivatives at b + factor*h*k, k the slopes of the stage before; number from 2.  inside: in the middle of
 * the step, where continuous inputs are the mean of those at its ends and discrete ones those at its beginning; else at
 * its end. */
static void add_stage(Partition *p, DaePool *pool, uint32_t number, double factor, bool inside) {
    static const char *const words[] = {"$stage2", "$stage3", "$stage4"};
    const char *name = words[number - 2];
    SymWork *w = p->w;
    Map to = {0};
    uint64_t is;
    for (size_t i = 0; i < p->states.n; i++) {
        State *s = &p->states.at[i];
        DaeVar x = beside(w, s->x, name), k = number == 2 ? s->slope : s->stage[number - 3];
        DaeExpr step =
            dae_op2(pool, DAE_MUL, times(pool, factor, var(w, pool, w->dae->partitions.at[s->partition].step)),
                    var(w, pool, k));
        equate(w, pool, x, dae_op2(pool, DAE_ADD, var(w, pool, s->before), step));
        base_map_put(&to, s->x, x);
    }
    for (size_t i = 0; i < p->slopes.copied.n; i++)
        base_map_put(&to, p->slopes.copied.at[i], beside(w, p->slopes.copied.at[i], name));
    for (size_t i = 0; i < p->slopes.known.n; i++) {
        DaeVar v = p->slopes.known.at[i], kept = (DaeVar)mapped(&p->last, v);
        (void)base_map_get(&p->slopes.is, v, &is);
        if (!inside && is == IS_INPUT) continue;
        if (is == IS_INPUT && (w->dae->vars.at[v].flags & DAE_SAMPLED)) {
            DaeVar mean = beside(w, v, name);
            equate(w, pool, mean, times(pool, 0.5, dae_op2(pool, DAE_ADD, var(w, pool, kept), var(w, pool, v))));
            kept = mean;
        }
        base_map_put(&to, v, kept);
    }
    for (size_t i = 0; i < p->states.n; i++)
        p->states.at[i].stage[number - 2] = (DaeVar)mapped(&to, p->states.at[i].dx);
    copy_equations(w, &p->slopes, &to);
    base_map_free(&to);
}

/* ---- methods ----------------------------------------------------------------------------------------------------- */

/* b + h*slope */
static DaeExpr advanced(const Partition *p, DaePool *pool, const State *s, DaeExpr slope) {
    SymWork *w = p->w;
    return dae_op2(pool, DAE_ADD, var(w, pool, s->before),
                   dae_op2(pool, DAE_MUL, var(w, pool, w->dae->partitions.at[s->partition].step), slope));
}

static void add_method(const Partition *p, DaePool *pool, const State *s) {
    SymWork *w = p->w;
    DaeExpr dx = var(w, pool, s->dx), slope = s->slope ? var(w, pool, s->slope) : 0, sum;
    switch (p->method) {
    case IMPLICIT_EULER: sum = dx; break;
    case TRAPEZOID: sum = times(pool, 0.5, dae_op2(pool, DAE_ADD, dx, slope)); break;
    case MID_POINT: sum = var(w, pool, s->stage[0]); break;
    case RUNGE_KUTTA:
        sum = dae_op2(pool, DAE_ADD, var(w, pool, s->stage[0]), var(w, pool, s->stage[1]));
        sum = dae_op2(pool, DAE_ADD, dae_op2(pool, DAE_ADD, slope, times(pool, 2, sum)), var(w, pool, s->stage[2]));
        sum = dae_op2(pool, DAE_DIV, sum, dae_real(pool, 6));
        break;
    default: sum = slope;
    }
    DaeExpr x = advanced(p, pool, s, sum);
    if (p->again) { /* again: to stand behind it in the order of evaluation */
        DaeExpr moves = dae_op2(pool, DAE_AND, var(w, pool, p->tick), var(w, pool, p->again));
        x = dae_op3(pool, DAE_IF, moves, x, last(w, pool, s->x));
    }
    equate(w, pool, s->x, x);
}

/* The start value of v as an expression. */
static DaeExpr start_of(const SymWork *w, DaePool *pool, DaeVar v) {
    DaeOperand start = w->dae->vars.at[v].start;
    if (start == DAE_NO_OPERAND) return dae_real(pool, 0);
    return dae_operand_is_const(start) ? dae_real(pool, dae_constant_value(w->dae, start)) : var(w, pool, start);
}

/* In continuous time: c = base + z with der(z) the derivative; base is such that at a tick c is the value that the
 * clocked partition has there, so that a reset needs nothing else. */
static void add_external(Partition *p, DaePool *pool) {
    SymWork *w = p->w;
    Map to = {0};
    VecU32 values = {0};
    for (size_t i = 0; i < p->states.n; i++) {
        DaeVar c = unclocked(w, p->states.at[i].x, "$continuous");
        vec_push(&values, c);
        base_map_put(&to, p->states.at[i].x, c);
    }
    for (size_t i = 0; i < p->slopes.copied.n; i++)
        base_map_put(&to, p->slopes.copied.at[i], unclocked(w, p->slopes.copied.at[i], "$continuous"));
    for (size_t i = 0; i < p->slopes.known.n; i++)
        base_map_put(&to, p->slopes.known.at[i], mapped(&p->slopes.source, p->slopes.known.at[i]));
    base_map_put(&to, p->now, 0);
    for (size_t i = 0; i < p->states.n; i++) {
        const State *s = &p->states.at[i];
        DaeVar c = values.at[i], slope = (DaeVar)mapped(&to, s->dx);
        DaeVar z = unclocked(w, s->x, "$integral"), base = beside(w, s->x, "$base");
        w->dae->vars.at[z].start = dae_constant(w->dae, 0);
        w->dae->vars.at[z].flags |= DAE_HAS_START | DAE_FIXED;
        DaeVar dz = dae_der(w->dae, z);
        sym_grow(w);
        w->role.at[z] |= SYM_ROLE_STATE;
        SymState state = {z, dz, SYM_WHY_DIFFERENTIATED};
        vec_push(&w->model->states, state);
        equate(w, pool, c, dae_op2(pool, DAE_ADD, var(w, pool, base), var(w, pool, z)));
        equate(w, pool, dz, dae_op3(pool, DAE_IF, var(w, pool, p->ticked), var(w, pool, slope), dae_real(pool, 0)));
        DaeVar reached = beside(w, s->x, "$reached");
        at_tick(w, pool, p->tick, reached, last(w, pool, z));
        equate(w, pool, base, dae_op2(pool, DAE_SUB, var(w, pool, s->x), var(w, pool, reached)));
        DaeNode greater = {.op = DAE_GT, .base = DAE_BOOLEAN, .value.i = 1};
        DaeExpr sides[2] = {var(w, pool, w->dae->partitions.at[s->partition].step), dae_real(pool, 0)};
        DaeExpr moves = dae_node(pool, greater, sides, 2);
        DaeExpr value = dae_op3(pool, DAE_IF, moves, last(w, pool, c), var(w, pool, s->before));
        if (p->again) value = dae_op3(pool, DAE_IF, var(w, pool, p->again), value, last(w, pool, s->x));
        at_tick(w, pool, p->tick, s->x, value);
    }
    copy_equations(w, &p->slopes, &to);
    vec_free(&values);
    base_map_free(&to);
}

/* ---- initial conditions ------------------------------------------------------------------------------------------ */

/* Which states do the initial equations determine?  The others have their start values; fixed ones rather than
 * others. */
static bool match_conditions(Partition *p) {
    SymWork *w = p->w;
    uint32_t ncols = (uint32_t)w->dae->vars.n;
    uint8_t *unknown = base_realloc(NULL, ncols + 1), *usable = base_realloc(NULL, ncols + 1);
    VecU32 row_match = {0}, col_match = {0};
    SymGraph g;
    SymSearch search;
    bool ok = true;
    memset(unknown, 0, ncols + 1);
    for (size_t i = 0; i < p->start.copied.n; i++) unknown[p->start.copied.at[i]] = 1;
    sym_graph_init(&g);
    for (size_t i = 0; i < p->start.equations.n; i++)
        (void)sym_add_rows(w, &w->eqs.at[p->start.equations.at[i]], unknown, true, &g);
    uint32_t nrows = sym_graph_rows(&g);
    sym_fill_none(&row_match, nrows);
    sym_fill_none(&col_match, ncols);
    (void)sym_match(&g, ncols, row_match.at, col_match.at);
    sym_graph_free(&g);
    sym_graph_init(&g); /* the same with states as unknowns */
    for (size_t i = 0; i < p->states.n; i++) unknown[p->states.at[i].x] = 1;
    for (size_t i = 0; i < p->start.equations.n; i++)
        (void)sym_add_rows(w, &w->eqs.at[p->start.equations.at[i]], unknown, true, &g);
    for (size_t i = 0; i < p->conditions.n; i++) (void)sym_add_rows(w, &p->conditions.at[i], unknown, true, &g);
    while (row_match.n < sym_graph_rows(&g)) vec_push(&row_match, SYM_NONE);
    memcpy(usable, unknown, ncols + 1);
    for (size_t i = 0; i < p->states.n; i++)
        if (w->dae->vars.at[p->states.at[i].x].flags & DAE_FIXED) usable[p->states.at[i].x] = 0;
    sym_search_init(&search, ncols);
    for (uint32_t r = nrows; r < sym_graph_rows(&g) && ok; r++)
        ok = sym_augment(&g, &search, r, usable, false, row_match.at, col_match.at) ||
             sym_augment(&g, &search, r, unknown, false, row_match.at, col_match.at);
    for (size_t i = 0; i < p->states.n; i++) p->states.at[i].determined = col_match.at[p->states.at[i].x] != SYM_NONE;
    sym_search_free(&search);
    sym_graph_free(&g);
    vec_free(&row_match);
    vec_free(&col_match);
    base_realloc(unknown, 0);
    base_realloc(usable, 0);
    if (ok) return true;
    Diag *d = base_error(w->ctx, "SYM0304", sym_span(w->dae, p->conditions.at[0].origin),
                         "a clocked partition has more initial equations than states (MLS 16.8.2)");
    for (size_t i = 1; i < p->conditions.n && i < 8; i++)
        base_note(w->ctx, d, sym_span(w->dae, p->conditions.at[i].origin), "another one is %s",
                  sym_eq_text(w, &p->conditions.at[i]));
    return false;
}

/* The initial equations of a partition hold at its first tick (16.8.2): with the inputs that it has there, a copy of
 * what they need gives the states.  Afterwards the copy keeps the inputs of the first tick, and so its values. */
static void add_start(Partition *p, DaePool *pool) {
    SymWork *w = p->w;
    Map to = {0};
    uint64_t is;
    for (size_t i = 0; i < p->states.n; i++) {
        DaeVar x = p->states.at[i].x, first = beside(w, x, "$initial");
        base_map_put(&to, x, first);
        base_map_put(&p->first, x, first);
        if (!p->states.at[i].determined) equate(w, pool, first, start_of(w, pool, x));
    }
    for (size_t i = 0; i < p->start.copied.n; i++)
        base_map_put(&to, p->start.copied.at[i], beside(w, p->start.copied.at[i], "$initial"));
    for (size_t i = 0; i < p->start.known.n; i++) {
        DaeVar v = p->start.known.at[i], kept = beside(w, v, "$initial");
        (void)base_map_get(&p->start.is, v, &is);
        DaeExpr now = is == IS_INPUT ? var(w, pool, v) : last(w, pool, v);
        at_tick(w, pool, p->tick, kept, dae_op3(pool, DAE_IF, last(w, pool, p->ticked), last(w, pool, kept), now));
        base_map_put(&to, v, kept);
    }
    copy_equations(w, &p->start, &to);
    for (size_t i = 0; i < p->conditions.n; i++) copy_equation(w, p->conditions.at[i], &to);
    base_map_free(&to);
}

/* Initial equations of clocked partitions are no matter of the initialisation. */
static void collect_conditions(SymWork *w, Partition *p) {
    size_t kept = 0;
    for (size_t i = 0; i < w->initial.n; i++) {
        DaeEquation eq = w->initial.at[i];
        if (reads_partition(p, &eq, DAE_NO_OPERAND)) vec_push(&p->conditions, eq);
        else w->initial.at[kept++] = eq;
    }
    w->initial.n = kept;
}

/* ---- the pass ---------------------------------------------------------------------------------------------------- */

/* When does the statement reach its reinit? */
static DaeExpr reinit_condition(const Dae *d, DaePool *pool, const DaeEquation *action) {
    DaeExpr e = dae_expand(pool, d, action), when = dae_bool(pool, true);
    for (;;) {
        const DaeNode *n = dae_at(pool, e);
        if (n->op == DAE_SEQ && n->nargs) e = dae_arg(pool, e, 0);
        else if (n->op == DAE_IF_STMT) {
            when = dae_op2(pool, DAE_AND, when, dae_arg(pool, e, 0));
            e = dae_arg(pool, e, 1);
        } else return when;
    }
}

/* reinit sets a state when its tick has been computed; then the partition must be computed once more, in the next
 * iteration of the event, where its states are what they are. */
static void add_reinits(Partition *p, DaePool *pool) {
    SymWork *w = p->w;
    DaeVar set = beside(w, p->ticked, "$reinit");
    p->again = beside(w, p->ticked, "$again");
    DaeExpr any = dae_bool(pool, false);
    for (size_t i = 0; i < p->reinits.n; i++)
        any = dae_op2(pool, DAE_OR, any, reinit_condition(w->dae, pool, &p->reinits.at[i]));
    DaeNode head = {.op = DAE_ASSIGN, .base = DAE_VOID};
    DaeExpr sides[2] = {var(w, pool, set), any};
    add_equation(w, pool, dae_node(pool, head, sides, 2), set);
    sides[0] = var(w, pool, p->again);
    sides[1] = dae_op2(pool, DAE_OR, var(w, pool, p->tick), last(w, pool, set));
    add_equation(w, pool, dae_node(pool, head, sides, 2), p->again);
    dae_pool_release(pool, (DaePoolMark){1, 0});
}

static void advance(Partition *p, DaePool *pool) {
    SymWork *w = p->w;
    for (size_t i = 0; i < p->states.n; i++) {
        State *s = &p->states.at[i];
        const DaePartition *of = &w->dae->partitions.at[s->partition];
        s->before = beside(w, s->x, "$before");
        DaeExpr before = dae_op3(pool, DAE_IF, var(w, pool, of->fresh), start_of(w, pool, s->x), last(w, pool, s->x));
        DaeVar first = (DaeVar)mapped(&p->first, s->x);
        if (first != s->x) before = dae_op3(pool, DAE_IF, last(w, pool, p->ticked), before, var(w, pool, first));
        at_tick(w, pool, p->tick, s->before, before);
        if (p->method == IMPLICIT_EULER || p->method == EXTERNAL) continue;
        s->slope = beside(w, s->dx, "$slope");
        at_tick(w, pool, p->tick, s->slope, last(w, pool, s->dx));
    }
    if (p->method == EXTERNAL) {
        add_external(p, pool);
        return;
    }
    if (p->method == MID_POINT || p->method == RUNGE_KUTTA) {
        keep_known(p, pool);
        add_stage(p, pool, 2, 0.5, true);
    }
    if (p->method == RUNGE_KUTTA) {
        add_stage(p, pool, 3, 0.5, true);
        add_stage(p, pool, 4, 1, false);
    }
    for (size_t i = 0; i < p->states.n; i++) add_method(p, pool, &p->states.at[i]);
}

typedef VEC(Partition) Partitions;

/* Takes the states of clocked partitions out of model->states. */
static void collect(SymWork *w, Partitions *out) {
    const Dae *d = w->dae;
    size_t kept = 0;
    for (size_t i = 0; i < w->model->states.n; i++) {
        SymState s = w->model->states.at[i];
        uint32_t partition;
        if (!solved_in(d, s.x, &partition)) {
            w->model->states.at[kept++] = s;
            continue;
        }
        const DaePartition *of = &d->partitions.at[partition];
        DaeVar now = sym_representative(w, of->now); /* clocks may tick together and be solved by different methods */
        size_t k = 0;
        while (k < out->n && out->at[k].now != now) k++;
        if (k == out->n) {
            Partition p = {.w = w,
                           .tick = sym_representative(w, of->tick),
                           .ticked = sym_representative(w, of->ticked),
                           .now = now,
                           .method = method_of(d, of)};
            vec_push(out, p);
        }
        State state = {.x = s.x, .dx = s.dx, .partition = partition};
        vec_push(&out->at[k].states, state);
        w->role.at[s.x] &= (uint8_t)~SYM_ROLE_STATE;
    }
    w->model->states.n = kept;
}

/* Derivatives of clocked variables are variables like others; x.$der is their name. */
static void make_discrete(SymWork *w) {
    Dae *d = w->dae;
    Name word = base_name(d->ctx->names, "$der");
    for (DaeVar v = 1, n = (DaeVar)d->vars.n; v < n; v++) {
        uint32_t partition;
        if (!solved_in(d, v, &partition) || d->vars.at[v].kind == DAE_KIND_DERIVATIVE) continue;
        DaeName name = d->vars.at[v].name;
        for (DaeVar x = v; x; name = dae_name(d, name, word, NULL, 0)) {
            DaeVar next = d->vars.at[x].derivative;
            DaeVariable *made = &d->vars.at[x];
            made->name = name;
            made->kind = made->kind <= DAE_KIND_PARAMETER ? made->kind : DAE_KIND_DISCRETE;
            made->flags |= x == v ? DAE_CLOCKED : DAE_CLOCKED | DAE_HIDDEN;
            made->of = made->derivative = 0;
            base_map_put(&d->partition_of, x, partition);
            w->role.at[x] &= (uint8_t)~SYM_ROLE_DIFFERENTIATED;
            x = next;
        }
    }
}

/* Marks of inputs go with them when they are aliases. */
static void carry_marks(SymWork *w) {
    for (size_t i = 0; i < w->model->aliases.n; i++) {
        SymAlias a = w->model->aliases.at[i];
        if (w->dae->vars.at[a.var].flags & DAE_SAMPLED)
            w->dae->vars.at[sym_representative(w, a.target)].flags |= DAE_SAMPLED;
    }
}

static void note_reinits(const SymWork *w, Partitions *partitions) {
    const Dae *d = w->dae;
    DaeWalk walk = {0};
    for (size_t i = 0; i < w->model->actions.n; i++) {
        DaeEquation eq = w->model->actions.at[i];
        dae_walk(&walk, &d->pool, d->shapes.at[eq.shape].root);
        for (uint32_t k = 0; k < walk.n; k++) {
            if (dae_at(&d->pool, walk.at[k])->op != DAE_REINIT) continue;
            DaeOperand x = dae_operands(d, &eq)[dae_at(&d->pool, dae_arg(&d->pool, walk.at[k], 0))->id];
            for (size_t p = 0; p < partitions->n; p++)
                for (size_t s = 0; s < partitions->at[p].states.n; s++)
                    if (partitions->at[p].states.at[s].x == x) vec_push(&partitions->at[p].reinits, eq);
        }
    }
    dae_walk_free(&walk);
}

static void free_dependence(Dependence *on) {
    base_map_free(&on->is);
    base_map_free(&on->source);
    vec_free(&on->equations);
    vec_free(&on->copied);
    vec_free(&on->known);
}

bool sym_discretise(SymWork *w, uint32_t **owner) {
    bool any = false;
    for (size_t i = 0; i < w->dae->partitions.n; i++) any |= w->dae->partitions.at[i].method != 0;
    if (!any) return true;
    Partitions partitions = {0};
    size_t nowner = w->dae->vars.n;
    carry_marks(w);
    collect(w, &partitions);
    bool ok = true;
    note_reinits(w, &partitions);
    for (size_t i = 0; i < partitions.n; i++) {
        Partition *p = &partitions.at[i];
        collect_conditions(w, p);
        if (p->method == MID_POINT || p->method == RUNGE_KUTTA || p->method == EXTERNAL)
            find_dependence(p, &p->slopes, false, *owner, nowner);
        if (p->conditions.n) find_dependence(p, &p->start, true, *owner, nowner);
        ok &= !p->conditions.n || match_conditions(p);
    }
    if (ok) make_discrete(w);
    DaePool pool;
    dae_pool_init(&pool);
    for (size_t i = 0; i < partitions.n; i++) {
        Partition *p = &partitions.at[i];
        if (ok && p->conditions.n) add_start(p, &pool);
        if (ok && p->reinits.n) add_reinits(p, &pool);
        if (ok) advance(p, &pool);
        for (size_t k = 0; k < w->dae->partitions.n && p->again; k++) /* what guards its blocks (translate.c) */
            if (w->dae->partitions.at[k].method && sym_representative(w, w->dae->partitions.at[k].now) == p->now)
                w->dae->partitions.at[k].tick = p->again;
        vec_free(&p->reinits);
        vec_free(&p->states);
        vec_free(&p->conditions);
        free_dependence(&p->slopes);
        free_dependence(&p->start);
        base_map_free(&p->last);
        base_map_free(&p->first);
    }
    dae_pool_free(&pool);
    vec_free(&partitions);
    return ok && sym_match_again(w, owner);
}
