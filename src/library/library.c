/* library.c - the tree of classes: finding, parsing when asked, enumerating.
 *
 * Invariants: a class with a path is parsed by lib_syn from that file; a class without one stands
 * in its parent's text and was parsed with it.  node->children maps every name asked for, absent
 * ones to 0.
 */
#include "library/library_impl.h"

#include <errno.h>
#include <stdlib.h>
#include <strings.h>
#include <unistd.h>

/* ---- nodes ------------------------------------------------------------------------------------------------------- */

LibClass *lib_new_class(LibTree *tree, LibClass *parent, Name name) {
    LibClass *cls = tree->spare.n ? vec_pop(&tree->spare) : BASE_NEW(lib_arena(tree), LibClass);
    struct LibNode *node = cls->node ? cls->node : BASE_NEW(lib_arena(tree), struct LibNode);
    *cls = (LibClass){.tree = tree, .name = name, .parent = parent, .version = "", .node = node};
    vec_push(&tree->classes, cls);
    return cls;
}

LibClass *lib_class_of_entry(LibTree *tree, LibClass *parent, const LibFolder *f, const LibEntry *e) {
    Arena *a = lib_arena(tree);
    LibClass *cls = lib_new_class(tree, parent, e->name);
    const char *path = strcmp(e->file, ".") == 0 ? f->path : lib_join(a, f->path, e->file);
    cls->version = e->version;
    cls->folder = e->folder ? base_strdup(a, path) : NULL;
    cls->path = e->folder ? lib_join(a, path, "package.mo") : path;
    cls->node->folder.path = cls->folder;
    return cls;
}

/* Binds a node to the definition it stands for. */
static void bind(LibClass *cls, SynFile *file, SynElement *element) {
    cls->file = file;
    cls->element = element;
    cls->syn = element->cls;
    cls->syn->lib = cls;
}

/* ---- reading text ------------------------------------------------------------------------------------------------ */

static SynFile *parse(LibTree *tree, const char *path, Span asked) {
    SourceId id = base_source_open(tree->ctx->sources, path);
    if (!id) {
        base_error(tree->ctx, "LIB0002", asked, "cannot read '%s': %s", path, strerror(errno));
        return NULL;
    }
    SynFile *f = syn_parse(tree->ctx, id);
    vec_push(&tree->files, f);
    tree->bytes += base_source(tree->ctx->sources, id)->n;
    return f;
}

static SynElement *find_element(const SynFile *f, Name name) {
    for (SynElement *e = f->classes; e; e = e->next)
        if (e->name == name) return e;
    return NULL;
}

static bool is_path_of(const SynCref *within, const LibClass *cls) {
    uint32_t n = within->n;
    for (; cls && n; cls = cls->parent)
        if (within->parts[--n].name != cls->name) return false;
    return !cls && n == 0;
}

/* A stored class says where it belongs; a file of a library holds one class, named like the file
 * (MLS 3.6, 13.4). */
static void check_stored(LibClass *cls, const SynFile *f, const SynElement *e) {
    Context *ctx = cls->tree->ctx;
    Span first = {f->source, 0, 0};
    if (f->within.n) {
        Span last = f->within.parts[f->within.n - 1].span;
        first = (Span){f->source, f->within.parts[0].span.start, last.end};
    }
    if (!is_path_of(&f->within, cls->parent)) {
        Text want = {0};
        if (cls->parent) lib_full_name(cls->parent, &want);
        /* older texts have no within clause in files of a folder: the folder says it */
        Diag *d = (f->within.n || ctx->strict ? base_error : base_warning)(
            ctx, "LIB0003", first, "the file '%s' lies in '%s', but its 'within' says otherwise", cls->path,
            cls->parent ? base_text_str(&want) : "no package");
        base_hint(ctx, d, "it should begin with: within %s;", base_text_str(&want));
        base_text_free(&want);
    }
    for (const SynElement *other = f->classes; other; other = other->next)
        if (other != e) {
            Diag *d = base_error(ctx, "LIB0004", other->name_span,
                                 "a file of a library holds one class; '%s' is a second one",
                                 base_str(ctx->names, other->name));
            base_hint(ctx, d, "store it in a file of its own");
        }
}

