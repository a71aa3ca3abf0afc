/* solve.c - how unknowns occur in an equation, and solving it for one of them.
 *
 * Occurrence: the partial derivatives of the residual lhs - rhs for all holes at once, summed backwards from the
 * residual to the leaves.  A hole whose partial derivative does not contain it occurs linearly.
 *
 * Solving: as long as the unknown stands in one argument only, the operator is moved to the other side by its
 * inverse; where it stands in several, the expression must be linear in it and its terms are collected
 * (Elmqvist 1978).  Functions with several branches are not inverted.
 */
#include <math.h>
#include <string.h>

#include "algebra/algebra_impl.h"

bool alg_sides(const Dae *d, uint32_t shape, DaeExpr *lhs, DaeExpr *rhs) {
    const DaePool *p = &d->pool;
    const DaeShape *s = &d->shapes.at[shape];
    const DaeNode *n = dae_at(p, s->root);
    if (n->op != DAE_EQUATE && !(n->op == DAE_ASSIGN && s->nout == 1)) return false;
    *lhs = dae_arg(p, s->root, 0);
    *rhs = dae_arg(p, s->root, 1);
    return n->op == DAE_EQUATE || dae_at(p, *lhs)->op == DAE_HOLE;
}

static DaeExpr residual_of(DaePool *p, DaeExpr lhs, DaeExpr rhs) {
    return dae_raw(p, DAE_SUB, (DaeExpr[]){lhs, rhs}, 2);
}

static bool is_discrete(const DaePool *p, DaeExpr lhs, DaeExpr rhs) {
    return dae_at(p, lhs)->base != DAE_REAL && dae_at(p, rhs)->base != DAE_REAL;
}

/* ---- occurrence -------------------------------------------------------------------------------------------------- */

typedef struct {
    AlgMemo *m;
    DaePool *p;
    DaeWalk w;
    VecU32 adjoint;  /* per walk number: d residual / d node, 0 none yet */
    uint8_t *opaque; /* per walk number: reached through something that cannot be undone */
} Backward;

static void add_adjoint(Backward *b, DaeExpr child, DaeExpr contribution) {
    uint32_t *at = &b->adjoint.at[dae_walk_slot(&b->w, child)];
    *at = *at ? dae_op2(b->p, DAE_ADD, *at, contribution) : contribution;
}

/* Operators through which a Real argument can be followed. */
static bool is_transparent(const DaeNode *n) {
    if (n->base != DAE_REAL || n->rank) return false;
    switch ((DaeOp)n->op) {
    case DAE_FLOOR:
    case DAE_CEIL:
    case DAE_DIVT:
    case DAE_MOD:
    case DAE_REM:
    case DAE_TO_REAL: return false;
    default: return n->op < DAE_DELAY;
    }
}

static void push_back(Backward *b, uint32_t slot) {
    DaeExpr e = b->w.at[slot];
    DaeNode n = *dae_at(b->p, e);
    DaeExpr own = b->adjoint.at[slot];
    bool clear = is_transparent(&n) && !b->opaque[slot];
    AlgDiffer s = {.memo = b->m, .d = b->m->d, .pool = b->p};
    for (uint32_t k = 0; k < n.nargs; k++) {
        DaeExpr a = dae_arg(b->p, e, k);
        if (!a) continue;
        if (!clear || dae_at(b->p, a)->base != DAE_REAL || dae_at(b->p, a)->rank) {
            b->opaque[dae_walk_slot(&b->w, a)] = 1;
            continue;
        }
        DaeExpr zero = dae_real(b->p, 0), t[3] = {0, 0, 0};
        if (n.op == DAE_IF) {
            add_adjoint(b, a, dae_op3(b->p, DAE_IF, dae_arg(b->p, e, 0), k == 1 ? own : zero, k == 2 ? own : zero));
            continue;
        }
        t[k] = dae_real(b->p, 1);
        DaeExpr partial = alg_differentiate_node(&s, e, t);
        if (s.failed) b->opaque[dae_walk_slot(&b->w, a)] = 1;
        else if (partial) add_adjoint(b, a, dae_op2(b->p, DAE_MUL, own, partial));
        s.failed = false;
    }
}

