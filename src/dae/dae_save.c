/* dae_save.c - a Dae as bytes and back: the flat part of a translated model in the cache.
 *
 * Tables are written as they lie in memory, except that Names are written as numbers of the blob's table.  Source ids
 * stay as they are: sources are loaded first, into a Context without any, in the same order.
 */
#include "dae/dae.h"

#include <string.h>

/* A member that is added to one of these must be written below (or be known to be made anew): the numbers remind. */
_Static_assert(sizeof(Dae) == 1024, "dae_save, dae_load and dae_copy know every member");
_Static_assert(sizeof(DaeFunction) == 88 && sizeof(DaeExternal) == 96 && sizeof(DaeLocal) == 32, "of functions too");
_Static_assert(sizeof(DaeAttrs) == 36 && sizeof(DaeVariable) == 32 && sizeof(DaeNode) == 24, "and of variables");

/* ---- names inside tables ----------------------------------------------------------------------------------------- */

/* exactly one of the two is set */
typedef struct {
    Blob *to;
    BlobReader *from;
} Side;

static Name swap_name(Side s, Name n) { return s.to ? base_blob_name(s.to, n) : base_blob_name_of(s.from, n); }

static void swap_words(Side s, DaeNameNode *at, size_t n) {
    for (size_t i = 0; i < n; i++) at[i].word = swap_name(s, at[i].word);
}

static void swap_attrs(Side s, DaeAttrs *at, size_t n) {
    for (size_t i = 0; i < n; i++) {
        at[i].unit = swap_name(s, at[i].unit);
        at[i].display_unit = swap_name(s, at[i].display_unit);
        at[i].quantity = swap_name(s, at[i].quantity);
        at[i].comment = swap_name(s, at[i].comment);
    }
}

static void swap_nodes(Side s, DaeNode *at, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (at[i].op == DAE_TEXT) at[i].id = swap_name(s, at[i].id);
}

/* Writes a copy of a table after `swap` has replaced its names. */
#define PUT_SWAPPED(b, vec, swap)                                                                                      \
    do {                                                                                                               \
        void *copy_ = base_realloc(NULL, ((vec)->n + 1) * sizeof *(vec)->at);                                          \
        if ((vec)->n) memcpy(copy_, (vec)->at, (vec)->n * sizeof *(vec)->at);                                          \
        swap((Side){.to = b}, copy_, (vec)->n);                                                                        \
        base_blob_put(b, copy_, (vec)->n * sizeof *(vec)->at);                                                         \
        base_realloc(copy_, 0);                                                                                        \
    } while (0)
#define TAKE_SWAPPED(r, vec, swap)                                                                                     \
    do {                                                                                                               \
        base_blob_take_vec(r, vec);                                                                                    \
        swap((Side){.from = r}, (vec)->at, (vec)->n);                                                                  \
    } while (0)

/* ---- functions --------------------------------------------------------------------------------------------------- */

static void put_external(Blob *b, const DaeExternal *x) {
    DaeExternal head = *x;
    head.language = base_blob_name(b, x->language);
    head.c_name = base_blob_name(b, x->c_name);
    base_blob_put(b, &head, sizeof head);
    base_blob_put(b, x->args, x->nargs * sizeof *x->args);
    base_blob_text(b, x->include);
    for (uint32_t i = 0; i < x->nlibraries; i++) base_blob_text(b, x->libraries[i]);
    base_blob_text(b, x->include_dir);
    base_blob_text(b, x->library_dir);
    base_blob_text(b, x->base_dir);
    base_blob_text(b, x->used_dir);
}

static DaeExternal *take_external(Arena *a, BlobReader *r) {
    DaeExternal *x = BASE_NEW(a, DaeExternal);
    size_t n;
    base_blob_take_into(r, x, sizeof *x);
    x->language = base_blob_name_of(r, x->language);
    x->c_name = base_blob_name_of(r, x->c_name);
    x->args = (DaeExpr *)base_blob_take_copy(r, a, &n);
    x->include = base_blob_take_text(r, a);
    x->libraries = BASE_ARRAY(a, const char *, x->nlibraries + 1);
    for (uint32_t i = 0; i < x->nlibraries && !r->bad; i++) x->libraries[i] = base_blob_take_text(r, a);
    x->include_dir = base_blob_take_text(r, a);
    x->library_dir = base_blob_take_text(r, a);
    x->base_dir = base_blob_take_text(r, a);
    x->used_dir = base_blob_take_text(r, a);
    return x;
}

