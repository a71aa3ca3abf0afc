/* simplify.c - normal form of expressions.
 *
 * Sums are flattened into terms with literal coefficients, products into factors with literal exponents; equal
 * terms and factors are joined, and the whole is built again: terms in the order in which they came, factors
 * in the order of their ids, so that x*y and y*x are one.  Each sum and each product is flattened once, at
 * its top, so the work is linear in the size of the expression.
 *
 * Common factors are cancelled (a*x/a is x): the result is equal wherever the original has a value.
 */
#include <math.h>
#include <string.h>

#include "algebra/algebra_impl.h"

typedef struct {
    DaeExpr e;
    double c; /* coefficient of a term, exponent of a factor */
} Part;
typedef VEC(Part) Parts;

typedef struct {
    DaePool *p;
    DaeWalk w;
    VecU32 done;     /* per walk number: simplified form; 0 for the inner nodes of sums and products */
    uint8_t *needed; /* per walk number: what kinds of parents ask for it: 1 a sum, 2 a product, 4 others */
    Parts parts;
    VecU32 stack;
    VEC(double) scale; /* beside stack */
    Map index;         /* expression -> part, when there are many */
    size_t budget;     /* shared sums are opened for every parent, but not without end (x + x, of it the same, ...) */
} Simplifier;

enum { IN_SUM = 1, IN_PRODUCT = 2, IN_OTHER = 4 };

static bool is_sum(const DaeNode *n) {
    return (n->op == DAE_ADD || n->op == DAE_SUB || n->op == DAE_NEG) && n->base == DAE_REAL && n->rank == 0;
}

static bool is_product(const DaePool *p, DaeExpr e) {
    const DaeNode *n = dae_at(p, e);
    if (n->base != DAE_REAL || n->rank) return false;
    if (n->op == DAE_MUL || n->op == DAE_DIV)
        return dae_at(p, dae_arg(p, e, 0))->rank == 0 && dae_at(p, dae_arg(p, e, 1))->rank == 0;
    double c;
    return n->op == DAE_POW && dae_is_const(p, dae_arg(p, e, 1), &c) && c == floor(c) && fabs(c) <= 64;
}

/* ---- joining equal parts ----------------------------------------------------------------------------------------- */

enum { FEW = 16 };

static void add_part(Simplifier *s, DaeExpr e, double c) {
    uint64_t at;
    if (s->parts.n < FEW) {
        for (size_t i = 0; i < s->parts.n; i++)
            if (s->parts.at[i].e == e) {
                s->parts.at[i].c += c;
                return;
            }
    } else {
        if (s->parts.n == FEW && s->index.n == 0)
            for (size_t i = 0; i < s->parts.n; i++) base_map_put(&s->index, s->parts.at[i].e, i);
        if (base_map_get(&s->index, e, &at)) {
            s->parts.at[at].c += c;
            return;
        }
        base_map_put(&s->index, e, s->parts.n);
    }
    vec_push(&s->parts, ((Part){e, c}));
}

static void start_parts(Simplifier *s) {
    vec_clear(&s->parts);
    if (s->index.n) base_map_clear(&s->index);
}

static void push(Simplifier *s, DaeExpr e, double scale) {
    vec_push(&s->stack, e);
    vec_push(&s->scale, scale);
}

static DaeExpr form_of(const Simplifier *s, DaeExpr e) {
    uint32_t slot = dae_walk_slot(&s->w, e);
    return slot == UINT32_MAX || !s->done.at[slot] ? e : s->done.at[slot];
}

/* ---- sums -------------------------------------------------------------------------------------------------------- */

/* c*e as a term: literal factors of e join c. */
static void add_term(Simplifier *s, DaeExpr e, double c, double *constant) {
    double x;
    DaePool *p = s->p;
    if (dae_is_const(p, e, &x)) {
        *constant += c * x;
        return;
    }
    const DaeNode *n = dae_at(p, e);
    if (n->op == DAE_MUL && n->rank == 0 && dae_is_const(p, dae_arg(p, e, 0), &x)) {
        add_part(s, dae_arg(p, e, 1), c * x);
        return;
    }
    if (n->op == DAE_NEG && n->rank == 0) {
        add_term(s, dae_arg(p, e, 0), -c, constant);
        return;
    }
    add_part(s, e, c);
}

