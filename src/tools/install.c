/* install.c - `causeway install`: libraries from a folder, an archive, a repository or an index. */
#include "tools/tools.h"

#include "package/package.h"

#include <stdlib.h>
#include <string.h>

static bool is_wished(const PkgWishes *wishes, const char *name) {
    for (size_t i = 0; i < wishes->n; i++)
        if (strcmp(wishes->at[i].name, name) == 0) return true;
    return false;
}

/* What was asked for comes from the source; what is used may be here already. */
static void add_present(Context *ctx, const PkgWishes *wishes, PkgList *offered, bool source) {
    PkgList here = {0};
    pkg_installed(ctx, &here);
    for (size_t i = 0; i < here.n; i++)
        if (!source || !is_wished(wishes, here.at[i]->name)) vec_push(offered, here.at[i]);
    vec_free(&here);
}

static bool put(ToolRun *r, PkgLibrary *l) {
    bool new = false;
    if (l->place != PKG_OFFERED) return true;
    if (!pkg_install(r->ctx, l, &new)) return false;
    if (!r->options->quiet) printf(new ? "installed %s %s\n" : "%s %s is installed already\n", l->name, l->version);
    return true;
}

static ToolExit install_wishes(ToolRun *r, const char *from) {
    PkgWishes wishes = {0};
    PkgList offered = {0}, chosen = {0};
    for (size_t i = 0; i < r->options->words.n; i++) vec_push(&wishes, pkg_wish(r->ctx, r->options->words.at[i]));
    bool ok = !from || pkg_open_source(r->ctx, from, wishes.n ? wishes.at[0].version : NULL, &offered);
    if (ok && wishes.n) {
        add_present(r->ctx, &wishes, &offered, from != NULL);
        ok = pkg_resolve(r->ctx, &wishes, &offered, &chosen);
    } else if (ok) {
        PkgList here = {0};
        pkg_installed(r->ctx, &here);
        pkg_take_all(r->ctx, &offered, &here, &chosen);
        vec_free(&here);
    }
    /* what others use first: an interrupted installation leaves nothing that cannot be loaded */
    for (size_t i = chosen.n; ok && i-- > 0;) ok = put(r, chosen.at[i]);
    if (ok && r->options->lock) ok = pkg_write_lock(r->ctx, "causeway.lock", &chosen);
    vec_free(&wishes);
    vec_free(&offered);
    vec_free(&chosen);
    return ok ? TOOL_DONE : TOOL_USAGE;
}

/* ---- causeway.lock ----------------------------------------------------------------------------------------------- */

static PkgLibrary *same_version(const PkgList *list, const PkgLibrary *l) {
    for (size_t i = 0; i < list->n; i++)
        if (strcmp(list->at[i]->name, l->name) == 0 && strcmp(list->at[i]->version, l->version) == 0)
            return list->at[i];
    return NULL;
}

static bool install_locked(ToolRun *r, const PkgLibrary *wanted, const PkgList *here) {
    char hash[65];
    PkgLibrary *present = same_version(here, wanted);
    if (present && pkg_hash(r->ctx, present->path, hash) && strcmp(hash, wanted->sha256) == 0) return true;
    PkgList offered = {0};
    const char *from = r->options->source ? r->options->source : wanted->from;
    bool ok = pkg_open_source(r->ctx, from, wanted->version, &offered);
    PkgLibrary *found = ok ? same_version(&offered, wanted) : NULL;
    if (ok && !found) {
        Diag *d = base_error(r->ctx, "PKG0002", (Span){0}, "%s does not have %s %s any more", from, wanted->name,
                             wanted->version);
        base_hint(r->ctx, d, "--from names another place that has it");
    }
    if (found) found->sha256 = wanted->sha256;
    ok = found && put(r, found);
    vec_free(&offered);
    return ok;
}

static ToolExit install_lock(ToolRun *r) {
    PkgList wanted = {0}, here = {0};
    bool ok = pkg_read_lock(r->ctx, "causeway.lock", &wanted);
    if (ok) pkg_installed(r->ctx, &here);
    for (size_t i = 0; ok && i < wanted.n; i++) ok = install_locked(r, wanted.at[i], &here);
    if (ok && !r->options->quiet) printf("%zu libraries as in causeway.lock\n", wanted.n);
    vec_free(&wanted);
    vec_free(&here);
    return ok ? TOOL_DONE : TOOL_USAGE;
}

ToolExit tool_install(ToolRun *r) {
    const char *from = r->options->source ? r->options->source : getenv("CAUSEWAY_INDEX");
    if (from && !*from) from = NULL;
    if (!from && !r->options->locked && (!r->options->words.n || !r->options->lock)) {
        Diag *d = base_error(r->ctx, "TOOL0004", (Span){0}, "where the libraries come from is missing: --from WHERE");
        base_hint(r->ctx, d,
                  "a folder, a zip archive, a git repository, or an index such as "
                  "https://libraries.openmodelica.org/index/v1/index.json");
        return TOOL_USAGE;
    }
    ToolExit code = r->options->locked ? install_lock(r) : install_wishes(r, from);
    pkg_clean(r->ctx);
    return code;
}