static bool contains_hole(AlgMemo *m, DaeExpr e, uint32_t hole) {
    const DaePool *p = &m->d->pool;
    dae_walk(&m->walk, p, e);
    for (uint32_t i = 0; i < m->walk.n; i++) {
        const DaeNode *n = dae_at(p, m->walk.at[i]);
        if (n->op == DAE_HOLE && n->id == hole) return true;
    }
    return false;
}

static bool can_be_collected(AlgMemo *m, DaeExpr residual, uint32_t hole, DaeExpr *slope);

static AlgOccurrence classify(Backward *b, uint32_t slot, uint32_t hole, DaeExpr *partial) {
    DaeExpr own = b->adjoint.at[slot];
    double c;
    if (b->opaque[slot]) return ALG_UNSOLVABLE;
    if (!own) return ALG_ABSENT;
    if (contains_hole(b->m, own, hole)) {
        DaeExpr simpler = alg_simplify(b->p, own);
        *partial = simpler;
        if (contains_hole(b->m, simpler, hole)) return ALG_NONLINEAR;
        /* x/x has slope zero, but its terms cannot be collected */
        if (!can_be_collected(b->m, b->w.at[b->w.n - 1], hole, NULL)) return ALG_NONLINEAR;
        own = simpler;
    }
    /* the sum over branches, (if c then 1 else 0) + (if c then 0 else 1), does not show that all have the same slope */
    DaeExpr slope = 0;
    bool several = dae_at(b->p, own)->op == DAE_ADD || dae_at(b->p, own)->op == DAE_SUB;
    if (several && can_be_collected(b->m, b->w.at[b->w.n - 1], hole, &slope) && dae_is_const(b->p, slope, &c) && c != 0)
        own = slope;
    *partial = own;
    if (dae_is_const(b->p, own, &c)) return c == 0 ? ALG_ABSENT : ALG_LINEAR;
    return ALG_LINEAR_PARAM;
}

static void analyse_real(AlgMemo *m, DaeExpr lhs, DaeExpr rhs, AlgShapeInfo *info) {
    Backward b = {.m = m, .p = &m->d->pool};
    dae_walk(&b.w, b.p, residual_of(b.p, lhs, rhs));
    (void)vec_extend(&b.adjoint, b.w.n);
    b.opaque = base_realloc(NULL, b.w.n);
    memset(b.opaque, 0, b.w.n);
    b.adjoint.at[b.w.n - 1] = dae_real(b.p, 1);
    for (uint32_t i = b.w.n; i-- > 0;)
        if (b.adjoint.at[i] || b.opaque[i]) push_back(&b, i);
    for (uint32_t i = 0; i < b.w.n; i++) {
        const DaeNode *n = dae_at(b.p, b.w.at[i]);
        if (n->op == DAE_HOLE) {
            uint32_t hole = n->id;
            info->occurrence[hole] = (uint8_t)classify(&b, i, hole, &info->partial[hole]);
        }
    }
    dae_walk_free(&b.w);
    vec_free(&b.adjoint);
    base_realloc(b.opaque, 0);
}

/* Number of times the hole is reached when shared nodes count once. */
static void count_holes(AlgMemo *m, DaeExpr e, uint8_t *count) {
    const DaePool *p = &m->d->pool;
    dae_walk(&m->walk, p, e);
    for (uint32_t i = 0; i < m->walk.n; i++) {
        const DaeNode *n = dae_at(p, m->walk.at[i]);
        if (n->op == DAE_HOLE && count[n->id] < 2) count[n->id]++;
    }
}

/* Boolean: not; Integer: sums, and the number of an enumeration's value.  Follows the only argument that holds the
 * hole. */
static bool discrete_invertible(AlgMemo *m, DaeExpr e, uint32_t hole) {
    const DaePool *p = &m->d->pool;
    for (;;) {
        const DaeNode *n = dae_at(p, e);
        if (n->op == DAE_HOLE) return n->id == hole;
        bool sums = n->base == DAE_INTEGER && (n->op == DAE_ADD || n->op == DAE_SUB || n->op == DAE_NEG);
        if (n->op != DAE_NOT && n->op != DAE_TO_INT && !sums) return false;
        DaeExpr next = 0;
        for (uint32_t k = 0; k < n->nargs; k++) {
            DaeExpr a = dae_arg(p, e, k);
            if (!contains_hole(m, a, hole)) continue;
            if (next) return false;
            next = a;
        }
        e = next;
    }
}

