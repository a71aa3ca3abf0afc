/* conditions.c - conditions that may govern which equations hold.
 *
 * Before: a flat model with its events taken out, so that conditions are Boolean expressions of what changes at events
 * only.  After: a list of those conditions whose branches differ in structure: in the unknowns and derivatives that
 * occur, where factors that are zero by the values of parameters make what they multiply vanish.
 */
#include "modes/modes.h"

#include <math.h>
#include <regex.h>
#include <string.h>

/* ---- what an expression reads ------------------------------------------------------------------------------------ */

static bool is_unknown(const Dae *d, const DaeNode *n) {
    if (n->op != DAE_VAR) return false;
    const DaeVariable *v = &d->vars.at[n->id];
    return v->kind == DAE_KIND_DERIVATIVE ||
           (v->kind == DAE_KIND_CONTINUOUS && v->base == DAE_REAL && !(v->flags & DAE_INPUT));
}

static bool parameter_leaf(void *arg, const DaeNode *n, double *value) {
    const ModePlan *p = arg;
    if (n->op != DAE_VAR || n->id >= p->values.n || isnan(p->values.at[n->id])) return false;
    *value = p->values.at[n->id];
    return true;
}

bool mode_is_zero(const ModePlan *p, DaeExpr e) {
    const DaeNode *n = dae_at(&p->pool, e);
    double value;
    if (n->rank || (n->base != DAE_REAL && n->base != DAE_INTEGER)) return false;
    return dae_value(&p->pool, e, parameter_leaf, (void *)p, &value) && value == 0;
}

/* The same, where something that is not known may be multiplied by it. */
static bool is_zero(const ModePlan *p, DaeExpr e) {
    const DaeNode *n = dae_at(&p->pool, e);
    if (n->op == DAE_MUL) return is_zero(p, dae_arg(&p->pool, e, 0)) || is_zero(p, dae_arg(&p->pool, e, 1));
    if (n->op == DAE_NEG || n->op == DAE_DIV) return is_zero(p, dae_arg(&p->pool, e, 0));
    return mode_is_zero(p, e);
}

/* Unknowns that e depends on, sorted; conditions do not count. */
static void unknowns_of(const ModePlan *p, DaeExpr e, VecU32 *out) {
    VecU32 stack = {0};
    Map seen = {0};
    vec_clear(out);
    vec_push(&stack, e);
    while (stack.n) {
        DaeExpr at = vec_pop(&stack);
        uint64_t known;
        if (!at || base_map_get(&seen, at, &known) || is_zero(p, at)) continue;
        base_map_put(&seen, at, 1);
        const DaeNode *n = dae_at(&p->pool, at);
        if (is_unknown(p->base->dae, n)) {
            size_t k = out->n;
            vec_push(out, n->id);
            for (; k > 0 && out->at[k - 1] > n->id; k--) out->at[k] = out->at[k - 1];
            out->at[k] = n->id;
        }
        for (uint32_t k = n->op == DAE_IF; k < n->nargs; k++) vec_push(&stack, dae_arg(&p->pool, at, k));
    }
    vec_free(&stack);
    base_map_free(&seen);
}

/* A whole number that a call in an equation gives, such as the phase of a medium: it changes with the arguments of the
 * call, and no event tells of it. */
static bool is_result(const ModePlan *p, DaeVar v) {
    const DaeVariable *var = &p->base->dae->vars.at[v];
    return var->kind == DAE_KIND_DISCRETE && var->base != DAE_BOOLEAN && var->flags & DAE_HIDDEN &&
           !sym_relation_of(p->base, v);
}

/* Does it change at events only? */
static bool is_discrete(const ModePlan *p, DaeExpr e) {
    DaeWalk w = {0};
    const Dae *d = p->base->dae;
    bool discrete = true, varies = false;
    dae_walk(&w, &p->pool, e);
    for (uint32_t i = 0; i < w.n && discrete; i++) {
        const DaeNode *n = dae_at(&p->pool, w.at[i]);
        discrete = n->op != DAE_INITIAL && n->op != DAE_TERMINAL && n->op != DAE_CALL;
        if (n->op != DAE_VAR) continue;
        DaeKind kind = d->vars.at[n->id].kind;
        discrete &= (kind <= DAE_KIND_DISCRETE || kind == DAE_KIND_PRE) && !is_result(p, n->id);
        varies |= kind >= DAE_KIND_DISCRETE;
    }
    dae_walk_free(&w);
    return discrete && varies;
}

