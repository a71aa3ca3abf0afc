/* cmd_repair.c - `causeway repair`: a result whose run was killed, completed for other programs. */
#include "tools/tools.h"

#include <errno.h>
#include <string.h>

static bool copy_file(Context *ctx, const char *from, const char *to) {
    FILE *in = fopen(from, "rbe"), *out = in ? fopen(to, "wbe") : NULL;
    const char *failed = !in ? from : !out ? to : NULL;
    char block[1 << 16];
    size_t n;
    while (!failed && (n = fread(block, 1, sizeof block, in)) > 0)
        if (fwrite(block, 1, n, out) != n) failed = to;
    if (!failed && ferror(in)) failed = from;
    if (failed)
        base_error(ctx, "TOOL0006", (Span){0}, "cannot %s %s: %s", failed == from ? "read" : "write", failed,
                   strerror(errno));
    if (in) fclose(in);
    if (out && fclose(out) != 0 && !failed) {
        base_error(ctx, "TOOL0006", (Span){0}, "cannot write %s: %s", to, strerror(errno));
        return false;
    }
    return !failed;
}

ToolExit tool_repair(ToolRun *r) {
    const ToolOptions *o = r->options;
    const char *path = o->words.at[0];
    size_t rows;
    uint64_t dropped;
    if (o->output && strcmp(o->output, path) != 0) {
        if (!copy_file(r->ctx, path, o->output)) return TOOL_USAGE;
        path = o->output;
    }
    if (!res_repair(r->ctx, path, &rows, &dropped)) return TOOL_USAGE;
    const double *time = NULL;
    ResResult *result = res_open(r->ctx, path);
    if (result && rows) time = res_time(result);
    if (!o->quiet) {
        base_say(stdout, "%s: %zu rows", path, rows);
        if (time) base_say(stdout, ", time %g to %g", time[0], time[rows - 1]);
        base_say(stdout, dropped ? "; %llu bytes behind them were no row and are dropped\n" : "\n",
                 (unsigned long long)dropped);
    }
    res_close(result);
    return TOOL_DONE;
}
