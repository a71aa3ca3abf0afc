/* rules.c - what the standards demand of a description beside its schema (FMI 2.0.4, 2.2; FMI 3.0.2, 2.4). */
#include "exchange/exchange_impl.h"

#include <math.h>
#include <string.h>

typedef struct {
    Context *ctx;
    const XchModel *m;
} Check;

static Diag *broken(Check *c, Span span, const char *fmt, ...) BASE_PRINTF(3, 4);
static Diag *broken(Check *c, Span span, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    Diag *d = base_report(c->ctx, SEV_ERROR, "XCH0005", span, fmt, args);
    va_end(args);
    return d;
}

static Diag *unwise(Check *c, Span span, const char *fmt, ...) BASE_PRINTF(3, 4);
static Diag *unwise(Check *c, Span span, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    Diag *d = base_report(c->ctx, SEV_WARNING, "XCH0006", span, fmt, args);
    va_end(args);
    return d;
}

static Span span_of(const XchVariable *v) {
    return (Span){v->node->source, v->node->at, v->node->at + 1 + (uint32_t)strlen(v->node->tag)};
}

static bool is_float(XchType t) { return t == XCH_FLOAT64 || t == XCH_FLOAT32; }
static bool is_integer(XchType t) { return t >= XCH_INT8 && t <= XCH_UINT64; }

/* ---- names ------------------------------------------------------------------------------------------------------- */

static bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static bool digit(char c) { return c >= '0' && c <= '9'; }

/* The grammar of structured names (FMI 2.0.4, 2.2.9): each takes what it can from *s. */
static bool digits(const char **s) {
    if (!digit(**s)) return false;
    while (digit(**s)) ++*s;
    return true;
}

static bool quoted(const char **s) {
    ++*s;
    if (**s == '\'') return false;
    while (**s && **s != '\'') {
        if (**s == '\\' && !strchr("'\"?\\abfnrtv", (*s)[1])) return false;
        *s += **s == '\\' && (*s)[1] ? 2 : 1;
    }
    return *(*s)++ == '\'';
}

static bool plain_name(const char **s) {
    if (**s == '\'') return quoted(s);
    if (!letter(**s)) return false;
    while (letter(**s) || digit(**s)) ++*s;
    return true;
}

static bool indices(const char **s) {
    if (**s != '[') return true;
    do {
        ++*s;
        if (!digits(s)) return false;
    } while (**s == ',');
    return *(*s)++ == ']';
}

static bool identifier(const char **s) {
    do {
        if (**s == '.') ++*s;
        if (!plain_name(s) || !indices(s)) return false;
    } while (**s == '.');
    return true;
}

static bool structured_name(const char *s) {
    if (strncmp(s, "der(", 4) != 0) return identifier(&s) && !*s;
    s += 4;
    if (!identifier(&s)) return false;
    if (*s == ',') {
        s++;
        if (!digits(&s)) return false;
    }
    return *s == ')' && !s[1];
}

static void check_name(Check *c, const char *name, const XchVariable *v) {
    if (!*name) broken(c, span_of(v), "a variable has an empty name");
    else if (c->m->flat_names && strpbrk(name, "\r\n\t"))
        broken(c, span_of(v), "the name \"%s\" holds a tab or an end of line", name);
    else if (!c->m->flat_names && !structured_name(name))
        broken(c, span_of(v), "\"%s\" is no structured name, which variableNamingConvention promises", name);
}

static void unique_name(Check *c, const char *name, const XchVariable *v) {
    const XchVariable *first = &c->m->variables.at[xch_find(c->m, name)];
    if (first == v) return;
    Diag *d = broken(c, span_of(v), "the name \"%s\" is not unique", name);
    base_note(c->ctx, d, span_of(first), "the other one");
}

static void check_names(Check *c) {
    for (uint32_t i = 0; i < c->m->variables.n; i++) {
        const XchVariable *v = &c->m->variables.at[i];
        check_name(c, v->name, v);
        unique_name(c, v->name, v);
        for (uint32_t k = 0; k < v->naliases; k++) {
            check_name(c, v->aliases[k].name, v);
            unique_name(c, v->aliases[k].name, v);
        }
    }
}

/* ---- one variable ------------------------------------------------------------------------------------------------ */

