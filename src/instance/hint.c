/* hint.c - what the user may have meant: the nearest name that would be legal, what there is instead, or the library
 * that is missing. */
#include "instance/instance_impl.h"

#include <string.h>

enum { MOST_LISTED = 8, MOST_CANDIDATES = 4000 };

typedef VEC(const char *) Words;

static void add_class(InstClass *c, InstHint what, Words *words, int depth) {
    Inst *in = c->inst;
    if (depth > 50 || words->n > MOST_CANDIDATES) return;
    for (uint32_t i = 0; i < c->nelements; i++) {
        const InstElement *e = c->elements[i];
        if (e->deselected || !(what & (e->kind == SYN_CLASS_DEF ? INST_HINT_CLASSES : INST_HINT_COMPONENTS))) continue;
        vec_push(words, inst_name(in, e->name));
    }
    for (uint32_t i = 0; i < c->nbases; i++) add_class(c->bases[i], what, words, depth + 1);
    if (!(what & INST_HINT_CLASSES)) return;
    InstDef *def = c->def;
    for (uint32_t i = 0; def && i < def->nimports; i++)
        if (!def->imports[i].syn->import_all) vec_push(words, inst_name(in, inst_import_name(def->imports[i].syn)));
    LibClass **kids;
    size_t n = c == in->root              ? lib_children(in->lib, NULL, &kids)
               : c->lib && c->lib->folder ? lib_children(in->lib, c->lib, &kids)
                                          : 0;
    for (size_t i = 0; i < n; i++) vec_push(words, inst_name(in, kids[i]->name));
}

static void add_predefined(InstHint what, Words *words) {
    static const char *const types[] = {"Real", "Integer", "Boolean", "String"};
    for (size_t i = 0; (what & INST_HINT_CLASSES) && i < sizeof types / sizeof types[0]; i++) vec_push(words, types[i]);
    if (what & INST_HINT_COMPONENTS) vec_push(words, "time");
    const char *name;
    for (uint32_t k = 0; (what & INST_HINT_FUNCTIONS) && (name = inst_builtin_word(k)); k++) vec_push(words, name);
}

/* "it has a, b and c", where that is short */
static void list_all(Inst *in, Diag *d, const Words *words) {
    if (!words->n || words->n > MOST_LISTED) return;
    Text t = {0};
    for (size_t i = 0; i < words->n; i++)
        base_text_printf(&t, "%s%s", i == 0 ? "" : i + 1 == words->n ? " and " : ", ", words->at[i]);
    base_hint(in->ctx, d, "it has %s", base_text_str(&t));
    base_text_free(&t);
}

/* A misspelt keyword at the beginning of a declaration reads like the name of a class. */
static const char *nearest_keyword(const char *bad) {
    static const char *const words[] = {"algorithm", "constant", "discrete",  "encapsulated", "equation",
                                        "extends",   "final",    "import",    "initial",      "inner",
                                        "input",     "outer",    "output",    "parameter",    "partial",
                                        "protected", "public",   "redeclare", "replaceable",  "stream"};
    return base_nearest(bad, words, sizeof words / sizeof *words);
}

/* ---- names of older versions ------------------------------------------------------------------------------------- */

static const char *version_text(const LibClass *cls) {
    const char *version = lib_version(lib_top((LibClass *)(uintptr_t)cls));
    return version ? version : "its present version";
}

/* The new name of an element that the class or a base of it once had, and the class; NULL when no rule knows it. */
static const char *new_element(InstClass *c, const char *bad, const LibClass **home, int depth) {
    const char *now = c->lib && depth < 50 ? lib_renamed_element(c->inst->lib, c->lib, bad) : NULL;
    if (now) *home = c->lib;
    for (uint32_t i = 0; i < c->nbases && !now && depth < 50; i++) now = new_element(c->bases[i], bad, home, depth + 1);
    return now;
}

static bool hint_new_element(InstClass *c, Diag *d, const char *bad) {
    const LibClass *home = NULL;
    Inst *in = c->inst;
    const char *now = c == in->root ? NULL : new_element(c, bad, &home, 0);
    if (now && !strchr(now, '.') && inst_find(c, base_name(in->ctx->names, now)))
        base_hint(in->ctx, d, "did you mean '%s'? %s %s calls it so", now,
                  inst_name(in, lib_top((LibClass *)(uintptr_t)home)->name), version_text(home));
    else now = NULL;
    return now != NULL;
}

/* `parts` from number `first` on were not found in `last`. */
void inst_hint_path(InstClass *last, Diag *d, const SynCref *name, uint32_t first, InstHint what) {
    Inst *in = last->inst;
    const char *now = NULL;
    if (last->lib && last != in->root) {
        Text full = {0};
        lib_full_name(last->lib, &full);
        for (uint32_t i = first; i < name->n; i++) base_text_printf(&full, ".%s", inst_name(in, name->parts[i].name));
        now = lib_renamed_class(in->lib, lib_top(last->lib), base_text_str(&full));
        base_text_free(&full);
    }
    if (now && d)
        base_hint(in->ctx, d, "did you mean %s? %s %s calls it so", now, inst_name(in, lib_top(last->lib)->name),
                  version_text(last->lib));
    else inst_hint_name(last, d, name->parts[first].name, what);
}

void inst_hint_name(InstClass *c, Diag *d, Name wrong, InstHint what) {
    Inst *in = c->inst;
    Words words = {0};
    const char *bad = inst_name(in, wrong);
    if (!(what & INST_HINT_AROUND) && hint_new_element(c, d, bad)) return;
    for (InstClass *s = c; s; s = what & INST_HINT_AROUND ? s->scope : NULL) add_class(s, what, &words, 0);
    if (what & INST_HINT_AROUND) add_predefined(what, &words);
    for (size_t i = 0; i < words.n; i++) /* the wrong name itself, seen through an import that failed */
        if (strcmp(words.at[i], bad) == 0) words.at[i--] = words.at[--words.n];
    bool library = what & INST_HINT_LIBRARY && lib_is_wished(in->lib, wrong); /* not one that sounds like it */
    const char *near = library ? NULL : base_nearest(bad, words.at, words.n);
    if (near) base_hint(in->ctx, d, "did you mean '%s'?", near);
    else if (!library && what & INST_HINT_CLASSES && what & INST_HINT_AROUND && (near = nearest_keyword(bad)) != NULL)
        base_hint(in->ctx, d, "did you mean the keyword '%s'?", near);
    else if (what & INST_HINT_LIBRARY)
        base_hint(
            in->ctx, d,
            "no library '%s' was found: causeway install %s --from WHERE installs it; if it is there, say where with "
            "-L DIR or the variable MODELICAPATH",
            bad, bad);
    else if (!(what & INST_HINT_AROUND)) list_all(in, d, &words);
    if (what & INST_HINT_LIBRARY || (what & INST_HINT_CLASSES && what & INST_HINT_AROUND))
        base_cause(in->ctx, d, "class", bad);
    vec_free(&words);
}
