/* classic_instance.c - a model and all its submodels become variables and equations.
 *
 * Before: declarations.  After: m->vars and m->equations, grouped by submodel in order of declaration, the model's own
 * and the coupling equations last.  Variables of an instance stand together, so that a variable is found by the number
 * it has in its declaration.
 */
#include "classic/classic_impl.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    ClsModel *m;
    const ClsTypes *types;
    bool failed;
} Builder;

static const char *str(const ClsModel *m, Name n) { return base_str(m->ctx->names, n); }

/* ---- names ------------------------------------------------------------------------------------------------------- */

static void chain_text(const ClsModel *m, uint32_t instance, Text *out) {
    const ClsInstance *i = &m->instances.at[instance];
    if (i->parent == CLS_NONE) return;
    chain_text(m, i->parent, out);
    base_text_add(out, str(m, i->name));
    base_text_char(out, '.');
}

void cls_instance_text(const ClsModel *m, uint32_t instance, Text *out) {
    if (m->instances.at[instance].parent == CLS_NONE) {
        base_text_add(out, str(m, m->decl->name));
        return;
    }
    chain_text(m, instance, out);
    out->at[--out->n] = 0;
}

static void word_text(const ClsModel *m, uint32_t var, Text *out) {
    const ClsVar *v = &m->vars.at[var];
    int order = 0;
    bool next = v->kind == CLS_NEXT;
    if (next) v = &m->vars.at[v->of];
    for (; v->kind == CLS_DERIVATIVE; v = &m->vars.at[v->of]) order++;
    const char *word = str(m, v->word);
    const char *function = next ? "new" : order == 1 ? "der" : "der2";
    if (next || (order && order <= 2 && !m->differentiated)) {
        base_text_printf(out, "%s(%s)", function, word);
    } else if (order) {
        base_text_add(out, "der");
        if (order > 1) base_text_printf(out, "%d", order);
        base_text_add(out, word);
    } else {
        base_text_add(out, word);
    }
}

/* der(R1.u), but R1.deru. */
static bool wrapped(const ClsModel *m, uint32_t var) {
    const ClsVar *v = &m->vars.at[var];
    return v->kind == CLS_NEXT || (v->kind == CLS_DERIVATIVE && !m->differentiated);
}

static void qualified(const ClsModel *m, uint32_t var, Text *out, const char *prefix) {
    Text word = {0};
    word_text(m, var, &word);
    const char *w = base_text_str(&word);
    size_t at = wrapped(m, var) ? strcspn(w, "(") + 1 : 0;
    base_text_addn(out, w, at);
    base_text_add(out, prefix);
    base_text_add(out, w + at);
    base_text_free(&word);
}

void cls_full_text(const ClsModel *m, uint32_t var, Text *out) {
    Text prefix = {0};
    chain_text(m, m->vars.at[var].instance, &prefix);
    qualified(m, var, out, base_text_str(&prefix));
    base_text_free(&prefix);
}

void cls_var_text(const ClsModel *m, uint32_t var, uint32_t group, Text *out) {
    const ClsVar *v = &m->vars.at[var];
    if (var == 0 || v->instance == group) {
        word_text(m, var, out);
        return;
    }
    Text prefix = {0};
    if (v->instance == 0) base_text_printf(&prefix, "%s.", str(m, m->decl->name));
    else chain_text(m, v->instance, &prefix);
    qualified(m, var, out, base_text_str(&prefix));
    base_text_free(&prefix);
}

uint32_t cls_child(const ClsModel *m, uint32_t instance, Name name) {
    uint64_t k;
    const ClsInstance *i = &m->instances.at[instance];
    return base_map_get(&i->decl->submodel_of, name, &k) ? i->first_child + (uint32_t)k : CLS_NONE;
}

