/* poly.c - sparse polynomials with numbers as coefficients. */
#include "classic/poly.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_sum_or_product(const DaePool *p, DaeExpr e) {
    uint16_t op = dae_at(p, e)->op;
    double x;
    if (op == DAE_DIV) return dae_is_const(p, dae_arg(p, e, 1), &x) && x != 0;
    if (op == DAE_POW) return dae_is_const(p, dae_arg(p, e, 1), &x) && x == floor(x) && x >= 1 && x <= 8;
    return op == DAE_ADD || op == DAE_SUB || op == DAE_MUL || op == DAE_NEG;
}

static bool has_condition(const DaePool *p, DaeExpr e) {
    if (dae_at(p, e)->op == DAE_IF) return true;
    for (uint32_t k = 0; k < dae_at(p, e)->nargs; k++)
        if (has_condition(p, dae_arg(p, e, k))) return true;
    return false;
}

void cls_gather_atoms(ClsAtoms *a, DaeExpr e) {
    const DaePool *p = &a->m->pool;
    double x;
    if (dae_is_const(p, e, &x)) return;
    if (is_sum_or_product(p, e)) {
        for (uint32_t k = 0; k < dae_at(p, e)->nargs; k++) cls_gather_atoms(a, dae_arg(p, e, k));
        return;
    }
    for (size_t i = 0; i < a->atoms.n; i++)
        if (a->atoms.at[i] == e) return;
    if (a->atoms.n >= 1000) a->failed = true;
    else vec_push(&a->atoms, e);
    a->modes |= has_condition(p, e);
}

static int rank(const ClsModel *m, DaeExpr e) {
    const DaeNode *n = dae_at(&m->pool, e);
    if (n->op != DAE_VAR) return 2;
    ClsKind k = m->vars.at[n->id].kind;
    return k == CLS_PARAMETER || k == CLS_CONSTANT ? 0 : 1;
}

static int by_name(const void *x, const void *y, void *arg) {
    const ClsModel *m = arg;
    DaeExpr a = *(const DaeExpr *)x, b = *(const DaeExpr *)y;
    int ra = rank(m, a), rb = rank(m, b);
    if (ra != rb) return ra - rb;
    if (ra == 2) return a < b ? -1 : a > b;
    Text s = {0}, t = {0};
    cls_full_text(m, dae_at(&m->pool, a)->id, &s);
    cls_full_text(m, dae_at(&m->pool, b)->id, &t);
    int c = strcmp(base_text_str(&s), base_text_str(&t));
    base_text_free(&s);
    base_text_free(&t);
    return c;
}

void cls_sort_atoms(ClsAtoms *a) {
    if (a->atoms.n) qsort_r(a->atoms.at, a->atoms.n, sizeof(DaeExpr), by_name, a->m);
}

static int compare(const ClsTerm *x, const ClsTerm *y) {
    for (uint32_t k = 0; k < x->n && k < y->n; k++)
        if (x->atoms[k] != y->atoms[k]) return x->atoms[k] < y->atoms[k] ? -1 : 1;
    return x->n == y->n ? 0 : x->n < y->n ? 1 : -1;
}

ClsPoly cls_poly_number(ClsAtoms *a, double x) {
    ClsPoly p = {NULL, 0};
    if (x == 0) return p;
    p.terms = BASE_NEW(a->arena, ClsTerm);
    p.terms[0].factor = x;
    p.n = 1;
    return p;
}

ClsPoly cls_poly_add(ClsAtoms *a, ClsPoly x, ClsPoly y, double factor) {
    ClsPoly r = {BASE_ARRAY(a->arena, ClsTerm, x.n + y.n + 1), 0};
    uint32_t i = 0, j = 0;
    while (i < x.n || j < y.n) {
        int c = i == x.n ? 1 : j == y.n ? -1 : compare(&x.terms[i], &y.terms[j]);
        ClsTerm t = c <= 0 ? x.terms[i] : y.terms[j];
        if (c > 0) t.factor *= factor;
        if (c == 0) t.factor += factor * y.terms[j].factor;
        i += c <= 0;
        j += c >= 0;
        if (t.factor != 0) r.terms[r.n++] = t;
    }
    if (r.n > CLS_POLY_TERMS) a->failed = true;
    return r;
}

