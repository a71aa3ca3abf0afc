/* ssp_links.c - connections of a system of FMUs: who is meant, in which unit, what is done to the value on its way. */
#include "exchange/ssp_impl.h"

#include <stdlib.h>
#include <string.h>

/* ---- who is meant ------------------------------------------------------------------------------------------------ */

static const XchNode *named(const XchNode *list, const char *kind, const char *name) {
    for (const XchNode *n = list && name ? list->first : NULL; n; n = n->next) {
        const char *its = xch_attribute(n, "name");
        if ((!kind || !strcmp(n->name, kind)) && its && !strcmp(its, name)) return n;
    }
    return NULL;
}

static const XchNode *connector_of(const XchNode *holder, const char *name) {
    return named(xch_child(holder, "Connectors"), "Connector", name);
}

bool xch_is_inner(const XchNode *element) {
    const char *type = xch_attribute(element, "type");
    return !strcmp(element->name, "Component") && type && strstr(type, "x-ssp-");
}

bool xch_is_parameter(const XchNode *connector) {
    const char *kind = xch_attribute(connector, "kind");
    return kind && (!strcmp(kind, "parameter") || !strcmp(kind, "structuralParameter") || !strcmp(kind, "constant"));
}

bool xch_links_parameters(const XchNode *system, const XchNode *connection) {
    const XchNode *start = xch_attribute(connection, "startElement")
                               ? NULL
                               : connector_of(system, xch_attribute(connection, "startConnector"));
    return start && xch_is_parameter(start) && xch_attribute(connection, "endElement");
}

/* One end of a connection. */
typedef struct {
    const char *prefix, *element, *connector;
    const XchNode *node, *holder; /* the element, or NULL; what has the connector */
    const XchSignal *signal;      /* of a signal dictionary */
} End;

static const XchDictionary *dictionary_of(XchSystem *s, const char *prefix, const XchNode *reference) {
    const char *name = xch_needed(s->ctx, reference, "dictionary");
    for (size_t i = s->dictionaries.n; i-- > 0;) { /* inner ones come last */
        const XchDictionary *d = &s->dictionaries.at[i];
        size_t n = strlen(d->prefix);
        bool around = !n || (!strncmp(d->prefix, prefix, n) && (!prefix[n] || prefix[n] == '.'));
        if (around && !strcmp(d->name, name)) return d;
    }
    xch_wrong(s, reference, "there is no signal dictionary \"%s\" here", name);
    return NULL;
}

static const XchSignal *signal_of(XchSystem *s, const End *e, bool writes) {
    const XchDictionary *d = dictionary_of(s, e->prefix, e->node);
    if (!d) return NULL;
    const char *name = base_sprintf(s->arena, "%s.%s", d->whole, e->connector);
    size_t i = 0;
    while (i < s->signals.n && strcmp(s->signals.at[i].name, name) != 0) i++;
    if (i == s->signals.n) {
        const XchNode *entry = named(d->entries, "DictionaryEntry", e->connector);
        if (!entry) xch_wrong(s, e->node, "the signal dictionary \"%s\" has no entry \"%s\"", d->name, e->connector);
        if (!entry) return NULL;
        vec_push(&s->signals, ((XchSignal){name, entry, e->node, false}));
    }
    s->signals.at[i].written |= writes;
    XchSignal *copy = base_alloc(s->arena, sizeof *copy);
    *copy = s->signals.at[i];
    return copy;
}

static End end_of(XchSystem *s, const char *prefix, const XchNode *system, const char *element, const char *connector,
                  bool writes) {
    End e = {.prefix = prefix, .element = element, .connector = connector, .holder = system};
    if (!element) return e;
    e.node = e.holder = named(xch_child(system, "Elements"), NULL, element);
    if (e.node && !strcmp(e.node->name, "SignalDictionaryReference")) e.signal = signal_of(s, &e, writes);
    return e;
}

