/* format.c - `causeway format`: Modelica text laid out anew, with every comment and annotation. */
#include "tools/tools.h"

#include "syntax/syntax.h"

#include <errno.h>
#include <string.h>

static ToolExit write_back(ToolRun *r, const char *path, const Text *t) {
    /* Written beside the file and moved over it, so that a full disk cannot lose the text. */
    const char *beside = base_sprintf(&r->ctx->arena, "%s.causeway-new", path);
    FILE *f = tool_open_output(r->ctx, beside);
    if (!f) return TOOL_USAGE;
    fwrite(t->at, 1, t->n, f);
    if (!tool_close_output(r->ctx, beside, f)) {
        remove(beside);
        return TOOL_USAGE;
    }
    if (rename(beside, path) == 0) return TOOL_DONE;
    base_error(r->ctx, "TOOL0006", (Span){0}, "cannot write %s: %s", path, strerror(errno));
    remove(beside);
    return TOOL_USAGE;
}

static ToolExit format_file(ToolRun *r, const char *path, Text *t) {
    SourceId id = base_source_open(r->ctx->sources, path);
    if (!id) {
        base_error(r->ctx, "TOOL0005", (Span){0}, "cannot read %s: %s", path, strerror(errno));
        return TOOL_USAGE;
    }
    if (!syn_format(r->ctx, id, t)) return TOOL_INVALID;
    base_text_str(t);
    const Source *s = base_source(r->ctx->sources, id);
    bool same = s->n == t->n && memcmp(s->text, t->at, t->n) == 0;
    if (r->options->check_only) {
        if (!same) printf("%s is not formatted\n", path);
        return same ? TOOL_DONE : TOOL_USAGE;
    }
    if (r->options->in_place) return same ? TOOL_DONE : write_back(r, path, t);
    return tool_write_text(r, t->at, t->n);
}

ToolExit tool_format(ToolRun *r) {
    ToolExit worst = TOOL_DONE;
    for (size_t i = 0; i < r->options->words.n; i++) {
        Text t = {0};
        ToolExit code = format_file(r, r->options->words.at[i], &t);
        if (code > worst) worst = code;
        base_text_free(&t);
    }
    return worst;
}
