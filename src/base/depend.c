/* depend.c - what a compilation has read, and whether it would read the same again.
 *
 * Sources opened in the Context count by themselves; other files and folders that were looked at (also in vain) are
 * told by base_depend.  A stamp holds size and time of change and a hash of the contents.  Where size and time are the
 * same the contents are not looked at, except for what was changed so shortly before (or after) the compilation began
 * that the clock of the file system might not tell a later change: that is read again each time.
 */
#include "base/base_impl.h"

#include <dirent.h>
#include <string.h>
#include <sys/stat.h>

typedef struct {
    uint64_t kind; /* 0 nothing there, 1 file, 2 folder, 3 something else */
    uint64_t size, seconds, nanoseconds;
    uint64_t hash;  /* of the contents; folders: of the names in them */
    uint64_t young; /* size and time do not vouch for it */
} Stamp;

void base_depend(Context *c, const char *path) {
    Name name = base_name(c->names, path);
    if (base_map_get(&c->depends_seen, name, NULL)) return;
    base_map_put(&c->depends_seen, name, 1);
    vec_push(&c->depends, name);
}

void base_depend_never(Context *c) { c->unrepeatable = true; }

static uint64_t hash_file(const char *path) {
    FILE *f = fopen(path, "rb");
    char buffer[65536];
    uint64_t h = 1;
    for (size_t n; f && (n = fread(buffer, 1, sizeof buffer, f)) > 0;) h = base_hash(buffer, n, h);
    if (f) fclose(f);
    return h;
}

static uint64_t hash_text(const char *text, size_t n) { /* as hash_file, in blocks of the same size */
    uint64_t h = 1;
    for (size_t at = 0; at < n; at += 65536) h = base_hash(text + at, n - at < 65536 ? n - at : 65536, h);
    return h;
}

static uint64_t hash_folder(const char *path) { /* the order of names does not matter */
    DIR *dir = opendir(path);
    uint64_t h = 2;
    for (struct dirent *e; dir && (e = readdir(dir));) h += base_hash(e->d_name, strlen(e->d_name), 3);
    if (dir) closedir(dir);
    return h;
}

static Stamp look(const char *path) {
    struct stat st;
    Stamp s = {0};
    if (stat(path, &st) != 0) return s;
    s.kind = S_ISREG(st.st_mode) ? 1 : S_ISDIR(st.st_mode) ? 2 : 3;
    s.size = s.kind == 1 ? (uint64_t)st.st_size : 0;
    s.seconds = (uint64_t)st.st_mtim.tv_sec;
    s.nanoseconds = (uint64_t)st.st_mtim.tv_nsec;
    return s;
}

static uint64_t hash_contents(const char *path, const Stamp *s) {
    return s->kind == 1 ? hash_file(path) : s->kind == 2 ? hash_folder(path) : 0;
}

static void save_stamp(const Context *c, Blob *b, const char *path, const Source *text) {
    Stamp s = look(path);
    s.hash = text ? hash_text(text->text, text->n) : hash_contents(path, &s);
    s.young = s.kind && (double)s.seconds + 1e-9 * (double)s.nanoseconds > c->started - 2;
    base_blob_text(b, path);
    base_blob_put(b, &s, sizeof s);
}

bool base_depends_save(const Context *c, Blob *b) {
    if (c->unrepeatable) return false;
    uint64_t n = 0;
    SourceId files = base_source_count(c->sources);
    for (SourceId i = 1; i < files; i++) {
        if (base_source_given(c->sources, i)) continue;
        if (look(base_source(c->sources, i)->path).kind != 1) return false; /* a pipe cannot be looked at again */
        n++;
    }
    n += c->depends.n;
    base_blob_put(b, &n, sizeof n);
    for (SourceId i = 1; i < files; i++) {
        const Source *s = base_source(c->sources, i);
        if (!base_source_given(c->sources, i)) save_stamp(c, b, s->path, base_source_recoded(c->sources, i) ? NULL : s);
    }
    for (size_t i = 0; i < c->depends.n; i++) save_stamp(c, b, base_str(c->names, c->depends.at[i]), NULL);
    return true;
}

bool base_depends_hold(BlobReader *r) {
    uint64_t n;
    base_blob_take_into(r, &n, sizeof n);
    for (uint64_t i = 0; i < n && !r->bad; i++) {
        Stamp then;
        size_t length;
        const char *path = base_blob_take(r, &length);
        base_blob_take_into(r, &then, sizeof then);
        if (r->bad || !length || path[length - 1] != 0) return false;
        Stamp now = look(path);
        if (now.kind != then.kind || now.size != then.size) return false;
        bool same = now.seconds == then.seconds && now.nanoseconds == then.nanoseconds && !then.young;
        if (!same && hash_contents(path, &now) != then.hash) return false;
    }
    return !r->bad;
}
