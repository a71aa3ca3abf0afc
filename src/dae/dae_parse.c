/* dae_parse.c - declarations, functions and sections of the text form.
 *
 * Before: tokens.  After: a Dae equal to the one that was printed, up to the numbering of variables made
 * on first use (der, pre), of shapes and of delay buffers.
 *
 *   file        = "dae" path {experiment | enumeration | function | variable} {partition} {section} "end" "dae" ";"
 *   experiment  = "experiment" "(" item "=" number {"," ...} ")" ";"
 *   enumeration = "enumeration" path "(" word {"," word} ")" ";"
 *   function    = "function" path ["(" attribute {"," attribute} ")"] {local}
 *                 ["external" ...] ["algorithm" {statement}] "end" "function" ";"
 *   variable    = {prefix} type name ["(" attribute {"," attribute} ")"] ["=" expression] [string] ";"
 *   partition   = "partition" "(" tick ["," string "," ticked "," fresh "," step "," now] ")" "(" name {"," name} ")"
 *               | "clock" "(" name "," tick "," interval "," shift "," due ")"
 *   ";"
 *   section     = ("equation" | "initial" "equation" | "binding" | "action") {equation}
 *   equation    = expression "=" expression ";" | statement
 *               | "algorithm" "(" name {"," name} ")" {statement} "end" "algorithm" ";"
 *               | "multi" "(" name {"," name} ")" statement
 */
#include <math.h>
#include <string.h>

#include "dae/dae_impl.h"

/* What the second round has to come back to: token numbers. */
typedef struct {
    DaeVar var;
    uint32_t at; /* behind the name */
} PendingVariable;

typedef struct {
    uint32_t function;
    uint32_t header; /* behind the name */
    uint32_t locals; /* first local */
} PendingFunction;

typedef struct {
    DaeParser q;
    DaePool scratch;
    VEC(PendingVariable) variables;
    VEC(PendingFunction) functions;
} Reader;

static const char *name_text(const DaeParser *q, Name n) { return base_str(q->ctx->names, n); }

/* ---- small pieces ------------------------------------------------------------------------------------------------ */

/* A number with sign, true, false, infinity or enum(n). */
static bool parse_literal(DaeParser *q, double *out) {
    bool minus = dae_accept(q, "-");
    const DaeToken *t = dae_peek(q);
    if (t->kind == DAE_TOK_INTEGER) *out = (double)t->integer;
    else if (t->kind == DAE_TOK_REAL) *out = t->value;
    else if (dae_is(q, "infinity")) *out = INFINITY;
    else if (dae_is(q, "nan")) *out = NAN;
    else if (dae_is(q, "true") || dae_is(q, "false")) *out = dae_is(q, "true");
    else if (dae_is(q, "enum")) {
        q->at += 2;
        *out = (double)dae_peek(q)->integer;
        q->at++;
        return dae_expect(q, ")");
    } else return false;
    q->at++;
    if (minus) *out = -*out;
    return true;
}

static DaeOperand parse_operand(DaeParser *q) {
    double x;
    if (parse_literal(q, &x)) return dae_constant(q->d, x);
    DaeExpr e = dae_parse_expression(q);
    const DaeNode *n = dae_at(q->pool, e);
    if (!q->panic && n->op == DAE_VAR) return n->id;
    if (!q->panic && dae_is_const(q->pool, e, &x)) return dae_constant(q->d, x);
    dae_unexpected(q, "a number or a variable");
    return DAE_NO_OPERAND;
}

/* Of the tokens since first; false after reporting. */
static bool check_texts(DaeParser *q, DaeExpr root, uint32_t first) {
    if (dae_texts_fit(q->d, q->pool, root)) return true;
    Diag *d = base_error(q->ctx, "DAE0009", dae_span_from(q, first),
                         "a String stands where a number is wanted, or a number where a String is");
    base_hint(q->ctx, d, "String(x) makes a String of a number");
    return false;
}

static const char *parse_string(DaeParser *q) {
    if (dae_peek(q)->kind != DAE_TOK_STRING) {
        dae_unexpected(q, "a string");
        return "";
    }
    const char *s = name_text(q, dae_peek(q)->name);
    q->at++;
    return s;
}

