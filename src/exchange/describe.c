/* describe.c - modelDescription.xml of FMI 2.0 and 3.0 -> XchModel.
 *
 * What makes a description unusable is an error here (XCH0004): numbers that are none, references to nothing.  What
 * only breaks a rule is found by rules.c when it is asked for.
 */
#include "exchange/exchange_impl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    Context *ctx;
    XchModel *m;
    Arena *arena;
} Describe;

static const char *const causalities[] = {
    "structuralParameter", "parameter", "calculatedParameter", "input", "output", "local", "independent"};
static const char *const variabilities[] = {"constant", "fixed", "tunable", "discrete", "continuous"};
static const char *const initials[] = {"exact", "approx", "calculated"};
static const char *const types2[XCH_TYPES] = {[XCH_FLOAT64] = "Real",
                                              [XCH_INT32] = "Integer",
                                              [XCH_BOOLEAN] = "Boolean",
                                              [XCH_ENUMERATION] = "Enumeration",
                                              [XCH_STRING] = "String"};
static const char *const types3[XCH_TYPES] = {"Float64", "Float32",     "Int8",   "UInt8",  "Int16",
                                              "UInt16",  "Int32",       "UInt32", "Int64",  "UInt64",
                                              "Boolean", "Enumeration", "String", "Binary", "Clock"};
static const char *const intervals[] = {"constant", "fixed",     "calculated", "tunable",
                                        "changing", "countdown", "triggered"};
static const char *const dependency_kinds[] = {"dependent", "constant", "fixed", "tunable", "discrete"};

const char *xch_causality_name(XchCausality c) { return causalities[c]; }
const char *xch_variability_name(XchVariability v) { return variabilities[v]; }
const char *xch_initial_name(XchInitial i) { return i == XCH_NO_INITIAL ? "none" : initials[i]; }
const char *xch_type_name(const XchModel *m, XchType t) { return m->version == 2 && types2[t] ? types2[t] : types3[t]; }

static XchType type_of(const XchModel *m, const char *tag, size_t n) {
    const char *const *names = m->version == 2 ? types2 : types3;
    for (int i = 0; i < XCH_TYPES; i++)
        if (names[i] && strlen(names[i]) == n && !strncmp(names[i], tag, n)) return (XchType)i;
    return XCH_TYPES;
}

static Diag *unusable(Describe *d, Span span, const char *fmt, ...) BASE_PRINTF(3, 4);
static Diag *unusable(Describe *d, Span span, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    Diag *x = base_report(d->ctx, SEV_ERROR, "XCH0004", span, fmt, args);
    va_end(args);
    return x;
}

/* ---- units and types --------------------------------------------------------------------------------------------- */

XchUnitDefinition xch_unit(Context *ctx, const XchNode *n) {
    static const char *const base[] = {"kg", "m", "s", "A", "K", "mol", "cd", "rad"};
    XchUnitDefinition u = {.name = xch_needed(ctx, n, "name"), .factor = 1, .span = xch_span(n)};
    const XchNode *b = xch_child(n, "BaseUnit");
    u.has_base = b != NULL;
    for (int i = 0; b && i < 8; i++) u.exponents[i] = (int)xch_integer(ctx, b, base[i], 0, -1000, 1000);
    if (b) u.factor = xch_real(ctx, b, "factor", 1), u.offset = xch_real(ctx, b, "offset", 0);
    return u;
}

static void read_units(Describe *d, const XchNode *list) {
    for (const XchNode *n = list ? list->first : NULL; n; n = n->next) {
        if (strcmp(n->name, "Unit") != 0) continue;
        XchUnitDefinition u = xch_unit(d->ctx, n);
        for (const XchNode *c = n->first; c; c = c->next) u.ndisplay += !strcmp(c->name, "DisplayUnit");
        u.display = BASE_ARRAY(d->arena, XchDisplayUnit, u.ndisplay + 1);
        uint32_t i = 0;
        for (const XchNode *c = n->first; c; c = c->next)
            if (!strcmp(c->name, "DisplayUnit"))
                u.display[i++] = (XchDisplayUnit){.name = xch_needed(d->ctx, c, "name"),
                                                  .factor = xch_real(d->ctx, c, "factor", 1),
                                                  .offset = xch_real(d->ctx, c, "offset", 0),
                                                  .inverse = xch_boolean(d->ctx, c, "inverse", false)};
        vec_push(&d->m->units, u);
    }
}

