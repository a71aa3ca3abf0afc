/* array.c - operators and built-in functions on values taken apart (MLS 3.6, ch. 10). */
#include "flatten/flatten_impl.h"

static InstType shaped(Flat *f, const InstType *like, int nd, int64_t d0, int64_t d1) {
    InstType t = *like;
    t.ndims = (uint8_t)nd;
    t.dims = BASE_ARRAY(&f->temp, int64_t, 2);
    t.dims[0] = d0;
    t.dims[1] = d1;
    return t;
}

static DaeExpr zero(Flat *f, const InstType *t) {
    return t->base == INST_INTEGER ? dae_int(&f->pool, 0) : dae_real(&f->pool, 0);
}

/* ---- operators --------------------------------------------------------------------------------------------------- */

static DaeExpr scalar_binary(Flat *f, SynOp op, const InstType *operands, DaeExpr a, DaeExpr b) {
    static const DaeOp plain[] = {
        [SYN_ADD] = DAE_ADD,  [SYN_SUB] = DAE_SUB,  [SYN_MUL] = DAE_MUL,  [SYN_DIV] = DAE_DIV,  [SYN_POW] = DAE_POW,
        [SYN_EADD] = DAE_ADD, [SYN_ESUB] = DAE_SUB, [SYN_EMUL] = DAE_MUL, [SYN_EDIV] = DAE_DIV, [SYN_EPOW] = DAE_POW,
        [SYN_LT] = DAE_LT,    [SYN_LE] = DAE_LE,    [SYN_GT] = DAE_GT,    [SYN_GE] = DAE_GE,    [SYN_EQ] = DAE_EQ,
        [SYN_NE] = DAE_NE,    [SYN_AND] = DAE_AND,  [SYN_OR] = DAE_OR};
    if (op == SYN_ADD && operands->base == INST_STRING) return dae_op2(&f->pool, DAE_STRCAT, a, b);
    if (op >= SYN_LT && op <= SYN_NE) return flat_relation(f, plain[op], a, b);
    return dae_op2(&f->pool, plain[op], a, b);
}

/* Matrix products; vectors are rows on the left and columns on the right. */
static bool product(Flat *f, InstExpr *e, const FlatVal *a, const FlatVal *b, FlatVal *out) {
    int64_t n = a->type.ndims == 2 ? a->type.dims[0] : 1, k = a->type.dims[a->type.ndims - 1];
    int64_t m = b->type.ndims == 2 ? b->type.dims[1] : 1;
    if (b->type.dims[0] != k) {
        flat_error(f, "FLAT0050", e->span, "sizes do not fit for a product: %lld columns and %lld rows", (long long)k,
                   (long long)b->type.dims[0]);
        return false;
    }
    int nd = a->type.ndims + b->type.ndims - 2;
    InstType t = shaped(f, &e->type, nd, a->type.ndims == 2 ? n : m, m);
    *out = flat_new_val(f, &t, (uint32_t)(n * m));
    for (int64_t i = 0; i < n; i++) {
        for (int64_t j = 0; j < m; j++) {
            DaeExpr sum = 0;
            for (int64_t q = 0; q < k; q++) {
                DaeExpr term = dae_op2(&f->pool, DAE_MUL, a->e[i * k + q], b->e[q * m + j]);
                sum = sum ? dae_op2(&f->pool, DAE_ADD, sum, term) : term;
            }
            out->e[i * m + j] = sum ? sum : zero(f, &e->type);
        }
    }
    return true;
}

static bool matrix_power(Flat *f, InstExpr *e, const FlatVal *a, FlatVal *out) {
    int64_t n = a->type.dims[0], power;
    if (!flat_integer(f, e->args[1], &power) || power < 0) {
        flat_error(f, "FLAT0041", e->span,
                   "the exponent of a matrix must be a non-negative Integer known during translation");
        return false;
    }
    *out = flat_new_val(f, &a->type, a->n);
    for (int64_t i = 0; i < n * n; i++) out->e[i] = dae_real(&f->pool, i / n == i % n);
    FlatVal square = *a, next;
    for (; power > 0; power >>= 1) { /* by squares */
        if (power & 1) {
            if (!product(f, e, out, &square, &next)) return false;
            *out = next;
        }
        if (power == 1) break;
        if (!product(f, e, &square, &square, &next)) return false;
        square = next;
    }
    return true;
}

