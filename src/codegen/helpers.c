/* helpers.c - the routines that generated code calls: small mathematics, strings, arrays.
 *
 * Compiled into the program and given to libtcc by name (gen_symbols), so that code compiled in
 * memory stays short; pasted, as it stands, into C that is compiled elsewhere.  Hence: no header
 * but abi.h, everything static. Arrays are in scratch memory of the evaluation; arguments are never
 * changed unless a comment says so.
 */
#ifndef CW_CODE
#define CW_CODE
#define CW_HELPER static
#include "model/abi.h"
#define CW_IN_PROGRAM
#endif

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

static double cw_min(double a, double b) { return a < b ? a : b; }
static double cw_max(double a, double b) { return a > b ? a : b; }
static double cw_not(double a) { return a == 0; }

/* Rows are scaled by their largest entry, so that a pivot that is rounding only is known whatever the units. */
static int cw_linear(int n, double *a, double *b) {
    int i, j, k, p;
    double f, column[CW_LINEAR_MOST];
    for (i = 0; i < n; i++) {
        double largest = 0;
        for (j = 0; j < n; j++)
            if (!(fabs(a[i * n + j]) <= largest)) largest = fabs(a[i * n + j]);
        if (!(largest > 0 && largest <= 1.7e308)) return 0;
        for (j = 0; j < n; j++) a[i * n + j] /= largest;
        b[i] /= largest;
    }
    for (j = 0; j < n; j++)
        for (column[j] = 0, i = 0; i < n; i++)
            if (fabs(a[i * n + j]) > column[j]) column[j] = fabs(a[i * n + j]);
    for (k = 0; k < n; k++) {
        for (p = k, i = k + 1; i < n; i++)
            if (fabs(a[i * n + k]) > fabs(a[p * n + k])) p = i;
        if (!(fabs(a[p * n + k]) > 8.9e-16 * n * column[k])) return 0;
        for (j = k; p != k && j < n; j++) f = a[k * n + j], a[k * n + j] = a[p * n + j], a[p * n + j] = f;
        f = b[k], b[k] = b[p], b[p] = f;
        for (i = k + 1; i < n; i++) {
            f = a[i * n + k] / a[k * n + k];
            if (f == 0) continue;
            for (j = k + 1; j < n; j++) a[i * n + j] -= f * a[k * n + j];
            b[i] -= f * b[k];
        }
    }
    for (k = n; k-- > 0;) {
        for (j = k + 1; j < n; j++) b[k] -= a[k * n + j] * b[j];
        b[k] /= a[k * n + k];
    }
    return 1;
}

/* Of the tangents of a Jacobian most pass by most systems. */
static int cw_linear_tangent(int n, double *a, double *b) {
    int i;
    for (i = 0; i < n; i++)
        if (b[i] != 0) return cw_linear(n, a, b);
    return 1;
}

/* Do the values x fulfil a*x = b to the last digits? */
static inline int cw_solved(int n, const double *a, const double *b, const double *x) {
    int i, j;
    for (i = 0; i < n; i++) {
        double sum = -b[i], size = fabs(b[i]);
        for (j = 0; j < n; j++) {
            double term = a[i * n + j] * x[j];
            sum += term;
            size += fabs(term);
        }
        if (!(fabs(sum) <= 8.9e-16 * size)) return 0;
    }
    return 1;
}

/* Values that fulfil the equations stay as they are, to the last bit. */
static int cw_linear_near(int n, double *a, double *b, const double *x) {
    double matrix[CW_LINEAR_MOST * CW_LINEAR_MOST], right[CW_LINEAR_MOST];
    int i;
    for (i = 0; i < n * n; i++) matrix[i] = a[i];
    for (i = 0; i < n; i++) right[i] = b[i];
    if (!cw_linear(n, a, b)) return 0;
    if (cw_solved(n, matrix, right, x))
        for (i = 0; i < n; i++) b[i] = x[i];
    return 1;
}

static double cw_div(double a, double b) {
    double q = a / b;
    return q < 0 ? ceil(q) : floor(q);
}
static double cw_mod(double a, double b) { return a - floor(a / b) * b; }
static double cw_rem(double a, double b) { return a - cw_div(a, b) * b; }

static double cw_power(double x, int n) {
    double result = 1, square = x;
    for (int k = n < 0 ? -n : n; k; k >>= 1) {
        if (k & 1) result *= square;
        square *= square;
    }
    return n < 0 ? 1 / result : result;
}

static double cw_pow(double x, double y) {
    int n = y >= -64 && y <= 64 ? (int)y : 0;
    return n && n == y ? cw_power(x, n) : pow(x, y);
}

/* exp() is several times faster than tanh(), and here as exact to a bit or two. */
static double cw_tanh(double x) {
    double size = fabs(x);
    if (!(size > 0.5)) return tanh(x);
    double far = size < 20 ? 1 - 2 / (exp(2 * size) + 1) : 1;
    return x < 0 ? -far : far;
}

/* Directional derivative by a difference along d: moves the inputs v[in] by h*d[in], keeps outputs.
 * The caller then evaluates, and cw_difference_end puts tangents into d[out] and all values back.
 * 0 when no input has a tangent (the outputs' tangents are then zero).  save has room for nin +
 * 2*nout numbers. */
