/* export.c - the FMU: one C file, the binary made of it by the compiler inside, the description, in a ZIP file. */
#include "fmi/fmi.h"
#include "package/package.h"

#include "fmi_texts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *carried(const unsigned char *text) { return (const char *)text; }

void fmi_source(const FmiModel *m, const FmiExport *what, bool bare, Text *out) {
    char *made = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&made, &n);
    fprintf(f, "/* %s as an FMU: one file, C99, no library but libm.  Made by causeway %s. */\n", m->name,
            m->version ? m->version : "");
    fputs(bare ? "#define FM_BARE\n"
               : "#if defined(__GNUC__)\n#pragma GCC diagnostic ignored \"-Wunused-variable\"\n"
                 "#pragma GCC diagnostic ignored \"-Wunused-function\"\n"
                 "#pragma GCC diagnostic ignored \"-Wunused-parameter\"\n"
                 "#pragma GCC diagnostic ignored \"-Wunused-but-set-variable\"\n#endif\n",
          f);
    fputs(carried(model_text), f);
    fputs("#define CW_CODE\n#define CW_HELPER static\n", f);
    fputs(gen_abi_text(), f);
    fputs(gen_helpers_text(), f);
    gen_write_inside(m->gen, f);
    fmi_tables(m, what->fixed_step, f);
    fputs(carried(run_text), f);
    fputs(carried(integrate_text), f);
    fputs(carried(instance_text), f);
    fputs(carried(what->version == 3 ? fmi3_text : fmi2_text), f);
    fclose(f);
    base_text_addn(out, made, n);
    free(made);
}

/* What cannot leave the program is named. */
static bool possible(const FmiModel *m) {
    const char *why = NULL;
    if (m->sym->selections.n) why = "its states are chosen while it runs";
    else if (m->gen->externals.n) why = "it calls external functions";
    if (!why) return true;
    Diag *d = base_unsupported(m->ctx, "FMI0001", (Span){0}, "%s cannot be exported as an FMU: %s", m->name, why);
    if (m->gen->externals.n) base_hint(m->ctx, d, "the first one is %s", m->gen->externals.at[0].symbol);
    return false;
}

/* The shared library, by the compiler inside the program. */
static bool make_binary(const FmiModel *m, const FmiExport *what, Text *binary) {
    Text source = {0};
    fmi_source(m, what, true, &source);
    bool ok = comp_library(m->ctx, base_text_str(&source), binary);
    base_text_free(&source);
    return ok;
}

static const char *platform(int version) {
#if defined(__x86_64__)
    return version == 2 ? "linux64" : "x86_64-linux";
#elif defined(__aarch64__)
    return version == 2 ? "aarch64-linux" : "aarch64-linux";
#else
    return version == 2 ? "linux32" : "x86-linux";
#endif
}

static bool write_archive(const FmiModel *m, const FmiExport *what, const Text *binary, const Text *source,
                          const Text *xml) {
    Text build = {0};
    const char *so = base_sprintf(&m->ctx->arena, "binaries/%s/%s.so", platform(what->version), m->identifier);
    const char *c = base_sprintf(&m->ctx->arena, "sources/%s.c", m->identifier);
    PkgEntry entries[4] = {{"modelDescription.xml", xml->at, xml->n}};
    size_t n = 1;
    if (binary->n) entries[n++] = (PkgEntry){so, binary->at, binary->n};
    if (source->n) entries[n++] = (PkgEntry){c, source->at, source->n};
    if (source->n && what->version == 3) {
        fmi_build_description(m, &build);
        entries[n++] = (PkgEntry){"sources/buildDescription.xml", build.at, build.n};
    }
    errno = 0;
    bool ok = pkg_zip(what->path, entries, n);
    if (!ok)
        base_error(m->ctx, "FMI0002", (Span){0}, "%s could not be written: %s", what->path,
                   errno ? strerror(errno) : "is libzip installed?");
    base_text_free(&build);
    return ok;
}

bool fmi_export(const GenModel *g, const Runtime *rt, const FmiExport *what) {
    FmiModel *m = fmi_model(g, rt);
    Text binary = {0}, source = {0}, xml = {0};
    bool ok = possible(m);
    if (ok && !what->no_binary) ok = make_binary(m, what, &binary);
    if (ok && what->sources) fmi_source(m, what, false, &source);
    if (ok && what->version == 2) fmi_describe2(m, what->kinds, what->sources, &xml);
    if (ok && what->version == 3) fmi_describe3(m, what->kinds, &xml);
    ok = ok && write_archive(m, what, &binary, &source, &xml);
    base_text_free(&binary);
    base_text_free(&source);
    base_text_free(&xml);
    fmi_model_free(m);
    return ok;
}
