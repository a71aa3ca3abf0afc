/* convert.c - a user's library converted to newer versions of the libraries it uses (MLS 3.6, 18.8.2).
 *
 * Before: the text of a library made for older versions.  After: a list of edits of that text; what no rule speaks of
 * stays as it was written, comments and layout included.
 *
 * Names are resolved among the user's own classes and their imports only, as the specification wants: the old library
 * is not needed.  A type is therefore either a class of the user or the old full name of a class elsewhere.
 */
#include "library/library_impl.h"

#include <ctype.h>
#include <stdlib.h>

typedef struct {
    LibClass *user;    /* a class of the library being converted, or ... */
    const char *other; /* ... the old full name of a class elsewhere; both NULL: not known */
} Type;

typedef struct {
    LibTree *tree;
    Context *ctx;
    LibClass *top; /* what is converted */
    LibRules rules;
    LibConversion *out;
    LibClass *scope; /* class whose text is visited */
    Map bases;       /* extends clause or short class -> Type *; NULL while it is being found */
    int depth;
} Convert;

/* ---- edits ------------------------------------------------------------------------------------------------------- */

static const char *source_text(const Convert *c, SourceId id) { return base_source(c->ctx->sources, id)->text; }

static void edit(Convert *c, SourceId source, uint32_t start, uint32_t end, const char *text) {
    for (size_t i = c->out->edits.n; i-- > 0 && c->out->edits.n - i < 64;) { /* one reference reached on two ways */
        const LibEdit *e = &c->out->edits.at[i];
        if (e->source == source && e->start == start && e->end == end && end > start) return;
    }
    vec_push(&c->out->edits,
             ((LibEdit){source, start, end, base_strdup(&c->ctx->arena, text), (uint32_t)c->out->edits.n}));
}

