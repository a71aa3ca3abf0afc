/* cache.c - translated models kept on disk for the next run, and the command `causeway cache`.
 *
 * A file holds everything between the sources and a run: flat DAE, blocks, C text, tables, what was reported; in front
 * of it the stamps of all files and folders that were looked at.  Its name is a hash of the program itself and of what
 * the command line says about translation.  So a file fits when its stamps still hold:
 *
 *     mark | bytes | hash of them | names | stamps | sources | reports | -p | counts | dae | sym | gen
 *
 * -p is a modification of the model during translation.  The file of the model without -p is used all the same, and so
 * is that of a translation with other values of the same parameters, when the values can be set for a run (rt_settable)
 * and translation would have gone the same way with them (sym_fits).  Otherwise the model is translated again and kept
 * under a name that has the names of the parameters in it, or their values too.
 * Writing is by renaming, so that a reader sees a whole file or none; a file that is damaged is as good as none.
 */
#include "tools/tools.h"

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

/* The program as it is installed: another build makes its own files. */
static bool hash_program(uint64_t *h) {
    struct stat st;
    if (stat("/proc/self/exe", &st) != 0) return false;
    uint64_t parts[] = {(uint64_t)st.st_size, (uint64_t)st.st_mtim.tv_sec, (uint64_t)st.st_mtim.tv_nsec,
                        (uint64_t)st.st_ino};
    *h = base_hash(parts, sizeof parts, *h);
    return true;
}

/* Paths that start somewhere else in another folder. */
static bool is_relative(const ToolOptions *o) {
    const char *path = getenv("MODELICAPATH"), *word = tool_subject(o);
    bool relative = o->words.n > 1 || (word[0] != '/' && (strchr(word, '/') || access(word, F_OK) == 0));
    for (size_t i = 0; i < o->libraries.n; i++) relative |= o->libraries.at[i][0] != '/';
    return relative || (path && *path && (path[0] != '/' || strstr(path, ":.") != NULL));
}

static bool find_paths(const ToolRun *r, ToolCache *c) {
    const ToolOptions *o = r->options;
    uint64_t h = hash_text(1, TOOL_VERSION);
    if (!hash_program(&h)) return false;
    ToolTranslation how = tool_translation(o);
    h = base_mix(base_hash(&how, sizeof how, h), o->strict);
    for (size_t i = 0; i < o->words.n; i++) h = hash_text(h, o->words.at[i]);
    for (size_t i = 0; i < o->libraries.n; i++) h = hash_text(h, o->libraries.at[i]);
    h = hash_text(base_mix(h, o->libraries.n), getenv("MODELICAPATH"));
    char folder[PATH_MAX];
    if (is_relative(o)) h = hash_text(h, getcwd(folder, sizeof folder));
    uint64_t keys[3] = {h, h, base_mix(h, 1)};
    for (size_t i = 0; i < o->parameters.n; i++) {
        keys[1] = base_hash(o->parameters.at[i], strcspn(o->parameters.at[i], "="), keys[1]);
        keys[2] = hash_text(keys[2], o->parameters.at[i]);
    }
    bool ok = true;
    for (int i = 0; i < 3; i++) ok = ok && comp_cache_path(keys[i], "model", "", c->path[i], sizeof c->path[i]);
    return ok;
}

/* ---- parameters -------------------------------------------------------------------------------------------------- */

static void put_parameters(const ToolRun *r, const ToolModel *m, Blob *b) {
    uint64_t n = r->options->parameters.n;
    base_blob_put(b, &n, sizeof n);
    for (size_t i = 0; i < n; i++) {
        uint64_t applied = m->set && m->set[i];
        base_blob_text(b, r->options->parameters.at[i]);
        base_blob_put(b, &applied, sizeof applied);
    }
}

