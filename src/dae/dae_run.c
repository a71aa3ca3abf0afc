/* dae_run.c - values of expressions that call functions: an interpreter for what is known during translation.
 *
 * Numbers and arrays of numbers; Strings, external functions and function values are not known here, and
 * neither is what reads an unknown leaf.  Work is bounded by a number of steps.
 *
 * A partial run goes on with unknown leaves: an unknown number is NaN, and so is what depends on it; zero times an
 * unknown number is zero; where an unknown condition chooses, both ways are gone and only what they agree upon stays.
 */
#include <math.h>
#include <string.h>

#include "dae/dae.h"

enum { MAX_STEPS = 2000000, MAX_PARTIAL_STEPS = 100000, MAX_DEPTH = 300, MAX_ELEMENTS = 1000000, MAX_RANK = 4 };

typedef struct {
    int rank;
    int64_t dims[MAX_RANK];
    double *x; /* row by row; scalars have one element */
} Value;

typedef struct {
    const Dae *d;
    const DaePool *p;
    bool (*get)(void *arg, const DaeNode *leaf, double *v);
    bool (*set)(void *arg, uint32_t hole, double v);
    void *arg;
    Arena arena;
    Value *locals; /* of the function that runs, iterators behind; NULL outside functions */
    uint32_t nlocals;
    uint32_t steps;
    int depth;
    bool failed;
    bool partial;
    enum { GO, BREAK, RETURN } way;
} Machine;

static Value eval(Machine *m, DaeExpr e);
static void run(Machine *m, DaeExpr e);

/* ---- values ------------------------------------------------------------------------------------------------------ */

static Value none(Machine *m) {
    m->failed = true;
    static const double zero[1];
    return (Value){.x = (double *)zero}; /* nobody writes to what failed */
}

static int64_t count(const Value *v) {
    int64_t n = 1;
    for (int i = 0; i < v->rank; i++) n *= v->dims[i];
    return n;
}

/* A new value of the same rank and sizes. */
static Value like(Machine *m, const Value *v) {
    Value r = *v;
    int64_t n = count(v);
    if (n < 0 || n > MAX_ELEMENTS) return none(m);
    r.x = BASE_ARRAY(&m->arena, double, n + 1);
    return r;
}

static Value scalar(Machine *m, double x) {
    Value v = {.x = BASE_ARRAY(&m->arena, double, 1)};
    v.x[0] = x;
    return v;
}

static Value vector(Machine *m, int64_t n) { return like(m, &(Value){.rank = 1, .dims = {n}}); }
static Value matrix(Machine *m, int64_t r, int64_t c) { return like(m, &(Value){.rank = 2, .dims = {r, c}}); }

static double number(Machine *m, DaeExpr e) {
    Value v = eval(m, e);
    return v.x[0];
}

/* ---- elementwise and products ------------------------------------------------------------------------------------ */

static DaeOp scalar_op(DaeOp op) {
    switch (op) {
    case DAE_EADD: return DAE_ADD;
    case DAE_ESUB: return DAE_SUB;
    case DAE_EMUL: return DAE_MUL;
    case DAE_EDIV: return DAE_DIV;
    case DAE_EPOW: return DAE_POW;
    default: return op;
    }
}

static double times(double a, double b) { return a == 0 || b == 0 ? 0 : a * b; }

/* An operator with an unknown argument, or without a value: true when done. */
static bool apply_unknown(const DaeNode *op, const double *x, uint32_t n, double *out) {
    bool unknown = false;
    for (uint32_t k = 0; k < n && k < 3; k++) unknown |= isnan(x[k]);
    *out = NAN;
    if (unknown && op->op == DAE_MUL) *out = times(x[0], x[1]);
    else if (unknown && op->op == DAE_DIV && x[0] == 0) *out = 0;
    return unknown;
}

static Value elementwise(Machine *m, const DaeNode *n, const Value *a, uint32_t nargs) {
    const Value *shape = &a[0];
    for (uint32_t k = 1; k < nargs; k++)
        if (a[k].rank > shape->rank) shape = &a[k];
    Value v = like(m, shape);
    DaeNode op = *n;
    op.op = (uint16_t)scalar_op(n->op);
    int64_t elements = m->failed ? 0 : count(&v);
    for (uint32_t k = 0; k < nargs; k++)
        if (a[k].rank && count(&a[k]) != elements) return none(m);
    for (int64_t i = 0; i < elements; i++) {
        double x[3] = {0, 0, 0};
        for (uint32_t k = 0; k < nargs && k < 3; k++) x[k] = a[k].x[a[k].rank ? i : 0];
        if (m->partial && apply_unknown(&op, x, nargs, &v.x[i])) continue;
        if (!dae_apply(&op, x, &v.x[i]) && !m->partial) return none(m);
    }
    return v;
}

