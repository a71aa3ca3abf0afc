/* rules_equation.c - the rules for equations and statements (MLS 3.6, A.2.6).
 *
 * Equations and statements share their control structures; `algorithm` says which of the two is
 * read.  Lists end at `end`, `else`, `elseif`, `elsewhen`, or where a new section begins; the
 * caller says what it misses then.  Nothing in the tree has a hole: an item that lacks a part is left
 * out, a condition that could not be read is taken for `true`.
 */
#include "syntax/syntax_impl.h"

static bool ends_list(const SynParser *p) {
    switch (syn_kind(p)) {
    case SYN_T_IF:
    case SYN_T_FOR:
    case SYN_T_WHEN:
    case SYN_T_WHILE: return syn_peek(p, 1) == SYN_T_SEMICOLON; /* `if;`: its `end` was forgotten */
    case SYN_T_EOF:
    case SYN_T_END:
    case SYN_T_ELSE:
    case SYN_T_ELSEIF:
    case SYN_T_ELSEWHEN:
    case SYN_T_ANNOTATION: return true;
    default: return syn_starts_section(p);
    }
}

static void misplaced_declaration(SynParser *p, const SynToken *from, const char *section) {
    if (p->panic) return;
    p->tok = from;
    Diag *d = syn_error(p, "SYN0019", "a declaration cannot stand in an %s section", section);
    syn_hint(p, d, "move it before '%s', or write 'public' or 'protected' in front of it", section);
    if (!syn_starts_class(from->kind)) {
        syn_next(p);
    } else { /* read the whole class, so that its own sections are not taken for ours */
        p->panic = false;
        syn_class_definition(p, 0, false);
    }
}

/* Marks the word that begins a control structure, or a branch of one. */
static void mark_header(SynParser *p) {
    switch (syn_kind(p)) {
    case SYN_T_IF:
    case SYN_T_ELSEIF:
    case SYN_T_WHEN:
    case SYN_T_ELSEWHEN:
    case SYN_T_FOR:
    case SYN_T_WHILE:
        if (p->layout) p->layout[p->tok - p->first].header = true;
        break;
    default: break;
    }
}

/* Stands for a condition that could not be read, so that what it guards is kept. */
static SynExpr *some_condition(SynParser *p, SynExpr *read) {
    if (read) return read;
    SynExpr *e = base_alloc(p->arena, offsetof(SynExpr, args));
    e->kind = SYN_BOOLEAN;
    e->boolean = true;
    e->span = (Span){p->source, p->tok->start, p->tok->start};
    return e;
}

static bool is_whole_equation(const SynEquation *e) {
    switch (e->kind) {
    case SYN_EQ_IF:
    case SYN_EQ_WHEN: return true;
    case SYN_EQ_FOR: return e->niterators > 0;
    case SYN_EQ_CALL: return e->lhs != NULL;
    default: return e->lhs && e->rhs;
    }
}

static bool is_whole_statement(const SynStatement *s) {
    switch (s->kind) {
    case SYN_ST_ASSIGN: return s->lhs && s->rhs;
    case SYN_ST_CALL: return s->lhs != NULL;
    case SYN_ST_FOR: return s->niterators > 0;
    default: return true;
    }
}

/* ---- control structures ------------------------------------------------------------------------------------------ */

/* Where an if is not closed: was 'elseif' written as two words? */
static void note_else_if(SynParser *p, Diag *d, const SynToken *from) {
    for (const SynToken *t = from + 1; from->kind == SYN_T_IF && t < p->tok; t++) {
        if (t[-1].kind != SYN_T_ELSE || t->kind != SYN_T_IF) continue;
        syn_note(p, d, syn_token_span(p, t), "behind 'else' this 'if' begins another one, with an 'end if' of its own");
        base_hint(p->ctx, d, "write elseif, in one word, or one 'end if' more");
        return;
    }
}

