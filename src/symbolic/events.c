/* events.c - what generates events is taken out of the equations.
 *
 * Before: relations of Reals, rounding and sample() stand inside equations.  After: each is a hidden variable that
 * is frozen between events (MLS 3.6, 8.5), and the model lists how to find out when it changes.
 *
 * Per shape, once: which nodes may generate events (the candidates) and what they read.  Per equation: which
 * of them do, since a relation of parameters and discrete variables cannot change between events; the rewritten
 * shape is kept per (shape, choice).
 *
 * Left in place, evaluated as they stand: rounding in the body of a when (MLS 3.6, 3.7.2), relations in noEvent and in
 * smooth of order 1 and up (MLS 3.6, 3.7.5), in conditions of assert (checked at every step anyway), in initial
 * equations, and in algorithm sections those that read what the section itself assigns.
 */
#include <string.h>

#include "symbolic/symbolic_impl.h"

typedef struct {
    uint32_t slot; /* number in the walk of the plan's root */
    bool fixed;    /* never taken out */
    bool sample;   /* sample(): always taken out */
    VecU32 holes;  /* holes it reads, not counting those below other candidates */
} Candidate;

/* A candidate that was taken out: EQUATE(lhs, rhs), or two expressions for sample. */
typedef struct {
    DaeOp op;          /* LT, LE, GT, GE, FLOOR, SAMPLE */
    uint32_t shape[2]; /* second one only for SAMPLE */
    uint32_t *map[2];  /* per hole: hole of the equation, or nholes + k for the k-th one taken out */
} Taken;

typedef struct Choice {
    uint8_t *chosen; /* per candidate */
    Taken *taken;
    uint32_t ntaken;
    uint32_t shape; /* the rewritten equation */
    uint32_t *map;
    struct Choice *next;
} Choice;

typedef struct {
    bool made;
    DaeExpr root; /* with mod, rem, div, ceil and integer expressed by floor */
    Candidate *candidates;
    uint32_t n;
    Choice *choices;
} Plan;

typedef struct {
    SymModel *model;
    Dae *d;
    Arena arena;
    VEC(Plan) plans;              /* by shape */
    Map relation_ids, sample_ids; /* hash of kind, shape, operands -> number; collisions step on */
    VecU32 operands;              /* scratch: of the equation, then variables taken out */
} Events;

/* ---- normal form of rounding ------------------------------------------------------------------------------------- */

static DaeExpr floor_of(DaePool *p, DaeExpr x) { return dae_op1(p, DAE_FLOOR, x); }

/* div(x, y) = if x/y >= 0 then floor(x/y) else -floor(-x/y) */
static DaeExpr truncated(DaePool *p, DaeExpr x, DaeExpr y) {
    DaeExpr q = dae_op2(p, DAE_DIV, x, y);
    DaeExpr up = dae_op2(p, DAE_GE, q, dae_real(p, 0));
    return dae_op3(p, DAE_IF, up, floor_of(p, q), dae_op1(p, DAE_NEG, floor_of(p, dae_op1(p, DAE_NEG, q))));
}

static DaeExpr by_floor(DaePool *p, const DaeNode *n, const DaeExpr *a) {
    switch ((DaeOp)n->op) {
    case DAE_CEIL: return dae_op1(p, DAE_NEG, floor_of(p, dae_op1(p, DAE_NEG, a[0])));
    case DAE_INTEGER_OF: {
        DaeExpr whole = floor_of(p, a[0]);
        return dae_with_args(p, (DaeNode){.op = DAE_INTEGER_OF, .value.i = 1}, &whole, 1);
    }
    case DAE_DIVT: return truncated(p, a[0], a[1]);
    case DAE_MOD:
        return dae_op2(p, DAE_SUB, a[0], dae_op2(p, DAE_MUL, floor_of(p, dae_op2(p, DAE_DIV, a[0], a[1])), a[1]));
    case DAE_REM: return dae_op2(p, DAE_SUB, a[0], dae_op2(p, DAE_MUL, truncated(p, a[0], a[1]), a[1]));
    default: return 0;
    }
}