static bool differ_in_structure(const ModePlan *p, DaeExpr a, DaeExpr b, bool factor) {
    VecU32 left = {0}, right = {0};
    unknowns_of(p, a, &left);
    unknowns_of(p, b, &right);
    bool differ = left.n != right.n || (left.n && memcmp(left.at, right.at, left.n * sizeof *left.at));
    if (!differ && factor) differ = is_zero(p, a) != is_zero(p, b);
    vec_free(&left);
    vec_free(&right);
    return differ;
}

/* ---- the list ---------------------------------------------------------------------------------------------------- */

uint32_t mode_find_condition(const ModePlan *p, DaeExpr e, bool *negated) {
    uint64_t found;
    *negated = false;
    for (; dae_at(&p->pool, e)->op == DAE_NOT; *negated = !*negated) e = dae_arg(&p->pool, e, 0);
    return base_map_get(&p->condition_ids, e, &found) ? (uint32_t)found : UINT32_MAX;
}

static uint32_t condition_of(ModePlan *p, DaeExpr e, uint32_t origin) {
    bool negated;
    uint32_t known = mode_find_condition(p, e, &negated);
    if (known != UINT32_MAX) return known;
    while (dae_at(&p->pool, e)->op == DAE_NOT) e = dae_arg(&p->pool, e, 0);
    base_map_put(&p->condition_ids, e, p->conditions.n);
    vec_push(&p->conditions, ((ModeCondition){.expr = e, .origin = origin}));
    return (uint32_t)p->conditions.n - 1;
}

/* Conditions of an expanded equation that differ in structure. */
static void list_conditions(ModePlan *p, DaeExpr root, uint32_t origin, VecU32 *found) {
    DaeWalk w = {0};
    dae_walk(&w, &p->pool, root);
    uint8_t *factor = base_realloc(NULL, w.n + 1); /* it multiplies something */
    memset(factor, 0, w.n + 1);
    for (uint32_t i = w.n; i-- > 0;) {
        const DaeNode *n = dae_at(&p->pool, w.at[i]);
        for (uint32_t k = 0; k < n->nargs; k++) {
            DaeExpr a = dae_arg(&p->pool, w.at[i], k);
            if (a && (n->op == DAE_MUL || (factor[i] && (n->op == DAE_NEG || n->op == DAE_IF))))
                factor[dae_walk_slot(&w, a)] = 1;
        }
    }
    for (uint32_t i = 0; i < w.n; i++) {
        if (dae_at(&p->pool, w.at[i])->op != DAE_IF || dae_at(&p->pool, w.at[i])->base != DAE_REAL) continue;
        DaeExpr c = dae_arg(&p->pool, w.at[i], 0), a = dae_arg(&p->pool, w.at[i], 1), b = dae_arg(&p->pool, w.at[i], 2);
        if (!differ_in_structure(p, a, b, factor[i]) || !is_discrete(p, c)) continue;
        uint32_t condition = condition_of(p, c, origin);
        if (found) vec_push(found, condition);
    }
    base_realloc(factor, 0);
    dae_walk_free(&w);
}

static bool has_branch(const Dae *d, uint32_t shape, uint8_t *known) {
    if (known[shape]) return known[shape] == 2;
    DaeWalk w = {0};
    const DaeShape *s = &d->shapes.at[shape];
    bool any = false;
    dae_walk(&w, &d->pool, s->root);
    for (uint32_t i = 0; i < w.n; i++) any |= dae_at(&d->pool, w.at[i])->op == DAE_IF;
    dae_walk_free(&w);
    known[shape] = any ? 2 : 1;
    return any;
}

