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
} Definition;

typedef struct {
    const ModeRun *r;
    const Mode *m; /* the mode that is being written */
    Arena arena;
    VEC(const char *) names; /* variables of the combined model */
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

/* ---- names ------------------------------------------------------------------------------------------------------- */

/* An identifier as it is, anything else in quotes. */
static void quoted(const Dae *d, DaeVar v, const char *prefix, Text *out) {
    Text name = {0};
    base_text_add(&name, prefix);
    dae_var_text(d, v, &name);
    const char *s = base_text_str(&name);
    bool plain = strspn(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") == name.n;
    base_text_printf(out, plain ? "%s" : "'%s'", s);
    base_text_free(&name);
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
    gen_dialect_expr(&modelica, c->r->how.ctx->names, &plain, root, write_name, c, out);
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
    if (v == 0) base_text_add(out, "time");
    else if (s && s->kind == SYM_REL_FLOOR) c->refused = "it rounds";
    else if (s) write_relation(c, s, out);
    else if (d->vars.at[v].kind == DAE_KIND_PRE) {
        base_text_add(out, "pre(");
        write_name(arg, d->vars.at[v].of, out);
        base_text_char(out, ')');
    } else if (v < p->nshared) {
        quoted(d, v, "", out);
    } else {
        char prefix[32];
        snprintf(prefix, sizeof prefix, "in mode %u: ", c->m->number);
        quoted(d, v, prefix, out);
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
    write_expr(c, &p, dae_arg(&p, dae_expand(&p, d, eq), 1), &t);
    define(c, v)->expr = base_strndup(&c->arena, base_text_str(&t), t.n);
    base_text_free(&t);
    dae_pool_free(&p);
}

static void define_aliases(Combine *c) {
    const SymModel *m = c->m->model.sym;
    for (size_t i = 0; i < m->aliases.n; i++) {
        const SymAlias *a = &m->aliases.at[i];
        if (!is_real(m->dae, a->var) || is_parameter(c, a->var)) continue;
        Text t = {0};
        if (a->sign < 0) base_text_char(&t, '-');
        write_name(c, a->target, &t);
        define(c, a->var)->expr = base_strndup(&c->arena, base_text_str(&t), t.n);
        base_text_free(&t);
    }
}

static const char *companion(Combine *c, DaeVar x) {
    Text t = {0};
    quoted(c->r->plan->base->dae, x, "alpha ", &t);
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

/* "(mode == 1 or mode == 3)" of the modes that have x as a state. */
static void write_modes_of(const Combine *c, DaeVar x, const char *mode, Text *out) {
    bool any = false;
    base_text_char(out, '(');
    for (size_t i = 0; i < c->r->modes.n; i++) {
        if (!c->r->modes.at[i]->entered || !is_state(c->r->modes.at[i], x)) continue;
        base_text_printf(out, "%s%s == %zu", any ? " or " : "", mode, i + 1);
        any = true;
    }
    base_text_char(out, ')');
}

static void declare(Combine *c, Text *out) {
    const ModePlan *p = c->r->plan;
    const Dae *d = p->base->dae;
    for (DaeVar v = 1; v < p->nshared; v++) {
        const DaeVariable *x = &d->vars.at[v];
        const char *type = x->base == DAE_REAL ? "Real" : x->base == DAE_BOOLEAN ? "Boolean" : "Integer";
        if (x->kind > DAE_KIND_PARAMETER || x->base > DAE_BOOLEAN || isnan(p->values.at[v])) continue;
        base_text_printf(out, "  parameter %s ", type);
        quoted(d, v, "", out);
        if (x->base == DAE_BOOLEAN) base_text_printf(out, " = %s;\n", p->values.at[v] != 0 ? "true" : "false");
        else base_text_printf(out, " = %.17g;\n", p->values.at[v]);
    }
    for (DaeVar v = 1; v < p->nshared; v++) {
        const DaeVariable *x = &d->vars.at[v];
        if (x->kind != DAE_KIND_DISCRETE || x->base != DAE_BOOLEAN || x->flags & DAE_HIDDEN) continue;
        base_text_add(out, "  Boolean ");
        quoted(d, v, "", out);
        base_text_printf(out, "(start = %s);\n", c->r->beginning[v] != 0 ? "true" : "false");
    }
    for (size_t i = 0; i < c->names.n; i++) base_text_printf(out, "  Real %s;\n", c->names.at[i]);
    base_text_printf(out, "  Integer mode(start = %u, fixed = true);\n", c->r->changes.at[0].to);
}

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
        base_text_printf(out, "if mode == %zu then ", i + 1);
        if (d[i].residual) base_text_add(out, d[i].residual);
        else if (residual) base_text_printf(out, "%s - (%s)", name, d[i].expr ? d[i].expr : "0");
        else base_text_add(out, d[i].expr ? d[i].expr : "0");
        base_text_add(out, " else ");
    }
    base_text_printf(out, "%s;\n", same ? first : residual ? name : "0");
}

static void write_companions(Combine *c, Text *declarations, Text *equations) {
    const ModePlan *p = c->r->plan;
    const Dae *d = p->base->dae;
    Text changes = {0};
    for (DaeVar x = 1; x < p->nshared; x++) {
        Text rate = {0};
        size_t states = 0, entered = 0;
        for (size_t i = 0; i < c->r->modes.n; i++) {
            c->m = c->r->modes.at[i];
            if (!c->m->entered) continue;
            entered++;
            const SymModel *m = c->m->model.sym;
            for (size_t k = 0; k < m->states.n; k++) {
                if (m->states.at[k].x != x) continue;
                base_text_printf(&rate, "if mode == %zu then ", i + 1);
                write_name(c, m->states.at[k].dx, &rate);
                base_text_add(&rate, " else ");
                states++;
            }
        }
        if (states) {
            const char *alpha = companion(c, x);
            base_text_printf(declarations, "  Real %s(start = %.17g, fixed = true);\n", alpha, c->r->beginning[x]);
            base_text_printf(equations, "  der(%s) = %s0;\n", alpha, base_text_str(&rate));
        }
        if (states && states < entered) {
            base_text_add(&changes, "    if ");
            write_modes_of(c, x, "mode", &changes);
            base_text_add(&changes, " and not ");
            write_modes_of(c, x, "pre(mode)", &changes);
            base_text_printf(&changes, " then\n      reinit(%s, pre(", companion(c, x));
            quoted(d, x, "", &changes);
            base_text_add(&changes, "));\n    end if;\n");
        }
        base_text_free(&rate);
    }
    if (changes.n) base_text_printf(equations, "  when change(mode) then\n%s  end when;\n", base_text_str(&changes));
    base_text_free(&changes);
}

/* Boolean equations of the flat model, and the number of the mode. */
static void write_discrete(Combine *c, Text *out) {
    const ModePlan *p = c->r->plan;
    const Dae *d = p->base->dae;
    DaePool pool;
    dae_pool_init(&pool);
    c->m = c->r->now;
    for (size_t i = 0; i < d->equations.n; i++) {
        const DaeEquation *eq = &d->equations.at[i];
        if (d->shapes.at[eq->shape].nout) {
            c->refused = "it has algorithms, when-equations or functions with several results";
            continue;
        }
        DaeExpr e = dae_expand(&pool, d, eq), left = dae_arg(&pool, e, 0);
        const DaeNode *n = dae_at(&pool, left);
        bool own = n->op == DAE_VAR && (d->vars.at[n->id].flags & DAE_HIDDEN);
        if (n->base == DAE_REAL || own) continue;
        base_text_add(out, "  ");
        write_expr(c, &pool, left, out);
        base_text_add(out, " = ");
        write_expr(c, &pool, dae_arg(&pool, e, 1), out);
        base_text_add(out, ";\n");
    }
    dae_pool_free(&pool);
    base_text_add(out, "  mode = ");
    for (size_t i = 0; i < c->r->modes.n; i++) {
        if (!c->r->modes.at[i]->entered) continue;
        base_text_add(out, "if ");
        for (size_t k = 0; k < p->chosen.n; k++) {
            base_text_printf(out, "%s%s(", k ? " and " : "", c->r->modes.at[i]->bits[k] ? "" : "not ");
            write_expr(c, &p->pool, p->conditions.at[p->chosen.at[k]].expr, out);
            base_text_char(out, ')');
        }
        base_text_printf(out, " then %zu else ", i + 1);
    }
    base_text_add(out, "pre(mode);\n");
}

static const char *reason(const Combine *c) {
    if (c->refused) return c->refused;
    for (size_t i = 0; i < c->r->changes.n; i++)
        if (c->r->changes.at[i].impulses) return "values jump by impulses, which no equation of it says";
    return c->r->plan->base->dae->partitions.n || c->r->plan->base->samples.n ? "it has clocks or samples" : NULL;
}

bool mode_combine(const ModeRun *r, Text *out) {
    Combine c = {.r = r};
    Text declarations = {0}, equations = {0};
    c.refused = reason(&c);
    for (size_t i = 0; i < r->modes.n && !c.refused; i++) {
        c.m = r->modes.at[i];
        if (c.m->entered) define_mode(&c);
    }
    if (!c.refused) {
        declare(&c, &declarations);
        write_discrete(&c, &equations);
        for (size_t i = 0; i < c.names.n; i++) write_choice(&c, i, &equations);
        write_companions(&c, &declarations, &equations);
    }
    if (!c.refused) {
        const char *model = base_str(r->how.ctx->names, r->plan->base->dae->model), *dot = strrchr(model, '.');
        base_text_printf(out, "model %sCombined \"%s with its modes as one model\"\n%s", dot ? dot + 1 : model, model,
                         base_text_str(&declarations));
        base_text_printf(
            out, "equation\n%s  annotation (experiment(StartTime = %.17g, StopTime = %.17g));\nend %sCombined;\n",
            base_text_str(&equations), r->options.start, r->options.stop, dot ? dot + 1 : model);
    } else {
        base_unsupported(r->how.ctx, "MODE0005", (Span){0}, "the model cannot be written as a combined one: %s",
                         c.refused);
    }
    base_text_free(&declarations);
    base_text_free(&equations);
    vec_free(&c.names);
    vec_free(&c.defs);
    base_map_free(&c.by_key);
    bool done = !c.refused;
    base_free_arena(&c.arena);
    return done;
}
