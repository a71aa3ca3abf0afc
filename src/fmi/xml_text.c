/* xml_text.c - what descriptions are written with: XML, units, words of the standards. */
#include "fmi/fmi_impl.h"
#include "units/units.h"

#include <math.h>
#include <string.h>
#include <time.h>

static void xml(Text *t, const char *s) {
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        if (c == '&') base_text_add(t, "&amp;");
        else if (c == '<') base_text_add(t, "&lt;");
        else if (c == '>') base_text_add(t, "&gt;");
        else if (c == '"') base_text_add(t, "&quot;");
        else if (c == '\n') base_text_add(t, "&#10;");
        else if (c >= 32 || c == '\t') base_text_char(t, (char)c);
    }
}

void fmi_c_text(Text *t, const char *s) {
    base_text_char(t, '"');
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        if (c == '"' || c == '\\') base_text_printf(t, "\\%c", c);
        else if (c < 32 || c > 126 || c == '?') base_text_printf(t, "\\%03o", c);
        else base_text_char(t, (char)c);
    }
    base_text_char(t, '"');
}

void fmi_attribute(Text *t, const char *name, const char *value) {
    base_text_printf(t, " %s=\"", name);
    xml(t, value);
    base_text_char(t, '"');
}

void fmi_double(Text *t, double x) {
    if (isinf(x)) base_text_add(t, x > 0 ? "1.7976931348623157E308" : "-1.7976931348623157E308");
    else base_text_double(t, isnan(x) ? 0 : x, false);
}

void fmi_number(Text *t, const char *name, double x) {
    if (isnan(x)) return;
    base_text_printf(t, " %s=\"", name);
    fmi_double(t, x);
    base_text_char(t, '"');
}

double fmi_operand(const FmiModel *m, DaeOperand o) {
    if (o == DAE_NO_OPERAND || !dae_operand_is_const(o)) return NAN;
    return m->dae->constants.at[o & ~DAE_CONSTANT_BIT];
}

/* A file that is packed is told by its place in the FMU (carry/fmu_parts.c understands that). */
const char *fmi_start_text(const FmiModel *m, const FmiVariable *f) {
    const char *file = fmi_resource(m, f->text);
    return file ? base_sprintf(&m->ctx->arena, "resources/%s", file) : f->text;
}

const char *fmi_name(const FmiModel *m, Name n) { return base_str(m->ctx->names, n); }

/* ---- units ------------------------------------------------------------------------------------------------------- */

/* value in the display unit = factor * value + offset; false: the two do not measure the same. */
static bool conversion(const FmiModel *m, Name unit, Name shown, double *factor, double *offset) {
    Unit u, d;
    if (!shown || shown == unit || !unit_parse(fmi_name(m, unit), &u, NULL) ||
        !unit_parse(fmi_name(m, shown), &d, NULL) || !unit_same_dimension(&u, &d))
        return false;
    *factor = u.scale / d.scale;
    *offset = (u.offset - d.offset) / d.scale;
    return true;
}

/* Exponents of the base units, where they are whole. */
static void base_unit(const FmiModel *m, Name unit, Text *t) {
    static const char *const names[] = {"m", "kg", "s", "A", "K", "mol", "cd"};
    static const int order[] = {1, 0, 2, 3, 4, 5, 6}; /* as the schema has them */
    Unit u;
    if (!unit_parse(fmi_name(m, unit), &u, NULL)) return;
    for (int i = 0; i < UNIT_BASES; i++)
        if (u.exponent[i] % UNIT_WHOLE) return;
    base_text_add(t, "<BaseUnit");
    for (int i = 0; i < UNIT_BASES; i++)
        if (u.exponent[order[i]]) base_text_printf(t, " %s=\"%d\"", names[order[i]], u.exponent[order[i]] / UNIT_WHOLE);
    if (!strcmp(fmi_name(m, unit), "rad")) base_text_add(t, " rad=\"1\"");
    if (u.scale != 1) fmi_number(t, "factor", u.scale);
    if (u.offset != 0) fmi_number(t, "offset", u.offset);
    base_text_add(t, "/>");
}

