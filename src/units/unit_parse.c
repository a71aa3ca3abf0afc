/* unit_parse.c - unit expressions (MLS 3.6, chapter 19).
 *
 *   unit        = numerator ["/" denominator]
 *   numerator   = "1" | factors | "(" unit ")"
 *   denominator = factor | "(" unit ")"
 *   factors     = factor {"." factor}
 *   factor      = operand [exponent]
 *   exponent    = ["+" | "-"] (digits | "(" digits "/" digits ")")
 *
 * Libraries write "(J/kg)/K", "(Pa.s)/m3" and "m.(s/K)": a parenthesis is accepted wherever a factor may stand.
 */
#include "units/units_impl.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/* Symbols of the SI, those that chapter 19 names, and what is widespread in libraries: powers of m kg s A K mol cd. */
/* clang-format off */
const UnitSymbol unit_symbols[] = {
    {"m",     {1},                    true,  1, 0},
    {"g",     {0, 1},                 true,  1e-3, 0},
    {"s",     {0, 0, 1},              true,  1, 0},
    {"A",     {0, 0, 0, 1},           true,  1, 0},
    {"K",     {0, 0, 0, 0, 1},        true,  1, 0},
    {"mol",   {0, 0, 0, 0, 0, 1},     true,  1, 0},
    {"cd",    {0, 0, 0, 0, 0, 0, 1},  true,  1, 0},
    {"rad",   {0},                    true,  1, 0},
    {"sr",    {0},                    true,  1, 0},
    {"Hz",    {0, 0, -1},             true,  1, 0},
    {"N",     {1, 1, -2},             true,  1, 0},
    {"Pa",    {-1, 1, -2},            true,  1, 0},
    {"J",     {2, 1, -2},             true,  1, 0},
    {"W",     {2, 1, -3},             true,  1, 0},
    {"C",     {0, 0, 1, 1},           true,  1, 0},
    {"V",     {2, 1, -3, -1},         true,  1, 0},
    {"F",     {-2, -1, 4, 2},         true,  1, 0},
    {"Ohm",   {2, 1, -3, -2},         true,  1, 0},
    {"S",     {-2, -1, 3, 2},         true,  1, 0},
    {"Wb",    {2, 1, -2, -1},         true,  1, 0},
    {"T",     {0, 1, -2, -1},         true,  1, 0},
    {"H",     {2, 1, -2, -2},         true,  1, 0},
    {"lm",    {0, 0, 0, 0, 0, 0, 1},  true,  1, 0},
    {"lx",    {-2, 0, 0, 0, 0, 0, 1}, true,  1, 0},
    {"Bq",    {0, 0, -1},             true,  1, 0},
    {"Gy",    {2, 0, -2},             true,  1, 0},
    {"Sv",    {2, 0, -2},             true,  1, 0},
    {"kat",   {0, 0, -1, 0, 0, 1},    true,  1, 0},
    {"degC",  {0, 0, 0, 0, 1},        false, 1, 273.15},
    {"degF",  {0, 0, 0, 0, 1},        false, 5.0 / 9.0, 459.67 * 5.0 / 9.0},
    {"degRk", {0, 0, 0, 0, 1},        false, 5.0 / 9.0, 0},
    {"min",   {0, 0, 1},              false, 60, 0},
    {"h",     {0, 0, 1},              false, 3600, 0},
    {"d",     {0, 0, 1},              false, 86400, 0},
    {"wk",    {0, 0, 1},              false, 604800, 0},
    {"yr",    {0, 0, 1},              false, 31557600, 0},
    {"a",     {0, 0, 1},              false, 31557600, 0},
    {"l",     {3},                    true,  1e-3, 0},
    {"L",     {3},                    true,  1e-3, 0},
    {"eV",    {2, 1, -2},             true,  1.602176634e-19, 0},
    {"deg",   {0},                    false, 0.017453292519943295, 0},
    {"debye", {1, 0, 1, 1},           false, 3.3356409519815204e-30, 0},
    {"rev",   {0},                    false, 6.283185307179586, 0},
    {"rpm",   {0, 0, -1},             false, 0.10471975511965977, 0},
    {"bar",   {-1, 1, -2},            true,  1e5, 0},
    {"atm",   {-1, 1, -2},            false, 101325, 0},
    {"psi",   {-1, 1, -2},            false, 6894.757293168361, 0},
    {"mmHg",  {-1, 1, -2},            false, 133.322387415, 0},
    {"mmH2O", {-1, 1, -2},            false, 9.80665, 0},
    {"inHg",  {-1, 1, -2},            false, 3386.38864, 0},
    {"t",     {0, 1},                 true,  1000, 0},
    {"u",     {0, 1},                 false, 1.66053906660e-27, 0},
    {"ha",    {2},                    false, 1e4, 0},
    {"ua",    {1},                    false, 149597870700.0, 0},
    {"in",    {1},                    false, 0.0254, 0},
    {"inch",  {1},                    false, 0.0254, 0},
    {"ft",    {1},                    false, 0.3048, 0},
    {"mi",    {1},                    false, 1609.344, 0},
    {"mph",   {1, 0, -1},             false, 0.44704, 0},
    {"kn",    {1, 0, -1},             false, 1852.0 / 3600.0, 0},
    {"lb",    {0, 1},                 false, 0.45359237, 0},
    {"lbf",   {1, 1, -2},             false, 4.4482216152605, 0},
    {"hp",    {2, 1, -3},             false, 745.69987158227, 0},
    {"cal",   {2, 1, -2},             true,  4.1868, 0},
    {"btu",   {2, 1, -2},             true,  1055.05585262, 0},
    {"Btu",   {2, 1, -2},             true,  1055.05585262, 0},
    {"gal",   {3},                    false, 0.003785411784, 0},
    {"P",     {-1, 1, -1},            true,  0.1, 0},
    {"St",    {2, 0, -1},             true,  1e-4, 0},
    {"G",     {0, 1, -2, -1},         false, 1e-4, 0},
    {"Oe",    {-1, 0, 0, 1},          false, 79.57747154594767, 0},
    {"var",   {2, 1, -3},             true,  1, 0},
    {"VA",    {2, 1, -3},             true,  1, 0},
    {"Wh",    {2, 1, -2},             true,  3600, 0},
    {"Ah",    {0, 0, 1, 1},           true,  3600, 0},
    {"dB",    {0},                    false, 0.11512925464970228, 0},
    {"Np",    {0},                    false, 1, 0},
    {"sone",  {0},                    false, 1, 0},
    {"phon",  {0},                    false, 1, 0},
    {"ppm",   {0},                    false, 1e-6, 0},
    {"pu",    {0},                    false, 1, 0},
    {"p.u",   {0},                    false, 1, 0},
    {"%",     {0},                    false, 1e-2, 0},
};
/* clang-format on */
const size_t unit_nsymbols = sizeof unit_symbols / sizeof *unit_symbols;

