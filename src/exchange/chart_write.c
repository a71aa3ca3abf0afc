/* chart_write.c - a statechart as a Modelica block.
 *
 * Each state with children becomes an Integer, the number of the child that is active (0: none).  One function makes a
 * whole reaction: the transitions of inner states first, then those around them, again until none is enabled; so
 * nothing between is seen outside (run to completion).  It is called at events only: conditions on inputs are Booleans
 * of the block, where their instants are found, and the function gets their values.  (M.A. Pereira Remelhe 2002: a
 * record of data, and functions that detect and perform transitions.)
 */
#include "exchange/chart_impl.h"

#include <ctype.h>
#include <string.h>

typedef VEC(const char *) Words;

typedef struct {
    Chart *c;
    Text *out;
    Words lifted;         /* conditions without variables of the chart: Booleans of the block */
    Words events, raised; /* events from outside; those that actions raise */
    int depth;            /* blanks in front of a line */
    bool outside;         /* in the block: variables are those before the event */
} Writer;

static const ChartState *at(const Writer *w, int s) { return &w->c->states.at[s]; }

static bool has(const Words *list, const char *name) {
    for (size_t i = 0; i < list->n; i++)
        if (!strcmp(list->at[i], name)) return true;
    return false;
}

static void line(Writer *w, const char *fmt, ...) BASE_PRINTF(2, 3);
static void line(Writer *w, const char *fmt, ...) {
    va_list args, again;
    va_start(args, fmt);
    va_copy(again, args);
    size_t n = (size_t)vsnprintf(NULL, 0, fmt, args) + 1;
    char *text = BASE_ARRAY(w->c->arena, char, n);
    vsnprintf(text, n, fmt, again);
    va_end(again);
    va_end(args);
    base_text_printf(w->out, "%*s%s\n", w->depth, "", text);
}

static const ChartVariable *variable(const Chart *c, const char *name, size_t n) {
    for (size_t i = 0; i < c->variables.n; i++) {
        const ChartVariable *v = &c->variables.at[i];
        if (strlen(v->name) == n && !strncmp(v->name, name, n)) return v;
    }
    return NULL;
}

static bool is_changing(const ChartVariable *v) { return v && (v->role == CHART_OUTPUT || v->role == CHART_LOCAL); }

/* Number of a state among those of its parent that can be active; 0: a history. */
static int number(const Writer *w, int s) {
    int k = 0;
    for (int i = 0; i <= s; i++)
        if (at(w, i)->parent == at(w, s)->parent && at(w, i)->kind != CHART_HISTORY) k++;
    return at(w, s)->kind == CHART_HISTORY ? 0 : k;
}

static bool has_children(const Writer *w, int s) {
    for (size_t i = 0; i < w->c->states.n; i++)
        if (at(w, (int)i)->parent == s && at(w, (int)i)->kind != CHART_HISTORY) return true;
    return false;
}

/* Children of which one is active: those of a parallel state all are. */
static bool is_compound(const Writer *w, int s) { return at(w, s)->kind == CHART_STATE && has_children(w, s); }

static bool has_history(const Writer *w, int s) {
    for (size_t i = 0; i < w->c->states.n; i++)
        if (at(w, (int)i)->parent == s && at(w, (int)i)->kind == CHART_HISTORY) return true;
    return false;
}

/* "in_Parent == 2", for regions of a parallel state that of the parallel state. */
static const char *active(const Writer *w, int s) {
    while (s > 0 && at(w, at(w, s)->parent)->kind == CHART_PARALLEL) s = at(w, s)->parent;
    if (s <= 0) return "true";
    const char *parent = at(w, at(w, s)->parent)->name;
    return base_sprintf(w->c->arena, w->outside ? "pre(in_%s) == %d" : "in_%s == %d", parent, number(w, s));
}

/* ---- expressions ------------------------------------------------------------------------------------------------- */

static size_t identifier(const char *s) {
    size_t n = 0;
    if (isalpha((unsigned char)*s) || *s == '_')
        while (isalnum((unsigned char)s[n]) || s[n] == '_' || (s[n] == '.' && isalpha((unsigned char)s[n + 1]))) n++;
    return n;
}