static DaeExpr build_sum(Simplifier *s, double constant) {
    DaePool *p = s->p;
    DaeExpr e = 0;
    size_t first = 0; /* a positive term leads, where there is one */
    while (first < s->parts.n && !(s->parts.at[first].c > 0)) first++;
    for (size_t k = 0; k < s->parts.n + 1; k++) {
        size_t i = k == 0 ? first : k - 1;
        if (i >= s->parts.n || (k > 0 && i == first) || s->parts.at[i].c == 0) continue;
        double c = s->parts.at[i].c;
        DaeExpr term = s->parts.at[i].e;
        if (fabs(c) != 1) term = dae_op2(p, DAE_MUL, dae_real(p, fabs(c)), term);
        e = !e ? (c < 0 ? dae_op1(p, DAE_NEG, term) : term) : dae_op2(p, c < 0 ? DAE_SUB : DAE_ADD, e, term);
    }
    if (!e) return dae_real(p, constant);
    if (constant == 0) return e;
    return constant < 0 ? dae_op2(p, DAE_SUB, e, dae_real(p, -constant))
                        : dae_op2(p, DAE_ADD, e, dae_real(p, constant));
}

static DaeExpr simplify_sum(Simplifier *s, DaeExpr root) {
    double constant = 0;
    start_parts(s);
    push(s, root, 1);
    while (s->stack.n) {
        DaeExpr e = vec_pop(&s->stack);
        double c = vec_pop(&s->scale);
        const DaeNode *n = dae_at(s->p, e);
        if (!is_sum(n) || s->budget == 0) {
            /* simplified operands may be sums again; their terms join */
            DaeExpr form = form_of(s, e);
            if (form != e && is_sum(dae_at(s->p, form)) && s->budget) push(s, form, c), s->budget--;
            else add_term(s, form, c, &constant);
            continue;
        }
        s->budget--;
        if (n->op == DAE_NEG) {
            push(s, dae_arg(s->p, e, 0), -c);
        } else {
            push(s, dae_arg(s->p, e, 1), n->op == DAE_SUB ? -c : c);
            push(s, dae_arg(s->p, e, 0), c);
        }
    }
    return build_sum(s, constant);
}

/* ---- products ---------------------------------------------------------------------------------------------------- */

static int by_id(const Part *a, const Part *b) { return (a->e > b->e) - (a->e < b->e); }

static void sort_parts(Parts *v) { /* insertion: products are short */
    for (size_t i = 1; i < v->n; i++) {
        Part x = v->at[i];
        size_t k = i;
        for (; k > 0 && by_id(&v->at[k - 1], &x) > 0; k--) v->at[k] = v->at[k - 1];
        v->at[k] = x;
    }
}

static DaeExpr power(DaePool *p, DaeExpr e, double c) { return c == 1 ? e : dae_op2(p, DAE_POW, e, dae_real(p, c)); }

static DaeExpr build_product(Simplifier *s, double constant, double divisor) {
    DaePool *p = s->p;
    DaeExpr top = 0, bottom = 0;
    if (s->parts.n <= 64) sort_parts(&s->parts);
    for (size_t i = 0; i < s->parts.n; i++) {
        double c = s->parts.at[i].c;
        if (c == 0) continue;
        DaeExpr f = power(p, s->parts.at[i].e, fabs(c));
        DaeExpr *side = c > 0 ? &top : &bottom;
        *side = *side ? dae_op2(p, DAE_MUL, *side, f) : f;
    }
    if (divisor != 1 && constant / divisor * divisor == constant && fabs(constant / divisor) >= 1) {
        constant /= divisor; /* stays exact */
        divisor = 1;
    }
    if (divisor != 1) bottom = bottom ? dae_op2(p, DAE_MUL, dae_real(p, divisor), bottom) : dae_real(p, divisor);
    if (constant == -1 && top) top = dae_op1(p, DAE_NEG, top);
    else if (!top) top = dae_real(p, constant);
    else if (constant != 1) top = dae_op2(p, DAE_MUL, dae_real(p, constant), top);
    return bottom ? dae_op2(p, DAE_DIV, top, bottom) : top;
}

