/* divide.c - a flat model as a system: its components, where only signals pass between them.
 *
 * Each component of the model is a part, and the equations of the model itself are one.  Equations that say more than
 * "this input is that output" keep the components they speak of together (flows, potentials, equations across), so that
 * what is left between parts are signals with one source each.  Parameters bind nobody together: each part has those
 * that it uses.
 */
#include "fmi/fmi_impl.h"

#include <string.h>

typedef struct {
    uint32_t a, b, equation; /* two variables that are equal, by an equation of the Dae */
} Join;

typedef struct {
    const Dae *d;
    Arena *arena;
    FmiSystem *s;
    uint32_t *part_of;  /* by variable: the number of its component; 0: the model itself */
    uint32_t *up;       /* union of parts */
    VEC(DaeName) roots; /* by component: its name; roots.at[0] unused */
    uint32_t *owner;    /* by equation: component, before union; UINT32_MAX: a connection */
    VEC(Join) joins;    /* connections */
    uint32_t *same;     /* by variable: union of signals that are connected */
    uint8_t *top_uses;  /* by variable: equations of the part that the model itself is in speak of it */
} Split;

enum { CONNECTION = UINT32_MAX };

static uint32_t find(uint32_t *up, uint32_t i) {
    while (up[i] != i) i = up[i] = up[up[i]];
    return i;
}

/* The smaller number wins: 0 is the model itself. */
static void unite(uint32_t *up, uint32_t a, uint32_t b) {
    a = find(up, a), b = find(up, b);
    if (a < b) up[b] = a;
    else up[a] = b;
}

static uint8_t *flags_for(Arena *a, size_t n) {
    uint8_t *f = BASE_ARRAY(a, uint8_t, n + 1);
    memset(f, 0, n + 1);
    return f;
}

/* ---- who belongs to whom ----------------------------------------------------------------------------------------- */

/* Parameters that are given are known everywhere. */
static bool is_shared(const DaeVariable *v) {
    return v->kind == DAE_KIND_TIME || v->kind == DAE_KIND_CONSTANT ||
           (v->kind == DAE_KIND_PARAMETER && v->flags & DAE_FIXED) || v->base == DAE_OBJECT;
}

static uint32_t part_of_name(Split *x, Map *known, DaeName n) {
    if (!x->d->names.at[n].parent) return 0;
    while (x->d->names.at[n].parent) n = x->d->names.at[n].parent;
    uint64_t at;
    if (base_map_get(known, n, &at)) return (uint32_t)at;
    base_map_put(known, n, x->roots.n);
    vec_push(&x->roots, n);
    return (uint32_t)x->roots.n - 1;
}

static void name_parts(Split *x) {
    Map known = {0};
    vec_push(&x->roots, 0);
    x->part_of = BASE_ARRAY(x->arena, uint32_t, x->d->vars.n);
    for (DaeVar v = 1; v < x->d->vars.n; v++) x->part_of[v] = part_of_name(x, &known, x->d->vars.at[v].name);
    base_map_free(&known);
    x->up = BASE_ARRAY(x->arena, uint32_t, x->roots.n + 1);
    x->same = BASE_ARRAY(x->arena, uint32_t, x->d->vars.n);
    x->top_uses = BASE_ARRAY(x->arena, uint8_t, x->d->vars.n);
    for (uint32_t i = 0; i <= x->roots.n; i++) x->up[i] = i;
    for (uint32_t i = 0; i < x->d->vars.n; i++) x->same[i] = i;
}

/* A signal on the outside of a component, or of the model. */
static bool is_signal(const Split *x, DaeVar v) {
    uint16_t flags = x->d->vars.at[v].flags;
    return flags & (x->part_of[v] ? DAE_SIGNAL_IN | DAE_SIGNAL_OUT : DAE_INPUT | DAE_OUTPUT) && !(flags & DAE_FLOW);
}