static void add_end(XchSystem *s, const End *e, Text *out) {
    if (e->signal) xch_add_name(out, e->signal->name);
    else if (!e->element) xch_add_name(out, xch_joined(s, e->prefix, e->connector));
    else if (e->node && (!strcmp(e->node->name, "System") || xch_is_inner(e->node)))
        xch_add_name(out, xch_joined(s, xch_joined(s, e->prefix, e->element), e->connector));
    else {
        xch_add_name(out, xch_joined(s, e->prefix, e->element));
        base_text_char(out, '.');
        xch_add_variable(out, e->connector, false);
    }
}

/* ---- units ------------------------------------------------------------------------------------------------------- */

void xch_take_units(XchSystem *s, const XchNode *holder) {
    const XchNode *list = xch_child(holder, "Units");
    for (const XchNode *n = list ? list->first : NULL; n; n = n->next)
        if (!strcmp(n->name, "Unit")) vec_push(&s->units, xch_unit(s->ctx, n));
}

static XchPart *part_of(const XchSystem *s, const char *name) {
    uint64_t at;
    if (!base_map_get(&s->component_of, base_hash(name, strlen(name), 0), &at)) return NULL;
    const XchComponent *c = &s->components.at[at - 1];
    return strcmp(c->name, name) ? NULL : &s->parts.at[c->part];
}

static const XchModel *model_of(const XchSystem *s, const char *name) {
    const XchPart *p = part_of(s, name);
    return p ? p->fmu->model : NULL;
}

static const char *unit_in(const XchNode *connector) {
    for (const XchNode *n = connector ? connector->first : NULL; n; n = n->next)
        if (xch_attribute(n, "unit")) return xch_attribute(n, "unit");
    return NULL;
}

/* The unit of an end, as its connector says or else its FMU; NULL: not known. */
static const XchUnitDefinition *unit_of(XchSystem *s, const End *e) {
    const XchModel *m = e->element ? model_of(s, xch_joined(s, e->prefix, e->element)) : NULL;
    const char *unit = unit_in(e->signal ? e->signal->entry : e->holder ? connector_of(e->holder, e->connector) : NULL);
    for (size_t i = s->units.n; unit && i-- > 0;)
        if (!strcmp(s->units.at[i].name, unit)) return &s->units.at[i];
    uint32_t v = m ? xch_find(m, e->connector) : XCH_NONE;
    if (!unit && v != XCH_NONE) unit = m->variables.at[v].numbers.unit;
    for (size_t i = 0; m && unit && i < m->units.n; i++)
        if (!strcmp(m->units.at[i].name, unit)) return &m->units.at[i];
    return NULL;
}

/* factor*value + offset, of scalars and arrays. */
static const char *linear(XchSystem *s, double factor, const char *value, double offset) {
    if (factor == 1 && offset == 0) return value;
    Text t = {0};
    base_text_char(&t, '(');
    base_text_double(&t, factor, true);
    base_text_printf(&t, ")*%s", value);
    if (offset != 0) base_text_add(&t, " .+ ("), base_text_double(&t, offset, true), base_text_char(&t, ')');
    const char *text = base_sprintf(s->arena, "(%s)", base_text_str(&t));
    base_text_free(&t);
    return text;
}

/* The value in the unit of its end; angles are numbers. */
static const char *converted(XchSystem *s, const XchNode *c, const End *start, const End *end, const char *value) {
    const XchUnitDefinition *a = unit_of(s, start), *b = unit_of(s, end);
    if (!a || !b || !a->has_base || !b->has_base || b->factor == 0) return value;
    if (xch_boolean(s->ctx, c, "suppressUnitConversion", false)) return value;
    if (memcmp(a->exponents, b->exponents, 7 * sizeof *a->exponents) != 0) {
        base_warning(s->ctx, "XCH0022", xch_span(c), "a value in \"%s\" is connected with one in \"%s\"", a->name,
                     b->name);
        return value;
    }
    return linear(s, a->factor / b->factor, value, (a->offset - b->offset) / b->factor);
}

