/* call.c - function calls: named and default arguments, vectorisation, record constructors, function values
 * (MLS 3.6, chapter 12).
 *
 * Before: the callee's class can be looked up.  After: a CALL has one argument per input, in order, defaults
 * filled in (with the other arguments put in for the inputs they name); sizes of results are computed from the
 * arguments where they are known.
 */
#include "elaborate/elaborate_impl.h"

#include <string.h>

static const char *name_str(Inst *in, Name n) { return base_str(in->ctx->names, n); }

/* ---- substitution ------------------------------------------------------------------------------------------------ */

typedef struct {
    InstElab x;
    InstComp *const *comps;
    InstExpr *const *by;
    uint32_t n;
    int depth;
} Subst;

static InstExpr *subst(Subst *s, InstExpr *e);

static InstExpr *replaced(Subst *s, const InstExpr *e, InstExpr *by) {
    InstExpr *r = by;
    for (uint32_t i = 0; i < e->nparts; i++) {
        const InstPart *p = &e->parts[i];
        if (i) r = inst_field(&s->x, r, p->comp->name, e->span);
        if (p->nsubs && r->type.ndims) {
            uint32_t n = p->nsubs < r->type.ndims ? p->nsubs : r->type.ndims;
            InstExpr **subs = BASE_ARRAY(s->x.in->nodes, InstExpr *, n + 1);
            for (uint32_t k = 0; k < n; k++) subs[k] = subst(s, p->subs[k]);
            r = inst_subscript(&s->x, r, subs, n, e->span);
        }
    }
    return r;
}

static InstExpr *subst_cref(Subst *s, InstExpr *e) {
    for (uint32_t i = 0; i < s->n; i++)
        if (e->parts[0].comp == s->comps[i] && s->by[i]) return replaced(s, e, s->by[i]);
    InstPart *parts = NULL;
    for (uint32_t i = 0; i < e->nparts; i++)
        for (uint32_t k = 0; k < e->parts[i].nsubs; k++) {
            InstExpr *old = e->parts[i].subs[k], *now = subst(s, old);
            if (now == old) continue;
            if (parts == NULL) parts = base_copy(s->x.in->nodes, e->parts, e->nparts * sizeof *parts);
            if (parts[i].subs == e->parts[i].subs)
                parts[i].subs = base_copy(s->x.in->nodes, e->parts[i].subs, e->parts[i].nsubs * sizeof *parts[i].subs);
            parts[i].subs[k] = now;
        }
    if (parts == NULL) return e;
    InstExpr *r = base_copy(s->x.in->nodes, e, sizeof *e);
    r->parts = parts;
    return r;
}

static InstExpr *subst(Subst *s, InstExpr *e) {
    if (e == NULL || s->depth > s->x.in->ctx->max_depth) return e;
    if (e->kind == INST_E_CREF) return subst_cref(s, e);
    Inst *in = s->x.in;
    s->depth++;
    InstExpr **args = NULL;
    for (uint32_t i = 0; i < e->nargs; i++) {
        InstExpr *now = subst(s, e->args[i]);
        if (now == e->args[i]) continue;
        if (args == NULL) args = base_copy(in->nodes, e->args, e->nargs * sizeof *args);
        args[i] = now;
    }
    bool ranges = false;
    for (uint32_t i = 0; i < e->niters; i++) {
        InstExpr *now = subst(s, e->iters[i]->range);
        if (now == e->iters[i]->range) continue;
        e->iters[i]->range = now; /* iterators belong to this expression alone */
        ranges = true;
    }
    s->depth--;
    if (args == NULL && !ranges) return e;
    if (args && e->kind == INST_E_BUILTIN && e->builtin == INST_B_SIZE && args[1] && args[1]->kind == INST_E_INTEGER)
        return inst_size_node(in, args[0], (uint32_t)args[1]->integer - 1, e->span);
    if (args && e->kind == INST_E_FIELD) return inst_field(&s->x, args[0], e->field, e->span);
    if (args && e->kind == INST_E_BINARY && e->type.base == INST_INTEGER)
        return inst_binary(&s->x, e->op, args[0], args[1], e->span);
    InstExpr *r = base_copy(in->nodes, e, sizeof *e);
    if (args) r->args = args;
    InstVariability v = inst_max_variability(r->args, r->nargs);
    bool by_arguments = e->kind != INST_E_BUILTIN || e->variability == inst_max_variability(e->args, e->nargs);
    if (v > r->variability || by_arguments) r->variability = (uint8_t)v;
    return r;
}

InstExpr *inst_substitute(Inst *in, InstExpr *e, InstComp *const *comps, InstExpr *const *by, uint32_t n) {
    Subst s = {.x = {.in = in, .scope = in->root}, .comps = comps, .by = by, .n = n};
    return subst(&s, e);
}

/* ---- functions --------------------------------------------------------------------------------------------------- */

static bool is_function_class(const InstClass *c) {
    return c->restriction == SYN_FUNCTION || c->restriction == SYN_OPERATOR_FUNCTION;
}

/* The external clause of a function, its own or an inherited one. */
static SynExternal *find_external(InstClass *c, uint32_t *prefixes, int depth) {
    if (c->syn == NULL || depth > 50) return NULL;
    *prefixes |= c->syn->prefixes;
    if (c->syn->external) return c->syn->external;
    for (uint32_t i = 0; i < c->nbases; i++) {
        SynExternal *e = find_external(c->bases[i], prefixes, depth + 1);
        if (e) return e;
    }
    return NULL;
}

static void sort_component(InstFunction *f, InstComp *c, uint32_t prefixes) {
    if (prefixes & SYN_INPUT) f->inputs[f->ninputs++] = c;
    else if (prefixes & SYN_OUTPUT) f->outputs[f->noutputs++] = c;
    else f->locals[f->nlocals++] = c;
}

InstFunction *inst_function(InstClass *c) {
    if (c->function) return c->function;
    Inst *in = c->inst;
    inst_prepare(c);
    inst_capture(c);
    if (c->syn && c->syn->form == SYN_DER) return c->function = inst_derivative_function(c);
    InstFunction *f = BASE_NEW(&in->arena, InstFunction);
    c->function = f;
    vec_push(&inst_elab_state(in)->functions, f);
    f->inst = in;
    f->cls = c;
    Text t = {0};
    inst_class_path(c, &t);
    f->name = base_name(in->ctx->names, base_text_str(&t));
    base_text_free(&t);
    inst_components(c);
    uint32_t n = c->nelements + 1;
    f->inputs = BASE_ARRAY(&in->arena, InstComp *, n);
    f->outputs = BASE_ARRAY(&in->arena, InstComp *, n);
    f->locals = BASE_ARRAY(&in->arena, InstComp *, n);
    for (uint32_t i = 0; i < 2 * c->nelements; i++) { /* inputs that were added behind those that are written */
        InstElement *el = c->elements[i % c->nelements];
        if (el->kind != SYN_COMPONENT || el->captured != (i >= c->nelements)) continue;
        InstComp *comp = inst_component(c, el);
        if (comp && !(comp->prefixes & SYN_OUTER)) sort_component(f, comp, comp->prefixes | el->prefixes);
    }
    uint32_t prefixes = 0;
    f->external = find_external(c, &prefixes, 0);
    f->pure = !(prefixes & SYN_IMPURE);
    Name own = c->name;
    f->is_constructor = own == base_name(in->ctx->names, "constructor") && f->external != NULL;
    f->is_destructor = own == base_name(in->ctx->names, "destructor") && f->external != NULL;
    inst_check_function(f);
    return f;
}

