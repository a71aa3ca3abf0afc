/* check_class.c - the check of a class on its own: every component, binding, equation and statement is elaborated.
 */
#include <string.h>

#include "elaborate/elaborate_impl.h"

static void check_values(InstComp *comp) {
    inst_binding_expr(comp);
    if (comp->cls && comp->cls->builtin)
        for (int a = 0; a < INST_ATTR_COUNT; a++)
            if (comp->attrs[a]->value) inst_attr_expr(comp, (InstAttr)a);
}

static void check_text(InstClass *c) {
    if (c->duplicate || !c->syn) return;
    for (uint32_t i = 0; i < c->nbases; i++) check_text(c->bases[i]);
    if (c->syn->equations) inst_equations(c, false);
    if (c->syn->initial_equations) inst_equations(c, true);
    for (SynAlgorithm *a = c->syn->algorithms; a; a = a->next) inst_algorithm(c, a);
    for (SynAlgorithm *a = c->syn->initial_algorithms; a; a = a->next) inst_algorithm(c, a);
}

static void check_instance(InstClass *c, int depth) {
    if (depth > c->inst->ctx->max_depth / 4 || c->builtin) return;
    inst_components(c);
    check_text(c);
    for (uint32_t i = 0; i < c->nelements; i++) {
        InstComp *comp = c->elements[i]->comp;
        if (!comp || !comp->present || !comp->cls || comp->inner || comp->group) continue; /* mistakes end sharing */
        check_values(comp);
        if (comp->type.base != INST_RECORD) continue;
        if (comp->elements)
            for (uint64_t k = 0, n = inst_dims_count(comp->type.dims, comp->type.ndims); k < n; k++)
                check_instance(comp->elements[k]->cls, depth + 1);
        else check_instance(comp->cls, depth + 1);
    }
}

void inst_check_class(InstClass *c) {
    inst_prepare(c);
    if (c->restriction == SYN_FUNCTION || c->restriction == SYN_OPERATOR_FUNCTION) {
        inst_components(c);
        InstFunction *f = inst_function(c);
        if (!f || c->prefixes & SYN_PARTIAL_CLASS) return;
        inst_function_body(f);
        inst_check_assigned(f, true);
        return;
    }
    if (c->restriction == SYN_MODEL || c->restriction == SYN_BLOCK || c->restriction == SYN_CLASS) inst_expand(c);
    check_instance(c, 0);
}
