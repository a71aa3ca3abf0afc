/* listing.c - the files of libraries and of the workspace, and what is known of them without parsing.
 *
 * Of each file that was read once, two things are kept: a filter of its words, and the names of the classes that it
 * declares.  A file whose time or size changed is read again, so neither can be out of date.  What nobody has asked for
 * yet is read while the editor is silent, a few milliseconds at a time.
 */
#include "server/server_impl.h"

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DEEPEST_FOLDER = 40 };

/* ---- files of a folder ------------------------------------------------------------------------------------------- */

static bool ends_as_text(const char *name, size_t n) { return n > 3 && strcmp(name + n - 3, ".mo") == 0; }

static bool is_left_out(const char *name) { return name[0] == '.' || strcmp(name, "Resources") == 0; }

static bool is_folder_entry(const char *folder, const struct dirent *e) {
    char path[4096];
    if (e->d_type == DT_DIR || e->d_type == DT_REG) return e->d_type == DT_DIR;
    snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
    return base_is_folder(path);
}

static uint64_t time_of(const struct stat *st) {
    return (uint64_t)st->st_mtim.tv_sec * 1000000000u + (uint64_t)st->st_mtim.tv_nsec;
}

/* What a folder holds, whatever the order: texts and folders. */
static uint64_t names_in(const char *folder) {
    uint64_t sum = 0;
    DIR *dir = opendir(folder);
    for (struct dirent *e; dir && (e = readdir(dir));) {
        size_t n = strlen(e->d_name);
        if (is_left_out(e->d_name) || (!ends_as_text(e->d_name, n) && !is_folder_entry(folder, e))) continue;
        sum += base_hash(e->d_name, n, 0);
    }
    if (dir) closedir(dir);
    return sum;
}

/* Lists one of the folders that are left.  name: dotted name of the package that it is, "" above libraries. */
static void list_folder(SrvListing *l) {
    SrvFolder f = vec_pop(&l->left);
    struct stat st;
    uint64_t time = stat(f.path, &st) == 0 ? time_of(&st) : 0;
    DIR *dir = f.depth < DEEPEST_FOLDER ? opendir(f.path) : NULL;
    for (struct dirent *e; dir && (e = readdir(dir));) {
        size_t n = strlen(e->d_name);
        if (is_left_out(e->d_name)) continue;
        const char *path = base_sprintf(&l->arena, "%s/%s", f.path, e->d_name), *dot = *f.name ? "." : "";
        bool is_folder = is_folder_entry(f.path, e);
        if (is_folder || ends_as_text(e->d_name, n)) f.names += base_hash(e->d_name, n, 0);
        if (is_folder) {
            size_t word = *f.name ? n : strcspn(e->d_name, " ");
            const char *name = base_sprintf(&l->arena, "%s%s%.*s", f.name, dot, (int)word, e->d_name);
            vec_push(&l->left, ((SrvFolder){.path = path, .name = name, .depth = f.depth + 1}));
        } else if (ends_as_text(e->d_name, n)) {
            bool package = strcmp(e->d_name, "package.mo") == 0;
            if (package && !*f.name) continue;
            const char *cls =
                package ? f.name : base_sprintf(&l->arena, "%s%s%.*s", f.name, dot, (int)n - 3, e->d_name);
            vec_push(&l->files, ((SrvFile){.path = path, .cls = cls}));
        }
    }
    if (dir) closedir(dir);
    f.time = time;
    vec_push(&l->listed, f);
}

static SrvListing *listing(Server *s, const char *folder, const char *name) {
    for (size_t i = 0; i < s->listings.n; i++)
        if (strcmp(s->listings.at[i]->folder, folder) == 0) return s->listings.at[i];
    SrvListing *l = base_realloc(NULL, sizeof *l);
    *l = (SrvListing){0};
    l->folder = base_strdup(&l->arena, folder);
    vec_push(&l->left, ((SrvFolder){.path = l->folder, .name = base_strdup(&l->arena, name)}));
    vec_push(&s->listings, l);
    return l;
}

SrvListing *srv_listing(Server *s, const char *folder, const char *name) {
    SrvListing *l = listing(s, folder, name);
    while (l->left.n) list_folder(l);
    return l;
}

