/* package_index.c - the index of OpenModelica's package manager: {"libs": {NAME: {"versions": {VERSION: {...}}}}}.
 *
 * Of a version we read version, path, zipfile, uses, provides, convertFromVersion and sha256 (ours: the hash of its
 * files, which is checked when it is installed).
 */
#include "package/package_impl.h"

#include <stdlib.h>

static bool refuse(Context *ctx, const char *address, const char *why) {
    Diag *d = base_error(ctx, "PKG0004", (Span){0}, "the index %s cannot be used: %s", address, why);
    base_hint(ctx, d, "an index is what `causeway index FOLDER` writes, or OpenModelica's index.json");
    return false;
}

static void add_strings(const BaseJson *list, VecStr *to) {
    for (const BaseJson *i = list && list->kind == BASE_JSON_ARRAY ? list->items : NULL; i; i = i->next)
        if (i->kind == BASE_JSON_STRING) vec_push(to, (char *)i->text);
}

static bool add_version(Context *ctx, const char *address, const char *name, const BaseJson *v, PkgList *out) {
    if (v->kind != BASE_JSON_OBJECT)
        return refuse(ctx, address, base_sprintf(&ctx->arena, "%s %s is no object", name, v->key));
    const char *version = base_json_string(v, "version");
    PkgLibrary *l = pkg_new(ctx, name, version ? version : v->key);
    l->archive = base_json_string(v, "zipfile");
    l->inside = base_json_string(v, "path");
    l->sha256 = base_json_string(v, "sha256");
    const BaseJson *uses = base_json_get(v, "uses");
    for (const BaseJson *u = uses && uses->kind == BASE_JSON_OBJECT ? uses->items : NULL; u; u = u->next) {
        PkgUse use = {u->key, u->kind == BASE_JSON_STRING ? u->text : ""};
        vec_push(&l->uses, use);
    }
    add_strings(base_json_get(v, "provides"), &l->provides);
    add_strings(base_json_get(v, "convertFromVersion"), &l->converts);
    pkg_complete(ctx, l);
    vec_push(out, l);
    return true;
}

bool pkg_read_index(Context *ctx, const char *address, const char *text, size_t n, PkgList *out) {
    size_t at;
    const char *why;
    const BaseJson *j = base_json_read(&ctx->arena, base_strndup(&ctx->arena, text, n), n, &at, &why);
    if (!j) {
        int line = 1;
        for (size_t i = 0; i < at && i < n; i++) line += text[i] == '\n';
        return refuse(ctx, address, base_sprintf(&ctx->arena, "line %d: %s", line, why));
    }
    const BaseJson *libs = base_json_get(j, "libs");
    if (!libs || libs->kind != BASE_JSON_OBJECT) return refuse(ctx, address, "it has no object \"libs\"");
    bool ok = true;
    for (const BaseJson *l = libs->items; ok && l; l = l->next) {
        const BaseJson *versions = base_json_get(l, "versions");
        if (!versions || versions->kind != BASE_JSON_OBJECT)
            return refuse(ctx, address, base_sprintf(&ctx->arena, "%s has no object \"versions\"", l->key));
        for (const BaseJson *v = versions->items; ok && v; v = v->next) ok = add_version(ctx, address, l->key, v, out);
    }
    return ok;
}

/* ---- writing ----------------------------------------------------------------------------------------------------- */

static void string(Text *out, const char *s) { base_text_json(out, s, strlen(s)); }

static void strings(Text *out, const char *name, const VecStr *list) {
    if (!list->n) return;
    base_text_printf(out, ", \"%s\": [", name);
    for (size_t i = 0; i < list->n; i++) {
        if (i) base_text_add(out, ", ");
        string(out, list->at[i]);
    }
    base_text_char(out, ']');
}

static int by_name(const void *a, const void *b) {
    const PkgLibrary *x = *(PkgLibrary *const *)a, *y = *(PkgLibrary *const *)b;
    int order = strcmp(x->name, y->name);
    return order ? order : lib_compare_versions(x->version, y->version);
}

bool pkg_write_index(Context *ctx, const PkgList *list, const char *folder, Text *out) {
    PkgList sorted = {0};
    for (size_t i = 0; i < list->n; i++) vec_push(&sorted, list->at[i]);
    if (sorted.n) qsort(sorted.at, sorted.n, sizeof *sorted.at, by_name);
    bool ok = true;
    base_text_add(out, "{\"libs\": {");
    for (size_t i = 0; ok && i < sorted.n; i++) {
        const PkgLibrary *l = sorted.at[i];
        bool first = !i || strcmp(sorted.at[i - 1]->name, l->name) != 0;
        bool last = i + 1 == sorted.n || strcmp(sorted.at[i + 1]->name, l->name) != 0;
        char hash[65];
        ok = pkg_hash(ctx, l->path, hash);
        size_t n = strlen(folder);
        const char *path = strncmp(l->path, folder, n) == 0 ? l->path + n : l->path;
        while (*path == '/') path++;
        if (first) {
            base_text_add(out, i ? ",\n " : "\n ");
            string(out, l->name);
            base_text_add(out, ": {\"versions\": {");
        }
        base_text_add(out, first ? "\n  " : ",\n  ");
        string(out, l->version);
        base_text_add(out, ": {\"version\": ");
        string(out, l->version);
        base_text_add(out, ", \"path\": ");
        string(out, *path ? path : ".");
        base_text_printf(out, ", \"sha256\": \"%s\", \"uses\": {", hash);
        for (size_t k = 0; k < l->uses.n; k++) {
            if (k) base_text_add(out, ", ");
            string(out, l->uses.at[k].name);
            base_text_add(out, ": ");
            string(out, l->uses.at[k].version);
        }
        base_text_char(out, '}');
        strings(out, "provides", &l->provides);
        strings(out, "convertFromVersion", &l->converts);
        base_text_char(out, '}');
        if (last) base_text_add(out, "}}");
    }
    base_text_add(out, "\n},\n\"mirrors\": []}\n");
    vec_free(&sorted);
    return ok;
}
