/* save.c - the description of a model as bytes and back.
 *
 * Tables are written as they lie in memory, except that Names are written as numbers of the blob's table.  Source ids
 * stay as they are: sources are loaded first, into a Context without any, in the same order.
 */
#include <string.h>

#include "model/model.h"

/* A member that is added to one of these must be written below: the numbers remind. */
_Static_assert(sizeof(MdModel) == 408 && sizeof(MdSystem) == 40 && sizeof(MdSelection) == 96,
               "md_save knows every member");
_Static_assert(sizeof(MdAttrs) == 36 && sizeof(MdVariable) == 32 && sizeof(MdNameNode) == 12, "and those of variables");

/* ---- writing ----------------------------------------------------------------------------------------------------- */

static void put(Blob *b, const void *data, size_t n, size_t item) { base_blob_put(b, data, n * item); }
#define PUT(b, at, n) put(b, at, n, sizeof *(at))

static void put_names(Blob *b, const MdNameNode *at, size_t n) {
    MdNameNode *copy = base_realloc(NULL, (n + 1) * sizeof *copy);
    for (size_t i = 0; i < n; i++) copy[i] = at[i], copy[i].word = base_blob_name(b, at[i].word);
    PUT(b, copy, n);
    base_realloc(copy, 0);
}

static void put_attrs(Blob *b, const MdAttrs *at, size_t n) {
    for (size_t i = 0; i < n; i++) {
        MdAttrs a = at[i];
        a.unit = base_blob_name(b, a.unit);
        a.display_unit = base_blob_name(b, a.display_unit);
        a.quantity = base_blob_name(b, a.quantity);
        a.comment = base_blob_name(b, a.comment);
        PUT(b, &a, 1);
    }
}

static void put_selection(Blob *b, const MdSelection *s) {
    PUT(b, s, 1);
    PUT(b, s->x, s->n);
    PUT(b, s->z, s->nstates);
    PUT(b, s->begin, s->nstates);
    PUT(b, s->first, s->nstates + 1);
    PUT(b, s->of, s->npicks);
    PUT(b, s->pick, s->npicks);
    PUT(b, s->row, s->nrows + 1);
    PUT(b, s->column, s->nentries);
    PUT(b, s->entry, s->nentries);
}

static void put_pattern(Blob *b, const MdPattern *p) {
    PUT(b, p, 1);
    if (!p->colptr) return;
    PUT(b, p->colptr, p->n + 1);
    PUT(b, p->rowind, p->colptr[p->n]);
    PUT(b, p->colour, p->n);
}

void md_save(const MdModel *m, Blob *b) {
    PUT(b, m, 1);
    base_blob_text(b, m->name);
    put_names(b, m->names, m->nnames);
    PUT(b, m->subs, m->nsubs);
    PUT(b, m->vars, m->nvars);
    put_attrs(b, m->attrs, m->nattrs);
    PUT(b, m->constants, m->nconstants);
    PUT(b, m->spans, m->nspans);
    PUT(b, m->origins, m->norigins);
    for (uint32_t i = 0; i < m->nenums; i++) {
        MdEnum e = {base_blob_name(b, m->enums[i].name), NULL, m->enums[i].n};
        PUT(b, &e, 1);
        for (uint32_t k = 0; k < e.n; k++) {
            uint32_t literal = base_blob_name(b, m->enums[i].literals[k]);
            PUT(b, &literal, 1);
        }
    }
    PUT(b, m->string_vars, m->nstrings);
    for (uint32_t i = 0; i < m->nstrings; i++) base_blob_text(b, m->string_values[i]);
    PUT(b, m->states, m->nstates);
    PUT(b, m->aliases, m->naliases);
    PUT(b, m->relations, m->nrelations + 1);
    PUT(b, m->relation_reads, m->relations[m->nrelations].reads);
    PUT(b, m->samples, m->nsamples);
    for (uint32_t i = 0; i < m->nselections; i++) put_selection(b, &m->selections[i]);
    for (uint32_t i = 0; i < m->nsystems; i++) {
        const MdSystem *s = &m->systems[i];
        PUT(b, s, 1);
        PUT(b, s->inner, s->ninner);
        PUT(b, s->origins, s->n);
        PUT(b, s->relations, s->nrelations);
    }
    PUT(b, m->initial_systems, m->ninitial_systems);
    PUT(b, m->supposed, m->nsupposed);
    PUT(b, m->form_systems, m->nform_systems);
    PUT(b, m->computed, m->nvars / 8 + 1);
    for (uint32_t i = 0; i < m->nfunctions; i++) {
        MdFunction f = {base_blob_name(b, m->functions[i].name), m->functions[i].span};
        PUT(b, &f, 1);
    }
    put_pattern(b, &m->jacobian);
    put_pattern(b, &m->form);
}

/* ---- reading ----------------------------------------------------------------------------------------------------- */

typedef struct {
    BlobReader *r;
    Arena *a;
} From;

/* n items, never NULL. */
static void *take(From f, size_t n, size_t item) {
    void *to = base_alloc(f.a, (n + 1) * item);
    base_blob_take_into(f.r, to, n * item);
    return to;
}
#define TAKE(f, type, n) ((type *)take(f, n, sizeof(type)))

static const MdNameNode *take_names(From f, size_t n) {
    MdNameNode *at = TAKE(f, MdNameNode, n);
    for (size_t i = 0; i < n; i++) at[i].word = base_blob_name_of(f.r, at[i].word);
    return at;
}

