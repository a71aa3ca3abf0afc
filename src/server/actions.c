/* actions.c - quick fixes: from the hints of our own messages, from conversion scripts, from the structural debugger.
 *
 * Runs in a child (job.c): the structural debugger flattens the model.
 */
#include "server/server_impl.h"

#include <ctype.h>

typedef struct {
    Server *s;
    SrvDocument *d;
    Text *out;
} Actions;

/* ---- an action with one edit of this text ------------------------------------------------------------------------ */

static void put_diagnostic_of(const Actions *a, const SrvFinding *f, Text *out) {
    base_text_add(out, "\"diagnostics\":[{\"range\":");
    srv_put_range(a->s, (Span){a->d->source, f->start, f->end}, out);
    base_text_printf(out, ",\"severity\":%d,\"source\":\"causeway\",\"code\":", f->severity);
    srv_put_text(out, f->code);
    base_text_add(out, ",\"message\":");
    srv_put_text(out, f->text);
    base_text_add(out, "}]");
}

static void begin_action(const Actions *a, const SrvFinding *f, const char *title, bool preferred) {
    srv_comma(a->out);
    base_text_add(a->out, "{\"title\":");
    srv_put_text(a->out, title);
    base_text_printf(a->out, ",\"kind\":\"quickfix\",\"isPreferred\":%s,", preferred ? "true" : "false");
    put_diagnostic_of(a, f, a->out);
    base_text_add(a->out, ",\"edit\":{\"changes\":{");
}

static void put_edit(const Actions *a, Span span, const char *text) {
    base_text_add(a->out, "{\"range\":");
    srv_put_range(a->s, span, a->out);
    base_text_add(a->out, ",\"newText\":");
    srv_put_text(a->out, text);
    base_text_char(a->out, '}');
}

static void put_action(const Actions *a, const SrvFinding *f, const char *title, uint32_t from, uint32_t to,
                       const char *text) {
    begin_action(a, f, title, true);
    srv_put_text(a->out, a->d->uri);
    base_text_add(a->out, ":[");
    put_edit(a, (Span){a->d->source, from, to}, text);
    base_text_add(a->out, "]}}}");
}

/* ---- hints of messages ------------------------------------------------------------------------------------------- */

