/* classic_parse.c - tokens to declarations of models.
 *
 *   model       = "model" ["type"] word sep {statement sep} "end"
 *   statement   = model | submodel | variables | cuts | paths | connect | when | equation | procedure
 *   submodel    = "submodel" ["(" word ")"] {word ["(" arguments ")"]}
 *   variables   = kind {word ["=" number]}
 *   when        = "when" expression "then" sep {equation sep} "endwhen"
 *   equation    = expression "=" expression
 *   procedure   = variable variable {variable} "=" word "(" {expression} ")"
 * Commas between items may be left out.  Submodels, declarations and statements may stand in any order.
 */
#include "classic/classic_impl.h"

#include <string.h>

/* ---- tokens ------------------------------------------------------------------------------------------------------ */

const ClsToken *cls_peek(const ClsParser *p) { return &p->tokens.at[p->at]; }

static const ClsToken *ahead(const ClsParser *p, size_t n) {
    size_t i = p->at + n;
    return &p->tokens.at[i < p->tokens.n ? i : p->tokens.n - 1];
}

static bool is_word(const ClsParser *p, const ClsToken *t, const char *word) {
    return t->kind == CLS_WORD && strcmp(base_str(p->ctx->names, t->text), word) == 0;
}

bool cls_is_word(const ClsParser *p, const char *word) { return is_word(p, cls_peek(p), word); }
bool cls_is_sign(const ClsParser *p, int sign) { return cls_peek(p)->kind == CLS_SIGN && cls_peek(p)->sign == sign; }

bool cls_accept_word(ClsParser *p, const char *word) {
    bool is = cls_is_word(p, word);
    p->at += is;
    return is;
}

bool cls_accept_sign(ClsParser *p, int sign) {
    bool is = cls_is_sign(p, sign);
    p->at += is;
    return is;
}

bool cls_at_end(const ClsParser *p) { return cls_peek(p)->kind == CLS_SEPARATOR || cls_peek(p)->kind == CLS_END; }

bool cls_fail(ClsParser *p, const char *what) {
    const ClsToken *t = cls_peek(p);
    const char *got = t->kind == CLS_SEPARATOR ? "the line ends here"
                      : t->kind == CLS_END     ? "the text ends here"
                      : t->kind == CLS_SIGN
                          ? "this sign is in the way"
                          : base_sprintf(p->arena, "'%s' is in the way", base_str(p->ctx->names, t->text));
    Diag *d = base_error(p->ctx, "CLS0002", t->span, "%s is expected, but %s", what, got);
    if (t->kind == CLS_SEPARATOR) base_hint(p->ctx, d, "a statement goes on in the next line when its line ends in ->");
    return false;
}

static bool take_word(ClsParser *p, const char *what, Name *out) {
    if (cls_peek(p)->kind != CLS_WORD) return cls_fail(p, what);
    *out = cls_peek(p)->text;
    p->at++;
    return true;
}

static void skip_separators(ClsParser *p) {
    while (cls_peek(p)->kind == CLS_SEPARATOR) p->at++;
}

static void skip_statement(ClsParser *p) {
    while (!cls_at_end(p)) p->at++;
}