uint32_t cls_own_var(const ClsModel *m, uint32_t instance, Name name) {
    uint64_t k;
    const ClsInstance *i = &m->instances.at[instance];
    if (!base_map_get(&i->decl->var_of, name, &k)) return CLS_NONE;
    uint32_t var = i->first_var + (uint32_t)k;
    /* external: the nearest variable of that name further out */
    while (m->vars.at[var].kind == CLS_EXTERNAL && i->parent != CLS_NONE) {
        uint32_t parent = i->parent;
        i = &m->instances.at[parent];
        if (base_map_get(&i->decl->var_of, name, &k)) var = i->first_var + (uint32_t)k;
    }
    return var;
}

/* word, or derX, der(X), new(X) of a variable X. */
static uint32_t var_of_word(const ClsModel *m, uint32_t instance, const char *word) {
    uint32_t var = cls_own_var(m, instance, base_name(m->ctx->names, word));
    if (var != CLS_NONE) return var;
    size_t n = strlen(word);
    bool call = n && word[n - 1] == ')';
    if (strncmp(word, "der", 3) != 0 && strncmp(word, "new(", 4) != 0) return CLS_NONE;
    bool next = word[0] == 'n';
    const char *inner = word + 3;
    int order = 1;
    if (!next && *inner >= '2' && *inner <= '9') order = *inner++ - '0';
    inner += call;
    char *name = base_strndup(&m->ctx->arena, inner, strlen(inner) - call);
    var = cls_own_var(m, instance, base_name(m->ctx->names, name));
    if (var == CLS_NONE) return var;
    if (next) return m->vars.at[var].next ? m->vars.at[var].next : CLS_NONE;
    while (order-- && var) var = m->vars.at[var].der;
    return var ? var : CLS_NONE;
}

uint32_t cls_find_var(const ClsModel *m, const char *name) {
    if (strcmp(name, "Time") == 0) return 0;
    uint32_t instance = 0;
    size_t call = 0; /* der(C.u) is C.der(u) */
    if (strncmp(name, "der", 3) == 0 || strncmp(name, "new(", 4) == 0) {
        const char *open = strchr(name, '(');
        call = open ? (size_t)(open - name) + 1 : 0;
    }
    const char *at = name + call;
    for (const char *dot; (dot = strchr(at, '.')); at = dot + 1) {
        Name word = base_intern(m->ctx->names, at, (size_t)(dot - at));
        uint32_t child = cls_child(m, instance, word);
        if (child == CLS_NONE && instance == 0 && word == m->decl->name) child = 0;
        if (child == CLS_NONE) return CLS_NONE;
        instance = child;
    }
    const char *word = call ? base_sprintf(&m->ctx->arena, "%.*s%s", (int)call, name, at) : at;
    return var_of_word(m, instance, word);
}

/* ---- variables --------------------------------------------------------------------------------------------------- */

/* The leaf of a variable is looked up once: it occurs several times. */
DaeExpr cls_var(ClsModel *m, uint32_t var) {
    while (m->leaf.n <= var) vec_push(&m->leaf, 0);
    if (!m->leaf.at[var]) m->leaf.at[var] = dae_var(&m->pool, var, DAE_REAL);
    return m->leaf.at[var];
}

uint32_t cls_der(ClsModel *m, uint32_t var) {
    if (m->vars.at[var].der) return m->vars.at[var].der;
    /* What is known is known over time, and so is its derivative. */
    bool known = m->vars.at[var].role == CLS_KNOWN;
    ClsVar v = {.instance = m->vars.at[var].instance,
                .kind = CLS_DERIVATIVE,
                .of = var,
                .role = known ? CLS_KNOWN : CLS_UNKNOWN};
    m->vars.at[var].der = (uint32_t)m->vars.n;
    if (!known && !m->vars.at[var].chosen && !m->differentiated) m->vars.at[var].role = CLS_STATE;
    vec_push(&m->vars, v);
    return m->vars.at[var].der;
}

uint32_t cls_next(ClsModel *m, uint32_t var) {
    if (m->vars.at[var].next) return m->vars.at[var].next;
    ClsVar v = {.instance = m->vars.at[var].instance, .kind = CLS_NEXT, .of = var, .role = CLS_UNKNOWN};
    m->vars.at[var].next = (uint32_t)m->vars.n;
    m->vars.at[var].discrete = true;
    m->vars.at[var].role = CLS_KNOWN;
    vec_push(&m->vars, v);
    return m->vars.at[var].next;
}