static void analyse_discrete(AlgMemo *m, DaeExpr lhs, DaeExpr rhs, uint32_t nholes, AlgShapeInfo *info) {
    uint8_t *left = BASE_ARRAY(&m->arena, uint8_t, nholes + 1), *right = BASE_ARRAY(&m->arena, uint8_t, nholes + 1);
    count_holes(m, lhs, left);
    count_holes(m, rhs, right);
    for (uint32_t k = 0; k < nholes; k++) {
        if (!left[k] && !right[k]) continue;
        bool one_side = !left[k] || !right[k];
        info->occurrence[k] = one_side && discrete_invertible(m, left[k] ? lhs : rhs, k) ? ALG_LINEAR : ALG_UNSOLVABLE;
    }
}

/* Arguments that the annotated derivative of a function leaves out (noDerivative): either they are functions of the
 * others, or they carry the derivatives themselves. */
static const uint8_t *left_out(const Dae *d, const DaeNode *call) {
    const DaeFunction *f = &d->functions.at[call->id];
    for (uint32_t i = 0; i < f->nderivatives; i++)
        if (f->derivatives[i].skip && call->nargs == f->ninputs) return f->derivatives[i].skip;
    return NULL;
}

/* For index reduction an equation depends on what its derivative depends on: not on what stands in arguments without
 * derivative only, but on the others even if the body does not read them. */
static void adjust_for_calls(AlgMemo *m, DaeExpr original, AlgShapeInfo *info) {
    const DaePool *p = &m->d->pool;
    DaeWalk *w = &m->walk;
    dae_walk(w, p, original);
    bool any = false;
    for (uint32_t i = 0; i < w->n && !any; i++) {
        const DaeNode *n = dae_at(p, w->at[i]);
        any = n->op == DAE_CALL && left_out(m->d, n);
    }
    if (!any) return;
    uint8_t *reached = base_realloc(NULL, w->n);
    memset(reached, 0, w->n);
    reached[w->n - 1] = 1;
    for (uint32_t i = w->n; i-- > 0;) {
        const DaeNode *n = dae_at(p, w->at[i]);
        const uint8_t *skip = n->op == DAE_CALL ? left_out(m->d, n) : NULL;
        for (uint32_t k = 0; k < n->nargs && reached[i]; k++) {
            DaeExpr a = dae_arg(p, w->at[i], k);
            if (a && !(skip && skip[k])) reached[dae_walk_slot(w, a)] = 1;
        }
        if (n->op == DAE_HOLE && !reached[i]) info->occurrence[n->id] = ALG_ABSENT;
        else if (n->op == DAE_HOLE && info->occurrence[n->id] == ALG_ABSENT) info->occurrence[n->id] = ALG_UNSOLVABLE;
    }
    base_realloc(reached, 0);
}

const AlgShapeInfo *alg_shape_info(AlgMemo *m, uint32_t shape) {
    if (shape >= m->info.n) (void)vec_extend(&m->info, m->d->shapes.n - m->info.n);
    if (m->info.at[shape].occurrence) return &m->info.at[shape];
    uint32_t nholes = m->d->shapes.at[shape].nholes;
    AlgShapeInfo info = {BASE_ARRAY(&m->arena, uint8_t, nholes + 1), BASE_ARRAY(&m->arena, DaeExpr, nholes + 1), 0, 0};
    DaeExpr lhs, rhs;
    bool sides = alg_sides(m->d, shape, &lhs, &rhs);
    DaeExpr original = sides ? residual_of(&m->d->pool, lhs, rhs) : 0;
    if (sides) {
        info.lhs = lhs = alg_see_through(m->d, lhs);
        info.rhs = rhs = alg_see_through(m->d, rhs);
    }
    if (!sides) {
        uint8_t *seen = info.occurrence;
        count_holes(m, m->d->shapes.at[shape].root, seen);
        for (uint32_t k = 0; k < nholes; k++) seen[k] = seen[k] ? ALG_UNSOLVABLE : ALG_ABSENT;
    } else if (is_discrete(&m->d->pool, lhs, rhs)) {
        analyse_discrete(m, lhs, rhs, nholes, &info);
    } else {
        analyse_real(m, lhs, rhs, &info);
        adjust_for_calls(m, original, &info);
    }
    m->info.at[shape] = info;
    return &m->info.at[shape];
}

