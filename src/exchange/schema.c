/* schema.c - which elements and attributes stand where in modelDescription.xml (the schemas of FMI 2.0.4 and 3.0.2). */
#include "exchange/exchange_impl.h"

#include <string.h>

/* Attributes: those with ! must be there.  Children: in this order, * any number of times, ! once at least, else
 * at most once; a list that begins with ~ is in any order; "?" alone: anything goes. */
typedef struct {
    int version; /* 2, 3, or 0: both */
    const char *element, *attributes, *children;
} Rule;

#define VARIABLE3 "name! valueReference! description causality variability canHandleMultipleSetPerTimeInstant clocks "
#define TYPED3 VARIABLE3 "intermediateUpdate previous declaredType initial "
#define FLOAT3 TYPED3 "quantity unit displayUnit relativeQuantity unbounded min max nominal start derivative reinit"
#define INTEGER3 TYPED3 "quantity min max start"
#define ARRAY3 "~Dimension* Alias* Annotations"
#define TEXT3 "~Dimension* Start* Alias* Annotations"
#define KIND3                                                                                                          \
    "modelIdentifier! needsExecutionTool canBeInstantiatedOnlyOncePerProcess canGetAndSetFMUState "                    \
    "canSerializeFMUState providesDirectionalDerivatives providesAdjointDerivatives providesPerElementDependencies "
#define KIND2                                                                                                          \
    "modelIdentifier! needsExecutionTool canBeInstantiatedOnlyOncePerProcess canNotUseMemoryManagementFunctions "      \
    "canGetAndSetFMUstate canSerializeFMUstate providesDirectionalDerivative "
#define FLOAT_TYPE "name! description quantity unit displayUnit relativeQuantity unbounded min max nominal"
#define INTEGER_TYPE "name! description quantity min max"
#define CLOCK                                                                                                          \
    "canBeDeactivated priority intervalVariability! intervalDecimal shiftDecimal supportsFraction resolution "         \
    "intervalCounter shiftCounter"
#define HEAD                                                                                                           \
    "description author version copyright license generationTool generationDateAndTime variableNamingConvention "

