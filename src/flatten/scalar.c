/* scalar.c - typed expressions become scalar expressions over variables.
 *
 * A value with dimensions or fields is taken apart into its scalars (FlatVal).  Everything known during translation
 * (constants, structural parameters, iterators) becomes literals on the way.
 */
#include "flatten/flatten_impl.h"

FlatVal flat_new_val(Flat *f, const InstType *t, uint32_t n) {
    FlatVal v = {.type = *t, .n = n};
    v.e = BASE_ARRAY(&f->temp, DaeExpr, n ? n : 1);
    return v;
}

/* ---- evaluation during translation ------------------------------------------------------------------------------- */

/* Indices of the component arrays around the current class instance, outermost first. */
static uint32_t current_index(InstClass *at, int64_t *index, uint32_t cap) {
    InstComp *chain[256];
    uint32_t depth = 0, n = 0;
    for (InstComp *k = at ? at->owner : NULL; k && depth < 256; k = k->parent->owner) chain[depth++] = k;
    for (uint32_t i = depth; i-- > 0;) {
        const FlatComp *fc = chain[i]->extra;
        if (!chain[i]->type.ndims || chain[i]->array || !fc || !fc->indexed) continue;
        for (int k = 0; k < chain[i]->type.ndims && n < cap; k++) index[n++] = fc->index[k];
    }
    return n;
}

InstValue *flat_eval(Flat *f, InstExpr *e, int flags) {
    int64_t index[64];
    uint32_t n = current_index(f->scope, index, 64);
    return n ? inst_eval_at(f->in, e, f->scope, index, n, flags) : inst_eval(f->in, e, flags);
}

/* size(p[i].x, 1), and end in p[i].x[end], where p is split by element: known once i is. */
static bool size_in_element(Flat *f, InstExpr *e, int64_t *out) {
    if (e->builtin != INST_B_SIZE || e->nargs < 2 || e->args[0]->kind != INST_E_CREF) return false;
    bool split = false;
    for (uint32_t i = 0; i + 1 < e->args[0]->nparts; i++) split |= e->args[0]->parts[i].comp->elements != NULL;
    if (!split) return false;
    size_t mark = base_diag_mark(f->ctx);
    FlatVal v;
    double x;
    bool known = flat_value(f, e, &v) && v.n == 1 && dae_is_const(&f->pool, v.e[0], &x);
    if (known) *out = inst_whole(x);
    else base_diag_rollback(f->ctx, mark);
    return known;
}

bool flat_integer(Flat *f, InstExpr *e, int64_t *out) {
    int64_t a, b;
    switch (e->kind) {
    case INST_E_BUILTIN:
        if (size_in_element(f, e, out)) return true;
        break;
    case INST_E_INTEGER:
    case INST_E_ENUM: *out = e->integer; return true;
    case INST_E_BOOLEAN: *out = e->integer != 0; return true;
    case INST_E_ITER:
        if (!e->iter->bound) return false;
        *out = e->iter->slot;
        return true;
    case INST_E_UNARY:
        if (e->op != SYN_NEG || !flat_integer(f, e->args[0], &a)) break;
        *out = -a;
        return true;
    case INST_E_BINARY:
        if (e->op > SYN_MUL || !flat_integer(f, e->args[0], &a) || !flat_integer(f, e->args[1], &b)) break;
        return !(e->op == SYN_ADD   ? __builtin_add_overflow(a, b, out)
                 : e->op == SYN_SUB ? __builtin_sub_overflow(a, b, out)
                                    : __builtin_mul_overflow(a, b, out));
    default: break;
    }
    if (e->variability > INST_VAR_PARAMETER) return false;
    InstValue *v = flat_eval(f, e, INST_EVAL_SILENT | INST_EVAL_MARK);
    if (!v || v->n != 1) return false;
    *out = inst_whole(v->num[0]);
    return true;
}

static DaeExpr literal(Flat *f, const InstType *t, double x) {
    switch (t->base) {
    case INST_INTEGER: return dae_int(&f->pool, inst_whole(x));
    case INST_BOOLEAN: return dae_bool(&f->pool, x != 0);
    case INST_ENUM: return dae_enum(&f->pool, inst_whole(x));
    default: return dae_real(&f->pool, x);
    }
}

static void put_value(Flat *f, const InstValue *v, FlatVal *out) {
    for (uint64_t i = 0; i < v->n; i++) {
        if (v->type.base == INST_RECORD) {
            for (uint32_t k = 0; k < v->nfields; k++) put_value(f, v->rec[i * v->nfields + k], out);
        } else if (v->type.base == INST_STRING) {
            out->e[out->n++] = dae_text(&f->pool, v->str[i]);
        } else {
            out->e[out->n++] = literal(f, &v->type, v->num[i]);
        }
    }
}

static uint64_t value_scalars(const InstValue *v) {
    if (v->type.base != INST_RECORD) return v->n;
    uint64_t n = 0;
    for (uint64_t i = 0; i < v->n * v->nfields; i++) n += value_scalars(v->rec[i]);
    return n;
}

static bool plain_value(const InstValue *v) {
    if (v->type.base == INST_RECORD) {
        for (uint64_t i = 0; i < v->n * v->nfields; i++)
            if (!v->rec[i] || !plain_value(v->rec[i])) return false;
        return true;
    }
    return v->type.base <= INST_ENUM;
}

bool flat_from_value(Flat *f, const InstValue *v, FlatVal *out) {
    if (!plain_value(v)) return false;
    uint32_t n = (uint32_t)value_scalars(v);
    *out = flat_new_val(f, &v->type, n);
    out->n = 0;
    put_value(f, v, out);
    return true;
}

/* ---- iterators --------------------------------------------------------------------------------------------------- */

