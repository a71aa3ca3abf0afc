/* graphics_value.c - values of graphical annotations.
 *
 * Most are literals and are read as they stand.  Names are looked up in the class the annotation is written in, as seen
 * from the instance that is drawn, so that `visible = useHeatPort` follows the component's parameters (MLS 3.6, 18.3,
 * 18.6.6).  The enumerations of annotations are known here only (18.3.1).
 */
#include "graphics/graphics_impl.h"

#include <stdlib.h>

void gfx_problem(GfxDraw *d, const char *code, Span at, const char *fmt, ...) {
    va_list args;
    Text t = {0};
    char line[1024];
    va_start(args, fmt);
    vsnprintf(line, sizeof line, fmt, args);
    va_end(args);
    base_text_add(&t, line);
    GfxProblem p = {code, at, base_strdup(&d->scratch, base_text_str(&t))};
    base_text_free(&t);
    vec_push(&d->problems, p);
}

/* ---- expressions ------------------------------------------------------------------------------------------------- */

static const char *const enumerations[] = {"LinePattern", "FillPattern", "BorderPattern", "Smooth", "EllipseClosure",
                                           "Arrow",       "TextStyle",   "TextAlignment", NULL};

static bool is_enumeration(const char *word) {
    for (size_t i = 0; enumerations[i]; i++)
        if (strcmp(enumerations[i], word) == 0) return true;
    return false;
}

static GfxValue number(double x) { return (GfxValue){.kind = GFX_V_NUMBER, .number = x}; }
static GfxValue boolean(bool x) { return (GfxValue){.kind = GFX_V_BOOLEAN, .number = x}; }

static GfxValue from_scalar(const InstValue *v, uint64_t i, const Names *names) {
    switch (v->type.base) {
    case INST_REAL:
    case INST_INTEGER:
    case INST_ENUM: return number(v->num[i]);
    case INST_BOOLEAN: return boolean(v->num[i] != 0);
    case INST_STRING: return (GfxValue){.kind = GFX_V_STRING, .text = base_str(names, v->str[i])};
    default: return (GfxValue){0};
    }
}

/* Elements [first, first + count) of dimension `dim` on. */
static GfxValue from_part(GfxDraw *d, const InstValue *v, uint8_t dim, uint64_t first, uint64_t count) {
    if (dim == v->type.ndims) return from_scalar(v, first, d->ctx->names);
    uint64_t n = v->type.dims[dim] < 0 ? 0 : (uint64_t)v->type.dims[dim];
    GfxValue *items = BASE_ARRAY(&d->scratch, GfxValue, n + 1);
    for (uint64_t i = 0; i < n; i++) items[i] = from_part(d, v, (uint8_t)(dim + 1), first + i * (count / n), count / n);
    return (GfxValue){.kind = GFX_V_ARRAY, .items = items, .n = (uint32_t)n};
}

static void owner_path(const GfxDraw *d, Text *out) {
    if (!d->component) return;
    inst_path(d->component, out);
    base_text_char(out, '.');
}

/* The variable that a reference means, from the result that is shown. */
static bool from_result(GfxDraw *d, const SynExpr *e, double *out) {
    if (!d->options->value || e->kind != SYN_CREF) return false;
    Text name = {0};
    owner_path(d, &name);
    syn_print_cref(d->ctx->names, &e->cref, &name);
    bool found = d->options->value(d->options->arg, base_text_str(&name), out);
    base_text_free(&name);
    return found;
}

