/* packages.c - installed libraries: from a folder, an archive, a repository or an index; newer versions of them, copies
 * inside a project, and those that causeway.lock names. */
#include "session/session_impl.h"

#include "package/package.h"

#include <string.h>
#include <unistd.h>

static const char *const lock_file = "causeway.lock";

static void say(const SesPackages *p, const char *line) {
    if (p->say) p->say(p->arg, line);
}

static void say_of(const SesPackages *p, const char *before, const PkgLibrary *l, const char *behind) {
    say(p, base_sprintf(&p->ctx->arena, "%s%s %s%s", before, l->name, l->version, behind));
}

static PkgLibrary *same_version(const PkgList *list, const PkgLibrary *l) {
    for (size_t i = 0; i < list->n; i++)
        if (strcmp(list->at[i]->name, l->name) == 0 && strcmp(list->at[i]->version, l->version) == 0)
            return list->at[i];
    return NULL;
}

/* The newest version of a name in a place. */
static const PkgLibrary *newest_of(const PkgList *list, const char *name, PkgPlace place) {
    const PkgLibrary *found = NULL;
    for (size_t i = 0; i < list->n; i++)
        if (list->at[i]->place == place && strcmp(list->at[i]->name, name) == 0 &&
            (!found || lib_compare_versions(list->at[i]->version, found->version) > 0))
            found = list->at[i];
    return found;
}

/* Is it there with the files that were promised? */
static bool is_as_locked(Context *ctx, const PkgLibrary *present, const PkgLibrary *wanted) {
    char hash[65];
    return present && pkg_hash(ctx, present->path, hash) && strcmp(hash, wanted->sha256) == 0;
}

/* ---- what is there ----------------------------------------------------------------------------------------------- */

bool ses_is_named(const VecStr *words, const char *name) {
    for (size_t i = 0; i < words->n; i++)
        if (strcmp(words->at[i], name) == 0) return true;
    return words->n == 0;
}

SesLibraries ses_installed(Context *ctx) {
    static const char *const places[] = {"offered", "installed", "MODELICAPATH", "OpenModelica", "with causeway"};
    SesLibraries out = {0};
    PkgList here = {0};
    pkg_installed(ctx, &here);
    for (size_t i = 0; i < here.n; i++) {
        const PkgLibrary *l = here.at[i];
        const causeway_use **uses = BASE_ARRAY(&ctx->arena, const causeway_use *, l->uses.n + 1);
        for (size_t k = 0; k < l->uses.n; k++) {
            causeway_use use = {l->uses.at[k].name, l->uses.at[k].version};
            uses[k] = base_copy(&ctx->arena, &use, sizeof use);
        }
        causeway_library_info info = {l->name, l->version, places[l->place], l->path, l->from, l->uses.n, uses};
        vec_push(&out, info);
    }
    vec_free(&here);
    return out;
}

/* ---- installing -------------------------------------------------------------------------------------------------- */

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

static bool put(const SesPackages *p, PkgLibrary *l) {
    bool new = false;
    if (l->place != PKG_OFFERED) return true;
    if (!pkg_install(p->ctx, l, &new)) return false;
    say_of(p, new ? "installed " : "", l, new ? "" : " is installed already");
    return true;
}

causeway_status ses_install(const SesPackages *p, const VecStr *words, bool lock) {
    PkgWishes wishes = {0};
    PkgList offered = {0}, chosen = {0};
    for (size_t i = 0; i < words->n; i++) vec_push(&wishes, pkg_wish(p->ctx, words->at[i]));
    bool ok = !p->from || pkg_open_source(p->ctx, p->from, wishes.n ? wishes.at[0].version : NULL, &offered);
    if (ok && wishes.n) {
        add_present(p->ctx, &wishes, &offered, p->from != NULL);
        ok = pkg_resolve(p->ctx, &wishes, &offered, &chosen);
    } else if (ok) {
        PkgList here = {0};
        pkg_installed(p->ctx, &here);
        pkg_take_all(p->ctx, &offered, &here, &chosen);
        vec_free(&here);
    }
    /* what others use first: an interrupted installation leaves nothing that cannot be loaded */
    for (size_t i = chosen.n; ok && i-- > 0;) ok = put(p, chosen.at[i]);
    if (ok && lock) ok = pkg_write_lock(p->ctx, lock_file, &chosen);
    vec_free(&wishes), vec_free(&offered), vec_free(&chosen);
    pkg_clean(p->ctx);
    return ok ? CAUSEWAY_OK : CAUSEWAY_USAGE;
}

static bool install_locked(const SesPackages *p, const PkgLibrary *wanted, const PkgList *here) {
    if (is_as_locked(p->ctx, same_version(here, wanted), wanted)) return true;
    PkgList offered = {0};
    const char *from = p->from ? p->from : wanted->from;
    bool ok = pkg_open_source(p->ctx, from, wanted->version, &offered);
    PkgLibrary *found = ok ? same_version(&offered, wanted) : NULL;
    if (ok && !found) {
        Diag *d = base_error(p->ctx, "PKG0002", (Span){0}, "%s does not have %s %s any more", from, wanted->name,
                             wanted->version);
        base_hint(p->ctx, d, "--from names another place that has it");
    }
    if (found) found->sha256 = wanted->sha256;
    ok = found && put(p, found);
    vec_free(&offered);
    return ok;
}

