/* cache_folder.c - the folder of things made once: $CAUSEWAY_CACHE, $XDG_CACHE_HOME/causeway or
 * ~/.cache/causeway.
 *
 * A file's name holds the hash of all it was made from, so it is never changed; it is put in place
 * by renaming, so a reader in another process sees all of it or nothing.  What is removed while
 * another process has it open stays with that process until it is done.
 *
 * Code from the cache is run: nobody else may put any there.  The folder is used only when it belongs to the user, and
 * nobody but the user and the system can change it or a folder above it (a folder such as /tmp, in which only the
 * owner of an entry may move it, will do); links are not followed.  Where no such folder is, there is no cache.
 */
#include "compile/compile_impl.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static bool make_folder(char *path) {
    for (char *s = path + 1; *s; s++) {
        if (*s != '/') continue;
        *s = 0;
        if (mkdir(path, 0700) != 0 && errno != EEXIST && access(path, X_OK) != 0) return false;
        *s = '/';
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

enum { FOLDER = 1000 };

/* Can nobody else change what stands at this path, or put something else in its place?  path is without links. */
static bool is_private(char *path) {
    struct stat st;
    if (lstat(path, &st) != 0 || !S_ISDIR(st.st_mode) || st.st_uid != geteuid() || (st.st_mode & 022)) return false;
    for (char *slash = strrchr(path, '/'); slash; slash = strrchr(path, '/')) {
        bool top = slash == path;
        slash[top] = 0;
        if (lstat(path, &st) != 0 || (st.st_uid != 0 && st.st_uid != geteuid())) return false;
        if ((st.st_mode & 022) && !(st.st_mode & S_ISVTX)) return false;
        if (top) break;
    }
    return true;
}

/* Makes the folder when it is not there; replaces its name by one without links. */
static bool take_folder(char *folder) {
    struct stat st;
    if (!*folder || !make_folder(folder) || lstat(folder, &st) != 0 || S_ISLNK(st.st_mode)) return false;
    char *whole = realpath(folder, NULL);
    bool ok = whole && strlen(whole) < FOLDER && access(whole, W_OK) == 0;
    if (ok) snprintf(folder, FOLDER, "%s", whole);
    ok = ok && is_private(whole);
    free(whole); /* of realpath, not ours */
    return ok;
}

/* asked: the client's choice, or NULL. */
static bool find_folder(const char *asked, char *folder) {
    const char *own = asked ? asked : getenv("CAUSEWAY_CACHE"), *cache = getenv("XDG_CACHE_HOME"),
               *home = getenv("HOME");
    *folder = 0;
    if (own && *own) snprintf(folder, FOLDER, "%.900s", own);
    else if (cache && *cache) snprintf(folder, FOLDER, "%.900s/causeway", cache);
    else if (home && *home) snprintf(folder, FOLDER, "%.900s/.cache/causeway", home);
    size_t n = strlen(folder);
    while (n > 1 && folder[n - 1] == '/') folder[--n] = 0;
    if (take_folder(folder)) return true;
    if (own && *own) return false;                                  /* what was asked for, or nothing */
    snprintf(folder, FOLDER, "/tmp/causeway-%ld", (long)geteuid()); /* no home: at least for this machine's uptime */
    return take_folder(folder);
}

int comp_cache_open(const char *path) {
    struct stat st;
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0) return -1;
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == geteuid() && !(st.st_mode & 022)) return fd;
    close(fd);
    return -1;
}

/* A file to be written beside its target; one that another process of this number left is removed. */
static int open_beside(const char *path, char *beside, size_t n) {
    enum { FLAGS = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC };
    snprintf(beside, n, "%.1200s.%ld", path, (long)getpid());
    int fd = open(beside, FLAGS, 0600);
    if (fd >= 0 || errno != EEXIST) return fd;
    unlink(beside);
    return open(beside, FLAGS, 0600);
}

bool comp_cache_path(const char *asked, uint64_t key, const char *kind, const char *ending, char *out, size_t n) {
    char folder[FOLDER];
    if (!find_folder(asked, folder)) return false;
    snprintf(out, n, "%s/%s-%016llx%s", folder, kind, (unsigned long long)key, ending);
    return true;
}

static uint64_t trim(const char *folder, uint64_t bytes);

bool comp_cache_write(const char *path, const void *data, size_t n) {
    char beside[1300];
    int fd = open_beside(path, beside, sizeof beside);
    FILE *f = fd >= 0 ? fdopen(fd, "wb") : NULL;
    if (!f) return false;
    bool ok = fwrite(data, 1, n, f) == n;
    ok = fclose(f) == 0 && ok;
    ok = ok && rename(beside, path) == 0;
    if (!ok) unlink(beside);
    /* Looking at every file costs more than writing one: now and then is enough. */
    if (ok && base_hash(path, strlen(path), (uint64_t)getpid()) % 64 == 0) {
        *strrchr(beside, '/') = 0;
        trim(beside, comp_cache_bound());
    }
    return ok;
}

void comp_cache_used(const char *path) { utimensat(AT_FDCWD, path, NULL, 0); }

/* ---- seals ------------------------------------------------------------------------------------------------------- */

static const char seal_mark[8] = "cwsealed";

typedef struct {
    char mark[8];
    uint64_t size, hash; /* of what stands in front, and of the name: a file under another name is not what it says */
} Seal;

static uint64_t hash_of(const char *path, const Text *all, size_t n) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    return base_hash(all->at, n, base_hash(name, strlen(name), 5));
}

static void read_all(int fd, Text *out) {
    char buffer[65536];
    for (ssize_t n; (n = read(fd, buffer, sizeof buffer)) > 0;) base_text_addn(out, buffer, (size_t)n);
}