static bool holds_any(const SrvListing *l, const VecStr *paths) {
    size_t n = strlen(l->folder);
    for (size_t i = 0; i < paths->n; i++)
        if (strncmp(paths->at[i], l->folder, n) == 0 && (paths->at[i][n] == '/' || !paths->at[i][n])) return true;
    return false;
}

void srv_forget_listings(Server *s, const VecStr *paths) {
    size_t kept = 0;
    for (size_t i = 0; i < s->listings.n; i++) {
        SrvListing *l = s->listings.at[i];
        if (paths && !holds_any(l, paths)) {
            s->listings.at[kept++] = l;
            continue;
        }
        vec_free(&l->files);
        vec_free(&l->left);
        vec_free(&l->listed);
        base_free_arena(&l->arena);
        base_realloc(l, 0);
    }
    s->listings.n = kept;
    s->listed = false;
    if (!kept) vec_free(&s->listings);
}

static bool same_end(const char *a, const char *b) {
    const char *x = strrchr(a, '/'), *y = strrchr(b, '/');
    return strcmp(x ? x : a, y ? y : b) == 0;
}

LibClass *srv_class_of_file(Server *s, const SrvFile *f) {
    LibClass *cls = lib_find_path(s->lib, f->cls);
    return cls && cls->path && same_end(cls->path, f->path) ? cls : NULL;
}

/* ---- words of a file --------------------------------------------------------------------------------------------- */

static bool is_part(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool srv_holds_word(const char *text, size_t n, const char *word, size_t len) {
    for (const char *p = text; (p = memmem(p, n - (size_t)(p - text), word, len)); p++)
        if ((p == text || !is_part(p[-1])) && (p + len == text + n || !is_part(p[len]))) return true;
    return false;
}

static uint64_t *filter_slot(SrvFile *f, uint64_t hash, uint64_t *bit) {
    hash %= SRV_FILTER_BITS;
    *bit = 1ull << (hash & 63);
    return &f->filter[hash >> 6];
}

/* Two bits a word: a file whose bits are not set does not hold it (Bloom 1970). */
static void add_to_filter(SrvFile *f, const char *word, size_t n) {
    uint64_t hash = base_hash(word, n, 0), bit;
    uint64_t *slot = filter_slot(f, hash, &bit);
    *slot |= bit;
    slot = filter_slot(f, hash >> 32, &bit);
    *slot |= bit;
}

static bool may_hold(SrvFile *f, const char *word, size_t len) {
    uint64_t hash = base_hash(word, len, 0), one, two;
    uint64_t first = *filter_slot(f, hash, &one), second = *filter_slot(f, hash >> 32, &two);
    return first & one && second & two;
}

/* A name stands behind such a word where a class is declared; in comments that may deceive: then a file is parsed for
 * nothing. */
static bool declares_behind(const char *word, size_t n) {
    static const struct {
        size_t n;
        const char *word;
    } kinds[] = {{5, "model"},     {5, "block"}, {8, "function"}, {6, "record"}, {7, "package"},
                 {9, "connector"}, {4, "type"},  {8, "operator"}, {5, "class"},  {7, "extends"}};
    for (size_t i = 0; n >= 4 && n <= 9 && i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].n == n && memcmp(word, kinds[i].word, n) == 0) return true;
    return false;
}

/* What is kept of a text. */
static void learn(SrvListing *l, SrvFile *f, const char *text, size_t n) {
    Text names = {0};
    bool declares = false;
    if (!f->filter) f->filter = base_alloc(&l->arena, SRV_FILTER_BITS / 8);
    memset(f->filter, 0, SRV_FILTER_BITS / 8);
    for (size_t i = 0; i < n; i++) {
        size_t from = i;
        while (i < n && is_part(text[i])) i++;
        if (i == from) {
            declares = declares && isspace((unsigned char)text[i]);
            continue;
        }
        add_to_filter(f, text + from, i - from);
        if (declares) base_text_printf(&names, "%.*s\n", (int)(i - from), text + from);
        declares = declares_behind(text + from, i - from) && i < n && isspace((unsigned char)text[i]);
    }
    f->declares = base_strdup(&l->arena, base_text_str(&names));
    base_text_free(&names);
}

