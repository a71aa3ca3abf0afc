/* chart_read.c - statecharts as text of our own, and as tables.
 *
 *     statechart Lamp "A lamp"
 *       input Boolean button;
 *       input Real level;
 *       output Integer n = 0 "How often it was on";
 *       initial state Off
 *         on button -> On do n := n + 1;
 *         when level > 10 and n < 3 -> On;
 *       end Off;
 *       state On
 *         entry raise lit;
 *         after 5 -> Off;
 *       end On;
 *     end Lamp;
 *
 *     chart      = "statechart" name [string] {variable | state} "end" name ";"
 *     variable   = ("input" | "output" | "parameter" | "local") type name ["=" expression] [string] ";"
 *     state      = ["initial"] ("state" | "parallel" | "final" | "history") name [string]
 *                  {state | inside} "end" name ";"
 *     inside     = ("entry" | "exit") actions ";" | transition
 *     transition = ["on" event] ["when" condition] ["after" seconds] ["->" state] ["do" actions] ";"
 *     actions    = action {"," action};  action = name ":=" expression | "raise" event
 *
 * final and history have no body: they end with ";".  A table has a heading line with columns state, event, condition,
 * after, target, action; its variables are found by their use, as in SCXML.
 */
#include "exchange/chart_impl.h"

#include <ctype.h>
#include <string.h>

typedef struct {
    Chart *c;
    SourceId source;
    const char *text, *at, *end;
    bool failed;
} Reader;

static Span here(const Reader *r, const char *from, const char *to) {
    return (Span){r->source, (uint32_t)(from - r->text), (uint32_t)(to - r->text)};
}

static bool fail(Reader *r, const char *fmt, const char *what) {
    if (!r->failed) {
        const char *to = r->at < r->end ? r->at + 1 : r->at;
        base_error(r->c->ctx, "XCH0030", here(r, r->at, to), fmt, what);
    }
    r->failed = true;
    return false;
}

static void skip(Reader *r) {
    for (;;) {
        while (r->at < r->end && isspace((unsigned char)*r->at)) r->at++;
        if (r->end - r->at < 2 || r->at[0] != '/' || r->at[1] != '/') return;
        while (r->at < r->end && *r->at != '\n') r->at++;
    }
}

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_' || c == '.'; }

static size_t word_length(const Reader *r) {
    size_t n = 0;
    while (r->at + n < r->end && is_word(r->at[n])) n++;
    return n;
}

/* Takes a word or a sign when it stands here. */
static bool take(Reader *r, const char *word) {
    skip(r);
    size_t n = strlen(word);
    bool letters = isalpha((unsigned char)word[0]);
    if (letters ? word_length(r) != n : (size_t)(r->end - r->at) < n) return false;
    if (strncmp(r->at, word, n) != 0) return false;
    r->at += n;
    return true;
}

static bool need(Reader *r, const char *word) { return take(r, word) || fail(r, "expected '%s'", word); }

const char *xch_chart_name(Chart *c, const char *from, size_t n) {
    char *name = base_strndup(c->arena, from, n);
    for (size_t i = 0; i < n; i++)
        if (!isalnum((unsigned char)name[i])) name[i] = '_';
    return isdigit((unsigned char)name[0]) ? base_sprintf(c->arena, "n%s", name) : name;
}

static const char *name(Reader *r, Span *span) {
    skip(r);
    size_t n = word_length(r);
    if (!n) return fail(r, "expected %s", "a name"), "";
    *span = here(r, r->at, r->at + n);
    const char *s = xch_chart_name(r->c, r->at, n);
    r->at += n;
    return s;
}

static const char *comment(Reader *r) {
    skip(r);
    if (r->at >= r->end || *r->at != '"') return NULL;
    const char *from = ++r->at;
    while (r->at < r->end && *r->at != '"') r->at += *r->at == '\\' && r->at + 1 < r->end ? 2 : 1;
    if (r->at >= r->end) return fail(r, "%s is not closed", "a text"), NULL;
    return base_strndup(r->c->arena, from, (size_t)(r->at++ - from));
}

/* Whether an expression ends here. */
static bool is_over(const Reader *r, bool word_begins) {
    if (*r->at == ';' || *r->at == ',' || *r->at == '"' || strncmp(r->at, "->", 2) == 0) return true;
    static const char *const ends[] = {"when", "after", "do"};
    for (size_t i = 0; word_begins && i < sizeof ends / sizeof *ends; i++)
        if (word_length(r) == strlen(ends[i]) && strncmp(r->at, ends[i], strlen(ends[i])) == 0) return true;
    return false;
}

