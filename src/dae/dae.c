/* dae.c - the Dae itself: adding variables, functions and equations.
 *
 * dae_shape is the hot path of flattening (a million calls for a million equations): it allocates
 * nothing once its scratch arrays have grown, and looks up each node of the equation once.
 */
#include <math.h>
#include <string.h>

#include "dae/dae_impl.h"

Dae *dae_new(Context *ctx) {
    DaeHeap *heap = dae_heap_new(NULL);
    Dae *d = BASE_NEW(dae_heap_arena(heap), Dae);
    d->ctx = ctx;
    d->heap = heap;
    d->arena = dae_heap_arena(heap);
    dae_pool_init(&d->pool);
    vec_push(&d->names, ((DaeNameNode){0}));
    vec_push(&d->subs, 0);
    vec_push(&d->spans, ((Span){0}));
    vec_push(&d->origins, ((DaeOrigin){0}));
    vec_push(&d->functions, ((DaeFunction){0}));
    vec_push(&d->enums, ((DaeEnum){0}));
    vec_push(&d->strings, NULL);
    dae_attrs(d, &(DaeAttrs){.min = DAE_NO_OPERAND, .max = DAE_NO_OPERAND, .nominal = DAE_NO_OPERAND});
    DaeName time = dae_name(d, 0, base_name(ctx->names, "time"), NULL, 0);
    dae_add_var(d, &(DaeVariable){.name = time, .start = DAE_NO_OPERAND, .base = DAE_REAL, .kind = DAE_KIND_TIME});
    return d;
}

void dae_release_scratch(Dae *d) {
    dae_walk_free(&d->walk);
    vec_free(&d->mapped);
    base_realloc(d->name_table, 0);
    d->name_table = NULL;
    d->name_table_cap = d->name_table_n = 0;
}

void dae_free(Dae *d) {
    if (!d) return;
    dae_pool_free(&d->pool);
    vec_free(&d->names);
    vec_free(&d->subs);
    vec_free(&d->vars);
    vec_free(&d->attrs);
    vec_free(&d->constants);
    vec_free(&d->shapes);
    vec_free(&d->operands);
    vec_free(&d->spans);
    vec_free(&d->origins);
    vec_free(&d->equations);
    vec_free(&d->initial);
    vec_free(&d->bindings);
    vec_free(&d->actions);
    vec_free(&d->functions);
    vec_free(&d->enums);
    vec_free(&d->partitions);
    vec_free(&d->clocks);
    base_map_free(&d->partition_of);
    vec_free(&d->strings);
    base_map_free(&d->string_of);
    base_map_free(&d->attr_ids);
    base_map_free(&d->shape_ids);
    base_map_free(&d->span_ids);
    base_realloc(d->constant_table, 0);
    base_map_free(&d->var_of_name);
    base_map_free(&d->function_ids);
    dae_release_scratch(d);
    vec_free(&d->holes);
    dae_heap_release(d->heap);
}

/* ---- variables --------------------------------------------------------------------------------------------------- */

static uint32_t span_id(Dae *d, Span span) {
    uint64_t key = base_mix((uint64_t)span.file << 32 | span.start, span.end), found;
    for (; base_map_get(&d->span_ids, key, &found); key++)
        if (!memcmp(&d->spans.at[found], &span, sizeof span)) return (uint32_t)found;
    vec_push(&d->spans, span);
    base_map_put(&d->span_ids, key, d->spans.n - 1);
    return (uint32_t)(d->spans.n - 1);
}

uint32_t dae_origin(Dae *d, Span span, DaeName instance) {
    enum { LAST = 8 }; /* elements of an array equation, rounds of a loop over a few equations */
    size_t n = d->origins.n;
    for (size_t i = n, last = n > LAST ? n - LAST : 1; i-- > last;)
        if (d->origins.at[i].instance == instance && !memcmp(&d->spans.at[d->origins.at[i].span], &span, sizeof span))
            return (uint32_t)i;
    vec_push(&d->origins, ((DaeOrigin){span_id(d, span), instance}));
    return (uint32_t)n;
}

Span dae_span(const Dae *d, uint32_t origin) {
    return origin < d->origins.n ? d->spans.at[d->origins.at[origin].span] : (Span){0};
}

DaeName dae_instance(const Dae *d, uint32_t origin) {
    return origin < d->origins.n ? d->origins.at[origin].instance : 0;
}