/* ---- arguments --------------------------------------------------------------------------------------------------- */

InstArgs inst_elab_args(InstElab *x, const SynExpr *call, uint32_t place) {
    Inst *in = x->in;
    InstArgs a = {.span = call->span, .nargs = call->nargs, .nnamed = call->nnamed};
    a.args = BASE_ARRAY(in->nodes, InstExpr *, a.nargs + 1);
    a.names = BASE_ARRAY(in->nodes, Name, a.nnamed + 1);
    a.named = BASE_ARRAY(in->nodes, InstExpr *, a.nnamed + 1);
    uint32_t saved = x->place;
    x->place = (saved & ~(uint32_t)(INST_IN_LHS | INST_IN_CONNECT | INST_TOP_CALL)) | place;
    for (uint32_t i = 0; i < a.nargs; i++) a.args[i] = inst_elab(x, call->args[i]);
    for (uint32_t i = 0; i < a.nnamed; i++) {
        a.names[i] = call->named[i].name;
        a.named[i] = inst_elab(x, call->named[i].value);
    }
    x->place = saved;
    return a;
}

static bool any_error(const InstArgs *a) {
    for (uint32_t i = 0; i < a->nargs; i++)
        if (a->args[i]->type.base == INST_ANY) return true;
    for (uint32_t i = 0; i < a->nnamed; i++)
        if (a->named[i]->type.base == INST_ANY) return true;
    return false;
}

static void note_declared(Inst *in, Diag *d, const InstClass *c) {
    if (c->syn) base_note(in->ctx, d, c->syn->name_span, "%s is declared here", name_str(in, c->name));
}

/* Puts positional and named arguments into slots, one per input; false after an error. */
/* The input that a misspelt name may mean. */
static void hint_input(Inst *in, Diag *d, InstComp **inputs, uint32_t n, const char *wrong) {
    VEC(const char *) words = {0};
    for (uint32_t i = 0; i < n; i++) vec_push(&words, name_str(in, inputs[i]->name));
    const char *near = base_nearest(wrong, words.at, words.n);
    if (near) base_hint(in->ctx, d, "did you mean '%s'?", near);
    vec_free(&words);
}

static bool place_arguments(InstElab *x, InstClass *callee, InstComp **inputs, uint32_t n, const InstArgs *a,
                            InstExpr **slots, bool quiet) {
    Inst *in = x->in;
    if (a->nargs > n) {
        if (quiet) return false;
        Diag *d = inst_error(x->scope, "INST0561", a->span, "%s takes %u argument%s, %u are given",
                             name_str(in, callee->name), n, n == 1 ? "" : "s", a->nargs);
        note_declared(in, d, callee);
        return false;
    }
    for (uint32_t i = 0; i < a->nargs; i++) slots[i] = a->args[i];
    for (uint32_t i = 0; i < a->nnamed; i++) {
        uint32_t k = 0;
        while (k < n && inputs[k]->name != a->names[i]) k++;
        if (k == n || slots[k]) {
            if (quiet) return false;
            Diag *d = inst_error(x->scope, k == n ? "INST0563" : "INST0562", a->named[i]->span,
                                 k == n ? "%s has no input named %s" : "%s: argument %s is given twice",
                                 name_str(in, callee->name), name_str(in, a->names[i]));
            note_declared(in, d, callee);
            if (k == n) hint_input(in, d, inputs, n, name_str(in, a->names[i]));
            return false;
        }
        slots[k] = a->named[i];
    }
    return true;
}

typedef struct {
    Inst *in;
    InstComp **inputs;
    InstExpr **slots;
    bool *busy;
    uint32_t n;
    bool record; /* the constructor of a record: components of it that are records have defaults by their own fields */
} Defaults;

static void default_argument(Defaults *d, uint32_t i);

/* Defaults may refer to inputs declared later: those are found first. */
static void default_needs(Defaults *d, const InstExpr *e, int depth) {
    if (e == NULL || depth > d->in->ctx->max_depth) return;
    for (uint32_t k = 0; e->kind == INST_E_CREF && k < d->n; k++)
        if (e->parts[0].comp == d->inputs[k] && !d->slots[k] && !d->busy[k]) default_argument(d, k);
    for (uint32_t k = 0; k < e->nargs; k++) default_needs(d, e->args[k], depth + 1);
    for (uint32_t k = 0; k < e->niters; k++) default_needs(d, e->iters[k]->range, depth + 1);
}

/* A record without a value of its own whose fields all have one (12.6: it is the constructor called without arguments);
 * NULL where one has none. */
static InstExpr *value_of_fields(Inst *in, InstComp *c) {
    enum { MOST_ELEMENTS = 10000 };
    if (c->type.base != INST_RECORD || !c->cls || c->cls->builtin) return NULL;
    int64_t count = 1;
    for (uint32_t k = 0; k < c->type.ndims; k++) {
        if (c->type.dims[k] < 0 || c->type.dims[k] > MOST_ELEMENTS) return NULL;
        count *= c->type.dims[k];
    }
    if (count > MOST_ELEMENTS) return NULL;
    uint32_t n;
    InstComp **fields = inst_fields(c->cls, &n);
    Defaults d = {in, fields, BASE_ARRAY(in->nodes, InstExpr *, n + 1), BASE_ARRAY(in->nodes, bool, n + 1), n, true};
    for (uint32_t i = 0; i < n; i++) {
        if (!d.slots[i]) default_argument(&d, i);
        if (!d.slots[i] || d.slots[i]->kind == INST_E_ERROR) return NULL;
    }
    InstType t = inst_type(INST_RECORD);
    t.cls = c->cls;
    InstExpr *e = inst_node_args(in, INST_E_RECORD, t, c->syn ? c->syn->span : (Span){0}, d.slots, n);
    e->cls = c->cls;
    return inst_repeated(in, e, &c->type, 0);
}

/* Default of an input (or field) with the other arguments put in; the slot stays NULL when there is none. */
static void default_argument(Defaults *d, uint32_t i) {
    InstExpr *e = inst_binding_expr(d->inputs[i]);
    if (e == NULL && d->record) e = value_of_fields(d->in, d->inputs[i]);
    if (e == NULL) return;
    d->busy[i] = true;
    default_needs(d, e, 0);
    d->busy[i] = false;
    d->slots[i] = e->kind == INST_E_ERROR ? e : inst_substitute(d->in, e, d->inputs, d->slots, d->n);
}

/* A variable of the model around that the calling function has been given as well, or one of the inner component that
 * is around the instance that calls. */
static InstExpr *handed_on(InstElab *x, const InstComp *input, Span span) {
    const InstElement *e = input->element;
    if (!e || !e->captured) return NULL;
    InstElement *own = inst_find(inst_derived(x->scope), e->name);
    if (own && own->captured) {
        SynPart part = {.name = own->name, .span = span};
        return inst_elab_from(x, inst_component(own->home, own), &(SynCref){.n = 1, .parts = &part}, span);
    }
    const InstOuter *of = inst_outer_of(e);
    if (!of) return NULL;
    InstComp *comp = inst_outer_in(x->scope, of);
    if (comp) return inst_elab_from(x, comp, &of->value->cref, span);
    Diag *d = inst_error(x->scope, "INST0401", span, "no 'inner %s' is around this call, which a function reads",
                         name_str(x->in, of->syn->name));
    base_note(x->in->ctx, d, of->syn->span, "the outer declaration is here");
    base_hint(x->in->ctx, d, "declare one in the model: inner %s %s;",
              name_str(x->in, of->syn->type.parts[of->syn->type.n - 1].name), name_str(x->in, of->syn->name));
    return inst_error_node(x->in, span);
}

