/* describe2.c - modelDescription.xml of FMI 2.0. */
#include "fmi/fmi_impl.h"

#include <math.h>
#include <string.h>

static void kinds_of(const FmiModel *m, int kinds, bool sources, Text *t) {
    static const char *const able = " canGetAndSetFMUstate=\"true\" canSerializeFMUstate=\"true\" "
                                    "providesDirectionalDerivative=\"true\"";
    for (int k = FMI_ME; k <= FMI_CS; k *= 2) {
        if (!(kinds & k)) continue;
        const char *element = k == FMI_ME ? "ModelExchange" : "CoSimulation";
        base_text_printf(t, "  <%s", element);
        fmi_attribute(t, "modelIdentifier", m->identifier);
        if (k == FMI_CS) base_text_add(t, " canHandleVariableCommunicationStepSize=\"true\"");
        base_text_add(t, able);
        if (sources)
            base_text_printf(t, ">\n    <SourceFiles><File name=\"%s.c\"/></SourceFiles>\n  </%s>\n", m->identifier,
                             element);
        else base_text_add(t, "/>\n");
    }
}

/* Each unit and each enumeration once, in order of first use. */
static void definitions(const FmiModel *m, Text *t) {
    fmi_units(m, t);
    Map seen = {0};
    uint64_t known;
    Text types = {0};
    for (size_t i = 0; i < m->vars.n; i++) {
        const DaeVariable *v = &m->dae->vars.at[m->vars.at[i].var];
        const DaeAttrs *a = &m->dae->attrs.at[v->attrs];
        uint64_t key = (uint64_t)1 << 40 | a->enum_type;
        if (v->base == DAE_ENUM && !base_map_get(&seen, key, &known)) {
            const DaeEnum *e = &m->dae->enums.at[a->enum_type];
            base_map_put(&seen, key, 1);
            base_text_add(&types, "    <SimpleType");
            fmi_attribute(&types, "name", fmi_name(m, e->name));
            base_text_add(&types, ">\n      <Enumeration>\n");
            for (uint32_t k = 0; k < e->n; k++) {
                base_text_add(&types, "        <Item");
                fmi_attribute(&types, "name", fmi_name(m, e->literals[k]));
                base_text_printf(&types, " value=\"%u\"/>\n", k + 1);
            }
            base_text_add(&types, "      </Enumeration>\n    </SimpleType>\n");
        }
    }
    if (types.n) base_text_printf(t, "  <TypeDefinitions>\n%s  </TypeDefinitions>\n", types.at);
    base_text_free(&types);
    base_map_free(&seen);
}

static void type_of(const FmiModel *m, const FmiVariable *f, Text *t) {
    const DaeVariable *v = &m->dae->vars.at[f->var];
    const DaeAttrs *a = &m->dae->attrs.at[v->attrs];
    static const char *const elements[] = {[DAE_REAL] = "Real",
                                           [DAE_INTEGER] = "Integer",
                                           [DAE_BOOLEAN] = "Boolean",
                                           [DAE_STRING] = "String",
                                           [DAE_ENUM] = "Enumeration"};
    base_text_printf(t, "      <%s", elements[v->base]);
    if (v->base == DAE_ENUM) fmi_attribute(t, "declaredType", fmi_name(m, m->dae->enums.at[a->enum_type].name));
    if (v->base == DAE_REAL) {
        if (a->quantity) fmi_attribute(t, "quantity", fmi_name(m, a->quantity));
        fmi_unit_of(m, a, t);
    }
    if (v->base == DAE_REAL || v->base == DAE_INTEGER) {
        if (isfinite(fmi_operand(m, a->min))) fmi_number(t, "min", fmi_operand(m, a->min));
        if (isfinite(fmi_operand(m, a->max))) fmi_number(t, "max", fmi_operand(m, a->max));
    }
    if (v->base == DAE_REAL && fmi_operand(m, a->nominal) > 0) fmi_number(t, "nominal", fmi_operand(m, a->nominal));
    if (f->has_start && v->base == DAE_STRING) fmi_attribute(t, "start", fmi_start_text(m, f));
    else if (f->has_start && v->base == DAE_BOOLEAN) fmi_attribute(t, "start", f->start != 0 ? "true" : "false");
    else if (f->has_start && v->base == DAE_REAL) fmi_number(t, "start", f->start);
    else if (f->has_start)
        base_text_printf(t, " start=\"%lld\"", (long long)(v->base == DAE_ENUM && f->start < 1 ? 1 : f->start));
    if (f->derivative_of) base_text_printf(t, " derivative=\"%u\"", f->derivative_of);
    base_text_add(t, "/>\n");
}

