/* ssp.c - a system of FMUs (System Structure and Parameterization 1.0, 2.0) as a Modelica model.
 *
 * Every distinct FMU is a block of the model, every component an instance of one, every connection an equation; so
 * events, loops and results are those of any model.  Systems inside systems are told by their names: 'inner.component'.
 * Parameter sets are modifiers; linear transformations of connections and mappings are applied.
 */
#include "exchange/exchange_impl.h"

#include <math.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_ISOLATED = 64, MOST_NESTED = 50 }; /* components with a process each; systems inside systems */

typedef struct {
    const char *source, *name; /* in the archive; class */
    XchFmu *fmu;
    int kind;
} Part;

typedef struct {
    const char *name;
    size_t part;
} Component;

typedef struct {
    const char *target; /* component.variable, with the names of systems in front */
    const char *value;  /* a Modelica literal */
    bool used;
} Setting;

typedef struct {
    Context *ctx;
    const char *folder, *path;
    Arena *arena;
    VEC(Part) parts;
    VEC(Setting) settings;
    VEC(Component) components;
    Map connected; /* hashes of "component.input" */
    bool in_process;
    Text declarations, equations;
    double start, stop;
    bool failed;
} System;

static void wrong(System *s, const XchNode *n, const char *fmt, ...) BASE_PRINTF(3, 4);
static void wrong(System *s, const XchNode *n, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    base_report(s->ctx, SEV_ERROR, "XCH0020", n ? xch_span(n) : (Span){0}, fmt, args);
    va_end(args);
    s->failed = true;
}

/* ---- files of the archive ---------------------------------------------------------------------------------------- */

