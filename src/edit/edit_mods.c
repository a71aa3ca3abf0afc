/* edit_mods.c - values and modifiers of components, of bases and of annotations. */
#include "edit/edit_impl.h"

#include <string.h>

/* "=4" and " = 4" as "4"; "()" as nothing. */
static const char *plain(EditClass *e, const char *code) {
    while (*code == ' ' || *code == '=') code++;
    size_t n = strlen(code);
    while (n && code[n - 1] == ' ') n--;
    if (n == 2 && memcmp(code, "()", 2) == 0) n = 0;
    return base_strndup(e->arena, code, n);
}

static bool is_whole(const char *code) { /* "(a = 1)", not "(1 + 2)*3" */
    int depth = 0;
    bool equals = false;
    for (const char *p = code; *p; p++) {
        depth += *p == '(' ? 1 : *p == ')' ? -1 : 0;
        if (*p == '=' && p[1] != '=' && !strchr("<>=:", p[-1])) equals = true;
        if (depth == 0 && p[1]) return false;
    }
    return code[0] == '(' && equals;
}

/* "x.start" and "4" as "x(start = 4)"; a code in parentheses is a modification as a whole. */
static const char *nested(EditClass *e, const char *path, const char *code, bool each) {
    size_t n = path[0] == '\'' ? strcspn(path + 1, "'") + 2 : strcspn(path, ".");
    const char *first = each ? "each " : "";
    if (path[n] == '.')
        return base_sprintf(e->arena, "%s%.*s(%s)", first, (int)n, path, nested(e, path + n + 1, code, false));
    if (strncmp(code, "redeclare ", 10) == 0) return code;
    bool whole = code[0] == '(' && is_whole(code);
    return base_sprintf(e->arena, whole ? "%s%s%s" : "%s%s = %s", first, path, code);
}

/* ---- taking away ------------------------------------------------------------------------------------------------- */

/* The argument with one comma. */
static void remove_one(EditClass *e, uint32_t open, const EditArgument *a) {
    uint32_t before = edit_previous(e, a->first), behind = edit_next(e, a->last);
    if (edit_is(e, behind, ",")) {
        uint32_t next = behind + 1;
        edit_replace(e, edit_start_of(e, a->first), edit_start_of(e, next), "");
    } else if (before != open) {
        edit_replace(e, edit_end_of(e, edit_previous(e, before)), edit_end_of(e, a->last), "");
    } else { /* the only one: the parentheses go with it */
        size_t start = edit_start_of(e, open), end = edit_end_of(e, behind);
        while (start && (e->text[start - 1] == ' ')) start--;
        edit_replace(e, start, end, "");
    }
}

static bool is_only(const EditClass *e, uint32_t open, const EditArgument *a) {
    return edit_previous(e, a->first) == open && edit_next(e, a->last) == edit_closing(e, open);
}

/* false: there is none.  What is left without a value and without modifiers goes too: a(b(c = 1)). */
static bool remove_argument(EditClass *e, uint32_t open, const char *path, bool *goes) {
    EditArgument a;
    *goes = false;
    for (uint32_t at = open; open != EDIT_NONE && edit_argument(e, &at, &a);) {
        size_t n = edit_covers(e, &a, path);
        if (!n) continue;
        bool inner = false;
        if (path[n] == '.' && !remove_argument(e, a.open, path + n + 1, &inner)) return false;
        if (path[n] == '.' && (!inner || a.equals != EDIT_NONE)) return true;
        *goes = is_only(e, open, &a);
        remove_one(e, open, &a);
        return true;
    }
    return false;
}

/* ---- setting ----------------------------------------------------------------------------------------------------- */

/* A value where one stands, else behind word `behind`. */
static void put_value(EditClass *e, uint32_t behind, uint32_t equals, uint32_t value_end, const char *code) {
    if (equals != EDIT_NONE) edit_replace(e, edit_start_of(e, edit_next(e, equals)), edit_end_of(e, value_end), code);
    else edit_replace(e, edit_end_of(e, behind), edit_end_of(e, behind), base_sprintf(e->arena, " = %s", code));
}

static void change(EditClass *e, const EditArgument *a, const char *code) {
    if (strncmp(code, "redeclare ", 10) == 0) {
        edit_replace(e, edit_start_of(e, a->first), edit_end_of(e, a->last), code);
        return;
    }
    if (!is_whole(code)) {
        put_value(e, a->close != EDIT_NONE ? a->close : a->name_end, a->equals, a->value_end, code);
        return;
    }
    size_t at = edit_end_of(e, a->name_end);
    if (a->open != EDIT_NONE) edit_replace(e, edit_start_of(e, a->open), edit_end_of(e, a->close), code);
    else edit_replace(e, at, at, code);
}