static bool is_actual_stream(const InstExpr *e) {
    return e->kind == INST_E_BUILTIN && e->builtin == INST_B_ACTUALSTREAM;
}

/* The right side of i <= n and x[i] > 0 counts where the left side has not decided: only there its subscripts must be
 * inside, and its relations have a value (others look no further then). */
static bool right_side(Flat *f, InstExpr *e, const FlatVal *left, FlatVal *out) {
    DaeExpr outer = f->undecided;
    if ((e->op == SYN_AND || e->op == SYN_OR) && left->n == 1 && !f->ctx->strict) {
        DaeExpr here = e->op == SYN_AND ? left->e[0] : dae_op1(&f->pool, DAE_NOT, left->e[0]);
        f->undecided = outer ? dae_op2(&f->pool, DAE_AND, outer, here) : here;
    }
    bool ok = flat_value(f, e->args[1], out);
    f->undecided = outer;
    return ok;
}

bool flat_binary(Flat *f, InstExpr *e, FlatVal *out) {
    FlatVal a, b;
    if (!flat_value(f, e->args[0], &a) || !right_side(f, e, &a, &b)) return false;
    SynOp op = (SynOp)e->op;
    if (op == SYN_MUL && is_actual_stream(e->args[1])) flat_stream_times_flow(f, &a, &b);
    if (op == SYN_MUL && is_actual_stream(e->args[0])) flat_stream_times_flow(f, &b, &a);
    if (op == SYN_MUL && a.type.ndims && b.type.ndims) return product(f, e, &a, &b, out);
    if (op == SYN_POW && a.type.ndims == 2) return matrix_power(f, e, &a, out);
    const FlatVal *big = a.type.ndims ? &a : &b;
    if (a.type.ndims && b.type.ndims && a.n != b.n) {
        flat_error(f, "FLAT0050", e->span, "sizes do not fit: %u and %u elements", a.n, b.n);
        return false;
    }
    InstType t = big->type;
    t.base = e->type.base;
    t.cls = e->type.cls;
    *out = flat_new_val(f, &t, big->n);
    for (uint32_t i = 0; i < big->n; i++)
        out->e[i] = scalar_binary(f, op, &e->args[0]->type, a.e[a.type.ndims || a.n == big->n ? i : 0],
                                  b.e[b.type.ndims || b.n == big->n ? i : 0]);
    return true;
}

/* ---- subscripts -------------------------------------------------------------------------------------------------- */

/* No value of a subscript that varies is inside an array without elements.  In a loop that may never run it is an error
 * when it is met: the check of the subscript fails. */
bool flat_no_element(Flat *f, const InstExpr *sub, DaeExpr index, const InstType *t, const char *array, FlatVal *out) {
    if (!f->loops || t->base > INST_ENUM || t->base == INST_STRING || t->ndims) {
        flat_error(f, "FLAT0048", sub->span, "this subscript is of an array without elements");
        return false;
    }
    index = flat_checked_index(f, sub, index, 0, array);
    DaeExpr met = dae_op2(&f->pool, DAE_EQ, index, dae_int(&f->pool, 0));
    *out = flat_new_val(f, t, 1);
    out->e[0] = t->base == INST_BOOLEAN
                    ? met
                    : dae_op3(&f->pool, DAE_IF, met, flat_literal(f, t, 1), flat_literal(f, t, t->base == INST_ENUM));
    return true;
}

/* One scalar subscript that varies during the run: chosen by comparison.  Not inside functions: a choice knows no
 * error, so their call is kept, and its code checks the subscript. */
static bool choose(Flat *f, const FlatVal *a, InstExpr *sub, FlatVal *out) {
    DaeExpr index;
    if (f->inline_depth > 0 || !flat_scalar(f, sub, &index)) return false;
    int64_t size = a->type.dims[0];
    InstType t = a->type;
    t.ndims--;
    t.dims++;
    if (size < 1) return flat_no_element(f, sub, index, &t, "an array", out);
    index = flat_checked_index(f, sub, index, size, "an array");
    uint32_t per = (uint32_t)(a->n / (uint64_t)size);
    *out = flat_new_val(f, &t, per);
    for (int64_t i = size; i >= 1; i--) {
        DaeExpr is = dae_op2(&f->pool, DAE_EQ, index, dae_int(&f->pool, i));
        for (uint32_t k = 0; k < per; k++) {
            DaeExpr x = a->e[(uint32_t)(i - 1) * per + k];
            out->e[k] = i == size ? x : dae_op3(&f->pool, DAE_IF, is, x, out->e[k]);
        }
    }
    return true;
}

