/* eval_builtin.c - operators and built-in functions on values (MLS 3.6, 3.4, 3.7, 10.3, 10.6).
 *
 * Before: operands are values with known sizes.  After: the value, or NULL when the operation has no value at
 * translation time (der, pre, time-dependent ones) or fails (division by zero: reported when asked for).
 */
#include "elaborate/elaborate_impl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- operators --------------------------------------------------------------------------------------------------- */

static bool is_number_value(const InstValue *a) { return a->type.base != INST_STRING && a->type.base < INST_CLOCK; }

static double arithmetic(InstEnv *v, SynOp op, double a, double b, Span span, bool *ok) {
    switch (op) {
    case SYN_ADD:
    case SYN_EADD: return a + b;
    case SYN_SUB:
    case SYN_ESUB: return a - b;
    case SYN_MUL:
    case SYN_EMUL: return a * b;
    case SYN_DIV:
    case SYN_EDIV:
        if (b == 0) {
            inst_eval_fail(v, "INST0650", span, "division by zero during translation");
            *ok = false;
            return 0;
        }
        return a / b;
    case SYN_POW:
    case SYN_EPOW: return pow(a, b);
    case SYN_LT: return a < b;
    case SYN_LE: return a <= b;
    case SYN_GT: return a > b;
    case SYN_GE: return a >= b;
    case SYN_EQ: return a == b;
    case SYN_NE: return a != b;
    case SYN_AND: return a != 0 && b != 0;
    case SYN_OR: return a != 0 || b != 0;
    default: *ok = false; return 0;
    }
}

static bool is_relation(SynOp op) { return op >= SYN_LT && op <= SYN_NE; }

static InstValue *string_operation(InstEnv *v, SynOp op, InstValue *a, InstValue *b) {
    Names *names = v->in->ctx->names;
    if (a->type.ndims || b->type.ndims) return NULL;
    const char *s = base_str(names, a->str[0]), *t = base_str(names, b->str[0]);
    if (op == SYN_ADD) {
        char *joined = base_sprintf(inst_value_arena(v->in), "%s%s", s, t);
        return inst_value_string(v->in, base_name(names, joined));
    }
    int c = strcmp(s, t);
    bool ok = true;
    double r = arithmetic(v, op, c, 0, (Span){0}, &ok);
    return ok && is_relation(op) ? inst_value_bool(v->in, r != 0) : NULL;
}

static InstBase result_base(SynOp op, const InstValue *a, const InstValue *b) {
    if (is_relation(op) || op == SYN_AND || op == SYN_OR) return INST_BOOLEAN;
    if (op == SYN_DIV || op == SYN_EDIV || op == SYN_POW || op == SYN_EPOW) return INST_REAL;
    return a->type.base == INST_INTEGER && b->type.base == INST_INTEGER ? INST_INTEGER : INST_REAL;
}

static InstValue *product(InstEnv *v, InstValue *a, InstValue *b, InstBase base) {
    uint32_t na = a->type.ndims, nb = b->type.ndims;
    int64_t rows = na == 2 ? a->type.dims[0] : 1, inner = a->type.dims[na - 1];
    int64_t cols = nb == 2 ? b->type.dims[1] : 1, dims[2];
    if (inner != b->type.dims[0]) return NULL;
    uint32_t n = 0;
    if (na == 2) dims[n++] = rows;
    if (nb == 2) dims[n++] = cols;
    InstValue *r = inst_value_new(v->in, inst_type_dims(v->in, inst_type(base), dims, n));
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < cols; j++) {
            double sum = 0;
            for (int64_t k = 0; k < inner; k++) sum += a->num[i * inner + k] * b->num[k * cols + j];
            r->num[i * cols + j] = sum;
        }
    return r;
}

static InstValue *matrix_power(InstEnv *v, InstValue *a, int64_t k) {
    int64_t n = a->type.dims[0];
    InstValue *r = inst_value_new(v->in, a->type);
    for (int64_t i = 0; i < n; i++) r->num[i * n + i] = 1;
    for (; k > 0 && r && a; k >>= 1) { /* by squares */
        if (k & 1) r = product(v, r, a, a->type.base);
        if (k > 1) a = product(v, a, a, a->type.base);
    }
    return a ? r : NULL;
}

