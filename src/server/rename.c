/* rename.c - another name for a symbol, everywhere it is meant and nowhere else.
 *
 * An edit is made at each place that means the symbol, what it redeclares, or, for an element of a connector, the
 * elements of this name in the connectors that it is connected to.  The whole is refused, with the reason,
 * when a place is in a file that is not the user's, when a name that could not be resolved may mean it, when the new
 * name would mean something else at one of the places, or would from now on be found where another was.  A class that
 * is stored under its name takes its file or folder, and its line in package.order, with it.
 */
#include "server/server_impl.h"

#include <ctype.h>
#include <stdlib.h>
#include <unistd.h>

/* ---- new names --------------------------------------------------------------------------------------------------- */

static bool is_keyword(const char *word) {
    const char *k;
    for (uint32_t i = 0; (k = syn_keyword(i)); i++)
        if (strcmp(k, word) == 0) return true;
    return false;
}

static bool is_identifier(const char *word) {
    if (*word == '\'') {
        size_t n = strlen(word);
        if (n < 3 || word[n - 1] != '\'') return false;
        for (size_t i = 1; i + 1 < n; i++)
            if (word[i] == '\'' || word[i] == '\\' || (unsigned char)word[i] < ' ' || (unsigned char)word[i] > 126)
                return false;
        return true;
    }
    if (!isalpha((unsigned char)*word) && *word != '_') return false;
    for (const char *p = word; *p; p++)
        if (!isalnum((unsigned char)*p) && *p != '_') return false;
    return !is_keyword(word) && !srv_is_predefined(word);
}

/* ---- may it be renamed? ------------------------------------------------------------------------------------------ */

static const char *path_of(Server *s, Span span) { return base_source(s->ctx->sources, span.file)->path; }

static bool refuse_at(Server *s, Span at, const char *why) {
    int line, column;
    base_source_position(s->ctx->sources, at.file, at.start, &line, &column);
    srv_refuse(s, SRV_REQUEST_FAILED, "%s (%s:%d:%d)", why, path_of(s, at), line, column);
    return false;
}

static bool may_rename(Server *s, const SrvUse *use) {
    switch (use->symbol.kind) {
    case SRV_NOTHING: srv_refuse(s, SRV_REQUEST_FAILED, "what this name means is not known"); return false;
    case SRV_BUILTIN: srv_refuse(s, SRV_REQUEST_FAILED, "this name is part of the language"); return false;
    default: break;
    }
    SrvSymbol root = srv_root(s, use->symbol);
    if (!root.at.file || !srv_is_own(s, path_of(s, root.at)))
        return refuse_at(s, root.at.file ? root.at : use->span, "it is declared in a file that is not to be changed");
    if (use->symbol.kind == SRV_CLASS && !use->symbol.cls->parent && use->symbol.cls->folder) {
        srv_refuse(s, SRV_REQUEST_FAILED, "a library stored as a folder is renamed with its folder");
        return false;
    }
    return true;
}

void srv_prepare_rename(Server *s, const BaseJson *params, Text *out) {
    uint32_t offset;
    SrvUse use;
    SrvDocument *d = srv_asked(s, params, &offset);
    if (!d || !srv_use_at(s, d, offset, &use)) return;
    if (!may_rename(s, &use)) return;
    base_text_add(out, "{\"range\":");
    srv_put_range(s, use.span, out);
    base_text_add(out, ",\"placeholder\":");
    srv_put_text(out, srv_name(s, use.name));
    base_text_char(out, '}');
    base_diag_clear(s->ctx);
}

/* ---- would the new name be taken for another? -------------------------------------------------------------------- */

typedef struct {
    Server *s;
    const SrvSymbols *roots; /* of what is renamed */
    Name old;
    bool bad;
    Span where;
} Capture;

static bool is_ours(Capture *c, LibClass *cls) {
    SrvSymbol m;
    if (!cls || !srv_member(c->s, cls, c->old, &m)) return false;
    m = srv_root(c->s, m);
    return srv_is_of(c->roots, &m);
}

