/* parser.c - tokens to the tree: stored definitions, classes, elements (MLS 3.6, A.2.1 to A.2.4).
 *
 * Before: the tokens of a file.  After: a SynFile with everything that could be understood; what
 * could not was reported, once for each cause (see parse_cursor.c).
 */
#include "syntax/syntax_impl.h"

/* ---- prefixes ---------------------------------------------------------------------------------------------------- */

typedef struct {
    uint8_t kind; /* keyword */
    uint8_t rank; /* prefixes stand in the order of their ranks, one of each rank */
    uint32_t flag;
} Prefix;

/* element : [ redeclare ] [ final ] [ inner ] [ outer ] [ replaceable ] ... */
static const Prefix element_prefixes[] = {{SYN_T_REDECLARE, 1, SYN_REDECLARE},
                                          {SYN_T_FINAL, 2, SYN_FINAL},
                                          {SYN_T_INNER, 3, SYN_INNER},
                                          {SYN_T_OUTER, 4, SYN_OUTER},
                                          {SYN_T_REPLACEABLE, 5, SYN_REPLACEABLE},
                                          {0, 0, 0}};

/* type-prefix : [ flow | stream ] [ discrete | parameter | constant ] [ input | output ] */
static const Prefix type_prefixes[] = {{SYN_T_FLOW, 1, SYN_FLOW},         {SYN_T_STREAM, 1, SYN_STREAM},
                                       {SYN_T_DISCRETE, 2, SYN_DISCRETE}, {SYN_T_PARAMETER, 2, SYN_PARAMETER},
                                       {SYN_T_CONSTANT, 2, SYN_CONSTANT}, {SYN_T_INPUT, 3, SYN_INPUT},
                                       {SYN_T_OUTPUT, 3, SYN_OUTPUT},     {0, 0, 0}};

static const Prefix *find_prefix(const Prefix *table, unsigned kind) {
    for (; table->kind; table++)
        if (table->kind == kind) return table;
    return NULL;
}

static uint32_t prefixes(SynParser *p, const Prefix *table) {
    uint32_t flags = 0;
    int rank = 0;
    const SynToken *before = NULL;
    const Prefix *x;
    while ((x = find_prefix(table, syn_kind(p)))) {
        if (x->rank < rank || (x->rank == rank && x->flag != 0)) {
            const char *here = syn_token_text(syn_kind(p)), *there = syn_token_text(before->kind);
            if (x->rank < rank)
                syn_mistake(p, "SYN0018", syn_token_span(p, p->tok), "'%s' must stand before '%s'", here, there);
            else if (before->kind == x->kind)
                syn_mistake(p, "SYN0018", syn_token_span(p, p->tok), "'%s' is written twice", here);
            else syn_mistake(p, "SYN0018", syn_token_span(p, p->tok), "'%s' and '%s' exclude each other", there, here);
        }
        flags |= x->flag;
        rank = x->rank;
        before = p->tok;
        syn_next(p);
    }
    return flags;
}

uint32_t syn_type_prefix(SynParser *p) { return prefixes(p, type_prefixes); }

/* ---- sections of equations and statements ------------------------------------------------------------------------ */

static void algorithm_section(SynParser *p, SynClass *c, bool initial) {
    SynAlgorithm **tail = initial ? &c->initial_algorithms : &c->algorithms;
    while (*tail) tail = &(*tail)->next;
    const SynToken *from = p->tok - 1;
    *tail = BASE_NEW(p->arena, SynAlgorithm);
    SynStatement **last = &(*tail)->statements;
    do {
        *last = syn_statements(p);
        while (*last) last = &(*last)->next;
    } while (syn_stray(p));
    (*tail)->span = syn_span(p, from);
}

static void equation_section(SynParser *p, SynClass *c, bool initial) {
    SynEquation **tail = initial ? &c->initial_equations : &c->equations;
    Arena *around = p->arena;
    if (!c->equations && !c->initial_equations) vec_push(&p->file->equated, c);
    p->arena = &p->file->equations;
    do {
        while (*tail) tail = &(*tail)->next;
        *tail = syn_equations(p);
    } while (syn_stray(p));
    p->arena = around;
}

/* ---- components -------------------------------------------------------------------------------------------------- */

/* The names of the predefined types are reserved (MLS 3.6, 2.3.3). */
static bool is_predefined(const SynParser *p, Name name) {
    const char *s = base_str(p->ctx->names, name);
    return strcmp(s, "Real") == 0 || strcmp(s, "Integer") == 0 || strcmp(s, "Boolean") == 0 || strcmp(s, "String") == 0;
}

static void check_reserved(SynParser *p, Name name, Span span) {
    if (!is_predefined(p, name)) return;
    Diag *d = syn_mistake(p, "SYN0026", span, "'%s' is a predefined type and cannot be declared again",
                          base_str(p->ctx->names, name));
    syn_hint(p, d, "choose another name");
}

