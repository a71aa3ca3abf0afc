/* complete.c - what may stand where the cursor is; the arguments of the call around it. */
#include "server/server_impl.h"

#include <ctype.h>

enum { MOST_ITEMS = 400, DEEPEST = 40 };

/* CompletionItemKind of the protocol */
enum {
    ITEM_FUNCTION = 3,
    ITEM_FIELD = 5,
    ITEM_VARIABLE = 6,
    ITEM_CLASS = 7,
    ITEM_INTERFACE = 8,
    ITEM_MODULE = 9,
    ITEM_PROPERTY = 10,
    ITEM_ENUM = 13,
    ITEM_KEYWORD = 14,
    ITEM_ENUM_MEMBER = 20,
    ITEM_CONSTANT = 21,
    ITEM_STRUCT = 22,
    ITEM_TYPE = 25
};

typedef struct {
    Server *s;
    const SrvCursor *c;
    const char *prefix; /* what is typed already */
    size_t n;           /* its length */
    Text *out;
    size_t items;
    bool cut;
    Map seen; /* Names */
    Map done; /* LibClass *: whose elements are listed */
} List;

static bool fits(const List *l, const char *label) {
    size_t k = 0;
    for (const char *p = label; *p && k < l->n; p++)
        k += tolower((unsigned char)*p) == tolower((unsigned char)l->prefix[k]);
    return k == l->n;
}

/* sort: '1' first; behind: text inserted behind the label, or NULL */
static void put_item(List *l, const char *label, int kind, char sort, const char *detail, const char *data,
                     const char *behind) {
    if (!fits(l, label)) return;
    if (l->items >= MOST_ITEMS) {
        l->cut = true;
        return;
    }
    l->items++;
    bool begins = strncasecmp(label, l->prefix, l->n) == 0;
    srv_comma(l->out);
    base_text_add(l->out, "{\"label\":");
    srv_put_text(l->out, label);
    base_text_printf(l->out, ",\"kind\":%d,\"sortText\":", kind);
    srv_put_text(l->out, base_sprintf(&l->s->scratch, "%c%c%s", begins ? '0' : '1', sort, label));
    if (detail && *detail) {
        base_text_add(l->out, ",\"detail\":");
        srv_put_text(l->out, detail);
    }
    if (behind) {
        base_text_add(l->out, ",\"insertText\":");
        srv_put_text(l->out, base_sprintf(&l->s->scratch, "%s%s", label, behind));
    }
    if (data) {
        base_text_add(l->out, ",\"data\":");
        srv_put_text(l->out, data);
    }
    base_text_char(l->out, '}');
}

static int class_item(const LibClass *cls) {
    if (!cls->syn) return cls->folder ? ITEM_MODULE : ITEM_CLASS;
    if (cls->syn->form == SYN_ENUMERATION) return ITEM_ENUM;
    switch (cls->syn->restriction) {
    case SYN_PACKAGE: return ITEM_MODULE;
    case SYN_FUNCTION:
    case SYN_OPERATOR_FUNCTION: return ITEM_FUNCTION;
    case SYN_RECORD:
    case SYN_OPERATOR_RECORD: return ITEM_STRUCT;
    case SYN_CONNECTOR:
    case SYN_EXPANDABLE_CONNECTOR: return ITEM_INTERFACE;
    case SYN_TYPE: return ITEM_TYPE;
    default: return ITEM_CLASS;
    }
}

static const char *full_name(Server *s, const LibClass *cls) {
    Text t = {0};
    lib_full_name(cls, &t);
    const char *name = base_strndup(&s->scratch, base_text_str(&t), t.n);
    base_text_free(&t);
    return name;
}

static bool is_new(List *l, Name name) {
    if (base_map_get(&l->seen, name, NULL)) return false;
    base_map_put(&l->seen, name, 1);
    return true;
}

static void put_class(List *l, const LibClass *cls, char sort) {
    if (!cls->name || !is_new(l, cls->name) || !fits(l, srv_name(l->s, cls->name))) return;
    const char *detail = cls->syn ? srv_name(l->s, cls->syn->comment) : "";
    put_item(l, srv_name(l->s, cls->name), class_item(cls), sort, detail, full_name(l->s, cls), NULL);
}

