/* plan.c - how an FMU for model exchange becomes equations: which values are asked for together.
 *
 * The text that import writes and the run that executes it must agree on every number here: both make the plan of the
 * same description.
 */
#include "exchange/exchange_impl.h"

#include <string.h>

static bool is_real(const XchVariable *v) { return v->type == XCH_FLOAT64 || v->type == XCH_FLOAT32; }
static bool is_number(const XchVariable *v) {
    return v->type != XCH_STRING && v->type != XCH_BINARY && v->type != XCH_CLOCK;
}

/* Inputs that a list of unknowns depends on, as a set over plan->inputs; all when it is not said. */
static void add_inputs(const XchPlan *p, const XchUnknown *u, uint8_t *set) {
    const XchModel *m = p->model;
    if (!u->has_dependencies) {
        memset(set, 1, p->inputs.n);
        return;
    }
    for (uint32_t k = 0; k < u->n; k++)
        if (m->variables.at[u->on[k]].causality == XCH_INPUT)
            for (uint32_t i = 0; i < p->inputs.n; i++)
                if (p->inputs.at[i] == u->on[k]) set[i] = 1;
}

static void fill_group(const XchPlan *p, XchGroup *g, const uint8_t *set) {
    for (uint32_t i = 0; i < p->inputs.n; i++)
        if (set[i]) vec_push(&g->inputs, p->inputs.at[i]);
}

static bool same_inputs(const XchPlan *p, const XchGroup *g, const uint8_t *set) {
    size_t n = 0;
    for (uint32_t i = 0; i < p->inputs.n; i++)
        if (set[i]) {
            if (n >= g->inputs.n || g->inputs.at[n] != p->inputs.at[i]) return false;
            n++;
        }
    return n == g->inputs.n;
}

/* Continuous outputs that depend on the same inputs are asked for together. */
static void group_outputs(XchPlan *p, uint8_t *set) {
    const XchModel *m = p->model;
    for (size_t i = 0; i < m->outputs.n; i++) {
        uint32_t var = m->outputs.at[i].variable;
        const XchVariable *v = &m->variables.at[var];
        if (!is_real(v) || v->variability != XCH_CONTINUOUS || p->role[var] != XCH_ROLE_VALUE) continue;
        memset(set, 0, p->inputs.n + 1);
        add_inputs(p, &m->outputs.at[i], set);
        size_t g = XCH_OUTPUT_GROUPS;
        while (g < p->groups.n && !same_inputs(p, &p->groups.at[g], set)) g++;
        if (g == p->groups.n) {
            vec_push(&p->groups, (XchGroup){0});
            fill_group(p, &vec_last(&p->groups), set);
        }
        vec_push(&p->groups.at[g].vars, var);
        p->group[var] = (uint32_t)g;
        p->element[var] = p->groups.at[g].n;
        p->groups.at[g].n += v->nvalues;
    }
}

static void add_to(XchPlan *p, size_t group, uint32_t var) {
    XchGroup *g = &p->groups.at[group];
    vec_push(&g->vars, var);
    p->group[var] = (uint32_t)group;
    p->element[var] = g->n;
    g->n += p->model->variables.at[var].nvalues;
}

static XchRole text_role(const XchVariable *v) {
    if (v->nvalues != 1 || v->variability == XCH_CONSTANT) return XCH_ROLE_NONE;
    return v->causality == XCH_PARAMETER ? XCH_ROLE_TEXT
           : v->causality == XCH_INPUT   ? XCH_ROLE_TEXT_INPUT
           : v->causality == XCH_OUTPUT  ? XCH_ROLE_TEXT_OUTPUT
                                         : XCH_ROLE_NONE;
}

/* A clock is the number of its ticks; those that tick by time tick by themselves. */
static XchRole clock_role(const XchVariable *v) {
    if (v->nvalues != 1 || !v->clock) return XCH_ROLE_NONE;
    if (v->causality == XCH_OUTPUT) return XCH_ROLE_DISCRETE;
    return v->causality == XCH_INPUT && v->clock->kind == XCH_CLOCK_TRIGGERED ? XCH_ROLE_INPUT : XCH_ROLE_NONE;
}

