/* input_file.c - inputs at the top of a model from a file: a column each, by name; and a start from a stored result. */
#include "session/session_impl.h"

#include "units/units.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    Runtime *rt;
    ResResult *file;
    const char *path;
    const double *time;
    size_t rows;
    uint8_t *given; /* by variable: has a column */
} Reader;

/* "file:line", or "file, row n" where lines mean nothing. */
static const char *place(const Reader *r, size_t row) {
    size_t line = res_line(r->file, row);
    Arena *a = &rt_context(r->rt)->arena;
    return line ? base_sprintf(a, "%s:%zu", r->path, line) : base_sprintf(a, "%s, row %zu", r->path, row + 1);
}

static bool refuse(const Reader *r, const char *where, const char *what, const char *hint) {
    Diag *d = base_error(rt_context(r->rt), "ANA0041", (Span){0}, "%s: %s", where, what);
    if (hint) base_hint(rt_context(r->rt), d, "%s", hint);
    return false;
}

static bool check_whole(const Reader *r) {
    size_t cut = res_cut_line(r->file);
    if (!cut) return true;
    return refuse(r, base_sprintf(&rt_context(r->rt)->arena, "%s:%zu", r->path, cut),
                  "the line ends in its middle: fields are missing", "complete the line, or take it away");
}

/* Time is counted in seconds. */
static bool convert_time(Reader *r) {
    size_t n;
    const char *unit = res_unit(r->file, res_names(r->file, &n)[0]);
    Arena *a = &rt_context(r->rt)->arena;
    Unit has, second;
    if (!*unit || strcmp(unit, "s") == 0 || !unit_parse("s", &second, NULL)) return true;
    if (!unit_parse(unit, &has, NULL) || !unit_same_dimension(&has, &second))
        return refuse(r, r->path, base_sprintf(a, "'%s' is no unit of time", unit), "write s, ms, min or h");
    double *t = BASE_ARRAY(a, double, r->rows + 1);
    for (size_t i = 0; i < r->rows; i++) t[i] = r->time[i] * (has.scale / second.scale);
    r->time = t;
    return true;
}

static bool check_time(Reader *r) {
    Arena *a = &rt_context(r->rt)->arena;
    if (!r->rows) return refuse(r, r->path, "it has no rows", NULL);
    for (size_t i = 0; i < r->rows; i++) {
        if (!isfinite(r->time[i])) return refuse(r, place(r, i), "the time is not a number", NULL);
        if (i && r->time[i] < r->time[i - 1])
            return refuse(r, place(r, i),
                          base_sprintf(a, "time goes back, from %.17g to %.17g", r->time[i - 1], r->time[i]),
                          "rows must be in the order of time; two rows of one time are a jump");
    }
    return convert_time(r);
}

/* ---- one column -------------------------------------------------------------------------------------------------- */

/* In the unit of the variable. */
static bool convert(const Reader *r, const char *name, MdVar v, double *factor, double *offset) {
    const MdModel *m = rt_model(r->rt);
    const char *has = res_unit(r->file, name), *wants = base_str(m->words, md_attrs(m, v)->unit);
    Unit a, b;
    *factor = 1;
    *offset = 0;
    if (!*has || !wants || !*wants || strcmp(has, wants) == 0) return true;
    Arena *arena = &rt_context(r->rt)->arena;
    const char *where = res_line(r->file, 0) ? base_sprintf(arena, "%s:2", r->path) : r->path;
    if (!unit_parse(has, &a, NULL))
        return refuse(r, where, base_sprintf(arena, "the unit '%s' of %s is not known", has, name), NULL);
    if (!unit_parse(wants, &b, NULL)) return true;
    if (!unit_same_dimension(&a, &b))
        return refuse(r, where, base_sprintf(arena, "%s is given in '%s', but its unit is '%s'", name, has, wants),
                      "convert the column, or correct its unit");
    *factor = a.scale / b.scale;
    *offset = (a.offset - b.offset) / b.scale;
    return true;
}

static bool check_value(const Reader *r, const char *name, MdVar v, size_t row, double x) {
    const MdVariable *var = &rt_model(r->rt)->vars[v];
    Arena *a = &rt_context(r->rt)->arena;
    if (!isfinite(x))
        return refuse(r, place(r, row), base_sprintf(a, "%s is not a number there", name),
                      "fill the gap, or take the line away: between two lines values are interpolated");
    if (var->base != MD_REAL && x != floor(x))
        return refuse(r, place(r, row), base_sprintf(a, "%s is %g, but only whole numbers are possible", name, x),
                      NULL);
    if (var->base == MD_BOOLEAN && x != 0 && x != 1)
        return refuse(r, place(r, row), base_sprintf(a, "%s is %g, but it is a Boolean", name, x),
                      "write true or false");
    return true;
}

