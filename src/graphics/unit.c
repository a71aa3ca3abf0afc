/* unit.c - numbers with units, as people write them: display units (MLS 3.6, 18.6.5.5), grammar of units (19). */
#include "graphics/graphics_impl.h"

#include <ctype.h>
#include <stdlib.h>

enum { METRE, KILOGRAM, SECOND, AMPERE, KELVIN, MOLE, CANDELA, DIMENSIONS };

typedef struct {
    double factor, offset; /* SI value = factor * (number + offset) */
    int power[DIMENSIONS];
} Unit;

typedef struct {
    const char *symbol;
    bool prefixes; /* may be preceded by k, m ... */
    Unit unit;
} UnitSymbol;

#define PI 3.14159265358979323846
/* powers of m, kg, s, A, K, mol, cd */
static const UnitSymbol symbols[] = {
    {"m", true, {1, 0, {1}}},
    {"g", true, {1e-3, 0, {0, 1}}},
    {"s", true, {1, 0, {0, 0, 1}}},
    {"A", true, {1, 0, {0, 0, 0, 1}}},
    {"K", true, {1, 0, {0, 0, 0, 0, 1}}},
    {"mol", true, {1, 0, {0, 0, 0, 0, 0, 1}}},
    {"cd", true, {1, 0, {0, 0, 0, 0, 0, 0, 1}}},
    {"rad", true, {1, 0, {0}}},
    {"sr", true, {1, 0, {0}}},
    {"Hz", true, {1, 0, {0, 0, -1}}},
    {"Bq", true, {1, 0, {0, 0, -1}}},
    {"N", true, {1, 0, {1, 1, -2}}},
    {"Pa", true, {1, 0, {-1, 1, -2}}},
    {"J", true, {1, 0, {2, 1, -2}}},
    {"W", true, {1, 0, {2, 1, -3}}},
    {"var", true, {1, 0, {2, 1, -3}}},
    {"VA", true, {1, 0, {2, 1, -3}}},
    {"C", true, {1, 0, {0, 0, 1, 1}}},
    {"V", true, {1, 0, {2, 1, -3, -1}}},
    {"F", true, {1, 0, {-2, -1, 4, 2}}},
    {"Ohm", true, {1, 0, {2, 1, -3, -2}}},
    {"S", true, {1, 0, {-2, -1, 3, 2}}},
    {"Wb", true, {1, 0, {2, 1, -2, -1}}},
    {"T", true, {1, 0, {0, 1, -2, -1}}},
    {"H", true, {1, 0, {2, 1, -2, -2}}},
    {"lm", true, {1, 0, {0, 0, 0, 0, 0, 0, 1}}},
    {"lx", true, {1, 0, {-2, 0, 0, 0, 0, 0, 1}}},
    {"Gy", true, {1, 0, {2, 0, -2}}},
    {"Sv", true, {1, 0, {2, 0, -2}}},
    {"kat", true, {1, 0, {0, 0, -1, 0, 0, 1}}},
    {"l", true, {1e-3, 0, {3}}},
    {"L", true, {1e-3, 0, {3}}},
    {"t", true, {1e3, 0, {0, 1}}},
    {"bar", true, {1e5, 0, {-1, 1, -2}}},
    {"eV", true, {1.602176634e-19, 0, {2, 1, -2}}},
    {"min", false, {60, 0, {0, 0, 1}}},
    {"h", false, {3600, 0, {0, 0, 1}}},
    {"d", false, {86400, 0, {0, 0, 1}}},
    {"deg", false, {PI / 180, 0, {0}}},
    {"rev", false, {2 * PI, 0, {0}}},
    {"rpm", false, {2 * PI / 60, 0, {0, 0, -1}}},
    {"degC", false, {1, 273.15, {0, 0, 0, 0, 1}}},
    {"degF", false, {5.0 / 9, 459.67, {0, 0, 0, 0, 1}}},
    {"degRk", false, {5.0 / 9, 0, {0, 0, 0, 0, 1}}},
    {"1", false, {1, 0, {0}}},
    {"%", false, {0.01, 0, {0}}},
};

static const struct {
    const char *text;
    double factor;
} prefixes[] = {{"da", 1e1}, {"k", 1e3},  {"M", 1e6},  {"G", 1e9},  {"T", 1e12}, {"P", 1e15},  {"h", 1e2},
                {"d", 1e-1}, {"c", 1e-2}, {"m", 1e-3}, {"u", 1e-6}, {"n", 1e-9}, {"p", 1e-12}, {"f", 1e-15}};

static const UnitSymbol *find_symbol(const char *s, size_t n) {
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
        if (strlen(symbols[i].symbol) == n && memcmp(symbols[i].symbol, s, n) == 0) return &symbols[i];
    return NULL;
}

static bool read_symbol(const char *s, size_t n, Unit *u) {
    const UnitSymbol *whole = find_symbol(s, n);
    if (whole) {
        *u = whole->unit;
        return true;
    }
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        size_t k = strlen(prefixes[i].text);
        const UnitSymbol *rest = n > k && memcmp(s, prefixes[i].text, k) == 0 ? find_symbol(s + k, n - k) : NULL;
        if (!rest || !rest->prefixes) continue;
        *u = rest->unit;
        u->factor *= prefixes[i].factor;
        return true;
    }
    return false;
}

/* factor { "." factor }, or the same in parentheses; sign -1 behind the slash */
static bool read_factors(const char **p, int sign, Unit *u) {
    bool bracket = **p == '(';
    *p += bracket;
    for (bool first = true;; first = false) {
        size_t n = 0;
        Unit one;
        while (isalpha((unsigned char)(*p)[n]) || (*p)[n] == '%') n++;
        if (!n && **p == '1') n = 1;
        if (!n || !read_symbol(*p, n, &one)) return false;
        *p += n;
        long power = 1;
        if (isdigit((unsigned char)**p) || **p == '-' || **p == '+') {
            char *end;
            power = strtol(*p, &end, 10);
            if (end == *p || power > 20 || power < -20) return false;
            *p = end;
        }
        power *= sign;
        /* a temperature scale has its zero point only where it stands alone */
        u->offset = first && power == 1 ? one.offset : 0;
        u->factor *= pow(one.factor, (double)power);
        for (int i = 0; i < DIMENSIONS; i++) u->power[i] += one.power[i] * (int)power;
        if (**p != '.') break;
        ++*p;
    }
    if (!bracket) return true;
    return *(*p)++ == ')';
}

static bool read_unit(const char *text, Unit *u) {
    *u = (Unit){.factor = 1};
    if (!read_factors(&text, 1, u)) return false;
    if (*text == '/') {
        text++;
        u->offset = 0;
        if (!read_factors(&text, -1, u)) return false;
    }
    return *text == 0;
}

static bool convert(double *x, const char *from, const char *to) {
    Unit a, b;
    if (!read_unit(from, &a) || !read_unit(to, &b) || memcmp(a.power, b.power, sizeof a.power) != 0) return false;
    *x = (*x + a.offset) * a.factor / b.factor - b.offset;
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
        } else if (n > 1 && *p == 'u' && !find_symbol(p, n)) {
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