static XchRole role_of(const XchModel *m, const XchVariable *v) {
    if (v->type == XCH_STRING || v->type == XCH_BINARY) return text_role(v);
    if (v->type == XCH_CLOCK) return clock_role(v);
    if (!is_number(v) || !v->nvalues || v->causality == XCH_INDEPENDENT) return XCH_ROLE_NONE;
    if (v->causality == XCH_STRUCTURAL || v->variability == XCH_CONSTANT)
        return v->starts && v->nstarts == v->nvalues ? XCH_ROLE_CONSTANT : XCH_ROLE_DISCRETE;
    if (v->causality == XCH_PARAMETER)
        return v->starts && v->nstarts == v->nvalues ? XCH_ROLE_PARAMETER : XCH_ROLE_DISCRETE;
    if (v->causality == XCH_INPUT) return XCH_ROLE_INPUT;
    (void)m;
    return is_real(v) && v->variability == XCH_CONTINUOUS ? XCH_ROLE_VALUE : XCH_ROLE_DISCRETE;
}

static void assign_roles(XchPlan *p) {
    const XchModel *m = p->model;
    for (uint32_t i = 0; i < m->variables.n; i++) p->role[i] = role_of(m, &m->variables.at[i]);
    for (uint32_t i = 0; p->kind != XCH_ME && i < m->variables.n; i++) /* everything is told at communication points */
        if (p->role[i] == XCH_ROLE_VALUE) p->role[i] = XCH_ROLE_DISCRETE;
    uint32_t at = 0;
    for (size_t i = 0; p->kind == XCH_ME && i < m->states.n; i++) {
        uint32_t x = m->states.at[i], dx = m->derivatives.at[i].variable;
        p->role[x] = XCH_ROLE_STATE;
        p->element[x] = at;
        at += m->variables.at[x].nvalues;
        if (p->role[dx] != XCH_ROLE_STATE) p->role[dx] = XCH_ROLE_DERIVATIVE;
    }
    for (uint32_t i = 0; i < m->variables.n; i++) {
        if (p->role[i] == XCH_ROLE_INPUT) vec_push(&p->inputs, i);
        if (p->role[i] == XCH_ROLE_PARAMETER) vec_push(&p->parameters, i);
        if (p->role[i] == XCH_ROLE_TEXT) vec_push(&p->texts, i);
        if (p->role[i] == XCH_ROLE_TEXT_INPUT) vec_push(&p->text_inputs, i);
    }
}

XchPlan *xch_plan(const XchModel *m, int kind) {
    XchPlan *p = base_realloc(NULL, sizeof *p);
    *p = (XchPlan){.model = m, .kind = kind, .nstates = kind == XCH_ME ? m->nstates : 0};
    size_t n = m->variables.n;
    p->role = BASE_ARRAY(&p->arena, XchRole, n + 1), p->group = BASE_ARRAY(&p->arena, uint32_t, n + 1);
    p->element = BASE_ARRAY(&p->arena, uint32_t, n + 1);
    assign_roles(p);
    uint8_t *set = BASE_ARRAY(&p->arena, uint8_t, p->inputs.n + 1);
    for (int i = 0; i < XCH_OUTPUT_GROUPS; i++) vec_push(&p->groups, (XchGroup){0});
    for (size_t i = 0; kind == XCH_ME && i < m->derivatives.n; i++) add_inputs(p, &m->derivatives.at[i], set);
    fill_group(p, &p->groups.at[XCH_DERIVATIVES], set);
    p->groups.at[XCH_DERIVATIVES].n = p->nstates;
    memset(set, m->version == 2, p->inputs.n);
    for (size_t i = 0; i < m->indicators.n; i++) add_inputs(p, &m->indicators.at[i], set);
    fill_group(p, &p->groups.at[XCH_INDICATORS], set);
    p->groups.at[XCH_INDICATORS].n = kind == XCH_ME ? m->nindicators + 1 : 0; /* and one that asks for an event */
    memset(set, 1, p->inputs.n);
    fill_group(p, &p->groups.at[XCH_EVENT], set);
    fill_group(p, &p->groups.at[XCH_LOCALS], set);
    group_outputs(p, set);
    for (uint32_t i = 0; i < n; i++) {
        if (p->role[i] == XCH_ROLE_DISCRETE) add_to(p, XCH_EVENT, i);
        if (p->role[i] == XCH_ROLE_VALUE && m->variables.at[i].causality != XCH_OUTPUT) add_to(p, XCH_LOCALS, i);
    }
    p->nevent = 2 + p->nstates + p->groups.at[XCH_EVENT].n + (kind == XCH_CS);
    return p;
}

void xch_plan_free(XchPlan *p) {
    if (!p) return;
    for (size_t i = 0; i < p->groups.n; i++) vec_free(&p->groups.at[i].vars), vec_free(&p->groups.at[i].inputs);
    vec_free(&p->groups), vec_free(&p->inputs), vec_free(&p->parameters), vec_free(&p->texts),
        vec_free(&p->text_inputs);
    base_free_arena(&p->arena);
    base_realloc(p, 0);
}
