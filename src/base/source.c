/* source.c - source files, and where in them something stands.
 *
 * Large regular files are memory mapped, small ones and pipes are read.  Every text ends with a zero byte
 * after its n bytes: a mapping whose size is a multiple of the page has no room for it, so such a file is
 * read.  Line tables are made when the first position in a file is asked for.
 */
#include "base/base_impl.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAP_FROM = 64 << 10, READ_STEP = 64 << 10 };

typedef struct {
    Source source;
    void *mapped; /* or NULL: text is from base_realloc */
    VecU32 lines; /* offsets of the first bytes of lines; empty until asked for */
    bool later;   /* known by its path only: read when its text is asked for */
    bool given;   /* the text was handed in: part of the program or of the command line */
    bool recoded; /* the file is not UTF-8: the text is what it says, not its bytes */
} File;

struct Sources {
    Arena arena;
    Names *paths;
    Map by_path;       /* Name of the path -> id */
    Map overlays;      /* Name of the true path of an overlaid file -> id */
    VEC(File *) files; /* files.at[id]; 0 is no file */
};

Sources *base_sources_new(void) {
    Sources *s = base_realloc(NULL, sizeof *s);
    memset(s, 0, sizeof *s);
    s->paths = base_names_new();
    vec_push(&s->files, BASE_NEW(&s->arena, File));
    s->files.at[0]->source = (Source){"", "", 0};
    return s;
}

void base_sources_forget(Sources *s) {
    for (size_t i = 1; i < s->files.n; i++) {
        File *f = s->files.at[i];
        if (f->mapped) munmap(f->mapped, f->source.n);
        else base_realloc((void *)(uintptr_t)f->source.text, 0);
        vec_free(&f->lines);
    }
    s->files.n = 1;
    base_map_clear(&s->by_path);
    base_map_clear(&s->overlays);
}

void base_sources_free(Sources *s) {
    if (!s) return;
    base_sources_forget(s);
    vec_free(&s->files);
    base_map_free(&s->by_path);
    base_map_free(&s->overlays);
    base_names_free(s->paths);
    base_free_arena(&s->arena);
    base_realloc(s, 0);
}

static SourceId add_file(Sources *s, Name path, File file) {
    File *f = BASE_NEW(&s->arena, File);
    *f = file;
    f->source.path = base_str(s->paths, path);
    SourceId id = (SourceId)s->files.n;
    vec_push(&s->files, f);
    base_map_put(&s->by_path, path, id);
    return id;
}

/* Reads fd to its end.  false with errno set on failure. */
static bool read_all(int fd, size_t expected, File *f) {
    VEC(char) text = {0};
    vec_reserve(&text, expected + 1);
    for (;;) {
        if (text.cap - text.n < 2) vec_reserve(&text, text.n + READ_STEP);
        ssize_t got = read(fd, text.at + text.n, text.cap - text.n - 1);
        if (got < 0 && errno == EINTR) continue;
        if (got == 0) break;
        text.n += got > 0 ? (size_t)got : 0;
        if (got > 0 && text.n < UINT32_MAX) continue;
        int why = got < 0 ? errno : EFBIG;
        vec_free(&text);
        errno = why;
        return false;
    }
    text.at[text.n] = 0;
    f->source.text = text.at;
    f->source.n = text.n;
    return true;
}

static bool load_file(int fd, File *f) {
    struct stat st;
    if (fstat(fd, &st) != 0) return false;
    if (S_ISDIR(st.st_mode)) {
        errno = EISDIR;
        return false;
    }
    size_t size = S_ISREG(st.st_mode) ? (size_t)st.st_size : 0;
    if (size >= UINT32_MAX) {
        errno = EFBIG;
        return false;
    }
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    if (size >= MAP_FROM && size % page != 0) {
        void *p = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, fd, 0);
        if (p != MAP_FAILED) {
            f->mapped = p;
            f->source.text = p;
            f->source.n = size;
            return true;
        }
    }
    return read_all(fd, size, f);
}

/* Another spelling of the path of an overlaid file. */
static bool find_overlay(Sources *s, const char *path, uint64_t *id) {
    char whole[PATH_MAX];
    if (!s->overlays.n || !realpath(path, whole)) return false;
    return base_map_get(&s->overlays, base_name(s->paths, whole), id);
}

SourceId base_source_open(Sources *s, const char *path) {
    Name name = base_name(s->paths, path);
    uint64_t known;
    if (base_map_get(&s->by_path, name, &known) || find_overlay(s, path, &known)) return (SourceId)known;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return 0;
    File f = {0};
    bool ok = load_file(fd, &f);
    int why = errno;
    close(fd);
    errno = why;
    return ok ? add_file(s, name, f) : 0;
}

/* The same text under the same name again is the same source: what is made of it again is equal. */
static bool find_string(const Sources *s, Name path, const char *text, size_t n, SourceId *out) {
    uint64_t known;
    if (!base_map_get(&s->by_path, path, &known)) return false;
    const File *f = s->files.at[known];
    *out = (SourceId)known;
    return f->given && f->source.n == n && memcmp(f->source.text, text, n) == 0;
}

static SourceId add_string(Sources *s, const char *path, const char *text, size_t n) {
    char *copy = base_realloc(NULL, n + 1);
    if (n) memcpy(copy, text, n);
    copy[n] = 0;
    File f = {.source = {.text = copy, .n = n}, .given = true};
    return add_file(s, base_name(s->paths, path), f);
}

