/* front.c - a word -> flat DAE.
 *
 * A word that ends in .dae is the text form of a flat DAE and joins the road there; everything else is Modelica.
 */
#include "session/session_impl.h"

#include <errno.h>
#include <string.h>

static causeway_status read_dae(SesModel *m) {
    SesClock began = ses_clock();
    const char *path = m->asked->subject;
    for (size_t i = 0; i < m->asked->texts.n; i++) {
        const SesText *t = &m->asked->texts.at[i];
        base_source_overlay(m->ctx->sources, t->path, t->text, t->n);
    }
    SourceId id = base_source_open(m->ctx->sources, path);
    if (!id) {
        base_error(m->ctx, "TOOL0005", (Span){0}, "cannot read %s: %s", path, strerror(errno));
        return CAUSEWAY_USAGE;
    }
    m->dae = dae_parse(m->ctx, id);
    ses_phase(m->stats, SES_LOAD, began);
    return m->dae ? CAUSEWAY_OK : ses_model_error(m->ctx);
}

static uint32_t count_vars(const Dae *d, bool (*is)(const DaeVariable *v)) {
    uint32_t n = 0;
    for (size_t i = 1; i < d->vars.n; i++) n += is(&d->vars.at[i]);
    return n;
}

static bool is_unknown(const DaeVariable *v) { return v->kind == DAE_KIND_DISCRETE || v->kind == DAE_KIND_CONTINUOUS; }
static bool is_parameter(const DaeVariable *v) { return v->kind == DAE_KIND_PARAMETER; }

causeway_status ses_flat(SesModel *m) {
    if (m->dae) return CAUSEWAY_OK;
    if (m->asked->flat) {
        m->dae = dae_copy(m->asked->flat);
        return CAUSEWAY_OK;
    }
    causeway_status code = ses_take_fmu(m);
    if (code != CAUSEWAY_OK) return code;
    code = ses_ends_with(m->asked->subject, ".dae") ? read_dae(m) : ses_read_modelica(m);
    if (code != CAUSEWAY_OK) return code;
    ses_name_as_fmu(m);
    m->said = base_diag_mark(m->ctx);
    ses_count(m->stats, "variables", count_vars(m->dae, is_unknown));
    ses_count(m->stats, "equations", (double)m->dae->equations.n);
    ses_count(m->stats, "parameters", count_vars(m->dae, is_parameter));
    return CAUSEWAY_OK;
}