/* ---- linear forms ------------------------------------------------------------------------------------------------ */

/* e = slope*x + rest for one hole x, or only rest for the holes of a mask. */
typedef struct {
    AlgMemo *m;
    DaePool *p;
    uint64_t mask; /* holes below 64 */
    uint32_t hole; /* or one hole (UINT32_MAX: none) */
    bool written;  /* the unknown is a variable instead, and nothing is put in order (alg_solve_as_written) */
    DaeWalk w;
    uint8_t *has; /* per walk number: contains an unknown */
    VecU32 slope, rest;
    bool nonlinear;
} Linear;

static bool is_unknown(const Linear *l, const DaeNode *n) {
    if (l->written) return n->op == DAE_VAR && n->id == l->hole;
    return n->op == DAE_HOLE && (n->id == l->hole || (n->id < 64 && l->mask >> n->id & 1));
}

static void mark_unknowns(Linear *l, DaeExpr e) {
    dae_walk(&l->w, l->p, e);
    l->has = base_realloc(NULL, l->w.n);
    for (uint32_t i = 0; i < l->w.n; i++) {
        const DaeNode *n = dae_at(l->p, l->w.at[i]);
        l->has[i] = is_unknown(l, n);
        for (uint32_t k = 0; k < n->nargs && !l->has[i]; k++) {
            DaeExpr a = dae_arg(l->p, l->w.at[i], k);
            l->has[i] = a && l->has[dae_walk_slot(&l->w, a)];
        }
    }
}

static bool has(const Linear *l, DaeExpr e) { return l->has[dae_walk_slot(&l->w, e)] != 0; }

/* The same operator on slopes or rests of those arguments that hold unknowns; zero numerators stay zero. */
static DaeExpr with_parts(Linear *l, DaeExpr e, const VecU32 *parts, bool slope) {
    DaeNode n = *dae_at(l->p, e);
    DaeExpr zero = dae_real(l->p, 0), args[3];
    bool product = n.op == DAE_MUL || n.op == DAE_DIV;
    for (uint32_t k = 0; k < n.nargs; k++) {
        DaeExpr a = dae_arg(l->p, e, k);
        DaeExpr part = has(l, a) ? parts->at[dae_walk_slot(&l->w, a)] : 0;
        bool fixed = (n.op == DAE_IF && k == 0) || (n.op == DAE_SEMILINEAR && k == 0) || (n.op == DAE_SMOOTH && k == 0);
        args[k] = part ? part : fixed || product || !slope ? a : zero;
        if (product && part && dae_is_real(l->p, part, 0)) return zero;
    }
    return dae_with_args(l->p, n, args, n.nargs);
}

static bool is_linear_in(const Linear *l, const DaeNode *n, DaeExpr e) {
    DaeExpr a = dae_arg(l->p, e, 0), b = n->nargs > 1 ? dae_arg(l->p, e, 1) : 0;
    if (n->base != DAE_REAL || n->rank) return false;
    switch ((DaeOp)n->op) {
    case DAE_ADD:
    case DAE_SUB:
    case DAE_NEG:
    case DAE_HOMOTOPY: return true;
    case DAE_MUL: return !(has(l, a) && has(l, b));
    case DAE_DIV: return !has(l, b);
    case DAE_IF:
    case DAE_SEMILINEAR:
    case DAE_SMOOTH: return !has(l, a) && !l->written;
    default: return false;
    }
}

