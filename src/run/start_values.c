/* start_values.c - start values from a stored result. */
#include "run/run_impl.h"

#include <math.h>
#include <string.h>

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

/* Where a component has vanished and another one has come, what has the same name in both goes from one to the other.
 * out: name behind the first dot, of a variable of the result that the model has not -> its number; 0: of several. */
static void find_vanished(const Runtime *rt, const RunStart *s, Map *out) {
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
static const double *column_of(const Runtime *rt, const RunStart *s, const Map *vanished, MdVar v) {
    const char *name = rt_var_name(rt, v), *rest = strchr(name, '.');
    const double *y = res_column(s->file, name);
    uint64_t found;
    size_t n;
    if (y || !rest || !base_map_get(vanished, base_hash(rest, strlen(rest), 0), &found) || !found) return y;
    const char *other = res_names(s->file, &n)[found];
    return strcmp(strchr(other, '.'), rest) == 0 ? res_column(s->file, other) : NULL;
}

/* Guesses and start values for everything that the result knows. */
void run_put_starts(Runtime *rt, const RunStart *s) {
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
bool run_put_states(Runtime *rt, const RunStart *s) {
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
