/* eval.c - evaluation of typed expressions at translation time (MLS 3.6, 3.8, 4.4.4).
 *
 * Before: an expression typed by typed_expr.c.  After: its value, or NULL when it depends on something that is not
 * known (reported only when INST_EVAL_REPORT is set).  Parameters are followed through their bindings; where a
 * component stands in arrays of components the current subscripts are in InstEnv.index; without them a value counts as
 * known when it is the same for all elements.
 */
#include "elaborate/elaborate_impl.h"

#include <math.h>
#include <string.h>

void inst_eval_fail(InstEnv *v, const char *code, Span span, const char *fmt, ...) {
    if (!(v->flags & INST_EVAL_REPORT)) return;
    va_list args;
    va_start(args, fmt);
    base_report(v->in->ctx, SEV_ERROR, code, span, fmt, args);
    va_end(args);
    v->flags &= ~INST_EVAL_REPORT; /* one cause, one message */
}

/* ---- subscripts -------------------------------------------------------------------------------------------------- */

bool inst_eval_index_set(InstEnv *v, InstExpr *sub, int64_t size, int64_t **at, int64_t *n, bool *scalar) {
    Inst *in = v->in;
    *scalar = false;
    if (sub->kind == INST_E_COLON) {
        *n = size;
        *at = BASE_ARRAY(inst_value_arena(in), int64_t, size + 1);
        for (int64_t i = 0; i < size; i++) (*at)[i] = i + 1;
        return true;
    }
    InstValue *s = inst_eval_expr(v, sub);
    if (s == NULL || s->type.base == INST_STRING || s->type.base == INST_RECORD) return false;
    *scalar = s->type.ndims == 0;
    *n = (int64_t)s->n;
    *at = BASE_ARRAY(inst_value_arena(in), int64_t, s->n + 1);
    for (uint64_t i = 0; i < s->n; i++) {
        int64_t k = inst_whole(s->num[i]) + (s->type.base == INST_BOOLEAN);
        if (k < 1 || k > size) {
            inst_eval_fail(v, "INST0601", sub->span, "subscript %lld is outside 1:%lld", (long long)k, (long long)size);
            return false;
        }
        (*at)[i] = k;
    }
    return true;
}

InstValue *inst_eval_subscripts(InstEnv *v, InstValue *a, InstExpr **subs, uint32_t n) {
    Inst *in = v->in;
    int64_t *sets[64], counts[64], dims[64];
    bool scalar[64];
    uint32_t nd = 0, rank = a->type.ndims;
    if (n > rank || rank > 63) return NULL;
    if (n == 1 && rank == 1 && subs[0]->kind != INST_E_COLON && subs[0]->type.ndims == 0) { /* the common case */
        InstValue *s = inst_eval_expr(v, subs[0]);
        if (s == NULL) return NULL;
        int64_t k = inst_whole(s->num[0]) + (s->type.base == INST_BOOLEAN);
        if (k < 1 || k > a->type.dims[0]) {
            inst_eval_fail(v, "INST0601", subs[0]->span, "subscript %lld is outside 1:%lld", (long long)k,
                           (long long)a->type.dims[0]);
            return NULL;
        }
        return inst_value_element(in, a, (uint64_t)k - 1, 1);
    }
    uint64_t total = 1;
    for (uint32_t k = 0; k < rank; k++) {
        if (k < n) {
            if (!inst_eval_index_set(v, subs[k], a->type.dims[k], &sets[k], &counts[k], &scalar[k])) return NULL;
        } else {
            sets[k] = NULL;
            counts[k] = a->type.dims[k];
            scalar[k] = false;
        }
        if (!scalar[k]) dims[nd++] = counts[k];
        total *= (uint64_t)counts[k];
    }
    InstValue *r = inst_value_new(in, inst_type_dims(in, inst_type_element(a->type), dims, nd));
    for (uint64_t i = 0; i < total; i++) {
        uint64_t rest = i, at = 0, stride = 1;
        for (uint32_t k = rank; k-- > 0;) {
            uint64_t j = rest % (uint64_t)counts[k];
            rest /= (uint64_t)counts[k];
            at += stride * (uint64_t)(sets[k] ? sets[k][j] - 1 : (int64_t)j);
            stride *= (uint64_t)a->type.dims[k];
        }
        inst_value_put(r, i, a, at);
    }
    return r;
}

/* ---- components -------------------------------------------------------------------------------------------------- */

static const int64_t *current_index(const InstEnv *v, const InstComp *c) {
    for (const InstIndex *i = v->index; i; i = i->outer)
        if (i->comp == c) return i->at;
    return NULL;
}

static uint64_t linear(const InstComp *c, const int64_t *at) {
    uint64_t i = 0;
    for (uint32_t k = 0; k < c->type.ndims; k++) i = i * (uint64_t)c->type.dims[k] + (uint64_t)(at[k] - 1);
    return i;
}

/* ".a[2].b" behind the name of the model; false: an index on the way is not known. */
static bool instance_path(const InstEnv *v, const InstComp *c, Text *out) {
    if (!c) return true;
    const int64_t *at = c->array ? c->index : c->type.ndims ? current_index(v, c) : NULL;
    uint32_t n = c->array ? c->array->type.ndims : c->type.ndims;
    if ((n && !at) || !instance_path(v, inst_derived(c->parent)->owner, out)) return false;
    base_text_printf(out, ".%s", inst_name(c->inst, c->name));
    for (uint32_t i = 0; i < n; i++)
        base_text_printf(out, "%s%lld%s", i ? "," : "[", (long long)at[i], i + 1 == n ? "]" : "");
    return true;
}

