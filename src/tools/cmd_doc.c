/* cmd_doc.c - `causeway doc`: a library as HTML pages. */
#include "tools/tools.h"

ToolExit tool_doc(ToolRun *r) {
    const char *folder = r->options->output;
    if (!folder) {
        Diag *d = base_error(r->ctx, "TOOL0004", (Span){0}, "where the pages go is missing: -o FOLDER");
        base_hint(r->ctx, d, "causeway doc %s -o pages", r->asked.subject);
        return TOOL_USAGE;
    }
    DocCounts counts;
    ToolExit code = ses_document(r->ctx, &r->asked, folder, &counts);
    if (code == TOOL_DONE && !r->options->quiet)
        printf("%zu pages, %zu pictures, %zu files in %s/index.html\n", counts.classes, counts.pictures, counts.files,
               folder);
    return code;
}
