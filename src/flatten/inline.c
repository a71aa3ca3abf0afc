/* inline.c - running a function's body on expressions instead of numbers.
 *
 * Before: arguments taken apart into scalars.  After: results as scalar expressions of the arguments.  Works for
 * bodies of assignments, loops with known ranges and if (both branches are run and merged); anything else makes
 * flat_inline return false silently, and the call is kept whole.
 */
#include "flatten/flatten_impl.h"

enum { MAX_INLINE_DEPTH = 32, MAX_INLINE_NODES = 200000 };

/* ---- frames: the current values of a function's variables -------------------------------------------------------- */

static uint32_t frame_comps(InstFunction *fn, InstComp ***all, Arena *a) {
    uint32_t n = fn->ninputs + fn->noutputs + fn->nlocals;
    *all = BASE_ARRAY(a, InstComp *, n + 1);
    memcpy(*all, fn->inputs, fn->ninputs * sizeof **all);
    if (fn->noutputs) memcpy(*all + fn->ninputs, fn->outputs, fn->noutputs * sizeof **all);
    if (fn->nlocals) memcpy(*all + fn->ninputs + fn->noutputs, fn->locals, fn->nlocals * sizeof **all);
    return n;
}

void flat_frame_enter(Flat *f, InstFunction *fn, const FlatVal *args, FlatFrame *frame) {
    frame->n = frame_comps(fn, &frame->comps, &f->temp);
    frame->saved = BASE_ARRAY(&f->temp, FlatVal *, frame->n + 1);
    for (uint32_t i = 0; i < frame->n; i++) {
        FlatComp *fc = flat_comp(f, frame->comps[i]);
        frame->saved[i] = fc->value;
        fc->value = NULL;
    }
    for (uint32_t i = 0; i < fn->ninputs; i++) {
        FlatVal *v = BASE_NEW(&f->temp, FlatVal);
        *v = args[i];
        flat_comp(f, fn->inputs[i])->value = v;
    }
}

void flat_frame_leave(Flat *f, FlatFrame *frame) {
    for (uint32_t i = 0; i < frame->n; i++) flat_comp(f, frame->comps[i])->value = frame->saved[i];
}

/* Sizes of a variable of the current frame from its declaration. */
bool flat_declared_dims(Flat *f, InstComp *c, InstType *t) {
    *t = c->type;
    int64_t *dims = BASE_ARRAY(&f->temp, int64_t, c->type.ndims + 1);
    for (int k = 0; k < c->type.ndims; k++) {
        dims[k] = c->type.dims[k];
        if (dims[k] >= 0) continue;
        const SynExpr *s = inst_dimension_syntax(c, (uint32_t)k);
        if (!s || s->kind == SYN_COLON) return false;
        InstExpr *e = inst_expr(inst_dimension_scope(c), s, NULL);
        FlatVal v;
        double x;
        size_t mark = base_diag_mark(f->ctx);
        bool ok = e->kind != INST_E_ERROR && flat_value(f, e, &v) && v.n == 1 && dae_is_const(&f->pool, v.e[0], &x);
        if (!ok) {
            base_diag_rollback(f->ctx, mark);
            return false;
        }
        dims[k] = (int64_t)x;
    }
    t->dims = dims;
    return true;
}

/* ---- running statements ------------------------------------------------------------------------------------------ */

typedef struct {
    InstFunction *fn;
    FlatFrame frame;
    uint32_t budget;
} Run;

static bool run(Flat *f, Run *r, InstStmt *s);

/* Where the scalars of a reference lie inside the value of its variable. */
static bool positions(Flat *f, const InstExpr *lhs, const FlatVal *root, FlatVal *out) {
    FlatVal numbers = flat_new_val(f, &root->type, root->n);
    for (uint32_t i = 0; i < root->n; i++) numbers.e[i] = i;
    bool before = f->positions;
    f->positions = true;
    bool ok = flat_frame_value(f, lhs, &numbers, out);
    f->positions = before;
    return ok;
}

