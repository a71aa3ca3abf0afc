/* restrict.c - what specialised classes may contain, extend and be used for (MLS 3.6, 4.4, 4.7, 7.1.3, 12.2).
 *
 * Three moments: when a definition is first seen (rules about its own text), when a base class is added, and when a
 * component is made.  All report and go on.
 */
#include <string.h>

#include "instance/instance_impl.h"

static bool is_record(uint8_t r) { return r == SYN_RECORD || r == SYN_OPERATOR_RECORD; }
static bool is_connector(uint8_t r) { return r == SYN_CONNECTOR || r == SYN_EXPANDABLE_CONNECTOR; }
static bool is_function(uint8_t r) { return r == SYN_FUNCTION || r == SYN_OPERATOR_FUNCTION; }

/* ---- a definition ------------------------------------------------------------------------------------------------ */

static const struct {
    uint32_t prefix;
    const char *word;
} prefix_words[] = {{SYN_INPUT, "input"},         {SYN_OUTPUT, "output"},     {SYN_INNER, "inner"},
                    {SYN_OUTER, "outer"},         {SYN_FLOW, "flow"},         {SYN_STREAM, "stream"},
                    {SYN_PARAMETER, "parameter"}, {SYN_CONSTANT, "constant"}, {SYN_DISCRETE, "discrete"}};

static const char *prefix_word(uint32_t prefixes) {
    for (size_t i = 0; i < sizeof prefix_words / sizeof *prefix_words; i++)
        if (prefixes & prefix_words[i].prefix) return prefix_words[i].word;
    return "";
}

/* Sections that records, connectors and the like must not have. */
static void forbid_sections(InstClass *c) {
    const SynClass *s = c->syn;
    const char *what = NULL;
    Span at = s->name_span;
    if (s->equations) what = "an equation section", at = s->equations->span;
    else if (s->initial_equations) what = "an initial equation section", at = s->initial_equations->span;
    else if (s->algorithms) what = "an algorithm section", at = s->algorithms->span;
    else if (s->initial_algorithms) what = "an initial algorithm section", at = s->initial_algorithms->span;
    if (!what) return;
    Diag *d =
        inst_error(c, "INST0901", at, "a %s must not have %s (MLS 4.7)", syn_restriction_name(s->restriction), what);
    base_note(c->inst->ctx, d, s->name_span, "the %s is defined here", syn_restriction_name(s->restriction));
}

static void forbid_prefixes(InstClass *c, const SynElement *e, uint32_t forbidden) {
    if (!(e->prefixes & forbidden) || e->kind != SYN_COMPONENT) return;
    /* the instance around a record or connector, and the one that calls a function, has what an outer element means */
    uint8_t r = c->syn->restriction;
    bool known = (r == SYN_RECORD || r == SYN_FUNCTION || r == SYN_CONNECTOR || r == SYN_EXPANDABLE_CONNECTOR) &&
                 (e->prefixes & forbidden) == SYN_OUTER;
    (known ? inst_tolerate : inst_error)(c, "INST0902", e->span, "an element of a %s must not be '%s' (MLS 4.7)",
                                         syn_restriction_name(c->syn->restriction),
                                         prefix_word(e->prefixes & forbidden));
}

static void forbid_protected(InstClass *c, const SynElement *e) {
    if (!(e->prefixes & SYN_PROTECTED) || e->kind < SYN_CLASS_DEF) return;
    inst_tolerate(c, "INST0903", e->span, "a %s must not have protected elements (MLS 4.7)",
                  syn_restriction_name(c->syn->restriction));
}

static void check_package_element(InstClass *c, const SynElement *e) {
    if (e->kind != SYN_COMPONENT || (e->prefixes & SYN_CONSTANT)) return;
    Diag *d = inst_error(c, "INST0904", e->span, "a package may only contain classes and constants (MLS 4.7)");
    base_hint(c->inst->ctx, d, "declare '%s' as constant, or make the package a model", inst_name(c->inst, e->name));
}

static void check_operator_element(InstClass *c, const SynElement *e) {
    if (e->kind == SYN_COMPONENT || (e->kind == SYN_CLASS_DEF && !is_function(e->cls->restriction)))
        inst_error(c, "INST0905", e->span, "an operator may only contain functions (MLS 4.7)");
}

/* operator and operator function stand directly in an operator record (4.7). */
static void check_place_of_operator(InstClass *c, const SynElement *e) {
    if (e->kind != SYN_CLASS_DEF || c->syn->restriction == SYN_OPERATOR_RECORD) return;
    if (e->cls->restriction != SYN_OPERATOR && e->cls->restriction != SYN_OPERATOR_FUNCTION) return;
    Diag *d =
        inst_tolerate(c, "INST0925", e->cls->name_span, "an operator may only stand in an operator record (MLS 4.7)");
    base_note(c->inst->ctx, d, c->syn->name_span, "this is a %s", syn_restriction_name(c->syn->restriction));
}

static void check_function_element(InstClass *c, const SynElement *e) {
    if (e->kind != SYN_COMPONENT) return;
    bool formal = (e->prefixes & (SYN_INPUT | SYN_OUTPUT)) != 0;
    forbid_prefixes(c, e, SYN_INNER | SYN_OUTER | SYN_FLOW | SYN_STREAM);
    if ((e->prefixes & SYN_PROTECTED) && formal)
        inst_tolerate(c, "INST0906", e->span, "inputs and outputs of a function must be public (MLS 12.2)");
}

