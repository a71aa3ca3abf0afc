/* arrange.c - a layout for what a class gives no place: components without Placement, connections without Line.
 *
 * Components stand in columns from left to right, each behind those that are connected into it (longest path, cycles
 * cut where they are met), in the order of their declarations within a column.  Where other components have places of
 * their own, the layout stands below them.  A connection is a line of horizontal and vertical strokes between
 * connectors.  All of it says in the picture (GfxPicture.arranged, routed) that nobody drew it.
 */
#include "graphics/graphics_impl.h"

enum { MOST = 400 };                                     /* components laid out; others stay away */
static const double SIZE = 20, STEP_X = 50, STEP_Y = 40; /* units of the layer */

typedef struct {
    GfxDraw *d;
    InstElement *at[MOST];
    uint32_t n, rank[MOST];
    uint32_t from[4 * MOST], to[4 * MOST], nedges; /* connections between them */
} Layout;

/* What stands in a picture: components with an inside, not numbers. */
static bool is_drawable(InstElement *e) {
    if (e->kind != SYN_COMPONENT || e->same || e->deselected || e->is_protected) return false;
    InstComp *comp = inst_component(e->home, e);
    if (!comp || !comp->present || !comp->cls) return false;
    int kind = comp->cls->restriction;
    return kind == SYN_MODEL || kind == SYN_BLOCK || kind == SYN_CLASS || kind == SYN_CONNECTOR ||
           kind == SYN_EXPANDABLE_CONNECTOR;
}

static void collect(Layout *l, InstClass *c, int level) {
    GfxRecord place;
    for (uint32_t i = 0; i < c->nbases && level < 100; i++)
        if (!c->bases[i]->duplicate) collect(l, c->bases[i], level + 1);
    for (uint32_t i = 0; i < c->nelements && l->n < MOST; i++) {
        InstElement *e = c->elements[i];
        if (e->home == c && is_drawable(e) && !gfx_placement(l->d, e, &place)) l->at[l->n++] = e;
    }
}

static uint32_t index_of(const Layout *l, const SynExpr *e) {
    bool named = e && e->kind == SYN_CREF && e->cref.n;
    for (uint32_t i = 0; named && i < l->n; i++)
        if (l->at[i]->name == e->cref.parts[0].name) return i;
    return UINT32_MAX;
}

static void note_edge(GfxDraw *d, InstClass *c, const SynEquation *q, void *arg) {
    Layout *l = arg;
    uint32_t a = index_of(l, q->lhs), b = index_of(l, q->rhs);
    (void)d, (void)c;
    if (a == UINT32_MAX || b == UINT32_MAX || a == b || l->nedges == 4 * MOST) return;
    l->from[l->nedges] = a;
    l->to[l->nedges++] = b;
}

static void find_edges(Layout *l, InstClass *c, int level) {
    for (uint32_t i = 0; i < c->nbases && level < 100; i++)
        if (!c->bases[i]->duplicate) find_edges(l, c->bases[i], level + 1);
    if (c->syn) gfx_each_connect(l->d, c, note_edge, l);
}

/* Ranks along connections; one that leads back to where it came from is left out. */
static void rank_from(Layout *l, uint32_t at, uint8_t *busy) {
    busy[at] = 1;
    for (uint32_t i = 0; i < l->nedges; i++) {
        uint32_t next = l->to[i];
        if (l->from[i] != at || busy[next] == 1 || (busy[next] == 2 && l->rank[next] > l->rank[at])) continue;
        l->rank[next] = l->rank[at] + 1;
        rank_from(l, next, busy);
    }
    busy[at] = 2;
}

static void rank_all(Layout *l) {
    uint8_t busy[MOST] = {0}, entered[MOST] = {0};
    for (uint32_t i = 0; i < l->nedges; i++) entered[l->to[i]] = 1;
    for (uint32_t i = 0; i < l->n; i++)
        if (!entered[i]) rank_from(l, i, busy);
    for (uint32_t i = 0; i < l->n; i++)
        if (!busy[i]) rank_from(l, i, busy);
}

/* Without connections: a square of rows. */
static void square(Layout *l) {
    uint32_t side = (uint32_t)ceil(sqrt((double)l->n));
    for (uint32_t i = 0; i < l->n; i++) l->rank[i] = i % (side ? side : 1);
}

typedef struct {
    uint32_t columns, rows;
} Extent;

static Extent extent_of(const Layout *l) {
    uint32_t in[MOST] = {0};
    Extent e = {0};
    for (uint32_t i = 0; i < l->n; i++) {
        uint32_t rank = l->rank[i] < MOST ? l->rank[i] : MOST - 1;
        e.columns = rank + 1 > e.columns ? rank + 1 : e.columns;
        e.rows = ++in[rank] > e.rows ? in[rank] : e.rows;
    }
    return e;
}

static void grow(GfxPicture *p, double x1, double y1, double x2, double y2) {
    p->extent =
        (GfxBox){fmin(p->extent.x1, x1), fmin(p->extent.y1, y1), fmax(p->extent.x2, x2), fmax(p->extent.y2, y2)};
    gfx_include(p, (GfxPoint){x1, y1}, 0);
    gfx_include(p, (GfxPoint){x2, y2}, 0);
}