/* `paramter Real x`: a word that is no keyword in front of a type. */
static bool misspelt_prefix(SynParser *p) {
    static const char *const words[] = {"parameter", "constant", "discrete", "input",     "output",      "flow",
                                        "stream",    "final",    "inner",    "protected", "replaceable", "public"};
    const SynToken *t = p->tok - 2;
    if (t < p->first || t->kind != SYN_T_IDENT) return false;
    const char *near = base_nearest(base_str(p->ctx->names, t->name), words, sizeof words / sizeof *words);
    if (!near) return false;
    Diag *d = syn_mistake(p, "SYN0019", syn_token_span(p, t), "'%s' is no word that can stand in front of a type",
                          base_str(p->ctx->names, t->name));
    syn_hint(p, d, "did you mean '%s'?", near);
    return true;
}

/* declaration : IDENT [ array-subscripts ] [ modification ] */
void syn_declaration(SynParser *p, SynElement *e) {
    e->name_span = syn_token_span(p, p->tok);
    e->name = syn_ident(p, "the name of a component");
    if (!e->name) return;
    if (syn_at(p, SYN_T_IDENT) && is_predefined(p, e->name) && misspelt_prefix(p)) {
        e->name_span = syn_token_span(p, p->tok);
        e->name = syn_ident(p, "the name of a component");
    }
    check_reserved(p, e->name, e->name_span);
    if (syn_at(p, SYN_T_LBRACKET)) e->dims = syn_subscripts(p, &e->ndims);
    if (!p->panic && (syn_at(p, SYN_T_LPAREN) || syn_at(p, SYN_T_EQUALS) || syn_at(p, SYN_T_ASSIGN)))
        e->mod = syn_modification(p);
}

static void assumed_section(SynParser *p, bool statements) {
    bool assumed = p->assumed;
    p->assumed = true;
    if (statements) algorithm_section(p, p->cls, false);
    else equation_section(p, p->cls, false);
    p->assumed = assumed;
}

/* Equations or statements where declarations should stand, after that was said: skips the broken
 * item, and reads what follows as if the section had begun, up to the next declaration. */
static void missing_section(SynParser *p, bool statements) {
    syn_recover(p);
    if (!p->panic && !syn_looks_like_declaration(p)) assumed_section(p, statements);
    p->inserted = true;
}

/* An equation or statement where a declaration should stand. */
static bool not_a_declaration(SynParser *p, const SynToken *from) {
    if (p->panic) return true;
    switch (syn_kind(p)) {
    case SYN_T_EQUALS:
    case SYN_T_ASSIGN:
    case SYN_T_LPAREN:
    case SYN_T_ADD:
    case SYN_T_SUB:
    case SYN_T_MUL:
    case SYN_T_DIV: {
        bool assign = syn_at(p, SYN_T_ASSIGN);
        Diag *d = syn_error(p, "SYN0019", "expected the name of a component, found %s", syn_found(p, p->tok));
        if (from->kind != SYN_T_IDENT && from->kind != SYN_T_DOT) return true; /* behind prefixes it was meant as one */
        syn_hint(p, d, "%s stand behind the word '%s'", assign ? "assignments" : "equations",
                 assign ? "algorithm" : "equation");
        missing_section(p, assign);
        return true;
    }
    case SYN_T_LT: {
        Diag *d = syn_error(p, "SYN0001", "expected the name of a component, found '<'");
        syn_hint(p, d, "Modelica has no type parameters; see replaceable classes");
        return true;
    }
    default: return false;
    }
}

/* component-clause : type-prefix type-specifier [ array-subscripts ] component-list
 * Each component of the list becomes an element of its own; they share the type. */
static SynElement *component_clause(SynParser *p, const SynToken *from, uint32_t flags, SynElement ***tail) {
    SynElement common = {.kind = SYN_COMPONENT}, *first = NULL;
    common.prefixes = flags | syn_type_prefix(p);
    if (syn_at_structural_mode(p)) {
        common.prefixes |= SYN_STRUCTURAL;
        syn_next(p);
    }
    if (!syn_at(p, SYN_T_IDENT) && !syn_at(p, SYN_T_DOT)) {
        if (p->panic) return NULL;
        Diag *d =
            syn_expected(p, common.prefixes & ~(uint32_t)SYN_PROTECTED ? "the type of the component" : "a declaration");
        if (find_prefix(element_prefixes, syn_kind(p)))
            syn_hint(p, d, "'%s' must stand in front of the other prefixes", syn_token_text(syn_kind(p)));
        else if (syn_is_keyword(syn_kind(p)) && !p->tok->first && p->tok > from)
            syn_hint(p, d, "'%s' is a keyword", syn_token_text(syn_kind(p)));
        return NULL;
    }
    if (!syn_name_path(p, &common.type, true)) return NULL;
    if (syn_at(p, SYN_T_LBRACKET)) common.type_dims = syn_subscripts(p, &common.ntype_dims);
    if (not_a_declaration(p, from)) return NULL;
    do {
        SynElement *e = base_copy(p->arena, &common, sizeof common);
        const SynToken *start = first ? p->tok : from;
        syn_declaration(p, e);
        if (!e->name) return first;
        if (!p->panic && syn_accept(p, SYN_T_IF)) e->condition = syn_expression(p);
        if (!p->panic) syn_description(p, &e->comment, &e->annotation);
        e->span = syn_span(p, start);
        if (!first) first = e;
        **tail = e;
        *tail = &e->next;
    } while (!p->panic && syn_accept(p, SYN_T_COMMA));
    return first;
}

