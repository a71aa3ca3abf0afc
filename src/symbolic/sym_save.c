/* sym_save.c - a SymModel as bytes and back: the sorted blocks of a translated model in the cache. */
#include "symbolic/symbolic_impl.h"

#include <string.h>

/* A member that is added to one of these must be written below: the numbers remind. */
_Static_assert(sizeof(SymModel) == 472, "sym_save and sym_load know every member");
_Static_assert(sizeof(SymSystem) == 80 && sizeof(SymSelection) == 96 && sizeof(SymBlock) == 20, "of its parts too");

static void put_system(Blob *b, const SymSystem *s) {
    base_blob_put(b, s, sizeof *s);
    base_blob_put(b, s->unknowns, s->n * sizeof *s->unknowns);
    base_blob_put(b, s->residuals, s->n * sizeof *s->residuals);
    base_blob_put(b, s->inner, s->ninner * sizeof *s->inner);
    base_blob_put(b, s->colptr, s->colptr ? (s->n + 1) * sizeof *s->colptr : 0);
    base_blob_put(b, s->rowind, s->colptr ? s->colptr[s->n] * sizeof *s->rowind : 0);
    base_blob_put(b, s->colour, s->colour ? s->n * sizeof *s->colour : 0);
}

/* A piece that may be empty, though there is an array. */
static void *take_array(BlobReader *r, Arena *a, const void *was) {
    size_t n;
    const void *data = base_blob_take(r, &n);
    void *copy = was ? base_alloc(a, n + 8) : NULL;
    if (copy && n) memcpy(copy, data, n);
    return copy;
}

static SymSystem take_system(BlobReader *r, Arena *a) {
    SymSystem s;
    base_blob_take_into(r, &s, sizeof s);
    s.unknowns = take_array(r, a, s.unknowns);
    s.residuals = take_array(r, a, s.residuals);
    s.inner = take_array(r, a, s.inner);
    s.colptr = take_array(r, a, s.colptr);
    s.rowind = take_array(r, a, s.rowind);
    s.colour = take_array(r, a, s.colour);
    return s;
}

static void put_selection(Blob *b, const SymSelection *s) {
    base_blob_put(b, s, sizeof *s);
    base_blob_put(b, s->x, s->n * sizeof *s->x);
    base_blob_put(b, s->z, s->nstates * sizeof *s->z);
    base_blob_put(b, s->begin, s->nstates * sizeof *s->begin);
    base_blob_put(b, s->first, ((size_t)s->nstates + 1) * sizeof *s->first);
    base_blob_put(b, s->of, s->npicks * sizeof *s->of);
    base_blob_put(b, s->pick, s->npicks * sizeof *s->pick);
    base_blob_put(b, s->row, ((size_t)s->nrows + 1) * sizeof *s->row);
    base_blob_put(b, s->column, s->nentries * sizeof *s->column);
    base_blob_put(b, s->entry, s->nentries * sizeof *s->entry);
}

static SymSelection take_selection(BlobReader *r, Arena *a) {
    SymSelection s;
    base_blob_take_into(r, &s, sizeof s);
    s.x = take_array(r, a, s.x);
    s.z = take_array(r, a, s.z);
    s.begin = take_array(r, a, s.begin);
    s.first = take_array(r, a, s.first);
    s.of = take_array(r, a, s.of);
    s.pick = take_array(r, a, s.pick);
    s.row = take_array(r, a, s.row);
    s.column = take_array(r, a, s.column);
    s.entry = take_array(r, a, s.entry);
    return s;
}

/* Tables without pointers. */
#define PLAIN_TABLES(X)                                                                                                \
    X(states)                                                                                                          \
    X(aliases)                                                                                                         \
    X(parameters)                                                                                                      \
    X(initial)                                                                                                         \
    X(blocks)                                                                                                          \
    X(relations) X(samples) X(actions) X(discrete) X(init_guess_fixed) X(initial_checks) X(initial_conflicts) X(tested)

void sym_save(const SymModel *m, Blob *b) {
    uint64_t head[4] = {m->systems.n, m->selections.n, m->jac_colptr != NULL, m->jac_ncolours};
    size_t n = m->states.n;
    base_blob_put(b, head, sizeof head);
#define PUT(table) base_blob_put_vec(b, &m->table);
    PLAIN_TABLES(PUT)
#undef PUT
    for (size_t i = 0; i < m->systems.n; i++) put_system(b, &m->systems.at[i]);
    for (size_t i = 0; i < m->selections.n; i++) put_selection(b, &m->selections.at[i]);
    base_blob_put(b, m->jac_colptr, m->jac_colptr ? (n + 1) * sizeof *m->jac_colptr : 0);
    base_blob_put(b, m->jac_rowind, m->jac_colptr ? m->jac_colptr[n] * sizeof *m->jac_rowind : 0);
    base_blob_put(b, m->jac_colour, m->jac_colptr ? n * sizeof *m->jac_colour : 0);
    base_blob_put(b, m->depends_on_state, m->depends_on_state ? m->dae->vars.n : 0);
    base_blob_put(b, &m->counts, sizeof m->counts);
}

void sym_complete(SymModel *m) {
    if (!m->memo) m->memo = alg_memo_new(m->dae);
}

SymModel *sym_load(Dae *d, BlobReader *r) {
    SymModel *m = BASE_NEW(d->arena, SymModel);
    uint64_t head[4];
    m->dae = d;
    base_blob_take_into(r, head, sizeof head);
#define TAKE(table) base_blob_take_vec(r, &m->table);
    PLAIN_TABLES(TAKE)
#undef TAKE
    for (uint64_t i = 0; i < head[0] && !r->bad; i++) {
        SymSystem s = take_system(r, d->arena);
        vec_push(&m->systems, s);
    }
    for (uint64_t i = 0; i < head[1] && !r->bad; i++) {
        SymSelection s = take_selection(r, d->arena);
        vec_push(&m->selections, s);
    }
    const void *has_jacobian = head[2] ? m : NULL;
    m->jac_colptr = take_array(r, d->arena, has_jacobian);
    m->jac_rowind = take_array(r, d->arena, has_jacobian);
    m->jac_colour = take_array(r, d->arena, has_jacobian);
    m->jac_ncolours = (uint32_t)head[3];
    m->depends_on_state = take_array(r, d->arena, m);
    base_blob_take_into(r, &m->counts, sizeof m->counts);
    sym_show_events(m);
    if (!r->bad) return m;
    d->shown.print = NULL;
    sym_free_tables(m);
    return NULL;
}
