/* open.c - connectors that nothing is connected to: electrical pins of the user's components, where that is hardly
 * meant, and inputs that nobody reads. */
#include "flatten/flatten_impl.h"
#include "units/units.h"

#include <string.h>

static bool has_unit(const Dae *d, DaeVar v, const Unit *want) {
    Name text = d->attrs.at[d->vars.at[v].attrs].unit;
    Unit u;
    return text && unit_parse(base_str(d->ctx->names, text), &u, NULL) && unit_same_dimension(&u, want);
}

/* Electrical pins of a component of the model. */
typedef struct {
    uint32_t pins, open;
    DaeVar loose; /* current of an open one */
} Pins;
typedef VEC(Pins) PinList;

static void count_pin(Flat *f, const FlatNode *n, bool alone, const Unit *ampere, Map *number, PinList *list) {
    const Dae *d = f->dae;
    DaeName pin = d->names.at[d->vars.at[n->var].name].parent, owner = pin ? d->names.at[pin].parent : 0;
    if (n->face != FLAT_INSIDE || !(d->vars.at[n->var].flags & DAE_FLOW) || !owner || d->names.at[owner].parent ||
        !has_unit(d, n->var, ampere))
        return;
    uint64_t at;
    if (!base_map_get(number, owner, &at)) {
        base_map_put(number, owner, at = list->n);
        vec_push(list, ((Pins){0}));
    }
    Pins *p = &list->at[at];
    p->pins++;
    p->open += alone;
    if (alone) p->loose = n->var;
}

/* A component with two pins, one of them connected: no current can flow. */
void flat_warn_open(Flat *f) {
    const FlatConnect *c = f->connect;
    const Dae *d = f->dae;
    Unit ampere;
    if (!f->model->syn || lib_is_foreign(f->in->lib, NULL, f->model->syn->name_span.file) ||
        !unit_parse("A", &ampere, NULL))
        return;
    Map number = {0};
    PinList list = {0};
    for (size_t i = 0; i < c->heads.n; i++) {
        bool alone = c->nodes.at[c->heads.at[i]].next == UINT32_MAX;
        for (uint32_t n = c->heads.at[i]; n != UINT32_MAX; n = c->nodes.at[n].next)
            count_pin(f, &c->nodes.at[n], alone, &ampere, &number, &list);
    }
    for (size_t i = 0; i < list.n; i++) {
        const Pins *p = &list.at[i];
        if (p->pins != 2 || p->open != 1) continue;
        DaeName pin = d->names.at[d->vars.at[p->loose].name].parent;
        Text name = {0}, owner = {0};
        dae_name_text(d, pin, &name);
        dae_name_text(d, d->names.at[pin].parent, &owner);
        Diag *diag = base_warning(f->ctx, "FLAT0097", dae_span(d, d->vars.at[p->loose].origin),
                                  "'%s' is not connected: no current can flow through '%s'", base_text_str(&name),
                                  base_text_str(&owner));
        base_instance(f->ctx, diag, base_text_str(&owner));
        base_hint(f->ctx, diag, "connect it");
        base_text_free(&name);
        base_text_free(&owner);
    }
    base_map_free(&number);
    vec_free(&list);
}

uint8_t *flat_occurring(const Dae *d) {
    uint8_t *occurs = base_realloc(NULL, d->vars.n);
    memset(occurs, 0, d->vars.n);
    for (size_t i = 0; i < d->equations.n; i++) {
        const DaeEquation *e = &d->equations.at[i];
        const DaeOperand *o = dae_operands(d, e);
        for (uint32_t k = 0; k < d->shapes.at[e->shape].nholes; k++)
            if (o[k] != DAE_NO_OPERAND && !dae_operand_is_const(o[k])) occurs[o[k]] = 1;
    }
    return occurs;
}

static void say_unread(Flat *f, DaeVar v, size_t found, Diag **said) {
    enum { MOST_NAMED = 5 };
    const Dae *d = f->dae;
    Text name = {0};
    if (found > MOST_NAMED) return;
    dae_var_text(d, v, &name);
    Span at = dae_span(d, d->vars.at[v].origin);
    if (*said) base_note(f->ctx, *said, at, "nor is %s", base_text_str(&name));
    else
        *said = inst_tolerate(f->model, "FLAT0098", at,
                              "the input %s is not connected (MLS 4.8): nobody reads it, and it has its start value",
                              base_text_str(&name));
    base_text_free(&name);
}

/* An input of a component that nothing is connected to, or conditional connectors only, none of which is there, and
 * that nobody reads: by the letter an unknown without equation (4.8); to others it has its start value.  Of protected
 * ones, which are the library's way to conditional connectors, nothing is said. */
void flat_unread_inputs(Flat *f) {
    Dae *d = f->dae;
    if (!f->wired.n || f->ctx->strict) return;
    uint8_t *occurs = flat_occurring(d);
    Diag *said = NULL;
    size_t found = 0;
    for (size_t i = 0; i < f->wired.n; i++) {
        DaeVar v = f->wired.at[i];
        const DaeVariable *x = &d->vars.at[v];
        if (occurs[v] || x->flags & (DAE_INPUT | DAE_CLOCKED)) continue;
        if (!(x->flags & DAE_PROTECTED)) say_unread(f, v, ++found, &said);
        InstType t = inst_type(x->base == DAE_REAL ? INST_REAL : x->base == DAE_BOOLEAN ? INST_BOOLEAN : INST_INTEGER);
        if (x->base == DAE_ENUM) t.base = INST_ENUM;
        bool given = x->start != DAE_NO_OPERAND && !dae_operand_is_const(x->start);
        double start = x->start != DAE_NO_OPERAND && !given ? dae_constant_value(d, x->start) : x->base == DAE_ENUM;
        DaeExpr value = given ? flat_var_expr(f, x->start) : flat_literal(f, &t, start);
        DaeExpr root = dae_op2(&f->pool, DAE_EQUATE, flat_var_expr(f, v), value);
        dae_add_equation(d, &d->equations, &f->pool, root, NULL, 0, x->origin);
        dae_pool_release(&f->pool, (DaePoolMark){1, 0});
    }
    base_realloc(occurs, 0);
}