static XchNumbers read_numbers(Describe *d, const XchNode *n, const XchNumbers *from) {
    const char *quantity = xch_attribute(n, "quantity"), *unit = xch_attribute(n, "unit");
    const char *display = xch_attribute(n, "displayUnit");
    return (XchNumbers){.quantity = quantity ? quantity
                                    : from   ? from->quantity
                                             : NULL,
                        .unit = unit   ? unit
                                : from ? from->unit
                                       : NULL,
                        .display_unit = display ? display
                                        : from  ? from->display_unit
                                                : NULL,
                        .min = xch_real(d->ctx, n, "min", from ? from->min : NAN),
                        .max = xch_real(d->ctx, n, "max", from ? from->max : NAN),
                        .nominal = xch_real(d->ctx, n, "nominal", from ? from->nominal : NAN),
                        .relative = xch_boolean(d->ctx, n, "relativeQuantity", from && from->relative),
                        .unbounded = xch_boolean(d->ctx, n, "unbounded", from && from->unbounded)};
}

static void read_items(Describe *d, const XchNode *n, XchTypeDefinition *t) {
    for (const XchNode *c = n->first; c; c = c->next) t->nitems += !strcmp(c->name, "Item");
    t->items = BASE_ARRAY(d->arena, XchItem, t->nitems + 1);
    uint32_t i = 0;
    for (const XchNode *c = n->first; c; c = c->next)
        if (!strcmp(c->name, "Item"))
            t->items[i++] = (XchItem){.name = xch_needed(d->ctx, c, "name"),
                                      .description = xch_attribute(c, "description"),
                                      .value = xch_integer(d->ctx, c, "value", 0, INT64_MIN, INT64_MAX)};
}

static void read_types(Describe *d, const XchNode *list) {
    for (const XchNode *n = list ? list->first : NULL; n; n = n->next) {
        const XchNode *inner = d->m->version == 2 ? n->first : n;
        if (d->m->version == 2 && strcmp(n->name, "SimpleType") != 0) continue;
        size_t length = inner ? strlen(inner->name) : 0;
        if (d->m->version == 3) {
            if (length < 5 || strcmp(inner->name + length - 4, "Type") != 0) continue;
            length -= 4;
        }
        XchTypeDefinition t = {.name = xch_needed(d->ctx, n, "name"), .span = xch_span(n)};
        t.type = inner ? type_of(d->m, inner->name, length) : XCH_TYPES;
        if (t.type == XCH_TYPES) {
            unusable(d, xch_span(n), "the type \"%s\" has no kind that FMI %d.0 knows", t.name, d->m->version);
            continue;
        }
        t.numbers = read_numbers(d, inner, NULL);
        if (t.type == XCH_ENUMERATION) read_items(d, inner, &t);
        vec_push(&d->m->types, t);
    }
}

/* ---- variables --------------------------------------------------------------------------------------------------- */

static XchInitial default_initial(XchCausality c, XchVariability v) {
    switch (c) {
    case XCH_STRUCTURAL:
    case XCH_PARAMETER:
    case XCH_INPUT: return XCH_EXACT;
    case XCH_CALCULATED_PARAMETER: return XCH_CALCULATED;
    case XCH_OUTPUT:
    case XCH_LOCAL: return v == XCH_CONSTANT ? XCH_EXACT : XCH_CALCULATED;
    default: return XCH_NO_INITIAL;
    }
}

static XchVariability default_variability(const XchModel *m, XchType t, XchCausality c) {
    if (m->version == 2) return XCH_CONTINUOUS;
    if (c == XCH_PARAMETER || c == XCH_CALCULATED_PARAMETER || c == XCH_STRUCTURAL) return XCH_FIXED;
    return t == XCH_FLOAT64 || t == XCH_FLOAT32 ? XCH_CONTINUOUS : XCH_DISCRETE;
}

/* "true false 1 0" */
static void read_booleans(Describe *d, XchVariable *v, const XchNode *n) {
    VEC(double) list = {0};
    for (const char *s = v->start + strspn(v->start, " "); *s;) {
        size_t k = strcspn(s, " ");
        bool yes = (k == 4 && !strncmp(s, "true", 4)) || (k == 1 && *s == '1');
        bool no = (k == 5 && !strncmp(s, "false", 5)) || (k == 1 && *s == '0');
        if (!yes && !no) {
            unusable(d, xch_attribute_span(n, "start"), "start=\"%s\" of \"%s\" is not true or false", v->start,
                     v->name);
            break;
        }
        vec_push(&list, yes ? 1.0 : 0.0);
        s += k + strspn(s + k, " ");
    }
    v->nstarts = (uint32_t)list.n;
    v->starts = list.n ? base_copy(d->arena, list.at, list.n * sizeof *list.at) : NULL;
    vec_free(&list);
}