/* getInstanceName() (3.7.4.4): the class of the model, then the path to where the call is written. */
InstValue *inst_eval_instance_name(InstEnv *v, const InstExpr *e) {
    if (v->frame) return inst_value_string(v->in, v->frame->function->name); /* not specified in a function */
    InstClass *top = inst_derived(e->cls);
    InstComp *owner = top->owner;
    while (top->owner) top = inst_derived(top->owner->parent);
    Text text = {0};
    base_text_add(&text, inst_name(v->in, top->name));
    bool known = !(owner && inst_group_of(owner)) && instance_path(v, owner, &text);
    InstValue *name = known ? inst_value_string(v->in, base_name(v->in->ctx->names, base_text_str(&text))) : NULL;
    base_text_free(&text);
    if (!known) inst_eval_fail(v, "INST0654", e->span, "getInstanceName() has no value during translation");
    return name;
}

/* A number for the subscripts of all component arrays around c; bound: all of them are known. */
static uint64_t index_key(const InstEnv *v, const InstComp *c, bool *bound, bool *inside_array) {
    uint64_t key = 0;
    *bound = true;
    *inside_array = false;
    for (const InstComp *o = c->parent->owner; o; o = o->parent->owner) {
        if (o->type.ndims == 0) continue;
        *inside_array = true;
        const int64_t *at = current_index(v, o);
        if (at == NULL) *bound = false;
        key = base_mix(key, at ? linear(o, at) + 1 : 0);
    }
    return key;
}

/* Takes the element for the current subscripts out of a value whose leading dimensions are those of the components
 * from `from` down to c (c excluded). */
static InstValue *select_element(InstEnv *v, InstValue *a, const InstComp *c, const InstComp *from) {
    const InstComp *path[64];
    uint32_t n = 0;
    if (from == NULL || from == c || from == c->array) return a;
    for (const InstComp *o = c->parent->owner; o && n < 64; o = o->parent->owner) {
        path[n++] = o;
        if (o == from || o->array == from) break;
    }
    while (n-- > 0) {
        const InstComp *o = path[n];
        if (o->type.ndims == 0) continue;
        if (a->type.ndims < o->type.ndims) return NULL;
        for (uint32_t k = 0; k < o->type.ndims; k++)
            if (a->type.dims[k] != o->type.dims[k]) return NULL; /* reported where the value is typed */
        const int64_t *at = current_index(v, o);
        if (at) {
            a = inst_value_element(v->in, a, linear(o, at), o->type.ndims);
            continue;
        }
        uint64_t count = inst_dims_count(o->type.dims, o->type.ndims);
        if (count == 0) return NULL;
        InstValue *first = inst_value_element(v->in, a, 0, o->type.ndims);
        for (uint64_t i = 1; i < count; i++)
            if (!inst_value_equal(first, inst_value_element(v->in, a, i, o->type.ndims))) return NULL;
        a = first;
    }
    return a;
}

static const char *path_of(Inst *in, const InstComp *c) {
    Text t = {0};
    inst_path(c, &t);
    const char *s = base_strdup(&in->arena, base_text_str(&t));
    base_text_free(&t);
    return s;
}

static Span declared_at(const InstComp *c) { return c->syn ? c->syn->name_span : (Span){0}; }

static void report_cycle(InstEnv *v, const InstComp *c) {
    if (!(v->flags & INST_EVAL_REPORT)) return;
    Diag *d =
        base_error(v->in->ctx, "INST0602", declared_at(c), "the value of %s depends on itself", path_of(v->in, c));
    for (InstGuard *g = v->guard; g; g = g->outer) {
        base_note(v->in->ctx, d, declared_at(g->comp), "... through %s", path_of(v->in, g->comp));
        if (g->comp == c) break;
    }
    v->flags &= ~INST_EVAL_REPORT;
}

static InstValue *component_value(InstEnv *v, InstComp *c);

/* A record without a value of its own: field by field, element by element. */
static InstValue *record_of_fields(InstEnv *v, InstComp *c) {
    Inst *in = v->in;
    uint32_t nf;
    InstComp **fields = inst_fields(c->cls, &nf);
    for (uint32_t k = 0; k < c->type.ndims; k++)
        if (c->type.dims[k] == INST_UNKNOWN_DIM) return NULL;
    InstValue *r = inst_value_new(in, c->type);
    int64_t *at = BASE_ARRAY(inst_value_arena(in), int64_t, c->type.ndims + 1);
    const InstIndex *saved = v->index;
    InstIndex here = {.comp = c, .at = at, .outer = saved};
    if (c->type.ndims) v->index = &here;
    for (uint64_t i = 0; r && i < r->n; i++) {
        uint64_t rest = i;
        for (uint32_t k = c->type.ndims; k-- > 0;) {
            at[k] = (int64_t)(rest % (uint64_t)c->type.dims[k]) + 1;
            rest /= (uint64_t)c->type.dims[k];
        }
        for (uint32_t k = 0; k < nf; k++) {
            InstValue *f = component_value(v, fields[k]);
            if (f == NULL) {
                r = NULL;
                break;
            }
            r->rec[i * nf + k] = f;
        }
    }
    v->index = saved;
    return r;
}

static InstValue *split_value(InstEnv *v, InstComp *c) {
    uint64_t n = inst_dims_count(c->type.dims, c->type.ndims);
    InstValue **all = BASE_ARRAY(inst_value_arena(v->in), InstValue *, n + 1);
    for (uint64_t i = 0; i < n; i++)
        if ((all[i] = component_value(v, c->elements[i])) == NULL) return NULL;
    return inst_value_stack(v->in, all, n, c->type.dims, c->type.ndims, inst_type_element(c->type));
}