bool flat_subscript(Flat *f, const FlatVal *a, InstExpr **subs, uint32_t nsubs, FlatVal *out) {
    int nd = a->type.ndims;
    int64_t *pick[32];
    uint64_t count[32];
    bool scalar[32];
    if (nsubs == 1 && subs[0]->kind != INST_E_COLON && subs[0]->type.ndims == 0) {
        int64_t i;
        FlatVal s;
        double x;
        if (subs[0]->variability <= INST_VAR_PARAMETER || !flat_integer(f, subs[0], &i)) {
            if (!flat_value(f, subs[0], &s)) return false;
            if (!dae_is_const(&f->pool, s.e[0], &x)) return f->positions ? false : choose(f, a, subs[0], out);
        }
    }
    for (int k = 0; k < nd; k++) {
        InstExpr *s = k < (int)nsubs ? subs[k] : NULL;
        scalar[k] = false;
        if (!s || s->kind == INST_E_COLON) {
            count[k] = (uint64_t)a->type.dims[k];
            pick[k] = BASE_ARRAY(&f->temp, int64_t, count[k] + 1);
            for (uint64_t i = 0; i < count[k]; i++) pick[k][i] = (int64_t)i + 1;
            continue;
        }
        FlatVal v;
        if (!flat_value(f, s, &v)) return false;
        count[k] = v.n;
        scalar[k] = s->type.ndims == 0;
        pick[k] = BASE_ARRAY(&f->temp, int64_t, v.n + 1);
        for (uint32_t i = 0; i < v.n; i++) {
            double x;
            if (!dae_is_const(&f->pool, v.e[i], &x)) {
                flat_error(f, "FLAT0011", s->span, "this subscript must be known during translation");
                return false;
            }
            pick[k][i] = inst_whole(x);
            if (x < 1 || x > (double)a->type.dims[k]) {
                flat_error(f, "FLAT0010", s->span, "subscript %lld is outside 1:%lld (MLS 10.5)", (long long)x,
                           (long long)a->type.dims[k]);
                return false;
            }
        }
    }
    InstType t = a->type;
    int64_t *dims = BASE_ARRAY(&f->temp, int64_t, nd + 1);
    uint64_t whole = 1, total = 1;
    t.ndims = 0;
    for (int k = 0; k < nd; k++) {
        whole *= (uint64_t)a->type.dims[k];
        total *= count[k];
        if (!scalar[k]) dims[t.ndims++] = (int64_t)count[k];
    }
    t.dims = dims;
    uint32_t per = whole ? (uint32_t)(a->n / whole) : 0;
    *out = flat_new_val(f, &t, (uint32_t)(total * per));
    for (uint64_t i = 0; i < total; i++) {
        uint64_t rest = i, at = 0, stride = 1;
        for (int k = nd - 1; k >= 0; k--) {
            at += (uint64_t)(pick[k][rest % count[k]] - 1) * stride;
            stride *= (uint64_t)a->type.dims[k];
            rest /= count[k];
        }
        memcpy(out->e + i * per, a->e + at * per, per * sizeof *out->e);
    }
    return true;
}

/* ---- built-in array functions ------------------------------------------------------------------------------------ */

/* A number as a literal of a scalar type. */
DaeExpr flat_literal(Flat *f, const InstType *t, double x) {
    switch (t->base) {
    case INST_INTEGER: return dae_int(&f->pool, inst_whole(x));
    case INST_BOOLEAN: return dae_bool(&f->pool, x != 0);
    case INST_ENUM: return dae_enum(&f->pool, inst_whole(x));
    default: return dae_real(&f->pool, x);
    }
}

static bool fold_all(Flat *f, InstExpr *e, DaeOp op, FlatVal *out) {
    FlatVal a;
    if (!flat_value(f, e->args[0], &a)) return false;
    InstType t = e->type;
    t.ndims = 0;
    *out = flat_new_val(f, &t, 1);
    DaeExpr r = 0;
    for (uint32_t i = 0; i < a.n; i++) r = r ? dae_op2(&f->pool, op, r, a.e[i]) : a.e[i];
    out->e[0] = r ? r : flat_literal(f, &t, inst_reduction_of_nothing((InstBuiltin)e->builtin, &t));
    return true;
}

