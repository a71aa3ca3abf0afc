/* layer.c - the layers of a class: coordinate systems, inheritance, components (MLS 3.6, 18.6, 18.6.1.1 to 18.6.3).
 *
 * A layer is drawn from back to front: primitives of base classes in the order of the extends clauses, primitives of
 * the class itself, components in the same order, connections.  Components stand before all primitives, so that a
 * class that draws a body over what it inherits does not hide its connectors.
 */
#include "graphics/graphics_impl.h"

static const char *const layer_names[] = {"Icon", "Diagram"}, *const map_names[] = {"IconMap", "DiagramMap"};

typedef struct {
    GfxBox extent;
    bool preserve; /* preserveAspectRatio */
    double scale;  /* initialScale */
    bool has_extent, has_preserve;
} System;

static const SynMod *class_annotation(const InstClass *c) { return c->syn ? c->syn->annotation : NULL; }

/* The annotation of the extends clause that base is there for; a short class has it in its own annotation. */
static const SynMod *extends_annotation(const InstClass *c, const InstClass *base) {
    if (base->extends) return base->extends->annotation;
    return c->syn && c->syn->form != SYN_LONG ? c->syn->annotation : NULL;
}

static bool is_null(const GfxBox *b) { return b->x1 == 0 && b->y1 == 0 && b->x2 == 0 && b->y2 == 0; }

typedef struct {
    GfxBox extent; /* all zero: the same coordinates */
    bool primitives;
} MapTo;

static MapTo mapping_of(GfxDraw *d, InstClass *c, InstClass *base, GfxLayer layer) {
    MapTo map = {.primitives = true};
    GfxRecord r;
    if (!c->syn || !gfx_annotation(d, c, c->syn->file, extends_annotation(c, base), map_names[layer], &r)) return map;
    gfx_box(&r, "extent", &map.extent);
    map.primitives = gfx_boolean(&r, "primitivesVisible", true);
    return map;
}

/* Extent and preserveAspectRatio, each from the class, else from its first base that is not mapped elsewhere. */
static System system_of(GfxDraw *d, InstClass *c, GfxLayer layer, int depth) {
    System s = {.extent = {-100, -100, 100, 100}, .preserve = true, .scale = 0.1};
    GfxRecord r, own;
    inst_prepare(c);
    if (c->syn && gfx_annotation(d, c, c->syn->file, class_annotation(c), layer_names[layer], &r) &&
        gfx_record(&r, "coordinateSystem", &own)) {
        GfxBox box;
        if (gfx_box(&own, "extent", &box) && box.x1 != box.x2 && box.y1 != box.y2) {
            s.extent = box;
            s.has_extent = true;
        }
        s.has_preserve = gfx_find(&own, "preserveAspectRatio") != NULL;
        s.preserve = gfx_boolean(&own, "preserveAspectRatio", true);
        s.scale = gfx_number(&own, "initialScale", 0.1);
    }
    for (uint32_t i = 0; i < c->nbases && !(s.has_extent && s.has_preserve) && depth < 100; i++) {
        MapTo map = mapping_of(d, c, c->bases[i], layer);
        if (!is_null(&map.extent)) continue;
        System base = system_of(d, c->bases[i], layer, depth + 1);
        if (!s.has_extent) s.extent = base.extent;
        if (!s.has_preserve) s.preserve = base.preserve;
        s.has_extent = s.has_preserve = true;
    }
    return s;
}

/* ---- primitives -------------------------------------------------------------------------------------------------- */

static const char *callee(const GfxDraw *d, const SynExpr *e) {
    bool simple = e->kind == SYN_CALL && e->cref.n == 1;
    return simple ? base_str(d->ctx->names, e->cref.parts[0].name) : "";
}