static void say_instance(const Dae *d, Context *ctx, Diag *diag, DaeName path) {
    if (!diag || !path) return;
    Text t = {0};
    dae_name_text(d, path, &t);
    base_instance(ctx, diag, base_strndup(&ctx->arena, base_text_str(&t), t.n));
    base_text_free(&t);
}

void dae_about_origin(const Dae *d, Context *ctx, Diag *diag, uint32_t origin) {
    say_instance(d, ctx, diag, dae_instance(d, origin));
}

void dae_about_variable(const Dae *d, Context *ctx, Diag *diag, DaeVar v) {
    say_instance(d, ctx, diag, d->names.at[d->vars.at[v].name].parent);
}

uint32_t dae_attrs(Dae *d, const DaeAttrs *a) {
    uint64_t key = base_hash(a, sizeof *a, 1), found;
    for (; base_map_get(&d->attr_ids, key, &found); key++)
        if (!memcmp(&d->attrs.at[found], a, sizeof *a)) return (uint32_t)found;
    vec_push(&d->attrs, *a);
    base_map_put(&d->attr_ids, key, d->attrs.n - 1);
    return (uint32_t)(d->attrs.n - 1);
}

/* The slot of a value in the table of constants, or the empty one (0) where it belongs; slots hold 1 + number. */
static size_t constant_slot(const Dae *d, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    size_t mask = d->constant_table_cap - 1, at = (size_t)base_mix(bits, 0) & mask;
    while (d->constant_table[at] && memcmp(&d->constants.at[d->constant_table[at] - 1], &value, sizeof value))
        at = (at + 1) & mask;
    return at;
}

/* Room for one more constant. */
static void grow_constant_table(Dae *d) {
    size_t cap = d->constant_table_cap ? d->constant_table_cap : 64;
    while ((d->constants.n + 1) * 4 > cap * 3) cap *= 2;
    if (cap == d->constant_table_cap) return;
    d->constant_table = base_realloc(d->constant_table, cap * sizeof *d->constant_table);
    memset(d->constant_table, 0, cap * sizeof *d->constant_table);
    d->constant_table_cap = cap;
    for (uint32_t i = 0; i < d->constants.n; i++) d->constant_table[constant_slot(d, d->constants.at[i])] = i + 1;
}

DaeOperand dae_constant(Dae *d, double value) {
    if (value == 0) value = 0; /* no negative zero */
    grow_constant_table(d);
    size_t slot = constant_slot(d, value);
    if (!d->constant_table[slot]) {
        BASE_ASSERT(d->constants.n < DAE_CONSTANT_BIT - 1);
        vec_push(&d->constants, value);
        d->constant_table[slot] = (uint32_t)d->constants.n;
    }
    return (d->constant_table[slot] - 1) | DAE_CONSTANT_BIT;
}

double dae_constant_value(const Dae *d, DaeOperand o) {
    BASE_ASSERT(dae_operand_is_const(o) && o != DAE_NO_OPERAND);
    return d->constants.at[o & ~DAE_CONSTANT_BIT];
}

DaeVar dae_add_var(Dae *d, const DaeVariable *v) {
    BASE_ASSERT(d->vars.n < DAE_CONSTANT_BIT);
    vec_push(&d->vars, *v);
    return (DaeVar)(d->vars.n - 1);
}

DaeVar dae_der(Dae *d, DaeVar v) {
    DaeVariable *x = &d->vars.at[v];
    if (x->derivative) return x->derivative;
    DaeVariable dx = {.name = x->name,
                      .start = DAE_NO_OPERAND,
                      .of = v,
                      .origin = x->origin,
                      .base = DAE_REAL,
                      .kind = DAE_KIND_DERIVATIVE,
                      .flags = x->flags & (DAE_PROTECTED | DAE_HIDDEN)};
    DaeVar made = dae_add_var(d, &dx);
    return d->vars.at[v].derivative = made;
}

DaeVar dae_pre(Dae *d, DaeVar v) {
    DaeVariable *x = &d->vars.at[v];
    if (x->pre) return x->pre;
    DaeVariable before = {.name = x->name,
                          .attrs = x->attrs,
                          .start = x->start,
                          .of = v,
                          .origin = x->origin,
                          .base = x->base,
                          .kind = DAE_KIND_PRE,
                          .flags = (uint16_t)((x->flags & (DAE_PROTECTED | DAE_HAS_START)) | DAE_HIDDEN)};
    DaeVar made = dae_add_var(d, &before);
    return d->vars.at[v].pre = made;
}