/* fixed = false: the value is found at initialisation */
static bool is_free(InstEnv *v, InstComp *c) {
    InstExpr *e = c->attrs[INST_ATTR_FIXED]->value ? inst_attr_expr(c, INST_ATTR_FIXED) : NULL;
    if (e == NULL || e->kind == INST_E_ERROR) return false;
    InstEnv quiet = {.in = v->in, .index = v->index, .guard = v->guard, .depth = v->depth + 1};
    InstValue *f = inst_eval_expr(&quiet, e);
    return f && f->n && f->num[0] == 0;
}

/* A number that every member of the group around c gives in its own declaration. */
static InstValue *member_value(InstEnv *v, InstComp *c, int attr) {
    Inst *in = v->in;
    const int64_t *at = current_index(v, inst_group_of(c));
    if (!at) return inst_refuse_sharing(in), NULL;
    Arena own = {0}, *before = in->nodes;
    in->nodes = &own; /* what is written there is needed once */
    InstExpr *e = inst_member_expr(c, attr, (uint32_t)(at[0] - 1));
    InstValue *a = e->kind == INST_E_ERROR ? NULL : inst_eval_expr(v, e);
    in->nodes = before;
    if (a) a = inst_value_real(in, a->num[0]);
    base_free_arena(&own);
    return a;
}

/* What start is where nothing is said: zero, false, the first of an enumeration (4.9). */
static InstValue *first_value(InstEnv *v, InstComp *c) {
    if (c->type.base > INST_ENUM || c->type.base == INST_STRING) return NULL;
    for (uint32_t k = 0; k < c->type.ndims; k++)
        if (c->type.dims[k] < 0) return NULL;
    InstValue *a = inst_value_new(v->in, c->type);
    for (uint64_t i = 0; c->type.base == INST_ENUM && i < a->n; i++) a->num[i] = 1;
    return a;
}

static InstValue *uncached_value(InstEnv *v, InstComp *c) {
    Inst *in = v->in;
    if (inst_is_own(&c->binding)) return is_free(v, c) ? NULL : member_value(v, c, -1);
    if (c->elements) return split_value(v, c);
    if (in->checking && c->variability == INST_VAR_CONSTANT && !c->parent->owner &&
        inst_derived(c->parent)->restriction == SYN_PACKAGE && inst_is_partial(inst_derived(c->parent)))
        return NULL; /* of a medium, say, that whoever uses the class will choose */
    InstExpr *e = inst_binding_expr(c);
    if (e && e->kind == INST_E_ERROR) {
        v->flags &= ~INST_EVAL_REPORT;
        return NULL;
    }
    if (e) {
        if (c->variability >= INST_VAR_PARAMETER_EVALUATED && is_free(v, c)) return NULL;
        InstValue *a = inst_eval_expr(v, e);
        if (a) a = select_element(v, a, c, c->binding.from);
        if (a && c->type.base == INST_REAL) a = inst_value_as(in, a, INST_REAL);
        return a;
    }
    if (c->type.base == INST_RECORD && c->cls && c->cls->restriction != SYN_FUNCTION && !c->cls->builtin)
        return record_of_fields(v, c);
    for (uint32_t k = 0; k < c->type.ndims; k++)
        if (c->type.dims[k] == 0) return inst_value_new(in, c->type); /* nothing to be given */
    if (inst_is_own(c->attrs[INST_ATTR_START])) return is_free(v, c) ? NULL : member_value(v, c, INST_ATTR_START);
    if (c->type.base <= INST_ENUM && c->attrs[INST_ATTR_START]->value) {
        e = inst_attr_expr(c, INST_ATTR_START); /* 4.4.4: the start value serves where no other is given */
        InstValue *a = e && e->kind != INST_E_ERROR && !is_free(v, c) ? inst_eval_expr(v, e) : NULL;
        if (a && c->attrs[INST_ATTR_START]->from) a = select_element(v, a, c, c->attrs[INST_ATTR_START]->from);
        if (a && a->type.ndims == c->type.ndims) return a;
    }
    if ((v->flags & INST_EVAL_DEFAULT) && c->variability != INST_VAR_CONSTANT && !is_free(v, c))
        return first_value(v, c);
    if (in->checking && c->variability != INST_VAR_CONSTANT) return NULL; /* whoever uses the class will give it */
    if (in->checking) v->flags &= ~INST_EVAL_REPORT;                      /* a class on its own need not be complete */
    bool open = c->variability == INST_VAR_CONSTANT && inst_is_partial(c->parent);
    if (open && base_error_count(in->ctx)) v->flags &= ~INST_EVAL_REPORT; /* the package was left open: that was said */
    inst_eval_fail(v, "INST0603", declared_at(c), "%s needs a value during translation, but none is given",
                   path_of(in, c));
    return NULL;
}

/* A field of a record that is an input of a function: its default says nothing about the argument. */
static bool of_argument(const InstComp *c) {
    const InstComp *top = c;
    while (top->parent->owner) top = top->parent->owner;
    return top != c && (top->prefixes & SYN_INPUT) && inst_is_function(top->parent);
}

static bool may_evaluate(InstEnv *v, InstComp *c) {
    if (c->parent->owner && c->variability != INST_VAR_CONSTANT && of_argument(c)) return false;
    if (c->variability <= INST_VAR_PARAMETER) return true;
    if (c->type.base == INST_RECORD && !inst_is_function(c->parent) &&
        inst_record_variability(c->cls, c->variability) <= INST_VAR_PARAMETER)
        return true;
    inst_eval_fail(v, "INST0605", declared_at(c),
                   "%s changes during simulation; a parameter or constant is needed here", path_of(v->in, c));
    return false;
}

