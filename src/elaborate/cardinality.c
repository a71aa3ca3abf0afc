/* cardinality.c - how often a connector is connected (MLS 3.6, 3.7.4.3), where sizes and conditions hang on it.
 *
 * Works on the text of connect equations, as components are not all there yet: those of the class that declares the
 * connector and of all classes around it.  A connection to a component that is not present does not count.
 */
#include <string.h>

#include "elaborate/elaborate_impl.h"

enum { MOST_PARTS = 64, MOST_DIMS = 8 };

/* one component on the way from the model to the connector */
typedef struct {
    InstComp *comp;
    Name name;
    uint32_t n;
    int64_t at[MOST_DIMS];
} Step;

typedef struct {
    InstEnv *v;
    Step steps[MOST_PARTS]; /* the connector first */
    uint32_t n;
    uint32_t level; /* steps in the class that is read */
    InstClass *scope;
    int64_t count;
    bool failed; /* a subscript or condition is not known */
} Count;

/* ---- where the connector is -------------------------------------------------------------------------------------- */

static bool set_index(Step *s, const int64_t *at, uint32_t n) {
    if (n > MOST_DIMS || (n && !at)) return false;
    s->n = n;
    if (n) memcpy(s->at, at, n * sizeof *at);
    return true;
}

/* A member of a hidden array (group.c) is a component of its own in the text. */
static bool set_name(Step *s) {
    bool member = s->comp->members != NULL;
    if (member && s->n != 1) return false;
    s->name = inst_part_name(s->comp, member ? (uint32_t)(s->at[0] - 1) : 0);
    if (member) s->n = 0;
    return true;
}

static bool add_part(Count *c, const InstPart *p) {
    Step *s = &c->steps[c->n++];
    s->comp = p->comp;
    if (p->comp->array) return set_index(s, p->comp->index, p->comp->array->type.ndims) && set_name(s);
    if (p->nsubs != p->comp->type.ndims || p->nsubs > MOST_DIMS) return false;
    s->n = p->nsubs;
    for (uint32_t i = 0; i < p->nsubs; i++) {
        InstValue *x = inst_eval_expr(c->v, p->subs[i]);
        if (!x || x->type.ndims || x->type.base > INST_ENUM || x->type.base == INST_STRING) return false;
        s->at[i] = inst_whole(x->num[0]);
    }
    return set_name(s);
}

static bool add_owner(Count *c, InstComp *o) {
    Step *s = &c->steps[c->n++];
    s->comp = o;
    if (o->array) return set_index(s, o->index, o->array->type.ndims) && set_name(s);
    const int64_t *at = NULL;
    for (const InstIndex *i = c->v->index; i && !at; i = i->outer)
        if (i->comp == o) at = i->at;
    if (set_index(s, at, o->type.ndims)) return set_name(s);
    const InstComp *array[] = {o}; /* its elements may be connected differently */
    if (!o->members) c->v->in->again |= inst_learn_split(array, 1);
    else inst_refuse_sharing(c->v->in);
    return false;
}

static bool find_connector(Count *c, const InstExpr *cref) {
    for (uint32_t i = cref->nparts; i-- > 0;)
        if (c->n == MOST_PARTS || !add_part(c, &cref->parts[i])) return false;
    for (InstComp *o = cref->parts[0].comp->parent->owner; o; o = o->parent->owner)
        if (c->n == MOST_PARTS || !add_owner(c, o)) return false;
    return true;
}

/* ---- connections that name it ------------------------------------------------------------------------------------ */

/* Values of an expression in all rounds of the loops around it; NULL: not known. */
static InstValue *in_all_rounds(Count *c, const InstLoop *loop, const SynExpr *e) {
    uint32_t loops;
    Inst *in = c->v->in;
    InstElab elab = inst_elab_in(c->scope, NULL);
    size_t mark = base_diag_mark(in->ctx);
    InstExpr *typed = inst_elab(&elab, inst_in_loops(in, loop, e, &loops));
    base_diag_rollback(in->ctx, mark);
    InstValue *x = typed->kind == INST_E_ERROR || typed->type.base == INST_ANY || typed->type.ndims != loops
                       ? NULL
                       : inst_eval_expr(c->v, typed);
    return x && x->type.base <= INST_ENUM && x->type.base != INST_STRING ? x : NULL;
}

static bool names_connector(const Count *c, const SynExpr *e) {
    if (e->kind != SYN_CREF || e->cref.n != c->level) return false;
    for (uint32_t i = 0; i < c->level; i++)
        if (e->cref.parts[i].name != c->steps[c->level - 1 - i].name) return false;
    return true;
}

