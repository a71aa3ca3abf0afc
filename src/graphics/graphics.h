/* graphics.h - pictures of classes: graphical annotations (MLS 3.6, 18.6) to one display list, and that to files.
 *
 * Sections, in the order data flows:
 *   graphics_value.c    annotation text -> values: enumerations, DynamicSelect, parameters of the instance
 *   unit.c              units: display units, and how numbers with units are written
 *   layer.c             a class -> its layer: coordinate systems, inheritance, placements, components
 *   primitive.c         Line, Polygon, Rectangle, Ellipse, Text, Bitmap -> items of the display list
 *   fitted_text.c       macros of texts, and the size at which a text fits its box
 *   bitmap.c            images: files of libraries, Base64
 *   connection_lines.c  lines of connect equations and transitions
 *   arrange.c           a layout for what has no Placement, lines for connections that have none
 *   picture.c           the display list
 *                       ------------------------------------------------------------------------------
 *   svg.c png.c display_json.c   the display list as a file
 *
 * A picture is a flat list of items in the coordinates of the layer that was asked for (y upwards): whoever shows it
 * needs to know nothing of Modelica.  Components are groups of items, so that a viewer can point at them.
 */
#ifndef CAUSEWAY_GRAPHICS_H
#define CAUSEWAY_GRAPHICS_H

#include "elaborate/elaborate.h"

typedef enum { GFX_ICON, GFX_DIAGRAM } GfxLayer;

typedef struct {
    double x, y;
} GfxPoint;

typedef struct {
    double x1, y1, x2, y2;
} GfxBox;

/* (x, y) -> (xx x + xy y + x0, yx x + yy y + y0) */
typedef struct {
    double xx, xy, yx, yy, x0, y0;
} GfxMatrix;

typedef struct {
    uint8_t r, g, b;
} GfxColour;

/* clang-format off */
typedef enum { GFX_LINE_NONE, GFX_LINE_SOLID, GFX_LINE_DASH, GFX_LINE_DOT, GFX_LINE_DASH_DOT,
               GFX_LINE_DASH_DOT_DOT } GfxLinePattern;
typedef enum { GFX_FILL_NONE, GFX_FILL_SOLID, GFX_FILL_HORIZONTAL, GFX_FILL_VERTICAL, GFX_FILL_CROSS, GFX_FILL_FORWARD,
               GFX_FILL_BACKWARD, GFX_FILL_CROSS_DIAG, GFX_FILL_HORIZONTAL_CYLINDER, GFX_FILL_VERTICAL_CYLINDER,
               GFX_FILL_SPHERE } GfxFillPattern;
typedef enum { GFX_LEFT, GFX_CENTER, GFX_RIGHT } GfxAlign;
/* clang-format on */
enum { GFX_BOLD = 1, GFX_ITALIC = 2, GFX_UNDERLINE = 4 };

/* One step of a path: M and L go to p[0], Q has its control point in p[0], C two of them; Z closes. */
typedef struct {
    char op;
    GfxPoint p[3];
} GfxStep;

typedef enum { GFX_SHAPE, GFX_TEXT, GFX_BITMAP, GFX_BEGIN, GFX_END } GfxKind;

typedef struct {
    GfxKind kind;
    const char *primitive; /* the annotation it comes from: "Line", "Rectangle" ... */
    /* GFX_SHAPE */
    const GfxStep *steps;
    uint32_t nsteps;
    GfxColour line, fill; /* line: also of texts */
    GfxLinePattern pattern;
    GfxFillPattern filling;
    double thickness;
    GfxMatrix gradient; /* cylinders: from the unit square; sphere: from the unit circle; hatches: scale in xx */
    /* GFX_TEXT: lines of text around at, turned by angle (degrees, counter-clockwise, -90 < angle <= 90) */
    const char *text;
    GfxPoint at; /* middle of the side that the text is aligned to */
    double angle, size;
    double width; /* of its widest line as it was reckoned; squeezed when it is exactly what the box allows */
    bool squeezed;
    GfxAlign align;
    const char *font; /* family, "" any */
    int style;        /* GFX_BOLD ... */
    /* GFX_BITMAP: bytes of the file; placed by a matrix from the unit square (0, 0 is the lower left) */
    const char *bytes, *type; /* "image/png" ... */
    size_t nbytes;
    GfxMatrix place;
    /* GFX_BEGIN: a component */
    const char *name, *class_name, *comment;
    bool connector;
    /* the line of a connection or a transition: what it joins, as it is written; else NULL */
    const char *from, *to;
} GfxItem;

typedef struct {
    Arena arena;
    const char *class_name, *comment;
    GfxLayer layer;
    GfxBox extent; /* of the coordinate system */
    GfxBox bounds; /* of everything drawn and the coordinate system */
    bool drawn;    /* there is something to be seen */
    bool dynamic;  /* a value was asked for (DynamicSelect) */
    /* components and connections that the class gives no place: laid out here */
    uint32_t arranged, routed;
    VEC(GfxItem) items;
} GfxPicture;

typedef struct {
    GfxLayer layer;
    bool no_names; /* leave out texts with %name: an icon that stands for the class */
    /* the value of a variable at the instant shown, for DynamicSelect; NULL: static pictures */
    bool (*value)(void *arg, const char *name, double *out);
    void *arg;
} GfxOptions;

/* ---- layer.c ----------------------------------------------------------------------------------------------------- */

/* The picture of a class.  What is wrong inside the class says nothing here; what is wrong in a graphical annotation is
 * a warning (GFX....), and the rest is drawn.  c comes from an Inst with `checking` and `pictures` set. */
GfxPicture *gfx_draw(InstClass *c, const GfxOptions *options);
void gfx_free(GfxPicture *p);
/* The name of a class as part of a file name: what is unusual in quoted names is written as _xx. */
void gfx_file_name(const char *class_name, Text *out);

/* ---- graphics_value.c -------------------------------------------------------------------------------------------- */

/* The String of an annotation such as "Documentation.info" of a class, or NULL. */
const char *gfx_string(LibClass *cls, const char *path);

/* ---- unit.c ------------------------------------------------------------------------------------------------------ */

/* A number with its unit as people write it: "100 ms" for 0.1, "s", "ms".  Without a way from unit to display unit the
 * unit is kept.  Either may be NULL or "". */
void gfx_quantity(double x, const char *unit, const char *display_unit, Text *out);

/* ---- svg.c, png.c, display_json.c -------------------------------------------------------------------------------- */

typedef struct {
    double width, height; /* pixels; 0: by the other one, both 0: 4 pixels a unit at most 1200 */
    bool inside;          /* to stand inside a page: no XML head */
    const char *prefix;   /* of ids, where several pictures stand in one page; NULL: none */
    /* address that a component of this class leads to, appended to out; false: none.  NULL: no links */
    bool (*link)(void *arg, const char *class_name, Text *out);
    void *arg;
} GfxSvg;

void gfx_svg(const GfxPicture *p, const GfxSvg *how, Text *out);
/* false after reporting (GFX0004). */
bool gfx_png(Context *ctx, const GfxPicture *p, double width, double height, const char *path);
void gfx_json(const GfxPicture *p, Text *out);

#endif
