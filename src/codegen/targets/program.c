/* program.c - a sorted model as a program of assignments and systems, for the other languages.
 *
 * Before: a model translated without tearing and with a fixed choice of states, so that its blocks are single equations
 * and whole systems; the values with which a run of it starts.  After: a GenProgram, whose variables have the numbers
 * of the Dae.  Relations stand where their frozen values stood: these languages know no events.  What they cannot say
 * at all (memory of the past, arrays, calls) is named in unsaid.
 *
 * Parameters whose values are numbers are parameters of the program; those made of others are assigned first.
 */
#include "codegen/codegen_impl.h"

#include <ctype.h>
#include <string.h>

typedef struct {
    const SymModel *m;
    Dae *d;
    Arena *arena;
    GenProgram *p;
    DaePool *pool;
    const double *values; /* by variable: at the start of a run */
    bool residuals;
    VEC(GenStep) steps;
    uint8_t *assigned; /* by variable: a step gives it */
} Builder;

static void refuse(Builder *b, const char *what) {
    if (!b->p->unsaid) b->p->unsaid = what;
}

/* ---- expressions ------------------------------------------------------------------------------------------------- */

static DaeExpr build(Builder *b, const DaeOperand *ops, DaeExpr e);

static DaeExpr build_arg(Builder *b, const DaeOperand *ops, DaeExpr e, uint32_t k) {
    return build(b, ops, dae_arg(&b->d->pool, e, k));
}

/* What the frozen value of a relation stands for. */
static DaeExpr build_relation(Builder *b, const SymRelation *r) {
    const DaeOperand *ops = dae_operands(b->d, &r->eq);
    DaeExpr root = b->d->shapes.at[r->eq.shape].root, left = build_arg(b, ops, root, 0);
    if (r->kind == SYM_REL_FLOOR) return dae_op1(b->pool, DAE_FLOOR, left);
    DaeNode head = {.op = r->op, .base = DAE_BOOLEAN, .value.i = 1};
    DaeExpr args[] = {left, build_arg(b, ops, root, 1)};
    return dae_with_args(b->pool, head, args, 2);
}

static DaeExpr build_var(Builder *b, DaeVar v) {
    const SymRelation *r = sym_relation_of(b->m, v);
    if (r) return build_relation(b, r);
    const DaeVariable *x = &b->d->vars.at[v];
    if (x->kind == DAE_KIND_PRE || sym_sample_of(b->m, v)) b->p->discrete = true;
    if (x->base == DAE_STRING) refuse(b, "it uses texts");
    if (v && b->p->vars[v].role == GEN_VAR_UNUSED) b->p->vars[v].role = GEN_VAR_ALGEBRAIC;
    return dae_var(b->pool, v, DAE_REAL);
}

static DaeExpr build_leaf(Builder *b, const DaeOperand *ops, DaeExpr e) {
    const DaeNode *n = dae_at(&b->d->pool, e);
    if (n->op == DAE_CONST && n->base != DAE_REAL && n->base != DAE_BOOLEAN)
        return dae_real(b->pool, (double)n->value.i);
    if (n->op == DAE_CONST) return dae_node(b->pool, *n, NULL, 0);
    if (n->op == DAE_INITIAL || n->op == DAE_TERMINAL) return dae_real(b->pool, 0);
    if (n->op != DAE_HOLE) {
        refuse(b, base_sprintf(b->arena, "it uses %s", dae_ops[n->op].name));
        return dae_real(b->pool, 0);
    }
    DaeOperand o = ops[n->id];
    return dae_operand_is_const(o) ? dae_real(b->pool, dae_constant_value(b->d, o)) : build_var(b, o);
}

/* x - floor(x/y)*y */
static DaeExpr build_mod(Builder *b, DaeExpr x, DaeExpr y) {
    DaeExpr whole = dae_op1(b->pool, DAE_FLOOR, dae_op2(b->pool, DAE_DIV, x, y));
    return dae_op2(b->pool, DAE_SUB, x, dae_op2(b->pool, DAE_MUL, whole, y));
}

/* x >= 0: positive*x, else negative*x */
static DaeExpr build_semilinear(Builder *b, DaeExpr x, DaeExpr positive, DaeExpr negative) {
    DaeExpr up = dae_op2(b->pool, DAE_GE, x, dae_real(b->pool, 0));
    return dae_op3(b->pool, DAE_IF, up, dae_op2(b->pool, DAE_MUL, positive, x), dae_op2(b->pool, DAE_MUL, negative, x));
}