static void check_function_sections(InstClass *c) {
    const SynClass *s = c->syn;
    const char *what = NULL;
    Span at = {0};
    if (s->equations) what = "equations", at = s->equations->span;
    else if (s->initial_equations) what = "initial equations", at = s->initial_equations->span;
    else if (s->initial_algorithms) what = "initial algorithms", at = s->initial_algorithms->span;
    if (what) inst_error(c, "INST0908", at, "a function must not have %s (MLS 12.2)", what);
    if (s->algorithms && s->algorithms->next)
        inst_error(c, "INST0909", s->algorithms->next->span,
                   "a function must not have more than one algorithm section (MLS 12.2)");
    if (s->algorithms && s->external)
        inst_error(c, "INST0909", s->external->span,
                   "a function must not have both an algorithm section and an external body (MLS 12.2)");
}

static void check_prefixes_of(InstClass *c, const SynElement *e) {
    if (e->kind != SYN_COMPONENT) return;
    if ((e->prefixes & SYN_REDECLARE) && e->condition) {
        Diag *d =
            inst_tolerate(c, "INST0956", e->condition->span, "a redeclaration must not have a condition (MLS 4.4.5)");
        base_hint(c->inst->ctx, d, "the original declaration says when the component is there");
    }
    uint8_t r = c->syn->restriction;
    if ((e->prefixes & SYN_STREAM) && !is_connector(r) && !is_record(r))
        inst_error(c, "INST0910", e->span, "'stream' is only allowed in connectors (MLS 15.1)");
    if ((e->prefixes & SYN_FLOW) && !is_connector(r) && !is_record(r)) {
        Diag *d = inst_warning(c, "INST0910", e->span, "'flow' has a meaning in connectors only (MLS 9.3)");
        base_hint(c->inst->ctx, d, "leave it out, or put the variable into a connector");
    }
    if ((e->prefixes & (SYN_FLOW | SYN_STREAM)) && r == SYN_EXPANDABLE_CONNECTOR)
        inst_tolerate(c, "INST0911", e->span, "an expandable connector must not contain '%s' components (MLS 9.1.3)",
                      prefix_word(e->prefixes & (SYN_FLOW | SYN_STREAM)));
}

static void check_imports(InstClass *c, InstDef *d) {
    for (uint32_t i = 0; i < d->nimports; i++) {
        const SynElement *a = d->imports[i].syn;
        if (a->import_all || a->nimport_names || !a->type.n) continue;
        Name name = a->import_alias ? a->import_alias : a->type.parts[a->type.n - 1].name;
        for (uint32_t j = 0; j < i; j++) {
            const SynElement *b = d->imports[j].syn;
            if (b->import_all || b->nimport_names || !b->type.n) continue;
            if ((b->import_alias ? b->import_alias : b->type.parts[b->type.n - 1].name) != name) continue;
            Diag *g = inst_error(c, "INST0912", a->span, "two imports have the name '%s' (MLS 13.2.1)",
                                 inst_name(c->inst, name));
            base_note(c->inst->ctx, g, b->span, "the other one is here");
        }
    }
}

static void check_enumeration(InstClass *c) {
    const SynClass *s = c->syn;
    const InstTree *t = inst_tree(c->inst);
    static const uint8_t reserved[] = {INST_ATTR_START, INST_ATTR_FIXED, INST_ATTR_MIN, INST_ATTR_MAX,
                                       INST_ATTR_QUANTITY};
    for (uint32_t i = 0; i < s->nliterals; i++) {
        for (size_t k = 0; k < sizeof reserved; k++)
            if (s->literals[i].name == t->attr[reserved[k]])
                inst_tolerate(c, "INST0913", s->literals[i].span,
                              "'%s' is an attribute of enumerations and cannot be a literal (MLS 4.9.5)",
                              inst_name(c->inst, s->literals[i].name));
        for (uint32_t j = 0; j < i; j++) {
            if (s->literals[j].name != s->literals[i].name) continue;
            Diag *d = inst_error(c, "INST0914", s->literals[i].span, "literal '%s' appears twice (MLS 4.9.5)",
                                 inst_name(c->inst, s->literals[i].name));
            base_note(c->inst->ctx, d, s->literals[j].span, "it appears first here");
        }
    }
}

/* An operator of an operator record is encapsulated and has one of the names that are called by symbols (14). */
static void check_operator(InstClass *c, const SynElement *e) {
    static const char *const names[] = {"'constructor'", "'0'",  "'String'", "'+'",  "'-'",  "'*'",
                                        "'/'",           "'^'",  "'=='",     "'<>'", "'<'",  "'<='",
                                        "'>'",           "'>='", "'and'",    "'or'", "'not'"};
    if (e->kind != SYN_CLASS_DEF ||
        (e->cls->restriction != SYN_OPERATOR && e->cls->restriction != SYN_OPERATOR_FUNCTION))
        return;
    const char *name = inst_name(c->inst, e->name);
    bool known = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) known |= strcmp(names[i], name) == 0;
    if (!known) {
        Diag *d = inst_error(c, "INST0926", e->name_span, "there is no operator %s to be defined (MLS 14)", name);
        base_hint(c->inst->ctx, d, "a function with a name of its own is declared without 'operator'");
    } else if (!(e->cls->prefixes & SYN_ENCAPSULATED)) {
        Diag *d = inst_error(c, "INST0927", e->name_span, "operator %s must be encapsulated (MLS 14)", name);
        base_hint(c->inst->ctx, d, "write: encapsulated operator %s", name);
    }
}

