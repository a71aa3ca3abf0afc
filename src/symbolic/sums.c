/* sums.c - variables that could be states but are constant because two equations are sums over the same variables.
 *
 * The currents of a star point that nothing else is connected to add up to zero, a + b + c = 0, and a machine has
 * 3*z = a + b + c.  Each equation could determine one of its variables, so that structure alone sees nothing wrong in
 * z as a state; but together they say z = 0, and systems of equations that take z as given are singular.
 *
 * Only equations whose coefficients are numbers in the shape itself take part, and only pairs of which one has exactly
 * one variable more, a candidate for a state: sums without such a variable are hashed, and whole sums looked up among
 * them.
 */
#include "symbolic/symbolic_impl.h"

#include <math.h>
#include <string.h>

enum { MAX_TERMS = 12 };

/* By shape: sum of c[k]*hole k, + rest = 0. */
typedef struct {
    enum { NOT_LOOKED_AT, NO_SUM, SUM } is;
    uint32_t first; /* of its coefficients; behind them the rest */
} Form;

typedef struct {
    DaeVar var;
    double c;
} Term;

typedef struct {
    SymWork *w;
    VEC(Form) forms;
    VEC(double) numbers;
    Map parts;       /* hash of a sum without one term -> its equation and the term */
    uint8_t *begins; /* by variable: numbers of terms (modulo 8) of sums whose first variable it is */
} Sums;

static bool read_form(Sums *s, uint32_t shape) {
    const Dae *d = s->w->dae;
    DaeShape x = d->shapes.at[shape];
    DaeExpr c[MAX_TERMS] = {0}, rest = 0;
    double number = 0;
    if (x.nout || x.nholes < 2 || x.nholes > MAX_TERMS || sym_facts(s->w, shape)->base != DAE_REAL) return false;
    if (!alg_linear(s->w->memo, shape, (1u << x.nholes) - 1, c, &rest)) return false;
    for (uint32_t k = 0; k < x.nholes; k++) {
        if (!c[k] || !dae_is_const(&d->pool, c[k], &number) || number == 0) return false;
        vec_push(&s->numbers, number);
    }
    number = 0;
    if (rest && !dae_is_const(&d->pool, rest, &number)) return false;
    vec_push(&s->numbers, number);
    return true;
}

static const double *form_of(Sums *s, uint32_t shape) {
    while (s->forms.n <= shape) {
        Form none = {NOT_LOOKED_AT, 0};
        vec_push(&s->forms, none);
    }
    if (s->forms.at[shape].is == NOT_LOOKED_AT) {
        uint32_t first = (uint32_t)s->numbers.n;
        bool sum = read_form(s, shape);
        if (!sum) s->numbers.n = first;
        s->forms.at[shape] = (Form){sum ? SUM : NO_SUM, first};
    }
    return s->forms.at[shape].is == SUM ? s->numbers.at + s->forms.at[shape].first : NULL;
}

/* The terms of eq, sorted by variable, and what is added to them; 0 when it is no sum of different unknowns. */
static uint32_t terms_of(Sums *s, const DaeEquation *eq, Term *t, double *rest) {
    const double *c = form_of(s, eq->shape);
    if (!c) return 0;
    const DaeOperand *o = dae_operands(s->w->dae, eq);
    uint32_t n = s->w->dae->shapes.at[eq->shape].nholes;
    for (uint32_t k = 0; k < n; k++) {
        if (dae_operand_is_const(o[k]) || !(s->w->role.at[o[k]] & SYM_ROLE_UNKNOWN)) return 0;
        uint32_t at = k;
        for (; at > 0 && t[at - 1].var > o[k]; at--) t[at] = t[at - 1];
        if (at > 0 && t[at - 1].var == o[k]) return 0;
        t[at] = (Term){o[k], c[k]};
    }
    *rest = c[n];
    return n;
}

/* Of the terms but the one at `without`; the same for multiples of a sum. */
static uint64_t hash_of(const Term *t, uint32_t n, uint32_t without) {
    uint64_t h = n - (without < n), bits;
    double first = t[without == 0].c;
    for (uint32_t k = 0; k < n; k++) {
        if (k == without) continue;
        double c = t[k].c / first;
        memcpy(&bits, &c, sizeof bits);
        h = base_mix(base_mix(h, t[k].var), bits);
    }
    return h;
}

/* b without its term at `without` is a multiple of a: by which factor, 0 when it is none. */
static double multiple(const Term *b, uint32_t n, uint32_t without, const Term *a, uint32_t na) {
    if (na != n - 1) return 0;
    double factor = b[without == 0].c / a[0].c;
    for (uint32_t k = 0; k < na; k++) {
        const Term *x = &b[k + (k >= without)];
        if (x->var != a[k].var || x->c != factor * a[k].c) return 0;
    }
    return factor;
}

/* Enters eq under the hash of what it says without a variable that could be a state. */
static void enter_parts(Sums *s, const DaeEquation *eq, size_t number) {
    Term t[MAX_TERMS];
    double rest;
    uint32_t n = terms_of(s, eq, t, &rest);
    for (uint32_t k = 0; n > 2 && k < n; k++)
        if ((s->w->role.at[t[k].var] & SYM_ROLE_DIFFERENTIATED) && s->begins[t[k == 0].var] >> ((n - 1) & 7) & 1)
            base_map_put(&s->parts, hash_of(t, n, k), number * MAX_TERMS + k);
}

/* The constant that eq makes of a variable of another equation. */
static bool find_constant(Sums *s, const DaeEquation *eq, SymConstant *out) {
    Term a[MAX_TERMS], b[MAX_TERMS];
    double rest_a, rest_b;
    uint64_t at;
    uint32_t n = terms_of(s, eq, a, &rest_a);
    if (n < 2 || !base_map_get(&s->parts, hash_of(a, n, n), &at)) return false;
    uint32_t without = (uint32_t)(at % MAX_TERMS);
    out->equation = (uint32_t)(at / MAX_TERMS);
    uint32_t m = terms_of(s, &s->w->eqs.at[out->equation], b, &rest_b);
    double factor = multiple(b, m, without, a, n);
    if (factor == 0) return false;
    out->var = b[without].var;
    out->value = (factor * rest_a - rest_b) / b[without].c;
    return true;
}

void sym_constant_terms(SymWork *w, const uint8_t *removed, SymConstants *out) {
    Sums s = {.w = w, .begins = base_realloc(NULL, w->dae->vars.n)};
    memset(s.begins, 0, w->dae->vars.n);
    for (size_t i = 0; i < w->eqs.n; i++) {
        Term t[MAX_TERMS];
        double rest;
        uint32_t n = removed[i] ? 0 : terms_of(&s, &w->eqs.at[i], t, &rest);
        if (n >= 2) s.begins[t[0].var] |= (uint8_t)(1u << (n & 7));
    }
    for (size_t i = 0; i < w->eqs.n; i++)
        if (!removed[i]) enter_parts(&s, &w->eqs.at[i], i);
    for (size_t i = 0; i < w->eqs.n && s.parts.n; i++) {
        SymConstant c;
        if (!removed[i] && find_constant(&s, &w->eqs.at[i], &c)) vec_push(out, c);
    }
    base_map_free(&s.parts);
    base_realloc(s.begins, 0);
    vec_free(&s.forms);
    vec_free(&s.numbers);
}