static void read_start(Describe *d, XchVariable *v, const XchNode *n) {
    v->start = xch_attribute(n, "start");
    if (d->m->version == 3 && (v->type == XCH_STRING || v->type == XCH_BINARY)) { /* <Start value="..."/> */
        uint32_t count = 0;
        for (const XchNode *c = n->first; c; c = c->next) count += !strcmp(c->name, "Start");
        v->texts = BASE_ARRAY(d->arena, const char *, count + 1);
        for (const XchNode *c = n->first; c; c = c->next)
            if (!strcmp(c->name, "Start")) v->texts[v->nstarts++] = xch_needed(d->ctx, c, "value");
        v->start = count ? v->texts[0] : NULL;
    } else if (v->start && v->type == XCH_STRING) {
        v->texts = BASE_ARRAY(d->arena, const char *, 1);
        v->texts[0] = v->start;
        v->nstarts = 1;
    } else if (v->start && v->type == XCH_BOOLEAN) read_booleans(d, v, n);
    else if (v->start) xch_reals(d->ctx, n, "start", d->arena, &v->nstarts, &v->starts);
}

static void read_clock(Describe *d, XchVariable *v, const XchNode *n) {
    XchClockFacts *c = v->clock = BASE_NEW(d->arena, XchClockFacts);
    const int64_t most = INT64_MAX;
    c->kind = (XchInterval)xch_choice(d->ctx, n, "intervalVariability", intervals, 7, XCH_CLOCK_TRIGGERED);
    c->interval = xch_real(d->ctx, n, "intervalDecimal", NAN);
    c->shift = xch_real(d->ctx, n, "shiftDecimal", 0);
    c->resolution = (uint64_t)xch_integer(d->ctx, n, "resolution", 0, 0, most);
    c->interval_counter = (uint64_t)xch_integer(d->ctx, n, "intervalCounter", 0, 0, most);
    c->shift_counter = (uint64_t)xch_integer(d->ctx, n, "shiftCounter", 0, 0, most);
    c->priority = (int)xch_integer(d->ctx, n, "priority", 0, 0, INT32_MAX);
    if (c->resolution && c->interval_counter) {
        c->interval = (double)c->interval_counter / (double)c->resolution;
        c->shift = (double)c->shift_counter / (double)c->resolution;
    }
    c->has_interval = c->interval == c->interval;
}

static void read_children(Describe *d, XchVariable *v, const XchNode *n) {
    for (const XchNode *c = n->first; c; c = c->next) {
        v->ndimensions += !strcmp(c->name, "Dimension");
        v->naliases += !strcmp(c->name, "Alias");
    }
    v->dimensions = BASE_ARRAY(d->arena, XchDimension, v->ndimensions + 1);
    v->aliases = BASE_ARRAY(d->arena, XchAlias, v->naliases + 1);
    uint32_t i = 0, k = 0;
    for (const XchNode *c = n->first; c; c = c->next) {
        if (!strcmp(c->name, "Dimension")) {
            /* its variable is resolved when all are known; until then the value reference stands there */
            bool refers = xch_attribute(c, "valueReference") != NULL;
            v->dimensions[i++] = (XchDimension){
                .size = (uint32_t)xch_integer(d->ctx, c, "start", 0, 0, INT32_MAX),
                .variable = refers ? (uint32_t)xch_integer(d->ctx, c, "valueReference", 0, 0, UINT32_MAX) : XCH_NONE};
        } else if (!strcmp(c->name, "Alias"))
            v->aliases[k++] = (XchAlias){xch_needed(d->ctx, c, "name"), xch_attribute(c, "description"),
                                         xch_attribute(c, "displayUnit")};
    }
}

static void declare_type(Describe *d, XchVariable *v, const XchNode *n) {
    const char *type = xch_attribute(n, "declaredType");
    v->declared = XCH_NONE;
    for (uint32_t i = 0; type && i < d->m->types.n; i++)
        if (!strcmp(d->m->types.at[i].name, type)) v->declared = i;
    if (type && v->declared == XCH_NONE)
        unusable(d, xch_attribute_span(n, "declaredType"), "the type \"%s\" of \"%s\" is not defined", type, v->name);
    v->numbers = read_numbers(d, n, v->declared != XCH_NONE ? &d->m->types.at[v->declared].numbers : NULL);
}