static void parse_experiment(DaeParser *q) {
    static const char *const names[] = {"StartTime", "StopTime", "Tolerance", "Interval"};
    double *const fields[] = {&q->d->experiment.start, &q->d->experiment.stop, &q->d->experiment.tolerance,
                              &q->d->experiment.interval};
    dae_expect(q, "(");
    do {
        int i = 0;
        while (i < 4 && !dae_is(q, names[i])) i++;
        if (i == 4) {
            dae_unexpected(q, "StartTime, StopTime, Tolerance or Interval");
            return;
        }
        q->at++;
        dae_expect(q, "=");
        if (!parse_literal(q, fields[i])) dae_unexpected(q, "a number");
        q->d->experiment.has = (uint8_t)(q->d->experiment.has | 1 << i);
    } while (!q->panic && dae_accept(q, ","));
    dae_expect(q, ")");
}

static void parse_enumeration(DaeParser *q) {
    DaeEnum e = {.name = dae_parse_path(q)};
    VEC(Name) literals = {0};
    uint64_t type = q->d->enums.n;
    dae_expect(q, "(");
    while (!q->panic && !dae_accept(q, ")")) {
        if (literals.n) dae_expect(q, ",");
        Name word = dae_peek(q)->name;
        q->at++;
        vec_push(&literals, word);
        q->path.n = 0;
        base_text_printf(&q->path, "%s.%s", name_text(q, e.name), name_text(q, word));
        base_map_put(&q->literals, base_name(q->ctx->names, q->path.at), type << 32 | literals.n);
    }
    e.literals = base_copy(q->d->arena, literals.at, literals.n * sizeof *literals.at);
    e.n = (uint32_t)literals.n;
    vec_push(&q->d->enums, e);
    vec_free(&literals);
}

/* Type of a variable or local; for "enumeration T" also the type's number. */
static bool parse_type(DaeParser *q, uint8_t *base, uint32_t *enum_type) {
    static const char *const names[] = {"Real", "Integer", "Boolean", "String", "Enum", "Object"};
    *enum_type = 0;
    for (uint8_t i = 0; i < sizeof names / sizeof *names; i++)
        if (dae_accept(q, names[i])) {
            *base = i;
            return true;
        }
    if (!dae_accept(q, "enumeration")) {
        dae_unexpected(q, "a type (Real, Integer, Boolean, String, enumeration ..., Object)");
        return false;
    }
    Name path = dae_parse_path(q);
    *base = DAE_ENUM;
    for (uint32_t i = 1; i < q->d->enums.n; i++)
        if (q->d->enums.at[i].name == path) *enum_type = i;
    if (!*enum_type) dae_unexpected(q, "an enumeration declared above");
    return *enum_type != 0;
}

/* Past a balanced "( ... )" or "[ ... ]" if one opens here; counts the commas at its own level. */
static uint32_t skip_brackets(DaeParser *q) {
    if (!dae_is(q, "(") && !dae_is(q, "[")) return 0;
    uint32_t commas = 0;
    int open = 0;
    for (; dae_peek(q)->kind != DAE_TOK_END; q->at++) {
        if (dae_is(q, "(") || dae_is(q, "[") || dae_is(q, "{")) open++;
        commas += open == 1 && dae_is(q, ",");
        if ((dae_is(q, ")") || dae_is(q, "]") || dae_is(q, "}")) && --open == 0) {
            q->at++;
            break;
        }
    }
    return commas;
}

static void skip_to_semicolon(DaeParser *q) {
    while (dae_peek(q)->kind != DAE_TOK_END && !dae_is(q, ";")) q->at++;
}

/* ---- functions --------------------------------------------------------------------------------------------------- */

/* Functions are entered by name before anything else, so that all of them can mention each other.  A function
 * starts at the word "function" behind a ';' or behind the name of the model. */