/* The String value of an annotation, or NULL. */
static const char *text_of(const LibTree *tree, const SynMod *annotation, const char *path) {
    const SynMod *m = syn_annotation(annotation, tree->ctx->names, path);
    const SynExpr *value = m && m->mod ? m->mod->value : NULL;
    return value && value->kind == SYN_STRING ? base_str(tree->ctx->names, value->string) : NULL;
}

/* conversion(noneFromVersion = "1.0", ...): models made for that version need no change */
const char *lib_version(const LibClass *library) {
    return library->syn ? text_of(library->tree, library->syn->annotation, "version") : NULL;
}

static bool accepts_version(const LibTree *tree, const SynClass *library, const char *wish) {
    Names *names = tree->ctx->names;
    const SynMod *conversion = syn_annotation(library->annotation, names, "conversion");
    Name none = base_name(names, "noneFromVersion");
    for (const SynMod *m = conversion && conversion->mod ? conversion->mod->args : NULL; m; m = m->next) {
        const SynExpr *v = m->mod ? m->mod->value : NULL;
        if (m->name.n == 1 && m->name.parts[0].name == none && v && v->kind == SYN_STRING &&
            strcmp(base_str(names, v->string), wish) == 0)
            return true;
    }
    return false;
}

bool lib_accepts_version(LibTree *tree, LibClass *library, const char *version) {
    const char *own = lib_syn(library) ? lib_version(library) : NULL;
    return own && (strcmp(own, version) == 0 || accepts_version(tree, library->syn, version));
}

/* A library was found, but in another version than a model was made for (MLS 3.6, 18.8.2). */
static void check_version(LibTree *tree, LibClass *library) {
    uint64_t known;
    if (!library->syn || tree->any_version || !base_map_get(&tree->wishes, library->name, &known)) return;
    const char *wish = (const char *)(uintptr_t)known, *name = base_str(tree->ctx->names, library->name);
    const char *version = text_of(tree, library->syn->annotation, "version");
    if (!version || strcmp(version, wish) == 0 || accepts_version(tree, library->syn, wish)) return;
    Diag *d = base_warning(tree->ctx, "LIB0011", (Span){0}, "%s %s is used where version %s was asked for", name,
                           version, wish);
    if (lib_can_convert(tree, library, wish))
        base_hint(tree->ctx, d, "%s %s knows how to convert from %s: causeway convert LIBRARY -o FOLDER", name, version,
                  wish);
    else
        base_hint(tree->ctx, d, "causeway install %s@%s --from WHERE installs it; or change the 'uses' annotation",
                  name, wish);
}

void lib_expect_versions(LibTree *tree, bool report) { tree->any_version = !report; }

/* annotation(uses(Modelica(version = "4.1.0"))): which version is loaded when it is asked for */
void lib_read_uses(LibTree *tree, const SynMod *annotation) {
    Names *names = tree->ctx->names;
    const SynMod *uses = syn_annotation(annotation, names, "uses");
    if (!uses || !uses->mod) return;
    for (const SynMod *m = uses->mod->args; m; m = m->next) {
        const char *version = m->mod ? text_of(tree, m->mod->args, "version") : NULL;
        if (!version || m->name.n != 1) continue;
        Name library = m->name.parts[0].name;
        uint64_t known;
        lib_use_version(tree, library, version);
        if (base_map_get(&tree->top, library, &known) && known) check_version(tree, (LibClass *)(uintptr_t)known);
    }
}

static bool is_user_class(const LibTree *tree, const LibClass *cls) {
    for (size_t i = 0; i < tree->user.n; i++)
        if (tree->user.at[i] == cls) return true;
    return false;
}