void dae_set_string(Dae *d, DaeVar v, const char *text) {
    uint64_t at;
    const char *copy = base_strdup(d->arena, text);
    if (base_map_get(&d->string_of, v, &at)) {
        d->strings.at[at] = copy;
        return;
    }
    base_map_put(&d->string_of, v, d->strings.n);
    vec_push(&d->strings, copy);
}

const char *dae_string(const Dae *d, DaeVar v) {
    uint64_t at;
    return base_map_get(&d->string_of, v, &at) ? d->strings.at[at] : NULL;
}

/* ---- functions --------------------------------------------------------------------------------------------------- */

uint32_t dae_find_function(const Dae *d, Name name) {
    uint64_t f;
    return base_map_get(&d->function_ids, name, &f) ? (uint32_t)f : 0;
}

uint32_t dae_add_function(Dae *d, const DaeFunction *f) {
    uint32_t known = dae_find_function(d, f->name);
    if (known) return known;
    vec_push(&d->functions, *f);
    base_map_put(&d->function_ids, f->name, d->functions.n - 1);
    return (uint32_t)(d->functions.n - 1);
}

DaeExpr dae_call(const Dae *d, DaePool *p, uint32_t function, uint32_t result, const DaeExpr *args, uint32_t nargs) {
    BASE_ASSERT(function && function < d->functions.n);
    const DaeFunction *f = &d->functions.at[function];
    DaeNode head = {.op = DAE_CALL, .base = DAE_VOID, .id = function, .value.i = result};
    if (result < f->noutputs) {
        const DaeLocal *out = &f->locals[f->ninputs + result];
        head.base = out->base;
        head.rank = out->rank;
    }
    return dae_node(p, head, args, nargs);
}

/* ---- equations --------------------------------------------------------------------------------------------------- */

/* Literals that are part of a shape: whole numbers up to 16 and one half.  Others become operands. */
static inline bool structural_literal(double x) { return (fabs(x) <= 16 && x == floor(x)) || fabs(x) == 0.5; }

static inline DaeExpr hole_node(Dae *d, uint32_t k, const DaeNode *n) {
    if (n->base != DAE_REAL) return dae_hole(&d->pool, k, n->base);
    while (k >= d->holes.n) {
        DaeExpr hole = dae_hole(&d->pool, (uint32_t)d->holes.n, DAE_REAL);
        vec_push(&d->holes, hole);
    }
    return d->holes.at[k];
}

/* What an equation gives: few variables are looked through, many are in a map. */
typedef struct {
    const DaeVar *at;
    uint32_t n;
    Map places;
} Outs;

static Outs outs_of(const DaeVar *at, uint32_t n) {
    enum { FEW = 32 };
    Outs o = {.at = at, .n = n};
    for (uint32_t k = n > FEW ? n : 0; k-- > 0;) base_map_put(&o.places, at[k], k);
    return o;
}

/* Hole of a variable among the outputs, or UINT32_MAX. */
static inline uint32_t find_out(const Outs *o, DaeVar v) {
    uint64_t place = UINT32_MAX;
    if (o->places.n) return base_map_get(&o->places, v, &place) ? (uint32_t)place : UINT32_MAX;
    for (uint32_t k = 0; k < o->n; k++)
        if (o->at[k] == v) return k;
    return UINT32_MAX;
}

/* The node of the shape for a leaf; *nholes counts, operands are appended. */
static DaeExpr shape_leaf(Dae *d, const DaeNode *n, const Outs *outs, uint32_t *nholes) {
    if (n->op == DAE_VAR) {
        uint32_t k = find_out(outs, n->id);
        if (k == UINT32_MAX) {
            k = (*nholes)++;
            vec_push(&d->operands, n->id);
        }
        return hole_node(d, k, n);
    }
    if (n->op == DAE_CONST && n->base == DAE_REAL && !structural_literal(n->value.r)) {
        vec_push(&d->operands, dae_constant(d, n->value.r));
        return hole_node(d, (*nholes)++, n);
    }
    BASE_ASSERT(n->op != DAE_HOLE);
    return dae_node(&d->pool, *n, NULL, 0);
}

