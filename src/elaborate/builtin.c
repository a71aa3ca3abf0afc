/* builtin.c - built-in functions and operators: a table of names, arguments and typing rules (MLS 3.6, 3.7, 10.3,
 * 8.3, 9.4, 15, 16, 17).
 *
 * Before: a call whose name is not declared by the user.  After: a BUILTIN node whose arguments stand in the order
 * of the table (NULL where an optional one is absent), converted to the types the operator needs.
 */
#include "elaborate/elaborate_impl.h"

#include <string.h>

typedef struct {
    InstElab *x;
    Inst *in;
    const InstBuiltinRow *row;
    const SynExpr *call;
    InstExpr **args; /* in the order of the row's parameters; NULL: absent */
    uint32_t n;      /* number of parameters (given arguments for variadic ones) */
    Span span;
} Call;

struct InstBuiltinRow {
    const char *name;
    InstBuiltin id;
    const char *params; /* names separated by commas; '?' after an optional one; "..." for any number */
    InstExpr *(*make)(Call *c);
    uint32_t place; /* added while arguments are elaborated */
};

/* ---- helpers ----------------------------------------------------------------------------------------------------- */

static InstExpr *finish(Call *c, InstType t) {
    if (t.base != INST_ENUM && t.base != INST_RECORD && t.base != INST_OBJECT) t.cls = NULL;
    InstExpr *e = inst_builtin_node(c->in, c->row->id, t, c->span, c->args, c->n);
    e->no_event = (c->x->place & INST_IN_NOEVENT) != 0;
    return e;
}

static InstExpr *discrete(InstExpr *e) {
    if (e->variability > INST_VAR_DISCRETE) e->variability = INST_VAR_DISCRETE;
    return e;
}

static InstExpr *at_least(InstExpr *e, InstVariability v) {
    if (e->kind != INST_E_ERROR && e->variability < v) e->variability = (uint8_t)v;
    return e;
}

static InstExpr *bad_argument(Call *c, uint32_t i, const char *want) {
    inst_error(c->x->scope, "INST0540", c->args[i]->span, "argument %u of %s must be %s, found %s", i + 1, c->row->name,
               want, inst_type_string(c->in, &c->args[i]->type));
    return inst_error_node(c->in, c->span);
}

static void to_real(Call *c, uint32_t i) {
    InstType t = c->args[i]->type;
    t.base = INST_REAL;
    t.cls = NULL;
    c->args[i] = inst_convert(c->in, c->args[i], &t);
}

/* dims of a scalar function applied to arrays: those of its array arguments, which must agree (12.4.6) */
static bool vectorised(Call *c, InstType *t) {
    int first = -1;
    for (uint32_t i = 0; i < c->n; i++) {
        if (c->args[i] == NULL || c->args[i]->type.ndims == 0) continue;
        if (first < 0) {
            first = (int)i;
        } else if (!inst_dims_agree(&c->args[first]->type, &c->args[i]->type)) {
            inst_error(c->x->scope, "INST0541", c->span, "%s: arguments %d and %u have different sizes: %s and %s",
                       c->row->name, first + 1, i + 1, inst_type_string(c->in, &c->args[first]->type),
                       inst_type_string(c->in, &c->args[i]->type));
            return false;
        }
    }
    if (first >= 0) *t = inst_type_dims(c->in, *t, c->args[first]->type.dims, c->args[first]->type.ndims);
    return true;
}

static bool need_scalar(Call *c, uint32_t i, InstBase base) {
    InstExpr *a = c->args[i];
    if (a == NULL) return true;
    if (a->type.base == INST_ANY) return true;
    bool ok = a->type.ndims == 0 && (a->type.base == base || (base == INST_REAL && a->type.base == INST_INTEGER));
    if (!ok) {
        InstType want = inst_type(base);
        bad_argument(c, i, inst_type_string(c->in, &want));
        return false;
    }
    if (base == INST_REAL) to_real(c, i);
    return true;
}

/* ---- mathematical functions -------------------------------------------------------------------------------------- */

/* Arguments that can be seen to lie outside the domain of a function (3.7.3). */
static bool outside_domain(Call *c) {
    const InstExpr *a = c->args[0];
    double v;
    if (a->kind == INST_E_REAL) v = a->real;
    else if (a->kind == INST_E_INTEGER) v = (double)a->integer;
    else return false;
    const DaeElementary *f = dae_elementary(inst_builtin_op(c->row->id));
    if (!f || dae_in_domain(f, v)) return false;
    bool perhaps = c->x->place & (INST_IN_BRANCH | INST_IN_IF | INST_IN_WHEN | INST_IN_FUNCTION);
    Diag *d = (perhaps ? inst_tolerate : inst_error)(
        c->x->scope, "INST0535", a->span, "the argument of %s must %s, found %g", c->row->name, dae_domain_text(f), v);
    if (perhaps && d) base_hint(c->in->ctx, d, "a run stops where this branch is taken");
    return !perhaps;
}

static InstExpr *make_real(Call *c) { /* Real in, Real out */
    if (outside_domain(c)) return inst_error_node(c->in, c->span);
    for (uint32_t i = 0; i < c->n; i++) {
        if (!inst_type_numeric(&c->args[i]->type)) return bad_argument(c, i, "a number");
        to_real(c, i);
    }
    InstType t = inst_type(INST_REAL);
    return vectorised(c, &t) ? finish(c, t) : inst_error_node(c->in, c->span);
}

static InstExpr *make_abs(Call *c) {
    if (!inst_type_numeric(&c->args[0]->type)) return bad_argument(c, 0, "a number");
    return finish(c, c->args[0]->type);
}

static InstExpr *make_sign(Call *c) {
    InstExpr *e = make_real(c);
    if (e->kind != INST_E_ERROR) e->type.base = INST_INTEGER;
    return discrete(e);
}

static InstExpr *make_floor(Call *c) { return discrete(make_real(c)); }

static InstExpr *make_integer(Call *c) { return make_sign(c); }

static InstExpr *make_div(Call *c) { /* div, mod, rem: Integer when both are */
    for (uint32_t i = 0; i < 2; i++)
        if (!inst_type_numeric(&c->args[i]->type)) return bad_argument(c, i, "a number");
    InstType t = inst_type(INST_INTEGER);
    if (c->args[0]->type.base == INST_REAL || c->args[1]->type.base == INST_REAL) {
        to_real(c, 0);
        to_real(c, 1);
        t.base = INST_REAL;
    }
    if (!vectorised(c, &t)) return inst_error_node(c->in, c->span);
    InstExpr *e = finish(c, t);
    return c->row->id == INST_B_DIVT ? discrete(e) : e;
}

static InstExpr *make_min(Call *c) {
    InstType t;
    for (uint32_t i = 0; i < 2 && c->args[i]; i++) {
        InstBase b = c->args[i]->type.base;
        if (b != INST_REAL && b != INST_INTEGER && b != INST_ENUM && b != INST_BOOLEAN)
            return bad_argument(c, i, "a number, Boolean or enumeration");
    }
    if (c->args[1] == NULL) {
        if (c->args[0]->type.ndims == 0) { /* others take a scalar for an array of one */
            Diag *d = inst_tolerate(c->x->scope, "INST0540", c->span,
                                    "%s of one scalar is that scalar: its argument must be an array (MLS 10.3.4)",
                                    c->row->name);
            base_hint(c->in->ctx, d, "leave %s out, or give two arguments", c->row->name);
            return c->args[0];
        }
        c->n = 1;
        return finish(c, inst_type_element(c->args[0]->type));
    }
    InstType a = inst_type_element(c->args[0]->type), b = inst_type_element(c->args[1]->type);
    if (!inst_type_common(c->in, &a, &b, &t)) return bad_argument(c, 1, inst_type_string(c->in, &a));
    if (t.base == INST_REAL) {
        to_real(c, 0);
        to_real(c, 1);
    }
    return vectorised(c, &t) ? finish(c, t) : inst_error_node(c->in, c->span);
}