/* Draws a list of primitives; returns how many there are, visible or not. */
static size_t draw_items(GfxDraw *d, InstClass *c, const SynExpr *e, const GfxMatrix *m, bool show, int depth) {
    if (!e || depth > 50) return 0;
    if (e->kind == SYN_ARRAY) {
        size_t n = 0;
        for (uint32_t i = 0; i < e->nargs; i++) n += draw_items(d, c, e->args[i], m, show, depth + 1);
        return n;
    }
    if (e->kind == SYN_IF) {
        for (uint32_t i = 0; i + 1 < e->nargs; i += 2) {
            GfxValue v = gfx_value(d, c, e->args[i]);
            if (v.kind == GFX_V_BOOLEAN && v.number != 0) return draw_items(d, c, e->args[i + 1], m, show, depth + 1);
        }
        return draw_items(d, c, e->args[e->nargs - 1], m, show, depth + 1);
    }
    const char *name = callee(d, e);
    if (!gfx_is_primitive(name)) {
        gfx_problem(d, "GFX0001", e->span,
                    "graphics must be a list of Line, Polygon, Rectangle, Ellipse, Text and Bitmap");
        return 0;
    }
    GfxRecord r = {.draw = d, .scope = c, .call = e, .span = e->span};
    if (show) gfx_primitive(&r, name, m);
    return 1;
}

/* Contents of a base class in coordinates of its heir; false when nothing of it is to be seen. */
static bool base_matrix(GfxDraw *d, InstClass *base, GfxLayer layer, const MapTo *map, const GfxMatrix *m,
                        GfxMatrix *out) {
    *out = *m;
    if (is_null(&map->extent)) return true;
    if (map->extent.x1 == map->extent.x2 || map->extent.y1 == map->extent.y2) return false;
    System s = system_of(d, base, layer, 0);
    GfxBox to = map->extent;
    if (s.preserve) { /* the largest region of the base's own shape inside, in the middle */
        double w = fabs(s.extent.x2 - s.extent.x1), h = fabs(s.extent.y2 - s.extent.y1);
        double scale = fmin(fabs(to.x2 - to.x1) / w, fabs(to.y2 - to.y1) / h);
        double cx = (to.x1 + to.x2) / 2, cy = (to.y1 + to.y2) / 2;
        double half_w = copysign(w * scale / 2, to.x2 - to.x1), half_h = copysign(h * scale / 2, to.y2 - to.y1);
        to = (GfxBox){cx - half_w, cy - half_h, cx + half_w, cy + half_h};
    }
    GfxMatrix local = gfx_mapping(&s.extent, &to);
    *out = gfx_multiply(m, &local);
    return true;
}

static size_t draw_primitives(GfxDraw *d, InstClass *c, GfxLayer layer, const GfxMatrix *m, bool show, int depth) {
    size_t n = 0;
    inst_prepare(c);
    for (uint32_t i = 0; i < c->nbases && depth < 100; i++) {
        InstClass *base = c->bases[i];
        MapTo map = mapping_of(d, c, base, layer);
        GfxMatrix to;
        if (base->duplicate || !base_matrix(d, base, layer, &map, m, &to)) continue;
        n += draw_primitives(d, base, layer, &to, show && map.primitives, depth + 1);
    }
    GfxRecord r;
    if (c->syn && gfx_annotation(d, c, c->syn->file, class_annotation(c), layer_names[layer], &r))
        n += draw_items(d, c, gfx_find(&r, "graphics"), m, show, 0);
    return n;
}

/* ---- components -------------------------------------------------------------------------------------------------- */

static size_t draw_layer(GfxDraw *d, InstClass *c, GfxLayer layer, const GfxMatrix *m, int depth);

static bool is_connector(const InstClass *c) {
    return c && (c->restriction == SYN_CONNECTOR || c->restriction == SYN_EXPANDABLE_CONNECTOR);
}

bool gfx_placement(GfxDraw *d, const InstElement *e, GfxRecord *r) {
    for (const InstElement *x = e; x; x = x->original) {
        InstClass *written = x->scope && x->scope->syn ? x->scope : x->home;
        if (!x->syn || !written->syn) continue;
        if (gfx_annotation(d, written, written->syn->file, x->syn->annotation, "Placement", r)) return true;
    }
    return false;
}

