/* name_walk.c - all names of a text, each with what it means.
 *
 * One walk serves hover, definition, references, rename, highlights and colours: the caller says which names (all, or
 * one) and which part of the text it wants, and gets each use with its symbol.  Names are resolved only when they are
 * wanted.  Drawings and documentation are read (syn_expand) only where the wanted name stands in them.
 */
#include "server/server_impl.h"

#include <ctype.h>

typedef struct Iterators Iterators;
struct Iterators {
    const SynIterator *list;
    uint32_t n;
    const Iterators *outer;
};

typedef struct {
    const SrvWalk *w;
    Server *s;
    LibClass *scope; /* class whose text it is */
    const Iterators *iterators;
    bool annotation; /* in an annotation: functions of the drawing language are no names of ours */
    Name self;       /* element whose annotation it is */
} At;

static void walk_expr(const At *a, const SynExpr *e, bool write);
static void walk_class(const At *a, const SynElement *e);
static void walk_mods(const At *a, const SynMod *list, LibClass *target, bool known);

static bool wanted(const SrvWalk *w, Name name, Span span) {
    return (!w->only || w->only == name) && span.end >= w->from && span.start <= w->to;
}

static bool touches(const SrvWalk *w, Span span) { return span.end >= w->from && span.start <= w->to; }

static void report_in(const At *a, LibClass *in, Span span, SrvSymbol symbol, Name name, SrvRole role, bool unsure) {
    SrvUse use = {.span = span, .symbol = symbol, .name = name, .role = (uint8_t)role, .scope = a->scope};
    use.annotation = a->annotation;
    use.unsure = unsure;
    use.in = in;
    a->w->visit(a->w->arg, &use);
}

static void report(const At *a, Span span, SrvSymbol symbol, Name name, SrvRole role, bool unsure) {
    report_in(a, role == SRV_DECLARATION || role == SRV_END ? a->scope : NULL, span, symbol, name, role, unsure);
}

/* ---- component references ---------------------------------------------------------------------------------------- */

static bool in_iterators(const At *a, Name name, SrvSymbol *out) {
    for (const Iterators *i = a->iterators; i; i = i->outer)
        for (uint32_t k = 0; k < i->n; k++)
            if (i->list[k].name == name) {
                *out = (SrvSymbol){.kind = SRV_ITERATOR, .name = name, .cls = a->scope, .at = i->list[k].span};
                return true;
            }
    return false;
}

/* A name that is not there may yet be one where a class around has a base that was not found. */
static bool may_hide(Server *s, LibClass *cls) {
    for (int up = 0; cls && up < 60; up++, cls = cls->parent)
        if (srv_is_incomplete(s, cls)) return true;
    return false;
}

static bool any_wanted(const SrvWalk *w, const SynCref *c) {
    for (uint32_t i = 0; i < c->n; i++)
        if (wanted(w, c->parts[i].name, c->parts[i].span)) return true;
    return false;
}

typedef enum { FROM_SCOPE, FROM_TOP } Start;

/* Parts from left to right; `first` is where the first one is looked for.  Returns the class of the last part. */
static LibClass *walk_path(const At *a, const SynCref *c, Start start, LibClass *first, SrvRole role, bool resolve) {
    SrvSymbol m = {0};
    bool unsure = false, lost = false;
    LibClass *cls = NULL;
    if (!resolve && !any_wanted(a->w, c)) return NULL;
    for (uint32_t i = 0; i < c->n; i++) {
        const SynPart *p = &c->parts[i];
        bool found = false;
        if (i) {
            bool literal = m.kind == SRV_BUILTIN; /* StateSelect.prefer */
            found = cls && srv_member(a->s, cls, p->name, &m);
            unsure = !found && (cls ? srv_is_incomplete(a->s, cls) : lost);
            if (literal) found = true, unsure = false, m.name = p->name;
        } else if (c->global || start == FROM_TOP) {
            LibClass *top = lib_find(a->s->lib, NULL, p->name);
            found = top && lib_syn(top);
            if (found)
                m = (SrvSymbol){SRV_CLASS, .name = p->name, .cls = top, .element = top->element,
                                .at = top->syn->name_span};
        } else {
            found = in_iterators(a, p->name, &m) || srv_lookup(a->s, first, p->name, &m);
            unsure = !found && may_hide(a->s, first);
        }
        if (!found) m = (SrvSymbol){.name = p->name};
        if (wanted(a->w, p->name, p->span))
            report_in(a, i ? cls : NULL, p->span, m, p->name, i + 1 < c->n ? SRV_READ : role, unsure);
        cls = found ? srv_class_of(a->s, &m) : NULL;
        lost = found ? !cls && !srv_is_plain(a->s, &m) : unsure;
    }
    return cls;
}