static void linear_form(Linear *l, uint32_t last, bool want_slope) {
    vec_clear(&l->slope);
    vec_clear(&l->rest);
    (void)vec_extend(&l->slope, last + 1);
    (void)vec_extend(&l->rest, last + 1);
    for (uint32_t i = 0; i <= last; i++) {
        DaeExpr e = l->w.at[i];
        DaeNode n = *dae_at(l->p, e);
        if (!l->has[i]) continue;
        if (is_unknown(l, &n)) {
            l->slope.at[i] = dae_real(l->p, 1);
            l->rest.at[i] = dae_real(l->p, 0);
            continue;
        }
        bool linear = is_linear_in(l, &n, e);
        for (uint32_t k = 0; k < n.nargs && linear; k++) { /* what is below must be linear too */
            DaeExpr a = dae_arg(l->p, e, k);
            linear = !has(l, a) || l->rest.at[dae_walk_slot(&l->w, a)] != 0;
        }
        if (!linear) continue; /* no rest: nonlinear */
        l->rest.at[i] = with_parts(l, e, &l->rest, false);
        if (want_slope) l->slope.at[i] = with_parts(l, e, &l->slope, true);
    }
    l->nonlinear = l->has[last] && !l->rest.at[last];
}

static void free_linear(Linear *l) {
    dae_walk_free(&l->w);
    base_realloc(l->has, 0);
    vec_free(&l->slope);
    vec_free(&l->rest);
}

/* Is the residual linear in the hole by what its operators say?  *slope, if wanted: its factor. */
static bool can_be_collected(AlgMemo *m, DaeExpr residual, uint32_t hole, DaeExpr *slope) {
    Linear l = {.m = m, .p = &m->d->pool, .hole = hole};
    mark_unknowns(&l, residual);
    linear_form(&l, l.w.n - 1, slope != NULL);
    bool linear = !l.nonlinear && l.has[l.w.n - 1];
    if (linear && slope) *slope = alg_simplify(l.p, l.slope.at[l.w.n - 1]);
    free_linear(&l);
    return linear;
}

DaeExpr alg_linear_rest(AlgMemo *m, uint32_t shape, uint64_t mask) {
    DaeExpr lhs = alg_shape_info(m, shape)->lhs, rhs = alg_shape_info(m, shape)->rhs;
    if (!lhs || is_discrete(&m->d->pool, lhs, rhs)) return 0;
    Linear l = {.m = m, .p = &m->d->pool, .mask = mask, .hole = UINT32_MAX};
    DaeExpr e = residual_of(l.p, lhs, rhs);
    mark_unknowns(&l, e);
    linear_form(&l, l.w.n - 1, false);
    DaeExpr rest = l.nonlinear ? 0 : l.has[l.w.n - 1] ? l.rest.at[l.w.n - 1] : dae_op2(l.p, DAE_SUB, lhs, rhs);
    free_linear(&l);
    return rest;
}

/* ---- inverting one operator -------------------------------------------------------------------------------------- */

typedef struct {
    Linear l;
    DaeExpr value;      /* what the part that holds the unknown must be equal to */
    bool calls;         /* functions are inverted that name their inverse */
    bool inverted;      /* one was */
    bool negative;      /* the unknown is below zero */
    bool doubtful;      /* something was moved that may have no inverse for some values: a factor, a power */
    DaeExpr holds;      /* for which values the inverses that were taken are inverses; 0: for all */
    const char *unless; /* what is wrong with the others */
} Solver;

/* Functions with an inverse that is defined, but is none, where they have no values. */
static const struct {
    DaeOp op;
    double low, high;
    const char *unless;
} ranges[] = {
    {DAE_SQRT, 0, INFINITY, "this equation has no solution: a square root is equal to a negative number"},
    {DAE_ASIN, -M_PI_2, M_PI_2, "this equation has no solution: asin lies between -pi/2 and pi/2"},
    {DAE_ACOS, 0, M_PI, "this equation has no solution: acos lies between 0 and pi"},
    {DAE_ATAN, -M_PI_2, M_PI_2, "this equation has no solution: atan lies between -pi/2 and pi/2"},
};

static DaeExpr not_less(DaePool *p, DaeExpr a, DaeExpr b) {
    return dae_with_args(p, (DaeNode){.op = DAE_GE, .value.i = 1}, (DaeExpr[]){a, b}, 2);
}

