/* description.c - what a run needs to know of a model besides its code, as plain data (model.h).
 *
 * Before: blocks, systems and code are there.  After: tables of variables are those of the Dae, no copies; what the
 * runtime asks about equations (what systems compute inside, which relations they read, where residuals come from) is
 * taken out of them once.
 */
#include <string.h>

#include "codegen/codegen_impl.h"

static void describe_variables(MdModel *m, const Dae *d, Arena *a) {
    m->words = d->ctx->names;
    m->sources = d->ctx->sources;
    m->name = base_str(d->ctx->names, d->model);
    m->names = d->names.at;
    m->nnames = (uint32_t)d->names.n;
    m->subs = d->subs.at;
    m->nsubs = (uint32_t)d->subs.n;
    m->vars = d->vars.at;
    m->nvars = (uint32_t)d->vars.n;
    m->attrs = d->attrs.at;
    m->nattrs = (uint32_t)d->attrs.n;
    m->constants = d->constants.at;
    m->nconstants = (uint32_t)d->constants.n;
    m->spans = d->spans.at;
    m->nspans = (uint32_t)d->spans.n;
    m->origins = d->origins.at;
    m->norigins = (uint32_t)d->origins.n;
    m->enums = d->enums.at;
    m->nenums = (uint32_t)d->enums.n;
    m->experiment = d->experiment;
    MdVar *vars = BASE_ARRAY(a, MdVar, d->strings.n + 1);
    const char **values = BASE_ARRAY(a, const char *, d->strings.n + 1);
    for (uint32_t i = 1; i < m->nvars && d->strings.n; i++) {
        const char *text = m->vars[i].base == DAE_STRING ? dae_string(d, i) : NULL;
        if (!text || m->nstrings == d->strings.n) continue;
        vars[m->nstrings] = i;
        values[m->nstrings++] = text;
    }
    m->string_vars = vars;
    m->string_values = values;
    MdFunction *functions = BASE_ARRAY(a, MdFunction, d->functions.n + 1);
    for (size_t i = 1; i < d->functions.n; i++)
        functions[m->nfunctions++] = (MdFunction){d->functions.at[i].name, d->functions.at[i].span};
    m->functions = functions;
}

/* ---- relations and samples --------------------------------------------------------------------------------------- */

/* Variables whose nominal values say how large a relation's sides are. */
static void add_reads(const Dae *d, const DaeEquation *eq, VecU32 *reads) {
    if (eq->shape >= d->shapes.n) return;
    const DaeOperand *o = dae_operands(d, eq);
    for (uint32_t k = 0; k < d->shapes.at[eq->shape].nholes; k++) {
        if (dae_operand_is_const(o[k]) || o[k] == 0) continue;
        const DaeVariable *v = &d->vars.at[o[k]];
        if (v->kind > DAE_KIND_PARAMETER && v->base == DAE_REAL) vec_push(reads, o[k]);
    }
}

/* Does the relation depend on time, and on no state? */
static bool is_alone(const SymModel *s, const SymRelation *r) {
    const Dae *d = s->dae;
    const uint8_t *on_state = s->depends_on_state;
    if (r->kind == SYM_REL_TIME || r->eq.shape >= d->shapes.n || (s->states.n && !on_state)) return false;
    const DaeOperand *o = dae_operands(d, &r->eq);
    bool varies = false;
    for (uint32_t k = 0; k < d->shapes.at[r->eq.shape].nholes; k++) {
        if (dae_operand_is_const(o[k])) continue;
        if (on_state && on_state[o[k]]) return false;
        varies |= d->vars.at[o[k]].kind == DAE_KIND_TIME || d->vars.at[o[k]].kind == DAE_KIND_CONTINUOUS;
    }
    return varies;
}

