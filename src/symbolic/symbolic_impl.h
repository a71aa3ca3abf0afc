/* symbolic_impl.h - what the files of symbolic/ share among themselves.
 *
 * Sections, in the order data flows:
 *   graph.c      bipartite graphs of integers: matching, components, Dulmage-Mendelsohn, tearing order
 *   translate.c  the work in progress and helpers over it
 *   alias.c, index.c, tear.c, initial.c, jacobian.c, diagnose.c: one entry each
 */
#ifndef CAUSEWAY_SYMBOLIC_IMPL_H
#define CAUSEWAY_SYMBOLIC_IMPL_H

#include "symbolic/symbolic.h"

#define SYM_NONE UINT32_MAX

/* ---- graph.c -------------------------------------------------------------------------------- */

/* Rows are scalar equations, columns variables; row r is adjacent to col.at[ptr.at[r] .. ptr.at[r+1]-1]. */
typedef struct {
    VecU32 ptr; /* one more than rows once the first row was closed */
    VecU32 col;
} SymGraph;

void sym_graph_init(SymGraph *g);
void sym_graph_free(SymGraph *g);
static inline uint32_t sym_graph_rows(const SymGraph *g) { return (uint32_t)g->ptr.n - 1; }
static inline void sym_graph_edge(SymGraph *g, uint32_t col) { vec_push(&g->col, col); }
static inline void sym_graph_close_row(SymGraph *g) { vec_push(&g->ptr, (uint32_t)g->col.n); }
/* Columns as rows: t must be a zeroed graph. */
void sym_graph_transpose(const SymGraph *g, uint32_t ncols, SymGraph *t);

/* Maximum matching.  row_match and col_match (SYM_NONE where free) may hold a matching to start from.
 * Returns the number of matched rows. */
uint32_t sym_match(const SymGraph *g, uint32_t ncols, uint32_t *row_match, uint32_t *col_match);

/* Search for one augmenting path at a time, with marks that are cleared cheaply. */
typedef struct {
    uint32_t *stamp;   /* per column: search that last visited it */
    uint32_t now;
    VecU32 stack, edge; /* rows on the path and the next edge of each */
    VecU32 seen;       /* columns visited by the last search */
} SymSearch;

void sym_search_init(SymSearch *s, uint32_t ncols);
void sym_search_free(SymSearch *s);
/* Tries to match `row`.  usable (or NULL) tells which columns may be entered.  keep_marks: a failed search leaves its
 * columns marked, so that later ones do not enter them again (their rows can never be released).
 * After a failure s->seen lists the visited columns; their rows and `row` are a minimal overdetermined set. */
bool sym_augment(const SymGraph *g, SymSearch *s, uint32_t row, const uint8_t *usable, bool keep_marks,
                 uint32_t *row_match, uint32_t *col_match);

/* Parts of the coarse Dulmage-Mendelsohn decomposition under a maximum matching. */
enum { SYM_PART_WELL, SYM_PART_OVER, SYM_PART_UNDER };
void sym_decompose(const SymGraph *g, uint32_t ncols, const uint32_t *row_match, const uint32_t *col_match,
                   uint8_t *row_part, uint8_t *col_part);

/* Strong components of the dependencies between n nodes.  Node i depends on owner[items[k]] for k in
 * [off[i], off[i]+cnt[i]), where items beyond nowner and owners SYM_NONE count as known.  order gets the nodes, what
 * is depended on first; ends (VecU32) the end of each component in order. */
void sym_components(uint32_t n, const uint32_t *off, const uint32_t *cnt, const uint32_t *items,
                    const uint32_t *owner, uint32_t nowner, uint32_t *order, VecU32 *ends);

/* Greedy distance-1 colouring of the columns of a CSC pattern: columns that share a row get different colours.  0 and no
 * colours when the work would exceed `budget` steps. */
uint32_t sym_colour(uint32_t nrows, uint32_t ncols, const uint32_t *colptr, const uint32_t *rowind, uint64_t budget,
                    uint32_t *colour);

#endif
