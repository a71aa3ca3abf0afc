/* svg.c - the display list as SVG: text stays text, nothing is referred to from outside. */
#include "graphics/graphics_impl.h"

size_t gfx_dashes(GfxLinePattern pattern, double dashes[6]) {
    static const double all[][6] = {{0}, {0}, {16, 8}, {4, 4}, {16, 4, 4, 4}, {16, 4, 4, 4, 4, 4}};
    static const size_t n[] = {0, 0, 2, 2, 4, 6};
    memcpy(dashes, all[pattern], sizeof all[0]);
    return n[pattern];
}

void gfx_base64(const char *bytes, size_t n, Text *out) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < n; i += 3) {
        unsigned v = (unsigned)(unsigned char)bytes[i] << 16;
        if (i + 1 < n) v |= (unsigned)(unsigned char)bytes[i + 1] << 8;
        if (i + 2 < n) v |= (unsigned char)bytes[i + 2];
        char four[5] = {digits[v >> 18], digits[v >> 12 & 63], i + 1 < n ? digits[v >> 6 & 63] : '=',
                        i + 2 < n ? digits[v & 63] : '=', 0};
        base_text_addn(out, four, 4);
    }
}

/* A thousandth of a unit is finer than any screen. */
static void put(Text *out, double x) {
    char text[64];
    snprintf(text, sizeof text, "%.3f", x);
    size_t n = strlen(text);
    while (n && text[n - 1] == '0') n--;
    if (n && text[n - 1] == '.') n--;
    text[n] = 0;
    base_text_add(out, strcmp(text, "-0") == 0 ? "0" : text);
}

static void put_pair(Text *out, GfxPoint p) {
    put(out, p.x);
    base_text_char(out, ' ');
    put(out, -p.y);
}

static void put_escaped(Text *out, const char *s, size_t n) {
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)s[i];
        if (c == '&') base_text_add(out, "&amp;");
        else if (c == '<') base_text_add(out, "&lt;");
        else if (c == '>') base_text_add(out, "&gt;");
        else if (c == '"') base_text_add(out, "&quot;");
        else if (c >= ' ' || c == '\t') base_text_char(out, (char)c);
        else base_text_char(out, ' ');
    }
}

static void put_attribute(Text *out, const char *name, const char *value) {
    base_text_printf(out, " %s=\"", name);
    put_escaped(out, value, strlen(value));
    base_text_char(out, '"');
}

static void put_number(Text *out, const char *name, double value) {
    base_text_printf(out, " %s=\"", name);
    put(out, value);
    base_text_char(out, '"');
}

static void put_colour(Text *out, const char *name, GfxColour c) {
    base_text_printf(out, " %s=\"#%02x%02x%02x\"", name, c.r, c.g, c.b);
}

/* A matrix of the display list (y upwards) as a transform of the file (y downwards). */
static void put_matrix(Text *out, const char *name, const GfxMatrix *m) {
    double v[] = {m->xx, -m->yx, m->xy, -m->yy, m->x0, -m->y0};
    base_text_printf(out, " %s=\"matrix(", name);
    for (int i = 0; i < 6; i++) {
        if (i) base_text_char(out, ' ');
        put(out, v[i]);
    }
    base_text_add(out, ")\"");
}

/* ---- fills ------------------------------------------------------------------------------------------------------- */

static void stop(Text *out, double at, GfxColour c) {
    base_text_add(out, "<stop");
    put_number(out, "offset", at);
    put_colour(out, "stop-color", c);
    base_text_add(out, "/>");
}

static void define_gradient(const GfxItem *i, const char *id, Text *out) {
    bool sphere = i->filling == GFX_FILL_SPHERE, flat = i->filling == GFX_FILL_HORIZONTAL_CYLINDER;
    if (sphere) base_text_printf(out, "<radialGradient id=\"%s\" cx=\"0\" cy=\"0\" r=\"1\"", id);
    else base_text_printf(out, "<linearGradient id=\"%s\" x1=\"0\" y1=\"0\" x2=\"%d\" y2=\"%d\"", id, !flat, flat);
    base_text_add(out, " gradientUnits=\"userSpaceOnUse\"");
    put_matrix(out, "gradientTransform", &i->gradient);
    base_text_char(out, '>');
    if (sphere) {
        stop(out, 0, i->fill);
        stop(out, 1, i->line);
    } else {
        stop(out, 0, i->line);
        stop(out, 0.5, i->fill);
        stop(out, 1, i->line);
    }
    base_text_add(out, sphere ? "</radialGradient>\n" : "</linearGradient>\n");
}

