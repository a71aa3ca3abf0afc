/* outputs.c - what an algorithm section computes, as one expression per output.
 *
 * Before: a multi-equation whose root is a statement.  After: for each output its value as an expression of the
 * inputs.  Assignments, calls with several results, if and short loops with literal bounds are run on expressions;
 * any other body becomes a function of the inputs, and the values are its results.
 */
#include <string.h>

#include "algebra/algebra_impl.h"

enum { MAX_TURNS = 64, MAX_NODES = 20000, MAX_DEPTH = 200 };

/* ---- running statements on expressions --------------------------------------------------------------------------- */

typedef struct {
    Dae *d;
    DaePool *p;
    uint32_t nout;
    DaeExpr *value; /* per output: 0 before it is assigned */
    Map iterator;   /* LOCAL -> literal, while its loop runs */
    size_t limit;   /* number of nodes in the pool past which this is given up */
    bool failed;
} Run;

static DaeExpr put_in(void *arg, DaePool *to, const DaePool *from, DaeExpr leaf) {
    Run *r = arg;
    DaeNode n = *dae_at(from, leaf);
    uint64_t literal;
    if (n.op == DAE_HOLE && n.id < r->nout) {
        if (r->value[n.id]) return r->value[n.id];
        r->failed = true; /* read before it is assigned */
    }
    if (n.op == DAE_LOCAL && base_map_get(&r->iterator, n.id, &literal)) return dae_int(to, (int64_t)literal);
    return leaf;
}

static DaeExpr current(Run *r, DaeExpr e) { return dae_map(r->p, r->p, e, put_in, r); }

/* target := value; arrays of holes element by element. */
static void assign(Run *r, DaeExpr target, DaeExpr value, int depth) {
    DaeNode t = *dae_at(r->p, target);
    if (t.op == DAE_HOLE && t.id < r->nout) {
        r->value[t.id] = value;
    } else if (t.op == DAE_ARRAY && depth < 8) {
        for (uint32_t i = 0; i < t.nargs; i++) {
            DaeExpr element = dae_at(r->p, value)->op == DAE_ARRAY
                                  ? dae_arg(r->p, value, i)
                                  : dae_op2(r->p, DAE_INDEX, value, dae_int(r->p, i + 1));
            assign(r, dae_arg(r->p, target, i), element, depth + 1);
        }
    } else {
        r->failed = true;
    }
}

static void assign_results(Run *r, DaeExpr e) {
    DaeExpr call = current(r, dae_arg(r->p, e, 0));
    DaeNode c = *dae_at(r->p, call);
    VecU32 args = {0}, results = {0};
    if (c.op != DAE_CALL) r->failed = true;
    for (uint32_t k = 0; k < c.nargs; k++) vec_push(&args, dae_arg(r->p, call, k));
    for (uint32_t k = 1; k < dae_at(r->p, e)->nargs && !r->failed; k++) {
        DaeExpr result = dae_call(r->d, r->p, c.id, k - 1, args.at, (uint32_t)args.n);
        vec_push(&results, result);
    }
    for (uint32_t k = 1; k < dae_at(r->p, e)->nargs && !r->failed; k++)
        if (dae_arg(r->p, e, k)) assign(r, dae_arg(r->p, e, k), results.at[k - 1], 0);
    vec_free(&args);
    vec_free(&results);
}

static void run(Run *r, DaeExpr e, int depth);

/* Both branches are run; what they leave different is chosen by the condition. */
static void run_if(Run *r, DaeExpr e, int depth) {
    DaeExpr condition = current(r, dae_arg(r->p, e, 0));
    size_t bytes = r->nout * sizeof *r->value;
    DaeExpr *before = base_realloc(NULL, 2 * bytes), *then = before + r->nout;
    memcpy(before, r->value, bytes);
    run(r, dae_arg(r->p, e, 1), depth + 1);
    memcpy(then, r->value, bytes);
    memcpy(r->value, before, bytes);
    if (dae_arg(r->p, e, 2)) run(r, dae_arg(r->p, e, 2), depth + 1);
    for (uint32_t k = 0; k < r->nout && !r->failed; k++) {
        if (then[k] == r->value[k]) continue;
        if (then[k] && r->value[k]) r->value[k] = dae_op3(r->p, DAE_IF, condition, then[k], r->value[k]);
        else r->failed = true;
    }
    base_realloc(before, 0);
}

static void run_for(Run *r, DaeExpr e, int depth) {
    DaeExpr range = current(r, dae_arg(r->p, e, 1));
    uint32_t iterator = dae_at(r->p, dae_arg(r->p, e, 0))->id;
    double from, step, to;
    if (dae_at(r->p, range)->op != DAE_RANGE || dae_at(r->p, range)->base != DAE_INTEGER ||
        !dae_is_const(r->p, dae_arg(r->p, range, 0), &from) || !dae_is_const(r->p, dae_arg(r->p, range, 1), &step) ||
        !dae_is_const(r->p, dae_arg(r->p, range, 2), &to) || step == 0 || (to - from) / step >= MAX_TURNS) {
        r->failed = true;
        return;
    }
    for (double i = from; (step > 0 ? i <= to : i >= to) && !r->failed; i += step) {
        base_map_put(&r->iterator, iterator, (uint64_t)(int64_t)i);
        run(r, dae_arg(r->p, e, 2), depth + 1);
    }
    base_map_del(&r->iterator, iterator);
}