static InstValue *guarded_value(InstEnv *v, InstComp *c, uint64_t key) {
    if (c->eval_state)
        for (InstGuard *g = v->guard; g; g = g->outer)
            if (g->comp == c && g->index == key) {
                report_cycle(v, c);
                return NULL;
            }
    if (v->depth > 1000) {
        inst_eval_fail(v, "INST0534", declared_at(c), "the value of %s is defined through too many others",
                       path_of(v->in, c));
        return NULL;
    }
    InstGuard here = {.comp = c, .index = key, .outer = v->guard};
    InstFrame *frame = v->frame;
    v->guard = &here;
    v->frame = NULL; /* a binding is evaluated where it stands, outside the running function */
    c->eval_state++;
    v->depth++;
    InstValue *a = uncached_value(v, c);
    v->depth--;
    c->eval_state--;
    v->frame = frame;
    v->guard = here.outer;
    return a;
}

/* A record used for structure as a whole: any of its fields may have been what mattered. */
static void mark_structural(InstComp *c, int depth) {
    c->structural = true;
    if (c->type.base != INST_RECORD || !c->cls || c->cls->builtin || c->cls->restriction == SYN_FUNCTION || depth > 50)
        return;
    uint32_t n;
    InstComp **fields = inst_fields(c->cls, &n);
    for (uint32_t i = 0; i < n; i++)
        if (!fields[i]->structural && fields[i]->variability >= INST_VAR_PARAMETER_EVALUATED)
            mark_structural(fields[i], depth + 1);
}

/* Value of a component with its own dimensions only. */
static InstValue *component_value(InstEnv *v, InstComp *c) {
    if (c->inner) c = c->inner;
    if (!may_evaluate(v, c)) return NULL;
    InstElabState *state = inst_elab_state(v->in);
    bool bound, inside;
    uint64_t key = index_key(v, c, &bound, &inside);
    bool mark = (v->flags & INST_EVAL_MARK) && c->variability >= INST_VAR_PARAMETER_EVALUATED && !c->structural;
    if (mark) mark_structural(c, 0);
    uint64_t map_key = base_mix((uint64_t)(uintptr_t)c, key), cached;
    if (!mark) {
        if (!inside && c->value) return c->value;
        if (inside && base_map_get(&state->values, map_key, &cached)) return (InstValue *)(uintptr_t)cached;
    }
    InstValue *a = guarded_value(v, c, key);
    if (v->flags & INST_EVAL_DEFAULT) return a;                     /* nobody else takes it for its value */
    if (a && state->running) a = inst_value_deep(&v->in->arena, a); /* outlives the running function */
    if (a && !inside) c->value = a;
    if (a && inside) base_map_put(&state->values, map_key, (uint64_t)(uintptr_t)a);
    return a;
}

/* ---- references -------------------------------------------------------------------------------------------------- */

static int frame_slot(const InstFrame *f, const InstComp *c) {
    for (uint32_t i = 0; i < f->n; i++)
        if (f->comps[i] == c) return (int)i;
    return -1;
}

static InstValue *access_parts(InstEnv *v, InstValue *a, const InstPart *parts, uint32_t n) {
    for (uint32_t i = 0; i < n && a; i++) {
        if (i) {
            if (a->type.base != INST_RECORD) return NULL;
            int k = inst_field_index(a->type.cls, parts[i].comp->name);
            if (k < 0) return NULL;
            uint32_t before = a->type.ndims;
            a = inst_value_field(v->in, a, (uint32_t)k);
            if (a == NULL) return NULL;
            const InstComp *whole = parts[i].comp->array; /* an element of a split array */
            if (whole && before) return NULL;
            if (whole) a = inst_value_element(v->in, a, linear(whole, parts[i].comp->index), whole->type.ndims);
        }
        if (parts[i].nsubs) {
            /* subscripts address the dimensions this part adds: after those of slices before it */
            uint32_t lead = a->type.ndims > parts[i].nsubs ? a->type.ndims - parts[i].nsubs : 0;
            if (lead == 0) {
                a = inst_eval_subscripts(v, a, parts[i].subs, parts[i].nsubs);
            } else {
                InstExpr **subs = BASE_ARRAY(inst_value_arena(v->in), InstExpr *, a->type.ndims + 1u);
                for (uint32_t k = 0; k < lead; k++)
                    subs[k] = inst_node(v->in, INST_E_COLON, inst_type(INST_INTEGER), INST_VAR_CONSTANT, (Span){0});
                memcpy(subs + lead, parts[i].subs, parts[i].nsubs * sizeof *subs);
                a = inst_eval_subscripts(v, a, subs, a->type.ndims);
            }
        }
    }
    return a;
}