static bool generates_events(const DaePool *p, DaeExpr e) {
    const DaeNode *n = dae_at(p, e);
    if (n->value.i || n->rank) return false;
    if ((n->op >= DAE_LT && n->op <= DAE_GE) || (n->op >= DAE_FLOOR && n->op <= DAE_REM)) {
        for (uint32_t k = 0; k < n->nargs; k++)
            if (dae_at(p, dae_arg(p, e, k))->base == DAE_REAL) return true;
        return false;
    }
    return n->op == DAE_SAMPLE;
}

static DaeExpr normal_node(DaePool *p, DaeExpr e, const DaeExpr *args) {
    DaeNode n = *dae_at(p, e);
    double order;
    if (n.op == DAE_SMOOTH && dae_is_const(p, args[0], &order) && order >= 1) return dae_no_event(p, args[1]);
    if (n.op >= DAE_CEIL && n.op <= DAE_REM && generates_events(p, e)) return by_floor(p, &n, args);
    return dae_with_args(p, n, args, n.nargs);
}

/* Rebuilds root with rounding expressed by floor and smooth parts made free of events. */
static DaeExpr normal_form(DaePool *p, DaeExpr root) {
    DaeWalk w = {0};
    VecU32 done = {0}, args = {0};
    bool any = false;
    dae_walk(&w, p, root);
    for (uint32_t i = 0; i < w.n; i++) {
        DaeOp op = dae_at(p, w.at[i])->op;
        any = any || op == DAE_SMOOTH || (op >= DAE_CEIL && op <= DAE_REM);
    }
    for (uint32_t i = 0; i < w.n && any; i++) {
        DaeExpr e = w.at[i];
        vec_clear(&args);
        for (uint32_t k = 0; k < dae_at(p, e)->nargs; k++) {
            DaeExpr a = dae_arg(p, e, k);
            vec_push(&args, a ? done.at[dae_walk_slot(&w, a)] : 0);
        }
        DaeExpr made = dae_at(p, e)->nargs ? normal_node(p, e, args.at) : e;
        vec_push(&done, made);
    }
    DaeExpr result = any ? vec_last(&done) : root;
    dae_walk_free(&w);
    vec_free(&done);
    vec_free(&args);
    return result;
}

/* ---- candidates of a shape --------------------------------------------------------------------------------------- */

typedef struct {
    const DaePool *p;
    DaeWalk w;
    uint8_t *candidate; /* per walk number */
    uint8_t *reached;
} Finder;

/* Marks what is reached from `from` downwards without passing `through` nodes' arguments. */
static void reach(Finder *f, uint32_t from, bool stop_at_assert) {
    memset(f->reached, 0, f->w.n);
    f->reached[from] = 1;
    for (uint32_t i = from + 1; i-- > 0;) {
        DaeExpr e = f->w.at[i];
        const DaeNode *n = dae_at(f->p, e);
        if (!f->reached[i] || (stop_at_assert ? n->op == DAE_ASSERT : i != from && f->candidate[i])) continue;
        for (uint32_t k = 0; k < n->nargs; k++) {
            DaeExpr a = dae_arg(f->p, e, k);
            if (a) f->reached[dae_walk_slot(&f->w, a)] = 1;
        }
    }
}

/* Marks what is reached from the root without entering the body of a when: the branch of a condition with a trigger. */
static void reach_outside_when(Finder *f) {
    uint8_t *trigger = base_realloc(NULL, f->w.n);
    for (uint32_t i = 0; i < f->w.n; i++) {
        const DaeNode *n = dae_at(f->p, f->w.at[i]);
        trigger[i] = n->op == DAE_TRIGGER;
        for (uint32_t k = 0; k < n->nargs; k++) {
            DaeExpr a = dae_arg(f->p, f->w.at[i], k);
            if (a && trigger[dae_walk_slot(&f->w, a)]) trigger[i] = 1;
        }
    }
    memset(f->reached, 0, f->w.n);
    f->reached[f->w.n - 1] = 1;
    for (uint32_t i = f->w.n; i-- > 0;) {
        DaeExpr e = f->w.at[i];
        const DaeNode *n = dae_at(f->p, e);
        if (!f->reached[i]) continue;
        bool when = (n->op == DAE_IF || n->op == DAE_IF_STMT) && trigger[dae_walk_slot(&f->w, dae_arg(f->p, e, 0))];
        for (uint32_t k = 0; k < n->nargs; k++) {
            DaeExpr a = dae_arg(f->p, e, k);
            if (a && !(when && k == 1)) f->reached[dae_walk_slot(&f->w, a)] = 1;
        }
    }
    base_realloc(trigger, 0);
}