static bool take_column(Reader *r, const char *name, MdVar v) {
    const double *u = res_column(r->file, name);
    double factor, offset, *values = base_realloc(NULL, (r->rows + 1) * sizeof *values);
    bool ok = convert(r, name, v, &factor, &offset);
    for (size_t i = 0; ok && i < r->rows; i++) {
        ok = check_value(r, name, v, i, u[i]);
        values[i] = factor * u[i] + offset;
    }
    ok = ok && rt_set_input_table(r->rt, v, r->rows, r->time, values);
    base_realloc(values, 0);
    r->given[v] = 1;
    return ok;
}

/* ---- all columns ------------------------------------------------------------------------------------------------- */

static bool is_input(const Reader *r, MdVar v) { return rt_model(r->rt)->vars[v].flags & MD_INPUT; }

static bool unknown_column(const Reader *r, const char *name) {
    const MdModel *m = rt_model(r->rt);
    VecStr inputs = {0};
    for (MdVar v = 1; v < m->nvars; v++)
        if (is_input(r, v)) vec_push(&inputs, (char *)rt_var_name(r->rt, v));
    const char *near = base_nearest(name, (const char *const *)inputs.at, inputs.n);
    Text hint = {0};
    if (near) base_text_printf(&hint, "did you mean '%s'?", near);
    else if (!inputs.n) base_text_add(&hint, "the model has no inputs at its top");
    else base_text_add(&hint, "its inputs are");
    for (size_t i = 0; !near && i < inputs.n && i < 8; i++)
        base_text_printf(&hint, "%s %s", i ? "," : "", inputs.at[i]);
    bool ok = refuse(r, r->path, base_sprintf(&rt_context(r->rt)->arena, "the model has no variable '%s'", name),
                     base_text_str(&hint));
    base_text_free(&hint);
    vec_free(&inputs);
    return ok;
}

/* An array is given whole or not at all. */
static bool check_arrays(const Reader *r) {
    const MdModel *m = rt_model(r->rt);
    for (MdVar v = 1; v < m->nvars; v++) {
        if (!r->given[v]) continue;
        const char *name = rt_var_name(r->rt, v), *open = strrchr(name, '[');
        size_t n = open ? (size_t)(open - name) + 1 : 0;
        for (MdVar w = 1; n && w < m->nvars; w++) {
            const char *other = rt_var_name(r->rt, w);
            if (r->given[w] || !is_input(r, w) || strncmp(name, other, n) != 0 || strchr(other + n, '.')) continue;
            return refuse(r, r->path, base_sprintf(&rt_context(r->rt)->arena, "it has %s, but not %s", name, other),
                          "give a column for every element of an array");
        }
    }
    return true;
}

/* A table of measured data must fit; of a whole trajectory only the inputs are taken. */
bool ses_give_inputs(Runtime *rt, const char *path) {
    Context *ctx = rt_context(rt);
    const MdModel *m = rt_model(rt);
    Reader r = {.rt = rt, .path = path, .file = res_open(ctx, path)};
    if (!r.file) return false;
    size_t n, taken = 0;
    const char *const *names = res_names(r.file, &n);
    r.rows = res_rows(r.file);
    r.time = res_time(r.file);
    r.given = base_realloc(NULL, m->nvars);
    memset(r.given, 0, m->nvars);
    bool ok = check_whole(&r) && check_time(&r), trajectory = !ses_ends_with(path, ".csv");
    for (size_t i = 1; ok && i < n; i++) {
        MdVar v = rt_find(rt, names[i]);
        if (v && is_input(&r, v)) ok = take_column(&r, names[i], v), taken++;
        else if (!v && !trajectory) ok = unknown_column(&r, names[i]);
        else if (v && !trajectory)
            base_warning(ctx, "ANA0042", (Span){0},
                         "%s: the column %s is not used: it is no input at the top of the model", path, names[i]);
    }
    if (ok && !taken) ok = refuse(&r, path, "none of its columns is an input of the model", NULL);
    ok = ok && check_arrays(&r);
    base_realloc(r.given, 0);
    res_close(r.file);
    return ok;
}

/* ---- a start from a result --------------------------------------------------------------------------------------- */

const char *ses_split_time(Context *ctx, const char *word, double *time) {
    const char *at = strrchr(word, '@');
    char *end;
    *time = at ? strtod(at + 1, &end) : NAN;
    if (!at || end == at + 1 || *end) return *time = NAN, word;
    return base_strndup(&ctx->arena, word, (size_t)(at - word));
}

bool ses_open_start(Context *ctx, const char *word, RunStart *out) {
    const char *path = ses_split_time(ctx, word, &out->time);
    out->path = path;
    out->file = res_open(ctx, path);
    size_t n = out->file ? res_rows(out->file) : 0;
    if (!out->file) return false;
    const double *t = res_time(out->file);
    if (n && isnan(out->time)) out->time = t[n - 1];
    if (n && out->time >= t[0] && out->time <= t[n - 1]) return true;
    base_error(ctx, "ANA0043", (Span){0}, n ? "%s goes from %g to %g, there is no %g in it" : "%s has no rows", path,
               n ? t[0] : 0, n ? t[n - 1] : 0, out->time);
    res_close(out->file);
    out->file = NULL;
    return false;
}