static bool legal_triple(const XchVariable *v) {
    bool fixed = v->variability == XCH_FIXED || v->variability == XCH_TUNABLE;
    bool moving = v->variability == XCH_DISCRETE || v->variability == XCH_CONTINUOUS;
    bool computed = v->initial == XCH_CALCULATED || v->initial == XCH_APPROX;
    switch (v->causality) {
    case XCH_STRUCTURAL:
    case XCH_PARAMETER: return fixed && v->initial == XCH_EXACT;
    case XCH_CALCULATED_PARAMETER: return fixed && computed;
    case XCH_INPUT: return moving && v->initial == XCH_EXACT;
    case XCH_OUTPUT: return v->variability == XCH_CONSTANT ? v->initial == XCH_EXACT : moving;
    case XCH_LOCAL: return v->variability == XCH_CONSTANT ? v->initial == XCH_EXACT : moving || (fixed && computed);
    default: return v->variability == XCH_CONTINUOUS && v->initial == XCH_NO_INITIAL;
    }
}

static void check_triple(Check *c, const XchVariable *v) {
    if (v->type == XCH_CLOCK) return; /* clocks have no initial and are discrete by nature */
    if (!is_float(v->type) && v->variability == XCH_CONTINUOUS)
        broken(c, span_of(v), "\"%s\" is a %s and cannot be continuous", v->name, xch_type_name(c->m, v->type));
    else if (!legal_triple(v))
        broken(c, span_of(v), "\"%s\": causality %s, variability %s and initial %s do not go together", v->name,
               xch_causality_name(v->causality), xch_variability_name(v->variability), xch_initial_name(v->initial));
}

static void check_start(Check *c, const XchVariable *v) {
    bool needed = v->type != XCH_CLOCK && (v->initial == XCH_EXACT || v->initial == XCH_APPROX);
    if (needed && !v->start)
        broken(c, span_of(v), "\"%s\" needs a start value (initial is %s)", v->name, xch_initial_name(v->initial));
    if (v->start && v->initial == XCH_CALCULATED)
        broken(c, span_of(v), "\"%s\" has a start value although it is calculated", v->name);
    if (v->start && v->causality == XCH_INDEPENDENT)
        broken(c, span_of(v), "\"%s\" is the independent variable and has a start value", v->name);
    for (uint32_t i = 0; v->starts && i < v->nstarts; i++) {
        if (v->starts[i] < v->numbers.min || v->starts[i] > v->numbers.max) {
            unwise(c, span_of(v), "the start value %g of \"%s\" is %s its %s of %g", v->starts[i], v->name,
                   v->starts[i] < v->numbers.min ? "below" : "above", v->starts[i] < v->numbers.min ? "min" : "max",
                   v->starts[i] < v->numbers.min ? v->numbers.min : v->numbers.max);
            break;
        }
    }
}

static void check_range(Check *c, const XchVariable *v) {
    static const struct {
        double low, high;
    } ranges[] = {[XCH_INT8] = {-128, 127},
                  [XCH_UINT8] = {0, 255},
                  [XCH_INT16] = {-32768, 32767},
                  [XCH_UINT16] = {0, 65535},
                  [XCH_INT32] = {-2147483648.0, 2147483647.0},
                  [XCH_UINT32] = {0, 4294967295.0},
                  [XCH_INT64] = {-9223372036854775808.0, 9223372036854775808.0},
                  [XCH_UINT64] = {0, 18446744073709551616.0}};
    if (!is_integer(v->type)) return;
    for (uint32_t i = 0; v->starts && i < v->nstarts; i++) {
        double x = v->starts[i];
        if (x != floor(x) || x < ranges[v->type].low || x > ranges[v->type].high) {
            broken(c, span_of(v), "the start value %g of \"%s\" is no %s", x, v->name, xch_type_name(c->m, v->type));
            break;
        }
    }
}

static void check_enumeration(Check *c, const XchVariable *v) {
    if (v->type != XCH_ENUMERATION) return;
    const XchTypeDefinition *t = v->declared != XCH_NONE ? &c->m->types.at[v->declared] : NULL;
    if (!t || t->type != XCH_ENUMERATION) {
        broken(c, span_of(v), "\"%s\" is an enumeration and needs a declaredType that says its items", v->name);
        return;
    }
    for (uint32_t i = 0; v->starts && i < v->nstarts; i++) {
        bool known = false;
        for (uint32_t k = 0; k < t->nitems; k++) known = known || (double)t->items[k].value == v->starts[i];
        if (!known)
            broken(c, span_of(v), "the start value %g of \"%s\" is no item of \"%s\"", v->starts[i], v->name, t->name);
    }
}