static bool is_said_everywhere(int op) {
    return (op >= DAE_ADD && op <= DAE_NEG) || (op >= DAE_LT && op <= DAE_IF) ||
           (op >= DAE_FIRST_ELEMENTARY && op < DAE_AFTER_ELEMENTARY) || op == DAE_MIN || op == DAE_MAX ||
           op == DAE_FLOOR;
}

static DaeExpr build(Builder *b, const DaeOperand *ops, DaeExpr e) {
    const DaeNode n = *dae_at(&b->d->pool, e);
    if (!n.nargs) return build_leaf(b, ops, e);
    if (n.rank) refuse(b, "it uses arrays inside of expressions");
    if (n.op == DAE_CALL)
        refuse(b, base_sprintf(b->arena, "it calls the function %s",
                               base_str(b->d->ctx->names, b->d->functions.at[n.id].name)));
    else if (n.op == DAE_TRIGGER) b->p->discrete = true;
    DaeExpr args[3] = {0};
    for (uint32_t k = 0; k < n.nargs && k < 3; k++) args[k] = build_arg(b, ops, e, k);
    switch (n.op) {
    case DAE_TO_REAL:
    case DAE_TO_INT:
    case DAE_HOMOTOPY: return args[0];
    case DAE_SMOOTH: return args[1];
    case DAE_INTEGER_OF: return dae_op1(b->pool, DAE_FLOOR, args[0]);
    case DAE_CEIL: return dae_op1(b->pool, DAE_NEG, dae_op1(b->pool, DAE_FLOOR, dae_op1(b->pool, DAE_NEG, args[0])));
    case DAE_MOD: return build_mod(b, args[0], args[1]);
    case DAE_SEMILINEAR: return build_semilinear(b, args[0], args[1], args[2]);
    default: break;
    }
    if (is_said_everywhere(n.op) && n.nargs <= 3) return dae_with_args(b->pool, n, args, n.nargs);
    refuse(b, base_sprintf(b->arena, "it uses %s", dae_ops[n.op].name));
    return dae_real(b->pool, 0);
}

/* ---- steps ------------------------------------------------------------------------------------------------------- */

static void add(Builder *b, GenStep s) { vec_push(&b->steps, s); }

static void assign(Builder *b, DaeVar v, DaeExpr value) {
    if (b->p->vars[v].role == GEN_VAR_UNUSED) b->p->vars[v].role = GEN_VAR_ALGEBRAIC;
    b->assigned[v] = 1;
    add(b, (GenStep){.kind = GEN_STEP_ASSIGN, .var = v, .value = value});
}

static uint32_t *take_unknowns(Builder *b, const DaeOperand *vars, uint32_t n) {
    uint32_t *unknowns = base_copy(b->arena, vars, n * sizeof *vars);
    for (uint32_t i = 0; i < n; i++) {
        if (b->p->vars[unknowns[i]].role == GEN_VAR_UNUSED) b->p->vars[unknowns[i]].role = GEN_VAR_ALGEBRAIC;
        b->assigned[unknowns[i]] = 1;
    }
    if (n > b->p->max_system) b->p->max_system = n;
    add(b,
        (GenStep){.kind = GEN_STEP_COMMENT, .text = base_sprintf(b->arena, "SYSTEM OF %u SIMULTANEOUS EQUATIONS", n)});
    return unknowns;
}

/* DAE_LINEAR: its matrix stands in the equation. */
static void add_formula(Builder *b, const DaeEquation *eq) {
    const DaeOperand *ops = dae_operands(b->d, eq);
    DaeExpr root = b->d->shapes.at[eq->shape].root;
    uint32_t n = (uint32_t)dae_at(&b->d->pool, root)->value.i, *unknowns = take_unknowns(b, ops, n);
    DaeExpr *a = BASE_ARRAY(b->arena, DaeExpr, n * n), *rhs = BASE_ARRAY(b->arena, DaeExpr, n);
    for (uint32_t k = 0; k < n * n; k++) {
        a[k] = build_arg(b, ops, root, n + k);
        if (dae_is_real(b->pool, a[k], 0)) a[k] = 0;
    }
    for (uint32_t k = 0; k < n; k++) rhs[k] = build_arg(b, ops, root, n + n * n + k);
    add(b, (GenStep){.kind = GEN_STEP_LINEAR, .n = n, .unknowns = unknowns, .a = a, .b = rhs});
}

