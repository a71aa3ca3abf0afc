/* graph.c - algorithms on graphs of integers.
 *
 * Nothing here knows equations or expressions.  Before: graphs whose column numbers are below the
 * ncols given. After: see the contract of each function in symbolic_impl.h.  No function recurses;
 * all are deterministic.
 *
 * Sources: Karp and Sipser 1981 (greedy start), Hopcroft and Karp 1973 (matching), Tarjan 1972
 * (strong components), Dulmage and Mendelsohn 1958, Curtis, Powell and Reid 1974 (colouring).
 */
#include "symbolic/symbolic_impl.h"

#include <string.h>

static uint32_t *filled(size_t n, uint32_t value) {
    uint32_t *a = base_realloc(NULL, (n + 1) * sizeof *a);
    for (size_t i = 0; i <= n; i++) a[i] = value;
    return a;
}

void sym_fill_none(VecU32 *v, size_t n) {
    vec_clear(v);
    vec_reserve(v, n + 1);
    v->n = n;
    memset(v->at, 0xFF, n * sizeof *v->at);
}

void sym_graph_init(SymGraph *g) {
    memset(g, 0, sizeof *g);
    vec_push(&g->ptr, 0);
}

void sym_graph_free(SymGraph *g) {
    vec_free(&g->ptr);
    vec_free(&g->col);
}

void sym_graph_transpose(const SymGraph *g, uint32_t ncols, SymGraph *t) {
    uint32_t nrows = sym_graph_rows(g);
    memset(t, 0, sizeof *t);
    (void)vec_extend(&t->ptr, ncols + 1);
    (void)vec_extend(&t->col, g->col.n);
    for (size_t k = 0; k < g->col.n; k++) t->ptr.at[g->col.at[k] + 1]++;
    for (uint32_t c = 0; c < ncols; c++) t->ptr.at[c + 1] += t->ptr.at[c];
    uint32_t *next = base_realloc(NULL, (ncols + 1) * sizeof *next);
    memcpy(next, t->ptr.at, (ncols + 1) * sizeof *next);
    for (uint32_t r = 0; r < nrows; r++)
        for (uint32_t k = g->ptr.at[r]; k < g->ptr.at[r + 1]; k++) t->col.at[next[g->col.at[k]]++] = r;
    base_realloc(next, 0);
}

/* ---- matching ---------------------------------------------------------------------------------------------------- */

typedef struct {
    const SymGraph *g;
    SymGraph t;
    uint32_t *row_match, *col_match;
    uint32_t *row_degree, *col_degree; /* free neighbours */
    VecU32 queue;                      /* rows (2*r) and columns (2*c+1) with one free neighbour */
} Greedy;

/* Joins r and c and tells their neighbours. */
static void greedy_join(Greedy *y, uint32_t r, uint32_t c) {
    y->row_match[r] = c;
    y->col_match[c] = r;
    for (uint32_t k = y->t.ptr.at[c]; k < y->t.ptr.at[c + 1]; k++) {
        uint32_t other = y->t.col.at[k];
        if (--y->row_degree[other] == 1 && y->row_match[other] == SYM_NONE) vec_push(&y->queue, 2 * other);
    }
    for (uint32_t k = y->g->ptr.at[r]; k < y->g->ptr.at[r + 1]; k++) {
        uint32_t other = y->g->col.at[k];
        if (--y->col_degree[other] == 1 && y->col_match[other] == SYM_NONE) vec_push(&y->queue, 2 * other + 1);
    }
}

static void greedy_forced(Greedy *y) {
    while (y->queue.n) {
        uint32_t item = vec_pop(&y->queue), node = item / 2;
        bool is_col = item & 1;
        if ((is_col ? y->col_match : y->row_match)[node] != SYM_NONE) continue;
        const SymGraph *g = is_col ? &y->t : y->g;
        const uint32_t *other_match = is_col ? y->row_match : y->col_match;
        for (uint32_t k = g->ptr.at[node]; k < g->ptr.at[node + 1]; k++) {
            uint32_t other = g->col.at[k];
            if (other_match[other] != SYM_NONE) continue;
            greedy_join(y, is_col ? other : node, is_col ? node : other);
            break;
        }
    }
}