/* Rows and columns of an operand of a product: vectors are one or the other. */
static Value product(Machine *m, const DaeNode *n, const Value *a) {
    if (!a[0].rank || !a[1].rank) return elementwise(m, n, a, 2);
    int64_t rows = a[0].rank == 2 ? a[0].dims[0] : 1, inner = a[0].dims[a[0].rank - 1];
    int64_t columns = a[1].rank == 2 ? a[1].dims[1] : 1;
    if (a[0].rank > 2 || a[1].rank > 2 || a[1].dims[0] != inner) return none(m);
    Value v = matrix(m, rows, columns);
    for (int64_t i = 0; i < rows && !m->failed; i++)
        for (int64_t j = 0; j < columns; j++)
            for (int64_t k = 0; k < inner; k++)
                v.x[i * columns + j] += m->partial ? times(a[0].x[i * inner + k], a[1].x[k * columns + j])
                                                   : a[0].x[i * inner + k] * a[1].x[k * columns + j];
    v.rank = a[0].rank + a[1].rank - 2;
    if (v.rank == 1) v.dims[0] = a[0].rank == 2 ? rows : columns;
    return v;
}

/* ---- array constructors ------------------------------------------------------------------------------------------ */

/* {a, b, ...}: one rank more than its elements. */
static Value stack(Machine *m, const Value *a, uint32_t n) {
    Value v = {.rank = 1, .dims = {n}};
    if (n) {
        v = a[0];
        if (v.rank + 1 > MAX_RANK) return none(m);
        memmove(v.dims + 1, v.dims, (size_t)v.rank * sizeof *v.dims);
        v.dims[0] = n;
        v.rank++;
    }
    v = like(m, &v);
    int64_t each = n ? count(&a[0]) : 0;
    for (uint32_t k = 0; k < n && !m->failed; k++) {
        if (count(&a[k]) != each) return none(m);
        memcpy(v.x + k * each, a[k].x, (size_t)each * sizeof *v.x);
    }
    return v;
}

static Value range(Machine *m, double from, double step, double to) {
    double n = step == 0 ? -1 : floor((to - from) / step + 1e-9) + 1;
    if (step == 0 || !(n < MAX_ELEMENTS)) return none(m);
    Value v = vector(m, n > 0 ? (int64_t)n : 0);
    for (int64_t i = 0; i < v.dims[0] && !m->failed; i++) v.x[i] = from + (double)i * step;
    return v;
}

static Value fill(Machine *m, const Value *a, uint32_t n) {
    Value v = {.rank = (int)n - 1};
    if (n - 1 > MAX_RANK || a[0].rank) return none(m);
    for (uint32_t k = 1; k < n; k++) {
        if (isnan(a[k].x[0])) return none(m);
    }
    for (uint32_t k = 1; k < n; k++) v.dims[k - 1] = a[k].x[0] > 0 ? (int64_t)a[k].x[0] : 0;
    v = like(m, &v);
    for (int64_t i = 0, all = m->failed ? 0 : count(&v); i < all; i++) v.x[i] = a[0].x[0];
    return v;
}

/* Along the first dimension, or the second one of matrices. */
static Value cat(Machine *m, const Value *a, uint32_t n) {
    int dim = (int)a[0].x[0] - 1;
    if (n < 2 || dim < 0 || dim >= a[1].rank || dim > 1 || a[1].rank > 2) return none(m);
    Value v = a[1];
    for (uint32_t k = 2; k < n; k++) {
        if (a[k].rank != v.rank) return none(m);
        v.dims[dim] += a[k].dims[dim];
    }
    v = like(m, &v);
    int64_t at = 0, columns = v.rank == 2 ? v.dims[1] : 1;
    for (uint32_t k = 1; k < n && !m->failed; k++) {
        int64_t own = a[k].rank == 2 ? a[k].dims[1] : 1, rows = a[k].dims[0];
        if (dim == 0) {
            memcpy(v.x + at, a[k].x, (size_t)(rows * own) * sizeof *v.x);
            at += rows * own;
        } else {
            for (int64_t i = 0; i < rows; i++)
                memcpy(v.x + i * columns + at, a[k].x + i * own, (size_t)own * sizeof *v.x);
            at += own;
        }
    }
    return v;
}

