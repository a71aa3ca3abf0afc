/* model_description.c - modelDescription.xml of FMI 2.0 and 3.0: one writer, with the words in which they differ.
 *
 * 2.0 tells unknowns and derivatives by their place in the list of variables, 3.0 by value references.
 */
#include "fmi/fmi_impl.h"

#include <math.h>
#include <string.h>

typedef struct {
    const char *version, *token;                /* of the document */
    const char *able, *exchange, *cosimulation; /* what every kind can do, and one alone */
    const char *real, *integer, *enumeration;   /* types; Boolean and String are called so in both */
    const char *outputs, *derivatives, *unknowns;
} Words;

static const Words words_of[] = {
    {"2.0", "guid",
     " canGetAndSetFMUstate=\"true\" canSerializeFMUstate=\"true\" providesDirectionalDerivative=\"true\"", "",
     " canHandleVariableCommunicationStepSize=\"true\" canInterpolateInputs=\"true\" maxOutputDerivativeOrder=\"1\"",
     "Real", "Integer", "SimpleType", "Outputs", "Derivatives", "InitialUnknowns"},
    {"3.0", "instantiationToken",
     " canGetAndSetFMUState=\"true\" canSerializeFMUState=\"true\" providesDirectionalDerivatives=\"true\" "
     "providesAdjointDerivatives=\"true\"",
     " needsCompletedIntegratorStep=\"true\" providesEvaluateDiscreteStates=\"true\"",
     " canHandleVariableCommunicationStepSize=\"true\" maxOutputDerivativeOrder=\"1\" hasEventMode=\"true\" "
     "mightReturnEarlyFromDoStep=\"true\" "
     "canReturnEarlyAfterIntermediateUpdate=\"true\" providesIntermediateUpdate=\"true\"",
     "Float64", "Int32", "EnumerationType", "Output", "ContinuousStateDerivative", "InitialUnknown"}};

typedef struct {
    FmiModel *m;
    const Words *words;
    bool two; /* FMI 2.0 */
    bool scheduled;
    Text *t;
} Writer;

static const DaeVariable *variable_of(const FmiModel *m, uint32_t i) { return &m->dae->vars.at[m->vars.at[i].var]; }

static const DaeAttrs *attrs_of(const FmiModel *m, uint32_t i) { return &m->dae->attrs.at[variable_of(m, i)->attrs]; }

/* How an entry is told elsewhere in the document. */
static uint32_t told(const Writer *w, uint32_t variable) {
    return w->two ? variable + 1 : w->m->entries.at[w->m->entry_of[variable]].reference;
}

/* ---- what it can do, types --------------------------------------------------------------------------------------- */

/* Files that are to be compiled. */
static void source_files(const FmiModel *m, const char *element, Text *t) {
    base_text_printf(t, "<%s name=\"%s.c\"/>", element, m->identifier);
    for (size_t i = 0; i < m->sources.n; i++)
        if (m->sources.at[i].unit) base_text_printf(t, "<%s name=\"%s\"/>", element, m->sources.at[i].name);
}

static void interfaces(const Writer *w, int kinds, bool sources) {
    for (int k = FMI_ME; k <= FMI_SE; k *= 2) {
        if (!(kinds & k)) continue;
        const char *element = k == FMI_ME ? "ModelExchange" : k == FMI_CS ? "CoSimulation" : "ScheduledExecution";
        base_text_printf(w->t, "  <%s", element);
        fmi_attribute(w->t, "modelIdentifier", w->m->identifier);
        base_text_printf(w->t, "%s%s", w->words->able,
                         k == FMI_ME   ? w->words->exchange
                         : k == FMI_CS ? w->words->cosimulation
                                       : "");
        if (w->m->elements) base_text_add(w->t, " providesPerElementDependencies=\"true\"");
        if (!(w->two && sources)) {
            base_text_add(w->t, "/>\n");
            continue;
        }
        base_text_add(w->t, ">\n    <SourceFiles>");
        source_files(w->m, "File", w->t);
        base_text_printf(w->t, "</SourceFiles>\n  </%s>\n", element);
    }
}

static void enumeration(const Writer *w, const DaeEnum *e, Text *t) {
    base_text_printf(t, "    <%s", w->words->enumeration);
    fmi_attribute(t, "name", fmi_name(w->m, e->name));
    base_text_add(t, w->two ? "><Enumeration>\n" : ">\n");
    for (uint32_t k = 0; k < e->n; k++) {
        base_text_add(t, "      <Item");
        fmi_attribute(t, "name", fmi_name(w->m, e->literals[k]));
        base_text_printf(t, " value=\"%u\"/>\n", k + 1);
    }
    base_text_printf(t, "    %s</%s>\n", w->two ? "</Enumeration>" : "", w->words->enumeration);
}

