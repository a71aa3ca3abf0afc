/* evaluate.c - expressions of scripts.
 *
 * Verbs are carried out here, and what only scripts have (records that verbs answer with, lists that are not
 * rectangular) is looked into here.  Everything else is an expression of Modelica: its text, with what was computed
 * here in place of the verbs, goes to the front end, in which the variables of the script stand as bound iterators.
 * So operators, types, arrays, user functions mean exactly what they mean in a model.
 */
#include "script/script_impl.h"

#include <string.h>

const char *scr_source(Script *s, Span span) {
    const Source *source = base_source(s->ctx->sources, span.file);
    return base_strndup(&s->scratch, source->text + span.start, span.end - span.start);
}

/* ---- from and to the front end ----------------------------------------------------------------------------------- */

static const char *class_name(Script *s, const InstClass *c) { return base_strdup(&s->scratch, inst_class_text(c)); }

static ScrValue *scalar_from(Script *s, Inst *in, const InstValue *v, uint64_t i) {
    switch ((InstBase)v->type.base) {
    case INST_REAL: return scr_real(s, v->num[i]);
    case INST_INTEGER: return scr_integer(s, inst_whole(v->num[i]));
    case INST_BOOLEAN: return scr_boolean(s, v->num[i] != 0);
    case INST_STRING: return scr_string(s, inst_name(in, v->str[i]));
    case INST_ENUM: {
        Name literal = inst_enum_literal(v->type.cls, (uint32_t)v->num[i] - 1);
        ScrValue *e = scr_string(
            s, base_sprintf(&s->scratch, "%s.%s", class_name(s, inst_enum_class(v->type.cls)), inst_name(in, literal)));
        e->kind = SCR_ENUM;
        e->integer = (int64_t)v->num[i];
        return e;
    }
    case INST_RECORD: {
        uint32_t n;
        InstComp **fields = inst_fields(v->type.cls, &n);
        ScrValue *r = scr_tuple(s, v->nfields);
        r->kind = SCR_RECORD;
        r->text = class_name(s, v->type.cls);
        r->fields = BASE_ARRAY(&s->scratch, const char *, v->nfields + 1);
        for (uint32_t k = 0; k < v->nfields && k < n; k++) {
            r->fields[k] = base_strdup(&s->scratch, inst_name(in, fields[k]->name));
            r->items[k] = scr_from_instance(s, in, v->rec[i * v->nfields + k]);
        }
        return r;
    }
    default: return scr_nothing(s);
    }
}

static ScrKind kind_of(InstBase base) {
    static const ScrKind kinds[] = {
        [INST_REAL] = SCR_REAL,     [INST_INTEGER] = SCR_INTEGER, [INST_BOOLEAN] = SCR_BOOLEAN,
        [INST_STRING] = SCR_STRING, [INST_ENUM] = SCR_ENUM,       [INST_RECORD] = SCR_RECORD};
    return base < sizeof kinds / sizeof *kinds ? kinds[base] : SCR_NOTHING;
}

static ScrValue *array_from(Script *s, Inst *in, const InstValue *v, uint32_t dim, uint64_t *next) {
    if (dim == v->type.ndims) return scalar_from(s, in, v, (*next)++);
    ScrValue *a = scr_array(s, kind_of(v->type.base), (size_t)v->type.dims[dim]);
    for (size_t i = 0; i < a->n; i++) a->items[i] = array_from(s, in, v, dim + 1, next);
    return a;
}

ScrValue *scr_from_instance(Script *s, Inst *in, const InstValue *v) {
    uint64_t next = 0;
    if (!v) return scr_nothing(s);
    if (v->type.base != INST_TUPLE) return array_from(s, in, v, 0, &next);
    ScrValue *t = scr_tuple(s, v->nfields);
    for (uint32_t i = 0; i < v->nfields; i++) t->items[i] = scr_from_instance(s, in, v->rec[i]);
    if (t->n == 1) return t->items[0];
    return t->n ? t : scr_nothing(s);
}

static InstValue *to_instance(Inst *in, const ScrValue *v);

