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
    const char *prefix, *element, *connector, *indices; /* indices: NULL, all */
    const XchNode *node, *holder;                       /* the element, or NULL; what has the connector */
    const XchSignal *signal;                            /* of a signal dictionary */
    char flow;                                          /* values come from here '>', go there '<'; '?': both may be */
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

static const XchSignal *signal_of(XchSystem *s, const End *e) {
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
    XchSignal *copy = base_alloc(s->arena, sizeof *copy);
    *copy = s->signals.at[i];
    return copy;
}

/* ---- what is there ----------------------------------------------------------------------------------------------- */

static const XchNode *node_at(const Map *m, const char *whole) {
    uint64_t at;
    return base_map_get(m, base_hash(whole, strlen(whole), 0), &at) ? (const XchNode *)(uintptr_t)at : NULL;
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

/* What is wrong with the name that stands in an attribute, and which was meant. */
static void unknown_name(XchSystem *s, const XchNode *c, const char *attribute, const char *what, const VecStr *names) {
    const char *wrong = xch_attribute(c, attribute),
               *near = base_nearest(wrong, (const char *const *)names->at, names->n);
    Diag *d = base_error(s->ctx, "XCH0020", xch_attribute_span(c, attribute), "%s \"%s\"", what, wrong);
    if (near) base_hint(s->ctx, d, "did you mean \"%s\"?", near);
    s->failed = true;
}

static void no_element(XchSystem *s, const XchNode *system, const XchNode *c, const char *attribute) {
    VecStr names = {0};
    const XchNode *list = xch_child(system, "Elements");
    for (const XchNode *n = list ? list->first : NULL; n; n = n->next)
        if (xch_attribute(n, "name")) vec_push(&names, (char *)xch_attribute(n, "name"));
    unknown_name(s, c, attribute, "the system has no element", &names);
    vec_free(&names);
}

static void no_connector(XchSystem *s, const XchModel *m, const XchNode *holder, const XchNode *c,
                         const char *attribute) {
    VecStr names = {0};
    const XchNode *list = xch_child(holder, "Connectors");
    for (size_t i = 0; m && i < m->variables.n; i++) vec_push(&names, (char *)m->variables.at[i].name);
    for (const XchNode *n = list && !m ? list->first : NULL; n; n = n->next)
        if (xch_attribute(n, "name")) vec_push(&names, (char *)xch_attribute(n, "name"));
    unknown_name(s, c, attribute, m ? "the FMU has no variable" : "the system has no connector", &names);
    vec_free(&names);
}

/* Where values go at a connector of a kind; inside: seen from the system that has it. */
static char flow_of(const char *kind, bool inside) {
    if (!kind || !strcmp(kind, "inout") || !strcmp(kind, "unspecified")) return '?';
    bool in = !strcmp(kind, "input") || !strcmp(kind, "parameter") || !strcmp(kind, "structuralParameter");
    return in == inside ? '>' : '<';
}

static char flow_of_variable(const XchVariable *v) {
    return v->causality == XCH_INPUT || v->causality == XCH_PARAMETER || v->causality == XCH_STRUCTURAL ? '<' : '>';
}

static End end_of(XchSystem *s, const char *prefix, const XchNode *system, const XchNode *c, bool start) {
    const char *element_word = start ? "startElement" : "endElement",
               *connector_word = start ? "startConnector" : "endConnector";
    End e = {.prefix = prefix,
             .element = xch_attribute(c, element_word),
             .connector = xch_needed(s->ctx, c, connector_word),
             .indices = xch_attribute(c, start ? "startIndices" : "endIndices"),
             .holder = system,
             .flow = '?'};
    const char *whole = e.element ? xch_joined(s, prefix, e.element) : prefix;
    const XchModel *m = e.element ? model_of(s, whole) : NULL;
    if (e.element) e.node = e.holder = node_at(&s->element_of, whole);
    if (!*e.connector) return e;
    if (e.element && !e.node) no_element(s, system, c, element_word);
    else if (e.node && !strcmp(e.node->name, "SignalDictionaryReference")) e.signal = signal_of(s, &e);
    else if (m) {
        uint32_t v = xch_find(m, e.connector);
        if (v == XCH_NONE) no_connector(s, m, e.holder, c, connector_word);
        else e.flow = flow_of_variable(&m->variables.at[v]);
    } else if (!e.node || !strcmp(e.node->name, "System") || xch_is_inner(e.node)) {
        const XchNode *connector = node_at(&s->connector_of, xch_joined(s, whole, e.connector));
        if (!connector) no_connector(s, NULL, e.holder, c, connector_word);
        else e.flow = flow_of(xch_attribute(connector, "kind"), !e.element);
    }
    return e;
}

/* "2 1" -> [2, 1] */
static void add_indices(XchSystem *s, const XchNode *c, const char *indices, Text *out) {
    const char *between = "[";
    for (const char *w = indices; *w;) {
        char *end;
        unsigned long i = strtoul(w, &end, 10);
        if (end == w) {
            xch_wrong(s, c, "\"%s\" are no indices: numbers from 1 on, one for each dimension", indices);
            return;
        }
        base_text_printf(out, "%s%lu", between, i);
        between = ", ";
        for (w = end; *w == ' ';) w++;
    }
    if (*between == ',') base_text_char(out, ']');
}

static void add_end(XchSystem *s, const End *e, const XchNode *c, Text *out) {
    if (e->signal) xch_add_name(out, e->signal->name);
    else if (!e->element) xch_add_name(out, xch_joined(s, e->prefix, e->connector));
    else if (e->node && (!strcmp(e->node->name, "System") || xch_is_inner(e->node)))
        xch_add_name(out, xch_joined(s, xch_joined(s, e->prefix, e->element), e->connector));
    else {
        xch_add_name(out, xch_joined(s, e->prefix, e->element));
        base_text_char(out, '.');
        xch_add_variable(out, e->connector, false);
    }
    if (e->indices) add_indices(s, c, e->indices, out);
}

/* ---- units ------------------------------------------------------------------------------------------------------- */

void xch_take_units(XchSystem *s, const XchNode *holder) {
    const XchNode *list = xch_child(holder, "Units");
    for (const XchNode *n = list ? list->first : NULL; n; n = n->next)
        if (!strcmp(n->name, "Unit")) vec_push(&s->units, xch_unit(s->ctx, n));
}

static const char *unit_in(const XchNode *connector) {
    for (const XchNode *n = connector ? connector->first : NULL; n; n = n->next)
        if (xch_attribute(n, "unit")) return xch_attribute(n, "unit");
    return NULL;
}

const XchUnitDefinition *xch_unit_named(const XchSystem *s, const XchModel *m, const char *name) {
    for (size_t i = 0; m && i < m->units.n; i++)
        if (!strcmp(m->units.at[i].name, name)) return &m->units.at[i];
    for (size_t i = s->units.n; !m && i-- > 0;)
        if (!strcmp(s->units.at[i].name, name)) return &s->units.at[i];
    return NULL;
}

/* The name of the unit of an end, as its connector says or else its FMU; NULL: it has none. */
static const char *unit_name(XchSystem *s, const End *e) {
    const XchModel *m = e->element ? model_of(s, xch_joined(s, e->prefix, e->element)) : NULL;
    const char *unit = unit_in(e->signal ? e->signal->entry : e->holder ? connector_of(e->holder, e->connector) : NULL);
    uint32_t v = m ? xch_find(m, e->connector) : XCH_NONE;
    return unit ? unit : v != XCH_NONE ? m->variables.at[v].numbers.unit : NULL;
}

/* The unit of an end; NULL: not known. */
static const XchUnitDefinition *unit_of(XchSystem *s, const End *e) {
    const XchModel *m = e->element ? model_of(s, xch_joined(s, e->prefix, e->element)) : NULL;
    const char *unit = unit_name(s, e);
    const XchUnitDefinition *found = unit ? xch_unit_named(s, NULL, unit) : NULL;
    return found || !m || !unit ? found : xch_unit_named(s, m, unit);
}

/* factor*value + offset, of scalars and arrays. */
static const char *linear(XchSystem *s, double factor, const char *value, double offset) {
    if (factor == 1 && offset == 0) return value;
    Text t = {0};
    base_text_char(&t, '(');
    base_text_double(&t, factor, true);
    base_text_printf(&t, ")*(%s)", value);
    if (offset != 0) base_text_add(&t, " .+ ("), base_text_double(&t, offset, true), base_text_char(&t, ')');
    const char *text = base_sprintf(s->arena, "(%s)", base_text_str(&t));
    base_text_free(&t);
    return text;
}

/* Angles are numbers. */
const char *xch_in_unit(XchSystem *s, const XchNode *by, const XchUnitDefinition *a, const XchUnitDefinition *b,
                        const char *value) {
    if (!a || !b || !a->has_base || !b->has_base || b->factor == 0) return value;
    if (memcmp(a->exponents, b->exponents, 7 * sizeof *a->exponents) != 0) {
        base_warning(s->ctx, "XCH0022", xch_span(by), "a value in \"%s\" is connected with one in \"%s\"", a->name,
                     b->name);
        return value;
    }
    return linear(s, a->factor / b->factor, value, (a->offset - b->offset) / b->factor);
}

/* The value in the unit of its end. */
static const char *converted(XchSystem *s, const XchNode *c, const End *start, const End *end, const char *value) {
    if (xch_boolean(s->ctx, c, "suppressUnitConversion", false)) return value;
    const XchUnitDefinition *a = unit_of(s, start), *b = unit_of(s, end);
    const char *from = unit_name(s, start), *to = unit_name(s, end);
    if (from && to && strcmp(from, to) != 0 && !(a && b)) {
        Diag *d = base_warning(s->ctx, "XCH0022", xch_span(c),
                               "a value in \"%s\" is connected with one in \"%s\", and is not converted: nothing says "
                               "what \"%s\" is",
                               from, to, a ? to : from);
        base_hint(s->ctx, d, "define it in <ssd:Units>, or write suppressUnitConversion=\"true\"");
        return value;
    }
    return xch_in_unit(s, c, a, b, value);
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

/* The whole name of an end, with its indices. */
static const char *name_of(XchSystem *s, const End *e) {
    const char *name = xch_joined(s, e->element ? xch_joined(s, e->prefix, e->element) : e->prefix, e->connector);
    return e->indices ? base_sprintf(s->arena, "%s[%s]", name, e->indices) : name;
}

/* Values come from one side and go to the other, which gets them from nobody else. */
static bool is_sound(XchSystem *s, const XchNode *c, const End *from, const End *to) {
    if (from->flow == '<' && to->flow == '<') {
        xch_wrong(s, c, "\"%s\" and \"%s\" both wait for a value", name_of(s, from), name_of(s, to));
        return false;
    }
    if (from->flow == '>' && to->flow == '>') {
        xch_wrong(s, c, "\"%s\" and \"%s\" both give a value", name_of(s, from), name_of(s, to));
        return false;
    }
    const char *name = name_of(s, to);
    const XchNode *other = to->signal ? NULL : node_at(&s->connected, name);
    if (other) {
        Diag *d = base_error(s->ctx, "XCH0020", xch_span(c), "a second connection gives \"%s\" a value", name);
        base_note(s->ctx, d, xch_span(other), "this is the first one");
        s->failed = true;
        return false;
    }
    if (!to->signal) base_map_put(&s->connected, base_hash(name, strlen(name), 0), (uintptr_t)c);
    if (to->indices) { /* the others of its elements have values of their own */
        End all = *to;
        all.indices = "";
        const char *some = name_of(s, &all);
        base_map_put(&s->connected, base_hash(some, strlen(some), 0), (uintptr_t)c);
    }
    return true;
}

/* Which end is called the start says nothing of where values go (SSP 2.0.1, 5.5.2). */
void xch_add_link(XchSystem *s, const char *prefix, const XchNode *system, const XchNode *c) {
    bool failed = s->failed;
    s->failed = false;
    End from = end_of(s, prefix, system, c, true), to = end_of(s, prefix, system, c, false);
    bool sound = !s->failed;
    s->failed = s->failed || failed;
    if (from.flow == '<' && to.flow != '<') {
        End other = from;
        from = to, to = other;
    }
    if (!sound || !is_sound(s, c, &from, &to)) return;
    Text name = {0};
    for (size_t i = 0; to.signal && i < s->signals.n; i++)
        if (!strcmp(s->signals.at[i].name, to.signal->name)) s->signals.at[i].written = true;
    watch(s, &from);
    add_end(s, &from, c, &name);
    const char *value = converted(s, c, &from, &to, base_strdup(s->arena, base_text_str(&name)));
    base_text_free(&name);
    base_text_add(&s->equations, "  ");
    add_end(s, &to, c, &s->equations);
    base_text_printf(&s->equations, " = %s;\n", xch_mapped(s, c, value));
}
