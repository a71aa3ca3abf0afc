/* emit_model.c - all evaluations of a model: which equations, in which order, under which name.
 *
 * Before: a SymModel.  After: a GenModel, C text that exports cw_code and the tables that go with
 * it.
 */
#include "codegen/codegen_impl.h"

enum { SHARED_ITEMS = 200 }; /* systems larger than this have code of their own */

/* ---- items ------------------------------------------------------------------------------------------------------- */

static GenItem item_of(Gen *g, const DaeEquation *eq, GenPurpose purpose, uint64_t detail, uint32_t extra) {
    return (GenItem){
        .tmpl = gen_template(g, eq, purpose, detail), .operands = eq->operands, .extra = extra, .origin = eq->origin};
}

static GenItem solve_item(Gen *g, uint32_t system, GenPurpose purpose) {
    const SymSystem *s = &g->sym->systems.at[system];
    DaeEquation none = {.shape = UINT32_MAX};
    return (GenItem){
        .tmpl = gen_template(g, &none, purpose, 0), .extra = system, .origin = s->n ? s->residuals[0].origin : 0};
}

static uint32_t part_of(const SymBlock *b) {
    if (b->guard) return GEN_PART_GUARDED + b->guard;
    if (b->flags & SYM_DISCRETE) return GEN_PART_EVENT;
    if (b->flags & SYM_NEEDED) return GEN_PART_ODE;
    return b->flags & SYM_OUTPUT ? GEN_PART_OUTPUT : GEN_PART_EVENT;
}

static bool is_parameter(const Gen *g, const DaeEquation *eq) {
    if (g->dae->shapes.at[eq->shape].nout != 1) return false;
    DaeVar v = g->dae->operands.at[eq->operands];
    return g->dae->vars.at[v].kind == DAE_KIND_PARAMETER && g->dae->vars.at[v].base != DAE_OBJECT;
}

/* Which variables begin with their start values, because that is asked for or because nothing else is. */
static void find_starts(Gen *g) {
    uint8_t *starts = BASE_ARRAY(&g->scratch, uint8_t, g->dae->vars.n);
    for (size_t i = 1; i < g->dae->vars.n; i++) starts[i] = (g->dae->vars.at[i].flags & DAE_FIXED) != 0;
    for (size_t i = 0; i < g->sym->init_guess_fixed.n; i++) starts[g->sym->init_guess_fixed.at[i]] = 1;
    g->starts = starts;
}

/* In the initial system: a variable has its start value, which a run may be given another one for. */
static bool is_start(const Gen *g, const DaeEquation *eq) {
    const DaeShape *s = &g->dae->shapes.at[eq->shape];
    const DaeOperand *o = dae_operands(g->dae, eq);
    if (s->nout != 1) return false;
    const DaeVariable *v = &g->dae->vars.at[o[0]];
    bool before = v->kind == DAE_KIND_PRE && (g->starts[o[0]] || g->starts[v->of]); /* of a discrete variable */
    if (!before && (v->kind != DAE_KIND_CONTINUOUS || v->base != DAE_REAL || !g->starts[o[0]])) return false;
    for (uint32_t k = 1; k < s->nholes; k++)
        if (!dae_operand_is_const(o[k]) && g->dae->vars.at[o[k]].kind > DAE_KIND_PARAMETER) return false;
    return v->base != DAE_STRING && v->base != DAE_OBJECT;
}

static void block_items(Gen *g, const SymBlocks *blocks, bool (*can_be_given)(const Gen *g, const DaeEquation *eq),
                        GenItems *out) {
    vec_reserve(out, blocks->n);
    for (size_t i = 0; i < blocks->n; i++) {
        const SymBlock *b = &blocks->at[i];
        GenItem it;
        if (b->system != UINT32_MAX) it = solve_item(g, b->system, GEN_SOLVE);
        else it = item_of(g, &b->eq, can_be_given && can_be_given(g, &b->eq) ? GEN_PARAMETER : GEN_STATEMENT, 0, 0);
        it.part = part_of(b);
        vec_push(out, it);
    }
}

