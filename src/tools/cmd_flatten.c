/* cmd_flatten.c - `causeway flatten`: the flat DAE as text. */
#include "tools/tools.h"

ToolExit tool_flatten(ToolRun *r) {
    SesModel m = tool_model(r);
    ToolExit code = ses_flat(&m);
    if (code == TOOL_DONE) {
        Text t = {0};
        dae_print(m.dae, &t);
        code = tool_write_text(r, base_text_str(&t), t.n);
        base_text_free(&t);
    }
    ses_free(&m);
    return code;
}
