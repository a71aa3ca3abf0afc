/* machine.c - state machines become clocked equations (MLS 3.6, ch. 17).
 *
 * Before: transition() and initialState() among the equations of a class.  After: for every machine the equations of
 * the specification's model StateMachineSemantics (17.3.4) over hidden variables, for every state two Booleans `active`
 * and `reset`, and the equations of states guarded by them:
 *     x = e            in a state             x = if active then e else last(x)
 *     previous(x)      of a state's variable  if reset then x.start else previous(x)   (clock.c)
 *     v = e            of an outer output     v' = if active then e else last(v), and once for all states
 *                                             v = if active1 then v1' elseif active2 then v2' ... else last(v)
 * States are known by the names of their instances: what lies below belongs to them.
 *
 * Order: flat_machine_state while connections are visited, then flat_machine_prepare; flat_machine_transition with the
 * equations; flat_machine_finish after all equations, before clocks are inferred.
 */
#include "flatten/machine_impl.h"

#include <stdlib.h>

static FlatMachines *machines(Flat *f) {
    if (!f->machines) {
        f->machines = BASE_NEW(&f->arena, FlatMachines);
        f->machines->condition_of = NONE;
    }
    return f->machines;
}

void flat_machine_free(FlatMachines *m) {
    if (!m) return;
    for (size_t i = 0; i < m->states.n; i++) {
        vec_free(&m->states.at[i].equations);
        vec_free(&m->states.at[i].outputs);
    }
    for (size_t i = 0; i < m->machines.n; i++) {
        vec_free(&m->machines.at[i].states);
        vec_free(&m->machines.at[i].transitions);
    }
    vec_free(&m->states);
    vec_free(&m->machines);
    vec_free(&m->merges);
    base_map_free(&m->state_of);
    base_map_free(&m->kept_of);
    base_map_free(&m->input_of);
}

/* ---- which instances are states ---------------------------------------------------------------------------------- */

/* The innermost state that an instance belongs to, or NONE. */
static uint32_t state_around(const Flat *f, DaeName name) {
    for (; name; name = f->dae->names.at[name].parent) {
        uint64_t at;
        if (base_map_get(&f->machines->state_of, name, &at)) return (uint32_t)at;
    }
    return NONE;
}

uint32_t flat_state_of_var(const Flat *f, DaeVar v) {
    return state_around(f, f->dae->names.at[f->dae->vars.at[v].name].parent);
}

/* Name of the instance that a reference in the current instance means. */
static bool instance_of(Flat *f, const InstExpr *e, DaeName *out) {
    if (e->kind != INST_E_CREF) return false;
    DaeName name = f->name;
    for (uint32_t p = 0; p < e->nparts; p++) {
        const InstPart *part = &e->parts[p];
        if (part->comp->members && part->nsubs) {
            name = dae_name(f->dae, name, inst_part_name(part->comp, (uint32_t)part->subs[0]->integer - 1), NULL, 0);
            continue;
        }
        int32_t subs[32];
        if (part->nsubs > 32) return false;
        for (uint32_t k = 0; k < part->nsubs; k++) {
            int64_t i;
            if (!flat_integer(f, part->subs[k], &i)) return false;
            subs[k] = (int32_t)i;
        }
        uint32_t n = part->nsubs;
        if (!n && part->comp->array) /* an element of a split array */
            for (; n < part->comp->array->type.ndims && n < 32; n++) subs[n] = (int32_t)part->comp->index[n];
        name = dae_name(f->dae, name, part->comp->name, subs, (int)n);
    }
    *out = name;
    return true;
}

static uint32_t find_state(Flat *f, const InstExpr *e) {
    DaeName name;
    uint64_t at;
    if (!f->machines || !instance_of(f, e, &name) || !base_map_get(&f->machines->state_of, name, &at)) return NONE;
    return (uint32_t)at;
}

static uint32_t add_state(Flat *f, const InstExpr *e) {
    FlatMachines *m = machines(f);
    DaeName name;
    uint64_t at;
    if (!instance_of(f, e, &name)) {
        flat_unsupported(f, e->span, "this must name one block instance: a state of a state machine (MLS 17.1)");
        return NONE;
    }
    if (base_map_get(&m->state_of, name, &at)) return (uint32_t)at;
    at = m->states.n;
    vec_push(&m->states, ((State){.name = name, .up = (uint32_t)at, .machine = NONE, .span = e->span}));
    base_map_put(&m->state_of, name, at);
    return (uint32_t)at;
}

static uint32_t root_of(FlatMachines *m, uint32_t s) {
    while (m->states.at[s].up != s) s = m->states.at[s].up = m->states.at[m->states.at[s].up].up;
    return s;
}

/* Words for messages: the path of a state. */
const char *flat_state_text(Flat *f, uint32_t s) {
    Text t = {0};
    dae_name_text(f->dae, f->machines->states.at[s].name, &t);
    const char *text = base_strdup(&f->temp, base_text_str(&t));
    base_text_free(&t);
    return text;
}

/* transition(from, to, ...) and initialState(state) as seen with the connections: who is a state, and of which
 * machine. */
