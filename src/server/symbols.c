/* symbols.c - the shape of a text: outline, folding, selection ranges, layout; classes of the workspace. */
#include "server/server_impl.h"

#include <ctype.h>

/* ---- outline ----------------------------------------------------------------------------------------------------- */

/* SymbolKind of the protocol */
enum {
    KIND_MODULE = 2,
    KIND_PACKAGE = 4,
    KIND_CLASS = 5,
    KIND_PROPERTY = 7,
    KIND_FIELD = 8,
    KIND_ENUM = 10,
    KIND_INTERFACE = 11,
    KIND_FUNCTION = 12,
    KIND_VARIABLE = 13,
    KIND_CONSTANT = 14,
    KIND_ENUM_MEMBER = 22,
    KIND_STRUCT = 23,
    KIND_OPERATOR = 25,
    KIND_TYPE_PARAMETER = 26
};

int srv_class_kind(const SynClass *c) {
    if (c->form == SYN_ENUMERATION) return KIND_ENUM;
    switch (c->restriction) {
    case SYN_PACKAGE: return KIND_PACKAGE;
    case SYN_RECORD:
    case SYN_OPERATOR_RECORD: return KIND_STRUCT;
    case SYN_CONNECTOR:
    case SYN_EXPANDABLE_CONNECTOR: return KIND_INTERFACE;
    case SYN_FUNCTION:
    case SYN_OPERATOR_FUNCTION: return KIND_FUNCTION;
    case SYN_TYPE: return KIND_TYPE_PARAMETER;
    case SYN_OPERATOR: return KIND_OPERATOR;
    default: return KIND_CLASS;
    }
}

static int component_kind(const SynElement *e) {
    if (e->prefixes & SYN_CONSTANT) return KIND_CONSTANT;
    if (e->prefixes & SYN_PARAMETER) return KIND_PROPERTY;
    return e->type.n == 1 ? KIND_VARIABLE : KIND_FIELD;
}

typedef struct {
    Server *s;
    SrvDocument *d;
    Text *out;
} Outline;

static void put_head(const Outline *o, Name name, int kind, const char *detail, Span span, Span name_span) {
    if (name_span.start < span.start || name_span.end > span.end) name_span = (Span){span.file, span.start, span.start};
    srv_comma(o->out);
    base_text_add(o->out, "{\"name\":");
    srv_put_text(o->out, *srv_name(o->s, name) ? srv_name(o->s, name) : "?");
    base_text_printf(o->out, ",\"kind\":%d,\"detail\":", kind);
    srv_put_text(o->out, detail);
    base_text_add(o->out, ",\"range\":");
    srv_put_range(o->s, span, o->out);
    base_text_add(o->out, ",\"selectionRange\":");
    srv_put_range(o->s, name_span, o->out);
}

static void put_elements(const Outline *o, const SynElement *list, int depth);

static void put_class(const Outline *o, const SynElement *e, int depth) {
    const SynClass *c = e->cls;
    put_head(o, c->name, srv_class_kind(c),
             c->comment ? srv_name(o->s, c->comment) : syn_restriction_name(c->restriction), e->span, c->name_span);
    base_text_add(o->out, ",\"children\":[");
    for (uint32_t i = 0; i < c->nliterals; i++) {
        put_head(o, c->literals[i].name, KIND_ENUM_MEMBER, srv_name(o->s, c->literals[i].comment), c->literals[i].span,
                 c->literals[i].span);
        base_text_char(o->out, '}');
    }
    put_elements(o, c->elements, depth + 1);
    base_text_add(o->out, "]}");
}

static void put_component(const Outline *o, const SynElement *e) {
    Text type = {0};
    syn_print_cref(o->s->ctx->names, &e->type, &type);
    put_head(o, e->name, component_kind(e), base_text_str(&type), e->span, e->name_span);
    base_text_char(o->out, '}');
    base_text_free(&type);
}

static void put_elements(const Outline *o, const SynElement *list, int depth) {
    for (const SynElement *e = list; e && depth < 100; e = e->next) {
        if (e->kind == SYN_CLASS_DEF && e->cls) put_class(o, e, depth);
        else if (e->kind == SYN_COMPONENT && e->name) put_component(o, e);
    }
}

/* Items stand behind what is inside them: those of depth n from `from` on, up to `end`. */
static void put_items(const Outline *o, size_t from, size_t end, int depth) {
    for (size_t i = from; i < end; i++) {
        const SrvItem *x = &o->d->items.at[i];
        if (x->depth != depth) continue;
        put_head(o, x->name, x->model ? KIND_CLASS : KIND_FIELD, x->model ? "model" : "submodel", x->span,
                 x->name_span);
        base_text_add(o->out, ",\"children\":[");
        size_t first = i;
        while (first > from && o->d->items.at[first - 1].depth > depth) first--;
        if (x->model) put_items(o, first, i, depth + 1);
        base_text_add(o->out, "]}");
    }
}

