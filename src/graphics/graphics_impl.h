/* graphics_impl.h - what the files of graphics/ share. */
#ifndef CAUSEWAY_GRAPHICS_IMPL_H
#define CAUSEWAY_GRAPHICS_IMPL_H

#include "graphics/graphics.h"

#include <math.h>
#include <string.h>

typedef struct {
    const char *code;
    Span span;
    const char *text;
} GfxProblem;

/* A component of the class that is drawn, where it stands. */
typedef struct {
    const InstComp *comp;
    GfxMatrix to;    /* from its icon to the picture */
    GfxPoint centre; /* of its icon */
} GfxPlaced;

/* One picture being drawn. */
typedef struct {
    GfxPicture *picture;
    Inst *inst;
    Context *ctx;
    const GfxOptions *options;
    Arena scratch; /* values of annotations */
    VEC(GfxProblem) problems;
    VEC(GfxPlaced) placed; /* in a diagram */
    /* whose class is being drawn, NULL: the class that was asked for.  Components of predefined types share their
     * class, which does not know them */
    InstComp *component;
    int depth;         /* of components inside components */
    const char *first; /* while the text of a connection is read: %first, %second, %condition */
    const char *second;
    const char *condition;
} GfxDraw;

/* ---- graphics_value.c -------------------------------------------------------------------------------------------- */

typedef enum { GFX_V_NONE, GFX_V_NUMBER, GFX_V_BOOLEAN, GFX_V_STRING, GFX_V_WORD, GFX_V_ARRAY } GfxValueKind;

typedef struct GfxValue GfxValue;
struct GfxValue {
    GfxValueKind kind;
    double number;    /* BOOLEAN: 0 or 1 */
    const char *text; /* STRING; WORD: literal of an enumeration of annotations */
    const GfxValue *items;
    uint32_t n;
};

/* A record of annotations with its arguments: Line(points = ...), written as a call or as a modification. */
typedef struct {
    GfxDraw *draw;
    InstClass *scope;    /* where its names are looked up */
    const SynExpr *call; /* or NULL */
    const SynMod *mods;  /* or NULL */
    Span span;
} GfxRecord;

GfxValue gfx_value(GfxDraw *d, InstClass *scope, const SynExpr *e);
const SynExpr *gfx_find(const GfxRecord *r, const char *name);
/* The record that an argument is, read from its text if it was not; false when there is none. */
bool gfx_record(const GfxRecord *r, const char *name, GfxRecord *out);
bool gfx_annotation(GfxDraw *d, InstClass *scope, SynFile *file, const SynMod *list, const char *name, GfxRecord *out);
/* Arguments by type; the default where they are not given or of no use (with a warning). */
double gfx_number(const GfxRecord *r, const char *name, double otherwise);
bool gfx_boolean(const GfxRecord *r, const char *name, bool otherwise);
GfxPoint gfx_point(const GfxRecord *r, const char *name);
bool gfx_box(const GfxRecord *r, const char *name, GfxBox *out);
GfxColour gfx_colour(const GfxRecord *r, const char *name);
int gfx_word(const GfxRecord *r, const char *name, const char *const *words, int otherwise); /* words end with NULL */
const char *gfx_text_argument(const GfxRecord *r, const char *name);                         /* NULL: not given */
uint32_t gfx_points(const GfxRecord *r, const char *name, GfxPoint **out);
void gfx_problem(GfxDraw *d, const char *code, Span at, const char *fmt, ...) BASE_PRINTF(4, 5);

/* ---- picture.c --------------------------------------------------------------------------------------------------- */

extern const GfxMatrix gfx_identity;
GfxMatrix gfx_multiply(const GfxMatrix *a, const GfxMatrix *b); /* first b, then a */
GfxPoint gfx_apply(const GfxMatrix *m, double x, double y);
GfxMatrix gfx_rotated(const GfxMatrix *m, double degrees);
GfxMatrix gfx_moved(const GfxMatrix *m, GfxPoint by);
/* From one box to another; corners of `to` that are swapped mirror. */
GfxMatrix gfx_mapping(const GfxBox *from, const GfxBox *to);
double gfx_scale(const GfxMatrix *m); /* root of the area's factor */
GfxItem *gfx_add(GfxDraw *d, GfxKind kind, const char *primitive);
void gfx_include(GfxPicture *p, GfxPoint at, double around);

/* ---- primitive.c ------------------------------------------------------------------------------------------------- */

/* Draws one primitive; m leads from the coordinates of its layer to the picture. */
void gfx_primitive(const GfxRecord *r, const char *name, const GfxMatrix *m);
bool gfx_is_primitive(const char *name);
void gfx_line(const GfxRecord *r, const GfxMatrix *m);
/* A closed shape of corners with a solid fill and no border. */
void gfx_outline(GfxDraw *d, const GfxBox *box, const GfxMatrix *m);
void gfx_plain_line(GfxDraw *d, const GfxPoint *at, uint32_t n);

/* ---- fitted_text.c ----------------------------------------------------------------------------------------------- */

void gfx_text(const GfxRecord *r, const GfxMatrix *m);
/* Width of a line of text set in Helvetica, in units of its size. */
double gfx_text_width(const char *line, size_t n, bool bold);
/* A name in the middle of a box. */
void gfx_name(GfxDraw *d, const char *name, const GfxBox *box, const GfxMatrix *m);
/* The text of a connection; points are those of its line. */
void gfx_connection_text(const GfxRecord *r, const GfxPoint *points, uint32_t n, const GfxMatrix *m);

/* ---- bitmap.c ---------------------------------------------------------------------------------------------------- */

void gfx_bitmap(const GfxRecord *r, const GfxMatrix *m);

/* ---- connection_lines.c ------------------------------------------------------------------------------------------ */

/* Lines of the equations written in c itself. */
void gfx_connections(GfxDraw *d, InstClass *c, const GfxMatrix *m);

typedef void (*GfxEachConnect)(GfxDraw *d, InstClass *c, const SynEquation *q, void *arg);
/* Connect equations written in c itself. */
void gfx_each_connect(GfxDraw *d, InstClass *c, GfxEachConnect call, void *arg);

/* ---- layer.c ----------------------------------------------------------------------------------------------------- */

/* A redeclaration without a place of its own stands where the original did. */
bool gfx_placement(GfxDraw *d, const InstElement *e, GfxRecord *r);
void gfx_component_in(GfxDraw *d, InstElement *e, const GfxBox *box); /* a component of a diagram, in this box */
/* The middle of a connector in the icon of a class; false: it has no place. */
bool gfx_connector_place(GfxDraw *d, InstClass *c, Name connector, GfxPoint *at);

/* ---- arrange.c --------------------------------------------------------------------------------------------------- */

void gfx_arrange(GfxDraw *d, InstClass *c); /* components without a place */
/* A line between what two references name; false: one of them has no place. */
bool gfx_route(GfxDraw *d, const SynExpr *first, const SynExpr *second);

/* ---- svg.c ------------------------------------------------------------------------------------------------------- */

/* Lengths of strokes and gaps of a pattern in units of the line's thickness; 0: solid. */
size_t gfx_dashes(GfxLinePattern pattern, double dashes[6]);
void gfx_base64(const char *bytes, size_t n, Text *out);

#endif
