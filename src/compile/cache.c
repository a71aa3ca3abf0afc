/* cache.c - the folder of things made once: $XDG_CACHE_HOME/causeway or ~/.cache/causeway.
 *
 * A file's name holds the hash of all it was made from, so it is never changed; it is put in place
 * by renaming, so a reader in another process sees all of it or nothing.
 */
#include "compile/compile_impl.h"
#include <errno.h>
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

bool comp_cache_path(uint64_t key, const char *kind, const char *ending, char *out, size_t n) {
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    char folder[1000];
    if (cache && *cache) snprintf(folder, sizeof folder, "%.900s/causeway", cache);
    else snprintf(folder, sizeof folder, "%.900s/.cache/causeway", home && *home ? home : "/tmp");
    if (!make_folder(folder) || access(folder, W_OK) != 0) {
        snprintf(folder, sizeof folder, "/tmp/causeway-%ld",
                 (long)getuid()); /* no home: at least for this machine's uptime */
        if (!make_folder(folder)) return false;
        struct stat st;
        if (stat(folder, &st) != 0 || st.st_uid != getuid())
            return false; /* nobody else's code is loaded */
    }
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
    for (size_t n; ok && (n = fread(buffer, 1, sizeof buffer, in)) > 0;)
        ok = fwrite(buffer, 1, n, out) == n;
    if (in) fclose(in);
    if (out && fclose(out) != 0) ok = false;
    ok = ok && rename(beside, to) == 0;
    if (!ok) unlink(beside);
    return ok;
}
