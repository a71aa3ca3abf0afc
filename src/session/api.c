/* api.c - causeway.h: version, session, diagnostics as data. */
#include "session/api.h"

#include "version.h"

#include <string.h>
#include <sys/stat.h>

const char *causeway_version(void) { return CAUSEWAY_VERSION; }
int causeway_version_number(void) { return CAUSEWAY_VERSION_NUMBER; }

/* ---- diagnostics ------------------------------------------------------------------------------------------------- */

/* A diagnostic with what the printer makes of it. */
typedef struct {
    causeway_diagnostic public;
    const char *printed[3]; /* by causeway_form */
} Kept;

static causeway_place place_of(Arena *a, const Context *ctx, Span span) {
    causeway_place p = {0};
    if (!span.file) return p;
    p.file = base_strdup(a, base_source(ctx->sources, span.file)->path);
    p.start = span.start;
    p.end = span.end;
    base_source_position(ctx->sources, span.file, span.start, &p.line, &p.column);
    base_source_position(ctx->sources, span.file, span.end, &p.end_line, &p.end_column);
    return p;
}

static const char *copy_text(Arena *a, const char *s) { return s ? base_strdup(a, s) : NULL; }

static void print_forms(Arena *a, const Context *from, const Diag *d, Kept *k) {
    Context ctx = *from; /* its format is the client's choice */
    for (int i = 0; i < 3; i++) {
        Text t = {0};
        ctx.format = i == CAUSEWAY_JSON ? DIAG_JSON : DIAG_TEXT;
        ctx.colour = i == CAUSEWAY_COLOUR;
        base_diag_print(&ctx, d, &t);
        k->printed[i] = base_strdup(a, base_text_str(&t));
        base_text_free(&t);
    }
}

static void keep(SesReports *r, const Context *ctx, const Diag *d) {
    Kept scratch;
    ArenaMark mark = base_mark(&r->arena);
    print_forms(&r->arena, ctx, d, &scratch);
    uint64_t key = base_hash(scratch.printed[CAUSEWAY_JSON], strlen(scratch.printed[CAUSEWAY_JSON]), 0);
    if (base_map_get(&r->seen, key, NULL)) {
        base_release(&r->arena, mark);
        return;
    }
    base_map_put(&r->seen, key, 1);
    Kept *k = BASE_NEW(&r->arena, Kept);
    *k = scratch;
    causeway_diagnostic *p = &k->public;
    *p = (causeway_diagnostic){.severity = d->severity >= SEV_ERROR     ? CAUSEWAY_ERROR
                                           : d->severity == SEV_WARNING ? CAUSEWAY_WARNING
                                                                        : CAUSEWAY_NOTE};
    p->code = base_strdup(&r->arena, d->code ? d->code : "");
    p->text = base_strdup(&r->arena, d->text);
    p->place = place_of(&r->arena, ctx, d->span);
    p->instance = copy_text(&r->arena, d->instance);
    p->hint = copy_text(&r->arena, d->hint);
    p->printed = k;
    for (const DiagNote *n = d->notes; n; n = n->next) p->nnotes++;
    const causeway_note **notes = BASE_ARRAY(&r->arena, const causeway_note *, p->nnotes + 1);
    p->notes = notes;
    for (const DiagNote *n = d->notes; n; n = n->next) {
        causeway_note one = {place_of(&r->arena, ctx, n->span), base_strdup(&r->arena, n->text)};
        *notes++ = base_copy(&r->arena, &one, sizeof one);
    }
    vec_push(&r->list, p);
    if (r->tell) r->tell(r->arg, p);
}

void ses_collect(SesReports *r, Context *ctx) {
    const Diag *d;
    for (size_t at = 0; (d = base_diag_next(ctx, &at));) keep(r, ctx, d);
    base_diag_clear(ctx);
}

static causeway_place copy_place(Arena *a, causeway_place p) {
    p.file = copy_text(a, p.file);
    return p;
}