/* "end if", "end for", ...; `from` is the word that opened the structure. */
static void close_structure(SynParser *p, const SynToken *from) {
    SynTokenKind kind = from->kind;
    const char *word = syn_token_text(kind);
    if (p->panic) return;
    if (syn_at(p, SYN_T_END) && syn_peek(p, 1) == (unsigned)kind) {
        syn_next(p);
        syn_next(p);
        return;
    }
    unsigned next = syn_peek(p, 1);
    if (syn_at(p, kind) && next == SYN_T_SEMICOLON) {
        syn_mistake(p, "SYN0012", syn_token_span(p, p->tok), "'end' is missing before '%s'", word);
        syn_next(p);
        return;
    }
    if (syn_at(p, SYN_T_END) && (next == SYN_T_IF || next == SYN_T_FOR || next == SYN_T_WHEN || next == SYN_T_WHILE)) {
        Diag *d = syn_mistake(p, "SYN0012", syn_token_span(p, p->tok + 1), "expected 'end %s', found 'end %s'", word,
                              syn_token_text(next));
        syn_note(p, d, syn_token_span(p, from), "this '%s' is to be closed", word);
        syn_next(p);
        syn_next(p);
        return;
    }
    Diag *d =
        syn_mistake(p, "SYN0012", syn_token_span(p, p->tok), "expected 'end %s', found %s", word, syn_found(p, p->tok));
    syn_note(p, d, syn_token_span(p, from), "this '%s' is to be closed", word);
    note_else_if(p, d, from);
    if (syn_at(p, SYN_T_EOF)) p->panic = true;
    else if (syn_at(p, SYN_T_END) && next == SYN_T_END) { /* a bare `end` without semicolon */ syn_next(p);
        p->inserted = true;
    } else if (syn_at(p, SYN_T_END) && next == SYN_T_SEMICOLON) syn_next(p); /* a bare `end;` */
    else p->inserted = true;
}

static void body(SynParser *p, bool algorithm, SynBranch *b) {
    p->indent++;
    if (algorithm) b->statements = syn_statements(p);
    else b->equations = syn_equations(p);
    p->indent--;
    syn_mark(p, p->tok, p->indent, true);
    mark_header(p);
}

/* if/when ... { elseif/elsewhen ... } [ else ... ] end if/when */
static SynBranch *branches(SynParser *p, bool algorithm, uint32_t *n) {
    const SynToken *from = p->tok;
    bool when = syn_at(p, SYN_T_WHEN);
    SynTokenKind more = when ? SYN_T_ELSEWHEN : SYN_T_ELSEIF;
    VEC(SynBranch) list = {0};
    do {
        SynBranch b = {0};
        syn_next(p);
        b.condition = some_condition(p, syn_expression(p));
        syn_expect_header(p, SYN_T_THEN, "after the condition");
        body(p, algorithm, &b);
        vec_push(&list, b);
        if (when ? syn_at(p, SYN_T_ELSEIF) : syn_at(p, SYN_T_ELSEWHEN)) {
            syn_mistake(p, "SYN0012", syn_token_span(p, p->tok), "'%s' inside '%s'; '%s' is meant",
                        syn_token_text(syn_kind(p)), syn_token_text(from->kind), syn_token_text(more));
            more = (SynTokenKind)syn_kind(p);
        }
    } while (syn_at(p, more));
    if (syn_at(p, SYN_T_ELSE)) {
        SynBranch b = {0};
        if (when) syn_mistake(p, "SYN0012", syn_token_span(p, p->tok), "a 'when' has no 'else'");
        syn_next(p);
        body(p, algorithm, &b);
        if (!when) vec_push(&list, b);
    }
    close_structure(p, from);
    *n = (uint32_t)list.n;
    SynBranch *all = base_copy(p->arena, list.at, list.n * sizeof *list.at);
    vec_free(&list);
    return all;
}

static void loop_statement(SynParser *p, SynStatement *s) {
    const SynToken *from = p->tok;
    syn_next(p);
    if (s->kind == SYN_ST_FOR) s->iterators = syn_iterators(p, &s->niterators);
    else s->lhs = some_condition(p, syn_expression(p));
    syn_expect_header(p, SYN_T_LOOP, s->kind == SYN_ST_FOR ? "after the iterators" : "after the condition");
    p->indent++;
    s->body = syn_statements(p);
    p->indent--;
    syn_mark(p, p->tok, p->indent, true);
    close_structure(p, from);
}

/* `while`, `break`, `return` among equations: a loop is read whole, so that its body gives no
 * further errors. */
static void misplaced_statement(SynParser *p) {
    SynStatement s = {.kind = SYN_ST_WHILE};
    Diag *d = syn_mistake(p, "SYN0013", syn_token_span(p, p->tok),
                          "'%s' is a statement and cannot stand among equations", syn_token_text(syn_kind(p)));
    syn_hint(p, d, "statements stand in an algorithm section");
    if (syn_at(p, SYN_T_WHILE)) loop_statement(p, &s);
    else syn_next(p);
}