void gfx_arrange(GfxDraw *d, InstClass *c) {
    Layout *l = base_alloc(&d->scratch, sizeof *l);
    memset(l, 0, sizeof *l);
    l->d = d;
    collect(l, c, 0);
    if (!l->n) return;
    find_edges(l, c, 0);
    if (l->nedges) rank_all(l);
    else square(l);
    Extent e = extent_of(l);
    GfxBox own = d->picture->extent;
    double width = (e.columns - 1) * STEP_X, height = (e.rows - 1) * STEP_Y;
    double middle = d->placed.n ? own.y1 - height / 2 - STEP_Y : (own.y1 + own.y2) / 2;
    double left = (own.x1 + own.x2) / 2 - width / 2, top = middle + height / 2;
    uint32_t in[MOST] = {0};
    for (uint32_t i = 0; i < l->n; i++) {
        uint32_t rank = l->rank[i] < MOST ? l->rank[i] : MOST - 1;
        double x = left + rank * STEP_X, y = top - in[rank]++ * STEP_Y;
        GfxBox box = {x - SIZE / 2, y - SIZE / 2, x + SIZE / 2, y + SIZE / 2};
        gfx_component_in(d, l->at[i], &box);
        d->picture->arranged++;
    }
    grow(d->picture, left - SIZE, middle - height / 2 - SIZE, left + width + SIZE, top + SIZE);
}

/* ---- lines ------------------------------------------------------------------------------------------------------- */

static const GfxPlaced *placed(const GfxDraw *d, Name name) {
    for (size_t i = 0; i < d->placed.n; i++)
        if (d->placed.at[i].comp->name == name) return &d->placed.at[i];
    return NULL;
}

/* The middle of what a reference names; false: it has no place in the picture. */
static bool end_of(GfxDraw *d, const SynExpr *e, GfxPoint *at, GfxPoint *middle) {
    if (!e || e->kind != SYN_CREF || !e->cref.n) return false;
    const GfxPlaced *p = placed(d, e->cref.parts[0].name);
    if (!p) return false;
    *middle = *at = gfx_apply(&p->to, p->centre.x, p->centre.y);
    if (e->cref.n > 1 && p->comp->cls) {
        GfxPoint inside;
        if (gfx_connector_place(d, p->comp->cls, e->cref.parts[1].name, &inside))
            *at = gfx_apply(&p->to, inside.x, inside.y);
    }
    return true;
}

/* An end of a line: where it is, and the way out of the component there (one of four, or none in its middle). */
typedef struct {
    GfxPoint at, out;
} End;

static End end_at(GfxPoint at, GfxPoint middle) {
    double x = at.x - middle.x, y = at.y - middle.y;
    End e = {.at = at};
    if (fabs(x) < 1e-6 && fabs(y) < 1e-6) return e;
    if (fabs(x) >= fabs(y)) e.out.x = x > 0 ? 1 : -1;
    else e.out.y = y > 0 ? 1 : -1;
    return e;
}

static const double STUB = 6, CHANNEL = 14; /* out of a component, and around it */

/* Does a line that leaves `a` sideways go towards b, which does not leave towards a's back? */
static bool faces(const End *a, const End *b) {
    double way = b->at.x - a->at.x;
    return a->out.x * way > 2 * STUB && b->out.x * way <= 0;
}

/* Out of both ends, and with horizontal and vertical strokes from one to the other: between them where they face each
 * other, else around above or below. */
static uint32_t route(End a, End b, GfxPoint *points) {
    GfxPoint from = {a.at.x + STUB * a.out.x, a.at.y + STUB * a.out.y};
    GfxPoint to = {b.at.x + STUB * b.out.x, b.at.y + STUB * b.out.y};
    uint32_t n = 0;
    points[n++] = a.at;
    points[n++] = from;
    bool still = a.out.x == 0 && a.out.y == 0 && b.out.x == 0 && b.out.y == 0;
    if (still || faces(&a, &b) || faces(&b, &a)) {
        double x = (from.x + to.x) / 2;
        points[n++] = (GfxPoint){x, from.y};
        points[n++] = (GfxPoint){x, to.y};
    } else {
        bool above = a.out.y > 0 || b.out.y > 0;
        double y = above ? fmax(from.y, to.y) : fmin(from.y, to.y) - (a.out.y < 0 && b.out.y < 0 ? 0 : CHANNEL);
        points[n++] = (GfxPoint){from.x, y};
        points[n++] = (GfxPoint){to.x, y};
    }
    points[n++] = to;
    points[n++] = b.at;
    return n;
}

bool gfx_route(GfxDraw *d, const SynExpr *first, const SynExpr *second) {
    GfxPoint a, b, from, to, points[6];
    if (!end_of(d, first, &a, &from) || !end_of(d, second, &b, &to)) return false;
    gfx_plain_line(d, points, route(end_at(a, from), end_at(b, to), points));
    d->picture->routed++;
    return true;
}