static void walk_subscripts(const At *a, const SynCref *c) {
    for (uint32_t i = 0; i < c->n; i++)
        for (uint32_t k = 0; k < c->parts[i].nsubs; k++) walk_expr(a, c->parts[i].subs[k], false);
}

static void walk_cref(const At *a, const SynCref *c, SrvRole role) {
    walk_path(a, c, FROM_SCOPE, a->scope, role, false);
    walk_subscripts(a, c);
}

/* ---- expressions ------------------------------------------------------------------------------------------------- */

static void walk_iterators(const At *a, const SynIterator *list, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        if (list[i].range) walk_expr(a, list[i].range, false);
        if (wanted(a->w, list[i].name, list[i].span)) {
            SrvSymbol m = {.kind = SRV_ITERATOR, .name = list[i].name, .cls = a->scope, .at = list[i].span};
            report(a, list[i].span, m, list[i].name, SRV_DECLARATION, false);
        }
    }
}

static Span name_of_argument(const At *a, const SynNamed *n) {
    const char *text = base_source(a->s->ctx->sources, n->span.file)->text;
    uint32_t end = n->span.start;
    if (text[end] == '\'') {
        for (end++; end < n->span.end && text[end] != '\''; end++) end += text[end] == '\\';
        end++;
    } else {
        while (isalnum((unsigned char)text[end]) || text[end] == '_') end++;
    }
    return (Span){n->span.file, n->span.start, end};
}

static void walk_call(const At *a, const SynExpr *e) {
    bool named = false;
    for (uint32_t i = 0; i < e->nnamed; i++) named |= wanted(a->w, e->named[i].name, name_of_argument(a, &e->named[i]));
    LibClass *callee = walk_path(a, &e->cref, FROM_SCOPE, a->scope, SRV_CALL, named);
    walk_subscripts(a, &e->cref);
    for (uint32_t i = 0; i < e->nargs; i++) walk_expr(a, e->args[i], false);
    SrvSymbol made; /* an external object is called like its constructor (MLS 3.6, 12.9.7) */
    bool object = named && callee && srv_member(a->s, callee, base_name(a->s->ctx->names, "constructor"), &made);
    LibClass *constructor = object && made.kind == SRV_CLASS ? made.cls : NULL;
    for (uint32_t i = 0; i < e->nnamed; i++) {
        const SynNamed *n = &e->named[i];
        Span span = name_of_argument(a, n);
        if (wanted(a->w, n->name, span)) {
            SrvSymbol m = {0};
            bool found = callee && srv_member(a->s, callee, n->name, &m);
            if (!found && constructor) found = srv_member(a->s, constructor, n->name, &m);
            if (!found) m = (SrvSymbol){.name = n->name};
            report_in(a, callee, span, m, n->name, SRV_READ, !found && callee && srv_is_incomplete(a->s, callee));
        }
        walk_expr(a, n->value, false);
    }
}