/* The value of the function must be one that it can have, but for errors of rounding and of iterations. */
static void note_range(Solver *s, DaeOp op) {
    enum { N = sizeof ranges / sizeof *ranges };
    const double slack = 1e-6;
    DaePool *p = s->l.p;
    size_t i = 0;
    while (i < N && ranges[i].op != op) i++;
    if (i == N) return;
    DaeExpr inside = not_less(p, s->value, dae_real(p, ranges[i].low - slack));
    if (isfinite(ranges[i].high))
        inside = dae_op2(p, DAE_AND, inside, not_less(p, dae_real(p, ranges[i].high + slack), s->value));
    s->holds = s->holds ? dae_op2(p, DAE_AND, s->holds, inside) : inside;
    s->unless = ranges[i].unless;
}

static DaeExpr inverse(DaePool *p, DaeExpr a) { return dae_op2(p, DAE_DIV, dae_real(p, 1), a); }

/* a^b = v whatever the signs are. */
static DaeExpr principal_power(const Solver *s, DaeExpr a, DaeExpr b) {
    DaePool *p = s->l.p;
    if (has(&s->l, b)) return dae_op2(p, DAE_DIV, dae_op1(p, DAE_LOG, s->value), dae_op1(p, DAE_LOG, a));
    double c;
    DaeExpr r = dae_is_real(p, b, 2) ? dae_op1(p, DAE_SQRT, s->value) : dae_op2(p, DAE_POW, s->value, inverse(p, b));
    bool even = dae_is_const(p, b, &c) && fmod(c, 2) == 0;
    return s->negative && even && is_unknown(&s->l, dae_at(p, a)) ? dae_op1(p, DAE_NEG, r) : r;
}

/* x^c = v */
static bool invert_power(Solver *s, DaeExpr a, DaeExpr b) {
    DaePool *p = s->l.p;
    double c;
    DaeExpr v = s->value;
    if (s->l.written) {
        s->value = principal_power(s, a, b);
        return true;
    }
    if (has(&s->l, b)) { /* a^x = v with a literal base */
        if (!dae_is_const(p, a, &c) || c <= 0 || c == 1) return false;
        s->value = dae_op2(p, DAE_DIV, dae_op1(p, DAE_LOG, v), dae_real(p, log(c)));
        return true;
    }
    if (!dae_is_const(p, b, &c) || c == 0) return false;
    if (c == -1) {
        s->value = inverse(p, v);
    } else if (c == 0.5) {
        note_range(s, DAE_SQRT);
        s->value = dae_op2(p, DAE_POW, v, dae_real(p, 2));
    } else if (c > 0 && c == floor(c) && fmod(c, 2) == 1) { /* odd: one real root of either sign */
        DaeExpr size = dae_op2(p, DAE_POW, dae_op1(p, DAE_ABS, v), dae_real(p, 1 / c));
        DaeExpr up = not_less(p, v, dae_real(p, 0));
        s->value = dae_op3(p, DAE_IF, up, size, dae_op1(p, DAE_NEG, size));
    } else {
        return false;
    }
    return true;
}

static uint64_t formula_number(void *arg, double x) { return dae_real(arg, x); }

static uint64_t formula_apply(void *arg, DaeOp op, uint64_t a, uint64_t b) {
    return b ? dae_op2(arg, op, (DaeExpr)a, (DaeExpr)b) : dae_op1(arg, op, (DaeExpr)a);
}

/* Functions of one argument that have one inverse, or a principal one of several ('?'). */
static bool invert_function(Solver *s, DaeOp op) {
    const DaeElementary *f = dae_elementary(op);
    if (!f || !f->inverse || (f->inverse[0] == '?' && !s->l.written)) return false;
    if (!s->l.written) note_range(s, op);
    DaeBuilder b = {s->l.p, formula_number, formula_apply, NULL};
    s->value = (DaeExpr)dae_formula(f->inverse, &b, s->value, 0, 0);
    return true;
}

/* Moves a call to the other side by the function that an annotation names (MLS 3.6, 12.8). */
static bool invert_call(Solver *s, DaeExpr *e) {
    uint32_t k = 0;
    while (!has(&s->l, dae_arg(s->l.p, *e, k))) k++;
    DaeExpr value = alg_inverse_call(s->l.m, *e, k, s->value);
    *e = dae_arg(s->l.p, *e, k);
    if (!value) return false;
    s->value = value;
    return s->inverted = true;
}

