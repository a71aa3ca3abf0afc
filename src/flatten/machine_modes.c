/* machine_modes.c - state machines whose states have continuous equations.
 *
 * An extension: states of MLS 3.6, 17.1 have none (Elmqvist, Mattsson, Otter 2014 describe such machines).  There is no
 * clock: transitions take place at events, those of `immediate` at once, others at the iteration of the event behind.
 * Before: the equations of states, and transitions.  After:
 *
 *     state = if pre(state) == from and condition then to ... else pre(state)
 *     der(x) = e         in a state                 der(x) = if active then e else 0
 *     v = e              of a variable of a state   as it is: what it reads stands still while the state is not active
 *     e1 in a state, e2 in another, that say what outer outputs are:
 *                                                   0 = if active1 then e1 else e2
 *     a transition with reset                       when reset then reinit(x, start of x)
 *
 * States with different equations are modes then (src/modes): other variables may be states in them.
 */
#include "flatten/machine_impl.h"

/* Does an equation have a derivative, or a variable that is differentiated anywhere? */
static bool is_continuous(const Flat *f, const DaeEquation *e) {
    const DaeOperand *o = dae_operands(f->dae, e);
    for (uint32_t k = 0; k < f->dae->shapes.at[e->shape].nholes; k++) {
        const DaeVariable *v = dae_operand_is_const(o[k]) ? NULL : &f->dae->vars.at[o[k]];
        if (v && (v->kind == DAE_KIND_DERIVATIVE || v->derivative)) return true;
    }
    return false;
}

static bool is_condition(const FlatMachines *m, const Dae *d, const DaeEquation *e) {
    for (size_t i = 0; i < m->machines.n; i++)
        for (size_t t = 0; t < m->machines.at[i].transitions.n; t++)
            for (uint32_t k = 0; k < d->shapes.at[e->shape].nholes; k++)
                if (dae_operands(d, e)[k] == m->machines.at[i].transitions.at[t].condition) return true;
    return false;
}

/* Where clocks are, something that is differentiated cannot stand in a state or condition, unless a clock has a method
 * for it. */
bool flat_machine_is_continuous(const Flat *f) {
    const FlatMachines *m = f->machines;
    if (f->clocks) return false;
    for (size_t s = 0; s < m->states.n; s++)
        for (size_t i = 0; i < m->states.at[s].equations.n; i++)
            if (is_continuous(f, &f->dae->equations.at[m->states.at[s].equations.at[i]])) return true;
    for (size_t i = 0; i < f->dae->equations.n; i++) {
        const DaeEquation *e = &f->dae->equations.at[i];
        if (is_continuous(f, e) && is_condition(m, f->dae, e)) return true;
    }
    return false;
}

/* ---- expressions ------------------------------------------------------------------------------------------------- */

static DaeExpr var(Flat *f, DaeVar v) { return flat_var_expr(f, v); }
static DaeExpr before(Flat *f, DaeVar v) { return flat_var_expr(f, dae_pre(f->dae, v)); }
static DaeExpr choose(Flat *f, DaeExpr c, DaeExpr a, DaeExpr b) { return dae_op3(&f->pool, DAE_IF, c, a, b); }
static DaeExpr both(Flat *f, DaeExpr a, DaeExpr b) { return dae_op2(&f->pool, DAE_AND, a, b); }
static DaeExpr either(Flat *f, DaeExpr a, DaeExpr b) { return dae_op2(&f->pool, DAE_OR, a, b); }

static DaeExpr is_number(Flat *f, DaeExpr e, uint32_t number) {
    return dae_op2(&f->pool, DAE_EQ, e, dae_int(&f->pool, number));
}

static void equate(Flat *f, DaeVar v, DaeExpr e, Span span) {
    flat_emit_always(f, dae_op2(&f->pool, DAE_EQUATE, var(f, v), e), span);
}

static DaeVar counter(Flat *f, const char *stem, double start) {
    DaeVar v = flat_hidden(f, stem, ++f->naux, DAE_INTEGER, DAE_KIND_DISCRETE);
    f->dae->vars.at[v].start = dae_constant(f->dae, start);
    f->dae->vars.at[v].flags |= DAE_HAS_START | DAE_FIXED;
    return v;
}

