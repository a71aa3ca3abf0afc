/* nest.c - constant linear systems inside nonlinear ones: tearing on two levels.
 *
 * Before: a component, and the iteration variables that tearing on one level would take.  After: a system of fewer of them, whose inner
 * equations are assignments and smaller systems; or nothing.
 *
 * An iteration variable that only breaks a loop of linear equations need not be iterated with the others: when it is an unknown again,
 * the loop is a strong component of what remains, and where its equations are linear with coefficients made of parameters it is
 * factorised once and costs a substitution at each evaluation.  So iteration variables are given back as long as only such components
 * come into being; all at once those that no other equation contains, then one by one.  Values are looked at as in tearing (growth.c): a
 * system inside must not be singular, and neither it nor an assignment may amplify errors.
 */
#include "symbolic/symbolic_impl.h"

#include <klu.h>
#include <math.h>
#include <string.h>

enum { MOST_OUTER = 100 };
static const uint64_t MOST_WORK = 1000000; /* edges times trials */
static const double WEAKEST_PIVOT = 1e-9;   /* against the largest */
static const double MOST_INSIDE = 1e3;      /* what may come out of a system inside for iteration variables of size one */

typedef struct {
    const SymComponent *c;
    uint8_t *outer;                 /* per variable: iterated */
    uint32_t *row_match, *col_match;/* of the last trial */
    uint32_t *order;                /* its matched equations, sorted ... */
    VecU32 ends;                    /* ... and the end of each strong component */
    uint32_t norder;
} Nest;

/* ---- trials ----------------------------------------------------------------------------------- */

/* Edges that an equation may be solved by, to variables that are not iterated.  plain: constant linear equations only. */
static void build_edges(const Nest *x, bool plain, SymGraph *g) {
    const SymComponent *c = x->c;
    sym_graph_init(g);
    for (uint32_t e = 0; e < c->n; e++) {
        for (uint32_t k = c->g->ptr.at[e]; k < c->g->ptr.at[e + 1]; k++)
            if (!x->outer[c->g->col.at[k]] && (c->constant[e] || (!plain && c->solvable[k]))) sym_graph_edge(g, c->g->col.at[k]);
        sym_graph_close_row(g);
    }
}

