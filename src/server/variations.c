/* variations.c - sweeps over parameters, linear models and points of rest, for the studio's panels: each in a child.
 */
#include "server/studio_impl.h"

#include <causeway/study.h>

enum { MOST_RUNS = 2000, MOST_WORDS = 32 };

static const BaseJson *items(const BaseJson *params, const char *name) {
    const BaseJson *list = base_json_get(params, name);
    return list && list->kind == BASE_JSON_ARRAY ? list->items : NULL;
}

static size_t words(const BaseJson *params, const char *name, const char *out[MOST_WORDS]) {
    size_t n = 0;
    for (const BaseJson *i = items(params, name); i && n < MOST_WORDS; i = i->next)
        if (i->kind == BASE_JSON_STRING) out[n++] = i->text;
    return n;
}

static void refuse_with_reasons(Server *s, causeway_session *session, const causeway_run *r) {
    Text why = {0};
    for (size_t i = 0; i < causeway_diagnostic_count(session); i++)
        base_text_add(&why, causeway_format_diagnostic(session, causeway_get_diagnostic(session, i), CAUSEWAY_TEXT));
    for (size_t i = 0; r && i < causeway_run_diagnostic_count(r); i++)
        base_text_printf(&why, "%s\n", causeway_run_get_diagnostic(r, i)->text);
    srv_refuse(s, SRV_REQUEST_FAILED, "%s", why.n ? base_text_str(&why) : "it cannot be done");
    base_text_free(&why);
}

/* ---- sweeps ------------------------------------------------------------------------------------------------------ */

static void put_number(Text *out, double x) {
    if (isfinite(x)) base_text_double(out, x, false);
    else base_text_add(out, "null");
}

static void put_rows(causeway_design *d, causeway_study *study, Text *out) {
    const char *const *columns, *const *factors;
    size_t n = causeway_study_columns(study, &columns), nf = causeway_design_factors(d, &factors);
    double *values = base_realloc(NULL, (n + 1) * sizeof *values);
    base_text_add(out, "{\"factors\":[");
    for (size_t i = 0; i < nf; i++) srv_comma(out), srv_put_text(out, factors[i]);
    base_text_add(out, "],\"columns\":[");
    for (size_t i = 0; i < n; i++) srv_comma(out), srv_put_text(out, columns[i]);
    base_text_add(out, "],\"rows\":[");
    for (uint64_t run = 0; run < causeway_design_runs(d); run++) {
        const char *why = NULL;
        causeway_status code = causeway_study_row(study, run, values, &why);
        srv_comma(out);
        base_text_add(out, "{\"given\":[");
        for (size_t i = 0; i < nf; i++) srv_comma(out), srv_put_text(out, causeway_design_value(d, run, i));
        base_text_add(out, "],\"values\":[");
        for (size_t i = 0; i < n; i++) srv_comma(out), put_number(out, values[i]);
        base_text_char(out, ']');
        if (code != CAUSEWAY_OK) srv_put_member(out, "why", why ? why : "it failed");
        base_text_char(out, '}');
    }
    base_text_add(out, "]}");
    base_realloc(values, 0);
}

/* {class, values: ["k=1:0.5:10"], record: [names], reduce} -> {factors, columns, rows: [{given, values, why?}]} */
void srv_sweep(Server *s, const BaseJson *params, Text *out) {
    const char *values[MOST_WORDS], *record[MOST_WORDS];
    size_t nvalues = words(params, "values", values), nrecord = words(params, "record", record);
    causeway_session *session = srv_session(s);
    causeway_study_options o;
    causeway_model *m =
        causeway_model_new(session, base_json_string(params, "class") ? base_json_string(params, "class") : "");
    causeway_design *d = m ? causeway_design_new(session, CAUSEWAY_GRID, 0, 1, nvalues, values, 0, NULL) : NULL;
    causeway_study_options_init(&o);
    o.nrecord = nrecord;
    o.record = record;
    o.reduce = base_json_string(params, "reduce");
    if (d && causeway_design_runs(d) > MOST_RUNS) {
        srv_refuse(s, SRV_INVALID_PARAMS, "%llu runs are more than %d: use causeway sweep",
                   (unsigned long long)causeway_design_runs(d), MOST_RUNS);
    } else {
        causeway_study *study = d ? causeway_study_new(m, d, &o) : NULL;
        if (study && causeway_study_run(study) == CAUSEWAY_OK) put_rows(d, study, out);
        else refuse_with_reasons(s, session, NULL);
        causeway_study_free(study);
    }
    causeway_design_free(d);
    causeway_model_free(m);
    causeway_session_free(session);
}

/* ---- one point --------------------------------------------------------------------------------------------------- */

static void set_values(causeway_run *r, const BaseJson *params) {
    const BaseJson *values = base_json_get(params, "values");
    for (const BaseJson *v = values && values->kind == BASE_JSON_OBJECT ? values->items : NULL; v; v = v->next)
        if (v->kind == BASE_JSON_STRING) causeway_run_set_text(r, v->key, v->text);
}

