/* png.c - the display list as PNG, drawn by cairo. */
#include "graphics/graphics_impl.h"

#include <cairo.h>

typedef struct {
    const char *bytes;
    size_t n, at;
} Bytes;

static void source_colour(cairo_t *cr, GfxColour c) { cairo_set_source_rgb(cr, c.r / 255.0, c.g / 255.0, c.b / 255.0); }

static void path(cairo_t *cr, const GfxItem *i) {
    cairo_new_path(cr);
    for (uint32_t k = 0; k < i->nsteps; k++) {
        const GfxPoint *p = i->steps[k].p;
        double x, y;
        switch (i->steps[k].op) {
        case 'M': cairo_move_to(cr, p[0].x, p[0].y); break;
        case 'L': cairo_line_to(cr, p[0].x, p[0].y); break;
        case 'Q': /* the cubic that is the same curve */
            cairo_get_current_point(cr, &x, &y);
            cairo_curve_to(cr, x + (p[0].x - x) * 2 / 3, y + (p[0].y - y) * 2 / 3, p[1].x + (p[0].x - p[1].x) * 2 / 3,
                           p[1].y + (p[0].y - p[1].y) * 2 / 3, p[1].x, p[1].y);
            break;
        case 'C': cairo_curve_to(cr, p[0].x, p[0].y, p[1].x, p[1].y, p[2].x, p[2].y); break;
        default: cairo_close_path(cr);
        }
    }
}

static cairo_matrix_t as_cairo(const GfxMatrix *m) {
    cairo_matrix_t c;
    cairo_matrix_init(&c, m->xx, m->yx, m->xy, m->yy, m->x0, m->y0);
    return c;
}

static void add_stop(cairo_pattern_t *p, double at, GfxColour c) {
    cairo_pattern_add_color_stop_rgb(p, at, c.r / 255.0, c.g / 255.0, c.b / 255.0);
}

static void fill_gradient(cairo_t *cr, const GfxItem *i) {
    bool sphere = i->filling == GFX_FILL_SPHERE, flat = i->filling == GFX_FILL_HORIZONTAL_CYLINDER;
    cairo_pattern_t *p = sphere ? cairo_pattern_create_radial(0, 0, 0, 0, 0, 1)
                                : cairo_pattern_create_linear(0, 0, flat ? 0 : 1, flat ? 1 : 0);
    if (!sphere) add_stop(p, 0, i->line);
    add_stop(p, sphere ? 0 : 0.5, i->fill);
    add_stop(p, 1, i->line);
    cairo_matrix_t m = as_cairo(&i->gradient);
    if (cairo_matrix_invert(&m) == CAIRO_STATUS_SUCCESS) {
        cairo_pattern_set_matrix(p, &m);
        cairo_set_source(cr, p);
    } else source_colour(cr, i->fill);
    cairo_fill_preserve(cr);
    cairo_pattern_destroy(p);
}

static void hatch_lines(cairo_t *cr, double x1, double y1, double x2, double y2, double apart, int kind) {
    double size = (x2 - x1) + (y2 - y1);
    for (double at = 0; at <= size && size / apart < 5000; at += apart) {
        if (kind == 0 && y1 + at <= y2) cairo_move_to(cr, x1, y1 + at), cairo_line_to(cr, x2, y1 + at);
        if (kind == 1 && x1 + at <= x2) cairo_move_to(cr, x1 + at, y1), cairo_line_to(cr, x1 + at, y2);
        if (kind == 2) cairo_move_to(cr, x1 - (y2 - y1) + at, y1), cairo_line_to(cr, x1 + at, y2);
        if (kind == 3) cairo_move_to(cr, x1 - (y2 - y1) + at, y2), cairo_line_to(cr, x1 + at, y1);
    }
}

