/* links.c - addresses in texts, colours of drawings, names that are edited together. */
#include "server/server_impl.h"

#include <ctype.h>
#include <stdlib.h>
#include <unistd.h>

/* ---- modelica:// ------------------------------------------------------------------------------------------------- */

static size_t address_length(const char *p, const char *end) {
    size_t n = 0;
    while (p + n < end && (isalnum((unsigned char)p[n]) || (p[n] && strchr("/._-~%+'#", p[n])))) n++;
    while (n && strchr(".#'", p[n - 1])) n--;
    return n;
}

/* The file that an address means: a resource, or that of a class. */
static bool put_target(Server *s, const char *address, Text *out) {
    char *hash = strchr(address, '#');
    if (hash) *hash = 0;
    const char *words = address + 11;
    if (!strchr(words, '/')) {
        LibClass *cls = lib_find_path(s->lib, words);
        if (!cls || !lib_syn(cls)) return false;
        srv_put_uri(s, base_source(s->ctx->sources, cls->file->source)->path, out);
        int line, column;
        base_source_position(s->ctx->sources, cls->file->source, cls->syn->name_span.start, &line, &column);
        out->n--; /* the line goes inside the quotes */
        base_text_printf(out, "#L%d\"", line);
        return true;
    }
    const char *path = lib_resource(s->lib, address);
    if (!path || access(path, F_OK) != 0) return false;
    srv_put_uri(s, path, out);
    return true;
}

void srv_document_link(Server *s, const BaseJson *params, Text *out) {
    static const char scheme[] = "modelica://";
    SrvDocument *d = srv_asked(s, params, NULL);
    if (!d) return;
    base_text_char(out, '[');
    const char *end = d->text + d->n;
    for (const char *p = d->text; d->source && (p = memmem(p, (size_t)(end - p), scheme, sizeof scheme - 1));) {
        size_t n = sizeof scheme - 1 + address_length(p + sizeof scheme - 1, end);
        Text target = {0};
        if (put_target(s, base_strndup(&s->scratch, p, n), &target)) {
            uint32_t at = (uint32_t)(p - d->text);
            srv_comma(out);
            base_text_add(out, "{\"range\":");
            srv_put_range(s, (Span){d->source, at, at + (uint32_t)n}, out);
            base_text_printf(out, ",\"target\":%s}", base_text_str(&target));
        }
        base_text_free(&target);
        p += n;
    }
    base_text_char(out, ']');
    base_diag_clear(s->ctx);
}

/* ---- colours ----------------------------------------------------------------------------------------------------- */

static bool is_colour_name(const char *name) {
    size_t n = strlen(name);
    return strcmp(name, "color") == 0 || (n > 5 && strcmp(name + n - 5, "Color") == 0);
}

/* Color = {r, g, b} at word i: the three numbers. */
static bool colour_at(Server *s, const SynWords *w, const char *text, size_t i, double rgb[3]) {
    static const char signs[] = "={\0,\0,\0}";
    if (i + 9 > w->n || w->at[i].kind != SYN_WORD_NAME || !is_colour_name(srv_name(s, w->at[i].name))) return false;
    for (size_t k = 0; k < 8; k++) {
        const SynWord *x = &w->at[i + 1 + k];
        if (signs[k] ? text[x->start] != signs[k] : x->kind != SYN_WORD_NUMBER) return false;
        if (!signs[k]) rgb[(k - 2) / 2] = strtod(text + x->start, NULL);
    }
    return rgb[0] <= 255 && rgb[1] <= 255 && rgb[2] <= 255;
}

void srv_document_color(Server *s, const BaseJson *params, Text *out) {
    SrvDocument *d = srv_asked(s, params, NULL);
    SynWords words = {0};
    double rgb[3];
    if (!d) return;
    base_text_char(out, '[');
    if (d->source) syn_words(s->ctx, d->source, &words);
    const char *text = d->source ? base_source(s->ctx->sources, d->source)->text : "";
    for (size_t i = 0; i < words.n; i++) {
        if (!colour_at(s, &words, text, i, rgb)) continue;
        srv_comma(out);
        base_text_add(out, "{\"range\":");
        srv_put_range(s, (Span){d->source, words.at[i + 2].start, words.at[i + 8].end}, out);
        base_text_printf(out, ",\"color\":{\"red\":%.4f,\"green\":%.4f,\"blue\":%.4f,\"alpha\":1}}", rgb[0] / 255,
                         rgb[1] / 255, rgb[2] / 255);
    }
    vec_free(&words);
    base_text_char(out, ']');
}

void srv_color_presentation(Server *s, const BaseJson *params, Text *out) {
    static const char *const keys[] = {"red", "green", "blue"};
    const BaseJson *color = base_json_get(params, "color");
    int rgb[3];
    for (int i = 0; i < 3; i++) {
        const BaseJson *x = base_json_get(color, keys[i]);
        if (!x || x->kind != BASE_JSON_NUMBER || !(x->number >= 0 && x->number <= 1)) {
            srv_refuse(s, SRV_INVALID_PARAMS, "params.color has red, green and blue between 0 and 1");
            return;
        }
        rgb[i] = (int)(x->number * 255 + 0.5);
    }
    base_text_printf(out, "[{\"label\":\"{%d, %d, %d}\"}]", rgb[0], rgb[1], rgb[2]);
}

/* ---- the two names of a class ------------------------------------------------------------------------------------ */

void srv_linked_editing(Server *s, const BaseJson *params, Text *out) {
    uint32_t offset;
    Span end;
    SrvDocument *d = srv_asked(s, params, &offset);
    SynClass *c = d ? srv_class_at(d->file, offset) : NULL;
    if (!c || !srv_end_name(s, c, &end)) return;
    bool first = offset >= c->name_span.start && offset <= c->name_span.end;
    if (!first && (offset < end.start || offset > end.end)) return;
    base_text_add(out, "{\"ranges\":[");
    srv_put_range(s, c->name_span, out);
    base_text_char(out, ',');
    srv_put_range(s, end, out);
    base_text_add(out, "],\"wordPattern\":\"[A-Za-z_][A-Za-z_0-9]*\"}");
}
