/* way_facts.c - what the conditions on a way through an algorithm say about its variables.
 *
 * A fact compares a term (a variable, or an expression of variables without calls) with a number or with another term:
 * it may be less, equal or greater.  Facts of one way are a list that is never changed, so that ways share their
 * beginnings.  They are forgotten when a variable in them gets a new value.  What cannot be said so is not known: then
 * both ways are open.
 */
#include "elaborate/elaborate_impl.h"

#include <math.h>

enum { LESS = 1, EQUAL = 2, GREATER = 4, ANY = 7 };
enum {
    WIDEST = 256, /* whole numbers that are looked at one by one */
    LONGEST = 48  /* facts of a way: of what a long chain of conditions says further on nothing is learnt */
};

struct InstFact {
    const InstFact *next;
    const InstExpr *term, *other; /* other NULL: value */
    double value;
    uint8_t allowed; /* LESS, EQUAL, GREATER */
    bool doubt;      /* see inst_doubted */
    uint16_t length; /* of the list from here on */
};

static uint16_t length_with(const InstFact *next) { return (uint16_t)(next ? next->length + 1 : 1); }

/* ---- terms ------------------------------------------------------------------------------------------------------- */

static const InstExpr *bare(const InstExpr *e) {
    while (e && e->kind == INST_E_CAST) e = e->args[0];
    return e;
}

static bool number_of(Inst *in, const InstExpr *e, double *value) {
    e = bare(e);
    if (!e || e->type.ndims || e->type.base > INST_ENUM || e->type.base == INST_STRING) return false;
    switch ((InstExprKind)e->kind) {
    case INST_E_REAL: return *value = e->real, true;
    case INST_E_INTEGER:
    case INST_E_BOOLEAN:
    case INST_E_ENUM: return *value = (double)e->integer, true;
    default: break;
    }
    if (e->kind == INST_E_UNARY && e->op == SYN_NEG && number_of(in, e->args[0], value)) return *value = -*value, true;
    if (e->variability != INST_VAR_CONSTANT) return false;
    const InstValue *v = inst_eval(in, (InstExpr *)e, INST_EVAL_SILENT);
    if (!v || v->n != 1 || v->type.base != e->type.base || isnan(v->num[0])) return false;
    return *value = v->num[0], true;
}

/* Does e mean the same wherever its variables have the same values? */
static bool is_term(const InstExpr *e) {
    if (!e) return true;
    switch ((InstExprKind)e->kind) {
    case INST_E_REAL:
    case INST_E_INTEGER:
    case INST_E_BOOLEAN:
    case INST_E_STRING:
    case INST_E_ENUM: return true;
    case INST_E_CREF:
        for (uint32_t i = 0; i < e->nparts; i++)
            for (uint32_t k = 0; k < e->parts[i].nsubs; k++)
                if (!is_term(e->parts[i].subs[k])) return false;
        return true;
    case INST_E_UNARY:
    case INST_E_BINARY:
    case INST_E_CAST:
    case INST_E_BUILTIN:
        for (uint32_t i = 0; i < e->nargs; i++)
            if (!is_term(e->args[i])) return false;
        return true;
    default: return false;
    }
}

static bool same_term(const InstExpr *a, const InstExpr *b) {
    a = bare(a), b = bare(b);
    if (a == b) return true;
    if (!a || !b || a->kind != b->kind || a->nargs != b->nargs || a->nparts != b->nparts) return false;
    if (a->op != b->op || a->builtin != b->builtin) return false;
    bool literal = a->kind == INST_E_INTEGER || a->kind == INST_E_BOOLEAN || a->kind == INST_E_ENUM;
    if (literal && a->integer != b->integer) return false;
    if (a->kind == INST_E_REAL && (a->real < b->real || a->real > b->real)) return false;
    if (a->kind == INST_E_STRING && a->string != b->string) return false;
    for (uint32_t i = 0; i < a->nargs; i++)
        if (!same_term(a->args[i], b->args[i])) return false;
    for (uint32_t i = 0; a->kind == INST_E_CREF && i < a->nparts; i++) {
        if (a->parts[i].comp != b->parts[i].comp || a->parts[i].nsubs != b->parts[i].nsubs) return false;
        for (uint32_t k = 0; k < a->parts[i].nsubs; k++)
            if (!same_term(a->parts[i].subs[k], b->parts[i].subs[k])) return false;
    }
    return true;
}

