/* references.c - every place that means a symbol, in all files that can know it.
 *
 * A file is parsed only when the name stands in its bytes, and read only when a filter of its words, made when it was
 * first read, does not exclude the name: no index is kept that could be out of date.
 */
#include "server/server_impl.h"

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DEEPEST_FOLDER = 40 };

/* ---- files of a folder ------------------------------------------------------------------------------------------- */

/* name: dotted name of the package that the folder is, "" above libraries */
static void list_folder(SrvListing *l, const char *folder, const char *name, int depth) {
    DIR *dir = depth < DEEPEST_FOLDER ? opendir(folder) : NULL;
    for (struct dirent *e; dir && (e = readdir(dir));) {
        size_t n = strlen(e->d_name);
        if (e->d_name[0] == '.' || strcmp(e->d_name, "Resources") == 0) continue;
        const char *path = base_sprintf(&l->arena, "%s/%s", folder, e->d_name);
        struct stat st;
        bool is_folder = e->d_type == DT_DIR;
        if (e->d_type != DT_DIR && e->d_type != DT_REG) is_folder = stat(path, &st) == 0 && S_ISDIR(st.st_mode);
        if (is_folder) {
            size_t word = *name ? n : strcspn(e->d_name, " ");
            list_folder(l, path, base_sprintf(&l->arena, "%s%s%.*s", name, *name ? "." : "", (int)word, e->d_name),
                        depth + 1);
        } else if (n > 3 && strcmp(e->d_name + n - 3, ".mo") == 0) {
            bool package = strcmp(e->d_name, "package.mo") == 0;
            if (package && !*name) continue;
            const char *cls =
                package ? name : base_sprintf(&l->arena, "%s%s%.*s", name, *name ? "." : "", (int)n - 3, e->d_name);
            vec_push(&l->files, ((SrvFile){.path = path, .cls = cls}));
        }
    }
    if (dir) closedir(dir);
}

static SrvListing *listing(Server *s, const char *folder, const char *name) {
    for (size_t i = 0; i < s->listings.n; i++)
        if (strcmp(s->listings.at[i]->folder, folder) == 0) return s->listings.at[i];
    SrvListing *l = base_realloc(NULL, sizeof *l);
    *l = (SrvListing){0};
    l->folder = base_strdup(&l->arena, folder);
    list_folder(l, folder, name, 0);
    vec_push(&s->listings, l);
    return l;
}

void srv_forget_listings(Server *s) {
    for (size_t i = 0; i < s->listings.n; i++) {
        vec_free(&s->listings.at[i]->files);
        base_free_arena(&s->listings.at[i]->arena);
        base_realloc(s->listings.at[i], 0);
    }
    vec_free(&s->listings);
}

/* ---- does a name stand in a file? -------------------------------------------------------------------------------- */

static bool is_part(char c) { return isalnum((unsigned char)c) || c == '_'; }

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
static void fill_filter(SrvFile *f, const char *text, size_t n) {
    memset(f->filter, 0, SRV_FILTER_BITS / 8);
    for (size_t i = 0; i < n; i++) {
        size_t from = i;
        while (i < n && is_part(text[i])) i++;
        if (i == from) continue;
        uint64_t hash = base_hash(text + from, i - from, 0), bit;
        uint64_t *slot = filter_slot(f, hash, &bit);
        *slot |= bit;
        slot = filter_slot(f, hash >> 32, &bit);
        *slot |= bit;
    }
}