/* ---- subscripts -------------------------------------------------------------------------------------------------- */

/* Numbers of the elements that a[s1, ..., sn] means, and the shape of the result. */
static int64_t *select(Machine *m, const Value *a, DaeExpr e, Value *shape) {
    const DaeNode *n = dae_at(m->p, e);
    Value subs[MAX_RANK];
    int nsubs = (int)n->nargs - 1;
    *shape = (Value){0};
    if (nsubs > a->rank || nsubs < 1) return none(m), NULL;
    for (int k = 0; k < a->rank && !m->failed; k++) {
        DaeExpr s = k < nsubs ? dae_arg(m->p, e, (uint32_t)k + 1) : 0;
        subs[k] = s && dae_at(m->p, s)->op != DAE_COLON ? eval(m, s) : range(m, 1, 1, (double)a->dims[k]);
        if (subs[k].rank) shape->dims[shape->rank++] = subs[k].dims[0];
        for (int64_t i = 0, all = m->failed ? 0 : count(&subs[k]); i < all; i++)
            if (!(subs[k].x[i] >= 1 && subs[k].x[i] <= (double)a->dims[k])) return none(m), NULL;
    }
    int64_t all = m->failed ? 0 : count(shape), *at = BASE_ARRAY(&m->arena, int64_t, all + 1);
    for (int64_t i = 0; i < all; i++) {
        int64_t rest = i, own[MAX_RANK] = {0}, offset = 0;
        for (int k = a->rank - 1; k >= 0; k--) {
            if (!subs[k].rank) continue;
            own[k] = rest % subs[k].dims[0];
            rest /= subs[k].dims[0];
        }
        for (int k = 0; k < a->rank; k++) offset = offset * a->dims[k] + (int64_t)subs[k].x[own[k]] - 1;
        at[i] = offset;
    }
    return at;
}

static Value subscripted(Machine *m, DaeExpr e) {
    Value a = eval(m, dae_arg(m->p, e, 0)), shape;
    if (m->failed) return a;
    int64_t *at = select(m, &a, e, &shape);
    if (m->failed) return none(m);
    Value v = like(m, &shape);
    for (int64_t i = 0, all = count(&v); i < all; i++) v.x[i] = a.x[at[i]];
    return v;
}

/* ---- iterators and reductions ------------------------------------------------------------------------------------ */

typedef struct {
    VEC(Value) list;
} Collected;

/* Runs the body for all values of the iterators from number k on. */
static void iterate(Machine *m, DaeExpr e, uint32_t k, Collected *out) {
    const DaeNode *n = dae_at(m->p, e);
    if (m->failed) return;
    if (k + 1 >= n->nargs) {
        Value v = eval(m, dae_arg(m->p, e, 0));
        vec_push(&out->list, v);
        return;
    }
    uint32_t iterator = dae_at(m->p, dae_arg(m->p, e, k))->id;
    Value over = eval(m, dae_arg(m->p, e, k + 1));
    if (m->failed || !m->locals || iterator >= m->nlocals) return (void)none(m);
    for (int64_t i = 0; i < over.dims[0] && !m->failed; i++) {
        m->locals[iterator] = scalar(m, over.x[i]);
        iterate(m, e, k + 2, out);
    }
}

static double reduce(DaeReduce how, const double *x, int64_t n) {
    double r = how == DAE_RSUM ? 0 : how == DAE_RPRODUCT ? 1 : how == DAE_RMIN ? INFINITY : -INFINITY;
    for (int64_t i = 0; i < n; i++)
        r = how == DAE_RSUM       ? r + x[i]
            : how == DAE_RPRODUCT ? r * x[i]
            : how == DAE_RMIN     ? fmin(r, x[i])
                                  : fmax(r, x[i]);
    return r;
}

static Value comprehension(Machine *m, DaeExpr e) {
    const DaeNode *n = dae_at(m->p, e);
    Collected all = {0};
    iterate(m, e, 1, &all);
    Value v = n->nargs > 3 ? none(m) : stack(m, all.list.at, (uint32_t)all.list.n);
    if (n->op == DAE_REDUCE && !m->failed) v = scalar(m, reduce((DaeReduce)n->value.i, v.x, count(&v)));
    vec_free(&all.list);
    return v;
}

