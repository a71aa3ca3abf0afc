/* typed_expr.c - text of an expression + scope -> typed expression (MLS 3.6, chapters 3 and 10).
 *
 * Before: the scope is a prepared class instance.  After: every node has a type and a variability; names are
 * resolved to components; sizes that are known are literal; after an error the node is INST_E_ERROR of type ANY and
 * nothing above it reports again.
 */
#include "elaborate/elaborate_impl.h"

#include <math.h>
#include <string.h>

enum { MOST_STEPS = 30000000 }; /* statements of functions that run during translation */

InstElabState *inst_elab_state(Inst *in) {
    if (in->elab == NULL) {
        InstElabState *s = BASE_NEW(&in->arena, InstElabState);
        Names *names = in->ctx->names;
        s->time = base_name(names, "time");
        s->size = base_name(names, "size");
        s->start = base_name(names, "start");
        s->constructor = base_name(names, "'constructor'");
        s->zero = base_name(names, "'0'");
        s->string_op = base_name(names, "'String'");
        s->steps = MOST_STEPS;
        in->elab = s;
    }
    return in->elab;
}

void inst_renew_steps(Inst *in) { inst_elab_state(in)->steps = MOST_STEPS; }

Arena *inst_keep_nodes(Inst *in) {
    Arena *before = in->nodes;
    in->nodes = &in->arena;
    return before;
}

void inst_elab_free(Inst *in) {
    InstElabState *s = in->elab;
    if (s == NULL) return;
    base_map_free(&s->builtins);
    base_map_free(&s->values);
    base_map_free(&s->partials);
    vec_free(&s->functions);
    base_free_arena(&s->scratch);
    base_free_arena(&s->spare);
    in->elab = NULL;
}

/* ---- ranges, arrays ---------------------------------------------------------------------------------------------- */

/* Number of values of a range when all three are known; INST_UNKNOWN_DIM otherwise. */
static int64_t range_length(InstElab *x, InstExpr *from, InstExpr *step, InstExpr *to) {
    int64_t a, b, s = 1;
    if (inst_is_int(from, &a) && inst_is_int(to, &b) && (step == NULL || inst_is_int(step, &s))) {
        if (s == 0) return INST_UNKNOWN_DIM;
        int64_t width;
        if (s > 0 ? b < a : b > a) return 0;
        return __builtin_sub_overflow(b, a, &width) ? INST_UNKNOWN_DIM : width / s + 1;
    }
    InstExpr *all[3] = {from, step, to};
    double v[3] = {0, 1, 0};
    for (int k = 0; k < 3; k++) {
        if (all[k] == NULL) continue;
        if (all[k]->variability > INST_VAR_PARAMETER) return INST_UNKNOWN_DIM;
        InstValue *val = inst_eval(x->in, all[k], INST_EVAL_MARK);
        if (val == NULL || val->type.ndims || val->type.base == INST_STRING || val->type.base == INST_RECORD)
            return INST_UNKNOWN_DIM;
        v[k] = val->num[0];
    }
    if (v[1] == 0) return INST_UNKNOWN_DIM;
    double n = floor((v[2] - v[0]) / v[1] + 1e-10);
    return n < 0 ? 0 : inst_whole(n) + 1;
}

static InstExpr *elab_range(InstElab *x, const SynExpr *e) {
    Inst *in = x->in;
    InstExpr *from = inst_elab(x, e->args[0]);
    InstExpr *step = e->nargs == 3 ? inst_elab(x, e->args[1]) : NULL;
    InstExpr *to = inst_elab(x, e->args[e->nargs - 1]);
    InstExpr *all[3] = {from, step, to};
    bool real = false;
    for (int k = 0; k < 3; k++) {
        if (all[k] == NULL) continue;
        if (all[k]->type.base == INST_ANY) return inst_error_node(in, e->span);
        if (all[k]->type.ndims) {
            inst_error(x->scope, "INST0523", all[k]->span, "the bounds of a range are scalars, found %s",
                       inst_type_string(in, &all[k]->type));
            return inst_error_node(in, e->span);
        }
        real |= all[k]->type.base == INST_REAL;
    }
    InstType t = real ? inst_type(INST_REAL) : from->type;
    bool discrete = t.base == INST_ENUM || t.base == INST_BOOLEAN;
    for (int k = 0; k < 3; k++)
        if (all[k]) {
            if (!inst_type_agrees(&t, &all[k]->type) || t.base > INST_ENUM || t.base == INST_STRING ||
                (discrete && step)) {
                inst_error(x->scope, "INST0524", e->span, "a range cannot go from %s to %s%s%s",
                           inst_type_string(in, &from->type), inst_type_string(in, &to->type),
                           step ? " in steps of " : "", step ? inst_type_string(in, &step->type) : "");
                return inst_error_node(in, e->span);
            }
            all[k] = inst_convert(in, all[k], &t);
        }
    t.cls = t.base == INST_ENUM ? t.cls : NULL;
    InstType vt = inst_type_vector(in, t, INST_UNKNOWN_DIM);
    vt.dims[0] = range_length(x, all[0], all[1], all[2]);
    return inst_node_args(in, INST_E_RANGE, vt, e->span, all, 3);
}

