/* lift.c - what has a size that is known only while running becomes a call.
 *
 * Outside functions arrays are taken apart into scalars, so every size must be known.  An expression whose own size is
 * known but which holds others, such as sum(x[1:n]) or A^k with a varying n or k, is put into a function made for it:
 * its arguments are the largest parts of fixed size, its body the rest.  Functions keep arrays whole.  An assignment to
 * x[1:n] := e becomes x := f(x, ...) in the same way.  Relations in what remains make no events.
 */
#include "flatten/flatten_impl.h"

/* ---- what varies in size ----------------------------------------------------------------------------------------- */

/* iterators of the expression itself, innermost first */
typedef struct Own {
    InstExpr *of;
    InstIter **copy; /* in the function's body */
    const struct Own *outer;
} Own;

static InstIter *own_iterator(const Own *own, const InstIter *it) {
    for (; own; own = own->outer)
        for (uint32_t i = 0; i < own->of->niters; i++)
            if (own->of->iters[i] == it) return own->copy ? own->copy[i] : own->of->iters[i];
    return NULL;
}

static bool is_sized(const InstType *t) {
    for (int k = 0; k < t->ndims; k++)
        if (t->dims[k] < 0) return false;
    return true;
}

typedef bool (*Test)(Flat *f, InstExpr *e, const Own *own);

static bool any_part(Flat *f, InstExpr *e, const Own *own, Test is) {
    for (uint32_t i = 0; i < e->nargs; i++)
        if (e->args[i] && is(f, e->args[i], own)) return true;
    for (uint32_t p = 0; e->kind == INST_E_CREF && p < e->nparts; p++)
        for (uint32_t k = 0; k < e->parts[p].nsubs; k++)
            if (is(f, e->parts[p].subs[k], own)) return true;
    return false;
}

static bool names_own(Flat *f, InstExpr *e, const Own *own) {
    if (e->kind == INST_E_ITER) return own_iterator(own, e->iter) != NULL;
    for (uint32_t i = 0; i < e->niters; i++)
        if (names_own(f, e->iters[i]->range, own)) return true;
    return any_part(f, e, own, names_own);
}

/* Not known now, and not for a value of an iterator that will be known. */
static bool is_open(Flat *f, InstExpr *e, const Own *own) {
    return e && !names_own(f, e, own) && !flat_eval(f, e, INST_EVAL_SILENT);
}

static bool has_open_size(Flat *f, InstExpr *e, const Own *own) {
    uint32_t from = e->builtin == INST_B_FILL ? 1 : e->builtin == INST_B_LINSPACE ? 2 : 0;
    bool sizes = e->builtin == INST_B_FILL || e->builtin == INST_B_ZEROS || e->builtin == INST_B_ONES ||
                 e->builtin == INST_B_IDENTITY || e->builtin == INST_B_LINSPACE;
    for (uint32_t i = from; sizes && i < e->nargs; i++)
        if (is_open(f, e->args[i], own)) return true;
    return false;
}

static bool has_open_subscript(Flat *f, const InstExpr *e, const Own *own) {
    for (uint32_t p = 0; p < e->nparts; p++)
        for (uint32_t k = 0; k < e->parts[p].nsubs; k++) {
            InstExpr *s = e->parts[p].subs[k];
            if (s->kind != INST_E_COLON && s->type.ndims && is_open(f, s, own)) return true;
        }
    return false;
}

