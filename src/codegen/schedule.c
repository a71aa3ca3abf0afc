/* schedule.c - an order of evaluation in which equal templates stand together.
 *
 * Before: items in an order of evaluation.  After: in another one with the same results, in which
 * runs are long. Kahn's topological sort (1962) with the ready items kept in one queue per (part,
 * template): a queue is drained before another is begun, and one of the same part is preferred.
 * Linear in the number of operands.
 */
#include "codegen/codegen_impl.h"

enum { LOOK_AT = 64 }; /* queues compared when choosing the next */

typedef struct {
    const Gen *g;
    const GenItem *items;
    uint32_t n;
    uint32_t *writer; /* per variable: item that computes it, plus 1 */
    VecU32 from, to;  /* edges */
    bool ambiguous;   /* a variable is written twice: leave the order alone */
} Graph;

typedef void (*Visit)(Graph *gr, uint32_t item, DaeVar var, bool out);

static void visit_equation(Graph *gr, uint32_t item, const DaeEquation *eq, bool residual, Visit f) {
    const Dae *d = gr->g->dae;
    const DaeShape *s = &d->shapes.at[eq->shape];
    for (uint32_t k = 0; k < s->nholes; k++) {
        DaeOperand o = d->operands.at[eq->operands + k];
        if (!dae_operand_is_const(o)) f(gr, item, o, !residual && k < s->nout);
    }
}

static void visit_item(Graph *gr, uint32_t item, Visit f) {
    const GenItem *it = &gr->items[item];
    const GenTemplate *t = &gr->g->templates.at[it->tmpl];
    if (t->purpose != GEN_SOLVE) {
        DaeEquation eq = {t->shape, it->operands, it->origin};
        visit_equation(gr, item, &eq, false, f);
        return;
    }
    const SymSystem *s = &gr->g->sym->systems.at[it->extra];
    for (uint32_t i = 0; i < s->n; i++) f(gr, item, s->unknowns[i], true);
    for (uint32_t i = 0; i < s->ninner; i++) visit_equation(gr, item, &s->inner[i], false, f);
    for (uint32_t i = 0; i < s->n; i++) visit_equation(gr, item, &s->residuals[i], true, f);
}

static void note_writer(Graph *gr, uint32_t item, DaeVar var, bool out) {
    if (!out) return;
    if (gr->writer[var] && gr->writer[var] != item + 1) gr->ambiguous = true;
    gr->writer[var] = item + 1;
}

/* Who reads what is computed before it must stay behind, who reads what is computed after it, in
 * front. */
static void note_edge(Graph *gr, uint32_t item, DaeVar var, bool out) {
    if (out || !gr->writer[var]) return;
    uint32_t writer = gr->writer[var] - 1;
    if (writer == item) return;
    vec_push(&gr->from, writer < item ? writer : item);
    vec_push(&gr->to, writer < item ? item : writer);
}

static void chain_impure(Graph *gr) {
    uint32_t last = UINT32_MAX;
    for (uint32_t i = 0; i < gr->n; i++) {
        if (!gr->g->templates.at[gr->items[i].tmpl].touches_outside) continue;
        if (last != UINT32_MAX) vec_push(&gr->from, last), vec_push(&gr->to, i);
        last = i;
    }
}

typedef struct {
    uint32_t head, tail, count;
    uint32_t part;
    bool listed; /* in Ready.filled */
} Queue;

typedef struct {
    VEC(Queue) queues;
    Map queue_of;   /* (part, template) -> queue */
    uint32_t *next; /* list behind each item */
    VecU32 filled;  /* queues that are not empty, and some that are */
} Ready;

static void push_ready(Ready *r, const GenItem *items, uint32_t i) {
    uint64_t key = (uint64_t)items[i].part << 32 | items[i].tmpl, at;
    if (!base_map_get(&r->queue_of, key, &at)) {
        at = r->queues.n;
        base_map_put(&r->queue_of, key, at);
        vec_push(&r->queues, ((Queue){.part = items[i].part}));
    }
    Queue *q = &r->queues.at[at];
    r->next[i] = 0;
    if (q->count++ == 0) {
        q->head = i;
        if (!q->listed) vec_push(&r->filled, (uint32_t)at);
        q->listed = true;
    } else r->next[q->tail] = i;
    q->tail = i;
}