/* ---- tangents ---------------------------------------------------------------------------------------------------- */

static bool varies(const Gen *g, DaeVar v) {
    if (g->all_vary) return true;
    if (g->moves) return g->moves[v];
    return !g->sym->depends_on_state || g->sym->depends_on_state[v];
}

/* Holes whose operands have tangents: those that depend on states, and those marked as belonging to
 * a system. */
static uint64_t active_holes(const Gen *g, const DaeEquation *eq, const uint8_t *own, bool states) {
    const DaeShape *s = &g->dae->shapes.at[eq->shape];
    const DaeOperand *o = dae_operands(g->dae, eq);
    uint64_t mask = 0;
    if (s->nholes > 64) return ~(uint64_t)0;
    for (uint32_t k = 0; k < s->nholes; k++) {
        if (dae_operand_is_const(o[k])) continue;
        bool is = (own && own[o[k]]) || (states && varies(g, o[k]));
        mask |= (uint64_t)is << k;
    }
    return mask;
}

/* Tangent of a solved equation; 0 when nothing it reads has one. */
static bool tangent_item(Gen *g, const DaeEquation *eq, const uint8_t *own, bool states, GenItem *out) {
    const DaeShape *s = &g->dae->shapes.at[eq->shape];
    uint64_t mask = active_holes(g, eq, own, states);
    if (s->nholes <= 64) mask &= ~(((uint64_t)1 << s->nout) - 1);
    if (!mask) return false;
    *out = item_of(g, eq, GEN_TANGENT, mask, 0);
    return true;
}

/* The same of a block, a system too; false when nothing that it reads has one. */
static bool block_tangent(Gen *g, const GenItem *it, GenItem *out) {
    const GenTemplate *t = &g->templates.at[it->tmpl];
    if (t->purpose == GEN_SOLVE) {
        const SymSystem *s = &g->sym->systems.at[it->extra];
        bool any = false;
        for (uint32_t k = 0; k < s->n && !any; k++) any = varies(g, s->unknowns[k]);
        if (any) *out = solve_item(g, it->extra, GEN_SOLVE_TANGENT);
        return any;
    }
    DaeEquation eq = {t->shape, it->operands, it->origin};
    bool given = t->purpose == GEN_PARAMETER;
    if (!tangent_item(g, &eq, NULL, true, out)) return false;
    if (given) out->tmpl = gen_template(g, &eq, GEN_GIVEN_TANGENT, g->templates.at[out->tmpl].detail);
    return true;
}

/* Tangents of the blocks of one evaluation, or of two. */
static void block_tangents(Gen *g, const GenItems *blocks, bool results_too, GenItems *out) {
    for (size_t i = 0; i < blocks->n; i++) {
        const GenItem *it = &blocks->at[i];
        if (it->part != GEN_PART_ODE && !(results_too && it->part == GEN_PART_OUTPUT)) continue;
        GenItem tangent;
        if (block_tangent(g, it, &tangent)) vec_push(out, tangent);
    }
}

/* Linear models are asked of what has inputs or outputs at its top: others go without this code, which is as long as
 * the tangents are. */
static bool wants_response(const Gen *g) {
    if (g->opt.response) return true;
    for (size_t i = 1; i < g->dae->vars.n; i++) {
        const DaeVariable *v = &g->dae->vars.at[i];
        if (v->base == DAE_REAL && v->kind == DAE_KIND_CONTINUOUS && v->flags & (DAE_INPUT | DAE_OUTPUT)) return true;
    }
    return false;
}

/* From here on inputs move too, in the tangents of systems as well. */
static void let_inputs_move(Gen *g) {
    uint8_t *moves = BASE_ARRAY(&g->scratch, uint8_t, g->dae->vars.n);
    for (size_t i = 1; i < g->dae->vars.n; i++) {
        const DaeVariable *v = &g->dae->vars.at[i];
        moves[i] = v->base == DAE_REAL && v->kind == DAE_KIND_CONTINUOUS && v->flags & DAE_INPUT;
    }
    sym_spread(g->sym, moves);
    g->moves = moves;
}