static void read_variable(Describe *d, const XchNode *n) {
    const XchNode *inner = d->m->version == 2 ? NULL : n;
    XchVariable v = {.name = xch_needed(d->ctx, n, "name"), .type = XCH_TYPES, .node = n, .nvalues = 1};
    for (const XchNode *c = d->m->version == 2 ? n->first : NULL; c && !inner; c = c->next)
        if (type_of(d->m, c->name, strlen(c->name)) != XCH_TYPES) inner = c;
    if (inner) v.type = type_of(d->m, inner->name, strlen(inner->name));
    if (v.type == XCH_TYPES) {
        unusable(d, xch_span(n), "\"%s\" has no type that FMI %d.0 knows", v.name, d->m->version);
        return;
    }
    (void)xch_needed(d->ctx, n, "valueReference");
    v.description = xch_attribute(n, "description");
    v.reference = (uint32_t)xch_integer(d->ctx, n, "valueReference", 0, 0, UINT32_MAX);
    v.causality = (XchCausality)xch_choice(d->ctx, n, "causality", causalities, 7, XCH_LOCAL);
    v.variability = (XchVariability)xch_choice(d->ctx, n, "variability", variabilities, 5,
                                               (int)default_variability(d->m, v.type, v.causality));
    v.initial =
        (XchInitial)xch_choice(d->ctx, n, "initial", initials, 3, (int)default_initial(v.causality, v.variability));
    declare_type(d, &v, inner);
    read_start(d, &v, inner);
    v.derivative = (uint32_t)xch_integer(d->ctx, inner, "derivative", XCH_NONE, 0, UINT32_MAX);
    v.previous = (uint32_t)xch_integer(d->ctx, inner, "previous", XCH_NONE, 0, UINT32_MAX);
    v.reinit = xch_boolean(d->ctx, inner, "reinit", false);
    v.intermediate = xch_boolean(d->ctx, n, "intermediateUpdate", false);
    v.multiple_set = xch_boolean(d->ctx, n, "canHandleMultipleSetPerTimeInstant", true);
    if (v.type == XCH_CLOCK) read_clock(d, &v, n);
    if (d->m->version == 3) read_children(d, &v, n);
    vec_push(&d->m->variables, v);
}

/* ---- references between variables -------------------------------------------------------------------------------- */

static uint64_t name_key(const char *name) { return base_hash(name, strlen(name), 0); }

static uint64_t reference_key(const XchModel *m, const XchVariable *v) {
    if (m->version == 3) return v->reference;
    /* 2.0: one space of references for each of the basic types (FMI 2.0.4, 2.2.7) */
    XchType t = v->type == XCH_ENUMERATION ? XCH_INT32 : v->type;
    return (uint64_t)t << 32 | v->reference;
}

uint32_t xch_find(const XchModel *m, const char *name) {
    uint64_t found;
    return base_map_get(&m->by_name, name_key(name), &found) ? (uint32_t)found : XCH_NONE;
}

static void index_variables(Describe *d) {
    XchModel *m = d->m;
    for (uint32_t i = 0; i < m->variables.n; i++) {
        const XchVariable *v = &m->variables.at[i];
        uint64_t before;
        if (!base_map_get(&m->by_name, name_key(v->name), &before)) base_map_put(&m->by_name, name_key(v->name), i);
        if (!base_map_get(&m->by_reference, reference_key(m, v), &before))
            base_map_put(&m->by_reference, reference_key(m, v), i);
    }
    for (uint32_t i = 0; i < m->variables.n; i++)
        for (uint32_t k = 0; k < m->variables.at[i].naliases; k++) {
            uint64_t before, key = name_key(m->variables.at[i].aliases[k].name);
            if (!base_map_get(&m->by_name, key, &before)) base_map_put(&m->by_name, key, i);
        }
}

/* A number in the file -> variable: an index from 1 in 2.0, a value reference in 3.0. */
static uint32_t variable_at(Describe *d, uint64_t number) {
    uint64_t found;
    if (d->m->version == 2) return number >= 1 && number <= d->m->variables.n ? (uint32_t)(number - 1) : XCH_NONE;
    return base_map_get(&d->m->by_reference, number, &found) ? (uint32_t)found : XCH_NONE;
}