/* The fullest queue, those of the same part first. */
static uint32_t choose(Ready *r, uint32_t part) {
    uint32_t best = UINT32_MAX;
    for (size_t i = r->filled.n, looked = 0; i-- > 0 && looked < LOOK_AT;) {
        Queue *q = &r->queues.at[r->filled.at[i]];
        if (!q->count) {
            q->listed = false;
            r->filled.at[i] = vec_last(&r->filled);
            (void)vec_pop(&r->filled);
            continue;
        }
        looked++;
        const Queue *b = best == UINT32_MAX ? NULL : &r->queues.at[best];
        bool better = !b || ((q->part == part) != (b->part == part) ? q->part == part : q->count > b->count);
        if (better) best = r->filled.at[i];
    }
    return best;
}

/* Kahn's algorithm over the edges in CSR form, which are given back on the way; order gets the items.  false when the
 * edges have a cycle. */
static bool sort_items(Graph *gr, uint32_t *order) {
    uint32_t n = gr->n;
    uint32_t *first = base_realloc(NULL, (n + 1) * sizeof(uint32_t)),
             *waiting = base_realloc(NULL, n * sizeof(uint32_t));
    uint32_t *targets = base_realloc(NULL, (gr->to.n + 1) * sizeof(uint32_t));
    memset(first, 0, (n + 1) * sizeof(uint32_t));
    memset(waiting, 0, n * sizeof(uint32_t));
    for (size_t i = 0; i < gr->from.n; i++) first[gr->from.at[i] + 1]++, waiting[gr->to.at[i]]++;
    for (uint32_t i = 0; i < n; i++) first[i + 1] += first[i];
    for (size_t i = gr->from.n; i-- > 0;) targets[first[gr->from.at[i]]++] = gr->to.at[i];
    vec_free(&gr->from), vec_free(&gr->to);
    /* first[i] now is the end of row i, its start the end of row i-1 */
    Ready ready = {.next = base_realloc(NULL, n * sizeof(uint32_t))};
    for (uint32_t i = 0; i < n; i++)
        if (!waiting[i]) push_ready(&ready, gr->items, i);
    uint32_t done = 0;
    uint32_t part = 1;
    for (uint32_t at; (at = choose(&ready, part)) != UINT32_MAX;) {
        part = ready.queues.at[at].part;
        while (ready.queues.at[at].count) {
            Queue *q = &ready.queues.at[at];
            uint32_t i = q->head;
            q->head = ready.next[i];
            q->count--;
            order[done++] = i;
            for (uint32_t k = i ? first[i - 1] : 0; k < first[i]; k++)
                if (!--waiting[targets[k]]) push_ready(&ready, gr->items, targets[k]);
        }
    }
    base_realloc(first, 0), base_realloc(waiting, 0), base_realloc(targets, 0), base_realloc(ready.next, 0);
    vec_free(&ready.queues), vec_free(&ready.filled), base_map_free(&ready.queue_of);
    return done == n;
}

/* Item order[i] comes to place i, each cycle of the permutation in turn.  order becomes the identity. */
static void permute(GenItem *items, uint32_t *order, uint32_t n) {
    for (uint32_t start = 0; start < n; start++) {
        if (order[start] == start) continue;
        GenItem first = items[start];
        uint32_t at = start;
        while (order[at] != start) {
            uint32_t from = order[at];
            items[at] = items[from];
            order[at] = at;
            at = from;
        }
        items[at] = first;
        order[at] = at;
    }
}

void gen_schedule(Gen *g, GenItems *items) {
    size_t n = items->n;
    bool mixed = false;
    for (size_t i = 1; i < n && !mixed; i++) mixed = items->at[i].part != items->at[i - 1].part;
    if (n < 8 || (!mixed && gen_pieces(items->at, n) * 16 < n)) return;
    Graph gr = {.g = g, .items = items->at, .n = (uint32_t)n};
    gr.writer = base_realloc(NULL, g->dae->vars.n * sizeof(uint32_t));
    memset(gr.writer, 0, g->dae->vars.n * sizeof(uint32_t));
    for (uint32_t i = 0; i < n; i++) visit_item(&gr, i, note_writer);
    if (!gr.ambiguous) {
        for (uint32_t i = 0; i < n; i++) visit_item(&gr, i, note_edge);
        chain_impure(&gr);
        base_realloc(gr.writer, 0);
        gr.writer = NULL;
        uint32_t *order = base_realloc(NULL, n * sizeof *order);
        if (sort_items(&gr, order)) permute(items->at, order, (uint32_t)n);
        base_realloc(order, 0);
    }
    base_realloc(gr.writer, 0);
    vec_free(&gr.from), vec_free(&gr.to);
}
