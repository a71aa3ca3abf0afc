/* primitive.c - Line, Polygon, Rectangle and Ellipse as paths (MLS 3.6, 18.6.5; fills 18.6.1.2). */
#include "graphics/graphics_impl.h"

typedef VEC(GfxStep) Path;

static const char *const line_patterns[] = {"None", "Solid", "Dash", "Dot", "DashDot", "DashDotDot", NULL};
static const char *const fill_patterns[] = {
    "None",     "Solid",     "Horizontal",         "Vertical",         "Cross",  "Forward",
    "Backward", "CrossDiag", "HorizontalCylinder", "VerticalCylinder", "Sphere", NULL};
static const char *const smooth_words[] = {"None", "Bezier", NULL};
static const char *const arrow_words[] = {"None", "Open", "Filled", "Half", NULL};
static const char *const closure_words[] = {"None", "Chord", "Radial", "Automatic", NULL};
static const char *const border_words[] = {"None", "Raised", "Sunken", "Engraved", NULL};

/* Lines keep their proportion to what they belong to, but never become thinner than the usual line: that of a component
 * in a diagram could not be seen otherwise. */
static double thickness_of(double given, const GfxMatrix *m) { return fmax(given * gfx_scale(m), fmin(given, 0.25)); }

/* ---- paths ------------------------------------------------------------------------------------------------------- */

static void step(Path *p, const GfxMatrix *m, char op, GfxPoint a, GfxPoint b, GfxPoint c) {
    GfxStep s = {.op = op, .p = {gfx_apply(m, a.x, a.y), gfx_apply(m, b.x, b.y), gfx_apply(m, c.x, c.y)}};
    vec_push(p, s);
}

static void go(Path *p, const GfxMatrix *m, char op, GfxPoint a) { step(p, m, op, a, a, a); }

static GfxPoint middle(GfxPoint a, GfxPoint b) { return (GfxPoint){(a.x + b.x) / 2, (a.y + b.y) / 2}; }

/* Straight from corner to corner, or quadratic splines through the middles of the edges with the corners as control
 * points and straight ends (18.6.1.2). */
static void through(Path *p, const GfxMatrix *m, const GfxPoint *at, uint32_t n, bool smooth) {
    if (!n) return;
    go(p, m, 'M', at[0]);
    if (!smooth || n < 3) {
        for (uint32_t i = 1; i < n; i++) go(p, m, 'L', at[i]);
        return;
    }
    go(p, m, 'L', middle(at[0], at[1]));
    for (uint32_t i = 1; i + 1 < n; i++) {
        GfxPoint end = middle(at[i], at[i + 1]);
        step(p, m, 'Q', at[i], end, end);
    }
    go(p, m, 'L', at[n - 1]);
}

/* From one angle to another (degrees) on the ellipse inside a box, in cubic splines of at most a quarter turn. */
static void arc(Path *p, const GfxMatrix *m, const GfxBox *box, double from, double to, bool begin) {
    double cx = (box->x1 + box->x2) / 2, cy = (box->y1 + box->y2) / 2;
    double rx = fabs(box->x2 - box->x1) / 2, ry = fabs(box->y2 - box->y1) / 2;
    int pieces = (int)ceil(fabs(to - from) / 90 - 1e-9);
    if (pieces < 1) pieces = 1;
    double each = (to - from) / pieces * M_PI / 180, k = 4.0 / 3 * tan(each / 4), a = from * M_PI / 180;
    GfxPoint start = {cx + rx * cos(a), cy + ry * sin(a)};
    go(p, m, begin ? 'M' : 'L', start);
    for (int i = 0; i < pieces; i++, a += each) {
        double b = a + each;
        GfxPoint c1 = {cx + rx * (cos(a) - k * sin(a)), cy + ry * (sin(a) + k * cos(a))};
        GfxPoint c2 = {cx + rx * (cos(b) + k * sin(b)), cy + ry * (sin(b) - k * cos(b))};
        GfxPoint end = {cx + rx * cos(b), cy + ry * sin(b)};
        step(p, m, 'C', c1, c2, end);
    }
}

/* ---- items ------------------------------------------------------------------------------------------------------- */