bool flat_loop(Flat *f, InstIter *it, bool (*body)(Flat *f, void *arg), void *arg) {
    InstIter saved = *it;
    bool ok = true;
    int64_t from, step = 1, to;
    InstExpr *r = it->range;
    if (r && r->kind == INST_E_RANGE && r->type.base == INST_INTEGER && flat_integer(f, r->args[0], &from) &&
        (!r->args[1] || flat_integer(f, r->args[1], &step)) && flat_integer(f, r->args[2], &to) && step) {
        it->bound = true;
        it->value = NULL;
        bool any = step > 0 ? from <= to : from >= to;
        uint64_t last = any ? (step > 0 ? ((uint64_t)to - (uint64_t)from) / (uint64_t)step
                                        : ((uint64_t)from - (uint64_t)to) / -(uint64_t)step)
                            : 0;
        if (last >= f->ctx->max_scalars) {
            flat_error(f, "FLAT0039", r->span, "this loop has too many iterations");
            *it = saved;
            return false;
        }
        for (uint64_t i = 0; any && ok && i <= last; i++) {
            it->slot = from + (int64_t)i * step;
            ok = body(f, arg);
        }
        *it = saved;
        return ok;
    }
    InstValue *v = r ? flat_eval(f, r, INST_EVAL_SILENT | INST_EVAL_MARK) : NULL;
    if (!v) {
        if (r) flat_eval(f, r, INST_EVAL_REPORT);
        f->failed = true;
        if (base_error_count(f->ctx)) return false;
        flat_unsupported(f, r ? r->span : (Span){0}, "the range of iterator '%s' must be known during translation",
                         base_str(f->ctx->names, it->name));
        return false;
    }
    it->bound = true;
    for (uint64_t i = 0; ok && i < v->n; i++) {
        InstType one = {.base = v->type.base, .cls = v->type.cls};
        InstValue *e = BASE_NEW(&f->temp, InstValue);
        e->type = one;
        e->n = 1;
        if (v->type.base == INST_RECORD) {
            e->nfields = v->nfields;
            e->rec = v->rec + i * v->nfields;
        } else if (v->type.base == INST_STRING) {
            e->str = v->str + i;
        } else {
            e->num = v->num + i;
            it->slot = inst_whole(v->num[i]);
        }
        it->value = e;
        ok = body(f, arg);
    }
    *it = saved;
    return ok;
}

/* ---- references -------------------------------------------------------------------------------------------------- */

/* Field `name` of each element of a record value. */
bool flat_take_field(Flat *f, const FlatVal *a, Name name, Span span, FlatVal *out) {
    uint32_t nf;
    InstComp **fields = a->type.cls ? flat_fields(f, a->type.cls, &nf) : (nf = 0, NULL);
    uint64_t offset = 0;
    for (uint32_t i = 0; i < nf; i++) {
        uint64_t width = flat_leaves(f, &fields[i]->type);
        if (fields[i]->name != name) {
            offset += width;
            continue;
        }
        uint64_t count = flat_dims(&a->type), per = count ? a->n / count : 0;
        InstType t = fields[i]->type;
        int nd = a->type.ndims + t.ndims;
        int64_t *dims = BASE_ARRAY(&f->temp, int64_t, nd ? nd : 1);
        for (int k = 0; k < nd; k++) dims[k] = k < a->type.ndims ? a->type.dims[k] : t.dims[k - a->type.ndims];
        t.ndims = (uint8_t)nd;
        t.dims = dims;
        *out = flat_new_val(f, &t, (uint32_t)(count * width));
        for (uint64_t k = 0; k < count; k++)
            memcpy(out->e + k * width, a->e + k * per + offset, width * sizeof *out->e);
        return true;
    }
    flat_unsupported(f, span, "the record has no field '%s'", base_str(f->ctx->names, name));
    return false;
}

/* A variable of the function being inlined, with subscripts and fields applied. */
bool flat_frame_value(Flat *f, const InstExpr *e, const FlatVal *root, FlatVal *out) {
    FlatVal v = *root;
    for (uint32_t p = 0; p < e->nparts; p++) {
        FlatVal next;
        if (p) {
            if (!flat_take_field(f, &v, e->parts[p].comp->name, e->span, &next)) return false;
            v = next;
        }
        if (e->parts[p].nsubs) {
            if (!flat_subscript(f, &v, e->parts[p].subs, e->parts[p].nsubs, &next)) return false;
            v = next;
        }
    }
    *out = v;
    for (uint32_t i = 0; i < v.n && !f->positions && v.type.base != INST_RECORD; i++)
        if (!v.e[i]) return false; /* read before it is assigned: the call is kept whole */
    return true;
}

static const InstComp *reference_root(const InstExpr *e) {
    const InstComp *c = e->parts[0].comp;
    if (c->inner) c = c->inner;
    while (c->parent->owner) c = c->parent->owner;
    return c;
}

static bool in_model(Flat *f, const InstExpr *e) { return inst_derived(reference_root(e)->parent) == f->model; }

/* A scalar subscript whose value is not known now (a variable, or a parameter computed at initialisation). */
static bool varies(Flat *f, InstExpr *sub) {
    int64_t i;
    return sub->kind != INST_E_COLON && sub->type.ndims == 0 && !flat_integer(f, sub, &i);
}

/* Subscripts that vary during the run: all elements, chosen by comparison. */
static bool dynamic_subscript(Flat *f, const InstExpr *e, uint32_t part) {
    for (uint32_t k = 0; k < e->parts[part].nsubs; k++) {
        InstExpr *s = e->parts[part].subs[k];
        if (varies(f, s)) return true;
    }
    return false;
}

static bool choose_element(Flat *f, const InstExpr *e, uint32_t part, FlatVal *out) {
    InstExpr *sub = NULL;
    uint32_t at = 0;
    for (uint32_t k = 0; k < e->parts[part].nsubs; k++) {
        InstExpr *s = e->parts[part].subs[k];
        if (varies(f, s)) {
            sub = s;
            at = k;
            break;
        }
    }
    DaeExpr index;
    if (!flat_scalar(f, sub, &index)) return false;
    int64_t size = e->parts[part].comp->type.dims[at];
    InstExpr **saved = e->parts[part].subs;
    InstExpr **subs = base_copy(&f->temp, saved, sizeof *saved * e->parts[part].nsubs);
    InstExpr number = {.kind = INST_E_INTEGER, .type = sub->type, .span = sub->span};
    subs[at] = &number;
    if (flat_counted(f, index, size, &number.integer)) {
        e->parts[part].subs = subs;
        bool ok = flat_value(f, (InstExpr *)e, out);
        e->parts[part].subs = saved;
        return ok;
    }
    const char *words = flat_array_words(f, e, part, at);
    if (size < 1) return flat_no_element(f, sub, index, &e->type, words, out);
    index = flat_checked_index(f, sub, index, size, words);
    e->parts[part].subs = subs;
    bool ok = true;
    for (int64_t i = size; ok && i >= 1; i--) {
        number.integer = i;
        FlatVal one;
        ok = flat_value(f, (InstExpr *)e, &one);
        if (!ok) break;
        if (i == size) {
            *out = one;
            continue;
        }
        DaeExpr is = dae_op2(&f->pool, DAE_EQ, index, dae_int(&f->pool, i));
        for (uint32_t k = 0; k < one.n; k++) out->e[k] = dae_op3(&f->pool, DAE_IF, is, one.e[k], out->e[k]);
    }
    e->parts[part].subs = saved;
    return ok;
}

