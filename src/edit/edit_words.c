/* edit_words.c - where things stand: parentheses, arguments, declarations, sections, lines and indents. */
#include "edit/edit_impl.h"

#include <string.h>

/* ---- words ------------------------------------------------------------------------------------------------------- */

bool edit_is(const EditClass *e, uint32_t w, const char *text) {
    if (w >= e->words.n) return false;
    const SynWord *k = &e->words.at[w];
    size_t n = strlen(text);
    return (k->kind == SYN_WORD_SIGN || k->kind == SYN_WORD_KEYWORD) && k->end - k->start == n &&
           memcmp(e->text + k->start, text, n) == 0;
}

static bool is_kind(const EditClass *e, uint32_t w, uint8_t kind) {
    return w < e->words.n && e->words.at[w].kind == kind;
}

bool edit_is_comment(const EditClass *e, uint32_t w) { return is_kind(e, w, SYN_WORD_COMMENT); }

uint32_t edit_word_at(const EditClass *e, size_t offset) {
    uint32_t low = 0, high = (uint32_t)e->words.n;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (e->words.at[middle].start < offset) low = middle + 1;
        else high = middle;
    }
    return low;
}

uint32_t edit_next(const EditClass *e, uint32_t w) {
    while (++w < e->words.n && edit_is_comment(e, w)) {}
    return w;
}

uint32_t edit_previous(const EditClass *e, uint32_t w) {
    while (w-- > 0 && edit_is_comment(e, w)) {}
    return w;
}

/* +1, -1: it opens, it closes parentheses of any kind. */
static int depth_of(const EditClass *e, uint32_t w) {
    if (!is_kind(e, w, SYN_WORD_SIGN) || e->words.at[w].end - e->words.at[w].start != 1) return 0;
    char c = e->text[e->words.at[w].start];
    return strchr("([{", c) ? 1 : strchr(")]}", c) ? -1 : 0;
}

uint32_t edit_closing(const EditClass *e, uint32_t open) {
    int depth = 0;
    for (uint32_t w = open; w < e->words.n; w++) {
        depth += depth_of(e, w);
        if (depth == 0) return w;
    }
    return (uint32_t)e->words.n - 1; /* not in a text that parses */
}

size_t edit_end_of(const EditClass *e, uint32_t w) { return e->words.at[w].end; }
size_t edit_start_of(const EditClass *e, uint32_t w) { return w < e->words.n ? e->words.at[w].start : e->n; }

/* ---- lines ------------------------------------------------------------------------------------------------------- */

size_t edit_behind_item(const EditClass *e, uint32_t w) {
    uint32_t last = w;
    while (last + 1 < e->words.n && edit_is_comment(e, last + 1) && !e->words.at[last + 1].first) last++;
    bool alone = last + 1 >= e->words.n || e->words.at[last + 1].first;
    return edit_end_of(e, alone ? last : w);
}

const char *edit_indent(const EditClass *e, uint32_t w) {
    size_t at = edit_start_of(e, w);
    while (at && e->text[at - 1] != '\n') at--;
    size_t n = strspn(e->text + at, " \t");
    return base_strndup(e->arena, e->text + at, n);
}

bool edit_ends_line(const EditClass *e, size_t offset) {
    while (offset < e->n && strchr(" \t\r", e->text[offset])) offset++;
    return offset >= e->n || e->text[offset] == '\n';
}

void edit_remove_words(EditClass *e, uint32_t first, uint32_t last) {
    size_t start = edit_start_of(e, first), end = edit_behind_item(e, last);
    if (!e->words.at[first].first || !edit_ends_line(e, end)) {
        end = edit_end_of(e, last);
        while (end < e->n && (e->text[end] == ' ' || e->text[end] == '\t')) end++;
        edit_replace(e, start, end, "");
        return;
    }
    while (start && e->text[start - 1] != '\n') start--;
    while (end < e->n && e->text[end] != '\n') end++;
    edit_replace(e, start, end < e->n ? end + 1 : end, "");
}

/* ---- arguments --------------------------------------------------------------------------------------------------- */

static bool is_one_of(const EditClass *e, uint32_t w, const char *const *texts) {
    for (; *texts; texts++)
        if (edit_is(e, w, *texts)) return true;
    return false;
}

static bool is_name(const EditClass *e, uint32_t w) { return is_kind(e, w, SYN_WORD_NAME); }

/* Behind a name with dots, at its last word. */
static uint32_t name_end(const EditClass *e, uint32_t w) {
    for (;;) {
        uint32_t dot = edit_next(e, w), part = edit_next(e, dot);
        if (!edit_is(e, dot, ".") || !is_name(e, part)) return w;
        w = part;
    }
}

