/* vendor.c - `causeway vendor`: copies of installed libraries inside a project. */
#include "tools/tools.h"

#include "package/package.h"

#include <string.h>
#include <unistd.h>

static bool add_locked(ToolRun *r, PkgWishes *wishes) {
    PkgList locked = {0};
    bool ok = pkg_read_lock(r->ctx, "causeway.lock", &locked);
    for (size_t i = 0; ok && i < locked.n; i++) {
        PkgWish w = {locked.at[i]->name, locked.at[i]->version};
        vec_push(wishes, w);
    }
    vec_free(&locked);
    return ok;
}

ToolExit tool_vendor(ToolRun *r) {
    const VecStr *words = &r->options->words;
    PkgWishes wishes = {0};
    PkgList here = {0}, chosen = {0};
    bool ok = true;
    pkg_installed(r->ctx, &here);
    for (size_t i = 1; i < words->n; i++) vec_push(&wishes, pkg_wish(r->ctx, words->at[i]));
    if (words->n == 1 && access("causeway.lock", R_OK) == 0) {
        ok = add_locked(r, &wishes);
    } else if (words->n == 1) {
        for (size_t i = 0; i < here.n; i++) {
            PkgWish w = {here.at[i]->name, NULL};
            if (here.at[i]->place == PKG_INSTALLED) vec_push(&wishes, w);
        }
    }
    ok = ok && pkg_resolve(r->ctx, &wishes, &here, &chosen);
    size_t copied = 0;
    for (size_t i = 0; ok && i < chosen.n; i++) {
        const char *path;
        if (chosen.at[i]->place == PKG_SHIPPED) continue; /* every causeway has it */
        ok = pkg_copy(r->ctx, chosen.at[i], words->at[0], &path);
        copied += ok;
        if (ok && !r->options->quiet) printf("%s\n", path);
    }
    if (ok && !copied && !r->options->quiet) puts("nothing to copy: no library is installed");
    vec_free(&wishes);
    vec_free(&here);
    vec_free(&chosen);
    return ok ? TOOL_DONE : TOOL_USAGE;
}
