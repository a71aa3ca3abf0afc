/* verb_load.c - verbs that load classes, list them and give them back as text. */
#include "script/script_impl.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

LibClass *scr_class(Script *s, const char *name) {
    LibTree *lib = ses_browse(s->session);
    while (*name == '.') name++;
    LibClass *cls = lib && *name ? lib_find_path(lib, name) : NULL;
    return cls && lib_syn(cls) ? cls : NULL;
}

bool scr_class_text(Script *s, const char *name, ScrClassText *out) {
    LibClass *cls = scr_class(s, name);
    if (!cls || !cls->syn) return false;
    Context *ctx = lib_context(cls->tree);
    const Source *source = base_source(ctx->sources, cls->syn->span.file);
    *out = (ScrClassText){cls, cls->syn, ctx, source->path, source->text, source->n};
    return true;
}

SCR_VERB(scr_v_loadFile) {
    const char *path = scr_text_of(c, 0), *name = NULL;
    Context *ctx = base_context_new();
    SourceId id = base_source_open(ctx->sources, path);
    bool ok = false;
    if (id) {
        /* as a text first: classes of the same names give way */
        const Source *source = base_source(ctx->sources, id);
        const char *slash = strrchr(path, '/');
        bool package = strcmp(slash ? slash + 1 : path, "package.mo") == 0;
        SynFile *f = syn_parse(ctx, id);
        ses_unload(c->s->session, path);
        if (!package) scr_give_way(c->s, path, source->text, source->n);
        ok = causeway_load_file(c->s->session, path, &name) == CAUSEWAY_OK;
        for (SynElement *e = f->classes; ok && e; e = e->next)
            if (e->cls && !f->within.n) scr_loaded(c->s, base_str(ctx->names, e->cls->name));
        syn_free(f);
    } else {
        scr_error(c->s, "SCR0001", (Span){0}, "cannot read %s: %s", path, strerror(errno));
    }
    base_context_free(ctx);
    return scr_boolean(c->s, ok);
}

SCR_VERB(scr_v_loadString) {
    const char *text = scr_text_of(c, 0), *path = scr_text_of(c, 1);
    if (!path || !*path || strcmp(path, "<interactive>") == 0)
        path = base_sprintf(&c->s->kept, "<typed-%u>.mo", ++c->s->ntyped);
    if (!ses_ends_with(path, ".mo")) path = base_sprintf(&c->s->kept, "%s.mo", path);
    return scr_boolean(c->s, scr_load_text(c->s, path, text, strlen(text)));
}

/* A library that is found on the search path, in any of the versions asked for. */
SCR_VERB(scr_v_loadModel) {
    const char *name = scr_text_of(c, 0);
    LibTree *lib = ses_browse(c->s->session);
    const ScrValue *versions = c->at[1];
    if (lib && versions && versions->kind == SCR_ARRAY && versions->n && versions->items[0]->kind == SCR_STRING &&
        versions->items[0]->text[0] && strcmp(versions->items[0]->text, "default") != 0)
        ses_use_version(c->s->session, name, versions->items[0]->text);
    LibClass *cls = scr_class(c->s, name);
    if (cls) scr_loaded(c->s, base_strndup(&c->s->scratch, name, strcspn(name, ".")));
    else scr_error(c->s, "SCR0006", c->call->span, "no library %s was found", name);
    return scr_boolean(c->s, cls != NULL);
}

SCR_VERB(scr_v_clear) {
    for (size_t i = 0; i < c->s->loaded.n;) {
        ScrClassText t;
        size_t before = c->s->loaded.n;
        char *top = base_strdup(&c->s->scratch, c->s->loaded.at[i]);
        if (scr_class_text(c->s, top, &t)) ses_unload(c->s->session, base_strdup(&c->s->scratch, t.path));
        scr_forget(c->s, top);
        if (c->s->loaded.n == before) i++;
    }
    scr_remove_variables(c->s);
    return scr_boolean(c->s, true);
}

SCR_VERB(scr_v_clearVariables) {
    scr_remove_variables(c->s);
    return scr_boolean(c->s, true);
}