static const Rule rules[] = {
    {2, "fmiModelDescription", "fmiVersion! modelName! guid! " HEAD "numberOfEventIndicators",
     "ModelExchange CoSimulation UnitDefinitions TypeDefinitions LogCategories DefaultExperiment VendorAnnotations "
     "ModelVariables! ModelStructure!"},
    {2, "ModelExchange", KIND2 "completedIntegratorStepNotNeeded", "SourceFiles"},
    {2, "CoSimulation",
     KIND2 "canHandleVariableCommunicationStepSize canInterpolateInputs maxOutputDerivativeOrder canRunAsynchronuously",
     "SourceFiles"},
    {2, "SourceFiles", "", "File*"},
    {2, "File", "name!", ""},
    {2, "UnitDefinitions", "", "Unit*"},
    {2, "TypeDefinitions", "", "SimpleType*"},
    {2, "SimpleType", "name! description", "~Real Integer Boolean String Enumeration"},
    {2, "VendorAnnotations", "", "Tool*"},
    {2, "Tool", "name!", "?"},
    {2, "ModelVariables", "", "ScalarVariable*"},
    {2, "ScalarVariable",
     "name! valueReference! description causality variability initial canHandleMultipleSetPerTimeInstant",
     "~Real Integer Boolean String Enumeration Annotations"},
    {2, "Real",
     "declaredType quantity unit displayUnit relativeQuantity min max nominal unbounded start derivative reinit", ""},
    {2, "Integer", "declaredType quantity min max start", ""},
    {2, "Boolean", "declaredType start", ""},
    {2, "String", "declaredType start", ""},
    {2, "Enumeration", "declaredType quantity min max start", "Item*"},
    {2, "Annotations", "", "Tool*"},
    {2, "ModelStructure", "", "Outputs Derivatives InitialUnknowns"},
    {2, "Outputs", "", "Unknown*"},
    {2, "Derivatives", "", "Unknown*"},
    {2, "InitialUnknowns", "", "Unknown*"},
    {2, "Unknown", "index! dependencies dependenciesKind", ""},
    {2, "DisplayUnit", "name! factor offset", ""},

    {3, "fmiModelDescription", "fmiVersion! modelName! instantiationToken! " HEAD,
     "ModelExchange CoSimulation ScheduledExecution UnitDefinitions TypeDefinitions LogCategories DefaultExperiment "
     "ModelVariables! ModelStructure! Annotations"},
    {3, "ModelExchange", KIND3 "needsCompletedIntegratorStep providesEvaluateDiscreteStates", "Annotations"},
    {3, "CoSimulation",
     KIND3 "canHandleVariableCommunicationStepSize fixedInternalStepSize maxOutputDerivativeOrder "
           "recommendedIntermediateInputSmoothness providesIntermediateUpdate mightReturnEarlyFromDoStep "
           "canReturnEarlyAfterIntermediateUpdate hasEventMode providesEvaluateDiscreteStates",
     "Annotations"},
    {3, "ScheduledExecution", KIND3, "Annotations"},
    {3, "UnitDefinitions", "", "Unit*"},
    {3, "TypeDefinitions", "",
     "~Float64Type* Float32Type* Int8Type* UInt8Type* Int16Type* UInt16Type* Int32Type* UInt32Type* Int64Type* "
     "UInt64Type* BooleanType* StringType* BinaryType* EnumerationType* ClockType*"},
    {3, "Float64Type", FLOAT_TYPE, "Annotations"},
    {3, "Float32Type", FLOAT_TYPE, "Annotations"},
    {3, "Int8Type", INTEGER_TYPE, "Annotations"},
    {3, "UInt8Type", INTEGER_TYPE, "Annotations"},
    {3, "Int16Type", INTEGER_TYPE, "Annotations"},
    {3, "UInt16Type", INTEGER_TYPE, "Annotations"},
    {3, "Int32Type", INTEGER_TYPE, "Annotations"},
    {3, "UInt32Type", INTEGER_TYPE, "Annotations"},
    {3, "Int64Type", INTEGER_TYPE, "Annotations"},
    {3, "UInt64Type", INTEGER_TYPE, "Annotations"},
    {3, "BooleanType", "name! description", "Annotations"},
    {3, "StringType", "name! description", "Annotations"},
    {3, "BinaryType", "name! description mimeType maxSize", "Annotations"},
    {3, "EnumerationType", INTEGER_TYPE, "~Item* Annotations"},
    {3, "ClockType", "name! description " CLOCK, "Annotations"},
    {3, "ModelVariables", "",
     "~Float64* Float32* Int8* UInt8* Int16* UInt16* Int32* UInt32* Int64* UInt64* Boolean* String* Binary* "
     "Enumeration* Clock*"},
    {3, "Float64", FLOAT3, ARRAY3},
    {3, "Float32", FLOAT3, ARRAY3},
    {3, "Int8", INTEGER3, ARRAY3},
    {3, "UInt8", INTEGER3, ARRAY3},
    {3, "Int16", INTEGER3, ARRAY3},
    {3, "UInt16", INTEGER3, ARRAY3},
    {3, "Int32", INTEGER3, ARRAY3},
    {3, "UInt32", INTEGER3, ARRAY3},
    {3, "Int64", INTEGER3, ARRAY3},
    {3, "UInt64", INTEGER3, ARRAY3},
    {3, "Boolean", TYPED3 "start", ARRAY3},
    {3, "String", TYPED3, TEXT3},
    {3, "Binary", TYPED3 "mimeType maxSize", TEXT3},
    {3, "Enumeration", INTEGER3, ARRAY3},
    {3, "Clock", VARIABLE3 "declaredType " CLOCK, ARRAY3},
    {3, "Dimension", "start valueReference", ""},
    {3, "Start", "value!", ""},
    {3, "Alias", "name! description displayUnit", ""},
    {3, "ModelStructure", "", "Output* ContinuousStateDerivative* ClockedState* InitialUnknown* EventIndicator*"},
    {3, "Output", "valueReference! dependencies dependenciesKind", "Annotations"},
    {3, "ContinuousStateDerivative", "valueReference! dependencies dependenciesKind", "Annotations"},
    {3, "ClockedState", "valueReference! dependencies dependenciesKind", "Annotations"},
    {3, "InitialUnknown", "valueReference! dependencies dependenciesKind", "Annotations"},
    {3, "EventIndicator", "valueReference! dependencies dependenciesKind", "Annotations"},
    {3, "Annotations", "", "Annotation*"},
    {3, "Annotation", "type!", "?"},
    {3, "DisplayUnit", "name! factor offset inverse", ""},

    {0, "Unit", "name!", "BaseUnit DisplayUnit* Annotations"},
    {0, "BaseUnit", "kg m s A K mol cd rad factor offset", ""},
    {0, "LogCategories", "", "Category*"},
    {0, "Category", "name! description", "Annotations"},
    {0, "DefaultExperiment", "startTime stopTime tolerance stepSize", "Annotations"},
    {0, "Item", "name! value! description", "Annotations"},
};