static DaeExpr simplify_product(Simplifier *s, DaeExpr root) {
    DaePool *p = s->p;
    double constant = 1, divisor = 1, x;
    start_parts(s);
    push(s, root, 1);
    while (s->stack.n) {
        DaeExpr e = vec_pop(&s->stack);
        double c = vec_pop(&s->scale);
        DaeExpr form = is_product(p, e) ? e : form_of(s, e);
        const DaeNode *n = dae_at(p, form);
        if (is_product(p, form) && s->budget) {
            s->budget--;
            if (n->op == DAE_POW) {
                dae_is_const(p, dae_arg(p, form, 1), &x);
                push(s, dae_arg(p, form, 0), c * x);
            } else {
                push(s, dae_arg(p, form, 1), n->op == DAE_DIV ? -c : c);
                push(s, dae_arg(p, form, 0), c);
            }
        } else if (n->op == DAE_NEG && n->rank == 0 && n->base == DAE_REAL) {
            if (fmod(fabs(c), 2) == 1) constant = -constant;
            push(s, dae_arg(p, form, 0), c);
        } else if (dae_is_const(p, form, &x) && (c > 0 || x != 0)) {
            if (c > 0) constant *= pow(x, c);
            else divisor *= pow(x, -c);
        } else {
            add_part(s, form, c);
        }
    }
    if (constant == 0) { /* zero, unless something divides by a literal zero */
        for (size_t i = 0; i < s->parts.n; i++)
            if (dae_is_real(p, s->parts.at[i].e, 0)) return build_product(s, constant, divisor);
        return dae_real(p, 0);
    }
    if (divisor < 0) {
        divisor = -divisor;
        constant = -constant;
    }
    return build_product(s, constant, divisor);
}

/* ---- all nodes --------------------------------------------------------------------------------------------------- */

static void note_parents(Simplifier *s) {
    s->needed[s->w.n - 1] = IN_OTHER;
    for (uint32_t i = 0; i < s->w.n; i++) {
        DaeExpr e = s->w.at[i];
        const DaeNode *n = dae_at(s->p, e);
        uint8_t kind = is_sum(n) ? IN_SUM : is_product(s->p, e) ? IN_PRODUCT : IN_OTHER;
        for (uint32_t k = 0; k < n->nargs; k++) {
            DaeExpr a = dae_arg(s->p, e, k);
            if (a) s->needed[dae_walk_slot(&s->w, a)] |= kind;
        }
    }
}

static DaeExpr rebuild(Simplifier *s, DaeExpr e) {
    DaeNode n = *dae_at(s->p, e);
    VecU32 args = {0};
    for (uint32_t k = 0; k < n.nargs; k++) {
        DaeExpr a = dae_arg(s->p, e, k);
        vec_push(&args, a ? form_of(s, a) : 0);
    }
    DaeExpr made = dae_with_args(s->p, n, args.at, n.nargs);
    vec_free(&args);
    return made;
}

DaeExpr alg_simplify(DaePool *p, DaeExpr e) {
    if (!e || dae_at(p, e)->nargs == 0) return e;
    Simplifier s = {.p = p};
    dae_walk(&s.w, p, e);
    (void)vec_extend(&s.done, s.w.n);
    s.needed = base_realloc(NULL, s.w.n);
    memset(s.needed, 0, s.w.n);
    s.budget = 1000 + 8 * (size_t)s.w.n;
    note_parents(&s);
    for (uint32_t i = 0; i < s.w.n; i++) {
        DaeExpr x = s.w.at[i];
        const DaeNode *n = dae_at(p, x);
        bool sum = is_sum(n), product = !sum && is_product(p, x);
        if (n->nargs == 0) s.done.at[i] = x;
        else if (sum) s.done.at[i] = s.needed[i] == IN_SUM ? 0 : simplify_sum(&s, x);
        else if (product) s.done.at[i] = s.needed[i] == IN_PRODUCT ? 0 : simplify_product(&s, x);
        else s.done.at[i] = rebuild(&s, x);
    }
    DaeExpr result = s.done.at[s.w.n - 1];
    dae_walk_free(&s.w);
    vec_free(&s.done);
    base_realloc(s.needed, 0);
    vec_free(&s.parts);
    vec_free(&s.stack);
    vec_free(&s.scale);
    base_map_free(&s.index);
    return result;
}
