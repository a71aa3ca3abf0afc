/* connect.c - connection sets and their equations (MLS 3.6, ch. 9.1-9.2).
 *
 * Every scalar of a connector is a node, once as seen from inside the component it belongs to (another component's
 * connector) and once from outside (the class's own connector).  connect() joins nodes; at the end a set of potentials
 * gives equalities, a set of flows one sum, a set of streams what stream.c says.
 */
#include "flatten/flatten_impl.h"

FlatConnect *flat_connect_new(Flat *f) { return BASE_NEW(&f->arena, FlatConnect); }

void flat_connect_free(FlatConnect *c) {
    vec_free(&c->nodes);
    vec_free(&c->spans);
    vec_free(&c->heads);
    vec_free(&c->doubled);
    vec_free(&c->signals);
    vec_free(&c->node_of);
    vec_free(&c->set_of);
    base_map_free(&c->flow_of);
    base_map_free(&c->stream_vars);
    vec_free(&c->count);
    flat_graph_free(c->graph);
}

/* ---- nodes ------------------------------------------------------------------------------------------------------- */

uint32_t flat_find_node(const FlatConnect *c, DaeVar v, int face) {
    size_t at = (size_t)v * 2 + (size_t)face;
    return at < c->node_of.n ? c->node_of.at[at] - 1 : UINT32_MAX;
}

/* Room for the entry of a variable in a table by variable. */
static uint32_t *entry(Flat *f, VecU32 *table, size_t at, size_t per_variable) {
    if (at >= table->n) (void)vec_extend(table, f->dae->vars.n * per_variable - table->n);
    return &table->at[at];
}

Span flat_node_span(const FlatConnect *c, uint32_t node) {
    uint32_t at = c->nodes.at[node].span;
    return at ? c->spans.at[at - 1] : (Span){0};
}

static uint32_t keep_span(FlatConnect *c, Span span) {
    const Span *last = c->spans.n ? &c->spans.at[c->spans.n - 1] : NULL;
    if (!span.file) return 0;
    if (!last || last->file != span.file || last->start != span.start || last->end != span.end)
        vec_push(&c->spans, span);
    return (uint32_t)c->spans.n;
}

uint32_t flat_connect_node(Flat *f, DaeVar v, int face, Span span) {
    FlatConnect *c = f->connect;
    uint32_t at = flat_find_node(c, v, face);
    if (at != UINT32_MAX) {
        if (!c->nodes.at[at].span) c->nodes.at[at].span = keep_span(c, span);
        return at;
    }
    uint32_t n = (uint32_t)c->nodes.n;
    FlatNode made = {.var = v, .parent = n, .next = UINT32_MAX, .span = keep_span(c, span), .place = c->around};
    made.face = face == FLAT_OUTSIDE;
    vec_push(&c->nodes, made);
    *entry(f, &c->node_of, (size_t)v * 2 + (size_t)face, 2) = n + 1;
    return n;
}

static uint32_t find(FlatConnect *c, uint32_t n) {
    while (c->nodes.at[n].parent != n) {
        c->nodes.at[n].parent = c->nodes.at[c->nodes.at[n].parent].parent;
        n = c->nodes.at[n].parent;
    }
    return n;
}

static void set_place(Flat *f, DaeVar v, int face) {
    uint32_t at = flat_find_node(f->connect, v, face);
    if (at != UINT32_MAX) f->connect->nodes.at[at].place = f->name;
}

void flat_connect_union(Flat *f, DaeVar a, int face_a, DaeVar b, int face_b, Span span) {
    flat_units_connect(f, a, b, span);
    uint32_t x = find(f->connect, flat_connect_node(f, a, face_a, span));
    uint32_t y = find(f->connect, flat_connect_node(f, b, face_b, span));
    set_place(f, a, face_a);
    set_place(f, b, face_b);
    if (x < y) f->connect->nodes.at[y].parent = x;
    else if (y < x) f->connect->nodes.at[x].parent = y;
}

/* ---- connect equations ------------------------------------------------------------------------------------------- */

static bool is_connector(const InstComp *c) {
    return c->cls && (c->cls->restriction == SYN_CONNECTOR || c->cls->restriction == SYN_EXPANDABLE_CONNECTOR);
}

/* The class's own connector is seen from outside, a connector of a component from inside (9.1.2). */
static int face_of(const InstExpr *e) {
    const InstComp *c = e->parts[0].comp;
    return is_connector(c) && !c->inner ? FLAT_OUTSIDE : FLAT_INSIDE;
}