static void fill_hatch(cairo_t *cr, const GfxItem *i) {
    double x1, y1, x2, y2, scale = fmax(i->gradient.xx, 0.5), apart = 4 * scale;
    GfxFillPattern f = i->filling;
    source_colour(cr, i->fill);
    cairo_fill_preserve(cr);
    cairo_save(cr);
    cairo_path_extents(cr, &x1, &y1, &x2, &y2);
    cairo_clip(cr);
    cairo_new_path(cr);
    if (f == GFX_FILL_HORIZONTAL || f == GFX_FILL_CROSS) hatch_lines(cr, x1, y1, x2, y2, apart, 0);
    if (f == GFX_FILL_VERTICAL || f == GFX_FILL_CROSS) hatch_lines(cr, x1, y1, x2, y2, apart, 1);
    if (f == GFX_FILL_FORWARD || f == GFX_FILL_CROSS_DIAG) hatch_lines(cr, x1, y1, x2, y2, apart, 2);
    if (f == GFX_FILL_BACKWARD || f == GFX_FILL_CROSS_DIAG) hatch_lines(cr, x1, y1, x2, y2, apart, 3);
    source_colour(cr, i->line);
    cairo_set_line_width(cr, 0.25 * scale);
    cairo_stroke(cr);
    cairo_restore(cr);
    path(cr, i);
}

static void shape(cairo_t *cr, const GfxItem *i) {
    path(cr, i);
    if (i->filling == GFX_FILL_SOLID) {
        source_colour(cr, i->fill);
        cairo_fill_preserve(cr);
    } else if (i->filling >= GFX_FILL_HORIZONTAL_CYLINDER) fill_gradient(cr, i);
    else if (i->filling > GFX_FILL_SOLID) fill_hatch(cr, i);
    if (i->pattern != GFX_LINE_NONE) {
        double dashes[6];
        size_t n = gfx_dashes(i->pattern, dashes);
        for (size_t k = 0; k < n; k++) dashes[k] *= i->thickness;
        cairo_set_dash(cr, dashes, i->thickness > 0 ? (int)n : 0, 0);
        source_colour(cr, i->line);
        cairo_set_line_width(cr, i->thickness);
        cairo_stroke(cr);
        cairo_set_dash(cr, NULL, 0, 0);
    }
    cairo_new_path(cr);
}

/* One line of text whose baseline begins at the origin, as wide as Helvetica makes it, whatever font there is. */
static void text_line(cairo_t *cr, const GfxItem *i, const char *line, size_t n, double y) {
    char one[1000];
    if (n >= sizeof one) n = sizeof one - 1;
    memcpy(one, line, n);
    one[n] = 0;
    cairo_text_extents_t e;
    cairo_text_extents(cr, one, &e);
    double want = gfx_text_width(line, n, i->style & GFX_BOLD) * i->size;
    double squeeze = e.x_advance > 0 && n > 1 ? want / e.x_advance : 1;
    double width = e.x_advance * squeeze, x = i->align == GFX_LEFT ? 0 : i->align == GFX_RIGHT ? -width : -width / 2;
    cairo_save(cr);
    cairo_translate(cr, x, y);
    cairo_scale(cr, squeeze, 1);
    cairo_move_to(cr, 0, 0);
    cairo_show_text(cr, one);
    cairo_restore(cr);
    if (i->style & GFX_UNDERLINE) {
        cairo_set_line_width(cr, i->size * 0.05);
        cairo_move_to(cr, x, y + i->size * 0.12);
        cairo_line_to(cr, x + width, y + i->size * 0.12);
        cairo_stroke(cr);
    }
}

static void text(cairo_t *cr, const GfxItem *i) {
    int lines = 1;
    for (const char *p = i->text; (p = strchr(p, '\n')) != NULL; p++) lines++;
    cairo_save(cr);
    cairo_translate(cr, i->at.x, i->at.y);
    cairo_rotate(cr, i->angle * M_PI / 180);
    cairo_scale(cr, 1, -1);
    cairo_select_font_face(cr, *i->font ? i->font : "Helvetica",
                           i->style & GFX_ITALIC ? CAIRO_FONT_SLANT_ITALIC : CAIRO_FONT_SLANT_NORMAL,
                           i->style & GFX_BOLD ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cr, i->size);
    source_colour(cr, i->line);
    double y = (0.36 - (lines - 1) * 1.15 / 2) * i->size;
    for (const char *p = i->text;; y += 1.15 * i->size) {
        size_t n = strcspn(p, "\n");
        text_line(cr, i, p, n, y);
        p += n;
        if (!*p++) break;
    }
    cairo_restore(cr);
}

