/* when.c - Real variables are discrete-time when a when clause assigns them (MLS 3.6, 4.4.4, 8.3.5).
 *
 * A property of the text: collected once per definition.
 */
#include "instance/instance_impl.h"

static void add_target(Inst *in, InstDef *d, const SynExpr *e) {
    if (!e) return;
    if (e->kind == SYN_CREF && e->cref.n) inst_table_put(in, &d->assigned, e->cref.parts[0].name, d);
    if (e->kind == SYN_TUPLE)
        for (uint32_t i = 0; i < e->nargs; i++) add_target(in, d, e->args[i]);
}

static void in_equations(Inst *in, InstDef *d, const SynEquation *q, bool when) {
    for (; q; q = q->next) {
        if (when && q->kind == SYN_EQ_EQUALS) add_target(in, d, q->lhs);
        bool inside = when || q->kind == SYN_EQ_WHEN;
        for (uint32_t i = 0; i < q->nbranches; i++) in_equations(in, d, q->branches[i].equations, inside);
        in_equations(in, d, q->body, inside);
    }
}

static void in_statements(Inst *in, InstDef *d, const SynStatement *s, bool when) {
    for (; s; s = s->next) {
        if (when && s->kind == SYN_ST_ASSIGN) add_target(in, d, s->lhs);
        bool inside = when || s->kind == SYN_ST_WHEN;
        for (uint32_t i = 0; i < s->nbranches; i++) in_statements(in, d, s->branches[i].statements, inside);
        in_statements(in, d, s->body, inside);
    }
}

bool inst_assigned_in_when(InstClass *c, Name name) {
    InstDef *d = c->def;
    if (d && !d->assigned_known) {
        d->assigned_known = true;
        in_equations(c->inst, d, d->syn->equations, false);
        for (const SynAlgorithm *a = d->syn->algorithms; a; a = a->next) in_statements(c->inst, d, a->statements, false);
    }
    void *found;
    if (d && d->assigned.n && inst_table_get(&d->assigned, name, &found)) return true;
    for (uint32_t i = 0; i < c->nbases; i++)
        if (inst_assigned_in_when(c->bases[i], name)) return true;
    return false;
}
