/* explain.c - `causeway explain`: what translation did with a model. */
#include "tools/tools.h"

ToolExit tool_explain(ToolRun *r) {
    ToolModel m = {0};
    ToolExit code = tool_sorted_model(r, &m);
    if (code == TOOL_DONE) {
        Text t = {0};
        sym_explain(m.sym, r->options->json, &t);
        code = tool_write_text(r, base_text_str(&t), t.n);
        base_text_free(&t);
    }
    tool_free_model(&m);
    return code;
}
