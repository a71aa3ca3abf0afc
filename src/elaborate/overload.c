/* overload.c - operator records: constructors, operators, String, zero (MLS 3.6, chapter 14).
 *
 * Before: at least one operand is an operator record.  After: a CALL of the one matching function, vectorised over
 * arrays where only scalars are declared.
 */
#include "elaborate/elaborate_impl.h"

#include <string.h>

/* The operator record as it stands in its enclosing class: every component's own class instance shares these
 * functions (an operator record is not extended, 14.1). */
static InstClass *canonical(InstClass *c) {
    Inst *in = c->inst;
    for (int guard = 0; guard < 50 && c->syn && c->syn->form == SYN_SHORT && c->nbases == 1; guard++) c = c->bases[0];
    InstClass *scope = c->scope ? c->scope : in->root;
    InstElement *el = inst_find(scope, c->name);
    InstClass *r = el && el->kind == SYN_CLASS_DEF ? inst_element_class(scope, el) : NULL;
    return r && r->syn == c->syn ? r : c;
}

typedef struct {
    InstFunction *f[64];
    uint32_t n;
} Candidates;

static void add_candidate(Candidates *c, InstClass *cls) {
    InstFunction *f = cls ? inst_function(cls) : NULL;
    if (f == NULL || c->n == 64) return;
    for (uint32_t i = 0; i < c->n; i++)
        if (c->f[i] == f || c->f[i]->cls->syn == cls->syn) return;
    c->f[c->n++] = f;
}

/* Functions in operator class op (or op itself when it is an operator function). */
static void functions_of(Candidates *out, InstClass *op) {
    if (op->restriction == SYN_OPERATOR_FUNCTION || op->restriction == SYN_FUNCTION) {
        add_candidate(out, op);
        return;
    }
    inst_prepare(op);
    for (uint32_t i = 0; i < op->nelements; i++)
        if (op->elements[i]->kind == SYN_CLASS_DEF) add_candidate(out, inst_element_class(op, op->elements[i]));
}

static bool operator_functions(Candidates *out, InstClass *record, Name op) {
    InstClass *c = canonical(record);
    InstElement *el = inst_find(c, op);
    if (el == NULL || el->kind != SYN_CLASS_DEF) return false;
    InstClass *cls = inst_element_class(c, el);
    if (cls == NULL) return false;
    functions_of(out, cls);
    return true;
}

/* 14.2: exact types, Integer and Real seen as one. */
static bool type_matches(const InstType *want, const InstType *have) {
    if (want->ndims != have->ndims || !inst_dims_agree(want, have)) return false;
    if (inst_type_numeric(want) && inst_type_numeric(have))
        return want->base == INST_REAL || have->base == INST_INTEGER;
    if (want->base != have->base) return false;
    if (want->base == INST_RECORD && want->cls && have->cls)
        return canonical(want->cls)->syn == canonical(have->cls)->syn || inst_base_agrees(want, have);
    return inst_base_agrees(want, have);
}

static bool has_default(const InstComp *c) { return c->binding.value != NULL; }

static bool matches(const InstFunction *f, const InstArgs *a) {
    if (a->nargs > f->ninputs || f->noutputs != 1) return false;
    uint64_t given = 0;
    for (uint32_t i = 0; i < a->nargs; i++) {
        if (!type_matches(&f->inputs[i]->type, &a->args[i]->type)) return false;
        given |= 1ull << i;
    }
    for (uint32_t i = 0; i < a->nnamed; i++) {
        uint32_t k = 0;
        while (k < f->ninputs && f->inputs[k]->name != a->names[i]) k++;
        if (k >= f->ninputs || (given >> k & 1) || !type_matches(&f->inputs[k]->type, &a->named[i]->type)) return false;
        given |= 1ull << k;
    }
    for (uint32_t i = 0; i < f->ninputs && i < 64; i++)
        if (!(given >> i & 1) && !has_default(f->inputs[i])) return false;
    return true;
}

/* The one candidate that matches; NULL when none does; *several when more than one does. */
static InstFunction *unique(const Candidates *c, const InstArgs *a, bool *several) {
    InstFunction *found = NULL;
    for (uint32_t i = 0; i < c->n; i++) {
        if (!matches(c->f[i], a)) continue;
        if (found) *several = true;
        found = c->f[i];
    }
    return found;
}

static InstExpr *no_match(InstElab *x, const char *what, const InstArgs *a, bool several) {
    Inst *in = x->in;
    Text t = {0};
    for (uint32_t i = 0; i < a->nargs; i++) {
        if (i) base_text_add(&t, ", ");
        inst_type_text(&a->args[i]->type, &t);
    }
    inst_error(x->scope, several ? "INST0581" : "INST0580", a->span,
               several ? "%s of (%s) is ambiguous: several functions match" : "no %s is defined for (%s)", what,
               base_text_str(&t));
    base_text_free(&t);
    return inst_error_node(in, a->span);
}