static const DaeAttrs *attrs_of(const FmiModel *m, size_t i) {
    return &m->dae->attrs.at[m->dae->vars.at[m->vars.at[i].var].attrs];
}

void fmi_units(const FmiModel *m, Text *t) {
    Map seen = {0};
    uint64_t known;
    VecU32 units = {0};
    VEC(uint64_t) pairs = {0};
    for (size_t i = 0; i < m->vars.n; i++) {
        const DaeAttrs *a = attrs_of(m, i);
        double factor, offset;
        if (m->dae->vars.at[m->vars.at[i].var].base != DAE_REAL || !a->unit) continue;
        uint64_t pair = (uint64_t)1 << 63 | (uint64_t)a->unit << 31 | a->display_unit;
        if (!base_map_get(&seen, a->unit, &known)) vec_push(&units, a->unit);
        base_map_put(&seen, a->unit, 1);
        if (base_map_get(&seen, pair, &known) || !conversion(m, a->unit, a->display_unit, &factor, &offset)) continue;
        base_map_put(&seen, pair, 1);
        vec_push(&pairs, pair);
    }
    if (units.n) base_text_add(t, "  <UnitDefinitions>\n");
    for (size_t i = 0; i < units.n; i++) {
        base_text_add(t, "    <Unit");
        fmi_attribute(t, "name", fmi_name(m, units.at[i]));
        base_text_char(t, '>');
        base_unit(m, units.at[i], t);
        for (size_t k = 0; k < pairs.n; k++) {
            double factor = 1, offset = 0;
            Name unit = (Name)(pairs.at[k] >> 31 & 0xFFFFFFFF), shown = (Name)(pairs.at[k] & 0x7FFFFFFF);
            if (unit != units.at[i] || !conversion(m, unit, shown, &factor, &offset)) continue;
            base_text_add(t, "<DisplayUnit");
            fmi_attribute(t, "name", fmi_name(m, shown));
            fmi_number(t, "factor", factor);
            if (offset != 0) fmi_number(t, "offset", offset);
            base_text_add(t, "/>");
        }
        base_text_add(t, "</Unit>\n");
    }
    if (units.n) base_text_add(t, "  </UnitDefinitions>\n");
    base_map_free(&seen);
    vec_free(&units);
    vec_free(&pairs);
}

void fmi_unit_of(const FmiModel *m, const DaeAttrs *a, Text *t) {
    double factor, offset;
    if (!a->unit) return;
    fmi_attribute(t, "unit", fmi_name(m, a->unit));
    if (conversion(m, a->unit, a->display_unit, &factor, &offset))
        fmi_attribute(t, "displayUnit", fmi_name(m, a->display_unit));
}

/* ---- words ------------------------------------------------------------------------------------------------------- */

const char *fmi_causality(const FmiVariable *f) {
    static const char *const words[] = {"parameter", "calculatedParameter", "input", "output", "local", "independent"};
    return words[f->causality];
}

const char *fmi_variability(const FmiVariable *f) {
    static const char *const words[] = {"constant", "fixed", "tunable", "discrete", "continuous"};
    return words[f->variability];
}

const char *fmi_initial(const FmiVariable *f) {
    static const char *const words[] = {"exact", "approx", "calculated", NULL};
    return words[f->initial];
}

const char *fmi_date(const FmiModel *m, char *out, size_t n) {
    time_t now = (time_t)m->ctx->started;
    struct tm utc;
    strftime(out, n, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
    return out;
}

void fmi_categories(Text *t) {
    base_text_add(t,
                  "  <LogCategories>\n    <Category name=\"logEvents\"/>\n    <Category name=\"logStatusWarning\"/>\n"
                  "    <Category name=\"logStatusError\"/>\n  </LogCategories>\n");
}

void fmi_experiment(const FmiModel *m, Text *t) {
    base_text_add(t, "  <DefaultExperiment");
    fmi_number(t, "startTime", m->start);
    fmi_number(t, "stopTime", m->stop);
    fmi_number(t, "tolerance", m->tolerance);
    if (m->interval > 0) fmi_number(t, "stepSize", m->interval);
    base_text_add(t, "/>\n");
}
