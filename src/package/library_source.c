/* library_source.c - where libraries come from: a folder, an archive, a git repository, an index. */
#include "package/package_impl.h"

#include <dirent.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static bool refuse(Context *ctx, const char *from, const char *why) {
    Diag *d = base_error(ctx, "PKG0001", (Span){0}, "no libraries can be had from %s: %s", from, why);
    base_hint(ctx, d,
              "--from takes a folder that holds libraries, a zip archive, a git repository or an index (.json)");
    return false;
}

/* Libraries of a folder, or of the folders in it: archives and repositories often have one more around them. */
static size_t search(Context *ctx, const char *folder, int depth, PkgList *out) {
    size_t n = pkg_read_folder(ctx, folder, PKG_OFFERED, out);
    DIR *dir = n || depth == 0 ? NULL : opendir(folder);
    VecStr names = {0};
    for (struct dirent *e; dir && (e = readdir(dir));)
        if (e->d_name[0] != '.') vec_push(&names, base_sprintf(&ctx->arena, "%s/%s", folder, e->d_name));
    if (dir) closedir(dir);
    for (size_t i = 0; i < names.n; i++)
        if (base_is_folder(names.at[i])) n += search(ctx, names.at[i], depth - 1, out);
    vec_free(&names);
    return n;
}

static bool offered(Context *ctx, const char *from, size_t before, PkgList *out) {
    const char *origin = from;
    char *full = pkg_is_address(from) ? NULL : realpath(from, NULL);
    if (full) origin = base_strdup(&ctx->arena, full);
    free(full);
    for (size_t i = before; i < out->n; i++) out->at[i]->from = base_strdup(&ctx->arena, origin);
    return out->n > before || refuse(ctx, from, "it holds no Modelica package");
}

static bool open_folder(Context *ctx, const char *from, PkgList *out) {
    size_t before = out->n;
    search(ctx, from, 2, out);
    return offered(ctx, from, before, out);
}

/* ---- archives ---------------------------------------------------------------------------------------------------- */

static bool open_archive(Context *ctx, const char *from, const char *file, PkgList *out) {
    size_t before = out->n;
    const char *folder = pkg_scratch(ctx);
    if (!folder || !pkg_unzip(ctx, file, folder)) return false;
    search(ctx, folder, 3, out);
    return offered(ctx, from, before, out);
}

/* The file of an address, in a scratch folder. */
static const char *fetched(Context *ctx, const char *address, const char *name) {
    Text t = {0};
    const char *folder = pkg_scratch(ctx), *file = NULL;
    if (folder && pkg_download(ctx, address, &t)) {
        file = base_sprintf(&ctx->arena, "%s/%s", folder, name);
        if (!pkg_write_file(ctx, file, base_text_str(&t), t.n)) file = NULL;
    }
    base_text_free(&t);
    return file;
}

/* ---- git --------------------------------------------------------------------------------------------------------- */

/* Runs git with its words; true when it ends well. */
static bool git(char *const *words) {
    pid_t child = base_fork();
    if (child == 0) {
        if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr)) _exit(126);
        setenv("GIT_TERMINAL_PROMPT", "0", 1);
        execvp("git", words);
        _exit(127);
    }
    int status;
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool clone(const char *from, const char *to, const char *branch) {
    char *plain[] = {"git", "clone", "--quiet", "--depth", "1", "--no-local", "--", (char *)from, (char *)to, NULL};
    char *named[] = {"git",      "clone",        "--quiet", "--depth",    "1",        "--no-local",
                     "--branch", (char *)branch, "--",      (char *)from, (char *)to, NULL};
    return git(branch ? named : plain);
}

static bool open_git(Context *ctx, const char *from, const char *version, PkgList *out) {
    size_t before = out->n;
    const char *folder = pkg_scratch(ctx);
    if (!folder) return false;
    const char *to = base_sprintf(&ctx->arena, "%s/clone", folder);
    bool done = false;
    /* versions are tags, with or without v */
    for (int v = 0; version && !done && v < 2; v++) {
        const char *tag = base_sprintf(&ctx->arena, v ? "%s" : "v%s", version);
        done = clone(from, to, tag);
        if (!done) pkg_remove_tree(to);
    }
    if (!done && !clone(from, to, NULL)) {
        Diag *d = base_error(ctx, "PKG0010", (Span){0}, "git could not clone %s", from);
        base_hint(ctx, d, "try `git clone %s` to see why; git must be installed", from);
        return false;
    }
    search(ctx, to, 2, out);
    return offered(ctx, from, before, out);
}

static bool is_repository(const char *path) {
    Text t = {0};
    base_text_printf(&t, "%s/objects", path);
    bool bare = base_is_folder(base_text_str(&t));
    vec_clear(&t);
    base_text_printf(&t, "%s/HEAD", path);
    bare = bare && pkg_exists(base_text_str(&t));
    base_text_free(&t);
    return bare;
}