static bool has_arrays(InstClass *record, int depth) {
    uint32_t n;
    InstComp **fields = inst_fields(record, &n);
    for (uint32_t i = 0; i < n; i++) {
        const InstType *t = &fields[i]->type;
        if (t->ndims || depth > 50 || (t->base == INST_RECORD && has_arrays(t->cls, depth + 1))) return true;
    }
    return false;
}

static bool reference(Flat *f, InstExpr *e, FlatVal *out) {
    const FlatComp *fc = e->parts[0].comp->extra;
    if (fc && fc->value) return flat_frame_value(f, e, fc->value, out);
    for (uint32_t p = 0; p < e->nparts; p++)
        if (dynamic_subscript(f, e, p)) return choose_element(f, e, p, out);
    bool known = e->variability <= INST_VAR_PARAMETER_EVALUATED || !in_model(f, e);
    if (!known && e->variability <= INST_VAR_PARAMETER) {
        const InstComp *leaf = e->parts[e->nparts - 1].comp;
        known = leaf->structural || leaf->evaluate;
    }
    /* Fields of a record that is not evaluated itself, or that has sizes, which its class knows, are bound one by one,
     * each as a literal where it must be. */
    if (e->type.base == INST_RECORD && e->variability > INST_VAR_CONSTANT && in_model(f, e))
        known = known && e->variability <= INST_VAR_PARAMETER_EVALUATED && !has_arrays(e->type.cls, 0);
    if (known && e->type.base != INST_OBJECT) {
        InstValue *v = flat_eval(f, e, INST_EVAL_SILENT);
        if (v && flat_from_value(f, v, out)) return true;
        if (!in_model(f, e)) {
            v = flat_eval(f, e, INST_EVAL_REPORT);
            if (base_error_count(f->ctx) == 0) {
                flat_unsupported(f, e->span, "the value of '%s' is not known",
                                 base_str(f->ctx->names, e->parts[e->nparts - 1].comp->name));
            }
            return false;
        }
    }
    if (e->type.base == INST_OBJECT && !in_model(f, e)) return flat_package_object(f, e, out);
    VecU32 vars = {0};
    InstType type;
    bool ok = flat_reference(f, e, &vars, &type);
    if (ok) {
        *out = flat_new_val(f, &type, (uint32_t)vars.n);
        for (size_t i = 0; i < vars.n; i++) out->e[i] = flat_var_expr(f, vars.at[i]);
    }
    vec_free(&vars);
    return ok;
}

/* ---- built-in functions of scalars ------------------------------------------------------------------------------- */

/* Is there something in an expression that has no value for some arguments? */
static bool may_lack_value(const DaePool *p, DaeExpr e) {
    const DaeNode *n = dae_at(p, e);
    switch ((DaeOp)n->op) {
    case DAE_SQRT:
    case DAE_LOG:
    case DAE_LOG10:
    case DAE_ASIN:
    case DAE_ACOS:
    case DAE_DIV:
    case DAE_POW:
    case DAE_CALL: return true;
    default: break;
    }
    for (uint32_t i = 0; i < n->nargs; i++)
        if (may_lack_value(p, dae_arg(p, e, i))) return true;
    return false;
}

/* A condition as it is at this instant: its relations make no events, and do not wait for them. */
static DaeExpr at_once(Flat *f, DaeExpr e) {
    DaeNode head = *dae_at(&f->pool, e);
    bool relation = head.op >= DAE_LT && head.op <= DAE_GE && head.nargs == 2;
    if (!relation && head.op != DAE_AND && head.op != DAE_OR && head.op != DAE_NOT) return e;
    if (!relation) {
        DaeExpr all = at_once(f, dae_arg(&f->pool, e, 0));
        if (head.op == DAE_NOT) return dae_op1(&f->pool, DAE_NOT, all);
        for (uint32_t i = 1; i < head.nargs; i++)
            all = dae_op2(&f->pool, (DaeOp)head.op, all, at_once(f, dae_arg(&f->pool, e, i)));
        return all;
    }
    DaeExpr sides[2] = {dae_arg(&f->pool, e, 0), dae_arg(&f->pool, e, 1)};
    head.value.i = 1;
    return dae_node(&f->pool, head, sides, 2);
}

/* A relation that makes events is followed all the time; where the branch around it is not taken, as in
 * `if x > 0 then log(x) > 1 else false`, its sides need have no value: there it is 0 > 0. */
static void spare_sides(Flat *f, DaeExpr *a, DaeExpr *b) {
    DaeExpr where = f->guard ? f->guard : f->undecided;
    if (!where || f->no_event || (!may_lack_value(&f->pool, *a) && !may_lack_value(&f->pool, *b))) return;
    if (f->guard && f->undecided) where = dae_op2(&f->pool, DAE_AND, f->guard, f->undecided);
    where = at_once(f, where);
    DaeExpr *sides[] = {a, b};
    for (int i = 0; i < 2; i++) {
        DaeBase base = (DaeBase)dae_at(&f->pool, *sides[i])->base;
        if (base != DAE_REAL && base != DAE_INTEGER) return;
        DaeExpr zero = base == DAE_REAL ? dae_real(&f->pool, 0) : dae_int(&f->pool, 0);
        *sides[i] = dae_op3(&f->pool, DAE_IF, where, *sides[i], zero);
    }
}