/* {a, b, c} (10.4) from typed elements.  Records may differ in the sizes of their fields: an array of components that
 * gets them is split by element (split_array.c). */
InstExpr *inst_make_array(InstElab *x, InstExpr **args, uint32_t n, Span span) {
    Inst *in = x->in;
    InstType t = n ? args[0]->type : inst_type(INST_ANY);
    for (uint32_t i = 1; i < n; i++) {
        InstType common;
        if (!inst_type_common(in, &t, &args[i]->type, &common)) {
            InstExpr *alike = inst_convert_alike(in, args[i], &t);
            if (alike) {
                args[i] = alike;
                continue;
            }
            Diag *d = inst_error(x->scope, "INST0525", args[i]->span,
                                 "the elements of an array have one type: %s does not fit %s",
                                 inst_type_string(in, &args[i]->type), inst_type_string(in, &t));
            base_note(in->ctx, d, args[0]->span, "the first element is %s", inst_type_string(in, &args[0]->type));
            return inst_error_node(in, span);
        }
        t = common;
    }
    for (uint32_t i = 0; i < n; i++) {
        if (args[i]->kind == INST_E_ERROR) return args[i];
        InstType want = args[i]->type;
        want.base = t.base;
        want.cls = t.cls;
        InstExpr *c = t.base == INST_REAL || t.base == INST_RECORD ? inst_convert(in, args[i], &want) : args[i];
        if (c) args[i] = c;
    }
    if (t.base != INST_ENUM && t.base != INST_RECORD && t.base != INST_OBJECT) t.cls = NULL;
    InstExpr *e = inst_node_args(in, INST_E_ARRAY, inst_type_vector(in, t, n), span, args, n);
    e->no_event = (x->place & INST_IN_NOEVENT) != 0;
    return e;
}

/* Elements of an array, each of which is one value. */
static InstExpr **elab_list(InstElab *x, SynExpr **list, uint32_t n) {
    InstExpr **args = BASE_ARRAY(x->in->nodes, InstExpr *, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        args[i] = inst_elab(x, list[i]);
        if (args[i]->kind != INST_E_TUPLE) continue;
        inst_error(x->scope, "INST0525", list[i]->span, "an element of an array is one value, not a list of %u",
                   args[i]->nargs);
        args[i] = inst_error_node(x->in, list[i]->span);
    }
    return args;
}

static InstExpr *elab_array(InstElab *x, const SynExpr *e) {
    if (e->nargs == 1 && e->args[0]->kind == SYN_FOR) return inst_elab_comprehension(x, e->args[0], INST_B_NONE, e);
    return inst_make_array(x, elab_list(x, e->args, e->nargs), e->nargs, e->span);
}

static InstExpr *promote(Inst *in, InstExpr *e, uint32_t n) {
    if (e->type.ndims >= n) return e;
    int64_t dims[64];
    for (uint32_t k = 0; k < n; k++) dims[k] = k < e->type.ndims ? e->type.dims[k] : 1;
    InstExpr *args[2] = {e, inst_int_node(in, n, e->span)};
    InstType t = inst_type_dims(in, inst_type_element(e->type), dims, n);
    return inst_builtin_node(in, INST_B_PROMOTE, t, e->span, args, 2);
}

