/* variables.c - what of a model is told to an importer: its variables, how each may be used, and its structure. */
#include "fmi/fmi.h"
#include "version.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/* Value references of all variables at once. */
static uint32_t *references(FmiModel *m) {
    size_t n = m->dae->vars.n;
    uint32_t *r = BASE_ARRAY(&m->arena, uint32_t, n + 1);
    for (uint32_t i = 0; i < n; i++) r[i] = 2 * i;
    Map alias = {0};
    for (size_t i = 0; i < m->sym->aliases.n; i++) base_map_put(&alias, m->sym->aliases.at[i].var, i);
    for (size_t i = 0; i < m->sym->aliases.n; i++) {
        DaeVar v = m->sym->aliases.at[i].var;
        bool negative = false;
        uint64_t k;
        while (base_map_get(&alias, v, &k)) {
            negative ^= m->sym->aliases.at[k].sign < 0;
            v = m->sym->aliases.at[k].target;
        }
        r[m->sym->aliases.at[i].var] = 2 * v + negative;
    }
    base_map_free(&alias);
    return r;
}

/* Does the block compute its outputs from constants alone? */
static bool reads_variables(const Dae *d, const DaeEquation *eq) {
    const DaeOperand *o = dae_operands(d, eq);
    const DaeShape *s = &d->shapes.at[eq->shape];
    for (uint32_t k = s->nout; k < s->nholes; k++)
        if (!dae_operand_is_const(o[k])) return true;
    return false;
}

enum { BOUND = 1, COMPUTED = 2 }; /* by a constant; from other parameters, or by equations */

static uint8_t *parameter_marks(FmiModel *m) {
    uint8_t *marks = BASE_ARRAY(&m->arena, uint8_t, m->dae->vars.n + 1);
    for (size_t i = 0; i < m->sym->parameters.n; i++) {
        const SymBlock *b = &m->sym->parameters.at[i];
        if (b->system != UINT32_MAX) {
            const SymSystem *s = &m->sym->systems.at[b->system];
            for (uint32_t k = 0; k < s->n; k++) marks[s->unknowns[k]] = COMPUTED;
            for (uint32_t k = 0; k < s->ninner; k++)
                for (uint32_t j = 0; j < m->dae->shapes.at[s->inner[k].shape].nout; j++)
                    marks[dae_operands(m->dae, &s->inner[k])[j]] = COMPUTED;
            continue;
        }
        uint8_t mark = reads_variables(m->dae, &b->eq) ? COMPUTED : BOUND;
        for (uint32_t k = 0; k < m->dae->shapes.at[b->eq.shape].nout; k++)
            marks[dae_operands(m->dae, &b->eq)[k]] = mark;
    }
    return marks;
}

static void mark_reads(const Dae *d, const DaeEquation *eq, uint8_t *marks, uint8_t bit) {
    const DaeOperand *o = dae_operands(d, eq);
    for (uint32_t k = d->shapes.at[eq->shape].nout; k < d->shapes.at[eq->shape].nholes; k++)
        if (!dae_operand_is_const(o[k])) marks[o[k]] |= bit;
}

static void mark_block(const FmiModel *m, const SymBlock *b, uint8_t *marks, uint8_t bit) {
    if (b->system == UINT32_MAX) {
        mark_reads(m->dae, &b->eq, marks, bit);
        return;
    }
    const SymSystem *s = &m->sym->systems.at[b->system];
    for (uint32_t k = 0; k < s->ninner; k++) mark_reads(m->dae, &s->inner[k], marks, bit);
    for (uint32_t k = 0; k < s->n; k++) mark_reads(m->dae, &s->residuals[k], marks, bit);
}

/* What a block of parameters computes has this mark: what it reads gets it too. */
static void mark_back(const FmiModel *m, const SymBlock *b, uint8_t *marks) {
    uint8_t bits = 0;
    const DaeEquation *eq = &b->eq;
    if (b->system != UINT32_MAX) {
        bits = 2; /* parameters that systems determine: once */
    } else {
        for (uint32_t k = 0; k < m->dae->shapes.at[eq->shape].nout; k++) {
            DaeVar v = dae_operands(m->dae, eq)[k];
            bits |= marks[v] | (m->dae->vars.at[v].base == DAE_OBJECT ? 2 : 0);
        }
    }
    if (bits & 1) mark_block(m, b, marks, 1);
    if (bits & 2) mark_block(m, b, marks, 2);
}

