/* external_known.c - external C functions whose meaning we know, run at translation time (MLS 3.6, 12.9).
 *
 * The string, file and matrix-file functions that the standard library uses to compute structural parameters, by
 * their C names.  Before: a frame whose inputs have values.  After: its outputs do, or false: not evaluable here.
 */
#include "elaborate/elaborate_impl.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

typedef struct {
    InstEnv *v;
    Inst *in;
    InstFrame *f;
    Span span;
} Run;

static const char *text_in(const Run *r, uint32_t i) {
    const InstValue *a = i < r->f->function->ninputs ? r->f->vals[i] : NULL;
    return a && a->type.base == INST_STRING && a->n ? inst_name(r->in, a->str[0]) : "";
}

static double num_in(const Run *r, uint32_t i) {
    const InstValue *a = i < r->f->function->ninputs ? r->f->vals[i] : NULL;
    return a && a->type.base < INST_CLOCK && a->type.base != INST_STRING && a->n ? a->num[0] : 0;
}

static void put_out(const Run *r, uint32_t i, InstValue *a) {
    if (i < r->f->function->noutputs) r->f->vals[r->f->function->ninputs + i] = a;
}

static void int_out(const Run *r, uint32_t i, int64_t k) { put_out(r, i, inst_value_int(r->in, k)); }

static void text_out(const Run *r, uint32_t i, const char *s, size_t n) {
    put_out(r, i, inst_value_string(r->in, base_intern(r->in->ctx->names, s, n)));
}

static void enum_out(const Run *r, uint32_t i, int64_t k) {
    if (i < r->f->function->noutputs) put_out(r, i, inst_value_enum(r->in, r->f->function->outputs[i]->type.cls, k));
}

/* ---- strings ----------------------------------------------------------------------------------------------------- */

static bool string_length(Run *r) {
    int_out(r, 0, (int64_t)strlen(text_in(r, 0)));
    return true;
}

static bool string_substring(Run *r) {
    const char *s = text_in(r, 0);
    int64_t n = (int64_t)strlen(s), a = (int64_t)num_in(r, 1), b = (int64_t)num_in(r, 2);
    if (a < 1) a = 1;
    if (b > n) b = n;
    if (a > n || b < a) text_out(r, 0, "", 0);
    else text_out(r, 0, s + a - 1, (size_t)(b - a + 1));
    return true;
}

static bool string_compare(Run *r) {
    int c = num_in(r, 2) != 0 ? strcmp(text_in(r, 0), text_in(r, 1)) : strcasecmp(text_in(r, 0), text_in(r, 1));
    enum_out(r, 0, c < 0 ? 1 : c == 0 ? 2 : 3); /* Types.Compare: Less, Equal, Greater */
    return true;
}

static size_t skip_white(const char *s, int64_t from) {
    size_t n = strlen(s), i = from < 1 ? 0 : (size_t)from - 1;
    if (i > n) i = n;
    while (i < n && isspace((unsigned char)s[i])) i++;
    return i;
}

static bool string_skip(Run *r) {
    int_out(r, 0, (int64_t)skip_white(text_in(r, 0), (int64_t)num_in(r, 1)) + 1);
    return true;
}

/* scan functions give (nextIndex, token); nextIndex stays at startIndex when there is no token */
static bool scan_number(Run *r, bool real) {
    const char *s = text_in(r, 0);
    size_t i = skip_white(s, (int64_t)num_in(r, 1));
    bool no_sign = num_in(r, 2) != 0;
    const char *p = s + i;
    char *end = NULL;
    bool ok =
        !(no_sign && (*p == '+' || *p == '-')) && (isdigit((unsigned char)*p) || *p == '.' || *p == '+' || *p == '-');
    double x = 0;
    if (ok) {
        x = real ? strtod(p, &end) : (double)strtoll(p, &end, 10);
        ok = end != p && (real || (*end != '.' && *end != 'e' && *end != 'E'));
    }
    int_out(r, 0, ok ? (int64_t)(end - s) + 1 : (int64_t)num_in(r, 1));
    put_out(r, 1, real ? inst_value_real(r->in, ok ? x : 0) : inst_value_int(r->in, ok ? (int64_t)x : 0));
    return true;
}

static bool scan_integer(Run *r) { return scan_number(r, false); }
static bool scan_real(Run *r) { return scan_number(r, true); }

static bool scan_identifier(Run *r) {
    const char *s = text_in(r, 0);
    size_t i = skip_white(s, (int64_t)num_in(r, 1)), j = i;
    if (isalpha((unsigned char)s[j]))
        while (isalnum((unsigned char)s[j]) || s[j] == '_') j++;
    int_out(r, 0, j > i ? (int64_t)j + 1 : (int64_t)num_in(r, 1));
    text_out(r, 1, s + i, j - i);
    return true;
}

