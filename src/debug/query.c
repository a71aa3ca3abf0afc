/* query.c - answers about one variable: why it is (not) a state, which equation computes it, what it depends on.
 *
 * Before: a finished SymModel.  After: nothing has changed.  Every answer names the lines of the source it rests on.
 */
#include "debug/debug_impl.h"

#include <string.h>

enum { MOST_NAMED = 40, MOST_STEPS = 80 };

typedef struct {
    const SymModel *m;
    bool json;
    Text *out;
    VecU32 block;     /* by variable: block of the simulation system that computes it, SYM_NONE */
    VecU32 alias;     /* by variable: 1 + index in aliases, 0 */
    VecU32 parameter; /* by variable: block in parameters that computes it, SYM_NONE */
    VecU32 state;     /* by variable: 1 + index in states, 0 */
} Query;

/* ---- tables ------------------------------------------------------------------------------------------------------ */

static void own_outputs(const Dae *d, const DaeEquation *eq, uint32_t block, VecU32 *owner) {
    for (uint32_t k = 0; k < d->shapes.at[eq->shape].nout; k++) owner->at[dae_operands(d, eq)[k]] = block;
}

static void own_blocks(const SymModel *m, const SymBlocks *blocks, VecU32 *owner) {
    for (uint32_t b = 0; b < blocks->n; b++) {
        if (blocks->at[b].system == UINT32_MAX) {
            own_outputs(m->dae, &blocks->at[b].eq, b, owner);
            continue;
        }
        const SymSystem *s = &m->systems.at[blocks->at[b].system];
        for (uint32_t i = 0; i < s->n; i++) owner->at[s->unknowns[i]] = b;
        for (uint32_t i = 0; i < s->ninner; i++) own_outputs(m->dae, &s->inner[i], b, owner);
    }
}

static void open_query(Query *q, const SymModel *m, bool json, Text *out) {
    *q = (Query){.m = m, .json = json, .out = out};
    size_t n = m->dae->vars.n;
    sym_fill_none(&q->block, n);
    sym_fill_none(&q->parameter, n);
    (void)vec_extend(&q->alias, n);
    (void)vec_extend(&q->state, n);
    own_blocks(m, &m->blocks, &q->block);
    own_blocks(m, &m->parameters, &q->parameter);
    for (uint32_t i = 0; i < m->aliases.n; i++) q->alias.at[m->aliases.at[i].var] = i + 1;
    for (uint32_t i = 0; i < m->states.n; i++) q->state.at[m->states.at[i].x] = i + 1;
}

static void close_query(Query *q) {
    vec_free(&q->block);
    vec_free(&q->alias);
    vec_free(&q->parameter);
    vec_free(&q->state);
}

/* The variable a word means: a name, der(name) or pre(name); 0 when there is none. */
static DaeVar find_variable(Dae *d, const char *word) {
    size_t n = strlen(word);
    bool der = strncmp(word, "der(", 4) == 0, pre = strncmp(word, "pre(", 4) == 0;
    if ((der || pre) && n > 5 && word[n - 1] == ')') {
        char *inner = base_strndup(d->arena, word + 4, n - 5);
        DaeVar v = find_variable(d, inner);
        return !v ? 0 : der ? d->vars.at[v].derivative : d->vars.at[v].pre;
    }
    return dae_find_var(d, word);
}

/* ---- saying ------------------------------------------------------------------------------------------------------ */

static void add_var(const Query *q, DaeVar v) { dae_var_text(q->m->dae, v, q->out); }

static void add_string(const Query *q, const char *s) { base_text_json(q->out, s, strlen(s)); }

static void add_json_var(const Query *q, DaeVar v) {
    Text t = {0};
    dae_var_text(q->m->dae, v, &t);
    add_string(q, base_text_str(&t));
    base_text_free(&t);
}

static void equation_text(const Query *q, const DaeEquation *eq, Text *t) {
    dae_print_equation(q->m->dae, eq, t);
    while (t->n && strchr("\n; ", t->at[t->n - 1])) t->at[--t->n] = 0;
}

