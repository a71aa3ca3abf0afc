/* fitted_text.c - texts: their macros, the size at which they fit, and how they stand (MLS 3.6, 18.6.5.5).
 *
 * Sizes are reckoned with the widths of Helvetica, so that a picture does not depend on the fonts of a machine.
 */
#include "graphics/graphics_impl.h"

#include <ctype.h>

/* thousandths of the size, from ' ' to '~' */
static const uint16_t widths[] = {278,  278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
                                  556,  556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
                                  1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
                                  667,  778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
                                  333,  556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
                                  556,  556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584};

static const double line_height = 1.15; /* of a line, in units of the size */
static const double point = 25.4 / 72;  /* millimetres */

double gfx_text_width(const char *line, size_t n, bool bold) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)line[i];
        if ((c & 0xc0) == 0x80) continue; /* the rest of a character */
        sum += c >= ' ' && c <= '~' ? widths[c - ' '] : 556;
    }
    return sum / 1000 * (bold ? 1.07 : 1);
}

/* ---- macros ------------------------------------------------------------------------------------------------------ */

static const char *last_part(const char *name) {
    const char *dot = strrchr(name, '.');
    return dot ? dot + 1 : name;
}

static const char *attribute_text(InstComp *c, InstAttr a) {
    InstExpr *e = c->attrs && c->attrs[a] && c->attrs[a]->value ? inst_attr_expr(c, a) : NULL;
    InstValue *v = e ? inst_eval(c->inst, e, INST_EVAL_SILENT) : NULL;
    return v && v->type.base == INST_STRING && v->n == 1 ? base_str(c->inst->ctx->names, v->str[0]) : "";
}

static void scalar_text(GfxDraw *d, InstComp *c, const InstValue *v, uint64_t i, Text *out) {
    const Names *names = d->ctx->names;
    switch (v->type.base) {
    case INST_REAL:
        gfx_quantity(v->num[i], v->n == 1 ? attribute_text(c, INST_ATTR_UNIT) : "",
                     v->n == 1 ? attribute_text(c, INST_ATTR_DISPLAY_UNIT) : "", out);
        break;
    case INST_INTEGER: base_text_printf(out, "%.0f", v->num[i]); break;
    case INST_BOOLEAN: base_text_add(out, v->num[i] != 0 ? "true" : "false"); break;
    case INST_STRING: base_text_add(out, base_str(names, v->str[i])); break;
    case INST_ENUM: {
        const SynClass *syn = v->type.cls ? v->type.cls->syn : NULL;
        while (syn && syn->form == SYN_SHORT && v->type.cls->nbases) syn = v->type.cls->bases[0]->syn;
        uint32_t k = v->num[i] >= 1 ? (uint32_t)v->num[i] - 1 : 0;
        if (syn && k < syn->nliterals) base_text_add(out, base_str(names, syn->literals[k].name));
        else base_text_printf(out, "%.0f", v->num[i]);
        break;
    }
    default: base_text_add(out, "?");
    }
}

static void value_text(GfxDraw *d, InstComp *c, const InstValue *v, uint8_t dim, uint64_t first, uint64_t count,
                       Text *out) {
    if (dim == v->type.ndims) {
        scalar_text(d, c, v, first, out);
        return;
    }
    uint64_t n = v->type.dims[dim] > 0 ? (uint64_t)v->type.dims[dim] : 0;
    base_text_char(out, '{');
    for (uint64_t i = 0; i < n && i < 20; i++) {
        if (i) base_text_char(out, ',');
        value_text(d, c, v, (uint8_t)(dim + 1), first + i * (count / n), count / n, out);
    }
    base_text_add(out, n > 20 ? ",...}" : "}");
}

/* A binding as it was written, names without the path of their package. */
static void binding_text(GfxDraw *d, const SynExpr *e, Text *out) {
    Text t = {0};
    syn_print_expr(d->ctx->names, e, &t);
    base_text_add(out, e->kind == SYN_CREF ? last_part(base_text_str(&t)) : base_text_str(&t));
    base_text_free(&t);
}

