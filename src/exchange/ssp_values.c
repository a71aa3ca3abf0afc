/* ssp_values.c - values of parameters in a system of FMUs: sets of them, from files or inline, with mappings; those
 * that parameters of systems hand down.
 *
 * Of several values for one parameter that of the outermost element counts, and of one element the last.  A value is a
 * Modelica expression; its type and unit are looked at where the variable is known (xch_value_for).
 */
#include "exchange/ssp_impl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- what is written --------------------------------------------------------------------------------------------- */

static char kind_of(const char *type) {
    if (!strcmp(type, "Real") || !strncmp(type, "Float", 5)) return 'R';
    if (!strcmp(type, "Boolean")) return 'B';
    if (!strcmp(type, "String") || !strcmp(type, "Binary")) return 'S';
    if (!strcmp(type, "Enumeration")) return 'E';
    return !strncmp(type, "Int", 3) || !strncmp(type, "UInt", 4) ? 'I' : 0;
}

static void add_word(XchSystem *s, Text *t, const XchNode *n, char kind, const char *word) {
    char *end;
    double x = strtod(word, &end);
    bool yes = !strcmp(word, "true") || !strcmp(word, "1"), no = !strcmp(word, "false") || !strcmp(word, "0");
    if (kind == 'B' && (yes || no)) base_text_add(t, yes ? "true" : "false");
    else if (kind == 'R' && *word && !*end && isfinite(x)) base_text_double(t, x, true);
    else if (kind == 'I' && *word && !*end && x == floor(x) && fabs(x) < 1e15) base_text_printf(t, "%.0f", x);
    else
        base_error(s->ctx, "XCH0004", xch_attribute_span(n, "value"), "value=\"%s\" of <%s> is not %s",
                   xch_attribute(n, "value"), n->tag,
                   kind == 'B'   ? "true or false"
                   : kind == 'I' ? "a whole number"
                                 : "a number");
}

/* Lists of words as arrays, row by row, with the sizes that stand beside them. */
static void add_words(XchSystem *s, Text *t, const XchNode *n, char kind, const XchNode *size, char **words, size_t *at,
                      size_t count) {
    while (size && strcmp(size->name, "Dimension") != 0) size = size->next;
    if (!size) {
        add_word(s, t, n, kind, *at < count ? words[*at] : "");
        ++*at;
        return;
    }
    int64_t length = xch_integer(s->ctx, size, "size", 1, 1, 1 << 20);
    base_text_char(t, '{');
    for (int64_t i = 0; i < length && base_error_count(s->ctx) == 0; i++) {
        if (i) base_text_add(t, ", ");
        add_words(s, t, n, kind, size->next, words, at, count);
    }
    base_text_char(t, '}');
}

/* <ssv:Real value="1 2 3"/> and its kin; of strings and items of enumerations one. */
static const char *literal(XchSystem *s, const XchNode *parameter, const XchNode *n, char kind) {
    const char *value = xch_needed(s->ctx, n, "value");
    Text t = {0};
    if (kind == 'S') xch_add_string(&t, value);
    else if (kind == 'E') base_text_add(&t, value);
    else {
        VecStr words = {0};
        size_t at = 0;
        char *copy = base_strdup(s->arena, value), *rest;
        for (char *w = strtok_r(copy, " \t\r\n", &rest); w; w = strtok_r(NULL, " \t\r\n", &rest)) vec_push(&words, w);
        bool array = false;
        for (const XchNode *d = parameter->first; d; d = d->next) array = array || !strcmp(d->name, "Dimension");
        if (array || words.n == 1) add_words(s, &t, n, kind, array ? parameter->first : NULL, words.at, &at, words.n);
        else {
            for (size_t i = 0; i < words.n; i++) {
                base_text_add(&t, i ? ", " : "{");
                add_word(s, &t, n, kind, words.at[i]);
            }
            base_text_char(&t, '}');
            if (!words.n) add_word(s, &t, n, kind, value);
        }
        vec_free(&words);
    }
    const char *text = base_strdup(s->arena, base_text_str(&t));
    base_text_free(&t);
    return text;
}

/* What a Parameter says; value NULL: nothing that is known. */
static XchSetting read_setting(XchSystem *s, const XchNode *parameter) {
    XchSetting set = {.by = parameter};
    for (const XchNode *n = parameter->first; n && !set.kind; n = n->next) {
        set.kind = kind_of(n->name);
        if (set.kind) set.value = literal(s, parameter, n, set.kind), set.unit = xch_attribute(n, "unit");
    }
    return set;
}

/* ---- which one counts -------------------------------------------------------------------------------------------- */

XchSetting *xch_setting(XchSystem *s, const char *target) {
    uint64_t at, key = base_hash(target, strlen(target), 0);
    for (; base_map_get(&s->setting_of, key, &at); key++)
        if (!strcmp(s->settings.at[at].target, target)) return &s->settings.at[at];
    return NULL;
}

static void keep(XchSystem *s, const char *target, XchSetting set) {
    XchSetting *old = xch_setting(s, target);
    set.target = target, set.depth = s->depth;
    if (!set.value) return;
    if (old) {
        if (s->depth <= old->depth) *old = set;
        return;
    }
    uint64_t at, key = base_hash(target, strlen(target), 0);
    while (base_map_get(&s->setting_of, key, &at)) key++;
    base_map_put(&s->setting_of, key, s->settings.n);
    vec_push(&s->settings, set);
}

/* ---- sets -------------------------------------------------------------------------------------------------------- */