/* In("state"): the length, and the state that is meant (-1: unknown). */
static size_t in_state(const Writer *w, const char *s, int *state) {
    if (strncmp(s, "In(", 3)) return 0;
    const char *from = s + 3;
    while (*from == '"' || *from == ' ') from++;
    size_t n = identifier(from);
    const char *close = strchr(from, ')');
    *state = n ? xch_chart_find(w->c, xch_chart_name(w->c, from, n)) : -1;
    return close ? (size_t)(close + 1 - s) : 0;
}

/* An expression with the names that it has where it is written. */
static const char *rewritten(const Writer *w, const char *s, size_t len) {
    Text t = {0};
    for (const char *end = s + len; s < end;) {
        int state;
        size_t n = in_state(w, s, &state);
        if (n) base_text_printf(&t, "(%s)", state > 0 ? active(w, state) : "true");
        else if ((n = identifier(s)) > 0)
            base_text_printf(&t, w->outside && is_changing(variable(w->c, s, n)) ? "pre(%.*s)" : "%.*s", (int)n, s);
        else base_text_addn(&t, s, n = 1);
        s += n;
    }
    const char *text = base_strdup(w->c->arena, base_text_str(&t));
    base_text_free(&t);
    return text;
}

static bool is_fixed_outside(const Writer *w, const char *s, size_t len) {
    for (const char *end = s + len; s < end;) {
        int state;
        if (in_state(w, s, &state)) return false;
        size_t n = identifier(s);
        if (n && is_changing(variable(w->c, s, n))) return false;
        s += n ? n : 1;
    }
    return true;
}

static bool is_connective(const char *s, size_t n) {
    return (n == 3 && (!strncmp(s, "and", 3) || !strncmp(s, "not", 3))) || (n == 2 && !strncmp(s, "or", 2));
}

/* Length of a group in parentheses that stands here; 0: none. */
static size_t group(const char *s, const char *end) {
    int depth = 0;
    for (const char *p = s; *s == '(' && p < end; p++) {
        if (*p == '(') depth++;
        if (*p == ')' && --depth == 0) return (size_t)(p + 1 - s);
    }
    return 0;
}

/* Whether connectives stand directly or deeper inside: then the parts are looked at one by one. */
static bool holds_connective(const char *s, const char *end) {
    while (s < end) {
        size_t n = identifier(s);
        if (is_connective(s, n)) return true;
        s += n ? n : 1;
    }
    return false;
}

/* A part of a condition: cond[k] when it holds no variable of the chart, so that the block finds its instants. */
static void add_atom(Writer *w, Text *t, const char *s, const char *end) {
    while (s < end && isspace((unsigned char)*s)) s++;
    while (end > s && isspace((unsigned char)end[-1])) end--;
    size_t n = (size_t)(end - s);
    if (!n) return;
    if (!is_fixed_outside(w, s, n)) {
        base_text_printf(t, "(%s)", rewritten(w, s, n));
        return;
    }
    const char *text = base_strndup(w->c->arena, s, n);
    size_t k = 0;
    while (k < w->lifted.n && strcmp(w->lifted.at[k], text)) k++;
    if (k == w->lifted.n) vec_push(&w->lifted, text);
    base_text_printf(t, "cond[%zu]", k + 1);
}

static void add_condition(Writer *w, Text *t, const char *s, const char *end) {
    const char *from = s;
    while (s < end) {
        size_t n = identifier(s), g = group(s, end);
        if (is_connective(s, n)) {
            add_atom(w, t, from, s);
            base_text_printf(t, " %.*s ", (int)n, s);
            from = s += n;
        } else if (g && holds_connective(s, s + g)) {
            base_text_char(t, '(');
            add_condition(w, t, s + 1, s + g - 1);
            base_text_char(t, ')');
            from = s += g;
        } else s += n ? n : g ? g : 1;
    }
    add_atom(w, t, from, end);
}