static bool is_connection(const Split *x, const DaeEquation *e, Join *join) {
    const DaeShape *shape = &x->d->shapes.at[e->shape];
    const DaeNode *root = dae_at(&x->d->pool, shape->root);
    if (shape->nout || root->op != DAE_EQUATE || shape->nholes != 2) return false;
    for (uint32_t i = 0; i < 2; i++)
        if (dae_at(&x->d->pool, dae_arg(&x->d->pool, shape->root, i))->op != DAE_HOLE) return false;
    const DaeOperand *o = dae_operands(x->d, e);
    if (dae_operand_is_const(o[0]) || dae_operand_is_const(o[1])) return false;
    join->a = o[0], join->b = o[1];
    return x->part_of[o[0]] != x->part_of[o[1]] && is_signal(x, o[0]) && is_signal(x, o[1]);
}

/* Does the model itself say this equation, of signals only?  Then it is the model's. */
static bool is_of_model(const Split *x, const DaeEquation *e) {
    const DaeOperand *o = dae_operands(x->d, e);
    if (dae_instance(x->d, e->origin)) return false;
    for (uint32_t i = 0; i < x->d->shapes.at[e->shape].nholes; i++) {
        bool unknown = !dae_operand_is_const(o[i]) && !is_shared(&x->d->vars.at[o[i]]);
        if (unknown && x->part_of[o[i]] && !is_signal(x, o[i])) return false;
    }
    return true;
}

/* The component of an equation; all that it speaks of are united. */
static uint32_t bind(Split *x, const DaeEquation *e) {
    const DaeOperand *o = dae_operands(x->d, e);
    uint32_t of = UINT32_MAX;
    bool model = is_of_model(x, e);
    for (uint32_t i = 0; i < x->d->shapes.at[e->shape].nholes; i++) {
        if (dae_operand_is_const(o[i]) || is_shared(&x->d->vars.at[o[i]])) continue;
        if (model) continue;
        if (of == UINT32_MAX) of = x->part_of[o[i]];
        else unite(x->up, of, x->part_of[o[i]]);
    }
    if (model) return 0;
    if (of != UINT32_MAX) return of;
    DaeName n = dae_instance(x->d, e->origin);
    while (n && x->d->names.at[n].parent) n = x->d->names.at[n].parent;
    for (uint32_t i = 1; i < x->roots.n; i++)
        if (x->roots.at[i] == n) return i;
    return 0;
}

static uint32_t *bind_all(Split *x, const DaeEquations *list, bool connections) {
    uint32_t *owner = BASE_ARRAY(x->arena, uint32_t, list->n + 1);
    for (uint32_t i = 0; i < list->n; i++) {
        Join join = {.equation = i};
        if (connections && is_connection(x, &list->at[i], &join)) {
            vec_push(&x->joins, join);
            owner[i] = CONNECTION;
        } else owner[i] = bind(x, &list->at[i]);
    }
    return owner;
}

/* Derivatives, previous values, and all of one clock, stay together. */
static void bind_variables(Split *x) {
    for (size_t i = 0; i < x->d->partitions.n; i++) {
        uint32_t tick = x->part_of[x->d->partitions.at[i].tick];
        for (DaeVar v = 1; v < x->d->vars.n; v++) {
            uint64_t at;
            if (base_map_get(&x->d->partition_of, v, &at) && at == i) unite(x->up, tick, x->part_of[v]);
        }
    }
}

/* ---- signals ----------------------------------------------------------------------------------------------------- */

static uint32_t group(Split *x, DaeVar v) { return find(x->up, x->part_of[v]); }

/* Connections inside what was united are equations of it. */
static void keep_inner(Split *x) {
    size_t n = 0;
    for (size_t i = 0; i < x->joins.n; i++) {
        Join j = x->joins.at[i];
        if (group(x, j.a) == group(x, j.b)) x->owner[j.equation] = x->part_of[j.a];
        else x->joins.at[n++] = j;
        unite(x->same, j.a, j.b);
    }
    x->joins.n = n;
}