static int by_place(const void *a, const void *b) {
    const LibEdit *x = a, *y = b;
    if (x->source != y->source) return x->source < y->source ? -1 : 1;
    if (x->start != y->start) return x->start < y->start ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

void lib_converted_text(const LibTree *tree, const LibConversion *c, SourceId source, Text *out) {
    const Source *s = base_source(tree->ctx->sources, source);
    size_t at = 0;
    for (size_t i = 0; i < c->edits.n; i++) {
        const LibEdit *e = &c->edits.at[i];
        if (e->source != source || e->start < at) continue;
        base_text_addn(out, s->text + at, e->start - at);
        base_text_add(out, e->text);
        at = e->end;
    }
    base_text_addn(out, s->text + at, s->n - at);
}

void lib_conversion_free(LibConversion *c) { vec_free(&c->edits); }

/* ---- names of the user's classes --------------------------------------------------------------------------------- */

static Type type_of(Convert *c, LibClass *scope, const SynCref *name);

static const char *word(const Convert *c, Name n) { return base_str(c->ctx->names, n); }

static const char *joined(Convert *c, const char *path, const SynPart *parts, uint32_t n) {
    Text t = {0};
    base_text_add(&t, path);
    for (uint32_t i = 0; i < n; i++) {
        if (t.n) base_text_char(&t, '.');
        base_text_add(&t, word(c, parts[i].name));
    }
    const char *all = base_strdup(&c->ctx->arena, base_text_str(&t));
    base_text_free(&t);
    return all;
}

/* The class that an extends clause, or a short class, names.  While it is being looked up the class has no other bases:
 * names in extends clauses are not found through inheritance. */
static Type base_type(Convert *c, LibClass *scope, const void *where, const SynCref *name) {
    uint64_t known;
    if (base_map_get(&c->bases, (uint64_t)(uintptr_t)where, &known))
        return known ? *(const Type *)(uintptr_t)known : (Type){0};
    base_map_put(&c->bases, (uint64_t)(uintptr_t)where, 0);
    Type *t = BASE_NEW(&c->ctx->arena, Type);
    *t = type_of(c, scope, name);
    base_map_put(&c->bases, (uint64_t)(uintptr_t)where, (uint64_t)(uintptr_t)t);
    return *t;
}

/* An element declared in a class of the user or inherited from one; *home is the class that declares it. */
static SynElement *find_element(Convert *c, LibClass *cls, Name name, LibClass **home) {
    SynClass *syn = cls ? lib_syn(cls) : NULL;
    if (!syn || c->depth > 50) return NULL;
    for (SynElement *e = syn->elements; e; e = e->next)
        if (e->name == name && (e->kind == SYN_COMPONENT || e->kind == SYN_CLASS_DEF)) return *home = cls, e;
    c->depth++;
    SynElement *found = NULL;
    for (SynElement *e = syn->elements; e && !found; e = e->next)
        if (e->kind == SYN_EXTENDS) {
            Type base = base_type(c, cls, e, &e->type);
            if (base.user && base.user != cls) found = find_element(c, base.user, name, home);
        }
    if (!found && syn->form == SYN_SHORT) {
        Type base = base_type(c, cls->parent ? cls->parent : cls, syn, &syn->base);
        if (base.user && base.user != cls) found = find_element(c, base.user, name, home);
    }
    c->depth--;
    return found;
}

/* A class stored in the folder of a package is no element of its text. */
static LibClass *find_class(Convert *c, LibClass *cls, Name name) {
    LibClass *child = lib_find(c->tree, cls, name);
    if (child) return child;
    LibClass *home;
    SynElement *e = find_element(c, cls, name, &home);
    return e && e->kind == SYN_CLASS_DEF && e->cls ? lib_of(c->tree, e->cls) : NULL;
}

/* Calls `each` with the old full name of every class elsewhere that cls is made from; stops at true. */
typedef bool (*EachBase)(Convert *c, const char *other, void *arg);

static bool each_base(Convert *c, Type t, EachBase each, void *arg) {
    if (t.other) return each(c, t.other, arg);
    SynClass *syn = t.user ? lib_syn(t.user) : NULL;
    if (!syn || c->depth > 50) return false;
    c->depth++;
    bool stop = false;
    for (SynElement *e = syn->elements; e && !stop; e = e->next)
        if (e->kind == SYN_EXTENDS) stop = each_base(c, base_type(c, t.user, e, &e->type), each, arg);
    if (!stop && syn->form == SYN_SHORT)
        stop = each_base(c, base_type(c, t.user->parent ? t.user->parent : t.user, syn, &syn->base), each, arg);
    c->depth--;
    return stop;
}

/* The path that an import clause of a class gives a name, or NULL; *clause is the clause. */
static const char *imported(Convert *c, LibClass *cls, Name name) {
    SynClass *syn = lib_syn(cls);
    for (const SynElement *e = syn ? syn->elements : NULL; e; e = e->next) {
        if (e->kind != SYN_IMPORT || e->import_all || !e->type.n) continue;
        for (uint32_t i = 0; i < e->nimport_names; i++)
            if (e->import_names[i] == name)
                return joined(c, joined(c, "", e->type.parts, e->type.n), &(SynPart){.name = name}, 1);
        Name as = e->import_alias ? e->import_alias : e->type.parts[e->type.n - 1].name;
        if (!e->nimport_names && as == name) return joined(c, "", e->type.parts, e->type.n);
    }
    return NULL;
}

/* What the first word of a name means in a scope. */
typedef struct {
    enum { NOTHING, ELEMENT, USER_CLASS, IMPORTED, GLOBAL } kind;
    SynElement *element;
    LibClass *cls;    /* ELEMENT: the class that declares it; USER_CLASS */
    const char *path; /* IMPORTED */
} Meaning;

static Meaning meaning_of(Convert *c, LibClass *scope, Name name, bool global) {
    for (LibClass *s = global ? NULL : scope; s; s = s->parent) {
        Meaning m = {.kind = ELEMENT};
        m.element = find_element(c, s, name, &m.cls);
        if (m.element && m.element->kind == SYN_COMPONENT) return m;
        LibClass *cls = find_class(c, s, name);
        if (cls) return (Meaning){.kind = USER_CLASS, .cls = cls};
        const char *path = imported(c, s, name);
        if (path) return (Meaning){.kind = IMPORTED, .path = path};
        if (s->element && s->syn && (s->syn->prefixes & SYN_ENCAPSULATED)) break;
    }
    if (name == c->top->name) return (Meaning){.kind = USER_CLASS, .cls = c->top};
    return (Meaning){.kind = GLOBAL};
}

/* The type that a member of a class has: a class in it, or the type of a component. */
static Type member(Convert *c, Type t, Name name) {
    if (t.other) return (Type){.other = joined(c, t.other, &(SynPart){.name = name}, 1)};
    if (!t.user) return (Type){0};
    LibClass *cls = find_class(c, t.user, name), *home;
    if (cls) return (Type){.user = cls};
    SynElement *e = find_element(c, t.user, name, &home);
    return e && e->kind == SYN_COMPONENT ? type_of(c, home, &e->type) : (Type){0};
}

static bool first_base(Convert *c, const char *other, void *arg) {
    (void)c;
    *(const char **)arg = other;
    return true;
}

/* A member that is none of the user's belongs to the class elsewhere that the type is made from. */
static Type member_or_base(Convert *c, Type t, Name name) {
    Type m = member(c, t, name);
    if (m.user || m.other) return m;
    const char *base = NULL;
    if (each_base(c, t, first_base, &base)) return member(c, (Type){.other = base}, name);
    return m;
}

static Type path_type(Convert *c, const char *path) {
    size_t n = strcspn(path, ".");
    if (strlen(word(c, c->top->name)) != n || memcmp(word(c, c->top->name), path, n) != 0) return (Type){.other = path};
    return (Type){.user = lib_find_path(c->tree, path)};
}

static bool any_rule(const Convert *c, const char *full) {
    for (LibRuleKind k = LIB_CLASS; k <= LIB_MESSAGE; k++)
        if (lib_rule(&c->rules, full, NULL, k)) return true;
    return false;
}

/* The full name behind a word that `import P.*` may bring in: where rules speak of it. */
static const char *unqualified(Convert *c, LibClass *scope, const SynCref *name) {
    for (LibClass *s = scope; s; s = s->parent) {
        SynClass *syn = lib_syn(s);
        for (const SynElement *e = syn ? syn->elements : NULL; e; e = e->next) {
            if (e->kind != SYN_IMPORT || !e->import_all || !e->type.n) continue;
            const char *full = joined(c, joined(c, "", e->type.parts, e->type.n), name->parts, name->n);
            if (any_rule(c, full)) return full;
        }
    }
    return joined(c, "", name->parts, name->n);
}

static Type type_of(Convert *c, LibClass *scope, const SynCref *name) {
    if (!name->n || c->depth > 50) return (Type){0};
    c->depth++;
    Meaning m = meaning_of(c, scope, name->parts[0].name, name->global);
    Type t = {0};
    uint32_t from = 1;
    if (m.kind == USER_CLASS) t.user = m.cls;
    else if (m.kind == IMPORTED) t = path_type(c, m.path);
    else if (m.kind == GLOBAL)
        t.other = name->global ? joined(c, "", name->parts, name->n) : unqualified(c, scope, name), from = name->n;
    else if (m.kind == ELEMENT) t = type_of(c, m.cls, &m.element->type);
    for (; from < name->n && (t.user || t.other); from++) t = member_or_base(c, t, name->parts[from].name);
    c->depth--;
    return t;
}

/* ---- renaming references ----------------------------------------------------------------------------------------- */

static void report_message(Convert *c, const LibRule *rule, Span span) {
    c->out->messages++;
    Diag *d = base_warning(c->ctx, "LIB0022", span, "this could not be converted: %s", rule->to);
    (void)d;
}

/* Messages about a class elsewhere or a class it stands in. */
static void class_messages(Convert *c, const char *full, Span span) {
    char *prefix = base_strdup(&c->ctx->arena, full);
    for (size_t i = strlen(full); i > 0; i--) {
        if (full[i] && full[i] != '.') continue;
        prefix[i] = 0;
        for (const LibRule *k = lib_rule(&c->rules, prefix, NULL, LIB_MESSAGE); k;
             k = lib_rule(&c->rules, prefix, k, LIB_MESSAGE))
            if (!k->from && !lib_rule(&c->rules, prefix, NULL, LIB_CLASS)) report_message(c, k, span);
    }
}

static Span cref_span(const SynCref *name, uint32_t n) {
    return (Span){name->parts[0].span.file, name->parts[0].span.start, name->parts[n - 1].span.end};
}

/* A name that leads to a class elsewhere, written in full or through an import. */
static void rename_path(Convert *c, const SynCref *name, const char *import) {
    uint32_t n = 0;
    while (n < name->n && (n == 0 || !name->parts[n - 1].nsubs)) n++; /* up to the first subscripts */
    const char *full = import ? joined(c, import, name->parts + 1, n - 1) : joined(c, "", name->parts, n);
    Text now = {0}, kept = {0};
    class_messages(c, full, cref_span(name, n));
    if (lib_rename_class(&c->rules, full, &now)) {
        if (import) { /* the import clause is converted too: often nothing is left to do here */
            lib_rename_class(&c->rules, import, &kept);
            for (uint32_t i = 1; i < n; i++) {
                base_text_char(&kept, '.');
                base_text_add(&kept, word(c, name->parts[i].name));
            }
        }
        if (!import || strcmp(base_text_str(&kept), base_text_str(&now)) != 0) {
            Span s = cref_span(name, n);
            edit(c, s.file, s.start, s.end, base_text_str(&now));
            c->out->classes++;
        }
    }
    base_text_free(&now);
    base_text_free(&kept);
}

typedef struct {
    const SynPart *parts;
    uint32_t n;
    const char *renamed;
    uint32_t length; /* parts that the new name replaces */
    Span span;
} ElementName;

static bool rename_in_base(Convert *c, const char *other, void *arg) {
    ElementName *e = arg;
    for (uint32_t n = e->n; n > 0; n--) { /* the longest hierarchical name first */
        const char *old = joined(c, "", e->parts, n), *now = lib_rename_element(&c->rules, other, old);
        for (const LibRule *k = lib_rule(&c->rules, other, NULL, LIB_MESSAGE); k;
             k = lib_rule(&c->rules, other, k, LIB_MESSAGE))
            if (k->from && strcmp(k->from, old) == 0) report_message(c, k, e->parts[0].span);
        if (!now) continue;
        e->renamed = now;
        e->length = n;
        return true;
    }
    return false;
}

/* Elements named behind something of type t: old names become new ones. */
static void rename_elements(Convert *c, Type t, const SynPart *parts, uint32_t n) {
    for (uint32_t i = 0; i < n && (t.user || t.other);) {
        LibClass *home;
        bool own = t.user && (find_element(c, t.user, parts[i].name, &home) || find_class(c, t.user, parts[i].name));
        ElementName e = {.parts = parts + i, .n = n - i};
        if (!own && each_base(c, t, rename_in_base, &e)) {
            edit(c, parts[i].span.file, parts[i].span.start, parts[i + e.length - 1].span.end, e.renamed);
            c->out->elements++;
            return; /* what lies behind belongs to the other library */
        }
        if (!own) return;
        t = member(c, t, parts[i].name);
        i++;
    }
}

static void visit_subscripts(Convert *c, const SynCref *name);

static bool renames_unqualified(Convert *c, const SynCref *name) {
    for (LibClass *s = c->scope; s; s = s->parent) {
        SynClass *syn = lib_syn(s);
        for (const SynElement *e = syn ? syn->elements : NULL; e; e = e->next) {
            if (e->kind != SYN_IMPORT || !e->import_all || !e->type.n) continue;
            const char *path = joined(c, "", e->type.parts, e->type.n), *full = joined(c, path, name->parts, name->n);
            Text now = {0}, kept = {0};
            bool changed = lib_rename_class(&c->rules, full, &now);
            lib_rename_class(&c->rules, path, &kept);
            bool differs =
                changed && strcmp(base_text_str(&now), joined(c, base_text_str(&kept), name->parts, name->n)) != 0;
            if (differs) {
                Span span = cref_span(name, name->n);
                edit(c, span.file, span.start, span.end, base_text_str(&now));
                c->out->classes++;
            }
            base_text_free(&now);
            base_text_free(&kept);
            if (differs) return true;
        }
    }
    return false;
}

/* Any reference: to a class, a function, a constant, a component. */
static void visit_cref(Convert *c, const SynCref *name) {
    if (!name->n || !name->parts[0].name) return;
    visit_subscripts(c, name);
    Meaning m = meaning_of(c, c->scope, name->parts[0].name, name->global);
    switch (m.kind) {
    case IMPORTED:
        if (path_type(c, m.path).user) rename_elements(c, path_type(c, m.path), name->parts + 1, name->n - 1);
        else rename_path(c, name, m.path);
        return;
    case ELEMENT: rename_elements(c, type_of(c, m.cls, &m.element->type), name->parts + 1, name->n - 1); return;
    case USER_CLASS: rename_elements(c, (Type){.user = m.cls}, name->parts + 1, name->n - 1); return;
    case GLOBAL:
        if (!name->global)
            for (LibClass *s = c->scope; s; s = s->parent) { /* inherited from a class elsewhere? */
                ElementName e = {.parts = name->parts, .n = name->n};
                if (!each_base(c, (Type){.user = s}, rename_in_base, &e)) continue;
                edit(c, name->parts[0].span.file, name->parts[0].span.start, name->parts[e.length - 1].span.end,
                     e.renamed);
                c->out->elements++;
                return;
            }
        if (!name->global && renames_unqualified(c, name)) return;
        rename_path(c, name, NULL);
        return;
    case NOTHING: return;
    }
}

/* ---- walking ----------------------------------------------------------------------------------------------------- */

static void visit_expr(Convert *c, const SynExpr *e) {
    if (!e || c->depth > 1000) return;
    c->depth++;
    if (e->kind == SYN_CREF || e->kind == SYN_CALL || e->kind == SYN_PARTIAL) visit_cref(c, &e->cref);
    if (e->kind == SYN_CALL || e->kind == SYN_PARTIAL) {
        int depth = c->depth;
        c->depth = 0;
        Type t = type_of(c, c->scope, &e->cref);
        for (uint32_t i = 0; i < e->nnamed; i++)
            rename_elements(c, t,
                            &(SynPart){.name = e->named[i].name,
                                       .span = {e->named[i].span.file, e->named[i].span.start,
                                                e->named[i].span.start + (uint32_t)strlen(word(c, e->named[i].name))}},
                            1);
        c->depth = depth;
    }
    for (uint32_t i = 0; i < e->nargs; i++) visit_expr(c, e->args[i]);
    if (e->kind == SYN_CALL || e->kind == SYN_PARTIAL)
        for (uint32_t i = 0; i < e->nnamed; i++) visit_expr(c, e->named[i].value);
    for (uint32_t i = 0; i < e->niterators; i++) visit_expr(c, e->iterators[i].range);
    c->depth--;
}

static void visit_subscripts(Convert *c, const SynCref *name) {
    for (uint32_t i = 0; i < name->n; i++)
        for (uint32_t k = 0; k < name->parts[i].nsubs; k++) visit_expr(c, name->parts[i].subs[k]);
}

static void visit_element(Convert *c, const SynElement *e);
static void visit_class(Convert *c, const SynClass *syn, LibClass *cls);

static void visit_annotation(Convert *c, const SynMod *list) {
    for (; list; list = list->next) {
        if (!list->mod || list->mod->as_text) continue;
        visit_expr(c, list->mod->value);
        if (c->depth < 100) {
            c->depth++;
            visit_annotation(c, list->mod->args);
            c->depth--;
        }
    }
}

static void visit_modification(Convert *c, Type t, const SynModification *mod);

/* One argument of a modification of something of type t. */
static void visit_argument(Convert *c, Type t, const SynMod *m) {
    int depth = c->depth;
    c->depth = 0; /* the depth of lookup counts anew */
    rename_elements(c, t, m->name.parts, m->name.n);
    Type inside = m->name.n ? member(c, t, m->name.parts[0].name) : (Type){0};
    if (inside.other && !t.user) inside = (Type){0}; /* a component elsewhere: its type is not known */
    for (uint32_t i = 1; i < m->name.n; i++) inside = member(c, inside, m->name.parts[i].name);
    c->depth = depth;
    if (m->is_break) return;
    if (m->element) visit_element(c, m->element);
    visit_modification(c, inside, m->mod);
}

/* ---- modifiers (convertModifiers, convertClassIf) ---------------------------------------------------------------- */

static bool same_word(const Convert *c, const SynMod *m, const char *name, size_t n) {
    const char *own = m->name.n == 1 ? word(c, m->name.parts[0].name) : "";
    return strlen(own) == n && memcmp(own, name, n) == 0;
}

static const char *span_text(const Convert *c, Span s) {
    return base_strndup(&c->ctx->arena, source_text(c, s.file) + s.start, s.end - s.start);
}

static const SynMod *find_argument(const Convert *c, const SynModification *mod, const char *name, size_t n) {
    for (const SynMod *m = mod ? mod->args : NULL; m; m = m->next)
        if (!m->element && same_word(c, m, name, n)) return m;
    return NULL;
}

/* The text of an old value where it is put into an expression: in parentheses unless it is a single thing. */
static const char *as_operand(const Convert *c, const char *value, bool alone) {
    bool simple = true;
    for (const char *p = value; *p; p++) simple = simple && (isalnum((unsigned char)*p) || strchr("._\"'", *p));
    if (simple || alone || value[0] == '{' || value[0] == '[') return value;
    return base_sprintf(&c->ctx->arena, "(%s)", value);
}

/* "new=...%old%..." with the values put in. */
static const char *new_modifier(Convert *c, const LibRule *rule, const char *pattern, const SynModification *mod) {
    Text t = {0};
    for (const char *p = pattern; *p;) {
        const char *close = *p == '%' ? strchr(p + 1, '%') : NULL;
        if (!close) {
            base_text_char(&t, *p++);
            continue;
        }
        const char *name = p + 1;
        size_t n = (size_t)(close - name);
        const SynMod *m = find_argument(c, mod, name, n);
        const char *value = m && m->mod && m->mod->value ? span_text(c, m->mod->value->span) : NULL;
        for (uint32_t i = 0; !value && i < rule->nold; i++) { /* the default */
            size_t length = strcspn(rule->old[i], "=");
            if (length == n && memcmp(rule->old[i], name, n) == 0 && rule->old[i][length])
                value = rule->old[i] + length + 1;
        }
        bool alone = p > pattern && p[-1] == '=' && !close[1];
        base_text_add(&t, as_operand(c, value ? value : "",
                                     alone || (p > pattern && (p[-1] == '=' || p[-1] == '(') && close[1] == ')')));
        p = close + 1;
    }
    const char *text = base_strdup(&c->ctx->arena, base_text_str(&t));
    base_text_free(&t);
    size_t value = strcspn(text, "=");
    if (!rule->simplify || !text[value]) return text;
    return base_sprintf(&c->ctx->arena, "%.*s=%s", (int)value, text, lib_simplified(c->tree, text + value + 1));
}

/* ---- connections (cardinality(a) = 0 or 1 among the old modifiers) ----------------------------------------------- */

/* Is `name` followed by the words of `path` (a dotted name)? */
static bool leads_to(const Convert *c, const SynCref *r, Name name, const char *path, size_t n) {
    if (!r->n || r->parts[0].name != name) return false;
    for (uint32_t i = 1; n > 0; i++) {
        const char *own = i < r->n ? word(c, r->parts[i].name) : "";
        size_t length = strlen(own);
        if (!length || length > n || memcmp(own, path, length) != 0 || (length < n && path[length] != '.'))
            return false;
        path += length < n ? length + 1 : length;
        n -= length < n ? length + 1 : length;
    }
    return true;
}

static bool connects(const Convert *c, const SynEquation *q, Name name, const char *path, size_t n) {
    for (; q; q = q->next) {
        if (q->kind == SYN_EQ_CONNECT)
            for (int side = 0; side < 2; side++) {
                const SynExpr *e = side ? q->rhs : q->lhs;
                if (e && e->kind == SYN_CREF && leads_to(c, &e->cref, name, path, n)) return true;
            }
        if (connects(c, q->body, name, path, n)) return true;
        for (uint32_t i = 0; i < q->nbranches; i++)
            if (connects(c, q->branches[i].equations, name, path, n)) return true;
    }
    return false;
}

/* Is connector path of component name, declared in class home, connected there or in a class of the user that inherits
 * it? */
static bool is_connected(Convert *c, LibClass *cls, LibClass *home, Name name, const char *path, size_t n, int depth) {
    SynClass *syn = depth < 100 ? lib_syn(cls) : NULL;
    if (!syn) return false;
    LibClass *declared = NULL;
    if (syn->equations && connects(c, syn->equations, name, path, n) && find_element(c, cls, name, &declared) &&
        declared == home)
        return true;
    LibClass **children;
    size_t count = lib_children(c->tree, cls, &children);
    for (size_t i = 0; i < count; i++)
        if (is_connected(c, children[i], home, name, path, n, depth + 1)) return true;
    return false;
}

/* "cardinality(a) = 0" among old modifiers: the name a, and what is wanted of it; false: an ordinary modifier. */
static bool cardinality(const char *old, const char **path, size_t *n, bool *wanted) {
    static const char call[] = "cardinality";
    if (strncmp(old, call, sizeof call - 1) != 0) return false;
    const char *p = old + sizeof call - 1;
    p += strspn(p, " ");
    if (*p != '(') return false;
    p += 1 + strspn(p + 1, " ");
    *path = p;
    *n = strcspn(p, " )");
    const char *value = strchr(p, '=');
    if (!value) return false;
    value += strspn(value, "= ");
    *wanted = *value != '0';
    return true;
}

typedef struct {
    const SynModification *mod; /* NULL: none is written yet */
    SourceId source;
    uint32_t place; /* where a list of arguments would be inserted */
    bool each;      /* of an array: `each` goes in front of what is added */
    bool inside;    /* modifies an element of a use, or through a class of the user: not the use itself */
    Name component; /* declared with them in the class being visited, or 0 */
    VEC(const SynMod *) gone;
    VecStr names; /* of those that are added */
    Text added;
    const char *new_class; /* convertClassIf */
} Arguments;

static bool is_gone(const Arguments *a, const SynMod *m) {
    for (size_t i = 0; i < a->gone.n; i++)
        if (a->gone.at[i] == m) return true;
    return false;
}

static void add_argument(Convert *c, Arguments *a, const char *text, bool each, bool report) {
    size_t n = strcspn(text, "=(");
    const SynMod *present = find_argument(c, a->mod, text, n);
    if (present && !is_gone(a, present)) { /* what is written takes precedence */
        const char *own = present->mod && present->mod->value ? span_text(c, present->mod->value->span) : "";
        bool identical = text[n] == '=' && strcmp(own, text + n + 1 + strspn(text + n + 1, " ")) == 0;
        if (report && !identical)
            base_warning(c->ctx, "LIB0026", present->span,
                         "conversion would give this modifier another value: %s; what is written was kept", text);
        return;
    }
    char *name = base_strndup(&c->ctx->arena, text, n);
    for (size_t i = 0; i < a->names.n; i++) /* a rule that speaks of what is written wins over one that always holds */
        if (strcmp(a->names.at[i], name) == 0) return;
    vec_push(&a->names, name);
    if (a->added.n) base_text_add(&a->added, ", ");
    if (each) base_text_add(&a->added, "each ");
    base_text_add(&a->added, text);
}

/* Is the value of a modifier the literal that convertClassIf names?  Of enumerations only the literal itself counts. */
static bool is_literal(const char *value, const char *wanted) {
    if (strcmp(value, wanted) == 0) return true;
    if (!isalpha((unsigned char)value[0]) && value[0] != '.' && value[0] != '_') return false;
    const char *dot = strrchr(value, '.'), *want = strrchr(wanted, '.');
    return strcmp(dot ? dot + 1 : value, want ? want + 1 : wanted) == 0;
}

static void class_rules(Convert *c, const char *other, Arguments *a) {
    for (const LibRule *k = lib_rule(&c->rules, other, NULL, LIB_CLASS_IF); k;
         k = lib_rule(&c->rules, other, k, LIB_CLASS_IF)) {
        const SynMod *m = find_argument(c, a->mod, k->from, strlen(k->from));
        if (!m || !m->mod || !m->mod->value || !is_literal(span_text(c, m->mod->value->span), k->value)) continue;
        a->new_class = k->to;
        vec_push(&a->gone, m);
    }
}

/* Do the conditions about connections among the old modifiers hold?  *n is the number of other ones. */
static bool conditions_hold(Convert *c, const LibRule *k, const Arguments *a, uint32_t *n) {
    *n = 0;
    for (uint32_t i = 0; i < k->nold; i++) {
        const char *path;
        size_t length;
        bool wanted;
        if (!cardinality(k->old[i], &path, &length, &wanted)) ++*n;
        else if (!a->component || is_connected(c, c->top, c->scope, a->component, path, length, 0) != wanted)
            return false;
    }
    return true;
}

/* always: rules without old modifiers, which hold for every use of the class; else the others. */
static void apply_rules(Convert *c, const char *other, Arguments *a, bool always) {
    for (const LibRule *k = lib_rule(&c->rules, other, NULL, LIB_MODIFIERS); k;
         k = lib_rule(&c->rules, other, k, LIB_MODIFIERS)) {
        uint32_t modifiers;
        if ((k->nold == 0) != always) continue;
        if (!conditions_hold(c, k, a, &modifiers)) continue;
        bool found = modifiers == 0 && !a->inside, each = a->each && modifiers == 0;
        size_t before = a->gone.n;
        for (uint32_t i = 0; i < k->nold; i++) {
            const SynMod *m = find_argument(c, a->mod, k->old[i], strcspn(k->old[i], "= "));
            if (!m) continue;
            found = true;
            each = each || m->each;
            if (!is_gone(a, m)) vec_push(&a->gone, m);
        }
        for (uint32_t i = 0; found && i < k->nnew; i++)
            add_argument(c, a, new_modifier(c, k, k->made[i], a->mod), each, k->nold > 0);
        c->out->modifiers += a->gone.n - before + (found && modifiers == 0);
    }
}

static bool modifier_rules(Convert *c, const char *other, void *arg) {
    Arguments *a = arg;
    if (!a->inside) class_rules(c, other, a);
    apply_rules(c, other, a, false);
    apply_rules(c, other, a, true);
    return false;
}

/* Takes arguments out of a written list and puts the new ones behind those that stay. */
static void edit_arguments(Convert *c, const Arguments *a) {
    const char *added = base_text_str((Text *)&a->added);
    const SynMod *last_kept = NULL, *last = NULL;
    for (const SynMod *m = a->mod->args; m; m = m->next) {
        last = m;
        if (!is_gone(a, m)) last_kept = m;
    }
    if (!last_kept) {
        uint32_t from = a->mod->args->span.start, to = last->span.end;
        if (!a->added.n) { /* nothing is left: the parentheses go too */
            const char *s = source_text(c, a->source);
            while (from > 0 && s[from - 1] != '(') from--;
            from--;
            while (s[to] && s[to] != ')') to++;
            to++;
        }
        edit(c, a->source, from, to, added);
        return;
    }
    if (a->added.n)
        edit(c, a->source, last_kept->span.end, last_kept->span.end, base_sprintf(&c->ctx->arena, ", %s", added));
    const SynMod *before = NULL;
    for (const SynMod *m = a->mod->args; m; m = m->next) {
        if (!is_gone(a, m)) {
            before = m;
            continue;
        }
        const SynMod *end = m;
        while (end->next && is_gone(a, end->next)) end = end->next;
        if (end->next) edit(c, a->source, m->span.start, end->next->span.start, "");
        else edit(c, a->source, before->span.end, end->span.end, "");
        m = end;
    }
}

/* Writes what rules made of a list of arguments; then converts the arguments that stay. */
static void convert_arguments(Convert *c, Type t, const SynModification *mod, Arguments *a) {
    if (a->mod && a->mod->args && (a->gone.n || a->added.n)) edit_arguments(c, a);
    /* () */
    else if (a->added.n && a->mod)
        edit(c, a->source, a->mod->span.start + 1, a->mod->span.start + 1, base_text_str(&a->added));
    else if (a->added.n)
        edit(c, a->source, a->place, a->place, base_sprintf(&c->ctx->arena, "(%s)", base_text_str(&a->added)));
    for (const SynMod *m = mod ? mod->args : NULL; m; m = m->next)
        if (!is_gone(a, m)) visit_argument(c, t, m);
    if (mod) visit_expr(c, mod->value);
    vec_free(&a->gone);
    vec_free(&a->names);
    base_text_free(&a->added);
}

/* A modification of an element of type t; rules about what modifies the class apply here too. */
static void visit_modification(Convert *c, Type t, const SynModification *mod) {
    if (!mod || c->depth > 500) return;
    c->depth++;
    Arguments a = {.mod = mod->has_args ? mod : NULL, .source = mod->span.file, .inside = true};
    int depth = c->depth;
    c->depth = 0; /* the depth of lookup counts anew */
    each_base(c, t, modifier_rules, &a);
    c->depth = depth;
    convert_arguments(c, t, mod, &a);
    c->depth--;
}

/* A use of a class with its modifiers: a component (its name is given), an extends clause, a short class. */
static void visit_use(Convert *c, const SynCref *type, const SynModification *mod, uint32_t place, Name component,
                      bool each) {
    Type t = type_of(c, c->scope, type);
    Arguments a = {.mod = mod && mod->has_args ? mod : NULL,
                   .source = type->parts[0].span.file,
                   .place = place,
                   .each = each,
                   .component = component,
                   .inside = t.user != NULL};
    each_base(c, t, modifier_rules, &a); /* inheritance among classes of the user counts (18.8.2.1) */
    if (a.new_class) {
        Span s = cref_span(type, type->n);
        edit(c, s.file, s.start, s.end, a.new_class);
        c->out->classes++;
        visit_subscripts(c, type);
    } else {
        visit_cref(c, type);
    }
    convert_arguments(c, t, mod, &a);
}

/* Behind a declared name and its dimensions. */
static uint32_t behind_name(const Convert *c, Span name) {
    const char *s = source_text(c, name.file);
    uint32_t at = name.end, look = at;
    while (s[look] == ' ' || s[look] == '\n' || s[look] == '\t') look++;
    if (s[look] != '[') return at;
    for (int depth = 0; s[look]; look++) {
        depth += s[look] == '[' ? 1 : s[look] == ']' ? -1 : 0;
        if (depth == 0) return look + 1;
    }
    return at;
}

static void visit_import(Convert *c, const SynElement *e) {
    if (!e->type.n || e->type.parts[0].name == c->top->name) return;
    const char *full = joined(c, "", e->type.parts, e->type.n);
    Text now = {0};
    class_messages(c, full, cref_span(&e->type, e->type.n));
    if (lib_rename_class(&c->rules, full, &now)) {
        const char *old_word = word(c, e->type.parts[e->type.n - 1].name), *dot = strrchr(base_text_str(&now), '.');
        bool other_word = strcmp(dot ? dot + 1 : base_text_str(&now), old_word) != 0;
        bool plain = !e->import_alias && !e->import_all && !e->nimport_names;
        Span s = cref_span(&e->type, e->type.n);
        edit(c, s.file, s.start, s.end,
             plain && other_word ? base_sprintf(&c->ctx->arena, "%s = %s", old_word, base_text_str(&now))
                                 : base_text_str(&now));
        c->out->classes++;
    }
    base_text_free(&now);
}

static void visit_dims(Convert *c, SynExpr *const *dims, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) visit_expr(c, dims[i]);
}