/* An equation with the line of the source it comes from. */
static void add_equation(const Query *q, const char *indent, const DaeEquation *eq) {
    const Context *ctx = q->m->dae->ctx;
    Span span = dae_span(q->m->dae, eq->origin);
    const char *path = span.file ? base_source(ctx->sources, span.file)->path : NULL;
    int line = 0, column = 0;
    if (path) base_source_position(ctx->sources, span.file, span.start, &line, &column);
    Text t = {0};
    equation_text(q, eq, &t);
    if (q->json) {
        base_text_add(q->out, "{\"equation\":");
        add_string(q, base_text_str(&t));
        if (path) {
            base_text_add(q->out, ",\"file\":");
            add_string(q, path);
            base_text_printf(q->out, ",\"line\":%d", line);
        }
        base_text_char(q->out, '}');
    } else {
        base_text_printf(q->out, "%s%s", indent, base_text_str(&t));
        if (path) base_text_printf(q->out, "   (%s:%d)", path, line);
        base_text_char(q->out, '\n');
    }
    base_text_free(&t);
}

static void add_declaration(const Query *q, DaeVar v) {
    const Context *ctx = q->m->dae->ctx;
    while (q->m->dae->vars.at[v].of) v = q->m->dae->vars.at[v].of;
    Span span = dae_span(q->m->dae, q->m->dae->vars.at[v].origin);
    if (!span.file) return;
    int line, column;
    base_source_position(ctx->sources, span.file, span.start, &line, &column);
    const char *path = base_source(ctx->sources, span.file)->path;
    if (!q->json) {
        base_text_printf(q->out, "  declared at %s:%d\n", path, line);
        return;
    }
    base_text_add(q->out, ",\"file\":");
    add_string(q, path);
    base_text_printf(q->out, ",\"line\":%d", line);
}

/* Opens the answer about a variable; "what" is the question. */
static void begin_answer(const Query *q, const char *what, DaeVar v) {
    if (q->json) {
        base_text_printf(q->out, "{\"question\":\"%s\",\"variable\":", what);
        add_json_var(q, v);
    } else {
        add_var(q, v);
        base_text_char(q->out, '\n');
    }
    add_declaration(q, v);
}

static void say(const Query *q, const char *key, const char *value, const char *sentence) {
    if (q->json) base_text_printf(q->out, ",\"%s\":\"%s\"", key, value);
    else base_text_printf(q->out, "  %s\n", sentence);
}

static void end_answer(const Query *q) { base_text_add(q->out, q->json ? "}\n" : "\n"); }

static void add_list(const Query *q, const char *key, const char *sentence, const VecU32 *vars) {
    if (q->json) base_text_printf(q->out, ",\"%s\":[", key);
    else if (vars->n)
        base_text_printf(q->out, "%s%s ", q->out->n && q->out->at[q->out->n - 1] == ',' ? " " : "  ", sentence);
    size_t shown = q->json || vars->n < MOST_NAMED ? vars->n : MOST_NAMED;
    for (size_t i = 0; i < shown; i++) {
        if (i) base_text_add(q->out, q->json ? "," : ", ");
        if (q->json) add_json_var(q, vars->at[i]);
        else add_var(q, vars->at[i]);
    }
    if (q->json) base_text_char(q->out, ']');
    else if (vars->n) base_text_add(q->out, shown < vars->n ? ", ...\n" : "\n");
}

/* ---- aliases ----------------------------------------------------------------------------------------------------- */

static bool is_unknown_of_flat(const Dae *d, DaeOperand o) {
    if (dae_operand_is_const(o)) return false;
    uint8_t kind = d->vars.at[o].kind;
    return kind == DAE_KIND_CONTINUOUS || kind == DAE_KIND_DISCRETE || kind == DAE_KIND_DERIVATIVE ||
           kind == DAE_KIND_PRE;
}

