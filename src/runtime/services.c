/* services.c - what generated code calls back: asserts, terminate, reinit, errors, strings, scratch
 * memory.
 *
 * Every service finds its Runtime in CwEnv.host.  Those that say so do not return but unwind to
 * rt_eval.
 */
#include "runtime/runtime_impl.h"

#include <stdlib.h>

static Runtime *host(CwEnv *e) { return e->host; }

/* ---- asserts, errors, events ------------------------------------------------------------------------------------- */

/* Warnings once per place.  An error at a tentative point unwinds, so that the step is repeated; at
 * events it is collected, because only the last event iteration counts; but what stands in a when is
 * executed in one of them only, and counts there. */
static void assertion(CwEnv *e, int level, const char *message, int origin) {
    e->complaints++;
    Runtime *rt = host(e);
    if (level == MD_ASSERT_ACCEPTED && rt->ev.asserts == RT_TENTATIVE) return;
    if (level == MD_ASSERT_WARNING) {
        uint64_t seen;
        if (rt->ev.asserts == RT_TENTATIVE || base_map_get(&rt->said.origins, (uint64_t)origin, &seen)) return;
        base_map_put(&rt->said.origins, (uint64_t)origin, 1);
        Diag *d =
            base_warning(rt->ctx, "RT0011", rt_origin_span(rt, (uint32_t)origin), "at time %g: %s", e->v[0], message);
        rt_add_instance(rt, d, (uint32_t)origin);
        return;
    }
    if (rt->ev.asserts == RT_COLLECT && level != MD_ASSERT_STOP && (rt->ev.assert_failed || rt->ev.when_assert_failed))
        return;
    rt_fail(rt, RT_FAIL_ASSERT, (uint32_t)origin, "%s", message);
    rt->ev.assert_failed = true;
    rt->ev.when_assert_failed = e->in_when != 0;
    if (rt->ev.asserts != RT_COLLECT || level == MD_ASSERT_STOP) rt_unwind(rt);
}

static void terminate(CwEnv *e, const char *message, int origin) {
    Runtime *rt = host(e);
    /* a run that has just begun as another model is not to end for the same reason */
    bool begun =
        strncmp(message, MD_RECOMPILATION, strlen(MD_RECOMPILATION)) == 0 && e->v[0] <= rt->span.start + rt->span.tiny;
    if (rt->end.terminated || begun) return;
    rt->end.terminated = true;
    rt->end.origin = (uint32_t)origin;
    rt->end.text.n = 0;
    base_text_add(&rt->end.text, message);
}

static void reinit(CwEnv *e, int var, double value) {
    Runtime *rt = host(e);
    RtReinit r = {(MdVar)var, value};
    vec_push(&rt->discrete.reinits, r);
}

static void error(CwEnv *e, const char *message, int origin) {
    Runtime *rt = host(e);
    size_t n = strlen(message);
    while (n && (message[n - 1] == '\n' || message[n - 1] == ' ')) n--;
    if (rt->ev.external)
        rt_fail(rt, RT_FAIL_ERROR, (uint32_t)origin, "external function %s: %.*s", rt->ev.external, (int)n, message);
    else rt_fail(rt, RT_FAIL_ERROR, (uint32_t)origin, "%.*s", (int)n, message);
    rt->ev.failure.function = e->place;
    e->place = NULL;
    rt->ev.external = NULL;
    rt_unwind(rt);
}

static void external(CwEnv *e, const char *name) { host(e)->ev.external = name; }

static void object(CwEnv *e, int var, void *made, void (*destructor)(CwEnv *e, void *object)) {
    Runtime *rt = host(e);
    RtObject o = {made, destructor, (MdVar)var};
    vec_push(&rt->objects, o);
    e->o[var] = made;
}

/* ---- memory ------------------------------------------------------------------------------------------------------ */

/* What a function wants beyond the memory there is ends the run, not the program around it; steps of another length
 * would want the same. */
static void *memory(CwEnv *e, unsigned long bytes) {
    Runtime *rt = host(e);
    rt->ev.scratch_used = true;
    void *p = base_try_alloc(&rt->ev.scratch, bytes);
    if (p) return p;
    rt_give_up(rt, RT_EXHAUSTED, NULL);
    rt->verdict.bytes = bytes;
    rt_unwind(rt);
}

static void *mark(CwEnv *e) {
    ArenaMark m = base_mark(&host(e)->ev.scratch);
    return memcpy(memory(e, sizeof m), &m, sizeof m);
}