void ses_repeat(SesReports *r, const SesReports *from) {
    for (size_t i = 0; i < from->list.n; i++) {
        const causeway_diagnostic *d = from->list.at[i];
        Kept *k = BASE_NEW(&r->arena, Kept);
        k->public = *d;
        for (int f = 0; f < 3; f++) k->printed[f] = copy_text(&r->arena, ((const Kept *)d->printed)->printed[f]);
        causeway_diagnostic *p = &k->public;
        p->code = copy_text(&r->arena, d->code);
        p->text = copy_text(&r->arena, d->text);
        p->place = copy_place(&r->arena, d->place);
        p->instance = copy_text(&r->arena, d->instance);
        p->hint = copy_text(&r->arena, d->hint);
        p->printed = k;
        const causeway_note **notes = BASE_ARRAY(&r->arena, const causeway_note *, d->nnotes + 1);
        for (size_t n = 0; n < d->nnotes; n++) {
            causeway_note one = {copy_place(&r->arena, d->notes[n]->place), copy_text(&r->arena, d->notes[n]->text)};
            notes[n] = base_copy(&r->arena, &one, sizeof one);
        }
        p->notes = notes;
        vec_push(&r->list, p);
        if (r->tell) r->tell(r->arg, p);
    }
}

causeway_status ses_guard_fell(SesReports *r, const BaseGuard *g) {
    size_t bound = g->bounding ? g->bounding->bound : 0;
    if (g->memory && !bound) return CAUSEWAY_MEMORY; /* there may be none for words either */
    Context *ctx = base_context_new();
    if (g->memory)
        base_error(ctx, "BASE0001", (Span){0}, "more than %zu bytes of memory are needed (max_memory)", bound);
    else base_error(ctx, "", (Span){0}, "%s", g->text);
    ses_collect(r, ctx);
    base_context_free(ctx);
    return g->memory ? CAUSEWAY_MEMORY : CAUSEWAY_FAULT;
}

static void clear_reports(SesReports *r) {
    vec_clear(&r->list);
    base_map_clear(&r->seen);
    base_free_arena(&r->arena);
}

void ses_free_reports(SesReports *r) {
    clear_reports(r);
    vec_free(&r->list);
    base_map_free(&r->seen);
}

size_t causeway_diagnostic_count(const causeway_session *s) { return s->reports.list.n; }

const causeway_diagnostic *causeway_get_diagnostic(const causeway_session *s, size_t i) {
    return i < s->reports.list.n ? s->reports.list.at[i] : NULL;
}

void causeway_clear_diagnostics(causeway_session *s) { clear_reports(&s->reports); }

const char *causeway_format_diagnostic(causeway_session *s, const causeway_diagnostic *d, causeway_form form) {
    (void)s;
    if (!d || !d->printed || form > CAUSEWAY_JSON) return "";
    return ((const Kept *)d->printed)->printed[form];
}

const char *causeway_explain_code(const char *code, const char **remedy) {
    const SesError *e = code ? ses_find_error(code) : NULL;
    if (remedy) *remedy = e ? e->remedy : NULL;
    return e ? e->meaning : NULL;
}

/* ---- the session ------------------------------------------------------------------------------------------------- */

void causeway_session_options_init(causeway_session_options *o) {
    memset(o, 0, sizeof *o);
    o->size = sizeof *o;
}

causeway_session *causeway_session_new(const causeway_session_options *options) {
    causeway_session_options o;
    BaseGuard g;
    causeway_session_options_init(&o);
    if (options) memcpy(&o, options, options->size < sizeof o ? options->size : sizeof o);
    if (!BASE_GUARDED(&g)) return NULL;
    causeway_session *s = base_realloc(NULL, sizeof *s);
    memset(s, 0, sizeof *s);
    for (size_t i = 0; i < o.nlibraries; i++) vec_push(&s->asked.libraries, base_strdup(&s->arena, o.libraries[i]));
    s->asked.no_default_libraries = o.no_default_libraries;
    s->asked.no_cache = o.cache && !*o.cache;
    s->cache = o.cache && *o.cache ? base_strdup(&s->arena, o.cache) : NULL;
    s->max_errors = o.max_errors > 0 ? (size_t)o.max_errors : 20;
    s->max_memory = o.max_memory;
    s->strict = o.strict;
    s->untrusted = o.untrusted;
    if (o.untrusted) s->asked.no_cache = true;
    s->cancelled = o.cancelled;
    s->arg = s->reports.arg = o.arg;
    s->reports.tell = o.diagnostic;
    base_guard_pop(&g);
    return s;
}

