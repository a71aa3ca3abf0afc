/* combine.c - a model with modes as one model whose equations do not change in number or kind.
 *
 * After Urquia and Dormido: every variable that is a state in some mode gets a companion alpha, which is a state in all
 * of them.  Where x is a state, x = alpha and alpha moves as x does; where it is not, alpha rests.  A mode that makes a
 * state of x begins with alpha = x.  Equations are those of the modes after index reduction, one for each variable,
 * chosen by the number of the mode; what a mode does not know is zero there.  So no mode needs another set of states,
 * and any tool that knows if-expressions and reinit can run the model.
 */
#include "modes/modes.h"

#include <math.h>
#include <string.h>

/* What a variable is in a mode. */
typedef struct {
    const char *expr;     /* ... = this */
    const char *residual; /* ... or 0 = this */
    bool rests;           /* between events */
} Definition;

typedef struct {
    const ModeRun *r;
    const Mode *m; /* the mode that is being written */
    Arena arena;
    bool classic;    /* in classic Dymola */
    Map short_names; /* classic: hash of a name -> its number in spelled, for those that are written */
    Map spellings;   /* ... and hash of what is written, so that no two are the same */
    VEC(const char *) spelled;
    uint8_t *kept;           /* by shared variable: assigned at events by an equation of the flat model */
    uint32_t nevents;        /* Booleans that say when reinit() is due */
    DaeVar next;             /* classic: new(it) = ... is being written */
    VEC(const char *) names; /* variables of the combined model */
    VecU32 vars;             /* ... of the flat model, or 0 */
    VEC(Definition *) defs;  /* by variable, one for each mode */
    Map by_key;              /* variable of the flat model, or of a mode -> number */
    const char *refused;     /* why it cannot be written */
} Combine;

/* Functions that are called otherwise than in C. */
static const GenDialect modelica = {.power = "^",
                                    .condition = GEN_IF_WORDS,
                                    .relations = {"<", "<=", ">", ">=", "==", "<>"},
                                    .logic = {" and ", " or ", "not ", "true", "false"},
                                    .functions = {{DAE_ABS, "abs"}, {DAE_SIGN, "sign"}}};

/* As cls_ reads it. */
static const GenDialect classic = {.power = "**",
                                   .condition = GEN_IF_WORDS,
                                   .relations = {"<", "<=", ">", ">=", "=", "<>"},
                                   .logic = {" and ", " or ", "not ", "True", "False"},
                                   .functions = {{DAE_ABS, "abs"},
                                                 {DAE_SIGN, "sign"},
                                                 {DAE_LOG, "ln"},
                                                 {DAE_ASIN, "arcsin"},
                                                 {DAE_ACOS, "arccos"},
                                                 {DAE_ATAN, "arctan"},
                                                 {DAE_MIN, "min"},
                                                 {DAE_MAX, "max"}}};

/* ---- names ------------------------------------------------------------------------------------------------------- */