/* The bytes of a file as it is on the disk; false when it cannot be read. */
static bool read_file(Text *buffer, const char *path, size_t size) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return false;
    buffer->n = 0;
    if (buffer->cap < size + 1) buffer->at = base_realloc(buffer->at, buffer->cap = size + 1);
    for (ssize_t got; buffer->n < size && (got = read(fd, buffer->at + buffer->n, size - buffer->n)) > 0;)
        buffer->n += (size_t)got;
    close(fd);
    return buffer->n == size;
}

/* Learns what a file holds unless that is known; *fresh: its bytes are in the buffer now. */
static bool know_file(SrvListing *l, Text *buffer, SrvFile *f, bool *fresh) {
    struct stat st;
    *fresh = false;
    if (stat(f->path, &st) != 0 || st.st_size <= 0) return false;
    uint64_t stamp = time_of(&st) + (uint64_t)st.st_size;
    if (f->filter && f->stamp == stamp) return true;
    if (!read_file(buffer, f->path, (size_t)st.st_size)) return false;
    learn(l, f, buffer->at, buffer->n);
    f->stamp = stamp;
    *fresh = true;
    return true;
}

bool srv_file_holds(SrvListing *l, Text *buffer, SrvFile *f, const char *word, size_t len) {
    bool fresh, plain = is_part(word[0]); /* quoted names are no words of the filter */
    struct stat st;
    if (!know_file(l, buffer, f, &fresh) || (plain && !may_hold(f, word, len))) return false;
    if (!fresh && (stat(f->path, &st) != 0 || !read_file(buffer, f->path, (size_t)st.st_size))) return false;
    return srv_holds_word(buffer->at, buffer->n, word, len);
}

/* ---- changes that nobody tells ----------------------------------------------------------------------------------- */

static bool has_moved(Server *s, SrvListing *l) {
    struct stat st;
    for (size_t i = 0; i < l->listed.n; i++) {
        SrvFolder *f = &l->listed.at[i];
        uint64_t time = stat(f->path, &st) == 0 ? time_of(&st) : 0;
        if (time == f->time) continue;
        if (names_in(f->path) != f->names) return true;
        f->time = time; /* a file was written anew, or another kind of file */
    }
    for (size_t i = 0; i < l->files.n; i++) {
        const SrvFile *f = &l->files.at[i];
        if (!f->filter || srv_is_open_path(s, f->path)) continue;
        if (stat(f->path, &st) != 0 || f->stamp != time_of(&st) + (uint64_t)st.st_size) return true;
    }
    return false;
}

bool srv_workspace_moved(Server *s) {
    for (size_t i = 0; i < s->listings.n; i++)
        for (size_t k = 0; k < s->folders.n; k++) {
            size_t n = strlen(s->folders.at[k]);
            const char *folder = s->listings.at[i]->folder;
            bool own = strncmp(folder, s->folders.at[k], n) == 0 && (folder[n] == '/' || !folder[n]);
            if (own && has_moved(s, s->listings.at[i])) return true;
        }
    return false;
}

/* ---- while nobody asks ------------------------------------------------------------------------------------------- */

enum { MOST_FOLDERS = 5000 }; /* of a workspace that are looked at without being asked: it may be a whole disk */

SrvListing *srv_list_workspace(Server *s, const char *folder) {
    const char *slash = strrchr(folder, '/');
    char path[4096];
    snprintf(path, sizeof path, "%s/package.mo", folder);
    return listing(s, folder, access(path, F_OK) == 0 && slash ? slash + 1 : "");
}

static void list_libraries(Server *s) {
    LibClass **tops;
    for (size_t i = 0; i < s->folders.n; i++) srv_list_workspace(s, s->folders.at[i]);
    size_t n = s->listed ? 0 : lib_children(s->lib, NULL, &tops);
    for (size_t i = 0; i < n; i++)
        if (tops[i]->folder) listing(s, tops[i]->folder, srv_name(s, tops[i]->name));
    s->listed = true;
}

/* Does a piece of what is left; false when all is known. */
static bool learn_some(Server *s, Text *buffer) {
    bool fresh;
    list_libraries(s);
    for (size_t i = 0; i < s->listings.n; i++) {
        SrvListing *l = s->listings.at[i];
        if (l->left.n && l->listed.n < MOST_FOLDERS) list_folder(l);
        else if (l->known < l->files.n) know_file(l, buffer, &l->files.at[l->known++], &fresh);
        else continue;
        return true;
    }
    return false;
}

