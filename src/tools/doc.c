/* doc.c - `causeway doc`: a library as HTML pages. */
#include "tools/tools.h"

#include "document/document.h"

ToolExit tool_doc(ToolRun *r) {
    const char *folder = r->options->output;
    if (!folder) {
        Diag *d = base_error(r->ctx, "TOOL0004", (Span){0}, "where the pages go is missing: -o FOLDER");
        base_hint(r->ctx, d, "causeway doc %s -o pages", tool_subject(r->options));
        return TOOL_USAGE;
    }
    LibTree *lib = lib_new(r->ctx);
    ToolExit code;
    LibClass *cls = NULL;
    if (tool_open_libraries(r, lib, &code)) cls = tool_find_class(r, lib, tool_subject(r->options), &code);
    DocCounts counts;
    if (cls) code = doc_library(lib, cls, folder, &counts) ? TOOL_DONE : TOOL_USAGE;
    if (cls && code == TOOL_DONE && !r->options->quiet)
        printf("%zu pages, %zu pictures, %zu files in %s/index.html\n", counts.classes, counts.pictures, counts.files,
               folder);
    lib_free(lib);
    return code;
}
