/* interpret.c - running functions at translation time (MLS 3.6, 11.2, 12.4).
 *
 * Before: an elaborated function and a value for each input.  After: the results, or NULL when the function cannot
 * be run here (external, unknown, out of steps).  Every run ends: statements are counted against a budget.
 */
#include "elaborate/elaborate_impl.h"

#include <string.h>

typedef enum { GO_ON, LEAVE_LOOP, LEAVE_FUNCTION, FAILED } Flow;

static Flow run(InstEnv *v, InstStmt *s);

bool inst_spend(InstEnv *v, int64_t n, Span span) {
    InstElabState *st = inst_elab_state(v->in);
    st->steps -= n;
    if (st->steps > 0) return true;
    st->steps = 0;
    inst_eval_fail(v, "INST0660", span, "evaluation at translation time takes too long and was stopped");
    return false;
}

/* ---- variables --------------------------------------------------------------------------------------------------- */

/* Sizes of a local array: known, or computed now from the inputs; ':' begins empty. */
static bool local_dims(InstEnv *v, InstComp *c, InstType *t) {
    *t = c->type;
    bool copied = false;
    for (uint32_t k = 0; k < t->ndims; k++) {
        if (t->dims[k] != INST_UNKNOWN_DIM) continue;
        const SynExpr *s = inst_dimension_syntax(c, k);
        int64_t size = 0;
        if (s && s->kind != SYN_COLON) {
            InstExpr *e = inst_expr(inst_dimension_scope(c), s, NULL);
            InstValue *n = e->kind == INST_E_ERROR ? NULL : inst_eval_expr(v, e);
            if (n == NULL) return false;
            size = n->num[0] > 0 ? (int64_t)n->num[0] : 0;
        }
        if (!copied) t->dims = base_copy(&v->in->arena, t->dims, t->ndims * sizeof *t->dims);
        copied = true;
        t->dims[k] = size;
    }
    return inst_dims_fit(v->in, t->dims, t->ndims);
}

/* Element i of the first `lead` dimensions of a value. */
static InstValue *element(Inst *in, InstValue *a, uint32_t lead, uint64_t i) {
    InstType t = a->type;
    t.ndims = (uint8_t)(t.ndims - lead);
    t.dims = t.ndims ? base_copy(&in->arena, a->type.dims + lead, t.ndims * sizeof *t.dims) : NULL;
    InstValue *r = inst_value_new(in, t);
    uint64_t from = i * r->n;
    if (from + r->n > a->n) return NULL;
    if (t.base == INST_RECORD) {
        memcpy(r->rec, a->rec + from * a->nfields, r->n * a->nfields * sizeof *r->rec);
    } else if (t.base == INST_STRING) {
        memcpy(r->str, a->str + from, r->n * sizeof *r->str);
    } else {
        memcpy(r->num, a->num + from, r->n * sizeof *r->num);
    }
    return r;
}

/* A variable before its first assignment. */
static InstValue *initial_value(InstEnv *v, InstComp *c, InstValue **slot, int depth) {
    Inst *in = v->in;
    InstExpr *e = inst_binding_expr(c);
    if (e && e->kind != INST_E_ERROR) {
        InstValue *a = inst_eval_expr(v, e);
        return a && c->type.base == INST_REAL ? inst_value_as(in, a, INST_REAL) : a;
    }
    InstType t;
    if (depth > 20 || !local_dims(v, c, &t)) return NULL;
    InstValue *a = inst_value_new(in, t);
    if (t.base == INST_RECORD && c->cls) {
        uint32_t nf;
        InstComp **fields = inst_fields(c->cls, &nf);
        if (slot) *slot = a; /* fields may refer to each other */
        uint64_t todo = a->n * nf, last = todo + 1;
        while (todo && todo < last) { /* until nothing more can be found */
            last = todo;
            for (uint64_t i = 0; i < a->n * nf; i++)
                if (a->rec[i] == NULL && (a->rec[i] = initial_value(v, fields[i % nf], NULL, depth + 1)) != NULL) {
                    /* c[2](x = {1, 2}): a value for all elements */
                    if (t.ndims && a->rec[i]->type.ndims == fields[i % nf]->type.ndims + t.ndims)
                        a->rec[i] = element(in, a->rec[i], t.ndims, i / nf);
                    if (a->rec[i]) todo--;
                }
        }
        if (todo) {
            if (slot) *slot = NULL;
            return NULL;
        }
    }
    if (t.base == INST_ENUM)
        for (uint64_t i = 0; i < a->n; i++) a->num[i] = 1;
    return a;
}

InstValue *inst_frame_value(InstEnv *v, uint32_t slot) {
    InstFrame *f = v->frame;
    if (f->vals[slot]) return f->vals[slot];
    if (f->busy[slot]) return NULL;
    f->busy[slot] = true; /* declared values may refer to each other in any order, but not in a circle */
    InstValue *a = initial_value(v, f->comps[slot], &f->vals[slot], 0);
    f->busy[slot] = false;
    f->vals[slot] = a;
    return a;
}

