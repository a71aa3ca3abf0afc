/* path.c - where libraries lie (MLS 3.6, 13.3 and 18.8.4): the search path, folders and what they
 * store, versions.
 *
 * A folder is listed once, when the first class is looked for in it.
 */
#include "library/library_impl.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

LibTree *lib_new(Context *ctx) {
    LibTree *tree = base_realloc(NULL, sizeof *tree);
    *tree = (LibTree){.ctx = ctx};
    return tree;
}

static void free_folder(LibFolder *f) { vec_free(&f->entries); }

void lib_free(LibTree *tree) {
    if (!tree) return;
    for (size_t i = 0; i < tree->classes.n; i++) {
        struct LibNode *n = tree->classes.at[i]->node;
        free_folder(&n->folder);
        base_map_free(&n->children);
        vec_free(&n->order);
    }
    for (size_t i = 0; i < tree->roots.n; i++) free_folder(tree->roots.at[i]);
    for (size_t i = 0; i < tree->files.n; i++) syn_free(tree->files.at[i]);
    lib_free_past(tree);
    vec_free(&tree->roots);
    vec_free(&tree->user);
    vec_free(&tree->files);
    vec_free(&tree->classes);
    vec_free(&tree->spare);
    vec_free(&tree->all_top);
    base_map_free(&tree->top);
    base_map_free(&tree->wishes);
    base_realloc(tree, 0);
}

Context *lib_context(const LibTree *tree) { return tree->ctx; }

/* ---- folders ----------------------------------------------------------------------------------------------------- */

char *lib_join(Arena *a, const char *folder, const char *file) {
    size_t n = strlen(folder);
    return base_sprintf(a, n && folder[n - 1] == '/' ? "%s%s" : "%s/%s", folder, file);
}

bool lib_is_package_folder(const char *path) {
    Text t = {0};
    base_text_printf(&t, "%s/package.mo", path);
    bool yes = access(base_text_str(&t), F_OK) == 0;
    base_text_free(&t);
    return yes;
}

static int by_file(const void *a, const void *b) {
    return strcmp(((const LibEntry *)a)->file, ((const LibEntry *)b)->file);
}

/* "Modelica 3.2.1" -> length of "Modelica" and the version; a version starts with a digit. */
static size_t split_version(const char *name, size_t n, const char **version, Arena *a) {
    const char *space = memchr(name, ' ', n);
    *version = "";
    if (!space || space == name || (size_t)(space - name) + 1 >= n || !isdigit((unsigned char)space[1])) return n;
    *version = base_strndup(a, space + 1, n - (size_t)(space - name) - 1);
    return (size_t)(space - name);
}

static void add_entry(LibTree *tree, LibFolder *f, const char *file, bool folder, bool versions) {
    size_t n = strlen(file);
    if (!folder) {
        if (n <= 3 || strcmp(file + n - 3, ".mo") != 0 || strcmp(file, "package.mo") == 0) return;
        n -= 3;
    }
    if (file[0] == '.') return;
    LibEntry e = {.version = "", .folder = folder};
    size_t length = versions ? split_version(file, n, &e.version, lib_arena(tree)) : n;
    e.name = base_intern(tree->ctx->names, file, length);
    e.file = base_strdup(lib_arena(tree), file);
    vec_push(&f->entries, e);
}

static bool is_modelica(const char *file) {
    size_t n = strlen(file);
    return n > 3 && strcmp(file + n - 3, ".mo") == 0;
}

/* A link inside a package that leads out of its library: what it shows was not given as part of it. */
static bool leads_out(LibTree *tree, const char *link, const char *folder) {
    char *real = realpath(link, NULL), *top = realpath(folder, NULL);
    while (real && top) { /* up to the library itself */
        char *slash = strrchr(top, '/'), kept = slash ? *slash : 0;
        if (!slash || slash == top) break;
        *slash = 0;
        if (lib_is_package_folder(top)) continue;
        *slash = kept;
        break;
    }
    size_t n = top ? strlen(top) : 0;
    bool out = real && top && (strncmp(real, top, n) != 0 || (real[n] != '/' && real[n] != 0));
    if (out) {
        Diag *d = base_warning(tree->ctx, "LIB0027", (Span){0}, "the link %s leads out of its library", link);
        base_hint(tree->ctx, d, "it is left out; put the file itself there");
    }
    free(real);
    free(top);
    return out;
}

