/* ssp_impl.h - what the files about systems of FMUs share. */
#ifndef CAUSEWAY_SSP_IMPL_H
#define CAUSEWAY_SSP_IMPL_H

#include "exchange/exchange_impl.h"

typedef struct {
    const char *source, *name; /* where it lies; class */
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
    const char *value;  /* a Modelica expression */
    int depth;          /* of the element that says so: 0, the outermost system */
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
    Map connected; /* hashes of "component.input" */
    int depth;     /* of the element that is being read */
    const XchImport *how;
    Text declarations, equations;
    double start, stop;
    bool failed;
} XchSystem;

/* ---- ssp.c ------------------------------------------------------------------------------------------------------- */

void xch_wrong(XchSystem *s, const XchNode *n, const char *fmt, ...) BASE_PRINTF(3, 4); /* XCH0020 */
const char *xch_joined(XchSystem *s, const char *prefix, const char *name);

/* ---- ssp_links.c ------------------------------------------------------------------------------------------------- */

void xch_take_units(XchSystem *s, const XchNode *holder); /* of its element Units */
bool xch_is_inner(const XchNode *element);                /* a component that is a system */
bool xch_is_parameter(const XchNode *connector);
/* Does a connection go from a parameter of the system to one of an element? */
bool xch_links_parameters(const XchNode *system, const XchNode *connection);
/* An expression behind the transformation that stands in a connection or a mapping. */
const char *xch_mapped(XchSystem *s, const XchNode *holder, const char *value);
/* The equation of a connection. */
void xch_add_link(XchSystem *s, const char *prefix, const XchNode *system, const XchNode *connection);

#endif
