/* findings.c - what is wrong with a text, told as it is typed.
 *
 * Two kinds of findings stand beside each other: those of syntax, which are new with each text, and those of meaning,
 * each found by the check of a class.  Between an edit and the next check the latter move with the text, and those that
 * the edit touched go; a check replaces those of its class, and the end of a whole check leaves none that it did not
 * give.
 */
#include "server/server_impl.h"

/* ---- keeping ----------------------------------------------------------------------------------------------------- */

static void put_related(Server *s, Span span, const char *text, Text *out) {
    if (out->n) base_text_char(out, ',');
    base_text_add(out, "{\"location\":");
    srv_put_location(s, span, out);
    base_text_add(out, ",\"message\":");
    srv_put_text(out, text);
    base_text_char(out, '}');
}

static Span class_name_span(Server *s, const SrvDocument *d, const char *home) {
    LibClass *cls = home ? lib_find_path(s->lib, home) : NULL;
    if (cls && cls->syn && cls->syn->file->source == d->source) return cls->syn->name_span;
    return (Span){d->source, 0, 0};
}

void srv_keep_finding(Server *s, SrvDocument *d, SrvFindings *to, const Diag *diag, const char *home) {
    Text text = {0}, related = {0};
    Arena *a = &to->arena;
    SrvFinding f = {.severity = diag->severity >= SEV_ERROR ? 1 : diag->severity == SEV_WARNING ? 2 : 3};
    Span span = diag->span;
    base_text_add(&text, diag->text);
    if (diag->instance) base_text_printf(&text, "\nin %s", diag->instance);
    if (diag->hint) base_text_printf(&text, "\n%s", diag->hint);
    if (span.file != d->source) { /* found elsewhere: said at the class that led there */
        if (span.file) put_related(s, span, diag->text, &related);
        span = class_name_span(s, d, home);
        for (const DiagNote *n = diag->notes; n; n = n->next)
            if (n->span.file == d->source) {
                span = n->span;
                break;
            }
    }
    for (const DiagNote *n = diag->notes; n; n = n->next) {
        if (n->span.file) put_related(s, n->span, n->text, &related);
        else base_text_printf(&text, "\n%s", n->text);
    }
    f.start = span.start;
    f.end = span.end;
    f.code = base_strdup(a, diag->code ? diag->code : "");
    f.text = base_strdup(a, base_text_str(&text));
    f.hint = diag->hint ? base_strdup(a, diag->hint) : NULL;
    f.related = related.n ? base_strdup(a, related.at) : NULL;
    f.home = home ? base_strdup(a, home) : NULL;
    vec_push(&to->list, f);
    base_text_free(&text);
    base_text_free(&related);
}

void srv_shift_findings(SrvDocument *d, uint32_t from, uint32_t to, size_t n) {
    size_t kept = 0;
    for (size_t i = 0; i < d->meaning.list.n; i++) {
        SrvFinding f = d->meaning.list.at[i];
        if (f.start >= to) {
            f.start = (uint32_t)(f.start - (to - from) + n);
            f.end = (uint32_t)(f.end - (to - from) + n);
        } else if (f.end > from) {
            continue;
        }
        d->meaning.list.at[kept++] = f;
    }
    d->meaning.list.n = kept;
}

void srv_changed(Server *s, SrvDocument *d) {
    s->edition++;
    d->dirty = true;
    d->touched = base_seconds();
    d->told = false;
    for (size_t i = 0; i < s->documents.n; i++) { /* others may use it */
        SrvDocument *other = s->documents.at[i];
        if (other != d && other->foreign) continue;
        other->checked = false;
        vec_clear(&other->left_out);
    }
    s->last_edit = base_seconds();
    srv_stop_check(s);
    srv_cancel_jobs_of_text(s);
}

static SrvFinding copy_finding(Arena *a, SrvFinding f) {
    f.code = base_strdup(a, f.code);
    f.text = base_strdup(a, f.text);
    f.hint = f.hint ? base_strdup(a, f.hint) : NULL;
    f.related = f.related ? base_strdup(a, f.related) : NULL;
    f.home = f.home ? base_strdup(a, f.home) : NULL;
    return f;
}