/* Parameters that may change while the model runs: equations read them, nothing was made of them once and for all
 * (external objects, sample times, sizes). */
static void find_tunable(FmiModel *m) {
    enum { USED = 1, FROZEN = 2 };
    const SymModel *s = m->sym;
    uint8_t *marks = BASE_ARRAY(&m->arena, uint8_t, m->dae->vars.n + 1);
    for (size_t i = 0; i < s->blocks.n; i++) mark_block(m, &s->blocks.at[i], marks, USED);
    for (size_t i = 0; i < s->relations.n; i++)
        if (s->relations.at[i].eq.shape < m->dae->shapes.n) mark_reads(m->dae, &s->relations.at[i].eq, marks, USED);
    for (size_t i = 0; i < s->samples.n; i++)
        marks[s->samples.at[i].start_var] = marks[s->samples.at[i].interval_var] = FROZEN;
    for (size_t i = s->parameters.n; i-- > 0;) mark_back(m, &s->parameters.at[i], marks);
    m->tunable = BASE_ARRAY(&m->arena, uint8_t, m->dae->vars.n + 1);
    for (size_t i = 0; i < m->dae->vars.n; i++) {
        const DaeVariable *v = &m->dae->vars.at[i];
        m->tunable[i] = marks[i] == USED && v->kind == DAE_KIND_PARAMETER && (v->flags & DAE_FIXED) &&
                        !(v->flags & DAE_STRUCTURAL) && v->base != DAE_STRING;
    }
}

static double declared_start(const FmiModel *m, const DaeVariable *v, const Runtime *rt) {
    if (v->start == DAE_NO_OPERAND) return 0;
    if (dae_operand_is_const(v->start)) return m->dae->constants.at[v->start & ~DAE_CONSTANT_BIT];
    return rt ? rt_value(rt, v->start) : 0;
}

static void set_parameter(FmiModel *m, FmiVariable *f, const DaeVariable *v, uint8_t mark, const Runtime *rt) {
    bool own = f->reference == 2 * f->var;
    bool free_one = v->kind == DAE_KIND_PARAMETER && own && !(v->flags & (DAE_FINAL | DAE_STRUCTURAL)) &&
                    (v->flags & DAE_FIXED) && mark != COMPUTED;
    if (v->kind == DAE_KIND_CONSTANT || v->flags & DAE_STRUCTURAL) {
        f->causality = FMI_LOCAL;
        f->variability = FMI_CONSTANT;
        f->initial = FMI_EXACT;
        f->has_start = true;
    } else {
        f->causality = free_one ? FMI_PARAMETER : FMI_CALCULATED_PARAMETER;
        f->variability = m->tunable[f->reference / 2] ? FMI_TUNABLE : FMI_FIXED;
        f->initial = free_one ? FMI_EXACT : FMI_CALCULATED;
        f->has_start = free_one;
    }
    f->start = rt ? rt_value(rt, f->var) : declared_start(m, v, rt);
}

static void set_variable(FmiModel *m, FmiVariable *f, const DaeVariable *v, const Runtime *rt) {
    bool real = v->base == DAE_REAL, own = f->reference == 2 * f->var;
    f->causality = v->flags & DAE_INPUT ? FMI_INPUT : v->flags & DAE_OUTPUT ? FMI_OUTPUT : FMI_LOCAL;
    f->variability = real && v->kind != DAE_KIND_DISCRETE && !(v->flags & DAE_CLOCKED) ? FMI_CONTINUOUS : FMI_DISCRETE;
    f->initial = FMI_CALCULATED;
    f->start = declared_start(m, v, rt);
    if (f->causality == FMI_INPUT) {
        f->initial = FMI_NO_INITIAL;
        f->has_start = true;
    } else if (own && v->start != DAE_NO_OPERAND && (f->state || v->kind == DAE_KIND_DISCRETE)) {
        bool fixed = (v->flags & DAE_FIXED) != 0;
        for (size_t i = 0; i < m->sym->init_guess_fixed.n && !fixed; i++)
            fixed = m->sym->init_guess_fixed.at[i] == f->var;
        f->initial = fixed && f->state ? FMI_EXACT : f->state ? FMI_APPROX : FMI_CALCULATED;
        f->has_start = f->initial != FMI_CALCULATED;
    }
}