/* extent, then rotation about {0, 0}, then origin (18.6.2) */
static bool transformation(const GfxRecord *r, const System *s, const GfxMatrix *m, GfxMatrix *out) {
    GfxBox extent;
    if (!gfx_box(r, "extent", &extent)) {
        double w = s->scale * (s->extent.x2 - s->extent.x1) / 2, h = s->scale * (s->extent.y2 - s->extent.y1) / 2;
        extent = (GfxBox){-w, -h, w, h};
    }
    if (extent.x1 == extent.x2 || extent.y1 == extent.y2) return false;
    GfxMatrix local = gfx_mapping(&s->extent, &extent);
    *out = gfx_moved(m, gfx_point(r, "origin"));
    *out = gfx_rotated(out, gfx_number(r, "rotation", 0));
    *out = gfx_multiply(out, &local);
    return true;
}

static void begin_component(GfxDraw *d, const InstComp *comp) {
    Arena *a = &d->picture->arena;
    Text name = {0};
    if (comp->cls) inst_class_path(comp->cls, &name);
    GfxItem *item = gfx_add(d, GFX_BEGIN, "Component");
    item->name = base_strdup(a, base_str(d->ctx->names, comp->name));
    item->class_name = base_strdup(a, base_text_str(&name));
    item->comment = comp->syn && comp->syn->comment ? base_strdup(a, base_str(d->ctx->names, comp->syn->comment)) : "";
    item->connector = is_connector(comp->cls);
    base_text_free(&name);
}

static void draw_at(GfxDraw *d, InstComp *comp, GfxLayer layer, GfxLayer shown, const System *s, const GfxMatrix *to,
                    int depth);

static void draw_component(GfxDraw *d, InstElement *e, GfxLayer layer, const GfxMatrix *m, int depth) {
    GfxRecord place, how;
    if (e->same || e->deselected || !gfx_placement(d, e, &place)) return;
    bool visible = gfx_boolean(&place, "visible", true);
    if (layer == GFX_ICON) visible = gfx_boolean(&place, "iconVisible", visible);
    if (!visible || (layer == GFX_ICON && e->is_protected)) return;
    InstComp *comp = inst_component(e->home, e);
    if (!comp || !comp->present || !comp->cls) return;
    bool connector = is_connector(comp->cls);
    if (layer == GFX_ICON && !connector) return;
    GfxLayer shown = layer == GFX_DIAGRAM && connector ? GFX_DIAGRAM : GFX_ICON;
    System s = system_of(d, comp->cls, shown, 0);
    bool own = layer == GFX_ICON && gfx_record(&place, "iconTransformation", &how) && gfx_find(&how, "extent");
    if (!own && !gfx_record(&place, "transformation", &how)) return;
    GfxMatrix to;
    if (!transformation(&how, &s, m, &to)) return;
    draw_at(d, comp, layer, shown, &s, &to, depth);
}

/* What is under a name in a box that has nothing else to be seen. */
static void draw_box(GfxDraw *d, const InstComp *comp, const System *s, const GfxMatrix *to, size_t before) {
    gfx_outline(d, &s->extent, to); /* 18.6.2.1; behind what there is */
    GfxItem outline = vec_last(&d->picture->items), *first = d->picture->items.at + before;
    memmove(first + 1, first, (d->picture->items.n - 1 - before) * sizeof outline);
    *first = outline;
    gfx_name(d, base_str(d->ctx->names, comp->name), &s->extent, to);
}

static void draw_at(GfxDraw *d, InstComp *comp, GfxLayer layer, GfxLayer shown, const System *s, const GfxMatrix *to,
                    int depth) {
    GfxPoint centre = {(s->extent.x1 + s->extent.x2) / 2, (s->extent.y1 + s->extent.y2) / 2};
    if (layer == GFX_DIAGRAM && depth == 0) vec_push(&d->placed, ((GfxPlaced){comp, *to, centre}));
    begin_component(d, comp);
    size_t before = d->picture->items.n;
    InstComp *around = d->component;
    d->component = comp;
    size_t primitives = draw_layer(d, comp->cls, shown, to, depth + 1);
    d->component = around;
    if (layer == GFX_DIAGRAM && !primitives) draw_box(d, comp, s, to, before);
    if (d->picture->items.n == before) d->picture->items.n--;
    else gfx_add(d, GFX_END, "Component");
}

