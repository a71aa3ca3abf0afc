/* flat.c - the model as flat DAE: variables and equations, made with the calls that flatten makes.
 *
 * Known variables become parameters, states get their initial values, derivatives of variables that are no states are
 * variables of their own once `differentiate` made equations for them.  The declarations of functions alone come as
 * text: those of Modelica functions are what the Modelica front end has flattened.
 */
#include "classic/classic_impl.h"

#include <string.h>

/* ---- what the writer of Modelica text asks too ------------------------------------------------------------------- */

bool cls_is_operator(const ClsModel *m, uint32_t v) {
    const ClsVar *x = &m->vars.at[v];
    if (x->kind != CLS_DERIVATIVE || cls_is_state(m, v)) return false;
    if (cls_is_state(m, x->of)) return true;
    return !m->differentiated && !(x->role != CLS_UNKNOWN && x->set);
}

void cls_flat_name(const ClsModel *m, uint32_t v, Text *out) {
    const ClsVar *x = &m->vars.at[v];
    int order = 0;
    for (; x->kind == CLS_DERIVATIVE; x = &m->vars.at[x->of]) order++;
    Text inner = {0};
    cls_full_text(m, (uint32_t)(x - m->vars.at), &inner);
    const char *s = base_text_str(&inner), *dot = strrchr(s, '.');
    size_t prefix = dot ? (size_t)(dot - s) + 1 : 0;
    base_text_addn(out, s, prefix);
    if (order) base_text_add(out, "der");
    if (order > 1) base_text_printf(out, "%d", order);
    base_text_add(out, s + prefix);
    base_text_free(&inner);
}

typedef struct {
    const ClsModel *m;
    ClsUse *use;
} Marking;

static void mark_used(void *arg, uint32_t v) {
    Marking *k = arg;
    const ClsVar *x = &k->m->vars.at[v];
    k->use->used[v] = 1;
    if (x->kind == CLS_NEXT || x->kind == CLS_DERIVATIVE) k->use->used[x->of] = 1;
    if (x->kind == CLS_DERIVATIVE && k->m->vars.at[x->of].kind == CLS_DERIVATIVE) mark_used(arg, x->of);
}

ClsUse cls_use(ClsModel *m) {
    ClsUse u = {.used = base_realloc(NULL, m->vars.n)};
    Marking k = {m, &u};
    memset(u.used, 0, m->vars.n);
    bool partitioned = m->partitioned;
    u.free_states = !cls_partition(m);
    m->partitioned = partitioned;
    for (size_t i = 0; i < m->equations.n; i++) {
        const ClsEquation *e = &m->equations.at[i];
        cls_each_var(&m->pool, e->lhs, mark_used, &k);
        cls_each_var(&m->pool, e->rhs, mark_used, &k);
        if (e->kind == CLS_WHEN) cls_each_var(&m->pool, e->condition, mark_used, &k);
    }
    return u;
}

ClsShown cls_shown(const ClsModel *m, const ClsUse *u, uint32_t v) {
    const ClsVar *x = &m->vars.at[v];
    if (x->kind == CLS_NEXT || cls_is_operator(m, v)) return CLS_NOT_SHOWN;
    bool constant = x->kind == CLS_PARAMETER || x->kind == CLS_CONSTANT;
    if (!u->used[v] && !(constant && x->role == CLS_KNOWN)) return CLS_NOT_SHOWN;
    return x->role != CLS_UNKNOWN && !cls_is_state(m, v) && !x->discrete ? CLS_AS_PARAMETER : CLS_AS_VARIABLE;
}

uint32_t cls_next_of(const ClsModel *m, const ClsEquation *e) {
    const DaeNode *l = dae_at(&m->pool, e->lhs);
    return l->op == DAE_VAR && m->vars.at[l->id].kind == CLS_NEXT ? m->vars.at[l->id].of : CLS_NONE;
}

/* ---- functions --------------------------------------------------------------------------------------------------- */

