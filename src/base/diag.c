/* diag.c - collecting diagnostics.
 *
 * A report is an entry in a list until it is flushed (diag_print.c prints) or rolled back.  Past the cap of
 * the Context a report is still an entry, so that a rollback undoes it, but its Diag is not printed.  The
 * same report (code, span, text) a second time is no entry at all.  base_report always returns a Diag, so
 * that callers add notes without asking.
 */
#include "base/base_impl.h"

#include <ctype.h>
#include <string.h>

Diags *base_diags_new(void) {
    Diags *d = base_realloc(NULL, sizeof *d);
    memset(d, 0, sizeof *d);
    return d;
}

void base_diags_free(Diags *d) {
    if (!d) return;
    base_free_arena(&d->arena);
    vec_free(&d->entries);
    base_map_free(&d->seen);
    base_text_free(&d->lines);
    base_realloc(d, 0);
}

static const char *format_text(Arena *a, const char *fmt, va_list args) {
    char small[512];
    va_list again;
    va_copy(again, args);
    int n = vsnprintf(small, sizeof small, fmt, args);
    const char *text;
    if (n < 0) {
        text = fmt;
    } else if ((size_t)n < sizeof small) {
        text = base_strndup(a, small, (size_t)n);
    } else {
        char *big = base_alloc(a, (size_t)n + 1);
        vsnprintf(big, (size_t)n + 1, fmt, again);
        text = big;
    }
    va_end(again);
    return text;
}

static size_t *count_of(Diags *d, const Diag *diag) {
    return diag->severity >= SEV_ERROR ? &d->errors : diag->tolerated ? &d->tolerated : &d->warnings;
}

static uint64_t key_of(const Diag *d) {
    uint64_t key = base_hash(d->code, strlen(d->code), d->severity);
    key = base_hash(d->text, strlen(d->text), key);
    return base_mix(key, base_mix(d->span.file, (uint64_t)d->span.start << 32 | d->span.end));
}

/* Enters a report unless one of the same key was entered before. */
static Diag *enter_as(Context *c, Diag *diag, uint64_t key) {
    Diags *d = c->diags;
    if (base_map_get(&d->seen, key, NULL)) return diag;
    base_map_put(&d->seen, key, 1);
    size_t *count = count_of(d, diag);
    bool shown = *count < c->max_errors || diag->severity == SEV_FATAL;
    ++*count;
    d->unsupported += diag->unsupported;
    vec_push(&d->entries, ((DiagEntry){diag, key, shown, false}));
    return diag;
}

static Diag *enter(Context *c, Diag *diag) { return enter_as(c, diag, key_of(diag)); }

static bool is_asked(const Context *c, SourceId file) {
    for (size_t i = 0; i < c->asked.n; i++)
        if (c->asked.at[i] == file) return true;
    return false;
}

Diag *base_tolerated(Context *c, const char *code, const void *place, Span span, const char *fmt, va_list args) {
    if (c->strict) return base_report(c, SEV_ERROR, code, span, fmt, args);
    bool library = !is_asked(c, span.file);
    uint64_t where = library ? span.file : (uint64_t)(uintptr_t)place;
    uint64_t key = base_mix(base_hash(code, strlen(code), SEV_WARNING), where);
    if (base_map_get(&c->diags->seen, key, NULL)) return NULL;
    Diag *diag = BASE_NEW(&c->diags->arena, Diag);
    *diag = (Diag){.code = code, .severity = SEV_WARNING, .span = span, .tolerated = library};
    diag->text = format_text(&c->diags->arena, fmt, args);
    return enter_as(c, diag, key);
}

Diag *base_report(Context *c, Severity sev, const char *code, Span span, const char *fmt, va_list args) {
    Arena *a = &c->diags->arena;
    Diag *diag = BASE_NEW(a, Diag);
    *diag = (Diag){.code = code, .severity = sev, .span = span, .text = format_text(a, fmt, args)};
    return enter(c, diag);
}

Diag *base_unsupported(Context *c, const char *code, Span span, const char *fmt, ...) {
    Arena *a = &c->diags->arena;
    Diag *diag = BASE_NEW(a, Diag);
    va_list args;
    va_start(args, fmt);
    *diag = (Diag){.code = code, .severity = SEV_ERROR, .span = span, .unsupported = true};
    diag->text = format_text(a, fmt, args);
    va_end(args);
    return enter(c, diag);
}

