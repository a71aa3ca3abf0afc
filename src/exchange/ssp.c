/* ssp.c - a system of FMUs (System Structure and Parameterization 1.0, 2.0) as a Modelica model.
 *
 * Every distinct FMU is a block of the model, every component an instance of one, every connection an equation; so
 * events, loops and results are those of any model.  Systems inside systems are told by their names: 'inner.component'.
 * Parameter sets are modifiers; units and transformations of connections and mappings are applied (ssp_links.c).
 * Entries of signal dictionaries are variables of the model.
 */
#include "exchange/ssp_impl.h"

#include <math.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_ISOLATED = 64, MOST_NESTED = 50 }; /* components with a process each; systems inside systems */

void xch_wrong(XchSystem *s, const XchNode *n, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    base_report(s->ctx, SEV_ERROR, "XCH0020", n ? xch_span(n) : (Span){0}, fmt, args);
    va_end(args);
    s->failed = true;
}

/* ---- files of the archive ---------------------------------------------------------------------------------------- */

static XchNode *read_xml(XchSystem *s, const char *inside, const XchNode *by) {
    const char *path = base_sprintf(s->arena, "%s/%s", s->folder, inside);
    bool harmless = inside[0] != '/' && !strstr(inside, "..") && !strstr(inside, "://");
    FILE *in = harmless ? fopen(path, "rb") : NULL;
    if (!in) {
        xch_wrong(s, by, "%s is not in the archive", inside);
        return NULL;
    }
    Text t = {0};
    char buffer[1 << 16];
    size_t n;
    while ((n = fread(buffer, 1, sizeof buffer, in)) > 0 && t.n < (size_t)1 << 30) base_text_addn(&t, buffer, n);
    fclose(in);
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

/* ---- parameters -------------------------------------------------------------------------------------------------- */

/* The value of <ssv:Real value="..."/> and its kin as a literal. */
static const char *literal(XchSystem *s, const XchNode *parameter) {
    for (const XchNode *n = parameter->first; n; n = n->next) {
        const char *value = xch_attribute(n, "value");
        if (!value) continue;
        Text t = {0};
        if (!strcmp(n->name, "Real") || !strcmp(n->name, "Float64") || !strcmp(n->name, "Float32"))
            base_text_double(&t, xch_real(s->ctx, n, "value", 0), true);
        else if (!strcmp(n->name, "Boolean"))
            base_text_add(&t, xch_boolean(s->ctx, n, "value", false) ? "true" : "false");
        else if (!strcmp(n->name, "String")) xch_add_string(&t, value);
        else base_text_printf(&t, "%.0f", xch_real(s->ctx, n, "value", 0));
        const char *text = base_strdup(s->arena, base_text_str(&t));
        base_text_free(&t);
        return text;
    }
    return NULL;
}

/* Of several values for one parameter that of the outermost element counts, and of one element the last. */
static void set_value(XchSystem *s, const char *target, const char *value) {
    uint64_t at, key = base_hash(target, strlen(target), 0);
    for (; base_map_get(&s->setting_of, key, &at); key++) {
        XchSetting *old = &s->settings.at[at];
        if (strcmp(old->target, target) != 0) continue;
        if (s->depth <= old->depth) old->value = value, old->depth = s->depth;
        return;
    }
    base_map_put(&s->setting_of, key, s->settings.n);
    vec_push(&s->settings, ((XchSetting){target, value, s->depth, false}));
}

static XchSetting *setting_of(XchSystem *s, const char *target) {
    uint64_t at, key = base_hash(target, strlen(target), 0);
    for (; base_map_get(&s->setting_of, key, &at); key++)
        if (!strcmp(s->settings.at[at].target, target)) return &s->settings.at[at];
    return NULL;
}

static void take_set(XchSystem *s, const char *prefix, const XchNode *set, const XchNode *mapping) {
    const XchNode *list = xch_child(set, "Parameters");
    for (const XchNode *p = list ? list->first : NULL; p; p = p->next) {
        const char *name = xch_attribute(p, "name");
        if (strcmp(p->name, "Parameter") != 0 || !name) continue;
        bool mapped = false;
        for (const XchNode *e = mapping ? mapping->first : NULL; e; e = e->next) {
            const char *from = xch_attribute(e, "source"), *to = xch_attribute(e, "target");
            if (strcmp(e->name, "MappingEntry") != 0 || !from || !to || strcmp(from, name) != 0) continue;
            const char *value = xch_mapped(s, e, literal(s, p));
            if (value) set_value(s, xch_joined(s, prefix, to), value);
            mapped = true;
        }
        const char *value = mapped ? NULL : literal(s, p);
        if (value) set_value(s, xch_joined(s, prefix, name), value);
    }
}

static void take_bindings(XchSystem *s, const char *prefix, const XchNode *element) {
    const XchNode *list = xch_child(element, "ParameterBindings");
    for (const XchNode *b = list ? list->first : NULL; b; b = b->next) {
        if (strcmp(b->name, "ParameterBinding") != 0) continue;
        const char *source = xch_attribute(b, "source"), *inner = xch_attribute(b, "prefix");
        const XchNode *set =
            source ? read_xml(s, source, b) : xch_child(xch_child(b, "ParameterValues"), "ParameterSet");
        const XchNode *m = xch_child(b, "ParameterMapping");
        const char *file = m ? xch_attribute(m, "source") : NULL;
        if (file) m = read_xml(s, file, m);
        else if (m) m = xch_child(m, "ParameterMapping");
        const char *below = inner && *inner ? base_sprintf(s->arena, "%s%s", *prefix ? "." : "", inner) : "";
        if (set) take_set(s, base_sprintf(s->arena, "%s%s", prefix, below), set, m);
    }
}

/* ---- components -------------------------------------------------------------------------------------------------- */

/* The folder of what lies in the archive, unpacked where it must be; NULL after reporting. */
static const char *unpacked(XchSystem *s, const char *source, const XchNode *by) {
    bool harmless = source[0] != '/' && !strstr(source, "..") && !strstr(source, "://");
    const char *path = base_sprintf(s->arena, "%s/%s", s->folder, source);
    struct stat st;
    if (!harmless || stat(path, &st) != 0) {
        xch_wrong(s, by, "%s is not in the archive", source);
        return NULL;
    }
    if (S_ISDIR(st.st_mode)) return path;
    const char *to = base_sprintf(s->arena, "%s/.unpacked/%zu", s->whole, s->nunpacked++);
    if (pkg_unzip(s->ctx, path, to)) return to;
    s->failed = true;
    return NULL;
}

/* Each FMU is unpacked once, for all instances. */
static const XchPart *part_of(XchSystem *s, const char *source, const char *implementation, const XchNode *by) {
    const char *place = base_sprintf(s->arena, "%s/%s", s->folder, source);
    for (size_t i = 0; i < s->parts.n; i++)
        if (!strcmp(s->parts.at[i].source, place)) return &s->parts.at[i];
    const char *path = unpacked(s, source, by);
    if (!path) return NULL;
    XchPart p = {.source = place, .fmu = xch_open(s->ctx, path)};
    if (!p.fmu) {
        s->failed = true;
        return NULL;
    }
    const XchModel *m = p.fmu->model;
    bool cs = s->how->kind ? s->how->kind == XCH_CS : implementation && !strcmp(implementation, "CoSimulation");
    p.watched = BASE_ARRAY(s->arena, bool, m->variables.n + 1);
    p.kind = m->me.there && !(cs && m->cs.there) ? XCH_ME : m->cs.there ? XCH_CS : 0;
    if (!p.kind) xch_wrong(s, by, "%s has neither model exchange nor co-simulation", source);
    p.name = base_sprintf(s->arena, "FMU%zu_%s", s->parts.n + 1, xch_class_name(s->arena, m));
    vec_push(&s->parts, p);
    return &vec_last(&s->parts);
}

/* Whether a component tells of events inside its steps, and listens to those of others. */
static bool communicates(const XchPart *p) { return p->kind == XCH_CS && p->fmu->model->cs.variable_step; }

static void add_component(XchSystem *s, const char *prefix, const XchNode *c) {
    const char *name = xch_joined(s, prefix, xch_needed(s->ctx, c, "name")), *source = xch_needed(s->ctx, c, "source");
    const XchPart *p = part_of(s, source, xch_attribute(c, "implementation"), c);
    if (!p) return;
    take_bindings(s, name, c);
    base_text_printf(&s->declarations, "  %s ", p->name);
    xch_add_name(&s->declarations, name);
    bool first = true;
    size_t n = strlen(name);
    for (size_t i = 0; i < s->settings.n; i++) {
        XchSetting *set = &s->settings.at[i];
        if (strncmp(set->target, name, n) != 0 || set->target[n] != '.') continue;
        uint32_t v = xch_find(p->fmu->model, set->target + n + 1);
        if (v == XCH_NONE) continue;
        set->used = true;
        const XchVariable *var = &p->fmu->model->variables.at[v];
        bool state = p->kind == XCH_ME && var->causality != XCH_PARAMETER && var->initial == XCH_EXACT &&
                     var->causality != XCH_INPUT;
        if (var->causality != XCH_PARAMETER && !state) continue;
        base_text_add(&s->declarations, first ? "(" : ", ");
        const char *own = state ? xch_start_name(s->arena, p->fmu->model, var->name) : var->name;
        xch_add_variable(&s->declarations, own, false);
        base_text_printf(&s->declarations, " = %s", set->value);
        first = false;
    }
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

static void declare(XchSystem *s, const char *prefix, const XchNode *c, const char *name) {
    base_text_printf(&s->declarations, "  %s%s", prefix, modelica_type(c));
    const char *between = "[";
    for (const XchNode *n = c->first; n; n = n->next)
        if (!strcmp(n->name, "Dimension")) {
            if (xch_attribute(n, "sizeConnector"))
                xch_wrong(s, n, "sizes of connectors that follow other connectors are not known here");
            int64_t size = xch_integer(s->ctx, n, "size", 1, 0, 1 << 20);
            base_text_printf(&s->declarations, "%s%lld", between, (long long)size);
            between = ", ";
        }
    base_text_add(&s->declarations, *between == ',' ? "] " : " ");
    xch_add_name(&s->declarations, name);
}

/* Connectors of a system are variables; those of the outermost its inputs and outputs. */
static void add_connectors(XchSystem *s, const char *prefix, const XchNode *system) {
    const XchNode *list = xch_child(system, "Connectors");
    for (const XchNode *c = list ? list->first : NULL; c; c = c->next) {
        const char *kind = xch_attribute(c, "kind"), *name = xch_attribute(c, "name");
        if (strcmp(c->name, "Connector") != 0 || !kind || !name) continue;
        const char *whole = xch_joined(s, prefix, name);
        if (xch_is_parameter(c)) {
            XchSetting *set = setting_of(s, whole);
            declare(s, "parameter ", c, whole);
            if (set) set->used = true, base_text_printf(&s->declarations, " = %s", set->value);
        } else {
            declare(s, *prefix ? "" : !strcmp(kind, "input") ? "input " : "output ", c, whole);
        }
        base_text_add(&s->declarations, ";\n");
    }
}

/* Parameters of a system that are connected with those of its elements: as if they were values of a parameter set. */
static void take_parameters(XchSystem *s, const char *prefix, const XchNode *system) {
    const XchNode *list = xch_child(system, "Connections");
    for (const XchNode *c = list ? list->first : NULL; c; c = c->next) {
        const char *element = xch_attribute(c, "endElement"), *to = xch_attribute(c, "endConnector");
        if (strcmp(c->name, "Connection") != 0 || !element || !to || !xch_links_parameters(system, c)) continue;
        Text t = {0};
        xch_add_name(&t, xch_joined(s, prefix, xch_attribute(c, "startConnector")));
        const char *value = xch_mapped(s, c, base_strdup(s->arena, base_text_str(&t)));
        base_text_free(&t);
        set_value(s, xch_joined(s, xch_joined(s, prefix, element), to), value);
    }
}

/* ---- signal dictionaries ----------------------------------------------------------------------------------------- */

static void read_dictionaries(XchSystem *s, const char *prefix, const XchNode *system) {
    const XchNode *list = xch_child(system, "SignalDictionaries");
    for (const XchNode *d = list ? list->first : NULL; d; d = d->next) {
        if (strcmp(d->name, "SignalDictionary") != 0) continue;
        const char *source = xch_attribute(d, "source"), *name = xch_needed(s->ctx, d, "name");
        const XchNode *entries = source ? read_xml(s, source, d) : xch_child(d, "SignalDictionary");
        if (entries) xch_take_units(s, entries);
        vec_push(&s->dictionaries, ((XchDictionary){prefix, xch_joined(s, prefix, name), name, entries}));
    }
}

/* Signals that somebody uses are variables. */
static void add_signals(XchSystem *s) {
    for (size_t i = 0; i < s->signals.n; i++) {
        const XchSignal *x = &s->signals.at[i];
        if (!x->written) xch_wrong(s, x->by, "nothing writes the signal \"%s\" of a signal dictionary", x->name);
        declare(s, "", x->entry, x->name);
        base_text_add(&s->declarations, ";\n");
    }
}

/* ---- systems inside systems -------------------------------------------------------------------------------------- */

static void add_connections(XchSystem *s, const char *prefix, const XchNode *system) {
    const XchNode *list = xch_child(system, "Connections");
    for (const XchNode *c = list ? list->first : NULL; c; c = c->next) {
        if (strcmp(c->name, "Connection") != 0 || xch_links_parameters(system, c)) continue;
        const char *to = xch_needed(s->ctx, c, "endConnector"), *element = xch_attribute(c, "endElement");
        const char *end = xch_joined(s, element ? xch_joined(s, prefix, element) : prefix, to);
        base_map_put(&s->connected, base_hash(end, strlen(end), 0), 1);
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
    const XchNode *root = s->folder ? read_xml(s, file, c) : NULL, *system = root ? xch_child(root, "System") : NULL;
    if (root && !system) xch_wrong(s, c, "%s describes no system", source);
    if (root) xch_take_units(s, root);
    take_bindings(s, name, c);
    if (system) add_system(s, name, system, depth + 1);
    s->folder = outer;
}

static void add_element(XchSystem *s, const char *prefix, const XchNode *e, int depth) {
    const char *type = xch_attribute(e, "type");
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
    take_bindings(s, prefix, system);
    take_parameters(s, prefix, system);
    add_connectors(s, prefix, system);
    read_dictionaries(s, prefix, system);
    const XchNode *elements = xch_child(system, "Elements");
    for (const XchNode *e = elements ? elements->first : NULL; e; e = e->next) add_element(s, prefix, e, depth);
    add_connections(s, prefix, system);
}

/* Inputs that nothing is connected to have the value of a parameter set, or their start value. */
static void add_free_inputs(XchSystem *s) {
    for (size_t i = 0; i < s->components.n; i++) {
        const XchComponent *c = &s->components.at[i];
        const XchModel *m = s->parts.at[c->part].fmu->model;
        for (size_t k = 0; k < m->variables.n; k++) {
            const XchVariable *v = &m->variables.at[k];
            uint64_t found;
            bool text = v->type == XCH_STRING || v->type == XCH_BINARY;
            bool ticks = v->type == XCH_CLOCK && v->clock && v->clock->kind == XCH_CLOCK_TRIGGERED;
            bool number = v->starts && v->nvalues && v->nstarts == v->nvalues;
            if (v->causality != XCH_INPUT || !(number || ticks || (text && v->nvalues == 1))) continue;
            const char *whole = xch_joined(s, c->name, v->name), *value = NULL;
            if (base_map_get(&s->connected, base_hash(whole, strlen(whole), 0), &found)) continue;
            XchSetting *set = setting_of(s, whole);
            if (set) value = set->value, set->used = true;
            base_text_add(&s->equations, "  ");
            xch_add_name(&s->equations, c->name);
            base_text_char(&s->equations, '.');
            xch_add_variable(&s->equations, v->name, false);
            base_text_add(&s->equations, " = ");
            if (value) base_text_add(&s->equations, value);
            else if (ticks) base_text_char(&s->equations, '0');
            else if (text) xch_add_string(&s->equations, v->start ? v->start : "");
            else xch_add_starts(&s->equations, v);
            base_text_add(&s->equations, ";\n");
        }
    }
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
        how.in_process = s->how->in_process || s->components.n > MOST_ISOLATED;
        how.watched = p->watched, how.smooth = is_smooth(s);
        if (!(how.length > 0) && isfinite(s->stop)) how.length = s->stop - (isfinite(s->start) ? s->start : 0);
        xch_modelica(p->fmu, &how, out);
    }
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
    const XchNode *root = read_xml(&s, "SystemStructure.ssd", NULL), *system = root ? xch_child(root, "System") : NULL;
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
        for (size_t i = 0; i < s.settings.n; i++)
            if (!s.settings.at[i].used)
                base_warning(ctx, "XCH0021", xch_span(system),
                             "the parameter \"%s\" of a parameter set is in no component", s.settings.at[i].target);
    }
    if (s.components.n > MOST_ISOLATED && !how->in_process)
        base_warning(ctx, "XCH0023", xch_span(system),
                     "%zu components are too many for a process each: they run in that of the simulation",
                     s.components.n);
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
    base_map_free(&s.connected), base_map_free(&s.setting_of), base_map_free(&s.component_of);
    base_text_free(&s.declarations), base_text_free(&s.equations);
    base_free_arena(&arena);
    return ok;
}