SCR_VERB(scr_v_listVariables) {
    ScrValue *a = scr_array(c->s, SCR_NAME, c->s->variables.n);
    for (size_t i = 0; i < a->n; i++) a->items[i] = scr_name(c->s, c->s->variables.at[i]->name);
    return a;
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

typedef struct {
    Script *s;
    bool recursive, qualified, constants;
    VecStr names;
} Listing;

static void list_inside(Listing *l, LibClass *cls) {
    LibClass **children;
    size_t n = lib_children(cls->tree, cls, &children);
    for (size_t i = 0; i < n; i++) {
        Text full = {0};
        if (l->qualified) lib_full_name(children[i], &full);
        else base_text_add(&full, base_str(lib_context(cls->tree)->names, children[i]->name));
        vec_push(&l->names, base_strdup(&l->s->scratch, base_text_str(&full)));
        base_text_free(&full);
        if (l->recursive) list_inside(l, children[i]);
    }
}

static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

SCR_VERB(scr_v_getClassNames) {
    Listing l = {.s = c->s, .recursive = scr_flag(c, 1, false), .qualified = scr_flag(c, 2, false)};
    const char *name = scr_text_of(c, 0);
    LibClass *cls = name && strcmp(name, "AllLoadedClasses") != 0 ? scr_class(c->s, name) : NULL;
    if (cls && l.recursive) vec_push(&l.names, base_strdup(&c->s->scratch, name));
    if (cls) list_inside(&l, cls);
    for (size_t i = c->s->loaded.n; i-- > 0 && !cls;) { /* the last one first, as in the peer */
        LibClass *top = scr_class(c->s, c->s->loaded.at[i]);
        if (!top) continue;
        vec_push(&l.names, c->s->loaded.at[i]);
        if (l.recursive) list_inside(&l, top);
    }
    if (scr_flag(c, 3, false)) qsort(l.names.at, l.names.n, sizeof *l.names.at, by_text);
    ScrValue *a = scr_array(c->s, SCR_NAME, l.names.n);
    for (size_t i = 0; i < a->n; i++) a->items[i] = scr_name(c->s, l.names.at[i]);
    vec_free(&l.names);
    return a;
}

/* ---- text -------------------------------------------------------------------------------------------------------- */

/* The text of a class, laid out. */
static bool formatted(Script *s, const ScrClassText *t, Text *out) {
    Context *ctx = base_context_new();
    size_t n = t->syn->span.end - t->syn->span.start;
    size_t start = t->syn->span.start;
    const char *text = base_sprintf(&s->scratch, "%.*s;\n", (int)n, t->text + start);
    Text made = {0}; /* which must be empty, while `out` may hold other classes */
    bool ok = syn_format(ctx, base_source_string(ctx->sources, "list.mo", text, strlen(text)), &made);
    base_context_free(ctx);
    while (ok && made.n && made.at[made.n - 1] == '\n') made.at[--made.n] = 0;
    base_text_add(out, ok ? base_text_str(&made) : text);
    base_text_free(&made);
    return ok;
}

static bool prefixed_text(Script *s, const char *name, Text *out) {
    ScrClassText t;
    if (!scr_class_text(s, name, &t)) return false;
    formatted(s, &t, out);
    return true;
}

SCR_VERB(scr_v_list) {
    Text out = {0};
    const char *name = scr_text_of(c, 0);
    if (name && strcmp(name, "AllLoadedClasses") != 0) {
        prefixed_text(c->s, name, &out);
    } else {
        for (size_t i = 0; i < c->s->loaded.n; i++) {
            if (out.n) base_text_add(&out, "\n\n");
            prefixed_text(c->s, c->s->loaded.at[i], &out);
        }
    }
    ScrValue *v = scr_string(c->s, base_text_str(&out));
    base_text_free(&out);
    return v;
}

/* The text of a class as a file of its own would hold it. */
SCR_VERB(scr_v_listFile) {
    Text text = {0};
    const char *name = scr_text_of(c, 0), *dot = strrchr(name, '.'), *all = "";
    if (prefixed_text(c->s, name, &text))
        all = base_sprintf(&c->s->scratch, "within %.*s;\n%s", dot ? (int)(dot - name) : 0, name, base_text_str(&text));
    base_text_free(&text);
    return scr_string(c->s, all);
}

/* Writes the file that holds a class as the session has it. */
static bool save_as(ScrCall *c, const char *path, const char *text, size_t n) {
    FILE *f = fopen(path, "w");
    bool ok = f && fwrite(text, 1, n, f) == n;
    if (f && fclose(f) != 0) ok = false;
    if (!ok) scr_error(c->s, "SCR0001", (Span){0}, "cannot write %s: %s", path, strerror(errno));
    return ok;
}

SCR_VERB(scr_v_save) {
    ScrClassText t;
    if (!scr_class_text(c->s, scr_text_of(c, 0), &t)) return scr_boolean(c->s, false);
    if (t.path[0] == '<') {
        scr_error(c->s, "SCR0001", (Span){0}, "%s was typed: saveModel(\"FILE.mo\", %s) names its file",
                  scr_text_of(c, 0), scr_text_of(c, 0));
        return scr_boolean(c->s, false);
    }
    return scr_boolean(c->s, save_as(c, t.path, t.text, t.n));
}

SCR_VERB(scr_v_saveModel) {
    Text out = {0};
    bool ok = prefixed_text(c->s, scr_text_of(c, 1), &out);
    base_text_char(&out, '\n');
    ok = ok && save_as(c, scr_text_of(c, 0), base_text_str(&out), out.n);
    base_text_free(&out);
    return scr_boolean(c->s, ok);
}

SCR_VERB(scr_v_getSourceFile) {
    ScrClassText t;
    return scr_string(c->s, scr_class_text(c->s, scr_text_of(c, 0), &t) ? t.path : "");
}