static void walk_expr(const At *a, const SynExpr *e, bool write) {
    if (!e || !touches(a->w, e->span)) return;
    switch (e->kind) {
    case SYN_CREF: walk_cref(a, &e->cref, write ? SRV_WRITE : SRV_READ); return;
    case SYN_CALL:
    case SYN_PARTIAL: walk_call(a, e); return;
    case SYN_FOR: {
        Iterators here = {e->iterators, e->niterators, a->iterators};
        At inner = *a;
        inner.iterators = &here;
        walk_iterators(&inner, e->iterators, e->niterators);
        if (e->nargs) walk_expr(&inner, e->args[0], false);
        return;
    }
    case SYN_INDEXED:
        for (uint32_t k = 0; k < e->cref.parts[0].nsubs; k++) walk_expr(a, e->cref.parts[0].subs[k], false);
        break;
    default: break;
    }
    for (uint32_t i = 0; i < e->nargs; i++) walk_expr(a, e->args[i], write && e->kind == SYN_TUPLE);
}

/* ---- annotations ------------------------------------------------------------------------------------------------- */

static bool text_has(const At *a, Span span) {
    if (a->w->colours) return false;
    if (!a->w->only) return a->w->from > 0 || a->w->to < UINT32_MAX; /* one place is asked about */
    const char *text = base_source(a->s->ctx->sources, span.file)->text;
    const char *word = srv_name(a->s, a->w->only);
    return srv_holds_word(text + span.start, span.end - span.start, word, strlen(word));
}

static void walk_annotation(const At *a, const SynMod *list, Name self);

static void walk_redeclared(const At *a, const SynElement *e);

static void walk_annotation_mod(const At *a, const SynMod *m) {
    const char *word = m->name.n ? srv_name(a->s, m->name.parts[0].name) : "";
    if (!touches(a->w, m->span)) return;
    if (m->element) {
        const SynElement *e = m->element;
        SrvSymbol own;
        if (e->name && e->name == a->self && wanted(a->w, e->name, e->name_span) &&
            srv_member(a->s, a->scope, e->name, &own))
            report(a, e->name_span, own, e->name, SRV_READ, false);
        walk_redeclared(a, e);
    }
    if (!m->mod || m->is_break) return;
    bool words = strcmp(word, "Documentation") == 0; /* which names nothing */
    if (m->mod->as_text && !words && text_has(a, m->mod->span)) syn_expand(a->scope->file, m->mod);
    if (strcmp(word, "inverse") == 0) { /* inverse(u = f(y)): u is an input of this function (12.8) */
        walk_mods(a, m->mod->args, a->scope, true);
    } else {
        for (const SynMod *x = m->mod->args; x; x = x->next) walk_annotation_mod(a, x);
    }
    walk_expr(a, m->mod->value, false);
}

static void walk_annotation(const At *a, const SynMod *list, Name self) {
    At inner = *a;
    inner.annotation = true;
    inner.self = self;
    for (const SynMod *m = list; m; m = m->next) walk_annotation_mod(&inner, m);
}

/* ---- modifications ----------------------------------------------------------------------------------------------- */

static void walk_modification(const At *a, const SynModification *m, LibClass *target, bool known) {
    if (!m || !touches(a->w, m->span)) return;
    walk_mods(a, m->args, target, known);
    walk_expr(a, m->value, false);
}

/* The class that a type means, and whether it is known at all: predefined types are, and have no class. */
static LibClass *type_of(const At *a, const SynCref *type, LibClass *scope, bool *known) {
    LibClass *cls = type->n ? srv_named_class(a->s, scope, type) : NULL;
    *known = cls || (type->n == 1 && srv_is_predefined(srv_name(a->s, type->parts[0].name)));
    return cls;
}

