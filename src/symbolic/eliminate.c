/* eliminate.c - linear systems torn to a few unknowns, solved in the generated code.
 *
 * Before: a linear SymSystem of one to four iteration variables.  After: one equation that gives them from what is
 * known outside, to be followed by the inner equations as they are; or nothing, and the system stays.
 *
 * Several unknowns, or one whose coefficient may vanish: the equation (DAE_LINEAR) holds matrix and right side as
 * expressions; it is solved by elimination with pivots, and where it is singular the system itself is, which stands by
 * for that.
 *
 * One unknown may have a formula.
 * The inner equations are put into the residual, which is then linear in the one unknown.  It is divided only by what
 * is known not to vanish: a literal, or an expression of parameters whose value is not small; sin(u)^2 + cos(u)^2 is 1
 * in it.  (A body on a
 * joint: the accelerations are eliminated, and J + m*d^2 is what is left.)  The work is done once per structure: shapes
 * of the equations and how they share operands.
 */
#include "symbolic/symbolic_impl.h"

#include <math.h>
#include <string.h>

enum {
    MOST_INNER = 8,      /* equations put into one formula ... */
    MOST_TOGETHER = 160, /* ... and nodes of it */
    MOST_UNKNOWNS = DAE_LINEAR_MOST,
    /* inner equations one behind the other: errors grow along the way, and nobody watches them in a formula */
    MOST_DEPTH = 10,
    MOST_OPERANDS = 160,
    MOST_NODES = 800,
    MOST_HOLES = 60
};

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
        if (p->nodes.n > MOST_TOGETHER) return 0;
        x->value.at[number_of(x, x->operands[0])] = rhs;
    }
    x->operands = dae_operands(d, &s->residuals[0]);
    DaeExpr root = dae_map(p, &d->pool, d->shapes.at[s->residuals[0].shape].root, put_leaf, x);
    if (p->nodes.n > MOST_TOGETHER) return 0;
    DaeExpr lhs = dae_arg(p, root, 0), rhs = dae_arg(p, root, 1);
    DaeExpr zero = dae_real(p, 0), difference = alg_simplify(p, dae_op2(p, DAE_SUB, lhs, rhs));
    return dae_op2(p, DAE_EQUATE, difference, zero);
}

/* ---- the coefficient --------------------------------------------------------------------------------------------- */

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
    DaeExpr a = exchange(p, dae_arg(p, e, 0), x),
            b = n.op == DAE_MUL ? exchange(p, dae_arg(p, e, 1), x) : dae_arg(p, e, 1);
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
        DaeExpr partner = alg_simplify(p, exchange(p, terms.at[i], &to_cosine));
        for (size_t k = 0; k < terms.n && !made; k++) {
            if (alg_simplify(p, terms.at[k]) != partner || signs.at[k] != signs.at[i]) continue;
            terms.at[i] = exchange(p, terms.at[i], &to_one);
            made = dae_real(p, 0);
            for (size_t j = 0; j < terms.n; j++)
                if (j != k) made = dae_op2(p, signs.at[j] ? DAE_SUB : DAE_ADD, made, terms.at[j]);
        }
    }
    vec_free(&terms);
    vec_free(&signs);
    return made ? alg_simplify(p, made) : 0;
}

/* coefficient*unknown + rest = 0, with the squares in the coefficient joined; the residual as it was when there are
 * none. */