/* Everything Real moves that a run may be given another value of, or that is computed of such. */
static void let_all_move(Gen *g) {
    uint8_t *moves = BASE_ARRAY(&g->scratch, uint8_t, g->dae->vars.n);
    for (size_t i = 0; i < g->dae->vars.n; i++) {
        const DaeVariable *v = &g->dae->vars.at[i];
        bool stays = v->kind == DAE_KIND_CONSTANT || (v->kind == DAE_KIND_PARAMETER && v->flags & DAE_STRUCTURAL);
        moves[i] = i == 0 || (v->base == DAE_REAL && !stays);
    }
    g->moves = moves;
}

/* ---- names of evaluations ---------------------------------------------------------------------------------------- */

static void call_guarded(Gen *g, const char *name, const VecU32 *parts, const VecU32 *guards) {
    base_text_printf(&g->code, "static void %s(CwEnv *e) {\n", name);
    for (size_t i = 0; i < parts->n; i++) {
        if (guards && guards->at[i]) base_text_printf(&g->code, "if (e->v[%u] != 0) ", guards->at[i]);
        base_text_printf(&g->code, "p%u(e);\n", parts->at[i]);
    }
    base_text_add(&g->code, "}\n");
}

static void call_parts(Gen *g, const char *name, const VecU32 *parts) { call_guarded(g, name, parts, NULL); }

static void evaluation(Gen *g, const char *name, const GenItems *items) {
    VecU32 parts = {0};
    gen_items(g, items->at, items->n, name, &parts);
    call_parts(g, name, &parts);
    vec_free(&parts);
}

/* ode, output and event share the code of blocks: each stretch of blocks of one part is a function.  Those of a clock
 * are called at its ticks. */
static void block_evaluations(Gen *g, const GenItems *items) {
    VecU32 ode = {0}, output = {0}, event = {0}, guards = {0};
    for (size_t i = 0, j; i < items->n; i = j) {
        for (j = i + 1; j < items->n && items->at[j].part == items->at[i].part;) j++;
        uint32_t part = items->at[i].part;
        size_t from = event.n;
        gen_items(g, items->at + i, j - i,
                  part == GEN_PART_ODE      ? "blocks: derivatives"
                  : part == GEN_PART_OUTPUT ? "blocks: results"
                  : part == GEN_PART_EVENT  ? "blocks: events"
                                            : "blocks: of a clock",
                  &event);
        for (; from < event.n; from++) {
            vec_push(&guards, part > GEN_PART_GUARDED ? part - GEN_PART_GUARDED : 0);
            if (part == GEN_PART_ODE) vec_push(&ode, event.at[from]);
            if (part == GEN_PART_OUTPUT) vec_push(&output, event.at[from]);
        }
    }
    call_parts(g, "ode", &ode);
    call_parts(g, "output", &output);
    call_guarded(g, "event", &event, &guards);
    vec_free(&ode), vec_free(&output), vec_free(&event), vec_free(&guards);
}

/* ---- systems ----------------------------------------------------------------------------------------------------- */

typedef struct {
    GenItems residual, tangent;
    uint32_t part, tangent_part; /* functions that hold them; 0: several, see name */
    bool in_simulation;          /* tangents with respect to states are asked for */
    bool nested;                 /* stands inside another system: whatever it reads may move */
} System;