/* ---- matrices ---------------------------------------------------------------------------------------------------- */

static Value of_matrix(Machine *m, DaeOp op, const Value *a) {
    int64_t r = a[0].dims[0], c = a[0].rank == 2 ? a[0].dims[1] : 1;
    Value v;
    switch (op) {
    case DAE_TRANSPOSE:
        v = matrix(m, c, r);
        for (int64_t i = 0; i < r * c && !m->failed; i++) v.x[i % c * r + i / c] = a[0].x[i];
        return v;
    case DAE_SYMMETRIC:
        v = matrix(m, r, c);
        for (int64_t i = 0; i < r * c && !m->failed; i++)
            v.x[i] = i / c > i % c ? a[0].x[i % c * c + i / c] : a[0].x[i];
        return v;
    case DAE_OUTER:
        v = matrix(m, r, a[1].dims[0]);
        for (int64_t i = 0, k = a[1].dims[0]; i < r * k && !m->failed; i++) v.x[i] = a[0].x[i / k] * a[1].x[i % k];
        return v;
    case DAE_CROSS:
        v = vector(m, 3);
        for (int i = 0; i < 3 && !m->failed; i++)
            v.x[i] = a[0].x[(i + 1) % 3] * a[1].x[(i + 2) % 3] - a[0].x[(i + 2) % 3] * a[1].x[(i + 1) % 3];
        return v;
    case DAE_SKEW:
        v = matrix(m, 3, 3);
        if (m->failed) return v;
        v.x[1] = -a[0].x[2], v.x[2] = a[0].x[1], v.x[3] = a[0].x[2];
        v.x[5] = -a[0].x[0], v.x[6] = -a[0].x[1], v.x[7] = a[0].x[0];
        return v;
    case DAE_DIAGONAL:
        v = matrix(m, r, r);
        for (int64_t i = 0; i < r && !m->failed; i++) v.x[i * r + i] = a[0].x[i];
        return v;
    default: return none(m);
    }
}

static Value of_array(Machine *m, const DaeNode *n, const Value *a) {
    int64_t all = count(&a[0]);
    Value v;
    switch ((DaeOp)n->op) {
    case DAE_SUM: return scalar(m, reduce(DAE_RSUM, a[0].x, all));
    case DAE_PRODUCT: return scalar(m, reduce(DAE_RPRODUCT, a[0].x, all));
    case DAE_MINARR: return scalar(m, reduce(DAE_RMIN, a[0].x, all));
    case DAE_MAXARR: return scalar(m, reduce(DAE_RMAX, a[0].x, all));
    case DAE_SCALAR: return scalar(m, a[0].x[0]);
    case DAE_SIZE:
        if (n->nargs == 1) {
            v = vector(m, a[0].rank);
            for (int i = 0; i < a[0].rank && !m->failed; i++) v.x[i] = (double)a[0].dims[i];
            return v;
        }
        return a[1].x[0] >= 1 && a[1].x[0] <= a[0].rank ? scalar(m, (double)a[0].dims[(int)a[1].x[0] - 1]) : none(m);
    case DAE_VECTOR:
        v = a[0];
        v.rank = 1, v.dims[0] = all;
        return v;
    case DAE_MATRIX:
        v = a[0];
        v.dims[1] = a[0].rank == 2 ? a[0].dims[1] : 1;
        v.dims[0] = a[0].rank ? a[0].dims[0] : 1;
        v.rank = 2;
        return a[0].rank > 2 ? none(m) : v;
    case DAE_IDENTITY:
        v = matrix(m, (int64_t)a[0].x[0], (int64_t)a[0].x[0]);
        for (int64_t i = 0; i < v.dims[0] && !m->failed; i++) v.x[i * v.dims[0] + i] = 1;
        return v;
    case DAE_LINSPACE:
        v = vector(m, (int64_t)a[2].x[0]);
        for (int64_t i = 0; i < v.dims[0] && !m->failed; i++)
            v.x[i] = a[0].x[0] + (a[1].x[0] - a[0].x[0]) * (double)i / (double)(v.dims[0] - 1);
        return v;
    default: return of_matrix(m, n->op, a);
    }
}

/* ---- functions --------------------------------------------------------------------------------------------------- */

