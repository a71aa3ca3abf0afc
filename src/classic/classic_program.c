/* classic_program.c - the partitioned model as a program of assignments and systems, for the targets of codegen.
 *
 * Names: a last word that is unique in what is left of the model stands alone, others get their submodels in front,
 * joined by z; variables of the model itself are never prefixed.
 */
#include "classic/classic_impl.h"

#include <string.h>

typedef struct {
    ClsModel *m;
    Arena *arena;
    GenProgram *p;
    VEC(GenStep) steps;
    uint32_t group;
    bool solve, residuals;
    uint8_t *called; /* by active equation: its procedure call is a step already */
} Builder;

/* Derivatives are written derX here whatever listings do. */
static const char *last_word(const ClsModel *m, uint32_t var, Arena *arena) {
    const ClsVar *v = &m->vars.at[var];
    int order = 0;
    if (v->kind == CLS_NEXT) return base_sprintf(arena, "new%s", base_str(m->ctx->names, m->vars.at[v->of].word));
    for (; v->kind == CLS_DERIVATIVE; v = &m->vars.at[v->of]) order++;
    const char *word = base_str(m->ctx->names, v->word);
    if (!order) return word;
    return order == 1 ? base_sprintf(arena, "der%s", word) : base_sprintf(arena, "der%d%s", order, word);
}

static const char *prefix(const ClsModel *m, uint32_t instance, const char *joint, Arena *arena) {
    const ClsInstance *i = &m->instances.at[instance];
    if (i->parent == CLS_NONE) return "";
    return base_sprintf(arena, "%s%s%s", prefix(m, i->parent, joint, arena), base_str(m->ctx->names, i->name), joint);
}

static void mark(void *arg, uint32_t var) {
    GenProgram *p = arg;
    if (p->vars[var].role == GEN_VAR_UNUSED) p->vars[var].role = GEN_VAR_ALGEBRAIC;
}

static void find_roles(Builder *b) {
    ClsModel *m = b->m;
    for (size_t i = 0; i < m->active.n; i++) {
        cls_each_var(&m->pool, m->active.at[i].lhs, mark, b->p);
        cls_each_var(&m->pool, m->active.at[i].rhs, mark, b->p);
    }
    b->p->vars[0] = (GenProgramVar){.name = "Time", .full = "Time", .role = GEN_VAR_INPUT};
    for (uint32_t v = 1; v < m->vars.n; v++) {
        const ClsVar *x = &m->vars.at[v];
        GenProgramVar *g = &b->p->vars[v];
        bool constant = x->kind == CLS_PARAMETER || x->kind == CLS_CONSTANT;
        if (constant && x->role == CLS_KNOWN) g->role = GEN_VAR_PARAMETER;
        else if (cls_is_state(m, v)) g->role = GEN_VAR_STATE;
        else if (g->role != GEN_VAR_UNUSED && x->role != CLS_UNKNOWN) g->role = GEN_VAR_INPUT;
        g->output = x->kind == CLS_OUTPUT && x->instance == 0;
        g->value = x->value;
        g->text = x->text ? base_str(m->ctx->names, x->text) : NULL;
    }
    for (uint32_t v = 1; v < m->vars.n; v++)
        if (m->vars.at[v].kind == CLS_DERIVATIVE && b->p->vars[v].role != GEN_VAR_STATE &&
            b->p->vars[m->vars.at[v].of].role == GEN_VAR_STATE) {
            b->p->vars[v].role = GEN_VAR_DERIVATIVE;
            b->p->vars[v].of = m->vars.at[v].of;
        }
}

static void name_variables(Builder *b) {
    ClsModel *m = b->m;
    Map count = {0};
    for (uint32_t v = 1; v < m->vars.n; v++) {
        if (b->p->vars[v].role == GEN_VAR_UNUSED) continue;
        uint64_t n = 0;
        Name word = base_name(m->ctx->names, last_word(m, v, b->arena));
        base_map_get(&count, word, &n);
        base_map_put(&count, word, n + 1);
    }
    for (uint32_t v = 1; v < m->vars.n; v++) {
        GenProgramVar *g = &b->p->vars[v];
        if (g->role == GEN_VAR_UNUSED) continue;
        const char *word = last_word(m, v, b->arena);
        uint64_t n = 0;
        base_map_get(&count, base_name(m->ctx->names, word), &n);
        g->name =
            n == 1 ? word : base_sprintf(b->arena, "%s%s", prefix(m, m->vars.at[v].instance, "z", b->arena), word);
        g->full = base_sprintf(b->arena, "%s%s", prefix(m, m->vars.at[v].instance, ".", b->arena), word);
    }
    base_map_free(&count);
}