/* ---- expressions ------------------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    int op, arity;
} functions[] = {{"der", CLS_OP_DER, 1},
                 {"der2", CLS_OP_DER, 1},
                 {"der3", CLS_OP_DER, 1},
                 {"new", CLS_OP_NEW, 1},
                 {"init", CLS_OP_INIT, 1},
#define ELEMENTARY(op, name, arity, args, rule, c, domain, derivative, inverse, classic)                               \
    {classic, DAE_##op, arity}, {name, DAE_##op, arity},
                 DAE_ELEMENTARY(ELEMENTARY)
#undef ELEMENTARY
#define OF_SCALARS(op, name, arity, args, rule, base, rank, c, classic) {classic, DAE_##op, arity},
                     DAE_OF_SCALARS(OF_SCALARS)
#undef OF_SCALARS
};

static ClsExpr *make(ClsParser *p, int op, Span span, ClsExpr *a, ClsExpr *b) {
    ClsExpr *e = BASE_NEW(p->arena, ClsExpr);
    e->op = op;
    e->span = span;
    e->nargs = b ? 2 : a ? 1 : 0;
    if (a) {
        e->args = BASE_ARRAY(p->arena, ClsExpr *, 2);
        e->args[0] = a;
        e->args[1] = b;
    }
    return e;
}

static ClsExpr *parse_sum(ClsParser *p);

static bool parse_arguments(ClsParser *p, ClsExpr *e) {
    VEC(ClsExpr *) args = {0};
    bool ok = true;
    while (ok && !cls_is_sign(p, ')')) {
        ClsExpr *a = cls_parse_expression(p);
        ok = a != NULL;
        if (ok) vec_push(&args, a);
        cls_accept_sign(p, ',');
        if (ok && cls_at_end(p)) ok = cls_fail(p, "')'");
    }
    e->nargs = (uint32_t)args.n;
    e->args = base_copy(p->arena, args.at, args.n * sizeof *args.at);
    vec_free(&args);
    return ok && cls_accept_sign(p, ')');
}

static ClsExpr *parse_call(ClsParser *p, const ClsToken *name) {
    ClsExpr *e = make(p, DAE_CALL, name->span, NULL, NULL);
    e->word = name->text;
    const char *word = base_str(p->ctx->names, name->text);
    if (!parse_arguments(p, e)) return NULL;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        if (!functions[i].name || strcmp(functions[i].name, word) != 0) continue;
        e->op = functions[i].op;
        e->value = word[0] == 'd' && word[3] ? word[3] - '0' : 1;
        if ((int)e->nargs == functions[i].arity) break;
        Diag *d = base_error(p->ctx, "CLS0003", e->span, "%s takes %d argument%s, not %u", word, functions[i].arity,
                             functions[i].arity == 1 ? "" : "s", e->nargs);
        base_hint(p->ctx, d, "arguments are separated by commas");
        return NULL;
    }
    if (e->op >= CLS_OP_DER && e->args[0]->op != DAE_VAR) {
        base_error(p->ctx, "CLS0004", e->span, "%s is of a variable, not of an expression", word);
        return NULL;
    }
    return e;
}

/* variable = [word {"::" word} "."] word {"'"} ; also a.b.c */
static ClsExpr *parse_variable(ClsParser *p) {
    ClsExpr *e = make(p, DAE_VAR, cls_peek(p)->span, NULL, NULL);
    VEC(Name) path = {0};
    vec_push(&path, cls_peek(p)->text);
    p->at++;
    while ((cls_is_sign(p, '.') || cls_is_sign(p, CLS_TWO(':', ':'))) && ahead(p, 1)->kind == CLS_WORD) {
        p->at++;
        e->span.end = cls_peek(p)->span.end;
        vec_push(&path, cls_peek(p)->text);
        p->at++;
    }
    e->word = vec_pop(&path);
    e->npath = (uint32_t)path.n;
    e->path = base_copy(p->arena, path.at, path.n * sizeof *path.at);
    vec_free(&path);
    int order = 0;
    while (cls_accept_sign(p, '\'')) order++;
    if (!order) return e;
    ClsExpr *d = make(p, CLS_OP_DER, e->span, e, NULL);
    d->value = order;
    return d;
}

static ClsExpr *parse_primary(ClsParser *p) {
    const ClsToken *t = cls_peek(p);
    if (t->kind == CLS_NUMBER || is_word(p, t, "True") || is_word(p, t, "False")) {
        ClsExpr *e = make(p, DAE_CONST, t->span, NULL, NULL);
        e->value = t->kind == CLS_NUMBER ? t->value : is_word(p, t, "True");
        e->word = t->text;
        p->at++;
        return e;
    }
    if (cls_accept_sign(p, '(')) {
        ClsExpr *e = cls_parse_expression(p);
        if (e && !cls_accept_sign(p, ')')) return cls_fail(p, "')'"), NULL;
        return e;
    }
    if (t->kind != CLS_WORD) return cls_fail(p, "a variable, a number or '('"), NULL;
    if (ahead(p, 1)->kind == CLS_SIGN && ahead(p, 1)->sign == '(') {
        p->at += 2;
        return parse_call(p, t);
    }
    return parse_variable(p);
}

static ClsExpr *parse_factor(ClsParser *p) {
    ClsExpr *e = parse_primary(p);
    Span span = cls_peek(p)->span;
    if (e && (cls_accept_sign(p, CLS_TWO('*', '*')) || cls_accept_sign(p, '^'))) {
        bool minus = cls_accept_sign(p, '-');
        ClsExpr *f = parse_primary(p);
        if (f && minus) f = make(p, DAE_NEG, span, f, NULL);
        e = f ? make(p, DAE_POW, span, e, f) : NULL;
    }
    return e;
}

