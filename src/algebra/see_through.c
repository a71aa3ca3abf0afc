/* see_through.c - calls seen through, for what depends on what and for solving.
 *
 * A function that names its derivative is kept as a call, because the annotation may tell more about the derivative
 * than the body does (Modelica.Blocks.Interfaces.Adaptors: y := u[1], whose derivative is u[2]), and one that names
 * its inverse, because that may be needed.  What an equation
 * with such a call depends on, and how it is solved, is however told by the body: here small bodies of plain
 * assignments are put in the place of the call.
 */
#include <string.h>

#include "algebra/algebra_impl.h"

enum { MAX_STATEMENTS = 30, MAX_DEPTH = 8, MAX_NODES = 2000 };

typedef struct {
    Dae *d;
    DaeExpr *value; /* per variable of the function; 0: none yet */
    uint32_t n;
    bool failed;
} Frame;

static DaeExpr put_in(void *arg, DaePool *to, const DaePool *from, DaeExpr leaf) {
    Frame *f = arg;
    DaeNode n = *dae_at(from, leaf);
    (void)to;
    if (n.op != DAE_LOCAL) return leaf;
    if (n.id >= f->n || !f->value[n.id]) {
        f->failed = true; /* an iterator, or read before it is assigned */
        return leaf;
    }
    return f->value[n.id];
}

static DaeExpr current(Frame *f, DaeExpr e) { return dae_map(&f->d->pool, &f->d->pool, e, put_in, f); }

static void run(Frame *f, DaeExpr statement) {
    DaePool *p = &f->d->pool;
    DaeExpr target = dae_arg(p, statement, 0);
    if (dae_at(p, statement)->op != DAE_ASSIGN || dae_at(p, target)->op != DAE_LOCAL) {
        f->failed = true;
        return;
    }
    DaeExpr value = current(f, dae_arg(p, statement, 1));
    f->value[dae_at(p, target)->id] = value;
}

static bool wanted(const DaeFunction *f, const DaePool *p) {
    if (!f->body || f->external || !f->pure || f->nlocals > 200) return false;
    const DaeNode *body = dae_at(p, f->body);
    /* one formula, which would have been put in place but for its inverse */
    bool formula = f->ninverses && f->nlocals == f->ninputs + 1 && body->nargs == 1;
    if (!f->nderivatives && !formula && !f->late_inline) return false;
    return body->op == DAE_SEQ && body->nargs && body->nargs <= MAX_STATEMENTS;
}

/* The value of a call, or 0 when its function is not of the simple kind. */
static DaeExpr see_through(Dae *d, DaeExpr call) {
    DaePool *p = &d->pool;
    DaeNode n = *dae_at(p, call);
    DaeFunction f = d->functions.at[n.id];
    if (!wanted(&f, p) || n.nargs != f.ninputs || n.value.i >= f.noutputs) return 0;
    VecU32 values = {0};
    (void)vec_extend(&values, f.nlocals);
    for (uint32_t k = 0; k < f.ninputs; k++) values.at[k] = dae_arg(p, call, k);
    Frame frame = {.d = d, .value = values.at, .n = f.nlocals};
    for (uint32_t k = f.ninputs; k < f.nlocals && !frame.failed; k++)
        if (f.locals[k].init) {
            DaeExpr start = current(&frame, f.locals[k].init);
            values.at[k] = start;
        }
    for (uint32_t i = 0; i < dae_at(p, f.body)->nargs && !frame.failed; i++) run(&frame, dae_arg(p, f.body, i));
    DaeExpr result = frame.failed ? 0 : values.at[f.ninputs + (uint32_t)n.value.i];
    vec_free(&values);
    return result;
}

DaeExpr alg_see_through(Dae *d, DaeExpr root) {
    DaePool *p = &d->pool;
    size_t limit = p->nodes.n + MAX_NODES;
    for (int depth = 0; depth < MAX_DEPTH; depth++) { /* bodies may call again */
        DaeWalk w = {0};
        VecU32 done = {0}, args = {0};
        bool any = false;
        dae_walk(&w, p, root);
        for (uint32_t i = 0; i < w.n && !any; i++)
            any = dae_at(p, w.at[i])->op == DAE_CALL && wanted(&d->functions.at[dae_at(p, w.at[i])->id], p);
        bool changed = false;
        for (uint32_t i = 0; i < w.n && any && p->nodes.n < limit; i++) {
            DaeNode n = *dae_at(p, w.at[i]);
            vec_clear(&args);
            for (uint32_t k = 0; k < n.nargs; k++) {
                DaeExpr a = dae_arg(p, w.at[i], k);
                vec_push(&args, a ? done.at[dae_walk_slot(&w, a)] : 0);
            }
            DaeExpr made = n.nargs ? dae_with_args(p, n, args.at, n.nargs) : w.at[i];
            DaeExpr seen = n.op == DAE_CALL ? see_through(d, made) : 0;
            changed = changed || seen;
            vec_push(&done, seen ? seen : made);
        }
        if (changed && done.n == w.n) root = vec_last(&done);
        dae_walk_free(&w);
        vec_free(&done);
        vec_free(&args);
        if (!changed || p->nodes.n >= limit) break;
    }
    return root;
}
