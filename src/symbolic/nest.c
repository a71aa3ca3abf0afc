/* nest.c - linear systems inside nonlinear ones: tearing on two levels.
 *
 * Before: a component, and the iteration variables that tearing on one level would take.  After: a system of fewer of
 * them, whose inner equations are assignments and smaller systems; or nothing.
 *
 * An iteration variable that only breaks a loop of linear equations need not be iterated with the others: when it is an
 * unknown again, the loop is a strong component of what remains.  Where its equations are linear with coefficients made
 * of parameters it is factorised once and costs a substitution at each evaluation; where they are linear in the
 * variables of the loop, with coefficients that the other iteration variables change, it is solved by formulas when it
 * is small, and factorised at every evaluation otherwise, where that is cheaper than to iterate it with the rest
 * (is_worth_it).  So iteration variables are given back as long as only such components come into being; all at once
 * those that no other equation contains, then one by one.  Values are looked at as in tearing (growth.c): a system
 * inside must not be singular, and neither it nor an assignment may amplify errors.  The tangent of what a system
 * inside gives follows from its matrix, so that the Jacobian of the outer iteration is exact.
 *
 * Nonlinear loops are iterated with the rest: Newton's method converges for all unknowns at once, in as many iterations
 * as for the outer ones alone, while iterations inside each evaluation would multiply.
 * (tests/blocks/nested_nonlinear.mo)
 */
#include "symbolic/symbolic_impl.h"

#include <klu.h>
#include <math.h>
#include <string.h>

enum { MOST_OUTER = 100 };
static const uint64_t MOST_WORK = 1000000; /* edges times trials */
static const double WEAKEST_PIVOT = 1e-9;  /* against the largest */
static const double MOST_INSIDE = 1e3; /* what may come out of a system inside for iteration variables of size one */

typedef struct {
    const SymComponent *c;
    bool varying;                    /* coefficients of systems inside may vary */
    uint8_t *outer;                  /* per variable: iterated */
    uint32_t *row_match, *col_match; /* of the last trial */
    uint32_t *order;                 /* its matched equations, sorted ... */
    VecU32 ends;                     /* ... and the end of each strong component */
    uint32_t norder;
    uint32_t *member; /* per variable: 1 + start of the strong component in hand that it is an unknown of */
} Nest;

/* ---- trials ------------------------------------------------------------------------------------------------------ */

/* What may match an equation with a variable: by coefficients made of parameters, by what may be divided by, by any
 * coefficient. */
typedef enum { BY_CONSTANT, BY_SOLVABLE, BY_LINEAR, KINDS } EdgeKind;

/* Does the equation pick a state (selection.c)?  All but one of its coefficients are zero, and which one is not may
 * change: a system inside that needs them would become singular with the next choice, though the whole is regular. */
static bool picks_state(const SymComponent *c, uint32_t e) {
    const Dae *d = c->w->dae;
    uint32_t n = d->shapes.at[c->eqs[e].shape].nholes;
    for (uint32_t k = 0; k < n; k++) {
        DaeOperand o = dae_operands(d, &c->eqs[e])[k];
        if (!dae_operand_is_const(o) && (c->w->role.at[o] & SYM_ROLE_FROZEN) && d->vars.at[o].base == DAE_REAL)
            return true;
    }
    return false;
}

static bool is_linear_edge(const SymComponent *c, uint32_t e, uint32_t k) {
    AlgOccurrence how = sym_occurs(c->w, c->eqs[e].shape, c->hole[k]);
    return how == ALG_LINEAR || how == ALG_LINEAR_PARAM;
}

/* Edges up to a kind, to variables that are not iterated. */
static void build_edges(const Nest *x, EdgeKind kind, SymGraph *g) {
    const SymComponent *c = x->c;
    sym_graph_init(g);
    for (uint32_t e = 0; e < c->n; e++) {
        bool linear = kind >= BY_LINEAR && !picks_state(c, e);
        for (uint32_t k = c->g->ptr.at[e]; k < c->g->ptr.at[e + 1]; k++) {
            if (x->outer[c->g->col.at[k]]) continue;
            bool may = c->constant[e] || (kind >= BY_SOLVABLE && c->solvable[k]) || (linear && is_linear_edge(c, e, k));
            if (may) sym_graph_edge(g, c->g->col.at[k]);
        }
        sym_graph_close_row(g);
    }
}