/* parts[k..] below the subscripts in v->index */
static InstValue *path_value(InstEnv *v, const InstPart *parts, uint32_t n) {
    Inst *in = v->in;
    InstComp *c = parts[0].comp;
    if (n == 1) {
        InstValue *a = component_value(v, c);
        return a && parts[0].nsubs ? inst_eval_subscripts(v, a, parts[0].subs, parts[0].nsubs) : a;
    }
    uint32_t rank = c->type.ndims;
    if (rank == 0) return path_value(v, parts + 1, n - 1);
    int64_t *sets[64], counts[64], dims[64];
    bool scalar[64];
    uint32_t nd = 0;
    uint64_t total = 1;
    InstExpr colon = {.kind = INST_E_COLON};
    for (uint32_t k = 0; k < rank; k++) {
        if (c->type.dims[k] == INST_UNKNOWN_DIM) return NULL;
        if (!inst_eval_index_set(v, k < parts[0].nsubs ? parts[0].subs[k] : &colon, c->type.dims[k], &sets[k],
                                 &counts[k], &scalar[k]))
            return NULL;
        if (!scalar[k]) dims[nd++] = counts[k];
        total *= (uint64_t)counts[k];
    }
    InstValue **all = BASE_ARRAY(inst_value_arena(in), InstValue *, total + 1);
    int64_t *at = BASE_ARRAY(inst_value_arena(in), int64_t, rank);
    InstIndex here = {.comp = c, .at = at, .outer = v->index};
    const InstIndex *saved = v->index;
    v->index = &here;
    bool ok = true;
    if (c->members && (v->flags & INST_EVAL_MARK)) inst_refuse_sharing(in); /* one of them decides structure, not all */
    for (uint64_t i = 0; i < total && ok; i++) {
        uint64_t rest = i;
        for (uint32_t k = rank; k-- > 0;) {
            at[k] = sets[k][rest % (uint64_t)counts[k]];
            rest /= (uint64_t)counts[k];
        }
        if (c->elements) { /* a split array: go on in the element */
            InstComp *el = c->elements[linear(c, at)];
            InstElement *e = el->cls ? inst_find(el->cls, parts[1].comp->name) : NULL;
            InstComp *child = e ? inst_component(el->cls, e) : NULL;
            InstPart *copy = base_copy(inst_value_arena(in), parts + 1, (n - 1) * sizeof *parts);
            if (child) copy[0].comp = child;
            all[i] = child ? path_value(v, copy, n - 1) : NULL;
        } else {
            all[i] = path_value(v, parts + 1, n - 1);
        }
        ok = all[i] != NULL;
    }
    v->index = saved;
    if (!ok) return NULL;
    if (nd == 0) return all[0];
    return inst_value_stack(in, all, total, dims, nd, inst_type_element(parts[n - 1].comp->type));
}

/* Fields of a record that has a value as a whole: the component's own value may be cheaper than the leaf's path.  Where
 * structure depends on it the leaf's path is taken all the same: only this field is marked then, not the whole
 * record. */
static InstValue *eval_cref(InstEnv *v, InstExpr *e) {
    if (v->frame) {
        int slot = frame_slot(v->frame, e->parts[0].comp);
        if (slot >= 0 && e->nparts == 1 && e->parts[0].nsubs == 0 && v->frame->busy[slot]) return NULL;
        if (slot >= 0) {
            InstValue *a = inst_frame_has(v, (uint32_t)slot, e->span) ? inst_frame_value(v, (uint32_t)slot) : NULL;
            return a ? access_parts(v, a, e->parts, e->nparts) : NULL;
        }
    }
    const InstClass *home = inst_derived(e->parts[0].comp->parent);
    bool in_function = home->restriction == SYN_FUNCTION || home->restriction == SYN_OPERATOR_FUNCTION;
    /* of a record */
    bool fixed_field = e->nparts > 1 && e->parts[e->nparts - 1].comp->variability <= INST_VAR_PARAMETER;
    if (in_function && e->parts[0].comp->variability != INST_VAR_CONSTANT && !fixed_field) {
        inst_eval_fail(v, "INST0605", e->span, "%s is known only while its function runs",
                       inst_name(v->in, e->parts[0].comp->name));
        return NULL;
    }
    if (e->parts[0].comp->type.base == INST_RECORD && e->nparts > 1 && !(v->flags & INST_EVAL_MARK)) {
        bool slices = e->parts[0].comp->binding.value != NULL; /* value given for the record as a whole */
        for (uint32_t i = 1; slices && i < e->nparts; i++) slices = e->parts[i].comp->covered;
        if (slices) {
            bool had_report = (v->flags & INST_EVAL_REPORT) != 0;
            InstValue *a = component_value(v, e->parts[0].comp);
            if (a) return access_parts(v, a, e->parts, e->nparts);
            if (!(v->flags & INST_EVAL_REPORT) && had_report) return NULL; /* said already */
        }
    }
    return path_value(v, e->parts, e->nparts);
}

/* ---- iterators --------------------------------------------------------------------------------------------------- */

static InstValue *eval_iter(InstEnv *v, InstExpr *e) {
    InstIter *it = e->iter;
    if (!it->bound) {
        inst_eval_fail(v, "INST0605", e->span, "the loop variable %s has no single value here",
                       inst_name(v->in, it->name));
        return NULL;
    }
    bool number = it->type.base != INST_STRING && it->type.base != INST_RECORD;
    if (it->value && (!number || it->value->type.ndims)) return it->value;
    InstValue *r = inst_value_new(v->in, it->type); /* a copy: the loop changes its own */
    r->num[0] = it->value ? it->value->num[0] : (double)it->slot;
    return r;
}

enum { BYTES_A_STEP = 100 };