/* Where each result of the shape gets its value: the walk number of its one assignment, 0: it has none, or several; the
 * constants that results begin with do not count. */
static uint32_t *find_assignments(const Finder *f, uint32_t nout) {
    uint32_t *at = base_realloc(NULL, (nout + 1) * 2 * sizeof *at), *count = at + nout + 1;
    memset(at, 0, (nout + 1) * 2 * sizeof *at);
    for (uint32_t i = 0; i < f->w.n; i++) {
        const DaeNode *n = dae_at(f->p, f->w.at[i]);
        bool call = n->op == DAE_ASSIGN_CALL;
        if (!call && n->op != DAE_ASSIGN) continue;
        if (!call && dae_at(f->p, dae_arg(f->p, f->w.at[i], 1))->op == DAE_CONST) continue;
        for (uint32_t k = call; k < (call ? n->nargs : 1); k++) {
            DaeExpr target = dae_arg(f->p, f->w.at[i], k);
            const DaeNode *t = target ? dae_at(f->p, target) : NULL;
            if (t && t->op == DAE_HOLE && t->id < nout) at[t->id] = count[t->id]++ ? 0 : i;
        }
    }
    return at;
}

/* Marks what stands inside loops. */
static uint8_t *find_loops(const Finder *f) {
    uint8_t *in = base_realloc(NULL, f->w.n);
    memset(in, 0, f->w.n);
    for (uint32_t i = f->w.n; i-- > 0;) {
        const DaeNode *n = dae_at(f->p, f->w.at[i]);
        double once;
        bool loop = in[i] || n->op == DAE_FOR ||
                    (n->op == DAE_WHILE && !dae_is_const(f->p, dae_arg(f->p, f->w.at[i], 0), &once));
        for (uint32_t k = 0; loop && k < n->nargs; k++) {
            DaeExpr a = dae_arg(f->p, f->w.at[i], k);
            if (a) in[dae_walk_slot(&f->w, a)] = 1;
        }
    }
    return in;
}

/* What the candidate reads; fixed when it reads iterators, or what the shape computes and may change again behind
 * it. */
static void read_holes(Finder *f, Candidate *c, uint32_t nout, const uint32_t *assigned, const uint8_t *in_loop) {
    reach(f, c->slot, false);
    for (uint32_t i = 0; i < f->w.n; i++) {
        const DaeNode *n = dae_at(f->p, f->w.at[i]);
        if (!f->reached[i]) continue;
        if (n->op == DAE_HOLE) {
            vec_push(&c->holes, n->id);
            bool known = n->id >= nout || (assigned[n->id] && assigned[n->id] < c->slot && !in_loop[c->slot]);
            c->fixed = c->fixed || !known;
        }
        c->fixed = c->fixed || n->op == DAE_LOCAL;
    }
}