static InstExpr *make_sum(Call *c) {
    InstExpr *a = c->args[0];
    if (inst_is_overloaded(&a->type) && a->type.ndims == 1) {
        InstExpr *r = inst_overloaded_reduce(c->x, c->row->id, a, c->span);
        if (r) return r;
    }
    if (!inst_type_numeric(&a->type)) return bad_argument(c, 0, "an array of numbers");
    if (a->type.ndims == 0) return a;
    return finish(c, inst_type_element(a->type));
}

/* ---- arrays ------------------------------------------------------------------------------------------------------ */

static InstExpr *make_size(Call *c) {
    InstExpr *a = c->args[0];
    if (c->args[1] == NULL) {
        uint32_t n = a->type.ndims;
        InstExpr **sizes = BASE_ARRAY(c->in->nodes, InstExpr *, n + 1);
        for (uint32_t k = 0; k < n; k++) sizes[k] = inst_size_node(c->in, a, k, c->span);
        InstType t = inst_type_vector(c->in, inst_type(INST_INTEGER), n);
        return inst_node_args(c->in, INST_E_ARRAY, t, c->span, sizes, n);
    }
    if (!need_scalar(c, 1, INST_INTEGER)) return inst_error_node(c->in, c->span);
    int64_t k;
    if (!inst_is_int(c->args[1], &k)) {
        InstValue *v =
            c->args[1]->variability <= INST_VAR_PARAMETER ? inst_eval(c->in, c->args[1], INST_EVAL_MARK) : NULL;
        if (v == NULL) return discrete(finish(c, inst_type(INST_INTEGER)));
        k = (int64_t)v->num[0];
    }
    if (k < 1 || k > a->type.ndims) {
        inst_error(c->x->scope, "INST0542", c->args[1]->span, "size(..., %lld): %s has %u dimension%s", (long long)k,
                   inst_type_string(c->in, &a->type), a->type.ndims, a->type.ndims == 1 ? "" : "s");
        return inst_error_node(c->in, c->span);
    }
    return inst_size_node(c->in, a, (uint32_t)k - 1, c->span);
}

static InstExpr *make_ndims(Call *c) { return inst_int_node(c->in, c->args[0]->type.ndims, c->span); }

static InstExpr *make_scalar(Call *c) {
    const InstType *t = &c->args[0]->type;
    for (uint32_t k = 0; k < t->ndims; k++)
        if (t->dims[k] != 1 && t->dims[k] != INST_UNKNOWN_DIM)
            return bad_argument(c, 0, "an array whose sizes are all 1");
    return finish(c, inst_type_element(*t));
}

static InstExpr *make_vector(Call *c) {
    const InstType *t = &c->args[0]->type;
    int64_t n = 1;
    bool unknown = false;
    uint32_t long_dims = 0;
    for (uint32_t k = 0; k < t->ndims; k++) {
        if (t->dims[k] == INST_UNKNOWN_DIM) {
            unknown = true;
        } else {
            if (t->dims[k] > 1) long_dims++;
            n *= t->dims[k];
        }
    }
    if (long_dims > 1) return bad_argument(c, 0, "an array with at most one dimension larger than 1");
    return finish(c, inst_type_vector(c->in, inst_type_element(*t), unknown ? INST_UNKNOWN_DIM : n));
}

static InstExpr *make_matrix(Call *c) {
    const InstType *t = &c->args[0]->type;
    int64_t dims[2] = {1, 1};
    for (uint32_t k = 0; k < t->ndims; k++) {
        if (k < 2) dims[k] = t->dims[k];
        else if (t->dims[k] != 1 && t->dims[k] != INST_UNKNOWN_DIM)
            return bad_argument(c, 0, "an array whose dimensions from the third on have size 1");
    }
    return finish(c, inst_type_dims(c->in, inst_type_element(*t), dims, 2));
}

/* A size given as an argument; the parameters it depends on decide structure. */
static bool size_argument(Call *c, uint32_t i, int64_t *size) {
    InstExpr *a = c->args[i];
    *size = INST_UNKNOWN_DIM;
    if (a->type.base == INST_ANY) return true;
    if (!need_scalar(c, i, INST_INTEGER)) return false;
    bool known = inst_is_int(a, size);
    if (!known && a->variability <= INST_VAR_PARAMETER) {
        InstValue *v = inst_eval(c->in, a, INST_EVAL_MARK);
        known = v != NULL;
        if (v) *size = (int64_t)v->num[0];
    }
    if (known && *size < 0) {
        inst_error(c->x->scope, "INST0543", a->span, "%s: a size cannot be negative, found %lld", c->row->name,
                   (long long)*size);
        return false;
    }
    return true;
}

static InstExpr *sized(Call *c, InstType element, uint32_t first) {
    int64_t dims[64];
    if (c->n - first > 60) return inst_error_node(c->in, c->span);
    for (uint32_t i = first; i < c->n; i++)
        if (!size_argument(c, i, &dims[i - first])) return inst_error_node(c->in, c->span);
    return finish(c, inst_type_dims(c->in, element, dims, c->n - first));
}

static InstExpr *make_zeros(Call *c) { return sized(c, inst_type(INST_INTEGER), 0); }

static InstExpr *make_fill(Call *c) { return sized(c, c->args[0]->type, 1); }

static InstExpr *make_identity(Call *c) {
    int64_t n[2];
    if (!size_argument(c, 0, &n[0])) return inst_error_node(c->in, c->span);
    n[1] = n[0];
    return finish(c, inst_type_dims(c->in, inst_type(INST_INTEGER), n, 2));
}

static InstExpr *make_diagonal(Call *c) {
    const InstType *t = &c->args[0]->type;
    if (t->ndims != 1 || !inst_type_numeric(t)) return bad_argument(c, 0, "a vector of numbers");
    int64_t n[2] = {t->dims[0], t->dims[0]};
    return finish(c, inst_type_dims(c->in, inst_type_element(*t), n, 2));
}

static InstExpr *make_linspace(Call *c) {
    int64_t n;
    if (!need_scalar(c, 0, INST_REAL) || !need_scalar(c, 1, INST_REAL) || !size_argument(c, 2, &n))
        return inst_error_node(c->in, c->span);
    if (n != INST_UNKNOWN_DIM && n < 2) return bad_argument(c, 2, "at least 2 (MLS 10.3.3)");
    return finish(c, inst_type_vector(c->in, inst_type(INST_REAL), n));
}

static InstExpr *make_transpose(Call *c) {
    const InstType *t = &c->args[0]->type;
    if (t->ndims < 2) return bad_argument(c, 0, "a matrix");
    int64_t dims[64];
    memcpy(dims, t->dims, t->ndims * sizeof *dims);
    dims[0] = t->dims[1];
    dims[1] = t->dims[0];
    return finish(c, inst_type_dims(c->in, inst_type_element(*t), dims, t->ndims));
}