/* ---- imports and extends ----------------------------------------------------------------------------------------- */

/* "{" IDENT { "," IDENT } "}" */
static void import_list(SynParser *p, SynElement *e) {
    VecU32 names = {0};
    do {
        Name name = syn_ident(p, "the name of a class");
        if (!name) break;
        vec_push(&names, name);
    } while (syn_accept(p, SYN_T_COMMA));
    syn_expect(p, SYN_T_RBRACE, "after the imported names");
    e->nimport_names = (uint32_t)names.n;
    e->import_names = names.n ? base_copy(p->arena, names.at, names.n * sizeof *names.at) : NULL;
    vec_free(&names);
}

/* import ( IDENT "=" name | name [ ".*" | "." ( "*" | "{" import-list "}" ) ] ) description */
static void import_clause(SynParser *p, SynElement *e) {
    e->kind = SYN_IMPORT;
    syn_next(p);
    if (syn_at(p, SYN_T_IDENT) && syn_peek(p, 1) == SYN_T_EQUALS) {
        e->name_span = syn_token_span(p, p->tok);
        e->import_alias = p->tok->name;
        syn_next(p);
        syn_next(p);
    }
    if (!syn_name_path(p, &e->type, false)) return;
    if (syn_at(p, SYN_T_EMUL) || (syn_at(p, SYN_T_DOT) && syn_peek(p, 1) == SYN_T_MUL)) {
        if (syn_accept(p, SYN_T_DOT)) {}
        syn_next(p);
        e->import_all = true;
    } else if (syn_at(p, SYN_T_DOT) && syn_peek(p, 1) == SYN_T_LBRACE) {
        syn_next(p);
        syn_next(p);
        import_list(p, e);
    }
    if (e->import_alias && (e->import_all || e->nimport_names))
        syn_mistake(p, "SYN0029", e->name_span, "an import of several classes cannot be given a name");
    if (!p->panic) syn_description(p, &e->comment, &e->annotation);
}

/* extends type-specifier [ class-or-inheritance-modification ] [ annotation-clause ] */
static void extends_clause(SynParser *p, SynElement *e) {
    e->kind = SYN_EXTENDS;
    syn_next(p);
    if (!syn_name_path(p, &e->type, true)) return;
    e->name_span = (Span){p->source, e->type.parts[0].span.start, e->type.parts[e->type.n - 1].span.end};
    if (syn_at(p, SYN_T_LPAREN)) e->mod = syn_class_modification(p, true);
    if (!p->panic && syn_at(p, SYN_T_STRING)) {
        syn_mistake(p, "SYN0001", syn_token_span(p, p->tok), "an extends clause has no description");
        e->comment = syn_description_string(p);
    }
    if (!p->panic) e->annotation = syn_annotation_clause(p);
}

/* ---- elements ---------------------------------------------------------------------------------------------------- */

/* constraining-clause description, behind a replaceable element; shared by all components of a
 * clause */
static void constraining_clause(SynParser *p, SynElement *first) {
    bool replaceable = !first || first->prefixes & SYN_REPLACEABLE;
    if (!replaceable && syn_at(p, SYN_T_CONSTRAINEDBY))
        syn_mistake(p, "SYN0018", syn_token_span(p, p->tok), "'constrainedby' belongs to a replaceable element");
    if ((!replaceable && syn_at(p, SYN_T_EXTENDS)) || !syn_starts_constraint(p)) return;
    SynElement c = {0};
    SynMod *annotation = NULL;
    if (!syn_name_path(p, &c.constraint, true)) return;
    if (syn_at(p, SYN_T_LPAREN)) c.constraint_mod = syn_class_modification(p, false);
    if (!p->panic) syn_description(p, &c.constraint_comment, &annotation);
    for (SynElement *e = first; e; e = e->next) {
        e->constraint = c.constraint;
        e->constraint_mod = c.constraint_mod;
        e->constraint_comment = c.constraint_comment;
        if (annotation && !e->annotation) e->annotation = annotation;
        e->span.end = p->tok[-1].end;
    }
}

static void class_element(SynParser *p, const SynToken *from, uint32_t flags, SynElement ***tail) {
    SynElement *e = BASE_NEW(p->arena, SynElement);
    e->kind = SYN_CLASS_DEF;
    e->prefixes = flags;
    e->cls = syn_class_definition(p, flags & ~(uint32_t)SYN_PROTECTED, false);
    if (!e->cls) return;
    e->name = e->cls->name;
    e->name_span = e->cls->name_span;
    e->comment = e->cls->comment;
    e->annotation = e->cls->annotation;
    e->span = syn_span(p, from);
    **tail = e;
    *tail = &e->next;
    constraining_clause(p, e);
}

