/* mat.c - a trajectory in the MATLAB v4 form that every Modelica tool reads.
 *
 *   Aclass       "Atrajectory", "1.1", "", "binTrans"
 *   name         one column of characters per variable
 *   description  the same: "comment [unit]"
 *   dataInfo     4 integers per variable: matrix (1 constants, 2 trajectory; 0 time), its row with
 * a sign, 0, -1 data_1       constants and parameters: a row each, two columns (start and end)
 *   data_2       a column per point: time, then every value that several variables may share
 *
 * data_2 comes last and is streamed; its number of columns is written over when the file is closed.
 */
#include "runtime/runtime_impl.h"

#include <errno.h>

typedef struct {
    RtSink base;
    FILE *out;
    VEC(RtSource) slots; /* rows of data_2 behind the time */
    double *row;
    int64_t points;
    off_t size_at; /* where data_2's number of columns stands in the file */
} Mat;

enum { MAT_DOUBLE = 0, MAT_INT = 20, MAT_TEXT = 51 };

static bool put(Mat *m, const void *data, size_t bytes) { return fwrite(data, 1, bytes, m->out) == bytes; }

/* false with errno EFBIG when the format's 32-bit sizes are too small. */
static bool put_head(Mat *m, const char *name, int type, int64_t rows, int64_t columns) {
    if (rows > INT32_MAX || columns > INT32_MAX) return errno = EFBIG, false;
    int32_t head[5] = {type, (int32_t)rows, (int32_t)columns, 0, (int32_t)strlen(name) + 1};
    return put(m, head, sizeof head) && put(m, name, strlen(name) + 1);
}

static bool put_class(Mat *m) {
    static const char lines[4][12] = {"Atrajectory", "1.1        ", "           ", "binTrans   "};
    char text[44];
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 11; j++) text[i + 4 * j] = lines[i][j];
    return put_head(m, "Aclass", MAT_TEXT, 4, 11) && put(m, text, sizeof text);
}

/* ---- texts ------------------------------------------------------------------------------------------------------- */

static void name_text(const Runtime *rt, const RtColumn *c, Text *out) { rt_column_name(rt, c, out); }

static void description_text(const Runtime *rt, const RtColumn *c, Text *out) {
    if (c->var == 0) {
        base_text_add(out, "Simulation time [s]");
        return;
    }
    const DaeVariable *v = &rt->dae->vars.at[c->var];
    const DaeAttrs *a = &rt->dae->attrs.at[v->attrs];
    const char *unit = base_str(rt->ctx->names, a->unit), *shown = base_str(rt->ctx->names, a->display_unit);
    base_text_add(out, base_str(rt->ctx->names, a->comment));
    if (!*unit && !*shown) return;
    base_text_printf(out, "%s[%s%s%s]", out->n ? " " : "", unit, *shown ? "|" : "", shown);
}

/* A text matrix with one column per variable, zero-padded; the texts are made twice instead of
 * kept. */
static bool put_texts(Mat *m, Runtime *rt, const char *name, void (*make)(const Runtime *, const RtColumn *, Text *)) {
    RtColumn time = {0};
    Text text = {0};
    size_t longest = 1;
    for (size_t i = 0; i <= rt->columns.n; i++) {
        text.n = 0;
        make(rt, i ? &rt->columns.at[i - 1] : &time, &text);
        if (text.n > longest) longest = text.n;
    }
    char *padded = base_realloc(NULL, longest);
    bool ok = put_head(m, name, MAT_TEXT, (int64_t)longest, (int64_t)rt->columns.n + 1);
    for (size_t i = 0; ok && i <= rt->columns.n; i++) {
        text.n = 0;
        make(rt, i ? &rt->columns.at[i - 1] : &time, &text);
        memset(padded, 0, longest);
        if (text.n) memcpy(padded, text.at, text.n);
        ok = put(m, padded, longest);
    }
    base_realloc(padded, 0);
    base_text_free(&text);
    return ok;
}

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