static bool put_linear(causeway_run *r, double time, Text *out) {
    causeway_status code = causeway_run_initialise(r);
    if (code == CAUSEWAY_OK && time > causeway_run_time(r)) code = causeway_run_advance(r, time);
    causeway_linear *l = code == CAUSEWAY_OK ? causeway_run_linearise(r, 0, NULL) : NULL;
    size_t n = 0;
    const char *text = l ? causeway_linear_text(l, "report", &n) : NULL;
    if (text) base_text_addn(out, text, n);
    causeway_linear_free(l);
    return text != NULL;
}

static bool put_rest(causeway_model *m, causeway_run *r, Text *out) {
    const char *method = "";
    const uint32_t *states;
    if (causeway_run_rest(r, NULL, &method) != CAUSEWAY_OK) return false;
    base_text_printf(out, "at rest, found by %s\n\n", method);
    size_t n = causeway_variables_of(m, CAUSEWAY_STATES, &states);
    for (size_t i = 0; i < n; i++) {
        causeway_variable v = {.size = sizeof v};
        if (causeway_describe_variable(m, states[i], &v) != CAUSEWAY_OK) continue;
        base_text_printf(out, "%-40s %14.8g %s\n", v.name, causeway_run_get_number(r, states[i]), v.unit);
    }
    return true;
}

/* {class, what: "linear" | "rest", time?, values?} -> {text} */
void srv_point(Server *s, const BaseJson *params, Text *out) {
    const char *name = base_json_string(params, "class"), *what = base_json_string(params, "what");
    const BaseJson *time = base_json_get(params, "time");
    bool linear = what && strcmp(what, "linear") == 0;
    if (!name || !what || (!linear && strcmp(what, "rest") != 0)) {
        srv_refuse(s, SRV_INVALID_PARAMS, "params.class and params.what, \"linear\" or \"rest\", are needed");
        return;
    }
    causeway_session *session = srv_session(s);
    causeway_model *m = causeway_model_new(session, name);
    causeway_translation how;
    Text text = {0};
    causeway_translation_init(&how);
    how.response = linear;
    causeway_run *r = m && causeway_model_translate(m, &how) == CAUSEWAY_OK ? causeway_run_new(m) : NULL;
    if (r) set_values(r, params);
    bool ok = r && (linear ? put_linear(r, time && time->kind == BASE_JSON_NUMBER ? time->number : -INFINITY, &text)
                           : put_rest(m, r, &text));
    if (ok) {
        base_text_char(out, '{');
        srv_put_member(out, "text", base_text_str(&text));
        base_text_char(out, '}');
    } else refuse_with_reasons(s, session, r);
    base_text_free(&text);
    causeway_run_free(r);
    causeway_model_free(m);
    causeway_session_free(session);
}

/* ---- two results ------------------------------------------------------------------------------------------------- */

static uint32_t number_of(const BaseJson *params, const char *name) {
    const BaseJson *x = base_json_get(params, name);
    return x && x->kind == BASE_JSON_NUMBER && x->number >= 1 && x->number < 1e9 ? (uint32_t)x->number : 0;
}

static void put_difference(causeway_result *a, causeway_result *b, const char *name, double tolerance, Text *out) {
    causeway_difference d = {.size = sizeof d};
    causeway_status code = causeway_result_compare(a, b, name, tolerance, &d);
    srv_comma(out);
    base_text_char(out, '{');
    srv_put_member(out, "name", name);
    base_text_printf(out, ",\"known\":%s,\"same\":%s", code == CAUSEWAY_OK ? "true" : "false",
                     d.same ? "true" : "false");
    const struct {
        const char *name;
        double value;
    } numbers[] = {{"outside", d.outside}, {"deviation", d.deviation}, {"time", d.time}, {"range", d.range}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        base_text_printf(out, ",\"%s\":", numbers[i].name);
        put_number(out, numbers[i].value);
    }
    base_text_char(out, '}');
}

/* {run, reference, names, tolerance?} -> {differences: [{name, same, outside, deviation, time, range}]} */
void srv_compare(Server *s, const BaseJson *params, Text *out) {
    const char *names[MOST_WORDS];
    size_t n = words(params, "names", names);
    uint32_t run = number_of(params, "run"), reference = number_of(params, "reference");
    const BaseJson *tolerance = base_json_get(params, "tolerance");
    causeway_session *session = causeway_session_new(NULL);
    causeway_result *a = run ? causeway_result_open(session, srv_result_path(s, run)) : NULL;
    causeway_result *b = reference ? causeway_result_open(session, srv_result_path(s, reference)) : NULL;
    if (a && b) {
        base_text_add(out, "{\"differences\":[");
        for (size_t i = 0; i < n; i++)
            put_difference(a, b, names[i], tolerance && tolerance->kind == BASE_JSON_NUMBER ? tolerance->number : 0,
                           out);
        base_text_add(out, "]}");
    } else refuse_with_reasons(s, session, NULL);
    causeway_result_free(a);
    causeway_result_free(b);
    causeway_session_free(session);
}