ModePlan *mode_plan(const Dae *flat, const double *values) {
    SymModel *base = sym_base(flat);
    if (!base) return NULL;
    ModePlan *p = base_realloc(NULL, sizeof *p);
    memset(p, 0, sizeof *p);
    p->ctx = flat->ctx;
    p->base = base;
    dae_pool_init(&p->pool);
    const Dae *d = base->dae;
    for (size_t v = 0; v < d->vars.n; v++) {
        bool parameter = d->vars.at[v].kind <= DAE_KIND_PARAMETER && v < flat->vars.n;
        vec_push(&p->values, parameter && values ? values[v] : NAN);
    }
    uint8_t *known = base_realloc(NULL, d->shapes.n + 1);
    memset(known, 0, d->shapes.n + 1);
    for (uint32_t i = 0; i < d->equations.n; i++) {
        const DaeEquation *eq = &d->equations.at[i];
        if (d->shapes.at[eq->shape].nout || !has_branch(d, eq->shape, known)) continue;
        ModeEquation e = {i, dae_expand(&p->pool, d, eq)};
        list_conditions(p, e.root, eq->origin, NULL);
        vec_push(&p->equations, e);
    }
    base_realloc(known, 0);
    return p;
}

void mode_free_plan(ModePlan *p) {
    if (!p) return;
    sym_free(p->base);
    dae_pool_free(&p->pool);
    vec_free(&p->conditions);
    base_map_free(&p->condition_ids);
    vec_free(&p->equations);
    vec_free(&p->values);
    vec_free(&p->chosen);
    vec_free(&p->traces);
    base_realloc(p, 0);
}

bool mode_choose(ModePlan *p, uint32_t origin) {
    VecU32 found = {0};
    bool any = false;
    for (size_t i = 0; i < p->equations.n; i++) {
        uint32_t own = p->base->dae->equations.at[p->equations.at[i].equation].origin;
        if (own != origin) continue;
        list_conditions(p, p->equations.at[i].root, own, &found);
    }
    for (size_t i = 0; i < found.n; i++) {
        any |= !p->conditions.at[found.at[i]].chosen;
        p->conditions.at[found.at[i]].chosen = true;
    }
    vec_free(&found);
    return any;
}

/* ---- systems of equations ---------------------------------------------------------------------------------------- */

/* Calls visit for every equation of a system, those of systems inside it too. */
static bool visit_system(const SymModel *m, uint32_t system, bool (*visit)(void *arg, const DaeEquation *eq),
                         void *arg) {
    const SymSystem *s = &m->systems.at[system];
    bool any = false;
    for (uint32_t i = 0; i < s->n; i++) any |= visit(arg, &s->residuals[i]);
    for (uint32_t i = 0; i < s->ninner; i++) {
        uint32_t inner = sym_nested(m->dae, &s->inner[i]);
        any |= inner == UINT32_MAX ? visit(arg, &s->inner[i]) : visit_system(m, inner, visit, arg);
    }
    return any;
}

static bool visit_branches(void *arg, const DaeEquation *eq) {
    const SymModel *m = arg;
    DaeWalk w = {0};
    bool any = false;
    dae_walk(&w, &m->dae->pool, m->dae->shapes.at[eq->shape].root);
    for (uint32_t i = 0; i < w.n && !any; i++) any = dae_at(&m->dae->pool, w.at[i])->op == DAE_IF;
    dae_walk_free(&w);
    return any;
}

bool mode_has_branches(const SymModel *m, uint32_t system) {
    return visit_system(m, system, visit_branches, (void *)m);
}

static bool visit_choose(void *arg, const DaeEquation *eq) { return mode_choose(arg, eq->origin); }

bool mode_choose_system(ModePlan *p, const SymModel *m, uint32_t system) {
    return visit_system(m, system, visit_choose, p);
}

/* ---- variables --------------------------------------------------------------------------------------------------- */

