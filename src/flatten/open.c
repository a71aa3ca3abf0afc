/* open.c - connectors that nothing is connected to, where that is hardly meant: electrical pins of the user's
 * components. */
#include "flatten/flatten_impl.h"
#include "units/units.h"

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
