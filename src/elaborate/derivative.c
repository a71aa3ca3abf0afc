/* derivative.c - functions that are partial derivatives of others: function d = der(f, x, y) (MLS 3.6, 12.7.2).
 *
 * Before: an elaborated function f.  After: a function with f's inputs whose body runs f's statements and, before each
 * assignment v := e, the assignment v' := de/dx of the derivative of v (forward mode; Wengert, 1964).  A call inside f
 * is differentiated through the partial derivatives of the function it calls.
 */
#include "elaborate/elaborate_impl.h"

#include <string.h>

typedef struct {
    Inst *in;
    InstElab x;
    InstComp *wrt;               /* input that is differentiated by */
    InstComp **of, **derivative; /* variables of the function and their derivatives */
    uint32_t n;
    Span at; /* of what is built */
    bool failed;
} Diff;

static InstExpr *diff(Diff *d, InstExpr *e);

/* NULL stands for zero everywhere below. */
static InstExpr *zero_of(Diff *d, InstExpr *e) {
    InstExpr *zero = inst_real_node(d->in, 0, e->span);
    if (e->type.ndims == 0) return zero;
    InstExpr *args[64] = {zero};
    for (uint32_t k = 0; k < e->type.ndims && k < 63; k++) args[k + 1] = inst_size_node(d->in, e, k, e->span);
    InstType t = e->type;
    t.base = INST_REAL;
    t.cls = NULL;
    return inst_builtin_node(d->in, INST_B_FILL, t, e->span, args, e->type.ndims + 1u);
}

static InstExpr *or_zero(Diff *d, InstExpr *derivative, InstExpr *e) { return derivative ? derivative : zero_of(d, e); }

static InstExpr *bin(Diff *d, SynOp op, InstExpr *a, InstExpr *b) { return inst_binary(&d->x, op, a, b, a->span); }

static InstExpr *num(Diff *d, double v, const InstExpr *at) { return inst_real_node(d->in, v, at->span); }

static InstExpr *fun(Diff *d, InstBuiltin b, InstExpr *a) {
    InstType t = a->type;
    t.base = INST_REAL;
    return inst_builtin_node(d->in, b, t, a->span, &a, 1);
}

static InstExpr *add(Diff *d, InstExpr *a, InstExpr *b) {
    if (a == NULL) return b;
    return b ? bin(d, SYN_ADD, a, b) : a;
}

static InstExpr *unsupported(Diff *d, const InstExpr *e) {
    if (!d->failed)
        base_unsupported(d->in->ctx, "INST0680", e->span, "the partial derivative of this expression is not supported");
    d->failed = true;
    return NULL;
}

static InstExpr *diff_cref(Diff *d, InstExpr *e) {
    if (e->type.base != INST_REAL) return NULL;
    if (e->parts[0].comp == d->wrt) return num(d, 1, e);
    for (uint32_t i = 0; i < d->n; i++) {
        if (d->of[i] != e->parts[0].comp) continue;
        if (d->derivative[i] == NULL) return unsupported(d, e); /* a record */
        InstExpr *r = base_copy(&d->in->arena, e, sizeof *e);
        r->parts = base_copy(&d->in->arena, e->parts, e->nparts * sizeof *e->parts);
        r->parts[0].comp = d->derivative[i];
        return r;
    }
    return NULL;
}

static InstExpr *diff_power(Diff *d, InstExpr *a, InstExpr *da, InstExpr *b, InstExpr *db) {
    InstExpr *power = bin(d, SYN_POW, a, bin(d, SYN_SUB, b, num(d, 1, b)));
    InstExpr *r = da ? bin(d, SYN_MUL, bin(d, SYN_MUL, b, power), da) : NULL;
    if (db) r = add(d, r, bin(d, SYN_MUL, bin(d, SYN_MUL, bin(d, SYN_POW, a, b), fun(d, INST_B_LOG, a)), db));
    return r;
}

