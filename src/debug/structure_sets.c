/* structure_sets.c - sets of edits where no single one makes a model square.
 *
 * Before: the graph of a flat model, a maximum matching of it, and edits in their order of preference, each of which
 * takes some rows or columns (its nodes) out of the graph.  After: for every strategy a few sets of edits after which
 * all that is left is matched.
 *
 * The rows that may be missing are the independent sets of a matroid (the dual of the transversal one), and so are the
 * columns. For edits with one node each, taking the best one that fits until nothing is left to mend therefore never
 * leads into a dead end.  Other sets come from other first edits.  What fits best: an edit of a component that has too
 * many or too few equations by its own count (MLS 3.6, 4.8), then the order of preference.
 */
#include "debug/debug_impl.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_SETS = 5, MOST_IN_SET = 32, MOST_CANDIDATES = 60 };
static const size_t MOST_WORK = 400000000; /* edges looked at, roughly */

typedef struct {
    const DbgSets *in;
    DbgDiagnosis *out;
    SymSearch search;
    uint8_t *row_gone, *col_usable;
    uint32_t *row_match, *col_match; /* of the last test */
    uint32_t nrows, deficiency;      /* rows and columns without partner in the whole graph */
    size_t work;
    uint32_t set[MOST_IN_SET], n; /* the set that grows */
    uint32_t nodes;               /* of its edits */
} Sets;

static void take(Sets *x, const DbgEdit *e, bool out) {
    for (uint32_t i = 0; i < e->nnodes; i++) {
        if (e->kind == DBG_EDIT_REMOVE_EQUATION) x->row_gone[e->nodes[i]] = out;
        else x->col_usable[e->nodes[i]] = !out;
    }
}

static bool is_gone(const Sets *x, const DbgEdit *e) {
    for (uint32_t i = 0; i < e->nnodes; i++)
        if (e->kind == DBG_EDIT_REMOVE_EQUATION ? x->row_gone[e->nodes[i]] : !x->col_usable[e->nodes[i]]) return true;
    return false;
}

/* Rows and columns without partner in what is left. */
static uint32_t deficiency(Sets *x) {
    const DbgSets *in = x->in;
    uint32_t n = 0;
    memcpy(x->row_match, in->row_match, x->nrows * sizeof *x->row_match);
    memcpy(x->col_match, in->col_match, in->ncols * sizeof *x->col_match);
    for (uint32_t r = 0; r < x->nrows; r++) {
        uint32_t c = x->row_match[r];
        if (c == SYM_NONE || (!x->row_gone[r] && x->col_usable[c])) continue;
        x->row_match[r] = x->col_match[c] = SYM_NONE;
    }
    for (uint32_t r = 0; r < x->nrows; r++) {
        if (x->row_gone[r] || x->row_match[r] != SYM_NONE) continue;
        x->search.now++;
        if (!sym_augment(in->g, &x->search, r, x->col_usable, false, x->row_match, x->col_match)) n++;
        x->work += x->search.seen.n;
    }
    for (uint32_t c = 0; c < in->ncols; c++) n += in->unknown[c] && x->col_usable[c] && x->col_match[c] == SYM_NONE;
    x->work += x->nrows + in->ncols;
    return n;
}

/* Adds the edit when every one of its nodes brings the model nearer to a square one. */
static bool add(Sets *x, uint32_t edit) {
    const DbgEdit *e = &x->out->edits[edit];
    if (!e->nnodes || x->n == MOST_IN_SET || is_gone(x, e)) return false;
    take(x, e, true);
    if (deficiency(x) != x->deficiency - x->nodes - e->nnodes) {
        take(x, e, false);
        return false;
    }
    x->set[x->n++] = edit;
    x->nodes += e->nnodes;
    return true;
}

/* Equations that the component lacks by its own count after the edits of the set: negative when it has too many. */
static int64_t lacking(const Sets *x, const DbgEdit *e) {
    int64_t n = x->in->balance(x->in->arg, e->owner);
    for (uint32_t i = 0; i < x->n; i++) {
        const DbgEdit *o = &x->out->edits[x->set[i]];
        if (o->owner == e->owner) n += o->kind == DBG_EDIT_REMOVE_EQUATION ? 1 : -1;
    }
    return n;
}

