/* debug_impl.h - what the files of debug/ share among themselves. */
#ifndef CAUSEWAY_DEBUG_IMPL_H
#define CAUSEWAY_DEBUG_IMPL_H

#include "debug/debug.h"

/* structure.c: in the Context's arena; lives as long as flat. */
DbgDiagnosis *dbg_structure(const SymFlat *flat, const DbgOptions *options);
/* structure_print.c: an equation of the diagnosis as text. */
void dbg_diagnosed_equation(const DbgDiagnosis *x, uint32_t equation, Text *out);

/* ---- structure_sets.c -------------------------------------------------------------------------------------------- */

typedef struct {
    Arena *arena;
    const SymGraph *g; /* of the flat model; a variable and its derivatives are one column */
    uint32_t ncols;
    const uint32_t *row_match, *col_match;                 /* a maximum matching */
    const uint8_t *unknown;                                /* columns that count */
    int64_t (*balance)(const void *arg, DaeName instance); /* equations that a component lacks by its own count */
    const void *arg;
} DbgSets;

/* Fills out->sets when no edit of out->edits is enough alone. */
void dbg_edit_sets(const DbgSets *in, DbgDiagnosis *out);

#endif