static void element(SynParser *p, uint32_t visibility, SynElement ***tail) {
    const SynToken *from = p->tok;
    if (syn_at(p, SYN_T_IMPORT) || syn_at(p, SYN_T_EXTENDS)) {
        SynElement *e = BASE_NEW(p->arena, SynElement);
        e->prefixes = visibility;
        if (syn_at(p, SYN_T_IMPORT)) import_clause(p, e);
        else extends_clause(p, e);
        e->span = syn_span(p, from);
        if (!e->type.n) return;
        **tail = e;
        *tail = &e->next;
        return;
    }
    uint32_t flags = visibility | prefixes(p, element_prefixes);
    if (syn_starts_class(syn_kind(p))) class_element(p, from, flags, tail);
    else constraining_clause(p, component_clause(p, from, flags, tail));
}

/* ---- composition ------------------------------------------------------------------------------------------------- */

/* external [ language-specification ] [ external-function-call ] [ annotation-clause ] ";" */
static SynExternal *external_clause(SynParser *p) {
    const SynToken *from = p->tok;
    SynExternal *x = BASE_NEW(p->arena, SynExternal);
    syn_next(p);
    if (syn_at(p, SYN_T_STRING)) {
        x->language = syn_string(p);
        syn_next(p);
    }
    if (syn_at(p, SYN_T_IDENT) || syn_at(p, SYN_T_DOT)) {
        if (syn_peek(p, 1) != SYN_T_LPAREN) {
            x->output = syn_component_reference(p);
            syn_expect(p, SYN_T_EQUALS, "or '(' in the external call");
        }
        x->name = p->panic ? 0 : syn_ident(p, "the name of the external function");
        x->has_call = x->name != 0;
        if (x->name && syn_expect(p, SYN_T_LPAREN, "after the name of the external function")) {
            if (!syn_at(p, SYN_T_RPAREN)) x->args = syn_expression_list(p, &x->nargs);
            syn_expect(p, SYN_T_RPAREN, "after the arguments");
        }
    }
    if (!p->panic) x->annotation = syn_annotation_clause(p);
    x->span = syn_span(p, from);
    syn_finish(p, "external clause");
    return x;
}

/* The class annotation stands last (MLS 3.6, 18).  Older libraries have it elsewhere: it is kept,
 * with a warning. */
static void class_annotation(SynParser *p, SynClass *c, const SynToken **where) {
    const SynToken *from = p->tok;
    SynMod *more = syn_annotation_clause(p), **tail = &c->annotation;
    Span span = syn_token_span(p, from);
    if (*where && !p->panic) {
        Diag *d = base_warning(p->ctx, "SYN0020", span, "a class has one annotation; this one is added to the first");
        syn_note(p, d, syn_token_span(p, *where), "the first annotation");
    }
    while (*tail) tail = &(*tail)->next;
    *tail = more;
    *where = from;
    syn_finish(p, "annotation");
}

/* One section that begins with a word.  false when the current token begins none. */
static bool section(SynParser *p, SynClass *c, uint32_t *visibility, const SynToken **annotated) {
    bool initial = syn_at(p, SYN_T_INITIAL) && syn_starts_section(p);
    bool item = syn_at(p, SYN_T_EXTERNAL) || syn_at(p, SYN_T_ANNOTATION);
    if (item) syn_mark(p, p->tok, p->indent, false);
    else if (syn_starts_section(p)) syn_mark(p, p->tok, p->indent - 1, true);
    if (initial) syn_next(p);
    switch (syn_kind(p)) {
    case SYN_T_EQUATION:
        syn_next(p);
        equation_section(p, c, initial);
        return true;
    case SYN_T_ALGORITHM:
        syn_next(p);
        algorithm_section(p, c, initial);
        return true;
    case SYN_T_PUBLIC:
    case SYN_T_PROTECTED:
        *visibility = syn_at(p, SYN_T_PROTECTED) ? SYN_PROTECTED : 0;
        syn_next(p);
        return true;
    case SYN_T_EXTERNAL: {
        if (c->external) syn_mistake(p, "SYN0030", syn_token_span(p, p->tok), "a function has one external clause");
        SynExternal *x = external_clause(p);
        if (!c->external) c->external = x;
        return true;
    }
    case SYN_T_ANNOTATION: class_annotation(p, c, annotated); return true;
    default: return false;
    }
}

/* `connect`, `if`, `for`, `when` among declarations */
static bool misplaced_equation(SynParser *p) {
    switch (syn_kind(p)) {
    case SYN_T_CONNECT:
    case SYN_T_IF:
    case SYN_T_FOR:
    case SYN_T_WHEN:
    case SYN_T_WHILE: {
        bool statement = syn_at(p, SYN_T_WHILE);
        Diag *d = syn_error(p, "SYN0019", "expected a declaration, found %s", syn_found(p, p->tok));
        syn_hint(p, d, "%s stand behind the word '%s'", statement ? "statements" : "equations",
                 statement ? "algorithm" : "equation");
        p->panic = false;
        assumed_section(p, statement);
        p->inserted = true;
        return true;
    }
    default: return false;
    }
}

