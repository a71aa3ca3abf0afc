/* external_sources.c - the C sources of a model's external functions, for compilers elsewhere.
 *
 * Before: the external functions of a GenModel.  After: files of one folder that are compiled together and need no
 * options: a unit around each source of a library, the files that sources include, units of Include texts,
 * the functions of ModelicaUtilities, and a unit that has the address of every function (fm_bind of fmi/carry).
 */
#include "compile/compile_impl.h"

typedef struct {
    const GenModel *g;
    Arena *arena;
    CompSources *out;
    VEC(const char *) folders; /* by source: where it lay, or NULL */
    size_t scanned;            /* sources before it were looked through for what they include */
    Text *why;
} Packing;

static const DaeExternal *external_of(const GenModel *g, size_t i) {
    return g->sym->dae->functions.at[g->externals.at[i].function].external;
}

static const char *last_part(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* A source of this name; false: there is another one. */
static bool add(Packing *p, const char *name, const char *folder, const char *text, size_t n, bool unit) {
    for (size_t i = 0; i < p->out->n; i++) {
        const CompSource *s = &p->out->at[i];
        if (strcmp(s->name, name) != 0) continue;
        if (p->folders.at[i] && folder && !strcmp(p->folders.at[i], folder)) return true;
        if (s->n == n && !memcmp(s->text, text, n)) return true;
        base_text_printf(p->why, "two files are called %s", name);
        return false;
    }
    vec_push(p->out, ((CompSource){base_strdup(p->arena, name), base_strndup(p->arena, text, n), n, unit}));
    vec_push(&p->folders, folder ? base_strdup(p->arena, folder) : NULL);
    return true;
}

static bool add_file(Packing *p, const char *path, const char *name) {
    Text text = {0};
    (void)base_read_file(path, SIZE_MAX, &text);
    const char *folder = base_strndup(p->arena, path, (size_t)(last_part(path) - path));
    bool ok = add(p, name, folder, base_text_str(&text), text.n, false);
    base_text_free(&text);
    return ok;
}

/* ---- what sources include ---------------------------------------------------------------------------------------- */

/* The place of a file that source i includes: beside it, or in one of the folders.  NULL: it is the system's. */
static const char *find_included(const Packing *p, const CompRecipe *r, size_t i, const char *name, bool quoted) {
    const char *path;
    if (quoted && p->folders.at[i]) {
        path = base_sprintf(p->arena, "%s%s", p->folders.at[i], name);
        if (comp_is_file(path)) return path;
    }
    for (size_t k = 0; k < r->folders.n; k++) {
        path = base_sprintf(p->arena, "%s/%s", r->folders.at[k] + 2, name);
        if (comp_is_file(path)) return path;
    }
    return NULL;
}

/* The name in a line like #include "name" or <name>, and where its first quote stands; NULL: it is no such line. */
static const char *included_name(Arena *a, const char *line, size_t n, const char **quote) {
    const char *s = line, *end = line + n;
    while (s < end && (*s == ' ' || *s == '\t')) s++;
    if (s == end || *s != '#') return NULL;
    for (s++; s < end && (*s == ' ' || *s == '\t');) s++;
    if (end - s < 9 || strncmp(s, "include", 7) != 0) return NULL;
    for (s += 7; s < end && (*s == ' ' || *s == '\t');) s++;
    if (s == end || (*s != '"' && *s != '<')) return NULL;
    const char *close = memchr(s + 1, *s == '"' ? '"' : '>', (size_t)(end - s - 1));
    *quote = s;
    return close ? base_strndup(a, s + 1, (size_t)(close - s - 1)) : NULL;
}

/* Packs what a source includes; <name> of a file that is packed becomes "name". */
static bool pack_included(Packing *p, const CompRecipe *r, size_t i) {
    char *text = (char *)p->out->at[i].text; /* ours */
    for (char *line = text; *line;) {
        size_t n = strcspn(line, "\n");
        const char *quote, *name = included_name(p->arena, line, n, &quote);
        const char *path = name ? find_included(p, r, i, name, *quote == '"') : NULL;
        if (path && (strstr(name, "..") || name[0] == '/')) {
            base_text_printf(p->why, "%s includes %s", p->out->at[i].name, name);
            return false;
        }
        if (path) {
            char *open = line + (quote - line);
            open[0] = open[strlen(name) + 1] = '"';
            if (!add_file(p, path, name)) return false;
        }
        line += n + (line[n] == '\n');
    }
    return true;
}

static bool pack_all_included(Packing *p, const CompRecipe *r) {
    for (; p->scanned < p->out->n; p->scanned++)
        if (!pack_included(p, r, p->scanned)) return false;
    return true;
}

/* ---- units ------------------------------------------------------------------------------------------------------- */

/* What cc is told with options elsewhere stands in front of the source.  A model may bring a usertab of its own. */
static bool add_library_source(Packing *p, const char *path) {
    const char *name = last_part(path);
    const char *text = base_sprintf(p->arena,
                                    "#define HAVE_ZLIB 1\n#define DUMMY_FUNCTION_USERTAB 1\n#ifndef _WIN32\n#define "
                                    "HAVE_UNISTD_H 1\n#endif\n#ifdef "
                                    "__ELF__\n#pragma weak usertab\n#endif\n#include \"%s\"\n",
                                    name);
    return add_file(p, path, name) &&
           add(p, base_sprintf(p->arena, "external_%s", name), NULL, text, strlen(text), true);
}

static bool is_included(const DaeExternal *e) { return e->include && !comp_only_system_headers(e->include); }

/* The first function whose unit of Include texts this one shares. */
static size_t unit_of(const GenModel *g, size_t i) {
    for (size_t k = 0; k < i; k++)
        if (comp_same_unit(external_of(g, k), external_of(g, i))) return k;
    return i;
}

static bool add_include_unit(Packing *p, size_t i) {
    Text t = {0};
    base_text_add(&t, "#include <stdarg.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include "
                      "\"ModelicaUtilities.h\"\n");
    comp_include_texts(p->g, external_of(p->g, i), &t);
    base_text_add(&t, "\ntypedef void (*CwAddress)(void);\n");
    for (size_t k = i; k < p->g->externals.n; k++) {
        const GenExternal *x = &p->g->externals.at[k];
        if (unit_of(p->g, k) != i) continue;
        const char *name = x->fortran ? x->symbol : base_sprintf(p->arena, "cw_call_%zu", k);
        if (!x->fortran) comp_call_text(x, name + strlen("cw_call_"), &t);
        base_text_printf(&t,
                         "CwAddress cw_address_%zu(void);\nCwAddress cw_address_%zu(void) { return (CwAddress)%s; }\n",
                         k, k, name);
    }
    bool ok = add(p, base_sprintf(p->arena, "external_include%zu.c", i + 1), NULL, base_text_str(&t), t.n, true);
    base_text_free(&t);
    return ok;
}

static bool add_function(Packing *p, size_t i) {
    const DaeExternal *e = external_of(p->g, i);
    CompRecipe r = {0};
    void *enter;
    bool ok = true;
    comp_recipe_of(e, true, &r);
    if (xch_symbol(p->g->externals.at[i].symbol, &enter)) base_text_add(p->why, "it runs an FMU"), ok = false;
    else if (r.objects.n) base_text_printf(p->why, "%s is compiled", last_part(r.objects.at[0])), ok = false;
    for (size_t k = 0; ok && k < r.sources.n; k++) ok = add_library_source(p, r.sources.at[k]);
    if (ok && is_included(e) && unit_of(p->g, i) == i) ok = add_include_unit(p, i);
    ok = ok && pack_all_included(p, &r);
    comp_free_recipe(&r);
    return ok;
}

/* fm_bind: addresses into cw_external. */
static bool add_table(Packing *p) {
    Text t = {0};
    base_text_add(
        &t, "#if defined(__clang__)\n#pragma GCC diagnostic ignored \"-Wincompatible-library-redeclaration\"\n#elif "
            "defined(__GNUC__)\n#pragma GCC diagnostic ignored \"-Wbuiltin-declaration-mismatch\"\n#endif\n"
            "typedef void (*CwAddress)(void);\nstruct CwEnv;\nvoid cw_enter(struct CwEnv *);\nint "
            "fm_bind(CwAddress *table);\n");
    for (size_t i = 0; i < p->g->externals.n; i++) {
        const char *symbol = p->g->externals.at[i].symbol;
        bool again = false;
        for (size_t k = 0; k < i; k++)
            again |= !is_included(external_of(p->g, k)) && !strcmp(symbol, p->g->externals.at[k].symbol);
        if (is_included(external_of(p->g, i))) base_text_printf(&t, "CwAddress cw_address_%zu(void);\n", i);
        else if (!again) base_text_printf(&t, "extern void %s(void);\n", symbol);
    }
    base_text_add(&t, "\nint fm_bind(CwAddress *table) {\n");
    for (size_t i = 0; i < p->g->externals.n; i++) {
        if (is_included(external_of(p->g, i))) base_text_printf(&t, "    table[%zu] = cw_address_%zu();\n", 2 * i, i);
        else base_text_printf(&t, "    table[%zu] = %s;\n", 2 * i, p->g->externals.at[i].symbol);
        base_text_printf(&t, "    table[%zu] = (CwAddress)cw_enter;\n", 2 * i + 1);
    }
    base_text_add(&t, "    return 1;\n}\n");
    bool ok = add(p, "external_functions.c", NULL, base_text_str(&t), t.n, true);
    base_text_free(&t);
    return ok;
}

static bool add_utilities(Packing *p) {
    Text t = {0};
    base_text_printf(&t, "#if defined(__GNUC__)\n#pragma GCC diagnostic ignored \"-Wunused-function\"\n#endif\n%s%s",
                     gen_abi_text(), comp_utilities_text());
    bool ok = add(p, "external_utilities.c", NULL, base_text_str(&t), t.n, true), there = false;
    base_text_free(&t);
    for (size_t i = 0; i < p->out->n; i++) there |= !strcmp(p->out->at[i].name, "ModelicaUtilities.h");
    const char *header = comp_utilities_header_text();
    return ok && (there || add(p, "ModelicaUtilities.h", NULL, header, strlen(header), false));
}

bool comp_external_sources(const GenModel *g, Arena *arena, CompSources *out, size_t *which, Text *why) {
    Packing p = {.g = g, .arena = arena, .out = out, .why = why};
    bool ok = true;
    for (*which = 0; ok && *which < g->externals.n; ++*which) ok = add_function(&p, *which);
    if (!ok) --*which;
    ok = ok && add_utilities(&p) && add_table(&p);
    vec_free(&p.folders);
    return ok;
}
