/* display_json.c - the display list as JSON, for programs that draw it themselves. */
#include "graphics/graphics_impl.h"

static const char *const patterns[] = {"None", "Solid", "Dash", "Dot", "DashDot", "DashDotDot"};
static const char *const fillings[] = {"None",    "Solid",    "Horizontal", "Vertical",           "Cross",
                                       "Forward", "Backward", "CrossDiag",  "HorizontalCylinder", "VerticalCylinder",
                                       "Sphere"};

static void put(Text *out, double x) {
    char text[64];
    snprintf(text, sizeof text, "%.6g", isfinite(x) ? x : 0);
    base_text_add(out, strcmp(text, "-0") == 0 ? "0" : text);
}

static void string(Text *out, const char *name, const char *value) {
    base_text_printf(out, ",\"%s\":", name);
    base_text_json(out, value, strlen(value));
}

static void numbers(Text *out, const char *name, const double *v, int n) {
    base_text_printf(out, ",\"%s\":[", name);
    for (int i = 0; i < n; i++) {
        if (i) base_text_char(out, ',');
        put(out, v[i]);
    }
    base_text_char(out, ']');
}

static void number(Text *out, const char *name, double v) {
    base_text_printf(out, ",\"%s\":", name);
    put(out, v);
}

static void box(Text *out, const char *name, const GfxBox *b) {
    numbers(out, name, (double[]){b->x1, b->y1, b->x2, b->y2}, 4);
}

static void matrix(Text *out, const char *name, const GfxMatrix *m) {
    numbers(out, name, (double[]){m->xx, m->yx, m->xy, m->yy, m->x0, m->y0}, 6);
}

static void colour(Text *out, const char *name, GfxColour c) {
    base_text_printf(out, ",\"%s\":[%d,%d,%d]", name, c.r, c.g, c.b);
}

static void shape(Text *out, const GfxItem *i) {
    base_text_add(out, ",\"path\":[");
    for (uint32_t k = 0; k < i->nsteps; k++) {
        const GfxStep *s = &i->steps[k];
        int n = s->op == 'C' ? 3 : s->op == 'Q' ? 2 : s->op == 'Z' ? 0 : 1;
        base_text_printf(out, "%s[\"%c\"", k ? "," : "", s->op);
        for (int j = 0; j < n; j++) {
            base_text_char(out, ',');
            put(out, s->p[j].x);
            base_text_char(out, ',');
            put(out, s->p[j].y);
        }
        base_text_char(out, ']');
    }
    base_text_char(out, ']');
    string(out, "pattern", patterns[i->pattern]);
    colour(out, "line", i->line);
    number(out, "thickness", i->thickness);
    string(out, "fillPattern", fillings[i->filling]);
    if (i->filling) colour(out, "fill", i->fill);
    if (i->filling >= GFX_FILL_HORIZONTAL_CYLINDER) matrix(out, "gradient", &i->gradient);
    else if (i->filling > GFX_FILL_SOLID) number(out, "hatch", i->gradient.xx);
}

static void text(Text *out, const GfxItem *i) {
    static const char *const aligns[] = {"Left", "Center", "Right"};
    string(out, "text", i->text);
    numbers(out, "at", (double[]){i->at.x, i->at.y}, 2);
    number(out, "angle", i->angle);
    number(out, "size", i->size);
    number(out, "width", i->width);
    string(out, "align", aligns[i->align]);
    colour(out, "color", i->line);
    if (*i->font) string(out, "font", i->font);
    if (i->squeezed) base_text_add(out, ",\"squeezed\":true");
    if (i->style & GFX_BOLD) base_text_add(out, ",\"bold\":true");
    if (i->style & GFX_ITALIC) base_text_add(out, ",\"italic\":true");
    if (i->style & GFX_UNDERLINE) base_text_add(out, ",\"underline\":true");
}

static void bitmap(Text *out, const GfxItem *i) {
    matrix(out, "place", &i->place);
    string(out, "type", i->type);
    base_text_add(out, ",\"data\":\"");
    gfx_base64(i->bytes, i->nbytes, out);
    base_text_char(out, '"');
}

void gfx_json(const GfxPicture *p, Text *out) {
    base_text_printf(out, "{\"layer\":\"%s\"", p->layer == GFX_ICON ? "icon" : "diagram");
    string(out, "class", p->class_name);
    string(out, "description", p->comment);
    box(out, "extent", &p->extent);
    box(out, "bounds", &p->bounds);
    base_text_add(out, ",\"items\":[");
    bool first = true;
    for (size_t k = 0; k < p->items.n; k++) {
        const GfxItem *i = &p->items.at[k];
        if (i->kind == GFX_END) {
            base_text_add(out, "\n]}");
            first = false;
            continue;
        }
        base_text_printf(out, "%s\n{\"kind\":\"%s\"", first ? "" : ",", i->primitive);
        first = false;
        if (i->kind == GFX_SHAPE) shape(out, i);
        else if (i->kind == GFX_TEXT) text(out, i);
        else if (i->kind == GFX_BITMAP) bitmap(out, i);
        else {
            string(out, "name", i->name);
            string(out, "class", i->class_name);
            string(out, "description", i->comment);
            if (i->connector) base_text_add(out, ",\"connector\":true");
            base_text_add(out, ",\"items\":[");
            first = true;
            continue;
        }
        if (i->from) string(out, "from", i->from);
        if (i->to) string(out, "to", i->to);
        base_text_char(out, '}');
    }
    base_text_add(out, "\n]}\n");
}
