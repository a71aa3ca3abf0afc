/* archive.c - an FMU on the disk: a ZIP archive that is unpacked with distrust (package/zip.c), or a folder. */
#include "exchange/exchange_impl.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const size_t most_description = (size_t)1 << 30;

/* The description as a source: read, not mapped, for its file may go before its messages are printed. */
static SourceId read_description(XchFmu *f) {
    const char *inside = base_sprintf(&f->ctx->arena, "%s/modelDescription.xml", f->folder);
    const char *shown = base_sprintf(&f->ctx->arena, "%s/modelDescription.xml", f->path);
    Text t = {0};
    if (!base_read_file(inside, most_description, &t)) {
        Diag *d = base_error(f->ctx, "XCH0002", (Span){0}, "%s is no FMU: it holds no modelDescription.xml%s%s",
                             f->path, errno == ENOENT ? "" : ": ", errno == ENOENT ? "" : strerror(errno));
        base_hint(f->ctx, d, "an FMU is a ZIP archive with the description in its top folder");
        base_text_free(&t);
        return 0;
    }
    SourceId id = base_source_string(f->ctx->sources, shown, base_text_str(&t), t.n);
    base_text_free(&t);
    return id;
}

const char *xch_scratch(Context *ctx) {
    const char *root = getenv("TMPDIR");
    char *made = base_sprintf(&ctx->arena, "%s/causeway-fmu-XXXXXX", root && *root ? root : "/tmp");
    if (mkdtemp(made)) return made;
    base_error(ctx, "XCH0002", (Span){0}, "cannot make a folder like %s: %s", made, strerror(errno));
    return NULL;
}

XchFmu *xch_open(Context *ctx, const char *path) {
    XchFmu *f = base_realloc(NULL, sizeof *f);
    *f = (XchFmu){.ctx = ctx, .path = path, .folder = path};
    struct stat st;
    if (stat(path, &st) != 0) {
        base_error(ctx, "XCH0002", (Span){0}, "cannot read %s: %s", path, strerror(errno));
        return xch_close(f), NULL;
    }
    if (!base_is_folder(path)) {
        f->folder = xch_scratch(ctx);
        f->scratch = f->folder != NULL;
        if (!f->folder || !pkg_unzip(ctx, path, f->folder)) return xch_close(f), NULL;
    }
    f->source = read_description(f);
    f->model = f->source ? xch_describe(ctx, f->source) : NULL;
    if (!f->model) return xch_close(f), NULL;
    return f;
}

void xch_close(XchFmu *f) {
    if (!f) return;
    xch_describe_free(f->model);
    if (f->scratch) pkg_remove_tree(f->folder);
    base_realloc(f, 0);
}