/* Is it absent whichever element is meant?  Behind an array whose elements differ each one tells for itself. */
static bool absent(const InstExpr *e) {
    for (uint32_t i = 0; i < e->nparts && !(i && e->parts[i - 1].comp->elements); i++)
        if (!e->parts[i].comp->present) return true;
    return false;
}

static InstComp *field_named(Flat *f, InstComp *c, Name name) {
    uint32_t n;
    InstComp **fields = flat_fields(f, c->cls, &n);
    for (uint32_t i = 0; i < n; i++)
        if (fields[i]->name == name) return fields[i];
    return NULL;
}

static void join(Flat *f, FlatElement a, int fa, FlatElement b, int fb, Span span);

/* The two sides of a connect do not match: said once, with both declarations. */
static void refuse(Flat *f, const char *code, Span span, const InstComp *a, const InstComp *b, const char *text) {
    Span last = f->connect->refused;
    if (last.file == span.file && last.start == span.start) return;
    f->connect->refused = span;
    Diag *d = flat_error(f, code, span, "these connectors do not match: %s (MLS 9.3)", text);
    if (a->syn) base_note(f->ctx, d, a->syn->name_span, "declared here");
    if (b->syn) base_note(f->ctx, d, b->syn->name_span, "and here");
}

static const char *name_of(const Flat *f, const InstComp *c) { return base_str(f->ctx->names, c->name); }

static const char *type_words(Flat *f, const InstComp *c) {
    Text t = {0};
    inst_type_text(&c->type, &t);
    const char *words = base_strdup(&f->temp, base_text_str(&t));
    base_text_free(&t);
    return words;
}

/* Two fields of the same name: their elements pairwise. */
static void join_fields(Flat *f, InstComp *x, uint64_t lx, int fa, InstComp *y, uint64_t ly, int fb, Span span) {
    uint64_t n = x->type.ndims ? flat_dims(&x->type) : 1, m = y->type.ndims ? flat_dims(&y->type) : 1;
    if (n != m) {
        refuse(f, "FLAT0090", span, x, y,
               base_sprintf(&f->temp, "'%s' has %llu elements on one side and %llu on the other", name_of(f, x),
                            (unsigned long long)n, (unsigned long long)m));
        return;
    }
    if (x->type.base != INST_RECORD && x->cls && x->cls->builtin && flat_overdetermined(f, x->cls)) {
        uint64_t own = n / flat_type_size(x);
        for (uint64_t i = 0; i < own; i++)
            flat_graph_connect(f, (FlatElement){x, lx * own + i}, fa, (FlatElement){y, ly * own + i}, fb, span);
        return;
    }
    for (uint64_t i = 0; i < n; i++) {
        FlatElement a = {x->elements ? x->elements[i] : x, x->elements ? lx : lx * n + i};
        FlatElement b = {y->elements ? y->elements[i] : y, y->elements ? ly : ly * n + i};
        join(f, a, fa, b, fb, span);
    }
}

static bool in_expandable(const InstComp *c) {
    return c->element->expanded || (c->parent->owner && c->parent->owner->cls &&
                                    c->parent->owner->cls->restriction == SYN_EXPANDABLE_CONNECTOR);
}

/* A variable that is neither a connector nor part of one: tolerated in connect, where the two sides become equal. */
static bool is_plain(const InstComp *c) {
    for (; c; c = c->parent->owner)
        if (is_connector(c)) return false;
    return true;
}

/* An input or output connected with a variable that is neither (9.3): they are equal, as others take it. */
static void one_causal(Flat *f, Span span, const InstComp *a, const InstComp *b) {
    Diag *d = inst_tolerate(f->model, "FLAT0094", span,
                            "these connectors do not match: '%s' and '%s' cannot be connected, only one of them is an "
                            "input or output (MLS 9.3)",
                            name_of(f, a), name_of(f, b));
    if (a->syn) base_note(f->ctx, d, a->syn->name_span, "declared here");
    if (b->syn) base_note(f->ctx, d, b->syn->name_span, "and here");
}

/* Of both the value is known, and it is not the same. */
static bool values_differ(InstComp *a, InstComp *b) {
    InstValue *x = inst_eval_component(a, INST_EVAL_SILENT), *y = inst_eval_component(b, INST_EVAL_SILENT);
    if (!x || !y || x->n != y->n || x->type.base != y->type.base || x->type.base > INST_ENUM ||
        x->type.base == INST_STRING)
        return false;
    for (uint64_t i = 0; i < x->n; i++)
        if (x->num[i] != y->num[i]) return true;
    return false;
}

