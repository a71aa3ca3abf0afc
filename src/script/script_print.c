/* script_print.c - values of scripts as text. */
#include "script/script_impl.h"

#include <inttypes.h>
#include <string.h>

void scr_quote(const char *text, Text *out) {
    base_text_char(out, '"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') base_text_char(out, '\\');
        base_text_char(out, *text);
    }
    base_text_char(out, '"');
}

/* real: 12.0 rather than 12, so that it reads back as what it is. */
static void print(const ScrValue *v, bool real, Text *out);

static void print_items(const ScrValue *v, char open, char close, bool real, Text *out) {
    base_text_char(out, open);
    for (size_t i = 0; i < v->n; i++) {
        if (i) base_text_add(out, ", ");
        if (v->items[i]) print(v->items[i], real, out);
    }
    base_text_char(out, close);
}

static void print_record(const ScrValue *v, Text *out) {
    base_text_printf(out, "record %s\n", v->text);
    for (size_t i = 0; i < v->n; i++) {
        base_text_printf(out, "    %s = ", v->fields[i]);
        scr_print(v->items[i], out);
        base_text_add(out, i + 1 < v->n ? ",\n" : "\n");
    }
    base_text_printf(out, "end %s;", v->text);
}

static void print(const ScrValue *v, bool real, Text *out) {
    switch (v->kind) {
    case SCR_NOTHING: break;
    case SCR_REAL: base_text_double(out, v->real, real); break;
    case SCR_INTEGER: base_text_printf(out, "%" PRId64, v->integer); break;
    case SCR_BOOLEAN: base_text_add(out, v->integer ? "true" : "false"); break;
    case SCR_STRING: scr_quote(v->text, out); break;
    case SCR_ENUM:
    case SCR_NAME: base_text_add(out, v->text); break;
    case SCR_CODE: base_text_printf(out, "$Code(%s)", v->text); break;
    case SCR_ARRAY: print_items(v, '{', '}', real, out); break;
    case SCR_TUPLE: print_items(v, '(', ')', real, out); break;
    case SCR_RECORD: print_record(v, out); break;
    }
}

void scr_print(const ScrValue *v, Text *out) { print(v, true, out); }

static void print_kind(const ScrValue *v, ScrKind kind, Text *out) {
    static const char *const names[] = {[SCR_NOTHING] = "()",      [SCR_REAL] = "Real",     [SCR_INTEGER] = "Integer",
                                        [SCR_BOOLEAN] = "Boolean", [SCR_STRING] = "String", [SCR_NAME] = "TypeName",
                                        [SCR_CODE] = "Code",       [SCR_ARRAY] = "Array",   [SCR_TUPLE] = "Tuple"};
    while (v->kind == SCR_ARRAY && v->n) v = v->items[0];
    if (kind == SCR_RECORD) base_text_add(out, v->kind == SCR_RECORD ? v->text : "record");
    else if (kind != SCR_ENUM) base_text_add(out, names[kind]);
    else if (v->kind != SCR_ENUM) base_text_add(out, "enumeration");
    else base_text_addn(out, v->text, (size_t)(strrchr(v->text, '.') - v->text));
}

void scr_print_type(const ScrValue *v, Text *out) {
    int64_t dims[32];
    uint32_t n;
    print_kind(v, v->kind == SCR_ARRAY ? v->element : v->kind, out);
    if (v->kind != SCR_ARRAY) return;
    bool even = scr_dims(v, dims, &n);
    for (uint32_t i = 0; i < n; i++) {
        base_text_add(out, i ? ", " : "[");
        if (i == 0 || even) base_text_printf(out, "%" PRId64, dims[i]);
        else base_text_char(out, ':');
    }
    base_text_char(out, ']');
}

void scr_print_typed(const ScrValue *v, Text *out) {
    if (v->kind == SCR_TUPLE) { /* a line for each result */
        base_text_add(out, "Tuple");
        for (size_t i = 0; i < v->n; i++) {
            base_text_char(out, '\n');
            if (v->items[i]) scr_print_typed(v->items[i], out);
        }
        return;
    }
    if (v->kind == SCR_RECORD) return scr_print(v, out);
    scr_print_type(v, out);
    base_text_add(out, ": ");
    if (v->kind == SCR_STRING) base_text_add(out, v->text); /* as it is to be read */
    else print(v, false, out);                              /* the type is said */
}