void flat_machine_state(Flat *f, const InstExpr *call) {
    uint32_t a = add_state(f, call->args[0]);
    if (a == NONE) return;
    FlatMachines *m = f->machines;
    if (call->builtin == INST_B_INITIALSTATE) {
        if (m->states.at[a].initial)
            flat_error(f, "FLAT0141", call->span, "'%s' is marked as initial state twice", flat_state_text(f, a));
        m->states.at[a].initial = true;
        m->states.at[a].span = call->span;
        return;
    }
    uint32_t b = add_state(f, call->args[1]);
    if (b == NONE) return;
    a = root_of(m, a);
    b = root_of(m, b);
    m->states.at[a > b ? a : b].up = a < b ? a : b;
}

static void number_states(Flat *f, Machine *k) {
    FlatMachines *m = f->machines;
    uint32_t initial = NONE;
    for (size_t i = 0; i < k->states.n; i++) {
        uint32_t s = k->states.at[i];
        if (!m->states.at[s].initial) continue;
        if (initial != NONE) {
            Diag *d = flat_error(f, "FLAT0142", m->states.at[s].span,
                                 "this state machine has two initial states, '%s' and '%s' (MLS 17.1)",
                                 flat_state_text(f, k->states.at[0]), flat_state_text(f, s));
            base_note(f->ctx, d, m->states.at[k->states.at[0]].span, "the other one is marked here");
            return;
        }
        initial = s;
        k->states.at[i] = k->states.at[0];
        k->states.at[0] = s;
    }
    if (initial == NONE) {
        Diag *d = flat_error(f, "FLAT0143", m->states.at[k->states.at[0]].span,
                             "the state machine of '%s' has no initial state (MLS 17.1)",
                             flat_state_text(f, k->states.at[0]));
        base_hint(f->ctx, d, "mark the state in which it begins: initialState(%s)",
                  flat_state_text(f, k->states.at[0]));
    }
    for (size_t i = 0; i < k->states.n; i++) m->states.at[k->states.at[i]].number = (uint32_t)i + 1;
}

/* Whether a state is active is something to look at: state.active in results, unless its block has such an element. */
static DaeVar active_variable(Flat *f) {
    DaeName name = dae_name(f->dae, f->name, base_name(f->ctx->names, "active"), NULL, 0);
    bool taken = dae_var_of_name(f->dae, name) != 0;
    DaeVar v = flat_hidden(f, "active", 0, DAE_BOOLEAN, DAE_KIND_DISCRETE);
    if (taken) return v;
    f->dae->vars.at[v].name = name;
    f->dae->vars.at[v].flags &= (uint16_t)~DAE_HIDDEN;
    return v;
}

/* All transitions have been seen: machines are formed, and their variables made so that activeState() can be asked
 * for. */
void flat_machine_prepare(Flat *f) {
    FlatMachines *m = f->machines;
    if (!m) return;
    m->prepared = true;
    for (uint32_t s = 0; s < m->states.n; s++) {
        uint32_t root = root_of(m, s);
        if (m->states.at[root].machine == NONE) {
            m->states.at[root].machine = (uint32_t)m->machines.n;
            DaeName place = f->dae->names.at[m->states.at[root].name].parent;
            vec_push(&m->machines, ((Machine){.parent = state_around(f, place), .place = place}));
        }
        m->states.at[s].machine = m->states.at[root].machine;
        vec_push(&m->machines.at[m->states.at[s].machine].states, s);
    }
    for (size_t i = 0; i < m->machines.n; i++) number_states(f, &m->machines.at[i]);
    DaeName before = f->name;
    for (uint32_t s = 0; s < m->states.n; s++) {
        f->name = m->states.at[s].name;
        m->states.at[s].active = active_variable(f);
        m->states.at[s].reset = flat_hidden(f, "reset", 0, DAE_BOOLEAN, DAE_KIND_DISCRETE);
    }
    f->name = before;
}

static void variables_of(Flat *f, InstComp *c, VecU32 *vars) {
    if (c->inner) c = c->inner;
    uint64_t count = c->type.ndims && !c->array ? flat_dims(&c->type) : 1, outer = flat_linear(f, c->parent->owner);
    for (uint64_t k = 0; k < count; k++)
        flat_component_vars(f, c->elements ? c->elements[k] : c, c->elements ? outer : outer * count + k, vars);
}

/* The variables that an instance inside a state determines outside of it (outer output), and a state's own inputs. */
void flat_machine_interface(Flat *f, InstClass *c) {
    FlatMachines *m = f->machines;
    uint32_t state = f->scope == c ? state_around(f, f->name) : NONE;
    if (state == NONE) return;
    uint32_t n;
    InstComp **fields = flat_fields(f, c, &n);
    for (uint32_t i = 0; i < n; i++) {
        VecU32 vars = {0};
        bool output = fields[i]->inner && fields[i]->prefixes & SYN_OUTPUT;
        bool input = !fields[i]->inner && fields[i]->prefixes & SYN_INPUT && m->states.at[state].name == f->name;
        if (output || (input && !fields[i]->binding.value)) variables_of(f, fields[i], &vars);
        for (size_t k = 0; k < vars.n; k++) {
            if (output) vec_push(&m->states.at[state].outputs, vars.at[k]);
            else base_map_put(&m->input_of, vars.at[k], 1);
        }
        vec_free(&vars);
    }
}

