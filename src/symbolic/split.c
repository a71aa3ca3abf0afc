/* split.c - takes a function call with several results apart into scalar equations.
 *
 * Before: a multi-equation (a, b) := f(x) or {a, b} := f(x) of continuous Reals (and what else f gives).  After: a = f(x).1, b = f(x).2 (elements of
 * an array result by index).  The call is then evaluated once per equation, so this is done only where the group stands in
 * the way: when it must be solved for one of its arguments, or differentiated.
 */
#include "symbolic/symbolic_impl.h"

#include <string.h>

typedef struct {
    SymWork *w;
    const DaeEquation *eq;
    DaeEquations *out;
    VecU32 hole_of;   /* renumbering: new hole -> hole of eq */
} Split;

static DaeExpr renumber(void *arg, DaePool *to, const DaePool *from, DaeExpr leaf) {
    Split *s = arg;
    DaeNode n = *dae_at(from, leaf);
    if (n.op != DAE_HOLE) return leaf;
    uint32_t k = 0;
    while (k < s->hole_of.n && s->hole_of.at[k] != n.id) k++;
    if (k == s->hole_of.n) vec_push(&s->hole_of, n.id);
    return dae_hole(to, k, n.base);
}

static void add_scalar(Split *s, DaeExpr target, DaeExpr value) {
    Dae *d = s->w->dae;
    DaeExpr sides[2] = {target, value};
    DaeNode head = {.op = DAE_EQUATE, .base = DAE_VOID};
    vec_clear(&s->hole_of);
    DaeExpr root = dae_map(&d->pool, &d->pool, dae_node(&d->pool, head, sides, 2), renumber, s);
    DaeEquation made = {dae_shape_id(d, root, (uint32_t)s->hole_of.n, 0), (uint32_t)d->operands.n, s->eq->origin};
    for (size_t k = 0; k < s->hole_of.n; k++) {
        DaeOperand o = d->operands.at[s->eq->operands + s->hole_of.at[k]];
        vec_push(&d->operands, o);
    }
    vec_push(s->out, made);
}

/* target := value, where the target may be a (nested) array of holes. */
static bool add_target(Split *s, DaeExpr target, DaeExpr value, VecU32 *index, int depth) {
    DaePool *p = &s->w->dae->pool;
    DaeNode t = *dae_at(p, target);
    if (depth > 8) return false;
    if (t.op == DAE_ARRAY) {
        for (uint32_t i = 0; i < t.nargs; i++) {
            vec_push(index, dae_int(p, i + 1));
            bool ok = add_target(s, dae_arg(p, target, i), value, index, depth + 1);
            (void)vec_pop(index);
            if (!ok) return false;
        }
        return true;
    }
    if (t.op != DAE_HOLE) return false;
    if (index->n) {
        VecU32 args = {0};
        vec_push(&args, value);
        for (size_t i = 0; i < index->n; i++) vec_push(&args, index->at[i]);
        value = dae_op(p, DAE_INDEX, args.at, (uint32_t)args.n);
        vec_free(&args);
    }
    add_scalar(s, target, value);
    return true;
}

/* What a when-clause computes is not to be touched. */
static bool has_continuous_output(const SymWork *w, const DaeEquation *eq) {
    bool any = false;
    for (uint32_t k = 0; k < w->dae->shapes.at[eq->shape].nout; k++) {
        const DaeVariable *v = &w->dae->vars.at[dae_operands(w->dae, eq)[k]];
        if (v->base == DAE_REAL && v->kind == DAE_KIND_DISCRETE) return false;
        any |= v->base == DAE_REAL;
    }
    return any;
}

/* Equations in the place of eq are appended to out; false (and nothing appended) when it cannot be taken apart. */
static bool split_equation(SymWork *w, const DaeEquation *eq, DaeEquations *out) {
    Dae *d = w->dae;
    DaePool *p = &d->pool;
    DaeExpr root = d->shapes.at[eq->shape].root;
    while (dae_at(p, root)->op == DAE_SEQ && dae_at(p, root)->nargs == 1) root = dae_arg(p, root, 0);
    DaeNode n = *dae_at(p, root);
    if ((n.op != DAE_ASSIGN_CALL && n.op != DAE_ASSIGN) || !has_continuous_output(w, eq)) return false;
    Split s = {.w = w, .eq = eq, .out = out};
    size_t before = out->n;
    bool ok = true;
    VecU32 index = {0};
    if (n.op == DAE_ASSIGN) {
        ok = add_target(&s, dae_arg(p, root, 0), dae_arg(p, root, 1), &index, 0);
    } else {
        DaeExpr call = dae_arg(p, root, 0);
        ok = dae_at(p, call)->op == DAE_CALL;
        for (uint32_t i = 1; i < n.nargs && ok; i++) {
            if (!dae_arg(p, root, i)) continue;
            DaeNode c = *dae_at(p, call);
            VecU32 args = {0};
            for (uint32_t k = 0; k < c.nargs; k++) vec_push(&args, dae_arg(p, call, k));
            DaeExpr result = dae_call(d, p, c.id, i - 1, args.at, c.nargs);
            vec_free(&args);
            ok = add_target(&s, dae_arg(p, root, i), result, &index, 0);
        }
    }
    vec_free(&index);
    vec_free(&s.hole_of);
    if (!ok || out->n - before != d->shapes.at[eq->shape].nout) {
        out->n = before;
        return false;
    }
    return true;
}

uint32_t sym_split(SymWork *w, uint32_t only) {
    DaeEquations out = {0};
    uint32_t done = 0;
    for (uint32_t i = 0; i < w->eqs.n; i++) {
        DaeEquation eq = w->eqs.at[i];
        bool wanted = w->dae->shapes.at[eq.shape].nout && (only == SYM_NONE || only == i);
        if (wanted && split_equation(w, &eq, &out)) done++;
        else vec_push(&out, eq);
    }
    vec_free(&w->eqs);
    w->eqs = out;
    return done;
}
