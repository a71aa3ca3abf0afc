/* order.c - the order of a package's classes, and how a library is stored (MLS 3.6, 13.4.1).
 *
 * package.order names the classes and constants of a folder, one a line.
 */
#include "library/library_impl.h"

#include <unistd.h>

/* The names of package.order, in order; *source is 0 when there is no such file. */
void lib_read_order(LibTree *tree, LibClass *cls, VecU32 *names, SourceId *source) {
    *source = 0;
    if (!cls->folder) return;
    const char *path = lib_join(lib_arena(tree), cls->folder, "package.order");
    if (access(path, R_OK) != 0) {
        base_depend(tree->ctx, path);
        return;
    }
    *source = base_source_open(tree->ctx->sources, path);
    if (!*source) return;
    const Source *s = base_source(tree->ctx->sources, *source);
    const char *end = s->text + s->n;
    for (const char *p = s->text; p < end;) {
        const char *line = p;
        while (p < end && *p != '\n') p++;
        const char *to = p++;
        while (to > line && (to[-1] == '\r' || to[-1] == ' ' || to[-1] == '\t')) to--;
        while (line < to && (*line == ' ' || *line == '\t' || *line == '\xEF' || *line == '\xBB' || *line == '\xBF'))
            line++;
        if (to > line) vec_push(names, base_intern(tree->ctx->names, line, (size_t)(to - line)));
    }
}

static void push_once(LibClass *cls, LibClass *child, Map *seen) {
    uint64_t known;
    if (!child || base_map_get(seen, child->name, &known)) return;
    base_map_put(seen, child->name, 1);
    vec_push(&cls->node->order, child);
}

static void order_children(LibTree *tree, LibClass *cls) {
    struct LibNode *node = cls->node;
    VecU32 names = {0};
    Map seen = {0};
    SourceId source;
    node->ordered = true;
    lib_read_order(tree, cls, &names, &source);
    for (size_t i = 0; i < names.n; i++) push_once(cls, lib_find(tree, cls, names.at[i]), &seen);
    SynClass *syn = lib_syn(cls);
    for (SynElement *e = syn ? syn->elements : NULL; e; e = e->next)
        if (e->kind == SYN_CLASS_DEF) push_once(cls, lib_find(tree, cls, e->name), &seen);
    if (cls->folder) lib_list_folder(tree, &node->folder, false);
    for (size_t i = 0; i < node->folder.entries.n; i++)
        push_once(cls, lib_find(tree, cls, node->folder.entries.at[i].name), &seen);
    vec_free(&names);
    base_map_free(&seen);
}

static size_t top_classes(LibTree *tree, LibClass ***children) {
    Map seen = {0};
    vec_clear(&tree->all_top);
    for (size_t i = 0; i < tree->user.n; i++) {
        vec_push(&tree->all_top, tree->user.at[i]);
        base_map_put(&seen, tree->user.at[i]->name, 1);
    }
    for (size_t i = 0; i < tree->roots.n; i++) {
        LibFolder *f = tree->roots.at[i];
        lib_list_folder(tree, f, true);
        for (size_t k = 0; k < f->entries.n; k++) {
            uint64_t known;
            Name name = f->entries.at[k].name;
            if (base_map_get(&seen, name, &known)) continue;
            base_map_put(&seen, name, 1);
            LibClass *cls = lib_find(tree, NULL, name);
            if (cls) vec_push(&tree->all_top, cls);
        }
    }
    base_map_free(&seen);
    *children = tree->all_top.at;
    return tree->all_top.n;
}

size_t lib_children(LibTree *tree, LibClass *parent, LibClass ***children) {
    if (!parent) return top_classes(tree, children);
    if (!parent->node->ordered) order_children(tree, parent);
    *children = parent->node->order.at;
    return parent->node->order.n;
}

/* ---- checks ------------------------------------------------------------------------------------------------------ */

static bool is_constant(const SynClass *syn, Name name) {
    for (const SynElement *e = syn->elements; e; e = e->next)
        if (e->kind == SYN_COMPONENT && e->name == name) return true;
    return false;
}

/* package.order names what is not there, or not what is there. */
static void check_order(LibTree *tree, LibClass *cls) {
    Context *ctx = tree->ctx;
    VecU32 names = {0};
    Map named = {0};
    SourceId source;
    uint64_t known;
    lib_read_order(tree, cls, &names, &source);
    for (size_t i = 0; i < names.n; i++) {
        Name name = names.at[i];
        const char *text = base_str(ctx->names, name);
        if (base_map_get(&named, name, &known))
            base_warning(ctx, "LIB0009", (Span){source, 0, 0}, "package.order names '%s' twice", text);
        base_map_put(&named, name, 1);
        if (!lib_find(tree, cls, name) && cls->syn && !is_constant(cls->syn, name))
            base_warning(ctx, "LIB0009", (Span){source, 0, 0},
                         "package.order names '%s', which is neither a class nor a constant here", text);
    }
    LibClass **children;
    size_t n = source ? lib_children(tree, cls, &children) : 0;
    for (size_t i = 0; i < n; i++)
        if (!base_map_get(&named, children[i]->name, &known))
            base_warning(ctx, "LIB0009", (Span){source, 0, 0}, "package.order does not name '%s'",
                         base_str(ctx->names, children[i]->name));
    vec_free(&names);
    base_map_free(&named);
}

/* A class must not be stored in two ways: as folder and file, or as file and in the package's own
 * text. */
static void check_doubles(LibTree *tree, LibClass *cls) {
    const LibFolder *f = &cls->node->folder;
    for (size_t i = 0; i < f->entries.n; i++) {
        const LibEntry *e = &f->entries.at[i];
        for (size_t k = i + 1; k < f->entries.n; k++)
            if (f->entries.at[k].name == e->name)
                base_error(tree->ctx, "LIB0010", (Span){0},
                           "the class '%s' is stored twice in '%s': as '%s' and as '%s'",
                           base_str(tree->ctx->names, e->name), f->path, e->file, f->entries.at[k].file);
        for (const SynElement *x = cls->syn ? cls->syn->elements : NULL; x; x = x->next)
            if (x->kind == SYN_CLASS_DEF && x->name == e->name)
                base_error(tree->ctx, "LIB0010", x->name_span, "the class '%s' is stored here and in '%s/%s'",
                           base_str(tree->ctx->names, e->name), f->path, e->file);
    }
}

static size_t check_below(LibTree *tree, LibClass *cls, int depth) {
    LibClass **children;
    if (depth > tree->ctx->max_depth || !lib_syn(cls)) return 1;
    size_t count = 1, n = lib_children(tree, cls, &children); /* lists the folder */
    if (cls->folder) {
        check_order(tree, cls);
        check_doubles(tree, cls);
    }
    for (size_t i = 0; i < n; i++) count += check_below(tree, children[i], depth + 1);
    return count;
}

size_t lib_check_storage(LibTree *tree, LibClass *top) { return check_below(tree, top, 0); }
