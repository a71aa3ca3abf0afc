/* copy.c - a Dae with the contents of another, to be changed while the other stays as it is.
 *
 * Tables are copied.  What lies in the arena of the first (declarations of functions, literals of enumerations,
 * strings) is never changed and is shared: an arena lives as long as a Dae that uses it.  Scratch and lookup tables
 * that are made on demand start empty.
 */
#include <stdatomic.h>
#include <string.h>

#include "dae/dae_impl.h"

struct DaeHeap {
    Arena arena;
    DaeHeap *from; /* of the Dae it was copied from, or NULL */
    atomic_uint users;
};

DaeHeap *dae_heap_new(DaeHeap *from) {
    DaeHeap *h = base_realloc(NULL, sizeof *h);
    memset(h, 0, sizeof *h);
    h->from = from;
    if (from) atomic_fetch_add(&from->users, 1);
    atomic_init(&h->users, 1);
    return h;
}

void dae_heap_release(DaeHeap *h) {
    while (h && atomic_fetch_sub(&h->users, 1) == 1) {
        DaeHeap *from = h->from;
        base_free_arena(&h->arena);
        base_realloc(h, 0);
        h = from;
    }
}

Arena *dae_heap_arena(DaeHeap *h) { return &h->arena; }

static void *copy_items(const void *at, size_t bytes) {
    void *copy = bytes ? base_realloc(NULL, bytes) : NULL;
    if (bytes) memcpy(copy, at, bytes);
    return copy;
}

#define COPY_TABLE(v) ((v).at = copy_items((v).at, (v).n * sizeof *(v).at), (v).cap = (v).n)
#define COPY_MAP(m) ((m).slots = copy_items((m).slots, (m).cap * sizeof *(m).slots))
#define FORGET(v) memset(&(v), 0, sizeof(v))

Dae *dae_copy(const Dae *from) {
    DaeHeap *heap = dae_heap_new(from->heap);
    Dae *d = BASE_NEW(&heap->arena, Dae);
    *d = *from;
    d->heap = heap;
    d->arena = &heap->arena;
    COPY_TABLE(d->pool.nodes);
    COPY_TABLE(d->pool.args);
    d->pool.table = copy_items(d->pool.table, d->pool.table_cap * sizeof *d->pool.table);
    COPY_TABLE(d->names);
    COPY_TABLE(d->subs);
    COPY_TABLE(d->vars);
    COPY_TABLE(d->attrs);
    COPY_TABLE(d->constants);
    COPY_TABLE(d->shapes);
    COPY_TABLE(d->operands);
    COPY_TABLE(d->spans);
    COPY_TABLE(d->origins);
    COPY_TABLE(d->equations);
    COPY_TABLE(d->initial);
    COPY_TABLE(d->bindings);
    COPY_TABLE(d->actions);
    COPY_TABLE(d->functions);
    COPY_TABLE(d->enums);
    COPY_TABLE(d->partitions);
    COPY_TABLE(d->clocks);
    COPY_TABLE(d->strings);
    COPY_TABLE(d->holes);
    COPY_MAP(d->partition_of);
    COPY_MAP(d->string_of);
    COPY_MAP(d->attr_ids);
    COPY_MAP(d->shape_ids);
    COPY_MAP(d->span_ids);
    COPY_MAP(d->function_ids);
    d->constant_table = NULL; /* made on demand, as the rest */
    d->constant_table_cap = 0;
    d->name_table = NULL;
    d->name_table_cap = d->name_table_n = 0;
    FORGET(d->var_of_name);
    d->vars_indexed = 0;
    FORGET(d->walk);
    FORGET(d->mapped);
    FORGET(d->shown);
    return d;
}
