/* eliminate.c - linear systems torn to one unknown, solved by a formula.
 *
 * Before: a linear SymSystem of one iteration variable.  After: an assignment that gives this variable from what is known outside,
 * to be followed by the inner equations as they are; or nothing, and the system stays.
 *
 * The inner equations are put into the residual, which is then linear in the one unknown.  It is divided only by what is known
 * not to vanish: a literal, or an expression of parameters whose value is not small.  (A body on a joint: the accelerations
 * are eliminated, and J + m*d^2 is what is left.)  The work is done once per structure: shapes of the equations and how they share
 * operands.
 */
#include "symbolic/symbolic_impl.h"

#include <math.h>
#include <string.h>

enum { MOST_INNER = 8, MOST_OPERANDS = 40, MOST_NODES = 160 };

typedef struct {
    SymWork *w;
    const DaeOperand *operands; /* of the equation being read */
    VecU32 local;               /* operands in order of first appearance; the unknown is number 0 */
    VecU32 value;               /* per local: expression that stands for it, or 0 */
    VecU32 code;                /* shapes and local numbers: the structure */
} Elimination;

static uint32_t number_of(Elimination *x, DaeOperand o) {
    for (uint32_t i = 0; i < x->local.n; i++)
        if (x->local.at[i] == o) return i;
    vec_push(&x->local, o);
    vec_push(&x->value, 0);
    return (uint32_t)x->local.n - 1;
}

/* Adds an equation to the structure; false when it is not of the plain kind. */
static bool add_to_code(Elimination *x, const DaeEquation *eq, bool inner) {
    const Dae *d = x->w->dae;
    DaeShape s = d->shapes.at[eq->shape];
    if (s.nout != (inner ? 1 : 0)) return false;
    if (inner && dae_at(&d->pool, s.root)->op != DAE_ASSIGN) return false;
    vec_push(&x->code, eq->shape);
    for (uint32_t k = 0; k < s.nholes; k++) {
        uint32_t n = number_of(x, dae_operands(d, eq)[k]);
        vec_push(&x->code, n);
    }
    return x->local.n <= MOST_OPERANDS;
}

static DaeExpr put_leaf(void *arg, DaePool *to, const DaePool *from, DaeExpr leaf) {
    Elimination *x = arg;
    DaeNode n = *dae_at(from, leaf);
    if (n.op != DAE_HOLE) return dae_node(to, n, NULL, 0);
    uint32_t number = number_of(x, x->operands[n.id]);
    return x->value.at[number] ? x->value.at[number] : dae_var(to, number, n.base);
}

/* The residual with everything put in, over numbers of locals; 0 when it grows too long. */
static DaeExpr put_together(Elimination *x, const SymSystem *s, DaePool *p) {
    const Dae *d = x->w->dae;
    for (uint32_t i = 0; i < s->ninner; i++) {
        const DaeEquation *eq = &s->inner[i];
        x->operands = dae_operands(d, eq);
        DaeExpr rhs = dae_map(p, &d->pool, dae_arg(&d->pool, d->shapes.at[eq->shape].root, 1), put_leaf, x);
        if (p->nodes.n > MOST_NODES) return 0;
        x->value.at[number_of(x, x->operands[0])] = rhs;
    }
    x->operands = dae_operands(d, &s->residuals[0]);
    DaeExpr root = dae_map(p, &d->pool, d->shapes.at[s->residuals[0].shape].root, put_leaf, x);
    if (p->nodes.n > MOST_NODES) return 0;
    DaeExpr lhs = dae_arg(p, root, 0), rhs = dae_arg(p, root, 1);
    DaeExpr zero = dae_real(p, 0), difference = sym_simplify(p, dae_op2(p, DAE_SUB, lhs, rhs));
    return dae_op2(p, DAE_EQUATE, difference, zero);
}

/* Makes the entry of a structure: the shape of the residual and which local each of its holes is. */
static SymElimination make_entry(Elimination *x, const SymSystem *s) {
    Dae *d = x->w->dae;
    SymElimination made = {.shape = UINT32_MAX, .ncode = (uint32_t)x->code.n};
    made.code = base_copy(d->arena, x->code.at, x->code.n * sizeof *x->code.at);
    DaePool p;
    dae_pool_init(&p);
    DaeExpr root = put_together(x, s, &p);
    if (root) {
        DaeEquation eq = dae_shape(d, &p, root, NULL, 0, 0);
        made.shape = eq.shape;
        made.n = d->shapes.at[eq.shape].nholes;
        made.source = base_copy(d->arena, d->operands.at + eq.operands, made.n * sizeof(uint32_t));
        d->operands.n = eq.operands;
    }
    dae_pool_free(&p);
    return made;
}

static const SymElimination *find_entry(Elimination *x, const SymSystem *s) {
    SymWork *w = x->w;
    uint64_t key = base_hash(x->code.at, x->code.n * sizeof(uint32_t), 77), at;
    while (base_map_get(&w->elimination_ids, key, &at)) {
        const SymElimination *e = &w->eliminations.at[at];
        if (e->ncode == x->code.n && memcmp(e->code, x->code.at, x->code.n * sizeof(uint32_t)) == 0) return e;
        key++;
    }
    SymElimination made = make_entry(x, s);
    base_map_put(&w->elimination_ids, key, w->eliminations.n);
    vec_push(&w->eliminations, made);
    return &vec_last(&w->eliminations);
}

/* Is what the solution divides by far from zero? */
static bool divides_well(SymWork *w, const DaeEquation *eq, uint32_t hole) {
    double value;
    if (sym_occurs(w, eq->shape, hole) == SYM_LINEAR) return true;
    return sym_safe_to_solve(w, eq, hole, true) && sym_coefficient(w, eq, hole, &value) && fabs(value) > 1e-10;
}

bool sym_eliminate(SymWork *w, const SymSystem *s, DaeEquation *out) {
    Dae *d = w->dae;
    if (!s->linear || s->n != 1 || s->ninner > MOST_INNER || w->opt.no_tearing) return false;
    Elimination x = {.w = w};
    (void)number_of(&x, s->unknowns[0]);
    bool ok = true;
    for (uint32_t i = 0; i < s->ninner && ok; i++) ok = add_to_code(&x, &s->inner[i], true);
    ok = ok && add_to_code(&x, &s->residuals[0], false);
    const SymElimination *e = ok ? find_entry(&x, s) : NULL;
    ok = e && e->shape != UINT32_MAX;
    if (ok) {
        DaeEquation eq = {e->shape, (uint32_t)d->operands.n, s->residuals[0].origin};
        uint32_t hole = SYM_NONE;
        for (uint32_t k = 0; k < e->n; k++) {
            if (e->source[k] == 0) hole = k;
            vec_push(&d->operands, dae_operand_is_const(e->source[k]) ? e->source[k] : x.local.at[e->source[k]]);
        }
        ok = hole != SYM_NONE && divides_well(w, &eq, hole) && sym_solve_eq(w, &eq, hole, out);
    }
    vec_free(&x.local);
    vec_free(&x.value);
    vec_free(&x.code);
    return ok;
}