/* Lines of the line's colour over the fill's, so far apart that they look alike at every scale of components. */
static void define_hatch(const GfxItem *i, const char *id, Text *out) {
    static const char *const strokes[] = {[GFX_FILL_HORIZONTAL] = "M0 2H4",
                                          [GFX_FILL_VERTICAL] = "M2 0V4",
                                          [GFX_FILL_CROSS] = "M0 2H4M2 0V4",
                                          [GFX_FILL_FORWARD] = "M-1 1L1 -1M0 4L4 0M3 5L5 3",
                                          [GFX_FILL_BACKWARD] = "M-1 3L1 5M0 0L4 4M3 -1L5 1",
                                          [GFX_FILL_CROSS_DIAG] =
                                              "M-1 1L1 -1M0 4L4 0M3 5L5 3M-1 3L1 5M0 0L4 4M3 -1L5 1"};
    base_text_printf(out, "<pattern id=\"%s\" width=\"4\" height=\"4\" patternUnits=\"userSpaceOnUse\"", id);
    double scale = fmax(i->gradient.xx, 0.5);
    base_text_add(out, " patternTransform=\"scale(");
    put(out, scale);
    base_text_add(out, ")\"><path d=\"M0 0H4V4H0Z\"");
    put_colour(out, "fill", i->fill);
    base_text_printf(out, "/><path d=\"%s\"", strokes[i->filling]);
    put_colour(out, "stroke", i->line);
    base_text_add(out, " stroke-width=\"0.25\"/></pattern>\n");
}

/* ---- items ------------------------------------------------------------------------------------------------------- */

static void put_path(const GfxItem *i, Text *out) {
    base_text_add(out, " d=\"");
    for (uint32_t k = 0; k < i->nsteps; k++) {
        const GfxStep *s = &i->steps[k];
        int n = s->op == 'C' ? 3 : s->op == 'Q' ? 2 : s->op == 'Z' ? 0 : 1;
        base_text_char(out, s->op);
        for (int j = 0; j < n; j++) {
            if (j) base_text_char(out, ' ');
            put_pair(out, s->p[j]);
        }
    }
    base_text_char(out, '"');
}

static void shape(const GfxItem *i, const GfxSvg *how, size_t number, Text *out) {
    char id[96];
    bool defined = i->filling > GFX_FILL_SOLID;
    snprintf(id, sizeof id, "%sf%zu", how->prefix ? how->prefix : "", number);
    if (defined && i->filling >= GFX_FILL_HORIZONTAL_CYLINDER) define_gradient(i, id, out);
    else if (defined) define_hatch(i, id, out);
    base_text_add(out, "<path");
    put_path(i, out);
    if (defined) base_text_printf(out, " fill=\"url(#%s)\"", id);
    else if (i->filling == GFX_FILL_SOLID) put_colour(out, "fill", i->fill);
    if (i->pattern != GFX_LINE_NONE) {
        double dashes[6];
        size_t n = gfx_dashes(i->pattern, dashes);
        put_colour(out, "stroke", i->line);
        put_number(out, "stroke-width", i->thickness);
        if (n) base_text_add(out, " stroke-dasharray=\"");
        for (size_t k = 0; k < n; k++) {
            if (k) base_text_char(out, ' ');
            put(out, dashes[k] * i->thickness);
        }
        if (n) base_text_char(out, '"');
    }
    base_text_add(out, "/>\n");
}