static bool sizes(Flat *f, InstExpr *e, FlatVal *out) {
    FlatVal a;
    if (!flat_value(f, e->args[0], &a)) return false;
    InstType t = e->type;
    t.base = INST_INTEGER;
    if (e->nargs > 1) {
        int64_t k;
        FlatVal which;
        double x;
        if (!flat_integer(f, e->args[1], &k)) {
            if (!flat_value(f, e->args[1], &which) || !dae_is_const(&f->pool, which.e[0], &x))
                return flat_error(f, "FLAT0045", e->span, "the dimension must be known during translation"), false;
            k = inst_whole(x);
        }
        if (k < 1 || k > a.type.ndims)
            return flat_unsupported(f, e->span, "there is no dimension %lld", (long long)k), false;
        t.ndims = 0;
        *out = flat_new_val(f, &t, 1);
        out->e[0] = dae_int(&f->pool, a.type.dims[k - 1]);
        return true;
    }
    t = shaped(f, &t, 1, a.type.ndims, 0);
    *out = flat_new_val(f, &t, a.type.ndims);
    for (int k = 0; k < a.type.ndims; k++) out->e[k] = dae_int(&f->pool, a.type.dims[k]);
    return true;
}

static bool integer_arg(Flat *f, InstExpr *e, int64_t *n) {
    if (flat_integer(f, e, n)) return true;
    FlatVal v;
    double x;
    if (!flat_value(f, e, &v) || v.n != 1 || !dae_is_const(&f->pool, v.e[0], &x)) {
        flat_error(f, "FLAT0045", e->span, "this size must be known during translation");
        return false;
    }
    *n = inst_whole(x);
    return true;
}

/* zeros(n..), ones(n..), fill(s, n..) */
static bool filled(Flat *f, InstExpr *e, FlatVal *out) {
    uint32_t skip = e->builtin == INST_B_FILL;
    FlatVal s = {.n = 1};
    DaeExpr unit = dae_int(&f->pool, e->builtin == INST_B_ONES);
    s.type = e->type;
    s.type.ndims = 0;
    s.e = &unit;
    if (e->type.base == INST_REAL) unit = dae_real(&f->pool, e->builtin == INST_B_ONES);
    if (skip && !flat_value(f, e->args[0], &s)) return false;
    uint32_t nd = e->nargs - skip;
    int64_t *dims = BASE_ARRAY(&f->temp, int64_t, nd + s.type.ndims + 1u);
    uint64_t n = 1;
    for (uint32_t i = 0; i < nd; i++) {
        if (!integer_arg(f, e->args[i + skip], &dims[i])) return false;
        if (dims[i] < 0) return flat_error(f, "FLAT0050", e->span, "a size is negative"), false;
        n *= (uint64_t)dims[i];
    }
    for (int i = 0; i < s.type.ndims; i++) dims[nd + (uint32_t)i] = s.type.dims[i];
    InstType t = s.type;
    t.dims = dims;
    t.ndims = (uint8_t)(nd + s.type.ndims);
    *out = flat_new_val(f, &t, (uint32_t)(n * s.n));
    for (uint64_t i = 0; i < n; i++) memcpy(out->e + i * s.n, s.e, s.n * sizeof *s.e);
    return true;
}

static bool identity(Flat *f, InstExpr *e, FlatVal *out) {
    int64_t n;
    if (!integer_arg(f, e->args[0], &n)) return false;
    InstType t = shaped(f, &e->type, 2, n, n);
    *out = flat_new_val(f, &t, (uint32_t)(n * n));
    for (int64_t i = 0; i < n * n; i++)
        out->e[i] =
            e->type.base == INST_INTEGER ? dae_int(&f->pool, i / n == i % n) : dae_real(&f->pool, i / n == i % n);
    return true;
}

static bool diagonal(Flat *f, InstExpr *e, FlatVal *out) {
    FlatVal v;
    if (!flat_value(f, e->args[0], &v)) return false;
    InstType t = shaped(f, &v.type, 2, v.n, v.n);
    *out = flat_new_val(f, &t, v.n * v.n);
    for (uint32_t i = 0; i < v.n * v.n; i++) out->e[i] = i / v.n == i % v.n ? v.e[i / v.n] : zero(f, &v.type);
    return true;
}