static void mark_uses(Split *x) {
    memset(x->top_uses, 0, x->d->vars.n);
    for (size_t i = 0; i < x->d->equations.n; i++) {
        const DaeEquation *e = &x->d->equations.at[i];
        const DaeOperand *o = dae_operands(x->d, e);
        if (x->owner[i] == CONNECTION || find(x->up, x->owner[i]) != 0) continue;
        for (uint32_t k = 0; k < x->d->shapes.at[e->shape].nholes; k++)
            if (!dae_operand_is_const(o[k])) x->top_uses[o[k]] = 1;
    }
}

typedef struct {
    DaeVar source; /* 0: none yet */
    bool from_top; /* computed by equations of the model itself */
} Set;

static void add_signal(Split *x, DaeVar v, uint32_t part, bool input) {
    FmiPart *p = &x->s->parts.at[part];
    VecU32 *list = input ? &p->inputs : &p->outputs;
    for (size_t i = 0; i < list->n; i++)
        if (list->at[i] == v) return;
    vec_push(list, v);
}

static uint32_t part_number(Split *x, uint32_t component) {
    uint32_t g = find(x->up, component);
    for (uint32_t i = 0; i < x->s->parts.n; i++)
        if (x->s->parts.at[i].group == g) return i;
    return FMI_SYSTEM;
}

static void connect(Split *x, uint32_t from_part, DaeVar from, uint32_t to_part, DaeVar to) {
    FmiConnection c = {from_part, from, to_part, to};
    vec_push(&x->s->connections, c);
    if (from_part != FMI_SYSTEM) add_signal(x, from, from_part, false);
    if (to_part != FMI_SYSTEM) add_signal(x, to, to_part, true);
}

/* Where a set of connected signals comes from: an output of a component, an input of the model, or the equations of the
 * model itself. */
static void find_sources(Split *x, Set *sets) {
    for (DaeVar v = 1; v < x->d->vars.n; v++) {
        uint16_t flags = x->d->vars.at[v].flags;
        Set *set = &sets[find(x->same, v)];
        bool source = flags & (x->part_of[v] ? DAE_SIGNAL_OUT : DAE_INPUT);
        if (source && is_signal(x, v) && !set->source) set->source = v;
    }
    for (DaeVar v = 1; v < x->d->vars.n; v++) {
        Set *set = &sets[find(x->same, v)];
        if (x->top_uses[v] && is_signal(x, v) && !set->source) set->source = v, set->from_top = true;
    }
}

static void connect_all(Split *x) {
    Set *sets = BASE_ARRAY(x->arena, Set, x->d->vars.n);
    memset(sets, 0, x->d->vars.n * sizeof *sets);
    find_sources(x, sets);
    uint32_t top = part_number(x, 0);
    uint8_t *fed = BASE_ARRAY(x->arena, uint8_t, x->d->vars.n);
    memset(fed, 0, x->d->vars.n);
    for (size_t i = 0; i < x->joins.n; i++) fed[x->joins.at[i].a] = fed[x->joins.at[i].b] = 1;
    for (DaeVar v = 1; v < x->d->vars.n; v++) {
        const Set *set = &sets[find(x->same, v)];
        bool output = !x->part_of[v] && x->d->vars.at[v].flags & DAE_OUTPUT && !is_shared(&x->d->vars.at[v]);
        if (output && x->top_uses[v] && (!fed[v] || (v == set->source && set->from_top)))
            connect(x, top, v, FMI_SYSTEM, v);
        if (!is_signal(x, v) || !set->source || is_shared(&x->d->vars.at[v])) continue;
        bool outside = !set->from_top && !x->part_of[set->source]; /* an input of the model */
        uint32_t from = set->from_top ? top : outside ? FMI_SYSTEM : part_number(x, x->part_of[set->source]);
        uint32_t own = part_number(x, x->part_of[v]);
        if (x->part_of[v] && v != set->source && fed[v] && own != from) connect(x, from, set->source, own, v);
        if (x->part_of[v] && v == set->source && set->from_top && own != top) connect(x, top, v, own, v);
        if (x->top_uses[v] && x->part_of[v] && !set->from_top && own != top && top != FMI_SYSTEM)
            connect(x, from, set->source, top, v);
        if (!x->part_of[v] && x->d->vars.at[v].flags & DAE_INPUT && top != FMI_SYSTEM && x->top_uses[v])
            connect(x, FMI_SYSTEM, v, top, v);
        if (output && v != set->source && fed[v]) connect(x, from, set->source, FMI_SYSTEM, v);
    }
}

