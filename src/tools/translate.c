/* translate.c - `causeway translate`: the generated C, whole and readable. */
#include "tools/tools.h"

ToolExit tool_translate(ToolRun *r) {
    SesModel m = tool_model(r);
    ToolExit code = ses_code(&m, true);
    if (code == TOOL_DONE) {
        const char *path = r->options->output ? r->options->output : "-";
        FILE *f = tool_open_output(r->ctx, path);
        code = TOOL_USAGE;
        if (f) {
            gen_write(m.gen, f);
            if (tool_close_output(r->ctx, path, f)) code = TOOL_DONE;
        }
    }
    ses_free(&m);
    return code;
}