static bool fill_defaults(InstElab *x, InstClass *callee, InstComp **inputs, uint32_t n, InstExpr **slots, Span span,
                          bool quiet) {
    bool record = callee->restriction == SYN_RECORD || callee->restriction == SYN_OPERATOR_RECORD;
    Defaults d = {x->in, inputs, slots, BASE_ARRAY(x->in->nodes, bool, n + 1), n, record};
    for (uint32_t i = 0; i < n; i++) {
        if (!slots[i]) slots[i] = handed_on(x, inputs[i], span);
        if (!slots[i]) default_argument(&d, i);
        if (slots[i]) continue;
        if (!quiet) {
            bool function = callee->restriction == SYN_FUNCTION || callee->restriction == SYN_OPERATOR_FUNCTION;
            Diag *missing =
                inst_error(x->scope, "INST0564", span, "%s: no value is given for %s %s", name_str(x->in, callee->name),
                           function ? "input" : "its component", name_str(x->in, inputs[i]->name));
            if (inputs[i]->syn) base_note(x->in->ctx, missing, inputs[i]->syn->name_span, "it has no default");
        }
        return false;
    }
    return true;
}

/* Does the function that is passed take what the formal one takes, and give what it gives?  Bound inputs are left out;
 * what is more must have defaults (6.5, 12.4.2). */
static bool function_fits(InstElab *x, InstFunction *want, const InstExpr *e, bool quiet) {
    Inst *in = x->in;
    const InstFunction *f = e->function;
    uint32_t k = 0;
    const char *why = NULL;
    const InstComp *at = NULL;
    for (uint32_t i = 0; i < f->ninputs && !why; i++) {
        at = f->inputs[i];
        if (i < e->nargs && e->args[i]) continue;
        if (k >= want->ninputs) {
            if (!at->binding.value) why = "has more inputs, and this one no default";
        } else {
            const InstType *a = &want->inputs[k++]->type, *b = &at->type;
            if (a->ndims != b->ndims || !(inst_base_agrees(a, b) || inst_base_agrees(b, a)))
                why = "has an input of another type";
        }
    }
    if (!why && k < want->ninputs) why = "has fewer inputs";
    if (!why && f->noutputs < want->noutputs) why = "has fewer outputs";
    for (uint32_t i = 0; i < want->noutputs && !why; i++) {
        at = f->outputs[i];
        const InstType *a = &want->outputs[i]->type, *b = &at->type;
        if (a->ndims != b->ndims || !inst_base_agrees(a, b)) why = "has an output of another type";
    }
    if (!why || quiet) return !why;
    Diag *d = inst_error(x->scope, "INST0576", e->span, "%s cannot stand for %s: it %s (MLS 12.4.2)",
                         name_str(in, f->cls->name), name_str(in, want->cls->name), why);
    if (at && at->syn) base_note(in->ctx, d, at->syn->name_span, "declared here");
    if (want->cls->syn)
        base_note(in->ctx, d, want->cls->syn->name_span, "%s is declared here", name_str(in, want->cls->name));
    base_hint(in->ctx, d, "other inputs can be bound: function %s(input = value)", name_str(in, f->cls->name));
    return false;
}

/* Nothing, fill(0, 0), for an array that has elements: others let it pass, as the mass fractions of a pure medium are
 * not read.  Here it is the default of the input, or zero. */
static InstExpr *fill_nothing(InstElab *x, InstComp *c, InstExpr *e) {
    Inst *in = x->in;
    const InstType *want = &c->type;
    uint64_t given = inst_dims_count(e->type.dims, e->type.ndims);
    bool known = want->ndims && want->ndims == e->type.ndims && e->type.base <= INST_INTEGER && want->base == INST_REAL;
    for (uint32_t k = 0; k < want->ndims; k++) known = known && want->dims[k] > 0 && e->type.dims[k] >= 0;
    if (!known || given || inst_strict(x->scope)) return NULL;
    Diag *d = inst_tolerate(x->scope, "INST0595", e->span, "%s has elements and is given none (MLS 12.4.1)",
                            name_str(in, c->name));
    InstExpr *value = inst_binding_expr(c);
    base_hint(in->ctx, d, value ? "its default is taken" : "its elements are taken as zero");
    if (value && value->variability == INST_VAR_CONSTANT) return inst_convert(in, value, want);
    InstExpr *args[33] = {inst_real_node(in, 0, e->span)};
    for (uint32_t k = 0; k < want->ndims; k++) args[k + 1] = inst_int_node(in, want->dims[k], e->span);
    return inst_builtin_node(in, INST_B_FILL, *want, e->span, args, want->ndims + 1u);
}

/* More than the fields of a record, or a model that has them: Modelica 2 asked for a subtype only, and others still
 * take it. */
static InstExpr *fields_alone(InstElab *x, InstComp *c, InstExpr *e, const InstType *want) {
    Inst *in = x->in;
    InstExpr *r = inst_strict(x->scope) ? NULL : inst_convert_wider(in, e, want);
    if (!r) return NULL;
    Diag *d =
        inst_tolerate(x->scope, "INST0595", e->span, "%s is a record of type %s and is given more fields (MLS 6.7)",
                      name_str(in, c->name), inst_type_string(in, want));
    base_hint(in->ctx, d, "only its fields are taken");
    return r;
}

/* Converts argument e to the type of input c; extra receives the dimensions it has more (12.4.6). */
static InstExpr *fit_argument(InstElab *x, InstComp *c, InstExpr *e, InstClass *callee, InstType *extra, bool quiet) {
    Inst *in = x->in;
    InstType want = c->type, have = e->type;
    *extra = inst_type(INST_REAL);
    if (have.ndims > want.ndims && have.base != INST_ANY) {
        *extra = inst_type_dims(in, *extra, have.dims, have.ndims - want.ndims);
        want = inst_type_dims(in, want, extra->dims, extra->ndims);
    }
    InstExpr *r = inst_convert(in, e, &want);
    InstFunction *formal =
        r && want.base == INST_FUNCTION && r->kind == INST_E_PARTIAL && c->cls ? inst_function(c->cls) : NULL;
    if (formal && r->function && !function_fits(x, formal, r, quiet)) return NULL;
    if (r || quiet) return r;
    if ((r = inst_convert_freely(x, e, &want, name_str(in, c->name)))) return r;
    if ((r = fill_nothing(x, c, e))) return r;
    if ((r = fields_alone(x, c, e, &want))) return r;
    Diag *d =
        inst_error(x->scope, "INST0565", e->span, "argument %s of %s: expected %s, found %s", name_str(in, c->name),
                   name_str(in, callee->name), inst_type_string(in, &c->type), inst_type_string(in, &e->type));
    if (c->syn) base_note(in->ctx, d, c->syn->name_span, "%s is declared here", name_str(in, c->name));
    inst_note_difference(in, d, &c->type, &e->type, (Span){0});
    return NULL;
}

