/* cmd_fmu.c - `causeway fmu`: a model as an FMU. */
#include "tools/tools.h"

#include <string.h>

static bool check_options(ToolRun *r, FmiExport *what) {
    const ToolOptions *o = r->options;
    what->version = tool_given(o->fmi) ? (int)o->fmi : 2;
    what->sources = o->sources;
    what->sizes = o->sizes;
    what->fixed_step = tool_given(o->step) ? o->step : 0;
    if (what->version != 2 && what->version != 3)
        base_unsupported(r->ctx, "FMI0003", (Span){0}, "FMUs of FMI %g are not written; --fmi 2 and 3 are", o->fmi);
    else if (tool_given(o->step) && !(o->step > 0))
        base_error(r->ctx, "TOOL0008", (Span){0}, "--step must be positive");
    return !base_error_count(r->ctx) && fmi_options(r->ctx, o->kind, o->binary, o->method, what);
}

ToolExit tool_fmu(ToolRun *r) {
    FmiExport what = {0};
    if (!check_options(r, &what)) return base_unsupported_count(r->ctx) ? TOOL_UNTRANSLATABLE : TOOL_USAGE;
    SesModel m = tool_model(r);
    ToolExit code = ses_ready(&m);
    if (code == TOOL_DONE) {
        const char *name = base_str(r->ctx->names, m.dae->model);
        if (!*name) name = "model";
        what.path = r->options->output ? r->options->output : base_sprintf(&r->ctx->arena, "%s.fmu", name);
        code = ses_fmu(&m, &what);
        if (code == TOOL_DONE && !r->options->quiet) printf("%s -> %s\n", name, what.path);
    }
    ses_free(&m);
    return code;
}
