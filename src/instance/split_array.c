/* split_array.c - component arrays whose elements differ in structure.
 *
 * An array of components is one InstComp.  Where a modifier without `each` gives its elements different values of an
 * Integer, Boolean or enumeration parameter (Real, String: see InstRetry), or records that differ in such a field
 * or in the size of one, sizes, conditions or branches inside may differ: such an array gets one InstComp per element,
 * with the element's index applied to the modifiers (MLS 3.6, 7.2.5).  The undivided InstComp stays as the array
 * itself; nothing inside it is sized.
 */
#include <string.h>

#include "instance/instance_impl.h"

/* Is every array component between `from` and comp (exclusive) an element of a split array? */
static bool index_is_known(const InstComp *from, const InstComp *comp) {
    for (const InstComp *o = comp; o != from;) {
        o = o->parent->owner;
        if (!o) return false;
        if (o->type.ndims) return false;
    }
    return true;
}

/* Real parameters and Strings seldom decide structure: they count where a condition was met that needs them. */
static bool is_structural(const Inst *in, InstBase b) {
    return b == INST_INTEGER || b == INST_BOOLEAN || b == INST_ENUM ||
           ((b == INST_REAL || b == INST_STRING) && in->retry.by_reals);
}

/* May scalar or record number i of a and number j of b stand for each other as far as structure goes? */
static bool same_structure(const Inst *in, const InstValue *a, uint64_t i, const InstValue *b, uint64_t j) {
    if (is_structural(in, a->type.base))
        return a->type.base == INST_STRING ? a->str[i] == b->str[j] : a->num[i] == b->num[j];
    if (a->type.base != INST_RECORD) return true;
    if (a->nfields != b->nfields) return false;
    for (uint32_t k = 0; k < a->nfields; k++) {
        const InstValue *f = a->rec[i * a->nfields + k], *g = b->rec[j * b->nfields + k];
        if (f == g) continue;
        if (!f || !g || f->n != g->n || f->type.base != g->type.base || !inst_dims_agree(&f->type, &g->type))
            return false;
        for (uint64_t e = 0; e < f->n; e++)
            if (!same_structure(in, f, e, g, e)) return false;
    }
    return true;
}

/* Does this value, which runs over the elements of comp, make them differ?  Its first dimensions, nsubs of them, belong
 * to components above comp and are fixed. */
static bool differs(InstComp *comp, const InstMod *m) {
    InstExpr *e = inst_expr(m->scope, m->value, NULL);
    InstBase base = (InstBase)inst_expr_type(e)->base;
    if (base != INST_RECORD && !is_structural(comp->inst, base)) return false;
    InstValue *v = inst_eval(comp->inst, e, INST_EVAL_SILENT);
    uint32_t lead = m->nsubs, own = comp->type.ndims;
    if (!v && !lead && own == 1) return inst_elements_differ(e);
    if (!v || v->type.ndims < lead + own) return false;
    uint64_t stride = 1, count = inst_dims_count(comp->type.dims, own), start = 0;
    for (uint32_t i = lead + own; i < v->type.ndims; i++) stride *= (uint64_t)v->type.dims[i];
    uint64_t block = count * stride;
    for (uint32_t i = lead; i-- > 0;) {
        start += (uint64_t)(m->subs[i] - 1) * block;
        block *= (uint64_t)v->type.dims[i];
    }
    if (block > v->n) return false; /* the sizes do not fit: reported where the value is typed */
    for (uint64_t i = stride; i < count * stride; i++)
        if (!same_structure(comp->inst, v, start + i, v, start + i % stride)) return true;
    return false;
}

/* Does the value of an enclosing record give the elements of comp, an array of records, different structure? */
static bool covered_differs(InstComp *comp) {
    InstValue *v = inst_eval_component(comp, INST_EVAL_SILENT);
    if (!v || v->type.base != INST_RECORD || v->n != inst_dims_count(comp->type.dims, comp->type.ndims)) return false;
    for (uint64_t i = 1; i < v->n; i++)
        if (!same_structure(comp->inst, v, i, v, 0)) return true;
    return false;
}

static bool is_record(const InstClass *c) {
    return c->restriction == SYN_RECORD || c->restriction == SYN_OPERATOR_RECORD;
}

/* Can records of this class differ in the sizes of their fields?  Then the record is looked at whether it is declared
 * as a parameter or not. */
static bool has_open_sizes(InstClass *c) {
    inst_prepare(c);
    for (uint32_t i = 0; i < c->nelements; i++) {
        const SynElement *s = c->elements[i]->kind == SYN_COMPONENT ? c->elements[i]->syn : NULL;
        for (uint32_t k = 0; s && k < s->ndims; k++)
            if (s->dims[k]->kind != SYN_INTEGER) return true;
        for (uint32_t k = 0; s && k < s->ntype_dims; k++)
            if (s->type_dims[k]->kind != SYN_INTEGER) return true;
    }
    return false;
}

