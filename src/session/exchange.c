/* exchange.c - a translated model for other tools. */
#include "session/api.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A model that is to go on as another one does so in this program only. */
static bool stays_one(SesModel *m) {
    const DaePool *p = &m->dae->pool;
    DaeWalk w = {0};
    bool one = true;
    for (size_t i = 0; i < m->dae->actions.n && one; i++) {
        dae_walk(&w, p, m->dae->shapes.at[m->dae->actions.at[i].shape].root);
        for (uint32_t k = 0; k < w.n && one; k++) {
            const DaeNode *n = dae_at(p, w.at[k]);
            const char *text = n->op == DAE_TEXT ? base_str(m->ctx->names, n->id) : "";
            one = strncmp(text, MD_RECOMPILATION, strlen(MD_RECOMPILATION)) != 0;
        }
        if (one) continue;
        Diag *d = base_unsupported(m->ctx, "FMI0001", dae_span(m->dae, m->dae->actions.at[i].origin),
                                   "a model that goes on as another one (recompilation) cannot leave the program");
        base_hint(m->ctx, d, "export each of the models, or write their difference as modes: if-equations");
    }
    dae_walk_free(&w);
    return one;
}

static causeway_status export_model(SesModel *m, Runtime *rt, const FmiExport *what) {
    size_t refused = base_unsupported_count(m->ctx);
    FmiExport all = *what;
    all.comp = m->comp;
    GenOptions options = {.response = true};
    sym_complete(m->sym);
    GenModel *g = gen_model(m->sym, &options);
    bool done = g && fmi_export(g, rt, &all);
    if (g) gen_free(g);
    if (done) return CAUSEWAY_OK;
    return base_unsupported_count(m->ctx) > refused ? CAUSEWAY_UNTRANSLATABLE : CAUSEWAY_USAGE;
}

/* The FMU that was written begins as with any importer, in a process of its own.  *why: what it says if not. */
static bool begins_elsewhere(SesModel *m, const FmiExport *what, Text *why) {
    size_t said = base_diag_mark(m->ctx);
    XchFmu *f = xch_open(m->ctx, what->path);
    XchHost *h = f ? xch_host_new((const XchFmu *const *)&f, 1, true, 60) : NULL;
    bool begins = true;
    if (h) {
        RtOptions o = rt_options(m->gen->description);
        XchUnit *u = xch_unit_new(h, f, what->kinds & FMI_ME ? XCH_ME : XCH_CS, "begins", false);
        begins =
            xch_status(u) != XCH_DONE || (xch_enter_initialisation(u, o.start, NAN, NAN) && xch_exit_initialisation(u));
        if (!begins) base_text_add(why, xch_why(u));
        xch_unit_free(u);
        xch_host_free(h);
    }
    if (f) xch_close(f);
    base_diag_rollback(m->ctx, said);
    return begins;
}

/* A model that begins here and not as an FMU is not written as one: it has no second ways to a start. */
static causeway_status export_checked(SesModel *m, Runtime *rt, const FmiExport *what) {
    causeway_status code = export_model(m, rt, what);
    bool here = !what->no_binary && !what->binaries && what->kinds & (FMI_ME | FMI_CS);
    Text why = {0};
    if (code == CAUSEWAY_OK && here && !begins_elsewhere(m, what, &why)) {
        (void)remove(what->path);
        Diag *d = base_unsupported(m->ctx, "FMI0001", (Span){0},
                                   "%s cannot be exported: it begins in the program and not as an FMU: %s",
                                   base_str(m->ctx->names, m->dae->model), base_text_str(&why));
        base_hint(m->ctx, d, "give start values near the solution, so that no second way to a start is needed");
        code = CAUSEWAY_UNTRANSLATABLE;
    }
    base_text_free(&why);
    return code;
}

/* An FMU has one number of states.  Where the structure of the model changes it is run, and its modes are combined to
 * one model, which is exported under the name of the first; false: its structure does not change. */
