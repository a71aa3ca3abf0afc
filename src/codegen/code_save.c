/* code_save.c - a GenModel as bytes and back: text and tables of a translated model in the cache. */
#include "codegen/codegen_impl.h"

/* A member that is added to one of these must be written below: the numbers remind. */
_Static_assert(sizeof(GenModel) == 224 && sizeof(GenExternal) == 40, "gen_save and gen_load know every member");
_Static_assert(sizeof(CwSystem) == 80, "gen_load fills systems from those of the SymModel");

typedef struct {
    uint64_t ntab, table_ints, nsystems, nexternals, nvars;
    uint32_t nruns, nloops, nstatements;
    uint16_t response, histories;
} Head;

void gen_save(const GenModel *g, Blob *b) {
    Head head = {.ntab = g->ntab,
                 .table_ints = g->table_ints,
                 .nsystems = g->nsystems,
                 .nexternals = g->externals.n,
                 .nvars = g->nvars,
                 .nruns = g->nruns,
                 .nloops = g->nloops,
                 .nstatements = g->nstatements,
                 .response = g->response,
                 .histories = g->histories};
    base_blob_put(b, &head, sizeof head);
    base_blob_put(b, g->text, g->text_size + 1);
    for (uint32_t i = 0; i < g->ntab; i++) base_blob_put(b, g->tab[i], g->tab_size[i] * sizeof(int));
    for (uint32_t i = 0; i < g->nsystems; i++)
        base_blob_put(b, g->systems[i].operands, g->operand_size[i] * sizeof(int));
    base_blob_put_vec(b, &g->functions);
    for (size_t i = 0; i < g->externals.n; i++) {
        base_blob_put(b, &g->externals.at[i], sizeof g->externals.at[i]);
        base_blob_text(b, g->externals.at[i].symbol);
        base_blob_text(b, g->externals.at[i].types);
        base_blob_text(b, g->externals.at[i].result);
    }
}

static void take_tables(GenModel *g, BlobReader *r) {
    size_t n;
    const int **tab = BASE_ARRAY(&g->arena, const int *, g->ntab + 1);
    size_t *sizes = BASE_ARRAY(&g->arena, size_t, g->ntab + 1);
    for (uint32_t i = 0; i < g->ntab && !r->bad; i++) {
        tab[i] = base_blob_take_copy(r, &g->arena, &n);
        sizes[i] = n / sizeof(int);
    }
    g->tab = tab;
    g->tab_size = sizes;
    gen_system_data(g);
    for (uint32_t i = 0; i < g->nsystems && !r->bad; i++) {
        g->systems[i].operands = base_blob_take_copy(r, &g->arena, &n);
        g->operand_size[i] = n / sizeof(int);
    }
}

GenModel *gen_load(const SymModel *m, BlobReader *r) {
    GenModel *g = base_realloc(NULL, sizeof *g);
    Head head;
    base_blob_take_into(r, &head, sizeof head);
    *g = (GenModel){.ctx = m->dae->ctx,
                    .sym = m,
                    .nvars = (uint32_t)head.nvars,
                    .ntab = (uint32_t)head.ntab,
                    .table_ints = (size_t)head.table_ints,
                    .nruns = head.nruns,
                    .nloops = head.nloops,
                    .nstatements = head.nstatements,
                    .response = head.response != 0,
                    .histories = head.histories != 0};
    size_t n;
    const char *text = base_blob_take(r, &n);
    g->text = base_realloc(NULL, n + 1);
    memcpy(g->text, text, n);
    g->text[n] = 0;
    g->text_size = n ? n - 1 : 0;
    g->nconstants = (uint32_t)m->dae->constants.n;
    g->constants = m->dae->constants.at;
    g->nvalues = g->nvars + g->nconstants;
    if (head.nsystems != m->systems.n || !n) r->bad = true;
    if (!r->bad) take_tables(g, r);
    base_blob_take_vec(r, &g->functions);
    for (uint64_t i = 0; i < head.nexternals && !r->bad; i++) {
        GenExternal x;
        base_blob_take_into(r, &x, sizeof x);
        x.symbol = base_blob_take_text(r, &g->arena);
        x.types = base_blob_take_text(r, &g->arena);
        x.result = base_blob_take_text(r, &g->arena);
        vec_push(&g->externals, x);
    }
    if (!r->bad) {
        gen_describe(g);
        return g;
    }
    gen_free(g);
    return NULL;
}
