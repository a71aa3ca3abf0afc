/* picture.c - the display list: items, their places, what they cover. */
#include "graphics/graphics_impl.h"

#include <ctype.h>

const GfxMatrix gfx_identity = {.xx = 1, .yy = 1};

GfxMatrix gfx_multiply(const GfxMatrix *a, const GfxMatrix *b) {
    return (GfxMatrix){.xx = a->xx * b->xx + a->xy * b->yx,
                       .xy = a->xx * b->xy + a->xy * b->yy,
                       .yx = a->yx * b->xx + a->yy * b->yx,
                       .yy = a->yx * b->xy + a->yy * b->yy,
                       .x0 = a->xx * b->x0 + a->xy * b->y0 + a->x0,
                       .y0 = a->yx * b->x0 + a->yy * b->y0 + a->y0};
}

GfxPoint gfx_apply(const GfxMatrix *m, double x, double y) {
    return (GfxPoint){m->xx * x + m->xy * y + m->x0, m->yx * x + m->yy * y + m->y0};
}

GfxMatrix gfx_rotated(const GfxMatrix *m, double degrees) {
    /* quarter turns are exact, so that pictures hold no numbers such as 6e-17 */
    double quarter = degrees / 90, angle = degrees * M_PI / 180, c = cos(angle), s = sin(angle);
    if (quarter == floor(quarter)) {
        static const double sines[] = {0, 1, 0, -1};
        int k = (int)(quarter - 4 * floor(quarter / 4)) & 3;
        s = sines[k];
        c = sines[(k + 1) & 3];
    }
    GfxMatrix turn = {.xx = c, .xy = -s, .yx = s, .yy = c};
    return gfx_multiply(m, &turn);
}

GfxMatrix gfx_moved(const GfxMatrix *m, GfxPoint by) {
    GfxMatrix move = {.xx = 1, .yy = 1, .x0 = by.x, .y0 = by.y};
    return gfx_multiply(m, &move);
}

GfxMatrix gfx_mapping(const GfxBox *from, const GfxBox *to) {
    double w = from->x2 - from->x1, h = from->y2 - from->y1;
    GfxMatrix m = {.xx = w != 0 ? (to->x2 - to->x1) / w : 0, .yy = h != 0 ? (to->y2 - to->y1) / h : 0};
    m.x0 = to->x1 - m.xx * from->x1;
    m.y0 = to->y1 - m.yy * from->y1;
    return m;
}

double gfx_scale(const GfxMatrix *m) { return sqrt(fabs(m->xx * m->yy - m->xy * m->yx)); }

GfxItem *gfx_add(GfxDraw *d, GfxKind kind, const char *primitive) {
    GfxItem *item = vec_extend(&d->picture->items, 1);
    item->kind = kind;
    item->primitive = primitive;
    if (kind != GFX_BEGIN && kind != GFX_END) d->picture->drawn = true;
    return item;
}

void gfx_include(GfxPicture *p, GfxPoint at, double around) {
    if (!isfinite(at.x) || !isfinite(at.y)) return;
    p->bounds.x1 = fmin(p->bounds.x1, at.x - around);
    p->bounds.y1 = fmin(p->bounds.y1, at.y - around);
    p->bounds.x2 = fmax(p->bounds.x2, at.x + around);
    p->bounds.y2 = fmax(p->bounds.y2, at.y + around);
}

void gfx_file_name(const char *class_name, Text *out) {
    for (const char *p = class_name; *p; p++) {
        if (isalnum((unsigned char)*p) || *p == '.' || *p == '_') base_text_char(out, *p);
        else base_text_printf(out, "_%02x", (unsigned char)*p);
    }
}

void gfx_free(GfxPicture *p) {
    if (!p) return;
    vec_free(&p->items);
    base_free_arena(&p->arena);
    base_realloc(p, 0);
}
