/* fmu_block.c - an FMU as a Modelica block that calls the functions of Causeway.FMI.
 *
 * Model exchange: states, derivatives, event indicators and outputs are equations, one call for each group of the plan
 * (plan.c).  fmi_mode counts the events that the FMU has seen and is an argument of every call, so that what is
 * computed behind an event follows it.  Co-simulation: everything happens at the communication points.
 */
#include "exchange/exchange_impl.h"
#include "syntax/syntax.h"

#include <math.h>
#include <string.h>

typedef struct {
    const XchFmu *fmu;
    const XchModel *m;
    const XchPlan *plan;
    const XchImport *how;
    Text *out;
} Import;

/* ---- names and texts --------------------------------------------------------------------------------------------- */

/* Names that are taken though they are no keywords. */
static const char *const taken[] = {"time", "Real", "Integer", "Boolean", "String"};

static bool is_plain(const char *s) {
    if (!((*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z') || *s == '_') || !strncmp(s, "fmi_", 4)) return false;
    for (const char *c = s; *c; c++)
        if (!((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || *c == '_' || (*c >= '0' && *c <= '9')))
            return false;
    const char *word;
    for (uint32_t i = 0; (word = syn_keyword(i)); i++)
        if (!strcmp(word, s)) return false;
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        if (!strcmp(taken[i], s)) return false;
    return true;
}

void xch_add_name(Text *t, const char *name) {
    if (is_plain(name)) {
        base_text_add(t, name);
        return;
    }
    base_text_char(t, '\'');
    for (const char *s = name; *s; s++) {
        if (*s == '\'' || *s == '\\') base_text_char(t, '\\');
        base_text_char(t, *s);
    }
    base_text_char(t, '\'');
}

/* A quoted identifier already: as FMUs with structured names have them. */
static bool is_quoted(const char *name) {
    size_t n = strlen(name);
    if (n < 3 || name[0] != '\'' || name[n - 1] != '\'') return false;
    for (size_t i = 1; i < n - 1; i++) {
        if (name[i] == '\'' || (name[i] == '\\' && i + 2 >= n)) return false;
        i += name[i] == '\\';
    }
    return true;
}

void xch_add_variable(Text *t, const char *name, bool bare) {
    if (!bare && is_quoted(name)) base_text_add(t, name);
    else xch_add_name(t, name);
}

void xch_add_string(Text *t, const char *s) { base_text_string(t, s, strlen(s)); }

/* As HTML inside a Modelica string. */
static void add_html(Text *t, const char *s) {
    for (; *s; s++) {
        if (*s == '<') base_text_add(t, "&lt;");
        else if (*s == '>') base_text_add(t, "&gt;");
        else if (*s == '&') base_text_add(t, "&amp;");
        else if (*s == '"') base_text_add(t, "&quot;");
        else if (*s == '\\') base_text_add(t, "\\\\");
        else base_text_char(t, *s);
    }
}

const char *xch_class_name(Arena *arena, const XchModel *m) {
    char *name = base_strdup(arena, m->name);
    const char *last = strrchr(name, '.');
    char *s = last && is_plain(last + 1) ? name + (last + 1 - name) : name;
    for (char *c = s; *c; c++)
        if (!((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9'))) *c = '_';
    return is_plain(s) ? s : base_sprintf(arena, "FMU_%s", s);
}

/* ---- declarations ------------------------------------------------------------------------------------------------ */

static bool is_real(const XchVariable *v) { return v->type == XCH_FLOAT64 || v->type == XCH_FLOAT32; }

static bool is_text(const XchVariable *v) { return v->type == XCH_STRING || v->type == XCH_BINARY; }

static const char *type_of(const XchVariable *v) {
    return is_real(v) ? "Real" : v->type == XCH_BOOLEAN ? "Boolean" : is_text(v) ? "String" : "Integer";
}

void xch_add_value(Text *t, const XchVariable *v, double x) {
    if (v->type == XCH_BOOLEAN) base_text_add(t, x != 0 ? "true" : "false");
    else if (is_real(v)) base_text_double(t, isfinite(x) ? x : x > 0 ? 1e300 : -1e300, true);
    else base_text_printf(t, "%.0f", x);
}

/* Start values as an array of the variable's dimensions, or one number. */
static void add_values(Text *t, const XchVariable *v, const double *values, uint32_t dimension, uint32_t *at) {
    if (dimension == v->ndimensions) {
        xch_add_value(t, v, values[(*at)++]);
        return;
    }
    base_text_char(t, '{');
    for (uint32_t i = 0; i < v->dimensions[dimension].size; i++) {
        if (i) base_text_add(t, ", ");
        add_values(t, v, values, dimension + 1, at);
    }
    base_text_char(t, '}');
}

void xch_add_starts(Text *t, const XchVariable *v) {
    uint32_t at = 0;
    if (v->nstarts == v->nvalues) add_values(t, v, v->starts, 0, &at);
    else xch_add_value(t, v, 0);
}

static void attribute(Text *t, bool *first, const char *each, const char *name) {
    base_text_printf(t, "%s%s%s = ", *first ? "(" : ", ", each, name);
    *first = false;
}

static void add_number(Text *t, bool *first, const XchVariable *v, const char *name, double x) {
    if (!isfinite(x)) return;
    attribute(t, first, v->ndimensions ? "each " : "", name);
    xch_add_value(t, v, x);
}

static void add_word(Text *t, bool *first, const XchVariable *v, const char *name, const char *word) {
    if (!word || !*word) return;
    attribute(t, first, v->ndimensions ? "each " : "", name);
    xch_add_string(t, word);
}

const char *xch_start_name(Arena *arena, const XchModel *m, const char *name) {
    const char *own = base_sprintf(arena, "%s_start", name);
    while (xch_find(m, own) != XCH_NONE) own = base_sprintf(arena, "%s_", own);
    return own;
}

static void add_start_name(Import *x, const char *name) {
    Arena arena = {0};
    xch_add_variable(x->out, xch_start_name(&arena, x->m, name), x->how->bare);
    base_free_arena(&arena);
}

static void declare_start(Import *x, const XchVariable *v) {
    Text *t = x->out;
    base_text_printf(t, "  %sparameter Real ", x->how->bare ? "" : "public ");
    add_start_name(x, v->name);
    for (uint32_t i = 0; i < v->ndimensions; i++)
        base_text_printf(t, "%s%u%s", i ? ", " : "[", v->dimensions[i].size, i + 1 == v->ndimensions ? "]" : "");
    bool first = true;
    add_word(t, &first, v, "unit", v->numbers.unit);
    add_word(t, &first, v, "displayUnit", v->numbers.display_unit);
    base_text_add(t, first ? " = " : ") = ");
    xch_add_starts(t, v);
    base_text_printf(t, " \"start value\";\n");
}

/* Units whose names do not say what they mean to Modelica are left out with the numbers as they are. */
static void declare(Import *x, const char *prefix, const XchVariable *v, bool start, bool fixed, bool value) {
    Text *t = x->out;
    bool first = true;
    bool in = strstr(prefix, "input ") != NULL, out = strstr(prefix, "output ") != NULL;
    if ((in || out) && !x->how->bare)
        base_text_printf(t, "  public %sCauseway.FMI.%s%s ", strstr(prefix, "discrete ") ? "discrete " : "", type_of(v),
                         in ? "Input" : "Output");
    else base_text_printf(t, "  %s%s ", prefix, type_of(v));
    xch_add_variable(t, v->name, x->how->bare);
    for (uint32_t i = 0; i < v->ndimensions; i++)
        base_text_printf(t, "%s%u%s", i ? ", " : "[", v->dimensions[i].size, i + 1 == v->ndimensions ? "]" : "");
    if (is_real(v)) {
        add_word(t, &first, v, "quantity", v->numbers.quantity);
        add_word(t, &first, v, "unit", v->numbers.unit);
        add_word(t, &first, v, "displayUnit", v->numbers.display_unit);
        if (v->numbers.nominal > 0) add_number(t, &first, v, "nominal", v->numbers.nominal);
    }
    if (v->type != XCH_BOOLEAN && !is_text(v)) {
        add_number(t, &first, v, "min", v->numbers.min);
        add_number(t, &first, v, "max", v->numbers.max);
    }
    if (start && v->starts) {
        attribute(t, &first, "", "start");
        if (fixed) add_start_name(x, v->name);
        else xch_add_starts(t, v);
        if (fixed) base_text_printf(t, ", %sfixed = true", v->ndimensions ? "each " : "");
    }
    if (!first) base_text_char(t, ')');
    if (value && is_text(v)) {
        base_text_add(t, " = ");
        xch_add_string(t, v->start ? v->start : "");
    } else if (value) {
        base_text_add(t, " = ");
        xch_add_starts(t, v);
    }
    if (v->description && *v->description) {
        base_text_char(t, ' ');
        xch_add_string(t, v->description);
    }
}

/* Where a connector stands: inputs on the left, outputs on the right. */
static void place(Import *x, bool output, uint32_t i, uint32_t n) {
    double y = 100 - 200.0 * (i + 1) / (n + 1);
    base_text_printf(x->out, " annotation(Placement(transformation(extent = {{%d, %.6g}, {%d, %.6g}})))",
                     output ? 100 : -120, y - 10, output ? 120 : -100, y + 10);
}

/* Other names of a variable (FMI 3.0), in results of an FMU alone. */
static void declare_aliases(Import *x, const XchVariable *v, bool derivative) {
    for (uint32_t k = 0; x->how->bare && !is_text(v) && k < v->naliases; k++) {
        bool first = true;
        const XchAlias *a = &v->aliases[k];
        base_text_printf(x->out, "  %s ", type_of(v));
        xch_add_variable(x->out, a->name, x->how->bare);
        for (uint32_t i = 0; i < v->ndimensions; i++)
            base_text_printf(x->out, "%s%u%s", i ? ", " : "[", v->dimensions[i].size,
                             i + 1 == v->ndimensions ? "]" : "");
        if (is_real(v)) add_word(x->out, &first, v, "unit", v->numbers.unit);
        if (is_real(v)) add_word(x->out, &first, v, "displayUnit", a->display_unit);
        base_text_add(x->out, first ? " = " : ") = ");
        if (derivative) base_text_add(x->out, "der(");
        xch_add_variable(x->out, derivative ? x->m->variables.at[v->derivative].name : v->name, x->how->bare);
        if (derivative) base_text_char(x->out, ')');
        if (a->description && *a->description) base_text_char(x->out, ' '), xch_add_string(x->out, a->description);
        base_text_add(x->out, ";\n");
    }
}

static void declare_variables(Import *x) {
    const XchModel *m = x->m;
    uint32_t nin = 0, nout = 0, in = 0, out = 0;
    for (uint32_t i = 0; i < m->variables.n; i++) {
        nin += m->variables.at[i].causality == XCH_INPUT;
        nout += m->variables.at[i].causality == XCH_OUTPUT;
    }
    for (uint32_t i = 0; i < m->variables.n; i++) {
        const XchVariable *v = &m->variables.at[i];
        XchRole role = x->plan->role[i];
        bool output = v->causality == XCH_OUTPUT;
        const char *prefix = output ? "output " : x->how->bare ? "" : "protected ";
        bool derivative = role == XCH_ROLE_DERIVATIVE && !output;
        if (derivative) declare_aliases(x, v, true);
        if (role == XCH_ROLE_NONE || derivative) continue;
        if (role == XCH_ROLE_CONSTANT) declare(x, "constant ", v, false, false, true);
        else if (role == XCH_ROLE_PARAMETER || role == XCH_ROLE_TEXT)
            declare(x, &"public parameter "[x->how->bare ? 7 : 0], v, false, false, true);
        else if (role == XCH_ROLE_TEXT_INPUT && x->how->bare) declare(x, "parameter ", v, false, false, true);
        else if (role == XCH_ROLE_TEXT_INPUT) {
            declare(x, "public input ", v, false, false, false);
            place(x, false, in++, nin);
        } else if (role == XCH_ROLE_INPUT) {
            bool jumps = is_real(v) && v->variability == XCH_DISCRETE;
            declare(x, &(jumps ? "public discrete input " : "public input ")[x->how->bare ? 7 : 0], v, true, false,
                    false);
            if (!x->how->bare) place(x, false, in++, nin);
        } else {
            bool given = role == XCH_ROLE_STATE && v->initial == XCH_EXACT && v->starts;
            if (given) declare_start(x, v);
            Text whole = {0};
            base_text_printf(&whole, "%s%s", x->how->bare || !output ? "" : "public ", prefix);
            declare(x, base_text_str(&whole), v, role == XCH_ROLE_STATE, given, false);
            base_text_free(&whole);
            if (output && !x->how->bare) place(x, true, out++, nout);
        }
        base_text_add(x->out, ";\n");
        declare_aliases(x, v, false);
    }
}

/* State variables that are equations here. */
static size_t nstates_of(const Import *x) { return x->how->kind == XCH_ME ? x->m->states.n : 0; }

/* ---- arguments --------------------------------------------------------------------------------------------------- */

/* The element of a variable by number, row by row. */
static void add_element(Text *t, const XchVariable *v, uint32_t at, bool bare) {
    xch_add_variable(t, v->name, bare);
    if (!v->ndimensions) return;
    uint32_t below = v->nvalues;
    for (uint32_t i = 0; i < v->ndimensions; i++) {
        below /= v->dimensions[i].size;
        base_text_printf(t, "%s%u", i ? ", " : "[", at / below + 1);
        at %= below;
    }
    base_text_char(t, ']');
}

/* One value as a Real. */
static void add_real(Text *t, const XchVariable *v, uint32_t at, bool bare) {
    if (v->type == XCH_BOOLEAN) base_text_add(t, "if ");
    add_element(t, v, at, bare);
    if (v->type == XCH_BOOLEAN) base_text_add(t, " then 1.0 else 0.0");
}

/* {a, b, c}; one 0 where there is nothing, for arrays without elements say nothing of their type. */
static void add_list(Import *x, const VecU32 *vars) {
    bool first = true;
    base_text_char(x->out, '{');
    for (size_t i = 0; i < vars->n; i++) {
        const XchVariable *v = &x->m->variables.at[vars->at[i]];
        for (uint32_t k = 0; k < v->nvalues; k++) {
            if (!first) base_text_add(x->out, ", ");
            add_real(x->out, v, k, x->how->bare);
            first = false;
        }
    }
    base_text_add(x->out, first ? "0.0}" : "}");
}

static void add_texts(Import *x, const VecU32 *list) {
    base_text_char(x->out, '{');
    for (size_t i = 0; i < list->n; i++) {
        if (i) base_text_add(x->out, ", ");
        xch_add_variable(x->out, x->m->variables.at[list->at[i]].name, x->how->bare);
    }
    base_text_add(x->out, list->n ? "}" : "\"\"}");
}

static uint32_t at_least_one(uint32_t n) { return n ? n : 1; }

/* The element of a vector as a value of a variable's type. */
static void equate(Import *x, uint32_t var, const char *vector) {
    const XchVariable *v = &x->m->variables.at[var];
    for (uint32_t k = 0; k < v->nvalues; k++) {
        uint32_t at = x->plan->element[var] + k + 1;
        base_text_add(x->out, "  ");
        add_element(x->out, v, k, x->how->bare);
        if (v->type == XCH_BOOLEAN) base_text_printf(x->out, " = %s[%u] > 0.5;\n", vector, at);
        else if (is_real(v)) base_text_printf(x->out, " = %s[%u];\n", vector, at);
        else base_text_printf(x->out, " = integer(%s[%u] + 0.5);\n", vector, at);
    }
}

/* ---- model exchange ---------------------------------------------------------------------------------------------- */

/* Between two communication points. */
static double step_of(const XchModel *m, const XchImport *how) {
    double start = m->has_start ? m->start : 0, length = how->length;
    if (how->step > 0) return how->step;
    bool varies = how->coupling > 0 && m->cs.variable_step; /* then it is the longest one */
    if (varies) return (length > 0 ? length : m->has_stop ? m->stop - start : 1) / 20;
    if (m->has_step && !(length > 0 && length < m->step)) return m->step;
    if (!(length > 0) && m->has_stop) length = m->stop - start;
    if (length > 0) return length / 500;
    return m->cs.fixed_step > 0 ? m->cs.fixed_step : 0.01;
}

/* Which FMU this is, and its structural parameters where they are not those of its description: objects.c reads it. */
static void add_key(Import *x) {
    const Source *s = base_source(x->fmu->ctx->sources, x->fmu->source);
    Text key = {0};
    base_text_printf(&key, "%016llx", (unsigned long long)base_hash(s->text, s->n, 0));
    for (uint32_t i = 0; i < x->m->variables.n; i++) {
        const XchVariable *v = &x->m->variables.at[i];
        if (v->causality == XCH_STRUCTURAL && v->resized) base_text_printf(&key, " %u=%.0f", i, v->starts[0]);
        if (v->moved) base_text_printf(&key, " %u~", i);
        if (x->how->coupling > 0 && x->how->watched && x->how->watched[i]) base_text_printf(&key, " %u!", i);
    }
    xch_add_string(x->out, base_text_str(&key));
    base_text_free(&key);
}

static void declare_object(Import *x) {
    Text *t = x->out;
    if (x->how->kind == XCH_CS) {
        base_text_printf(t, "  %sparameter Real fmi_step(unit = \"s\") = ", x->how->bare ? "" : "public ");
        base_text_double(t, step_of(x->m, x->how), true);
        base_text_add(t, " \"between two communication points\";\n  parameter Real fmi_tolerance = ");
        base_text_double(t, x->how->tolerance, true);
        base_text_add(t, " \"of the solver inside; 0: its own\";\n");
        if (x->how->coupling > 0) {
            base_text_add(t, "  parameter Real fmi_coupling = ");
            base_text_double(t, x->how->coupling, true);
            base_text_add(t, " \"how far connected values may go in a step, relative to their size\";\n");
        }
        const char *public = x->how->bare ? "" : "public ";
        if (x->m->cs.variable_step)
            base_text_printf(
                t,
                "  %sReal fmi_early = fmi_event[%u] \"an event inside of the step that comes\" "
                "annotation(HideResult = true);\n  %sReal fmi_other = 1e300 \"an event of others, at which "
                "to communicate too\" annotation(HideResult = true);\n",
                public, x->plan->nevent, public);
    }
    base_text_printf(t, "%s  Causeway.FMI.Unit fmi_unit = Causeway.FMI.Unit(", x->how->bare ? "" : "protected\n");
    xch_add_string(t, x->how->path);
    base_text_add(t, ", ");
    add_key(x);
    int ahead = x->how->kind == XCH_CS && !x->how->bare ? XCH_AHEAD : 0; /* alone: one row a communication point */
    if (ahead && x->how->smooth) ahead |= XCH_SMOOTH;
    if (x->how->lodger) ahead |= XCH_LODGER;
    base_text_printf(t, ", %d, %s%s%s);\n", x->how->kind | ahead, x->how->in_process ? "true" : "false",
                     x->how->kind == XCH_CS ? ", fmi_tolerance" : "",
                     x->how->kind == XCH_CS && x->how->coupling > 0 ? ", fmi_coupling" : "");
    if (x->how->lodger) base_text_add(t, "  outer Causeway.FMI.Home fmi_home;\n");
    base_text_printf(t, "  final parameter Integer fmi_ready = Causeway.FMI.prepare%s(fmi_unit, ",
                     x->how->lodger ? "In" : "");
    if (x->how->lodger) base_text_add(t, "fmi_home, ");
    add_list(x, &x->plan->parameters);
    base_text_add(t, ", ");
    add_texts(x, &x->plan->texts);
    base_text_add(t, ") annotation(HideResult = true);\n");
}

static void declare_vectors(Import *x) {
    Text *t = x->out;
    const XchPlan *p = x->plan;
    if (p->kind == XCH_ME)
        base_text_printf(t, "  Real fmi_x[%u] annotation(HideResult = true);\n", at_least_one(p->nstates));
    for (size_t i = 0; i < p->groups.n; i++)
        if (p->groups.at[i].n && i != XCH_EVENT)
            base_text_printf(t, "  Real fmi_v%zu[%u] annotation(HideResult = true);\n", i, p->groups.at[i].n);
    if (p->groups.at[XCH_INDICATORS].n)
        base_text_printf(t, "  Boolean fmi_above[%u] annotation(HideResult = true);\n", p->groups.at[XCH_INDICATORS].n);
    base_text_printf(t,
                     "  discrete Real fmi_event[%u] \"next event, end, states, discrete values\" "
                     "annotation(HideResult = true);\n",
                     p->nevent);
    base_text_add(t, "  Integer fmi_mode(start = 0, fixed = true) annotation(HideResult = true);\n");
    if (p->text_inputs.n) base_text_add(t, "  Integer fmi_told annotation(HideResult = true);\n");
    base_text_add(t, "  Boolean fmi_going annotation(HideResult = true);\n");
}

static void add_call(Import *x, const char *function, size_t group) {
    const XchGroup *g = &x->plan->groups.at[group];
    /* An indicator may change its sign back as soon as the FMU has seen the event: it tells of the FMU before that. */
    const char *mode = group == XCH_INDICATORS ? "pre(fmi_mode)" : "fmi_mode";
    base_text_printf(x->out, "Causeway.FMI.%s(fmi_unit, %zu, fmi_ready + %s, initial(), time, fmi_x, ", function, group,
                     mode);
    add_list(x, &g->inputs);
    base_text_printf(x->out, ", %u)", g->n);
}

/* When does the FMU see an event? */
static void add_conditions(Import *x) {
    Text *t = x->out;
    base_text_add(t, "  when {fmi_going, time >= pre(fmi_event[1])");
    if (x->how->kind == XCH_CS && x->m->cs.variable_step) base_text_add(t, ", time >= pre(fmi_other)");
    for (uint32_t i = 1; i <= x->plan->groups.at[XCH_INDICATORS].n; i++)
        base_text_printf(t, ", change(fmi_above[%u])", i);
    for (size_t i = 0; i < x->plan->inputs.n; i++) {
        const XchVariable *v = &x->m->variables.at[x->plan->inputs.at[i]];
        bool clock = v->type == XCH_CLOCK,
             between =
                 x->how->kind == XCH_ME || (x->how->kind == XCH_CS && x->m->cs.event_mode && x->m->cs.variable_step);
        if (!clock && (v->variability != XCH_DISCRETE || !between)) continue;
        for (uint32_t k = 0; k < v->nvalues; k++) {
            base_text_add(t, ", change(");
            add_element(t, v, k, x->how->bare);
            base_text_char(t, ')');
        }
    }
    base_text_add(t, "} then\n");
}

static void add_text_equations(Import *x) {
    if (x->plan->text_inputs.n) {
        base_text_add(x->out, "  fmi_told = Causeway.FMI.tell(fmi_unit, fmi_ready, ");
        add_texts(x, &x->plan->text_inputs);
        base_text_add(x->out, ");\n");
    }
    for (uint32_t i = 0; i < x->m->variables.n; i++) {
        if (x->plan->role[i] != XCH_ROLE_TEXT_OUTPUT) continue;
        base_text_add(x->out, "  ");
        xch_add_variable(x->out, x->m->variables.at[i].name, x->how->bare);
        base_text_printf(x->out, " = Causeway.FMI.text(fmi_unit, %u, fmi_ready + fmi_mode);\n", i);
    }
}

static void add_events(Import *x) {
    Text *t = x->out;
    const XchModel *m = x->m;
    const XchGroup *e = &x->plan->groups.at[XCH_EVENT];
    uint32_t n = x->plan->nevent;
    add_conditions(x);
    base_text_printf(t, "    fmi_event = Causeway.FMI.%s(fmi_unit, fmi_ready + pre(fmi_mode)%s, time, %s",
                     x->how->kind == XCH_ME   ? "event"
                     : x->how->kind == XCH_CS ? "step"
                                              : "activate",
                     x->plan->text_inputs.n ? " + fmi_told" : "",
                     x->how->kind == XCH_ME   ? "fmi_x, "
                     : x->how->kind == XCH_CS ? "fmi_step, "
                                              : "");
    add_list(x, &e->inputs);
    base_text_printf(t, ", %u);\n    fmi_mode = pre(fmi_mode) + 1;\n", n);
    for (size_t i = 0; i < nstates_of(x); i++) {
        const XchVariable *v = &m->variables.at[m->states.at[i]];
        for (uint32_t k = 0; k < v->nvalues; k++) {
            base_text_add(t, "    reinit(");
            add_element(t, v, k, x->how->bare);
            base_text_printf(t, ", fmi_event[%u]);\n", 3 + x->plan->element[m->states.at[i]] + k);
        }
    }
    base_text_add(t, "  end when;\n  when fmi_event[2] > 0.5 then\n    terminate(\"the FMU asks for the end\");\n  end "
                     "when;\n");
    add_text_equations(x);
    for (size_t i = 0; i < e->vars.n; i++) {
        const XchVariable *v = &m->variables.at[e->vars.at[i]];
        for (uint32_t k = 0; k < v->nvalues; k++) {
            uint32_t at = 3 + x->plan->nstates + x->plan->element[e->vars.at[i]] + k;
            base_text_add(t, "  ");
            add_element(t, v, k, x->how->bare);
            if (v->type == XCH_BOOLEAN) base_text_printf(t, " = fmi_event[%u] > 0.5;\n", at);
            else if (is_real(v)) base_text_printf(t, " = fmi_event[%u];\n", at);
            else base_text_printf(t, " = integer(fmi_event[%u] + 0.5);\n", at);
        }
    }
}

static void add_initial(Import *x) {
    Text *t = x->out;
    const XchModel *m = x->m;
    uint32_t n = x->plan->nevent;
    base_text_add(t, "initial equation\n  fmi_event = Causeway.FMI.beginning(fmi_unit, fmi_ready, time, {");
    for (size_t i = 0; i < nstates_of(x); i++) { /* those that the FMU computes itself are not given to it */
        const XchVariable *v = &m->variables.at[m->states.at[i]];
        for (uint32_t k = 0; k < v->nvalues; k++) {
            if (i || k) base_text_add(t, ", ");
            if (v->initial == XCH_EXACT && v->starts) add_element(t, v, k, x->how->bare);
            else base_text_add(t, "0.0");
        }
    }
    base_text_add(t, x->plan->nstates ? "}, " : "0.0}, ");
    add_list(x, &x->plan->groups.at[XCH_EVENT].inputs);
    base_text_printf(t, ", %u);\n", n);
    for (size_t i = 0; i < nstates_of(x); i++) {
        const XchVariable *v = &m->variables.at[m->states.at[i]];
        for (uint32_t k = 0; k < v->nvalues && !(v->initial == XCH_EXACT && v->starts); k++) {
            base_text_add(t, "  ");
            add_element(t, v, k, x->how->bare);
            base_text_printf(t, " = fmi_event[%u];\n", 3 + x->plan->element[m->states.at[i]] + k);
        }
    }
}

static void add_equations(Import *x) {
    Text *t = x->out;
    const XchModel *m = x->m;
    const XchPlan *p = x->plan;
    base_text_add(t, "equation\n  fmi_going = not initial();\n");
    if (x->how->kind == XCH_ME) {
        base_text_add(t, "  fmi_x = ");
        add_list(x, (const VecU32 *)&m->states);
        base_text_add(t, ";\n");
    }
    for (size_t i = 0; i < p->groups.n; i++) {
        if (!p->groups.at[i].n || i == XCH_EVENT) continue;
        base_text_printf(t, "  fmi_v%zu = ", i);
        add_call(x, "values", i);
        base_text_add(t, ";\n");
    }
    for (size_t i = 0; i < nstates_of(x); i++) {
        const XchVariable *v = &m->variables.at[m->states.at[i]];
        for (uint32_t k = 0; k < v->nvalues; k++) {
            base_text_add(t, "  der(");
            add_element(t, v, k, x->how->bare);
            base_text_printf(t, ") = fmi_v%d[%u];\n", XCH_DERIVATIVES, p->element[m->states.at[i]] + k + 1);
        }
    }
    for (uint32_t i = 0; i < m->variables.n; i++) {
        char vector[24];
        snprintf(vector, sizeof vector, "fmi_v%u", p->group[i]);
        if (p->role[i] == XCH_ROLE_VALUE) equate(x, i, vector);
    }
    for (size_t i = 0; i < nstates_of(x); i++) {
        uint32_t d = m->derivatives.at[i].variable;
        if (p->role[d] != XCH_ROLE_DERIVATIVE || m->variables.at[d].causality != XCH_OUTPUT) continue;
        const XchVariable *v = &m->variables.at[d], *s = &m->variables.at[v->derivative];
        for (uint32_t k = 0; k < v->nvalues; k++) {
            base_text_add(t, "  ");
            add_element(t, v, k, x->how->bare);
            base_text_add(t, " = der(");
            add_element(t, s, k, x->how->bare);
            base_text_add(t, ");\n");
        }
    }
    for (uint32_t i = 1; i <= p->groups.at[XCH_INDICATORS].n; i++)
        base_text_printf(t, "  fmi_above[%u] = fmi_v%d[%u] > 0;\n", i, XCH_INDICATORS, i);
    add_events(x);
    if (x->how->kind == XCH_ME && !m->me.step_not_needed) {
        base_text_add(t, "  assert(Causeway.FMI.accepted(fmi_unit, fmi_ready + fmi_mode, time, fmi_x, ");
        add_list(x, &p->groups.at[XCH_EVENT].inputs);
        base_text_add(t, "), \"the FMU does not accept a step\");\n");
    }
}

/* ---- the whole block --------------------------------------------------------------------------------------------- */

static void add_annotation(Import *x) {
    Text *t = x->out;
    const XchModel *m = x->m;
    base_text_add(t,
                  "  annotation(\n    Icon(graphics = {Rectangle(extent = {{-100, 100}, {100, -100}}, lineColor = {60, "
                  "60, 60}, fillColor = {245, 245, 250}, fillPattern = FillPattern.Solid), Text(extent = {{-90, 30}, "
                  "{90, -10}}, textString = ");
    xch_add_string(t, m->name);
    base_text_add(t, "), Text(extent = {{-90, -60}, {90, -85}}, textString = \"FMU\", textColor = {120, 120, 120}), "
                     "Text(extent = {{-150, 150}, {150, 110}}, textString = \"%name\", textColor = {0, 0, 255})}),\n");
    base_text_add(t, "    Documentation(info = \"<html><p>");
    add_html(t, m->description ? m->description : m->name);
    base_text_printf(t, "</p><p>An FMU of FMI %s for %s", m->fmi_version,
                     x->how->kind == XCH_ME   ? "model exchange"
                     : x->how->kind == XCH_CS ? "co-simulation"
                                              : "scheduled execution");
    if (m->tool) base_text_add(t, ", made by "), add_html(t, m->tool);
    if (m->author) base_text_add(t, "; author: "), add_html(t, m->author);
    if (m->model_version) base_text_add(t, "; version "), add_html(t, m->model_version);
    if (m->copyright) base_text_add(t, ". "), add_html(t, m->copyright);
    if (m->license) base_text_add(t, ". License: "), add_html(t, m->license);
    base_text_add(t, ".</p></html>\")");
    if (m->has_stop) {
        base_text_add(t, ",\n    experiment(StopTime = ");
        base_text_double(t, m->stop, false);
        if (m->has_start) base_text_add(t, ", StartTime = "), base_text_double(t, m->start, false);
        if (m->has_tolerance) base_text_add(t, ", Tolerance = "), base_text_double(t, m->tolerance, false);
        bool points = x->how->kind == XCH_CS;
        if (points || m->has_step) {
            base_text_add(t, ", Interval = ");
            base_text_double(t, points ? step_of(m, x->how) : m->step, false);
        }
        base_text_char(t, ')');
    }
    base_text_add(t, ");\n");
}

void xch_modelica(const XchFmu *f, const XchImport *how, Text *out) {
    Arena arena = {0};
    Import x = {.fmu = f, .m = f->model, .how = how, .out = out, .plan = xch_plan(f->model, how->kind)};
    const char *name = how->name ? how->name : xch_class_name(&arena, f->model);
    base_text_printf(out, "%s %s", how->bare ? "model" : "block", name);
    if (f->model->description) base_text_char(out, ' '), xch_add_string(out, f->model->description);
    base_text_char(out, '\n');
    declare_variables(&x);
    declare_object(&x);
    declare_vectors(&x);
    add_initial(&x);
    add_equations(&x);
    add_annotation(&x);
    base_text_printf(out, "end %s;\n", name);
    xch_plan_free((XchPlan *)x.plan);
    base_free_arena(&arena);
}