/* The expression with references to variables of the result replaced by their values there. */
static SynExpr *with_result(GfxDraw *d, InstClass *scope, const SynExpr *e, int depth) {
    double x;
    bool leaf = !e->nargs && !e->nnamed && !e->niterators;
    size_t size = leaf && e->kind != SYN_CALL ? offsetof(SynExpr, args) : sizeof *e;
    SynExpr *copy = base_alloc(&d->scratch, sizeof *copy);
    memcpy(copy, e, size);
    if (depth > 200) return copy;
    if (from_result(d, e, &x)) {
        InstExpr *typed = inst_expr(scope, e, NULL);
        memset(copy, 0, sizeof *copy);
        copy->span = e->span;
        copy->kind = typed->type.base == INST_BOOLEAN   ? SYN_BOOLEAN
                     : typed->type.base == INST_INTEGER ? SYN_INTEGER
                                                        : SYN_REAL;
        if (copy->kind == SYN_BOOLEAN) copy->boolean = x > 0.5;
        else if (copy->kind == SYN_INTEGER) copy->integer = inst_whole(round(x));
        else copy->real = x;
        return copy;
    }
    if (e->nargs) {
        copy->args = BASE_ARRAY(&d->scratch, SynExpr *, e->nargs);
        for (uint32_t i = 0; i < e->nargs; i++)
            copy->args[i] = e->args[i] ? with_result(d, scope, e->args[i], depth + 1) : NULL;
    }
    if (e->nnamed) {
        copy->named = BASE_ARRAY(&d->scratch, SynNamed, e->nnamed);
        for (uint32_t i = 0; i < e->nnamed; i++) {
            copy->named[i] = e->named[i];
            copy->named[i].value = with_result(d, scope, e->named[i].value, depth + 1);
        }
    }
    return copy;
}

/* What the language itself says that an expression is. */
static GfxValue by_language(GfxDraw *d, InstClass *scope, const SynExpr *e) {
    size_t mark = base_diag_mark(d->ctx);
    GfxValue result = {0};
    InstExpr *typed = inst_expr(scope, d->options->value ? with_result(d, scope, e, 0) : e, NULL);
    int64_t ones[] = {1, 1, 1, 1, 1, 1, 1, 1};
    uint32_t dims = scope->owner ? scope->owner->type.ndims : 0;
    InstValue *v = NULL;
    if (typed && typed->kind != INST_E_ERROR && dims <= 8)
        v = dims ? inst_eval_at(d->inst, typed, scope, ones, dims, INST_EVAL_SILENT)
                 : inst_eval(d->inst, typed, INST_EVAL_SILENT);
    if (v && v->n < 100000) result = from_part(d, v, 0, 0, v->n);
    base_diag_rollback(d->ctx, mark);
    return result;
}

static GfxValue binary(SynOp op, GfxValue a, GfxValue b) {
    double x = a.number, y = b.number;
    if (a.kind == GFX_V_STRING && b.kind == GFX_V_STRING) {
        if (op == SYN_EQ) return boolean(strcmp(a.text, b.text) == 0);
        if (op == SYN_NE) return boolean(strcmp(a.text, b.text) != 0);
        return (GfxValue){0};
    }
    bool scalars = (a.kind == GFX_V_NUMBER || a.kind == GFX_V_BOOLEAN) && a.kind == b.kind;
    if (!scalars) return (GfxValue){0};
    switch (op) {
    case SYN_ADD:
    case SYN_EADD: return number(x + y);
    case SYN_SUB:
    case SYN_ESUB: return number(x - y);
    case SYN_MUL:
    case SYN_EMUL: return number(x * y);
    case SYN_DIV:
    case SYN_EDIV: return y != 0 ? number(x / y) : (GfxValue){0};
    case SYN_POW:
    case SYN_EPOW: return number(pow(x, y));
    case SYN_LT: return boolean(x < y);
    case SYN_LE: return boolean(x <= y);
    case SYN_GT: return boolean(x > y);
    case SYN_GE: return boolean(x >= y);
    case SYN_EQ: return boolean(x == y);
    case SYN_NE: return boolean(x != y);
    case SYN_AND: return boolean(x != 0 && y != 0);
    case SYN_OR: return boolean(x != 0 || y != 0);
    default: return (GfxValue){0};
    }
}

static GfxValue unary(SynOp op, GfxValue a) {
    if (op == SYN_NOT && a.kind == GFX_V_BOOLEAN) return boolean(a.number == 0);
    if (a.kind != GFX_V_NUMBER) return (GfxValue){0};
    return op == SYN_NEG ? number(-a.number) : a;
}