static void visit_element(Convert *c, const SynElement *e) {
    if (e->kind == SYN_IMPORT) {
        visit_import(c, e);
        return;
    }
    if (e->kind == SYN_CLASS_DEF) {
        if (e->cls) visit_class(c, e->cls, lib_of(c->tree, e->cls));
    } else if (e->type.n && e->type.parts[0].name) {
        bool component = e->kind == SYN_COMPONENT;
        uint32_t place = component ? behind_name(c, e->name_span) : e->type.parts[e->type.n - 1].span.end;
        visit_use(c, &e->type, e->mod, place, component ? e->name : 0, component && (e->ndims || e->ntype_dims));
        visit_dims(c, e->dims, e->ndims);
        visit_dims(c, e->type_dims, e->ntype_dims);
        visit_expr(c, e->condition);
    }
    if (e->constraint.n)
        visit_use(c, &e->constraint, e->constraint_mod, e->constraint.parts[e->constraint.n - 1].span.end, 0, false);
    visit_annotation(c, e->annotation);
}

static void visit_statements(Convert *c, const SynStatement *s) {
    for (; s && c->depth < 500; s = s->next) {
        c->depth++;
        visit_expr(c, s->lhs);
        visit_expr(c, s->rhs);
        for (uint32_t i = 0; i < s->nbranches; i++) {
            visit_expr(c, s->branches[i].condition);
            visit_statements(c, s->branches[i].statements);
        }
        for (uint32_t i = 0; i < s->niterators; i++) visit_expr(c, s->iterators[i].range);
        visit_statements(c, s->body);
        visit_annotation(c, s->annotation);
        c->depth--;
    }
}