/* cat(dim, ...) of operands that all have n dimensions */
static InstExpr *concatenate(InstElab *x, uint32_t dim, InstExpr **args, uint32_t n, Span span) {
    Inst *in = x->in;
    if (n == 1) return args[0];
    InstType t = args[0]->type;
    int64_t dims[64];
    memcpy(dims, t.dims, t.ndims * sizeof *dims);
    for (uint32_t i = 1; i < n; i++) {
        const InstType *u = &args[i]->type;
        for (uint32_t k = 0; k < t.ndims; k++) {
            if (k == dim) {
                dims[k] = dims[k] == INST_UNKNOWN_DIM || u->dims[k] == INST_UNKNOWN_DIM ? INST_UNKNOWN_DIM
                                                                                        : dims[k] + u->dims[k];
            } else if (dims[k] == INST_UNKNOWN_DIM) {
                dims[k] = u->dims[k];
            } else if (u->dims[k] != INST_UNKNOWN_DIM && u->dims[k] != dims[k]) {
                inst_error(x->scope, "INST0527", args[i]->span,
                           "[...]: %s cannot be put beside %s: dimension %u differs", inst_type_string(in, u),
                           inst_type_string(in, &args[0]->type), k + 1);
                return inst_error_node(in, span);
            }
        }
    }
    InstExpr **all = BASE_ARRAY(in->nodes, InstExpr *, n + 1);
    all[0] = inst_int_node(in, (int64_t)dim + 1, span);
    memcpy(all + 1, args, n * sizeof *args);
    return inst_builtin_node(in, INST_B_CAT, inst_type_dims(in, inst_type_element(t), dims, t.ndims), span, all, n + 1);
}

/* [a, b; c, d] (10.4.2.1) */
static InstExpr *elab_matrix(InstElab *x, const SynExpr *e) {
    Inst *in = x->in;
    bool scalars = true, first = true;
    uint32_t rank = 2;
    InstType common = inst_type(INST_ANY);
    InstExpr ***rows = BASE_ARRAY(in->nodes, InstExpr **, e->nargs + 1);
    for (uint32_t r = 0; r < e->nargs; r++) {
        const SynExpr *row = e->args[r];
        rows[r] = elab_list(x, row->args, row->nargs);
        for (uint32_t i = 0; i < row->nargs; i++) {
            InstExpr *a = rows[r][i];
            if (a->type.base == INST_ANY) return inst_error_node(in, e->span);
            if (a->type.ndims) scalars = false;
            if (a->type.ndims > rank) rank = a->type.ndims;
            InstType el = inst_type_element(a->type), t;
            if (!first && !inst_type_common(in, &common, &el, &t)) {
                inst_error(x->scope, "INST0525", a->span, "the elements of an array have one type: %s does not fit %s",
                           inst_type_string(in, &el), inst_type_string(in, &common));
                return inst_error_node(in, e->span);
            }
            common = first ? el : t;
            first = false;
        }
    }
    InstExpr **down = BASE_ARRAY(in->nodes, InstExpr *, e->nargs + 1);
    for (uint32_t r = 0; r < e->nargs; r++) {
        const SynExpr *row = e->args[r];
        for (uint32_t i = 0; i < row->nargs; i++) {
            InstType want = rows[r][i]->type;
            want.base = common.base;
            if (common.base == INST_REAL) rows[r][i] = inst_convert(in, rows[r][i], &want);
            if (!scalars) rows[r][i] = promote(in, rows[r][i], rank);
        }
        down[r] = scalars ? inst_make_array(x, rows[r], row->nargs, row->span)
                          : concatenate(x, 1, rows[r], row->nargs, row->span);
        if (down[r]->kind == INST_E_ERROR) return down[r];
    }
    if (scalars) return inst_make_array(x, down, e->nargs, e->span);
    return concatenate(x, 0, down, e->nargs, e->span);
}

/* ---- iterators --------------------------------------------------------------------------------------------------- */