static bool common_numbers(Call *c, InstType *t) {
    for (uint32_t i = 0; i < c->n; i++)
        if (!inst_type_numeric(&c->args[i]->type)) {
            bad_argument(c, i, "an array of numbers");
            return false;
        }
    bool real = false;
    for (uint32_t i = 0; i < c->n; i++) real |= c->args[i]->type.base == INST_REAL;
    if (real)
        for (uint32_t i = 0; i < c->n; i++) to_real(c, i);
    *t = inst_type(real ? INST_REAL : INST_INTEGER);
    return true;
}

static InstExpr *make_outer_product(Call *c) {
    InstType t;
    if (!common_numbers(c, &t)) return inst_error_node(c->in, c->span);
    for (uint32_t i = 0; i < 2; i++)
        if (c->args[i]->type.ndims != 1) return bad_argument(c, i, "a vector");
    int64_t n[2] = {c->args[0]->type.dims[0], c->args[1]->type.dims[0]};
    return finish(c, inst_type_dims(c->in, t, n, 2));
}

static InstExpr *make_symmetric(Call *c) {
    const InstType *t = &c->args[0]->type;
    if (t->ndims != 2 || (t->dims[0] != t->dims[1] && t->dims[0] >= 0 && t->dims[1] >= 0))
        return bad_argument(c, 0, "a square matrix");
    return finish(c, *t);
}

static bool is_vector3(const InstType *t) {
    return t->ndims == 1 && (t->dims[0] == 3 || t->dims[0] == INST_UNKNOWN_DIM);
}

static InstExpr *make_cross(Call *c) {
    InstType t;
    if (!common_numbers(c, &t)) return inst_error_node(c->in, c->span);
    for (uint32_t i = 0; i < 2; i++)
        if (!is_vector3(&c->args[i]->type)) return bad_argument(c, i, "a vector of size 3");
    return finish(c, inst_type_vector(c->in, t, 3));
}

static InstExpr *make_skew(Call *c) {
    InstType t;
    if (!common_numbers(c, &t)) return inst_error_node(c->in, c->span);
    if (!is_vector3(&c->args[0]->type)) return bad_argument(c, 0, "a vector of size 3");
    int64_t n[2] = {3, 3};
    return finish(c, inst_type_dims(c->in, t, n, 2));
}

static InstExpr *make_cat(Call *c) {
    Inst *in = c->in;
    int64_t k;
    if (c->n < 2) {
        inst_error(c->x->scope, "INST0544", c->span, "cat needs a dimension and at least one array");
        return inst_error_node(in, c->span);
    }
    if (!need_scalar(c, 0, INST_INTEGER)) return inst_error_node(in, c->span);
    if (!inst_is_int(c->args[0], &k)) {
        InstValue *v = c->args[0]->variability <= INST_VAR_PARAMETER ? inst_eval(in, c->args[0], INST_EVAL_MARK) : NULL;
        if (v == NULL) {
            inst_error(c->x->scope, "INST0545", c->args[0]->span, "the dimension of cat must be known at translation");
            return inst_error_node(in, c->span);
        }
        k = (int64_t)v->num[0];
        c->args[0] = inst_int_node(in, k, c->args[0]->span);
    }
    InstType el = inst_type_element(c->args[1]->type), t = c->args[1]->type;
    if (k < 1 || k > t.ndims) {
        inst_error(c->x->scope, "INST0546", c->args[0]->span, "cat(%lld, ...): %s has %u dimension%s", (long long)k,
                   inst_type_string(in, &t), t.ndims, t.ndims == 1 ? "" : "s");
        return inst_error_node(in, c->span);
    }
    int64_t dims[64];
    memcpy(dims, t.dims, t.ndims * sizeof *dims);
    for (uint32_t i = 2; i < c->n; i++) {
        const InstType *u = &c->args[i]->type;
        InstType ue = inst_type_element(*u), common;
        bool ok = u->ndims == t.ndims && inst_type_common(in, &el, &ue, &common);
        for (uint32_t d = 0; ok && d < t.ndims; d++) {
            if ((int64_t)d + 1 == k) dims[d] = dims[d] < 0 || u->dims[d] < 0 ? INST_UNKNOWN_DIM : dims[d] + u->dims[d];
            else if (dims[d] == INST_UNKNOWN_DIM) dims[d] = u->dims[d];
            else ok = u->dims[d] == dims[d] || u->dims[d] == INST_UNKNOWN_DIM;
        }
        if (!ok) {
            inst_error(c->x->scope, "INST0547", c->args[i]->span, "cat(%lld, ...): %s does not fit %s", (long long)k,
                       inst_type_string(in, u), inst_type_string(in, &t));
            return inst_error_node(in, c->span);
        }
        el = common;
    }
    if (el.base == INST_REAL)
        for (uint32_t i = 1; i < c->n; i++) to_real(c, i);
    return finish(c, inst_type_dims(in, el, dims, t.ndims));
}

/* ---- conversions ------------------------------------------------------------------------------------------------- */

static InstExpr *make_string(Call *c) {
    Inst *in = c->in;
    InstExpr *a = c->args[0];
    if (a->type.base == INST_RECORD) {
        InstArgs args = inst_elab_args(c->x, c->call, 0);
        return inst_overloaded_string(c->x, a, &args);
    }
    if (a->type.base > INST_ENUM || a->type.base == INST_STRING)
        return bad_argument(c, 0, "a Real, Integer, Boolean or enumeration");
    /* parameters: x, significantDigits, minimumLength, leftJustified, format */
    if (c->call->nargs >= 2 && c->args[1] && c->args[1]->type.base == INST_STRING && c->args[4] == NULL) {
        c->args[4] = c->args[1];
        c->args[1] = NULL;
    } else if (a->type.base != INST_REAL && c->call->nargs >= 2) { /* String(i, minimumLength, leftJustified) */
        InstExpr *minimum = c->args[1], *left = c->args[2];
        if (c->call->nargs >= 3) {
            c->args[2] = minimum;
            c->args[3] = left;
        } else if (c->args[2] == NULL) {
            c->args[2] = minimum;
        }
        c->args[1] = NULL;
    }
    if (!need_scalar(c, 1, INST_INTEGER) || !need_scalar(c, 2, INST_INTEGER) || !need_scalar(c, 3, INST_BOOLEAN) ||
        !need_scalar(c, 4, INST_STRING))
        return inst_error_node(in, c->span);
    InstType t = inst_type(INST_STRING);
    if (a->type.ndims) t = inst_type_dims(in, t, a->type.dims, a->type.ndims);
    return discrete(finish(c, t));
}

static InstExpr *make_integer_of_enum(Call *c) {
    if (c->args[0]->type.base != INST_ENUM && c->args[0]->type.base != INST_INTEGER)
        return bad_argument(c, 0, "an enumeration value");
    InstType t = c->args[0]->type;
    t.base = INST_INTEGER;
    return finish(c, t);
}

static InstExpr *make_pure(Call *c) {
    if (c->args[0]->kind != INST_E_CALL) return bad_argument(c, 0, "a call of a function (MLS 12.3)");
    return finish(c, c->args[0]->type);
}

/* ---- derivatives, discrete operators ----------------------------------------------------------------------------- */

static InstExpr *not_in_function(Call *c) {
    if (!(c->x->place & INST_IN_FUNCTION)) return NULL;
    inst_error(c->x->scope, "INST0548", c->span, "%s cannot be used in a function", c->row->name);
    return inst_error_node(c->in, c->span);
}