static uint32_t highest_local(const DaePool *p, DaeExpr body) {
    DaeWalk w = {0};
    uint32_t top = 0;
    dae_walk(&w, p, body);
    for (uint32_t i = 0; i < w.n; i++) {
        const DaeNode *n = dae_at(p, w.at[i]);
        if (n->op == DAE_LOCAL && n->id >= top) top = n->id + 1;
    }
    dae_walk_free(&w);
    return top;
}

/* Declared sizes and values; a size that cannot be known yet (a variable declared later) is tried again. */
static void start_local(Machine *m, const DaeLocal *l, Value *v) {
    Value shape = {.rank = l->rank};
    bool known = l->rank <= MAX_RANK;
    for (int i = 0; i < l->rank && known; i++) {
        known = l->dims && l->dims[i];
        double size = known ? number(m, l->dims[i]) : 0;
        if (isnan(size)) none(m);
        shape.dims[i] = isnan(size) ? 0 : (int64_t)size;
    }
    if (known || !l->rank) *v = like(m, &shape);
    else *v = (Value){.rank = l->rank, .x = BASE_ARRAY(&m->arena, double, 1)};
    if (l->init) *v = eval(m, l->init);
}

/* Runs a function; *results are its outputs.  The caller's variables are put back. */
static Value *call(Machine *m, uint32_t function, const Value *args, uint32_t nargs) {
    const DaeFunction *f = &m->d->functions.at[function];
    if (!f->body || f->external || nargs > f->ninputs || ++m->depth > MAX_DEPTH) return none(m), NULL;
    Machine outer = *m;
    uint32_t top = highest_local(&m->d->pool, f->body);
    m->nlocals = (top > f->nlocals ? top : f->nlocals) + 16;
    m->locals = BASE_ARRAY(&m->arena, Value, m->nlocals);
    for (uint32_t i = 0; i < m->nlocals; i++) m->locals[i].x = BASE_ARRAY(&m->arena, double, 1);
    m->p = &m->d->pool;
    m->get = NULL;
    m->set = NULL;
    for (uint32_t i = 0; i < f->ninputs && !m->failed; i++) {
        if (f->locals[i].base == DAE_STRING || f->locals[i].base == DAE_OBJECT || f->locals[i].function_type) none(m);
        else if (i < nargs) m->locals[i] = args[i];
        else start_local(m, &f->locals[i], &m->locals[i]);
    }
    for (int round = 0; round < 2; round++)
        for (uint32_t i = f->ninputs; i < f->nlocals && !m->failed; i++)
            if (f->locals[i].base != DAE_STRING) start_local(m, &f->locals[i], &m->locals[i]);
    m->way = GO;
    run(m, f->body);
    Value *results = m->locals + f->ninputs;
    Machine inner = *m;
    *m = outer;
    m->arena = inner.arena;
    m->failed = inner.failed;
    m->steps = inner.steps;
    m->depth--;
    return results;
}

static Value *call_node(Machine *m, DaeExpr e) {
    const DaeNode *n = dae_at(m->p, e);
    Value *args = BASE_ARRAY(&m->arena, Value, n->nargs + 1);
    for (uint32_t k = 0; k < n->nargs && !m->failed; k++) args[k] = eval(m, dae_arg(m->p, e, k));
    return m->failed ? NULL : call(m, n->id, args, n->nargs);
}

/* ---- expressions ------------------------------------------------------------------------------------------------- */

static Value leaf(Machine *m, const DaeNode *n) {
    double x;
    if (n->op == DAE_CONST) return scalar(m, n->base == DAE_REAL ? n->value.r : (double)n->value.i);
    if (n->op == DAE_LOCAL && m->locals && n->id < m->nlocals) return m->locals[n->id];
    if (n->op == DAE_LOCAL || n->op == DAE_TEXT) return none(m);
    if (!m->get || !m->get(m->arg, n, &x)) return m->partial ? scalar(m, NAN) : none(m);
    return scalar(m, x);
}

/* What two values agree upon. */
static Value agreed(Machine *m, const Value *a, const Value *b) {
    if (a->rank != b->rank || count(a) != count(b)) return none(m);
    Value v = like(m, a);
    for (int64_t i = 0, all = m->failed ? 0 : count(&v); i < all; i++) v.x[i] = a->x[i] == b->x[i] ? a->x[i] : NAN;
    return v;
}

