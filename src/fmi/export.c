/* export.c - the FMU: one C file, the binary made of it by the compiler inside, the description, in a ZIP file. */
#include "fmi/fmi_impl.h"
#include "package/package.h"
#include "solve/solve.h"

#include "fmi_texts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *carried(const unsigned char *text) { return (const char *)text; }

static void generated_code(const FmiModel *m, bool bare, FILE *out) {
    char *made = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&made, &n);
    gen_write_inside(m->gen, f);
    fclose(f);
    fmi_place_resources(m, made, !bare, out);
    free(made);
}

/* Tables, behind the methods that they ask for. */
static void tables_and_methods(const FmiModel *m, double fixed_step, FILE *out) {
    char *made = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&made, &n);
    unsigned wants = fmi_tables(m, fixed_step, f);
    fclose(f);
    fputs("#define SOL_CARRIED\n#define SOL static inline\n", out);
    for (int k = 0; sol_carried(wants, k); k++) fputs(sol_carried(wants, k), out);
    fputs(made, out);
    free(made);
}

void fmi_source(const FmiModel *m, const FmiExport *what, bool bare, Text *out) {
    char *made = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&made, &n);
    fprintf(f, "/* %s as an FMU: one file, C99, no library but libm.  Made by causeway %s. */\n", m->name, m->version);
    fputs(bare ? "#define FM_BARE\n"
               : "#if defined(__GNUC__)\n#pragma GCC diagnostic ignored \"-Wunused-variable\"\n"
                 "#pragma GCC diagnostic ignored \"-Wunused-function\"\n"
                 "#pragma GCC diagnostic ignored \"-Wunused-parameter\"\n"
                 "#pragma GCC diagnostic ignored \"-Wunused-but-set-variable\"\n#endif\n",
          f);
    if (what->kinds == FMI_SE) fputs("#define FM_SCHEDULED\n", f);
    if (!bare) fputs("#define FM_LINKED\n", f);
    fputs(carried(tables_text), f);
    fputs("#define CW_CODE\n#define CW_HELPER static inline\n", f);
    fputs(gen_abi_text(), f);
    fputs(gen_helpers_text(), f);
    fputs("static const char *fm_resource(CwEnv *e, const char *name);\n", f);
    generated_code(m, bare, f);
    fprintf(f, "#define FM_METHOD %d\n", (int)what->method);
    tables_and_methods(m, what->fixed_step, f);
    if (m->elements)
        fprintf(f, "#define FM_ELEMENTS\nstatic const unsigned fm_element_rows[][5] = {%s{0,0,0,0,0}};\n", m->elements);
    if (bare) fmi_part_tables(m, f);
    else if (m->gen->externals.n) fputs("#define FM_EXTERNALS\n", f);
    fputs(carried(run_text), f);
    fputs(carried(fmu_solve_text), f);
    fputs(carried(fmu_events_text), f);
    fputs(carried(fmu_parts_text), f);
    fputs(carried(life_text), f);
    fputs(carried(stepper_text), f);
    fputs(carried(multistep_text), f);
    fputs(carried(fmu_inline_text), f);
    fputs(carried(integrate_text), f);
    if (what->version) {
        fputs(carried(instance_text), f);
        if (what->version == 3) fputs(carried(fmi3_types_text), f), fputs(carried(fmi3_names_text), f);
        fputs(carried(what->version == 3 ? fmi3_text : fmi2_text), f);
        fputs(carried(both_text), f);
    }
    fclose(f);
    base_text_addn(out, made, n);
    free(made);
}

static int this_machine(void) {
#if defined(__aarch64__)
    return FMI_AARCH64;
#else
    return FMI_LINUX64;
#endif
}

/* Sources of external functions, where they are wanted. */
static bool find_sources(FmiModel *m, const FmiExport *what) {
    if (!(what->sources || what->binaries & ~this_machine()) || !m->gen->externals.n) return true;
    Text why = {0};
    size_t which = 0;
    bool ok = fmi_found_in_c(m, what->comp, &which, &why) &&
              comp_external_sources(m->gen, &m->arena, &m->sources, &which, &why);
    if (!ok) {
        if (which == m->gen->externals.n) which--;
        Diag *d = base_unsupported(m->ctx, "FMI0001", (Span){0},
                                   "%s cannot be exported with sources: there are none of %s, %s", m->name,
                                   m->gen->externals.at[which].symbol, base_text_str(&why));
        base_hint(m->ctx, d, "without --sources, for this machine alone, its compiled code is packed");
    }
    base_text_free(&why);
    return ok;
}

