/* balance.c - local balance: every model and block gives as many equations as it has unknowns (MLS 3.6, 4.8).
 *
 * Before: the flat DAE of a model and its instance tree.  The equations know the instance they stand in (connection
 * equations the one whose connects they come from), the variables their names; both are counted per component of a
 * model or block, all elements of an array together.  Counting follows 4.8: flow variables and inputs of the connectors
 * of a component are unknowns of the class that uses it, and count as given inside the component.  Left out are
 * components with overdetermined or expandable connectors, whose counts depend on what they are connected to, and
 * clocked ones.
 */
#include "flatten/flatten_impl.h"

#include <string.h>

/* a component of a model or block; 0 is the model itself */
typedef struct {
    const InstComp *comp;
    uint32_t parent; /* the level it is a component of */
    int64_t equations, unknowns;
    bool left_out;
} Level;

/* what a name of the DAE stands for */
typedef struct {
    const InstComp *comp;  /* or NULL: a hidden variable */
    InstClass *cls;        /* where the next part of a longer name is found, or NULL */
    const InstComp *first; /* component of the level it lies in, or NULL: the level itself */
    uint32_t level;
    bool known;
} Place;

typedef struct {
    const Dae *d;
    Place *places; /* by DaeName */
    VEC(Level) levels;
    Map numbers; /* (parent level, word) -> level */
} Balance;

static bool is_level(const InstComp *c) {
    if (!c->cls || c->type.base != INST_RECORD) return false;
    uint8_t r = c->cls->restriction;
    return r == SYN_MODEL || r == SYN_BLOCK || r == SYN_CLASS;
}

static bool is_connector(const InstComp *c) {
    return c->cls && (c->cls->restriction == SYN_CONNECTOR || c->cls->restriction == SYN_EXPANDABLE_CONNECTOR);
}

static bool is_uncountable(const InstComp *c, Names *names) {
    if (!c->cls) return false;
    if (c->cls->restriction == SYN_EXPANDABLE_CONNECTOR) return true;
    return inst_find(c->cls, base_name(names, "equalityConstraint")) != NULL;
}

static uint32_t level_of(Balance *b, uint32_t parent, Name word, const InstComp *c) {
    uint64_t key = (uint64_t)parent << 32 | word, number;
    if (base_map_get(&b->numbers, key, &number)) return (uint32_t)number;
    number = b->levels.n;
    vec_push(&b->levels, ((Level){.comp = c, .parent = parent}));
    base_map_put(&b->numbers, key, number);
    return (uint32_t)number;
}

static void leave_out(Balance *b, uint32_t level) {
    b->levels.at[level].left_out = true;
    b->levels.at[b->levels.at[level].parent].left_out = true;
}

/* Connectors of outer components join sets of several levels. */
static bool reaches_out(InstClass *c) {
    uint32_t n;
    InstComp **fields = inst_fields(c, &n);
    for (uint32_t i = 0; i < n; i++) {
        const InstComp *inner = fields[i]->inner;
        if (!inner || !inner->cls || inner->cls->builtin) continue;
        if (is_connector(inner)) return true;
        uint32_t m;
        InstComp **own = inst_fields(inner->cls, &m);
        for (uint32_t k = 0; k < m; k++)
            if (is_connector(own[k])) return true;
    }
    return false;
}

/* Names nest as deep as components, which is bounded when they are instantiated. */
static const Place *place_of(Balance *b, DaeName n) {
    Place *p = &b->places[n];
    if (p->known) return p;
    p->known = true;
    const Place *up = place_of(b, b->d->names.at[n].parent);
    *p = (Place){.known = true, .level = up->level, .first = up->first};
    Name word = b->d->names.at[n].word;
    InstElement *e = up->cls ? inst_find(up->cls, word) : NULL;
    const InstComp *c = e && e->kind == SYN_COMPONENT ? inst_component(up->cls, e) : NULL;
    if (c && c->elements && flat_dims(&c->type)) c = c->elements[0];
    if (!c) return p;
    p->comp = c;
    p->cls = c->cls && !c->cls->builtin ? c->cls : NULL;
    if (is_level(c)) {
        p->level = level_of(b, up->level, word, c);
        p->first = NULL;
        if (reaches_out(c->cls)) leave_out(b, p->level);
    } else if (!p->first) {
        p->first = c;
    }
    if (p->first && is_uncountable(c, b->d->ctx->names)) leave_out(b, p->level);
    return p;
}

