/* edit.c - a class in its text: words with their places, what is to be replaced, the text that results. */
#include "edit/edit_impl.h"

#include <stdlib.h>
#include <string.h>

/* "A.B" below `within A`: "B". */
static const char *without_within(const SynFile *f, const Names *names, const char *name) {
    Text t = {0};
    if (f->within.n) syn_print_cref(names, &f->within, &t);
    size_t n = t.n;
    bool inside = n && strncmp(name, base_text_str(&t), n) == 0 && name[n] == '.';
    base_text_free(&t);
    return inside ? name + n + 1 : name;
}

/* A quoted name may hold dots. */
static size_t part_of(const char *name) {
    size_t n = 0;
    if (*name == '\'')
        for (n = 1; name[n] && name[n] != '\'';) n += name[n] == '\\' && name[n + 1] ? 2 : 1;
    while (name[n] && name[n] != '.') n++;
    return n;
}

static SynClass *find_class(const SynFile *f, const Names *names, const char *name) {
    const SynElement *list = f->classes;
    for (SynClass *found = NULL;; name += *name == '.') {
        size_t n = part_of(name);
        found = NULL;
        for (const SynElement *e = list; e && !found; e = e->next) {
            const char *own = e->kind == SYN_CLASS_DEF ? base_str(names, e->cls->name) : NULL;
            if (own && strlen(own) == n && memcmp(own, name, n) == 0) found = e->cls;
        }
        name += n;
        if (!found || !*name) return found;
        list = found->elements;
    }
}

/* The words of the class, and how the text is laid out. */
static void look_around(EditClass *e) {
    e->first = edit_word_at(e, e->cls->span.start);
    e->last = edit_previous(e, edit_word_at(e, e->cls->span.end));
    const char *line = memchr(e->text, '\n', e->n);
    e->newline = line && line > e->text && line[-1] == '\r' ? "\r\n" : "\n";
    e->step = "  ";
    for (uint32_t w = e->first + 1; w <= e->last; w++) {
        if (!e->words.at[w].first) continue;
        const char *own = edit_indent(e, w), *around = edit_indent(e, e->first);
        size_t n = strlen(around);
        if (strncmp(own, around, n) != 0 || !own[n]) continue;
        e->step = own[n] == '\t' ? "\t" : base_strdup(e->arena, own + n);
        break;
    }
    if (strlen(e->step) > 8) e->step = "  ";
}

EditClass *edit_open(Context *ctx, const char *path, const char *text, size_t n, const char *name) {
    SourceId id = base_source_string(ctx->sources, path, text, n);
    SynFile *f = syn_parse(ctx, id);
    SynClass *cls = f->failed ? NULL : find_class(f, ctx->names, without_within(f, ctx->names, name));
    if (!cls) {
        syn_free(f);
        return NULL;
    }
    EditClass *e = BASE_NEW(&ctx->arena, EditClass);
    const Source *source = base_source(ctx->sources, id);
    *e = (EditClass){.ctx = ctx, .arena = &ctx->arena, .file = f, .cls = cls, .path = source->path, .remark = ""};
    e->text = source->text;
    e->n = source->n;
    syn_words(ctx, id, &e->words);
    look_around(e);
    return e;
}

void edit_close(EditClass *e) {
    if (!e) return;
    vec_free(&e->words);
    vec_free(&e->spans);
    syn_free(e->file);
}

void edit_replace(EditClass *e, size_t start, size_t end, const char *text) {
    vec_push(&e->spans, ((EditSpan){start, end, base_strdup(e->arena, text)}));
}

bool edit_refuse(EditClass *e, const char *fmt, ...) {
    char text[600];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    e->remark = base_strdup(e->arena, text);
    return false;
}

const char *edit_remark(const EditClass *e) { return e->remark; }

static int in_order(const void *a, const void *b) {
    const EditSpan *x = a, *y = b;
    if (x->start != y->start) return x->start < y->start ? -1 : 1;
    return x->end < y->end ? -1 : x->end > y->end;
}

/* What lies inside another span is gone with it. */
size_t edit_spans(EditClass *e, const EditSpan **spans) {
    size_t kept = 0;
    if (e->spans.n) qsort(e->spans.at, e->spans.n, sizeof *e->spans.at, in_order);
    for (size_t i = 0; i < e->spans.n; i++) {
        EditSpan s = e->spans.at[i];
        if (kept && s.start < e->spans.at[kept - 1].end) {
            if (s.end > e->spans.at[kept - 1].end) e->spans.at[kept - 1].end = s.end;
            continue;
        }
        e->spans.at[kept++] = s;
    }
    e->spans.n = kept;
    *spans = e->spans.at;
    return kept;
}

bool edit_result(EditClass *e, Text *out) {
    const EditSpan *spans;
    size_t n = edit_spans(e, &spans), at = 0, before = out->n;
    for (size_t i = 0; i < n; i++) {
        base_text_addn(out, e->text + at, spans[i].start - at);
        base_text_add(out, spans[i].text);
        at = spans[i].end;
    }
    base_text_addn(out, e->text + at, e->n - at);
    size_t errors = base_error_count(e->ctx);
    SynFile *f = syn_parse(e->ctx, base_source_string(e->ctx->sources, e->path, out->at + before, out->n - before));
    bool ok = !f->failed && base_error_count(e->ctx) == errors;
    syn_free(f);
    return ok;
}