static InstExpr *diff_binary(Diff *d, InstExpr *e) {
    InstExpr *a = e->args[0], *b = e->args[1];
    if (e->type.base != INST_REAL) return NULL;
    InstExpr *da = diff(d, a), *db = diff(d, b);
    if (da == NULL && db == NULL) return NULL;
    switch ((SynOp)e->op) {
    case SYN_ADD:
    case SYN_SUB:
    case SYN_EADD:
    case SYN_ESUB: return bin(d, e->op, or_zero(d, da, a), or_zero(d, db, b));
    case SYN_MUL:
    case SYN_EMUL: return add(d, da ? bin(d, e->op, da, b) : NULL, db ? bin(d, e->op, a, db) : NULL);
    case SYN_DIV:
    case SYN_EDIV: {
        InstExpr *r = da ? bin(d, e->op, da, b) : NULL;
        if (db == NULL) return r;
        InstExpr *second = bin(d, SYN_EDIV, bin(d, SYN_EMUL, a, db), bin(d, SYN_EMUL, b, b));
        return r ? bin(d, SYN_SUB, r, second) : inst_unary(&d->x, SYN_NEG, second, e->span);
    }
    case SYN_POW: return e->type.ndims ? unsupported(d, e) : diff_power(d, a, da, b, db);
    default: return unsupported(d, e);
    }
}

static uint64_t handle(InstExpr *e) { return (uint64_t)(uintptr_t)e; }

static uint64_t formula_number(void *arg, double x) {
    Diff *d = arg;
    return handle(inst_real_node(d->in, x, d->at));
}

/* Elementwise where arguments are arrays. */
static uint64_t formula_apply(void *arg, DaeOp op, uint64_t first, uint64_t second) {
    Diff *d = arg;
    InstExpr *a = (InstExpr *)(uintptr_t)first, *b = (InstExpr *)(uintptr_t)second;
    switch (op) {
    case DAE_ADD: return handle(bin(d, SYN_EADD, a, b));
    case DAE_SUB: return handle(bin(d, SYN_ESUB, a, b));
    case DAE_MUL: return handle(bin(d, SYN_EMUL, a, b));
    case DAE_DIV: return handle(bin(d, SYN_EDIV, a, b));
    case DAE_POW: return handle(bin(d, SYN_EPOW, a, b));
    default: return handle(fun(d, inst_of_elementary(op), a));
    }
}

/* Slopes of a mathematical function times the derivatives of its arguments. */
static InstExpr *diff_elementary(Diff *d, InstExpr *e) {
    const DaeElementary *f = dae_elementary(inst_builtin_op(e->builtin));
    DaeBuilder b = {d, formula_number, formula_apply, NULL};
    InstExpr *sum = NULL;
    for (uint32_t k = 0; k < e->nargs; k++) {
        InstExpr *inner = e->args[k] ? diff(d, e->args[k]) : NULL;
        const char *slope = f ? dae_slope_formula(f, k) : NULL;
        if (!inner) continue;
        if (!slope) return unsupported(d, e);
        d->at = e->span;
        uint64_t z = e->nargs > 1 ? handle(e->args[1]) : 0;
        InstExpr *outer = (InstExpr *)(uintptr_t)dae_formula(slope, &b, handle(e->args[0]), z, handle(e));
        sum = add(d, sum, bin(d, SYN_EMUL, outer, inner));
    }
    return sum;
}

