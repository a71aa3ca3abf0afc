/* zip.c - archives, unpacked with distrust: nothing may land outside the folder, and nothing may grow without end.
 *
 * libzip is opened when the first archive is; a run without archives does not pay for it.
 */
#include "package/package_impl.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zip.h>

enum { MOST_ENTRIES = 200000 };
static const uint64_t most_bytes = (uint64_t)8 << 30, free_bytes = (uint64_t)64 << 20;
static const double most_growth = 200; /* of the whole archive */

typedef struct {
    void *handle;
    zip_t *(*open)(const char *, int, int *);
    void (*discard)(zip_t *);
    zip_int64_t (*count)(zip_t *, zip_flags_t);
    int (*stat)(zip_t *, zip_uint64_t, zip_flags_t, zip_stat_t *);
    int (*attributes)(zip_t *, zip_uint64_t, zip_flags_t, zip_uint8_t *, zip_uint32_t *);
    zip_file_t *(*fopen)(zip_t *, zip_uint64_t, zip_flags_t);
    zip_int64_t (*fread)(zip_file_t *, void *, zip_uint64_t);
    int (*fclose)(zip_file_t *);
    zip_source_t *(*buffer)(zip_t *, const void *, zip_uint64_t, int);
    zip_int64_t (*add)(zip_t *, const char *, zip_source_t *, zip_flags_t);
    int (*compress)(zip_t *, zip_uint64_t, zip_int32_t, zip_uint32_t);
    void (*drop)(zip_source_t *);
    int (*close)(zip_t *);
    zip_source_t *(*memory)(const void *, zip_uint64_t, int, zip_error_t *);
    zip_t *(*open_memory)(zip_source_t *, int, zip_error_t *);
    void (*keep)(zip_source_t *);
    int (*source_open)(zip_source_t *);
    zip_int64_t (*source_read)(zip_source_t *, void *, zip_uint64_t);
    int (*source_close)(zip_source_t *);
} Zip;

static bool refuse(Context *ctx, const char *archive, const char *why, const char *entry) {
    Diag *d = base_error(ctx, "PKG0005", (Span){0}, "the archive %s is refused: %s%s%s", archive, why, entry ? " " : "",
                         entry ? entry : "");
    base_hint(ctx, d, "get the archive again from somebody you trust; nothing was installed");
    return false;
}

static bool load(Zip *z) {
    z->handle = base_load("libzip.so.4", RTLD_NOW);
    if (!z->handle) z->handle = base_load("libzip.so.5", RTLD_NOW);
    if (!z->handle) return false;
    const char *const names[] = {"zip_open",
                                 "zip_discard",
                                 "zip_get_num_entries",
                                 "zip_stat_index",
                                 "zip_file_get_external_attributes",
                                 "zip_fopen_index",
                                 "zip_fread",
                                 "zip_fclose",
                                 "zip_source_buffer",
                                 "zip_file_add",
                                 "zip_set_file_compression",
                                 "zip_source_free",
                                 "zip_close",
                                 "zip_source_buffer_create",
                                 "zip_open_from_source",
                                 "zip_source_keep",
                                 "zip_source_open",
                                 "zip_source_read",
                                 "zip_source_close"};
    void **to[] = {(void **)&z->open,        (void **)&z->discard,     (void **)&z->count,       (void **)&z->stat,
                   (void **)&z->attributes,  (void **)&z->fopen,       (void **)&z->fread,       (void **)&z->fclose,
                   (void **)&z->buffer,      (void **)&z->add,         (void **)&z->compress,    (void **)&z->drop,
                   (void **)&z->close,       (void **)&z->memory,      (void **)&z->open_memory, (void **)&z->keep,
                   (void **)&z->source_open, (void **)&z->source_read, (void **)&z->source_close};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        *to[i] = base_symbol(z->handle, names[i]);
        if (!*to[i]) return false;
    }
    return true;
}

/* Relative, without .. and without tricks of other systems. */
static bool is_harmless(const char *name) {
    if (!*name || *name == '/' || strchr(name, '\\') || strchr(name, ':')) return false;
    for (const char *p = name; *p;) {
        size_t n = strcspn(p, "/");
        if (n == 2 && p[0] == '.' && p[1] == '.') return false;
        p += n + (p[n] == '/');
    }
    return true;
}

static bool is_link(const Zip *z, zip_t *zip, zip_uint64_t i) {
    zip_uint8_t system;
    zip_uint32_t attributes;
    if (z->attributes(zip, i, 0, &system, &attributes) != 0) return false;
    return system == ZIP_OPSYS_UNIX && S_ISLNK(attributes >> 16);
}

static bool unpack_entry(Context *ctx, const Zip *z, zip_t *zip, zip_uint64_t i, const char *to, uint64_t *room,
                         const char *archive) {
    zip_file_t *in = z->fopen(zip, i, 0);
    FILE *out = in ? fopen(to, "wb") : NULL;
    char buffer[1 << 16];
    zip_int64_t n = 0;
    bool ok = in && out;
    while (ok && (n = z->fread(in, buffer, sizeof buffer)) > 0) {
        if ((uint64_t)n > *room) {
            fclose(out);
            z->fclose(in);
            return refuse(ctx, archive, "it unpacks to far more than it is", NULL);
        }
        *room -= (uint64_t)n;
        ok = fwrite(buffer, 1, (size_t)n, out) == (size_t)n;
    }
    if (out && fclose(out) != 0) ok = false;
    if (in) z->fclose(in);
    if (in && n < 0) return refuse(ctx, archive, "its contents are damaged at", to);
    if (!in) return refuse(ctx, archive, "it cannot be unpacked (damaged, or with a password) at", to);
    return ok || pkg_cannot(ctx, "write", to);
}

