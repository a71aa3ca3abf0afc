/* jacobian.c - which variables depend on states, and the pattern of the ODE's Jacobian.
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
    Set *of; /* by variable */
    VecU32 merged;  /* the union being formed */
    bool sorted;    /* it is ascending */
    uint32_t *seen; /* by state: stamp of the union that has it */
    uint32_t stamp;
    uint64_t budget; /* items that may still be written */
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
        if (d->vars.at[v].base == DAE_REAL && d->vars.at[v].kind != DAE_KIND_DISCRETE)
            depends[v] = 1;
    }
}

static void find_depends(SymModel *m) {
    const Dae *d = m->dae;
    m->depends_on_state = BASE_ARRAY(d->arena, uint8_t, d->vars.n);
    for (size_t i = 0; i < m->states.n; i++) m->depends_on_state[m->states.at[i].x] = 1;
    for (size_t i = 0; i < m->blocks.n; i++) {
        const SymBlock *b = &m->blocks.at[i];
        bool any = false;
        if (b->flags & SYM_DISCRETE) continue;
        if (b->system == UINT32_MAX) {
            mark_reads(d, &b->eq, m->depends_on_state, &any);
            if (any) set_outputs(d, &b->eq, m->depends_on_state);
            continue;
        }
        const SymSystem *s = &m->systems.at[b->system];
        for (uint32_t k = 0; k < s->ninner; k++)
            mark_reads(d, &s->inner[k], m->depends_on_state, &any);
        for (uint32_t k = 0; k < s->n; k++)
            mark_reads(d, &s->residuals[k], m->depends_on_state, &any);
        if (!any) continue;
        for (uint32_t k = 0; k < s->n; k++) m->depends_on_state[s->unknowns[k]] = 1;
        for (uint32_t k = 0; k < s->ninner; k++) set_outputs(d, &s->inner[k], m->depends_on_state);
    }
}

static void begin_union(Deps *x) {
    vec_clear(&x->merged);
    x->sorted = true;
    x->stamp++;
}

/* merged := merged united with the set of v; in order only when x->sorted says so. */
static void unite(Deps *x, DaeVar v) {
    Set s = x->of[v];
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
        } else if (*only != SEVERAL && x->of[*only].from == x->of[o].from &&
                   x->of[*only].n == x->of[o].n) {
            continue;
        } else {
            *only = SEVERAL;
        }
        unite(x, o);
    }
}

static Set take_merged(Deps *x, DaeVar only) {
    if (only < SEVERAL) return x->of[only];
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
    uint64_t n = x->m->states.n, entries = 0;
    for (size_t i = 0; i < n; i++) entries += x->of[x->m->states.at[i].dx].n;
    return n > DENSE_BELOW && 5 * entries > n * n;
}

/* Rows (derivatives) with their columns, turned into columns with their rows. */
static void build_pattern(Deps *x, SymModel *m) {
    uint32_t n = (uint32_t)m->states.n;
    SymGraph rows, cols;
    sym_graph_init(&rows);
    for (uint32_t i = 0; i < n; i++) {
        Set s = x->of[m->states.at[i].dx];
        for (uint32_t k = 0; k < s.n; k++) sym_graph_edge(&rows, x->items.at[s.from + k]);
        sym_graph_close_row(&rows);
    }
    sym_graph_transpose(&rows, n, &cols);
    Arena *a = m->dae->arena;
    uint32_t *colour = BASE_ARRAY(a, uint32_t, n + 1);
    uint64_t work = 200000000;
    m->jac_ncolours = sym_colour(n, n, cols.ptr.at, cols.col.at, work, colour);
    if (m->jac_ncolours) {
        m->jac_colptr = base_copy(a, cols.ptr.at, (n + 1) * sizeof(uint32_t));
        m->jac_rowind = BASE_ARRAY(a, uint32_t, cols.col.n + 1);
        if (cols.col.n) memcpy(m->jac_rowind, cols.col.at, cols.col.n * sizeof(uint32_t));
        m->jac_colour = colour;
    }
    sym_graph_free(&rows);
    sym_graph_free(&cols);
}

void sym_jacobian(SymWork *w) {
    SymModel *m = w->model;
    find_depends(m);
    if (m->states.n == 0) return;
    Deps x = {.m = m, .budget = 64 * (uint64_t)m->blocks.n + 20 * (uint64_t)m->states.n + 1000000};
    x.of = base_realloc(NULL, (m->dae->vars.n + 1) * sizeof *x.of);
    memset(x.of, 0, (m->dae->vars.n + 1) * sizeof *x.of);
    for (uint32_t i = 0; i < m->states.n; i++) {
        x.of[m->states.at[i].x] = (Set){(uint32_t)x.items.n, 1};
        vec_push(&x.items, i);
    }
    x.seen = base_realloc(NULL, m->states.n * sizeof *x.seen);
    memset(x.seen, 0, m->states.n * sizeof *x.seen);
    propagate(&x);
    if (x.budget && !too_full(&x)) build_pattern(&x, m);
    base_realloc(x.of, 0);
    base_realloc(x.seen, 0);
    vec_free(&x.items);
    vec_free(&x.merged);
}