static bool export_combined(SesModel *m, const Runtime *rt, const FmiExport *what, causeway_status *code) {
    if (!ses_has_modes(m, rt)) return false;
    SesModel probe = {.ctx = m->ctx, .asked = m->asked, .stats = m->stats};
    SesSimulation how = {.record = {.path = "/dev/null"}};
    SesOutcome out = {0};
    Text text = {0};
    how.options = (RtOptions){.start = NAN, .stop = NAN, .tolerance = NAN, .interval = NAN};
    how.combined = &text;
    size_t said = base_diag_mark(m->ctx);
    causeway_status ran = ses_simulate(&probe, &how, &out);
    bool changes = out.modes > 0;
    if (!changes) base_diag_rollback(m->ctx, said);
    if (changes) *code = ran == CAUSEWAY_OK ? CAUSEWAY_UNTRANSLATABLE : ran;
    ses_free_outcome(&out);
    ses_free(&probe);
    if (text.n) {
        static const char path[] = "combined.mo";
        SesRequest asked = {.subject = path, .no_cache = true, .tier = m->asked->tier, .no_default_libraries = true};
        vec_push(&asked.texts, ((SesText){path, base_text_str(&text), text.n}));
        SesModel one = {.ctx = m->ctx, .asked = &asked, .stats = m->stats};
        SesBegun begun = {0};
        *code = ses_flat(&one);
        if (*code == CAUSEWAY_OK) one.dae->model = m->dae->model;
        if (*code == CAUSEWAY_OK) (void)ses_begin(&one, &begun);
        if (begun.rt) *code = export_model(begun.model, begun.rt, what);
        ses_end_begun(&begun);
        ses_free(&one);
        vec_free(&asked.texts);
    }
    base_text_free(&text);
    return changes;
}

/* ---- structural parameters --------------------------------------------------------------------------------------- */

enum { MOST_VARIANTS = 64 };

/* Configurations in the words of --sizes: "n=1,m=2;n=3,m=2"; those that are not named have the model's own value. */
typedef struct {
    VEC(const char *) names;
    VEC(uint64_t) values; /* by configuration, by name; UINT64_MAX: not named */
    size_t n;
} Sizes;

static bool bad_sizes(SesModel *m, const char *text) {
    Diag *d = base_error(m->ctx, "FMI0005", (Span){0}, "--sizes %s cannot be read", text);
    base_hint(m->ctx, d, "configurations parted by ';', each NAME=NUMBER,NAME=NUMBER; at most %d", MOST_VARIANTS - 1);
    return false;
}

static size_t size_number(SesModel *m, Sizes *s, const char *name, size_t n) {
    const char *own = base_strndup(&m->ctx->arena, name, n);
    for (size_t i = 0; i < s->names.n; i++)
        if (!strcmp(s->names.at[i], own)) return i;
    vec_push(&s->names, own);
    return s->names.n - 1;
}

/* Twice over the text: names first, then values. */
static bool read_sizes(SesModel *m, const char *text, Sizes *s) {
    for (int pass = 0; pass < 2; pass++) {
        const char *at = text;
        for (s->n = 0; *at; s->n++) {
            size_t row = s->n * s->names.n;
            for (size_t i = 0; pass && i < s->names.n; i++) vec_push(&s->values, UINT64_MAX);
            for (bool more = true; more;) {
                size_t word = strcspn(at, "=,;");
                char *end;
                if (!word || at[word] != '=') return bad_sizes(m, text);
                size_t number = size_number(m, s, at, word);
                uint64_t value = strtoull(at + word + 1, &end, 10);
                if (end == at + word + 1 || (*end && *end != ',' && *end != ';') || value > INT32_MAX)
                    return bad_sizes(m, text);
                if (pass) s->values.at[row + number] = value;
                more = *end == ',';
                at = *end ? end + 1 : end;
                if (!more) break;
            }
        }
        if (s->n == 0 || s->n >= MOST_VARIANTS) return bad_sizes(m, text);
    }
    return true;
}

typedef struct {
    SesRequest asked;
    SesModel model;
    SesBegun begun;
    GenModel *gen;
} Configured;

/* The request with other sizes. */
static void ask_sizes(SesModel *m, const Sizes *s, const uint64_t *values, Configured *c) {
    c->asked = *m->asked;
    memset(&c->asked.parameters, 0, sizeof c->asked.parameters);
    for (size_t i = 0; i < m->asked->parameters.n; i++) vec_push(&c->asked.parameters, m->asked->parameters.at[i]);
    for (size_t i = 0; i < s->names.n; i++)
        vec_push(&c->asked.parameters,
                 base_sprintf(&m->ctx->arena, "%s=%llu", s->names.at[i], (unsigned long long)values[i]));
    c->model = (SesModel){.ctx = m->ctx, .asked = &c->asked, .stats = m->stats};
}

/* The flat model where one size is one more: which arrays grow?  Unchanged where it is not valid so. */
static void enlarge(SesModel *m, const Sizes *s, const uint64_t *values, size_t which, Configured *c) {
    uint64_t *more = BASE_ARRAY(&m->ctx->arena, uint64_t, s->names.n);
    memcpy(more, values, s->names.n * sizeof *more);
    more[which]++;
    ask_sizes(m, s, more, c);
    c->asked.no_cache = true;
    size_t said = base_diag_mark(m->ctx);
    (void)ses_flat(&c->model);
    base_diag_rollback(m->ctx, said);
}