static ClsTerm product(ClsAtoms *a, const ClsTerm *x, const ClsTerm *y) {
    uint16_t *atoms = BASE_ARRAY(a->arena, uint16_t, x->n + y->n + 1);
    uint32_t i = 0, j = 0;
    for (uint32_t k = 0; k < x->n + y->n; k++)
        atoms[k] = j == y->n || (i < x->n && x->atoms[i] <= y->atoms[j]) ? x->atoms[i++] : y->atoms[j++];
    return (ClsTerm){x->factor * y->factor, x->n + y->n, atoms};
}

ClsPoly cls_poly_mul(ClsAtoms *a, ClsPoly x, ClsPoly y) {
    ClsPoly sum = {NULL, 0};
    if (x.n > y.n) {
        ClsPoly t = x;
        x = y;
        y = t;
    }
    for (uint32_t i = 0; i < x.n && !a->failed; i++) {
        ClsPoly row = {BASE_ARRAY(a->arena, ClsTerm, y.n + 1), y.n};
        for (uint32_t j = 0; j < y.n; j++) row.terms[j] = product(a, &x.terms[i], &y.terms[j]);
        /* a monomial times an ordered polynomial need not be ordered: add term by term */
        bool ordered = true;
        for (uint32_t j = 1; j < y.n; j++) ordered &= compare(&row.terms[j - 1], &row.terms[j]) < 0;
        if (ordered) sum = sum.n ? cls_poly_add(a, sum, row, 1) : row;
        else
            for (uint32_t j = 0; j < y.n; j++) sum = cls_poly_add(a, sum, (ClsPoly){&row.terms[j], 1}, 1);
    }
    return sum;
}

ClsPoly cls_poly(ClsAtoms *a, DaeExpr e) {
    const DaePool *p = &a->m->pool;
    double x;
    if (dae_is_const(p, e, &x)) return cls_poly_number(a, x);
    if (!is_sum_or_product(p, e)) {
        for (size_t i = 0; i < a->atoms.n; i++)
            if (a->atoms.at[i] == e) {
                ClsPoly r = cls_poly_number(a, 1);
                uint16_t *atom = BASE_NEW(a->arena, uint16_t);
                *atom = (uint16_t)i;
                r.terms[0].n = 1;
                r.terms[0].atoms = atom;
                return r;
            }
        a->failed = true;
        return cls_poly_number(a, 0);
    }
    uint16_t op = dae_at(p, e)->op;
    ClsPoly l = cls_poly(a, dae_arg(p, e, 0));
    if (op == DAE_NEG) return cls_poly_add(a, (ClsPoly){NULL, 0}, l, -1);
    if (op == DAE_DIV || op == DAE_POW) {
        dae_is_const(p, dae_arg(p, e, 1), &x);
        if (op == DAE_DIV) return cls_poly_add(a, (ClsPoly){NULL, 0}, l, 1 / x);
        ClsPoly r = l;
        for (int k = 1; k < (int)x; k++) r = cls_poly_mul(a, r, l);
        return r;
    }
    ClsPoly r = cls_poly(a, dae_arg(p, e, 1));
    return op == DAE_MUL ? cls_poly_mul(a, l, r) : cls_poly_add(a, l, r, op == DAE_ADD ? 1 : -1);
}

static bool divide_by_atom(ClsAtoms *a, ClsPoly *all, uint32_t n, uint16_t atom) {
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < all[i].n; k++) {
            bool found = false;
            for (uint32_t j = 0; j < all[i].terms[k].n; j++) found |= all[i].terms[k].atoms[j] == atom;
            if (!found) return false;
        }
    for (uint32_t i = 0; i < n; i++) {
        ClsPoly r = {NULL, 0};
        for (uint32_t k = 0; k < all[i].n; k++) {
            const ClsTerm *t = &all[i].terms[k];
            uint16_t *atoms = BASE_ARRAY(a->arena, uint16_t, t->n);
            uint32_t m = 0;
            bool gone = false;
            for (uint32_t j = 0; j < t->n; j++) {
                if (t->atoms[j] == atom && !gone) gone = true;
                else atoms[m++] = t->atoms[j];
            }
            ClsTerm less = {t->factor, m, atoms};
            r = cls_poly_add(a, r, (ClsPoly){&less, 1}, 1);
        }
        all[i] = r;
    }
    return true;
}