/* The component that a dotted name means, from c on; NULL when there is none.  *what: its last element. */
static InstComp *component_at(GfxDraw *d, InstClass *c, const char *name, size_t n, InstElement **what) {
    InstComp *comp = NULL;
    *what = NULL;
    while (n && c) {
        size_t part = 0;
        if (*name == '\'') {
            for (part = 1; part < n && name[part] != '\''; part++) part += name[part] == '\\';
            part++;
        } else {
            while (part < n && name[part] != '.' && name[part] != '[') part++;
        }
        if (part > n) return NULL;
        InstElement *e = inst_find(c, base_intern(d->ctx->names, name, part));
        if (!e) return NULL;
        *what = e;
        if (e->kind != SYN_COMPONENT) return NULL;
        comp = inst_component(e->home, e);
        if (!comp) return NULL;
        while (part < n && name[part] != '.') part++; /* subscripts: elements share what they have */
        c = comp->cls;
        name += part + (part < n);
        n -= part + (part < n);
        if (n) *what = NULL;
    }
    return n ? NULL : comp;
}

/* The value of a component in the result that is shown. */
static bool result_text(GfxDraw *d, InstComp *c, Text *out) {
    bool number = c->type.base == INST_REAL || c->type.base == INST_INTEGER || c->type.base == INST_BOOLEAN ||
                  c->type.base == INST_ENUM;
    if (!d->options->value || c->type.ndims || !number) return false;
    double x;
    Text path = {0};
    inst_path(c, &path);
    bool found = d->options->value(d->options->arg, base_text_str(&path), &x);
    InstValue shown = {.type = c->type, .n = 1, .num = &x};
    if (found) scalar_text(d, c, &shown, 0, out);
    base_text_free(&path);
    return found;
}

/* Its value where it has one; what it is bound to where that is not known; else its name. */
static void component_text(GfxDraw *d, InstComp *c, const char *name, size_t n, Text *out) {
    bool bound = c->group || c->covered || c->binding.value;
    if (result_text(d, c, out)) return;
    InstValue *v = c->type.base <= INST_ENUM && bound ? inst_eval_component(c, INST_EVAL_SILENT) : NULL;
    if (v && v->n <= 400) value_text(d, c, v, 0, 0, v->n, out);
    else if (!c->group && c->binding.value) binding_text(d, c->binding.value, out);
    else base_text_addn(out, name, n);
}

static void parameter_text(const GfxRecord *r, const char *name, size_t n, Text *out) {
    GfxDraw *d = r->draw;
    size_t mark = base_diag_mark(d->ctx);
    InstElement *what;
    InstClass *whole = inst_derived(r->scope);
    InstComp *c = component_at(d, r->scope, name, n, &what);
    if (!c && !what && whole != r->scope) c = component_at(d, whole, name, n, &what);
    if (c) component_text(d, c, name, n, out);
    else if (what && what->kind == SYN_CLASS_DEF) {
        InstClass *cls = inst_element_class(what->home, what);
        base_text_add(out, cls ? base_str(d->ctx->names, cls->name) : "");
    }
    base_diag_rollback(d->ctx, mark);
    if (c || what) return;
    base_text_char(out, '%');
    base_text_addn(out, name, n);
    Text home = {0};
    inst_class_path(r->scope, &home);
    gfx_problem(d, "GFX0003", r->span, "a text shows %%%.*s, and %s has no element of that name", (int)n, name,
                base_text_str(&home));
    base_text_free(&home);
}

static const char *component_name(const GfxRecord *r) {
    const InstComp *c = r->draw->component;
    return base_str(r->draw->ctx->names, c ? c->name : inst_derived(r->scope)->name);
}

