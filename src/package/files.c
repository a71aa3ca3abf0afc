/* files.c - folders of files: copied, hashed, removed, replaced as a whole. */
#include "package/package_impl.h"

#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DEEPEST = 60 };

bool pkg_exists(const char *path) { return access(path, F_OK) == 0; }

bool pkg_ends_with(const char *s, const char *end) {
    size_t n = strlen(s), m = strlen(end);
    return n >= m && strcmp(s + n - m, end) == 0;
}

bool pkg_cannot(Context *ctx, const char *what, const char *path) {
    Diag *d = base_error(ctx, "PKG0007", (Span){0}, "cannot %s %s: %s", what, path, strerror(errno));
    base_hint(ctx, d, "look at the rights of the folder and at the room on the disk");
    return false;
}

bool pkg_make_folders(Context *ctx, const char *path) {
    if (mkdir(path, 0777) == 0 || errno == EEXIST) return true; /* those around it are nearly always there */
    char *part = base_strdup(&ctx->arena, path);
    for (char *p = part + 1;; p++) {
        if (*p && *p != '/') continue;
        char kept = *p;
        *p = 0;
        if (mkdir(part, 0777) != 0 && errno != EEXIST) return pkg_cannot(ctx, "make the folder", part);
        *p = kept;
        if (!kept) return true;
    }
}

/* ---- one file ---------------------------------------------------------------------------------------------------- */

bool pkg_read_file(Context *ctx, const char *path, Text *out) {
    return base_read_file(path, SIZE_MAX, out) || pkg_cannot(ctx, "read", path);
}

static bool write_plainly(Context *ctx, const char *path, const char *bytes, size_t n) {
    return base_write_file(path, bytes, n) || pkg_cannot(ctx, "write", path);
}

bool pkg_write_file(Context *ctx, const char *path, const char *bytes, size_t n) {
    return base_replace_file(path, bytes, n) || pkg_cannot(ctx, "write", path);
}

/* ---- trees ------------------------------------------------------------------------------------------------------- */

typedef bool Visit(void *arg, const char *path, const char *relative, bool folder);

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* Files and folders below `path` in the order of their names; links are followed only where they stay inside root. */
static bool walk(Context *ctx, const char *root, const char *path, const char *relative, Visit *visit, void *arg,
                 int depth) {
    DIR *dir = depth < DEEPEST ? opendir(path) : NULL;
    if (!dir) {
        if (depth >= DEEPEST) errno = ELOOP;
        return pkg_cannot(ctx, "read the folder", path);
    }
    VecStr names = {0};
    for (struct dirent *e; (e = readdir(dir));)
        if (strcmp(e->d_name, ".") && strcmp(e->d_name, "..") && strcmp(e->d_name, ".git") && strcmp(e->d_name, ".svn"))
            vec_push(&names, base_strdup(&ctx->arena, e->d_name));
    closedir(dir);
    if (names.n) qsort(names.at, names.n, sizeof *names.at, by_name);
    bool ok = true;
    for (size_t i = 0; ok && i < names.n; i++) {
        const char *full = base_sprintf(&ctx->arena, "%s/%s", path, names.at[i]);
        const char *below = *relative ? base_sprintf(&ctx->arena, "%s/%s", relative, names.at[i]) : names.at[i];
        struct stat st, link;
        if (stat(full, &st) != 0 || lstat(full, &link) != 0) continue; /* a link to nothing */
        if (S_ISLNK(link.st_mode)) {
            char *real = realpath(full, NULL), *home = realpath(root, NULL);
            size_t n = home ? strlen(home) : 0;
            bool inside = real && home && strncmp(real, home, n) == 0 && real[n] == '/';
            free(real);
            free(home);
            if (!inside) continue;
        }
        if (S_ISDIR(st.st_mode))
            ok = visit(arg, full, below, true) && walk(ctx, root, full, below, visit, arg, depth + 1);
        else if (S_ISREG(st.st_mode)) ok = visit(arg, full, below, false);
    }
    vec_free(&names);
    return ok;
}

typedef struct {
    Context *ctx;
    const char *to;
} Copy;

static bool copy_file(Context *ctx, const char *from, const char *to) {
    Text t = {0};
    bool ok = pkg_read_file(ctx, from, &t) && write_plainly(ctx, to, base_text_str(&t), t.n);
    base_text_free(&t);
    return ok;
}

