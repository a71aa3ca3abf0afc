/* chart.c - a statechart from a file to Modelica: which format it has, and what its file leaves to be found. */
#include "exchange/chart_impl.h"

#include <ctype.h>
#include <string.h>

static bool is_known(const Chart *c, const char *name) {
    static const char *const words[] = {"and",  "or",   "not",    "true", "false", "if",
                                        "then", "else", "elseif", "time", "In"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(words[i], name)) return true;
    for (size_t i = 0; i < c->variables.n; i++)
        if (!strcmp(c->variables.at[i].name, name)) return true;
    return false;
}

static void add_variable(Chart *c, ChartRole role, const char *type, const char *name, Span span) {
    ChartVariable v = {.role = role, .type = type, .name = name, .span = span};
    if (!is_known(c, name)) vec_push(&c->variables, v);
}

/* Names in an expression that nothing declares are inputs; what a call names is a function. */
static void find_inputs(Chart *c, const char *s, Span span) {
    while (s && *s) {
        if (*s == '"') {
            const char *close = strchr(s + 1, '"');
            s = close ? close + 1 : s + strlen(s);
            continue;
        }
        size_t n = 0;
        while (isalnum((unsigned char)s[n]) || s[n] == '_' || (n && s[n] == '.')) n++;
        if (!n) {
            s++;
            continue;
        }
        const char *name = base_strndup(c->arena, s, n);
        if (!strncmp(name, "_event", 6))
            base_unsupported(c->ctx, "XCH0032", span, "%s of SCXML cannot be written as Modelica", name);
        else if (!isdigit((unsigned char)*name) && !strchr(name, '.') && s[n] != '(')
            add_variable(c, CHART_INPUT, "Real", name, span);
        s += n;
    }
}

static bool is_raised_by(const ChartActions *list, const char *event) {
    for (size_t i = 0; i < list->n; i++)
        if (!list->at[i].value && !strcmp(list->at[i].to, event)) return true;
    return false;
}

static bool is_raised(const Chart *c, const char *event) {
    for (size_t i = 0; i < c->states.n; i++)
        if (is_raised_by(&c->states.at[i].entry, event) || is_raised_by(&c->states.at[i].exit, event)) return true;
    for (size_t i = 0; i < c->transitions.n; i++)
        if (is_raised_by(&c->transitions.at[i].actions, event)) return true;
    return false;
}

static void find_in_actions(Chart *c, const ChartActions *list, bool assigned) {
    for (size_t i = 0; i < list->n; i++) {
        const ChartAction *a = &list->at[i];
        if (a->value && assigned) add_variable(c, CHART_OUTPUT, "Real", a->to, a->span);
        else if (a->value) find_inputs(c, a->value, a->span);
    }
}

/* Formats without declarations: what is assigned is an output, what else is named an input. */
static void infer(Chart *c) {
    for (int pass = 1; pass >= 0; pass--) {
        for (size_t i = 0; i < c->states.n; i++) {
            find_in_actions(c, &c->states.at[i].entry, pass);
            find_in_actions(c, &c->states.at[i].exit, pass);
        }
        for (size_t i = 0; i < c->transitions.n; i++) find_in_actions(c, &c->transitions.at[i].actions, pass);
    }
    for (size_t i = 0; i < c->transitions.n; i++) {
        const ChartTransition *t = &c->transitions.at[i];
        if (t->event && !is_raised(c, t->event)) add_variable(c, CHART_INPUT, "Boolean", t->event, t->span);
        find_inputs(c, t->condition, t->span);
        find_inputs(c, t->after, t->span);
    }
}

/* The name of a chart whose file does not say it. */
static const char *name_of_file(Chart *c, const char *path) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
    return xch_chart_name(c, name, dot && dot > name ? (size_t)(dot - name) : strlen(name));
}

static bool ends_with(const char *path, const char *end) {
    size_t n = strlen(path), m = strlen(end);
    return n >= m && !strcmp(path + n - m, end);
}

static void free_chart(Chart *c) {
    for (size_t i = 0; i < c->states.n; i++) vec_free(&c->states.at[i].entry), vec_free(&c->states.at[i].exit);
    for (size_t i = 0; i < c->transitions.n; i++) vec_free(&c->transitions.at[i].actions);
    vec_free(&c->states), vec_free(&c->transitions), vec_free(&c->variables);
}

bool xch_statechart(Context *ctx, const char *path, Text *out) {
    Text bytes = {0};
    if (!base_read_file(path, (size_t)1 << 26, &bytes)) {
        base_error(ctx, "TOOL0005", (Span){0}, "%s cannot be read", path);
        return false;
    }
    SourceId source = base_source_string(ctx->sources, path, base_text_str(&bytes), bytes.n);
    base_text_free(&bytes);
    Arena arena = {0};
    Chart c = {.ctx = ctx, .arena = &arena};
    bool xml = ends_with(path, ".scxml") || ends_with(path, ".xml"), table = ends_with(path, ".csv");
    bool ok = xml     ? xch_chart_scxml(&c, source)
              : table ? xch_chart_table(&c, source, name_of_file(&c, path))
                      : xch_chart_text(&c, source);
    if (ok && xml && !strcmp(c.states.at[0].name, "Chart")) c.states.at[0].name = name_of_file(&c, path);
    if (ok && (xml || table)) infer(&c);
    ok = ok && !base_error_count(ctx) && xch_chart_write(&c, out);
    free_chart(&c);
    base_free_arena(&arena);
    return ok;
}