/* ---- transitions and questions about states ---------------------------------------------------------------------- */

static bool flag(Flat *f, const InstExpr *call, uint32_t i, bool otherwise) {
    InstValue *v =
        i < call->nargs && call->args[i] ? flat_eval(f, call->args[i], INST_EVAL_REPORT | INST_EVAL_MARK) : NULL;
    return v ? v->num[0] != 0 : otherwise;
}

static void check_priority(Flat *f, const Machine *k, const Transition *t) {
    if (t->priority < 1)
        flat_error(f, "FLAT0144", t->span, "the priority of a transition must be at least 1, it is %lld (MLS 17.1)",
                   (long long)t->priority);
    for (size_t i = 0; i < k->transitions.n; i++) {
        const Transition *other = &k->transitions.at[i];
        if (other->from != t->from || other->priority != t->priority) continue;
        Diag *d = flat_error(f, "FLAT0145", t->span, "two transitions that leave '%s' have priority %lld (MLS 17.1)",
                             flat_state_text(f, t->from), (long long)t->priority);
        base_note(f->ctx, d, other->span, "the other transition is here");
        base_hint(f->ctx, d, "give them different priorities: priority=2");
    }
}

/* transition(from, to, condition, immediate, reset, synchronize, priority). */
void flat_machine_transition(Flat *f, const InstExpr *call) {
    FlatMachines *m = f->machines;
    Transition t = {
        .from = find_state(f, call->args[0]), .to = find_state(f, call->args[1]), .priority = 1, .span = call->span};
    if (t.from == NONE || t.to == NONE) return; /* reported when states were collected */
    t.immediate = flag(f, call, 3, true);
    t.reset = flag(f, call, 4, true);
    t.synchronize = flag(f, call, 5, false);
    if (call->nargs > 6 && call->args[6] && !flat_integer(f, call->args[6], &t.priority))
        flat_error(f, "FLAT0146", call->args[6]->span,
                   "the priority of a transition must be known during translation (MLS 17.1)");
    uint32_t number = m->states.at[t.from].machine;
    check_priority(f, &m->machines.at[number], &t);
    m->condition_of = number;
    m->immediate = t.immediate;
    DaeExpr condition;
    bool ok = flat_scalar(f, call->args[2], &condition);
    m->condition_of = NONE;
    if (!ok) return;
    t.condition = flat_hidden(f, "condition", ++f->naux, DAE_BOOLEAN, DAE_KIND_DISCRETE);
    flat_emit_always(f, dae_op2(&f->pool, DAE_EQUATE, flat_var_expr(f, t.condition), condition), call->span);
    m->states.at[t.from].leaves = true;
    vec_push(&m->machines.at[number].transitions, t);
}

static void need_ticks(Flat *f, uint32_t machine) {
    for (; machine != NONE;) {
        Machine *k = &f->machines->machines.at[machine];
        DaeName before = f->name;
        f->name = k->place;
        if (!k->ticks) {
            k->ticks = flat_hidden(f, "ticks", ++f->naux, DAE_INTEGER, DAE_KIND_DISCRETE);
            k->ticks_before = flat_hidden(f, "ticksBefore", f->naux, DAE_INTEGER, DAE_KIND_DISCRETE);
        }
        f->name = before;
        machine = k->parent == NONE ? NONE : f->machines->states.at[k->parent].machine;
    }
}

static void need_since(Flat *f, uint32_t machine) {
    Machine *k = &f->machines->machines.at[machine];
    need_ticks(f, machine);
    if (k->since) return;
    DaeName before = f->name;
    f->name = k->place;
    k->since = flat_hidden(f, "since", ++f->naux, DAE_REAL, DAE_KIND_DISCRETE);
    k->since_before = flat_hidden(f, "sinceBefore", f->naux, DAE_REAL, DAE_KIND_DISCRETE);
    k->now = flat_clock_sample(f, dae_var(&f->pool, 0, DAE_REAL), (Span){0});
    f->name = before;
}

/* activeState(state), ticksInState(), timeInState().  In the condition of an immediate transition the last two count as
 * if no transition fired: that is what the condition decides. */
bool flat_machine_query(Flat *f, const InstExpr *e, DaeExpr *out) {
    FlatMachines *m = f->machines;
    if (e->builtin == INST_B_ACTIVESTATE) {
        uint32_t s = find_state(f, e->args[0]);
        if (s == NONE) {
            Diag *d = flat_error(f, "FLAT0147", e->span,
                                 "the argument of activeState is not a state of a state machine (MLS 17.1)");
            base_hint(f->ctx, d, "states are the instances named in transition() and initialState()");
            return false;
        }
        *out = flat_var_expr(f, m->states.at[s].active);
        return true;
    }
    uint32_t machine = m ? m->condition_of : NONE;
    if (m && machine == NONE) {
        uint32_t s = state_around(f, f->name);
        machine = s == NONE ? NONE : m->states.at[s].machine;
    }
    if (machine == NONE) {
        flat_error(f, "FLAT0148", e->span,
                   "%s() can only be used in states and in conditions of transitions (MLS 17.1)",
                   inst_builtin_name((InstBuiltin)e->builtin));
        return false;
    }
    bool before = m->condition_of != NONE && m->immediate;
    need_ticks(f, machine);
    if (e->builtin == INST_B_TIMEINSTATE) {
        need_since(f, machine);
        const Machine *k = &m->machines.at[machine];
        *out =
            dae_op2(&f->pool, DAE_SUB, flat_var_expr(f, k->now), flat_var_expr(f, before ? k->since_before : k->since));
        return true;
    }
    *out = flat_var_expr(f, before ? m->machines.at[machine].ticks_before : m->machines.at[machine].ticks);
    return true;
}