static uint32_t resolve(Describe *d, const XchVariable *v, const char *attribute, uint32_t number) {
    if (number == XCH_NONE) return XCH_NONE;
    uint32_t found = variable_at(d, number);
    if (found == XCH_NONE)
        unusable(d, xch_span(v->node), "%s=\"%u\" of \"%s\" refers to no variable", attribute, number, v->name);
    return found;
}

/* A list of numbers of variables; false after reporting. */
static bool resolve_list(Describe *d, const XchNode *n, const char *attribute, uint32_t *count, uint32_t **list) {
    double *numbers;
    if (!xch_reals(d->ctx, n, attribute, d->arena, count, &numbers)) return false;
    *list = BASE_ARRAY(d->arena, uint32_t, *count + 1);
    for (uint32_t i = 0; i < *count; i++) {
        bool whole = numbers[i] >= 0 && numbers[i] <= UINT32_MAX && numbers[i] == floor(numbers[i]);
        (*list)[i] = whole ? variable_at(d, (uint64_t)numbers[i]) : XCH_NONE;
        if ((*list)[i] == XCH_NONE) {
            unusable(d, xch_attribute_span(n, attribute), "%s refers to %g, which is no variable", attribute,
                     numbers[i]);
            return false;
        }
    }
    return true;
}

/* Numbers of values from dimensions, with the structural parameters as they start. */
static void size_variable(Describe *d, XchVariable *v) {
    static const double most = 1 << 28;
    double values = 1;
    for (uint32_t i = 0; i < v->ndimensions; i++) {
        XchDimension *dim = &v->dimensions[i];
        if (dim->variable != XCH_NONE) {
            dim->variable = resolve(d, v, "Dimension", dim->variable);
            const XchVariable *s = dim->variable == XCH_NONE ? NULL : &d->m->variables.at[dim->variable];
            bool known = s && s->nstarts == 1 && s->starts && s->starts[0] >= 0 && s->starts[0] <= most;
            if (s && !known)
                unusable(d, xch_span(v->node), "the size of \"%s\" is \"%s\", which has no start value that can be one",
                         v->name, s->name);
            dim->size = known ? (uint32_t)s->starts[0] : 0;
        }
        values *= dim->size;
    }
    if (!(values <= most)) unusable(d, xch_span(v->node), "\"%s\" has %g elements: too many", v->name, values);
    v->nvalues = values <= most ? (uint32_t)values : 0;
}

static void link_variables(Describe *d) {
    for (uint32_t i = 0; i < d->m->variables.n; i++) {
        XchVariable *v = &d->m->variables.at[i];
        v->derivative = resolve(d, v, "derivative", v->derivative);
        v->previous = resolve(d, v, "previous", v->previous);
        if (d->m->version == 3) resolve_list(d, v->node, "clocks", &v->nclocks, &v->clocks);
        if (v->ndimensions) size_variable(d, v);
        if (v->nstarts > 1 && v->nstarts != v->nvalues)
            unusable(d, xch_span(v->node), "\"%s\" has %u values and %u start values", v->name, v->nvalues, v->nstarts);
        if (v->starts && v->nstarts == 1 && v->nvalues > 1 && v->nvalues <= 1 << 20) { /* one for all elements */
            double one = v->starts[0];
            v->starts = BASE_ARRAY(d->arena, double, v->nvalues);
            v->nstarts = v->nvalues;
            for (uint32_t k = 0; k < v->nvalues; k++) v->starts[k] = one;
        }
    }
}

/* ---- structure --------------------------------------------------------------------------------------------------- */

static void read_unknown(Describe *d, const XchNode *n, XchUnknowns *list) {
    const char *which = d->m->version == 2 ? "index" : "valueReference";
    XchUnknown u = {.span = xch_span(n)};
    (void)xch_needed(d->ctx, n, which);
    u.variable = variable_at(d, (uint64_t)xch_integer(d->ctx, n, which, 0, 0, UINT32_MAX));
    if (u.variable == XCH_NONE) {
        unusable(d, u.span, "<%s> refers to no variable", n->tag);
        return;
    }
    u.has_dependencies = xch_attribute(n, "dependencies") != NULL;
    if (u.has_dependencies && !resolve_list(d, n, "dependencies", &u.n, &u.on)) return;
    const char *s = xch_attribute(n, "dependenciesKind");
    u.has_kinds = s != NULL;
    u.kind = BASE_ARRAY(d->arena, XchDependencyKind, u.n + 1);
    for (s = s ? s + strspn(s, " ") : ""; *s; u.nkinds++) {
        size_t k = strcspn(s, " "), found = 5;
        for (size_t i = 0; i < 5; i++)
            if (strlen(dependency_kinds[i]) == k && !strncmp(dependency_kinds[i], s, k)) found = i;
        if (found == 5) unusable(d, u.span, "\"%.*s\" is no kind of dependency", (int)k, s);
        else if (u.nkinds < u.n) u.kind[u.nkinds] = (XchDependencyKind)found;
        s += k + strspn(s + k, " ");
    }
    vec_push(list, u);
}

