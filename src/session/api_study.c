/* api_study.c - causeway.h: the points of studies. */
#include "session/api.h"

#include <string.h>

struct causeway_design {
    Context *ctx; /* of its own: names of factors live there */
    AnaDesign design;
    const char **names;
    Text value; /* last one given out */
};

static bool fill(causeway_design *d, size_t nvalues, const char *const *values, size_t nrandom,
                 const char *const *random) {
    bool ok = true;
    for (size_t i = 0; ok && i < nvalues; i++) ok = ana_factor_values(d->ctx, &d->design, values[i]);
    for (size_t i = 0; ok && i < nrandom; i++) ok = ana_factor_random(d->ctx, &d->design, random[i]);
    ok = ok && ana_design_finish(d->ctx, &d->design);
    d->names = BASE_ARRAY(&d->ctx->arena, const char *, d->design.factors.n + 1);
    for (size_t i = 0; i < d->design.factors.n; i++) d->names[i] = d->design.factors.at[i].name;
    return ok;
}

causeway_design *causeway_design_new(causeway_session *s, causeway_plan plan, uint64_t runs, uint64_t seed,
                                     size_t nvalues, const char *const *values, size_t nrandom,
                                     const char *const *random) {
    static const AnaPlan modes[] = {ANA_GRID, ANA_ZIP, ANA_LATIN};
    BaseGuard g;
    if (!BASE_GUARDED(&g)) return ses_guard_fell(&s->reports, &g), NULL;
    causeway_design *d = base_realloc(NULL, sizeof *d);
    memset(d, 0, sizeof *d);
    d->ctx = base_context_new();
    d->design.mode = modes[plan <= CAUSEWAY_LATIN ? plan : CAUSEWAY_GRID];
    d->design.count = runs;
    d->design.seed = seed;
    bool ok = fill(d, nvalues, values, nrandom, random);
    ses_collect(&s->reports, d->ctx);
    if (!ok) causeway_design_free(d);
    base_guard_pop(&g);
    return ok ? d : NULL;
}

void causeway_design_free(causeway_design *d) {
    if (!d) return;
    ana_design_free(&d->design);
    base_text_free(&d->value);
    base_context_free(d->ctx);
    base_realloc(d, 0);
}

uint64_t causeway_design_runs(const causeway_design *d) { return d->design.count; }

size_t causeway_design_factors(const causeway_design *d, const char *const **names) {
    if (names) *names = d->names;
    return d->design.factors.n;
}

const char *causeway_design_value(causeway_design *d, uint64_t run, size_t factor) {
    d->value.n = 0;
    if (run < d->design.count && factor < d->design.factors.n) ana_design_value(&d->design, run, factor, &d->value);
    return base_text_str(&d->value);
}
