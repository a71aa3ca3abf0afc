/* flat_reference.c - component references become variable numbers.
 *
 * A leaf component (of a predefined type) owns a dense range of variables: row major over the dimensions of all
 * components on its path, outermost first.  So a reference is arithmetic on indices, never a search.
 */
#include "flatten/flatten_impl.h"

static uint64_t own_count(const InstComp *c) { return c->elements || !c->type.ndims ? 1 : flat_dims(&c->type); }

/* Linear index of the current element of c over the dimensions of its whole path. */
uint64_t flat_linear(Flat *f, const InstComp *c) {
    if (!c) return 0;
    uint64_t outer = flat_linear(f, c->parent->owner);
    if (!c->type.ndims || c->elements || c->array) return outer;
    const FlatComp *fc = c->extra;
    uint64_t own = 0;
    for (int k = 0; k < c->type.ndims; k++) {
        int64_t i = fc && fc->indexed ? fc->index[k] : 1;
        own = own * (uint64_t)c->type.dims[k] + (uint64_t)(i - 1);
    }
    return outer * flat_dims(&c->type) + own;
}

DaeVar flat_group_var(const InstComp *leaf, uint64_t linear) {
    const FlatComp *fc = leaf->extra;
    uint64_t count = flat_path_count(leaf);
    return fc->first_var + fc->group->var[linear / count] + (uint32_t)(linear % count);
}

uint64_t flat_start(const InstComp *leaf) {
    const FlatComp *fc = leaf->extra;
    return fc && fc->group ? flat_member(fc->group) * flat_path_count(leaf) : 0;
}

void flat_component_vars(Flat *f, InstComp *c, uint64_t linear, VecU32 *vars) {
    if (c->inner) {
        flat_component_vars(f, c->inner, linear, vars);
        return;
    }
    if (c->type.base != INST_RECORD) {
        BASE_ASSERT(flat_is_declared(c));
        vec_push(vars, flat_var(c, linear));
        return;
    }
    uint32_t n;
    InstComp **fields = flat_fields(f, c->cls, &n);
    for (uint32_t i = 0; i < n; i++) {
        InstComp *g = fields[i];
        if (g->elements) {
            uint64_t count = flat_dims(&g->type);
            for (uint64_t k = 0; k < count; k++) flat_component_vars(f, g->elements[k], linear, vars);
            continue;
        }
        uint64_t count = own_count(g);
        for (uint64_t k = 0; k < count; k++) flat_component_vars(f, g, linear * count + k, vars);
    }
}

DaeVar flat_leaf_var(Flat *f, InstComp *leaf) { return flat_var(leaf, flat_linear(f, leaf)); }

DaeExpr flat_var_expr(Flat *f, DaeVar v) { return dae_var(&f->pool, v, f->dae->vars.at[v].base); }

/* ---- references with subscripts ---------------------------------------------------------------------------------- */

/* The indices that one subscript selects. */
typedef struct {
    int64_t *at;
    uint64_t n;
    bool scalar; /* the dimension disappears */
} Selection;

typedef struct {
    Flat *f;
    const InstExpr *e;
    Selection **select;     /* per part, per own dimension */
    VecU32 *vars;           /* all scalars go here, or ... */
    FlatElements *elements; /* ... the components, one entry per element */
    bool ok;
} Reference;

static bool select_all(Flat *f, int64_t n, Selection *s) {
    s->n = n > 0 ? (uint64_t)n : 0;
    s->at = BASE_ARRAY(&f->temp, int64_t, s->n + 1);
    for (uint64_t i = 0; i < s->n; i++) s->at[i] = (int64_t)i + 1;
    s->scalar = false;
    return true;
}

static bool index_error(Flat *f, const InstExpr *sub, const InstComp *c, int64_t i, int64_t size) {
    Diag *d = flat_error(f, "FLAT0010", sub->span, "subscript %lld of '%s' is outside 1:%lld (MLS 10.5)", (long long)i,
                         base_str(f->ctx->names, c->name), (long long)size);
    if (c->syn) base_note(f->ctx, d, c->syn->name_span, "it is declared here");
    return false;
}

static bool select_sub(Flat *f, const InstComp *c, InstExpr *sub, int64_t size, Selection *s) {
    if (sub->kind == INST_E_COLON) return select_all(f, size, s);
    if (sub->type.ndims == 0) {
        s->at = BASE_ARRAY(&f->temp, int64_t, 1);
        s->n = 1;
        s->scalar = true;
        if (!flat_integer(f, sub, &s->at[0])) {
            flat_error(f, "FLAT0011", sub->span, "this subscript must be known during translation");
            return false;
        }
        if (s->at[0] < 1 || s->at[0] > size) return index_error(f, sub, c, s->at[0], size);
        return true;
    }
    InstValue *v = flat_eval(f, sub, INST_EVAL_REPORT | INST_EVAL_MARK);
    if (!v) return false;
    if (v->type.base == INST_BOOLEAN)
        return flat_unsupported(f, sub->span, "a vector of Boolean as subscript is not translated"), false;
    s->n = v->n;
    s->scalar = false;
    s->at = BASE_ARRAY(&f->temp, int64_t, v->n + 1);
    for (uint64_t i = 0; i < v->n; i++) {
        s->at[i] = (int64_t)v->num[i];
        if (s->at[i] < 1 || s->at[i] > size) return index_error(f, sub, c, s->at[i], size);
    }
    return true;
}

static void walk_reference(Reference *r, uint32_t part, InstComp *c, uint64_t linear);