static DaeVar representative(const Query *q, DaeVar v, int *sign) {
    uint32_t at = q->alias.at[v];
    if (sign) *sign = at ? q->m->aliases.at[at - 1].sign : 1;
    return at ? q->m->aliases.at[at - 1].target : v;
}

/* The flat equation that makes v another variable's alias: all its unknowns have the same representative. */
static const DaeEquation *alias_equation(const Query *q, DaeVar v) {
    const Dae *d = q->m->dae;
    for (size_t i = 0; i < d->equations.n; i++) {
        const DaeEquation *eq = &d->equations.at[i];
        uint32_t n = d->shapes.at[eq->shape].nholes, unknowns = 0;
        if (n > 4) continue;
        bool has = false, same = true;
        for (uint32_t k = 0; k < n; k++) {
            DaeOperand o = dae_operands(d, eq)[k];
            if (!is_unknown_of_flat(d, o)) continue;
            unknowns++;
            has |= o == v;
            same &= representative(q, o, NULL) == representative(q, v, NULL);
        }
        if (has && same && unknowns == 2) return eq;
    }
    return NULL;
}

/* Says that v stands for another variable; returns that one. */
static DaeVar follow_alias(const Query *q, DaeVar v) {
    int sign;
    DaeVar target = representative(q, v, &sign);
    if (target == v) return v;
    const DaeEquation *eq = alias_equation(q, v);
    if (q->json) {
        base_text_add(q->out, ",\"alias_of\":");
        add_json_var(q, target);
        base_text_printf(q->out, ",\"sign\":%d", sign);
        if (eq) {
            base_text_add(q->out, ",\"alias_by\":");
            add_equation(q, "", eq);
        }
    } else {
        base_text_printf(q->out, "  is the same as %s", sign < 0 ? "the negative of " : "");
        add_var(q, target);
        base_text_add(q->out, eq ? ", by\n" : "\n");
        if (eq) add_equation(q, "    ", eq);
    }
    return target;
}

/* ---- which equation computes z ----------------------------------------------------------------------------------- */

static void add_equations(const Query *q, const char *key, const char *sentence, const DaeEquation *eqs, uint32_t n) {
    if (q->json) base_text_printf(q->out, ",\"%s\":[", key);
    else if (n) base_text_printf(q->out, "  %s\n", sentence);
    uint32_t shown = q->json || n < MOST_STEPS ? n : MOST_STEPS;
    for (uint32_t i = 0; i < shown; i++) {
        if (q->json && i) base_text_char(q->out, ',');
        add_equation(q, "    ", &eqs[i]);
    }
    if (q->json) base_text_char(q->out, ']');
    else if (shown < n) base_text_printf(q->out, "    ... and %u more\n", n - shown);
}

static const char *when_of(uint32_t flags) {
    if (flags & SYM_DISCRETE) return "at events";
    return flags & SYM_OUTPUT ? "for results only" : "at every evaluation";
}

static void say_block(const Query *q, const SymBlock *b, DaeVar v, const char *when) {
    const SymModel *m = q->m;
    if (b->system == UINT32_MAX) {
        say(q, "by", "assignment", "is computed by");
        if (q->json) base_text_add(q->out, ",\"computed_by\":");
        add_equation(q, "    ", &b->eq);
        if (q->json) base_text_printf(q->out, ",\"when\":\"%s\"", when);
        else base_text_printf(q->out, "    %s\n", when);
        return;
    }
    const SymSystem *s = &m->systems.at[b->system];
    bool iterated = false;
    for (uint32_t i = 0; i < s->n; i++) iterated |= s->unknowns[i] == v;
    if (q->json)
        base_text_printf(q->out,
                         ",\"by\":\"system\",\"linear\":%s,\"size\":%u,\"torn\":%u,\"role\":\"%s\",\"when\":\"%s\"",
                         s->linear ? "true" : "false", s->full_size, s->n, iterated ? "iterated" : "inner", when);
    else
        base_text_printf(q->out, "  is %s a %s system of %u equations, torn to %u; %s\n",
                         iterated ? "an iteration variable of" : "computed inside", s->linear ? "linear" : "nonlinear",
                         s->full_size, s->n, when);
    for (uint32_t i = 0; i < s->ninner && !iterated; i++)
        for (uint32_t k = 0; k < m->dae->shapes.at[s->inner[i].shape].nout; k++)
            if (dae_operands(m->dae, &s->inner[i])[k] == v) {
                if (q->json) base_text_add(q->out, ",\"computed_by\":");
                else base_text_add(q->out, "  by\n");
                add_equation(q, "    ", &s->inner[i]);
            }
    add_equations(q, "residuals", "from the residuals", s->residuals, s->n);
    if (iterated) add_equations(q, "inner", "through", s->inner, s->ninner);
}