/* ---- types of results -------------------------------------------------------------------------------------------- */

const SynExpr *inst_dimension_syntax(const InstComp *c, uint32_t k) {
    if (c->syn == NULL) return NULL;
    if (k < c->syn->ndims) return c->syn->dims[k];
    k -= c->syn->ndims;
    return k < c->syn->ntype_dims ? c->syn->type_dims[k] : NULL;
}

InstClass *inst_dimension_scope(const InstComp *c) {
    return c->element && c->element->scope ? c->element->scope : c->parent;
}

static bool is_open(const InstType *t) {
    for (uint32_t k = 0; k < t->ndims; k++)
        if (t->dims[k] == INST_UNKNOWN_DIM) return true;
    return false;
}

/* Has a record fields, or fields of fields, whose sizes are not known? */
static bool has_open_fields(InstClass *record, int depth) {
    uint32_t n;
    InstComp **fields = record && !record->builtin && depth < 32 ? inst_fields(record, &n) : (n = 0, NULL);
    for (uint32_t i = 0; i < n; i++)
        if (is_open(&fields[i]->type) ||
            (fields[i]->type.base == INST_RECORD && has_open_fields(fields[i]->type.cls, depth + 1)))
            return true;
    return false;
}

/* What is known of a function's variables at a call. */
typedef struct {
    InstComp **comps;
    InstExpr **by;
    uint32_t n;
} Known;

/* Inputs, and locals whose value follows from them. */
static Known known_variables(Inst *in, InstFunction *f, InstExpr **args) {
    Known k = {.n = f->ninputs + f->nlocals};
    k.by = BASE_ARRAY(in->nodes, InstExpr *, k.n + 1);
    k.comps = BASE_ARRAY(&in->arena, InstComp *, k.n + 1);
    memcpy(k.by, args, f->ninputs * sizeof *k.by);
    memcpy(k.comps, f->inputs, f->ninputs * sizeof *k.comps);
    for (uint32_t i = 0; i < f->nlocals; i++) {
        k.comps[f->ninputs + i] = f->locals[i];
        InstExpr *e = f->locals[i]->type.base == INST_INTEGER ? inst_binding_expr(f->locals[i]) : NULL;
        k.by[f->ninputs + i] = e ? inst_substitute(in, e, k.comps, k.by, f->ninputs + i) : NULL;
    }
    return k;
}

static InstType type_at_call(Inst *in, InstFunction *f, InstComp *out, InstExpr **args, bool quick);

/* Size of dimension k of an expression in which arguments stand for inputs: its nodes still have the types they had
 * when those were open. */
static int64_t size_with_arguments(Inst *in, const InstExpr *e, uint32_t k, int depth) {
    if (depth > 50 || k >= e->type.ndims) return INST_UNKNOWN_DIM;
    switch ((InstExprKind)e->kind) {
    case INST_E_ARRAY:
        if (k == 0) return e->nargs;
        return e->nargs ? size_with_arguments(in, e->args[0], k - 1, depth + 1) : INST_UNKNOWN_DIM;
    case INST_E_CALL: {
        if (e->type.dims[k] >= 0 || e->integer || !e->function->noutputs) break;
        InstType t = type_at_call(in, e->function, e->function->outputs[0], e->args, false);
        return k < t.ndims ? t.dims[k] : INST_UNKNOWN_DIM;
    }
    case INST_E_COMPREHENSION:
        if (k < e->niters) {
            InstExpr *range = e->iters[k]->range;
            InstValue *v = range ? inst_eval(in, range, INST_EVAL_SILENT | INST_EVAL_MARK) : NULL;
            return v && v->type.ndims == 1 ? v->type.dims[0] : INST_UNKNOWN_DIM;
        }
        return size_with_arguments(in, e->args[0], k - e->niters, depth + 1);
    case INST_E_BINARY:
    case INST_E_UNARY:
    case INST_E_CAST: /* element by element: as any argument that is an array */
        if (e->kind == INST_E_BINARY && e->op == SYN_MUL && e->args[0]->type.ndims && e->args[1]->type.ndims) break;
        for (uint32_t i = 0; i < e->nargs; i++) {
            int64_t n = e->args[i] ? size_with_arguments(in, e->args[i], k, depth + 1) : INST_UNKNOWN_DIM;
            if (n >= 0) return n;
        }
        break;
    default: break;
    }
    return e->type.dims[k];
}

/* Size of a dimension that the value in the declaration decides: output Real y[:] = x. */
static int64_t size_by_value(Inst *in, const InstComp *c, uint32_t k, const Known *known) {
    const InstBinding *b = &c->binding;
    if (!b->value || b->busy || inst_is_own(b)) return INST_UNKNOWN_DIM;
    InstExpr *e = inst_expr(b->scope, b->value, NULL); /* anew: substitution changes iterators in place */
    if (e->kind == INST_E_ERROR || e->type.ndims != c->type.ndims) return INST_UNKNOWN_DIM;
    return size_with_arguments(in, inst_substitute(in, e, known->comps, known->by, known->n), k, 0);
}

/* Sizes of a variable that depend on what is known.  quick: where they are known without evaluation. */
static void size_variable(Inst *in, const InstComp *c, InstType *t, const Known *known, bool quick) {
    bool copied = false;
    for (uint32_t k = 0; k < t->ndims; k++) {
        if (t->dims[k] != INST_UNKNOWN_DIM) continue;
        const SynExpr *s = inst_dimension_syntax(c, k);
        int64_t by_value = s && s->kind == SYN_COLON && !quick ? size_by_value(in, c, k, known) : INST_UNKNOWN_DIM;
        if (by_value >= 0) {
            if (!copied) t->dims = base_copy(&in->arena, t->dims, t->ndims * sizeof *t->dims);
            copied = true;
            t->dims[k] = by_value;
        }
        if (s == NULL || s->kind == SYN_COLON) continue;
        InstExpr *e =
            inst_substitute(in, inst_expr(inst_dimension_scope(c), s, NULL), known->comps, known->by, known->n);
        int64_t size = INST_UNKNOWN_DIM;
        if (!inst_is_int(e, &size) && !quick) {
            InstValue *v = e->kind == INST_E_ERROR ? NULL : inst_eval(in, e, INST_EVAL_MARK);
            if (v && v->type.ndims == 0) size = (int64_t)v->num[0];
        }
        if (size < 0) continue;
        if (!copied) t->dims = base_copy(&in->arena, t->dims, t->ndims * sizeof *t->dims);
        copied = true;
        t->dims[k] = size;
    }
}

/* The record class of a result whose fields have sizes that depend on what is known: Real x[n], where the result's n is
 * that of an input. */
static InstClass *size_fields(Inst *in, InstClass *record, const Known *known) {
    uint32_t n;
    InstClass *copy = inst_class_copy(record, record->mod);
    InstComp **fields = inst_fields(copy, &n);
    Known more = {.n = known->n};
    more.by = BASE_ARRAY(in->nodes, InstExpr *, known->n + n + 1);
    more.comps = BASE_ARRAY(&in->arena, InstComp *, known->n + n + 1);
    memcpy(more.by, known->by, known->n * sizeof *more.by);
    memcpy(more.comps, known->comps, known->n * sizeof *more.comps);
    for (uint32_t i = 0; i < n; i++) {
        bool size = fields[i]->type.base == INST_INTEGER && !fields[i]->type.ndims;
        InstExpr *e = size ? inst_binding_expr(fields[i]) : NULL;
        if (!e) continue;
        more.by[more.n] = inst_substitute(in, e, more.comps, more.by, more.n);
        more.comps[more.n++] = fields[i];
    }
    for (uint32_t i = 0; i < n; i++) {
        InstType *t = &fields[i]->type;
        size_variable(in, fields[i], t, &more, false);
        if (t->base == INST_RECORD && has_open_fields(t->cls, 0)) t->cls = size_fields(in, t->cls, &more);
    }
    return copy;
}

