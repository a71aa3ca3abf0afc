/* resource.c - modelica:// addresses to paths of files (MLS 3.6, 13.5). */
#include "library/library_impl.h"

#include <ctype.h>
#include <strings.h>

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
    const char *folder = top->folder;
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

const char *lib_resource(LibTree *tree, const char *uri) {
    Arena *a = lib_arena(tree);
    if (strncasecmp(uri, "file://", 7) == 0) return decode(a, uri + 7, strlen(uri + 7));
    if (strncasecmp(uri, "modelica:", 9) != 0) return base_strdup(a, uri);
    const char *rest = uri + 9;
    while (*rest == '/') rest++; /* modelica:/Lib/x was an early form */
    size_t n = strcspn(rest, "/");
    const char *folder = class_folder(tree, decode(a, rest, n));
    if (!folder) return NULL;
    while (rest[n] == '/') n++;
    return rest[n] ? lib_join(a, folder, decode(a, rest + n, strlen(rest + n))) : folder;
}
