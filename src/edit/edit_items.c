/* edit_items.c - components and connections: added, removed; classes inside classes. */
#include "edit/edit_impl.h"

#include <string.h>

/* ---- putting ----------------------------------------------------------------------------------------------------- */

/* An item behind word w, which ends one: on a line of its own with this indent, or on the line where all stands. */
static void put_behind(EditClass *e, uint32_t w, const char *indent, const char *item) {
    size_t at = edit_behind_item(e, w);
    bool own = edit_ends_line(e, at);
    edit_replace(e, at, at,
                 own ? base_sprintf(e->arena, "%s%s%s", e->newline, indent, item)
                     : base_sprintf(e->arena, " %s", item));
}

/* In front of word w, which begins a section or ends the class. */
static void put_in_front(EditClass *e, uint32_t w, const char *around, const char *item) {
    size_t at = edit_start_of(e, w);
    if (!e->words.at[w].first) {
        edit_replace(e, at, at, base_sprintf(e->arena, "%s ", item));
        return;
    }
    while (at && e->text[at - 1] != '\n') at--;
    edit_replace(e, at, at, base_sprintf(e->arena, "%s%s%s", around, item, e->newline));
}

static const char *inside(EditClass *e) { return base_sprintf(e->arena, "%s%s", edit_indent(e, e->first), e->step); }

/* The ';' behind an offset. */
static uint32_t end_of_item(const EditClass *e, size_t offset) {
    uint32_t w = edit_word_at(e, offset);
    while (w < e->words.n && !edit_is(e, w, ";")) w = edit_next(e, w);
    return w;
}

/* ---- components -------------------------------------------------------------------------------------------------- */

static const char *declared(EditClass *e, const EditComponent *c) {
    const char *value = c->value;
    while (*value == ' ' || *value == '=') value++;
    Text t = {0};
    base_text_printf(&t, "%s%s%s %s%s", c->prefixes, *c->prefixes ? " " : "", c->type, c->name,
                     strcmp(c->modifiers, "()") == 0 ? "" : c->modifiers);
    if (*value) base_text_printf(&t, " = %s", value);
    if (*c->comment) {
        base_text_add(&t, " \"");
        for (const char *p = c->comment; *p; p++) {
            if (*p == '"' || *p == '\\') base_text_char(&t, '\\');
            base_text_char(&t, *p);
        }
        base_text_char(&t, '"');
    }
    if (*c->annotate) base_text_printf(&t, " annotation(%s)", c->annotate);
    base_text_char(&t, ';');
    const char *made = base_strdup(e->arena, base_text_str(&t));
    base_text_free(&t);
    return made;
}

/* The element behind which a component is put: the last public component in front of the first section, else the last
 * import or extends clause there; NULL: behind the head. */
static const SynElement *last_public(const EditClass *e, const EditSections *s) {
    size_t before = s->behaviour != EDIT_NONE ? edit_start_of(e, s->behaviour) : e->cls->span.end;
    const SynElement *component = NULL, *other = NULL;
    for (const SynElement *x = e->cls->elements; x && x->span.start < before; x = x->next) {
        if (x->prefixes & SYN_PROTECTED) continue;
        if (x->kind == SYN_COMPONENT) component = x;
        else if (x->kind != SYN_CLASS_DEF) other = x;
    }
    return component ? component : other;
}

bool edit_add_component(EditClass *e, const EditComponent *what) {
    EditSections s;
    if (edit_find(e, what->name)) return edit_refuse(e, "the class has a component %s already", what->name);
    edit_sections(e, &s);
    if (s.end == EDIT_NONE) return edit_refuse(e, "a short class has no components of its own");
    const char *item = declared(e, what);
    const SynElement *sibling = last_public(e, &s);
    if (sibling) {
        uint32_t first = edit_word_at(e, sibling->span.start);
        while (!e->words.at[first].first && first > e->first && !edit_is(e, first - 1, ";")) first--;
        const char *indent = e->words.at[first].first ? edit_indent(e, first) : inside(e);
        put_behind(e, end_of_item(e, sibling->span.end), indent, item);
    } else {
        put_behind(e, s.head_end, inside(e), item);
    }
    return true;
}

