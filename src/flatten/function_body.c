/* function_body.c - statements and expressions inside functions: arrays stay whole.
 *
 * Before: typed statements over the components of one function.  After: DAE statements over its locals, in the
 * Dae's own pool.  A call with a structured result becomes a statement of its own in front of the current one.
 */
#include "flatten/flatten_impl.h"

static DaePool *pool(FlatFn *fn) { return &fn->f->dae->pool; }

static FnVal new_val(FlatFn *fn, const InstType *t, uint32_t n) {
    FnVal v = {.type = *t, .n = n};
    v.e = BASE_ARRAY(&fn->f->arena, DaeExpr, n + 1);
    return v;
}

static bool one(FlatFn *fn, InstExpr *e, DaeExpr x, FnVal *out) {
    *out = new_val(fn, &e->type, 1);
    out->e[0] = x;
    return true;
}

static uint32_t leaves_of(FlatFn *fn, const InstType *t) {
    if (t->base != INST_RECORD) return 1;
    uint32_t nf, n = 0;
    InstComp **fields = flat_fields(fn->f, t->cls, &nf);
    for (uint32_t i = 0; i < nf; i++) n += leaves_of(fn, &fields[i]->type);
    return n;
}

/* Field of a record value: a run of its leaves. */
static bool field(FlatFn *fn, const FnVal *v, Name name, Span span, FnVal *out) {
    uint32_t nf, at = 0;
    InstComp **fields = v->type.cls ? flat_fields(fn->f, v->type.cls, &nf) : (nf = 0, NULL);
    for (uint32_t i = 0; i < nf; i++) {
        uint32_t n = leaves_of(fn, &fields[i]->type);
        if (fields[i]->name == name) {
            InstType t = fields[i]->type;
            t.ndims = (uint8_t)(t.ndims + v->type.ndims);
            t.dims = BASE_ARRAY(&fn->f->arena, int64_t, t.ndims + 1);
            for (int k = 0; k < t.ndims; k++)
                t.dims[k] = k < v->type.ndims ? v->type.dims[k] : fields[i]->type.dims[k - v->type.ndims];
            *out = (FnVal){t, v->e + at, n};
            return true;
        }
        at += n;
    }
    flat_unsupported(fn->f, span, "the record has no field '%s'", base_str(fn->f->ctx->names, name));
    return false;
}

/* ---- values known during translation ----------------------------------------------------------------------------- */

static DaeExpr literal(FlatFn *fn, InstBase base, double x) {
    switch (base) {
    case INST_INTEGER: return dae_int(pool(fn), (int64_t)x);
    case INST_BOOLEAN: return dae_bool(pool(fn), x != 0);
    case INST_ENUM: return dae_enum(pool(fn), (int64_t)x);
    default: return dae_real(pool(fn), x);
    }
}

static DaeExpr nested_value(FlatFn *fn, DaeExpr *at, const int64_t *dims, int nd, DaeBase base) {
    if (!nd) return at[0];
    uint64_t per = 1;
    for (int i = 1; i < nd; i++) per *= (uint64_t)dims[i];
    DaeExpr *parts = BASE_ARRAY(&fn->f->arena, DaeExpr, dims[0] + 1);
    for (int64_t i = 0; i < dims[0]; i++) parts[i] = nested_value(fn, at + (uint64_t)i * per, dims + 1, nd - 1, base);
    if (dims[0]) return dae_op(pool(fn), DAE_ARRAY, parts, (uint32_t)dims[0]);
    DaeNode head = {.op = DAE_ARRAY, .base = (uint8_t)base, .rank = (uint8_t)nd};
    return dae_node(pool(fn), head, NULL, 0);
}

/* Leaf values gathered over the elements of (arrays of) records. */
static void gather(FlatFn *fn, const InstValue *v, const int64_t *dims, int nd, const InstValue **elems, uint64_t n,
                   FnVal *out) {
    if (v->type.base == INST_RECORD) {
        for (uint32_t k = 0; k < v->nfields; k++) {
            const InstValue **next = BASE_ARRAY(&fn->f->arena, const InstValue *, n * v->n + 1);
            uint64_t m = 0;
            for (uint64_t i = 0; i < n; i++)
                for (uint64_t j = 0; j < elems[i]->n; j++) next[m++] = elems[i]->rec[j * v->nfields + k];
            int64_t all[32];
            int na = 0;
            for (; na < nd; na++) all[na] = dims[na];
            for (int j = 0; j < v->type.ndims && na < 32; j++) all[na++] = v->type.dims[j];
            if (m) gather(fn, next[0], all, na, next, m, out);
        }
        return;
    }
    DaeExpr *at = BASE_ARRAY(&fn->f->arena, DaeExpr, n * v->n + 1);
    uint64_t m = 0;
    for (uint64_t i = 0; i < n; i++)
        for (uint64_t j = 0; j < elems[i]->n; j++)
            at[m++] = v->type.base == INST_STRING ? dae_text(pool(fn), elems[i]->str[j])
                                                  : literal(fn, (InstBase)v->type.base, elems[i]->num[j]);
    int64_t all[32];
    int na = 0;
    for (; na < nd; na++) all[na] = dims[na];
    for (int j = 0; j < v->type.ndims && na < 32; j++) all[na++] = v->type.dims[j];
    out->e[out->n++] = nested_value(fn, at, all, na, flat_base(&v->type));
}

static bool from_value(FlatFn *fn, const InstValue *v, FnVal *out) {
    if (v->type.base > INST_ENUM && v->type.base != INST_RECORD) return false;
    *out = new_val(fn, &v->type, leaves_of(fn, &v->type));
    out->n = 0;
    gather(fn, v, NULL, 0, &v, 1, out);
    return true;
}

/* ---- references -------------------------------------------------------------------------------------------------- */