InstValue *inst_eval_binary(InstEnv *v, SynOp op, InstValue *a, InstValue *b, const InstType *type, Span span) {
    (void)type;
    if (a->type.base == INST_STRING && b->type.base == INST_STRING) return string_operation(v, op, a, b);
    if (!is_number_value(a) || !is_number_value(b)) return NULL;
    InstBase base = result_base(op, a, b);
    if (op == SYN_MUL && a->type.ndims && b->type.ndims) {
        InstValue *r = product(v, a, b, base);
        if (r && !inst_whole_result(v, r, span)) return NULL;
        if (!r)
            inst_eval_fail(v, "INST0651", span, "%s: sizes do not fit: %s and %s", inst_op_text(op),
                           inst_type_string(v->in, &a->type), inst_type_string(v->in, &b->type));
        return r;
    }
    if (op == SYN_POW && a->type.ndims == 2 && a->type.dims[0] == a->type.dims[1])
        return matrix_power(v, a, inst_whole(b->num[0]));
    bool scalar_a = a->type.ndims == 0, scalar_b = b->type.ndims == 0;
    if (!scalar_a && !scalar_b && !inst_dims_agree(&a->type, &b->type)) {
        inst_eval_fail(v, "INST0651", span, "%s: sizes differ: %s and %s", inst_op_text(op),
                       inst_type_string(v->in, &a->type), inst_type_string(v->in, &b->type));
        return NULL;
    }
    InstType t = scalar_a ? b->type : a->type;
    t.base = (uint8_t)base;
    t.cls = NULL;
    InstValue *r = inst_value_new(v->in, t);
    bool ok = true;
    for (uint64_t i = 0; i < r->n && ok; i++)
        r->num[i] = arithmetic(v, op, a->num[scalar_a ? 0 : i], b->num[scalar_b ? 0 : i], span, &ok);
    return ok && inst_whole_result(v, r, span) ? r : NULL;
}

/* ---- String ------------------------------------------------------------------------------------------------------ */

static void format_number(Text *t, const InstValue *x, const char *format, int digits) {
    if (format && *format) { /* a C format without %: "6.3g", "-10d" */
        char spec[80], last = format[strlen(format) - 1];
        if (strlen(format) > 60) return;
        if (*format == '%') format++;
        for (const char *p = format; p[1]; p++)
            if (strchr("0123456789.-+ #", *p) == NULL) return;
        if (last == 'd' || last == 'i' || last == 'x' || last == 'X' || last == 'o' || last == 'c' || last == 'u') {
            snprintf(spec, sizeof spec, "%%%.*sll%c", (int)strlen(format) - 1, format, last == 'c' ? 'd' : last);
            char out[400];
            snprintf(out, sizeof out, spec, (long long)x->num[0]);
            base_text_add(t, out);
        } else if (strchr("eEfFgG", last)) {
            snprintf(spec, sizeof spec, "%%%s", format);
            char out[800];
            snprintf(out, sizeof out, spec, x->num[0]);
            base_text_add(t, out);
        }
        return;
    }
    if (x->type.base == INST_REAL) base_text_printf(t, "%.*g", digits, x->num[0]);
    else base_text_printf(t, "%lld", (long long)x->num[0]);
}

static InstValue *make_string(InstEnv *v, InstExpr *e, InstValue **a) {
    Inst *in = v->in;
    if (a[0]->type.ndims) return NULL;
    Text t = {0};
    const char *format = e->args[4] && a[4] ? inst_name(in, a[4]->str[0]) : NULL;
    switch (a[0]->type.base) {
    case INST_BOOLEAN: base_text_add(&t, a[0]->num[0] != 0 ? "true" : "false"); break;
    case INST_ENUM: {
        uint32_t i = (uint32_t)a[0]->num[0];
        if (i >= 1 && i <= inst_enum_size(a[0]->type.cls))
            base_text_add(&t, inst_name(in, inst_enum_literal(a[0]->type.cls, i - 1)));
        break;
    }
    default: format_number(&t, a[0], format, a[1] ? (int)a[1]->num[0] : 6);
    }
    size_t width = a[2] && a[2]->num[0] > 0 && a[2]->num[0] < 10000 ? (size_t)a[2]->num[0] : 0;
    bool left = a[3] ? a[3]->num[0] != 0 : true;
    Text padded = {0};
    if (!left)
        for (size_t i = t.n; i < width; i++) base_text_char(&padded, ' ');
    base_text_add(&padded, base_text_str(&t));
    while (padded.n < width) base_text_char(&padded, ' ');
    InstValue *r = inst_value_string(in, base_name(in->ctx->names, base_text_str(&padded)));
    base_text_free(&t);
    base_text_free(&padded);
    return r;
}

/* ---- scalar functions -------------------------------------------------------------------------------------------- */

static bool scalar_function(InstBuiltin b, const double *x, double *r) {
    *r = x[0];
    return b == INST_B_ENUM_OF_INTEGER || dae_apply(&(DaeNode){.op = (uint16_t)inst_builtin_op(b)}, x, r);
}