static const struct {
    const char *symbol;
    double scale;
} prefixes[] = {{"da", 1e1},  {"Q", 1e30},  {"R", 1e27},  {"Y", 1e24},  {"Z", 1e21},  {"E", 1e18},
                {"P", 1e15},  {"T", 1e12},  {"G", 1e9},   {"M", 1e6},   {"k", 1e3},   {"h", 1e2},
                {"d", 1e-1},  {"c", 1e-2},  {"m", 1e-3},  {"u", 1e-6},  {"n", 1e-9},  {"p", 1e-12},
                {"f", 1e-15}, {"a", 1e-18}, {"z", 1e-21}, {"y", 1e-24}, {"r", 1e-27}, {"q", 1e-30}};

typedef struct {
    const char *text, *at;
    UnitFault *fault;
    int depth;
} Parser;

static bool refuse(Parser *p, bool syntax, const char *start, const char *end) {
    if (p->fault->end == 0)
        *p->fault = (UnitFault){.syntax = syntax, .start = (size_t)(start - p->text), .end = (size_t)(end - p->text)};
    return false;
}

static const UnitSymbol *find_symbol(const char *s, size_t n) {
    for (size_t i = 0; i < unit_nsymbols; i++)
        if (strlen(unit_symbols[i].symbol) == n && memcmp(unit_symbols[i].symbol, s, n) == 0) return &unit_symbols[i];
    return NULL;
}

static const UnitSymbol *find_prefixed(const char *s, size_t n, double *scale) {
    const UnitSymbol *found = find_symbol(s, n);
    *scale = 1;
    for (size_t i = 0; !found && i < sizeof prefixes / sizeof *prefixes; i++) {
        size_t length = strlen(prefixes[i].symbol);
        if (n <= length || memcmp(s, prefixes[i].symbol, length) != 0) continue;
        found = find_symbol(s + length, n - length);
        if (found && !found->prefixed) found = NULL;
        *scale = prefixes[i].scale;
    }
    return found;
}

static const char *nearest_symbol(const char *s, size_t n) {
    const char *candidates[sizeof unit_symbols / sizeof *unit_symbols + 1];
    char word[32];
    if (n >= sizeof word || n < 2) return NULL;
    memcpy(word, s, n);
    word[n] = 0;
    for (size_t i = 0; i < unit_nsymbols; i++) candidates[i] = unit_symbols[i].symbol;
    candidates[unit_nsymbols] = "kg";
    return base_nearest(word, candidates, unit_nsymbols + 1);
}