static bool mends_component(const Sets *x, const DbgEdit *e) {
    int64_t n = lacking(x, e);
    return e->kind == DBG_EDIT_REMOVE_EQUATION ? n < 0 : n > 0;
}

/* One more edit for the set; false when none fits. */
static bool grow(Sets *x, DbgStrategy strategy) {
    for (int second = 0; second < 2; second++) {
        uint32_t tried = 0;
        for (uint32_t i = 0; i < x->out->nedits && tried < MOST_CANDIDATES && x->work < MOST_WORK; i++) {
            const DbgEdit *e = &x->out->edits[i];
            if (!dbg_strategy_has(strategy, e->kind) || mends_component(x, e) == (bool)second) continue;
            tried++;
            if (add(x, i)) return true;
        }
    }
    return false;
}

static int by_number(const void *a, const void *b) {
    uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;
    return p < q ? -1 : p > q;
}

static void keep(Sets *x, DbgStrategy strategy) {
    DbgEditSet *sets = x->out->sets[strategy];
    uint32_t *count = &x->out->nsets[strategy];
    qsort(x->set, x->n, sizeof *x->set, by_number);
    for (uint32_t i = 0; i < *count; i++)
        if (sets[i].n == x->n && !memcmp(sets[i].edits, x->set, x->n * sizeof *x->set)) return;
    sets[(*count)++] = (DbgEditSet){x->n, base_copy(x->in->arena, x->set, x->n * sizeof *x->set)};
}

static void find(Sets *x, DbgStrategy strategy) {
    DbgDiagnosis *out = x->out;
    out->sets[strategy] = BASE_ARRAY(x->in->arena, DbgEditSet, MOST_SETS);
    uint32_t tried = 0;
    for (uint32_t i = 0; i < out->nedits && tried < MOST_CANDIDATES && out->nsets[strategy] < MOST_SETS; i++) {
        if (!dbg_strategy_has(strategy, out->edits[i].kind)) continue;
        tried++;
        x->n = x->nodes = 0;
        /* A set may begin with any edit, but first with one that its component needs. */
        if (out->nsets[strategy] ? add(x, i) : grow(x, strategy))
            while (x->nodes < x->deficiency && grow(x, strategy)) {}
        if (x->n > 1 && x->nodes == x->deficiency) keep(x, strategy);
        for (uint32_t k = 0; k < x->n; k++) take(x, &out->edits[x->set[k]], false);
        if (x->work >= MOST_WORK) return;
    }
}

/* Is there an edit that is enough alone? */
static bool one_is_enough(const Sets *x) {
    for (size_t i = 0; i < x->out->nedits; i++)
        if (x->out->edits[i].n == x->deficiency && !x->out->edits[i].left) return true;
    return false;
}

void dbg_edit_sets(const DbgSets *in, DbgDiagnosis *out) {
    Sets x = {.in = in, .out = out, .nrows = sym_graph_rows(in->g), .deficiency = out->excess + out->missing};
    if (one_is_enough(&x) || x.deficiency > MOST_CANDIDATES) return;
    sym_search_init(&x.search, in->ncols);
    x.row_gone = base_realloc(NULL, x.nrows + 1);
    x.col_usable = base_realloc(NULL, in->ncols + 1);
    x.row_match = base_realloc(NULL, (x.nrows + 1) * sizeof *x.row_match);
    x.col_match = base_realloc(NULL, (in->ncols + 1) * sizeof *x.col_match);
    memset(x.row_gone, 0, x.nrows + 1);
    memset(x.col_usable, 1, in->ncols + 1);
    for (DbgStrategy strategy = DBG_STRATEGY_ALL; strategy <= DBG_STRATEGY_ADD; strategy++) find(&x, strategy);
    base_realloc(x.row_gone, 0);
    base_realloc(x.col_usable, 0);
    base_realloc(x.row_match, 0);
    base_realloc(x.col_match, 0);
    sym_search_free(&x.search);
}
