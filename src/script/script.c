/* script.c - running a text of commands; the functions of causeway.h about scripts. */
#include "script/script_impl.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <string.h>

/* ---- what is said ------------------------------------------------------------------------------------------------ */

ScrValue *scr_error(Script *s, const char *code, Span at, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    base_report(s->ctx, SEV_ERROR, code, at, fmt, args);
    va_end(args);
    return NULL;
}

void scr_gather(Script *s) {
    ses_tell(s->session);
    base_diag_take(s->ctx, &s->errors);
    base_diag_clear(s->ctx);
    for (size_t i = 0; i < causeway_diagnostic_count(s->session); i++)
        base_text_add(&s->errors,
                      causeway_format_diagnostic(s->session, causeway_get_diagnostic(s->session, i), CAUSEWAY_TEXT));
    causeway_clear_diagnostics(s->session);
}

void scr_say(Script *s, const char *text) {
    if (*text) s->mid_line = text[strlen(text) - 1] != '\n';
    if (s->captured) return base_text_add(s->captured, text);
    base_text_add(&s->said, text);
    if (s->options.output) s->options.output(s->options.arg, text);
}

bool scr_interrupted(const Script *s) { return s->options.interrupted && s->options.interrupted(s->options.arg); }

static void tell_errors(Script *s) {
    scr_gather(s);
    if (s->errors.n && s->options.error) s->options.error(s->options.arg, base_text_str(&s->errors));
    base_text_free(&s->errors);
}

/* ---- variables --------------------------------------------------------------------------------------------------- */

ScrVariable *scr_find(Script *s, const char *name) {
    for (size_t i = 0; i < s->variables.n; i++)
        if (strcmp(s->variables.at[i]->name, name) == 0) return s->variables.at[i];
    return NULL;
}

static void drop_variable(Script *s, size_t i) {
    base_free_arena(&s->variables.at[i]->arena);
    base_realloc(s->variables.at[i], 0);
    s->variables.n--;
    memmove(s->variables.at + i, s->variables.at + i + 1, (s->variables.n - i) * sizeof *s->variables.at);
}

/* v NULL: the variable goes. */
void scr_set(Script *s, const char *name, const ScrValue *v) {
    Arena arena = {0};
    ScrValue *copy = scr_deep(&arena, v); /* v may be the old value's own part */
    size_t i = 0;
    while (i < s->variables.n && strcmp(s->variables.at[i]->name, name) != 0) i++;
    if (!copy) {
        if (i < s->variables.n) drop_variable(s, i);
        return;
    }
    if (i == s->variables.n) {
        ScrVariable *made = base_realloc(NULL, sizeof *made);
        *made = (ScrVariable){.name = base_strdup(&s->kept, name)};
        vec_push(&s->variables, made);
    }
    base_free_arena(&s->variables.at[i]->arena);
    s->variables.at[i]->arena = arena;
    s->variables.at[i]->value = copy;
}

void scr_remove_variables(Script *s) {
    while (s->variables.n) drop_variable(s, s->variables.n - 1);
}

/* ---- classes ----------------------------------------------------------------------------------------------------- */

void scr_loaded(Script *s, const char *top) {
    for (size_t i = 0; i < s->loaded.n; i++)
        if (strcmp(s->loaded.at[i], top) == 0) return;
    vec_push(&s->loaded, base_strdup(&s->kept, top));
}

void scr_forget(Script *s, const char *top) {
    for (size_t i = 0; i < s->loaded.n; i++) {
        if (strcmp(s->loaded.at[i], top) != 0) continue;
        s->loaded.n--;
        memmove(s->loaded.at + i, s->loaded.at + i + 1, (s->loaded.n - i) * sizeof *s->loaded.at);
        return;
    }
}

static bool is_loaded(const Script *s, const char *top) {
    for (size_t i = 0; i < s->loaded.n; i++)
        if (strcmp(s->loaded.at[i], top) == 0) return true;
    return false;
}