/* What stands behind redeclare or replaceable in a modification; its name was reported already. */
static void walk_redeclared(const At *a, const SynElement *e) {
    bool known;
    if (e->kind == SYN_CLASS_DEF) {
        if (!e->cls) return;
        walk_path(a, &e->cls->base, FROM_SCOPE, a->scope, SRV_READ, false);
        LibClass *target = type_of(a, &e->cls->base, a->scope, &known);
        walk_modification(a, e->cls->mod, target, known);
        for (uint32_t i = 0; i < e->cls->ndims; i++) walk_expr(a, e->cls->dims[i], false);
        walk_annotation(a, e->cls->annotation, e->name);
    } else {
        walk_path(a, &e->type, FROM_SCOPE, a->scope, SRV_READ, false);
        LibClass *target = type_of(a, &e->type, a->scope, &known);
        for (uint32_t i = 0; i < e->ndims; i++) walk_expr(a, e->dims[i], false);
        walk_modification(a, e->mod, target, known);
        walk_annotation(a, e->annotation, e->name);
    }
    if (e->constraint.n) {
        walk_path(a, &e->constraint, FROM_SCOPE, a->scope, SRV_READ, false);
        walk_modification(a, e->constraint_mod, type_of(a, &e->constraint, a->scope, &known), known);
    }
}

static void walk_mod(const At *a, const SynMod *m, LibClass *target, bool known) {
    if (!touches(a->w, m->span)) return;
    if (m->is_break && !m->name.n) {
        At inner = *a;
        inner.scope = target ? target : a->scope;
        walk_expr(&inner, m->break_a, false);
        walk_expr(&inner, m->break_b, false);
        return;
    }
    LibClass *cls = target;
    bool inside = known;
    for (uint32_t i = 0; i < m->name.n; i++) {
        const SynPart *p = &m->name.parts[i];
        SrvSymbol symbol = {0};
        bool found = cls && srv_member(a->s, cls, p->name, &symbol);
        bool unsure = !found && (cls ? srv_is_incomplete(a->s, cls) : !inside);
        bool attribute = !found && !cls && srv_is_attribute(srv_name(a->s, p->name));
        if (!found && cls && srv_is_attribute(srv_name(a->s, p->name))) attribute = srv_is_of_type(a->s, cls);
        if (!found) symbol = (SrvSymbol){.kind = attribute ? SRV_BUILTIN : SRV_NOTHING, .name = p->name};
        if (wanted(a->w, p->name, p->span))
            report_in(a, cls, p->span, symbol, p->name, m->element ? SRV_REDECLARE : SRV_MODIFY, unsure);
        cls = found ? srv_class_of(a->s, &symbol) : NULL;
        inside = found ? cls || srv_is_plain(a->s, &symbol) : !unsure;
    }
    if (m->is_break) return;
    if (m->element) walk_redeclared(a, m->element);
    walk_modification(a, m->mod, cls, inside);
}

static void walk_mods(const At *a, const SynMod *list, LibClass *target, bool known) {
    for (const SynMod *m = list; m; m = m->next) walk_mod(a, m, target, known);
}

/* ---- equations and statements ------------------------------------------------------------------------------------ */

static void walk_equations(const At *a, const SynEquation *list) {
    for (const SynEquation *q = list; q; q = q->next) {
        if (!touches(a->w, q->span)) continue;
        if (q->kind == SYN_EQ_FOR) {
            Iterators here = {q->iterators, q->niterators, a->iterators};
            At inner = *a;
            inner.iterators = &here;
            walk_iterators(&inner, q->iterators, q->niterators);
            walk_equations(&inner, q->body);
        } else if (q->kind == SYN_EQ_IF || q->kind == SYN_EQ_WHEN) {
            for (uint32_t i = 0; i < q->nbranches; i++) {
                walk_expr(a, q->branches[i].condition, false);
                walk_equations(a, q->branches[i].equations);
            }
        } else {
            walk_expr(a, q->lhs, false);
            walk_expr(a, q->rhs, false);
        }
        walk_annotation(a, q->annotation, 0);
    }
}

static void walk_statements(const At *a, const SynStatement *list) {
    for (const SynStatement *q = list; q; q = q->next) {
        if (!touches(a->w, q->span)) continue;
        Iterators here = {q->iterators, q->niterators, a->iterators};
        At inner = *a;
        if (q->kind == SYN_ST_FOR) inner.iterators = &here;
        walk_iterators(&inner, q->iterators, q->niterators);
        walk_expr(a, q->lhs, q->kind == SYN_ST_ASSIGN);
        walk_expr(a, q->rhs, false);
        for (uint32_t i = 0; i < q->nbranches; i++) {
            walk_expr(a, q->branches[i].condition, false);
            walk_statements(a, q->branches[i].statements);
        }
        walk_statements(&inner, q->body);
        walk_annotation(a, q->annotation, 0);
    }
}