static void system_items(Gen *g, uint32_t k, uint8_t *own, System *out) {
    const SymSystem *s = &g->sym->systems.at[k];
    const Dae *d = g->dae;
    g->all_vary = out->nested && !g->opt.tangents;
    for (uint32_t i = 0; i < s->n; i++) own[s->unknowns[i]] = 1;
    for (uint32_t i = 0; i < s->ninner; i++) {
        vec_push(&out->residual, item_of(g, &s->inner[i], GEN_STATEMENT, 0, 0));
        for (uint32_t q = 0; q < d->shapes.at[s->inner[i].shape].nout; q++)
            own[d->operands.at[s->inner[i].operands + q]] = 1;
    }
    gen_schedule(g, &out->residual);
    for (size_t i = 0; i < s->ninner; i++) {
        const GenTemplate *t = &g->templates.at[out->residual.at[i].tmpl];
        DaeEquation eq = {t->shape, out->residual.at[i].operands, out->residual.at[i].origin};
        GenItem tangent;
        if (tangent_item(g, &eq, own, out->in_simulation || out->nested, &tangent)) vec_push(&out->tangent, tangent);
    }
    for (uint32_t i = 0; i < s->n; i++) {
        vec_push(&out->residual, item_of(g, &s->residuals[i], GEN_RESIDUAL, 0, i));
        uint64_t mask = active_holes(g, &s->residuals[i], own, out->in_simulation || out->nested);
        vec_push(&out->tangent, item_of(g, &s->residuals[i], GEN_RESIDUAL_TANGENT, mask, i));
    }
    g->all_vary = false;
    if (g->opt.tangents) vec_clear(&out->residual);
    for (uint32_t i = 0; i < s->n; i++) own[s->unknowns[i]] = 0;
    for (uint32_t i = 0; i < s->ninner; i++)
        for (uint32_t q = 0; q < d->shapes.at[s->inner[i].shape].nout; q++)
            own[d->operands.at[s->inner[i].operands + q]] = 0;
}

static uint64_t structure(const System *s) {
    uint64_t h = base_mix(s->residual.n, s->tangent.n);
    for (size_t i = 0; i < s->residual.n; i++) h = base_mix(h, s->residual.at[i].tmpl);
    for (size_t i = 0; i < s->tangent.n; i++) h = base_mix(h, s->tangent.at[i].tmpl);
    return h;
}

static bool same_structure(const System *a, const System *b) {
    if (a->residual.n != b->residual.n || a->tangent.n != b->tangent.n) return false;
    for (size_t i = 0; i < a->residual.n; i++)
        if (a->residual.at[i].tmpl != b->residual.at[i].tmpl) return false;
    for (size_t i = 0; i < a->tangent.n; i++)
        if (a->tangent.at[i].tmpl != b->tangent.at[i].tmpl) return false;
    return true;
}

static uint32_t own_code(Gen *g, const GenItems *items, const char *label) {
    VecU32 parts = {0};
    gen_items(g, items->at, items->n, label, &parts);
    uint32_t part;
    if (parts.n == 1) part = parts.at[0];
    else {
        char name[16];
        part = ++g->next_part;
        snprintf(name, sizeof name, "p%u", part);
        call_parts(g, name, &parts);
    }
    vec_free(&parts);
    return part;
}

/* Systems `list` have one structure: one pair of functions for all. */
static void shared_code(Gen *g, System *systems, const VecU32 *list) {
    size_t m = list->n;
    const GenItem **a = base_realloc(NULL, m * sizeof *a), **b = base_realloc(NULL, m * sizeof *b);
    const int **operands = base_realloc(NULL, m * sizeof *operands);
    for (size_t i = 0; i < m; i++) {
        a[i] = systems[list->at[i]].residual.at;
        b[i] = systems[list->at[i]].tangent.at;
    }
    const System *s = &systems[list->at[0]];
    GenShared shared = {m, s->residual.n, s->tangent.n, a, b};
    uint32_t part, tangent_part;
    size_t width;
    gen_shared_items(g, &shared, &part, &tangent_part, operands, &width);
    for (size_t i = 0; i < m; i++) {
        systems[list->at[i]].part = part;
        systems[list->at[i]].tangent_part = tangent_part;
        g->g->systems[list->at[i]].operands = operands[i];
        g->g->operand_size[list->at[i]] = width;
    }
    base_realloc(a, 0), base_realloc(b, 0), base_realloc(operands, 0);
}