static void declare_functions(DaeParser *q, uint32_t first) {
    uint32_t keep = q->at;
    for (uint32_t i = first; i + 1 < q->tokens.list.n; i++) {
        q->at = i - 1;
        bool starts = i == first || dae_is(q, ";");
        q->at = i;
        if (!starts || !dae_accept(q, "function")) continue;
        Name path = dae_parse_path(q);
        if (path && dae_find_function(q->d, path)) {
            base_error(q->ctx, "DAE0005", dae_span_from(q, i), "the function is declared twice");
            q->panic = true;
        }
        if (path) dae_add_function(q->d, &(DaeFunction){.name = path, .smooth_order = -1, .pure = true});
    }
    q->at = keep;
}

static uint32_t known_function(DaeParser *q) {
    Name path = dae_parse_path(q);
    uint32_t f = path ? dae_find_function(q->d, path) : 0;
    if (!f) dae_unexpected(q, "a function declared in this text");
    return f;
}

/* First round: role, type, name and rank of one local. */
static bool parse_local(DaeParser *q, DaeLocal *l) {
    static const char *const roles[] = {"input", "output", "protected"};
    memset(l, 0, sizeof *l);
    while (l->role < 3 && !dae_accept(q, roles[l->role])) l->role++;
    if (l->role == 3) return false;
    if (dae_accept(q, "function")) {
        l->base = DAE_OBJECT;
        l->function_type = known_function(q);
    } else if (!parse_type(q, &l->base, &l->enum_type)) {
        return false;
    }
    l->name = dae_parse_path(q);
    l->made = base_str(q->ctx->names, l->name)[0] == '$';
    if (dae_is(q, "[")) l->rank = (uint8_t)(skip_brackets(q) + 1);
    skip_to_semicolon(q);
    dae_expect(q, ";");
    return true;
}

static void parse_function_signature(Reader *r) {
    DaeParser *q = &r->q;
    PendingFunction p = {.function = known_function(q)};
    if (!p.function) return;
    p.header = q->at;
    skip_brackets(q);
    p.locals = q->at;
    VEC(DaeLocal) locals = {0};
    DaeLocal l;
    DaeFunction *f = &q->d->functions.at[p.function];
    while (!q->panic && parse_local(q, &l)) {
        vec_push(&locals, l);
        f->ninputs += l.role == 0;
        f->noutputs += l.role == 1;
    }
    f->locals = base_copy(q->d->arena, locals.at, locals.n * sizeof *locals.at);
    f->nlocals = (uint32_t)locals.n;
    vec_free(&locals);
    vec_push(&r->functions, p);
    while (dae_peek(q)->kind != DAE_TOK_END && !q->panic) { /* the body waits for the second round */
        if (dae_accept(q, "end") && dae_accept(q, "function")) break;
        if (!dae_is(q, "end")) q->at++;
    }
}

static void parse_derivative(DaeParser *q, const DaeFunction *f, DaeDerivative *v) {
    memset(v, 0, sizeof *v);
    uint8_t *skip = base_alloc(q->d->arena, f->ninputs + 1);
    dae_expect(q, "(");
    dae_expect(q, "order");
    dae_expect(q, "=");
    v->order = (int)dae_peek(q)->integer;
    q->at++;
    while (!q->panic && dae_accept(q, ",")) {
        uint8_t how = dae_is(q, "zero") ? DAE_SKIP_ZERO : DAE_SKIP_NO;
        if (!dae_accept(q, "zero")) dae_expect(q, "skip");
        dae_expect(q, "=");
        Name path = dae_parse_path(q);
        for (uint32_t i = 0; i < f->ninputs; i++)
            if (f->locals[i].name == path) skip[i] = how;
    }
    dae_expect(q, ")");
    dae_expect(q, "=");
    v->function = known_function(q);
    v->skip = skip;
}

static void parse_inverse(DaeParser *q, const DaeFunction *f, DaeInverse *v) {
    dae_expect(q, "(");
    Name path = dae_parse_path(q);
    v->input = 0;
    while (v->input < f->ninputs && f->locals[v->input].name != path) v->input++;
    if (v->input == f->ninputs) dae_unexpected(q, "an input of the function");
    dae_expect(q, ")");
    dae_expect(q, "=");
    v->value = dae_parse_expression(q);
}