static bool may_hold(SrvFile *f, const char *word, size_t len) {
    uint64_t hash = base_hash(word, len, 0), one, two;
    uint64_t first = *filter_slot(f, hash, &one), second = *filter_slot(f, hash >> 32, &two);
    return first & one && second & two;
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

static bool file_holds(SrvListing *l, Text *buffer, SrvFile *f, const char *word, size_t len) {
    struct stat st;
    bool plain = is_part(word[0]); /* quoted names are no words of the filter */
    if (stat(f->path, &st) != 0 || st.st_size <= 0) return false;
    uint64_t stamp = (uint64_t)st.st_mtim.tv_sec * 1000000000u + (uint64_t)st.st_mtim.tv_nsec + (uint64_t)st.st_size;
    bool known = f->filter && f->stamp == stamp;
    if (known && plain && !may_hold(f, word, len)) return false;
    if (!read_file(buffer, f->path, (size_t)st.st_size)) return false;
    if (!known) {
        if (!f->filter) f->filter = base_alloc(&l->arena, SRV_FILTER_BITS / 8);
        fill_filter(f, buffer->at, buffer->n);
        f->stamp = stamp;
    }
    return srv_holds_word(buffer->at, buffer->n, word, len);
}

/* ---- searching --------------------------------------------------------------------------------------------------- */

typedef struct {
    Server *s;
    const SrvSearch *search;
    const char *word;
    size_t len;
    Text buffer;
    Map done; /* SynFile * */
} Search;

static void search_tree(Search *q, const SynFile *f) {
    SrvWalk w = {.only = q->search->name, .to = UINT32_MAX, .visit = q->search->visit, .arg = q->search->arg};
    if (!f || base_map_get(&q->done, (uintptr_t)f, NULL)) return;
    base_map_put(&q->done, (uintptr_t)f, 1);
    vec_push(&q->s->touched, f);
    if (q->search->every) {
        q->search->every(q->search->arg, f);
        return;
    }
    srv_walk(q->s, f, &w);
}

static bool is_open_path(const Server *s, const char *path) {
    for (size_t i = 0; i < s->documents.n; i++)
        if (strcmp(s->documents.at[i]->path, path) == 0) return true;
    return false;
}

static bool same_end(const char *a, const char *b) {
    const char *x = strrchr(a, '/'), *y = strrchr(b, '/');
    return strcmp(x ? x : a, y ? y : b) == 0;
}

static void search_listing(Search *q, SrvListing *l) {
    for (size_t i = 0; i < l->files.n; i++) {
        SrvFile *f = &l->files.at[i];
        if (is_open_path(q->s, f->path) || (!q->search->every && !file_holds(l, &q->buffer, f, q->word, q->len)))
            continue;
        LibClass *cls = lib_find_path(q->s->lib, f->cls);
        if (cls && cls->path && same_end(cls->path, f->path) && lib_syn(cls)) search_tree(q, cls->file);
    }
}

static void search_library(Search *q, LibClass *top) {
    if (top->folder) search_listing(q, listing(q->s, top->folder, srv_name(q->s, top->name)));
    else if (lib_syn(top)) search_tree(q, top->file);
}

void srv_search(Server *s, const SrvSearch *search) {
    Search q = {.s = s, .search = search, .word = srv_name(s, search->name)};
    LibClass **tops;
    q.len = strlen(q.word);
    vec_clear(&s->touched);
    for (size_t i = 0; i < s->documents.n; i++) {
        const SrvDocument *d = s->documents.at[i];
        if (d->file && (search->every || srv_holds_word(d->text, d->n, q.word, q.len))) search_tree(&q, d->file);
    }
    if (!search->local) {
        for (size_t i = 0; i < s->folders.n; i++) {
            char *folder = base_strdup(&s->scratch, s->folders.at[i]), *slash = strrchr(folder, '/');
            Text package = {0};
            base_text_printf(&package, "%s/package.mo", folder);
            bool is_package = access(package.at, F_OK) == 0;
            base_text_free(&package);
            search_listing(&q, listing(s, folder, is_package && slash ? slash + 1 : ""));
        }
    }
    if (!search->local && !search->own) {
        if (search->home) search_library(&q, lib_top(search->home));
        size_t n = lib_children(s->lib, NULL, &tops);
        VEC(LibClass *) loaded = {0};
        for (size_t i = 0; i < n; i++)
            if (tops[i]->syn) vec_push(&loaded, tops[i]);
        for (size_t i = 0; i < loaded.n; i++) search_library(&q, loaded.at[i]);
        vec_free(&loaded);
    }
    base_text_free(&q.buffer);
    base_map_free(&q.done);
    base_diag_clear(s->ctx);
}

/* ---- classes by their own name ----------------------------------------------------------------------------------- */

static bool is_file_of(const SrvFile *f, const char *name) {
    const char *dot = strrchr(f->cls, '.');
    return strcmp(dot ? dot + 1 : f->cls, name) == 0;
}

size_t srv_find_stored(Server *s, const char *name, const char **found, size_t most) {
    LibClass **tops;
    size_t n = lib_children(s->lib, NULL, &tops), count = 0;
    for (size_t i = 0; i < n; i++) {
        if (!tops[i]->folder) continue;
        const SrvListing *l = listing(s, tops[i]->folder, srv_name(s, tops[i]->name));
        for (size_t k = 0; k < l->files.n && count < most; k++)
            if (is_file_of(&l->files.at[k], name)) found[count++] = l->files.at[k].cls;
    }
    return count;
}

/* ---- uses of a symbol -------------------------------------------------------------------------------------------- */

typedef struct {
    Server *s;
    const SrvSymbols *roots;
    SrvUses *uses, *unsure;
} Collect;

bool srv_is_of(const SrvSymbols *roots, const SrvSymbol *root) {
    for (size_t i = 0; i < roots->n; i++)
        if (srv_same(&roots->at[i], root)) return true;
    return false;
}

/* Uses through the name of an import mean that name, not the class. */
static void collect(void *arg, const SrvUse *use) {
    Collect *c = arg;
    if (use->symbol.kind == SRV_NOTHING) {
        if (use->unsure && c->unsure) vec_push(c->unsure, *use);
        return;
    }
    SrvSymbol root = srv_root(c->s, use->symbol);
    if (srv_is_of(c->roots, &root)) vec_push(c->uses, *use);
}

void srv_find_family(Server *s, const SrvSymbols *roots, SrvUses *uses, SrvUses *unsure) {
    Collect c = {.s = s, .roots = roots, .uses = uses, .unsure = unsure};
    const SrvSymbol *first = &roots->at[0];
    SrvSearch q = {.name = first->name, .home = first->cls, .visit = collect, .arg = &c};
    q.local = first->kind == SRV_ITERATOR;
    srv_search(s, &q);
}

void srv_find_uses(Server *s, const SrvSymbol *symbol, SrvUses *uses, SrvUses *unsure) {
    SrvSymbols roots = {0};
    vec_push(&roots, srv_root(s, *symbol));
    srv_find_family(s, &roots, uses, unsure);
    vec_free(&roots);
}

static void put_use(Server *s, const SrvUse *use, Text *out) {
    srv_comma(out);
    srv_put_location(s, use->span, out);
}

void srv_references(Server *s, const BaseJson *params, Text *out) {
    uint32_t offset;
    SrvUse use;
    SrvUses uses = {0};
    const BaseJson *with = base_json_get(base_json_get(params, "context"), "includeDeclaration");
    SrvDocument *d = srv_asked(s, params, &offset);
    if (!d) return;
    base_text_char(out, '[');
    if (srv_use_at(s, d, offset, &use) && use.symbol.kind != SRV_NOTHING && use.symbol.kind != SRV_BUILTIN) {
        srv_find_uses(s, &use.symbol, &uses, NULL);
        for (size_t i = 0; i < uses.n; i++)
            if (uses.at[i].role != SRV_DECLARATION || !with || with->number != 0) put_use(s, &uses.at[i], out);
    }
    base_text_char(out, ']');
    vec_free(&uses);
}

/* ---- in this text ------------------------------------------------------------------------------------------------ */

void srv_highlight(Server *s, const BaseJson *params, Text *out) {
    uint32_t offset;
    SrvUse use;
    SrvUses uses = {0};
    SrvDocument *d = srv_asked(s, params, &offset);
    if (!d) return;
    base_text_char(out, '[');
    if (srv_use_at(s, d, offset, &use) && use.symbol.kind != SRV_NOTHING) {
        SrvSymbols roots = {0};
        vec_push(&roots, srv_root(s, use.symbol));
        Collect c = {.s = s, .roots = &roots, .uses = &uses};
        SrvWalk w = {.only = use.name, .to = UINT32_MAX, .visit = collect, .arg = &c};
        srv_walk(s, d->file, &w);
        vec_free(&roots);
        for (size_t i = 0; i < uses.n; i++) {
            uint8_t role = uses.at[i].role;
            srv_comma(out);
            base_text_add(out, "{\"range\":");
            srv_put_range(s, uses.at[i].span, out);
            base_text_printf(out, ",\"kind\":%d}",
                             role == SRV_WRITE || role == SRV_DECLARATION || role == SRV_MODIFY ? 3 : 2);
        }
    }
    base_text_char(out, ']');
    vec_free(&uses);
    base_diag_clear(s->ctx);
}