static const XchUnitDefinition *unit_of(const XchModel *m, const char *name) {
    for (uint32_t i = 0; i < m->units.n; i++)
        if (!strcmp(m->units.at[i].name, name)) return &m->units.at[i];
    return NULL;
}

static bool has_display(const XchUnitDefinition *u, const char *name) {
    bool found = false;
    for (uint32_t i = 0; u && i < u->ndisplay; i++) found = found || !strcmp(u->display[i].name, name);
    return found;
}

static void check_numbers(Check *c, const char *what, const char *name, const XchNumbers *n, Span span) {
    const XchUnitDefinition *u = n->unit ? unit_of(c->m, n->unit) : NULL;
    if (n->unit && !u) broken(c, span, "the unit \"%s\" of %s \"%s\" is not defined", n->unit, what, name);
    else if (n->display_unit && !has_display(u, n->display_unit))
        broken(c, span, "the display unit \"%s\" of %s \"%s\" is not defined", n->display_unit, what, name);
    if (n->min > n->max) broken(c, span, "min %g of %s \"%s\" is above its max %g", n->min, what, name, n->max);
    if (n->nominal == 0) broken(c, span, "the nominal value of %s \"%s\" is 0", what, name);
    else if (n->nominal < 0 && c->m->version == 3)
        broken(c, span, "the nominal value of %s \"%s\" is negative", what, name);
}

static void check_type_of(Check *c, const XchVariable *v) {
    if (v->declared == XCH_NONE) return;
    const XchTypeDefinition *t = &c->m->types.at[v->declared];
    if (t->type != v->type)
        broken(c, span_of(v), "\"%s\" is a %s, its declared type \"%s\" a %s", v->name, xch_type_name(c->m, v->type),
               t->name, xch_type_name(c->m, t->type));
}

static void check_clock(Check *c, const XchVariable *v) {
    for (uint32_t i = 0; i < v->nclocks; i++)
        if (c->m->variables.at[v->clocks[i]].type != XCH_CLOCK)
            broken(c, span_of(v), "\"%s\" names \"%s\" as its clock, which is none", v->name,
                   c->m->variables.at[v->clocks[i]].name);
    if (v->nclocks && v->variability == XCH_CONTINUOUS && v->type != XCH_CLOCK)
        broken(c, span_of(v), "\"%s\" has a clock and cannot be continuous", v->name);
    if (v->type != XCH_CLOCK) return;
    if (v->causality == XCH_OUTPUT && v->clock->kind != XCH_CLOCK_TRIGGERED)
        broken(c, span_of(v), "the clock \"%s\" is an output and must be triggered", v->name);
    if ((v->clock->kind == XCH_CLOCK_CONSTANT || v->clock->kind == XCH_CLOCK_FIXED) && !v->clock->has_interval)
        broken(c, span_of(v), "the clock \"%s\" needs an interval", v->name);
    if (v->clock->has_interval && !(v->clock->interval > 0))
        broken(c, span_of(v), "the interval of the clock \"%s\" must be positive", v->name);
}

static void check_variables(Check *c) {
    uint32_t independent = 0;
    for (uint32_t i = 0; i < c->m->variables.n; i++) {
        const XchVariable *v = &c->m->variables.at[i];
        independent += v->causality == XCH_INDEPENDENT;
        if (v->causality == XCH_STRUCTURAL && c->m->version == 2)
            broken(c, span_of(v), "\"%s\": FMI 2.0 knows no structural parameters", v->name);
        check_triple(c, v);
        check_start(c, v);
        check_range(c, v);
        check_enumeration(c, v);
        check_type_of(c, v);
        check_numbers(c, "variable", v->name, &v->numbers, span_of(v));
        for (uint32_t k = 0; k < v->naliases; k++)
            if (v->aliases[k].display_unit &&
                !(v->numbers.unit && has_display(unit_of(c->m, v->numbers.unit), v->aliases[k].display_unit)))
                broken(c, span_of(v), "the display unit \"%s\" of the alias \"%s\" is not defined",
                       v->aliases[k].display_unit, v->aliases[k].name);
        if (c->m->version == 3) check_clock(c, v);
        for (uint32_t k = 0; k < v->ndimensions; k++) {
            uint32_t s = v->dimensions[k].variable;
            if (s != XCH_NONE &&
                (c->m->variables.at[s].causality != XCH_STRUCTURAL || c->m->variables.at[s].type != XCH_UINT64))
                broken(c, span_of(v), "the size of \"%s\" is \"%s\", which is no structural parameter of type UInt64",
                       v->name, c->m->variables.at[s].name);
        }
    }
    Span whole = (Span){c->m->root->source, c->m->root->at, c->m->root->at + 1};
    if (c->m->version == 3 && independent != 1)
        broken(c, whole, "there are %u independent variables; there must be one", independent);
    if (c->m->version == 2 && independent > 1) broken(c, whole, "there is more than one independent variable");
}