/* Do a file and a class have the same name but for capitals, or for letters behind the eighth? */
static bool is_near(const char *file, const char *name) {
    enum { SHORT = 8 };
    size_t n = strlen(file);
    return strcasecmp(file, name) == 0 || (n == SHORT && strncasecmp(file, name, SHORT) == 0);
}

/* The folder of a library may have any name where the user names it itself (a clone, an unpacked archive): its class
 * has the name that its text gives it.  With --strict the folder is named like the class (MLS 3.6, 13.4.1). */
static SynElement *by_another_name(LibClass *cls, const SynFile *f) {
    LibTree *tree = cls->tree;
    Context *ctx = tree->ctx;
    SynElement *e = f->classes;
    uint64_t known;
    if (!e || e->next || cls->parent || ctx->strict || !cls->folder || !is_user_class(tree, cls)) return NULL;
    if (base_map_get(&tree->top, e->name, &known) && known && is_user_class(tree, (LibClass *)(uintptr_t)known))
        return NULL;
    Diag *d =
        base_warning(ctx, "LIB0005", e->name_span, "the folder '%s' holds the library '%s': it is taken by that name",
                     cls->folder, base_str(ctx->names, e->name));
    base_hint(ctx, d, "name the folder like the library, so that it is found with -L");
    base_map_put(&tree->top, cls->name, 0);
    base_map_put(&tree->top, e->name, (uintptr_t)cls);
    cls->name = e->name;
    return e;
}

/* A file that was written where names of files do not tell capitals, or have eight letters: its class has the name of
 * its text. */
static SynElement *by_its_text(LibClass *cls, const SynFile *f) {
    Context *ctx = cls->tree->ctx;
    SynElement *e = f->classes;
    uint64_t known;
    if (!e || e->next || ctx->strict || !is_near(base_str(ctx->names, cls->name), base_str(ctx->names, e->name)))
        return NULL;
    Map *names = cls->parent ? &cls->parent->node->children : &cls->tree->top;
    if (base_map_get(names, e->name, &known) && known) return NULL;
    Diag *d =
        base_warning(ctx, "LIB0005", e->name_span, "the file '%s' defines the class '%s': it is taken by that name",
                     cls->path, base_str(ctx->names, e->name));
    base_hint(ctx, d, "name the file like the class, with the same capitals (MLS 13.4.2)");
    base_map_put(names, cls->name, 0);
    base_map_put(names, e->name, (uintptr_t)cls);
    cls->name = e->name;
    return e;
}

SynClass *lib_syn(LibClass *cls) {
    struct LibNode *node = cls->node;
    if (cls->syn || node->failed || !cls->path) return cls->syn;
    SynFile *f = parse(cls->tree, cls->path, (Span){0});
    if (!f) {
        node->failed = true;
        return NULL;
    }
    SynElement *e = find_element(f, cls->name);
    if (!e) e = by_another_name(cls, f);
    if (!e) e = by_its_text(cls, f);
    if (!e) {
        Context *ctx = cls->tree->ctx;
        node->failed = true;
        cls->file = f;
        if (f->failed) return NULL; /* said already */
        Span where = f->classes ? f->classes->name_span : (Span){f->source, 0, 0};
        Diag *d = base_error(ctx, "LIB0005", where, "the file '%s' should define the class '%s'", cls->path,
                             base_str(ctx->names, cls->name));
        base_hint(ctx, d, "the name of the file, or of the folder, is the name of its class");
        return NULL;
    }
    bind(cls, f, e);
    check_stored(cls, f, e);
    if (!cls->parent) {
        check_version(cls->tree, cls);
        lib_read_uses(cls->tree, cls->syn->annotation);
    }
    return cls->syn;
}

static LibClass *child_of_element(LibClass *parent, SynElement *e) {
    LibClass *cls = lib_new_class(parent->tree, parent, e->name);
    bind(cls, parent->file, e);
    return cls;
}