Diag *base_error(Context *c, const char *code, Span span, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    Diag *d = base_report(c, SEV_ERROR, code, span, fmt, args);
    va_end(args);
    return d;
}

Diag *base_warning(Context *c, const char *code, Span span, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    Diag *d = base_report(c, SEV_WARNING, code, span, fmt, args);
    va_end(args);
    return d;
}

void base_note(Context *c, Diag *d, Span span, const char *fmt, ...) {
    if (!d) return;
    va_list args;
    DiagNote *note = BASE_NEW(&c->diags->arena, DiagNote);
    va_start(args, fmt);
    *note = (DiagNote){.span = span, .text = format_text(&c->diags->arena, fmt, args)};
    va_end(args);
    DiagNote **end = &d->notes;
    while (*end) end = &(*end)->next;
    *end = note;
}

void base_note_first(Context *c, Diag *d, Span span, const char *fmt, ...) {
    va_list args;
    DiagNote *note = BASE_NEW(&c->diags->arena, DiagNote);
    va_start(args, fmt);
    *note = (DiagNote){.span = span, .text = format_text(&c->diags->arena, fmt, args), .next = d->notes};
    va_end(args);
    d->notes = note;
}

void base_diag_each(Context *c, void (*visit)(void *arg, Diag *d), void *arg) {
    for (size_t i = 0; i < c->diags->entries.n; i++) visit(arg, c->diags->entries.at[i].diag);
}

void base_hint(Context *c, Diag *d, const char *fmt, ...) {
    if (!d) return;
    va_list args;
    va_start(args, fmt);
    d->hint = format_text(&c->diags->arena, fmt, args);
    va_end(args);
}

void base_instance(Context *c, Diag *d, const char *path) {
    if (d) d->instance = path && *path ? base_strdup(&c->diags->arena, path) : NULL;
}

bool base_errors_are(const Context *c, const char *code) {
    const Diags *d = c->diags;
    for (size_t i = 0; i < d->entries.n; i++)
        if (d->entries.at[i].diag->severity >= SEV_ERROR && strcmp(d->entries.at[i].diag->code, code) != 0)
            return false;
    return d->errors > 0;
}

void base_cause(Context *c, Diag *d, const char *kind, const char *name) {
    if (d) d->cause = base_sprintf(&c->diags->arena, "%s %s", kind, name);
}

size_t base_error_count(const Context *c) { return c->diags->errors; }

size_t base_unsupported_count(const Context *c) { return c->diags->unsupported; }

size_t base_diag_mark(const Context *c) { return c->diags->gone + c->diags->entries.n; }
bool base_diag_waiting(const Context *c) { return c->diags->entries.n > 0; }

void base_diag_rollback(Context *c, size_t mark) {
    Diags *d = c->diags;
    while (d->entries.n && d->gone + d->entries.n > mark) {
        DiagEntry e = vec_pop(&d->entries);
        --*count_of(d, e.diag);
        d->unsupported -= e.diag->unsupported;
        base_map_del(&d->seen, e.key);
    }
}

Diags *base_diag_aside(Context *c, size_t mark) {
    Diags *aside = base_diags_new();
    for (size_t i = mark > c->diags->gone ? mark - c->diags->gone : 0; i < c->diags->entries.n; i++)
        vec_push(&aside->entries, c->diags->entries.at[i]);
    base_diag_rollback(c, mark);
    return aside;
}

void base_diag_decide(Context *c, size_t mark, Diags *aside, bool back) {
    Diags *d = c->diags;
    if (back) base_diag_rollback(c, mark);
    for (size_t i = 0; back && i < aside->entries.n; i++) {
        DiagEntry e = aside->entries.at[i]; /* its text lies where it was */
        vec_push(&d->entries, e);
        ++*count_of(d, e.diag);
        d->unsupported += e.diag->unsupported;
        base_map_put(&d->seen, e.key, 1);
    }
    base_diags_free(aside);
}

void base_diag_clear(Context *c) {
    Diags *d = c->diags;
    d->gone += d->entries.n;
    vec_clear(&d->entries);
    base_map_clear(&d->seen);
    base_free_arena(&d->arena);
    d->errors = d->warnings = d->unsupported = d->tolerated = 0;
}