static void make_variables(ClsModel *m, uint32_t instance, const ClsSubmodel *s) {
    const ClsDecl *d = m->instances.at[instance].decl;
    m->instances.at[instance].first_var = (uint32_t)m->vars.n;
    for (size_t k = 0; k < d->vars.n; k++) {
        const ClsVarDecl *from = &d->vars.at[k];
        ClsVar v = {
            .instance = instance, .word = from->name, .kind = from->kind, .text = from->text, .value = from->value};
        v.has_value = from->text != 0;
        bool known =
            from->kind == CLS_PARAMETER || from->kind == CLS_CONSTANT || (from->kind == CLS_INPUT && instance == 0);
        v.role = known ? CLS_KNOWN : CLS_UNKNOWN;
        vec_push(&m->vars, v);
    }
    uint32_t position = 0;
    for (uint32_t k = 0; s && k < s->nargs; k++) {
        const ClsArgument *a = &s->args[k];
        uint32_t var = CLS_NONE;
        if (a->name) {
            uint64_t i;
            if (base_map_get(&d->var_of, a->name, &i) && d->vars.at[i].kind == CLS_PARAMETER) var = (uint32_t)i;
        } else {
            while (position < d->vars.n && d->vars.at[position].kind != CLS_PARAMETER) position++;
            if (position < d->vars.n) var = position++;
        }
        if (var == CLS_NONE) {
            Diag *e =
                a->name ? base_error(m->ctx, "CLS0010", a->span, "model type %s has no parameter '%s'", str(m, d->name),
                                     str(m, a->name))
                        : base_error(m->ctx, "CLS0010", a->span, "model type %s has fewer parameters", str(m, d->name));
            base_note(m->ctx, e, d->span, "the model type is here");
            continue;
        }
        ClsVar *v = &m->vars.at[m->instances.at[instance].first_var + var];
        v->text = a->text;
        v->value = a->value;
        v->has_value = true;
    }
}

/* ---- submodels --------------------------------------------------------------------------------------------------- */

static const ClsDecl *find_type(Builder *b, const ClsDecl *from, const ClsSubmodel *s) {
    if (s->own) return s->own;
    for (const ClsDecl *d = from; d; d = d->outer)
        for (size_t i = 0; i < d->nested.n; i++)
            if (d->nested.at[i]->name == s->type) return d->nested.at[i];
    const ClsDecl *found = b->types->find(b->types->arg, s->type);
    if (!found) {
        Diag *e = base_error(b->m->ctx, "CLS0011", s->span, "there is no model type '%s'", str(b->m, s->type));
        base_hint(b->m->ctx, e, "enter the model type before the model that uses it");
    }
    return found;
}

static bool is_recursive(Builder *b, uint32_t parent, const ClsDecl *type, Span span) {
    uint32_t depth = 0;
    for (uint32_t i = parent; i != CLS_NONE; i = b->m->instances.at[i].parent) {
        if (b->m->instances.at[i].decl == type || ++depth > (uint32_t)b->m->ctx->max_depth / 8) {
            Diag *e = base_error(b->m->ctx, "CLS0012", span, "model type %s contains itself as a submodel",
                                 str(b->m, type->name));
            base_hint(b->m->ctx, e, "a model must be made of other models; end the recursion");
            return true;
        }
    }
    return false;
}

static void make_children(Builder *b, uint32_t instance) {
    ClsModel *m = b->m;
    const ClsDecl *d = m->instances.at[instance].decl;
    uint32_t first = (uint32_t)m->instances.n;
    m->instances.at[instance].first_child = first;
    for (size_t k = 0; k < d->submodels.n; k++) {
        const ClsSubmodel *s = &d->submodels.at[k];
        const ClsDecl *type = find_type(b, d, s);
        if (!type || is_recursive(b, instance, type, s->span)) {
            b->failed = true;
            return;
        }
        vec_push(&m->instances,
                 ((ClsInstance){.name = s->name, .parent = instance, .decl = type, .first_slot = CLS_NONE}));
        make_variables(m, first + (uint32_t)k, s);
    }
    for (size_t k = 0; k < d->submodels.n && !b->failed; k++) make_children(b, first + (uint32_t)k);
}