static double cw_difference(CwEnv *e, int nin, const int *in, int nout, const int *out, double *save) {
    double size = 0, scale = 0;
    for (int i = 0; i < nin; i++) {
        double x = fabs(e->v[in[i]]), t = fabs(e->d[in[i]]);
        if (t > 0 && x > scale) scale = x;
        if (t > size) size = t;
        save[i] = e->v[in[i]];
    }
    if (!(size > 0)) {
        for (int i = 0; i < nout; i++) e->d[out[i]] = 0;
        return 0;
    }
    if (!e->quotient) e->quotient = "";
    double h = 1.5e-8 * (scale > 1e-3 ? scale : 1e-3) / size;
    for (int i = 0; i < nin; i++) e->v[in[i]] += h * e->d[in[i]];
    for (int i = 0; i < nout; i++) save[nin + i] = e->v[out[i]];
    return h;
}

static void cw_difference_end(CwEnv *e, double h, int nin, const int *in, int nout, const int *out, double *save) {
    for (int i = 0; i < nout; i++) {
        e->d[out[i]] = (e->v[out[i]] - save[nin + i]) / h;
        e->v[out[i]] = save[nin + i];
    }
    for (int i = 0; i < nin; i++) e->v[in[i]] = save[i];
}

/* ---- strings ----------------------------------------------------------------------------------------------------- */

static int cw_compare(const char *a, const char *b) { return strcmp(a ? a : "", b ? b : ""); }

static const char *cw_join(CwEnv *e, const char *a, const char *b) {
    unsigned long n = a ? strlen(a) : 0, m = b ? strlen(b) : 0;
    char *s = (char *)e->call->memory(e, n + m + 1);
    if (n) memcpy(s, a, n);
    if (m) memcpy(s + n, b, m);
    s[n + m] = 0;
    return s;
}

/* An error of the function in hand; does not return.  origin: of the statement, index in dae->origins */
static inline void cw_fail_at(CwEnv *e, const char *message, int origin) {
    if (e->place) message = cw_join(e, cw_join(e, message, " in function "), e->place);
    e->call->error(e, message, origin); /* which forgets the place */
}
static inline void cw_fail(CwEnv *e, const char *message) { cw_fail_at(e, message, 0); }

/* ---- whole numbers ----------------------------------------------------------------------------------------------- */

#define CW_LONG_MOST 9223372036854775807LL
#define CW_EXACT 9007199254740992.0 /* 2^53: doubles hold all whole numbers up to there */

static inline long long cw_overflow(CwEnv *e, int origin) {
    cw_fail_at(e, "Integer overflow: the result has more than 64 bits", origin);
    return 0;
}

static long long cw_long(CwEnv *e, double x, int origin) {
    if (!(x > -9223372036854775808.0 && x < 9223372036854775808.0)) return x == x ? cw_overflow(e, origin) : 0;
    return (long long)x;
}

static double cw_whole(CwEnv *e, long long x, int origin) {
    double r = (double)x;
    if (r <= CW_EXACT && r >= -CW_EXACT) return r;
    if (r >= 9223372036854775808.0 || (long long)r != x)
        cw_fail_at(e, "an Integer beyond 2^53 that cannot be kept exactly is assigned or passed on", origin);
    return r;
}

static double cw_whole_kept(CwEnv *e, double x, int origin) {
    if (x >= CW_EXACT || x <= -CW_EXACT) cw_fail_at(e, "a sum or product of Integers is beyond 2^53", origin);
    return x;
}

static inline long long cw_long_add(CwEnv *e, long long a, long long b, int origin) {
    if (b > 0 ? a > CW_LONG_MOST - b : a < -CW_LONG_MOST - 1 - b) return cw_overflow(e, origin);
    return a + b;
}
static inline long long cw_long_sub(CwEnv *e, long long a, long long b, int origin) {
    if (b < 0 ? a > CW_LONG_MOST + b : a < -CW_LONG_MOST - 1 + b) return cw_overflow(e, origin);
    return a - b;
}
static inline long long cw_long_mul(CwEnv *e, long long a, long long b, int origin) {
    double r = (double)a * (double)b;
    if (r > 9.1e18 || r < -9.1e18) { /* near the edge: 9.2e18 */
        if (a == 0 || b == 0) return 0;
        if (a > 0 ? (b > 0 ? a > CW_LONG_MOST / b : b < (-CW_LONG_MOST - 1) / a)
                  : (b > 0 ? a < (-CW_LONG_MOST - 1) / b : b < CW_LONG_MOST / a))
            return cw_overflow(e, origin);
    }
    return a * b;
}

static inline int cw_no_divisor(CwEnv *e, long long a, long long b, int origin) {
    if (b == 0) cw_fail_at(e, "the second argument of div, mod or rem is zero", origin);
    if (b == -1 && a < -CW_LONG_MOST) cw_overflow(e, origin);
    return b == 0;
}