static bool store(Flat *f, const InstExpr *lhs, const FlatVal *v) {
    if (lhs->kind != INST_E_CREF) return false;
    FlatComp *fc = lhs->parts[0].comp->extra;
    if (!fc || !fc->value) return false;
    FlatVal at;
    if (lhs->nparts == 1 && !lhs->parts[0].nsubs) {
        FlatVal *copy = BASE_NEW(&f->temp, FlatVal);
        InstType t = v->type;
        *copy = *v;
        copy->type = fc->value->type;
        copy->type.ndims = t.ndims;
        copy->type.dims = t.dims;
        copy->e = base_copy(&f->temp, v->e, v->n * sizeof *v->e);
        fc->value = copy;
        return true;
    }
    if (!positions(f, lhs, fc->value, &at) || at.n != v->n) return false;
    for (uint32_t i = 0; i < at.n; i++) fc->value->e[at.e[i]] = v->e[i];
    return true;
}

static bool complete(const FlatVal *v) {
    for (uint32_t i = 0; i < v->n; i++)
        if (!v->e[i]) return false;
    return true;
}

static bool run_assign(Flat *f, InstStmt *s) {
    if (s->lhs->kind != INST_E_TUPLE) {
        FlatVal v;
        return flat_value(f, s->rhs, &v) && complete(&v) && store(f, s->lhs, &v);
    }
    if (s->rhs->kind != INST_E_CALL) return false;
    uint32_t n = s->rhs->function->noutputs;
    FlatVal *outs = BASE_ARRAY(&f->temp, FlatVal, n + 1);
    if (!flat_call_all(f, s->rhs, outs)) return false;
    for (uint32_t i = 0; i < s->lhs->nargs && i < n; i++)
        if (s->lhs->args[i] && !store(f, s->lhs->args[i], &outs[i])) return false;
    return true;
}

static FlatVal *snapshot(Flat *f, Run *r) {
    FlatVal *copy = BASE_ARRAY(&f->temp, FlatVal, r->frame.n + 1);
    for (uint32_t i = 0; i < r->frame.n; i++) {
        FlatVal *v = flat_comp(f, r->frame.comps[i])->value;
        copy[i] = *v;
        copy[i].e = base_copy(&f->temp, v->e, v->n * sizeof *v->e);
    }
    return copy;
}

static void restore(Flat *f, Run *r, const FlatVal *copy) {
    for (uint32_t i = 0; i < r->frame.n; i++) {
        FlatVal *v = BASE_NEW(&f->temp, FlatVal);
        *v = copy[i];
        v->e = base_copy(&f->temp, copy[i].e, copy[i].n * sizeof *v->e);
        flat_comp(f, r->frame.comps[i])->value = v;
    }
}

static bool run_if(Flat *f, Run *r, InstStmt *s, uint32_t i) {
    if (i >= s->nbranches) return true;
    InstExpr *cond = s->branches[i].cond;
    if (!cond) return run(f, r, s->branches[i].stmts);
    DaeExpr c;
    double x;
    if (!flat_scalar(f, cond, &c) || !c) return false;
    if (dae_is_const(&f->pool, c, &x)) return x != 0 ? run(f, r, s->branches[i].stmts) : run_if(f, r, s, i + 1);
    FlatVal *before = snapshot(f, r);
    if (!run(f, r, s->branches[i].stmts)) return false;
    FlatVal *then = snapshot(f, r);
    restore(f, r, before);
    if (!run_if(f, r, s, i + 1)) return false;
    for (uint32_t k = 0; k < r->frame.n; k++) {
        FlatVal *v = flat_comp(f, r->frame.comps[k])->value;
        if (v->n != then[k].n) return false;
        for (uint32_t j = 0; j < v->n; j++) {
            if (v->e[j] == then[k].e[j]) continue;
            if (!v->e[j] || !then[k].e[j])
                v->e[j] = v->e[j] ? v->e[j] : then[k].e[j]; /* assigned on one side only: undefined on the other */
            else v->e[j] = dae_op3(&f->pool, DAE_IF, c, then[k].e[j], v->e[j]);
        }
    }
    return true;
}

/* The value of a bound, where it is known what the function was given and computed so far. */
static bool bound_of(Flat *f, InstExpr *e, int64_t *i) {
    FlatVal v;
    double x;
    if (!flat_value(f, e, &v) || v.n != 1 || !v.e[0] || !dae_is_const(&f->pool, v.e[0], &x)) return false;
    *i = inst_whole(x);
    return true;
}