static InstExpr *make_der(Call *c) {
    InstExpr *e = not_in_function(c);
    if (e) return e;
    InstExpr *a = c->args[0];
    if (a->type.base != INST_REAL) return bad_argument(c, 0, "a Real expression");
    if (a->variability == INST_VAR_DISCRETE) {
        Diag *d = inst_error(c->x->scope, "INST0549", a->span,
                             "der needs a continuous-time expression; this one changes at events only");
        if (a->kind == INST_E_CREF)
            base_hint(c->in->ctx, d,
                      "a variable that a when gives a value to is discrete; to set a state at an event write reinit(x, "
                      "value)");
        return inst_error_node(c->in, c->span);
    }
    to_real(c, 0);
    return finish(c, c->args[0]->type);
}

static bool is_reference(const InstExpr *e) { return e->kind == INST_E_CREF || e->kind == INST_E_ITER; }

/* The value that an expression of discrete-time variables had before: that of theirs.  NULL: others are in it. */
static InstExpr *before(Call *c, InstExpr *e, int depth) {
    if (e->variability <= INST_VAR_PARAMETER || e->kind == INST_E_TIME) return e;
    if (depth > c->in->ctx->max_depth) return NULL;
    if (is_reference(e))
        return e->variability == INST_VAR_DISCRETE ? inst_builtin_node(c->in, INST_B_PRE, e->type, e->span, &e, 1)
                                                   : NULL;
    if (e->kind != INST_E_UNARY && e->kind != INST_E_BINARY && e->kind != INST_E_IF) return NULL;
    InstExpr *r = base_copy(c->in->nodes, e, sizeof *e);
    r->args = base_copy(c->in->nodes, e->args, e->nargs * sizeof *e->args);
    for (uint32_t i = 0; i < e->nargs; i++)
        if (e->args[i]->kind == INST_E_TIME || (r->args[i] = before(c, e->args[i], depth + 1)) == NULL) return NULL;
    return r;
}

/* Others take pre of an expression for that expression of what its variables were, and pre(time) for time. */
static InstExpr *pre_of_expression(Call *c, InstExpr *a) {
    InstExpr *r = c->row->id == INST_B_PRE && !inst_strict(c->x->scope) ? before(c, a, 0) : NULL;
    if (!r) return NULL;
    Diag *d = inst_tolerate(c->x->scope, "INST0550", a->span, "the argument of pre must be a variable (MLS 3.7.5)");
    base_hint(c->in->ctx, d, "introduce a variable for the expression");
    r->span = c->span;
    return r;
}

static bool calls_previous(const Inst *in, const SynExpr *e, int depth) {
    if (e == NULL || depth > in->ctx->max_depth) return false;
    if (e->kind == SYN_CALL && e->cref.n == 1 && !strcmp(inst_name(in, e->cref.parts[0].name), "previous")) return true;
    for (uint32_t i = 0; i < e->nargs; i++)
        if (calls_previous(in, e->args[i], depth + 1)) return true;
    return false;
}

/* What asks for previous() has a clock (16.7.1): pre() can only mean the same there. */
static InstExpr *pre_of_tick(Call *c) {
    if (c->row->id != INST_B_PRE || inst_strict(c->x->scope) || !calls_previous(c->in, c->x->whole, 0)) return NULL;
    Diag *d = inst_tolerate(c->x->scope, "INST0551", c->span, "pre() beside previous() is taken for previous()");
    base_hint(c->in->ctx, d, "write previous");
    InstExpr *e = finish(c, c->args[0]->type);
    e->builtin = INST_B_PREVIOUS;
    e->variability = INST_VAR_DISCRETE;
    return e;
}

static InstExpr *make_pre(Call *c) {
    InstExpr *e = not_in_function(c);
    if (e) return e;
    InstExpr *a = c->args[0];
    if (a->variability <= INST_VAR_PARAMETER && c->row->id == INST_B_PRE) return a;
    if (!is_reference(a) && a->kind != INST_E_SUBSCRIPT && (e = pre_of_expression(c, a)) != NULL) return e;
    if (!is_reference(a) && !(a->kind == INST_E_SUBSCRIPT) && a->variability > INST_VAR_PARAMETER) {
        inst_error(c->x->scope, "INST0550", a->span, "the argument of %s must be a variable", c->row->name);
        return inst_error_node(c->in, c->span);
    }
    if (a->type.base > INST_ENUM) return bad_argument(c, 0, "a variable of a predefined type");
    if (a->variability == INST_VAR_CONTINUOUS && !(c->x->place & INST_IN_WHEN) && c->row->id != INST_B_EDGE) {
        if ((e = pre_of_tick(c)) != NULL) return e;
        /* at the start nothing was before: the variable itself is what others read there */
        bool start = c->row->id == INST_B_PRE && (c->x->place & INST_IN_INITIAL);
        Diag *d = (start ? inst_tolerate : inst_error)(c->x->scope, "INST0551", a->span,
                                                       "%s needs a discrete-time variable; this one is continuous-time",
                                                       c->row->name);
        base_hint(c->in->ctx, d, "%s of a continuous variable may be used in a when clause", c->row->name);
        return start && !inst_strict(c->x->scope) ? a : inst_error_node(c->in, c->span);
    }
    InstType t = a->type;
    if (c->row->id == INST_B_EDGE) {
        if (t.base != INST_BOOLEAN) return bad_argument(c, 0, "a Boolean variable");
    } else if (c->row->id == INST_B_CHANGE) {
        t.base = INST_BOOLEAN;
    }
    e = finish(c, t);
    e->variability = INST_VAR_DISCRETE;
    return e;
}

static InstExpr *make_event_flag(Call *c) { /* initial(), terminal() */
    InstExpr *bad = not_in_function(c);
    if (bad) return bad;
    InstExpr *e = finish(c, inst_type(INST_BOOLEAN));
    e->variability = INST_VAR_DISCRETE;
    return e;
}

static InstExpr *make_sample(Call *c) {
    InstExpr *b = c->args[1];
    bool clocked = b == NULL || b->type.base == INST_CLOCK;
    InstExpr *e;
    if (clocked) { /* sample(u), sample(u, clock): 16.5.1 */
        e = finish(c, c->args[0]->type);
        e->builtin = INST_B_SAMPLE_CLOCK;
    } else {
        e = not_in_function(c);
        if (e) return e;
        if (!need_scalar(c, 0, INST_REAL) || !need_scalar(c, 1, INST_REAL)) return inst_error_node(c->in, c->span);
        for (uint32_t i = 0; i < 2; i++)
            if (c->args[i]->variability > INST_VAR_PARAMETER) {
                Diag *d = inst_tolerate(c->x->scope, "INST0552", c->args[i]->span,
                                        "start and interval of sample must be parameter expressions");
                base_hint(c->in->ctx, d, "the value of the start is taken");
                if (inst_strict(c->x->scope)) return inst_error_node(c->in, c->span);
            }
        e = finish(c, inst_type(INST_BOOLEAN));
    }
    e->variability = INST_VAR_DISCRETE;
    return e;
}

static InstExpr *make_noevent(Call *c) { return finish(c, c->args[0]->type); }

static InstExpr *make_smooth(Call *c) {
    if (!need_scalar(c, 0, INST_INTEGER)) return inst_error_node(c->in, c->span);
    if (c->args[0]->variability > INST_VAR_PARAMETER) return bad_argument(c, 0, "a parameter expression");
    return finish(c, c->args[1]->type);
}