static void visit_equations(Convert *c, const SynEquation *q) {
    for (; q && c->depth < 500; q = q->next) {
        c->depth++;
        visit_expr(c, q->lhs);
        visit_expr(c, q->rhs);
        for (uint32_t i = 0; i < q->nbranches; i++) {
            visit_expr(c, q->branches[i].condition);
            visit_equations(c, q->branches[i].equations);
        }
        for (uint32_t i = 0; i < q->niterators; i++) visit_expr(c, q->iterators[i].range);
        visit_equations(c, q->body);
        visit_annotation(c, q->annotation);
        c->depth--;
    }
}

static void visit_class(Convert *c, const SynClass *syn, LibClass *cls) {
    if (c->depth > 200) return;
    LibClass *before = c->scope;
    int depth = c->depth;
    if (syn->form == SYN_SHORT || syn->form == SYN_DER) {
        if (syn->base.n && syn->base.parts[0].name)
            visit_use(c, &syn->base, syn->mod, syn->base.parts[syn->base.n - 1].span.end, 0, false);
        visit_dims(c, syn->dims, syn->ndims);
    } else if (syn->form == SYN_CLASS_EXTENDS) {
        visit_modification(c, (Type){0}, syn->mod);
    }
    c->scope = cls;
    c->depth = 0;
    for (const SynElement *e = syn->elements; e; e = e->next) visit_element(c, e);
    visit_equations(c, syn->equations);
    visit_equations(c, syn->initial_equations);
    for (const SynAlgorithm *a = syn->algorithms; a; a = a->next) visit_statements(c, a->statements);
    for (const SynAlgorithm *a = syn->initial_algorithms; a; a = a->next) visit_statements(c, a->statements);
    if (syn->external)
        for (uint32_t i = 0; i < syn->external->nargs; i++) visit_expr(c, syn->external->args[i]);
    visit_annotation(c, syn->annotation);
    c->depth = depth;
    c->scope = before;
}

