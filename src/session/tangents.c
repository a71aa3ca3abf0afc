/* tangents.c - code of tangents of a model, made when it is first asked for.
 *
 * Runs of the model may be at work on other threads, and translation adds to its equations: so it is made of a
 * copy, in a Context of its own.
 */
#include "session/api.h"

#include <math.h>
#include <string.h>

struct SesTangents {
    Context *ctx;
    Dae *dae;
    SymModel *sym;
    GenModel *gen;
    CompModel *comp;
};

void ses_free_tangents(SesTangents *t) {
    if (!t) return;
    if (t->comp) comp_model_free(t->comp);
    if (t->gen) gen_free(t->gen);
    if (t->sym) sym_free(t->sym); /* with its dae */
    else dae_free(t->dae);
    base_context_free(t->ctx);
    base_realloc(t, 0);
}

static bool copy_model(const SesModel *m, SesTangents *t) {
    Blob b = {0};
    Text bytes = {0};
    BlobReader r;
    base_sources_save(m->ctx->sources, &b);
    dae_save(m->dae, &b);
    sym_save(m->sym, &b);
    base_blob_finish(&b, m->ctx->names, &bytes);
    base_blob_free(&b);
    base_blob_open(&r, t->ctx->names, bytes.at, bytes.n);
    t->dae = base_sources_load(t->ctx->sources, &r) ? dae_load(t->ctx, &r) : NULL;
    t->sym = t->dae ? sym_load(t->dae, &r) : NULL;
    base_blob_close(&r);
    base_text_free(&bytes);
    if (t->sym) sym_complete(t->sym);
    return t->sym != NULL;
}

SesTangents *ses_make_tangents(const SesModel *m) {
    SesTangents *t = base_realloc(NULL, sizeof *t);
    *t = (SesTangents){.ctx = base_context_new()};
    t->ctx->cache = m->ctx->cache;
    if (!copy_model(m, t)) return t;
    t->gen = gen_model(t->sym, &(GenOptions){.tangents = true});
    CompTier tier = m->asked->tier == COMP_AUTO ? COMP_TCC : m->asked->tier;
    CompOptions options = {.tier = tier, .keep = !m->asked->no_cache};
    if (t->gen && t->gen->nconstants == m->gen->nconstants) t->comp = comp_model(t->gen, &options);
    return t;
}

const CwModel *ses_tangent_code(const SesTangents *t) { return t->comp ? comp_code(t->comp) : NULL; }

static void make(void *arg) {
    causeway_model *m = arg;
    if (!m->tangents) m->tangents = ses_make_tangents(&m->m);
}

void ses_use_tangents(causeway_run *r, Runtime *rt) {
    if (run_modes(r->run) || rt_has_tangents(rt)) return;
    causeway_model *m = run_model(r->run)->host;
    ses_locked(m, make, m);
    const CwModel *code = ses_tangent_code(m->tangents);
    if (code) rt_set_tangents(rt, code);
}

/* ---- causeway.h -------------------------------------------------------------------------------------------------- */

/* "p", or "x.start"; its name is the user's. */
static bool find_known(causeway_run *r, const char *name, RtKnown *out) {
    size_t n = strlen(name);
    int64_t v = causeway_find_variable(r->model, name);
    out->start = v < 0 && n > 6 && !strcmp(name + n - 6, ".start");
    if (out->start) v = causeway_find_variable(r->model, base_strndup(&r->arena, name, n - 6));
    out->var = v < 0 ? 0 : (MdVar)v;
    return v >= 0;
}

static causeway_status refuse(causeway_run *r, const char *name, const char *why) {
    Text t = {0};
    base_text_printf(&t, "there is no derivative by '%s': %s", name, why);
    causeway_status code = ses_refuse_run(r, "RT0110", base_text_str(&t), NULL);
    base_text_free(&t);
    return code;
}

static causeway_status known_ones(causeway_run *r, const Runtime *rt, const causeway_tangents *what, RtKnown *known) {
    for (size_t i = 0; i < what->nby; i++) {
        const char *why = "there is no variable of that name";
        if (find_known(r, what->by[i], &known[i])) why = rt_why_unknown(rt, known[i], what->initial);
        if (why) return refuse(r, what->by[i], why);
    }
    return CAUSEWAY_OK;
}