/* Which -p the stored translation has in it (m->set), and which it has with another value (other). */
static void take_parameters(ToolRun *r, ToolModel *m, BlobReader *reader, bool *other) {
    const VecStr *now = &r->options->parameters;
    uint64_t n;
    base_blob_take_into(reader, &n, sizeof n);
    if (n != now->n && n != 0) reader->bad = true;
    for (size_t i = 0; n == 0 && i < now->n; i++) other[i] = true; /* the model's own value */
    for (uint64_t i = 0; i < n && !reader->bad; i++) {
        const char *then = base_blob_take_text(reader, &r->ctx->arena);
        uint64_t applied;
        base_blob_take_into(reader, &applied, sizeof applied);
        m->set[i] = applied && then && strcmp(then, now->at[i]) == 0;
        other[i] = !m->set[i]; /* of what was not applied nothing is known */
    }
}

/* Can a value be given for this run?  A start value always can; of parameters it is noted in given. */
static bool can_be_set(ToolRun *r, const ToolModel *m, const char *word, double *given) {
    const char *equals = strchr(word, '=');
    DaeVar var;
    double value;
    if (!equals) return false;
    bool settable =
        rt_settable(m->sym, base_strndup(&r->ctx->arena, word, (size_t)(equals - word)), equals + 1, &var, &value);
    if (settable) given[var] = value;
    return settable || (var && m->dae->vars.at[var].kind > DAE_KIND_PARAMETER);
}

static bool parameters_fit(ToolRun *r, const ToolModel *m, const bool *other) {
    const VecStr *now = &r->options->parameters;
    bool fit = true, any = false;
    for (size_t i = 0; i < now->n; i++) any |= other[i];
    if (!any) return true;
    double *given = base_realloc(NULL, m->dae->vars.n * sizeof *given);
    for (size_t k = 0; k < m->dae->vars.n; k++) given[k] = NAN;
    for (size_t i = 0; i < now->n && fit; i++)
        if (other[i]) fit = can_be_set(r, m, now->at[i], given);
    fit = fit && sym_fits(m->sym, given);
    base_realloc(given, 0);
    return fit;
}

/* ---- finding ----------------------------------------------------------------------------------------------------- */