/* One macro, at the character behind %; returns where it ends. */
static const char *macro(const GfxRecord *r, const char *p, Text *out) {
    GfxDraw *d = r->draw;
    const char *names[] = {"first", "second", "condition"}, *texts[] = {d->first, d->second, d->condition};
    if (*p == '%') {
        base_text_char(out, '%');
        return p + 1;
    }
    if (*p == '{') {
        const char *end = strchr(p, '}');
        if (p[1] == '\'') { /* quoted names may hold the bracket */
            const char *quote = strchr(p + 2, '\'');
            end = quote ? strchr(quote, '}') : NULL;
        }
        if (!end) {
            base_text_char(out, '%');
            return p;
        }
        parameter_text(r, p + 1, (size_t)(end - p - 1), out);
        return end + 1;
    }
    size_t n = 0;
    while (isalnum((unsigned char)p[n]) || p[n] == '_') n++;
    if (!n || isdigit((unsigned char)*p)) {
        base_text_char(out, '%');
        return p;
    }
    for (size_t i = 0; i < 3; i++)
        if (texts[i] && strlen(names[i]) == n && memcmp(p, names[i], n) == 0) {
            base_text_add(out, texts[i]);
            return p + n;
        }
    if (n == 4 && memcmp(p, "name", 4) == 0) base_text_add(out, component_name(r));
    else if (n == 5 && memcmp(p, "class", 5) == 0)
        base_text_add(out, base_str(d->ctx->names, inst_derived(r->scope)->name));
    else parameter_text(r, p, n, out);
    return p + n;
}

static void expand_macros(const GfxRecord *r, const char *text, Text *out) {
    for (const char *p = text; *p;) {
        if (*p == '%') p = macro(r, p + 1, out);
        else base_text_char(out, *p++);
    }
}

/* ---- placing ----------------------------------------------------------------------------------------------------- */

static int style_of(const GfxRecord *r) {
    static const char *const words[] = {"Bold", "Italic", "UnderLine"};
    const SynExpr *e = gfx_find(r, "textStyle");
    GfxValue v = e ? gfx_value(r->draw, r->scope, e) : (GfxValue){0};
    int style = 0;
    for (uint32_t i = 0; i < v.n; i++)
        for (int k = 0; k < 3; k++)
            if (v.items[i].kind == GFX_V_WORD && strcmp(v.items[i].text, words[k]) == 0) style |= 1 << k;
    return style;
}

static double widest_line(const char *text, bool bold, int *lines) {
    double widest = 0;
    *lines = 0;
    for (const char *p = text;; p++) {
        size_t n = strcspn(p, "\n");
        widest = fmax(widest, gfx_text_width(p, n, bold));
        ++*lines;
        p += n;
        if (!*p) return widest;
    }
}

/* Its size in the picture: given, or as large as the box (w by h there) allows; a box without width bounds the height
 * only. */
static void fit(GfxItem *t, double given, double w, double h) {
    int lines;
    double ems = widest_line(t->text, t->style & GFX_BOLD, &lines);
    double by_height = h / (line_height * lines), by_width = w > 0 && ems > 0 ? w / ems : INFINITY;
    t->size = given > 0 ? given * point : fmin(by_height, by_width);
    t->squeezed = given <= 0 && by_width < by_height;
    t->width = ems * t->size;
}

/* Texts are never upside down or mirrored: only the direction in which the box's horizontal edge runs is followed. */
static void stand(GfxItem *t, const GfxMatrix *m, const GfxBox *box) {
    double cx = (box->x1 + box->x2) / 2, cy = (box->y1 + box->y2) / 2, half = fabs(box->x2 - box->x1) / 2;
    double angle = atan2(m->yx, m->xx) * 180 / M_PI;
    double x = t->align == GFX_LEFT ? cx - half : t->align == GFX_RIGHT ? cx + half : cx;
    t->at = gfx_apply(m, x, cy);
    if (angle > 90 + 1e-9 || angle <= -90 + 1e-9) {
        angle += angle > 0 ? -180 : 180;
        t->align = t->align == GFX_LEFT ? GFX_RIGHT : t->align == GFX_RIGHT ? GFX_LEFT : GFX_CENTER;
    }
    t->angle = fabs(angle) < 1e-9 ? 0 : angle;
}