/* Finds a use x[..., i, ...] of the iterator in e; the array's dimension gives the range (11.2.2.1). */
static InstExpr *deduce_cref(InstElab *x, const SynExpr *e, Name iter, bool *conflict, InstExpr *found) {
    const SynCref *c = &e->cref;
    for (uint32_t i = 0; i < c->n; i++)
        for (uint32_t k = 0; k < c->parts[i].nsubs; k++) {
            const SynExpr *s = c->parts[i].subs[k];
            if (s->kind != SYN_CREF || s->cref.n != 1 || s->cref.parts[0].name != iter || s->cref.parts[0].nsubs) {
                found = inst_deduce_size(x, s, iter, conflict, found);
                continue;
            }
            SynCref head = *c;
            SynPart *parts = base_copy(&x->in->arena, c->parts, (i + 1) * sizeof *c->parts);
            for (uint32_t p = 0; p < i; p++)
                for (uint32_t q = 0; q < parts[p].nsubs; q++) /* earlier subscripts may use iterators: any will do */
                    if (parts[p].subs[q]->kind != SYN_COLON) parts[p].nsubs = 0;
            parts[i].nsubs = 0;
            head.parts = parts;
            head.n = i + 1;
            uint32_t place = x->place;
            x->place |= INST_KEEP_CONSTANTS;
            InstNamed r = inst_resolve(x, &head, e->span, false);
            x->place = place;
            if (r.expr == NULL || r.failed || r.comp == NULL) continue;
            if (k >= r.comp->type.ndims) continue;
            uint32_t dim = r.expr->type.ndims - r.comp->type.ndims + k;
            InstType by = inst_dimension_type(r.comp, k);
            if (by.base != INST_INTEGER) {
                if (found == NULL) found = inst_type_range(x, &by, s->span);
                continue;
            }
            InstExpr *size = inst_size_node(x->in, r.expr, dim, s->span);
            int64_t a, b;
            if (found && inst_is_int(found, &a) && inst_is_int(size, &b) && a != b) *conflict = true;
            if (found == NULL) found = size;
        }
    return found;
}

InstExpr *inst_deduce_size(InstElab *x, const SynExpr *e, Name iter, bool *conflict, InstExpr *found) {
    if (e == NULL) return found;
    if (e->kind == SYN_CREF) return deduce_cref(x, e, iter, conflict, found);
    for (uint32_t i = 0; i < e->nargs; i++) found = inst_deduce_size(x, e->args[i], iter, conflict, found);
    for (uint32_t i = 0; i < e->nnamed; i++) found = inst_deduce_size(x, e->named[i].value, iter, conflict, found);
    if (e->kind == SYN_FOR)
        for (uint32_t i = 0; i < e->niterators; i++)
            found = inst_deduce_size(x, e->iterators[i].range, iter, conflict, found);
    return found;
}

static InstExpr *whole_range(InstElab *x, InstExpr *n, Span span) {
    InstExpr *all[3] = {inst_int_node(x->in, 1, span), NULL, n};
    InstType t = inst_type_vector(x->in, inst_type(INST_INTEGER), INST_UNKNOWN_DIM);
    inst_is_int(n, &t.dims[0]);
    return inst_node_args(x->in, INST_E_RANGE, t, span, all, 3);
}

/* The range of an iterator without one; deduce looks for uses in what the iterator governs. */
static InstExpr *deduced_range(InstElab *x, const SynIterator *it, InstExpr *n, bool conflict) {
    Context *ctx = x->in->ctx;
    if (n == NULL || conflict) {
        inst_error(x->scope, "INST0528", it->span,
                   conflict ? "the range of %s cannot be deduced: it is a subscript of dimensions of different size"
                            : "the range of %s cannot be deduced: it is not used as a subscript on its own",
                   base_str(ctx->names, it->name));
        return inst_error_node(x->in, it->span);
    }
    if (n->kind == INST_E_RANGE) return n; /* all values of a type */
    return whole_range(x, n, it->span);
}

InstIter *inst_elab_iterator(InstElab *x, const SynIterator *it, const SynExpr *body,
                             InstExpr *(*deduce)(InstElab *x, const void *in, Name iter, bool *conflict),
                             const void *where) {
    Inst *in = x->in;
    InstIter *iter = BASE_NEW(in->nodes, InstIter);
    iter->name = it->name;
    if (it->range) {
        iter->range = inst_elab(x, it->range);
    } else {
        bool conflict = false;
        InstExpr *n =
            body ? inst_deduce_size(x, body, it->name, &conflict, NULL) : deduce(x, where, it->name, &conflict);
        iter->range = deduced_range(x, it, n, conflict);
    }
    if (iter->range->type.base != INST_ANY && iter->range->type.ndims != 1) {
        inst_error(x->scope, "INST0529", iter->range->span, "%s must run over a vector, found %s",
                   base_str(in->ctx->names, it->name), inst_type_string(in, &iter->range->type));
        iter->range = inst_error_node(in, it->span);
    }
    iter->type = inst_type_element(iter->range->type);
    return iter;
}

/* Over a vector that varies, of known size, runs the place of an element: {f(h) for h in v} is {f(v[k]) for k in 1:n}.
 * What the name means is then in `it`; the iterator that runs is returned. */