/* ---- parts ------------------------------------------------------------------------------------------------------- */

static void name_part(Split *x, FmiPart *p, uint32_t g) {
    Text t = {0};
    for (uint32_t i = 1; i < x->roots.n; i++)
        if (find(x->up, i) == g) vec_push(&p->members, x->roots.at[i]);
    if (g == 0) base_text_add(&t, "equations");
    else dae_name_text(x->d, p->members.at[0], &t);
    if (g != 0 && p->members.n > 1) base_text_printf(&t, "_and_%zu_more", p->members.n - 1);
    p->name = base_strdup(x->arena, base_text_str(&t));
    p->prefix = g != 0 && p->members.n == 1 ? p->members.at[0] : 0;
    base_text_free(&t);
}

static void list_parts(Split *x) {
    uint8_t *filled = BASE_ARRAY(x->arena, uint8_t, x->roots.n + 1);
    memset(filled, 0, x->roots.n + 1);
    for (size_t i = 0; i < x->d->equations.n; i++)
        if (x->owner[i] != CONNECTION) filled[find(x->up, x->owner[i])] = 1;
    for (uint32_t g = 0; g < x->roots.n; g++) {
        if (find(x->up, g) != g || !filled[g]) continue;
        FmiPart p = {.group = g};
        name_part(x, &p, g);
        vec_push(&x->s->parts, p);
    }
}

typedef struct {
    uint8_t *vars, *equations, *initial, *bindings, *actions;
} Kept;

static void keep_var(Split *x, Kept *k, VecU32 *work, DaeOperand o) {
    if (o == DAE_NO_OPERAND || dae_operand_is_const(o) || k->vars[o]) return;
    const DaeVariable *v = &x->d->vars.at[o];
    k->vars[o] = 1;
    vec_push(work, o);
    if (v->of) keep_var(x, k, work, v->of);
    if (v->derivative) keep_var(x, k, work, v->derivative);
    if (v->pre) keep_var(x, k, work, v->pre);
}

static void keep_equations(Split *x, const DaeEquations *list, const uint32_t *owner, uint32_t g, Kept *k,
                           uint8_t *keep, VecU32 *work) {
    for (size_t i = 0; i < list->n; i++) {
        if (owner[i] == CONNECTION || find(x->up, owner[i]) != g) continue;
        keep[i] = 1;
        const DaeOperand *o = dae_operands(x->d, &list->at[i]);
        for (uint32_t j = 0; j < x->d->shapes.at[list->at[i].shape].nholes; j++) keep_var(x, k, work, o[j]);
    }
}

/* With everything that something kept refers to. */
static void close_over(Split *x, Kept *k, VecU32 *work, const uint32_t *binding_of) {
    while (work->n) {
        uint32_t v = work->at[--work->n];
        const DaeVariable *var = &x->d->vars.at[v];
        const DaeAttrs *a = &x->d->attrs.at[var->attrs];
        keep_var(x, k, work, var->start);
        keep_var(x, k, work, a->min), keep_var(x, k, work, a->max), keep_var(x, k, work, a->nominal);
        uint32_t b = binding_of[v];
        if (!b || k->bindings[b - 1]) continue;
        k->bindings[b - 1] = 1;
        const DaeOperand *o = dae_operands(x->d, &x->d->bindings.at[b - 1]);
        for (uint32_t j = 0; j < x->d->shapes.at[x->d->bindings.at[b - 1].shape].nholes; j++)
            keep_var(x, k, work, o[j]);
    }
}

