/* read.c - results read back: MAT v4 trajectories (binTrans and binNormal, double and single) and
 * CSV files.
 *
 * The file is mapped; columns are copied out when first asked for.  Sizes come from the file and
 * are checked against its length before anything is touched.
 */
#include "runtime/runtime_impl.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* a matrix inside a MAT file */
typedef struct {
    const char *data;
    int64_t rows, columns;
    int width; /* bytes of an element */
    int type;  /* P digit: 0 double, 1 single, 2 int32, 5 text */
} Matrix;

typedef struct {
    int matrix;    /* 0 time, 1 data_1, 2 data_2 */
    int64_t index; /* row of it, from 0 */
    bool negative;
} Place;

struct RtResult {
    Context *ctx;
    Arena arena;
    const char *map;
    size_t size;
    size_t rows, n;
    const char **names;
    const char **units, **descriptions;
    double **columns; /* filled on demand */
    Map by_name;      /* hash of name -> index + 1 (first of equal ones) */
    Matrix data_1, data_2;
    Place *places; /* MAT */
    bool trans, csv;
};

static bool bad_file(RtResult *r, const char *path, const char *why) {
    base_error(r->ctx, "RT0090", (Span){0}, "%s is not a result that can be read: %s", path, why);
    return false;
}

/* ---- MAT --------------------------------------------------------------------------------------------------------- */

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
    return (unsigned char)*p;
}