static DaeVar add_variable(Dae *d, const char *word, int32_t number, DaeBase base, uint16_t flags,
                           const char *comment) {
    Name name = base_name(d->ctx->names, word);
    DaeAttrs a = d->attrs.at[0];
    a.comment = base_name(d->ctx->names, comment);
    return dae_add_var(d, &(DaeVariable){.name = dae_name(d, 0, name, &number, number > 0),
                                         .attrs = dae_attrs(d, &a),
                                         .start = DAE_NO_OPERAND,
                                         .base = (uint8_t)base,
                                         .kind = DAE_KIND_DISCRETE,
                                         .flags = flags});
}

/* Inputs that nobody gives: they keep what is put into them. */
static DaeVar add_sum(Dae *d, const char *kind, DaeVar x, const char *comment) {
    Text name = {0};
    base_text_printf(&name, "%s(", kind);
    dae_var_text(d, x, &name);
    base_text_char(&name, ')');
    DaeVar v = add_variable(d, base_text_str(&name), 0, DAE_REAL, DAE_INPUT, comment);
    base_text_free(&name);
    return v;
}

static void add_traces(ModePlan *p, const char *pattern) {
    Dae *d = p->base->dae;
    regex_t names;
    Text name = {0};
    base_text_printf(&name, "^(%s)$", pattern ? pattern : "");
    bool known = pattern && regcomp(&names, base_text_str(&name), REG_EXTENDED | REG_NOSUB) == 0;
    if (!known) return base_text_free(&name);
    size_t n = d->vars.n;
    for (DaeVar x = 1; x < n; x++) {
        const DaeVariable *v = &d->vars.at[x];
        if (v->kind != DAE_KIND_CONTINUOUS || v->base != DAE_REAL || v->flags & (DAE_HIDDEN | DAE_INPUT)) continue;
        name.n = 0;
        dae_var_text(d, x, &name);
        if (regexec(&names, base_text_str(&name), 0, NULL, 0) != 0) continue;
        ModeTrace t = {x, add_sum(d, "impulse", x, "sum of its impulses"), 0};
        t.jump = add_sum(d, "jump", x, "sum of its jumps at changes of mode and impulses");
        vec_push(&p->traces, t);
    }
    base_text_free(&name);
    regfree(&names);
}

void mode_fix(ModePlan *p, const char *traced) {
    Dae *d = p->base->dae;
    for (uint32_t i = 0; i < p->conditions.n; i++) {
        ModeCondition *c = &p->conditions.at[i];
        if (!c->chosen) continue;
        c->place = (uint32_t)p->chosen.n;
        vec_push(&p->chosen, i);
        c->watch = add_variable(d, "$condition", (int32_t)p->chosen.n, DAE_BOOLEAN, DAE_HIDDEN | DAE_PROTECTED, "");
        DaeExpr sides[2] = {dae_var(&p->pool, c->watch, DAE_BOOLEAN), c->expr};
        DaeExpr root = dae_raw(&p->pool, DAE_EQUATE, sides, 2);
        dae_add_equation(d, &d->equations, &p->pool, root, NULL, 0, c->origin);
    }
    const char *word = dae_find_var(d, "mode") ? "mode_of_structure" : "mode";
    p->number = add_variable(d, word, 0, DAE_INTEGER, 0, MODE_WORDS ", in the order in which modes were entered");
    add_traces(p, traced);
    p->nshared = (uint32_t)d->vars.n;
    while (p->values.n < p->nshared) vec_push(&p->values, NAN);
}

Span mode_condition_span(const ModePlan *p, uint32_t condition) {
    const ModeCondition *c = &p->conditions.at[condition];
    const DaeNode *n = dae_at(&p->pool, c->expr);
    const DaeVariable *v = n->op == DAE_VAR ? &p->base->dae->vars.at[n->id] : NULL;
    return dae_span(p->base->dae, v && !(v->flags & DAE_HIDDEN) && v->origin ? v->origin : c->origin);
}

void mode_condition_text(const ModePlan *p, uint32_t condition, Text *out) {
    dae_print_expr(p->base->dae, &p->pool, p->conditions.at[condition].expr, out);
}
