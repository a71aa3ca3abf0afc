/* remove.c - `causeway remove`: installed libraries go. */
#include "tools/tools.h"

#include "package/package.h"

#include <string.h>

static void warn_users(ToolRun *r, const PkgList *here, const PkgLibrary *l) {
    for (size_t i = 0; i < here->n; i++)
        for (size_t k = 0; here->at[i]->place == PKG_INSTALLED && k < here->at[i]->uses.n; k++) {
            const PkgUse *use = &here->at[i]->uses.at[k];
            if (strcmp(use->name, l->name) != 0 || !pkg_covers(l, use->version)) continue;
            base_warning(r->ctx, "PKG0009", (Span){0}, "%s %s uses %s %s, which is removed", here->at[i]->name,
                         here->at[i]->version, use->name, use->version);
        }
}

static bool remove_library(ToolRun *r, PkgList *here, const char *word) {
    PkgWish wish = pkg_wish(r->ctx, word);
    const PkgLibrary *found = NULL;
    size_t n = 0;
    Text versions = {0};
    for (size_t i = 0; i < here->n; i++) {
        const PkgLibrary *l = here->at[i];
        if (l->place != PKG_INSTALLED || strcmp(l->name, wish.name) != 0) continue;
        base_text_printf(&versions, "%s%s", versions.n ? ", " : "", l->version);
        if (wish.version && strcmp(l->version, wish.version) != 0) continue;
        found = l;
        n++;
    }
    bool ok = n == 1;
    if (n == 0) {
        Diag *d = base_error(r->ctx, "PKG0011", (Span){0}, "%s is not installed", word);
        if (versions.n) base_hint(r->ctx, d, "installed versions: %s", base_text_str(&versions));
        else base_hint(r->ctx, d, "causeway list shows what is");
    } else if (n > 1) {
        Diag *d = base_error(r->ctx, "PKG0011", (Span){0}, "%s is installed in several versions: %s", word,
                             base_text_str(&versions));
        base_hint(r->ctx, d, "say which: %s@VERSION", wish.name);
    }
    base_text_free(&versions);
    if (ok) warn_users(r, here, found);
    ok = ok && pkg_remove(r->ctx, found);
    if (ok && !r->options->quiet) printf("removed %s %s\n", found->name, found->version);
    return ok;
}

ToolExit tool_remove(ToolRun *r) {
    bool ok = true;
    for (size_t i = 0; ok && i < r->options->words.n; i++) {
        PkgList here = {0};
        pkg_installed(r->ctx, &here);
        ok = remove_library(r, &here, r->options->words.at[i]);
        vec_free(&here);
    }
    return ok ? TOOL_DONE : TOOL_USAGE;
}