/* Gives every variable that is not iterated an equation, constant linear ones first. */
static bool match(Nest *x) {
    uint32_t n = x->c->n, wanted = 0, matched = 0;
    memset(x->row_match, 0xFF, n * sizeof *x->row_match);
    memset(x->col_match, 0xFF, n * sizeof *x->col_match);
    for (uint32_t v = 0; v < n; v++) wanted += !x->outer[v];
    int kinds = x->varying ? KINDS : BY_LINEAR;
    for (int kind = BY_CONSTANT; kind < kinds && matched < wanted; kind++) {
        SymGraph g = {0};
        build_edges(x, (EdgeKind)kind, &g);
        matched = sym_match(&g, n, x->row_match, x->col_match);
        sym_graph_free(&g);
    }
    return matched == wanted;
}

/* Strong components of the matched equations, in order. */
static void sort_matched(Nest *x) {
    const SymComponent *c = x->c;
    uint32_t *part = base_realloc(NULL, 4 * ((size_t)c->n + 1) * sizeof *part);
    uint32_t *off = part + c->n + 1, *count = off + c->n + 1, *owner = count + c->n + 1, m = 0;
    for (uint32_t v = 0; v < c->n; v++) owner[v] = SYM_NONE;
    for (uint32_t e = 0; e < c->n; e++) {
        if (x->row_match[e] == SYM_NONE) continue;
        part[m] = e;
        off[m] = c->g->ptr.at[e];
        count[m] = c->g->ptr.at[e + 1] - c->g->ptr.at[e];
        owner[x->row_match[e]] = m++;
    }
    vec_clear(&x->ends);
    sym_components(m, off, count, c->g->col.at, owner, c->n, x->order, &x->ends);
    for (uint32_t i = 0; i < m; i++) x->order[i] = part[x->order[i]];
    x->norder = m;
    base_realloc(part, 0);
}

static uint32_t edge_of(const Nest *x, uint32_t e) {
    uint32_t k = x->c->g->ptr.at[e];
    while (x->c->g->col.at[k] != x->row_match[e]) k++;
    return k;
}

/* Is equation e linear in the variables of its strong component (x->member = mark)?  What else it reads may stand in
 * coefficients. */
static bool is_linear_inside(const Nest *x, uint32_t e, uint32_t mark) {
    const SymComponent *c = x->c;
    uint64_t mask = 0;
    if (c->constant[e]) return true;
    if (!x->varying) return false;
    for (uint32_t k = c->g->ptr.at[e]; k < c->g->ptr.at[e + 1]; k++) {
        if (x->member[c->g->col.at[k]] != mark) continue;
        if (c->hole[k] >= 63) return false;
        mask |= 1ull << c->hole[k];
    }
    return sym_is_linear(c->w, c->eqs[e].shape, mask, NULL);
}

/* Equations order[from..to-1]: an assignment, or a linear system? */
static bool may_stand_inside(Nest *x, uint32_t from, uint32_t to) {
    if (to - from == 1) return x->c->solvable[edge_of(x, x->order[from])];
    bool linear = true;
    for (uint32_t k = from; k < to; k++) x->member[x->row_match[x->order[k]]] = from + 1;
    for (uint32_t k = from; k < to && linear; k++) linear = is_linear_inside(x, x->order[k], from + 1);
    return linear;
}

/* Do what is not iterated and its equations fall into assignments and linear systems? */
static bool falls_apart(Nest *x) {
    if (!match(x)) return false;
    sort_matched(x);
    memset(x->member, 0, x->c->n * sizeof *x->member);
    bool ok = true;
    uint32_t from = 0;
    for (size_t i = 0; i < x->ends.n && ok; from = x->ends.at[i++]) ok = may_stand_inside(x, from, x->ends.at[i]);
    return ok;
}

/* Does any equation that is not constant linear contain v? */
static void mark_involved(const SymComponent *c, uint8_t *involved) {
    memset(involved, 0, c->n);
    for (uint32_t e = 0; e < c->n; e++)
        for (uint32_t k = c->g->ptr.at[e]; !c->constant[e] && k < c->g->ptr.at[e + 1]; k++)
            involved[c->g->col.at[k]] = 1;
}