/* A constant connected with a parameter (9.3): others ask for equal values. */
static void one_constant(Flat *f, Span span, const InstComp *a, const InstComp *b) {
    Diag *d = inst_tolerate(f->model, "FLAT0094", span,
                            "these connectors do not match: '%s' and '%s' cannot be connected, one is a constant and "
                            "the other a parameter (MLS 9.3)",
                            name_of(f, a), name_of(f, b));
    if (a->syn) base_note(f->ctx, d, a->syn->name_span, "declared here");
    if (b->syn) base_note(f->ctx, d, b->syn->name_span, "and here");
}

/* Two connected variables must be of one type, both or none of them causal, and of one kind (9.3). */
static bool agree(Flat *f, InstComp *a, InstComp *b, Span span) {
    if (in_expandable(a) || in_expandable(b)) return true;
    uint32_t causal = SYN_INPUT | SYN_OUTPUT;
    bool fixed_a = a->variability <= INST_VAR_PARAMETER, fixed_b = b->variability <= INST_VAR_PARAMETER;
    const char *why = NULL;
    if (a->type.base != b->type.base)
        why = base_sprintf(&f->temp, "one is %s, the other %s", type_words(f, a), type_words(f, b));
    else if (!(a->prefixes & causal) != !(b->prefixes & causal) && !fixed_a && !fixed_b && !is_plain(a) && !is_plain(b))
        one_causal(f, span, a, b);
    else if (fixed_a != fixed_b) why = "one is a constant or parameter and the other is not";
    else if ((a->variability == INST_VAR_CONSTANT || b->variability == INST_VAR_CONSTANT) && values_differ(a, b))
        why = "their constant values differ";
    else if ((a->variability == INST_VAR_CONSTANT) != (b->variability == INST_VAR_CONSTANT))
        one_constant(f, span, a, b);
    if (!why) return true;
    refuse(f, "FLAT0094", span, a, b,
           base_sprintf(&f->temp, "'%s' and '%s' cannot be connected, %s", name_of(f, a), name_of(f, b), why));
    return false;
}

/* Constants and parameters of connected connectors are not connected, but must have the same value (9.2). */
static void assert_equal(Flat *f, FlatElement a, FlatElement b, Span span) {
    if (in_expandable(a.comp) || in_expandable(b.comp) || a.comp->type.base > INST_ENUM ||
        a.comp->variability == INST_VAR_CONSTANT || b.comp->variability == INST_VAR_CONSTANT)
        return;
    if (!flat_is_declared(a.comp) || !flat_is_declared(b.comp)) return;
    DaeVar x = flat_var(a.comp, a.linear), y = flat_var(b.comp, b.linear);
    Text t = {0};
    base_text_add(&t, "the parameters ");
    dae_var_text(f->dae, x, &t);
    base_text_add(&t, " and ");
    dae_var_text(f->dae, y, &t);
    base_text_add(&t, " of connected connectors differ");
    DaeExpr equal = dae_no_event(&f->pool, dae_op2(&f->pool, DAE_EQ, flat_var_expr(f, x), flat_var_expr(f, y)));
    DaeExpr text = dae_text(&f->pool, base_name(f->ctx->names, base_text_str(&t)));
    DaeExpr check = dae_op3(&f->pool, DAE_ASSERT, equal, text, dae_int(&f->pool, DAE_ASSERT_ERROR));
    dae_add_equation(f->dae, &f->dae->actions, &f->pool, check, NULL, 0, flat_origin(f, span));
    base_text_free(&t);
}

/* Does c lie in a public connector of the model itself?  Such members may be given from outside. */
static bool is_open(const Flat *f, const InstComp *c) {
    while (c->parent->owner) c = c->parent->owner;
    return is_connector(c) && inst_derived(c->parent) == f->model && !c->element->is_protected;
}

/* Remembers for a node whether its variable is an input or output. */
static void set_causality(Flat *f, const InstComp *c, DaeVar v, int face, Span span) {
    FlatNode *n = &f->connect->nodes.at[flat_connect_node(f, v, face, span)];
    bool hidden = face == FLAT_OUTSIDE && (c->prefixes & SYN_PROTECTED); /* protected outside inputs are no sources */
    n->input = (c->prefixes & SYN_INPUT) != 0 && !in_expandable(c) && !hidden;
    n->output = (c->prefixes & SYN_OUTPUT) != 0 && !in_expandable(c);
    n->member = in_expandable(c);
    n->open = n->member && is_open(f, c);
    n->given = n->member && c->given;
}