static InstIter *run_over_places(InstElab *x, InstIter *it) {
    Inst *in = x->in;
    const InstExpr *range = it->range;
    bool known = range->type.ndims == 1 && range->type.dims[0] >= 0;
    if ((x->place & INST_IN_FUNCTION) || !known || range->variability <= INST_VAR_PARAMETER ||
        range->kind == INST_E_RANGE)
        return it;
    InstIter *place = BASE_NEW(in->nodes, InstIter);
    InstExpr *ends[3] = {inst_int_node(in, 1, range->span), NULL, inst_int_node(in, range->type.dims[0], range->span)};
    InstType number = inst_type(INST_INTEGER);
    place->name = it->name;
    place->type = number;
    place->range =
        inst_node_args(in, INST_E_RANGE, inst_type_vector(in, number, range->type.dims[0]), range->span, ends, 3);
    InstExpr *k = inst_node(in, INST_E_ITER, number, INST_VAR_CONSTANT, range->span);
    k->iter = place;
    it->means = inst_subscript(x, it->range, &k, 1, range->span);
    return place;
}

InstExpr *inst_elab_comprehension(InstElab *x, const SynExpr *e, InstBuiltin reduce, const SynExpr *at) {
    Inst *in = x->in;
    uint32_t n = e->niterators;
    InstIter **iters = BASE_ARRAY(in->nodes, InstIter *, n + 1);
    InstIterScope *scopes = BASE_ARRAY(in->nodes, InstIterScope, n + 1);
    InstIterScope *saved = x->iters;
    int64_t dims[64];
    InstVariability v = INST_VAR_CONSTANT;
    /* {e for a, b} is {{e for a} for b}: the last iterator is the outermost (10.4.1.1) */
    for (uint32_t i = 0; i < n; i++) {
        const SynIterator *it = &e->iterators[reduce == INST_B_NONE ? n - 1 - i : i];
        iters[i] = inst_elab_iterator(x, it, e->args[0], NULL, NULL);
        scopes[i] = (InstIterScope){.iter = iters[i], .outer = x->iters};
        iters[i] = run_over_places(x, iters[i]);
        if (iters[i]->range->variability > v) v = iters[i]->range->variability;
        dims[i] = iters[i]->range->type.ndims ? iters[i]->range->type.dims[0] : INST_UNKNOWN_DIM;
        x->iters = &scopes[i];
    }
    InstEnd *end = x->end;
    x->end = NULL;
    InstExpr *body = inst_elab(x, e->args[0]);
    x->end = end;
    x->iters = saved;
    for (uint32_t i = 0; i < n; i++)
        if (iters[i]->range->kind == INST_E_ERROR) return inst_error_node(in, at->span);
    if (body->type.base == INST_ANY) return inst_error_node(in, at->span);
    InstExpr *r;
    bool record =
        inst_is_overloaded(&body->type); /* their sum adds fields; their product is that of a vector of them */
    bool vector = record && reduce == INST_B_PRODUCT && n == 1 && dims[0] >= 0 && body->type.ndims == 0;
    if (reduce == INST_B_NONE || vector) {
        r = inst_node_args(in, INST_E_COMPREHENSION, inst_type_dims(in, body->type, dims, n), at->span, &body, 1);
    } else {
        bool order = reduce == INST_B_MIN || reduce == INST_B_MAX;
        bool ok = inst_type_numeric(&body->type) ||
                  (order && (body->type.base == INST_ENUM || body->type.base == INST_BOOLEAN)) ||
                  (record && reduce == INST_B_SUM);
        if (!ok || (order && body->type.ndims) || (reduce == INST_B_PRODUCT && body->type.ndims)) {
            inst_error(x->scope, "INST0530", body->span, "%s(... for ...) cannot reduce %s", inst_builtin_name(reduce),
                       inst_type_string(in, &body->type));
            return inst_error_node(in, at->span);
        }
        r = inst_node_args(in, INST_E_REDUCTION, body->type, at->span, &body, 1);
        r->builtin = (uint16_t)reduce;
    }
    if (v > r->variability) r->variability = (uint8_t)v;
    r->iters = iters;
    r->niters = n;
    r->no_event = (x->place & INST_IN_NOEVENT) != 0;
    return vector ? inst_overloaded_reduce(x, reduce, r, at->span) : r;
}

/* ---- if ---------------------------------------------------------------------------------------------------------- */

/* Elaborates a branch that a known condition excludes: its errors do not count (sizes need not fit there). */
static InstExpr *elab_dead(InstElab *x, const SynExpr *e) {
    size_t mark = base_diag_mark(x->in->ctx);
    InstExpr *r = inst_elab(x, e);
    if (r->kind == INST_E_ERROR || base_diag_mark(x->in->ctx) != mark) base_diag_rollback(x->in->ctx, mark);
    return r;
}