/* A file or folder, or the package.mo of a folder. */
static bool is_link_outside(LibTree *tree, const char *path, bool is_folder, const char *folder) {
    struct stat st;
    if (lstat(path, &st) == 0 && S_ISLNK(st.st_mode) && leads_out(tree, path, folder)) return true;
    const char *text = is_folder ? lib_join(lib_arena(tree), path, "package.mo") : NULL;
    return text && lstat(text, &st) == 0 && S_ISLNK(st.st_mode) && leads_out(tree, text, folder);
}

void lib_list_folder(LibTree *tree, LibFolder *f, bool versions) {
    if (f->listed) return;
    f->listed = true;
    base_depend(tree->ctx, f->path);
    DIR *dir = opendir(f->path);
    if (!dir) return;
    for (struct dirent *d; (d = readdir(dir));) {
        Text full = {0};
        base_text_printf(&full, "%s/%s", f->path, d->d_name);
        bool folder = d->d_type == DT_DIR;
        if (d->d_type == DT_UNKNOWN || d->d_type == DT_LNK) folder = base_is_folder(base_text_str(&full));
        bool part = lib_is_package_folder(f->path) && (folder || is_modelica(d->d_name));
        if (part && is_link_outside(tree, base_text_str(&full), folder, f->path)) {
            base_text_free(&full);
            continue;
        }
        /* a package.mo may come or go */
        if (folder && d->d_name[0] != '.') base_depend(tree->ctx, base_text_str(&full));
        if (!folder || (d->d_name[0] != '.' && lib_is_package_folder(base_text_str(&full))))
            add_entry(tree, f, d->d_name, folder, versions);
        base_text_free(&full);
    }
    closedir(dir);
    if (f->entries.n) qsort(f->entries.at, f->entries.n, sizeof *f->entries.at, by_file);
}

const LibEntry *lib_entry(const LibFolder *f, Name name) {
    for (size_t i = 0; i < f->entries.n; i++)
        if (f->entries.at[i].name == name) return &f->entries.at[i];
    return NULL;
}

const LibEntry *lib_newest_entry(const LibFolder *f, Name name) {
    const LibEntry *best = NULL;
    for (size_t i = 0; i < f->entries.n; i++) {
        const LibEntry *e = &f->entries.at[i];
        if (e->name != name) continue;
        if (!best || lib_compare_versions(e->version, best->version) > 0) best = e;
    }
    return best;
}

/* ---- the search path --------------------------------------------------------------------------------------------- */

static void add_root(LibTree *tree, const char *dir) {
    for (size_t i = 0; i < tree->roots.n; i++)
        if (strcmp(tree->roots.at[i]->path, dir) == 0) return;
    LibFolder *f = BASE_NEW(lib_arena(tree), LibFolder);
    f->path = base_strdup(lib_arena(tree), dir);
    vec_push(&tree->roots, f);
    base_map_clear(&tree->top);
    for (size_t i = 0; i < tree->user.n; i++)
        base_map_put(&tree->top, tree->user.at[i]->name, (uintptr_t)tree->user.at[i]);
}