static InstExpr *make_delay(Call *c) {
    InstExpr *e = not_in_function(c);
    if (e) return e;
    if (!inst_type_numeric(&c->args[0]->type)) return bad_argument(c, 0, "a number");
    to_real(c, 0);
    if (!need_scalar(c, 1, INST_REAL) || !need_scalar(c, 2, INST_REAL)) return inst_error_node(c->in, c->span);
    const InstExpr *bound = c->args[2] ? c->args[2] : c->args[1];
    if (bound->variability > INST_VAR_PARAMETER) {
        Diag *d = inst_tolerate(c->x->scope, "INST0553", bound->span,
                                "%s of delay must be a parameter expression (MLS 3.7.4.1)",
                                c->args[2] ? "delayMax" : "delayTime without delayMax");
        base_hint(c->in->ctx, d, "all that was before is kept; give a parameter as delayMax");
        if (inst_strict(c->x->scope)) return inst_error_node(c->in, c->span);
        c->args[2] = inst_real_node(c->in, 1e300, bound->span);
    }
    InstValue *time =
        c->args[2] && c->args[1]->variability <= INST_VAR_PARAMETER ? inst_eval(c->in, c->args[1], 0) : NULL;
    InstValue *most = time ? inst_eval(c->in, c->args[2], 0) : NULL;
    if (most && time->num[0] > most->num[0]) {
        inst_error(c->x->scope, "INST0536", c->args[1]->span, "delayTime = %g is larger than delayMax = %g",
                   time->num[0], most->num[0]);
        return inst_error_node(c->in, c->span);
    }
    if (c->args[2] == NULL) c->args[2] = c->args[1];
    e = finish(c, c->args[0]->type);
    return at_least(e, INST_VAR_CONTINUOUS);
}

static InstExpr *make_spatial(Call *c) {
    InstExpr *e = not_in_function(c);
    if (e) return e;
    for (uint32_t i = 0; i < 3; i++)
        if (!need_scalar(c, i, INST_REAL)) return inst_error_node(c->in, c->span);
    if (!need_scalar(c, 3, INST_BOOLEAN)) return inst_error_node(c->in, c->span);
    for (uint32_t i = 4; i < 6; i++) {
        double v[2] = {0, i == 4 ? 1 : 0};
        if (c->args[i] == NULL) {
            InstExpr *two[2] = {inst_real_node(c->in, v[0], c->span), inst_real_node(c->in, v[1], c->span)};
            c->args[i] = inst_make_array(c->x, two, 2, c->span);
        }
        if (c->args[i]->type.ndims != 1 || !inst_type_numeric(&c->args[i]->type))
            return bad_argument(c, i, "a vector of Reals");
        to_real(c, i);
    }
    return at_least(finish(c, inst_type(INST_TUPLE)), INST_VAR_CONTINUOUS);
}

static InstExpr *make_homotopy(Call *c) {
    for (uint32_t i = 0; i < 2; i++) {
        if (!inst_type_numeric(&c->args[i]->type)) return bad_argument(c, i, "a Real expression");
        to_real(c, i);
    }
    if (!inst_dims_agree(&c->args[0]->type, &c->args[1]->type))
        return bad_argument(c, 1, inst_type_string(c->in, &c->args[0]->type));
    return finish(c, c->args[0]->type);
}

/* ---- connectors -------------------------------------------------------------------------------------------------- */

static InstExpr *make_stream(Call *c) {
    InstExpr *e = not_in_function(c);
    if (e) return e;
    InstExpr *a = c->args[0];
    if (a->kind != INST_E_CREF || !(a->parts[a->nparts - 1].comp->prefixes & SYN_STREAM)) {
        inst_error(c->x->scope, "INST0554", a->span, "the argument of %s must be a stream variable of a connector",
                   c->row->name);
        return inst_error_node(c->in, c->span);
    }
    e = finish(c, a->type);
    e->variability = INST_VAR_CONTINUOUS;
    return e;
}

static InstExpr *make_cardinality(Call *c) {
    InstExpr *bad = not_in_function(c);
    if (bad) return bad;
    const InstExpr *a = c->args[0];
    const InstClass *k = a->kind == INST_E_CREF ? a->parts[a->nparts - 1].comp->cls : NULL;
    if (k == NULL || (k->restriction != SYN_CONNECTOR && k->restriction != SYN_EXPANDABLE_CONNECTOR))
        return bad_argument(c, 0, "a connector");
    InstExpr *e = finish(c, inst_type(INST_INTEGER));
    e->variability = INST_VAR_PARAMETER_EVALUATED;
    return e;
}

static InstExpr *make_instance_name(Call *c) {
    InstExpr *e = finish(c, inst_type(INST_STRING));
    e->cls = c->x->scope;
    return e;
}

/* Older than loadResource and not in the language: the folder of the file that the call is written in. */
static InstExpr *make_class_directory(Call *c) {
    Diag *d = inst_tolerate(c->x->scope, "INST0572", c->span, "classDirectory() is not part of the language");
    base_hint(c->in->ctx, d, "write Modelica.Utilities.Files.loadResource(\"modelica://Library/...\")");
    if (inst_strict(c->x->scope)) return inst_error_node(c->in, c->span);
    const char *path = c->span.file ? base_source(c->in->ctx->sources, c->span.file)->path : "";
    const char *slash = strrchr(path, '/');
    Text t = {0};
    base_text_printf(&t, "%.*s/", slash ? (int)(slash - path) : 1, slash ? path : ".");
    Name folder = base_name(c->in->ctx->names, base_text_str(&t));
    base_text_free(&t);
    return inst_string_node(c->in, folder, c->span);
}

static InstExpr *make_connection(Call *c) { /* Connections.branch, root, potentialRoot: statements */
    if (c->row->id == INST_B_CONN_POTENTIAL_ROOT && !need_scalar(c, 1, INST_INTEGER))
        return inst_error_node(c->in, c->span);
    if (c->row->id == INST_B_CONN_UNIQUE_ROOT && !need_scalar(c, 1, INST_STRING))
        return inst_error_node(c->in, c->span);
    return finish(c, inst_type(INST_NORETURN));
}

static InstExpr *make_is_root(Call *c) {
    InstExpr *e = finish(c, inst_type(INST_BOOLEAN));
    e->variability = INST_VAR_PARAMETER_EVALUATED;
    return e;
}

/* Of Modelica_StateGraph2, not in the language: which of the roots leads to which of the nodes. */
static InstExpr *make_unique_indices(Call *c) {
    for (uint32_t i = 0; i < 2; i++)
        if (c->args[i]->kind != INST_E_CREF || c->args[i]->type.ndims != 1)
            return bad_argument(c, i, "a vector of overdetermined records");
    InstExpr *e = finish(c, inst_type_vector(c->in, inst_type(INST_INTEGER), c->args[0]->type.dims[0]));
    e->variability = INST_VAR_PARAMETER_EVALUATED;
    return e;
}

/* ---- statements -------------------------------------------------------------------------------------------------- */