/* A use of the new name as it is now: will it still mean what it means? */
static void check_capture(void *arg, const SrvUse *use) {
    Capture *c = arg;
    if (c->bad) return;
    bool hit = use->in && is_ours(c, use->in);
    if (use->role == SRV_DECLARATION && use->symbol.kind == SRV_CLASS)
        hit = use->scope->parent && is_ours(c, use->scope->parent);
    bool outwards =
        !use->in && use->symbol.kind != SRV_ITERATOR && use->role != SRV_MODIFY && use->role != SRV_REDECLARE;
    for (LibClass *k = outwards ? use->scope : NULL; k && !hit; k = k->parent) {
        SrvSymbol here;
        hit = is_ours(c, k);
        if (srv_member(c->s, k, use->name, &here)) break;
    }
    if (!hit) return;
    c->bad = true;
    c->where = use->span;
}

/* Does the new name mean something at a place where the old one is used? */
static bool is_taken(Server *s, const SrvUse *use, Name fresh, Span *where) {
    SrvSymbol m;
    LibClass *home = use->symbol.kind == SRV_CLASS ? use->symbol.cls->parent : use->symbol.cls;
    if (use->symbol.kind == SRV_ALIAS || use->symbol.kind == SRV_ITERATOR) home = use->scope;
    bool taken = home ? srv_member(s, home, fresh, &m) : lib_find(s->lib, NULL, fresh) != NULL;
    if (taken) *where = home ? m.at : use->span;
    return taken;
}

static bool names_are_free(Server *s, const SrvUses *uses, Name fresh) {
    Span where;
    for (size_t i = 0; i < uses->n; i++)
        if (is_taken(s, &uses->at[i], fresh, &where)) return refuse_at(s, where, "the new name is taken");
    return true;
}

static bool is_uncaptured(Server *s, const SrvSymbols *roots, Name fresh) {
    Capture c = {.s = s, .roots = roots, .old = roots->at[0].name};
    SrvSearch q = {.name = fresh, .home = roots->at[0].cls, .visit = check_capture, .arg = &c};
    srv_search(s, &q);
    return !c.bad || refuse_at(s, c.where, "the new name already means something here");
}

/* ---- what must keep one name ------------------------------------------------------------------------------------- */

typedef struct {
    Server *s;
    SrvSymbols *roots;
    bool connector; /* connections count too */
    bool grown;
} Join;

/* The class of what a reference names; NULL when it is not known. */
static LibClass *type_of(Server *s, LibClass *scope, const SynExpr *e) {
    SrvSymbol m;
    if (!e || e->kind != SYN_CREF || !e->cref.n || !srv_lookup(s, scope, e->cref.parts[0].name, &m)) return NULL;
    for (uint32_t i = 1; i < e->cref.n; i++) {
        LibClass *cls = srv_class_of(s, &m);
        if (!cls || !srv_member(s, cls, e->cref.parts[i].name, &m)) return NULL;
    }
    return srv_class_of(s, &m);
}

/* Connectors that are connected have elements of the same names (MLS 3.6, 9.2): they are renamed together. */
static void join_ends(void *arg, LibClass *scope, const SynEquation *q) {
    Join *j = arg;
    SrvSymbol m[2];
    const SynExpr *ends[2] = {q->lhs, q->rhs};
    bool has[2], ours[2];
    for (int i = 0; i < 2; i++) {
        LibClass *cls = type_of(j->s, scope, ends[i]);
        has[i] = cls && srv_member(j->s, cls, j->roots->at[0].name, &m[i]);
        if (!has[i]) return;
        m[i] = srv_root(j->s, m[i]);
        ours[i] = srv_is_of(j->roots, &m[i]);
    }
    if (ours[0] == ours[1]) return;
    vec_push(j->roots, m[ours[0] ? 1 : 0]);
    j->grown = true;
}

/* A class that inherits elements of one name from several bases has one element (MLS 3.6, 7.1). */
static void join_bases(Join *j, LibClass *cls) {
    enum { MOST_ROOTS = 16 };
    LibClass *const *bases;
    SrvSymbol m, others[MOST_ROOTS];
    uint32_t n = srv_bases(j->s, cls, &bases), count = 0;
    bool ours = false;
    for (uint32_t i = 0; n > 1 && i < n && count < MOST_ROOTS; i++) {
        if (!srv_member(j->s, bases[i], j->roots->at[0].name, &m)) continue;
        m = srv_root(j->s, m);
        if (srv_is_of(j->roots, &m)) ours = true;
        else others[count++] = m;
    }
    for (uint32_t i = 0; ours && i < count; i++) {
        if (srv_is_of(j->roots, &others[i])) continue;
        vec_push(j->roots, others[i]);
        j->grown = true;
    }
}