bool edit_set_argument(EditClass *e, uint32_t open, uint32_t behind, const char *path, const char *code, bool each) {
    EditArgument a, last = {.first = EDIT_NONE};
    bool goes;
    if (!*code) {
        (void)remove_argument(e, open, path, &goes);
        return true;
    }
    for (uint32_t at = open; open != EDIT_NONE && edit_argument(e, &at, &a);) {
        size_t n = edit_covers(e, &a, path);
        if (n && path[n] == '.') return edit_set_argument(e, a.open, a.name_end, path + n + 1, code, false);
        if (n) return change(e, &a, code), true;
        last = a;
    }
    bool many = each && code[0] != '{' && strncmp(code, "redeclare", 9) != 0;
    const char *made = nested(e, path, code, many);
    if (open == EDIT_NONE) {
        size_t at = edit_end_of(e, behind);
        edit_replace(e, at, at, base_sprintf(e->arena, "(%s)", made));
    } else if (last.first == EDIT_NONE) {
        edit_replace(e, edit_end_of(e, open), edit_end_of(e, open), made);
    } else {
        size_t at = edit_end_of(e, last.last);
        edit_replace(e, at, at, base_sprintf(e->arena, ", %s", made));
    }
    return true;
}

bool edit_set_value(EditClass *e, const char *component, const char *code) {
    EditDeclaration d;
    if (!edit_declaration(e, component, &d)) return false;
    code = plain(e, code);
    uint32_t behind = edit_before_value(&d);
    if (*code) put_value(e, behind, d.equals, d.value_end, code);
    else if (d.equals != EDIT_NONE) edit_replace(e, edit_end_of(e, behind), edit_end_of(e, d.value_end), "");
    return true;
}

/* The parentheses of the extends clause of `base` ("": the only one), and the last word of its name. */
static bool find_base(EditClass *e, const char *base, const char *path, uint32_t *open, uint32_t *behind) {
    const SynElement *found = NULL;
    size_t n = 0;
    for (const SynElement *x = e->cls->elements; x; x = x->next) {
        Text t = {0};
        if (x->kind != SYN_EXTENDS) continue;
        syn_print_cref(e->ctx->names, &x->type, &t);
        bool it = !*base || strcmp(base_text_str(&t), base) == 0;
        base_text_free(&t);
        if (!it) continue;
        found = x;
        n++;
    }
    if (n != 1)
        return edit_refuse(e,
                           n ? "%s may come from several bases: name the one that declares it"
                             : "the class declares no %s and extends nothing",
                           path);
    *behind = edit_word_at(e, found->type.parts[found->type.n - 1].span.start);
    uint32_t w = edit_next(e, *behind);
    *open = edit_is(e, w, "(") ? w : EDIT_NONE;
    return true;
}

/* The first name of a path, and the rest of it ("" when there is none). */
static const char *head_of(EditClass *e, const char *path, const char **rest) {
    size_t n = path[0] == '\'' ? strcspn(path + 1, "'") + 2 : strcspn(path, ".");
    *rest = path[n] == '.' ? path + n + 1 : "";
    return base_strndup(e->arena, path, n);
}

bool edit_set_modifier(EditClass *e, const char *base, const char *path, const char *code) {
    EditDeclaration d;
    uint32_t open = EDIT_NONE, behind = EDIT_NONE;
    const char *rest, *name = head_of(e, path, &rest);
    code = plain(e, code);
    if (!*base && edit_find(e, name)) {
        if (!edit_declaration(e, name, &d)) return false;
        uint32_t last = d.dims_end != EDIT_NONE ? d.dims_end : d.name;
        if (*rest) return edit_set_argument(e, d.open, last, rest, code, d.dims != EDIT_NONE);
        if (!is_whole(code)) return edit_set_value(e, name, code);
        if (d.open != EDIT_NONE) edit_replace(e, edit_start_of(e, d.open), edit_end_of(e, d.close), code);
        else edit_replace(e, edit_end_of(e, last), edit_end_of(e, last), code);
        return true;
    }
    if (e->cls->form == SYN_SHORT) {
        behind = edit_word_at(e, e->cls->base.parts[e->cls->base.n - 1].span.start);
        uint32_t w = edit_next(e, behind);
        if (edit_is(e, w, "[")) w = edit_next(e, behind = edit_closing(e, w));
        open = edit_is(e, w, "(") ? w : EDIT_NONE;
    } else if (!find_base(e, base, name, &open, &behind)) return false;
    return edit_set_argument(e, open, behind, path, code, false);
}

bool edit_redeclare(EditClass *e, const char *base, const char *path, const char *element) {
    return edit_set_modifier(e, base, path, *element ? base_sprintf(e->arena, "redeclare %s", element) : "");
}

/* ---- other parts of a declaration -------------------------------------------------------------------------------- */