/* The condition is unknown: both ways. */
static Value lazy_unknown(Machine *m, const DaeNode *n, DaeExpr e) {
    Value a = eval(m, dae_arg(m->p, e, 1));
    if (n->op == DAE_IF) {
        Value b = eval(m, dae_arg(m->p, e, 2));
        return m->failed ? none(m) : agreed(m, &a, &b);
    }
    bool decides = !m->failed && (n->op == DAE_OR ? a.x[0] == 1 : a.x[0] == 0);
    return decides ? a : scalar(m, NAN);
}

static Value lazy(Machine *m, const DaeNode *n, DaeExpr e) {
    Value c = eval(m, dae_arg(m->p, e, 0));
    if (m->failed) return c;
    if (m->partial && isnan(c.x[0])) return lazy_unknown(m, n, e);
    bool yes = c.x[0] != 0;
    if (n->op == DAE_IF) return eval(m, dae_arg(m->p, e, yes ? 1 : 2));
    if (yes == (n->op == DAE_OR)) return c;
    return eval(m, dae_arg(m->p, e, 1));
}

static Value eval_operator(Machine *m, const DaeNode *n, DaeExpr e) {
    Value few[4], *a = n->nargs <= 4 ? few : BASE_ARRAY(&m->arena, Value, n->nargs);
    for (uint32_t k = 0; k < n->nargs && !m->failed; k++) a[k] = eval(m, dae_arg(m->p, e, k));
    if (m->failed) return none(m);
    switch ((DaeOp)n->op) {
    case DAE_MUL: return product(m, n, a);
    case DAE_ARRAY: return stack(m, a, n->nargs);
    case DAE_RANGE: return range(m, a[0].x[0], a[1].x[0], a[2].x[0]);
    case DAE_FILL: return fill(m, a, n->nargs);
    case DAE_CAT: return cat(m, a, n->nargs);
    default: break;
    }
    if (n->op >= DAE_MINARR && n->op <= DAE_MATRIX) return of_array(m, n, a);
    if (n->op >= DAE_CALL || n->nargs == 0 || n->nargs > 3) return none(m);
    return elementwise(m, n, a, n->nargs);
}

static Value eval(Machine *m, DaeExpr e) {
    const DaeNode *n = dae_at(m->p, e);
    if (m->failed || !e || ++m->steps > MAX_STEPS || m->depth > MAX_DEPTH) return none(m);
    if (n->op <= DAE_COLON) return leaf(m, n);
    m->depth++;
    Value v;
    if (n->op == DAE_IF || n->op == DAE_AND || n->op == DAE_OR) v = lazy(m, n, e);
    else if (n->op == DAE_INDEX) v = subscripted(m, e);
    else if (n->op == DAE_COMPREHENSION || n->op == DAE_REDUCE) v = comprehension(m, e);
    else if (n->op == DAE_CALL) {
        uint32_t result = (uint32_t)n->value.i;
        Value *results = call_node(m, e);
        v = m->failed ? none(m) : results[result];
    } else v = eval_operator(m, n, e);
    m->depth--;
    return v;
}

/* ---- statements -------------------------------------------------------------------------------------------------- */

static void assign(Machine *m, DaeExpr target, Value v) {
    const DaeNode *t = dae_at(m->p, target);
    if (m->failed) return;
    if (t->op == DAE_HOLE) {
        if (m->partial && !v.rank && isnan(v.x[0])) return;
        if (v.rank || !m->set || !m->set(m->arg, t->id, v.x[0])) none(m);
    } else if (t->op == DAE_LOCAL && m->locals && t->id < m->nlocals) {
        Value copy = like(m, &v); /* arrays are values */
        memcpy(copy.x, v.x, (size_t)(m->failed ? 0 : count(&v)) * sizeof *v.x);
        m->locals[t->id] = copy;
    } else if (t->op == DAE_INDEX && dae_at(m->p, dae_arg(m->p, target, 0))->op == DAE_LOCAL) {
        Value *own = &m->locals[dae_at(m->p, dae_arg(m->p, target, 0))->id], shape;
        int64_t *at = select(m, own, target, &shape);
        int64_t all = m->failed ? 0 : count(&shape);
        if (!m->failed && v.rank && count(&v) != all) none(m);
        for (int64_t i = 0; i < all && !m->failed; i++) own->x[at[i]] = v.x[v.rank ? i : 0];
    } else if (t->op == DAE_ARRAY && v.rank && v.dims[0] == t->nargs) {
        Value part = v;
        part.rank--;
        memmove(part.dims, v.dims + 1, (size_t)part.rank * sizeof *v.dims);
        for (uint32_t k = 0; k < t->nargs; k++) {
            part.x = v.x + k * count(&part);
            assign(m, dae_arg(m->p, target, k), part);
        }
    } else {
        none(m);
    }
}

