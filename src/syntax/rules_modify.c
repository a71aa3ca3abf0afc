/* rules_modify.c - the rules for modifications, annotations and descriptions (MLS 3.6, A.2.5 and the end
 * of A.2.7). */
#include "syntax/syntax_impl.h"

Name syn_string(SynParser *p) { return p->discard ? 0 : syn_string_value(p->ctx, p->text, p->tok); }

/* description-string : [ STRING { "+" STRING } ] */
Name syn_description_string(SynParser *p) {
    if (!syn_at(p, SYN_T_STRING)) return 0;
    Name value = syn_string(p);
    syn_next(p);
    if (!syn_at(p, SYN_T_ADD)) return value;
    Text all = {0};
    Names *names = p->ctx->names;
    base_text_addn(&all, base_str(names, value), base_str_len(names, value));
    while (syn_accept(p, SYN_T_ADD)) {
        if (!syn_at(p, SYN_T_STRING)) {
            syn_expected(p, "a string after '+' in the description");
            break;
        }
        value = syn_string(p);
        base_text_addn(&all, base_str(names, value), base_str_len(names, value));
        syn_next(p);
    }
    value = base_intern(names, base_text_str(&all), all.n);
    base_text_free(&all);
    return value;
}

/* annotation-clause : annotation class-modification */
SynMod *syn_annotation_clause(SynParser *p) {
    if (!syn_accept(p, SYN_T_ANNOTATION)) return NULL;
    if (!syn_at(p, SYN_T_LPAREN)) {
        syn_expect(p, SYN_T_LPAREN, "after 'annotation'");
        return NULL;
    }
    bool outside = !p->annotation;
    int depth = p->annotation_depth;
    p->annotation = true;
    p->annotation_depth = p->depth + 1;
    SynModification *m = syn_class_modification(p, false);
    if (outside) p->annotation = false;
    p->annotation_depth = depth;
    return m ? m->args : NULL;
}

/* description : description-string [ annotation-clause ] */
void syn_description(SynParser *p, Name *comment, SynMod **annotation) {
    *comment = syn_description_string(p);
    *annotation = syn_annotation_clause(p);
}

/* modification-expression : expression | break */
static void modification_value(SynParser *p, SynModification *m) {
    syn_next(p);
    if (syn_accept(p, SYN_T_BREAK)) m->is_break = true;
    else m->value = syn_expression(p);
}

/* modification : class-modification [ "=" modification-expression ] | "=" modification-expression
 *              | ":=" modification-expression */
SynModification *syn_modification(SynParser *p) {
    const SynToken *from = p->tok;
    SynModification *m =
        syn_at(p, SYN_T_LPAREN) ? syn_class_modification(p, false) : BASE_NEW(p->arena, SynModification);
    if (!p->panic && (syn_at(p, SYN_T_EQUALS) || syn_at(p, SYN_T_ASSIGN))) modification_value(p, m);
    m->span = syn_span(p, from);
    return m;
}

/* inheritance-modification : break ( connect-equation | IDENT ) */
static void inheritance_modification(SynParser *p, SynMod *m, bool allowed) {
    if (!allowed) {
        Diag *d = syn_mistake(p, "SYN0027", syn_token_span(p, p->tok),
                              "'break' may deselect elements only in an extends clause");
        syn_hint(p, d, "to remove a binding, write: name = break");
    }
    m->is_break = true;
    syn_next(p);
    if (!syn_accept(p, SYN_T_CONNECT)) {
        SynPart part = {.span = syn_token_span(p, p->tok)};
        part.name = syn_ident(p, "the name of an element");
        m->name = (SynCref){.n = part.name != 0, .parts = base_copy(p->arena, &part, sizeof part)};
        return;
    }
    if (!syn_expect(p, SYN_T_LPAREN, "after 'connect'")) return;
    m->break_a = syn_component_reference(p);
    syn_expect(p, SYN_T_COMMA, "between the two connectors");
    m->break_b = syn_component_reference(p);
    syn_expect(p, SYN_T_RPAREN, "after the two connectors");
}