/* A folder that is itself a package: its class at top level. */
static void add_package(LibTree *tree, const char *dir) {
    Arena *a = lib_arena(tree);
    char *real = realpath(dir, NULL);
    const char *base = strrchr(real ? real : dir, '/');
    base = base ? base + 1 : dir;
    LibEntry e = {.folder = true, .file = "."};
    size_t n = split_version(base, strlen(base), &e.version, a);
    e.name = base_intern(tree->ctx->names, base, n);
    /* Name-branch, as archives are unpacked: only the text knows the name of the library */
    bool other = strspn(base, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789") < n;
    free(real);
    LibFolder f = {.path = dir};
    LibClass *cls = lib_class_of_entry(tree, NULL, &f, &e);
    vec_push(&tree->user, cls);
    base_map_put(&tree->top, cls->name, (uintptr_t)cls);
    if (other) lib_syn(cls);
}

bool lib_add_path(LibTree *tree, const char *dir) {
    if (!base_is_folder(dir)) {
        int why = errno;
        Diag *d = base_error(tree->ctx, "LIB0001", (Span){0}, "the library folder '%s' cannot be used: %s", dir,
                             access(dir, F_OK) == 0 ? "it is not a folder" : strerror(why));
        base_hint(tree->ctx, d,
                  "-L and MODELICAPATH name folders that hold libraries, such as one with a folder "
                  "'Modelica'");
        return false;
    }
    if (lib_is_package_folder(dir)) add_package(tree, dir);
    else add_root(tree, dir);
    return true;
}

const char *lib_store(Arena *a) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (data && *data) return base_sprintf(a, "%s/causeway/libraries", data);
    return home && *home ? base_sprintf(a, "%s/.local/share/causeway/libraries", home) : NULL;
}

const char *lib_openmodelica(Arena *a) {
    const char *home = getenv("HOME");
    return home && *home ? base_sprintf(a, "%s/.openmodelica/libraries", home) : NULL;
}

const char *lib_shipped(Arena *a) {
    char exe[4096];
    if (base_own_path(exe, sizeof exe)) {
        char *slash = strrchr(exe, '/');
        if (slash) *slash = 0;
        for (const char *up = "/../.."; *up; up += 3) { /* lib/machine, then bin or lib */
            const char *installed = base_sprintf(a, "%s%s/share/causeway/modelica", exe, up);
            if (base_is_folder(installed)) return installed;
        }
    }
#ifdef CAUSEWAY_SOURCE_DIR
    if (base_is_folder(CAUSEWAY_SOURCE_DIR "/modelica")) return CAUSEWAY_SOURCE_DIR "/modelica";
#endif
    return NULL;
}

void lib_add_default_paths(LibTree *tree) {
    const char *path = getenv("MODELICAPATH");
    while (path && *path) {
        size_t n = strcspn(path, ":");
        const char *dir = base_strndup(lib_arena(tree), path, n);
        if (n) base_depend(tree->ctx, dir); /* it may come to be there */
        if (n && base_is_folder(dir)) lib_add_path(tree, dir);
        path += n + (path[n] == ':');
    }
    Arena *a = lib_arena(tree);
    const char *const places[] = {lib_store(a), lib_shipped(a), lib_openmodelica(a)};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        if (!places[i]) continue;
        base_depend(tree->ctx, places[i]); /* it may come to be there */
        if (base_is_folder(places[i])) add_root(tree, places[i]);
    }
}

void lib_use_version(LibTree *tree, Name library, const char *version) {
    uint64_t known;
    if (base_map_get(&tree->wishes, library, &known)) return; /* the first wish counts */
    base_map_put(&tree->wishes, library, (uintptr_t)base_strdup(lib_arena(tree), version));
}

bool lib_is_wished(LibTree *tree, Name library) {
    uint64_t known;
    return base_map_get(&tree->wishes, library, &known);
}

/* ---- versions ---------------------------------------------------------------------------------------------------- */

/* Main releases are ordered by their numbers and follow their pre-releases, which are ordered
 * alphabetically; versions that do not start with a digit are older than all others; no version at
 * all is the working copy, newer than all. */
int lib_compare_versions(const char *a, const char *b) {
    if (!*a || !*b) return (*a == 0) - (*b == 0);
    bool na = isdigit((unsigned char)*a), nb = isdigit((unsigned char)*b);
    if (!na || !nb) return na != nb ? na - nb : strcmp(a, b);
    for (;;) {
        char *ea, *eb;
        unsigned long x = strtoul(a, &ea, 10), y = strtoul(b, &eb, 10);
        if (x != y) return x < y ? -1 : 1;
        a = ea;
        b = eb;
        bool more_a = *a == '.' && isdigit((unsigned char)a[1]), more_b = *b == '.' && isdigit((unsigned char)b[1]);
        if (!more_a && !more_b) break;
        if (more_a != more_b) return more_a - more_b;
        a++;
        b++;
    }
    if (!*a || !*b) return (*a == 0) - (*b == 0);
    return strcmp(a, b);
}