static void describe_relations(MdModel *m, const SymModel *s, Arena *a) {
    VecU32 reads = {0};
    MdRelation *relations = BASE_ARRAY(a, MdRelation, s->relations.n + 1);
    for (size_t i = 0; i < s->relations.n; i++) {
        const SymRelation *r = &s->relations.at[i];
        uint8_t op = r->op >= DAE_LT && r->op <= DAE_GE ? (uint8_t)(r->op - DAE_LT) : MD_GE;
        relations[i] = (MdRelation){r->var, r->kind, op, is_alone(s, r), r->eq.origin, (uint32_t)reads.n};
        add_reads(s->dae, &r->eq, &reads);
    }
    relations[s->relations.n].reads = (uint32_t)reads.n;
    m->relations = relations;
    m->nrelations = (uint32_t)s->relations.n;
    m->relation_reads = base_copy(a, reads.at, reads.n * sizeof *reads.at);
    vec_free(&reads);
    MdSample *samples = BASE_ARRAY(a, MdSample, s->samples.n + 1);
    for (size_t i = 0; i < s->samples.n; i++) {
        const SymSample *from = &s->samples.at[i];
        samples[i] = (MdSample){from->var, from->start_var, from->interval_var, from->interval.origin};
    }
    m->samples = samples;
    m->nsamples = (uint32_t)s->samples.n;
}

/* ---- systems ----------------------------------------------------------------------------------------------------- */

typedef struct {
    const SymModel *s;
    Map relation_of; /* variable -> relation of states */
    VecU32 inner, read;
} Systems;

static void look_for_relations(Systems *x, const DaeEquation *eq) {
    const Dae *d = x->s->dae;
    const DaeOperand *o = dae_operands(d, eq);
    for (uint32_t k = 0; k < d->shapes.at[eq->shape].nholes; k++) {
        uint64_t relation;
        if (!base_map_get(&x->relation_of, o[k], &relation)) continue;
        size_t at = x->read.n; /* ascending, each once */
        while (at > 0 && x->read.at[at - 1] > relation) at--;
        if (at > 0 && x->read.at[at - 1] == relation) continue;
        vec_push(&x->read, 0);
        memmove(x->read.at + at + 1, x->read.at + at, (x->read.n - 1 - at) * sizeof *x->read.at);
        x->read.at[at] = (uint32_t)relation;
        if (x->read.n > MD_MOST_READ) x->read.n = MD_MOST_READ;
    }
}

static void describe_system(Systems *x, const SymSystem *from, MdSystem *to, Arena *a) {
    const Dae *d = x->s->dae;
    x->inner.n = x->read.n = 0;
    for (uint32_t i = 0; i < from->ninner; i++) {
        const DaeOperand *o = dae_operands(d, &from->inner[i]);
        for (uint32_t k = 0; k < d->shapes.at[from->inner[i].shape].nout; k++) vec_push(&x->inner, o[k]);
        if (x->relation_of.n) look_for_relations(x, &from->inner[i]);
    }
    uint32_t *origins = BASE_ARRAY(a, uint32_t, from->n + 1);
    for (uint32_t i = 0; i < from->n && from->residuals; i++) {
        origins[i] = from->residuals[i].origin;
        if (x->relation_of.n) look_for_relations(x, &from->residuals[i]);
    }
    *to = (MdSystem){.n = from->n,
                     .full_size = from->full_size,
                     .nested = from->nested,
                     .standby = from->standby,
                     .watched = from->nested, /* when what it stands in is */
                     .nrelations = (uint8_t)x->read.n,
                     .ninner = (uint32_t)x->inner.n,
                     .inner = base_copy(a, x->inner.at, x->inner.n * sizeof(MdVar)),
                     .origins = origins,
                     .relations = base_copy(a, x->read.at, x->read.n * sizeof(uint32_t))};
}

/* ---- what is looked at after every step -------------------------------------------------------------------------- */

static void look_at_operands(const Dae *d, const DaeEquation *eq, uint32_t from, uint8_t *looked) {
    const DaeOperand *o = dae_operands(d, eq);
    for (uint32_t k = from; k < d->shapes.at[eq->shape].nholes; k++)
        if (!dae_operand_is_const(o[k])) looked[o[k]] = 1;
}