static InstExpr *make_assert(Call *c) {
    if (!need_scalar(c, 0, INST_BOOLEAN) || !need_scalar(c, 1, INST_STRING)) return inst_error_node(c->in, c->span);
    if (c->args[2] && c->args[2]->type.base != INST_ENUM) return bad_argument(c, 2, "an AssertionLevel");
    if (c->args[2] && c->args[2]->variability > INST_VAR_PARAMETER && !(c->x->place & INST_IN_FUNCTION))
        return bad_argument(c, 2, "an AssertionLevel that does not change (MLS 8.3.7)");
    return finish(c, inst_type(INST_NORETURN));
}

static InstExpr *make_terminate(Call *c) {
    InstExpr *e = not_in_function(c);
    if (e) return e;
    if (!need_scalar(c, 0, INST_STRING)) return inst_error_node(c->in, c->span);
    return finish(c, inst_type(INST_NORETURN));
}

/* recompilation(parameter, value): an extension of OM.jl.  The model goes on as another one, in which the parameter has
 * this value; both are carried as text, for the run that ends here. */
static InstExpr *make_recompilation(Call *c) {
    InstExpr *e = not_in_function(c);
    if (e) return e;
    InstExpr *a = c->args[0];
    if (a->kind != INST_E_CREF || a->type.ndims || a->variability > INST_VAR_PARAMETER)
        return bad_argument(c, 0, "a scalar parameter");
    InstType want = a->type;
    InstExpr *to = inst_convert_or_report(c->x, c->args[1], &want, "second argument of recompilation");
    if (to->kind == INST_E_ERROR) return to;
    InstValue *v = to->variability <= INST_VAR_PARAMETER ? inst_eval(c->in, to, INST_EVAL_MARK) : NULL;
    (void)inst_eval(c->in, a, INST_EVAL_MARK); /* a part of the structure */
    if (!v) return bad_argument(c, 1, "a value that is known before the run");
    Text name = {0}, value = {0};
    inst_expr_text(c->in, a, &name);
    inst_value_text(c->in, v, &value);
    c->args[0] = inst_string_node(c->in, base_name(c->in->ctx->names, base_text_str(&name)), a->span);
    c->args[1] = inst_string_node(c->in, base_name(c->in->ctx->names, base_text_str(&value)), to->span);
    base_text_free(&name);
    base_text_free(&value);
    return finish(c, inst_type(INST_NORETURN));
}

static InstExpr *make_reinit(Call *c) {
    InstExpr *e = not_in_function(c);
    if (e) return e;
    InstExpr *a = c->args[0];
    if (a->kind != INST_E_CREF || a->type.base != INST_REAL || a->variability != INST_VAR_CONTINUOUS) {
        inst_error(c->x->scope, "INST0555", a->span,
                   "the first argument of reinit must be a continuous-time Real variable");
        return inst_error_node(c->in, c->span);
    }
    InstType want = a->type;
    c->args[1] = inst_convert_or_report(c->x, c->args[1], &want, "second argument of reinit");
    if (c->args[1]->kind == INST_E_ERROR) return c->args[1];
    return finish(c, inst_type(INST_NORETURN));
}

static const char *parameter_name(Inst *in, const char *params, uint32_t which);

/* ---- synchronous (16) and state machines (17) -------------------------------------------------------------------- */

static InstExpr *make_clock(Call *c) {
    if (c->n == 0 || c->args[0] == NULL) {
        c->n = 0;
    } else {
        InstBase b = c->args[0]->type.base;
        if (c->args[0]->type.ndims || (b != INST_INTEGER && b != INST_REAL && b != INST_BOOLEAN && b != INST_CLOCK))
            return bad_argument(c, 0, "an Integer, Real, Boolean or Clock");
        InstBase second = b == INST_INTEGER ? INST_INTEGER : b == INST_BOOLEAN ? INST_REAL : INST_STRING;
        if (c->args[1] && b == INST_REAL) return bad_argument(c, 1, "absent");
        if (!need_scalar(c, 1, second)) return inst_error_node(c->in, c->span);
    }
    InstExpr *e = finish(c, inst_type(INST_CLOCK));
    e->variability = INST_VAR_DISCRETE;
    return e;
}

static InstExpr *make_clocked(Call *c) { /* previous, hold, noClock: the type of u */
    InstExpr *e = not_in_function(c);
    if (e) return e;
    /* Their start value counts before the first tick (16.2.3); a parameter expression has its value then. */
    InstExpr *u = c->args[0];
    bool named = c->row->id == INST_B_PREVIOUS || c->row->id == INST_B_HOLD || c->row->id == INST_B_BACKSAMPLE;
    bool known = c->row->id == INST_B_HOLD && u->variability <= INST_VAR_PARAMETER;
    /* like a variable that starts with false (17.1) */
    known |= u->kind == INST_E_BUILTIN && u->builtin == INST_B_ACTIVESTATE;
    if (named && !known && u->type.base != INST_CLOCK && !is_reference(u)) {
        /* others take a variable of their own for the expression, which is zero or false before the first tick */
        bool taken = c->row->id == INST_B_HOLD || c->row->id == INST_B_BACKSAMPLE;
        Diag *d = (taken ? inst_tolerate : inst_error)(c->x->scope, "INST0550", u->span,
                                                       "the argument of %s must be a variable", c->row->name);
        base_hint(c->in->ctx, d, "give the expression a name: declare a variable equal to it");
        if (!taken || inst_strict(c->x->scope)) return inst_error_node(c->in, c->span);
    }
    e = finish(c, c->args[0]->type);
    e->variability = INST_VAR_DISCRETE;
    return e;
}

static InstExpr *make_subsample(Call *c) {
    for (uint32_t i = 1; i < c->n; i++)
        if (!need_scalar(c, i, INST_INTEGER)) return inst_error_node(c->in, c->span);
    return make_clocked(c);
}

static InstExpr *make_interval(Call *c) {
    InstExpr *e = finish(c, inst_type(c->row->id == INST_B_INTERVAL ? INST_REAL : INST_BOOLEAN));
    e->variability = INST_VAR_DISCRETE;
    return e;
}

/* A state is one block instance (17.1); the trade lets it be a model too. */
static bool need_state(Call *c, uint32_t i) {
    const InstExpr *a = c->args[i];
    if (a->type.base == INST_ANY) return true;
    bool one = a->kind == INST_E_CREF && a->type.base == INST_RECORD && a->type.ndims == 0 && a->type.cls;
    unsigned is = one ? inst_derived(a->type.cls)->restriction : SYN_RECORD;
    if (is == SYN_BLOCK) return true;
    if ((is != SYN_MODEL && is != SYN_CLASS) || inst_strict(c->x->scope)) {
        bad_argument(c, i, "an instance of a block");
        return false;
    }
    Diag *d = inst_tolerate(c->x->scope, "INST0540", a->span, "a state is an instance of a block (MLS 17.1), found %s",
                            inst_type_string(c->in, &a->type));
    base_hint(c->in->ctx, d, "write block instead of model");
    return true;
}

static InstExpr *make_transition(Call *c) {
    static const InstBase types[] = {INST_RECORD,  INST_RECORD,  INST_BOOLEAN, INST_BOOLEAN,
                                     INST_BOOLEAN, INST_BOOLEAN, INST_INTEGER};
    for (uint32_t i = 0; i < 7; i++)
        if (i < 2 ? !need_state(c, i) : !need_scalar(c, i, types[i])) return inst_error_node(c->in, c->span);
    for (uint32_t i = 3; i < 7; i++) {
        if (c->args[i] == NULL || c->args[i]->variability <= INST_VAR_PARAMETER) continue;
        inst_error(c->x->scope, "INST0594", c->args[i]->span,
                   "argument %s of transition must be a parameter expression (MLS 17.1)",
                   parameter_name(c->in, c->row->params, i));
        return inst_error_node(c->in, c->span);
    }
    return finish(c, inst_type(INST_NORETURN));
}