/* An equation has been added: when it stands in a state it will be guarded. */
void flat_machine_note(Flat *f, uint32_t equation) {
    uint32_t s = f->machines->prepared ? state_around(f, f->name) : NONE;
    if (s != NONE) vec_push(&f->machines->states.at[s].equations, equation);
}

/* The condition under which what stands here takes place: the state around is active.  0: always. */
DaeExpr flat_machine_guard(Flat *f) {
    uint32_t s = f->machines ? state_around(f, f->name) : NONE;
    return s == NONE ? 0 : flat_var_expr(f, f->machines->states.at[s].active);
}

DaeVar flat_machine_reset(Flat *f, DaeVar v, DaeVar *active) {
    uint32_t s = f->machines ? flat_state_of_var(f, v) : NONE;
    if (active) *active = s == NONE ? 0 : f->machines->states.at[s].active;
    return s == NONE ? 0 : f->machines->states.at[s].reset;
}

/* ---- the equations of a machine (17.3) --------------------------------------------------------------------------- */

static DaeExpr var(Flat *f, DaeVar v) { return flat_var_expr(f, v); }

static void equate(Flat *f, DaeVar v, DaeExpr e, Span span) {
    flat_emit_always(f, dae_op2(&f->pool, DAE_EQUATE, var(f, v), e), span);
}

static DaeExpr equals(Flat *f, DaeVar v, uint32_t number) {
    return dae_op2(&f->pool, DAE_EQ, var(f, v), dae_int(&f->pool, number));
}

static DaeExpr both(Flat *f, DaeExpr a, DaeExpr b) { return dae_op2(&f->pool, DAE_AND, a, b); }

static DaeExpr either(Flat *f, DaeExpr a, DaeExpr b) { return dae_op2(&f->pool, DAE_OR, a, b); }

static DaeExpr choose(Flat *f, DaeExpr c, DaeExpr a, DaeExpr b) { return dae_op3(&f->pool, DAE_IF, c, a, b); }

static DaeVar hidden(Flat *f, const char *stem, DaeBase base, double start) {
    DaeVar v = flat_hidden(f, stem, ++f->naux, base, DAE_KIND_DISCRETE);
    f->dae->vars.at[v].start = dae_constant(f->dae, start);
    f->dae->vars.at[v].flags |= DAE_HAS_START;
    return v;
}

static DaeExpr is_active(Flat *f, const Machine *k) {
    return k->parent == NONE ? dae_bool(&f->pool, true) : var(f, f->machines->states.at[k->parent].active);
}

static DaeExpr is_reset(Flat *f, const Machine *k) {
    return var(f, k->parent == NONE ? k->first_reset : f->machines->states.at[k->parent].reset);
}

/* Have all machines inside a state reached states without transitions?  Asked before an immediate transition fires it
 * is about the tick before, because now it is being decided. */
DaeExpr flat_state_inside_final(Flat *f, uint32_t state, bool before) {
    FlatMachines *m = f->machines;
    DaeExpr all = dae_bool(&f->pool, true);
    for (size_t i = 0; i < m->machines.n; i++) {
        const Machine *k = &m->machines.at[i];
        if (k->parent != state) continue;
        DaeExpr any = dae_bool(&f->pool, false);
        for (size_t j = 0; j < k->states.n; j++)
            if (!m->states.at[k->states.at[j]].leaves)
                any = either(f, any, equals(f, before ? k->last_next : k->state, (uint32_t)j + 1));
        all = both(f, all, any);
    }
    return all;
}

/* The number of the transition that would fire from the state in `from`: of the highest priority, 0 for none. */
static DaeExpr firing(Flat *f, const Machine *k, DaeVar from, bool immediate) {
    DaeExpr e = dae_int(&f->pool, 0);
    for (uint32_t i = 0; i < k->transitions.n; i++) {
        const Transition *t = &k->transitions.at[i];
        if (t->immediate != immediate) continue;
        DaeExpr c = both(f, equals(f, from, f->machines->states.at[t->from].number), var(f, t->condition));
        if (t->synchronize) c = both(f, c, flat_state_inside_final(f, t->from, immediate));
        e = choose(f, c, dae_int(&f->pool, i + 1), e);
    }
    return e;
}

static int by_priority(const void *a, const void *b) {
    const Transition *x = a, *y = b;
    if (x->priority != y->priority) return x->priority > y->priority ? -1 : 1;
    return x->condition < y->condition ? -1 : x->condition > y->condition;
}

void flat_sort_transitions(Machine *k) {
    if (k->transitions.n) qsort(k->transitions.at, k->transitions.n, sizeof *k->transitions.at, by_priority);
}

