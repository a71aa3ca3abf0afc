/* describe3.c - modelDescription.xml of FMI 3.0.
 *
 * A value reference belongs to one variable; others that stand for the same number are its aliases, or, where they have
 * a part of their own to play (outputs, inputs, states), get a copy of the reference: the reference plus a multiple of
 * twice the number of variables (carry/fmi3.c).
 */
#include "fmi/fmi_impl.h"

#include <math.h>
#include <string.h>

enum { INDICATORS = 1 << 30 };

static bool stands_alone(const FmiVariable *f) {
    return f->state || f->derivative_of || f->causality == FMI_OUTPUT || f->causality == FMI_INPUT ||
           f->causality == FMI_PARAMETER || f->causality == FMI_CALCULATED_PARAMETER;
}

typedef struct {
    uint32_t *reference; /* by variable of the list: unique, of those that are elements of their own */
    uint32_t *first;     /* ... and for aliases the variable whose element they stand in, else themselves */
    uint32_t *next;      /* chains of aliases, UINT32_MAX: no more */
} Names3;

/* Who is an element of its own, and who an alias of whom. */
static Names3 share_references(const FmiModel *m, Arena *arena) {
    size_t n = m->vars.n;
    uint32_t copies = 2 * (uint32_t)m->dae->vars.n;
    Names3 s = {BASE_ARRAY(arena, uint32_t, n + 1), BASE_ARRAY(arena, uint32_t, n + 1),
                BASE_ARRAY(arena, uint32_t, n + 1)};
    Map owner = {0}, used = {0};
    base_map_put(&used, 0, 1); /* time, which variables may be equal to */
    for (int alone = 1; alone >= 0; alone--)
        for (uint32_t i = 0; i < n; i++) {
            const FmiVariable *f = &m->vars.at[i];
            uint64_t key = (uint64_t)f->reference << 4 | m->dae->vars.at[f->var].base, at, count = 0;
            if (stands_alone(f) != alone) continue;
            s.next[i] = UINT32_MAX;
            s.first[i] = i;
            if (!alone && base_map_get(&owner, key, &at)) {
                s.first[i] = (uint32_t)at;
                s.next[i] = s.next[at];
                s.next[at] = i;
                continue;
            }
            base_map_get(&used, f->reference, &count);
            base_map_put(&used, f->reference, count + 1);
            s.reference[i] = f->reference + copies * (uint32_t)count;
            bool parameter = f->causality == FMI_PARAMETER || f->causality == FMI_CALCULATED_PARAMETER;
            if (!parameter && !base_map_get(&owner, key, &at)) base_map_put(&owner, key, i);
        }
    base_map_free(&owner);
    base_map_free(&used);
    return s;
}

static void interfaces(const FmiModel *m, int kinds, Text *t) {
    static const char *const able = " canGetAndSetFMUState=\"true\" canSerializeFMUState=\"true\" "
                                    "providesDirectionalDerivatives=\"true\" providesAdjointDerivatives=\"true\"";
    if (kinds & FMI_ME) {
        base_text_add(t, "  <ModelExchange");
        fmi_attribute(t, "modelIdentifier", m->identifier);
        base_text_printf(t, "%s needsCompletedIntegratorStep=\"true\" providesEvaluateDiscreteStates=\"true\"/>\n",
                         able);
    }
    if (kinds & FMI_CS) {
        base_text_add(t, "  <CoSimulation");
        fmi_attribute(t, "modelIdentifier", m->identifier);
        base_text_printf(t,
                         "%s canHandleVariableCommunicationStepSize=\"true\" hasEventMode=\"true\" "
                         "mightReturnEarlyFromDoStep=\"true\" canReturnEarlyAfterIntermediateUpdate=\"true\" "
                         "providesIntermediateUpdate=\"true\"/>\n",
                         able);
    }
}

static void definitions(const FmiModel *m, Text *t) {
    fmi_units(m, t);
    Map seen = {0};
    uint64_t known;
    Text types = {0};
    for (size_t i = 0; i < m->vars.n; i++) {
        const DaeVariable *v = &m->dae->vars.at[m->vars.at[i].var];
        const DaeAttrs *a = &m->dae->attrs.at[v->attrs];
        uint64_t key = (uint64_t)1 << 40 | a->enum_type;
        if (v->base != DAE_ENUM || base_map_get(&seen, key, &known)) continue;
        const DaeEnum *e = &m->dae->enums.at[a->enum_type];
        base_map_put(&seen, key, 1);
        base_text_add(&types, "    <EnumerationType");
        fmi_attribute(&types, "name", fmi_name(m, e->name));
        base_text_add(&types, ">\n");
        for (uint32_t k = 0; k < e->n; k++) {
            base_text_add(&types, "      <Item");
            fmi_attribute(&types, "name", fmi_name(m, e->literals[k]));
            base_text_printf(&types, " value=\"%u\"/>\n", k + 1);
        }
        base_text_add(&types, "    </EnumerationType>\n");
    }
    if (types.n) base_text_printf(t, "  <TypeDefinitions>\n%s  </TypeDefinitions>\n", types.at);
    base_text_free(&types);
    base_map_free(&seen);
}

