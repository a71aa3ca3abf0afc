/* mat.c - a trajectory in the MATLAB v4 form that every Modelica tool reads; read back also where others wrote it
 * (binTrans and binNormal, double and single).
 *
 *   Aclass       "Atrajectory", "1.1", "", "binTrans"
 *   name         one column of characters per variable
 *   description  the same: "comment [unit]"
 *   dataInfo     4 integers per variable: matrix (1 constants, 2 trajectory; 0 time), its row with
 * a sign, 0, -1 data_1       constants and parameters: a row each, two columns (start and end)
 *   data_2       a column per point: time, then every value that several variables may share
 *
 * data_2 comes last and is streamed; its number of columns is written over now and then, and when the file is closed.
 * What lies behind them, when the writer was killed, is no matrix: whole columns of it belong to data_2 all the same.
 */
#include "result/result_impl.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct {
    ResWriter base;
    FILE *out;
    ResSlots slots; /* rows of data_2 behind the time */
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

static void name_text(const ResSchema *s, size_t signal, Text *out) { s->word(s->arg, signal, RES_NAME, out); }

/* A text matrix with one column per variable, zero-padded; the texts are made twice instead of
 * kept. */
static bool put_texts(Mat *m, const ResSchema *s, const char *name, const char *time,
                      void (*make)(const ResSchema *s, size_t signal, Text *out)) {
    Text text = {0};
    size_t longest = strlen(time);
    for (size_t i = 0; i < s->n; i++) {
        text.n = 0;
        make(s, i, &text);
        if (text.n > longest) longest = text.n;
    }
    char *padded = base_realloc(NULL, longest);
    bool ok = put_head(m, name, MAT_TEXT, (int64_t)longest, (int64_t)s->n + 1);
    for (size_t i = 0; ok && i <= s->n; i++) {
        text.n = 0;
        if (i) make(s, i - 1, &text);
        else base_text_add(&text, time);
        memset(padded, 0, longest);
        if (text.n) memcpy(padded, text.at, text.n);
        ok = put(m, padded, longest);
    }
    base_realloc(padded, 0);
    base_text_free(&text);
    return ok;
}

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

static bool put_info(Mat *m, const ResSchema *s, int64_t *nconstants) {
    bool ok = put_head(m, "dataInfo", MAT_INT, 4, (int64_t)s->n + 1);
    int32_t info[4] = {0, 1, 0, -1};
    ok = ok && put(m, info, sizeof info);
    *nconstants = 0;
    for (size_t i = 0; ok && i < s->n; i++) {
        const ResSignal *c = &s->signals[i];
        int32_t slot = c->constant ? (int32_t)(++*nconstants + 1) : (int32_t)m->slots.of[i] + 1;
        info[0] = c->constant ? 1 : 2;
        info[1] = !c->constant && c->sign == -1 ? -slot : slot;
        info[3] = c->constant ? 0 : -1;
        ok = put(m, info, sizeof info);
    }
    return ok;
}

static bool put_constants(Mat *m, const ResSchema *s, const double *v, int64_t n) {
    bool ok = put_head(m, "data_1", MAT_DOUBLE, n + 1, 2);
    for (int side = 0; side < 2; side++) {
        double x = side ? s->stop : s->start;
        ok = ok && put(m, &x, sizeof x);
        for (size_t i = 0; ok && i < s->n; i++) {
            if (!s->signals[i].constant) continue;
            x = res_value(v, s->signals[i]);
            ok = put(m, &x, sizeof x);
        }
    }
    return ok;
}

/* ---- writing ----------------------------------------------------------------------------------------------------- */