/* A type is made from a predefined one (4.7). */
static void check_type(InstClass *c) {
    const SynClass *s = c->syn;
    if (s->restriction != SYN_TYPE || s->form != SYN_LONG || s->prefixes & SYN_PARTIAL_CLASS) return;
    for (const SynElement *e = s->elements; e; e = e->next)
        if (e->kind == SYN_EXTENDS) return;
    Diag *d = inst_error(c, "INST0955", s->name_span, "type '%s' is made from no other type (MLS 4.7)",
                         inst_name(c->inst, c->name));
    bool holds = false; /* other classes, as a package does */
    for (const SynElement *e = s->elements; e; e = e->next) holds |= e->kind == SYN_CLASS_DEF;
    const char *name = inst_name(c->inst, c->name);
    if (holds) base_hint(c->inst->ctx, d, "it holds classes: write package %s ... end %s;", name, name);
    else base_hint(c->inst->ctx, d, "write type %s = Real, or extends Real;", name);
}

void inst_restrict_definition(InstClass *c) {
    InstDef *d = c->def;
    if (d->checked) return;
    d->checked = true;
    const SynClass *s = c->syn;
    uint8_t r = s->restriction;
    if (s->form == SYN_ENUMERATION) check_enumeration(c);
    if (is_record(r) || is_connector(r) || r == SYN_PACKAGE || r == SYN_OPERATOR || r == SYN_TYPE) forbid_sections(c);
    if (is_function(r)) check_function_sections(c);
    else if (s->external) inst_error(c, "INST0690", s->external->span, "only functions can be external (MLS 12.9)");
    check_type(c);
    if (d->nimports > 1) check_imports(c, d);
    for (const SynElement *e = s->elements; e; e = e->next) {
        check_prefixes_of(c, e);
        check_place_of_operator(c, e);
        switch (r) {
        case SYN_RECORD:
        case SYN_OPERATOR_RECORD:
            if (r == SYN_OPERATOR_RECORD) check_operator(c, e);
            forbid_protected(c, e);
            forbid_prefixes(c, e, SYN_INPUT | SYN_OUTPUT | SYN_INNER | SYN_OUTER | SYN_FLOW | SYN_STREAM);
            break;
        case SYN_CONNECTOR:
        case SYN_EXPANDABLE_CONNECTOR:
            forbid_protected(c, e);
            forbid_prefixes(c, e, SYN_INNER | SYN_OUTER);
            break;
        case SYN_PACKAGE: check_package_element(c, e); break;
        case SYN_OPERATOR: check_operator_element(c, e); break;
        case SYN_FUNCTION:
        case SYN_OPERATOR_FUNCTION: check_function_element(c, e); break;
        default: break;
        }
    }
}

/* ---- a base class ------------------------------------------------------------------------------------------------ */

#define BIT(r) (1u << (r))
/* Bit b of may_extend[d]: class kind d may be derived from kind b (table of 7.1.3). */
static const uint16_t may_extend[] = {
    [SYN_CLASS] = BIT(SYN_CLASS) | BIT(SYN_MODEL) | BIT(SYN_BLOCK) | BIT(SYN_RECORD), /* the last three: common usage */
    [SYN_MODEL] = BIT(SYN_MODEL) | BIT(SYN_BLOCK) | BIT(SYN_RECORD) | BIT(SYN_CLASS),
    [SYN_RECORD] = BIT(SYN_RECORD) | BIT(SYN_CLASS),
    [SYN_OPERATOR_RECORD] = BIT(SYN_OPERATOR_RECORD) | BIT(SYN_CLASS),
    [SYN_BLOCK] = BIT(SYN_BLOCK) | BIT(SYN_RECORD) | BIT(SYN_CLASS),
    [SYN_CONNECTOR] = BIT(SYN_CONNECTOR) | BIT(SYN_TYPE) | BIT(SYN_RECORD) | BIT(SYN_OPERATOR_RECORD) | BIT(SYN_CLASS),
    [SYN_EXPANDABLE_CONNECTOR] = BIT(SYN_EXPANDABLE_CONNECTOR) | BIT(SYN_CLASS),
    [SYN_TYPE] = BIT(SYN_TYPE) | BIT(SYN_CLASS),
    [SYN_PACKAGE] = BIT(SYN_PACKAGE) | BIT(SYN_CLASS),
    [SYN_FUNCTION] = BIT(SYN_FUNCTION) | BIT(SYN_CLASS),
    [SYN_OPERATOR_FUNCTION] = BIT(SYN_OPERATOR_FUNCTION) | BIT(SYN_FUNCTION) | BIT(SYN_CLASS),
    [SYN_OPERATOR] = BIT(SYN_OPERATOR) | BIT(SYN_CLASS),
};