/* Every component of connector a is in connector b as well (9.3); expandable connectors take what comes. */
static bool fields_in(Flat *f, InstComp *a, InstComp *b, Span span) {
    if (a->cls == b->cls || a->cls->restriction == SYN_EXPANDABLE_CONNECTOR ||
        b->cls->restriction == SYN_EXPANDABLE_CONNECTOR)
        return true;
    uint32_t n;
    InstComp **fields = flat_fields(f, a->cls, &n);
    for (uint32_t i = 0; i < n; i++)
        if (!field_named(f, b, fields[i]->name)) {
            refuse(f, "FLAT0092", span, fields[i], b,
                   base_sprintf(&f->temp, "connector class '%s' has a component '%s', '%s' has none of that name",
                                base_str(f->ctx->names, a->cls->name), name_of(f, fields[i]),
                                base_str(f->ctx->names, b->cls->name)));
            return false;
        }
    return true;
}

static void join(Flat *f, FlatElement a, int fa, FlatElement b, int fb, Span span) {
    if (a.comp->type.base != INST_RECORD) {
        if (b.comp->type.base == INST_RECORD) {
            refuse(f, "FLAT0094", span, a.comp, b.comp,
                   base_sprintf(&f->temp, "'%s' is a variable, '%s' has components", name_of(f, a.comp),
                                name_of(f, b.comp)));
            return;
        }
        if (!agree(f, a.comp, b.comp, span)) return;
        if (a.comp->type.base == INST_OBJECT) {
            if (flat_is_declared(a.comp) && flat_is_declared(b.comp))
                flat_join_objects(f, flat_var(a.comp, a.linear), flat_var(b.comp, b.linear), flat_origin(f, span));
            return;
        }
        if (a.comp->variability <= INST_VAR_PARAMETER) {
            assert_equal(f, a, b, span);
            return;
        }
        if (a.comp->type.base == INST_CLOCK) {
            flat_clock_same(f, flat_var(a.comp, a.linear), flat_var(b.comp, b.linear));
            return;
        }
        bool flow_a = a.comp->prefixes & SYN_FLOW, flow_b = b.comp->prefixes & SYN_FLOW;
        if (flow_a != flow_b) {
            refuse(f, "FLAT0091", span, a.comp, b.comp,
                   base_sprintf(&f->temp, "'%s' is a flow variable on one side only", name_of(f, a.comp)));
            return;
        }
        DaeVar va = flat_var(a.comp, a.linear), vb = flat_var(b.comp, b.linear);
        flat_connect_union(f, va, fa, vb, fb, span);
        set_causality(f, a.comp, va, fa, span);
        set_causality(f, b.comp, vb, fb, span);
        return;
    }
    if (flat_overdetermined(f, a.comp->cls)) {
        flat_graph_connect(f, a, fa, b, fb, span);
        return;
    }
    if (b.comp->type.base != INST_RECORD) {
        refuse(
            f, "FLAT0094", span, a.comp, b.comp,
            base_sprintf(&f->temp, "'%s' has components, '%s' is a variable", name_of(f, a.comp), name_of(f, b.comp)));
        return;
    }
    if (!fields_in(f, a.comp, b.comp, span) || !fields_in(f, b.comp, a.comp, span)) return;
    uint32_t n;
    InstComp **fields = flat_fields(f, a.comp->cls, &n);
    for (uint32_t i = 0; i < n; i++) {
        InstComp *other = field_named(f, b.comp, fields[i]->name);
        if (other) join_fields(f, fields[i], a.linear, fa, other, b.linear, fb, span);
    }
}

static void count_connection(Flat *f, FlatElement e) {
    VecU32 vars = {0};
    flat_component_vars(f, e.comp, e.linear, &vars);
    if (vars.n) ++*entry(f, &f->connect->count, vars.at[0], 1);
    vec_free(&vars);
}