static void put_component(List *l, LibClass *home, const SynElement *e, char sort, const char *behind) {
    if (!e->name || !is_new(l, e->name) || !fits(l, srv_name(l->s, e->name))) return;
    Text detail = {0};
    srv_put_component(l->s, e, &detail);
    int kind = e->prefixes & SYN_CONSTANT ? ITEM_CONSTANT : e->prefixes & SYN_PARAMETER ? ITEM_PROPERTY : ITEM_VARIABLE;
    const char *data = base_sprintf(&l->s->scratch, "%s#%s", full_name(l->s, home), srv_name(l->s, e->name));
    put_item(l, srv_name(l->s, e->name), kind, sort, base_text_str(&detail), data, behind);
    base_text_free(&detail);
}

typedef enum { COMPONENTS = 1, CLASSES = 2, CONSTANTS = 4, INPUTS = 8 } What;

/* Elements of a class, own and inherited. */
static void put_members(List *l, LibClass *cls, What what, char sort, const char *behind, int depth) {
    SynClass *syn = cls && depth < DEEPEST ? lib_syn(cls) : NULL;
    LibClass *const *bases;
    LibClass **children;
    if (!syn || base_map_get(&l->done, (uintptr_t)cls ^ (uint64_t)what, NULL)) return;
    base_map_put(&l->done, (uintptr_t)cls ^ (uint64_t)what, 1);
    for (const SynElement *e = syn->elements; e; e = e->next) {
        if (e->kind != SYN_COMPONENT) continue;
        bool hidden = depth > 0 && l->c->dotted && e->prefixes & SYN_PROTECTED;
        bool input = e->prefixes & SYN_INPUT || syn->restriction == SYN_RECORD;
        bool wanted =
            (what & COMPONENTS) || (what & CONSTANTS && e->prefixes & SYN_CONSTANT) || (what & INPUTS && input);
        if (wanted && !hidden) put_component(l, cls, e, sort, behind);
    }
    for (uint32_t i = 0; what & COMPONENTS && i < syn->nliterals; i++)
        if (is_new(l, syn->literals[i].name))
            put_item(l, srv_name(l->s, syn->literals[i].name), ITEM_ENUM_MEMBER, sort,
                     srv_name(l->s, syn->literals[i].comment), NULL, NULL);
    if (what & CLASSES) {
        size_t n = lib_children(l->s->lib, cls, &children);
        for (size_t i = 0; i < n; i++) put_class(l, children[i], (char)(sort + 1));
    }
    uint32_t n = srv_bases(l->s, cls, &bases);
    for (uint32_t i = 0; i < n; i++) put_members(l, bases[i], what, sort, behind, depth + 1);
}

static void put_imports(List *l, LibClass *cls) {
    for (const SynElement *e = cls->syn ? cls->syn->elements : NULL; e; e = e->next) {
        if (e->kind != SYN_IMPORT || !e->type.n) continue;
        if (e->import_all) {
            LibClass *from = srv_named_class(l->s, NULL, &e->type);
            if (from) put_members(l, from, CLASSES | CONSTANTS, '4', NULL, 0);
        } else if (!e->nimport_names) {
            Name name = e->import_alias ? e->import_alias : e->type.parts[e->type.n - 1].name;
            LibClass *target = srv_named_class(l->s, NULL, &e->type);
            if (!is_new(l, name)) continue;
            put_item(l, srv_name(l->s, name), target ? class_item(target) : ITEM_CLASS, '4', "import",
                     target ? full_name(l->s, target) : NULL, NULL);
        }
        for (uint32_t i = 0; i < e->nimport_names; i++)
            if (is_new(l, e->import_names[i]))
                put_item(l, srv_name(l->s, e->import_names[i]), ITEM_CLASS, '4', "import", NULL, NULL);
    }
}