static bool copy_one(void *arg, const char *path, const char *relative, bool folder) {
    Copy *c = arg;
    ArenaMark mark = base_mark(&c->ctx->arena);
    const char *to = base_sprintf(&c->ctx->arena, "%s/%s", c->to, relative);
    bool ok = folder ? pkg_make_folders(c->ctx, to) : copy_file(c->ctx, path, to);
    if (ok) base_release(&c->ctx->arena, mark);
    return ok;
}

bool pkg_copy_tree(Context *ctx, const char *from, const char *to) {
    if (!base_is_folder(from)) return copy_file(ctx, from, to);
    Copy c = {ctx, to};
    return pkg_make_folders(ctx, to) && walk(ctx, from, from, "", copy_one, &c, 0);
}

/* Does not follow links. */
void pkg_remove_tree(const char *path) {
    struct stat st;
    if (lstat(path, &st) != 0) return;
    DIR *dir = S_ISDIR(st.st_mode) ? opendir(path) : NULL;
    if (!dir) {
        unlink(path);
        return;
    }
    for (struct dirent *e; (e = readdir(dir));) {
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0) continue;
        Text t = {0};
        base_text_printf(&t, "%s/%s", path, e->d_name);
        pkg_remove_tree(base_text_str(&t));
        base_text_free(&t);
    }
    closedir(dir);
    rmdir(path);
}

typedef struct {
    Context *ctx;
    BaseSha256 hash;
} Hash;

static bool hash_one(void *arg, const char *path, const char *relative, bool folder) {
    Hash *h = arg;
    if (folder) return true;
    Text t = {0};
    bool ok = pkg_read_file(h->ctx, path, &t);
    uint64_t n = t.n;
    base_sha256_add(&h->hash, relative, strlen(relative) + 1);
    for (int i = 0; i < 8; i++) {
        uint8_t byte = (uint8_t)(n >> 8 * i);
        base_sha256_add(&h->hash, &byte, 1);
    }
    base_sha256_add(&h->hash, base_text_str(&t), t.n);
    base_text_free(&t);
    return ok;
}

bool pkg_hash(Context *ctx, const char *path, char hex[65]) {
    Hash h = {.ctx = ctx};
    ArenaMark mark = base_mark(&ctx->arena);
    base_sha256_begin(&h.hash);
    bool ok = base_is_folder(path) ? walk(ctx, path, path, "", hash_one, &h, 0) : hash_one(&h, path, "", false);
    if (ok) base_release(&ctx->arena, mark);
    base_sha256_end(&h.hash, hex);
    return ok;
}

/* ---- replacing --------------------------------------------------------------------------------------------------- */

bool pkg_replace(Context *ctx, const char *from, const char *to) {
    if (rename(from, to) == 0) return true;
    if (!pkg_exists(to)) return pkg_cannot(ctx, "write", to);
    const char *slash = strrchr(to, '/');
    const char *aside = base_sprintf(&ctx->arena, "%.*s/.old-%d-%s", slash ? (int)(slash - to) : 1, slash ? to : ".",
                                     (int)getpid(), slash ? slash + 1 : to);
    if (rename(to, aside) != 0) return pkg_cannot(ctx, "replace", to);
    if (rename(from, to) == 0) {
        pkg_remove_tree(aside);
        return true;
    }
    int why = errno;
    if (rename(aside, to) != 0) pkg_cannot(ctx, "put back", to);
    errno = why;
    return pkg_cannot(ctx, "write", to);
}

/* ---- scratch folders --------------------------------------------------------------------------------------------- */

/* Beside the store, so that renaming needs no copy: STORE/.new-PID. */
static const char *scratch_root(Context *ctx) {
    const char *store = lib_store(&ctx->arena);
    return store ? base_sprintf(&ctx->arena, "%s/.new-%d", store, (int)getpid()) : NULL;
}

const char *pkg_scratch(Context *ctx) {
    const char *root = scratch_root(ctx);
    if (!root) {
        Diag *d = base_error(ctx, "PKG0007", (Span){0},
                             "there is no place for libraries: neither HOME nor XDG_DATA_HOME is set");
        base_hint(ctx, d, "set XDG_DATA_HOME to a folder");
        return NULL;
    }
    if (!pkg_make_folders(ctx, root)) return NULL;
    char *made = base_sprintf(&ctx->arena, "%s/XXXXXX", root);
    if (!mkdtemp(made)) {
        pkg_cannot(ctx, "make a folder in", root);
        return NULL;
    }
    return made;
}

void pkg_clean(Context *ctx) {
    const char *root = scratch_root(ctx);
    if (root) pkg_remove_tree(root);
}