static bool varies_in_size(Flat *f, InstExpr *e, const Own *own) {
    Own here = {.of = e, .outer = own};
    switch ((InstExprKind)e->kind) {
    case INST_E_RANGE:
        if (!is_sized(&e->type) && is_open(f, e, own)) return true;
        break;
    case INST_E_CREF:
        if (has_open_subscript(f, e, own)) return true;
        break;
    case INST_E_BUILTIN:
        if (has_open_size(f, e, own)) return true;
        break;
    case INST_E_BINARY:
        if (e->op == SYN_POW && e->args[0]->type.ndims == 2 && is_open(f, e->args[1], own)) return true;
        break;
    case INST_E_SUBSCRIPT: /* one scalar that varies is chosen by comparison */
        for (uint32_t i = 1; i < e->nargs; i++)
            if (e->args[i]->kind != INST_E_COLON && (e->nargs > 2 || e->args[i]->type.ndims) &&
                is_open(f, e->args[i], own))
                return true;
        break;
    case INST_E_COMPREHENSION:
    case INST_E_REDUCTION:
        for (uint32_t i = 0; i < e->niters; i++)
            if (is_open(f, e->iters[i]->range, &here)) return true;
        return varies_in_size(f, e->args[0], &here);
    default: break;
    }
    return any_part(f, e, own, varies_in_size);
}

/* Looked at for every expression, so only what its own parts show; the rest is found from there. */
bool flat_is_lifted(Flat *f, InstExpr *e) {
    if (f->inline_depth > 0 || f->positions) return false;
    bool suspect = false;
    switch ((InstExprKind)e->kind) {
    case INST_E_CREF: return has_open_subscript(f, e, NULL);
    case INST_E_REDUCTION: suspect = true; break;
    case INST_E_BINARY: suspect = e->op == SYN_POW && e->args[0]->type.ndims == 2; break;
    case INST_E_SUBSCRIPT: suspect = e->nargs > 2 || e->args[1]->type.ndims; break;
    case INST_E_BUILTIN:
    case INST_E_CALL: break;
    default: return false;
    }
    for (uint32_t i = 0; i < e->nargs && !suspect; i++) suspect = e->args[i] && !is_sized(&e->args[i]->type);
    return suspect && is_sized(&e->type) && varies_in_size(f, e, NULL);
}

/* ---- the function ------------------------------------------------------------------------------------------------ */

typedef struct {
    Flat *f;
    VEC(InstComp *) inputs;
    VEC(InstExpr *) args;
} Lift;

static InstComp *variable(Flat *f, const char *word, size_t number, const InstType *t) {
    InstComp *c = BASE_NEW(&f->arena, InstComp);
    c->inst = f->in;
    c->present = true;
    c->type = *t;
    c->type.dims = t->ndims ? base_copy(&f->arena, t->dims, t->ndims * sizeof *t->dims) : NULL;
    c->name = base_name(f->ctx->names, base_sprintf(&f->temp, "%s%zu", word, number));
    return c;
}

static InstExpr *copy(Flat *f, const InstExpr *e) { return base_copy(&f->arena, e, sizeof *e); }

static InstExpr *reference_to(Flat *f, InstComp *c, const InstExpr *of) {
    InstExpr *r = BASE_NEW(&f->arena, InstExpr);
    *r =
        (InstExpr){.kind = INST_E_CREF, .type = c->type, .span = of->span, .variability = of->variability, .nparts = 1};
    r->parts = BASE_NEW(&f->arena, InstPart);
    r->parts[0].comp = c;
    return r;
}

static InstExpr *argument(Lift *l, InstExpr *e) {
    InstComp *c = variable(l->f, "u", l->args.n + 1, &e->type);
    vec_push(&l->inputs, c);
    vec_push(&l->args, e);
    return reference_to(l->f, c, e);
}

static InstExpr *rewritten(Lift *l, InstExpr *e, const Own *own);

static bool stays(Lift *l, InstExpr *s, const Own *own) {
    return s->kind == INST_E_COLON || (!names_own(l->f, s, own) && !varies_in_size(l->f, s, own));
}

/* The variable without the subscripts that cannot stay outside, and all its subscripts by dimension; false: it has too
 * many dimensions, or is of an array of records whose elements differ. */