/* Gives every variable that is not iterated an equation, constant linear ones first. */
static bool match(Nest *x) {
    uint32_t n = x->c->n, wanted = 0, matched = 0;
    memset(x->row_match, 0xFF, n * sizeof *x->row_match);
    memset(x->col_match, 0xFF, n * sizeof *x->col_match);
    for (uint32_t v = 0; v < n; v++) wanted += !x->outer[v];
    for (int plain = 1; plain >= 0 && matched < wanted; plain--) {
        SymGraph g = {0};
        build_edges(x, plain != 0, &g);
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

/* Do what is not iterated and its equations fall into assignments and constant linear systems? */
static bool falls_apart(Nest *x) {
    if (!match(x)) return false;
    sort_matched(x);
    uint32_t from = 0;
    for (size_t i = 0; i < x->ends.n; from = x->ends.at[i++]) {
        bool single = x->ends.at[i] - from == 1;
        for (uint32_t k = from; k < x->ends.at[i]; k++)
            if (single ? !x->c->solvable[edge_of(x, x->order[k])] : !x->c->constant[x->order[k]]) return false;
    }
    return true;
}

/* Does any equation that is not constant linear contain v? */
static void mark_involved(const SymComponent *c, uint8_t *involved) {
    memset(involved, 0, c->n);
    for (uint32_t e = 0; e < c->n; e++)
        for (uint32_t k = c->g->ptr.at[e]; !c->constant[e] && k < c->g->ptr.at[e + 1]; k++) involved[c->g->col.at[k]] = 1;
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

/* ---- numbers ---------------------------------------------------------------------------------- */

typedef struct {          /* a system inside, by columns */
    int n;
    VEC(int) colptr, rowind;
    VEC(double) value;
    double *rhs;          /* n for each probe, by probes */
} Matrix;

/* Equations order[from..to-1]: their coefficients, and what variables from outside put on the right side.  false when a value is not
 * known. */
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
    for (uint32_t i = 0; i < n && known; i++) { /* by rows: the transposed matrix is as regular, and klu_tsolve solves with it */
        uint32_t e = x->order[from + i];
        for (uint32_t k = c->g->ptr.at[e]; k < c->g->ptr.at[e + 1]; k++) {
            double a = c->coefficient[k].value[0];
            uint32_t j = row[c->g->col.at[k]];
            known &= !isnan(a);
            for (int q = 0; j == SYM_NONE && q < SYM_PROBES; q++) m->rhs[(size_t)q * n + i] -= a * probe[c->g->col.at[k]].value[q];
            if (j == SYM_NONE) continue;
            vec_push(&m->rowind, (int)j);
            vec_push(&m->value, a);
        }
        vec_push(&m->colptr, (int)m->rowind.n);
    }
    base_realloc(row, 0);
    return known;
}

/* Solves for all probes in place; false when the matrix is singular or nearly so. */
static bool solve_matrix(Matrix *m) {
    klu_common common;
    klu_defaults(&common);
    klu_symbolic *symbolic = klu_analyze(m->n, m->colptr.at, m->rowind.at, &common);
    klu_numeric *numeric = symbolic ? klu_factor(m->colptr.at, m->rowind.at, m->value.at, symbolic, &common) : NULL;
    bool ok = numeric && common.status == KLU_OK && klu_rcond(symbolic, numeric, &common) && common.rcond > WEAKEST_PIVOT;
    if (ok) klu_tsolve(symbolic, numeric, m->n, SYM_PROBES, m->rhs, &common);
    if (numeric) klu_free_numeric(&numeric, &common);
    if (symbolic) klu_free_symbolic(&symbolic, &common);
    return ok;
}

/* What comes out of a system inside, for the probes; false when it is singular or far larger than what goes in. */
static bool pass_system(const Nest *x, uint32_t from, uint32_t to, SymProbe *probe) {
    Matrix m = {0};
    bool ok = fill_matrix(x, from, to, probe, &m) && solve_matrix(&m);
    for (uint32_t i = 0; i < to - from && ok; i++)
        for (int q = 0; q < SYM_PROBES; q++) {
            double value = m.rhs[(size_t)q * (to - from) + i];
            SymProbe *p = &probe[x->row_match[x->order[from + i]]];
            p->value[q] = value;
            p->error[q] = 0;
            ok &= fabs(value) < MOST_INSIDE;
        }
    vec_free(&m.colptr);
    vec_free(&m.rowind);
    vec_free(&m.value);
    base_realloc(m.rhs, 0);
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

/* ---- the system ------------------------------------------------------------------------------- */

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
            ok = s->constant;
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

bool sym_nest(const SymComponent *c, uint32_t most, SymSystem *out) {
    Nest x = {.c = c};
    x.outer = base_realloc(NULL, c->n + 1);
    x.row_match = base_realloc(NULL, 3 * ((size_t)c->n + 1) * sizeof *x.row_match);
    x.col_match = x.row_match + c->n + 1;
    x.order = x.col_match + c->n + 1;
    memset(x.outer, 0, c->n + 1);
    uint32_t nouter = 0;
    bool ok = false;
    for (int all = 1; all >= 0 && !ok; all--) {
        ok = all ? give_back_all(&x) : give_back_uninvolved(&x);
        nouter = count_outer(&x);
        ok = ok && nouter > 0 && nouter <= most && nouter <= MOST_OUTER && is_stable(&x);
    }
    size_t nsystems = c->w->model->systems.n;
    if (ok) ok = collect(&x, nouter, out);
    if (!ok) c->w->model->systems.n = nsystems;
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