static bool header(ResWriter *w, const ResSchema *s, const double *v) {
    Mat *m = (Mat *)w;
    int64_t nconstants;
    res_share_slots(&m->slots, s);
    if (!put_class(m) || !put_texts(m, s, "name", "time", name_text) ||
        !put_texts(m, s, "description", "Simulation time [s]", res_long_description))
        return false;
    if (!put_info(m, s, &nconstants) || !put_constants(m, s, v, nconstants)) return false;
    m->row = base_realloc(NULL, (m->slots.slots.n + 1) * sizeof(double));
    off_t here = ftello(m->out);
    if (here < 0) return false;
    m->size_at = here + 8;
    return put_head(m, "data_2", MAT_DOUBLE, (int64_t)m->slots.slots.n + 1, 0);
}

static bool row(ResWriter *w, const ResSchema *s, const double *v) {
    (void)s;
    Mat *m = (Mat *)w;
    size_t n = m->slots.slots.n;
    if (m->points >= INT32_MAX) return errno = EFBIG, false;
    m->row[0] = v[0];
    for (size_t i = 0; i < n; i++) m->row[i + 1] = res_value(v, m->slots.slots.at[i]);
    if (!put(m, m->row, (n + 1) * sizeof(double))) return false;
    m->points++;
    return true;
}

static bool flush(ResWriter *w) {
    Mat *m = (Mat *)w;
    int32_t columns = (int32_t)m->points;
    if (ferror(m->out) || fflush(m->out) != 0) return false;
    return !m->size_at || res_write_at(fileno(m->out), (uint64_t)m->size_at, &columns, sizeof columns);
}

static bool close_file(ResWriter *w) {
    Mat *m = (Mat *)w;
    bool ok = flush(w);
    ok = fclose(m->out) == 0 && ok;
    res_free_slots(&m->slots);
    base_realloc(m->row, 0);
    base_realloc(m, 0);
    return ok;
}

ResWriter *res_mat_writer(FILE *out) {
    Mat *m = base_realloc(NULL, sizeof *m);
    memset(m, 0, sizeof *m);
    m->base = (ResWriter){header, row, flush, close_file};
    m->out = out;
    return &m->base;
}

/* ---- reading ----------------------------------------------------------------------------------------------------- */

/* a matrix inside a MAT file */
typedef struct {
    const char *data;
    int64_t rows, columns;
    int width; /* bytes of an element */
    int type;  /* P digit: 0 double, 1 single, 2 int32, 3 int16, 4 uint16, 5 uint8 (text) */
} Matrix;

typedef struct {
    int matrix;    /* 0 time, 1 data_1, 2 data_2 */
    int64_t index; /* row of it, from 0 */
    bool negative;
} Place;

typedef struct {
    Matrix data_1, data_2;
    Place *places; /* by name */
    bool trans;
    size_t size_at, end; /* where data_2's number of columns stands, and where its last column ends */
} Inside;

static double element(const Matrix *m, int64_t row, int64_t column) {
    const char *p = m->data + (row + column * m->rows) * m->width;
    if (m->type == 0) {
        double x;
        memcpy(&x, p, sizeof x);
        return x;
    }
    if (m->type == 1) {
        float x;
        memcpy(&x, p, sizeof x);
        return (double)x;
    }
    if (m->type == 2) {
        int32_t x;
        memcpy(&x, p, sizeof x);
        return x;
    }
    if (m->type == 3) {
        int16_t x;
        memcpy(&x, p, sizeof x);
        return x;
    }
    if (m->type == 4) {
        uint16_t x;
        memcpy(&x, p, sizeof x);
        return x;
    }
    return (unsigned char)*p;
}

/* A whole number of a table; what is none, or too large, is 0, which names nothing. */
static int64_t whole(double x) { return fabs(x) < 1e15 ? (int64_t)x : 0; }

