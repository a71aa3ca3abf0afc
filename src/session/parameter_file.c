/* parameter_file.c - values of parameters and start values from a file.
 *
 * CSV: a line NAME,VALUE each; a first line `name,value`, empty lines and lines that begin with # are passed over.
 * JSON: an object; objects inside it stand for components, arrays for elements: {"PI": {"k": 90}, "x": [1, 2]}.
 */
#include "session/session_impl.h"

#include <errno.h>
#include <string.h>
#include <strings.h>

typedef struct {
    Context *ctx;
    const char *path;
    SesGiven *out;
    bool ok;
} Reader;

static void refuse(Reader *r, size_t line, const char *what, const char *text) {
    Diag *d = base_error(r->ctx, "ANA0040", (Span){0}, "%s:%zu: %s%s%s%s", r->path, line, what, *text ? " '" : "", text,
                         *text ? "'" : "");
    base_hint(r->ctx, d, "a line has the form NAME,VALUE; JSON is an object of names and values");
    r->ok = false;
}

static void give(Reader *r, const char *name, const char *value, size_t line) {
    Arena *a = &r->ctx->arena;
    vec_push(&r->out->words, base_sprintf(a, "%s=%s", name, value));
    vec_push(&r->out->places, line ? base_sprintf(a, "%s:%zu", r->path, line) : base_strdup(a, r->path));
}

/* ---- CSV --------------------------------------------------------------------------------------------------------- */

/* One field, unquoted; *p: behind its separator. */
static const char *field(Reader *r, const char **p, const char *end) {
    Text t = {0};
    const char *s = *p;
    while (s < end && (*s == ' ' || *s == '\t')) s++;
    if (s < end && *s == '"') {
        for (s++; s < end; s++) {
            if (*s == '"' && s + 1 < end && s[1] == '"') s++;
            else if (*s == '"') break;
            base_text_char(&t, *s);
        }
        while (s < end && *s != ',' && *s != ';' && *s != '\t') s++;
    } else {
        while (s < end && *s != ',' && *s != ';' && *s != '\t') base_text_char(&t, *s++);
        while (t.n && t.at[t.n - 1] == ' ') t.n--;
    }
    *p = s < end ? s + 1 : end;
    const char *text = base_strdup(&r->ctx->arena, base_text_str(&t));
    base_text_free(&t);
    return text;
}

static void read_csv(Reader *r, const char *text, size_t n) {
    const char *p = text, *end = text + n;
    for (size_t line = 1; r->ok && p < end; line++) {
        const char *stop = memchr(p, '\n', (size_t)(end - p)), *next;
        if (!stop) stop = end;
        next = stop < end ? stop + 1 : end;
        if (stop > p && stop[-1] == '\r') stop--;
        const char *at = p, *name = field(r, &at, stop), *value;
        bool more = at < stop;
        value = field(r, &at, stop);
        p = next;
        if (!*name || *name == '#' || (line == 1 && strcasecmp(name, "name") == 0)) continue;
        if (!more || !*value) refuse(r, line, "there is no value for", name);
        else if (strcasecmp(value, "nan") == 0) refuse(r, line, "not a number is no value for", name);
        else give(r, name, value, line);
    }
}

/* ---- JSON -------------------------------------------------------------------------------------------------------- */

static void read_value(Reader *r, const char *name, const BaseJson *v) {
    Arena *a = &r->ctx->arena;
    Text t = {0};
    size_t k = 0;
    switch (v->kind) {
    case BASE_JSON_OBJECT:
        for (const BaseJson *x = v->items; x; x = x->next)
            read_value(r, *name ? base_sprintf(a, "%s.%s", name, x->key) : x->key, x);
        return;
    case BASE_JSON_ARRAY:
        for (const BaseJson *x = v->items; x; x = x->next) read_value(r, base_sprintf(a, "%s[%zu]", name, ++k), x);
        return;
    case BASE_JSON_NUMBER: base_text_double(&t, v->number, false); break;
    case BASE_JSON_STRING: base_text_printf(&t, "\"%s\"", v->text); break;
    case BASE_JSON_BOOLEAN: base_text_add(&t, v->number != 0 ? "true" : "false"); break;
    case BASE_JSON_NULL: refuse(r, 1, "there is no value for", name); return;
    }
    give(r, name, base_text_str(&t), 0);
    base_text_free(&t);
}

static void read_json(Reader *r, const char *text, size_t n) {
    size_t at = 0, line = 1;
    const char *why = "it is no object";
    const BaseJson *json = base_json_read(&r->ctx->arena, text, n, &at, &why);
    for (size_t i = 0; i < at && i < n; i++) line += text[i] == '\n';
    if (!json || json->kind != BASE_JSON_OBJECT) refuse(r, json ? 1 : line, why, "");
    else read_value(r, "", json);
}

/* ---- either ------------------------------------------------------------------------------------------------------ */

bool ses_read_parameters(Context *ctx, const char *path, SesGiven *out) {
    Reader r = {ctx, path, out, true};
    Text text = {0};
    if (!base_read_file(path, SIZE_MAX, &text)) {
        base_error(ctx, "ANA0040", (Span){0}, "cannot read %s: %s", path, strerror(errno));
        r.ok = false;
    } else if (ses_ends_with(path, ".json")) {
        read_json(&r, base_text_str(&text), text.n);
    } else {
        read_csv(&r, base_text_str(&text), text.n);
    }
    base_text_free(&text);
    return r.ok;
}

void ses_free_given(SesGiven *g) {
    vec_free(&g->words);
    vec_free(&g->places);
}
