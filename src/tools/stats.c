/* stats.c - what a run cost: the --stats contract of docs/architecture.md. */
#include "tools/tools.h"

#include <string.h>
#include <sys/resource.h>

static const char *const phases[TOOL_PHASES] = {
    [TOOL_LOAD] = "load",         [TOOL_INSTANTIATE] = "instantiate", [TOOL_FLATTEN] = "flatten",
    [TOOL_SYMBOLIC] = "symbolic", [TOOL_CODEGEN] = "codegen",         [TOOL_COMPILE] = "compile",
    [TOOL_INITIALISE] = "initialise", [TOOL_SIMULATE] = "simulate",
};

void tool_count_json(ToolStats *s, const char *name, const char *json) {
    base_text_add(&s->counts, ",\n  ");
    base_text_json(&s->counts, name, strlen(name));
    base_text_printf(&s->counts, ": %s", json);
}

void tool_count(ToolStats *s, const char *name, double number) {
    Text t = {0};
    base_text_double(&t, number, false);
    tool_count_json(s, name, base_text_str(&t));
    base_text_free(&t);
}

static struct rusage usage_so_far(void) {
    struct rusage usage;
    if (getrusage(RUSAGE_SELF, &usage) != 0) memset(&usage, 0, sizeof usage);
    return usage;
}

double tool_peak_rss_mb(void) { return (double)usage_so_far().ru_maxrss / 1024; }

static double seconds_of(struct timeval t) { return (double)t.tv_sec + 1e-6 * (double)t.tv_usec; }

bool tool_write_stats(Context *ctx, const ToolOptions *o, const ToolStats *s) {
    if (!o->stats) return true;
    FILE *f = tool_open_output(ctx, o->stats);
    if (!f) return false;
    Text t = {0};
    base_text_add(&t, "{\n  ");
    for (int i = 0; i < TOOL_PHASES; i++) base_text_printf(&t, "\"%s\": %.6f,\n  ", phases[i], s->seconds[i]);
    struct rusage usage = usage_so_far();
    base_text_printf(&t, "\"total\": %.6f,\n  \"cpu\": %.6f,\n  \"peak_rss_mb\": %.2f", base_seconds() - s->began,
                     seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime), tool_peak_rss_mb());
    base_text_addn(&t, s->counts.at, s->counts.n);
    base_text_add(&t, "\n}\n");
    fwrite(t.at, 1, t.n, f);
    base_text_free(&t);
    return tool_close_output(ctx, o->stats, f);
}