/* One of several in `Real x, y;` goes with one comma; alone it goes with its line. */
static void remove_declaration(EditClass *e, const EditDeclaration *d) {
    uint32_t before = edit_previous(e, d->name);
    if (edit_is(e, before, ",")) {
        edit_replace(e, edit_start_of(e, before), edit_end_of(e, edit_previous(e, d->end)), "");
    } else if (edit_is(e, d->end, ",")) {
        edit_replace(e, edit_start_of(e, d->name), edit_start_of(e, d->end + 1), "");
    } else {
        edit_remove_words(e, edit_word_at(e, d->of->span.start), d->end);
    }
}

static bool names(const EditClass *e, const SynExpr *port, const char *component) {
    return port->kind == SYN_CREF && strcmp(base_str(e->ctx->names, port->cref.parts[0].name), component) == 0;
}

static void remove_connections(EditClass *e, const SynEquation *list, const char *component) {
    for (const SynEquation *q = list; q; q = q->next) {
        if (q->kind == SYN_EQ_CONNECT && (names(e, q->lhs, component) || names(e, q->rhs, component)))
            edit_remove_words(e, edit_word_at(e, q->span.start), end_of_item(e, q->span.end));
        if (q->kind == SYN_EQ_FOR) remove_connections(e, q->body, component);
        for (uint32_t i = 0; (q->kind == SYN_EQ_IF || q->kind == SYN_EQ_WHEN) && i < q->nbranches; i++)
            remove_connections(e, q->branches[i].equations, component);
    }
}

static bool is_gone(const EditClass *e, size_t offset) {
    for (size_t i = 0; i < e->spans.n; i++)
        if (e->spans.at[i].start <= offset && offset < e->spans.at[i].end) return true;
    return false;
}

/* Lines in which the name still stands, told in the remark. */
static void tell_uses(EditClass *e, const char *name) {
    Text lines = {0};
    int line = 0, column, told = 0;
    size_t length = strlen(name);
    for (uint32_t w = e->first; w <= e->last; w++) {
        const SynWord *k = &e->words.at[w];
        bool it =
            k->kind == SYN_WORD_NAME && k->end - k->start == length && memcmp(e->text + k->start, name, length) == 0;
        if (!it || edit_is(e, edit_previous(e, w), ".") || edit_is(e, edit_next(e, w), "=") || is_gone(e, k->start))
            continue;
        int before = line;
        base_source_position(e->ctx->sources, e->cls->span.file, k->start, &line, &column);
        if (line != before && told++ < 8) base_text_printf(&lines, told > 1 ? ", %d" : "%d", line);
    }
    if (told) (void)edit_refuse(e, "%s is still used in line %s", name, base_text_str(&lines));
    base_text_free(&lines);
}

bool edit_remove_component(EditClass *e, const char *name) {
    EditDeclaration d;
    if (!edit_declaration(e, name, &d)) return false;
    remove_declaration(e, &d);
    remove_connections(e, e->cls->equations, name);
    tell_uses(e, name);
    return true;
}

/* ---- connections ------------------------------------------------------------------------------------------------- */

