/* renamed.c - what a class or an element is called now that had another name in an older version of its library.
 *
 * For the user who writes from memory, or copies from an older text: the conversion rules of the library (18.8.2.1)
 * know the new name.  They are read when the first name is missing, once a tree.
 */
#include "library/library_impl.h"

/* The last version that a from(...) of the annotation `conversion` names: one is enough to find its rules. */
static const char *last_version(const SynExpr *e, const Names *names) {
    while (e && e->kind == SYN_ARRAY) e = e->nargs ? e->args[e->nargs - 1] : NULL;
    return e && e->kind == SYN_STRING ? base_str(names, e->string) : NULL;
}

static void read_all(LibTree *tree, LibClass *library, LibPast *past) {
    Names *names = tree->ctx->names;
    const SynMod *conversion = syn_annotation(library->syn->annotation, names, "conversion");
    Name from = base_name(names, "from"), version = base_name(names, "version");
    for (const SynMod *m = conversion && conversion->mod ? conversion->mod->args : NULL; m; m = m->next) {
        if (m->name.n != 1 || m->name.parts[0].name != from || !m->mod) continue;
        for (const SynMod *v = m->mod->args; v; v = v->next) {
            bool named = v->name.n == 1 && v->name.parts[0].name == version && v->mod;
            const char *old = named ? last_version(v->mod->value, names) : NULL;
            LibRules rules = {0};
            if (old && lib_read_rules(tree, library, old, &rules)) vec_push(&past->rules, rules);
            else lib_free_rules(&rules);
        }
    }
}

static const LibPast *past_of(LibTree *tree, LibClass *library) {
    for (size_t i = 0; i < tree->past.n; i++)
        if (tree->past.at[i].library == library) return &tree->past.at[i];
    LibPast past = {.library = library};
    size_t mark = base_diag_mark(tree->ctx);
    if (lib_syn(library)) read_all(tree, library, &past);
    base_diag_rollback(tree->ctx, mark); /* what is wrong with a script is told when it is used */
    vec_push(&tree->past, past);
    return &tree->past.at[tree->past.n - 1];
}

void lib_free_past(LibTree *tree) {
    for (size_t i = 0; i < tree->past.n; i++) {
        for (size_t k = 0; k < tree->past.at[i].rules.n; k++) lib_free_rules(&tree->past.at[i].rules.at[k]);
        vec_free(&tree->past.at[i].rules);
    }
    vec_free(&tree->past);
}

const char *lib_renamed_class(LibTree *tree, LibClass *library, const char *full) {
    const LibPast *past = past_of(tree, library);
    const char *found = NULL;
    for (size_t i = 0; i < past->rules.n && !found; i++) {
        Text now = {0};
        if (lib_rename_class(&past->rules.at[i], full, &now)) found = base_strdup(lib_arena(tree), base_text_str(&now));
        base_text_free(&now);
    }
    return found;
}

const char *lib_renamed_element(LibTree *tree, LibClass *cls, const char *element) {
    const LibPast *past = past_of(tree, lib_top(cls));
    const char *found = NULL;
    Text name = {0};
    lib_full_name(cls, &name);
    for (size_t i = 0; i < past->rules.n && !found; i++)
        found = lib_rename_element(&past->rules.at[i], base_text_str(&name), element);
    base_text_free(&name);
    return found;
}