static InstExpr *elab_if(InstElab *x, const SynExpr *e, uint32_t at) {
    Inst *in = x->in;
    if (at + 1 == e->nargs) return inst_elab(x, e->args[at]);
    InstType boolean = inst_type(INST_BOOLEAN);
    InstExpr *cond = inst_convert_or_report(x, inst_elab(x, e->args[at]), &boolean, "condition of if");
    InstValue *known = cond->variability <= INST_VAR_PARAMETER && cond->kind != INST_E_ERROR
                           ? inst_eval(in, cond, INST_EVAL_SILENT)
                           : NULL;
    InstExpr *yes, *no;
    if (known && known->num[0] == 0) {
        yes = elab_dead(x, e->args[at + 1]);
        no = elab_if(x, e, at + 2);
    } else if (known) {
        yes = inst_elab(x, e->args[at + 1]);
        size_t mark = base_diag_mark(in->ctx);
        no = elab_if(x, e, at + 2);
        if (base_diag_mark(in->ctx) != mark) base_diag_rollback(in->ctx, mark);
    } else {
        uint32_t place = x->place;
        x->place |= INST_IN_BRANCH;
        yes = inst_elab(x, e->args[at + 1]);
        no = elab_if(x, e, at + 2);
        x->place = place;
    }
    if (cond->kind == INST_E_ERROR) return cond;
    InstType t;
    bool bad = yes->kind == INST_E_ERROR || no->kind == INST_E_ERROR;
    if (known && (bad || !inst_type_common(in, &yes->type, &no->type, &t))) {
        inst_eval(in, cond, INST_EVAL_MARK); /* the sizes depend on the condition: it is structural */
        return known->num[0] != 0 ? yes : no;
    }
    if (bad) return yes->kind == INST_E_ERROR ? yes : no;
    bool ok = inst_type_common(in, &yes->type, &no->type, &t);
    /* decided by the user */
    bool later = (x->place & INST_IN_FUNCTION) || (in->checking && cond->variability <= INST_VAR_PARAMETER);
    if (!ok && later && yes->type.ndims && yes->type.ndims == no->type.ndims) {
        InstType a = inst_type_element(yes->type), b = inst_type_element(no->type);
        int64_t dims[64];
        for (uint32_t k = 0; k < yes->type.ndims; k++)
            dims[k] = yes->type.dims[k] == no->type.dims[k] ? yes->type.dims[k] : INST_UNKNOWN_DIM;
        ok = inst_type_common(in, &a, &b, &t); /* sizes may depend on the inputs */
        t = inst_type_dims(in, t, dims, yes->type.ndims);
    }
    if (!ok) {
        Diag *d = inst_error(x->scope, "INST0531", e->span, "the branches of if have different types: %s and %s",
                             inst_type_string(in, &yes->type), inst_type_string(in, &no->type));
        base_note(in->ctx, d, yes->span, "%s", inst_type_string(in, &yes->type));
        base_note(in->ctx, d, no->span, "%s", inst_type_string(in, &no->type));
        return inst_error_node(in, e->span);
    }
    InstType want = yes->type;
    want.base = t.base;
    want.cls = t.cls;
    if (t.base == INST_REAL || t.base == INST_RECORD) {
        yes = inst_convert(in, yes, &want);
        want = no->type;
        want.base = t.base;
        want.cls = t.cls;
        no = inst_convert(in, no, &want);
    }
    InstExpr *args[3] = {cond, yes, no};
    InstExpr *r = inst_node_args(in, INST_E_IF, t, e->span, args, 3);
    r->no_event = (x->place & INST_IN_NOEVENT) != 0;
    return r;
}

/* ---- the rest ---------------------------------------------------------------------------------------------------- */

static InstExpr *elab_tuple(InstElab *x, const SynExpr *e) {
    InstExpr **args = BASE_ARRAY(x->in->nodes, InstExpr *, e->nargs + 1);
    for (uint32_t i = 0; i < e->nargs; i++) args[i] = e->args[i] ? inst_elab(x, e->args[i]) : NULL;
    return inst_node_args(x->in, INST_E_TUPLE, inst_type(INST_TUPLE), e->span, args, e->nargs);
}

