/* cache.c - the folder of things made once: $CAUSEWAY_CACHE, $XDG_CACHE_HOME/causeway or
 * ~/.cache/causeway.
 *
 * A file's name holds the hash of all it was made from, so it is never changed; it is put in place
 * by renaming, so a reader in another process sees all of it or nothing.  What is removed while
 * another process has it open stays with that process until it is done.
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

static bool find_folder(char *folder) {
    const char *own = getenv("CAUSEWAY_CACHE"), *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (own && *own) snprintf(folder, FOLDER, "%.900s", own);
    else if (cache && *cache) snprintf(folder, FOLDER, "%.900s/causeway", cache);
    else snprintf(folder, FOLDER, "%.900s/.cache/causeway", home && *home ? home : "/tmp");
    if (make_folder(folder) && access(folder, W_OK) == 0) return true;
    snprintf(folder, FOLDER, "/tmp/causeway-%ld", (long)getuid()); /* no home: at least for this machine's uptime */
    struct stat st;
    return make_folder(folder) && stat(folder, &st) == 0 && st.st_uid == getuid(); /* nobody else's code is loaded */
}

bool comp_cache_path(uint64_t key, const char *kind, const char *ending, char *out, size_t n) {
    char folder[FOLDER];
    if (!find_folder(folder)) return false;
    snprintf(out, n, "%s/%s-%016llx%s", folder, kind, (unsigned long long)key, ending);
    return true;
}

/* rename, across file systems by copying beside the target first. */
bool comp_move(const char *from, const char *to) {
    char beside[1300];
    if (rename(from, to) == 0) return true;
    snprintf(beside, sizeof beside, "%.1200s.%ld", to, (long)getpid());
    FILE *in = fopen(from, "rb"), *out = in ? fopen(beside, "wb") : NULL;
    char buffer[65536];
    bool ok = out != NULL;
    for (size_t n; ok && (n = fread(buffer, 1, sizeof buffer, in)) > 0;) ok = fwrite(buffer, 1, n, out) == n;
    if (in) fclose(in);
    if (out && fclose(out) != 0) ok = false;
    ok = ok && rename(beside, to) == 0;
    if (!ok) unlink(beside);
    return ok;
}

bool comp_cache_write(const char *path, const void *data, size_t n) {
    char beside[1300];
    snprintf(beside, sizeof beside, "%.1200s.%ld", path, (long)getpid());
    FILE *f = fopen(beside, "wb");
    if (!f) return false;
    bool ok = fwrite(data, 1, n, f) == n;
    ok = fclose(f) == 0 && ok;
    ok = ok && rename(beside, path) == 0;
    if (!ok) unlink(beside);
    /* Looking at every file costs more than writing one: now and then is enough. */
    if (ok && base_hash(path, strlen(path), (uint64_t)getpid()) % 64 == 0) comp_cache_trim(comp_cache_bound());
    return ok;
}

void comp_cache_used(const char *path) { utimensat(AT_FDCWD, path, NULL, 0); }

/* ---- seals ------------------------------------------------------------------------------------------------------- */

static const char seal_mark[8] = "cwsealed";

typedef struct {
    char mark[8];
    uint64_t size, hash; /* of what stands in front */
} Seal;

bool comp_seal(const char *path) {
    Text all = {0};
    comp_read_text(path, SIZE_MAX, &all);
    if (!all.n) return false; /* a compiler that made nothing */
    Seal s = {.size = all.n, .hash = base_hash(all.at, all.n, 5)};
    memcpy(s.mark, seal_mark, sizeof s.mark);
    base_text_free(&all);
    FILE *f = fopen(path, "ab");
    bool ok = f && fwrite(&s, sizeof s, 1, f) == 1;
    return f && fclose(f) == 0 && ok;
}

bool comp_is_sealed(const char *path) {
    Text all = {0};
    Seal s;
    struct stat st;
    if (stat(path, &st) != 0 || st.st_uid != getuid()) return false; /* nobody else's code is loaded */
    comp_read_text(path, SIZE_MAX, &all);
    bool ok = all.n > sizeof s;
    if (ok) {
        memcpy(&s, all.at + all.n - sizeof s, sizeof s);
        ok = memcmp(s.mark, seal_mark, sizeof s.mark) == 0 && s.size == all.n - sizeof s &&
             s.hash == base_hash(all.at, all.n - sizeof s, 5);
    }
    base_text_free(&all);
    return ok;
}

void comp_cache_keep(const char *object, const char *path) {
    Text all = {0};
    if (!comp_seal(object)) return;
    comp_read_text(object, SIZE_MAX, &all);
    if (all.n) comp_cache_write(path, all.at, all.n);
    base_text_free(&all);
}

/* ---- the bound --------------------------------------------------------------------------------------------------- */

typedef struct {
    char name[64];
    double used; /* seconds since 1970 */
    uint64_t bytes;
} Entry;
typedef VEC(Entry) Entries;

/* Our own files only, whatever else lies in the folder. */
static bool is_ours(const char *name) {
    static const char *const kinds[] = {"model-", "external-", "code-"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strncmp(name, kinds[i], strlen(kinds[i])) == 0) return strlen(name) < sizeof(((Entry *)0)->name);
    return false;
}

static void list_entries(const char *folder, Entries *list) {
    DIR *dir = opendir(folder);
    if (!dir) return;
    for (struct dirent *f; (f = readdir(dir));) {
        struct stat st;
        if (!is_ours(f->d_name) || fstatat(dirfd(dir), f->d_name, &st, 0) != 0 || !S_ISREG(st.st_mode)) continue;
        Entry e = {.used = (double)st.st_mtim.tv_sec + 1e-9 * (double)st.st_mtim.tv_nsec,
                   .bytes = (uint64_t)st.st_size};
        snprintf(e.name, sizeof e.name, "%.60s", f->d_name);
        vec_push(list, e);
    }
    closedir(dir);
}

bool comp_cache_survey(CompCacheSize *size) {
    *size = (CompCacheSize){0};
    if (!find_folder(size->folder)) return false;
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

uint64_t comp_cache_trim(uint64_t bytes) {
    char folder[FOLDER];
    if (!find_folder(folder)) return 0;
    Entries list = {0};
    uint64_t total = 0, removed = 0;
    list_entries(folder, &list);
    for (size_t i = 0; i < list.n; i++) total += list.at[i].bytes;
    if (list.n) qsort(list.at, list.n, sizeof *list.at, oldest_first);
    for (size_t i = 0; i < list.n && total > bytes; i++) {
        char path[1100];
        snprintf(path, sizeof path, "%s/%s", folder, list.at[i].name);
        if (unlink(path) == 0) removed++;
        total -= list.at[i].bytes;
    }
    vec_free(&list);
    return removed;
}