static void say_simulation_block(const Query *q, DaeVar v) {
    const SymBlock *b = &q->m->blocks.at[q->block.at[v]];
    say_block(q, b, v, when_of(b->flags));
}

/* What v is when no block of the simulation computes it; NULL when one does. */
static const char *kind_without_block(const Query *q, DaeVar v) {
    const SymModel *m = q->m;
    const DaeVariable *x = &m->dae->vars.at[v];
    if (v == 0) return "time";
    if (q->state.at[v]) return "state";
    if (x->flags & DAE_INPUT) return "input";
    if (x->kind == DAE_KIND_PRE) return "value before the event";
    if (x->kind == DAE_KIND_CONSTANT) return "constant";
    if (sym_relation_of(m, v) || sym_sample_of(m, v)) return "event";
    if (q->parameter.at[v] != SYM_NONE || x->kind == DAE_KIND_PARAMETER) return "parameter";
    return q->block.at[v] == SYM_NONE ? "unused" : NULL;
}

static const SymBlock *initial_block(const Query *q, DaeVar v) {
    VecU32 owner = {0};
    sym_fill_none(&owner, q->m->dae->vars.n);
    own_blocks(q->m, &q->m->initial, &owner);
    uint32_t at = owner.at[v];
    vec_free(&owner);
    return at == SYM_NONE ? NULL : &q->m->initial.at[at];
}

static void computes(const Query *q, DaeVar asked) {
    begin_answer(q, "computes", asked);
    DaeVar v = follow_alias(q, asked);
    const char *kind = kind_without_block(q, v);
    if (q->json) base_text_printf(q->out, ",\"kind\":\"%s\"", kind ? kind : "computed");
    if (q->block.at[v] != SYM_NONE && !q->state.at[v]) {
        say_simulation_block(q, v);
    } else if (q->parameter.at[v] != SYM_NONE) {
        say(q, "by", "binding", "is known before the simulation, from");
        if (q->json) base_text_add(q->out, ",\"computed_by\":");
        add_equation(q, "    ", &q->m->parameters.at[q->parameter.at[v]].eq);
    } else if (!q->json) {
        base_text_printf(q->out, "  is %s %s\n", kind && strchr("aeiou", kind[0]) ? "an" : "a",
                         kind ? kind : "variable");
    }
    if (q->state.at[v]) {
        const SymState *s = &q->m->states.at[q->state.at[v] - 1];
        say(q, "by", "integration", "is integrated from its derivative:");
        if (q->block.at[s->dx] != SYM_NONE) say_simulation_block(q, s->dx);
    }
    const SymBlock *start = initial_block(q, v);
    if (start && !q->json) base_text_add(q->out, "  at the start it\n");
    if (start && q->json) base_text_add(q->out, ",\"at_start\":{\"of\":\"initial system\"");
    if (start) say_block(q, start, v, "at the start");
    if (start && q->json) base_text_char(q->out, '}');
    end_answer(q);
}

/* ---- what y depends on ------------------------------------------------------------------------------------------- */