/* Letters, digits and underlines; no two variables get the same word. */
static const char *spell(Combine *c, const char *name) {
    uint64_t key = base_hash(name, strlen(name), 5), at;
    if (base_map_get(&c->short_names, key, &at)) return c->spelled.at[at];
    Text t = {0};
    for (const char *p = name; *p; p++) {
        bool plain = (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || (*p >= '0' && *p <= '9');
        if (plain) base_text_char(&t, *p);
        else if (!strchr("()]'$", *p) && t.n) base_text_char(&t, '_');
    }
    size_t stem = t.n;
    for (int k = 2; base_map_get(&c->spellings, base_hash(base_text_str(&t), t.n, 6), &at); k++) {
        t.n = stem;
        base_text_printf(&t, "_%d", k);
    }
    base_map_put(&c->spellings, base_hash(base_text_str(&t), t.n, 6), 1);
    base_map_put(&c->short_names, key, c->spelled.n);
    vec_push(&c->spelled, base_strndup(&c->arena, base_text_str(&t), t.n));
    base_text_free(&t);
    return vec_last(&c->spelled);
}

/* An identifier as it is, anything else in quotes. */
static void quoted(Combine *c, const Dae *d, DaeVar v, const char *prefix, Text *out) {
    Text name = {0};
    base_text_add(&name, prefix);
    dae_var_text(d, v, &name);
    const char *s = base_text_str(&name);
    bool plain = strspn(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") == name.n;
    if (c->classic) base_text_add(out, spell(c, s));
    else base_text_printf(out, plain ? "%s" : "'%s'", s);
    base_text_free(&name);
}

static void write_mode(const Combine *c, size_t number, Text *out) {
    base_text_printf(out, c->classic ? "mode%zu" : "mode == %zu", number);
}

static void write_name(void *arg, uint32_t v, Text *out);

/* Whole numbers are written as Reals: conversions need not be said. */
static DaeExpr without_conversions(DaePool *to, const DaePool *from, DaeExpr root) {
    DaeWalk w = {0};
    VecU32 made = {0}, args = {0};
    dae_walk(&w, from, root);
    for (uint32_t i = 0; i < w.n; i++) {
        DaeNode n = *dae_at(from, w.at[i]);
        vec_clear(&args);
        for (uint32_t k = 0; k < n.nargs; k++) {
            DaeExpr a = dae_arg(from, w.at[i], k);
            vec_push(&args, a ? made.at[dae_walk_slot(&w, a)] : 0);
        }
        DaeExpr e = n.op == DAE_TO_REAL                          ? args.at[0]
                    : n.op == DAE_CONST && n.base == DAE_INTEGER ? dae_real(to, (double)n.value.i)
                                                                 : dae_node(to, n, args.at, n.nargs);
        vec_push(&made, e);
    }
    DaeExpr done = vec_last(&made);
    dae_walk_free(&w);
    vec_free(&made);
    vec_free(&args);
    return done;
}

static void write_expr(Combine *c, const DaePool *p, DaeExpr e, Text *out) {
    DaePool plain;
    dae_pool_init(&plain);
    DaeExpr root = without_conversions(&plain, p, e);
    gen_dialect_expr(c->classic ? &classic : &modelica, c->r->how.ctx->names, &plain, root, write_name, c, out);
    dae_pool_free(&plain);
}

static void write_relation(Combine *c, const SymRelation *s, Text *out) {
    static const char *const words[] = {"<", "<=", ">", ">="};
    const Dae *d = c->r->plan->base->dae;
    DaePool p;
    dae_pool_init(&p);
    DaeExpr e = dae_expand(&p, d, &s->eq);
    base_text_char(out, '(');
    write_expr(c, &p, dae_arg(&p, e, 0), out);
    base_text_printf(out, " %s ", words[s->op - DAE_LT]);
    write_expr(c, &p, dae_arg(&p, e, 1), out);
    base_text_char(out, ')');
    dae_pool_free(&p);
}

static void write_name(void *arg, uint32_t v, Text *out) {
    Combine *c = arg;
    const ModePlan *p = c->r->plan;
    const SymRelation *s = v < p->nshared ? sym_relation_of(p->base, v) : NULL;
    const Dae *d = v < p->nshared ? p->base->dae : c->m->model.sym->dae;
    if (v == 0) base_text_add(out, c->classic ? "Time" : "time");
    else if (s && s->kind == SYM_REL_FLOOR) c->refused = "it rounds";
    else if (s) write_relation(c, s, out);
    else if (d->vars.at[v].kind == DAE_KIND_PRE && c->classic) {
        if (d->vars.at[v].of != c->next) c->refused = "classic Dymola has no pre()";
        write_name(arg, d->vars.at[v].of, out);
    } else if (d->vars.at[v].kind == DAE_KIND_PRE) {
        base_text_add(out, "pre(");
        write_name(arg, d->vars.at[v].of, out);
        base_text_char(out, ')');
    } else if (v < p->nshared) {
        quoted(c, d, v, "", out);
    } else {
        char prefix[32];
        snprintf(prefix, sizeof prefix, c->classic ? "m%u_" : "in mode %u: ", c->m->number);
        quoted(c, d, v, prefix, out);
    }
}

/* ---- definitions ------------------------------------------------------------------------------------------------- */

static Definition *define(Combine *c, DaeVar v) {
    uint64_t key = v < c->r->plan->nshared ? v : (uint64_t)c->m->number << 32 | v, at;
    size_t nmodes = c->r->modes.n;
    if (!base_map_get(&c->by_key, key, &at)) {
        Text t = {0};
        write_name(c, v, &t);
        at = c->names.n;
        base_map_put(&c->by_key, key, at);
        vec_push(&c->names, base_strndup(&c->arena, base_text_str(&t), t.n));
        vec_push(&c->vars, v < c->r->plan->nshared ? v : 0);
        Definition *made = BASE_ARRAY(&c->arena, Definition, nmodes);
        vec_push(&c->defs, made);
        base_text_free(&t);
    }
    return &c->defs.at[at][c->m->number - 1];
}

static bool is_real(const Dae *d, DaeVar v) {
    return d->vars.at[v].base == DAE_REAL && d->vars.at[v].kind >= DAE_KIND_DISCRETE;
}

/* Of the flat model, known before the run. */
static bool is_parameter(const Combine *c, DaeVar v) {
    return v < c->r->plan->nshared && c->r->plan->base->dae->vars.at[v].kind <= DAE_KIND_PARAMETER;
}

static void define_by(Combine *c, const DaeEquation *eq);

static void define_system(Combine *c, uint32_t system) {
    const SymModel *m = c->m->model.sym;
    const SymSystem *s = &m->systems.at[system];
    for (uint32_t i = 0; i < s->ninner; i++) {
        uint32_t inner = sym_nested(m->dae, &s->inner[i]);
        if (inner == UINT32_MAX) define_by(c, &s->inner[i]);
        else define_system(c, inner);
    }
    for (uint32_t i = 0; i < s->n; i++) {
        DaePool p;
        Text t = {0};
        dae_pool_init(&p);
        DaeExpr e = dae_expand(&p, m->dae, &s->residuals[i]);
        write_expr(c, &p, dae_arg(&p, e, 0), &t);
        base_text_add(&t, " - (");
        write_expr(c, &p, dae_arg(&p, e, 1), &t);
        base_text_char(&t, ')');
        define(c, s->unknowns[i])->residual = base_strndup(&c->arena, base_text_str(&t), t.n);
        base_text_free(&t);
        dae_pool_free(&p);
    }
}

/* Is it made of parameters and numbers, whatever its conditions are made of? */
static bool rests(const Combine *c, const DaePool *p, DaeExpr e) {
    const DaeNode *n = dae_at(p, e);
    if (n->op == DAE_VAR) return is_parameter(c, n->id);
    if (n->op == DAE_CALL) return false;
    bool all = true;
    for (uint32_t k = n->op == DAE_IF; k < n->nargs && all; k++)
        all = !dae_arg(p, e, k) || rests(c, p, dae_arg(p, e, k));
    return all;
}

/* A solved equation. */
static void define_by(Combine *c, const DaeEquation *eq) {
    const SymModel *m = c->m->model.sym;
    const Dae *d = m->dae;
    DaeShape s = d->shapes.at[eq->shape];
    const DaeNode *root = dae_at(&d->pool, s.root);
    if (root->op == DAE_LINEAR) {
        const DaeNode *number = dae_at(&d->pool, dae_arg(&d->pool, s.root, root->nargs - 1));
        define_system(c, (uint32_t)dae_constant_value(d, dae_operands(d, eq)[number->id]));
        return;
    }
    if (s.nout == 1 && dae_operands(d, eq)[0] < c->r->plan->nshared && c->kept[dae_operands(d, eq)[0]]) return;
    if (root->op != DAE_ASSIGN || s.nout != 1) {
        c->refused = "it has algorithms, when-equations or functions with several results";
        return;
    }
    DaeVar v = dae_operands(d, eq)[0];
    if (!is_real(d, v) && !(v < c->r->plan->nshared && is_real(c->r->plan->base->dae, v))) return;
    if (is_parameter(c, v)) return;
    DaePool p;
    Text t = {0};
    dae_pool_init(&p);
    DaeExpr value = dae_arg(&p, dae_expand(&p, d, eq), 1);
    write_expr(c, &p, value, &t);
    Definition *made = define(c, v);
    made->expr = base_strndup(&c->arena, base_text_str(&t), t.n);
    made->rests = rests(c, &p, value);
    base_text_free(&t);
    dae_pool_free(&p);
}

static void define_aliases(Combine *c) {
    const SymModel *m = c->m->model.sym;
    for (size_t i = 0; i < m->aliases.n; i++) {
        const SymAlias *a = &m->aliases.at[i];
        if (!is_real(m->dae, a->var) || is_parameter(c, a->var)) continue;
        if (a->var < c->r->plan->nshared && c->kept[a->var]) continue;
        Text t = {0};
        if (a->sign < 0) base_text_char(&t, '-');
        write_name(c, a->target, &t);
        Definition *made = define(c, a->var);
        made->expr = base_strndup(&c->arena, base_text_str(&t), t.n);
        made->rests = is_parameter(c, a->target);
        base_text_free(&t);
    }
}

static const char *companion(Combine *c, DaeVar x) {
    Text t = {0};
    quoted(c, c->r->plan->base->dae, x, "alpha ", &t);
    const char *name = base_strndup(&c->arena, base_text_str(&t), t.n);
    base_text_free(&t);
    return name;
}

static void define_mode(Combine *c) {
    const SymModel *m = c->m->model.sym;
    if (m->selections.n) c->refused = "states are picked while it runs";
    for (size_t i = 0; i < m->parameters.n; i++) define_by(c, &m->parameters.at[i].eq);
    for (size_t i = 0; i < m->blocks.n; i++) {
        if (m->blocks.at[i].system != UINT32_MAX) define_system(c, m->blocks.at[i].system);
        else define_by(c, &m->blocks.at[i].eq);
    }
    define_aliases(c);
    for (size_t i = 0; i < m->states.n; i++) {
        if (m->states.at[i].x >= c->r->plan->nshared) c->refused = "a state is not a variable of the model";
        else define(c, m->states.at[i].x)->expr = companion(c, m->states.at[i].x);
    }
}

/* ---- the text ---------------------------------------------------------------------------------------------------- */

static bool is_state(const Mode *m, DaeVar x) {
    for (size_t i = 0; i < m->model.sym->states.n; i++)
        if (m->model.sym->states.at[i].x == x) return true;
    return false;
}

/* "(mode == 1 or mode == 3)" of the modes that have x as a state; before: of the mode before the event. */
static void write_modes_of(const Combine *c, DaeVar x, bool before, Text *out) {
    bool any = false;
    base_text_char(out, '(');
    for (size_t i = 0; i < c->r->modes.n; i++) {
        if (!c->r->modes.at[i]->entered || !is_state(c->r->modes.at[i], x)) continue;
        if (any) base_text_add(out, " or ");
        if (before) base_text_printf(out, "pre(mode) == %zu", i + 1);
        else write_mode(c, i + 1, out);
        any = true;
    }
    base_text_char(out, ')');
}

/* ---- declarations ------------------------------------------------------------------------------------------------ */

static const char *truth(const Combine *c, bool b) { return c->classic ? b ? "True" : "False" : b ? "true" : "false"; }

static void declare_parameters(Combine *c, Text *out) {
    const ModePlan *p = c->r->plan;
    const Dae *d = p->base->dae;
    for (DaeVar v = 1; v < p->nshared; v++) {
        const DaeVariable *x = &d->vars.at[v];
        const char *type = x->base == DAE_REAL ? "Real " : x->base == DAE_BOOLEAN ? "Boolean " : "Integer ";
        if (x->kind > DAE_KIND_PARAMETER || x->base > DAE_BOOLEAN || isnan(p->values.at[v])) continue;
        base_text_printf(out, "  parameter %s", c->classic ? "" : type);
        quoted(c, d, v, "", out);
        if (x->base == DAE_BOOLEAN) base_text_printf(out, " = %s", truth(c, p->values.at[v] != 0));
        else base_text_printf(out, " = %.17g", p->values.at[v]);
        base_text_add(out, c->classic ? "\n" : ";\n");
    }
}

static bool is_watch(const ModePlan *p, DaeVar v) {
    for (size_t k = 0; k < p->chosen.n; k++)
        if (p->conditions.at[p->chosen.at[k]].watch == v) return true;
    return false;
}

/* A variable that changes at events, and is written as the flat model has it. */
static bool is_discrete(const Combine *c, DaeVar v) {
    const ModePlan *p = c->r->plan;
    const DaeVariable *x = &p->base->dae->vars.at[v];
    if (x->kind != DAE_KIND_DISCRETE || (x->flags & DAE_INPUT) || v == p->number || is_watch(p, v)) return false;
    return x->base == DAE_REAL ? c->kept[v] : x->base <= DAE_BOOLEAN && !sym_relation_of(p->base, v);
}

static void declare_discrete(Combine *c, DaeVar v, Text *out, Text *initial) {
    const DaeVariable *x = &c->r->plan->base->dae->vars.at[v];
    double start = c->r->beginning[v];
    const char *type = x->base == DAE_REAL ? "discrete Real " : x->base == DAE_BOOLEAN ? "Boolean " : "Integer ";
    Text name = {0}, value = {0};
    quoted(c, c->r->plan->base->dae, v, "", &name);
    if (x->base == DAE_BOOLEAN) base_text_add(&value, truth(c, start != 0));
    else base_text_printf(&value, "%.17g", start);
    if (c->classic) {
        base_text_printf(out, "  local %s\n", base_text_str(&name));
        base_text_printf(initial, "initial %s = %s\n", base_text_str(&name), base_text_str(&value));
    } else {
        base_text_printf(out, "  %s%s(start = %s%s);\n", type, base_text_str(&name), base_text_str(&value),
                         c->kept[v] ? ", fixed = true" : "");
    }
    base_text_free(&name);
    base_text_free(&value);
}

static void declare_inputs(Combine *c, Text *out) {
    const ModePlan *p = c->r->plan;
    const Dae *d = p->base->dae;
    for (DaeVar v = 1; v < p->nshared; v++) {
        const DaeVariable *x = &d->vars.at[v];
        bool input = (x->flags & DAE_INPUT) && (x->kind == DAE_KIND_CONTINUOUS || x->kind == DAE_KIND_DISCRETE);
        if (!input) continue;
        if (x->base > DAE_BOOLEAN) c->refused = "it has inputs that are no numbers";
        base_text_add(out, "  input ");
        if (!c->classic)
            base_text_add(out, x->base == DAE_REAL ? "Real " : x->base == DAE_BOOLEAN ? "Boolean " : "Integer ");
        quoted(c, d, v, "", out);
        base_text_add(out, c->classic ? "\n" : ";\n");
    }
}

/* initial: classic Dymola gives start values by commands. */
static void declare(Combine *c, Text *out, Text *initial) {
    const ModePlan *p = c->r->plan;
    const Dae *d = p->base->dae;
    declare_parameters(c, out);
    declare_inputs(c, out);
    for (DaeVar v = 1; v < p->nshared; v++)
        if (is_discrete(c, v)) declare_discrete(c, v, out, initial);
    for (size_t i = 0; i < c->names.n; i++) {
        DaeVar v = c->vars.at[i];
        bool output = v && (d->vars.at[v].flags & DAE_OUTPUT);
        if (c->classic) base_text_printf(out, "  %s %s\n", output ? "output" : "local", c->names.at[i]);
        else base_text_printf(out, "  %sReal %s;\n", output ? "output " : "", c->names.at[i]);
    }
    if (!c->classic) base_text_printf(out, "  Integer mode(start = %u, fixed = true);\n", c->r->changes.at[0].to);
    for (size_t i = 0; i < c->r->modes.n && c->classic; i++) {
        if (!c->r->modes.at[i]->entered) continue;
        base_text_printf(out, "  local mode%zu\n", i + 1);
        base_text_printf(initial, "initial mode%zu = %s\n", i + 1, truth(c, i + 1 == c->r->changes.at[0].to));
    }
}

/* ---- equations of modes ------------------------------------------------------------------------------------------ */

static void write_choice(const Combine *c, size_t at, Text *out) {
    const Definition *d = c->defs.at[at];
    const char *name = c->names.at[at], *first = NULL;
    size_t n = c->r->modes.n;
    bool residual = false, same = true;
    for (size_t i = 0; i < n; i++) {
        const char *e = d[i].expr ? d[i].expr : "0";
        if (!c->r->modes.at[i]->entered) continue;
        if (!first) first = e;
        residual |= d[i].residual != NULL;
        same &= !d[i].residual && !strcmp(e, first);
    }
    base_text_printf(out, "  %s = ", residual ? "0" : name);
    for (size_t i = 0; i < n && !same; i++) {
        if (!c->r->modes.at[i]->entered) continue;
        base_text_add(out, "if ");
        write_mode(c, i + 1, out);
        base_text_add(out, " then ");
        if (d[i].residual) base_text_add(out, d[i].residual);
        else if (residual) base_text_printf(out, "%s - (%s)", name, d[i].expr ? d[i].expr : "0");
        else base_text_add(out, d[i].expr ? d[i].expr : "0");
        base_text_add(out, " else ");
    }
    base_text_printf(out, c->classic ? "%s\n" : "%s;\n", same ? first : residual ? name : "0");
}

/* ---- events of the flat model ------------------------------------------------------------------------------------ */

/* The conditions of a when: trigger(b, pre b), or several of them.  false: it is none. */
static bool list_triggers(const DaePool *p, DaeExpr e, VecU32 *out) {
    const DaeNode *n = dae_at(p, e);
    if (n->op == DAE_OR) return list_triggers(p, dae_arg(p, e, 0), out) && list_triggers(p, dae_arg(p, e, 1), out);
    if (n->op != DAE_TRIGGER) return false;
    vec_push(out, dae_arg(p, e, 0));
    return true;
}

/* "b" or "{b, c}". */
static void write_triggers(Combine *c, const DaePool *p, const VecU32 *triggers, Text *out) {
    if (triggers->n > 1 && c->classic)
        c->refused = "a when-equation has several conditions, which classic Dymola has not";
    if (triggers->n > 1) base_text_char(out, '{');
    for (size_t i = 0; i < triggers->n; i++) {
        if (i) base_text_add(out, ", ");
        write_expr(c, p, triggers->at[i], out);
    }
    if (triggers->n > 1) base_text_char(out, '}');
}

/* v := if trigger(b, pre b) then e elseif ... else pre(v). */
static void write_when(Combine *c, const DaePool *p, DaeVar v, DaeExpr e, Text *out) {
    VecU32 triggers = {0};
    Text name = {0};
    bool first = true;
    write_name(c, v, &name);
    c->next = v;
    for (; dae_at(p, e)->op == DAE_IF && list_triggers(p, dae_arg(p, e, 0), &triggers); e = dae_arg(p, e, 2)) {
        if (!first && c->classic) c->refused = "a when-equation has branches, which classic Dymola has not";
        base_text_add(out, first ? "  when " : "  elsewhen ");
        write_triggers(c, p, &triggers, out);
        base_text_printf(out, c->classic ? " then\n    new(%s) = " : " then\n    %s = ", base_text_str(&name));
        write_expr(c, p, dae_arg(p, e, 1), out);
        base_text_add(out, c->classic ? "\n" : ";\n");
        vec_clear(&triggers);
        first = false;
    }
    const DaeNode *rest = dae_at(p, e);
    bool holds = rest->op == DAE_VAR && c->r->plan->base->dae->vars.at[rest->id].kind == DAE_KIND_PRE &&
                 c->r->plan->base->dae->vars.at[rest->id].of == v;
    if (first || !holds) c->refused = "it has algorithms, or when-equations of other kinds";
    base_text_add(out, c->classic ? "  endwhen\n" : "  end when;\n");
    c->next = 0;
    vec_free(&triggers);
    base_text_free(&name);
}

/* Is it a variable that only equations of the base assign? */
static DaeVar assigned(const Dae *d, const DaeEquation *eq) {
    const DaeShape *s = &d->shapes.at[eq->shape];
    return s->nout == 1 && dae_at(&d->pool, s->root)->op == DAE_ASSIGN ? dae_operands(d, eq)[0] : 0;
}

static void find_kept(Combine *c) {
    const Dae *d = c->r->plan->base->dae;
    c->kept = BASE_ARRAY(&c->arena, uint8_t, c->r->plan->nshared + 1);
    for (size_t i = 0; i < d->equations.n; i++) c->kept[assigned(d, &d->equations.at[i])] = 1;
    c->kept[0] = 0;
}

/* Equations of what changes at events, as the flat model has them. */
static void write_discrete(Combine *c, Text *out) {
    const Dae *d = c->r->plan->base->dae;
    DaePool pool;
    dae_pool_init(&pool);
    c->m = c->r->now;
    for (size_t i = 0; i < d->equations.n; i++) {
        const DaeEquation *eq = &d->equations.at[i];
        DaeExpr e = dae_expand(&pool, d, eq);
        DaeVar v = assigned(d, eq);
        if (v) {
            write_when(c, &pool, v, dae_arg(&pool, e, 1), out);
            continue;
        }
        if (d->shapes.at[eq->shape].nout) {
            c->refused = "it has algorithms, or functions with several results";
            continue;
        }
        const DaeNode *n = dae_at(&pool, dae_arg(&pool, e, 0));
        if (n->base == DAE_REAL || (n->op == DAE_VAR && is_watch(c->r->plan, n->id))) continue;
        if (n->op != DAE_VAR && c->classic) c->refused = "an equation of discrete variables is not solved for one";
        c->next = n->op == DAE_VAR ? n->id : 0;
        base_text_add(out, c->classic ? "  new(" : "  ");
        write_expr(c, &pool, dae_arg(&pool, e, 0), out);
        base_text_add(out, c->classic ? ") = " : " = ");
        write_expr(c, &pool, dae_arg(&pool, e, 1), out);
        base_text_add(out, c->classic ? "\n" : ";\n");
        c->next = 0;
    }
    dae_pool_free(&pool);
}

static void write_conditions(Combine *c, const Mode *m, Text *out) {
    const ModePlan *p = c->r->plan;
    for (size_t k = 0; k < p->chosen.n; k++) {
        base_text_printf(out, "%s%s(", k ? " and " : "", m->bits[k] ? "" : "not ");
        write_expr(c, &p->pool, p->conditions.at[p->chosen.at[k]].expr, out);
        base_text_char(out, ')');
    }
}

/* Which mode holds. */
static void write_number(Combine *c, Text *out) {
    if (!c->classic) base_text_add(out, "  mode = ");
    for (size_t i = 0; i < c->r->modes.n; i++) {
        if (!c->r->modes.at[i]->entered) continue;
        if (c->classic) base_text_printf(out, "  new(mode%zu) = ", i + 1);
        else base_text_add(out, "if ");
        write_conditions(c, c->r->modes.at[i], out);
        if (c->classic) base_text_char(out, '\n');
        else base_text_printf(out, " then %zu else ", i + 1);
    }
    if (!c->classic) base_text_add(out, "pre(mode);\n");
}

/* ---- companions -------------------------------------------------------------------------------------------------- */

/* reinit(x, ...) of the flat model. */
typedef struct {
    const char *event, *value;
} Reinit;
typedef VEC(Reinit) Reinits;

static void add_reinit(Combine *c, const DaePool *p, DaeExpr e, DaeVar x, const VecU32 *triggers, Reinits *out) {
    const DaeNode *n = dae_at(p, e);
    for (uint32_t i = 0; n->op == DAE_SEQ && i < n->nargs; i++) add_reinit(c, p, dae_arg(p, e, i), x, triggers, out);
    if (n->op == DAE_SEQ) return;
    if (n->op != DAE_REINIT || dae_at(p, dae_arg(p, e, 0))->op != DAE_VAR) {
        c->refused = "it acts at events otherwise than by reinit()";
        return;
    }
    if (dae_at(p, dae_arg(p, e, 0))->id != x) return;
    Text event = {0}, value = {0};
    write_triggers(c, p, triggers, &event);
    write_expr(c, p, dae_arg(p, e, 1), &value);
    vec_push(out, ((Reinit){base_strndup(&c->arena, base_text_str(&event), event.n),
                            base_strndup(&c->arena, base_text_str(&value), value.n)}));
    base_text_free(&event);
    base_text_free(&value);
}

static void find_reinits(Combine *c, DaeVar x, Reinits *out) {
    const Dae *d = c->r->plan->base->dae;
    DaePool pool;
    dae_pool_init(&pool);
    for (size_t i = 0; i < d->actions.n; i++) {
        DaeExpr e = dae_expand(&pool, d, &d->actions.at[i]);
        const DaeNode *n = dae_at(&pool, e);
        while (n->op == DAE_SEQ && n->nargs == 1) e = dae_arg(&pool, e, 0), n = dae_at(&pool, e);
        VecU32 triggers = {0};
        bool plain =
            n->op == DAE_IF_STMT && !dae_arg(&pool, e, 2) && list_triggers(&pool, dae_arg(&pool, e, 0), &triggers);
        if (plain && triggers.n == 1) add_reinit(c, &pool, dae_arg(&pool, e, 1), x, &triggers, out);
        else c->refused = "it acts at events otherwise than by reinit() at one condition";
        vec_free(&triggers);
    }
    dae_pool_free(&pool);
}

/* A mode that makes a state of x begins with the value that it had.  reinit() goes before. */
static void write_transfer(Combine *c, DaeVar x, bool varies, const Reinits *reinits, Text *declarations, Text *out) {
    const char *alpha = companion(c, x);
    Text events = {0}, value = {0};
    for (size_t i = 0; i < reinits->n; i++) {
        uint32_t k = ++c->nevents;
        base_text_printf(declarations, "  Boolean 'event %u';\n", k);
        base_text_printf(out, "  'event %u' = %s;\n", k, reinits->at[i].event);
        base_text_printf(&events, ", 'event %u'", k);
        base_text_printf(&value, "if edge('event %u') then %s else ", k, reinits->at[i].value);
    }
    base_text_printf(out, "  when {change(mode)%s} then\n    reinit(%s, %s", base_text_str(&events), alpha,
                     base_text_str(&value));
    if (varies) {
        base_text_add(out, "if ");
        write_modes_of(c, x, false, out);
        base_text_add(out, " and not ");
        write_modes_of(c, x, true, out);
        base_text_add(out, " then pre(");
        quoted(c, c->r->plan->base->dae, x, "", out);
        base_text_add(out, ") else ");
    }
    base_text_printf(out, "pre(%s));\n  end when;\n", alpha);
    base_text_free(&events);
    base_text_free(&value);
}

/* Classic Dymola has no pre(): alpha takes x when x stops to be a state, and follows it from there on. */
static void write_classic_transfer(Combine *c, DaeVar x, bool varies, const Reinits *reinits, Text *out) {
    const char *alpha = companion(c, x);
    if (varies) {
        base_text_add(out, "  when not ");
        write_modes_of(c, x, false, out);
        base_text_printf(out, " then\n    init(%s) = ", alpha);
        quoted(c, c->r->plan->base->dae, x, "", out);
        base_text_add(out, "\n  endwhen\n");
    }
    for (size_t i = 0; i < reinits->n; i++)
        base_text_printf(out, "  when %s then\n    init(%s) = %s\n  endwhen\n", reinits->at[i].event, alpha,
                         reinits->at[i].value);
}

/* What alpha does where x is no state: classic Dymola lets it follow. */
static const char *rest_of(Combine *c, DaeVar x) {
    uint64_t at, rate;
    const Dae *d = c->r->plan->base->dae;
    if (!c->classic) return NULL;
    if (d->vars.at[x].derivative && base_map_get(&c->by_key, d->vars.at[x].derivative, &rate)) {
        const Definition *f = &c->defs.at[rate][c->m->number - 1];
        bool absent = false;
        for (size_t i = 0; i < c->m->absent.n; i++) absent |= c->m->absent.at[i] == d->vars.at[x].derivative;
        if ((f->expr || f->residual) && !absent) return c->names.at[rate];
    }
    if (!base_map_get(&c->by_key, x, &at) || !c->defs.at[at][c->m->number - 1].rests)
        c->refused = "a variable moves where it is no state, by a derivative that is not known";
    return NULL;
}

static void write_companion(Combine *c, DaeVar x, Text *declarations, Text *equations, Text *initial) {
    Text rate = {0};
    Reinits reinits = {0};
    size_t states = 0, entered = 0;
    bool any = false;
    for (size_t i = 0; i < c->r->modes.n; i++) any |= c->r->modes.at[i]->entered && is_state(c->r->modes.at[i], x);
    for (size_t i = 0; i < c->r->modes.n && any; i++) {
        c->m = c->r->modes.at[i];
        if (!c->m->entered) continue;
        entered++;
        const SymModel *m = c->m->model.sym;
        DaeVar dx = 0;
        for (size_t k = 0; k < m->states.n; k++)
            if (m->states.at[k].x == x) dx = m->states.at[k].dx;
        const char *follows = dx ? NULL : rest_of(c, x);
        states += dx != 0;
        if (!dx && !follows) continue;
        base_text_add(&rate, "if ");
        write_mode(c, i + 1, &rate);
        base_text_add(&rate, " then ");
        if (dx) write_name(c, dx, &rate);
        else base_text_add(&rate, follows);
        base_text_add(&rate, " else ");
    }
    if (any) {
        const char *alpha = companion(c, x), *end = c->classic ? "\n" : ";\n";
        if (c->classic) {
            base_text_printf(declarations, "  local %s\n", alpha);
            base_text_printf(initial, "initial %s = %.17g\n", alpha, c->r->beginning[x]);
        } else {
            base_text_printf(declarations, "  Real %s(start = %.17g, fixed = true);\n", alpha, c->r->beginning[x]);
        }
        base_text_printf(equations, "  der(%s) = %s0%s", alpha, base_text_str(&rate), end);
        find_reinits(c, x, &reinits);
        if (c->classic) write_classic_transfer(c, x, states < entered, &reinits, equations);
        else if (reinits.n || states < entered)
            write_transfer(c, x, states < entered, &reinits, declarations, equations);
    }
    vec_free(&reinits);
    base_text_free(&rate);
}

/* ---- all of it --------------------------------------------------------------------------------------------------- */

static const char *reason(const Combine *c) {
    const ModePlan *p = c->r->plan;
    for (size_t i = 0; i < c->r->changes.n; i++)
        if (c->r->changes.at[i].states) return "values jump by impulses, which no equation of it says";
    return p->base->dae->partitions.n || p->base->samples.n ? "it has clocks or samples" : NULL;
}

static void refuse(const Combine *c) {
    Context *ctx = c->r->how.ctx;
    Diag *d =
        base_unsupported(ctx, "MODE0005", (Span){0}, "the model cannot be written as a combined one: %s", c->refused);
    if (reason(c))
        base_hint(ctx, d, "write reinit() of what jumps in a when-equation with the condition of the change");
    else base_hint(ctx, d, "a model without modes, and an FMU, can be made only of what a combined model can say");
}

static void write_model(Combine *c, const Text *declarations, const Text *equations, const Text *initial, Text *out) {
    const ModeRun *r = c->r;
    const char *model = base_str(r->how.ctx->names, r->plan->base->dae->model), *dot = strrchr(model, '.');
    const char *name = dot ? dot + 1 : model;
    if (c->classic) {
        base_text_printf(out, "{ %s with its modes as one model }\nmodel %sCombined\n%s%send\n%s", model, name,
                         declarations->at, equations->at, initial->n ? initial->at : "");
        base_text_printf(out, "experiment startTime = %.17g stopTime = %.17g\n", r->options.start, r->options.stop);
        return;
    }
    base_text_printf(out, "model %sCombined \"%s with its modes as one model\"\n%s", name, model, declarations->at);
    base_text_printf(out,
                     "equation\n%s  annotation (experiment(StartTime = %.17g, StopTime = %.17g));\nend %sCombined;\n",
                     equations->at, r->options.start, r->options.stop, name);
}

static void free_combine(Combine *c) {
    vec_free(&c->names);
    vec_free(&c->vars);
    vec_free(&c->defs);
    vec_free(&c->spelled);
    base_map_free(&c->by_key);
    base_map_free(&c->short_names);
    base_map_free(&c->spellings);
    base_free_arena(&c->arena);
}

bool mode_combine(const ModeRun *r, bool in_classic, Text *out) {
    Combine c = {.r = r, .classic = in_classic};
    Text declarations = {0}, equations = {0}, initial = {0};
    c.refused = reason(&c);
    find_kept(&c);
    for (size_t i = 0; i < r->modes.n && !c.refused; i++) {
        c.m = r->modes.at[i];
        if (c.m->entered) define_mode(&c);
    }
    if (!c.refused) {
        declare(&c, &declarations, &initial);
        write_discrete(&c, &equations);
        write_number(&c, &equations);
        for (size_t i = 0; i < c.names.n; i++) write_choice(&c, i, &equations);
        for (DaeVar x = 1; x < r->plan->nshared; x++) write_companion(&c, x, &declarations, &equations, &initial);
    }
    if (!c.refused) write_model(&c, &declarations, &equations, &initial, out);
    else refuse(&c);
    base_text_free(&declarations);
    base_text_free(&equations);
    base_text_free(&initial);
    bool done = !c.refused;
    free_combine(&c);
    return done;
}