DaeExpr flat_relation(Flat *f, DaeOp op, DaeExpr a, DaeExpr b) {
    if (op >= DAE_LT && op <= DAE_GE) {
        spare_sides(f, &a, &b);
        a = flat_operand_here(f, a);
        b = flat_operand_here(f, b);
    }
    DaeExpr e = dae_op2(&f->pool, op, a, b);
    const DaeNode *n = dae_at(&f->pool, e);
    if (!f->no_event || n->op < DAE_LT || n->op > DAE_NE) return e;
    DaeNode head = *n;
    head.value.i = 1;
    DaeExpr args[2] = {a, b};
    if (n->nargs == 2) {
        args[0] = dae_arg(&f->pool, e, 0);
        args[1] = dae_arg(&f->pool, e, 1);
    }
    return dae_node(&f->pool, head, args, 2);
}

/* Rounding functions generate events unless inside noEvent. */
static DaeExpr rounding(Flat *f, DaeOp op, const DaeExpr *given, uint32_t n) {
    DaeExpr args[2];
    for (uint32_t i = 0; i < n && i < 2; i++) args[i] = flat_operand_here(f, given[i]);
    DaeExpr e = dae_op(&f->pool, op, args, n);
    const DaeNode *node = dae_at(&f->pool, e);
    if (!f->no_event || node->op != op) return e;
    DaeNode head = *node;
    head.value.i = 1;
    return dae_node(&f->pool, head, args, n);
}

static DaeOp scalar_op(const InstExpr *e) {
    DaeOp op = inst_builtin_op((InstBuiltin)e->builtin);
    bool of_array = e->nargs == 1 && (op == DAE_MIN || op == DAE_MAX);
    return op < DAE_SMOOTH && !of_array ? op : DAE_NONE;
}

static bool is_rounding(DaeOp op) { return op >= DAE_FLOOR && op <= DAE_REM; }

/* A scalar function applied elementwise; scalar arguments are repeated. */
static bool elementwise(Flat *f, InstExpr *e, DaeOp op, FlatVal *out) {
    FlatVal args[4];
    uint32_t n = 1;
    for (uint32_t i = 0; i < e->nargs; i++) {
        if (i >= 4 || !flat_value(f, e->args[i], &args[i])) return false;
        if (args[i].type.ndims) n = args[i].n;
    }
    *out = flat_new_val(f, &e->type, n);
    for (uint32_t i = 0; i < e->nargs; i++)
        if (args[i].type.ndims) {
            out->type.ndims = args[i].type.ndims;
            out->type.dims = args[i].type.dims;
        }
    for (uint32_t k = 0; k < n; k++) {
        DaeExpr a[4];
        for (uint32_t i = 0; i < e->nargs; i++) a[i] = args[i].e[args[i].type.ndims ? k : 0];
        out->e[k] = is_rounding(op) ? rounding(f, op, a, e->nargs) : dae_op(&f->pool, op, a, e->nargs);
    }
    return true;
}

/* der() of anything but a variable: of a hidden variable equal to the expression. */
static DaeVar variable_for(Flat *f, DaeExpr e, Span span) {
    const DaeNode *n = dae_at(&f->pool, e);
    if (n->op == DAE_VAR) return n->id;
    DaeVar v = flat_hidden(f, "expr", ++f->naux, n->base == DAE_REAL ? DAE_REAL : (DaeBase)n->base,
                           n->base == DAE_REAL ? DAE_KIND_CONTINUOUS : DAE_KIND_DISCRETE);
    flat_emit_always(f, dae_op2(&f->pool, DAE_EQUATE, flat_var_expr(f, v), e), span);
    return v;
}

static DaeExpr derivative(Flat *f, DaeExpr e, Span span) {
    double x;
    if (dae_is_const(&f->pool, e, &x)) return dae_real(&f->pool, 0);
    const DaeNode *n = dae_at(&f->pool, e);
    if (n->op == DAE_VAR && n->id == 0) return dae_real(&f->pool, 1);
    if (n->op == DAE_VAR && f->dae->vars.at[n->id].kind <= DAE_KIND_PARAMETER) return dae_real(&f->pool, 0);
    if (n->op == DAE_NEG) return dae_op1(&f->pool, DAE_NEG, derivative(f, dae_arg(&f->pool, e, 0), span));
    return flat_var_expr(f, dae_der(f->dae, variable_for(f, e, span)));
}

static DaeExpr previous(Flat *f, DaeExpr e, Span span) {
    double x;
    const DaeNode *n = dae_at(&f->pool, e);
    if (dae_is_const(&f->pool, e, &x) || n->op == DAE_TEXT) return e;
    if (n->op == DAE_NOT) return dae_op1(&f->pool, DAE_NOT, previous(f, dae_arg(&f->pool, e, 0), span));
    return flat_var_expr(f, dae_pre(f->dae, variable_for(f, e, span)));
}

/* In a clocked when others take pre for previous (16.8.3 wants a solver method for pre). */
static bool is_of_tick(Flat *f, const InstExpr *e) {
    if (!f->when_clock || e->builtin != INST_B_PRE || f->ctx->strict) return false;
    Diag *d = flat_tolerate(f, "FLAT0130", e->span, "pre() in a clocked when is taken for previous() (MLS 16.8.3)");
    base_hint(f->ctx, d, "write previous");
    return true;
}

static bool hybrid_unary(Flat *f, InstExpr *e, FlatVal *out) {
    FlatVal a;
    if (is_of_tick(f, e)) {
        InstExpr previous = *e;
        previous.builtin = INST_B_PREVIOUS;
        return flat_clocked(f, &previous, out);
    }
    if (!flat_value(f, e->args[0], &a)) return false;
    *out = a;
    out->e = BASE_ARRAY(&f->temp, DaeExpr, a.n + 1);
    for (uint32_t i = 0; i < a.n; i++) {
        DaeExpr x = a.e[i];
        switch (e->builtin) {
        case INST_B_DER: out->e[i] = derivative(f, x, e->span); break;
        case INST_B_PRE: out->e[i] = previous(f, x, e->span); break;
        case INST_B_EDGE:
            out->e[i] = dae_op2(&f->pool, DAE_AND, x, dae_op1(&f->pool, DAE_NOT, previous(f, x, e->span)));
            break;
        default: out->e[i] = dae_op2(&f->pool, DAE_NE, x, previous(f, x, e->span));
        }
    }
    if (e->builtin == INST_B_CHANGE) out->type.base = INST_BOOLEAN;
    return true;
}