static void add_explicit(Builder *b, const DaeEquation *eq) {
    DaeExpr root = b->d->shapes.at[eq->shape].root;
    const DaeOperand *ops = dae_operands(b->d, eq);
    int op = dae_at(&b->d->pool, root)->op;
    if (op == DAE_LINEAR) add_formula(b, eq);
    else if (op == DAE_ASSIGN && b->d->shapes.at[eq->shape].nout == 1) assign(b, ops[0], build_arg(b, ops, root, 1));
    else refuse(b, "it has algorithms or calls with several results");
}

/* Row i of a linear system: false when it is not linear with one coefficient for each unknown. */
static bool linear_row(Builder *b, const SymSystem *s, uint32_t i, const uint32_t *column, DaeExpr *a, DaeExpr *rhs) {
    enum { MOST_HOLES = 63 };
    const DaeEquation *eq = &s->residuals[i];
    const DaeOperand *ops = dae_operands(b->d, eq);
    uint32_t n = b->d->shapes.at[eq->shape].nholes;
    DaeExpr c[MOST_HOLES + 1] = {0}, rest = 0;
    uint64_t mask = 0;
    if (n > MOST_HOLES) return false;
    for (uint32_t k = 0; k < n; k++)
        if (!dae_operand_is_const(ops[k]) && column[ops[k]] != UINT32_MAX) mask |= 1ull << k;
    if (!alg_linear(b->m->memo, eq->shape, mask, c, &rest)) return false;
    for (uint32_t k = 0; k < n; k++) {
        if (!(mask >> k & 1) || !c[k]) continue;
        DaeExpr *at = &a[(size_t)i * s->n + column[ops[k]]], term = build(b, ops, c[k]);
        *at = *at ? dae_op2(b->pool, DAE_ADD, *at, term) : term;
    }
    *rhs = rest ? dae_op1(b->pool, DAE_NEG, build(b, ops, rest)) : 0;
    return true;
}

static bool add_linear(Builder *b, const SymSystem *s, const uint32_t *unknowns) {
    enum { MOST = 500 }; /* the matrix is written out */
    if (!s->linear || b->residuals || s->n > MOST || !b->m->memo) return false;
    uint32_t *column = base_realloc(NULL, b->d->vars.n * sizeof *column);
    memset(column, 0xFF, b->d->vars.n * sizeof *column);
    for (uint32_t i = 0; i < s->n; i++) column[unknowns[i]] = i;
    DaeExpr *a = BASE_ARRAY(b->arena, DaeExpr, (size_t)s->n * s->n), *rhs = BASE_ARRAY(b->arena, DaeExpr, s->n);
    bool ok = true;
    for (uint32_t i = 0; i < s->n && ok; i++) ok = linear_row(b, s, i, column, a, &rhs[i]);
    if (ok) add(b, (GenStep){.kind = GEN_STEP_LINEAR, .n = s->n, .unknowns = unknowns, .a = a, .b = rhs});
    base_realloc(column, 0);
    return ok;
}

static void add_system(Builder *b, const SymSystem *s) {
    const uint32_t *unknowns = take_unknowns(b, s->unknowns, s->n);
    if (s->ninner) refuse(b, "it has a system of equations that stands inside another");
    if (add_linear(b, s, unknowns)) return;
    DaeExpr *residuals = BASE_ARRAY(b->arena, DaeExpr, s->n);
    for (uint32_t i = 0; i < s->n; i++) {
        const DaeOperand *ops = dae_operands(b->d, &s->residuals[i]);
        DaeExpr root = b->d->shapes.at[s->residuals[i].shape].root;
        residuals[i] = dae_op2(b->pool, DAE_SUB, build_arg(b, ops, root, 0), build_arg(b, ops, root, 1));
    }
    add(b, (GenStep){.kind = GEN_STEP_ITERATE, .n = s->n, .unknowns = unknowns, .residuals = residuals});
}

/* ---- variables --------------------------------------------------------------------------------------------------- */

/* A parameter with a number is one of the program; what is made of others is assigned.  What the equations of the
 * simulation do not need is not in the program: so parameters come last, and are put in front. */
