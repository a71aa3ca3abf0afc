/* api_result.c - causeway.h: results. */
#include "session/api.h"

#include <errno.h>
#include <math.h>
#include <string.h>

struct causeway_result {
    Context *ctx; /* of its own: it lives without run and session */
    ResResult *r;
};

ResResult *ses_result(causeway_result *r) { return r->r; }

static causeway_result *wrap(Context *ctx, ResResult *r) {
    if (!r) {
        base_context_free(ctx);
        return NULL;
    }
    causeway_result *result = base_realloc(NULL, sizeof *result);
    *result = (causeway_result){ctx, r};
    return result;
}

causeway_result *causeway_run_result(causeway_run *r) {
    BaseGuard g;
    if (!BASE_GUARDED(&g)) return NULL;
    Context *ctx = base_context_new();
    causeway_result *result = wrap(ctx, run_recorded(r->run, ctx));
    base_guard_pop(&g);
    return result;
}

causeway_result *causeway_result_open(causeway_session *s, const char *path) {
    BaseGuard g;
    if (!BASE_GUARDED(&g)) return ses_guard_fell(&s->reports, &g), NULL;
    Context *ctx = base_context_new();
    ResResult *r = res_open(ctx, path);
    ses_collect(&s->reports, ctx);
    causeway_result *result = wrap(ctx, r);
    base_guard_pop(&g);
    return result;
}

causeway_status causeway_result_repair(causeway_session *s, const char *path) {
    BaseGuard g;
    if (!BASE_GUARDED(&g)) return ses_guard_fell(&s->reports, &g);
    Context *ctx = base_context_new();
    size_t rows;
    uint64_t dropped;
    bool ok = res_repair(ctx, path, &rows, &dropped);
    ses_collect(&s->reports, ctx);
    base_context_free(ctx);
    base_guard_pop(&g);
    return ok ? CAUSEWAY_OK : CAUSEWAY_USAGE;
}

void causeway_result_free(causeway_result *r) {
    if (!r) return;
    res_close(r->r);
    base_context_free(r->ctx);
    base_realloc(r, 0);
}

static causeway_status refuse(causeway_session *s, causeway_result *r, const char *path) {
    Text endings = {0};
    res_list_endings(&endings);
    if (!res_format_of(path))
        base_error(r->ctx, "TOOL0008", (Span){0}, "the name of the result must end in %s", base_text_str(&endings));
    else base_error(r->ctx, "RT0083", (Span){0}, "cannot write the result %s: %s", path, strerror(errno ? errno : EIO));
    base_text_free(&endings);
    ses_collect(&s->reports, r->ctx);
    return CAUSEWAY_USAGE;
}

causeway_status causeway_result_write(causeway_session *s, causeway_result *r, const char *path) {
    BaseGuard g;
    if (!BASE_GUARDED(&g)) return ses_guard_fell(&s->reports, &g);
    errno = 0;
    bool ok = res_format_of(path) && res_write(r->r, path);
    causeway_status code = ok ? CAUSEWAY_OK : refuse(s, r, path);
    base_guard_pop(&g);
    return code;
}

size_t causeway_result_rows(const causeway_result *r) { return res_rows(r->r); }

size_t causeway_result_names(const causeway_result *r, const char *const **names) {
    size_t n;
    const char *const *list = res_names(r->r, &n);
    if (names) *names = list;
    return n;
}

const double *causeway_result_column(causeway_result *r, const char *name) {
    BaseGuard g;
    if (!BASE_GUARDED(&g)) return NULL;
    const double *column = res_column(r->r, name);
    base_guard_pop(&g);
    return column;
}

const char *causeway_result_unit(const causeway_result *r, const char *name) { return res_unit(r->r, name); }

const char *causeway_result_display_unit(const causeway_result *r, const char *name) {
    return res_display_unit(r->r, name);
}

const char *causeway_result_description(const causeway_result *r, const char *name) {
    return res_description(r->r, name);
}