static bool fill(Inst *in, InstValue *to, const ScrValue *v, uint64_t *next) {
    if (v->kind == SCR_ARRAY) {
        for (size_t i = 0; i < v->n; i++)
            if (!fill(in, to, v->items[i], next)) return false;
        return true;
    }
    uint64_t at = (*next)++;
    if (to->type.base == INST_STRING) {
        to->str[at] = base_name(in->ctx->names, v->text);
    } else if (to->type.base == INST_RECORD) {
        uint32_t n;
        InstComp **fields = inst_fields(to->type.cls, &n);
        for (uint32_t k = 0; k < n; k++) {
            const ScrValue *field = scr_field(v, inst_name(in, fields[k]->name));
            if (!field || !(to->rec[at * n + k] = to_instance(in, field))) return false;
        }
    } else {
        to->num[at] = scr_number(v);
    }
    return true;
}

/* The class of a record or enumeration that still exists, or NULL. */
static InstClass *class_of(Inst *in, const ScrValue *leaf) {
    size_t n = strlen(leaf->text);
    if (leaf->kind == SCR_ENUM) n = (size_t)(strrchr(leaf->text, '.') - leaf->text);
    const char *name = base_strndup(&in->arena, leaf->text, n);
    size_t mark = base_diag_mark(in->ctx);
    InstClass *c = lib_find_path(in->lib, name) ? inst_class_by_name(in, name, (Span){0}) : NULL;
    if (!c) base_diag_rollback(in->ctx, mark);
    else inst_prepare(c);
    return c;
}

/* NULL: Modelica has no such value. */
static InstValue *to_instance(Inst *in, const ScrValue *v) {
    static const InstBase bases[] = {
        [SCR_REAL] = INST_REAL,     [SCR_INTEGER] = INST_INTEGER, [SCR_BOOLEAN] = INST_BOOLEAN,
        [SCR_STRING] = INST_STRING, [SCR_ENUM] = INST_ENUM,       [SCR_RECORD] = INST_RECORD};
    int64_t dims[32];
    uint32_t n;
    const ScrValue *leaf = v;
    ScrKind kind = v->kind == SCR_ARRAY ? v->element : v->kind;
    if (kind >= SCR_NAME && kind != SCR_RECORD) return NULL;
    if (kind == SCR_NOTHING || !scr_dims(v, dims, &n)) return NULL;
    while (leaf->kind == SCR_ARRAY && leaf->n) leaf = leaf->items[0];
    InstType t = inst_type(bases[kind]);
    if (kind == SCR_ENUM || kind == SCR_RECORD) {
        t.cls = leaf->kind == kind ? class_of(in, leaf) : NULL;
        if (!t.cls) return NULL;
        if (kind == SCR_ENUM) t.cls = inst_enum_class(t.cls);
    }
    InstValue *made = BASE_NEW(&in->arena, InstValue);
    made->type = inst_type_dims(in, t, dims, n);
    made->n = inst_dims_count(dims, n);
    if (t.base == INST_RECORD) inst_fields(t.cls, &made->nfields);
    if (t.base == INST_STRING) made->str = BASE_ARRAY(&in->arena, Name, made->n + 1);
    else if (t.base == INST_RECORD) made->rec = BASE_ARRAY(&in->arena, InstValue *, made->n * made->nfields + 1);
    else made->num = BASE_ARRAY(&in->arena, double, made->n + 1);
    uint64_t next = 0;
    return fill(in, made, v, &next) ? made : NULL;
}

/* ---- pieces that are computed here ------------------------------------------------------------------------------- */

typedef struct {
    Span span;
    ScrValue *value;
} Piece;

typedef struct {
    VEC(Piece) pieces;   /* in the order of the text */
    VEC(Name) variables; /* of the script, that the rest names */
} Parts;

static bool is_own_function(Script *s, const char *name) {
    for (size_t i = 0; i < s->loaded.n; i++) {
        if (strcmp(s->loaded.at[i], name) != 0) continue;
        LibClass *cls = scr_class(s, name);
        return cls && (cls->syn->restriction == SYN_FUNCTION || cls->syn->restriction == SYN_RECORD);
    }
    return false;
}

