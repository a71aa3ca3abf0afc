/* lock.c - causeway.lock: names, versions, hashes and origins of libraries, one line each, sorted. */
#include "package/package_impl.h"

#include <stdlib.h>

static int by_name(const void *a, const void *b) {
    return strcmp((*(PkgLibrary *const *)a)->name, (*(PkgLibrary *const *)b)->name);
}

static void member(Text *out, const char *name, const char *value) {
    base_text_printf(out, "\"%s\": ", name);
    base_text_json(out, value, strlen(value));
}

bool pkg_write_lock(Context *ctx, const char *file, const PkgList *list) {
    PkgList sorted = {0};
    for (size_t i = 0; i < list->n; i++) vec_push(&sorted, list->at[i]);
    if (sorted.n) qsort(sorted.at, sorted.n, sizeof *sorted.at, by_name);
    Text t = {0};
    bool ok = true;
    base_text_add(&t, "{\"libraries\": [");
    for (size_t i = 0; ok && i < sorted.n; i++) {
        PkgLibrary *l = sorted.at[i];
        char hash[65];
        ok = pkg_hash(ctx, l->path, hash);
        base_text_add(&t, i ? ",\n {" : "\n {");
        member(&t, "name", l->name);
        base_text_add(&t, ", ");
        member(&t, "version", l->version);
        base_text_add(&t, ", ");
        member(&t, "sha256", hash);
        base_text_add(&t, ", ");
        member(&t, "from", l->from ? l->from : l->path);
        base_text_char(&t, '}');
    }
    base_text_add(&t, "\n]}\n");
    ok = ok && pkg_write_file(ctx, file, base_text_str(&t), t.n);
    base_text_free(&t);
    vec_free(&sorted);
    return ok;
}

static bool refuse(Context *ctx, const char *file, const char *why) {
    Diag *d = base_error(ctx, "PKG0008", (Span){0}, "%s cannot be used: %s", file, why);
    base_hint(ctx, d, "causeway install ... --lock writes it anew");
    return false;
}

bool pkg_read_lock(Context *ctx, const char *file, PkgList *out) {
    Text t = {0};
    if (!pkg_exists(file)) return refuse(ctx, file, "it is not there");
    if (!pkg_read_file(ctx, file, &t)) return false;
    size_t at;
    const char *why;
    const BaseJson *j = base_json_read(&ctx->arena, base_strndup(&ctx->arena, base_text_str(&t), t.n), t.n, &at, &why);
    base_text_free(&t);
    const BaseJson *list = base_json_get(j, "libraries");
    if (!list || list->kind != BASE_JSON_ARRAY) return refuse(ctx, file, j ? "it holds no list of libraries" : why);
    for (const BaseJson *i = list->items; i; i = i->next) {
        const char *name = base_json_string(i, "name"), *version = base_json_string(i, "version");
        if (!name || !version || !base_json_string(i, "sha256") || !base_json_string(i, "from"))
            return refuse(ctx, file, "an entry lacks name, version, sha256 or from");
        PkgLibrary *l = pkg_new(ctx, name, version);
        l->sha256 = base_json_string(i, "sha256");
        l->from = base_json_string(i, "from");
        vec_push(out, l);
    }
    return true;
}