static bool contains_operator_record(const InstClass *b) {
    const InstDef *d = b->def;
    for (uint32_t i = 0; d && i < d->nown; i++)
        if (d->own[i]->kind == SYN_CLASS_DEF && d->own[i]->cls->restriction == SYN_OPERATOR_RECORD) return true;
    return false;
}

/* An external object has a constructor, a destructor and nothing else (12.9.7). */
static void check_object(InstClass *c) {
    const InstDef *d = c->def;
    Context *ctx = c->inst->ctx;
    if (c->syn->form != SYN_LONG) return;
    Name wanted[2] = {base_name(ctx->names, "constructor"), base_name(ctx->names, "destructor")};
    bool found[2] = {false, false};
    for (uint32_t i = 0; d && i < d->nown; i++) {
        const SynElement *e = d->own[i];
        bool function = e->kind == SYN_CLASS_DEF && is_function(e->cls->restriction);
        bool known = false;
        for (int k = 0; k < 2; k++)
            if (function && e->cls->name == wanted[k]) known = found[k] = true;
        if (known) continue;
        Diag *g = (function ? inst_tolerate : inst_error)(
            c, "INST0692", e->span,
            "an external object has a constructor and a destructor and no other elements (MLS 12.9.7)");
        base_hint(ctx, g, "put it into another class");
    }
    for (int k = 0; k < 2; k++)
        if (!found[k] && c->syn)
            inst_error(c, "INST0692", c->syn->name_span, "external object '%s' has no %s (MLS 12.9.7)",
                       inst_name(c->inst, c->name), base_str(ctx->names, wanted[k]));
}

/* A class made from a predefined type, an array class or a prefixed class has nothing beside it (4.6.2, 7.1.3). */
static void check_alone(InstClass *c, InstClass *b, Span at) {
    InstDef *d = c->def;
    if (c->syn->form != SYN_LONG) return;
    bool array = b->syn && b->syn->form == SYN_SHORT && b->syn->ndims;
    bool simple = b->builtin && b->builtin != INST_OBJECT + 1;
    if (!array && !simple && !b->type_prefixes) return;
    bool has_component = false;
    for (uint32_t i = 0; i < d->nown; i++) has_component |= d->own[i]->kind == SYN_COMPONENT;
    if (d->nextends < 2 && !has_component) return;
    Diag *g =
        inst_error(c, "INST0920", at, "'%s' extends %s and must not have other components or base classes (MLS 7.1.3)",
                   inst_name(c->inst, c->name),
                   array    ? "an array class"
                   : simple ? "a predefined type"
                            : "a class with prefixes");
    if (b->syn) base_note(c->inst->ctx, g, b->syn->name_span, "the base class is defined here");
}

static const char *article(uint8_t restriction) {
    return strchr("aeiou", syn_restriction_name(restriction)[0]) ? "an" : "a";
}

/* Has the class anything that its kind could matter to?  An icon has not. */
static bool is_empty(InstClass *b, int depth) {
    inst_prepare(b);
    const SynClass *s = b->syn;
    if (!s || b->builtin || depth > b->inst->ctx->max_depth) return false;
    if (s->equations || s->algorithms || s->initial_equations || s->initial_algorithms || s->external) return false;
    for (uint32_t i = 0; i < b->nelements; i++)
        if (b->elements[i]->kind == SYN_COMPONENT) return false;
    for (uint32_t i = 0; i < b->nbases; i++)
        if (!is_empty(b->bases[i], depth + 1)) return false;
    return true;
}

/* Models and blocks are kinds of classes that hold the same things (7.1.3 keeps them apart for blocks' sake). */
static bool is_model_like(uint8_t restriction) {
    return restriction == SYN_MODEL || restriction == SYN_BLOCK || restriction == SYN_CLASS;
}

static void check_kind_of_base(InstClass *c, InstClass *b, Span at) {
    uint8_t derived = c->syn->restriction, base = b->restriction;
    bool simple = derived == SYN_CLASS && base == SYN_TYPE; /* class Element = Real */
    bool operators = derived == SYN_RECORD && base == SYN_OPERATOR_RECORD;
    bool named =
        derived == SYN_TYPE && c->syn->form == SYN_SHORT && (base == SYN_RECORD || base == SYN_OPERATOR_RECORD);
    bool harmless = is_empty(b, 0) || (is_model_like(derived) && is_model_like(base)) || simple || operators || named;
    if ((operators || named) && !c->inst->ctx->strict)
        c->restriction = base; /* what it is made of: a record, perhaps with operators */
    Diag *d = (harmless ? inst_tolerate : inst_error)(
        c, "INST0921", at, "%s %s cannot be derived from %s %s (MLS 7.1.3)", article(derived),
        syn_restriction_name(derived), article(base), syn_restriction_name(base));
    if (b->syn) base_note(c->inst->ctx, d, b->syn->name_span, "'%s' is defined here", inst_class_text(b));
    base_hint(c->inst->ctx, d, "make the base class a %s, or extend another one", syn_restriction_name(derived));
}