/* ---- equations --------------------------------------------------------------------------------------------------- */

static uint32_t resolve_var(Builder *b, uint32_t instance, const ClsExpr *e) {
    ClsModel *m = b->m;
    uint32_t at = instance;
    if (!e->npath && strcmp(str(m, e->word), "Time") == 0) return 0;
    for (uint32_t k = 0; k < e->npath; k++) {
        uint32_t child = cls_child(m, at, e->path[k]);
        if (child == CLS_NONE && k == 0 && instance == 0 && e->path[0] == m->decl->name) child = 0;
        if (child == CLS_NONE) {
            base_error(m->ctx, "CLS0013", e->span, "%s has no submodel '%s'", str(m, m->instances.at[at].decl->name),
                       str(m, e->path[k]));
            b->failed = true;
            return 0;
        }
        at = child;
    }
    uint32_t var = cls_own_var(m, at, e->word);
    if (var != CLS_NONE) return var;
    const ClsDecl *d = m->instances.at[at].decl;
    VEC(const char *) names = {0};
    for (size_t i = 0; i < d->vars.n; i++) vec_push(&names, str(m, d->vars.at[i].name));
    const char *near = base_nearest(str(m, e->word), names.at, names.n);
    Diag *g = base_error(m->ctx, "CLS0014", e->span, "model %s has no variable '%s'", str(m, d->name), str(m, e->word));
    if (near) base_hint(m->ctx, g, "did you mean '%s'?", near);
    else base_hint(m->ctx, g, "declare it: local %s", str(m, e->word));
    vec_free(&names);
    b->failed = true;
    return 0;
}

/* Sums and products at the outside of an equation occur once; what functions are of has to be recognised where it
 * occurs again. */
static bool is_lone(const ClsExpr *e) {
    return e->op == DAE_ADD || e->op == DAE_SUB || e->op == DAE_MUL || e->op == DAE_NEG;
}

static bool is_chain(const ClsExpr *e) { return e->nargs == 2 && e->op >= DAE_ADD && e->op <= DAE_DIV; }

static DaeExpr resolve_part(Builder *b, uint32_t instance, const ClsExpr *e, bool outside);

/* A sum of any length: operators to the left in a loop. */
static DaeExpr resolve_chain(Builder *b, uint32_t instance, const ClsExpr *e) {
    VEC(const ClsExpr *) chain = {0};
    for (; is_chain(e); e = e->args[0]) vec_push(&chain, e);
    DaeExpr left = resolve_part(b, instance, e, false);
    while (chain.n) {
        const ClsExpr *x = vec_pop(&chain);
        DaeExpr args[2] = {left, resolve_part(b, instance, x->args[1], false)};
        left = dae_node(&b->m->pool, (DaeNode){.op = (uint16_t)x->op, .base = DAE_REAL}, args, 2);
    }
    vec_free(&chain);
    return left;
}

