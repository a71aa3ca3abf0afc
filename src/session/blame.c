/* blame.c - messages about a library lead with the line of the user that brought them about.
 *
 * An error that lies in a file of a library is told at the innermost component of the user that its instance lies in;
 * the place in the library becomes a note.  Where an earlier error stands in the same declaration it is the cause, and
 * the later one is not shown: what is wrong inside a library follows from how it is used.
 */
#include "session/session_impl.h"

#include <ctype.h>
#include <string.h>

typedef struct {
    Context *ctx;
    LibTree *lib;
    InstClass *model;
    VEC(Span) blamed; /* where errors of the user stand: declarations, or places in them */
} Blame;

static bool is_foreign(const Blame *b, Span span) {
    return span.file && lib_is_foreign(b->lib, b->model->lib, span.file);
}

/* The next word of an instance path, without subscripts; 0 at its end. */
static Name next_word(const Blame *b, const char **path) {
    const char *start = *path, *p = start;
    bool quoted = *p == '\'';
    if (quoted) {
        do p += *p == '\\' && p[1] ? 2 : 1;
        while (*p && *p != '\'');
        p += *p == '\'';
    }
    while (!quoted && (isalnum((unsigned char)*p) || *p == '_')) p++;
    Name word = p > start ? base_intern(b->ctx->names, start, (size_t)(p - start)) : 0;
    for (int depth = 0; *p && (depth || *p == '['); p++) depth += (*p == '[') - (*p == ']');
    *path = *p == '.' ? p + 1 : p;
    return word;
}

/* The innermost component on the path that is declared in a file of the user. */
static SynElement *users_component(const Blame *b, const char *path) {
    SynElement *found = NULL;
    InstClass *c = b->model;
    for (Name word; c && *path && (word = next_word(b, &path)) != 0;) {
        InstElement *e = inst_find(c, word);
        if (!e || e->kind != SYN_COMPONENT) break;
        if (e->syn && !is_foreign(b, e->syn->span)) found = e->syn;
        c = e->comp ? e->comp->cls : NULL;
    }
    return found;
}

static bool lies_in(Span inner, Span outer) {
    return inner.file == outer.file && outer.start <= inner.start && inner.end <= outer.end;
}

static void look_at(void *arg, Diag *d) {
    Blame *b = arg;
    bool error = d->severity >= SEV_ERROR;
    if (!d->span.file || !is_foreign(b, d->span)) {
        if (error && d->span.file) vec_push(&b->blamed, d->span);
        return;
    }
    SynElement *e = d->instance ? users_component(b, d->instance) : NULL;
    if (!e) return;
    for (size_t i = 0; error && i < b->blamed.n; i++) d->follows |= lies_in(b->blamed.at[i], e->span);
    base_note_first(b->ctx, d, d->span, "this is where, in the library");
    d->span = e->name_span;
    if (error) vec_push(&b->blamed, d->span);
}

void ses_blame_user(Context *ctx, LibTree *lib, InstClass *model) {
    if (!lib || !model || !base_diag_waiting(ctx)) return;
    Blame b = {.ctx = ctx, .lib = lib, .model = model};
    base_diag_each(ctx, look_at, &b);
    vec_free(&b.blamed);
}