static GfxItem *add_path(GfxDraw *d, const char *primitive, Path *p) {
    GfxItem *item = gfx_add(d, GFX_SHAPE, primitive);
    item->nsteps = (uint32_t)p->n;
    item->steps = base_copy(&d->picture->arena, p->at, p->n * sizeof *p->at);
    return item;
}

static void include_path(GfxDraw *d, const GfxItem *item) {
    double around = item->pattern == GFX_LINE_NONE ? 0 : item->thickness / 2;
    for (uint32_t i = 0; i < item->nsteps; i++) {
        const GfxStep *s = &item->steps[i];
        int n = s->op == 'C' ? 3 : s->op == 'Q' ? 2 : s->op == 'Z' ? 0 : 1;
        for (int k = 0; k < n; k++) gfx_include(d->picture, s->p[k], around);
    }
}

static void border(const GfxRecord *r, const GfxMatrix *m, GfxItem *item) {
    item->line = gfx_colour(r, "lineColor");
    item->fill = gfx_colour(r, "fillColor");
    item->pattern = (GfxLinePattern)gfx_word(r, "pattern", line_patterns, GFX_LINE_SOLID);
    item->filling = (GfxFillPattern)gfx_word(r, "fillPattern", fill_patterns, GFX_FILL_NONE);
    item->thickness = thickness_of(gfx_number(r, "lineThickness", 0.25), m);
}

/* Where a gradient lies: the box around a shape for cylinders, the ellipse around it for the sphere. */
static void place_filling(GfxItem *item, const GfxMatrix *m, const GfxBox *box, const GfxMatrix *sphere) {
    GfxBox unit = {0, 0, 1, 1};
    GfxMatrix local = item->filling == GFX_FILL_SPHERE ? *sphere : gfx_mapping(&unit, box);
    if (item->filling >= GFX_FILL_HORIZONTAL_CYLINDER) item->gradient = gfx_multiply(m, &local);
    else item->gradient.xx = gfx_scale(m);
}

/* ---- the smallest ellipse around points -------------------------------------------------------------------------- */

/* Khachiyan's algorithm with the step of Kumar and Yildirim (2005): weights u of the points such that the ellipse of
 * their moments encloses all.  To a thousandth: it is a shade. */
typedef struct {
    double xx, xy, yy, x, y;
} Moments;

static Moments moments(const GfxPoint *p, const double *u, uint32_t n) {
    Moments s = {0};
    for (uint32_t i = 0; i < n; i++) {
        s.x += u[i] * p[i].x;
        s.y += u[i] * p[i].y;
        s.xx += u[i] * p[i].x * p[i].x;
        s.xy += u[i] * p[i].x * p[i].y;
        s.yy += u[i] * p[i].y * p[i].y;
    }
    return (Moments){s.xx - s.x * s.x, s.xy - s.x * s.y, s.yy - s.y * s.y, s.x, s.y};
}

static GfxMatrix smallest_ellipse(GfxDraw *d, const GfxPoint *p, uint32_t n, const GfxBox *box) {
    GfxBox circle = {-1, -1, 1, 1};
    double *u = BASE_ARRAY(&d->scratch, double, n + 1);
    for (uint32_t i = 0; i < n; i++) u[i] = 1.0 / n;
    Moments s = {0};
    for (int round = 0; round < 500; round++) {
        s = moments(p, u, n);
        double det = s.xx * s.yy - s.xy * s.xy, most = 0;
        if (!(det > 1e-12)) return gfx_mapping(&circle, box); /* points on a line */
        uint32_t far = 0;
        for (uint32_t i = 0; i < n; i++) {
            double x = p[i].x - s.x, y = p[i].y - s.y;
            double distance = (s.yy * x * x - 2 * s.xy * x * y + s.xx * y * y) / det;
            if (distance > most) {
                most = distance;
                far = i;
            }
        }
        if (most < 2 * 1.001) break;
        double move = (most - 2) / (3 * most);
        for (uint32_t i = 0; i < n; i++) u[i] *= 1 - move;
        u[far] += move;
    }
    /* the square root of twice the moments leads from the circle to the ellipse: lower triangular will do */
    double a = sqrt(2 * s.xx), b = 2 * s.xy / a, c = sqrt(fmax(0, 2 * s.yy - b * b));
    return (GfxMatrix){.xx = a, .yx = b, .yy = c, .x0 = s.x, .y0 = s.y};
}