/* Scheduled execution: there are clocks, and all can be told when to tick. */
static bool can_schedule(const FmiModel *m, const FmiExport *what) {
    const Dae *d = m->dae;
    if (what->kinds != FMI_SE) return true;
    const char *why = d->clocks.n ? NULL : "it has no clocks";
    for (size_t i = 0; i < d->clocks.n; i++)
        if (!(d->vars.at[d->clocks.at[i].var].flags & DAE_INPUT)) why = "a clock of it has an interval that changes";
    if (!why) return true;
    Diag *r = base_unsupported(m->ctx, "FMI0001", (Span){0}, "%s cannot be exported for scheduled execution: %s",
                               m->name, why);
    base_hint(m->ctx, r, "--kind me,cs exports it with clocks that tick by themselves");
    return false;
}

/* What chooses among the translations of a model with structural parameters (carry/fmu_configure.c). */
static void configuration_source(const FmiExport *what, Text *out) {
    base_text_printf(out, "#define FM_BARE\n#define FM_NVARIANTS %zu\n#define FM_NSIZES %zu\n", what->nvariants,
                     what->nsizes);
    base_text_add(out, carried(tables_text));
    base_text_add(out, "void *memcpy(void *, const void *, size_t);\nsize_t strlen(const char *);\n");
    base_text_add(out, carried(fmi3_types_text));
    base_text_add(out, carried(fmu_configure_text));
    for (size_t k = 0; k < what->nvariants; k++)
        base_text_printf(
            out,
            "#define X(name, parameters, arguments) fmi3Status v%zu_fmi3##name parameters;\nFM_FUNCTIONS(X)\n"
            "FM_OTHERS(X)\n#undef X\nfmi3Instance v%zu_fmi3InstantiateModelExchange(fmi3String, fmi3String, "
            "fmi3String, fmi3Boolean, fmi3Boolean, fmi3Environment, fmi3Log);\nfmi3Instance "
            "v%zu_fmi3InstantiateCoSimulation(fmi3String, fmi3String, fmi3String, fmi3Boolean, fmi3Boolean, "
            "fmi3Boolean, "
            "fmi3Boolean, const fmi3ValueReference[], size_t, fmi3Environment, fmi3Log, fmi3Intermediate);\nvoid "
            "v%zu_fmi3FreeInstance(fmi3Instance);\nint v%zu_take_over(void *, const void *, const FmShapes *);\n"
            "extern const FmShapes v%zu_shapes;\n#define X(name, parameters, arguments) v%zu_fmi3##name,\nstatic const "
            "FmFunctions fm_variant%zu = {FM_FUNCTIONS(X) FM_OTHERS(X) v%zu_fmi3InstantiateModelExchange, "
            "v%zu_fmi3InstantiateCoSimulation, v%zu_fmi3FreeInstance, v%zu_take_over, &v%zu_shapes};\n#undef X\n",
            k, k, k, k, k, k, k, k, k, k, k, k, k);
    base_text_add(out, "const FmFunctions *const fm_variants[] = {");
    for (size_t k = 0; k < what->nvariants; k++) base_text_printf(out, "&fm_variant%zu,", k);
    base_text_add(out, "};\nconst fmi3UInt64 fm_sizes[FM_NVARIANTS][FM_NSIZES] = {");
    for (size_t k = 0; k < what->nvariants; k++) {
        for (size_t p = 0; p < what->nsizes; p++)
            base_text_printf(out, p ? ",%llu" : "{%llu", (unsigned long long)what->variants[k].sizes[p]);
        base_text_add(out, "},");
    }
    base_text_add(out, "};\n");
}

/* The shared library, by the compiler inside the program; models: all translations. */
static bool make_binary(FmiModel **models, const FmiExport *what, Text *binary) {
    size_t n = what->nvariants ? what->nvariants : 1;
    Text *sources = base_realloc(NULL, (n + 1) * sizeof *sources);
    const char **texts = base_realloc(NULL, (n + 1) * sizeof *texts);
    memset(sources, 0, (n + 1) * sizeof *sources);
    for (size_t k = 0; k < n; k++) {
        if (what->nvariants)
            base_text_printf(
                &sources[k],
                "#define FM_EXPORT\n#define FM_VARIANT(name) v%zu_##name\n#define cw_code FM_VARIANT(cw_code)\n", k);
        fmi_source(models[k], what, true, &sources[k]);
        texts[k] = base_text_str(&sources[k]);
    }
    if (what->nvariants) configuration_source(what, &sources[n]);
    texts[n] = base_text_str(&sources[n]);
    bool ok = comp_library(models[0]->ctx, texts, what->nvariants ? n + 1 : n, binary);
    for (size_t k = 0; k <= n; k++) base_text_free(&sources[k]);
    base_realloc(sources, 0);
    base_realloc(texts, 0);
    return ok;
}