static void add_parameters(Builder *b) {
    size_t after = b->steps.n;
    for (size_t i = b->m->parameters.n; i-- > 0;) {
        const SymBlock *k = &b->m->parameters.at[i];
        const DaeOperand *ops = k->system == UINT32_MAX ? dae_operands(b->d, &k->eq) : NULL;
        if (!ops || b->d->shapes.at[k->eq.shape].nout != 1 || b->p->vars[ops[0]].role == GEN_VAR_UNUSED) continue;
        bool number = dae_at(&b->d->pool, dae_arg(&b->d->pool, b->d->shapes.at[k->eq.shape].root, 1))->nargs == 0;
        if (number || b->p->unsaid) b->p->vars[ops[0]].role = GEN_VAR_PARAMETER;
        else add_explicit(b, &k->eq);
    }
    size_t n = b->steps.n - after;
    GenStep *own = base_copy(b->arena, &b->steps.at[after], n * sizeof *own);
    memmove(b->steps.at + n, b->steps.at, after * sizeof *b->steps.at);
    for (size_t i = 0; i < n; i++) b->steps.at[i] = own[n - 1 - i]; /* were met last first */
}

/* What no step gives is known: an input, or a number.  A model without outputs shows its states. */
static void find_roles(Builder *b) {
    for (uint32_t v = 1; v < b->p->nvars; v++) {
        GenProgramVar *g = &b->p->vars[v];
        const DaeVariable *x = &b->d->vars.at[v];
        g->value = b->values[v];
        g->output = x->flags & DAE_OUTPUT && b->assigned[v];
        if (g->role != GEN_VAR_ALGEBRAIC || b->assigned[v]) continue;
        g->role = x->flags & DAE_INPUT && x->kind != DAE_KIND_PARAMETER ? GEN_VAR_INPUT : GEN_VAR_PARAMETER;
    }
    b->p->vars[0] = (GenProgramVar){.name = "Time", .full = "Time", .role = GEN_VAR_INPUT};
    bool any = false;
    for (uint32_t v = 1; v < b->p->nvars; v++) any |= b->p->vars[v].output;
    for (uint32_t i = 0; i < b->p->nstates && !any; i++) b->p->vars[b->p->states[i]].output = true;
}

/* A value that was found to be that of another variable. */
static void assign_alias(Builder *b, const SymAlias *a) {
    DaeExpr of = build_var(b, a->target);
    assign(b, a->var, a->sign < 0 ? dae_op1(b->pool, DAE_NEG, of) : of);
}

/* Derivatives and outputs that are aliases, and those of states that are. */
static void add_tail(Builder *b) {
    add(b, (GenStep){.kind = GEN_STEP_TAIL});
    for (size_t i = 0; i < b->m->aliases.n; i++) {
        const SymAlias *a = &b->m->aliases.at[i];
        bool wanted = b->p->vars[a->var].role == GEN_VAR_DERIVATIVE || b->d->vars.at[a->var].flags & DAE_OUTPUT;
        if (wanted && !b->assigned[a->var]) assign_alias(b, a);
    }
    for (uint32_t v = 1; v < b->p->nvars; v++) /* an output that is a state */
        if (b->p->vars[v].role == GEN_VAR_STATE && b->d->vars.at[v].flags & DAE_OUTPUT) b->assigned[v] = 1;
}

static void mark_states(Builder *b) {
    GenProgram *p = b->p;
    p->nstates = (uint32_t)b->m->states.n;
    uint32_t *x = BASE_ARRAY(b->arena, uint32_t, p->nstates + 1), *dx = BASE_ARRAY(b->arena, uint32_t, p->nstates + 1);
    for (uint32_t i = 0; i < p->nstates; i++) {
        x[i] = b->m->states.at[i].x;
        dx[i] = b->m->states.at[i].dx;
    }
    for (uint32_t i = 0; i < p->nstates; i++) {
        p->vars[dx[i]].role = GEN_VAR_DERIVATIVE;
        p->vars[dx[i]].of = x[i];
    }
    for (uint32_t i = 0; i < p->nstates; i++) p->vars[x[i]].role = GEN_VAR_STATE; /* a derivative may be a state too */
    p->states = x;
    p->derivatives = dx;
}