void cls_c_function(const ClsFunction *f, bool as_modelica, Text *out) {
    base_text_printf(out, "  function %s\n", f->name);
    for (uint32_t k = 1; k <= f->nin; k++) base_text_printf(out, "    input Real a%u;\n", k);
    for (uint32_t k = 1; k <= f->nout; k++) base_text_printf(out, "    output Real y%u;\n", k);
    base_text_printf(out, "  external \"C\" %s", f->function ? "y1 = " : "");
    base_text_printf(out, as_modelica ? "%s(" : "\"%s\"(", f->name);
    for (uint32_t k = 1; k <= f->nin; k++) base_text_printf(out, "%sa%u", k > 1 ? ", " : "", k);
    for (uint32_t k = 1; !f->function && k <= f->nout; k++)
        base_text_printf(out, "%sy%u", k > 1 || f->nin ? ", " : "", k);
    base_text_add(out, as_modelica ? ") annotation (Include = " : ")\n      include ");
    base_text_string(out, f->text, strlen(f->text));
    if (as_modelica) base_text_printf(out, ");\n  end %s;\n", f->name);
    else base_text_add(out, ";\n  end function;\n");
}

/* A DAE that has the functions of the model, and nothing else; NULL after reporting. */
static Dae *with_functions(const ClsModel *m) {
    if (!m->functions || !m->functions->n) return dae_new(m->ctx);
    Map seen = {0};
    Text t = {0};
    base_text_add(&t, "dae functions\n");
    for (size_t i = 0; i < m->functions->n; i++) {
        const ClsFunction *f = &m->functions->at[i];
        if (!f->modelica) cls_c_function(f, false, &t);
        for (uint32_t k = 0; f->modelica && k < f->nflat; k++) {
            if (!base_map_get(&seen, f->flat[k].name, NULL)) base_text_add(&t, f->flat[k].text);
            base_map_put(&seen, f->flat[k].name, 1);
        }
    }
    base_text_add(&t, "end dae;\n");
    Dae *d = dae_parse(m->ctx, base_source_string(m->ctx->sources, "functions", t.at, t.n));
    base_text_free(&t);
    base_map_free(&seen);
    return d;
}

/* ---- expressions ------------------------------------------------------------------------------------------------- */

typedef struct {
    ClsModel *m;
    Dae *d;
    DaeVar *var;     /* by variable of the model: its own, or 0 */
    uint32_t before; /* variable that is read as its value before the event */
    DaePool pool;
    DaeWalk walk;
    VecU32 made; /* by number in walk */
} Build;

/* What a leaf means: a variable, its derivative, its value before the event. */
static DaeVar flat_var(Build *b, uint32_t v) {
    const ClsVar *x = &b->m->vars.at[v];
    if (v == 0) return 0;
    if (x->kind == CLS_NEXT) return b->var[x->of];
    if (cls_is_operator(b->m, v)) return dae_der(b->d, flat_var(b, x->of));
    return v == b->before ? dae_pre(b->d, b->var[v]) : b->var[v];
}

static DaeExpr leaf(Build *b, DaeVar v) { return dae_var(&b->pool, v, b->d->vars.at[v].base); }

static DaeExpr node(Build *b, const DaeNode *n, const DaeExpr *args) {
    if (n->op == DAE_VAR) return leaf(b, flat_var(b, n->id));
    if (n->op == DAE_CONST)
        return n->base == DAE_BOOLEAN ? dae_bool(&b->pool, n->value.i != 0) : dae_real(&b->pool, n->value.r);
    if (n->op == DAE_CALL) {
        uint32_t f = dae_find_function(b->d, n->id);
        return dae_call(b->d, &b->pool, f, 0, args, n->nargs);
    }
    return dae_op(&b->pool, n->op, args, n->nargs);
}

