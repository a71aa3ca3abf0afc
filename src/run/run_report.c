/* run_report.c - which remedies were tried, whether they helped and what they cost. */
#include "run/run_impl.h"

#include <math.h>
#include <string.h>

size_t run_remedies_tried(const Run *r, size_t i, const char **name, bool *helped, double *seconds, double *time) {
    if (i >= r->tried.n) return r->tried.n;
    *name = r->tried.at[i].remedy->name;
    *helped = r->tried.at[i].helped;
    *seconds = r->tried.at[i].seconds;
    *time = r->tried.at[i].time;
    return r->tried.n;
}

void run_report_remedies(const Run *r, Text *out) {
    for (size_t i = 0; i < r->tried.n; i++) {
        const RunTried *t = &r->tried.at[i];
        base_text_printf(out, "remedy: %s (%s), ", t->remedy->name, t->remedy->applies_when);
        if (isfinite(t->time)) base_text_printf(out, "at time %g, ", t->time);
        base_text_printf(out, "%s, %.3g s\n", t->helped ? "helped" : "did not help", t->seconds);
    }
}

void run_report_remedies_json(const Run *r, Text *out) {
    base_text_char(out, '[');
    for (size_t i = 0; i < r->tried.n; i++) {
        const RunTried *t = &r->tried.at[i];
        base_text_add(out, i ? ",{\"remedy\":" : "{\"remedy\":");
        base_text_json(out, t->remedy->name, strlen(t->remedy->name));
        base_text_printf(out, ",\"helped\":%s,\"seconds\":%.6g}", t->helped ? "true" : "false", t->seconds);
    }
    base_text_char(out, ']');
}