/* A class of that name, loaded before, gives way to a new definition. */
static void give_way(Script *s, const char *top) {
    if (is_loaded(s, top)) (void)scr_remove_class(s, top);
}

/* The names of the top-level classes of a text; none when it does not parse or belongs inside another class. */
static void names_of(const char *path, const char *text, size_t n, VecStr *names, Arena *a) {
    Context *ctx = base_context_new();
    SynFile *f = syn_parse(ctx, base_source_string(ctx->sources, path, text, n));
    if (!f->failed && base_error_count(ctx) == 0 && f->within.n == 0)
        for (SynElement *e = f->classes; e; e = e->next)
            if (e->cls) vec_push(names, base_strdup(a, base_str(ctx->names, e->cls->name)));
    syn_free(f);
    base_context_free(ctx);
}

void scr_give_way(Script *s, const char *path, const char *text, size_t n) {
    VecStr names = {0};
    names_of(path, text, n, &names, &s->scratch);
    for (size_t i = 0; i < names.n; i++) give_way(s, names.at[i]);
    vec_free(&names);
}

bool scr_load_text(Script *s, const char *path, const char *text, size_t n) {
    VecStr names = {0};
    names_of(path, text, n, &names, &s->scratch);
    ses_unload(s->session, path);
    for (size_t i = 0; i < names.n; i++) give_way(s, names.at[i]);
    bool ok = causeway_load_text(s->session, path, text, n, NULL) == CAUSEWAY_OK;
    for (size_t i = 0; i < names.n && ok; i++) scr_loaded(s, names.at[i]);
    vec_free(&names);
    return ok;
}

/* ---- commands ---------------------------------------------------------------------------------------------------- */

/* $Code(...) holds any piece of Modelica: it becomes '$Code'("..."), which parses. */
static const char *with_code_quoted(Script *s, const char *text, size_t n) {
    Text t = {0};
    for (size_t i = 0; i < n; i++) {
        if (n - i < 6 || strncmp(text + i, "$Code(", 6) != 0) {
            base_text_char(&t, text[i]);
            continue;
        }
        size_t end = i + 6;
        int depth = 1;
        for (; end < n && depth > 0; end++) depth += text[end] == '(' ? 1 : text[end] == ')' ? -1 : 0;
        base_text_add(&t, "'$Code'(");
        scr_quote(base_strndup(&s->scratch, text + i + 6, end - i - 7), &t);
        base_text_char(&t, ')');
        i = end - 1;
    }
    const char *made = base_strdup(&s->scratch, base_text_str(&t));
    base_text_free(&t);
    return made;
}

/* A command where it stands: behind as many lines as there are in front of it. */
static const char *at_its_line(Script *s, const char *text, size_t start, const char *command) {
    size_t lines = 0;
    for (size_t i = 0; i < start; i++) lines += text[i] == '\n';
    if (lines > 10000) return command;
    char *made = base_alloc(&s->scratch, lines + strlen(command) + 1);
    memset(made, '\n', lines);
    memcpy(made + lines, command, strlen(command) + 1);
    return made;
}

static ScrFlow run_class(Script *s, const char *text, size_t n, ScrValue **answer) {
    const char *path = base_sprintf(&s->kept, "<typed-%u>.mo", ++s->ntyped);
    const char *whole = base_sprintf(&s->kept, "%.*s;\n", (int)n, text);
    VecStr names = {0};
    names_of(path, whole, strlen(whole), &names, &s->scratch);
    bool ok = scr_load_text(s, path, whole, strlen(whole));
    *answer = scr_array(s, SCR_NAME, names.n);
    for (size_t i = 0; i < names.n; i++) (*answer)->items[i] = scr_name(s, names.at[i]);
    vec_free(&names);
    return ok ? SCR_GO_ON : SCR_FAILED;
}