bool edit_add_connection(EditClass *e, const char *a, const char *b, const char *annotate) {
    EditSections s;
    const SynEquation *last = NULL;
    edit_sections(e, &s);
    if (s.end == EDIT_NONE) return edit_refuse(e, "a short class has no equations of its own");
    const char *item = *annotate ? base_sprintf(e->arena, "connect(%s, %s) annotation(%s);", a, b, annotate)
                                 : base_sprintf(e->arena, "connect(%s, %s);", a, b);
    for (const SynEquation *q = e->cls->equations; q; q = q->next)
        if (q->kind == SYN_EQ_CONNECT) last = q;
    if (last) {
        uint32_t first = edit_word_at(e, last->span.start);
        put_behind(e, end_of_item(e, last->span.end), e->words.at[first].first ? edit_indent(e, first) : inside(e),
                   item);
    } else if (s.equation != EDIT_NONE) {
        put_behind(e, s.equation_end, inside(e), item);
    } else { /* a new section: in front of algorithms and the annotation, behind all declarations */
        uint32_t at = s.end;
        if (s.annotation < at) at = s.annotation;
        if (s.algorithm < at) at = s.algorithm;
        const char *around = edit_indent(e, e->first);
        bool own = e->words.at[at].first;
        put_in_front(e, at, around,
                     own ? base_sprintf(e->arena, "equation%s%s%s", e->newline, inside(e), item)
                         : base_sprintf(e->arena, "equation %s", item));
    }
    return true;
}

/* Text without blanks: `g[2] . u` is g[2].u. */
static bool same_port(const EditClass *e, const SynExpr *port, const char *name) {
    const char *p = e->text + port->span.start, *end = e->text + port->span.end;
    for (;;) {
        while (p < end && strchr(" \t\r\n", *p)) p++;
        while (*name && strchr(" \t\r\n", *name)) name++;
        if (p >= end || !*name) return p >= end && !*name;
        if (*p++ != *name++) return false;
    }
}

static const SynEquation *find_in(const EditClass *e, const SynEquation *list, const char *a, const char *b) {
    const SynEquation *found = NULL;
    for (const SynEquation *q = list; q && !found; q = q->next) {
        if (q->kind == SYN_EQ_CONNECT && same_port(e, q->lhs, a) && same_port(e, q->rhs, b)) return q;
        if (q->kind == SYN_EQ_CONNECT && same_port(e, q->lhs, b) && same_port(e, q->rhs, a)) return q;
        if (q->kind == SYN_EQ_FOR) found = find_in(e, q->body, a, b);
        for (uint32_t i = 0; (q->kind == SYN_EQ_IF || q->kind == SYN_EQ_WHEN) && i < q->nbranches && !found; i++)
            found = find_in(e, q->branches[i].equations, a, b);
    }
    return found;
}

const SynEquation *edit_find_connection(const EditClass *e, const char *a, const char *b) {
    return find_in(e, e->cls->equations, a, b);
}

bool edit_remove_connection(EditClass *e, const char *a, const char *b) {
    const SynEquation *q = edit_find_connection(e, a, b);
    if (!q) return edit_refuse(e, "there is no connect(%s, %s)", a, b);
    edit_remove_words(e, edit_word_at(e, q->span.start), end_of_item(e, q->span.end));
    return true;
}

/* ---- classes ----------------------------------------------------------------------------------------------------- */

bool edit_add_class(EditClass *e, const char *text) {
    EditSections s;
    edit_sections(e, &s);
    if (s.end == EDIT_NONE) return edit_refuse(e, "a short class has no classes of its own");
    Text t = {0};
    const char *indent = inside(e);
    for (const char *line = text; *line;) { /* each line with the indent of this class */
        size_t n = strcspn(line, "\n");
        if (n && line[n - 1] == '\r') n--;
        if (line != text) base_text_printf(&t, "%s%s", e->newline, n ? indent : "");
        base_text_addn(&t, line, n);
        line += strcspn(line, "\n");
        if (*line == '\n') line++;
    }
    if (t.n && t.at[t.n - 1] != ';') base_text_char(&t, ';');
    uint32_t at = s.annotation < s.end ? s.annotation : s.end;
    put_in_front(e, at, indent, base_text_str(&t));
    base_text_free(&t);
    return true;
}

bool edit_remove_class(EditClass *e) {
    uint32_t end = end_of_item(e, e->cls->span.end), first = e->first;
    if (end >= e->words.n) end = e->last;
    edit_remove_words(e, first, end);
    return true;
}