/* The type of a result, or of an input; sizes that depend on inputs are computed from the arguments.  quick: where that
 * is known without evaluation. */
static InstType type_at_call(Inst *in, InstFunction *f, InstComp *out, InstExpr **args, bool quick) {
    InstType t = out->type;
    bool record = !quick && t.base == INST_RECORD && has_open_fields(t.cls, 0);
    if (!record && !is_open(&t)) return t;
    Known known = known_variables(in, f, args);
    size_variable(in, out, &t, &known, quick);
    if (record) t.cls = size_fields(in, t.cls, &known);
    return t;
}

InstType inst_result_type(Inst *in, const InstExpr *call, uint32_t result) {
    return type_at_call(in, call->function, call->function->outputs[result], call->args, false);
}

/* The record class with the sizes that a value of it has. */
static InstClass *class_of_value(InstClass *record, const InstValue *v) {
    InstClass *copy = inst_class_copy(record, record->mod);
    uint32_t n;
    InstComp **fields = inst_fields(copy, &n);
    for (uint32_t i = 0; v->n && i < n && i < v->nfields; i++) {
        InstType *t = &fields[i]->type;
        const InstValue *field = v->rec[i];
        if (field->type.ndims != t->ndims) continue;
        t->dims = t->ndims ? base_copy(&record->inst->arena, field->type.dims, t->ndims * sizeof *t->dims) : NULL;
        if (t->base == INST_RECORD && has_open_fields(t->cls, 0)) t->cls = class_of_value(t->cls, field);
    }
    return copy;
}

/* A result whose sizes only the function itself knows: run it when its arguments are parameters. */
static InstType known_by_value(Inst *in, InstExpr *call, InstType t) {
    bool record = t.base == INST_RECORD && has_open_fields(t.cls, 0);
    if ((!record && !is_open(&t)) || call->variability > INST_VAR_PARAMETER) return t;
    InstValue *v = inst_eval(in, call, INST_EVAL_MARK);
    if (!v || v->type.ndims != t.ndims) return t;
    if (t.ndims) t.dims = base_copy(&in->arena, v->type.dims, t.ndims * sizeof *t.dims);
    if (record && v->type.base == INST_RECORD) t.cls = class_of_value(t.cls, v);
    return t;
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */

static InstExpr *call_node(InstElab *x, InstFunction *f, InstExpr **slots, InstType foreach, Span span) {
    Inst *in = x->in;
    InstType t = inst_type(INST_NORETURN);
    if (f->noutputs) t = type_at_call(in, f, f->outputs[0], slots, false);
    if (f->noutputs && foreach.ndims) t = inst_type_dims(in, t, foreach.dims, foreach.ndims);
    bool several = f->noutputs > 1 && (x->place & INST_TOP_CALL) && foreach.ndims == 0;
    InstExpr *e = inst_node_args(in, INST_E_CALL, several ? inst_type(INST_TUPLE) : t, span, slots, f->ninputs);
    e->function = f;
    e->integer = foreach.ndims;
    e->no_event = (x->place & INST_IN_NOEVENT) != 0;
    if (!several && !(x->place & INST_IN_FUNCTION)) e->type = known_by_value(in, e, t);
    return e;
}

/* The sizes of an argument against sizes that other arguments give to its input: Real y[size(x, 1)]. */
static bool size_fits(InstElab *x, InstFunction *f, uint32_t i, InstExpr **slots, bool quiet) {
    InstComp *c = f->inputs[i];
    if (!c->type.ndims || slots[i]->type.ndims != c->type.ndims) return true;
    InstType want = type_at_call(x->in, f, c, slots, true);
    if (inst_dims_agree(&want, &slots[i]->type)) return true;
    if (quiet) return false;
    Inst *in = x->in;
    Diag *d = inst_error(x->scope, "INST0565", slots[i]->span, "argument %s of %s: expected %s, found %s",
                         name_str(in, c->name), name_str(in, f->cls->name), inst_type_string(in, &want),
                         inst_type_string(in, &slots[i]->type));
    if (c->syn) base_note(in->ctx, d, c->syn->span, "its size follows from other arguments");
    return false;
}

InstExpr *inst_call_function(InstElab *x, InstFunction *f, const InstArgs *a, bool quiet) {
    Inst *in = x->in;
    InstExpr **slots = BASE_ARRAY(in->nodes, InstExpr *, f->ninputs + 1);
    if (any_error(a) || !place_arguments(x, f->cls, f->inputs, f->ninputs, a, slots, quiet) ||
        !fill_defaults(x, f->cls, f->inputs, f->ninputs, slots, a->span, quiet))
        return quiet ? NULL : inst_error_node(in, a->span);
    InstType foreach = inst_type(INST_REAL);
    for (uint32_t i = 0; i < f->ninputs; i++) {
        InstType extra;
        InstExpr *e = fit_argument(x, f->inputs[i], slots[i], f->cls, &extra, quiet);
        if (e == NULL) return quiet ? NULL : inst_error_node(in, a->span);
        slots[i] = e;
        if (extra.ndims == 0) continue;
        if (foreach.ndims && !inst_dims_agree(&foreach, &extra)) {
            if (quiet) return NULL;
            inst_error(x->scope, "INST0566", e->span,
                       "%s: the array arguments of a vectorised call have different sizes", name_str(in, f->cls->name));
            return inst_error_node(in, a->span);
        }
        if (foreach.ndims == 0)
            foreach
                = extra;
    }
    for (uint32_t i = 0; i < f->ninputs && !foreach.ndims; i++)
        if (!size_fits(x, f, i, slots, quiet)) return quiet ? NULL : inst_error_node(in, a->span);
    return call_node(x, f, slots, foreach, a->span);
}

/* Do fields of two records of one shape differ in size? */
static bool other_fields(InstClass *a, InstClass *b, int depth) {
    uint32_t n, m;
    if (!a || !b || a == b || depth > 32) return false;
    InstComp **f = inst_fields(a, &n), **g = inst_fields(b, &m);
    for (uint32_t i = 0; i < n && i < m; i++) {
        const InstType *s = &f[i]->type, *t = &g[i]->type;
        if (s->ndims != t->ndims || s->base != t->base) return false;
        for (uint32_t k = 0; k < s->ndims; k++)
            if (s->dims[k] != t->dims[k]) return true;
        if (s->base == INST_RECORD && other_fields(s->cls, t->cls, depth + 1)) return true;
    }
    return false;
}

/* Does an argument have another size than the field's default, or a size where the field has none, and its declaration
 * leaves the size open?  It may have leading dimensions more. */
static bool other_size(const InstComp *field, const InstType *have) {
    if (have->base == INST_ANY || have->ndims < field->type.ndims) return false;
    if (have->base == INST_RECORD && other_fields(field->type.cls, have->cls, 0)) return true;
    uint32_t lead = have->ndims - field->type.ndims;
    for (uint32_t k = 0; k < field->type.ndims; k++) {
        const SynExpr *s = inst_dimension_syntax(field, k);
        bool open = field->type.dims[k] == INST_UNKNOWN_DIM && have->dims[lead + k] < 0;
        if (s && s->kind != SYN_INTEGER && !open && have->dims[lead + k] != field->type.dims[k]) return true;
    }
    return false;
}

/* The record class for a constructor whose arguments have other sizes than the defaults: sizes that the declarations
 * leave open are those of the arguments; what depends on them is not known. */
static InstClass *class_for_sizes(InstClass *c, InstExpr **slots, uint32_t n) {
    InstClass *copy = inst_class_copy(c, c->mod);
    uint32_t same;
    InstComp **fields = inst_fields(copy, &same);
    for (uint32_t i = 0; i < same && i < n; i++) {
        bool record = fields[i]->type.base == INST_RECORD && slots[i] && slots[i]->type.base == INST_RECORD;
        if (record && other_fields(fields[i]->type.cls, slots[i]->type.cls, 0))
            fields[i]->type.cls = slots[i]->type.cls;
        for (uint32_t k = 0; k < fields[i]->type.ndims; k++) {
            const SynExpr *s = inst_dimension_syntax(fields[i], k);
            if (s == NULL || s->kind == SYN_INTEGER) continue;
            bool given = slots[i] && slots[i]->type.base != INST_ANY && slots[i]->type.ndims >= fields[i]->type.ndims;
            fields[i]->type.dims[k] =
                given ? slots[i]->type.dims[slots[i]->type.ndims - fields[i]->type.ndims + k] : INST_UNKNOWN_DIM;
        }
    }
    return copy;
}

/* Sizes that are left open in such a class and follow from values that the constructor filled in. */
static void size_by_defaults(InstComp **fields, InstExpr **slots, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        InstType *t = &fields[i]->type;
        for (uint32_t k = 0; slots[i] && slots[i]->type.ndims == t->ndims && k < t->ndims; k++)
            if (t->dims[k] == INST_UNKNOWN_DIM) t->dims[k] = slots[i]->type.dims[k];
    }
}