/* The name of what is redeclared: behind the kind of a class, or behind a type with its dimensions. */
static uint32_t redeclared_name(const EditClass *e, uint32_t w) {
    static const char *const kinds[] = {"class",      "model",  "record",       "block",    "connector",
                                        "expandable", "type",   "package",      "function", "operator",
                                        "pure",       "impure", "encapsulated", "partial",  NULL};
    static const char *const prefixes[] = {"flow",  "stream", "discrete", "parameter", "constant",
                                           "input", "output", "inner",    "outer",     NULL};
    bool class = is_one_of(e, w, kinds);
    while (is_one_of(e, w, class ? kinds : prefixes)) w = edit_next(e, w);
    if (class) return w;
    if (edit_is(e, w, ".")) w = edit_next(e, w);
    w = edit_next(e, name_end(e, w));
    if (edit_is(e, w, "[")) w = edit_next(e, edit_closing(e, w));
    return w;
}

/* Without a description behind the value, and without comments. */
static uint32_t end_of_value(const EditClass *e, uint32_t equals, uint32_t last) {
    while (last > equals && edit_is_comment(e, last)) last--;
    uint32_t before = edit_previous(e, last);
    bool described = is_kind(e, last, SYN_WORD_STRING) && before > equals &&
                     (!is_kind(e, before, SYN_WORD_SIGN) || depth_of(e, before) < 0) &&
                     !is_kind(e, before, SYN_WORD_KEYWORD);
    return described ? before : last;
}

bool edit_argument(const EditClass *e, uint32_t *at, EditArgument *a) {
    static const char *const prefixes[] = {"each", "final", NULL}, *const others[] = {"redeclare", "replaceable", NULL};
    uint32_t w = edit_next(e, *at);
    if (edit_is(e, w, ",")) w = edit_next(e, w);
    if (w >= e->words.n || depth_of(e, w) < 0) return false;
    *a = (EditArgument){.first = w, .name = EDIT_NONE, .open = EDIT_NONE, .close = EDIT_NONE, .equals = EDIT_NONE};
    int depth = 0;
    uint32_t end = w;
    for (; end < e->words.n; end++) {
        int d = depth_of(e, end);
        if (depth == 0 && (d < 0 || edit_is(e, end, ","))) break;
        depth += d;
    }
    a->last = edit_previous(e, end);
    *at = a->last;
    while (is_one_of(e, w, prefixes) || is_one_of(e, w, others)) {
        a->redeclares |= is_one_of(e, w, others);
        w = edit_next(e, w);
    }
    if (a->redeclares) w = redeclared_name(e, w);
    if (!is_name(e, w)) return true;
    a->name = w;
    w = a->name_end = a->redeclares ? w : name_end(e, w);
    a->value_end = w;
    w = edit_next(e, w);
    if (edit_is(e, w, "[")) w = edit_next(e, edit_closing(e, w));
    if (edit_is(e, w, "(") && w <= a->last) {
        a->open = w;
        a->close = a->value_end = edit_closing(e, w);
        w = edit_next(e, a->close);
    }
    if ((edit_is(e, w, "=") || edit_is(e, w, ":=")) && w <= a->last) {
        a->equals = w;
        a->value_end = end_of_value(e, w, a->last);
    }
    return true;
}

size_t edit_covers(const EditClass *e, const EditArgument *a, const char *path) {
    size_t n = 0;
    if (a->name == EDIT_NONE) return 0;
    for (uint32_t w = a->name; w <= a->name_end; w = edit_next(e, w)) {
        size_t length = e->words.at[w].end - e->words.at[w].start;
        if (strncmp(path + n, e->text + e->words.at[w].start, length) != 0) return 0;
        n += length;
    }
    return !path[n] || path[n] == '.' ? n : 0;
}

/* ---- declarations ------------------------------------------------------------------------------------------------ */

const SynElement *edit_find(const EditClass *e, const char *component) {
    for (const SynElement *x = e->cls->elements; x; x = x->next)
        if (x->kind == SYN_COMPONENT && strcmp(base_str(e->ctx->names, x->name), component) == 0) return x;
    return NULL;
}

/* The last word in front of what stands behind a value, and these parts, from the end backwards. */
static void read_tail(const EditClass *e, EditDeclaration *d) {
    uint32_t at = edit_previous(e, d->annotation != EDIT_NONE ? d->annotation : d->end);
    bool text = is_kind(e, at, SYN_WORD_STRING);
    uint32_t before = edit_previous(e, at);
    bool empty = text && edit_end_of(e, at) - edit_start_of(e, at) == 2 && !is_kind(e, before, SYN_WORD_SIGN);
    if (text && (d->of->comment || empty)) {
        d->comment = d->comment_end = at;
        while (edit_is(e, before, "+") && is_kind(e, edit_previous(e, before), SYN_WORD_STRING)) {
            d->comment = edit_previous(e, before);
            before = edit_previous(e, d->comment);
        }
        at = before;
    }
    if (d->of->condition) {
        d->condition_end = at;
        d->condition = edit_word_at(e, d->of->condition->span.start);
        while (!edit_is(e, d->condition, "if")) d->condition--;
        at = edit_previous(e, d->condition);
    }
    if (d->equals != EDIT_NONE) d->value_end = at;
}