/* What enables a transition, in the block or in the function. */
static const char *trigger(Writer *w, size_t k) {
    const ChartTransition *t = &w->c->transitions.at[k];
    Text text = {0};
    if (t->event) base_text_printf(&text, "ev_%s", t->event);
    if (t->after) base_text_printf(&text, "%slate[%zu]", text.n ? " and " : "", k + 1);
    if (t->condition) {
        base_text_add(&text, text.n ? " and (" : "(");
        add_condition(w, &text, t->condition, t->condition + strlen(t->condition));
        base_text_char(&text, ')');
    }
    const char *s = text.n ? base_strdup(w->c->arena, base_text_str(&text)) : "true";
    base_text_free(&text);
    return s;
}

/* ---- the reaction ------------------------------------------------------------------------------------------------ */

static void write_actions(Writer *w, const ChartActions *list) {
    for (size_t i = 0; i < list->n; i++) {
        const ChartAction *a = &list->at[i];
        if (a->value) line(w, "%s := %s;", a->to, rewritten(w, a->value, strlen(a->value)));
        else line(w, "next_%s := true;", a->to);
    }
}

static void set_timers(Writer *w, int s, bool enter) {
    for (size_t k = 0; k < w->c->transitions.n; k++) {
        const ChartTransition *t = &w->c->transitions.at[k];
        if (t->from != s || !t->after) continue;
        if (enter) line(w, "due[%zu] := now + (%s);", k + 1, rewritten(w, t->after, strlen(t->after)));
        else line(w, "due[%zu] := 1e300;", k + 1);
        line(w, "late[%zu] := false;", k + 1);
    }
}

static int first_child(const Writer *w, int s) {
    const char *initial = at(w, s)->initial;
    int named = initial ? xch_chart_find(w->c, initial) : -1;
    while (named > 0 && at(w, named)->parent != s) named = at(w, named)->parent;
    if (named > 0) return named;
    for (size_t i = 0; i < w->c->states.n; i++)
        if (at(w, (int)i)->parent == s && at(w, (int)i)->kind != CHART_HISTORY) return (int)i;
    return -1;
}

/* Whether `target` is s or lies inside of it. */
static bool leads_to(const Writer *w, int s, int target) {
    while (target >= 0 && target != s) target = at(w, target)->parent;
    return target >= 0;
}

static void write_entry(Writer *w, int s, int target);

static void enter_remembered(Writer *w, int s) {
    const char *word = "if";
    for (size_t i = 0; i < w->c->states.n; i++) {
        int k = (int)i;
        if (at(w, k)->parent != s || at(w, k)->kind == CHART_HISTORY || k == first_child(w, s)) continue;
        line(w, "%s hist_%s == %d then", word, at(w, s)->name, number(w, k));
        w->depth += 2, write_entry(w, k, -1), w->depth -= 2;
        word = "elseif";
    }
    bool several = !strcmp(word, "elseif");
    if (several) line(w, "else"), w->depth += 2;
    write_entry(w, first_child(w, s), -1);
    if (several) w->depth -= 2, line(w, "end if;");
}

/* Enters a state and what is active in it; target: a state inside that is wanted, or -1. */
static void write_entry(Writer *w, int s, int target) {
    const ChartState *state = at(w, s);
    if (s > 0 && at(w, state->parent)->kind != CHART_PARALLEL)
        line(w, "in_%s := %d;", at(w, state->parent)->name, number(w, s));
    set_timers(w, s, true);
    write_actions(w, &state->entry);
    bool by_history = target > 0 && at(w, target)->kind == CHART_HISTORY && at(w, target)->parent == s;
    if (by_history) enter_remembered(w, s);
    for (size_t i = 0; i < w->c->states.n && !by_history; i++) {
        int k = (int)i;
        if (at(w, k)->parent != s || at(w, k)->kind == CHART_HISTORY) continue;
        bool wanted = target > 0 && target != s && leads_to(w, k, target);
        bool any = target <= 0 || target == s || !leads_to(w, s, target);
        if (wanted || state->kind == CHART_PARALLEL) write_entry(w, k, wanted ? target : -1);
        else if (any && k == first_child(w, s)) {
            int named = state->initial ? xch_chart_find(w->c, state->initial) : -1;
            write_entry(w, k, named > 0 && named != k ? named : -1);
        }
    }
}