/* Inputs of a record constructor (12.6): the public components that may be modified.  A constant with a value is one
 * by the letter; others leave it out of what is given by position, and so do we where that is enough for the call:
 * such constants stand last then, for those who name them. */
static uint32_t constructor_inputs(InstComp **fields, uint32_t n, uint32_t given, InstComp **inputs, uint32_t *at) {
    uint32_t ni = 0, open = 0;
    for (int valued = 0; valued < 2; valued++) {
        for (uint32_t i = 0; i < n; i++) {
            const InstComp *c = fields[i];
            bool value = c->binding.value != NULL;
            if ((c->prefixes & SYN_FINAL || c->binding.final) && value) continue;
            if (c->prefixes & SYN_PROTECTED || (c->variability == INST_VAR_CONSTANT && value) != valued) continue;
            at[ni] = i;
            inputs[ni++] = fields[i];
        }
        if (!valued) open = ni;
    }
    if (given <= open) return ni;
    for (uint32_t i = 1; i < ni; i++) /* in the order of the declarations: there are few */
        for (uint32_t k = i; k > 0 && at[k - 1] > at[k]; k--) {
            uint32_t before = at[k - 1];
            at[k - 1] = at[k];
            at[k] = before;
        }
    for (uint32_t i = 0; i < ni; i++) inputs[i] = fields[at[i]];
    return ni;
}

InstExpr *inst_call_record(InstElab *x, InstClass *c, const InstArgs *a) {
    Inst *in = x->in;
    uint32_t n;
    InstComp **fields = inst_fields(c, &n);
    InstComp **inputs = BASE_ARRAY(in->nodes, InstComp *, n + 1);
    uint32_t *at = BASE_ARRAY(in->nodes, uint32_t, n + 1);
    uint32_t ni = constructor_inputs(fields, n, a->nargs, inputs, at);
    InstExpr **given = BASE_ARRAY(in->nodes, InstExpr *, ni + 1);
    InstExpr **slots = BASE_ARRAY(in->nodes, InstExpr *, n + 1);
    if (any_error(a) || !place_arguments(x, c, inputs, ni, a, given, false)) return inst_error_node(in, a->span);
    for (uint32_t i = 0; i < ni; i++) slots[at[i]] = given[i];
    bool sized = false;
    for (uint32_t i = 0; i < n && !sized; i++) sized = slots[i] && other_size(fields[i], &slots[i]->type);
    if (sized) {
        c = class_for_sizes(c, slots, n);
        fields = inst_fields(c, &n);
    }
    InstType foreach = inst_type(INST_REAL);
    for (uint32_t i = 0; i < n; i++) {
        if (slots[i] == NULL) continue;
        InstType extra;
        slots[i] = fit_argument(x, fields[i], slots[i], c, &extra, false);
        if (slots[i] == NULL) return inst_error_node(in, a->span);
        if (extra.ndims)
            foreach
                = extra;
    }
    if (!fill_defaults(x, c, fields, n, slots, a->span, false)) return inst_error_node(in, a->span);
    if (sized) size_by_defaults(fields, slots, n);
    InstType t = inst_type(INST_RECORD);
    t.cls = c;
    if (foreach.ndims == 0) {
        InstExpr *e = inst_node_args(in, INST_E_RECORD, t, a->span, slots, n);
        e->cls = c;
        return e;
    }
    if (foreach.ndims != 1 || foreach.dims[0] == INST_UNKNOWN_DIM) {
        inst_error(x->scope, "INST0567", a->span, "a record constructor of arrays of this rank is not supported");
        return inst_error_node(in, a->span);
    }
    InstExpr **elements = BASE_ARRAY(in->nodes, InstExpr *, foreach.dims[0] + 1);
    for (int64_t k = 0; k < foreach.dims[0]; k++) {
        InstExpr **one = BASE_ARRAY(in->nodes, InstExpr *, n + 1);
        InstExpr *sub = inst_int_node(in, k + 1, a->span);
        for (uint32_t i = 0; i < n; i++)
            one[i] =
                slots[i]->type.ndims > fields[i]->type.ndims ? inst_subscript(x, slots[i], &sub, 1, a->span) : slots[i];
        elements[k] = inst_node_args(in, INST_E_RECORD, t, a->span, one, n);
        elements[k]->cls = c;
    }
    return inst_make_array(x, elements, (uint32_t)foreach.dims[0], a->span);
}

/* E(i): the literal number i of an enumeration (4.9.5.2) */
static InstExpr *call_enumeration(InstElab *x, InstClass *c, const SynExpr *e) {
    Inst *in = x->in;
    InstArgs a = inst_elab_args(x, e, 0);
    if (any_error(&a)) return inst_error_node(in, e->span);
    if (a.nargs != 1 || a.nnamed || a.args[0]->type.base != INST_INTEGER) {
        inst_error(x->scope, "INST0568", e->span, "%s(i) needs one Integer", name_str(in, c->name));
        return inst_error_node(in, e->span);
    }
    int64_t i;
    if (inst_is_int(a.args[0], &i)) {
        if (i >= 1 && i <= (int64_t)inst_enum_size(c)) return inst_enum_node(in, c, i, e->span);
        inst_error(x->scope, "INST0569", a.args[0]->span, "%s has %u literals; there is no number %lld",
                   name_str(in, c->name), inst_enum_size(c), (long long)i);
        return inst_error_node(in, e->span);
    }
    InstType t = a.args[0]->type;
    t.base = INST_ENUM;
    t.cls = c;
    InstExpr *r = inst_builtin_node(in, INST_B_ENUM_OF_INTEGER, t, e->span, a.args, 1);
    r->cls = c;
    return r;
}