/* The value of an input, or of the connector it lies in, comes from a modifier of the component, not from the class
 * that declares the connector: there it is an equation of the class, beside what its users give. */
static bool modified_outside(const InstComp *c, const InstComp *connector) {
    bool covered = false;
    for (const InstComp *k = c; k; k = k->parent->owner) {
        covered |= k->covered;
        if (k->binding.value && k->binding.scope)
            return inst_derived(k->binding.scope)->owner != inst_derived(connector->parent)->owner;
        if (k == connector || k->array == connector) break;
    }
    return covered;
}

static void count_variable(Balance *b, const DaeVariable *v) {
    const Place *p = place_of(b, v->name);
    Level *l = &b->levels.at[p->level], *user = &b->levels.at[l->parent];
    l->unknowns++;
    if (v->flags & DAE_CLOCKED) leave_out(b, p->level);
    if (v->flags & DAE_INPUT) {
        l->equations++;
        return;
    }
    if (!p->comp || p->level == 0) return;
    bool connector = p->first && is_connector(p->first), flow = connector && p->comp->prefixes & SYN_FLOW;
    bool given = connector ? p->first->element->is_protected || modified_outside(p->comp, p->first)
                           : p->comp->binding.value || p->comp->covered;
    if (flow || (p->comp->prefixes & SYN_INPUT && !given)) {
        l->equations++;
        user->unknowns++;
    }
}

static Diag *say(Context *ctx, bool tolerate, const InstComp *c, const char *fmt, ...) {
    Span at = c->syn ? c->syn->name_span : (Span){0};
    va_list args;
    va_start(args, fmt);
    Diag *d = tolerate ? base_tolerated(ctx, "FLAT0060", c->cls->syn, at, fmt, args)
                       : base_report(ctx, SEV_ERROR, "FLAT0060", at, fmt, args);
    va_end(args);
    return d;
}

static void report(Context *ctx, bool tolerate, const Level *l) {
    const InstComp *c = l->comp;
    Diag *d =
        say(ctx, tolerate, c,
            "component '%s': class '%s' is not balanced on its own, it has %lld equation%s for %lld unknowns (MLS 4.8)",
            base_str(ctx->names, c->name), base_str(ctx->names, c->cls->name), (long long)l->equations,
            l->equations == 1 ? "" : "s", (long long)l->unknowns);
    if (c->cls->syn) base_note(ctx, d, c->cls->syn->name_span, "the class is defined here");
    base_note(ctx, d, (Span){0}, "counted as given from outside: the flow variables and inputs of its connectors");
    base_hint(ctx, d, "%s",
              l->equations < l->unknowns
                  ? "give the class the equations it lacks; what its users give from outside must be an input"
                  : "remove equations from the class, or make what they determine a variable of it");
}

bool flat_check_balance(InstClass *model, const Dae *d, bool balanced) {
    Balance b = {.d = d, .places = base_realloc(NULL, (d->names.n + 1) * sizeof(Place))};
    memset(b.places, 0, (d->names.n + 1) * sizeof(Place));
    vec_push(&b.levels, ((Level){0}));
    b.places[0] = (Place){.known = true, .cls = model};
    for (size_t i = 1; i < d->vars.n; i++) {
        const DaeVariable *v = &d->vars.at[i];
        if (v->kind == DAE_KIND_CONTINUOUS || v->kind == DAE_KIND_DISCRETE) count_variable(&b, v);
    }
    for (size_t i = 0; i < d->equations.n; i++) {
        uint32_t nout = d->shapes.at[d->equations.at[i].shape].nout;
        b.levels.at[place_of(&b, dae_instance(d, d->equations.at[i].origin))->level].equations += nout ? nout : 1;
    }
    bool ok = true;
    Map reported = {0};
    for (size_t i = 1; i < b.levels.n; i++) {
        const Level *l = &b.levels.at[i];
        if (l->left_out || l->equations == l->unknowns) continue;
        ok = balanced && !d->ctx->strict;
        uint64_t key = (uint64_t)(uintptr_t)l->comp->cls->syn, said;
        if (base_map_get(&reported, key, &said)) continue; /* once for all components of a class */
        base_map_put(&reported, key, 1);
        report(d->ctx, balanced, l);
    }
    base_realloc(b.places, 0);
    vec_free(&b.levels);
    base_map_free(&b.numbers);
    base_map_free(&reported);
    return ok;
}