/* The value of a variable that is declared without one. */
static ScrValue *default_value(Script *s, const SynElement *e, const char *type) {
    Text t = {0};
    const char *scalar = strcmp(type, "Real") == 0      ? "0.0"
                         : strcmp(type, "Integer") == 0 ? "0"
                         : strcmp(type, "Boolean") == 0 ? "false"
                         : strcmp(type, "String") == 0  ? "\"\""
                                                        : NULL;
    if (e->ndims + e->ntype_dims) base_text_add(&t, "fill(");
    if (scalar) base_text_add(&t, scalar);
    else if (e->mod && e->mod->has_args) base_text_printf(&t, "%s%s", type, scr_source(s, e->mod->span));
    else base_text_printf(&t, "%s()", type);
    for (uint32_t k = 0; k < e->ntype_dims; k++) base_text_printf(&t, ", %s", scr_source(s, e->type_dims[k]->span));
    for (uint32_t k = 0; k < e->ndims; k++) base_text_printf(&t, ", %s", scr_source(s, e->dims[k]->span));
    if (e->ndims + e->ntype_dims) base_text_char(&t, ')');
    ScrValue *v = scr_evaluate_text(s, base_text_str(&t));
    base_text_free(&t);
    return v;
}

static ScrValue *declare(Script *s, const SynElement *e) {
    Text type = {0};
    syn_print_cref(s->ctx->names, &e->type, &type);
    ScrValue *v = e->mod && e->mod->value ? scr_evaluate(s, e->mod->value) : default_value(s, e, base_text_str(&type));
    if (v && strcmp(base_text_str(&type), "Real") == 0) { /* Integers become Reals */
        ScrValue *pair = scr_array(s, SCR_REAL, 2);
        pair->items[0] = scr_real(s, 0);
        pair->items[1] = v = scr_deep(&s->scratch, v);
        scr_promote(pair);
    }
    static const struct {
        const char *word;
        ScrKind kind;
    } types[] = {{"Integer", SCR_INTEGER}, {"Boolean", SCR_BOOLEAN}, {"String", SCR_STRING}, {"Real", SCR_REAL}};
    for (size_t i = 0; v && i < sizeof types / sizeof *types; i++)
        if (strcmp(base_text_str(&type), types[i].word) == 0 &&
            (v->kind == SCR_ARRAY ? v->element : v->kind) != types[i].kind)
            v = scr_error(s, "SCR0003", e->name_span, "%s is declared %s, but its value is of another type",
                          base_str(s->ctx->names, e->name), types[i].word);
    base_text_free(&type);
    if (v) scr_set(s, base_str(s->ctx->names, e->name), v);
    return v;
}

static ScrFlow run_declaration(Script *s, const char *path, const char *text, ScrValue **answer) {
    const char *whole = base_sprintf(&s->scratch, "class '$' %s;\nend '$';", text);
    SynFile *f = syn_parse(s->ctx, base_source_string(s->ctx->sources, path, whole, strlen(whole)));
    bool ok = !f->failed && base_error_count(s->ctx) == 0 && f->last;
    for (SynElement *e = ok ? f->last->elements : NULL; ok && e; e = e->next)
        if (e->kind == SYN_COMPONENT) ok = (*answer = declare(s, e)) != NULL;
    syn_free(f);
    return ok ? SCR_GO_ON : SCR_FAILED;
}

/* "x = 3", as other languages write what is an assignment here. */
static bool is_equation(const char *text, size_t *at) {
    size_t name = strspn(text, " \t\n"), n = name;
    while (text[n] && (isalnum((unsigned char)text[n]) || strchr("_.[],", text[n]))) n++;
    *at = n + strspn(text + n, " \t");
    return n > name && text[*at] == '=' && text[*at + 1] != '=';
}

static ScrFlow refuse_equation(Script *s, SourceId source, const char *text, size_t at) {
    size_t from = strspn(text, " \t\n"), n = strcspn(text + from, " \t=");
    const char *value = text + at + 1 + strspn(text + at + 1, " \t");
    scr_error(s, "SCR0003", (Span){source, (uint32_t)at, (uint32_t)at + 1},
              "a variable gets its value by ':=', not by '=': write %.*s := %.*s", (int)n, text + from,
              (int)strcspn(value, "\n;"), value);
    return SCR_FAILED;
}