static DaeExpr resolve_part(Builder *b, uint32_t instance, const ClsExpr *e, bool outside) {
    const ClsExpr *inner = e;
    int length = 0;
    while (is_chain(inner) && length < 100) inner = inner->args[0], length++;
    if (length == 100) return resolve_chain(b, instance, e);
    ClsModel *m = b->m;
    DaePool *p = &m->pool;
    if (e->op == DAE_CONST) {
        const char *w = str(m, e->word);
        return strcmp(w, "True") == 0 || strcmp(w, "False") == 0 ? dae_bool(p, e->value != 0) : dae_real(p, e->value);
    }
    if (e->op == DAE_VAR || e->op >= CLS_OP_DER) {
        uint32_t var = resolve_var(b, instance, e->op == DAE_VAR ? e : e->args[0]);
        if (e->op == CLS_OP_DER && var)
            for (int k = (int)e->value; k--;) var = cls_der(m, var);
        if ((e->op == CLS_OP_NEW) && var) var = cls_next(m, var);
        return cls_var(m, var);
    }
    DaeExpr args[64];
    if (e->nargs > 64) {
        base_error(m->ctx, "CLS0003", e->span, "more than 64 arguments");
        b->failed = true;
        return dae_real(p, 0);
    }
    bool lone = outside && is_lone(e);
    for (uint32_t k = 0; k < e->nargs; k++) args[k] = resolve_part(b, instance, e->args[k], lone);
    DaeNode head = {.op = (uint16_t)e->op, .base = DAE_REAL};
    if (e->op >= DAE_LT && e->op <= DAE_NOT) head.base = DAE_BOOLEAN;
    if (e->op == DAE_CALL) head.id = e->word;
    return lone ? dae_lone_node(p, head, args, e->nargs) : dae_node(p, head, args, e->nargs);
}

static DaeExpr resolve(Builder *b, uint32_t instance, const ClsExpr *e) { return resolve_part(b, instance, e, true); }

static void add_procedure(Builder *b, uint32_t instance, const ClsStatement *s, ClsEquation e) {
    DaePool *p = &b->m->pool;
    DaeExpr outs[64], args[64], call = resolve(b, instance, s->rhs);
    uint32_t n = s->nouts < 64 ? s->nouts : 64;
    for (uint32_t k = 0; k < n; k++) outs[k] = resolve(b, instance, s->outs[k]);
    e.condition = dae_node(p, (DaeNode){.op = DAE_ARRAY, .base = DAE_REAL, .rank = 1}, outs, n);
    DaeNode head = *dae_at(p, call);
    for (uint32_t k = 0; k < head.nargs; k++) args[k] = dae_arg(p, call, k);
    for (uint32_t k = 0; k < n; k++) {
        head.value.i = k;
        e.lhs = outs[k];
        e.rhs = dae_node(p, head, args, head.nargs);
        vec_push(&b->m->equations, e);
    }
}

static void add_statement(Builder *b, uint32_t instance, const ClsStatement *s) {
    ClsModel *m = b->m;
    ClsEquation e = {.group = instance, .kind = s->kind, .span = s->span, .var = CLS_NONE, .derivative = CLS_NONE};
    if (s->kind == CLS_PROCEDURE) {
        add_procedure(b, instance, s, e);
        return;
    }
    e.lhs = resolve(b, instance, s->lhs);
    e.rhs = resolve(b, instance, s->rhs);
    if (s->kind == CLS_WHEN) {
        e.condition = resolve(b, instance, s->condition);
        bool next = s->lhs->op == CLS_OP_NEW, init = s->lhs->op == CLS_OP_INIT;
        if (!next && !init) {
            Diag *d = base_error(m->ctx, "CLS0015", s->span, "an equation inside when gives init(x) or new(v)");
            base_hint(m->ctx, d, "init(x) = ... sets a state anew, new(v) = ... a discrete variable");
            b->failed = true;
        } else if (next) {
            m->vars.at[dae_at(&m->pool, e.lhs)->id].role = CLS_KNOWN; /* computed at events only */
        }
    }
    vec_push(&m->equations, e);
}

static void default_equations(Builder *b, uint32_t instance) {
    ClsModel *m = b->m;
    const ClsInstance *i = &m->instances.at[instance];
    for (size_t k = 0; k < i->decl->vars.n && instance; k++) {
        const ClsVarDecl *v = &i->decl->vars.at[k];
        if (v->kind != CLS_DEFAULT || cls_is_connected(m, instance, v->name)) continue;
        ClsEquation e = {.group = instance, .span = v->span, .var = CLS_NONE, .derivative = CLS_NONE};
        e.lhs = cls_var(m, i->first_var + (uint32_t)k);
        e.rhs = dae_real(&m->pool, v->value);
        vec_push(&m->equations, e);
    }
}