/* ---- value references -------------------------------------------------------------------------------------------- */

static bool settable(const XchVariable *v) {
    return v->causality == XCH_INPUT || v->causality == XCH_PARAMETER || v->causality == XCH_STRUCTURAL;
}

/* In 3.0 a value reference is a variable; in 2.0 variables of one type may share it, of which one may be set. */
static void check_references(Check *c) {
    Map seen = {0};
    for (uint32_t i = 0; i < c->m->variables.n; i++) {
        const XchVariable *v = &c->m->variables.at[i];
        XchType t = v->type == XCH_ENUMERATION ? XCH_INT32 : v->type;
        uint64_t key = c->m->version == 3 ? v->reference : (uint64_t)t << 32 | v->reference, at;
        if (!base_map_get(&seen, key, &at)) {
            base_map_put(&seen, key, i);
            continue;
        }
        const XchVariable *o = &c->m->variables.at[at];
        if (c->m->version == 3)
            broken(c, span_of(v), "\"%s\" has the value reference %u of \"%s\"", v->name, v->reference, o->name);
        else if (settable(v) && settable(o))
            broken(c, span_of(v), "\"%s\" and \"%s\" share a value reference and can both be set", v->name, o->name);
        else if (v->variability == XCH_CONSTANT && o->variability != XCH_CONSTANT)
            broken(c, span_of(v), "\"%s\" is constant and shares the value reference of \"%s\", which is not", v->name,
                   o->name);
        else if (v->numbers.unit && o->numbers.unit && strcmp(v->numbers.unit, o->numbers.unit) != 0)
            broken(c, span_of(v), "\"%s\" and \"%s\" share a value reference and have different units", v->name,
                   o->name);
        else if (!v->numbers.unit != !o->numbers.unit)
            unwise(c, span_of(v), "\"%s\" and \"%s\" share a value reference, and only one has a unit", v->name,
                   o->name);
        if (settable(v)) base_map_put(&seen, key, i);
    }
    base_map_free(&seen);
}

/* ---- structure --------------------------------------------------------------------------------------------------- */

static void check_dependencies(Check *c, const char *what, const XchUnknowns *list, bool initial) {
    const XchModel *m = c->m;
    uint8_t *seen = base_realloc(NULL, m->variables.n + 1), *known = base_realloc(NULL, m->variables.n + 1);
    memset(seen, 0, m->variables.n + 1), memset(known, 0, m->variables.n + 1);
    for (uint32_t i = 0; i < m->variables.n; i++) {
        const XchVariable *v = &m->variables.at[i];
        bool may = v->causality == XCH_INPUT || v->causality == XCH_INDEPENDENT || v->type == XCH_CLOCK;
        known[i] = may || (initial && v->initial == XCH_EXACT) || settable(v) || v->previous != XCH_NONE ||
                   v->variability == XCH_DISCRETE;
    }
    for (uint32_t i = 0; i < m->states.n; i++) known[m->states.at[i]] = 1;
    for (uint32_t i = 0; i < list->n; i++) {
        const XchUnknown *u = &list->at[i];
        const char *name = m->variables.at[u->variable].name;
        if (seen[u->variable]) broken(c, u->span, "\"%s\" stands twice among the %s", name, what);
        seen[u->variable] = 1;
        if (u->has_kinds && !u->has_dependencies)
            broken(c, u->span, "\"%s\" has dependenciesKind without dependencies", name);
        else if (u->has_kinds && u->n != u->nkinds)
            broken(c, u->span, "\"%s\" has %u dependencies and %u kinds of them", name, u->n, u->nkinds);
        for (uint32_t k = 0; k < u->n; k++) {
            if (!known[u->on[k]])
                unwise(c, u->span, "\"%s\" is said to depend on \"%s\", which is not known when it is computed", name,
                       m->variables.at[u->on[k]].name);
            for (uint32_t j = 0; j < k && u->n < 1000; j++)
                if (u->on[j] == u->on[k])
                    broken(c, u->span, "\"%s\" names its dependency \"%s\" twice", name,
                           m->variables.at[u->on[k]].name);
        }
    }
    base_realloc(seen, 0), base_realloc(known, 0);
}

