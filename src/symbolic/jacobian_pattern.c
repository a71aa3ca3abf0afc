/* jacobian_pattern.c - which variables depend on states, and the pattern of the ODE's Jacobian.
 *
 * Before: blocks are sorted and flagged, states chosen.  After: model->depends_on_state says for
 * which variables a tangent can be nonzero; the pattern d(dx)/dx stands by columns with a
 * colouring, or is NULL when it would be too full.
 *
 * The states that a variable depends on are a sorted list; lists are shared where a block has one
 * source only.
 */
#include "symbolic/symbolic_impl.h"

#include <stdlib.h>
#include <string.h>

enum { DENSE_BELOW = 40 /* states: patterns of small models cost nothing */ };

typedef struct {
    uint32_t from, n; /* piece of Deps.items */
} Set;

typedef struct {
    const SymModel *m;
    VecU32 items;
    Set *of;        /* by variable */
    VecU32 merged;  /* the union being formed */
    Set widest;     /* the largest set that was put into it */
    bool sorted;    /* it is ascending */
    uint32_t *seen; /* by column: stamp of the union that has it */
    uint32_t stamp;
    uint64_t budget; /* items that may still be written; 0 gives up */
    uint64_t reads;  /* items that may still be read */
    /* by system: its iteration variables are columns, its residuals rows; NULL: all systems are solved */
    const uint8_t *kept;
    Set *residual; /* of kept systems, in order: what their residuals depend on */
    uint32_t nresidual;
} Deps;

static void mark_reads(const Dae *d, const DaeEquation *eq, const uint8_t *depends, bool *any) {
    uint32_t n = d->shapes.at[eq->shape].nholes;
    for (uint32_t k = 0; k < n && !*any; k++) {
        DaeOperand o = d->operands.at[eq->operands + k];
        *any |= !dae_operand_is_const(o) && depends[o];
    }
}

static void set_outputs(const Dae *d, const DaeEquation *eq, uint8_t *depends) {
    for (uint32_t k = 0; k < d->shapes.at[eq->shape].nout; k++) {
        DaeVar v = d->operands.at[eq->operands + k];
        if (d->vars.at[v].base == DAE_REAL && d->vars.at[v].kind != DAE_KIND_DISCRETE) depends[v] = 1;
    }
}

void sym_spread(const SymModel *m, uint8_t *depends) {
    const Dae *d = m->dae;
    for (size_t i = 0; i < m->states.n; i++) depends[m->states.at[i].x] = 1;
    for (size_t i = 0; i < m->blocks.n; i++) {
        const SymBlock *b = &m->blocks.at[i];
        bool any = false;
        if (b->flags & SYM_DISCRETE) continue;
        if (b->system == UINT32_MAX) {
            mark_reads(d, &b->eq, depends, &any);
            if (any) set_outputs(d, &b->eq, depends);
            continue;
        }
        const SymSystem *s = &m->systems.at[b->system];
        for (uint32_t k = 0; k < s->ninner; k++) mark_reads(d, &s->inner[k], depends, &any);
        for (uint32_t k = 0; k < s->n; k++) mark_reads(d, &s->residuals[k], depends, &any);
        if (!any) continue;
        for (uint32_t k = 0; k < s->n; k++) depends[s->unknowns[k]] = 1;
        for (uint32_t k = 0; k < s->ninner; k++) set_outputs(d, &s->inner[k], depends);
    }
}

static void find_depends(SymModel *m) {
    m->depends_on_state = BASE_ARRAY(m->dae->arena, uint8_t, m->dae->vars.n);
    sym_spread(m, m->depends_on_state);
}

static void begin_union(Deps *x) {
    vec_clear(&x->merged);
    x->widest = (Set){0, 0};
    x->sorted = true;
    x->stamp++;
}

/* merged := merged united with the set of v; in order only when x->sorted says so. */
static void unite(Deps *x, DaeVar v) {
    Set s = x->of[v];
    if (s.n > x->widest.n) x->widest = s;
    if (s.n > x->reads) {
        x->budget = 0;
        return;
    }
    x->reads -= s.n;
    for (uint32_t k = 0; k < s.n; k++) {
        uint32_t state = x->items.at[s.from + k];
        if (x->seen[state] == x->stamp) continue;
        x->seen[state] = x->stamp;
        if (x->merged.n && x->merged.at[x->merged.n - 1] > state) x->sorted = false;
        vec_push(&x->merged, state);
    }
}