/* The model with other sizes, translated. */
static causeway_status configure(SesModel *m, const Sizes *s, const uint64_t *values, Configured *c) {
    GenOptions options = {.response = true};
    ask_sizes(m, s, values, c);
    (void)ses_begin(&c->model, &c->begun);
    if (!c->begun.rt) return CAUSEWAY_INVALID;
    sym_complete(c->begun.model->sym);
    c->gen = gen_model(c->begun.model->sym, &options);
    return c->gen ? CAUSEWAY_OK : CAUSEWAY_UNTRANSLATABLE;
}

/* One FMU with a translation for each configuration, the model's own one first. */
static causeway_status export_sizes(SesModel *m, const Runtime *rt, const FmiExport *what) {
    Sizes s = {0};
    FmiExport all = *what;
    FmiVariant variants[MOST_VARIANTS] = {{0}};
    causeway_status code = read_sizes(m, what->sizes, &s) ? CAUSEWAY_OK : CAUSEWAY_USAGE;
    size_t nmade = MOST_VARIANTS + s.names.n;
    Configured *made = base_realloc(NULL, nmade * sizeof *made);
    memset(made, 0, nmade * sizeof *made);
    Dae **larger = BASE_ARRAY(&m->ctx->arena, Dae *, s.names.n + 1);
    uint64_t *values = BASE_ARRAY(&m->ctx->arena, uint64_t, (s.n + 1) * s.names.n + 1);
    for (size_t i = 0; i < s.names.n && code == CAUSEWAY_OK; i++) {
        DaeVar v = dae_find_var(m->dae, s.names.at[i]);
        if (v && m->dae->vars.at[v].base == DAE_INTEGER && m->dae->vars.at[v].kind == DAE_KIND_PARAMETER)
            values[i] = (uint64_t)rt_value(rt, v);
        else
            base_error(m->ctx, "FMI0004", (Span){0}, "there is no Integer parameter %s", s.names.at[i]),
                code = CAUSEWAY_USAGE;
    }
    for (size_t k = 0; k <= s.n && code == CAUSEWAY_OK; k++) {
        uint64_t *own = values + k * s.names.n;
        for (size_t i = 0; k && i < s.names.n; i++) {
            uint64_t given = s.values.at[(k - 1) * s.names.n + i];
            own[i] = given == UINT64_MAX ? values[i] : given;
        }
        code = configure(m, &s, own, &made[k]);
        variants[k] = (FmiVariant){made[k].gen, made[k].begun.rt, own};
    }
    for (size_t i = 0; i < s.names.n && code == CAUSEWAY_OK; i++) {
        enlarge(m, &s, values, i, &made[MOST_VARIANTS + i]);
        larger[i] = made[MOST_VARIANTS + i].model.dae;
    }
    all.larger = larger;
    all.variants = variants;
    all.nvariants = s.n + 1;
    all.size_names = s.names.at;
    all.nsizes = s.names.n;
    all.comp = made[0].begun.model ? made[0].begun.model->comp : NULL;
    size_t refused = base_unsupported_count(m->ctx);
    if (code == CAUSEWAY_OK && !fmi_export(made[0].gen, made[0].begun.rt, &all))
        code = base_unsupported_count(m->ctx) > refused ? CAUSEWAY_UNTRANSLATABLE : CAUSEWAY_USAGE;
    for (size_t k = 0; k < nmade; k++) {
        if (made[k].gen) gen_free(made[k].gen);
        ses_end_begun(&made[k].begun);
        if (made[k].model.asked) ses_free(&made[k].model);
        vec_free(&made[k].asked.parameters);
    }
    base_realloc(made, 0);
    vec_free(&s.names);
    vec_free(&s.values);
    return code;
}

/* Scheduled execution is another translation: clocks wait for who activates them. */
static causeway_status export_scheduled(SesModel *m, FmiExport *what) {
    SesRequest asked = *m->asked;
    SesModel told = {.ctx = m->ctx, .asked = &asked, .stats = m->stats};
    SesBegun begun;
    asked.no_cache = true;
    m->ctx->scheduled = true;
    causeway_status code = ses_begin(&told, &begun);
    m->ctx->scheduled = false;
    if (begun.rt) code = export_model(begun.model, begun.rt, what);
    ses_end_begun(&begun);
    ses_free(&told);
    return code;
}

size_t ses_fmu_needs(Arena *a, const char *folders[SES_FMU_FOLDERS]) {
    size_t n = pkg_zip_ready() ? comp_c_libraries(folders) : 0;
    for (size_t i = 0; i < n; i++) {
        const char *slash = strrchr(folders[i], '/');
        folders[i] = slash ? base_strndup(a, folders[i], (size_t)(slash - folders[i])) : ".";
    }
    return n;
}

bool ses_starts_alone(SesModel *m) {
    SesBegun begun;
    causeway_status code = ses_begin(m, &begun);
    bool conflict = begun.rt && code != CAUSEWAY_OK && m->sym->initial_checks.n > 0;
    ses_end_begun(&begun);
    return !conflict;
}