double causeway_result_at(causeway_result *r, const char *name, double time) {
    const double *y = causeway_result_column(r, name), *t = y ? res_time(r->r) : NULL;
    size_t n = res_rows(r->r), low = 0, high = n;
    if (!y || !n || !(time >= t[0]) || time > t[n - 1]) return NAN;
    while (high - low > 1) { /* the last row at or before it: behind an event */
        size_t middle = (low + high) / 2;
        if (t[middle] <= time) low = middle;
        else high = middle;
    }
    if (low + 1 == n || t[low] == time) return y[low];
    return y[low] + (y[low + 1] - y[low]) * (time - t[low]) / (t[low + 1] - t[low]);
}

/* ---- what follows from results ----------------------------------------------------------------------------------- */

causeway_status causeway_result_compare(causeway_result *r, causeway_result *reference, const char *name,
                                        double tolerance, causeway_difference *out) {
    BaseGuard g;
    const AnaCurve a = {res_time(r->r), causeway_result_column(r, name), res_rows(r->r)};
    const AnaCurve b = {res_time(reference->r), causeway_result_column(reference, name), res_rows(reference->r)};
    if (!a.y || !b.y || !a.n || !b.n) return CAUSEWAY_USAGE;
    if (!BASE_GUARDED(&g)) return CAUSEWAY_MEMORY;
    AnaTimes where = {0};
    double outside = ana_tube_outside(&a, &b, tolerance > 0 ? tolerance : ana_tube_width, &where);
    AnaDeviation d = ana_deviation(&a, &b, &where);
    causeway_difference all = {out->size, outside <= ana_tube_share, outside, d.largest, d.time, d.range};
    ses_hand_out(out, &all, sizeof all);
    vec_free(&where);
    base_guard_pop(&g);
    return CAUSEWAY_OK;
}

causeway_status causeway_result_summary(causeway_result *r, const char *name, causeway_summary *out) {
    const double *y = causeway_result_column(r, name);
    if (!y) return CAUSEWAY_USAGE;
    AnaSummary s = ana_summarise(res_time(r->r), y, res_rows(r->r));
    causeway_summary all = {out->size, s.least, s.most, s.final, s.first, s.last};
    ses_hand_out(out, &all, sizeof all);
    return CAUSEWAY_OK;
}

static int window_of(const char *name) {
    int kind = 0;
    while (ana_windows[kind] && strcmp(ana_windows[kind], name ? name : "hann") != 0) kind++;
    return ana_windows[kind] ? kind : -1;
}

static causeway_spectrum spectrum_of(ResResult *r, const double *y, double from, double to, int window,
                                     AnaSpectrum *s) {
    size_t highest = 1;
    ana_spectrum(res_time(r), y, res_rows(r), from, to, window, s);
    for (size_t k = 2; k < s->n / 2; k++)
        if (s->amplitude[k] > s->amplitude[highest]) highest = k;
    causeway_spectrum all = {.step = s->step, .mean = s->mean, .rms = s->rms};
    all.fundamental = ana_peak(s, highest, &all.amplitude);
    all.distortion = ana_distortion(s, all.fundamental, &all.amplitude);
    return all;
}

static double or_else(double given, double other) { return isnan(given) ? other : given; }

causeway_status causeway_result_spectrum(causeway_result *r, const char *name, double from, double to,
                                         const char *window, size_t n, double *amplitude, causeway_spectrum *out) {
    BaseGuard g;
    const double *y = causeway_result_column(r, name), *t = res_time(r->r);
    size_t last = res_rows(r->r) - 1;
    if (!y || last + 1 < 4 || n < 4 || (n & (n - 1)) || window_of(window) < 0) return CAUSEWAY_USAGE;
    if (!(or_else(to, t[last]) > or_else(from, t[0])) || from < t[0] || to > t[last]) return CAUSEWAY_USAGE;
    if (!BASE_GUARDED(&g)) return CAUSEWAY_MEMORY;
    AnaSpectrum s = {.n = n, .amplitude = amplitude};
    causeway_spectrum all = spectrum_of(r->r, y, or_else(from, t[0]), or_else(to, t[last]), window_of(window), &s);
    all.size = out->size;
    ses_hand_out(out, &all, sizeof all);
    base_guard_pop(&g);
    return CAUSEWAY_OK;
}