static bool scalar(FlatFn *fn, InstExpr *e, DaeExpr *out) {
    FnVal v;
    if (!flat_fn_value(fn, e, &v) || v.n != 1) return false;
    *out = v.e[0];
    return true;
}

static bool subscript_list(FlatFn *fn, InstExpr **subs, uint32_t n, VecU32 *out) {
    for (uint32_t i = 0; i < n; i++) {
        DaeExpr s;
        if (subs[i]->kind == INST_E_COLON) {
            DaeNode head = {.op = DAE_COLON, .base = DAE_INTEGER};
            s = dae_node(pool(fn), head, NULL, 0);
        } else if (!scalar(fn, subs[i], &s)) {
            return false;
        }
        vec_push(out, s);
    }
    return true;
}

static DaeExpr indexed(FlatFn *fn, DaeExpr array, const VecU32 *subs, uint32_t rank) {
    VecU32 args = {0};
    vec_push(&args, array);
    DaeNode colon = {.op = DAE_COLON, .base = DAE_INTEGER};
    for (uint32_t i = 0; i < rank; i++) vec_push(&args, i < subs->n ? subs->at[i] : dae_node(pool(fn), colon, NULL, 0));
    DaeExpr e = dae_op(pool(fn), DAE_INDEX, args.at, (uint32_t)args.n);
    vec_free(&args);
    return e;
}

/* A constant array subscripted by what is known when the function runs: the whole array, and the subscripts. */
static bool constant_element(FlatFn *fn, InstExpr *e, FnVal *out) {
    InstExpr whole = *e;
    whole.parts = base_copy(&fn->f->temp, e->parts, e->nparts * sizeof *e->parts);
    VecU32 subs = {0};
    DaeNode colon = {.op = DAE_COLON, .base = DAE_INTEGER};
    int64_t dims[64];
    uint32_t ndims = 0;
    bool ok = true;
    for (uint32_t p = 0; p < e->nparts && ok; p++) {
        const InstType *t = &e->parts[p].comp->type;
        whole.parts[p].nsubs = 0;
        for (uint32_t k = 0; k < t->ndims && ndims < 64; k++) dims[ndims++] = t->dims[k];
        if (e->parts[p].nsubs) ok = subscript_list(fn, e->parts[p].subs, e->parts[p].nsubs, &subs);
        for (uint32_t k = e->parts[p].nsubs; k < t->ndims; k++) vec_push(&subs, dae_node(pool(fn), colon, NULL, 0));
    }
    whole.type.ndims = (uint8_t)ndims;
    whole.type.dims = dims;
    InstValue *v = ok && subs.n ? inst_eval(fn->f->in, &whole, INST_EVAL_SILENT) : NULL;
    FnVal all;
    ok = v && from_value(fn, v, &all);
    if (ok) {
        *out = new_val(fn, &e->type, all.n);
        for (uint32_t i = 0; i < all.n; i++) out->e[i] = indexed(fn, all.e[i], &subs, dae_at(pool(fn), all.e[i])->rank);
    }
    vec_free(&subs);
    return ok;
}

static bool reference(FlatFn *fn, InstExpr *e, FnVal *out) {
    uint64_t first;
    InstComp *root = e->parts[0].comp;
    if (!base_map_get(&fn->first, (uint64_t)(uintptr_t)root, &first) &&
        !(e->nparts == 1 && flat_fn_object(fn, root, &first))) {
        InstValue *v = inst_eval(fn->f->in, e, INST_EVAL_SILENT);
        if (v) return from_value(fn, v, out);
        if (constant_element(fn, e, out)) return true;
        inst_eval(fn->f->in, e, INST_EVAL_REPORT);
        if (!base_error_count(fn->f->ctx))
            flat_unsupported(fn->f, e->span, "the value of '%s' is not known here",
                             base_str(fn->f->ctx->names, root->name));
        return false;
    }
    FnVal v = new_val(fn, &root->type, leaves_of(fn, &root->type));
    for (uint32_t i = 0; i < v.n; i++) {
        const DaeLocal *l = &fn->locals.at[first + i];
        v.e[i] = dae_local(pool(fn), (uint32_t)first + i, (DaeBase)l->base, l->rank);
    }
    VecU32 subs = {0};
    uint32_t dims = 0; /* dimensions passed so far */
    bool any = false, ok = true;
    DaeNode colon = {.op = DAE_COLON, .base = DAE_INTEGER};
    for (uint32_t p = 0; p < e->nparts && ok; p++) {
        if (p) ok = field(fn, &v, e->parts[p].comp->name, e->span, &v);
        if (ok && e->parts[p].nsubs) {
            while (subs.n < dims) vec_push(&subs, dae_node(pool(fn), colon, NULL, 0));
            ok = subscript_list(fn, e->parts[p].subs, e->parts[p].nsubs, &subs);
            any = true;
        }
        dims += e->parts[p].comp->type.ndims;
    }
    if (ok) {
        *out = new_val(fn, &e->type, v.n);
        for (uint32_t i = 0; i < v.n; i++)
            out->e[i] = any ? indexed(fn, v.e[i], &subs, dae_at(pool(fn), v.e[i])->rank) : v.e[i];
    }
    vec_free(&subs);
    return ok;
}

/* ---- operators --------------------------------------------------------------------------------------------------- */