/* The values that an iterator takes, as they are before the first round: the body may assign what they come from. */
static bool range_values(Flat *f, InstExpr *r, FlatVal *v) {
    int64_t from, step = 1, to;
    if (!r) return false;
    if (r->kind != INST_E_RANGE || r->type.base != INST_INTEGER) return flat_value(f, r, v) && complete(v);
    if (!bound_of(f, r->args[0], &from) || !bound_of(f, r->args[2], &to)) return false;
    if (r->args[1] && (!bound_of(f, r->args[1], &step) || !step)) return false;
    int64_t n = (step > 0 ? from <= to : from >= to) ? (to - from) / step + 1 : 0;
    if (n < 0 || n > MAX_INLINE_NODES) return false;
    InstType t = {.base = INST_INTEGER, .ndims = 1, .dims = base_copy(&f->temp, &n, sizeof n)};
    *v = flat_new_val(f, &t, (uint32_t)n);
    for (int64_t i = 0; i < n; i++) v->e[i] = dae_int(&f->pool, from + i * step);
    return true;
}

static bool run_for(Flat *f, Run *r, InstStmt *s) {
    FlatVal v;
    if (!range_values(f, s->iter->range, &v) || v.type.ndims != 1 || v.type.base == INST_RECORD) return false;
    InstIter saved = *s->iter;
    FlatRunning here = {.iter = s->iter, .outer = f->running};
    bool ok = true;
    for (uint32_t i = 0; i < v.n && ok; i++) {
        double x;
        bool number = v.type.base == INST_INTEGER && dae_is_const(&f->pool, v.e[i], &x);
        s->iter->bound = number; /* known numbers may choose elements */
        s->iter->value = NULL;
        s->iter->slot = number ? inst_whole(x) : 0;
        here.value = v.e[i];
        f->running = number ? here.outer : &here;
        ok = run(f, r, s->body);
    }
    f->running = here.outer;
    *s->iter = saved;
    return ok;
}

static bool run_call(Flat *f, InstStmt *s) {
    if (s->lhs->kind != INST_E_BUILTIN || s->lhs->builtin != INST_B_ASSERT) return false;
    DaeExpr c;
    double x;
    return flat_scalar(f, s->lhs->args[0], &c) && c && dae_is_const(&f->pool, c, &x) && x != 0;
}

static bool run(Flat *f, Run *r, InstStmt *s) {
    for (; s; s = s->next) {
        if (f->pool.nodes.n > MAX_INLINE_NODES) return false;
        bool ok = false;
        switch ((SynStatementKind)s->kind) {
        case SYN_ST_ASSIGN: ok = run_assign(f, s); break;
        case SYN_ST_IF: ok = run_if(f, r, s, 0); break;
        case SYN_ST_FOR: ok = run_for(f, r, s); break;
        case SYN_ST_CALL: ok = run_call(f, s); break;
        default: break;
        }
        if (!ok) return false;
    }
    return true;
}

/* A record variable without a value of its own, but with values for fields, or for fields of those:
 * result(re = re, im = im).  An array of records has them for each element, or one that holds all:
 * c[2](x = {1, 2}). */
static bool start_fields(Flat *f, InstComp *c, DaeExpr *to, uint64_t n, int depth) {
    uint32_t nf = 0;
    InstComp **fields = c->type.base == INST_RECORD && c->cls && depth < 32 ? flat_fields(f, c->cls, &nf) : NULL;
    uint64_t per = 0, at = 0;
    for (uint32_t i = 0; i < nf; i++) per += flat_leaves(f, &fields[i]->type);
    uint64_t count = per ? n / per : 0;
    for (uint32_t i = 0; i < nf; i++) {
        uint64_t width = flat_leaves(f, &fields[i]->type);
        InstExpr *e = fields[i]->binding.value ? inst_binding_expr(fields[i]) : NULL;
        FlatVal x;
        if (e && (!flat_value(f, e, &x) || !complete(&x) || (x.n != width && x.n != width * count))) return false;
        for (uint64_t k = 0; k < count; k++) {
            DaeExpr *into = to + k * per + at;
            if (!e && !start_fields(f, fields[i], into, width, depth + 1)) return false;
            if (e) memcpy(into, x.e + (x.n == width ? 0 : k * width), width * sizeof *into);
        }
        at += width;
    }
    return true;
}