static bool linspace(Flat *f, InstExpr *e, FlatVal *out) {
    DaeExpr a, b;
    int64_t n;
    if (!flat_scalar(f, e->args[0], &a) || !flat_scalar(f, e->args[1], &b) || !integer_arg(f, e->args[2], &n))
        return false;
    InstType t = shaped(f, &e->type, 1, n, 0);
    *out = flat_new_val(f, &t, (uint32_t)n);
    for (int64_t i = 0; i < n; i++) {
        DaeExpr step = dae_op2(&f->pool, DAE_SUB, b, a);
        DaeExpr at = dae_real(&f->pool, n > 1 ? (double)i / (double)(n - 1) : 0);
        out->e[i] = dae_op2(&f->pool, DAE_ADD, a, dae_op2(&f->pool, DAE_MUL, step, at));
    }
    return true;
}

static bool transpose(Flat *f, InstExpr *e, FlatVal *out) {
    FlatVal a;
    if (!flat_value(f, e->args[0], &a)) return false;
    int64_t n = a.type.dims[0], m = a.type.dims[1];
    InstType t = shaped(f, &a.type, 2, m, n);
    uint32_t per = n > 0 && m > 0 ? (uint32_t)(a.n / (uint64_t)(n * m)) : 0;
    *out = flat_new_val(f, &t, a.n);
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < m; j++)
            memcpy(out->e + (j * n + i) * per, a.e + (i * m + j) * per, per * sizeof *out->e);
    return true;
}

static bool symmetric(Flat *f, InstExpr *e, FlatVal *out) {
    FlatVal a;
    if (!flat_value(f, e->args[0], &a)) return false;
    int64_t n = a.type.dims[0];
    *out = flat_new_val(f, &a.type, a.n);
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++) out->e[i * n + j] = i <= j ? a.e[i * n + j] : a.e[j * n + i];
    return true;
}

static bool outer_product(Flat *f, InstExpr *e, FlatVal *out) {
    FlatVal a, b;
    if (!flat_value(f, e->args[0], &a) || !flat_value(f, e->args[1], &b)) return false;
    InstType t = shaped(f, &e->type, 2, a.n, b.n);
    *out = flat_new_val(f, &t, a.n * b.n);
    for (uint32_t i = 0; i < a.n; i++)
        for (uint32_t j = 0; j < b.n; j++) out->e[i * b.n + j] = dae_op2(&f->pool, DAE_MUL, a.e[i], b.e[j]);
    return true;
}

static DaeExpr cross_term(Flat *f, const FlatVal *a, const FlatVal *b, int i, int j) {
    return dae_op2(&f->pool, DAE_SUB, dae_op2(&f->pool, DAE_MUL, a->e[i], b->e[j]),
                   dae_op2(&f->pool, DAE_MUL, a->e[j], b->e[i]));
}

static bool cross(Flat *f, InstExpr *e, FlatVal *out) {
    FlatVal a, b;
    if (!flat_value(f, e->args[0], &a) || !flat_value(f, e->args[1], &b) || a.n != 3 || b.n != 3) return false;
    InstType t = shaped(f, &e->type, 1, 3, 0);
    *out = flat_new_val(f, &t, 3);
    out->e[0] = cross_term(f, &a, &b, 1, 2);
    out->e[1] = cross_term(f, &a, &b, 2, 0);
    out->e[2] = cross_term(f, &a, &b, 0, 1);
    return true;
}

static bool skew(Flat *f, InstExpr *e, FlatVal *out) {
    FlatVal a;
    if (!flat_value(f, e->args[0], &a) || a.n != 3) return false;
    InstType t = shaped(f, &e->type, 2, 3, 3);
    *out = flat_new_val(f, &t, 9);
    static const int8_t at[9] = {0, -3, 2, 3, 0, -1, -2, 1, 0};
    for (int i = 0; i < 9; i++) {
        int k = at[i];
        out->e[i] = !k ? zero(f, &a.type) : k > 0 ? a.e[k - 1] : dae_op1(&f->pool, DAE_NEG, a.e[-k - 1]);
    }
    return true;
}