void inst_restrict_base(InstClass *c, InstClass *b, Span at) {
    uint8_t derived = c->syn->restriction, base = b->restriction;
    if (b->builtin == INST_OBJECT + 1 && !b->syn) {
        check_object(c); /* any kind of class (12.9.7) */
        return;
    }
    if (!(may_extend[derived] & BIT(base)) && c->syn->form != SYN_CLASS_EXTENDS) check_kind_of_base(c, b, at);
    if (base == SYN_OPERATOR_RECORD && c->syn->form == SYN_LONG && derived != SYN_CONNECTOR)
        inst_tolerate(c, "INST0922", at,
                      "an operator record can only be extended by a short class definition (MLS 4.7)");
    if (base == SYN_PACKAGE && c->syn->form == SYN_LONG && contains_operator_record(b))
        inst_tolerate(c, "INST0923", at, "'%s' encloses an operator record and cannot be extended (MLS 4.7)",
                      inst_class_text(b));
    check_alone(c, b, at);
}

/* ---- a connector class, complete --------------------------------------------------------------------------------- */

/* A connector with stream variables has exactly one scalar flow variable (15.1). */
static void check_stream_connector(InstClass *c) {
    const InstElement *stream = NULL;
    uint32_t flows = 0;
    bool array = false;
    for (uint32_t i = 0; i < c->nelements; i++) {
        const InstElement *e = c->elements[i];
        if (e->kind != SYN_COMPONENT) continue;
        if (e->prefixes & SYN_STREAM) stream = e;
        if (!(e->prefixes & SYN_FLOW)) continue;
        flows++;
        array |= e->syn->ndims || e->syn->ntype_dims;
    }
    if (!stream || (flows == 1 && !array)) return;
    inst_error(c, "INST0924", stream->syn->span,
               "a connector with stream variables must have exactly one scalar flow variable, '%s' has %s (MLS 15.1)",
               inst_class_text(c),
               flows == 1 ? "an array"
               : flows    ? "several"
                          : "none");
}

/* ---- a component ------------------------------------------------------------------------------------------------- */

enum { TYPE_PREFIXES = SYN_FLOW | SYN_STREAM | SYN_DISCRETE | SYN_PARAMETER | SYN_CONSTANT | SYN_INPUT | SYN_OUTPUT };

/* Only components, none of them a connector: a model that is used as a record. */
bool inst_is_data_only(InstClass *c) {
    const SynClass *s = c->syn;
    if (s && (s->equations || s->algorithms || s->initial_equations || s->initial_algorithms)) return false;
    for (uint32_t i = 0; i < c->nelements; i++) {
        const InstElement *e = c->elements[i];
        if (e->kind == SYN_CLASS_DEF || !e->syn) continue;
        const InstClass *type = e->cls ? e->cls : inst_lookup_class_quiet(e->scope, &e->syn->type);
        if (type && is_connector(type->restriction)) return false;
    }
    for (uint32_t i = 0; i < c->nbases; i++)
        if (!inst_is_data_only(c->bases[i])) return false;
    return true;
}

static void check_kind(InstComp *comp, InstClass *type, uint32_t declared) {
    Inst *in = comp->inst;
    uint8_t r = type->restriction;
    const char *name = inst_name(in, comp->name);
    Span at = comp->syn->span;
    if (r == SYN_PACKAGE || r == SYN_OPERATOR || (is_function(r) && !(declared & (SYN_INPUT | SYN_PARAMETER)))) {
        inst_error(comp->parent, "INST0930", at, "a component cannot be of %s '%s' (MLS 4.4)", syn_restriction_name(r),
                   inst_class_text(type));
        return;
    }
    if (type->builtin) return;
    if ((declared & TYPE_PREFIXES) && (r == SYN_MODEL || r == SYN_BLOCK)) {
        bool taken = inst_is_data_only(type) || !(declared & (TYPE_PREFIXES & ~INST_VARIABILITY));
        Diag *d = (taken ? inst_tolerate : inst_error)(
            comp->parent, "INST0931", at,
            "'%s' is a %s: the prefix '%s' is for types, records and connectors only (MLS 4.4.2)", name,
            syn_restriction_name(r), prefix_word(declared & TYPE_PREFIXES));
        if (type->syn) base_note(in->ctx, d, type->syn->name_span, "its class is defined here");
        if (taken && !inst_is_data_only(type)) base_hint(in->ctx, d, "leave it out: it is not taken into account");
    }
    if ((declared & (SYN_PARAMETER | SYN_CONSTANT)) && is_connector(r))
        inst_error(comp->parent, "INST0932", at, "connector '%s' must not be %s (MLS 9.3)", name,
                   prefix_word(declared & (SYN_PARAMETER | SYN_CONSTANT)));
    uint8_t home = inst_derived(comp->parent)->restriction;
    if (is_function(home) && (r == SYN_MODEL || r == SYN_BLOCK || is_connector(r)))
        inst_error(comp->parent, "INST0933", at, "a function must not contain a component of %s '%s' (MLS 12.2)",
                   syn_restriction_name(r), inst_class_text(type));
    bool elsewhere = declared & SYN_OUTER; /* tolerated: it is a component of the instance around */
    if ((is_record(home) || is_connector(home)) && (r == SYN_MODEL || r == SYN_BLOCK) && !elsewhere)
        inst_error(comp->parent, "INST0934", at, "a %s must not contain a component of %s '%s' (MLS 4.7)",
                   syn_restriction_name(home), syn_restriction_name(r), inst_class_text(type));
}