static DaeExpr start_of(Flat *f, DaeVar x) {
    DaeOperand o = f->dae->vars.at[x].start;
    if (o == DAE_NO_OPERAND) return dae_real(&f->pool, 0);
    return dae_operand_is_const(o) ? dae_real(&f->pool, dae_constant_value(f->dae, o)) : var(f, o);
}

/* ---- machines ---------------------------------------------------------------------------------------------------- */

/* The number of the transition that fires, of the highest priority; 0: none. */
static DaeExpr firing(Flat *f, const Machine *k) {
    DaeExpr e = dae_int(&f->pool, 0);
    for (uint32_t i = 0; i < k->transitions.n; i++) {
        const Transition *t = &k->transitions.at[i];
        DaeExpr condition = t->immediate ? var(f, t->condition) : before(f, t->condition);
        DaeExpr c = both(f, is_number(f, before(f, k->state), f->machines->states.at[t->from].number), condition);
        if (t->synchronize) c = both(f, c, flat_state_inside_final(f, t->from, false));
        e = choose(f, c, dae_int(&f->pool, i + 1), e);
    }
    return e;
}

static void machine_equations(Flat *f, const Machine *k) {
    FlatMachines *m = f->machines;
    const State *parent = k->parent == NONE ? NULL : &m->states.at[k->parent];
    DaeExpr none = dae_int(&f->pool, 0), fired = firing(f, k), to = before(f, k->state);
    f->name = k->place;
    Span span = m->states.at[k->states.at[0]].span;
    equate(f, k->fired, parent ? choose(f, var(f, parent->active), fired, none) : fired, span);
    for (uint32_t i = 0; i < k->transitions.n; i++)
        to = choose(f, is_number(f, var(f, k->fired), i + 1),
                    dae_int(&f->pool, m->states.at[k->transitions.at[i].to].number), to);
    equate(f, k->state, parent ? choose(f, var(f, parent->reset), dae_int(&f->pool, 1), to) : to, span);
    for (size_t i = 0; i < k->states.n; i++) {
        const State *s = &m->states.at[k->states.at[i]];
        DaeExpr here = is_number(f, var(f, k->state), s->number), reset = dae_bool(&f->pool, false);
        for (uint32_t t = 0; t < k->transitions.n; t++)
            if (k->transitions.at[t].reset && k->transitions.at[t].to == k->states.at[i])
                reset = either(f, reset, is_number(f, var(f, k->fired), t + 1));
        equate(f, s->active, parent ? both(f, var(f, parent->active), here) : here, s->span);
        equate(f, s->reset, parent ? either(f, var(f, parent->reset), reset) : reset, s->span);
    }
    dae_pool_release(&f->pool, (DaePoolMark){1, 0});
}

/* ---- states ------------------------------------------------------------------------------------------------------ */

static void put(Flat *f, uint32_t equation, DaeExpr root) {
    uint32_t origin = f->dae->equations.at[equation].origin;
    DaeEquation e = dae_shape(f->dae, &f->pool, root, NULL, 0, origin);
    f->dae->equations.at[equation] = e;
}

static DaeExpr residual(Flat *f, DaeExpr root) {
    return dae_op2(&f->pool, DAE_SUB, dae_arg(&f->pool, root, 0), dae_arg(&f->pool, root, 1));
}

/* While the state is not active what the equation is for has the value `otherwise`, or zero. */
static void guard(Flat *f, uint32_t state, uint32_t equation, DaeVar v) {
    const DaeEquation e = f->dae->equations.at[equation];
    DaeExpr root = dae_expand(&f->pool, f->dae, &e), active = var(f, f->machines->states.at[state].active);
    DaeExpr l = dae_arg(&f->pool, root, 0), r = dae_arg(&f->pool, root, 1), x = var(f, v);
    DaeExpr zero = dae_real(&f->pool, 0);
    if (l != x && r == x) r = l, l = x;
    if (l == x) put(f, equation, dae_op2(&f->pool, DAE_EQUATE, x, choose(f, active, r, zero)));
    else put(f, equation, dae_op2(&f->pool, DAE_EQUATE, zero, choose(f, active, residual(f, root), x)));
}