/* Each unit and each enumeration once, in order of first use. */
static void definitions(const Writer *w) {
    Map seen = {0};
    uint64_t known;
    Text types = {0};
    fmi_units(w->m, w->t);
    for (uint32_t i = 0; i < w->m->vars.n; i++) {
        uint32_t type = attrs_of(w->m, i)->enum_type;
        if (variable_of(w->m, i)->base != DAE_ENUM || base_map_get(&seen, type, &known)) continue;
        base_map_put(&seen, type, 1);
        enumeration(w, &w->m->dae->enums.at[type], &types);
    }
    if (types.n) base_text_printf(w->t, "  <TypeDefinitions>\n%s  </TypeDefinitions>\n", types.at);
    base_text_free(&types);
    base_map_free(&seen);
}

/* ---- variables --------------------------------------------------------------------------------------------------- */

static const char *type_word(const Writer *w, DaeBase base) {
    switch (base) {
    case DAE_REAL: return w->words->real;
    case DAE_INTEGER: return w->words->integer;
    case DAE_BOOLEAN: return "Boolean";
    case DAE_STRING: return "String";
    default: return "Enumeration";
    }
}

/* Of an array that may become larger one start value stands for all elements, where they are alike. */
static bool one_for_all(const Writer *w, const FmiEntry *e) {
    bool grows = false;
    for (uint32_t k = 0; e->follows && k < e->rank; k++) grows = grows || e->follows[k];
    for (uint32_t k = 1; k < e->n && grows; k++)
        grows = w->m->vars.at[e->first + k].start == w->m->vars.at[e->first].start;
    return grows;
}

static void starts(const Writer *w, const FmiEntry *e, DaeBase base) {
    uint32_t n = one_for_all(w, e) && e->n ? 1 : e->n;
    base_text_add(w->t, " start=\"");
    for (uint32_t k = 0; k < n; k++) {
        double x = w->m->vars.at[e->first + k].start;
        if (k) base_text_char(w->t, ' ');
        if (base == DAE_BOOLEAN) base_text_add(w->t, x != 0 ? "true" : "false");
        else if (base == DAE_REAL) fmi_double(w->t, x);
        else base_text_printf(w->t, "%lld", (long long)(base == DAE_ENUM && x < 1 ? 1 : x));
    }
    base_text_char(w->t, '"');
}

/* What belongs to the type of a variable. */
static void type_attributes(const Writer *w, const FmiEntry *e) {
    const FmiVariable *f = &w->m->vars.at[e->first];
    const DaeVariable *v = variable_of(w->m, e->first);
    const DaeAttrs *a = attrs_of(w->m, e->first);
    if (v->base == DAE_ENUM)
        fmi_attribute(w->t, "declaredType", fmi_name(w->m, w->m->dae->enums.at[a->enum_type].name));
    if (v->base == DAE_REAL && a->quantity) fmi_attribute(w->t, "quantity", fmi_name(w->m, a->quantity));
    if (v->base == DAE_REAL) fmi_unit_of(w->m, a, w->t);
    if (v->base == DAE_REAL || v->base == DAE_INTEGER) {
        if (isfinite(fmi_operand(w->m, a->min))) fmi_number(w->t, "min", fmi_operand(w->m, a->min));
        if (isfinite(fmi_operand(w->m, a->max))) fmi_number(w->t, "max", fmi_operand(w->m, a->max));
    }
    if (v->base == DAE_REAL && fmi_operand(w->m, a->nominal) > 0)
        fmi_number(w->t, "nominal", fmi_operand(w->m, a->nominal));
    if (f->derivative_of) base_text_printf(w->t, " derivative=\"%u\"", told(w, f->derivative_of - 1));
    if (f->has_start && v->base != DAE_STRING) starts(w, e, (DaeBase)v->base);
    if (f->has_start && v->base == DAE_STRING && w->two) fmi_attribute(w->t, "start", fmi_start_text(w->m, f));
}

