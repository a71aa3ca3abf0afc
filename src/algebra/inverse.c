/* inverse.c - calls moved to the other side by the functions that inverse annotations name (MLS 3.6, 12.8).
 *
 * Only inverses that are formulas are used: one that iterates itself, or runs code of others, costs more than solving
 * the equation does, and it has no derivative that is worth its price.
 */
#include <string.h>

#include "algebra/algebra_impl.h"

enum { MAX_CALLS = 8 }; /* within each other */

/* Does the function end after as many steps as its text and its sizes say? */
static bool is_formula(AlgMemo *m, uint32_t function, int depth) {
    uint64_t known;
    const DaeFunction *f = &m->d->functions.at[function];
    if (base_map_get(&m->formulas, function, &known)) return known == 2;
    if (depth > MAX_CALLS || f->external || !f->body || !f->pure) return false;
    DaeWalk w = {0};
    bool plain = true;
    dae_walk(&w, &m->d->pool, f->body);
    for (uint32_t i = 0; i < w.n && plain; i++) {
        const DaeNode *n = dae_at(&m->d->pool, w.at[i]);
        plain = n->op != DAE_WHILE && n->op != DAE_PARTIAL && n->op != DAE_APPLY &&
                (n->op != DAE_CALL || is_formula(m, n->id, depth + 1));
    }
    dae_walk_free(&w);
    base_map_put(&m->formulas, function, plain ? 2 : 1);
    return plain;
}

typedef struct {
    const DaeExpr *args; /* of the call, in place of its inputs */
    uint32_t ninputs;
    DaeExpr value; /* in place of its output */
} Frame;

static DaeExpr put_in(void *arg, DaePool *to, const DaePool *from, DaeExpr leaf) {
    const Frame *f = arg;
    DaeNode n = *dae_at(from, leaf);
    (void)to;
    if (n.op != DAE_LOCAL || n.id > f->ninputs) return leaf;
    return n.id < f->ninputs ? f->args[n.id] : f->value;
}

/* Every call in it is a formula, and no local is read but inputs and the output. */
static bool usable(AlgMemo *m, const DaeFunction *f, const DaeInverse *v) {
    const DaePool *p = &m->d->pool;
    DaeWalk w = {0};
    bool good = true;
    dae_walk(&w, p, v->value);
    for (uint32_t i = 0; i < w.n && good; i++) {
        DaeNode n = *dae_at(p, w.at[i]);
        good = n.op == DAE_LOCAL ? n.id <= f->ninputs && n.id != v->input
                                 : n.op != DAE_PARTIAL && (n.op != DAE_CALL || is_formula(m, n.id, 0));
    }
    dae_walk_free(&w);
    return good;
}

DaeExpr alg_inverse_call(AlgMemo *m, DaeExpr call, uint32_t k, DaeExpr value) {
    DaePool *p = &m->d->pool;
    DaeNode n = *dae_at(p, call);
    DaeFunction f = m->d->functions.at[n.id];
    const DaeInverse *found = NULL;
    for (uint32_t i = 0; i < f.ninverses && n.nargs == f.ninputs; i++)
        if (f.inverses[i].input == k) found = &f.inverses[i];
    if (!found || !usable(m, &f, found)) return 0;
    VecU32 args = {0};
    for (uint32_t i = 0; i < n.nargs; i++) vec_push(&args, dae_arg(p, call, i));
    Frame frame = {.args = args.at, .ninputs = f.ninputs, .value = value};
    DaeExpr made = dae_map(p, p, found->value, put_in, &frame);
    vec_free(&args);
    return made;
}