static void check_outputs(Check *c) {
    const XchModel *m = c->m;
    uint8_t *listed = base_realloc(NULL, m->variables.n + 1);
    memset(listed, 0, m->variables.n + 1);
    for (uint32_t i = 0; i < m->outputs.n; i++) {
        const XchVariable *v = &m->variables.at[m->outputs.at[i].variable];
        listed[m->outputs.at[i].variable] = 1;
        if (v->causality != XCH_OUTPUT)
            broken(c, m->outputs.at[i].span, "\"%s\" stands among the outputs and is none", v->name);
    }
    for (uint32_t i = 0; i < m->variables.n; i++)
        if (m->variables.at[i].causality == XCH_OUTPUT && !listed[i])
            broken(c, span_of(&m->variables.at[i]), "\"%s\" is an output and is missing in ModelStructure",
                   m->variables.at[i].name);
    base_realloc(listed, 0);
}

static void check_derivatives(Check *c) {
    const XchModel *m = c->m;
    for (uint32_t i = 0; i < m->derivatives.n; i++) {
        const XchVariable *d = &m->variables.at[m->derivatives.at[i].variable], *x = &m->variables.at[d->derivative];
        if (!is_float(d->type) || !is_float(x->type) || d->type != x->type)
            broken(c, span_of(d), "\"%s\" and its derivative \"%s\" must be real numbers of one type", x->name,
                   d->name);
        if (d->nvalues != x->nvalues)
            broken(c, span_of(d), "\"%s\" has %u elements, its derivative \"%s\" %u", x->name, x->nvalues, d->name,
                   d->nvalues);
        if (x->variability != XCH_CONTINUOUS || d->variability != XCH_CONTINUOUS)
            broken(c, span_of(d), "the state \"%s\" and its derivative must be continuous", x->name);
        if (x->causality != XCH_LOCAL && x->causality != XCH_OUTPUT)
            broken(c, span_of(x), "the state \"%s\" must be local or an output", x->name);
    }
    if (m->me.there && m->version == 2 && !m->has_indicators_2)
        unwise(c, (Span){m->root->source, m->root->at, m->root->at + 1},
               "numberOfEventIndicators is not given: taken as 0");
    for (uint32_t i = 0; i < m->clocked.n; i++) {
        const XchVariable *v = &m->variables.at[m->clocked.at[i].variable];
        if (v->previous == XCH_NONE)
            broken(c, span_of(v), "\"%s\" is a clocked state and has no previous value", v->name);
    }
    for (uint32_t i = 0; i < m->indicators.n; i++) {
        const XchVariable *v = &m->variables.at[m->indicators.at[i].variable];
        if (!is_float(v->type) || v->variability != XCH_CONTINUOUS)
            broken(c, span_of(v), "the event indicator \"%s\" must be a continuous real number", v->name);
    }
}

static void check_unknowns(Check *c) {
    const XchModel *m = c->m;
    uint8_t *wanted = base_realloc(NULL, m->variables.n + 1);
    memset(wanted, 0, m->variables.n + 1);
    for (uint32_t i = 0; i < m->variables.n; i++) {
        const XchVariable *v = &m->variables.at[i];
        bool computed = v->initial == XCH_CALCULATED || v->initial == XCH_APPROX;
        wanted[i] = (v->causality == XCH_OUTPUT && computed && !v->nclocks && v->type != XCH_CLOCK) ||
                    v->causality == XCH_CALCULATED_PARAMETER;
    }
    for (uint32_t i = 0; i < m->derivatives.n; i++) {
        uint32_t d = m->derivatives.at[i].variable, x = m->variables.at[d].derivative;
        if (m->variables.at[d].initial != XCH_EXACT) wanted[d] = 1;
        if (m->variables.at[x].initial != XCH_EXACT) wanted[x] = 1;
    }
    for (uint32_t i = 0; i < m->unknowns.n; i++) {
        const XchVariable *v = &m->variables.at[m->unknowns.at[i].variable];
        if (!wanted[m->unknowns.at[i].variable] && v->type != XCH_CLOCK) /* clocks may, who knows their value */
            broken(c, m->unknowns.at[i].span, "\"%s\" stands among the unknowns of initialisation and is none",
                   v->name);
        wanted[m->unknowns.at[i].variable] = 0;
    }
    for (uint32_t i = 0; i < m->variables.n; i++)
        if (wanted[i])
            broken(c, span_of(&m->variables.at[i]), "\"%s\" is missing among the unknowns of initialisation",
                   m->variables.at[i].name);
    base_realloc(wanted, 0);
}