static bool binary(FlatFn *fn, InstExpr *e, FnVal *out) {
    static const DaeOp plain[] = {
        [SYN_ADD] = DAE_ADD,   [SYN_SUB] = DAE_SUB,   [SYN_MUL] = DAE_MUL,   [SYN_DIV] = DAE_DIV,
        [SYN_POW] = DAE_POW,   [SYN_EADD] = DAE_EADD, [SYN_ESUB] = DAE_ESUB, [SYN_EMUL] = DAE_EMUL,
        [SYN_EDIV] = DAE_EDIV, [SYN_EPOW] = DAE_EPOW, [SYN_LT] = DAE_LT,     [SYN_LE] = DAE_LE,
        [SYN_GT] = DAE_GT,     [SYN_GE] = DAE_GE,     [SYN_EQ] = DAE_EQ,     [SYN_NE] = DAE_NE,
        [SYN_AND] = DAE_AND,   [SYN_OR] = DAE_OR};
    static const DaeOp of_scalars[] = {
        [SYN_EADD] = DAE_ADD, [SYN_ESUB] = DAE_SUB, [SYN_EMUL] = DAE_MUL, [SYN_EDIV] = DAE_DIV, [SYN_EPOW] = DAE_POW};
    DaeExpr a, b;
    if (!scalar(fn, e->args[0], &a) || !scalar(fn, e->args[1], &b)) return false;
    DaeOp op = plain[e->op];
    if (e->op >= SYN_EADD && e->op <= SYN_EPOW && !e->args[0]->type.ndims && !e->args[1]->type.ndims)
        op = of_scalars[e->op];
    if (e->op == SYN_ADD && e->args[0]->type.base == INST_STRING) op = DAE_STRCAT;
    return one(fn, e, dae_op2(pool(fn), op, a, b), out);
}

static bool unary(FlatFn *fn, InstExpr *e, FnVal *out) {
    FnVal a;
    if (!flat_fn_value(fn, e->args[0], &a)) return false;
    *out = new_val(fn, &a.type, a.n);
    for (uint32_t i = 0; i < a.n; i++)
        out->e[i] = e->op == SYN_NOT                         ? dae_op1(pool(fn), DAE_NOT, a.e[i])
                    : e->op == SYN_PLUS || e->op == SYN_EADD ? a.e[i]
                                                             : dae_op1(pool(fn), DAE_NEG, a.e[i]);
    return true;
}

static bool conditional(FlatFn *fn, InstExpr *e, FnVal *out) {
    DaeExpr c;
    FnVal a, b;
    double x;
    if (!scalar(fn, e->args[0], &c)) return false;
    if (dae_is_const(pool(fn), c, &x)) return flat_fn_value(fn, e->args[x != 0 ? 1 : 2], out);
    if (!flat_fn_value(fn, e->args[1], &a) || !flat_fn_value(fn, e->args[2], &b) || a.n != b.n) return false;
    *out = new_val(fn, &a.type, a.n);
    for (uint32_t i = 0; i < a.n; i++) out->e[i] = dae_op3(pool(fn), DAE_IF, c, a.e[i], b.e[i]);
    return true;
}

static bool record_of(FlatFn *fn, InstExpr *e, FnVal *out) {
    VecU32 all = {0};
    bool ok = true;
    for (uint32_t i = 0; i < e->nargs && ok; i++) {
        FnVal v;
        ok = flat_fn_value(fn, e->args[i], &v);
        for (uint32_t k = 0; ok && k < v.n; k++) vec_push(&all, v.e[k]);
    }
    if (ok) {
        *out = new_val(fn, &e->type, (uint32_t)all.n);
        memcpy(out->e, all.at, all.n * sizeof *all.at);
    }
    vec_free(&all);
    return ok;
}

static bool array_of(FlatFn *fn, InstExpr *e, FnVal *out) {
    if (!e->nargs) {
        DaeNode head = {.op = DAE_ARRAY, .base = (uint8_t)flat_base(&e->type), .rank = e->type.ndims};
        return one(fn, e, dae_node(pool(fn), head, NULL, 0), out);
    }
    FnVal *parts = BASE_ARRAY(&fn->f->arena, FnVal, e->nargs);
    for (uint32_t i = 0; i < e->nargs; i++)
        if (!flat_fn_value(fn, e->args[i], &parts[i]) || parts[i].n != parts[0].n) return false;
    *out = new_val(fn, &e->type, parts[0].n);
    DaeExpr *elems = BASE_ARRAY(&fn->f->arena, DaeExpr, e->nargs);
    for (uint32_t k = 0; k < parts[0].n; k++) {
        for (uint32_t i = 0; i < e->nargs; i++) elems[i] = parts[i].e[k];
        out->e[k] = dae_op(pool(fn), DAE_ARRAY, elems, e->nargs);
    }
    return true;
}

/* ---- iterators --------------------------------------------------------------------------------------------------- */

static DaeExpr bind_iterator(FlatFn *fn, InstIter *it) {
    uint32_t l = flat_fn_temp(fn, flat_base(&it->type), 0);
    fn->locals.at[l].name = it->name;
    base_map_put(&fn->iters, (uint64_t)(uintptr_t)it, l);
    return dae_local(pool(fn), l, flat_base(&it->type), 0);
}