/* input and output of a declaration and of its type must not collide (4.4.2.1). */
static void check_type_conflict(InstComp *comp, const InstClass *type, uint32_t declared) {
    uint32_t causal = SYN_INPUT | SYN_OUTPUT, mine = declared & causal, theirs = type->type_prefixes & causal;
    if (!mine || !theirs || mine == theirs || !type->builtin) return;
    Diag *d =
        inst_error(comp->parent, "INST0935", comp->syn->span, "'%s' is '%s', but its type '%s' is '%s' (MLS 4.4.2.1)",
                   inst_name(comp->inst, comp->name), prefix_word(mine), inst_class_text(type), prefix_word(theirs));
    if (type->syn) base_note(comp->inst->ctx, d, type->syn->name_span, "the type is defined here");
}

/* Prefixes of a structured component and of its elements must not collide (4.4.2.1). */
static void check_conflict(InstComp *comp, uint32_t declared) {
    const InstComp *owner = comp->parent->owner;
    uint32_t group = SYN_FLOW | SYN_STREAM | SYN_INPUT | SYN_OUTPUT;
    if (!owner || !(declared & group)) return;
    uint32_t mine = declared & group, theirs = owner->prefixes & group;
    bool causal = (mine & (SYN_INPUT | SYN_OUTPUT)) && (theirs & (SYN_INPUT | SYN_OUTPUT));
    bool flow = (mine & (SYN_FLOW | SYN_STREAM)) && (theirs & (SYN_FLOW | SYN_STREAM));
    if (!causal && !flow) return;
    Diag *d =
        inst_error(comp->parent, "INST0935", owner->syn->span,
                   "'%s' is '%s', but its element '%s' is declared '%s' itself (MLS 4.4.2.1)",
                   inst_name(comp->inst, owner->name), prefix_word(causal ? theirs & (SYN_INPUT | SYN_OUTPUT) : theirs),
                   inst_name(comp->inst, comp->name), prefix_word(causal ? mine & (SYN_INPUT | SYN_OUTPUT) : mine));
    base_note(comp->inst->ctx, d, comp->syn->span, "the element is declared here");
}

static void check_flow_type(InstComp *comp, const InstClass *type) {
    uint32_t varies = comp->prefixes & (SYN_DISCRETE | SYN_PARAMETER | SYN_CONSTANT);
    if (type->builtin == INST_CLOCK + 1 && varies && !(comp->prefixes & (SYN_FLOW | SYN_STREAM))) {
        inst_error(comp->parent, "INST0936", comp->syn->span, "a Clock cannot be declared '%s' (MLS 16.3)",
                   prefix_word(varies));
        return;
    }
    if (!(comp->prefixes & (SYN_FLOW | SYN_STREAM)) || !type->builtin || type->builtin == INST_REAL + 1) return;
    inst_error(comp->parent, "INST0936", comp->syn->span, "'%s %s' must be a Real, not %s (MLS 4.4.2.2)",
               prefix_word(comp->prefixes & (SYN_FLOW | SYN_STREAM)), inst_name(comp->inst, comp->name),
               inst_class_text(type));
}

static bool all_causal(InstClass *c, int depth) {
    if (c->builtin || depth > 20 || c->restriction == SYN_EXPANDABLE_CONNECTOR)
        return c->restriction == SYN_EXPANDABLE_CONNECTOR;
    for (uint32_t i = 0; i < c->nelements; i++) {
        InstElement *e = c->elements[i];
        if (e->kind != SYN_COMPONENT || (e->prefixes & (SYN_INPUT | SYN_OUTPUT | SYN_PARAMETER | SYN_CONSTANT)))
            continue;
        InstClass *t = inst_lookup_class_quiet(e->scope, &e->syn->type);
        if (!t) continue;
        inst_prepare(t);
        if (t->type_prefixes & (SYN_INPUT | SYN_OUTPUT)) continue;
        if (!all_causal(t, depth + 1)) return false;
    }
    return true;
}

/* Connectors of a block are inputs or outputs (4.7). */
static void check_block(InstComp *comp, InstClass *type) {
    if (inst_derived(comp->parent)->restriction != SYN_BLOCK || !is_connector(type->restriction)) return;
    if (comp->element->is_protected || (comp->prefixes & (SYN_INPUT | SYN_OUTPUT)) || all_causal(type, 0)) return;
    Diag *d =
        inst_tolerate(comp->parent, "INST0937", comp->syn->span,
                      "connector '%s' of a block must be input or output (MLS 4.7)", inst_name(comp->inst, comp->name));
    if (type->syn) base_note(comp->inst->ctx, d, type->syn->name_span, "the connector is defined here");
}

/* A short class made from a partial class is partial too (4.6.2). */
bool inst_is_partial(const InstClass *c) {
    for (;;) {
        if (c->prefixes & SYN_PARTIAL_CLASS) return true;
        if (!c->syn || c->syn->form != SYN_SHORT || !c->nbases) return false;
        c = c->bases[0];
    }
}