static void read_structure(Describe *d, const XchNode *structure) {
    XchModel *m = d->m;
    const struct {
        const char *group, *one;
        XchUnknowns *list;
    } parts[] = {{"Outputs", "Output", &m->outputs},
                 {"Derivatives", "ContinuousStateDerivative", &m->derivatives},
                 {"InitialUnknowns", "InitialUnknown", &m->unknowns},
                 {"", "ClockedState", &m->clocked},
                 {"", "EventIndicator", &m->indicators}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const XchNode *group = m->version == 2 ? xch_child(structure, parts[i].group) : structure;
        for (const XchNode *n = group ? group->first : NULL; n; n = n->next)
            if (!strcmp(n->name, m->version == 2 ? "Unknown" : parts[i].one)) read_unknown(d, n, parts[i].list);
    }
    for (uint32_t i = 0; i < m->derivatives.n; i++) {
        const XchVariable *v = &m->variables.at[m->derivatives.at[i].variable];
        if (v->derivative == XCH_NONE) {
            unusable(d, m->derivatives.at[i].span,
                     "\"%s\" stands among the derivatives and is the derivative of nothing", v->name);
            continue;
        }
        const XchVariable *state = &m->variables.at[v->derivative];
        if (state->nvalues != v->nvalues) {
            unusable(d, m->derivatives.at[i].span, "\"%s\" has %u values and is the derivative of \"%s\", which has %u",
                     v->name, v->nvalues, state->name, state->nvalues);
            continue;
        }
        vec_push(&m->states, v->derivative);
        m->nstates += v->nvalues;
    }
    m->nindicators = m->indicators_2;
    for (uint32_t i = 0; i < m->indicators.n; i++)
        m->nindicators += m->variables.at[m->indicators.at[i].variable].nvalues;
}

/* ---- the rest ---------------------------------------------------------------------------------------------------- */

static void read_interface(Describe *d, const XchNode *n, XchInterface *x) {
    Context *c = d->ctx;
    bool two = d->m->version == 2;
    if (!n) return;
    x->there = true;
    x->span = xch_span(n);
    x->identifier = xch_needed(c, n, "modelIdentifier");
    x->needs_execution_tool = xch_boolean(c, n, "needsExecutionTool", false);
    x->one_instance = xch_boolean(c, n, "canBeInstantiatedOnlyOncePerProcess", false);
    x->get_set_state = xch_boolean(c, n, two ? "canGetAndSetFMUstate" : "canGetAndSetFMUState", false);
    x->serialise_state = xch_boolean(c, n, two ? "canSerializeFMUstate" : "canSerializeFMUState", false);
    x->directional = xch_boolean(c, n, two ? "providesDirectionalDerivative" : "providesDirectionalDerivatives", false);
    x->adjoint = xch_boolean(c, n, "providesAdjointDerivatives", false);
    x->elements = xch_boolean(c, n, "providesPerElementDependencies", false);
    x->step_not_needed = two ? xch_boolean(c, n, "completedIntegratorStepNotNeeded", false)
                             : !xch_boolean(c, n, "needsCompletedIntegratorStep", false);
    x->evaluates_discrete = xch_boolean(c, n, "providesEvaluateDiscreteStates", false);
    x->variable_step = xch_boolean(c, n, "canHandleVariableCommunicationStepSize", false);
    x->interpolates = xch_boolean(c, n, "canInterpolateInputs", false);
    x->asynchronous = xch_boolean(c, n, "canRunAsynchronuously", false);
    x->output_order = (uint32_t)xch_integer(c, n, "maxOutputDerivativeOrder", 0, 0, 1000);
    x->smoothness = (uint32_t)xch_integer(c, n, "recommendedIntermediateInputSmoothness", 0, 0, 1000);
    x->intermediate_update = xch_boolean(c, n, "providesIntermediateUpdate", false);
    x->early_return = xch_boolean(c, n, "canReturnEarlyAfterIntermediateUpdate", false);
    x->might_return_early = xch_boolean(c, n, "mightReturnEarlyFromDoStep", false);
    x->event_mode = xch_boolean(c, n, "hasEventMode", false);
    x->fixed_step = xch_real(c, n, "fixedInternalStepSize", NAN);
}