static void aliases(const Writer *w, const FmiEntry *e) {
    for (uint32_t k = e->alias; k != UINT32_MAX; k = w->m->next_alias[k]) {
        base_text_add(w->t, "<Alias");
        fmi_attribute(w->t, "name", w->m->vars.at[k].name);
        if (attrs_of(w->m, k)->comment) fmi_attribute(w->t, "description", fmi_name(w->m, attrs_of(w->m, k)->comment));
        base_text_add(w->t, "/>");
    }
}

/* What stands inside the element of a variable of 3.0. */
static void inside3(const Writer *w, const FmiEntry *e) {
    const FmiVariable *f = &w->m->vars.at[e->first];
    for (uint32_t k = 0; k < e->rank; k++) {
        bool follows = e->follows && e->follows[k];
        base_text_printf(w->t, "<Dimension %s=\"%u\"/>", follows ? "valueReference" : "start",
                         follows ? (uint32_t)FMI_SIZES + e->follows[k] - 1 : e->dims[k]);
    }
    for (uint32_t k = 0; k < e->n && f->has_start && variable_of(w->m, e->first)->base == DAE_STRING; k++) {
        base_text_add(w->t, "<Start");
        fmi_attribute(w->t, "value", fmi_start_text(w->m, &w->m->vars.at[e->first + k]));
        base_text_add(w->t, "/>");
    }
    aliases(w, e);
}

/* A clock of 3.0. */
static void clock_attributes(const Writer *w, const FmiClock *c) {
    static const char *const kinds[] = {"triggered", "constant", "fixed", "countdown"};
    fmi_attribute(w->t, "intervalVariability", kinds[c->kind]);
    if (c->told && w->scheduled) base_text_printf(w->t, " priority=\"%u\"", c->priority);
    if (!c->interval) return;
    fmi_number(w->t, "intervalDecimal", c->seconds);
    if (c->shift_seconds != 0) fmi_number(w->t, "shiftDecimal", c->shift_seconds);
    if (c->resolution)
        base_text_printf(
            w->t, " supportsFraction=\"true\" resolution=\"%llu\" intervalCounter=\"%llu\" shiftCounter=\"%llu\"",
            (unsigned long long)c->resolution, (unsigned long long)c->counter, (unsigned long long)c->shift_counter);
}

/* An output clock of scheduled execution ticks while a partition is active. */
static void activated_by(const Writer *w) {
    bool first = true;
    for (uint32_t i = 0; i < w->m->vars.n; i++) {
        const FmiVariable *f = &w->m->vars.at[i];
        if (!f->clock || f->causality != FMI_INPUT) continue;
        base_text_printf(w->t, first ? " clocks=\"%u" : " %u", told(w, i));
        first = false;
    }
    if (!first) base_text_char(w->t, '"');
}

static void one_variable(const Writer *w, const FmiEntry *e) {
    const FmiVariable *f = &w->m->vars.at[e->first];
    bool clock = f->clock && !w->two;
    const char *type = clock ? "Clock" : type_word(w, (DaeBase)variable_of(w->m, e->first)->base);
    uint32_t ticks = w->two ? 0 : fmi_clock_of(w->m, f);
    Name comment = attrs_of(w->m, e->first)->comment;
    if (w->two) base_text_printf(w->t, "    <!-- %u -->\n    <ScalarVariable", e->first + 1);
    else base_text_printf(w->t, "    <%s", type);
    fmi_attribute(w->t, "name", e->name);
    base_text_printf(w->t, " valueReference=\"%u\"", e->reference);
    if (comment) fmi_attribute(w->t, "description", fmi_name(w->m, comment));
    fmi_attribute(w->t, "causality", fmi_causality(f));
    if (!clock) fmi_attribute(w->t, "variability", fmi_variability(f));
    if (ticks && !clock) base_text_printf(w->t, " clocks=\"%u\"", told(w, ticks - 1));
    if (clock) clock_attributes(w, &w->m->clocks.at[f->clock - 1]);
    if (clock && w->scheduled && f->causality == FMI_OUTPUT) activated_by(w);
    if (fmi_initial(f) && !clock) fmi_attribute(w->t, "initial", fmi_initial(f));
    if (w->two) base_text_printf(w->t, ">\n      <%s", type);
    if (!clock) type_attributes(w, e);
    if (w->two) base_text_add(w->t, "/>\n    </ScalarVariable>\n");
    else base_text_char(w->t, '>'), inside3(w, e), base_text_printf(w->t, "</%s>\n", type);
}

static bool is_size(const FmiModel *m, const char *name) {
    for (size_t i = 0; i < m->sizes.n; i++)
        if (!strcmp(m->sizes.at[i].name, name)) return true;
    return false;
}