static const MdAttrs *take_attrs(From f, size_t n) {
    MdAttrs *at = BASE_ARRAY(f.a, MdAttrs, n + 1);
    for (size_t i = 0; i < n && !f.r->bad; i++) {
        base_blob_take_into(f.r, &at[i], sizeof at[i]);
        at[i].unit = base_blob_name_of(f.r, at[i].unit);
        at[i].display_unit = base_blob_name_of(f.r, at[i].display_unit);
        at[i].quantity = base_blob_name_of(f.r, at[i].quantity);
        at[i].comment = base_blob_name_of(f.r, at[i].comment);
    }
    return at;
}

static const MdEnum *take_enums(From f, size_t n) {
    MdEnum *at = BASE_ARRAY(f.a, MdEnum, n + 1);
    for (size_t i = 0; i < n && !f.r->bad; i++) {
        base_blob_take_into(f.r, &at[i], sizeof at[i]);
        at[i].name = base_blob_name_of(f.r, at[i].name);
        at[i].literals = BASE_ARRAY(f.a, Name, at[i].n + 1);
        for (uint32_t k = 0; k < at[i].n && !f.r->bad; k++) {
            base_blob_take_into(f.r, &at[i].literals[k], sizeof(Name));
            at[i].literals[k] = base_blob_name_of(f.r, at[i].literals[k]);
        }
    }
    return at;
}

static const MdSelection *take_selections(From f, size_t n) {
    MdSelection *at = BASE_ARRAY(f.a, MdSelection, n + 1);
    for (size_t i = 0; i < n && !f.r->bad; i++) {
        MdSelection *s = &at[i];
        base_blob_take_into(f.r, s, sizeof *s);
        s->x = TAKE(f, MdVar, s->n);
        s->z = TAKE(f, MdVar, s->nstates);
        s->begin = TAKE(f, uint32_t, s->nstates);
        s->first = TAKE(f, uint32_t, s->nstates + 1);
        s->of = TAKE(f, uint32_t, s->npicks);
        s->pick = TAKE(f, MdVar, s->npicks);
        s->row = TAKE(f, uint32_t, s->nrows + 1);
        s->column = TAKE(f, uint32_t, s->nentries);
        s->entry = TAKE(f, MdOperand, s->nentries);
    }
    return at;
}

static const MdSystem *take_systems(From f, size_t n) {
    MdSystem *at = BASE_ARRAY(f.a, MdSystem, n + 1);
    for (size_t i = 0; i < n && !f.r->bad; i++) {
        base_blob_take_into(f.r, &at[i], sizeof at[i]);
        at[i].inner = TAKE(f, MdVar, at[i].ninner);
        at[i].origins = TAKE(f, uint32_t, at[i].n);
        at[i].relations = TAKE(f, uint32_t, at[i].nrelations);
    }
    return at;
}

static const MdFunction *take_functions(From f, size_t n) {
    MdFunction *at = BASE_ARRAY(f.a, MdFunction, n + 1);
    for (size_t i = 0; i < n && !f.r->bad; i++) {
        base_blob_take_into(f.r, &at[i], sizeof at[i]);
        at[i].name = base_blob_name_of(f.r, at[i].name);
    }
    return at;
}

static MdPattern take_pattern(From f) {
    MdPattern p;
    base_blob_take_into(f.r, &p, sizeof p);
    if (f.r->bad || !p.colptr) return p.colptr ? (MdPattern){0} : p;
    p.colptr = TAKE(f, uint32_t, p.n + 1);
    p.rowind = TAKE(f, uint32_t, f.r->bad ? 0 : p.colptr[p.n]);
    p.colour = TAKE(f, uint32_t, p.n);
    return p;
}

MdModel *md_load(Context *ctx, Arena *a, BlobReader *r) {
    From f = {r, a};
    MdModel *m = BASE_NEW(a, MdModel);
    base_blob_take_into(r, m, sizeof *m);
    if (r->bad) return NULL;
    m->words = ctx->names;
    m->sources = ctx->sources;
    m->name = base_blob_take_text(r, a);
    m->names = take_names(f, m->nnames);
    m->subs = TAKE(f, uint32_t, m->nsubs);
    m->vars = TAKE(f, MdVariable, m->nvars);
    m->attrs = take_attrs(f, m->nattrs);
    m->constants = TAKE(f, double, m->nconstants);
    m->spans = TAKE(f, Span, m->nspans);
    m->origins = TAKE(f, MdOrigin, m->norigins);
    m->enums = take_enums(f, m->nenums);
    m->string_vars = TAKE(f, MdVar, m->nstrings);
    const char **texts = BASE_ARRAY(a, const char *, m->nstrings + 1);
    for (uint32_t i = 0; i < m->nstrings && !r->bad; i++) texts[i] = base_blob_take_text(r, a);
    m->string_values = texts;
    m->states = TAKE(f, MdState, m->nstates);
    m->aliases = TAKE(f, MdAlias, m->naliases);
    m->relations = TAKE(f, MdRelation, m->nrelations + 1);
    m->relation_reads = TAKE(f, MdVar, r->bad ? 0 : m->relations[m->nrelations].reads);
    m->samples = TAKE(f, MdSample, m->nsamples);
    m->selections = take_selections(f, m->nselections);
    m->systems = take_systems(f, m->nsystems);
    m->initial_systems = TAKE(f, uint32_t, m->ninitial_systems);
    m->supposed = TAKE(f, MdVar, m->nsupposed);
    m->form_systems = TAKE(f, uint32_t, m->nform_systems);
    m->computed = TAKE(f, uint8_t, m->nvars / 8 + 1);
    m->functions = take_functions(f, m->nfunctions);
    m->jacobian = take_pattern(f);
    m->form = take_pattern(f);
    return r->bad ? NULL : m;
}
