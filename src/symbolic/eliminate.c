/* eliminate.c - linear systems torn to a few unknowns, solved in the generated code.
 *
 * Before: a linear SymSystem of one to three iteration variables.  After: one equation that gives them from what is known outside, to be
 * followed by the inner equations as they are; or nothing, and the system stays.
 *
 * Several unknowns, or one whose coefficient may vanish: the equation (DAE_LINEAR) holds matrix and right side as expressions; it is
 * solved by elimination with pivots, and where it is singular the system itself is, which stands by for that.
 *
 * One unknown may have a formula.
 * The inner equations are put into the residual, which is then linear in the one unknown.  It is divided only by what is known
 * not to vanish: a literal, or an expression of parameters whose value is not small; sin(u)^2 + cos(u)^2 is 1 in it.  (A body on a
 * joint: the accelerations are eliminated, and J + m*d^2 is what is left.)  The work is done once per structure: shapes of the equations and how they share
 * operands.
 */
#include "symbolic/symbolic_impl.h"

#include <math.h>
#include <string.h>

enum { MOST_INNER = 8, MOST_OPERANDS = 40, MOST_NODES = 160, MOST_UNKNOWNS = 3 };

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

/* ---- the coefficient --------------------------------------------------------------------------- */

/* Terms of a sum with their signs, in place of the sum. */
static void add_terms(const DaePool *p, DaeExpr e, bool negative, VecU32 *terms, VecU32 *signs) {
    const DaeNode *n = dae_at(p, e);
    if (n->op == DAE_ADD || n->op == DAE_SUB) {
        add_terms(p, dae_arg(p, e, 0), negative, terms, signs);
        add_terms(p, dae_arg(p, e, 1), negative != (n->op == DAE_SUB), terms, signs);
    } else if (n->op == DAE_NEG) {
        add_terms(p, dae_arg(p, e, 0), !negative, terms, signs);
    } else {
        vec_push(terms, e);
        vec_push(signs, negative);
    }
}

typedef struct {
    DaeExpr square, by; /* what is replaced, and by what */
} Exchange;

static DaeExpr exchange(DaePool *p, DaeExpr e, const Exchange *x) {
    DaeNode n = *dae_at(p, e);
    if (e == x->square) return x->by;
    if (n.op != DAE_MUL && n.op != DAE_DIV) return e;
    DaeExpr a = exchange(p, dae_arg(p, e, 0), x), b = n.op == DAE_MUL ? exchange(p, dae_arg(p, e, 1), x) : dae_arg(p, e, 1);
    return dae_op2(p, (DaeOp)n.op, a, b);
}

/* A factor sin(u)^2 of a product, or 0. */
static DaeExpr sine_squared(const DaePool *p, DaeExpr e) {
    const DaeNode *n = dae_at(p, e);
    if (n->op == DAE_MUL || n->op == DAE_DIV) {
        DaeExpr found = sine_squared(p, dae_arg(p, e, 0));
        return found || n->op == DAE_DIV ? found : sine_squared(p, dae_arg(p, e, 1));
    }
    bool square = n->op == DAE_POW && dae_is_real(p, dae_arg(p, e, 1), 2);
    return square && dae_at(p, dae_arg(p, e, 0))->op == DAE_SIN ? e : 0;
}

/* Joins one pair c*sin(u)^2 + c*cos(u)^2 of the sum; 0 when there is none. */
static DaeExpr join_squares(DaePool *p, DaeExpr sum) {
    VecU32 terms = {0}, signs = {0};
    DaeExpr made = 0;
    add_terms(p, sum, false, &terms, &signs);
    for (size_t i = 0; i < terms.n && !made; i++) {
        DaeExpr square = sine_squared(p, terms.at[i]);
        if (!square) continue;
        DaeExpr cosine = dae_op1(p, DAE_COS, dae_arg(p, dae_arg(p, square, 0), 0));
        Exchange to_cosine = {square, dae_op2(p, DAE_POW, cosine, dae_real(p, 2))}, to_one = {square, dae_real(p, 1)};
        DaeExpr partner = sym_simplify(p, exchange(p, terms.at[i], &to_cosine));
        for (size_t k = 0; k < terms.n && !made; k++) {
            if (sym_simplify(p, terms.at[k]) != partner || signs.at[k] != signs.at[i]) continue;
            terms.at[i] = exchange(p, terms.at[i], &to_one);
            made = dae_real(p, 0);
            for (size_t j = 0; j < terms.n; j++)
                if (j != k) made = dae_op2(p, signs.at[j] ? DAE_SUB : DAE_ADD, made, terms.at[j]);
        }
    }
    vec_free(&terms);
    vec_free(&signs);
    return made ? sym_simplify(p, made) : 0;
}