static InstExpr *diff_builtin(Diff *d, InstExpr *e) {
    if (e->type.base != INST_REAL) return NULL;
    InstExpr *inner = NULL;
    for (uint32_t i = 0; i < e->nargs && inner == NULL; i++)
        if (e->args[i] && e->args[i]->type.base == INST_REAL) inner = diff(d, e->args[i]);
    if (inner == NULL) return NULL;
    switch (e->builtin) {
    case INST_B_NOEVENT:
    case INST_B_HOMOTOPY: return inner;
    case INST_B_SMOOTH: return inner;
    case INST_B_SUM:
    case INST_B_TRANSPOSE:
    case INST_B_VECTOR:
    case INST_B_MATRIX:
    case INST_B_SCALAR: {
        InstExpr *r = base_copy(&d->in->arena, e, sizeof *e);
        r->args = base_copy(&d->in->arena, &inner, sizeof inner);
        return r;
    }
    case INST_B_ABS: {
        InstExpr *args[3] = {bin(d, SYN_GE, e->args[0], num(d, 0, e)), inner,
                             inst_unary(&d->x, SYN_NEG, inner, e->span)};
        return e->type.ndims ? unsupported(d, e) : inst_node_args(d->in, INST_E_IF, e->type, e->span, args, 3);
    }
    case INST_B_MIN:
    case INST_B_MAX: {
        if (e->nargs != 2 || e->type.ndims) return unsupported(d, e);
        InstExpr *a = e->args[0], *b = e->args[1];
        InstExpr *args[3] = {bin(d, e->builtin == INST_B_MIN ? SYN_LE : SYN_GE, a, b), or_zero(d, diff(d, a), a),
                             or_zero(d, diff(d, b), b)};
        return inst_node_args(d->in, INST_E_IF, e->type, e->span, args, 3);
    }
    default: return diff_elementary(d, e);
    }
}

static InstExpr *diff_call(Diff *d, InstExpr *e) {
    if (e->type.base != INST_REAL) return NULL;
    InstExpr *sum = NULL;
    for (uint32_t i = 0; i < e->nargs; i++) {
        InstExpr *inner =
            e->args[i]->type.base == INST_REAL || e->args[i]->type.base == INST_RECORD ? diff(d, e->args[i]) : NULL;
        if (inner == NULL) continue;
        if (e->integer || e->nparts || e->function->external || e->args[i]->type.ndims || e->type.ndims)
            return unsupported(d, e);
        InstFunction *g = inst_partial_derivative(e->function, i);
        if (g == NULL) return unsupported(d, e);
        InstExpr *call = base_copy(&d->in->arena, e, sizeof *e);
        call->function = g;
        sum = add(d, sum, bin(d, SYN_MUL, call, inner));
    }
    return sum;
}

static InstExpr *diff_array(Diff *d, InstExpr *e) {
    InstExpr **args = BASE_ARRAY(&d->in->arena, InstExpr *, e->nargs + 1);
    bool any = false;
    for (uint32_t i = 0; i < e->nargs; i++) any |= (args[i] = diff(d, e->args[i])) != NULL;
    if (!any) return NULL;
    for (uint32_t i = 0; i < e->nargs; i++) args[i] = or_zero(d, args[i], e->args[i]);
    return inst_make_array(&d->x, args, e->nargs, e->span);
}

static InstExpr *diff(Diff *d, InstExpr *e) {
    if (d->failed) return NULL;
    switch ((InstExprKind)e->kind) {
    case INST_E_CREF: return diff_cref(d, e);
    case INST_E_UNARY: {
        InstExpr *a = diff(d, e->args[0]);
        return a ? inst_unary(&d->x, e->op, a, e->span) : NULL;
    }
    case INST_E_BINARY: return diff_binary(d, e);
    case INST_E_IF: {
        InstExpr *a = diff(d, e->args[1]), *b = diff(d, e->args[2]);
        if (a == NULL && b == NULL) return NULL;
        InstExpr *args[3] = {e->args[0], or_zero(d, a, e->args[1]), or_zero(d, b, e->args[2])};
        return inst_node_args(d->in, INST_E_IF, e->type, e->span, args, 3);
    }
    case INST_E_CALL: return diff_call(d, e);
    case INST_E_BUILTIN: return diff_builtin(d, e);
    case INST_E_ARRAY: return diff_array(d, e);
    case INST_E_SUBSCRIPT: {
        InstExpr *a = diff(d, e->args[0]);
        return a ? inst_subscript(&d->x, a, e->args + 1, e->nargs - 1, e->span) : NULL;
    }
    case INST_E_COMPREHENSION:
    case INST_E_REDUCTION: {
        InstExpr *body = diff(d, e->args[0]);
        if (body == NULL) return NULL;
        if (e->kind == INST_E_REDUCTION && e->builtin != INST_B_SUM) return unsupported(d, e);
        InstExpr *r = base_copy(&d->in->arena, e, sizeof *e);
        r->args = base_copy(&d->in->arena, &body, sizeof body);
        return r;
    }
    case INST_E_RECORD:
    case INST_E_FIELD:
    case INST_E_RESULT:
    case INST_E_TUPLE: return unsupported(d, e);
    default: return NULL;
    }
}