static int ascending(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

enum { SEVERAL = UINT32_MAX - 1 };

/* Collects what eq reads; *only is the one source so far, SYM_NONE when none, SEVERAL when its set
 * is not enough. */
static void collect(Deps *x, const DaeEquation *eq, uint32_t from, DaeVar *only) {
    const Dae *d = x->m->dae;
    uint32_t n = d->shapes.at[eq->shape].nholes;
    for (uint32_t k = from; k < n; k++) {
        DaeOperand o = d->operands.at[eq->operands + k];
        if (dae_operand_is_const(o) || x->of[o].n == 0) continue;
        if (*only == SYM_NONE) {
            *only = o;
        } else if (*only != SEVERAL && x->of[*only].from == x->of[o].from && x->of[*only].n == x->of[o].n) {
            continue;
        } else {
            *only = SEVERAL;
        }
        unite(x, o);
    }
}

static Set take_merged(Deps *x, DaeVar only) {
    if (only < SEVERAL) return x->of[only];
    if (x->merged.n == x->widest.n) return x->widest;
    Set s = {(uint32_t)x->items.n, (uint32_t)x->merged.n};
    if (x->merged.n > x->budget || x->items.n + x->merged.n > UINT32_MAX / 2) {
        x->budget = 0;
        return (Set){0, 0};
    }
    x->budget -= x->merged.n;
    if (!x->sorted) qsort(x->merged.at, x->merged.n, sizeof *x->merged.at, ascending);
    for (size_t i = 0; i < x->merged.n; i++) vec_push(&x->items, x->merged.at[i]);
    return s;
}

static void give(Deps *x, DaeVar v, Set s) {
    if (x->m->depends_on_state[v]) x->of[v] = s;
}

/* A system that stays implicit: its iteration variables are columns of their own. */
static void keep_system(Deps *x, const SymSystem *s) {
    const Dae *d = x->m->dae;
    uint32_t first = (uint32_t)x->m->states.n + x->nresidual;
    for (uint32_t k = 0; k < s->n; k++) {
        x->of[s->unknowns[k]] = (Set){(uint32_t)x->items.n, 1};
        vec_push(&x->items, first + k);
    }
    for (uint32_t k = 0; k < s->ninner; k++) {
        DaeVar only = SYM_NONE;
        uint32_t nout = d->shapes.at[s->inner[k].shape].nout;
        begin_union(x);
        collect(x, &s->inner[k], nout, &only);
        Set set = take_merged(x, only);
        for (uint32_t j = 0; j < nout; j++) give(x, dae_operands(d, &s->inner[k])[j], set);
    }
    for (uint32_t k = 0; k < s->n; k++) {
        DaeVar only = SYM_NONE;
        begin_union(x);
        collect(x, &s->residuals[k], 0, &only);
        x->residual[x->nresidual++] = take_merged(x, only);
    }
}

static void propagate(Deps *x) {
    const SymModel *m = x->m;
    const Dae *d = m->dae;
    for (size_t i = 0; i < m->blocks.n && x->budget; i++) {
        const SymBlock *b = &m->blocks.at[i];
        if (!(b->flags & SYM_NEEDED)) continue;
        DaeVar only = SYM_NONE;
        begin_union(x);
        if (b->system == UINT32_MAX) {
            uint32_t nout = d->shapes.at[b->eq.shape].nout;
            collect(x, &b->eq, nout, &only);
            Set s = take_merged(x, only);
            for (uint32_t k = 0; k < nout; k++) give(x, dae_operands(d, &b->eq)[k], s);
            continue;
        }
        const SymSystem *s = &m->systems.at[b->system];
        if (x->kept && x->kept[b->system]) {
            keep_system(x, s);
            continue;
        }
        for (uint32_t k = 0; k < s->ninner; k++) {
            only = SEVERAL;
            collect(x, &s->inner[k], 0, &only);
        }
        for (uint32_t k = 0; k < s->n; k++) {
            only = SEVERAL;
            collect(x, &s->residuals[k], 0, &only);
        }
        Set all = take_merged(x, SEVERAL);
        for (uint32_t k = 0; k < s->n; k++) give(x, s->unknowns[k], all);
        for (uint32_t k = 0; k < s->ninner; k++)
            for (uint32_t j = 0; j < d->shapes.at[s->inner[k].shape].nout; j++)
                give(x, dae_operands(d, &s->inner[k])[j], all);
    }
}

/* Every second derivative depends on nearly every state: such a matrix is dense to any solver. */
static bool too_full(const Deps *x) {
    uint64_t n = x->m->states.n + x->nresidual, entries = 0;
    for (size_t i = 0; i < x->m->states.n; i++) entries += x->of[x->m->states.at[i].dx].n;
    for (size_t i = 0; i < x->nresidual; i++) entries += x->residual[i].n;
    return n > DENSE_BELOW && 5 * entries > n * n;
}

/* Rows (derivatives, then residuals of kept systems) with their columns, turned into columns with
 * their rows. */
static SymPattern build_pattern(Deps *x) {
    const SymModel *m = x->m;
    uint32_t n = (uint32_t)m->states.n + x->nresidual;
    SymGraph rows, cols;
    sym_graph_init(&rows);
    for (uint32_t i = 0; i < n; i++) {
        Set s = i < m->states.n ? x->of[m->states.at[i].dx] : x->residual[i - m->states.n];
        for (uint32_t k = 0; k < s.n; k++) sym_graph_edge(&rows, x->items.at[s.from + k]);
        sym_graph_close_row(&rows);
    }
    sym_graph_transpose(&rows, n, &cols);
    Arena *a = m->dae->arena;
    SymPattern p = {.n = n, .colour = BASE_ARRAY(a, uint32_t, n + 1)};
    uint64_t work = 200000000;
    p.ncolours = sym_colour(n, n, cols.ptr.at, cols.col.at, work, p.colour);
    if (p.ncolours) {
        p.colptr = base_copy(a, cols.ptr.at, (n + 1) * sizeof(uint32_t));
        p.rowind = BASE_ARRAY(a, uint32_t, cols.col.n + 1);
        if (cols.col.n) memcpy(p.rowind, cols.col.at, cols.col.n * sizeof(uint32_t));
    }
    sym_graph_free(&rows);
    sym_graph_free(&cols);
    return p;
}

static uint32_t kept_unknowns(const SymModel *m, const uint8_t *kept) {
    uint32_t n = 0;
    for (size_t i = 0; kept && i < m->systems.n; i++)
        if (kept[i]) n += m->systems.at[i].n;
    return n;
}

SymPattern sym_pattern(const SymModel *m, const uint8_t *kept) {
    Deps x = {.m = m, .kept = kept, .budget = 64 * (uint64_t)m->blocks.n + 20 * (uint64_t)m->states.n + 1000000};
    SymPattern p = {0};
    x.of = base_realloc(NULL, (m->dae->vars.n + 1) * sizeof *x.of);
    memset(x.of, 0, (m->dae->vars.n + 1) * sizeof *x.of);
    x.residual = base_realloc(NULL, (kept_unknowns(m, kept) + 1) * sizeof *x.residual);
    for (uint32_t i = 0; i < m->states.n; i++) {
        x.of[m->states.at[i].x] = (Set){(uint32_t)x.items.n, 1};
        vec_push(&x.items, i);
    }
    size_t columns = m->states.n + kept_unknowns(m, kept);
    x.seen = base_realloc(NULL, (columns + 1) * sizeof *x.seen);
    memset(x.seen, 0, (columns + 1) * sizeof *x.seen);
    x.reads = 4 * x.budget;
    propagate(&x);
    if (x.budget && !too_full(&x)) p = build_pattern(&x);
    base_realloc(x.of, 0);
    base_realloc(x.seen, 0);
    base_realloc(x.residual, 0);
    vec_free(&x.items);
    vec_free(&x.merged);
    return p;
}

void sym_jacobian(SymModel *m) {
    find_depends(m);
    if (m->states.n == 0) return;
    SymPattern p = sym_pattern(m, NULL);
    if (!p.colptr) return;
    m->jac_colptr = p.colptr;
    m->jac_rowind = p.rowind;
    m->jac_colour = p.colour;
    m->jac_ncolours = p.ncolours;
}