static void write_exit(Writer *w, int s) {
    const ChartState *state = at(w, s);
    const char *word = "if";
    for (size_t i = 0; i < w->c->states.n; i++) {
        int k = (int)i;
        if (at(w, k)->parent != s || at(w, k)->kind == CHART_HISTORY) continue;
        if (state->kind == CHART_PARALLEL) {
            write_exit(w, k);
            continue;
        }
        line(w, "%s in_%s == %d then", word, state->name, number(w, k));
        w->depth += 2, write_exit(w, k), w->depth -= 2;
        word = "elseif";
    }
    if (!strcmp(word, "elseif")) line(w, "end if;");
    write_actions(w, &state->exit);
    set_timers(w, s, false);
    if (is_compound(w, s) && has_history(w, s)) line(w, "hist_%s := in_%s;", state->name, state->name);
    if (is_compound(w, s)) line(w, "in_%s := 0;", state->name);
}

/* The innermost state with children of which one is active, around both (SCXML 3.13, its "LCCA"). */
static int common(const Writer *w, int from, int target) {
    int s = at(w, from)->parent;
    while (s > 0 && !(at(w, s)->kind == CHART_STATE && leads_to(w, s, target) && s != target)) s = at(w, s)->parent;
    return s > 0 ? s : 0;
}

static void write_transition(Writer *w, const ChartTransition *t) {
    int target = t->target ? xch_chart_find(w->c, t->target) : -1;
    if (target < 0) {
        write_actions(w, &t->actions);
        return;
    }
    int around = common(w, t->from, target), leaves = t->from, enters = target;
    while (at(w, leaves)->parent != around) leaves = at(w, leaves)->parent;
    while (at(w, enters)->parent != around) enters = at(w, enters)->parent;
    write_exit(w, leaves);
    write_actions(w, &t->actions);
    write_entry(w, enters, target);
}

static void write_own_transitions(Writer *w, int s) {
    const char *word = "if";
    for (size_t k = 0; k < w->c->transitions.n; k++) {
        if (w->c->transitions.at[k].from != s) continue;
        line(w, "%s not f[%d] and %s then", word, s + 1, trigger(w, k));
        w->depth += 2;
        write_transition(w, &w->c->transitions.at[k]);
        line(w, "f[%d] := true;", s + 1);
        w->depth -= 2;
        word = "elseif";
    }
    if (!strcmp(word, "elseif")) line(w, "end if;");
}

/* Transitions of what is active inside of a state, then its own. */
static void write_search(Writer *w, int s) {
    const ChartState *state = at(w, s);
    const char *word = "if";
    line(w, "f[%d] := false;", s + 1);
    for (size_t i = 0; i < w->c->states.n; i++) {
        int k = (int)i;
        if (at(w, k)->parent != s || at(w, k)->kind == CHART_HISTORY) continue;
        bool together = state->kind == CHART_PARALLEL;
        if (together) line(w, "if %s then", active(w, s));
        else line(w, "%s in_%s == %d then", word, state->name, number(w, k));
        w->depth += 2;
        write_search(w, k);
        line(w, together ? "f[%d] := f[%d] or f[%d];" : "f[%d] := f[%d];", s + 1, together ? s + 1 : k + 1, k + 1);
        w->depth -= 2;
        if (together) line(w, "end if;");
        word = "elseif";
    }
    if (!strcmp(word, "elseif") && state->kind != CHART_PARALLEL) line(w, "end if;");
    write_own_transitions(w, s);
}

/* ---- declarations ------------------------------------------------------------------------------------------------ */

/* Calls visit for each value that a reaction changes: type and name. */
typedef void Visit(Writer *w, const char *type, const char *name, const char *start, const char *comment);

static void each_value(Writer *w, Visit *visit) {
    for (size_t i = 0; i < w->c->states.n; i++) {
        int s = (int)i;
        if (!is_compound(w, s)) continue;
        visit(w, "Integer", base_sprintf(w->c->arena, "in_%s", at(w, s)->name), "0", "number of the active child");
        if (has_history(w, s))
            visit(w, "Integer", base_sprintf(w->c->arena, "hist_%s", at(w, s)->name), "0", "the last one");
    }
    for (size_t i = 0; i < w->c->variables.n; i++) {
        const ChartVariable *v = &w->c->variables.at[i];
        if (is_changing(v))
            visit(w, v->type, v->name, v->value ? v->value : !strcmp(v->type, "Boolean") ? "false" : "0", v->comment);
    }
}