/* Karp-Sipser: nodes with one free neighbour first (never wrong), else the rarest column. */
static void greedy_match(const SymGraph *g, uint32_t ncols, uint32_t *row_match, uint32_t *col_match) {
    uint32_t nrows = sym_graph_rows(g);
    Greedy y = {.g = g, .row_match = row_match, .col_match = col_match};
    sym_graph_transpose(g, ncols, &y.t);
    y.row_degree = filled(nrows, 0);
    y.col_degree = filled(ncols, 0);
    for (uint32_t r = 0; r < nrows; r++)
        for (uint32_t k = g->ptr.at[r]; k < g->ptr.at[r + 1]; k++) {
            uint32_t c = g->col.at[k];
            if (col_match[c] == SYM_NONE) y.row_degree[r]++;
            if (row_match[r] == SYM_NONE) y.col_degree[c]++;
        }
    for (uint32_t c = ncols; c-- > 0;)
        if (col_match[c] == SYM_NONE && y.col_degree[c] == 1) vec_push(&y.queue, 2 * c + 1);
    for (uint32_t r = nrows; r-- > 0;)
        if (row_match[r] == SYM_NONE && y.row_degree[r] == 1) vec_push(&y.queue, 2 * r);
    greedy_forced(&y);
    for (uint32_t r = 0; r < nrows; r++) {
        if (row_match[r] != SYM_NONE) continue;
        uint32_t best = SYM_NONE;
        for (uint32_t k = g->ptr.at[r]; k < g->ptr.at[r + 1]; k++) {
            uint32_t c = g->col.at[k];
            if (col_match[c] == SYM_NONE && (best == SYM_NONE || y.col_degree[c] < y.col_degree[best])) best = c;
        }
        if (best == SYM_NONE) continue;
        greedy_join(&y, r, best);
        greedy_forced(&y);
    }
    base_realloc(y.row_degree, 0);
    base_realloc(y.col_degree, 0);
    vec_free(&y.queue);
    sym_graph_free(&y.t);
}

/* Breadth first from the free rows; distance of each row, true when a free column was reached. */
static bool layers(const SymGraph *g, const uint32_t *row_match, const uint32_t *col_match, uint32_t *distance,
                   VecU32 *queue) {
    uint32_t nrows = sym_graph_rows(g);
    uint32_t reached = SYM_NONE;
    vec_clear(queue);
    for (uint32_t r = 0; r < nrows; r++) {
        distance[r] = row_match[r] == SYM_NONE ? 0 : SYM_NONE;
        if (distance[r] == 0) vec_push(queue, r);
    }
    for (size_t head = 0; head < queue->n; head++) {
        uint32_t r = queue->at[head];
        if (distance[r] >= reached) break;
        for (uint32_t k = g->ptr.at[r]; k < g->ptr.at[r + 1]; k++) {
            uint32_t next = col_match[g->col.at[k]];
            if (next == SYM_NONE) {
                reached = distance[r];
            } else if (distance[next] == SYM_NONE) {
                distance[next] = distance[r] + 1;
                vec_push(queue, next);
            }
        }
    }
    return reached != SYM_NONE;
}

/* Depth first along the layers from one free row; edge[r] is the next edge to try, kept over the
 * phase. */
static bool augment_layered(const SymGraph *g, uint32_t root, uint32_t *distance, uint32_t *edge, VecU32 *stack,
                            uint32_t *row_match, uint32_t *col_match) {
    vec_clear(stack);
    vec_push(stack, root);
    while (stack->n) {
        uint32_t r = vec_last(stack);
        if (edge[r] == g->ptr.at[r + 1]) {
            distance[r] = SYM_NONE;
            (void)vec_pop(stack);
            if (stack->n) edge[vec_last(stack)]++;
            continue;
        }
        uint32_t c = g->col.at[edge[r]], next = col_match[c];
        if (next == SYM_NONE) {
            for (size_t i = stack->n; i-- > 0;) {
                uint32_t row = stack->at[i], taken = g->col.at[edge[row]];
                row_match[row] = taken;
                col_match[taken] = row;
                edge[row]++;
            }
            return true;
        }
        if (distance[next] == distance[r] + 1 && distance[next] != SYM_NONE) vec_push(stack, next);
        else edge[r]++;
    }
    return false;
}

uint32_t sym_match(const SymGraph *g, uint32_t ncols, uint32_t *row_match, uint32_t *col_match) {
    uint32_t nrows = sym_graph_rows(g), matched = 0;
    greedy_match(g, ncols, row_match, col_match);
    for (uint32_t r = 0; r < nrows; r++) matched += row_match[r] != SYM_NONE;
    if (matched == nrows) return matched;
    uint32_t *distance = filled(nrows, 0), *edge = filled(nrows, 0);
    VecU32 queue = {0};
    while (matched < nrows && layers(g, row_match, col_match, distance, &queue)) {
        memcpy(edge, g->ptr.at, nrows * sizeof *edge);
        uint32_t before = matched;
        for (uint32_t r = 0; r < nrows; r++)
            if (row_match[r] == SYM_NONE && augment_layered(g, r, distance, edge, &queue, row_match, col_match))
                matched++;
        if (matched == before) break;
    }
    vec_free(&queue);
    base_realloc(distance, 0);
    base_realloc(edge, 0);
    return matched;
}

