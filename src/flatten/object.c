/* object.c - external objects that are passed on (MLS 3.6, 12.9.7).
 *
 * By the letter an object is given in a declaration only; libraries hand it through connectors and equations:
 * out.object = in.object.  Before: such equations stand among the others.  After: they are bindings, each object bound
 * to its neighbour on the way to the one that is made.
 */
#include "flatten/flatten_impl.h"

#include <string.h>

typedef struct {
    DaeVar a, b;
    uint32_t origin;
} Link;

typedef struct {
    Flat *f;
    VEC(Link) links;
    uint8_t *bound;  /* by variable: has a value */
    uint32_t *first; /* by variable: its first arc, or UINT32_MAX */
    uint32_t *next;  /* by arc, two for each link: the next one of the same variable */
} Objects;

void flat_join_objects(Flat *f, DaeVar a, DaeVar b, uint32_t origin) {
    DaeExpr root = dae_op2(&f->pool, DAE_EQUATE, flat_var_expr(f, a), flat_var_expr(f, b));
    dae_add_equation(f->dae, &f->dae->equations, &f->pool, root, NULL, 0, origin);
}

bool flat_package_object(Flat *f, InstExpr *e, FlatVal *out) {
    InstComp *c = e->parts[e->nparts - 1].comp;
    uint64_t known;
    if (!base_map_get(&f->objects, (uint64_t)(uintptr_t)c, &known)) {
        InstExpr *made = c->type.ndims ? NULL : inst_binding_expr(c);
        FlatVal value;
        if (!made) {
            flat_unsupported(f, e->span, "an external object of a package without a value ('%s')",
                             base_str(f->ctx->names, c->name));
            return false;
        }
        if (made->kind == INST_E_ERROR || !flat_value(f, made, &value) || value.n != 1) return false;
        DaeName before = f->name;
        f->name = 0;
        DaeVar v = flat_hidden(f, "object", (uint32_t)f->objects.n + 1, DAE_OBJECT, DAE_KIND_PARAMETER);
        f->name = before;
        f->dae->vars.at[v].flags |= DAE_FIXED;
        DaeExpr root = dae_op2(&f->pool, DAE_ASSIGN, flat_var_expr(f, v), value.e[0]);
        dae_add_equation(f->dae, &f->dae->bindings, &f->pool, root, &v, 1, flat_origin(f, e->span));
        base_map_put(&f->objects, (uint64_t)(uintptr_t)c, known = v);
    }
    *out = flat_new_val(f, &e->type, 1);
    out->e[0] = flat_var_expr(f, (DaeVar)known);
    return true;
}

/* Is it an equation between two objects? */
static bool is_link(const Dae *d, const DaeEquation *eq) {
    DaeExpr root = d->shapes.at[eq->shape].root;
    if (dae_at(&d->pool, root)->op != DAE_EQUATE) return false;
    for (uint32_t k = 0; k < 2; k++) {
        const DaeNode *n = dae_at(&d->pool, dae_arg(&d->pool, root, k));
        if (n->op != DAE_HOLE || n->base != DAE_OBJECT) return false;
    }
    return true;
}

/* Takes the equations between objects out of the model's. */
static void collect_links(Objects *x) {
    Dae *d = x->f->dae;
    size_t kept = 0;
    for (size_t i = 0; i < d->equations.n; i++) {
        const DaeEquation *eq = &d->equations.at[i];
        if (!is_link(d, eq)) {
            d->equations.at[kept++] = *eq;
            continue;
        }
        const DaeOperand *o = dae_operands(d, eq);
        Link l = {o[0], d->shapes.at[eq->shape].nholes > 1 ? o[1] : o[0], eq->origin};
        vec_push(&x->links, l);
    }
    d->equations.n = kept;
}

static void add_arc(Objects *x, DaeVar v, uint32_t arc) {
    x->next[arc] = x->first[v];
    x->first[v] = arc;
}

static void prepare(Objects *x) {
    const Dae *d = x->f->dae;
    x->bound = base_realloc(NULL, d->vars.n);
    x->first = base_realloc(NULL, d->vars.n * sizeof *x->first);
    x->next = base_realloc(NULL, 2 * x->links.n * sizeof *x->next);
    memset(x->bound, 0, d->vars.n);
    memset(x->first, 0xFF, d->vars.n * sizeof *x->first);
    for (size_t i = 0; i < d->bindings.n; i++) {
        const DaeEquation *e = &d->bindings.at[i];
        for (uint32_t k = 0; k < d->shapes.at[e->shape].nout; k++) x->bound[dae_operands(d, e)[k]] = 1;
    }
    for (uint32_t i = 0; i < x->links.n; i++) {
        add_arc(x, x->links.at[i].a, 2 * i);
        add_arc(x, x->links.at[i].b, 2 * i + 1);
    }
}

static void bind(Flat *f, DaeVar to, DaeVar from, uint32_t origin) {
    DaeExpr root = dae_op2(&f->pool, DAE_ASSIGN, flat_var_expr(f, to), flat_var_expr(f, from));
    dae_add_equation(f->dae, &f->dae->bindings, &f->pool, root, &to, 1, origin);
    dae_pool_release(&f->pool, (DaePoolMark){1, 0});
}

/* From the objects that are made to all that are linked with them. */
static void spread(Objects *x) {
    VecU32 reached = {0};
    for (DaeVar v = 1; v < x->f->dae->vars.n; v++)
        if (x->bound[v] && x->first[v] != UINT32_MAX) vec_push(&reached, v);
    for (size_t i = 0; i < reached.n; i++)
        for (uint32_t arc = x->first[reached.at[i]]; arc != UINT32_MAX; arc = x->next[arc]) {
            const Link *l = &x->links.at[arc / 2];
            DaeVar other = arc % 2 ? l->a : l->b;
            if (x->bound[other]) continue;
            x->bound[other] = 1;
            bind(x->f, other, reached.at[i], l->origin);
            vec_push(&reached, other);
        }
    vec_free(&reached);
}

void flat_objects(Flat *f) {
    Objects x = {.f = f};
    collect_links(&x);
    if (!x.links.n) return;
    prepare(&x);
    spread(&x);
    base_realloc(x.bound, 0);
    base_realloc(x.first, 0);
    base_realloc(x.next, 0);
    vec_free(&x.links);
}