/* Moves the operator of *e to the other side; *e becomes the argument that holds the unknown. */
static bool invert(Solver *s, DaeExpr *e) {
    DaePool *p = s->l.p;
    DaeNode n = *dae_at(p, *e);
    if (n.op == DAE_CALL) return s->calls && invert_call(s, e);
    DaeExpr a = dae_arg(p, *e, 0), b = n.nargs > 1 ? dae_arg(p, *e, 1) : 0;
    bool left = has(&s->l, a);
    if (n.rank || (n.base != DAE_REAL && n.base != DAE_INTEGER && n.op != DAE_NOT)) return false;
    *e = left ? a : b;
    double c;
    bool sum = n.op == DAE_ADD || n.op == DAE_SUB || n.op == DAE_NEG || n.op == DAE_SMOOTH;
    s->doubtful |= !sum && !((n.op == DAE_MUL || (n.op == DAE_DIV && left)) && dae_is_const(p, left ? b : a, &c));
    switch ((DaeOp)n.op) {
    case DAE_ADD: s->value = dae_op2(p, DAE_SUB, s->value, left ? b : a); return true;
    case DAE_SUB: s->value = left ? dae_op2(p, DAE_ADD, s->value, b) : dae_op2(p, DAE_SUB, a, s->value); return true;
    case DAE_NEG: s->value = dae_op1(p, DAE_NEG, s->value); return true;
    case DAE_NOT: s->value = dae_op1(p, DAE_NOT, s->value); return true;
    case DAE_MUL:
        if (n.base != DAE_REAL || dae_is_real(p, left ? b : a, 0)) return false;
        s->value = dae_op2(p, DAE_DIV, s->value, left ? b : a);
        return true;
    case DAE_DIV: s->value = left ? dae_op2(p, DAE_MUL, s->value, b) : dae_op2(p, DAE_DIV, a, s->value); return true;
    case DAE_POW: return invert_power(s, a, b);
    case DAE_SMOOTH: *e = b; return !left;
    case DAE_TO_INT: return true; /* a value of an enumeration is its number */
    default: return n.nargs == 1 && invert_function(s, n.op);
    }
}

/* e = slope*x + rest collected: x = (value - rest)/slope */
static bool collect(Solver *s, DaeExpr e) {
    DaePool *p = s->l.p;
    uint32_t at = dae_walk_slot(&s->l.w, e);
    linear_form(&s->l, at, true);
    if (s->l.nonlinear) return false;
    DaeExpr slope = s->l.slope.at[at], rest = s->l.rest.at[at];
    if (!s->l.written) slope = alg_simplify(p, slope), rest = alg_simplify(p, rest);
    double c;
    if (dae_is_real(p, slope, 0)) return false;
    s->doubtful |= !dae_is_const(p, slope, &c);
    s->value = dae_op2(p, DAE_DIV, dae_op2(p, DAE_SUB, s->value, rest), slope);
    return true;
}

static bool solve_down(Solver *s, DaeExpr e);

/* homotopy(actual, simplified) = v for an unknown in both: the homotopy of what solves the one and the other. */
static bool solve_homotopy(Solver *s, DaeExpr e) {
    DaePool *p = s->l.p;
    DaeExpr v = s->value, actual = dae_arg(p, e, 0), simplified = dae_arg(p, e, 1);
    if (!has(&s->l, actual) || !has(&s->l, simplified) || !solve_down(s, actual)) return false;
    actual = s->value;
    s->value = v;
    if (!solve_down(s, simplified)) return false;
    s->value = dae_op2(p, DAE_HOMOTOPY, actual, s->value);
    return true;
}

static bool solve_down(Solver *s, DaeExpr e) {
    for (;;) {
        const DaeNode *n = dae_at(s->l.p, e);
        if (is_unknown(&s->l, n)) return true;
        uint32_t holding = 0;
        for (uint32_t k = 0; k < n->nargs; k++) holding += has(&s->l, dae_arg(s->l.p, e, k));
        if (!holding) return false;
        if (n->op == DAE_HOMOTOPY && s->calls) return solve_homotopy(s, e);
        if (holding > 1 || n->op == DAE_IF || n->op == DAE_HOMOTOPY || n->op == DAE_SEMILINEAR) return collect(s, e);
        if (!invert(s, &e)) return false;
    }
}

