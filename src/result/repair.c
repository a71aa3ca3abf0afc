/* repair.c - files whose writer was killed, completed for other programs.
 *
 * What res_open makes of such a file is what it gets.  A format says how: csv.c, mat.c, hdf5.c.
 */
#include "result/result_impl.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

static const ResFormat *format_in(const ResResult *r) {
    size_t n, k = 0;
    const ResFormat *formats = res_formats(&n);
    while (k + 1 < n && !formats[k].recognises(r->map, r->size)) k++;
    return &formats[k];
}

static bool failed(Context *ctx, const char *path) {
    base_error(ctx, "RT0091", (Span){0}, "cannot repair %s: %s", path, strerror(errno));
    return false;
}

bool res_repair(Context *ctx, const char *path, size_t *rows, uint64_t *dropped) {
    *rows = 0;
    *dropped = 0;
    ResResult *r = res_open(ctx, path);
    if (!r) return false;
    int fd = open(path, O_RDWR | O_CLOEXEC);
    bool ok = fd >= 0 && format_in(r)->repair(r, fd, dropped);
    if (!ok) failed(ctx, path);
    if (fd >= 0) ok = close(fd) == 0 && ok;
    res_close(r);
    r = ok ? res_open(ctx, path) : NULL;
    if (r) *rows = res_rows(r);
    res_close(r);
    return ok && r;
}
