/* list.c - `causeway list`: the libraries that are found without -L. */
#include "tools/tools.h"

#include "package/package.h"

#include <string.h>

static const char *const places[] = {"offered", "installed", "MODELICAPATH", "OpenModelica", "with causeway"};

static bool is_named(const ToolOptions *o, const char *name) {
    for (size_t i = 0; i < o->words.n; i++)
        if (strcmp(o->words.at[i], name) == 0) return true;
    return o->words.n == 0;
}

static void member(Text *t, const char *name, const char *value) {
    base_text_printf(t, "\"%s\": ", name);
    base_text_json(t, value, strlen(value));
}

static void print_json(const PkgLibrary *l, bool first) {
    Text t = {0};
    base_text_add(&t, first ? "{" : ",\n{");
    member(&t, "name", l->name);
    base_text_add(&t, ", ");
    member(&t, "version", l->version);
    base_text_add(&t, ", ");
    member(&t, "place", places[l->place]);
    base_text_add(&t, ", ");
    member(&t, "path", l->path);
    base_text_add(&t, ", \"uses\": {");
    for (size_t i = 0; i < l->uses.n; i++) {
        if (i) base_text_add(&t, ", ");
        member(&t, l->uses.at[i].name, l->uses.at[i].version);
    }
    base_text_add(&t, "}}");
    fputs(base_text_str(&t), stdout);
    base_text_free(&t);
}

ToolExit tool_list(ToolRun *r) {
    PkgList here = {0};
    bool first = true;
    pkg_installed(r->ctx, &here);
    if (r->options->json) fputs("[", stdout);
    for (size_t i = 0; i < here.n; i++) {
        const PkgLibrary *l = here.at[i];
        if (!is_named(r->options, l->name)) continue;
        if (r->options->json) print_json(l, first);
        else printf("%-28s %-14s %-13s %s\n", l->name, l->version, places[l->place], l->path);
        first = false;
    }
    if (r->options->json) fputs("]\n", stdout);
    else if (first && !r->options->quiet) puts("no libraries; causeway install --from WHERE installs some");
    vec_free(&here);
    return TOOL_DONE;
}