static InstValue *elementwise(InstEnv *v, InstExpr *e, InstValue **a) {
    InstType t = inst_type_element(e->type);
    for (uint32_t i = 0; i < e->nargs; i++)
        if (a[i] && a[i]->type.ndims) {
            InstType shape = a[i]->type;
            t.ndims = shape.ndims;
            t.dims = shape.dims;
            break;
        }
    if (e->builtin == INST_B_ABS || e->builtin == INST_B_MIN || e->builtin == INST_B_MAX) {
        t.base = a[0]->type.base;
        if (e->nargs > 1 && a[1] && a[1]->type.base == INST_REAL) t.base = INST_REAL;
        t.cls = a[0]->type.cls;
    }
    InstValue *r = inst_value_new(v->in, t);
    for (uint64_t i = 0; i < r->n; i++) {
        double x[3] = {0, 0, 0};
        for (uint32_t k = 0; k < e->nargs && k < 3; k++)
            if (a[k]) {
                if (a[k]->type.ndims && a[k]->n != r->n) return NULL;
                x[k] = a[k]->num[a[k]->type.ndims ? i : 0];
            }
        if (!scalar_function(e->builtin, x, &r->num[i])) {
            inst_eval_fail(v, "INST0652", e->span, "%s is not defined for its argument %g",
                           inst_builtin_name(e->builtin), x[0]);
            return NULL;
        }
    }
    return r;
}

/* ---- arrays ------------------------------------------------------------------------------------------------------ */

static InstValue *reduce_array(InstEnv *v, InstBuiltin b, InstValue *a) {
    InstValue *r = inst_value_new(v->in, inst_type_element(a->type));
    InstType element = inst_type_element(a->type);
    double x = inst_reduction_of_nothing(b, &element);
    for (uint64_t i = 0; i < a->n; i++) {
        double y = a->num[i];
        switch (b) {
        case INST_B_SUM: x += y; break;
        case INST_B_PRODUCT: x *= y; break;
        case INST_B_MIN: x = y < x ? y : x; break;
        default: x = y > x ? y : x;
        }
    }
    r->num[0] = x;
    return r;
}

static InstValue *reshape(InstEnv *v, InstValue *a, const int64_t *dims, uint32_t n) {
    InstValue *r = inst_value_copy(v->in, a);
    r->type = inst_type_dims(v->in, inst_type_element(a->type), dims, n);
    return r;
}

static InstValue *filled(InstEnv *v, InstExpr *e, InstValue **a) {
    uint32_t first = e->builtin == INST_B_FILL ? 1 : 0, n = e->nargs - first;
    int64_t dims[64] = {0};
    for (uint32_t i = 0; i < n; i++) dims[i] = a[first + i]->num[0] > 0 ? inst_whole(a[first + i]->num[0]) : 0;
    if (!inst_dims_fit(v->in, dims, n)) {
        inst_eval_fail(v, "INST0653", e->span, "this array is too large to be evaluated");
        return NULL;
    }
    InstValue *one = first ? a[0] : inst_value_int(v->in, e->builtin == INST_B_ONES);
    InstValue *r = inst_value_new(v->in, inst_type_dims(v->in, one->type, dims, n));
    for (uint64_t i = 0; i < r->n; i++) inst_value_put(r, i, one, one->n ? i % one->n : 0);
    return r;
}

static InstValue *concatenated(InstEnv *v, InstExpr *e, InstValue **a) {
    uint32_t d = (uint32_t)a[0]->num[0] - 1, n = e->nargs - 1, rank = a[1]->type.ndims;
    if (d >= rank) return NULL;
    InstType el = inst_type_element(a[1]->type);
    int64_t dims[64] = {0};
    memcpy(dims, a[1]->type.dims, rank * sizeof *dims);
    for (uint32_t i = 2; i <= n; i++) {
        if (a[i]->type.ndims != rank) return NULL;
        for (uint32_t k = 0; k < rank; k++)
            if (k != d && a[i]->type.dims[k] != dims[k]) {
                inst_eval_fail(v, "INST0651", e->span, "cat: sizes differ in dimension %u", k + 1);
                return NULL;
            }
        dims[d] += a[i]->type.dims[d];
        if (a[i]->type.base == INST_REAL) el.base = INST_REAL;
    }
    InstValue *r = inst_value_new(v->in, inst_type_dims(v->in, el, dims, rank));
    uint64_t outer = inst_dims_count(dims, d), inner = inst_dims_count(dims + d + 1, rank - d - 1), at = 0;
    for (uint64_t o = 0; o < outer; o++)
        for (uint32_t i = 1; i <= n; i++) {
            uint64_t block = (uint64_t)a[i]->type.dims[d] * inner;
            for (uint64_t k = 0; k < block; k++) inst_value_put(r, at++, a[i], o * block + k);
        }
    return r;
}

