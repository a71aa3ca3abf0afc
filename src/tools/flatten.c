/* flatten.c - `causeway flatten`: the flat DAE as text. */
#include "tools/tools.h"

ToolExit tool_flatten(ToolRun *r) {
    ToolModel m = {0};
    ToolExit code = tool_flat_model(r, &m);
    if (code == TOOL_DONE) {
        Text t = {0};
        dae_print(m.dae, &t);
        code = tool_write_text(r, base_text_str(&t), t.n);
        base_text_free(&t);
    }
    tool_free_flat(&m);
    return code;
}