static void make_plan(Events *v, uint32_t shape, Plan *plan) {
    DaePool *p = &v->d->pool;
    DaeShape s = v->d->shapes.at[shape];
    plan->made = true;
    plan->root = normal_form(p, s.root);
    Finder f = {.p = p};
    dae_walk(&f.w, p, plan->root);
    for (uint32_t i = 0; i < f.w.n; i++) plan->n += generates_events(p, f.w.at[i]);
    if (plan->n) {
        f.candidate = base_realloc(NULL, 2 * (size_t)f.w.n);
        f.reached = f.candidate + f.w.n;
        plan->candidates = BASE_ARRAY(&v->arena, Candidate, plan->n);
        uint32_t n = 0;
        for (uint32_t i = 0; i < f.w.n; i++) {
            f.candidate[i] = generates_events(p, f.w.at[i]);
            if (!f.candidate[i]) continue;
            plan->candidates[n].sample = dae_at(p, f.w.at[i])->op == DAE_SAMPLE;
            plan->candidates[n++].slot = i;
        }
        reach(&f, f.w.n - 1, true);
        for (uint32_t k = 0; k < n; k++) plan->candidates[k].fixed = !f.reached[plan->candidates[k].slot];
        reach_outside_when(&f);
        for (uint32_t k = 0; k < n; k++)
            if (dae_at(p, f.w.at[plan->candidates[k].slot])->op == DAE_FLOOR && !f.reached[plan->candidates[k].slot])
                plan->candidates[k].fixed = true;
        uint32_t *assigned = find_assignments(&f, s.nout);
        uint8_t *in_loop = find_loops(&f);
        for (uint32_t k = 0; k < n; k++) read_holes(&f, &plan->candidates[k], s.nout, assigned, in_loop);
        base_realloc(assigned, 0);
        base_realloc(in_loop, 0);
        base_realloc(f.candidate, 0);
    }
    dae_walk_free(&f.w);
}

static Plan *plan_of(Events *v, uint32_t shape) {
    if (shape >= v->plans.n) (void)vec_extend(&v->plans, v->d->shapes.n - v->plans.n);
    if (!v->plans.at[shape].made) {
        Plan made = {0};
        make_plan(v, shape, &made);
        v->plans.at[shape] = made;
    }
    return &v->plans.at[shape];
}

/* ---- rewriting a shape ------------------------------------------------------------------------------------------- */

/* The shape of an expression over scattered holes; the first nout keep their numbers. */
static uint32_t compact(Events *v, DaeExpr root, uint32_t nout, uint32_t **map) {
    VecU32 holes = {0};
    for (uint32_t k = 0; k < nout; k++) vec_push(&holes, k);
    root = dae_renumber(&v->d->pool, root, &holes);
    uint32_t shape = dae_shape_id(v->d, root, (uint32_t)holes.n, nout);
    *map = base_copy(&v->arena, holes.at, holes.n * sizeof *holes.at);
    vec_free(&holes);
    return shape;
}

/* "hole := e" as a shape: hole 0 is new, map[0] is meaningless. */
static uint32_t compact_assignment(Events *v, DaeExpr e, uint32_t **map) {
    DaePool *p = &v->d->pool;
    VecU32 holes = {0};
    vec_push(&holes, UINT32_MAX);
    e = dae_renumber(p, e, &holes);
    DaeExpr root = dae_raw(p, DAE_ASSIGN, (DaeExpr[]){dae_hole(p, 0, DAE_REAL), e}, 2);
    uint32_t shape = dae_shape_id(v->d, root, (uint32_t)holes.n, 1);
    *map = base_copy(&v->arena, holes.at, holes.n * sizeof *holes.at);
    vec_free(&holes);
    return shape;
}

static void take_out(Events *v, DaeExpr e, const DaeExpr *args, Taken *t) {
    DaePool *p = &v->d->pool;
    t->op = dae_at(p, e)->op;
    if (t->op == DAE_SAMPLE) {
        t->shape[0] = compact_assignment(v, args[0], &t->map[0]);
        t->shape[1] = compact_assignment(v, args[1], &t->map[1]);
        return;
    }
    DaeExpr rhs = t->op == DAE_FLOOR ? dae_real(p, 0) : args[1];
    DaeExpr root = dae_raw(p, DAE_EQUATE, (DaeExpr[]){args[0], rhs}, 2);
    t->shape[0] = compact(v, root, 0, &t->map[0]);
}