static void parse_function_attributes(DaeParser *q, DaeFunction *f) {
    VEC(DaeDerivative) derivatives = {0};
    VEC(DaeInverse) inverses = {0};
    if (!dae_accept(q, "(")) return;
    do {
        if (dae_accept(q, "impure")) f->pure = false;
        else if (dae_accept(q, "inline")) f->inline_request = true;
        else if (dae_accept(q, "lateInline")) f->late_inline = true;
        else if (dae_accept(q, "smoothOrder")) {
            dae_expect(q, "=");
            f->smooth_order = (int)dae_peek(q)->integer;
            q->at++;
        } else if (dae_accept(q, "derivative")) {
            DaeDerivative v;
            parse_derivative(q, f, &v);
            vec_push(&derivatives, v);
        } else if (dae_accept(q, "inverse")) {
            DaeInverse v;
            parse_inverse(q, f, &v);
            vec_push(&inverses, v);
        } else dae_unexpected(q, "impure, inline, lateInline, smoothOrder, derivative or inverse");
    } while (!q->panic && dae_accept(q, ","));
    dae_expect(q, ")");
    f->derivatives = base_copy(q->d->arena, derivatives.at, derivatives.n * sizeof *derivatives.at);
    f->nderivatives = (uint32_t)derivatives.n;
    f->inverses = base_copy(q->d->arena, inverses.at, inverses.n * sizeof *inverses.at);
    f->ninverses = (uint32_t)inverses.n;
    vec_free(&derivatives);
    vec_free(&inverses);
}

/* Second round of a local: sizes and value. */
static void parse_local_details(DaeParser *q, DaeLocal *l) {
    uint8_t base;
    uint32_t type;
    q->at++; /* the role */
    if (dae_accept(q, "function")) dae_parse_path(q);
    else parse_type(q, &base, &type);
    dae_parse_path(q);
    if (l->rank) {
        DaeExpr *dims = BASE_ARRAY(q->d->arena, DaeExpr, l->rank);
        dae_expect(q, "[");
        for (uint8_t i = 0; i < l->rank && !q->panic; i++) {
            if (i) dae_expect(q, ",");
            if (!dae_accept(q, ":")) dims[i] = dae_parse_expression(q);
        }
        dae_expect(q, "]");
        l->dims = dims;
    }
    if (dae_accept(q, "(")) {
        dae_expect(q, "record");
        dae_expect(q, "=");
        l->record = (uint32_t)dae_peek(q)->integer;
        q->at++;
        dae_expect(q, ")");
    }
    if (dae_accept(q, "=")) l->init = dae_parse_expression(q);
    dae_expect(q, ";");
}

static void parse_external(DaeParser *q, DaeFunction *f) {
    Arena *arena = q->d->arena;
    DaeExternal *x = BASE_NEW(arena, DaeExternal);
    VecU32 args = {0};
    VEC(const char *) libraries = {0};
    x->language = base_name(q->ctx->names, parse_string(q));
    if (dae_peek(q)->kind != DAE_TOK_STRING) {
        x->result = dae_parse_expression(q);
        dae_expect(q, "=");
    }
    x->c_name = base_name(q->ctx->names, parse_string(q));
    dae_expect(q, "(");
    while (!q->panic && !dae_accept(q, ")")) {
        if (args.n) dae_expect(q, ",");
        DaeExpr e = dae_parse_expression(q);
        vec_push(&args, e);
    }
    while (!q->panic && !dae_is(q, ";")) {
        if (dae_accept(q, "constructor")) x->constructor = true;
        else if (dae_accept(q, "destructor")) x->destructor = true;
        else if (dae_accept(q, "include")) x->include = parse_string(q);
        else if (dae_accept(q, "library")) vec_push(&libraries, parse_string(q));
        else if (dae_accept(q, "includeDirectory")) x->include_dir = parse_string(q);
        else if (dae_accept(q, "libraryDirectory")) x->library_dir = parse_string(q);
        else if (dae_accept(q, "baseDirectory")) x->base_dir = parse_string(q);
        else if (dae_accept(q, "usedDirectory")) x->used_dir = parse_string(q);
        else dae_unexpected(q, "include, library, a directory or \";\"");
    }
    dae_expect(q, ";");
    x->args = base_copy(arena, args.at, args.n * sizeof *args.at);
    x->nargs = (uint32_t)args.n;
    x->libraries = base_copy(arena, libraries.at, libraries.n * sizeof *libraries.at);
    x->nlibraries = (uint32_t)libraries.n;
    f->external = x;
    vec_free(&args);
    vec_free(&libraries);
}

