/* model_cache.c - translated models kept on disk for the next run.
 *
 * A file holds everything between the sources and a run: flat DAE, blocks, C text, tables, what was reported; in front
 * of it the stamps of all files and folders that were looked at.  Its name is a hash of the program itself and of what
 * is asked for.  So a file fits when its stamps still hold:
 *
 *     mark | bytes | hash of them | names | stamps | sources | reports | -p | counts | dae | sym | gen
 *
 * The file of the model without -p is used for one with -p too, and so is that of a translation with other values of
 * the same parameters, where they fit (parameter.c).  Otherwise the model is translated again and kept under a name
 * that has the names of the parameters in it, or their values too.
 * Writing is by renaming, so that a reader sees a whole file or none; a file that is damaged is as good as none.
 */
#include "session/session_impl.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
    char mark[8];
    uint64_t size, hash; /* of what follows, and of the file's name: one that stands under another's name is not used */
} Head;

static uint64_t hash_of(const char *path, const char *data, size_t n) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    return base_hash(data, n, base_hash(name, strlen(name), 0));
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

static uint64_t hash_text(uint64_t h, const char *s) { return base_hash(s ? s : "", s ? strlen(s) + 1 : 0, h); }

/* The program or library as it is installed: another build makes its own files. */
static bool hash_program(uint64_t *h) {
    struct stat st;
    char path[PATH_MAX];
    if (!base_own_path(path, sizeof path) || stat(path, &st) != 0) return false;
    uint64_t parts[] = {(uint64_t)st.st_size, (uint64_t)st.st_mtim.tv_sec, (uint64_t)st.st_mtim.tv_nsec,
                        (uint64_t)st.st_ino};
    *h = base_hash(parts, sizeof parts, *h);
    return true;
}

/* Paths that start somewhere else in another folder. */
static bool is_relative(const SesRequest *asked) {
    const char *path = getenv("MODELICAPATH"), *word = asked->subject;
    bool relative = asked->files.n || (word[0] != '/' && (strchr(word, '/') || access(word, F_OK) == 0));
    for (size_t i = 0; i < asked->libraries.n; i++) relative |= asked->libraries.at[i][0] != '/';
    return relative || (path && *path && (path[0] != '/' || strstr(path, ":.") != NULL));
}

static uint64_t hash_texts(uint64_t h, const SesRequest *asked) {
    for (size_t i = 0; i < asked->texts.n; i++)
        h = base_hash(asked->texts.at[i].text, asked->texts.at[i].n, hash_text(h, asked->texts.at[i].path));
    return h;
}

/* The program, and how it translates; 0: it cannot be told. */
static uint64_t hash_translation(const Context *ctx, const SesRequest *asked) {
    uint64_t h = hash_text(1, causeway_version());
    if (!hash_program(&h)) return 0;
    SesTranslation how = ses_translation(asked);
    return hash_text(base_mix(base_hash(&how, sizeof how, h), ctx->strict), asked->whole);
}

uint64_t ses_cache_seed(const Context *ctx, const SesRequest *asked) {
    return asked->no_cache || !comp_cache_bound() ? 0 : hash_translation(ctx, asked);
}

static bool find_paths(const SesModel *m, SesCache *c) {
    const SesRequest *asked = m->asked;
    uint64_t h = hash_translation(m->ctx, asked);
    if (!h) return false;
    for (size_t i = 0; i < asked->files.n; i++) h = hash_text(h, asked->files.at[i]);
    h = hash_texts(hash_text(h, asked->subject), asked);
    for (size_t i = 0; i < asked->libraries.n; i++) h = hash_text(h, asked->libraries.at[i]);
    h = base_mix(h, 2 * asked->libraries.n + asked->no_default_libraries);
    h = hash_text(h, asked->no_default_libraries ? "" : getenv("MODELICAPATH"));
    char folder[PATH_MAX];
    if (is_relative(asked)) h = hash_text(h, getcwd(folder, sizeof folder));
    uint64_t keys[3] = {h, h, base_mix(h, 1)};
    for (size_t i = 0; i < asked->parameters.n; i++) {
        keys[1] = base_hash(asked->parameters.at[i], strcspn(asked->parameters.at[i], "="), keys[1]);
        keys[2] = hash_text(keys[2], asked->parameters.at[i]);
    }
    bool ok = true;
    for (int i = 0; i < 3; i++)
        ok = ok && comp_cache_path(m->ctx->cache, keys[i], "model", "", c->path[i], sizeof c->path[i]);
    return ok;
}

/* ---- finding ----------------------------------------------------------------------------------------------------- */

static const char *map_file(const char *path, SesCache *c) {
    int fd = comp_cache_open(path);
    struct stat st;
    if (fd < 0) return NULL;
    bool ok = fstat(fd, &st) == 0 && (size_t)st.st_size > sizeof(Head);
    void *p = ok ? mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, fd, 0) : MAP_FAILED;
    close(fd);
    if (p == MAP_FAILED) return NULL;
    c->map = p;
    c->map_size = (size_t)st.st_size;
    return p;
}

