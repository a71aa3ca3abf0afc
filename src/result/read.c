/* read.c - results by name.
 *
 * The file is mapped; columns are copied out when first asked for.  Sizes come from the file and
 * are checked against its length before anything is touched.
 */
#include "result/result_impl.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

bool res_bad_file(ResResult *r, const char *path, const char *why) {
    base_error(r->ctx, "RT0090", (Span){0}, "%s is not a result that can be read: %s", path, why);
    return false;
}

static bool map_file(ResResult *r, const char *path) {
    int fd = open(path, O_RDONLY);
    struct stat st;
    if (fd < 0 || fstat(fd, &st) != 0) {
        base_error(r->ctx, "RT0091", (Span){0}, "cannot read %s: %s", path, strerror(errno));
        if (fd >= 0) close(fd);
        return false;
    }
    r->size = (size_t)st.st_size;
    void *map = r->size ? mmap(NULL, r->size, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;
    close(fd);
    if (map == MAP_FAILED) {
        r->size = 0;
        return res_bad_file(r, path, "it is empty or no plain file");
    }
    r->map = map;
    return true;
}

/* Some programs write x[1, 2] where others write x[1,2]: a blank behind a comma does not count. */
static uint64_t key(const char *name) { /* piece by piece, up to each comma */
    uint64_t h = 0;
    const char *from = name;
    for (const char *comma; (comma = strchr(from, ',')); from = comma + (comma[1] == ' ' ? 2 : 1))
        h = base_hash(from, (size_t)(comma + 1 - from), h);
    return base_hash(from, strlen(from), h);
}

static bool same_name(const char *a, const char *b) {
    for (; *a && *a == *b; a++, b++)
        if (*a == ',') {
            if (a[1] == ' ') a++;
            if (b[1] == ' ') b++;
        }
    return *a == *b;
}

void res_index(ResResult *r) {
    if (!r->columns) r->columns = BASE_ARRAY(&r->arena, double *, r->n);
    for (size_t i = r->n; i-- > 0;) base_map_put(&r->by_name, key(r->names[i]), i + 1);
}

ResResult *res_open(Context *ctx, const char *path) {
    ResResult *r = base_realloc(NULL, sizeof *r);
    memset(r, 0, sizeof *r);
    r->ctx = ctx;
    bool ok = map_file(r, path);
    size_t n, k = 0;
    const ResFormat *formats = res_formats(&n);
    while (ok && k + 1 < n && !formats[k].recognises(r->map, r->size)) k++;
    ok = ok && formats[k].reader(r, path);
    if (!ok) {
        res_close(r);
        return NULL;
    }
    res_index(r);
    return r;
}

void res_close(ResResult *r) {
    if (!r) return;
    for (size_t i = 0; r->columns && i < r->n; i++) base_realloc(r->columns[i], 0);
    if (r->map) munmap((void *)r->map, r->size);
    base_map_free(&r->by_name);
    vec_free(&r->lines);
    base_free_arena(&r->arena);
    base_realloc(r, 0);
}

size_t res_rows(const ResResult *r) { return r->rows; }

const char *const *res_names(const ResResult *r, size_t *n) {
    *n = r->n;
    return r->names;
}

/* The one spelt alike first: 'a,b' and 'a, b' are two names of the language. */
static size_t find_spelt(const ResResult *r, const char *name) {
    uint64_t k;
    bool known = base_map_get(&r->by_name, key(name), &k);
    if (known && strcmp(r->names[k - 1], name) == 0) return (size_t)k - 1;
    for (size_t i = 0; i < r->n; i++)
        if (strcmp(r->names[i], name) == 0) return i;
    return known && same_name(r->names[k - 1], name) ? (size_t)k - 1 : SIZE_MAX;
}

/* der(a.b.x) is a.b.der(x) in results of some programs. */
static size_t find(const ResResult *r, const char *name) {
    size_t k = find_spelt(r, name);
    const char *der = strstr(name, "der(");
    bool inside = der && der > name && der[-1] == '.';
    if (k != SIZE_MAX || !der || (der != name && !inside)) return k;
    Text other = {0};
    if (inside) {
        base_text_printf(&other, "der(%.*s%s", (int)(der - name), name, der + 4);
    } else {
        const char *dot = strrchr(name, '.'), *last = dot ? dot + 1 : name + 4;
        base_text_printf(&other, "%.*sder(%s", (int)(last - name - 4), name + 4, last);
    }
    k = find_spelt(r, other.at);
    base_text_free(&other);
    return k;
}

const double *res_column(ResResult *r, const char *name) {
    size_t k = find(r, name);
    if (k == SIZE_MAX) return NULL;
    if (!r->columns[k]) r->columns[k] = r->column(r, k);
    return r->columns[k];
}

const double *res_time(ResResult *r) { return res_column(r, r->names[0]); }

const char *res_unit(const ResResult *r, const char *name) {
    size_t k = find(r, name);
    return k == SIZE_MAX ? "" : r->units[k];
}

const char *res_display_unit(const ResResult *r, const char *name) {
    size_t k = r->display_units ? find(r, name) : SIZE_MAX;
    return k == SIZE_MAX ? "" : r->display_units[k];
}

size_t res_cut_line(const ResResult *r) { return r->cut_line; }

size_t res_line(const ResResult *r, size_t row) { return row < r->lines.n ? r->lines.at[row] : 0; }

const char *res_description(const ResResult *r, const char *name) {
    size_t k = find(r, name);
    return k == SIZE_MAX ? "" : r->descriptions[k];
}

/* ---- written again ----------------------------------------------------------------------------------------------- */

static void word(const void *arg, size_t signal, ResWord what, Text *out) {
    const ResResult *r = arg;
    const char *unit = r->units[signal + 1], *description = r->descriptions[signal + 1];
    size_t n = strlen(description), brackets = strlen(unit) + 2;
    /* MAT has the unit at the end of the description */
    if (*unit && n >= brackets && description[n - 1] == ']' && strstr(description + n - brackets, unit)) n -= brackets;
    while (n && n < strlen(description) && description[n - 1] == ' ') n--;
    if (what == RES_NAME) base_text_add(out, r->names[signal + 1]);
    if (what == RES_UNIT) base_text_add(out, unit);
    if (what == RES_DISPLAY_UNIT && r->display_units) base_text_add(out, r->display_units[signal + 1]);
    if (what == RES_DESCRIPTION) base_text_addn(out, description, n);
}

bool res_write(ResResult *r, const char *path) {
    ResWriter *w = r->n ? res_create(path) : NULL;
    if (!w) return false;
    ResSignal *signals = base_realloc(NULL, (r->n + 1) * sizeof *signals);
    double *v = base_realloc(NULL, (r->n + 1) * sizeof *v);
    for (size_t i = 0; i < r->n; i++) {
        signals[i] = (ResSignal){(uint32_t)i + 1, 1, false};
        if (!r->columns[i]) r->columns[i] = r->column(r, i);
    }
    const double *time = r->columns[0];
    ResSchema s = {signals, r->n - 1, word, r, r->rows ? time[0] : 0, r->rows ? time[r->rows - 1] : 0};
    bool ok = true;
    for (size_t i = 0; ok && i < r->rows; i++) {
        for (size_t k = 0; k < r->n; k++) v[k] = r->columns[k][i];
        if (i == 0) ok = w->header(w, &s, v);
        ok = ok && w->row(w, &s, v);
    }
    if (!r->rows) ok = w->header(w, &s, v);
    int why = errno;
    ok = w->close(w) && ok;
    if (!ok) errno = errno ? errno : why;
    base_realloc(signals, 0);
    base_realloc(v, 0);
    return ok;
}