/* Does an expression read what the algorithm in hand has assigned before? */
static bool reads_target(const Flat *f, DaeExpr e) {
    const DaeNode *n = dae_at(&f->pool, e);
    if (n->op == DAE_VAR) return base_map_get(&f->targets->known, n->id, NULL);
    for (uint32_t k = 0; k < n->nargs; k++)
        if (dae_arg(&f->pool, e, k) && reads_target(f, dae_arg(&f->pool, e, k))) return true;
    return false;
}

/* A history grows at every accepted point, whatever the conditions are under which it is read: the result is a variable
 * with an equation of its own, also where it stands in a relation, a branch or a when.  In an algorithm it is of the
 * value that the argument has there. */
static bool delay(Flat *f, InstExpr *e, FlatVal *out) {
    FlatVal of;
    DaeExpr a[3];
    uint32_t n = e->nargs > 2 && e->args[2] ? 3 : 2;
    if (!flat_value(f, e->args[0], &of)) return false;
    for (uint32_t i = 1; i < n; i++)
        if (!flat_scalar(f, e->args[i], &a[i])) return false;
    if (n < 3) a[2] = a[1];
    DaeNode head = {.op = DAE_DELAY, .base = DAE_REAL};
    *out = flat_new_val(f, &of.type, of.n);
    for (uint32_t k = 0; k < of.n; k++) { /* of an array: element by element (12.4.6) */
        a[0] = of.e[k];
        out->e[k] = dae_node(&f->pool, head, a, 3);
        bool here = f->positions || f->loops || (f->targets && (reads_target(f, a[0]) || reads_target(f, a[1])));
        if (!here) out->e[k] = flat_var_expr(f, variable_for(f, out->e[k], e->span));
    }
    return true;
}

/* String(x, significantDigits, minimumLength, leftJustified) or String(x, format): defaults put in (3.7). */
DaeExpr flat_string_node(DaePool *p, DaeExpr *a, uint32_t enum_type) {
    DaeNode head = {.op = DAE_TO_STRING, .base = DAE_STRING, .id = enum_type};
    if (a[4]) {
        DaeExpr args[2] = {a[0], a[4]};
        return dae_node(p, head, args, 2);
    }
    if (!a[1] && !a[2] && !a[3]) return dae_node(p, head, a, 1);
    if (!a[1]) a[1] = dae_int(p, 6);
    if (!a[2]) a[2] = dae_int(p, 0);
    if (!a[3]) a[3] = dae_bool(p, true);
    return dae_node(p, head, a, 4);
}

static bool to_string(Flat *f, InstExpr *e, FlatVal *out) {
    DaeExpr a[5] = {0};
    for (uint32_t i = 0; i < e->nargs && i < 5; i++)
        if (e->args[i] && !flat_scalar(f, e->args[i], &a[i])) return false;
    *out = flat_new_val(f, &e->type, 1);
    out->e[0] =
        flat_string_node(&f->pool, a, e->args[0]->type.base == INST_ENUM ? flat_enum_type(f, &e->args[0]->type) : 0);
    return true;
}

static bool one(Flat *f, InstExpr *e, DaeExpr x, FlatVal *out) {
    *out = flat_new_val(f, &e->type, 1);
    out->e[0] = x;
    return true;
}

static bool smooth(Flat *f, InstExpr *e, FlatVal *out) {
    FlatVal v;
    DaeExpr order;
    if (!flat_scalar(f, e->args[0], &order) || !flat_value(f, e->args[1], &v)) return false;
    *out = flat_new_val(f, &v.type, v.n);
    for (uint32_t i = 0; i < v.n; i++) out->e[i] = dae_op2(&f->pool, DAE_SMOOTH, order, v.e[i]);
    return true;
}

/* actualStream(h) = if flow > 0 then inStream(h) else h (MLS 3.6, 15.3). */
static bool actual_stream(Flat *f, InstExpr *e, FlatVal *out) {
    FlatVal in, own;
    DaeExpr *flow;
    if (!flat_in_stream(f, e->args[0], &in) || !flat_value(f, e->args[0], &own) ||
        !flat_stream_flow(f, e->args[0], own.n, &flow))
        return false;
    *out = flat_new_val(f, &own.type, own.n);
    for (uint32_t i = 0; i < own.n; i++) {
        DaeExpr pos = flat_relation(f, DAE_GT, flow[i], dae_real(&f->pool, 0));
        out->e[i] = dae_op3(&f->pool, DAE_IF, pos, in.e[i], own.e[i]);
    }
    return true;
}

/* The value that a variable has at the start, as a hidden parameter. */
static DaeExpr value_at_start(Flat *f, DaeExpr e, Span span) {
    DaeVar p = flat_hidden(f, "start", ++f->naux, DAE_REAL, DAE_KIND_PARAMETER);
    f->dae->vars.at[p].flags |= DAE_FIXED | DAE_FINAL;
    DaeExpr root = dae_op2(&f->pool, DAE_ASSIGN, flat_var_expr(f, p), e);
    dae_add_equation(f->dae, &f->dae->bindings, &f->pool, root, &p, 1, flat_origin(f, span));
    return flat_var_expr(f, p);
}

static bool sample(Flat *f, InstExpr *e, FlatVal *out) {
    DaeExpr a[2];
    if (e->nargs < 2 || !flat_scalar(f, e->args[0], &a[0]) || !flat_scalar(f, e->args[1], &a[1])) return false;
    for (uint32_t i = 0; i < 2; i++) /* tolerated */
        if (e->args[i]->variability > INST_VAR_PARAMETER) a[i] = value_at_start(f, a[i], e->args[i]->span);
    return one(f, e, dae_op(&f->pool, DAE_SAMPLE, a, 2), out);
}

