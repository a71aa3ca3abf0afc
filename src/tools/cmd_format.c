/* cmd_format.c - `causeway format`: Modelica text laid out anew, with every comment and annotation. */
#include "tools/tools.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static ToolExit refuse(ToolRun *r, const char *path) {
    base_error(r->ctx, "TOOL0006", (Span){0}, "cannot write %s: %s", path, strerror(errno));
    return TOOL_USAGE;
}

/* Into the file itself: it has other names, which are to go on meaning the same text. */
static ToolExit overwrite(ToolRun *r, const char *path, const Text *t) {
    FILE *f = tool_open_output(r->ctx, path);
    if (!f) return TOOL_USAGE;
    fwrite(t->at, 1, t->n, f);
    return tool_close_output(r->ctx, path, f) ? TOOL_DONE : TOOL_USAGE;
}

/* Written beside the file and moved over it, so that a full disk cannot lose the text.  It keeps its owner's rights. */
static ToolExit replace(ToolRun *r, const char *path, mode_t mode, const Text *t) {
    const char *beside = base_sprintf(&r->ctx->arena, "%s.XXXXXX", path);
    int fd = mkstemp((char *)beside);
    FILE *f = fd >= 0 ? fdopen(fd, "wb") : NULL;
    if (!f) return refuse(r, beside);
    fwrite(t->at, 1, t->n, f);
    bool ok = fchmod(fd, mode & 07777) == 0;
    ok = tool_close_output(r->ctx, beside, f) && ok;
    if (ok && rename(beside, path) == 0) return TOOL_DONE;
    remove(beside);
    return base_error_count(r->ctx) ? TOOL_USAGE : refuse(r, path);
}

static ToolExit write_back(ToolRun *r, const char *path, const Text *t) {
    struct stat st;
    char *real = realpath(path, NULL); /* a link stays a link */
    if (!real || stat(real, &st) != 0) {
        free(real);
        return refuse(r, path);
    }
    ToolExit code = st.st_nlink > 1 ? overwrite(r, real, t) : replace(r, real, st.st_mode, t);
    free(real); /* of realpath, not ours */
    return code;
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
        if (!same) base_say(stdout, "%s is not formatted\n", path);
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
