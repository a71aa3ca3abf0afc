/* discrete.c - Real variables that are discrete-time because a when clause assigns them (MLS 3.6, 3.8.5).
 *
 * Before: a prepared class.  After inst_mark_discrete: the Real components named on left sides inside when clauses of
 * its text and of its bases have variability discrete.  The names are collected once per definition.
 */
#include "instance/instance_impl.h"

typedef struct {
    Name *at;
    uint32_t n;
} Assigned;

typedef VEC(Name) VecNames;

static void add_target(VecNames *out, const SynExpr *e) {
    if (e == NULL) return;
    if (e->kind == SYN_TUPLE)
        for (uint32_t i = 0; i < e->nargs; i++) add_target(out, e->args[i]);
    if (e->kind == SYN_CREF && e->cref.n == 1 && !e->cref.global) vec_push(out, e->cref.parts[0].name);
}

static void in_equations(VecNames *out, const SynEquation *q, bool when) {
    for (; q; q = q->next) {
        if (q->kind == SYN_EQ_EQUALS && when) add_target(out, q->lhs);
        for (uint32_t i = 0; i < q->nbranches; i++) in_equations(out, q->branches[i].equations, when || q->kind == SYN_EQ_WHEN);
        in_equations(out, q->body, when);
    }
}

static void in_statements(VecNames *out, const SynStatement *s, bool when) {
    for (; s; s = s->next) {
        if (s->kind == SYN_ST_ASSIGN && when) add_target(out, s->lhs);
        for (uint32_t i = 0; i < s->nbranches; i++) in_statements(out, s->branches[i].statements, when || s->kind == SYN_ST_WHEN);
        in_statements(out, s->body, when);
    }
}

static const Assigned *assigned_in_when(Inst *in, const SynClass *syn) {
    InstElabState *st = inst_elab_state(in);
    uint64_t found;
    if (base_map_get(&st->assigned, (uint64_t)(uintptr_t)syn, &found)) return (const Assigned *)(uintptr_t)found;
    VecNames names = {0};
    in_equations(&names, syn->equations, false);
    for (const SynAlgorithm *a = syn->algorithms; a; a = a->next) in_statements(&names, a->statements, false);
    Assigned *r = BASE_NEW(&in->arena, Assigned);
    r->n = (uint32_t)names.n;
    r->at = names.n ? base_copy(&in->arena, names.at, names.n * sizeof *names.at) : NULL;
    vec_free(&names);
    base_map_put(&st->assigned, (uint64_t)(uintptr_t)syn, (uint64_t)(uintptr_t)r);
    return r;
}

static void mark_in(InstClass *c, int depth) {
    if (c->syn == NULL || c->duplicate || depth > 50) return;
    const Assigned *a = assigned_in_when(c->inst, c->syn);
    for (uint32_t i = 0; i < a->n; i++) {
        InstElement *e = inst_find(c, a->at[i]);
        InstComp *comp = e && e->kind == SYN_COMPONENT ? inst_component(c, e) : NULL;
        if (comp && comp->type.base == INST_REAL && comp->variability == INST_VAR_CONTINUOUS) comp->variability = INST_VAR_DISCRETE;
    }
    for (uint32_t i = 0; i < c->nbases; i++) mark_in(c->bases[i], depth + 1);
}

void inst_mark_discrete(InstClass *c) {
    c = inst_derived(c);
    if (c->discrete_marked) return;
    c->discrete_marked = true;
    mark_in(c, 0);
}
