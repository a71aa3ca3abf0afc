/* library_facts.c - what a library says of itself (MLS 3.6, 18.8): version, uses, conversion. */
#include "package/package_impl.h"

#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>

PkgLibrary *pkg_new(Context *ctx, const char *name, const char *version) {
    PkgLibrary *l = BASE_NEW(&ctx->arena, PkgLibrary);
    l->name = base_strdup(&ctx->arena, name);
    l->version = base_strdup(&ctx->arena, version);
    return l;
}

#define MOVE(ctx, v)                                                                                                   \
    do {                                                                                                               \
        void *moved = (v)->n ? base_copy(&(ctx)->arena, (v)->at, (v)->n * sizeof *(v)->at) : NULL;                     \
        base_realloc((v)->at, 0);                                                                                      \
        (v)->at = moved;                                                                                               \
    } while (0)

void pkg_complete(Context *ctx, PkgLibrary *l) {
    MOVE(ctx, &l->uses);
    MOVE(ctx, &l->provides);
    MOVE(ctx, &l->converts);
}

bool pkg_covers(const PkgLibrary *l, const char *version) {
    if (strcmp(l->version, version) == 0) return true;
    for (size_t i = 0; i < l->provides.n; i++)
        if (strcmp(l->provides.at[i], version) == 0) return true;
    return false;
}

static const char *string_of(const SynMod *m, const Names *names) {
    const SynExpr *e = m && m->mod ? m->mod->value : NULL;
    return e && e->kind == SYN_STRING ? base_str(names, e->string) : NULL;
}

static void read_uses(Context *ctx, const SynMod *annotation, PkgLibrary *l) {
    const SynMod *uses = syn_annotation(annotation, ctx->names, "uses");
    for (const SynMod *m = uses && uses->mod ? uses->mod->args : NULL; m; m = m->next) {
        const char *version =
            m->mod ? string_of(syn_annotation(m->mod->args, ctx->names, "version"), ctx->names) : NULL;
        if (m->name.n != 1) continue;
        PkgUse use = {base_str(ctx->names, m->name.parts[0].name), version ? version : ""};
        vec_push(&l->uses, use);
    }
}

static void add_versions(Context *ctx, const SynExpr *e, VecStr *to) {
    if (e && e->kind == SYN_STRING) vec_push(to, (char *)base_str(ctx->names, e->string));
    for (uint32_t i = 0; e && e->kind == SYN_ARRAY && i < e->nargs; i++) add_versions(ctx, e->args[i], to);
}

/* conversion(noneFromVersion = "1.0", from(version = {"0.9"}, script = "...")) */
static void read_conversion(Context *ctx, const SynMod *annotation, PkgLibrary *l) {
    const SynMod *conversion = syn_annotation(annotation, ctx->names, "conversion");
    for (const SynMod *m = conversion && conversion->mod ? conversion->mod->args : NULL; m; m = m->next) {
        const char *name = m->name.n == 1 ? base_str(ctx->names, m->name.parts[0].name) : "";
        if (strcmp(name, "noneFromVersion") == 0 && m->mod) add_versions(ctx, m->mod->value, &l->provides);
        const SynMod *from =
            strcmp(name, "from") == 0 && m->mod ? syn_annotation(m->mod->args, ctx->names, "version") : NULL;
        if (from && from->mod) add_versions(ctx, from->mod->value, &l->converts);
    }
}

/* "Modelica 4.1.0" or "Complex 4.1.0.mo": the version in the name of a file. */
static const char *named_version(Context *ctx, const char *path) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *blank = strchr(name, ' ');
    if (!blank || !isdigit((unsigned char)blank[1])) return "";
    size_t n = strlen(blank + 1);
    return base_strndup(&ctx->arena, blank + 1, pkg_ends_with(name, ".mo") ? n - 3 : n);
}

/* A package at `path` (a folder with package.mo, or a .mo file); NULL when it is none, with a warning when it is
 * broken. */
static PkgLibrary *read_library(Context *ctx, const char *path, PkgPlace place) {
    const char *file = base_is_folder(path) ? base_sprintf(&ctx->arena, "%s/package.mo", path) : path;
    size_t mark = base_diag_mark(ctx);
    LibTree *tree = lib_new(ctx);
    lib_expect_versions(tree, false);
    LibClass *cls = lib_load_file(tree, file);
    bool broken = base_diag_mark(ctx) > mark && !cls;
    base_diag_rollback(ctx, mark);
    PkgLibrary *l = NULL;
    const SynClass *syn = cls && !cls->parent ? lib_syn(cls) : NULL;
    const char *version = syn ? string_of(syn_annotation(syn->annotation, ctx->names, "version"), ctx->names) : NULL;
    /* a library need not be a package (Complex is a record), but then it says which version it is */
    if (syn && (syn->restriction == SYN_PACKAGE || version)) {
        l = pkg_new(ctx, base_str(ctx->names, cls->name), version ? version : named_version(ctx, path));
        l->place = place;
        l->path = base_strdup(&ctx->arena, path);
        read_uses(ctx, syn->annotation, l);
        read_conversion(ctx, syn->annotation, l);
        pkg_complete(ctx, l);
    }
    lib_free(tree);
    if (broken) {
        Diag *d = base_warning(ctx, "PKG0012", (Span){0}, "the library at %s cannot be read and is left out", path);
        base_hint(ctx, d, "causeway check %s says what is wrong", file);
    }
    return l;
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static bool add_library(Context *ctx, const char *path, PkgPlace place, PkgList *out) {
    PkgLibrary *l = read_library(ctx, path, place);
    if (l) vec_push(out, l);
    return l;
}

size_t pkg_read_folder(Context *ctx, const char *folder, PkgPlace place, PkgList *out) {
    size_t before = out->n;
    VecStr names = {0};
    Text path = {0};
    base_text_printf(&path, "%s/package.mo", folder);
    DIR *dir = NULL;
    if (pkg_exists(base_text_str(&path)) || !base_is_folder(folder)) {
        /* the trailing slash of a name typed by hand says nothing */
        size_t n = strlen(folder);
        while (n > 1 && folder[n - 1] == '/') n--;
        add_library(ctx, base_strndup(&ctx->arena, folder, n), place, out);
    } else dir = opendir(folder);
    for (struct dirent *e; dir && (e = readdir(dir));)
        if (e->d_name[0] != '.') vec_push(&names, base_sprintf(&ctx->arena, "%s/%s", folder, e->d_name));
    if (dir) closedir(dir);
    if (names.n) qsort(names.at, names.n, sizeof *names.at, by_name);
    for (size_t i = 0; i < names.n; i++) {
        vec_clear(&path);
        base_text_printf(&path, "%s/package.mo", names.at[i]);
        bool package =
            base_is_folder(names.at[i]) ? pkg_exists(base_text_str(&path)) : pkg_ends_with(names.at[i], ".mo");
        if (package) add_library(ctx, names.at[i], place, out);
    }
    base_text_free(&path);
    vec_free(&names);
    return out->n - before;
}