static void variables(const FmiModel *m, Text *t) {
    base_text_add(t, "  <ModelVariables>\n");
    for (size_t i = 0; i < m->vars.n; i++) {
        const FmiVariable *f = &m->vars.at[i];
        const DaeAttrs *a = &m->dae->attrs.at[m->dae->vars.at[f->var].attrs];
        base_text_printf(t, "    <!-- %zu -->\n    <ScalarVariable", i + 1);
        fmi_attribute(t, "name", f->name);
        base_text_printf(t, " valueReference=\"%u\"", f->reference);
        if (a->comment) fmi_attribute(t, "description", fmi_name(m, a->comment));
        fmi_attribute(t, "causality", fmi_causality(f));
        fmi_attribute(t, "variability", fmi_variability(f));
        if (fmi_initial(f)) fmi_attribute(t, "initial", fmi_initial(f));
        base_text_add(t, ">\n");
        type_of(m, f, t);
        base_text_add(t, "    </ScalarVariable>\n");
    }
    if (!m->vars.n) /* the schema wants one */
        base_text_add(t, "    <ScalarVariable name=\"time\" valueReference=\"0\" causality=\"independent\" "
                         "variability=\"continuous\"><Real/></ScalarVariable>\n");
    base_text_add(t, "  </ModelVariables>\n");
}

static void unknowns(const FmiModel *m, const VecU32 *list, const FmiDependences *d, const char *element, Text *t) {
    Text kinds = {0};
    if (!list->n) return;
    base_text_printf(t, "    <%s>\n", element);
    for (size_t i = 0; i < list->n; i++) {
        DaeVar var = m->vars.at[list->at[i] - 1].reference / 2;
        base_text_printf(t, "      <Unknown index=\"%u\"", list->at[i]);
        kinds.n = 0;
        if (d->of) base_text_add(t, " dependencies=\"");
        for (uint32_t k = 0; d->of && k < d->nknown; k++) {
            uint8_t kind = d->known[k] ? fmi_depends(d, var, k) : 0;
            if (!kind) continue;
            base_text_printf(t, kinds.n ? " %u" : "%u", d->known[k]);
            base_text_printf(&kinds, kinds.n ? " %s" : "%s", fmi_depends_word(kind));
        }
        if (d->of) base_text_char(t, '"');
        if (kinds.n) base_text_printf(t, " dependenciesKind=\"%s\"", base_text_str(&kinds));
        base_text_add(t, "/>\n");
    }
    base_text_free(&kinds);
    base_text_printf(t, "    </%s>\n", element);
}

void fmi_describe2(FmiModel *m, int kinds, bool sources, Text *t) {
    char date[32];
    FmiDependences running, starting;
    fmi_depend(m, false, &running);
    fmi_depend(m, true, &starting);
    base_text_add(t, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription fmiVersion=\"2.0\"");
    fmi_attribute(t, "modelName", m->name);
    fmi_attribute(t, "guid", m->guid);
    base_text_printf(
        t, " generationTool=\"Causeway\" generationDateAndTime=\"%s\" variableNamingConvention=\"structured\"",
        fmi_date(m, date, sizeof date));
    base_text_printf(t, " numberOfEventIndicators=\"%u\">\n", m->nindicators);
    kinds_of(m, kinds, sources, t);
    definitions(m, t);
    fmi_categories(t);
    fmi_experiment(m, t);
    variables(m, t);
    base_text_add(t, "  <ModelStructure>\n");
    unknowns(m, &m->outputs, &running, "Outputs", t);
    unknowns(m, &m->derivatives, &running, "Derivatives", t);
    unknowns(m, &m->unknowns, &starting, "InitialUnknowns", t);
    fmi_dependences_free(&running);
    fmi_dependences_free(&starting);
    base_text_add(t, "  </ModelStructure>\n</fmiModelDescription>\n");
}