void cls_poly_reduce(ClsAtoms *a, ClsPoly *all, uint32_t n) {
    if (!all[0].n) return;
    const ClsTerm first = all[0].terms[0];
    for (uint32_t k = 0; k < first.n; k++) (void)divide_by_atom(a, all, n, first.atoms[k]);
    double size = fabs(all[0].terms[0].factor), sign = all[0].terms[0].factor < 0 ? -1 : 1;
    bool same = true;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < all[i].n; k++) same &= fabs(all[i].terms[k].factor) == size;
    for (uint32_t i = 0; i < n; i++) all[i] = cls_poly_add(a, (ClsPoly){NULL, 0}, all[i], same ? sign / size : sign);
}

/* sin(x)**2 as 1 - cos(x)**2 wherever both occur: what cancels then shows (the parallel-axis theorem). */
static bool square_of_sine(ClsAtoms *a, ClsPoly *x, uint16_t sine, uint16_t cosine) {
    for (uint32_t k = 0; k < x->n; k++) {
        const ClsTerm t = x->terms[k];
        for (uint32_t j = 0; j + 1 < t.n; j++) {
            if (t.atoms[j] != sine || t.atoms[j + 1] != sine) continue;
            uint16_t *rest = BASE_ARRAY(a->arena, uint16_t, t.n), square[2] = {cosine, cosine};
            memcpy(rest, t.atoms, j * sizeof *rest);
            memcpy(rest + j, t.atoms + j + 2, (t.n - j - 2) * sizeof *rest);
            ClsTerm old = t, less = {t.factor, t.n - 2, rest}, cosines = {1, 2, square};
            ClsTerm moved = product(a, &less, &cosines);
            *x = cls_poly_add(a, *x, (ClsPoly){&old, 1}, -1);
            *x = cls_poly_add(a, *x, (ClsPoly){&less, 1}, 1);
            *x = cls_poly_add(a, *x, (ClsPoly){&moved, 1}, -1);
            return true;
        }
    }
    return false;
}

void cls_poly_trigonometric(ClsAtoms *a, ClsPoly *x) {
    const DaePool *p = &a->m->pool;
    for (size_t i = 0; i < a->atoms.n; i++)
        for (size_t j = 0; j < a->atoms.n && dae_at(p, a->atoms.at[i])->op == DAE_SIN; j++)
            if (dae_at(p, a->atoms.at[j])->op == DAE_COS &&
                dae_arg(p, a->atoms.at[i], 0) == dae_arg(p, a->atoms.at[j], 0))
                while (!a->failed && square_of_sine(a, x, (uint16_t)i, (uint16_t)j)) continue;
}

static DaeExpr term_expr(ClsAtoms *a, const ClsTerm *t) {
    DaePool *p = &a->m->pool;
    double f = fabs(t->factor);
    DaeExpr e = f == 1 && t->n ? 0 : dae_real(p, f);
    for (uint32_t k = 0; k < t->n; k++) {
        uint32_t power = 1;
        while (k + 1 < t->n && t->atoms[k + 1] == t->atoms[k]) k++, power++;
        DaeExpr x = a->atoms.at[t->atoms[k]];
        if (power > 1) x = dae_op2(p, DAE_POW, x, dae_real(p, power));
        e = e ? dae_op2(p, DAE_MUL, e, x) : x;
    }
    return e;
}

DaeExpr cls_poly_expr(ClsAtoms *a, ClsPoly x) {
    DaePool *p = &a->m->pool;
    DaeExpr e = 0;
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t k = 0; k < x.n; k++) {
            bool negative = x.terms[k].factor < 0;
            if (negative != (pass == 1)) continue;
            DaeExpr t = term_expr(a, &x.terms[k]);
            if (!e) e = negative ? dae_op1(p, DAE_NEG, t) : t;
            else e = dae_op2(p, negative ? DAE_SUB : DAE_ADD, e, t);
        }
    return e;
}
