/* forget.c - a text changed: what came from it leaves the tree, what came from elsewhere stays.
 *
 * A class of a library's folder keeps its node, which goes back to the state before its file was read.  Nodes of other
 * classes of the text are kept aside for the next ones, so that a tree does not grow with the number of edits.
 */
#include "library/library_impl.h"

SynFile *lib_file_of(const LibTree *tree, SourceId source) {
    for (size_t i = tree->files.n; i-- > 0;)
        if (tree->files.at[i]->source == source) return tree->files.at[i];
    return NULL;
}

/* Names that were not there may be now. */
static void drop_absent(Map *m) {
    VEC(uint64_t) absent = {0};
    uint64_t key, val;
    for (size_t at = 0; base_map_next(m, &at, &key, &val);)
        if (!val) vec_push(&absent, key);
    for (size_t i = 0; i < absent.n; i++) base_map_del(m, absent.at[i]);
    vec_free(&absent);
}

static void unlink_class(LibTree *tree, LibClass *cls) {
    Map *map = cls->parent ? &cls->parent->node->children : &tree->top;
    uint64_t known;
    if (base_map_get(map, cls->name, &known) && known == (uintptr_t)cls) base_map_del(map, cls->name);
    if (cls->parent) cls->parent->node->ordered = false, vec_clear(&cls->parent->node->order);
    for (size_t i = 0; !cls->parent && i < tree->user.n; i++) {
        if (tree->user.at[i] != cls) continue;
        memmove(&tree->user.at[i], &tree->user.at[i + 1], (tree->user.n - i - 1) * sizeof(LibClass *));
        tree->user.n--;
    }
}

static bool is_stored(const LibClass *cls) { return cls->path && !cls->node->adopted; }

static void reset_stored(LibClass *cls) {
    struct LibNode *node = cls->node;
    cls->file = NULL;
    cls->element = NULL;
    cls->syn = NULL;
    cls->extra = NULL;
    node->text_read = node->failed = node->ordered = false;
    vec_clear(&node->order);
    drop_absent(&node->children);
}

static void free_node(LibTree *tree, LibClass *cls) {
    struct LibNode *node = cls->node;
    vec_free(&node->folder.entries);
    base_map_free(&node->children);
    vec_free(&node->order);
    *node = (struct LibNode){0};
    vec_push(&tree->spare, cls);
}

void lib_forget(LibTree *tree, SourceId source) {
    VEC(LibClass *) gone = {0};
    size_t kept = 0;
    for (size_t i = 0; i < tree->classes.n; i++) {
        LibClass *cls = tree->classes.at[i];
        bool ours = cls->file && cls->file->source == source;
        if (ours && !is_stored(cls)) vec_push(&gone, cls);
        else tree->classes.at[kept++] = cls;
        if (ours && is_stored(cls)) reset_stored(cls);
    }
    tree->classes.n = kept;
    for (size_t i = 0; i < gone.n; i++) unlink_class(tree, gone.at[i]);
    for (size_t i = 0; i < gone.n; i++) free_node(tree, gone.at[i]);
    vec_free(&gone);
    drop_absent(&tree->top);
    kept = 0;
    for (size_t i = 0; i < tree->files.n; i++) {
        if (tree->files.at[i]->source == source) syn_free(tree->files.at[i]);
        else tree->files.at[kept++] = tree->files.at[i];
    }
    tree->files.n = kept;
}