static void read_experiment(Describe *d, const XchNode *n) {
    XchModel *m = d->m;
    if (!n) return;
    m->start = xch_real(d->ctx, n, "startTime", NAN), m->stop = xch_real(d->ctx, n, "stopTime", NAN);
    m->tolerance = xch_real(d->ctx, n, "tolerance", NAN), m->step = xch_real(d->ctx, n, "stepSize", NAN);
    m->has_start = isfinite(m->start), m->has_stop = isfinite(m->stop);
    m->has_tolerance = m->tolerance > 0, m->has_step = m->step > 0;
}

static void read_head(Describe *d, const XchNode *root) {
    XchModel *m = d->m;
    const char *const conventions[] = {"flat", "structured"};
    m->name = xch_needed(d->ctx, root, "modelName");
    m->token = xch_needed(d->ctx, root, m->version == 2 ? "guid" : "instantiationToken");
    m->description = xch_attribute(root, "description");
    m->author = xch_attribute(root, "author"), m->model_version = xch_attribute(root, "version");
    m->copyright = xch_attribute(root, "copyright"), m->license = xch_attribute(root, "license");
    m->tool = xch_attribute(root, "generationTool"), m->date = xch_attribute(root, "generationDateAndTime");
    m->flat_names = xch_choice(d->ctx, root, "variableNamingConvention", conventions, 2, 0) == 0;
    m->has_indicators_2 = m->version == 2 && xch_attribute(root, "numberOfEventIndicators");
    if (m->version == 2)
        m->indicators_2 = (uint32_t)xch_integer(d->ctx, root, "numberOfEventIndicators", 0, 0, 1 << 28);
    read_interface(d, xch_child(root, "ModelExchange"), &m->me);
    read_interface(d, xch_child(root, "CoSimulation"), &m->cs);
    if (m->version == 3) read_interface(d, xch_child(root, "ScheduledExecution"), &m->se);
    if (!m->me.there && !m->cs.there && !m->se.there)
        unusable(d, xch_span(root), "the FMU offers neither model exchange nor co-simulation");
}

/* FMI 1.0 and versions to come are refused by name. */
static int read_version(Describe *d, const XchNode *root) {
    const char *v = xch_attribute(root, "fmiVersion");
    d->m->fmi_version = v ? v : "";
    if (v && !strcmp(v, "2.0")) return 2;
    if (v && !strncmp(v, "3.0", 3) && (v[3] == 0 || v[3] == '.' || v[3] == '-')) return 3;
    Diag *e = v ? base_unsupported(d->ctx, "XCH0003", xch_attribute_span(root, "fmiVersion"),
                                   "this FMU is of FMI %s; FMI 2.0 and 3.0 are read", v)
                : base_unsupported(d->ctx, "XCH0003", xch_span(root), "this FMU does not say of which FMI it is");
    base_hint(d->ctx, e, "export it again from the tool that made it, as FMI 2.0 or 3.0");
    return 0;
}

static bool describe(Describe *d, const XchNode *root) {
    XchModel *m = d->m;
    size_t errors = base_error_count(d->ctx);
    if (strcmp(root->name, "fmiModelDescription") != 0) {
        base_error(d->ctx, "XCH0002", xch_span(root), "<%s> is not the description of an FMU", root->tag);
        return false;
    }
    m->version = read_version(d, root);
    if (!m->version) return false;
    read_head(d, root);
    read_units(d, xch_child(root, "UnitDefinitions"));
    read_types(d, xch_child(root, "TypeDefinitions"));
    const XchNode *categories = xch_child(root, "LogCategories");
    for (const XchNode *n = categories ? categories->first : NULL; n; n = n->next)
        vec_push(&m->categories, ((XchCategory){xch_needed(d->ctx, n, "name"), xch_attribute(n, "description")}));
    read_experiment(d, xch_child(root, "DefaultExperiment"));
    const XchNode *variables = xch_child(root, "ModelVariables");
    if (!variables) unusable(d, xch_span(root), "there is no <ModelVariables>");
    for (const XchNode *n = variables ? variables->first : NULL; n; n = n->next)
        if (m->version == 3 || !strcmp(n->name, "ScalarVariable")) read_variable(d, n);
    index_variables(d);
    link_variables(d);
    const XchNode *structure = xch_child(root, "ModelStructure");
    if (!structure) unusable(d, xch_span(root), "there is no <ModelStructure>");
    else read_structure(d, structure);
    return base_error_count(d->ctx) == errors;
}