bool inst_frame_has(InstEnv *v, uint32_t slot, Span span) {
    InstFrame *f = v->frame;
    const InstComp *c = f->comps[slot];
    bool number = c->type.base <= INST_BOOLEAN && !c->type.ndims;
    if (f->vals[slot] || slot < f->function->ninputs || c->binding.value || c->covered || !number) return true;
    if (f->function->external || f->function->is_record_constructor) return true;
    const char *name = inst_name(v->in, c->name), *function = inst_class_text(f->function->cls);
    if (inst_strict(f->function->cls)) {
        inst_eval_fail(v, "INST0577", span, "'%s' of function %s has got no value on the way taken (MLS 12.4.4)", name,
                       function);
        return false;
    }
    inst_tolerate(f->function->cls, "INST0577", span,
                  "'%s' of function %s has got no value on the way taken (MLS 12.4.4): zero is used", name, function);
    return true; /* as elsewhere; libraries count on it */
}

/* ---- assignment -------------------------------------------------------------------------------------------------- */

/* old with the part named by parts[0..n) replaced by a; parts[0] is a field of old's own kind. */
static InstValue *updated(InstEnv *v, InstValue *old, const InstPart *parts, uint32_t n, InstValue *a, bool owned);

/* Replaces elements of an array: positions given by subscripts of rank dimensions. */
static InstValue *update_elements(InstEnv *v, InstValue *old, const InstPart *p, const InstPart *rest, uint32_t nrest,
                                  InstValue *a, bool owned) {
    Inst *in = v->in;
    int64_t *sets[64], counts[64];
    bool scalar[64];
    uint32_t rank = old->type.ndims;
    uint64_t total = 1;
    if (p->nsubs != rank) return NULL;
    for (uint32_t k = 0; k < rank; k++) {
        int64_t size = old->type.dims[k];
        if (!inst_eval_index_set(v, p->subs[k], size, &sets[k], &counts[k], &scalar[k])) return NULL;
        total *= (uint64_t)counts[k];
    }
    InstValue *r = owned ? old : inst_value_copy(in, old);
    bool whole = nrest == 0;
    if (whole && a->n != total && a->n != 1) {
        inst_eval_fail(v, "INST0661", p->subs[0]->span, "%llu values are assigned to %llu elements",
                       (unsigned long long)a->n, (unsigned long long)total);
        return NULL;
    }
    for (uint64_t i = 0; i < total; i++) {
        uint64_t left = i, at = 0, stride = 1;
        for (uint32_t k = rank; k-- > 0;) {
            at += stride * (uint64_t)(sets[k][left % (uint64_t)counts[k]] - 1);
            left /= (uint64_t)counts[k];
            stride *= (uint64_t)old->type.dims[k];
        }
        if (whole) {
            inst_value_put(r, at, a, a->n == 1 ? 0 : i);
            continue;
        }
        InstValue *one = inst_value_element(in, r, at, rank);
        InstValue *part = total == 1 ? a : inst_value_element(in, a, i, 1);
        one = updated(v, one, rest - 1, nrest + 1, part, false);
        if (one == NULL) return NULL;
        inst_value_put(r, at, one, 0);
    }
    return r;
}

static InstValue *updated(InstEnv *v, InstValue *old, const InstPart *parts, uint32_t n, InstValue *a, bool owned) {
    Inst *in = v->in;
    if (parts[0].nsubs && old->type.ndims) return update_elements(v, old, &parts[0], parts + 1, n - 1, a, owned);
    if (n == 1) return a;
    if (old->type.base != INST_RECORD || old->type.ndims) return NULL;
    int k = inst_field_index(old->type.cls, parts[1].comp->name);
    if (k < 0) return NULL;
    InstValue *field = updated(v, old->rec[k], parts + 1, n - 1, a, false);
    if (field == NULL) return NULL;
    InstValue *r = inst_value_copy(in, old);
    r->rec[k] = field;
    return r;
}

static bool assign(InstEnv *v, InstExpr *target, InstValue *a) {
    if (target == NULL) return true;
    if (target->kind != INST_E_CREF || v->frame == NULL) return false;
    InstFrame *f = v->frame;
    int slot = -1;
    for (uint32_t i = 0; i < f->n; i++)
        if (f->comps[i] == target->parts[0].comp) slot = (int)i;
    if (slot < 0) return false;
    const InstComp *leaf = target->parts[target->nparts - 1].comp;
    if (leaf->type.base == INST_REAL) a = inst_value_as(v->in, a, INST_REAL);
    if (target->nparts == 1 && target->parts[0].nsubs == 0) {
        f->vals[slot] = a;
        f->owned[slot] = false;
        return true;
    }
    InstValue *old = inst_frame_value(v, (uint32_t)slot);
    if (old == NULL) return false;
    InstValue *now = updated(v, old, target->parts, target->nparts, a, f->owned[slot]);
    if (now == NULL) return false;
    f->owned[slot] = target->nparts == 1; /* a copy of our own: the next element needs no other */
    f->vals[slot] = now;
    return true;
}

