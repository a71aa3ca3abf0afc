/* stats.c - what a run cost: the --stats contract of docs/architecture.md. */
#include "tools/tools.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

static const char *const phases[TOOL_PHASES] = {
    [TOOL_LOAD] = "load",
    [TOOL_INSTANTIATE] = "instantiate",
    [TOOL_FLATTEN] = "flatten",
    [TOOL_SYMBOLIC] = "symbolic",
    [TOOL_CODEGEN] = "codegen",
    [TOOL_COMPILE] = "compile",
    [TOOL_INITIALISE] = "initialise",
    [TOOL_SIMULATE] = "simulate",
};

ToolClock tool_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (ToolClock){base_seconds(), (double)t.tv_sec + 1e-9 * (double)t.tv_nsec};
}

void tool_phase(ToolStats *s, ToolPhase phase, ToolClock began) {
    ToolClock now = tool_clock();
    s->seconds[phase] += now.wall - began.wall;
    s->cpu[phase] += now.cpu - began.cpu;
}

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

/* Of this program: what getrusage says counts the process it was started from too, as far as the peak goes. */
double tool_peak_rss_mb(void) {
    FILE *f = fopen("/proc/self/status", "r");
    char line[256];
    double kib = 0;
    while (f && kib == 0 && fgets(line, sizeof line, f))
        if (!strncmp(line, "VmHWM:", 6)) kib = strtod(line + 6, NULL);
    if (f) fclose(f);
    if (kib > 0) return kib / 1024;
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? (double)usage.ru_maxrss / 1024 : 0;
}

bool tool_write_stats(Context *ctx, const ToolOptions *o, const ToolStats *s) {
    if (!o->stats) return true;
    FILE *f = tool_open_output(ctx, o->stats);
    if (!f) return false;
    Text t = {0};
    base_text_add(&t, "{\n  ");
    for (int i = 0; i < TOOL_PHASES; i++) base_text_printf(&t, "\"%s\": %.6f,\n  ", phases[i], s->seconds[i]);
    base_text_printf(&t, "\"total\": %.6f,\n  \"cpu\": {", base_seconds() - s->began);
    for (int i = 0; i < TOOL_PHASES; i++) base_text_printf(&t, "\"%s\": %.6f, ", phases[i], s->cpu[i]);
    base_text_printf(&t, "\"total\": %.6f},\n  \"peak_rss_mb\": %.2f", tool_clock().cpu, tool_peak_rss_mb());
    base_text_addn(&t, s->counts.at, s->counts.n);
    base_text_add(&t, "\n}\n");
    fwrite(t.at, 1, t.n, f);
    base_text_free(&t);
    return tool_close_output(ctx, o->stats, f);
}