static void reset_on_entry(Flat *f, uint32_t state, DaeVar x) {
    const State *s = &f->machines->states.at[state];
    DaeExpr entered = dae_op2(&f->pool, DAE_TRIGGER, var(f, s->reset), before(f, s->reset));
    DaeExpr again = dae_op2(&f->pool, DAE_REINIT, var(f, x), start_of(f, x));
    DaeExpr stmt = dae_op3(&f->pool, DAE_IF_STMT, entered, again, 0);
    dae_add_equation(f->dae, &f->dae->actions, &f->pool, stmt, NULL, 0, flat_origin(f, s->span));
}

/* Does an equation say something of what lies outside of the state? */
static bool reaches_out(const Flat *f, uint32_t state, const DaeEquation *e) {
    const VecU32 *outputs = &f->machines->states.at[state].outputs;
    const DaeOperand *o = dae_operands(f->dae, e);
    for (uint32_t k = 0; k < f->dae->shapes.at[e->shape].nholes; k++) {
        if (dae_operand_is_const(o[k])) continue;
        DaeVar v = f->dae->vars.at[o[k]].kind == DAE_KIND_DERIVATIVE ? f->dae->vars.at[o[k]].of : o[k];
        for (size_t i = 0; i < outputs->n; i++)
            if (outputs->at[i] == v) return true;
    }
    return false;
}

/* A variable of the state that no equation is for: what is left of a constraint determines it. */
static DaeVar free_variable(const Matching *m) {
    for (size_t i = 0; i < m->vars.n; i++) {
        uint64_t equation;
        if (!base_map_get(&m->taken, m->vars.at[i], &equation)) return m->vars.at[i];
    }
    return 0;
}

/* The equations of a state that say what outer outputs are, into `out`; all others are guarded. */
static void guard_state(Flat *f, uint32_t state, VecU32 *out) {
    Matching m = {.f = f, .state = state, .own = true};
    const VecU32 *equations = &f->machines->states.at[state].equations;
    VecU32 left = {0};
    flat_match_start(&m);
    for (uint32_t i = 0; i < equations->n; i++) {
        const DaeEquation *e = &f->dae->equations.at[equations->at[i]];
        if (f->dae->shapes.at[e->shape].nout || flat_match_augment(&m, i)) continue;
        if (reaches_out(f, state, e)) vec_push(out, equations->at[i]);
        else vec_push(&left, equations->at[i]);
    }
    f->name = f->machines->states.at[state].name;
    for (uint32_t i = 0; i < m.chosen.n; i++) {
        DaeVar v = m.chosen.at[i];
        if (!v || f->dae->vars.at[v].kind != DAE_KIND_DERIVATIVE) continue;
        reset_on_entry(f, state, f->dae->vars.at[v].of);
        guard(f, state, equations->at[i], v);
        dae_pool_release(&f->pool, (DaePoolMark){1, 0});
    }
    for (size_t i = 0; i < left.n; i++) {
        DaeVar v = free_variable(&m);
        if (v) guard(f, state, left.at[i], v);
        if (v) base_map_put(&m.taken, v, left.at[i]);
        dae_pool_release(&f->pool, (DaePoolMark){1, 0});
    }
    vec_free(&left);
    flat_match_free(&m);
}

/* ---- what several states say of outer variables ------------------------------------------------------------------ */

typedef struct {
    VecU32 of; /* equations that reach out, by state of the machine one behind the other ... */
    VecU32 first;
} Group;

static bool same_number(Flat *f, const Machine *k, const Group *g) {
    uint32_t n = g->first.at[1] - g->first.at[0];
    for (size_t i = 1; i < k->states.n; i++) {
        uint32_t other = g->first.at[i + 1] - g->first.at[i];
        if (other == n) continue;
        Diag *d =
            flat_error(f, "FLAT0152", f->machines->states.at[k->states.at[i]].span,
                       "states of one machine say differently much of outer variables: '%s' %u equations, '%s' %u",
                       flat_state_text(f, k->states.at[0]), n, flat_state_text(f, k->states.at[i]), other);
        base_hint(f->ctx, d, "each state needs an equation for each outer output that it shares with others");
        return false;
    }
    return true;
}