void srv_document_symbol(Server *s, const BaseJson *params, Text *out) {
    SrvDocument *d = srv_asked(s, params, NULL);
    if (!d) return;
    Outline o = {s, d, out};
    base_text_char(out, '[');
    if (d->file) put_elements(&o, d->file->classes, 0);
    put_items(&o, 0, d->items.n, 0);
    base_text_char(out, ']');
}

/* ---- folding ----------------------------------------------------------------------------------------------------- */

static int line_of(Server *s, const SrvDocument *d, uint32_t offset) {
    int line, column;
    base_source_position(s->ctx->sources, d->source, offset, &line, &column);
    return line - 1;
}

static void put_fold(Server *s, const SrvDocument *d, Span span, int lines_kept, const char *kind, Text *out) {
    int first = line_of(s, d, span.start), last = line_of(s, d, span.end) - lines_kept;
    if (last <= first) return;
    srv_comma(out);
    base_text_printf(out, "{\"startLine\":%d,\"endLine\":%d", first, last);
    if (kind) base_text_printf(out, ",\"kind\":\"%s\"", kind);
    base_text_char(out, '}');
}

static void fold_statements(Server *s, const SrvDocument *d, const SynStatement *list, Text *out) {
    for (const SynStatement *x = list; x; x = x->next) {
        if (x->kind != SYN_ST_ASSIGN && x->kind != SYN_ST_CALL) put_fold(s, d, x->span, 1, NULL, out);
        for (uint32_t i = 0; i < x->nbranches; i++) fold_statements(s, d, x->branches[i].statements, out);
        if (x->kind == SYN_ST_FOR || x->kind == SYN_ST_WHILE) fold_statements(s, d, x->body, out);
    }
}

static void fold_equations(Server *s, const SrvDocument *d, const SynEquation *list, Text *out) {
    for (const SynEquation *x = list; x; x = x->next) {
        bool tree = x->kind == SYN_EQ_IF || x->kind == SYN_EQ_FOR || x->kind == SYN_EQ_WHEN;
        if (!tree) continue;
        put_fold(s, d, x->span, 1, NULL, out);
        for (uint32_t i = 0; i < x->nbranches; i++) fold_equations(s, d, x->branches[i].equations, out);
        if (x->kind == SYN_EQ_FOR) fold_equations(s, d, x->body, out);
    }
}

static void fold_classes(Server *s, const SrvDocument *d, const SynElement *list, Text *out, int depth) {
    for (const SynElement *e = list; e && depth < 100; e = e->next) {
        if (e->kind != SYN_CLASS_DEF || !e->cls) continue;
        put_fold(s, d, e->span, 1, NULL, out);
        fold_classes(s, d, e->cls->elements, out, depth + 1);
        fold_equations(s, d, e->cls->equations, out);
        fold_equations(s, d, e->cls->initial_equations, out);
        for (const SynAlgorithm *a = e->cls->algorithms; a; a = a->next) fold_statements(s, d, a->statements, out);
    }
}

/* Annotations, which are most of many texts, and runs of comments. */
static void fold_words(Server *s, const SrvDocument *d, Text *out) {
    SynWords words = {0};
    const char *text = base_source(s->ctx->sources, d->source)->text;
    syn_words(s->ctx, d->source, &words);
    for (size_t i = 0; i < words.n; i++) {
        const SynWord *w = &words.at[i];
        if (w->kind == SYN_WORD_COMMENT) {
            size_t last = i;
            while (last + 1 < words.n && words.at[last + 1].kind == SYN_WORD_COMMENT && words.at[last + 1].first)
                last++;
            put_fold(s, d, (Span){d->source, w->start, words.at[last].end}, 0, "comment", out);
            i = last;
        } else if (w->kind == SYN_WORD_KEYWORD && w->end - w->start == 10 &&
                   memcmp(text + w->start, "annotation", 10) == 0) {
            int depth = 0;
            size_t k = i + 1;
            for (; k < words.n; k++) {
                if (words.at[k].kind != SYN_WORD_SIGN) continue;
                depth += text[words.at[k].start] == '(';
                if (text[words.at[k].start] == ')' && --depth <= 0) break;
            }
            if (k < words.n) put_fold(s, d, (Span){d->source, w->start, words.at[k].end}, 0, "region", out);
            if (k < words.n) i = k;
        }
    }
    vec_free(&words);
}