causeway_session *ses_session_like(const causeway_session *s) {
    causeway_session *own = base_realloc(NULL, sizeof *own);
    *own = (causeway_session){.max_errors = s->max_errors, .max_memory = s->max_memory, .strict = s->strict};
    own->untrusted = s->untrusted;
    own->cache = s->cache ? base_strdup(&own->arena, s->cache) : NULL;
    own->cancelled = s->cancelled;
    own->arg = s->arg;
    return own;
}

Context *ses_context(const causeway_session *s) {
    enum { BYTES_A_SCALAR = 200 };
    Context *ctx = base_context_new();
    ctx->max_errors = s->max_errors;
    ctx->strict = s->strict;
    ctx->untrusted = ctx->confined = s->untrusted;
    uint64_t most = s->max_memory / BYTES_A_SCALAR;
    if (s->max_memory && most < ctx->max_scalars) ctx->max_scalars = most;
    ctx->cache = s->cache;
    ctx->cancelled = s->cancelled;
    ctx->cancelled_arg = s->arg;
    return ctx;
}

void causeway_refresh(causeway_session *s) {
    if (s->inst) inst_free(s->inst);
    lib_free(s->lib);
    base_context_free(s->ctx);
    s->inst = NULL;
    s->lib = NULL;
    s->ctx = NULL;
}

LibTree *ses_browse(causeway_session *s) {
    causeway_status code;
    if (s->lib) return s->lib;
    causeway_refresh(s);
    s->ctx = ses_context(s);
    s->lib = ses_open_libraries(s->ctx, &s->asked, &code);
    ses_collect(&s->reports, s->ctx);
    return s->lib;
}

static void drop_text(SesText *t) {
    base_realloc((void *)(uintptr_t)t->path, 0);
    base_realloc((void *)(uintptr_t)t->text, 0);
}

void ses_drop_answer(causeway_session *s) {
    base_context_free(s->answer);
    s->answer = NULL;
}

void causeway_session_free(causeway_session *s) {
    if (!s) return;
    causeway_refresh(s);
    ses_drop_answer(s);
    for (size_t i = 0; i < s->asked.texts.n; i++) drop_text(&s->asked.texts.at[i]);
    for (size_t i = 0; i < s->asked.files.n; i++) base_realloc(s->asked.files.at[i], 0);
    vec_free(&s->asked.texts);
    vec_free(&s->asked.files);
    vec_free(&s->asked.versions);
    vec_free(&s->asked.libraries);
    ses_free_reports(&s->reports);
    base_free_arena(&s->arena);
    base_realloc(s, 0);
}

/* ---- loading ----------------------------------------------------------------------------------------------------- */

static char *copy_bytes(const char *s, size_t n) {
    char *copy = base_realloc(NULL, n + 1);
    memcpy(copy, s, n);
    copy[n] = 0;
    return copy;
}

static void put_text(causeway_session *s, const char *path, const char *text, size_t n) {
    size_t i = 0;
    while (i < s->asked.texts.n && strcmp(s->asked.texts.at[i].path, path) != 0) i++;
    if (i < s->asked.texts.n) {
        drop_text(&s->asked.texts.at[i]);
        s->asked.texts.at[i] = vec_last(&s->asked.texts);
        s->asked.texts.n--;
    }
    if (!text) return;
    SesText copy = {copy_bytes(path, strlen(path)), copy_bytes(text, n),
                    n}; /* memory may be out here: not in the list */
    vec_push(&s->asked.texts, copy);
}