void flat_connect_equation(Flat *f, InstEq *eq) {
    InstExpr *l = eq->lhs, *r = eq->rhs;
    if (l->kind != INST_E_CREF || r->kind != INST_E_CREF || absent(l) || absent(r)) return;
    FlatElements a = {0}, b = {0};
    if (flat_reference_elements(f, l, &a) && flat_reference_elements(f, r, &b)) {
        if (a.n != b.n)
            flat_error(f, "FLAT0093", eq->span, "the connected arrays have different sizes: %zu and %zu", a.n, b.n);
        for (size_t i = 0; i < a.n && i < b.n; i++) {
            if (!a.at[i].comp || !b.at[i].comp) continue; /* a conditional connector that is not there (4.4.5) */
            join(f, a.at[i], face_of(l), b.at[i], face_of(r), eq->span);
            count_connection(f, a.at[i]);
            count_connection(f, b.at[i]);
        }
    }
    vec_free(&a);
    vec_free(&b);
}

bool flat_cardinality(Flat *f, const InstExpr *cref, int64_t *out) {
    FlatElements a = {0};
    bool ok = flat_reference_elements(f, cref, &a) && a.n == 1;
    *out = 0;
    if (ok && a.at[0].comp) {
        VecU32 vars = {0};
        flat_component_vars(f, a.at[0].comp, a.at[0].linear, &vars);
        if (vars.n && vars.at[0] < f->connect->count.n) *out = f->connect->count.at[vars.at[0]];
        f->dae->open_choice |= is_open(f, a.at[0].comp);
        vec_free(&vars);
    }
    vec_free(&a);
    return ok;
}

/* ---- unconnected flows, and which flow a stream goes with -------------------------------------------------------- */

/* The flows and streams of one connector element. */
typedef struct {
    VecU32 flows, streams;
    VecU32 open; /* of these, streams whose flow is not found yet */
} Leaves;

/* Collects the leaves of c.  A stream goes with the flow of its own connector (15.1), which may be a part of a larger
 * one: with the first flow in the innermost record around it that holds any. */
static void collect_leaves(Flat *f, InstComp *c, uint64_t linear, Leaves *out) {
    if (c->type.base != INST_RECORD) {
        if (c->variability <= INST_VAR_PARAMETER) return;
        if (c->prefixes & SYN_FLOW) vec_push(&out->flows, flat_var(c, linear));
        if (!(c->prefixes & SYN_STREAM)) return;
        vec_push(&out->streams, flat_var(c, linear));
        vec_push(&out->open, flat_var(c, linear));
        return;
    }
    uint32_t n;
    size_t flows = out->flows.n, open = out->open.n;
    InstComp **fields = flat_fields(f, c->cls, &n);
    for (uint32_t i = 0; i < n; i++) {
        InstComp *g = fields[i];
        uint64_t count = g->type.ndims ? flat_dims(&g->type) : 1;
        for (uint64_t k = 0; k < count; k++)
            collect_leaves(f, g->elements ? g->elements[k] : g, g->elements ? linear : linear * count + k, out);
    }
    if (out->flows.n == flows) return;
    for (size_t i = open; i < out->open.n; i++)
        base_map_put(&f->connect->flow_of, out->open.at[i], out->flows.at[flows]);
    out->open.n = open;
}

/* Signals of an expandable connector: where an array of them is connected in part, the others have no value (9.1.3). */
static void collect_signals(Flat *f, const InstComp *c, uint64_t linear) {
    if (c->cls->restriction != SYN_EXPANDABLE_CONNECTOR) return;
    if (is_open(f, c)) {
        f->dae->open_choice = true;
        return;
    }
    uint32_t n;
    InstComp **fields = flat_fields(f, c->cls, &n);
    for (uint32_t i = 0; i < n; i++) {
        const InstComp *g = fields[i];
        if (g->type.base > INST_ENUM || g->variability <= INST_VAR_PARAMETER || g->binding.value || g->elements ||
            g->given)
            continue;
        uint64_t count = g->type.ndims ? flat_dims(&g->type) : 1;
        for (uint64_t k = 0; k < count; k++) vec_push(&f->connect->signals, flat_var(g, linear * count + k));
    }
}

