/* cmd_import.c - `causeway import`: an FMU as a Modelica block. */
#include "tools/tools.h"

#include <string.h>

ToolExit tool_import(ToolRun *r) {
    const ToolOptions *o = r->options;
    const char *path = o->words.at[0];
    Text t = {0};
    ToolExit code = ses_import_fmu(r->ctx, path, &r->asked.fmu, &r->asked.parameters, &t);
    if (code == TOOL_DONE) {
        FILE *f = o->output ? tool_open_output(r->ctx, o->output) : stdout;
        if (f) fwrite(t.at, 1, t.n, f);
        if (!f || (o->output && !tool_close_output(r->ctx, o->output, f))) code = TOOL_USAGE;
    }
    base_text_free(&t);
    return code;
}