/* Does a class leave a class to its user: one that is replaceable and partial? */
static bool has_open_class(InstClass *c, int depth) {
    inst_prepare(c);
    for (uint32_t i = 0; depth < 20 && i < c->nelements; i++) {
        const InstElement *e = c->elements[i];
        bool open = e->kind == SYN_CLASS_DEF && e->is_replaceable && e->syn;
        if (open && (e->prefixes | e->syn->cls->prefixes) & SYN_PARTIAL_CLASS) return true;
    }
    return false;
}

bool inst_hint_open(InstClass *scope, Diag *d, const SynCref *name) {
    if (!d || name->n < 2 || name->global) return false;
    InstElement *e = NULL;
    for (InstClass *c = scope; c && !e; c = c->scope) e = inst_find(inst_derived(c), name->parts[0].name);
    if (!e || e->kind != SYN_CLASS_DEF || !e->is_replaceable) return false;
    const char *word = inst_name(scope->inst, e->name);
    base_hint(scope->inst->ctx, d,
              "'%s' was left open: choose one where the component is declared, (redeclare package %s = ...)", word,
              word);
    return true;
}

static void check_partial(InstComp *comp, InstClass *type) {
    /* functional input */
    bool function = type->restriction == SYN_FUNCTION || type->restriction == SYN_OPERATOR_FUNCTION;
    if (comp->inst->checking || function || !inst_is_partial(type) || !inst_tree(comp->inst)->top) return;
    for (const InstClass *c = comp->parent; c; c = inst_enclosing((InstClass *)c))
        if (inst_derived((InstClass *)c)->restriction == SYN_PACKAGE) return; /* constants of partial packages */
    /* one that a user should have replaced lacks something; of another the balance tells */
    bool left_open = comp->element->is_replaceable || (type->element && type->element->is_replaceable) ||
                     has_open_class(type, 0) || (type->scope && inst_is_partial(inst_derived(type->scope)));
    Diag *d = (left_open ? inst_error : inst_tolerate)(comp->parent, "INST0938", comp->syn->span,
                                                       "component '%s' is of the partial class '%s' (MLS 4.4.2)",
                                                       inst_name(comp->inst, comp->name), inst_class_text(type));
    if (type->syn) base_note(comp->inst->ctx, d, type->syn->name_span, "the class is declared partial here");
    if (inst_hint_open(comp->element->scope, d, &comp->syn->type)) return;
    if (comp->element->is_replaceable || (type->element && type->element->is_replaceable))
        base_hint(comp->inst->ctx, d, "redeclare it with a class that is not partial");
}

/* A Real declared discrete gets its values in when clauses of its class (4.4.4). */
static void check_discrete(InstComp *comp, uint32_t declared) {
    if (!(declared & SYN_DISCRETE) || comp->type.base != INST_REAL || comp->variability != INST_VAR_DISCRETE) return;
    InstClass *home = inst_derived(comp->parent);
    if (is_function(home->restriction) || is_record(home->restriction) || is_connector(home->restriction)) return;
    if (inst_assigned_in_when(home, comp->name) || (home->prefixes & SYN_PARTIAL_CLASS)) return;
    if (comp->prefixes & SYN_INPUT) return; /* its values come from outside */
    Diag *d = inst_tolerate(comp->parent, "INST0949", comp->syn->span,
                            "'%s' is declared discrete, but no when clause of its class assigns it (MLS 4.4.4)",
                            inst_name(comp->inst, comp->name));
    base_hint(comp->inst->ctx, d, "assign it in a when clause, or leave out 'discrete'");
}

/* Public variables of a function are its inputs and outputs (12.2). */
static void check_formal(InstComp *comp) {
    if (!is_function(inst_derived(comp->parent)->restriction) || comp->parent->owner || comp->element->is_protected)
        return;
    if (comp->prefixes & (SYN_INPUT | SYN_OUTPUT | SYN_PARAMETER | SYN_CONSTANT)) return;
    inst_tolerate(comp->parent, "INST0907", comp->syn->span,
                  "'%s' is neither input nor output: local variables of a function must be protected (MLS 12.2)",
                  inst_name(comp->inst, comp->name));
}

/* Values and clauses that a declaration asks for (4.4.4, 4.4.2.1). */
void inst_restrict_value(InstComp *comp) {
    uint8_t home = inst_derived(comp->parent)->restriction;
    if (comp->inst->checking || (home != SYN_MODEL && home != SYN_BLOCK && home != SYN_CLASS)) return;
    const InstClass *type = comp->cls;
    if (!type || !type->builtin || type->builtin == INST_OBJECT + 1) return;
    const char *name = inst_name(comp->inst, comp->name);
    if ((comp->element->prefixes & SYN_CONSTANT) && !comp->binding.value && !comp->covered)
        inst_tolerate(comp->parent, "INST0944", comp->syn->span, "constant '%s' has no value (MLS 4.4.4)", name);
}

void inst_restrict_component(InstComp *comp, InstClass *type) {
    uint32_t declared = comp->element->prefixes;
    check_formal(comp);
    check_kind(comp, type, declared);
    check_conflict(comp, declared | type->type_prefixes);
    check_type_conflict(comp, type, declared);
    check_flow_type(comp, type);
    check_block(comp, type);
    check_discrete(comp, declared);
    if (comp->present) check_partial(comp, type);
    if (is_connector(type->restriction) && !type->builtin) check_stream_connector(type);
}