static void run(Run *r, DaeExpr e, int depth) {
    DaeNode n = *dae_at(r->p, e);
    if (r->failed || depth > MAX_DEPTH || r->p->nodes.n > r->limit) {
        r->failed = true;
        return;
    }
    switch ((DaeOp)n.op) {
    case DAE_SEQ:
        for (uint32_t k = 0; k < n.nargs; k++) run(r, dae_arg(r->p, e, k), depth + 1);
        break;
    case DAE_ASSIGN: assign(r, dae_arg(r->p, e, 0), current(r, dae_arg(r->p, e, 1)), 0); break;
    case DAE_ASSIGN_CALL: assign_results(r, e); break;
    case DAE_IF_STMT: run_if(r, e, depth); break;
    case DAE_FOR: run_for(r, e, depth); break;
    default: r->failed = true; break;
    }
}

/* ---- as a function ----------------------------------------------------------------------------------------------- */

typedef struct {
    uint32_t nholes, nout;
    uint8_t *base; /* per hole */
    bool failed;
} Outline;

/* Inputs are numbered first, then outputs, then iterators. */
static DaeExpr hole_to_local(void *arg, DaePool *to, const DaePool *from, DaeExpr leaf) {
    Outline *o = arg;
    DaeNode n = *dae_at(from, leaf);
    if (n.op == DAE_HOLE) {
        o->base[n.id] = n.base;
        uint32_t place = n.id < o->nout ? o->nholes - o->nout + n.id : n.id - o->nout;
        return dae_local(to, place, n.base, 0);
    }
    if (n.op == DAE_LOCAL) n.id += o->nholes;
    return dae_node(to, n, NULL, 0);
}

/* What only a model, not a function, may contain. */
static bool can_be_function(const Dae *d, DaeExpr root) {
    DaeWalk w = {0};
    bool ok = true;
    dae_walk(&w, &d->pool, root);
    for (uint32_t i = 0; i < w.n && ok; i++) {
        DaeOp op = dae_at(&d->pool, w.at[i])->op;
        ok = op != DAE_REINIT && op != DAE_TERMINATE && op != DAE_DELAY && op != DAE_SPATIAL && op != DAE_SAMPLE &&
             op != DAE_TRIGGER && op != DAE_INITIAL && op != DAE_TERMINAL;
    }
    dae_walk_free(&w);
    return ok;
}

static bool outline(AlgMemo *m, uint32_t shape, DaeExpr *values) {
    Dae *d = m->d;
    DaeShape s = d->shapes.at[shape];
    if (!can_be_function(d, s.root)) return false;
    Outline o = {.nholes = s.nholes, .nout = s.nout, .base = BASE_ARRAY(&m->arena, uint8_t, s.nholes + 1)};
    DaeExpr body = dae_map(&d->pool, &d->pool, s.root, hole_to_local, &o);
    uint32_t nin = s.nholes - s.nout;
    DaeFunction f = {.pure = true,
                     .smooth_order = -1,
                     .nlocals = s.nholes,
                     .ninputs = nin,
                     .noutputs = s.nout,
                     .locals = BASE_ARRAY(d->arena, DaeLocal, s.nholes + 1)};
    Text name = {0};
    base_text_printf(&name, "$algorithm%u", shape);
    f.name = base_intern(d->ctx->names, name.at, name.n);
    for (uint32_t k = 0; k < s.nholes; k++) {
        name.n = 0;
        base_text_printf(&name, "%c%u", k < nin ? 'u' : 'y', k < nin ? k + 1 : k - nin + 1);
        f.locals[k] = (DaeLocal){.name = base_intern(d->ctx->names, name.at, name.n),
                                 .base = o.base[k < nin ? k + s.nout : k - nin],
                                 .role = k >= nin};
    }
    base_text_free(&name);
    f.body = dae_op(&d->pool, DAE_SEQ, &body, 1);
    uint32_t made = dae_add_function(d, &f);
    VecU32 args = {0};
    for (uint32_t k = s.nout; k < s.nholes; k++) vec_push(&args, dae_hole(&d->pool, k, (DaeBase)o.base[k]));
    for (uint32_t k = 0; k < s.nout; k++) values[k] = dae_call(d, &d->pool, made, k, args.at, (uint32_t)args.n);
    vec_free(&args);
    return true;
}

/* ---- from outside ------------------------------------------------------------------------------------------------ */

bool alg_outputs(AlgMemo *m, uint32_t shape, DaeExpr *values) {
    DaeShape s = m->d->shapes.at[shape];
    if (s.nout == 0) return false;
    Run r = {.d = m->d, .p = &m->d->pool, .nout = s.nout, .value = values};
    r.limit = r.p->nodes.n + MAX_NODES;
    memset(values, 0, s.nout * sizeof *values);
    run(&r, s.root, 0);
    for (uint32_t k = 0; k < s.nout; k++) r.failed = r.failed || !values[k];
    base_map_free(&r.iterator);
    return !r.failed || outline(m, shape, values);
}