void lib_read_text(LibClass *cls) {
    struct LibNode *node = cls->node;
    if (node->text_read) return;
    node->text_read = true;
    SynClass *syn = lib_syn(cls);
    if (!syn) return;
    for (SynElement *e = syn->elements; e; e = e->next) {
        uint64_t known = 0;
        if (e->kind != SYN_CLASS_DEF || !e->name) continue;
        if (base_map_get(&node->children, e->name, &known) && known)
            continue; /* stored in the folder too, or twice here */
        base_map_put(&node->children, e->name, (uintptr_t)child_of_element(cls, e));
    }
}

/* ---- finding ----------------------------------------------------------------------------------------------------- */

/* How well a stored library suits a wish: 2, it is that version; 1, it can stand for it (18.8.2); 0, neither. */
static int suits(LibTree *tree, const LibFolder *f, const LibEntry *e, const char *wish) {
    if (strcmp(e->version, wish) == 0) return 2;
    const char *path = lib_join(lib_arena(tree), f->path, e->file);
    size_t mark = base_diag_mark(tree->ctx);
    SynFile *file = parse(tree, e->folder ? lib_join(lib_arena(tree), path, "package.mo") : path, (Span){0});
    base_diag_rollback(tree->ctx, mark); /* said when it is chosen */
    const SynElement *element = file ? find_element(file, e->name) : NULL;
    if (!element) return 0;
    const char *version = text_of(tree, element->cls->annotation, "version");
    if (version && strcmp(version, wish) == 0) return 2;
    return accepts_version(tree, element->cls, wish);
}

/* Among all stored versions the one that suits best; of those that suit alike the first on the search path, and there
 * the newest. */
static const LibEntry *wished_entry(LibTree *tree, Name name, const char *wish, const LibFolder **where) {
    const LibEntry *found = NULL;
    int best = 0;
    for (size_t i = 0; i < tree->roots.n && best < 2; i++) {
        const LibFolder *f = tree->roots.at[i];
        for (size_t k = 0; k < f->entries.n; k++) {
            const LibEntry *e = &f->entries.at[k];
            int suit = e->name == name ? suits(tree, f, e, wish) : 0;
            bool newer = suit && suit == best && *where == f && lib_compare_versions(e->version, found->version) > 0;
            if (suit > best || newer) *where = f, found = e, best = suit;
        }
    }
    return found;
}

/* The class of a file in the folder that is nearly called so; NULL: there is none. */
static LibClass *find_near(LibTree *tree, LibClass *parent, const LibFolder *f, Name name) {
    const char *text = base_str(tree->ctx->names, name);
    if (tree->ctx->strict) return NULL;
    for (size_t i = 0; i < f->entries.n; i++) {
        Name file = f->entries.at[i].name;
        if (file == name || !is_near(base_str(tree->ctx->names, file), text)) continue;
        LibClass *cls = lib_find(tree, parent, file);
        if (cls && lib_syn(cls) && cls->name == name) return cls;
    }
    return NULL;
}

/* The library of that name on the search path, of the version wished for where there are several (NULL: the first). */
static const LibEntry *stored_entry(LibTree *tree, Name name, const char *wish, const LibFolder **where) {
    const LibEntry *found = NULL;
    size_t stored = 0;
    for (size_t i = 0; i < tree->roots.n && (wish || !found); i++) {
        LibFolder *f = tree->roots.at[i];
        lib_list_folder(tree, f, true);
        const LibEntry *e = lib_newest_entry(f, name);
        if (e && !found) *where = f, found = e;
        for (size_t k = 0; k < f->entries.n; k++) stored += f->entries.at[k].name == name;
    }
    if (!wish || stored < 2) return found;
    const LibFolder *there = NULL;
    const LibEntry *e = wished_entry(tree, name, wish, &there);
    if (e) *where = there;
    return e ? e : found;
}

