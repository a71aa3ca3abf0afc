/* file.c - files as wholes: read, written, replaced.
 *
 * Nothing is reported here: errno says why a call failed, and the caller knows what the file was for. */
#include "base/base.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool base_is_folder(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

bool base_read_file(const char *path, size_t most, Text *out) {
    FILE *f = fopen(path, "rbe");
    char buffer[1 << 16];
    if (!f) return false;
    for (size_t n; most && (n = fread(buffer, 1, most < sizeof buffer ? most : sizeof buffer, f)) > 0; most -= n)
        base_text_addn(out, buffer, n);
    bool ok = !ferror(f);
    int why = errno;
    fclose(f);
    errno = why;
    return ok;
}

bool base_write_file(const char *path, const char *bytes, size_t n) {
    FILE *f = fopen(path, "wbe");
    if (!f) return false;
    errno = EIO; /* where a short write gives no reason */
    bool ok = fwrite(bytes, 1, n, f) == n;
    int why = errno;
    if (fclose(f) == 0) {
        errno = why;
        return ok;
    }
    if (!ok) errno = why;
    return false;
}

bool base_replace_file(const char *path, const char *bytes, size_t n) {
    Text beside = {0};
    base_text_printf(&beside, "%s.part-%ld", path, (long)getpid());
    bool ok = base_write_file(base_text_str(&beside), bytes, n) && rename(base_text_str(&beside), path) == 0;
    int why = errno;
    if (!ok) (void)unlink(base_text_str(&beside));
    base_text_free(&beside);
    errno = why;
    return ok;
}
