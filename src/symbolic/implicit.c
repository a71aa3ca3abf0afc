/* implicit.c - calls and algorithms with several results whose arguments contain their own results.
 *
 * (x, y) = f(t, 2*y + 1) does not say how y is computed: it is to be solved for.  As one multi-equation it would be
 * evaluated once, with whatever y was before.  sym_separate_results makes holes of their own of what a call reads of
 * its results, so that no later pass takes reading and computing for one thing.  When aliases have been put in (x =
 * f(y), x = y says the same), sym_divert_results lets the call compute a hidden variable, y', and adds y = y': sorting
 * finds the circle, tearing iterates y.
 *
 * An algorithm that reads what it assigns later reads a value that it was given before (MLS 3.6, 11.1.2): inside it the
 * results stay one with what it reads.
 */
#include "symbolic/symbolic_impl.h"

bool sym_is_solved_for(const Dae *d, DaeOperand o) {
    if (dae_operand_is_const(o)) return false;
    const DaeVariable *v = &d->vars.at[o];
    return v->base == DAE_REAL && (v->kind == DAE_KIND_CONTINUOUS || v->kind == DAE_KIND_DERIVATIVE);
}

typedef struct {
    const Dae *d;
    const DaeEquation *eq;
    uint32_t nout, nholes;
    VecU32 read; /* results that the call reads, in the order of their new holes */
} Separation;

static DaeExpr separate_leaf(void *arg, DaePool *to, const DaePool *from, DaeExpr leaf) {
    Separation *s = arg;
    DaeNode n = *dae_at(from, leaf);
    if (n.op != DAE_HOLE || n.id >= s->nout || !sym_is_solved_for(s->d, dae_operands(s->d, s->eq)[n.id])) return leaf;
    uint32_t k = 0;
    while (k < s->read.n && s->read.at[k] != n.id) k++;
    if (k == s->read.n) vec_push(&s->read, n.id);
    return dae_hole(to, s->nholes + k, n.base);
}

static void separate(Dae *d, DaeEquation *eq) {
    DaePool *p = &d->pool;
    DaeShape s = d->shapes.at[eq->shape];
    DaeNode root = *dae_at(p, s.root);
    Separation x = {.d = d, .eq = eq, .nout = s.nout, .nholes = s.nholes};
    VecU32 args = {0};
    DaeExpr call = dae_map(p, p, dae_arg(p, s.root, 0), separate_leaf, &x);
    vec_push(&args, call);
    for (uint32_t k = 1; k < root.nargs; k++) vec_push(&args, dae_arg(p, s.root, k));
    if (x.read.n) {
        uint32_t from = eq->operands, to = (uint32_t)d->operands.n;
        for (uint32_t k = 0; k < s.nholes + x.read.n; k++) {
            DaeOperand o = d->operands.at[from + (k < s.nholes ? k : x.read.at[k - s.nholes])];
            vec_push(&d->operands, o);
        }
        DaeExpr made = dae_node(p, root, args.at, (uint32_t)args.n);
        *eq = (DaeEquation){dae_shape_id(d, made, s.nholes + (uint32_t)x.read.n, s.nout), to, eq->origin};
    }
    vec_free(&args);
    vec_free(&x.read);
}

void sym_separate_results(Dae *d, DaeEquations *eqs) {
    for (size_t i = 0; i < eqs->n; i++) {
        DaeShape s = d->shapes.at[eqs->at[i].shape];
        if (s.nout && dae_at(&d->pool, s.root)->op == DAE_ASSIGN_CALL) separate(d, &eqs->at[i]);
    }
}

/* Is output k of eq read by it, or another of its outputs too? */
static bool is_met_again(const Dae *d, const DaeEquation *eq, uint32_t k) {
    DaeShape s = d->shapes.at[eq->shape];
    const DaeOperand *o = dae_operands(d, eq);
    for (uint32_t j = k + 1; j < s.nholes; j++)
        if (o[j] == o[k]) return sym_is_solved_for(d, o[k]);
    return false;
}

static void divert(SymWork *w, size_t at, uint32_t k) {
    Dae *d = w->dae;
    DaeEquation *eq = &w->eqs.at[at];
    uint32_t n = d->shapes.at[eq->shape].nholes, from = eq->operands;
    DaeVar old = d->operands.at[from + k], made = sym_own_value(w, old);
    d->vars.at[made].kind = DAE_KIND_CONTINUOUS;
    w->role.at[made] = SYM_ROLE_UNKNOWN | SYM_ROLE_OUT;
    w->role.at[old] &= (uint8_t)~SYM_ROLE_OUT;
    eq->operands = (uint32_t)d->operands.n;
    for (uint32_t j = 0; j < n; j++) {
        DaeOperand o = d->operands.at[from + j];
        vec_push(&d->operands, j == k ? made : o);
    }
    DaeEquation agree = sym_equate(w, old, made, eq->origin);
    vec_push(&w->eqs, agree);
}

void sym_divert_results(SymWork *w) {
    for (size_t i = 0, n = w->eqs.n; i < n; i++) {
        uint32_t shape = w->eqs.at[i].shape, nout = w->dae->shapes.at[shape].nout;
        if (!nout || sym_facts(w, shape)->triggered) continue;
        for (uint32_t k = 0; k < nout; k++)
            if (is_met_again(w->dae, &w->eqs.at[i], k)) divert(w, i, k);
    }
}