/* constrainedby, or extends, as it was written before version 3 of the language */
bool syn_starts_constraint(SynParser *p) {
    if (p->panic || (!syn_at(p, SYN_T_CONSTRAINEDBY) && !syn_at(p, SYN_T_EXTENDS))) return false;
    if (syn_at(p, SYN_T_EXTENDS)) {
        Diag *d = syn_tolerate(p->ctx, "SYN0035", p->cls, syn_token_span(p, p->tok),
                               "a constraint begins with 'constrainedby' (MLS 7.3.2); 'extends' is of Modelica 2");
        base_hint(p->ctx, d, "write constrainedby; where an extends clause was meant, ';' is missing in front of it");
    }
    syn_next(p);
    return true;
}

/* constraining-clause : constrainedby type-specifier [ class-modification ] */
static void constraining_clause(SynParser *p, SynElement *e) {
    if (!syn_starts_constraint(p)) return;
    if (!syn_name_path(p, &e->constraint, true)) return;
    if (syn_at(p, SYN_T_LPAREN)) e->constraint_mod = syn_class_modification(p, false);
}

/* short-class-definition | component-clause1, behind redeclare or replaceable */
static void redeclared_element(SynParser *p, SynMod *m) {
    const SynToken *from = p->tok;
    SynElement *e = m->element = BASE_NEW(p->arena, SynElement);
    e->prefixes =
        (m->redeclare ? SYN_REDECLARE : 0u) | (m->replaceable ? SYN_REPLACEABLE : 0u) | (m->final ? SYN_FINAL : 0u);
    if (syn_starts_class(syn_kind(p))) {
        e->kind = SYN_CLASS_DEF;
        e->cls = syn_class_definition(p, 0, true);
        if (!e->cls) return;
        e->cls->prefixes |= e->prefixes;
        e->name = e->cls->name;
        e->name_span = e->cls->name_span;
        e->comment = e->cls->comment;
        e->annotation = e->cls->annotation;
    } else {
        e->kind = SYN_COMPONENT;
        e->prefixes |= syn_type_prefix(p);
        if (!syn_name_path(p, &e->type, true)) return;
        syn_declaration(p, e);
        syn_description(p, &e->comment, &e->annotation);
    }
    if (m->replaceable) constraining_clause(p, e);
    e->span = syn_span(p, from);
    SynPart part = {.name = e->name, .span = e->name_span};
    m->name = (SynCref){.n = 1, .parts = base_copy(p->arena, &part, sizeof part)};
    m->comment = e->comment;
}

/* Icon(...), Documentation(...): checked, but only the text is kept (see syn_expand). */
static bool is_drawing(const SynParser *p, const SynMod *m) {
    if (!p->annotation || p->depth != p->annotation_depth || m->name.n != 1 || !syn_at(p, SYN_T_LPAREN)) return false;
    for (size_t i = 0; i < 8; i++)
        if (p->drawings[i] == m->name.parts[0].name) return true;
    return false;
}

static SynModification *drawing(SynParser *p) {
    SynModification *m = BASE_NEW(p->arena, SynModification);
    bool discard = p->discard;
    ArenaMark mark = base_mark(p->arena);
    p->discard = true;
    m->has_args = m->as_text = true;
    m->span = syn_class_modification(p, false)->span;
    base_release(p->arena, mark);
    p->discard = discard;
    return m;
}

/* name[:, :] = value: subscripts that choose nothing (the grammar has none in modifiers, A.2.5) */
static void whole_array(SynParser *p) {
    const SynToken *t = p->tok;
    if (t->kind != SYN_T_LBRACKET) return;
    do t++;
    while (t->kind == SYN_T_COLON || t->kind == SYN_T_COMMA);
    if (t->kind != SYN_T_RBRACKET || t[-1].kind != SYN_T_COLON) return;
    Diag *d = syn_tolerate(p->ctx, "SYN0034", p->cls, syn_token_span(p, p->tok), "a modifier cannot have subscripts");
    base_hint(p->ctx, d, "leave them out: the whole array is modified");
    p->tok = t;
    syn_next(p);
}

/* argument : [ each ] [ final ] ( element-modification | element-replaceable )
 *          | redeclare [ each ] [ final ] ( short-class-definition | component-clause1 |
 * element-replaceable ) */
