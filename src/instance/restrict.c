/* restrict.c - what specialised classes may contain (MLS 3.6, 4.7), which class may stand for which (chapter 6), and the
 * check of a class on its own.
 */
#include <string.h>

#include "instance/instance_impl.h"

/* ---- plug compatibility --------------------------------------------------------------------- */

static bool explain(Inst *in, Diag *d, Span at, const char *fmt, const char *a, const char *b) {
    if (d) base_note(in->ctx, d, at, fmt, a, b);
    return false;
}

bool inst_is_subtype(InstClass *a, InstClass *b, Diag *explain_to) {
    Inst *in = a->inst;
    inst_prepare(a);
    inst_prepare(b);
    if (a == b || (a->syn && a->syn == b->syn) || a->state == INST_FAILED || b->state == INST_FAILED) return true;
    if (a->builtin != b->builtin) {
        Span at = a->syn ? a->syn->name_span : (Span){0};
        return explain(in, explain_to, at, "'%s' and '%s' are made from different predefined types", inst_class_text(a),
                       inst_class_text(b));
    }
    if (a->builtin) return a->builtin != INST_ENUM + 1 || a->type.cls == b->type.cls;
    bool ok = true;
    for (uint32_t i = 0; i < b->nelements; i++) {
        InstElement *eb = b->elements[i];
        if (eb->is_protected) continue;
        InstElement *ea = inst_find(a, eb->name);
        if (!ea || ea->is_protected) {
            ok = explain(in, explain_to, eb->syn->span, "'%s' has no public element '%s'", inst_class_text(a),
                         inst_name(in, eb->name));
        } else if (ea->kind != eb->kind) {
            ok = explain(in, explain_to, ea->syn->span, "'%s' of '%s' is of another kind", inst_name(in, eb->name),
                         inst_class_text(a));
        }
    }
    return ok;
}

/* ---- checking a class ----------------------------------------------------------------------- */

static void check_values(InstComp *comp) {
    inst_binding_expr(comp);
    if (comp->cls && comp->cls->builtin)
        for (int a = 0; a < INST_ATTR_COUNT; a++)
            if (comp->attrs[a].value) inst_attr_expr(comp, (InstAttr)a);
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
        if (!comp || !comp->present || !comp->cls || comp->inner) continue;
        check_values(comp);
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
        if (f && !(c->prefixes & SYN_PARTIAL_CLASS)) inst_function_body(f);
        return;
    }
    check_instance(c, 0);
}
