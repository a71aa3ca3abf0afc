/* stats.c - what a run cost: the --stats contract of docs/architecture.md. */
#include "session/session_impl.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

static const char *const phases[SES_PHASES] = {
    [SES_LOAD] = "load",
    [SES_INSTANTIATE] = "instantiate",
    [SES_FLATTEN] = "flatten",
    [SES_SYMBOLIC] = "symbolic",
    [SES_CODEGEN] = "codegen",
    [SES_COMPILE] = "compile",
    [SES_INITIALISE] = "initialise",
    [SES_SIMULATE] = "simulate",
};

SesClock ses_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (SesClock){base_seconds(), (double)t.tv_sec + 1e-9 * (double)t.tv_nsec};
}

void ses_phase(SesStats *s, SesPhase phase, SesClock began) {
    SesClock now = ses_clock();
    s->seconds[phase] += now.wall - began.wall;
    s->cpu[phase] += now.cpu - began.cpu;
}

void ses_count_json(SesStats *s, const char *name, const char *json) {
    base_text_add(&s->counts, ",\n  ");
    base_text_json(&s->counts, name, strlen(name));
    base_text_printf(&s->counts, ": %s", json);
}

void ses_count(SesStats *s, const char *name, double number) {
    Text t = {0};
    base_text_double(&t, number, false);
    ses_count_json(s, name, base_text_str(&t));
    base_text_free(&t);
}

/* Of this program: what getrusage says counts the process it was started from too, as far as the peak goes. */
double ses_peak_rss_mb(void) {
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

void ses_print_stats(const SesStats *s, Text *out) {
    base_text_add(out, "{\n  ");
    for (int i = 0; i < SES_PHASES; i++) base_text_printf(out, "\"%s\": %.6f,\n  ", phases[i], s->seconds[i]);
    base_text_printf(out, "\"total\": %.6f,\n  \"cpu\": {", base_seconds() - s->began);
    for (int i = 0; i < SES_PHASES; i++) base_text_printf(out, "\"%s\": %.6f, ", phases[i], s->cpu[i]);
    base_text_printf(out, "\"total\": %.6f},\n  \"peak_rss_mb\": %.2f", ses_clock().cpu, ses_peak_rss_mb());
    base_text_addn(out, s->counts.at, s->counts.n);
    base_text_add(out, "\n}\n");
}