static bool is_simple(const SynExpr *e, const Names *names, const char *word) {
    return e->cref.n == 1 && !e->cref.parts[0].nsubs && strcmp(base_str(names, e->cref.parts[0].name), word) == 0;
}

static GfxValue elements(GfxDraw *d, InstClass *scope, const SynExpr *e) {
    GfxValue *items = BASE_ARRAY(&d->scratch, GfxValue, e->nargs + 1);
    for (uint32_t i = 0; i < e->nargs; i++) items[i] = gfx_value(d, scope, e->args[i]);
    return (GfxValue){.kind = GFX_V_ARRAY, .items = items, .n = e->nargs};
}

static GfxValue call(GfxDraw *d, InstClass *scope, const SynExpr *e) {
    if (is_simple(e, d->ctx->names, "DynamicSelect") && e->nargs == 2) {
        d->picture->dynamic = true;
        GfxValue moving = d->options->value ? gfx_value(d, scope, e->args[1]) : (GfxValue){0};
        return moving.kind != GFX_V_NONE ? moving : gfx_value(d, scope, e->args[0]);
    }
    return by_language(d, scope, e);
}

static GfxValue reference(GfxDraw *d, InstClass *scope, const SynExpr *e) {
    const Names *names = d->ctx->names;
    if (e->cref.n == 2 && is_enumeration(base_str(names, e->cref.parts[0].name)))
        return (GfxValue){.kind = GFX_V_WORD, .text = base_str(names, e->cref.parts[1].name)};
    return by_language(d, scope, e);
}

/* else-branch last; a condition that is not known chooses nothing */
static GfxValue conditional(GfxDraw *d, InstClass *scope, const SynExpr *e) {
    for (uint32_t i = 0; i + 1 < e->nargs; i += 2) {
        GfxValue condition = gfx_value(d, scope, e->args[i]);
        if (condition.kind != GFX_V_BOOLEAN) return (GfxValue){0};
        if (condition.number != 0) return gfx_value(d, scope, e->args[i + 1]);
    }
    return gfx_value(d, scope, e->args[e->nargs - 1]);
}

static bool holds_nothing(const GfxValue *v) {
    if (v->kind == GFX_V_NONE) return true;
    for (uint32_t i = 0; i < v->n; i++)
        if (holds_nothing(&v->items[i])) return true;
    return false;
}

GfxValue gfx_value(GfxDraw *d, InstClass *scope, const SynExpr *e) {
    if (!e || d->depth > 100) return (GfxValue){0};
    GfxValue v = {0};
    d->depth++;
    switch (e->kind) {
    case SYN_REAL: v = number(e->real); break;
    case SYN_INTEGER: v = number((double)e->integer); break;
    case SYN_BOOLEAN: v = boolean(e->boolean); break;
    case SYN_STRING: v = (GfxValue){.kind = GFX_V_STRING, .text = base_str(d->ctx->names, e->string)}; break;
    case SYN_CREF: v = reference(d, scope, e); break;
    case SYN_UNARY: v = unary(e->op, gfx_value(d, scope, e->args[0])); break;
    case SYN_BINARY: v = binary(e->op, gfx_value(d, scope, e->args[0]), gfx_value(d, scope, e->args[1])); break;
    case SYN_IF: v = conditional(d, scope, e); break;
    case SYN_CALL: v = call(d, scope, e); break;
    case SYN_ARRAY:
    case SYN_MATRIX:
    case SYN_ROW: v = elements(d, scope, e); break;
    default: break;
    }
    d->depth--;
    /* vectors added, strings joined, parts of arrays: the language knows */
    bool again = e->kind == SYN_UNARY || e->kind == SYN_BINARY || e->kind == SYN_INDEXED || e->kind == SYN_RANGE;
    if (again && v.kind == GFX_V_NONE) v = by_language(d, scope, e);
    return holds_nothing(&v) ? (GfxValue){0} : v;
}

/* ---- arguments of records ---------------------------------------------------------------------------------------- */

static const SynMod *find_mod(const SynMod *list, const Names *names, const char *name) {
    for (const SynMod *m = list; m; m = m->next)
        if (!m->is_break && m->name.n == 1 && strcmp(base_str(names, m->name.parts[0].name), name) == 0) return m;
    return NULL;
}