/* lhs = rhs, in which the unknown occurs. */
static bool solve_sides(Solver *s, DaeExpr lhs, DaeExpr rhs) {
    DaeExpr e = residual_of(s->l.p, lhs, rhs);
    mark_unknowns(&s->l, e);
    bool left = has(&s->l, lhs), right = has(&s->l, rhs);
    s->value = left && right ? dae_real(s->l.p, 0) : left ? rhs : lhs;
    return solve_down(s, left && right ? e : left ? lhs : rhs);
}

DaeExpr alg_solve_as_written(DaePool *p, DaeExpr lhs, DaeExpr rhs, DaeVar var, bool negative) {
    Solver s = {.l = {.p = p, .hole = var, .written = true}, .negative = negative};
    DaeExpr value = solve_sides(&s, lhs, rhs) ? s.value : 0;
    free_linear(&s.l);
    return value;
}

/* ---- the solved shape -------------------------------------------------------------------------------------------- */

static void make_solution(AlgMemo *m, uint32_t hole, DaeBase base, const Solver *s, AlgSolution *out) {
    DaePool *p = &m->d->pool;
    VecU32 holes = {0};
    vec_push(&holes, hole);
    DaeExpr value = dae_renumber(p, s->value, &holes);
    DaeExpr root = dae_raw(p, DAE_ASSIGN, (DaeExpr[]){dae_hole(p, 0, base), value}, 2);
    out->shape = dae_shape_id(m->d, root, (uint32_t)holes.n, 1);
    out->map = base_copy(&m->arena, holes.at, holes.n * sizeof *holes.at);
    vec_free(&holes);
}

static void make_check(AlgMemo *m, const Solver *s, AlgSolution *out) {
    DaePool *p = &m->d->pool;
    VecU32 holes = {0};
    DaeExpr holds = dae_renumber(p, s->holds, &holes);
    DaeExpr text = dae_text(p, base_name(m->d->ctx->names, s->unless));
    DaeExpr root = dae_raw(p, DAE_ASSERT, (DaeExpr[]){holds, text, dae_int(p, DAE_ASSERT_WARNING)}, 3);
    out->check = dae_shape_id(m->d, root, (uint32_t)holes.n, 0);
    out->check_map = base_copy(&m->arena, holes.at, holes.n * sizeof *holes.at);
    vec_free(&holes);
}

static DaeBase base_of_hole(const Linear *l) {
    for (uint32_t i = 0; i < l->w.n; i++) {
        const DaeNode *n = dae_at(l->p, l->w.at[i]);
        if (n->op == DAE_HOLE && n->id == l->hole) return n->base;
    }
    return DAE_REAL;
}

static bool solve_for(AlgMemo *m, uint32_t hole, DaeExpr lhs, DaeExpr rhs, bool calls, AlgSolution *out) {
    Solver s = {.l = {.m = m, .p = &m->d->pool, .hole = hole}, .calls = calls};
    bool solved = solve_sides(&s, lhs, rhs) && s.inverted == calls;
    if (solved) make_solution(m, hole, base_of_hole(&s.l), &s, out);
    if (solved && s.holds) make_check(m, &s, out);
    out->inverse = solved && calls && !s.doubtful;
    free_linear(&s.l);
    return solved;
}

void alg_solve(AlgMemo *m, uint32_t shape, uint32_t hole, AlgSolution *out) {
    const AlgShapeInfo *info = alg_shape_info(m, shape);
    DaeExpr lhs = info->lhs, rhs = info->rhs;
    *out = (AlgSolution){.shape = UINT32_MAX, .check = UINT32_MAX};
    AlgOccurrence how = info->occurrence[hole];
    if (how == ALG_ABSENT || !lhs) return;
    if (how != ALG_UNSOLVABLE && solve_for(m, hole, lhs, rhs, false, out)) return;
    bool again = how == ALG_UNSOLVABLE || how == ALG_NONLINEAR;
    if (again && alg_sides(m->d, shape, &lhs, &rhs)) (void)solve_for(m, hole, lhs, rhs, true, out);
}