/* ---- elements ---------------------------------------------------------------------------------------------------- */

/* The tree keeps names of lists without their places: those whole words of the text that are the name. */
static void walk_listed(const At *a, Span span, uint32_t from, Name name, SrvSymbol m) {
    const char *text = base_source(a->s->ctx->sources, span.file)->text, *word = srv_name(a->s, name);
    size_t n = strlen(word);
    for (uint32_t i = from; i + n <= span.end; i++) {
        bool alone = !(isalnum((unsigned char)text[i + n]) || text[i + n] == '_') &&
                     !(isalnum((unsigned char)text[i - 1]) || text[i - 1] == '_');
        if (!alone || memcmp(text + i, word, n) != 0) continue;
        Span at = {span.file, i, (uint32_t)(i + n)};
        if (wanted(a->w, name, at)) report(a, at, m, name, SRV_READ, false);
        return;
    }
}

static void walk_import(const At *a, const SynElement *e) {
    LibClass *cls = walk_path(a, &e->type, FROM_TOP, NULL, SRV_READ, e->nimport_names > 0);
    if (e->import_alias && wanted(a->w, e->import_alias, e->name_span)) {
        SrvSymbol m = {.kind = SRV_ALIAS,
                       .name = e->import_alias,
                       .cls = a->scope,
                       .element = (SynElement *)e,
                       .at = e->name_span};
        m.target = srv_named_class(a->s, NULL, &e->type);
        report(a, e->name_span, m, e->import_alias, SRV_DECLARATION, false);
    }
    for (uint32_t i = 0; i < e->nimport_names; i++) {
        SrvSymbol m;
        if ((a->w->only && a->w->only != e->import_names[i]) || !cls) continue;
        if (!srv_member(a->s, cls, e->import_names[i], &m)) m = (SrvSymbol){.name = e->import_names[i]};
        walk_listed(a, e->span, e->type.parts[e->type.n - 1].span.end, e->import_names[i], m);
    }
}

static void walk_component(const At *a, const SynElement *e, const SynElement *before) {
    bool known, shared = before && before->kind == SYN_COMPONENT && before->type.parts == e->type.parts;
    if (!shared) {
        walk_path(a, &e->type, FROM_SCOPE, a->scope, SRV_READ, false);
        for (uint32_t i = 0; i < e->ntype_dims; i++) walk_expr(a, e->type_dims[i], false);
    }
    if (wanted(a->w, e->name, e->name_span)) {
        SrvSymbol m = {
            .kind = SRV_COMPONENT, .name = e->name, .cls = a->scope, .element = (SynElement *)e, .at = e->name_span};
        report(a, e->name_span, m, e->name, SRV_DECLARATION, false);
    }
    for (uint32_t i = 0; i < e->ndims; i++) walk_expr(a, e->dims[i], false);
    walk_expr(a, e->condition, false);
    if (e->mod && touches(a->w, e->mod->span)) {
        LibClass *type = type_of(a, &e->type, a->scope, &known);
        walk_modification(a, e->mod, type, known);
    }
    if (!shared || e->annotation != before->annotation) walk_annotation(a, e->annotation, e->name);
    if (e->constraint.n && !(shared && before->constraint.parts == e->constraint.parts)) {
        walk_path(a, &e->constraint, FROM_SCOPE, a->scope, SRV_READ, false);
        LibClass *type = type_of(a, &e->constraint, a->scope, &known);
        walk_modification(a, e->constraint_mod, type, known);
    }
}