static void put_function(Blob *b, const DaeFunction *f) {
    DaeFunction head = *f;
    head.name = base_blob_name(b, f->name);
    base_blob_put(b, &head, sizeof head);
    for (uint32_t i = 0; i < f->nlocals; i++) {
        DaeLocal local = f->locals[i];
        local.name = base_blob_name(b, local.name);
        base_blob_put(b, &local, sizeof local);
        base_blob_put(b, local.dims, local.dims ? local.rank * sizeof *local.dims : 0);
    }
    for (uint32_t i = 0; i < f->nderivatives; i++) {
        base_blob_put(b, &f->derivatives[i], sizeof f->derivatives[i]);
        base_blob_put(b, f->derivatives[i].skip, f->derivatives[i].skip ? f->ninputs : 0);
    }
    base_blob_put(b, f->inverses, f->ninverses * sizeof *f->inverses);
    if (f->external) put_external(b, f->external);
}

static DaeFunction take_function(Arena *a, BlobReader *r) {
    DaeFunction f;
    size_t n;
    base_blob_take_into(r, &f, sizeof f);
    f.name = base_blob_name_of(r, f.name);
    f.locals = BASE_ARRAY(a, DaeLocal, f.nlocals + 1);
    for (uint32_t i = 0; i < f.nlocals && !r->bad; i++) {
        base_blob_take_into(r, &f.locals[i], sizeof f.locals[i]);
        f.locals[i].name = base_blob_name_of(r, f.locals[i].name);
        f.locals[i].dims = base_blob_take_copy(r, a, &n);
    }
    f.derivatives = BASE_ARRAY(a, DaeDerivative, f.nderivatives + 1);
    for (uint32_t i = 0; i < f.nderivatives && !r->bad; i++) {
        base_blob_take_into(r, &f.derivatives[i], sizeof f.derivatives[i]);
        f.derivatives[i].skip = base_blob_take_copy(r, a, &n);
    }
    f.inverses = base_blob_take_copy(r, a, &n);
    f.ninverses = (uint32_t)(n / sizeof *f.inverses);
    if (f.external) f.external = take_external(a, r);
    return f;
}

static void put_functions(Blob *b, const Dae *d) {
    uint64_t n = d->functions.n;
    base_blob_put(b, &n, sizeof n);
    for (size_t i = 1; i < n; i++) put_function(b, &d->functions.at[i]);
}

static void take_functions(Dae *d, BlobReader *r) {
    uint64_t n;
    base_blob_take_into(r, &n, sizeof n);
    for (uint64_t i = 1; i < n && !r->bad; i++) {
        DaeFunction f = take_function(d->arena, r);
        vec_push(&d->functions, f);
        base_map_put(&d->function_ids, f.name, i);
    }
}

/* ---- enumerations, strings --------------------------------------------------------------------------------------- */

static void put_pairs(Blob *b, const Map *m) {
    uint64_t key, value;
    VEC(uint64_t) pairs = {0};
    for (size_t i = 0; base_map_next(m, &i, &key, &value);) {
        vec_push(&pairs, key);
        vec_push(&pairs, value);
    }
    base_blob_put_vec(b, &pairs);
    vec_free(&pairs);
}

static void take_pairs(BlobReader *r, Map *m) {
    VEC(uint64_t) pairs = {0};
    base_blob_take_vec(r, &pairs);
    for (size_t i = 0; i + 1 < pairs.n; i += 2) base_map_put(m, pairs.at[i], pairs.at[i + 1]);
    vec_free(&pairs);
}

static void put_enums(Blob *b, const Dae *d) {
    uint64_t n = d->enums.n;
    base_blob_put(b, &n, sizeof n);
    for (size_t i = 1; i < n; i++) {
        const DaeEnum *e = &d->enums.at[i];
        uint32_t head[2] = {base_blob_name(b, e->name), e->n};
        base_blob_put(b, head, sizeof head);
        for (uint32_t k = 0; k < e->n; k++) {
            uint32_t literal = base_blob_name(b, e->literals[k]);
            base_blob_put(b, &literal, sizeof literal);
        }
    }
}