static void as_output(Writer *w, const char *type, const char *name, const char *start, const char *comment) {
    (void)start, (void)comment;
    line(w, "output %s %s;", type, name);
}
static void as_input(Writer *w, const char *type, const char *name, const char *start, const char *comment) {
    (void)start, (void)comment;
    line(w, "input %s old_%s;", type, name);
}
static void as_copy(Writer *w, const char *type, const char *name, const char *start, const char *comment) {
    (void)type, (void)start, (void)comment;
    line(w, "%s := old_%s;", name, name);
}
static void as_result(Writer *w, const char *type, const char *name, const char *start, const char *comment) {
    (void)type, (void)start, (void)comment;
    base_text_printf(w->out, "%s, ", name);
}
static void as_argument(Writer *w, const char *type, const char *name, const char *start, const char *comment) {
    (void)type, (void)start, (void)comment;
    base_text_printf(w->out, "pre(%s), ", name);
}

static void declare(Writer *w, const char *prefix, const char *type, const char *name, const char *rest,
                    const char *comment) {
    line(w, "%s%s %s%s%s%s%s;", prefix, type, name, rest, comment ? " \"" : "", comment ? comment : "",
         comment ? "\"" : "");
}

static void as_hidden(Writer *w, const char *type, const char *name, const char *start, const char *comment) {
    if (!strncmp(name, "in_", 3) || !strncmp(name, "hist_", 5))
        declare(w, "", type, name, base_sprintf(w->c->arena, "(start = %s, fixed = true)", start), comment);
}

static void declare_variables(Writer *w, bool hidden) {
    for (size_t i = 0; i < w->c->variables.n; i++) {
        const ChartVariable *v = &w->c->variables.at[i];
        if ((v->role == CHART_LOCAL) != hidden) continue;
        const char *start = v->value ? v->value : !strcmp(v->type, "Boolean") ? "false" : "0";
        const char *discrete = !strcmp(v->type, "Real") ? "discrete " : "";
        if (v->role == CHART_INPUT) declare(w, "input ", v->type, v->name, "", v->comment);
        else if (v->role == CHART_PARAMETER)
            declare(w, "parameter ", v->type, v->name, v->value ? base_sprintf(w->c->arena, " = %s", v->value) : "",
                    v->comment);
        else
            declare(w, hidden ? discrete : base_sprintf(w->c->arena, "%soutput ", discrete), v->type, v->name,
                    base_sprintf(w->c->arena, "(start = %s, fixed = true)", start), v->comment);
    }
}

/* Inputs and parameters, of the function or of its call. */
static void outer_values(Writer *w, bool call) {
    for (size_t i = 0; i < w->c->variables.n; i++) {
        const ChartVariable *v = &w->c->variables.at[i];
        if (is_changing(v)) continue;
        if (call) base_text_printf(w->out, "%s, ", v->name);
        else line(w, "input %s %s;", v->type, v->name);
    }
}