static void walk_extends(const At *a, const SynElement *e) {
    bool known;
    walk_path(a, &e->type, FROM_SCOPE, a->scope, SRV_BASE, false);
    if (e->mod && touches(a->w, e->mod->span)) {
        LibClass *base = type_of(a, &e->type, a->scope, &known);
        walk_modification(a, e->mod, base, known);
    }
    walk_annotation(a, e->annotation, 0);
}

static void walk_elements(const At *a, const SynElement *list) {
    const SynElement *before = NULL;
    for (const SynElement *e = list; e; before = e, e = e->next) {
        if (!touches(a->w, e->span) && !(e->kind == SYN_COMPONENT && before)) continue;
        switch (e->kind) {
        case SYN_IMPORT: walk_import(a, e); break;
        case SYN_EXTENDS: walk_extends(a, e); break;
        case SYN_CLASS_DEF: walk_class(a, e); break;
        default: walk_component(a, e, before); break;
        }
    }
}

/* ---- classes ----------------------------------------------------------------------------------------------------- */

/* The name behind `end`. */
bool srv_end_name(Server *s, const SynClass *c, Span *out) {
    if (c->form != SYN_LONG && c->form != SYN_CLASS_EXTENDS) return false;
    const char *text = base_source(s->ctx->sources, c->span.file)->text;
    uint32_t n = c->name_span.end - c->name_span.start;
    if (c->span.end < n + c->name_span.end || memcmp(text + c->span.end - n, text + c->name_span.start, n) != 0)
        return false;
    uint32_t i = c->span.end - n;
    if (!isspace((unsigned char)text[i - 1])) return false;
    while (i > 3 && isspace((unsigned char)text[i - 1])) i--;
    if (memcmp(text + i - 3, "end", 3) != 0) return false;
    *out = (Span){c->span.file, c->span.end - n, c->span.end};
    return true;
}

static void walk_header(const At *a, const SynClass *c) {
    bool known;
    for (uint32_t i = 0; i < c->nliterals; i++)
        if (wanted(a->w, c->literals[i].name, c->literals[i].span)) {
            const SynLiteral *l = &c->literals[i];
            Span at = {l->span.file, l->span.start, l->span.start + (uint32_t)base_str_len(a->s->ctx->names, l->name)};
            SrvSymbol m = {
                .kind = SRV_LITERAL, .name = l->name, .cls = a->scope, .at = l->span, .literal = (SynLiteral *)l};
            report(a, at, m, l->name, SRV_DECLARATION, false);
        }
    if (c->form == SYN_LONG || c->form == SYN_ENUMERATION) return;
    At around = *a; /* bases of short classes are looked for outside */
    around.scope = a->scope->parent;
    if (c->form == SYN_CLASS_EXTENDS) {
        LibClass *const *bases;
        uint32_t n = srv_bases(a->s, a->scope, &bases);
        walk_modification(a, c->mod, n ? bases[0] : NULL, n > 0);
        return;
    }
    walk_path(a, &c->base, FROM_SCOPE, a->scope->parent, SRV_BASE, false);
    if (!around.scope) around.scope = a->scope;
    for (uint32_t i = 0; i < c->ndims; i++) walk_expr(&around, c->dims[i], false);
    LibClass *target = type_of(a, &c->base, a->scope->parent, &known);
    walk_modification(&around, c->mod, target, known);
    for (uint32_t i = 0; i < c->nder_names; i++) {
        SrvSymbol m;
        if (a->w->only && a->w->only != c->der_names[i]) continue;
        if (!target || !srv_member(a->s, target, c->der_names[i], &m)) m = (SrvSymbol){.name = c->der_names[i]};
        walk_listed(a, c->span, c->base.parts[c->base.n - 1].span.end, c->der_names[i], m);
    }
}