/* Structural parameters. */
static void sizes(const Writer *w) {
    for (uint32_t i = 0; i < w->m->sizes.n; i++) {
        const FmiSize *s = &w->m->sizes.at[i];
        base_text_add(w->t, "    <UInt64");
        fmi_attribute(w->t, "name", s->name);
        base_text_printf(w->t, " valueReference=\"%u\"", (uint32_t)FMI_SIZES + i);
        if (s->comment) fmi_attribute(w->t, "description", s->comment);
        base_text_printf(w->t,
                         " causality=\"structuralParameter\" variability=\"tunable\" initial=\"exact\" start=\"%llu\" "
                         "min=\"%llu\" max=\"%llu\"/>\n",
                         (unsigned long long)s->start, (unsigned long long)s->low, (unsigned long long)s->high);
    }
}

static void variables(const Writer *w) {
    base_text_add(w->t, "  <ModelVariables>\n");
    if (!w->two)
        base_text_add(w->t, "    <Float64 name=\"time\" valueReference=\"0\" causality=\"independent\" "
                            "variability=\"continuous\"/>\n");
    else if (!w->m->vars.n) /* the schema wants one */
        base_text_add(w->t, "    <ScalarVariable name=\"time\" valueReference=\"0\" causality=\"independent\" "
                            "variability=\"continuous\"><Real/></ScalarVariable>\n");
    sizes(w);
    for (size_t i = 0; i < w->m->entries.n; i++)
        if (!w->m->entries.at[i].untold && !is_size(w->m, w->m->entries.at[i].name))
            one_variable(w, &w->m->entries.at[i]);
    for (uint32_t i = 0; !w->two && i < w->m->told_indicators; i++)
        base_text_printf(w->t,
                         "    <Float64 name=\"_indicator[%u]\" valueReference=\"%u\" causality=\"local\" "
                         "variability=\"continuous\" initial=\"calculated\"/>\n",
                         i + 1, (uint32_t)FMI_INDICATORS + i);
    base_text_add(w->t, "  </ModelVariables>\n");
}

/* ---- structure --------------------------------------------------------------------------------------------------- */

/* What some variables together rest on: of an array of knowns that one of its elements is enough, and of several
 * dependences the weakest promise.  by: room for one byte an entry and one more, zero before and after. */
static void dependencies(const Writer *w, const FmiDependences *d, const DaeVar *vars, uint32_t n, bool vague,
                         uint8_t *by) {
    const FmiModel *m = w->m;
    Text kinds = {0};
    if (!d->of || m->sizes.n) return; /* not said: on all; other sizes may have other ones */
    for (uint32_t k = 0; k < d->nknown; k++) {
        uint32_t entry = d->known[k] ? m->entry_of[d->known[k] - 1] : (uint32_t)m->entries.n;
        if (w->two && !d->known[k]) continue; /* time is no variable there */
        for (uint32_t i = 0; i < n; i++) {
            uint8_t one = fmi_depends(d, vars[i], k);
            if (one > by[entry]) by[entry] = one;
        }
    }
    base_text_add(w->t, " dependencies=\"");
    for (uint32_t k = 0; k < d->nknown; k++) {
        uint32_t entry = d->known[k] ? m->entry_of[d->known[k] - 1] : (uint32_t)m->entries.n;
        if (!by[entry]) continue;
        base_text_printf(w->t, kinds.n ? " %u" : "%u", d->known[k] ? told(w, d->known[k] - 1) : 0);
        base_text_printf(&kinds, kinds.n ? " %s" : "%s", fmi_depends_word(vague ? FMI_DEPENDS : by[entry]));
        by[entry] = 0;
    }
    base_text_char(w->t, '"');
    if (kinds.n) base_text_printf(w->t, " dependenciesKind=\"%s\"", base_text_str(&kinds));
    base_text_free(&kinds);
}