static bool mentions(const InstExpr *e, const InstComp *c) {
    if (!e) return false;
    for (uint32_t i = 0; i < e->nargs; i++)
        if (mentions(e->args[i], c)) return true;
    for (uint32_t i = 0; e->kind == INST_E_CREF && i < e->nparts; i++) {
        if (i == 0 && e->parts[0].comp == c) return true;
        for (uint32_t k = 0; k < e->parts[i].nsubs; k++)
            if (mentions(e->parts[i].subs[k], c)) return true;
    }
    return false;
}

/* ---- can it be? -------------------------------------------------------------------------------------------------- */

typedef struct {
    double low, high;
    bool low_open, high_open, whole;
} Range;

/* The values that its type leaves to a term, or the type of another one that it is equal to. */
static void narrow_to_type(Inst *in, const InstExpr *term, Range *d) {
    double low = -INFINITY, high = INFINITY;
    if (term->type.base == INST_BOOLEAN) low = 0, high = 1;
    if (term->type.base == INST_ENUM) low = 1, high = (double)inst_enum_size(term->type.cls);
    if (term->kind == INST_E_BUILTIN && term->builtin == INST_B_SIZE) low = 0;
    if (term->kind == INST_E_CREF && term->type.base == INST_INTEGER) {
        InstComp *c = term->parts[term->nparts - 1].comp;
        double bound;
        if (number_of(in, inst_attr_expr(c, INST_ATTR_MIN), &bound)) low = bound;
        if (number_of(in, inst_attr_expr(c, INST_ATTR_MAX), &bound)) high = bound;
    }
    if (low > d->low) d->low = low;
    if (high < d->high) d->high = high;
}

static void narrow(Range *d, const InstFact *f) {
    double v = f->value;
    if (!(f->allowed & GREATER)) {
        bool open = !(f->allowed & EQUAL);
        if (v < d->high || (v <= d->high && open)) d->high = v, d->high_open = open;
    }
    if (!(f->allowed & LESS)) {
        bool open = !(f->allowed & EQUAL);
        if (v > d->low || (v >= d->low && open)) d->low = v, d->low_open = open;
    }
}

static bool excluded(const InstFact *facts, const InstExpr *term, double v) {
    for (const InstFact *f = facts; f; f = f->next)
        if (!f->other && f->allowed == (LESS | GREATER) && f->value >= v && f->value <= v && same_term(f->term, term))
            return true;
    return false;
}

/* Is a number left that all facts about the term allow? */
static bool possible(Inst *in, const InstFact *facts, const InstExpr *term) {
    Range d = {-INFINITY, INFINITY, false, false, term->type.base != INST_REAL};
    narrow_to_type(in, term, &d);
    for (const InstFact *f = facts; f; f = f->next) {
        if (!f->term || !same_term(f->term, term)) continue;
        if (!f->other) narrow(&d, f);
        else if (f->allowed == EQUAL) narrow_to_type(in, f->other, &d);
    }
    if (d.whole) {
        d.low = d.low_open ? floor(d.low) + 1 : ceil(d.low);
        d.high = d.high_open ? ceil(d.high) - 1 : floor(d.high);
        if (!(d.high - d.low < WIDEST)) return true;
        for (double v = d.low; v <= d.high; v++)
            if (!excluded(facts, term, v)) return true;
        return false;
    }
    if (d.low < d.high) return true;
    return d.low <= d.high && !d.low_open && !d.high_open && !excluded(facts, term, d.low);
}

/* ---- conditions -------------------------------------------------------------------------------------------------- */

/* Up to INST_FACTS_MAX lists of facts, one for each way in which something can be. */
typedef struct {
    Inst *in;
    Arena *arena;
    const InstFact **out;
    uint32_t n;
    bool overflow;
} Cases;

static void add_case(Cases *to, const InstFact *facts) {
    if (to->n < INST_FACTS_MAX) to->out[to->n++] = facts;
    else to->overflow = true;
}

static const InstFact *with(const Cases *c, const InstFact *facts, const InstExpr *term, const InstExpr *other,
                            double value, uint8_t allowed) {
    if (facts && facts->length >= LONGEST) return facts;
    InstFact *f = BASE_NEW(c->arena, InstFact);
    *f = (InstFact){facts, term, other, value, allowed, false, length_with(facts)};
    return f;
}