static void parse_function_details(Reader *r, const PendingFunction *p) {
    DaeParser *q = &r->q;
    DaeFunction *f = &q->d->functions.at[p->function];
    q->function = f;
    q->pool = &q->d->pool;
    q->at = p->header;
    f->span = dae_span_from(q, p->header - 1);
    parse_function_attributes(q, f);
    q->at = p->locals;
    for (uint32_t i = 0; i < f->nlocals && !q->panic; i++) parse_local_details(q, &f->locals[i]);
    if (dae_accept(q, "external")) parse_external(q, f);
    uint32_t first = q->at;
    if (dae_accept(q, "algorithm")) f->body = dae_parse_block(q);
    if (!q->panic && f->body) check_texts(q, f->body, first);
    dae_expect(q, "end");
    q->panic = false;
    q->function = NULL;
    q->pool = &r->scratch;
}

/* ---- variables --------------------------------------------------------------------------------------------------- */

static const struct {
    const char *word;
    uint16_t flag;
} prefixes[] = {
    {"protected", DAE_PROTECTED}, {"hidden", DAE_HIDDEN},   {"final", DAE_FINAL},   {"structural", DAE_STRUCTURAL},
    {"clocked", DAE_CLOCKED},     {"sampled", DAE_SAMPLED}, {"ticking", DAE_CLOCK}, {"input", DAE_INPUT},
    {"output", DAE_OUTPUT},       {"flow", DAE_FLOW}};
static const struct {
    const char *word;
    uint8_t kind;
} kinds[] = {{"constant", DAE_KIND_CONSTANT},
             {"parameter", DAE_KIND_PARAMETER},
             {"discrete", DAE_KIND_DISCRETE},
             {"continuous", DAE_KIND_CONTINUOUS}};

static void parse_prefixes(DaeParser *q, DaeVariable *v) {
    bool again = true;
    while (again) {
        again = false;
        for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
            if (dae_accept(q, prefixes[i].word)) {
                v->flags |= prefixes[i].flag;
                again = true;
            }
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
            if (dae_accept(q, kinds[i].word)) {
                v->kind = kinds[i].kind;
                again = true;
            }
    }
}

static DaeVar enter_variable(DaeParser *q, DaeVariable *v, uint32_t first, int wrap) {
    DaeVar known = dae_var_of_name(q->d, v->name);
    if (wrap && known) {
        DaeVar x = wrap == 1 ? dae_der(q->d, known) : dae_pre(q->d, known);
        DaeVariable *own = &q->d->vars.at[x];
        own->flags = v->flags;
        own->attrs = 0;
        own->start = DAE_NO_OPERAND;
        return x;
    }
    if (known || wrap || v->name == q->d->vars.at[0].name) {
        base_error(q->ctx, "DAE0005", dae_span_from(q, first),
                   wrap ? "der and pre follow the variable they belong to" : "the variable is declared twice");
        return 0;
    }
    v->origin = dae_origin(q->d, dae_span_from(q, first), 0);
    return dae_add_var(q->d, v);
}

/* First round: prefixes, type and name. */
static void parse_variable(Reader *r) {
    DaeParser *q = &r->q;
    uint32_t first = q->at, enum_type;
    DaeVariable v = {.kind = UINT8_MAX, .start = DAE_NO_OPERAND};
    int wrap;
    parse_prefixes(q, &v);
    if (!parse_type(q, &v.base, &enum_type) || !dae_parse_variable(q, true, &v.name, &wrap)) return;
    if (v.kind == UINT8_MAX) v.kind = v.base == DAE_REAL ? DAE_KIND_CONTINUOUS : DAE_KIND_DISCRETE;
    if (v.kind == DAE_KIND_PARAMETER || v.kind == DAE_KIND_CONSTANT) v.flags |= DAE_FIXED;
    DaeVar var = enter_variable(q, &v, first, wrap);
    if (enum_type) {
        DaeAttrs a = q->d->attrs.at[0];
        a.enum_type = enum_type;
        q->d->vars.at[var].attrs = dae_attrs(q->d, &a);
    }
    vec_push(&r->variables, ((PendingVariable){var, q->at}));
    skip_to_semicolon(q);
    dae_expect(q, ";");
}