static void rewrite(Events *v, uint32_t shape, Choice *c) {
    DaePool *p = &v->d->pool;
    DaeShape s = v->d->shapes.at[shape];
    Plan plan = v->plans.at[shape];
    DaeWalk w = {0};
    VecU32 done = {0}, args = {0};
    uint32_t next = 0;
    dae_walk(&w, p, plan.root);
    for (uint32_t i = 0; i < w.n; i++) {
        DaeExpr e = w.at[i];
        DaeNode n = *dae_at(p, e);
        vec_clear(&args);
        for (uint32_t k = 0; k < n.nargs; k++) {
            DaeExpr a = dae_arg(p, e, k);
            vec_push(&args, a ? done.at[dae_walk_slot(&w, a)] : 0);
        }
        bool candidate = next < plan.n && plan.candidates[next].slot == i;
        DaeExpr made = e;
        if (candidate && c->chosen[next]) {
            take_out(v, e, args.at, &c->taken[c->ntaken]);
            made = dae_hole(p, s.nholes + c->ntaken++, n.base);
        } else if (n.nargs) {
            made = dae_with_args(p, n, args.at, n.nargs);
        }
        next += candidate;
        vec_push(&done, made);
    }
    c->shape = compact(v, vec_last(&done), s.nout, &c->map);
    dae_walk_free(&w);
    vec_free(&done);
    vec_free(&args);
}

static const Choice *choice_of(Events *v, uint32_t shape, const uint8_t *chosen) {
    Plan *plan = &v->plans.at[shape];
    for (Choice *c = plan->choices; c; c = c->next)
        if (!memcmp(c->chosen, chosen, plan->n)) return c;
    Choice *c = BASE_NEW(&v->arena, Choice);
    c->chosen = base_copy(&v->arena, chosen, plan->n);
    c->taken = BASE_ARRAY(&v->arena, Taken, plan->n);
    c->next = plan->choices;
    plan->choices = c;
    rewrite(v, shape, c);
    return c;
}

/* ---- variables for what was taken out ---------------------------------------------------------------------------- */

static DaeVar hidden_variable(Dae *d, const char *word, uint32_t number, DaeBase base, DaeKind kind) {
    DaeName name = dae_new_name(d, 0, base_name(d->ctx->names, word), (int32_t[]){(int32_t)number}, 1);
    return dae_add_var(
        d, &(DaeVariable){.name = name,
                          .start = DAE_NO_OPERAND,
                          .base = (uint8_t)base,
                          .kind = (uint8_t)kind,
                          .flags = DAE_HIDDEN | DAE_PROTECTED | (kind == DAE_KIND_PARAMETER ? DAE_FIXED : 0)});
}

static DaeEquation equation_of(Events *v, uint32_t shape, const uint32_t *map, uint32_t origin) {
    Dae *d = v->d;
    DaeEquation eq = {.shape = shape, .operands = (uint32_t)d->operands.n, .origin = origin};
    for (uint32_t k = 0; k < d->shapes.at[shape].nholes; k++)
        vec_push(&d->operands, map[k] == UINT32_MAX ? 0 : v->operands.at[map[k]]);
    return eq;
}

static bool same_equation(const Dae *d, const DaeEquation *a, const DaeEquation *b, uint32_t first) {
    uint32_t n = d->shapes.at[a->shape].nholes;
    if (a->shape != b->shape) return false;
    return n <= first ||
           !memcmp(dae_operands(d, a) + first, dae_operands(d, b) + first, (n - first) * sizeof(DaeOperand));
}

static uint64_t equation_key(const Dae *d, const DaeEquation *eq, uint32_t first, uint64_t seed) {
    uint32_t n = d->shapes.at[eq->shape].nholes;
    return n <= first
               ? base_mix(seed, eq->shape)
               : base_hash(dae_operands(d, eq) + first, (n - first) * sizeof(DaeOperand), base_mix(seed, eq->shape));
}