/* A function of the user with the name of a verb is meant rather than the verb. */
static const ScrVerb *verb_of(Script *s, const SynExpr *e) {
    Names *names = s->ctx->names;
    if (e->kind != SYN_CALL || e->cref.global || e->cref.parts[0].nsubs) return NULL;
    if (e->cref.n == 3 && strcmp(base_str(names, e->cref.parts[0].name), "OpenModelica") == 0 &&
        strcmp(base_str(names, e->cref.parts[1].name), "Scripting") == 0)
        return scr_find_verb(base_str(names, e->cref.parts[2].name));
    if (e->cref.n != 1) return NULL;
    const char *name = base_str(s->ctx->names, e->cref.parts[0].name);
    const ScrVerb *verb = scr_find_verb(name);
    return verb && !is_own_function(s, name) ? verb : NULL;
}

static ScrVariable *variable_of(Script *s, const SynExpr *e) {
    if (e->kind != SYN_CREF || e->cref.global) return NULL;
    return scr_find(s, base_str(s->ctx->names, e->cref.parts[0].name));
}

/* A value that the front end cannot hold. */
static bool is_foreign(const ScrValue *v) {
    int64_t dims[32];
    uint32_t n;
    ScrKind kind = v->kind == SCR_ARRAY ? v->element : v->kind;
    if (kind == SCR_RECORD) return true; /* its class may be gone: fields are found here */
    return kind == SCR_NOTHING || kind >= SCR_NAME || !scr_dims(v, dims, &n);
}

static ScrValue *access_foreign(Script *s, const SynExpr *e, ScrValue *v);

static bool collect(Script *s, const SynExpr *e, Parts *p) {
    if (!e) return true;
    const ScrVerb *verb = verb_of(s, e);
    ScrVariable *variable = variable_of(s, e);
    ScrValue *v = NULL;
    if (verb) v = scr_call(s, verb, e);
    else if (variable && is_foreign(variable->value)) v = access_foreign(s, e, variable->value);
    if (verb || (variable && is_foreign(variable->value))) {
        if (v) vec_push(&p->pieces, ((Piece){e->span, v}));
        return v != NULL;
    }
    if (variable) vec_push(&p->variables, e->cref.parts[0].name);
    bool ok = true;
    bool named = e->kind == SYN_CREF || e->kind == SYN_CALL || e->kind == SYN_INDEXED;
    for (uint32_t i = 0; ok && named && i < e->cref.n; i++)
        for (uint32_t k = 0; ok && k < e->cref.parts[i].nsubs; k++) ok = collect(s, e->cref.parts[i].subs[k], p);
    for (uint32_t i = 0; ok && i < e->nargs; i++) ok = collect(s, e->args[i], p);
    for (uint32_t i = 0; ok && i < e->nnamed; i++) ok = collect(s, e->named[i].value, p);
    for (uint32_t i = 0; ok && i < e->niterators; i++) ok = collect(s, e->iterators[i].range, p);
    return ok;
}

/* ---- what only scripts have -------------------------------------------------------------------------------------- */

static ScrValue *subscripted(Script *s, ScrValue *v, const SynPart *p) {
    for (uint32_t k = 0; v && k < p->nsubs; k++) {
        ScrValue *at = scr_evaluate(s, p->subs[k]);
        if (!at) return NULL;
        ScrValue *item = scr_element(v, (int64_t)scr_number(at));
        if (!item)
            return scr_error(s, "SCR0004", p->subs[k]->span, "there is no element %s: the list has %zu",
                             scr_source(s, p->subs[k]->span), v->kind == SCR_ARRAY ? v->n : 0);
        v = item;
    }
    return v;
}

static ScrValue *access_foreign(Script *s, const SynExpr *e, ScrValue *v) {
    v = subscripted(s, v, &e->cref.parts[0]);
    for (uint32_t i = 1; v && i < e->cref.n; i++) {
        const SynPart *p = &e->cref.parts[i];
        ScrValue *field = scr_field(v, base_str(s->ctx->names, p->name));
        if (!field)
            return scr_error(s, "SCR0004", p->span, "%s has no field %s", v->text ? v->text : "the value",
                             base_str(s->ctx->names, p->name));
        v = subscripted(s, field, p);
    }
    return v;
}