/* Variables that a block reads and does not compute itself. */
static void block_reads(const Query *q, uint32_t b, VecU32 *to) {
    const SymModel *m = q->m;
    const SymBlock *block = &m->blocks.at[b];
    const SymSystem *s = block->system == UINT32_MAX ? NULL : &m->systems.at[block->system];
    uint32_t n = s ? s->n + s->ninner : 1;
    for (uint32_t i = 0; i < n; i++) {
        const DaeEquation *eq = !s ? &block->eq : i < s->n ? &s->residuals[i] : &s->inner[i - s->n];
        for (uint32_t k = 0; k < m->dae->shapes.at[eq->shape].nholes; k++) {
            DaeOperand o = dae_operands(m->dae, eq)[k];
            if (!dae_operand_is_const(o) && q->block.at[o] != b) vec_push(to, o);
        }
    }
}

typedef struct {
    VecU32 states, parameters, inputs, discrete, events, direct;
    bool time;
    VecU32 blocks; /* marks, by block */
} Reach;

static void add_once(VecU32 *to, DaeVar v) {
    for (size_t i = 0; i < to->n; i++)
        if (to->at[i] == v) return;
    vec_push(to, v);
}

/* What the sides of a relation read, or the blocks that compute v. */
static void reads_of(const Query *q, DaeVar v, uint32_t block, VecU32 *reads) {
    const SymRelation *rel = sym_relation_of(q->m, v);
    const Dae *d = q->m->dae;
    if (!rel) {
        block_reads(q, block, reads);
        return;
    }
    for (uint32_t k = 0; k < d->shapes.at[rel->eq.shape].nholes; k++) {
        DaeOperand o = dae_operands(d, &rel->eq)[k];
        if (!dae_operand_is_const(o)) vec_push(reads, o);
    }
}

/* Backwards over blocks to what is known: states, parameters, inputs, values before an event. */
static void reach_back(const Query *q, DaeVar from, Reach *r) {
    const Dae *d = q->m->dae;
    VecU32 todo = {0};
    VEC(uint8_t) seen = {0};
    (void)vec_extend(&seen, d->vars.n);
    (void)vec_extend(&r->blocks, q->m->blocks.n);
    vec_push(&todo, from);
    seen.at[from] = 1;
    while (todo.n) {
        DaeVar v = vec_pop(&todo);
        uint32_t b = q->block.at[v];
        const char *kind = v == from && b != SYM_NONE ? NULL : kind_without_block(q, v);
        if (v == 0) r->time = true;
        else if (kind && strcmp(kind, "state") == 0) vec_push(&r->states, v);
        else if (kind && strcmp(kind, "input") == 0) vec_push(&r->inputs, v);
        else if (kind && strcmp(kind, "event") == 0) vec_push(&r->events, v);
        else if (kind && strcmp(kind, "value before the event") == 0) vec_push(&r->discrete, v);
        else if (kind && (strcmp(kind, "parameter") == 0 || strcmp(kind, "constant") == 0)) vec_push(&r->parameters, v);
        bool relation = sym_relation_of(q->m, v);
        if (!relation && (kind || b == SYM_NONE || r->blocks.at[b])) continue;
        if (!relation) r->blocks.at[b] = 1;
        VecU32 reads = {0};
        reads_of(q, v, b, &reads);
        for (size_t i = 0; i < reads.n; i++) {
            if (v == from) add_once(&r->direct, reads.at[i]);
            if (seen.at[reads.at[i]]) continue;
            seen.at[reads.at[i]] = 1;
            vec_push(&todo, reads.at[i]);
        }
        vec_free(&reads);
    }
    vec_free(&todo);
    vec_free(&seen);
}

static void free_reach(Reach *r) {
    vec_free(&r->states);
    vec_free(&r->parameters);
    vec_free(&r->inputs);
    vec_free(&r->discrete);
    vec_free(&r->events);
    vec_free(&r->direct);
    vec_free(&r->blocks);
}