void ses_cache_done(SesCache *c) {
    if (c->map) munmap(c->map, c->map_size);
    c->map = NULL;
}

static bool is_whole(const SesCache *c, const char *path) {
    Head h;
    memcpy(&h, c->map, sizeof h);
    size_t size = c->map_size - sizeof h;
    return memcmp(h.mark, COMP_MODEL_MARK, sizeof h.mark) == 0 && h.size == size &&
           h.hash == hash_of(path, (char *)c->map + sizeof h, size);
}

/* What follows the stamps.  On failure m is empty again. */
static bool load_model(SesModel *m, SesCache *c, BlobReader *reader) {
    Arena *a = &m->ctx->arena;
    bool *other = BASE_ARRAY(a, bool, m->asked->parameters.n + 1);
    m->set = BASE_ARRAY(a, bool, m->asked->parameters.n + 1);
    bool ok = base_sources_load(m->ctx->sources, reader);
    size_t reported = base_diag_mark(m->ctx);
    if (ok) base_diags_load(m->ctx, reader);
    ses_take_parameters(m, reader, other);
    const char *counts = base_blob_take_text(reader, a);
    m->dae = !reader->bad ? dae_load(m->ctx, reader) : NULL;
    m->sym = m->dae ? sym_load(m->dae, reader) : NULL;
    m->gen = m->sym ? gen_load(m->sym, reader) : NULL;
    ok = ok && m->gen && !reader->bad;
    if (ok && !ses_parameters_fit(m, other)) {
        ok = false;
        c->outcome = "structural";
    }
    if (ok && counts) base_text_add(&m->stats->counts, counts);
    if (ok) return true;
    base_diag_rollback(m->ctx, reported);
    base_sources_forget(m->ctx->sources);
    ses_free(m);
    return false;
}

/* The model in one file; c->outcome says why not. */
static bool find_in(SesModel *m, SesCache *c, const char *path) {
    const char *data = map_file(path, c);
    c->outcome = "new";
    if (!data) return false;
    if (!is_whole(c, path)) {
        ses_cache_done(c);
        return false;
    }
    BlobReader reader;
    base_blob_open(&reader, m->ctx->names, data + sizeof(Head), c->map_size - sizeof(Head));
    c->outcome = "changed";
    bool found = base_depends_hold(&reader) && load_model(m, c, &reader);
    base_blob_close(&reader);
    if (found) {
        comp_cache_used(path);
        c->outcome = "hit";
    } else {
        ses_cache_done(c);
    }
    return found;
}

bool ses_cache_find(SesModel *m, SesCache *c) {
    *c = (SesCache){.outcome = "off"};
    c->on = !m->asked->no_cache && !m->dae && comp_cache_bound() > 0 && find_paths(m, c);
    if (!c->on) return false;
    if (find_in(m, c, c->path[0])) return true;
    if (!m->asked->parameters.n) return false;
    bool structural = strcmp(c->outcome, "structural") == 0;
    c->store = 1;
    if (find_in(m, c, c->path[1])) return true;
    if (strcmp(c->outcome, "structural") == 0) { /* that name is taken by values that are worth keeping */
        c->store = 2;
        structural = true;
        if (find_in(m, c, c->path[2])) return true;
    }
    if (structural) c->outcome = "structural";
    return false;
}

/* ---- keeping ----------------------------------------------------------------------------------------------------- */

void ses_cache_keep(const SesModel *m, SesCache *c) {
    if (!c->on) return;
    Blob b = {0};
    bool ok = base_depends_save(m->ctx, &b);
    base_sources_save(m->ctx->sources, &b);
    base_diags_save(m->ctx, &b);
    ses_put_parameters(m, &b);
    base_blob_text(&b, base_text_str(&m->stats->counts));
    dae_save(m->dae, &b);
    sym_save(m->sym, &b);
    gen_save(m->gen, &b);
    if (ok && b.out.n < comp_cache_bound() / 4) { /* one model does not fill the cache */
        Text file = {0};
        Head h = {{0}, 0, 0};
        base_text_addn(&file, (const char *)&h, sizeof h);
        base_blob_finish(&b, m->ctx->names, &file);
        memcpy(h.mark, COMP_MODEL_MARK, sizeof h.mark);
        h.size = file.n - sizeof h;
        h.hash = hash_of(c->path[c->store], file.at + sizeof h, h.size);
        memcpy(file.at, &h, sizeof h);
        /* when it cannot be kept, the next run translates again */
        comp_cache_write(c->path[c->store], file.at, file.n);
        base_text_free(&file);
    }
    base_blob_free(&b);
}
