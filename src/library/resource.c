/* resource.c - modelica:// addresses to paths of files (MLS 3.6, 13.5). */
#include "library/library_impl.h"

#include <ctype.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

static int hex(char c) { return c <= '9' ? c - '0' : (c | 32) - 'a' + 10; }

/* %20 and the like are what they stand for. */
static const char *decode(Arena *a, const char *s, size_t n) {
    char *out = base_strndup(a, s, n), *to = out;
    for (size_t i = 0; i < n; i++) {
        if (s[i] == '%' && i + 2 < n && isxdigit((unsigned char)s[i + 1]) && isxdigit((unsigned char)s[i + 2])) {
            *to++ = (char)(hex(s[i + 1]) * 16 + hex(s[i + 2]));
            i += 2;
        } else {
            *to++ = s[i];
        }
    }
    *to = 0;
    return out;
}

/* The folder that holds the resources of the class `dotted`: that of the enclosing top-level class
 * with the names below it appended, however those are stored. */
static const char *class_folder(LibTree *tree, const char *dotted) {
    Arena *a = lib_arena(tree);
    size_t n = strcspn(dotted, ".");
    LibClass *top = lib_find(tree, NULL, base_intern(tree->ctx->names, dotted, n));
    if (!top) return NULL;
    const char *folder = lib_folder(top);
    if (!folder) {
        const char *slash = top->path ? strrchr(top->path, '/') : NULL;
        folder = slash ? base_strndup(a, top->path, (size_t)(slash - top->path)) : ".";
    }
    while (dotted[n] == '.') {
        dotted += n + 1;
        n = strcspn(dotted, ".");
        folder = lib_join(a, folder, base_strndup(a, dotted, n));
    }
    return folder;
}

/* Does a path below the folder of a class `depth` levels below its library lead out of the library? */
static bool leads_out(const char *path, int depth) {
    while (*path) {
        size_t n = strcspn(path, "/");
        if (n == 2 && memcmp(path, "..", 2) == 0) depth--;
        else if (n && !(n == 1 && *path == '.')) depth++;
        if (depth < 0) return true;
        path += n + (path[n] == '/');
    }
    return false;
}

static int levels(const char *dotted) {
    int n = 0;
    for (; *dotted; dotted++) n += *dotted == '.';
    return n;
}

static bool is_below(const char *real, const char *folder) {
    char *root = realpath(folder && *folder ? folder : ".", NULL);
    size_t n = root ? strlen(root) : 0;
    bool inside = root && strncmp(real, root, n) == 0 && (real[n] == '/' || real[n] == 0 || (n && root[n - 1] == '/'));
    free(root); /* of realpath, not ours */
    return inside;
}

bool lib_holds_file(LibTree *tree, const char *path) {
    char *real = realpath(path, NULL);
    bool held = !real; /* what is not there tells nothing */
    for (size_t i = 0; !held && i < tree->roots.n; i++) held = is_below(real, tree->roots.at[i]->path);
    for (size_t i = 0; !held && i < tree->user.n; i++) {
        const LibClass *cls = tree->user.at[i];
        const char *slash = cls->path ? strrchr(cls->path, '/') : NULL;
        held = is_below(real, cls->folder ? cls->folder
                              : slash     ? base_strndup(lib_arena(tree), cls->path, (size_t)(slash - cls->path) + 1)
                                          : ".");
    }
    free(real);
    return held;
}

const char *lib_resource(LibTree *tree, const char *uri) {
    Arena *a = lib_arena(tree);
    if (strncasecmp(uri, "file://", 7) == 0) return decode(a, uri + 7, strlen(uri + 7));
    if (strncasecmp(uri, "modelica:", 9) != 0) return base_strdup(a, uri);
    const char *rest = uri + 9;
    while (*rest == '/') rest++; /* modelica:/Lib/x was an early form */
    size_t n = strcspn(rest, "/");
    const char *dotted = decode(a, rest, n), *folder = class_folder(tree, dotted);
    if (!folder) return NULL;
    while (rest[n] == '/') n++;
    const char *path = decode(a, rest + n, strlen(rest + n));
    bool out = leads_out(path, levels(dotted));
    if (out && !tree->ctx->strict) { /* a file beside the library, in a folder that the user gave */
        const char *file = lib_join(a, folder, path);
        out = access(file, F_OK) != 0 || !lib_holds_file(tree, file);
    }
    if (out || strchr(dotted, '/')) {
        Diag *d = base_error(tree->ctx, "LIB0012", (Span){0}, "the address %s leads out of its library", uri);
        base_hint(tree->ctx, d, "name a file inside the library's folder, or in a folder given with -L");
        return NULL;
    }
    return *path ? lib_join(a, folder, path) : folder;
}

const char *lib_beside(LibTree *tree, const char *source, const char *name) {
    Arena *a = lib_arena(tree);
    struct stat st;
    if (!*name || *name == '/' || strchr(name, ':') || access(name, F_OK) == 0) return NULL;
    const char *slash = strrchr(source, '/'), *folder = slash ? base_strndup(a, source, (size_t)(slash - source)) : ".";
    for (bool inside = true; inside;) {
        const char *file = lib_join(a, folder, name);
        if (stat(file, &st) == 0 && S_ISREG(st.st_mode)) return file;
        inside = access(lib_join(a, folder, "package.mo"), F_OK) == 0 && (slash = strrchr(folder, '/')) != NULL;
        if (inside) folder = base_strndup(a, folder, (size_t)(slash - folder));
    }
    return NULL;
}