/* Runs over all combinations of the iterators, outermost first; body values are collected. */
static bool iterate(InstEnv *v, InstExpr *e, uint32_t level, VecValues *out, int64_t *dims) {
    if (level == e->niters) {
        size_t before = inst_value_arena(v->in)->total;
        InstValue *b = inst_spend(v, 1, e->span) ? inst_eval_expr(v, e->args[0]) : NULL;
        if (b == NULL) return false;
        vec_push(out, b);
        size_t after = inst_value_arena(v->in)->total; /* it stays until all is done: memory is counted too */
        return after <= before || inst_spend(v, (int64_t)(after - before) / BYTES_A_STEP, e->span);
    }
    InstIter *it = e->iters[level];
    InstValue *range = inst_eval_expr(v, it->range);
    if (range == NULL) return false;
    dims[level] = (int64_t)range->n;
    InstIter saved = *it;
    bool ok = true;
    for (uint64_t i = 0; i < range->n && ok; i++) {
        it->value = inst_value_element(v->in, range, i, 1);
        it->bound = true;
        ok = iterate(v, e, level + 1, out, dims);
    }
    it->value = saved.value;
    it->bound = saved.bound;
    it->slot = saved.slot;
    return ok;
}

static InstValue *reduce(InstEnv *v, InstExpr *e, VecValues *all) {
    Inst *in = v->in;
    InstBuiltin b = e->builtin;
    InstValue *r = NULL;
    if (all->n == 0) {
        if (e->type.base != INST_REAL && e->type.base != INST_INTEGER) return NULL;
        for (uint32_t i = 0; i < e->type.ndims; i++)
            if (e->type.dims[i] < 0) return NULL;
        InstType of = inst_type_element(e->type);
        r = inst_value_new(in, e->type);
        for (uint64_t i = 0; i < r->n; i++) r->num[i] = inst_reduction_of_nothing(b, &of);
        return r;
    }
    r = all->at[0];
    for (size_t i = 1; i < all->n && r; i++) {
        InstValue *x = all->at[i];
        if (b == INST_B_SUM || b == INST_B_PRODUCT) {
            r = inst_eval_binary(v, b == INST_B_SUM ? SYN_ADD : SYN_MUL, r, x, &e->type, e->span);
        } else if (b == INST_B_MIN ? x->num[0] < r->num[0] : x->num[0] > r->num[0]) {
            r = x;
        }
    }
    return r;
}

static InstValue *eval_comprehension(InstEnv *v, InstExpr *e) {
    int64_t dims[64] = {0};
    VecValues all = {0};
    InstValue *r = NULL;
    if (e->niters < 64 && iterate(v, e, 0, &all, dims)) {
        if (e->kind == INST_E_REDUCTION) r = reduce(v, e, &all);
        else r = inst_value_stack(v->in, all.at, all.n, dims, e->niters, inst_type_tail(e->type, e->niters));
    }
    vec_free(&all);
    return r;
}

/* ---- the recursion ----------------------------------------------------------------------------------------------- */

static InstValue *eval_range(InstEnv *v, InstExpr *e) {
    InstValue *a = inst_eval_expr(v, e->args[0]);
    InstValue *s = e->args[1] ? inst_eval_expr(v, e->args[1]) : NULL;
    InstValue *b = inst_eval_expr(v, e->args[2]);
    if (a == NULL || b == NULL || (e->args[1] && s == NULL)) return NULL;
    double step = s ? s->num[0] : 1;
    if (step == 0) {
        inst_eval_fail(v, "INST0609", e->span, "the step of a range is zero");
        return NULL;
    }
    double count = floor((b->num[0] - a->num[0]) / step + 1e-10) + 1;
    if (count < 0) count = 0;
    if (count > 5e7 || count > (double)v->in->ctx->max_scalars) {
        inst_eval_fail(v, "INST0610", e->span, "this range has %.0f values", count);
        return NULL;
    }
    InstType t = inst_type_element(e->type);
    InstValue *r = inst_value_new(v->in, inst_type_vector(v->in, t, (int64_t)count));
    for (uint64_t i = 0; i < r->n; i++) r->num[i] = a->num[0] + (double)i * step;
    return r;
}

static InstValue *eval_array(InstEnv *v, InstExpr *e) {
    InstValue **all = BASE_ARRAY(inst_value_arena(v->in), InstValue *, e->nargs + 1);
    for (uint32_t i = 0; i < e->nargs; i++)
        if ((all[i] = inst_eval_expr(v, e->args[i])) == NULL) return NULL;
    int64_t n = e->nargs;
    return inst_value_stack(v->in, all, e->nargs, &n, 1, inst_type_tail(e->type, 1));
}

static InstValue *eval_record(InstEnv *v, InstExpr *e) {
    InstValue *r = inst_value_new(v->in, e->type);
    for (uint32_t i = 0; i < e->nargs && i < r->nfields; i++)
        if ((r->rec[i] = inst_eval_expr(v, e->args[i])) == NULL) return NULL;
    return r;
}

static InstValue *eval_unary(InstEnv *v, InstExpr *e) {
    InstValue *a = inst_eval_expr(v, e->args[0]);
    if (a == NULL || a->type.base == INST_RECORD || a->type.base == INST_STRING) return NULL;
    InstValue *r = inst_value_new(v->in, a->type);
    for (uint64_t i = 0; i < a->n; i++) r->num[i] = e->op == SYN_NOT ? a->num[i] == 0 : -a->num[i];
    return r;
}

static InstValue *eval_binary(InstEnv *v, InstExpr *e) {
    InstValue *a = inst_eval_expr(v, e->args[0]);
    if (a && e->type.ndims == 0 && (e->op == SYN_AND || e->op == SYN_OR)) { /* the right side may not be evaluable */
        if (e->op == SYN_AND && a->num[0] == 0) return a;
        if (e->op == SYN_OR && a->num[0] != 0) return a;
    }
    if (!a && e->type.ndims == 0 && (e->op == SYN_AND || e->op == SYN_OR)) { /* the right side alone may decide */
        int flags = v->flags;
        v->flags &= ~INST_EVAL_REPORT;
        InstValue *b = inst_eval_expr(v, e->args[1]);
        v->flags = flags;
        return b && (b->num[0] != 0) == (e->op == SYN_OR) ? b : NULL;
    }
    InstValue *b = a ? inst_eval_expr(v, e->args[1]) : NULL;
    return b ? inst_eval_binary(v, e->op, a, b, &e->type, e->span) : NULL;
}