static void system_code(Gen *g, System *systems, uint32_t n) {
    Map first_of = {0}; /* structure -> first system that has it, plus 1 */
    VEC(VecU32) groups = {0};
    uint32_t *group = base_realloc(NULL, (n + 1) * sizeof(uint32_t));
    for (uint32_t i = 0; i < n; i++) {
        System *s = &systems[i];
        uint64_t h = structure(s), found;
        bool small = s->residual.n + s->tangent.n <= SHARED_ITEMS;
        if (small && base_map_get(&first_of, h, &found) && same_structure(s, &systems[groups.at[found].at[0]]))
            group[i] = (uint32_t)found;
        else {
            group[i] = (uint32_t)groups.n;
            if (small) base_map_put(&first_of, h, groups.n);
            vec_push(&groups, ((VecU32){0}));
        }
        vec_push(&groups.at[group[i]], i);
    }
    for (size_t k = 0; k < groups.n; k++) {
        VecU32 *list = &groups.at[k];
        System *s = &systems[list->at[0]];
        if (list->n > 1) shared_code(g, systems, list);
        else {
            char label[64];
            snprintf(label, sizeof label, "system %u: residuals", list->at[0]);
            s->part = own_code(g, &s->residual, label);
            snprintf(label, sizeof label, "system %u: tangents", list->at[0]);
            s->tangent_part = own_code(g, &s->tangent, label);
        }
        vec_free(list);
    }
    vec_free(&groups);
    base_map_free(&first_of);
    base_realloc(group, 0);
}

static const int *as_ints(const uint32_t *p) { return (const int *)p; } /* same width, never above INT_MAX */

void gen_system_data(GenModel *g) {
    uint32_t n = (uint32_t)g->sym->systems.n;
    g->nsystems = n;
    g->systems = BASE_ARRAY(&g->arena, CwSystem, n + 1);
    g->operand_size = BASE_ARRAY(&g->arena, size_t, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        const SymSystem *s = &g->sym->systems.at[i];
        g->systems[i] = (CwSystem){.n = (int)s->n,
                                   .linear = s->linear,
                                   .constant = s->constant,
                                   .vars = as_ints(s->unknowns),
                                   .colptr = as_ints(s->colptr),
                                   .rowind = as_ints(s->rowind),
                                   .colour = as_ints(s->colour),
                                   .ncolours = (int)s->ncolours};
    }
}

static void all_systems(Gen *g) {
    uint32_t n = (uint32_t)g->sym->systems.n;
    System *systems = base_realloc(NULL, (n + 1) * sizeof *systems);
    memset(systems, 0, (n + 1) * sizeof *systems);
    uint8_t *own = base_realloc(NULL, g->dae->vars.n);
    memset(own, 0, g->dae->vars.n);
    gen_system_data(g->g);
    for (size_t i = 0; i < g->sym->blocks.n; i++)
        if (g->sym->blocks.at[i].system != UINT32_MAX) systems[g->sym->blocks.at[i].system].in_simulation = true;
    for (uint32_t i = 0; i < n; i++) {
        systems[i].nested = g->sym->systems.at[i].nested;
        systems[i].in_simulation |= g->opt.tangents;
    }
    for (uint32_t i = 0; i < n; i++) system_items(g, i, own, &systems[i]);
    system_code(g, systems, n);
    for (int tangent = 0; tangent < 2; tangent++) {
        base_text_printf(&g->code, "static const CwFn %s[] = {", tangent ? "residual_tangent" : "residual");
        for (uint32_t i = 0; i < n; i++) {
            uint32_t part = tangent ? systems[i].tangent_part : systems[i].part;
            if (!tangent && g->opt.tangents) base_text_add(&g->code, "0,");
            else base_text_printf(&g->code, i % 12 == 11 ? "p%u,\n" : "p%u,", part);
        }
        base_text_add(&g->code, "0};\n");
    }
    for (uint32_t i = 0; i < n; i++) vec_free(&systems[i].residual), vec_free(&systems[i].tangent);
    base_realloc(systems, 0);
    base_realloc(own, 0);
}

/* ---- events ------------------------------------------------------------------------------------------------------ */