/* ---- Line -------------------------------------------------------------------------------------------------------- */

/* An arrow head at `tip`, coming from `from` (18.6.5.1): three times as long as half its width. */
static void arrow_head(GfxDraw *d, const GfxItem *line, int kind, GfxPoint tip, GfxPoint from, double width) {
    double dx = tip.x - from.x, dy = tip.y - from.y, length = hypot(dx, dy);
    if (!kind || !(length > 0)) return;
    dx *= 1.5 * width / length;
    dy *= 1.5 * width / length;
    GfxPoint base = {tip.x - dx, tip.y - dy};
    GfxPoint left = {base.x - dy / 3, base.y + dx / 3}, right = {base.x + dy / 3, base.y - dx / 3};
    GfxColour colour = line->line;
    double thickness = line->thickness;
    Path p = {0};
    go(&p, &gfx_identity, 'M', left);
    go(&p, &gfx_identity, 'L', tip);
    if (kind != 3) go(&p, &gfx_identity, 'L', right);
    if (kind == 2) go(&p, &gfx_identity, 'Z', left);
    GfxItem *item = add_path(d, "Line", &p);
    item->line = item->fill = colour;
    item->pattern = GFX_LINE_SOLID;
    item->filling = kind == 2 ? GFX_FILL_SOLID : GFX_FILL_NONE;
    item->thickness = thickness;
    include_path(d, item);
    vec_free(&p);
}

static void arrows_of(const GfxRecord *r, int arrow[2]) {
    const SynExpr *e = gfx_find(r, "arrow");
    arrow[0] = arrow[1] = 0;
    GfxValue v = e ? gfx_value(r->draw, r->scope, e) : (GfxValue){0};
    if (v.kind == GFX_V_NONE) return;
    bool ok = v.kind == GFX_V_ARRAY && v.n == 2;
    for (uint32_t i = 0; ok && i < 2; i++) {
        arrow[i] = -1;
        for (int k = 0; v.items[i].kind == GFX_V_WORD && arrow_words[k]; k++)
            if (strcmp(arrow_words[k], v.items[i].text) == 0) arrow[i] = k;
        ok = arrow[i] >= 0;
    }
    if (ok) return;
    gfx_problem(r->draw, "GFX0001", e->span,
                "arrow of a graphical annotation must be two of None, Open, Filled, Half: {Arrow.None, Arrow.Open}");
    arrow[0] = arrow[1] = 0;
}

void gfx_line(const GfxRecord *r, const GfxMatrix *m) {
    GfxDraw *d = r->draw;
    GfxPoint *at;
    uint32_t n = gfx_points(r, "points", &at);
    if (n < 2) return;
    Path p = {0};
    through(&p, m, at, n, gfx_word(r, "smooth", smooth_words, 0) == 1);
    GfxItem look = {.line = gfx_colour(r, "color")};
    look.pattern = (GfxLinePattern)gfx_word(r, "pattern", line_patterns, GFX_LINE_SOLID);
    look.thickness = thickness_of(gfx_number(r, "thickness", 0.25), m);
    if (look.pattern != GFX_LINE_NONE) {
        GfxItem *item = add_path(d, "Line", &p);
        item->line = look.line;
        item->pattern = look.pattern;
        item->thickness = look.thickness;
        include_path(d, item);
        int arrow[2];
        arrows_of(r, arrow);
        double width = gfx_number(r, "arrowSize", 3) * gfx_scale(m);
        GfxPoint first = p.at[0].p[0], second = p.at[1].p[0];
        GfxPoint last = p.at[p.n - 1].p[0], before = gfx_apply(m, at[n - 2].x, at[n - 2].y);
        arrow_head(d, &look, arrow[0], first, second, width);
        arrow_head(d, &look, arrow[1], last, before, width);
    }
    vec_free(&p);
}

/* ---- filled shapes ----------------------------------------------------------------------------------------------- */