void srv_folding_range(Server *s, const BaseJson *params, Text *out) {
    SrvDocument *d = srv_asked(s, params, NULL);
    if (!d) return;
    base_text_char(out, '[');
    if (d->file) fold_classes(s, d, d->file->classes, out, 0);
    if (d->source && !d->classic) fold_words(s, d, out);
    for (size_t i = 0; i < d->items.n; i++)
        if (d->items.at[i].model) put_fold(s, d, d->items.at[i].span, 1, NULL, out);
    base_text_char(out, ']');
}

/* ---- selection: the word, the item, the class, the class around it ----------------------------------------------- */

typedef VEC(Span) Spans;

static void add_span(Spans *v, Span span, uint32_t offset) {
    if (offset < span.start || offset > span.end || span.end == span.start) return;
    if (v->n && vec_last(v).start == span.start && vec_last(v).end == span.end) return;
    vec_push(v, span);
}

static void select_equations(const SynEquation *list, uint32_t offset, Spans *v) {
    for (const SynEquation *x = list; x; x = x->next) {
        if (offset < x->span.start || offset > x->span.end) continue;
        add_span(v, x->span, offset);
        if (x->kind == SYN_EQ_FOR) select_equations(x->body, offset, v);
        if (x->kind == SYN_EQ_IF || x->kind == SYN_EQ_WHEN)
            for (uint32_t i = 0; i < x->nbranches; i++) select_equations(x->branches[i].equations, offset, v);
        if (x->lhs) add_span(v, x->lhs->span, offset);
        if (x->rhs) add_span(v, x->rhs->span, offset);
    }
}

static void select_statements(const SynStatement *list, uint32_t offset, Spans *v) {
    for (const SynStatement *x = list; x; x = x->next) {
        if (offset < x->span.start || offset > x->span.end) continue;
        add_span(v, x->span, offset);
        select_statements(x->body, offset, v);
        for (uint32_t i = 0; i < x->nbranches; i++) select_statements(x->branches[i].statements, offset, v);
        if (x->lhs) add_span(v, x->lhs->span, offset);
        if (x->rhs) add_span(v, x->rhs->span, offset);
    }
}

static void select_elements(const SynElement *list, uint32_t offset, Spans *v) {
    for (const SynElement *e = list; e; e = e->next) {
        if (offset < e->span.start || offset > e->span.end) continue;
        add_span(v, e->span, offset);
        if (e->mod) add_span(v, e->mod->span, offset);
        if (e->kind != SYN_CLASS_DEF || !e->cls) continue;
        select_elements(e->cls->elements, offset, v);
        select_equations(e->cls->initial_equations, offset, v);
        select_equations(e->cls->equations, offset, v);
        for (const SynAlgorithm *a = e->cls->algorithms; a; a = a->next) select_statements(a->statements, offset, v);
    }
}

/* The word that the offset touches; signs only where there is nothing else. */
static void add_word(const SynWords *words, SourceId source, uint32_t offset, Spans *v) {
    const SynWord *best = NULL;
    for (size_t i = 0; i < words->n && words->at[i].start <= offset; i++) {
        const SynWord *w = &words->at[i];
        if (w->end >= offset && (!best || w->kind != SYN_WORD_SIGN)) best = w;
    }
    if (best) add_span(v, (Span){source, best->start, best->end}, offset);
}

static void put_selection(Server *s, const Spans *v, size_t n, Text *out) {
    base_text_add(out, "{\"range\":");
    srv_put_range(s, v->at[n - 1], out);
    if (n > 1) {
        base_text_add(out, ",\"parent\":");
        put_selection(s, v, n - 1, out);
    }
    base_text_char(out, '}');
}

static void keep_nested(Spans *v) {
    size_t kept = 0;
    for (size_t i = 0; i < v->n; i++) {
        Span x = v->at[i];
        bool inside = !kept || (x.start >= v->at[kept - 1].start && x.end <= v->at[kept - 1].end);
        if (inside && kept < 200) v->at[kept++] = x;
    }
    v->n = kept;
}