/* div, mod, rem of MLS 3.7.2 */
static inline long long cw_long_div(CwEnv *e, long long a, long long b, int origin) {
    return cw_no_divisor(e, a, b, origin) ? 0 : a / b;
}
static inline long long cw_long_rem(CwEnv *e, long long a, long long b, int origin) {
    return b == -1 || cw_no_divisor(e, a, b, origin) ? 0 : a % b;
}
static inline long long cw_long_mod(CwEnv *e, long long a, long long b, int origin) {
    long long r = cw_long_rem(e, a, b, origin);
    return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

/* The same for doubles that hold whole numbers: nearly always the result does as well. */
#define CW_WHOLE(name, plain)                                                                                          \
    static double cw_whole_##name(CwEnv *e, double a, double b, int origin) {                                          \
        double r = plain;                                                                                              \
        if ((r < CW_EXACT && r > -CW_EXACT) || r != r) return r;                                                       \
        return cw_whole(e, cw_long_##name(e, cw_long(e, a, origin), cw_long(e, b, origin), origin), origin);           \
    }
CW_WHOLE(add, a + b)
CW_WHOLE(sub, a - b)
CW_WHOLE(mul, a *b)
#undef CW_WHOLE

/* A quotient of doubles near a whole number may be rounded to it. */
#define CW_WHOLE(name)                                                                                                 \
    static double cw_whole_##name(CwEnv *e, double a, double b, int origin) {                                          \
        if (b == 0 || a != a || b != b) return a * b / 0.0 * 0.0; /* no number: told where it is used */               \
        return cw_whole(e, cw_long_##name(e, cw_long(e, a, origin), cw_long(e, b, origin), origin), origin);           \
    }
CW_WHOLE(div)
CW_WHOLE(mod)
CW_WHOLE(rem)
#undef CW_WHOLE

/* x, unless it never got a value (MLS 3.6, 12.4.4).  Other NaNs are values: Brent's method goes on with bisection where
 * its function has none at one end. */
static double cw_given(CwEnv *e, double x, const char *message, const char *function) {
    union {
        double r;
        unsigned long long bits;
    } number = {x};
    if (x == x || number.bits != CW_BLANK) return x;
    e->place = function;
    cw_fail(e, message);
    return x;
}

/* x, or what it has in other programs where it never got a value, which is told. */
static double cw_or_zero(CwEnv *e, double x, double zero, const char *message) {
    union {
        double r;
        unsigned long long bits;
    } number = {x};
    if (x == x || number.bits != CW_BLANK) return x;
    e->call->message(e, 2, message);
    return zero;
}

static double *cw_recall(CwEnv *e, int at, int n, int m, const double *x, const double **known) {
    unsigned long long bits, mixed = 0, other = 0;
    *known = 0;
    if (!e->memo) return 0;
    for (int k = 0; k < n; k++) {
        memcpy(&bits, &x[k], sizeof bits);
        mixed = (mixed ^ bits) * 0x9e3779b97f4a7c15u;
        mixed ^= mixed >> 32;
    }
    double *place = e->memo + at + (long)(mixed % CW_REMEMBERED) * (n + m);
    for (int k = 0; k < n; k++) {
        memcpy(&bits, &x[k], sizeof bits);
        memcpy(&mixed, &place[k], sizeof mixed);
        other |= bits ^ mixed;
    }
    if (!other) *known = place + n;
    return place;
}

/* Ends endless recursion before the stack ends.  Addresses, not a count: frames hold arrays and differ widely. */
static void cw_deeper(CwEnv *e, const char *function) {
    if ((const char *)__builtin_frame_address(0) >= e->stack) return;
    e->place = function;
    cw_fail(e, "calls are nested too deeply (endless recursion?)");
}

static inline const char *cw_padded(CwEnv *e, const char *text, int length, int left) {
    int n = (int)strlen(text);
    if (n >= length) return text;
    char *s = (char *)e->call->memory(e, (unsigned long)length + 1);
    memset(s, ' ', (unsigned long)length);
    memcpy(left ? s : s + length - n, text, (unsigned long)n);
    s[length] = 0;
    return s;
}

static const char *cw_string_boolean(CwEnv *e, double b, int length, int left) {
    return cw_padded(e, b != 0 ? "true" : "false", length, left);
}

/* names[0] is the number of literals, then they follow. */
static const char *cw_string_enum(CwEnv *e, const char *const *names, double i, int length, int left) {
    int n = 0;
    for (const char *s = names[0]; *s; s++) n = n * 10 + (*s - '0');
    if (!(i >= 1 && i <= n)) cw_fail(e, "value outside its enumeration");
    return cw_padded(e, names[(int)i], length, left);
}

/* ---- making arrays ----------------------------------------------------------------------------------------------- */

static inline long cw_count(const CwArray *a) {
    long n = 1;
    for (int k = 0; k < a->rank; k++) n *= a->n[k];
    return n;
}

static inline CwArray *cw_raw(CwEnv *e, int rank, const int *n) {
    CwArray *a = (CwArray *)e->call->memory(e, sizeof *a);
    const unsigned long most = 1UL << 56; /* cells that no machine has: products beyond it are not made */
    unsigned long count = 1;
    a->rank = rank;
    for (int k = 0; k < rank; k++) {
        if (n[k] < 0) cw_fail(e, "array with a negative size");
        a->n[k] = n[k];
        if (n[k] == 0) count = 0;
        else count = count > most / (unsigned long)n[k] ? most : count * (unsigned long)n[k];
    }
    a->at = (CwCell *)e->call->memory(e, sizeof(CwCell) * (count ? count : 1));
    return a;
}

static CwArray *cw_new(CwEnv *e, int rank, const int *n) {
    CwArray *a = cw_raw(e, rank, n);
    memset(a->at, 0, sizeof(CwCell) * (unsigned long)cw_count(a));
    return a;
}

static CwArray *cw_new_strings(CwEnv *e, int rank, const int *n) {
    CwArray *a = cw_raw(e, rank, n);
    for (long i = 0, m = cw_count(a); i < m; i++) a->at[i].s = "";
    return a;
}

/* Elements without a value, which a run stops at when they are used. */
static CwArray *cw_new_blank(CwEnv *e, int rank, const int *n) {
    CwArray *a = cw_raw(e, rank, n);
    union {
        unsigned long long bits;
        double r;
    } blank = {CW_BLANK};
    for (long i = 0, m = cw_count(a); i < m; i++) a->at[i].r = blank.r;
    return a;
}

static CwArray *cw_copy(CwEnv *e, const CwArray *a) {
    CwArray *b = cw_raw(e, a->rank, a->n);
    memcpy(b->at, a->at, sizeof(CwCell) * (unsigned long)cw_count(a));
    return b;
}

static inline int cw_same_size(const CwArray *a, const CwArray *b) {
    if (a->rank != b->rank) return 0;
    for (int k = 0; k < a->rank; k++)
        if (a->n[k] != b->n[k]) return 0;
    return 1;
}

static inline void cw_need_same(CwEnv *e, const CwArray *a, const CwArray *b) {
    if (!cw_same_size(a, b)) cw_fail(e, "arrays of different sizes are combined element by element");
}

static CwArray *cw_assign(CwEnv *e, CwArray *to, const CwArray *from) {
    if (to == from) return to;
    if (!to || !cw_same_size(to, from)) return cw_copy(e, from);
    memmove(to->at, from->at, sizeof(CwCell) * (unsigned long)cw_count(from));
    return to;
}

/* A literal without elements knows the number of its dimensions, not their sizes. */
static void cw_fit(CwEnv *e, CwArray *to, const CwArray *from) {
    if (!cw_same_size(to, from) && (to->rank != from->rank || cw_count(to) || cw_count(from)))
        cw_fail(e, "array assigned to one of another size");
    memmove(to->at, from->at, sizeof(CwCell) * (unsigned long)cw_count(from));
}

static CwArray *cw_sized(CwEnv *e, CwArray *a, int n) {
    if (cw_count(a) != n) cw_fail(e, "function result has another size than the variables it is assigned to");
    return a;
}

static CwArray *cw_stack(CwEnv *e, int n, CwArray *const *parts) {
    int dims[CW_MAX_RANK] = {n};
    if (n && parts[0]->rank >= CW_MAX_RANK) cw_fail(e, "array of too many dimensions");
    for (int k = 0; n && k < parts[0]->rank; k++) dims[k + 1] = parts[0]->n[k];
    CwArray *a = cw_raw(e, n ? parts[0]->rank + 1 : 1, dims);
    CwCell *at = a->at;
    for (int i = 0; i < n; i++) {
        long m = cw_count(parts[i]);
        cw_need_same(e, parts[i], parts[0]);
        memcpy(at, parts[i]->at, sizeof(CwCell) * (unsigned long)m);
        at += m;
    }
    return a;
}

static CwArray *cw_fill(CwEnv *e, const CwCell *x, int rank, const int *n) {
    CwArray *a = cw_raw(e, rank, n);
    for (long i = 0, m = cw_count(a); i < m; i++) a->at[i] = *x;
    return a;
}

static CwArray *cw_fill_array(CwEnv *e, const CwArray *x, int rank, const int *n) {
    int dims[CW_MAX_RANK];
    if (rank + x->rank > CW_MAX_RANK) cw_fail(e, "array of too many dimensions");
    for (int k = 0; k < rank; k++) dims[k] = n[k];
    for (int k = 0; k < x->rank; k++) dims[rank + k] = x->n[k];
    CwArray *a = cw_raw(e, rank + x->rank, dims);
    long m = cw_count(x), total = cw_count(a);
    for (long i = 0; m && i < total; i += m) memcpy(a->at + i, x->at, sizeof(CwCell) * (unsigned long)m);
    return a;
}

/* cat(dim, ...): MLS 10.4.2.  An array of smaller rank counts as one with sizes 1 behind. */
static CwArray *cw_cat(CwEnv *e, int dim, int n, CwArray *const *parts) {
    int rank = dim, dims[CW_MAX_RANK];
    for (int i = 0; i < n; i++)
        if (parts[i]->rank > rank) rank = parts[i]->rank;
    for (int k = 0; k < rank; k++) dims[k] = n && k < parts[0]->rank ? parts[0]->n[k] : 1;
    dims[dim - 1] = 0;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < rank; k++) {
            int m = k < parts[i]->rank ? parts[i]->n[k] : 1;
            if (k == dim - 1) dims[k] += m;
            else if (m != dims[k]) cw_fail(e, "arrays of unlike sizes are put together by cat");
        }
    }
    CwArray *a = cw_raw(e, rank, dims);
    long inner = 1, outer = 1, row;
    for (int k = dim; k < rank; k++) inner *= dims[k];
    for (int k = 0; k < dim - 1; k++) outer *= dims[k];
    row = inner * dims[dim - 1];
    for (long o = 0, offset; o < outer; o++) {
        offset = o * row;
        for (int i = 0; i < n; i++) {
            long m = inner * (dim - 1 < parts[i]->rank ? parts[i]->n[dim - 1] : 1);
            memcpy(a->at + offset, parts[i]->at + o * m, sizeof(CwCell) * (unsigned long)m);
            offset += m;
        }
    }
    return a;
}

