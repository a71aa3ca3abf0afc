/* parse_connect.c - cuts, nodes, paths and connection expressions.
 *
 *   cuts      = {word [cut]}                     cut  = "(" elements ["/" elements] ")" | "[" {cut | "."} "]" |
 *   reference
 *   elements  = {["-"] word | "."}               reference = word {"::" word} [":" word]
 *   paths     = {word ("<" end "-" end ">" | word {"::" word} [".." word])}      end = cut | "."
 *   connect   = ["(" word ")"] {expression}
 *   expression = secondary {operator secondary}  from left to right, all operators alike
 *   secondary = ["reversed" | "\"] (operand | "(" {expression | "."} ")")
 */
#include "classic/classic_impl.h"

#include <string.h>

static const ClsToken *ahead(const ClsParser *p, size_t n) {
    size_t i = p->at + n;
    return &p->tokens.at[i < p->tokens.n ? i : p->tokens.n - 1];
}

static bool ahead_is(const ClsParser *p, size_t n, int sign) {
    return ahead(p, n)->kind == CLS_SIGN && ahead(p, n)->sign == sign;
}

/* word {"::" word} */
static bool parse_words(ClsParser *p, Name **path, uint32_t *npath) {
    VEC(Name) words = {0};
    do {
        if (cls_peek(p)->kind != CLS_WORD) {
            vec_free(&words);
            return cls_fail(p, "a name");
        }
        vec_push(&words, cls_peek(p)->text);
        p->at++;
    } while (cls_accept_sign(p, CLS_TWO(':', ':')));
    *npath = (uint32_t)words.n;
    *path = base_copy(p->arena, words.at, words.n * sizeof *words.at);
    vec_free(&words);
    return true;
}

static bool parse_elements(ClsParser *p, ClsCut *cut) {
    VEC(ClsElement) list = {0};
    bool ok = true, through = false;
    while (ok && !cls_accept_sign(p, ')')) {
        ClsElement e = {.sign = 1};
        if (cls_accept_sign(p, ',')) continue;
        if (cls_accept_sign(p, '/')) {
            if (through) ok = cls_fail(p, "')'");
            through = true;
            continue;
        }
        if (cls_accept_sign(p, '-')) e.sign = -1;
        else if (cls_accept_sign(p, '.')) e.sign = 0;
        if (e.sign) {
            if (cls_peek(p)->kind != CLS_WORD) {
                ok = cls_fail(p, "a variable, '.' or ')'");
                break;
            }
            e.var = cls_peek(p)->text;
            p->at++;
        }
        vec_push(&list, e);
        *(through ? &cut->nthrough : &cut->nacross) += 1;
    }
    cut->elements = base_copy(p->arena, list.at, list.n * sizeof *list.at);
    vec_free(&list);
    return ok;
}

static ClsCut *parse_cut(ClsParser *p);

static bool parse_items(ClsParser *p, ClsCut *cut) {
    VEC(ClsCut *) items = {0};
    bool ok = true;
    while (ok && !cls_accept_sign(p, ']')) {
        if (cls_accept_sign(p, ',')) continue;
        ClsCut *item = parse_cut(p);
        ok = item != NULL;
        if (ok) vec_push(&items, item);
    }
    cut->nitems = (uint32_t)items.n;
    cut->items = base_copy(p->arena, items.at, items.n * sizeof *items.at);
    vec_free(&items);
    return ok;
}

static ClsCut *parse_cut(ClsParser *p) {
    ClsCut *cut = BASE_NEW(p->arena, ClsCut);
    bool ok = true;
    cut->span = cls_peek(p)->span;
    if (++p->depth > p->ctx->max_depth / 8) {
        base_error(p->ctx, "CLS0005", cut->span, "cuts are nested too deeply");
        return NULL;
    }
    if (cls_accept_sign(p, '(')) {
        ok = parse_elements(p, cut);
    } else if (cls_accept_sign(p, '[')) {
        cut->kind = CLS_CUT_LIST;
        ok = parse_items(p, cut);
    } else if (cls_accept_sign(p, '.')) {
        cut->kind = CLS_CUT_DOT;
    } else {
        cut->kind = CLS_CUT_REF;
        ok = parse_words(p, &cut->path, &cut->npath);
        if (ok && cls_accept_sign(p, ':')) {
            if (cls_peek(p)->kind != CLS_WORD) ok = cls_fail(p, "the name of a cut");
            else cut->word = cls_peek(p)->text, p->at++;
        }
    }
    p->depth--;
    return ok ? cut : NULL;
}