static ClsExpr *parse_term(ClsParser *p) {
    ClsExpr *e = parse_factor(p);
    while (e && (cls_is_sign(p, '*') || cls_is_sign(p, '/'))) {
        int op = cls_is_sign(p, '*') ? DAE_MUL : DAE_DIV;
        Span span = cls_peek(p)->span;
        p->at++;
        ClsExpr *f = parse_factor(p);
        e = f ? make(p, op, span, e, f) : NULL;
    }
    return e;
}

static ClsExpr *parse_sum(ClsParser *p) {
    Span span = cls_peek(p)->span;
    bool minus = cls_accept_sign(p, '-');
    if (!minus) cls_accept_sign(p, '+');
    ClsExpr *e = parse_term(p);
    if (e && minus) e = make(p, DAE_NEG, span, e, NULL);
    while (e && (cls_is_sign(p, '+') || cls_is_sign(p, '-'))) {
        int op = cls_is_sign(p, '+') ? DAE_ADD : DAE_SUB;
        span = cls_peek(p)->span;
        p->at++;
        ClsExpr *f = parse_term(p);
        e = f ? make(p, op, span, e, f) : NULL;
    }
    return e;
}

/* '=' compares inside conditions only; elsewhere it is the equation's. */
static ClsExpr *parse_relation(ClsParser *p, bool condition) {
    static const struct {
        int sign, op;
    } relations[] = {{'<', DAE_LT},
                     {'>', DAE_GT},
                     {CLS_TWO('<', '='), DAE_LE},
                     {CLS_TWO('>', '='), DAE_GE},
                     {CLS_TWO('<', '>'), DAE_NE},
                     {'=', DAE_EQ}};
    ClsExpr *e = parse_sum(p);
    for (size_t i = 0; e && i < 6; i++) {
        Span span = cls_peek(p)->span;
        if ((relations[i].sign == '=' && !condition) || !cls_accept_sign(p, relations[i].sign)) continue;
        ClsExpr *f = parse_sum(p);
        return f ? make(p, relations[i].op, span, e, f) : NULL;
    }
    return e;
}

static ClsExpr *parse_not(ClsParser *p, bool condition) {
    Span span = cls_peek(p)->span;
    if (!cls_accept_word(p, "not")) return parse_relation(p, condition);
    ClsExpr *e = parse_relation(p, condition);
    return e ? make(p, DAE_NOT, span, e, NULL) : NULL;
}

static ClsExpr *parse_logical(ClsParser *p, bool condition, bool or) {
    ClsExpr *e = or ? parse_logical(p, condition, false) : parse_not(p, condition);
    Span span = cls_peek(p)->span;
    while (e && cls_accept_word(p, or ? "or" : "and")) {
        ClsExpr *f = or ? parse_logical(p, condition, false) : parse_not(p, condition);
        e = f ? make(p, or ? DAE_OR : DAE_AND, span, e, f) : NULL;
    }
    return e;
}

static ClsExpr *parse_if(ClsParser *p, Span span) {
    ClsExpr *e = make(p, DAE_IF, span, NULL, NULL);
    e->nargs = 3;
    e->args = BASE_ARRAY(p->arena, ClsExpr *, 3);
    if (!(e->args[0] = parse_logical(p, true, true))) return NULL;
    if (!cls_accept_word(p, "then")) return cls_fail(p, "'then'"), NULL;
    if (!(e->args[1] = cls_parse_expression(p))) return NULL;
    if (!cls_accept_word(p, "else")) return cls_fail(p, "'else'"), NULL;
    if (!(e->args[2] = cls_parse_expression(p))) return NULL;
    return e;
}

ClsExpr *cls_parse_expression(ClsParser *p) {
    Span span = cls_peek(p)->span;
    if (++p->depth > p->ctx->max_depth / 8) {
        base_error(p->ctx, "CLS0005", span, "this expression is nested too deeply");
        return NULL;
    }
    ClsExpr *e = cls_accept_word(p, "if") ? parse_if(p, span) : parse_logical(p, false, true);
    p->depth--;
    return e;
}

/* ---- declarations ------------------------------------------------------------------------------------------------ */