/* ---- statements -------------------------------------------------------------------------------------------------- */

static Flow run_assign(InstEnv *v, InstStmt *s) {
    InstValue *a = inst_eval_expr(v, s->rhs);
    if (a == NULL) return FAILED;
    if (s->lhs->kind != INST_E_TUPLE) {
        for (uint32_t i = 0; v->frame && i < v->frame->n; i++)
            if (v->frame->vals[i] == a) v->frame->owned[i] = false; /* now shared */
        return assign(v, s->lhs, a) ? GO_ON : FAILED;
    }
    if (a->type.base != INST_TUPLE) return FAILED;
    for (uint32_t i = 0; i < s->lhs->nargs; i++) {
        if (s->lhs->args[i] == NULL) continue;
        if (i >= a->nfields || a->rec[i] == NULL || !assign(v, s->lhs->args[i], a->rec[i])) return FAILED;
    }
    return GO_ON;
}

static Flow run_if(InstEnv *v, InstStmt *s) {
    for (uint32_t i = 0; i < s->nbranches; i++) {
        if (s->branches[i].cond) {
            InstValue *c = inst_eval_expr(v, s->branches[i].cond);
            if (c == NULL) return FAILED;
            if (c->num[0] == 0) continue;
        }
        return run(v, s->branches[i].stmts);
    }
    return GO_ON;
}

/* Values made by a long loop are garbage but for the variables: keep those, drop the rest. */
static void compact(InstEnv *v) {
    InstElabState *st = inst_elab_state(v->in);
    InstFrame *f = v->frame;
    if (f == NULL || st->scratch.total - st->compacted < (32u << 20)) return;
    ArenaMark spare = base_mark(&st->spare);
    for (uint32_t i = 0; i < f->n; i++) f->vals[i] = inst_value_deep(&st->spare, f->vals[i]);
    base_release(&st->scratch, f->mark);
    for (uint32_t i = 0; i < f->n; i++) f->vals[i] = inst_value_deep(&st->scratch, f->vals[i]);
    base_release(&st->spare, spare);
    st->compacted = st->scratch.total;
}

static Flow run_for(InstEnv *v, InstStmt *s) {
    InstValue *range = inst_eval_expr(v, s->iter->range);
    if (range == NULL) return FAILED;
    Arena kept = {0}; /* the range must survive compaction of the scratch values */
    range = inst_value_deep(&kept, range);
    InstIter saved = *s->iter;
    Flow flow = GO_ON;
    bool number = range->type.base != INST_STRING && range->type.base != INST_RECORD;
    for (uint64_t i = 0; i < range->n && flow == GO_ON; i++) {
        if (!inst_spend(v, 1, s->span)) {
            flow = FAILED;
            break;
        }
        InstValue one = {.type = inst_type_element(range->type), .n = 1};
        if (number) one.num = range->num + i;
        s->iter->value = number ? &one : inst_value_deep(&kept, inst_value_element(v->in, range, i, 1));
        s->iter->bound = true;
        flow = run(v, s->body);
        compact(v);
    }
    base_free_arena(&kept);
    s->iter->value = saved.value;
    s->iter->bound = saved.bound;
    s->iter->slot = saved.slot;
    return flow == LEAVE_LOOP ? GO_ON : flow;
}

static Flow run_while(InstEnv *v, InstStmt *s) {
    for (;;) {
        InstValue *c = inst_eval_expr(v, s->lhs);
        if (c == NULL || !inst_spend(v, 1, s->span)) return FAILED;
        if (c->num[0] == 0) return GO_ON;
        Flow flow = run(v, s->body);
        if (flow == LEAVE_LOOP) return GO_ON;
        if (flow != GO_ON) return flow;
        compact(v);
    }
}

static Flow run_call(InstEnv *v, InstStmt *s) {
    InstExpr *e = s->lhs;
    if (e->kind == INST_E_BUILTIN && e->builtin == INST_B_ASSERT) {
        InstValue *c = inst_eval_expr(v, e->args[0]);
        if (c == NULL || c->num[0] != 0) return GO_ON;
        InstValue *m = inst_eval_expr(v, e->args[1]);
        InstValue *level = e->nargs > 2 && e->args[2] ? inst_eval_expr(v, e->args[2]) : NULL;
        if (level && level->num[0] == 1) return GO_ON; /* AssertionLevel.warning */
        inst_eval_fail(v, "INST0662", s->span, "assertion failed during translation: %s",
                       m ? inst_name(v->in, m->str[0]) : "");
        return FAILED;
    }
    if (e->kind == INST_E_BUILTIN) return GO_ON;
    return inst_eval_expr(v, e) ? GO_ON : FAILED;
}