static bool builtin(Flat *f, InstExpr *e, FlatVal *out) {
    DaeOp op = scalar_op(e);
    if (op != DAE_NONE) return elementwise(f, e, op, out);
    bool handled = false, ok;
    switch ((InstBuiltin)e->builtin) {
    case INST_B_DER:
    case INST_B_PRE:
    case INST_B_EDGE:
    case INST_B_CHANGE: return hybrid_unary(f, e, out);
    case INST_B_INITIAL: return one(f, e, dae_op(&f->pool, DAE_INITIAL, NULL, 0), out);
    case INST_B_TERMINAL: return one(f, e, dae_op(&f->pool, DAE_TERMINAL, NULL, 0), out);
    case INST_B_SAMPLE: return sample(f, e, out);
    case INST_B_NOEVENT:
        f->no_event++;
        ok = flat_value(f, e->args[0], out);
        f->no_event--;
        return ok;
    case INST_B_SMOOTH: return smooth(f, e, out);
    case INST_B_DELAY: return delay(f, e, out);
    case INST_B_SPATIAL: return flat_spatial(f, e, out);
    case INST_B_STRING: return to_string(f, e, out);
    case INST_B_ENUM_OF_INTEGER:
    case INST_B_PURE:
        ok = flat_value(f, e->args[0], out);
        out->type.base = e->type.base;
        return ok;
    case INST_B_INSTREAM: return flat_in_stream(f, e->args[0], out);
    case INST_B_ACTUALSTREAM: return actual_stream(f, e, out);
    case INST_B_CARDINALITY: {
        int64_t n;
        return flat_cardinality(f, e->args[0], &n) && one(f, e, dae_int(&f->pool, n), out);
    }
    case INST_B_CONN_IS_ROOT:
    case INST_B_CONN_ROOTED: {
        bool yes;
        return flat_graph_query(f, e, &yes) && one(f, e, dae_bool(&f->pool, yes), out);
    }
    case INST_B_CONN_UNIQUE_INDICES: return flat_graph_indices(f, e, out);
    case INST_B_CLOCK:
    case INST_B_SAMPLE_CLOCK:
    case INST_B_PREVIOUS:
    case INST_B_HOLD:
    case INST_B_NOCLOCK:
    case INST_B_SUBSAMPLE:
    case INST_B_SUPERSAMPLE:
    case INST_B_SHIFTSAMPLE:
    case INST_B_BACKSAMPLE:
    case INST_B_INTERVAL:
    case INST_B_FIRSTTICK: return flat_clocked(f, e, out);
    case INST_B_ACTIVESTATE:
    case INST_B_TICKSINSTATE:
    case INST_B_TIMEINSTATE: {
        DaeExpr x;
        return flat_machine_query(f, e, &x) && one(f, e, x, out);
    }
    case INST_B_GETINSTANCENAME: {
        Text t = {0};
        const char *top = strrchr(base_str(f->ctx->names, f->dae->model), '.');
        base_text_add(&t, top ? top + 1 : base_str(f->ctx->names, f->dae->model));
        InstComp *owner = f->scope ? inst_derived(f->scope)->owner : NULL;
        /* where the call is written, with its subscripts */
        DaeName name = owner ? flat_instance_name(f, owner) : f->scope ? 0 : f->name;
        if (name) {
            base_text_char(&t, '.');
            dae_name_text(f->dae, name, &t);
        }
        ok = one(f, e, dae_text(&f->pool, base_name(f->ctx->names, base_text_str(&t))), out);
        base_text_free(&t);
        return ok;
    }
    default:
        ok = flat_array_builtin(f, e, out, &handled);
        if (handled) return ok;
        flat_unsupported(f, e->span, "built-in operator '%s' is not translated",
                         inst_builtin_name((InstBuiltin)e->builtin));
        return false;
    }
}

/* ---- the expression kinds ---------------------------------------------------------------------------------------- */

static bool unary(Flat *f, InstExpr *e, FlatVal *out) {
    FlatVal a;
    if (!flat_value(f, e->args[0], &a)) return false;
    if (e->op == SYN_PLUS || e->op == SYN_EADD) {
        *out = a;
        return true;
    }
    *out = flat_new_val(f, &a.type, a.n);
    DaeOp op = e->op == SYN_NOT ? DAE_NOT : DAE_NEG;
    for (uint32_t i = 0; i < a.n; i++) out->e[i] = dae_op1(&f->pool, op, a.e[i]);
    return true;
}

static bool same_dims(const InstType *a, const InstType *b) {
    if (a->ndims != b->ndims) return false;
    for (int i = 0; i < a->ndims; i++)
        if (a->dims[i] != b->dims[i]) return false;
    return true;
}

/* A value that counts where cond holds. */
static bool branch_value(Flat *f, DaeExpr cond, InstExpr *e, FlatVal *out) {
    DaeExpr outer = f->guard;
    f->guard = outer ? dae_op2(&f->pool, DAE_AND, outer, cond) : cond;
    bool ok = flat_value(f, e, out);
    f->guard = outer;
    return ok;
}

static bool conditional(Flat *f, InstExpr *e, FlatVal *out) {
    if (e->args[0]->variability <= INST_VAR_PARAMETER) {
        bool structural =
            e->args[0]->variability <= INST_VAR_PARAMETER_EVALUATED || !same_dims(&e->args[1]->type, &e->args[2]->type);
        InstValue *v = structural ? flat_eval(f, e->args[0], INST_EVAL_SILENT | INST_EVAL_MARK) : NULL;
        if (v) return flat_value(f, e->args[v->num[0] != 0 ? 1 : 2], out);
    }
    DaeExpr cond;
    FlatVal a, b;
    if (!flat_scalar(f, e->args[0], &cond)) return false;
    double x;
    if (dae_is_const(&f->pool, cond, &x)) return flat_value(f, e->args[x != 0 ? 1 : 2], out);
    size_t mark = base_diag_mark(f->ctx);
    bool failed = f->failed;
    if (!branch_value(f, cond, e->args[1], &a) || !branch_value(f, dae_op1(&f->pool, DAE_NOT, cond), e->args[2], &b)) {
        /* an element of an empty array, say, where the parameter chooses the other branch */
        bool settled = e->args[0]->variability <= INST_VAR_PARAMETER;
        InstValue *v = settled ? flat_eval(f, e->args[0], INST_EVAL_SILENT | INST_EVAL_MARK) : NULL;
        if (!v) return false;
        base_diag_rollback(f->ctx, mark);
        f->failed = failed;
        return flat_value(f, e->args[v->num[0] != 0 ? 1 : 2], out);
    }
    if (a.n != b.n) {
        flat_error(f, "FLAT0050", e->span, "the branches of this if-expression have different sizes (%u and %u)", a.n,
                   b.n);
        return false;
    }
    *out = flat_new_val(f, &a.type, a.n);
    for (uint32_t i = 0; i < a.n; i++) out->e[i] = dae_op3(&f->pool, DAE_IF, cond, a.e[i], b.e[i]);
    return true;
}