static bool is_part(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* "did you mean 'x'?", "did you mean x?", "did you mean the keyword 'x'?" */
static const char *meant(Server *s, const char *hint) {
    const char *p = strstr(hint, "did you mean ");
    if (!p) return NULL;
    p += 13;
    if (strncmp(p, "the keyword ", 12) == 0) p += 12;
    size_t n = strcspn(p, "?");
    if (n > 1 && *p == '\'' && p[n - 1] == '\'') p++, n -= 2;
    return n ? base_strndup(&s->scratch, p, n) : NULL;
}

/* The wrong name is the last one of the marked text that the message speaks of: a value may stand behind it. */
static bool wrong_name(const Actions *a, const SrvFinding *f, uint32_t *from, uint32_t *to) {
    const char *text = a->d->text, *hint = strstr(f->text, f->hint);
    size_t said = hint ? (size_t)(hint - f->text) : strlen(f->text);
    for (uint32_t end = f->end < a->d->n ? f->end : (uint32_t)a->d->n; end > f->start; end--) {
        if (!is_part(text[end - 1])) continue;
        for (*to = end; end > f->start && is_part(text[end - 1]); end--) {}
        *from = end;
        if (srv_holds_word(f->text, said, text + *from, *to - *from)) return true;
        if (end == f->start) break;
    }
    return false;
}

static void mend_name(const Actions *a, const SrvFinding *f) {
    const char *word = meant(a->s, f->hint);
    uint32_t from, end;
    if (!word || !wrong_name(a, f, &from, &end)) return;
    if (strchr(word, '.')) from = f->start;
    if (strchr(word, '.') && strstr(f->hint, " calls it so")) { /* the whole path has another name now */
        while (from && (is_part(a->d->text[from - 1]) || a->d->text[from - 1] == '.')) from--;
        while (end < a->d->n && (is_part(a->d->text[end]) || a->d->text[end] == '.')) end++;
    }
    put_action(a, f, base_sprintf(&a->s->scratch, "change to %s", word), from, end, word);
}

/* "declare one at the top of the model: inner T name;" goes in front of the first element. */
static void mend_inner(const Actions *a, const SrvFinding *f) {
    const char *text = strstr(f->hint, ": inner ");
    LibClass *cls = text && f->home ? lib_find_path(a->s->lib, f->home) : NULL;
    if (!cls || !cls->syn || cls->syn->file->source != a->d->source || cls->syn->form != SYN_LONG) return;
    uint32_t at = cls->syn->elements ? cls->syn->elements->span.start : cls->syn->name_span.end;
    const char *line = base_sprintf(&a->s->scratch, cls->syn->elements ? "%s\n  " : "\n  %s", text + 2);
    put_action(a, f, base_sprintf(&a->s->scratch, "add: %s", text + 2), at, at, line);
}

static void mend_within(const Actions *a, const SrvFinding *f) {
    const char *text = strstr(f->hint, "begin with: ");
    if (!text) return;
    text += 12;
    const char *semicolon = strncmp(a->d->text, "within", 6) == 0 ? memchr(a->d->text, ';', a->d->n) : NULL;
    uint32_t end = semicolon ? (uint32_t)(semicolon - a->d->text) + 1 : 0;
    put_action(a, f, base_sprintf(&a->s->scratch, "write: %s", text), 0, end,
               semicolon ? text : base_sprintf(&a->s->scratch, "%s\n", text));
}

/* "write each k = ...": in front of the modifier whose value is marked. */
static void mend_each(const Actions *a, const SrvFinding *f) {
    if (strncmp(f->hint, "write each ", 11) != 0) return;
    const char *word = f->hint + 11;
    size_t n = strcspn(word, " ");
    for (uint32_t i = f->start; i > 0 && a->d->text[i - 1] != ';'; i--) {
        uint32_t at = i - 1;
        bool whole = at + n <= f->start && memcmp(a->d->text + at, word, n) == 0 && !is_part(a->d->text[at + n]) &&
                     (at == 0 || !is_part(a->d->text[at - 1]));
        if (!whole) continue;
        put_action(a, f, "add 'each'", at, at, "each ");
        return;
    }
}

/* "write: end Name;" */
static void mend_end(const Actions *a, const SrvFinding *f) {
    if (strncmp(f->hint, "write: end ", 11) != 0) return;
    const char *name = base_strndup(&a->s->scratch, f->hint + 11, strcspn(f->hint + 11, ";"));
    put_action(a, f, base_sprintf(&a->s->scratch, "end %s", name), f->start, f->end, name);
}

/* '==' where '=' is meant, in front of the place that the message marks. */
static void mend_equals(const Actions *a, const SrvFinding *f) {
    if (strncmp(f->hint, "'==' compares; an equation", 26) != 0) return;
    for (uint32_t i = f->start; i > 1 && a->d->text[i - 1] != ';'; i--)
        if (a->d->text[i - 1] == '=' && a->d->text[i - 2] == '=') {
            put_action(a, f, "write '='", i - 2, i, "=");
            return;
        }
}

typedef struct {
    const Actions *a;
    const SrvFinding *f;
} Offer;

static void offer_class(void *arg, const char *full) {
    const Offer *o = arg;
    put_action(o->a, o->f, base_sprintf(&o->a->s->scratch, "change to %s", full), o->f->start, o->f->end, full);
}

/* A class that is not here may be meant with its full name: those of the libraries that have this name. */
static void name_in_full(const Actions *a, const SrvFinding *f) {
    enum { MOST_PROPOSED = 8, MOST_PARSED = 40 };
    const char *wrong = base_strndup(&a->s->scratch, a->d->text + f->start, f->end > f->start ? f->end - f->start : 0);
    Offer o = {a, f};
    SrvSought q = {wrong, true, MOST_PROPOSED, MOST_PARSED, offer_class, &o};
    if (!*wrong || strchr(wrong, '.')) return;
    srv_read_declaring(a->s, wrong);
    srv_seek_classes(a->s, &q);
}

static void mend(const Actions *a, const SrvFinding *f) {
    if (strcmp(f->code, "SYN0009") == 0) put_action(a, f, "add ';'", f->end, f->end, ";");
    if (strcmp(f->code, "SYN0013") == 0 && f->end - f->start == 2) put_action(a, f, "write '='", f->start, f->end, "=");
    if (strcmp(f->code, "SYN0014") == 0 && f->end - f->start == 1)
        put_action(a, f, "write ':='", f->start, f->end, ":=");
    if (strcmp(f->code, "INST0112") == 0) name_in_full(a, f);
    if (!f->hint) return;
    mend_each(a, f);
    mend_end(a, f);
    mend_equals(a, f);
    if (strcmp(f->hint, "remove it") == 0) put_action(a, f, "remove it", f->start, f->end, "");
    mend_name(a, f);
    mend_inner(a, f);
    mend_within(a, f);
}

/* ---- conversion scripts ------------------------------------------------------------------------------------------ */

static void convert(const Actions *a, const SrvFinding *f) {
    const char *home = f->home && strncmp(f->home, "uses ", 5) == 0 ? f->home + 5 : NULL;
    LibClass *cls = home ? lib_find_path(a->s->lib, home) : NULL;
    LibConversion made = {0};
    if (!cls || !lib_convert(a->s->lib, lib_top(cls), &made) || !made.edits.n) {
        lib_conversion_free(&made);
        return;
    }
    begin_action(a, f, "convert to the versions of libraries that are there", false);
    for (size_t i = 0; i < made.edits.n;) {
        SourceId file = made.edits.at[i].source;
        srv_comma(a->out);
        srv_put_uri(a->s, base_source(a->s->ctx->sources, file)->path, a->out);
        base_text_add(a->out, ":[");
        for (; i < made.edits.n && made.edits.at[i].source == file; i++) {
            srv_comma(a->out);
            put_edit(a, (Span){file, made.edits.at[i].start, made.edits.at[i].end}, made.edits.at[i].text);
        }
        base_text_char(a->out, ']');
    }
    base_text_add(a->out, "}}}");
    lib_conversion_free(&made);
}

/* ---- the structural debugger ------------------------------------------------------------------------------------- */

/* A declaration or equation goes with its ';' and, when nothing else is there, with its line. */
static Span whole_item(const SrvDocument *d, Span span) {
    const char *text = d->text;
    while (span.end < d->n && isspace((unsigned char)text[span.end]) && text[span.end] != '\n') span.end++;
    if (span.end < d->n && text[span.end] == ';') span.end++;
    uint32_t from = span.start, to = span.end;
    while (from && (text[from - 1] == ' ' || text[from - 1] == '\t')) from--;
    while (to < d->n && (text[to] == ' ' || text[to] == '\t' || text[to] == '\r')) to++;
    if ((from == 0 || text[from - 1] == '\n') && to < d->n && text[to] == '\n') span.start = from, span.end = to + 1;
    return span;
}

/* Where an equation may be added to a class of this text: behind the last one. */
static bool place_for_equation(const Actions *a, Span class_name, uint32_t *at, bool *section) {
    SynClass *c = srv_class_at(a->d->file, class_name.start);
    Span end;
    if (!c || !srv_end_name(a->s, c, &end)) return false;
    *section = c->equations != NULL;
    if (*section) {
        const SynEquation *last = c->equations;
        while (last->next) last = last->next;
        Span whole = whole_item(a->d, last->span);
        *at = whole.end;
        if (*at && a->d->text[*at - 1] == '\n') --*at;
        return true;
    }
    uint32_t i = end.start;
    while (i > 3 && strncmp(a->d->text + i - 3, "end", 3) != 0) i--;
    for (i -= 3; i && (a->d->text[i - 1] == ' ' || a->d->text[i - 1] == '\t'); i--) {}
    *at = i ? i - 1 : 0; /* in front of the line break */
    return i > 0;
}

/* The declaration of one variable, alone in its clause, of which a part is at `at`; false when there is none. */
static bool declaration_at(const Actions *a, uint32_t at, Span *span) {
    SynClass *c = srv_class_at(a->d->file, at);
    const SynElement *before = NULL;
    for (const SynElement *e = c ? c->elements : NULL; e; before = e, e = e->next) {
        if (e->kind != SYN_COMPONENT || at < e->span.start || at >= e->span.end) continue;
        bool shared =
            (before && before->type.parts == e->type.parts) || (e->next && e->next->type.parts == e->type.parts);
        *span = e->span;
        return !shared;
    }
    return false;
}

/* The blanks in front of the line that an offset is in. */
static const char *indentation(const Actions *a, uint32_t at) {
    uint32_t from = at, to;
    while (from && a->d->text[from - 1] != '\n') from--;
    for (to = from; to < a->d->n && (a->d->text[to] == ' ' || a->d->text[to] == '\t'); to++) {}
    return base_strndup(&a->s->scratch, a->d->text + from, to - from);
}

static void structural_edit(const Actions *a, const SrvFinding *f, Context *ctx, const DbgDiagnosis *x,
                            const DbgEdit *e) {
    Text title = {0};
    Span span = e->kind == DBG_EDIT_ADD_EQUATION ? e->place.class_span : e->place.span;
    const char *path = span.file ? base_source(ctx->sources, span.file)->path : "";
    uint32_t at;
    bool section;
    if (e->place.foreign || strcmp(path, a->d->path) != 0) return;
    dbg_edit_text(x, e, true, &title);
    span.file = a->d->source;
    bool variable = e->kind == DBG_EDIT_REMOVE_VARIABLE && declaration_at(a, span.start, &span);
    if (e->kind == DBG_EDIT_REMOVE_EQUATION || variable) {
        Span whole = whole_item(a->d, span);
        put_action(a, f, base_text_str(&title), whole.start, whole.end, "");
    } else if (e->kind == DBG_EDIT_ADD_EQUATION && place_for_equation(a, span, &at, &section)) {
        Text name = {0};
        const char *dot;
        dae_var_text(x->dae, e->variable, &name);
        dot = e->owner ? strrchr(base_text_str(&name), '.') : NULL;
        const char *words = dot ? dot + 1 : base_text_str(&name), *blanks = indentation(a, section ? at : span.start);
        put_action(a, f, base_text_str(&title), at, at,
                   section ? base_sprintf(&a->s->scratch, "\n%s%s = 0;", blanks, words)
                           : base_sprintf(&a->s->scratch, "\n%sequation\n%s  %s = 0;", blanks, blanks, words));
        base_text_free(&name);
    }
    base_text_free(&title);
}

static void repair_structure(const Actions *a, const SrvFinding *f) {
    enum { MOST_EDITS = 5 };
    Server *s = a->s;
    SesRequest asked = {.subject = f->home, .no_default_libraries = s->options->no_default_libraries, .no_cache = true};
    SesStats stats = {0};
    Context *ctx = base_context_new();
    for (size_t i = 0; i < s->folders.n; i++) vec_push(&asked.libraries, s->folders.at[i]);
    for (size_t i = 0; i < s->options->libraries.n; i++) vec_push(&asked.libraries, s->options->libraries.at[i]);
    for (size_t i = 0; i < s->documents.n; i++) {
        const SrvDocument *d = s->documents.at[i];
        if (d->classic) continue;
        vec_push(&asked.texts, ((SesText){d->path, d->text, d->n}));
        bool whole = d->file && !d->file->failed; /* a broken text beside it is no hindrance */
        if (!d->stored && whole) vec_push(&asked.files, d->path);
    }
    SesModel m = {.ctx = ctx, .asked = &asked, .stats = &stats};
    DbgDiagnosis *x = ses_flat(&m) == CAUSEWAY_OK ? ses_check_structure(&m) : NULL;
    for (size_t i = 0; x && i < x->nedits && i < MOST_EDITS; i++) structural_edit(a, f, ctx, x, &x->edits[i]);
    if (x) dbg_free_diagnosis(x);
    ses_free(&m);
    base_text_free(&stats.counts);
    vec_free(&asked.libraries);
    vec_free(&asked.texts);
    vec_free(&asked.files);
    base_context_free(ctx);
}

/* ---- the request ------------------------------------------------------------------------------------------------- */

static bool is_structural(const char *code) {
    return strcmp(code, "TOOL0014") == 0 || strcmp(code, "TOOL0013") == 0 || strncmp(code, "SYM04", 5) == 0;
}

static void act(const Actions *a, const SrvFindings *list, uint32_t from, uint32_t to) {
    for (size_t i = 0; i < list->list.n; i++) {
        const SrvFinding *f = &list->list.at[i];
        if (f->end < from || f->start > to) continue;
        mend(a, f);
        if (strcmp(f->code, "LIB0011") == 0) convert(a, f);
        if (is_structural(f->code) && f->home) repair_structure(a, f);
    }
}

void srv_code_action(Server *s, const BaseJson *params, Text *out) {
    uint32_t from, to;
    SrvDocument *d = srv_asked(s, params, NULL);
    const BaseJson *range = base_json_get(params, "range");
    Actions a = {s, d, out};
    if (!d) return;
    if (!srv_offset(s, d, base_json_get(range, "start"), &from) ||
        !srv_offset(s, d, base_json_get(range, "end"), &to)) {
        srv_refuse(s, SRV_INVALID_PARAMS, "params.range is no range");
        return;
    }
    base_text_char(out, '[');
    act(&a, &d->syntax, from, to);
    act(&a, &d->meaning, from, to);
    base_text_char(out, ']');
}