/* Modelica 2 had annotations among equations: those behind one belong to the section in front of it. */
static void section_goes_on(SynParser *p, SynClass *c, const SynToken *word, const SynToken **annotated) {
    if (p->panic || syn_at(p, SYN_T_END) || syn_at(p, SYN_T_EOF) || syn_at(p, SYN_T_ANNOTATION) ||
        syn_at(p, SYN_T_EXTERNAL) || syn_starts_section(p) || syn_looks_like_declaration(p))
        return;
    bool initial = word->kind == SYN_T_INITIAL;
    syn_tolerate(p->ctx, "SYN0020", c, syn_token_span(p, *annotated),
                 "the annotation of a class stands last, behind all elements and equations");
    *annotated = NULL;
    if (word[initial].kind == SYN_T_EQUATION) equation_section(p, c, initial);
    else algorithm_section(p, c, initial);
}

/* composition: everything up to the `end` of the class.  Sections in an order that the grammar does
 * not know (an element behind an equation section without public or protected) come out as errors
 * of the section. */
static void composition(SynParser *p, SynClass *c) {
    SynElement **tail = &c->elements;
    uint32_t visibility = 0;
    const SynToken *annotated = NULL, *word = NULL; /* of the section of equations that may go on */
    while (!syn_at(p, SYN_T_EOF)) {
        const SynToken *from = p->tok;
        if (syn_stray(p)) continue;
        if (syn_at(p, SYN_T_END)) break;
        bool annotation = syn_at(p, SYN_T_ANNOTATION);
        if (section(p, c, &visibility, &annotated)) {
            bool equations =
                from->kind == SYN_T_EQUATION || from->kind == SYN_T_ALGORITHM || from->kind == SYN_T_INITIAL;
            if (!annotation) word = equations ? from : NULL;
            else if (word && annotated) section_goes_on(p, c, word, &annotated);
        } else {
            word = NULL;
            if (annotated && !p->panic)
                base_warning(p->ctx, "SYN0020", syn_token_span(p, annotated),
                             "the annotation of a class stands last, behind all elements and equations");
            annotated = NULL;
            syn_mark(p, p->tok, p->indent, false);
            if (!misplaced_equation(p)) element(p, visibility, &tail);
            syn_finish(p, "declaration");
        }
        if (p->tok == from) syn_next(p);
    }
}

/* ---- classes ----------------------------------------------------------------------------------------------------- */

static uint8_t restriction_of(SynParser *p, uint32_t *flags) {
    if (syn_at(p, SYN_T_PURE) || syn_at(p, SYN_T_IMPURE)) {
        *flags |= syn_at(p, SYN_T_PURE) ? SYN_PURE : SYN_IMPURE;
        syn_next(p);
        if (!syn_at(p, SYN_T_FUNCTION) && !syn_at(p, SYN_T_OPERATOR)) {
            syn_expect(p, SYN_T_FUNCTION, "after 'pure' or 'impure'");
            return SYN_FUNCTION;
        }
    }
    unsigned kind = syn_kind(p);
    syn_next(p);
    switch (kind) {
    case SYN_T_CLASS: return SYN_CLASS;
    case SYN_T_MODEL: return SYN_MODEL;
    case SYN_T_RECORD: return SYN_RECORD;
    case SYN_T_BLOCK: return SYN_BLOCK;
    case SYN_T_CONNECTOR: return SYN_CONNECTOR;
    case SYN_T_TYPE: return SYN_TYPE;
    case SYN_T_PACKAGE: return SYN_PACKAGE;
    case SYN_T_FUNCTION: return SYN_FUNCTION;
    case SYN_T_EXPANDABLE: syn_expect(p, SYN_T_CONNECTOR, "after 'expandable'"); return SYN_EXPANDABLE_CONNECTOR;
    case SYN_T_OPERATOR:
        if (syn_accept(p, SYN_T_RECORD)) return SYN_OPERATOR_RECORD;
        if (syn_accept(p, SYN_T_FUNCTION)) return SYN_OPERATOR_FUNCTION;
        return SYN_OPERATOR;
    default:
        if (p->tok > p->first) p->tok--;
        syn_expected(p, "the kind of class: model, block, package, record, function, ...");
        return SYN_CLASS;
    }
}

/* "(" ( [ enum-list ] | ":" ) ")" description */
static void enumeration(SynParser *p, SynClass *c) {
    VEC(SynLiteral) list = {0};
    c->form = SYN_ENUMERATION;
    syn_next(p);
    syn_expect(p, SYN_T_LPAREN, "after 'enumeration'");
    if (syn_accept(p, SYN_T_COLON)) c->open_enumeration = true;
    while (!p->panic && !c->open_enumeration && !syn_at(p, SYN_T_RPAREN)) {
        SynLiteral x = {.span = syn_token_span(p, p->tok)};
        x.name = syn_ident(p, "the name of an enumeration literal");
        if (!x.name) break;
        check_reserved(p, x.name, x.span);
        syn_description(p, &x.comment, &x.annotation);
        vec_push(&list, x);
        if (!syn_at(p, SYN_T_COMMA)) break;
        syn_next(p);
        if (syn_at(p, SYN_T_RPAREN)) syn_expected(p, "an enumeration literal after ','");
    }
    syn_expect(p, SYN_T_RPAREN, "after the enumeration literals");
    c->nliterals = (uint32_t)list.n;
    c->literals = list.n ? base_copy(p->arena, list.at, list.n * sizeof *list.at) : NULL;
    vec_free(&list);
}

