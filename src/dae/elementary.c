/* elementary.c - the mathematical functions of one or two Reals: the table of dae.h and what is read from it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dae/dae.h"

#define ROW1(f) .of = f
#define ROW2(f) .of2 = f
#define ROW(op, name, arity, args, rule, c, domain, derivative, inverse, classic)                                      \
    {name, #c, derivative, inverse, classic, DAE_DOMAIN_##domain, ROW##arity(c)},
static const DaeElementary rows[] = {DAE_ELEMENTARY(ROW)};

const DaeElementary *dae_elementary(DaeOp op) {
    return op >= DAE_FIRST_ELEMENTARY && op < DAE_AFTER_ELEMENTARY ? &rows[op - DAE_FIRST_ELEMENTARY] : NULL;
}

bool dae_in_domain(const DaeElementary *f, double x) {
    switch ((DaeDomain)f->domain) {
    case DAE_DOMAIN_NOT_NEG: return x >= 0;
    case DAE_DOMAIN_POSITIVE: return x > 0;
    case DAE_DOMAIN_UNIT: return x >= -1 && x <= 1;
    default: return true;
    }
}

const char *dae_domain_text(const DaeElementary *f) {
    static const char *const text[] = {"be finite", "not be negative", "be positive", "lie between -1 and 1"};
    return text[f->domain];
}

bool dae_elementary_value(const DaeElementary *f, const double *x, double *out) {
    if (!dae_in_domain(f, x[0])) return false;
    *out = f->of2 ? f->of2(x[0], x[1]) : f->of(x[0]);
    return !isnan(*out);
}

/* ---- formulas ---------------------------------------------------------------------------------------------------- */

typedef struct {
    const char *at;
    const DaeBuilder *b;
    uint64_t x, z, y;
} Formula;

static uint64_t build(Formula *f);

/* The function whose name stands here, which is passed. */
static DaeOp named(Formula *f) {
    size_t n = strspn(f->at, "abcdefghijklmnopqrstuvwxyz0123456789");
    for (DaeOp op = DAE_FIRST_ELEMENTARY; op < DAE_AFTER_ELEMENTARY; op++)
        if (strlen(rows[op - DAE_FIRST_ELEMENTARY].name) == n &&
            !memcmp(rows[op - DAE_FIRST_ELEMENTARY].name, f->at, n)) {
            f->at += n;
            return op;
        }
    base_bug(__FILE__, __LINE__, "the formula '%s' names no function", f->at);
}

static uint64_t build(Formula *f) {
    static const char signs[] = "+-*/^";
    static const DaeOp ops[] = {DAE_ADD, DAE_SUB, DAE_MUL, DAE_DIV, DAE_POW};
    while (*f->at == ' ' || *f->at == '?') f->at++;
    const char *sign = *f->at ? strchr(signs, *f->at) : NULL;
    if (sign && f->at[1] == ' ') {
        f->at++;
        uint64_t a = build(f);
        return f->b->apply(f->b->arg, ops[sign - signs], a, build(f));
    }
    if (sign || strchr("0123456789.", *f->at)) {
        char *end;
        double number = strtod(f->at, &end);
        f->at = end;
        return f->b->number(f->b->arg, number);
    }
    if (*f->at == '~') {
        f->at++;
        uint64_t a = build(f);
        return f->b->guard ? f->b->guard(f->b->arg, a) : a;
    }
    if (strchr("xyz", *f->at) && (f->at[1] == ' ' || f->at[1] == ';' || !f->at[1])) {
        char which = *f->at++;
        return which == 'x' ? f->x : which == 'z' ? f->z : f->y;
    }
    DaeOp op = named(f);
    return f->b->apply(f->b->arg, op, build(f), 0);
}

uint64_t dae_formula(const char *formula, const DaeBuilder *b, uint64_t x, uint64_t z, uint64_t y) {
    Formula f = {formula, b, x, z, y};
    return build(&f);
}

const char *dae_slope_formula(const DaeElementary *f, uint32_t k) {
    const char *s = f->derivative;
    for (; s && k; k--) {
        s = strchr(s, ';');
        if (s) s++;
    }
    return s;
}