static void add_steps(const Query *q, const Reach *r) {
    const SymModel *m = q->m;
    VEC(DaeEquation) steps = {0};
    for (uint32_t b = 0; b < m->blocks.n; b++) {
        if (!r->blocks.at[b]) continue;
        if (m->blocks.at[b].system == UINT32_MAX) {
            vec_push(&steps, m->blocks.at[b].eq);
            continue;
        }
        const SymSystem *s = &m->systems.at[m->blocks.at[b].system];
        for (uint32_t i = 0; i < s->ninner; i++) vec_push(&steps, s->inner[i]);
        for (uint32_t i = 0; i < s->n; i++) vec_push(&steps, s->residuals[i]);
    }
    add_equations(q, "equations", "through", steps.at, (uint32_t)steps.n);
    vec_free(&steps);
}

static void depends(const Query *q, DaeVar asked) {
    begin_answer(q, "depends", asked);
    DaeVar v = follow_alias(q, asked);
    if (q->state.at[v]) {
        say(q, "state", "true", "is a state: it depends on its own past; its derivative");
        v = q->m->states.at[q->state.at[v] - 1].dx;
    }
    Reach r = {0};
    reach_back(q, v, &r);
    add_list(q, "direct", "reads", &r.direct);
    add_list(q, "states", "depends on the states", &r.states);
    add_list(q, "parameters", "on the parameters", &r.parameters);
    add_list(q, "inputs", "on the inputs", &r.inputs);
    add_list(q, "before", "on the values before an event", &r.discrete);
    add_list(q, "events", "on the events", &r.events);
    if (q->json) base_text_printf(q->out, ",\"time\":%s", r.time ? "true" : "false");
    else if (r.time) base_text_add(q->out, "  on time\n");
    add_steps(q, &r);
    end_answer(q);
    free_reach(&r);
}

/* ---- why is x a state -------------------------------------------------------------------------------------------- */

/* First flat equation that names der(x) (an alias of it counts). */
static const DaeEquation *differentiating_equation(const Query *q, DaeVar x) {
    const Dae *d = q->m->dae;
    for (size_t i = 0; i < d->equations.n; i++) {
        const DaeEquation *eq = &d->equations.at[i];
        for (uint32_t k = 0; k < d->shapes.at[eq->shape].nholes; k++) {
            DaeOperand o = dae_operands(d, eq)[k];
            if (dae_operand_is_const(o) || d->vars.at[o].kind != DAE_KIND_DERIVATIVE) continue;
            if (representative(q, d->vars.at[o].of, NULL) == x) return eq;
        }
    }
    return NULL;
}

static const char *const select_words[] = {[DAE_SS_DEFAULT] = "default",
                                           [DAE_SS_NEVER] = "never",
                                           [DAE_SS_AVOID] = "avoid",
                                           [DAE_SS_PREFER] = "prefer",
                                           [DAE_SS_ALWAYS] = "always"};

static void say_state(const Query *q, const SymState *s) {
    static const char *const words[] = {[SYM_WHY_DIFFERENTIATED] = "differentiated",
                                        [SYM_WHY_PREFER] = "prefer",
                                        [SYM_WHY_ALWAYS] = "always",
                                        [SYM_WHY_LEFT_OVER] = "left-over",
                                        [SYM_WHY_DYNAMIC] = "dynamic"};
    static const char *const sentences[] = {
        [SYM_WHY_DIFFERENTIATED] =
            "is a state: its derivative occurs in the equations, and no constraint determines it",
        [SYM_WHY_PREFER] = "is a state: stateSelect = StateSelect.prefer, and the constraints leave it free",
        [SYM_WHY_ALWAYS] = "is a state: stateSelect = StateSelect.always",
        [SYM_WHY_LEFT_OVER] = ("is a state: its derivative occurs in the equations, and the constraints of the model "
                               "were used to find others"),
        [SYM_WHY_DYNAMIC] = "is a state that stands for candidates picked while running"};
    if (q->json) base_text_add(q->out, ",\"state\":true");
    say(q, "why", words[s->why], sentences[s->why]);
}