/* Gives back those that only constant linear equations contain. */
static bool give_back_uninvolved(Nest *x) {
    const SymComponent *c = x->c;
    uint8_t *involved = base_realloc(NULL, c->n + 1);
    mark_involved(c, involved);
    memset(x->outer, 0, c->n);
    for (uint32_t i = 0; i < c->ntorn; i++) x->outer[c->torn[i]] = involved[c->torn[i]];
    base_realloc(involved, 0);
    return falls_apart(x);
}

/* Gives back as many as can be. */
static bool give_back_all(Nest *x) {
    const SymComponent *c = x->c;
    uint64_t work = 0;
    bool good = give_back_uninvolved(x);
    for (uint32_t i = 0; !good && i < c->ntorn; i++) x->outer[c->torn[i]] = 1;
    for (uint32_t i = 0; i < c->ntorn && work < MOST_WORK; i++) {
        if (!x->outer[c->torn[i]]) continue;
        work += c->g->col.n;
        x->outer[c->torn[i]] = 0;
        if (!falls_apart(x)) x->outer[c->torn[i]] = 1;
    }
    return falls_apart(x);
}

static uint32_t count_outer(const Nest *x) {
    uint32_t n = 0;
    for (uint32_t v = 0; v < x->c->n; v++) n += x->outer[v];
    return n;
}

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

/* a system inside, by columns */
typedef struct {
    int n;
    VEC(int) colptr, rowind;
    VEC(double) value;
    double *rhs; /* n for each probe, by probes */
} Matrix;

/* Equations order[from..to-1]: their coefficients, and what variables from outside put on the right side.  false when a
 * value is not known. */
static bool fill_matrix(const Nest *x, uint32_t from, uint32_t to, const SymProbe *probe, Matrix *m) {
    const SymComponent *c = x->c;
    uint32_t n = to - from;
    uint32_t *row = base_realloc(NULL, ((size_t)c->n + 1) * sizeof *row);
    bool known = true;
    m->n = (int)n;
    m->rhs = base_realloc(NULL, (size_t)n * SYM_PROBES * sizeof *m->rhs);
    memset(m->rhs, 0, (size_t)n * SYM_PROBES * sizeof *m->rhs);
    memset(row, 0xFF, c->n * sizeof *row);
    for (uint32_t i = 0; i < n; i++) row[x->row_match[x->order[from + i]]] = i;
    vec_push(&m->colptr, 0);
    /* by rows: the transposed matrix is as regular, and klu_tsolve solves with it */
    for (uint32_t i = 0; i < n && known; i++) {
        uint32_t e = x->order[from + i];
        for (uint32_t k = c->g->ptr.at[e]; k < c->g->ptr.at[e + 1]; k++) {
            double a = c->coefficient[k].value[0];
            uint32_t j = row[c->g->col.at[k]];
            known &= !isnan(a);
            for (int q = 0; j == SYM_NONE && q < SYM_PROBES; q++)
                m->rhs[(size_t)q * n + i] -= a * probe[c->g->col.at[k]].value[q];
            if (j == SYM_NONE) continue;
            vec_push(&m->rowind, (int)j);
            vec_push(&m->value, a);
        }
        vec_push(&m->colptr, (int)m->rowind.n);
    }
    base_realloc(row, 0);
    return known;
}

static void free_matrix(Matrix *m) {
    vec_free(&m->colptr);
    vec_free(&m->rowind);
    vec_free(&m->value);
    base_realloc(m->rhs, 0);
}

/* Solves for all probes in place; false when the matrix is singular or nearly so. */
static bool solve_matrix(Matrix *m) {
    klu_common common;
    klu_defaults(&common);
    klu_symbolic *symbolic = klu_analyze(m->n, m->colptr.at, m->rowind.at, &common);
    klu_numeric *numeric = symbolic ? klu_factor(m->colptr.at, m->rowind.at, m->value.at, symbolic, &common) : NULL;
    bool ok =
        numeric && common.status == KLU_OK && klu_rcond(symbolic, numeric, &common) && common.rcond > WEAKEST_PIVOT;
    if (ok) klu_tsolve(symbolic, numeric, m->n, SYM_PROBES, m->rhs, &common);
    if (numeric) klu_free_numeric(&numeric, &common);
    if (symbolic) klu_free_symbolic(&symbolic, &common);
    return ok;
}