SourceId base_source_string(Sources *s, const char *path, const char *text, size_t n) {
    SourceId known;
    return n && find_string(s, base_name(s->paths, path), text, n, &known) ? known : add_string(s, path, text, n);
}

SourceId base_source_overlay(Sources *s, const char *path, const char *text, size_t n) {
    uint64_t known;
    char whole[PATH_MAX];
    if (base_map_get(&s->by_path, base_name(s->paths, path), &known)) return (SourceId)known;
    SourceId id = base_source_string(s, path, text, n);
    if (realpath(path, whole)) base_map_put(&s->overlays, base_name(s->paths, whole), id);
    return id;
}

void base_source_replace(Sources *s, SourceId id, const char *text, size_t n) {
    File *f = s->files.at[id];
    char *copy = base_realloc(NULL, n + 1);
    if (n) memcpy(copy, text, n);
    copy[n] = 0;
    if (f->mapped) munmap(f->mapped, f->source.n);
    else base_realloc((void *)(uintptr_t)f->source.text, 0);
    vec_free(&f->lines);
    f->mapped = NULL;
    f->later = false;
    f->given = true;
    f->source.text = copy;
    f->source.n = n;
}

/* What the bytes 0x80 to 0x9F mean in Windows-1252, which names the rest as Latin-1 does; 0: nothing. */
static const uint16_t windows[32] = {0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                     0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017D, 0,
                                     0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                     0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

void base_source_recode(Sources *s, SourceId id) {
    File *f = s->files.at[id];
    const Source old = f->source;
    VEC(char) text = {0};
    vec_reserve(&text, old.n + old.n / 8 + 4);
    for (size_t i = 0; i < old.n; i++) {
        unsigned c = (unsigned char)old.text[i];
        if (c >= 0x80 && c < 0xA0) c = windows[c - 0x80] ? windows[c - 0x80] : 0xFFFD;
        if (c < 0x80) {
            vec_push(&text, (char)c);
            continue;
        }
        if (c >= 0x800) vec_push(&text, (char)(0xE0 | c >> 12));
        vec_push(&text, (char)(c >= 0x800 ? 0x80 | (c >> 6 & 0x3F) : 0xC0 | c >> 6));
        vec_push(&text, (char)(0x80 | (c & 0x3F)));
    }
    size_t n = text.n;
    vec_push(&text, 0);
    if (f->mapped) munmap(f->mapped, old.n);
    else base_realloc((void *)(uintptr_t)old.text, 0);
    vec_free(&f->lines);
    f->mapped = NULL;
    f->recoded = true;
    f->source.text = text.at;
    f->source.n = n;
}

/* The file, read now when it was left for later; an empty text when it is not there any more. */
static File *file_of(const Sources *s, SourceId id) {
    File *f = s->files.at[id];
    if (!f->later) return f;
    f->later = false;
    int fd = open(f->source.path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || !load_file(fd, f)) {
        char *none = base_realloc(NULL, 1);
        none[0] = 0;
        f->source.text = none;
        f->source.n = 0;
    }
    if (fd >= 0) close(fd);
    return f;
}

void base_source_rest(const Sources *s, SourceId id) {
    const File *f = s->files.at[id];
    if (f->mapped) madvise(f->mapped, f->source.n, MADV_DONTNEED);
}

const Source *base_source(const Sources *s, SourceId id) { return &file_of(s, id)->source; }

SourceId base_source_count(const Sources *s) { return (SourceId)s->files.n; }

void base_sources_save(const Sources *s, Blob *b) {
    uint64_t n = s->files.n;
    base_blob_put(b, &n, sizeof n);
    for (size_t i = 1; i < n; i++) {
        const File *f = s->files.at[i];
        base_blob_text(b, f->source.path);
        base_blob_text(b, f->given || f->recoded ? f->source.text : NULL);
    }
}

bool base_source_given(const Sources *s, SourceId id) { return s->files.at[id]->given; }
bool base_source_recoded(const Sources *s, SourceId id) { return s->files.at[id]->recoded; }

bool base_sources_load(Sources *s, BlobReader *r) {
    uint64_t n;
    base_blob_take_into(r, &n, sizeof n);
    if (s->files.n != 1) return false;
    for (uint64_t i = 1; i < n && !r->bad; i++) {
        const char *path = base_blob_take_text(r, &s->arena), *text = base_blob_take_text(r, &s->arena);
        if (text && path) add_string(s, path, text, strlen(text));
        else if (path) add_file(s, base_name(s->paths, path), (File){.later = true});
        else r->bad = true;
    }
    return !r->bad;
}

static void find_lines(File *f) {
    const char *text = f->source.text;
    vec_push(&f->lines, 0);
    for (size_t i = 0; i < f->source.n; i++) {
        bool ends = text[i] == '\n' || (text[i] == '\r' && text[i + 1] != '\n');
        if (ends) vec_push(&f->lines, (uint32_t)(i + 1));
    }
}

void base_source_position(const Sources *s, SourceId id, uint32_t offset, int *line, int *column) {
    File *f = file_of(s, id);
    if (!f->lines.n) find_lines(f);
    if (offset > f->source.n) offset = (uint32_t)f->source.n;
    size_t low = 0, high = f->lines.n; /* lines[low] <= offset < lines[high] */
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (f->lines.at[middle] <= offset) low = middle;
        else high = middle;
    }
    int characters = 0;
    for (uint32_t i = f->lines.at[low]; i < offset; i++)
        characters += ((unsigned char)f->source.text[i] & 0xC0) != 0x80;
    *line = (int)low + 1;
    *column = characters + 1;
}