causeway_status ses_fmu(SesModel *m, const FmiExport *what) {
    SesBegun begun;
    causeway_status code = ses_begin(m, &begun);
    if (!begun.rt) return code;
    FmiExport all = *what;
    if (!stays_one(begun.model)) return ses_end_begun(&begun), CAUSEWAY_UNTRANSLATABLE;
    ses_looks(m, &all);
    if (all.sizes) code = export_sizes(begun.model, begun.rt, &all);
    else if (all.kinds == FMI_SE) code = export_scheduled(m, &all);
    else if (!export_combined(begun.model, begun.rt, &all, &code))
        code = code == CAUSEWAY_OK ? export_checked(begun.model, begun.rt, &all)
                                   : export_model(begun.model, begun.rt, &all);
    if (all.icon) gfx_free((GfxPicture *)all.icon);
    vec_free(&all.pictures);
    ses_end_begun(&begun);
    return code;
}

causeway_status ses_external_model(SesModel *m, const FmiInterface *what) {
    SesBegun begun;
    causeway_status code = ses_begin(m, &begun);
    if (!begun.rt) return code;
    size_t refused = base_unsupported_count(m->ctx);
    bool done = stays_one(begun.model) && fmi_external_model(begun.model->gen, begun.rt, what);
    ses_end_begun(&begun);
    if (done) return CAUSEWAY_OK;
    return base_unsupported_count(m->ctx) > refused ? CAUSEWAY_UNTRANSLATABLE : CAUSEWAY_USAGE;
}

causeway_status ses_external_offer(SesModel *m, FmiOffer *offer) {
    SesBegun begun;
    causeway_status code = ses_begin(m, &begun);
    if (!begun.rt) return code;
    fmi_offer(begun.model->gen, begun.rt, &m->ctx->arena, offer);
    ses_end_begun(&begun);
    return CAUSEWAY_OK;
}

causeway_status causeway_model_export_fmu(causeway_model *m, const char *path, const causeway_fmu *how) {
    causeway_fmu w;
    causeway_fmu_init(&w);
    if (how) memcpy(&w, how, how->size < sizeof w ? how->size : sizeof w);
    causeway_status code = causeway_model_translate(m, NULL);
    if (code != CAUSEWAY_OK) return code;
    FmiExport what = {
        .version = w.version, .sources = w.sources, .fixed_step = w.fixed_step, .sizes = w.sizes, .path = path};
    const char *words = w.scheduled ? "se" : !w.co_simulation ? "me" : !w.model_exchange ? "cs" : "me,cs";
    BaseGuard g;
    if (!BASE_GUARDED(&g)) return ses_guard_fell(&m->session->reports, &g);
    code = fmi_options(m->ctx, words, w.binaries, w.method, &what) ? CAUSEWAY_OK : CAUSEWAY_USAGE;
    if (code == CAUSEWAY_OK) code = ses_fmu(&m->m, &what);
    ses_collect(&m->session->reports, m->ctx);
    base_guard_pop(&g);
    return code;
}

causeway_status causeway_model_export_system(causeway_model *m, const char *path, int version, const char *kinds,
                                             const char **parts) {
    return causeway_model_export_system_as(m, path, version, 2, kinds, parts);
}

causeway_status causeway_model_export_system_as(causeway_model *m, const char *path, int version, int fmi,
                                                const char *kinds, const char **parts) {
    BaseGuard g;
    if (!BASE_GUARDED(&g)) return ses_guard_fell(&m->session->reports, &g);
    m->text.n = 0;
    causeway_status code = CAUSEWAY_USAGE;
    if (version == 1 || version == 2)
        code = ses_system(&m->m, path, version == 1 ? "1.0" : "2.0", fmi, kinds, &m->text);
    else base_error(m->ctx, "TOOL0008", (Span){0}, "SSP %d: there are 1 and 2", version);
    if (parts) *parts = base_text_str(&m->text);
    ses_collect(&m->session->reports, m->ctx);
    base_guard_pop(&g);
    return code;
}

void causeway_fmu_init(causeway_fmu *how) {
    *how = (causeway_fmu){.size = sizeof *how, .version = 2, .model_exchange = true, .co_simulation = true};
}

causeway_status causeway_model_export_external(causeway_model *m, const char *path, const char *inputs,
                                               const char *outputs, const char *parameters) {
    causeway_status code = causeway_model_translate(m, NULL);
    if (code != CAUSEWAY_OK) return code;
    FmiInterface what = {.inputs = inputs, .outputs = outputs, .parameters = parameters, .path = path};
    BaseGuard g;
    if (!BASE_GUARDED(&g)) return ses_guard_fell(&m->session->reports, &g);
    code = ses_external_model(&m->m, &what);
    ses_collect(&m->session->reports, m->ctx);
    base_guard_pop(&g);
    return code;
}
