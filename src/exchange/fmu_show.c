/* fmu_show.c - what an FMU is, as a text or as JSON. */
#include "exchange/exchange_impl.h"

#include <math.h>
#include <string.h>

static void add_kind(Text *t, const char *word, bool there, bool *first) {
    if (!there) return;
    base_text_printf(t, "%s%s", *first ? "" : ", ", word);
    *first = false;
}

static void capabilities(Text *t, const char *name, const XchInterface *x) {
    if (!x->there) return;
    bool first = true;
    base_text_printf(t, "  %s: ", name);
    add_kind(t, "state saved and restored", x->get_set_state, &first);
    add_kind(t, "serialised", x->serialise_state, &first);
    add_kind(t, "directional derivatives", x->directional, &first);
    add_kind(t, "adjoint derivatives", x->adjoint, &first);
    add_kind(t, "steps of any size", x->variable_step, &first);
    add_kind(t, "event mode", x->event_mode, &first);
    add_kind(t, "early return", x->might_return_early || x->early_return, &first);
    add_kind(t, "intermediate update", x->intermediate_update, &first);
    add_kind(t, "needs its tool", x->needs_execution_tool, &first);
    add_kind(t, "one instance a process", x->one_instance, &first);
    base_text_add(t, first ? "no options\n" : "\n");
}

static void experiment(Text *t, const XchModel *m) {
    bool first = true;
    const struct {
        const char *word;
        bool has;
        double value;
    } parts[] = {{"from", m->has_start, m->start},
                 {"to", m->has_stop, m->stop},
                 {"tolerance", m->has_tolerance, m->tolerance},
                 {"step", m->has_step, m->step}};
    for (size_t i = 0; i < 4; i++) {
        if (!parts[i].has) continue;
        base_text_printf(t, "%s%s ", first ? "  experiment: " : ", ", parts[i].word);
        base_text_double(t, parts[i].value, false);
        first = false;
    }
    if (!first) base_text_char(t, '\n');
}

static void variable(Text *t, const XchModel *m, const XchVariable *v) {
    base_text_printf(t, "  %-24s %s", v->name, xch_type_name(m, v->type));
    for (uint32_t i = 0; i < v->ndimensions; i++)
        base_text_printf(t, "%s%u%s", i ? ", " : "[", v->dimensions[i].size, i + 1 == v->ndimensions ? "]" : "");
    base_text_printf(t, " %s", xch_causality_name(v->causality));
    if (v->type != XCH_CLOCK) base_text_printf(t, " %s", xch_variability_name(v->variability));
    if (v->start) base_text_printf(t, " = %s", v->start);
    if (v->numbers.unit) base_text_printf(t, " [%s]", v->numbers.unit);
    if (v->description) base_text_printf(t, "  \"%s\"", v->description);
    base_text_char(t, '\n');
}

static void show_text(const XchModel *m, Text *t) {
    bool first = true;
    base_text_printf(t, "%s: FMI %s, ", m->name, m->fmi_version);
    add_kind(t, "model exchange", m->me.there, &first);
    add_kind(t, "co-simulation", m->cs.there, &first);
    add_kind(t, "scheduled execution", m->se.there, &first);
    base_text_char(t, '\n');
    if (m->description) base_text_printf(t, "  %s\n", m->description);
    if (m->tool) base_text_printf(t, "  made by %s%s%s\n", m->tool, m->date ? ", " : "", m->date ? m->date : "");
    capabilities(t, "model exchange", &m->me);
    capabilities(t, "co-simulation", &m->cs);
    capabilities(t, "scheduled execution", &m->se);
    experiment(t, m);
    base_text_printf(t, "  %u states, %u event indicators, %zu variables\n", m->nstates, m->nindicators,
                     m->variables.n);
    for (size_t i = 0; i < m->variables.n; i++) variable(t, m, &m->variables.at[i]);
}

/* ---- JSON -------------------------------------------------------------------------------------------------------- */

static void member(Text *t, const char *name, const char *value) {
    if (!value) return;
    base_text_printf(t, ",\"%s\":", name);
    base_text_json(t, value, strlen(value));
}

static void number(Text *t, const char *name, double value) {
    if (!isfinite(value)) return;
    base_text_printf(t, ",\"%s\":", name);
    base_text_double(t, value, false);
}

static void unknowns(Text *t, const char *name, const XchModel *m, const XchUnknowns *list) {
    base_text_printf(t, ",\"%s\":[", name);
    for (size_t i = 0; i < list->n; i++) {
        const XchUnknown *u = &list->at[i];
        const char *variable_name = m->variables.at[u->variable].name;
        base_text_add(t, i ? ",{\"name\":" : "{\"name\":");
        base_text_json(t, variable_name, strlen(variable_name));
        if (u->has_dependencies) base_text_add(t, ",\"depends\":[");
        for (uint32_t k = 0; k < u->n; k++) {
            const char *on = m->variables.at[u->on[k]].name;
            if (k) base_text_char(t, ',');
            base_text_json(t, on, strlen(on));
        }
        base_text_add(t, u->has_dependencies ? "]}" : "}");
    }
    base_text_char(t, ']');
}

static void show_json(const XchModel *m, Text *t) {
    base_text_printf(t, "{\"version\":%d", m->version);
    member(t, "model", m->name), member(t, "description", m->description), member(t, "token", m->token);
    member(t, "tool", m->tool), member(t, "author", m->author), member(t, "date", m->date);
    base_text_printf(t, ",\"model_exchange\":%s,\"co_simulation\":%s,\"scheduled_execution\":%s",
                     m->me.there ? "true" : "false", m->cs.there ? "true" : "false", m->se.there ? "true" : "false");
    number(t, "start", m->start), number(t, "stop", m->stop), number(t, "tolerance", m->tolerance);
    number(t, "step", m->step);
    base_text_printf(t, ",\"states\":%u,\"event_indicators\":%u,\"variables\":[", m->nstates, m->nindicators);
    for (size_t i = 0; i < m->variables.n; i++) {
        const XchVariable *v = &m->variables.at[i];
        base_text_add(t, i ? ",\n{\"name\":" : "\n{\"name\":");
        base_text_json(t, v->name, strlen(v->name));
        base_text_printf(t, ",\"reference\":%u", v->reference);
        member(t, "type", xch_type_name(m, v->type));
        member(t, "causality", xch_causality_name(v->causality));
        member(t, "variability", xch_variability_name(v->variability));
        if (v->initial != XCH_NO_INITIAL) member(t, "initial", xch_initial_name(v->initial));
        member(t, "start", v->start), member(t, "unit", v->numbers.unit);
        member(t, "display_unit", v->numbers.display_unit), member(t, "quantity", v->numbers.quantity);
        number(t, "min", v->numbers.min), number(t, "max", v->numbers.max), number(t, "nominal", v->numbers.nominal);
        member(t, "description", v->description);
        if (v->derivative != XCH_NONE) member(t, "derivative_of", m->variables.at[v->derivative].name);
        for (uint32_t k = 0; k < v->ndimensions; k++)
            base_text_printf(t, "%s%u%s", k ? "," : ",\"dimensions\":[", v->dimensions[k].size,
                             k + 1 == v->ndimensions ? "]" : "");
        base_text_char(t, '}');
    }
    base_text_char(t, ']');
    unknowns(t, "outputs", m, &m->outputs), unknowns(t, "derivatives", m, &m->derivatives);
    base_text_add(t, "}\n");
}

void xch_show(const XchModel *m, bool json, Text *out) {
    if (json) show_json(m, out);
    else {
        size_t from = out->n;
        show_text(m, out);
        base_text_clean(out, from);
    }
}