static void relation_evaluations(Gen *g) {
    size_t n = g->sym->relations.n;
    GenItems items = {0};
    vec_reserve(&items, n);
    for (size_t i = 0; i < n; i++) {
        const SymRelation *r = &g->sym->relations.at[i];
        bool time = r->kind == SYM_REL_TIME;
        vec_push(&items, item_of(g, time ? &r->time : &r->eq, time ? GEN_TIME : GEN_RESIDUAL, 0, (uint32_t)i));
    }
    evaluation(g, "crossings", &items);
    vec_clear(&items);
    for (size_t i = 0; i < n; i++) {
        const SymRelation *r = &g->sym->relations.at[i];
        DaeOp op = r->kind == SYM_REL_FLOOR ? DAE_FLOOR : r->op;
        vec_push(&items, item_of(g, &r->eq, GEN_RELATION, op, r->var));
    }
    evaluation(g, "relations", &items);
    vec_free(&items);
}

bool gen_is_check(const Dae *d, const DaeEquation *eq) {
    const DaeShape *shape = &d->shapes.at[eq->shape];
    const DaeOperand *o = dae_operands(d, eq);
    if (!dae_has_assert(&d->pool, shape->root)) return false;
    for (uint32_t k = 0; k < shape->nholes; k++)
        if (!dae_operand_is_const(o[k]) && d->vars.at[o[k]].kind > DAE_KIND_PARAMETER) return true;
    return false;
}

static void action_evaluations(Gen *g) {
    GenItems actions = {0}, checks = {0}, samples = {0};
    for (size_t i = 0; i < g->sym->actions.n; i++) {
        const DaeEquation *eq = &g->sym->actions.at[i];
        vec_push(&actions, item_of(g, eq, GEN_ACTION, 0, 0));
        if (gen_is_check(g->dae, eq)) vec_push(&checks, item_of(g, eq, GEN_CHECK, 0, 0));
    }
    for (size_t i = 0; i < g->sym->samples.n; i++) {
        vec_push(&samples, item_of(g, &g->sym->samples.at[i].start, GEN_STATEMENT, 0, 0));
        vec_push(&samples, item_of(g, &g->sym->samples.at[i].interval, GEN_STATEMENT, 0, 0));
    }
    evaluation(g, "actions", &actions);
    evaluation(g, "checks", &checks);
    evaluation(g, "samples", &samples);
    vec_free(&actions), vec_free(&checks), vec_free(&samples);
}

static void history_evaluation(Gen *g, const GenItems *blocks) {
    GenItems items = {0};
    g->g->histories = gen_histories(g, blocks, &items);
    if (!g->g->histories) vec_clear(&items);
    evaluation(g, "histories", &items);
    vec_free(&items);
}

/* ---- the unit ---------------------------------------------------------------------------------------------------- */

/* Items in place of which their tangents are put, for a unit of these alone. */
static void to_tangents(Gen *g, GenItems *items) {
    size_t n = 0;
    for (size_t i = 0; i < items->n; i++) {
        GenItem tangent;
        if (!block_tangent(g, &items->at[i], &tangent)) continue;
        tangent.part = items->at[i].part;
        items->at[n++] = tangent;
    }
    items->n = n;
}

/* Blocks of one part of events: those of clocks do not move. */
static void part_tangents(Gen *g, const GenItems *all, uint32_t part, const char *name) {
    GenItems items = {0};
    for (size_t i = 0; i < all->n; i++)
        if (all->at[i].part == part) vec_push(&items, all->at[i]);
    evaluation(g, name, &items);
    vec_free(&items);
}

static void event_tangents(Gen *g) {
    GenItems items = {0};
    for (size_t i = 0; i < g->sym->relations.n; i++) {
        const SymRelation *r = &g->sym->relations.at[i];
        const DaeEquation *eq = r->kind == SYM_REL_TIME ? &r->time : &r->eq;
        uint64_t mask = active_holes(g, eq, NULL, true);
        vec_push(&items, item_of(g, eq, GEN_RESIDUAL_TANGENT, mask, (uint32_t)i));
    }
    evaluation(g, "crossings", &items);
    vec_clear(&items);
    for (size_t i = 0; i < g->sym->samples.n; i++) {
        GenItem it;
        if (tangent_item(g, &g->sym->samples.at[i].start, NULL, true, &it)) vec_push(&items, it);
        if (tangent_item(g, &g->sym->samples.at[i].interval, NULL, true, &it)) vec_push(&items, it);
    }
    evaluation(g, "samples", &items);
    vec_free(&items);
}