/* ---- single augmenting paths ------------------------------------------------------------------------------------- */

void sym_search_init(SymSearch *s, uint32_t ncols) {
    memset(s, 0, sizeof *s);
    s->stamp = filled(ncols, 0);
    s->now = 1;
    s->ncols = ncols;
}

void sym_search_grow(SymSearch *s, uint32_t ncols) {
    if (ncols < 2 * s->ncols) ncols = 2 * s->ncols;
    s->stamp = base_realloc(s->stamp, (ncols + 1) * sizeof *s->stamp);
    memset(s->stamp + s->ncols, 0, (ncols + 1 - s->ncols) * sizeof *s->stamp);
    s->ncols = ncols;
}

void sym_search_free(SymSearch *s) {
    base_realloc(s->stamp, 0);
    vec_free(&s->queue);
    vec_free(&s->from);
    vec_free(&s->seen);
    memset(s, 0, sizeof *s);
}

/* A free column next to row, or SYM_NONE: looking one step ahead keeps most searches short.  Searches go in breadth,
 * for a free column is mostly near, and a path in depth may wander off along a chain of thousands. */
static uint32_t free_neighbour(const SymGraph *g, uint32_t row, const uint8_t *usable, const uint32_t *col_match) {
    for (uint32_t k = g->ptr.at[row]; k < g->ptr.at[row + 1]; k++) {
        uint32_t c = g->col.at[k];
        if (col_match[c] == SYM_NONE && (!usable || usable[c])) return c;
    }
    return SYM_NONE;
}

bool sym_augment(const SymGraph *g, SymSearch *s, uint32_t row, const uint8_t *usable, bool keep_marks,
                 uint32_t *row_match, uint32_t *col_match) {
    if (!keep_marks) s->now++;
    vec_clear(&s->queue);
    vec_clear(&s->from);
    vec_clear(&s->seen);
    vec_push(&s->queue, row);
    vec_push(&s->from, 0);
    uint32_t end = free_neighbour(g, row, usable, col_match), at = 0;
    for (size_t i = 0; i < s->queue.n && end == SYM_NONE; i++) {
        uint32_t r = s->queue.at[i];
        for (uint32_t k = g->ptr.at[r]; k < g->ptr.at[r + 1] && end == SYM_NONE; k++) {
            uint32_t c = g->col.at[k];
            if (s->stamp[c] == s->now || (usable && !usable[c])) continue;
            s->stamp[c] = s->now;
            vec_push(&s->seen, c);
            at = (uint32_t)s->queue.n;
            vec_push(&s->queue, col_match[c]);
            vec_push(&s->from, (uint32_t)i);
            end = free_neighbour(g, col_match[c], usable, col_match);
        }
    }
    if (end == SYM_NONE) return false;
    for (;; at = s->from.at[at]) {
        uint32_t r = s->queue.at[at], old = row_match[r];
        row_match[r] = end;
        col_match[end] = r;
        end = old;
        if (at == 0) break;
    }
    /* What a successful search visited may be entered again. */
    if (keep_marks)
        for (size_t i = 0; i < s->seen.n; i++) s->stamp[s->seen.at[i]] = 0;
    return true;
}

/* ---- Dulmage-Mendelsohn ------------------------------------------------------------------------------------------ */

static void mark_over(const SymGraph *g, const uint32_t *row_match, const uint32_t *col_match, uint8_t *row_part,
                      uint8_t *col_part, VecU32 *queue) {
    vec_clear(queue);
    for (uint32_t r = 0; r < sym_graph_rows(g); r++)
        if (row_match[r] == SYM_NONE) {
            row_part[r] = SYM_PART_OVER;
            vec_push(queue, r);
        }
    for (size_t head = 0; head < queue->n; head++) {
        uint32_t r = queue->at[head];
        for (uint32_t k = g->ptr.at[r]; k < g->ptr.at[r + 1]; k++) {
            uint32_t c = g->col.at[k], next = col_match[c];
            col_part[c] = SYM_PART_OVER;
            if (next == SYM_NONE || row_part[next] == SYM_PART_OVER) continue;
            row_part[next] = SYM_PART_OVER;
            vec_push(queue, next);
        }
    }
}

static void mark_under(const SymGraph *t, const uint32_t *row_match, const uint32_t *col_match, uint8_t *row_part,
                       uint8_t *col_part, VecU32 *queue) {
    vec_clear(queue);
    for (uint32_t c = 0; c < sym_graph_rows(t); c++)
        if (col_match[c] == SYM_NONE && t->ptr.at[c] < t->ptr.at[c + 1]) {
            col_part[c] = SYM_PART_UNDER;
            vec_push(queue, c);
        }
    for (size_t head = 0; head < queue->n; head++) {
        uint32_t c = queue->at[head];
        for (uint32_t k = t->ptr.at[c]; k < t->ptr.at[c + 1]; k++) {
            uint32_t r = t->col.at[k], next = row_match[r];
            row_part[r] = SYM_PART_UNDER;
            if (next == SYM_NONE || col_part[next] == SYM_PART_UNDER) continue;
            col_part[next] = SYM_PART_UNDER;
            vec_push(queue, next);
        }
    }
}

