/* explain_run.c - what the runtime asks of the compiler when something fails: equations in words and numbers. */
#include "inspect/inspect.h"

#include <math.h>
#include <string.h>

enum { MAX_NAMED = 8 }; /* equations named in one message */

static const GenModel *model_of(const void *arg) { return arg; }

static GenWhere place(RtWhere where) {
    return where == RT_IN_PARAMETERS ? GEN_IN_PARAMETERS : where == RT_IN_INITIAL ? GEN_IN_INITIAL : GEN_IN_SIMULATION;
}

/* ---- values that are not finite ---------------------------------------------------------------------------------- */

static bool culprit(const void *arg, RtWhere where, uint32_t system, const double *v, MdVar *var, uint32_t *origin,
                    Text *why) {
    const GenModel *g = model_of(arg);
    GenCulprit c;
    if (!gen_locate(g, place(where), system, v, &c)) return false;
    if (gen_reason_text(g, &c.eq, v, why)) base_text_add(why, ": ");
    gen_equation_text(g, &c.eq, v, g->sym->dae->shapes.at[c.eq.shape].nout, why);
    *var = c.var;
    *origin = c.eq.origin;
    return true;
}

static bool has_culprit(const void *arg, const double *v) {
    GenCulprit c;
    return gen_locate_solved(model_of(arg), v, &c);
}

/* ---- systems of equations ---------------------------------------------------------------------------------------- */

static void residual(const void *arg, uint32_t system, uint32_t row, const double *v, Text *out) {
    const GenModel *g = model_of(arg);
    gen_equation_text(g, &g->sym->systems.at[system].residuals[row], v, 0, out);
}

static void note_equation(const GenModel *g, Context *ctx, Diag *d, const char *words, const DaeEquation *eq,
                          const double *v) {
    Text text = {0};
    base_text_add(&text, words);
    gen_equation_text(g, eq, v, 0, &text);
    base_note(ctx, d, dae_span(g->sym->dae, eq->origin), "%s", base_text_str(&text));
    base_text_free(&text);
}

static void mark_operands(const Dae *d, const DaeEquation *eq, uint8_t *marks) {
    const DaeOperand *o = dae_operands(d, eq);
    for (uint32_t k = 0; k < d->shapes.at[eq->shape].nholes; k++)
        if (!dae_operand_is_const(o[k])) marks[o[k]] = 1;
}

static bool computes_marked(const Dae *d, const DaeEquation *eq, const uint8_t *marks) {
    const DaeOperand *o = dae_operands(d, eq);
    for (uint32_t k = 0; k < d->shapes.at[eq->shape].nout; k++)
        if (marks[o[k]]) return true;
    return false;
}

static void dependent(const void *arg, Context *ctx, Diag *diag, uint32_t system, const double *weights,
                      const double *v) {
    const GenModel *g = model_of(arg);
    const Dae *d = g->sym->dae;
    const SymSystem *s = &g->sym->systems.at[system];
    double largest = 0;
    int shown = 0;
    uint8_t *marks = base_realloc(NULL, d->vars.n + 1);
    memset(marks, 0, d->vars.n + 1);
    for (uint32_t i = 0; i < s->n; i++) largest = fmax(largest, fabs(weights[i]));
    for (uint32_t i = 0; i < s->n && shown < MAX_NAMED; i++) {
        if (fabs(weights[i]) < 1e-3 * largest) continue;
        note_equation(g, ctx, diag,
                      shown++ ? "and this one: " : "these equations depend on each other: ", &s->residuals[i], v);
        mark_operands(d, &s->residuals[i], marks);
    }
    for (uint32_t i = s->ninner; i-- > 0 && shown < MAX_NAMED;) { /* put into them by tearing */
        if (!computes_marked(d, &s->inner[i], marks)) continue;
        note_equation(g, ctx, diag, "and this one: ", &s->inner[i], v);
        mark_operands(d, &s->inner[i], marks);
        shown++;
    }
    base_realloc(marks, 0);
}

/* ---- relations and variables ------------------------------------------------------------------------------------- */