/* A number like no other, for a coefficient that is not known. */
static double any_number(uint32_t k) {
    uint32_t x = (k + 1) * 2654435761u;
    return 1 + (double)(x >> 8) / (1 << 24);
}

/* Coefficients that vary: as they are at the start, those not known there as any number.  false: singular, whatever
 * they are. */
static bool is_regular_at_start(const Nest *x, uint32_t from, uint32_t to) {
    const SymComponent *c = x->c;
    uint32_t n = to - from, mark = from + 1, *column = base_realloc(NULL, (c->n + 1) * sizeof *column);
    DaeEquations eqs = {0};
    VecU32 hole = {0};
    SymGraph g = {0}, by_var = {0};
    for (uint32_t i = 0; i < n; i++) column[x->row_match[x->order[from + i]]] = i;
    sym_graph_init(&g);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t e = x->order[from + i];
        vec_push(&eqs, c->eqs[e]);
        for (uint32_t k = c->g->ptr.at[e]; k < c->g->ptr.at[e + 1]; k++) {
            if (x->member[c->g->col.at[k]] != mark) continue;
            sym_graph_edge(&g, column[c->g->col.at[k]]);
            vec_push(&hole, c->hole[k]);
        }
        sym_graph_close_row(&g);
    }
    sym_graph_transpose(&g, n, &by_var);
    SymCoefficient *coefficient = base_realloc(NULL, (g.col.n + 1) * sizeof *coefficient);
    sym_coefficients(c->w, eqs.at, n, n, &g, &by_var, hole.at, coefficient);
    Matrix m = {.n = (int)n, .rhs = base_realloc(NULL, (size_t)n * SYM_PROBES * sizeof(double))};
    memset(m.rhs, 0, (size_t)n * SYM_PROBES * sizeof *m.rhs);
    for (uint32_t i = 0; i <= n; i++) vec_push(&m.colptr, (int)g.ptr.at[i]);
    for (uint32_t k = 0; k < g.col.n; k++) {
        double a = coefficient[k].value[0];
        vec_push(&m.rowind, (int)g.col.at[k]);
        vec_push(&m.value, isnan(a) ? any_number(k) : a);
    }
    bool regular = solve_matrix(&m);
    free_matrix(&m);
    sym_graph_free(&g);
    sym_graph_free(&by_var);
    vec_free(&eqs);
    vec_free(&hole);
    base_realloc(coefficient, 0);
    base_realloc(column, 0);
    return regular;
}

/* What comes out of a system inside, for the probes; false when it is singular or far larger than what goes in. */
static bool pass_system(const Nest *x, uint32_t from, uint32_t to, SymProbe *probe) {
    Matrix m = {0};
    bool known = fill_matrix(x, from, to, probe, &m), ok = known ? solve_matrix(&m) : is_regular_at_start(x, from, to);
    for (uint32_t i = 0; i < to - from && ok; i++)
        for (int q = 0; q < SYM_PROBES && known; q++) {
            double value = m.rhs[(size_t)q * (to - from) + i];
            SymProbe *p = &probe[x->row_match[x->order[from + i]]];
            p->value[q] = value;
            p->error[q] = 0;
            ok &= fabs(value) < MOST_INSIDE;
        }
    free_matrix(&m);
    return ok;
}

/* Neither assignments nor systems inside may amplify errors. */
static bool is_stable(const Nest *x) {
    const SymComponent *c = x->c;
    SymProbe *probe = base_realloc(NULL, (c->n + 1) * sizeof *probe);
    bool ok = true;
    for (uint32_t v = 0; v < c->n; v++) probe[v] = sym_probe(v);
    uint32_t from = 0;
    for (size_t i = 0; i < x->ends.n && ok; from = x->ends.at[i++]) {
        if (x->ends.at[i] - from > 1) {
            ok = pass_system(x, from, x->ends.at[i], probe);
            continue;
        }
        uint32_t e = x->order[from];
        SymProbe got;
        ok = sym_growth(c->g, c->coefficient, e, edge_of(x, e), probe, &got) <= c->w->opt.max_growth;
        probe[x->row_match[e]] = got;
    }
    base_realloc(probe, 0);
    return ok;
}