/* A relation that reads time, and else only what is constant between events, solved for time. */
static void solve_for_time(Events *v, SymRelation *r) {
    Dae *d = v->d;
    uint32_t n = d->shapes.at[r->eq.shape].nholes, hole = UINT32_MAX;
    for (uint32_t k = 0; k < n; k++) {
        DaeOperand o = dae_operands(d, &r->eq)[k];
        if (dae_operand_is_const(o)) continue;
        DaeKind kind = d->vars.at[o].kind;
        if (kind == DAE_KIND_TIME) hole = k;
        else if (kind == DAE_KIND_CONTINUOUS || kind == DAE_KIND_DERIVATIVE) return;
    }
    AlgOccurrence how = hole == UINT32_MAX ? ALG_ABSENT : alg_occurrence(v->model->memo, r->eq.shape, hole);
    if (how != ALG_LINEAR && how != ALG_LINEAR_PARAM) return;
    const uint32_t *map;
    uint32_t shape = alg_solved_shape(v->model->memo, r->eq.shape, hole, &map);
    if (shape == UINT32_MAX) return;
    r->kind = SYM_REL_TIME;
    r->time = (DaeEquation){.shape = shape, .operands = (uint32_t)d->operands.n, .origin = r->eq.origin};
    for (uint32_t k = 0; k < d->shapes.at[shape].nholes; k++) {
        DaeOperand o = dae_operands(d, &r->eq)[map[k]];
        vec_push(&d->operands, o);
    }
}

static DaeVar relation_variable(Events *v, const Taken *t, uint32_t origin) {
    Dae *d = v->d;
    SymRelation r = {.kind = t->op == DAE_FLOOR ? SYM_REL_FLOOR : SYM_REL_STATE,
                     .op = (uint16_t)t->op,
                     .eq = equation_of(v, t->shape[0], t->map[0], origin)};
    uint64_t key = equation_key(d, &r.eq, 0, (uint64_t)t->op), at;
    for (; base_map_get(&v->relation_ids, key, &at); key++) {
        const SymRelation *known = &v->model->relations.at[at];
        if (known->op == r.op && same_equation(d, &known->eq, &r.eq, 0)) {
            d->operands.n = r.eq.operands;
            return known->var;
        }
    }
    uint32_t number = (uint32_t)v->model->relations.n + 1;
    r.var = hidden_variable(d, "$relation", number, t->op == DAE_FLOOR ? DAE_REAL : DAE_BOOLEAN, DAE_KIND_DISCRETE);
    if (r.kind == SYM_REL_STATE) solve_for_time(v, &r);
    base_map_put(&v->relation_ids, key, v->model->relations.n);
    vec_push(&v->model->relations, r);
    return r.var;
}

static DaeVar sample_variable(Events *v, const Taken *t, uint32_t origin) {
    Dae *d = v->d;
    SymSample s = {.start = equation_of(v, t->shape[0], t->map[0], origin)};
    s.interval = equation_of(v, t->shape[1], t->map[1], origin);
    uint64_t key = equation_key(d, &s.interval, 1, equation_key(d, &s.start, 1, DAE_SAMPLE)), at;
    for (; base_map_get(&v->sample_ids, key, &at); key++) {
        const SymSample *known = &v->model->samples.at[at];
        if (same_equation(d, &known->start, &s.start, 1) && same_equation(d, &known->interval, &s.interval, 1)) {
            d->operands.n = s.start.operands;
            return known->var;
        }
    }
    uint32_t number = (uint32_t)v->model->samples.n + 1;
    s.var = hidden_variable(d, "$sample", number, DAE_BOOLEAN, DAE_KIND_DISCRETE);
    s.start_var = hidden_variable(d, "$sample_start", number, DAE_REAL, DAE_KIND_PARAMETER);
    s.interval_var = hidden_variable(d, "$sample_interval", number, DAE_REAL, DAE_KIND_PARAMETER);
    d->operands.at[s.start.operands] = s.start_var;
    d->operands.at[s.interval.operands] = s.interval_var;
    base_map_put(&v->sample_ids, key, v->model->samples.n);
    vec_push(&v->model->samples, s);
    return s.var;
}

/* ---- equations --------------------------------------------------------------------------------------------------- */

