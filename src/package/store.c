/* store.c - installed libraries: STORE/"Name Version" (a folder, or a .mo file), and STORE/installed.json, which says
 * where each came from. */
#include "package/package_impl.h"

#include <stdlib.h>
#include <unistd.h>

static const char *record_file(Context *ctx) {
    return base_sprintf(&ctx->arena, "%s/installed.json", lib_store(&ctx->arena));
}

static const char *stored_name(Context *ctx, const PkgLibrary *l) {
    const char *end = l->path && !base_is_folder(l->path) ? ".mo" : "";
    return base_sprintf(&ctx->arena, *l->version ? "%s %s%s" : "%s%s%s", l->name, l->version, end);
}

/* ---- where they came from ---------------------------------------------------------------------------------------- */

static const BaseJson *read_record(Context *ctx) {
    Text t = {0};
    const char *path = record_file(ctx), *why;
    size_t at;
    const BaseJson *j = NULL;
    if (pkg_exists(path) && pkg_read_file(ctx, path, &t))
        j = base_json_read(&ctx->arena, base_strndup(&ctx->arena, base_text_str(&t), t.n), t.n, &at, &why);
    base_text_free(&t);
    return base_json_get(j, "libraries");
}

/* Writes the record anew, with one library changed (from NULL: forgotten). */
static bool write_record(Context *ctx, const char *name, const char *from, const char *hash) {
    Text t = {0};
    bool any = false;
    base_text_add(&t, "{\"libraries\": {");
    const BaseJson *old = read_record(ctx);
    for (const BaseJson *m = old && old->kind == BASE_JSON_OBJECT ? old->items : NULL; m; m = m->next) {
        const char *origin = base_json_string(m, "from"), *sha = base_json_string(m, "sha256");
        if (strcmp(m->key, name) == 0 || !origin || !sha) continue;
        base_text_add(&t, any ? ",\n " : "\n ");
        base_text_json(&t, m->key, strlen(m->key));
        base_text_add(&t, ": {\"from\": ");
        base_text_json(&t, origin, strlen(origin));
        base_text_printf(&t, ", \"sha256\": \"%s\"}", sha);
        any = true;
    }
    if (from) {
        base_text_add(&t, any ? ",\n " : "\n ");
        base_text_json(&t, name, strlen(name));
        base_text_add(&t, ": {\"from\": ");
        base_text_json(&t, from, strlen(from));
        base_text_printf(&t, ", \"sha256\": \"%s\"}", hash);
    }
    base_text_add(&t, "\n}}\n");
    bool ok = pkg_write_file(ctx, record_file(ctx), base_text_str(&t), t.n);
    base_text_free(&t);
    return ok;
}

/* ---- listing ----------------------------------------------------------------------------------------------------- */

static void add_places(Context *ctx, const char *folder, PkgPlace place, PkgList *out) {
    if (folder && base_is_folder(folder)) pkg_read_folder(ctx, folder, place, out);
}

void pkg_installed(Context *ctx, PkgList *out) {
    const char *store = lib_store(&ctx->arena);
    size_t before = out->n;
    add_places(ctx, store, PKG_INSTALLED, out);
    const BaseJson *record = store ? read_record(ctx) : NULL;
    for (size_t i = before; i < out->n; i++) {
        const BaseJson *known = base_json_get(record, stored_name(ctx, out->at[i]));
        out->at[i]->from = base_json_string(known, "from");
        out->at[i]->sha256 = base_json_string(known, "sha256");
    }
    const char *path = getenv("MODELICAPATH");
    while (path && *path) {
        size_t n = strcspn(path, ":");
        if (n) add_places(ctx, base_strndup(&ctx->arena, path, n), PKG_ON_PATH, out);
        path += n + (path[n] == ':');
    }
    add_places(ctx, lib_shipped(&ctx->arena), PKG_SHIPPED, out);
    add_places(ctx, lib_openmodelica(&ctx->arena), PKG_OPENMODELICA, out);
}

/* ---- installing -------------------------------------------------------------------------------------------------- */

bool pkg_copy(Context *ctx, const PkgLibrary *l, const char *folder, const char **path) {
    const char *name = stored_name(ctx, l), *scratch = base_sprintf(&ctx->arena, "%s/.new-%d", folder, (int)getpid());
    *path = base_sprintf(&ctx->arena, "%s/%s", folder, name);
    const char *made = base_sprintf(&ctx->arena, "%s/%s", scratch, name);
    bool ok = pkg_make_folders(ctx, scratch) && pkg_copy_tree(ctx, l->path, made) && pkg_replace(ctx, made, *path);
    pkg_remove_tree(scratch);
    return ok;
}

static bool keeps_promise(Context *ctx, const PkgLibrary *l, const char *hash) {
    if (!l->sha256 || strcmp(l->sha256, hash) == 0) return true;
    Diag *d = base_error(ctx, "PKG0008", (Span){0}, "%s %s from %s is not what was promised: its hash is %s, not %s",
                         l->name, l->version, l->from ? l->from : l->path, hash, l->sha256);
    base_hint(ctx, d, "its files were changed since the lock file or the index was written; nothing was installed");
    return false;
}

/* Names and versions become names of files: those that could lead elsewhere are refused. */
static bool is_nameable(Context *ctx, const PkgLibrary *l) {
    bool plain = *l->name && *l->name != '.' && !strchr(l->name, '/') && !strchr(l->version, '/') &&
                 !strstr(l->version, "..") && strlen(l->name) + strlen(l->version) < 200;
    if (!plain) {
        Diag *d = base_error(ctx, "PKG0001", (Span){0},
                             "the name '%s' and version '%s' of a library cannot be the name of a folder", l->name,
                             l->version);
        base_hint(ctx, d, "give the package an ordinary name and version");
    }
    return plain;
}

bool pkg_install(Context *ctx, PkgLibrary *l, bool *new) {
    char hash[65], there[65];
    *new = false;
    if (!is_nameable(ctx, l) || !pkg_fetch(ctx, l) || !pkg_hash(ctx, l->path, hash) || !keeps_promise(ctx, l, hash))
        return false;
    l->sha256 = base_strdup(&ctx->arena, hash);
    const char *store = lib_store(&ctx->arena), *name = stored_name(ctx, l);
    if (!store) return pkg_scratch(ctx) != NULL; /* reports */
    const char *place = base_sprintf(&ctx->arena, "%s/%s", store, name), *path;
    if (pkg_exists(place) && pkg_hash(ctx, place, there) && strcmp(hash, there) == 0) {
        l->path = place;
        return true;
    }
    if (!pkg_make_folders(ctx, store) || !pkg_copy(ctx, l, store, &path)) return false;
    *new = true;
    l->path = path;
    return write_record(ctx, name, l->from ? l->from : path, hash);
}

bool pkg_remove(Context *ctx, const PkgLibrary *l) {
    /* out of sight in one step, then taken apart */
    const char *aside = base_sprintf(&ctx->arena, "%s/.old-%d", lib_store(&ctx->arena), (int)getpid());
    pkg_remove_tree(aside);
    if (rename(l->path, aside) != 0) return pkg_cannot(ctx, "remove", l->path);
    pkg_remove_tree(aside);
    const char *slash = strrchr(l->path, '/');
    return write_record(ctx, slash + 1, NULL, NULL);
}
