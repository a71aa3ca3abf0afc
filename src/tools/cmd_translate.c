/* cmd_translate.c - `causeway translate`: the generated C, whole and readable, or a program in another language. */
#include "tools/tools.h"

ToolExit tool_translate(ToolRun *r) {
    SesModel m = tool_model(r);
    const char *path = r->options->output ? r->options->output : "-";
    const GenTarget *target = r->options->target ? ses_find_target(r->ctx, r->options->target) : NULL;
    Text program = {0};
    ToolExit code = target ? ses_target(&m, target, &program) : r->options->target ? TOOL_USAGE : ses_code(&m, true);
    if (code == TOOL_DONE) {
        FILE *f = tool_open_output(r->ctx, path);
        code = TOOL_USAGE;
        if (f) {
            if (target) fwrite(program.at, 1, program.n, f);
            else gen_write(m.gen, f);
            if (tool_close_output(r->ctx, path, f)) code = TOOL_DONE;
        }
    }
    base_text_free(&program);
    ses_free(&m);
    return code;
}