static ScrFlow run_statement(Script *s, const char *path, const char *text, ScrValue **answer) {
    size_t equals;
    SourceId source = base_source_string(s->ctx->sources, path, text, strlen(text));
    if (is_equation(text, &equals)) return refuse_equation(s, source, text, equals);
    SynStatement *st = syn_parse_statement(s->ctx, source, &s->scratch);
    return st ? scr_statement(s, st, answer) : SCR_FAILED;
}

static void answer_with(Script *s, const ScrValue *v, bool statement) {
    Text t = {0};
    bool silent = !v || v->kind == SCR_NOTHING;
    if (silent && s->mid_line) scr_say(s, "\n"); /* what was printed ends its line */
    if (silent && (s->options.typed || !statement)) return;
    if (!silent && s->options.typed) scr_print_typed(v, &t);
    else if (!silent) scr_print(v, &t);
    base_text_char(&t, '\n');
    scr_say(s, base_text_str(&t));
    base_text_free(&t);
}

static void run_command(Script *s, const char *path, const char *text, const ScrCommand *c) {
    const char *piece = text + c->start;
    size_t n = c->end - c->start;
    ScrValue *answer = NULL;
    ScrFlow flow = SCR_FAILED;
    base_text_free(&s->said);
    if (c->kind == SCR_CLASS) {
        flow = run_class(s, piece, n, &answer);
    } else {
        const char *quoted = with_code_quoted(s, piece, n);
        if (c->expression) quoted = base_sprintf(&s->scratch, "(%s)", quoted);
        quoted = at_its_line(s, text, c->start, quoted);
        flow = c->kind == SCR_DECLARATION ? run_declaration(s, path, quoted, &answer)
                                          : run_statement(s, path, quoted, &answer);
    }
    bool statement = c->kind == SCR_STATEMENT && !answer && flow != SCR_FAILED;
    if (flow == SCR_FAILED) s->failed = true;
    bool hushed = s->typed_in && s->depth == 1 && c->closed && c->kind == SCR_STATEMENT;
    if (s->echo && flow != SCR_FAILED) answer_with(s, hushed ? NULL : answer, statement);
    if (s->log) {
        scr_gather(s);
        scr_log_command(s->log, piece, n, base_text_str(&s->said), base_text_str(&s->errors));
    }
    if (s->options.typed) tell_errors(s);
    if (s->depth <= 1) base_free_arena(&s->scratch);
}

static causeway_status run_text(Script *s, const char *path, const char *text, size_t n) {
    enum { DEEPEST = 12 }; /* each one quotes what the one inside answers */
    ScrCommand c;
    bool failed = s->failed;
    if (s->depth >= DEEPEST)
        return scr_error(s, "SCR0005", (Span){0}, "scripts run each other too deeply"), CAUSEWAY_USAGE;
    s->failed = false;
    s->depth++;
    for (size_t at = 0; !s->ended && scr_split(text, n, &at, &c);) run_command(s, path, text, &c);
    s->depth--;
    bool fell = s->failed;
    s->failed = failed || fell;
    if (s->depth == 0) tell_errors(s);
    return fell ? CAUSEWAY_INVALID : CAUSEWAY_OK;
}

causeway_status scr_run_file(Script *s, const char *path) {
    Context *ctx = base_context_new(); /* holds the text while it runs */
    SourceId id = base_source_open(ctx->sources, path);
    causeway_status code = CAUSEWAY_USAGE;
    if (id) code = run_text(s, path, base_source(ctx->sources, id)->text, base_source(ctx->sources, id)->n);
    else scr_error(s, "SCR0001", (Span){0}, "cannot read %s: %s", path, strerror(errno));
    base_context_free(ctx);
    if (!id && s->depth == 0) tell_errors(s);
    return code;
}

/* ---- completion -------------------------------------------------------------------------------------------------- */