/* The names of a component without its own in front, unless that would make two of one. */
static void shorten(const Split *x, FmiPart *p, const uint8_t *vars) {
    Map seen = {0};
    uint64_t at;
    bool clash = false;
    for (DaeVar v = 1; v < x->d->vars.n; v++)
        if (vars[v] && !x->part_of[v]) base_map_put(&seen, x->d->names.at[x->d->vars.at[v].name].word, 1);
    for (size_t n = 1; n < x->d->names.n; n++)
        if (x->d->names.at[n].parent == p->prefix) clash = clash || base_map_get(&seen, x->d->names.at[n].word, &at);
    base_map_free(&seen);
    if (clash) p->prefix = 0;
    for (size_t n = 1; p->prefix && n < p->dae->names.n; n++)
        if (p->dae->names.at[n].parent == p->prefix) p->dae->names.at[n].parent = 0;
}

static void make_part(Split *x, FmiPart *p, const uint32_t *initial, const uint32_t *actions,
                      const uint32_t *binding_of) {
    const Dae *d = x->d;
    Arena *a = x->arena;
    Kept k = {flags_for(a, d->vars.n), flags_for(a, d->equations.n), flags_for(a, d->initial.n),
              flags_for(a, d->bindings.n), flags_for(a, d->actions.n)};
    VecU32 work = {0};
    keep_equations(x, &d->equations, x->owner, p->group, &k, k.equations, &work);
    keep_equations(x, &d->initial, initial, p->group, &k, k.initial, &work);
    keep_equations(x, &d->actions, actions, p->group, &k, k.actions, &work);
    for (DaeVar v = 1; v < d->vars.n; v++)
        if (p->group && group(x, v) == p->group && x->part_of[v]) keep_var(x, &k, &work, v);
    close_over(x, &k, &work, binding_of);
    vec_free(&work);
    DaeKeep keep = {k.vars, k.equations, k.initial, k.bindings, k.actions};
    p->dae = dae_part(d, &keep);
    p->number = BASE_ARRAY(a, uint32_t, d->vars.n);
    memset(p->number, 0, d->vars.n * sizeof *p->number);
    for (DaeVar v = 1, n = 1; v < d->vars.n; v++)
        if (k.vars[v]) p->number[v] = n++;
    for (DaeVar v = 1; v < d->vars.n; v++)
        if (k.vars[v]) p->dae->vars.at[p->number[v]].flags &= (uint16_t) ~(DAE_INPUT | DAE_OUTPUT);
    for (DaeVar v = 1; v < d->vars.n; v++) /* outputs that nobody reads are outputs */
        if (k.vars[v] && p->group && x->part_of[v] && d->vars.at[v].flags & DAE_SIGNAL_OUT &&
            !(d->vars.at[v].flags & DAE_PROTECTED) && !is_shared(&d->vars.at[v]) && !d->vars.at[v].of)
            add_signal(x, v, (uint32_t)(p - x->s->parts.at), false);
    for (size_t i = 0; i < p->inputs.n; i++) p->dae->vars.at[p->number[p->inputs.at[i]]].flags |= DAE_INPUT;
    for (size_t i = 0; i < p->outputs.n; i++) p->dae->vars.at[p->number[p->outputs.at[i]]].flags |= DAE_OUTPUT;
    shorten(x, p, k.vars);
    Text t = {0};
    base_text_printf(&t, "%s.%s", base_str(d->ctx->names, d->model), p->name);
    p->dae->model = base_intern(d->ctx->names, t.at, t.n);
    base_text_free(&t);
}

/* Whether each part has as many equations as unknowns that are not its inputs.  One that has not (a block that inverts
 * what others compute) is united with those that it is connected to; true: something was. */