/* ---- by kind ----------------------------------------------------------------------------------------------------- */

static bool open_index(Context *ctx, const char *from, PkgList *out) {
    Text t = {0};
    size_t before = out->n;
    bool ok = pkg_is_address(from) ? pkg_download(ctx, from, &t) : pkg_read_file(ctx, from, &t);
    ok = ok && pkg_read_index(ctx, from, base_text_str(&t), t.n, out) && offered(ctx, from, before, out);
    base_text_free(&t);
    return ok;
}

static bool is_archive(const char *path) {
    char head[4] = {0};
    FILE *f = fopen(path, "rb");
    size_t n = f ? fread(head, 1, 4, f) : 0;
    if (f) fclose(f);
    return pkg_ends_with(path, ".zip") || (n == 4 && memcmp(head, "PK\3\4", 4) == 0);
}

bool pkg_open_source(Context *ctx, const char *from, const char *version, PkgList *out) {
    bool git_address =
        strncmp(from, "git+", 4) == 0 || strncmp(from, "ssh://", 6) == 0 || strncmp(from, "git@", 4) == 0;
    if (git_address) return open_git(ctx, strncmp(from, "git+", 4) == 0 ? from + 4 : from, version, out);
    if (pkg_is_address(from)) {
        if (pkg_ends_with(from, ".json")) return open_index(ctx, from, out);
        if (pkg_ends_with(from, ".git")) return open_git(ctx, from, version, out);
        const char *file = fetched(ctx, from, "archive.zip");
        return file && open_archive(ctx, from, file, out);
    }
    if (!pkg_exists(from)) return refuse(ctx, from, strerror(errno));
    if (base_is_folder(from))
        return is_repository(from) ? open_git(ctx, from, version, out) : open_folder(ctx, from, out);
    if (pkg_ends_with(from, ".json")) return open_index(ctx, from, out);
    if (is_archive(from)) return open_archive(ctx, from, from, out);
    if (pkg_ends_with(from, ".mo")) return open_folder(ctx, from, out);
    return refuse(ctx, from, "it is neither a folder, a zip archive, a git repository nor an index");
}

/* ---- libraries of an index --------------------------------------------------------------------------------------- */

static bool is_remote(const char *s) { return strncmp(s, "http://", 7) == 0 || strncmp(s, "https://", 8) == 0; }

/* An address or a path beside the index. */
static const char *beside(Context *ctx, const char *index, const char *name) {
    if (pkg_is_address(name) || *name == '/') return name;
    const char *slash = strrchr(index, '/');
    return base_sprintf(&ctx->arena, "%.*s%s", slash ? (int)(slash - index + 1) : 0, index, name);
}

/* Among the libraries of a folder, the one that is meant. */
static bool take(Context *ctx, PkgLibrary *l, const char *folder, bool deep) {
    PkgList all = {0};
    if (deep) search(ctx, folder, 3, &all);
    else pkg_read_folder(ctx, folder, PKG_OFFERED, &all);
    const PkgLibrary *found = NULL;
    for (size_t i = 0; i < all.n; i++) {
        bool same = strcmp(all.at[i]->name, l->name) == 0;
        if (same && (!found || strcmp(all.at[i]->version, l->version) == 0)) found = all.at[i];
    }
    if (found) l->path = found->path;
    vec_free(&all);
    return found;
}

bool pkg_fetch(Context *ctx, PkgLibrary *l) {
    if (l->path) return true;
    bool ok = false;
    if (l->archive) {
        const char *address = beside(ctx, l->from, l->archive);
        if (is_remote(l->from) && !is_remote(address))
            return refuse(ctx, l->from, base_sprintf(&ctx->arena, "it names a file of this machine: %s", address));
        const char *file = pkg_is_address(address) ? fetched(ctx, address, "archive.zip") : address;
        const char *folder = file ? pkg_scratch(ctx) : NULL;
        if (!folder || !pkg_unzip(ctx, file, folder)) return false;
        if (l->inside && !strstr(l->inside, ".."))
            ok = take(ctx, l, base_sprintf(&ctx->arena, "%s/%s", folder, l->inside), false);
        if (!ok) ok = take(ctx, l, folder, true);
    } else if (l->inside && !pkg_is_address(l->from)) {
        ok = take(ctx, l, beside(ctx, l->from, l->inside), false);
    }
    if (ok) return true;
    Diag *d = base_error(ctx, "PKG0002", (Span){0}, "%s %s is in the index %s, but not where the index says", l->name,
                         l->version, l->from);
    base_hint(ctx, d, "the index is wrong or out of date");
    return false;
}