static void start(const FmiVariable *f, DaeBase base, Text *t) {
    if (!f->has_start) return;
    if (base == DAE_BOOLEAN) fmi_attribute(t, "start", f->start != 0 ? "true" : "false");
    else if (base == DAE_REAL) fmi_number(t, "start", f->start);
    else base_text_printf(t, " start=\"%lld\"", (long long)(base == DAE_ENUM && f->start < 1 ? 1 : f->start));
}

static void one_variable(const FmiModel *m, const Names3 *names, uint32_t i, Text *t) {
    const FmiVariable *f = &m->vars.at[i];
    const DaeVariable *v = &m->dae->vars.at[f->var];
    const DaeAttrs *a = &m->dae->attrs.at[v->attrs];
    static const char *const elements[] = {[DAE_REAL] = "Float64",
                                           [DAE_INTEGER] = "Int32",
                                           [DAE_BOOLEAN] = "Boolean",
                                           [DAE_STRING] = "String",
                                           [DAE_ENUM] = "Enumeration"};
    base_text_printf(t, "    <%s", elements[v->base]);
    fmi_attribute(t, "name", f->name);
    base_text_printf(t, " valueReference=\"%u\"", names->reference[i]);
    if (a->comment) fmi_attribute(t, "description", fmi_name(m, a->comment));
    fmi_attribute(t, "causality", fmi_causality(f));
    fmi_attribute(t, "variability", fmi_variability(f));
    if (fmi_initial(f)) fmi_attribute(t, "initial", fmi_initial(f));
    if (v->base == DAE_ENUM) fmi_attribute(t, "declaredType", fmi_name(m, m->dae->enums.at[a->enum_type].name));
    if (v->base == DAE_REAL && a->quantity) fmi_attribute(t, "quantity", fmi_name(m, a->quantity));
    if (v->base == DAE_REAL) fmi_unit_of(m, a, t);
    if (v->base == DAE_REAL || v->base == DAE_INTEGER) {
        if (isfinite(fmi_operand(m, a->min))) fmi_number(t, "min", fmi_operand(m, a->min));
        if (isfinite(fmi_operand(m, a->max))) fmi_number(t, "max", fmi_operand(m, a->max));
    }
    if (v->base == DAE_REAL && fmi_operand(m, a->nominal) > 0) fmi_number(t, "nominal", fmi_operand(m, a->nominal));
    if (f->derivative_of) base_text_printf(t, " derivative=\"%u\"", names->reference[f->derivative_of - 1]);
    if (v->base != DAE_STRING) start(f, (DaeBase)v->base, t);
    base_text_add(t, ">");
    if (v->base == DAE_STRING && f->has_start) {
        base_text_add(t, "<Start");
        fmi_attribute(t, "value", fmi_start_text(m, f));
        base_text_add(t, "/>");
    }
    for (uint32_t k = names->next[i]; k != UINT32_MAX; k = names->next[k]) {
        const DaeAttrs *other = &m->dae->attrs.at[m->dae->vars.at[m->vars.at[k].var].attrs];
        base_text_add(t, "<Alias");
        fmi_attribute(t, "name", m->vars.at[k].name);
        if (other->comment) fmi_attribute(t, "description", fmi_name(m, other->comment));
        base_text_add(t, "/>");
    }
    base_text_printf(t, "</%s>\n", elements[v->base]);
}

/* What some variables together rest on. */
static void dependencies(const FmiDependences *d, const Names3 *names, const DaeVar *vars, uint32_t n, Text *t) {
    Text kinds = {0};
    if (!d->of) return;
    base_text_add(t, " dependencies=\"");
    for (uint32_t k = 0; k < d->nknown; k++) {
        uint8_t kind = 0;
        for (uint32_t i = 0; i < n; i++) {
            uint8_t one = fmi_depends(d, vars[i], k);
            if (one > kind) kind = one;
        }
        if (!kind) continue;
        base_text_printf(t, kinds.n ? " %u" : "%u", d->known[k] ? names->reference[d->known[k] - 1] : 0);
        base_text_printf(&kinds, kinds.n ? " %s" : "%s", fmi_depends_word(n > 1 ? FMI_DEPENDS : kind));
    }
    base_text_char(t, '"');
    if (kinds.n) base_text_printf(t, " dependenciesKind=\"%s\"", base_text_str(&kinds));
    base_text_free(&kinds);
}