/* Element number `at` of an array constructor with iterators whose elements are arrays. */
static void cw_collect(CwEnv *e, CwArray **to, int at, int rank, const int *n, const CwArray *part) {
    long m = cw_count(part);
    if (!*to) *to = cw_fill_array(e, part, rank, n);
    memcpy((*to)->at + at * m, part->at, sizeof(CwCell) * (unsigned long)m);
}

static int cw_range_size(CwEnv *e, double from, double step, double to) {
    if (step == 0) cw_fail(e, "range with step 0");
    double n = floor((to - from) / step * (1 + 1e-15) + 1e-10) + 1; /* so that 0:0.1:1 has 11 elements */
    return n > 0 ? (int)n : 0;
}

static CwArray *cw_range(CwEnv *e, double from, double step, double to) {
    int n = cw_range_size(e, from, step, to);
    CwArray *a = cw_raw(e, 1, &n);
    for (int i = 0; i < n; i++) a->at[i].r = from + i * step;
    return a;
}

static CwArray *cw_linspace(CwEnv *e, double from, double to, double n) {
    int count = (int)n;
    if (count < 2) cw_fail(e, "linspace needs at least two points");
    CwArray *a = cw_raw(e, 1, &count);
    for (int i = 0; i < count; i++) a->at[i].r = from + (to - from) * i / (count - 1);
    return a;
}