causeway_status ses_install_locked(const SesPackages *p) {
    PkgList wanted = {0}, here = {0};
    bool ok = pkg_read_lock(p->ctx, lock_file, &wanted);
    if (ok) pkg_installed(p->ctx, &here);
    for (size_t i = 0; ok && i < wanted.n; i++) ok = install_locked(p, wanted.at[i], &here);
    if (ok) say(p, base_sprintf(&p->ctx->arena, "%zu libraries as in %s", wanted.n, lock_file));
    vec_free(&wanted), vec_free(&here);
    pkg_clean(p->ctx);
    return ok ? CAUSEWAY_OK : CAUSEWAY_USAGE;
}

/* Its folder when it is there as it was locked; NULL after reporting. */
static const char *locked_place(Context *ctx, const PkgList *here, const PkgLibrary *wanted) {
    const PkgLibrary *l = same_version(here, wanted);
    if (is_as_locked(ctx, l, wanted)) return l->path;
    Diag *d = base_error(ctx, "PKG0030", (Span){0}, "%s %s of causeway.lock is %s", wanted->name, wanted->version,
                         l ? "installed, but its files have changed" : "not installed");
    base_hint(ctx, d, "causeway install --locked installs it; causeway install ... --lock locks what is there");
    return NULL;
}

bool ses_locked_folders(Context *ctx, VecStr *out) {
    PkgList wanted = {0}, here = {0};
    bool ok = pkg_read_lock(ctx, lock_file, &wanted);
    if (ok) pkg_installed(ctx, &here);
    for (size_t i = 0; ok && i < wanted.n; i++) {
        const char *path = locked_place(ctx, &here, wanted.at[i]);
        ok = path != NULL;
        if (ok) vec_push(out, base_strdup(&ctx->arena, path));
    }
    vec_free(&wanted), vec_free(&here);
    return ok;
}

/* ---- newer versions ---------------------------------------------------------------------------------------------- */

static bool update_library(const SesPackages *p, const PkgLibrary *l, const PkgList *here) {
    PkgList offered = {0}, chosen = {0};
    PkgWishes wishes = {0};
    PkgWish wish = {l->name, NULL};
    vec_push(&wishes, wish);
    bool ok = pkg_open_source(p->ctx, p->from ? p->from : l->from, NULL, &offered);
    for (size_t i = 0; i < here->n; i++) vec_push(&offered, here->at[i]);
    ok = ok && pkg_resolve(p->ctx, &wishes, &offered, &chosen);
    bool newer = false;
    for (size_t i = chosen.n; ok && i-- > 0;) {
        bool new = false;
        if (chosen.at[i]->place == PKG_OFFERED) ok = pkg_install(p->ctx, chosen.at[i], &new);
        if (new) say_of(p, "installed ", chosen.at[i], "");
        newer = newer || (new &&strcmp(chosen.at[i]->name, l->name) == 0);
    }
    if (ok) say_of(p, "", l, newer ? " stays until it is removed" : " is up to date");
    vec_free(&offered), vec_free(&chosen), vec_free(&wishes);
    return ok;
}

/* The newest installed version of its name, of which we know where newer ones may be. */
static bool may_be_newer(const SesPackages *p, const PkgList *here, const PkgLibrary *l) {
    return l->place == PKG_INSTALLED && (p->from || l->from) && newest_of(here, l->name, PKG_INSTALLED) == l;
}

causeway_status ses_update(const SesPackages *p, const VecStr *words) {
    PkgList here = {0};
    size_t seen = 0;
    bool ok = true;
    pkg_installed(p->ctx, &here);
    for (size_t i = 0; ok && i < here.n; i++) {
        const PkgLibrary *l = here.at[i];
        if (!ses_is_named(words, l->name)) continue;
        seen += newest_of(&here, l->name, PKG_INSTALLED) == l;
        if (may_be_newer(p, &here, l)) ok = update_library(p, l, &here);
    }
    if (ok && seen < words->n) {
        base_error(p->ctx, "PKG0011", (Span){0},
                   "not all of these libraries are installed; causeway list shows which are");
        ok = false;
    }
    vec_free(&here);
    pkg_clean(p->ctx);
    return ok ? CAUSEWAY_OK : CAUSEWAY_USAGE;
}