static void write_function(Writer *w) {
    size_t n = w->c->transitions.n, m = w->lifted.n;
    line(w, "function react \"Transitions until none is enabled\"");
    w->depth += 2;
    each_value(w, as_input);
    outer_values(w, false);
    line(w, "input Real old_due[%zu];", n);
    line(w, "input Boolean old_late[%zu];", n);
    line(w, "input Boolean cond[%zu];", m);
    for (size_t i = 0; i < w->events.n; i++) line(w, "input Boolean old_%s;", w->events.at[i]);
    line(w, "input Real now;");
    each_value(w, as_output);
    line(w, "output Real due[%zu];", n);
    w->depth -= 2;
    line(w, "protected");
    w->depth += 2;
    line(w, "Boolean late[%zu], f[%zu], fired;", n, w->c->states.n);
    for (size_t i = 0; i < w->events.n; i++) line(w, "Boolean ev_%s;", w->events.at[i]);
    for (size_t i = 0; i < w->raised.n; i++) line(w, "Boolean ev_%s, next_%s;", w->raised.at[i], w->raised.at[i]);
    line(w, "Integer rounds;");
    w->depth -= 2;
    line(w, "algorithm");
    w->depth += 2;
    each_value(w, as_copy);
    line(w, "due := old_due;");
    line(w, "late := old_late;");
    line(w, "f := fill(false, %zu);", w->c->states.n);
    for (size_t i = 0; i < w->events.n; i++) line(w, "ev_%s := old_%s;", w->events.at[i], w->events.at[i]);
    for (size_t i = 0; i < w->raised.n; i++) line(w, "ev_%s := false;", w->raised.at[i]);
    for (size_t i = 0; i < w->raised.n; i++) line(w, "next_%s := false;", w->raised.at[i]);
    line(w, "if in_%s == 0 then", at(w, 0)->name);
    w->depth += 2, write_entry(w, 0, -1), w->depth -= 2;
    line(w, "end if;");
    line(w, "fired := true;");
    line(w, "rounds := 0;");
    line(w, "while fired and rounds < 100 loop");
    w->depth += 2;
    line(w, "rounds := rounds + 1;");
    write_search(w, 0);
    line(w, "fired := f[1];");
    for (size_t i = 0; i < w->events.n; i++) line(w, "ev_%s := false;", w->events.at[i]);
    for (size_t i = 0; i < w->raised.n; i++) {
        line(w, "fired := fired or next_%s;", w->raised.at[i]);
        line(w, "ev_%s := next_%s;", w->raised.at[i], w->raised.at[i]);
        line(w, "next_%s := false;", w->raised.at[i]);
    }
    w->depth -= 2;
    line(w, "end while;");
    line(w, "assert(not fired, \"The statechart %s does not come to rest: 100 rounds of transitions at one instant\");",
         at(w, 0)->name);
    w->depth -= 2;
    line(w, "end react;");
}

static void write_equations(Writer *w, const Words *go) {
    size_t n = w->c->transitions.n;
    line(w, "equation");
    w->depth += 2;
    for (size_t k = 0; k < w->lifted.n; k++) line(w, "cond[%zu] = %s;", k + 1, w->lifted.at[k]);
    for (size_t k = 0; k < n; k++) line(w, "late[%zu] = time >= pre(due[%zu]);", k + 1, k + 1);
    for (size_t k = 0; k < go->n; k++) line(w, "go[%zu] = %s;", k + 1, go->at[k]);
    base_text_add(w->out, "    when {initial()");
    for (size_t k = 0; k < go->n; k++) base_text_printf(w->out, ", go[%zu]", k + 1);
    for (size_t i = 0; i < w->events.n; i++) base_text_printf(w->out, ", %s", w->events.at[i]);
    base_text_add(w->out, "} then\n      (");
    each_value(w, as_result);
    base_text_add(w->out, "due) = react(");
    each_value(w, as_argument);
    outer_values(w, true);
    base_text_add(w->out, "pre(due), late, cond, ");
    for (size_t i = 0; i < w->events.n; i++) base_text_printf(w->out, "edge(%s), ", w->events.at[i]);
    base_text_add(w->out, "time);\n    end when;\n");
    w->depth -= 2;
}

