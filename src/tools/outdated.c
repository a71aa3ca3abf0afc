/* outdated.c - `causeway outdated`: installed libraries of which there are newer versions. */
#include "tools/tools.h"

#include "package/package.h"

#include <string.h>

static void print_newer(ToolRun *r, const PkgLibrary *l, const PkgLibrary *newest, size_t *count) {
    if (r->options->json) {
        Text t = {0};
        base_text_add(&t, *count ? ",\n{\"name\": " : "{\"name\": ");
        base_text_json(&t, l->name, strlen(l->name));
        base_text_add(&t, ", \"installed\": ");
        base_text_json(&t, l->version, strlen(l->version));
        base_text_add(&t, ", \"newest\": ");
        base_text_json(&t, newest->version, strlen(newest->version));
        base_text_char(&t, '}');
        fputs(base_text_str(&t), stdout);
        base_text_free(&t);
    } else {
        printf("%s %s: there is %s\n", l->name, l->version, newest->version);
    }
    ++*count;
}

static const PkgLibrary *newest_of(const PkgList *list, const char *name, PkgPlace place) {
    const PkgLibrary *found = NULL;
    for (size_t i = 0; i < list->n; i++)
        if (list->at[i]->place == place && strcmp(list->at[i]->name, name) == 0 &&
            (!found || lib_compare_versions(list->at[i]->version, found->version) > 0))
            found = list->at[i];
    return found;
}

ToolExit tool_outdated(ToolRun *r) {
    PkgList here = {0};
    bool ok = true;
    size_t count = 0;
    pkg_installed(r->ctx, &here);
    if (r->options->json) fputs("[", stdout);
    for (size_t i = 0; ok && i < here.n; i++) {
        const PkgLibrary *l = here.at[i];
        const char *from = r->options->source ? r->options->source : l->from;
        if (l->place != PKG_INSTALLED || !from || newest_of(&here, l->name, PKG_INSTALLED) != l) continue;
        PkgList offered = {0};
        ok = pkg_open_source(r->ctx, from, NULL, &offered);
        const PkgLibrary *newest = ok ? newest_of(&offered, l->name, PKG_OFFERED) : NULL;
        if (newest && lib_compare_versions(newest->version, l->version) > 0) print_newer(r, l, newest, &count);
        vec_free(&offered);
    }
    if (r->options->json) fputs("]\n", stdout);
    else if (ok && !count && !r->options->quiet) puts("all installed libraries are up to date");
    vec_free(&here);
    pkg_clean(r->ctx);
    return ok ? TOOL_DONE : TOOL_USAGE;
}