/* Does an expression stand in the text of a function? */
static bool stands_in(const InstClass *scope, const InstFunction *f) {
    for (const InstClass *c = scope; c; c = c->scope)
        if (c->syn && c->syn == f->cls->syn) return true;
    return false;
}

InstExpr *inst_overloaded_constructor(InstElab *x, InstClass *c, const InstArgs *a) {
    Candidates all = {.n = 0};
    if (!operator_functions(&all, c, inst_elab_state(x->in)->constructor)) return NULL;
    bool several = false;
    InstFunction *f = unique(&all, a, &several);
    if (f == NULL) { /* vectorised over arrays */
        InstArgs scalar = *a;
        scalar.args = BASE_ARRAY(x->in->nodes, InstExpr *, a->nargs + 1);
        bool arrays = false;
        for (uint32_t i = 0; i < a->nargs; i++) {
            InstExpr *e = base_copy(x->in->nodes, a->args[i], sizeof *e);
            arrays |= e->type.ndims > 0;
            e->type = inst_type_element(e->type);
            scalar.args[i] = e;
        }
        if (arrays) f = unique(&all, &scalar, &several);
    }
    if (f == NULL || several) return no_match(x, "constructor", a, several);
    if (stands_in(x->scope, f)) return NULL; /* in itself it means the fields of the record: others take it so */
    return inst_call_function(x, f, a, false);
}

InstExpr *inst_overloaded_direct(InstElab *x, InstClass *op, const InstArgs *a) {
    Candidates all = {.n = 0};
    functions_of(&all, op);
    bool several = false;
    InstFunction *f = unique(&all, a, &several);
    return f && !several ? inst_call_function(x, f, a, false) : NULL;
}

InstExpr *inst_overloaded_string(InstElab *x, InstExpr *e, const InstArgs *a) {
    Candidates all = {.n = 0};
    bool several = false;
    InstFunction *f = NULL;
    if (e->type.cls && operator_functions(&all, e->type.cls, inst_elab_state(x->in)->string_op))
        f = unique(&all, a, &several);
    if (f == NULL || several) return no_match(x, "'String'", a, several);
    return inst_call_function(x, f, a, false);
}

InstExpr *inst_overloaded_zero(InstElab *x, InstClass *c, Span span) {
    Candidates all = {.n = 0};
    InstArgs none = {.span = span};
    if (!operator_functions(&all, c, inst_elab_state(x->in)->zero) || all.n != 1)
        return no_match(x, "'0'", &none, false);
    return inst_call_function(x, all.f[0], &none, false);
}

/* ---- arrays of records ------------------------------------------------------------------------------------------- */

/* k of {... for k in 1:size(a, dim)} */
static InstExpr *running_place(Inst *in, InstExpr *a, uint32_t dim, Span span) {
    InstType number = inst_type(INST_INTEGER);
    InstExpr *ends[3] = {inst_int_node(in, 1, span), NULL, inst_size_node(in, a, dim, span)};
    InstIter *it = BASE_NEW(in->nodes, InstIter);
    it->name = base_name(in->ctx->names, "place");
    it->type = number;
    it->range = inst_node_args(in, INST_E_RANGE, inst_type_vector(in, number, a->type.dims[dim]), span, ends, 3);
    InstExpr *k = inst_node(in, INST_E_ITER, number, INST_VAR_CONSTANT, span);
    k->iter = it;
    return k;
}

static InstExpr *run_over(Inst *in, InstExprKind kind, InstType t, InstExpr *body, InstExpr *const *places, uint32_t n,
                          Span span) {
    InstExpr *r = inst_node_args(in, kind, t, span, &body, 1);
    r->iters = BASE_ARRAY(in->nodes, InstIter *, n);
    r->niters = n;
    for (uint32_t i = 0; i < n; i++) {
        r->iters[i] = places[i]->iter;
        if (places[i]->iter->range->variability > r->variability) r->variability = places[i]->iter->range->variability;
    }
    if (kind == INST_E_REDUCTION) r->builtin = INST_B_SUM;
    return r;
}