/* An external variable has to exist further out. */
static void check_externals(Builder *b) {
    ClsModel *m = b->m;
    for (uint32_t v = 1; v < m->vars.n; v++) {
        const ClsVar *x = &m->vars.at[v];
        if (x->kind != CLS_EXTERNAL || m->vars.at[cls_own_var(m, x->instance, x->word)].kind != CLS_EXTERNAL) continue;
        const ClsDecl *d = m->instances.at[x->instance].decl;
        uint64_t k = 0;
        base_map_get(&d->var_of, x->word, &k);
        Diag *e =
            base_error(m->ctx, "CLS0016", d->vars.at[k].span, "no model around %s declares the external variable '%s'",
                       str(m, d->name), str(m, x->word));
        base_hint(m->ctx, e, "declare it there: internal %s", str(m, x->word));
        b->failed = true;
    }
}

static void make_connections(Builder *b, uint32_t instance) {
    const ClsInstance *i = &b->m->instances.at[instance];
    uint32_t first = i->first_child, n = (uint32_t)i->decl->submodels.n;
    for (uint32_t k = 0; k < n; k++) make_connections(b, first + k);
    const ClsDecl *d = b->m->instances.at[instance].decl;
    for (size_t k = 0; k < d->connects.n; k++)
        if (!cls_connect(b->m, instance, &d->connects.at[k])) b->failed = true;
}

static void make_equations(Builder *b, uint32_t instance) {
    const ClsDecl *d = b->m->instances.at[instance].decl;
    uint32_t first = b->m->instances.at[instance].first_child;
    for (size_t k = 0; k < d->submodels.n; k++) make_equations(b, first + (uint32_t)k);
    for (size_t k = 0; k < d->statements.n; k++) add_statement(b, instance, &d->statements.at[k]);
    default_equations(b, instance);
}

/* ---- which variables are logical --------------------------------------------------------------------------------- */

static bool is_logical(const ClsModel *m, DaeExpr e) {
    const DaeNode *n = dae_at(&m->pool, e);
    if (n->op == DAE_VAR) return m->vars.at[n->id].boolean;
    if (n->op == DAE_IF) return is_logical(m, dae_arg(&m->pool, e, 1));
    return n->base == DAE_BOOLEAN;
}

static bool mark_logical(ClsModel *m, DaeExpr e) {
    const DaeNode *n = dae_at(&m->pool, e);
    if (n->op != DAE_VAR || !n->id || m->vars.at[n->id].boolean) return false;
    ClsVar *v = &m->vars.at[n->id];
    v->boolean = true;
    if (v->kind == CLS_NEXT) m->vars.at[v->of].boolean = true;
    if (v->next) m->vars.at[v->next].boolean = true;
    return true;
}

typedef struct {
    ClsModel *m;
    bool any;
} Marking;

static bool mark_condition(void *arg, DaeExpr e) {
    Marking *k = arg;
    const DaeNode *n = dae_at(&k->m->pool, e);
    if (n->op == DAE_AND || n->op == DAE_OR || n->op == DAE_NOT)
        for (uint32_t i = 0; i < n->nargs; i++) k->any |= mark_logical(k->m, dae_arg(&k->m->pool, e, i));
    if (n->op == DAE_IF) k->any |= mark_logical(k->m, dae_arg(&k->m->pool, e, 0));
    return false;
}

static bool mark_conditions(ClsModel *m, DaeExpr e) {
    Marking k = {m, false};
    cls_walk(&m->pool, e, mark_condition, &k);
    return k.any;
}

