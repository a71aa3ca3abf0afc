/* split_equation.c - takes a multi-equation of continuous variables apart into scalar equations.
 *
 * Before: a call with several results, (a, b) := f(x) or {a, b} := f(x), or an algorithm that is a
 * plain sequence of assignments and such calls, or (outputs.c) one with branches and loops.  After:
 * a = f(x).1, b = f(x).2 (elements of an array result by index); a variable that an algorithm
 * assigns several times has a hidden variable for each value but the last.  A call is then
 * evaluated once per equation, so this is done only where a group must be differentiated.
 */
#include "symbolic/symbolic_impl.h"

#include <string.h>

typedef struct {
    SymWork *w;
    const DaeEquation *eq;
    uint32_t nholes, nout;
    DaeEquations *out;
    DaeOperand *now; /* per hole: the variable that holds its present value; DAE_NO_OPERAND before
                        it has one */
    uint32_t *left;  /* per output: assignments still to come */
    VecU32 hole_of;  /* renumbering: new hole -> hole of eq (a target: nholes + hole) */
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

/* The variable for the next value of output `hole`: its own when no other value follows. */
static DaeVar next_value(Split *s, uint32_t hole) {
    Dae *d = s->w->dae;
    DaeVar v = dae_operands(d, s->eq)[hole];
    if (--s->left[hole] == 0) return v;
    DaeVariable fresh = d->vars.at[v];
    fresh.flags = DAE_HIDDEN;
    fresh.name = dae_new_name(d, fresh.name, base_name(d->ctx->names, "$value"), NULL, 0);
    fresh.derivative = fresh.pre = fresh.of = 0;
    fresh.start = DAE_NO_OPERAND;
    DaeVar made = dae_add_var(d, &fresh);
    sym_grow(s->w);
    return made;
}

/* target (a hole) = value; the value reads what stood before. */
static bool add_scalar(Split *s, DaeExpr target, DaeExpr value) {
    Dae *d = s->w->dae;
    DaeNode t = *dae_at(&d->pool, target);
    if (t.id >= s->nout) return false;
    DaeExpr sides[2] = {dae_hole(&d->pool, s->nholes + t.id, t.base), value};
    DaeNode head = {.op = DAE_EQUATE, .base = DAE_VOID};
    vec_clear(&s->hole_of);
    DaeExpr root = dae_map(&d->pool, &d->pool, dae_node(&d->pool, head, sides, 2), renumber, s);
    DaeVar into = next_value(s, t.id);
    DaeEquation made = {dae_shape_id(d, root, (uint32_t)s->hole_of.n, 0), (uint32_t)d->operands.n, s->eq->origin};
    for (size_t k = 0; k < s->hole_of.n; k++) {
        uint32_t hole = s->hole_of.at[k];
        DaeOperand o = hole >= s->nholes ? into : s->now[hole];
        if (o == DAE_NO_OPERAND) return false;
        vec_push(&d->operands, o);
    }
    s->now[t.id] = into;
    vec_push(s->out, made);
    return true;
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
    return add_scalar(s, target, value);
}

static bool add_call(Split *s, DaeExpr statement, VecU32 *index) {
    Dae *d = s->w->dae;
    DaePool *p = &d->pool;
    DaeExpr call = dae_arg(p, statement, 0);
    if (dae_at(p, call)->op != DAE_CALL) return false;
    uint32_t n = dae_at(p, statement)->nargs;
    DaeOperand *before = base_realloc(NULL, (s->nholes + 1) * sizeof *before);
    DaeOperand *after = base_realloc(NULL, (s->nholes + 1) * sizeof *after);
    memcpy(before, s->now, s->nholes * sizeof *before);
    memcpy(after, s->now, s->nholes * sizeof *after);
    bool ok = true;
    for (uint32_t i = 1; i < n && ok; i++) {
        DaeExpr target = dae_arg(p, statement, i);
        if (!target) continue;
        DaeNode c = *dae_at(p, call);
        VecU32 args = {0};
        for (uint32_t k = 0; k < c.nargs; k++) vec_push(&args, dae_arg(p, call, k));
        DaeExpr result = dae_call(d, p, c.id, i - 1, args.at, c.nargs);
        vec_free(&args);
        ok = add_target(s, target, result, index, 0);
        /* every result is computed from the arguments as they were */
        for (uint32_t k = 0; k < s->nholes; k++)
            if (s->now[k] != before[k]) after[k] = s->now[k];
        memcpy(s->now, before, s->nholes * sizeof *before);
    }
    memcpy(s->now, after, s->nholes * sizeof *after);
    base_realloc(before, 0);
    base_realloc(after, 0);
    return ok;
}

static void count_targets(Split *s, DaeExpr target) {
    const DaePool *p = &s->w->dae->pool;
    if (!target) return;
    const DaeNode *t = dae_at(p, target);
    if (t->op == DAE_HOLE && t->id < s->nout) s->left[t->id]++;
    for (uint32_t i = 0; t->op == DAE_ARRAY && i < t->nargs; i++) count_targets(s, dae_arg(p, target, i));
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

static void statements_of(const DaePool *p, DaeExpr root, VecU32 *out) {
    if (dae_at(p, root)->op != DAE_SEQ) {
        vec_push(out, root);
        return;
    }
    for (uint32_t i = 0; i < dae_at(p, root)->nargs; i++)
        if (dae_arg(p, root, i)) vec_push(out, dae_arg(p, root, i));
}

static bool add_statements(Split *s, const VecU32 *statements) {
    const DaePool *p = &s->w->dae->pool;
    VecU32 index = {0};
    bool ok = true;
    for (size_t i = 0; i < statements->n && ok; i++) {
        DaeExpr e = statements->at[i];
        uint16_t op = dae_at(p, e)->op;
        ok = op == DAE_ASSIGN || op == DAE_ASSIGN_CALL;
        for (uint32_t k = op == DAE_ASSIGN ? 0 : 1; ok && k < (op == DAE_ASSIGN ? 1 : dae_at(p, e)->nargs); k++)
            count_targets(s, dae_arg(p, e, k));
    }
    for (uint32_t k = 0; k < s->nout; k++) ok = ok && s->left[k] > 0;
    for (size_t i = 0; i < statements->n && ok; i++) {
        DaeExpr e = statements->at[i];
        if (dae_at(p, e)->op == DAE_ASSIGN) ok = add_target(s, dae_arg(p, e, 0), dae_arg(p, e, 1), &index, 0);
        else ok = add_call(s, e, &index);
    }
    vec_free(&index);
    return ok;
}

/* Branches and loops: the outputs as expressions of the inputs (outputs.c). */
static bool add_outputs(Split *s) {
    Dae *d = s->w->dae;
    VecU32 values = {0};
    (void)vec_extend(&values, s->nout);
    bool ok = alg_outputs(s->w->memo, s->eq->shape, values.at);
    for (uint32_t k = 0; k < s->nout && ok; k++) {
        DaeBase base = d->vars.at[dae_operands(d, s->eq)[k]].base;
        s->left[k] = 1;
        ok = add_scalar(s, dae_hole(&d->pool, k, base), values.at[k]);
    }
    vec_free(&values);
    return ok;
}

bool sym_split(SymWork *w, const DaeEquation *eq, DaeEquations *out) {
    Dae *d = w->dae;
    DaeShape shape = d->shapes.at[eq->shape];
    if (!has_continuous_output(w, eq)) return false;
    Split s = {.w = w, .eq = eq, .nholes = shape.nholes, .nout = shape.nout, .out = out};
    s.now = base_realloc(NULL, (shape.nholes + 1) * sizeof *s.now);
    s.left = base_realloc(NULL, (shape.nout + 1) * sizeof *s.left);
    memset(s.left, 0, (shape.nout + 1) * sizeof *s.left);
    for (uint32_t k = 0; k < shape.nholes; k++) s.now[k] = k < shape.nout ? DAE_NO_OPERAND : dae_operands(d, eq)[k];
    VecU32 statements = {0};
    statements_of(&d->pool, shape.root, &statements);
    size_t before = out->n;
    bool ok = add_statements(&s, &statements);
    if (!ok) {
        out->n = before;
        ok = add_outputs(&s);
    }
    if (!ok) out->n = before;
    vec_free(&statements);
    vec_free(&s.hole_of);
    base_realloc(s.now, 0);
    base_realloc(s.left, 0);
    return ok;
}