void srv_selection_range(Server *s, const BaseJson *params, Text *out) {
    SrvDocument *d = srv_asked(s, params, NULL);
    const BaseJson *list = base_json_get(params, "positions");
    if (!d) return;
    base_text_char(out, '[');
    SynWords words = {0};
    if (d->source) syn_words(s->ctx, d->source, &words);
    for (const BaseJson *p = list && list->kind == BASE_JSON_ARRAY ? list->items : NULL; p; p = p->next) {
        uint32_t offset;
        Spans v = {0};
        if (!srv_offset(s, d, p, &offset)) {
            srv_refuse(s, SRV_INVALID_PARAMS, "params.positions holds what is no position");
            break;
        }
        vec_push(&v, ((Span){d->source, 0, (uint32_t)d->n}));
        if (d->file) select_elements(d->file->classes, offset, &v);
        add_word(&words, d->source, offset, &v);
        keep_nested(&v);
        srv_comma(out);
        put_selection(s, &v, v.n, out);
        vec_free(&v);
    }
    vec_free(&words);
    base_text_char(out, ']');
}

/* ---- layout ------------------------------------------------------------------------------------------------------ */

/* The text laid out anew; false, after srv_refuse, when it does not parse. */
static bool lay_out(Server *s, const SrvDocument *d, Text *out) {
    Context *ctx = base_context_new();
    SourceId id = base_source_string(ctx->sources, d->path, d->text, d->n);
    bool ok = !d->classic && syn_format(ctx, id, out);
    base_context_free(ctx);
    if (!ok) srv_refuse(s, SRV_REQUEST_FAILED, "the text has errors: it is not laid out");
    return ok;
}

static size_t line_end(const char *text, size_t n, size_t at) {
    const char *end = memchr(text + at, '\n', n - at);
    return end ? (size_t)(end - text) + 1 : n;
}

/* One edit for the lines in [from, to) that differ: those of both texts before and behind are the same. */
static void put_edit(Server *s, const SrvDocument *d, const Text *made, size_t from, size_t to, Text *out) {
    size_t head = 0, tail = 0;
    while (head < d->n && head < made->n && d->text[head] == made->at[head]) head++;
    while (head && d->text[head - 1] != '\n') head--;
    while (tail < d->n - head && tail < made->n - head && d->text[d->n - 1 - tail] == made->at[made->n - 1 - tail])
        tail++;
    while (tail && d->text[d->n - tail - 1] != '\n') tail--;
    if (d->n == made->n && memcmp(d->text, made->at, d->n) == 0) return;
    if (head < from || d->n - tail > to) return;
    base_text_add(out, "{\"range\":");
    srv_put_range(s, (Span){d->source, (uint32_t)head, (uint32_t)(d->n - tail)}, out);
    base_text_add(out, ",\"newText\":");
    base_text_json(out, made->at + head, made->n - tail - head);
    base_text_char(out, '}');
}

void srv_formatting(Server *s, const BaseJson *params, Text *out) {
    SrvDocument *d = srv_asked(s, params, NULL);
    Text made = {0};
    if (d && lay_out(s, d, &made)) {
        base_text_char(out, '[');
        put_edit(s, d, &made, 0, d->n, out);
        base_text_char(out, ']');
    }
    base_text_free(&made);
}

/* The text without blanks, up to an offset: how many characters. */
static size_t solid(const char *text, size_t to) {
    size_t n = 0;
    for (size_t i = 0; i < to; i++) n += !isspace((unsigned char)text[i]);
    return n;
}

static size_t behind_solid(const char *text, size_t size, size_t count) {
    size_t i = 0;
    for (; i < size && count; i++) count -= !isspace((unsigned char)text[i]);
    return i;
}

/* Layout changes blanks only: lines of the range are those between the same other characters. */
void srv_range_formatting(Server *s, const BaseJson *params, Text *out) {
    uint32_t from, to;
    SrvDocument *d = srv_asked(s, params, NULL);
    const BaseJson *range = base_json_get(params, "range");
    Text made = {0};
    if (!d) return;
    if (!srv_offset(s, d, base_json_get(range, "start"), &from) ||
        !srv_offset(s, d, base_json_get(range, "end"), &to) || to < from) {
        srv_refuse(s, SRV_INVALID_PARAMS, "params.range is no range");
        return;
    }
    if (!lay_out(s, d, &made)) return;
    while (from && d->text[from - 1] != '\n') from--;
    to = (uint32_t)line_end(d->text, d->n, to > from && d->text[to - 1] == '\n' ? to - 1 : to);
    size_t first = behind_solid(made.at, made.n, solid(d->text, from)),
           last = behind_solid(made.at, made.n, solid(d->text, to));
    if (first) first = line_end(made.at, made.n, first);
    last = line_end(made.at, made.n, last ? last - 1 : 0);
    base_text_char(out, '[');
    bool whole_lines =
        first <= last && solid(made.at, first) == solid(d->text, from) && solid(made.at, last) == solid(d->text, to);
    if (whole_lines && (last - first != to - from || memcmp(made.at + first, d->text + from, last - first) != 0)) {
        base_text_add(out, "{\"range\":");
        srv_put_range(s, (Span){d->source, from, to}, out);
        base_text_add(out, ",\"newText\":");
        base_text_json(out, made.at + first, last - first);
        base_text_char(out, '}');
    }
    base_text_char(out, ']');
    base_text_free(&made);
}