/* Parameters of the first submodel of each type come in the first line of declarations, those of the second next ... */
static void number_lines(Builder *b) {
    ClsModel *m = b->m;
    Map seen = {0};
    uint32_t *rank = BASE_ARRAY(b->arena, uint32_t, m->instances.n);
    for (size_t i = 0; i < m->instances.n; i++) {
        uint64_t n = 0, key = (uint64_t)(uintptr_t)m->instances.at[i].decl;
        base_map_get(&seen, key, &n);
        base_map_put(&seen, key, n + 1);
        rank[i] = (uint32_t)n;
    }
    base_map_free(&seen);
    for (uint32_t v = 1; v < m->vars.n; v++) b->p->vars[v].line = rank[m->vars.at[v].instance];
}

static void add(Builder *b, GenStep s) { vec_push(&b->steps, s); }

static void comment_group(Builder *b, uint32_t group) {
    if (group == b->group) return;
    b->group = group;
    Text t = {0};
    cls_instance_text(b->m, group, &t);
    base_text_char(&t, '.');
    add(b, (GenStep){.kind = GEN_STEP_COMMENT, .text = base_strdup(b->arena, base_text_str(&t))});
    base_text_free(&t);
}

static void add_system(Builder *b, const ClsBlock *k) {
    ClsModel *m = b->m;
    ClsLinear s = {0};
    uint32_t *unknowns = BASE_ARRAY(b->arena, uint32_t, k->n);
    for (uint32_t i = 0; i < k->n; i++) unknowns[i] = m->active.at[m->order.at[k->first + i]].var;
    bool linear = !b->residuals && cls_linear(m, k, b->solve, b->arena, &s);
    b->group = CLS_NONE;
    add(b, (GenStep){.kind = GEN_STEP_COMMENT,
                     .text = base_sprintf(b->arena, "SYSTEM OF %u SIMULTANEOUS EQUATIONS", k->n)});
    if (linear && s.denominator) {
        for (uint32_t i = 0; i < k->n; i++)
            add(b, (GenStep){.kind = GEN_STEP_ASSIGN,
                             .var = unknowns[i],
                             .value = dae_op2(&m->pool, DAE_DIV, s.numerator[i], s.denominator)});
        return;
    }
    if (k->n > b->p->max_system) b->p->max_system = k->n;
    if (linear) {
        add(b, (GenStep){.kind = GEN_STEP_LINEAR, .n = k->n, .unknowns = unknowns, .a = s.a, .b = s.b});
        return;
    }
    DaeExpr *residuals = BASE_ARRAY(b->arena, DaeExpr, k->n);
    for (uint32_t i = 0; i < k->n; i++) {
        const ClsEquation *e = &m->active.at[m->order.at[k->first + i]];
        residuals[i] = dae_op2(&m->pool, DAE_SUB, e->lhs, e->rhs);
        if (e->kind == CLS_PROCEDURE) b->p->unsaid = "a procedure is called inside a system of equations";
    }
    add(b, (GenStep){.kind = GEN_STEP_ITERATE, .n = k->n, .unknowns = unknowns, .residuals = residuals});
}

/* Results of a call are equations side by side: one step for all of them, where the first is needed. */
static void add_call(Builder *b, uint32_t equation) {
    ClsModel *m = b->m;
    uint32_t first = equation - (uint32_t)dae_at(&m->pool, m->active.at[equation].rhs)->value.i;
    uint32_t n = dae_at(&m->pool, m->active.at[equation].condition)->nargs;
    if (b->called[first]) return;
    b->called[first] = 1;
    uint32_t *results = BASE_ARRAY(b->arena, uint32_t, n);
    for (uint32_t k = 0; k < n; k++) results[k] = m->active.at[first + k].var;
    add(b, (GenStep){.kind = GEN_STEP_CALL, .n = n, .unknowns = results, .value = m->active.at[equation].rhs});
}

