/* locked.c - --locked of commands about models: exactly the libraries that causeway.lock names. */
#include "tools/tools_impl.h"

#include "package/package.h"

#include <string.h>

static const PkgLibrary *present(const PkgList *here, const PkgLibrary *wanted) {
    for (size_t i = 0; i < here->n; i++)
        if (strcmp(here->at[i]->name, wanted->name) == 0 && strcmp(here->at[i]->version, wanted->version) == 0)
            return here->at[i];
    return NULL;
}

/* Its folder when it is there as it was locked; NULL after reporting. */
static const char *place_of(ToolRun *r, const PkgList *here, const PkgLibrary *wanted) {
    char hash[65];
    const PkgLibrary *l = present(here, wanted);
    if (l && pkg_hash(r->ctx, l->path, hash) && strcmp(hash, wanted->sha256) == 0) return l->path;
    Diag *d = base_error(r->ctx, "PKG0030", (Span){0}, "%s %s of causeway.lock is %s", wanted->name, wanted->version,
                         l ? "installed, but its files have changed" : "not installed");
    base_hint(r->ctx, d, "causeway install --locked installs it; causeway install ... --lock locks what is there");
    return NULL;
}

bool tool_use_lock(ToolRun *r) {
    PkgList wanted = {0}, here = {0};
    VecStr folders = {0};
    bool ok = pkg_read_lock(r->ctx, "causeway.lock", &wanted);
    if (ok) pkg_installed(r->ctx, &here);
    for (size_t i = 0; ok && i < wanted.n; i++) {
        const char *path = place_of(r, &here, wanted.at[i]);
        ok = path != NULL;
        if (ok) vec_push(&folders, base_strdup(&r->ctx->arena, path));
    }
    for (size_t i = 0; i < r->asked.libraries.n; i++) vec_push(&folders, r->asked.libraries.at[i]);
    vec_free(&wanted);
    vec_free(&here);
    r->locked = folders;
    r->asked.libraries = folders;
    return ok;
}
