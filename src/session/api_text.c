/* api_text.c - causeway.h: texts whose classes take the place of earlier ones, as cells of a notebook do. */
#include "session/api.h"
#include "syntax/syntax.h"

#include <string.h>

typedef void (*EachClass)(void *arg, const char *name, Span span);

/* The top-level classes of a text; none when it does not parse or belongs inside another class. */
static void each_class(const char *path, const char *text, size_t n, EachClass call, void *arg) {
    Context *ctx = base_context_new();
    SynFile *f = syn_parse(ctx, base_source_string(ctx->sources, path, text, n));
    if (!f->failed && base_error_count(ctx) == 0 && f->within.n == 0)
        for (SynElement *e = f->classes; e; e = e->next)
            if (e->cls) call(arg, base_str(ctx->names, e->cls->name), e->span);
    syn_free(f);
    base_context_free(ctx);
}

typedef struct {
    const char *name; /* the class that gives way */
    char *text;       /* a copy of the earlier text, with blanks in its place: lines keep their numbers */
    size_t n;
    bool found;
} Blanked;

static void blank(void *arg, const char *name, Span span) {
    Blanked *b = arg;
    if (strcmp(name, b->name) != 0) return;
    size_t end = span.end;
    while (end < b->n && strchr(" \t", b->text[end])) end++;
    if (end < b->n && b->text[end] == ';') end++;
    for (size_t i = span.start; i < end; i++)
        if (b->text[i] != '\n') b->text[i] = ' ';
    b->found = true;
}

static bool is_blank(const char *text, size_t n) {
    size_t i = 0;
    while (i < n && strchr(" \t\r\n", text[i])) i++;
    return i == n;
}

typedef struct {
    causeway_session *s;
    const char *path; /* the new text */
} GivingWay;

/* The class of this name leaves the earlier texts. */
static void give_way(void *arg, const char *name, Span span) {
    const GivingWay *g = arg;
    (void)span;
    for (size_t i = 0; i < g->s->asked.texts.n; i++) {
        const SesText *old = &g->s->asked.texts.at[i];
        if (!strcmp(old->path, g->path)) continue;
        Arena arena = {0};
        Blanked b = {.name = name, .text = base_strndup(&arena, old->text, old->n), .n = old->n};
        const char *path = base_strdup(&arena, old->path);
        each_class(path, old->text, old->n, blank, &b);
        if (b.found) {
            ses_unload(g->s, path);
            if (!is_blank(b.text, b.n)) (void)causeway_load_text(g->s, path, b.text, b.n, NULL);
        }
        base_free_arena(&arena);
        if (b.found) return;
    }
}

causeway_status causeway_define_text(causeway_session *s, const char *path, const char *text, size_t n,
                                     const char **name) {
    BaseGuard guard;
    GivingWay g = {s, path};
    if (!BASE_GUARDED(&guard)) return ses_guard_fell(&s->reports, &guard);
    each_class(path, text, n, give_way, &g);
    base_guard_pop(&guard);
    return causeway_load_text(s, path, text, n, name);
}
