/* partition.c - which equation gives which variable, and in what order.
 *
 * Assignment: one augmenting path after another with look-ahead for a free variable first (Duff 1981, MC21), equations
 * in order, variables as written.  Order: strong components (Tarjan 1972) by depth-first search, started from the
 * equations of state derivatives, then from the others; a component is listed in order of discovery, its root last.
 * These orders are what makes listings come out as in the papers.
 */
#include "classic/classic_impl.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    ClsModel *m;
    VEC(uint32_t) seen; /* by variable: equation that last listed it, plus one */
    uint32_t now;
} Collector;

static void collect(void *arg, uint32_t var) {
    Collector *c = arg;
    const ClsVar *v = &c->m->vars.at[var];
    /* a derivative that is known while its variable is computed has to be had from that variable */
    if (v->kind == CLS_DERIVATIVE && v->role != CLS_UNKNOWN && !v->set && cls_is_unknown(c->m, v->of)) {
        vec_push(&c->m->incidence, v->of | CLS_ORDER_ONLY);
        return;
    }
    if (!cls_is_unknown(c->m, var) || c->seen.at[var] == c->now) return;
    c->seen.at[var] = c->now;
    vec_push(&c->m->incidence, var);
}

static void find_incidence(ClsModel *m) {
    Collector c = {.m = m};
    (void)vec_extend(&c.seen, m->vars.n);
    vec_clear(&m->incidence);
    vec_clear(&m->start);
    for (size_t i = 0; i < m->active.n; i++) {
        vec_push(&m->start, (uint32_t)m->incidence.n);
        c.now = (uint32_t)i + 1;
        const ClsEquation *e = &m->active.at[i];
        if (e->kind == CLS_WHEN) continue;
        cls_each_var(&m->pool, e->lhs, collect, &c);
        cls_each_var(&m->pool, e->rhs, collect, &c);
    }
    vec_push(&m->start, (uint32_t)m->incidence.n);
    vec_free(&c.seen);
}

/* May equation e be solved for var?  A call gives its result, never an argument. */
static bool usable(const ClsModel *m, uint32_t e, uint32_t var) {
    const ClsEquation *q = &m->active.at[e];
    if (var & CLS_ORDER_ONLY) return false;
    if (q->tail) return var == dae_at(&m->pool, q->tail == 1 ? q->lhs : q->rhs)->id;
    return q->kind != CLS_PROCEDURE || var == dae_at(&m->pool, q->lhs)->id;
}

typedef struct {
    uint32_t *stamp; /* by variable: search that visited it */
    uint32_t *ahead; /* by equation: where its look-ahead goes on */
    VecU32 stack, edge;
    uint32_t now;
} Search;

static void take(ClsModel *m, const Search *s, uint32_t var) {
    /* the path: stack[k] gives up the variable of edge k-1 ... to take the next one */
    for (size_t k = s->stack.n; k--;) {
        uint32_t e = s->stack.at[k], old = m->active.at[e].var;
        m->active.at[e].var = var;
        m->owner.at[var] = e;
        var = old;
    }
}

static bool look_ahead(ClsModel *m, Search *s, uint32_t e, uint32_t *var) {
    for (; s->ahead[e] < m->start.at[e + 1]; s->ahead[e]++) {
        *var = m->incidence.at[s->ahead[e]];
        if (usable(m, e, *var) && m->owner.at[*var] == CLS_NONE) return true;
    }
    return false;
}

static bool augment(ClsModel *m, Search *s, uint32_t first) {
    vec_clear(&s->stack);
    vec_clear(&s->edge);
    vec_push(&s->stack, first);
    vec_push(&s->edge, m->start.at[first]);
    uint32_t var;
    if (look_ahead(m, s, first, &var)) {
        take(m, s, var);
        return true;
    }
    while (s->stack.n) {
        uint32_t e = vec_last(&s->stack), *k = &vec_last(&s->edge);
        bool deeper = false;
        while (!deeper && *k < m->start.at[e + 1]) { /* a push may move what k points at */
            var = m->incidence.at[(*k)++];
            if (!usable(m, e, var) || s->stamp[var] == s->now || m->owner.at[var] == CLS_NONE) continue;
            s->stamp[var] = s->now;
            uint32_t next = m->owner.at[var], free;
            vec_push(&s->stack, next);
            vec_push(&s->edge, m->start.at[next]);
            if (look_ahead(m, s, next, &free)) {
                take(m, s, free);
                return true;
            }
            deeper = true;
        }
        if (!deeper) {
            s->stack.n--;
            s->edge.n--;
        }
    }
    return false;
}

static void assign(ClsModel *m) {
    vec_clear(&m->owner);
    vec_reserve(&m->owner, m->vars.n);
    for (size_t v = 0; v < m->vars.n; v++) vec_push(&m->owner, CLS_NONE);
    Search s = {.now = 1};
    s.stamp = base_realloc(NULL, (m->vars.n + 1) * sizeof *s.stamp);
    s.ahead = base_realloc(NULL, (m->active.n + 1) * sizeof *s.ahead);
    memset(s.stamp, 0, (m->vars.n + 1) * sizeof *s.stamp);
    memcpy(s.ahead, m->start.at, m->active.n * sizeof *s.ahead);
    vec_clear(&m->constraints);
    for (uint32_t i = 0; i < m->active.n; i++) {
        m->active.at[i].var = CLS_NONE;
        if (m->active.at[i].kind == CLS_WHEN) continue;
        /* after a failure the marks stay: what was visited can never be freed */
        if (augment(m, &s, i)) s.now++;
        else vec_push(&m->constraints, i);
    }
    base_realloc(s.stamp, 0);
    base_realloc(s.ahead, 0);
    vec_free(&s.stack);
    vec_free(&s.edge);
}