static void include_text(GfxPicture *p, const GfxItem *t) {
    int lines;
    widest_line(t->text, false, &lines);
    double c = cos(t->angle * M_PI / 180), s = sin(t->angle * M_PI / 180);
    double from = t->align == GFX_LEFT ? 0 : t->align == GFX_RIGHT ? -1 : -0.5, up = lines * line_height * t->size / 2;
    for (int k = 0; k < 4; k++) {
        double x = (k & 1 ? from + 1 : from) * t->width, y = k & 2 ? up : -up;
        gfx_include(p, (GfxPoint){t->at.x + c * x - s * y, t->at.y + s * x + c * y}, 0);
    }
}

static void place_text(const GfxRecord *r, const GfxMatrix *m, const GfxBox *box, const char *text, int align) {
    GfxDraw *d = r->draw;
    Text t = {0};
    expand_macros(r, text, &t);
    if (t.n) {
        GfxItem *item = gfx_add(d, GFX_TEXT, "Text");
        item->text = base_strdup(&d->picture->arena, base_text_str(&t));
        /* older libraries say lineColor (Modelica 3.4 and before) */
        item->line = gfx_colour(r, gfx_find(r, "textColor") || !gfx_find(r, "lineColor") ? "textColor" : "lineColor");
        item->style = style_of(r);
        item->align = (GfxAlign)align;
        const char *font = gfx_text_argument(r, "fontName");
        item->font = font ? base_strdup(&d->picture->arena, font) : "";
        fit(item, gfx_number(r, "fontSize", 0), fabs(box->x2 - box->x1) * hypot(m->xx, m->yx),
            fabs(box->y2 - box->y1) * hypot(m->xy, m->yy));
        stand(item, m, box);
        if (item->size > 0 && isfinite(item->size)) include_text(d->picture, item);
        else d->picture->items.n--;
    }
    base_text_free(&t);
}

void gfx_name(GfxDraw *d, const char *name, const GfxBox *box, const GfxMatrix *m) {
    GfxItem *item = gfx_add(d, GFX_TEXT, "Text");
    item->text = base_strdup(&d->picture->arena, name);
    item->align = GFX_CENTER;
    item->font = "";
    double width = 0.9 * fabs(box->x2 - box->x1) * hypot(m->xx, m->yx);
    double height = 0.3 * fabs(box->y2 - box->y1) * hypot(m->xy, m->yy);
    fit(item, 0, width, height);
    stand(item, m, box);
    if (item->size > 0 && isfinite(item->size)) include_text(d->picture, item);
    else d->picture->items.n--;
}

static const char *const alignments[] = {"Left", "Center", "Right", "Automatic", NULL};

void gfx_text(const GfxRecord *r, const GfxMatrix *m) {
    GfxBox box;
    const char *text = gfx_text_argument(r, "textString");
    if (!text) text = gfx_text_argument(r, "string");
    if (!text || !gfx_box(r, "extent", &box)) return;
    if (r->draw->options->no_names && strstr(text, "%name")) return;
    int align = gfx_word(r, "horizontalAlignment", alignments, GFX_CENTER);
    place_text(r, m, &box, text, align == 3 ? GFX_CENTER : align);
}

void gfx_connection_text(const GfxRecord *r, const GfxPoint *points, uint32_t n, const GfxMatrix *m) {
    GfxBox box;
    const char *text = gfx_text_argument(r, "string");
    if (!text) text = gfx_text_argument(r, "textString");
    double index = gfx_number(r, "index", 1);
    if (!text || !n || !gfx_box(r, "extent", &box) || !gfx_boolean(r, "visible", true)) return;
    double k = index < 0 ? (double)n + index : index - 1;
    GfxPoint at = points[(uint32_t)fmin(fmax(k, 0), n - 1)], origin = gfx_point(r, "origin");
    GfxMatrix own = gfx_moved(m, (GfxPoint){at.x + origin.x, at.y + origin.y});
    own = gfx_rotated(&own, gfx_number(r, "rotation", 0));
    int align = gfx_word(r, "horizontalAlignment", alignments, 3);
    /* away from the point on the line */
    if (align == 3) align = box.x1 + box.x2 > 0 ? GFX_LEFT : box.x1 + box.x2 < 0 ? GFX_RIGHT : GFX_CENTER;
    place_text(r, &own, &box, text, align);
}