/* ---- equations --------------------------------------------------------------------------------------------------- */

static void for_equation(SynParser *p, SynEquation *e) {
    const SynToken *from = p->tok;
    syn_next(p);
    uint32_t n;
    e->iterators = syn_iterators(p, &n);
    if (n > UINT8_MAX) syn_error(p, "SYN0015", "more than %d iterators in one 'for'", UINT8_MAX);
    e->niterators = (uint8_t)n;
    syn_expect_header(p, SYN_T_LOOP, "after the iterators");
    p->indent++;
    e->body = syn_equations(p);
    p->indent--;
    syn_mark(p, p->tok, p->indent, true);
    close_structure(p, from);
}

/* connect "(" component-reference "," component-reference ")" */
static void connect_equation(SynParser *p, SynEquation *e) {
    syn_next(p);
    if (!syn_expect(p, SYN_T_LPAREN, "after 'connect'")) return;
    e->lhs = syn_component_reference(p);
    syn_expect(p, SYN_T_COMMA, "between the two connectors");
    e->rhs = syn_component_reference(p);
    syn_expect(p, SYN_T_RPAREN, "after the two connectors");
}

/* simple-expression "=" expression | component-reference function-call-args */
static void simple_equation(SynParser *p, SynEquation *e) {
    const SynToken *from = p->tok;
    e->kind = SYN_EQ_EQUALS;
    if (syn_looks_like_declaration(p)) {
        misplaced_declaration(p, from, "equation");
        return;
    }
    e->lhs = syn_simple_expression(p);
    if (!e->lhs) return;
    if (syn_at(p, SYN_T_ASSIGN)) {
        Diag *d = syn_mistake(p, "SYN0013", syn_token_span(p, p->tok), "':=' assigns; an equation is written with '='");
        syn_hint(p, d, "assignments stand in an algorithm section");
        syn_next(p);
        e->rhs = syn_expression(p);
    } else if (syn_accept(p, SYN_T_EQUALS)) {
        e->rhs = syn_expression(p);
    } else if (e->lhs->kind == SYN_CALL && !e->lhs->parens) {
        e->kind = SYN_EQ_CALL;
    } else if (!p->panic) {
        Diag *d = syn_expected(p, "'=' in an equation");
        if (e->lhs->kind == SYN_BINARY && e->lhs->op == SYN_EQ)
            syn_hint(p, d, "'==' compares; an equation is written with '='");
    }
}

static SynEquation *equation(SynParser *p) {
    const SynToken *from = p->tok;
    unsigned first = syn_kind(p);
    bool structured = first == SYN_T_IF || first == SYN_T_WHEN || first == SYN_T_FOR;
    SynEquation *e = base_alloc(p->arena, structured ? sizeof *e : offsetof(SynEquation, branches));
    if (syn_enter(p)) {
        switch (syn_kind(p)) {
        case SYN_T_IF:
            e->kind = SYN_EQ_IF;
            e->branches = branches(p, false, &e->nbranches);
            break;
        case SYN_T_WHEN:
            e->kind = SYN_EQ_WHEN;
            e->branches = branches(p, false, &e->nbranches);
            break;
        case SYN_T_FOR:
            e->kind = SYN_EQ_FOR;
            for_equation(p, e);
            break;
        case SYN_T_CONNECT:
            e->kind = SYN_EQ_CONNECT;
            connect_equation(p, e);
            break;
        case SYN_T_WHILE:
        case SYN_T_BREAK:
        case SYN_T_RETURN: misplaced_statement(p); break;
        default: simple_equation(p, e);
        }
        if (!p->panic) syn_description(p, &e->comment, &e->annotation);
    }
    syn_leave(p);
    e->span = syn_span(p, from);
    return e;
}

/* { equation ";" } */
SynEquation *syn_equations(SynParser *p) {
    SynEquation *list = NULL, **tail = &list;
    while (!ends_list(p) && !(p->assumed && syn_looks_like_declaration(p))) {
        const SynToken *from = p->tok;
        syn_mark(p, from, p->indent, false);
        mark_header(p);
        *tail = equation(p);
        if (is_whole_equation(*tail)) tail = &(*tail)->next;
        else *tail = NULL;
        syn_finish(p, "equation");
        if (p->tok == from) syn_next(p);
    }
    return list;
}

/* ---- statements -------------------------------------------------------------------------------------------------- */

