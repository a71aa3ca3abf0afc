/* local.c - an instance of an FMU in this process: one message, the calls of the standard that it means.
 *
 * Numbers of every type travel as doubles; a Boolean is 0 or 1.  Texts stand alone.  Whatever the FMU returns but OK
 * and Warning ends the message, with the name of the function and what the FMU logged.
 */
#include "exchange/unit_impl.h"

#include <malloc.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

typedef void *Component;

typedef struct {
    void (*logger)(void *, const char *, int, const char *, const char *, ...);
    void *(*allocate)(size_t, size_t);
    void (*release)(void *);
    void (*finished)(void *, int);
    void *environment;
} Callbacks2;

typedef struct {
    int again, terminate, nominals, values, next_defined;
    double next;
} EventInfo2;

typedef struct {
    uint32_t variable;
    char *text;
} Pending;

struct XchLocal {
    const XchFmu *fmu;
    const XchModel *m;
    int kind;
    XchBinary b;
    Component c;
    Callbacks2 callbacks;
    XchMessage *now; /* whose call is under way */
    VecU32 refs;
    Text raw; /* values as the function wants them */
    double tolerance;
    bool initialising;    /* 3.0: entered */
    bool event_mode;      /* CS 3.0: used */
    VEC(Pending) pending; /* texts that the FMU shall have */
};

enum { STATUS_OK, STATUS_WARNING, STATUS_DISCARD, STATUS_ERROR, STATUS_FATAL, STATUS_PENDING };
enum { MOST_ITERATIONS = 100 };

/* ---- what the FMU calls ------------------------------------------------------------------------------------------ */

static void keep_log(XchLocal *u, int status, const char *text) {
    if (u && u->now && (status != STATUS_OK || !u->now->log[0])) snprintf(u->now->log, sizeof u->now->log, "%s", text);
}

static void logged2(void *environment, const char *name, int status, const char *category, const char *format, ...) {
    (void)name, (void)category;
    char text[1024] = "";
    va_list args;
    va_start(args, format);
    if (format) vsnprintf(text, sizeof text, format, args);
    va_end(args);
    keep_log(environment, status, text);
}

static void logged3(void *environment, int status, const char *category, const char *text) {
    (void)category;
    keep_log(environment, status, text ? text : "");
}