static void collect_element(Flat *f, InstComp *c, void *arg) {
    (void)arg;
    Leaves leaves = {0};
    uint64_t linear = flat_linear(f, c);
    Span span = c->syn ? c->syn->name_span : (Span){0};
    if (c->type.base == INST_RECORD) collect_signals(f, c, linear);
    if (c->type.base == INST_RECORD && !c->parent->owner && c->cls->restriction == SYN_CONNECTOR && is_open(f, c))
        flat_graph_own(f, c, linear);
    collect_leaves(f, c, linear, &leaves);
    for (size_t i = 0; i < leaves.flows.n; i++) flat_connect_node(f, leaves.flows.at[i], FLAT_INSIDE, span);
    if (c->element && c->element->expanded) /* added to an expandable connector: on both sides (9.2) */
        for (size_t i = 0; i < leaves.flows.n; i++) flat_connect_node(f, leaves.flows.at[i], FLAT_OUTSIDE, span);
    for (size_t i = 0; i < leaves.streams.n; i++) {
        base_map_put(&f->connect->stream_vars, leaves.streams.at[i], 1);
        flat_connect_node(f, leaves.streams.at[i], FLAT_INSIDE, span);
    }
    vec_free(&leaves.flows);
    vec_free(&leaves.streams);
    vec_free(&leaves.open);
}

void flat_connect_collect(Flat *f, InstComp *c) {
    /* the instance around the component that the connector, or the one it is part of, belongs to */
    DaeName at = f->name;
    for (const InstComp *o = c->parent->owner; o && is_connector(o) && at; o = o->parent->owner)
        at = f->dae->names.at[at].parent;
    f->connect->around = at ? f->dae->names.at[at].parent : 0;
    if (c->present && is_connector(c) && c->type.base == INST_RECORD) flat_each_element(f, c, collect_element, NULL);
    else if (c->present && c->type.base == INST_REAL && c->prefixes & SYN_FLOW && is_connector(c))
        flat_each_element(f, c, collect_element, NULL);
}

/* ---- sets and equations ------------------------------------------------------------------------------------------ */

void flat_connect_prepare(Flat *f) {
    FlatConnect *c = f->connect;
    flat_graph_prepare(f);
    VecU32 last = {0};
    vec_clear(&c->set_of);
    (void)vec_extend(&c->set_of, c->nodes.n);
    for (uint32_t i = 0; i < c->nodes.n; i++) {
        uint32_t root = find(c, i), set = c->set_of.at[root] - 1;
        if (set == UINT32_MAX) {
            vec_push(&c->heads, i);
            vec_push(&last, i);
            c->set_of.at[root] = (uint32_t)c->heads.n;
        } else {
            c->nodes.at[last.at[set]].next = i;
            last.at[set] = i;
        }
    }
    vec_free(&last);
}

/* An input of a component that nothing is connected with from outside: beside a source it is a mere variable. */
static bool is_left_alone(const Flat *f, const FlatNode *k) {
    bool top = !f->dae->names.at[f->dae->vars.at[k->var].name].parent;
    return k->face == FLAT_OUTSIDE && !top && flat_find_node(f->connect, k->var, FLAT_INSIDE) == UINT32_MAX;
}

static bool is_source(const FlatNode *k) { return k->face == FLAT_OUTSIDE ? k->input : k->output; }

/* Position in heads of the set that a node is in; UINT32_MAX when it was made after they were formed. */
static uint32_t set_of(FlatConnect *c, uint32_t node) {
    uint32_t root = find(c, node);
    return root < c->set_of.n ? c->set_of.at[root] - 1 : UINT32_MAX;
}

/* A source whose other side (inside the component of an output, around that of an input) is only connected with what
 * reads it: its value comes from this side. */
static bool is_passed_on(const Flat *f, const FlatNode *k) {
    FlatConnect *c = f->connect;
    uint32_t behind = flat_find_node(c, k->var, k->face == FLAT_INSIDE ? FLAT_OUTSIDE : FLAT_INSIDE);
    uint32_t set = behind == UINT32_MAX ? UINT32_MAX : set_of(c, behind), others = 0;
    if (set == UINT32_MAX) return false;
    for (uint32_t i = c->heads.at[set]; i != UINT32_MAX; i = c->nodes.at[i].next) {
        if (is_source(&c->nodes.at[i])) return false;
        others += i != behind;
    }
    return others > 0;
}

/* A set of causal variables has one source: an inside output or an outside input (9.3); or outputs of states that are
 * active at different times (17.3.6), whose common value is returned.  0: an ordinary set. */
