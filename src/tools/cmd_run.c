/* cmd_run.c - `causeway run`: scripts of commands. */
#include "tools/tools_impl.h"

ToolExit tool_run_script(ToolRun *r) {
    ToolShell s;
    ToolExit code = TOOL_DONE;
    if (!tool_shell_open(r, r->options->typed, &s)) return TOOL_USAGE;
    for (size_t i = 0; i < r->options->words.n && !causeway_script_ended(s.script); i++) {
        ToolExit one = causeway_script_run_file(s.script, r->options->words.at[i]);
        if (code == TOOL_DONE) code = one;
    }
    tool_shell_close(&s);
    return code;
}
