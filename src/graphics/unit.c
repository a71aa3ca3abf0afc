/* unit.c - numbers with units, as people write them: display units (MLS 3.6, 18.6.5.5). */
#include "graphics/graphics_impl.h"
#include "units/units.h"

#include <ctype.h>
#include <stdlib.h>

/* A number in one unit to another of the same dimension. */
static bool convert(double *x, const char *from, const char *to) {
    Unit a, b;
    if (!unit_parse(from, &a, NULL) || !unit_parse(to, &b, NULL) || !unit_same_dimension(&a, &b)) return false;
    *x = (*x * a.scale + a.offset - b.offset) / b.scale;
    return true;
}

static void superscript(Text *out, const char *digits) {
    static const char *const raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    for (; *digits; digits++) {
        if (*digits == '-') base_text_add(out, "⁻");
        else if (isdigit((unsigned char)*digits)) base_text_add(out, raised[*digits - '0']);
    }
}

/* "N.m2" as "N·m²", "degC" as "°C", "Ohm" as "Ω", "um" as "µm". */
static void unit_text(const char *unit, Text *out) {
    for (const char *p = unit; *p;) {
        size_t n = 0;
        while (isalpha((unsigned char)p[n])) n++;
        if (!n) {
            char digit[2] = {*p, 0};
            bool power = (isdigit((unsigned char)*p) || *p == '-') && p > unit &&
                         (isalnum((unsigned char)p[-1]) || p[-1] == '-');
            if (power) superscript(out, digit);
            else if (*p == '.') base_text_add(out, "·");
            else base_text_char(out, *p);
            p++;
            continue;
        }
        if (n == 4 && memcmp(p, "degC", 4) == 0) base_text_add(out, "°C");
        else if (n == 4 && memcmp(p, "degF", 4) == 0) base_text_add(out, "°F");
        else if (n == 3 && memcmp(p, "deg", 3) == 0) base_text_add(out, "°");
        else if (n >= 3 && memcmp(p + n - 3, "Ohm", 3) == 0) {
            base_text_addn(out, p, n - 3);
            base_text_add(out, "Ω");
        } else if (n > 1 && *p == 'u') {
            base_text_add(out, "µ");
            base_text_addn(out, p + 1, n - 1);
        } else base_text_addn(out, p, n);
        p += n;
    }
}

/* six figures; powers of ten written out */
static void number_text(double x, Text *out) {
    char text[64];
    snprintf(text, sizeof text, "%.6g", x);
    char *e = strchr(text, 'e');
    if (!e) {
        base_text_add(out, text);
        return;
    }
    *e = 0;
    char power[16];
    snprintf(power, sizeof power, "%d", atoi(e + 1));
    if (strcmp(text, "1") == 0) base_text_add(out, "10");
    else base_text_printf(out, "%s×10", text);
    superscript(out, power);
}

void gfx_quantity(double x, const char *unit, const char *display_unit, Text *out) {
    const char *shown = unit ? unit : "";
    if (display_unit && *display_unit && *shown && convert(&x, shown, display_unit)) {
        shown = display_unit;
        if (fabs(x - round(x)) < 1e-9 * fabs(x)) x = round(x); /* 20 degC from 293.15 K */
    }
    number_text(x, out);
    if (!*shown || strcmp(shown, "1") == 0) return;
    if (strcmp(shown, "deg") != 0) base_text_char(out, ' ');
    unit_text(shown, out);
}