static bool start_values(Flat *f, InstComp **comps, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        FlatVal *v = BASE_NEW(&f->temp, FlatVal);
        InstExpr *e = comps[i]->binding.value ? inst_binding_expr(comps[i]) : NULL;
        if (e) {
            if (!flat_value(f, e, v) || !complete(v)) return false;
            v->e = base_copy(&f->temp, v->e, v->n * sizeof *v->e);
        } else {
            InstType t;
            if (!flat_declared_dims(f, comps[i], &t)) return false;
            *v = flat_new_val(f, &t, (uint32_t)flat_leaves(f, &t));
            if (!start_fields(f, comps[i], v->e, v->n, 0)) return false;
        }
        flat_comp(f, comps[i])->value = v;
    }
    return true;
}

bool flat_inline(Flat *f, InstFunction *fn, const FlatVal *args, FlatVal *outs) {
    if (f->inline_depth >= MAX_INLINE_DEPTH || fn->external) return false;
    for (uint32_t i = 0; i < fn->ninputs; i++)
        if (args[i].type.base == INST_FUNCTION) return false;
    InstStmt *body = inst_function_body(fn);
    size_t mark = base_diag_mark(f->ctx);
    bool failed = f->failed;
    Run r = {.fn = fn};
    FlatStmts *stmts = f->stmts;
    flat_frame_enter(f, fn, args, &r.frame);
    f->inline_depth++;
    f->no_event++;
    bool ok =
        start_values(f, fn->outputs, fn->noutputs) && start_values(f, fn->locals, fn->nlocals) && run(f, &r, body);
    for (uint32_t k = 0; ok && k < fn->noutputs; k++) {
        outs[k] = *flat_comp(f, fn->outputs[k])->value;
        ok = complete(&outs[k]);
    }
    f->no_event--;
    f->inline_depth--;
    flat_frame_leave(f, &r.frame);
    f->stmts = stmts;
    if (!ok) {
        base_diag_rollback(f->ctx, mark);
        f->failed = failed;
    }
    return ok;
}

static const SynExpr *annotation(Flat *f, InstClass *c, const char *what) {
    for (; c; c = c->nbases ? c->bases[0] : NULL) {
        const SynMod *m = c->syn ? syn_annotation(c->syn->annotation, f->ctx->names, what) : NULL;
        if (m && m->mod && m->mod->value) return m->mod->value;
    }
    return NULL;
}

static bool annotated(Flat *f, InstClass *c, const char *what) {
    const SynExpr *e = annotation(f, c, what);
    return e && e->kind == SYN_BOOLEAN && e->boolean;
}

FlatFnInfo *flat_fn_info(Flat *f, InstFunction *fn) {
    if (!fn->extra) fn->extra = BASE_NEW(&f->arena, FlatFnInfo);
    return fn->extra;
}

/* Asked for by annotation (18.3), or so small that a call would only hide it: one plain assignment; unless it says
 * Inline = false, or names its derivative, which need not be that of its body (12.7.1), or its inverse, which is lost
 * with the call (12.8). */
bool flat_inline_wanted(Flat *f, InstFunction *fn) {
    if (fn->external || !fn->pure) return false;
    FlatFnInfo *info = flat_fn_info(f, fn);
    if (!info->inline_known) {
        InstStmt *body = inst_function_body(fn);
        const SynExpr *wish = annotation(f, fn->cls, "Inline");
        bool inverse = fn->cls->syn && syn_annotation(fn->cls->syn->annotation, f->ctx->names, "inverse");
        bool small = (!fn->nlocals && body && !body->next && body->kind == SYN_ST_ASSIGN) || (!body && !fn->nlocals);
        small =
            small && !(wish && wish->kind == SYN_BOOLEAN && !wish->boolean) && !annotation(f, fn->cls, "derivative");
        info->inline_wanted =
            annotated(f, fn->cls, "Inline") || annotated(f, fn->cls, "GenerateEvents") ||
            ((small || annotated(f, fn->cls, "LateInline") || annotated(f, fn->cls, "InlineAfterIndexReduction") ||
              annotated(f, fn->cls, "__Dymola_InlineAfterIndexReduction")) && /* its name before 3.2 had it */
             !inverse &&
             !flat_derivative_tells_more(f, fn));
        info->inline_known = true;
    }
    return info->inline_wanted;
}
