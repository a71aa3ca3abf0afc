/* ssp_impl.h - what the files about systems of FMUs share. */
#ifndef CAUSEWAY_SSP_IMPL_H
#define CAUSEWAY_SSP_IMPL_H

#include "exchange/exchange_impl.h"

typedef struct {
    const char *source, *name; /* where it lies; class */
    const char *path;          /* unpacked */
    const char *sizes;         /* of structural parameters that are not as the FMU says */
    XchFmu *fmu;
    int kind;
    bool *watched; /* by variable: a connection begins there */
} XchPart;

typedef struct {
    const char *name;
    size_t part;
} XchComponent;

typedef struct {
    const char *target; /* component.variable, with the names of systems in front */
    const char *value;  /* a Modelica expression; of 'E' the name of an item */
    const char *number; /* the same where it is a number that is known by now */
    const char *unit;   /* that it is given in, or NULL */
    char kind;          /* Real, Integer, Boolean, String, Enumeration; 0: an expression */
    const XchNode *by;  /* who says so */
    int depth;          /* of that element: 0, the outermost system */
    bool used;
} XchSetting;

/* A signal dictionary: known to the system with this prefix, and to those inside. */
typedef struct {
    const char *prefix, *whole, *name;
    const XchNode *entries;
} XchDictionary;

typedef struct {
    const char *name; /* of the variable: dictionary.entry */
    const XchNode *entry, *by;
    bool written;
} XchSignal;

typedef struct {
    Context *ctx;
    const char *path, *whole; /* the archive; where it lies unpacked */
    const char *folder;       /* of the description that is being read */
    size_t nunpacked;
    Arena *arena;
    VEC(XchPart) parts;
    VEC(XchSetting) settings;
    Map setting_of; /* by hash of the target */
    VEC(XchComponent) components;
    Map component_of; /* by hash of the name: its place, from 1 */
    VEC(XchUnitDefinition) units;
    VEC(XchDictionary) dictionaries;
    VEC(XchSignal) signals;
    Map connected;                /* hashes of "component.input": the connection, as a pointer */
    Map element_of, connector_of; /* by hash of the whole name: their nodes */
    int depth;                    /* of the element that is being read */
    const XchImport *how;
    Text declarations, equations;
    double start, stop;
    bool failed;
} XchSystem;

/* ---- ssp.c ------------------------------------------------------------------------------------------------------- */

void xch_wrong(XchSystem *s, const XchNode *n, const char *fmt, ...) BASE_PRINTF(3, 4); /* XCH0020 */
const char *xch_joined(XchSystem *s, const char *prefix, const char *name);

/* A file of the archive; NULL after a diagnostic at `by`. */
XchNode *xch_read_part(XchSystem *s, const char *inside, const XchNode *by);

/* ---- ssp_values.c ------------------------------------------------------------------------------------------------ */

XchSetting *xch_setting(XchSystem *s, const char *target); /* NULL: there is none */
void xch_take_bindings(XchSystem *s, const char *prefix, const XchNode *element);
void xch_take_parameters(XchSystem *s, const char *prefix, const XchNode *system);
bool xch_size(XchSystem *s, const char *target, double *size); /* a value that is known by now: of a size */
/* The value as the variable wants it; NULL after reporting. */
const char *xch_value_for(XchSystem *s, const XchModel *m, const XchVariable *v, const XchSetting *set);

/* ---- ssp_links.c ------------------------------------------------------------------------------------------------- */

void xch_take_units(XchSystem *s, const XchNode *holder); /* of its element Units */
/* A unit of an FMU (or NULL), or of the system; NULL: not known. */
const XchUnitDefinition *xch_unit_named(const XchSystem *s, const XchModel *m, const char *name);
/* A value in a as one in b; XCH0022 where that is not possible. */
const char *xch_in_unit(XchSystem *s, const XchNode *by, const XchUnitDefinition *a, const XchUnitDefinition *b,
                        const char *value);
bool xch_is_inner(const XchNode *element); /* a component that is a system */
bool xch_is_parameter(const XchNode *connector);
/* Does a connection go from a parameter of the system to one of an element? */
bool xch_links_parameters(const XchNode *system, const XchNode *connection);
/* An expression behind the transformation that stands in a connection or a mapping. */
const char *xch_mapped(XchSystem *s, const XchNode *holder, const char *value);
/* The equation of a connection. */
void xch_add_link(XchSystem *s, const char *prefix, const XchNode *system, const XchNode *connection);

#endif
