/* mesh.c - triangles of the shapes of MultiBody: box, sphere, cylinder, cone, pipe, beam, gearwheel, spring.
 *
 * A shape lies along x from 0 to its length, y is its width, z its height (documentation of
 * MultiBody.Visualizers.Advanced.Shape, where `extra` is told too).  Triangles are separate, each corner with its
 * normal, so that whoever draws them needs nothing else.
 */
#include "server/studio_impl.h"

enum { ROUND = 32, MOST_TEETH = 200, MOST_WINDINGS = 100 };

typedef struct {
    float x, y, z;
} Point;

static Point cross(Point a, Point b) {
    return (Point){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static Point minus(Point a, Point b) { return (Point){a.x - b.x, a.y - b.y, a.z - b.z}; }

static Point unit(Point a) {
    float n = sqrtf(a.x * a.x + a.y * a.y + a.z * a.z);
    return n > 0 ? (Point){a.x / n, a.y / n, a.z / n} : (Point){1, 0, 0};
}

static void corner(SrvMesh *m, Point p, Point n) {
    float v[] = {p.x, p.y, p.z, n.x, n.y, n.z};
    for (int i = 0; i < 6; i++) vec_push(m, v[i]);
}

static void smooth(SrvMesh *m, const Point p[3], const Point n[3]) {
    for (int i = 0; i < 3; i++) corner(m, p[i], n[i]);
}

static void flat(SrvMesh *m, Point a, Point b, Point c) {
    Point n = unit(cross(minus(b, a), minus(c, a)));
    corner(m, a, n);
    corner(m, b, n);
    corner(m, c, n);
}

static void flat4(SrvMesh *m, Point a, Point b, Point c, Point d) {
    flat(m, a, b, c);
    flat(m, a, c, d);
}

void srv_mesh_triangle(SrvMesh *m, const float p[9]) {
    flat(m, (Point){p[0], p[1], p[2]}, (Point){p[3], p[4], p[5]}, (Point){p[6], p[7], p[8]});
}

/* ---- round shapes: an outline of (x, radius) turned about x ------------------------------------------------------ */

typedef struct {
    float x, r;
} Rim;

static Point at_rim(Rim a, double angle, double w, double h) {
    return (Point){a.x, (float)(a.r * w / 2 * cos(angle)), (float)(a.r * h / 2 * sin(angle))};
}

/* One band between two rims; radii are parts of the half width and height. */
static void band(SrvMesh *m, Rim a, Rim b, double w, double h) {
    for (int i = 0; i < ROUND; i++) {
        double t0 = 2 * M_PI * i / ROUND, t1 = 2 * M_PI * (i + 1) / ROUND;
        Point p[4] = {at_rim(a, t0, w, h), at_rim(b, t0, w, h), at_rim(b, t1, w, h), at_rim(a, t1, w, h)}, n[4];
        float dx = b.x - a.x, dr = (float)((b.r - a.r) * fmin(w, h) / 2);
        for (int k = 0; k < 4; k++) {
            double t = k == 0 || k == 1 ? t0 : t1;
            n[k] = unit((Point){-dr, dx * (float)(cos(t) / fmax(w, 1e-9)), dx * (float)(sin(t) / fmax(h, 1e-9))});
            if (fabsf(dx) > 0) n[k] = unit((Point){-dr / fabsf(dx) * (dx < 0 ? -1 : 1), n[k].y, n[k].z});
            if (dx == 0) n[k] = (Point){dr > 0 ? -1 : 1, 0, 0};
        }
        if (a.r > 0) smooth(m, (Point[]){p[0], p[3], p[2]}, (Point[]){n[0], n[3], n[2]});
        if (b.r > 0) smooth(m, (Point[]){p[0], p[2], p[1]}, (Point[]){n[0], n[2], n[1]});
    }
}

static void turned(SrvMesh *m, const Rim *rims, size_t n, double w, double h) {
    for (size_t i = 0; i + 1 < n; i++) band(m, rims[i], rims[i + 1], w, h);
}

static void box(SrvMesh *m, double l, double w, double h) {
    float x = (float)l, y = (float)w / 2, z = (float)h / 2;
    Point p[8] = {{0, -y, -z}, {x, -y, -z}, {x, y, -z}, {0, y, -z}, {0, -y, z}, {x, -y, z}, {x, y, z}, {0, y, z}};
    static const int sides[6][4] = {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {3, 7, 6, 2}, {0, 4, 7, 3}, {1, 2, 6, 5}};
    for (int i = 0; i < 6; i++) flat4(m, p[sides[i][0]], p[sides[i][1]], p[sides[i][2]], p[sides[i][3]]);
}

static void sphere(SrvMesh *m, double l, double w, double h) {
    enum { RINGS = 16 };
    for (int i = 0; i < RINGS; i++)
        for (int k = 0; k < ROUND; k++) {
            Point p[4], n[4];
            for (int c = 0; c < 4; c++) {
                double a = M_PI * (i + (c == 1 || c == 2)) / RINGS, t = 2 * M_PI * (k + (c >= 2)) / ROUND;
                Point u = {(float)-cos(a), (float)(sin(a) * cos(t)), (float)(sin(a) * sin(t))};
                p[c] = (Point){(float)(l / 2 + u.x * l / 2), (float)(u.y * w / 2), (float)(u.z * h / 2)};
                n[c] = u;
            }
            if (i > 0) smooth(m, (Point[]){p[0], p[3], p[2]}, (Point[]){n[0], n[3], n[2]});
            if (i < RINGS - 1) smooth(m, (Point[]){p[0], p[2], p[1]}, (Point[]){n[0], n[2], n[1]});
        }
}

/* A bar with round ends, of the thickness height (beam). */
static void beam(SrvMesh *m, double l, double w, double h) {
    Point ring[2 * ROUND];
    int n = 0;
    for (int i = 0; i <= ROUND / 2; i++) {
        double a = M_PI / 2 + M_PI * i / (ROUND / 2);
        ring[n++] = (Point){(float)(w / 2 * cos(a)), (float)(w / 2 * sin(a)), 0};
    }
    for (int i = 0; i <= ROUND / 2; i++) {
        double a = -M_PI / 2 + M_PI * i / (ROUND / 2);
        ring[n++] = (Point){(float)(l + w / 2 * cos(a)), (float)(w / 2 * sin(a)), 0};
    }
    float z = (float)h / 2;
    for (int i = 0; i < n; i++) {
        Point a = ring[i], b = ring[(i + 1) % n];
        Point lo_a = {a.x, a.y, -z}, lo_b = {b.x, b.y, -z}, hi_a = {a.x, a.y, z}, hi_b = {b.x, b.y, z};
        flat4(m, lo_a, lo_b, hi_b, hi_a);
        flat(m, (Point){(float)l / 2, 0, z}, hi_a, hi_b);
        flat(m, (Point){(float)l / 2, 0, -z}, lo_b, lo_a);
    }
}

/* Teeth from 0.9 to 1 of the radius; negative: inside a ring. */
static void gearwheel(SrvMesh *m, double l, double w, double h, double extra) {
    int teeth = (int)fmin(MOST_TEETH, fmax(3, fabs(round(extra))));
    bool inner = extra < 0;
    double tip = inner ? 0.9 : 1, root = inner ? 1 : 0.9, far = inner ? 1.15 : 0;
    for (int i = 0; i < 4 * teeth; i++) {
        double a = 2 * M_PI * i / (4 * teeth), b = 2 * M_PI * (i + 1) / (4 * teeth);
        int phase = i % 4;
        double ra = phase == 0 || phase == 3 ? (phase == 0 ? root : tip) : tip,
               rb = phase == 0 || phase == 1 ? tip : root;
        if (phase == 3) ra = root, rb = root;
        if (phase == 2) ra = tip;
        Point p0 = at_rim((Rim){0, (float)ra}, a, w, h), p1 = at_rim((Rim){0, (float)rb}, b, w, h), q0 = p0, q1 = p1;
        Point c0 = at_rim((Rim){0, (float)far}, a, w, h), c1 = at_rim((Rim){0, (float)far}, b, w, h), d0 = c0, d1 = c1;
        q0.x = q1.x = d0.x = d1.x = (float)l;
        if (inner) flat4(m, p0, q0, q1, p1), flat4(m, c0, c1, d1, d0);
        else flat4(m, p0, p1, q1, q0);
        flat4(m, c0, inner ? p0 : p1, inner ? p1 : p0, c1);
        flat4(m, d0, d1, inner ? q1 : q0, inner ? q0 : q1);
    }
}

static void spring(SrvMesh *m, double l, double w, double h, double extra) {
    enum { AROUND = 8, A_TURN = 24 };
    double turns = fmin(MOST_WINDINGS, fmax(1, fabs(extra))), wire = fmax(h / 4, fabs(w) * 0.01), r = w / 2;
    int n = (int)(turns * A_TURN);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < AROUND; k++) {
            Point p[4], nn[4];
            for (int c = 0; c < 4; c++) {
                double s = (double)(i + (c == 1 || c == 2)) / n, t = 2 * M_PI * turns * s;
                double u = 2 * M_PI * (k + (c >= 2)) / AROUND;
                Point out = {0, (float)cos(t), (float)sin(t)};
                nn[c] = (Point){(float)sin(u), (float)(out.y * cos(u)), (float)(out.z * cos(u))};
                p[c] = (Point){(float)(l * s + wire * nn[c].x), (float)(r * out.y + wire * nn[c].y),
                               (float)(r * out.z + wire * nn[c].z)};
            }
            smooth(m, (Point[]){p[0], p[1], p[2]}, (Point[]){nn[0], nn[1], nn[2]});
            smooth(m, (Point[]){p[0], p[2], p[3]}, (Point[]){nn[0], nn[2], nn[3]});
        }
}

void srv_mesh(SrvMesh *m, const char *type, double l, double w, double h, double extra) {
    float x = (float)l, in;
    if (strcmp(type, "sphere") == 0) {
        sphere(m, l, w, h);
    } else if (strcmp(type, "cylinder") == 0 || strcmp(type, "cone") == 0) {
        float left = *type == 'c' && type[1] == 'o' ? (float)extra : 1; /* extra: of the left end against the right */
        bool cone = type[1] == 'o';
        turned(m, (Rim[]){{0, 0}, {0, 1}, {x, cone ? left : 1}, {x, 0}}, 4, w, h);
        if (!cone && extra > 0) { /* a stripe that shows how it turns */
            Point a = {0, (float)(w / 2 * 1.01), (float)(-h * 0.03)}, b = a, c = a, d = a;
            b.x = c.x = x;
            c.z = d.z = (float)(h * 0.03);
            flat4(m, a, d, c, b);
        }
    } else if (strcmp(type, "pipe") == 0 || strcmp(type, "pipecylinder") == 0) {
        in = extra > 1 ? (float)(1 / extra) : extra > 0 ? (float)extra : 0; /* outer against inner diameter, or back */
        turned(m, (Rim[]){{0, in}, {0, 1}, {x, 1}, {x, in}, {0, in}}, 5, w, h);
    } else if (strcmp(type, "beam") == 0) {
        beam(m, l, w, h);
    } else if (strcmp(type, "gearwheel") == 0) {
        gearwheel(m, l, w, h, extra);
    } else if (strcmp(type, "spring") == 0) {
        spring(m, l, w, h, extra);
    } else if (strcmp(type, "arrow") == 0) { /* of a vector: a rod with a head, as long as l */
        float head = (float)fmin(l * 0.4, w * 3);
        float thin = 0.45f;
        turned(m, (Rim[]){{0, 0}, {0, thin}, {x - head, thin}, {x - head, 1}, {x, 0}}, 5, w, h);
    } else {
        box(m, l, w, h);
    }
}
