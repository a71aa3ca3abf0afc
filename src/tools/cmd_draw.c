/* cmd_draw.c - `causeway draw`: pictures of classes. */
#include "tools/tools.h"

static ToolExit draw_all(ToolRun *r, const SesDrawing *how) {
    SesDrawn drawn = {0};
    ToolExit code = ses_draw_all(r->ctx, &r->asked, how, r->options->output, &drawn);
    if (drawn.classes && !r->options->quiet)
        printf("%zu classes, %zu pictures in %s, %zu failed\n", drawn.classes, drawn.pictures, r->options->output,
               drawn.failed);
    return code;
}

ToolExit tool_draw(ToolRun *r) {
    const ToolOptions *o = r->options;
    const char *out = o->output;
    if (!out || !(o->all || ses_ends_with(out, ".svg") || ses_ends_with(out, ".png") || ses_ends_with(out, ".json"))) {
        Diag *d =
            base_error(r->ctx, "TOOL0004", (Span){0}, "where the picture goes is missing: -o FILE.svg, .png or .json");
        base_hint(r->ctx, d, "causeway draw %s -o picture.svg", r->asked.subject);
        return TOOL_USAGE;
    }
    SesDrawing how = {.diagram = o->diagram, .time = o->time};
    if (tool_given(o->width)) how.width = o->width;
    if (tool_given(o->height)) how.height = o->height;
    if (o->all) return draw_all(r, &how);
    if (o->result && !(how.result = res_open(r->ctx, o->result))) return TOOL_USAGE;
    ToolExit code = ses_draw(r->ctx, &r->asked, &how, out);
    if (how.result) res_close(how.result);
    return code;
}