static void unknowns(const FmiModel *m, const VecU32 *list, const Names3 *names, const FmiDependences *d,
                     const char *element, Text *t) {
    for (size_t i = 0; i < list->n; i++) {
        if (names->first[list->at[i] - 1] != list->at[i] - 1) continue;
        DaeVar var = m->vars.at[list->at[i] - 1].reference / 2;
        base_text_printf(t, "    <%s valueReference=\"%u\"", element, names->reference[list->at[i] - 1]);
        dependencies(d, names, &var, 1, t);
        base_text_add(t, "/>\n");
    }
}

/* Event indicators follow the variables that their relations compare. */
static void indicators(const FmiModel *m, const Names3 *names, const FmiDependences *d, Text *t) {
    uint32_t number = 0;
    VEC(DaeVar) vars = {0};
    for (size_t i = 0; i < m->sym->relations.n; i++) {
        const SymRelation *r = &m->sym->relations.at[i];
        if (r->kind == SYM_REL_TIME) continue;
        vec_clear(&vars);
        const DaeOperand *o = dae_operands(m->dae, &r->eq);
        for (uint32_t k = 0; k < m->dae->shapes.at[r->eq.shape].nholes; k++)
            if (!dae_operand_is_const(o[k])) vec_push(&vars, o[k]);
        base_text_printf(t, "    <EventIndicator valueReference=\"%u\"", (uint32_t)INDICATORS + number++);
        dependencies(d, names, vars.at, (uint32_t)vars.n, t);
        base_text_add(t, "/>\n");
    }
    vec_free(&vars);
}

void fmi_describe3(FmiModel *m, int kinds, Text *t) {
    Arena arena = {0};
    FmiDependences running, starting;
    fmi_depend(m, false, &running);
    fmi_depend(m, true, &starting);
    Names3 names = share_references(m, &arena);
    char date[32];
    base_text_add(t, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription fmiVersion=\"3.0\"");
    fmi_attribute(t, "modelName", m->name);
    fmi_attribute(t, "instantiationToken", m->guid);
    base_text_printf(
        t, " generationTool=\"Causeway\" generationDateAndTime=\"%s\" variableNamingConvention=\"structured\">\n",
        fmi_date(m, date, sizeof date));
    interfaces(m, kinds, t);
    definitions(m, t);
    fmi_categories(t);
    fmi_experiment(m, t);
    base_text_add(t, "  <ModelVariables>\n    <Float64 name=\"time\" valueReference=\"0\" causality=\"independent\" "
                     "variability=\"continuous\"/>\n");
    for (uint32_t i = 0; i < m->vars.n; i++)
        if (names.first[i] == i) one_variable(m, &names, i, t);
    for (uint32_t i = 0; i < m->nindicators; i++)
        base_text_printf(t,
                         "    <Float64 name=\"_indicator[%u]\" valueReference=\"%u\" causality=\"local\" "
                         "variability=\"continuous\" initial=\"calculated\"/>\n",
                         i + 1, (uint32_t)INDICATORS + i);
    base_text_add(t, "  </ModelVariables>\n  <ModelStructure>\n");
    unknowns(m, &m->outputs, &names, &running, "Output", t);
    unknowns(m, &m->derivatives, &names, &running, "ContinuousStateDerivative", t);
    unknowns(m, &m->unknowns, &names, &starting, "InitialUnknown", t);
    indicators(m, &names, &running, t);
    fmi_dependences_free(&running);
    fmi_dependences_free(&starting);
    base_text_add(t, "  </ModelStructure>\n</fmiModelDescription>\n");
    base_free_arena(&arena);
}

void fmi_build_description(const FmiModel *m, Text *t) {
    base_text_add(t, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiBuildDescription fmiVersion=\"3.0\">\n  "
                     "<BuildConfiguration");
    fmi_attribute(t, "modelIdentifier", m->identifier);
    base_text_printf(t,
                     ">\n    <SourceFileSet language=\"C99\">\n      <SourceFile name=\"%s.c\"/>\n    "
                     "</SourceFileSet>\n    <Library name=\"m\"/>\n  </BuildConfiguration>\n</fmiBuildDescription>\n",
                     m->identifier);
}