/* ---- subscripts -------------------------------------------------------------------------------------------------- */

static inline void cw_outside(CwEnv *e) { cw_fail(e, "subscript outside the array"); }

static CwCell *cw_el1(CwEnv *e, const CwArray *a, double i) {
    if (!(i >= 1 && i <= a->n[0]) || a->rank != 1) cw_outside(e);
    return a->at + ((long)i - 1);
}

static CwCell *cw_el2(CwEnv *e, const CwArray *a, double i, double j) {
    if (!(i >= 1 && i <= a->n[0] && j >= 1 && j <= a->n[1]) || a->rank != 2) cw_outside(e);
    return a->at + (((long)i - 1) * a->n[1] + (long)j - 1);
}

static CwCell *cw_el(CwEnv *e, const CwArray *a, int n, const double *i) {
    long at = 0;
    if (n != a->rank) cw_outside(e);
    for (int k = 0; k < n; k++) {
        if (!(i[k] >= 1 && i[k] <= a->n[k])) cw_outside(e);
        at = at * a->n[k] + (long)i[k] - 1;
    }
    return a->at + at;
}

/* Number of elements that subscript k of a names, and the i-th of them (from 0). */
static inline int cw_sub_size(const CwArray *a, int k, int n, const CwSub *s) {
    if (k >= n || s[k].all) return a->n[k];
    return s[k].v ? s[k].v->n[0] : 1;
}
static inline long cw_sub_at(CwEnv *e, const CwArray *a, int k, int n, const CwSub *s, long i) {
    if (k >= n || s[k].all) return i;
    double at = s[k].v ? s[k].v->at[i].r : s[k].i;
    if (!(at >= 1 && at <= a->n[k])) cw_outside(e);
    return (long)at - 1;
}

/* Visits the cells of a slice in order: calls nothing, so that reading and writing share it. */
static inline long cw_slice_cell(CwEnv *e, const CwArray *a, int n, const CwSub *s, const int *size, long number) {
    long index[CW_MAX_RANK], at = 0;
    for (int k = a->rank - 1; k >= 0; k--) {
        index[k] = number % size[k];
        number /= size[k];
    }
    for (int k = 0; k < a->rank; k++) at = at * a->n[k] + cw_sub_at(e, a, k, n, s, index[k]);
    return at;
}

static CwArray *cw_get(CwEnv *e, const CwArray *a, int n, const CwSub *subs) {
    int size[CW_MAX_RANK], dims[CW_MAX_RANK], rank = 0;
    if (n > a->rank) cw_outside(e);
    for (int k = 0; k < a->rank; k++) {
        size[k] = cw_sub_size(a, k, n, subs);
        if (k >= n || subs[k].all || subs[k].v) dims[rank++] = size[k];
    }
    CwArray *b = cw_raw(e, rank, dims);
    for (long i = 0, m = cw_count(b); i < m; i++) b->at[i] = a->at[cw_slice_cell(e, a, n, subs, size, i)];
    return b;
}