/* An unknown condition: both branches from the same variables; what they agree upon stays. */
static void run_both(Machine *m, DaeExpr e) {
    size_t bytes = m->nlocals * sizeof *m->locals;
    Value *before = BASE_ARRAY(&m->arena, Value, m->nlocals + 1), *after = BASE_ARRAY(&m->arena, Value, m->nlocals + 1);
    for (uint32_t i = 0; i < m->nlocals && !m->failed; i++) { /* elements are assigned in place */
        before[i] = like(m, &m->locals[i]);
        memcpy(before[i].x, m->locals[i].x, (size_t)(m->failed ? 0 : count(&before[i])) * sizeof(double));
    }
    run(m, dae_arg(m->p, e, 1));
    bool straight = m->way == GO;
    memcpy(after, m->locals, bytes);
    memcpy(m->locals, before, bytes);
    m->way = GO;
    run(m, dae_arg(m->p, e, 2));
    if (!straight || m->way != GO) none(m);
    for (uint32_t i = 0; i < m->nlocals && !m->failed; i++) m->locals[i] = agreed(m, &after[i], &m->locals[i]);
}

static void run_if(Machine *m, DaeExpr e) {
    double yes = number(m, dae_arg(m->p, e, 0));
    if (m->partial && isnan(yes) && !m->failed) run_both(m, e);
    else run(m, dae_arg(m->p, e, yes != 0 ? 1 : 2));
}

static void run_loop(Machine *m, const DaeNode *n, DaeExpr e) {
    if (n->op == DAE_WHILE) {
        for (double on; !m->failed && m->way == GO && (on = number(m, dae_arg(m->p, e, 0))) != 0 && !m->failed;) {
            if (isnan(on)) return (void)none(m);
            run(m, dae_arg(m->p, e, 1));
        }
    } else {
        Value range = eval(m, dae_arg(m->p, e, 1)), over = like(m, &range); /* the body may assign its elements */
        memcpy(over.x, range.x, (size_t)(m->failed ? 0 : count(&over)) * sizeof *over.x);
        uint32_t iterator = dae_at(m->p, dae_arg(m->p, e, 0))->id;
        if (m->failed || !m->locals || iterator >= m->nlocals) return (void)none(m);
        for (int64_t i = 0; i < over.dims[0] && !m->failed && m->way == GO; i++) {
            m->locals[iterator] = scalar(m, over.x[i]);
            run(m, dae_arg(m->p, e, 2));
        }
    }
    if (m->way == BREAK) m->way = GO;
}

/* a*x = b of up to three unknowns, with partial pivoting; a row of `a` ends with its entry of b. */
static void run_linear(Machine *m, DaeExpr e) {
    uint32_t n = (uint32_t)dae_at(m->p, e)->value.i;
    double a[DAE_LINEAR_MOST][DAE_LINEAR_MOST + 1], x[DAE_LINEAR_MOST];
    if (n > DAE_LINEAR_MOST) return (void)none(m);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j <= n; j++) a[i][j] = number(m, dae_arg(m->p, e, j < n ? n + i * n + j : n + n * n + i));
    for (uint32_t k = 0; k < n && !m->failed; k++) {
        uint32_t p = k;
        for (uint32_t i = k + 1; i < n; i++)
            if (fabs(a[i][k]) > fabs(a[p][k])) p = i;
        if (a[p][k] == 0) return (void)none(m);
        for (uint32_t j = 0; j <= n; j++) {
            double t = a[k][j];
            a[k][j] = a[p][j];
            a[p][j] = t;
        }
        for (uint32_t i = k + 1; i < n; i++)
            for (uint32_t j = n + 1; j-- > k;) a[i][j] -= a[i][k] / a[k][k] * a[k][j];
    }
    for (uint32_t k = n; k-- > 0 && !m->failed;) {
        x[k] = a[k][n];
        for (uint32_t j = k + 1; j < n; j++) x[k] -= a[k][j] * x[j];
        x[k] /= a[k][k];
    }
    for (uint32_t k = 0; k < n && !m->failed; k++) assign(m, dae_arg(m->p, e, k), scalar(m, x[k]));
}