static InstExpr *elab_end(InstElab *x, const SynExpr *e) {
    if (x->end == NULL) {
        inst_error(x->scope, "INST0532", e->span, "end has a meaning inside subscripts only");
        return inst_error_node(x->in, e->span);
    }
    const InstType *of = &x->end->index_type;
    if (of->base == INST_ENUM && of->cls && x->end->size > 0)
        return inst_enum_node(x->in, of->cls, x->end->size, e->span);
    if (of->base == INST_BOOLEAN) {
        InstExpr *last = inst_node(x->in, INST_E_BOOLEAN, inst_type(INST_BOOLEAN), INST_VAR_CONSTANT, e->span);
        last->integer = 1;
        return last;
    }
    if (x->end->size != INST_UNKNOWN_DIM) return inst_int_node(x->in, x->end->size, e->span);
    if (x->end->array == NULL) return inst_error_node(x->in, e->span);
    return inst_size_node(x->in, x->end->array, x->end->dim, e->span);
}

static InstExpr *elab_indexed(InstElab *x, const SynExpr *e) {
    InstExpr *a = inst_elab(x, e->args[0]);
    const SynPart *part = &e->cref.parts[0];
    if (a->type.base == INST_ANY) return a;
    if (part->name) return inst_field(x, a, part->name, part->span);
    uint32_t n;
    InstExpr **subs = inst_elab_subscripts(x, part, &a->type, a, NULL, &n);
    if (subs == NULL) return inst_error_node(x->in, e->span);
    return inst_subscript(x, a, subs, n, e->span);
}

/* ---- long chains ------------------------------------------------------------------------------------------------- */

/* a1 + a2 - a3 ... with thousands of terms: a tree as deep as the chain would exhaust every recursion behind us, so it
 * is balanced (3.3 leaves the order of evaluation to the tool). */
enum { LONG_CHAIN = 256 };

typedef struct {
    InstExpr *term;
    bool minus;
} ChainTerm;

static bool same_family(SynOp a, SynOp b) {
    bool sum_a = a == SYN_ADD || a == SYN_SUB, sum_b = b == SYN_ADD || b == SYN_SUB;
    return (sum_a && sum_b) || (a == b && (a == SYN_AND || a == SYN_OR));
}

static uint32_t chain_length(const SynExpr *e) {
    uint32_t n = 1;
    SynOp op = e->op;
    for (; e->kind == SYN_BINARY && same_family(op, e->op); e = e->args[0]) n++;
    return n;
}

/* the terms lo..hi, with signs relative to the first of them */
static InstExpr *join_terms(InstElab *x, SynOp op, const ChainTerm *t, uint32_t lo, uint32_t hi, Span span) {
    if (hi - lo == 1) return t[lo].term;
    uint32_t mid = lo + (hi - lo) / 2;
    InstExpr *a = join_terms(x, op, t, lo, mid, span), *b = join_terms(x, op, t, mid, hi, span);
    SynOp by = op == SYN_AND || op == SYN_OR ? op : t[lo].minus == t[mid].minus ? SYN_ADD : SYN_SUB;
    return inst_binary(x, by, a, b, span);
}

static InstExpr *elab_chain(InstElab *x, const SynExpr *e, uint32_t n) {
    ChainTerm *t = BASE_ARRAY(x->in->nodes, ChainTerm, n);
    SynOp op = e->op;
    Span span = e->span;
    for (uint32_t i = n; i-- > 1; e = e->args[0]) {
        t[i].term = inst_elab(x, e->args[1]);
        t[i].minus = e->op == SYN_SUB;
    }
    t[0].term = inst_elab(x, e);
    return join_terms(x, op, t, 0, n, span);
}

/* Does one side decide `and` or `or`, so that it does not matter what is wrong with the other: n > 2 and x[3] > 0? */
static bool decides(InstElab *x, SynOp op, InstExpr *side) {
    if ((op != SYN_AND && op != SYN_OR) || side->type.base != INST_BOOLEAN || side->type.ndims) return false;
    if (side->variability > INST_VAR_PARAMETER || (x->place & INST_IN_FUNCTION)) return false;
    const InstValue *v = inst_eval(x->in, side, INST_EVAL_SILENT);
    return v && (v->num[0] != 0) == (op == SYN_OR);
}