/* The constructor function of an external object class (12.9.7). */
static InstExpr *call_object(InstElab *x, InstClass *c, const SynExpr *e) {
    Inst *in = x->in;
    InstElement *el = inst_find(c, base_name(in->ctx->names, "constructor"));
    InstClass *fc = el && el->kind == SYN_CLASS_DEF ? inst_element_class(c, el) : NULL;
    InstFunction *f = fc ? inst_function(fc) : NULL;
    if (f == NULL) {
        inst_error(x->scope, "INST0570", e->span, "external object class %s has no constructor", name_str(in, c->name));
        return inst_error_node(in, e->span);
    }
    InstArgs a = inst_elab_args(x, e, INST_IN_ARGUMENT);
    return inst_call_function(x, f, &a, false);
}

/* Call of a functional input: a CALL with parts. */
static InstExpr *call_value(InstElab *x, InstExpr *callee, const SynExpr *e) {
    Inst *in = x->in;
    InstFunction *f = callee->type.cls ? inst_function(callee->type.cls) : NULL;
    if (f == NULL) return inst_error_node(in, e->span);
    InstArgs a = inst_elab_args(x, e, INST_IN_ARGUMENT);
    InstExpr *r = inst_call_function(x, f, &a, false);
    if (r->kind != INST_E_CALL) return r;
    r->parts = callee->parts;
    r->nparts = callee->nparts;
    r->variability = INST_VAR_CONTINUOUS;
    return r;
}

/* Is the function nothing but a built-in one by another name: y := .sin(u)? */
static bool is_wrapper(const InstClass *c) {
    const SynAlgorithm *a = c->syn ? c->syn->algorithms : NULL;
    if (a == NULL || a->next || c->nbases > 1 || a->statements == NULL || a->statements->next) return false;
    const SynStatement *s = a->statements;
    if (s->kind != SYN_ST_ASSIGN || s->rhs->kind != SYN_CALL || s->lhs->kind != SYN_CREF) return false;
    return s->rhs->cref.global && s->rhs->cref.n == 1 && s->rhs->nnamed == 0;
}

/* The built-in function itself: later stages know its inverse and its derivative. */
static InstExpr *unwrap(InstElab *x, InstExpr *call) {
    InstFunction *f = call->function;
    if (call->integer || f->noutputs != 1 || f->nlocals || call->type.ndims) return call;
    InstStmt *s = inst_function_body(f);
    if (s == NULL || s->kind != SYN_ST_ASSIGN || s->rhs->kind != INST_E_BUILTIN || s->rhs->nargs != f->ninputs)
        return call;
    if (s->rhs->type.base != call->type.base) return call;
    for (uint32_t i = 0; i < f->ninputs; i++) {
        const InstExpr *a = s->rhs->args[i];
        if (a == NULL || a->kind != INST_E_CREF || a->nparts != 1 || a->parts[0].comp != f->inputs[i] ||
            a->parts[0].nsubs)
            return call;
    }
    InstExpr *r = inst_builtin_node(x->in, s->rhs->builtin, call->type, call->span, call->args, call->nargs);
    r->no_event = call->no_event;
    return r;
}

/* 12.3: impure functions are called where the number of calls has a meaning. */
static bool impure_allowed(InstElab *x, const InstFunction *f) {
    if (f->pure || (x->place & INST_IN_PURE) || f->noutputs == 0) return true; /* messages may be written anywhere */
    if (x->place & INST_IN_FUNCTION) {
        const InstClass *caller = inst_derived(x->scope); /* without prefix it becomes impure by the call */
        return !(caller->prefixes & SYN_PURE);
    }
    return !(x->place & INST_IN_EQUATION) || (x->place & (INST_IN_WHEN | INST_IN_CLOCKED_WHEN | INST_IN_INITIAL));
}

static InstExpr *call_function_class(InstElab *x, InstClass *c, const SynExpr *e) {
    Inst *in = x->in;
    InstFunction *f = inst_function(c);
    if (f == NULL) return inst_error_node(in, e->span);
    inst_warn_obsolete(x->scope, c, e->span);
    const InstClass *home = c->element ? c->element->home : NULL;
    if ((f->is_constructor || f->is_destructor) && home && home->type.base == INST_OBJECT) {
        Diag *d =
            inst_error(x->scope, "INST0693", e->span,
                       "the %s of an external object is not called by its name (MLS 12.9.7)", name_str(in, c->name));
        base_hint(in->ctx, d, "write %s(...); the destructor is called at the end of the run", inst_class_text(home));
        return inst_error_node(in, e->span);
    }
    if ((c->prefixes & SYN_PARTIAL_CLASS) && !in->checking) {
        Diag *d = inst_error(x->scope, "INST0574", e->span, "%s is partial and cannot be called (MLS 12.4.1)",
                             name_str(in, f->name));
        note_declared(in, d, c);
        (void)inst_hint_open(x->scope, d, &e->cref);
        return inst_error_node(in, e->span);
    }
    if (!impure_allowed(x, f)) {
        bool inside = (x->place & INST_IN_FUNCTION) != 0; /* elsewhere others call it in every evaluation */
        Diag *d = (inside ? inst_error : inst_tolerate)(
            x->scope, "INST0575", e->span, "%s is impure and cannot be called from %s (MLS 12.3)",
            name_str(in, f->name), inside ? "a pure function" : "an equation that always holds");
        note_declared(in, d, c);
        base_hint(in->ctx, d,
                  inside ? "declare the calling function impure, or write pure(...) around the call"
                         : "call it inside when or in an initial section");
        if (inside || inst_strict(x->scope)) return inst_error_node(in, e->span);
    }
    if (f->external && f->external->language == base_name(in->ctx->names, "builtin")) {
        const InstBuiltinRow *row = inst_builtin(in, f->external->name ? f->external->name : c->name);
        if (row) return inst_elab_builtin(x, row, e);
    }
    InstArgs a = inst_elab_args(x, e, INST_IN_ARGUMENT);
    InstExpr *r = inst_call_function(x, f, &a, false);
    if (r->kind != INST_E_CALL) return r;
    return is_wrapper(c) ? unwrap(x, r) : inst_known_of_c(x, r);
}