static bool is_symbol_byte(char c) { return isalpha((unsigned char)c) || c == '_' || c == '%' || c == '\''; }

static bool digits(Parser *p, int *value) {
    const char *start = p->at;
    *value = 0;
    while (isdigit((unsigned char)*p->at) && *value < 1000) *value = 10 * *value + (*p->at++ - '0');
    return p->at > start || refuse(p, true, start, start + 1);
}

/* An exponent in twelfths; 12 where none stands. */
static bool exponent(Parser *p, int *twelfths) {
    const char *start = p->at;
    int sign = *p->at == '-' ? -1 : 1, over = 1, under = 1;
    *twelfths = UNIT_WHOLE;
    bool written = *p->at == '-' || *p->at == '+';
    if (written) p->at++;
    bool fraction = *p->at == '(' && (written || isdigit((unsigned char)p->at[1]));
    if (!fraction && !written && !isdigit((unsigned char)*p->at)) return true;
    if (fraction) {
        p->at++;
        if (!digits(p, &over)) return false;
        if (*p->at == '/') {
            p->at++;
            if (!digits(p, &under)) return false;
        }
        if (*p->at++ != ')') return refuse(p, true, start, p->at);
    } else if (!digits(p, &over)) {
        return false;
    }
    if (under == 0 || over * UNIT_WHOLE % under != 0 || over > 100) return refuse(p, true, start, p->at);
    *twelfths = sign * over * UNIT_WHOLE / under;
    return true;
}

static bool unit_expression(Parser *p, Unit *out);

static bool parenthesis(Parser *p, Unit *out) {
    const char *start = p->at++;
    if (++p->depth > 20) return refuse(p, true, start, p->at);
    if (!unit_expression(p, out)) return false;
    p->depth--;
    if (*p->at != ')') return refuse(p, true, start, p->at);
    p->at++;
    return true;
}

static bool factor(Parser *p, Unit *out) {
    const char *start = p->at;
    Unit u = unit_one();
    int twelfths;
    if (*start == '(') {
        if (!parenthesis(p, &u)) return false;
    } else {
        while (is_symbol_byte(*p->at)) p->at++;
        if (p->at == start) return refuse(p, true, start, *start ? start + 1 : start);
        double scale;
        const UnitSymbol *symbol = find_prefixed(start, (size_t)(p->at - start), &scale);
        if (!symbol) {
            refuse(p, false, start, p->at);
            if (!p->fault->nearest) p->fault->nearest = nearest_symbol(start, (size_t)(p->at - start));
            return false;
        }
        for (int i = 0; i < UNIT_BASES; i++) u.exponent[i] = (int16_t)(symbol->exponent[i] * UNIT_WHOLE);
        u.scale = scale * symbol->scale;
        u.offset = symbol->offset;
    }
    if (!exponent(p, &twelfths)) return false;
    if (twelfths == UNIT_WHOLE) {
        *out = u;
        return true;
    }
    *out = unit_one();
    return unit_multiply(out, &u, twelfths) || refuse(p, true, start, p->at);
}

static bool factors(Parser *p, Unit *out) {
    if (!factor(p, out)) return false;
    while (*p->at == '.') {
        const char *start = p->at++;
        Unit u;
        if (!factor(p, &u)) return false;
        if (!unit_multiply(out, &u, UNIT_WHOLE)) return refuse(p, true, start, p->at);
    }
    return true;
}

static bool unit_expression(Parser *p, Unit *out) {
    if (*p->at == '1' && !isdigit((unsigned char)p->at[1])) {
        p->at++;
        *out = unit_one();
    } else if (!factors(p, out)) {
        return false;
    }
    if (*p->at != '/') return true;
    const char *start = p->at++;
    Unit u;
    if (!factor(p, &u)) return false;
    return unit_multiply(out, &u, -UNIT_WHOLE) || refuse(p, true, start, p->at);
}

bool unit_parse(const char *text, Unit *out, UnitFault *fault) {
    UnitFault unused = {0};
    Parser p = {text, text, fault ? fault : &unused, 0};
    *p.fault = (UnitFault){0};
    if (!unit_expression(&p, out)) {
        if (p.fault->end == 0) p.fault->end = strlen(text), p.fault->syntax = true;
        return false;
    }
    if (*p.at) return refuse(&p, true, p.at, p.at + strlen(p.at));
    return true;
}