/* Have the fields of two record classes of one array the same sizes? */
static bool same_sizes(Flat *f, InstClass *a, InstClass *b, int depth) {
    if (a == b || depth > 32) return true;
    uint32_t n, m;
    InstComp **p = flat_fields(f, a, &n), **q = flat_fields(f, b, &m);
    if (n != m) return false;
    for (uint32_t i = 0; i < n; i++) {
        const InstType *s = &p[i]->type, *t = &q[i]->type;
        if (s->ndims != t->ndims) return false;
        for (int k = 0; k < s->ndims; k++)
            if (s->dims[k] != t->dims[k]) return false;
        if (s->base == INST_RECORD && t->base == INST_RECORD && !same_sizes(f, s->cls, t->cls, depth + 1)) return false;
    }
    return true;
}

static bool concatenate(Flat *f, InstExpr *e, bool array, FlatVal *out) {
    VecU32 all = {0};
    InstType t = e->type;
    bool ok = true;
    for (uint32_t i = 0; ok && i < e->nargs; i++) {
        FlatVal a;
        ok = flat_value(f, e->args[i], &a);
        if (!ok) break;
        if (array && i && t.base == INST_RECORD && t.cls && a.type.cls && !same_sizes(f, t.cls, a.type.cls, 0)) {
            flat_error(f, "FLAT0050", e->span, "the elements of this array are records whose fields differ in size");
            ok = false;
            break;
        }
        for (uint32_t k = 0; k < a.n; k++) vec_push(&all, a.e[k]);
        if (array && i == 0) {
            t = a.type;
            int64_t *dims = BASE_ARRAY(&f->temp, int64_t, a.type.ndims + 1);
            dims[0] = e->nargs;
            for (int k = 0; k < a.type.ndims; k++) dims[k + 1] = a.type.dims[k];
            t.ndims = (uint8_t)(a.type.ndims + 1);
            t.dims = dims;
        }
    }
    if (ok) {
        *out = flat_new_val(f, &t, (uint32_t)all.n);
        if (all.n) memcpy(out->e, all.at, all.n * sizeof *all.at);
    }
    vec_free(&all);
    return ok;
}

static bool cast(Flat *f, InstExpr *e, FlatVal *out) {
    FlatVal a;
    if (!flat_value(f, e->args[0], &a)) return false;
    *out = flat_new_val(f, &a.type, a.n);
    out->type.base = e->type.base;
    for (uint32_t i = 0; i < a.n; i++) out->e[i] = dae_op1(&f->pool, DAE_TO_REAL, a.e[i]);
    return true;
}

typedef struct {
    InstExpr *e;
    uint32_t level; /* iterators below this one are bound */
    VecU32 all;
    FlatVal first;      /* type of one element */
    uint32_t count[32]; /* rounds per iterator */
    DaeExpr sum;        /* reductions */
    bool any;
} Loop;

static bool loop_body(Flat *f, void *arg) {
    Loop *l = arg;
    l->count[l->level]++;
    if (l->level + 1 < l->e->niters) {
        l->level++;
        uint32_t before = l->count[l->level];
        l->count[l->level] = 0;
        bool ok = flat_loop(f, l->e->iters[l->level], loop_body, l);
        if (!ok) l->count[l->level] = before;
        l->level--;
        return ok;
    }
    FlatVal v;
    if (!flat_value(f, l->e->args[0], &v)) return false;
    if (l->e->kind == INST_E_COMPREHENSION) {
        if (!l->any) l->first = v;
        for (uint32_t i = 0; i < v.n; i++) vec_push(&l->all, v.e[i]);
    } else if (v.n != 1) {
        if (!l->any) {
            l->first = v;
        } else {
            for (uint32_t i = 0; i < v.n && i < l->first.n; i++)
                l->first.e[i] = dae_op2(&f->pool, DAE_ADD, l->first.e[i], v.e[i]);
        }
    } else if (!l->any) {
        l->sum = v.e[0];
        l->first = v;
    } else {
        DaeOp op = l->e->builtin == INST_B_SUM       ? DAE_ADD
                   : l->e->builtin == INST_B_PRODUCT ? DAE_MUL
                   : l->e->builtin == INST_B_MIN     ? DAE_MIN
                                                     : DAE_MAX;
        l->sum = dae_op2(&f->pool, op, l->sum, v.e[0]);
    }
    l->any = true;
    return true;
}

/* {e for i in u, j in v}: the last iterator is the outermost dimension's... MLS 3.6, 10.4.1: {{e for i} for j}, so the
 * rightmost iterator gives the first dimension. instance/ lists iterators outermost first. */
static bool comprehension(Flat *f, InstExpr *e, FlatVal *out) {
    Loop l = {.e = e};
    if (!flat_loop(f, e->iters[0], loop_body, &l)) {
        vec_free(&l.all);
        return false;
    }
    InstType t = e->type;
    if (l.any) t = l.first.type;
    int inner = l.any ? t.ndims : (int)e->type.ndims - (int)e->niters;
    int64_t *dims = BASE_ARRAY(&f->temp, int64_t, (size_t)inner + e->niters + 1);
    for (uint32_t i = 0; i < e->niters; i++) dims[i] = l.count[i];
    for (int i = 0; i < inner; i++)
        dims[e->niters + (uint32_t)i] = l.any ? l.first.type.dims[i] : e->type.dims[e->niters + (uint32_t)i];
    t.dims = dims;
    t.ndims = (uint8_t)((uint32_t)inner + e->niters);
    *out = flat_new_val(f, &t, (uint32_t)l.all.n);
    if (l.all.n) memcpy(out->e, l.all.at, l.all.n * sizeof *l.all.at);
    vec_free(&l.all);
    return true;
}

