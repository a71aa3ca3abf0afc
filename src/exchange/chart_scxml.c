/* chart_scxml.c - statecharts as SCXML (W3C, State Chart XML 1.0), as far as their data are plain values.
 *
 * Conditions and values are expressions of ECMAScript that mean the same in Modelica when && || ! != are written in
 * words.  What needs an interpreter or another process (script, invoke, foreach, send with a delay) is refused by name.
 */
#include "exchange/chart_impl.h"

#include <ctype.h>
#include <string.h>

static void refuse(Chart *c, const XchNode *n, const char *what) {
    base_unsupported(c->ctx, "XCH0032", xch_span(n), "%s of SCXML cannot be written as Modelica", what);
}

/* An expression of ECMAScript as one of Modelica. */
static const char *in_words(Chart *c, const char *s) {
    Text t = {0};
    for (; s && *s; s++) {
        if (!strncmp(s, "&&", 2)) base_text_add(&t, " and "), s++;
        else if (!strncmp(s, "||", 2)) base_text_add(&t, " or "), s++;
        else if (!strncmp(s, "!==", 3)) base_text_add(&t, "<>"), s += 2;
        else if (!strncmp(s, "!=", 2)) base_text_add(&t, "<>"), s++;
        else if (!strncmp(s, "===", 3)) base_text_add(&t, "=="), s += 2;
        else if (*s == '!') base_text_add(&t, "not ");
        else if (*s == '\'') base_text_char(&t, '"');
        else base_text_char(&t, *s);
    }
    const char *words = base_strdup(c->arena, base_text_str(&t));
    base_text_free(&t);
    return words;
}

static const char *called(Chart *c, const XchNode *n, const char *attribute) {
    const char *s = xch_attribute(n, attribute);
    return s ? xch_chart_name(c, s, strlen(s)) : NULL;
}

/* What stands in onentry, onexit, or a transition. */
static void content(Chart *c, const XchNode *parent, ChartActions *list) {
    for (const XchNode *n = parent->first; n; n = n->next) {
        ChartAction a = {.span = xch_span(n)};
        if (!strcmp(n->name, "assign")) {
            a.to = called(c, n, "location");
            a.value = in_words(c, xch_attribute(n, "expr") ? xch_attribute(n, "expr") : n->text);
        } else if (!strcmp(n->name, "raise")) a.to = called(c, n, "event");
        else if (!strcmp(n->name, "send") && !xch_attribute(n, "delay") && !xch_attribute(n, "target"))
            a.to = called(c, n, "event");
        else if (!strcmp(n->name, "log")) continue;
        else {
            refuse(c, n, base_sprintf(c->arena, "<%s>", n->name));
            continue;
        }
        if (a.to) vec_push(list, a);
        else base_error(c->ctx, "XCH0030", a.span, "<%s> does not say what it is for", n->name);
    }
}

static void data(Chart *c, const XchNode *model) {
    for (const XchNode *n = model->first; n; n = n->next) {
        if (strcmp(n->name, "data")) continue;
        const char *value = xch_attribute(n, "expr") ? xch_attribute(n, "expr") : n->text ? n->text : "0";
        bool truth = !strcmp(value, "true") || !strcmp(value, "false");
        ChartVariable v = {
            .role = CHART_OUTPUT, .type = truth ? "Boolean" : "Real", .name = called(c, n, "id"), .span = xch_span(n)};
        v.value = in_words(c, value);
        if (v.name) vec_push(&c->variables, v);
    }
}

static void transition(Chart *c, const XchNode *n, int from) {
    ChartTransition t = {.from = from, .span = xch_span(n), .target = called(c, n, "target")};
    const char *event = xch_attribute(n, "event"), *cond = xch_attribute(n, "cond");
    if (event && (strchr(event, '*') || strchr(event, ' '))) refuse(c, n, "a transition of several events");
    if (event) t.event = called(c, n, "event");
    if (cond) t.condition = in_words(c, cond);
    if (xch_attribute(n, "target") && strchr(xch_attribute(n, "target"), ' '))
        refuse(c, n, "a transition of several targets");
    content(c, n, &t.actions);
    vec_push(&c->transitions, t);
}

static void inside(Chart *c, const XchNode *node, int s, int depth);

static void child_state(Chart *c, const XchNode *n, ChartKind kind, int parent, int depth) {
    const char *id = called(c, n, "id");
    if (!id) id = base_sprintf(c->arena, "state%zu", c->states.n);
    int s = xch_chart_state(c, kind, parent, id, xch_span(n));
    if (kind == CHART_HISTORY && xch_attribute(n, "type") && !strcmp(xch_attribute(n, "type"), "deep"))
        refuse(c, n, "deep history");
    if (kind != CHART_HISTORY) inside(c, n, s, depth + 1);
    if (xch_attribute(n, "initial")) c->states.at[s].initial = called(c, n, "initial");
}

static void inside(Chart *c, const XchNode *node, int s, int depth) {
    static const char *const kinds[] = {"state", "parallel", "final", "history"};
    if (depth > 100) base_error(c->ctx, "XCH0030", xch_span(node), "states are nested too deeply");
    for (const XchNode *n = node->first; n && depth <= 100; n = n->next) {
        int kind = 0;
        while (kind < 4 && strcmp(n->name, kinds[kind])) kind++;
        if (kind < 4) child_state(c, n, (ChartKind)kind, s, depth);
        else if (!strcmp(n->name, "datamodel")) data(c, n);
        else if (!strcmp(n->name, "transition")) transition(c, n, s);
        else if (!strcmp(n->name, "onentry")) content(c, n, &c->states.at[s].entry);
        else if (!strcmp(n->name, "onexit")) content(c, n, &c->states.at[s].exit);
        else if (!strcmp(n->name, "initial") && xch_child(n, "transition"))
            c->states.at[s].initial = called(c, xch_child(n, "transition"), "target");
        else refuse(c, n, base_sprintf(c->arena, "<%s>", n->name));
    }
}

bool xch_chart_scxml(Chart *c, SourceId source) {
    XchNode *root = xch_xml(c->ctx, c->arena, source);
    if (!root) return false;
    if (strcmp(root->name, "scxml")) {
        base_error(c->ctx, "XCH0030", xch_span(root), "the document is <%s>, not <scxml>", root->name);
        return false;
    }
    const char *name = called(c, root, "name");
    xch_chart_state(c, CHART_STATE, -1, name ? name : "Chart", xch_span(root));
    inside(c, root, 0, 0);
    if (xch_attribute(root, "initial")) c->states.at[0].initial = called(c, root, "initial");
    return !base_error_count(c->ctx);
}