/* Equal parts once, however deep it is nested. */
static DaeExpr expr(Build *b, DaeExpr e) {
    const DaePool *from = &b->m->pool;
    DaeWalk *w = &b->walk;
    dae_walk(w, from, e);
    vec_clear(&b->made);
    for (uint32_t i = 0; i < w->n; i++) {
        DaeNode n = *dae_at(from, w->at[i]);
        DaeExpr args[64]; /* classic_instance.c refuses more */
        for (uint32_t k = 0; k < n.nargs; k++) args[k] = b->made.at[dae_walk_slot(w, dae_arg(from, w->at[i], k))];
        DaeExpr made = node(b, &n, args);
        vec_push(&b->made, made);
    }
    return vec_last(&b->made);
}

/* ---- variables --------------------------------------------------------------------------------------------------- */

static Span declared_at(const ClsModel *m, uint32_t v) {
    while (m->vars.at[v].kind == CLS_DERIVATIVE || m->vars.at[v].kind == CLS_NEXT) v = m->vars.at[v].of;
    const ClsInstance *i = &m->instances.at[m->vars.at[v].instance];
    return i->decl->vars.at[v - i->first_var].span;
}

static DaeName path_name(Dae *d, const char *path) {
    DaeName name = 0;
    for (const char *p = path; *p;) {
        size_t n = strcspn(p, ".");
        name = dae_name(d, name, base_intern(d->ctx->names, p, n), NULL, 0);
        p += n + (p[n] == '.');
    }
    return name;
}

static void bind(Build *b, DaeVar v, const ClsVar *x, uint32_t origin) {
    DaeExpr value = x->boolean ? dae_bool(&b->pool, x->value != 0) : dae_real(&b->pool, x->value);
    DaeExpr root = dae_op2(&b->pool, DAE_ASSIGN, leaf(b, v), value);
    dae_add_equation(b->d, &b->d->bindings, &b->pool, root, &v, 1, origin);
}

static void declare(Build *b, const ClsUse *u, uint32_t v) {
    const ClsVar *x = &b->m->vars.at[v];
    ClsShown shown = cls_shown(b->m, u, v);
    if (shown == CLS_NOT_SHOWN) return;
    Text path = {0};
    cls_flat_name(b->m, v, &path);
    DaeVariable var = {.name = path_name(b->d, base_text_str(&path)),
                       .start = DAE_NO_OPERAND,
                       .base = x->boolean ? DAE_BOOLEAN : DAE_REAL,
                       .kind = x->boolean || x->discrete ? DAE_KIND_DISCRETE : DAE_KIND_CONTINUOUS,
                       .origin = dae_origin(b->d, declared_at(b->m, v), 0)};
    base_text_free(&path);
    bool state = cls_is_state(b->m, v);
    if (shown == CLS_AS_PARAMETER) {
        var.kind = DAE_KIND_PARAMETER;
        var.flags = DAE_FIXED;
    } else if (state || x->set || x->has_value) {
        var.flags = DAE_HAS_START | (state && (x->set || !u->free_states) ? DAE_FIXED : 0);
        var.start = dae_constant(b->d, x->value);
    }
    b->var[v] = dae_add_var(b->d, &var);
    if (shown == CLS_AS_PARAMETER) bind(b, b->var[v], x, var.origin);
}

/* The condition of a when-clause is a variable of its own. */
static DaeVar condition_var(Build *b, uint32_t k, uint32_t origin) {
    char name[32];
    snprintf(name, sizeof name, "$when%u", k);
    DaeVariable v = {.name = path_name(b->d, name),
                     .start = DAE_NO_OPERAND,
                     .base = DAE_BOOLEAN,
                     .kind = DAE_KIND_DISCRETE,
                     .flags = DAE_HIDDEN,
                     .origin = origin};
    return dae_add_var(b->d, &v);
}

/* ---- equations --------------------------------------------------------------------------------------------------- */

static void equate(Build *b, DaeExpr lhs, DaeExpr rhs, uint32_t origin) {
    dae_add_equation(b->d, &b->d->equations, &b->pool, dae_op2(&b->pool, DAE_EQUATE, lhs, rhs), NULL, 0, origin);
}

static void assign(Build *b, DaeVar v, DaeExpr value, uint32_t origin) {
    DaeExpr root = dae_op2(&b->pool, DAE_ASSIGN, leaf(b, v), value);
    dae_add_equation(b->d, &b->d->equations, &b->pool, root, &v, 1, origin);
}