static DaeVar check_sources(Flat *f, uint32_t head) {
    FlatConnect *c = f->connect;
    uint32_t n = 0, alone = 0, i = 0;
    for (uint32_t k = head; k != UINT32_MAX; k = c->nodes.at[k].next) {
        bool source = is_source(&c->nodes.at[k]);
        n += source;
        alone += source && (is_left_alone(f, &c->nodes.at[k]) || is_passed_on(f, &c->nodes.at[k]));
    }
    if (n < 2) return 0;
    DaeVar *vars = BASE_ARRAY(&f->temp, DaeVar, n);
    Span *spans = BASE_ARRAY(&f->temp, Span, n);
    for (uint32_t k = head; k != UINT32_MAX; k = c->nodes.at[k].next)
        if (is_source(&c->nodes.at[k])) {
            vars[i] = c->nodes.at[k].var;
            spans[i++] = flat_node_span(c, k);
        }
    DaeVar merged = flat_machine_merge(f, vars, spans, n);
    if (!merged && alone + 1 >= n) {
        Diag *d =
            inst_tolerate(f->model, "FLAT0095", spans[1],
                          "this connection set has two sources of one signal (MLS 9.3): one that is given no value on "
                          "its other side is taken for none");
        base_note(f->ctx, d, spans[0], "the other source is connected here");
    } else if (!merged) {
        vec_push(&c->doubled, ((FlatDoubled){spans[0], spans[1], f->name}));
    }
    return merged;
}

/* Two sources of a signal are equal, as others have it: which may be what determines something else, such as the input
 * of a part whose output is declared as known.  In a model with more equations than unknowns it is a mistake. */
void flat_connect_judge(Flat *f) {
    FlatConnect *c = f->connect;
    if (!c->doubled.n) return;
    bool over = f->ctx->strict || dae_count_equations(f->dae) > dae_count_unknowns(f->dae);
    for (size_t i = 0; i < c->doubled.n; i++) {
        const FlatDoubled *k = &c->doubled.at[i];
        f->name = k->place;
        Diag *d = (over ? flat_error : flat_tolerate)(f, "FLAT0095", k->second,
                                                      "this connection set has two sources of one signal (MLS 9.3)%s",
                                                      over ? "" : ": they are taken to be equal");
        base_note(f->ctx, d, k->first, "the other source is connected here");
    }
}

static uint32_t root_of(uint32_t *up, uint32_t i) {
    while (up[i] != i) i = up[i] = up[up[i]];
    return i;
}

/* What nothing gives a value and nothing reads has the default value (9.1.3 leaves it open). */
static void give_default(Flat *f, DaeVar var, Span span) {
    DaeExpr value;
    switch (f->dae->vars.at[var].base) {
    case DAE_REAL: value = dae_real(&f->pool, 0); break;
    case DAE_BOOLEAN: value = dae_bool(&f->pool, false); break;
    case DAE_STRING: value = dae_text(&f->pool, base_name(f->ctx->names, "")); break;
    case DAE_INTEGER: value = dae_int(&f->pool, 0); break;
    default: return;
    }
    flat_emit(f, dae_op2(&f->pool, DAE_EQUATE, flat_var_expr(f, var), value), NULL, 0, span);
}

static void unconnected_signals(Flat *f) {
    FlatConnect *c = f->connect;
    for (size_t i = 0; i < c->signals.n; i++) {
        DaeVar v = c->signals.at[i];
        if (flat_find_node(c, v, FLAT_INSIDE) == UINT32_MAX && flat_find_node(c, v, FLAT_OUTSIDE) == UINT32_MAX)
            give_default(f, v, (Span){0});
    }
}

static void no_source(Flat *f, uint32_t head) {
    FlatConnect *c = f->connect;
    uint32_t k = head;
    while (c->nodes.at[k].next != UINT32_MAX && !c->nodes.at[k].member) k = c->nodes.at[k].next;
    Text name = {0};
    dae_var_text(f->dae, c->nodes.at[k].var, &name);
    Diag *d =
        flat_error(f, "FLAT0096", flat_node_span(c, head),
                   "nothing gives a value to %s, a member of an expandable connector that inputs are connected to "
                   "(MLS 9.1.3)",
                   base_text_str(&name));
    base_hint(f->ctx, d, "connect a source to it, or look for another spelling of it");
    base_text_free(&name);
}

/* A member of expandable connectors that only inputs read has no value (9.1.3).  The sets on both sides of a bus belong
 * together here. */
