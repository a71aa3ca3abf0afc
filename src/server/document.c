/* document.c - open documents: their text, edits, lines and positions; addresses of files.
 *
 * Positions of the protocol count lines from 0 and, within a line, units of the encoding that was agreed on: UTF-16
 * unless the editor offers UTF-8.  Lines end with \n, \r\n or \r.
 */
#include "server/server_impl.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

/* ---- addresses --------------------------------------------------------------------------------------------------- */

static int hex(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

char *srv_path_of_uri(const char *uri) {
    Text t = {0};
    if (strncmp(uri, "file:", 5) != 0) return NULL;
    uri += 5;
    if (strncmp(uri, "//", 2) == 0) { /* behind the host, which is this machine */
        uri = strchr(uri + 2, '/');
        if (!uri) return NULL;
    }
    for (; *uri; uri++) {
        int high = uri[0] == '%' ? hex(uri[1]) : -1, low = high >= 0 ? hex(uri[2]) : -1;
        if (low >= 0) base_text_char(&t, (char)(high * 16 + low)), uri += 2;
        else base_text_char(&t, *uri);
    }
    char real[PATH_MAX];
    base_text_str(&t);
    if (strlen(base_text_str(&t)) == t.n && realpath(t.at, real)) {
        t.n = 0;
        base_text_add(&t, real);
    }
    return t.at;
}

void srv_put_uri(Server *s, const char *path, Text *out) {
    for (size_t i = 0; i < s->documents.n; i++)
        if (strcmp(s->documents.at[i]->path, path) == 0) {
            srv_put_text(out, s->documents.at[i]->uri);
            return;
        }
    Text t = {0};
    char real[PATH_MAX];
    if (path[0] != '/' && realpath(path, real)) path = real;
    base_text_add(&t, "file://");
    for (const char *p = path; *p; p++) {
        bool plain = (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || (*p >= '0' && *p <= '9') ||
                     strchr("/-._~!$&'()*+,;=@", *p);
        if (plain) base_text_char(&t, *p);
        else base_text_printf(&t, "%%%02X", (unsigned char)*p);
    }
    srv_put_text(out, t.at);
    base_text_free(&t);
}

/* ---- the list of documents --------------------------------------------------------------------------------------- */

SrvDocument *srv_find_document(Server *s, const char *uri) {
    for (size_t i = 0; i < s->documents.n; i++)
        if (strcmp(s->documents.at[i]->uri, uri) == 0) return s->documents.at[i];
    char *path = srv_path_of_uri(uri);
    SrvDocument *found = NULL;
    for (size_t i = 0; path && i < s->documents.n; i++)
        if (strcmp(s->documents.at[i]->path, path) == 0) found = s->documents.at[i];
    base_realloc(path, 0);
    return found;
}

SrvDocument *srv_document_of_source(Server *s, SourceId source) {
    for (size_t i = 0; source && i < s->documents.n; i++)
        if (s->documents.at[i]->source == source) return s->documents.at[i];
    return NULL;
}

static char *copy(const char *s) {
    size_t n = strlen(s) + 1;
    return memcpy(base_realloc(NULL, n), s, n);
}

void srv_set_text(SrvDocument *d, const char *text, size_t n) {
    if (d->cap < n + 1) d->text = base_realloc(d->text, d->cap = n + n / 8 + 64);
    memcpy(d->text, text, n);
    d->text[n] = 0;
    d->n = n;
    vec_clear(&d->lines);
}

SrvDocument *srv_open_document(Server *s, const char *uri, const char *text, size_t n) {
    SrvDocument *d = base_realloc(NULL, sizeof *d);
    memset(d, 0, sizeof *d);
    d->uri = copy(uri);
    d->path = srv_path_of_uri(uri);
    if (!d->path) d->path = copy(uri);
    d->classic = ses_ends_with(d->path, ".dym");
    srv_set_text(d, text, n);
    vec_push(&s->documents, d);
    return d;
}

static void free_findings(SrvFindings *f) {
    vec_free(&f->list);
    base_free_arena(&f->arena);
}

void srv_close_document(Server *s, SrvDocument *d) {
    for (size_t i = 0; i < s->documents.n; i++)
        if (s->documents.at[i] == d) s->documents.at[i] = vec_last(&s->documents), s->documents.n--, i--;
    free_findings(&d->syntax);
    free_findings(&d->meaning);
    free_findings(&d->fresh);
    for (size_t i = 0; i < d->pulls.n; i++) base_realloc(d->pulls.at[i], 0);
    vec_free(&d->pulls);
    vec_free(&d->seen);
    vec_free(&d->left_out);
    vec_free(&d->items);
    vec_free(&d->lines);
    vec_free(&d->tokens);
    base_realloc(d->token_id, 0);
    base_realloc(d->uri, 0);
    base_realloc(d->path, 0);
    base_realloc(d->text, 0);
    base_realloc(d, 0);
}

/* ---- lines and positions ----------------------------------------------------------------------------------------- */

static void find_lines(SrvDocument *d) {
    if (d->lines.n) return;
    vec_push(&d->lines, 0);
    for (size_t i = 0; i < d->n; i++)
        if (d->text[i] == '\n' || (d->text[i] == '\r' && d->text[i + 1] != '\n'))
            vec_push(&d->lines, (uint32_t)(i + 1));
}

/* Units that the character beginning with this byte counts; 0 inside a character. */
uint32_t srv_units(const Server *s, unsigned char c) {
    if (s->encoding == SRV_UTF8) return 1;
    if ((c & 0xC0) == 0x80) return 0;
    return s->encoding == SRV_UTF16 && c >= 0xF0 ? 2 : 1;
}

static bool natural(const BaseJson *j, double *out) {
    if (!j || j->kind != BASE_JSON_NUMBER || !(j->number >= 0) || j->number != floor(j->number)) return false;
    *out = j->number;
    return true;
}

bool srv_offset(Server *s, SrvDocument *d, const BaseJson *position, uint32_t *offset) {
    double line, character;
    if (!natural(base_json_get(position, "line"), &line) || !natural(base_json_get(position, "character"), &character))
        return false;
    find_lines(d);
    if (line >= (double)d->lines.n) {
        *offset = (uint32_t)d->n;
        return true;
    }
    uint32_t at = d->lines.at[(size_t)line];
    uint32_t end = (size_t)line + 1 < d->lines.n ? d->lines.at[(size_t)line + 1] : (uint32_t)d->n;
    while (end > at && (d->text[end - 1] == '\n' || d->text[end - 1] == '\r')) end--;
    double passed = 0;
    while (at < end && passed < character) {
        passed += srv_units(s, (unsigned char)d->text[at]);
        if (passed > character) break; /* inside a pair of surrogates: in front of the character */
        at++;
        while (at < end && srv_units(s, (unsigned char)d->text[at]) == 0) at++;
    }
    *offset = at;
    return true;
}

void srv_put_position(Server *s, SourceId source, uint32_t offset, Text *out) {
    int line, column;
    const Source *text = base_source(s->ctx->sources, source);
    if (offset > text->n) offset = (uint32_t)text->n;
    base_source_position(s->ctx->sources, source, offset, &line, &column);
    uint32_t character = 0;
    for (uint32_t i = offset; i > 0 && text->text[i - 1] != '\n' && text->text[i - 1] != '\r'; i--)
        character += srv_units(s, (unsigned char)text->text[i - 1]);
    base_text_printf(out, "{\"line\":%d,\"character\":%u}", line - 1, character);
}

void srv_put_range(Server *s, Span span, Text *out) {
    base_text_add(out, "{\"start\":");
    srv_put_position(s, span.file, span.start, out);
    base_text_add(out, ",\"end\":");
    srv_put_position(s, span.file, span.end > span.start ? span.end : span.start, out);
    base_text_char(out, '}');
}

void srv_put_location(Server *s, Span span, Text *out) {
    base_text_add(out, "{\"uri\":");
    srv_put_uri(s, base_source(s->ctx->sources, span.file)->path, out);
    base_text_add(out, ",\"range\":");
    srv_put_range(s, span, out);
    base_text_char(out, '}');
}

/* ---- edits ------------------------------------------------------------------------------------------------------- */

bool srv_edit_document(Server *s, SrvDocument *d, const BaseJson *range, const char *text, size_t n) {
    uint32_t from, to;
    if (!srv_offset(s, d, base_json_get(range, "start"), &from) ||
        !srv_offset(s, d, base_json_get(range, "end"), &to) || to < from || d->n + n >= UINT32_MAX / 2)
        return false;
    size_t rest = d->n - to, whole = from + n + rest;
    if (d->cap < whole + 1) d->text = base_realloc(d->text, d->cap = whole + whole / 8 + 64);
    memmove(d->text + from + n, d->text + to, rest);
    memcpy(d->text + from, text, n);
    d->text[whole] = 0;
    d->n = whole;
    d->edited = from;
    vec_clear(&d->lines);
    srv_shift_findings(d, from, to, n);
    return true;
}
