/* conversion.c - a library made for older versions of others, converted by their conversion scripts.
 *
 * Every file of the library is written below the output folder, with only those places changed that a rule speaks of.
 * Where the scripts lead over an intermediate version, what was written is converted again.
 */
#include "session/session_impl.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

static bool make_folder(Context *ctx, const char *path) {
    if (mkdir(path, 0777) == 0 || errno == EEXIST) return true;
    base_error(ctx, "TOOL0006", (Span){0}, "cannot make the folder %s: %s", path, strerror(errno));
    return false;
}

/* Replaced as a whole, because it may be the file that was read. */
static bool write_file(Context *ctx, const char *path, const char *text, size_t n) {
    if (base_replace_file(path, text, n)) return true;
    Diag *d = base_error(ctx, "TOOL0006", (Span){0}, "cannot write %s: %s", path, strerror(errno));
    base_hint(ctx, d, "make room or choose another place for the output");
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

static void tell(const Context *ctx, const LibClass *top, const LibConversion *c, size_t changed, const char *to,
                 const SesSay *say) {
    Text t = {0};
    const char *name = base_str(ctx->names, top->name);
    if (!c->newer) base_text_printf(&t, "%s: nothing to convert", name);
    else
        base_text_printf(&t, "%s: %zu class names, %zu elements, %zu modifiers converted in %zu file%s", name,
                         c->classes, c->elements, c->modifiers, changed, changed == 1 ? "" : "s");
    if (c->newer && c->messages) base_text_printf(&t, ", %zu places need your attention", c->messages);
    if (c->newer && to) base_text_printf(&t, " -> %s", to);
    if (say->line) say->line(say->arg, base_text_str(&t));
    base_text_free(&t);
}

/* One pass; *result is what was written, *again whether another pass is needed. */
static causeway_status convert(Context *ctx, const SesRequest *asked, const char *word, const char *to,
                               const SesSay *say, const char **result, bool *again) {
    LibConversion c = {0};
    causeway_status code = CAUSEWAY_USAGE;
    LibTree *lib = ses_open_libraries(ctx, asked, &code);
    if (lib) lib_expect_versions(lib, false);
    LibClass *cls = lib ? ses_find_class(ctx, asked, lib, word, &code) : NULL;
    LibClass *top = cls ? lib_top(cls) : NULL;
    if (top) code = lib_convert(lib, top, &c) ? CAUSEWAY_OK : CAUSEWAY_INVALID;
    size_t changed = 0;
    if (code == CAUSEWAY_OK && to) {
        const char *place = top->folder ? top->folder : top->path, *slash = strrchr(place, '/');
        *result = strcmp(word, *result) == 0 ? word : base_sprintf(&ctx->arena, "%s/%s", to, slash ? slash + 1 : place);
        bool ok = make_folder(ctx, to) && (top->folder ? convert_folder(ctx, lib, &c, place, *result, 0, &changed)
                                                       : convert_file(ctx, lib, &c, place, *result, &changed));
        if (!ok) code = CAUSEWAY_USAGE;
    }
    *again = code == CAUSEWAY_OK && to && c.again;
    if (code == CAUSEWAY_OK) tell(ctx, top, &c, changed, to ? *result : NULL, say);
    lib_conversion_free(&c);
    lib_free(lib);
    return code;
}

causeway_status ses_convert(Context *ctx, const SesRequest *asked, const char *word, const char *to,
                            const SesSay *say) {
    const char *result = "";
    bool again = true;
    causeway_status code = CAUSEWAY_OK;
    for (int pass = 0; again && code == CAUSEWAY_OK && pass < 20; pass++) {
        code = convert(ctx, asked, word, to, say, &result, &again);
        word = result;
    }
    return code;
}