/* component-reference ( ":=" expression | function-call-args )
 * | "(" output-expression-list ")" ":=" component-reference function-call-args */
static void simple_statement(SynParser *p, SynStatement *s) {
    const SynToken *from = p->tok;
    s->kind = SYN_ST_ASSIGN;
    if (syn_looks_like_declaration(p)) {
        misplaced_declaration(p, from, "algorithm");
        return;
    }
    s->lhs = syn_primary(p);
    if (!s->lhs) return;
    if (syn_at(p, SYN_T_ASSIGN) || syn_at(p, SYN_T_EQUALS)) {
        if (syn_at(p, SYN_T_EQUALS)) {
            Diag *d = syn_mistake(p, "SYN0014", syn_token_span(p, p->tok),
                                  "'=' states an equation; an assignment is written with ':='");
            syn_hint(p, d, "equations stand in an equation section");
        } else if (s->lhs->kind != SYN_CREF && s->lhs->kind != SYN_TUPLE) {
            syn_mistake(p, "SYN0028", s->lhs->span,
                        "only a variable, or a list of variables in parentheses, can be assigned to");
        }
        syn_next(p);
        s->rhs = syn_expression(p);
    } else if (s->lhs->kind == SYN_CALL && !s->lhs->parens) {
        s->kind = SYN_ST_CALL;
    } else if (!p->panic) {
        syn_expected(p, "':=' in a statement");
    }
}

static SynStatement *statement(SynParser *p) {
    const SynToken *from = p->tok;
    SynStatement *s = BASE_NEW(p->arena, SynStatement);
    if (syn_enter(p)) {
        switch (syn_kind(p)) {
        case SYN_T_IF:
            s->kind = SYN_ST_IF;
            s->branches = branches(p, true, &s->nbranches);
            break;
        case SYN_T_WHEN:
            s->kind = SYN_ST_WHEN;
            s->branches = branches(p, true, &s->nbranches);
            break;
        case SYN_T_FOR:
            s->kind = SYN_ST_FOR;
            loop_statement(p, s);
            break;
        case SYN_T_WHILE:
            s->kind = SYN_ST_WHILE;
            loop_statement(p, s);
            break;
        case SYN_T_BREAK:
            s->kind = SYN_ST_BREAK;
            syn_next(p);
            break;
        case SYN_T_RETURN:
            s->kind = SYN_ST_RETURN;
            syn_next(p);
            break;
        case SYN_T_CONNECT: {
            Diag *d = syn_error(p, "SYN0014", "'connect' is an equation and cannot stand among statements");
            syn_hint(p, d, "connections stand in an equation section");
            break;
        }
        default: simple_statement(p, s);
        }
        if (!p->panic) syn_description(p, &s->comment, &s->annotation);
    }
    syn_leave(p);
    s->span = syn_span(p, from);
    return s;
}

SynStatement *syn_typed_statement(SynParser *p) {
    switch (syn_kind(p)) {
    case SYN_T_IF:
    case SYN_T_WHEN:
    case SYN_T_FOR:
    case SYN_T_WHILE:
    case SYN_T_BREAK:
    case SYN_T_RETURN: return statement(p);
    default: break;
    }
    const SynToken *from = p->tok;
    SynStatement *s = BASE_NEW(p->arena, SynStatement);
    s->kind = SYN_ST_CALL;
    s->lhs = syn_expression(p);
    if (s->lhs && syn_at(p, SYN_T_ASSIGN)) {
        if (s->lhs->kind != SYN_CREF && s->lhs->kind != SYN_TUPLE)
            syn_mistake(p, "SYN0028", s->lhs->span,
                        "only a variable, or a list of variables in parentheses, can be assigned to");
        s->kind = SYN_ST_ASSIGN;
        syn_next(p);
        s->rhs = syn_expression(p);
    }
    s->span = syn_span(p, from);
    return s->lhs ? s : NULL;
}

/* { statement ";" } */
SynStatement *syn_statements(SynParser *p) {
    SynStatement *list = NULL, **tail = &list;
    while (!ends_list(p) && !(p->assumed && syn_looks_like_declaration(p))) {
        const SynToken *from = p->tok;
        syn_mark(p, from, p->indent, false);
        mark_header(p);
        *tail = statement(p);
        if (is_whole_statement(*tail)) tail = &(*tail)->next;
        else *tail = NULL;
        syn_finish(p, "statement");
        if (p->tok == from) syn_next(p);
    }
    return list;
}