static void intermediate(void *environment, double time, bool set, bool get, bool finished, bool may, bool *early,
                         double *early_time) {
    (void)environment, (void)time, (void)set, (void)get, (void)finished, (void)may;
    *early = false;
    *early_time = time;
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */

/* Whether a function is there; it is the one that a failure will name. */
static bool has(XchLocal *u, XchFn f) {
    snprintf(u->now->function, sizeof u->now->function, "fmi%d%s", u->m->version, xch_fn_name(u->m, f));
    if (u->b.fn[f]) return true;
    u->now->status = XCH_FAILED;
    snprintf(u->now->log, sizeof u->now->log, "the FMU has no such function");
    return false;
}

static bool judge(XchLocal *u, int status) {
    u->now->status = status == STATUS_OK || status == STATUS_WARNING ? XCH_DONE
                     : status == STATUS_DISCARD                      ? XCH_DISCARDED
                     : status == STATUS_FATAL                        ? XCH_FATAL
                                                                     : XCH_FAILED;
    return u->now->status == XCH_DONE;
}

#define FN(u, name, type) ((type)(u)->b.fn[XCH_FN_##name])
/* A function with these arguments behind the component. */
#define CALL(u, name, types, ...)                                                                                      \
    (has(u, XCH_FN_##name) && judge(u, FN(u, name, int(*) types)(u->c __VA_OPT__(, ) __VA_ARGS__)))

typedef int (*Access2)(Component, const uint32_t *, size_t, void *);
typedef int (*Access3)(Component, const uint32_t *, size_t, void *, size_t);

/* ---- values ------------------------------------------------------------------------------------------------------ */

static const struct {
    XchFn get, set;
    size_t bytes;
} access_of[XCH_TYPES] = {[XCH_FLOAT64] = {XCH_FN_get_real, XCH_FN_set_real, 8},
                          [XCH_FLOAT32] = {XCH_FN_get_float32, XCH_FN_set_float32, 4},
                          [XCH_INT8] = {XCH_FN_get_int8, XCH_FN_set_int8, 1},
                          [XCH_UINT8] = {XCH_FN_get_uint8, XCH_FN_set_uint8, 1},
                          [XCH_INT16] = {XCH_FN_get_int16, XCH_FN_set_int16, 2},
                          [XCH_UINT16] = {XCH_FN_get_uint16, XCH_FN_set_uint16, 2},
                          [XCH_INT32] = {XCH_FN_get_int32, XCH_FN_set_int32, 4},
                          [XCH_UINT32] = {XCH_FN_get_uint32, XCH_FN_set_uint32, 4},
                          [XCH_INT64] = {XCH_FN_get_int64, XCH_FN_set_int64, 8},
                          [XCH_UINT64] = {XCH_FN_get_uint64, XCH_FN_set_uint64, 8},
                          [XCH_BOOLEAN] = {XCH_FN_get_boolean, XCH_FN_set_boolean, 4},
                          [XCH_ENUMERATION] = {XCH_FN_get_int64, XCH_FN_set_int64, 8},
                          [XCH_CLOCK] = {XCH_FN_get_clock, XCH_FN_set_clock, 1}};

/* The type as the functions know it. */
static XchType carried(const XchModel *m, XchType t) {
    return t == XCH_ENUMERATION ? (m->version == 2 ? XCH_INT32 : XCH_INT64) : t;
}

static size_t bytes_of(const XchModel *m, XchType t) {
    return t == XCH_BOOLEAN && m->version == 3 ? 1 : access_of[t].bytes;
}

static double clamp(double x, double low, double high) { return !(x >= low) ? low : x > high ? high : x; }

static void outward(const XchModel *m, XchType t, const double *from, void *to, size_t n) {
    for (size_t i = 0; i < n; i++) {
        double x = from[i];
        switch (t) {
        case XCH_FLOAT64: ((double *)to)[i] = x; break;
        case XCH_FLOAT32: ((float *)to)[i] = (float)x; break;
        case XCH_INT8: ((int8_t *)to)[i] = (int8_t)clamp(x, -128, 127); break;
        case XCH_UINT8: ((uint8_t *)to)[i] = (uint8_t)clamp(x, 0, 255); break;
        case XCH_INT16: ((int16_t *)to)[i] = (int16_t)clamp(x, -32768, 32767); break;
        case XCH_UINT16: ((uint16_t *)to)[i] = (uint16_t)clamp(x, 0, 65535); break;
        case XCH_INT32: ((int32_t *)to)[i] = (int32_t)clamp(x, INT32_MIN, INT32_MAX); break;
        case XCH_UINT32: ((uint32_t *)to)[i] = (uint32_t)clamp(x, 0, UINT32_MAX); break;
        case XCH_INT64: ((int64_t *)to)[i] = (int64_t)clamp(x, -9.2233720368547e18, 9.2233720368547e18); break;
        case XCH_UINT64: ((uint64_t *)to)[i] = (uint64_t)clamp(x, 0, 1.8446744073709e19); break;
        case XCH_BOOLEAN:
            if (m->version == 2) ((int *)to)[i] = x != 0;
            else ((bool *)to)[i] = x != 0;
            break;
        default: ((bool *)to)[i] = x != 0; break;
        }
    }
}

static void inward(const XchModel *m, XchType t, const void *from, double *to, size_t n) {
    for (size_t i = 0; i < n; i++) switch (t) {
        case XCH_FLOAT64: to[i] = ((const double *)from)[i]; break;
        case XCH_FLOAT32: to[i] = (double)((const float *)from)[i]; break;
        case XCH_INT8: to[i] = ((const int8_t *)from)[i]; break;
        case XCH_UINT8: to[i] = ((const uint8_t *)from)[i]; break;
        case XCH_INT16: to[i] = ((const int16_t *)from)[i]; break;
        case XCH_UINT16: to[i] = ((const uint16_t *)from)[i]; break;
        case XCH_INT32: to[i] = ((const int32_t *)from)[i]; break;
        case XCH_UINT32: to[i] = ((const uint32_t *)from)[i]; break;
        case XCH_INT64: to[i] = (double)((const int64_t *)from)[i]; break;
        case XCH_UINT64: to[i] = (double)((const uint64_t *)from)[i]; break;
        case XCH_BOOLEAN:
            to[i] = m->version == 2 ? (((const int *)from)[i] != 0) : (((const unsigned char *)from)[i] != 0);
            break;
        default: to[i] = ((const unsigned char *)from)[i] != 0; break;
        }
}

static bool access_run(XchLocal *u, XchType t, bool set, size_t nvalues) {
    XchFn f = set ? access_of[t].set : access_of[t].get;
    if (!has(u, f)) return false;
    if (u->m->version == 2 || t == XCH_CLOCK)
        return judge(u, ((Access2)u->b.fn[f])(u->c, u->refs.at, u->refs.n, u->raw.at));
    return judge(u, ((Access3)u->b.fn[f])(u->c, u->refs.at, u->refs.n, u->raw.at, nvalues));
}

/* Numbers of variables, in runs of one type.  Texts are passed over. */
static bool access_values(XchLocal *u, uint32_t n, const uint32_t *vars, double *values, bool set) {
    const XchModel *m = u->m;
    for (uint32_t i = 0; i < n;) {
        XchType t = carried(m, m->variables.at[vars[i]].type);
        size_t count = 0, size = bytes_of(m, t);
        u->refs.n = 0;
        for (; i < n && carried(m, m->variables.at[vars[i]].type) == t; i++) {
            vec_push(&u->refs, m->variables.at[vars[i]].reference);
            count += m->variables.at[vars[i]].nvalues;
        }
        if (t == XCH_STRING || t == XCH_BINARY) {
            values += count;
            continue;
        }
        u->raw.n = 0;
        if (u->raw.cap < count * size + 16) {
            u->raw.at = base_realloc(u->raw.at, count * size + 16);
            u->raw.cap = count * size + 16;
        }
        memset(u->raw.at, 0, count * size);
        if (set) outward(m, t, values, u->raw.at, count);
        if (!access_run(u, t, set, count)) return false;
        if (!set) inward(m, t, u->raw.at, values, count);
        values += count;
    }
    return true;
}

static bool set_values(XchLocal *u, const XchMessage *m) {
    return !m->nset || access_values(u, m->nset, m->set, (double *)m->set_values, true);
}

/* All but clocks, which tick in event mode only: see collect_ticks. */
static bool get_values(XchLocal *u, const XchMessage *m) {
    double *to = m->got;
    for (uint32_t i = 0; i < m->nget;) {
        uint32_t n = 0;
        size_t count = 0;
        while (i + n < m->nget && u->m->variables.at[m->get[i + n]].type != XCH_CLOCK)
            count += u->m->variables.at[m->get[i + n++]].nvalues;
        if (n && !access_values(u, n, m->get + i, to, false)) return false;
        to += count;
        for (i += n; i < m->nget && u->m->variables.at[m->get[i]].type == XCH_CLOCK; i++)
            to += u->m->variables.at[m->get[i]].nvalues;
    }
    return true;
}

/* Output clocks of the message that tick now; first: none has yet. */
static bool collect_ticks(XchLocal *u, const XchMessage *m, bool first) {
    double *to = m->got, tick;
    for (uint32_t i = 0; i < m->nget; i++) {
        const XchVariable *v = &u->m->variables.at[m->get[i]];
        if (v->type == XCH_CLOCK && v->nvalues == 1) {
            if (!access_values(u, 1, m->get + i, &tick, false)) return false;
            *to = first ? tick : fmax(*to, tick);
        }
        to += v->nvalues;
    }
    return true;
}

/* "0a1B" -> bytes; false: not hexadecimal. */
static bool from_hexadecimal(const char *s, Text *out) {
    static const char digits[] = "0123456789abcdef";
    out->n = 0;
    for (; *s; s += 2) {
        const char *a = strchr(digits, s[0] | 32), *b = s[1] ? strchr(digits, s[1] | 32) : NULL;
        if (!a || !b) return false;
        base_text_char(out, (char)((a - digits) << 4 | (b - digits)));
    }
    return true;
}

static bool set_text(XchLocal *u, XchMessage *m) {
    const XchVariable *v = &u->m->variables.at[m->set[0]];
    if (v->type == XCH_STRING) {
        XchFn f = XCH_FN_set_string;
        if (!has(u, f)) return false;
        if (u->m->version == 2) return judge(u, ((Access2)u->b.fn[f])(u->c, &v->reference, 1, &m->text));
        return judge(u, ((Access3)u->b.fn[f])(u->c, &v->reference, 1, &m->text, 1));
    }
    if (!has(u, XCH_FN_set_binary)) return false;
    if (!from_hexadecimal(m->text, &u->raw)) {
        m->status = XCH_FAILED;
        snprintf(m->log, sizeof m->log, "the value is not hexadecimal");
        return false;
    }
    const uint8_t *bytes = (const uint8_t *)base_text_str(&u->raw);
    size_t size = u->raw.n;
    int (*set)(Component, const uint32_t *, size_t, const size_t *, const uint8_t *const *, size_t) = (int (*)(
        Component, const uint32_t *, size_t, const size_t *, const uint8_t *const *, size_t))u->b.fn[XCH_FN_set_binary];
    return judge(u, set(u->c, &v->reference, 1, &size, &bytes, 1));
}

static void set_text_later(XchLocal *u, const XchMessage *m) {
    vec_push(&u->pending, ((Pending){m->set[0], base_realloc(NULL, strlen(m->text) + 1)}));
    strcpy(vec_last(&u->pending).text, m->text);
}

static bool set_pending(XchLocal *u) {
    bool ok = true;
    for (size_t i = 0; i < u->pending.n; i++) {
        XchMessage one = {.set = &u->pending.at[i].variable, .text = u->pending.at[i].text};
        ok = ok && set_text(u, &one);
        base_realloc(u->pending.at[i].text, 0);
    }
    u->pending.n = 0;
    return ok;
}

/* The bytes of a Binary as hexadecimal digits. */
static bool get_binary(XchLocal *u, const XchVariable *v, XchMessage *m) {
    size_t size = 0;
    const uint8_t *bytes = NULL;
    if (!CALL(u, get_binary, (Component, const uint32_t *, size_t, size_t *, const uint8_t **, size_t), &v->reference,
              (size_t)1, &size, &bytes, (size_t)1))
        return false;
    if (2 * size + 1 > m->room) {
        m->status = XCH_FAILED;
        snprintf(m->log, sizeof m->log, "a value has %zu bytes: too many", size);
        return false;
    }
    char *to = (char *)m->text;
    for (size_t i = 0; bytes && i < size; i++) to += snprintf(to, 3, "%02x", bytes[i]);
    *to = 0;
    return true;
}

static bool get_text(XchLocal *u, XchMessage *m) {
    const XchVariable *v = &u->m->variables.at[m->get[0]];
    const char *text = NULL;
    if (v->type == XCH_BINARY) return get_binary(u, v, m);
    if (v->type != XCH_STRING || !has(u, XCH_FN_get_string)) return false;
    void *f = u->b.fn[XCH_FN_get_string];
    bool ok = u->m->version == 2 ? judge(u, ((Access2)f)(u->c, &v->reference, 1, &text))
                                 : judge(u, ((Access3)f)(u->c, &v->reference, 1, &text, 1));
    if (ok) snprintf((char *)m->text, m->room, "%s", text ? text : "");
    return ok;
}

/* ---- life -------------------------------------------------------------------------------------------------------- */

/* The folder resources as 2.0 wants it: a URI. */
static void resource_uri(const char *folder, Text *out) {
    char *whole = realpath(folder, NULL);
    base_text_add(out, "file://");
    for (const char *s = whole ? whole : folder; *s; s++) {
        bool plain =
            (*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z') || (*s >= '0' && *s <= '9') || strchr("/-_.~", *s);
        if (plain) base_text_char(out, *s);
        else base_text_printf(out, "%%%02X", (unsigned char)*s);
    }
    base_text_add(out, "/resources");
    free(whole);
}

static void resource_path(const char *folder, Text *out) {
    char *whole = realpath(folder, NULL);
    base_text_printf(out, "%s/resources/", whole ? whole : folder);
    free(whole);
}

static bool instantiate2(XchLocal *u, const XchMessage *m) {
    typedef Component (*Make)(const char *, int, const char *, const char *, const Callbacks2 *, int, int);
    Text where = {0};
    if (!has(u, XCH_FN_instantiate)) return false;
    resource_uri(u->fmu->folder, &where);
    u->callbacks = (Callbacks2){logged2, calloc, free, NULL, u};
    u->c = FN(u, instantiate, Make)(m->name, u->kind == XCH_CS, u->m->token, where.at, &u->callbacks, 0, m->logging);
    base_text_free(&where);
    return u->c != NULL;
}

/* What a model partition calls: clocks are looked at when it has returned, and nothing interrupts it. */
static void clock_updated(void *environment) { (void)environment; }
static void preemption(void) {}

static bool instantiate3(XchLocal *u, const XchMessage *m) {
    typedef Component (*MakeSe)(const char *, const char *, const char *, bool, bool, void *,
                                void (*)(void *, int, const char *, const char *), void (*)(void *), void (*)(void),
                                void (*)(void));
    typedef Component (*MakeMe)(const char *, const char *, const char *, bool, bool, void *,
                                void (*)(void *, int, const char *, const char *));
    typedef Component (*MakeCs)(const char *, const char *, const char *, bool, bool, bool, bool, const uint32_t *,
                                size_t, void *, void (*)(void *, int, const char *, const char *),
                                void (*)(void *, double, bool, bool, bool, bool, bool *, double *));
    Text where = {0};
    if (!has(u, u->kind == XCH_ME   ? XCH_FN_instantiate_me
                : u->kind == XCH_CS ? XCH_FN_instantiate_cs
                                    : XCH_FN_instantiate_se))
        return false;
    resource_path(u->fmu->folder, &where);
    u->event_mode = u->kind == XCH_CS && u->m->cs.event_mode;
    u->c = NULL;
    if (u->kind == XCH_ME)
        u->c = FN(u, instantiate_me, MakeMe)(m->name, u->m->token, where.at, false, m->logging, u, logged3);
    if (u->kind == XCH_SE)
        u->c = FN(u, instantiate_se, MakeSe)(m->name, u->m->token, where.at, false, m->logging, u, logged3,
                                             clock_updated, preemption, preemption);
    for (int i = 0; i < 2 && u->kind == XCH_CS && !u->c; i++) {
        u->c = FN(u, instantiate_cs, MakeCs)(m->name, u->m->token, where.at, false, m->logging, u->event_mode,
                                             u->event_mode, NULL, 0, u, logged3, intermediate);
        if (!u->event_mode) break;
        if (!u->c) u->event_mode = false; /* offered in the description, and refused: then without */
    }
    base_text_free(&where);
    return u->c != NULL;
}

static void instantiate(XchMessage *m) {
    XchLocal *u = base_realloc(NULL, sizeof *u);
    *u = (XchLocal){.fmu = m->fmu, .m = m->fmu->model, .kind = m->kind, .now = m};
    Arena arena = {0};
    const char *where, *path = xch_binary_path(&arena, m->fmu, m->kind, &where);
    m->status = XCH_FAILED;
    snprintf(m->function, sizeof m->function, "dlopen");
    bool ok = false;
    if (!path) snprintf(m->log, sizeof m->log, "it has no binary for this machine (%s)", where);
    else if (xch_load(u->m, path, &u->b, m->log, sizeof m->log))
        ok = u->m->version == 2 ? instantiate2(u, m) : instantiate3(u, m);
    base_free_arena(&arena);
    m->event.needed = u->event_mode;
    if (ok) m->status = XCH_DONE, m->unit = u;
    else base_realloc(u, 0);
}

static void dispose(XchLocal *u) {
    if (has(u, XCH_FN_free_instance)) ((void (*)(Component))u->b.fn[XCH_FN_free_instance])(u->c);
    for (size_t i = 0; i < u->pending.n; i++) base_realloc(u->pending.at[i].text, 0);
    vec_free(&u->refs), vec_free(&u->pending);
    base_text_free(&u->raw);
    base_realloc(u, 0); /* the object stays loaded: what it left behind may still be called */
}

static bool enter_initialisation(XchLocal *u, const XchMessage *m) {
    bool stops = m->stop == m->stop, tolerant = m->tolerance == m->tolerance;
    double stop = stops ? m->stop : 0, tolerance = tolerant ? m->tolerance : 0;
    if (u->m->version == 3)
        return CALL(u, enter_initialisation, (Component, bool, double, double, bool, double), tolerant, tolerance,
                    m->time, stops, stop);
    return CALL(u, setup, (Component, int, double, double, int, double), tolerant, tolerance, m->time, stops, stop) &&
           CALL(u, enter_initialisation, (Component));
}

/* ---- model exchange ---------------------------------------------------------------------------------------------- */

static bool place(XchLocal *u, const XchMessage *m) {
    if (m->time == m->time && !CALL(u, set_time, (Component, double), m->time)) return false;
    return !m->set_states || !u->m->nstates ||
           CALL(u, set_states, (Component, const double *, size_t), m->x, (size_t)u->m->nstates);
}

static bool evaluate(XchLocal *u, const XchMessage *m) {
    if (!place(u, m) || !set_values(u, m)) return false;
    if (m->dx && u->m->nstates &&
        !CALL(u, get_derivatives, (Component, double *, size_t), m->dx, (size_t)u->m->nstates))
        return false;
    if (m->z && u->m->nindicators &&
        !CALL(u, get_indicators, (Component, double *, size_t), m->z, (size_t)u->m->nindicators))
        return false;
    return get_values(u, m);
}

/* newDiscreteStates until nothing changes. */
static bool iterate(XchLocal *u, XchMessage *m) {
    m->event = (XchEvent){.next = INFINITY};
    for (int k = 0; k < MOST_ITERATIONS; k++) {
        EventInfo2 i = {.again = 0};
        if (u->m->version == 3 && !collect_ticks(u, m, k == 0)) return false;
        bool again = false, end = false, nominals = false, values = false, next = false;
        double at = INFINITY;
        if (u->m->version == 2) {
            if (!CALL(u, new_discrete_states, (Component, EventInfo2 *), &i)) return false;
            again = i.again, end = i.terminate, nominals = i.nominals, values = i.values, next = i.next_defined;
            at = i.next;
        } else if (!CALL(u, update_discrete_states, (Component, bool *, bool *, bool *, bool *, bool *, double *),
                         &again, &end, &nominals, &values, &next, &at))
            return false;
        m->event.states_changed = m->event.states_changed || values;
        m->event.nominals_changed = m->event.nominals_changed || nominals;
        m->event.terminate = m->event.terminate || end;
        m->event.next = next ? at : INFINITY;
        if (!again || end) return true;
    }
    m->status = XCH_FAILED;
    snprintf(m->log, sizeof m->log, "the event iteration does not end (%d rounds)", MOST_ITERATIONS);
    return false;
}

/* NAN: as it was, or not known yet. */
static bool interval(XchLocal *u, uint32_t clock, double *length) {
    uint32_t reference = u->m->variables.at[clock].reference;
    int qualifier = 0; /* not yet known, unchanged, changed */
    if (!CALL(u, get_interval, (Component, const uint32_t *, size_t, double *, int *), &reference, (size_t)1, length,
              &qualifier))
        return false;
    if (qualifier != 2) *length = NAN;
    return true;
}

static bool get_intervals(XchLocal *u, const XchMessage *m) {
    for (uint32_t i = 0; i < m->nclocks; i++)
        if (!interval(u, m->clocks[i], &m->intervals[i])) return false;
    return true;
}

static bool event(XchLocal *u, XchMessage *m) {
    bool ok = true;
    if (!m->event.first) /* behind initialisation the FMU is in event mode already */
        ok = place(u, m) && CALL(u, enter_event_mode, (Component));
    ok = ok && set_pending(u) && set_values(u, m);
    ok = ok && iterate(u, m) && get_intervals(u, m);
    if (ok && m->x && u->m->nstates)
        ok = CALL(u, get_states, (Component, double *, size_t), m->x, (size_t)u->m->nstates);
    ok = ok && get_values(u, m);
    return ok && (m->event.terminate || CALL(u, enter_continuous_time, (Component)));
}

static bool accept(XchLocal *u, XchMessage *m) {
    if (u->m->version == 3) {
        bool needed = false, end = false;
        bool ok = CALL(u, completed_step, (Component, bool, bool *, bool *), true, &needed, &end);
        m->event.needed = needed, m->event.terminate = end;
        return ok;
    }
    int needed = 0, end = 0;
    bool ok = CALL(u, completed_step, (Component, int, int *, int *), 1, &needed, &end);
    m->event.needed = needed, m->event.terminate = end;
    return ok;
}

/* ---- co-simulation ----------------------------------------------------------------------------------------------- */

static bool step2(XchLocal *u, XchMessage *m) {
    bool ok = CALL(u, do_step, (Component, double, double, int), m->time, m->step, 1);
    m->reached = m->time + m->step;
    if (ok || m->status != XCH_DISCARDED) return ok;
    /* part of the step was taken, or the FMU wants to end (FMI 2.0.4, 4.2.2) */
    int end = 0;
    double last = m->time;
    bool told = CALL(u, real_status, (Component, int, double *), 2, &last);
    if (CALL(u, boolean_status, (Component, int, int *), 3, &end)) m->event.terminate = end != 0;
    m->reached = told ? last : m->time;
    m->event.early = true;
    m->status = XCH_DONE;
    return true;
}

static bool step(XchLocal *u, XchMessage *m) {
    m->event = (XchEvent){.next = INFINITY};
    if (!set_pending(u) || !set_values(u, m)) return false;
    bool ok;
    if (u->m->version == 2) ok = step2(u, m);
    else {
        bool needed = false, end = false, early = false;
        double last = m->time + m->step;
        ok = CALL(u, do_step, (Component, double, double, bool, bool *, bool *, bool *, double *), m->time, m->step,
                  true, &needed, &end, &early, &last);
        m->event.needed = needed, m->event.terminate = end, m->event.early = early;
        m->reached = early ? last : m->time + m->step;
    }
    return ok && get_values(u, m);
}

/* First derivatives of Real variables: of inputs in the step that comes, or of outputs behind one. */
static bool rates(XchLocal *u, uint32_t n, const uint32_t *vars, double *values, bool set) {
    VEC(int) order = {0};
    size_t nvalues = 0;
    u->refs.n = 0;
    for (uint32_t i = 0; i < n; i++) {
        vec_push(&u->refs, u->m->variables.at[vars[i]].reference);
        vec_push(&order, 1);
        nvalues += u->m->variables.at[vars[i]].nvalues;
    }
    bool ok;
    if (set)
        ok = CALL(u, set_motion, (Component, const uint32_t *, size_t, const int *, const double *), u->refs.at,
                  u->refs.n, order.at, values);
    else if (u->m->version == 2)
        ok = CALL(u, get_rates, (Component, const uint32_t *, size_t, const int *, double *), u->refs.at, u->refs.n,
                  order.at, values);
    else
        ok = CALL(u, get_rates, (Component, const uint32_t *, size_t, const int *, double *, size_t), u->refs.at,
                  u->refs.n, order.at, values, nvalues);
    vec_free(&order);
    return ok;
}

static bool event_between_steps(XchLocal *u, XchMessage *m) {
    bool first = m->event.first;
    bool ok = first || CALL(u, enter_event_mode, (Component));
    ok = ok && set_pending(u) && set_values(u, m) && iterate(u, m) && get_intervals(u, m) && get_values(u, m);
    return ok && (m->event.terminate || CALL(u, enter_step_mode, (Component)));
}

/* ---- clocks, sizes ----------------------------------------------------------------------------------------------- */

static bool shift(XchLocal *u, XchMessage *m) {
    uint32_t reference = u->m->variables.at[m->get[0]].reference;
    m->step = 0;
    return CALL(u, get_shift, (Component, const uint32_t *, size_t, double *), &reference, (size_t)1, &m->step);
}

static bool activate(XchLocal *u, const XchMessage *m) {
    return CALL(u, activate, (Component, uint32_t, double), u->m->variables.at[m->set[0]].reference, m->time);
}

static bool configure(XchLocal *u, const XchMessage *m) {
    return CALL(u, enter_configuration, (Component)) && set_values(u, m) && CALL(u, exit_configuration, (Component));
}

/* ---- derivatives ------------------------------------------------------------------------------------------------- */

static bool directional(XchLocal *u, const XchMessage *m) {
    VecU32 unknown = {0}, known = {0};
    size_t nseed = 0, nsensitivity = 0;
    for (uint32_t i = 0; i < m->nget; i++) {
        vec_push(&unknown, u->m->variables.at[m->get[i]].reference);
        nsensitivity += u->m->variables.at[m->get[i]].nvalues;
    }
    for (uint32_t i = 0; i < m->nset; i++) {
        vec_push(&known, u->m->variables.at[m->set[i]].reference);
        nseed += u->m->variables.at[m->set[i]].nvalues;
    }
    bool ok = u->m->version == 2
                  ? CALL(u, directional,
                         (Component, const uint32_t *, size_t, const uint32_t *, size_t, const double *, double *),
                         unknown.at, unknown.n, known.at, known.n, m->set_values, m->got)
                  : CALL(u, directional,
                         (Component, const uint32_t *, size_t, const uint32_t *, size_t, const double *, size_t,
                          double *, size_t),
                         unknown.at, unknown.n, known.at, known.n, m->set_values, nseed, m->got, nsensitivity);
    vec_free(&unknown), vec_free(&known);
    return ok;
}

/* ---- what only a check asks -------------------------------------------------------------------------------------- */

static XchLocal *load_only(XchMessage *m) {
    XchLocal *u = base_realloc(NULL, sizeof *u);
    *u = (XchLocal){.fmu = m->fmu, .m = m->fmu->model, .kind = m->kind, .now = m};
    Arena arena = {0};
    const char *where, *path = xch_binary_path(&arena, m->fmu, m->kind, &where);
    snprintf(m->function, sizeof m->function, "dlopen");
    bool ok = path && xch_load(u->m, path, &u->b, m->log, sizeof m->log);
    base_free_arena(&arena);
    if (ok) return u;
    m->status = XCH_FAILED;
    base_realloc(u, 0);
    return NULL;
}

static void symbols(XchMessage *m) {
    XchLocal *u = load_only(m);
    Text missing = {0};
    if (!u) return;
    xch_missing(u->m, m->kind, &u->b, &missing);
    snprintf((char *)m->text, m->room, "%s", base_text_str(&missing));
    base_text_free(&missing);
    base_realloc(u, 0);
}

static bool make(XchLocal *u, const XchMessage *m) {
    return u->m->version == 2 ? instantiate2(u, m) : instantiate3(u, m);
}
static void unmake(XchLocal *u) {
    if (has(u, XCH_FN_free_instance)) ((void (*)(Component))u->b.fn[XCH_FN_free_instance])(u->c);
}

/* Instances made and freed: what stays allocated behind each, once libraries have what they keep. */
static void cycle(XchMessage *m) {
    enum { ROUNDS = 20, CYCLES = 50 };
    XchLocal *u = load_only(m);
    if (!u) return;
    double least =
        INFINITY; /* of the rounds: what happens once, or now and then, is no loss; the C library keeps some */
    for (int k = 0; k < ROUNDS && (k < 4 || least > 0); k++) {
        size_t before = mallinfo2().uordblks;
        for (int i = 0; i < CYCLES; i++) {
            if (!make(u, m)) {
                m->status = XCH_FAILED;
                return;
            }
            unmake(u);
        }
        least = fmin(least, ((double)mallinfo2().uordblks - (double)before) / CYCLES);
    }
    m->step = least;
    base_realloc(u, 0);
}

static int wrong_reference(XchLocal *u) {
    uint32_t reference = 0xfffffff1u; /* used by no description that says so: checked by who asks */
    double value = 0;
    void *f = u->b.fn[XCH_FN_get_real];
    if (!has(u, XCH_FN_get_real)) return STATUS_ERROR;
    return u->m->version == 2 ? ((Access2)f)(u->c, &reference, 1, &value)
                              : ((Access3)f)(u->c, &reference, 1, &value, 1);
}

static int wrong_step(XchLocal *u) {
    double d[1] = {0};
    bool a, b, c;
    if (u->kind == XCH_ME && has(u, XCH_FN_get_derivatives))
        return ((int (*)(Component, double *, size_t))u->b.fn[XCH_FN_get_derivatives])(u->c, d, 0);
    if (u->kind != XCH_CS || !has(u, XCH_FN_do_step)) return STATUS_ERROR;
    if (u->m->version == 2) return ((int (*)(Component, double, double, int))u->b.fn[XCH_FN_do_step])(u->c, 0, 0.1, 1);
    return ((int (*)(Component, double, double, bool, bool *, bool *, bool *, double *))u->b.fn[XCH_FN_do_step])(
        u->c, 0, 0.1, true, &a, &b, &c, d);
}

static void wrong(XchMessage *m) {
    XchLocal *u = load_only(m);
    if (!u) return;
    XchModel other = *u->m;
    int status = STATUS_ERROR;
    m->time = 0, m->stop = m->tolerance = NAN;
    if (m->nset == XCH_WRONG_TOKEN) {
        other.token = "{a token that is none}";
        u->m = &other;
    }
    if (m->nset == XCH_WRONG_FREE) {
        unmake(u);
    } else if (!make(u, m)) {
        m->status = m->nset == XCH_WRONG_TOKEN ? XCH_DONE : XCH_FAILED;
    } else {
        if (m->nset == XCH_WRONG_TOKEN) status = STATUS_OK;
        else if (m->nset == XCH_WRONG_REFERENCE) status = wrong_reference(u);
        else if (m->nset == XCH_WRONG_STEP) status = wrong_step(u);
        else if (m->nset == XCH_WRONG_EXIT && has(u, XCH_FN_exit_initialisation))
            status = ((int (*)(Component))u->b.fn[XCH_FN_exit_initialisation])(u->c);
        else if (m->nset == XCH_WRONG_TWICE && enter_initialisation(u, m))
            status = enter_initialisation(u, m) ? STATUS_OK : STATUS_ERROR;
        m->status = XCH_DONE;
        unmake(u);
    }
    m->reached = status;
    base_realloc(u, 0);
}

/* A saved state by way of bytes. */
static bool serialise(XchLocal *u, XchMessage *m) {
    size_t n = 0;
    void *back = NULL;
    if (!CALL(u, state_size, (Component, void *, size_t *), m->state, &n)) return false;
    char *bytes = base_realloc(NULL, n + 1);
    bool ok = CALL(u, serialise, (Component, void *, char *, size_t), m->state, bytes, n) &&
              CALL(u, deserialise, (Component, const char *, size_t, void **), bytes, n, &back);
    base_realloc(bytes, 0);
    if (ok) ok = CALL(u, free_state, (Component, void **), &m->state);
    m->state = back;
    return ok;
}

/* ---- messages ---------------------------------------------------------------------------------------------------- */

static bool dispatch(XchLocal *u, XchMessage *m) {
    switch (m->op) {
    case XCH_OP_ENTER_INIT: return enter_initialisation(u, m);
    case XCH_OP_EXIT_INIT: return CALL(u, exit_initialisation, (Component));
    case XCH_OP_SET: return set_values(u, m);
    case XCH_OP_SET_TEXT: return set_text(u, m);
    case XCH_OP_LATER: return set_text_later(u, m), true;
    case XCH_OP_GET: return !m->nget || access_values(u, m->nget, m->get, m->got, false);
    case XCH_OP_GET_TEXT: return get_text(u, m);
    case XCH_OP_EVALUATE: return evaluate(u, m);
    case XCH_OP_EVENT: return event(u, m);
    case XCH_OP_ACCEPT: return accept(u, m);
    case XCH_OP_STEP: return step(u, m);
    case XCH_OP_MOTION: return rates(u, m->nset, m->set, (double *)m->set_values, true);
    case XCH_OP_RATES: return rates(u, m->nget, m->get, m->got, false);
    case XCH_OP_CS_EVENT: return event_between_steps(u, m);
    case XCH_OP_ACTIVATE: return activate(u, m);
    case XCH_OP_INTERVAL: return interval(u, m->get[0], &m->step);
    case XCH_OP_SHIFT: return shift(u, m);
    case XCH_OP_CONFIGURE: return configure(u, m);
    case XCH_OP_NOMINALS:
        return !u->m->nstates || CALL(u, get_nominals, (Component, double *, size_t), m->x, (size_t)u->m->nstates);
    case XCH_OP_SAVE: return CALL(u, get_state, (Component, void **), &m->state);
    case XCH_OP_RESTORE: return CALL(u, set_state, (Component, void *), m->state);
    case XCH_OP_DROP: return CALL(u, free_state, (Component, void **), &m->state);
    case XCH_OP_DIRECTIONAL: return directional(u, m);
    case XCH_OP_SERIALISE: return serialise(u, m);
    case XCH_OP_TERMINATE: return CALL(u, terminate, (Component));
    case XCH_OP_RESET: return CALL(u, reset, (Component));
    default: return true;
    }
}

void xch_execute(XchMessage *m) {
    m->status = XCH_DONE;
    m->log[0] = 0;
    if (m->op == XCH_OP_INSTANTIATE) {
        instantiate(m);
        return;
    }
    if (m->op == XCH_OP_SYMBOLS || m->op == XCH_OP_CYCLE || m->op == XCH_OP_WRONG) {
        m->op == XCH_OP_SYMBOLS ? symbols(m) : m->op == XCH_OP_CYCLE ? cycle(m) : wrong(m);
        return;
    }
    XchLocal *u = m->unit;
    u->now = m;
    if (m->op == XCH_OP_FREE) {
        dispose(u);
        return;
    }
    if (!dispatch(u, m) && m->status == XCH_DONE) m->status = XCH_FAILED;
    u->now = NULL;
}