/* The matrix that starts at *at; moves *at behind it.  false: not one. */
static bool next_matrix(const ResResult *r, size_t *at, char name[32], Matrix *m) {
    static const int widths[] = {8, 4, 4, 2, 2, 1};
    int32_t head[5];
    if (r->size - *at < sizeof head) return false;
    memcpy(head, r->map + *at, sizeof head);
    int p = head[0] / 10 % 10;
    if (head[0] < 0 || head[0] >= 1000 || p > 5 || head[1] < 0 || head[2] < 0 || head[4] < 1 || head[4] > 31)
        return false;
    size_t after = *at + sizeof head + (size_t)head[4];
    if (after > r->size) return false;
    memcpy(name, r->map + *at + sizeof head, (size_t)head[4]);
    name[head[4]] = 0;
    *m = (Matrix){r->map + after, head[1], head[2], widths[p], p};
    uint64_t bytes = (uint64_t)head[1] * (uint64_t)head[2] * (uint64_t)widths[p] * (head[3] ? 2 : 1);
    if (bytes > r->size - after) {
        /* an interrupted run may have left the last matrix short: take the whole columns that are
         * there */
        if (strcmp(name, "data_2") != 0 || head[1] == 0) return false;
        m->columns = (int64_t)((r->size - after) / ((uint64_t)head[1] * (uint64_t)widths[p]));
        bytes = r->size - after;
    }
    *at = after + bytes;
    return true;
}

/* Behind data_2 comes no other matrix, but columns that its writer did not count any more. */
static void take_uncounted(ResResult *r, size_t *at, Matrix *m) {
    char word[32];
    Matrix other;
    size_t next = *at, column = (size_t)m->rows * (size_t)m->width;
    Inside *in = r->inside;
    bool follows = *at < r->size && next_matrix(r, &next, word, &other);
    if (!follows && column) {
        m->columns = (int64_t)((r->size - (size_t)(m->data - r->map)) / column);
        if (m->columns > INT32_MAX) m->columns = INT32_MAX;
        *at = r->size;
    }
    in->end = (size_t)(m->data - r->map) + (size_t)m->columns * column;
}

static const char *matrix_text(ResResult *r, const Matrix *m, int64_t k) {
    const Inside *in = r->inside;
    int64_t length = in->trans ? m->rows : m->columns;
    char *s = base_alloc(&r->arena, (size_t)length + 1);
    for (int64_t i = 0; i < length; i++) s[i] = (char)whole(in->trans ? element(m, i, k) : element(m, k, i));
    for (size_t n = strlen(s); n && (s[n - 1] == ' ');) s[--n] = 0;
    return s;
}

/* "comment [unit|display]" -> unit */
static const char *unit_of(ResResult *r, const char *description) {
    size_t n = strlen(description);
    if (!n || description[n - 1] != ']') return "";
    const char *open = strrchr(description, '[');
    if (!open) return "";
    const char *end = strchr(open, '|');
    if (!end) end = description + n - 1;
    const char *unit = base_strndup(&r->arena, open + 1, (size_t)(end - open - 1));
    return unit[0] == ':' ? "" : unit;
}

static const char *display_unit_of(ResResult *r, const char *description) {
    const char *open = strrchr(description, '['), *bar = open ? strchr(open, '|') : NULL;
    size_t n = bar ? strlen(bar) : 0;
    return n > 2 && bar[n - 1] == ']' ? base_strndup(&r->arena, bar + 1, n - 2) : "";
}

static bool read_places(ResResult *r, const Matrix *info) {
    Inside *in = r->inside;
    for (size_t i = 0; i < r->n; i++) {
        int64_t k = (int64_t)i;
        int matrix = (int)whole(in->trans ? element(info, 0, k) : element(info, k, 0));
        int64_t index = whole(in->trans ? element(info, 1, k) : element(info, k, 1));
        Place *p = &in->places[i];
        *p = (Place){matrix == 0 ? 2 : matrix, llabs(index) - 1, index < 0};
        const Matrix *m = p->matrix == 1 ? &in->data_1 : &in->data_2;
        int64_t size = in->trans ? m->rows : m->columns;
        if (p->matrix < 1 || p->matrix > 2 || p->index < 0 || p->index >= size) return false;
    }
    return true;
}