static bool iterated(FlatFn *fn, InstExpr *e, FnVal *out) {
    VecU32 tail = {0};
    bool ok = true;
    for (uint32_t i = 0; i < e->niters && ok; i++) {
        DaeExpr range;
        ok = scalar(fn, e->iters[i]->range, &range);
        if (ok) {
            vec_push(&tail, bind_iterator(fn, e->iters[i]));
            vec_push(&tail, range);
        }
    }
    FnVal body;
    fn->iterating++;
    ok = ok && flat_fn_value(fn, e->args[0], &body);
    fn->iterating--;
    if (ok) {
        *out = new_val(fn, &e->type, body.n);
        for (uint32_t k = 0; k < body.n; k++) {
            VecU32 args = {0};
            vec_push(&args, body.e[k]);
            for (size_t i = tail.n; i > 0; i -= 2) { /* a DAE lists the outermost one last, as the text does (10.4.1) */
                vec_push(&args, tail.at[i - 2]);
                vec_push(&args, tail.at[i - 1]);
            }
            const DaeNode *b = dae_at(pool(fn), body.e[k]);
            DaeNode head = {.op = DAE_COMPREHENSION, .base = b->base, .rank = (uint8_t)(b->rank + e->niters)};
            if (e->kind == INST_E_REDUCTION) {
                head.op = DAE_REDUCE;
                head.rank = b->rank;
                head.value.i = e->builtin == INST_B_SUM       ? DAE_RSUM
                               : e->builtin == INST_B_PRODUCT ? DAE_RPRODUCT
                               : e->builtin == INST_B_MIN     ? DAE_RMIN
                                                              : DAE_RMAX;
            }
            out->e[k] = dae_node(pool(fn), head, args.at, (uint32_t)args.n);
            vec_free(&args);
        }
    }
    vec_free(&tail);
    return ok;
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */

static bool pack(FlatFn *fn, InstExpr **args, uint32_t n, VecU32 *out) {
    for (uint32_t i = 0; i < n; i++) {
        FnVal v;
        if (!flat_fn_value(fn, args[i], &v)) return false;
        for (uint32_t k = 0; k < v.n; k++) vec_push(out, v.e[k]);
    }
    return true;
}

/* Number of the first leaf of result k, and how many it has. */
static uint32_t result_leaves(FlatFn *fn, InstFunction *called, uint32_t k, uint32_t *n) {
    uint32_t first = 0;
    for (uint32_t i = 0; i < k; i++) first += leaves_of(fn, &called->outputs[i]->type);
    *n = leaves_of(fn, &called->outputs[k]->type);
    return first;
}

/* The call itself: of a function, or of a functional input. */
static bool call_node(FlatFn *fn, InstExpr *e, DaeNode *head, VecU32 *args) {
    uint64_t first;
    if (e->nparts && base_map_get(&fn->first, (uint64_t)(uintptr_t)e->parts[0].comp, &first)) {
        head->op = DAE_APPLY;
        vec_push(args, dae_local(pool(fn), (uint32_t)first, DAE_OBJECT, 0));
    } else {
        head->op = DAE_CALL;
        head->id = flat_function(fn->f, e->function);
        if (!head->id) return false;
    }
    return pack(fn, e->args, e->nargs, args);
}

static bool all_results(FlatFn *fn, InstExpr *e, VecU32 *temps) {
    DaeNode head = {0};
    VecU32 args = {0}, parts = {0};
    bool ok = call_node(fn, e, &head, &args);
    if (ok) {
        InstFunction *called = e->function;
        for (uint32_t k = 0; k < called->noutputs; k++) {
            uint32_t n;
            result_leaves(fn, called, k, &n);
            for (uint32_t i = 0; i < n; i++) vec_push(temps, 0);
        }
        /* the callee's own entry tells base and rank of each leaf */
        uint32_t number = flat_function(fn->f, called);
        const DaeFunction *d = &fn->f->dae->functions.at[number];
        const DaeLocal *outs = d->locals + d->ninputs;
        head.base = temps->n ? outs[0].base : DAE_VOID;
        head.rank = temps->n ? outs[0].rank : 0;
        if (fn->iterating && head.op == DAE_CALL) { /* the call depends on the iterator: it stays where it is */
            for (size_t i = 0; i < temps->n; i++)
                temps->at[i] = dae_call(fn->f->dae, pool(fn), number, (uint32_t)i, args.at, (uint32_t)args.n);
            vec_free(&args);
            return true;
        }
        vec_push(&parts, dae_node(pool(fn), head, args.at, (uint32_t)args.n));
        for (size_t i = 0; i < temps->n; i++) {
            uint32_t l = flat_fn_temp(fn, (DaeBase)outs[i].base, outs[i].rank);
            temps->at[i] = dae_local(pool(fn), l, (DaeBase)outs[i].base, outs[i].rank);
            vec_push(&parts, temps->at[i]);
        }
        DaeNode assign = {.op = DAE_ASSIGN_CALL, .base = DAE_VOID};
        vec_push(&fn->stmts->list, dae_node(pool(fn), assign, parts.at, (uint32_t)parts.n));
    }
    vec_free(&args);
    vec_free(&parts);
    return ok;
}

/* Arguments of one call among many: those that are iterated over are indexed by the iterators; sizes of the first such
 * argument give the ranges. */
static bool vectorised_arguments(FlatFn *fn, InstExpr *e, const VecU32 *iters, VecU32 *args, VecU32 *sizes) {
    for (uint32_t k = 0; k < e->nargs; k++) {
        FnVal v;
        if (!flat_fn_value(fn, e->args[k], &v)) return false;
        bool over = e->args[k]->type.ndims == e->function->inputs[k]->type.ndims + iters->n;
        for (uint32_t j = 0; j < v.n; j++) {
            for (uint32_t d = (uint32_t)sizes->n; over && d < iters->n; d++)
                vec_push(sizes, dae_op2(pool(fn), DAE_SIZE, v.e[j], dae_int(pool(fn), d + 1)));
            vec_push(args, over ? indexed(fn, v.e[j], iters, dae_at(pool(fn), v.e[j])->rank) : v.e[j]);
        }
    }
    return sizes->n == iters->n;
}

/* f over the elements of arrays inside a function: comprehensions over 1:size(v, 1), ..., one per leaf of the
 * result. */
static bool vectorised(FlatFn *fn, InstExpr *e, FnVal *out) {
    uint32_t number = flat_function(fn->f, e->function);
    if (!number) return false;
    VecU32 iters = {0}, args = {0}, sizes = {0}, parts = {0};
    for (int64_t d = 0; d < e->integer; d++) {
        InstIter *it = BASE_NEW(&fn->f->arena, InstIter);
        it->name = base_name(fn->f->ctx->names, "$i");
        it->type = (InstType){.base = INST_INTEGER};
        vec_push(&iters, bind_iterator(fn, it));
    }
    bool ok = vectorised_arguments(fn, e, &iters, &args, &sizes);
    uint32_t n, first = result_leaves(fn, e->function, 0, &n);
    *out = new_val(fn, &e->type, n);
    vec_push(&parts, 0);
    for (uint32_t d = 0; ok && d < iters.n; d++) {
        vec_push(&parts, iters.at[d]);
        vec_push(&parts, dae_op3(pool(fn), DAE_RANGE, dae_int(pool(fn), 1), dae_int(pool(fn), 1), sizes.at[d]));
    }
    const InstType *t = &e->function->outputs[0]->type;
    const DaeFunction *called = &fn->f->dae->functions.at[number];
    for (uint32_t k = 0; ok && k < n; k++) {
        const DaeLocal *leaf = n > 1 ? &called->locals[called->ninputs + first + k] : NULL;
        DaeNode head = {.op = DAE_CALL,
                        .base = leaf ? leaf->base : (uint8_t)flat_base(t),
                        .rank = leaf ? leaf->rank : t->ndims,
                        .id = number};
        head.value.i = first + k;
        parts.at[0] = dae_node(pool(fn), head, args.at, (uint32_t)args.n);
        DaeNode comp = {.op = DAE_COMPREHENSION, .base = head.base, .rank = (uint8_t)(head.rank + iters.n)};
        out->e[k] = dae_node(pool(fn), comp, parts.at, (uint32_t)parts.n);
    }
    vec_free(&iters);
    vec_free(&args);
    vec_free(&sizes);
    vec_free(&parts);
    return ok;
}

static bool call(FlatFn *fn, InstExpr *e, uint32_t result, FnVal *out) {
    if (e->kind != INST_E_CALL) return flat_fn_value(fn, e, out);
    if (e->integer > 0) return vectorised(fn, e, out);
    uint32_t n, first = result_leaves(fn, e->function, result, &n);
    *out = new_val(fn, &e->function->outputs[result]->type, n);
    if (n == 1) {
        DaeNode head = {.base = (uint8_t)flat_base(&out->type), .rank = out->type.ndims};
        VecU32 args = {0};
        bool ok = call_node(fn, e, &head, &args);
        head.value.i = first;
        if (ok) out->e[0] = dae_node(pool(fn), head, args.at, (uint32_t)args.n);
        vec_free(&args);
        return ok;
    }
    VecU32 temps = {0};
    bool ok = all_results(fn, e, &temps);
    for (uint32_t i = 0; ok && i < n; i++) out->e[i] = temps.at[first + i];
    vec_free(&temps);
    return ok;
}

static bool partial(FlatFn *fn, InstExpr *e, FnVal *out) {
    if (e->nparts) {
        flat_unsupported(fn->f, e->span, "arguments bound to a functional input are not translated");
        return false;
    }
    DaeNode head = {.op = DAE_PARTIAL, .base = DAE_OBJECT, .id = flat_function(fn->f, e->function)};
    VecU32 bound = {0};
    bool ok = head.id != 0;
    for (uint32_t i = 0; ok && i < e->nargs; i++) {
        if (e->args[i]) {
            ok = pack(fn, &e->args[i], 1, &bound);
        } else {
            for (uint32_t k = leaves_of(fn, &e->function->inputs[i]->type); k; k--) vec_push(&bound, 0);
        }
    }
    VecU32 pairs = {0}; /* number of a bound input and its value */
    for (uint32_t i = 0; ok && i < bound.n; i++)
        if (bound.at[i]) {
            vec_push(&pairs, dae_int(pool(fn), i));
            vec_push(&pairs, bound.at[i]);
        }
    if (ok) one(fn, e, dae_node(pool(fn), head, pairs.at, (uint32_t)pairs.n), out);
    vec_free(&pairs);
    vec_free(&bound);
    return ok;
}

/* ---- built-in functions ------------------------------------------------------------------------------------------ */

static bool to_string(FlatFn *fn, InstExpr *e, FnVal *out) {
    DaeExpr a[5] = {0};
    for (uint32_t i = 0; i < e->nargs && i < 5; i++)
        if (e->args[i] && !scalar(fn, e->args[i], &a[i])) return false;
    uint32_t type = e->args[0]->type.base == INST_ENUM ? flat_enum_type(fn->f, &e->args[0]->type) : 0;
    return one(fn, e, flat_string_node(pool(fn), a, type), out);
}

/* An array of n dimensions more, each element of which is `leaf`. */
DaeExpr flat_fn_repeat(FlatFn *fn, DaeExpr leaf, const DaeExpr *sizes, uint32_t n) {
    VecU32 args = {0};
    vec_push(&args, leaf);
    for (uint32_t d = 0; d < n; d++) {
        InstIter *it = BASE_NEW(&fn->f->arena, InstIter);
        it->name = base_name(fn->f->ctx->names, "$i");
        it->type = (InstType){.base = INST_INTEGER};
        vec_push(&args, bind_iterator(fn, it));
        vec_push(&args, dae_op3(pool(fn), DAE_RANGE, dae_int(pool(fn), 1), dae_int(pool(fn), 1), sizes[d]));
    }
    const DaeNode *node = dae_at(pool(fn), leaf);
    DaeNode comp = {.op = DAE_COMPREHENSION, .base = node->base, .rank = (uint8_t)(node->rank + n)};
    DaeExpr e = dae_node(pool(fn), comp, args.at, (uint32_t)args.n);
    vec_free(&args);
    return e;
}

/* fill(record, n1, ...): each leaf again and again; leaves may be arrays themselves. */
static bool filled_record(FlatFn *fn, InstExpr *e, FnVal *out) {
    FnVal v;
    VecU32 sizes = {0};
    bool ok = flat_fn_value(fn, e->args[0], &v) && pack(fn, e->args + 1, e->nargs - 1, &sizes);
    *out = new_val(fn, &e->type, ok ? v.n : 0);
    for (uint32_t k = 0; ok && k < v.n; k++) out->e[k] = flat_fn_repeat(fn, v.e[k], sizes.at, (uint32_t)sizes.n);
    vec_free(&sizes);
    return ok;
}

/* A function of two scalars over the elements of one array: the other argument is the same for each (12.4.6). */
static void repeat_scalar(FlatFn *fn, DaeOp op, DaeExpr *a) {
    if (op >= DAE_SIZE && op <= DAE_MATRIX) return; /* of whole arrays */
    int rank[2] = {dae_at(pool(fn), a[0])->rank, dae_at(pool(fn), a[1])->rank};
    if (!rank[0] == !rank[1]) return;
    uint32_t s = rank[0] ? 1 : 0;
    DaeExpr args[1 + CW_MAX_RANK] = {a[s]};
    for (int k = 0; k < rank[1 - s]; k++) args[k + 1] = dae_op2(pool(fn), DAE_SIZE, a[1 - s], dae_int(pool(fn), k + 1));
    a[s] = dae_op(pool(fn), DAE_FILL, args, (uint32_t)rank[1 - s] + 1);
}

static bool builtin(FlatFn *fn, InstExpr *e, FnVal *out) {
    InstBuiltin b = (InstBuiltin)e->builtin;
    if (b == INST_B_NOEVENT || b == INST_B_PURE || b == INST_B_ENUM_OF_INTEGER)
        return flat_fn_value(fn, e->args[0], out);
    if (b == INST_B_STRING) return to_string(fn, e, out);
    if (b == INST_B_GETINSTANCENAME) /* not specified in a function (3.7.4.4): the function's name */
        return one(fn, e, dae_text(pool(fn), fn->in->name), out);
    if (b == INST_B_NDIMS) return one(fn, e, dae_int(pool(fn), e->args[0]->type.ndims), out);
    if (b == INST_B_INITIAL || b == INST_B_TERMINAL)
        return one(fn, e, dae_op(pool(fn), b == INST_B_INITIAL ? DAE_INITIAL : DAE_TERMINAL, NULL, 0), out);
    if (b == INST_B_SIZE && e->args[0]->type.base == INST_RECORD) {
        FnVal v;
        DaeExpr k;
        return flat_fn_value(fn, e->args[0], &v) && v.n && e->nargs > 1 && scalar(fn, e->args[1], &k) &&
               one(fn, e, dae_op2(pool(fn), DAE_SIZE, v.e[0], k), out);
    }
    if (b == INST_B_FILL && e->args[0]->type.base == INST_RECORD) return filled_record(fn, e, out);
    VecU32 args = {0};
    bool ok = true;
    DaeOp op = inst_builtin_op(b);
    if (b == INST_B_ZEROS || b == INST_B_ONES) {
        op = DAE_FILL;
        vec_push(&args, e->type.base == INST_INTEGER ? dae_int(pool(fn), b == INST_B_ONES)
                                                     : dae_real(pool(fn), b == INST_B_ONES));
    } else if (e->nargs == 1 && (b == INST_B_MIN || b == INST_B_MAX)) {
        op = b == INST_B_MIN ? DAE_MINARR : DAE_MAXARR;
    }
    if (b == INST_B_PROMOTE) { /* promote(a, 2): as matrix */
        op = DAE_MATRIX;
        ok = pack(fn, e->args, 1, &args);
    } else {
        ok = pack(fn, e->args, e->nargs, &args);
    }
    if (ok && op == DAE_NONE) {
        flat_unsupported(fn->f, e->span, "built-in operator '%s' inside a function is not translated",
                         inst_builtin_name(b));
        ok = false;
    }
    if (ok && e->type.ndims && args.n == 2) repeat_scalar(fn, op, args.at);
    if (ok) one(fn, e, dae_op(pool(fn), op, args.at, (uint32_t)args.n), out);
    vec_free(&args);
    return ok;
}

static bool value_of(FlatFn *fn, InstExpr *e, FnVal *out) {
    FnVal a;
    switch ((InstExprKind)e->kind) {
    case INST_E_REAL: return one(fn, e, dae_real(pool(fn), e->real), out);
    case INST_E_INTEGER: return one(fn, e, dae_int(pool(fn), e->integer), out);
    case INST_E_BOOLEAN: return one(fn, e, dae_bool(pool(fn), e->integer != 0), out);
    case INST_E_ENUM: return one(fn, e, dae_enum(pool(fn), e->integer), out);
    case INST_E_STRING: return one(fn, e, dae_text(pool(fn), e->string), out);
    case INST_E_CREF: return reference(fn, e, out);
    case INST_E_ITER: {
        uint64_t l;
        if (!base_map_get(&fn->iters, (uint64_t)(uintptr_t)e->iter, &l)) break;
        return one(fn, e, dae_local(pool(fn), (uint32_t)l, flat_base(&e->iter->type), 0), out);
    }
    case INST_E_UNARY: return unary(fn, e, out);
    case INST_E_BINARY: return binary(fn, e, out);
    case INST_E_IF: return conditional(fn, e, out);
    case INST_E_CAST:
        if (!flat_fn_value(fn, e->args[0], &a)) return false;
        return one(fn, e, dae_op1(pool(fn), DAE_TO_REAL, a.e[0]), out);
    case INST_E_CALL: return call(fn, e, 0, out);
    case INST_E_RESULT: return call(fn, e->args[0], (uint32_t)e->integer, out);
    case INST_E_BUILTIN: return builtin(fn, e, out);
    case INST_E_RECORD: return record_of(fn, e, out);
    case INST_E_ARRAY: return array_of(fn, e, out);
    case INST_E_RANGE: {
        DaeExpr r[3];
        if (!scalar(fn, e->args[0], &r[0]) || !scalar(fn, e->args[2], &r[2])) return false;
        r[1] = e->type.base == INST_REAL ? dae_real(pool(fn), 1) : dae_int(pool(fn), 1);
        if (e->args[1] && !scalar(fn, e->args[1], &r[1])) return false;
        return one(fn, e, dae_op(pool(fn), DAE_RANGE, r, 3), out);
    }
    case INST_E_SUBSCRIPT: {
        VecU32 subs = {0};
        bool ok = flat_fn_value(fn, e->args[0], &a) && subscript_list(fn, e->args + 1, e->nargs - 1, &subs);
        if (ok) {
            *out = new_val(fn, &e->type, a.n);
            for (uint32_t i = 0; i < a.n; i++) out->e[i] = indexed(fn, a.e[i], &subs, dae_at(pool(fn), a.e[i])->rank);
        }
        vec_free(&subs);
        return ok;
    }
    case INST_E_FIELD: return flat_fn_value(fn, e->args[0], &a) && field(fn, &a, e->field, e->span, out);
    case INST_E_COMPREHENSION:
    case INST_E_REDUCTION: return iterated(fn, e, out);
    case INST_E_PARTIAL: return partial(fn, e, out);
    case INST_E_ERROR: return false;
    default: break;
    }
    flat_unsupported(fn->f, e->span, "this expression has no value here");
    return false;
}

bool flat_fn_value(FlatFn *fn, InstExpr *e, FnVal *out) {
    Flat *f = fn->f;
    if (++f->depth > f->ctx->max_depth) {
        flat_unsupported(f, e->span, "this expression is nested too deeply");
        f->depth--;
        return false;
    }
    bool ok = value_of(fn, e, out);
    f->depth--;
    return ok;
}

/* ---- statements -------------------------------------------------------------------------------------------------- */

static void statements(FlatFn *fn, InstStmt *s);

static void push(FlatFn *fn, DaeExpr stmt) {
    if (stmt) vec_push(&fn->stmts->list, stmt);
}

static DaeExpr block(FlatFn *fn, InstStmt *body) {
    FlatStmts inner = {0}, *before = fn->stmts;
    fn->stmts = &inner;
    statements(fn, body);
    fn->stmts = before;
    DaeExpr seq = dae_op(pool(fn), DAE_SEQ, inner.list.at, (uint32_t)inner.list.n);
    vec_free(&inner.list);
    return seq;
}

DaeExpr flat_fn_body(FlatFn *fn, InstStmt *body) { return block(fn, body); }

static bool uses_local(const DaePool *p, DaeExpr e, uint32_t first, uint32_t n) {
    const DaeNode *node = dae_at(p, e);
    if (node->op == DAE_LOCAL) return node->id >= first && node->id < first + n;
    for (uint32_t i = 0; i < node->nargs; i++)
        if (dae_arg(p, e, i) && uses_local(p, dae_arg(p, e, i), first, n)) return true;
    return false;
}

static DaeExpr root_local(const DaePool *p, DaeExpr target) {
    while (dae_at(p, target)->op == DAE_INDEX) target = dae_arg(p, target, 0);
    return target;
}

/* Subscripts of a target that read what is being assigned are computed once, in front. */
static void hold_subscripts(FlatFn *fn, const FnVal *to, uint32_t first) {
    Map held = {0};
    for (uint32_t i = 0; i < to->n; i++) {
        const DaeNode *n = dae_at(pool(fn), to->e[i]);
        if (n->op != DAE_INDEX) continue;
        VecU32 args = {0};
        DaeNode head = *n;
        for (uint32_t k = 0; k < head.nargs; k++) {
            DaeExpr sub = dae_arg(pool(fn), to->e[i], k);
            uint64_t t;
            if (k && dae_at(pool(fn), sub)->op != DAE_COLON && uses_local(pool(fn), sub, first, to->n)) {
                const DaeNode *s = dae_at(pool(fn), sub);
                DaeBase base = (DaeBase)s->base;
                int rank = s->rank;
                if (!base_map_get(&held, sub, &t)) {
                    t = dae_local(pool(fn), flat_fn_temp(fn, base, rank), base, rank);
                    push(fn, dae_op2(pool(fn), DAE_ASSIGN, (DaeExpr)t, sub));
                    base_map_put(&held, sub, t);
                }
                sub = (DaeExpr)t;
            }
            vec_push(&args, sub);
        }
        to->e[i] = dae_op(pool(fn), DAE_INDEX, args.at, (uint32_t)args.n);
        vec_free(&args);
    }
    base_map_free(&held);
}

/* Several leaves at once: values and subscripts that use what is being assigned are copied first. */
static void assign(FlatFn *fn, const FnVal *to, const FnVal *from) {
    bool overlap = false;
    if (to->n > 1) {
        uint32_t first = dae_at(pool(fn), root_local(pool(fn), to->e[0]))->id;
        for (uint32_t i = 0; i < from->n; i++) overlap = overlap || uses_local(pool(fn), from->e[i], first, to->n);
        hold_subscripts(fn, to, first);
    }
    DaeExpr *value = BASE_ARRAY(&fn->f->arena, DaeExpr, from->n + 1);
    for (uint32_t i = 0; i < from->n; i++) {
        value[i] = from->e[i];
        if (!overlap) continue;
        const DaeNode *n = dae_at(pool(fn), from->e[i]);
        DaeBase base = (DaeBase)n->base;
        int rank = n->rank;
        uint32_t t = flat_fn_temp(fn, base, rank);
        value[i] = dae_local(pool(fn), t, base, rank);
        push(fn, dae_op2(pool(fn), DAE_ASSIGN, value[i], from->e[i]));
    }
    for (uint32_t i = 0; i < to->n && i < from->n; i++) push(fn, dae_op2(pool(fn), DAE_ASSIGN, to->e[i], value[i]));
}

static void assignment(FlatFn *fn, InstStmt *s) {
    FnVal to, from;
    if (s->lhs->kind != INST_E_TUPLE) {
        if (flat_fn_value(fn, s->rhs, &from) && flat_fn_value(fn, s->lhs, &to)) assign(fn, &to, &from);
        else if (!fn->f->failed && !base_error_count(fn->f->ctx)) /* nothing is left out silently */
            flat_unsupported(fn->f, s->span, "this assignment inside a function is not translated");
        return;
    }
    if (s->rhs->kind != INST_E_CALL) {
        flat_unsupported(fn->f, s->span, "several results come from a function call only");
        return;
    }
    VecU32 temps = {0};
    if (all_results(fn, s->rhs, &temps)) {
        for (uint32_t k = 0; k < s->lhs->nargs && k < s->rhs->function->noutputs; k++) {
            uint32_t n, first = result_leaves(fn, s->rhs->function, k, &n);
            FnVal part = {s->rhs->function->outputs[k]->type, temps.at + first, n};
            if (s->lhs->args[k] && flat_fn_value(fn, s->lhs->args[k], &to)) assign(fn, &to, &part);
        }
    }
    vec_free(&temps);
}

static DaeExpr if_chain(FlatFn *fn, InstStmt *s, uint32_t i) {
    if (i >= s->nbranches) return 0;
    if (!s->branches[i].cond) return block(fn, s->branches[i].stmts);
    DaeExpr c;
    if (!scalar(fn, s->branches[i].cond, &c)) return 0;
    DaeExpr then = block(fn, s->branches[i].stmts);
    FlatStmts inner = {0}, *before = fn->stmts; /* calls in later conditions run only when they are reached */
    fn->stmts = &inner;
    DaeExpr rest = if_chain(fn, s, i + 1);
    fn->stmts = before;
    if (inner.list.n) {
        if (rest) vec_push(&inner.list, rest);
        rest = dae_op(pool(fn), DAE_SEQ, inner.list.at, (uint32_t)inner.list.n);
    }
    vec_free(&inner.list);
    return dae_op3(pool(fn), DAE_IF_STMT, c, then, rest);
}

static void for_loop(FlatFn *fn, InstStmt *s) {
    DaeExpr range;
    if (!s->iter->range || !scalar(fn, s->iter->range, &range)) return;
    DaeExpr it = bind_iterator(fn, s->iter);
    push(fn, dae_op3(pool(fn), DAE_FOR, it, range, block(fn, s->body)));
}

/* A condition with calls of structured result is computed anew at the end of each round. */
static void while_loop(FlatFn *fn, InstStmt *s) {
    FlatStmts hoisted = {0}, *before = fn->stmts;
    fn->stmts = &hoisted;
    DaeExpr c;
    bool ok = scalar(fn, s->lhs, &c);
    fn->stmts = before;
    if (ok) {
        DaeExpr body = block(fn, s->body);
        if (hoisted.list.n) {
            VecU32 all = {0};
            vec_push(&all, body);
            for (size_t i = 0; i < hoisted.list.n; i++) {
                push(fn, hoisted.list.at[i]);
                vec_push(&all, hoisted.list.at[i]);
            }
            body = dae_op(pool(fn), DAE_SEQ, all.at, (uint32_t)all.n);
            vec_free(&all);
        }
        push(fn, dae_op2(pool(fn), DAE_WHILE, c, body));
    }
    vec_free(&hoisted.list);
}

static void call_statement(FlatFn *fn, InstStmt *s) {
    InstExpr *e = s->lhs;
    DaeExpr a, b;
    if (e->kind == INST_E_CALL) {
        DaeNode head = {.base = DAE_VOID};
        VecU32 args = {0};
        if (call_node(fn, e, &head, &args))
            push(fn, dae_op1(pool(fn), DAE_CALL_STMT, dae_node(pool(fn), head, args.at, (uint32_t)args.n)));
        vec_free(&args);
    } else if (e->builtin == INST_B_ASSERT) {
        DaeExpr level = dae_int(pool(fn), 1);
        if (!scalar(fn, e->args[0], &a) || !scalar(fn, e->args[1], &b)) return;
        if (e->nargs > 2 && e->args[2] && e->args[2]->kind == INST_E_ENUM && e->args[2]->integer == 1)
            level = dae_int(pool(fn), 2);
        push(fn, dae_op3(pool(fn), DAE_ASSERT, a, b, level));
    } else if (e->builtin == INST_B_TERMINATE) {
        if (scalar(fn, e->args[0], &a)) push(fn, dae_op1(pool(fn), DAE_TERMINATE, a));
    } else if (e->kind != INST_E_ERROR) {
        flat_unsupported(fn->f, s->span, "this call as a statement of a function is not translated");
    }
}

static void statements(FlatFn *fn, InstStmt *s) {
    for (; s; s = s->next) {
        switch ((SynStatementKind)s->kind) {
        case SYN_ST_ASSIGN: assignment(fn, s); break;
        case SYN_ST_CALL: call_statement(fn, s); break;
        case SYN_ST_IF: push(fn, if_chain(fn, s, 0)); break;
        case SYN_ST_FOR: for_loop(fn, s); break;
        case SYN_ST_WHILE: while_loop(fn, s); break;
        case SYN_ST_BREAK: push(fn, dae_op(pool(fn), DAE_BREAK, NULL, 0)); break;
        case SYN_ST_RETURN: push(fn, dae_op(pool(fn), DAE_RETURN, NULL, 0)); break;
        case SYN_ST_WHEN: flat_unsupported(fn->f, s->span, "when is not allowed in functions"); break;
        }
    }
}