/* modelica:// addresses in documentation and elsewhere. */
static void visit_addresses(Convert *c, SourceId source) {
    const Source *s = base_source(c->ctx->sources, source);
    for (size_t i = 0; i + 11 < s->n; i++) {
        if (memcmp(s->text + i, "modelica://", 11) != 0) continue;
        size_t from = i + 11, to = from;
        while (to < s->n && (isalnum((unsigned char)s->text[to]) || s->text[to] == '_' || s->text[to] == '.')) to++;
        Text now = {0};
        if (to > from && lib_rename_class(&c->rules, base_strndup(&c->ctx->arena, s->text + from, to - from), &now)) {
            edit(c, source, (uint32_t)from, (uint32_t)to, base_text_str(&now));
            c->out->classes++;
        }
        base_text_free(&now);
        i = to;
    }
}

/* Every class stored in a file of its own. */
static void visit_files(Convert *c, LibClass *cls, int depth) {
    if (depth > 100 || !lib_syn(cls)) return;
    if (cls->path) {
        c->scope = cls->parent ? cls->parent : cls;
        visit_class(c, cls->syn, cls);
        visit_addresses(c, cls->file->source);
    }
    LibClass **children;
    size_t n = lib_children(c->tree, cls, &children);
    for (size_t i = 0; i < n; i++) visit_files(c, children[i], depth + 1);
}