/* Variables that the equations of other machines ask for. */
static void machine_variables(Flat *f, Machine *k) {
    f->name = k->place;
    k->state = hidden(f, "state", DAE_INTEGER, 1);
    k->next = hidden(f, "next", DAE_INTEGER, 1);
    k->fired = hidden(f, "fired", DAE_INTEGER, 0);
    flat_clock_same(f, k->fired, k->next); /* also of a machine without transitions */
    k->last_next = flat_clock_previous(f, k->next, (Span){0});
    if (k->parent == NONE) k->first_reset = flat_clock_first(f, k->next);
    flat_sort_transitions(k);
}

static void state_equations(Flat *f, const Machine *k, uint32_t s, DaeExpr target_reset) {
    const State *state = &f->machines->states.at[s];
    DaeVar next = hidden(f, "nextReset", DAE_BOOLEAN, 0);
    DaeVar last = flat_clock_previous(f, next, state->span);
    DaeExpr pending = either(f, is_reset(f, k), var(f, last));
    DaeExpr here = equals(f, k->state, state->number);
    equate(f, next, choose(f, is_active(f, k), both(f, dae_op1(&f->pool, DAE_NOT, here), pending), var(f, last)),
           state->span);
    equate(f, state->active, both(f, is_active(f, k), here), state->span);
    equate(f, state->reset, both(f, var(f, state->active), either(f, target_reset, pending)), state->span);
}

/* How long the active state has been so: from one, again after every transition here or further out. */
static void duration_equations(Flat *f, const Machine *k) {
    if (!k->ticks) return;
    DaeExpr again = is_reset(f, k), fired = dae_op2(&f->pool, DAE_GT, var(f, k->fired), dae_int(&f->pool, 0));
    if (k->parent != NONE) {
        const State *p = &f->machines->states.at[k->parent];
        again = either(f, again, equals(f, f->machines->machines.at[p->machine].ticks, 1));
    }
    DaeVar last = flat_clock_previous(f, k->ticks, (Span){0});
    DaeExpr one = dae_int(&f->pool, 1);
    equate(f, k->ticks_before, choose(f, again, one, dae_op2(&f->pool, DAE_ADD, var(f, last), one)), (Span){0});
    equate(f, k->ticks, choose(f, is_active(f, k), choose(f, fired, one, var(f, k->ticks_before)), var(f, last)),
           (Span){0});
    if (!k->since) return;
    last = flat_clock_previous(f, k->since, (Span){0});
    equate(f, k->since_before, choose(f, again, var(f, k->now), var(f, last)), (Span){0});
    equate(f, k->since,
           choose(f, is_active(f, k), choose(f, fired, var(f, k->now), var(f, k->since_before)), var(f, last)),
           (Span){0});
}

static void machine_equations(Flat *f, const Machine *k) {
    f->name = k->place;
    Span span = f->machines->states.at[k->states.at[0]].span;
    DaeVar selected = hidden(f, "selected", DAE_INTEGER, 1), delayed = hidden(f, "delayed", DAE_INTEGER, 0);
    flat_clock_same(f, delayed, k->next);
    DaeVar late = flat_clock_previous(f, delayed, span), target_reset = hidden(f, "targetReset", DAE_BOOLEAN, 0);
    DaeExpr one = dae_int(&f->pool, 1);
    equate(f, selected, choose(f, is_reset(f, k), one, var(f, k->last_next)), span);
    equate(f, delayed, firing(f, k, k->next, false), span);
    equate(f, k->fired, dae_op2(&f->pool, DAE_MAX, var(f, late), firing(f, k, selected, true)), span);
    DaeExpr to = var(f, selected), reset = dae_bool(&f->pool, false);
    for (uint32_t i = 0; i < k->transitions.n; i++) {
        const Transition *t = &k->transitions.at[i];
        DaeExpr fires = equals(f, k->fired, i + 1);
        to = choose(f, fires, dae_int(&f->pool, f->machines->states.at[t->to].number), to);
        if (t->reset) reset = either(f, reset, fires);
    }
    equate(f, k->state, choose(f, is_reset(f, k), one, to), span);
    equate(f, target_reset, either(f, is_reset(f, k), reset), span);
    equate(f, k->next, choose(f, is_active(f, k), var(f, k->state), var(f, k->last_next)), span);
    for (size_t i = 0; i < k->states.n; i++) state_equations(f, k, k->states.at[i], var(f, target_reset));
    duration_equations(f, k);
}

/* ---- the equations of states ------------------------------------------------------------------------------------- */

static bool made_by_translation(const Flat *f, DaeVar v) {
    return base_str(f->ctx->names, f->dae->names.at[f->dae->vars.at[v].name].word)[0] == '$';
}

static bool is_candidate(const Matching *m, DaeVar v) {
    const Flat *f = m->f;
    const DaeVariable *x = &f->dae->vars.at[v];
    uint64_t is_input;
    if (x->kind == DAE_KIND_DERIVATIVE) return flat_state_of_var(f, x->of) == m->state;
    if ((x->kind != DAE_KIND_DISCRETE && x->kind != DAE_KIND_CONTINUOUS) || made_by_translation(f, v) || x->derivative)
        return false;
    if (flat_state_of_var(f, v) == m->state) return !base_map_get(&f->machines->input_of, v, &is_input);
    if (m->own) return false;
    const VecU32 *outputs = &f->machines->states.at[m->state].outputs;
    for (size_t i = 0; i < outputs->n; i++)
        if (outputs->at[i] == v) return true;
    return false;
}