/* der "(" type-specifier "," IDENT { "," IDENT } ")" description */
static void der_specifier(SynParser *p, SynClass *c) {
    VecU32 names = {0};
    c->form = SYN_DER;
    syn_next(p);
    if (syn_expect(p, SYN_T_LPAREN, "after 'der'") && syn_name_path(p, &c->base, true)) {
        syn_expect(p, SYN_T_COMMA, "after the name of the function");
        do {
            Name name = syn_ident(p, "the name of an input");
            if (!name) break;
            vec_push(&names, name);
        } while (syn_accept(p, SYN_T_COMMA));
        syn_expect(p, SYN_T_RPAREN, "after the inputs");
    }
    c->nder_names = (uint32_t)names.n;
    c->der_names = names.n ? base_copy(p->arena, names.at, names.n * sizeof *names.at) : NULL;
    vec_free(&names);
}

/* short-class-specifier and der-class-specifier, behind the "=" */
static void short_specifier(SynParser *p, SynClass *c) {
    if (syn_at(p, SYN_T_ENUMERATION)) {
        enumeration(p, c);
    } else if (syn_at(p, SYN_T_DER)) {
        der_specifier(p, c);
    } else {
        const SynToken *from = p->tok;
        c->form = SYN_SHORT;
        c->base_prefixes = syn_type_prefix(p);
        if (c->base_prefixes & ~(uint32_t)(SYN_INPUT | SYN_OUTPUT))
            syn_mistake(p, "SYN0018", syn_span(p, from),
                        "only 'input' and 'output' may stand in front of the class here");
        if (syn_name_path(p, &c->base, true)) {
            if (syn_at(p, SYN_T_LBRACKET)) c->dims = syn_subscripts(p, &c->ndims);
            if (!p->panic && syn_at(p, SYN_T_LPAREN)) c->mod = syn_class_modification(p, false);
        }
    }
    if (c->form != SYN_ENUMERATION && !c->base.n) c->form = SYN_LONG; /* nothing is known of it */
    if (!p->panic) syn_description(p, &c->comment, &c->annotation);
}

/* true when an enclosing class has this name */
static bool encloses(const SynClass *c, Name name) {
    for (c = c->parent; c; c = c->parent)
        if (c->name == name) return true;
    return false;
}

/* end IDENT */
static void class_end(SynParser *p, SynClass *c) {
    const char *name = c->name ? base_str(p->ctx->names, c->name) : "…";
    if (p->panic && syn_at(p, SYN_T_EOF)) return;
    if (!syn_at(p, SYN_T_END)) {
        Diag *d = syn_error(p, "SYN0012", "'end %s;' is missing: found %s", name, syn_found(p, p->tok));
        syn_note(p, d, c->name_span, "%s '%s' begins here", syn_restriction_name(c->restriction), name);
        return;
    }
    if (syn_peek(p, 1) == SYN_T_END) {
        syn_mistake(p, "SYN0011", syn_token_span(p, p->tok + 1), "'end' is written twice");
        while (syn_peek(p, 1) == SYN_T_END) syn_next(p);
    }
    if (syn_peek(p, 1) != SYN_T_IDENT) {
        syn_next(p);
        Diag *d = syn_mistake(p, "SYN0011", syn_token_span(p, p->tok - 1), "expected 'end %s', found 'end' and %s",
                              name, syn_found(p, p->tok));
        syn_note(p, d, c->name_span, "%s '%s' begins here", syn_restriction_name(c->restriction), name);
        return;
    }
    Name end = p->tok[1].name;
    if (c->name && end != c->name) {
        if (encloses(c, end)) {
            Diag *d = syn_mistake(p, "SYN0012", syn_token_span(p, p->tok), "'end %s;' is missing before 'end %s'", name,
                                  base_str(p->ctx->names, end));
            syn_note(p, d, c->name_span, "%s '%s' begins here", syn_restriction_name(c->restriction), name);
            p->inserted = true;
            return;
        }
        Diag *d = syn_mistake(p, "SYN0011", syn_token_span(p, p->tok + 1),
                              "the class is called '%s', its end says '%s'", name, base_str(p->ctx->names, end));
        if (d) {
            syn_note(p, d, c->name_span, "%s '%s' begins here", syn_restriction_name(c->restriction), name);
            syn_hint(p, d, "write: end %s;", name);
        }
    }
    syn_next(p);
    syn_next(p);
}

/* long-class-specifier : IDENT description-string composition end IDENT
 *                      | extends IDENT [ class-modification ] description-string composition end
 * IDENT */
