/* ssp.c - a system of FMUs (System Structure and Parameterization 1.0, 2.0) as a Modelica model.
 *
 * Every distinct FMU is a block of the model, every component an instance of one, every connection an equation; so
 * events, loops and results are those of any model.  Systems inside systems are told by their names: 'inner.component'.
 * Parameter sets are modifiers; units and transformations of connections and mappings are applied (ssp_links.c).
 * Entries of signal dictionaries are variables of the model.
 */
#include "exchange/ssp_impl.h"

#include <dirent.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

/* Components with a process each; processes where there are more; systems inside systems. */
enum { MOST_ISOLATED = 64, MOST_SHARED = 32, MOST_NESTED = 50 };

void xch_wrong(XchSystem *s, const XchNode *n, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    base_report(s->ctx, SEV_ERROR, "XCH0020", n ? xch_span(n) : (Span){0}, fmt, args);
    va_end(args);
    s->failed = true;
}

/* ---- files of the archive ---------------------------------------------------------------------------------------- */

/* A file that is named and not there: perhaps its name is nearly that of another. */
static void not_there(XchSystem *s, const char *inside, const XchNode *by) {
    const char *slash = strrchr(inside, '/'), *near = NULL;
    size_t n = slash ? (size_t)(slash - inside) : 0;
    Diag *d = base_error(s->ctx, "XCH0020", by ? xch_attribute_span(by, "source") : (Span){0},
                         "%s is not in the archive", inside);
    bool harmless = inside[0] != '/' && !strstr(inside, "..") && !strstr(inside, "://");
    DIR *folder = harmless ? opendir(base_sprintf(s->arena, "%s/%.*s", s->folder, (int)n, inside)) : NULL;
    VecStr names = {0};
    for (struct dirent *e; folder && (e = readdir(folder));)
        if (e->d_name[0] != '.') vec_push(&names, base_strdup(s->arena, e->d_name));
    if (folder) closedir(folder);
    near = base_nearest(slash ? slash + 1 : inside, (const char *const *)names.at, names.n);
    if (near) base_hint(s->ctx, d, "did you mean %.*s%s%s?", (int)n, inside, n ? "/" : "", near);
    vec_free(&names);
    s->failed = true;
}