static void offer(Script *s, const char *word, const char *begun) {
    if (strncmp(word, begun, strlen(begun)) == 0) vec_push(&s->words, base_strdup(&s->kept, word));
}

const char *const *scr_complete(Script *s, const char *begun) {
    size_t n;
    const ScrVerb *verbs = scr_verbs(&n);
    const char *dot = strrchr(begun, '.');
    const char *const *names = NULL;
    vec_clear(&s->words);
    for (size_t i = 0; i < n && !dot; i++)
        if (verbs[i].name[0] != '\'') offer(s, verbs[i].name, begun);
    for (size_t i = 0; i < s->variables.n && !dot; i++) offer(s, s->variables.at[i]->name, begun);
    const char *parent = dot ? base_strndup(&s->kept, begun, (size_t)(dot - begun)) : "";
    n = !dot || scr_class(s, parent) ? causeway_classes(s->session, parent, &names) : 0;
    for (size_t i = 0; i < n; i++) offer(s, names[i], begun);
    scr_gather(s);
    base_text_free(&s->errors);
    vec_push(&s->words, NULL);
    return (const char *const *)s->words.at;
}

/* ---- causeway.h -------------------------------------------------------------------------------------------------- */

void causeway_script_options_init(causeway_script_options *o) {
    memset(o, 0, sizeof *o);
    o->size = sizeof *o;
}

causeway_script *causeway_script_new(causeway_session *session, const causeway_script_options *options) {
    causeway_script_options o;
    BaseGuard g;
    causeway_script_options_init(&o);
    if (options) memcpy(&o, options, options->size < sizeof o ? options->size : sizeof o);
    if (!BASE_GUARDED(&g)) return NULL;
    Script *s = base_realloc(NULL, sizeof *s);
    memset(s, 0, sizeof *s);
    s->session = session;
    s->options = o;
    s->echo = true;
    s->ctx = base_context_new();
    if (o.log) s->log = scr_log_open(o.log);
    if (o.log && !s->log) {
        scr_error(s, "SCR0001", (Span){0}, "cannot write %s: %s", o.log, strerror(errno));
        tell_errors(s);
    }
    base_guard_pop(&g);
    return s;
}

void causeway_script_free(causeway_script *s) {
    if (!s) return;
    scr_remove_variables(s);
    if (s->log) scr_log_close(s->log);
    if (s->open) causeway_result_free(s->open);
    vec_free(&s->variables);
    vec_free(&s->loaded);
    vec_free(&s->words);
    base_text_free(&s->said);
    base_text_free(&s->errors);
    base_free_arena(&s->scratch);
    base_free_arena(&s->kept);
    base_context_free(s->ctx);
    base_realloc(s, 0);
}

causeway_status causeway_script_run(causeway_script *s, const char *path, const char *text, size_t n) {
    BaseGuard g;
    if (!BASE_GUARDED(&g)) return g.memory ? CAUSEWAY_MEMORY : CAUSEWAY_FAULT;
    s->typed_in = s->options.hush;
    causeway_status code = run_text(s, path, text, n);
    s->typed_in = false;
    base_guard_pop(&g);
    return code;
}

causeway_status causeway_script_run_file(causeway_script *s, const char *path) {
    BaseGuard g;
    if (!BASE_GUARDED(&g)) return g.memory ? CAUSEWAY_MEMORY : CAUSEWAY_FAULT;
    causeway_status code = scr_run_file(s, path);
    base_guard_pop(&g);
    return code;
}

bool causeway_script_is_open(const char *text, size_t n) { return scr_is_open(text, n); }
bool causeway_script_ended(const causeway_script *s) { return s->ended; }

const char *const *causeway_script_complete(causeway_script *s, const char *begun) {
    BaseGuard g;
    static const char *const none[] = {NULL};
    if (!BASE_GUARDED(&g)) return none;
    const char *const *words = scr_complete(s, begun);
    base_guard_pop(&g);
    return words;
}
