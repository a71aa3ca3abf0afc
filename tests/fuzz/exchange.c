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

/* What lies beside a system: an FMU that its components may name, a.fmu. */
static const char description[] =
    "<?xml version=\"1.0\"?><fmiModelDescription fmiVersion=\"3.0\" modelName=\"a\" instantiationToken=\"t\">"
    "<ModelExchange modelIdentifier=\"a\"/><CoSimulation modelIdentifier=\"a\" canGetAndSetFMUState=\"true\" "
    "canHandleVariableCommunicationStepSize=\"true\" hasEventMode=\"true\"/>"
    "<UnitDefinitions><Unit name=\"K\"><BaseUnit K=\"1\"/></Unit></UnitDefinitions>"
    "<TypeDefinitions><EnumerationType name=\"E\"><Item name=\"one\" value=\"1\"/></EnumerationType></TypeDefinitions>"
    "<ModelVariables><Float64 name=\"time\" valueReference=\"0\" causality=\"independent\" variability=\"continuous\"/>"
    "<UInt64 name=\"n\" valueReference=\"1\" causality=\"structuralParameter\" variability=\"fixed\" start=\"2\"/>"
    "<Float64 name=\"u\" valueReference=\"2\" causality=\"input\" start=\"1 2\" unit=\"K\"><Dimension "
    "valueReference=\"1\"/></Float64>"
    "<Float64 name=\"y\" valueReference=\"3\" causality=\"output\"><Dimension valueReference=\"1\"/></Float64>"
    "<Float64 name=\"k\" valueReference=\"4\" causality=\"parameter\" variability=\"tunable\" start=\"1\" unit=\"K\"/>"
    "<Enumeration name=\"e\" declaredType=\"E\" valueReference=\"5\" causality=\"parameter\" variability=\"fixed\" "
    "start=\"1\"/>"
    "<Boolean name=\"b\" valueReference=\"6\" causality=\"input\" variability=\"discrete\" start=\"false\"/>"
    "<String name=\"s\" valueReference=\"7\" causality=\"parameter\" variability=\"fixed\"><Start "
    "value=\"x\"/></String>"
    "</ModelVariables><ModelStructure><Output valueReference=\"3\"/></ModelStructure></fmiModelDescription>";

static void system_of(Context *ctx, const uint8_t *data, size_t size) {
    char folder[] = "/tmp/causeway-fuzz-XXXXXX", path[64], fmu[64], inside[96];
    if (!mkdtemp(folder)) return;
    snprintf(path, sizeof path, "%s/SystemStructure.ssd", folder);
    snprintf(fmu, sizeof fmu, "%s/a.fmu", folder);
    snprintf(inside, sizeof inside, "%s/modelDescription.xml", fmu);
    Text t = {0};
    XchImport how = {.in_process = size & 1, .coupling = size & 2 ? 1e-3 : 0};
    bool stepped;
    if (mkdir(fmu, 0700) == 0 && write_file(inside, (const uint8_t *)description, sizeof description - 1) &&
        write_file(path, data, size))
        xch_system(ctx, "fuzz.ssp", folder, &how, &t, &stepped);
    base_text_free(&t);
    unlink(inside), unlink(path);
    rmdir(fmu), rmdir(folder);
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
