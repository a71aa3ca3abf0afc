/* exchange.c - a translated model for other tools. */
#include "session/api.h"

#include <string.h>

causeway_status ses_fmu(SesModel *m, const FmiExport *what) {
    causeway_status code = ses_ready(m);
    if (code != CAUSEWAY_OK) return code;
    /* parameters have their values, and start values are consistent, where the model can be initialised alone */
    Runtime *rt = ins_runtime(m->gen, comp_code(m->comp), m->ctx);
    size_t said = base_diag_mark(m->ctx), refused = base_unsupported_count(m->ctx);
    (void)rt_initialise(rt, rt_options(m->gen->description).start);
    base_diag_rollback(m->ctx, said);
    FmiExport all = *what;
    all.comp = m->comp;
    bool done = fmi_export(m->gen, rt, &all);
    rt_free(rt);
    if (done) return CAUSEWAY_OK;
    return base_unsupported_count(m->ctx) > refused ? CAUSEWAY_UNTRANSLATABLE : CAUSEWAY_USAGE;
}

causeway_status causeway_model_export_fmu(causeway_model *m, const char *path, const causeway_fmu *how) {
    causeway_fmu w;
    causeway_fmu_init(&w);
    if (how) memcpy(&w, how, how->size < sizeof w ? how->size : sizeof w);
    causeway_status code = causeway_model_translate(m, NULL);
    if (code != CAUSEWAY_OK) return code;
    FmiExport what = {.version = w.version,
                      .kinds = (w.model_exchange ? FMI_ME : 0) | (w.co_simulation ? FMI_CS : 0),
                      .sources = w.sources,
                      .fixed_step = w.fixed_step,
                      .path = path};
    if (!what.kinds) what.kinds = FMI_ME | FMI_CS;
    BaseGuard g;
    if (!BASE_GUARDED(&g)) return ses_guard_fell(&m->session->reports, &g);
    code = ses_fmu(&m->m, &what);
    ses_collect(&m->session->reports, m->ctx);
    base_guard_pop(&g);
    return code;
}

void causeway_fmu_init(causeway_fmu *how) {
    *how = (causeway_fmu){.size = sizeof *how, .version = 2, .model_exchange = true, .co_simulation = true};
}