/* sum and product of a vector by its own operators (10.3.4); of a vector of open size only the sum, field by field */
InstExpr *inst_overloaded_reduce(InstElab *x, InstBuiltin reduce, InstExpr *a, Span span) {
    Inst *in = x->in;
    if (a->type.dims[0] < 0) {
        if (reduce != INST_B_SUM) return NULL;
        InstExpr *k = running_place(in, a, 0, span);
        InstExpr *e = inst_subscript(x, a, &k, 1, span);
        return run_over(in, INST_E_REDUCTION, e->type, e, &k, 1, span);
    }
    InstExpr *r = NULL;
    for (int64_t i = 1; i <= a->type.dims[0]; i++) {
        InstExpr *k = inst_int_node(in, i, span);
        InstExpr *e = inst_subscript(x, a, &k, 1, span);
        r = r ? inst_binary(x, reduce == INST_B_SUM ? SYN_ADD : SYN_MUL, r, e, span) : e;
    }
    return r ? r : inst_overloaded_zero(x, a->type.cls, span);
}

/* ---- binary operators (14.5) ------------------------------------------------------------------------------------- */

typedef struct {
    InstFunction *f, *convert_a, *convert_b;
    bool several;
} Choice;

static void try_conversion(InstElab *x, InstFunction *f, uint32_t which, const InstArgs *a, Choice *best) {
    const InstType *want = &f->inputs[which]->type, *have = &a->args[which]->type;
    if (f->ninputs < 2 || !inst_is_overloaded(want) || want->ndims ||
        !type_matches(&f->inputs[1 - which]->type, &a->args[1 - which]->type))
        return;
    if (have->base == INST_RECORD && type_matches(want, have)) return;
    Candidates all = {.n = 0};
    if (!operator_functions(&all, want->cls, inst_elab_state(x->in)->constructor)) return;
    InstArgs one = {.args = &a->args[which], .nargs = 1, .span = a->span};
    bool several = false;
    InstFunction *g = unique(&all, &one, &several);
    if (g == NULL) return;
    if (several || (best->f && best->f != f)) best->several = true;
    best->f = f;
    *(which ? &best->convert_b : &best->convert_a) = g;
}

static Choice choose(InstElab *x, const Candidates *all, const InstArgs *a) {
    Choice c = {0};
    c.f = unique(all, a, &c.several);
    if (c.f) return c;
    for (uint32_t i = 0; i < all->n; i++) {
        if (all->f[i]->ninputs < 2) continue;
        try_conversion(x, all->f[i], 1, a, &c);
        try_conversion(x, all->f[i], 0, a, &c);
    }
    return c;
}

static InstExpr *convert_by(InstElab *x, InstFunction *g, InstExpr *e) {
    if (g == NULL) return e;
    InstArgs one = {.args = &e, .nargs = 1, .span = e->span};
    return inst_call_function(x, g, &one, false);
}

static InstExpr *apply(InstElab *x, const Choice *c, InstExpr *a, InstExpr *b, Span span) {
    InstExpr *args[2] = {convert_by(x, c->convert_a, a), convert_by(x, c->convert_b, b)};
    InstArgs two = {.args = args, .nargs = 2, .span = span};
    return inst_call_function(x, c->f, &two, false);
}

static InstExpr *element(InstElab *x, InstExpr *a, int64_t i, int64_t j, Span span) {
    InstExpr *subs[2] = {inst_int_node(x->in, i, span), inst_int_node(x->in, j, span)};
    return inst_subscript(x, a, subs, a->type.ndims, span);
}

/* The same where sizes are open: {sum(a[i, k]*b[k, j] for k) for j, i}. */
static InstExpr *open_product(InstElab *x, InstExpr *a, InstExpr *b, Span span) {
    Inst *in = x->in;
    bool matrix = b->type.ndims == 2;
    InstExpr *i = running_place(in, a, 0, span), *k = running_place(in, a, 1, span);
    InstExpr *j = matrix ? running_place(in, b, 1, span) : NULL;
    InstExpr *of_a[2] = {i, k}, *of_b[2] = {k, j}, *free[2] = {i, j};
    InstExpr *p = inst_binary(x, SYN_MUL, inst_subscript(x, a, of_a, 2, span),
                              inst_subscript(x, b, of_b, b->type.ndims, span), span);
    InstExpr *sum = run_over(in, INST_E_REDUCTION, p->type, p, &k, 1, span);
    int64_t dims[2] = {a->type.dims[0], matrix ? b->type.dims[1] : 0};
    uint32_t n = matrix ? 2 : 1;
    return run_over(in, INST_E_COMPREHENSION, inst_type_dims(in, sum->type, dims, n), sum, free, n, span);
}