/* ---- statements -------------------------------------------------------------------------------------------------- */

static InstStmt *diff_statements(Diff *d, InstStmt *s);

static InstStmt **append(Diff *d, InstStmt **tail, InstExpr *lhs, InstExpr *rhs) {
    InstStmt *r = BASE_NEW(&d->in->arena, InstStmt);
    r->kind = SYN_ST_ASSIGN;
    r->span = lhs->span;
    r->lhs = lhs;
    r->rhs = rhs;
    *tail = r;
    return &r->next;
}

static InstStmt *diff_statements(Diff *d, InstStmt *s) {
    InstStmt *first = NULL, **tail = &first;
    for (; s && !d->failed; s = s->next) {
        InstStmt *copy = base_copy(&d->in->arena, s, sizeof *s);
        copy->next = NULL;
        if (s->kind == SYN_ST_ASSIGN && s->lhs->kind == INST_E_TUPLE) {
            unsupported(d, s->rhs);
        } else if (s->kind == SYN_ST_ASSIGN && s->lhs->type.base == INST_REAL) {
            InstExpr *target = diff_cref(d, s->lhs);
            if (target) tail = append(d, tail, target, or_zero(d, diff(d, s->rhs), s->rhs));
        }
        if (s->nbranches) {
            copy->branches = base_copy(&d->in->arena, s->branches, s->nbranches * sizeof *s->branches);
            for (uint32_t i = 0; i < s->nbranches; i++)
                copy->branches[i].stmts = diff_statements(d, s->branches[i].stmts);
        }
        if (s->body) copy->body = diff_statements(d, s->body);
        *tail = copy;
        tail = &copy->next;
    }
    return first;
}

/* ---- functions --------------------------------------------------------------------------------------------------- */

static InstComp *derivative_variable(Inst *in, const InstComp *c) {
    if (c->type.base != INST_REAL) return NULL;
    InstComp *r = base_copy(&in->arena, c, sizeof *c);
    r->name = base_name(in->ctx->names, base_sprintf(&in->arena, "der_%s", inst_name(in, c->name)));
    r->binding = (InstBinding){0};
    r->value = NULL;
    r->extra = NULL;
    return r;
}

static InstExpr *variable_node(Inst *in, InstComp *c) {
    InstExpr *e = inst_node(in, INST_E_CREF, c->type, INST_VAR_CONTINUOUS, c->syn ? c->syn->name_span : (Span){0});
    InstPart part = {.comp = c};
    e->parts = base_copy(&in->arena, &part, sizeof part);
    e->nparts = 1;
    return e;
}

/* Derivatives begin as the derivative of the declared value, or zero. */
static InstStmt *initial_statements(Diff *d, InstStmt *body) {
    InstStmt *first = NULL, **tail = &first;
    for (uint32_t i = 0; i < d->n; i++) {
        if (d->derivative[i] == NULL) continue;
        InstExpr *value = inst_binding_expr(d->of[i]), *v = variable_node(d->in, d->of[i]);
        InstExpr *start = value ? diff(d, value) : NULL;
        tail = append(d, tail, variable_node(d->in, d->derivative[i]), or_zero(d, start, v));
    }
    *tail = body;
    return first;
}

