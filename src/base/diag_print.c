/* diag_print.c - printing diagnostics, for people and for programs.
 *
 *   tank.mo:12:7: error[INST0004]: no component named 'leve' in Tank
 *      12 |   der(leve) = inflow;
 *         |       ^~~~
 *   tank.mo:3:8: note: Tank is declared here
 *     in instance plant.tank
 *     hint: did you mean 'level'?
 *
 * Nothing printed here can disturb a terminal: control bytes and broken UTF-8 of the source are replaced.
 */
#include "base/base_impl.h"

#include <string.h>

static const struct {
    const char *word, *colour;
} severities[] = {
    [SEV_NOTE] = {"note", "\033[1;36m"},
    [SEV_WARNING] = {"warning", "\033[1;35m"},
    [SEV_ERROR] = {"error", "\033[1;31m"},
    [SEV_FATAL] = {"fatal error", "\033[1;31m"},
};

static void put_colour(const Context *c, Text *out, const char *colour) {
    if (c->colour) base_text_add(out, colour);
}

static void put_place(const Context *c, Text *out, Span span) {
    put_colour(c, out, "\033[1m");
    if (span.file) {
        int line, column;
        base_source_position(c->sources, span.file, span.start, &line, &column);
        size_t from = out->n;
        base_text_printf(out, "%s:%d:%d: ", base_source(c->sources, span.file)->path, line, column);
        base_text_clean(out, from);
    } else {
        base_text_add(out, "causeway: ");
    }
    put_colour(c, out, "\033[0m");
}

/* Long lines (generated models) are cut to a window that holds the caret. */
enum { WINDOW = 160, BEFORE_CARET = 60 };

static bool continues(char c) { return ((unsigned char)c & 0xC0) == 0x80; }

/* One line of source, from byte a to b, made harmless. */
static void put_source_bytes(Text *out, const char *text, size_t a, size_t b) {
    size_t from = out->n;
    base_text_addn(out, text + a, b - a);
    for (size_t i = from; i < out->n; i++)
        if (out->at[i] == '\t') out->at[i] = ' ';
    base_text_clean(out, from);
}

static void put_caret(const Context *c, Text *out, Span span, const char *colour) {
    const Source *s = base_source(c->sources, span.file);
    size_t at = span.start < s->n ? span.start : s->n;
    size_t stop = span.end < s->n ? span.end : s->n;
    size_t a = at, b = at;
    while (a > 0 && s->text[a - 1] != '\n' && s->text[a - 1] != '\r') a--;
    while (b < s->n && s->text[b] != '\n' && s->text[b] != '\r') b++;
    bool cut_left = b - a > WINDOW && at - a > BEFORE_CARET;
    if (cut_left) a = at - BEFORE_CARET;
    bool cut_right = b - a > WINDOW;
    if (cut_right) b = a + WINDOW;
    while (a < at && continues(s->text[a])) a++;
    while (b > at && b < s->n && continues(s->text[b])) b--;
    int line, column;
    base_source_position(c->sources, span.file, span.start, &line, &column);
    base_text_printf(out, "%6d | %s", line, cut_left ? "..." : "");
    put_source_bytes(out, s->text, a, b);
    base_text_printf(out, "%s\n       | %s", cut_right ? "..." : "", cut_left ? "   " : "");
    for (size_t i = a; i < at; i++)
        if (!continues(s->text[i])) base_text_char(out, ' ');
    put_colour(c, out, colour);
    base_text_char(out, '^');
    for (size_t i = at + 1; i < stop && i < b; i++)
        if (!continues(s->text[i])) base_text_char(out, '~');
    put_colour(c, out, "\033[0m");
    base_text_char(out, '\n');
}

static void put_clean(Text *out, const char *start, const char *text) {
    base_text_add(out, start);
    size_t from = out->n;
    base_text_add(out, text);
    base_text_clean(out, from);
    base_text_char(out, '\n');
}

enum { MOST_LINES = 10 }; /* of one message, unless the Context is verbose */

static void put_words(const Context *c, Text *out, Severity sev, const char *code, Span span, const char *text) {
    put_place(c, out, span);
    put_colour(c, out, severities[sev].colour);
    base_text_add(out, severities[sev].word);
    if (code && *code) base_text_printf(out, "[%s]", code);
    base_text_add(out, ":");
    put_colour(c, out, "\033[0m");
    put_clean(out, " ", text);
}

static void put_headline(const Context *c, Text *out, Severity sev, const char *code, Span span, const char *text) {
    put_words(c, out, sev, code, span, text);
    if (span.file) put_caret(c, out, span, severities[sev].colour);
}