static void parse_state_select(DaeParser *q, DaeAttrs *a) {
    static const char *const selects[] = {"default", "never", "avoid", "prefer", "always"};
    for (uint32_t i = 0; i < 5; i++)
        if (dae_accept(q, selects[i])) {
            a->state_select = (uint16_t)i;
            return;
        }
    dae_unexpected(q, "never, avoid, default, prefer or always");
}

static void parse_confidence(DaeParser *q, DaeAttrs *a) {
    int64_t x = dae_peek(q)->kind == DAE_TOK_INTEGER ? dae_peek(q)->integer : 0;
    if (x >= 1 && x <= DAE_BY_TYPE) a->confidence = (uint16_t)x, q->at++;
    else dae_unexpected(q, "a whole number from 1 to 255");
}

static bool parse_text_attribute(DaeParser *q, DaeAttrs *a) {
    static const char *const names[] = {"quantity", "unit", "displayUnit"};
    Name *const fields[] = {&a->quantity, &a->unit, &a->display_unit};
    for (int i = 0; i < 3; i++)
        if (dae_accept(q, names[i])) {
            dae_expect(q, "=");
            *fields[i] = base_name(q->ctx->names, parse_string(q));
            return true;
        }
    return false;
}

static bool parse_number_attribute(DaeParser *q, DaeAttrs *a, DaeVariable *v) {
    static const char *const names[] = {"min", "max", "nominal", "guess"};
    DaeOperand *const fields[] = {&a->min, &a->max, &a->nominal, &v->start};
    for (int i = 0; i < 4; i++)
        if (dae_accept(q, names[i])) {
            dae_expect(q, "=");
            *fields[i] = parse_operand(q);
            return true;
        }
    if (!dae_accept(q, "start")) return false;
    v->flags |= DAE_HAS_START;
    if (dae_accept(q, "=")) v->start = parse_operand(q);
    return true;
}

static void parse_attribute(DaeParser *q, DaeVar var, DaeAttrs *a, DaeVariable *v) {
    if (parse_text_attribute(q, a) || parse_number_attribute(q, a, v)) return;
    if (dae_accept(q, "fixed")) {
        dae_expect(q, "=");
        v->flags = (uint16_t)(dae_is(q, "true") ? v->flags | DAE_FIXED : v->flags & ~DAE_FIXED);
        q->at++;
    } else if (dae_accept(q, "stateSelect")) {
        dae_expect(q, "=");
        parse_state_select(q, a);
    } else if (dae_accept(q, "confidence")) {
        dae_expect(q, "=");
        parse_confidence(q, a);
    } else if (dae_accept(q, "value")) {
        dae_expect(q, "=");
        dae_set_string(q->d, var, parse_string(q));
    } else {
        dae_unexpected(q, "an attribute (unit, start, fixed, min, max, nominal, stateSelect ...)");
    }
}

/* Second round: attributes, binding and comment. */
static void parse_variable_details(Reader *r, const PendingVariable *p) {
    DaeParser *q = &r->q;
    DaeVariable v = q->d->vars.at[p->var];
    DaeAttrs a = q->d->attrs.at[v.attrs];
    q->at = p->at;
    if (dae_accept(q, "(")) {
        do parse_attribute(q, p->var, &a, &v);
        while (!q->panic && dae_accept(q, ","));
        dae_expect(q, ")");
    }
    if (dae_accept(q, "=") && !q->panic) {
        DaePoolMark mark = dae_pool_mark(&r->scratch);
        DaeExpr args[2] = {dae_var(&r->scratch, p->var, v.base), dae_parse_expression(q)};
        DaeExpr root = dae_raw(&r->scratch, DAE_ASSIGN, args, 2);
        if (!q->panic && check_texts(q, root, p->at))
            dae_add_equation(q->d, &q->d->bindings, &r->scratch, root, &p->var, 1, v.origin);
        dae_pool_release(&r->scratch, mark);
    }
    if (dae_peek(q)->kind == DAE_TOK_STRING) a.comment = base_name(q->ctx->names, parse_string(q));
    dae_expect(q, ";");
    v.derivative = q->d->vars.at[p->var].derivative; /* a binding may have made them */
    v.pre = q->d->vars.at[p->var].pre;
    v.attrs = dae_attrs(q->d, &a);
    q->d->vars.at[p->var] = v;
    q->panic = false;
}