/* The function's class without annotations that speak of the function itself. */
static InstClass *bare_class(Inst *in, const InstClass *c) {
    InstClass *r = base_copy(&in->arena, c, sizeof *c);
    if (c->syn) {
        r->syn = base_copy(&in->arena, c->syn, sizeof *c->syn);
        r->syn->annotation = NULL;
    }
    r->function = NULL;
    return r;
}

InstFunction *inst_partial_derivative(InstFunction *f, uint32_t input) {
    Inst *in = f->inst;
    InstElabState *st = inst_elab_state(in);
    uint64_t key = base_mix((uint64_t)(uintptr_t)f, input), found;
    if (base_map_get(&st->partials, key, &found)) return (InstFunction *)(uintptr_t)found;
    if (f->external || input >= f->ninputs || f->inputs[input]->type.ndims || f->inputs[input]->type.base != INST_REAL)
        return NULL;
    InstFunction *g = base_copy(&in->arena, f, sizeof *f);
    base_map_put(&st->partials, key, (uint64_t)(uintptr_t)g);
    g->cls = bare_class(in, f->cls);
    g->cls->function = g;
    g->name = base_name(in->ctx->names, base_sprintf(&in->arena, "der(%s, %s)", inst_name(in, f->name),
                                                     inst_name(in, f->inputs[input]->name)));
    g->extra = NULL;
    uint32_t n = f->noutputs + f->nlocals;
    Diff d = {.in = in, .x = inst_elab_in(f->cls, NULL), .wrt = f->inputs[input], .n = n};
    d.of = BASE_ARRAY(&in->arena, InstComp *, n + 1);
    d.derivative = BASE_ARRAY(&in->arena, InstComp *, n + 1);
    memcpy(d.of, f->outputs, f->noutputs * sizeof *d.of);
    memcpy(d.of + f->noutputs, f->locals, f->nlocals * sizeof *d.of);
    g->outputs = BASE_ARRAY(&in->arena, InstComp *, n + 1);
    g->locals = BASE_ARRAY(&in->arena, InstComp *, 2 * n + 1);
    g->noutputs = g->nlocals = 0;
    for (uint32_t i = 0; i < n; i++) {
        d.derivative[i] = derivative_variable(in, d.of[i]);
        g->locals[g->nlocals++] = d.of[i];
        if (d.derivative[i] == NULL) continue;
        if (i < f->noutputs) g->outputs[g->noutputs++] = d.derivative[i];
        else g->locals[g->nlocals++] = d.derivative[i];
    }
    g->body_ready = true;
    Arena *nodes = inst_keep_nodes(in);
    g->body = diff_statements(&d, inst_function_body(f));
    g->body = initial_statements(&d, g->body);
    in->nodes = nodes;
    return d.failed ? NULL : g;
}

InstFunction *inst_derivative_function(InstClass *c) {
    Inst *in = c->inst;
    const SynClass *s = c->syn;
    InstClass *base = inst_lookup_class(c->scope ? c->scope : in->root, &s->base, s->span);
    if (in->depth > in->ctx->max_depth) {
        inst_error(c, "INST0681", s->span,
                   "function '%s' is made from itself: a derivative of a derivative without end (MLS 12.7.2)",
                   inst_name(in, c->name));
        return NULL;
    }
    in->depth++;
    InstFunction *f = base ? inst_function(base) : NULL;
    in->depth--;
    for (uint32_t i = 0; f && i < s->nder_names; i++) {
        uint32_t k = 0;
        while (k < f->ninputs && f->inputs[k]->name != s->der_names[i]) k++;
        if (k == f->ninputs || f->inputs[k]->type.base != INST_REAL || f->inputs[k]->type.ndims) {
            inst_error(c, "INST0681", s->span, "%s has no scalar Real input %s to differentiate by (MLS 12.7.2)",
                       inst_name(in, base->name), inst_name(in, s->der_names[i]));
            return NULL;
        }
        f = inst_partial_derivative(f, k);
    }
    return f;
}