/* Modifiers of a component must not name protected elements of its class (4.1). */
void inst_restrict_modifiers(InstClass *at, InstClass *type, const InstMod *mod) {
    if (!mod || type->builtin) return;
    for (const InstMod *k = mod->children; k; k = k->next) {
        InstElement *e = inst_find(type, k->name);
        if (e && type->restriction == SYN_EXPANDABLE_CONNECTOR && k->value && e->kind == SYN_COMPONENT &&
            !(e->prefixes & (SYN_PARAMETER | SYN_CONSTANT)))
            inst_error(
                at, "INST0950", k->span,
                "'%s' of an expandable connector is only potentially present and cannot be given a value (MLS 9.1.3)",
                inst_name(at->inst, k->name));
        if (!e || !e->is_protected) continue;
        Diag *d = inst_tolerate(
            at, "INST0939", k->span, "'%s' is protected in '%s' and cannot be %s from outside (MLS 4.1)",
            inst_name(at->inst, k->name), inst_class_text(type), k->redeclare ? "redeclared" : "modified");
        if (e->syn) base_note(at->inst->ctx, d, e->syn->span, "it is declared here");
    }
}

/* ---- composite names --------------------------------------------------------------------------------------------- */

/* Only constants and classes, no behaviour: such a class can be used like a package (5.3.2). */
static bool is_package_like(InstClass *c) {
    if (c->restriction == SYN_PACKAGE || c->restriction == SYN_OPERATOR) return true;
    for (const InstClass *k = c; k;) {
        if (k->syn && (k->syn->equations || k->syn->algorithms || k->syn->initial_equations ||
                       k->syn->initial_algorithms || k->syn->external))
            return false;
        for (uint32_t i = 1; i < k->nbases; i++)
            if (!is_package_like(k->bases[i])) return false;
        k = k->nbases ? k->bases[0] : NULL;
    }
    for (uint32_t i = 0; i < c->nelements; i++)
        if (c->elements[i]->kind == SYN_COMPONENT && !(c->elements[i]->prefixes & SYN_CONSTANT)) return false;
    return true;
}

/* The replaceable class element of c, or of a class around it, that stands for cls; or NULL. */
static const InstElement *replaceable_of(const InstClass *c, const InstClass *cls) {
    for (; c; c = c->scope)
        for (uint32_t i = 0; i < c->nelements; i++) {
            const InstElement *e = c->elements[i];
            if (e->kind == SYN_CLASS_DEF && e->is_replaceable && e->cls &&
                (e->cls == cls || (e->cls->nbases == 1 && e->cls->bases[0] == cls) || e->cls->syn == cls->syn ||
                 (e->cls->nbases == 1 && e->cls->bases[0]->syn == cls->syn)))
                return e;
        }
    return NULL;
}

bool inst_access(InstClass *from, InstClass *in_class, InstElement *e, Span at) {
    Inst *in = from->inst;
    if (in_class == in->root) return true;
    const char *name = inst_name(in, e->name);
    if (e->is_protected) {
        Diag *d = inst_tolerate(from, "INST0114", at,
                                "'%s' is protected in '%s' and cannot be named from outside (MLS 4.1.2)", name,
                                inst_class_text(in_class));
        if (e->syn) base_note(in->ctx, d, e->syn->span, "it is declared here");
        base_hint(in->ctx, d, "make it public");
        if (inst_strict(from)) return false;
    }
    uint32_t prefixes =
        e->syn ? e->prefixes | (e->kind == SYN_CLASS_DEF ? e->syn->cls->prefixes : 0) : SYN_ENCAPSULATED;
    if (!is_package_like(in_class) && !(prefixes & SYN_ENCAPSULATED)) {
        Diag *d =
            inst_tolerate(from, "INST0115", at, "'%s' cannot be named through '%s', which is not a package (MLS 5.3.2)",
                          name, inst_class_text(in_class));
        if (in_class->syn)
            base_note(in->ctx, d, in_class->syn->name_span, "the %s is defined here", inst_restriction_text(in_class));
        if (e->kind == SYN_CLASS_DEF)
            base_hint(in->ctx, d, "declare '%s' encapsulated, or make it a class of a package", name);
        if (inst_strict(from)) return false;
    }
    if (!in->checking && inst_tree(in)->top && inst_is_partial(in_class)) {
        Diag *d = inst_tolerate(from, "INST0116", at,
                                "'%s' is looked up in the partial class '%s' in a model to simulate (MLS 5.3.2)", name,
                                inst_class_text(in_class));
        if (in_class->syn) base_note(in->ctx, d, in_class->syn->name_span, "the partial class is defined here");
        const InstElement *chosen = replaceable_of(from, in_class);
        if (chosen)
            base_hint(in->ctx, d, "choose one with a modifier of the component: redeclare %s %s = ...",
                      inst_restriction_text(in_class), inst_name(in, chosen->name));
        else base_hint(in->ctx, d, "remove partial there, or name a complete class that extends it");
        return !inst_strict(from);
    }
    return true;
}
