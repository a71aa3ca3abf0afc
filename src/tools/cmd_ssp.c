/* cmd_ssp.c - `causeway ssp`: a model as a system of FMUs. */
#include "tools/tools.h"

#include <string.h>

ToolExit tool_ssp(ToolRun *r) {
    const ToolOptions *o = r->options;
    double fmi = tool_given(o->fmi) ? o->fmi : 2, version = tool_given(o->ssp) ? o->ssp : fmi == 3 ? 2 : 1;
    if (version != 1 && version != 2) {
        base_error(r->ctx, "TOOL0008", (Span){0}, "--ssp: there are 1 and 2");
        return TOOL_USAGE;
    }
    SesModel m = tool_model(r);
    Text parts = {0};
    ToolExit code = ses_flat(&m);
    if (code == TOOL_DONE) {
        const char *name = base_str(r->ctx->names, m.dae->model);
        const char *path = o->output ? o->output : base_sprintf(&r->ctx->arena, "%s.ssp", *name ? name : "model");
        code = ses_system(&m, path, version == 1 ? "1.0" : "2.0", (int)fmi, o->kind, &parts);
        if (code == TOOL_DONE && !o->quiet) printf("%s -> %s\n%s", name, path, base_text_str(&parts));
    }
    base_text_free(&parts);
    ses_free(&m);
    return code;
}