bool srv_is_curious(const Server *s) {
    bool open = false;
    for (size_t i = 0; i < s->documents.n; i++) open = open || s->documents.at[i]->checked;
    if (!open || !s->lib || s->child || s->jobs.n) return false;
    for (size_t i = 0; i < s->listings.n; i++)
        if ((s->listings.at[i]->left.n && s->listings.at[i]->listed.n < MOST_FOLDERS) ||
            s->listings.at[i]->known < s->listings.at[i]->files.n)
            return true;
    return !s->listed;
}

void srv_learn(Server *s) {
    const double SLICE = 0.003;
    double end = base_seconds() + SLICE;
    Text buffer = {0};
    while (base_seconds() < end && learn_some(s, &buffer)) {}
    base_text_free(&buffer);
    base_diag_clear(s->ctx);
}

/* ---- classes by their own name ----------------------------------------------------------------------------------- */

typedef struct {
    Server *s;
    const SrvSought *q;
    int parsed; /* files, for this */
    size_t found;
} Seeking;

static bool is_sought(const SrvSought *q, const char *name) {
    size_t n = strlen(q->name);
    return strncasecmp(name, q->name, n) == 0 && (!q->whole || strcmp(name, q->name) == 0);
}

static void offer(Seeking *k, const char *full) {
    if (k->found++ < k->q->most) k->q->offer(k->q->arg, full);
}

static void seek_below(Seeking *k, LibClass *cls, int depth) {
    LibClass **children;
    size_t n = depth < DEEPEST_FOLDER && cls->syn ? lib_children(k->s->lib, cls, &children) : 0;
    for (size_t i = 0; i < n && k->found < k->q->most; i++) {
        if (children[i]->path && children[i]->file != cls->file) continue; /* stored elsewhere: seen there */
        if (is_sought(k->q, srv_name(k->s, children[i]->name))) {
            Text full = {0};
            lib_full_name(children[i], &full);
            offer(k, base_strdup(&k->s->scratch, base_text_str(&full)));
            base_text_free(&full);
        }
        seek_below(k, children[i], depth + 1);
    }
}

static bool declares(const SrvFile *f, const SrvSought *q) {
    size_t n = strlen(q->name);
    for (const char *p = f->declares; p && *p; p += strcspn(p, "\n") + 1)
        if (strncasecmp(p, q->name, n) == 0 && (!q->whole || p[n] == '\n')) return true;
    return false;
}

bool srv_seek_classes(Server *s, const SrvSought *q) {
    Seeking k = {.s = s, .q = q};
    bool all = true;
    for (size_t i = 0; i < s->listings.n; i++)
        for (size_t j = 0; j < s->listings.at[i]->files.n && k.found < q->most; j++) {
            const SrvFile *f = &s->listings.at[i]->files.at[j];
            const char *dot = strrchr(f->cls, '.');
            if (dot && is_sought(q, dot + 1)) offer(&k, f->cls);
            LibClass *cls = declares(f, q) ? srv_class_of_file(s, f) : NULL;
            if (!cls) continue;
            bool fresh = !cls->syn, read = !fresh || k.parsed < q->parses;
            k.parsed += fresh && read;
            if (read && lib_syn(cls)) seek_below(&k, cls, 0);
            all = all && read;
        }
    return all && k.found < q->most;
}

void srv_read_declaring(Server *s, const char *query) {
    const double PATIENCE = 0.2; /* seconds; what is not known by then is found when it is */
    double end = base_seconds() + PATIENCE;
    Text buffer = {0};
    while (base_seconds() < end && learn_some(s, &buffer)) {}
    base_text_free(&buffer);
    for (size_t i = 0; i < s->listings.n; i++)
        for (size_t k = 0; k < s->listings.at[i]->files.n; k++) {
            const SrvFile *f = &s->listings.at[i]->files.at[k];
            LibClass *cls = f->declares && strcasestr(f->declares, query) ? srv_class_of_file(s, f) : NULL;
            if (cls) lib_syn(cls);
        }
}
