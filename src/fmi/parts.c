/* parts.c - what an FMU packs beside its own code: shared objects of external functions, files that the model reads.
 *
 * Before: a model that was compiled for this machine, its external functions found.  After: which files go into the FMU
 * under which name, where each external function is found there, and which texts of the model are names of such files.
 */
#include "fmi/fmi_impl.h"

#include <string.h>
#include <sys/stat.h>

static bool is_file(const char *path) {
    struct stat st;
    return path[0] == '/' && stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

static const char *last_part(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* ---- shared objects ---------------------------------------------------------------------------------------------- */

/* Libraries that every system has are not packed: they are asked for by name. */
static bool of_system(const char *path) {
    static const char *const folders[] = {"/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (!strncmp(path, folders[i], strlen(folders[i]))) return true;
    return false;
}

static uint32_t library_number(FmiModel *m, const char *path, bool packed) {
    for (uint32_t i = 0; i < m->libraries.n; i++)
        if (!strcmp(m->libraries.at[i].path, path)) return i;
    FmiFile f = {.path = base_strdup(&m->arena, path), .packed = packed};
    /* names of the cache say nothing to a reader; those of libraries given are asked for by others */
    f.name = strstr(path, "/external") ? base_sprintf(&m->arena, "external%zu.so", m->libraries.n + 1)
                                       : base_strdup(&m->arena, last_part(path));
    vec_push(&m->libraries, f);
    return (uint32_t)(m->libraries.n - 1);
}

bool fmi_find_libraries(FmiModel *m, const CompModel *comp) {
    m->library_of = BASE_ARRAY(&m->arena, uint32_t, m->gen->externals.n + 1);
    for (uint32_t i = 0; i < m->gen->externals.n; i++) {
        const char *unit, *holder;
        comp_external_place(comp, m->gen->externals.at[i].function, &unit, &holder);
        if (unit && !is_file(unit)) {
            Diag *d = base_unsupported(m->ctx, "FMI0001", (Span){0},
                                       "%s cannot be exported as an FMU: the compiled code of %s was not kept", m->name,
                                       m->gen->externals.at[i].symbol);
            base_hint(m->ctx, d, "the cache folder must be writable (CAUSEWAY_CACHE)");
            return false;
        }
        if (holder && holder[0] == '/' && !of_system(holder) && unit && strcmp(unit, holder) != 0)
            (void)library_number(m, holder, true);
        if (unit) m->library_of[i] = library_number(m, unit, true);
        else if (holder && of_system(holder)) m->library_of[i] = library_number(m, holder, false);
        else m->library_of[i] = UINT32_MAX;
    }
    const char *override = comp_override_file();
    for (size_t i = 0; override && i < m->libraries.n; i++)
        m->libraries.at[i].override = !strcmp(m->libraries.at[i].path, override);
    return true;
}

bool fmi_found_in_c(const FmiModel *m, const CompModel *comp, size_t *which, Text *why) {
    for (*which = 0; *which < m->gen->externals.n; ++*which) {
        const char *unit, *holder;
        comp_external_place(comp, m->gen->externals.at[*which].function, &unit, &holder);
        const char *name = holder ? last_part(holder) : "libc";
        if (unit || !strncmp(name, "libc.", 5) || !strncmp(name, "libm.", 5)) continue;
        base_text_printf(why, "which is in %s", name);
        return false;
    }
    return true;
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

/* Reads a C literal whose opening quote stands at s; its text into out.  The place behind the closing quote. */
static const char *read_literal(const char *s, Text *out) {
    for (s++; *s && *s != '"'; s++) {
        if (*s != '\\') base_text_char(out, *s);
        else if (s[1] >= '0' && s[1] <= '7') {
            base_text_char(out, (char)((s[1] - '0') * 64 + (s[2] - '0') * 8 + (s[3] - '0')));
            s += 3;
        } else {
            base_text_char(out, *++s);
        }
    }
    return *s ? s + 1 : s;
}

/* The name of a file of the model inside the FMU; NULL: it is none. */
static const char *resource_name(FmiModel *m, const char *path) {
    if (!is_file(path)) return NULL;
    for (size_t i = 0; i < m->resources.n; i++)
        if (!strcmp(m->resources.at[i].path, path)) return m->resources.at[i].name;
    FmiFile f = {.path = base_strdup(&m->arena, path), .name = base_strdup(&m->arena, last_part(path)), .packed = true};
    bool taken = false;
    for (size_t i = 0; i < m->resources.n; i++) taken |= !strcmp(m->resources.at[i].name, f.name);
    if (taken) f.name = base_sprintf(&m->arena, "%zu_%s", m->resources.n + 1, f.name);
    vec_push(&m->resources, f);
    return f.name;
}

const char *fmi_resource(const FmiModel *m, const char *text) {
    for (size_t i = 0; i < m->resources.n; i++)
        if (!strcmp(m->resources.at[i].path, text)) return m->resources.at[i].name;
    return NULL;
}

void fmi_find_resources(FmiModel *m) {
    Text t = {0};
    for (const char *s = m->gen->text; (s = strchr(s, '"'));) {
        t.n = 0;
        s = read_literal(s, &t);
        (void)resource_name(m, base_text_str(&t));
    }
    base_text_free(&t);
    for (size_t i = 0; i < m->dae->strings.n; i++)
        if (m->dae->strings.at[i]) (void)resource_name(m, m->dae->strings.at[i]);
}

/* Code without literals; statement expressions are marked as what they are, an extension of C. */
static void put_code(const char *code, size_t n, bool marked, FILE *out) {
    for (const char *end = code + n, *s; marked && (s = memmem(code, (size_t)(end - code), "({", 2)); code = s + 2) {
        fwrite(code, 1, (size_t)(s - code), out);
        fputs("__extension__({", out);
        n = (size_t)(end - s) - 2;
    }
    fwrite(code, 1, n, out);
}

/* The text of the code with names of packed files asked for where the FMU is unpacked.  marked: for compilers that want
 * extensions told. */
void fmi_place_resources(const FmiModel *m, const char *code, bool marked, FILE *out) {
    Text t = {0};
    if (!m->resources.n && !marked) {
        fputs(code, out);
        return;
    }
    for (const char *s = code, *next; *s; s = next) {
        const char *quote = strchr(s, '"');
        size_t n = quote ? (size_t)(quote - s) : strlen(s);
        put_code(s, n, marked, out);
        if (!quote) break;
        t.n = 0;
        next = read_literal(quote, &t);
        const char *name = fmi_resource(m, base_text_str(&t));
        if (name) {
            Text quoted = {0};
            fmi_c_text(&quoted, name);
            fprintf(out, "fm_resource(e, %s)", base_text_str(&quoted));
            base_text_free(&quoted);
        } else {
            fwrite(quote, 1, (size_t)(next - quote), out);
        }
    }
    base_text_free(&t);
}

/* ---- tables for carry/fmu_parts.c -------------------------------------------------------------------------------- */

static void quoted(const char *s, FILE *out) {
    Text t = {0};
    fmi_c_text(&t, s);
    fputs(base_text_str(&t), out);
    base_text_free(&t);
}

void fmi_part_tables(const FmiModel *m, FILE *out) {
    const GenModel *g = m->gen;
    if (!g->externals.n) return;
    fprintf(out, "#define FM_EXTERNALS %zu\n", g->externals.n);
    fputs("static const FmLibrary fm_libraries[] = {", out);
    for (size_t i = 0; i < m->libraries.n; i++) {
        fputc('{', out);
        quoted(m->libraries.at[i].name, out);
        fprintf(out, ",%d,%d},", m->libraries.at[i].packed, m->libraries.at[i].override);
    }
    fputs("{0,0,0}};\nstatic const FmExternal fm_externals[] = {", out);
    for (size_t i = 0; i < g->externals.n; i++) {
        fprintf(out, "{%d,", m->library_of[i] == UINT32_MAX ? -1 : (int)m->library_of[i]);
        quoted(g->externals.at[i].symbol, out);
        fputs("},\n", out);
    }
    fputs("{-1,0}};\n", out);
}