static const Rule *rule_of(const XchModel *m, const char *element) {
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if ((!rules[i].version || rules[i].version == m->version) && !strcmp(rules[i].element, element))
            return &rules[i];
    return NULL;
}

/* The word of a list that is `name`; its place from 0, or -1.  *mark: the sign behind it. */
static int place_in(const char *list, const char *name, char *mark) {
    size_t n = strlen(name);
    int place = 0;
    for (const char *s = *list == '~' ? list + 1 : list; *s; place++) {
        size_t k = strcspn(s, " "), word = k && (s[k - 1] == '!' || s[k - 1] == '*') ? k - 1 : k;
        *mark = word < k ? s[word] : 0;
        if (word == n && !strncmp(s, name, n)) return place;
        s += k + strspn(s + k, " ");
    }
    return -1;
}

static void check_attributes(Context *ctx, const XchNode *n, const Rule *r) {
    char mark;
    for (uint32_t i = 0; i < n->nattributes; i++) {
        const char *name = n->attributes[i].name;
        if (strchr(name, ':') || !strncmp(name, "xmlns", 5)) continue; /* of other name spaces */
        if (place_in(r->attributes, name, &mark) < 0)
            base_error(ctx, "XCH0005", xch_attribute_span(n, name),
                       "<%s> has an attribute %s that the standard does not know", n->tag, name);
    }
    for (const char *s = r->attributes; *s;) {
        size_t k = strcspn(s, " ");
        char name[64];
        if (k && s[k - 1] == '!' && k < sizeof name) {
            memcpy(name, s, k - 1), name[k - 1] = 0;
            if (!xch_attribute(n, name))
                base_error(ctx, "XCH0005", xch_attribute_span(n, name), "<%s> needs the attribute %s", n->tag, name);
        }
        s += k + strspn(s + k, " ");
    }
}

static void check_children(Context *ctx, const XchNode *n, const Rule *r) {
    int last = -1;
    char mark, other;
    for (const XchNode *c = n->first; c; c = c->next) {
        int place = place_in(r->children, c->name, &mark);
        Span span = {c->source, c->at, c->at + 1 + (uint32_t)strlen(c->tag)};
        if (place < 0) {
            base_error(ctx, "XCH0005", span, "<%s> does not belong into <%s>", c->tag, n->tag);
            continue;
        }
        if (*r->children != '~' && place < last)
            base_error(ctx, "XCH0005", span, "<%s> stands behind elements of <%s> that it must precede", c->tag,
                       n->tag);
        if (*r->children != '~' && place == last && mark != '*')
            base_error(ctx, "XCH0005", span, "<%s> stands twice in <%s>", c->tag, n->tag);
        last = place;
    }
    for (const char *s = r->children; *s;) {
        size_t k = strcspn(s, " ");
        char name[64];
        if (k && s[k - 1] == '!' && k < sizeof name) {
            memcpy(name, s, k - 1), name[k - 1] = 0;
            (void)place_in(r->children, name, &other);
            if (!xch_child(n, name))
                base_error(ctx, "XCH0005", xch_span(n), "<%s> needs an element <%s>", n->tag, name);
        }
        s += k + strspn(s + k, " ");
    }
}

/* Goes along the tree without recursion. */
void xch_check_schema(Context *ctx, const XchModel *m) {
    const XchNode *n = m->root;
    while (n) {
        const Rule *r = rule_of(m, n->name);
        bool free = !r || !strcmp(r->children, "?");
        if (r) check_attributes(ctx, n, r);
        if (!free) check_children(ctx, n, r);
        if (n->first && !free) n = n->first;
        else {
            while (n && !n->next) n = n->parent;
            if (n) n = n->next;
        }
    }
}