static void long_specifier(SynParser *p, SynClass *c) {
    c->comment = syn_description_string(p);
    if (p->panic) syn_recover(p);
    bool annotation = p->annotation;
    bool assumed = p->assumed;
    p->annotation = p->assumed = false;
    p->indent++;
    composition(p, c);
    p->indent--;
    p->annotation = annotation;
    p->assumed = assumed;
    syn_mark(p, p->tok, p->indent, true);
    syn_write_structural(p, c);
    class_end(p, c);
}

static void class_specifier(SynParser *p, SynClass *c, bool only_short) {
    bool extends = syn_accept(p, SYN_T_EXTENDS);
    c->name_span = syn_token_span(p, p->tok);
    c->name = syn_ident(p, "the name of the class");
    if (c->name) check_reserved(p, c->name, c->name_span);
    if (extends) {
        SynPart part = {.name = c->name, .span = c->name_span};
        c->form = c->name ? SYN_CLASS_EXTENDS : SYN_LONG;
        c->base = (SynCref){.n = 1, .parts = base_copy(p->arena, &part, sizeof part)};
        if (!p->panic && syn_at(p, SYN_T_LPAREN)) c->mod = syn_class_modification(p, false);
    } else if (!p->panic && syn_accept(p, SYN_T_EQUALS)) {
        short_specifier(p, c);
        return;
    }
    if (only_short) {
        if (!p->panic) {
            Diag *d = syn_expected(p, "'=': only a short class definition can stand in a modification");
            syn_hint(p, d, "write: redeclare model Name = OtherModel(...)");
        }
        return;
    }
    long_specifier(p, c);
}