static void relation(const void *arg, uint32_t i, Text *out) {
    const SymModel *m = model_of(arg)->sym;
    const SymRelation *r = &m->relations.at[i];
    static const char *const words[] = {"<", "<=", ">", ">="};
    DaePool pool;
    dae_pool_init(&pool);
    DaeExpr e = r->eq.shape < m->dae->shapes.n ? dae_expand(&pool, m->dae, &r->eq) : 0;
    if (e && dae_at(&pool, e)->nargs == 2 && r->kind != SYM_REL_FLOOR) {
        dae_print_expr(m->dae, &pool, dae_arg(&pool, e, 0), out);
        base_text_printf(out, " %s ", r->op >= DAE_LT && r->op <= DAE_GE ? words[r->op - DAE_LT] : "?");
        dae_print_expr(m->dae, &pool, dae_arg(&pool, e, 1), out);
    } else {
        base_text_printf(out, "relation %u", i + 1);
    }
    dae_pool_free(&pool);
}

static void undecided(const void *arg, uint32_t i, const double *v, Text *out) {
    const GenModel *g = model_of(arg);
    const DaeEquation *eq = &g->sym->relations.at[i].eq;
    if (gen_reason_text(g, eq, v, out)) return;
    base_text_add(out, "a side is not a finite number: ");
    gen_equation_text(g, eq, v, 0, out);
}

static bool variable(const void *arg, MdVar v, Text *out) {
    const Dae *d = model_of(arg)->sym->dae;
    return d->shown.print && d->shown.print(d->shown.arg, v, 0, out);
}

/* ---- conditions too many ----------------------------------------------------------------------------------------- */

typedef struct {
    const Dae *dae;
    const Runtime *rt;
    const DaeOperand *operands;
} Leaves;

static bool leaf_value(void *arg, const DaeNode *n, double *value) {
    const Leaves *l = arg;
    if (n->op != DAE_HOLE) return false;
    DaeOperand o = l->operands[n->id];
    *value = dae_operand_is_const(o) ? dae_constant_value(l->dae, o) : rt_value(l->rt, o);
    return true;
}

/* Values of both sides; false when only compiled code could tell. */
static bool side_values(const Dae *d, const Runtime *rt, const DaeEquation *eq, double side[2]) {
    const DaePool *p = &d->pool;
    Leaves leaves = {d, rt, dae_operands(d, eq)};
    DaeExpr root = d->shapes.at[eq->shape].root;
    return dae_run(d, p, dae_arg(p, root, 0), leaf_value, &leaves, &side[0]) &&
           dae_run(d, p, dae_arg(p, root, 1), leaf_value, &leaves, &side[1]);
}

static const char *condition_text(const Dae *d, Context *ctx, const DaeEquation *eq) {
    Text t = {0};
    dae_print_equation(d, eq, &t);
    t.n = strcspn(base_text_str(&t), "\n"); /* of an algorithm what it computes; its line stands beside it */
    while (t.n && strchr("; ", t.at[t.n - 1])) t.n--;
    t.at[t.n] = 0;
    const char *s = base_strdup(&ctx->arena, base_text_str(&t));
    base_text_free(&t);
    return s;
}

/* A value of one side, with the unit of the variable that is one of the sides. */
static const char *side_text(const Dae *d, Context *ctx, const DaeEquation *eq, double value) {
    const DaePool *p = &d->pool;
    DaeExpr root = d->shapes.at[eq->shape].root;
    Text t = {0};
    DaeVar v = 0;
    for (uint32_t k = 0; k < 2 && !v; k++) {
        const DaeNode *n = dae_at(p, dae_arg(p, root, k));
        DaeOperand o = n->op == DAE_HOLE ? dae_operands(d, eq)[n->id] : DAE_NO_OPERAND;
        if (o != DAE_NO_OPERAND && !dae_operand_is_const(o)) v = o;
    }
    if (v) dae_value_text(d, v, value, 9, &t);
    else base_text_printf(&t, "%.9g", value);
    const char *text = base_strdup(&ctx->arena, base_text_str(&t));
    base_text_free(&t);
    return text;
}

/* Does the condition speak of the value before the start of a variable that stands for others too?  These are equal
 * from the start on; what they were before each component may see in its own way (MLS 3.6, 8.6), the first one
 * counts. */
static bool is_past_of_several(const SymModel *m, const DaeEquation *eq) {
    for (uint32_t k = 0; k < m->dae->shapes.at[eq->shape].nholes; k++) {
        DaeOperand o = dae_operands(m->dae, eq)[k];
        if (dae_operand_is_const(o) || m->dae->vars.at[o].kind != DAE_KIND_PRE) continue;
        for (size_t i = 0; i < m->aliases.n; i++)
            if (m->aliases.at[i].target == o) return true;
    }
    return false;
}