static void walk_class(const At *outer, const SynElement *e) {
    const SynClass *c = e->cls;
    if (!c || !c->name) return;
    At a = *outer;
    Span end;
    bool known;
    a.scope = lib_of(a.s->lib, (SynClass *)c);
    SrvSymbol self = {
        .kind = SRV_CLASS, .name = c->name, .cls = a.scope, .element = (SynElement *)e, .at = c->name_span};
    if (wanted(a.w, c->name, c->name_span)) report(&a, c->name_span, self, c->name, SRV_DECLARATION, false);
    if (srv_end_name(a.s, c, &end) && wanted(a.w, c->name, end)) report(&a, end, self, c->name, SRV_END, false);
    walk_header(&a, c);
    walk_elements(&a, c->elements);
    walk_equations(&a, c->initial_equations);
    walk_equations(&a, c->equations);
    for (const SynAlgorithm *x = c->initial_algorithms; x; x = x->next) walk_statements(&a, x->statements);
    for (const SynAlgorithm *x = c->algorithms; x; x = x->next) walk_statements(&a, x->statements);
    if (c->external) {
        walk_expr(&a, c->external->output, true);
        for (uint32_t i = 0; i < c->external->nargs; i++) walk_expr(&a, c->external->args[i], false);
        walk_annotation(&a, c->external->annotation, 0);
    }
    walk_annotation(&a, c->annotation, c->name);
    if (e->constraint.n && outer->scope) {
        walk_path(outer, &e->constraint, FROM_SCOPE, outer->scope, SRV_READ, false);
        LibClass *type = type_of(outer, &e->constraint, outer->scope, &known);
        walk_modification(outer, e->constraint_mod, type, known);
    }
}

void srv_walk(Server *s, const SynFile *f, const SrvWalk *w) {
    At a = {.w = w, .s = s};
    if (f->within.n) walk_path(&a, &f->within, FROM_TOP, NULL, SRV_READ, false);
    for (const SynElement *e = f->classes; e; e = e->next)
        if (e->kind == SYN_CLASS_DEF && touches(w, e->span)) walk_class(&a, e);
}

/* ---- connections ------------------------------------------------------------------------------------------------- */

typedef struct {
    Server *s;
    void (*visit)(void *arg, LibClass *scope, const SynEquation *q);
    void *arg;
} Connects;

static void connects_of(const Connects *c, LibClass *scope, const SynEquation *list) {
    for (const SynEquation *q = list; q; q = q->next) {
        if (q->kind == SYN_EQ_CONNECT) c->visit(c->arg, scope, q);
        if (q->kind == SYN_EQ_FOR) connects_of(c, scope, q->body);
        if (q->kind != SYN_EQ_IF && q->kind != SYN_EQ_WHEN) continue;
        for (uint32_t i = 0; i < q->nbranches; i++) connects_of(c, scope, q->branches[i].equations);
    }
}

static void connects_below(const Connects *c, const SynElement *list, int depth) {
    for (const SynElement *e = list; e && depth < 100; e = e->next) {
        if (e->kind != SYN_CLASS_DEF || !e->cls) continue;
        if (e->cls->equations) connects_of(c, lib_of(c->s->lib, e->cls), e->cls->equations);
        connects_below(c, e->cls->elements, depth + 1);
    }
}

void srv_each_connect(Server *s, const SynFile *f, void (*visit)(void *arg, LibClass *scope, const SynEquation *q),
                      void *arg) {
    Connects c = {s, visit, arg};
    connects_below(&c, f->classes, 0);
}

/* ---- one place --------------------------------------------------------------------------------------------------- */

typedef struct {
    uint32_t offset;
    bool found;
    SrvUse use;
} Place;

static void keep_place(void *arg, const SrvUse *use) {
    Place *p = arg;
    if (p->offset < use->span.start || p->offset > use->span.end) return;
    if (p->found && p->use.span.end != p->offset) return; /* of two that meet here the second one counts */
    p->use = *use;
    p->found = true;
}

bool srv_use_at(Server *s, const SrvDocument *d, uint32_t offset, SrvUse *out) {
    Place p = {.offset = offset};
    SrvWalk w = {.from = offset, .to = offset, .visit = keep_place, .arg = &p};
    if (!d->file) return false;
    srv_walk(s, d->file, &w);
    *out = p.use;
    return p.found;
}