static LibClass *find_top(LibTree *tree, Name name) {
    uint64_t known;
    if (base_map_get(&tree->top, name, &known)) return (LibClass *)(uintptr_t)known;
    const char *wish = base_map_get(&tree->wishes, name, &known) ? (const char *)(uintptr_t)known : NULL;
    const LibFolder *where = NULL;
    const LibEntry *found = stored_entry(tree, name, wish, &where);
    LibClass *cls = found ? lib_class_of_entry(tree, NULL, where, found) : NULL;
    for (size_t i = 0; i < tree->roots.n && !cls; i++) cls = find_near(tree, NULL, tree->roots.at[i], name);
    base_map_put(&tree->top, name, (uintptr_t)cls);
    return cls;
}

const char *lib_folder(LibClass *top) {
    LibTree *tree = top->tree;
    if (top->folder || !top->file || !top->syn) return top->folder;
    const Source *text = base_source(tree->ctx->sources, top->file->source);
    const char *slash = strrchr(text->path, '/');
    const char *beside =
        base_sprintf(lib_arena(tree), "%.*sResources", slash ? (int)(slash + 1 - text->path) : 0, text->path);
    base_depend(tree->ctx, beside); /* it may come to be there */
    if (base_is_folder(beside)) return NULL;
    const LibFolder *where = NULL;
    const LibEntry *e = stored_entry(tree, top->name, text_of(tree, top->syn->annotation, "version"), &where);
    return e && e->folder ? lib_join(lib_arena(tree), where->path, e->file) : NULL;
}

LibClass *lib_find(LibTree *tree, LibClass *parent, Name name) {
    if (!name) return NULL;
    if (!parent) return find_top(tree, name);
    struct LibNode *node = parent->node;
    uint64_t known;
    if (base_map_get(&node->children, name, &known)) return (LibClass *)(uintptr_t)known;
    LibClass *cls = NULL;
    if (parent->folder) {
        lib_list_folder(tree, &node->folder, false);
        const LibEntry *e = lib_entry(&node->folder, name);
        if (e) cls = lib_class_of_entry(tree, parent, &node->folder, e);
    }
    if (!cls && !node->text_read) {
        lib_read_text(parent);
        if (base_map_get(&node->children, name, &known)) return (LibClass *)(uintptr_t)known;
    }
    if (!cls && parent->folder) cls = find_near(tree, parent, &node->folder, name);
    base_map_put(&node->children, name, (uintptr_t)cls);
    return cls;
}

/* One identifier of a dotted name; a quoted one may hold dots. */
static size_t word_length(const char *s) {
    if (*s != '\'') return strcspn(s, ".");
    size_t n = 1;
    while (s[n] && s[n] != '\'') n += s[n] == '\\' && s[n + 1] ? 2 : 1;
    return s[n] ? n + 1 : n;
}

/* One word of a dotted path as the lexer names it: in quoted words \? and \" are the same as ? and
 * ". */
static Name word_name(Names *names, const char *s, size_t n) {
    if (*s != '\'' || !memchr(s, '\\', n)) return base_intern(names, s, n);
    Text t = {0};
    for (size_t i = 0; i < n; i++) {
        if (s[i] == '\\' && i + 1 < n) {
            i++;
            if (s[i] != '?' && s[i] != '"') base_text_char(&t, '\\');
        }
        base_text_char(&t, s[i]);
    }
    Name name = base_intern(names, base_text_str(&t), t.n);
    base_text_free(&t);
    return name;
}

LibClass *lib_find_path(LibTree *tree, const char *dotted) {
    LibClass *cls = NULL;
    if (*dotted == '.') dotted++;
    do {
        size_t n = word_length(dotted);
        cls = lib_find(tree, cls, word_name(tree->ctx->names, dotted, n));
        dotted += n;
        if (!cls || !*dotted) return cls;
    } while (*dotted++ == '.');
    return NULL;
}

LibClass *lib_of(LibTree *tree, SynClass *syn) {
    if (syn->lib) return syn->lib;
    LibClass *parent = syn->parent ? lib_of(tree, syn->parent) : NULL;
    if (parent) lib_read_text(parent);
    if (!syn->lib) { /* a class of a modification, or a second one of its name: it has no place in
                        the tree */
        LibClass *cls = lib_new_class(tree, parent, syn->name);
        cls->file = syn->file;
        cls->syn = syn;
        syn->lib = cls;
    }
    return syn->lib;
}

