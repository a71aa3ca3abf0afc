/* convert_simplify.c - obvious simplifications of a converted modifier (MLS 3.6, 18.8.2.1, convertModifiers with
 * simplify = true).
 *
 * What conversion rules make of enumerations and emulated ones are nested if expressions over literals: those are
 * decided. Only what holds whatever the names mean is done; an expression without literals stays as it is.
 */
#include "library/library_impl.h"

typedef struct {
    LibTree *tree;
    Arena *arena;
    int depth;
} Simplify;

static bool is_number(const SynExpr *e, double *x) {
    if (e->kind == SYN_INTEGER) *x = (double)e->integer;
    else if (e->kind == SYN_REAL) *x = e->real;
    else return false;
    return true;
}

static bool is_boolean(const SynExpr *e, bool value) { return e->kind == SYN_BOOLEAN && e->boolean == value; }

static SynExpr *literal(Simplify *s, const SynExpr *at, SynExprKind kind) {
    SynExpr *e = BASE_NEW(s->arena, SynExpr);
    e->kind = (uint8_t)kind;
    e->span = at->span;
    return e;
}

static SynExpr *boolean(Simplify *s, const SynExpr *at, bool value) {
    SynExpr *e = literal(s, at, SYN_BOOLEAN);
    e->boolean = value;
    return e;
}

static SynExpr *number(Simplify *s, const SynExpr *at, double x, bool whole) {
    SynExpr *e = literal(s, at, whole ? SYN_INTEGER : SYN_REAL);
    if (whole) e->integer = (int64_t)x;
    else e->real = x;
    return e;
}

static bool same_text(const Simplify *s, const SynExpr *a, const SynExpr *b) {
    Text x = {0}, y = {0};
    syn_print_expr(s->tree->ctx->names, a, &x);
    syn_print_expr(s->tree->ctx->names, b, &y);
    bool same = strcmp(base_text_str(&x), base_text_str(&y)) == 0;
    base_text_free(&x);
    base_text_free(&y);
    return same;
}

/* A literal of an enumeration (or a constant of a package that stands for one): its full name begins with a library. */
static bool is_enumeration_literal(const Simplify *s, const SynExpr *e) {
    if (e->kind != SYN_CREF || e->cref.n < 2) return false;
    for (uint32_t i = 0; i < e->cref.n; i++)
        if (e->cref.parts[i].nsubs) return false;
    return lib_find(s->tree, NULL, e->cref.parts[0].name) != NULL;
}

/* Literals of one type: 1 equal, 0 different, -1 not known. */
static int equal_literals(const Simplify *s, const SynExpr *a, const SynExpr *b) {
    double x, y;
    if (is_number(a, &x) && is_number(b, &y)) return x == y;
    if (a->kind == SYN_STRING && b->kind == SYN_STRING) return a->string == b->string;
    if (a->kind == SYN_BOOLEAN && b->kind == SYN_BOOLEAN) return a->boolean == b->boolean;
    if (!is_enumeration_literal(s, a) || !is_enumeration_literal(s, b) || a->cref.n != b->cref.n) return -1;
    for (uint32_t i = 0; i + 1 < a->cref.n; i++)
        if (a->cref.parts[i].name != b->cref.parts[i].name) return -1;
    return a->cref.parts[a->cref.n - 1].name == b->cref.parts[b->cref.n - 1].name;
}

static SynExpr *comparison(Simplify *s, SynExpr *e) {
    int equal = equal_literals(s, e->args[0], e->args[1]);
    double x, y;
    bool numbers = is_number(e->args[0], &x) && is_number(e->args[1], &y);
    if (e->op == SYN_EQ && equal >= 0) return boolean(s, e, equal);
    if (e->op == SYN_NE && equal >= 0) return boolean(s, e, !equal);
    if (!numbers) return e;
    if (e->op == SYN_LT) return boolean(s, e, x < y);
    if (e->op == SYN_LE) return boolean(s, e, x <= y);
    if (e->op == SYN_GT) return boolean(s, e, x > y);
    return e->op == SYN_GE ? boolean(s, e, x >= y) : e;
}

static SynExpr *logical(SynExpr *e) {
    bool neutral = e->op == SYN_AND; /* true and x is x; false or x is x */
    for (int i = 0; i < 2; i++) {
        if (is_boolean(e->args[i], neutral)) return e->args[1 - i];
        if (is_boolean(e->args[i], !neutral)) return e->args[i];
    }
    return e;
}

