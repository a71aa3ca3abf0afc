/* doc.c - `causeway doc`: a library as HTML pages. */
#include "tools/tools.h"

#include "document/document.h"

ToolExit tool_doc(ToolRun *r) {
    const char *folder = r->options->output;
    if (!folder) {
        Diag *d = base_error(r->ctx, "TOOL0004", (Span){0}, "where the pages go is missing: -o FOLDER");
        base_hint(r->ctx, d, "causeway doc %s -o pages", r->asked.subject);
        return TOOL_USAGE;
    }
    ToolExit code;
    LibTree *lib = ses_open_libraries(r->ctx, &r->asked, &code);
    LibClass *cls = lib ? ses_find_class(r->ctx, &r->asked, lib, r->asked.subject, &code) : NULL;
    DocCounts counts;
    if (cls) code = doc_library(lib, cls, folder, &counts) ? TOOL_DONE : TOOL_USAGE;
    if (cls && code == TOOL_DONE && !r->options->quiet)
        printf("%zu pages, %zu pictures, %zu files in %s/index.html\n", counts.classes, counts.pictures, counts.files,
               folder);
    lib_free(lib);
    return code;
}
