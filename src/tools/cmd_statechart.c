/* cmd_statechart.c - `causeway statechart`: a statechart as a Modelica block. */
#include "tools/tools.h"

ToolExit tool_statechart(ToolRun *r) {
    Text t = {0};
    ToolExit code = ses_statechart(r->ctx, r->options->words.at[0], &t);
    if (code == TOOL_DONE) code = tool_write_text(r, base_text_str(&t), t.n);
    base_text_free(&t);
    return code;
}