static const char *expression(Reader *r) {
    skip(r);
    const char *from = r->at;
    int depth = 0;
    while (r->at < r->end && (depth > 0 || !is_over(r, r->at == from || !is_word(r->at[-1])))) {
        if (*r->at == '(' || *r->at == '[' || *r->at == '{') depth++;
        if (*r->at == ')' || *r->at == ']' || *r->at == '}') depth--;
        r->at++;
    }
    const char *to = r->at;
    while (to > from && isspace((unsigned char)to[-1])) to--;
    if (to == from) return fail(r, "expected %s", "an expression"), "";
    return base_strndup(r->c->arena, from, (size_t)(to - from));
}

static void actions(Reader *r, ChartActions *list) {
    do {
        ChartAction a = {0};
        if (take(r, "raise")) a.to = name(r, &a.span);
        else {
            a.to = name(r, &a.span);
            if (!r->failed && need(r, ":=")) a.value = expression(r);
        }
        vec_push(list, a);
    } while (!r->failed && take(r, ","));
}

static void transition(Reader *r, int from) {
    ChartTransition t = {.from = from};
    Span span;
    skip(r);
    const char *begin = r->at;
    if (take(r, "on")) t.event = name(r, &span);
    if (take(r, "when")) t.condition = expression(r);
    if (take(r, "after")) t.after = expression(r);
    if (take(r, "->")) t.target = name(r, &t.span);
    else t.span = here(r, begin, r->at);
    if (take(r, "do")) actions(r, &t.actions);
    if (r->at == begin) fail(r, "expected %s", "a state, a transition (on, when, after, ->), entry, exit or end");
    need(r, ";");
    vec_push(&r->c->transitions, t);
}

int xch_chart_find(const Chart *c, const char *wanted) {
    for (size_t i = 0; i < c->states.n; i++)
        if (!strcmp(c->states.at[i].name, wanted)) return (int)i;
    return -1;
}

int xch_chart_state(Chart *c, ChartKind kind, int parent, const char *called, Span span) {
    if (xch_chart_find(c, called) >= 0) base_error(c->ctx, "XCH0031", span, "there are two states named '%s'", called);
    ChartState s = {.kind = kind, .name = called, .parent = parent, .span = span};
    vec_push(&c->states, s);
    return (int)c->states.n - 1;
}

static bool state(Reader *r, int parent, int depth) {
    bool initial = take(r, "initial");
    static const char *const words[] = {"state", "parallel", "final", "history"};
    int kind = 0;
    while (kind < 4 && !take(r, words[kind])) kind++;
    if (kind == 4) return initial && fail(r, "expected %s", "state");
    Span span = {0};
    const char *called = name(r, &span);
    if (r->failed) return true;
    int s = xch_chart_state(r->c, (ChartKind)kind, parent, called, span);
    if (initial) r->c->states.at[parent].initial = called;
    r->c->states.at[s].comment = comment(r);
    if (kind >= CHART_FINAL) return need(r, ";"), true;
    if (depth > 100) return fail(r, "%s are nested too deeply", "states"), true;
    while (!r->failed && !take(r, "end")) {
        if (state(r, s, depth + 1)) continue;
        bool entry = take(r, "entry"), leave = !entry && take(r, "exit");
        if (!entry && !leave) {
            transition(r, s);
            continue;
        }
        actions(r, entry ? &r->c->states.at[s].entry : &r->c->states.at[s].exit);
        need(r, ";");
    }
    if (!r->failed && !take(r, called)) fail(r, "expected the name of the state that ends here, '%s'", called);
    need(r, ";");
    return true;
}

static bool variable(Reader *r) {
    static const char *const words[] = {"input", "parameter", "output", "local"};
    int role = 0;
    while (role < 4 && !take(r, words[role])) role++;
    if (role == 4) return false;
    ChartVariable v = {.role = (ChartRole)role};
    Span span;
    v.type = name(r, &span);
    if (!r->failed && strcmp(v.type, "Real") && strcmp(v.type, "Integer") && strcmp(v.type, "Boolean"))
        base_error(r->c->ctx, "XCH0030", span, "a variable of a statechart is Real, Integer or Boolean, not '%s'",
                   v.type);
    v.name = name(r, &v.span);
    if (take(r, "=")) v.value = expression(r);
    v.comment = comment(r);
    need(r, ";");
    vec_push(&r->c->variables, v);
    return true;
}

bool xch_chart_text(Chart *c, SourceId source) {
    const Source *s = base_source(c->ctx->sources, source);
    Reader r = {.c = c, .source = source, .text = s->text, .at = s->text, .end = s->text + s->n};
    Span span = {0};
    if (!need(&r, "statechart")) return false;
    const char *called = name(&r, &span);
    xch_chart_state(c, CHART_STATE, -1, called, span);
    c->states.at[0].comment = comment(&r);
    while (!r.failed && !take(&r, "end"))
        if (!variable(&r) && !state(&r, 0, 0)) fail(&r, "expected %s", "a variable, a state or end");
    if (!r.failed && !take(&r, called)) fail(&r, "expected the name of the statechart, '%s'", called);
    if (!r.failed) need(&r, ";");
    return !r.failed;
}

