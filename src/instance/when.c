/* when.c - Real variables are discrete-time when a when clause assigns them (MLS 3.6, 4.4.4, 8.3.5).
 *
 * A property of the text, collected once per definition; but a branch of an if equation whose condition is known not to
 * hold is not there (8.3.4), and that differs between instances.
 */
#include "instance/instance_impl.h"

static void add_name(Inst *in, InstDef *d, Name name, const InstGuarded *under) {
    if (!under) {
        inst_table_put(in, &d->assigned, name, d);
        return;
    }
    InstGuarded *g = BASE_NEW(&in->arena, InstGuarded);
    *g = *under;
    g->name = name;
    g->next = d->guarded;
    d->guarded = g;
}

static void add_target(Inst *in, InstDef *d, const SynExpr *e, const InstGuarded *under) {
    if (!e) return;
    if (e->kind == SYN_CREF && e->cref.n) add_name(in, d, e->cref.parts[0].name, under);
    if (e->kind == SYN_CREF && e->cref.n > 1) {
        const SynExpr **more = BASE_ARRAY(&in->arena, const SynExpr *, d->ninside + 1);
        for (uint32_t i = 0; i < d->ninside; i++) more[i] = d->inside[i];
        more[d->ninside++] = e;
        d->inside = more;
    }
    if (e->kind == SYN_TUPLE)
        for (uint32_t i = 0; i < e->nargs; i++) add_target(in, d, e->args[i], under);
}

static void in_equations(Inst *in, InstDef *d, const SynEquation *q, bool when, const InstGuarded *under) {
    for (; q; q = q->next) {
        if (when && q->kind == SYN_EQ_EQUALS) add_target(in, d, q->lhs, under);
        bool inside = when || q->kind == SYN_EQ_WHEN, guard = !inside && q->kind == SYN_EQ_IF;
        for (uint32_t i = 0; i < q->nbranches; i++) {
            InstGuarded *g = guard ? BASE_NEW(&in->arena, InstGuarded) : NULL;
            if (g) *g = (InstGuarded){.branches = q->branches, .branch = i, .outer = under};
            in_equations(in, d, q->branches[i].equations, inside, g ? g : under);
        }
        in_equations(in, d, q->body, inside, under);
    }
}

static void in_statements(Inst *in, InstDef *d, const SynStatement *s, bool when) {
    for (; s; s = s->next) {
        if (when && s->kind == SYN_ST_ASSIGN) add_target(in, d, s->lhs, NULL);
        bool inside = when || s->kind == SYN_ST_WHEN;
        for (uint32_t i = 0; i < s->nbranches; i++) in_statements(in, d, s->branches[i].statements, inside);
        in_statements(in, d, s->body, inside);
    }
}

static void collect(Inst *in, InstDef *d) {
    if (d->assigned_known) return;
    d->assigned_known = true;
    in_equations(in, d, d->syn->equations, false, NULL);
    for (const SynAlgorithm *a = d->syn->algorithms; a; a = a->next) in_statements(in, d, a->statements, false);
}

void inst_restrict_when(InstClass *c) {
    InstDef *d = c->def;
    if (!d) return;
    collect(c->inst, d);
    for (uint32_t i = 0; i < d->ninside; i++) {
        const SynCref *r = &d->inside[i]->cref;
        InstElement *e = inst_find(c, r->parts[0].name);
        InstClass *t =
            e && e->kind == SYN_COMPONENT && e->syn ? inst_lookup_class_quiet(e->scope, &e->syn->type) : NULL;
        if (!t || (t->restriction != SYN_MODEL && t->restriction != SYN_BLOCK)) continue;
        Diag *g = inst_tolerate(c, "INST0943", d->inside[i]->span,
                                "a when clause must not assign a variable of %s component '%s' (MLS 8.3.5)",
                                inst_restriction_text(t), inst_name(c->inst, e->name));
        base_note(c->inst->ctx, g, e->syn->span, "the component is declared here");
    }
}

/* Is this condition known during translation to have the other value? */
static bool known_not(InstClass *c, const SynExpr *condition, bool value) {
    Context *ctx = c->inst->ctx;
    size_t mark = base_diag_mark(ctx);
    bool is = value, known = inst_eval_boolean(c, condition, &is, INST_EVAL_SILENT);
    base_diag_rollback(ctx, mark); /* faults are reported where the equation is typed */
    return known && is != value;
}

static bool may_hold(InstClass *c, const InstGuarded *g) {
    for (; g; g = g->outer)
        for (uint32_t i = 0; i <= g->branch; i++)
            if (g->branches[i].condition && known_not(c, g->branches[i].condition, i == g->branch)) return false;
    return true;
}

bool inst_assigned_in_when(InstClass *c, Name name) {
    InstDef *d = c->def;
    if (d) collect(c->inst, d);
    void *found;
    if (d && d->assigned.n && inst_table_get(&d->assigned, name, &found)) return true;
    for (const InstGuarded *g = d ? d->guarded : NULL; g; g = g->next)
        if (g->name == name && may_hold(c, g)) return true;
    for (uint32_t i = 0; i < c->nbases; i++)
        if (inst_assigned_in_when(c->bases[i], name)) return true;
    return false;
}