/* One comparison: term and number. */
static void compare_number(Cases *to, const InstFact *facts, const InstExpr *term, double value, uint8_t allowed) {
    const InstFact *f = with(to, facts, term, NULL, value, allowed);
    if (possible(to->in, f, term)) add_case(to, f);
}

static void compare_terms(Cases *to, const InstFact *facts, const InstExpr *a, const InstExpr *b, uint8_t allowed) {
    uint8_t before = ANY;
    for (const InstFact *f = facts; f; f = f->next) {
        if (!f->other) continue;
        uint8_t turned =
            (uint8_t)((f->allowed & EQUAL) | (f->allowed & LESS ? GREATER : 0) | (f->allowed & GREATER ? LESS : 0));
        if (same_term(f->term, a) && same_term(f->other, b)) before &= f->allowed;
        else if (same_term(f->term, b) && same_term(f->other, a)) before &= turned;
    }
    uint8_t now = before & allowed;
    if (!now) return;
    InstFact *f = (InstFact *)with(to, facts, a, b, 0, now);
    if (f != facts)
        f->doubt = allowed == (LESS | GREATER) && before != ANY && (before & EQUAL) && (now == LESS || now == GREATER);
    add_case(to, f);
}

static void compare(Cases *to, const InstFact *facts, const InstExpr *a, const InstExpr *b, uint8_t allowed) {
    double x, y;
    a = bare(a), b = bare(b);
    bool known_a = number_of(to->in, a, &x), known_b = number_of(to->in, b, &y);
    if (known_a && known_b) {
        if (allowed & (x < y ? LESS : x > y ? GREATER : EQUAL)) add_case(to, facts);
        return;
    }
    if (known_a) {
        uint8_t turned = (uint8_t)((allowed & EQUAL) | (allowed & LESS ? GREATER : 0) | (allowed & GREATER ? LESS : 0));
        compare(to, facts, b, a, turned);
        return;
    }
    if (!is_term(a) || !is_term(b) || a->type.ndims || b->type.ndims) {
        add_case(to, facts);
        return;
    }
    if (!known_b) {
        compare_terms(to, facts, a, b, allowed);
        return;
    }
    /* |u| < y is u < y and u > -y; |u| > y is one or the other */
    if (a->kind == INST_E_BUILTIN && a->builtin == INST_B_ABS && !(allowed & LESS)) {
        compare_number(to, facts, bare(a->args[0]), y, allowed);
        compare_number(to, facts, bare(a->args[0]), -y, (uint8_t)(LESS | (allowed & EQUAL)));
        return;
    }
    if (a->kind == INST_E_BUILTIN && a->builtin == INST_B_ABS && !(allowed & GREATER)) {
        const InstFact *below[INST_FACTS_MAX];
        Cases part = {to->in, to->arena, below, 0, false};
        compare_number(&part, facts, bare(a->args[0]), y, allowed);
        for (uint32_t i = 0; i < part.n; i++)
            compare_number(to, below[i], bare(a->args[0]), -y, (uint8_t)(GREATER | (allowed & EQUAL)));
        return;
    }
    compare_number(to, facts, a, y, allowed);
}

static uint8_t allowed_by(SynOp op) {
    switch (op) {
    case SYN_LT: return LESS;
    case SYN_LE: return LESS | EQUAL;
    case SYN_GT: return GREATER;
    case SYN_GE: return GREATER | EQUAL;
    case SYN_EQ: return EQUAL;
    case SYN_NE: return LESS | GREATER;
    default: return 0;
    }
}

static void assume(Cases *to, const InstFact *facts, const InstExpr *e, bool want);

/* Both a and b are as wanted. */
static void assume_both(Cases *to, const InstFact *facts, const InstExpr *a, bool want_a, const InstExpr *b,
                        bool want_b) {
    const InstFact *first[INST_FACTS_MAX];
    Cases part = {to->in, to->arena, first, 0, false};
    assume(&part, facts, a, want_a);
    to->overflow |= part.overflow;
    for (uint32_t i = 0; i < part.n; i++) assume(to, first[i], b, want_b);
}