static InstExpr *call_class(InstElab *x, InstClass *c, const SynExpr *e) {
    Inst *in = x->in;
    if (is_function_class(c)) return call_function_class(x, c, e);
    if (c->builtin && c->type.base == INST_ENUM) return call_enumeration(x, c, e);
    if (c->type.base == INST_OBJECT) return call_object(x, c, e);
    if (c->restriction == SYN_OPERATOR) { /* a direct call of an overloaded operator's only function */
        InstArgs a = inst_elab_args(x, e, 0);
        InstExpr *r = any_error(&a) ? inst_error_node(in, e->span) : inst_overloaded_direct(x, c, &a);
        if (r) return r;
    }
    if (c->restriction == SYN_RECORD || c->restriction == SYN_OPERATOR_RECORD) {
        InstArgs a = inst_elab_args(x, e, 0);
        if (any_error(&a)) return inst_error_node(in, e->span);
        InstExpr *r = c->restriction == SYN_OPERATOR_RECORD ? inst_overloaded_constructor(x, c, &a) : NULL;
        return r ? r : inst_call_record(x, c, &a);
    }
    Diag *d = inst_error(x->scope, "INST0571", e->span, "%s is a %s and cannot be called", name_str(in, c->name),
                         syn_restriction_name(c->restriction));
    note_declared(in, d, c);
    return inst_error_node(in, e->span);
}

static bool is_callable(const InstClass *c) {
    return is_function_class(c) || c->builtin || c->type.base == INST_OBJECT || c->restriction == SYN_OPERATOR ||
           c->restriction == SYN_RECORD || c->restriction == SYN_OPERATOR_RECORD;
}

/* A built-in function of that name, unless the user declared one (5.3.1: predefined names come last). */
static const InstBuiltinRow *builtin_callee(InstElab *x, const SynCref *c) {
    Inst *in = x->in;
    if (c->n == 2 && c->parts[0].name == base_name(in->ctx->names, "Connections")) {
        const char *full = base_sprintf(&in->arena, "Connections.%s", name_str(in, c->parts[1].name));
        return inst_builtin(in, base_name(in->ctx->names, full));
    }
    if (c->n != 1) return NULL;
    const InstBuiltinRow *row = inst_builtin(in, c->parts[0].name);
    if (row == NULL || c->global) return row;
    InstClass *home = NULL;
    InstElement *el = inst_lookup(x->scope, c->parts[0].name, &home);
    if (el == NULL || home == NULL || home == in->root) return row;
    if (el->kind == SYN_CLASS_DEF) {
        InstClass *cls = inst_element_class(home, el);
        if (cls && !is_callable(cls)) return row; /* a block named pre */
        return cls && cls->builtin && cls->syn == NULL ? row : NULL;
    }
    InstComp *comp = inst_component(home, el);
    return comp && comp->type.base == INST_FUNCTION ? NULL : row;
}

InstExpr *inst_elab_call(InstElab *x, const SynExpr *e) {
    Inst *in = x->in;
    const InstBuiltinRow *row = builtin_callee(x, &e->cref);
    if (row) return inst_elab_builtin(x, row, e);
    if (e->cref.n == 1 && e->cref.parts[0].name == base_name(in->ctx->names, "array")) {
        InstArgs a = {0};
        if (e->nargs == 1 && e->args[0]->kind == SYN_FOR) return inst_elab_comprehension(x, e->args[0], INST_B_NONE, e);
        a = inst_elab_args(x, e, 0);
        return any_error(&a) ? inst_error_node(in, e->span) : inst_make_array(x, a.args, a.nargs, e->span);
    }
    Span at = e->cref.n ? e->cref.parts[0].span : e->span;
    InstNamed r = inst_resolve(x, &e->cref, at, true);
    if (!r.expr && !r.cls && !r.failed && e->cref.n && inst_find_in_heir(x->scope, e->cref.parts[0].name, at))
        r = inst_resolve(x, &e->cref, at, false);
    if (r.failed) return r.expr;
    if (r.cls) return call_class(x, r.cls, e);
    if (r.expr && r.expr->type.base == INST_FUNCTION) return call_value(x, r.expr, e);
    InstClass *other = r.expr ? NULL : inst_known_elsewhere(x, e);
    if (other) return inst_strict(x->scope) ? inst_error_node(in, e->span) : call_class(x, other, e);
    const InstBuiltinRow *before = r.expr ? NULL : inst_known_before(x, e);
    if (before) return inst_strict(x->scope) ? inst_error_node(in, e->span) : inst_elab_builtin(x, before, e);
    InstExpr *packed = r.expr ? NULL : inst_for_animation(x, e);
    if (packed) return packed;
    Text t = {0};
    syn_print_cref(in->ctx->names, &e->cref, &t);
    if (!r.expr && (inst_failed_import(x->scope, e->cref.parts[0].name) || inst_is_in_lost_base(x->scope))) {
        base_text_free(&t);
        return inst_error_node(in, e->span);
    }
    Diag *d = inst_error(x->scope, "INST0572", e->span,
                         r.expr ? "%s is not a function" : "no function %s is declared here", base_text_str(&t));
    base_text_free(&t);
    InstHint what =
        INST_HINT_CLASSES | INST_HINT_FUNCTIONS | INST_HINT_AROUND | (e->cref.n > 1 ? INST_HINT_LIBRARY : 0);
    if (!r.expr) inst_hint_name(x->scope, d, e->cref.parts[0].name, what);
    else if (r.expr->type.ndims)
        base_hint(in->ctx, d, "subscripts are written in brackets: %s[...]", name_str(in, e->cref.parts[0].name));
    return inst_error_node(in, e->span);
}

/* ---- functions as values (12.4.2) -------------------------------------------------------------------------------- */

static InstExpr *partial_node(Inst *in, InstFunction *f, InstExpr **bound, Span span) {
    InstType t = inst_type(INST_FUNCTION);
    t.cls = f->cls;
    InstExpr *e = inst_node_args(in, INST_E_PARTIAL, t, span, bound, f->ninputs);
    e->function = f;
    return e;
}

InstExpr *inst_function_value(InstElab *x, InstClass *c, Span at) {
    InstFunction *f = inst_function(c);
    if (f == NULL) return inst_error_node(x->in, at);
    return partial_node(x->in, f, BASE_ARRAY(x->in->nodes, InstExpr *, f->ninputs + 1), at);
}

InstExpr *inst_elab_partial(InstElab *x, const SynExpr *e) {
    Inst *in = x->in;
    InstNamed r = inst_resolve(x, &e->cref, e->span, false);
    if (r.failed) return r.expr;
    InstClass *c = r.cls ? r.cls : r.expr && r.expr->type.base == INST_FUNCTION ? r.expr->type.cls : NULL;
    if (c == NULL || !is_function_class(c)) {
        inst_error(x->scope, "INST0573", e->span, "function ...(...) needs the name of a function");
        return inst_error_node(in, e->span);
    }
    InstFunction *f = inst_function(c);
    InstArgs a = inst_elab_args(x, e, INST_IN_ARGUMENT);
    if (f == NULL || any_error(&a)) return inst_error_node(in, e->span);
    if (r.expr && !a.nargs && !a.nnamed) return r.expr; /* a functional input, handed on as it is */
    InstExpr **slots = BASE_ARRAY(in->nodes, InstExpr *, f->ninputs + 1);
    if (!place_arguments(x, c, f->inputs, f->ninputs, &a, slots, false)) return inst_error_node(in, e->span);
    for (uint32_t i = 0; i < f->ninputs; i++) {
        InstType extra;
        if (slots[i] == NULL) continue;
        slots[i] = fit_argument(x, f->inputs[i], slots[i], c, &extra, false);
        if (slots[i] == NULL || extra.ndims) return inst_error_node(in, e->span);
    }
    InstExpr *p = partial_node(in, f, slots, e->span);
    if (r.expr) {
        p->parts = r.expr->parts;
        p->nparts = r.expr->nparts;
    }
    return p;
}