bool edit_declaration(EditClass *e, const char *component, EditDeclaration *d) {
    const SynElement *x = edit_find(e, component);
    if (!x) return edit_refuse(e, "the class declares no component %s", component);
    memset(d, 0xff, sizeof *d); /* EDIT_NONE everywhere */
    d->of = x;
    d->name = edit_word_at(e, x->name_span.start);
    uint32_t w = edit_next(e, d->name);
    if (edit_is(e, w, "[")) {
        d->dims = w;
        d->dims_end = edit_closing(e, w);
        w = edit_next(e, d->dims_end);
    }
    if (edit_is(e, w, "(")) {
        d->open = w;
        d->close = edit_closing(e, w);
        w = edit_next(e, d->close);
    }
    if (edit_is(e, w, "=") || edit_is(e, w, ":=")) d->equals = w;
    for (; !edit_is(e, w, ",") && !edit_is(e, w, ";"); w = edit_next(e, w)) {
        if (edit_is(e, w, "annotation")) {
            d->annotation = w;
            d->annotate = edit_next(e, w);
            d->annotate_end = edit_closing(e, d->annotate);
        }
        if (depth_of(e, w) > 0) w = edit_closing(e, w);
        if (w >= e->words.n) return edit_refuse(e, "the declaration of %s has no end", component);
    }
    d->end = w;
    read_tail(e, d);
    return true;
}

uint32_t edit_before_value(const EditDeclaration *d) {
    return d->close != EDIT_NONE ? d->close : d->dims_end != EDIT_NONE ? d->dims_end : d->name;
}

/* ---- sections ---------------------------------------------------------------------------------------------------- */

/* The last word of the class that begins at word w and stands inside this one, or EDIT_NONE. */
static uint32_t inner_class(const EditClass *e, const SynElement **next, uint32_t w) {
    while (*next && ((*next)->kind != SYN_CLASS_DEF || (*next)->cls->span.end <= edit_start_of(e, w)))
        *next = (*next)->next;
    if (!*next || (*next)->cls->span.start > edit_start_of(e, w)) return EDIT_NONE;
    return edit_previous(e, edit_word_at(e, (*next)->cls->span.end));
}

static uint32_t head_end(const EditClass *e) {
    uint32_t w = edit_word_at(e, e->cls->name_span.start), last = w;
    if (e->cls->form == SYN_CLASS_EXTENDS && edit_is(e, edit_next(e, w), "(")) last = edit_closing(e, edit_next(e, w));
    for (w = edit_next(e, last); is_kind(e, w, SYN_WORD_STRING) || (edit_is(e, w, "+") && last != w);
         w = edit_next(e, w))
        last = w;
    return last;
}

void edit_sections(const EditClass *e, EditSections *s) {
    static const char *const behaviour[] = {"equation", "algorithm", "initial", "external", NULL};
    const SynElement *inside = e->cls->elements;
    memset(s, 0xff, sizeof *s);
    s->head_end = head_end(e);
    bool open = false; /* the equation section that counts */
    for (uint32_t w = edit_next(e, s->head_end); w <= e->last; w = edit_next(e, w)) {
        uint32_t past = inner_class(e, &inside, w), before = edit_previous(e, w);
        if (past != EDIT_NONE) {
            w = past;
            continue;
        }
        if (depth_of(e, w) > 0) w = edit_closing(e, w);
        bool initial = edit_is(e, before, "initial");
        bool begins = is_one_of(e, w, behaviour) && (!edit_is(e, w, "initial") || !edit_is(e, edit_next(e, w), "("));
        bool item = edit_is(e, before, ";") || before == s->head_end || is_one_of(e, before, behaviour);
        bool annotation = edit_is(e, w, "annotation") && item;
        bool ends = edit_is(e, w, "end") && edit_next(e, w) == e->last;
        bool section = begins || edit_is(e, w, "public") || edit_is(e, w, "protected");
        if (open && (section || annotation || ends)) {
            s->equation_end = before;
            open = false;
        }
        if (begins && s->behaviour == EDIT_NONE) s->behaviour = w;
        if (edit_is(e, w, "equation") && !initial && s->equation == EDIT_NONE) {
            s->equation = w;
            open = true;
        } else if (begins && s->algorithm == EDIT_NONE && !edit_is(e, w, "equation")) s->algorithm = w;
        if (annotation && s->annotation == EDIT_NONE) s->annotation = w;
        if (ends) s->end = w;
    }
    if (e->cls->form != SYN_LONG && e->cls->form != SYN_CLASS_EXTENDS) s->end = EDIT_NONE;
}
