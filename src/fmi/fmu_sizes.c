/* fmu_sizes.c - structural parameters of FMI 3.0: which sizes follow which, over several translations of one model.
 *
 * Sizes are fixed by translation.  An FMU with structural parameters holds a translation for each of the configurations
 * that were asked for; here their entries are brought into one order, that of the first one.
 */
#include "fmi/fmi_impl.h"

#include <string.h>

static bool refuse(const FmiModel *m, const char *name, const char *why) {
    Diag *d = base_unsupported(m->ctx, "FMI0001", (Span){0}, "%s cannot be exported with structural parameters: %s %s",
                               m->name, name, why);
    base_hint(m->ctx, d, "without --sizes its arrays have fixed sizes");
    return false;
}

static const FmiEntry *find(const FmiModel *m, const Map *names, const char *name) {
    uint64_t at;
    return base_map_get(names, base_name(m->ctx->names, name), &at) ? &m->entries.at[at] : NULL;
}

/* Does the model with a larger size have an element of this array behind the last one in dimension k? */
static bool grows(const FmiEntry *e, uint32_t k, Dae *larger) {
    Text name = {0};
    const char *own = e->name;
    while (!strncmp(own, "der(", 4)) own += 4;
    base_text_addn(&name, own, strcspn(own, own == e->name ? "" : ",)"));
    for (uint32_t i = 0; i < e->rank; i++) base_text_printf(&name, "%c%u", i ? ',' : '[', i == k ? e->dims[k] + 1 : 1);
    base_text_char(&name, ']');
    bool found = dae_find_var(larger, base_text_str(&name)) != 0;
    base_text_free(&name);
    return found;
}

/* One entry of the first translation, as it is in the others: of[].  NULL, or why it cannot be told. */
static const char *align_one(FmiModel **models, size_t n, const FmiVariant *variants, Dae *const *larger, size_t nsizes,
                             uint32_t i, const FmiEntry **of) {
    FmiEntry *e = &models[0]->entries.at[i];
    uint32_t *follows = BASE_ARRAY(&models[0]->arena, uint32_t, e->rank + 1);
    for (uint32_t k = 0; k < e->rank; k++)
        for (uint32_t p = 0; p < nsizes && !follows[k]; p++)
            if (larger[p] && grows(e, k, larger[p])) follows[k] = p + 1;
    e->follows = follows;
    for (size_t v = 0; v < n; v++) {
        bool empty = false;
        if (of[v] && of[v]->rank != e->rank) return "has other dimensions in some";
        for (uint32_t k = 0; k < e->rank; k++) {
            uint64_t size = follows[k] ? variants[v].sizes[follows[k] - 1] : e->dims[k];
            empty |= size == 0;
            if (of[v] && of[v]->dims[k] != size) return "has a size that none of them gives";
        }
        if (!of[v] && !empty) return e->rank ? "is not an array of equal elements in all" : "is not there in all";
    }
    return NULL;
}

/* The entries of translation v in the order of the first one's; those that it does not have are empty. */
static void put_in_order(FmiModel **models, size_t v, const FmiEntry **all, size_t n) {
    FmiModel *m = models[v];
    FmiEntry *ordered = BASE_ARRAY(&m->arena, FmiEntry, models[0]->entries.n + 1);
    for (uint32_t i = 0; i < models[0]->entries.n; i++) {
        const FmiEntry *e = &models[0]->entries.at[i], *own = all[i * n + v];
        ordered[i] = own ? *own : (FmiEntry){.name = e->name, .rank = e->rank, .alias = UINT32_MAX};
        if (!own) ordered[i].dims = BASE_ARRAY(&m->arena, uint32_t, e->rank + 1);
        ordered[i].reference = e->reference;
    }
    m->narrays = models[0]->narrays;
    vec_clear(&m->entries);
    for (uint32_t i = 0; i < models[0]->entries.n; i++) vec_push(&m->entries, ordered[i]);
}

static bool add_sizes(FmiModel *m, const FmiVariant *variants, size_t n, const char *const *names, size_t nsizes) {
    for (size_t p = 0; p < nsizes; p++) {
        FmiSize s = {.name = names[p], .start = variants[0].sizes[p], .low = UINT64_MAX};
        for (size_t v = 0; v < n; v++) {
            if (variants[v].sizes[p] < s.low) s.low = variants[v].sizes[p];
            if (variants[v].sizes[p] > s.high) s.high = variants[v].sizes[p];
        }
        for (size_t i = 0; i < m->vars.n; i++) {
            const DaeAttrs *a = &m->dae->attrs.at[m->dae->vars.at[m->vars.at[i].var].attrs];
            if (!strcmp(m->vars.at[i].name, names[p]) && a->comment) s.comment = fmi_name(m, a->comment);
        }
        vec_push(&m->sizes, s);
    }
    return true;
}

bool fmi_align(FmiModel **models, size_t n, const FmiVariant *variants, const char *const *names, Dae *const *larger,
               size_t nsizes) {
    size_t entries = models[0]->entries.n;
    const FmiEntry **all = BASE_ARRAY(&models[0]->arena, const FmiEntry *, entries *n + 1);
    for (size_t v = 0; v < n; v++) {
        Map by_name = {0};
        for (size_t i = 0; i < models[v]->entries.n; i++)
            base_map_put(&by_name, base_name(models[v]->ctx->names, models[v]->entries.at[i].name), i);
        for (size_t i = 0; i < entries; i++) all[i * n + v] = find(models[v], &by_name, models[0]->entries.at[i].name);
        base_map_free(&by_name);
        add_sizes(models[v], variants, n, names, nsizes);
    }
    for (uint32_t i = 0; i < entries; i++) {
        FmiEntry *e = &models[0]->entries.at[i];
        const FmiVariable *f = &models[0]->vars.at[e->first];
        const char *why = align_one(models, n, variants, larger, nsizes, i, all + i * n);
        e->untold = why != NULL;
        if (why &&
            (f->state || f->derivative_of || (f->causality != FMI_LOCAL && f->causality != FMI_CALCULATED_PARAMETER)))
            return refuse(models[0], e->name, why);
    }
    for (size_t v = 1; v < n; v++) {
        models[v]->guid = models[0]->guid;
        put_in_order(models, v, all, n);
    }
    return true;
}