static InstValue *transposed(InstEnv *v, InstValue *a) {
    int64_t dims[64] = {0};
    memcpy(dims, a->type.dims, a->type.ndims * sizeof *dims);
    dims[0] = a->type.dims[1];
    dims[1] = a->type.dims[0];
    InstValue *r = inst_value_new(v->in, inst_type_dims(v->in, inst_type_element(a->type), dims, a->type.ndims));
    uint64_t rows = (uint64_t)a->type.dims[0], cols = (uint64_t)a->type.dims[1];
    uint64_t block = rows && cols ? a->n / (rows * cols) : 0;
    for (uint64_t i = 0; i < rows; i++)
        for (uint64_t j = 0; j < cols; j++)
            for (uint64_t k = 0; k < block; k++)
                inst_value_put(r, (j * rows + i) * block + k, a, (i * cols + j) * block + k);
    return r;
}

static InstValue *square(InstEnv *v, int64_t n, InstBase base) {
    int64_t dims[2] = {n, n};
    if (n < 0 || !inst_dims_fit(v->in, dims, 2)) return NULL;
    return inst_value_new(v->in, inst_type_dims(v->in, inst_type(base), dims, 2));
}

static InstValue *matrix_function(InstEnv *v, InstExpr *e, InstValue **a) {
    InstValue *r = NULL;
    InstValue *x = a[0];
    switch (e->builtin) {
    case INST_B_IDENTITY: {
        int64_t n = inst_whole(x->num[0]);
        r = square(v, n, INST_INTEGER);
        if (!r) return NULL;
        for (int64_t i = 0; i < n; i++) r->num[i * n + i] = 1;
        return r;
    }
    case INST_B_DIAGONAL: {
        int64_t n = (int64_t)x->n;
        r = square(v, n, x->type.base);
        if (!r) return NULL;
        for (int64_t i = 0; i < n; i++) r->num[i * n + i] = x->num[i];
        return r;
    }
    case INST_B_LINSPACE: {
        int64_t n = inst_whole(a[2]->num[0]);
        if (n < 0 || !inst_dims_fit(v->in, &n, 1)) return NULL;
        r = inst_value_new(v->in, inst_type_vector(v->in, inst_type(INST_REAL), n));
        for (int64_t i = 0; i < n; i++)
            r->num[i] =
                n > 1 ? a[0]->num[0] + (a[1]->num[0] - a[0]->num[0]) * (double)i / (double)(n - 1) : a[0]->num[0];
        return r;
    }
    case INST_B_OUTER: {
        int64_t dims[2] = {(int64_t)x->n, (int64_t)a[1]->n};
        if (!inst_dims_fit(v->in, dims, 2)) return NULL;
        r = inst_value_new(v->in, inst_type_dims(v->in, inst_type_element(e->type), dims, 2));
        for (uint64_t i = 0; i < x->n; i++)
            for (uint64_t j = 0; j < a[1]->n; j++) r->num[i * a[1]->n + j] = x->num[i] * a[1]->num[j];
        return r;
    }
    case INST_B_SYMMETRIC: {
        int64_t n = x->type.dims[0];
        r = inst_value_copy(v->in, x);
        for (int64_t i = 0; i < n; i++)
            for (int64_t j = 0; j < i; j++) r->num[i * n + j] = x->num[j * n + i];
        return r;
    }
    case INST_B_CROSS: {
        InstValue *y = a[1];
        if (x->n != 3 || y->n != 3) return NULL;
        r = inst_value_new(v->in, inst_type_vector(v->in, inst_type_element(e->type), 3));
        for (int i = 0; i < 3; i++) {
            int j = (i + 1) % 3, k = (i + 2) % 3;
            r->num[i] = x->num[j] * y->num[k] - x->num[k] * y->num[j];
        }
        return r;
    }
    case INST_B_SKEW:
        if (x->n != 3) return NULL;
        r = square(v, 3, x->type.base);
        r->num[1] = -x->num[2];
        r->num[2] = x->num[1];
        r->num[3] = x->num[2];
        r->num[5] = -x->num[0];
        r->num[6] = -x->num[1];
        r->num[7] = x->num[0];
        return r;
    default: return NULL;
    }
}