static InstExpr *elab_binary(InstElab *x, const SynExpr *e) {
    uint32_t n = chain_length(e);
    if (n > LONG_CHAIN) return elab_chain(x, e, n);
    Context *ctx = x->in->ctx;
    size_t mark = base_diag_mark(ctx), before = base_error_count(ctx);
    InstExpr *a = inst_elab(x, e->args[0]);
    size_t between = base_error_count(ctx);
    InstExpr *b = inst_elab(x, e->args[1]);
    if (base_error_count(ctx) > before && decides(x, e->op, between > before ? b : a)) {
        base_diag_rollback(ctx, mark);
        return inst_bool_node(x->in, e->op == SYN_OR, e->span);
    }
    return inst_binary(x, e->op, a, b, e->span);
}

static InstExpr *elab_node(InstElab *x, const SynExpr *e) {
    Inst *in = x->in;
    switch ((SynExprKind)e->kind) {
    case SYN_REAL: return inst_real_node(in, e->real, e->span);
    case SYN_INTEGER: return inst_int_node(in, e->integer, e->span);
    case SYN_STRING: return inst_string_node(in, e->string, e->span);
    case SYN_BOOLEAN: return inst_bool_node(in, e->boolean, e->span);
    case SYN_CREF: return inst_elab_cref(x, e);
    case SYN_UNARY: return inst_unary(x, e->op, inst_elab(x, e->args[0]), e->span);
    case SYN_BINARY: return elab_binary(x, e);
    case SYN_IF: return elab_if(x, e, 0);
    case SYN_RANGE: return elab_range(x, e);
    case SYN_CALL: return inst_elab_call(x, e);
    case SYN_PARTIAL: return inst_elab_partial(x, e);
    case SYN_ARRAY: return elab_array(x, e);
    case SYN_FOR: return inst_elab_comprehension(x, e, INST_B_NONE, e);
    case SYN_MATRIX: return elab_matrix(x, e);
    case SYN_ROW: return inst_make_array(x, elab_list(x, e->args, e->nargs), e->nargs, e->span);
    case SYN_TUPLE: return elab_tuple(x, e);
    case SYN_INDEXED: return elab_indexed(x, e);
    case SYN_END: return elab_end(x, e);
    case SYN_COLON: break; /* a subscript, says the grammar */
    }
    return inst_error_node(in, e->span);
}

InstExpr *inst_elab(InstElab *x, const SynExpr *e) {
    Inst *in = x->in;
    if (!x->whole) x->whole = e;
    if (in->depth >= in->ctx->max_depth) {
        InstElabState *st = inst_elab_state(in);
        if (st->too_deep) return inst_error_node(in, e->span);
        st->too_deep = true; /* once: everything around it is as deep */
        inst_error(x->scope, "INST0534", e->span, "this expression is nested deeper than %d levels",
                   in->ctx->max_depth);
        return inst_error_node(in, e->span);
    }
    in->depth++;
    uint32_t place = x->place;
    /* only the node itself may be a target, a functional argument or a call with several results */
    bool transparent = e->kind == SYN_CREF || e->kind == SYN_CALL || e->kind == SYN_TUPLE || e->kind == SYN_PARTIAL;
    if (!transparent) x->place &= ~(uint32_t)(INST_IN_LHS | INST_IN_CONNECT | INST_IN_ARGUMENT | INST_TOP_CALL);
    InstExpr *r = elab_node(x, e);
    x->place = place;
    in->depth--;
    return r;
}

bool inst_is_function(const InstClass *c) {
    for (; c; c = c->heir)
        if (c->restriction == SYN_FUNCTION || c->restriction == SYN_OPERATOR_FUNCTION) return true;
    return false;
}

InstElab inst_elab_in(InstClass *scope, InstIterScope *iters) {
    InstElab x = {.in = scope->inst, .scope = scope, .iters = iters};
    if (inst_is_function(scope)) x.place |= INST_IN_FUNCTION;
    return x;
}

InstExpr *inst_expr(InstClass *scope, const SynExpr *e, InstIterScope *iters) {
    InstElab x = inst_elab_in(scope, iters);
    return inst_elab(&x, e);
}

InstExpr *inst_expr_alone(InstClass *scope, const SynExpr *e, InstIterScope *iters) {
    InstElab x = inst_elab_in(scope, iters);
    if (e->kind == SYN_CALL) x.place |= INST_TOP_CALL;
    return inst_elab(&x, e);
}

InstExpr *inst_expr_as(InstClass *scope, const SynExpr *e, InstIterScope *iters, const InstType *want,
                       const char *what) {
    InstElab x = inst_elab_in(scope, iters);
    return inst_convert_or_report(&x, inst_elab(&x, e), want, what);
}