/* Is every component that a side of a connection names present? */
static bool is_present(InstClass *scope, const SynExpr *e) {
    if (e->kind != SYN_CREF) return true;
    InstElement *el = inst_lookup(scope, e->cref.parts[0].name, NULL);
    for (uint32_t i = 0; el && el->kind == SYN_COMPONENT; i++) {
        InstComp *comp = inst_component(el->home, el);
        if (!comp) return true;
        if (!comp->present) return false;
        if (comp->inner) comp = comp->inner;
        if (i + 1 == e->cref.n || !comp->cls) return true;
        el = inst_find(comp->cls, e->cref.parts[i + 1].name);
    }
    return true;
}

/* In how many rounds of the loops around it does a side that names the connector mean this element? */
static int64_t rounds(Count *c, const InstLoop *loop, const SynExpr *e) {
    SynExpr one = {.kind = SYN_INTEGER, .integer = 1, .span = e->span};
    InstValue *hit = in_all_rounds(c, loop, &one);
    if (!hit) return -1;
    bool *out = BASE_ARRAY(inst_value_arena(c->v->in), bool, hit->n + 1);
    for (uint32_t i = 0; i < c->level; i++) {
        const Step *s = &c->steps[c->level - 1 - i];
        const SynPart *p = &e->cref.parts[i];
        for (uint32_t k = 0; k < p->nsubs && k < s->n; k++) {
            if (p->subs[k]->kind == SYN_COLON) continue;
            InstValue *x = in_all_rounds(c, loop, p->subs[k]);
            if (!x || x->n != hit->n) return -1;
            for (uint64_t j = 0; j < x->n; j++) out[j] |= inst_whole(x->num[j]) != s->at[k];
        }
    }
    int64_t n = 0;
    for (uint64_t j = 0; j < hit->n; j++) n += !out[j];
    return n;
}

static void count_side(Count *c, const InstLoop *loop, const SynExpr *mine, const SynExpr *other) {
    if (!names_connector(c, mine) || !is_present(c->scope, other)) return;
    int64_t n = rounds(c, loop, mine);
    if (n < 0) c->failed = true;
    else c->count += n;
}

static void count_equations(Count *c, const SynEquation *eq, const InstLoop *loop);

static void count_branches(Count *c, const SynEquation *eq, const InstLoop *loop) {
    for (uint32_t i = 0; i < eq->nbranches; i++) {
        const SynExpr *condition = eq->branches[i].condition;
        Count inside = *c;
        inside.count = 0;
        count_equations(&inside, eq->branches[i].equations, loop);
        InstValue *x = condition && !loop ? in_all_rounds(c, NULL, condition) : NULL;
        /* what is not known makes no difference where nothing is connected */
        if (inside.failed || (inside.count && condition && !x)) c->failed = true;
        if (x && x->num[0] == 0) continue;
        c->count += inside.count;
        if (x || !condition) return;
    }
}

static void count_equations(Count *c, const SynEquation *eq, const InstLoop *loop) {
    for (; eq && !c->failed; eq = eq->next) {
        if (eq->kind == SYN_EQ_CONNECT && !inst_is_deselected(c->scope, eq)) {
            count_side(c, loop, eq->lhs, eq->rhs);
            count_side(c, loop, eq->rhs, eq->lhs);
        } else if (eq->kind == SYN_EQ_FOR) {
            InstLoop inner = {eq, loop};
            count_equations(c, eq->body, &inner);
        } else if (eq->kind == SYN_EQ_IF) {
            count_branches(c, eq, loop);
        }
    }
}

static void count_class(Count *c, InstClass *cls) {
    inst_prepare(cls);
    for (uint32_t i = 0; i < cls->nbases; i++)
        if (!cls->bases[i]->duplicate) count_class(c, cls->bases[i]);
    if (!cls->syn) return;
    c->scope = cls;
    count_equations(c, cls->syn->equations, NULL);
}

InstValue *inst_eval_cardinality(InstEnv *v, const InstExpr *e) {
    Count *c = BASE_NEW(inst_value_arena(v->in), Count);
    c->v = v;
    /* where nothing of the structure hangs on it, it is known when connections are made (flat_cardinality) */
    bool asked = v->frame == NULL && (v->flags & INST_EVAL_REPORT);
    bool known = asked && e->args[0]->kind == INST_E_CREF && find_connector(c, e->args[0]);
    for (c->level = 1; known && c->level <= c->n; c->level++)
        count_class(c, inst_derived(c->steps[c->level - 1].comp->parent));
    if (known && !c->failed) return inst_value_int(v->in, c->count);
    inst_eval_fail(v, "INST0654", e->span, "%s has no value during translation", inst_builtin_name(INST_B_CARDINALITY));
    return NULL;
}