/* Does some modifier below m (of elements of class c) make the elements of comp differ? */
static bool must_split(InstComp *comp, InstClass *c, const InstMod *m) {
    for (const InstMod *k = m ? m->children : NULL; k; k = k->next) {
        if (k->redeclare) continue;
        InstElement *e = inst_find(c, k->name);
        if (!e || e->kind != SYN_COMPONENT || !e->syn) continue;
        InstClass *t = inst_lookup_class_quiet(e->scope, &e->syn->type);
        if (!t) continue;
        inst_prepare(t);
        bool structural = (t->builtin && is_structural(comp->inst, t->builtin - 1)) || is_record(t);
        bool fixed = e->prefixes & (SYN_PARAMETER | SYN_CONSTANT) || (is_record(t) && has_open_sizes(t));
        if (k->value && k->from && structural && fixed && index_is_known(k->from, comp) && differs(comp, k))
            return true;
        if (!t->builtin && must_split(comp, t, k)) return true;
    }
    return false;
}

/* A copy of a modifier tree for one element: values that run over the array get its index. */
static InstMod *with_index(Inst *in, const InstMod *m, const InstComp *comp, const int64_t *index) {
    InstMod *k = BASE_NEW(&in->arena, InstMod);
    *k = *m;
    k->children = NULL;
    if (m->value && m->from && index_is_known(m->from, comp)) {
        uint32_t n = comp->type.ndims;
        k->subs = BASE_ARRAY(&in->arena, int64_t, m->nsubs + n);
        if (m->nsubs) memcpy(k->subs, m->subs, m->nsubs * sizeof *k->subs);
        memcpy(k->subs + m->nsubs, index, n * sizeof *index);
        k->nsubs = m->nsubs + n;
    }
    InstMod **tail = &k->children;
    for (const InstMod *i = m->children; i; i = i->next) {
        *tail = with_index(in, i, comp, index);
        tail = &(*tail)->next;
    }
    *tail = NULL;
    return k;
}

static InstComp *element(InstComp *comp, InstClass *type, const InstMod *mod, const int64_t *index) {
    Inst *in = comp->inst;
    InstComp *e = BASE_NEW(&in->arena, InstComp);
    *e = *comp;
    e->array = comp;
    e->elements = NULL;
    e->binding.typed = NULL; /* that of the whole array */
    e->binding.busy = false;
    e->value = NULL;
    e->eval_state = 0;
    e->index = base_copy(&in->arena, index, comp->type.ndims * sizeof *index);
    e->type.ndims = 0;
    e->type.dims = NULL;
    InstMod *own = mod ? with_index(in, mod, comp, index) : NULL;
    if (e->binding.value && own) {
        e->binding.subs = own->subs;
        e->binding.nsubs = own->nsubs;
    }
    e->cls = e->type.cls = inst_class_copy(type, own);
    e->cls->owner = e;
    return e;
}

/* The way to a component, without subscripts. */
static Name plain_path(const InstComp *comp) {
    Text t = {0};
    for (const InstComp *o = comp; o; o = o->parent->owner) base_text_printf(&t, "%s/", inst_name(o->inst, o->name));
    Name r = base_name(comp->inst->ctx->names, base_text_str(&t));
    base_text_free(&t);
    return r;
}

static bool is_learnt(const InstComp *comp) {
    const InstRetry *r = &comp->inst->retry;
    Name path = r->nsplit ? plain_path(comp) : 0;
    for (uint32_t i = 0; i < r->nsplit; i++)
        if (r->split[i] == path) return true;
    return false;
}

bool inst_learn_split(const InstComp *const *arrays, uint32_t n) {
    bool learnt = false;
    for (uint32_t i = 0; i < n; i++) {
        InstRetry *r = &arrays[i]->inst->retry;
        if (r->nsplit == sizeof r->split / sizeof *r->split || is_learnt(arrays[i])) continue;
        r->split[r->nsplit++] = plain_path(arrays[i]);
        learnt = true;
    }
    return learnt;
}

void inst_split(InstComp *comp, InstClass *type, const InstMod *mod) {
    uint32_t n = comp->type.ndims;
    bool covered = comp->covered && !comp->cls->builtin && is_record(comp->cls);
    if (n && !comp->cls->builtin && inst_class_dims(type)) mod = comp->cls->mod; /* values of its definition, too */
    bool learnt = n && is_learnt(comp);
    if (!n || (!mod && !covered && !learnt) || comp->cls->builtin) return;
    for (uint32_t i = 0; i < n; i++)
        if (comp->type.dims[i] <= 0) return;
    bool own = mod && mod->value && mod->from && is_record(comp->cls) &&
               (comp->variability <= INST_VAR_PARAMETER || has_open_sizes(comp->cls)) &&
               index_is_known(mod->from, comp) && differs(comp, mod);
    if (!learnt && !own && !must_split(comp, comp->cls, mod) && !(covered && covered_differs(comp))) return;
    uint64_t count = inst_dims_count(comp->type.dims, n);
    comp->elements = BASE_ARRAY(&comp->inst->arena, InstComp *, count);
    int64_t *index = BASE_ARRAY(&comp->inst->arena, int64_t, n);
    for (uint64_t k = 0; k < count; k++) {
        uint64_t rest = k;
        for (uint32_t d = n; d-- > 0;) {
            index[d] = (int64_t)(rest % (uint64_t)comp->type.dims[d]) + 1;
            rest /= (uint64_t)comp->type.dims[d];
        }
        comp->elements[k] = element(comp, type, mod, index);
    }
}

bool inst_in_split_array(const InstClass *c) {
    for (const InstComp *o = c->owner; o; o = o->parent->owner)
        if (o->elements) return true;
    return false;
}