/* Machines: how the standards call them, and who compiles for them elsewhere. */
typedef struct {
    int bit;
    const char *folder2, *folder3, *ending, *compiler, *package;
} Machine;

static const Machine known_machines[] = {
    {FMI_LINUX64, "linux64", "x86_64-linux", "so", "x86_64-linux-gnu-gcc", "gcc-x86-64-linux-gnu"},
    {FMI_WIN64, "win64", "x86_64-windows", "dll", "x86_64-w64-mingw32-gcc", "gcc-mingw-w64-x86-64"},
    {FMI_AARCH64, "aarch64-linux", "aarch64-linux", "so", "aarch64-linux-gnu-gcc", "gcc-aarch64-linux-gnu"}};
enum { MACHINES = sizeof known_machines / sizeof *known_machines };

static const char *folder_of(const Machine *k, int version) { return version == 2 ? k->folder2 : k->folder3; }

static bool wanted(const FmiExport *what, const Machine *k) {
    return !what->no_binary && (what->binaries ? what->binaries & k->bit : k->bit == this_machine());
}

/* By a compiler of this system for another one. */
static bool make_foreign(const FmiModel *m, const FmiExport *what, const Machine *k, Text *binary) {
    Text source = {0}, why = {0};
    CompSources files = {0};
    fmi_source(m, what, false, &source);
    vec_push(&files, ((CompSource){"model.c", base_text_str(&source), source.n, true}));
    for (size_t i = 0; i < m->sources.n; i++) vec_push(&files, m->sources.at[i]);
    int status = comp_foreign(k->compiler, &files, binary, &why);
    vec_free(&files);
    if (status) {
        Diag *d = base_error(m->ctx, "FMI0006", (Span){0}, "no binary for %s could be made: %s", k->folder2,
                             status < 0 ? "there is no compiler for it" : base_text_str(&why));
        if (status < 0) base_hint(m->ctx, d, "install %s (Debian package %s)", k->compiler, k->package);
    }
    base_text_free(&source), base_text_free(&why);
    return status == 0;
}

/* One for each machine that is wanted; false after a diagnostic. */
static bool make_binaries(FmiModel **models, const FmiExport *what, Text *binaries) {
    for (int i = 0; i < MACHINES; i++) {
        const Machine *k = &known_machines[i];
        if (!wanted(what, k)) continue;
        if (!(k->bit == this_machine() ? make_binary(models, what, &binaries[i])
                                       : make_foreign(models[0], what, k, &binaries[i])))
            return false;
    }
    return true;
}

typedef VEC(PkgEntry) Entries;

/* A file from the disk; false after a diagnostic. */
static bool add_file(const FmiModel *m, const char *path, const char *name, Entries *entries) {
    Text all = {0};
    bool ok = base_read_file(path, SIZE_MAX, &all);
    if (!ok)
        base_error(m->ctx, "FMI0002", (Span){0}, "%s, which the FMU needs, cannot be read: %s", path, strerror(errno));
    if (ok) vec_push(entries, ((PkgEntry){name, base_strndup(&m->ctx->arena, all.at ? all.at : "", all.n), all.n}));
    base_text_free(&all);
    return ok;
}

/* What lies beside the code. */
static bool add_parts(const FmiModel *m, const FmiExport *what, Entries *entries) {
    bool ok = true;
    for (int k = 0; k < MACHINES; k++)
        for (size_t i = 0;
             known_machines[k].bit == this_machine() && wanted(what, &known_machines[k]) && ok && i < m->libraries.n;
             i++) {
            const FmiFile *f = &m->libraries.at[i];
            const char *name =
                base_sprintf(&m->ctx->arena, "binaries/%s/%s", folder_of(&known_machines[k], what->version), f->name);
            ok = !f->packed || add_file(m, f->path, name, entries);
        }
    for (size_t i = 0; ok && i < m->resources.n; i++)
        ok = add_file(m, m->resources.at[i].path, base_sprintf(&m->ctx->arena, "resources/%s", m->resources.at[i].name),
                      entries);
    return ok;
}