static size_t find_file(const causeway_session *s, const char *path) {
    size_t i = 0;
    while (i < s->asked.files.n && strcmp(s->asked.files.at[i], path) != 0) i++;
    return i;
}

static void drop_file(causeway_session *s, size_t at) {
    base_realloc(s->asked.files.at[at], 0);
    s->asked.files.n--;
    memmove(s->asked.files.at + at, s->asked.files.at + at + 1, (s->asked.files.n - at) * sizeof *s->asked.files.at);
}

/* Reads a file among those of the session; it leaves them again when it cannot be read. */
static causeway_status load(causeway_session *s, const char *path, const char **name) {
    size_t at = find_file(s, path);
    causeway_status code = CAUSEWAY_USAGE;
    if (at < s->asked.files.n) { /* it is read again: its classes may be others now */
        drop_file(s, at);
        causeway_refresh(s);
    }
    LibTree *lib = ses_browse(s);
    LibClass *cls = lib ? ses_find_class(s->ctx, &s->asked, lib, path, &code) : NULL;
    if (s->ctx) ses_collect(&s->reports, s->ctx);
    if (!cls) {
        causeway_refresh(s);
        return code == CAUSEWAY_OK ? CAUSEWAY_INVALID : code;
    }
    char *copy = copy_bytes(path, strlen(path));
    vec_push(&s->asked.files, copy);
    if (name) {
        Text t = {0};
        lib_full_name(cls, &t);
        *name = base_strdup(&s->ctx->arena, base_text_str(&t));
        base_text_free(&t);
    }
    return CAUSEWAY_OK;
}

void ses_use_version(causeway_session *s, const char *library, const char *version) {
    char *wish = base_sprintf(&s->arena, "%s %s", library, version);
    size_t n = strlen(library) + 1, i = 0;
    while (i < s->asked.versions.n && strncmp(s->asked.versions.at[i], wish, n) != 0) i++;
    if (i < s->asked.versions.n) s->asked.versions.at[i] = wish;
    else vec_push(&s->asked.versions, wish);
    causeway_refresh(s);
}

void ses_unload(causeway_session *s, const char *path) {
    size_t at = find_file(s, path);
    if (at < s->asked.files.n) drop_file(s, at);
    put_text(s, path, NULL, 0);
    causeway_refresh(s);
}

/* A package's folder means its package.mo. */
static causeway_status load_path(causeway_session *s, const char *path, const char **name) {
    struct stat st;
    if (stat(path, &st) != 0 || !S_ISDIR(st.st_mode)) return load(s, path, name);
    Text package = {0};
    base_text_printf(&package, "%s/package.mo", path);
    causeway_status code = load(s, base_text_str(&package), name);
    base_text_free(&package);
    return code;
}

causeway_status causeway_load_file(causeway_session *s, const char *path, const char **name) {
    BaseGuard g;
    if (!BASE_GUARDED(&g)) return ses_guard_fell(&s->reports, &g);
    causeway_status code = load_path(s, path, name);
    base_guard_pop(&g);
    return code;
}

causeway_status causeway_load_text(causeway_session *s, const char *path, const char *text, size_t n,
                                   const char **name) {
    BaseGuard g;
    if (!BASE_GUARDED(&g)) return ses_guard_fell(&s->reports, &g);
    put_text(s, path, text, n);
    causeway_refresh(s);
    causeway_status code = load(s, path, name);
    if (code != CAUSEWAY_OK) put_text(s, path, NULL, 0);
    base_guard_pop(&g);
    return code;
}

causeway_status causeway_overlay(causeway_session *s, const char *path, const char *text, size_t n) {
    BaseGuard g;
    if (!BASE_GUARDED(&g)) return ses_guard_fell(&s->reports, &g);
    put_text(s, path, text, n);
    causeway_refresh(s);
    base_guard_pop(&g);
    return CAUSEWAY_OK;
}

void causeway_free(void *bytes) { base_realloc(bytes, 0); }