static void add_candidate(Matching *m, DaeOperand o) {
    if (!dae_operand_is_const(o) && o && is_candidate(m, o)) vec_push(&m->vars, o);
}

/* Candidates of a single equation: what stands alone on a side comes first. */
static void candidates(Matching *m, const DaeEquation *e) {
    Dae *d = m->f->dae;
    const DaeShape *shape = &d->shapes.at[e->shape];
    const DaeOperand *o = dae_operands(d, e);
    for (uint32_t side = 0; side < 2; side++) {
        const DaeNode *n = dae_at(&d->pool, dae_arg(&d->pool, shape->root, side));
        if (n->op == DAE_HOLE) add_candidate(m, o[n->id]);
    }
    for (uint32_t k = 0; k < shape->nholes; k++) add_candidate(m, o[k]);
}

/* An alternating path from an equation without variable to a variable without equation, breadth first. */
bool flat_match_augment(Matching *m, uint32_t equation) {
    VEC(uint32_t) queue = {0}, from = {0};
    Map seen = {0};
    bool found = false;
    vec_push(&queue, equation);
    vec_push(&from, NONE);
    VecU32 through = {0};
    vec_push(&through, 0);
    for (size_t q = 0; q < queue.n && !found; q++) {
        uint32_t e = queue.at[q];
        for (uint32_t i = m->start.at[e]; i < m->start.at[e + 1] && !found; i++) {
            DaeVar v = m->vars.at[i];
            uint64_t other;
            if (base_map_get(&seen, v, &other)) continue;
            base_map_put(&seen, v, 1);
            if (base_map_get(&m->taken, v, &other)) {
                vec_push(&queue, (uint32_t)other);
                vec_push(&from, (uint32_t)q);
                vec_push(&through, v);
                continue;
            }
            found = true;
            for (size_t at = q;; at = from.at[at]) { /* turn the path around */
                uint32_t k = queue.at[at];
                m->chosen.at[k] = v;
                base_map_put(&m->taken, v, k);
                if (from.at[at] == NONE) break;
                v = through.at[at];
            }
        }
    }
    vec_free(&queue);
    vec_free(&from);
    vec_free(&through);
    base_map_free(&seen);
    return found;
}

void flat_match_start(Matching *m) {
    Flat *f = m->f;
    const VecU32 *equations = &f->machines->states.at[m->state].equations;
    vec_push(&m->start, 0);
    for (size_t i = 0; i < equations->n; i++) {
        const DaeEquation *e = &f->dae->equations.at[equations->at[i]];
        uint32_t nout = f->dae->shapes.at[e->shape].nout;
        for (uint32_t k = 0; k < nout; k++) base_map_put(&m->taken, dae_operands(f->dae, e)[k], i);
        if (!nout) candidates(m, e);
        vec_push(&m->start, (uint32_t)m->vars.n);
        vec_push(&m->chosen, 0);
    }
}

void flat_match_free(Matching *m) {
    vec_free(&m->start);
    vec_free(&m->vars);
    vec_free(&m->chosen);
    base_map_free(&m->taken);
}

static void match(Matching *m) {
    Flat *f = m->f;
    const VecU32 *equations = &f->machines->states.at[m->state].equations;
    flat_match_start(m);
    for (uint32_t i = 0; i < equations->n; i++) {
        const DaeEquation *e = &f->dae->equations.at[equations->at[i]];
        if (f->dae->shapes.at[e->shape].nout || flat_match_augment(m, i)) continue;
        Diag *d = flat_error(f, "FLAT0149", dae_span(f->dae, e->origin),
                             "this equation of state '%s' determines no variable of the state (MLS 17.3.5)",
                             flat_state_text(f, m->state));
        base_hint(f->ctx, d,
                  "a variable declared further out can be given a value where it is declared 'outer output'");
    }
}

static DaeVar copy_of(Flat *f, uint32_t state, DaeVar v, Span span) {
    FlatMachines *m = f->machines;
    for (size_t i = m->merges.n; i-- > 0;)
        if (m->merges.at[i].var == v && m->merges.at[i].state == state) return m->merges.at[i].copy;
    f->name = m->states.at[state].name;
    DaeVar copy = flat_hidden(f, "output", ++f->naux, (DaeBase)f->dae->vars.at[v].base, DAE_KIND_DISCRETE);
    f->dae->vars.at[copy].attrs = f->dae->vars.at[v].attrs;
    vec_push(&m->merges, ((Merge){v, state, copy, span}));
    return copy;
}

typedef struct {
    Flat *f;
    uint32_t state;
} Rename;

