/* memory.c - a trajectory in memory: rows of the distinct values, made into columns when asked for. */
#include "result/result_impl.h"

typedef struct {
    ResWriter base;
    ResSlots slots;
    double *constants; /* by signal */
    VEC(double) values;
    size_t rows;
} Memory;

/* What a result made of it keeps. */
typedef struct {
    size_t width;      /* values a row */
    double *values;    /* rows */
    double *constants; /* by signal */
    uint32_t *slot;    /* by signal, from 1; 0: constant */
    int8_t *sign;
} Inside;

static bool header(ResWriter *w, const ResSchema *s, const double *v) {
    Memory *m = (Memory *)w;
    res_share_slots(&m->slots, s);
    m->constants = base_realloc(NULL, (s->n + 1) * sizeof *m->constants);
    for (size_t i = 0; i < s->n; i++) m->constants[i] = s->signals[i].constant ? res_value(v, s->signals[i]) : 0;
    return true;
}

static bool row(ResWriter *w, const ResSchema *s, const double *v) {
    (void)s;
    Memory *m = (Memory *)w;
    size_t n = m->slots.slots.n;
    vec_reserve(&m->values, m->values.n + n + 1);
    double *to = m->values.at + m->values.n;
    *to++ = v[0];
    for (size_t i = 0; i < n; i++) *to++ = res_value(v, m->slots.slots.at[i]);
    m->values.n += n + 1;
    m->rows++;
    return true;
}

static bool flush(ResWriter *w) {
    (void)w;
    return true;
}

static bool close_memory(ResWriter *w) {
    Memory *m = (Memory *)w;
    res_free_slots(&m->slots);
    base_realloc(m->constants, 0);
    vec_free(&m->values);
    base_realloc(m, 0);
    return true;
}

ResWriter *res_memory(void) {
    Memory *m = base_realloc(NULL, sizeof *m);
    memset(m, 0, sizeof *m);
    m->base = (ResWriter){header, row, flush, close_memory};
    return &m->base;
}

/* ---- as a result ------------------------------------------------------------------------------------------------- */

static double *column(ResResult *r, size_t k) {
    const Inside *in = r->inside;
    double *out = base_realloc(NULL, (r->rows + 1) * sizeof *out);
    uint32_t slot = k ? in->slot[k - 1] : 0;
    bool constant = k && !slot;
    for (size_t i = 0; i < r->rows; i++) {
        double x = constant ? in->constants[k - 1] : in->values[i * in->width + slot];
        out[i] = k && in->sign[k - 1] < 0 && !constant ? -x : x;
    }
    return out;
}

static const char *word_of(ResResult *r, const ResSchema *s, size_t signal, ResWord what, Text *t) {
    t->n = 0;
    s->word(s->arg, signal, what, t);
    return t->n ? base_strndup(&r->arena, t->at, t->n) : "";
}

ResResult *res_memory_result(Context *ctx, const ResWriter *w, const ResSchema *s) {
    const Memory *m = (const Memory *)w;
    if (!m->slots.of) return NULL;
    ResResult *r = base_realloc(NULL, sizeof *r);
    *r = (ResResult){.ctx = ctx, .rows = m->rows, .n = s->n + 1, .column = column};
    Inside *in = r->inside = BASE_NEW(&r->arena, Inside);
    in->width = m->slots.slots.n + 1;
    in->values = base_copy(&r->arena, m->values.at, m->values.n * sizeof(double));
    in->constants = base_copy(&r->arena, m->constants, s->n * sizeof(double));
    in->slot = base_copy(&r->arena, m->slots.of, s->n * sizeof(uint32_t));
    in->sign = BASE_ARRAY(&r->arena, int8_t, s->n + 1);
    r->names = BASE_ARRAY(&r->arena, const char *, r->n);
    r->units = BASE_ARRAY(&r->arena, const char *, r->n);
    r->display_units = BASE_ARRAY(&r->arena, const char *, r->n);
    r->descriptions = BASE_ARRAY(&r->arena, const char *, r->n);
    r->names[0] = "time", r->units[0] = "s", r->display_units[0] = "", r->descriptions[0] = "Simulation time";
    Text t = {0};
    for (size_t i = 0; i < s->n; i++) {
        in->sign[i] = s->signals[i].sign;
        r->names[i + 1] = word_of(r, s, i, RES_NAME, &t);
        r->units[i + 1] = word_of(r, s, i, RES_UNIT, &t);
        r->display_units[i + 1] = word_of(r, s, i, RES_DISPLAY_UNIT, &t);
        r->descriptions[i + 1] = word_of(r, s, i, RES_DESCRIPTION, &t);
    }
    base_text_free(&t);
    res_index(r);
    return r;
}