XchNode *xch_read_part(XchSystem *s, const char *inside, const XchNode *by) {
    const char *path = base_sprintf(s->arena, "%s/%s", s->folder, inside);
    bool harmless = inside[0] != '/' && !strstr(inside, "..") && !strstr(inside, "://");
    Text t = {0};
    if (!harmless || !base_read_file(path, (size_t)1 << 30, &t)) {
        base_text_free(&t);
        not_there(s, inside, by);
        return NULL;
    }
    SourceId id =
        base_source_string(s->ctx->sources, base_sprintf(s->arena, "%s/%s", s->path, inside), base_text_str(&t), t.n);
    base_text_free(&t);
    XchNode *root = xch_xml(s->ctx, s->arena, id);
    if (!root) s->failed = true;
    return root;
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

const char *xch_joined(XchSystem *s, const char *prefix, const char *name) {
    return *prefix ? base_sprintf(s->arena, "%s.%s", prefix, name) : name;
}

/* ---- components -------------------------------------------------------------------------------------------------- */

/* The folder of what lies in the archive, unpacked where it must be; NULL after reporting. */
static const char *unpacked(XchSystem *s, const char *source, const XchNode *by) {
    bool harmless = source[0] != '/' && !strstr(source, "..") && !strstr(source, "://");
    const char *path = base_sprintf(s->arena, "%s/%s", s->folder, source);
    struct stat st;
    if (!harmless || stat(path, &st) != 0) {
        not_there(s, source, by);
        return NULL;
    }
    if (S_ISDIR(st.st_mode)) return path;
    const char *to = base_sprintf(s->arena, "%s/.unpacked/%zu", s->whole, s->nunpacked++);
    if (pkg_unzip(s->ctx, path, to)) return to;
    s->failed = true;
    return NULL;
}

/* An FMU that is opened, as one more class of the model. */
static XchPart *open_part(XchSystem *s, const char *source, const char *path) {
    XchPart p = {.source = source, .path = path, .sizes = "", .fmu = xch_open(s->ctx, path)};
    if (!p.fmu) {
        s->failed = true;
        return NULL;
    }
    p.watched = BASE_ARRAY(s->arena, bool, p.fmu->model->variables.n + 1);
    p.name = base_sprintf(s->arena, "FMU%zu_%s", s->parts.n + 1, xch_class_name(s->arena, p.fmu->model));
    vec_push(&s->parts, p);
    return &vec_last(&s->parts);
}

/* Values of structural parameters that a component has: "VARIABLE=VALUE ..." */
static const char *sizes_of(XchSystem *s, const char *component, const XchModel *m) {
    Text t = {0};
    for (uint32_t i = 0; i < m->variables.n; i++) {
        double size;
        if (m->variables.at[i].causality == XCH_STRUCTURAL &&
            xch_size(s, xch_joined(s, component, m->variables.at[i].name), &size))
            base_text_printf(&t, "%u=%.0f ", i, size);
    }
    const char *text = base_strdup(s->arena, base_text_str(&t));
    base_text_free(&t);
    return text;
}

static bool resize(XchSystem *s, XchPart *p, const char *sizes, const XchNode *by) {
    p->sizes = sizes;
    for (const char *at = sizes; *at; at = strchr(at, ' ') + 1) {
        unsigned v;
        double size;
        if (sscanf(at, "%u=%lf", &v, &size) == 2 && !xch_resize(p->fmu->model, v, size)) {
            xch_wrong(s, by, "the structural parameter \"%s\" does not take the value %g",
                      p->fmu->model->variables.at[v].name, size);
            return false;
        }
    }
    xch_learn_starts(p->fmu);
    return true;
}

/* Each FMU is unpacked once, and a class for each kind and each choice of sizes that it is used with. */
static const XchPart *part_of(XchSystem *s, const char *component, const char *source, const XchNode *by) {
    const char *place = base_sprintf(s->arena, "%s/%s", s->folder, source),
               *implementation = xch_attribute(by, "implementation");
    XchPart *same = NULL;
    for (size_t i = 0; i < s->parts.n && !same; i++)
        if (!strcmp(s->parts.at[i].source, place)) same = &s->parts.at[i];
    const char *path = same ? same->path : unpacked(s, source, by);
    if (!path || !(same = same ? same : open_part(s, place, path))) return NULL;
    const XchModel *m = same->fmu->model;
    bool cs = s->how->kind ? s->how->kind == XCH_CS : implementation && !strcmp(implementation, "CoSimulation");
    int kind = m->me.there && !(cs && m->cs.there) ? XCH_ME : m->cs.there ? XCH_CS : 0;
    if (!kind) {
        xch_wrong(s, by, "%s has neither model exchange nor co-simulation", source);
        return NULL;
    }
    const char *sizes = sizes_of(s, component, m);
    for (size_t i = 0; i < s->parts.n; i++) {
        XchPart *p = &s->parts.at[i];
        if (!strcmp(p->source, place) && p->kind == kind && !strcmp(p->sizes, sizes)) return p;
    }
    XchPart *own = same->kind ? open_part(s, place, path) : same;
    if (own) own->kind = kind;
    return own && resize(s, own, sizes, by) ? own : NULL;
}

/* Whether a component tells of events inside its steps, and listens to those of others. */
static bool communicates(const XchPart *p) { return p->kind == XCH_CS && p->fmu->model->cs.variable_step; }

static void check_kind(XchSystem *s, const XchNode *connector) {
    static const char *const kinds[] = {"input",    "output", "parameter", "calculatedParameter", "structuralParameter",
                                        "constant", "local",  "inout",     "unspecified"};
    const char *kind = xch_attribute(connector, "kind");
    for (size_t i = 0; kind && i < sizeof kinds / sizeof *kinds; i++)
        if (!strcmp(kind, kinds[i])) return;
    if (!kind) return;
    const char *near = base_nearest(kind, kinds, sizeof kinds / sizeof *kinds);
    Diag *d = base_error(s->ctx, "XCH0020", xch_attribute_span(connector, "kind"),
                         "there are no connectors of the kind \"%s\"", kind);
    base_hint(s->ctx, d, near ? "did you mean \"%s\"?" : "input, output, parameter, ...", near);
    s->failed = true;
}

/* Values of parameters, and start values of states, as modifiers. */
static void add_settings(XchSystem *s, const XchPart *p, const char *name, bool *first) {
    const XchModel *m = p->fmu->model;
    size_t n = strlen(name);
    for (size_t i = 0; i < s->settings.n; i++) {
        XchSetting *set = &s->settings.at[i];
        if (strncmp(set->target, name, n) != 0 || set->target[n] != '.') continue;
        uint32_t v = xch_find(m, set->target + n + 1);
        if (v == XCH_NONE) continue;
        set->used = true;
        const XchVariable *var = &m->variables.at[v];
        bool parameter = var->causality == XCH_PARAMETER,
             state = p->kind == XCH_ME && var->initial == XCH_EXACT &&
                     (var->causality == XCH_OUTPUT || var->causality == XCH_LOCAL);
        const char *value = parameter || state ? xch_value_for(s, m, var, set) : NULL;
        if (!value) continue;
        base_text_add(&s->declarations, *first ? "(" : ", ");
        xch_add_variable(&s->declarations, state ? xch_start_name(s->arena, m, var->name) : var->name, false);
        base_text_printf(&s->declarations, " = %s", value);
        *first = false;
    }
}

/* Connectors that the FMU does not have are a mistake, though nothing may be connected to them. */
static void check_connectors(XchSystem *s, const XchNode *c, const XchModel *m) {
    const XchNode *list = xch_child(c, "Connectors");
    for (const XchNode *n = list ? list->first : NULL; n; n = n->next) {
        const char *name = xch_attribute(n, "name");
        if (strcmp(n->name, "Connector") != 0 || !name) continue;
        check_kind(s, n);
        if (xch_find(m, name) != XCH_NONE) continue;
        VecStr names = {0};
        for (size_t i = 0; i < m->variables.n; i++) vec_push(&names, (char *)m->variables.at[i].name);
        const char *near = base_nearest(name, (const char *const *)names.at, names.n);
        Diag *d = base_warning(s->ctx, "XCH0025", xch_attribute_span(n, "name"),
                               "the FMU has no variable \"%s\" for this connector", name);
        if (near) base_hint(s->ctx, d, "did you mean \"%s\"?", near);
        vec_free(&names);
    }
}

static void add_component(XchSystem *s, const char *prefix, const XchNode *c) {
    const char *name = xch_joined(s, prefix, xch_needed(s->ctx, c, "name")), *source = xch_needed(s->ctx, c, "source");
    xch_take_bindings(s, name, c);
    const XchPart *p = *source ? part_of(s, name, source, c) : NULL;
    if (!p) return;
    check_connectors(s, c, p->fmu->model);
    base_text_printf(&s->declarations, "  %s ", p->name);
    xch_add_name(&s->declarations, name);
    bool first = true;
    add_settings(s, p, name, &first);
    if (communicates(p)) {
        base_text_printf(&s->declarations, "%sfmi_other = fmi_common", first ? "(" : ", ");
        first = false;
    }
    base_text_add(&s->declarations, first ? ";\n" : ");\n");
    base_map_put(&s->component_of, base_hash(name, strlen(name), 0), s->components.n + 1);
    vec_push(&s->components, ((XchComponent){name, (size_t)(p - s->parts.at)}));
}

/* ---- systems ----------------------------------------------------------------------------------------------------- */

static bool is_type(const char *name) {
    return strcmp(name, "Dimension") != 0 && strcmp(name, "Annotations") != 0 && strcmp(name, "ConnectorGeometry") != 0;
}

static const char *modelica_type(const XchNode *connector) {
    const char *type = xch_attribute(connector, "type");
    for (const XchNode *n = connector->first; n && !type; n = n->next) type = is_type(n->name) ? n->name : NULL;
    return type && (!strcmp(type, "Boolean") || !strcmp(type, "String"))                                     ? type
           : type && (!strncmp(type, "Int", 3) || !strncmp(type, "UInt", 4) || !strcmp(type, "Enumeration")) ? "Integer"
                                                                                                             : "Real";
}

/* The size of one dimension of the variable that a connection of the system joins this connector with; 0: none. */
static uint32_t size_across(XchSystem *s, const char *prefix, const XchNode *system, const char *name,
                            uint32_t dimension) {
    const XchNode *list = xch_child(system, "Connections");
    for (const XchNode *c = list ? list->first : NULL; c; c = c->next)
        for (int k = 0; k < 2; k++) {
            const char *mine = xch_attribute(c, k ? "startConnector" : "endConnector"),
                       *own = xch_attribute(c, k ? "startElement" : "endElement"),
                       *element = xch_attribute(c, k ? "endElement" : "startElement"),
                       *other = xch_attribute(c, k ? "endConnector" : "startConnector");
            uint64_t at;
            if (own || !mine || !element || !other || strcmp(mine, name) != 0) continue;
            const char *whole = xch_joined(s, prefix, element);
            if (!base_map_get(&s->component_of, base_hash(whole, strlen(whole), 0), &at)) continue;
            const XchModel *m = s->parts.at[s->components.at[at - 1].part].fmu->model;
            uint32_t v = xch_find(m, other);
            if (v != XCH_NONE && dimension < m->variables.at[v].ndimensions)
                return m->variables.at[v].dimensions[dimension].size;
        }
    return 0;
}

/* A size is written, or the value of a structural parameter of the system, or that of what the connector is joined with
 * (SSP 2.0.1, 4.5.5). */
static int64_t size_of(XchSystem *s, const char *prefix, const XchNode *system, const XchNode *c, const XchNode *d,
                       uint32_t dimension) {
    const char *by = xch_attribute(d, "sizeConnector"), *name = xch_attribute(c, "name");
    double size;
    if (xch_attribute(d, "size")) {
        if (by) xch_wrong(s, d, "a dimension has a size or a sizeConnector, not both");
        return xch_integer(s->ctx, d, "size", 1, 0, 1 << 20);
    }
    if (by && xch_size(s, xch_joined(s, prefix, by), &size)) return (int64_t)size;
    uint32_t across = system && name ? size_across(s, prefix, system, name, dimension) : 0;
    if (across) return across;
    if (by) xch_wrong(s, d, "the size \"%s\" has no value: give it one in a parameter set, as an Integer", by);
    else xch_wrong(s, d, "this dimension has no size, and nothing is connected that has one");
    return 1;
}

static void declare(XchSystem *s, const char *words, const char *prefix, const XchNode *system, const XchNode *c,
                    const char *name) {
    base_text_printf(&s->declarations, "  %s%s", words, modelica_type(c));
    uint32_t n = 0;
    for (const XchNode *d = c->first; d; d = d->next)
        if (!strcmp(d->name, "Dimension")) {
            long long size = size_of(s, prefix, system, c, d, n);
            base_text_printf(&s->declarations, "%s%lld", n++ ? ", " : "[", size);
        }
    base_text_add(&s->declarations, n ? "] " : " ");
    xch_add_name(&s->declarations, name);
}

/* Elements and connectors are found by their whole names; one name, one of them. */
static void enter(XchSystem *s, Map *m, const char *whole, const XchNode *n) {
    uint64_t other, key = base_hash(whole, strlen(whole), 0);
    if (base_map_get(m, key, &other)) {
        Diag *d = base_error(s->ctx, "XCH0020", xch_attribute_span(n, "name"), "\"%s\" is there twice", whole);
        base_note(s->ctx, d, xch_attribute_span((const XchNode *)(uintptr_t)other, "name"), "this is the first one");
        s->failed = true;
        return;
    }
    base_map_put(m, key, (uintptr_t)n);
}

/* Connectors of a system are variables; those of the outermost its inputs and outputs. */
static void add_connectors(XchSystem *s, const char *prefix, const XchNode *system) {
    const XchNode *list = xch_child(system, "Connectors");
    for (const XchNode *c = list ? list->first : NULL; c; c = c->next) {
        const char *kind = xch_attribute(c, "kind"), *name = xch_attribute(c, "name");
        if (strcmp(c->name, "Connector") != 0 || !kind || !name) continue;
        const char *whole = xch_joined(s, prefix, name);
        check_kind(s, c);
        enter(s, &s->connector_of, whole, c);
        if (xch_is_parameter(c)) {
            XchSetting *set = xch_setting(s, whole);
            declare(s, "parameter ", prefix, system, c, whole);
            if (set) set->used = true, base_text_printf(&s->declarations, " = %s", set->value);
        } else {
            bool input = !*prefix && !strcmp(kind, "input");
            XchSetting *set = input ? xch_setting(s, whole) : NULL;
            declare(s, *prefix ? "" : input ? "input " : "output ", prefix, system, c, whole);
            if (set) set->used = true, base_text_printf(&s->declarations, "(start = %s)", set->value);
        }
        base_text_add(&s->declarations, ";\n");
    }
}

/* ---- signal dictionaries ----------------------------------------------------------------------------------------- */

static void read_dictionaries(XchSystem *s, const char *prefix, const XchNode *system) {
    const XchNode *list = xch_child(system, "SignalDictionaries");
    for (const XchNode *d = list ? list->first : NULL; d; d = d->next) {
        if (strcmp(d->name, "SignalDictionary") != 0) continue;
        const char *source = xch_attribute(d, "source"), *name = xch_needed(s->ctx, d, "name");
        const XchNode *entries = source ? xch_read_part(s, source, d) : xch_child(d, "SignalDictionary");
        if (entries) xch_take_units(s, entries);
        vec_push(&s->dictionaries, ((XchDictionary){prefix, xch_joined(s, prefix, name), name, entries}));
    }
}

/* Signals that somebody uses are variables. */
static void add_signals(XchSystem *s) {
    for (size_t i = 0; i < s->signals.n; i++) {
        const XchSignal *x = &s->signals.at[i];
        if (!x->written) xch_wrong(s, x->by, "nothing writes the signal \"%s\" of a signal dictionary", x->name);
        declare(s, "", "", NULL, x->entry, x->name);
        base_text_add(&s->declarations, ";\n");
    }
}

/* ---- systems inside systems -------------------------------------------------------------------------------------- */

static void add_connections(XchSystem *s, const char *prefix, const XchNode *system) {
    const XchNode *list = xch_child(system, "Connections");
    for (const XchNode *c = list ? list->first : NULL; c; c = c->next) {
        if (strcmp(c->name, "Connection") != 0 || xch_links_parameters(system, c)) continue;
        xch_add_link(s, prefix, system, c);
    }
}

static void add_system(XchSystem *s, const char *prefix, const XchNode *system, int depth);

/* A component that is a system of its own: a package, or the description of one. */
static void add_inner(XchSystem *s, const char *prefix, const XchNode *c, int depth) {
    const char *name = xch_joined(s, prefix, xch_needed(s->ctx, c, "name")), *outer = s->folder;
    const char *source = xch_needed(s->ctx, c, "source"), *file = "SystemStructure.ssd";
    const char *slash = strrchr(source, '/');
    if (!strstr(xch_attribute(c, "type"), "definition")) s->folder = unpacked(s, source, c);
    else {
        file = slash ? slash + 1 : source;
        if (slash) s->folder = unpacked(s, base_strndup(s->arena, source, (size_t)(slash - source)), c);
    }
    const XchNode *root = s->folder ? xch_read_part(s, file, c) : NULL,
                  *system = root ? xch_child(root, "System") : NULL;
    if (root && !system) xch_wrong(s, c, "%s describes no system", source);
    if (root) xch_take_units(s, root);
    xch_take_bindings(s, name, c);
    if (system) add_system(s, name, system, depth + 1);
    s->folder = outer;
}

static void add_element(XchSystem *s, const char *prefix, const XchNode *e, int depth) {
    const char *type = xch_attribute(e, "type"), *name = xch_attribute(e, "name");
    if (name) enter(s, &s->element_of, xch_joined(s, prefix, name), e);
    s->depth = depth + 1;
    if (!strcmp(e->name, "System")) add_system(s, xch_joined(s, prefix, xch_needed(s->ctx, e, "name")), e, depth + 1);
    else if (xch_is_inner(e)) add_inner(s, prefix, e, depth);
    else if (!strcmp(e->name, "Component") && (!type || strstr(type, "fmu"))) add_component(s, prefix, e);
    else if (!strcmp(e->name, "Component"))
        xch_wrong(s, e, "components of the type \"%s\" are not run; FMUs and systems of them are", type);
    s->depth = depth;
}

static void add_system(XchSystem *s, const char *prefix, const XchNode *system, int depth) {
    if (depth > MOST_NESTED) {
        xch_wrong(s, system, "systems are nested too deeply");
        return;
    }
    s->depth = depth;
    xch_take_bindings(s, prefix, system);
    xch_take_parameters(s, prefix, system);
    read_dictionaries(s, prefix, system);
    const XchNode *elements = xch_child(system, "Elements");
    for (const XchNode *e = elements ? elements->first : NULL; e; e = e->next) add_element(s, prefix, e, depth);
    s->depth = depth;
    add_connectors(s, prefix, system);
    add_connections(s, prefix, system);
}

/* "component.variable = value", or of one element of an array: nothing is connected there. */
static void add_free(XchSystem *s, const XchComponent *c, const XchVariable *v, const char *indices,
                     const char *value) {
    base_text_add(&s->equations, "  ");
    xch_add_name(&s->equations, c->name);
    base_text_char(&s->equations, '.');
    xch_add_variable(&s->equations, v->name, false);
    base_text_add(&s->equations, indices);
    base_text_add(&s->equations, " = ");
    if (value) base_text_add(&s->equations, value);
    else if (v->type == XCH_CLOCK) base_text_char(&s->equations, '0');
    else if (v->type == XCH_STRING || v->type == XCH_BINARY) xch_add_string(&s->equations, v->start ? v->start : "");
    else xch_add_starts(&s->equations, v);
    base_text_add(&s->equations, ";\n");
}

static bool is_connected(const XchSystem *s, const char *whole) {
    uint64_t found;
    return base_map_get(&s->connected, base_hash(whole, strlen(whole), 0), &found);
}

/* Of an array that single elements of are connected: the others. */
static void add_free_elements(XchSystem *s, const XchComponent *c, const XchVariable *v, const char *whole) {
    for (uint32_t k = 0; k < v->nvalues; k++) {
        uint32_t below = v->nvalues, at = k;
        Text words = {0}, value = {0};
        for (uint32_t i = 0; i < v->ndimensions; i++) {
            below /= v->dimensions[i].size;
            base_text_printf(&words, "%s%u", i ? " " : "", at / below + 1);
            at %= below;
        }
        if (!is_connected(s, base_sprintf(s->arena, "%s[%s]", whole, base_text_str(&words)))) {
            xch_add_value(&value, v, v->nstarts == v->nvalues ? v->starts[k] : 0);
            char *indices = base_sprintf(s->arena, "[%s]", base_text_str(&words));
            for (char *x = indices; *x; x++)
                if (*x == ' ') *x = ',';
            add_free(s, c, v, indices, base_text_str(&value));
        }
        base_text_free(&words), base_text_free(&value);
    }
}

/* Inputs that nothing is connected to have the value of a parameter set, or their start value. */
static void add_free_inputs(XchSystem *s) {
    for (size_t i = 0; i < s->components.n; i++) {
        const XchComponent *c = &s->components.at[i];
        const XchModel *m = s->parts.at[c->part].fmu->model;
        for (size_t k = 0; k < m->variables.n; k++) {
            const XchVariable *v = &m->variables.at[k];
            bool text = v->type == XCH_STRING || v->type == XCH_BINARY;
            bool ticks = v->type == XCH_CLOCK && v->clock && v->clock->kind == XCH_CLOCK_TRIGGERED;
            bool number = v->starts && v->nvalues && v->nstarts == v->nvalues;
            if (v->causality != XCH_INPUT || !(number || ticks || (text && v->nvalues == 1))) continue;
            const char *whole = xch_joined(s, c->name, v->name);
            if (is_connected(s, whole)) continue;
            XchSetting *set = xch_setting(s, whole);
            if (set) set->used = true;
            if (v->ndimensions && is_connected(s, base_sprintf(s->arena, "%s[]", whole)))
                add_free_elements(s, c, v, whole);
            else add_free(s, c, v, "", set ? xch_value_for(s, m, v, set) : NULL);
        }
    }
}

/* A parameter set names what is not there. */
static void check_settings(XchSystem *s) {
    VecStr names = {0};
    for (size_t i = 0; i < s->settings.n; i++) {
        const XchSetting *set = &s->settings.at[i];
        if (set->used) continue;
        names.n = 0;
        for (size_t k = 0; k < s->components.n; k++) {
            const XchComponent *c = &s->components.at[k];
            const XchModel *m = s->parts.at[c->part].fmu->model;
            size_t n = strlen(c->name);
            if (strncmp(c->name, set->target, n) != 0 || set->target[n] != '.') continue;
            for (size_t v = 0; v < m->variables.n; v++)
                vec_push(&names, (char *)xch_joined(s, c->name, m->variables.at[v].name));
        }
        const char *near = base_nearest(set->target, (const char *const *)names.at, names.n);
        Diag *d = base_warning(s->ctx, "XCH0021", xch_span(set->by),
                               "the parameter \"%s\" of a parameter set is in no component", set->target);
        if (near) base_hint(s->ctx, d, "did you mean \"%s\"?", near);
    }
    vec_free(&names);
}

/* Steps follow from what an FMU does in one that it takes back. */
static void check_coupling(const XchSystem *s, const XchNode *system) {
    bool any = false;
    for (size_t i = 0; i < s->parts.n; i++) {
        const XchPart *p = &s->parts.at[i];
        any = any || (p->kind == XCH_CS && xch_follows_lines(p->fmu->model));
    }
    if (s->how->coupling > 0 && !any)
        base_warning(s->ctx, "XCH0024", xch_span(system),
                     "no FMU of the system can be set back: communication steps have one length");
}

/* ---- the model --------------------------------------------------------------------------------------------------- */

/* The first event that some component has seen inside of its step: all communicate there. */
static void write_common(const XchSystem *s, Text *out) {
    bool any = false;
    for (size_t i = 0; i < s->components.n; i++) {
        if (!communicates(&s->parts.at[s->components.at[i].part])) continue;
        base_text_add(out, any ? ", " : "  Real fmi_common = min({1e300, ");
        xch_add_name(out, s->components.at[i].name);
        base_text_add(out, ".fmi_early");
        any = true;
    }
    if (any) base_text_add(out, "}) annotation(HideResult = true);\n");
}

/* Do all that are stepped follow straight lines between two points? */
static bool is_smooth(const XchSystem *s) {
    for (size_t i = 0; i < s->parts.n; i++)
        if (s->parts.at[i].kind == XCH_CS && !xch_follows_lines(s->parts.at[i].fmu->model)) return false;
    return true;
}

static bool all_stepped(const XchSystem *s) {
    for (size_t i = 0; i < s->parts.n; i++)
        if (s->parts.at[i].kind != XCH_CS) return false;
    return true;
}

static void write_experiment(const XchSystem *s, Text *out) {
    double start = isfinite(s->start) ? s->start : 0, length = s->how->length;
    if (!(length > 0) && isfinite(s->stop)) length = s->stop - start;
    if (!(length > 0)) return;
    base_text_add(out, "  annotation(experiment(StopTime = ");
    base_text_double(out, isfinite(s->stop) ? s->stop : start + length, false);
    if (isfinite(s->start)) base_text_add(out, ", StartTime = "), base_text_double(out, s->start, false);
    if (s->how->coupling > 0 && all_stepped(s)) { /* what is between communication points nobody knows */
        base_text_add(out, ", Interval = ");
        base_text_double(out, length, false);
    }
    base_text_add(out, "));\n");
}

static void write_model(XchSystem *s, const char *name, Text *out) {
    base_text_add(out, "model ");
    xch_add_name(out, name);
    base_text_char(out, '\n');
    for (size_t i = 0; i < s->parts.n; i++) {
        const XchPart *p = &s->parts.at[i];
        XchImport how = *s->how;
        how.path = p->fmu->path, how.kind = p->kind, how.name = p->name;
        how.lodger = !s->how->in_process && s->components.n > MOST_ISOLATED;
        how.watched = p->watched, how.smooth = is_smooth(s);
        if (!(how.length > 0) && isfinite(s->stop)) how.length = s->stop - (isfinite(s->start) ? s->start : 0);
        xch_modelica(p->fmu, &how, out);
    }
    if (!s->how->in_process && s->components.n > MOST_ISOLATED)
        base_text_printf(out, "  inner Causeway.FMI.Home fmi_home = Causeway.FMI.Home(%d);\n", MOST_SHARED);
    write_common(s, out);
    base_text_printf(out, "%sequation\n%s", base_text_str(&s->declarations), base_text_str(&s->equations));
    write_experiment(s, out);
    base_text_add(out, "end ");
    xch_add_name(out, name);
    base_text_add(out, ";\n");
}

bool xch_system(Context *ctx, const char *path, const char *folder, const XchImport *how, Text *out, bool *stepped) {
    Arena arena = {0};
    XchSystem s = {.ctx = ctx,
                   .path = path,
                   .folder = folder,
                   .whole = folder,
                   .arena = &arena,
                   .how = how,
                   .start = NAN,
                   .stop = NAN};
    size_t errors = base_error_count(ctx);
    const XchNode *root = xch_read_part(&s, "SystemStructure.ssd", NULL),
                  *system = root ? xch_child(root, "System") : NULL;
    if (root && (strcmp(root->name, "SystemStructureDescription") != 0 || !system))
        xch_wrong(&s, root, "this is no description of a system");
    else if (root) {
        const XchNode *experiment = xch_child(root, "DefaultExperiment");
        if (experiment)
            s.start = xch_real(ctx, experiment, "startTime", NAN), s.stop = xch_real(ctx, experiment, "stopTime", NAN);
        xch_take_units(&s, root);
        add_system(&s, "", system, 0);
        add_free_inputs(&s);
        add_signals(&s);
        if (!s.failed && base_error_count(ctx) == errors) check_settings(&s);
    }
    bool ok = root && !s.failed && base_error_count(ctx) == errors;
    if (ok) {
        check_coupling(&s, system);
        const char *name = xch_attribute(system, "name");
        write_model(&s, name && *name ? name : "System", out);
    }
    *stepped = all_stepped(&s);
    for (size_t i = 0; i < s.parts.n; i++) xch_close(s.parts.at[i].fmu);
    vec_free(&s.parts), vec_free(&s.settings), vec_free(&s.components);
    vec_free(&s.units), vec_free(&s.dictionaries), vec_free(&s.signals);
    base_map_free(&s.connected), base_map_free(&s.element_of), base_map_free(&s.connector_of),
        base_map_free(&s.setting_of), base_map_free(&s.component_of);
    base_text_free(&s.declarations), base_text_free(&s.equations);
    base_free_arena(&arena);
    return ok;
}