/* The node of the shape for an operator whose arguments are in d->mapped. */
static DaeExpr shape_operator(Dae *d, const DaePool *from, DaeExpr e) {
    DaeNode n = *dae_at(from, e);
    DaeExpr few[8];
    VecU32 many = {0};
    DaeExpr *args = few;
    if (n.nargs > 8) {
        vec_reserve(&many, n.nargs);
        args = many.at;
    }
    for (uint32_t k = 0; k < n.nargs; k++) {
        DaeExpr a = dae_arg(from, e, k);
        args[k] = a ? d->mapped.at[dae_walk_slot(&d->walk, a)] : 0;
    }
    if ((n.op == DAE_DELAY || n.op == DAE_SPATIAL) && n.value.i == 0) n.value.i = ++d->ndelays;
    DaeExpr made = dae_node(&d->pool, n, args, n.nargs);
    vec_free(&many);
    return made;
}

static uint32_t shape_of_root(Dae *d, DaeExpr root, uint32_t nholes, uint32_t nout) {
    uint64_t key = (uint64_t)root << 32 | nout, found;
    if (base_map_get(&d->shape_ids, key, &found)) return (uint32_t)found;
    vec_push(&d->shapes, ((DaeShape){root, nholes, nout}));
    base_map_put(&d->shape_ids, key, d->shapes.n - 1);
    return (uint32_t)(d->shapes.n - 1);
}

DaeEquation dae_shape(Dae *d, const DaePool *from, DaeExpr root, const DaeVar *outs, uint32_t nout, uint32_t origin) {
    DaeEquation eq = {.operands = (uint32_t)d->operands.n, .origin = origin};
    BASE_ASSERT(d->operands.n < UINT32_MAX - 1024);
    for (uint32_t k = 0; k < nout; k++) vec_push(&d->operands, outs[k]);
    uint32_t nholes = nout;
    Outs given = outs_of(outs, nout);
    dae_walk(&d->walk, from, root);
    vec_clear(&d->mapped);
    vec_reserve(&d->mapped, d->walk.n);
    for (uint32_t i = 0; i < d->walk.n; i++) {
        DaeNode n = *dae_at(from, d->walk.at[i]);
        DaeExpr e = n.op <= DAE_COLON ? shape_leaf(d, &n, &given, &nholes) : shape_operator(d, from, d->walk.at[i]);
        vec_push(&d->mapped, e);
    }
    base_map_free(&given.places);
    eq.shape = shape_of_root(d, d->mapped.at[d->walk.n - 1], nholes, nout);
    return eq;
}

uint32_t dae_shape_id(Dae *d, DaeExpr root, uint32_t nholes, uint32_t nout) {
    return shape_of_root(d, root, nholes, nout);
}

void dae_add_equation(Dae *d, DaeEquations *to, const DaePool *from, DaeExpr root, const DaeVar *outs, uint32_t nout,
                      uint32_t origin) {
    DaeEquation eq = dae_shape(d, from, root, outs, nout, origin);
    vec_push(to, eq);
}

typedef struct {
    const Dae *d;
    const DaeOperand *operands;
} Expansion;

static DaeExpr expand_leaf(void *arg, DaePool *to, const DaePool *from, DaeExpr e) {
    const Expansion *x = arg;
    DaeNode n = *dae_at(from, e);
    if (n.op != DAE_HOLE) return dae_node(to, n, NULL, 0);
    DaeOperand o = x->operands[n.id];
    if (dae_operand_is_const(o)) return dae_real(to, dae_constant_value(x->d, o));
    return dae_var(to, o, n.base);
}

DaeExpr dae_expand_part(DaePool *to, const Dae *d, const DaeEquation *e, DaeExpr part) {
    Expansion x = {d, dae_operands(d, e)};
    return dae_map(to, &d->pool, part, expand_leaf, &x);
}

DaeExpr dae_expand(DaePool *to, const Dae *d, const DaeEquation *e) {
    return dae_expand_part(to, d, e, d->shapes.at[e->shape].root);
}

/* ---- balance ----------------------------------------------------------------------------------------------------- */

/* Scalar equations count once, multi-equations once per unknown. */
size_t dae_count_equations(const Dae *d) {
    size_t n = 0;
    for (size_t i = 0; i < d->equations.n; i++) {
        uint32_t nout = d->shapes.at[d->equations.at[i].shape].nout;
        n += nout ? nout : 1;
    }
    return n;
}

size_t dae_count_unknowns(const Dae *d) {
    size_t n = 0;
    for (size_t i = 1; i < d->vars.n; i++) {
        const DaeVariable *v = &d->vars.at[i];
        bool unknown = v->kind == DAE_KIND_CONTINUOUS || v->kind == DAE_KIND_DISCRETE;
        n += unknown && !(v->flags & DAE_INPUT);
    }
    return n - (d->open_unknowns < n ? d->open_unknowns : n);
}