static void put_top(List *l) {
    LibClass **tops;
    size_t n = lib_children(l->s->lib, NULL, &tops);
    for (size_t i = 0; i < n; i++) put_class(l, tops[i], '6');
}

/* Everything that a simple name may mean here. */
static void put_scope(List *l, bool components) {
    int up = 0;
    for (LibClass *cls = l->c->scope; cls && up < DEEPEST; cls = cls->parent, up++) {
        put_members(l, cls, CLASSES | (up == 0 && components ? COMPONENTS : CONSTANTS), up == 0 ? '2' : '4', NULL, 0);
        put_imports(l, cls);
        if (cls->syn && cls->syn->prefixes & SYN_ENCAPSULATED) break;
    }
    put_top(l);
}

static void put_language(List *l) {
    static const char *const types[] = {"Real", "Integer", "Boolean", "String"};
    const char *word;
    for (uint32_t i = 0; (word = syn_keyword(i)); i++) put_item(l, word, ITEM_KEYWORD, '8', NULL, NULL, NULL);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        put_item(l, types[i], ITEM_TYPE, '5', "predefined type", NULL, NULL);
    for (uint32_t i = 0; (word = inst_builtin_word(i)); i++)
        put_item(l, word, ITEM_FUNCTION, '7', "of the language", NULL, NULL);
    put_item(l, "time", ITEM_VARIABLE, '7', "of the language", NULL, NULL);
}

/* ---- places with their own words --------------------------------------------------------------------------------- */