/* ---- the system -------------------------------------------------------------------------------------------------- */

typedef struct {
    VecU32 list;
    Map seen;
} Operands;

static void add_operand(Operands *o, DaeOperand operand) {
    uint64_t found;
    if (dae_operand_is_const(operand) || base_map_get(&o->seen, operand, &found)) return;
    base_map_put(&o->seen, operand, 1);
    vec_push(&o->list, operand);
}

static void add_operands(const Dae *d, Operands *o, const DaeEquation *eq, bool outputs) {
    DaeShape s = d->shapes.at[eq->shape];
    for (uint32_t k = 0; k < (outputs ? s.nout : s.nholes); k++) add_operand(o, dae_operands(d, eq)[k]);
}

/* "solve system `number`" as an equation that gives all its variables. */
static DaeEquation solve_equation(SymWork *w, uint32_t number) {
    Dae *d = w->dae;
    const SymSystem *s = &w->model->systems.at[number];
    Operands o = {0};
    for (uint32_t i = 0; i < s->n; i++) add_operand(&o, s->unknowns[i]);
    for (uint32_t i = 0; i < s->ninner; i++) add_operands(d, &o, &s->inner[i], true);
    uint32_t nout = (uint32_t)o.list.n;
    for (uint32_t i = 0; i < s->ninner; i++) add_operands(d, &o, &s->inner[i], false);
    for (uint32_t i = 0; i < s->n; i++) add_operands(d, &o, &s->residuals[i], false);
    vec_push(&o.list, dae_constant(d, number));
    VecU32 holes = {0};
    for (uint32_t k = 0; k < o.list.n; k++) {
        DaeBase base = dae_operand_is_const(o.list.at[k]) ? DAE_REAL : (DaeBase)d->vars.at[o.list.at[k]].base;
        vec_push(&holes, dae_hole(&d->pool, k, base));
    }
    DaeExpr root = dae_node(&d->pool, (DaeNode){.op = DAE_SOLVE, .base = DAE_VOID}, holes.at, (uint32_t)holes.n);
    DaeEquation eq = {dae_shape_id(d, root, (uint32_t)holes.n, nout), (uint32_t)d->operands.n, s->residuals[0].origin};
    for (uint32_t k = 0; k < o.list.n; k++) vec_push(&d->operands, o.list.at[k]);
    vec_free(&o.list);
    vec_free(&holes);
    base_map_free(&o.seen);
    return eq;
}

/* Equations order[from..to-1] as a system of their own, or as the assignments it turns out to be. */
static bool add_system(const Nest *x, uint32_t from, uint32_t to, DaeEquations *inner) {
    const SymComponent *c = x->c;
    DaeEquations eqs = {0};
    VecU32 vars = {0};
    SymBlocks blocks = {0};
    for (uint32_t k = from; k < to; k++) {
        vec_push(&eqs, c->eqs[x->order[k]]);
        vec_push(&vars, c->vars[x->row_match[x->order[k]]]);
    }
    bool ok = sym_tear(c->w, eqs.at, (uint32_t)eqs.n, vars.at, (uint32_t)vars.n, &blocks);
    for (size_t i = 0; i < blocks.n && ok; i++) {
        const SymBlock *b = &blocks.at[i];
        if (b->system == UINT32_MAX) vec_push(inner, b->eq);
        else {
            SymSystem *s = &c->w->model->systems.at[b->system];
            ok = s->linear;
            s->nested = true;
            vec_push(inner, solve_equation(c->w, b->system));
        }
    }
    vec_free(&eqs);
    vec_free(&vars);
    vec_free(&blocks);
    return ok;
}

