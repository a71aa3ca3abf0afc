/* ssd.c - a system of FMUs as System Structure and Parameterization (SSP 1.0, 2.0): structure and parameters. */
#include "fmi/fmi_impl.h"

#include <math.h>
#include <string.h>

typedef struct {
    const FmiSystem *s;
    const FmiSsd *how;
    Text *t;
} Writer;

void fmi_part_name(const FmiSystem *s, uint32_t part, DaeVar v, Text *out) {
    if (part == FMI_SYSTEM) dae_name_text(s->whole, s->whole->vars.at[v].name, out);
    else {
        const FmiPart *p = &s->parts.at[part];
        dae_name_text(p->dae, p->dae->vars.at[p->number[v]].name, out);
    }
}

const char *fmi_part_file(Arena *arena, const FmiPart *p) {
    char *name = base_strdup(arena, p->name);
    for (char *c = name; *c; c++)
        if (!((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9'))) *c = '_';
    return name;
}

/* ---- connectors -------------------------------------------------------------------------------------------------- */

static const char *type_name(XchType t) {
    return t == XCH_FLOAT64 || t == XCH_FLOAT32 ? "Real"
           : t == XCH_BOOLEAN                   ? "Boolean"
           : t == XCH_STRING                    ? "String"
           : t == XCH_ENUMERATION               ? "Enumeration"
                                                : "Integer";
}

/* A variable of an FMU by the name of a scalar; *indices: "2 1" where that is an element of an array, else "". */
static uint32_t variable_of(Arena *a, const XchModel *m, const char *name, const char **indices) {
    uint32_t v = xch_find(m, name);
    const char *bracket = strrchr(name, '[');
    size_t n = strlen(name);
    *indices = "";
    if (v != XCH_NONE || !bracket || name[n - 1] != ']') return v;
    v = xch_find(m, base_strndup(a, name, (size_t)(bracket - name)));
    char *list = base_strndup(a, bracket + 1, (size_t)(name + n - 2 - bracket));
    for (char *c = list; *c; c++)
        if (*c == ',') *c = ' ';
    *indices = list;
    return v;
}

static void add_connector(Writer *w, const char *indent, const char *name, bool input, const char *type,
                          const char *unit, const char *enumeration, const XchVariable *v, const FmiPart *part) {
    base_text_printf(w->t, "%s<ssd:Connector", indent);
    fmi_attribute(w->t, "name", name);
    base_text_printf(w->t, " kind=\"%s\"><ssc:%s", input ? "input" : "output", type);
    if (!strcmp(type, "Real") && unit && *unit) fmi_attribute(w->t, "unit", unit);
    if (!strcmp(type, "Enumeration")) fmi_attribute(w->t, "name", enumeration ? enumeration : "");
    base_text_add(w->t, "/>");
    for (uint32_t i = 0; v && i < v->ndimensions; i++)
        base_text_printf(w->t, "<ssc:Dimension size=\"%u\"/>", v->dimensions[i].size);
    for (size_t i = 0; part && i < part->spots.n; i++) {
        const FmiSpot *spot = &part->spots.at[i];
        size_t n = strlen(spot->name);
        const GfxBox *b = &part->place;
        if (strncmp(spot->name, name, n) != 0 || (name[n] && name[n] != '.' && name[n] != '[')) continue;
        base_text_printf(w->t, "<ssd:ConnectorGeometry x=\"%.4g\" y=\"%.4g\"/>", (spot->x - b->x1) / (b->x2 - b->x1),
                         (spot->y - b->y1) / (b->y2 - b->y1));
        break;
    }
    base_text_add(w->t, "</ssd:Connector>\n");
}

static bool first_time(Map *seen, const char *name) {
    uint64_t hash = base_hash(name, strlen(name), 0), at;
    if (base_map_get(seen, hash, &at)) return false;
    base_map_put(seen, hash, 1);
    return true;
}

static void part_connectors(Writer *w, uint32_t part) {
    const FmiPart *p = &w->s->parts.at[part];
    const XchModel *m = w->how->fmus[part]->model;
    Arena arena = {0};
    Map seen = {0};
    for (int input = 1; input >= 0; input--) {
        const VecU32 *list = input ? &p->inputs : &p->outputs;
        for (size_t i = 0; i < list->n; i++) {
            Text name = {0};
            const char *indices;
            fmi_part_name(w->s, part, list->at[i], &name);
            uint32_t v = variable_of(&arena, m, base_text_str(&name), &indices);
            const XchVariable *x = v == XCH_NONE ? NULL : &m->variables.at[v];
            if (x && first_time(&seen, *indices ? x->name : name.at))
                add_connector(w, "          ", *indices ? x->name : name.at, input != 0, type_name(x->type),
                              x->numbers.unit, x->declared == XCH_NONE ? NULL : m->types.at[x->declared].name, x, p);
            base_text_free(&name);
        }
    }
    base_map_free(&seen);
    base_free_arena(&arena);
}

static void system_connectors(Writer *w) {
    const Dae *d = w->s->whole;
    bool any = false;
    static const char *const types[] = {"Real", "Integer", "Boolean", "String", "Enumeration"};
    for (DaeVar v = 1; v < d->vars.n; v++) {
        const DaeVariable *x = &d->vars.at[v];
        bool outside = x->flags & (DAE_INPUT | DAE_OUTPUT) && x->kind > DAE_KIND_PARAMETER && x->base <= DAE_ENUM;
        if (!outside || x->of || d->names.at[x->name].parent) continue;
        Text name = {0};
        dae_name_text(d, x->name, &name);
        const DaeAttrs *a = &d->attrs.at[x->attrs];
        if (!any) base_text_add(w->t, "    <ssd:Connectors>\n");
        any = true;
        const char *unit = a->unit ? base_str(d->ctx->names, a->unit) : "";
        const char *literal = a->enum_type ? base_str(d->ctx->names, d->enums.at[a->enum_type].name) : NULL;
        add_connector(w, "      ", name.at, (x->flags & DAE_INPUT) != 0, types[x->base], unit, literal, NULL, NULL);
        base_text_free(&name);
    }
    if (any) base_text_add(w->t, "    </ssd:Connectors>\n");
}

/* ---- components, connections ------------------------------------------------------------------------------------- */

static void geometry(Writer *w, const char *element, const char *indent, const GfxBox *b, const char *icon) {
    if (!(b->x2 > b->x1 && b->y2 > b->y1)) return;
    base_text_printf(w->t, "%s<ssd:%s x1=\"%.6g\" y1=\"%.6g\" x2=\"%.6g\" y2=\"%.6g\"", indent, element, b->x1, b->y1,
                     b->x2, b->y2);
    if (icon) base_text_printf(w->t, " iconSource=\"resources/icons/%s.svg\"", icon);
    base_text_add(w->t, "/>\n");
}

static void components(Writer *w) {
    base_text_add(w->t, "    <ssd:Elements>\n");
    for (uint32_t i = 0; i < w->s->parts.n; i++) {
        const FmiPart *p = &w->s->parts.at[i];
        Arena arena = {0};
        base_text_add(w->t, "      <ssd:Component");
        fmi_attribute(w->t, "name", p->name);
        base_text_printf(
            w->t, " type=\"application/x-fmu-sharedlibrary\" source=\"resources/%s.fmu\" implementation=\"%s\">\n",
            fmi_part_file(&arena, p), w->how->exchange ? "ModelExchange" : "CoSimulation");
        if (p->inputs.n || p->outputs.n) {
            base_text_add(w->t, "        <ssd:Connectors>\n");
            part_connectors(w, i);
            base_text_add(w->t, "        </ssd:Connectors>\n");
        }
        geometry(w, "ElementGeometry", "        ", &p->place, p->icon ? fmi_part_file(&arena, p) : NULL);
        base_text_add(w->t, "      </ssd:Component>\n");
        base_free_arena(&arena);
    }
    base_text_add(w->t, "    </ssd:Elements>\n");
}

static void connection_end(Writer *w, const char *which, uint32_t part, DaeVar v) {
    Arena a = {0};
    Text name = {0};
    const char *indices = "", *connector;
    fmi_part_name(w->s, part, v, &name);
    connector = base_text_str(&name);
    if (part != FMI_SYSTEM) {
        const XchModel *m = w->how->fmus[part]->model;
        uint32_t x = variable_of(&a, m, connector, &indices);
        fmi_attribute(w->t, base_sprintf(&a, "%sElement", which), w->s->parts.at[part].name);
        if (x != XCH_NONE && *indices) connector = m->variables.at[x].name;
    }
    fmi_attribute(w->t, base_sprintf(&a, "%sConnector", which), connector);
    if (*indices) fmi_attribute(w->t, base_sprintf(&a, "%sIndices", which), indices);
    base_text_free(&name);
    base_free_arena(&a);
}

static void connections(Writer *w) {
    if (!w->s->connections.n) return;
    base_text_add(w->t, "    <ssd:Connections>\n");
    for (size_t i = 0; i < w->s->connections.n; i++) {
        const FmiConnection *c = &w->s->connections.at[i];
        base_text_add(w->t, "      <ssd:Connection");
        connection_end(w, "start", c->from_part, c->from);
        connection_end(w, "end", c->to_part, c->to);
        base_text_add(w->t, "/>\n");
    }
    base_text_add(w->t, "    </ssd:Connections>\n");
}

/* ---- units, enumerations ----------------------------------------------------------------------------------------- */

static void add_unit(Text *t, const XchUnitDefinition *u, const char *space) {
    static const char *const names[] = {"kg", "m", "s", "A", "K", "mol", "cd", "rad"};
    base_text_printf(t, "    <%sUnit", space);
    fmi_attribute(t, "name", u->name);
    base_text_printf(t, "><%sBaseUnit", space);
    for (int i = 0; i < 8; i++)
        if (u->exponents[i]) base_text_printf(t, " %s=\"%d\"", names[i], u->exponents[i]);
    if (u->factor != 1) fmi_number(t, "factor", u->factor);
    if (u->offset != 0) fmi_number(t, "offset", u->offset);
    base_text_printf(t, "/></%sUnit>\n", space);
}

static void units(const FmiSystem *s, const FmiSsd *how, Text *t, const char *outer) {
    Map seen = {0};
    bool any = false;
    for (size_t i = 0; i < s->parts.n; i++)
        for (size_t k = 0; k < how->fmus[i]->model->units.n; k++) {
            const XchUnitDefinition *u = &how->fmus[i]->model->units.at[k];
            if (!u->name || !first_time(&seen, u->name)) continue;
            if (!any) base_text_printf(t, "  <%s:Units>\n", outer);
            any = true;
            add_unit(t, u, "ssc:");
        }
    if (any) base_text_printf(t, "  </%s:Units>\n", outer);
    base_map_free(&seen);
}

static void enumerations(Writer *w) {
    Map seen = {0};
    bool any = false;
    for (size_t i = 0; i < w->s->parts.n; i++) {
        const XchModel *m = w->how->fmus[i]->model;
        for (size_t k = 0; k < m->types.n; k++) {
            const XchTypeDefinition *e = &m->types.at[k];
            if (!e->nitems || !e->name || !first_time(&seen, e->name)) continue;
            if (!any) base_text_add(w->t, "  <ssd:Enumerations>\n");
            any = true;
            base_text_add(w->t, "    <ssc:Enumeration");
            fmi_attribute(w->t, "name", e->name);
            base_text_add(w->t, ">");
            for (uint32_t j = 0; j < e->nitems; j++) {
                base_text_add(w->t, "<ssc:Item");
                fmi_attribute(w->t, "name", e->items[j].name);
                base_text_printf(w->t, " value=\"%lld\"/>", (long long)e->items[j].value);
            }
            base_text_add(w->t, "</ssc:Enumeration>\n");
        }
    }
    if (any) base_text_add(w->t, "  </ssd:Enumerations>\n");
    base_map_free(&seen);
}

/* ---- parameters -------------------------------------------------------------------------------------------------- */

static void add_parameter(Text *t, const char *component, const XchVariable *v) {
    const char *type = v->type == XCH_ENUMERATION ? "Integer" : type_name(v->type);
    Text name = {0};
    base_text_printf(&name, "%s.%s", component, v->name);
    base_text_add(t, "    <ssv:Parameter");
    fmi_attribute(t, "name", name.at);
    base_text_printf(t, "><ssv:%s", type);
    if (v->type == XCH_STRING) fmi_attribute(t, "value", v->start ? v->start : "");
    else {
        base_text_add(t, " value=\"");
        for (uint32_t i = 0; i < v->nvalues; i++) {
            if (i) base_text_char(t, ' ');
            if (v->type == XCH_BOOLEAN) base_text_add(t, v->starts[i] != 0 ? "true" : "false");
            else if (!strcmp(type, "Real")) base_text_double(t, v->starts[i], false);
            else base_text_printf(t, "%.0f", v->starts[i]);
        }
        base_text_char(t, '"');
    }
    if (!strcmp(type, "Real") && v->numbers.unit && *v->numbers.unit) fmi_attribute(t, "unit", v->numbers.unit);
    base_text_add(t, "/>");
    for (uint32_t i = 0; i < v->ndimensions; i++)
        base_text_printf(t, "<ssc:Dimension size=\"%u\"/>", v->dimensions[i].size);
    base_text_add(t, "</ssv:Parameter>\n");
    base_text_free(&name);
}

static bool is_known(const XchVariable *v) {
    if (v->type == XCH_STRING) return v->start && v->nvalues == 1;
    for (uint32_t i = 0; v->starts && i < v->nstarts; i++)
        if (!isfinite(v->starts[i])) return false;
    return v->starts && v->nvalues && v->nstarts == v->nvalues;
}

static void parameters(const FmiSystem *s, const FmiSsd *how, Text *t) {
    base_text_printf(t,
                     "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<ssv:ParameterSet "
                     "xmlns:ssv=\"http://ssp-standard.org/SSP1/SystemStructureParameterValues\" "
                     "xmlns:ssc=\"http://ssp-standard.org/SSP1/SystemStructureCommon\" version=\"%s\" "
                     "name=\"parameters\">\n  <ssv:Parameters>\n",
                     how->version);
    for (size_t i = 0; i < s->parts.n; i++) {
        const XchModel *m = how->fmus[i]->model;
        for (size_t k = 0; k < m->variables.n; k++) {
            const XchVariable *v = &m->variables.at[k];
            if (v->causality == XCH_PARAMETER && is_known(v)) add_parameter(t, s->parts.at[i].name, v);
        }
    }
    base_text_add(t, "  </ssv:Parameters>\n");
    units(s, how, t, "ssv");
    base_text_add(t, "</ssv:ParameterSet>\n");
}

void fmi_ssd(const FmiSystem *s, const FmiSsd *how, Text *ssd, Text *ssv) {
    Writer w = {s, how, ssd};
    const char *name = base_str(s->whole->ctx->names, s->whole->model);
    base_text_add(ssd, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<ssd:SystemStructureDescription "
                       "xmlns:ssd=\"http://ssp-standard.org/SSP1/SystemStructureDescription\" "
                       "xmlns:ssc=\"http://ssp-standard.org/SSP1/SystemStructureCommon\"");
    base_text_printf(ssd, " version=\"%s\"", how->version);
    fmi_attribute(ssd, "name", name);
    fmi_attribute(ssd, "generationTool", "Causeway");
    base_text_add(ssd, ">\n  <ssd:System");
    fmi_attribute(ssd, "name", name);
    base_text_add(ssd, ">\n");
    system_connectors(&w);
    base_text_add(ssd, "    <ssd:ParameterBindings><ssd:ParameterBinding source=\"resources/parameters.ssv\"/>"
                       "</ssd:ParameterBindings>\n");
    components(&w);
    connections(&w);
    geometry(&w, "SystemGeometry", "    ", &how->extent, NULL);
    base_text_add(ssd, "  </ssd:System>\n");
    enumerations(&w);
    units(s, how, ssd, "ssd");
    const MdExperiment *e = &s->whole->experiment;
    base_text_add(ssd, "  <ssd:DefaultExperiment");
    if (e->has & 1) fmi_number(ssd, "startTime", e->start);
    if (e->has & 2) fmi_number(ssd, "stopTime", e->stop);
    base_text_add(ssd, "/>\n</ssd:SystemStructureDescription>\n");
    parameters(s, how, ssv);
}