static const char *map_file(const char *path, ToolCache *c) {
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

void tool_cache_done(ToolCache *c) {
    if (c->map) munmap(c->map, c->map_size);
    c->map = NULL;
}

static bool is_whole(const ToolCache *c, const char *path) {
    Head h;
    memcpy(&h, c->map, sizeof h);
    size_t size = c->map_size - sizeof h;
    return memcmp(h.mark, COMP_MODEL_MARK, sizeof h.mark) == 0 && h.size == size &&
           h.hash == hash_of(path, (char *)c->map + sizeof h, size);
}

/* What follows the stamps.  On failure m is empty again. */
static bool load_model(ToolRun *r, ToolModel *m, ToolCache *c, BlobReader *reader) {
    Arena *a = &r->ctx->arena;
    bool *other = BASE_ARRAY(a, bool, r->options->parameters.n + 1);
    m->set = BASE_ARRAY(a, bool, r->options->parameters.n + 1);
    bool ok = base_sources_load(r->ctx->sources, reader);
    size_t reported = base_diag_mark(r->ctx);
    if (ok) base_diags_load(r->ctx, reader);
    take_parameters(r, m, reader, other);
    const char *counts = base_blob_take_text(reader, a);
    m->dae = !reader->bad ? dae_load(r->ctx, reader) : NULL;
    m->sym = m->dae ? sym_load(m->dae, reader) : NULL;
    m->gen = m->sym ? gen_load(m->sym, reader) : NULL;
    ok = ok && m->gen && !reader->bad;
    if (ok && !parameters_fit(r, m, other)) {
        ok = false;
        c->outcome = "structural";
    }
    if (ok && counts) base_text_add(&r->stats.counts, counts);
    if (ok) return true;
    base_diag_rollback(r->ctx, reported);
    base_sources_forget(r->ctx->sources);
    tool_free_model(m);
    return false;
}

/* The model in one file; c->outcome says why not. */
static bool find_in(ToolRun *r, ToolModel *m, ToolCache *c, const char *path) {
    const char *data = map_file(path, c);
    c->outcome = "new";
    if (!data) return false;
    if (!is_whole(c, path)) {
        tool_cache_done(c);
        return false;
    }
    BlobReader reader;
    base_blob_open(&reader, r->ctx->names, data + sizeof(Head), c->map_size - sizeof(Head));
    c->outcome = "changed";
    bool found = base_depends_hold(&reader) && load_model(r, m, c, &reader);
    base_blob_close(&reader);
    if (found) {
        comp_cache_used(path);
        c->outcome = "hit";
    } else {
        tool_cache_done(c);
    }
    return found;
}

bool tool_cache_find(ToolRun *r, ToolModel *m, ToolCache *c) {
    *c = (ToolCache){.outcome = "off"};
    c->on = !r->options->no_cache && !r->options->check_jacobian && comp_cache_bound() > 0 && find_paths(r, c);
    if (!c->on) return false;
    if (find_in(r, m, c, c->path[0])) return true;
    if (!r->options->parameters.n) return false;
    bool structural = strcmp(c->outcome, "structural") == 0;
    c->store = 1;
    if (find_in(r, m, c, c->path[1])) return true;
    if (strcmp(c->outcome, "structural") == 0) { /* that name is taken by values that are worth keeping */
        c->store = 2;
        structural = true;
        if (find_in(r, m, c, c->path[2])) return true;
    }
    if (structural) c->outcome = "structural";
    return false;
}

/* ---- keeping ----------------------------------------------------------------------------------------------------- */

void tool_cache_keep(ToolRun *r, const ToolModel *m, ToolCache *c) {
    if (!c->on) return;
    Blob b = {0};
    bool ok = base_depends_save(r->ctx, &b);
    base_sources_save(r->ctx->sources, &b);
    base_diags_save(r->ctx, &b);
    put_parameters(r, m, &b);
    base_blob_text(&b, base_text_str(&r->stats.counts));
    dae_save(m->dae, &b);
    sym_save(m->sym, &b);
    gen_save(m->gen, &b);
    if (ok && b.out.n < comp_cache_bound() / 4) { /* one model does not fill the cache */
        Text file = {0};
        Head h = {{0}, 0, 0};
        base_text_addn(&file, (const char *)&h, sizeof h);
        base_blob_finish(&b, r->ctx->names, &file);
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

/* ---- the command ------------------------------------------------------------------------------------------------- */

ToolExit tool_cache(ToolRun *r) {
    const char *word = r->options->words.at[0];
    bool show = strcmp(word, "show") == 0, clear = strcmp(word, "clear") == 0;
    CompCacheSize s;
    if (!show && !clear && strcmp(word, "trim") != 0) {
        Diag *d = base_error(r->ctx, "TOOL0004", (Span){0}, "'%s' is nothing that can be done with the cache", word);
        base_hint(r->ctx, d, "usage: causeway cache show|trim|clear");
        return TOOL_USAGE;
    }
    if (!comp_cache_survey(&s)) {
        Diag *d = base_error(r->ctx, "TOOL0006", (Span){0}, "there is no place for a cache: %s will not do", s.folder);
        base_hint(
            r->ctx, d,
            "it must be a folder of yours, no link, that only you can write, and so must be every folder above it "
            "(those of the system are all right)");
        return TOOL_USAGE;
    }
    if (show)
        printf("%s: %llu models, %llu external libraries, %llu pieces of optimised code; %.1f of %.0f MiB\n", s.folder,
               (unsigned long long)s.models, (unsigned long long)s.externals, (unsigned long long)s.others,
               (double)s.bytes / (1 << 20), (double)comp_cache_bound() / (1 << 20));
    else printf("%llu files removed\n", (unsigned long long)comp_cache_trim(clear ? 0 : comp_cache_bound()));
    return TOOL_DONE;
}