static uint32_t simplify_coefficient(SymWork *w, uint32_t shape, uint32_t hole) {
    Dae *d = w->dae;
    DaePool *p = &d->pool;
    uint32_t n = d->shapes.at[shape].nholes;
    if (hole >= 63) return shape;
    DaeExpr root = d->shapes.at[shape].root;
    DaeExpr coefficient = alg_partial(w->memo, dae_op2(p, DAE_SUB, dae_arg(p, root, 0), dae_arg(p, root, 1)), hole);
    DaeExpr rest = alg_linear_rest(w->memo, shape, 1ull << hole), joined = 0;
    if (!coefficient || !rest) return shape;
    coefficient = alg_simplify(p, coefficient);
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
    if (sym_occurs(w, eq->shape, hole) == ALG_LINEAR) return true;
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

/* ---- a few unknowns ---------------------------------------------------------------------------------------------- */

/* A variable as a sum of the unknowns: the last entry is what is added to it.  0: no such term. */
typedef struct {
    DaeExpr of[MOST_UNKNOWNS + 1];
} Affine;

typedef struct {
    Elimination *x;
    uint32_t n;         /* unknowns */
    DaePool *to;        /* where coefficients are made, over numbers of locals */
    VEC(Affine) form;   /* by local */
    VEC(uint8_t) depth; /* by local: 1 + how many inner equations led to its form; 0: it is known outside */
} Forms;

static DaeExpr local_leaf(void *arg, DaePool *to, const DaePool *from, DaeExpr leaf) {
    const uint32_t *local = arg; /* by hole */
    DaeNode n = *dae_at(from, leaf);
    return n.op == DAE_HOLE ? dae_var(to, local[n.id], n.base) : dae_node(to, n, NULL, 0);
}

/* ---- sums of unknowns through expressions ------------------------------------------------------------------------ */

typedef struct {
    Forms *f;
    const DaePool *p; /* of the equation */
    uint32_t *local;  /* by hole */
    DaeWalk walk;
    VEC(Affine) form; /* by number in the walk ... */
    VEC(uint8_t) has; /* ... where an unknown is in it */
} Reading;

static const Affine *form_at(const Reading *r, DaeExpr e) {
    uint32_t slot = dae_walk_slot(&r->walk, e);
    return r->has.at[slot] ? &r->form.at[slot] : NULL;
}

static DaeExpr known_value(Reading *r, DaeExpr e) { return dae_map(r->f->to, r->p, e, local_leaf, r->local); }

/* Part j of an argument: 0 is zero. */
static DaeExpr part_of(Reading *r, DaeExpr e, uint32_t j) {
    const Affine *a = form_at(r, e);
    return a ? a->of[j] : j == r->f->n ? known_value(r, e) : 0;
}

static DaeExpr zero_of(Reading *r, DaeExpr e) {
    return dae_at(r->p, e)->rank ? alg_zero_like(r->f->to, known_value(r, e)) : dae_real(r->f->to, 0);
}

/* The operator applied to the parts; its first argument is as it is for every part (fixed), or has parts too. */
static void part_by_part(Reading *r, DaeExpr e, bool fixed, Affine *out) {
    DaeNode n = *dae_at(r->p, e);
    VecU32 args = {0};
    for (uint32_t j = 0; j <= r->f->n; j++) {
        bool any = n.rank > 0;
        vec_clear(&args);
        for (uint32_t k = 0; k < n.nargs; k++) {
            DaeExpr a = dae_arg(r->p, e, k), part = fixed && k == 0 ? known_value(r, a) : part_of(r, a, j);
            any |= part && !(fixed && k == 0);
            vec_push(&args, part ? part : zero_of(r, a));
        }
        if (any) out->of[j] = dae_with_args(r->f->to, n, args.at, n.nargs);
    }
    vec_free(&args);
}

static void scale_parts(Reading *r, DaeOp op, const Affine *a, DaeExpr by, Affine *out) {
    DaePool *to = r->f->to;
    DaeExpr factor = known_value(r, by);
    for (uint32_t j = 0; j <= r->f->n; j++)
        if (a->of[j])
            out->of[j] = dae_is_real(to, a->of[j], 1) && op == DAE_MUL ? factor : dae_op2(to, op, a->of[j], factor);
}

/* Arguments marked noDerivative may carry derivatives with them: what the function gives for zeros is not zero then.
 * So it may be with what it calls. */
static bool may_carry_derivatives(const Dae *d, uint32_t function, uint32_t levels) {
    bool may = levels == 0;
    for (size_t f = 1; f < d->functions.n && !may; f++)
        for (uint32_t k = 0; k < d->functions.at[f].nderivatives; k++) {
            const DaeDerivative *der = &d->functions.at[f].derivatives[k];
            for (uint32_t i = 0; der->function == function && der->skip && i < d->functions.at[f].ninputs; i++)
                may |= der->skip[i] == DAE_SKIP_NO;
        }
    DaeWalk walk = {0};
    if (!may && d->functions.at[function].body) dae_walk(&walk, &d->pool, d->functions.at[function].body);
    for (uint32_t i = 0; i < walk.n && !may; i++) {
        const DaeNode *n = dae_at(&d->pool, walk.at[i]);
        may = n->op == DAE_CALL && may_carry_derivatives(d, n->id, levels - 1);
    }
    dae_walk_free(&walk);
    return may;
}

/* Call of the derivative of a function: linear in the inputs that are derivatives. */
static bool read_derivative(Reading *r, DaeExpr e, Affine *out) {
    SymWork *w = r->f->x->w;
    DaeNode n = *dae_at(r->p, e);
    uint32_t values = sym_value_inputs(w, n.id);
    if (values == SYM_NONE || may_carry_derivatives(w->dae, n.id, 6)) return false;
    for (uint32_t k = 0; k < n.nargs; k++) {
        DaeExpr a = dae_arg(r->p, e, k);
        if (!a || (k < values && form_at(r, a))) return false;
    }
    VecU32 args = {0};
    for (uint32_t j = 0; j <= r->f->n; j++) {
        bool any = false;
        vec_clear(&args);
        for (uint32_t k = 0; k < n.nargs; k++) {
            DaeExpr a = dae_arg(r->p, e, k), x = k < values ? known_value(r, a) : part_of(r, a, j);
            any |= k >= values && x && !dae_is_real(r->f->to, x, 0);
            vec_push(&args, x ? x : zero_of(r, a));
        }
        if (any) out->of[j] = dae_with_args(r->f->to, n, args.at, n.nargs);
    }
    vec_free(&args);
    return true;
}

/* A node with an unknown in it. */
static bool read_node(Reading *r, DaeExpr e, Affine *out) {
    const DaeNode *n = dae_at(r->p, e);
    DaeExpr a = n->nargs ? dae_arg(r->p, e, 0) : 0, b = n->nargs > 1 ? dae_arg(r->p, e, 1) : 0;
    if (n->base != DAE_REAL || (n->rank && n->op != DAE_ARRAY)) return false;
    switch ((DaeOp)n->op) {
    case DAE_HOLE: *out = r->f->form.at[r->local[n->id]]; return true;
    case DAE_ADD:
    case DAE_SUB:
    case DAE_NEG:
    case DAE_HOMOTOPY:
    case DAE_ARRAY: part_by_part(r, e, false, out); return true;
    case DAE_IF:
    case DAE_SEMILINEAR:
        if (form_at(r, a)) return false;
        part_by_part(r, e, true, out);
        return true;
    case DAE_SMOOTH: *out = *form_at(r, b); return true;
    case DAE_CALL: return read_derivative(r, e, out);
    case DAE_MUL:
        if (form_at(r, a) && form_at(r, b)) return false;
        scale_parts(r, DAE_MUL, form_at(r, a) ? form_at(r, a) : form_at(r, b), form_at(r, a) ? b : a, out);
        return true;
    case DAE_DIV:
        if (form_at(r, b)) return false;
        scale_parts(r, DAE_DIV, form_at(r, a), b, out);
        return true;
    default: return false;
    }
}

/* Delays and what acts on the simulation must be evaluated once in a pass. */
static bool is_repeatable(const Dae *d, const DaeNode *n) {
    return n->op != DAE_DELAY && n->op != DAE_SPATIAL && n->op != DAE_APPLY &&
           (n->op != DAE_CALL || d->functions.at[n->id].pure);
}

/* An expression over the holes of an equation as a sum of the unknowns. */
static bool read_expression(Reading *r, DaeExpr e, Affine *out) {
    bool ok = true;
    dae_walk(&r->walk, r->p, e);
    for (uint32_t i = 0; i < r->walk.n && ok; i++) {
        const DaeNode *n = dae_at(r->p, r->walk.at[i]);
        Affine a = {{0}};
        uint8_t has = n->op == DAE_HOLE && r->f->depth.at[r->local[n->id]];
        for (uint32_t k = 0; k < n->nargs && !has; k++) {
            DaeExpr arg = dae_arg(r->p, r->walk.at[i], k);
            has = arg && form_at(r, arg);
        }
        ok = is_repeatable(r->f->x->w->dae, n) && (!has || read_node(r, r->walk.at[i], &a));
        vec_push(&r->form, a);
        vec_push(&r->has, has);
    }
    if (ok && r->has.at[r->walk.n - 1]) *out = r->form.at[r->walk.n - 1];
    else if (ok) out->of[r->f->n] = known_value(r, e);
    return ok;
}

/* What an assignment gives, or lhs - rhs of an equation. */
static bool affine_form(Forms *f, const DaeEquation *eq, Affine *out, uint8_t *depth) {
    Dae *d = f->x->w->dae;
    uint32_t nholes = d->shapes.at[eq->shape].nholes, nout = d->shapes.at[eq->shape].nout, local[MOST_HOLES];
    if (nholes > MOST_HOLES) return false;
    *depth = 1;
    *out = (Affine){{0}};
    for (uint32_t k = 0; k < nholes; k++) {
        local[k] = number_of(f->x, dae_operands(d, eq)[k]);
        if (f->depth.at[local[k]] >= *depth) *depth = (uint8_t)(f->depth.at[local[k]] + 1);
    }
    const AlgShapeInfo *info = alg_shape_info(f->x->w->memo, eq->shape);
    if (*depth > MOST_DEPTH || !info->rhs) return false;
    DaeExpr sides[2] = {info->lhs, info->rhs};
    Reading r = {.f = f, .p = &d->pool, .local = local};
    bool ok = read_expression(&r, nout ? sides[1] : dae_raw(&d->pool, DAE_SUB, sides, 2), out);
    dae_walk_free(&r.walk);
    vec_free(&r.form);
    vec_free(&r.has);
    return ok && f->to->nodes.n <= MOST_NODES;
}

/* The unknowns stand for themselves, inner equations for what they compute. */
static bool inner_forms(Forms *f, const SymSystem *s) {
    const Dae *d = f->x->w->dae;
    memset(vec_extend(&f->form, f->x->local.n), 0, f->x->local.n * sizeof(Affine));
    memset(vec_extend(&f->depth, f->x->local.n), 0, f->x->local.n);
    for (uint32_t j = 0; j < f->n; j++) {
        f->form.at[j].of[j] = dae_real(f->to, 1);
        f->depth.at[j] = 1;
    }
    for (uint32_t i = 0; i < s->ninner; i++) {
        Affine a;
        uint8_t depth;
        uint32_t out = number_of(f->x, dae_operands(d, &s->inner[i])[0]);
        if (!affine_form(f, &s->inner[i], &a, &depth)) return false;
        f->form.at[out] = a;
        f->depth.at[out] = depth;
    }
    return true;
}

/* Short ones as they would be written by hand. */
static DaeExpr entry_of(Forms *f, DaeExpr e, bool small) {
    if (!e) return dae_real(f->to, 0);
    return small ? alg_simplify(f->to, e) : e;
}

/* Entry of a structure of n unknowns: locals 0 .. n-1 are these, local n the number of the system. */
static SymElimination make_tiny(Elimination *x, const SymSystem *s) {
    Dae *d = x->w->dae;
    uint32_t n = s->n;
    SymElimination made = {.shape = UINT32_MAX, .ncode = (uint32_t)x->code.n};
    made.code = base_copy(d->arena, x->code.at, x->code.n * sizeof *x->code.at);
    DaePool to;
    dae_pool_init(&to);
    Forms f = {.x = x, .n = n, .to = &to};
    DaeExpr args[MOST_UNKNOWNS * (MOST_UNKNOWNS + 2) + 1];
    size_t operands = d->operands.n;
    bool ok = inner_forms(&f, s), small = s->ninner <= MOST_INNER;
    for (uint32_t i = 0; i < n && ok; i++) {
        Affine a;
        uint8_t depth;
        ok = affine_form(&f, &s->residuals[i], &a, &depth);
        for (uint32_t j = 0; j < n && ok; j++) args[n + i * n + j] = entry_of(&f, a.of[j], small);
        if (ok) args[n + n * n + i] = entry_of(&f, a.of[n] ? dae_op1(&to, DAE_NEG, a.of[n]) : 0, small);
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
    if (made.n > MOST_HOLES) made.shape = UINT32_MAX;
    d->operands.n = operands;
    dae_pool_free(&to);
    vec_free(&f.form);
    vec_free(&f.depth);
    return made;
}

bool sym_solve_tiny(SymWork *w, const SymSystem *s, uint32_t number, DaeEquation *out) {
    Dae *d = w->dae;
    if (!s->linear || s->n > MOST_UNKNOWNS || w->opt.no_tearing) return false;
    if (s->constant && s->ninner > MOST_INNER) return false; /* factorised once, it costs less */
    Elimination x = {.w = w};
    for (uint32_t i = 0; i < s->n; i++) (void)number_of(&x, s->unknowns[i]);
    vec_push(&x.local, dae_constant(d, number)); /* not looked for: it may stand in an equation too */
    vec_push(&x.value, 0);
    vec_push(&x.code, s->n);
    bool ok = true;
    for (uint32_t i = 0; i < s->ninner && ok; i++) ok = add_to_code(&x, &s->inner[i], true);
    for (uint32_t i = 0; i < s->n && ok; i++) ok = add_to_code(&x, &s->residuals[i], false);
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