/* Does a cut stand here, or the name of the next one? */
static bool cut_follows(const ClsParser *p, const ClsDecl *d) {
    uint64_t k;
    if (cls_is_sign(p, '(') || cls_is_sign(p, '[')) return true;
    if (cls_peek(p)->kind != CLS_WORD) return false;
    if (ahead_is(p, 1, ':') || ahead_is(p, 1, CLS_TWO(':', ':'))) return true;
    return base_map_get(&d->submodel_of, cls_peek(p)->text, &k) || base_map_get(&d->cut_of, cls_peek(p)->text, &k);
}

bool cls_parse_cuts(ClsParser *p, ClsDecl *d, bool main, bool node) {
    do {
        ClsCutDecl c = {.node = node};
        uint64_t old;
        if (cls_peek(p)->kind != CLS_WORD) return cls_fail(p, node ? "the name of a node" : "the name of a cut");
        c.name = cls_peek(p)->text;
        if (base_map_get(&d->cut_of, c.name, &old)) {
            base_error(p->ctx, "CLS0006", cls_peek(p)->span, "cut or node '%s' is declared twice",
                       base_str(p->ctx->names, c.name));
            return false;
        }
        p->at++;
        if ((!node || cls_is_sign(p, '(') || cls_is_sign(p, '[')) && cut_follows(p, d)) {
            c.cut = parse_cut(p);
            if (!c.cut) return false;
        } else if (!node) {
            c.cut = BASE_NEW(p->arena, ClsCut);
            c.cut->span = cls_peek(p)->span;
        }
        base_map_put(&d->cut_of, c.name, d->cuts.n);
        if (main) d->main_cut = (uint32_t)d->cuts.n;
        vec_push(&d->cuts, c);
        cls_accept_sign(p, ',');
    } while (!cls_at_end(p));
    return true;
}

bool cls_parse_paths(ClsParser *p, ClsDecl *d, bool main) {
    do {
        ClsPathDecl path = {.span = cls_peek(p)->span};
        if (cls_peek(p)->kind != CLS_WORD) return cls_fail(p, "the name of a path");
        path.name = cls_peek(p)->text;
        p->at++;
        if (cls_accept_sign(p, '<')) {
            if (!(path.in = parse_cut(p))) return false;
            if (!cls_accept_sign(p, '-')) return cls_fail(p, "'-'");
            if (!(path.out = parse_cut(p))) return false;
            if (!cls_accept_sign(p, '>')) return cls_fail(p, "'>'");
        } else {
            if (!parse_words(p, &path.path, &path.npath)) return false;
            if (cls_accept_sign(p, CLS_TWO('.', '.'))) {
                if (cls_peek(p)->kind != CLS_WORD) return cls_fail(p, "the name of a path");
                path.word = cls_peek(p)->text;
                p->at++;
            }
        }
        base_map_put(&d->path_of, path.name, d->paths.n);
        if (main) d->main_path = (uint32_t)d->paths.n;
        vec_push(&d->paths, path);
        cls_accept_sign(p, ',');
    } while (!cls_at_end(p));
    return true;
}

/* ---- connection expressions -------------------------------------------------------------------------------------- */

static const struct {
    const char *word;
    int sign;
    ClsConnectOp op;
} operators[] = {
    {"at", 0, CLS_AT},     {"to", '-', CLS_TO},       {"from", 0, CLS_FROM}, {"par", CLS_TWO('/', '/'), CLS_PAR},
    {"loop", 0, CLS_LOOP}, {"branch", 0, CLS_BRANCH}, {"join", 0, CLS_JOIN}};