void srv_move_findings(SrvFindings *from, SrvFindings *to) {
    for (size_t i = 0; i < from->list.n; i++) vec_push(&to->list, copy_finding(&to->arena, from->list.at[i]));
    vec_clear(&from->list);
    base_free_arena(&from->arena);
}

void srv_compact(SrvDocument *d) {
    SrvFindings kept = {0};
    srv_move_findings(&d->meaning, &kept);
    vec_free(&d->meaning.list);
    d->meaning = kept;
}

/* ---- telling ----------------------------------------------------------------------------------------------------- */

static void put_finding(Server *s, const SrvDocument *d, const SrvFinding *f, Text *out) {
    srv_comma(out);
    base_text_add(out, "{\"range\":");
    srv_put_range(s, (Span){d->source, f->start, f->end}, out);
    base_text_printf(out, ",\"severity\":%d,\"source\":\"causeway\",\"code\":", f->severity);
    srv_put_text(out, f->code);
    base_text_add(out, ",\"message\":");
    srv_put_text(out, f->text);
    if (f->related) base_text_printf(out, ",\"relatedInformation\":[%s]", f->related);
    base_text_char(out, '}');
}

static bool is_same(const SrvFinding *a, const SrvFinding *b) {
    return a->start == b->start && a->end == b->end && strcmp(a->code, b->code) == 0 && strcmp(a->text, b->text) == 0;
}

void srv_put_findings(Server *s, SrvDocument *d, Text *out) {
    base_text_char(out, '[');
    for (size_t i = 0; i < d->syntax.list.n; i++) put_finding(s, d, &d->syntax.list.at[i], out);
    for (size_t i = 0; i < d->meaning.list.n; i++) {
        bool twice = false;
        for (size_t k = 0; k < i && !twice; k++) twice = is_same(&d->meaning.list.at[i], &d->meaning.list.at[k]);
        for (size_t k = 0; k < d->syntax.list.n && !twice; k++)
            twice = is_same(&d->meaning.list.at[i], &d->syntax.list.at[k]);
        if (!twice) put_finding(s, d, &d->meaning.list.at[i], out);
    }
    base_text_char(out, ']');
}

void srv_publish(Server *s, SrvDocument *d) {
    Text t = {0};
    base_text_add(&t, "{\"uri\":");
    srv_put_text(&t, d->uri);
    if (d->has_version) base_text_printf(&t, ",\"version\":%.0f", d->version);
    base_text_add(&t, ",\"diagnostics\":");
    srv_put_findings(s, d, &t);
    base_text_char(&t, '}');
    srv_notify(s, "textDocument/publishDiagnostics", &t);
    base_text_free(&t);
}

void srv_settle(Server *s) {
    bool any = false;
    for (size_t i = 0; i < s->documents.n; i++) any |= !s->documents.at[i]->told;
    if (!any) return;
    srv_world(s);
    for (size_t i = 0; i < s->documents.n; i++) {
        SrvDocument *d = s->documents.at[i];
        if (d->told) continue;
        d->told = true;
        srv_publish(s, d);
    }
}

static void put_report(Server *s, SrvDocument *d, Text *out) {
    base_text_add(out, "{\"kind\":\"full\",\"items\":");
    srv_put_findings(s, d, out);
    base_text_char(out, '}');
}

/* Answered when the check is done. */
void srv_pull_diagnostics(Server *s, const BaseJson *params, Text *out) {
    SrvDocument *d = srv_asked(s, params, NULL);
    if (!d) return;
    if (d->checked || d->classic) {
        put_report(s, d, out);
        return;
    }
    size_t n = strlen(s->asked_id) + 1;
    vec_push(&d->pulls, memcpy(base_realloc(NULL, n), s->asked_id, n));
    s->deferred = true;
}

void srv_answer_pulls(Server *s, SrvDocument *d) {
    Text t = {0};
    if (d->pulls.n) put_report(s, d, &t);
    for (size_t i = 0; i < d->pulls.n; i++) {
        srv_answer_text(s, d->pulls.at[i], "result", t.at, t.n);
        base_realloc(d->pulls.at[i], 0);
    }
    vec_clear(&d->pulls);
    base_text_free(&t);
}