static void declare_variable(ClsParser *p, ClsDecl *d, ClsVarDecl v) {
    uint64_t old;
    if (!base_map_get(&d->var_of, v.name, &old)) {
        base_map_put(&d->var_of, v.name, d->vars.n);
        vec_push(&d->vars, v);
        return;
    }
    ClsVarDecl *was = &d->vars.at[old];
    if (was->kind == CLS_TERMINAL && v.kind != CLS_TERMINAL) { /* a cut came before the declaration */
        *was = v;
        return;
    }
    if (v.kind == CLS_TERMINAL) return;
    Diag *e = base_error(p->ctx, "CLS0006", v.span, "variable '%s' is declared twice", base_str(p->ctx->names, v.name));
    base_note(p->ctx, e, was->span, "first here");
}

static bool take_number(ClsParser *p, Name *text, double *value) {
    size_t from = p->at;
    bool minus = cls_accept_sign(p, '-');
    const ClsToken *t = cls_peek(p);
    bool truth = is_word(p, t, "True"), lie = is_word(p, t, "False");
    if (t->kind != CLS_NUMBER && !truth && !lie) {
        p->at = from;
        return cls_fail(p, "a number");
    }
    *value = t->kind == CLS_NUMBER ? t->value : truth;
    *text = t->text;
    if (minus) {
        *value = -*value;
        const char *s = base_sprintf(p->arena, "-%s", base_str(p->ctx->names, t->text));
        *text = base_name(p->ctx->names, s);
    }
    p->at++;
    return true;
}

static bool parse_variables(ClsParser *p, ClsDecl *d, ClsKind kind) {
    do {
        ClsVarDecl v = {.kind = kind, .span = cls_peek(p)->span};
        if (!take_word(p, "the name of a variable", &v.name)) return false;
        if (cls_accept_sign(p, '=')) {
            if (!take_number(p, &v.text, &v.value)) return false;
        } else if (kind == CLS_CONSTANT || kind == CLS_DEFAULT) {
            return cls_fail(p, "'=' and a number");
        }
        declare_variable(p, d, v);
        cls_accept_sign(p, ',');
    } while (!cls_at_end(p));
    return true;
}

static bool parse_submodel_arguments(ClsParser *p, ClsSubmodel *s) {
    VEC(ClsArgument) args = {0};
    bool ok = true;
    while (ok && !cls_accept_sign(p, ')')) {
        ClsArgument a = {.span = cls_peek(p)->span};
        if (cls_peek(p)->kind == CLS_WORD && ahead(p, 1)->kind == CLS_SIGN && ahead(p, 1)->sign == '=') {
            a.name = cls_peek(p)->text;
            p->at += 2;
        }
        ok = take_number(p, &a.text, &a.value);
        vec_push(&args, a);
        cls_accept_sign(p, ',');
    }
    s->nargs = (uint32_t)args.n;
    s->args = base_copy(p->arena, args.at, args.n * sizeof *args.at);
    vec_free(&args);
    return ok;
}

static bool add_submodel(ClsParser *p, ClsDecl *d, ClsSubmodel s) {
    uint64_t old;
    if (base_map_get(&d->submodel_of, s.name, &old)) {
        base_error(p->ctx, "CLS0006", s.span, "submodel '%s' is declared twice", base_str(p->ctx->names, s.name));
        return false;
    }
    base_map_put(&d->submodel_of, s.name, d->submodels.n);
    vec_push(&d->submodels, s);
    return true;
}

static bool parse_submodels(ClsParser *p, ClsDecl *d) {
    Name type = 0;
    if (cls_accept_sign(p, '(')) {
        if (!take_word(p, "the name of a model type", &type)) return false;
        if (!cls_accept_sign(p, ')')) return cls_fail(p, "')'");
    }
    do {
        ClsSubmodel s = {.type = type, .span = cls_peek(p)->span};
        if (!take_word(p, "the name of a submodel", &s.name)) return false;
        if (!type) s.type = s.name;
        if (cls_accept_sign(p, '(') && !parse_submodel_arguments(p, &s)) return false;
        if (!add_submodel(p, d, s)) return false;
        cls_accept_sign(p, ',');
    } while (!cls_at_end(p));
    return true;
}

/* ---- statements -------------------------------------------------------------------------------------------------- */