static bool write_archive(const FmiModel *m, const FmiExport *what, const Text *binaries, const Text *source,
                          const Text *xml) {
    Text build = {0}, terminals = {0};
    Arena *a = &m->ctx->arena;
    const char *c = base_sprintf(a, "sources/%s.c", m->identifier);
    Entries entries = {0};
    vec_push(&entries, ((PkgEntry){"modelDescription.xml", xml->at, xml->n}));
    for (int i = 0; i < MACHINES; i++) {
        const Machine *k = &known_machines[i];
        if (!binaries[i].n) continue;
        const char *name = base_sprintf(a, "binaries/%s/%s.%s", folder_of(k, what->version), m->identifier, k->ending);
        vec_push(&entries, ((PkgEntry){name, binaries[i].at, binaries[i].n}));
    }
    if (source->n) vec_push(&entries, ((PkgEntry){c, source->at, source->n}));
    for (size_t i = 0; source->n && i < m->sources.n; i++)
        vec_push(&entries, ((PkgEntry){base_sprintf(a, "sources/%s", m->sources.at[i].name), m->sources.at[i].text,
                                       m->sources.at[i].n}));
    if (source->n && what->version == 3) {
        fmi_build_description(m, &build);
        vec_push(&entries, ((PkgEntry){"sources/buildDescription.xml", build.at, build.n}));
    }
    for (size_t i = 0; i < what->pictures.n && (i == 0 || what->version == 3); i++) {
        const PkgEntry *one = &what->pictures.at[i];
        const char *name = what->version == 2 ? "model.png" : base_sprintf(a, "terminalsAndIcons/%s.png", one->name);
        vec_push(&entries, ((PkgEntry){name, one->data, one->size}));
    }
    if (what->icon && what->version == 3) {
        fmi_terminals(m, what->icon, &terminals);
        vec_push(&entries, ((PkgEntry){"terminalsAndIcons/terminalsAndIcons.xml", terminals.at, terminals.n}));
    }
    if (what->page) vec_push(&entries, ((PkgEntry){"documentation/index.html", what->page, strlen(what->page)}));
    errno = 0;
    bool found = add_parts(m, what, &entries), ok = found && pkg_zip(what->path, entries.at, entries.n);
    if (found && !ok)
        base_error(m->ctx, "FMI0002", (Span){0}, "%s could not be written: %s", what->path,
                   errno ? strerror(errno) : "is libzip installed?");
    vec_free(&entries);
    base_text_free(&build), base_text_free(&terminals);
    return ok;
}

/* With structural parameters: what is not possible for them. */
static bool can_configure(const FmiModel *m, const FmiExport *what) {
    const char *why =
        !what->nvariants                                    ? NULL
        : what->version != 3 || what->kinds & FMI_SE        ? "that needs --fmi 3, model exchange or co-simulation"
        : m->gen->externals.n                               ? "it calls external code"
        : what->sources || what->binaries & ~this_machine() ? "they go with the binary of this machine only"
                                                            : NULL;
    if (!why) return true;
    base_unsupported(m->ctx, "FMI0001", (Span){0}, "%s cannot be exported with structural parameters: %s", m->name,
                     why);
    return false;
}

bool fmi_export(const GenModel *g, const Runtime *rt, const FmiExport *what) {
    size_t n = what->nvariants ? what->nvariants : 1;
    FmiModel **models = base_realloc(NULL, n * sizeof *models), *m;
    for (size_t k = 0; k < n; k++) {
        models[k] = k ? fmi_model(what->variants[k].gen, what->variants[k].rt) : fmi_model(g, rt);
        fmi_entries(models[k], what->version, what->nvariants > 0);
        fmi_find_resources(models[k]);
    }
    m = models[0];
    for (size_t k = 1; k < n; k++)
        if (models[k]->nindicators > m->told_indicators) m->told_indicators = models[k]->nindicators;
    for (size_t k = 1; k < n; k++) models[k]->told_indicators = m->told_indicators;
    m->description = what->comment;
    if (what->version == 3 && !what->nvariants) fmi_elements(m);
    Text binaries[MACHINES] = {{0}}, source = {0}, xml = {0};
    bool ok =
        find_sources(m, what) && can_schedule(m, what) && can_configure(m, what) && fmi_find_libraries(m, what->comp);
    ok = ok && (!what->nvariants || fmi_align(models, n, what->variants, what->size_names, what->larger, what->nsizes));
    ok = ok && make_binaries(models, what, binaries);
    if (ok && what->sources) fmi_source(m, what, false, &source);
    if (ok) fmi_describe(m, what->version, what->kinds, what->sources, &xml);
    ok = ok && write_archive(m, what, binaries, &source, &xml);
    for (int i = 0; i < MACHINES; i++) base_text_free(&binaries[i]);
    base_text_free(&source);
    base_text_free(&xml);
    for (size_t k = 0; k < n; k++) fmi_model_free(models[k]);
    base_realloc(models, 0);
    return ok;
}