static InstValue *vectorised_call(InstEnv *v, InstExpr *e, InstValue **args) {
    Inst *in = v->in;
    InstFunction *f = e->function;
    uint32_t nd = (uint32_t)e->integer;
    int64_t *dims = NULL;
    for (uint32_t i = 0; i < e->nargs; i++)
        if (args[i]->type.ndims == f->inputs[i]->type.ndims + nd) dims = args[i]->type.dims;
    if (dims == NULL) return NULL;
    uint64_t n = inst_dims_count(dims, nd);
    InstValue **all = BASE_ARRAY(inst_value_arena(in), InstValue *, n + 1);
    InstValue **one = BASE_ARRAY(inst_value_arena(in), InstValue *, e->nargs + 1);
    for (uint64_t k = 0; k < n; k++) {
        for (uint32_t i = 0; i < e->nargs; i++)
            one[i] =
                args[i]->type.ndims == f->inputs[i]->type.ndims + nd ? inst_value_element(in, args[i], k, nd) : args[i];
        InstValue *r = inst_eval_call(v, f, one, e->span);
        if (r == NULL || r->nfields == 0 || r->rec[0] == NULL) return NULL;
        all[k] = r->rec[0];
    }
    return inst_value_stack(in, all, n, dims, nd, inst_type_tail(e->type, nd));
}

static InstValue *eval_call(InstEnv *v, InstExpr *e) {
    InstFunction *f = e->function;
    InstValue **args = BASE_ARRAY(inst_value_arena(v->in), InstValue *, e->nargs + 1);
    for (uint32_t i = 0; i < e->nargs; i++)
        if ((args[i] = inst_eval_expr(v, e->args[i])) == NULL) return NULL;
    if (e->nparts) { /* functional input: its value knows the function and the inputs bound before */
        int slot = v->frame ? frame_slot(v->frame, e->parts[0].comp) : -1;
        InstValue *fv = slot >= 0 ? v->frame->vals[slot] : NULL;
        if (fv == NULL || fv->type.base != INST_FUNCTION) return NULL;
        f = fv->type.cls->function;
        InstValue **all = BASE_ARRAY(inst_value_arena(v->in), InstValue *, f->ninputs + 1);
        uint32_t next = 0;
        for (uint32_t i = 0; i < f->ninputs; i++) {
            all[i] = fv->rec[i];
            if (all[i] == NULL && next < e->nargs) all[i] = args[next++];
            if (all[i] == NULL) {
                InstExpr *d = inst_binding_expr(f->inputs[i]);
                if (d == NULL || (all[i] = inst_eval_expr(v, d)) == NULL) return NULL;
            }
        }
        args = all;
    }
    if (e->integer > 0) return vectorised_call(v, e, args);
    InstValue *r = inst_eval_call(v, f, args, e->span);
    if (r == NULL || e->type.base == INST_TUPLE || e->type.base == INST_NORETURN) return r;
    return r->nfields ? r->rec[0] : NULL;
}

/* function f(x = 1) where f is a functional input: binds what the value left open, in order. */
static InstValue *bind_further(InstEnv *v, InstExpr *e) {
    int slot = v->frame ? frame_slot(v->frame, e->parts[0].comp) : -1;
    InstValue *old = slot >= 0 ? v->frame->vals[slot] : NULL;
    if (old == NULL || old->type.base != INST_FUNCTION) return NULL;
    InstValue *r = inst_value_deep(inst_value_arena(v->in), old);
    uint32_t next = 0;
    for (uint32_t i = 0; i < r->nfields; i++) {
        if (old->rec[i]) continue;
        if (next < e->nargs && e->args[next] && (r->rec[i] = inst_eval_expr(v, e->args[next])) == NULL) return NULL;
        next++;
    }
    return r;
}

static InstValue *eval_partial(InstEnv *v, InstExpr *e) {
    if (e->nparts) return bind_further(v, e);
    InstValue *r = BASE_NEW(inst_value_arena(v->in), InstValue);
    r->type = e->type;
    r->n = 1;
    r->nfields = e->nargs;
    r->rec = BASE_ARRAY(inst_value_arena(v->in), InstValue *, e->nargs + 1);
    for (uint32_t i = 0; i < e->nargs; i++)
        if (e->args[i] && (r->rec[i] = inst_eval_expr(v, e->args[i])) == NULL) return NULL;
    return r;
}