/* It is differentiated but no state: which constraint gives it, from which states. */
static void say_determined(const Query *q, DaeVar x) {
    const SymModel *m = q->m;
    say(q, "why", "constraint",
        "is no state although it is differentiated: constraints determine it from other states");
    Reach r = {0};
    reach_back(q, x, &r);
    add_list(q, "states", "namely", &r.states);
    const SymBlock *b = &m->blocks.at[q->block.at[x]];
    if (b->system == UINT32_MAX) {
        add_equations(q, "constraints", "by the constraint", &b->eq, 1);
    } else {
        const SymSystem *s = &m->systems.at[b->system];
        add_equations(q, "constraints", "by the constraints", s->residuals, s->n);
    }
    free_reach(&r);
}

static bool say_candidate(const Query *q, DaeVar x) {
    for (size_t i = 0; i < q->m->selections.n; i++) {
        const SymSelection *s = &q->m->selections.at[i];
        for (uint32_t k = 0; k < s->n; k++) {
            if (s->x[k] != x) continue;
            if (q->json) base_text_add(q->out, ",\"state\":\"while running\"");
            say(q, "why", "candidate",
                "is a candidate: which of these are states is decided while running, so that the constraints stay "
                "regular");
            VecU32 all = {0};
            for (uint32_t j = 0; j < s->n; j++) vec_push(&all, s->x[j]);
            if (!q->json) base_text_printf(q->out, "  %u at a time,", s->nstates);
            else base_text_printf(q->out, ",\"at_a_time\":%u", s->nstates);
            add_list(q, "candidates", q->json ? "" : "of", &all);
            vec_free(&all);
            return true;
        }
    }
    return false;
}

static void why(const Query *q, DaeVar asked) {
    const Dae *d = q->m->dae;
    begin_answer(q, "why", asked);
    DaeVar x = follow_alias(q, asked);
    DaeStateSelect select = d->vars.at[x].kind == DAE_KIND_DERIVATIVE ? DAE_SS_DEFAULT : sym_state_select(d, x);
    const DaeEquation *eq = differentiating_equation(q, x);
    const char *kind = kind_without_block(q, x);
    if (q->state.at[x]) {
        say_state(q, &q->m->states.at[q->state.at[x] - 1]);
    } else if (!say_candidate(q, x)) {
        if (q->json) base_text_add(q->out, ",\"state\":false");
        if (kind)
            say(q, "why", kind,
                strcmp(kind, "unused") == 0 ? "is no state: nothing needs it" : "is no state: it is known otherwise");
        else if (d->vars.at[x].kind == DAE_KIND_DISCRETE)
            say(q, "why", "discrete", "is no state: it changes at events only");
        else if (eq || d->vars.at[x].derivative) say_determined(q, x);
        else say(q, "why", "algebraic", "is no state: nothing differentiates it, an equation computes it");
        if (kind && !q->json) base_text_printf(q->out, "  it is %s %s\n", strchr("aeiou", kind[0]) ? "an" : "a", kind);
    }
    if (q->json) base_text_printf(q->out, ",\"stateSelect\":\"%s\"", select_words[select]);
    else base_text_printf(q->out, "  its stateSelect is %s\n", select_words[select]);
    if (eq) add_equations(q, "differentiated_in", "its derivative occurs in", eq, 1);
    end_answer(q);
}

/* ---- entry ------------------------------------------------------------------------------------------------------- */

bool dbg_query(const SymModel *m, DbgQuestion question, const char *name, bool json, Text *out) {
    DaeVar v = find_variable(m->dae, name);
    if (!v && strcmp(name, "time") != 0) return false;
    Query q;
    open_query(&q, m, json, out);
    if (question == DBG_ASK_WHY) why(&q, v);
    else if (question == DBG_ASK_DEPENDS) depends(&q, v);
    else computes(&q, v);
    close_query(&q);
    return true;
}
