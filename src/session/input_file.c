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

static bool check_time(const Reader *r) {
    Arena *a = &rt_context(r->rt)->arena;
    if (!r->rows) return refuse(r, r->path, "it has no rows", NULL);
    for (size_t i = 0; i < r->rows; i++) {
        if (!isfinite(r->time[i])) return refuse(r, place(r, i), "the time is not a number", NULL);
        if (i && r->time[i] < r->time[i - 1])
            return refuse(r, place(r, i),
                          base_sprintf(a, "time goes back, from %.17g to %.17g", r->time[i - 1], r->time[i]),
                          "rows must be in the order of time; two rows of one time are a jump");
    }
    return true;
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
    if (!isfinite(x)) return refuse(r, place(r, row), base_sprintf(a, "%s is not a number there", name), NULL);
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
    bool ok = check_time(&r), trajectory = !ses_ends_with(path, ".csv");
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

/* Linear between rows; behind an event at its very time. */
static double value_at(const double *t, const double *y, size_t n, double time) {
    size_t low = 0, high = n;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (t[middle] <= time) low = middle;
        else high = middle;
    }
    if (low + 1 == n || t[low] >= time) return y[low];
    return y[low] + (y[low + 1] - y[low]) * (time - t[low]) / (t[low + 1] - t[low]);
}

const char *ses_split_time(Context *ctx, const char *word, double *time) {
    const char *at = strrchr(word, '@');
    char *end;
    *time = at ? strtod(at + 1, &end) : NAN;
    if (!at || end == at + 1 || *end) return *time = NAN, word;
    return base_strndup(&ctx->arena, word, (size_t)(at - word));
}

bool ses_open_start(Context *ctx, const char *word, SesStart *out) {
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

/* Where a component has vanished and another one has come, what has the same name in both goes from one to the other.
 * out: name behind the first dot, of a variable of the result that the model has not -> its number; 0: of several. */
static void find_vanished(const Runtime *rt, const SesStart *s, Map *out) {
    Map known = {0};
    size_t n;
    const char *const *names = res_names(s->file, &n);
    for (MdVar v = 1; v < rt_model(rt)->nvars; v++) {
        const char *name = rt_var_name(rt, v);
        base_map_put(&known, base_hash(name, strlen(name), 0), 1);
    }
    for (size_t i = 1; i < n; i++) {
        const char *rest = strchr(names[i], '.');
        uint64_t found, key = rest ? base_hash(rest, strlen(rest), 0) : 0;
        if (!rest || base_map_get(&known, base_hash(names[i], strlen(names[i]), 0), &found)) continue;
        base_map_put(out, key, base_map_get(out, key, &found) ? 0 : i);
    }
    base_map_free(&known);
}

/* The column that a variable starts with, or NULL. */
static const double *column_of(const Runtime *rt, const SesStart *s, const Map *vanished, MdVar v) {
    const char *name = rt_var_name(rt, v), *rest = strchr(name, '.');
    const double *y = res_column(s->file, name);
    uint64_t found;
    size_t n;
    if (y || !rest || !base_map_get(vanished, base_hash(rest, strlen(rest), 0), &found) || !found) return y;
    const char *other = res_names(s->file, &n)[found];
    return strcmp(strchr(other, '.'), rest) == 0 ? res_column(s->file, other) : NULL;
}

/* Guesses and start values for everything that the result knows. */
void ses_put_starts(Runtime *rt, const SesStart *s) {
    const MdModel *m = rt_model(rt);
    const double *t = res_time(s->file);
    Map vanished = {0};
    if (s->partial) find_vanished(rt, s, &vanished);
    for (MdVar v = 1; v < m->nvars; v++) {
        const MdVariable *var = &m->vars[v];
        if (var->kind != MD_KIND_CONTINUOUS && var->kind != MD_KIND_DISCRETE) continue;
        if (var->base == MD_STRING || var->base == MD_OBJECT || var->flags & MD_HIDDEN) continue;
        const double *y = column_of(rt, s, &vanished, v);
        double x = y ? value_at(t, y, res_rows(s->file), s->time) : NAN;
        if (var->kind == MD_KIND_DISCRETE && var->base != MD_REAL) x = floor(x + 0.5);
        if (isfinite(x)) (void)rt_set_start(rt, rt_var_name(rt, v), x);
    }
    base_map_free(&vanished);
}

/* The states themselves, whatever initial equations say. */
bool ses_put_states(Runtime *rt, const SesStart *s) {
    const double *t = res_time(s->file);
    Text missing = {0};
    Map vanished = {0};
    bool ok = true;
    if (s->partial) find_vanished(rt, s, &vanished);
    for (uint32_t i = 0; ok && i < rt_state_count(rt); i++) {
        MdVar v = rt_state(rt, i);
        const double *y = column_of(rt, s, &vanished, v);
        double x = y ? value_at(t, y, res_rows(s->file), s->time) : NAN;
        if (isfinite(x)) ok = rt_set(rt, v, x);
        else if (!(rt_model(rt)->vars[v].flags & MD_HIDDEN))
            base_text_printf(&missing, "%s%s", missing.n ? ", " : "", rt_var_name(rt, v));
    }
    if (missing.n && !s->partial)
        base_warning(rt_context(rt), "ANA0044", (Span){0},
                     "%s does not tell these states, which start as the model says: %s", s->path,
                     base_text_str(&missing));
    base_text_free(&missing);
    base_map_free(&vanished);
    return ok;
}