causeway_status ses_outdated(const SesPackages *p, SesNewer *visit, void *arg) {
    PkgList here = {0};
    bool ok = true;
    pkg_installed(p->ctx, &here);
    for (size_t i = 0; ok && i < here.n; i++) {
        const PkgLibrary *l = here.at[i];
        if (!may_be_newer(p, &here, l)) continue;
        PkgList offered = {0};
        ok = pkg_open_source(p->ctx, p->from ? p->from : l->from, NULL, &offered);
        const PkgLibrary *newest = ok ? newest_of(&offered, l->name, PKG_OFFERED) : NULL;
        if (newest && lib_compare_versions(newest->version, l->version) > 0)
            visit(arg, l->name, l->version, newest->version);
        vec_free(&offered);
    }
    vec_free(&here);
    pkg_clean(p->ctx);
    return ok ? CAUSEWAY_OK : CAUSEWAY_USAGE;
}

/* ---- removing ---------------------------------------------------------------------------------------------------- */

static void warn_users(Context *ctx, const PkgList *here, const PkgLibrary *l) {
    for (size_t i = 0; i < here->n; i++)
        for (size_t k = 0; here->at[i]->place == PKG_INSTALLED && k < here->at[i]->uses.n; k++) {
            const PkgUse *use = &here->at[i]->uses.at[k];
            if (strcmp(use->name, l->name) != 0 || !pkg_covers(l, use->version)) continue;
            base_warning(ctx, "PKG0009", (Span){0}, "%s %s uses %s %s, which is removed", here->at[i]->name,
                         here->at[i]->version, use->name, use->version);
        }
}

/* The one installed library that a word means; NULL after reporting. */
static const PkgLibrary *find_installed(Context *ctx, const PkgList *here, const char *word) {
    PkgWish wish = pkg_wish(ctx, word);
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
    if (n == 0) {
        Diag *d = base_error(ctx, "PKG0011", (Span){0}, "%s is not installed", word);
        if (versions.n) base_hint(ctx, d, "installed versions: %s", base_text_str(&versions));
        else base_hint(ctx, d, "causeway list shows what is");
    } else if (n > 1) {
        Diag *d = base_error(ctx, "PKG0011", (Span){0}, "%s is installed in several versions: %s", word,
                             base_text_str(&versions));
        base_hint(ctx, d, "say which: %s@VERSION", wish.name);
    }
    base_text_free(&versions);
    return n == 1 ? found : NULL;
}

causeway_status ses_remove(const SesPackages *p, const VecStr *words) {
    bool ok = true;
    for (size_t i = 0; ok && i < words->n; i++) {
        PkgList here = {0};
        pkg_installed(p->ctx, &here);
        const PkgLibrary *l = find_installed(p->ctx, &here, words->at[i]);
        if (l) warn_users(p->ctx, &here, l);
        ok = l && pkg_remove(p->ctx, l);
        if (ok) say_of(p, "removed ", l, "");
        vec_free(&here);
    }
    return ok ? CAUSEWAY_OK : CAUSEWAY_USAGE;
}

/* ---- inside a project, and for others ---------------------------------------------------------------------------- */

static bool wish_locked(Context *ctx, PkgWishes *wishes) {
    PkgList locked = {0};
    bool ok = pkg_read_lock(ctx, lock_file, &locked);
    for (size_t i = 0; ok && i < locked.n; i++)
        vec_push(wishes, ((PkgWish){locked.at[i]->name, locked.at[i]->version}));
    vec_free(&locked);
    return ok;
}

causeway_status ses_vendor(const SesPackages *p, const char *folder, const VecStr *words) {
    PkgWishes wishes = {0};
    PkgList here = {0}, chosen = {0};
    bool ok = true;
    pkg_installed(p->ctx, &here);
    for (size_t i = 0; i < words->n; i++) vec_push(&wishes, pkg_wish(p->ctx, words->at[i]));
    if (!words->n && access(lock_file, R_OK) == 0) ok = wish_locked(p->ctx, &wishes);
    else if (!words->n)
        for (size_t i = 0; i < here.n; i++)
            if (here.at[i]->place == PKG_INSTALLED) vec_push(&wishes, ((PkgWish){here.at[i]->name, NULL}));
    ok = ok && pkg_resolve(p->ctx, &wishes, &here, &chosen);
    size_t copied = 0;
    for (size_t i = 0; ok && i < chosen.n; i++) {
        const char *path;
        if (chosen.at[i]->place == PKG_SHIPPED) continue; /* every causeway has it */
        ok = pkg_copy(p->ctx, chosen.at[i], folder, &path);
        copied += ok;
        if (ok) say(p, path);
    }
    if (ok && !copied) say(p, "nothing to copy: no library is installed");
    vec_free(&wishes), vec_free(&here), vec_free(&chosen);
    return ok ? CAUSEWAY_OK : CAUSEWAY_USAGE;
}

causeway_status ses_index(Context *ctx, const char *folder, Text *out) {
    PkgList list = {0};
    bool ok = pkg_open_source(ctx, folder, NULL, &list) && pkg_write_index(ctx, &list, folder, out);
    vec_free(&list);
    pkg_clean(ctx);
    return ok ? CAUSEWAY_OK : CAUSEWAY_USAGE;
}