/* ---- the rest ---------------------------------------------------------------------------------------------------- */

static bool c_identifier(const char *s) {
    if (!letter(*s)) return false;
    while (letter(*s) || digit(*s)) s++;
    return !*s;
}

static void check_interface(Check *c, const XchInterface *x) {
    if (!x->there) return;
    if (!c_identifier(x->identifier)) broken(c, x->span, "modelIdentifier \"%s\" is no identifier of C", x->identifier);
    if (x->serialise_state && !x->get_set_state)
        broken(c, x->span, "states can be serialised although they cannot be got and set");
    if (x->fixed_step <= 0) broken(c, x->span, "fixedInternalStepSize must be positive");
}

static void check_definitions(Check *c) {
    const XchModel *m = c->m;
    for (uint32_t i = 0; i < m->units.n; i++) {
        for (uint32_t k = 0; k < i && m->units.n < 2000; k++)
            if (!strcmp(m->units.at[i].name, m->units.at[k].name))
                broken(c, m->units.at[i].span, "the unit \"%s\" is defined twice", m->units.at[i].name);
        if (m->units.at[i].factor == 0) broken(c, m->units.at[i].span, "the factor of a unit is 0");
    }
    for (uint32_t i = 0; i < m->types.n; i++) {
        const XchTypeDefinition *t = &m->types.at[i];
        for (uint32_t k = 0; k < i && m->types.n < 2000; k++)
            if (!strcmp(t->name, m->types.at[k].name)) broken(c, t->span, "the type \"%s\" is defined twice", t->name);
        check_numbers(c, "type", t->name, &t->numbers, t->span);
        if (t->type == XCH_ENUMERATION && !t->nitems)
            broken(c, t->span, "the enumeration \"%s\" has no items", t->name);
        for (uint32_t k = 0; k < t->nitems; k++)
            for (uint32_t j = 0; j < k && t->nitems < 2000; j++)
                if (!strcmp(t->items[j].name, t->items[k].name) || t->items[j].value == t->items[k].value)
                    broken(c, t->span, "items \"%s\" and \"%s\" of \"%s\" are not distinct", t->items[j].name,
                           t->items[k].name, t->name);
    }
}

static void check_experiment(Check *c) {
    const XchModel *m = c->m;
    const XchNode *n = xch_child(m->root, "DefaultExperiment");
    if (!n) return;
    if (m->has_start && m->has_stop && m->stop < m->start)
        broken(c, xch_span(n), "the default experiment stops at %g, before its start at %g", m->stop, m->start);
    if (m->tolerance <= 0) broken(c, xch_span(n), "the tolerance of the default experiment must be positive");
    if (m->step <= 0) broken(c, xch_span(n), "the step size of the default experiment must be positive");
}

size_t xch_check_rules(Context *ctx, const XchModel *m) {
    Check c = {ctx, m};
    size_t before = base_error_count(ctx);
    xch_check_schema(ctx, m);
    check_definitions(&c);
    check_interface(&c, &m->me), check_interface(&c, &m->cs), check_interface(&c, &m->se);
    check_experiment(&c);
    check_names(&c);
    check_variables(&c);
    check_references(&c);
    check_outputs(&c);
    check_derivatives(&c);
    check_unknowns(&c);
    check_dependencies(&c, "outputs", &m->outputs, false);
    check_dependencies(&c, "derivatives", &m->derivatives, false);
    check_dependencies(&c, "unknowns of initialisation", &m->unknowns, true);
    check_dependencies(&c, "event indicators", &m->indicators, false);
    check_dependencies(&c, "clocked states", &m->clocked, false);
    return base_error_count(ctx) - before;
}