/* ---- sections ---------------------------------------------------------------------------------------------------- */

static DaeVar parse_var(DaeParser *q) {
    DaeExpr e = dae_parse_expression(q);
    if (!q->panic && dae_at(q->pool, e)->op == DAE_VAR) return dae_at(q->pool, e)->id;
    dae_unexpected(q, "a variable");
    return 0;
}

static void parse_outputs(DaeParser *q, VecU32 *outs) {
    dae_expect(q, "(");
    do {
        DaeVar v = parse_var(q);
        if (q->panic) return;
        vec_push(outs, v);
    } while (dae_accept(q, ","));
    dae_expect(q, ")");
}

/* Outputs of an assignment are its targets. */
static void targets_of(const DaePool *p, DaeExpr root, VecU32 *outs) {
    const DaeNode *n = dae_at(p, root);
    uint32_t first = n->op == DAE_ASSIGN ? 0 : 1, end = n->op == DAE_ASSIGN ? 1 : n->nargs;
    if (n->op != DAE_ASSIGN && n->op != DAE_ASSIGN_CALL) return;
    for (uint32_t i = first; i < end; i++) {
        DaeExpr t = dae_arg(p, root, i);
        if (t && dae_at(p, t)->op == DAE_VAR) vec_push(outs, dae_at(p, t)->id);
    }
}

static void parse_equation(Reader *r, DaeEquations *to, VecU32 *outs) {
    DaeParser *q = &r->q;
    uint32_t first = q->at;
    DaePoolMark mark = dae_pool_mark(&r->scratch);
    DaeExpr root;
    vec_clear(outs);
    if (dae_accept(q, "multi")) {
        parse_outputs(q, outs);
        root = dae_parse_statement(q);
    } else if (dae_accept(q, "algorithm")) {
        parse_outputs(q, outs);
        root = dae_parse_block(q);
        dae_expect(q, "end");
        dae_expect(q, "algorithm");
        dae_expect(q, ";");
    } else {
        root = dae_parse_statement(q);
        if (!q->panic) targets_of(&r->scratch, root, outs);
    }
    if (q->panic) dae_skip_statement(q);
    else if (check_texts(q, root, first))
        dae_add_equation(q->d, to, &r->scratch, root, outs->at, (uint32_t)outs->n,
                         dae_origin(q->d, dae_span_from(q, first), 0));
    dae_pool_release(&r->scratch, mark);
}

/* Does a statement begin here with this word, which is no reserved one? */
static bool at_statement(const DaeParser *q, const char *word) {
    return dae_is(q, word) && q->at + 1 < q->tokens.list.n && q->tokens.list.at[q->at + 1].kind == DAE_TOK_SIGN;
}

static bool at_partition(const DaeParser *q) { return at_statement(q, "partition") || at_statement(q, "clock"); }

static void parse_clock(DaeParser *q) {
    DaeClock c = {0};
    DaeVar *const own[] = {&c.var, &c.tick, &c.interval, &c.shift, &c.due};
    q->at++;
    for (size_t i = 0; i < sizeof own / sizeof *own && !q->panic; i++) {
        dae_expect(q, i ? "," : "(");
        *own[i] = parse_var(q);
    }
    dae_expect(q, ")");
    dae_expect(q, ";");
    vec_push(&q->d->clocks, c);
}

