/* edit_looks.c - places and lines in diagrams: numbers change, the form in which they are written stays. */
#include "edit/edit_impl.h"

#include <string.h>

static void add_points(Text *t, size_t n, const double *points) {
    base_text_char(t, '{');
    for (size_t i = 0; i < n; i++) {
        base_text_add(t, i ? ",{" : "{");
        base_text_double(t, points[2 * i], false);
        base_text_char(t, ',');
        base_text_double(t, points[2 * i + 1], false);
        base_text_char(t, '}');
    }
    base_text_char(t, '}');
}

static const char *kept(EditClass *e, Text *t) {
    const char *text = base_strdup(e->arena, base_text_str(t));
    base_text_free(t);
    return text;
}

/* The argument of that name in parentheses. */
static bool find(const EditClass *e, uint32_t open, const char *name, EditArgument *a) {
    for (uint32_t at = open; open != EDIT_NONE && edit_argument(e, &at, a);) {
        size_t n = edit_covers(e, a, name);
        if (n && !name[n]) return true;
    }
    return false;
}

/* ---- places ------------------------------------------------------------------------------------------------------ */

static const char *extent_text(EditClass *e, const EditPlace *p, bool absolute) {
    double x = absolute ? p->origin[0] : 0, y = absolute ? p->origin[1] : 0;
    double points[4] = {p->extent[0] + x, p->extent[1] + y, p->extent[2] + x, p->extent[3] + y};
    Text t = {0};
    add_points(&t, 2, points);
    return kept(e, &t);
}

static const char *origin_text(EditClass *e, const EditPlace *p) {
    Text t = {0};
    base_text_char(&t, '{');
    base_text_double(&t, p->origin[0], false);
    base_text_char(&t, ',');
    base_text_double(&t, p->origin[1], false);
    base_text_char(&t, '}');
    return kept(e, &t);
}

static const char *number(EditClass *e, double x) {
    Text t = {0};
    base_text_double(&t, x, false);
    return kept(e, &t);
}

bool edit_place(EditClass *e, const char *component, const EditPlace *p) {
    EditDeclaration d;
    EditArgument placement, transformation, old;
    if (!edit_declaration(e, component, &d)) return false;
    bool there = d.annotate != EDIT_NONE && find(e, d.annotate, "Placement", &placement) &&
                 find(e, placement.open, "transformation", &transformation) && transformation.open != EDIT_NONE;
    if (!there) {
        const char *turned = p->rotation != 0 ? base_sprintf(e->arena, ", rotation=%s, origin=%s",
                                                             number(e, p->rotation), origin_text(e, p))
                                              : "";
        const char *extent = extent_text(e, p, p->rotation == 0);
        return edit_set_annotated(e, d.annotate, d.end, "Placement",
                                  base_sprintf(e->arena, "(transformation(extent=%s%s))", extent, turned));
    }
    uint32_t open = transformation.open;
    bool origin = find(e, open, "origin", &old), turned = find(e, open, "rotation", &old);
    bool absolute = !origin && p->rotation == 0;
    bool ok = edit_set_argument(e, open, open, "extent", extent_text(e, p, absolute), false);
    if (turned || p->rotation != 0)
        ok = ok && edit_set_argument(e, open, open, "rotation", number(e, p->rotation), false);
    if (!absolute) ok = ok && edit_set_argument(e, open, open, "origin", origin_text(e, p), false);
    return ok;
}

/* ---- lines ------------------------------------------------------------------------------------------------------- */

bool edit_line(EditClass *e, const char *a, const char *b, size_t n, const double *points, const char *colour) {
    const SynEquation *q = edit_find_connection(e, a, b);
    EditArgument line;
    if (!q) return edit_refuse(e, "there is no connect(%s, %s)", a, b);
    uint32_t w = edit_word_at(e, q->span.start), open = EDIT_NONE;
    for (; !edit_is(e, w, ";") && w < e->words.n; w = edit_next(e, w))
        if (edit_is(e, w, "annotation")) open = edit_next(e, w), w = edit_closing(e, open);
    Text t = {0};
    add_points(&t, n, points);
    const char *made = kept(e, &t);
    if (open != EDIT_NONE && find(e, open, "Line", &line) && line.open != EDIT_NONE)
        return edit_set_argument(e, line.open, line.open, "points", made, false);
    return edit_set_annotated(e, open, w, "Line",
                              *colour ? base_sprintf(e->arena, "(points=%s, color=%s)", made, colour)
                                      : base_sprintf(e->arena, "(points=%s)", made));
}