/* matrix * vector and matrix * matrix by the scalar operators */
static InstExpr *matrix_product(InstElab *x, InstExpr *a, InstExpr *b, Span span) {
    Inst *in = x->in;
    int64_t rows = a->type.dims[0], inner = a->type.dims[1];
    int64_t cols = b->type.ndims == 2 ? b->type.dims[1] : 1;
    if (rows < 0 || inner < 0 || cols < 0 || b->type.dims[0] < 0) return open_product(x, a, b, span);
    if (inner != b->type.dims[0]) return NULL;
    InstExpr **out = BASE_ARRAY(in->nodes, InstExpr *, rows + 1);
    for (int64_t i = 0; i < rows; i++) {
        InstExpr **row = BASE_ARRAY(in->nodes, InstExpr *, cols + 1);
        for (int64_t j = 0; j < cols; j++) {
            InstExpr *sum = NULL;
            for (int64_t k = 0; k < inner; k++) {
                InstExpr *p =
                    inst_binary(x, SYN_MUL, element(x, a, i + 1, k + 1, span), element(x, b, k + 1, j + 1, span), span);
                sum = sum ? inst_binary(x, SYN_ADD, sum, p, span) : p;
            }
            row[j] =
                sum ? sum : inst_overloaded_zero(x, inst_is_overloaded(&a->type) ? a->type.cls : b->type.cls, span);
        }
        out[i] = b->type.ndims == 2 ? inst_make_array(x, row, (uint32_t)cols, span) : row[0];
    }
    return inst_make_array(x, out, (uint32_t)rows, span);
}

static SynOp scalar_operator(SynOp op) {
    switch (op) {
    case SYN_EADD: return SYN_ADD;
    case SYN_ESUB: return SYN_SUB;
    case SYN_EMUL: return SYN_MUL;
    case SYN_EDIV: return SYN_DIV;
    case SYN_EPOW: return SYN_POW;
    default: return op;
    }
}

/* may the scalar operator be applied element by element to these ranks (10.6)? */
static bool elementwise_allowed(SynOp op, const InstType *a, const InstType *b) {
    bool broadcast = op >= SYN_EADD && op <= SYN_EPOW;
    if (a->ndims && b->ndims) return inst_dims_agree(a, b) && op != SYN_MUL && op != SYN_DIV && op != SYN_POW;
    if (broadcast) return true;
    if (op == SYN_MUL) return true;
    return op == SYN_DIV && b->ndims == 0;
}

InstExpr *inst_overloaded_binary(InstElab *x, SynOp op, InstExpr *a, InstExpr *b, Span span) {
    Inst *in = x->in;
    const char *quoted = base_sprintf(in->nodes, "'%s'", inst_op_text(scalar_operator(op)));
    Name name = base_name(in->ctx->names, quoted);
    Candidates all = {.n = 0};
    if (inst_is_overloaded(&a->type)) operator_functions(&all, a->type.cls, name);
    if (inst_is_overloaded(&b->type)) operator_functions(&all, b->type.cls, name);
    InstExpr *args[2] = {a, b};
    InstArgs two = {.args = args, .nargs = 2, .span = span};
    Choice c = {0};
    if (op == scalar_operator(op) || (a->type.ndims == 0 && b->type.ndims == 0)) c = choose(x, &all, &two);
    if (c.f && !c.several) return apply(x, &c, a, b, span);
    if (!c.f && (a->type.ndims || b->type.ndims)) {
        if (op == SYN_MUL && a->type.ndims == 2 && (b->type.ndims == 1 || b->type.ndims == 2)) {
            InstExpr *r = matrix_product(x, a, b, span);
            if (r) return r;
        }
        if (elementwise_allowed(op, &a->type, &b->type)) {
            InstExpr sa = *a, sb = *b;
            sa.type = inst_type_element(a->type);
            sb.type = inst_type_element(b->type);
            InstExpr *scalars[2] = {&sa, &sb};
            InstArgs s = {.args = scalars, .nargs = 2, .span = span};
            c = choose(x, &all, &s);
            if (c.f && !c.several) return apply(x, &c, a, b, span);
        }
    }
    return no_match(x, base_sprintf(&in->arena, "operator %s", inst_op_text(op)), &two, c.several);
}

InstExpr *inst_overloaded_unary(InstElab *x, SynOp op, InstExpr *a, Span span) {
    Inst *in = x->in;
    if (op == SYN_PLUS || op == SYN_EADD) return a;
    const char *quoted = op == SYN_NOT ? "'not'" : "'-'";
    Candidates all = {.n = 0};
    if (a->type.cls) operator_functions(&all, a->type.cls, base_name(in->ctx->names, quoted));
    InstArgs one = {.args = &a, .nargs = 1, .span = span};
    bool several = false;
    InstFunction *f = unique(&all, &one, &several);
    if (f == NULL && a->type.ndims) {
        InstExpr scalar = *a, *s = &scalar;
        scalar.type = inst_type_element(a->type);
        InstArgs element_args = {.args = &s, .nargs = 1, .span = span};
        f = unique(&all, &element_args, &several);
    }
    if (f == NULL || several)
        return no_match(x, base_sprintf(&in->arena, "unary operator %s", inst_op_text(op)), &one, several);
    return inst_call_function(x, f, &one, false);
}