/* The matrix that starts at *at; moves *at behind it.  false: not one. */
static bool next_matrix(const RtResult *r, size_t *at, char name[32], Matrix *m) {
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

static const char *matrix_text(RtResult *r, const Matrix *m, int64_t k) {
    int64_t length = r->trans ? m->rows : m->columns;
    char *s = base_alloc(&r->arena, (size_t)length + 1);
    for (int64_t i = 0; i < length; i++) s[i] = (char)(r->trans ? element(m, i, k) : element(m, k, i));
    for (size_t n = strlen(s); n && (s[n - 1] == ' ');) s[--n] = 0;
    return s;
}

/* "comment [unit|display]" -> unit */
static const char *unit_of(RtResult *r, const char *description) {
    size_t n = strlen(description);
    if (!n || description[n - 1] != ']') return "";
    const char *open = strrchr(description, '[');
    if (!open) return "";
    const char *end = strchr(open, '|');
    if (!end) end = description + n - 1;
    const char *unit = base_strndup(&r->arena, open + 1, (size_t)(end - open - 1));
    return unit[0] == ':' ? "" : unit;
}

static bool read_places(RtResult *r, const Matrix *info) {
    for (size_t i = 0; i < r->n; i++) {
        int64_t k = (int64_t)i;
        int matrix = (int)(r->trans ? element(info, 0, k) : element(info, k, 0));
        int64_t index = (int64_t)(r->trans ? element(info, 1, k) : element(info, k, 1));
        Place *p = &r->places[i];
        *p = (Place){matrix == 0 ? 2 : matrix, llabs(index) - 1, index < 0};
        const Matrix *m = p->matrix == 1 ? &r->data_1 : &r->data_2;
        int64_t size = r->trans ? m->rows : m->columns;
        if (p->matrix < 1 || p->matrix > 2 || p->index < 0 || p->index >= size) return false;
    }
    return true;
}

static bool read_mat(RtResult *r, const char *path) {
    Matrix name = {0}, description = {0}, info = {0}, m;
    char word[32];
    size_t at = 0;
    bool first = true;
    while (at < r->size && next_matrix(r, &at, word, &m)) {
        if (first) {
            if (strcmp(word, "Aclass") != 0) return bad_file(r, path, "no Aclass matrix at its beginning");
            r->trans = m.rows >= 4 && m.columns >= 8 && element(&m, 3, 3) == 'T';
            first = false;
        }
        if (strcmp(word, "name") == 0) name = m;
        if (strcmp(word, "description") == 0) description = m;
        if (strcmp(word, "dataInfo") == 0) info = m;
        if (strcmp(word, "data_1") == 0) r->data_1 = m;
        if (strcmp(word, "data_2") == 0) r->data_2 = m;
    }
    if (first || !name.data || !info.data || !r->data_2.data)
        return bad_file(r, path, "a matrix is missing or cut off");
    r->n = (size_t)(r->trans ? name.columns : name.rows);
    r->rows = (size_t)(r->trans ? r->data_2.columns : r->data_2.rows);
    int64_t infos = r->trans ? info.columns : info.rows, per = r->trans ? info.rows : info.columns;
    if ((int64_t)r->n > infos || per < 2 || r->n == 0) return bad_file(r, path, "dataInfo does not fit the names");
    r->names = BASE_ARRAY(&r->arena, const char *, r->n);
    r->units = BASE_ARRAY(&r->arena, const char *, r->n);
    r->descriptions = BASE_ARRAY(&r->arena, const char *, r->n);
    r->places = BASE_ARRAY(&r->arena, Place, r->n);
    int64_t texts = description.data ? (r->trans ? description.columns : description.rows) : 0;
    for (size_t i = 0; i < r->n; i++) {
        r->names[i] = matrix_text(r, &name, (int64_t)i);
        r->descriptions[i] = (int64_t)i < texts ? matrix_text(r, &description, (int64_t)i) : "";
        r->units[i] = unit_of(r, r->descriptions[i]);
    }
    if (!read_places(r, &info)) return bad_file(r, path, "dataInfo points outside the data");
    return true;
}

static double *mat_column(RtResult *r, size_t k) {
    double *out = base_realloc(NULL, (r->rows + 1) * sizeof(double));
    const Place *p = &r->places[k];
    const Matrix *m = p->matrix == 1 ? &r->data_1 : &r->data_2;
    int64_t points = r->trans ? m->columns : m->rows;
    for (size_t i = 0; i < r->rows; i++) {
        int64_t at = p->matrix == 1 ? 0 : (int64_t)i;
        double x = at >= points ? NAN : r->trans ? element(m, p->index, at) : element(m, at, p->index);
        out[i] = p->negative ? -x : x;
    }
    return out;
}

/* ---- CSV --------------------------------------------------------------------------------------------------------- */

typedef struct {
    const char *p, *end;
    char separator;
} Csv;

/* One field, unquoted, into out; true when the record ends behind it. */
static bool field(Csv *c, Text *out) {
    out->n = 0;
    if (c->p < c->end && *c->p == '"') {
        for (c->p++; c->p < c->end; c->p++) {
            if (*c->p == '"' && !(c->p + 1 < c->end && c->p[1] == '"')) break;
            if (*c->p == '"') c->p++;
            base_text_char(out, *c->p);
        }
        if (c->p < c->end) c->p++;
    }
    while (c->p < c->end && *c->p != c->separator && *c->p != '\n') {
        if (*c->p != '\r') base_text_char(out, *c->p);
        c->p++;
    }
    bool last = c->p >= c->end || *c->p == '\n';
    if (c->p < c->end) c->p++;
    return last;
}

static bool number(const char *s, double *x) {
    while (*s == ' ') s++;
    if (strcasecmp(s, "true") == 0) return *x = 1, true;
    if (strcasecmp(s, "false") == 0) return *x = 0, true;
    char *end;
    *x = strtod(s, &end);
    while (*end == ' ') end++;
    return end != s && !*end;
}

static char guess_separator(const char *p, const char *end) {
    bool quoted = false;
    for (; p < end && *p != '\n'; p++) {
        if (*p == '"') quoted = !quoted;
        if (!quoted && (*p == ',' || *p == ';' || *p == '\t')) return *p;
    }
    return ',';
}

static void csv_header(RtResult *r, Csv *c, Text *text) {
    VecStr names = {0};
    bool last = false;
    while (!last) {
        last = field(c, text);
        const char *s = base_text_str(text);
        while (*s == ' ') s++;
        vec_push(&names, base_strdup(&r->arena, s));
    }
    r->n = names.n;
    r->names = base_copy(&r->arena, names.at, names.n * sizeof *names.at);
    r->units = BASE_ARRAY(&r->arena, const char *, r->n);
    r->descriptions = BASE_ARRAY(&r->arena, const char *, r->n);
    for (size_t i = 0; i < r->n; i++) r->units[i] = r->descriptions[i] = "";
    vec_free(&names);
}

static bool read_csv(RtResult *r, const char *path) {
    Csv c = {r->map, r->map + r->size, ','};
    if (r->size >= 3 && memcmp(c.p, "\xEF\xBB\xBF", 3) == 0) c.p += 3;
    c.separator = guess_separator(c.p, c.end);
    r->csv = true;
    Text text = {0};
    csv_header(r, &c, &text);
    VEC(double) values = {0};
    bool ok = true;
    while (ok && c.p < c.end) {
        size_t got = 0;
        bool last = false;
        while (!last) {
            last = field(&c, &text);
            if (last && got == 0 && text.n == 0) break; /* an empty line */
            double x = NAN;
            if (!number(base_text_str(&text), &x) && text.n) ok = bad_file(r, path, "a field is not a number");
            if (got++ < r->n) vec_push(&values, x);
        }
        if (got && got != r->n && ok) ok = bad_file(r, path, "a row has another number of fields than the first line");
        if (got) r->rows++;
        if (!ok) break;
    }
    r->columns = BASE_ARRAY(&r->arena, double *, r->n);
    for (size_t k = 0; ok && k < r->n; k++) {
        r->columns[k] = base_realloc(NULL, (r->rows + 1) * sizeof(double));
        for (size_t i = 0; i < r->rows; i++) r->columns[k][i] = values.at[i * r->n + k];
    }
    vec_free(&values);
    base_text_free(&text);
    return ok;
}

/* ---- the interface ----------------------------------------------------------------------------------------------- */

static bool map_file(RtResult *r, const char *path) {
    int fd = open(path, O_RDONLY);
    struct stat st;
    if (fd < 0 || fstat(fd, &st) != 0) {
        base_error(r->ctx, "RT0091", (Span){0}, "cannot read %s: %s", path, strerror(errno));
        if (fd >= 0) close(fd);
        return false;
    }
    r->size = (size_t)st.st_size;
    void *map = r->size ? mmap(NULL, r->size, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;
    close(fd);
    if (map == MAP_FAILED) {
        r->size = 0;
        return bad_file(r, path, "it is empty or no plain file");
    }
    r->map = map;
    return true;
}

static void index_names(RtResult *r) {
    for (size_t i = r->n; i-- > 0;) base_map_put(&r->by_name, base_hash(r->names[i], strlen(r->names[i]), 0), i + 1);
}

RtResult *rt_result_open(Context *ctx, const char *path) {
    RtResult *r = base_realloc(NULL, sizeof *r);
    memset(r, 0, sizeof *r);
    r->ctx = ctx;
    bool ok = map_file(r, path);
    if (ok) {
        int32_t first = -1;
        if (r->size >= 4) memcpy(&first, r->map, sizeof first);
        bool mat = first >= 0 && first < 100 && r->size > 20 && memchr(r->map, 0, 20);
        ok = mat ? read_mat(r, path) : read_csv(r, path);
    }
    if (!ok) {
        rt_result_close(r);
        return NULL;
    }
    if (!r->columns) r->columns = BASE_ARRAY(&r->arena, double *, r->n);
    index_names(r);
    return r;
}

void rt_result_close(RtResult *r) {
    if (!r) return;
    for (size_t i = 0; r->columns && i < r->n; i++) base_realloc(r->columns[i], 0);
    if (r->map) munmap((void *)r->map, r->size);
    base_map_free(&r->by_name);
    base_free_arena(&r->arena);
    base_realloc(r, 0);
}

size_t rt_result_rows(const RtResult *r) { return r->rows; }

const char *const *rt_result_names(const RtResult *r, size_t *n) {
    *n = r->n;
    return r->names;
}

static size_t find(const RtResult *r, const char *name) {
    uint64_t k;
    if (base_map_get(&r->by_name, base_hash(name, strlen(name), 0), &k) && strcmp(r->names[k - 1], name) == 0)
        return (size_t)k - 1;
    for (size_t i = 0; i < r->n; i++)
        if (strcmp(r->names[i], name) == 0) return i;
    return SIZE_MAX;
}

const double *rt_result_column(RtResult *r, const char *name) {
    size_t k = find(r, name);
    if (k == SIZE_MAX) return NULL;
    if (!r->columns[k]) r->columns[k] = mat_column(r, k);
    return r->columns[k];
}

const double *rt_result_time(RtResult *r) { return rt_result_column(r, r->names[0]); }

const char *rt_result_unit(const RtResult *r, const char *name) {
    size_t k = find(r, name);
    return k == SIZE_MAX ? "" : r->units[k];
}

const char *rt_result_description(const RtResult *r, const char *name) {
    size_t k = find(r, name);
    return k == SIZE_MAX ? "" : r->descriptions[k];
}