/* The least exact of several says what all are; in words: until the next call. */
static void add_derivation(causeway_run *r, const RtDerivation *how, causeway_tangents *what) {
    static const causeway_exactness means[] = {[RT_EXACT] = CAUSEWAY_EXACT,
                                               [RT_HELD] = CAUSEWAY_HELD,
                                               [RT_QUOTIENTS] = CAUSEWAY_QUOTIENTS,
                                               [RT_AMBIGUOUS] = CAUSEWAY_AMBIGUOUS,
                                               [RT_DIFFERENCES] = CAUSEWAY_DIFFERENCES};
    if (means[how->how] <= what->exactness) return;
    what->exactness = means[how->how];
    r->text.n = 0;
    if (how->how == RT_HELD)
        base_text_add(&r->text, "events at the start set states or discrete variables: these were held");
    else if (how->how == RT_AMBIGUOUS)
        base_text_add(&r->text, "a system of equations is singular: what it leaves open has no derivative");
    else if (how->how == RT_DIFFERENCES)
        base_text_add(&r->text,
                      "the equations could not be differentiated: differences of the model's values were taken");
    else if (how->function) base_text_printf(&r->text, "differences were taken of the function %s", how->function);
    else base_text_add(&r->text, "differences were taken of an equation");
}

static bool all_directions(causeway_run *r, Runtime *rt, causeway_tangents *what, const RtKnown *known,
                           double *result) {
    size_t n = what->ndirections ? what->ndirections : what->nby;
    double *unit = base_realloc(NULL, (what->nby + 1) * sizeof *unit);
    bool ok = true;
    for (size_t k = 0; ok && k < n; k++) {
        RtDerivation how;
        for (size_t i = 0; i < what->nby; i++) unit[i] = i == k;
        const double *direction = what->ndirections ? what->directions + k * what->nby : unit;
        ok = rt_along(rt, what->initial, (uint32_t)what->nby, known, direction, (uint32_t)what->nof, what->of,
                      result + k * what->nof, &how);
        if (ok) add_derivation(r, &how, what);
    }
    base_realloc(unit, 0);
    return ok;
}

void causeway_tangents_init(causeway_tangents *what) {
    memset(what, 0, sizeof *what);
    what->size = sizeof *what;
}

static causeway_status tangents(causeway_run *r, causeway_tangents *what, double *result) {
    RtKnown *known = base_realloc(NULL, (what->nby + 1) * sizeof *known);
    Runtime *rt = ses_settled(r);
    causeway_status code = known_ones(r, rt, what, known);
    bool own = !what->initial && rt_has_own_tangents(rt, (uint32_t)what->nby, known, (uint32_t)what->nof, what->of);
    if (code == CAUSEWAY_OK && !own) ses_use_tangents(r, rt);
    if (code == CAUSEWAY_OK && !all_directions(r, rt, what, known, result))
        code = ses_refuse_run(r, "RT0111", "the derivatives could not be computed: the model has no values here",
                              what->initial ? "a run that was restored has lost its initial point" : NULL);
    base_realloc(known, 0);
    return code;
}

causeway_status causeway_run_tangents(causeway_run *r, causeway_tangents *what, double *result) {
    BaseGuard g;
    causeway_tangents all = {0};
    if (what->size < sizeof all) return ses_refuse_run(r, "RT0097", "causeway_tangents_init was not called", NULL);
    if (run_settings(r->run)->n)
        return ses_refuse_run(r, "RT0097", "the run has gone on as another model, which has other numbers of variables",
                              "linearise the run: that goes by names");
    if (!run_begun(r->run)) return ses_refuse_run(r, "RT0097", "a run has derivatives when it is initialised", NULL);
    if (!BASE_GUARDED(&g)) return r->failed = ses_guard_fell(&r->reports, &g);
    r->text.n = 0;
    what->exactness = CAUSEWAY_EXACT;
    causeway_status code = tangents(r, what, result);
    what->why = base_text_str(&r->text);
    ses_collect_run(r);
    base_guard_pop(&g);
    return code;
}

static void say_inexact(causeway_run *r, const causeway_tangents *what) {
    if (r->said_inexact) return;
    r->said_inexact = true;
    Diag *d = base_warning(r->ctx, "RT0112", (Span){0}, "derivatives are not exact: %s", what->why);
    base_hint(r->ctx, d, "causeway_run_tangents tells this for each call");
}

causeway_status causeway_run_jacobian(causeway_run *r, size_t nrows, const uint32_t *rows, size_t ncolumns,
                                      const uint32_t *columns, double *j) {
    causeway_tangents what;
    causeway_tangents_init(&what);
    const char **names = base_realloc(NULL, (ncolumns + 1) * sizeof *names);
    for (size_t i = 0; i < ncolumns; i++)
        names[i] = columns[i] < causeway_variable_count(r->model) ? r->model->names[columns[i]] : "";
    what.nby = ncolumns, what.by = names;
    what.nof = nrows, what.of = rows;
    causeway_status code = causeway_run_tangents(r, &what, j);
    if (code == CAUSEWAY_OK && what.exactness != CAUSEWAY_EXACT) {
        say_inexact(r, &what);
        ses_collect_run(r);
    }
    base_realloc(names, 0);
    return code;
}