void base_diags_save(const Context *c, Blob *b) {
    const Diags *d = c->diags;
    uint64_t n = d->entries.n;
    base_blob_put(b, &n, sizeof n);
    for (size_t i = 0; i < n; i++) {
        const Diag *diag = d->entries.at[i].diag;
        uint64_t head[3] = {diag->severity, 0, diag->tolerated};
        for (const DiagNote *note = diag->notes; note; note = note->next) head[1]++;
        base_blob_put(b, head, sizeof head);
        base_blob_put(b, &diag->span, sizeof diag->span);
        base_blob_text(b, diag->code);
        base_blob_text(b, diag->text);
        base_blob_text(b, diag->instance);
        base_blob_text(b, diag->hint);
        for (const DiagNote *note = diag->notes; note; note = note->next) {
            base_blob_put(b, &note->span, sizeof note->span);
            base_blob_text(b, note->text);
        }
    }
}

void base_diags_load(Context *c, BlobReader *r) {
    Arena *a = &c->diags->arena;
    uint64_t n;
    base_blob_take_into(r, &n, sizeof n);
    for (uint64_t i = 0; i < n && !r->bad; i++) {
        uint64_t head[3];
        base_blob_take_into(r, head, sizeof head);
        Diag *diag = BASE_NEW(a, Diag);
        base_blob_take_into(r, &diag->span, sizeof diag->span);
        diag->severity = (Severity)head[0];
        diag->tolerated = head[2];
        diag->code = base_blob_take_text(r, a);
        diag->text = base_blob_take_text(r, a);
        diag->instance = base_blob_take_text(r, a);
        diag->hint = base_blob_take_text(r, a);
        DiagNote **end = &diag->notes;
        for (uint64_t k = 0; k < head[1] && !r->bad; k++, end = &(*end)->next) {
            *end = BASE_NEW(a, DiagNote);
            base_blob_take_into(r, &(*end)->span, sizeof(*end)->span);
            (*end)->text = base_blob_take_text(r, a);
        }
        if (!r->bad && diag->code && diag->text) enter(c, diag);
        else r->bad = true;
    }
}

/* Edits (insert, delete, replace, swap neighbours; letters of other case count half) between two words, in
 * half edits, or a number above `limit` as soon as that is certain (Damerau 1964, restricted form). */
static int distance(const char *a, size_t na, const char *b, size_t nb, int limit) {
    enum { LONGEST = 96 };
    int rows[3][LONGEST + 1];
    if (na > LONGEST || nb > LONGEST) return limit + 1;
    int *before = rows[0], *last = rows[1], *now = rows[2];
    for (size_t j = 0; j <= nb; j++) last[j] = 2 * (int)j;
    for (size_t i = 1; i <= na; i++) {
        int best = now[0] = 2 * (int)i;
        for (size_t j = 1; j <= nb; j++) {
            char x = a[i - 1], y = b[j - 1];
            int same = x == y ? 0 : tolower((unsigned char)x) == tolower((unsigned char)y) ? 1 : 2;
            int cost = last[j - 1] + same;
            if (last[j] + 2 < cost) cost = last[j] + 2;
            if (now[j - 1] + 2 < cost) cost = now[j - 1] + 2;
            if (i > 1 && j > 1 && x == b[j - 2] && a[i - 2] == y && before[j - 2] + 2 < cost) cost = before[j - 2] + 2;
            now[j] = cost;
            if (cost < best) best = cost;
        }
        if (best > limit) return limit + 1;
        int *free_row = before;
        before = last;
        last = now;
        now = free_row;
    }
    return last[nb];
}

static size_t common_start(const char *a, const char *b) {
    size_t n = 0;
    while (a[n] && a[n] == b[n]) n++;
    return n;
}

/* Among equally near ones that with the longest common beginning. */
const char *base_nearest(const char *wrong, const char *const *candidates, size_t n) {
    size_t length = strlen(wrong), start = 0;
    int limit = length < 2 ? 1 : length < 3 ? 2 : length < 6 ? 3 : 2 * (int)(length / 3);
    const char *nearest = NULL;
    for (size_t i = 0; i < n; i++) {
        size_t other = strlen(candidates[i]);
        size_t gap = other > length ? other - length : length - other;
        if (2 * gap > (size_t)limit) continue;
        int cost = distance(wrong, length, candidates[i], other, limit);
        if (cost > limit) continue;
        size_t same = common_start(wrong, candidates[i]);
        if (nearest && cost == limit && same <= start) continue;
        nearest = candidates[i];
        start = same;
        limit = cost;
    }
    return nearest;
}