static bool lies_in(const char *path, const char *folder) {
    size_t n = strlen(folder);
    return n && strncmp(path, folder, n) == 0 && (path[n] == '/' || folder[n - 1] == '/');
}

bool lib_is_foreign(const LibTree *tree, LibClass *own, SourceId file) {
    const char *path = base_source(tree->ctx->sources, file)->path;
    const LibClass *top = own ? lib_top(own) : NULL;
    if (top && top->file && top->file->source == file) return false;
    if (top && top->folder && lies_in(path, top->folder)) return false;
    for (size_t i = 0; i < tree->user.n; i++)
        if (tree->user.at[i]->file && tree->user.at[i]->file->source == file) return false;
    for (size_t i = 0; i < tree->roots.n; i++)
        if (lies_in(path, tree->roots.at[i]->path)) return true;
    return false;
}

LibClass *lib_top(LibClass *cls) {
    while (cls->parent) cls = cls->parent;
    return cls;
}

void lib_full_name(const LibClass *cls, Text *out) {
    const LibClass *chain[64];
    size_t n = 0;
    for (; cls && n < 64; cls = cls->parent) chain[n++] = cls;
    if (cls) lib_full_name(cls, out);
    while (n--) {
        if (out->n && out->at[out->n - 1] != ' ') base_text_char(out, '.');
        base_text_add(out, base_str(chain[n]->tree->ctx->names, chain[n]->name));
    }
}

const char *lib_nearest(LibTree *tree, LibClass *parent, const char *wrong) {
    LibClass **list;
    size_t n = lib_children(tree, parent, &list);
    VEC(const char *) names = {0};
    for (size_t i = 0; i < n; i++) vec_push(&names, base_str(tree->ctx->names, list[i]->name));
    const char *near = n ? base_nearest(wrong, names.at, n) : NULL;
    vec_free(&names);
    return near;
}

void lib_drop_equations(LibTree *tree) {
    for (size_t i = 0; i < tree->files.n; i++) syn_drop_equations(tree->files.at[i]);
}

void lib_statistics(const LibTree *tree, size_t *files, size_t *bytes) {
    *files = tree->files.n;
    *bytes = tree->bytes;
}

/* ---- files of the user ------------------------------------------------------------------------------------------- */

/* The class a file of a structured library defines: the folders above it that are packages say
 * where it belongs. */
static LibClass *load_stored(LibTree *tree, const char *path) {
    char *real = realpath(path, NULL);
    if (!real) return NULL;
    VecStr words = {0};
    LibClass *cls = NULL;
    char *slash = strrchr(real, '/');
    const char *file = slash + 1;
    if (strcmp(file, "package.mo") != 0) vec_push(&words, base_strndup(lib_arena(tree), file, strlen(file) - 3));
    *slash = 0;
    while (lib_is_package_folder(real) && (slash = strrchr(real, '/')) && slash != real) {
        char above = *slash;
        *slash = 0;
        bool inner = lib_is_package_folder(real);
        *slash = above;
        if (!inner) break;
        vec_push(&words, base_strdup(lib_arena(tree), slash + 1));
        *slash = 0;
    }
    if (lib_is_package_folder(real) && lib_add_path(tree, base_strdup(lib_arena(tree), real)))
        cls = vec_last(&tree->user);
    if (cls && words.n) lib_syn(cls); /* it may have another name than its folder */
    while (cls && words.n) cls = lib_find(tree, cls, base_name(tree->ctx->names, vec_pop(&words)));
    vec_free(&words);
    free(real);
    return cls && lib_syn(cls) ? cls : NULL;
}