const SynExpr *gfx_find(const GfxRecord *r, const char *name) {
    const Names *names = r->draw->ctx->names;
    for (uint32_t i = 0; r->call && i < r->call->nnamed; i++)
        if (strcmp(base_str(names, r->call->named[i].name), name) == 0) return r->call->named[i].value;
    const SynMod *m = find_mod(r->mods, names, name);
    return m && m->mod ? m->mod->value : NULL;
}

/* name(...) or name = name(...) */
static bool as_record(const GfxRecord *around, const SynMod *m, GfxRecord *out) {
    if (!m || !m->mod) return false;
    *out = (GfxRecord){.draw = around->draw, .scope = around->scope, .span = m->span};
    if (m->mod->value && m->mod->value->kind == SYN_CALL) out->call = m->mod->value;
    else if (m->mod->has_args) out->mods = m->mod->args;
    else return false;
    return true;
}

bool gfx_record(const GfxRecord *r, const char *name, GfxRecord *out) {
    const SynExpr *e = gfx_find(r, name);
    if (!e) return as_record(r, find_mod(r->mods, r->draw->ctx->names, name), out);
    if (e->kind != SYN_CALL) return false;
    *out = (GfxRecord){.draw = r->draw, .scope = r->scope, .call = e, .span = e->span};
    return true;
}

bool gfx_annotation(GfxDraw *d, InstClass *scope, SynFile *file, const SynMod *list, const char *name, GfxRecord *out) {
    const SynMod *m = find_mod(list, d->ctx->names, name);
    if (!m || !m->mod) return false;
    syn_expand(file, m->mod);
    GfxRecord around = {.draw = d, .scope = scope};
    return as_record(&around, m, out);
}

static void unusable(const GfxRecord *r, const SynExpr *e, const char *name, const char *want) {
    gfx_problem(r->draw, "GFX0001", e->span, "%s of a graphical annotation must be %s", name, want);
}

/* true when the argument is there and could be evaluated */
static bool argument(const GfxRecord *r, const char *name, GfxValue *v, const SynExpr **e) {
    *e = gfx_find(r, name);
    if (!*e) return false;
    *v = gfx_value(r->draw, r->scope, *e);
    return v->kind != GFX_V_NONE;
}

double gfx_number(const GfxRecord *r, const char *name, double otherwise) {
    GfxValue v;
    const SynExpr *e;
    if (!argument(r, name, &v, &e)) return otherwise;
    if (v.kind == GFX_V_NUMBER && isfinite(v.number)) return v.number;
    unusable(r, e, name, "a number");
    return otherwise;
}

bool gfx_boolean(const GfxRecord *r, const char *name, bool otherwise) {
    GfxValue v;
    const SynExpr *e;
    if (!argument(r, name, &v, &e)) return otherwise;
    if (v.kind == GFX_V_BOOLEAN) return v.number != 0;
    unusable(r, e, name, "true or false");
    return otherwise;
}

static bool as_point(const GfxValue *v, GfxPoint *p) {
    if (v->kind != GFX_V_ARRAY || v->n != 2) return false;
    if (v->items[0].kind != GFX_V_NUMBER || v->items[1].kind != GFX_V_NUMBER) return false;
    *p = (GfxPoint){v->items[0].number, v->items[1].number};
    return isfinite(p->x) && isfinite(p->y);
}

GfxPoint gfx_point(const GfxRecord *r, const char *name) {
    GfxValue v;
    const SynExpr *e;
    GfxPoint p = {0};
    if (argument(r, name, &v, &e) && !as_point(&v, &p)) {
        unusable(r, e, name, "a point such as {0, 0}");
        p = (GfxPoint){0};
    }
    return p;
}

bool gfx_box(const GfxRecord *r, const char *name, GfxBox *out) {
    GfxValue v;
    const SynExpr *e;
    GfxPoint a, b;
    if (!argument(r, name, &v, &e)) return false;
    if (v.kind != GFX_V_ARRAY || v.n != 2 || !as_point(&v.items[0], &a) || !as_point(&v.items[1], &b)) {
        unusable(r, e, name, "two corners such as {{-100, -100}, {100, 100}}");
        return false;
    }
    *out = (GfxBox){a.x, a.y, b.x, b.y};
    return true;
}