static void put_note(const Context *c, Text *out, const DiagNote *n, bool caret) {
    if (caret) put_headline(c, out, SEV_NOTE, NULL, n->span, n->text);
    else put_words(c, out, SEV_NOTE, NULL, n->span, n->text);
}

static void print_text(const Context *c, Text *out, const Diag *d) {
    put_headline(c, out, d->severity, d->code, d->span, d->text);
    size_t notes = 0, said = 0, left = MOST_LINES - (d->span.file ? 3 : 1) - (d->instance != NULL) - (d->hint != NULL);
    size_t lines = 0;
    for (const DiagNote *n = d->notes; n; n = n->next, notes++) lines += n->span.file ? 3 : 1;
    bool brief = !c->verbose && notes > left, carets = c->verbose || lines <= left;
    for (const DiagNote *n = d->notes; n && !(brief && said + 1 == left); n = n->next, said++) {
        if (n->span.file) put_note(c, out, n, carets);
        else put_clean(out, "  note: ", n->text);
    }
    if (said < notes) base_text_printf(out, "  note: %zu more; --verbose shows them\n", notes - said);
    if (d->instance) put_clean(out, "  in instance ", d->instance);
    if (d->hint) put_clean(out, "  hint: ", d->hint);
    const char *advice = c->advice && d->code ? c->advice(d->code) : NULL;
    if (advice) put_clean(out, "  hint: ", advice);
}

static void put_member(Text *out, const char *key, const char *value) {
    base_text_printf(out, "\"%s\":", key);
    base_text_json(out, value, strlen(value));
}

static void put_json_span(const Context *c, Text *out, Span span) {
    if (!span.file) return;
    int line, column, end_line, end_column;
    base_source_position(c->sources, span.file, span.start, &line, &column);
    base_source_position(c->sources, span.file, span.end, &end_line, &end_column);
    base_text_char(out, ',');
    put_member(out, "file", base_source(c->sources, span.file)->path);
    base_text_printf(out, ",\"line\":%d,\"column\":%d,\"endLine\":%d,\"endColumn\":%d", line, column, end_line,
                     end_column);
}

static void print_json(const Context *c, Text *out, const Diag *d) {
    base_text_char(out, '{');
    put_member(out, "severity", severities[d->severity].word);
    base_text_char(out, ',');
    put_member(out, "code", d->code ? d->code : "");
    base_text_char(out, ',');
    put_member(out, "message", d->text);
    put_json_span(c, out, d->span);
    if (d->instance) base_text_char(out, ','), put_member(out, "instance", d->instance);
    if (d->hint) base_text_char(out, ','), put_member(out, "hint", d->hint);
    if (d->notes) base_text_add(out, ",\"notes\":[");
    for (const DiagNote *n = d->notes; n; n = n->next) {
        base_text_char(out, '{');
        put_member(out, "message", n->text);
        put_json_span(c, out, n->span);
        base_text_add(out, n->next ? "}," : "}]");
    }
    base_text_add(out, "}\n");
}

static void put_dropped(const Context *c, Text *out, size_t n, const char *what) {
    if (n == 0) return;
    const char *plural = n == 1 ? "" : "s";
    if (c->format == DIAG_JSON)
        base_text_printf(out, "{\"severity\":\"note\",\"message\":\"%zu more %s%s not shown\"}\n", n, what, plural);
    else base_text_printf(out, "%zu more %s%s not shown\n", n, what, plural);
}

/* ---- one cause, one error ---------------------------------------------------------------------------------------- */

static bool inside(Span a, Span b) { return a.file && a.file == b.file && a.start >= b.start && a.end <= b.end; }

static bool same_span(Span a, Span b) { return inside(a, b) && inside(b, a); }

/* Does e only repeat what is wrong at an earlier error?  Either another rule is broken by the same text, or we do not
 * translate what is wrong anyway, or e is about a declaration (in its notes) that the earlier error refuses. */
static bool follows(const Diag *e, const Diag *first) {
    if (e->cause && first->cause && strcmp(e->cause, first->cause) == 0) return true;
    bool other_rule = strcmp(e->code, first->code) != 0;
    if (other_rule && (same_span(e->span, first->span) ||
                       (e->unsupported && (inside(first->span, e->span) || inside(e->span, first->span)))))
        return true;
    for (const DiagNote *n = e->notes; n; n = n->next) {
        if (inside(n->span, first->span)) return true;
        for (const DiagNote *k = first->notes; k; k = k->next)
            if (inside(n->span, k->span) && !same_span(n->span, k->span)) return true;
    }
    return false;
}