/* Names in structured form (FMI 2.0, 2.2.9): der(x) and a.b[1].c as they are, der(der(x)) is der(x,2); names of our own
 * begin with $, which only quoted names may. */
static const char *structured(FmiModel *m, const char *text) {
    char *own = base_strdup(&m->arena, text);
    const char *name = own;
    bool quoted = false;
    for (char *s = own; *s; s++) {
        quoted ^= *s == '\'';
        if (*s == '$' && !quoted) *s = '_';
    }
    int order = 0;
    while (strncmp(name, "der(", 4) == 0) name += 4, order++;
    size_t n = strlen(name);
    if (order == 0) return base_strdup(&m->arena, name);
    const char *inside = base_strndup(&m->arena, name, n > (size_t)order ? n - (size_t)order : 0);
    return order == 1 ? base_sprintf(&m->arena, "der(%s)", inside)
                      : base_sprintf(&m->arena, "der(%s,%d)", inside, order);
}

static void add_variable(FmiModel *m, DaeVar i, const uint32_t *references_of, const uint8_t *marks,
                         const uint8_t *is_state, const Runtime *rt) {
    const DaeVariable *v = &m->dae->vars.at[i];
    FmiVariable f = {.var = i, .reference = references_of[i], .state = is_state[i]};
    Text name = {0};
    dae_var_text(m->dae, i, &name);
    f.name = structured(m, base_text_str(&name));
    base_text_free(&name);
    bool constant_output = v->flags & DAE_OUTPUT && f.reference == 2 * i && marks[i];
    if (v->kind <= DAE_KIND_PARAMETER && !constant_output) set_parameter(m, &f, v, marks[i], rt);
    else set_variable(m, &f, v, rt);
    uint64_t k;
    f.text = v->base == DAE_STRING && base_map_get(&m->dae->string_of, i, &k) ? m->dae->strings.at[k] : "";
    if (v->base == DAE_STRING && rt && rt_env((Runtime *)rt)->s[f.reference / 2])
        f.text = base_strdup(&m->arena, rt_env((Runtime *)rt)->s[f.reference / 2]);
    vec_push(&m->vars, f);
}

/* in_vector: it is a state, or the derivative of one.  Derivatives of hidden variables that no longer are states are
 * left over from translation, possibly with the names of those that are. */
static bool shown(const Dae *d, DaeVar i, bool in_vector) {
    const DaeVariable *v = &d->vars.at[i];
    if (v->kind == DAE_KIND_PRE || v->kind == DAE_KIND_TIME || v->base == DAE_OBJECT) return false;
    if (in_vector || !(v->flags & DAE_HIDDEN)) return true;
    return v->kind == DAE_KIND_DERIVATIVE && !(d->vars.at[sym_chain_root(d, i)].flags & DAE_HIDDEN);
}