/* Of arrays too (10.3.4): each element is what nothing adds up to. */
static bool nothing_reduced(Flat *f, const InstExpr *e, FlatVal *out) {
    InstType of = inst_type_element(e->type);
    bool known = true;
    for (uint32_t i = 0; i < e->type.ndims; i++) known = known && e->type.dims[i] >= 0;
    uint32_t n = known ? (uint32_t)inst_dims_count(e->type.dims, e->type.ndims) : 1;
    *out = flat_new_val(f, &e->type, n);
    if (!known) out->type.ndims = 0;
    for (uint32_t i = 0; i < n; i++)
        out->e[i] = flat_literal(f, &of, inst_reduction_of_nothing((InstBuiltin)e->builtin, &of));
    return true;
}

static bool reduction(Flat *f, InstExpr *e, FlatVal *out) {
    Loop l = {.e = e};
    if (!flat_loop(f, e->iters[0], loop_body, &l)) return false;
    if (l.any && l.first.n != 1) {
        *out = l.first;
        return true;
    }
    if (!l.any) return nothing_reduced(f, e, out);
    *out = flat_new_val(f, &e->type, 1);
    out->type.ndims = 0;
    out->e[0] = l.sum;
    return true;
}

static bool known_value(Flat *f, InstExpr *e, FlatVal *out) {
    InstValue *v = flat_eval(f, e, INST_EVAL_SILENT | INST_EVAL_MARK);
    if (v && flat_from_value(f, v, out)) return true;
    flat_eval(f, e, INST_EVAL_REPORT);
    f->failed = true;
    if (!base_error_count(f->ctx)) flat_unsupported(f, e->span, "this range must be known during translation");
    return false;
}

static bool value_of(Flat *f, InstExpr *e, FlatVal *out) {
    FlatVal a;
    switch ((InstExprKind)e->kind) {
    case INST_E_REAL: return one(f, e, dae_real(&f->pool, e->real), out);
    case INST_E_INTEGER: return one(f, e, dae_int(&f->pool, e->integer), out);
    case INST_E_BOOLEAN: return one(f, e, dae_bool(&f->pool, e->integer != 0), out);
    case INST_E_ENUM: return one(f, e, dae_enum(&f->pool, e->integer), out);
    case INST_E_STRING: return one(f, e, dae_text(&f->pool, e->string), out);
    case INST_E_TIME: return one(f, e, dae_var(&f->pool, 0, DAE_REAL), out);
    case INST_E_ITER:
        for (const FlatRunning *r = f->running; r; r = r->outer)
            if (r->iter == e->iter) return one(f, e, r->value, out);
        if (!e->iter->bound) break;
        if (e->iter->value) return flat_from_value(f, e->iter->value, out);
        return one(f, e, literal(f, &e->type, (double)e->iter->slot), out);
    case INST_E_CREF: return reference(f, e, out);
    case INST_E_UNARY: return unary(f, e, out);
    case INST_E_BINARY: return flat_binary(f, e, out);
    case INST_E_IF: return conditional(f, e, out);
    case INST_E_CAST: return cast(f, e, out);
    case INST_E_CALL: return flat_call(f, e, 0, out);
    case INST_E_RESULT: return flat_call(f, e->args[0], (uint32_t)e->integer, out);
    case INST_E_BUILTIN: return builtin(f, e, out);
    case INST_E_RECORD: return concatenate(f, e, false, out);
    case INST_E_ARRAY: return concatenate(f, e, true, out);
    case INST_E_RANGE: return known_value(f, e, out);
    case INST_E_SUBSCRIPT:
        return flat_value(f, e->args[0], &a) && flat_subscript(f, &a, e->args + 1, e->nargs - 1, out);
    case INST_E_FIELD: return flat_value(f, e->args[0], &a) && flat_take_field(f, &a, e->field, e->span, out);
    case INST_E_COMPREHENSION: return comprehension(f, e, out);
    case INST_E_REDUCTION: return reduction(f, e, out);
    case INST_E_ERROR: f->failed = true; return false;
    default: break;
    }
    flat_unsupported(f, e->span, "this expression has no value here");
    return false;
}

static uint64_t known_elements(const InstType *t) {
    const uint64_t most = UINT64_C(1) << 62;
    uint64_t n = 1;
    for (int k = 0; k < t->ndims; k++) {
        if (t->dims[k] <= 0) return 0; /* empty, or not known here */
        n = n > most / (uint64_t)t->dims[k] ? most : n * (uint64_t)t->dims[k];
    }
    return n;
}

/* Arrays are taken apart into scalars: one that no memory holds is refused before. */
static bool too_large(Flat *f, const InstExpr *e) {
    uint64_t count = e->type.ndims ? known_elements(&e->type) : 0;
    if (count <= f->ctx->max_scalars) return false;
    Diag *d =
        flat_error(f, "FLAT0040", e->span, "this array has %llu elements, more than a model can have variables (%llu)",
                   (unsigned long long)count, (unsigned long long)f->ctx->max_scalars);
    base_hint(f->ctx, d, "check the sizes; inside a function arrays are not taken apart");
    return true;
}

bool flat_value(Flat *f, InstExpr *e, FlatVal *out) {
    if (too_large(f, e)) return false;
    if (++f->depth > f->ctx->max_depth) {
        flat_unsupported(f, e->span, "this expression is nested too deeply");
        f->depth--;
        return false;
    }
    bool ok = flat_is_lifted(f, e) ? flat_lift(f, e, out) : value_of(f, e, out);
    f->depth--;
    return ok;
}

bool flat_scalar(Flat *f, InstExpr *e, DaeExpr *out) {
    FlatVal v;
    if (!flat_value(f, e, &v)) return false;
    if (v.n != 1) {
        flat_error(f, "FLAT0050", e->span, "a scalar is needed here, this has %u elements", v.n);
        return false;
    }
    *out = v.e[0];
    return true;
}