static ScrValue *array_of(Script *s, const SynExpr *e) {
    ScrValue *a = scr_array(s, SCR_NOTHING, e->nargs);
    for (uint32_t i = 0; i < e->nargs; i++) {
        ScrValue *item = scr_evaluate(s, e->args[i]);
        if (!item) return NULL;
        a->items[i] = scr_deep(&s->scratch, item); /* promotion must not change a variable */
    }
    scr_promote(a);
    return a;
}

static ScrValue *tuple_of(Script *s, const SynExpr *e) {
    ScrValue *t = scr_tuple(s, e->nargs);
    for (uint32_t i = 0; i < e->nargs; i++)
        if (!e->args[i] || !(t->items[i] = scr_evaluate(s, e->args[i]))) return NULL;
    return t;
}

/* ---- the front end ----------------------------------------------------------------------------------------------- */

static InstIterScope *bind(Inst *in, InstIterScope *outer, const char *name, const ScrValue *v) {
    InstValue *value = to_instance(in, v);
    if (!value) return NULL;
    InstIter *iter = BASE_NEW(&in->arena, InstIter);
    *iter = (InstIter){.name = base_name(in->ctx->names, name), .type = value->type, .value = value, .bound = true};
    InstIterScope *scope = BASE_NEW(&in->arena, InstIterScope);
    *scope = (InstIterScope){iter, outer};
    return scope;
}

/* The text of e with pieces replaced by the names that they are bound to. */
static const char *text_of(Script *s, const SynExpr *e, const Parts *p) {
    Text t = {0};
    const char *text = base_source(s->ctx->sources, e->span.file)->text;
    uint32_t at = e->span.start;
    int line, column;
    base_source_position(s->ctx->sources, e->span.file, at, &line, &column);
    while (--line > 0) base_text_char(&t, '\n'); /* messages name the line of the script */
    while (--column > 0) base_text_char(&t, ' ');
    for (size_t i = 0; i < p->pieces.n; i++) {
        Span span = p->pieces.at[i].span;
        base_text_addn(&t, text + at, span.start - at);
        base_text_printf(&t, "'$%zu'", i);
        at = span.end;
    }
    base_text_addn(&t, text + at, e->span.end - at);
    const char *made = base_strdup(&s->scratch, base_text_str(&t));
    base_text_free(&t);
    return made;
}

/* The front end could not evaluate something, and a translated model may: external functions, long runs. */
static bool is_for_models(const Context *ctx, size_t errors) {
    return base_error_count(ctx) == errors || base_errors_are(ctx, "INST0674") || base_errors_are(ctx, "INST0660");
}

static ScrValue *in_front_end(Script *s, const SynExpr *e, const Parts *p) {
    Inst *in = ses_instances(s->session);
    InstIterScope *scope = NULL;
    ScrValue *answer = NULL;
    if (!in) return NULL;
    inst_renew_steps(in);
    for (size_t i = 0; i < p->variables.n; i++) {
        const char *name = base_str(s->ctx->names, p->variables.at[i]);
        InstIterScope *with = bind(in, scope, name, scr_find(s, name)->value);
        if (with) scope = with;
    }
    for (size_t i = 0; i < p->pieces.n; i++) {
        InstIterScope *with = bind(in, scope, base_sprintf(&s->scratch, "'$%zu'", i), p->pieces.at[i].value);
        if (!with) return scr_error(s, "SCR0004", p->pieces.at[i].span, "this value cannot stand in an expression");
        scope = with;
    }
    const char *text = text_of(s, e, p);
    const char *path = base_source(s->ctx->sources, e->span.file)->path;
    SourceId source = base_source_string(in->ctx->sources, path, text, strlen(text));
    SynExpr *parsed = syn_parse_expr(in->ctx, source, &in->arena);
    InstExpr *typed = parsed ? inst_expr_alone(in->root, parsed, scope) : NULL;
    if (typed && typed->kind != INST_E_ERROR) {
        size_t before = base_diag_mark(in->ctx), errors = base_error_count(in->ctx);
        InstValue *v = inst_eval(in, typed, INST_EVAL_REPORT);
        if (v) answer = scr_from_instance(s, in, v);
        if (!v && p->pieces.n == 0 && is_for_models(in->ctx, errors)) {
            base_diag_rollback(in->ctx, before);
            answer = scr_translated(s, typed, text, p->variables.at, p->variables.n);
            if (!answer && !causeway_diagnostic_count(s->session) && !s->errors.n)
                scr_error(s, "SCR0004", e->span, "this cannot be evaluated");
            return answer;
        }
    }
    ses_tell(s->session);
    return answer;
}