static InstValue *eval_node(InstEnv *v, InstExpr *e) {
    Inst *in = v->in;
    if (inst_is_whole(e)) return inst_eval_whole(v, e);
    switch ((InstExprKind)e->kind) {
    case INST_E_REAL: return inst_value_real(in, e->real);
    case INST_E_INTEGER: return inst_value_int(in, e->integer);
    case INST_E_BOOLEAN: return inst_value_bool(in, e->integer != 0);
    case INST_E_STRING: return inst_value_string(in, e->string);
    case INST_E_ENUM: return inst_value_enum(in, e->cls, e->integer);
    case INST_E_CREF: return eval_cref(v, e);
    case INST_E_ITER: return eval_iter(v, e);
    case INST_E_UNARY: return eval_unary(v, e);
    case INST_E_BINARY:
        if (e->op >= SYN_LT && e->op <= SYN_NE && inst_any_whole(e)) return inst_eval_whole_relation(v, e);
        return eval_binary(v, e);
    case INST_E_IF: {
        InstValue *c = inst_eval_expr(v, e->args[0]);
        return c ? inst_eval_expr(v, e->args[c->num[0] != 0 ? 1 : 2]) : NULL;
    }
    case INST_E_CAST:
        if (inst_any_whole(e)) return inst_eval_whole_as_real(v, e);
        return inst_value_as(in, inst_eval_expr(v, e->args[0]), INST_REAL);
    case INST_E_CALL: return eval_call(v, e);
    case INST_E_BUILTIN: return inst_eval_builtin(v, e);
    case INST_E_RECORD: return eval_record(v, e);
    case INST_E_ARRAY: return eval_array(v, e);
    case INST_E_RANGE: return eval_range(v, e);
    case INST_E_SUBSCRIPT: {
        InstValue *a = inst_eval_expr(v, e->args[0]);
        return a ? inst_eval_subscripts(v, a, e->args + 1, e->nargs - 1) : NULL;
    }
    case INST_E_FIELD: {
        InstValue *a = inst_eval_expr(v, e->args[0]);
        int k = a && a->type.base == INST_RECORD ? inst_field_index(a->type.cls, e->field) : -1;
        return k >= 0 ? inst_value_field(in, a, (uint32_t)k) : NULL;
    }
    case INST_E_COMPREHENSION:
    case INST_E_REDUCTION: return eval_comprehension(v, e);
    case INST_E_RESULT: {
        InstValue *a = inst_eval_expr(v, e->args[0]);
        return a && a->type.base == INST_TUPLE && (uint64_t)e->integer < a->nfields ? a->rec[e->integer] : NULL;
    }
    case INST_E_PARTIAL: return eval_partial(v, e);
    case INST_E_TIME: inst_eval_fail(v, "INST0611", e->span, "time is not known during translation"); return NULL;
    case INST_E_ERROR: v->flags &= ~INST_EVAL_REPORT; return NULL;
    case INST_E_END:
    case INST_E_TUPLE:
    case INST_E_COLON: return NULL;
    }
    return NULL;
}

InstValue *inst_eval_expr(InstEnv *v, InstExpr *e) {
    Inst *in = v->in;
    if (e == NULL) return NULL;
    if (in->depth >= in->ctx->max_depth) {
        inst_eval_fail(v, "INST0534", e->span, "evaluation is nested deeper than %d levels", in->ctx->max_depth);
        return NULL;
    }
    in->depth++;
    InstValue *r = eval_node(v, e);
    in->depth--;
    return r;
}

/* ---- entries ----------------------------------------------------------------------------------------------------- */

/* An external object has a value only inside the evaluation: nobody else can make anything of it. */
static InstValue *no_object(InstValue *v) { return v && v->type.base == INST_OBJECT ? NULL : v; }

InstValue *inst_eval(Inst *in, InstExpr *e, int flags) {
    InstEnv v = {.in = in, .flags = flags};
    return no_object(inst_eval_expr(&v, e));
}

InstValue *inst_eval_component(InstComp *c, int flags) {
    InstEnv v = {.in = c->inst, .flags = flags};
    return no_object(component_value(&v, c));
}

InstValue *inst_eval_member(InstComp *c, uint32_t k, int flags) {
    int64_t at = (int64_t)k + 1;
    InstIndex here = {.comp = inst_group_of(c), .at = &at};
    InstEnv v = {.in = c->inst, .flags = flags, .index = &here};
    return no_object(component_value(&v, c));
}

InstValue *inst_eval_at(Inst *in, InstExpr *e, InstClass *at, const int64_t *index, uint32_t nindex, int flags) {
    InstIndex chain[64];
    const InstComp *owners[64];
    uint32_t n = 0, k = 0;
    for (const InstComp *o = at->owner; o && n < 64; o = o->parent->owner)
        if (o->type.ndims) owners[n++] = o;
    InstEnv v = {.in = in, .flags = flags};
    uint32_t used = 0;
    while (n-- > 0 && k + owners[n]->type.ndims <= nindex) {
        chain[used] = (InstIndex){.comp = owners[n], .at = index + k, .outer = v.index};
        v.index = &chain[used++];
        k += owners[n]->type.ndims;
    }
    return no_object(inst_eval_expr(&v, e));
}

bool inst_eval_integer(InstClass *scope, const SynExpr *e, int64_t *out, int flags) {
    Inst *in = scope->inst;
    InstType want = inst_type(INST_INTEGER);
    InstExpr *x = inst_expr_as(scope, e, NULL, &want, "size");
    if (x->kind == INST_E_ERROR) return false;
    if (inst_is_int(x, out)) return true;
    if ((flags & INST_EVAL_CONSTANT) && x->variability > INST_VAR_CONSTANT) return false;
    InstValue *v = inst_eval(in, x, flags & ~INST_EVAL_CONSTANT);
    if (v == NULL) return false;
    *out = inst_whole(v->num[0]);
    return true;
}

bool inst_eval_boolean(InstClass *scope, const SynExpr *e, bool *out, int flags) {
    Inst *in = scope->inst;
    InstType want = inst_type(INST_BOOLEAN);
    InstExpr *x = inst_expr_as(scope, e, NULL, &want, "condition");
    if (x->kind == INST_E_ERROR) return false;
    InstValue *v = inst_eval(in, x, flags);
    if (v == NULL) return false;
    *out = v->num[0] != 0;
    return true;
}
