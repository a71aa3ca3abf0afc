/* edit_verbs.c - all edits by name, for clients that hand texts on: the library, Python, a server. */
#include "edit/edit_impl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Numbers of a text, with whatever stands between them; how many. */
static size_t numbers(const char *text, size_t most, double *out) {
    size_t n = 0;
    while (*text && n < most) {
        char *end;
        double x = strtod(text, &end);
        if (end == text) text++;
        else {
            if (!isfinite(x)) return 0;
            out[n++] = x;
            text = end;
        }
    }
    return n;
}

static bool add_component(EditClass *e, const char *const *a) {
    return edit_add_component(e, &(EditComponent){a[0], a[1], a[2], a[3], a[4], a[5], a[6]});
}

static bool remove_component(EditClass *e, const char *const *a) { return edit_remove_component(e, a[0]); }
static bool set_value(EditClass *e, const char *const *a) { return edit_set_value(e, a[0], a[1]); }
static bool set_modifier(EditClass *e, const char *const *a) { return edit_set_modifier(e, a[2], a[0], a[1]); }
static bool redeclare(EditClass *e, const char *const *a) { return edit_redeclare(e, a[2], a[0], a[1]); }
static bool set_type(EditClass *e, const char *const *a) { return edit_set_type(e, a[0], a[1]); }
static bool set_dimensions(EditClass *e, const char *const *a) { return edit_set_dimensions(e, a[0], a[1]); }
static bool set_condition(EditClass *e, const char *const *a) { return edit_set_condition(e, a[0], a[1]); }
static bool set_comment(EditClass *e, const char *const *a) { return edit_set_comment(e, a[0], a[1]); }
static bool set_annotation(EditClass *e, const char *const *a) { return edit_set_annotation(e, a[0], a[1], a[2]); }
static bool add_connection(EditClass *e, const char *const *a) { return edit_add_connection(e, a[0], a[1], a[2]); }
static bool remove_connection(EditClass *e, const char *const *a) { return edit_remove_connection(e, a[0], a[1]); }
static bool add_class(EditClass *e, const char *const *a) { return edit_add_class(e, a[0]); }
static bool remove_class(EditClass *e, const char *const *a) { return (void)a, edit_remove_class(e); }

/* component, "x1 y1 x2 y2", "origin x, y", rotation */
static bool place(EditClass *e, const char *const *a) {
    EditPlace p = {{0, 0}, {0, 0, 0, 0}, 0};
    if (numbers(a[1], 4, p.extent) != 4) return edit_refuse(e, "an extent is four numbers, x1 y1 x2 y2");
    if (*a[2] && numbers(a[2], 2, p.origin) != 2) return edit_refuse(e, "an origin is two numbers");
    if (*a[3] && numbers(a[3], 1, &p.rotation) != 1) return edit_refuse(e, "a rotation is a number of degrees");
    return edit_place(e, a[0], &p);
}

static bool set_line(EditClass *e, const char *const *a) {
    enum { MOST = 2000 };
    double *points = BASE_ARRAY(e->arena, double, MOST);
    size_t n = numbers(a[2], MOST, points);
    if (n < 4 || n % 2) return edit_refuse(e, "a line is two numbers a point, and two points at least");
    return edit_line(e, a[0], a[1], n / 2, points, a[3]);
}

static const EditVerb verbs[] = {
    {"addComponent", "type name prefixes modifiers value comment annotation", 2, add_component},
    {"removeComponent", "name", 1, remove_component},
    {"setValue", "component value", 2, set_value},
    {"setModifier", "path value base", 2, set_modifier},
    {"redeclare", "path element base", 2, redeclare},
    {"setType", "component type", 2, set_type},
    {"setDimensions", "component dimensions", 2, set_dimensions},
    {"setCondition", "component condition", 2, set_condition},
    {"setComment", "component text", 2, set_comment},
    {"setAnnotation", "component path value", 3, set_annotation},
    {"addConnection", "a b annotation", 2, add_connection},
    {"removeConnection", "a b", 2, remove_connection},
    {"setPlacement", "component extent origin rotation", 2, place},
    {"setLine", "a b points colour", 3, set_line},
    {"addClass", "text", 1, add_class},
    {"removeClass", "", 0, remove_class},
};

const EditVerb *edit_verbs(size_t *n) {
    *n = sizeof verbs / sizeof *verbs;
    return verbs;
}

const EditVerb *edit_find_verb(const char *name) {
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (strcmp(verbs[i].name, name) == 0) return &verbs[i];
    return NULL;
}