/* class-definition : [ encapsulated ] class-prefixes class-specifier */
SynClass *syn_class_definition(SynParser *p, uint32_t flags, bool only_short) {
    const SynToken *from = p->tok;
    SynClass *c = BASE_NEW(p->arena, SynClass);
    c->file = p->file;
    c->parent = p->cls;
    if (syn_accept(p, SYN_T_ENCAPSULATED)) flags |= SYN_ENCAPSULATED;
    if (syn_accept(p, SYN_T_PARTIAL)) flags |= SYN_PARTIAL_CLASS;
    if ((flags & SYN_PARTIAL_CLASS) && syn_at(p, SYN_T_ENCAPSULATED)) {
        syn_mistake(p, "SYN0018", syn_token_span(p, p->tok), "'encapsulated' must stand before 'partial'");
        syn_next(p);
        flags |= SYN_ENCAPSULATED;
    }
    c->restriction = restriction_of(p, &flags);
    c->prefixes = flags;
    p->cls = c;
    if (syn_enter(p)) class_specifier(p, c, only_short);
    syn_leave(p);
    p->cls = c->parent;
    c->span = syn_span(p, from);
    return c;
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

/* [ within [ name ] ";" ] */
static void within_clause(SynParser *p) {
    syn_mark(p, p->tok, 0, false);
    if (!syn_accept(p, SYN_T_WITHIN)) return;
    p->file->has_within = true;
    if (!syn_at(p, SYN_T_SEMICOLON)) syn_name_path(p, &p->file->within, false);
    syn_finish(p, "within clause");
}

/* stored-definition : [ within ] { [ final ] class-definition ";" } */
static void stored_definition(SynParser *p) {
    SynElement **tail = &p->file->classes;
    within_clause(p);
    while (!syn_at(p, SYN_T_EOF)) {
        const SynToken *from = p->tok;
        syn_mark(p, from, 0, false);
        uint32_t flags = syn_accept(p, SYN_T_FINAL) ? SYN_FINAL : 0;
        if (syn_starts_class(syn_kind(p))) {
            class_element(p, from, flags, &tail);
            syn_finish(p, "class definition");
        } else if (syn_at(p, SYN_T_END) && syn_peek(p, 1) == SYN_T_IDENT) {
            Diag *d = syn_error(p, "SYN0012", "'end %s' without a class that is open",
                                base_str(p->ctx->names, p->tok[1].name));
            syn_hint(p, d, "look for an 'end' too many above");
            syn_next(p);
            syn_recover(p);
        } else if (syn_at(p, SYN_T_IMPORT) && syn_peek(p, 1) == SYN_T_STRING && syn_peek(p, 2) == SYN_T_SEMICOLON) {
            Diag *d = syn_tolerate(p->ctx, "SYN0033", p->file, syn_token_span(p, p->tok),
                                   "a file cannot be imported: the clause is passed over");
            base_hint(p->ctx, d, "libraries are found by their names: -L DIR, or MODELICAPATH");
            p->tok += 2;
            syn_finish(p, "import");
        } else if (!syn_stray(p)) {
            Diag *d = syn_expected(p, syn_at(p, SYN_T_WITHIN) ? "a class definition ('within' stands first, once)"
                                                              : "a class definition");
            if (d && (syn_at(p, SYN_T_IDENT) || syn_starts_section(p)))
                syn_hint(p, d, "declarations and equations stand inside a class: model Name ... end Name;");
            syn_next(p);
            while (!syn_at(p, SYN_T_EOF) &&
                   !(p->tok->first && (syn_starts_class(syn_kind(p)) || syn_at(p, SYN_T_FINAL))))
                syn_next(p);
            p->panic = false;
        }
        if (p->tok == from) syn_next(p);
    }
    for (SynElement *e = p->file->classes; e; e = e->next) p->file->last = e->cls;
}

void syn_start(SynParser *p, Context *ctx, SourceId source, const SynTokens *tokens) {
    static const char *const drawings[] = {"Documentation", "Icon", "Diagram", "Placement",
                                           "Line",          "Text", "IconMap", "DiagramMap"};
    *p = (SynParser){.ctx = ctx,
                     .source = source,
                     .text = base_source(ctx->sources, source)->text,
                     .tok = tokens->tokens.at,
                     .first = tokens->tokens.at,
                     .last = tokens->tokens.at + tokens->tokens.n - 1};
    p->der = base_name(ctx->names, "der");
    p->initial = base_name(ctx->names, "initial");
    p->pure = base_name(ctx->names, "pure");
    p->structuralmode = base_name(ctx->names, "structuralmode");
    for (size_t i = 0; i < 8; i++) p->drawings[i] = base_name(ctx->names, drawings[i]);
}

SynFile *syn_parse_layout(Context *ctx, SourceId source, SynTokens *tokens, SynMark **layout) {
    SynFile *f = base_realloc(NULL, sizeof *f);
    *f = (SynFile){.ctx = ctx, .source = source};
    SynParser p;
    size_t before = base_error_count(ctx);
    syn_lex(ctx, source, layout != NULL, tokens);
    syn_start(&p, ctx, source, tokens);
    p.file = f;
    p.arena = &f->arena;
    f->arena.dense = f->equations.dense = true;
    p.cut = tokens->cut;
    if (layout) p.layout = *layout = BASE_ARRAY(&f->arena, SynMark, tokens->tokens.n);
    stored_definition(&p);
    f->failed = base_error_count(ctx) != before;
    vec_free(&p.stack);
    return f;
}

SynFile *syn_parse(Context *ctx, SourceId source) {
    SynTokens tokens;
    SynFile *f = syn_parse_layout(ctx, source, &tokens, NULL);
    syn_tokens_free(&tokens);
    base_source_rest(ctx->sources, source);
    return f;
}

void syn_free(SynFile *f) {
    if (!f) return;
    base_free_arena(&f->arena);
    base_free_arena(&f->equations);
    vec_free(&f->equated);
    base_realloc(f, 0);
}

void syn_drop_equations(SynFile *f) {
    for (size_t i = 0; i < f->equated.n; i++) f->equated.at[i]->equations = f->equated.at[i]->initial_equations = NULL;
    base_free_arena(&f->equations);
}

/* Something that is not a file: a rule and the end of the text behind it. */
static void *parse_alone(Context *ctx, SourceId source, Arena *arena, void *(*rule)(SynParser *p), const char *end) {
    SynTokens tokens;
    SynParser p;
    size_t before = base_error_count(ctx);
    syn_lex(ctx, source, false, &tokens);
    syn_start(&p, ctx, source, &tokens);
    p.arena = arena;
    p.file = BASE_NEW(arena, SynFile); /* of classes that are redeclared */
    *p.file = (SynFile){.ctx = ctx, .source = source};
    void *made = rule(&p);
    if (made && !syn_at(&p, SYN_T_EOF)) syn_expected(&p, end);
    if (base_error_count(ctx) != before) made = NULL;
    vec_free(&p.stack);
    syn_tokens_free(&tokens);
    return made;
}

static void *an_expression(SynParser *p) { return syn_expression(p); }
static void *a_class_modification(SynParser *p) { return syn_class_modification(p, false); }

SynExpr *syn_parse_expr(Context *ctx, SourceId source, Arena *arena) {
    return parse_alone(ctx, source, arena, an_expression, "the end of the expression");
}

/* A ';' behind it is welcome and not needed. */
static void *a_statement(SynParser *p) {
    SynStatement *s = syn_typed_statement(p);
    if (syn_at(p, SYN_T_SEMICOLON)) syn_next(p);
    return s;
}

SynStatement *syn_parse_statement(Context *ctx, SourceId source, Arena *arena) {
    return parse_alone(ctx, source, arena, a_statement, "the end of the statement");
}

SynModification *syn_parse_modification(Context *ctx, SourceId source, Arena *arena) {
    return parse_alone(ctx, source, arena, a_class_modification, "the end of the modification");
}

const char *syn_restriction_name(SynRestriction r) {
    static const char *const names[] = {[SYN_CLASS] = "class",
                                        [SYN_MODEL] = "model",
                                        [SYN_RECORD] = "record",
                                        [SYN_OPERATOR_RECORD] = "operator record",
                                        [SYN_BLOCK] = "block",
                                        [SYN_CONNECTOR] = "connector",
                                        [SYN_EXPANDABLE_CONNECTOR] = "expandable connector",
                                        [SYN_TYPE] = "type",
                                        [SYN_PACKAGE] = "package",
                                        [SYN_FUNCTION] = "function",
                                        [SYN_OPERATOR_FUNCTION] = "operator function",
                                        [SYN_OPERATOR] = "operator"};
    return names[r];
}
