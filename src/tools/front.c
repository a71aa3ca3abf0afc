/* front.c - MODEL or FILE to the flat DAE.
 *
 * A FILE that ends in .dae holds the text form of a flat DAE and joins the road there; everything else is Modelica.
 */
#include "tools/tools.h"

#include <errno.h>
#include <string.h>

bool tool_ends_with(const char *s, const char *end) {
    size_t n = strlen(s), m = strlen(end);
    return n >= m && strcmp(s + n - m, end) == 0;
}

const char *tool_subject(const ToolOptions *o) { return o->words.at[o->words.n - 1]; }

static ToolExit read_dae(ToolRun *r, const char *path, ToolModel *m) {
    ToolClock began = tool_clock();
    SourceId id = base_source_open(r->ctx->sources, path);
    if (!id) {
        base_error(r->ctx, "TOOL0005", (Span){0}, "cannot read %s: %s", path, strerror(errno));
        return TOOL_USAGE;
    }
    m->dae = dae_parse(r->ctx, id);
    tool_phase(&r->stats, TOOL_LOAD, began);
    return m->dae ? TOOL_DONE : tool_model_error(r->ctx);
}

static uint32_t count_vars(const Dae *d, bool (*is)(const DaeVariable *v)) {
    uint32_t n = 0;
    for (size_t i = 1; i < d->vars.n; i++) n += is(&d->vars.at[i]);
    return n;
}

static bool is_unknown(const DaeVariable *v) { return v->kind == DAE_KIND_DISCRETE || v->kind == DAE_KIND_CONTINUOUS; }
static bool is_parameter(const DaeVariable *v) { return v->kind == DAE_KIND_PARAMETER; }

ToolExit tool_flat_model(ToolRun *r, ToolModel *m) {
    const char *word = tool_subject(r->options);
    ToolExit code = tool_ends_with(word, ".dae") ? read_dae(r, word, m) : tool_read_modelica(r, word, m);
    if (code != TOOL_DONE) return code;
    tool_count(&r->stats, "variables", count_vars(m->dae, is_unknown));
    tool_count(&r->stats, "equations", (double)m->dae->equations.n);
    tool_count(&r->stats, "parameters", count_vars(m->dae, is_parameter));
    return TOOL_DONE;
}

void tool_free_flat(ToolModel *m) {
    if (m->dae) dae_free(m->dae);
    if (m->front) tool_free_front(m->front);
    *m = (ToolModel){0};
}
