/* when.c - Real variables are discrete-time when a when clause assigns them (MLS 3.6, 4.4.4, 8.3.5).
 *
 * A property of the text: collected once per definition.
 */
#include "instance/instance_impl.h"

static void add_target(Inst *in, InstDef *d, const SynExpr *e) {
    if (!e) return;
    if (e->kind == SYN_CREF && e->cref.n) inst_table_put(in, &d->assigned, e->cref.parts[0].name, d);
    if (e->kind == SYN_CREF && e->cref.n > 1) {
        const SynExpr **more = BASE_ARRAY(&in->arena, const SynExpr *, d->ninside + 1);
        for (uint32_t i = 0; i < d->ninside; i++) more[i] = d->inside[i];
        more[d->ninside++] = e;
        d->inside = more;
    }
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

static void collect(Inst *in, InstDef *d) {
    if (d->assigned_known) return;
    d->assigned_known = true;
    in_equations(in, d, d->syn->equations, false);
    for (const SynAlgorithm *a = d->syn->algorithms; a; a = a->next) in_statements(in, d, a->statements, false);
}

void inst_restrict_when(InstClass *c) {
    InstDef *d = c->def;
    if (!d) return;
    collect(c->inst, d);
    for (uint32_t i = 0; i < d->ninside; i++) {
        const SynCref *r = &d->inside[i]->cref;
        InstElement *e = inst_find(c, r->parts[0].name);
        InstClass *t = e && e->kind == SYN_COMPONENT && e->syn ? inst_lookup_class_quiet(e->scope, &e->syn->type) : NULL;
        if (!t || (t->restriction != SYN_MODEL && t->restriction != SYN_BLOCK)) continue;
        Diag *g = inst_error(c, "INST0943", d->inside[i]->span, "a when clause must not assign a variable of %s component '%s' (MLS 8.3.5)",
                             inst_restriction_text(t), inst_name(c->inst, e->name));
        base_note(c->inst->ctx, g, e->syn->span, "the component is declared here");
    }
}

bool inst_assigned_in_when(InstClass *c, Name name) {
    InstDef *d = c->def;
    if (d) collect(c->inst, d);
    void *found;
    if (d && d->assigned.n && inst_table_get(&d->assigned, name, &found)) return true;
    for (uint32_t i = 0; i < c->nbases; i++)
        if (inst_assigned_in_when(c->bases[i], name)) return true;
    return false;
}