/* R1.p.v is R1_p_v, x[2] is x_2, der(x) is der_x; what others are called already gets a number. */
static void name_variables(Builder *b) {
    Map seen = {0};
    Text full = {0}, name = {0};
    Names *names = b->d->ctx->names;
    base_map_put(&seen, base_name(names, "Time"), 1);
    for (uint32_t v = 1; v < b->p->nvars; v++) {
        if (b->p->vars[v].role == GEN_VAR_UNUSED) continue;
        uint64_t count;
        full.n = name.n = 0;
        dae_var_text(b->d, v, &full);
        for (const char *c = base_text_str(&full); *c; c++) {
            bool plain = isalnum((unsigned char)*c), first = !name.n;
            if (plain && first && isdigit((unsigned char)*c)) base_text_add(&name, "x");
            if (plain) base_text_char(&name, *c);
            else if (!first && name.at[name.n - 1] != '_' && c[1] && c[1] != ')') base_text_char(&name, '_');
        }
        const char *word = base_strdup(b->arena, name.n ? base_text_str(&name) : "x");
        for (int k = 2; base_map_get(&seen, base_name(names, word), &count); k++)
            word = base_sprintf(b->arena, "%s_%d", base_text_str(&name), k);
        base_map_put(&seen, base_name(names, word), 1);
        b->p->vars[v].name = word;
        b->p->vars[v].full = base_strdup(b->arena, base_text_str(&full));
    }
    base_text_free(&full);
    base_text_free(&name);
    base_map_free(&seen);
}

static void find_discrete(Builder *b) {
    const SymModel *m = b->m;
    b->p->discrete |= m->samples.n > 0;
    for (size_t i = 0; i < m->blocks.n; i++) b->p->discrete |= m->blocks.at[i].guard != 0;
    for (size_t i = 0; i < m->actions.n; i++) {
        DaeWalk w = {0};
        dae_walk(&w, &b->d->pool, b->d->shapes.at[m->actions.at[i].shape].root);
        for (uint32_t k = 0; k < w.n; k++) b->p->discrete |= dae_at(&b->d->pool, w.at[k])->op == DAE_REINIT;
        dae_walk_free(&w);
    }
}

GenProgram *gen_program(const SymModel *m, const double *values, bool residuals, Arena *arena) {
    GenProgram *p = BASE_NEW(arena, GenProgram);
    Builder b = {.m = m, .d = m->dae, .arena = arena, .p = p, .values = values, .residuals = residuals};
    DaePool *pool = b.pool = BASE_NEW(arena, DaePool);
    dae_pool_init(pool);
    Text name = {0};
    base_text_add(&name, base_str(m->dae->ctx->names, m->dae->model));
    for (size_t i = 0; i < name.n; i++)
        if (!isalnum((unsigned char)name.at[i])) name.at[i] = '_';
    p->name = base_strdup(arena, base_text_str(&name));
    base_text_free(&name);
    p->names = m->dae->ctx->names;
    p->pool = pool;
    p->nvars = (uint32_t)m->dae->vars.n;
    p->vars = BASE_ARRAY(arena, GenProgramVar, p->nvars);
    p->stop = m->dae->experiment.stop > 0 ? m->dae->experiment.stop : 1;
    b.assigned = BASE_ARRAY(arena, uint8_t, p->nvars);
    mark_states(&b);
    for (size_t i = 0; i < m->blocks.n; i++) {
        const SymBlock *k = &m->blocks.at[i];
        bool frozen = k->system == UINT32_MAX && sym_relation_of(m, dae_operands(m->dae, &k->eq)[0]);
        if (k->system != UINT32_MAX) add_system(&b, &m->systems.at[k->system]);
        else if (!frozen) add_explicit(&b, &k->eq);
    }
    add_tail(&b);
    add_parameters(&b);
    find_roles(&b);
    find_discrete(&b);
    name_variables(&b);
    if (m->selections.n) refuse(&b, "its states are chosen while it runs");
    if (p->discrete) p->unsaid = NULL; /* which says more */
    p->nsteps = (uint32_t)b.steps.n;
    p->steps = base_copy(arena, b.steps.at, b.steps.n * sizeof *b.steps.at);
    vec_free(&b.steps);
    return p;
}

void gen_free_program(GenProgram *p) { dae_pool_free((DaePool *)p->pool); }