/* ---- the whole --------------------------------------------------------------------------------------------------- */

static void use_version(Convert *c, const SynExpr *value, const char *version) {
    edit(c, value->span.file, value->span.start, value->span.end, base_sprintf(&c->ctx->arena, "\"%s\"", version));
    c->out->newer = true;
}

bool lib_convert(LibTree *tree, LibClass *top, LibConversion *out) {
    Names *names = tree->ctx->names;
    size_t errors = base_error_count(tree->ctx);
    if (!lib_syn(top)) return false;
    const SynMod *uses = syn_annotation(top->syn->annotation, names, "uses");
    for (const SynMod *m = uses && uses->mod ? uses->mod->args : NULL; m; m = m->next) {
        const SynMod *v = m->mod ? syn_annotation(m->mod->args, names, "version") : NULL;
        const SynExpr *value = v && v->mod ? v->mod->value : NULL;
        if (m->name.n != 1 || !value || value->kind != SYN_STRING) continue;
        const char *wish = base_str(names, value->string);
        LibClass *library = lib_find(tree, NULL, m->name.parts[0].name);
        const char *version = library && lib_syn(library) ? lib_version(library) : NULL;
        if (!version) {
            base_error(tree->ctx, "LIB0023", m->span, "the library '%s' is not found",
                       base_str(names, m->name.parts[0].name));
            continue;
        }
        if (strcmp(version, wish) == 0) continue;
        Convert c = {.tree = tree, .ctx = tree->ctx, .top = top, .out = out};
        if (lib_accepts_version(tree, library, wish)) {
            use_version(&c, value, version);
            continue;
        }
        const char *to = lib_read_rules(tree, library, wish, &c.rules);
        if (to) {
            use_version(&c, value, to);
            out->again = out->again || strcmp(to, version) != 0;
            visit_files(&c, top, 0);
        } else if (base_error_count(tree->ctx) == errors) {
            Diag *d = base_error(tree->ctx, "LIB0024", value->span, "%s %s does not say how to convert from version %s",
                                 base_str(names, library->name), version, wish);
            base_hint(tree->ctx, d, "its annotation 'conversion' names the versions it can be converted from");
        }
        lib_free_rules(&c.rules);
        base_map_free(&c.bases);
    }
    if (out->edits.n) qsort(out->edits.at, out->edits.n, sizeof *out->edits.at, by_place);
    return base_error_count(tree->ctx) == errors;
}
