/* cmd_convert.c - `causeway convert`: a library made for older versions of others, converted by their conversion
 * scripts.
 *
 * Every file of the library is written below the output folder, with only those places changed that a rule speaks of.
 * Where the scripts lead over an intermediate version, what was written is converted again.
 */
#include "tools/tools.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

static bool make_folder(Context *ctx, const char *path) {
    if (mkdir(path, 0777) == 0 || errno == EEXIST) return true;
    base_error(ctx, "TOOL0006", (Span){0}, "cannot make the folder %s: %s", path, strerror(errno));
    return false;
}

/* Written beside the place and moved there, because it may be the file that was read. */
static bool write_file(Context *ctx, const char *path, const char *text, size_t n) {
    const char *beside = base_sprintf(&ctx->arena, "%s.causeway-new", path);
    FILE *f = tool_open_output(ctx, beside);
    if (!f) return false;
    fwrite(text, 1, n, f);
    if (tool_close_output(ctx, beside, f) && rename(beside, path) == 0) return true;
    if (!base_error_count(ctx)) base_error(ctx, "TOOL0006", (Span){0}, "cannot write %s: %s", path, strerror(errno));
    remove(beside);
    return false;
}

static SourceId edited(const Context *ctx, const LibConversion *c, const char *path) {
    for (size_t i = 0; i < c->edits.n; i++)
        if (strcmp(base_source(ctx->sources, c->edits.at[i].source)->path, path) == 0) return c->edits.at[i].source;
    return 0;
}

static bool convert_file(Context *ctx, LibTree *lib, const LibConversion *c, const char *from, const char *to,
                         size_t *changed) {
    SourceId id = edited(ctx, c, from);
    if (!id) {
        if (strcmp(from, to) == 0) return true;
        id = base_source_open(ctx->sources, from);
        if (!id) {
            base_error(ctx, "TOOL0005", (Span){0}, "cannot read %s: %s", from, strerror(errno));
            return false;
        }
        const Source *s = base_source(ctx->sources, id);
        return write_file(ctx, to, s->text, s->n);
    }
    Text t = {0};
    lib_converted_text(lib, c, id, &t);
    bool ok = write_file(ctx, to, base_text_str(&t), t.n);
    base_text_free(&t);
    ++*changed;
    return ok;
}

static bool convert_folder(Context *ctx, LibTree *lib, const LibConversion *c, const char *from, const char *to,
                           int depth, size_t *changed) {
    DIR *d = depth < 100 && make_folder(ctx, to) ? opendir(from) : NULL;
    if (!d) return false;
    bool ok = true;
    for (struct dirent *e; ok && (e = readdir(d));) {
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0) continue;
        const char *a = base_sprintf(&ctx->arena, "%s/%s", from, e->d_name),
                   *b = base_sprintf(&ctx->arena, "%s/%s", to, e->d_name);
        struct stat s;
        if (stat(a, &s) != 0) continue;
        if (S_ISDIR(s.st_mode)) ok = convert_folder(ctx, lib, c, a, b, depth + 1, changed);
        else if (S_ISREG(s.st_mode)) ok = convert_file(ctx, lib, c, a, b, changed);
    }
    closedir(d);
    return ok;
}

static void report(const ToolRun *r, const LibClass *top, const LibConversion *c, size_t changed, const char *to) {
    if (r->options->quiet) return;
    const char *name = base_str(r->ctx->names, top->name);
    if (!c->newer) {
        base_say(stdout, "%s: nothing to convert\n", name);
        return;
    }
    base_say(stdout, "%s: %zu class names, %zu elements, %zu modifiers converted in %zu file%s", name, c->classes,
             c->elements, c->modifiers, changed, changed == 1 ? "" : "s");
    if (c->messages) printf(", %zu places need your attention", c->messages);
    if (to) base_say(stdout, " -> %s", to);
    putchar('\n');
}

/* One pass; *result is what was written, *again whether another pass is needed. */
static ToolExit convert(ToolRun *r, const char *word, const char **result, bool *again) {
    LibConversion c = {0};
    ToolExit code = TOOL_USAGE;
    LibTree *lib = ses_open_libraries(r->ctx, &r->asked, &code);
    if (lib) lib_expect_versions(lib, false);
    LibClass *cls = lib ? ses_find_class(r->ctx, &r->asked, lib, word, &code) : NULL;
    LibClass *top = cls ? lib_top(cls) : NULL;
    if (top) code = lib_convert(lib, top, &c) ? TOOL_DONE : TOOL_INVALID;
    size_t changed = 0;
    const char *to = r->options->output;
    if (code == TOOL_DONE && to) {
        const char *slash = strrchr(top->folder ? top->folder : top->path, '/'),
                   *place = top->folder ? top->folder : top->path;
        *result =
            strcmp(word, *result) == 0 ? word : base_sprintf(&r->ctx->arena, "%s/%s", to, slash ? slash + 1 : place);
        bool ok = make_folder(r->ctx, to) && (top->folder ? convert_folder(r->ctx, lib, &c, place, *result, 0, &changed)
                                                          : convert_file(r->ctx, lib, &c, place, *result, &changed));
        if (!ok) code = TOOL_USAGE;
    }
    *again = code == TOOL_DONE && to && c.again;
    if (code == TOOL_DONE) report(r, top, &c, changed, to ? *result : NULL);
    lib_conversion_free(&c);
    lib_free(lib);
    return code;
}

ToolExit tool_convert(ToolRun *r) {
    const char *word = r->options->words.at[0], *result = "";
    bool again = true;
    ToolExit code = TOOL_DONE;
    for (int pass = 0; again && code == TOOL_DONE && pass < 20; pass++) {
        code = convert(r, word, &result, &again);
        word = result;
    }
    return code;
}