static bool is_looked_at(const Dae *d, const DaeEquation *eq, const uint8_t *looked) {
    const DaeOperand *o = dae_operands(d, eq);
    for (uint32_t k = 0; k < d->shapes.at[eq->shape].nout; k++)
        if (looked[o[k]]) return true;
    return false;
}

static bool system_is_looked_at(const Dae *d, const SymSystem *s, const uint8_t *looked) {
    for (uint32_t i = 0; i < s->n; i++)
        if (looked[s->unknowns[i]]) return true;
    for (uint32_t i = 0; i < s->ninner; i++)
        if (is_looked_at(d, &s->inner[i], looked)) return true;
    return false;
}

/* Backwards from relations and asserts to the systems that they depend on. */
static void find_watched(const SymModel *s, MdSystem *systems) {
    const Dae *d = s->dae;
    uint8_t *looked = base_realloc(NULL, d->vars.n + 1);
    memset(looked, 0, d->vars.n + 1);
    for (size_t i = 0; i < s->relations.n; i++) {
        look_at_operands(d, &s->relations.at[i].eq, 0, looked);
        if (s->relations.at[i].kind == SYM_REL_TIME) look_at_operands(d, &s->relations.at[i].time, 1, looked);
    }
    for (size_t i = 0; i < s->actions.n; i++) look_at_operands(d, &s->actions.at[i], 0, looked);
    for (size_t i = s->blocks.n; i-- > 0;) {
        const SymBlock *b = &s->blocks.at[i];
        if (b->system == UINT32_MAX) {
            if (is_looked_at(d, &b->eq, looked)) look_at_operands(d, &b->eq, 0, looked);
            continue;
        }
        const SymSystem *of = &s->systems.at[b->system];
        if (!system_is_looked_at(d, of, looked)) continue;
        systems[b->system].watched = true;
        for (uint32_t k = 0; k < of->ninner; k++) look_at_operands(d, &of->inner[k], 0, looked);
        for (uint32_t k = 0; k < of->n; k++) look_at_operands(d, &of->residuals[k], 0, looked);
    }
    base_realloc(looked, 0);
}

static void describe_systems(MdModel *m, const SymModel *s, Arena *a) {
    Systems x = {.s = s};
    for (size_t i = 0; i < s->relations.n; i++)
        if (s->relations.at[i].kind == SYM_REL_STATE) base_map_put(&x.relation_of, s->relations.at[i].var, i);
    MdSystem *systems = BASE_ARRAY(a, MdSystem, s->systems.n + 1);
    for (size_t i = 0; i < s->systems.n; i++) describe_system(&x, &s->systems.at[i], &systems[i], a);
    if (s->systems.n) find_watched(s, systems);
    m->systems = systems;
    m->nsystems = (uint32_t)s->systems.n;
    base_map_free(&x.relation_of);
    vec_free(&x.inner);
    vec_free(&x.read);
}

static bool depends_on_states(const SymModel *s, const SymSystem *system) {
    for (uint32_t k = 0; k < system->n; k++)
        if (s->depends_on_state && s->depends_on_state[system->unknowns[k]]) return true;
    return false;
}

/* A system may stay unsolved when it stands between states and their derivatives. */
static bool may_be_left(const SymModel *s, const SymBlock *b) {
    return b->system != UINT32_MAX && (b->flags & SYM_NEEDED) && !(b->flags & SYM_DISCRETE) &&
           depends_on_states(s, &s->systems.at[b->system]);
}

enum { MOST_SUPPOSED = 1000 }; /* more start values than these are not moved */