static void put_attributes(List *l) {
    static const char *const words[] = {"start",       "fixed",   "min",      "max",         "unit",
                                        "displayUnit", "nominal", "quantity", "stateSelect", "unbounded"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        put_item(l, words[i], ITEM_FIELD, '1', "attribute", NULL, " = ");
}

typedef struct {
    const char *inside; /* "annotation", or the annotation around */
    const char *words;  /* separated by blanks */
} Words;

/* MLS 3.6, chapter 18 */
static const Words annotations[] = {
    {"annotation",
     "Documentation Icon Diagram Placement Line Dialog choices choicesAllMatching experiment version uses "
     "conversion dateModified versionDate versionBuild preferredView DocumentationClass Evaluate HideResult "
     "Inline LateInline InlineAfterIndexReduction GenerateEvents smoothOrder derivative inverse singleInstance "
     "defaultComponentName defaultComponentPrefixes missingInnerMessage absoluteValue "
     "unassignedMessage obsolete Include IncludeDirectory Library LibraryDirectory Protection Authorization "
     "mayOnlyConnectOnce mustBeConnected figures connectorSizing"},
    {"Documentation", "info revisions figures"},
    {"experiment", "StartTime StopTime Interval Tolerance"},
    {"Icon", "coordinateSystem graphics"},
    {"Diagram", "coordinateSystem graphics"},
    {"coordinateSystem", "extent preserveAspectRatio initialScale grid"},
    {"Placement", "visible transformation iconVisible iconTransformation"},
    {"transformation", "extent rotation origin"},
    {"iconTransformation", "extent rotation origin"},
    {"Dialog", "tab group enable showStartAttribute colorSelector loadSelector saveSelector directorySelector "
               "groupImage connectorSizing"},
    {"Line", "points color pattern thickness arrow arrowSize smooth visible origin rotation"},
    {"Rectangle",
     "extent radius lineColor fillColor pattern fillPattern lineThickness borderPattern visible origin rotation"},
    {"Ellipse", "extent startAngle endAngle closure lineColor fillColor pattern fillPattern lineThickness visible "
                "origin rotation"},
    {"Polygon", "points smooth lineColor fillColor pattern fillPattern lineThickness visible origin rotation"},
    {"Text", "extent textString fontSize fontName textStyle textColor horizontalAlignment string index visible origin "
             "rotation"},
    {"Bitmap", "extent fileName imageSource visible origin rotation"},
    {"graphics", "Line Rectangle Ellipse Polygon Text Bitmap"},
    {"conversion", "from noneFromVersion"},
    {"choices", "choice checkBox"},
};

static void put_words(List *l, const char *words, const char *behind) {
    while (*words) {
        size_t n = strcspn(words, " ");
        put_item(l, base_strndup(&l->s->scratch, words, n), ITEM_PROPERTY, '1', NULL, NULL, behind);
        words += n + (words[n] == ' ');
    }
}

/* The word in front of the innermost bracket says which annotation it is. */
static void put_annotations(List *l) {
    const SrvCursor *c = l->c;
    const char *inside = "annotation";
    size_t at = c->open.at[c->open.n - 1];
    if (at >= 1 && c->words.at[at - 1].kind == SYN_WORD_NAME) inside = srv_name(l->s, c->words.at[at - 1].name);
    else if (at >= 2 && c->text[c->words.at[at - 1].start] == '=' && c->words.at[at - 2].kind == SYN_WORD_NAME)
        inside = srv_name(l->s, c->words.at[at - 2].name); /* graphics = { */
    for (size_t i = 0; i < sizeof annotations / sizeof *annotations; i++)
        if (strcmp(annotations[i].inside, inside) == 0) put_words(l, annotations[i].words, NULL);
}

static bool begins_item(const SrvCursor *c) {
    if (!c->before) return true;
    const SynWord *w = &c->words.at[c->before - 1];
    char sign = w->kind == SYN_WORD_SIGN ? c->text[w->start] : 0;
    return sign == '(' || sign == ',' || sign == '{' || srv_is_word(c, c->before - 1, "each") ||
           srv_is_word(c, c->before - 1, "final");
}

static void put_arguments(List *l) {
    SrvSymbol m;
    if (!srv_path_symbol(l->s, l->c->scope, &l->c->callee, &m)) return;
    LibClass *cls = srv_class_of(l->s, &m);
    if (cls) put_members(l, cls, INPUTS, '1', " = ", 0);
}

/* A class of a library, which its full name calls from everywhere. */
static void put_far_class(void *arg, const char *full) {
    List *l = arg;
    const char *dot = strrchr(full, '.'), *name = dot ? dot + 1 : full;
    LibClass *cls = lib_find_path(l->s->lib, full);
    if (!cls || l->items >= MOST_ITEMS) return;
    l->items++;
    srv_comma(l->out);
    base_text_add(l->out, "{\"label\":");
    srv_put_text(l->out, name);
    base_text_printf(l->out, ",\"kind\":%d,\"sortText\":", class_item(cls));
    srv_put_text(l->out, base_sprintf(&l->s->scratch, "2%s%03zu", name, strlen(full)));
    base_text_add(l->out, ",\"detail\":");
    srv_put_text(l->out, full);
    base_text_add(l->out, ",\"insertText\":");
    srv_put_text(l->out, full);
    base_text_add(l->out, ",\"filterText\":");
    srv_put_text(l->out, name);
    base_text_add(l->out, ",\"data\":");
    srv_put_text(l->out, full);
    base_text_char(l->out, '}');
}

/* Names of classes begin with a capital letter. */
static void put_far(List *l) {
    enum { SHORTEST = 3, MOST_FAR = 60, MOST_PARSED = 3 };
    SrvSought q = {l->prefix, false, MOST_FAR, MOST_PARSED, put_far_class, l};
    if (l->n >= SHORTEST && isupper((unsigned char)*l->prefix)) l->cut = !srv_seek_classes(l->s, &q) || l->cut;
}

static void put_here(List *l) {
    const SrvCursor *c = l->c;
    SrvSymbol m;
    if (c->dotted) {
        LibClass *cls = srv_path_symbol(l->s, c->scope, &c->path, &m) ? srv_class_of(l->s, &m) : NULL;
        bool package = m.kind == SRV_CLASS || m.kind == SRV_ALIAS;
        if (cls) put_members(l, cls, COMPONENTS | (package ? CLASSES : 0), '1', NULL, 0);
    } else if (c->role == SRV_ANNOTATION && begins_item(c)) {
        put_annotations(l);
    } else if (c->kind == SRV_IN_IMPORT) {
        put_top(l);
    } else if (c->role == SRV_MODIFIERS && begins_item(c)) {
        if (c->plain) put_attributes(l);
        else if (c->target) put_members(l, c->target, COMPONENTS | CLASSES, '1', " = ", 0);
        else put_attributes(l);
        if (c->target && srv_is_of_type(l->s, c->target)) put_attributes(l);
        put_words(l, "each final redeclare replaceable", " ");
    } else {
        if (c->role == SRV_ARGUMENTS && begins_item(c)) put_arguments(l);
        put_scope(l, c->kind != SRV_IN_EXTENDS || c->open.n > 0);
        put_language(l);
        put_far(l);
    }
}

void srv_completion(Server *s, const BaseJson *params, Text *out) {
    uint32_t offset;
    SrvCursor c;
    SrvDocument *d = srv_asked(s, params, &offset);
    Text items = {0};
    if (!d || !srv_read_cursor(s, d, offset, &c)) return;
    List l = {.s = s, .c = &c, .out = &items, .n = offset - c.from};
    l.prefix = base_strndup(&s->scratch, c.text + c.from, l.n);
    base_text_char(&items, '[');
    if (!c.quiet) put_here(&l);
    base_text_char(&items, ']');
    base_text_printf(out, "{\"isIncomplete\":%s,\"items\":", l.cut ? "true" : "false");
    base_text_addn(out, items.at, items.n);
    base_text_char(out, '}');
    base_text_free(&items);
    base_map_free(&l.seen);
    base_map_free(&l.done);
    srv_free_cursor(&c);
    base_diag_clear(s->ctx);
}

/* ---- one item in full -------------------------------------------------------------------------------------------- */

static bool symbol_of_data(Server *s, const char *data, SrvSymbol *m) {
    const char *hash = strrchr(data, '#');
    LibTree *lib = srv_world(s);
    LibClass *cls = lib_find_path(lib, hash ? base_strndup(&s->scratch, data, (size_t)(hash - data)) : data);
    if (!cls || !lib_syn(cls)) return false;
    if (hash) return srv_member(s, cls, base_name(s->ctx->names, hash + 1), m);
    *m = (SrvSymbol){
        .kind = SRV_CLASS, .name = cls->name, .cls = cls, .element = cls->element, .at = cls->syn->name_span};
    return true;
}

void srv_resolve_completion(Server *s, const BaseJson *params, Text *out) {
    SrvSymbol m;
    const char *data = base_json_string(params, "data"), *label = base_json_string(params, "label");
    if (!label) {
        srv_refuse(s, SRV_INVALID_PARAMS, "an item has a label");
        return;
    }
    base_text_char(out, '{');
    for (const BaseJson *x = params->items; x; x = x->next) { /* what the editor sent comes back */
        if (x->kind != BASE_JSON_STRING && x->kind != BASE_JSON_NUMBER) continue;
        srv_comma(out);
        srv_put_text(out, x->key);
        base_text_char(out, ':');
        if (x->kind == BASE_JSON_STRING) srv_put_text(out, x->text);
        else base_text_double(out, x->number, false);
    }
    if (data && symbol_of_data(s, data, &m)) {
        Text words = {0};
        srv_describe(s, &m, &words);
        base_text_add(out, ",\"documentation\":{\"kind\":\"markdown\",\"value\":");
        base_text_json(out, base_text_str(&words), words.n);
        base_text_char(out, '}');
        base_text_free(&words);
    }
    base_text_char(out, '}');
    base_diag_clear(s->ctx);
}

/* ---- the call around the cursor ---------------------------------------------------------------------------------- */

typedef VEC(const SynElement *) Elements;

static void collect_inputs(Server *s, LibClass *cls, Elements *in, Elements *results, Map *done) {
    SynClass *syn = done->n < DEEPEST && !base_map_get(done, (uintptr_t)cls, NULL) ? lib_syn(cls) : NULL;
    LibClass *const *bases;
    if (!syn) return;
    base_map_put(done, (uintptr_t)cls, 1);
    uint32_t n = srv_bases(s, cls, &bases);
    for (uint32_t i = 0; i < n; i++) collect_inputs(s, bases[i], in, results, done);
    bool record = syn->restriction == SYN_RECORD || syn->restriction == SYN_OPERATOR_RECORD;
    for (const SynElement *e = syn->elements; e; e = e->next) {
        if (e->kind != SYN_COMPONENT) continue;
        if (e->prefixes & SYN_INPUT || record) vec_push(in, e);
        else if (e->prefixes & SYN_OUTPUT) vec_push(results, e);
    }
}

static void put_signature(Server *s, LibClass *cls, const Elements *in, const Elements *results, Text *out) {
    Text label = {0}, parameters = {0};
    base_text_printf(&label, "%s(", srv_name(s, cls->name));
    for (size_t i = 0; i < in->n; i++) {
        Text one = {0};
        if (i) base_text_add(&label, ", ");
        srv_put_component(s, in->at[i], &one);
        const char *words = base_text_str(&one);
        if (strncmp(words, "input ", 6) == 0) words += 6;
        base_text_printf(&parameters, "%s{\"label\":", i ? "," : "");
        srv_put_text(&parameters, words);
        base_text_add(&parameters, ",\"documentation\":");
        srv_put_text(&parameters, srv_name(s, in->at[i]->comment));
        base_text_char(&parameters, '}');
        base_text_add(&label, words);
        base_text_free(&one);
    }
    base_text_char(&label, ')');
    for (size_t i = 0; i < results->n; i++)
        base_text_printf(&label, "%s%s", i ? ", " : " -> ", srv_name(s, results->at[i]->name));
    base_text_add(out, "{\"label\":");
    srv_put_text(out, base_text_str(&label));
    base_text_add(out, ",\"documentation\":");
    srv_put_text(out, srv_name(s, cls->syn->comment));
    base_text_printf(out, ",\"parameters\":[%s]}", base_text_str(&parameters));
    base_text_free(&label);
    base_text_free(&parameters);
}

/* Which argument the cursor is in: by its name when it has one, else by the commas in front of it. */
static size_t active_argument(Server *s, const SrvCursor *c, const Elements *in) {
    size_t commas = 0, begin = c->call + 1;
    int depth = 0;
    for (size_t i = c->call + 1; i < c->before; i++) {
        const SynWord *w = &c->words.at[i];
        char sign = w->kind == SYN_WORD_SIGN ? c->text[w->start] : 0;
        depth += sign == '(' || sign == '[' || sign == '{';
        depth -= sign == ')' || sign == ']' || sign == '}';
        if (sign == ',' && depth == 0) commas++, begin = i + 1;
    }
    if (begin + 1 < c->before && c->words.at[begin].kind == SYN_WORD_NAME &&
        c->text[c->words.at[begin + 1].start] == '=')
        for (size_t i = 0; i < in->n; i++)
            if (in->at[i]->name == c->words.at[begin].name) return i;
    (void)s;
    return commas;
}

void srv_signature_help(Server *s, const BaseJson *params, Text *out) {
    uint32_t offset;
    SrvCursor c;
    SrvSymbol m;
    Elements in = {0}, results = {0};
    SrvDocument *d = srv_asked(s, params, &offset);
    if (!d || !srv_read_cursor(s, d, offset, &c)) return;
    LibClass *cls = NULL;
    if (c.role == SRV_ARGUMENTS && srv_path_symbol(s, c.scope, &c.callee, &m)) cls = srv_class_of(s, &m);
    if (cls && lib_syn(cls)) {
        Map done = {0};
        collect_inputs(s, cls, &in, &results, &done);
        base_map_free(&done);
        base_text_add(out, "{\"signatures\":[");
        put_signature(s, cls, &in, &results, out);
        base_text_printf(out, "],\"activeSignature\":0,\"activeParameter\":%zu}", active_argument(s, &c, &in));
    }
    vec_free(&in);
    vec_free(&results);
    srv_free_cursor(&c);
    base_diag_clear(s->ctx);
}
