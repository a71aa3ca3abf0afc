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

static void add_connector(Writer *w, const char *indent, const char *name, bool input, const char *type,
                          const char *unit, const char *enumeration) {
    base_text_printf(w->t, "%s<ssd:Connector", indent);
    fmi_attribute(w->t, "name", name);
    base_text_printf(w->t, " kind=\"%s\"><ssc:%s", input ? "input" : "output", type);
    if (!strcmp(type, "Real") && unit && *unit) fmi_attribute(w->t, "unit", unit);
    if (!strcmp(type, "Enumeration")) fmi_attribute(w->t, "name", enumeration ? enumeration : "");
    base_text_add(w->t, "/></ssd:Connector>\n");
}

static void part_connectors(Writer *w, uint32_t part) {
    const FmiPart *p = &w->s->parts.at[part];
    const XchModel *m = w->how->fmus[part]->model;
    for (int input = 1; input >= 0; input--) {
        const VecU32 *list = input ? &p->inputs : &p->outputs;
        for (size_t i = 0; i < list->n; i++) {
            Text name = {0};
            fmi_part_name(w->s, part, list->at[i], &name);
            uint32_t v = xch_find(m, base_text_str(&name));
            if (v != XCH_NONE) {
                const XchVariable *x = &m->variables.at[v];
                add_connector(w, "          ", name.at, input != 0, type_name(x->type), x->numbers.unit,
                              x->declared == XCH_NONE ? NULL : m->types.at[x->declared].name);
            }
            base_text_free(&name);
        }
    }
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
        add_connector(w, "      ", name.at, (x->flags & DAE_INPUT) != 0, types[x->base], unit, literal);
        base_text_free(&name);
    }
    if (any) base_text_add(w->t, "    </ssd:Connectors>\n");
}

/* ---- components, connections ------------------------------------------------------------------------------------- */

static void geometry(Writer *w, const char *element, const char *indent, const GfxBox *b) {
    if (!(b->x2 > b->x1 && b->y2 > b->y1)) return;
    base_text_printf(w->t, "%s<ssd:%s x1=\"%.6g\" y1=\"%.6g\" x2=\"%.6g\" y2=\"%.6g\"/>\n", indent, element, b->x1,
                     b->y1, b->x2, b->y2);
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
        base_free_arena(&arena);
        if (p->inputs.n || p->outputs.n) {
            base_text_add(w->t, "        <ssd:Connectors>\n");
            part_connectors(w, i);
            base_text_add(w->t, "        </ssd:Connectors>\n");
        }
        geometry(w, "ElementGeometry", "        ", &p->place);
        base_text_add(w->t, "      </ssd:Component>\n");
    }
    base_text_add(w->t, "    </ssd:Elements>\n");
}

static void connection_end(Writer *w, const char *which, uint32_t part, DaeVar v) {
    Text name = {0}, attribute = {0};
    base_text_printf(&attribute, "%sElement", which);
    if (part != FMI_SYSTEM) fmi_attribute(w->t, attribute.at, w->s->parts.at[part].name);
    attribute.n = 0;
    base_text_printf(&attribute, "%sConnector", which);
    fmi_part_name(w->s, part, v, &name);
    fmi_attribute(w->t, attribute.at, base_text_str(&name));
    base_text_free(&name), base_text_free(&attribute);
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

static bool first_time(Map *seen, const char *name) {
    uint64_t hash = base_hash(name, strlen(name), 0), at;
    if (base_map_get(seen, hash, &at)) return false;
    base_map_put(seen, hash, 1);
    return true;
}

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
    if (v->type == XCH_BOOLEAN) fmi_attribute(t, "value", v->starts && v->starts[0] != 0 ? "true" : "false");
    else if (v->type == XCH_STRING) fmi_attribute(t, "value", v->start ? v->start : "");
    else {
        base_text_add(t, " value=\"");
        if (!strcmp(type, "Real")) base_text_double(t, v->starts[0], false);
        else base_text_printf(t, "%.0f", v->starts[0]);
        base_text_char(t, '"');
    }
    if (!strcmp(type, "Real") && v->numbers.unit && *v->numbers.unit) fmi_attribute(t, "unit", v->numbers.unit);
    base_text_add(t, "/></ssv:Parameter>\n");
    base_text_free(&name);
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
            bool text = v->type == XCH_STRING && v->start;
            bool number = v->starts && v->nstarts == 1 && v->nvalues == 1 && isfinite(v->starts[0]);
            if (v->causality == XCH_PARAMETER && (text || number)) add_parameter(t, s->parts.at[i].name, v);
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
    geometry(&w, "SystemGeometry", "    ", &how->extent);
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