GfxColour gfx_colour(const GfxRecord *r, const char *name) {
    GfxValue v;
    const SynExpr *e;
    if (!argument(r, name, &v, &e)) return (GfxColour){0};
    uint8_t part[3] = {0};
    bool ok = v.kind == GFX_V_ARRAY && v.n == 3;
    for (uint32_t i = 0; ok && i < 3; i++) {
        ok = v.items[i].kind == GFX_V_NUMBER;
        part[i] = (uint8_t)(ok ? fmin(255, fmax(0, round(v.items[i].number))) : 0);
    }
    if (!ok) unusable(r, e, name, "a colour such as {0, 0, 255}");
    return (GfxColour){part[0], part[1], part[2]};
}

static int word_of(const GfxValue *v, const char *const *words) {
    for (int i = 0; v->kind == GFX_V_WORD && words[i]; i++)
        if (strcmp(words[i], v->text) == 0) return i;
    return -1;
}

int gfx_word(const GfxRecord *r, const char *name, const char *const *words, int otherwise) {
    GfxValue v;
    const SynExpr *e;
    if (!argument(r, name, &v, &e)) return otherwise;
    int i = word_of(&v, words);
    if (i >= 0) return i;
    Text all = {0};
    for (int k = 0; words[k]; k++) base_text_printf(&all, "%s%s", k ? ", " : "", words[k]);
    unusable(r, e, name, base_text_str(&all));
    base_text_free(&all);
    return otherwise;
}

const char *gfx_text_argument(const GfxRecord *r, const char *name) {
    GfxValue v;
    const SynExpr *e;
    if (!argument(r, name, &v, &e)) return NULL;
    if (v.kind == GFX_V_STRING) return v.text;
    unusable(r, e, name, "a String");
    return NULL;
}

uint32_t gfx_points(const GfxRecord *r, const char *name, GfxPoint **out) {
    GfxValue v;
    const SynExpr *e;
    *out = NULL;
    if (!argument(r, name, &v, &e)) return 0;
    bool ok = v.kind == GFX_V_ARRAY;
    GfxPoint *points = BASE_ARRAY(&r->draw->scratch, GfxPoint, v.n + 1);
    for (uint32_t i = 0; ok && i < v.n; i++) ok = as_point(&v.items[i], &points[i]);
    if (!ok) {
        unusable(r, e, name, "a list of points such as {{0, 0}, {10, 0}}");
        return 0;
    }
    *out = points;
    return v.n;
}

/* ---- strings of other annotations -------------------------------------------------------------------------------- */

static const char *joined(const Names *names, const SynExpr *e, Text *t) {
    if (e->kind == SYN_STRING) base_text_addn(t, base_str(names, e->string), base_str_len(names, e->string));
    else if (e->kind == SYN_BINARY && e->op == SYN_ADD) {
        joined(names, e->args[0], t);
        joined(names, e->args[1], t);
    }
    return base_text_str(t);
}

const char *gfx_string(LibClass *cls, const char *path) {
    const SynClass *syn = lib_syn(cls);
    if (!syn) return NULL;
    Context *ctx = lib_context(cls->tree);
    char first[64];
    size_t n = strcspn(path, ".");
    if (n >= sizeof first) return NULL;
    memcpy(first, path, n);
    first[n] = 0;
    const SynMod *m = syn_annotation(syn->annotation, ctx->names, first);
    if (m && m->mod) syn_expand(syn->file, m->mod);
    if (path[n] && m) m = m->mod ? syn_annotation(m->mod->args, ctx->names, path + n + 1) : NULL;
    if (!m || !m->mod || !m->mod->value) return NULL;
    Text t = {0};
    const char *text = base_strdup(&ctx->arena, joined(ctx->names, m->mod->value, &t));
    base_text_free(&t);
    return text;
}
