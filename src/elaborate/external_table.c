/* external_table.c - interpolation tables at translation time: Modelica.Blocks.Types.ExternalCombiTable1D and 2D.
 *
 * Sizes and conditions of a model may depend on nominal values that its tables give.  The value of such an object is
 * what it was made from.  Tables with linear or constant segments and splines of one variable are read here, in
 * matrices and in files; splines of two are not.
 */
#include "elaborate/elaborate_impl.h"

#include <string.h>

enum { LINEAR = 1, CONSTANT = 3 };      /* Modelica.Blocks.Types.Smoothness */
enum { HOLD = 1, LAST_TWO_POINTS = 2 }; /* Modelica.Blocks.Types.Extrapolation */

typedef struct {
    const double *at; /* the matrix, row by row */
    int64_t rows, cols;
    const InstValue *columns;
    int smoothness, extrapolation;
} Table;

static const InstValue *input(const InstFrame *f, const char *name) {
    for (uint32_t i = 0; i < f->function->ninputs; i++)
        if (strcmp(inst_name(f->function->inst, f->comps[i]->name), name) == 0) return f->vals[i];
    return NULL;
}

/* An object is a value whose fields are the arguments of its constructor. */
static bool construct(InstEnv *v, InstFrame *f, Span span) {
    Arena *arena = inst_value_arena(v->in);
    uint32_t n = f->function->ninputs;
    InstValue *o = BASE_NEW(arena, InstValue);
    o->type = inst_type(INST_OBJECT);
    o->type.cls = f->function->outputs[0]->type.cls;
    o->n = 1;
    o->nfields = n;
    o->rec = BASE_ARRAY(arena, InstValue *, n + 1);
    static const char *const kept[] = {"table", "columns", "smoothness", "extrapolation"};
    const InstValue *file = input(f, "fileName"), *matrix = input(f, "tableName");
    const char *path = file && file->type.base == INST_STRING ? inst_name(v->in, file->str[0]) : "NoName";
    const char *name = matrix && matrix->type.base == INST_STRING ? inst_name(v->in, matrix->str[0]) : "";
    InstValue *stored = NULL;
    if (strcmp(path, "NoName") != 0 && !(stored = inst_matrix_of_file(v, f, path, name, span))) return false;
    for (size_t i = 0; i < 4 && i < n; i++) {
        const InstValue *a = input(f, kept[i]);
        o->rec[i] = a ? (InstValue *)a : inst_value_int(v->in, 0);
    }
    if (stored) o->rec[0] = stored;
    o->nfields = n < 4 ? n : 4;
    f->vals[n] = o;
    return true;
}

static bool table_of(const InstFrame *f, Table *t) {
    const InstValue *o = f->function->ninputs ? f->vals[0] : NULL;
    if (!o || o->type.base != INST_OBJECT || o->nfields < 4) return false;
    const InstValue *m = o->rec[0];
    if (m->type.ndims != 2 || m->type.base > INST_INTEGER) return false;
    *t = (Table){m->num, m->type.dims[0], m->type.dims[1], o->rec[1], (int)o->rec[2]->num[0], (int)o->rec[3]->num[0]};
    return t->rows > 0 && t->cols > 1;
}

/* Where x lies among n increasing numbers, stride apart: the interval, and the part of it; false where extrapolation
 * fails. */
static bool locate(const double *a, int64_t n, int64_t stride, double x, const Table *t, int64_t *k, double *part) {
    *k = 0;
    *part = 0;
    if (n < 2) return n == 1;
    double first = a[0], last = a[(n - 1) * stride];
    bool outside = x < first || x > last;
    if (outside && t->extrapolation != HOLD && t->extrapolation != LAST_TWO_POINTS) return false;
    while (*k + 2 < n && x >= a[(*k + 1) * stride]) ++*k;
    double low = a[*k * stride], high = a[(*k + 1) * stride];
    if (outside && t->extrapolation == HOLD) *part = x < first ? 0 : 1;
    else if (t->smoothness == CONSTANT) *part = x >= high ? 1 : 0;
    else *part = high > low ? (x - low) / (high - low) : 1;
    return true;
}

static bool is_straight(const Table *t) { return t->smoothness == LINEAR || t->smoothness == CONSTANT; }

static bool spline(const Table *t, int64_t column, int64_t k, double part, double *y) {
    double out[3];
    for (int64_t i = 1; i < t->rows; i++)
        if (!(t->at[i * t->cols] > t->at[(i - 1) * t->cols])) return false;
    BasePoints p = {t->at, t->at + column - 1, (size_t)t->rows, (size_t)t->cols};
    base_spline(t->smoothness, &p, (size_t)k, part, out);
    *y = out[0];
    return true;
}

static bool value_1d(InstFrame *f, double *y) {
    Table t;
    if (!table_of(f, &t) || f->function->ninputs < 3 || (!is_straight(&t) && !base_is_spline(t.smoothness)))
        return false;
    int64_t column = (int64_t)f->vals[1]->num[0], k;
    if (column < 1 || (uint64_t)column > t.columns->n) return false;
    column = (int64_t)t.columns->num[column - 1];
    double part;
    if (column < 1 || column > t.cols || !locate(t.at, t.rows, t.cols, f->vals[2]->num[0], &t, &k, &part)) return false;
    if (!is_straight(&t) && t.rows > 1) return spline(&t, column, k, part, y);
    double low = t.at[k * t.cols + column - 1], high = t.rows > 1 ? t.at[(k + 1) * t.cols + column - 1] : low;
    *y = low + part * (high - low);
    return true;
}

/* The first row holds the second abscissa, the first column the first. */
static bool value_2d(InstFrame *f, double *y) {
    Table t;
    if (!table_of(f, &t) || f->function->ninputs < 3 || t.rows < 2 || !is_straight(&t)) return false;
    int64_t i, j;
    double p, q;
    if (!locate(t.at + t.cols, t.rows - 1, t.cols, f->vals[1]->num[0], &t, &i, &p)) return false;
    if (!locate(t.at + 1, t.cols - 1, 1, f->vals[2]->num[0], &t, &j, &q)) return false;
    int64_t next_row = t.rows > 2 ? t.cols : 0, next_col = t.cols > 2 ? 1 : 0;
    const double *a = t.at + (i + 1) * t.cols + j + 1;
    double low = a[0] + q * (a[next_col] - a[0]), high = a[next_row] + q * (a[next_row + next_col] - a[next_row]);
    *y = low + p * (high - low);
    return true;
}

bool inst_eval_table(InstEnv *v, InstFrame *f, const char *name, Span span) {
    static const char prefix[] = "ModelicaStandardTables_CombiTable";
    size_t n = sizeof prefix - 1;
    if (strncmp(name, prefix, n) != 0 || f->function->noutputs != 1) return false;
    const char *what = name + n;
    if (strncmp(what, "1D_init", 7) == 0 || strncmp(what, "2D_init", 7) == 0) return construct(v, f, span);
    double y;
    if (strcmp(what, "1D_getValue") == 0   ? !value_1d(f, &y)
        : strcmp(what, "2D_getValue") == 0 ? !value_2d(f, &y)
                                           : true)
        return false;
    f->vals[f->function->ninputs] = inst_value_real(v->in, y);
    return true;
}