/* ---- classes of the workspace ------------------------------------------------------------------------------------ */

/* How well a name fits a query: 0 it is the name, 1 its beginning, 2 a part of it, 3 its letters stand in the name in
 * their order; case counts for nothing.  -1: not at all. */
static int fit(const char *name, const char *query) {
    size_t n = strlen(query);
    if (strncasecmp(name, query, n) == 0) return name[n] ? 1 : 0;
    if (strcasestr(name, query)) return 2;
    for (; *query; query++) {
        while (*name && tolower((unsigned char)*name) != tolower((unsigned char)*query)) name++;
        if (!*name++) return -1;
    }
    return 3;
}

typedef struct {
    LibClass *cls;
    int fit;
} Found;

typedef struct {
    Server *s;
    const char *query;
    VEC(Found) found;
} Search;

enum { MOST_SYMBOLS = 500, DEEPEST = 30, FITS = 4, SHORTEST_SOUGHT = 3 };

static void put_symbol(Server *s, LibClass *cls, Text *out) {
    Text container = {0};
    if (cls->parent) lib_full_name(cls->parent, &container);
    Span span = cls->syn ? cls->syn->name_span : (Span){0};
    srv_comma(out);
    base_text_add(out, "{\"name\":");
    srv_put_text(out, srv_name(s, cls->name));
    base_text_printf(out, ",\"kind\":%d,\"containerName\":", cls->syn ? srv_class_kind(cls->syn) : KIND_CLASS);
    srv_put_text(out, base_text_str(&container));
    base_text_add(out, ",\"location\":");
    if (span.file) {
        srv_put_location(s, span, out);
    } else {
        base_text_add(out, "{\"uri\":");
        srv_put_uri(s, cls->path, out);
        base_text_add(out, ",\"range\":{\"start\":{\"line\":0,\"character\":0},\"end\":{\"line\":0,\"character\":0}}}");
    }
    base_text_char(out, '}');
    base_text_free(&container);
}

static void search_below(Search *q, LibClass *parent, int depth) {
    LibClass **children;
    if (depth > DEEPEST) return;
    size_t n = lib_children(q->s->lib, parent, &children);
    for (size_t i = 0; i < n; i++) {
        LibClass *c = children[i];
        int f = c->syn || c->path ? fit(srv_name(q->s, c->name), q->query) : -1;
        if (f >= 0) vec_push(&q->found, ((Found){c, f}));
        /* of libraries only the files are read that hold something sought (srv_read_declaring), of the workspace all */
        bool known = c->syn || c->folder || (q->query[0] && c->path && srv_is_own(q->s, c->path));
        if (known) search_below(q, c, depth + 1);
    }
}

/* Full names of classes that fit, best first. */
void srv_visit_symbols(Server *s, const char *query, void (*visit)(void *arg, const char *full), void *arg) {
    Search q = {.s = s, .query = query};
    if (strlen(query) >= SHORTEST_SOUGHT) srv_read_declaring(s, query);
    search_below(&q, NULL, 0);
    for (int best = 0; best < FITS; best++)
        for (size_t i = 0; i < q.found.n; i++) {
            if (q.found.at[i].fit != best) continue;
            Text name = {0};
            lib_full_name(q.found.at[i].cls, &name);
            visit(arg, base_text_str(&name));
            base_text_free(&name);
        }
    vec_free(&q.found);
}

void srv_workspace_symbol(Server *s, const BaseJson *params, Text *out) {
    const char *query = base_json_string(params, "query");
    if (!query) {
        srv_refuse(s, SRV_INVALID_PARAMS, "params.query is missing");
        return;
    }
    srv_world(s);
    Search q = {.s = s, .query = query};
    if (strlen(query) >= SHORTEST_SOUGHT) srv_read_declaring(s, query);
    search_below(&q, NULL, 0);
    size_t put = 0;
    base_text_char(out, '[');
    for (int best = 0; best < FITS; best++)
        for (size_t i = 0; i < q.found.n && put < MOST_SYMBOLS; i++)
            if (q.found.at[i].fit == best) put_symbol(s, q.found.at[i].cls, out), put++;
    base_text_char(out, ']');
    vec_free(&q.found);
    base_diag_clear(s->ctx);
}