static Flow run_one(InstEnv *v, InstStmt *s) {
    switch ((SynStatementKind)s->kind) {
    case SYN_ST_ASSIGN: return run_assign(v, s);
    case SYN_ST_CALL: return run_call(v, s);
    case SYN_ST_IF: return run_if(v, s);
    case SYN_ST_FOR: return run_for(v, s);
    case SYN_ST_WHILE: return run_while(v, s);
    case SYN_ST_WHEN: return FAILED;
    case SYN_ST_BREAK: return LEAVE_LOOP;
    case SYN_ST_RETURN: return LEAVE_FUNCTION;
    }
    return FAILED;
}

static Flow run(InstEnv *v, InstStmt *s) {
    for (; s; s = s->next) {
        if (!inst_spend(v, 1, s->span)) return FAILED;
        Flow flow = run_one(v, s);
        if (flow != GO_ON) return flow;
    }
    return GO_ON;
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */

static void open_frame(Inst *in, InstFrame *f, InstFunction *fn, InstValue **args) {
    f->function = fn;
    f->n = fn->ninputs + fn->noutputs + fn->nlocals;
    Arena *arena = inst_value_arena(in);
    f->comps = BASE_ARRAY(arena, InstComp *, f->n + 1);
    f->vals = BASE_ARRAY(arena, InstValue *, f->n + 1);
    f->owned = BASE_ARRAY(arena, bool, f->n + 1);
    f->busy = BASE_ARRAY(arena, bool, f->n + 1);
    uint32_t k = 0;
    for (uint32_t i = 0; i < fn->ninputs; i++, k++) {
        f->comps[k] = fn->inputs[i];
        f->vals[k] = args[i];
        if (fn->inputs[i]->type.base == INST_REAL) f->vals[k] = inst_value_as(in, args[i], INST_REAL);
    }
    for (uint32_t i = 0; i < fn->noutputs; i++) f->comps[k++] = fn->outputs[i];
    for (uint32_t i = 0; i < fn->nlocals; i++) f->comps[k++] = fn->locals[i];
    f->mark = base_mark(arena);
}

InstValue *inst_eval_call(InstEnv *v, InstFunction *fn, InstValue **args, Span span) {
    Inst *in = v->in;
    if (fn->cls->prefixes & SYN_PARTIAL_CLASS) {
        inst_eval_fail(v, "INST0574", span, "%s is partial and cannot be called", inst_name(in, fn->name));
        return NULL;
    }
    if (v->depth > 200) {
        inst_eval_fail(v, "INST0664", span, "calls of %s are nested too deeply during translation",
                       inst_name(in, fn->name));
        return NULL;
    }
    if (!inst_spend(v, 1, span)) return NULL;
    size_t errors = base_error_count(in->ctx);
    InstStmt *body = fn->external ? NULL : inst_function_body(fn);
    if (base_error_count(in->ctx) != errors) {
        v->flags &= ~INST_EVAL_REPORT;
        return NULL;
    }
    InstElabState *st = inst_elab_state(in);
    bool outermost = st->running++ == 0;
    ArenaMark mark = base_mark(&st->scratch);
    if (outermost) st->compacted = st->scratch.total;
    InstFrame frame = {.outer = v->frame};
    open_frame(in, &frame, fn, args);
    InstFrame *saved = v->frame;
    const InstIndex *index = v->index;
    v->frame = &frame;
    v->index = NULL;
    v->depth++;
    bool ok = fn->external ? inst_eval_external(v, &frame, span) : true;
    if (ok && body) {
        Flow flow = run(v, body);
        ok = flow == GO_ON || flow == LEAVE_FUNCTION;
    }
    InstValue *r = NULL;
    if (ok && fn->noutputs) ok = inst_frame_has(v, fn->ninputs, span); /* of others nobody may ask */
    if (ok) {
        r = BASE_NEW(&st->scratch, InstValue);
        r->type = inst_type(INST_TUPLE);
        r->n = 1;
        r->nfields = fn->noutputs;
        r->rec = BASE_ARRAY(&st->scratch, InstValue *, fn->noutputs + 1);
        for (uint32_t i = 0; i < fn->noutputs && r; i++)
            if ((r->rec[i] = inst_frame_value(v, fn->ninputs + i)) == NULL) r = NULL;
    }
    v->depth--;
    v->frame = saved;
    v->index = index;
    st->running--;
    if (outermost) { /* only the results live on */
        r = inst_value_deep(&in->arena, r);
        base_release(&st->scratch, mark);
    }
    return r;
}