/* The j-th of every state, as one: it stands where that of the first state stood. */
static void pair(Flat *f, const Machine *k, const Group *g, uint32_t j) {
    DaeExpr common = 0, e = 0;
    bool alike = true;
    for (size_t i = 0; i < k->states.n; i++) {
        DaeExpr root = dae_expand(&f->pool, f->dae, &f->dae->equations.at[g->of.at[g->first.at[i] + j]]);
        DaeExpr l = dae_arg(&f->pool, root, 0);
        alike = alike && (!common || common == l);
        common = l;
    }
    for (size_t i = k->states.n; i-- > 0;) {
        DaeExpr root = dae_expand(&f->pool, f->dae, &f->dae->equations.at[g->of.at[g->first.at[i] + j]]);
        DaeExpr here = alike ? dae_arg(&f->pool, root, 1) : residual(f, root);
        e = e ? choose(f, var(f, f->machines->states.at[k->states.at[i]].active), here, e) : here;
    }
    put(f, g->of.at[j], dae_op2(&f->pool, DAE_EQUATE, alike ? common : dae_real(&f->pool, 0), e));
    dae_pool_release(&f->pool, (DaePoolMark){1, 0});
}

/* A machine inside a state says it for that state. */
static void join_states(Flat *f, const Machine *k, VecU32 *gone) {
    Group g = {0};
    vec_push(&g.first, 0);
    for (size_t i = 0; i < k->states.n; i++) {
        guard_state(f, k->states.at[i], &g.of);
        vec_push(&g.first, (uint32_t)g.of.n);
    }
    uint32_t n = g.first.at[1];
    bool ok = same_number(f, k, &g);
    for (uint32_t j = 0; j < n && ok; j++) {
        pair(f, k, &g, j);
        if (k->parent != NONE) vec_push(&f->machines->states.at[k->parent].equations, g.of.at[j]);
    }
    for (size_t i = n; i < g.of.n; i++) vec_push(gone, g.of.at[i]);
    vec_free(&g.of);
    vec_free(&g.first);
}

static uint32_t depth_of(const FlatMachines *m, const Machine *k) {
    uint32_t depth = 0;
    for (; k->parent != NONE; k = &m->machines.at[m->states.at[k->parent].machine]) depth++;
    return depth;
}

static void drop_equations(Dae *d, const VecU32 *gone) {
    uint8_t *drop = base_realloc(NULL, d->equations.n + 1);
    memset(drop, 0, d->equations.n + 1);
    for (size_t i = 0; i < gone->n; i++) drop[gone->at[i]] = 1;
    size_t n = 0;
    for (size_t i = 0; i < d->equations.n; i++)
        if (!drop[i]) d->equations.at[n++] = d->equations.at[i];
    d->equations.n = n;
    base_realloc(drop, 0);
}

static void tolerate(Flat *f) {
    static const char text[] = "states of a state machine have no continuous equations in Modelica (MLS 17.1)";
    Span span = f->machines->states.at[0].span;
    Diag *d = f->ctx->strict ? flat_error(f, "FLAT0153", span, text) : base_warning(f->ctx, "FLAT0153", span, text);
    base_hint(f->ctx, d, "the machine is taken to go on in continuous time, its transitions to be events");
}

void flat_machine_modes(Flat *f) {
    FlatMachines *m = f->machines;
    tolerate(f);
    uint32_t deepest = 0;
    VecU32 gone = {0};
    for (size_t i = 0; i < m->machines.n; i++) {
        Machine *k = &m->machines.at[i];
        uint32_t depth = depth_of(m, k);
        if (depth > deepest) deepest = depth;
        f->name = k->place;
        k->state = counter(f, "state", 1);
        k->fired = counter(f, "fired", 0);
        flat_sort_transitions(k);
    }
    for (size_t i = 0; i < m->machines.n; i++) machine_equations(f, &m->machines.at[i]);
    for (uint32_t depth = deepest + 1; depth-- > 0 && !f->failed;)
        for (size_t i = 0; i < m->machines.n; i++)
            if (depth_of(m, &m->machines.at[i]) == depth) join_states(f, &m->machines.at[i], &gone);
    drop_equations(f->dae, &gone);
    vec_free(&gone);
}