static bool unpack_all(Context *ctx, const Zip *z, zip_t *zip, const char *archive, const char *folder, uint64_t size) {
    zip_int64_t n = z->count(zip, 0);
    if (n > MOST_ENTRIES) return refuse(ctx, archive, "it has too many entries", NULL);
    uint64_t room = free_bytes + (uint64_t)(most_growth * (double)size);
    if (room > most_bytes) room = most_bytes;
    bool ok = true;
    for (zip_int64_t i = 0; ok && i < n; i++) {
        zip_stat_t st;
        ArenaMark mark = base_mark(&ctx->arena);
        if (z->stat(zip, (zip_uint64_t)i, 0, &st) != 0 || !(st.valid & ZIP_STAT_NAME))
            return refuse(ctx, archive, "an entry has no name", NULL);
        if (!is_harmless(st.name))
            return refuse(ctx, archive, "an entry would be written outside of its folder:", st.name);
        if (is_link(z, zip, (zip_uint64_t)i)) return refuse(ctx, archive, "it holds a link:", st.name);
        const char *to = base_sprintf(&ctx->arena, "%s/%s", folder, st.name);
        bool is_folder = pkg_ends_with(st.name, "/");
        const char *slash = strrchr(to, '/');
        ok = pkg_make_folders(ctx, is_folder ? to : base_strndup(&ctx->arena, to, (size_t)(slash - to)));
        if (ok && !is_folder) ok = unpack_entry(ctx, z, zip, (zip_uint64_t)i, to, &room, archive);
        if (ok) base_release(&ctx->arena, mark);
    }
    return ok;
}

bool pkg_unzip(Context *ctx, const char *archive, const char *folder) {
    Zip z;
    struct stat st;
    if (!load(&z)) {
        Diag *d = base_error(ctx, "PKG0005", (Span){0}, "archives cannot be read: libzip is not installed");
        base_hint(ctx, d, "install the package libzip4, or unpack %s and give the folder", archive);
        return false;
    }
    if (stat(archive, &st) != 0) return pkg_cannot(ctx, "read", archive);
    int why;
    zip_t *zip = z.open(archive, ZIP_RDONLY, &why);
    bool ok = zip ? unpack_all(ctx, &z, zip, archive, folder, (uint64_t)st.st_size)
                  : refuse(ctx, archive, "it is no zip archive, or it is damaged", NULL);
    if (zip) z.discard(zip);
    base_unload(z.handle);
    return ok;
}

bool pkg_zip_ready(void) {
    Zip z;
    return load(&z); /* stays open */
}

static bool write_all(int file, const char *bytes, size_t n) {
    for (size_t done = 0; done < n;) {
        ssize_t k = write(file, bytes + done, n - done);
        if (k < 0 && errno == EINTR) continue;
        if (k <= 0) return false;
        done += (size_t)k;
    }
    return true;
}

/* What lies in memory, as a file. */
static bool write_source(const Zip *z, zip_source_t *source, const char *archive) {
    int file = open(archive, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    bool ok = file >= 0 && z->source_open(source) == 0;
    char buffer[65536];
    zip_int64_t n = 0;
    while (ok && (n = z->source_read(source, buffer, sizeof buffer)) > 0) ok = write_all(file, buffer, (size_t)n);
    if (ok) z->source_close(source);
    if (file >= 0 && close(file) != 0) ok = false;
    return ok && n == 0;
}

static bool add_entries(const Zip *z, zip_t *zip, const PkgEntry *entries, size_t n) {
    bool ok = true;
    for (size_t i = 0; ok && i < n; i++) {
        zip_source_t *source = z->buffer(zip, entries[i].data, entries[i].size, 0);
        zip_int64_t at = source ? z->add(zip, entries[i].name, source, ZIP_FL_ENC_UTF_8) : -1;
        ok = at >= 0;
        if (source && !ok) z->drop(source);
        if (ok) z->compress(zip, (zip_uint64_t)at, ZIP_CM_DEFLATE, 5); /* a third of the time of the best, as small */
    }
    return ok;
}

/* In memory first: libzip itself would write a second file beside the archive. */
bool pkg_zip(const char *archive, const PkgEntry *entries, size_t n) {
    Zip z = {0};
    bool ok = load(&z);
    zip_source_t *memory = ok ? z.memory(NULL, 0, 1, NULL) : NULL;
    zip_t *zip = memory ? z.open_memory(memory, ZIP_CREATE | ZIP_TRUNCATE, NULL) : NULL;
    ok = zip && add_entries(&z, zip, entries, n);
    if (ok) {
        z.keep(memory);
        ok = z.close(zip) == 0 && write_source(&z, memory, archive);
        z.drop(memory);
    } else if (zip) z.discard(zip);
    else if (memory) z.drop(memory);
    if (z.handle) base_unload(z.handle);
    return ok;
}