/* Several results of a call; said with the first of them. */
static void procedure(Build *b, const ClsEquation *e, uint32_t origin) {
    const DaePool *from = &b->m->pool;
    if (dae_at(from, e->rhs)->value.i) return;
    DaeExpr call = expr(b, e->rhs), args[65] = {call};
    DaeVar outs[64];
    uint32_t n = dae_at(from, e->condition)->nargs;
    for (uint32_t k = 0; k < n; k++) {
        outs[k] = flat_var(b, dae_at(from, dae_arg(from, e->condition, k))->id);
        args[k + 1] = leaf(b, outs[k]);
    }
    DaeExpr root = dae_node(&b->pool, (DaeNode){.op = DAE_ASSIGN_CALL, .base = DAE_VOID}, args, n + 1);
    dae_add_equation(b->d, &b->d->equations, &b->pool, root, outs, n, origin);
}

static void when(Build *b, const ClsEquation *e, uint32_t k, uint32_t origin) {
    DaePool *p = &b->pool;
    DaeVar w = condition_var(b, k, origin);
    uint32_t next = cls_next_of(b->m, e);
    equate(b, leaf(b, w), expr(b, e->condition), origin);
    DaeExpr trigger = dae_op2(p, DAE_TRIGGER, leaf(b, w), leaf(b, dae_pre(b->d, w)));
    if (next == CLS_NONE) {
        DaeExpr reinit = dae_op2(p, DAE_REINIT, expr(b, e->lhs), expr(b, e->rhs));
        dae_add_equation(b->d, &b->d->actions, p, dae_op3(p, DAE_IF_STMT, trigger, reinit, 0), NULL, 0, origin);
        return;
    }
    b->before = next;
    DaeExpr value = expr(b, e->rhs);
    b->before = CLS_NONE;
    assign(b, b->var[next], dae_op3(p, DAE_IF, trigger, value, leaf(b, dae_pre(b->d, b->var[next]))), origin);
}

static void equation(Build *b, const ClsEquation *e, uint32_t *conditions) {
    uint32_t origin = dae_origin(b->d, e->span, 0);
    if (e->kind == CLS_WHEN) when(b, e, ++*conditions, origin);
    else if (e->kind == CLS_PROCEDURE) procedure(b, e, origin);
    else {
        DaeExpr lhs = expr(b, e->lhs);
        b->before = cls_next_of(b->m, e);
        equate(b, lhs, expr(b, e->rhs), origin);
        b->before = CLS_NONE;
    }
    dae_pool_release(&b->pool, (DaePoolMark){1, 0});
}

Dae *cls_flat(ClsModel *m, const ClsExperiment *x, DaeVar **vars) {
    Build b = {.m = m, .d = with_functions(m), .before = CLS_NONE};
    if (!b.d) return NULL;
    ClsUse use = cls_use(m);
    b.d->model = m->decl->name;
    b.d->experiment.start = x->start;
    b.d->experiment.stop = x->stop;
    b.d->experiment.has = 1 | 2;
    b.var = *vars = BASE_ARRAY(&m->ctx->arena, DaeVar, m->vars.n);
    dae_pool_init(&b.pool);
    for (uint32_t v = 1; v < m->vars.n; v++) declare(&b, &use, v);
    for (uint32_t v = 1; v < m->vars.n; v++) /* x'' is the derivative of derx */
        if (m->vars.at[v].kind == CLS_DERIVATIVE && cls_is_state(m, v) && cls_is_state(m, m->vars.at[v].of))
            equate(&b, leaf(&b, dae_der(b.d, b.var[m->vars.at[v].of])), leaf(&b, b.var[v]), 0);
    uint32_t conditions = 0;
    for (size_t i = 0; i < m->equations.n; i++) equation(&b, &m->equations.at[i], &conditions);
    dae_pool_free(&b.pool);
    dae_walk_free(&b.walk);
    vec_free(&b.made);
    base_realloc(use.used, 0);
    return b.d;
}