/* Numbers are computed where nothing is rounded away that the reader would want to see: not in divisions and powers. */
static SynExpr *arithmetic(Simplify *s, SynExpr *e) {
    SynExpr *a = e->args[0], *b = e->args[1];
    double x = 0, y = 0;
    bool left = is_number(a, &x), right = is_number(b, &y), whole = a->kind == SYN_INTEGER && b->kind == SYN_INTEGER;
    if (left && right && (e->op == SYN_ADD || e->op == SYN_SUB || e->op == SYN_MUL)) {
        double r = e->op == SYN_ADD ? x + y : e->op == SYN_SUB ? x - y : x * y;
        if (r >= 0 && r < 1e15) return number(s, e, r, whole);
    }
    bool zero = (left && x == 0) || (right && y == 0);
    if (e->op == SYN_MUL && zero) return left && x == 0 ? a : b;
    if (e->op == SYN_MUL && left && x == 1) return b;
    if ((e->op == SYN_MUL || e->op == SYN_DIV) && right && y == 1) return a;
    if (e->op == SYN_ADD && left && x == 0) return b;
    if ((e->op == SYN_ADD || e->op == SYN_SUB) && right && y == 0) return a;
    return e;
}

/* Branches whose condition is false go, what stands behind one that is true goes, equal values become one. */
static SynExpr *conditional(Simplify *s, SynExpr *e) {
    SynExpr **kept = BASE_ARRAY(s->arena, SynExpr *, e->nargs);
    uint32_t n = 0;
    for (uint32_t i = 0; i < e->nargs; i += 2) {
        bool last = i + 1 == e->nargs;
        if (!last && is_boolean(e->args[i], false)) continue;
        if (last || is_boolean(e->args[i], true)) {
            kept[n++] = e->args[last ? i : i + 1];
            break;
        }
        kept[n++] = e->args[i];
        kept[n++] = e->args[i + 1];
    }
    bool same = n > 1;
    for (uint32_t i = 1; same && i + 1 < n; i += 2) same = same_text(s, kept[i], kept[n - 1]);
    if (n == 1 || same) return kept[n - 1];
    /* if c then true else false */
    if (n == 3 && is_boolean(kept[1], true) && is_boolean(kept[2], false)) return kept[0];
    SynExpr *r = base_copy(s->arena, e, sizeof *e);
    r->args = kept;
    r->nargs = n;
    return r;
}

static SynExpr *simplified(Simplify *s, SynExpr *e) {
    if (!e || s->depth > 200) return e;
    s->depth++;
    SynExpr *r = base_copy(s->arena, e, sizeof *e);
    if (e->nargs) r->args = BASE_ARRAY(s->arena, SynExpr *, e->nargs);
    for (uint32_t i = 0; i < e->nargs; i++) r->args[i] = simplified(s, e->args[i]);
    if (e->kind == SYN_BINARY && (e->op == SYN_AND || e->op == SYN_OR)) r = logical(r);
    else if (e->kind == SYN_BINARY && e->op >= SYN_LT && e->op <= SYN_NE) r = comparison(s, r);
    else if (e->kind == SYN_BINARY) r = arithmetic(s, r);
    else if (e->kind == SYN_UNARY && e->op == SYN_NOT && r->args[0]->kind == SYN_BOOLEAN)
        r = boolean(s, e, !r->args[0]->boolean);
    else if (e->kind == SYN_IF) r = conditional(s, r);
    bool single = r->kind <= SYN_CREF || r->kind == SYN_CALL || r->kind == SYN_ARRAY || r->kind == SYN_MATRIX;
    if (single && r->parens) {
        r = base_copy(s->arena, r, sizeof *r);
        r->parens = false;
    }
    s->depth--;
    return r;
}

const char *lib_simplified(LibTree *tree, const char *text) {
    Context *ctx = tree->ctx;
    size_t mark = base_diag_mark(ctx);
    SourceId id = base_source_string(ctx->sources, "modifier", text, strlen(text));
    SynExpr *e = syn_parse_expr(ctx, id, &ctx->arena);
    base_diag_rollback(ctx, mark);
    if (!e) return text;
    Simplify s = {.tree = tree, .arena = &ctx->arena};
    SynExpr *r = simplified(&s, e);
    if (same_text(&s, e, r)) return text; /* as the user wrote it */
    Text t = {0};
    r->parens = false;
    syn_print_expr(ctx->names, r, &t);
    const char *now = base_strdup(&ctx->arena, base_text_str(&t));
    base_text_free(&t);
    return now;
}