/* Variables have no types in this language: what stands as a condition, or equals something logical, is logical. */
static void find_logical(ClsModel *m) {
    bool any = false;
    for (size_t i = 0; i < m->equations.n; i++) {
        const ClsEquation *e = &m->equations.at[i];
        any |= mark_conditions(m, e->lhs);
        any |= mark_conditions(m, e->rhs);
        if (e->condition) {
            any |= mark_logical(m, e->condition);
            any |= mark_conditions(m, e->condition);
        }
        any |= is_logical(m, e->rhs) && e->kind != CLS_PROCEDURE;
    }
    for (int round = 0; any && round < 100; round++) {
        any = false;
        for (size_t i = 0; i < m->equations.n; i++) {
            const ClsEquation *e = &m->equations.at[i];
            if (e->kind == CLS_PROCEDURE) continue;
            if (is_logical(m, e->rhs)) any |= mark_logical(m, e->lhs);
            if (is_logical(m, e->lhs)) any |= mark_logical(m, e->rhs);
        }
    }
}

/* ---- the whole --------------------------------------------------------------------------------------------------- */

/* Equations by group: submodels in depth-first order, each with its coupling equations behind its own. */
static void rank_groups(const ClsModel *m, uint32_t instance, uint32_t *rank, uint32_t *next) {
    const ClsInstance *i = &m->instances.at[instance];
    for (size_t k = 0; k < i->decl->submodels.n; k++) rank_groups(m, i->first_child + (uint32_t)k, rank, next);
    rank[instance] = (*next)++;
}

static void sort_by_group(ClsModel *m) {
    size_t n = m->equations.n, groups = m->instances.n;
    uint32_t *rank = BASE_ARRAY(&m->arena, uint32_t, groups), next = 0;
    uint32_t *place = BASE_ARRAY(&m->arena, uint32_t, groups + 1);
    rank_groups(m, 0, rank, &next);
    for (size_t i = 0; i < n; i++) place[rank[m->equations.at[i].group] + 1]++;
    for (size_t i = 0; i < groups; i++) place[i + 1] += place[i];
    ClsEquations sorted = {0};
    vec_reserve(&sorted, n + 1);
    sorted.n = n;
    for (size_t i = 0; i < n; i++) sorted.at[place[rank[m->equations.at[i].group]]++] = m->equations.at[i];
    vec_free(&m->equations);
    m->equations = sorted;
}

ClsModel *cls_instantiate(Context *ctx, const ClsDecl *decl, const ClsTypes *types) {
    ClsModel *m = base_realloc(NULL, sizeof *m);
    *m = (ClsModel){.ctx = ctx, .decl = decl};
    dae_pool_init(&m->pool);
    size_t before = base_error_count(ctx);
    Builder b = {.m = m, .types = types};
    vec_push(&m->vars, ((ClsVar){.word = base_name(ctx->names, "Time"), .role = CLS_KNOWN}));
    vec_push(&m->instances,
             ((ClsInstance){.name = decl->name, .parent = CLS_NONE, .decl = decl, .first_slot = CLS_NONE}));
    make_variables(m, 0, NULL);
    make_children(&b, 0);
    size_t statements = 0;
    for (size_t i = 0; i < m->instances.n; i++) statements += m->instances.at[i].decl->statements.n;
    dae_pool_reserve(&m->pool, m->vars.n + 3 * statements);
    if (!b.failed) check_externals(&b);
    if (!b.failed) make_connections(&b, 0);
    if (!b.failed) make_equations(&b, 0);
    if (!b.failed) cls_couple(m);
    if (b.failed || base_error_count(ctx) > before) {
        cls_free_model(m);
        return NULL;
    }
    sort_by_group(m);
    find_logical(m);
    return m;
}

void cls_free_model(ClsModel *m) {
    dae_pool_free(&m->pool);
    vec_free(&m->instances);
    vec_free(&m->vars);
    vec_free(&m->equations);
    vec_free(&m->leaf);
    vec_free(&m->leaves);
    vec_free(&m->sets);
    vec_free(&m->slots);
    base_map_free(&m->leaf_of);
    vec_free(&m->trace);
    vec_free(&m->active);
    vec_free(&m->kept);
    vec_free(&m->zero);
    vec_free(&m->order);
    vec_free(&m->blocks);
    vec_free(&m->unassigned);
    vec_free(&m->constraints);
    vec_free(&m->incidence);
    vec_free(&m->start);
    vec_free(&m->owner);
    base_free_arena(&m->arena);
    base_realloc(m, 0);
}