static InstExpr *make_state(Call *c) {
    InstExpr *bad = not_in_function(c);
    if (bad) return bad;
    if (c->n && !need_state(c, 0)) return inst_error_node(c->in, c->span);
    if (c->row->id == INST_B_INITIALSTATE) return finish(c, inst_type(INST_NORETURN));
    InstBase b = c->row->id == INST_B_ACTIVESTATE    ? INST_BOOLEAN
                 : c->row->id == INST_B_TICKSINSTATE ? INST_INTEGER
                                                     : INST_REAL;
    InstExpr *e = finish(c, inst_type(b));
    e->variability = INST_VAR_DISCRETE;
    return e;
}

/* ---- the table --------------------------------------------------------------------------------------------------- */

static const InstBuiltinRow rows[] = {
    {"der", INST_B_DER, "expr", make_der, 0},
    {"pre", INST_B_PRE, "y", make_pre, INST_KEEP_CONSTANTS},
    {"edge", INST_B_EDGE, "b", make_pre, INST_KEEP_CONSTANTS},
    {"change", INST_B_CHANGE, "v", make_pre, INST_KEEP_CONSTANTS},
    {"initial", INST_B_INITIAL, "", make_event_flag, 0},
    {"terminal", INST_B_TERMINAL, "", make_event_flag, 0},
    {"sample", INST_B_SAMPLE, "start,interval?", make_sample, 0},
    {"reinit", INST_B_REINIT, "x,expr", make_reinit, 0},
    {"assert", INST_B_ASSERT, "condition,message,level?", make_assert, 0},
    {"terminate", INST_B_TERMINATE, "message", make_terminate, 0},
    {"recompilation", INST_B_RECOMPILATION, "parameter,value", make_recompilation, 0},
    {"noEvent", INST_B_NOEVENT, "expr", make_noevent, INST_IN_NOEVENT},
    {"delay", INST_B_DELAY, "expr,delayTime,delayMax?", make_delay, 0},
    {"spatialDistribution", INST_B_SPATIAL, "in0,in1,x,positiveVelocity,initialPoints?,initialValues?", make_spatial,
     0},
    {"inStream", INST_B_INSTREAM, "v", make_stream, INST_KEEP_CONSTANTS},
    {"actualStream", INST_B_ACTUALSTREAM, "v", make_stream, INST_KEEP_CONSTANTS},
    {"cardinality", INST_B_CARDINALITY, "c", make_cardinality, INST_IN_CONNECT},
    {"getInstanceName", INST_B_GETINSTANCENAME, "", make_instance_name, 0},
    {"classDirectory", INST_B_CLASSDIRECTORY, "", make_class_directory, 0},
    {"ndims", INST_B_NDIMS, "A", make_ndims, INST_KEEP_CONSTANTS},
    {"zeros", INST_B_ZEROS, "...", make_zeros, 0},
    {"ones", INST_B_ONES, "...", make_zeros, 0},
    {"String", INST_B_STRING, "x,significantDigits?,minimumLength?,leftJustified?,format?", make_string, 0},
    {"pure", INST_B_PURE, "f", make_pure, INST_IN_PURE},
    {"Connections.branch", INST_B_CONN_BRANCH, "a,b", make_connection, INST_IN_CONNECT},
    {"Connections.root", INST_B_CONN_ROOT, "a", make_connection, INST_IN_CONNECT},
    {"Connections.potentialRoot", INST_B_CONN_POTENTIAL_ROOT, "a,priority?", make_connection, INST_IN_CONNECT},
    {"Connections.isRoot", INST_B_CONN_IS_ROOT, "a", make_is_root, INST_IN_CONNECT},
    {"Connections.rooted", INST_B_CONN_ROOTED, "a", make_is_root, INST_IN_CONNECT},
    {"rooted", INST_B_CONN_ROOTED, "a", make_is_root, INST_IN_CONNECT},
    {"Connections.uniqueRootIndices", INST_B_CONN_UNIQUE_INDICES, "roots,nodes,message?", make_unique_indices,
     INST_IN_CONNECT},
    {"Connections.uniqueRoot", INST_B_CONN_UNIQUE_ROOT, "a,message?", make_connection, INST_IN_CONNECT},
    {"Clock", INST_B_CLOCK, "a?,b?", make_clock, 0},
    {"previous", INST_B_PREVIOUS, "u", make_clocked, INST_KEEP_CONSTANTS},
    {"hold", INST_B_HOLD, "u", make_clocked, 0},
    {"noClock", INST_B_NOCLOCK, "u", make_clocked, 0},
    {"subSample", INST_B_SUBSAMPLE, "u,factor?", make_subsample, 0},
    {"superSample", INST_B_SUPERSAMPLE, "u,factor?", make_subsample, 0},
    {"shiftSample", INST_B_SHIFTSAMPLE, "u,shiftCounter,resolution?", make_subsample, 0},
    {"backSample", INST_B_BACKSAMPLE, "u,backCounter,resolution?", make_subsample, 0},
    {"interval", INST_B_INTERVAL, "u?", make_interval, 0},
    {"firstTick", INST_B_FIRSTTICK, "u?", make_interval, 0},
    {"transition", INST_B_TRANSITION, "from,to,condition,immediate?,reset?,synchronize?,priority?", make_transition,
     INST_IN_CONNECT},
    {"initialState", INST_B_INITIALSTATE, "state", make_state, INST_IN_CONNECT},
    {"activeState", INST_B_ACTIVESTATE, "state", make_state, INST_IN_CONNECT},
    {"ticksInState", INST_B_TICKSINSTATE, "", make_state, 0},
    {"timeInState", INST_B_TIMEINSTATE, "", make_state, 0},
#define TABLED(op, name, arity, args, rule, ...)                                                                       \
    {name, INST_B_##op, args, make_##rule, INST_B_##op == INST_B_SIZE ? INST_KEEP_CONSTANTS : 0},
    DAE_ELEMENTARY(TABLED) DAE_OF_SCALARS(TABLED) DAE_OF_ARRAYS(TABLED)
#undef TABLED
};
enum { ROWS = sizeof rows / sizeof rows[0] };

DaeOp inst_builtin_op(InstBuiltin b) {
#define TABLED(op, ...) [INST_B_##op] = DAE_##op,
    static const uint16_t ops[INST_B_COUNT] = {DAE_ELEMENTARY(TABLED) DAE_OF_SCALARS(TABLED) DAE_OF_ARRAYS(TABLED)};
#undef TABLED
    return (DaeOp)ops[b];
}

const char *inst_builtin_name(InstBuiltin b) {
    if (b == INST_B_PROMOTE) return "promote";
    if (b == INST_B_SAMPLE_CLOCK) return "sample";
    if (b == INST_B_ENUM_OF_INTEGER) return "enumeration";
    for (uint32_t i = 0; i < ROWS; i++)
        if (rows[i].id == b) return rows[i].name;
    return "?";
}

const char *inst_builtin_word(uint32_t k) { return k < ROWS ? rows[k].name : NULL; }

const InstBuiltinRow *inst_builtin(Inst *in, Name name) {
    InstElabState *s = inst_elab_state(in);
    if (s->builtins.n == 0)
        for (uint32_t i = 0; i < ROWS; i++) base_map_put(&s->builtins, base_name(in->ctx->names, rows[i].name), i);
    uint64_t i;
    return base_map_get(&s->builtins, name, &i) ? &rows[i] : NULL;
}

/* ---- arguments --------------------------------------------------------------------------------------------------- */

/* Position of parameter `name` in the row, -1 when there is none; n receives the number of parameters. */
static int parameter_index(const char *params, const char *name, uint32_t *n, bool *optional, uint32_t which) {
    uint32_t i = 0;
    int found = -1;
    const char *p = params;
    while (*p) {
        size_t len = strcspn(p, ",");
        size_t word = len && p[len - 1] == '?' ? len - 1 : len;
        if (name && strlen(name) == word && memcmp(p, name, word) == 0) found = (int)i;
        if (i == which && optional) *optional = word != len;
        i++;
        p += len + (p[len] == ',');
    }
    *n = i;
    return found;
}

static const char *parameter_name(Inst *in, const char *params, uint32_t which) {
    const char *p = params;
    for (uint32_t i = 0; i < which; i++) p += strcspn(p, ",") + 1;
    return base_strndup(&in->arena, p, strcspn(p, ",?"));
}

static InstExpr *elab_argument(Call *c, const SynExpr *e) {
    InstElab *x = c->x;
    uint32_t place = x->place;
    InstEnd *end = x->end;
    x->place = (place & ~(uint32_t)(INST_IN_LHS | INST_IN_CONNECT | INST_IN_ARGUMENT | INST_TOP_CALL)) | c->row->place;
    InstExpr *a = inst_elab(x, e);
    x->place = place;
    x->end = end;
    return a;
}

/* The names of Clock's arguments tell which constructor is meant (16.3). */
static bool clock_argument_fits(Call *c, const char *name, const InstExpr *a) {
    static const struct {
        const char *name;
        InstBase base;
        const char *type;
    } wanted[] = {{"intervalCounter", INST_INTEGER, "an Integer"}, {"interval", INST_REAL, "a Real"},
                  {"condition", INST_BOOLEAN, "a Boolean"},        {"c", INST_CLOCK, "a Clock"},
                  {"resolution", INST_INTEGER, "an Integer"},      {"startInterval", INST_REAL, "a Real"},
                  {"solverMethod", INST_STRING, "a String"}};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        if (strcmp(name, wanted[i].name)) continue;
        bool fits = a->type.base == INST_ANY || a->type.base == wanted[i].base ||
                    (wanted[i].base == INST_REAL && a->type.base == INST_INTEGER);
        if (!fits)
            inst_error(c->x->scope, "INST0557", a->span, "the argument %s of Clock must be %s (MLS 16.3)", name,
                       wanted[i].type);
        return fits;
    }
    return true;
}