static bool is_shown_error(const DiagEntry *e) { return e->shown && e->diag->severity >= SEV_ERROR; }

static void hide_followers(Diags *d) {
    for (size_t i = 0; i < d->entries.n; i++) {
        DiagEntry *e = &d->entries.at[i];
        for (size_t k = 0; is_shown_error(e) && !e->follower && k < i; k++) {
            const DiagEntry *first = &d->entries.at[k];
            e->follower = is_shown_error(first) && !first->follower && follows(e->diag, first->diag);
        }
    }
}

void base_diag_print(const Context *c, const Diag *d, Text *out) {
    if (c->format == DIAG_JSON) print_json(c, out, d);
    else print_text(c, out, d);
}

const Diag *base_diag_next(Context *c, size_t *at) {
    if (*at == 0) hide_followers(c->diags);
    while (*at < c->diags->entries.n) {
        const DiagEntry *e = &c->diags->entries.at[(*at)++];
        if (e->shown && !e->follower && !e->diag->tolerated) return e->diag;
    }
    return NULL;
}

/* ---- what is tolerated ------------------------------------------------------------------------------------------- */

void base_tolerated_note(Context *c, const char *lines, Text *out) {
    enum { CODE = 15, MOST_CODES = 24 };
    char codes[MOST_CODES][CODE + 1];
    size_t n = 0, files = 0;
    Map seen = {0};
    for (const char *p = lines; *p;) {
        size_t length = strcspn(p, "\n"), word = strcspn(p, " \n");
        uint64_t key = base_hash(p, length, 1);
        bool fresh = !base_map_get(&seen, key, NULL);
        base_map_put(&seen, key, 1);
        uint64_t file = base_hash(p + word, length - word, 2);
        files += !base_map_get(&seen, file, NULL);
        base_map_put(&seen, file, 1);
        size_t k = 0;
        while (k < n && (strlen(codes[k]) != word || memcmp(codes[k], p, word) != 0)) k++;
        if (fresh && k == n && n < MOST_CODES && word <= CODE) {
            memcpy(codes[n], p, word);
            codes[n++][word] = 0;
        }
        p += length + (p[length] == '\n');
    }
    base_map_free(&seen);
    if (files == 0) return;
    Text text = {0};
    base_text_printf(&text,
                     "%zu file%s of libraries break%s the letter of the language in ways that other tools accept (",
                     files, files == 1 ? "" : "s", files == 1 ? "s" : "");
    for (size_t k = 0; k < n; k++) base_text_printf(&text, "%s%s", k ? ", " : "", codes[k]);
    base_text_add(&text, "); --strict says where");
    if (c->format == DIAG_JSON) {
        base_text_add(out, "{\"severity\":\"note\",");
        put_member(out, "message", base_text_str(&text));
        base_text_add(out, "}\n");
    } else {
        base_text_printf(out, "note: %s\n", base_text_str(&text));
    }
    base_text_free(&text);
}

void base_tolerated_take(Context *c, Text *lines) {
    Text *kept = &c->diags->lines;
    if (kept->n) base_text_addn(lines, kept->at, kept->n);
    kept->n = 0;
}

static void keep_line(Context *c, const Diag *d) {
    base_text_printf(&c->diags->lines, "%s %s\n", d->code,
                     d->span.file ? base_source(c->sources, d->span.file)->path : "");
}

void base_diag_take(Context *c, Text *out) {
    size_t errors = 0, warnings = 0;
    hide_followers(c->diags);
    for (size_t i = 0; i < c->diags->entries.n; i++) {
        const DiagEntry *e = &c->diags->entries.at[i];
        if (e->diag->follows) continue;
        else if (e->diag->tolerated) keep_line(c, e->diag);
        else if (!e->shown) ++*(e->diag->severity >= SEV_ERROR ? &errors : &warnings);
        else if (e->follower) continue;
        else base_diag_print(c, e->diag, out);
    }
    put_dropped(c, out, errors, "error");
    put_dropped(c, out, warnings, "warning");
    c->diags->gone += c->diags->entries.n;
    vec_clear(&c->diags->entries);
}

void base_diag_flush(Context *c, FILE *out) {
    Text text = {0}, lines = {0};
    base_diag_take(c, &text);
    base_tolerated_take(c, &lines);
    base_tolerated_note(c, base_text_str(&lines), &text);
    base_text_free(&lines);
    if (text.n) fwrite(text.at, 1, text.n, out);
    fflush(out);
    base_text_free(&text);
}
