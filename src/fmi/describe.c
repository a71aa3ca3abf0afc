/* describe.c - what the descriptions of both versions share: XML, words, log categories, the experiment. */
#include "fmi/fmi_impl.h"

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

void fmi_number(Text *t, const char *name, double x) {
    if (isnan(x)) return;
    base_text_printf(t, " %s=\"", name);
    if (isinf(x)) base_text_add(t, x > 0 ? "1.7976931348623157E308" : "-1.7976931348623157E308");
    else base_text_double(t, x, false);
    base_text_char(t, '"');
}

double fmi_operand(const FmiModel *m, DaeOperand o) {
    if (o == DAE_NO_OPERAND || !dae_operand_is_const(o)) return NAN;
    return m->dae->constants.at[o & ~DAE_CONSTANT_BIT];
}

/* A file that is packed is told by its place in the FMU (carry/parts.c understands that). */
const char *fmi_start_text(const FmiModel *m, const FmiVariable *f) {
    const char *file = fmi_resource(m, f->text);
    return file ? base_sprintf(&m->ctx->arena, "resources/%s", file) : f->text;
}

const char *fmi_name(const FmiModel *m, Name n) { return base_str(m->ctx->names, n); }

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