static void cw_put(CwEnv *e, CwArray *a, int n, const CwSub *subs, const CwArray *value) {
    int size[CW_MAX_RANK] = {0};
    long m = 1;
    if (n > a->rank) cw_outside(e);
    for (int k = 0; k < a->rank; k++) m *= size[k] = cw_sub_size(a, k, n, subs);
    if (m != cw_count(value)) cw_fail(e, "array assigned to a part of another size");
    if (value->at >= a->at && value->at < a->at + cw_count(a)) value = cw_copy(e, value);
    for (long i = 0; i < m; i++) a->at[cw_slice_cell(e, a, n, subs, size, i)] = value->at[i];
}

static double cw_size(CwEnv *e, const CwArray *a, double dim) {
    if (!(dim >= 1 && dim <= a->rank)) cw_fail(e, "size() of a dimension that the array has not");
    return a->n[(int)dim - 1];
}

static CwArray *cw_sizes(CwEnv *e, const CwArray *a) {
    CwArray *b = cw_raw(e, 1, &a->rank);
    for (int k = 0; k < a->rank; k++) b->at[k].r = a->n[k];
    return b;
}

/* ---- arithmetic -------------------------------------------------------------------------------------------------- */

static inline double cw_operate(int op, double a, double b) {
    switch (op) {
    case '+': return a + b;
    case '-': return a - b;
    case '*': return a * b;
    case '/': return a / b;
    case '^': return pow(a, b);
    case '<': return a < b ? a : b;
    case '>': return a > b ? a : b;
    case '&': return a != 0 && b != 0;
    case '|': return a != 0 || b != 0;
    default: return 0;
    }
}

static CwArray *cw_each(CwEnv *e, int op, const CwArray *a, const CwArray *b) {
    cw_need_same(e, a, b);
    CwArray *c = cw_raw(e, a->rank, a->n);
    for (long i = 0, m = cw_count(a); i < m; i++) c->at[i].r = cw_operate(op, a->at[i].r, b->at[i].r);
    return c;
}

static CwArray *cw_each_left(CwEnv *e, int op, double a, const CwArray *b) {
    CwArray *c = cw_raw(e, b->rank, b->n);
    for (long i = 0, m = cw_count(b); i < m; i++) c->at[i].r = cw_operate(op, a, b->at[i].r);
    return c;
}

static CwArray *cw_each_right(CwEnv *e, int op, const CwArray *a, double b) {
    CwArray *c = cw_raw(e, a->rank, a->n);
    for (long i = 0, m = cw_count(a); i < m; i++) c->at[i].r = cw_operate(op, a->at[i].r, b);
    return c;
}

static CwArray *cw_map(CwEnv *e, double (*f)(double), const CwArray *a) {
    CwArray *c = cw_raw(e, a->rank, a->n);
    for (long i = 0, m = cw_count(a); i < m; i++) c->at[i].r = f(a->at[i].r);
    return c;
}

static CwArray *cw_map2(CwEnv *e, double (*f)(double, double), const CwArray *a, const CwArray *b) {
    cw_need_same(e, a, b);
    CwArray *c = cw_raw(e, a->rank, a->n);
    for (long i = 0, m = cw_count(a); i < m; i++) c->at[i].r = f(a->at[i].r, b->at[i].r);
    return c;
}

static double cw_dot(CwEnv *e, const CwArray *a, const CwArray *b) {
    double sum = 0;
    cw_need_same(e, a, b);
    for (long i = 0, m = cw_count(a); i < m; i++) sum += a->at[i].r * b->at[i].r;
    return sum;
}

/* Matrix by matrix, matrix by vector, vector by matrix (MLS 10.6.5). */
static CwArray *cw_matmul(CwEnv *e, const CwArray *a, const CwArray *b) {
    int rows = a->rank == 2 ? a->n[0] : 1, inner = a->rank == 2 ? a->n[1] : a->n[0];
    int cols = b->rank == 2 ? b->n[1] : 1, dims[2], rank = 0;
    if (inner != b->n[0]) cw_fail(e, "matrices of unlike sizes are multiplied");
    if (a->rank == 2) dims[rank++] = rows;
    if (b->rank == 2) dims[rank++] = cols;
    CwArray *c = cw_raw(e, rank, dims);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++) {
            double sum = 0;
            for (int k = 0; k < inner; k++) sum += a->at[(long)i * inner + k].r * b->at[(long)k * cols + j].r;
            c->at[(long)i * cols + j].r = sum;
        }
    return c;
}

static CwArray *cw_identity(CwEnv *e, double n) {
    int dims[2] = {(int)n, (int)n};
    CwArray *a = cw_new(e, 2, dims);
    for (int i = 0; i < dims[0]; i++) a->at[(long)i * dims[0] + i].r = 1;
    return a;
}

static CwArray *cw_matpow(CwEnv *e, const CwArray *a, double n) {
    if (a->n[0] != a->n[1]) cw_fail(e, "power of a matrix that is not square");
    CwArray *c = cw_identity(e, a->n[0]);
    for (int k = 0; k < (int)n; k++) c = cw_matmul(e, c, a);
    return c;
}

