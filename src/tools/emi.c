/* emi.c - `causeway emi`: a model as an external model (include/causeway/emi.h). */
#include "tools/tools.h"

ToolExit tool_emi(ToolRun *r) {
    const ToolOptions *o = r->options;
    FmiInterface what = {.inputs = o->emi_inputs, .outputs = o->emi_outputs, .parameters = o->emi_parameters};
    SesModel m = tool_model(r);
    ToolExit code = ses_ready(&m);
    if (code == TOOL_DONE) {
        const char *name = base_str(r->ctx->names, m.dae->model);
        if (!*name) name = "model";
        what.path = o->output ? o->output : base_sprintf(&r->ctx->arena, "%s.so", name);
        code = ses_external_model(&m, &what);
        if (code == TOOL_DONE && !o->quiet) printf("%s -> %s\n", name, what.path);
    }
    ses_free(&m);
    return code;
}