/* The name of a verb without parentheses, and of nothing else. */
static bool is_bare_verb(Script *s, const SynExpr *e) {
    if (e->kind != SYN_CREF || e->cref.n != 1 || e->cref.parts[0].nsubs) return false;
    const char *name = base_str(s->ctx->names, e->cref.parts[0].name);
    return scr_find_verb(name) && !scr_class(s, name);
}

static bool is_known_function(Script *s, const char *name) {
    const char *word;
    for (uint32_t k = 0; (word = inst_builtin_word(k)); k++)
        if (strcmp(word, name) == 0) return true;
    return scr_class(s, name) != NULL;
}

/* A call of what is neither a function nor a class, and nearly the name of a verb. */
static const char *near_verb(Script *s, const SynExpr *e) {
    size_t n;
    const ScrVerb *verbs = scr_verbs(&n);
    VEC(const char *) names = {0};
    if (e->kind != SYN_CALL || e->cref.n != 1 || e->cref.global) return NULL;
    const char *name = base_str(s->ctx->names, e->cref.parts[0].name);
    if (strlen(name) < 3 || is_known_function(s, name)) return NULL;
    for (size_t i = 0; i < n; i++) vec_push(&names, verbs[i].name);
    const char *near = base_nearest(name, names.at, names.n);
    vec_free(&names);
    return near;
}

ScrValue *scr_evaluate(Script *s, const SynExpr *e) {
    ScrVariable *variable = variable_of(s, e);
    const ScrVerb *verb = verb_of(s, e);
    if (!variable && is_bare_verb(s, e)) {
        const char *name = base_str(s->ctx->names, e->cref.parts[0].name);
        if (s->options.typed && (!strcmp(name, "quit") || !strcmp(name, "exit"))) {
            s->ended = true;
            return scr_nothing(s);
        }
        return scr_error(s, "SCR0002", e->span, "%s is a verb: write %s(), or help(%s)", name, name, name);
    }
    if (verb) return scr_call(s, verb, e);
    const char *near = near_verb(s, e);
    if (near)
        return scr_error(s, "SCR0002", e->span, "there is no function %s; did you mean %s?",
                         base_str(s->ctx->names, e->cref.parts[0].name), near);
    if (variable && is_foreign(variable->value)) return access_foreign(s, e, variable->value);
    if (variable && e->cref.n == 1 && e->cref.parts[0].nsubs == 0) return variable->value;
    switch ((SynExprKind)e->kind) {
    case SYN_REAL: return scr_real(s, e->real);
    case SYN_INTEGER: return scr_integer(s, e->integer);
    case SYN_BOOLEAN: return scr_boolean(s, e->boolean);
    case SYN_STRING: return scr_string(s, base_str(s->ctx->names, e->string));
    case SYN_TUPLE: return tuple_of(s, e);
    case SYN_ARRAY:
        if (e->nargs == 0 || e->args[0]->kind != SYN_FOR) return array_of(s, e);
        break;
    default: break;
    }
    Parts p = {0};
    ScrValue *v = collect(s, e, &p) ? in_front_end(s, e, &p) : NULL;
    vec_free(&p.pieces);
    vec_free(&p.variables);
    return v;
}

ScrValue *scr_evaluate_text(Script *s, const char *text) {
    SourceId source = base_source_string(s->ctx->sources, "<text>", text, strlen(text));
    SynExpr *e = syn_parse_expr(s->ctx, source, &s->scratch);
    return e ? scr_evaluate(s, e) : NULL;
}