static void join_classes(Join *j, const SynElement *list, int depth) {
    for (const SynElement *e = list; e && depth < 100; e = e->next) {
        if (e->kind != SYN_CLASS_DEF || !e->cls || !e->name) continue;
        uint32_t bases = 0;
        for (const SynElement *x = e->cls->elements; x; x = x->next) bases += x->kind == SYN_EXTENDS;
        if (bases > 1) join_bases(j, lib_of(j->s->lib, e->cls));
        join_classes(j, e->cls->elements, depth + 1);
    }
}

static void join_file(void *arg, const SynFile *f) {
    Join *j = arg;
    join_classes(j, f->classes, 0);
    if (j->connector) srv_each_connect(j->s, f, join_ends, arg);
}

static void join_related(Server *s, SrvSymbols *roots) {
    const SrvSymbol *first = &roots->at[0];
    const SynClass *home = first->kind == SRV_COMPONENT ? first->cls->syn : NULL;
    bool connector = home && (home->restriction == SYN_CONNECTOR || home->restriction == SYN_EXPANDABLE_CONNECTOR);
    bool inherits = first->kind == SRV_COMPONENT || (first->kind == SRV_CLASS && first->cls->parent);
    Join j = {.s = s, .roots = roots, .connector = connector, .grown = inherits};
    while (j.grown) {
        SrvSearch q = {.name = first->name, .own = true, .every = join_file, .arg = &j};
        j.grown = false;
        srv_search(s, &q);
        first = &roots->at[0];
    }
}

/* ---- macros of drawings, addresses in documentation -------------------------------------------------------------- */

typedef struct {
    Span span;
    const char *text;
} Edit;

typedef VEC(Edit) Edits;

typedef struct {
    Server *s;
    const SrvSymbols *roots;
    const char *old, *fresh;
    Edits *edits;
} Texts;

