/* connector.c - rules about connector components that need their sizes (MLS 3.6, 9.3.1, 9.1.3, 14.5).
 *
 * Before: the component and all components below it are instantiated.
 */
#include "instance/instance_impl.h"

typedef struct {
    uint64_t potentials, flows;
    bool unknown;  /* some size is not known: nothing can be said */
    bool any_real; /* connectors of discrete variables alone are common in the library: not counted */
} Count;

static bool is_connector(const InstClass *c) { return c && c->restriction == SYN_CONNECTOR; }

/* Scalars that an overdetermined type stands for: the size of the residue of its equalityConstraint (9.4). */
static bool residue_size(InstClass *c, uint64_t *size) {
    InstElement *e = inst_find(c, base_name(c->inst->ctx->names, "equalityConstraint"));
    InstClass *f = e && e->kind == SYN_CLASS_DEF ? inst_element_class(c, e) : NULL;
    if (!f) return false;
    inst_components(f);
    for (uint32_t i = 0; i < f->nelements; i++) {
        const InstComp *out = f->elements[i]->comp;
        if (!out || !(out->prefixes & SYN_OUTPUT)) continue;
        for (uint32_t k = 0; k < out->type.ndims; k++)
            if (out->type.dims[k] == INST_UNKNOWN_DIM) return false;
        *size = inst_dims_count(out->type.dims, out->type.ndims);
        return true;
    }
    return false;
}

static void count(InstClass *c, uint64_t times, Count *n, int depth);

static void count_component(InstComp *comp, uint64_t times, Count *n, int depth) {
    if (!comp->present || comp->variability <= INST_VAR_PARAMETER ||
        (!(comp->prefixes & SYN_FLOW) && (comp->prefixes & (SYN_INPUT | SYN_OUTPUT | SYN_STREAM))))
        return;
    for (uint32_t k = 0; k < comp->type.ndims; k++)
        if (comp->type.dims[k] == INST_UNKNOWN_DIM) n->unknown = true;
    if (n->unknown || !comp->cls || comp->type.base == INST_ANY || depth > 50) {
        n->unknown = true;
        return;
    }
    uint64_t size = inst_dims_count(comp->type.dims, comp->type.ndims), residue;
    if (residue_size(comp->cls, &residue)) {
        n->any_real = true;
        if (comp->cls->builtin) size = 1; /* its own dimensions are the type's */
        if (comp->prefixes & SYN_FLOW) n->flows += times * size * residue;
        else n->potentials += times * size * residue;
    } else if (comp->cls->builtin) {
        if (comp->prefixes & SYN_FLOW) n->flows += times * size;
        else n->potentials += times * size;
        if (comp->type.base == INST_REAL) n->any_real = true;
    } else if (comp->cls->restriction == SYN_EXPANDABLE_CONNECTOR || comp->elements) {
        n->unknown = true;
    } else {
        count(comp->cls, times * size, n, depth + 1);
    }
}

static void count(InstClass *c, uint64_t times, Count *n, int depth) {
    inst_components(c);
    for (uint32_t i = 0; i < c->nelements; i++)
        if (c->elements[i]->kind == SYN_COMPONENT && c->elements[i]->comp)
            count_component(c->elements[i]->comp, times, n, depth);
}

static bool is_out_of_balance(const Count *n) {
    return !n->unknown && n->potentials != n->flows && (n->any_real || n->flows);
}

bool inst_out_of_balance(InstComp *comp) {
    Count n = {0};
    if (!is_connector(comp->cls) || comp->cls->builtin) return false;
    count(comp->cls, 1, &n, 0);
    return is_out_of_balance(&n);
}

/* As many flow variables as potential variables (9.3.1). */
static void check_balance(InstComp *comp) {
    Count n = {0};
    count(comp->cls, 1, &n, 0);
    if (!is_out_of_balance(&n)) return;
    Diag *d = inst_tolerate(
        comp->parent, "INST0951", comp->syn->span,
        "connector '%s' has %llu flow variables but %llu potential variables: the numbers must agree (MLS 9.3.1)",
        inst_name(comp->inst, comp->name), (unsigned long long)n.flows, (unsigned long long)n.potentials);
    if (comp->cls->syn) base_note(comp->inst->ctx, d, comp->cls->syn->name_span, "the connector class is defined here");
}

/* Flows are added up: an operator record used as flow needs '+', negation and '0' (14.5, 9.2). */
static void check_flow_record(InstComp *field) {
    static const char *const needed[] = {"'+'", "'-'", "'0'"};
    if (!(field->prefixes & SYN_FLOW) || !field->cls || field->cls->restriction != SYN_OPERATOR_RECORD) return;
    for (int i = 0; i < 3; i++) {
        if (inst_find(field->cls, base_name(field->inst->ctx->names, needed[i]))) continue;
        Diag *d = inst_error(field->parent, "INST0952", field->syn->span,
                             "operator record '%s' used as flow needs the operator %s (MLS 14.5)",
                             inst_class_text(field->cls), needed[i]);
        if (field->cls->syn) base_note(field->inst->ctx, d, field->cls->syn->name_span, "it is defined here");
        return;
    }
}

void inst_restrict_connector(InstComp *comp) {
    if (!comp->cls || comp->cls->builtin || !is_connector(comp->cls)) return;
    for (uint32_t i = 0; i < comp->cls->nelements; i++)
        if (comp->cls->elements[i]->comp) check_flow_record(comp->cls->elements[i]->comp);
    const InstComp *owner = comp->parent->owner;
    if (comp->inst->checking || comp->elements ||
        (owner && owner->cls && inst_derived(owner->cls)->restriction == SYN_CONNECTOR))
        return;
    check_balance(comp);
}
