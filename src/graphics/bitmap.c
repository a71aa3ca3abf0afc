/* bitmap.c - images: a file of a library or Base64 in the text (MLS 3.6, 18.6.5.6).
 *
 * A picture must not become a way to read files of the machine: an image file has to lie inside the library that its
 * address names or that the class belongs to.
 */
#include "graphics/graphics_impl.h"

#include <errno.h>
#include <stdlib.h>

enum { LARGEST_IMAGE = 16 << 20 };

static bool starts(const char *bytes, size_t n, const char *with, size_t m) {
    return n >= m && memcmp(bytes, with, m) == 0;
}

static const char *type_of(const char *b, size_t n) {
    if (starts(b, n, "\x89PNG\r\n\x1a\n", 8)) return "image/png";
    if (starts(b, n, "\xff\xd8\xff", 3)) return "image/jpeg";
    if (starts(b, n, "BM", 2)) return "image/bmp";
    if (starts(b, n, "GIF8", 4)) return "image/gif";
    for (size_t i = 0; i + 4 < n && i < 1000; i++)
        if (memcmp(b + i, "<svg", 4) == 0) return "image/svg+xml";
    return NULL;
}

static unsigned big(const char *p, int n) {
    unsigned v = 0;
    for (int i = 0; i < n; i++) v = v << 8 | (unsigned char)p[i];
    return v;
}

/* Width and height from the head of the file; false: not known. */
static bool size_of(const char *b, size_t n, const char *type, double *w, double *h) {
    if (strcmp(type, "image/png") == 0 && n >= 24) {
        *w = big(b + 16, 4);
        *h = big(b + 20, 4);
    } else if (strcmp(type, "image/bmp") == 0 && n >= 26) {
        int32_t size[2];
        memcpy(size, b + 18, sizeof size); /* little endian, as all machines we know */
        *w = size[0];
        *h = fabs((double)size[1]);
    } else if (strcmp(type, "image/jpeg") == 0) {
        size_t at = 2;
        while (at + 9 < n && (unsigned char)b[at] == 0xff) {
            unsigned marker = (unsigned char)b[at + 1];
            if (marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc) {
                *h = big(b + at + 5, 2);
                *w = big(b + at + 7, 2);
                return *w > 0 && *h > 0;
            }
            at += 2 + big(b + at + 2, 2);
        }
        return false;
    } else return false;
    return *w > 0 && *h > 0;
}

/* ---- where the bytes come from ----------------------------------------------------------------------------------- */

static int digit(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

static size_t from_base64(const char *text, char *out) {
    size_t n = 0;
    unsigned bits = 0, have = 0;
    for (; *text && *text != '='; text++) {
        int v = digit(*text);
        if (v < 0) continue;
        bits = bits << 6 | (unsigned)v;
        have += 6;
        if (have >= 8) {
            have -= 8;
            out[n++] = (char)(bits >> have & 255);
        }
    }
    return n;
}

/* The folder in which an address may point: that of the library it names, else that of the class itself. */
static const char *allowed_folder(const GfxRecord *r, const char *address) {
    LibClass *top = r->scope->lib ? lib_top(r->scope->lib) : NULL;
    for (InstClass *c = r->scope; !top && c; c = c->scope)
        if (c->lib) top = lib_top(c->lib);
    if (strncmp(address, "modelica://", 11) == 0) {
        size_t n = strcspn(address + 11, "./");
        top = lib_find(r->draw->inst->lib, NULL, base_intern(r->draw->ctx->names, address + 11, n));
    }
    return top ? top->folder : NULL;
}

static bool lies_inside(const char *path, const char *folder) {
    char *file = realpath(path, NULL), *home = realpath(folder, NULL);
    size_t n = home ? strlen(home) : 0;
    bool inside = file && home && strncmp(file, home, n) == 0 && file[n] == '/';
    free(file);
    free(home);
    return inside;
}

static bool read_file(const GfxRecord *r, const char *path, const char **bytes, size_t *n) {
    FILE *f = fopen(path, "rb");
    Arena *a = &r->draw->picture->arena;
    if (!f) return false;
    bool ok = fseek(f, 0, SEEK_END) == 0;
    long size = ok ? ftell(f) : -1;
    ok = size > 0 && size <= LARGEST_IMAGE && fseek(f, 0, SEEK_SET) == 0;
    if (ok) {
        char *all = base_alloc(a, (size_t)size);
        *n = fread(all, 1, (size_t)size, f);
        *bytes = all;
        ok = *n == (size_t)size;
    } else errno = size > LARGEST_IMAGE ? EFBIG : EINVAL;
    fclose(f);
    return ok;
}

static bool load(const GfxRecord *r, const char **bytes, size_t *n) {
    GfxDraw *d = r->draw;
    const char *source = gfx_text_argument(r, "imageSource"), *file = gfx_text_argument(r, "fileName");
    if (source && *source) {
        char *all = base_alloc(&d->picture->arena, strlen(source) + 1);
        *n = from_base64(source, all);
        *bytes = all;
        return true;
    }
    if (!file || !*file) return false;
    const char *path = lib_resource(d->inst->lib, file), *folder = allowed_folder(r, file);
    if (path && path[0] != '/' && folder && strstr(file, "://") == NULL)
        path = base_sprintf(&d->scratch, "%s/%s", folder, path);
    if (!path || !folder || !lies_inside(path, folder)) {
        gfx_problem(d, "GFX0002", r->span, "the image %s is no file of its library, and is left out", file);
        return false;
    }
    if (read_file(r, path, bytes, n)) return true;
    gfx_problem(d, "GFX0002", r->span, "the image %s cannot be read: %s", file, strerror(errno));
    return false;
}

/* ---- placing ----------------------------------------------------------------------------------------------------- */

void gfx_bitmap(const GfxRecord *r, const GfxMatrix *m) {
    GfxBox box;
    const char *bytes, *type;
    size_t n;
    if (!gfx_box(r, "extent", &box) || !load(r, &bytes, &n)) return;
    type = type_of(bytes, n);
    if (!type) {
        gfx_problem(r->draw, "GFX0002", r->span, "an image is neither PNG, JPEG, BMP, GIF nor SVG, and is left out");
        return;
    }
    /* scaled uniformly to fit the extent, in its middle; corners the other way round mirror it */
    double w, h, bw = box.x2 - box.x1, bh = box.y2 - box.y1;
    if (size_of(bytes, n, type, &w, &h) && bw != 0 && bh != 0) {
        double scale = fmin(fabs(bw) / w, fabs(bh) / h), cx = (box.x1 + box.x2) / 2, cy = (box.y1 + box.y2) / 2;
        double half_w = copysign(w * scale / 2, bw), half_h = copysign(h * scale / 2, bh);
        box = (GfxBox){cx - half_w, cy - half_h, cx + half_w, cy + half_h};
    }
    GfxBox unit = {0, 0, 1, 1};
    GfxMatrix local = gfx_mapping(&unit, &box);
    GfxItem *item = gfx_add(r->draw, GFX_BITMAP, "Bitmap");
    item->bytes = bytes;
    item->nbytes = n;
    item->type = type;
    item->place = gfx_multiply(m, &local);
    for (int k = 0; k < 4; k++) gfx_include(r->draw->picture, gfx_apply(&item->place, k & 1, k >> 1), 0);
}