static cairo_status_t read_bytes(void *closure, unsigned char *to, unsigned int n) {
    Bytes *b = closure;
    if (b->n - b->at < n) return CAIRO_STATUS_READ_ERROR;
    memcpy(to, b->bytes + b->at, n);
    b->at += n;
    return CAIRO_STATUS_SUCCESS;
}

/* cairo reads PNG; the place of any other image is shown as a frame. */
static void bitmap(cairo_t *cr, const GfxItem *i) {
    Bytes b = {i->bytes, i->nbytes, 0};
    bool png = strcmp(i->type, "image/png") == 0;
    cairo_surface_t *s = png ? cairo_image_surface_create_from_png_stream(read_bytes, &b) : NULL;
    cairo_matrix_t place = as_cairo(&i->place);
    cairo_save(cr);
    cairo_transform(cr, &place);
    if (s && cairo_surface_status(s) == CAIRO_STATUS_SUCCESS) {
        cairo_scale(cr, 1.0 / cairo_image_surface_get_width(s), -1.0 / cairo_image_surface_get_height(s));
        cairo_translate(cr, 0, -cairo_image_surface_get_height(s));
        cairo_set_source_surface(cr, s, 0, 0);
        cairo_paint(cr);
        cairo_restore(cr);
    } else {
        cairo_rectangle(cr, 0, 0, 1, 1);
        cairo_restore(cr);
        cairo_set_source_rgb(cr, 0.6, 0.6, 0.6);
        cairo_set_line_width(cr, 0.25);
        cairo_stroke(cr);
    }
    if (s) cairo_surface_destroy(s);
}

bool gfx_png(Context *ctx, const GfxPicture *p, double width, double height, const char *file) {
    double w = p->bounds.x2 - p->bounds.x1, h = p->bounds.y2 - p->bounds.y1;
    if (width <= 0) width = height > 0 ? height * w / h : fmin(4 * w, 1200);
    if (height <= 0) height = width * h / w;
    double scale = fmin(width / w, height / h);
    bool fits = width >= 1 && height >= 1 && width <= 20000 && height <= 20000;
    cairo_surface_t *s =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, fits ? (int)round(width) : 1, fits ? (int)round(height) : 1);
    cairo_t *cr = cairo_create(s);
    cairo_set_source_rgb(cr, 1, 1, 1);
    cairo_paint(cr);
    cairo_translate(cr, width / 2, height / 2);
    cairo_scale(cr, scale, -scale);
    cairo_translate(cr, -(p->bounds.x1 + p->bounds.x2) / 2, -(p->bounds.y1 + p->bounds.y2) / 2);
    cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
    for (size_t i = 0; i < p->items.n; i++) {
        const GfxItem *item = &p->items.at[i];
        if (item->kind == GFX_SHAPE) shape(cr, item);
        else if (item->kind == GFX_TEXT) text(cr, item);
        else if (item->kind == GFX_BITMAP) bitmap(cr, item);
    }
    cairo_status_t status = cairo_status(cr);
    if (status == CAIRO_STATUS_SUCCESS) status = cairo_surface_write_to_png(s, file);
    cairo_destroy(cr);
    cairo_surface_destroy(s);
    if (status == CAIRO_STATUS_SUCCESS && fits) return true;
    Diag *d = base_error(ctx, "GFX0004", (Span){0}, "the picture could not be written to %s: %s", file,
                         fits ? cairo_status_to_string(status) : "its size must be 1 to 20000 pixels");
    base_hint(ctx, d, "choose another place or another size for the picture");
    return false;
}