static InstValue *shape_function(InstEnv *v, InstExpr *e, InstValue **a) {
    InstValue *x = a[0];
    int64_t dims[64] = {0};
    switch (e->builtin) {
    case INST_B_SCALAR: return x->n == 1 ? reshape(v, x, dims, 0) : NULL;
    case INST_B_VECTOR: dims[0] = (int64_t)x->n; return reshape(v, x, dims, 1);
    case INST_B_MATRIX:
        dims[0] = x->type.ndims > 0 ? x->type.dims[0] : 1;
        dims[1] = x->type.ndims > 1 ? x->type.dims[1] : 1;
        return reshape(v, x, dims, 2);
    case INST_B_PROMOTE: {
        uint32_t n = (uint32_t)a[1]->num[0];
        for (uint32_t k = 0; k < n; k++) dims[k] = k < x->type.ndims ? x->type.dims[k] : 1;
        return reshape(v, x, dims, n);
    }
    case INST_B_SIZE:
        if (e->nargs > 1 && a[1]) {
            int64_t k = inst_whole(a[1]->num[0]);
            return k >= 1 && k <= x->type.ndims ? inst_value_int(v->in, x->type.dims[k - 1]) : NULL;
        } else {
            InstValue *r = inst_value_new(v->in, inst_type_vector(v->in, inst_type(INST_INTEGER), x->type.ndims));
            for (uint32_t k = 0; k < x->type.ndims; k++) r->num[k] = (double)x->type.dims[k];
            return r;
        }
    default: return NULL;
    }
}

InstValue *inst_eval_builtin(InstEnv *v, InstExpr *e) {
    InstBuiltin b = e->builtin;
    switch (b) {
    case INST_B_DER:
    case INST_B_PRE:
    case INST_B_EDGE:
    case INST_B_CHANGE:
    case INST_B_INITIAL:
    case INST_B_TERMINAL:
    case INST_B_SAMPLE:
    case INST_B_DELAY:
    case INST_B_SPATIAL:
    case INST_B_INSTREAM:
    case INST_B_ACTUALSTREAM:
    case INST_B_CONN_IS_ROOT:
    case INST_B_CONN_ROOTED:
    case INST_B_CONN_UNIQUE_INDICES:
    case INST_B_CLOCK:
        inst_eval_fail(v, "INST0654", e->span, "%s has no value during translation", inst_builtin_name(b));
        return NULL;
    case INST_B_CARDINALITY: return inst_eval_cardinality(v, e);
    case INST_B_GETINSTANCENAME: return inst_eval_instance_name(v, e);
    case INST_B_SIZE: /* of an array whose own sizes are open in a class on its own */
        if (v->in->checking && e->args[0]->variability > INST_VAR_PARAMETER) v->flags &= ~INST_EVAL_REPORT;
        break;
    default: break;
    }
    InstValue *local[8] = {0}, **a = e->nargs <= 8 ? local : BASE_ARRAY(inst_value_arena(v->in), InstValue *, e->nargs);
    for (uint32_t i = 0; i < e->nargs; i++)
        if (e->args[i] && (a[i] = inst_eval_expr(v, e->args[i])) == NULL) return NULL;
    switch (b) {
    case INST_B_NOEVENT:
    case INST_B_HOMOTOPY:
    case INST_B_PURE: return a[0];
    case INST_B_SMOOTH: return a[1];
    case INST_B_MIN:
    case INST_B_MAX: return e->nargs == 1 ? reduce_array(v, b, a[0]) : elementwise(v, e, a);
    case INST_B_SUM:
    case INST_B_PRODUCT: {
        InstValue *r = is_number_value(a[0]) ? reduce_array(v, b, a[0]) : NULL;
        return r && inst_whole_result(v, r, e->span) ? r : NULL;
    }
    case INST_B_ZEROS:
    case INST_B_ONES:
    case INST_B_FILL: return filled(v, e, a);
    case INST_B_CAT: return concatenated(v, e, a);
    case INST_B_TRANSPOSE: return transposed(v, a[0]);
    case INST_B_IDENTITY:
    case INST_B_DIAGONAL:
    case INST_B_LINSPACE:
    case INST_B_OUTER:
    case INST_B_SYMMETRIC:
    case INST_B_CROSS:
    case INST_B_SKEW: return matrix_function(v, e, a);
    case INST_B_SCALAR:
    case INST_B_VECTOR:
    case INST_B_MATRIX:
    case INST_B_PROMOTE:
    case INST_B_SIZE: return shape_function(v, e, a);
    case INST_B_STRING: return make_string(v, e, a);
    case INST_B_ASSERT: return inst_value_bool(v->in, true);
    default: return a[0] && is_number_value(a[0]) ? elementwise(v, e, a) : NULL;
    }
}