enum { OPERATORS = sizeof operators / sizeof *operators };

static int operator_here(const ClsParser *p) {
    for (int i = 0; i < OPERATORS; i++)
        if (cls_is_word(p, operators[i].word) || (operators[i].sign && cls_is_sign(p, operators[i].sign))) return i;
    return -1;
}

static ClsConnect *parse_expression(ClsParser *p);

static ClsConnect *new_connect(ClsParser *p, ClsConnectOp op) {
    ClsConnect *c = BASE_NEW(p->arena, ClsConnect);
    c->op = op;
    c->span = cls_peek(p)->span;
    return c;
}

static ClsConnect *parse_group(ClsParser *p) {
    ClsConnect *list = new_connect(p, CLS_LIST);
    VEC(ClsConnect *) items = {0};
    bool ok = true;
    while (ok && !cls_accept_sign(p, ')')) {
        ClsConnect *item;
        if (cls_accept_sign(p, ',')) continue;
        if (cls_is_sign(p, '.')) {
            item = new_connect(p, CLS_DOT);
            p->at++;
        } else {
            item = parse_expression(p);
        }
        ok = item != NULL;
        if (ok) vec_push(&items, item);
    }
    list->nargs = (uint32_t)items.n;
    list->args = base_copy(p->arena, items.at, items.n * sizeof *items.at);
    vec_free(&items);
    if (ok && !list->nargs) ok = cls_fail(p, "something inside ( )");
    return ok ? list : NULL;
}

static ClsConnect *parse_secondary(ClsParser *p) {
    if (cls_is_word(p, "reversed") || cls_is_sign(p, '\\')) {
        ClsConnect *c = new_connect(p, CLS_REVERSED);
        p->at++;
        c->nargs = 1;
        c->args = BASE_ARRAY(p->arena, ClsConnect *, 1);
        return (c->args[0] = parse_secondary(p)) ? c : NULL;
    }
    if (cls_accept_sign(p, '(')) return parse_group(p);
    ClsConnect *c = new_connect(p, CLS_OPERAND);
    if (!parse_words(p, &c->path, &c->npath)) return NULL;
    int accessor = cls_is_sign(p, ':') ? ':' : cls_is_sign(p, CLS_TWO('.', '.')) ? CLS_TWO('.', '.') : 0;
    if (accessor) {
        p->at++;
        c->accessor = accessor;
        if (cls_peek(p)->kind != CLS_WORD)
            return cls_fail(p, accessor == ':' ? "the name of a cut" : "the name of a path"), NULL;
        c->word = cls_peek(p)->text;
        p->at++;
    }
    return c;
}

static ClsConnect *parse_expression(ClsParser *p) {
    if (++p->depth > p->ctx->max_depth / 8) {
        base_error(p->ctx, "CLS0005", cls_peek(p)->span, "this connection is nested too deeply");
        return NULL;
    }
    ClsConnect *left = parse_secondary(p);
    for (int i; left && (i = operator_here(p)) >= 0;) {
        ClsConnect *c = new_connect(p, operators[i].op);
        p->at++;
        c->nargs = 2;
        c->args = BASE_ARRAY(p->arena, ClsConnect *, 2);
        c->args[0] = left;
        c->args[1] = parse_secondary(p);
        left = c->args[1] ? c : NULL;
    }
    p->depth--;
    return left;
}

bool cls_parse_connect(ClsParser *p, ClsDecl *d) {
    Name medium = 0;
    /* "(word)" is a medium when something follows it that is not an operator. */
    if (cls_is_sign(p, '(') && ahead(p, 1)->kind == CLS_WORD && ahead_is(p, 2, ')')) {
        size_t was = p->at;
        p->at += 3;
        if (operator_here(p) < 0 && !cls_at_end(p)) medium = p->tokens.at[was + 1].text;
        else p->at = was;
    }
    do {
        ClsConnect *e = parse_expression(p);
        if (!e) return false;
        vec_push(&d->connects, ((ClsConnectStatement){medium, e}));
        cls_accept_sign(p, ',');
    } while (!cls_at_end(p));
    return true;
}