/* Inside a state an output of it is the state's own copy. */
static DaeExpr rename_leaf(void *arg, DaePool *to, const DaePool *from, DaeExpr leaf) {
    Rename *r = arg;
    const DaeNode n = *dae_at(from, leaf);
    if (n.op == DAE_VAR) {
        const FlatMachines *m = r->f->machines;
        for (size_t i = m->merges.n; i-- > 0 && m->merges.at[i].state == r->state;)
            if (m->merges.at[i].var == n.id) return dae_var(to, m->merges.at[i].copy, (DaeBase)n.base);
    }
    return to == from ? leaf : dae_node(to, n, NULL, 0);
}

/* What a variable keeps while no state that gives it a value is active: after a reset its start value. */
static DaeExpr kept(Flat *f, DaeVar v, Span span) {
    uint64_t at;
    if (!base_map_get(&f->machines->kept_of, v, &at)) {
        at = flat_clock_last(f, v, span);
        base_map_put(&f->machines->kept_of, v, at);
    }
    return var(f, (DaeVar)at);
}

static void guard_single(Flat *f, uint32_t state, uint32_t equation, DaeVar v) {
    const DaeEquation e = f->dae->equations.at[equation];
    Span span = dae_span(f->dae, e.origin);
    if (f->dae->vars.at[v].kind == DAE_KIND_DERIVATIVE) { /* a slope: what it drives is guarded (clock.c) */
        flat_clock_same(f, f->dae->vars.at[v].of, f->machines->states.at[state].active);
        return;
    }
    bool outside = flat_state_of_var(f, v) != state;
    DaeVar target = outside ? copy_of(f, state, v, span) : v;
    DaeExpr active = var(f, f->machines->states.at[state].active), last = kept(f, v, span),
            root = dae_expand(&f->pool, f->dae, &e);
    Rename r = {f, state};
    root = dae_map(&f->pool, &f->pool, root, rename_leaf, &r);
    DaeExpr l = dae_arg(&f->pool, root, 0), right = dae_arg(&f->pool, root, 1), t = var(f, target);
    if (l != t && right == t) {
        right = l;
        l = t;
    }
    DaeExpr left = choose(f, active, l, t);
    root = dae_op2(&f->pool, DAE_EQUATE, l == t ? t : left, choose(f, active, right, last));
    DaeEquation guarded = dae_shape(f->dae, &f->pool, root, NULL, 0, e.origin);
    f->dae->equations.at[equation] = guarded;
}

static void guard_multi(Flat *f, uint32_t state, uint32_t equation) {
    const DaeEquation e = f->dae->equations.at[equation];
    uint32_t nout = f->dae->shapes.at[e.shape].nout;
    Span span = dae_span(f->dae, e.origin);
    DaeVar *outs = BASE_ARRAY(&f->temp, DaeVar, nout);
    DaeExpr *keep = BASE_ARRAY(&f->temp, DaeExpr, nout);
    memcpy(outs, dae_operands(f->dae, &e), nout * sizeof *outs);
    for (uint32_t k = 0; k < nout; k++) {
        DaeVar v = outs[k];
        if (flat_state_of_var(f, v) != state) outs[k] = copy_of(f, state, v, span);
        keep[k] = dae_op2(&f->pool, DAE_ASSIGN, var(f, outs[k]), kept(f, v, span));
    }
    Rename r = {f, state};
    DaeExpr root = dae_map(&f->pool, &f->pool, dae_expand(&f->pool, f->dae, &e), rename_leaf, &r);
    DaeExpr otherwise = dae_op(&f->pool, DAE_SEQ, keep, nout);
    root = dae_op3(&f->pool, DAE_IF_STMT, var(f, f->machines->states.at[state].active), root, otherwise);
    DaeEquation guarded = dae_shape(f->dae, &f->pool, root, outs, nout, e.origin);
    f->dae->equations.at[equation] = guarded;
}

static void guard_state(Flat *f, uint32_t state) {
    Matching m = {.f = f, .state = state};
    match(&m);
    FlatMachines *all = f->machines;
    for (size_t i = 0; i < m.chosen.n && !f->failed; i++) { /* copies first: any equation of the state may read them */
        uint32_t eq = all->states.at[state].equations.at[i];
        const DaeEquation *e = &f->dae->equations.at[eq];
        Span span = dae_span(f->dae, e->origin);
        uint32_t nout = f->dae->shapes.at[e->shape].nout;
        for (uint32_t k = 0; k < (nout ? nout : 1); k++) {
            DaeVar v = nout ? dae_operands(f->dae, &f->dae->equations.at[eq])[k] : m.chosen.at[i];
            if (f->dae->vars.at[v].kind != DAE_KIND_DERIVATIVE && flat_state_of_var(f, v) != state)
                copy_of(f, state, v, span);
        }
    }
    for (size_t i = 0; i < m.chosen.n && !f->failed; i++) {
        ArenaMark mark = base_mark(&f->temp);
        f->name = all->states.at[state].name;
        if (m.chosen.at[i]) guard_single(f, state, all->states.at[state].equations.at[i], m.chosen.at[i]);
        else guard_multi(f, state, all->states.at[state].equations.at[i]);
        base_release(&f->temp, mark);
        dae_pool_release(&f->pool, (DaePoolMark){1, 0});
    }
    flat_match_free(&m);
}

/* ---- one value from several states (17.3.5, 17.3.6) -------------------------------------------------------------- */