XchModel *xch_describe(Context *ctx, SourceId source) {
    XchModel *m = base_realloc(NULL, sizeof *m);
    *m = (XchModel){.start = NAN, .stop = NAN, .tolerance = NAN, .step = NAN};
    Describe d = {.ctx = ctx, .m = m, .arena = &m->arena};
    m->root = xch_xml(ctx, &m->arena, source);
    if (m->root && describe(&d, m->root)) return m;
    xch_describe_free(m);
    return NULL;
}

/* ---- other sizes ------------------------------------------------------------------------------------------------- */

/* Start values of an array with other dimensions: what stood at the same subscripts, else what all had, or 0. */
static double *moved_starts(Arena *arena, const XchVariable *v, const uint32_t *before) {
    double *to = BASE_ARRAY(arena, double, v->nvalues + 1), common = v->starts[0];
    for (uint32_t k = 1; k < v->nstarts; k++)
        if (v->starts[k] != common) common = 0;
    for (uint32_t k = 0; k < v->nvalues; k++) {
        uint32_t rest = k, from = 0, below = v->nvalues;
        bool inside = true;
        for (uint32_t i = 0; i < v->ndimensions; i++) {
            below /= v->dimensions[i].size;
            from = from * before[i] + rest / below;
            inside = inside && rest / below < before[i];
            rest %= below;
        }
        to[k] = inside && from < v->nstarts ? v->starts[from] : common;
    }
    return to;
}

static void resize_variable(XchModel *m, XchVariable *v) {
    uint32_t *before = BASE_ARRAY(&m->arena, uint32_t, v->ndimensions + 1);
    uint64_t values = 1;
    bool other = false;
    for (uint32_t i = 0; i < v->ndimensions; i++) {
        XchDimension *dim = &v->dimensions[i];
        before[i] = dim->size;
        if (dim->variable != XCH_NONE) dim->size = (uint32_t)m->variables.at[dim->variable].starts[0];
        other = other || dim->size != before[i];
        values *= dim->size;
    }
    if (!other || values > 1 << 28) return;
    v->nvalues = (uint32_t)values;
    v->resized = true;
    if (v->starts && v->nstarts > 1) v->starts = moved_starts(&m->arena, v, before), v->nstarts = v->nvalues;
}

bool xch_resize(XchModel *m, uint32_t variable, double value) {
    XchVariable *s = &m->variables.at[variable];
    bool known = s->causality == XCH_STRUCTURAL && s->nstarts == 1 && s->starts;
    if (!known || !(value >= 0 && value <= 1 << 20) || value != floor(value) || value < s->numbers.min ||
        value > s->numbers.max)
        return false;
    if (value == s->starts[0]) return true;
    s->starts[0] = value;
    s->resized = true;
    m->nstates = 0, m->nindicators = m->indicators_2;
    for (uint32_t i = 0; i < m->variables.n; i++)
        if (m->variables.at[i].ndimensions) resize_variable(m, &m->variables.at[i]);
    for (uint32_t i = 0; i < m->states.n; i++) m->nstates += m->variables.at[m->states.at[i]].nvalues;
    for (uint32_t i = 0; i < m->indicators.n; i++)
        m->nindicators += m->variables.at[m->indicators.at[i].variable].nvalues;
    return true;
}

bool xch_move(XchModel *m, uint32_t variable) {
    XchVariable *v = &m->variables.at[variable];
    bool number = v->type != XCH_STRING && v->type != XCH_BINARY && v->starts && v->nstarts == v->nvalues;
    if (v->causality != XCH_PARAMETER || v->variability != XCH_TUNABLE || !number) return false;
    v->causality = XCH_INPUT;
    v->variability = XCH_DISCRETE;
    v->moved = true;
    return true;
}

void xch_describe_free(XchModel *m) {
    if (!m) return;
    vec_free(&m->units), vec_free(&m->types), vec_free(&m->variables), vec_free(&m->categories);
    vec_free(&m->outputs), vec_free(&m->derivatives), vec_free(&m->unknowns), vec_free(&m->clocked);
    vec_free(&m->indicators), vec_free(&m->states);
    base_map_free(&m->by_name), base_map_free(&m->by_reference);
    base_free_arena(&m->arena);
    base_realloc(m, 0);
}