static void take_set(XchSystem *s, const char *prefix, const XchNode *set, const XchNode *mapping) {
    const XchNode *list = xch_child(set, "Parameters");
    for (const XchNode *p = list ? list->first : NULL; p; p = p->next) {
        const char *name = xch_attribute(p, "name");
        if (strcmp(p->name, "Parameter") != 0 || !name) continue;
        XchSetting value = read_setting(s, p);
        bool mapped = false;
        for (const XchNode *e = mapping ? mapping->first : NULL; e; e = e->next) {
            const char *from = xch_attribute(e, "source"), *to = xch_attribute(e, "target");
            if (strcmp(e->name, "MappingEntry") != 0 || !from || !to || strcmp(from, name) != 0) continue;
            XchSetting other = value;
            other.value = xch_mapped(s, e, value.value);
            if (xch_boolean(s->ctx, e, "suppressUnitConversion", false)) other.unit = NULL;
            keep(s, xch_joined(s, prefix, to), other);
            mapped = true;
        }
        if (!mapped) keep(s, xch_joined(s, prefix, name), value);
    }
}

void xch_take_bindings(XchSystem *s, const char *prefix, const XchNode *element) {
    const XchNode *list = xch_child(element, "ParameterBindings");
    for (const XchNode *b = list ? list->first : NULL; b; b = b->next) {
        if (strcmp(b->name, "ParameterBinding") != 0) continue;
        const char *source = xch_attribute(b, "source"), *inner = xch_attribute(b, "prefix");
        const XchNode *set =
            source ? xch_read_part(s, source, b) : xch_child(xch_child(b, "ParameterValues"), "ParameterSet");
        const XchNode *m = xch_child(b, "ParameterMapping");
        const char *file = m ? xch_attribute(m, "source") : NULL;
        if (file) m = xch_read_part(s, file, m);
        else if (m) m = xch_child(m, "ParameterMapping");
        const char *below = inner && *inner ? base_sprintf(s->arena, "%s%s", *prefix ? "." : "", inner) : "";
        if (source && set) xch_take_units(s, set);
        if (set) take_set(s, base_sprintf(s->arena, "%s%s", prefix, below), set, m);
    }
}

/* Parameters of a system that are connected with those of its elements: as if they were values of a parameter set. */
void xch_take_parameters(XchSystem *s, const char *prefix, const XchNode *system) {
    const XchNode *list = xch_child(system, "Connections");
    for (const XchNode *c = list ? list->first : NULL; c; c = c->next) {
        const char *element = xch_attribute(c, "endElement"), *to = xch_attribute(c, "endConnector");
        if (strcmp(c->name, "Connection") != 0 || !element || !to || !xch_links_parameters(system, c)) continue;
        const char *from = xch_joined(s, prefix, xch_attribute(c, "startConnector"));
        XchSetting *outer = xch_setting(s, from), set = {.by = c};
        Text t = {0};
        xch_add_name(&t, from);
        set.value = xch_mapped(s, c, base_strdup(s->arena, base_text_str(&t)));
        base_text_free(&t);
        if (outer) set.number = outer->kind == 'I' ? outer->value : outer->number;
        keep(s, xch_joined(s, xch_joined(s, prefix, element), to), set);
    }
}

/* ---- what they mean ---------------------------------------------------------------------------------------------- */

bool xch_size(XchSystem *s, const char *target, double *size) {
    XchSetting *set = xch_setting(s, target);
    const char *text = !set ? NULL : set->kind == 'I' ? set->value : set->number;
    if (!text) return false;
    set->used = true;
    *size = strtod(text, NULL);
    return true;
}

static const char *item(XchSystem *s, const XchModel *m, const XchVariable *v, const XchSetting *set) {
    const XchTypeDefinition *type = v->declared == XCH_NONE ? NULL : &m->types.at[v->declared];
    for (uint32_t i = 0; type && i < type->nitems; i++)
        if (!strcmp(type->items[i].name, set->value))
            return base_sprintf(s->arena, "%lld", (long long)type->items[i].value);
    char *end;
    strtol(set->value, &end, 10);
    if (*set->value && !*end) return set->value;
    xch_wrong(s, set->by, "the enumeration of \"%s\" has no item \"%s\"", set->target, set->value);
    return NULL;
}

/* The value in the unit of the variable. */
static const char *in_unit(XchSystem *s, const XchModel *m, const XchVariable *v, const XchSetting *set) {
    const XchUnitDefinition *a = set->unit ? xch_unit_named(s, NULL, set->unit) : NULL,
                            *b = v->numbers.unit ? xch_unit_named(s, m, v->numbers.unit) : NULL;
    if (!a || !b || !strcmp(set->unit, v->numbers.unit)) return set->value;
    return xch_in_unit(s, set->by, a, b, set->value);
}

static bool fits(char kind, const XchVariable *v) {
    bool real = v->type == XCH_FLOAT64 || v->type == XCH_FLOAT32, text = v->type == XCH_STRING || v->type == XCH_BINARY;
    if (!kind) return true; /* an expression: looked at where the model is */
    if (real) return kind == 'R' || kind == 'I';
    if (text) return kind == 'S';
    if (v->type == XCH_BOOLEAN) return kind == 'B';
    return kind == 'I' || (kind == 'E' && v->type == XCH_ENUMERATION);
}

const char *xch_value_for(XchSystem *s, const XchModel *m, const XchVariable *v, const XchSetting *set) {
    static const char *const words[256] = {
        ['R'] = "a Real", ['I'] = "an Integer", ['B'] = "a Boolean", ['S'] = "a String", ['E'] = "an Enumeration"};
    if (!fits(set->kind, v)) {
        xch_wrong(s, set->by, "\"%s\" is given as %s, but the FMU has it as %s", set->target,
                  words[(unsigned char)set->kind], xch_type_name(m, v->type));
        return NULL;
    }
    return set->kind == 'E' ? item(s, m, v, set) : in_unit(s, m, v, set);
}