static void text(const GfxItem *i, Text *out) {
    static const char *const anchors[] = {"start", "middle", "end"};
    int lines = 1;
    for (const char *p = i->text; (p = strchr(p, '\n')) != NULL; p++) lines++;
    base_text_add(out, "<g");
    put_colour(out, "fill", i->line);
    put_number(out, "font-size", i->size);
    base_text_printf(out, " text-anchor=\"%s\"", anchors[i->align]);
    if (*i->font) put_attribute(out, "font-family", i->font);
    if (i->style & GFX_BOLD) base_text_add(out, " font-weight=\"bold\"");
    if (i->style & GFX_ITALIC) base_text_add(out, " font-style=\"italic\"");
    if (i->style & GFX_UNDERLINE) base_text_add(out, " text-decoration=\"underline\"");
    if (i->angle != 0) {
        base_text_add(out, " transform=\"rotate(");
        put(out, -i->angle);
        base_text_char(out, ' ');
        put_pair(out, i->at);
        base_text_add(out, ")\"");
    }
    base_text_char(out, '>');
    double y = -i->at.y + (0.36 - (lines - 1) * 1.15 / 2) * i->size;
    for (const char *p = i->text;; y += 1.15 * i->size) {
        size_t n = strcspn(p, "\n");
        base_text_add(out, "<text");
        put_number(out, "x", i->at.x);
        put_number(out, "y", y);
        if (n > 1) { /* as wide as in a bitmap, whatever font there is */
            put_number(out, "textLength", gfx_text_width(p, n, i->style & GFX_BOLD) * i->size);
            base_text_add(out, " lengthAdjust=\"spacingAndGlyphs\"");
        }
        base_text_char(out, '>');
        put_escaped(out, p, n);
        base_text_add(out, "</text>");
        p += n;
        if (!*p++) break;
    }
    base_text_add(out, "</g>\n");
}

static void bitmap(const GfxItem *i, Text *out) {
    /* an image hangs down from its corner */
    GfxMatrix hanging = i->place;
    hanging.x0 += hanging.xy;
    hanging.y0 += hanging.yy;
    hanging.xy = -hanging.xy;
    hanging.yy = -hanging.yy;
    base_text_add(out, "<image width=\"1\" height=\"1\" preserveAspectRatio=\"none\"");
    put_matrix(out, "transform", &hanging);
    base_text_printf(out, " href=\"data:%s;base64,", i->type);
    gfx_base64(i->bytes, i->nbytes, out);
    base_text_add(out, "\"/>\n");
}

/* A component: a link where there is somewhere to go. */
static bool begin(const GfxItem *i, const GfxSvg *how, Text *out) {
    Text address = {0};
    bool link = how->link && how->link(how->arg, i->class_name, &address);
    if (link) {
        base_text_add(out, "<a");
        put_attribute(out, "href", base_text_str(&address));
        base_text_char(out, '>');
    }
    base_text_free(&address);
    base_text_add(out, "<g");
    put_attribute(out, "data-component", i->name);
    put_attribute(out, "data-class", i->class_name);
    base_text_add(out, "><title>");
    put_escaped(out, i->name, strlen(i->name));
    base_text_add(out, ": ");
    put_escaped(out, i->class_name, strlen(i->class_name));
    base_text_add(out, "</title>\n");
    return link;
}

void gfx_svg(const GfxPicture *p, const GfxSvg *how, Text *out) {
    double w = p->bounds.x2 - p->bounds.x1, h = p->bounds.y2 - p->bounds.y1, width = how->width, height = how->height;
    if (width <= 0) width = height > 0 ? height * w / h : fmin(4 * w, 1200);
    if (height <= 0) height = width * h / w;
    if (!how->inside) base_text_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    base_text_add(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"");
    put_pair(out, (GfxPoint){p->bounds.x1, p->bounds.y2});
    base_text_char(out, ' ');
    put(out, w);
    base_text_char(out, ' ');
    put(out, h);
    base_text_char(out, '"');
    put_number(out, "width", round(width));
    put_number(out, "height", round(height));
    base_text_add(out, ">\n<title>");
    put_escaped(out, p->class_name, strlen(p->class_name));
    base_text_add(out, "</title>\n<g fill=\"none\" stroke-linejoin=\"round\" "
                       "font-family=\"Helvetica,Arial,Liberation Sans,sans-serif\">\n");
    VEC(bool) links = {0};
    for (size_t i = 0; i < p->items.n; i++) {
        const GfxItem *item = &p->items.at[i];
        switch (item->kind) {
        case GFX_SHAPE: shape(item, how, i, out); break;
        case GFX_TEXT: text(item, out); break;
        case GFX_BITMAP: bitmap(item, out); break;
        case GFX_BEGIN: vec_push(&links, begin(item, how, out)); break;
        case GFX_END: base_text_add(out, vec_pop(&links) ? "</g></a>\n" : "</g>\n"); break;
        }
    }
    vec_free(&links);
    base_text_add(out, "</g>\n</svg>\n");
}