static double cw_sum(const CwArray *a) {
    double s = 0;
    for (long i = 0, m = cw_count(a); i < m; i++) s += a->at[i].r;
    return s;
}
static double cw_product(const CwArray *a) {
    double s = 1;
    for (long i = 0, m = cw_count(a); i < m; i++) s *= a->at[i].r;
    return s;
}
static double cw_min_of(const CwArray *a) { /* of nothing: the largest number, MLS 10.3.4 */
    double s = 1.7976931348623157e308;
    for (long i = 0, m = cw_count(a); i < m; i++) s = a->at[i].r < s ? a->at[i].r : s;
    return s;
}
static double cw_max_of(const CwArray *a) {
    double s = -1.7976931348623157e308;
    for (long i = 0, m = cw_count(a); i < m; i++) s = a->at[i].r > s ? a->at[i].r : s;
    return s;
}

/* ---- forms ------------------------------------------------------------------------------------------------------- */

static CwCell *cw_scalar(CwEnv *e, const CwArray *a) {
    if (cw_count(a) != 1) cw_fail(e, "scalar() of an array with other than one element");
    return a->at;
}

static CwArray *cw_vector(CwEnv *e, const CwArray *a) {
    int n = (int)cw_count(a);
    CwArray *b = cw_raw(e, 1, &n);
    memcpy(b->at, a->at, sizeof(CwCell) * (unsigned long)n);
    return b;
}

static CwArray *cw_matrix(CwEnv *e, const CwArray *a) {
    int dims[2] = {a->n[0], a->rank > 1 ? a->n[1] : 1};
    CwArray *b = cw_raw(e, 2, dims);
    if (cw_count(a) != cw_count(b)) cw_fail(e, "matrix() of an array that has a third size above one");
    memcpy(b->at, a->at, sizeof(CwCell) * (unsigned long)cw_count(a));
    return b;
}

static CwArray *cw_transpose(CwEnv *e, const CwArray *a) { /* the first two dimensions */
    int dims[CW_MAX_RANK];
    long inner = 1, n = a->n[0], m = a->n[1];
    for (int k = 0; k < a->rank; k++) dims[k] = a->n[k];
    for (int k = 2; k < a->rank; k++) inner *= a->n[k];
    dims[0] = a->n[1], dims[1] = a->n[0];
    CwArray *b = cw_raw(e, a->rank, dims);
    for (long i = 0; i < n; i++)
        for (long j = 0; j < m; j++)
            memcpy(b->at + (j * n + i) * inner, a->at + (i * m + j) * inner, sizeof(CwCell) * (unsigned long)inner);
    return b;
}

static CwArray *cw_outer(CwEnv *e, const CwArray *a, const CwArray *b) {
    int dims[2] = {a->n[0], b->n[0]};
    CwArray *c = cw_raw(e, 2, dims);
    for (int i = 0; i < dims[0]; i++)
        for (int j = 0; j < dims[1]; j++) c->at[(long)i * dims[1] + j].r = a->at[i].r * b->at[j].r;
    return c;
}

static CwArray *cw_symmetric(CwEnv *e, const CwArray *a) { /* the upper part, mirrored */
    CwArray *b = cw_copy(e, a);
    int n = a->n[0];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) b->at[(long)i * n + j] = a->at[(long)j * n + i];
    return b;
}

static CwArray *cw_cross(CwEnv *e, const CwArray *a, const CwArray *b) {
    int n = 3;
    if (cw_count(a) != 3 || cw_count(b) != 3) cw_fail(e, "cross() needs vectors of three elements");
    CwArray *c = cw_raw(e, 1, &n);
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        c->at[i].r = a->at[j].r * b->at[k].r - a->at[k].r * b->at[j].r;
    }
    return c;
}

static CwArray *cw_skew(CwEnv *e, const CwArray *a) {
    int dims[2] = {3, 3};
    if (cw_count(a) != 3) cw_fail(e, "skew() needs a vector of three elements");
    CwArray *c = cw_new(e, 2, dims);
    double x = a->at[0].r, y = a->at[1].r, z = a->at[2].r;
    c->at[1].r = -z, c->at[2].r = y, c->at[3].r = z, c->at[5].r = -x, c->at[6].r = -y, c->at[7].r = x;
    return c;
}

static CwArray *cw_diagonal(CwEnv *e, const CwArray *a) {
    int dims[2] = {a->n[0], a->n[0]};
    CwArray *c = cw_new(e, 2, dims);
    for (int i = 0; i < dims[0]; i++) c->at[(long)i * dims[0] + i] = a->at[i];
    return c;
}

/* ---- external code ----------------------------------------------------------------------------------------------- */

/* Place by columns of the element that stands at `row_major` by rows. */
static inline long cw_column_place(const CwArray *a, long row_major) {
    long place = 0, stride = 1, index[CW_MAX_RANK];
    for (int k = a->rank - 1; k >= 0; k--) {
        index[k] = row_major % a->n[k];
        row_major /= a->n[k];
    }
    for (int k = 0; k < a->rank; k++) {
        place += index[k] * stride;
        stride *= a->n[k];
    }
    return place;
}