static void draw_polygon(const GfxRecord *r, const GfxMatrix *m) {
    GfxDraw *d = r->draw;
    GfxPoint *at;
    uint32_t n = gfx_points(r, "points", &at);
    if (n < 2) return;
    bool smooth = gfx_word(r, "smooth", smooth_words, 0) == 1,
         closed = at[0].x == at[n - 1].x && at[0].y == at[n - 1].y;
    if (smooth && !closed) {
        GfxPoint *more = BASE_ARRAY(&d->scratch, GfxPoint, n + 1);
        memcpy(more, at, n * sizeof *at);
        more[n++] = at[0];
        at = more;
    }
    Path p = {0};
    through(&p, m, at, n, smooth);
    go(&p, m, 'Z', at[0]);
    GfxItem *item = add_path(d, "Polygon", &p);
    border(r, m, item);
    GfxBox box = {at[0].x, at[0].y, at[0].x, at[0].y};
    for (uint32_t i = 1; i < n; i++)
        box = (GfxBox){fmin(box.x1, at[i].x), fmin(box.y1, at[i].y), fmax(box.x2, at[i].x), fmax(box.y2, at[i].y)};
    GfxMatrix sphere = item->filling == GFX_FILL_SPHERE ? smallest_ellipse(d, at, n, &box) : gfx_identity;
    place_filling(item, m, &box, &sphere);
    include_path(d, item);
    vec_free(&p);
}

static void rectangle_path(Path *p, const GfxMatrix *m, const GfxBox *b, double radius) {
    double w = b->x2 - b->x1, h = b->y2 - b->y1, r = fmax(0, fmin(radius, fmin(w, h) / 2));
    if (r == 0) {
        go(p, m, 'M', (GfxPoint){b->x1, b->y1});
        go(p, m, 'L', (GfxPoint){b->x2, b->y1});
        go(p, m, 'L', (GfxPoint){b->x2, b->y2});
        go(p, m, 'L', (GfxPoint){b->x1, b->y2});
    } else {
        arc(p, m, &(GfxBox){b->x2 - 2 * r, b->y2 - 2 * r, b->x2, b->y2}, 0, 90, true);
        arc(p, m, &(GfxBox){b->x1, b->y2 - 2 * r, b->x1 + 2 * r, b->y2}, 90, 180, false);
        arc(p, m, &(GfxBox){b->x1, b->y1, b->x1 + 2 * r, b->y1 + 2 * r}, 180, 270, false);
        arc(p, m, &(GfxBox){b->x2 - 2 * r, b->y1, b->x2, b->y1 + 2 * r}, 270, 360, false);
    }
    go(p, m, 'Z', (GfxPoint){b->x1, b->y1});
}

/* A line along two sides of a rectangle, `in` inside it: the upper left ones or the lower right ones. */
static void edge(GfxDraw *d, const GfxMatrix *m, const GfxBox *b, double in, bool upper, GfxColour colour) {
    Path p = {0};
    double x1 = b->x1 + in, y1 = b->y1 + in, x2 = b->x2 - in, y2 = b->y2 - in;
    go(&p, m, 'M', (GfxPoint){x1, y1});
    go(&p, m, 'L', upper ? (GfxPoint){x1, y2} : (GfxPoint){x2, y1});
    go(&p, m, 'L', (GfxPoint){x2, y2});
    GfxItem *item = add_path(d, "Rectangle", &p);
    item->line = colour;
    item->pattern = GFX_LINE_SOLID;
    item->thickness = gfx_scale(m);
    vec_free(&p);
}

/* Frames inside the extent: light from the upper left. */
static void draw_frame(GfxDraw *d, const GfxMatrix *m, const GfxBox *b, int kind) {
    const GfxColour light = {245, 245, 245}, dark = {110, 110, 110};
    if (kind == 1) edge(d, m, b, 0.5, false, dark), edge(d, m, b, 0.5, true, light);
    else edge(d, m, b, 0.5, false, light), edge(d, m, b, 0.5, true, dark);
    if (kind == 3) edge(d, m, b, 1.5, false, dark), edge(d, m, b, 1.5, true, light);
}

/* Corners in order, whatever way they were given: the extent of a shape does not mirror it. */
static GfxBox ordered(GfxBox b) {
    return (GfxBox){fmin(b.x1, b.x2), fmin(b.y1, b.y2), fmax(b.x1, b.x2), fmax(b.y1, b.y2)};
}