static bool take_apart(Lift *l, InstExpr *e, const Own *own, InstExpr **whole, InstExpr **subs, uint32_t *n) {
    Flat *f = l->f;
    enum { MOST = 32 };
    int64_t dims[MOST];
    InstExpr *colon = BASE_NEW(&f->arena, InstExpr);
    *colon = (InstExpr){.kind = INST_E_COLON, .type = {.base = INST_INTEGER}, .span = e->span};
    *whole = copy(f, e);
    (*whole)->parts = base_copy(&f->arena, e->parts, e->nparts * sizeof *e->parts);
    *n = 0;
    for (uint32_t p = 0; p < e->nparts; p++) {
        InstPart *part = &(*whole)->parts[p];
        const InstComp *c = part->comp->inner ? part->comp->inner : part->comp;
        bool leave = true;
        for (uint32_t k = 0; k < part->nsubs; k++)
            leave &=
                stays(l, part->subs[k], own) && (part->subs[k]->kind == INST_E_COLON || !part->subs[k]->type.ndims);
        for (uint32_t k = 0; k < c->type.ndims; k++) {
            bool scalar = leave && part->nsubs && part->subs[k]->kind != INST_E_COLON;
            if (scalar) continue; /* its value is known outside */
            if (*n == MOST || c->type.dims[k] < 0) return false;
            dims[*n] = c->type.dims[k];
            subs[(*n)++] = leave || !part->nsubs ? colon : part->subs[k];
        }
        if (!leave) part->nsubs = 0;
    }
    (*whole)->type.ndims = (uint8_t)*n;
    (*whole)->type.dims = base_copy(&f->arena, dims, (*n + 1) * sizeof *dims);
    return true;
}

static InstExpr *subscripted(Lift *l, InstExpr *variable_of, InstExpr **subs, uint32_t n, const InstExpr *e,
                             const Own *own) {
    InstExpr *r = copy(l->f, variable_of);
    r->type = e->type;
    r->parts = base_copy(&l->f->arena, r->parts, sizeof *r->parts);
    r->parts[0].nsubs = n;
    r->parts[0].subs = BASE_ARRAY(&l->f->arena, InstExpr *, n + 1);
    for (uint32_t k = 0; k < n; k++)
        r->parts[0].subs[k] = subs[k]->kind == INST_E_COLON ? subs[k] : rewritten(l, subs[k], own);
    return r;
}

static InstExpr *rewritten(Lift *l, InstExpr *e, const Own *own) {
    Flat *f = l->f;
    if (e->kind == INST_E_ITER && own_iterator(own, e->iter)) {
        InstExpr *r = copy(f, e);
        r->iter = own_iterator(own, e->iter);
        return r;
    }
    if (stays(l, e, own)) return flat_eval(f, e, INST_EVAL_SILENT) && !e->type.ndims ? e : argument(l, e);
    InstExpr *subs[32];
    uint32_t n;
    InstExpr *whole;
    if (e->kind == INST_E_CREF)
        return take_apart(l, e, own, &whole, subs, &n) ? subscripted(l, argument(l, whole), subs, n, e, own) : e;
    InstExpr *r = copy(f, e);
    Own here = {.of = e, .outer = own};
    const Own *inside = own;
    if (e->niters) {
        inside = &here;
        here.copy = BASE_ARRAY(&f->arena, InstIter *, e->niters);
        r->iters = here.copy;
        for (uint32_t i = 0; i < e->niters; i++) here.copy[i] = base_copy(&f->arena, e->iters[i], sizeof(InstIter));
        for (uint32_t i = 0; i < e->niters; i++) here.copy[i]->range = rewritten(l, e->iters[i]->range, inside);
    }
    r->args = BASE_ARRAY(&f->arena, InstExpr *, e->nargs + 1);
    for (uint32_t i = 0; i < e->nargs; i++) r->args[i] = e->args[i] ? rewritten(l, e->args[i], inside) : NULL;
    return r;
}

static InstStmt *assign(Flat *f, InstExpr *to, InstExpr *value, Span at) {
    InstStmt *s = BASE_NEW(&f->arena, InstStmt);
    *s = (InstStmt){.kind = SYN_ST_ASSIGN, .span = at, .lhs = to, .rhs = value};
    return s;
}