/* Is it one of several, `Real x, y`? */
static bool declared_together(EditClass *e, const EditDeclaration *d) {
    const SynElement *next = d->of->next;
    bool after = edit_is(e, d->end, ",");
    for (const SynElement *x = e->cls->elements; x; x = x->next)
        if (x != d->of && x->kind == SYN_COMPONENT && x->type.parts == d->of->type.parts) return true;
    return after && next;
}

bool edit_set_type(EditClass *e, const char *component, const char *type) {
    EditDeclaration d;
    if (!edit_declaration(e, component, &d)) return false;
    if (declared_together(e, &d)) return edit_refuse(e, "%s is declared together with others", component);
    const SynCref *old = &d.of->type;
    size_t start = old->parts[0].span.start, end = old->parts[old->n - 1].span.end;
    if (old->global && start && e->text[start - 1] == '.') start--;
    edit_replace(e, start, end, type);
    return true;
}

bool edit_set_dimensions(EditClass *e, const char *component, const char *code) {
    EditDeclaration d;
    if (!edit_declaration(e, component, &d)) return false;
    size_t at = edit_end_of(e, d.name), end = d.dims != EDIT_NONE ? edit_end_of(e, d.dims_end) : at;
    edit_replace(e, at, end, *code ? base_sprintf(e->arena, code[0] == '[' ? "%s" : "[%s]", code) : "");
    return true;
}

bool edit_set_condition(EditClass *e, const char *component, const char *code) {
    EditDeclaration d;
    if (!edit_declaration(e, component, &d)) return false;
    uint32_t before = d.equals != EDIT_NONE ? d.value_end : edit_before_value(&d);
    size_t at = edit_end_of(e, before), end = d.condition != EDIT_NONE ? edit_end_of(e, d.condition_end) : at;
    edit_replace(e, at, end, *code ? base_sprintf(e->arena, " if %s", code) : "");
    return true;
}

static const char *quoted(EditClass *e, const char *text) {
    Text t = {0};
    base_text_char(&t, '"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') base_text_char(&t, '\\');
        base_text_char(&t, *text);
    }
    base_text_char(&t, '"');
    const char *made = base_strdup(e->arena, base_text_str(&t));
    base_text_free(&t);
    return made;
}

bool edit_set_comment(EditClass *e, const char *component, const char *text) {
    EditDeclaration d;
    EditSections s;
    size_t at, end;
    if (*component) {
        if (!edit_declaration(e, component, &d)) return false;
        uint32_t before = d.condition != EDIT_NONE ? d.condition_end
                          : d.equals != EDIT_NONE  ? d.value_end
                                                   : edit_before_value(&d);
        at = edit_end_of(e, before);
        end = d.comment != EDIT_NONE ? edit_end_of(e, d.comment_end) : at;
    } else {
        edit_sections(e, &s);
        if (s.end == EDIT_NONE) return edit_refuse(e, "a short class is described where it is defined");
        uint32_t name = edit_word_at(e, e->cls->name_span.start);
        if (e->cls->form == SYN_CLASS_EXTENDS)
            return edit_refuse(e, "the description of a class that extends itself is not changed");
        at = edit_end_of(e, name);
        end = edit_end_of(e, s.head_end);
    }
    edit_replace(e, at, end, *text ? base_sprintf(e->arena, " %s", quoted(e, text)) : "");
    return true;
}

/* ---- annotations ------------------------------------------------------------------------------------------------- */

bool edit_set_annotated(EditClass *e, uint32_t open, uint32_t end, const char *path, const char *code) {
    if (open != EDIT_NONE) return edit_set_argument(e, open, open, path, code, false);
    if (!*code) return true;
    size_t at = edit_end_of(e, edit_previous(e, end));
    edit_replace(e, at, at, base_sprintf(e->arena, " annotation(%s)", nested(e, path, code, false)));
    return true;
}

bool edit_set_annotation(EditClass *e, const char *component, const char *path, const char *code) {
    EditDeclaration d;
    EditSections s;
    code = plain(e, code);
    if (*component) return edit_declaration(e, component, &d) && edit_set_annotated(e, d.annotate, d.end, path, code);
    edit_sections(e, &s);
    if (s.annotation != EDIT_NONE) return edit_set_annotated(e, edit_next(e, s.annotation), s.annotation, path, code);
    if (!*code) return true;
    if (s.end == EDIT_NONE) { /* a short class: in front of what ends it */
        size_t at = edit_end_of(e, e->last);
        edit_replace(e, at, at, base_sprintf(e->arena, " annotation(%s)", nested(e, path, code, false)));
        return true;
    }
    const char *made = nested(e, path, code, false), *around = edit_indent(e, e->first);
    size_t at = edit_start_of(e, s.end);
    bool own = e->words.at[s.end].first;
    edit_replace(e, at, at,
                 own ? base_sprintf(e->arena, "%sannotation(%s);%s%s", e->step, made, e->newline, around)
                     : base_sprintf(e->arena, "annotation(%s); ", made));
    return true;
}