static void describe_blocks(MdModel *m, const SymModel *s, Arena *a) {
    VecU32 found = {0};
    for (size_t i = 0; i < s->initial.n; i++)
        if (s->initial.at[i].system != UINT32_MAX) vec_push(&found, s->initial.at[i].system);
    m->initial_systems = base_copy(a, found.at, found.n * sizeof *found.at);
    m->ninitial_systems = (uint32_t)found.n;
    vec_clear(&found);
    for (size_t i = 0; i < s->init_guess_fixed.n && s->init_guess_fixed.n <= MOST_SUPPOSED; i++) {
        const DaeVariable *v = &s->dae->vars.at[s->init_guess_fixed.at[i]];
        if (v->kind == DAE_KIND_CONTINUOUS && v->base == DAE_REAL) vec_push(&found, s->init_guess_fixed.at[i]);
    }
    m->supposed = base_copy(a, found.at, found.n * sizeof *found.at);
    m->nsupposed = (uint32_t)found.n;
    vec_clear(&found);
    for (size_t i = 0; i < s->blocks.n; i++)
        if (may_be_left(s, &s->blocks.at[i])) vec_push(&found, s->blocks.at[i].system);
    m->form_systems = base_copy(a, found.at, found.n * sizeof *found.at);
    m->nform_systems = (uint32_t)found.n;
    vec_free(&found);
}

/* ---- what `parameters` computes ---------------------------------------------------------------------------------- */

static void mark(uint8_t *bits, MdVar v) { bits[v / 8] |= (uint8_t)(1u << v % 8); }

static void mark_outputs(const Dae *d, const DaeEquation *eq, uint8_t *bits) {
    const DaeOperand *o = dae_operands(d, eq);
    for (uint32_t k = 0; k < d->shapes.at[eq->shape].nout; k++) mark(bits, o[k]);
}

/* Parameters, and variables that turned out to depend on nothing else. */
static void describe_computed(MdModel *m, const SymModel *s, Arena *a) {
    uint8_t *bits = BASE_ARRAY(a, uint8_t, m->nvars / 8 + 2);
    for (size_t i = 0; i < s->parameters.n; i++) {
        const SymBlock *b = &s->parameters.at[i];
        if (b->system == UINT32_MAX) {
            mark_outputs(s->dae, &b->eq, bits);
            continue;
        }
        const SymSystem *system = &s->systems.at[b->system];
        for (uint32_t k = 0; k < system->n; k++) mark(bits, system->unknowns[k]);
        for (uint32_t k = 0; k < system->ninner; k++) mark_outputs(s->dae, &system->inner[k], bits);
    }
    m->computed = bits;
}

static bool has_operator(const Dae *d, DaeOp op) {
    for (size_t i = 1; i < d->pool.nodes.n; i++)
        if (d->pool.nodes.at[i].op == op) return true;
    return false;
}

void gen_describe(GenModel *g) {
    const SymModel *s = g->sym;
    Arena *a = &g->arena;
    MdModel *m = BASE_NEW(a, MdModel);
    describe_variables(m, s->dae, a);
    m->states = s->states.at;
    m->nstates = (uint32_t)s->states.n;
    m->aliases = s->aliases.at;
    m->naliases = (uint32_t)s->aliases.n;
    m->selections = s->selections.at;
    m->nselections = (uint32_t)s->selections.n;
    describe_relations(m, s, a);
    describe_systems(m, s, a);
    describe_blocks(m, s, a);
    describe_computed(m, s, a);
    m->jacobian = (MdPattern){m->nstates, s->jac_colptr, s->jac_rowind, s->jac_colour, s->jac_ncolours};
    for (size_t i = 0; i < s->actions.n && !m->checks; i++) m->checks = gen_is_check(s->dae, &s->actions.at[i]);
    m->terminal = has_operator(s->dae, DAE_TERMINAL);
    m->homotopy = has_operator(s->dae, DAE_HOMOTOPY);
    m->externals = g->externals.n > 0;
    m->response = g->response;
    m->histories = g->histories;
    for (size_t i = 0; i < g->functions.n && !m->derivatives; i++)
        m->derivatives = s->dae->functions.at[g->functions.at[i]].nderivatives > 0;
    g->description = m;
}