/* Two variables side by side before '=': results of a procedure. */
static bool is_procedure(const ClsParser *p) {
    size_t k = 0;
    if (ahead(p, k)->kind != CLS_WORD) return false;
    k++;
    while (ahead(p, k)->kind == CLS_SIGN && (ahead(p, k)->sign == '.' || ahead(p, k)->sign == CLS_TWO(':', ':')) &&
           ahead(p, k + 1)->kind == CLS_WORD)
        k += 2;
    const ClsToken *t = ahead(p, k);
    return (t->kind == CLS_SIGN && t->sign == ',') ||
           (t->kind == CLS_WORD && !is_word(p, t, "and") && !is_word(p, t, "or"));
}

static bool parse_procedure(ClsParser *p, ClsDecl *d, ClsStatement s) {
    VEC(ClsExpr *) outs = {0};
    bool ok = true;
    while (ok && !cls_accept_sign(p, '=')) {
        ok = cls_peek(p)->kind == CLS_WORD || cls_fail(p, "a variable or '='");
        if (ok) vec_push(&outs, parse_variable(p));
        cls_accept_sign(p, ',');
    }
    s.kind = CLS_PROCEDURE;
    s.nouts = (uint32_t)outs.n;
    s.outs = base_copy(p->arena, outs.at, outs.n * sizeof *outs.at);
    vec_free(&outs);
    if (!ok || !(s.rhs = cls_parse_expression(p))) return false;
    if (s.rhs->op != DAE_CALL) {
        base_error(p->ctx, "CLS0007", s.rhs->span,
                   "several variables on the left need a call of a procedure on the right");
        return false;
    }
    vec_push(&d->statements, s);
    return true;
}

static bool parse_equation(ClsParser *p, ClsDecl *d, ClsExpr *condition) {
    ClsStatement s = {.kind = condition ? CLS_WHEN : CLS_EQUATION, .condition = condition, .span = cls_peek(p)->span};
    if (!condition && is_procedure(p)) return parse_procedure(p, d, s);
    if (!(s.lhs = cls_parse_expression(p))) return false;
    if (!cls_accept_sign(p, '=')) return cls_fail(p, "'='");
    if (!(s.rhs = cls_parse_expression(p))) return false;
    s.span.end = p->tokens.at[p->at - 1].span.end;
    vec_push(&d->statements, s);
    return true;
}

static bool parse_when(ClsParser *p, ClsDecl *d) {
    ClsExpr *condition = parse_logical(p, true, true);
    if (!condition) return false;
    if (!cls_accept_word(p, "then")) return cls_fail(p, "'then'");
    for (skip_separators(p); !cls_accept_word(p, "endwhen"); skip_separators(p)) {
        if (cls_peek(p)->kind == CLS_END || cls_is_word(p, "end")) return cls_fail(p, "'endwhen'");
        if (!parse_equation(p, d, condition)) return false;
        if (!cls_at_end(p) && !cls_is_word(p, "endwhen")) return cls_fail(p, "the end of the equation");
    }
    return true;
}

static const struct {
    const char *word;
    ClsKind kind;
} kinds[] = {{"parameter", CLS_PARAMETER}, {"constant", CLS_CONSTANT}, {"local", CLS_LOCAL},
             {"terminal", CLS_TERMINAL},   {"input", CLS_INPUT},       {"output", CLS_OUTPUT},
             {"default", CLS_DEFAULT},     {"external", CLS_EXTERNAL}, {"internal", CLS_INTERNAL}};

static bool parse_nested(ClsParser *p, ClsDecl *d) {
    ClsDecl *inner = cls_parse_model(p, d);
    if (!inner) return false;
    vec_push(&d->nested, inner);
    if (inner->type) return true;
    return add_submodel(p, d,
                        (ClsSubmodel){.name = inner->name, .type = inner->name, .own = inner, .span = inner->span});
}

static bool parse_statement(ClsParser *p, ClsDecl *d) {
    if (ahead(p, 1)->kind == CLS_WORD || (ahead(p, 1)->kind == CLS_SIGN && ahead(p, 1)->sign == '('))
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
            if (cls_accept_word(p, kinds[i].word)) return parse_variables(p, d, kinds[i].kind);
    if (cls_is_word(p, "model")) return parse_nested(p, d);
    if (cls_accept_word(p, "submodel")) return parse_submodels(p, d);
    bool main = cls_accept_word(p, "main");
    if (cls_accept_word(p, "cut")) return cls_parse_cuts(p, d, main, false);
    if (cls_accept_word(p, "path")) return cls_parse_paths(p, d, main);
    if (main) return cls_fail(p, "'cut' or 'path'");
    if (cls_accept_word(p, "node")) return cls_parse_cuts(p, d, false, true);
    if (cls_accept_word(p, "connect")) return cls_parse_connect(p, d);
    if (cls_accept_word(p, "when")) return parse_when(p, d);
    return parse_equation(p, d, NULL);
}

