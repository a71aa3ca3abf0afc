/* exchange.c - a translated model for other tools. */
#include "session/api.h"

#include <math.h>
#include <string.h>

/* The model made ready, and a run of it initialised: parameters have their values, and start values are consistent,
 * where it can be initialised alone.  *torn: it could not be, and perhaps can without tearing. */
static causeway_status begin(SesModel *m, Runtime **rt, bool *torn) {
    causeway_status code = ses_ready(m);
    if (code != CAUSEWAY_OK) return code;
    *rt = ins_runtime(m->gen, comp_code(m->comp), m->ctx);
    if (!m->asked->no_tearing) rt_guard_torn(*rt);
    size_t said = base_diag_mark(m->ctx);
    bool linear;
    const char *variable;
    double time;
    RtStatus status = rt_initialise(*rt, rt_options(m->gen->description).start);
    *torn = status != RT_OK && rt_torn_badly(*rt, &linear, &variable, &time);
    base_diag_rollback(m->ctx, said);
    return status == RT_OK ? CAUSEWAY_OK : CAUSEWAY_INITIALISATION;
}

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

/* The same without tearing, where that can be initialised (as ses_simulate does); else false. */
static bool export_whole(SesModel *m, const FmiExport *what, causeway_status *code) {
    SesRequest asked = *m->asked;
    SesModel whole = {.ctx = m->ctx, .asked = &asked, .stats = m->stats};
    Runtime *rt = NULL;
    bool torn;
    asked.no_tearing = true;
    size_t said = base_diag_mark(m->ctx);
    bool better = begin(&whole, &rt, &torn) == CAUSEWAY_OK;
    base_diag_rollback(m->ctx, said);
    if (better) *code = export_model(&whole, rt, what);
    if (rt) rt_free(rt);
    ses_free(&whole);
    return better;
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
        Runtime *begun = NULL;
        bool torn;
        *code = ses_flat(&one);
        if (*code == CAUSEWAY_OK) one.dae->model = m->dae->model;
        if (*code == CAUSEWAY_OK) (void)begin(&one, &begun, &torn);
        if (begun) *code = export_model(&one, begun, what);
        rt_free(begun);
        ses_free(&one);
        vec_free(&asked.texts);
    }
    base_text_free(&text);
    return changes;
}

/* Scheduled execution is another translation: clocks wait for who activates them. */
static causeway_status export_scheduled(SesModel *m, FmiExport *what) {
    SesRequest asked = *m->asked;
    SesModel told = {.ctx = m->ctx, .asked = &asked, .stats = m->stats};
    Runtime *rt = NULL;
    bool torn;
    asked.no_cache = true;
    m->ctx->scheduled = true;
    causeway_status code = begin(&told, &rt, &torn);
    m->ctx->scheduled = false;
    if (rt) code = export_model(&told, rt, what);
    if (rt) rt_free(rt);
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

causeway_status ses_fmu(SesModel *m, const FmiExport *what) {
    Runtime *rt = NULL;
    bool torn = false;
    causeway_status code = begin(m, &rt, &torn);
    if (!rt) return code;
    FmiExport all = *what;
    if (!stays_one(m)) return rt_free(rt), CAUSEWAY_UNTRANSLATABLE;
    ses_looks(m, &all);
    if (all.kinds == FMI_SE) code = export_scheduled(m, &all);
    else if (!export_combined(m, rt, &all, &code) && (!torn || !export_whole(m, &all, &code)))
        code = export_model(m, rt, &all);
    if (all.icon) gfx_free((GfxPicture *)all.icon);
    vec_free(&all.pictures);
    rt_free(rt);
    return code;
}

causeway_status ses_external_model(SesModel *m, const FmiInterface *what) {
    Runtime *rt = NULL;
    bool torn = false;
    causeway_status code = begin(m, &rt, &torn);
    if (!rt) return code;
    size_t refused = base_unsupported_count(m->ctx);
    bool done = stays_one(m) && fmi_external_model(m->gen, rt, what);
    rt_free(rt);
    if (done) return CAUSEWAY_OK;
    return base_unsupported_count(m->ctx) > refused ? CAUSEWAY_UNTRANSLATABLE : CAUSEWAY_USAGE;
}

causeway_status ses_external_offer(SesModel *m, FmiOffer *offer) {
    Runtime *rt = NULL;
    bool torn = false;
    causeway_status code = begin(m, &rt, &torn);
    if (!rt) return code;
    fmi_offer(m->gen, rt, &m->ctx->arena, offer);
    rt_free(rt);
    return CAUSEWAY_OK;
}

causeway_status causeway_model_export_fmu(causeway_model *m, const char *path, const causeway_fmu *how) {
    causeway_fmu w;
    causeway_fmu_init(&w);
    if (how) memcpy(&w, how, how->size < sizeof w ? how->size : sizeof w);
    causeway_status code = causeway_model_translate(m, NULL);
    if (code != CAUSEWAY_OK) return code;
    FmiExport what = {.version = w.version, .sources = w.sources, .fixed_step = w.fixed_step, .path = path};
    const char *words = w.scheduled ? "se" : !w.co_simulation ? "me" : !w.model_exchange ? "cs" : "me,cs";
    BaseGuard g;
    if (!BASE_GUARDED(&g)) return ses_guard_fell(&m->session->reports, &g);
    code = fmi_options(m->ctx, words, w.binaries, w.method, &what) ? CAUSEWAY_OK : CAUSEWAY_USAGE;
    if (code == CAUSEWAY_OK) code = ses_fmu(&m->m, &what);
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