static LibClass *twice(LibTree *tree, const LibClass *first, const SynElement *e) {
    Diag *d = base_error(tree->ctx, "LIB0006", e->name_span, "class '%s' is defined twice",
                         base_str(tree->ctx->names, e->name));
    if (first->syn) base_note(tree->ctx, d, first->syn->name_span, "the first definition");
    return NULL;
}

/* Makes the classes of a parsed file members of `parent` (NULL: top level). */
static LibClass *adopt(LibTree *tree, SynFile *f, LibClass *parent) {
    LibClass *last = NULL;
    Map *map = parent ? &parent->node->children : &tree->top;
    for (SynElement *e = f->classes; e; e = e->next) {
        uint64_t known = 0;
        if (!e->name) continue;
        if (base_map_get(map, e->name, &known) && known &&
            (parent || is_user_class(tree, (LibClass *)(uintptr_t)known))) {
            twice(tree, (LibClass *)(uintptr_t)known, e);
            continue;
        }
        LibClass *cls = lib_new_class(tree, parent, e->name);
        cls->path = base_source(tree->ctx->sources, f->source)->path;
        cls->node->adopted = true;
        bind(cls, f, e);
        base_map_put(map, e->name, (uintptr_t)cls);
        if (!parent) {
            vec_push(&tree->user, cls);
            lib_read_uses(tree, e->cls->annotation);
        }
        if (e->cls == f->last) last = cls;
    }
    return last;
}

static LibClass *place(LibTree *tree, SynFile *f) {
    LibClass *parent = NULL;
    for (uint32_t i = 0; i < f->within.n; i++) {
        parent = lib_find(tree, parent, f->within.parts[i].name);
        if (parent) continue;
        Context *ctx = tree->ctx;
        Diag *d =
            base_error(ctx, "LIB0007", f->within.parts[i].span, "there is no class '%s' that this file could be within",
                       base_str(ctx->names, f->within.parts[i].name));
        base_hint(ctx, d, "add the folder that holds the library with -L");
        return NULL;
    }
    if (!f->classes && !f->failed) {
        Diag *d = base_error(tree->ctx, "LIB0008", (Span){f->source, 0, 0}, "the file defines no class");
        base_hint(tree->ctx, d, "a Modelica file holds a class, such as: model Name ... end Name;");
    }
    if (parent) lib_read_text(parent);
    return adopt(tree, f, parent);
}

LibClass *lib_load_file(LibTree *tree, const char *path) {
    if (base_is_folder(path)) path = lib_join(lib_arena(tree), path, "package.mo");
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    char *folder =
        slash ? base_strndup(lib_arena(tree), path, (size_t)(slash - path)) : base_strdup(lib_arena(tree), ".");
    size_t errors = base_error_count(tree->ctx);
    bool stored = strcmp(base, "package.mo") == 0;
    base_depend(tree->ctx, lib_join(lib_arena(tree), folder, "package.mo"));
    if (access(path, R_OK) == 0 && (stored || lib_is_package_folder(folder))) {
        LibClass *cls = load_stored(tree, path);
        if (cls || base_error_count(tree->ctx) != errors) return base_error_count(tree->ctx) == errors ? cls : NULL;
    }
    SourceId source = base_source_open(tree->ctx->sources, path); /* where it cannot be read parse says so */
    size_t known = 0;
    while (known < tree->ctx->asked.n && tree->ctx->asked.at[known] != source) known++;
    if (source && known == tree->ctx->asked.n) vec_push(&tree->ctx->asked, source);
    SynFile *f = parse(tree, path, (Span){0});
    if (!f) return NULL;
    LibClass *last = place(tree, f);
    return f->failed ? NULL : last;
}

LibClass *lib_load_string(LibTree *tree, const char *path, const char *text, size_t n) {
    SourceId id = base_source_string(tree->ctx->sources, path, text, n);
    SynFile *f = syn_parse(tree->ctx, id);
    vec_push(&tree->files, f);
    tree->bytes += n;
    LibClass *last = place(tree, f);
    return f->failed ? NULL : last;
}