typedef struct {
    Builder *b;
    Map seen;
    Text c;
} Functions;

static bool gather_function(void *arg, DaeExpr e) {
    Functions *f = arg;
    const ClsModel *m = f->b->m;
    const DaeNode n = *dae_at(&m->pool, e);
    if (n.op != DAE_CALL) return false;
    const ClsFunction *g = cls_find_function(m, n.id);
    uint64_t old;
    if (!g || g->modelica) {
        f->b->p->foreign = base_str(m->ctx->names, n.id);
        return false;
    }
    Name text = base_name(m->ctx->names, g->text); /* a file that holds several functions comes once */
    if (base_map_get(&f->seen, text, &old)) return false;
    base_map_put(&f->seen, text, 1);
    base_text_add(&f->c, g->text);
    return false;
}

static void add_functions(Builder *b) {
    Functions f = {.b = b};
    for (size_t i = 0; i < b->m->active.n; i++) {
        cls_walk(&b->m->pool, b->m->active.at[i].lhs, gather_function, &f);
        cls_walk(&b->m->pool, b->m->active.at[i].rhs, gather_function, &f);
    }
    if (f.c.n) b->p->c_text = base_strdup(b->arena, base_text_str(&f.c));
    base_text_free(&f.c);
    base_map_free(&f.seen);
}

static void list_states(Builder *b) {
    GenProgram *p = b->p;
    uint32_t *x = BASE_ARRAY(b->arena, uint32_t, p->nvars), *dx = BASE_ARRAY(b->arena, uint32_t, p->nvars);
    for (uint32_t v = 1; v < p->nvars; v++) {
        if (p->vars[v].role != GEN_VAR_STATE) continue;
        x[p->nstates] = v;
        dx[p->nstates++] = b->m->vars.at[v].der;
    }
    p->states = x;
    p->derivatives = dx;
}

GenProgram *cls_program(ClsModel *m, bool solve_linear, bool residuals, Arena *arena) {
    GenProgram *p = BASE_NEW(arena, GenProgram);
    Builder b = {.m = m, .arena = arena, .p = p, .group = CLS_NONE, .solve = solve_linear, .residuals = residuals};
    b.called = BASE_ARRAY(arena, uint8_t, m->active.n + 1);
    p->name = base_str(m->ctx->names, m->decl->name);
    p->names = m->ctx->names;
    p->pool = &m->pool;
    p->nvars = (uint32_t)m->vars.n;
    p->vars = BASE_ARRAY(arena, GenProgramVar, p->nvars);
    find_roles(&b);
    name_variables(&b);
    number_lines(&b);
    list_states(&b);
    add_functions(&b);
    for (size_t i = 0; i < m->active.n; i++) p->discrete |= m->active.at[i].kind == CLS_WHEN;
    for (size_t v = 0; v < m->vars.n; v++) p->discrete |= m->vars.at[v].kind == CLS_NEXT;
    bool tail = false;
    for (size_t k = 0; k < m->blocks.n; k++) {
        const ClsBlock *block = &m->blocks.at[k];
        const ClsEquation *e = &m->active.at[m->order.at[block->first]];
        DaeExpr value = block->n == 1 ? cls_explicit(m, e, &m->pool) : 0;
        if (e->tail && !tail) {
            tail = true;
            add(&b, (GenStep){.kind = GEN_STEP_TAIL});
        }
        if (e->kind == CLS_PROCEDURE && block->n == 1) {
            comment_group(&b, e->group);
            add_call(&b, m->order.at[block->first]);
        } else if (value) {
            if (!tail) comment_group(&b, e->group);
            add(&b, (GenStep){.kind = GEN_STEP_ASSIGN, .var = e->var, .value = value});
        } else {
            add_system(&b, block);
        }
    }
    p->nsteps = (uint32_t)b.steps.n;
    p->steps = base_copy(arena, b.steps.at, b.steps.n * sizeof *b.steps.at);
    vec_free(&b.steps);
    return p;
}