/* Can two states never be active together: are they, or states around them, different states of one machine? */
static bool exclusive(const FlatMachines *m, uint32_t a, uint32_t b) {
    for (uint32_t x = a; x != NONE; x = m->machines.at[m->states.at[x].machine].parent)
        for (uint32_t y = b; y != NONE; y = m->machines.at[m->states.at[y].machine].parent)
            if (x != y && m->states.at[x].machine == m->states.at[y].machine) return true;
    return false;
}

static void parallel_error(Flat *f, const Merge *a, const Merge *b) {
    Text t = {0};
    dae_var_text(f->dae, a->var, &t);
    Diag *d = flat_error(f, "FLAT0150", b->span,
                         "'%s' gets a value in two states that can be active at the same time, '%s' and '%s' (MLS 17)",
                         base_text_str(&t), flat_state_text(f, a->state), flat_state_text(f, b->state));
    base_note(f->ctx, d, a->span, "the other value is given here");
    base_text_free(&t);
}

static int by_var(const void *a, const void *b) {
    const Merge *x = a, *y = b;
    if (x->var != y->var) return x->var < y->var ? -1 : 1;
    return x->copy < y->copy ? -1 : x->copy > y->copy;
}

/* Is the state active at the first tick? */
static bool begins(const FlatMachines *m, uint32_t s) {
    for (; s != NONE; s = m->machines.at[m->states.at[s].machine].parent)
        if (!m->states.at[s].initial) return false;
    return true;
}

/* What the initial state does not give needs a start value (17.3.5). */
static void check_start(Flat *f, DaeVar v, Span span, bool given) {
    const DaeVariable *x = &f->dae->vars.at[v];
    if (given || (x->flags & (DAE_HAS_START | DAE_HIDDEN))) return;
    Text t = {0};
    dae_var_text(f->dae, v, &t);
    Diag *d = flat_error(f, "FLAT0151", dae_span(f->dae, x->origin),
                         "'%s' needs a start value: the initial state gives it none (MLS 17.3.5)", base_text_str(&t));
    base_note(f->ctx, d, span, "another state gives it a value here");
    base_text_free(&t);
}

static void merge_outputs(Flat *f) {
    FlatMachines *m = f->machines;
    if (m->merges.n) qsort(m->merges.at, m->merges.n, sizeof *m->merges.at, by_var);
    for (size_t i = 0, j; i < m->merges.n; i = j) {
        DaeVar v = m->merges.at[i].var;
        f->name = f->dae->names.at[f->dae->vars.at[v].name].parent;
        DaeExpr e = kept(f, v, m->merges.at[i].span);
        bool given = flat_state_of_var(f, v) != NONE; /* an output further out: asked there */
        for (j = i; j < m->merges.n && m->merges.at[j].var == v; j++) {
            const Merge *b = &m->merges.at[j];
            given |= begins(m, b->state);
            for (size_t k = i; k < j; k++)
                if (!exclusive(m, m->merges.at[k].state, b->state)) parallel_error(f, &m->merges.at[k], b);
            e = choose(f, var(f, m->states.at[b->state].active), var(f, b->copy), e);
        }
        check_start(f, v, m->merges.at[i].span, given);
        equate(f, v, e, m->merges.at[i].span);
        dae_pool_release(&f->pool, (DaePoolMark){1, 0});
    }
}

/* Outputs of different states connected together are one source (17.3.6): the variable with the value of the active
 * one.  0 when they are not such outputs. */
DaeVar flat_machine_merge(Flat *f, const DaeVar *outputs, const Span *spans, uint32_t n) {
    FlatMachines *m = f->machines;
    if (!m) return 0;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j <= i; j++) {
            uint32_t a = flat_state_of_var(f, outputs[i]), b = flat_state_of_var(f, outputs[j]);
            if (a == NONE || b == NONE || (i != j && !exclusive(m, a, b))) return 0;
        }
    const DaeVariable first = f->dae->vars.at[outputs[0]];
    DaeVar v = flat_hidden(f, "merged", ++f->naux, (DaeBase)first.base, DAE_KIND_DISCRETE);
    f->dae->vars.at[v].attrs = first.attrs;
    f->dae->vars.at[v].start = first.start;
    f->dae->vars.at[v].flags |= first.flags & DAE_HAS_START;
    DaeExpr e = kept(f, v, spans[0]);
    for (uint32_t i = n; i-- > 0;)
        e = choose(f, var(f, m->states.at[flat_state_of_var(f, outputs[i])].active), var(f, outputs[i]), e);
    equate(f, v, e, spans[0]);
    return v;
}

void flat_machine_finish(Flat *f) {
    FlatMachines *m = f->machines;
    if (!m || f->failed) return;
    if (flat_machine_is_continuous(f)) {
        flat_machine_modes(f);
        f->name = 0;
        return;
    }
    for (size_t i = 0; i < m->machines.n; i++) machine_variables(f, &m->machines.at[i]);
    for (size_t i = 0; i < m->machines.n; i++) {
        machine_equations(f, &m->machines.at[i]);
        dae_pool_release(&f->pool, (DaePoolMark){1, 0});
    }
    for (uint32_t s = 0; s < m->states.n && !f->failed; s++) guard_state(f, s);
    if (!f->failed) merge_outputs(f);
    f->name = 0;
}
