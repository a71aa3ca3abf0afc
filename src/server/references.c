/* references.c - every place that means a symbol, in all files that can know it: those in which the name stands. */
#include "server/server_impl.h"

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

bool srv_is_open_path(const Server *s, const char *path) {
    for (size_t i = 0; i < s->documents.n; i++)
        if (strcmp(s->documents.at[i]->path, path) == 0) return true;
    return false;
}

static void search_listing(Search *q, SrvListing *l) {
    for (size_t i = 0; i < l->files.n; i++) {
        SrvFile *f = &l->files.at[i];
        if (srv_is_open_path(q->s, f->path) ||
            (!q->search->every && !srv_file_holds(l, &q->buffer, f, q->word, q->len)))
            continue;
        LibClass *cls = srv_class_of_file(q->s, f);
        if (cls && lib_syn(cls)) search_tree(q, cls->file);
    }
}

static void search_library(Search *q, LibClass *top) {
    if (top->folder) search_listing(q, srv_listing(q->s, top->folder, srv_name(q->s, top->name)));
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
            SrvListing *l = srv_list_workspace(s, s->folders.at[i]);
            search_listing(&q, srv_listing(s, l->folder, ""));
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
