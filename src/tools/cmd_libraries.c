/* cmd_libraries.c - `causeway install`, `update`, `outdated`, `remove`, `list`, `vendor` and `index`: installed
 * libraries; --locked of commands about models. */
#include "tools/tools_impl.h"

#include <stdlib.h>
#include <string.h>

static void print_line(void *arg, const char *line) {
    (void)arg;
    puts(line);
}

static SesPackages packages(ToolRun *r) {
    return (SesPackages){.ctx = r->ctx, .from = r->options->source, .say = r->options->quiet ? NULL : print_line};
}

ToolExit tool_install(ToolRun *r) {
    SesPackages p = packages(r);
    if (r->options->locked) return ses_install_locked(&p);
    if (!p.from) p.from = getenv("CAUSEWAY_INDEX");
    if (p.from && !*p.from) p.from = NULL;
    if (!p.from && (!r->options->words.n || !r->options->lock)) {
        Diag *d = base_error(r->ctx, "TOOL0004", (Span){0}, "where the libraries come from is missing: --from WHERE");
        base_hint(r->ctx, d,
                  "a folder, a zip archive, a git repository, or an index such as "
                  "https://libraries.openmodelica.org/index/v1/index.json");
        return TOOL_USAGE;
    }
    return ses_install(&p, &r->options->words, r->options->lock);
}

ToolExit tool_update(ToolRun *r) {
    SesPackages p = packages(r);
    return ses_update(&p, &r->options->words);
}

ToolExit tool_remove(ToolRun *r) {
    SesPackages p = packages(r);
    return ses_remove(&p, &r->options->words);
}

ToolExit tool_vendor(ToolRun *r) {
    SesPackages p = packages(r);
    VecStr names = {.at = r->options->words.at + 1, .n = r->options->words.n - 1};
    return ses_vendor(&p, r->options->words.at[0], &names);
}

ToolExit tool_index(ToolRun *r) {
    Text t = {0};
    ToolExit code = ses_index(r->ctx, r->options->words.at[0], &t);
    if (code == TOOL_DONE) code = tool_write_text(r, base_text_str(&t), t.n);
    base_text_free(&t);
    return code;
}

bool tool_use_lock(ToolRun *r) {
    bool ok = ses_locked_folders(r->ctx, &r->locked);
    for (size_t i = 0; i < r->asked.libraries.n; i++) vec_push(&r->locked, r->asked.libraries.at[i]);
    r->asked.libraries = r->locked;
    return ok;
}

/* ---- lists ------------------------------------------------------------------------------------------------------- */

static void member(Text *t, const char *before, const char *name, const char *value) {
    base_text_printf(t, "%s\"%s\": ", before, name);
    base_text_json(t, value, strlen(value));
}

typedef struct {
    bool json;
    size_t count;
} Newer;

static void print_newer(void *arg, const char *name, const char *installed, const char *newest) {
    Newer *n = arg;
    Text t = {0};
    if (n->json) {
        member(&t, n->count ? ",\n{" : "{", "name", name);
        member(&t, ", ", "installed", installed);
        member(&t, ", ", "newest", newest);
        base_text_char(&t, '}');
    } else {
        base_text_printf(&t, "%s %s: there is %s\n", name, installed, newest);
    }
    fputs(base_text_str(&t), stdout);
    base_text_free(&t);
    n->count++;
}

ToolExit tool_outdated(ToolRun *r) {
    SesPackages p = packages(r);
    Newer n = {r->options->json, 0};
    if (n.json) fputs("[", stdout);
    ToolExit code = ses_outdated(&p, print_newer, &n);
    if (n.json) fputs("]\n", stdout);
    else if (code == TOOL_DONE && !n.count && !r->options->quiet) puts("all installed libraries are up to date");
    return code;
}

static void print_json(const causeway_library_info *l, bool first) {
    Text t = {0};
    member(&t, first ? "{" : ",\n{", "name", l->name);
    member(&t, ", ", "version", l->version);
    member(&t, ", ", "place", l->place);
    member(&t, ", ", "path", l->path);
    base_text_add(&t, ", \"uses\": {");
    for (size_t i = 0; i < l->nuses; i++) member(&t, i ? ", " : "", l->uses[i]->name, l->uses[i]->version);
    base_text_add(&t, "}}");
    fputs(base_text_str(&t), stdout);
    base_text_free(&t);
}

ToolExit tool_list(ToolRun *r) {
    SesLibraries here = ses_installed(r->ctx);
    bool first = true;
    if (r->options->json) fputs("[", stdout);
    for (size_t i = 0; i < here.n; i++) {
        const causeway_library_info *l = &here.at[i];
        if (!ses_is_named(&r->options->words, l->name)) continue;
        if (r->options->json) print_json(l, first);
        else printf("%-28s %-14s %-13s %s\n", l->name, l->version, l->place, l->path);
        first = false;
    }
    if (r->options->json) fputs("]\n", stdout);
    else if (first && !r->options->quiet) puts("no libraries; causeway install --from WHERE installs some");
    vec_free(&here);
    return TOOL_DONE;
}