/* The value of a call of the function with this body and result. */
static bool call(Lift *l, InstStmt *body, InstComp *result, const InstExpr *of, FlatVal *out) {
    Flat *f = l->f;
    InstFunction *fn = BASE_NEW(&f->arena, InstFunction);
    FlatFnInfo *info = BASE_NEW(&f->arena, FlatFnInfo);
    InstClass *cls = BASE_NEW(&f->arena, InstClass);
    InstComp **results = BASE_NEW(&f->arena, InstComp *);
    Name name = base_name(f->ctx->names, base_sprintf(&f->temp, "$sized.%u_%u", of->span.file, of->span.start));
    *cls = (InstClass){.inst = f->in, .name = name, .restriction = SYN_FUNCTION};
    results[0] = result;
    result->parent = cls;
    for (size_t i = 0; i < l->inputs.n; i++) l->inputs.at[i]->parent = cls;
    info->inline_known = true; /* never inlined: there its sizes would have to be known again */
    *fn = (InstFunction){.inst = f->in,
                         .cls = cls,
                         .name = name,
                         .inputs = l->inputs.at,
                         .ninputs = (uint32_t)l->inputs.n,
                         .outputs = results,
                         .noutputs = 1,
                         .body = body,
                         .body_ready = true,
                         .pure = true,
                         .extra = info};
    InstExpr e = {.kind = INST_E_CALL,
                  .type = result->type,
                  .variability = INST_VAR_CONTINUOUS,
                  .span = of->span,
                  .nargs = (uint32_t)l->args.n,
                  .args = l->args.at,
                  .function = fn};
    bool ok = flat_call(f, &e, 0, out);
    vec_free(&l->inputs);
    vec_free(&l->args);
    return ok;
}

bool flat_lift(Flat *f, InstExpr *e, FlatVal *out) {
    Lift l = {.f = f};
    InstComp *result = variable(f, "y", 1, &e->type);
    InstExpr *value = rewritten(&l, e, NULL);
    return call(&l, assign(f, reference_to(f, result, e), value, e->span), result, e, out);
}

bool flat_value_sized(Flat *f, InstExpr *e, const InstType *want, FlatVal *out) {
    if (is_sized(&e->type) || f->inline_depth > 0 || f->positions || want->ndims != e->type.ndims || !is_sized(want))
        return flat_value(f, e, out);
    bool varies = varies_in_size(f, e, NULL);
    if (!varies && e->kind != INST_E_CALL) return flat_value(f, e, out);
    InstExpr *sized = copy(f, e);
    sized->type.dims = want->dims;
    return varies ? flat_lift(f, sized, out) : flat_value(f, sized, out);
}

/* ---- assignments ------------------------------------------------------------------------------------------------- */

bool flat_is_lifted_assignment(Flat *f, const InstExpr *lhs, InstExpr *rhs) {
    if (lhs->kind != INST_E_CREF || f->inline_depth > 0) return false;
    return has_open_subscript(f, lhs, NULL) || (!is_sized(&rhs->type) && varies_in_size(f, rhs, NULL));
}

bool flat_lift_assignment(Flat *f, InstExpr *lhs, InstExpr *rhs, InstExpr **whole, FlatVal *out) {
    Lift l = {.f = f};
    InstExpr *subs[32];
    uint32_t n;
    if (!take_apart(&l, lhs, NULL, whole, subs, &n)) {
        flat_unsupported(f, lhs->span, "an assignment to a part whose size varies is not translated here");
        return false;
    }
    InstComp *result = variable(f, "y", 1, &(*whole)->type);
    InstExpr *all = reference_to(f, result, lhs);
    InstStmt *before = assign(f, all, argument(&l, *whole), lhs->span);
    InstExpr *part = n ? subscripted(&l, all, subs, n, lhs, NULL) : all;
    before->next = assign(f, part, rewritten(&l, rhs, NULL), lhs->span);
    return call(&l, before, result, lhs, out);
}
