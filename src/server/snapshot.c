/* snapshot.c - a picture of bodies in space, drawn without a graphics card: triangles with a buffer of depths. */
#include "server/studio_impl.h"

#include <cairo.h>
#include <errno.h>

enum { FINER = 2, MOST_SIZE = 8192 }; /* pixels are made of FINER by FINER points */

typedef struct {
    double right[3], up[3], back[3], eye[3];
    double scale; /* pixels at distance 1 */
    int width, height;
    float *depth;
    unsigned char *rgb;
} Camera;

static double dot(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static void turn(const float q[4], const float v[3], double out[3]) {
    double x = q[0], y = q[1], z = q[2], w = q[3];
    double tx = 2 * (y * v[2] - z * v[1]), ty = 2 * (z * v[0] - x * v[2]), tz = 2 * (x * v[1] - y * v[0]);
    out[0] = v[0] + w * tx + y * tz - z * ty;
    out[1] = v[1] + w * ty + z * tx - x * tz;
    out[2] = v[2] + w * tz + x * ty - y * tx;
}

/* A corner of a body in the world, and its normal. */
static void corner(const SrvBody *b, const float *frame, const float *c, double p[3], double n[3]) {
    float v[3];
    for (int k = 0; k < 3; k++) v[k] = c[k] * (b->scaled ? frame[7 + k] / b->base[k] : 1);
    turn(frame + 3, v, p);
    turn(frame + 3, c + 3, n);
    for (int k = 0; k < 3; k++) p[k] += frame[k];
}

static void look(Camera *c, const SrvBodies *bodies, double part) {
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, p[3], n[3], size = 0;
    for (size_t i = 0; i < bodies->n; i++) {
        const SrvBody *b = &bodies->at[i];
        const float *f = b->frames + (size_t)lround(part * (double)(b->n - 1)) * SRV_PARTS;
        for (size_t k = 0; k + 6 <= b->mesh.n; k += 6) {
            corner(b, f, b->mesh.at + k, p, n);
            for (int d = 0; d < 3; d++) low[d] = fmin(low[d], p[d]), high[d] = fmax(high[d], p[d]);
        }
    }
    for (int d = 0; d < 3; d++) size = fmax(size, high[d] > low[d] ? high[d] - low[d] : 0);
    if (!(size > 0) || !isfinite(size)) size = 1, low[0] = low[1] = low[2] = -0.5, high[0] = high[1] = high[2] = 0.5;
    double away = size * 2.2, back[3] = {0.45, 0.34, 0.83};
    memcpy(c->back, back, sizeof back);
    double flat = hypot(back[0], back[2]);
    c->right[0] = back[2] / flat, c->right[1] = 0, c->right[2] = -back[0] / flat;
    c->up[0] = back[1] * c->right[2] - back[2] * c->right[1];
    c->up[1] = back[2] * c->right[0] - back[0] * c->right[2];
    c->up[2] = back[0] * c->right[1] - back[1] * c->right[0];
    for (int d = 0; d < 3; d++) c->eye[d] = (low[d] + high[d]) / 2 + away * back[d];
    c->scale = fmin(c->width, c->height) * 1.5;
}

typedef struct {
    double x, y, z; /* z: distance */
} Seen;

static Seen project(const Camera *c, const double p[3]) {
    double v[3] = {p[0] - c->eye[0], p[1] - c->eye[1], p[2] - c->eye[2]};
    double z = fmax(1e-6, -dot(v, c->back));
    return (Seen){c->width / 2.0 + dot(v, c->right) / z * c->scale, c->height / 2.0 - dot(v, c->up) / z * c->scale, z};
}

static void fill(Camera *c, const Seen s[3], const unsigned char colour[3]) {
    double area = (s[1].x - s[0].x) * (s[2].y - s[0].y) - (s[2].x - s[0].x) * (s[1].y - s[0].y);
    int x0 = (int)fmax(0, floor(fmin(s[0].x, fmin(s[1].x, s[2].x)))),
        y0 = (int)fmax(0, floor(fmin(s[0].y, fmin(s[1].y, s[2].y))));
    int x1 = (int)fmin(c->width - 1, ceil(fmax(s[0].x, fmax(s[1].x, s[2].x)))),
        y1 = (int)fmin(c->height - 1, ceil(fmax(s[0].y, fmax(s[1].y, s[2].y))));
    if (!(fabs(area) > 1e-9)) return;
    for (int y = y0; y <= y1; y++)
        for (int x = x0; x <= x1; x++) {
            double px = x + 0.5, py = y + 0.5;
            double a = ((s[1].x - px) * (s[2].y - py) - (s[2].x - px) * (s[1].y - py)) / area;
            double b = ((s[2].x - px) * (s[0].y - py) - (s[0].x - px) * (s[2].y - py)) / area, d = 1 - a - b;
            if (a < 0 || b < 0 || d < 0) continue;
            float z = (float)(1 / (a / s[0].z + b / s[1].z + d / s[2].z));
            size_t at = (size_t)y * (size_t)c->width + (size_t)x;
            if (z >= c->depth[at]) continue;
            c->depth[at] = z;
            memcpy(c->rgb + 3 * at, colour, 3);
        }
}

static void draw(Camera *c, const SrvBody *b, double part) {
    static const double light[3] = {0.35, 0.8, 0.48};
    const float *f = b->frames + (size_t)lround(part * (double)(b->n - 1)) * SRV_PARTS;
    for (size_t k = 0; k + 18 <= b->mesh.n; k += 18) {
        double p[3][3], n[3][3], normal[3];
        Seen s[3];
        unsigned char colour[3];
        for (int i = 0; i < 3; i++) corner(b, f, b->mesh.at + k + 6 * i, p[i], n[i]), s[i] = project(c, p[i]);
        for (int i = 0; i < 3; i++) normal[i] = (n[0][i] + n[1][i] + n[2][i]) / 3;
        double toward = dot(normal, c->back), shade = dot(normal, light) * (toward < 0 ? -1 : 1);
        double bright = 0.45 + 0.5 * fmax(0, shade) + 0.08 * fabs(toward);
        for (int i = 0; i < 3; i++) colour[i] = (unsigned char)fmin(255, fmax(0, f[10 + i] * bright));
        fill(c, s, colour);
    }
}

/* The mean of FINER by FINER points; where nothing is, the paper. */
static bool write_png(const Camera *c, const char *path) {
    int w = c->width / FINER, h = c->height / FINER;
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, w, h);
    unsigned char *data = cairo_image_surface_get_data(surface);
    int stride = cairo_image_surface_get_stride(surface);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            unsigned sum[3] = {0};
            for (int k = 0; k < FINER * FINER; k++) {
                size_t at = (size_t)(y * FINER + k / FINER) * (size_t)c->width + (size_t)(x * FINER + k % FINER);
                for (int i = 0; i < 3; i++) sum[i] += isinf(c->depth[at]) ? 255 : c->rgb[3 * at + (size_t)i];
            }
            unsigned char *to = data + (ptrdiff_t)y * stride + 4 * (ptrdiff_t)x;
            for (int i = 0; i < 3; i++) to[2 - i] = (unsigned char)(sum[i] / (FINER * FINER));
        }
    cairo_surface_mark_dirty(surface);
    errno = 0;
    bool ok = cairo_surface_write_to_png(surface, path) == CAIRO_STATUS_SUCCESS;
    cairo_surface_destroy(surface);
    if (!ok && !errno) errno = EIO;
    return ok;
}

bool srv_snapshot(const SrvBodies *bodies, double part, int width, int height, const char *path) {
    if (width < 1 || height < 1 || width > MOST_SIZE || height > MOST_SIZE) return errno = EINVAL, false;
    Camera c = {.width = width * FINER, .height = height * FINER};
    size_t n = (size_t)c.width * (size_t)c.height;
    c.depth = base_realloc(NULL, n * sizeof *c.depth);
    c.rgb = base_realloc(NULL, 3 * n);
    for (size_t i = 0; i < n; i++) c.depth[i] = INFINITY;
    look(&c, bodies, part);
    for (size_t i = 0; i < bodies->n; i++) draw(&c, &bodies->at[i], part);
    bool ok = write_png(&c, path);
    base_realloc(c.depth, 0);
    base_realloc(c.rgb, 0);
    return ok;
}