/* GenOptions.tangents: the functions of the unit are tangents of evaluations. */
static void all_tangents(Gen *g) {
    GenItems items = {0};
    let_all_move(g);
    block_items(g, &g->sym->parameters, is_parameter, &items);
    gen_schedule(g, &items);
    to_tangents(g, &items);
    evaluation(g, "parameters", &items);
    vec_clear(&items);
    find_starts(g);
    block_items(g, &g->sym->initial, is_start, &items);
    for (size_t i = 0; i < items.n; i++) items.at[i].part = 0;
    gen_schedule(g, &items);
    to_tangents(g, &items);
    evaluation(g, "initial", &items);
    vec_clear(&items);
    block_items(g, &g->sym->blocks, NULL, &items);
    gen_schedule(g, &items);
    to_tangents(g, &items);
    part_tangents(g, &items, GEN_PART_ODE, "ode");
    part_tangents(g, &items, GEN_PART_OUTPUT, "output");
    part_tangents(g, &items, GEN_PART_EVENT, "event");
    vec_clear(&items);
    event_tangents(g);
    static const char *const none[] = {"tangent", "response", "histories", "relations", "actions", "checks"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) evaluation(g, none[i], &items);
    vec_free(&items);
    all_systems(g);
}

static void all_evaluations(Gen *g) {
    GenItems items = {0}, tangents = {0};
    block_items(g, &g->sym->parameters, is_parameter, &items);
    gen_schedule(g, &items);
    evaluation(g, "parameters", &items);
    vec_clear(&items);
    find_starts(g);
    block_items(g, &g->sym->initial, is_start, &items);
    for (size_t i = 0; i < items.n; i++) items.at[i].part = 0;
    gen_schedule(g, &items);
    evaluation(g, "initial", &items);
    vec_free(&items);
    block_items(g, &g->sym->blocks, NULL, &items);
    gen_schedule(g, &items);
    block_evaluations(g, &items);
    if (!g->opt.no_tangent) block_tangents(g, &items, false, &tangents);
    evaluation(g, "tangent", &tangents);
    vec_clear(&tangents);
    g->g->response = !g->opt.no_tangent && wants_response(g);
    if (g->g->response) {
        let_inputs_move(g);
        block_tangents(g, &items, true, &tangents);
    }
    evaluation(g, "response", &tangents);
    history_evaluation(g, &items);
    vec_free(&items), vec_free(&tangents);
    relation_evaluations(g);
    action_evaluations(g);
    all_systems(g);
}

static void enum_tables(Gen *g, Text *out) {
    for (size_t i = 1; i < g->wanted_enums.n; i++) {
        if (!g->wanted_enums.at[i]) continue;
        const DaeEnum *en = &g->dae->enums.at[i];
        base_text_printf(out, "static const char *const cw_enum%zu[] = {\"%u\"", i, en->n);
        for (uint32_t k = 0; k < en->n; k++) {
            base_text_char(out, ',');
            gen_c_string(out, base_str(g->ctx->names, en->literals[k]));
        }
        base_text_add(out, "};\n");
    }
}

/* What declares goes in front of the code, which is by far the longest. */
static void join_texts(Gen *g) {
    Text front = {0}, *code = &g->code;
    enum_tables(g, &front);
    if (g->g->externals.n) base_text_printf(&front, "void (*cw_external[%zu])(void);\n", 2 * g->g->externals.n);
    base_text_add(&front, base_text_str(&g->prototypes));
    base_text_add(&front, base_text_str(&g->functions));
    base_text_add(code, "const CwCode cw_code = {");
#define NAME(name) #name ","
    base_text_printf(code, "%sresidual,residual_tangent,%d};\n", CW_MODEL_FUNCTIONS(NAME), g->memory);
#undef NAME
    size_t n = code->n;
    base_text_addn(code, front.at, front.n);
    memmove(code->at + front.n, code->at, n);
    if (front.n) memcpy(code->at, front.at, front.n);
    base_text_free(&front);
    g->g->text_size = code->n;
    g->g->text = code->at;
    *code = (Text){0};
}