static void release(CwEnv *e, void *at) {
    ArenaMark m = *(ArenaMark *)at;
    base_release(&host(e)->ev.scratch, m);
}

static const char *keep(CwEnv *e, const char *text) {
    Runtime *rt = host(e);
    return base_str(rt->ctx->names, base_name(rt->ctx->names, text));
}

/* ---- String() (MLS 3.6, 3.7.2) ----------------------------------------------------------------------------------- */

static const char *format_text(CwEnv *e, const char *format, int length, double x) {
    char small[64];
    int n = snprintf(small, sizeof small, format, length, x);
    char *out = memory(e, (unsigned long)n + 1);
    snprintf(out, (size_t)n + 1, format, length, x);
    return out;
}

static const char *string_real(CwEnv *e, double x, int digits, int length, int left) {
    char format[32];
    if (digits < 0) digits = 0;
    if (digits > 60) digits = 60;
    snprintf(format, sizeof format, "%%%s*.%dg", left ? "-" : "", digits);
    return format_text(e, format, length < 0 ? 0 : length, x);
}

static const char *string_int(CwEnv *e, long long x, int length, int left) {
    const char *format = left ? "%-*lld" : "%*lld";
    if (length < 0) length = 0;
    int n = snprintf(NULL, 0, format, length, x);
    char *out = memory(e, (unsigned long)n + 1);
    snprintf(out, (size_t)n + 1, format, length, x);
    return out;
}

/* The format is the language's: flags, width, precision and one of f F e E g G (Real) or d i o x X
 * u c (Integer). */
static const char *string_format(CwEnv *e, double x, const char *format) {
    Runtime *rt = host(e);
    const char *p = format;
    if (*p == '%') p++;
    const char *start = p;
    while (*p && strchr("-+ #0", *p)) p++;
    while (*p >= '0' && *p <= '9') p++;
    if (*p == '.') do
            p++;
        while (*p >= '0' && *p <= '9');
    char type = *p;
    bool whole = type && strchr("dioxXuc", type), real = type && strchr("fFeEgG", type);
    if ((!whole && !real) || p[1] || p - start > 20) {
        rt_fail(rt, RT_FAIL_ERROR, 0, "String(): '%s' is not a format", format);
        rt_unwind(rt);
    }
    char full[40];
    snprintf(full, sizeof full, "%%%.*s%s%c", (int)(p - start), start, whole && type != 'c' ? "ll" : "", type);
    char *out = memory(e, 512);
    if (type == 'c') snprintf(out, 512, full, (int)x);
    else if (whole) snprintf(out, 512, full, (long long)x);
    else snprintf(out, 512, full, x);
    return out;
}

/* Functions are called often: what one says of itself is told for the first time only. */
static void warn_once(Runtime *rt, const char *text) {
    for (size_t i = 0; i < rt->said.texts.n; i++)
        if (rt->said.texts.at[i] == text) return;
    vec_push(&rt->said.texts, text);
    Diag *d = base_warning(rt->ctx, "RT0098", (Span){0}, "%s", text);
    base_hint(rt->ctx, d, "assign it in all branches, or give it a value where it is declared");
}

/* ModelicaMessage and ModelicaWarning of external code. */
static void message(CwEnv *e, int level, const char *text) {
    Runtime *rt = host(e);
    const char *name = rt->ev.external ? rt->ev.external : "";
    if (level == 0) rt_message(rt, text);
    else if (level == 2) warn_once(rt, text);
    else base_warning(rt->ctx, "RT0012", (Span){0}, "at time %g: %s%s%s", e->v[0], name, *name ? ": " : "", text);
}

/* A loop that does not end is left when the time limit is reached or the host wants an end. */
static void linger(CwEnv *e) {
    Runtime *rt = host(e);
    bool late = base_seconds() > rt->ev.deadline;
    if (!late && !rt_is_stopped(rt)) return;
    rt_give_up(rt, RT_ENDLESS, NULL);
    rt->verdict.what = late ? "the time limit was reached" : "interrupted";
    rt_unwind(rt);
}

const CwCalls rt_calls = {
    .solve = rt_solve,
    .solve_tangent = rt_solve_tangent,
    .assertion = assertion,
    .terminate = terminate,
    .reinit = reinit,
    .error = error,
    .delay = rt_delay,
    .spatial = rt_spatial,
    .memory = memory,
    .string_real = string_real,
    .string_int = string_int,
    .string_format = string_format,
    .mark = mark,
    .release = release,
    .keep = keep,
    .object = object,
    .external = external,
    .message = message,
    .linger = linger,
};
