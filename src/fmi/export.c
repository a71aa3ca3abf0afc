/* export.c - the FMU: one C file, the binary made of it by the compiler inside, the description, in a ZIP file. */
#include "fmi/fmi_impl.h"
#include "package/package.h"

#include "fmi_texts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *carried(const unsigned char *text) { return (const char *)text; }

static void generated_code(const FmiModel *m, FILE *out) {
    char *made = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&made, &n);
    gen_write_inside(m->gen, f);
    fclose(f);
    fmi_place_resources(m, made, out);
    free(made);
}

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
    fputs("static const char *fm_resource(CwEnv *e, const char *name);\n", f);
    generated_code(m, f);
    fprintf(f, "#define FM_METHOD %d\n", (int)what->method);
    fmi_tables(m, what->fixed_step, f);
    fmi_part_tables(m, f);
    fputs(carried(run_text), f);
    fputs(carried(solve_text), f);
    fputs(carried(events_text), f);
    fputs(carried(parts_text), f);
    fputs(carried(life_text), f);
    fputs(carried(select_text), f);
    fputs(carried(stepper_text), f);
    fputs(carried(multistep_text), f);
    fputs(carried(inline_text), f);
    fputs(carried(integrate_text), f);
    if (what->version) {
        fputs(carried(instance_text), f);
        fputs(carried(what->version == 3 ? fmi3_text : fmi2_text), f);
    }
    fclose(f);
    base_text_addn(out, made, n);
    free(made);
}

/* External functions travel compiled. */
static bool has_sources(const FmiModel *m, const FmiExport *what) {
    if (!what->sources || !m->gen->externals.n) return true;
    Diag *d = base_unsupported(m->ctx, "FMI0001", (Span){0}, "%s cannot be exported with sources: it calls external %s",
                               m->name, m->gen->externals.n > 1 ? "functions" : "code");
    base_hint(m->ctx, d, "the first one is %s; without --sources its compiled code is packed",
              m->gen->externals.at[0].symbol);
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

typedef VEC(PkgEntry) Entries;

/* A file from the disk; false after a diagnostic. */
static bool add_file(const FmiModel *m, const char *path, const char *name, Entries *entries) {
    Text all = {0};
    FILE *f = fopen(path, "rb");
    char buffer[65536];
    for (size_t n; f && (n = fread(buffer, 1, sizeof buffer, f)) > 0;) base_text_addn(&all, buffer, n);
    bool ok = f && !ferror(f);
    if (!ok)
        base_error(m->ctx, "FMI0002", (Span){0}, "%s, which the FMU needs, cannot be read: %s", path, strerror(errno));
    if (f) fclose(f);
    if (ok) vec_push(entries, ((PkgEntry){name, base_strndup(&m->ctx->arena, all.at ? all.at : "", all.n), all.n}));
    base_text_free(&all);
    return ok;
}

/* What lies beside the code. */
static bool add_parts(const FmiModel *m, const FmiExport *what, bool binary, Entries *entries) {
    bool ok = true;
    for (size_t i = 0; binary && ok && i < m->libraries.n; i++) {
        const FmiFile *f = &m->libraries.at[i];
        const char *name = base_sprintf(&m->ctx->arena, "binaries/%s/%s", platform(what->version), f->name);
        ok = !f->packed || add_file(m, f->path, name, entries);
    }
    for (size_t i = 0; ok && i < m->resources.n; i++)
        ok = add_file(m, m->resources.at[i].path, base_sprintf(&m->ctx->arena, "resources/%s", m->resources.at[i].name),
                      entries);
    return ok;
}

static bool write_archive(const FmiModel *m, const FmiExport *what, const Text *binary, const Text *source,
                          const Text *xml) {
    Text build = {0};
    const char *so = base_sprintf(&m->ctx->arena, "binaries/%s/%s.so", platform(what->version), m->identifier);
    const char *c = base_sprintf(&m->ctx->arena, "sources/%s.c", m->identifier);
    Entries entries = {0};
    vec_push(&entries, ((PkgEntry){"modelDescription.xml", xml->at, xml->n}));
    if (binary->n) vec_push(&entries, ((PkgEntry){so, binary->at, binary->n}));
    if (source->n) vec_push(&entries, ((PkgEntry){c, source->at, source->n}));
    if (source->n && what->version == 3) {
        fmi_build_description(m, &build);
        vec_push(&entries, ((PkgEntry){"sources/buildDescription.xml", build.at, build.n}));
    }
    errno = 0;
    bool found = add_parts(m, what, binary->n > 0, &entries), ok = found && pkg_zip(what->path, entries.at, entries.n);
    if (found && !ok)
        base_error(m->ctx, "FMI0002", (Span){0}, "%s could not be written: %s", what->path,
                   errno ? strerror(errno) : "is libzip installed?");
    vec_free(&entries);
    base_text_free(&build);
    return ok;
}

bool fmi_export(const GenModel *g, const Runtime *rt, const FmiExport *what) {
    FmiModel *m = fmi_model(g, rt);
    Text binary = {0}, source = {0}, xml = {0};
    bool ok = has_sources(m, what) && fmi_find_libraries(m, what->comp);
    fmi_find_resources(m);
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
