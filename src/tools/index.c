/* index.c - `causeway index`: the index of a folder of libraries. */
#include "tools/tools.h"
#include "tools/tools_impl.h"

#include "package/package.h"

ToolExit tool_index(ToolRun *r) {
    PkgList list = {0};
    Text t = {0};
    const char *folder = r->options->words.at[0];
    bool ok = pkg_open_source(r->ctx, folder, NULL, &list) && pkg_write_index(r->ctx, &list, folder, &t);
    ToolExit code = ok ? tool_write_text(r, base_text_str(&t), t.n) : TOOL_USAGE;
    base_text_free(&t);
    vec_free(&list);
    pkg_clean(r->ctx);
    return code;
}
