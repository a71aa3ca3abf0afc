/* base_impl.h - what the files of base/ share among themselves and nobody else sees. */
#ifndef CAUSEWAY_BASE_IMPL_H
#define CAUSEWAY_BASE_IMPL_H

#include "base/base.h"

Sources *base_sources_new(void);
void base_sources_free(Sources *s);
bool base_source_given(const Sources *s, SourceId id); /* handed in as text: no file stands behind it */

/* A report that waits to be printed. */
typedef struct {
    Diag *diag;
    uint64_t key;  /* of (code, span, text): in Diags.seen */
    bool shown;    /* false: past the cap */
    bool follower; /* repeats what an earlier one says: not printed */
} DiagEntry;

struct Diags {
    Arena arena;
    VEC(DiagEntry) entries;
    size_t gone;             /* entries that were printed or cleared: marks count them */
    Map seen;                /* keys of everything reported, also of what was printed */
    size_t errors, warnings; /* reported so far, those past the cap included */
    size_t unsupported;      /* errors from base_unsupported */
    size_t tolerated;        /* warnings about the letter of the language in files of libraries */
    Text lines;              /* "CODE path", one a line: those taken and not yet summed up */
};

Diags *base_diags_new(void);
void base_diags_free(Diags *d);

#endif