static bool bind_arguments(Call *c) {
    const SynExpr *e = c->call;
    Context *ctx = c->in->ctx;
    bool variadic = strcmp(c->row->params, "...") == 0;
    uint32_t n = 0;
    parameter_index(c->row->params, NULL, &n, NULL, 0);
    if (variadic) n = e->nargs;
    if (e->nargs > n) {
        inst_error(c->x->scope, "INST0556", e->span, "%s takes %u argument%s, %u are given", c->row->name, n,
                   n == 1 ? "" : "s", e->nargs);
        return false;
    }
    c->args = BASE_ARRAY(c->in->nodes, InstExpr *, n + 1);
    c->n = n;
    bool ok = true;
    for (uint32_t i = 0; i < e->nargs; i++) c->args[i] = elab_argument(c, e->args[i]);
    for (uint32_t i = 0; i < e->nnamed; i++) {
        const char *name = base_str(ctx->names, e->named[i].name);
        int k = parameter_index(c->row->params, name, &n, NULL, 0);
        if (c->row->id == INST_B_SAMPLE && k < 0) k = strcmp(name, "u") == 0 ? 0 : strcmp(name, "clock") == 0 ? 1 : -1;
        if (c->row->id == INST_B_CLOCK && k < 0) {
            static const char *const first[] = {"interval", "intervalCounter", "condition", "c"};
            static const char *const second[] = {"resolution", "startInterval", "solverMethod"};
            for (int j = 0; j < 4; j++)
                if (strcmp(name, first[j]) == 0) k = 0;
            for (int j = 0; j < 3; j++)
                if (strcmp(name, second[j]) == 0) k = 1;
        }
        if (k < 0 || variadic) {
            inst_error(c->x->scope, "INST0557", e->named[i].span, "%s has no argument named %s", c->row->name, name);
            return false;
        }
        bool converts =
            c->row->id == INST_B_NOCLOCK || (c->row->id >= INST_B_SUBSAMPLE && c->row->id <= INST_B_BACKSAMPLE);
        if (converts && k == 0) {
            inst_error(c->x->scope, "INST0557", e->named[i].span,
                       "the first argument of %s cannot be named (MLS 16.5.2)", c->row->name);
            return false;
        }
        if (c->args[k]) {
            inst_error(c->x->scope, "INST0558", e->named[i].span, "argument %s of %s is given twice", name,
                       c->row->name);
            return false;
        }
        c->args[k] = elab_argument(c, e->named[i].value);
        if (c->row->id == INST_B_CLOCK && !clock_argument_fits(c, name, c->args[k])) return false;
    }
    for (uint32_t i = 0; i < c->n; i++) {
        bool optional = false;
        if (c->args[i] == NULL) {
            parameter_index(c->row->params, NULL, &n, &optional, i);
            if (optional) continue;
            inst_error(c->x->scope, "INST0559", e->span, "argument %s of %s is missing",
                       parameter_name(c->in, c->row->params, i), c->row->name);
            return false;
        }
        if (c->args[i]->type.base == INST_ANY) ok = false;
        if (c->args[i]->type.base == INST_TUPLE || c->args[i]->type.base == INST_NORETURN) {
            inst_error(c->x->scope, "INST0560", c->args[i]->span, "argument %u of %s is not one value", i + 1,
                       c->row->name);
            ok = false;
        }
    }
    return ok;
}

static bool is_reduction(InstBuiltin b) {
    return b == INST_B_SUM || b == INST_B_PRODUCT || b == INST_B_MIN || b == INST_B_MAX;
}

InstExpr *inst_elab_builtin(InstElab *x, const InstBuiltinRow *row, const SynExpr *call) {
    if (call->nargs == 1 && call->args[0]->kind == SYN_FOR && is_reduction(row->id))
        return inst_elab_comprehension(x, call->args[0], row->id, call);
    Call c = {.x = x, .in = x->in, .row = row, .call = call, .span = call->span};
    if (row->id == INST_B_STRING && call->nargs && call->nargs + call->nnamed > 1) {
        InstExpr *first = elab_argument(&c, call->args[0]);
        if (first->type.base == INST_RECORD) { /* its operator says what else there is (14.2) */
            InstArgs args = inst_elab_args(x, call, 0);
            return inst_overloaded_string(x, first, &args);
        }
    }
    if (!bind_arguments(&c)) return inst_error_node(x->in, call->span);
    if (strcmp(row->params, "...") == 0 && c.n == 0) {
        inst_error(x->scope, "INST0559", call->span, "%s needs at least one argument", row->name);
        return inst_error_node(x->in, call->span);
    }
    return row->make(&c);
}