static bool collect(const Nest *x, uint32_t nouter, SymSystem *s) {
    const SymComponent *c = x->c;
    Arena *a = c->w->dae->arena;
    DaeEquations inner = {0};
    bool ok = true;
    uint32_t from = 0, at = 0;
    for (size_t i = 0; i < x->ends.n && ok; from = x->ends.at[i++]) {
        if (x->ends.at[i] - from > 1) {
            ok = add_system(x, from, x->ends.at[i], &inner);
            continue;
        }
        DaeEquation eq;
        uint32_t e = x->order[from];
        ok = sym_solve_eq(c->w, &c->eqs[e], c->hole[edge_of(x, e)], &eq);
        vec_push(&inner, eq);
    }
    s->full_size = c->n;
    s->n = nouter;
    s->unknowns = BASE_ARRAY(a, DaeVar, nouter + 1);
    s->residuals = BASE_ARRAY(a, DaeEquation, nouter + 1);
    for (uint32_t v = 0; v < c->n; v++)
        if (x->outer[v]) s->unknowns[at++] = c->vars[v];
    at = 0;
    for (uint32_t e = 0; e < c->n; e++)
        if (x->row_match[e] == SYM_NONE) s->residuals[at++] = c->eqs[e];
    s->ninner = (uint32_t)inner.n;
    s->inner = base_copy(a, inner.at, inner.n * sizeof *inner.at);
    vec_free(&inner);
    return ok;
}

/* Systems inside must take iteration variables away to be worth it: a quarter when they are formulas.  Constant ones
 * cost a substitution. Factorised ones cost what several evaluations of their equations do, and Newton's method for all
 * unknowns at once needs no more iterations than for the outer ones alone: ten loops of 24 equations took five times as
 * long inside as iterated with the rest.  So they stand inside where they are a small part of what is evaluated, and
 * half of the unknowns. */
static bool is_worth_it(const Nest *x, const SymSystem *s) {
    uint32_t solved = 0, factorised = 0;
    for (uint32_t i = 0; i < s->ninner; i++) {
        uint32_t inside = sym_nested(x->c->w->dae, &s->inner[i]);
        if (inside == UINT32_MAX) continue;
        const SymSystem *y = &x->c->w->model->systems.at[inside];
        solved++;
        if (!y->constant) factorised += y->full_size;
    }
    if (factorised) return 2 * s->n <= x->c->ntorn && 4 * factorised <= x->c->n;
    return solved ? s->n + 2 <= x->c->ntorn : 4 * s->n <= 3 * x->c->ntorn;
}

/* One way to give iteration variables back, and its system. */
static bool try_way(Nest *x, bool varying, bool all, uint32_t most, SymSystem *out) {
    size_t nsystems = x->c->w->model->systems.n;
    x->varying = varying;
    bool ok = all ? give_back_all(x) : give_back_uninvolved(x);
    uint32_t nouter = count_outer(x);
    ok = ok && nouter > 0 && nouter <= most && nouter <= MOST_OUTER && is_stable(x);
    *out = (SymSystem){0};
    ok = ok && collect(x, nouter, out) && is_worth_it(x, out);
    if (!ok) x->c->w->model->systems.n = nsystems;
    return ok;
}

bool sym_nest(const SymComponent *c, uint32_t most, SymSystem *out) {
    Nest x = {.c = c};
    x.outer = base_realloc(NULL, c->n + 1);
    x.row_match = base_realloc(NULL, 4 * ((size_t)c->n + 1) * sizeof *x.row_match);
    x.col_match = x.row_match + c->n + 1;
    x.order = x.col_match + c->n + 1;
    x.member = x.order + c->n + 1;
    memset(x.outer, 0, c->n + 1);
    bool any = false; /* equations that could stand in a constant system */
    for (uint32_t e = 0; e < c->n; e++) any |= c->constant[e];
    bool ok = (!c->linear && try_way(&x, true, true, most, out)) || (any && try_way(&x, false, true, most, out)) ||
              (any && try_way(&x, false, false, most, out));
    base_realloc(x.outer, 0);
    base_realloc(x.row_match, 0);
    vec_free(&x.ends);
    return ok;
}

uint32_t sym_nested(const Dae *d, const DaeEquation *inner) {
    DaeShape s = d->shapes.at[inner->shape];
    if (dae_at(&d->pool, s.root)->op != DAE_SOLVE) return UINT32_MAX;
    return (uint32_t)dae_constant_value(d, dae_operands(d, inner)[s.nholes - 1]);
}