static void run(Machine *m, DaeExpr e) {
    if (m->failed || m->way != GO || !e || ++m->steps > MAX_STEPS) {
        m->failed = m->failed || m->steps > MAX_STEPS;
        return;
    }
    const DaeNode *n = dae_at(m->p, e);
    switch ((DaeOp)n->op) {
    case DAE_SEQ:
        for (uint32_t k = 0; k < n->nargs; k++) run(m, dae_arg(m->p, e, k));
        break;
    case DAE_ASSIGN: assign(m, dae_arg(m->p, e, 0), eval(m, dae_arg(m->p, e, 1))); break;
    case DAE_ASSIGN_CALL: {
        if (dae_at(m->p, dae_arg(m->p, e, 0))->op != DAE_CALL) return (void)none(m);
        Value *results = call_node(m, dae_arg(m->p, e, 0));
        for (uint32_t k = 1; k < n->nargs && !m->failed; k++)
            if (dae_arg(m->p, e, k)) assign(m, dae_arg(m->p, e, k), results[k - 1]);
        break;
    }
    case DAE_LINEAR: run_linear(m, e); break;
    case DAE_IF_STMT: run_if(m, e); break;
    case DAE_FOR:
    case DAE_WHILE: run_loop(m, n, e); break;
    case DAE_BREAK: m->way = BREAK; break;
    case DAE_RETURN: m->way = RETURN; break;
    case DAE_ASSERT: /* a failing one is reported where the model runs */
        if (number(m, dae_arg(m->p, e, 0)) == 0) none(m);
        break;
    default: none(m); break;
    }
}

/* ---- from outside ------------------------------------------------------------------------------------------------ */

bool dae_run(const Dae *d, const DaePool *p, DaeExpr e, bool (*get)(void *arg, const DaeNode *leaf, double *v),
             void *arg, double *out) {
    Machine m = {.d = d, .p = p, .get = get, .arg = arg};
    m.nlocals = highest_local(p, e); /* iterators */
    m.locals = BASE_ARRAY(&m.arena, Value, m.nlocals + 1);
    Value v = eval(&m, e);
    bool ok = !m.failed && v.rank == 0 && !isnan(v.x[0]);
    if (ok) *out = v.x[0];
    base_free_arena(&m.arena);
    return ok;
}

/* A call with results, some of its arguments unknown: set is called for results that are known all the same. */
bool dae_run_partial(const Dae *d, DaeExpr statement, bool (*get)(void *arg, const DaeNode *leaf, double *v),
                     bool (*set)(void *arg, uint32_t hole, double v), void *arg) {
    if (dae_at(&d->pool, statement)->op != DAE_ASSIGN_CALL) return false;
    Machine m = {.d = d, .p = &d->pool, .get = get, .set = set, .arg = arg, .partial = true};
    m.steps = MAX_STEPS - MAX_PARTIAL_STEPS;
    run(&m, statement);
    bool ok = !m.failed;
    base_free_arena(&m.arena);
    return ok;
}

bool dae_run_statement(const Dae *d, DaeExpr statement, bool (*get)(void *arg, const DaeNode *leaf, double *v),
                       bool (*set)(void *arg, uint32_t hole, double v), void *arg) {
    const DaeNode *n = dae_at(&d->pool, statement);
    if (n->op == DAE_ASSIGN) { /* most parameters are x := literal or another parameter */
        const DaeNode *target = dae_at(&d->pool, dae_arg(&d->pool, statement, 0));
        const DaeNode *value = dae_at(&d->pool, dae_arg(&d->pool, statement, 1));
        double x;
        if (target->op == DAE_HOLE && value->op == DAE_HOLE) return get(arg, value, &x) && set(arg, target->id, x);
        if (target->op == DAE_HOLE && value->op == DAE_CONST)
            return set(arg, target->id, value->base == DAE_REAL ? value->value.r : (double)value->value.i);
    }
    Machine m = {.d = d, .p = &d->pool, .get = get, .set = set, .arg = arg};
    m.nlocals = highest_local(&d->pool, statement); /* iterators */
    m.locals = BASE_ARRAY(&m.arena, Value, m.nlocals + 1);
    run(&m, statement);
    bool ok = !m.failed;
    base_free_arena(&m.arena);
    return ok;
}