/* Variables that only cuts name are terminals. */
static void declare_terminals(ClsParser *p, ClsDecl *d, const ClsCut *cut) {
    if (!cut) return;
    for (uint32_t i = 0; i < cut->nacross + cut->nthrough; i++)
        if (cut->elements[i].var)
            declare_variable(p, d, (ClsVarDecl){.kind = CLS_TERMINAL, .name = cut->elements[i].var, .span = cut->span});
    for (uint32_t i = 0; i < cut->nitems; i++) declare_terminals(p, d, cut->items[i]);
}

static void number_cuts(ClsDecl *d, ClsCut *cut) {
    if (cut && cut->kind == CLS_CUT_VARS) cut->number = d->nvariable_cuts++;
    for (uint32_t i = 0; cut && i < cut->nitems; i++) number_cuts(d, cut->items[i]);
}

static const char *comment_behind(ClsParser *p, Span at) {
    const Source *s = base_source(p->ctx->sources, at.file);
    size_t i = at.end;
    while (i < s->n && strchr(" \t\r\n;", s->text[i])) i++;
    if (i >= s->n || s->text[i] != '{') return NULL;
    const char *from = s->text + i + 1, *to = strchr(from, '}');
    if (!to) return NULL;
    while (*from == ' ') from++;
    while (to > from && to[-1] == ' ') to--;
    return base_strndup(p->arena, from, (size_t)(to - from));
}

ClsDecl *cls_parse_model(ClsParser *p, ClsDecl *outer) {
    ClsDecl *d = BASE_NEW(p->arena, ClsDecl);
    d->main_cut = d->main_path = CLS_NONE;
    d->outer = outer;
    if (++p->depth > p->ctx->max_depth / 8) {
        base_error(p->ctx, "CLS0005", cls_peek(p)->span, "models are nested too deeply");
        return NULL;
    }
    bool ok = cls_accept_word(p, "model") || cls_fail(p, "'model'");
    d->type = ok && cls_accept_word(p, "type");
    d->span = cls_peek(p)->span;
    ok = ok && take_word(p, "the name of the model", &d->name);
    if (ok) d->help = comment_behind(p, d->span);
    for (skip_separators(p); !cls_is_word(p, "end"); skip_separators(p)) {
        if (cls_peek(p)->kind == CLS_END) {
            ok = cls_fail(p, "'end' of the model");
            break;
        }
        bool good = parse_statement(p, d) && (cls_at_end(p) || cls_fail(p, "the end of the statement"));
        if (!good) skip_statement(p);
        ok &= good;
    }
    cls_accept_word(p, "end");
    for (size_t i = 0; i < d->cuts.n; i++)
        if (!d->cuts.at[i].node) declare_terminals(p, d, d->cuts.at[i].cut);
    for (size_t i = 0; i < d->paths.n; i++) {
        declare_terminals(p, d, d->paths.at[i].in);
        declare_terminals(p, d, d->paths.at[i].out);
        number_cuts(d, d->paths.at[i].in);
        number_cuts(d, d->paths.at[i].out);
    }
    for (size_t i = 0; i < d->cuts.n; i++) number_cuts(d, d->cuts.at[i].cut);
    p->depth--;
    if (ok) return d;
    cls_free_decl(d);
    return NULL;
}

void cls_free_decl(ClsDecl *d) {
    for (size_t i = 0; i < d->nested.n; i++) cls_free_decl(d->nested.at[i]);
    vec_free(&d->vars);
    vec_free(&d->submodels);
    vec_free(&d->cuts);
    vec_free(&d->paths);
    vec_free(&d->statements);
    vec_free(&d->connects);
    vec_free(&d->nested);
    base_map_free(&d->var_of);
    base_map_free(&d->submodel_of);
    base_map_free(&d->cut_of);
    base_map_free(&d->path_of);
}