static void finish(Gen *g) {
    GenModel *m = g->g;
    m->ntab = (uint32_t)g->tabs.n;
    m->tab = base_copy(&m->arena, g->tabs.at, g->tabs.n * sizeof *g->tabs.at);
    m->tab_size = base_copy(&m->arena, g->tab_sizes.at, g->tab_sizes.n * sizeof *g->tab_sizes.at);
    m->nconstants = (uint32_t)g->dae->constants.n;
    m->constants = g->dae->constants.at;
    m->nvalues = m->nvars + m->nconstants;
    for (uint32_t i = 1; i < g->wanted.n; i++)
        if (g->wanted.at[i]) vec_push(&m->functions, i);
}

/* What only serves to write texts. */
static void free_scratch(Gen *g) {
    base_free_arena(&g->scratch);
    for (size_t i = 0; i < g->long_texts.n; i++) base_text_free(&g->long_texts.at[i]);
    vec_free(&g->long_texts);
    vec_free(&g->templates), base_map_free(&g->template_of);
    vec_free(&g->ranges), base_map_free(&g->ranges_of), dae_walk_free(&g->walk);
    vec_free(&g->node_flags), vec_free(&g->temp), vec_free(&g->uses), vec_free(&g->depth), vec_free(&g->stamp);
}

static void free_gen(Gen *g) {
    base_text_free(&g->functions), base_text_free(&g->prototypes), base_text_free(&g->code);
    vec_free(&g->wanted), vec_free(&g->thunks), vec_free(&g->variants), vec_free(&g->weights),
        vec_free(&g->wanted_enums), vec_free(&g->tabs), vec_free(&g->tab_sizes);
}

GenModel *gen_model(const SymModel *m, const GenOptions *options) {
    GenModel *out = base_realloc(NULL, sizeof *out);
    *out = (GenModel){.ctx = m->dae->ctx, .sym = m, .nvars = (uint32_t)m->dae->vars.n};
    Gen g = {.g = out,
             .ctx = m->dae->ctx,
             .dae = m->dae,
             .sym = m,
             .opt = options ? *options : (GenOptions){0},
             .last_range_shape = UINT32_MAX};
    size_t errors = base_error_count(g.ctx);
    vec_push(&g.templates, (GenTemplate){0});
    vec_push(&g.tabs, (const int *)NULL); /* table 0 is none */
    vec_push(&g.tab_sizes, 0);
    (void)vec_extend(&g.wanted, m->dae->functions.n + 1);
    (void)vec_extend(&g.wanted_enums, m->dae->enums.n + 1);
    if (g.opt.tangents) all_tangents(&g);
    else all_evaluations(&g);
    gen_functions(&g);
    free_scratch(&g);
    join_texts(&g);
    finish(&g);
    free_gen(&g);
    if (base_error_count(out->ctx) > errors || base_cancelled(out->ctx)) {
        gen_free(out);
        return NULL;
    }
    if (!g.opt.tangents) gen_describe(out);
    return out;
}

void gen_free(GenModel *g) {
    if (!g) return;
    vec_free(&g->functions);
    vec_free(&g->externals);
    base_realloc(g->text, 0);
    base_free_arena(&g->arena);
    base_realloc(g, 0);
}

void gen_constants(const GenModel *g, double *v) {
    if (g->nconstants) memcpy(v + g->nvars, g->constants, g->nconstants * sizeof(double));
}

const CwModel *gen_bind(GenModel *g, const CwCode *code) {
    CwModel *m = BASE_NEW(&g->arena, CwModel);
    CwSystem *systems = base_copy(&g->arena, g->systems, (g->nsystems + 1) * sizeof(CwSystem));
    for (uint32_t i = 0; i < g->nsystems; i++) {
        systems[i].residual = code->residual[i];
        systems[i].tangent = code->residual_tangent[i];
    }
    m->nsystems = (int)g->nsystems;
    m->systems = systems;
    m->tab = g->tab;
    m->memory = code->memory;
#define COPY(name) m->name = code->name;
    CW_MODEL_FUNCTIONS(COPY)
#undef COPY
    return m;
}