void gfx_component_in(GfxDraw *d, InstElement *e, const GfxBox *box) {
    InstComp *comp = inst_component(e->home, e);
    GfxLayer shown = is_connector(comp->cls) ? GFX_DIAGRAM : GFX_ICON;
    System s = system_of(d, comp->cls, shown, 0);
    GfxMatrix to = gfx_mapping(&s.extent, box);
    draw_at(d, comp, GFX_DIAGRAM, shown, &s, &to, 0);
}

bool gfx_connector_place(GfxDraw *d, InstClass *c, Name connector, GfxPoint *at) {
    GfxRecord place, how;
    InstElement *e = inst_find(c, connector);
    if (!e || e->kind != SYN_COMPONENT || !gfx_placement(d, e, &place)) return false;
    InstComp *comp = inst_component(e->home, e);
    if (!comp || !comp->cls) return false;
    System s = system_of(d, comp->cls, GFX_ICON, 0);
    bool own = gfx_record(&place, "iconTransformation", &how) && gfx_find(&how, "extent");
    GfxMatrix to;
    if (!own && !gfx_record(&place, "transformation", &how)) return false;
    if (!transformation(&how, &s, &gfx_identity, &to)) return false;
    *at = gfx_apply(&to, (s.extent.x1 + s.extent.x2) / 2, (s.extent.y1 + s.extent.y2) / 2);
    return true;
}

/* Components, or connections, of the bases and then of the class itself. */
static void draw_contents(GfxDraw *d, InstClass *c, GfxLayer layer, const GfxMatrix *m, bool lines, int depth,
                          int level) {
    for (uint32_t i = 0; i < c->nbases && level < 100; i++) {
        InstClass *base = c->bases[i];
        MapTo map = mapping_of(d, c, base, layer);
        GfxMatrix to;
        if (base->duplicate || !base_matrix(d, base, layer, &map, m, &to)) continue;
        draw_contents(d, base, layer, &to, lines, depth, level + 1);
    }
    if (lines && c->syn) gfx_connections(d, c, m);
    for (uint32_t i = 0; !lines && i < c->nelements; i++) {
        InstElement *e = c->elements[i];
        if (e->kind == SYN_COMPONENT && e->home == c) draw_component(d, e, layer, m, depth);
    }
}

/* Returns the number of primitives, visible or not. */
static size_t draw_layer(GfxDraw *d, InstClass *c, GfxLayer layer, const GfxMatrix *m, int depth) {
    if (depth > 20) return 0;
    size_t n = draw_primitives(d, c, layer, m, true, 0);
    draw_contents(d, c, layer, m, false, depth, 0);
    if (layer == GFX_DIAGRAM && depth == 0) gfx_arrange(d, c);
    if (layer == GFX_DIAGRAM && depth == 0) draw_contents(d, c, layer, m, true, depth, 0);
    return n;
}

/* ---- a picture --------------------------------------------------------------------------------------------------- */

GfxPicture *gfx_draw(InstClass *c, const GfxOptions *options) {
    GfxPicture *p = base_realloc(NULL, sizeof *p);
    *p = (GfxPicture){.layer = options->layer};
    Context *ctx = c->inst->ctx;
    GfxDraw d = {.picture = p, .inst = c->inst, .ctx = ctx, .options = options};
    size_t mark = base_diag_mark(ctx);
    Text name = {0};
    inst_class_path(c, &name);
    p->class_name = base_strdup(&p->arena, base_text_str(&name));
    p->comment = c->syn && c->syn->comment ? base_strdup(&p->arena, base_str(ctx->names, c->syn->comment)) : "";
    base_text_free(&name);
    System s = system_of(&d, c, options->layer, 0);
    p->extent = p->bounds = (GfxBox){fmin(s.extent.x1, s.extent.x2), fmin(s.extent.y1, s.extent.y2),
                                     fmax(s.extent.x1, s.extent.x2), fmax(s.extent.y1, s.extent.y2)};
    draw_layer(&d, c, options->layer, &gfx_identity, 0);
    base_diag_rollback(ctx, mark); /* what is wrong with the class is for `check` to say */
    for (size_t i = 0; i < d.problems.n; i++)
        base_warning(ctx, d.problems.at[i].code, d.problems.at[i].span, "%s", d.problems.at[i].text);
    vec_free(&d.problems);
    vec_free(&d.placed);
    base_free_arena(&d.scratch);
    return p;
}
