/* script_value.c - values of scripts. */
#include "script/script_impl.h"

#include <math.h>
#include <string.h>

static ScrValue *new_value(Script *s, ScrKind kind) {
    ScrValue *v = BASE_NEW(&s->scratch, ScrValue);
    v->kind = kind;
    return v;
}

ScrValue *scr_nothing(Script *s) { return new_value(s, SCR_NOTHING); }

ScrValue *scr_real(Script *s, double x) {
    ScrValue *v = new_value(s, SCR_REAL);
    v->real = x;
    return v;
}

ScrValue *scr_integer(Script *s, int64_t i) {
    ScrValue *v = new_value(s, SCR_INTEGER);
    v->integer = i;
    return v;
}

ScrValue *scr_boolean(Script *s, bool b) {
    ScrValue *v = new_value(s, SCR_BOOLEAN);
    v->integer = b;
    return v;
}

ScrValue *scr_string(Script *s, const char *text) {
    ScrValue *v = new_value(s, SCR_STRING);
    v->text = base_strdup(&s->scratch, text);
    return v;
}

ScrValue *scr_name(Script *s, const char *text) {
    ScrValue *v = scr_string(s, text);
    v->kind = SCR_NAME;
    return v;
}

ScrValue *scr_array(Script *s, ScrKind element, size_t n) {
    ScrValue *v = new_value(s, SCR_ARRAY);
    v->element = element;
    v->n = n;
    v->items = BASE_ARRAY(&s->scratch, ScrValue *, n + 1);
    return v;
}

ScrValue *scr_tuple(Script *s, size_t n) {
    ScrValue *v = scr_array(s, SCR_NOTHING, n);
    v->kind = SCR_TUPLE;
    return v;
}

ScrValue *scr_strings(Script *s, const char *const *texts, size_t n) {
    ScrValue *v = scr_array(s, SCR_STRING, n);
    for (size_t i = 0; i < n; i++) v->items[i] = scr_string(s, texts[i]);
    return v;
}

ScrValue *scr_deep(Arena *to, const ScrValue *v) {
    if (!v) return NULL;
    ScrValue *c = base_copy(to, v, sizeof *v);
    if (v->text) c->text = base_strdup(to, v->text);
    if (v->items) c->items = BASE_ARRAY(to, ScrValue *, v->n + 1);
    if (v->fields) c->fields = BASE_ARRAY(to, const char *, v->n + 1);
    for (size_t i = 0; v->items && i < v->n; i++) c->items[i] = scr_deep(to, v->items[i]);
    for (size_t i = 0; v->fields && i < v->n; i++) c->fields[i] = base_strdup(to, v->fields[i]);
    return c;
}

ScrValue *scr_element(const ScrValue *v, int64_t k) {
    return v->kind == SCR_ARRAY && k >= 1 && (uint64_t)k <= v->n ? v->items[k - 1] : NULL;
}

ScrValue *scr_field(const ScrValue *v, const char *name) {
    for (size_t i = 0; v->kind == SCR_RECORD && i < v->n; i++)
        if (strcmp(v->fields[i], name) == 0) return v->items[i];
    return NULL;
}

static bool fits(const ScrValue *v, const int64_t *dims, uint32_t n, ScrKind element) {
    if (n == 0) return v->kind == element || (element == SCR_REAL && v->kind == SCR_INTEGER);
    if (v->kind != SCR_ARRAY || (int64_t)v->n != dims[0]) return false;
    for (size_t i = 0; i < v->n; i++)
        if (!fits(v->items[i], dims + 1, n - 1, element)) return false;
    return true;
}

bool scr_dims(const ScrValue *v, int64_t *dims, uint32_t *n) {
    const ScrValue *first = v;
    *n = 0;
    for (; first->kind == SCR_ARRAY && *n < 32; first = first->items[0]) {
        dims[(*n)++] = (int64_t)first->n;
        if (first->n == 0) return true;
    }
    return fits(v, dims, *n, v->kind == SCR_ARRAY ? v->element : v->kind);
}

static void to_real(ScrValue *v) {
    if (v->kind == SCR_INTEGER) v->real = (double)v->integer, v->kind = SCR_REAL;
    if (v->kind != SCR_ARRAY) return;
    if (v->element == SCR_INTEGER) v->element = SCR_REAL;
    for (size_t i = 0; i < v->n; i++) to_real(v->items[i]);
}

void scr_promote(ScrValue *v) {
    bool real = false, number = true;
    if (v->kind != SCR_ARRAY || !v->n) return;
    for (size_t i = 0; i < v->n; i++) {
        ScrKind k = v->items[i]->kind == SCR_ARRAY ? v->items[i]->element : v->items[i]->kind;
        real |= k == SCR_REAL;
        number &= k == SCR_REAL || k == SCR_INTEGER;
        if (i == 0) v->element = k;
    }
    if (real && number) to_real(v);
}

double scr_number(const ScrValue *v) {
    switch (v ? v->kind : SCR_NOTHING) {
    case SCR_REAL: return v->real;
    case SCR_INTEGER:
    case SCR_BOOLEAN:
    case SCR_ENUM: return (double)v->integer;
    default: return NAN;
    }
}
