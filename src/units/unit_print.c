/* unit_print.c - units as people write them: a symbol of the SI where one fits, else powers of base units. */
#include "units/units_impl.h"

#include <math.h>
#include <string.h>

static bool is_symbol(const Unit *u, const UnitSymbol *s) {
    for (int i = 0; i < UNIT_BASES; i++)
        if (u->exponent[i] != s->exponent[i] * UNIT_WHOLE) return false;
    return true;
}

static void put_power(Text *out, const char *symbol, int twelfths) {
    base_text_add(out, symbol);
    if (twelfths % UNIT_WHOLE == 0) {
        if (twelfths != UNIT_WHOLE) base_text_printf(out, "%d", twelfths / UNIT_WHOLE);
        return;
    }
    int under = UNIT_WHOLE, over = twelfths;
    for (int k = 2; k <= 3; k++)
        while (under % k == 0 && over % k == 0) under /= k, over /= k;
    base_text_printf(out, "%s(%d/%d)", over < 0 ? "-" : "", over < 0 ? -over : over, under);
}

static void put_base_units(const Unit *u, Text *out) {
    static const char *const names[UNIT_BASES] = {"m", "kg", "s", "A", "K", "mol", "cd"};
    static const int order[UNIT_BASES] = {1, 0, 2, 3, 4, 5, 6}; /* kg.m2/s3 */
    int above = 0, below = 0;
    for (int i = 0; i < UNIT_BASES; i++) above += u->exponent[i] > 0, below += u->exponent[i] < 0;
    size_t start = out->n;
    for (int k = 0; k < UNIT_BASES; k++) {
        int e = u->exponent[order[k]];
        if (e <= 0) continue;
        if (out->n > start) base_text_char(out, '.');
        put_power(out, names[order[k]], e);
    }
    if (!above) base_text_char(out, '1');
    if (!below) return;
    base_text_add(out, below > 1 ? "/(" : "/");
    start = out->n;
    for (int k = 0; k < UNIT_BASES; k++) {
        int e = u->exponent[order[k]];
        if (e >= 0) continue;
        if (out->n > start) base_text_char(out, '.');
        put_power(out, names[order[k]], -e);
    }
    if (below > 1) base_text_char(out, ')');
}

void unit_print(const Unit *u, Text *out) {
    /* derived units of which one name is meant; the others (Hz, Bq, Gy, lm) mean several things */
    static const char *const named[] = {"N", "Pa", "J", "W", "C", "V", "F", "Ohm", "S", "Wb", "T", "H", "K"};
    for (size_t i = 0; i < unit_nsymbols; i++) { /* mm, bar, degC, min: by name where one fits */
        const UnitSymbol *s = &unit_symbols[i];
        if (u->scale == 1 || !is_symbol(u, s) || fabs(s->scale - u->scale) > 1e-9 * u->scale) continue;
        base_text_add(out, s->symbol);
        return;
    }
    if (fabs(u->scale - 1) > 1e-9) {
        base_text_printf(out, "%.6g ", u->scale);
    }
    for (size_t k = 0; k < sizeof named / sizeof *named; k++)
        for (size_t i = 0; i < unit_nsymbols; i++)
            if (strcmp(unit_symbols[i].symbol, named[k]) == 0 && is_symbol(u, &unit_symbols[i])) {
                base_text_add(out, named[k]);
                return;
            }
    put_base_units(u, out);
}

/* The exponent of a denominator that is a power of the second, or 0. */
static int power_of_second(const char *denominator) {
    if (strcmp(denominator, "s") == 0) return 1;
    return denominator[0] == 's' && denominator[1] >= '2' && denominator[1] <= '8' && !denominator[2]
               ? denominator[1] - '0'
               : 0;
}

/* The last slash outside of parentheses, or NULL. */
static const char *division(const char *unit) {
    const char *slash = NULL;
    for (int depth = 0; *unit; unit++) {
        depth += (*unit == '(') - (*unit == ')');
        if (*unit == '/' && depth == 0) slash = unit;
    }
    return slash;
}

void unit_by_second(const char *unit, Text *out) {
    Unit u;
    const char *slash = division(unit), *below = slash ? slash + 1 : "";
    size_t n = strlen(below);
    if (!unit_parse(unit, &u, NULL) || u.offset != 0) return;
    if (!slash) base_text_printf(out, "%s/s", unit);
    else if (power_of_second(below))
        base_text_printf(out, "%.*ss%d", (int)(below - unit), unit, power_of_second(below) + 1);
    else if (below[0] == '(') base_text_printf(out, "%.*s.s)", (int)(below - unit + (ptrdiff_t)n - 1), unit);
    else base_text_printf(out, "%.*s(%s.s)", (int)(below - unit), unit, below);
}

void unit_print_value(double value, int digits, const char *unit, const char *shown, Text *out) {
    double factor, offset;
    base_text_printf(out, "%.*g", digits, value);
    if (*unit && strcmp(unit, "1") != 0) base_text_printf(out, " %s", unit);
    if (*shown && strcmp(unit, shown) != 0 && unit_convert(unit, shown, &factor, &offset))
        base_text_printf(out, " (%.*g %s)", digits, factor * value + offset, shown);
}