static void parse_partition(DaeParser *q) {
    VecU32 members = {0};
    DaePartition s = {0};
    q->at++;
    dae_expect(q, "(");
    s.tick = parse_var(q);
    if (dae_accept(q, ",")) {
        DaeVar *const own[] = {&s.ticked, &s.fresh, &s.step, &s.now};
        s.method = base_name(q->ctx->names, parse_string(q));
        for (size_t i = 0; i < sizeof own / sizeof *own && !q->panic; i++) {
            dae_expect(q, ",");
            *own[i] = parse_var(q);
        }
    }
    dae_expect(q, ")");
    parse_outputs(q, &members);
    dae_expect(q, ";");
    for (size_t i = 0; i < members.n; i++) base_map_put(&q->d->partition_of, members.at[i], q->d->partitions.n);
    vec_push(&q->d->partitions, s);
    vec_free(&members);
}

static void parse_sections(Reader *r) {
    DaeParser *q = &r->q;
    VecU32 outs = {0};
    while (at_partition(q) && !q->panic) {
        if (at_statement(q, "clock")) parse_clock(q);
        else parse_partition(q);
    }
    DaeEquations *to = NULL;
    while (dae_peek(q)->kind != DAE_TOK_END && !dae_is(q, "end")) {
        if (dae_accept(q, "equation")) to = &q->d->equations;
        else if (dae_accept(q, "initial") && dae_expect(q, "equation")) to = &q->d->initial;
        else if (dae_accept(q, "binding")) to = &q->d->bindings;
        else if (dae_accept(q, "action")) to = &q->d->actions;
        else if (to) parse_equation(r, to, &outs);
        else break;
    }
    vec_free(&outs);
    dae_expect(q, "end");
    dae_expect(q, "dae");
    dae_expect(q, ";");
    if (!q->panic && dae_peek(q)->kind != DAE_TOK_END) dae_unexpected(q, "the end of the text");
}

static bool at_section(const DaeParser *q) {
    return at_partition(q) || dae_is(q, "equation") || dae_is(q, "initial") || dae_is(q, "binding") ||
           dae_is(q, "action") || dae_is(q, "end") || dae_peek(q)->kind == DAE_TOK_END;
}

static void parse_declarations(Reader *r) {
    DaeParser *q = &r->q;
    while (!at_section(q)) {
        if (dae_accept(q, "experiment")) {
            parse_experiment(q);
            dae_expect(q, ";");
        } else if (dae_is(q, "enumeration") && q->at + 1 < q->tokens.list.n) {
            uint32_t keep = q->at++;
            dae_parse_path(q); /* "enumeration T (" declares a type, "enumeration T x" a variable */
            bool type = dae_is(q, "(");
            q->at = type ? keep + 1 : keep;
            if (type) {
                parse_enumeration(q);
                dae_expect(q, ";");
            } else {
                parse_variable(r);
            }
        } else if (dae_accept(q, "function")) {
            parse_function_signature(r);
            dae_expect(q, ";");
        } else {
            parse_variable(r);
        }
        if (q->panic) dae_skip_statement(q);
    }
}

static void parse_file(Reader *r) {
    DaeParser *q = &r->q;
    if (!dae_expect(q, "dae")) return;
    q->d->model = dae_parse_path(q);
    declare_functions(q, q->at);
    parse_declarations(r);
    uint32_t sections = q->at;
    for (size_t i = 0; i < r->functions.n; i++) parse_function_details(r, &r->functions.at[i]);
    for (size_t i = 0; i < r->variables.n; i++) parse_variable_details(r, &r->variables.at[i]);
    q->at = sections;
    parse_sections(r);
}

Dae *dae_parse(Context *ctx, SourceId source) {
    size_t errors = base_error_count(ctx);
    Dae *d = dae_new(ctx);
    Reader r = {0};
    dae_parser_init(&r.q, ctx, d);
    dae_pool_init(&r.scratch);
    r.q.pool = &r.scratch;
    dae_lex(ctx, source, &r.q.tokens);
    if (base_error_count(ctx) == errors) parse_file(&r);
    dae_pool_free(&r.scratch);
    dae_parser_free(&r.q);
    vec_free(&r.variables);
    vec_free(&r.functions);
    if (base_error_count(ctx) == errors) return d;
    dae_free(d);
    return NULL;
}