static XchNode *read_xml(System *s, const char *inside, const XchNode *by) {
    const char *path = base_sprintf(s->arena, "%s/%s", s->folder, inside);
    bool harmless = inside[0] != '/' && !strstr(inside, "..") && !strstr(inside, "://");
    FILE *in = harmless ? fopen(path, "rb") : NULL;
    if (!in) {
        wrong(s, by, "%s is not in the archive", inside);
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

static const char *joined(System *s, const char *prefix, const char *name) {
    return *prefix ? base_sprintf(s->arena, "%s.%s", prefix, name) : name;
}

/* ---- parameters -------------------------------------------------------------------------------------------------- */

/* The value of <ssv:Real value="..."/> and its kin as a literal. */
static const char *literal(System *s, const XchNode *parameter, double factor, double offset) {
    for (const XchNode *n = parameter->first; n; n = n->next) {
        const char *value = xch_attribute(n, "value");
        if (!value) continue;
        Text t = {0};
        if (!strcmp(n->name, "Real") || !strcmp(n->name, "Float64") || !strcmp(n->name, "Float32"))
            base_text_double(&t, factor * xch_real(s->ctx, n, "value", 0) + offset, true);
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

static void take_set(System *s, const char *prefix, const XchNode *set, const XchNode *mapping) {
    const XchNode *list = xch_child(set, "Parameters");
    for (const XchNode *p = list ? list->first : NULL; p; p = p->next) {
        const char *name = xch_attribute(p, "name");
        if (strcmp(p->name, "Parameter") != 0 || !name) continue;
        bool mapped = false;
        for (const XchNode *e = mapping ? mapping->first : NULL; e; e = e->next) {
            const char *from = xch_attribute(e, "source"), *to = xch_attribute(e, "target");
            if (strcmp(e->name, "MappingEntry") != 0 || !from || !to || strcmp(from, name) != 0) continue;
            const XchNode *l = xch_child(e, "LinearTransformation");
            const char *value =
                literal(s, p, l ? xch_real(s->ctx, l, "factor", 1) : 1, l ? xch_real(s->ctx, l, "offset", 0) : 0);
            if (value) vec_push(&s->settings, ((Setting){joined(s, prefix, to), value, false}));
            mapped = true;
        }
        const char *value = mapped ? NULL : literal(s, p, 1, 0);
        if (value) vec_push(&s->settings, ((Setting){joined(s, prefix, name), value, false}));
    }
}

static void take_bindings(System *s, const char *prefix, const XchNode *element) {
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

static const Part *part_of(System *s, const char *source, const char *implementation, const XchNode *by) {
    for (size_t i = 0; i < s->parts.n; i++)
        if (!strcmp(s->parts.at[i].source, source)) return &s->parts.at[i];
    bool harmless = source[0] != '/' && !strstr(source, "..") && !strstr(source, "://");
    const char *path = base_sprintf(s->arena, "%s/%s", s->folder, source);
    struct stat st;
    if (!harmless || stat(path, &st) != 0) {
        wrong(s, by, "%s is not in the archive", source);
        return NULL;
    }
    if (!S_ISDIR(st.st_mode)) { /* unpacked once, for all instances */
        const char *unpacked = base_sprintf(s->arena, "%s/.unpacked/%zu", s->folder, s->parts.n);
        if (!pkg_unzip(s->ctx, path, unpacked)) {
            s->failed = true;
            return NULL;
        }
        path = unpacked;
    }
    Part p = {.source = source, .fmu = xch_open(s->ctx, path)};
    if (!p.fmu) {
        s->failed = true;
        return NULL;
    }
    bool cs = implementation && !strcmp(implementation, "CoSimulation");
    const XchModel *m = p.fmu->model;
    p.kind = m->me.there && !(cs && m->cs.there) ? XCH_ME : m->cs.there ? XCH_CS : 0;
    if (!p.kind) wrong(s, by, "%s has neither model exchange nor co-simulation", source);
    p.name = base_sprintf(s->arena, "FMU%zu_%s", s->parts.n + 1, xch_class_name(s->arena, m));
    vec_push(&s->parts, p);
    return &vec_last(&s->parts);
}

/* Whether a component tells of events inside its steps, and listens to those of others. */
static bool communicates(const Part *p) { return p->kind == XCH_CS && p->fmu->model->cs.variable_step; }

static void add_component(System *s, const char *prefix, const XchNode *c) {
    const char *name = joined(s, prefix, xch_needed(s->ctx, c, "name")), *source = xch_needed(s->ctx, c, "source");
    const Part *p = part_of(s, source, xch_attribute(c, "implementation"), c);
    if (!p) return;
    take_bindings(s, name, c);
    base_text_printf(&s->declarations, "  %s ", p->name);
    xch_add_name(&s->declarations, name);
    bool first = true;
    size_t n = strlen(name);
    for (size_t i = 0; i < s->settings.n; i++) {
        Setting *set = &s->settings.at[i];
        if (strncmp(set->target, name, n) != 0 || set->target[n] != '.') continue;
        uint32_t v = xch_find(p->fmu->model, set->target + n + 1);
        if (v == XCH_NONE) continue;
        set->used = true;
        const XchVariable *var = &p->fmu->model->variables.at[v];
        bool state = p->kind == XCH_ME && var->causality != XCH_PARAMETER && var->initial == XCH_EXACT &&
                     var->causality != XCH_INPUT;
        if (var->causality != XCH_PARAMETER && !state) continue;
        base_text_add(&s->declarations, first ? "(" : ", ");
        xch_add_name(&s->declarations, state ? xch_start_name(s->arena, p->fmu->model, var->name) : var->name);
        base_text_printf(&s->declarations, " = %s", set->value);
        first = false;
    }
    if (communicates(p)) {
        base_text_printf(&s->declarations, "%sfmi_other = fmi_common", first ? "(" : ", ");
        first = false;
    }
    base_text_add(&s->declarations, first ? ";\n" : ");\n");
    vec_push(&s->components, ((Component){name, (size_t)(p - s->parts.at)}));
}

/* ---- systems ----------------------------------------------------------------------------------------------------- */

static const char *modelica_type(const XchNode *connector) {
    const char *type = xch_attribute(connector, "type");
    for (const XchNode *n = connector->first; n && !type; n = n->next) type = n->name;
    return type && (!strcmp(type, "Boolean") || !strcmp(type, "String"))                                     ? type
           : type && (!strncmp(type, "Int", 3) || !strncmp(type, "UInt", 4) || !strcmp(type, "Enumeration")) ? "Integer"
                                                                                                             : "Real";
}

/* Connectors of a system are variables; those of the outermost its inputs and outputs. */
static void add_connectors(System *s, const char *prefix, const XchNode *system) {
    const XchNode *list = xch_child(system, "Connectors");
    for (const XchNode *c = list ? list->first : NULL; c; c = c->next) {
        const char *kind = xch_attribute(c, "kind"), *name = xch_attribute(c, "name");
        if (strcmp(c->name, "Connector") != 0 || !kind || !name) continue;
        bool in = !strcmp(kind, "input"), out = !strcmp(kind, "output");
        if (!in && !out) continue;
        base_text_printf(&s->declarations, "  %s%s ", *prefix ? "" : in ? "input " : "output ", modelica_type(c));
        xch_add_name(&s->declarations, joined(s, prefix, name));
        base_text_add(&s->declarations, ";\n");
    }
}

static bool is_system(const XchNode *elements, const char *name) {
    for (const XchNode *e = elements ? elements->first : NULL; e; e = e->next) {
        const char *n = xch_attribute(e, "name");
        if (n && !strcmp(n, name)) return !strcmp(e->name, "System");
    }
    return false;
}

static void add_end(System *s, const char *prefix, const XchNode *elements, const char *element,
                    const char *connector) {
    if (!element) xch_add_name(&s->equations, joined(s, prefix, connector));
    else if (is_system(elements, element))
        xch_add_name(&s->equations, joined(s, joined(s, prefix, element), connector));
    else {
        xch_add_name(&s->equations, joined(s, prefix, element));
        base_text_char(&s->equations, '.');
        xch_add_name(&s->equations, connector);
    }
}

static void add_connections(System *s, const char *prefix, const XchNode *system) {
    const XchNode *list = xch_child(system, "Connections"), *elements = xch_child(system, "Elements");
    for (const XchNode *c = list ? list->first : NULL; c; c = c->next) {
        if (strcmp(c->name, "Connection") != 0) continue;
        const char *from = xch_needed(s->ctx, c, "startConnector"), *to = xch_needed(s->ctx, c, "endConnector");
        const XchNode *l = xch_child(c, "LinearTransformation");
        const char *element = xch_attribute(c, "endElement");
        const char *end = joined(s, element ? joined(s, prefix, element) : prefix, to);
        base_map_put(&s->connected, base_hash(end, strlen(end), 0), 1);
        base_text_add(&s->equations, "  ");
        add_end(s, prefix, elements, element, to);
        base_text_add(&s->equations, " = ");
        double factor = l ? xch_real(s->ctx, l, "factor", 1) : 1, offset = l ? xch_real(s->ctx, l, "offset", 0) : 0;
        if (factor != 1) {
            base_text_char(&s->equations, '(');
            base_text_double(&s->equations, factor, true);
            base_text_add(&s->equations, ")*");
        }
        add_end(s, prefix, elements, xch_attribute(c, "startElement"), from);
        if (offset != 0) {
            base_text_add(&s->equations, " + (");
            base_text_double(&s->equations, offset, true);
            base_text_char(&s->equations, ')');
        }
        base_text_add(&s->equations, ";\n");
    }
}

static void add_system(System *s, const char *prefix, const XchNode *system, int depth) {
    if (depth > MOST_NESTED) {
        wrong(s, system, "systems are nested too deeply");
        return;
    }
    take_bindings(s, prefix, system);
    add_connectors(s, prefix, system);
    const XchNode *elements = xch_child(system, "Elements");
    for (const XchNode *e = elements ? elements->first : NULL; e; e = e->next) {
        const char *type = xch_attribute(e, "type");
        if (!strcmp(e->name, "System")) add_system(s, joined(s, prefix, xch_needed(s->ctx, e, "name")), e, depth + 1);
        else if (!strcmp(e->name, "Component") && (!type || strstr(type, "fmu"))) add_component(s, prefix, e);
        else if (!strcmp(e->name, "Component"))
            wrong(s, e, "components of the type \"%s\" are not run; FMUs are", type);
        else if (strcmp(e->name, "SignalDictionaryReference") == 0)
            wrong(s, e, "signal dictionaries are not known here; connect the components directly");
    }
    add_connections(s, prefix, system);
}

/* Inputs that nothing is connected to have the value of a parameter set, or their start value. */
static void add_free_inputs(System *s) {
    for (size_t i = 0; i < s->components.n; i++) {
        const Component *c = &s->components.at[i];
        const XchModel *m = s->parts.at[c->part].fmu->model;
        for (size_t k = 0; k < m->variables.n; k++) {
            const XchVariable *v = &m->variables.at[k];
            uint64_t found;
            bool text = v->type == XCH_STRING || v->type == XCH_BINARY;
            bool ticks = v->type == XCH_CLOCK && v->clock && v->clock->kind == XCH_CLOCK_TRIGGERED;
            bool number = v->starts && v->nvalues && v->nstarts == v->nvalues;
            if (v->causality != XCH_INPUT || !(number || ticks || (text && v->nvalues == 1))) continue;
            const char *whole = joined(s, c->name, v->name), *value = NULL;
            if (base_map_get(&s->connected, base_hash(whole, strlen(whole), 0), &found)) continue;
            for (size_t j = 0; j < s->settings.n; j++)
                if (!strcmp(s->settings.at[j].target, whole)) value = s->settings.at[j].value;
            base_text_add(&s->equations, "  ");
            xch_add_name(&s->equations, c->name);
            base_text_char(&s->equations, '.');
            xch_add_name(&s->equations, v->name);
            base_text_add(&s->equations, " = ");
            if (value) base_text_add(&s->equations, value);
            else if (ticks) base_text_char(&s->equations, '0');
            else if (text) xch_add_string(&s->equations, v->start ? v->start : "");
            else xch_add_starts(&s->equations, v);
            base_text_add(&s->equations, ";\n");
        }
    }
}

/* ---- the model --------------------------------------------------------------------------------------------------- */

/* The first event that some component has seen inside of its step: all communicate there. */
static void write_common(const System *s, Text *out) {
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

static void write_model(System *s, const char *name, Text *out) {
    base_text_add(out, "model ");
    xch_add_name(out, name);
    base_text_char(out, '\n');
    for (size_t i = 0; i < s->parts.n; i++) {
        const Part *p = &s->parts.at[i];
        XchImport how = {.path = p->fmu->path,
                         .kind = p->kind,
                         .name = p->name,
                         .in_process = s->in_process || s->components.n > MOST_ISOLATED};
        xch_modelica(p->fmu, &how, out);
    }
    write_common(s, out);
    base_text_printf(out, "%sequation\n%s", base_text_str(&s->declarations), base_text_str(&s->equations));
    if (isfinite(s->stop)) {
        base_text_add(out, "  annotation(experiment(StopTime = ");
        base_text_double(out, s->stop, false);
        if (isfinite(s->start)) base_text_add(out, ", StartTime = "), base_text_double(out, s->start, false);
        base_text_add(out, "));\n");
    }
    base_text_add(out, "end ");
    xch_add_name(out, name);
    base_text_add(out, ";\n");
}

bool xch_system(Context *ctx, const char *path, const char *folder, bool in_process, Text *out) {
    Arena arena = {0};
    System s = {.ctx = ctx,
                .path = path,
                .folder = folder,
                .arena = &arena,
                .in_process = in_process,
                .start = NAN,
                .stop = NAN};
    size_t errors = base_error_count(ctx);
    const XchNode *root = read_xml(&s, "SystemStructure.ssd", NULL), *system = root ? xch_child(root, "System") : NULL;
    if (root && (strcmp(root->name, "SystemStructureDescription") != 0 || !system))
        wrong(&s, root, "this is no description of a system");
    else if (root) {
        const XchNode *experiment = xch_child(root, "DefaultExperiment");
        if (experiment)
            s.start = xch_real(ctx, experiment, "startTime", NAN), s.stop = xch_real(ctx, experiment, "stopTime", NAN);
        add_system(&s, "", system, 0);
        add_free_inputs(&s);
        for (size_t i = 0; i < s.settings.n; i++)
            if (!s.settings.at[i].used)
                base_warning(ctx, "XCH0021", xch_span(system),
                             "the parameter \"%s\" of a parameter set is in no component", s.settings.at[i].target);
    }
    bool ok = root && !s.failed && base_error_count(ctx) == errors;
    if (ok) {
        const char *name = xch_attribute(system, "name");
        write_model(&s, name && *name ? name : "System", out);
    }
    for (size_t i = 0; i < s.parts.n; i++) xch_close(s.parts.at[i].fmu);
    vec_free(&s.parts), vec_free(&s.settings), vec_free(&s.components);
    base_map_free(&s.connected);
    base_text_free(&s.declarations), base_text_free(&s.equations);
    base_free_arena(&arena);
    return ok;
}
