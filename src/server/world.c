/* world.c - the class tree under the documents' texts.
 *
 * One Context and one class tree live as long as nothing but texts of open documents changes: an edit takes the old
 * text's classes out of the tree (lib_forget) and reads the new one.  Libraries that were read stay.  What cannot be
 * taken back grows slowly (names, paths): past a limit the world is closed, and opened again when it is next needed,
 * which costs as much as starting did.
 */
#include "server/server_impl.h"

#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { GROWTH = 24 << 20, MOST_READ = 40 << 20 }; /* bytes: of the arena; of library texts that are parsed */

void srv_forget_instances(Server *s) {
    inst_free(s->inst);
    s->inst = NULL;
    inst_free(s->drawing);
    s->drawing = NULL;
}

void srv_close_world(Server *s) {
    s->edition++;
    srv_forget_instances(s);
    srv_forget_lookups(s);
    vec_clear(&s->touched);
    lib_free(s->lib);
    base_context_free(s->ctx);
    s->lib = NULL;
    s->ctx = NULL;
    for (size_t i = 0; i < s->documents.n; i++) {
        SrvDocument *d = s->documents.at[i];
        d->source = 0;
        d->stored = NULL;
        d->file = NULL;
        d->dirty = true;
    }
}

static void open_world(Server *s) {
    enum { MOST_ERRORS = 200 };
    s->ctx = base_context_new();
    s->ctx->max_errors = MOST_ERRORS;
    s->ctx->confined = true;
    s->lib = lib_new(s->ctx);
    lib_expect_versions(s->lib, true);
    for (size_t i = 0; i < s->folders.n; i++)
        if (base_is_folder(s->folders.at[i])) lib_add_path(s->lib, s->folders.at[i]);
    for (size_t i = 0; i < s->options->libraries.n; i++) {
        char real[PATH_MAX];
        const char *path = s->options->libraries.at[i];
        if (realpath(path, real)) lib_add_path(s->lib, base_strdup(&s->ctx->arena, real));
    }
    if (!s->options->no_default_libraries) lib_add_default_paths(s->lib);
    for (size_t i = 0; i < s->options->files.n; i++) lib_load_file(s->lib, s->options->files.at[i]);
    base_diag_clear(s->ctx);
    s->world_size = s->ctx->arena.total;
}

/* ---- which class a file of a library holds ----------------------------------------------------------------------- */

static bool has_package(const char *folder) {
    Text t = {0};
    base_text_printf(&t, "%s/package.mo", folder);
    bool yes = access(base_text_str(&t), F_OK) == 0;
    base_text_free(&t);
    return yes;
}

/* The class that should lie in a file, by the folders around it; NULL when they are no packages or the class that the
 * tree knows by this name lies elsewhere. */
static LibClass *find_stored(Server *s, const char *path) {
    char *folder = base_strdup(&s->scratch, path), *slash = strrchr(folder, '/');
    VEC(const char *) words = {0};
    size_t n = strlen(path);
    if (!slash || n < 4 || strcmp(path + n - 3, ".mo") != 0) return NULL;
    *slash = 0;
    if (strcmp(slash + 1, "package.mo") != 0)
        vec_push(&words, base_strndup(&s->scratch, slash + 1, strlen(slash + 1) - 3));
    if (!has_package(folder)) vec_clear(&words);
    for (; has_package(folder) && (slash = strrchr(folder, '/')); *slash = 0)
        vec_push(&words, base_strdup(&s->scratch, slash + 1));
    LibClass *cls = NULL;
    for (size_t i = words.n; i-- > 0;) {
        const char *word = words.at[i];
        size_t len = cls ? strlen(word) : strcspn(word, " "); /* "Modelica 4.1.0" */
        cls = lib_find(s->lib, cls, base_intern(s->ctx->names, word, len));
        if (!cls) break;
    }
    vec_free(&words);
    char real[PATH_MAX];
    return cls && cls->path && realpath(cls->path, real) && strcmp(real, path) == 0 ? cls : NULL;
}

/* ---- reading a document ------------------------------------------------------------------------------------------ */

static bool is_second_definition(const SrvDocument *d, const Diag *diag) {
    return strcmp(diag->code, "LIB0006") == 0 && diag->notes && diag->notes->span.file != d->source;
}

static void keep_syntax(Server *s, SrvDocument *d) {
    const Diag *diag;
    vec_clear(&d->syntax.list);
    base_free_arena(&d->syntax.arena);
    for (size_t at = 0; (diag = base_diag_next(s->ctx, &at));)
        if (diag->span.file == d->source && !is_second_definition(d, diag))
            srv_keep_finding(s, d, &d->syntax, diag, NULL);
    base_diag_clear(s->ctx);
}

