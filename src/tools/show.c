/* show.c - `causeway show`: what a file is, by its kind. */
#include "tools/tools.h"

ToolExit tool_show(ToolRun *r) {
    const char *path = r->options->words.at[0];
    Text t = {0};
    if (!ses_ends_with(path, ".fmu")) {
        Diag *d = base_error(r->ctx, "TOOL0060", (Span){0}, "%s is no file that can be shown", path);
        base_hint(r->ctx, d, "FMUs can: X.fmu");
        return TOOL_USAGE;
    }
    ToolExit code = ses_show_fmu(r->ctx, path, r->options->json, &t);
    fputs(base_text_str(&t), stdout);
    base_text_free(&t);
    return code;
}