/* coefficient*unknown + rest = 0, with the squares in the coefficient joined; the residual as it was when there are none. */
static uint32_t simplify_coefficient(SymWork *w, uint32_t shape, uint32_t hole) {
    Dae *d = w->dae;
    DaePool *p = &d->pool;
    uint32_t n = d->shapes.at[shape].nholes;
    if (hole >= 63) return shape;
    DaeExpr root = d->shapes.at[shape].root;
    DaeExpr coefficient = sym_partial(w->memo, dae_op2(p, DAE_SUB, dae_arg(p, root, 0), dae_arg(p, root, 1)), hole);
    DaeExpr rest = sym_linear_rest(w->memo, shape, 1ull << hole), joined = 0;
    if (!coefficient || !rest) return shape;
    coefficient = sym_simplify(p, coefficient);
    for (DaeExpr next; (next = join_squares(p, coefficient)) != 0;) coefficient = joined = next;
    if (!joined) return shape;
    DaeExpr product = dae_op2(p, DAE_MUL, coefficient, dae_hole(p, hole, DAE_REAL));
    DaeExpr equation = dae_op2(p, DAE_EQUATE, dae_op2(p, DAE_ADD, product, rest), dae_real(p, 0));
    return dae_shape_id(d, equation, n, 0);
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
        for (uint32_t k = 0; k < made.n; k++)
            if (made.source[k] == 0) made.shape = simplify_coefficient(x->w, made.shape, k);
    }
    dae_pool_free(&p);
    return made;
}