static bool changes_between_events(const Dae *d, DaeOperand o) {
    if (dae_operand_is_const(o)) return false;
    DaeKind kind = d->vars.at[o].kind;
    if (d->vars.at[kind == DAE_KIND_DERIVATIVE ? d->vars.at[o].of : o].flags & DAE_CLOCKED)
        return false; /* it changes at ticks */
    return kind == DAE_KIND_CONTINUOUS || kind == DAE_KIND_DERIVATIVE || kind == DAE_KIND_TIME;
}

/* Start and interval of sample must be known before the simulation (MLS 3.6, 3.7.5.3). */
static bool check_sample(Events *v, const Candidate *c, const DaeEquation *eq) {
    for (size_t k = 0; k < c->holes.n; k++) {
        DaeOperand o = dae_operands(v->d, eq)[c->holes.at[k]];
        if (dae_operand_is_const(o) || v->d->vars.at[o].kind <= DAE_KIND_PARAMETER) continue;
        Text name = {0};
        dae_var_text(v->d, o, &name);
        Diag *diag = base_error(v->d->ctx, "SYM0040", dae_span(v->d, eq->origin),
                                "start and interval of sample() must be parameters, but %s is not one", name.at);
        dae_about_origin(v->d, v->d->ctx, diag, eq->origin);
        base_hint(v->d->ctx, diag,
                  "clocked behaviour with a varying interval can be written as when time >= pre(next)");
        base_text_free(&name);
        return false;
    }
    return true;
}

static bool rewrite_equation(Events *v, DaeEquation *eq, bool samples_only) {
    Dae *d = v->d;
    Plan *plan = plan_of(v, eq->shape);
    if (plan->n == 0 && plan->root == d->shapes.at[eq->shape].root) return true;
    uint8_t few[64] = {0}, *chosen = plan->n <= 64 ? few : BASE_ARRAY(&v->arena, uint8_t, plan->n);
    bool ok = true;
    for (uint32_t k = 0; k < plan->n; k++) {
        const Candidate *c = &plan->candidates[k];
        if (c->sample) ok = check_sample(v, c, eq) && ok;
        chosen[k] = c->sample;
        for (size_t i = 0; i < c->holes.n && !samples_only && !c->fixed; i++)
            chosen[k] |= changes_between_events(d, dae_operands(d, eq)[c->holes.at[i]]);
    }
    if (!ok) return false;
    const Choice *choice = choice_of(v, eq->shape, chosen);
    uint32_t n = d->shapes.at[eq->shape].nholes;
    vec_clear(&v->operands);
    for (uint32_t k = 0; k < n; k++) vec_push(&v->operands, dae_operands(d, eq)[k]);
    for (uint32_t k = 0; k < choice->ntaken; k++) {
        const Taken *t = &choice->taken[k];
        DaeVar var = t->op == DAE_SAMPLE ? sample_variable(v, t, eq->origin) : relation_variable(v, t, eq->origin);
        vec_push(&v->operands, var);
    }
    *eq = equation_of(v, choice->shape, choice->map, eq->origin);
    return true;
}

static bool rewrite_all(Events *v, DaeEquations *list, bool samples_only) {
    bool ok = true;
    for (size_t i = 0; i < list->n; i++) ok = rewrite_equation(v, &list->at[i], samples_only) && ok;
    return ok;
}

bool sym_events(SymModel *m) {
    Events v = {.model = m, .d = m->dae};
    bool ok = rewrite_all(&v, &m->dae->equations, false);
    ok = rewrite_all(&v, &m->dae->actions, false) && ok;
    ok = rewrite_all(&v, &m->dae->initial, true) && ok;
    for (size_t i = 0; i < v.plans.n; i++)
        for (uint32_t k = 0; k < v.plans.at[i].n; k++) vec_free(&v.plans.at[i].candidates[k].holes);
    vec_free(&v.plans);
    vec_free(&v.operands);
    base_map_free(&v.relation_ids);
    base_map_free(&v.sample_ids);
    base_free_arena(&v.arena);
    return ok;
}