/* dataInfo; shares a row of data_2 between columns that show the same variable. */
static bool put_info(Mat *m, Runtime *rt, int64_t *nconstants) {
    Map slot_of = {0};
    bool ok = put_head(m, "dataInfo", MAT_INT, 4, (int64_t)rt->columns.n + 1);
    int32_t info[4] = {0, 1, 0, -1};
    ok = ok && put(m, info, sizeof info);
    *nconstants = 0;
    for (size_t i = 0; ok && i < rt->columns.n; i++) {
        const RtColumn *c = &rt->columns.at[i];
        info[0] = c->constant ? 1 : 2;
        info[3] = c->constant ? 0 : -1;
        if (c->constant) {
            info[1] = (int32_t)++ * nconstants + 1;
        } else {
            uint64_t key = (uint64_t)c->from.var * 2 + (c->from.sign == 0), slot;
            if (!base_map_get(&slot_of, key, &slot)) {
                RtSource s = {c->from.var, c->from.sign == 0 ? 0 : 1};
                vec_push(&m->slots, s);
                slot = m->slots.n + 1;
                base_map_put(&slot_of, key, slot);
            }
            info[1] = c->from.sign == -1 ? -(int32_t)slot : (int32_t)slot;
        }
        ok = put(m, info, sizeof info);
    }
    base_map_free(&slot_of);
    return ok;
}

static bool put_constants(Mat *m, Runtime *rt, int64_t n) {
    bool ok = put_head(m, "data_1", MAT_DOUBLE, n + 1, 2);
    for (int side = 0; side < 2; side++) {
        double x = side ? rt->stop : rt->start;
        ok = ok && put(m, &x, sizeof x);
        for (size_t i = 0; ok && i < rt->columns.n; i++) {
            if (!rt->columns.at[i].constant) continue;
            x = rt_source_value(rt->env.v, rt->columns.at[i].from);
            ok = put(m, &x, sizeof x);
        }
    }
    return ok;
}

/* ---- the sink ---------------------------------------------------------------------------------------------------- */

static bool header(RtSink *s, Runtime *rt) {
    Mat *m = (Mat *)s;
    int64_t nconstants;
    if (!put_class(m) || !put_texts(m, rt, "name", name_text) || !put_texts(m, rt, "description", description_text))
        return false;
    if (!put_info(m, rt, &nconstants) || !put_constants(m, rt, nconstants)) return false;
    m->row = base_realloc(NULL, (m->slots.n + 1) * sizeof(double));
    off_t here = ftello(m->out);
    if (here < 0) return false;
    m->size_at = here + 8;
    return put_head(m, "data_2", MAT_DOUBLE, (int64_t)m->slots.n + 1, 0);
}

static bool row(RtSink *s, Runtime *rt) {
    Mat *m = (Mat *)s;
    const double *v = rt->env.v;
    if (m->points >= INT32_MAX) return errno = EFBIG, false;
    m->row[0] = v[0];
    for (size_t i = 0; i < m->slots.n; i++) m->row[i + 1] = rt_source_value(v, m->slots.at[i]);
    if (!put(m, m->row, (m->slots.n + 1) * sizeof(double))) return false;
    m->points++;
    return true;
}

static bool close_file(RtSink *s, Runtime *rt) {
    (void)rt;
    Mat *m = (Mat *)s;
    int32_t columns = (int32_t)m->points;
    bool ok = !ferror(m->out) && fflush(m->out) == 0;
    if (m->size_at) ok = fseeko(m->out, m->size_at, SEEK_SET) == 0 && put(m, &columns, sizeof columns) && ok;
    ok = fclose(m->out) == 0 && ok;
    vec_free(&m->slots);
    base_realloc(m->row, 0);
    base_realloc(m, 0);
    return ok;
}

RtSink *rt_mat_sink(FILE *out) {
    Mat *m = base_realloc(NULL, sizeof *m);
    memset(m, 0, sizeof *m);
    m->base = (RtSink){header, row, close_file};
    m->out = out;
    return &m->base;
}