static void find_structure(FmiModel *m) {
    Map at = {0};
    for (size_t i = 0; i < m->vars.n; i++) base_map_put(&at, m->vars.at[i].var, i);
    for (size_t i = 0; i < m->sym->states.n; i++) {
        uint64_t x = 0, dx = 0;
        base_map_get(&at, m->sym->states.at[i].x, &x);
        base_map_get(&at, m->sym->states.at[i].dx, &dx);
        vec_push(&m->states, (uint32_t)x + 1);
        vec_push(&m->derivatives, (uint32_t)dx + 1);
        m->vars.at[dx].derivative_of = (uint32_t)x + 1;
    }
    base_map_free(&at);
    for (size_t i = 0; i < m->vars.n; i++) {
        const FmiVariable *f = &m->vars.at[i];
        bool open = f->initial == FMI_APPROX || f->initial == FMI_CALCULATED;
        if (f->causality == FMI_OUTPUT) vec_push(&m->outputs, (uint32_t)i + 1);
        if (open &&
            (f->causality == FMI_OUTPUT || f->causality == FMI_CALCULATED_PARAMETER || f->state || f->derivative_of))
            vec_push(&m->unknowns, (uint32_t)i + 1);
    }
    for (size_t i = 0; i < m->sym->relations.n; i++) m->nindicators += m->sym->relations.at[i].kind != SYM_REL_TIME;
    m->told_indicators = m->nindicators;
}

static const char *identifier_of(FmiModel *m) {
    char *s = base_strdup(&m->arena, m->name);
    for (char *p = s; *p; p++)
        if (!isalnum((unsigned char)*p)) *p = '_';
    return isdigit((unsigned char)*s) ? base_sprintf(&m->arena, "m%s", s) : s;
}

/* A name for exactly this content: two FMUs of one model with other equations differ. */
static const char *guid_of(FmiModel *m) {
    uint64_t a = base_hash(m->gen->text, m->gen->text_size, 1), b = base_hash(m->name, strlen(m->name), a);
    for (size_t i = 0; i < m->vars.n; i++) {
        b = base_hash(m->vars.at[i].name, strlen(m->vars.at[i].name), b);
        b = base_hash(&m->vars.at[i].start, sizeof(double), b);
    }
    return base_sprintf(&m->arena, "{%08x-%04x-%04x-%04x-%012llx}", (uint32_t)(a >> 32), (uint32_t)(a >> 16 & 0xFFFF),
                        (uint32_t)(a & 0xFFFF), (uint32_t)(b >> 48), (unsigned long long)(b & 0xFFFFFFFFFFFFu));
}

FmiModel *fmi_model(const GenModel *g, const Runtime *rt) {
    FmiModel *m = base_realloc(NULL, sizeof *m);
    *m = (FmiModel){.gen = g, .sym = g->sym, .dae = g->sym->dae, .ctx = g->ctx};
    const char *name = base_str(m->ctx->names, m->dae->model);
    m->name = *name ? name : "model";
    m->references = references(m);
    if (rt) rt_state_groups(rt, &m->groups);
    find_tunable(m);
    uint8_t *marks = parameter_marks(m), *is_state = BASE_ARRAY(&m->arena, uint8_t, m->dae->vars.n + 1);
    uint8_t *in_vector = BASE_ARRAY(&m->arena, uint8_t, m->dae->vars.n + 1);
    for (size_t i = 0; i < m->sym->states.n; i++) {
        is_state[m->sym->states.at[i].x] = in_vector[m->sym->states.at[i].x] = 1;
        in_vector[m->sym->states.at[i].dx] = 1;
    }
    for (DaeVar i = 1; i < m->dae->vars.n; i++)
        if (shown(m->dae, i, in_vector[i])) add_variable(m, i, m->references, marks, is_state, rt);
    fmi_clocks(m, rt);
    find_structure(m);
    m->version = CAUSEWAY_VERSION;
    m->identifier = identifier_of(m);
    m->guid = guid_of(m);
    RtOptions o = rt_options(m->gen->description);
    m->start = o.start;
    m->stop = o.stop;
    m->tolerance = o.tolerance > 0 ? o.tolerance : 1e-6;
    m->interval = o.interval;
    return m;
}

void fmi_model_free(FmiModel *m) {
    vec_free(&m->vars);
    vec_free(&m->states);
    vec_free(&m->derivatives);
    vec_free(&m->outputs);
    vec_free(&m->unknowns);
    vec_free(&m->entries);
    vec_free(&m->sizes);
    vec_free(&m->clocks);
    vec_free(&m->libraries);
    vec_free(&m->resources);
    vec_free(&m->sources);
    base_free_arena(&m->arena);
    base_realloc(m, 0);
}
