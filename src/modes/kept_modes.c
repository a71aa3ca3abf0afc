/* kept_modes.c - modes in the cache of translated models.
 *
 * One file for the modes of a model, beside its translation as one:
 *
 *     mark | bytes | hash of them | (key | bytes | a mode: flat equations, blocks, C text, tables) ...
 *
 * A mode is found by a hash of its flat equations and of how it is translated, so that one that was made for other
 * sources or values of parameters is not taken for this one.  The file is read when a run begins; where a run has
 * translated more modes it is written anew at its end, as a whole.
 */
#include "modes/modes.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_MODES = 2000 }; /* in a file */
static const char MARK[8] = "cwmodes1";

typedef struct {
    char mark[8];
    uint64_t size, hash; /* of what follows */
} Head;

typedef struct {
    uint64_t key, size;
} Entry;

/* ---- keys -------------------------------------------------------------------------------------------------------- */

static uint64_t hash_dae(const Dae *d, uint64_t seed) {
    Blob b = {0};
    Text t = {0};
    dae_save(d, &b);
    base_blob_finish(&b, d->ctx->names, &t);
    uint64_t key = base_hash(t.at, t.n, seed);
    base_blob_free(&b);
    base_text_free(&t);
    return key ? key : 1;
}

uint64_t mode_key(const ModeRun *r, const Dae *d) { return r->kept.on ? hash_dae(d, r->how.cache) : 0; }

/* ---- reading ----------------------------------------------------------------------------------------------------- */

static bool is_whole(const ModeKept *k) {
    Head h;
    memcpy(&h, k->map, sizeof h);
    size_t size = k->map_size - sizeof h;
    return memcmp(h.mark, MARK, sizeof MARK) == 0 && h.size == size &&
           h.hash == base_hash((const char *)k->map + sizeof h, size, 0);
}

static void list_entries(ModeKept *k) {
    for (size_t at = sizeof(Head); at + sizeof(Entry) <= k->map_size;) {
        Entry e;
        memcpy(&e, (const char *)k->map + at, sizeof e);
        if (e.size > k->map_size - at - sizeof e) return;
        base_map_put(&k->places, e.key, at);
        k->n++;
        at += sizeof e + e.size;
    }
}

void mode_open_kept(ModeRun *r) {
    ModeKept *k = &r->kept;
    struct stat st;
    if (!r->how.cache) return;
    uint64_t key = hash_dae(r->plan->base->dae, r->how.cache);
    k->on = comp_cache_path(r->how.ctx->cache, key, "modes", "", k->path, sizeof k->path);
    int fd = k->on ? comp_cache_open(k->path) : -1;
    if (fd < 0) return;
    bool ok = fstat(fd, &st) == 0 && (size_t)st.st_size > sizeof(Head);
    void *p = ok ? mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, fd, 0) : MAP_FAILED;
    close(fd);
    if (p == MAP_FAILED) return;
    k->map = p;
    k->map_size = (size_t)st.st_size;
    if (is_whole(k)) list_entries(k);
    comp_cache_used(k->path);
}

bool mode_load_kept(ModeRun *r, uint64_t key, ModeModel *out) {
    ModeKept *k = &r->kept;
    uint64_t at;
    if (!key || !base_map_get(&k->places, key, &at)) return false;
    Entry e;
    memcpy(&e, (const char *)k->map + at, sizeof e);
    BlobReader reader;
    base_blob_open(&reader, r->how.ctx->names, (const char *)k->map + at + sizeof e, e.size);
    Dae *d = dae_load(r->how.ctx, &reader);
    out->sym = d ? sym_load(d, &reader) : NULL;
    if (!out->sym) dae_free(d);
    out->gen = out->sym ? gen_load(out->sym, &reader) : NULL;
    base_blob_close(&reader);
    if (out->gen) return true;
    mode_free_model(out);
    return false;
}

/* ---- writing ----------------------------------------------------------------------------------------------------- */

static void put_model(ModeKept *k, const ModeModel *m, const Names *names, Text *file) {
    uint64_t known;
    if (!m->key || !m->gen || base_map_get(&k->places, m->key, &known)) return;
    Blob b = {0};
    Text bytes = {0};
    dae_save(m->sym->dae, &b);
    sym_save(m->sym, &b);
    gen_save(m->gen, &b);
    base_blob_finish(&b, names, &bytes);
    Entry e = {m->key, bytes.n};
    base_text_addn(file, (const char *)&e, sizeof e);
    base_text_addn(file, bytes.at, bytes.n);
    k->n++;
    base_blob_free(&b);
    base_text_free(&bytes);
}

/* With those that the file has already; where they are too many these go. */
void mode_keep(ModeRun *r) {
    ModeKept *k = &r->kept;
    Text file = {0};
    Head h = {{0}, 0, 0};
    size_t before = k->n;
    if (!k->on) return;
    base_text_addn(&file, (const char *)&h, sizeof h);
    if (k->map && before && before < MOST_MODES)
        base_text_addn(&file, (const char *)k->map + sizeof h, k->map_size - sizeof h);
    for (size_t i = 0; i < r->modes.n && file.n < comp_cache_bound() / 4; i++) {
        put_model(k, &r->modes.at[i]->model, r->how.ctx->names, &file);
        put_model(k, &r->modes.at[i]->leap, r->how.ctx->names, &file);
    }
    if (k->n > before && file.n < comp_cache_bound() / 4) {
        memcpy(h.mark, MARK, sizeof MARK);
        h.size = file.n - sizeof h;
        h.hash = base_hash(file.at + sizeof h, h.size, 0);
        memcpy(file.at, &h, sizeof h);
        comp_cache_write(k->path, file.at, file.n);
    }
    base_text_free(&file);
    k->on = false; /* once */
}

void mode_close_kept(ModeRun *r) {
    if (r->kept.map) munmap(r->kept.map, r->kept.map_size);
    base_map_free(&r->kept.places);
    r->kept = (ModeKept){0};
}