static void *cw_outward(CwEnv *e, const CwArray *a, int integers, int columns) {
    long n = cw_count(a);
    void *to = e->call->memory(e, (unsigned long)(n + 1) * (integers ? sizeof(int) : sizeof(CwCell)));
    for (long i = 0; i < n; i++) {
        long at = columns ? cw_column_place(a, i) : i;
        if (integers) ((int *)to)[at] = (int)a->at[i].r;
        else ((CwCell *)to)[at] = a->at[i];
    }
    return to;
}

static void cw_inward(CwArray *a, const void *elements, int integers, int columns) {
    for (long i = 0, n = cw_count(a); i < n; i++) {
        long at = columns ? cw_column_place(a, i) : i;
        if (integers) a->at[i].r = ((const int *)elements)[at];
        else a->at[i] = ((const CwCell *)elements)[at];
    }
}

#ifdef CW_IN_PROGRAM
#include "codegen/codegen.h"

#define SYMBOL(name)                                                                                                   \
    { #name, (const void *)name }
static const GenSymbol symbols[] = {SYMBOL(floor),
                                    SYMBOL(ceil),
                                    SYMBOL(pow),
                                    SYMBOL(memcpy),
                                    SYMBOL(memset),
                                    SYMBOL(memmove),
                                    SYMBOL(strlen),
                                    SYMBOL(strcmp),
                                    SYMBOL(cw_min),
                                    SYMBOL(cw_max),
                                    SYMBOL(cw_div),
                                    SYMBOL(cw_mod),
                                    SYMBOL(cw_rem),
                                    SYMBOL(cw_long),
                                    SYMBOL(cw_whole),
                                    SYMBOL(cw_whole_kept),
                                    SYMBOL(cw_long_add),
                                    SYMBOL(cw_long_sub),
                                    SYMBOL(cw_long_mul),
                                    SYMBOL(cw_long_div),
                                    SYMBOL(cw_long_mod),
                                    SYMBOL(cw_long_rem),
                                    SYMBOL(cw_whole_add),
                                    SYMBOL(cw_whole_sub),
                                    SYMBOL(cw_whole_mul),
                                    SYMBOL(cw_whole_div),
                                    SYMBOL(cw_whole_mod),
                                    SYMBOL(cw_whole_rem),
                                    SYMBOL(cw_power),
                                    SYMBOL(cw_pow),
                                    SYMBOL(cw_not),
                                    SYMBOL(cw_tanh),
                                    SYMBOL(cw_linear),
                                    SYMBOL(cw_linear_tangent),
                                    SYMBOL(cw_linear_near),
                                    SYMBOL(cw_difference),
                                    SYMBOL(cw_difference_end),
                                    SYMBOL(cw_deeper),
                                    SYMBOL(cw_recall),
                                    SYMBOL(cw_compare),
                                    SYMBOL(cw_join),
                                    SYMBOL(cw_string_boolean),
                                    SYMBOL(cw_string_enum),
                                    SYMBOL(cw_new),
                                    SYMBOL(cw_new_strings),
                                    SYMBOL(cw_new_blank),
                                    SYMBOL(cw_given),
                                    SYMBOL(cw_or_zero),
                                    SYMBOL(cw_copy),
                                    SYMBOL(cw_assign),
                                    SYMBOL(cw_fit),
                                    SYMBOL(cw_sized),
                                    SYMBOL(cw_stack),
                                    SYMBOL(cw_fill),
                                    SYMBOL(cw_fill_array),
                                    SYMBOL(cw_cat),
                                    SYMBOL(cw_collect),
                                    SYMBOL(cw_range_size),
                                    SYMBOL(cw_range),
                                    SYMBOL(cw_linspace),
                                    SYMBOL(cw_el1),
                                    SYMBOL(cw_el2),
                                    SYMBOL(cw_el),
                                    SYMBOL(cw_get),
                                    SYMBOL(cw_put),
                                    SYMBOL(cw_size),
                                    SYMBOL(cw_sizes),
                                    SYMBOL(cw_each),
                                    SYMBOL(cw_each_left),
                                    SYMBOL(cw_each_right),
                                    SYMBOL(cw_map),
                                    SYMBOL(cw_map2),
                                    SYMBOL(cw_dot),
                                    SYMBOL(cw_matmul),
                                    SYMBOL(cw_matpow),
                                    SYMBOL(cw_sum),
                                    SYMBOL(cw_product),
                                    SYMBOL(cw_min_of),
                                    SYMBOL(cw_max_of),
                                    SYMBOL(cw_scalar),
                                    SYMBOL(cw_vector),
                                    SYMBOL(cw_matrix),
                                    SYMBOL(cw_transpose),
                                    SYMBOL(cw_outer),
                                    SYMBOL(cw_symmetric),
                                    SYMBOL(cw_cross),
                                    SYMBOL(cw_skew),
                                    SYMBOL(cw_identity),
                                    SYMBOL(cw_diagonal),
                                    SYMBOL(cw_outward),
                                    SYMBOL(cw_inward),
#define ELEMENTARY(op, name, arity, args, rule, c, ...) SYMBOL(c),
                                    DAE_ELEMENTARY(ELEMENTARY)
#undef ELEMENTARY
};

const GenSymbol *gen_symbols(size_t *n) {
    *n = sizeof symbols / sizeof *symbols;
    return symbols;
}
#endif