static void draw_rectangle(const GfxRecord *r, const GfxMatrix *m) {
    GfxBox box;
    if (!gfx_box(r, "extent", &box)) return;
    box = ordered(box);
    Path p = {0};
    rectangle_path(&p, m, &box, gfx_number(r, "radius", 0));
    GfxItem *item = add_path(r->draw, "Rectangle", &p);
    border(r, m, item);
    double cx = (box.x1 + box.x2) / 2, cy = (box.y1 + box.y2) / 2;
    GfxMatrix sphere = {.xx = (box.x2 - box.x1) / M_SQRT2, .yy = (box.y2 - box.y1) / M_SQRT2, .x0 = cx, .y0 = cy};
    place_filling(item, m, &box, &sphere);
    include_path(r->draw, item);
    vec_free(&p);
    int frame = gfx_word(r, "borderPattern", border_words, 0);
    if (frame) draw_frame(r->draw, m, &box, frame);
}

static void draw_ellipse(const GfxRecord *r, const GfxMatrix *m) {
    GfxBox box;
    if (!gfx_box(r, "extent", &box)) return;
    box = ordered(box);
    double from = gfx_number(r, "startAngle", 0), to = gfx_number(r, "endAngle", 360);
    if (to < from) to += 360 * ceil((from - to) / 360);
    if (to > from + 360) to = from + 360;
    int closure = gfx_word(r, "closure", closure_words, 3);
    if (closure == 3) closure = from == 0 && to == 360 ? 1 : 2;
    GfxPoint centre = {(box.x1 + box.x2) / 2, (box.y1 + box.y2) / 2};
    Path p = {0};
    arc(&p, m, &box, from, to, true);
    if (closure == 2 && to < from + 360) go(&p, m, 'L', centre);
    if (closure != 0) go(&p, m, 'Z', centre);
    GfxItem *item = add_path(r->draw, "Ellipse", &p);
    border(r, m, item);
    if (closure == 0) item->filling = GFX_FILL_NONE; /* an open curve has no inside (18.6.5.4) */
    GfxBox circle = {-1, -1, 1, 1};
    GfxMatrix sphere = gfx_mapping(&circle, &box);
    place_filling(item, m, &box, &sphere);
    include_path(r->draw, item);
    vec_free(&p);
}

void gfx_outline(GfxDraw *d, const GfxBox *box, const GfxMatrix *m) {
    Path p = {0};
    rectangle_path(&p, m, box, 0);
    GfxItem *item = add_path(d, "Outline", &p);
    item->line = (GfxColour){150, 150, 150};
    item->fill = (GfxColour){255, 255, 255};
    item->filling = GFX_FILL_SOLID;
    item->pattern = GFX_LINE_SOLID;
    item->thickness = 0.25;
    item->gradient.xx = 1;
    include_path(d, item);
    vec_free(&p);
}

void gfx_plain_line(GfxDraw *d, const GfxPoint *at, uint32_t n) {
    Path p = {0};
    through(&p, &gfx_identity, at, n, false);
    GfxItem *item = add_path(d, "Line", &p);
    item->line = (GfxColour){90, 90, 90};
    item->pattern = GFX_LINE_SOLID;
    item->thickness = 0.25;
    include_path(d, item);
    vec_free(&p);
}

/* ---- by name ----------------------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    void (*draw)(const GfxRecord *r, const GfxMatrix *m);
} primitives[] = {{"Line", gfx_line},        {"Polygon", draw_polygon}, {"Rectangle", draw_rectangle},
                  {"Ellipse", draw_ellipse}, {"Text", gfx_text},        {"Bitmap", gfx_bitmap}};

static size_t find_primitive(const char *name) {
    size_t n = sizeof primitives / sizeof *primitives, i = 0;
    while (i < n && strcmp(primitives[i].name, name) != 0) i++;
    return i;
}

bool gfx_is_primitive(const char *name) { return find_primitive(name) < sizeof primitives / sizeof *primitives; }

void gfx_primitive(const GfxRecord *r, const char *name, const GfxMatrix *m) {
    size_t i = find_primitive(name);
    if (i == sizeof primitives / sizeof *primitives || !gfx_boolean(r, "visible", true)) return;
    GfxMatrix own = gfx_moved(m, gfx_point(r, "origin"));
    own = gfx_rotated(&own, gfx_number(r, "rotation", 0));
    primitives[i].draw(r, &own);
}
