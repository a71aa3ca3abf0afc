/* fmu.c - `causeway fmu`: a model as an FMU. */
#include "tools/tools.h"

#include <string.h>

/* "me,cs" -> FMI_ME | FMI_CS; 0 after reporting. */
static int kinds_of(ToolRun *r, const char *words) {
    int kinds = 0;
    for (const char *at = words; at;) {
        size_t n = strcspn(at, ",");
        int one = n == 2 && !strncmp(at, "me", 2) ? FMI_ME : n == 2 && !strncmp(at, "cs", 2) ? FMI_CS : 0;
        if (!one) {
            Diag *d = base_error(r->ctx, "TOOL0008", (Span){0}, "--kind %s: there are me and cs", words);
            base_hint(r->ctx, d, "write --kind me, --kind cs or --kind me,cs");
            return 0;
        }
        kinds |= one;
        at = at[n] ? at + n + 1 : NULL;
    }
    return kinds;
}

static bool check_options(ToolRun *r, FmiExport *what) {
    const ToolOptions *o = r->options;
    what->version = tool_given(o->fmi) ? (int)o->fmi : 2;
    what->kinds = kinds_of(r, o->kind ? o->kind : "me,cs");
    what->sources = o->sources;
    what->fixed_step = tool_given(o->step) ? o->step : 0;
    if (what->version != 2 && what->version != 3)
        base_unsupported(r->ctx, "FMI0003", (Span){0}, "FMUs of FMI %g are not written; --fmi 2 and 3 are", o->fmi);
    else if (tool_given(o->step) && !(o->step > 0))
        base_error(r->ctx, "TOOL0008", (Span){0}, "--step must be positive");
    return what->kinds && !base_error_count(r->ctx);
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