static bool is_part(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* %name and %{name} of texts in Icon and Diagram (MLS 3.6, 18.6.5.5), where name is the component. */
static void edit_macros(Texts *t, LibClass *cls, Span span) {
    const char *text = base_source(t->s->ctx->sources, span.file)->text;
    size_t n = strlen(t->old);
    SrvSymbol m;
    if (t->roots->at[0].kind != SRV_COMPONENT || !srv_member(t->s, cls, t->roots->at[0].name, &m)) return;
    m = srv_root(t->s, m);
    if (!srv_is_of(t->roots, &m)) return;
    for (uint32_t i = span.start; i + 1 + n < span.end; i++) {
        uint32_t at = i + 1 + (text[i] == '%' && text[i + 1] == '{');
        if (text[i] != '%' || (i && text[i - 1] == '%') || memcmp(text + at, t->old, n) != 0 || is_part(text[at + n]))
            continue;
        vec_push(t->edits, ((Edit){{span.file, at, (uint32_t)(at + n)}, t->fresh}));
    }
}

/* modelica://A.B.C in documentation, where the class is on the way. */
static void edit_addresses(Texts *t, Span span) {
    static const char scheme[] = "modelica://";
    const char *text = base_source(t->s->ctx->sources, span.file)->text, *end = text + span.end;
    size_t n = strlen(t->old);
    if (t->roots->at[0].kind != SRV_CLASS) return;
    for (const char *p = text + span.start; (p = memmem(p, (size_t)(end - p), scheme, sizeof scheme - 1));) {
        p += sizeof scheme - 1;
        LibClass *cls = NULL;
        for (const char *word = p; word < end && is_part(*word);) {
            size_t len = 0;
            while (word + len < end && is_part(word[len])) len++;
            cls = lib_find(t->s->lib, cls, base_intern(t->s->ctx->names, word, len));
            if (!cls) break;
            uint32_t at = (uint32_t)(word - text);
            if (cls == t->roots->at[0].cls && len == n)
                vec_push(t->edits, ((Edit){{span.file, at, at + (uint32_t)n}, t->fresh}));
            if (word[len] != '.') break;
            word += len + 1;
        }
    }
}

static void edit_drawings(Texts *t, LibClass *cls, const SynMod *list) {
    for (const SynMod *m = list; m; m = m->next) {
        if (m->is_break || m->element || !m->mod || m->name.n != 1) continue;
        const char *word = srv_name(t->s, m->name.parts[0].name);
        Span span = {m->mod->span.file, m->mod->span.start, m->mod->span.end};
        if (strcmp(word, "Icon") == 0 || strcmp(word, "Diagram") == 0) edit_macros(t, cls, span);
        if (strcmp(word, "Documentation") == 0) edit_addresses(t, span);
    }
}

static void edit_texts_of(Texts *t, const SynElement *list) {
    for (const SynElement *e = list; e; e = e->next) {
        if (e->kind != SYN_CLASS_DEF || !e->cls) continue;
        edit_drawings(t, lib_of(t->s->lib, e->cls), e->cls->annotation);
        edit_texts_of(t, e->cls->elements);
    }
}

/* ---- the edit ---------------------------------------------------------------------------------------------------- */

static int by_place(const void *a, const void *b) {
    const Edit *x = a, *y = b;
    if (x->span.file != y->span.file) return x->span.file < y->span.file ? -1 : 1;
    return x->span.start < y->span.start ? -1 : x->span.start > y->span.start;
}

static void put_edits(Server *s, const Edits *edits, bool versioned, Text *out) {
    for (size_t i = 0; i < edits->n;) {
        SourceId file = edits->at[i].span.file;
        const SrvDocument *d = srv_document_of_source(s, file);
        srv_comma(out);
        if (versioned) base_text_add(out, "{\"textDocument\":{\"uri\":");
        srv_put_uri(s, base_source(s->ctx->sources, file)->path, out);
        if (versioned && d && d->has_version) base_text_printf(out, ",\"version\":%.0f},\"edits\":[", d->version);
        else if (versioned) base_text_add(out, ",\"version\":null},\"edits\":[");
        else base_text_add(out, ":[");
        for (uint32_t last = UINT32_MAX; i < edits->n && edits->at[i].span.file == file; i++) {
            if (edits->at[i].span.start == last) continue;
            last = edits->at[i].span.start;
            srv_comma(out);
            base_text_add(out, "{\"range\":");
            srv_put_range(s, edits->at[i].span, out);
            base_text_add(out, ",\"newText\":");
            srv_put_text(out, edits->at[i].text);
            base_text_char(out, '}');
        }
        base_text_add(out, versioned ? "]}" : "]");
    }
}

/* The line of package.order that names the class. */
static void edit_order(Server *s, LibClass *cls, const char *fresh, Edits *edits) {
    if (!cls->parent || !cls->parent->folder) return;
    const char *path = base_sprintf(&s->scratch, "%s/package.order", cls->parent->folder);
    if (access(path, R_OK) != 0) return;
    SourceId id = base_source_open(s->ctx->sources, path);
    const Source *src = id ? base_source(s->ctx->sources, id) : NULL;
    const char *old = srv_name(s, cls->name);
    size_t n = strlen(old);
    for (size_t i = 0; src && i + n <= src->n; i++) {
        bool begins = i == 0 || src->text[i - 1] == '\n', ends = i + n == src->n || strchr(" \t\r\n", src->text[i + n]);
        if (begins && ends && memcmp(src->text + i, old, n) == 0)
            vec_push(edits, ((Edit){{id, (uint32_t)i, (uint32_t)(i + n)}, fresh}));
    }
}

static void put_file_rename(Server *s, const LibClass *cls, const char *fresh, Text *out) {
    const char *from = cls->folder ? cls->folder : cls->path, *slash = strrchr(from, '/');
    srv_comma(out);
    base_text_add(out, "{\"kind\":\"rename\",\"oldUri\":");
    srv_put_uri(s, from, out);
    base_text_add(out, ",\"newUri\":");
    srv_put_uri(
        s, base_sprintf(&s->scratch, "%.*s%s%s", (int)(slash - from + 1), from, fresh, cls->folder ? "" : ".mo"), out);
    base_text_char(out, '}');
}

static bool is_stored(Server *s, const LibClass *cls) {
    if (!cls->path) return false;
    const char *slash = strrchr(cls->path, '/'), *name = srv_name(s, cls->name);
    size_t n = strlen(name);
    return cls->folder || (strncmp(slash ? slash + 1 : cls->path, name, n) == 0 &&
                           strcmp((slash ? slash + 1 : cls->path) + n, ".mo") == 0);
}

static bool all_own(Server *s, const Edits *edits) {
    SourceId seen = 0;
    for (size_t i = 0; i < edits->n; i++) {
        Span at = edits->at[i].span;
        if (at.file != seen && !srv_is_own(s, path_of(s, at)))
            return refuse_at(s, at, "a file that is not to be changed uses it");
        seen = at.file;
    }
    return true;
}

static void collect_edits(Server *s, const SrvUses *uses, const SrvSymbols *roots, const char *fresh, Edits *edits) {
    Texts t = {s, roots, srv_name(s, roots->at[0].name), fresh, edits};
    Map files = {0};
    for (size_t i = 0; i < uses->n; i++) vec_push(edits, ((Edit){uses->at[i].span, fresh}));
    for (size_t i = 0; i < s->touched.n; i++) { /* all texts that the name stands in */
        const SynFile *f = s->touched.at[i];
        if (base_map_get(&files, (uintptr_t)f, NULL)) continue;
        base_map_put(&files, (uintptr_t)f, 1);
        edit_texts_of(&t, f->classes);
    }
    base_map_free(&files);
}

void srv_rename(Server *s, const BaseJson *params, Text *out) {
    uint32_t offset;
    SrvUse use;
    SrvUses uses = {0}, unsure = {0};
    Edits edits = {0};
    const char *fresh = base_json_string(params, "newName");
    SrvDocument *d = srv_asked(s, params, &offset);
    if (!d) return;
    if (!fresh || !is_identifier(fresh)) {
        srv_refuse(s, SRV_INVALID_PARAMS, "%s is no name that can be declared", fresh ? fresh : "nothing");
        return;
    }
    if (!srv_use_at(s, d, offset, &use) || !may_rename(s, &use)) {
        if (!s->error) srv_refuse(s, SRV_REQUEST_FAILED, "there is no name here");
        return;
    }
    SrvSymbol root = srv_root(s, use.symbol);
    Name name = base_name(s->ctx->names, fresh);
    bool stored = use.symbol.kind == SRV_CLASS && is_stored(s, root.cls);
    SrvSymbols roots = {0};
    vec_push(&roots, root);
    join_related(s, &roots);
    bool ok = name == use.name || is_uncaptured(s, &roots, name);
    if (ok) srv_find_family(s, &roots, &uses, &unsure);
    ok = ok && (name == use.name || names_are_free(s, &uses, name));
    if (ok && unsure.n) ok = refuse_at(s, unsure.at[0].span, "what this name means cannot be told: it may be the one");
    if (ok && stored && (!s->rename_files || *fresh == '\''))
        ok = (srv_refuse(s, SRV_REQUEST_FAILED,
                         "the class is stored under its name, and the editor does not rename files"),
              false);
    if (ok) {
        collect_edits(s, &uses, &roots, fresh, &edits);
        if (root.kind == SRV_CLASS) edit_order(s, root.cls, fresh, &edits);
        qsort(edits.at, edits.n, sizeof *edits.at, by_place);
        ok = all_own(s, &edits);
    }
    if (ok) {
        base_text_add(out, s->rename_files ? "{\"documentChanges\":[" : "{\"changes\":{");
        put_edits(s, &edits, s->rename_files, out);
        if (stored) put_file_rename(s, root.cls, fresh, out);
        base_text_add(out, s->rename_files ? "]}" : "}}");
    }
    vec_free(&roots);
    vec_free(&uses);
    vec_free(&unsure);
    vec_free(&edits);
    base_diag_clear(s->ctx);
}