/* ---- transformations --------------------------------------------------------------------------------------------- */

/* An item of an enumeration by its name, where the document has one. */
static bool item_value(const XchNode *n, const char *name, int64_t *value) {
    while (n->parent) n = n->parent;
    const XchNode *list = xch_child(n, "Enumerations");
    for (const XchNode *e = list ? list->first : NULL; e; e = e->next)
        for (const XchNode *i = e->first; i; i = i->next) {
            const char *its = xch_attribute(i, "name"), *text = xch_attribute(i, "value");
            if (strcmp(i->name, "Item") != 0 || !its || strcmp(its, name) != 0 || !text) continue;
            *value = strtoll(text, NULL, 10);
            return true;
        }
    return false;
}

static const char *entry_value(XchSystem *s, const XchNode *entry, const char *attribute, char kind) {
    const char *text = xch_needed(s->ctx, entry, attribute);
    int64_t value = 0;
    if (kind == 'B') return xch_boolean(s->ctx, entry, attribute, false) ? "true" : "false";
    if (kind == 'I') value = xch_integer(s->ctx, entry, attribute, 0, INT32_MIN, INT32_MAX);
    else if (!item_value(entry, text, &value)) xch_wrong(s, entry, "no enumeration has the item \"%s\"", text);
    return base_sprintf(s->arena, "%lld", (long long)value);
}

/* if value == source then target ... else value */
static const char *by_table(XchSystem *s, const XchNode *table, const char *value) {
    char kind = table->name[0];
    Text t = {0};
    for (const XchNode *m = table->first; m; m = m->next)
        if (!strcmp(m->name, "MapEntry"))
            base_text_printf(&t, "%s %s == %s then %s ", t.n ? "elseif" : "(if", value,
                             entry_value(s, m, "source", kind), entry_value(s, m, "target", kind));
    const char *text = t.n ? base_sprintf(s->arena, "%selse %s)", base_text_str(&t), value) : value;
    base_text_free(&t);
    return text;
}

const char *xch_mapped(XchSystem *s, const XchNode *holder, const char *value) {
    if (!value) return NULL;
    for (const XchNode *n = holder->first; n; n = n->next)
        if (strstr(n->name, "MappingTransformation")) return by_table(s, n, value);
    const XchNode *l = xch_child(holder, "LinearTransformation");
    return l ? linear(s, xch_real(s->ctx, l, "factor", 1), value, xch_real(s->ctx, l, "offset", 0)) : value;
}

/* ---- equations --------------------------------------------------------------------------------------------------- */

/* Others read what a connection begins with. */
static void watch(XchSystem *s, const End *start) {
    XchPart *p = start->element ? part_of(s, xch_joined(s, start->prefix, start->element)) : NULL;
    uint32_t v = p ? xch_find(p->fmu->model, start->connector) : XCH_NONE;
    if (v == XCH_NONE) return;
    const XchVariable *var = &p->fmu->model->variables.at[v];
    p->watched[v] = var->variability == XCH_CONTINUOUS && (var->type == XCH_FLOAT64 || var->type == XCH_FLOAT32);
}

void xch_add_link(XchSystem *s, const char *prefix, const XchNode *system, const XchNode *c) {
    const char *from = xch_needed(s->ctx, c, "startConnector"), *to = xch_needed(s->ctx, c, "endConnector");
    End start = end_of(s, prefix, system, xch_attribute(c, "startElement"), from, false);
    End end = end_of(s, prefix, system, xch_attribute(c, "endElement"), to, true);
    Text name = {0};
    watch(s, &start);
    add_end(s, &start, &name);
    const char *value = converted(s, c, &start, &end, base_strdup(s->arena, base_text_str(&name)));
    base_text_free(&name);
    base_text_add(&s->equations, "  ");
    add_end(s, &end, &s->equations);
    base_text_printf(&s->equations, " = %s;\n", xch_mapped(s, c, value));
}