static bool reshape(Flat *f, InstExpr *e, FlatVal *out) {
    FlatVal a;
    if (!flat_value(f, e->args[0], &a)) return false;
    *out = a;
    if (e->builtin == INST_B_SCALAR) {
        out->type.ndims = 0;
    } else if (e->builtin == INST_B_VECTOR) {
        out->type = shaped(f, &a.type, 1, (int64_t)(a.type.ndims ? flat_dims(&a.type) : 1), 0);
    } else if (e->builtin == INST_B_MATRIX) {
        int64_t d0 = a.type.ndims > 0 ? a.type.dims[0] : 1, d1 = a.type.ndims > 1 ? a.type.dims[1] : 1;
        out->type = shaped(f, &a.type, 2, d0, d1);
    } else { /* promote(a, n): trailing dimensions of size 1 */
        int64_t n;
        if (!integer_arg(f, e->args[1], &n)) return false;
        int64_t *dims = BASE_ARRAY(&f->temp, int64_t, n + 1);
        for (int64_t i = 0; i < n; i++) dims[i] = i < a.type.ndims ? a.type.dims[i] : 1;
        out->type.ndims = (uint8_t)n;
        out->type.dims = dims;
    }
    return true;
}

/* cat(k, a, b, ...): pieces laid side by side along dimension k. */
static bool concat(Flat *f, InstExpr *e, FlatVal *out) {
    int64_t k;
    if (!integer_arg(f, e->args[0], &k)) return false;
    uint32_t n = e->nargs - 1;
    FlatVal *a = BASE_ARRAY(&f->temp, FlatVal, n);
    int nd = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (!flat_value(f, e->args[i + 1], &a[i])) return false;
        if (a[i].type.ndims > nd) nd = a[i].type.ndims;
    }
    if (nd < k) nd = (int)k;
    uint64_t outer = 1, total = 0;
    int64_t along = 0;
    int64_t *dims = BASE_ARRAY(&f->temp, int64_t, nd + 1);
    for (uint32_t i = 0; i < n; i++) {
        int64_t own = k <= a[i].type.ndims ? a[i].type.dims[k - 1] : 1;
        along += own;
        total += a[i].n;
    }
    for (int d = 0; d < nd; d++) dims[d] = d < a[0].type.ndims ? a[0].type.dims[d] : 1;
    dims[k - 1] = along;
    for (int d = 0; d < k - 1; d++) outer *= (uint64_t)dims[d];
    InstType t = a[0].type;
    t.base = e->type.base;
    t.ndims = (uint8_t)nd;
    t.dims = dims;
    *out = flat_new_val(f, &t, (uint32_t)total);
    uint64_t at = 0;
    for (uint64_t o = 0; o < outer; o++) {
        for (uint32_t i = 0; i < n; i++) {
            uint64_t width = outer ? a[i].n / outer : 0;
            memcpy(out->e + at, a[i].e + o * width, width * sizeof *out->e);
            at += width;
        }
    }
    if (at != total) return flat_error(f, "FLAT0050", e->span, "sizes do not fit for concatenation"), false;
    return true;
}

bool flat_array_builtin(Flat *f, InstExpr *e, FlatVal *out, bool *handled) {
    *handled = true;
    switch ((InstBuiltin)e->builtin) {
    case INST_B_SUM: return fold_all(f, e, DAE_ADD, out);
    case INST_B_PRODUCT: return fold_all(f, e, DAE_MUL, out);
    case INST_B_MIN: return fold_all(f, e, DAE_MIN, out);
    case INST_B_MAX: return fold_all(f, e, DAE_MAX, out);
    case INST_B_SIZE: return sizes(f, e, out);
    case INST_B_NDIMS: {
        *out = flat_new_val(f, &e->type, 1);
        out->e[0] = dae_int(&f->pool, e->args[0]->type.ndims);
        return true;
    }
    case INST_B_ZEROS:
    case INST_B_ONES:
    case INST_B_FILL: return filled(f, e, out);
    case INST_B_IDENTITY: return identity(f, e, out);
    case INST_B_DIAGONAL: return diagonal(f, e, out);
    case INST_B_LINSPACE: return linspace(f, e, out);
    case INST_B_TRANSPOSE: return transpose(f, e, out);
    case INST_B_SYMMETRIC: return symmetric(f, e, out);
    case INST_B_OUTER: return outer_product(f, e, out);
    case INST_B_CROSS: return cross(f, e, out);
    case INST_B_SKEW: return skew(f, e, out);
    case INST_B_SCALAR:
    case INST_B_VECTOR:
    case INST_B_MATRIX:
    case INST_B_PROMOTE: return reshape(f, e, out);
    case INST_B_CAT: return concat(f, e, out);
    default: *handled = false; return false;
    }
}