static void assume(Cases *to, const InstFact *facts, const InstExpr *e, bool want) {
    e = bare(e);
    bool binary = e->kind == INST_E_BINARY, scalar = e->nargs != 2 || !e->args[0]->type.ndims;
    if (e->kind == INST_E_UNARY && e->op == SYN_NOT) assume(to, facts, e->args[0], !want);
    else if (binary && (e->op == SYN_AND || e->op == SYN_OR)) {
        if ((e->op == SYN_AND) == want) assume_both(to, facts, e->args[0], want, e->args[1], want);
        else {
            assume(to, facts, e->args[0], want);
            assume_both(to, facts, e->args[0], !want, e->args[1], want);
        }
    } else if (binary && allowed_by((SynOp)e->op) && scalar) {
        uint8_t allowed = allowed_by((SynOp)e->op);
        compare(to, facts, e->args[0], e->args[1], want ? allowed : (uint8_t)(ANY & ~allowed));
    } else if (e->kind == INST_E_BUILTIN && e->builtin == INST_B_NOEVENT) assume(to, facts, e->args[0], want);
    else if (e->type.base == INST_BOOLEAN && !e->type.ndims) {
        double value;
        if (number_of(to->in, e, &value)) {
            if ((value > 0.5) == want) add_case(to, facts);
        } else if (is_term(e)) compare_number(to, facts, e, want, EQUAL);
        else add_case(to, facts);
    } else add_case(to, facts);
}

uint32_t inst_assume(Inst *in, Arena *arena, const InstFact *facts, const InstExpr *cond, bool want,
                     const InstFact *out[INST_FACTS_MAX]) {
    Cases to = {in, arena, out, 0, false};
    if (!cond) {
        if (want) add_case(&to, facts);
        return to.n;
    }
    assume(&to, facts, cond, want);
    if (!to.overflow) return to.n;
    out[0] = facts; /* too many cases: nothing is learnt */
    return 1;
}

/* ---- assignment -------------------------------------------------------------------------------------------------- */

const InstFact *inst_forget(Arena *arena, const InstFact *facts, const InstComp *c) {
    const InstFact *last = NULL; /* the rest behind it stays as it is */
    for (const InstFact *f = facts; f; f = f->next)
        if (f->term && (mentions(f->term, c) || mentions(f->other, c))) last = f;
    if (!last) return facts;
    const InstFact *first = last->next;
    for (const InstFact *f = facts; f != last->next; f = f->next) {
        bool gone = f->term && (mentions(f->term, c) || mentions(f->other, c));
        if (gone && !f->doubt) continue;
        InstFact *copy = BASE_NEW(arena, InstFact);
        *copy = *f;
        if (gone) copy->term = copy->other = NULL;
        copy->next = first;
        copy->length = length_with(first);
        first = copy;
    }
    return first;
}

const InstFact *inst_learn(Inst *in, Arena *arena, const InstFact *facts, const InstExpr *target,
                           const InstExpr *value) {
    const InstFact *out[INST_FACTS_MAX];
    Cases to = {in, arena, out, 0, false};
    if (!value || target->kind != INST_E_CREF || target->type.ndims || target->type.base > INST_ENUM) return facts;
    if (!is_term(target) || mentions(value, target->parts[0].comp)) return facts;
    compare(&to, facts, target, value, EQUAL);
    return to.n == 1 ? out[0] : facts;
}

bool inst_doubted(const InstFact *facts) {
    for (; facts; facts = facts->next)
        if (facts->doubt) return true;
    return false;
}

static bool has_fact(const InstFact *facts, const InstFact *f) {
    for (; facts; facts = facts->next) {
        if (facts == f) return true;
        if (facts->allowed != f->allowed || facts->doubt != f->doubt || (facts->other != NULL) != (f->other != NULL))
            continue;
        if ((facts->term == NULL) != (f->term == NULL) || (f->term && !same_term(facts->term, f->term))) continue;
        if (f->other ? same_term(facts->other, f->other) : facts->value >= f->value && facts->value <= f->value)
            return true;
    }
    return false;
}

bool inst_same_facts(const InstFact *a, const InstFact *b) {
    if (a == b) return true;
    for (const InstFact *f = a; f; f = f->next)
        if (!has_fact(b, f)) return false;
    for (const InstFact *f = b; f; f = f->next)
        if (!has_fact(a, f)) return false;
    return true;
}

const InstFact *inst_common_facts(Arena *arena, const InstFact *a, const InstFact *b) {
    const InstFact *first = NULL;
    if (a == b) return a;
    for (const InstFact *f = a; f; f = f->next) {
        if (!has_fact(b, f)) continue;
        InstFact *copy = BASE_NEW(arena, InstFact);
        *copy = *f;
        copy->next = first;
        copy->length = length_with(first);
        first = copy;
    }
    return first;
}