static bool scan_string(Run *r) {
    const char *s = text_in(r, 0);
    size_t i = skip_white(s, (int64_t)num_in(r, 1)), j = i + 1;
    bool ok = s[i] == '"';
    if (ok)
        while (s[j] && s[j] != '"') j += s[j] == '\\' && s[j + 1] ? 2 : 1;
    ok = ok && s[j] == '"';
    int_out(r, 0, ok ? (int64_t)j + 2 : (int64_t)num_in(r, 1));
    text_out(r, 1, ok ? s + i + 1 : "", ok ? j - i - 1 : 0);
    return true;
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

/* Path of a file named in a model: modelica:// addresses are resolved. */
static const char *file_path(Run *r, const char *name) {
    const char *p = strchr(name, ':') ? lib_resource(r->in->lib, name) : name;
    base_depend(r->in->ctx, p ? p : name);
    return p ? p : name;
}

/* Files outside the libraries, and the environment, are nobody's business where a model is only looked at. */
static bool may_read(Run *r, const char *name) {
    if (!r->in->ctx->confined || lib_holds_file(r->in->lib, file_path(r, name))) return true;
    inst_eval_fail(r->v, "INST0675", r->span,
                   "the model reads %s, which lies outside its libraries; --allow-files lets it", name);
    return false;
}

static bool file_stat(Run *r) {
    struct stat st;
    int64_t kind = 1; /* Types.FileType: NoFile, RegularFile, Directory, SpecialFile */
    if (!may_read(r, text_in(r, 0))) return false;
    if (stat(file_path(r, text_in(r, 0)), &st) == 0) kind = S_ISREG(st.st_mode) ? 2 : S_ISDIR(st.st_mode) ? 3 : 4;
    enum_out(r, 0, kind);
    return true;
}

static bool file_full_path(Run *r) {
    const char *name = file_path(r, text_in(r, 0));
    char *full = realpath(name, NULL);
    size_t n = strlen(name);
    Text t = {0};
    base_text_add(&t, full ? full : name);
    /* of a folder written with its / at the end: what is appended lies in it */
    if (full && n && name[n - 1] == '/' && t.at[t.n - 1] != '/') base_text_char(&t, '/');
    text_out(r, 0, base_text_str(&t), t.n);
    base_text_free(&t);
    free(full);
    return true;
}

static char *read_file(Run *r, const char *name, size_t *n) {
    if (!may_read(r, name)) return NULL;
    Text t = {0};
    if (!base_read_file(file_path(r, name), SIZE_MAX, &t)) {
        base_text_free(&t);
        inst_eval_fail(r->v, "INST0670", r->span, "cannot open file %s", name);
        return NULL;
    }
    char *copy = base_strndup(&r->in->arena, base_text_str(&t), t.n);
    *n = t.n;
    base_text_free(&t);
    return copy;
}

static bool file_count_lines(Run *r) {
    size_t n;
    char *s = read_file(r, text_in(r, 0), &n);
    if (s == NULL) return false;
    int64_t lines = 0;
    for (size_t i = 0; i < n; i++) lines += s[i] == '\n';
    if (n && s[n - 1] != '\n') lines++;
    int_out(r, 0, lines);
    return true;
}

static bool file_read_line(Run *r) {
    size_t n, i = 0;
    char *s = read_file(r, text_in(r, 0), &n);
    if (s == NULL) return false;
    for (int64_t line = 1; line < (int64_t)num_in(r, 1) && i < n; i++) line += s[i] == '\n';
    bool eof = i >= n;
    size_t j = i;
    while (j < n && s[j] != '\n') j++;
    size_t len = j - i;
    if (len && s[j - 1] == '\r') len--;
    text_out(r, 0, eof ? "" : s + i, eof ? 0 : len);
    put_out(r, 1, inst_value_bool(r->in, eof));
    return true;
}

static bool get_environment(Run *r) {
    if (r->in->ctx->confined) {
        inst_eval_fail(r->v, "INST0675", r->span, "the model reads the environment; --allow-files lets it");
        return false;
    }
    const char *s = getenv(text_in(r, 0));
    base_depend_never(r->in->ctx);
    text_out(r, 0, s ? s : "", s ? strlen(s) : 0);
    put_out(r, 1, inst_value_bool(r->in, s != NULL));
    return true;
}

/* ---- matrices in files ------------------------------------------------------------------------------------------- */

typedef struct {
    int64_t rows, cols;
    const char *text;   /* numbers, row by row; NULL for binary */
    const char *binary; /* MAT files: doubles, column by column */
} FileMatrix;

/* "double name(rows,cols)" in a text file that begins with "#1" */
static bool find_text_matrix(const char *s, const char *name, FileMatrix *m) {
    size_t len = strlen(name);
    for (const char *line = s; line && *line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
        const char *p = line + strspn(line, " \t");
        if (strncmp(p, "double", 6) == 0) p += 6;
        else if (strncmp(p, "float", 5) == 0) p += 5;
        else continue;
        p += strspn(p, " \t");
        if (strncmp(p, name, len) != 0) continue;
        p += len + strspn(p + len, " \t");
        char *end;
        if (*p++ != '(') continue;
        m->rows = strtoll(p, &end, 10);
        end += strspn(end, " \t");
        if (*end != ',') continue;
        m->cols = strtoll(end + 1, &end, 10);
        while (*end && *end != '\n') end++;
        m->text = end;
        return m->rows >= 0 && m->cols >= 0 && m->rows * m->cols < 100000000;
    }
    return false;
}

static bool find_mat4_matrix(const char *s, size_t n, const char *name, FileMatrix *m) {
    size_t at = 0;
    while (at + 20 <= n) {
        int32_t h[5];
        memcpy(h, s + at, sizeof h);
        static const int size_of[] = {8, 4, 4, 2, 2, 1};
        int prec = h[0] / 10 % 10;
        if (h[0] < 0 || h[0] > 60 || prec > 5 || h[1] < 0 || h[2] < 0 || h[4] <= 0 || h[4] > 1000) return false;
        size_t bytes = (size_t)h[1] * (size_t)h[2] * (size_t)size_of[prec] * (h[3] ? 2 : 1);
        if (at + 20 + (size_t)h[4] + bytes > n) return false;
        if (strncmp(s + at + 20, name, (size_t)h[4]) == 0 && prec == 0) {
            m->rows = h[1];
            m->cols = h[2];
            m->binary = s + at + 20 + h[4];
            return true;
        }
        at += 20 + (size_t)h[4] + bytes;
    }
    return false;
}

static bool find_matrix(Run *r, const char *file, const char *name, FileMatrix *m) {
    size_t n;
    char *s = read_file(r, file, &n);
    if (s == NULL) return false;
    *m = (FileMatrix){0};
    bool text = n >= 2 && s[0] == '#' && s[1] == '1';
    InstMatrix five;
    bool ok = text ? find_text_matrix(s, name, m) : find_mat4_matrix(s, n, name, m);
    if (!ok && !text && inst_read_mat5(&r->in->arena, s, n, name, &five)) {
        *m = (FileMatrix){.rows = five.rows, .cols = five.cols, .binary = (const char *)five.columns};
        ok = true;
    }
    if (!ok) inst_eval_fail(r->v, "INST0671", r->span, "no matrix %s was found in file %s", name, file);
    return ok;
}

static bool matrix_sizes(Run *r) {
    FileMatrix m;
    if (!find_matrix(r, text_in(r, 0), text_in(r, 1), &m)) return false;
    InstValue *d = inst_value_new(r->in, inst_type_vector(r->in, inst_type(INST_INTEGER), 2));
    d->num[0] = (double)m.rows;
    d->num[1] = (double)m.cols;
    put_out(r, 0, d);
    return true;
}

/* The matrix `name` of a file; NULL: there is none, or it may not be read. */
static InstValue *matrix_of_file(Run *r, const char *file, const char *name) {
    FileMatrix m;
    if (!find_matrix(r, file, name, &m)) return NULL;
    int64_t dims[2] = {m.rows, m.cols};
    InstValue *a = inst_value_new(r->in, inst_type_dims(r->in, inst_type(INST_REAL), dims, 2));
    const char *p = m.text;
    for (uint64_t i = 0; i < a->n; i++) {
        if (m.binary) {
            uint64_t row = i / (uint64_t)m.cols, col = i % (uint64_t)m.cols;
            memcpy(&a->num[i], m.binary + (col * (uint64_t)m.rows + row) * 8, 8);
            continue;
        }
        for (;;) { /* numbers are parted by blanks, commas and semicolons; # begins a comment */
            p += strspn(p, " \t\r\n,;");
            if (*p != '#') break;
            while (*p && *p != '\n') p++;
        }
        char *end;
        a->num[i] = strtod(p, &end);
        if (end == p) {
            inst_eval_fail(r->v, "INST0672", r->span, "matrix %s in file %s has too few numbers", name, file);
            return NULL;
        }
        p = end;
    }
    return a;
}

static bool read_matrix(Run *r) {
    InstValue *a = matrix_of_file(r, text_in(r, 0), text_in(r, 1));
    if (a) put_out(r, 0, a);
    return a != NULL;
}

InstValue *inst_matrix_of_file(InstEnv *v, InstFrame *f, const char *file, const char *name, Span span) {
    Run r = {.v = v, .in = v->in, .f = f, .span = span};
    return matrix_of_file(&r, file, name);
}

static bool do_nothing(Run *r) {
    (void)r;
    return true;
}

static bool fail_with_message(Run *r) {
    inst_eval_fail(r->v, "INST0673", r->span, "%s", text_in(r, 0));
    return false;
}

/* ---- the table --------------------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    bool (*run)(Run *r);
} known[] = {
    {"ModelicaStrings_length", string_length},
    {"ModelicaStrings_substring", string_substring},
    {"ModelicaStrings_compare", string_compare},
    {"ModelicaStrings_skipWhiteSpace", string_skip},
    {"ModelicaStrings_scanInteger", scan_integer},
    {"ModelicaStrings_scanReal", scan_real},
    {"ModelicaStrings_scanIdentifier", scan_identifier},
    {"ModelicaStrings_scanString", scan_string},
    {"ModelicaInternal_stat", file_stat},
    {"ModelicaInternal_fullPathName", file_full_path},
    {"ModelicaInternal_countLines", file_count_lines},
    {"ModelicaInternal_readLine", file_read_line},
    {"ModelicaInternal_getenv", get_environment},
    {"ModelicaIO_readMatrixSizes", matrix_sizes},
    {"ModelicaIO_readRealMatrix", read_matrix},
    {"ModelicaInternal_print", do_nothing},
    {"ModelicaStreams_closeFile", do_nothing},
    {"ModelicaError", fail_with_message},
};

/* Functions of math.h, which libraries before version 3.2 of the Modelica library declare as external. */
static const struct {
    const char *name;
    double (*one)(double);
    double (*two)(double, double);
} of_math[] = {
    {"sin", sin, NULL},   {"cos", cos, NULL},     {"tan", tan, NULL},   {"asin", asin, NULL},   {"acos", acos, NULL},
    {"atan", atan, NULL}, {"sinh", sinh, NULL},   {"cosh", cosh, NULL}, {"tanh", tanh, NULL},   {"exp", exp, NULL},
    {"log", log, NULL},   {"log10", log10, NULL}, {"sqrt", sqrt, NULL}, {"atan2", NULL, atan2}, {"pow", NULL, pow},
};

/* Is the call made with the inputs in their order, all of them scalars?  Without arguments it is (12.9.2). */
static bool takes_inputs(const SynExternal *e, const InstFunction *f) {
    for (uint32_t i = 0; i < f->ninputs; i++) {
        const SynExpr *a = e->name && i < e->nargs ? e->args[i] : NULL;
        if (f->inputs[i]->type.base > INST_INTEGER || f->inputs[i]->type.ndims) return false;
        if (e->name && (!a || a->kind != SYN_CREF || a->cref.n != 1 || a->cref.parts[0].name != f->inputs[i]->name))
            return false;
    }
    return f->noutputs == 1 && f->outputs[0]->type.base == INST_REAL && (!e->name || e->nargs == f->ninputs);
}

static bool eval_math(Run *r, const SynExternal *e, const char *name) {
    const InstFunction *f = r->f->function;
    Names *names = r->in->ctx->names;
    if (syn_annotation(e->annotation, names, "Library") || syn_annotation(e->annotation, names, "Include") ||
        (f->ninputs != 1 && f->ninputs != 2) || !takes_inputs(e, f))
        return false;
    for (size_t i = 0; i < sizeof of_math / sizeof of_math[0]; i++) {
        if (strcmp(of_math[i].name, name) != 0 || (f->ninputs == 1 ? !of_math[i].one : !of_math[i].two)) continue;
        double y = f->ninputs == 1 ? of_math[i].one(num_in(r, 0)) : of_math[i].two(num_in(r, 0), num_in(r, 1));
        if (!isfinite(y)) return false;
        put_out(r, 0, inst_value_real(r->in, y));
        return true;
    }
    return false;
}

bool inst_eval_external(InstEnv *v, InstFrame *f, Span span) {
    Run r = {.v = v, .in = v->in, .f = f, .span = span};
    const SynExternal *e = f->function->external;
    const char *name = inst_name(v->in, e->name ? e->name : f->function->cls->name);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(known[i].name, name) == 0) return known[i].run(&r);
    if (e->language && strcasecmp(inst_name(v->in, e->language), "FORTRAN 77") == 0 && inst_eval_fortran(v, f, name))
        return true;
    if (inst_eval_table(v, f, name, span) || eval_math(&r, e, name)) return true;
    if (!strncmp(name, "causeway_emi_", 13)) return inst_eval_emi(v, f, name, text_in(&r, 0), span);
    inst_eval_fail(v, "INST0674", span, "external function %s cannot be evaluated during translation", name);
    return false;
}