static void take_enums(Dae *d, BlobReader *r) {
    uint64_t n;
    base_blob_take_into(r, &n, sizeof n);
    for (uint64_t i = 1; i < n && !r->bad; i++) {
        uint32_t head[2];
        base_blob_take_into(r, head, sizeof head);
        DaeEnum e = {.name = base_blob_name_of(r, head[0]), .n = head[1]};
        e.literals = BASE_ARRAY(d->arena, Name, e.n + 1);
        for (uint32_t k = 0; k < e.n && !r->bad; k++) {
            uint32_t literal;
            base_blob_take_into(r, &literal, sizeof literal);
            e.literals[k] = base_blob_name_of(r, literal);
        }
        vec_push(&d->enums, e);
    }
}

static void put_strings(Blob *b, const Dae *d) {
    uint64_t n = d->strings.n;
    base_blob_put(b, &n, sizeof n);
    for (size_t i = 1; i < n; i++) base_blob_text(b, d->strings.at[i]);
    put_pairs(b, &d->string_of);
}

static void take_strings(Dae *d, BlobReader *r) {
    uint64_t n;
    base_blob_take_into(r, &n, sizeof n);
    for (uint64_t i = 1; i < n && !r->bad; i++) {
        const char *s = base_blob_take_text(r, d->arena);
        vec_push(&d->strings, s);
    }
    take_pairs(r, &d->string_of);
}

/* ---- clocked partitions ------------------------------------------------------------------------------------------ */

static void swap_methods(Side s, DaePartition *at, size_t n) {
    for (size_t i = 0; i < n; i++) at[i].method = swap_name(s, at[i].method);
}

/* ---- the whole --------------------------------------------------------------------------------------------------- */

/* Tables without names or pointers. */
#define PLAIN_TABLES(X)                                                                                                \
    X(subs)                                                                                                            \
    X(vars)                                                                                                            \
    X(constants) X(shapes) X(operands) X(spans) X(origins) X(equations) X(initial) X(bindings) X(actions) X(clocks)

void dae_save(const Dae *d, Blob *b) {
    uint32_t model = base_blob_name(b, d->model);
    base_blob_put(b, &model, sizeof model);
    PUT_SWAPPED(b, &d->pool.nodes, swap_nodes);
    base_blob_put_vec(b, &d->pool.args);
    PUT_SWAPPED(b, &d->names, swap_words);
    PUT_SWAPPED(b, &d->attrs, swap_attrs);
#define PUT(table) base_blob_put_vec(b, &d->table);
    PLAIN_TABLES(PUT)
#undef PUT
    put_functions(b, d);
    put_enums(b, d);
    put_strings(b, d);
    PUT_SWAPPED(b, &d->partitions, swap_methods);
    put_pairs(b, &d->partition_of);
    base_blob_put(b, &d->experiment, sizeof d->experiment);
    uint32_t counts[2] = {d->open_unknowns, d->ndelays};
    base_blob_put(b, counts, sizeof counts);
}

Dae *dae_load(Context *ctx, BlobReader *r) {
    Dae *d = dae_new(ctx);
    uint32_t model, counts[2];
    base_blob_take_into(r, &model, sizeof model);
    d->model = base_blob_name_of(r, model);
    TAKE_SWAPPED(r, &d->pool.nodes, swap_nodes);
    base_blob_take_vec(r, &d->pool.args);
    TAKE_SWAPPED(r, &d->names, swap_words);
    TAKE_SWAPPED(r, &d->attrs, swap_attrs);
#define TAKE(table) base_blob_take_vec(r, &d->table);
    PLAIN_TABLES(TAKE)
#undef TAKE
    take_functions(d, r);
    take_enums(d, r);
    take_strings(d, r);
    TAKE_SWAPPED(r, &d->partitions, swap_methods);
    take_pairs(r, &d->partition_of);
    base_blob_take_into(r, &d->experiment, sizeof d->experiment);
    base_blob_take_into(r, counts, sizeof counts);
    d->open_unknowns = counts[0];
    d->ndelays = counts[1];
    if (r->bad) {
        dae_free(d);
        return NULL;
    }
    dae_pool_index(&d->pool);
    return d;
}