static void read_document(Server *s, SrvDocument *d) {
    Sources *sources = s->ctx->sources;
    if (!d->source) d->source = base_source_overlay(sources, d->path, d->text, d->n);
    lib_forget(s->lib, d->source);
    base_source_replace(sources, d->source, d->text, d->n);
    base_diag_clear(s->ctx);
    if (!d->stored) d->stored = find_stored(s, d->path);
    if (d->stored) {
        lib_syn(d->stored);
    } else {
        const char *path = base_source(sources, d->source)->path;
        lib_load_file(s->lib, path);
        if (!lib_file_of(s->lib, d->source)) { /* it could not be placed among the library around it */
            base_diag_clear(s->ctx);
            lib_load_string(s->lib, path, d->text, d->n);
            d->source = base_source_count(sources) - 1;
        }
        d->stored = find_stored(s, d->path);
    }
    d->file = lib_file_of(s->lib, d->source);
    d->foreign = d->stored && !srv_is_own(s, d->path);
    keep_syntax(s, d);
    d->dirty = false;
}

static void keep_item(void *arg, const SrvItem *item) {
    SrvDocument *d = arg;
    vec_push(&d->items, *item);
}

static void read_classic(Server *s, SrvDocument *d) {
    if (!d->source) d->source = base_source_overlay(s->ctx->sources, d->path, d->text, d->n);
    base_source_replace(s->ctx->sources, d->source, d->text, d->n);
    base_diag_clear(s->ctx);
    vec_clear(&d->items);
    if (s->options->classic) s->options->classic(s->ctx, d->source, keep_item, d);
    keep_syntax(s, d);
    d->dirty = false;
    d->checked = true;
}

static void close_when_large(Server *s) {
    size_t files, bytes = 0;
    if (!s->ctx) return;
    lib_statistics(s->lib, &files, &bytes);
    if (s->ctx->arena.total - s->world_size > GROWTH || bytes > MOST_READ) srv_close_world(s);
}

LibTree *srv_world(Server *s) {
    bool changed = !s->ctx;
    for (size_t i = 0; i < s->documents.n; i++) changed |= s->documents.at[i]->dirty;
    if (!changed) return s->lib;
    srv_forget_instances(s);
    srv_forget_lookups(s);
    close_when_large(s);
    if (!s->ctx) open_world(s);
    for (size_t i = 0; i < s->documents.n; i++) {
        SrvDocument *d = s->documents.at[i];
        if (!d->dirty) continue;
        if (d->classic) read_classic(s, d);
        else read_document(s, d);
    }
    return s->lib;
}

void srv_read_wanted(Server *s) {
    char *path = vec_pop(&s->wanted);
    LibClass *cls = s->lib ? find_stored(s, path) : NULL;
    if (cls && !cls->syn) lib_syn(cls);
    if (s->ctx) base_diag_clear(s->ctx);
    base_realloc(path, 0);
}

static SynClass *class_in(SynElement *list, uint32_t offset) {
    for (SynElement *e = list; e; e = e->next) {
        if (e->kind != SYN_CLASS_DEF || !e->cls || offset < e->span.start || offset > e->span.end) continue;
        SynClass *inner = class_in(e->cls->elements, offset);
        return inner ? inner : e->cls;
    }
    return NULL;
}

SynClass *srv_class_at(const SynFile *f, uint32_t offset) { return f ? class_in(f->classes, offset) : NULL; }

static bool lies_in(const char *path, const char *folder) {
    size_t n = strlen(folder);
    return n && strncmp(path, folder, n) == 0 && (path[n] == '/' || folder[n - 1] == '/');
}

/* Folders of libraries that are not the user's: given with -L, in MODELICAPATH, installed, shipped. */
static bool is_in_library(Server *s, const char *path) {
    char real[PATH_MAX];
    for (size_t i = 0; i < s->options->libraries.n; i++)
        if (realpath(s->options->libraries.at[i], real) && lies_in(path, real)) return true;
    const char *const known[] = {lib_store(&s->scratch), lib_openmodelica(&s->scratch), lib_shipped(&s->scratch)};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i] && realpath(known[i], real) && lies_in(path, real)) return true;
    const char *list = getenv("MODELICAPATH");
    for (size_t n; list && *list; list += n + (list[n] == ':')) {
        n = strcspn(list, ":");
        const char *folder = base_strndup(&s->scratch, list, n);
        if (realpath(folder, real) && lies_in(path, real)) return true;
    }
    return false;
}

bool srv_is_own(Server *s, const char *path) {
    if (access(path, F_OK) == 0 && access(path, W_OK) != 0) return false;
    for (size_t i = 0; i < s->folders.n; i++)
        if (lies_in(path, s->folders.at[i])) return true;
    if (is_in_library(s, path)) return false;
    for (size_t i = 0; i < s->documents.n; i++) { /* without a workspace: what is open, with the library around it */
        const SrvDocument *d = s->documents.at[i];
        const LibClass *top = d->stored ? lib_top(d->stored) : NULL;
        if (strcmp(d->path, path) == 0 || (top && top->folder && lies_in(path, top->folder))) return true;
    }
    return false;
}
