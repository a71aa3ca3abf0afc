/* connection_lines.c - lines of connections and transitions (MLS 3.6, 18.6.4; 17.3 for state machines). */
#include "graphics/graphics_impl.h"

/* Is there what a reference names?  A part that a condition has removed takes its connections with it (9.2). */
static bool is_present(GfxDraw *d, InstClass *c, const SynExpr *e) {
    if (!e || e->kind != SYN_CREF) return true;
    for (uint32_t i = 0; c && i < e->cref.n; i++) {
        InstElement *element = inst_find(c, e->cref.parts[i].name);
        InstComp *comp = element && element->kind == SYN_COMPONENT ? inst_component(element->home, element) : NULL;
        if (!comp) return element == NULL; /* a member of an expandable connector need not be declared */
        if (!comp->present || element->deselected) return false;
        c = comp->cls;
    }
    (void)d;
    return true;
}

static const char *last_name(GfxDraw *d, const SynExpr *e) {
    bool named = e && e->kind == SYN_CREF && e->cref.n;
    return named ? base_str(d->ctx->names, e->cref.parts[e->cref.n - 1].name) : "";
}

static const char *printed(GfxDraw *d, const SynExpr *e) {
    Text t = {0};
    if (e) syn_print_expr(d->ctx->names, e, &t);
    const char *text = base_strdup(&d->scratch, base_text_str(&t));
    base_text_free(&t);
    return text;
}

static void draw_equation(GfxDraw *d, InstClass *c, const SynEquation *q, const GfxMatrix *m) {
    GfxRecord line, text;
    bool connect = q->kind == SYN_EQ_CONNECT;
    bool drawn = q->annotation && gfx_annotation(d, c, c->syn->file, q->annotation, "Line", &line);
    if (drawn ? !gfx_boolean(&line, "visible", true) : !connect) return;
    const SynExpr *call = connect ? NULL : q->lhs;
    const SynExpr *first = connect ? q->lhs : call && call->nargs ? call->args[0] : NULL;
    const SynExpr *second = connect ? q->rhs : call && call->nargs > 1 ? call->args[1] : NULL;
    InstClass *whole = inst_derived(c);
    if (!is_present(d, whole, first) || !is_present(d, whole, second)) return;
    if (connect && inst_is_deselected(c, q)) return;
    size_t before = d->picture->items.n;
    GfxMatrix own = *m;
    if (drawn) {
        own = gfx_moved(m, gfx_point(&line, "origin"));
        own = gfx_rotated(&own, gfx_number(&line, "rotation", 0));
        gfx_line(&line, &own);
    } else if (!gfx_route(d, first, second)) {
        return;
    }
    for (size_t i = before; i < d->picture->items.n; i++) {
        d->picture->items.at[i].from = base_strdup(&d->picture->arena, printed(d, first));
        d->picture->items.at[i].to = base_strdup(&d->picture->arena, printed(d, second));
    }
    if (!drawn || !gfx_annotation(d, c, c->syn->file, q->annotation, "Text", &text)) return;
    GfxPoint *points;
    uint32_t n = gfx_points(&line, "points", &points);
    d->first = last_name(d, first);
    d->second = last_name(d, second);
    d->condition = call && call->nargs > 2 ? printed(d, call->args[2]) : NULL;
    gfx_connection_text(&text, points, n, &own);
    d->first = d->second = d->condition = NULL;
}

static void draw_equations(GfxDraw *d, InstClass *c, const SynEquation *q, const GfxMatrix *m, int depth);

/* Of an if-equation the branch in force, or all when that is not known. */
static void draw_branches(GfxDraw *d, InstClass *c, const SynEquation *q, const GfxMatrix *m, int depth) {
    for (uint32_t i = 0; i < q->nbranches; i++) {
        const SynBranch *b = &q->branches[i];
        GfxValue v = b->condition ? gfx_value(d, c, b->condition) : (GfxValue){0};
        bool known = v.kind == GFX_V_BOOLEAN;
        if (known && v.number == 0) continue;
        draw_equations(d, c, b->equations, m, depth + 1);
        if (known) return;
    }
}

static void draw_equations(GfxDraw *d, InstClass *c, const SynEquation *q, const GfxMatrix *m, int depth) {
    for (; q && depth < 50; q = q->next) {
        if (q->annotation || q->kind == SYN_EQ_CONNECT) draw_equation(d, c, q, m);
        if (q->kind == SYN_EQ_FOR) draw_equations(d, c, q->body, m, depth + 1);
        if (q->kind == SYN_EQ_IF) draw_branches(d, c, q, m, depth);
    }
}

static void each_connect(GfxDraw *d, InstClass *c, const SynEquation *q, GfxEachConnect call, void *arg, int depth) {
    for (; q && depth < 50; q = q->next) {
        if (q->kind == SYN_EQ_CONNECT) call(d, c, q, arg);
        if (q->kind == SYN_EQ_FOR) each_connect(d, c, q->body, call, arg, depth + 1);
        for (uint32_t i = 0; q->kind == SYN_EQ_IF && i < q->nbranches; i++)
            each_connect(d, c, q->branches[i].equations, call, arg, depth + 1);
    }
}

void gfx_each_connect(GfxDraw *d, InstClass *c, GfxEachConnect call, void *arg) {
    each_connect(d, c, c->syn->equations, call, arg, 0);
}

void gfx_connections(GfxDraw *d, InstClass *c, const GfxMatrix *m) { draw_equations(d, c, c->syn->equations, m, 0); }