/* Does the condition say that a derivative is zero? */
static bool is_rest(const Dae *d, const DaeEquation *eq, const double side[2]) {
    const DaeOperand *o = dae_operands(d, eq);
    uint32_t n = d->shapes.at[eq->shape].nholes;
    bool derivative = n && !dae_operand_is_const(o[0]) && d->vars.at[o[0]].kind == DAE_KIND_DERIVATIVE;
    return derivative && side[1] == 0 && (n == 1 || (n == 2 && dae_operand_is_const(o[1])));
}

static void report_conflict(const SymModel *m, Context *ctx, uint32_t check, const double side[2], bool tolerated) {
    const DaeEquation *eq = &m->initial_checks.at[check];
    static const char text[] =
        "too many conditions are given at the start, and they disagree: %s does not hold, %s is not %s";
    Span span = dae_span(m->dae, eq->origin);
    const char *condition = condition_text(m->dae, ctx, eq), *left = side_text(m->dae, ctx, eq, side[0]),
               *right = side_text(m->dae, ctx, eq, side[1]);
    Diag *d = tolerated ? base_warning(ctx, "RT0043", span, text, condition, left, right)
                        : base_error(ctx, "RT0043", span, text, condition, left, right);
    const DaeOperand *o = dae_operands(m->dae, eq);
    if (dae_instance(m->dae, eq->origin)) dae_about_origin(m->dae, ctx, d, eq->origin);
    else if (m->dae->shapes.at[eq->shape].nholes && !dae_operand_is_const(o[0]))
        dae_about_variable(m->dae, ctx, d, o[0]);
    for (size_t i = 0; d && i < m->initial_conflicts.n; i++) {
        const SymConflict *c = &m->initial_conflicts.at[i];
        if (c->check == check)
            base_note(ctx, d, dae_span(m->dae, c->eq.origin),
                      "this follows from the equations of the model and from %s", condition_text(m->dae, ctx, &c->eq));
    }
    if (d && is_rest(m->dae, eq, side))
        base_hint(ctx, d,
                  "the model has no steady state: something flows in or out for which nothing makes up; start from "
                  "values instead of from rest, or close the balance");
    else if (d) base_hint(ctx, d, "remove one of these initial equations or fixed = true, or give values that agree");
}

/* What initialisation did not need must hold all the same; conditions that agree are accepted. */
static bool conditions(const void *arg, Runtime *rt) {
    const SymModel *m = model_of(arg)->sym;
    bool ok = true;
    for (uint32_t i = 0; i < m->initial_checks.n; i++) {
        const DaeEquation *eq = &m->initial_checks.at[i];
        double side[2];
        if (!side_values(m->dae, rt, eq, side)) continue;
        if (fabs(side[0] - side[1]) <= 1e-6 * (1e-3 + fmax(fabs(side[0]), fabs(side[1])))) continue;
        bool tolerated = is_past_of_several(m, eq);
        report_conflict(m, rt_context(rt), i, side, tolerated);
        ok = ok && tolerated;
    }
    return ok;
}

/* ---- the run ----------------------------------------------------------------------------------------------------- */

static MdPattern pattern(const void *arg, const uint8_t *kept) { return sym_pattern(model_of(arg)->sym, kept); }

Runtime *ins_runtime(const GenModel *g, const CwModel *code, Context *ctx) {
    Runtime *rt = rt_new(g->description, code, ctx);
    rt_set_explain(rt, &(RtExplain){.arg = g,
                                    .culprit = culprit,
                                    .has_culprit = has_culprit,
                                    .residual = residual,
                                    .dependent = dependent,
                                    .relation = relation,
                                    .undecided = undecided,
                                    .variable = variable,
                                    .conditions = conditions,
                                    .pattern = pattern});
    return rt;
}

void ins_complete(GenModel *g) {
    MdModel *m = g->description;
    if (m->form.n || !m->nform_systems) return;
    uint8_t *kept = base_realloc(NULL, m->nsystems + 1);
    memset(kept, 0, m->nsystems + 1);
    for (uint32_t i = 0; i < m->nform_systems; i++) kept[m->form_systems[i]] = 1;
    m->form = sym_pattern(g->sym, kept);
    m->form.n = m->nstates;
    for (uint32_t i = 0; i < m->nform_systems; i++) m->form.n += m->systems[m->form_systems[i]].n;
    base_realloc(kept, 0);
}