static bool unite_unbalanced(Split *x) {
    int64_t *excess = BASE_ARRAY(x->arena, int64_t, x->roots.n + 1);
    memset(excess, 0, (x->roots.n + 1) * sizeof *excess);
    for (size_t i = 0; i < x->d->equations.n; i++) {
        uint32_t n = x->d->shapes.at[x->d->equations.at[i].shape].nout;
        if (x->owner[i] != CONNECTION) excess[find(x->up, x->owner[i])] += n ? n : 1;
    }
    uint8_t *input = flags_for(x->arena, x->d->vars.n);
    for (size_t i = 0; i < x->s->connections.n; i++) {
        const FmiConnection *c = &x->s->connections.at[i];
        if (c->to_part != FMI_SYSTEM && x->s->parts.at[c->to_part].group == group(x, c->to)) input[c->to] = 1;
    }
    for (DaeVar v = 1; v < x->d->vars.n; v++) {
        const DaeVariable *var = &x->d->vars.at[v];
        bool unknown = (var->kind == DAE_KIND_DISCRETE || var->kind == DAE_KIND_CONTINUOUS) && var->base != DAE_OBJECT;
        if (!unknown || !x->part_of[v]) continue;
        if (!input[v]) excess[group(x, v)]--;
    }
    bool united = false;
    for (size_t i = 0; i < x->s->connections.n; i++) {
        const FmiConnection *c = &x->s->connections.at[i];
        if (c->from_part == FMI_SYSTEM || c->to_part == FMI_SYSTEM) continue;
        uint32_t a = find(x->up, x->s->parts.at[c->from_part].group), b = find(x->up, x->s->parts.at[c->to_part].group);
        bool odd = (a && excess[a]) || (b && excess[b]);
        if (a == b || !odd) continue;
        unite(x->up, a, b);
        united = true;
    }
    return united;
}

static void forget_parts(FmiSystem *s) {
    for (size_t i = 0; i < s->parts.n; i++)
        vec_free(&s->parts.at[i].members), vec_free(&s->parts.at[i].inputs), vec_free(&s->parts.at[i].outputs);
    s->parts.n = s->connections.n = 0;
}

static void keep_together(Split *x, const VecU32 *pairs) {
    for (size_t i = 0; i + 1 < pairs->n; i += 2) {
        uint32_t a = 0, b = 0;
        for (uint32_t k = 1; k < x->roots.n; k++) {
            if (x->roots.at[k] == pairs->at[i]) a = k;
            if (x->roots.at[k] == pairs->at[i + 1]) b = k;
        }
        unite(x->up, a, b);
    }
}

void fmi_divide(const Dae *d, Arena *arena, const VecU32 *together, FmiSystem *s) {
    Split x = {.d = d, .arena = arena, .s = s};
    *s = (FmiSystem){.whole = d};
    name_parts(&x);
    x.owner = bind_all(&x, &d->equations, true);
    const uint32_t *initial = bind_all(&x, &d->initial, false), *actions = bind_all(&x, &d->actions, false);
    bind_variables(&x);
    keep_together(&x, together);
    do {
        forget_parts(s);
        keep_inner(&x);
        mark_uses(&x);
        list_parts(&x);
        connect_all(&x);
    } while (unite_unbalanced(&x));
    uint32_t *binding_of = BASE_ARRAY(arena, uint32_t, d->vars.n);
    memset(binding_of, 0, d->vars.n * sizeof *binding_of);
    for (size_t i = 0; i < d->bindings.n; i++)
        for (uint32_t k = 0; k < d->shapes.at[d->bindings.at[i].shape].nout; k++)
            binding_of[dae_operands(d, &d->bindings.at[i])[k]] = (uint32_t)i + 1;
    for (size_t i = 0; i < s->parts.n; i++) make_part(&x, &s->parts.at[i], initial, actions, binding_of);
    vec_free(&x.roots), vec_free(&x.joins);
}

void fmi_system_free(FmiSystem *s) {
    for (size_t i = 0; i < s->parts.n; i++) {
        vec_free(&s->parts.at[i].members), vec_free(&s->parts.at[i].spots);
        vec_free(&s->parts.at[i].inputs), vec_free(&s->parts.at[i].outputs);
        dae_free(s->parts.at[i].dae);
    }
    vec_free(&s->parts), vec_free(&s->connections);
}