static void check_members(Flat *f) {
    FlatConnect *c = f->connect;
    uint32_t n = (uint32_t)c->heads.n;
    uint32_t *up = BASE_ARRAY(&f->arena, uint32_t, n + 1);
    /* bit 0: a member, 1: read by an input, 2: given otherwise */
    uint8_t *state = BASE_ARRAY(&f->arena, uint8_t, n + 1);
    uint8_t *sourced = BASE_ARRAY(&f->arena, uint8_t, n + 1);
    for (uint32_t i = 0; i < n; i++) up[i] = i;
    for (uint32_t i = 0; i < c->nodes.n; i++) {
        const FlatNode *k = &c->nodes.at[i];
        uint32_t other = k->member ? flat_find_node(c, k->var, !k->face) : UINT32_MAX;
        if (other == UINT32_MAX) continue;
        uint32_t mine = set_of(c, i), set = set_of(c, other);
        if (mine != UINT32_MAX && set != UINT32_MAX) up[root_of(up, mine)] = root_of(up, set);
    }
    for (uint32_t i = 0; i < c->nodes.n; i++) {
        const FlatNode *k = &c->nodes.at[i];
        uint32_t set = set_of(c, i);
        if (set == UINT32_MAX) continue;
        state[root_of(up, set)] |= k->open || k->given ? 4 : k->member ? 1 : k->input && k->face == FLAT_INSIDE ? 2 : 4;
        sourced[root_of(up, set)] |= !k->member && is_source(k);
    }
    for (uint32_t i = 0; i < c->nodes.n; i++) { /* what the model gives a value itself is no input of it */
        const FlatNode *k = &c->nodes.at[i];
        uint32_t set = set_of(c, i);
        if (k->open && set != UINT32_MAX && sourced[root_of(up, set)])
            f->dae->vars.at[k->var].flags &= (uint16_t)~DAE_INPUT;
    }
    for (uint32_t i = 0; i < n; i++)
        if (state[i] == 1 && !(f->dae->vars.at[c->nodes.at[c->heads.at[i]].var].flags & DAE_FLOW))
            give_default(f, c->nodes.at[c->heads.at[i]].var, flat_node_span(c, c->heads.at[i]));
        else if (state[i] == 3) no_source(f, c->heads.at[i]);
}

static void potential_equations(Flat *f, uint32_t head) {
    FlatConnect *c = f->connect;
    DaeVar merged = check_sources(f, head), first = merged ? merged : c->nodes.at[head].var;
    for (uint32_t n = head; n != UINT32_MAX; n = c->nodes.at[n].next) {
        if (c->nodes.at[n].var == first || (merged && is_source(&c->nodes.at[n]))) continue;
        DaeExpr e = dae_op2(&f->pool, DAE_EQUATE, flat_var_expr(f, c->nodes.at[n].var), flat_var_expr(f, first));
        flat_emit(f, e, NULL, 0, flat_node_span(c, n));
    }
}

/* Sum of inside flows minus outside flows is zero. */
static void flow_equation(Flat *f, uint32_t head) {
    FlatConnect *c = f->connect;
    DaeExpr sum = 0;
    for (uint32_t n = head; n != UINT32_MAX; n = c->nodes.at[n].next) {
        DaeExpr v = flat_var_expr(f, c->nodes.at[n].var);
        bool outside = c->nodes.at[n].face == FLAT_OUTSIDE;
        if (!sum) sum = outside ? dae_op1(&f->pool, DAE_NEG, v) : v;
        else sum = dae_op2(&f->pool, outside ? DAE_SUB : DAE_ADD, sum, v);
    }
    DaeExpr e = dae_op2(&f->pool, DAE_EQUATE, sum, dae_real(&f->pool, 0));
    flat_emit(f, e, NULL, 0, flat_node_span(c, head));
}

void flat_connect_finish(Flat *f) {
    FlatConnect *c = f->connect;
    f->name = 0;
    f->scope = f->model;
    f->initial = false;
    check_members(f);
    unconnected_signals(f);
    for (size_t i = 0; i < c->heads.n; i++) {
        uint32_t head = c->heads.at[i];
        uint64_t stream;
        ArenaMark mark = base_mark(&f->temp);
        f->name = c->nodes.at[head].place;
        if (base_map_get(&c->stream_vars, c->nodes.at[head].var, &stream)) flat_stream_equations(f, head);
        else if (f->dae->vars.at[c->nodes.at[head].var].flags & DAE_FLOW) flow_equation(f, head);
        else potential_equations(f, head);
        base_release(&f->temp, mark);
        dae_pool_release(&f->pool, (DaePoolMark){1, 0});
    }
    f->name = 0;
    flat_graph_finish(f);
}