static void write_block(Writer *w) {
    size_t n = w->c->transitions.n;
    Words go = {0};
    const char *doc = at(w, 0)->comment;
    line(w, "block %s%s%s%s", at(w, 0)->name, doc ? " \"" : "", doc ? doc : "", doc ? "\"" : "");
    w->depth += 2;
    declare_variables(w, false);
    w->outside = true;
    for (size_t k = 0; k < n; k++)
        if (!w->c->transitions.at[k].event)
            vec_push(&go,
                     base_sprintf(w->c->arena, "%s and %s", active(w, w->c->transitions.at[k].from), trigger(w, k)));
    w->outside = false;
    for (size_t k = 0; k < n; k++) trigger(w, k); /* conditions of transitions with events are lifted too */
    for (size_t i = 1; i < w->c->states.n; i++)
        if (at(w, (int)i)->kind != CHART_HISTORY)
            line(w, "output Boolean is_%s = %s%s%s%s;", at(w, (int)i)->name, active(w, (int)i),
                 at(w, (int)i)->comment ? " \"" : "", at(w, (int)i)->comment ? at(w, (int)i)->comment : "",
                 at(w, (int)i)->comment ? "\"" : "");
    w->depth -= 2;
    line(w, "protected");
    w->depth += 2;
    each_value(w, as_hidden);
    declare_variables(w, true);
    line(w, "discrete Real due[%zu](each start = 1e300, each fixed = true) \"When a transition's time is over\";", n);
    line(w, "Boolean late[%zu], go[%zu], cond[%zu];", n, go.n, w->lifted.n);
    write_function(w);
    w->depth -= 2;
    write_equations(w, &go);
    line(w, "end %s;", at(w, 0)->name);
    vec_free(&go);
}

/* ---- what must hold before --------------------------------------------------------------------------------------- */

static void note_raised(Writer *w, const ChartActions *list) {
    for (size_t i = 0; i < list->n; i++)
        if (!list->at[i].value && !has(&w->raised, list->at[i].to)) vec_push(&w->raised, list->at[i].to);
}

static void check_assigned(Writer *w, const ChartActions *list) {
    for (size_t i = 0; i < list->n; i++) {
        const ChartAction *a = &list->at[i];
        if (a->value && !is_changing(variable(w->c, a->to, strlen(a->to))))
            base_error(w->c->ctx, "XCH0031", a->span,
                       "'%s' is assigned but is no output or local variable of the statechart", a->to);
    }
}

static void check_transition(Writer *w, const ChartTransition *t) {
    int target = t->target ? xch_chart_find(w->c, t->target) : 0;
    if (target < 0) {
        VecStr names = {0};
        for (size_t i = 1; i < w->c->states.n; i++) vec_push(&names, base_strdup(w->c->arena, at(w, (int)i)->name));
        const char *near = base_nearest(t->target, (const char *const *)names.at, names.n);
        Diag *d = base_error(w->c->ctx, "XCH0031", t->span, "there is no state named '%s'", t->target);
        if (near) base_hint(w->c->ctx, d, "did you mean %s?", near);
        vec_free(&names);
    }
    if (!t->event || has(&w->raised, t->event)) return;
    const ChartVariable *v = variable(w->c, t->event, strlen(t->event));
    if (!v || v->role != CHART_INPUT || strcmp(v->type, "Boolean"))
        base_error(w->c->ctx, "XCH0031", t->span, "the event '%s' is no Boolean input, and no action raises it",
                   t->event);
    else if (!has(&w->events, t->event)) vec_push(&w->events, t->event);
}

static void check_initial(const Writer *w, int s) {
    const char *initial = at(w, s)->initial;
    int named = initial ? xch_chart_find(w->c, initial) : -1;
    if (initial && (named < 0 || named == s || !leads_to(w, s, named)))
        base_error(w->c->ctx, "XCH0031", at(w, s)->span, "'%s', which is entered first, is no state inside of '%s'",
                   initial, at(w, s)->name);
}

bool xch_chart_write(Chart *c, Text *out) {
    Writer w = {.c = c, .out = out};
    for (size_t i = 0; i < c->states.n; i++)
        note_raised(&w, &c->states.at[i].entry), note_raised(&w, &c->states.at[i].exit);
    for (size_t i = 0; i < c->transitions.n; i++) note_raised(&w, &c->transitions.at[i].actions);
    for (size_t i = 0; i < c->states.n; i++)
        check_assigned(&w, &c->states.at[i].entry), check_assigned(&w, &c->states.at[i].exit);
    for (size_t i = 0; i < c->states.n; i++) check_initial(&w, (int)i);
    for (size_t i = 0; i < c->transitions.n; i++) {
        check_assigned(&w, &c->transitions.at[i].actions);
        check_transition(&w, &c->transitions.at[i]);
    }
    bool ok = !base_error_count(c->ctx);
    if (ok) write_block(&w);
    vec_free(&w.lifted), vec_free(&w.events), vec_free(&w.raised);
    return ok;
}
