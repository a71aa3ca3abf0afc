/* Files of other tools: the description of an FMU, read, checked, shown and written as Modelica; a ZIP archive unpacked
 * and read as an FMU; the description of a system.  No crash, no endless loop, no leak, whatever comes. */
#include "exchange/exchange.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void use(Context *ctx, XchFmu *f) {
    Text t = {0};
    xch_check_rules(ctx, f->model);
    xch_show(f->model, false, &t);
    xch_show(f->model, true, &t);
    for (int kind = XCH_ME; kind <= XCH_CS; kind++) {
        XchImport how = {.path = "fuzz.fmu", .kind = kind, .bare = kind == XCH_ME};
        xch_modelica(f, &how, &t);
    }
    base_text_free(&t);
}

static void describe(Context *ctx, const char *text, size_t size) {
    XchFmu f = {.ctx = ctx, .path = "fuzz.fmu", .folder = "."};
    f.source = base_source_string(ctx->sources, "modelDescription.xml", text, size);
    f.model = xch_describe(ctx, f.source);
    if (!f.model) return;
    size_t values = 0;
    for (size_t i = 0; i < f.model->variables.n; i++) values += f.model->variables.at[i].nvalues;
    if (values < 10000) use(ctx, &f);
    xch_describe_free(f.model);
}

static bool write_file(const char *path, const uint8_t *data, size_t size) {
    FILE *f = fopen(path, "wb");
    bool ok = f && fwrite(data, 1, size, f) == size;
    return f && fclose(f) == 0 && ok;
}

static void archive(Context *ctx, const uint8_t *data, size_t size) {
    char path[] = "/tmp/causeway-fuzz-XXXXXX";
    int fd = mkstemp(path);
    if (fd < 0) return;
    close(fd);
    XchFmu *f = write_file(path, data, size) ? xch_open(ctx, path) : NULL;
    xch_close(f);
    unlink(path);
}

static void system_of(Context *ctx, const uint8_t *data, size_t size) {
    char folder[] = "/tmp/causeway-fuzz-XXXXXX", path[64];
    if (!mkdtemp(folder)) return;
    snprintf(path, sizeof path, "%s/SystemStructure.ssd", folder);
    Text t = {0};
    XchImport how = {.in_process = true};
    bool stepped;
    if (write_file(path, data, size)) xch_system(ctx, "fuzz.ssp", folder, &how, &t, &stepped);
    base_text_free(&t);
    unlink(path);
    rmdir(folder);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Context *ctx = base_context_new();
    if (size > 2 && data[0] == 'P' && data[1] == 'K') archive(ctx, data, size);
    else if (memmem(data, size, "SystemStructure", 15)) system_of(ctx, data, size);
    else describe(ctx, (const char *)data, size);
    Text messages = {0};
    base_diag_take(ctx, &messages);
    base_text_free(&messages);
    base_context_free(ctx);
    return 0;
}