static SynMod *argument(SynParser *p, bool inheritance) {
    const SynToken *from = p->tok;
    SynMod *m = BASE_NEW(p->arena, SynMod);
    if (syn_at(p, SYN_T_BREAK)) {
        inheritance_modification(p, m, inheritance);
    } else {
        m->redeclare = syn_accept(p, SYN_T_REDECLARE);
        m->each = syn_accept(p, SYN_T_EACH);
        m->final = syn_accept(p, SYN_T_FINAL);
        if (m->final && syn_at(p, SYN_T_EACH)) {
            syn_mistake(p, "SYN0018", syn_token_span(p, p->tok), "'each' must stand before 'final'");
            m->each = syn_accept(p, SYN_T_EACH);
        }
        m->replaceable = syn_accept(p, SYN_T_REPLACEABLE);
        if (m->redeclare || m->replaceable) {
            redeclared_element(p, m);
        } else if (syn_name_path(p, &m->name, false)) {
            whole_array(p);
            if (is_drawing(p, m)) m->mod = drawing(p);
            else if (syn_at(p, SYN_T_LPAREN) || syn_at(p, SYN_T_EQUALS) || syn_at(p, SYN_T_ASSIGN))
                m->mod = syn_modification(p);
            m->comment = syn_description_string(p);
        }
    }
    m->span = syn_span(p, from);
    return m;
}

/* An argument that lacks its name, or what it redeclares, is left out of the tree. */
static bool is_whole(const SynMod *m) {
    const SynElement *e = m->element;
    if (m->is_break) return m->name.n || (m->break_a && m->break_b);
    if (e && (!e->name || (e->kind == SYN_CLASS_DEF ? !e->cls : !e->type.n))) return false;
    return m->name.n > 0;
}

/* Says what went wrong behind an argument, in terms of what people write. */
static void not_an_argument(SynParser *p) {
    if (p->panic) return;
    switch (syn_kind(p)) {
    case SYN_T_LBRACKET: {
        Diag *d = syn_error(p, "SYN0001", "a modifier cannot have subscripts");
        syn_hint(p, d, "modify the whole array: name = {value, value}, or each name = value");
        return;
    }
    case SYN_T_EQ: {
        Diag *d = syn_error(p, "SYN0001", "expected '=', found '=='");
        syn_hint(p, d, "a modifier is written name = value");
        return;
    }
    default: syn_expect(p, SYN_T_RPAREN, "or ',' in the modification");
    }
}

/* class-modification : "(" [ argument-list ] ")" */
SynModification *syn_class_modification(SynParser *p, bool inheritance) {
    const SynToken *from = p->tok;
    SynModification *m = BASE_NEW(p->arena, SynModification);
    SynMod **tail = &m->args;
    m->has_args = true;
    syn_next(p);
    if (syn_enter(p)) {
        while (!p->panic && !syn_at(p, SYN_T_RPAREN)) {
            *tail = argument(p, inheritance);
            if (is_whole(*tail)) tail = &(*tail)->next;
            else *tail = NULL;
            if (p->panic || !syn_at(p, SYN_T_COMMA)) break;
            syn_next(p);
            if (syn_at(p, SYN_T_RPAREN)) syn_expected(p, "a modifier after ','");
        }
        if (!syn_accept(p, SYN_T_RPAREN)) not_an_argument(p);
    }
    syn_leave(p);
    m->span = syn_span(p, from);
    return m;
}

const SynMod *syn_annotation(const SynMod *list, Names *names, const char *path) {
    size_t n = strcspn(path, ".");
    Name name = base_intern(names, path, n);
    for (const SynMod *m = list; m; m = m->next) {
        if (m->name.n != 1 || m->name.parts[0].name != name) continue;
        if (!path[n]) return m;
        return m->mod ? syn_annotation(m->mod->args, names, path + n + 1) : NULL;
    }
    return NULL;
}

void syn_expand(SynFile *f, SynModification *mod) {
    if (!mod || !mod->as_text) return;
    SynTokens tokens;
    SynParser p;
    syn_lex_range(f->ctx, mod->span.file, mod->span.start, mod->span.end, false, &tokens);
    syn_start(&p, f->ctx, mod->span.file, &tokens);
    p.file = f;
    p.arena = &f->arena;
    p.annotation = true; /* its depth never fits: nothing inside is kept as text again */
    p.annotation_depth = -1;
    if (syn_at(&p, SYN_T_LPAREN)) mod->args = syn_class_modification(&p, false)->args;
    mod->as_text = false;
    vec_free(&p.stack);
    syn_tokens_free(&tokens);
}