static double *mat_column(ResResult *r, size_t k) {
    const Inside *in = r->inside;
    double *out = base_realloc(NULL, (r->rows + 1) * sizeof(double));
    const Place *p = &in->places[k];
    const Matrix *m = p->matrix == 1 ? &in->data_1 : &in->data_2;
    int64_t points = in->trans ? m->columns : m->rows;
    for (size_t i = 0; i < r->rows; i++) {
        int64_t at = p->matrix == 1 ? 0 : (int64_t)i;
        double x = at >= points ? NAN : in->trans ? element(m, p->index, at) : element(m, at, p->index);
        out[i] = p->negative ? -x : x;
    }
    return out;
}

bool res_read_mat(ResResult *r, const char *path) {
    Inside *in = r->inside = BASE_NEW(&r->arena, Inside);
    r->column = mat_column;
    Matrix name = {0}, description = {0}, info = {0}, m;
    char word[32];
    size_t at = 0;
    bool first = true;
    for (size_t from = 0; at < r->size && next_matrix(r, &at, word, &m); from = at) {
        if (first) {
            if (strcmp(word, "Aclass") != 0) return res_bad_file(r, path, "no Aclass matrix at its beginning");
            in->trans = m.rows >= 4 && m.columns >= 8 && element(&m, 3, 3) == 'T';
            first = false;
        }
        if (strcmp(word, "name") == 0) name = m;
        if (strcmp(word, "description") == 0) description = m;
        if (strcmp(word, "dataInfo") == 0) info = m;
        if (strcmp(word, "data_1") == 0) in->data_1 = m;
        if (strcmp(word, "data_2") == 0) {
            in->size_at = from + 8;
            if (in->trans) take_uncounted(r, &at, &m);
            in->data_2 = m;
        }
    }
    if (first || !name.data || !info.data || !in->data_2.data)
        return res_bad_file(r, path, "a matrix is missing or cut off");
    r->n = (size_t)(in->trans ? name.columns : name.rows);
    r->rows = (size_t)(in->trans ? in->data_2.columns : in->data_2.rows);
    int64_t infos = in->trans ? info.columns : info.rows, per = in->trans ? info.rows : info.columns;
    if ((int64_t)r->n > infos || per < 2 || r->n == 0) return res_bad_file(r, path, "dataInfo does not fit the names");
    r->names = BASE_ARRAY(&r->arena, const char *, r->n);
    r->units = BASE_ARRAY(&r->arena, const char *, r->n);
    r->display_units = BASE_ARRAY(&r->arena, const char *, r->n);
    r->descriptions = BASE_ARRAY(&r->arena, const char *, r->n);
    in->places = BASE_ARRAY(&r->arena, Place, r->n);
    int64_t texts = description.data ? (in->trans ? description.columns : description.rows) : 0;
    for (size_t i = 0; i < r->n; i++) {
        r->names[i] = matrix_text(r, &name, (int64_t)i);
        r->descriptions[i] = (int64_t)i < texts ? matrix_text(r, &description, (int64_t)i) : "";
        r->units[i] = unit_of(r, r->descriptions[i]);
        r->display_units[i] = display_unit_of(r, r->descriptions[i]);
    }
    if (!read_places(r, &info)) return res_bad_file(r, path, "dataInfo points outside the data");
    return true;
}

bool res_repair_mat(ResResult *r, int fd, uint64_t *dropped) {
    const Inside *in = r->inside;
    int32_t columns = (int32_t)r->rows, told;
    if (!in->trans) return true; /* none of ours */
    memcpy(&told, r->map + in->size_at, sizeof told);
    *dropped = r->size - in->end;
    if (*dropped && told == columns) return true; /* other matrices follow */
    return (told == columns || res_write_at(fd, in->size_at, &columns, sizeof columns)) &&
           (!*dropped || ftruncate(fd, (off_t)in->end) == 0);
}

bool res_is_mat(const char *data, size_t n) {
    int32_t first = -1;
    if (n >= 4) memcpy(&first, data, sizeof first);
    return first >= 0 && first < 100 && n > 20 && memchr(data, 0, 20);
}
