/* api_result.c - causeway.h: results. */
#include "session/api.h"

#include <errno.h>
#include <math.h>
#include <string.h>

struct causeway_result {
    Context *ctx; /* of its own: it lives without run and session */
    ResResult *r;
};

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
    causeway_result *result = wrap(ctx, rt_recorded(ses_runtime(r), ctx));
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