static void walk_next(Reference *r, uint32_t part, InstComp *c, uint64_t linear) {
    if (part + 1 == r->e->nparts) {
        if (r->vars) flat_component_vars(r->f, c, linear, r->vars);
        else vec_push(r->elements, ((FlatElement){c, linear}));
        return;
    }
    InstComp *next = r->e->parts[part + 1].comp;
    if (next->parent->owner != c) { /* c is an inner component or an element of a split array: same name there */
        InstElement *el = inst_find(c->cls, next->name);
        next = el ? inst_component(c->cls, el) : NULL;
        if (next && !next->present && r->elements) {
            vec_push(r->elements, ((FlatElement){NULL, 0}));
            return;
        }
        if (!next || !next->present) {
            flat_unsupported(r->f, r->e->span, "'%s' has no component '%s'", base_str(r->f->ctx->names, c->name),
                             base_str(r->f->ctx->names, r->e->parts[part + 1].comp->name));
            r->ok = false;
            return;
        }
    }
    walk_reference(r, part + 1, next, linear);
}

static void walk_reference(Reference *r, uint32_t part, InstComp *c, uint64_t linear) {
    if (c->inner) {
        c = c->inner;
        linear = flat_linear(r->f, c->parent->owner);
    }
    if (!c->type.ndims) {
        walk_next(r, part, c, linear);
        return;
    }
    Selection *s = r->select[part];
    int nd = c->type.ndims;
    uint64_t total = 1;
    for (int k = 0; k < nd; k++) total *= s[k].n;
    uint64_t whole = flat_dims(&c->type);
    for (uint64_t i = 0; i < total && r->ok; i++) {
        uint64_t rest = i, own = 0;
        int64_t at[32];
        for (int k = nd - 1; k >= 0; k--) {
            at[k] = s[k].at[rest % s[k].n];
            rest /= s[k].n;
        }
        for (int k = 0; k < nd; k++) {
            if (at[k] > c->type.dims[k] ||
                (!s[k].scalar && part && (int64_t)s[k].n != c->type.dims[k] && k >= (int)r->e->parts[part].nsubs)) {
                flat_unsupported(r->f, r->e->span, "'%s' has different sizes in the elements of the array around it",
                                 base_str(r->f->ctx->names, c->name));
                r->ok = false;
                return;
            }
            own = own * (uint64_t)c->type.dims[k] + (uint64_t)(at[k] - 1);
        }
        if (c->elements) walk_next(r, part, c->elements[own], linear);
        else walk_next(r, part, c, linear * whole + own);
    }
}

/* The component as seen from here: an outer one means its inner one. */
static InstComp *seen(InstComp *c) { return c->inner ? c->inner : c; }

/* The component of a part inside `around`, which may be an element of a split array. */
static InstComp *part_inside(InstComp *around, InstComp *part) {
    if (around && part->parent->owner != around) {
        InstElement *el = inst_find(around->cls, part->name);
        InstComp *own = el ? inst_component(around->cls, el) : NULL;
        return seen(own ? own : part);
    }
    return seen(part);
}

/* The element of a split array that the first of the selected indices means. */
static InstComp *first_selected(InstComp *c, const Selection *s) {
    uint64_t own = 0;
    for (int k = 0; k < c->type.ndims; k++) {
        if (!s[k].n) return c;
        own = own * (uint64_t)c->type.dims[k] + (uint64_t)(s[k].at[0] - 1);
    }
    return c->elements[own];
}

static bool make_selections(Flat *f, const InstExpr *e, Reference *r, InstType *type) {
    r->select = BASE_ARRAY(&f->temp, Selection *, e->nparts);
    int64_t dims[64];
    int nd = 0;
    InstComp *c = NULL, *around = NULL;
    for (uint32_t p = 0; p < e->nparts; p++, around = c) {
        c = part_inside(around, e->parts[p].comp);
        if (!c->type.ndims) continue;
        r->select[p] = BASE_ARRAY(&f->temp, Selection, c->type.ndims);
        for (int k = 0; k < c->type.ndims; k++) {
            Selection *s = &r->select[p][k];
            bool given = k < (int)e->parts[p].nsubs;
            if (!(given ? select_sub(f, c, e->parts[p].subs[k], c->type.dims[k], s)
                        : select_all(f, c->type.dims[k], s)))
                return false;
            if (!s->scalar && nd < 64) dims[nd++] = (int64_t)s->n;
        }
        if (c->elements) c = first_selected(c, r->select[p]);
    }
    if (type) {
        *type = c->type;
        type->ndims = (uint8_t)nd;
        type->dims = base_copy(&f->temp, dims, sizeof(int64_t) * (size_t)(nd ? nd : 1));
    }
    return true;
}

bool flat_reference(Flat *f, const InstExpr *e, VecU32 *vars, InstType *type) {
    Reference r = {.f = f, .e = e, .vars = vars, .ok = true};
    if (!make_selections(f, e, &r, type)) return false;
    InstComp *first = e->parts[0].comp;
    walk_reference(&r, 0, first, flat_linear(f, seen(first)->parent->owner));
    return r.ok;
}

/* The elements of a reference to (arrays of) structured components. */
bool flat_reference_elements(Flat *f, const InstExpr *e, FlatElements *out) {
    Reference r = {.f = f, .e = e, .elements = out, .ok = true};
    if (!make_selections(f, e, &r, NULL)) return false;
    InstComp *first = e->parts[0].comp;
    walk_reference(&r, 0, first, flat_linear(f, seen(first)->parent->owner));
    return r.ok;
}