static const SymElimination *find_entry(Elimination *x, const SymSystem *s,
                                        SymElimination (*make)(Elimination *x, const SymSystem *s)) {
    SymWork *w = x->w;
    uint64_t key = base_hash(x->code.at, x->code.n * sizeof(uint32_t), 77), at;
    while (base_map_get(&w->elimination_ids, key, &at)) {
        const SymElimination *e = &w->eliminations.at[at];
        if (e->ncode == x->code.n && memcmp(e->code, x->code.at, x->code.n * sizeof(uint32_t)) == 0) return e;
        key++;
    }
    SymElimination made = make(x, s);
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
    const SymElimination *e = ok ? find_entry(&x, s, make_entry) : NULL;
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

/* ---- a few unknowns ---------------------------------------------------------------------------- */

/* Calls are not taken apart: their derivatives may be other calls. */
static bool has_call(const DaePool *p, DaeExpr e) {
    DaeWalk walk = {0};
    bool found = false;
    dae_walk(&walk, p, e);
    for (uint32_t i = 0; i < walk.n && !found; i++) found = dae_at(p, walk.at[i])->op >= DAE_DELAY;
    dae_walk_free(&walk);
    return found;
}

/* The residual as an equation over numbers of locals, in the Dae's own pool. */
static bool residual_equation(Elimination *x, const DaeEquation *residual, DaePool *p, DaeEquation *out) {
    Dae *d = x->w->dae;
    x->operands = dae_operands(d, residual);
    DaeExpr root = dae_map(p, &d->pool, d->shapes.at[residual->shape].root, put_leaf, x);
    if (p->nodes.n > MOST_NODES || has_call(p, dae_arg(p, root, 0)) || has_call(p, dae_arg(p, root, 1))) return false;
    DaeExpr difference = sym_simplify(p, dae_op2(p, DAE_SUB, dae_arg(p, root, 0), dae_arg(p, root, 1)));
    *out = dae_shape(d, p, dae_op2(p, DAE_EQUATE, difference, dae_real(p, 0)), NULL, 0, 0);
    return true;
}

typedef struct {
    const DaeOperand *operands; /* numbers of locals, or constants */
    const Dae *d;
} Back;

static DaeExpr back_leaf(void *arg, DaePool *to, const DaePool *from, DaeExpr leaf) {
    const Back *b = arg;
    DaeNode n = *dae_at(from, leaf);
    if (n.op != DAE_HOLE) return dae_node(to, n, NULL, 0);
    DaeOperand o = b->operands[n.id];
    return dae_operand_is_const(o) ? dae_real(to, dae_constant_value(b->d, o)) : dae_var(to, o, n.base);
}

/* Row i of matrix and right side, into args of the pool `to`. */
static bool linear_row(Elimination *x, uint32_t n, const DaeEquation *eq, DaePool *to, DaeExpr *row, DaeExpr *right) {
    Dae *d = x->w->dae;
    uint32_t nholes = d->shapes.at[eq->shape].nholes;
    DaeExpr coeff[64] = {0}, rest = 0;
    uint64_t mask = 0;
    if (nholes > 63) return false;
    Back back = {dae_operands(d, eq), d};
    for (uint32_t k = 0; k < nholes; k++)
        if (!dae_operand_is_const(back.operands[k]) && back.operands[k] < n) mask |= 1ull << k;
    if (!mask || !sym_linear(x->w->memo, eq->shape, mask, coeff, &rest)) return false;
    back.operands = dae_operands(d, eq);
    for (uint32_t j = 0; j < n; j++) row[j] = dae_real(to, 0);
    for (uint32_t k = 0; k < nholes; k++)
        if ((mask >> k & 1) && coeff[k]) row[back.operands[k]] = sym_simplify(to, dae_map(to, &d->pool, coeff[k], back_leaf, &back));
    *right = rest ? sym_simplify(to, dae_op1(to, DAE_NEG, dae_map(to, &d->pool, rest, back_leaf, &back))) : dae_real(to, 0);
    return to->nodes.n <= 2 * MOST_NODES;
}

/* The inner equations into x->value. */
static bool put_inner(Elimination *x, const SymSystem *s, DaePool *p) {
    const Dae *d = x->w->dae;
    for (uint32_t i = 0; i < s->ninner; i++) {
        x->operands = dae_operands(d, &s->inner[i]);
        DaeExpr rhs = dae_map(p, &d->pool, dae_arg(&d->pool, d->shapes.at[s->inner[i].shape].root, 1), put_leaf, x);
        if (p->nodes.n > MOST_NODES) return false;
        x->value.at[number_of(x, x->operands[0])] = rhs;
    }
    return true;
}

/* Entry of a structure of n unknowns: locals 0 .. n-1 are these, local n the number of the system. */
static SymElimination make_tiny(Elimination *x, const SymSystem *s) {
    Dae *d = x->w->dae;
    uint32_t n = s->n;
    SymElimination made = {.shape = UINT32_MAX, .ncode = (uint32_t)x->code.n};
    made.code = base_copy(d->arena, x->code.at, x->code.n * sizeof *x->code.at);
    DaePool p, to;
    dae_pool_init(&p);
    dae_pool_init(&to);
    DaeExpr args[MOST_UNKNOWNS * (MOST_UNKNOWNS + 2) + 1];
    size_t operands = d->operands.n;
    bool ok = put_inner(x, s, &p);
    for (uint32_t i = 0; i < n && ok; i++) {
        DaeEquation eq;
        ok = residual_equation(x, &s->residuals[i], &p, &eq) &&
             linear_row(x, n, &eq, &to, &args[n + i * n], &args[n + n * n + i]);
    }
    if (ok) {
        DaeVar outs[MOST_UNKNOWNS];
        for (uint32_t j = 0; j < n; j++) args[j] = dae_var(&to, outs[j] = j, DAE_REAL);
        args[2 * n + n * n] = dae_var(&to, n, DAE_REAL);
        DaeNode head = {.op = DAE_LINEAR, .base = DAE_VOID, .value.i = n};
        DaeEquation eq = dae_shape(d, &to, dae_node(&to, head, args, 2 * n + n * n + 1), outs, n, 0);
        made.shape = eq.shape;
        made.n = d->shapes.at[eq.shape].nholes;
        made.source = base_copy(d->arena, d->operands.at + eq.operands, made.n * sizeof(uint32_t));
    }
    d->operands.n = operands;
    dae_pool_free(&p);
    dae_pool_free(&to);
    return made;
}

/* Conditions: what depends on them is iterated at events, and there the solver of systems keeps a solution to the last bit. */
static bool is_continuous(const SymWork *w, DaeOperand o) {
    if (sym_is_param(w, o)) return true;
    const DaeVariable *v = &w->dae->vars.at[o];
    return v->base == DAE_REAL && v->kind != DAE_KIND_DISCRETE && !(w->role.at[o] & SYM_ROLE_FROZEN);
}

bool sym_solve_tiny(SymWork *w, const SymSystem *s, uint32_t number, DaeEquation *out) {
    Dae *d = w->dae;
    if (!s->linear || s->n > MOST_UNKNOWNS || s->ninner > MOST_INNER || w->opt.no_tearing) return false;
    Elimination x = {.w = w};
    for (uint32_t i = 0; i < s->n; i++) (void)number_of(&x, s->unknowns[i]);
    vec_push(&x.local, dae_constant(d, number)); /* not looked for: it may stand in an equation too */
    vec_push(&x.value, 0);
    vec_push(&x.code, s->n);
    bool ok = true;
    for (uint32_t i = 0; i < s->ninner && ok; i++) ok = add_to_code(&x, &s->inner[i], true);
    for (uint32_t i = 0; i < s->n && ok; i++) ok = add_to_code(&x, &s->residuals[i], false);
    for (size_t i = 0; i < x.local.n && ok; i++) ok = is_continuous(w, x.local.at[i]);
    const SymElimination *e = ok ? find_entry(&x, s, make_tiny) : NULL;
    ok = e && e->shape != UINT32_MAX;
    if (ok) {
        *out = (DaeEquation){e->shape, (uint32_t)d->operands.n, s->residuals[0].origin};
        for (uint32_t k = 0; k < e->n; k++)
            vec_push(&d->operands, dae_operand_is_const(e->source[k]) ? e->source[k] : x.local.at[e->source[k]]);
    }
    vec_free(&x.local);
    vec_free(&x.value);
    vec_free(&x.code);
    return ok;
}