bool comp_is_sealed(const char *path) {
    Text all = {0};
    Seal s;
    int fd = comp_cache_open(path);
    if (fd < 0) return false;
    read_all(fd, &all);
    close(fd);
    bool ok = all.n > sizeof s;
    if (ok) {
        memcpy(&s, all.at + all.n - sizeof s, sizeof s);
        ok = memcmp(s.mark, seal_mark, sizeof s.mark) == 0 && s.size == all.n - sizeof s &&
             s.hash == hash_of(path, &all, all.n - sizeof s);
    }
    base_text_free(&all);
    return ok;
}

bool comp_cache_keep(const char *object, const char *path) {
    Text all = {0};
    (void)base_read_file(object, SIZE_MAX, &all);
    bool ok = all.n > 0; /* else a compiler that made nothing */
    if (ok) {
        Seal s = {.size = all.n, .hash = hash_of(path, &all, all.n)};
        memcpy(s.mark, seal_mark, sizeof s.mark);
        base_text_addn(&all, (const char *)&s, sizeof s);
        ok = comp_cache_write(path, all.at, all.n);
    }
    base_text_free(&all);
    return ok;
}

/* ---- the bound --------------------------------------------------------------------------------------------------- */

typedef struct {
    char name[64];
    double used; /* seconds since 1970 */
    uint64_t bytes;
} Entry;
typedef VEC(Entry) Entries;

/* Is this a name that we give: kind, 16 digits, an ending, perhaps the number of a process that did not come to rename
 * its file? */
static bool is_our_name(const char *name) {
    static const char *const kinds[] = {"model-", "external-", "code-"};
    static const char *const endings[] = {".so", ".o", ""};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t n = strlen(kinds[i]);
        if (strncmp(name, kinds[i], n) != 0 || strspn(name + n, "0123456789abcdef") != 16) continue;
        for (size_t k = 0; k < sizeof endings / sizeof *endings; k++) {
            const char *rest = name + n + 16;
            if (strncmp(rest, endings[k], strlen(endings[k])) != 0) continue;
            rest += strlen(endings[k]);
            return !*rest ||
                   (*rest == '.' && rest[1] && strlen(rest) < 12 && !rest[1 + strspn(rest + 1, "0123456789")]);
        }
    }
    return false;
}

/* Does it hold what we write: a model's mark in front, a seal behind, or the unfinished half of a write? */
static bool is_our_file(int folder, const char *name) {
    char head[8] = "", tail[sizeof(Seal)] = "";
    struct stat st;
    int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) return false;
    bool ok = fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == geteuid();
    bool whole = ok && st.st_size >= (off_t)sizeof tail && pread(fd, head, sizeof head, 0) == sizeof head &&
                 pread(fd, tail, sizeof tail, st.st_size - (off_t)sizeof tail) == sizeof tail;
    close(fd);
    const char *ending = strrchr(name, '.');
    bool unfinished = ending && ending[1] >= '0' && ending[1] <= '9';
    return ok && (unfinished || (whole && (memcmp(head, COMP_MODEL_MARK, sizeof head) == 0 ||
                                           memcmp(tail, seal_mark, sizeof seal_mark) == 0)));
}

static void list_entries(const char *folder, Entries *list) {
    DIR *dir = opendir(folder);
    if (!dir) return;
    for (struct dirent *f; (f = readdir(dir));) {
        struct stat st;
        if (!is_our_name(f->d_name) || fstatat(dirfd(dir), f->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0 ||
            !S_ISREG(st.st_mode))
            continue;
        Entry e = {.used = (double)st.st_mtim.tv_sec + 1e-9 * (double)st.st_mtim.tv_nsec,
                   .bytes = (uint64_t)st.st_size};
        snprintf(e.name, sizeof e.name, "%.60s", f->d_name);
        vec_push(list, e);
    }
    closedir(dir);
}

bool comp_cache_survey(const char *asked, CompCacheSize *size) {
    *size = (CompCacheSize){0};
    if (!find_folder(asked, size->folder)) return false;
    Entries list = {0};
    list_entries(size->folder, &list);
    for (size_t i = 0; i < list.n; i++) {
        char kind = list.at[i].name[0];
        *(kind == 'm' ? &size->models : kind == 'e' ? &size->externals : &size->others) += 1;
        size->bytes += list.at[i].bytes;
    }
    vec_free(&list);
    return true;
}

uint64_t comp_cache_bound(void) {
    const char *given = getenv("CAUSEWAY_CACHE_SIZE");
    double mib = given ? strtod(given, NULL) : 0;
    return given && mib >= 0 && mib < 1e9 ? (uint64_t)(mib * (1 << 20)) : (uint64_t)1 << 30;
}

static int oldest_first(const void *a, const void *b) {
    double x = ((const Entry *)a)->used, y = ((const Entry *)b)->used;
    return x < y ? -1 : x > y;
}

static uint64_t trim(const char *folder, uint64_t bytes) {
    Entries list = {0};
    uint64_t total = 0, removed = 0;
    list_entries(folder, &list);
    for (size_t i = 0; i < list.n; i++) total += list.at[i].bytes;
    if (list.n) qsort(list.at, list.n, sizeof *list.at, oldest_first);
    int at = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    for (size_t i = 0; at >= 0 && i < list.n && total > bytes; i++) {
        if (is_our_file(at, list.at[i].name) && unlinkat(at, list.at[i].name, 0) == 0) removed++;
        total -= list.at[i].bytes;
    }
    if (at >= 0) close(at);
    vec_free(&list);
    return removed;
}

uint64_t comp_cache_trim(const char *asked, uint64_t bytes) {
    char folder[FOLDER];
    return find_folder(asked, folder) ? trim(folder, bytes) : 0;
}