void sym_decompose(const SymGraph *g, uint32_t ncols, const uint32_t *row_match, const uint32_t *col_match,
                   uint8_t *row_part, uint8_t *col_part) {
    VecU32 queue = {0};
    SymGraph t;
    memset(row_part, SYM_PART_WELL, sym_graph_rows(g));
    memset(col_part, SYM_PART_WELL, ncols);
    mark_over(g, row_match, col_match, row_part, col_part, &queue);
    sym_graph_transpose(g, ncols, &t);
    mark_under(&t, row_match, col_match, row_part, col_part, &queue);
    sym_graph_free(&t);
    vec_free(&queue);
}

/* ---- strong components ------------------------------------------------------------------------------------------- */

void sym_components(uint32_t n, const uint32_t *off, const uint32_t *cnt, const uint32_t *items, const uint32_t *owner,
                    uint32_t nowner, uint32_t *order, VecU32 *ends) {
    uint32_t *number = filled(n, 0); /* visiting number from 1; SYM_NONE once in a component */
    uint32_t *low = filled(n, 0);
    VecU32 path = {0}, edge = {0}, open = {0};
    uint32_t counter = 0, out = 0;
    for (uint32_t root = 0; root < n; root++) {
        if (number[root]) continue;
        vec_push(&path, root);
        vec_push(&edge, 0);
        vec_push(&open, root);
        number[root] = low[root] = ++counter;
        while (path.n) {
            uint32_t v = vec_last(&path), k = vec_last(&edge);
            if (k < cnt[v]) {
                vec_last(&edge)++;
                uint32_t item = items[off[v] + k], w = item < nowner ? owner[item] : SYM_NONE;
                if (w == SYM_NONE || w == v || number[w] == SYM_NONE) continue;
                if (number[w]) {
                    if (number[w] < low[v]) low[v] = number[w];
                    continue;
                }
                number[w] = low[w] = ++counter;
                vec_push(&path, w);
                vec_push(&edge, 0);
                vec_push(&open, w);
                continue;
            }
            (void)vec_pop(&path);
            (void)vec_pop(&edge);
            if (path.n && low[v] < low[vec_last(&path)]) low[vec_last(&path)] = low[v];
            if (low[v] != number[v]) continue;
            uint32_t w;
            do {
                w = vec_pop(&open);
                number[w] = SYM_NONE;
                order[out++] = w;
            } while (w != v);
            vec_push(ends, out);
        }
    }
    vec_free(&path);
    vec_free(&edge);
    vec_free(&open);
    base_realloc(number, 0);
    base_realloc(low, 0);
}

/* ---- colouring --------------------------------------------------------------------------------------------------- */

uint32_t sym_colour(uint32_t nrows, uint32_t ncols, const uint32_t *colptr, const uint32_t *rowind, uint64_t budget,
                    uint32_t *colour) {
    SymGraph csc = {.ptr = {.at = (uint32_t *)colptr, .n = ncols + 1},
                    .col = {.at = (uint32_t *)rowind, .n = colptr[ncols]}};
    SymGraph rows;
    sym_graph_transpose(&csc, nrows, &rows);
    uint64_t work = 0;
    for (uint32_t r = 0; r < nrows; r++) {
        uint64_t k = rows.ptr.at[r + 1] - rows.ptr.at[r];
        work += k * k;
    }
    uint32_t ncolours = 0;
    if (work <= budget) {
        uint32_t *taken = filled(ncols + 1, SYM_NONE); /* by colour: last column it was forbidden for */
        for (uint32_t c = 0; c < ncols; c++) colour[c] = SYM_NONE;
        for (uint32_t c = 0; c < ncols; c++) {
            for (uint32_t k = colptr[c]; k < colptr[c + 1]; k++) {
                uint32_t r = rowind[k];
                for (uint32_t j = rows.ptr.at[r]; j < rows.ptr.at[r + 1]; j++) {
                    uint32_t other = colour[rows.col.at[j]];
                    if (other != SYM_NONE) taken[other] = c;
                }
            }
            uint32_t free_colour = 0;
            while (taken[free_colour] == c) free_colour++;
            colour[c] = free_colour;
            if (free_colour >= ncolours) ncolours = free_colour + 1;
        }
        base_realloc(taken, 0);
    }
    sym_graph_free(&rows);
    return ncolours;
}