/* The derivative of a state is to be computed, whether it occurs in an equation or not. */
static bool is_wanted(const ClsModel *m, uint32_t var) {
    const ClsVar *v = &m->vars.at[var];
    return v->kind == CLS_DERIVATIVE && v->role == CLS_UNKNOWN && m->vars.at[v->of].chosen && cls_is_state(m, v->of) &&
           m->kept.at[var] == var && m->kept.at[v->of] == v->of;
}

static void find_unassigned(ClsModel *m) {
    vec_clear(&m->unassigned);
    uint8_t *occurs = base_realloc(NULL, m->vars.n);
    memset(occurs, 0, m->vars.n);
    for (size_t k = 0; k < m->incidence.n; k++) occurs[m->incidence.at[k] & ~CLS_ORDER_ONLY] = 1;
    for (uint32_t v = 1; v < m->vars.n; v++)
        if ((occurs[v] || is_wanted(m, v)) && m->owner.at[v] == CLS_NONE) vec_push(&m->unassigned, v);
    base_realloc(occurs, 0);
}

/* ---- order ------------------------------------------------------------------------------------------------------- */

typedef struct {
    ClsModel *m;
    uint32_t *number, *low; /* by equation; 0: not visited */
    uint8_t *open;
    uint32_t count;
    VecU32 path, edge, component;
} Tarjan;

static int by_number(const void *a, const void *b, void *arg) {
    const uint32_t *number = arg;
    uint32_t x = number[*(const uint32_t *)a], y = number[*(const uint32_t *)b];
    return x < y ? -1 : x > y;
}

static void close_component(Tarjan *t, uint32_t root) {
    ClsModel *m = t->m;
    size_t from = t->component.n;
    do {
        from--;
        t->open[t->component.at[from]] = 0;
    } while (t->component.at[from] != root);
    uint32_t n = (uint32_t)(t->component.n - from);
    qsort_r(t->component.at + from, n, sizeof(uint32_t), by_number, t->number);
    vec_push(&m->blocks, ((ClsBlock){(uint32_t)m->order.n, n}));
    for (uint32_t k = 1; k < n; k++) vec_push(&m->order, t->component.at[from + k]);
    vec_push(&m->order, root);
    t->component.n = from;
}

static void enter(Tarjan *t, uint32_t e) {
    t->number[e] = t->low[e] = ++t->count;
    t->open[e] = 1;
    vec_push(&t->path, e);
    vec_push(&t->edge, t->m->start.at[e]);
    vec_push(&t->component, e);
}

static void visit(Tarjan *t, uint32_t first) {
    ClsModel *m = t->m;
    if (t->number[first]) return;
    enter(t, first);
    while (t->path.n) {
        uint32_t e = vec_last(&t->path);
        if (vec_last(&t->edge) < m->start.at[e + 1]) {
            uint32_t var = m->incidence.at[vec_last(&t->edge)++] & ~CLS_ORDER_ONLY, o = m->owner.at[var];
            if (o == CLS_NONE || o == e || m->active.at[o].tail) continue;
            if (!t->number[o]) enter(t, o);
            else if (t->open[o] && t->number[o] < t->low[e]) t->low[e] = t->number[o];
            continue;
        }
        t->path.n--;
        t->edge.n--;
        if (t->low[e] == t->number[e]) close_component(t, e);
        if (t->path.n && t->low[e] < t->low[vec_last(&t->path)] && t->open[e]) t->low[vec_last(&t->path)] = t->low[e];
    }
}

static bool gives_state_derivative(const ClsModel *m, const ClsEquation *e) {
    if (e->var == CLS_NONE) return false;
    const ClsVar *v = &m->vars.at[e->var];
    return v->kind == CLS_DERIVATIVE && m->vars.at[v->of].role != CLS_UNKNOWN;
}

static void sort(ClsModel *m) {
    size_t n = m->active.n;
    Tarjan t = {.m = m};
    t.number = base_realloc(NULL, (n + 1) * sizeof *t.number);
    t.low = base_realloc(NULL, (n + 1) * sizeof *t.low);
    t.open = base_realloc(NULL, n + 1);
    memset(t.number, 0, (n + 1) * sizeof *t.number);
    memset(t.open, 0, n + 1);
    vec_clear(&m->order);
    vec_clear(&m->blocks);
    for (uint32_t pass = 0; pass < 2; pass++)
        for (uint32_t i = 0; i < n; i++) {
            const ClsEquation *e = &m->active.at[i];
            if (e->kind == CLS_WHEN || e->var == CLS_NONE || (pass == 0 && !gives_state_derivative(m, e))) continue;
            if (!e->tail) visit(&t, i);
            else if (pass == 0 && m->start.at[i + 1] > m->start.at[i] + 1) {
                uint32_t other = m->owner.at[m->incidence.at[m->start.at[i] + 1] & ~CLS_ORDER_ONLY];
                if (other != CLS_NONE && other != i) visit(&t, other);
            }
        }
    for (uint32_t i = 0; i < n; i++)
        if (m->active.at[i].tail && m->active.at[i].var != CLS_NONE) {
            vec_push(&m->blocks, ((ClsBlock){(uint32_t)m->order.n, 1}));
            vec_push(&m->order, i);
        }
    base_realloc(t.number, 0);
    base_realloc(t.low, 0);
    base_realloc(t.open, 0);
    vec_free(&t.path);
    vec_free(&t.edge);
    vec_free(&t.component);
}

bool cls_partition(ClsModel *m) {
    cls_refresh(m);
    if (!m->partitioned) {
        find_incidence(m);
        assign(m);
        find_unassigned(m);
        sort(m);
        m->partitioned = true;
    }
    return !m->constraints.n && !m->unassigned.n;
}
