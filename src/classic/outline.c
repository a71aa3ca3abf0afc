/* outline.c - what a text declares, for editors: nothing is run, a broken model is no hindrance to the others. */
#include "classic/classic_impl.h"

#include <string.h>

static bool is_word(const Context *ctx, const ClsToken *t, const char *word) {
    return t->kind == CLS_WORD && strcmp(base_str(ctx->names, t->text), word) == 0;
}

/* Reports what is wrong with the models of a text. */
static void parse_all(ClsParser *p) {
    while (cls_peek(p)->kind != CLS_END) {
        size_t before = p->at;
        if (cls_peek(p)->kind == CLS_SEPARATOR) {
            p->at++;
            continue;
        }
        p->depth = 0;
        ClsDecl *d = cls_parse_model(p, NULL);
        if (d) cls_free_decl(d);
        if (p->at == before) { /* no model: what stands here is said, the line is left */
            while (cls_peek(p)->kind != CLS_END && cls_peek(p)->kind != CLS_SEPARATOR) p->at++;
        }
    }
}

/* Words behind `submodel (type)`: its name, or names. */
static void visit_submodels(const ClsParser *p, size_t at, int depth, ClsVisit *visit, void *arg) {
    int open = 0;
    for (const ClsToken *t = &p->tokens.at[at]; t->kind != CLS_SEPARATOR && t->kind != CLS_END; t++) {
        open += t->kind == CLS_SIGN && t->sign == '(';
        open -= t->kind == CLS_SIGN && t->sign == ')';
        if (t->kind == CLS_WORD && !open) visit(arg, &(ClsItem){t->text, depth, false, t->span, t->span});
    }
}

void cls_outline(Context *ctx, SourceId source, ClsVisit *visit, void *arg) {
    enum { DEEPEST = 64 };
    Arena arena = {0};
    ClsParser p = {.ctx = ctx, .arena = &arena};
    ClsItem open[DEEPEST];
    int depth = 0;
    bool first = true;
    if (cls_lex(ctx, source, 0, (uint32_t)base_source(ctx->sources, source)->n, &p.tokens)) parse_all(&p);
    for (size_t i = 0; i < p.tokens.n && p.tokens.at[i].kind != CLS_END; i++) {
        const ClsToken *t = &p.tokens.at[i];
        bool begins = first;
        first = t->kind == CLS_SEPARATOR;
        if (!begins) continue;
        if (is_word(ctx, t, "model") && depth < DEEPEST) {
            size_t name = i + 1 + is_word(ctx, &p.tokens.at[i + 1], "type");
            if (p.tokens.at[name].kind != CLS_WORD) continue;
            open[depth] = (ClsItem){p.tokens.at[name].text, depth, true, p.tokens.at[name].span, t->span};
            depth++;
        } else if (is_word(ctx, t, "end") && depth > 0) {
            open[--depth].span.end = t->span.end;
            visit(arg, &open[depth]);
        } else if (is_word(ctx, t, "submodel") && depth > 0) {
            visit_submodels(&p, i + 1, depth, visit, arg);
        }
    }
    while (depth-- > 0) { /* not closed: up to the end */
        open[depth].span.end = (uint32_t)base_source(ctx->sources, source)->n;
        visit(arg, &open[depth]);
    }
    vec_free(&p.tokens);
    base_free_arena(&arena);
}
