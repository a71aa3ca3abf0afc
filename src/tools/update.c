/* update.c - `causeway update`: newer versions of installed libraries, from where they came. */
#include "tools/tools.h"

#include "package/package.h"

#include <string.h>

static bool is_named(const ToolOptions *o, const char *name) {
    for (size_t i = 0; i < o->words.n; i++)
        if (strcmp(o->words.at[i], name) == 0) return true;
    return o->words.n == 0;
}

static bool update_library(ToolRun *r, const PkgLibrary *l, const PkgList *here) {
    const char *from = r->options->source ? r->options->source : l->from;
    PkgList offered = {0}, chosen = {0};
    PkgWishes wishes = {0};
    PkgWish wish = {l->name, NULL};
    vec_push(&wishes, wish);
    bool ok = pkg_open_source(r->ctx, from, NULL, &offered);
    for (size_t i = 0; i < here->n; i++) vec_push(&offered, here->at[i]);
    ok = ok && pkg_resolve(r->ctx, &wishes, &offered, &chosen);
    bool newer = false;
    for (size_t i = chosen.n; ok && i-- > 0;) {
        bool new = false;
        if (chosen.at[i]->place == PKG_OFFERED) ok = pkg_install(r->ctx, chosen.at[i], &new);
        if (new && !r->options->quiet) printf("installed %s %s\n", chosen.at[i]->name, chosen.at[i]->version);
        newer |= new &&strcmp(chosen.at[i]->name, l->name) == 0;
    }
    if (ok && newer && !r->options->quiet) printf("%s %s stays until it is removed\n", l->name, l->version);
    if (ok && !newer && !r->options->quiet) printf("%s %s is up to date\n", l->name, l->version);
    vec_free(&offered);
    vec_free(&chosen);
    vec_free(&wishes);
    return ok;
}

/* Is it the newest installed version of its name? */
static bool is_newest(const PkgList *here, const PkgLibrary *l) {
    for (size_t i = 0; i < here->n; i++)
        if (here->at[i]->place == PKG_INSTALLED && strcmp(here->at[i]->name, l->name) == 0 &&
            lib_compare_versions(here->at[i]->version, l->version) > 0)
            return false;
    return true;
}

ToolExit tool_update(ToolRun *r) {
    PkgList here = {0};
    size_t seen = 0;
    bool ok = true;
    pkg_installed(r->ctx, &here);
    for (size_t i = 0; ok && i < here.n; i++) {
        const PkgLibrary *l = here.at[i];
        if (l->place != PKG_INSTALLED || !is_named(r->options, l->name) || !is_newest(&here, l)) continue;
        seen++;
        if (!l->from && !r->options->source) continue;
        ok = update_library(r, l, &here);
    }
    if (ok && seen < r->options->words.n) {
        base_error(r->ctx, "PKG0011", (Span){0},
                   "not all of these libraries are installed; causeway list shows which are");
        ok = false;
    }
    vec_free(&here);
    pkg_clean(r->ctx);
    return ok ? TOOL_DONE : TOOL_USAGE;
}