static void unknowns(const Writer *w, const VecU32 *list, const FmiDependences *d, const char *element, uint8_t *by) {
    bool initial = list == &w->m->unknowns;
    VEC(DaeVar) vars = {0};
    if (w->two && list->n) base_text_printf(w->t, "    <%s>\n", element);
    for (size_t i = 0; i < list->n; i++) {
        const FmiEntry *e = &w->m->entries.at[w->m->entry_of[list->at[i] - 1]];
        if (e->first != list->at[i] - 1 || e->untold) continue; /* an alias, or an element behind the first */
        bool late = w->m->vars.at[e->first].clock ? w->scheduled : fmi_clock_of(w->m, &w->m->vars.at[e->first]) != 0;
        if (initial && !w->two && late) continue; /* it has a value at a tick only */
        vec_clear(&vars);
        for (uint32_t k = 0; k < e->n; k++) vec_push(&vars, w->m->vars.at[e->first + k].reference / 2);
        if (w->two) base_text_printf(w->t, "      <Unknown index=\"%u\"", list->at[i]);
        else base_text_printf(w->t, "    <%s valueReference=\"%u\"", element, e->reference);
        dependencies(w, d, vars.at, e->n, false, by);
        base_text_add(w->t, "/>\n");
    }
    if (w->two && list->n) base_text_printf(w->t, "    </%s>\n", element);
    vec_free(&vars);
}

/* Event indicators follow the variables that their relations compare. */
static void indicators(const Writer *w, const FmiDependences *d, uint8_t *by) {
    const FmiModel *m = w->m;
    uint32_t number = 0;
    VEC(DaeVar) vars = {0};
    for (size_t i = 0; i < m->sym->relations.n; i++) {
        const SymRelation *r = &m->sym->relations.at[i];
        if (r->kind == SYM_REL_TIME) continue;
        vec_clear(&vars);
        const DaeOperand *o = dae_operands(m->dae, &r->eq);
        for (uint32_t k = 0; k < m->dae->shapes.at[r->eq.shape].nholes; k++)
            if (!dae_operand_is_const(o[k])) vec_push(&vars, o[k]);
        base_text_printf(w->t, "    <EventIndicator valueReference=\"%u\"", (uint32_t)FMI_INDICATORS + number++);
        /* other sizes have other relations */
        if (!m->sizes.n) dependencies(w, d, vars.at, (uint32_t)vars.n, vars.n > 1, by);
        base_text_add(w->t, "/>\n");
    }
    vec_free(&vars);
    for (; number < m->told_indicators; number++)
        base_text_printf(w->t, "    <EventIndicator valueReference=\"%u\"/>\n", (uint32_t)FMI_INDICATORS + number);
}

static void structure(const Writer *w) {
    FmiDependences running, starting;
    fmi_depend(w->m, false, &running);
    fmi_depend(w->m, true, &starting);
    uint8_t *by = BASE_ARRAY(&w->m->arena, uint8_t, w->m->entries.n + 1);
    base_text_add(w->t, "  <ModelStructure>\n");
    unknowns(w, &w->m->outputs, &running, w->words->outputs, by);
    unknowns(w, &w->m->derivatives, &running, w->words->derivatives, by);
    unknowns(w, &w->m->unknowns, &starting, w->words->unknowns, by);
    if (!w->two) indicators(w, &running, by);
    base_text_add(w->t, "  </ModelStructure>\n");
    fmi_dependences_free(&running);
    fmi_dependences_free(&starting);
}

void fmi_describe(FmiModel *m, int version, int kinds, bool sources, Text *t) {
    Writer w = {m, &words_of[version - 2], version == 2, kinds == FMI_SE, t};
    char date[32];
    base_text_printf(t, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription fmiVersion=\"%s\"",
                     w.words->version);
    fmi_attribute(t, "modelName", m->name);
    fmi_attribute(t, w.words->token, m->guid);
    if (m->description) fmi_attribute(t, "description", m->description);
    base_text_printf(
        t, " generationTool=\"Causeway %s\" generationDateAndTime=\"%s\" variableNamingConvention=\"structured\"",
        m->version, fmi_date(m, date, sizeof date));
    if (w.two) base_text_printf(t, " numberOfEventIndicators=\"%u\"", m->nindicators);
    base_text_add(t, ">\n");
    interfaces(&w, kinds, sources);
    definitions(&w);
    fmi_categories(t);
    fmi_experiment(m, t);
    variables(&w);
    structure(&w);
    base_text_add(t, "</fmiModelDescription>\n");
}

void fmi_build_description(const FmiModel *m, Text *t) {
    base_text_add(t, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiBuildDescription fmiVersion=\"3.0\">\n  "
                     "<BuildConfiguration");
    fmi_attribute(t, "modelIdentifier", m->identifier);
    base_text_add(t, ">\n    <SourceFileSet language=\"C99\">\n      ");
    source_files(m, "SourceFile", t);
    base_text_add(t, "\n    </SourceFileSet>\n    <Library name=\"m\"/>\n  </BuildConfiguration>\n"
                     "</fmiBuildDescription>\n");
}