/* ---- tables ------------------------------------------------------------------------------------------------------ */

enum { COLUMN_STATE, COLUMN_EVENT, COLUMN_CONDITION, COLUMN_AFTER, COLUMN_TARGET, COLUMN_ACTION, COLUMNS };

/* A field of a line, without quotes and blanks around it; NULL: it is empty. */
static const char *field(Reader *r, char stop) {
    const char *from = r->at;
    bool quoted = false;
    while (r->at < r->end && *r->at != '\n' && (quoted || *r->at != stop)) quoted ^= *r->at++ == '"';
    const char *to = r->at;
    while (from < to && (isspace((unsigned char)*from) || *from == '"')) from++;
    while (to > from && (isspace((unsigned char)to[-1]) || to[-1] == '"')) to--;
    return to > from ? base_strndup(r->c->arena, from, (size_t)(to - from)) : NULL;
}

static int line(Reader *r, char stop, const char *fields[COLUMNS * 2]) {
    int n = 0;
    for (;;) {
        const char *f = field(r, stop);
        if (n < COLUMNS * 2) fields[n++] = f;
        if (r->at >= r->end || *r->at == '\n') break;
        r->at++;
    }
    if (r->at < r->end) r->at++;
    return n;
}

static void table_actions(Reader *r, const char *text, ChartActions *list, Span span) {
    Reader inside = {.c = r->c, .text = text, .at = text, .end = text + strlen(text)};
    actions(&inside, list);
    for (size_t i = 0; i < list->n; i++) list->at[i].span = span;
    if (inside.failed) r->failed = true;
}

static void table_row(Reader *r, const char *fields[], const int where[COLUMNS], Span span) {
    const char *v[COLUMNS];
    for (int k = 0; k < COLUMNS; k++) v[k] = where[k] >= 0 ? fields[where[k]] : NULL;
    if (!v[COLUMN_STATE]) return;
    const char *called = xch_chart_name(r->c, v[COLUMN_STATE], strlen(v[COLUMN_STATE]));
    int from = xch_chart_find(r->c, called);
    if (from < 0) from = xch_chart_state(r->c, CHART_STATE, 0, called, span);
    ChartTransition t = {.from = from, .condition = v[COLUMN_CONDITION], .after = v[COLUMN_AFTER], .span = span};
    if (v[COLUMN_EVENT]) t.event = xch_chart_name(r->c, v[COLUMN_EVENT], strlen(v[COLUMN_EVENT]));
    if (v[COLUMN_TARGET]) t.target = xch_chart_name(r->c, v[COLUMN_TARGET], strlen(v[COLUMN_TARGET]));
    if (v[COLUMN_ACTION]) table_actions(r, v[COLUMN_ACTION], &t.actions, span);
    if (t.event || t.condition || t.after || t.target) vec_push(&r->c->transitions, t);
}

bool xch_chart_table(Chart *c, SourceId source, const char *called) {
    static const char *const headings[COLUMNS] = {"state", "event", "condition", "after", "target", "action"};
    const Source *s = base_source(c->ctx->sources, source);
    Reader r = {.c = c, .source = source, .text = s->text, .at = s->text, .end = s->text + s->n};
    const char *fields[COLUMNS * 2];
    int where[COLUMNS], n;
    const char *newline = memchr(r.at, '\n', s->n);
    char stop = newline && memchr(r.at, ';', (size_t)(newline - r.at)) ? ';' : ',';
    n = line(&r, stop, fields);
    for (int k = 0; k < COLUMNS; k++) {
        where[k] = -1;
        for (int i = 0; i < n; i++)
            if (fields[i] && !strcmp(fields[i], headings[k])) where[k] = i;
    }
    if (where[COLUMN_STATE] < 0 || where[COLUMN_TARGET] < 0) {
        r.at = r.text;
        return fail(&r, "the heading of a table needs the columns %s",
                    "state and target (event, condition, after, action)");
    }
    xch_chart_state(c, CHART_STATE, -1, called, (Span){0});
    while (r.at < r.end && !r.failed) {
        const char *from = r.at;
        n = line(&r, stop, fields);
        for (int i = n; i < COLUMNS * 2; i++) fields[i] = NULL;
        table_row(&r, fields, where, here(&r, from, r.at));
    }
    if (c->states.n < 2) fail(&r, "the table has no %s", "state");
    return !r.failed;
}
